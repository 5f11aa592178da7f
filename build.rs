//! Generates the client from `openapi.json` into `OUT_DIR`.

fn main() -> std::process::ExitCode {
    monitoring_service_codegen::main()
}
