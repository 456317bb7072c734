#!/usr/bin/env bash
# Builds the Windows program on Debian, packs it, and tests it under wine on a virtual display.
#
#   packaging/windows.sh [--no-test] [PICTURE.png]
#
# Needs the Rust target x86_64-pc-windows-gnu, and from Debian gcc-mingw-w64-x86-64 and zip; the test also wine, wine64, xvfb,
# xdotool and imagemagick. Result: target/windows/muehle-VERSION-windows.zip. What wine cannot show: docs/platforms.md.
set -euo pipefail
cd "$(dirname "$0")/.."
test=yes
if [ "${1:-}" = --no-test ]; then test=; shift; fi
picture=${1:-/tmp/muehle-windows.png}
target=${CARGO_TARGET_DIR:-target}

fail() { echo "windows.sh: $*" >&2; exit 1; }
need() { for tool in "$@"; do command -v "$tool" >/dev/null || fail "$tool is missing"; done; }
need cargo x86_64-w64-mingw32-gcc x86_64-w64-mingw32-windres zip

cargo build --locked --release --target x86_64-pc-windows-gnu --features sound
exe=$target/x86_64-pc-windows-gnu/release/muehle.exe
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
folder=$target/windows/muehle-$version
rm -rf "$target/windows" && mkdir -p "$folder"
cp "$exe" README.md LICENSE CHANGELOG.md "$folder"
# The notices that `muehle licences` prints are made by the build.
notices=$(ls -t "$target"/x86_64-pc-windows-gnu/release/build/muehle-*/out/licences.txt | head -1)
cat "$(dirname "$notices")/packages.txt" "$notices" >"$folder/LICENCES.txt"
archive=$(realpath "$target/windows")/muehle-$version-windows.zip
(cd "$target/windows" && zip -qr "$archive" "muehle-$version")
echo "$archive: $(stat -c %s "$archive") bytes; muehle.exe: $(stat -c %s "$folder/muehle.exe") bytes"
[ -n "$test" ] || exit 0

need wine Xvfb xdotool import unzip
work=$(mktemp -d)
xvfb= app=
cleanup() {
  [ -z "$app" ] || kill "$app" 2>/dev/null || true
  WINEPREFIX="$work/prefix" wineserver -k 2>/dev/null || true
  [ -z "$xvfb" ] || kill "$xvfb" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
# As a user unpacks it, below a folder with a blank in its name, without data folders beside the program.
mkdir "$work/New folder"
unzip -q "$archive" -d "$work/New folder"
program="$work/New folder/muehle-$version/muehle.exe"
# Debian's wine 8 lacks this library of Windows; it is not part of the archive.
cat >"$work/prng.c" <<'C'
#include <stddef.h>
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *buffer, size_t length) {
    return SystemFunction036(buffer, (unsigned long)length);
}
C
x86_64-w64-mingw32-gcc -shared -o "$(dirname "$program")/bcryptprimitives.dll" "$work/prng.c" -ladvapi32

export WINEPREFIX=$work/prefix WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=;bcryptprimitives=n" LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY
for number in $(seq 191 291); do
  [ -e "/tmp/.X$number-lock" ] && continue
  Xvfb ":$number" -screen 0 1280x860x24 -noreset >/dev/null 2>&1 &
  xvfb=$!
  sleep 1
  kill -0 "$xvfb" 2>/dev/null && { export DISPLAY=:$number; break; }
done
wine wineboot -i >/dev/null 2>&1 || fail "wine does not start"

[ "$(wine "$program" perft 5 --rules any | tr -d '\r' | tail -1)" = "5 5140800" ] || fail "perft 5 is wrong"
echo "perft 5: 5140800 leaves"

data=$work/tables
count() { wine "$program" --data "Z:$data" endgame info --csv --rules never 2>/dev/null | tr -d '\r' | grep "^$1,"; }
# Killed while it builds nine stones, then resumed.
wine "$program" --data "Z:$data" endgame build --stones 9 --rules never >/dev/null 2>&1 &
builder=$!
for _ in $(seq 600); do
  [ -e "$data/endgame/never-6-3.mtb" ] && break
  kill -0 "$builder" 2>/dev/null || break
  sleep 0.1
done
kill -9 "$builder" 2>/dev/null || true
wait "$builder" 2>/dev/null || true
built=$(find "$data" -name '*.mtb' | wc -l)
wine "$program" --data "Z:$data" endgame build --stones 9 --rules never >/dev/null 2>&1 || fail "the build does not resume"
[ "$(count 4,4)" = "4,4,3225597,159,29,3225409,9" ] || fail "the counts of 4-4 are wrong: $(count 4,4)"
[ "$(count 5,4)" = "5,4,10310496,9889,8,10300599,29" ] || fail "the counts of 5-4 are wrong: $(count 5,4)"
wine "$program" --data "Z:$data" endgame verify --stones 9 --sample 2000 --rules never >/dev/null 2>&1 || fail "the tables do not verify"
echo "endgame: killed with $built tables, resumed, counts of 4-4 and 5-4 are right, tables verified"

wine "$program" >"$work/program.log" 2>&1 &
app=$!
window=
for _ in $(seq 300); do
  window=$(xdotool search --onlyvisible --name 'hle' 2>/dev/null | head -1) && [ -n "$window" ] && break
  sleep 0.2
done
[ -n "$window" ] || fail "no window"
sleep 6
import -window root "$picture"
eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=')"
xdotool mousemove $((X + 492)) $((Y + 227)) sleep 0.3 mousedown 1 sleep 0.15 mouseup 1
journal=
for _ in $(seq 50); do
  journal=$(grep -rl '^1\. ' "$WINEPREFIX/drive_c/users" --include='journal-*.pgn' 2>/dev/null | head -1) && [ -n "$journal" ] && break
  sleep 0.2
done
[ -n "$journal" ] || fail "the first move is not in the journal; see $picture"
echo "window: see $picture; $(grep '^1\. ' "$journal") in ${journal#"$WINEPREFIX/"}"
