#!/usr/bin/env bash
# Measures the CPU seconds of the first build of an empty program, including all its dependencies: with this crate, and with the
# alternatives to it. All programs use the TLS in the argument, and the versions in the lock file of this repository. The last commit of
# this crate is measured.
#
#   benches/cold-build.sh [--release] [rustls | native-tls | ""] [program ...]
#
#   this-crate          with its default features
#   without-progenitor  without the feature `progenitor`
#   ready-made          without the feature `generate`
#   checked-in          the same code as a part of the sources, without a build script
#   plain               plain progenitor in a build script
#   openapi-generator   the package that it generates (requires Java and pip)
#   by-hand             code with only reqwest and serde
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

# Creates an empty program that depends on the package `$2` in the folder `$3` with the features `$4`.
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

# Prints the CPU seconds of a command.
cpu() {
    local TIMEFORMAT='%U %S'
    { { time "$@" 2>&3; } 2>&1 | awk '{ print $1 + $2 }'; } 3>&2
}

echo "TLS: ${tls:-none}"
for program in "${programs[@]}"; do
    cp Cargo.lock "$work/$program"
    cd "$work/$program"
    # This removes the packages that the program does not need from the lock file, and downloads the others before the measurement.
    cargo fetch --quiet
    seconds=$(cpu cargo build --quiet "${release[@]}" --features "$tls")
    printf '%-20s %8.1f\n' "$program" "$seconds"
    cd - >/dev/null
    rm -rf "$work/target"
done
