#!/usr/bin/env bash
# Takes the pictures of the guide in the real window on a virtual display, in both languages.
#
#   docs/guide/pictures.sh PROGRAM [NAME…]
#
# PROGRAM is a built muehle, for example target/release/muehle; without names all pictures are taken. Needs Xvfb, xdotool,
# openbox and imagemagick. The computers play with a fixed seed, so that the pictures change only with the program.
set -euo pipefail
program=$(realpath "${1:?the program}")
shift
cd "$(dirname "$0")"
for tool in Xvfb xdotool openbox import convert; do
  command -v "$tool" >/dev/null || { echo "pictures.sh: $tool is missing" >&2; exit 2; }
done
data=$(mktemp -d)
app= xvfb= manager=
cleanup() {
  for process in $app $manager $xvfb; do kill "$process" 2>/dev/null || true; done
  rm -rf "$data"
}
trap cleanup EXIT
number=$(seq 200 300 | while read -r n; do [ -e "/tmp/.X$n-lock" ] || { echo "$n"; break; }; done)
Xvfb ":$number" -screen 0 1120x760x24 >/dev/null 2>&1 & xvfb=$!
export DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY
sleep 2
openbox >/dev/null 2>&1 & manager=$!
sleep 1

window=
# begin LANGUAGE SETTINGS [ARGUMENTS…]: opens the window with a fresh data folder.
begin() {
  local language=$1 settings=$2
  shift 2
  rm -rf "$data/run" && mkdir -p "$data/run"
  cp -r "$data/saves" "$data/run/saves" 2>/dev/null || true
  cat >"$data/run/settings.json" <<JSON
{"language": "$language", "theme": "light", "motion": "off", "reply_pause": 0, "window": [1100, 720], "position": [0, 0]$settings}
JSON
  "$program" --data "$data/run" --seed 3 "$@" >"$data/log" 2>&1 & app=$!
  window=
  for _ in $(seq 150); do
    window=$(xdotool search --onlyvisible --class muehle 2>/dev/null | head -1) && [ -n "$window" ] && break
    sleep 0.2
  done
  [ -n "$window" ] || { cat "$data/log" >&2; echo "pictures.sh: no window" >&2; exit 1; }
  sleep 3
  xdotool windowactivate --sync "$window" 2>/dev/null || true
}
end() { kill -9 "$app" 2>/dev/null || true; wait "$app" 2>/dev/null || true; app=; }
key() { for one in "$@"; do xdotool key "$one"; sleep 0.6; done; }
# The board points are on a grid: files a to g and ranks 7 to 1.
point() {
  local file rank
  file=$(($(printf '%d' "'${1:0:1}") - 97)) rank=$((7 - ${1:1:1}))
  xdotool mousemove --window "$window" $((180 + file * 83)) $((99 + rank * 83)) sleep 0.2 mousedown 1 sleep 0.1 mouseup 1
  sleep "${2:-1.5}"
}
click() { xdotool mousemove --window "$window" "$1" "$2" sleep 0.2 mousedown 1 sleep 0.1 mouseup 1 sleep 0.4; }
scroll_down() { xdotool mousemove --window "$window" 400 400 sleep 0.2 click --repeat 15 --delay 50 5 sleep 0.5; }
away() { xdotool mousemove --window "$window" 500 714; sleep 0.5; }
# take NAME: the whole window, small enough for the guide.
take() {
  import -window "$window" "$data/$1.png"
  convert "$data/$1.png" -resize 720x +dither -colors 64 -strip -define png:compression-level=9 "PNG8:pictures/$1.png"
  echo "pictures/$1.png: $(stat -c %s "pictures/$1.png") bytes"
}

mkdir -p "$data/saves"
cat >"$data/saves/Anna-Otto.pgn" <<'PGN'
[Event "Club evening"]
[Date "2026.11.12"]
[White "Anna"]
[Black "Otto"]
[Result "1-0"]
[Rules "never repetition=on quiet=100"]

1. d6 f4 2. d2 b4 3. f6 b6 4. d7 d5 5. f2 b2xf2 6. f2 e4 7. g4 c4 8. a4 g1 9. d1 g7 1-0
PGN
cat >"$data/saves/Clara-Otto.pgn" <<'PGN'
[Event "Club evening"]
[Date "2026.11.14"]
[White "Clara"]
[Black "Otto"]
[Result "1/2-1/2"]
[Rules "any repetition=on quiet=100"]

1. b4 d2 2. f4 d6 3. b6 b2 4. f2 f6 1/2-1/2
PGN
# Finished games as the program keeps them: date, result, level, accuracy of the person, moves.
kept() {
  printf '[Event "Mühle"]\n[Date "%s"]\n[White "Anna"]\n[Black "Computer"]\n[Result "%s"]\n' "$1" "$2"
  printf '[Rules "never repetition=on quiet=100"]\n[Termination "resignation"]\n[WhiteType "human"]\n[WhitePlayer "human"]\n'
  printf '[WhiteSeconds "240"]\n[BlackType "program"]\n[BlackPlayer "computer:level=%s"]\n[BlackSeconds "3"]\n' "$3"
  printf '[WhiteAccuracy "%s"]\n[WhiteMistakes "missed-mill 1"]\n[ArchiveId "%016x"]\n\n%s %s\n\n' "$4" "$4" "$5" "$2"
}
{
  kept 2026.11.03 0-1 novice 58 "1. d6 f4 2. d2 b4 3. f6 b6 4. d7 d5"
  kept 2026.11.05 1-0 novice 71 "1. d6 f4 2. d2 b4 3. f6 b6 4. d7 d5 5. f2 b2xf2"
  kept 2026.11.08 0-1 casual 64 "1. b4 d2 2. f4 d6 3. b6 b2 4. f2 f6"
  kept 2026.11.11 1-0 casual 77 "1. f4 d6 2. b4 d2 3. f6 b2 4. f2xd6 d6"
  kept 2026.11.14 1-0 casual 83 "1. d6 b4 2. f4 d2 3. f6 b2 4. b6xb4 b4"
  kept 2026.11.17 0-1 club 74 "1. d6 f4 2. d2 f2 3. f6 b6 4. b4 d7"
} >"$data/saves/games-2026-11.pgn"
wanted=("$@")
want() { [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" $1 "* ]]; }
for language in english german; do
  end_of_name=${language:0:2}
  [ "$language" = german ] && end_of_name=de
  if want start || want new-game || want hint || want analysis; then
    begin $language ''
    point d6; point f4; point b4; point f2
    away
    if want start; then take "start-$end_of_name"; fi
    # The first hint waits for the tables.
    key h; sleep 12; away
    if want hint; then take "hint-$end_of_name"; fi
    key Escape w a; sleep 4; away
    if want analysis; then take "analysis-$end_of_name"; fi
    key a w ctrl+n; sleep 1; away
    if want new-game; then take "new-game-$end_of_name"; fi
    end
  fi
  if want review; then
    begin $language '' "$data/run/saves/Anna-Otto.pgn"
    key r; sleep 25; key n; sleep 1; away
    take "review-$end_of_name"
    end
  fi
  if want puzzle || want games || want lessons || want solve || want tournament; then
    begin $language ''
    key ctrl+2; sleep 3; away
    if want puzzle; then take "puzzle-$end_of_name"; fi
    key ctrl+3; sleep 2; away
    if want games; then take "games-$end_of_name"; fi
    key ctrl+4; sleep 1; away
    if want lessons; then take "lessons-$end_of_name"; fi
    key ctrl+5; sleep 2
    # A few games are enough for a table.
    if want tournament; then click 683 637; sleep 30; scroll_down; away; take "tournament-$end_of_name"; fi
    # The times on the page are measured on this machine, which should have nothing else to do.
    if want solve; then click 660 56; sleep 15; away; take "solve-$end_of_name"; fi
    end
  fi
done
