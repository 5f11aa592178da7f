#!/usr/bin/env bash
# CPU seconds of the first build of an empty program: with this crate, with this crate without the feature `generate`, and
# with plain progenitor's `generate_api!`, which is what a program would use instead. All have the same TLS: the features
# of the argument, `rustls` by default, `""` for none.
#
#   benches/cold-build.sh [rustls | native-tls | ""]
set -euo pipefail
cd "$(dirname "$0")/.."

tls=${1-rustls}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_INCREMENTAL=0

# An empty program with one dependency, which is the rest of the arguments.
program() {
    local name=$1
    shift
    mkdir -p "$work/$name/src"
    echo 'fn main() {}' >"$work/$name/src/main.rs"
    printf '[package]\nname = "%s"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n%s\n' "$name" "$*" >"$work/$name/Cargo.toml"
    cp Cargo.lock "$work/$name/Cargo.lock"
}

measure() {
    local name=$1 cpu
    # The lock file that comes with the crate, without what this program does not need, and nothing to download later.
    (cd "$work/$name" && cargo fetch --quiet)
    cpu=$( (TIMEFORMAT='%U %S' && cd "$work/$name" && time cargo build --quiet --target-dir "$work/target-$name") 2>&1 | awk 'END { print $1 + $2 }')
    rm -rf "$work/target-$name"
    printf '%-40s %8.1f\n' "$name" "$cpu"
}

features=$([ -z "$tls" ] || echo ", \"$tls\"")
git clone --quiet . "$work/crate"
this_crate() {
    echo "monitoring-service = { path = \"../crate\", default-features = false, features = [\"all-tags\"$1$features] }"
}
program this-crate "$(this_crate ', "generate"')"
program ready-made "$(this_crate '')"

# Of a document that it takes: it panics on the vendored one, whose operations have several responses.
program plain-progenitor "bytes = \"1\"
chrono = { version = \"0.4\", features = [\"serde\"] }
futures = \"0.3\"
progenitor = \"=0.15.1\"
progenitor-client = \"=0.15.1\"
reqwest = { version = \"0.13\", default-features = false, features = [\"json\", \"query\", \"stream\"$features] }
serde = { version = \"1\", features = [\"derive\"] }
serde_json = \"1\"
uuid = { version = \"1\", features = [\"serde\"] }"
echo 'progenitor::generate_api!("openapi.json"); fn main() {}' >"$work/plain-progenitor/src/main.rs"
cat >"$work/plain-progenitor/openapi.json" <<'EOF'
{
  "openapi": "3.0.3",
  "info": { "title": "One operation", "version": "1" },
  "paths": {
    "/v1/incidents/{id}": {
      "get": {
        "operationId": "get_incident",
        "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string", "format": "uuid" } }],
        "responses": {
          "200": {
            "description": "The incident.",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Incident" } } }
          }
        }
      }
    }
  },
  "components": {
    "schemas": {
      "Incident": {
        "type": "object",
        "properties": {
          "id": { "type": "string", "format": "uuid" },
          "name": { "type": "string" },
          "createdAt": { "type": "string", "format": "date-time" }
        }
      }
    }
  }
}
EOF

echo "TLS: ${tls:-none}"
for program in this-crate ready-made plain-progenitor; do
    measure "$program"
done
