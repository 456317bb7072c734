//! Games over the network.

texts! {
    /// Games over the network.
    NetworkTexts;
    // Players dialog
    kind: "Netzwerk", "Network";
    partner: "Partner im Netzwerk", "Network partner";
    host: "Einladen", "Host";
    join: "Beitreten", "Join";
    port: "Port", "Port";
    address: "Rechnername oder Adresse", "Host name or address";
    code: "Einladungscode", "Invitation code";
    wrong_code: "Ein Einladungscode hat acht Buchstaben und Ziffern, zum Beispiel K7MQ-4XPT.",
        "An invitation code has eight letters and digits, for example K7MQ-4XPT.";
    copy_code(code): "Einladungscode {code} kopieren", "Copy invitation code {code}";
    host_note: "Dein Partner tritt unter deiner Adresse bei. Farben, Regeln und Bedenkzeit legst du fest.",
        "Your partner joins at your address. You choose colours, rules and time.";
    join_note: "Farben, Regeln und Bedenkzeit legt dein Partner fest.", "Your partner chooses colours, rules and time.";
    wrong_port: "Der Port muss eine Zahl von 1 bis 65535 sein.", "The port must be a number from 1 to 65535.";
    wrong_host: "Das ist kein gültiger Rechnername und keine gültige Adresse.",
        "This is not a valid host name or address.";
    no_host: "Gib den Rechnernamen oder die Adresse deines Partners ein.", "Enter your partner’s host name or address.";
    wrong_clock: "Gib die Bedenkzeit in Minuten an, oder als Minuten + Sekunden pro Zug: 5+3.",
        "Enter the time in minutes, or as minutes + seconds per move: 5+3.";
    // Finding each other
    try_again: "Noch einmal versuchen", "Try again";
    title: "Partie im Netzwerk", "Network game";
    opening: "Port wird geöffnet …", "Opening the port…";
    waiting(port): "Warten auf einen Partner an Port {port}. Gib ihm diesen Code und eine der Adressen:",
        "Waiting for a partner on port {port}. Give them this code and one of the addresses:";
    waiting_blind(port): "Warten auf einen Partner an Port {port}. Gib ihm diesen Code. Die Adresse dieses Computers ist nicht bekannt.",
        "Waiting for a partner on port {port}. Give them this code. The address of this computer is unknown.";
    visited(name): "{name} prüft das Angebot …", "{name} is looking at the offer…";
    dialling(address): "Verbinden mit {address} …", "Connecting to {address}…";
    copy_address(address): "{address} kopieren", "Copy {address}";
    offered(name): "{name} lädt dich zu einer Partie ein.", "{name} invites you to a game.";
    you_play_white: "Du spielst Weiß und beginnst.", "You play White and move first.";
    you_play_black: "Du spielst Schwarz. Weiß beginnt.", "You play Black. White moves first.";
    rule_never: "Stehen alle Steine in Mühlen, wird keiner geschlagen.",
        "If all stones are in mills, none is captured.";
    rule_any: "Stehen alle Steine in Mühlen, darf jeder geschlagen werden.",
        "If all stones are in mills, any may be captured.";
    draw_repetition: "Remis, wenn dieselbe Stellung dreimal vorkommt.",
        "Draw when the same position occurs three times.";
    no_repetition: "Kein Remis durch Wiederholung.", "No draw by repetition.";
    draw_quiet(plies): "Remis nach {plies} Halbzügen ohne Schlagen.", "Draw after {plies} plies without a capture.";
    no_quiet: "Kein Remis durch Züge ohne Schlagen.", "No draw for plies without a capture.";
    offered_clock(minutes, seconds): "Bedenkzeit: {minutes} Minuten pro Partie und {seconds} Sekunden pro Zug.",
        "Time: {minutes} minutes per game plus {seconds} seconds per move.";
    no_clock: "Ohne Zeitbegrenzung.", "No time limit.";
    visitor_gone: "Der Gast ist gegangen. Warten auf den nächsten.", "The guest left. Waiting for the next one.";
    visitor_declined: "Der Gast hat abgelehnt. Warten auf den nächsten.",
        "The guest declined. Waiting for the next one.";
    turned_away(reason): "Ein Gast wurde abgewiesen: {reason}", "A guest was turned away: {reason}";
    // Playing
    talk: "Chat", "Chat";
    chat(name): "Nachricht an {name}", "Message to {name}";
    send: "Senden", "Send";
    said(name, text): "{name}: {text}", "{name}: {text}";
    draw_sent(name): "Remis angeboten. Warten auf die Antwort von {name}.", "Draw offered. Waiting for {name} to answer.";
    line_lost(name): "Die Verbindung zu {name} ist unterbrochen. Die Partie bleibt erhalten.",
        "Lost the connection to {name}. The game is kept.";
    line_lost_for(name, time): "Die Verbindung zu {name} ist unterbrochen. Neuer Versuch noch {time} lang.",
        "Lost the connection to {name}. Retrying for another {time}.";
    line_back: "Die Verbindung steht wieder. Die Partie geht weiter.", "Connected again. The game continues.";
    partner_gone: "Dein Partner ist weg. Speichere die Partie oder werte sie als Sieg.",
        "Your partner is gone. Save the game or claim the win.";
    unfinished: "Die Partie ist nicht zu Ende. Du kannst sie speichern oder als Sieg werten.",
        "The game is not over. You can save it or claim the win.";
    claim: "Als Sieg werten", "Claim win";
    rematch: "Revanche", "Rematch";
    rematch_waiting: "Revanche angeboten …", "Rematch offered…";
    rematch_title: "Revanche?", "Rematch?";
    rematch_text(name): "{name} möchte noch einmal spielen, mit vertauschten Farben.",
        "{name} would like to play again with colours swapped.";
    rematch_declined(name): "{name} möchte keine Revanche.", "{name} declined a rematch.";
    // Refusals
    refused_here: "In einer Netzwerkpartie geht das nicht.", "This is not possible in a network game.";
    refused_running: "Beende zuerst die Partie mit deinem Partner.", "Finish the game with your partner first.";
    refused_no_game: "Im Moment läuft keine Partie.", "There is no game at the moment.";
    refused_turn: "Dein Partner ist am Zug.", "It is your partner’s turn.";
    refused_not_over: "Die Partie ist noch nicht zu Ende.", "The game is not over yet.";
    refused_lost: "Die Verbindung ist gerade unterbrochen.", "The connection is lost at the moment.";
    refused_draw_again: "Du hast schon Remis angeboten. Mache zuerst einen Zug.",
        "You have already offered a draw. Make a move first.";
    refused_draw_pending: "Dein Partner hat auf das Remisangebot noch nicht geantwortet.",
        "Your partner has not answered the draw offer yet.";
    refused_nothing: "Es gibt kein Angebot zu beantworten.", "There is no offer to answer.";
    refused_fast: "Nicht so schnell. Warte einen Moment.", "Not so fast. Wait a moment.";
    // Why a session ended
    closed_left: "Du hast die Partie verlassen.", "You left the game.";
    closed_port(port): "Port {port} wird schon von einem anderen Programm benutzt. Wähle einen anderen.",
        "Port {port} is in use by another program. Choose a different one.";
    closed_listen(port, reason): "Port {port} konnte nicht geöffnet werden ({reason}).",
        "Could not open port {port} ({reason}).";
    closed_unknown_host(host): "Kein Computer mit dem Namen {host} gefunden.", "No computer named {host} found.";
    closed_refused(address): "{address} nimmt keine Verbindung an. Wartet dein Partner dort?",
        "{address} refuses the connection. Is your partner waiting there?";
    closed_no_answer(address): "{address} antwortet nicht.", "{address} does not answer.";
    closed_unreachable(address, reason): "{address} ist nicht erreichbar ({reason}).",
        "Could not reach {address} ({reason}).";
    closed_older(theirs, ours):
        "Das andere Programm ist älter (Netzwerkprotokoll {theirs} statt {ours}). Es muss aktualisiert werden.",
        "The other program is older (network protocol {theirs}, not {ours}). It needs an update.";
    closed_newer(theirs, ours):
        "Das andere Programm ist neuer (Netzwerkprotokoll {theirs} statt {ours}). Aktualisiere dieses hier.",
        "The other program is newer (network protocol {theirs}, not {ours}). Update this one.";
    closed_code: "Der Einladungscode ist falsch.", "The invitation code is wrong.";
    closed_declined: "Die Einladung wurde abgelehnt.", "The invitation was declined.";
    closed_busy: "Der Gastgeber spielt schon eine Partie.", "The host is already in a game.";
    closed_partner_left: "Dein Partner hat die Partie verlassen.", "Your partner left the game.";
    closed_before_start: "Die Verbindung brach vor Beginn der Partie ab.",
        "The connection was lost before the game started.";
    closed_line: "Die Verbindung ist abgebrochen und kam nicht wieder zustande.",
        "The connection was lost and could not be restored.";
    closed_not_answered: "Die Einladung wurde nicht rechtzeitig beantwortet.",
        "The invitation was not answered in time.";
    closed_unknown_game: "Dein Partner kennt diese Partie nicht mehr.", "Your partner no longer knows this game.";
    closed_violation(reason): "Die Verbindung wurde getrennt: {reason}", "The connection was closed: {reason}";
    closed_misunderstood:
        "Das andere Programm hat die Verbindung getrennt, weil es eine Nachricht nicht verstanden hat.",
        "The other program closed the connection because it did not understand a message.";
    violation_long(limit): "Eine Nachricht war länger als {limit} Bytes.", "a message was longer than {limit} bytes.";
    violation_utf8: "Eine Nachricht war kein UTF-8-Text.", "a message was not UTF-8 text.";
    violation_malformed: "Eine Nachricht war fehlerhaft.", "a message was malformed.";
    violation_unexpected: "Eine Nachricht kam zur falschen Zeit.", "a message came at the wrong time.";
    violation_forged: "Eine Nachricht war nicht mit dem Schlüssel dieser Partie verschlüsselt.",
        "a message was not encrypted with the key of this game.";
    violation_flood: "Zu viele Nachrichten auf einmal.", "too many messages at once.";
    violation_slow: "Eine Nachricht kam zu langsam an.", "a message arrived too slowly.";
    violation_bounds: "Ein Name, ein Text oder eine Zahl war zu groß.", "a name, a text or a number was too large.";
    violation_turn: "Ein Zug kam außer der Reihe.", "a move came out of turn.";
    violation_illegal(reason): "Ein Zug war nicht erlaubt. {reason}", "a move was illegal. {reason}";
    violation_disagreement: "Die beiden Programme sind sich über die Partie nicht einig.",
        "the two programs disagree about the game.";
    violation_overtime: "Die Zeit deines Partners ist abgelaufen, aber sein Programm meldet es nicht.",
        "your partner’s time is up, but their program does not say so.";
}
