#!/usr/bin/env bash
# What the generator takes by the size of a document: CPU seconds and memory for 100 to 20,000 operations, in the dev profile
# that a build script has in most programs, and with optimisation. The exponent is that of the time, since the row before: 1
# where it grows as the document does.
#
#     benches/sizes.sh [SHAPE …]
set -euo pipefail
cd "$(dirname "$0")/sizes"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$(realpath ../..)/target/sizes}
for profile in dev release; do
    printf '\n%s\n\n' "$profile"
    cargo run --quiet --profile "$profile" -- "$@"
done
