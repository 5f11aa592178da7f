#!/usr/bin/env bash
# Generates a client from the document of this repository with openapi-generator, and writes it to the folder in the argument. Requires
# Java and pip, and downloads the generator.
set -euo pipefail
cd "$(dirname "$0")/.."

version=7.26.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pip download --quiet --no-deps --dest "$work" "openapi-generator-cli==$version"
(cd "$work" && unzip -q ./*.whl)
java -jar "$work/openapi_generator_cli/openapi-generator.jar" generate --generator-name rust --input-spec openapi.json \
    --output "$1" --additional-properties=library=reqwest,packageName=openapi-generator >"$work/log" || {
    cat "$work/log" >&2
    exit 1
}
# Makes the package a workspace of its own, and disables TLS by default.
sed -i 's/^default = .*/default = []/' "$1/Cargo.toml"
printf '\n[workspace]\n' >>"$1/Cargo.toml"
