//! Generates the client of `openapi.json`, with the names in `names.json`.

fn main() -> std::process::ExitCode {
    perennial_codegen::build()
}
