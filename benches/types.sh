#!/usr/bin/env bash
# Measures what the types of openapi-to-rust lose of the JSON bodies and responses in a run of `wire.sh`, as the table of
# `docs/compare.md`:
#
#     cargo install openapi-to-rust --version 0.23.0
#     benches/wire.sh package/api 5 4 RESULTS
#     benches/types.sh RESULTS
#
# The run has called the client of this crate. Here, the types of openapi-to-rust are tried: each value about which prism has no
# complaints is decoded into the type that a method takes or returns for it, and encoded again. Requires node. The outcome of each value
# is written to RESULTS.
set -euo pipefail
results=$(realpath "$1")
cd "$(dirname "$0")/wire"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$work/target} CARGO_INCREMENTAL=0
package=$work/package compared=()

# Builds the program that tries the values of a result.
build() {
    rm -rf "$package/src" && mkdir -p "$package/src"
    timeout 60 openapi-to-rust generate "$1/document.json" --output-dir "$package/src/api" --bindings-metadata bindings.json --quiet || return
    node types.js program "$1" "$package" || return
    {
        printf '[workspace]\n[package]\nname = "wire-types"\nversion = "0.0.0"\nedition = "2024"\n[profile.dev]\ndebug = 0\n'
        cat "$package/src/api/REQUIRED_DEPS.toml"
    } >"$package/Cargo.toml"
    (cd "$package" && cargo build --quiet)
}

for result in "$results"/*/; do
    if ! build "$result" >"$work/error" 2>&1 </dev/null; then
        echo "$(cat "$result/document"): not compared: $(grep -m 1 -i error "$work/error")" >&2
        continue
    fi
    "$CARGO_TARGET_DIR/debug/wire-types" <"$package/lines" >"$result/theirs" || true
    compared+=("$result")
done
node types.js report "${compared[@]}"
