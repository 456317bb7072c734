#!/usr/bin/env bash
# Tests the portable archive in a clean root: unpacks it as a new user, with nothing installed but the libraries of the
# display, runs a command, plays a move in the window, and looks for everything beside the program.
#
#   packaging/prove-archive.sh ARCHIVE.tar.gz [ROOT] [PICTURE.png]
#
# Needs root, debootstrap, Xvfb, xdotool and imagemagick on this machine. ROOT is created if it does not exist (Debian 12 from
# the usual mirror).
set -euo pipefail
archive=$(realpath "$1")
root=${2:-/tmp/bookworm-portable}
picture=${3:-/tmp/muehle-portable.png}

fail() { echo "prove-archive.sh: $*" >&2; exit 1; }
for tool in debootstrap Xvfb xdotool import; do
  command -v "$tool" >/dev/null || fail "$tool is missing"
done
[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase bookworm "$root" >/dev/null
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
inside() { DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 chroot "$root" "$@"; }
as_anna() {
  chroot --userspec=anna "$root" env -i HOME=/home/anna LANG=de_DE.UTF-8 PATH=/usr/bin:/bin DISPLAY="${display:-}" \
    LIBGL_ALWAYS_SOFTWARE=1 "$@"
}

app= xvfb=
cleanup() {
  for process in $app $xvfb; do kill "$process" 2>/dev/null || true; done
  umount "$root/tmp/.X11-unix" "$root/proc" 2>/dev/null || true
}
trap cleanup EXIT
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
inside id anna >/dev/null 2>&1 || inside useradd --create-home anna
rm -rf "$root"/home/anna/muehle-*
tar -C "$root/home/anna" -xzf "$archive"
inside chown -R anna /home/anna
folder=$(cd "$root/home/anna" && echo muehle-*)
program=/home/anna/$folder/muehle

# Without a display and without its libraries everything but the window works.
as_anna "$program" -V
as_anna "$program" perft 3 | tail -1
said=$(as_anna env -u DISPLAY "$program" 2>&1) && fail "a window without a display"
echo "without a display: $said"
number=$(seq 161 199 | while read -r n; do [ -e "/tmp/.X$n-lock" ] || { echo "$n"; break; }; done)
Xvfb ":$number" -screen 0 1280x860x24 >/dev/null 2>&1 &
xvfb=$! display=:$number
sleep 2
mkdir -p "$root/tmp/.X11-unix"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
if [ ! -e "$root/usr/lib/x86_64-linux-gnu/libX11.so.6" ]; then
  said=$(as_anna "$program" 2>&1) && fail "a window without its libraries"
  echo "without the libraries: $said"
fi
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 >/dev/null 2>&1
if [ ! -e "$root/usr/lib/x86_64-linux-gnu/libGL.so.1" ]; then
  said=$(as_anna "$program" 2>&1) && fail "a window without OpenGL"
  echo "without OpenGL: $said"
fi
inside apt-get install -y -qq --no-install-recommends libgl1 libegl1 libgl1-mesa-dri >/dev/null 2>&1

as_anna "$program" >/tmp/muehle-run.log 2>&1 &
app=$!
window=
for _ in $(seq 100); do
  kill -0 "$app" 2>/dev/null || { cat /tmp/muehle-run.log; fail "the program ended"; }
  window=$(DISPLAY=$display xdotool search --onlyvisible --class muehle 2>/dev/null | head -1) && [ -n "$window" ] && break
  sleep 0.2
done
[ -n "$window" ] || fail "no window"
sleep 3
DISPLAY=$display import -window root "$picture"
DISPLAY=$display xdotool mousemove 492 227 sleep 0.3 mousedown 1 sleep 0.15 mouseup 1
sleep 3
kill "$app"
wait "$app" 2>/dev/null || true
app=
# The folders beside the program are its data folder.
grep -h "^1\." "$root/home/anna/$folder"/journal-*.pgn || fail "the first move is not in a journal beside the program"
[ ! -e "$root/home/anna/.local/share/muehle" ] || fail "the program wrote outside its folder"
echo "played in a window, see $picture; beside the program: $(cd "$root/home/anna/$folder" && find . -newer muehle -maxdepth 1 -type f | sort | tr '\n' ' ')"
