//! Generates the client from `openapi.json`.

fn main() -> std::process::ExitCode {
    perennial_codegen::build()
}
