#!/usr/bin/env bash
# Tries the parsers of outside data with damaged inputs for a long time; docs/fuzzing.md says more.
#
#   fuzz/run.sh SECONDS [PARSER…]
#
# Without names all parsers are tried, one after the other. The inputs in fuzz/corpus are the beginning. What leads to new
# paths through the program is kept in fuzz/found, and what breaks it in fuzz/artifacts (both are ignored by git). Needs
# cargo-fuzz and g++.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:?how many seconds per parser}
shift
# The compiler's release can do what cargo-fuzz asks for, if it is allowed to.
export RUSTC_BOOTSTRAP=1
names() { find "$1/fuzz_targets" -name '*.rs' -exec basename {} .rs \; | sort; }
[ $# -gt 0 ] || set -- $(names .) $(names program)
failed=()
for parser in "$@"; do
  folder=.
  [ -e "fuzz_targets/$parser.rs" ] || folder=program
  mkdir -p "found/$parser" "artifacts/$parser"
  echo "== $parser"
  # One input may take ten seconds and two gigabytes: anything more is a fault too.
  cargo fuzz run --fuzz-dir "$folder" --release --debug-assertions --target-dir "${CARGO_TARGET_DIR:-$PWD/target}/fuzz" \
    "$parser" "$PWD/found/$parser" "$PWD/corpus/$parser" -- -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -artifact_prefix="$PWD/artifacts/$parser/" -print_final_stats=1 || failed+=("$parser")
done
[ ${#failed[@]} -eq 0 ] || { echo "fuzz/run.sh: faults in ${failed[*]}, see fuzz/artifacts" >&2; exit 1; }
