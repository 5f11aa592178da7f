#!/usr/bin/env bash
# Measures the CPU seconds of building only this crate, after its dependencies were built: with all tags of a document, and with one
# tag. The documents are the vendored one and, for comparison, the one in the argument, for which a copy is used. The last commit is
# measured.
#
#   benches/build.sh [openapi.json] [feature of a tag]
set -euo pipefail
cd "$(dirname "$0")/.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
documents=(vendored)
git clone --quiet . "$copy/vendored"
if [ -n "${1:-}" ]; then
    documents+=(other)
    git clone --quiet . "$copy/other"
    cp "$1" "$copy/other/openapi.json"
    echo '{}' >"$copy/other/names.json"
    (cd "$copy/other" && cargo run --quiet --target-dir "$copy/target-other" --package xtask -- public-api --accept-breaking)
fi
export CARGO_INCREMENTAL=0

# The tag of each document that is built alone: the tag in the argument, or else the first one.
declare -A tag
for document in "${documents[@]}"; do
    tag[$document]=$(sed -n '/^all-tags = \[$/,/^\]$/s/^    "\(.*\)",$/\1/p' "$copy/$document/Cargo.toml" | head -1)
done
tag[${documents[-1]}]=${2:-${tag[${documents[-1]}]}}

build() {
    # In one target folder, cargo would confuse the copies of the workspace.
    cargo build --quiet --manifest-path "$copy/$1/Cargo.toml" --target-dir "$copy/target-$1" --package monitoring-service \
        --no-default-features --features "rustls,$2"
}

# Prints the CPU seconds of a command.
cpu() {
    local TIMEFORMAT='%U %S'
    { { time "$@" 2>&3; } 2>&1 | awk '{ print $1 + $2 }'; } 3>&2
}

# Prints a line of the table: a build with the features `$2` after a change of the file `$3`. In the features, `tag` is replaced by the
# feature of the tag.
measure() {
    local document features seconds=()
    for document in "${documents[@]}"; do
        features=${2/#tag/${tag[$document]}}
        build "$document" "$features"
        touch "$copy/$document/$3"
        seconds+=("$(cpu build "$document" "$features")")
    done
    echo "${seconds[@]}" | awk -v name="$1" '{ printf "%-56s %10.1f", name, $1; if (NF > 1) printf "%10.1f %10.2f", $2, $2 / $1; print "" }'
}

for round in 1 2; do
    printf '%-56s %10s%s\n' "round $round" vendored "${1:+     other      ratio}"
    measure "all tags, after a change of src/" all-tags,generate src/lib.rs
    measure "all tags, after a change of the document" all-tags,generate openapi.json
    measure "all tags, without generate, after a change of src/" all-tags src/lib.rs
    measure "one tag, after a change of src/" tag,generate src/lib.rs
    measure "one tag, after a change of the document" tag,generate openapi.json
    measure "one tag, without generate, after a change of src/" tag src/lib.rs
    measure "all tags, after a change of the runtime" all-tags,generate crates/perennial/src/lib.rs
    measure "nothing changed" all-tags,generate Cargo.lock
done
