#!/usr/bin/env bash
# Plays in the real window on a virtual display: moves with the mouse, is killed, resumes, saves, quits. Then it has a fault,
# two windows share a data folder, and a window is killed in a network game.
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
app= xvfb= first= host= guest=
cleanup() {
  for process in $app $first $host $guest; do
    kill -9 "$process" 2>/dev/null || true
  done
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
    # Not the other window that may be open.
    window=$(xdotool search --onlyvisible --class muehle 2>/dev/null | grep -vx "${known:-none}" | head -1) && [ -n "$window" ] && break
    sleep 0.2
  done
  [ -n "$window" ] || fail "no window"
  sleep 2
  xdotool windowfocus "$window" 2>/dev/null || true
}

# Ends the program as a crash would.
crash() {
  kill -9 "$1"
  wait "$1" 2>/dev/null || true
}

# "Resume" is the main button of the question: Enter presses it.
resume() {
  xdotool key Return
  sleep 0.5
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

# The board is 768 points wide with its corner at (108, 40): a file every 98.3 points from 197, rank 7 at 129.
start
press 492 227   # d6
press 689 423   # f4
press 492 620   # d2
wait_for "$data" "journal-*.pgn" "1. d6 f4 2. d2"

crash "$app"
start
resume
press 295 423   # b4
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

# A fault in the program: a report is written, the next window says so once and offers the game.
MUEHLE_PANIC=window start
press 492 227   # d6
for _ in $(seq 50); do
  kill -0 "$app" 2>/dev/null || break
  sleep 0.2
done
code=0
wait "$app" || code=$?
[ "$code" = 101 ] || fail "after a fault the exit code is $code"
grep -qs "MUEHLE_PANIC asked for this" "$data"/crash-*.txt || fail "the fault left no report"
grep -qs "events.rs" "$data"/crash-*.txt || fail "the report does not say where the fault is"
[ -e "$data/crash-unread" ] || fail "nobody would hear of the report"
wait_for "$data" "journal-*.pgn" "1. d6"
start
[ ! -e "$data/crash-unread" ] || fail "the report was not announced"
resume
press 689 423   # f4
wait_for "$data" "journal-*.pgn" "1. d6 f4"
crash "$app"
rm "$data"/journal-* "$data"/crash-*
echo "window.sh: had a fault, reported it, resumed"

# Two windows on one folder: the second does not take the first one's running game for a lost one.
known=
start
press 492 227   # d6
wait_for "$data" "journal-*.pgn" "1. d6"
first=$app known=$window
start
press 689 423   # f4
wait_for "$data" "journal-*.pgn" "1. f4"
crash "$app"
kill -0 "$first" || fail "the first window ended"
# Only the game of the dead window is offered, while the first one goes on.
start
resume
press 492 620   # d2
wait_for "$data" "journal-*.pgn" "1. f4 d2"
wait_for "$data" "journal-*.pgn" "1. d6"
crash "$app"
crash "$first"
first= known=
rm "$data"/journal-*
echo "window.sh: two windows, two journals"

# A window is killed in a network game. The game begins on the command line, whose journal the window can read.
mkdir "$data/guest"
"$program" --data "$data/guest" host --port 0 --bind 127.0.0.1 --code K7MQ-4XPT --player random --seed 1 >"$data/host.log" 2>&1 &
host=$!
wait_for "$data" host.log "listening on port"
port=$(sed -n 's/listening on port //p' "$data/host.log")
"$program" --data "$data/guest" join "127.0.0.1:$port" --code K7MQ-4XPT --player computer:time=600000 >/dev/null 2>&1 &
guest=$!
wait_for "$data" host.log "1 white"
wait_for "$data/guest" "network-*.pgn" "guest.*address"
crash "$guest"
guest=
mv "$(grep -l 'guest.*address' "$data"/guest/network-*.pgn)" "$data/journal-1-1-0.pgn"
for round in 1 2; do
  start
  resume
  for _ in $(seq 50); do
    [ "$(grep -c "connection restored" "$data/host.log")" -ge "$round" ] && break
    sleep 0.2
  done
  [ "$(grep -c "connection restored" "$data/host.log")" -ge "$round" ] || fail "the window did not come back to its partner"
  # One of the points is free.
  press 492 227   # d6
  press 689 423   # f4
  wait_for "$data" host.log "^$((round * 2)) black"
  wait_for "$data" host.log "^$((round * 2 + 1)) white"
  crash "$app"
done
app=
if [ "$(stat -c %a "$data"/journal-*.pgn | sort -u)" != 600 ]; then fail "others can read the journal"; fi
crash "$host"
host=
echo "window.sh: killed in a network game, came back"
