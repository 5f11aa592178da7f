//! Generates the client of this folder's `openapi.json`.

fn main() -> std::process::ExitCode {
    perennial_codegen::build()
}
