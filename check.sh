#!/usr/bin/env bash
# All checks of a change: tests, formatting, lints. `.ci/run` runs exactly this.
set -euo pipefail
cd "$(dirname "$0")"

cargo fmt --check
cargo test
cargo clippy --all-targets -- -D warnings
