//! Names the code of the client to `src/lib.rs`: what the generator makes of `openapi.json` or, without the feature
//! `generate`, what it made of it for the package.

use std::process::ExitCode;

#[cfg(feature = "generate")]
fn main() -> ExitCode {
    monitoring_service_codegen::main()
}

#[cfg(not(feature = "generate"))]
fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=pregenerated/client.rs");
    let error = match std::env::var("CARGO_MANIFEST_DIR").map(|folder| folder + "/pregenerated/client.rs") {
        Ok(path) if std::path::Path::new(&path).is_file() => {
            println!("cargo::rustc-env=MONITORING_SERVICE_CLIENT={path}");
            return ExitCode::SUCCESS;
        }
        Ok(_) => "it is not there: restore it, or turn on the feature `generate`",
        Err(_) => "its path is not UTF-8",
    };
    println!("cargo::error=pregenerated/client.rs cannot be compiled: {error}");
    ExitCode::FAILURE
}
