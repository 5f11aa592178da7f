//! Generates the client of `openapi.json`.

fn main() -> std::process::ExitCode {
    perennial_codegen::build()
}
