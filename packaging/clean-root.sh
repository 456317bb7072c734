# For prove-deb.sh and prove-archive.sh: a clean Debian with a new user, and a window in it on a virtual display. Sourced, with
# `root` and `picture` set. Needs root, debootstrap, Xvfb, xdotool and imagemagick on this machine.
name=$(basename "$0")
fail() { echo "$name: $*" >&2; exit 1; }
need() { for tool in "$@"; do command -v "$tool" >/dev/null || fail "$tool is missing"; done; }

work=$(mktemp -d)
log=$work/log
display= app= xvfb= window=
cleanup() {
  for process in $app $xvfb; do kill "$process" 2>/dev/null || true; done
  umount "$root/tmp/.X11-unix" "$root/proc" 2>/dev/null || true
  rm -rf "$work"
}

# Makes the root unless it exists (Debian 12 from the usual mirror), and the user Anna.
open_root() {
  need debootstrap Xvfb xdotool import
  [ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase bookworm "$root" >/dev/null
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  trap cleanup EXIT
  mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
  inside id anna >/dev/null 2>&1 || inside useradd --create-home anna
}
inside() { DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 chroot "$root" "$@"; }
as_anna() {
  chroot --userspec=anna "$root" env -i HOME=/home/anna LANG=de_DE.UTF-8 PATH=/usr/bin:/bin ${display:+DISPLAY="$display"} \
    LIBGL_ALWAYS_SOFTWARE=1 "$@"
}

# refuses WHAT PROGRAM: the program says in one line why there is no window, and exits with code 1.
refuses() {
  local said code=0
  said=$(as_anna "$2" 2>&1) || code=$?
  [ "$code" = 1 ] && [ "$(wc -l <<<"$said")" = 1 ] || fail "without $1 the exit code is $code: $said"
  echo "without $1: $said"
}

open_display() {
  local number
  number=$(seq 120 199 | while read -r n; do [ -e "/tmp/.X$n-lock" ] || { echo "$n"; break; }; done)
  Xvfb ":$number" -screen 0 1280x860x24 -noreset >/dev/null 2>&1 &
  xvfb=$! display=:$number
  for _ in $(seq 50); do
    DISPLAY=$display xdotool getdisplaygeometry >/dev/null 2>&1 && break
    sleep 0.2
  done
  mkdir -p "$root/tmp/.X11-unix"
  mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
}

# start_window [NAME=VALUE…] PROGRAM: as Anna, and waits until the window is there.
start_window() {
  as_anna env "$@" >"$log" 2>&1 &
  app=$! window=
  for _ in $(seq 150); do
    kill -0 "$app" 2>/dev/null || { cat "$log"; fail "the program ended"; }
    window=$(on_display search --onlyvisible --class muehle 2>/dev/null | head -1) && [ -n "$window" ] && break
    sleep 0.2
  done
  [ -n "$window" ] || fail "no window"
  sleep 3
  on_display windowfocus "$window" 2>/dev/null || true
}
stop_window() {
  kill "$app"
  wait "$app" 2>/dev/null || true
  app=
}
on_display() { DISPLAY=$display xdotool "$@"; }
press() { on_display mousemove "$1" "$2" sleep 0.3 mousedown 1 sleep 0.15 mouseup 1 sleep 0.5; }
# take PICTURE.png: what is on the display.
take() { DISPLAY=$display import -window root "$1"; }
# The first frame of three starts.
start_time() {
  for _ in 1 2 3; do as_anna "$1" bench window 2>/dev/null | sed -n 's/^first frame after *//p'; done | paste -sd, | sed 's/,/, /g'
}
