#!/usr/bin/env bash
# Plays in the real window on a virtual display: moves with the mouse, is killed, resumes, saves, quits.
# Needs Xvfb and xdotool (Debian: xvfb xdotool libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libgl1 libgl1-mesa-dri).
#
#   tests/window.sh [PROGRAM]      target/debug/muehle if none is named
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/debug/muehle}

fail() { echo "window.sh: $*" >&2; tail -5 "$data/program.log" >&2 2>/dev/null || true; exit 1; }
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "window.sh: $tool is missing" >&2; exit 2; }
done
[ -x "$program" ] || { echo "window.sh: $program is not built" >&2; exit 2; }

data=$(mktemp -d)
app= xvfb=
cleanup() {
  [ -z "$app" ] || kill -9 "$app" 2>/dev/null || true
  [ -z "$xvfb" ] || kill "$xvfb" 2>/dev/null || true
  rm -rf "$data"
}
trap cleanup EXIT

# Two people and no animation, so that nothing depends on how fast a computer thinks or a stone moves.
cat >"$data/settings.json" <<'JSON'
{"language": "english", "theme": "light", "motion": "off", "window": [1280, 860],
 "seats": [{"name": "Anna", "kind": "human"}, {"name": "Bert", "kind": "human"}]}
JSON

display=
for number in $(seq 91 191); do
  [ -e "/tmp/.X$number-lock" ] && continue
  Xvfb ":$number" -screen 0 1280x860x24 -noreset >/dev/null 2>&1 &
  xvfb=$!
  sleep 1
  if kill -0 "$xvfb" 2>/dev/null; then display=:$number; break; fi
done
[ -n "$display" ] || fail "no virtual display"
export DISPLAY=$display LIBGL_ALWAYS_SOFTWARE=1
# On a busy machine the display takes a while to respond.
for _ in $(seq 50); do
  xdotool getdisplaygeometry >/dev/null 2>&1 && break
  sleep 0.2
done
unset WAYLAND_DISPLAY

window=
start() {
  "$program" --data "$data" >>"$data/program.log" 2>&1 &
  app=$!
  window=
  for _ in $(seq 150); do
    kill -0 "$app" 2>/dev/null || fail "the program ended"
    window=$(xdotool search --onlyvisible --class muehle 2>/dev/null | head -1) && [ -n "$window" ] && break
    sleep 0.2
  done
  [ -n "$window" ] || fail "no window"
  sleep 2
  xdotool windowfocus "$window" 2>/dev/null || true
}

press() {
  xdotool mousemove --window "$window" "$1" "$2"
  sleep 0.3
  xdotool mousedown 1
  sleep 0.15
  xdotool mouseup 1
  sleep 0.5
}

# Waits until a file in a folder contains a text. Journals have a name of their own for each window.
wait_for() {
  for _ in $(seq 100); do
    # shellcheck disable=SC2086
    grep -qs -- "$3" "$1"/$2 && return 0
    sleep 0.2
  done
  fail "no $2 in $1 contains \"$3\""
}

# The board is 768 points wide with its corner at (80, 40): a file every 98.3 points from 169, rank 7 at 129.
start
press 464 227   # d6
press 661 423   # f4
press 464 620   # d2
wait_for "$data" "journal-*.pgn" "1. d6 f4 2. d2"

kill -9 "$app"
wait "$app" 2>/dev/null || true
start
xdotool key Escape
# "Resume" is the right button of the question, which stands in the middle of the window.
press 828 487
press 267 423   # b4
wait_for "$data" "journal-*.pgn" "2. d2 b4"

# Save: without a system file dialog, which may take a while to find out, a path field appears; Enter accepts the suggestion.
xdotool key ctrl+s
for _ in $(seq 10); do
  sleep 2
  xdotool key Return
  sleep 0.5
  grep -qs -- "2. d2 b4" "$data/saves/Anna-Bert.pgn" && break
done
wait_for "$data/saves" "Anna-Bert.pgn" "1. d6 f4 2. d2 b4"
for _ in $(seq 50); do
  grep -qs "d6" "$data"/journal-*.pgn || break
  sleep 0.2
done
grep -qs "d6" "$data"/journal-*.pgn && fail "the game is still in the journal after saving"

xdotool key ctrl+q
for _ in $(seq 50); do
  kill -0 "$app" 2>/dev/null || break
  sleep 0.2
done
kill -0 "$app" 2>/dev/null && fail "Ctrl+Q does not quit"
app=
grep -q '"Anna"' "$data/settings.json" || fail "the settings are gone"
echo "window.sh: played, killed, resumed, saved, quit"
