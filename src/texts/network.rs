//! network.

texts! {
    /// network.
    NetworkTexts;
    kind: "Netzwerk", "Network";
    partner: "Partner am anderen Computer", "Partner at the other computer";
    host: "Einladen", "Invite";
    join: "Beitreten", "Join";
    port: "Port", "Port";
    address: "Rechnername oder Adresse", "Host name or address";
    clock: "Bedenkzeit: Minuten + Sekunden je Zug", "Time: minutes + seconds a move";
    clock_hint: "ohne, oder zum Beispiel 5+3", "none, or for example 5+3";
    host_note:
        "Der Partner tritt unter einer deiner Adressen bei. Farben, Regeln und Bedenkzeit bestimmst du.",
        "The partner joins at one of your addresses. Colours, rules and time are yours to choose.";
    join_note: "Farben, Regeln und Bedenkzeit bietet der Partner an.", "The partner offers colours, rules and time.";
    wrong_port: "Der Port ist eine Zahl von 1 bis 65535.", "The port is a number from 1 to 65535.";
    wrong_host: "Das ist kein Rechnername und keine Adresse.", "That is no host name and no address.";
    no_host:
        "Wo wartet der Partner? Gib einen Rechnernamen oder eine Adresse ein.",
        "Where does the partner wait? Enter a host name or an address.";
    wrong_clock:
        "Die Bedenkzeit sind Minuten, oder Minuten + Sekunden je Zug: 5+3.",
        "The time is minutes, or minutes + seconds a move: 5+3.";
    title: "Spiel über das Netzwerk", "A game over the network";
    opening: "Der Port wird geöffnet …", "Opening the port …";
    waiting(port):
        "Warten auf einen Gast an Port {port}. Nenne deinem Partner eine dieser Adressen:",
        "Waiting for a guest at port {port}. Tell your partner one of these addresses:";
    waiting_blind(port):
        "Warten auf einen Gast an Port {port}. Die Adresse dieses Computers ist nicht bekannt.",
        "Waiting for a guest at port {port}. The address of this computer is not known.";
    visited(name): "{name} sieht sich das Angebot an …", "{name} is looking at the offer …";
    dialling(address): "Verbinden mit {address} …", "Connecting to {address} …";
    copy_address(address): "{address} kopieren", "Copy {address}";
    offered(name): "{name} bietet dir ein Spiel an.", "{name} offers you a game.";
    you_play_white: "Du spielst Weiß und beginnst.", "You play White and begin.";
    you_play_black: "Du spielst Schwarz; Weiß beginnt.", "You play Black; White begins.";
    offered_rules(repetition, quiet):
        "Dreimal dieselbe Stellung: {repetition}. Züge ohne Schlagen bis zum Remis: {quiet}.",
        "The same position three times: {repetition}. Moves without a removal until a draw: {quiet}.";
    repetition_draw: "Remis", "a draw";
    repetition_on: "das Spiel geht weiter", "the game goes on";
    unlimited: "unbegrenzt", "unlimited";
    offered_clock(minutes, seconds):
        "Bedenkzeit: {minutes} Minuten für das Spiel, {seconds} Sekunden mehr je Zug.",
        "Time: {minutes} minutes for the game, {seconds} seconds more a move.";
    no_clock: "Ohne Bedenkzeit.", "Without a time limit.";
    unfinished:
        "Das Spiel ist nicht zu Ende. Du kannst es speichern oder für dich werten.",
        "The game is not over. You can save it or claim it.";
    claim: "Für mich werten", "Claim the game";
    talk: "Gespräch", "Talk";
    chat(name): "Nachricht an {name}", "Message to {name}";
    send: "Senden", "Send";
    said(name, text): "{name}: {text}", "{name} says: {text}";
    visitor_gone: "Der Gast ist gegangen. Warten auf den nächsten.", "The guest has gone. Waiting for the next.";
    visitor_declined:
        "Der Gast hat das Angebot abgelehnt. Warten auf den nächsten.",
        "The guest has declined the offer. Waiting for the next.";
    turned_away(reason): "Jemand wurde abgewiesen: {reason}", "Somebody was turned away: {reason}";
    line_lost(name):
        "Die Verbindung zu {name} ist unterbrochen. Das Spiel bleibt, wie es ist.",
        "The line to {name} is lost. The game stays as it is.";
    line_lost_for(name, time):
        "Die Verbindung zu {name} ist unterbrochen. Neuer Versuch noch {time} lang.",
        "The line to {name} is lost. Trying again for {time}.";
    line_back: "Die Verbindung ist wieder da. Das Spiel geht weiter.", "The line is back. The game goes on.";
    partner_gone:
        "Der Partner ist nicht mehr da. Speichere das Spiel oder werte es für dich.",
        "The partner is gone. Save the game or claim it.";
    rematch: "Revanche", "Rematch";
    rematch_waiting: "Revanche angeboten …", "Rematch offered …";
    rematch_title: "Revanche?", "A rematch?";
    rematch_text(name):
        "{name} möchte noch einmal spielen, mit vertauschten Farben.",
        "{name} would like to play again, with swapped colours.";
    rematch_declined(name): "{name} möchte keine Revanche.", "{name} does not want a rematch.";
    refused_here:
        "Das geht nicht in einem Spiel über das Netzwerk.",
        "That is not possible in a game over the network.";
    refused_running: "Erst muss das Spiel mit dem Partner zu Ende sein.", "The game with the partner must end first.";
    refused_no_game: "Im Moment läuft kein Spiel.", "There is no game at the moment.";
    refused_turn: "Der Partner ist am Zug.", "It is the partner's turn.";
    refused_over: "Das Spiel ist zu Ende.", "The game is over.";
    refused_not_over: "Das Spiel ist noch nicht zu Ende.", "The game is not over yet.";
    refused_lost: "Die Verbindung ist gerade unterbrochen.", "The line is lost at the moment.";
    refused_draw_again:
        "Remis ist schon angeboten. Spiele erst einen Zug.",
        "A draw was offered already. Play a move first.";
    refused_draw_pending:
        "Die Antwort auf das Remis ist noch unterwegs.",
        "The answer to the draw is still on its way.";
    refused_nothing: "Es gibt kein Angebot, das zu beantworten wäre.", "There is no offer to answer.";
    refused_fast: "Nicht so schnell. Warte einen Augenblick.", "Not so fast. Wait a moment.";
    closed_left: "Du hast das Spiel verlassen.", "You left the game.";
    closed_port(port):
        "Port {port} wird schon von einem anderen Programm benutzt.",
        "Port {port} is in use by another program.";
    closed_listen(port, reason):
        "Port {port} lässt sich nicht öffnen ({reason}).",
        "Port {port} cannot be opened ({reason}).";
    closed_unknown_host(host):
        "Ein Computer namens {host} wurde nicht gefunden.",
        "No computer named {host} was found.";
    closed_refused(address):
        "{address} nimmt keine Verbindung an. Wartet dort jemand?",
        "{address} refuses the connection. Does somebody wait there?";
    closed_no_answer(address): "{address} antwortet nicht.", "{address} does not answer.";
    closed_unreachable(address, reason):
        "{address} ist nicht zu erreichen ({reason}).",
        "{address} cannot be reached ({reason}).";
    closed_version(theirs, ours):
        "Das andere Programm spricht Version {theirs} des Protokolls, dieses Version {ours}.",
        "The other program speaks version {theirs} of the protocol, this one version {ours}.";
    closed_declined: "Das angebotene Spiel wurde abgelehnt.", "The offered game was declined.";
    closed_busy: "Der andere spielt schon mit jemandem.", "The other one plays with somebody already.";
    closed_partner_left: "Der Partner hat das Spiel verlassen.", "The partner has left the game.";
    closed_before_start: "Die Verbindung brach ab, bevor das Spiel begann.", "The line was lost before the game began.";
    closed_line: "Die Verbindung war unterbrochen und kam nicht wieder.", "The line was lost and did not come back.";
    closed_not_answered: "Das Angebot wurde nicht rechtzeitig beantwortet.", "The offer was not answered in time.";
    closed_unknown_game: "Der Partner kennt dieses Spiel nicht mehr.", "The partner no longer knows this game.";
    closed_violation(reason): "Die Verbindung wurde geschlossen: {reason}", "The connection was closed: {reason}";
    closed_misunderstood:
        "Das andere Programm hat die Verbindung geschlossen, weil es dieses nicht verstand.",
        "The other program closed the connection because it did not understand this one.";
    violation_long(limit): "eine Nachricht war länger als {limit} Bytes.", "a message was longer than {limit} bytes.";
    violation_utf8: "eine Nachricht war kein Text in UTF-8.", "a message was not UTF-8 text.";
    violation_malformed: "eine Nachricht war falsch aufgebaut.", "a message was malformed.";
    violation_unexpected: "eine Nachricht kam zur falschen Zeit.", "a message came at the wrong time.";
    violation_flood: "es kamen zu viele Nachrichten auf einmal.", "too many messages came at once.";
    violation_slow: "eine Nachricht kam zu langsam an.", "a message took too long to arrive.";
    violation_bounds:
        "ein Name, ein Text oder eine Zahl war zu lang oder zu groß.",
        "a name, a text or a number was out of bounds.";
    violation_turn: "ein Zug kam außer der Reihe.", "a move came out of turn.";
    violation_illegal(reason): "ein Zug war gegen die Regeln. {reason}", "a move was illegal. {reason}";
    violation_disagreement:
        "die beiden Seiten sind sich über das Spiel nicht einig.",
        "the two sides disagree about the game.";
    violation_overtime:
        "die Zeit des Partners ist um, und er sagt es nicht.",
        "the partner's time is over and the partner does not say so.";
}
