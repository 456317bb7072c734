"""Plays a few moves while Orca runs and checks what Orca says. Started by tests/orca.sh."""

import json
import os
import pty
import re
import subprocess
import sys
import threading
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

SETTINGS = {
    "language": "english", "theme": "light", "motion": "off", "window": [1000, 700], "invites_to_tour": False,
    "reply_pause": 0,
    "seats": [{"name": "Anna", "kind": "human"}, {"name": "Robo", "kind": {"computer": {"method": "random"}}}],
}
PATIENCE = 40.0
TAB, ENTER, ESCAPE, RIGHT, F10, UP = 0xFF09, 0xFF0D, 0xFF1B, 0xFF53, 0xFFC7, 0xFF52

executable, data = sys.argv[1:3]
# What Orca has said so far.
said = []


def listen(terminal):
    """Collects what Orca says. Its debug file is a terminal, because it would buffer the lines of a file."""
    with open(terminal, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            words = re.search(r"SPEECH OUTPUT: '(.*)'\{", line)
            if words:
                said.append(words.group(1))


def expect(words, since=0):
    """Waits until Orca has said the words. Returns how much it has said by then."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if any(words in text for text in said[since:]):
            return len(said)
        time.sleep(0.1)
    print(f"orca.py: “{words}” was not said, but", *said[since:], sep="\n  ", file=sys.stderr)
    raise SystemExit(1)


def press(key):
    Atspi.generate_keyboard_event(key, None, Atspi.KeySynthType.SYM)
    time.sleep(0.3)


def nodes(node):
    yield node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child:
            yield from nodes(child)


def click(name):
    """Clicks a button with the mouse."""
    all_nodes = nodes(Atspi.get_desktop(0))
    button = next(node for node in all_nodes if node.get_name() == name and node.get_role_name() == "push button")
    place = Atspi.Component.get_extents(button, Atspi.CoordType.SCREEN)
    Atspi.generate_mouse_event(place.x + place.width // 2, place.y + place.height // 2, "b1c")


with open(f"{data}/settings.json", "w", encoding="utf-8") as file:
    json.dump(SETTINGS, file)
begun = time.monotonic()
own_end, orcas_end = pty.openpty()
threading.Thread(target=listen, args=(own_end,), daemon=True).start()
orca = subprocess.Popen(["orca", "--replace", f"--debug-file={os.ttyname(orcas_end)}"])
program = None
try:
    expect("Screen reader on.")
    program = subprocess.Popen([executable, "--data", data, "--seed", "5"])
    now = expect("New game: Anna (White) against Robo (Black).")
    Atspi.init()
    press(TAB)
    now = expect("a7, free", now)
    press(ENTER)
    now = expect("Anna places on a7.", now - 1)
    expect("Robo places on ", now - 1)
    for _ in range(2):
        now = len(said)
        press(ENTER)
        expect("a7 is occupied.", now)
    now = len(said)
    press(RIGHT)
    expect("d7, ", now)
    now = len(said)
    press(ord("h"))
    expect("Hint: Place on ", now)
    press(ESCAPE)
    now = len(said)
    press(ord("b"))
    expect("In hand: White 8, Black 8.", now)
    # A dialog is heard however it is opened: with the mouse,
    now = len(said)
    click("Resign")
    expect("Resign? dialog Robo will win the game.", now)
    press(ESCAPE)
    # and by the last entry of the first menu but one.
    now = len(said)
    for key in (F10, UP, UP, ENTER):
        press(key)
    expect("Resign? dialog Robo will win the game.", now)
    now = len(said)
    press(ENTER)
    expect("You lose. White resigned.", now)
    print(f"orca.py: Orca said {len(said)} things, among them both sides' moves, a refusal twice, a hint, the board, a "
          f"dialog and the result, in {time.monotonic() - begun:.0f} s")
finally:
    for process in filter(None, (program, orca)):
        process.kill()
        process.wait()
