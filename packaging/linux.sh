#!/usr/bin/env bash
# Builds the Linux packages: the Debian package and a portable archive whose folders lie beside the program.
#
#   packaging/linux.sh
#
# Needs libasound2-dev, pkg-config and cargo-deb (cargo install cargo-deb); appstreamcli and desktop-file-validate check the
# descriptions where they are installed. Results: target/debian/*.deb and target/linux/muehle-VERSION-linux.tar.gz.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
if command -v appstreamcli >/dev/null; then appstreamcli validate --no-net packaging/muehle.metainfo.xml; fi
if command -v desktop-file-validate >/dev/null; then desktop-file-validate packaging/muehle.desktop; fi

pages() { # manual pages of a program, compressed as Debian wants them
  rm -rf "$target/man"
  "$target/release/muehle" man "$target/man"
  gzip -9n "$target"/man/*.1
}

# The portable program has no sounds: it must start where no sound library is installed.
cargo build --locked --release
pages
folder=$target/linux/muehle-$version
rm -rf "$target/linux" && mkdir -p "$folder/man" "$folder/saves"
install -m 755 "$target/release/muehle" "$folder"
cp README.md LICENSE CHANGELOG.md packaging/muehle.desktop assets/icon/muehle.svg "$folder"
cp "$target"/man/*.gz "$folder/man"
"$target/release/muehle" licences >"$folder/LICENCES.txt"
# The small tables are inside the program; the folder is for larger ones.
git ls-files heuristics endgame/README.md saves | tar -cf - -T - | tar -xf - -C "$folder"
tar -C "$target/linux" -czf "$target/linux/muehle-$version-linux.tar.gz" "muehle-$version"

cargo build --locked --release --features sound
pages
# The names of functions stay in the program, for reports of faults.
cargo deb --no-build --no-strip
ls -l "$target"/linux/*.tar.gz "$target"/debian/*.deb
