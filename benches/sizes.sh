#!/usr/bin/env bash
# Measures the CPU seconds and memory of the generator for documents with 100 to 20,000 operations: in the dev profile, with which most
# programs compile build scripts, and with optimisation. The exponent describes how the time grew since the row before. It is 1 if the
# time grows like the document.
#
#     benches/sizes.sh [SHAPE …]
set -euo pipefail
cd "$(dirname "$0")/sizes"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$(realpath ../..)/target/sizes}
for profile in dev release; do
    printf '\n%s\n\n' "$profile"
    cargo run --quiet --profile "$profile" -- "$@"
done
