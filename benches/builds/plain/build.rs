//! Generates the client with plain progenitor, as progenitor's README describes.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=openapi.json");
    let document = serde_json::from_str(&fs::read_to_string("openapi.json")?)?;
    let tokens = progenitor::Generator::default().generate_tokens(&document)?;
    let code = prettyplease::unparse(&syn::parse2(tokens)?);
    fs::write(Path::new(&env::var("OUT_DIR")?).join("client.rs"), code)?;
    Ok(())
}
