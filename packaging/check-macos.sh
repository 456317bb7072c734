#!/usr/bin/env bash
# Checks on another system that the program compiles for macOS, as far as that is possible there: all Rust code, its own and
# that of libraries. C code (zstd) is compiled for this system instead, and nothing is linked or run.
#
#   packaging/check-macos.sh        needs: rustup target add aarch64-apple-darwin x86_64-apple-darwin
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# gcc does not know what a compiler of macOS is told.
cat >"$folder/cc" <<'SH'
#!/usr/bin/env bash
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
    -arch | -isysroot) shift 2 ;;
    -mmacosx-version-min=* | --target=*) shift ;;
    *) arguments+=("$1"); shift ;;
  esac
done
exec cc "${arguments[@]}"
SH
chmod +x "$folder/cc"
for target in aarch64-apple-darwin x86_64-apple-darwin; do
  env "CC_${target//-/_}=$folder/cc" cargo check --locked --target "$target"
done
