#!/usr/bin/env bash
# Tests a Debian package in a clean root: installs it, starts it as a new user, plays a move in the window, removes it, and
# compares the files before and after.
#
#   packaging/prove-deb.sh PACKAGE.deb [ROOT] [PICTURE.png]
#
# Needs root, debootstrap, Xvfb, xdotool, imagemagick and desktop-file-utils on this machine. Only the package and its
# dependencies go into the clean root. ROOT is created if it does not exist (Debian 12 from the usual mirror).
set -euo pipefail
package=$(realpath "$1")
root=${2:-/tmp/bookworm}
picture=${3:-/tmp/muehle-installed.png}

fail() { echo "prove-deb.sh: $*" >&2; exit 1; }
for tool in debootstrap Xvfb xdotool import desktop-file-validate; do
  command -v "$tool" >/dev/null || fail "$tool is missing"
done
[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase bookworm "$root" >/dev/null
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
inside() { DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 chroot "$root" "$@"; }
# All files except those a package may leave behind: lists and logs of the package tools, and users' files.
files() { (cd "$root" && find . -xdev -type f -not -path './var/*' -not -path './home/*' -not -path './tmp/*' \
  -not -path './proc/*' -not -path './sys/*' -not -path './dev/*' | sort); }

app= xvfb=
cleanup() {
  [ -z "$app" ] || kill "$app" 2>/dev/null || true
  [ -z "$xvfb" ] || kill "$xvfb" 2>/dev/null || true
  umount "$root/tmp/.X11-unix" "$root/proc" 2>/dev/null || true
}
trap cleanup EXIT
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"

inside apt-get update -qq
inside id anna >/dev/null 2>&1 || inside useradd --create-home anna
files >/tmp/muehle-before.txt
cp "$package" "$root/tmp/muehle.deb"
inside apt-get install -y -qq --no-install-recommends /tmp/muehle.deb >/tmp/muehle-install.log 2>&1 || { tail -5 /tmp/muehle-install.log; fail "installation failed"; }
echo "installed with $(grep -c '^Setting up' /tmp/muehle-install.log) packages: $(inside dpkg-query -W -f '${Version}, ${Installed-Size} KB' muehle)"
desktop-file-validate "$root/usr/share/applications/muehle.desktop"
command=$(sed -n 's/^Exec=\([^ ]*\).*/\1/p' "$root/usr/share/applications/muehle.desktop")
inside sh -c "command -v $command" >/dev/null || fail "the menu entry starts $command, which does not exist"
icon=$(sed -n 's/^Icon=//p' "$root/usr/share/applications/muehle.desktop")
[ -n "$(find "$root/usr/share/icons/hicolor" -name "$icon.*")" ] || fail "the menu entry has no icon"
inside "$command" perft 3 | tail -1

number=$(seq 120 160 | while read -r n; do [ -e "/tmp/.X$n-lock" ] || { echo "$n"; break; }; done)
Xvfb ":$number" -screen 0 1280x860x24 >/dev/null 2>&1 &
xvfb=$!
sleep 2
mkdir -p "$root/tmp/.X11-unix"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
chroot --userspec=anna "$root" env -i HOME=/home/anna LANG=de_DE.UTF-8 PATH=/usr/bin:/bin DISPLAY=":$number" \
  LIBGL_ALWAYS_SOFTWARE=1 "$command" >/tmp/muehle-run.log 2>&1 &
app=$!
window=
for _ in $(seq 100); do
  kill -0 "$app" 2>/dev/null || { cat /tmp/muehle-run.log; fail "the program ended"; }
  window=$(DISPLAY=:$number xdotool search --onlyvisible --class muehle 2>/dev/null | head -1) && [ -n "$window" ] && break
  sleep 0.2
done
[ -n "$window" ] || fail "no window"
sleep 3
DISPLAY=:$number import -window root "$picture"
DISPLAY=:$number xdotool mousemove 464 227 sleep 0.3 mousedown 1 sleep 0.15 mouseup 1
sleep 3
kill "$app"
wait "$app" 2>/dev/null || true
app=
find "$root/home/anna" -name 'journal-*.pgn' -exec grep -h "^1\." {} + || fail "the first move is not in the journal"
echo "started in a window, see $picture; the user's files: $(cd "$root/home/anna" && find . -path '*muehle*' -type f | tr '\n' ' ')"

inside apt-get purge -y -qq muehle >/dev/null 2>&1
inside apt-get autoremove -y -qq --purge >/dev/null 2>&1
files >/tmp/muehle-after.txt
left=$(comm -13 /tmp/muehle-before.txt /tmp/muehle-after.txt | grep -i muehle || true)
[ -z "$left" ] || fail "left behind: $left"
echo "removed; files left by the package: 0, by its dependencies: $(comm -13 /tmp/muehle-before.txt /tmp/muehle-after.txt | wc -l)"
