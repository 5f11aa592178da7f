//! `documents GENERATOR DOCUMENT FOLDER`: writes the files that a client package needs into the folder: `src/client.rs`, and
//! `features`, with the features that it knows, a line each.

use std::{collections::BTreeSet, env, error::Error, fs, path::Path};

use perennial_codegen::names::file::Names;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [generator, document, folder] = arguments.as_slice() else { return Err("GENERATOR DOCUMENT FOLDER".into()) };
    let text = fs::read_to_string(document)?;
    let code = match generator.as_str() {
        "perennial" => perennial_codegen::generate(&text, &Names::default())?.client,
        _ => {
            let tokens = progenitor_impl::Generator::default().generate_tokens(&serde_json::from_str(&text)?)?;
            prettyplease::unparse(&syn::parse2(tokens)?)
        }
    };
    let features: BTreeSet<&str> =
        code.split("feature = \"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(name, _)| name).collect();
    let folder = Path::new(folder);
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("features"), features.into_iter().map(|name| format!("{name}\n")).collect::<String>())?;
    Ok(fs::write(folder.join("src/client.rs"), code)?)
}
