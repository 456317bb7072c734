#!/usr/bin/env bash
# Plays a few moves in the real window while the screen reader Orca runs, and checks what Orca says, from its debug file.
# Needs Debian's orca, at-spi2-core, python3-gi, gir1.2-atspi-2.0, dbus, openbox and xvfb. Nothing is heard.
#
#   tests/orca.sh [PROGRAM]      target/debug/muehle if none is named
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/debug/muehle}

for tool in orca Xvfb openbox dbus-run-session; do
  command -v "$tool" >/dev/null || { echo "orca.sh: skipped (no $tool)"; exit 0; }
done
[ -x "$program" ] || { echo "orca.sh: $program is not built" >&2; exit 2; }

data=$(mktemp -d)
xvfb= manager=
cleanup() {
  [ -z "$manager" ] || kill "$manager" 2>/dev/null || true
  [ -z "$xvfb" ] || kill "$xvfb" 2>/dev/null || true
  rm -rf "$data"
}
trap cleanup EXIT

Xvfb -displayfd 3 -screen 0 1280x860x24 >/dev/null 2>&1 3>"$data/display" &
xvfb=$!
for _ in $(seq 100); do
  [ -s "$data/display" ] && break
  sleep 0.1
done
[ -s "$data/display" ] || { echo "orca.sh: no virtual display" >&2; exit 1; }
export DISPLAY=:$(cat "$data/display") LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY
# Orca keeps its settings in a home of its own, and the language of the machine does not matter.
export HOME=$data/home XDG_DATA_HOME=$data/home/share LC_ALL=C.UTF-8
mkdir -p "$XDG_DATA_HOME"
openbox >/dev/null 2>&1 &
manager=$!

if ! timeout 180 dbus-run-session -- /usr/bin/python3 tests/orca.py "$program" "$data" >"$data/output" 2>&1; then
  cat "$data/output" >&2
  exit 1
fi
grep '^orca.py' "$data/output"
