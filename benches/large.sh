#!/usr/bin/env bash
# Measures the cost of clients of documents at another commit and at this one, as the rows of a table. Only committed code is measured.
#
#     benches/large.sh COMMIT DOCUMENT[=FEATURE,…] …
#
# A client is compiled with all tags unless features of tags are named. Measures CPU seconds and the peak of memory in the dev profile:
# of the build script, which runs the generator, and of `cargo check` of the client, after its dependencies were built and its code was
# generated.
set -euo pipefail
base=$1 documents=("${@:2}")
for index in "${!documents[@]}"; do documents[index]=$(realpath "${documents[index]%%=*}")${documents[index]#"${documents[index]%%=*}"}; done
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'for of in base this; do git worktree remove --force "$work/$of" || true; done 2>/dev/null; rm -rf "$work"' EXIT
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target/large} CARGO_INCREMENTAL=0
cargo build --quiet --manifest-path benches/sizes/Cargo.toml

git worktree add --quiet --detach "$work/base" "$base"
git worktree add --quiet --detach "$work/this" HEAD

# Writes the package `client-$1` of a document with the features `$3…`.
package() {
    local package=$work/client-$1 feature
    mkdir -p "$package/src"
    cp "$2" "$package/openapi.json"
    cp Cargo.lock "$package"
    {
        printf '[package]\nname = "client-%s"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\n' "$1"
        printf 'perennial = { path = "%s" }\n[build-dependencies]\n' "$work/$1/crates/perennial"
        printf 'perennial-codegen = { path = "%s", features = ["progenitor"] }\n[features]\n' "$work/$1/crates/perennial-codegen"
        printf '"%s" = ["perennial/%s"]\n' mock mock rate-limit rate-limit
        for feature in "${@:3}"; do printf '"%s" = []\n' "$feature"; done
    } >"$package/Cargo.toml"
    echo 'fn main() -> std::process::ExitCode { perennial_codegen::build() }' >"$package/build.rs"
    cat >"$package/src/lib.rs" <<'LIB'
include!(concat!(env!("OUT_DIR"), "/generated.rs"));
use perennial::authenticate::Anonymous as Credentials;
static SERVICE: perennial::Service = perennial::Service::new("client", "0.0.0");
pub use generated::{Client, ClientBuilder, builder, operation, operations, tags, types};
LIB
}

# Prints the CPU seconds and MiB of a command, as two cells.
cost() {
    /usr/bin/time -f '%U %S %M' -o "$work/time" "$@" >"$work/log" 2>&1 || return
    tail -n 1 "$work/time" | awk '{ printf "%.1f | %.0f", $1 + $2, $3 / 1024 }'
}

# Prints the row of a commit and a document with these features.
row() {
    local package=$work/client-$1 on generator check script
    package "$1" "$2" "${@:3}"
    cd "$package"
    mapfile -t on < <(printf '%s\n' "${@:3}" | tr 'a-z-' 'A-Z_' | sed 's/.*/CARGO_FEATURE_&=1/')
    if cargo check --quiet --features "$(IFS=,; echo "${*:3}")" >"$work/log" 2>&1; then
        script=$(find "$CARGO_TARGET_DIR/debug/build" -path "*/client-$1-*/build-script-build" -printf '%T@ %p\n' | sort -n | tail -n 1)
        generator=$(cost env OUT_DIR="$package" "${on[@]}" "${script#* }")
        touch src/lib.rs
        check=$(cost cargo check --quiet --features "$(IFS=,; echo "${*:3}")")
        echo "| $(basename "$2") | $1 | $(grep -c '::DECLARED,\?$' client.rs) | $generator | $check | $(wc -l <client.rs) |"
    else
        echo "| $(basename "$2") | $1 | $(grep -m 1 error "$work/log") |"
    fi
    cd - >/dev/null
}

echo '| document | commit | operations | generator, CPU s | MiB | `cargo check`, CPU s | MiB | lines |'
echo '|---|---|---|---|---|---|---|---|'
for document in "${documents[@]}"; do
    file=${document%%=*}
    features=${document#"$file"}
    mapfile -t features < <(if [ -n "$features" ]; then tr ',' '\n' <<<"${features#=}"; else "$CARGO_TARGET_DIR/debug/sizes" features "$file"; fi)
    for of in base this; do row "$of" "$file" "${features[@]}"; done
done
