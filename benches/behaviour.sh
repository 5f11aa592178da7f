#!/usr/bin/env bash
# What this crate, plain progenitor, openapi-generator and a client by hand do with the same responses of a server, as the
# rows of `docs/compare.md`. It takes Java and pip, for openapi-generator. What is run of this crate is what is committed.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r benches/builds/* benches/behaviour "$work"
git clone --quiet . "$work/crate"
benches/openapi-generator.sh "$work/openapi-generator"
cp Cargo.lock "$work/behaviour"
cd "$work/behaviour"
cargo run --quiet
