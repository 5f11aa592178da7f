//! Reads the settings of a client for `cargo perennial` from `[package.metadata.perennial]` in its `Cargo.toml`.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use perennial_codegen::{PACKAGE, input};
use toml_edit::{DocumentMut, Item, Value};

use crate::{
    nearest::nearest,
    origin::DocumentOrigin,
    settings::{SamplePages, Settings},
    workspace::MANIFEST,
};

const TABLE: &str = "[package.metadata.perennial]";
/// The keys of `[package.metadata.perennial]`. Each is named after a method of [`Settings`].
const KEYS: [&str; 7] =
    ["api-version", "from", "pregenerated", "retired-document", "samples", "variables", "verified-by"];

/// Returns the settings of the client that contains `folder`. `command` is the name of the program in messages.
///
/// # Errors
/// Returns an error if `Cargo.toml` cannot be read, or if a setting is unknown or malformed.
pub fn read_settings(folder: &Path, command: &str) -> Result<Settings> {
    for folder in folder.ancestors() {
        let path = folder.join(MANIFEST);
        let Some(text) = input::read_text(&path)? else { continue };
        let settings = || parse_manifest(&text, command);
        if let Some(settings) = settings().with_context(|| format!("{} cannot be used", path.display()))? {
            return Ok(settings);
        }
    }
    Ok(Settings::new(command, "PERENNIAL"))
}

/// Returns the default settings of a package that is a client.
pub fn default_settings(package: &str, command: &str) -> Settings {
    Settings::new(command, package.replace('-', "_").to_uppercase()).package(package)
}

/// Reads the settings from a manifest. Returns `None` if its package is not a client.
fn parse_manifest(text: &str, command: &str) -> Result<Option<Settings>> {
    let manifest: DocumentMut = text.parse().context("it is not TOML")?;
    let table = manifest.get("package").and_then(|it| it.get("metadata")?.get("perennial"));
    let is_client = manifest.get("build-dependencies").is_some_and(|it| it.get(PACKAGE).is_some());
    let name = manifest.get("package").and_then(|it| it.get("name")?.as_str()).filter(|_| is_client || table.is_some());
    let Some(name) = name else { return Ok(None) };
    let settings = default_settings(name, command);
    let Some(table) = table else { return Ok(Some(settings)) };
    let table = table.as_table_like().with_context(|| format!("{TABLE} is not a table"))?;
    table.iter().try_fold(settings, |settings, (key, value)| apply_key(settings, key, value)).map(Some)
}

fn apply_key(settings: Settings, key: &str, value: &Item) -> Result<Settings> {
    let text = || value.as_str().map(str::to_owned).with_context(|| describe_wrong_form(key, "a string"));
    Ok(match key {
        "api-version" => settings.api_version(text()?),
        "from" => {
            // The value is published with the package, so it must not contain a secret. This is checked whichever task
            // runs.
            DocumentOrigin::parse(&text()?)
                .with_context(|| format!("the setting `{key}` in {TABLE} cannot be used"))?;
            settings.from(text()?)
        }
        "pregenerated" => settings.pregenerated(text()?),
        "retired-document" => settings.retired_document(text()?),
        "samples" => {
            Settings { samples: parse_samples(value).with_context(|| describe_wrong_form(key, SAMPLES))?, ..settings }
        }
        "variables" => Settings { variables: text()?, ..settings },
        "verified-by" => Settings {
            verification: parse_strings(value).with_context(|| describe_wrong_form(key, "a list of strings"))?,
            ..settings
        },
        _ => match nearest(key, KEYS) {
            Some(nearest) => bail!("{TABLE} contains the unknown key `{key}`: did you mean `{nearest}`?"),
            None => bail!("{TABLE} contains the unknown key `{key}`: the known keys are {}", KEYS.join(", ")),
        },
    })
}

const SAMPLES: &str = "`{ pages = [\"README.md\"], examples = \"examples\" }`";

fn parse_samples(value: &Item) -> Option<SamplePages> {
    let table = value.as_table_like().filter(|table| table.len() == 2)?;
    let examples = table.get("examples")?.as_str()?.to_owned();
    Some(SamplePages { pages: parse_strings(table.get("pages")?)?, examples, is_default: false })
}

fn parse_strings(value: &Item) -> Option<Vec<String>> {
    value.as_array()?.iter().map(Value::as_str).map(|text| text.map(str::to_owned)).collect()
}

fn describe_wrong_form(key: &str, form: &str) -> String {
    format!("`{key}` in {TABLE} must be {form}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_keys(keys: &str) -> Result<Option<Settings>> {
        parse_manifest(&format!("[package]\nname = \"my-api\"\n{TABLE}\n{keys}"), "cargo perennial")
    }

    #[test]
    fn manifest_settings_have_defaults_for_missing_keys() {
        let settings = parse_keys("").expect("legal").expect("is a client");
        assert_eq!((settings.variable("URL"), settings.package), ("MY_API_URL".to_owned(), Some("my-api".to_owned())));
        let keys = "from = \"https://h/a.yaml\"\napi-version = \"v1\"\nretired-document = \
                    \"swagger.json\"\npregenerated = \"src/client.rs\"\nvariables = \"API\"\nverified-by = \
                    [\"check\"]\nsamples = { pages = [\"guide.md\"], examples = \"demos\" }\n";
        let settings = parse_keys(keys).expect("legal").expect("is a client");
        let texts = [&settings.from, &settings.api_version, &settings.retired_document, &settings.pregenerated];
        let texts = texts.map(|text| text.as_deref().unwrap_or_default());
        assert_eq!(texts, ["https://h/a.yaml", "v1", "swagger.json", "src/client.rs"]);
        assert_eq!((settings.variable("URL"), settings.verification), ("API_URL".to_owned(), vec!["check".to_owned()]));
        let SamplePages { pages, examples, is_default } = settings.samples;
        assert_eq!((pages, examples, is_default), (vec!["guide.md".to_owned()], "demos".to_owned(), false));
        assert_eq!(keys.lines().count(), KEYS.len());
    }

    #[test]
    fn error_for_a_misspelt_manifest_key_names_the_correct_key() {
        for (keys, remedy) in [
            (
                "form = \"https://h\"",
                "[package.metadata.perennial] contains the unknown key `form`: did you mean `from`?",
            ),
            ("api_version = \"v1\"", "did you mean `api-version`?"),
            ("colour = 1", "the known keys are api-version, from, "),
            ("from = \"https://h/?token=x\"", "the setting `from` in [package.metadata.perennial] cannot be used"),
            ("from = 1", "`from` in [package.metadata.perennial] must be a string"),
            ("verified-by = \"check\"", "must be a list of strings"),
            ("samples = { pages = [] }", "must be `{ pages = "),
        ] {
            let message = parse_keys(keys).expect_err(keys).to_string();
            assert!(message.contains(remedy), "{keys}: {message}");
        }
    }

    #[test]
    fn package_without_the_generator_has_no_client_settings() {
        for other in
            ["[workspace]", "[package]\nname = \"x\"\n", "[package]\nname = \"x\"\n[build-dependencies]\ncc = \"1\"\n"]
        {
            assert!(parse_manifest(other, "").expect("legal").is_none(), "{other}");
        }
        let client = format!("[package]\nname = \"x\"\n[build-dependencies]\n{PACKAGE} = \"1\"\n");
        assert!(parse_manifest(&client, "").expect("legal").is_some());
    }
}
