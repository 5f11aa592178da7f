#!/usr/bin/env bash
# CPU seconds of building the crate alone, its dependencies built: all tags of a document, and one of them. The document
# is the vendored one, or that of the argument, which is tried out in a copy.
#
#   benches/build.sh [openapi.json] [feature of a tag]
set -euo pipefail
cd "$(dirname "$0")/.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git clone --quiet . "$copy/repository"
if [ -n "${1:-}" ]; then
    cp "$1" "$copy/repository/openapi.json"
    echo '{}' >"$copy/repository/former-names.json"
    cargo run --quiet --package xtask -- public-api --workspace "$copy/repository"
fi
cd "$copy/repository"
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR="$copy/target"
tag=${2:-$(sed -n '/^all-tags = \[$/,/^\]$/s/^    "\(.*\)",$/\1/p' Cargo.toml | head -1)}

measure() {
    local name=$1 changed=$2 cpu
    shift 2
    cargo build --quiet --package monitoring-service "$@"
    touch "$changed"
    cpu=$( (TIMEFORMAT='%U %S'; time cargo build --quiet --package monitoring-service "$@") 2>&1 | awk '{ print $1 + $2 }')
    printf '%-50s %8.1f\n' "$name" "$cpu"
}

for round in 1 2; do
    echo "round $round"
    measure "all tags, after a change in src/" src/lib.rs
    measure "all tags, after a change of the document" openapi.json
    measure "$tag, after a change in src/" src/lib.rs --no-default-features --features "generate,rustls,$tag"
    measure "$tag, after a change of the document" openapi.json --no-default-features --features "generate,rustls,$tag"
    measure "nothing changed" Cargo.lock
done
