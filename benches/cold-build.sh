#!/usr/bin/env bash
# CPU seconds of the first build of an empty program, all of its dependencies included: with this crate, and with what a
# program would have instead. All have the same TLS, that of the argument, and the versions of the lock file of this
# repository. What is measured of this crate is what is committed.
#
#   benches/cold-build.sh [--release] [rustls | native-tls | ""] [program ...]
#
#   this-crate          with its default features
#   without-progenitor  without the feature `progenitor`
#   ready-made          without the feature `generate`
#   checked-in          the same code as a part of the sources: without a build script, too
#   plain               plain progenitor, by a build script
#   openapi-generator   what it generates, as a package; takes Java and pip
#   by-hand             with reqwest and serde alone
set -euo pipefail
cd "$(dirname "$0")/.."

release=()
[ "${1-}" != --release ] || { release=(--release) && shift; }
tls=${1-rustls}
programs=("${@:2}")
[ $# -gt 1 ] || programs=(this-crate without-progenitor ready-made checked-in plain openapi-generator by-hand)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR="$work/target"

cp -r benches/builds/* "$work"
git clone --quiet . "$work/crate"
cp -r "$work/crate" "$work/crate-checked-in"
(
    cd "$work/crate-checked-in"
    rm build.rs
    sed -i '/^\(generate\|progenitor\) = \[/s/=.*/= []/; /^perennial-codegen = .* optional = true }$/d' Cargo.toml
)
grep -qxF "progenitor-client = $(sed -n 's/^progenitor-impl = //p' Cargo.toml)" benches/builds/plain/Cargo.toml || {
    echo "error: benches/builds/plain has another version of progenitor than this crate" >&2
    exit 1
}

# An empty program with the package `$2` in the folder `$3`, with the features `$4`.
program() {
    mkdir -p "$work/$1/src"
    echo 'fn main() {}' >"$work/$1/src/main.rs"
    cat >"$work/$1/Cargo.toml" <<EOF
[workspace]

[package]
name = "$1"
edition = "2024"

[features]
rustls = ["$2/rustls"]
native-tls = ["$2/native-tls"]

[dependencies]
$2 = { path = "../$3", default-features = false, features = [$4] }
EOF
}
program this-crate monitoring-service crate '"all-tags", "progenitor"'
program without-progenitor monitoring-service crate '"all-tags", "generate"'
program ready-made monitoring-service crate '"all-tags"'
program checked-in monitoring-service crate-checked-in '"all-tags"'
if [[ " ${programs[*]} " == *" openapi-generator "* ]]; then
    benches/openapi-generator.sh "$work/generated"
    program openapi-generator openapi-generator generated ''
fi

# The CPU seconds of a command.
cpu() {
    local TIMEFORMAT='%U %S'
    { { time "$@" 2>&3; } 2>&1 | awk '{ print $1 + $2 }'; } 3>&2
}

echo "TLS: ${tls:-none}"
for program in "${programs[@]}"; do
    cp Cargo.lock "$work/$program"
    cd "$work/$program"
    # The lock file loses what this program does not need; nothing is left to download.
    cargo fetch --quiet
    seconds=$(cpu cargo build --quiet "${release[@]}" --features "$tls")
    printf '%-20s %8.1f\n' "$program" "$seconds"
    cd - >/dev/null
    rm -rf "$work/target"
done
