//! Generates the client of `openapi.json`. Without the feature `generate`, `src/lib.rs` takes the same code from the
//! package.

#[cfg(feature = "generate")]
fn main() -> std::process::ExitCode {
    perennial_codegen::build()
}

#[cfg(not(feature = "generate"))]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
