#!/usr/bin/env bash
# Prints how this crate, plain progenitor, openapi-generator and a client by hand handle the same responses of a server, as the rows
# of `docs/compare.md`. Requires Java and pip for openapi-generator. Of this crate, the last commit is run.
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
