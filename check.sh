#!/usr/bin/env bash
# All checks a change must pass: formatting, tests, lints, documentation, a game in the real window (needs Xvfb and
# xdotool), and one through AT-SPI where its packages are installed. Sounds, Windows and the licences of everything it is built
# from are checked where the tools for that are installed. Cargo covers both packages; the checks after the tests share one
# set of checked dependencies.
set -euo pipefail
cd "$(dirname "$0")"

cargo fmt --check
cargo test --locked
cargo clippy --locked --all-targets -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps
if pkg-config --exists alsa 2>/dev/null; then
  cargo check --locked --features sound
else
  echo "check.sh: skipped the check of --features sound (install libasound2-dev and pkg-config)"
fi
windows=x86_64-pc-windows-gnu
if [ -d "$(rustc --print target-libdir --target $windows)" ] && command -v x86_64-w64-mingw32-gcc >/dev/null; then
  cargo check --locked --target $windows
else
  echo "check.sh: skipped the check for Windows (rustup target add $windows, and install gcc-mingw-w64-x86-64)"
fi
if command -v cargo-deny >/dev/null; then
  # It looks at the packages of every system, also at those this one did not have to download.
  cargo fetch --locked
  cargo deny --locked --offline check bans licenses sources
else
  echo "check.sh: skipped the check of licences and sources (cargo install cargo-deny)"
fi
tests/window.sh
tests/atspi.sh
tests/orca.sh
