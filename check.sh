#!/usr/bin/env bash
# All checks a change must pass: formatting, tests, lints, documentation, a game in the real window (needs Xvfb and
# xdotool), and one through AT-SPI where its packages are installed. Cargo covers both packages; the checks after the
# tests share one set of checked dependencies.
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
tests/window.sh
tests/atspi.sh
tests/orca.sh
