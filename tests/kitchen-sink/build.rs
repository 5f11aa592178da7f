//! Generates the client from this folder's `openapi.json`.

fn main() -> std::process::ExitCode {
    perennial_codegen::build()
}
