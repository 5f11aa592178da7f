//! Generates the client of this folder's `openapi.json`.

fn main() -> std::process::ExitCode {
    monitoring_service_codegen::main()
}
