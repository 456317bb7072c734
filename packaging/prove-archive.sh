#!/usr/bin/env bash
# Tests the portable archive in a clean root: unpacks it as a new user, with nothing installed but the libraries of the
# display, runs a command, plays a move in the window, and looks for everything beside the program.
#
#   packaging/prove-archive.sh ARCHIVE.tar.gz [ROOT] [PICTURE.png]
#
# Needs root, debootstrap, Xvfb, xdotool and imagemagick on this machine. ROOT is created (Debian 12 from the usual mirror); the
# sentences about missing libraries are tried only in a new one.
set -euo pipefail
archive=$(realpath "$1")
root=${2:-/tmp/bookworm-portable}
picture=${3:-/tmp/muehle-portable.png}
. "$(dirname "$0")/clean-root.sh"
open_root
rm -rf "$root"/home/anna/muehle-* "$root/home/anna/.local"
tar -C "$root/home/anna" -xzf "$archive"
inside chown -R anna /home/anna
folder=$(cd "$root/home/anna" && echo muehle-*)
program=/home/anna/$folder/muehle

# Without a display and without its libraries everything but the window works.
as_anna "$program" -V
as_anna "$program" perft 3 | tail -1
refuses "a display" "$program"
open_display
if [ ! -e "$root/usr/lib/x86_64-linux-gnu/libX11.so.6" ]; then
  refuses "the libraries" "$program"
fi
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 >/dev/null 2>&1
if [ ! -e "$root/usr/lib/x86_64-linux-gnu/libGL.so.1" ]; then
  refuses OpenGL "$program"
fi
inside apt-get install -y -qq --no-install-recommends libgl1 libegl1 libgl1-mesa-dri >/dev/null 2>&1

echo "first frame after $(start_time "$program")"
start_window "$program"
take "$picture"
press 492 227   # d6
sleep 3
stop_window
# The folders beside the program are its data folder.
grep -h "^1\." "$root/home/anna/$folder"/journal-*.pgn || fail "the first move is not in a journal beside the program"
[ ! -e "$root/home/anna/.local/share/muehle" ] || fail "the program wrote outside its folder"
echo "played in a window, see $picture; beside the program: $(cd "$root/home/anna/$folder" && find . -newer muehle -maxdepth 1 -type f | sort | tr '\n' ' ')"
