#!/usr/bin/env bash
# Plays a whole game through AT-SPI, as a screen reader sees the window, and checks what a blind player would hear.
# Needs Debian's at-spi2-core, python3-gi, gir1.2-atspi-2.0, dbus, openbox and xvfb.
#
#   tests/atspi.sh [PROGRAM]      target/debug/muehle if none is named
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/debug/muehle}

missing=()
for tool in Xvfb:xvfb openbox:openbox dbus-run-session:dbus; do
  command -v "${tool%%:*}" >/dev/null || missing+=("${tool##*:}")
done
[ -x /usr/libexec/at-spi-bus-launcher ] || missing+=(at-spi2-core)
# Debian's own Python, because its packages belong to no other.
python=/usr/bin/python3
"$python" -c 'import gi; gi.require_version("Atspi", "2.0")' 2>/dev/null || missing+=(python3-gi gir1.2-atspi-2.0)
if [ ${#missing[@]} -gt 0 ]; then
  echo "atspi.sh: skipped (install ${missing[*]})"
  exit 0
fi
[ -x "$program" ] || { echo "atspi.sh: $program is not built" >&2; exit 2; }

data=$(mktemp -d)
xvfb= manager=
cleanup() {
  [ -z "$manager" ] || kill "$manager" 2>/dev/null || true
  [ -z "$xvfb" ] || kill "$xvfb" 2>/dev/null || true
  rm -rf "$data"
}
trap cleanup EXIT

# Xvfb chooses a free display and says which one.
Xvfb -displayfd 3 -screen 0 1280x860x24 >/dev/null 2>&1 3>"$data/display" &
xvfb=$!
for _ in $(seq 100); do
  [ -s "$data/display" ] && break
  sleep 0.1
done
[ -s "$data/display" ] || { echo "atspi.sh: no virtual display" >&2; exit 1; }
export DISPLAY=:$(cat "$data/display") LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY
openbox >/dev/null 2>&1 &
manager=$!

# A session bus of its own: no other program's windows are in the way. The bus and its helpers are talkative.
if ! timeout 120 dbus-run-session -- "$python" tests/atspi.py "$program" "$data" >"$data/output" 2>&1; then
  cat "$data/output" >&2
  exit 1
fi
grep '^atspi.py' "$data/output"
