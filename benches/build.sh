#!/usr/bin/env bash
# CPU seconds of building the crate alone, its dependencies built: all tags of a document, and one of them. The document
# is the vendored one and, to compare, that of the argument, which is tried out in a copy. What is measured is what is
# committed.
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

# The tag of a document that is built alone: that of the argument, or its first.
declare -A tag
for document in "${documents[@]}"; do
    tag[$document]=$(sed -n '/^all-tags = \[$/,/^\]$/s/^    "\(.*\)",$/\1/p' "$copy/$document/Cargo.toml" | head -1)
done
tag[${documents[-1]}]=${2:-${tag[${documents[-1]}]}}

build() {
    # cargo does not tell copies of a workspace apart in one folder.
    cargo build --quiet --manifest-path "$copy/$1/Cargo.toml" --target-dir "$copy/target-$1" --package monitoring-service \
        --no-default-features --features "rustls,$2"
}

# The CPU seconds of a command.
cpu() {
    local TIMEFORMAT='%U %S'
    { { time "$@" 2>&3; } 2>&1 | awk '{ print $1 + $2 }'; } 3>&2
}

# A line of the table: a build with the features `$2`, after a change of the file `$3`. `tag` stands for a feature.
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
