#!/usr/bin/env bash
# Tests a Debian package in a clean root: installs it, starts it as a new user, plays a move in the window, has a fault,
# removes it, and compares the files before and after.
#
#   packaging/prove-deb.sh PACKAGE.deb [ROOT] [PICTURE.png]
#
# Needs root, debootstrap, Xvfb, xdotool, imagemagick, desktop-file-utils, appstream, man-db, shared-mime-info and
# libglib2.0-bin on this machine. Only the package and its dependencies go into the clean root. ROOT is created if it does not
# exist (Debian 12 from the usual mirror). More pictures lie beside PICTURE.
set -euo pipefail
package=$(realpath "$1")
root=${2:-/tmp/bookworm}
picture=${3:-/tmp/muehle-installed.png}
. "$(dirname "$0")/clean-root.sh"
need desktop-file-validate appstreamcli man update-mime-database gio
# All files except those a package may leave behind: lists and logs of the package tools, and users' files.
files() { (cd "$root" && find . -xdev -type f -not -path './var/*' -not -path './home/*' -not -path './tmp/*' \
  -not -path './proc/*' -not -path './sys/*' -not -path './dev/*' | sort); }
open_root
rm -rf "$root/home/anna/.local"

inside apt-get update -qq
inside apt-get purge -y -qq --autoremove muehle >/dev/null 2>&1 || true
files >"$work/before"
cp "$package" "$root/tmp/muehle.deb"
inside apt-get install -y -qq --no-install-recommends /tmp/muehle.deb >"$work/install" 2>&1 || { tail -5 "$work/install"; fail "installation failed"; }
echo "installed with $(grep -c '^Setting up' "$work/install") packages: $(inside dpkg-query -W -f '${Version}, ${Installed-Size} KB' muehle)"

# What the desktop reads: menu entry, description, file type, manual.
share=$root/usr/share
desktop-file-validate "$share/applications/muehle.desktop"
command=$(sed -n 's/^Exec=\([^ ]*\).*/\1/p' "$share/applications/muehle.desktop")
inside sh -c "command -v $command" >/dev/null || fail "the menu entry starts $command, which does not exist"
icon=$(sed -n 's/^Icon=//p' "$share/applications/muehle.desktop")
[ -n "$(find "$share/icons/hicolor" -name "$icon.*")" ] || fail "the menu entry has no icon"
appstreamcli validate-tree --no-net "$root" >"$work/appstream" || { cat "$work/appstream"; fail "AppStream"; }
types=$work/types
mkdir -p "$types/mime/packages"
cp /usr/share/mime/packages/freedesktop.org.xml "$share/mime/packages/muehle.xml" "$types/mime/packages"
XDG_DATA_HOME=$types update-mime-database "$types/mime"
printf '[Event "Club"]\n[Variant "Nine Men'"'"'s Morris"]\n\n1. d6 f4 *\n' >"$types/morris.pgn"
printf '[Event "Club"]\n[Site "Bonn"]\n\n1. e4 e5 *\n' >"$types/chess.pgn"
type_of() { XDG_DATA_HOME=$types XDG_DATA_DIRS=$types gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p'; }
for pair in morris:application/x-muehle-game chess:application/vnd.chess-pgn; do
  type=$(type_of "$types/${pair%%:*}.pgn")
  [ "$type" = "${pair##*:}" ] || fail "${pair%%:*}.pgn is taken for $type"
done
for page in "$share"/man/man1/muehle*.1.gz; do
  complaints=$(man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
  [ -z "$complaints" ] || fail "$page: $complaints"
done
echo "menu entry, AppStream, file type (a chess game stays one) and $(ls "$share"/man/man1/muehle*.1.gz | wc -l) manual pages are right"

as_anna "$command" --version | head -1
as_anna "$command" licences >"$log"
echo "it names $(as_anna "$command" --version | grep -c ' [0-9.]*[^ ]*: ') packages; their licences have $(wc -c <"$log") bytes"
as_anna "$command" perft 3 | tail -1
refuses "a display" "$command"

open_display
echo "first frame after $(start_time "$command")"
start_window "$command"
take "$picture"
press 492 227   # d6
sleep 3
stop_window
data=$root/home/anna/.local/share/muehle
grep -h "^1\." "$data"/journal-*.pgn || fail "the first move is not in the journal"
echo "started in a window, see $picture; the user's files: $(cd "$root/home/anna" && find . -path '*muehle*' -type f | tr '\n' ' ')"
rm -rf "$data"

# settings JSON: what Anna's settings are from now on; her games are forgotten.
settings() {
  rm -rf "$data"
  inside install -d -o anna "${data#"$root"}"
  echo "$1" >"$data/settings.json"
  inside chown anna "${data#"$root"}/settings.json"
}
beside() { echo "${picture%.png}-$1.png"; }

# The settings have a switch and a volume for the sounds of this package.
settings '{"language": "english"}'
start_window "$command"
press 232 18    # Settings
sleep 1
press 275 198   # Board and sound
sleep 2
take "$(beside sounds)"
stop_window
echo "switch and volume of the sounds: see $(beside sounds)"

# A place outside the screen, and a screen with twice as many pixels.
settings '{"language": "english", "window": [1000, 700], "position": [5000, 3000]}'
start_window "$command"
eval "$(on_display getwindowgeometry --shell "$window" | grep -E '^(X|Y|WIDTH|HEIGHT)=')"
[ $((X + WIDTH)) -le 1280 ] && [ $((Y + HEIGHT)) -le 860 ] || fail "the window is outside the screen: $X $Y $WIDTH $HEIGHT"
stop_window
settings '{"language": "english", "window": [640, 430]}'
start_window WINIT_X11_SCALE_FACTOR=2 "$command"
take "$(beside scaled)"
stop_window
echo "a place outside the screen becomes $X, $Y; with scale 2: see $(beside scaled)"

# A fault: a report with the names of functions, and at the next start the sentence and the game.
settings '{"language": "english", "seats": [{"name": "Anna", "kind": "human"}, {"name": "Bert", "kind": "human"}]}'
start_window MUEHLE_PANIC=window "$command"
press 492 227   # d6
code=0
wait "$app" || code=$?
app=
[ "$code" = 101 ] || fail "after a fault the exit code is $code"
report=$(ls "$data"/crash-*.txt) || fail "the fault left no report"
grep -q ' muehle::' "$report" || fail "the report names no function of the program"
! grep -q /home/anna "$report" || fail "the report names the user's folder"
start_window "$command"
take "$(beside after-fault)"
for _ in 1 2 3 4 5; do
  press 812 494   # Resume
  sleep 1
  press 689 423   # f4
  sleep 2
  grep -qs "^1\. d6 f4" "$data"/journal-*.pgn && break
done
stop_window
grep -qs "^1\. d6 f4" "$data"/journal-*.pgn || fail "the game was not offered again"
cp "$report" "${picture%.png}-report.txt"
echo "a fault leaves a report of $(wc -l <"$report") lines, see ${picture%.png}-report.txt and $(beside after-fault); the game went on"

inside apt-get purge -y -qq muehle >/dev/null 2>&1
inside apt-get autoremove -y -qq --purge >/dev/null 2>&1
files >"$work/after"
left=$(comm -13 "$work/before" "$work/after" | grep -i muehle || true)
[ -z "$left" ] || fail "left behind: $left"
echo "removed; files left by the package: 0, by its dependencies: $(comm -13 "$work/before" "$work/after" | wc -l)"
