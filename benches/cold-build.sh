#!/usr/bin/env bash
# CPU seconds of the first build of an empty program, all of its dependencies included: with this crate, and with what a
# program would have instead. All have the same TLS, that of the argument, and the versions of the lock file of this
# repository. What is measured of this crate is what is committed.
#
#   benches/cold-build.sh [--release] [rustls | native-tls | ""] [program ...]
#
#   this-crate     with its default features
#   ready-made     without the feature `generate`
#   checked-in     the same code as a part of the sources: without a build script, too
#   plain          plain progenitor, by a build script
#   by-hand        with reqwest and serde alone
set -euo pipefail
cd "$(dirname "$0")/.."

release=()
[ "${1-}" != --release ] || { release=(--release) && shift; }
tls=${1-rustls}
programs=("${@:2}")
[ $# -gt 1 ] || programs=(this-crate ready-made checked-in plain by-hand)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR="$work/target"

cp -r benches/builds/* "$work"
git clone --quiet . "$work/crate"
cp -r "$work/crate" "$work/crate-checked-in"
(
    cd "$work/crate-checked-in"
    rm build.rs
    sed -i '/^generate = /s/=.*/= []/; /^monitoring-service-codegen = .* optional = true }$/d' Cargo.toml
    sed -i 's|include!(env!("MONITORING_SERVICE_CLIENT"))|include!("../pregenerated/client.rs")|' src/lib.rs
)
# The version of progenitor that this crate has.
grep -qxF "progenitor-client = $(sed -n 's/^progenitor-impl = //p' Cargo.toml)" "$work/plain/Cargo.toml"

# An empty program with this crate, in the folder `$2` and with the features `$3`.
program() {
    mkdir -p "$work/$1/src"
    echo 'fn main() {}' >"$work/$1/src/main.rs"
    cat >"$work/$1/Cargo.toml" <<EOF
[workspace]

[package]
name = "$1"
edition = "2024"

[features]
rustls = ["monitoring-service/rustls"]
native-tls = ["monitoring-service/native-tls"]

[dependencies]
monitoring-service = { path = "../$2", default-features = false, features = [$3] }
EOF
}
program this-crate crate '"all-tags", "generate"'
program ready-made crate '"all-tags"'
program checked-in crate-checked-in '"all-tags"'

echo "TLS: ${tls:-none}"
for program in "${programs[@]}"; do
    cp Cargo.lock "$work/$program"
    cd "$work/$program"
    # The lock file loses what this program does not need; nothing is left to download.
    cargo fetch --quiet
    cpu=$( (TIMEFORMAT='%U %S' && time cargo build --quiet "${release[@]}" --features "$tls") 2>&1 | awk 'END { print $1 + $2 }')
    printf '%-20s %8.1f\n' "$program" "$cpu"
    cd - >/dev/null
    rm -rf "$work/target"
done
