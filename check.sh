#!/usr/bin/env bash
# All checks of a change: formatting, tests, lints, and a game in the real window (needs Xvfb and xdotool).
set -euo pipefail
cd "$(dirname "$0")"

cargo fmt --check
cargo test
cargo clippy --all-targets -- -D warnings
tests/window.sh
