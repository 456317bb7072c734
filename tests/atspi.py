"""Plays a whole game through AT-SPI and checks what a screen reader hears. Started by tests/atspi.sh.

A reader hears in two ways, and both are checked: announcements of a live region, and changes of the name or the
description of what has the focus (all that Orca 43 speaks).
"""

import json
import random
import re
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

MILLS = [line.split() for line in (
    "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1",
    "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
)]
POINTS = sorted({point for mill in MILLS for point in mill})
NEIGHBOURS = {point: set() for point in POINTS}
for first, middle, last in MILLS:
    NEIGHBOURS[first].add(middle)
    NEIGHBOURS[last].add(middle)
    NEIGHBOURS[middle] |= {first, last}

SETTINGS = {
    "language": "english", "theme": "light", "motion": "off", "window": [1000, 700], "invites_to_tour": False,
    "reply_pause": 0,
    "seats": [{"name": "Anna", "kind": "human"}, {"name": "Robo", "kind": {"computer": {"method": "random"}}}],
}
PATIENCE = 20.0


def fail(message):
    print(f"atspi.py: {message}", file=sys.stderr)
    for words in ears.announced[-8:]:
        print(f"  announced: {words}", file=sys.stderr)
    for words in ears.at_focus[-8:]:
        print(f"  at the focus: {words}", file=sys.stderr)
    raise SystemExit(1)


def wait_for(what, condition):
    """Handles events until the condition gives something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            found = condition()
        except GLib.Error:
            # What was asked has just gone, such as the row of a list that is drawn anew.
            found = None
        if found:
            return found
        time.sleep(0.005)
    fail(f"waited in vain for {what}")


class Ears:
    """What a screen reader hears."""

    def __init__(self):
        self.announced, self.at_focus = [], []
        self.listener = Atspi.EventListener.new(self.hear)
        for event in ("announcement", "property-change:accessible-name", "property-change:accessible-description"):
            self.listener.register(f"object:{event}")

    def hear(self, event):
        words = str(event.any_data or "").strip()
        if not words:
            return
        if event.type.startswith("object:announcement"):
            self.announced.append(words)
        elif event.source.get_state_set().contains(Atspi.StateType.FOCUSED):
            self.at_focus.append(words)

    def mark(self):
        return len(self.announced), len(self.at_focus)

    def expect(self, words, since):
        """Waits until both kinds of reader have heard the words after a mark."""
        announced, at_focus = since
        wait_for(f"“{words}” as an announcement", lambda: any(words in heard for heard in self.announced[announced:]))
        wait_for(f"“{words}” at the focus", lambda: any(words in heard for heard in self.at_focus[at_focus:]))


def tree(node):
    yield node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child:
            yield from tree(child)


def find(role, name):
    nodes = (node for node in tree(window()) if node.get_role_name() == role and node.get_name() == name)
    return next(nodes, None)


def window():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application and application.get_process_id() == program.pid and application.get_child_count():
            application.set_cache_mask(Atspi.Cache.NONE)
            return application.get_child_at_index(0)
    return None


def act(node):
    Atspi.Action.do_action(node, 0)


def press(key):
    Atspi.generate_keyboard_event(key, None, Atspi.KeySynthType.SYM)


class Board:
    """The board as the names of its points tell it."""

    def __init__(self):
        buttons = {}
        for node in tree(window()):
            point, _, rest = node.get_name().partition(", ")
            if point in NEIGHBOURS and rest:
                buttons[point] = node
        if sorted(buttons) != POINTS:
            fail(f"only {len(buttons)} of 24 points have a name")
        self.buttons = buttons

    def read(self):
        return {point: node.get_name().split(", ")[1] for point, node in self.buttons.items()}

    def click(self, point):
        act(self.buttons[point])


def in_mill(stones, point, color):
    return any(point in mill and all(stones[other] == color for other in mill) for mill in MILLS)


def moved(stones, origin, target):
    after = dict(stones)
    if origin:
        after[origin] = "free"
    after[target] = "white"
    return after


def open_mills(stones):
    return sum(sorted(stones[point] for point in mill) == ["free", "white", "white"] for mill in MILLS)


def choose(stones, hand, dice):
    """A move for White: one that closes a mill if there is one, else one that prepares mills."""
    own = [point for point in POINTS if stones[point] == "white"]
    free = [point for point in POINTS if stones[point] == "free"]
    if hand:
        moves = [(None, target) for target in free]
    else:
        flies = len(own) == 3
        moves = [(origin, target) for origin in own for target in free if flies or target in NEIGHBOURS[origin]]

    def worth(move):
        after = moved(stones, *move)
        return 10 * in_mill(after, move[1], "white") + open_mills(after) + dice.random()

    return max(moves, key=worth)


def sentence(name, before, after, color, flies):
    """What must be heard about the way from one board to the next."""
    gone = [point for point in POINTS if before[point] == color and after[point] != color]
    come = [point for point in POINTS if before[point] != color and after[point] == color]
    enemy = "black" if color == "white" else "white"
    taken = [point for point in POINTS if before[point] == enemy and after[point] == "free"]
    if len(come) != 1 or len(gone) > 1 or len(taken) > 1:
        fail(f"no single move leads from {before} to {after}")
    words = f"{name} places on {come[0]}"
    if gone:
        words = f"{name} {'flies' if flies else 'moves'} from {gone[0]} to {come[0]}"
    if taken:
        return f"{words} and captures {taken[0]}."
    if in_mill(after, come[0], color):
        return f"{words} and closes a mill. No stone can be captured."
    return f"{words}."


def heard_result(since):
    return re.search(r"(You win!|You lose\.|Draw ·) .*", " ".join(ears.announced[since[0]:]))


def check_refusals(board):
    """The same refusal is heard each time."""
    point = next(point for point, stone in board.read().items() if stone == "white")
    for _ in range(2):
        since = ears.mark()
        board.click(point)
        ears.expect(f"{point} is occupied.", since)


def check_readings():
    """One key reads the board, another the last moves, a third the threats, a fourth a hint."""
    readings = ((ord("b"), "In hand: White"), (ord("l"), "Anna places on"), (ord("t"), "a mill"), (ord("h"), "Hint: "))
    for key, words in readings:
        since = ears.mark()
        press(key)
        ears.expect(words, since)


def check_dialog(board):
    """A dialog has a name, is modal, has real numbers, and gives the focus back."""
    focused = next(node for node in board.buttons.values() if has_state(node, Atspi.StateType.FOCUSED))
    if not find("menu bar", ""):
        fail("there is no menu bar")
    act(find("menu item", "Settings"))
    act(wait_for("the entry Rules", lambda: find("menu item", "Rules…")))
    dialog = wait_for("the dialog", lambda: next((n for n in tree(window()) if n.get_role_name() == "dialog"), None))
    if dialog.get_name() != "Rules" or not has_state(dialog, Atspi.StateType.MODAL):
        fail(f"the dialog is called {dialog.get_name()!r} or not modal")
    spin = next((node for node in tree(dialog) if node.get_role_name() == "spin button"), None)
    if not spin or Atspi.Value.get_current_value(spin) != 100.0:
        fail("the number of plies is not a spin button with the value 100")
    wait_for("the focus in the dialog", lambda: any(has_state(n, Atspi.StateType.FOCUSED) for n in tree(dialog)))
    act(find("push button", "Cancel"))
    wait_for("the focus on the board again", lambda: has_state(focused, Atspi.StateType.FOCUSED))
    unknown = [node for node in tree(window()) if node.get_role_name() in ("unknown", "invalid")]
    if unknown:
        fail(f"{len(unknown)} things have no role, the first is {unknown[0].get_name()!r}")


def has_state(node, state):
    return node.get_state_set().contains(state)


def play(board):
    dice = random.Random(3)
    captures = {"Anna": 0, "Robo": 0}
    for ply in range(200):
        before, hand = board.read(), ply < 9
        origin, target = choose(before, hand, dice)
        since = ears.mark()
        flies = not hand and list(before.values()).count("white") == 3
        if origin:
            board.click(origin)
            wait_for("the stone to be pressed", lambda: has_state(board.buttons[origin], Atspi.StateType.PRESSED))
            ears.expect(f"{origin} is selected.", since)
        board.click(target)
        own = moved(before, origin, target)
        removable = [point for point in POINTS if own[point] == "black" and not in_mill(own, point, "black")]
        if in_mill(own, target, "white") and removable:
            ears.expect("Mill! Choose a stone to capture.", since)
            taken = dice.choice(removable)
            board.click(taken)
            own[taken] = "free"
            captures["Anna"] += 1
        ears.expect(sentence("Anna", before, own, "white", flies), since)
        answered = lambda: heard_result(since) or any("Robo " in heard for heard in ears.announced[since[0]:])  # noqa: E731
        wait_for("the answer", answered)
        after = board.read()
        if after != own:
            # Black flies with three stones left, once its nine are placed.
            robo_flies = ply >= 9 and list(own.values()).count("black") == 3
            words = sentence("Robo", own, after, "black", robo_flies)
            ears.expect(words, since)
            captures["Robo"] += "captures" in words
        result = heard_result(since)
        if result:
            ears.expect(result.group(0), since)
            return ply + 1, captures, result.group(0)
        if ply == 2:
            check_refusals(board)
            check_readings()
            check_dialog(board)
    fail("the game did not end")


begun = time.monotonic()
executable, data = sys.argv[1:3]
with open(f"{data}/settings.json", "w", encoding="utf-8") as file:
    json.dump(SETTINGS, file)
enabled = GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True)))
Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
    "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", enabled, None, 0, 10000, None)
Atspi.init()
ears = Ears()
program = subprocess.Popen([executable, "--data", data, "--seed", "5"])
try:
    frame = wait_for("the window", window)
    wait_for("the name of the window", lambda: window().get_name() == "Mühle")
    wait_for("the board", lambda: sum(node.get_name().endswith(", free") for node in tree(window())) == 24)
    board = Board()
    Atspi.Component.grab_focus(board.buttons["d6"])
    wait_for("the focus on d6", lambda: has_state(board.buttons["d6"], Atspi.StateType.FOCUSED))
    moves, captures, result = play(board)
    if not captures["Anna"]:
        fail("nothing was captured")
    print(f"atspi.py: heard {moves} moves of a game, {captures['Anna']} and {captures['Robo']} captures, "
          f"a refusal twice, and “{result}” in {time.monotonic() - begun:.0f} s")
finally:
    program.kill()
    program.wait()
