#!/usr/bin/env bash
# Opens the real window on two virtual monitors, then without the second one, and looks where it is.
# Needs Xorg with its dummy driver (Debian: xserver-xorg-core xserver-xorg-video-dummy x11-xserver-utils openbox xdotool).
#
#   tests/monitors.sh [PROGRAM]      target/debug/muehle if none is named
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/debug/muehle}
for tool in Xorg xrandr openbox xdotool; do
  command -v "$tool" >/dev/null || { echo "monitors.sh: $tool is missing" >&2; exit 2; }
done
data=$(mktemp -d)
xorg= manager= app=
cleanup() {
  for process in $app $manager $xorg; do kill "$process" 2>/dev/null || true; done
  rm -rf "$data"
}
trap cleanup EXIT
cat >"$data/xorg.conf" <<'CONF'
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
EndSection
Section "Device"
  Identifier "dummy"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Screen"
  Identifier "screen"
  Device "dummy"
  DefaultDepth 24
EndSection
CONF
number=$(seq 70 89 | while read -r n; do [ -e "/tmp/.X$n-lock" ] || { echo "$n"; break; }; done)
Xorg ":$number" -config "$data/xorg.conf" -logfile "$data/xorg.log" -noreset -sharevts -novtswitch vt7 >/dev/null 2>&1 &
xorg=$!
export DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY
for _ in $(seq 100); do
  xrandr >/dev/null 2>&1 && break
  sleep 0.2
done
size=1024x768
xrandr --addmode DUMMY1 $size
xrandr --output DUMMY0 --mode $size --pos 0x0 --output DUMMY1 --mode $size --pos 1024x0
openbox >/dev/null 2>&1 &
manager=$!
sleep 1

# at X Y: where a window of 800 x 600 opens whose last place was X, Y; openbox adds its frame.
at() {
  echo "{\"window\": [800, 600], \"position\": [$1, $2]}" >"$data/settings.json"
  "$program" --data "$data" >"$data/program.log" 2>&1 &
  app=$!
  local window=
  for _ in $(seq 150); do
    window=$(xdotool search --onlyvisible --class muehle 2>/dev/null | tail -1) && [ -n "$window" ] && break
    kill -0 "$app" 2>/dev/null || { cat "$data/program.log" >&2; exit 1; }
    sleep 0.2
  done
  [ -n "$window" ] || { echo "monitors.sh: no window" >&2; exit 1; }
  sleep 4
  eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=')"
  kill "$app"
  wait "$app" 2>/dev/null || true
  app=
}
# opens LAST-X LEAST MOST: and X must be from LEAST to MOST.
opens() {
  at "$1" 80
  [ "$X" -ge "$2" ] && [ "$X" -le "$3" ] || { echo "monitors.sh: the place $1 becomes $X, $Y" >&2; exit 1; }
  echo "monitors.sh: $(xrandr --listmonitors | head -1 | tr '[:upper:]' '[:lower:]'), last place $1: opens at $X, $Y"
}
opens 1150 1145 1160   # on the second monitor
opens 600 595 610      # on both
opens 5000 1024 1260   # to the right of both
xrandr --output DUMMY1 --off
opens 1150 0 235       # its monitor is gone
opens 100 95 110
