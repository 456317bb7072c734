#!/usr/bin/env bash
# Makes Mühle.app from a program built for macOS.
#
#   packaging/macos.sh PROGRAM FOLDER
#
# PROGRAM is target/release/muehle, built on a Mac. Elsewhere the script runs too, but nothing starts the result. On a Mac the
# bundle is signed for this machine only; distributing it needs a developer's signature.
set -euo pipefail
program=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
bundle=$folder/Mühle.app
rm -rf "$bundle"
mkdir -p "$bundle/Contents/MacOS" "$bundle/Contents/Resources"
install -m 755 "$program" "$bundle/Contents/MacOS/muehle"
cp packaging/muehle.icns "$bundle/Contents/Resources/muehle.icns"
sed "s/@VERSION@/$version/g" packaging/Info.plist >"$bundle/Contents/Info.plist"
printf 'APPL????' >"$bundle/Contents/PkgInfo"
if command -v codesign >/dev/null; then codesign --force --sign - "$bundle"; fi
echo "$bundle"
