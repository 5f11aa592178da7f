//! The features of tags in `Cargo.toml`: what a consumer can leave out. They stand between two lines that this writes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs, io,
};

use anyhow::{Context as _, Result, bail};
use monitoring_service_codegen::api::{ALL, Forwards};

use crate::{derived::Derived, surface::PublicApi, workspace::Workspace};

const BEGIN: &str =
    "# Written by `cargo xtask update-spec`: each feature brings the operations of a tag, and what they reach.";
const END: &str = "# End of the features of tags.";

/// The manifest of the workspace with the features of `api`. One that has no feature of all tags stays as it is.
///
/// # Errors
/// A file that cannot be read, and one without the lines between which the features stand.
pub fn manifest(api: &PublicApi, workspace: &Workspace) -> Result<Derived> {
    let path = workspace.manifest();
    let present = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("{} cannot be read", path.display())),
    };
    let text = with_features(&present, api)?;
    let is_behind = "the features of tags in Cargo.toml do not match openapi.json: run `cargo xtask public-api`";
    Ok(Derived { path, is_current: text == present, text, is_behind })
}

/// The text of a manifest with the features of `api`.
///
/// # Errors
/// One without the lines between which the features stand.
pub fn with_features(manifest: &str, api: &PublicApi) -> Result<String> {
    let begin = manifest.find(BEGIN);
    let end = manifest.find(END);
    match (begin, end) {
        (Some(begin), Some(end)) if begin < end => {
            let (before, after) = (&manifest[..begin], &manifest[end..]);
            refuse_present(&format!("{before}{after}"), api)?;
            Ok(format!("{before}{BEGIN}\n{}{after}", features(api)))
        }
        (None, None) if !manifest.contains(ALL) => Ok(manifest.to_owned()),
        _ => bail!("Cargo.toml lacks the line `{BEGIN}` before `{END}` in `[features]`: restore both"),
    }
}

/// The text of a manifest with the features of `api`, and with those that it has now: what is generated from the document
/// before, and from the one after, has all its features.
///
/// # Errors
/// One without the lines between which the features stand.
pub fn with_both(manifest: &str, api: &PublicApi) -> Result<String> {
    let next = with_features(manifest, api)?;
    let (Some(written), Some(present)) = (written(&next), written(manifest)) else { return Ok(next) };
    let known: BTreeSet<&str> = written.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    let is_other = |line: &&str| line.split_once(" = ").is_some_and(|(name, _)| !known.contains(name));
    let others: String = present.lines().filter(is_other).map(|line| format!("{line}\n")).collect();
    Ok(next.replacen(END, &(others + END), 1))
}

/// The lines between those that this writes.
fn written(manifest: &str) -> Option<&str> {
    let (_, rest) = manifest.split_once(BEGIN)?;
    Some(rest.split_once(END)?.0)
}

/// Makes sure that no feature of `api` is among those that `manifest` has by hand: cargo reads no key twice.
fn refuse_present(manifest: &str, api: &PublicApi) -> Result<()> {
    let mut section = "";
    let features = api.features();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        }
        let Some((name, _)) = line.split_once('=').filter(|_| section.starts_with("[features]")) else { continue };
        let name = name.trim().trim_matches(['"', '\'']);
        if name == ALL || features.contains(name) || api.former.features.contains_key(name) {
            bail!(
                "Cargo.toml has the feature `{name}` outside of the lines from `{BEGIN}` to `{END}`, where it is one of \
                 a tag: remove it, or add it to `FEATURES` in codegen/src/names/short.rs, so that the tag's gets another name"
            );
        }
    }
    Ok(())
}

/// `name` as a key of TOML, which takes only ASCII without quotes. No feature has a character that needs an escape.
fn key(name: &str) -> String {
    if name.is_ascii() { name.to_owned() } else { format!("\"{name}\"") }
}

/// The lines of the features.
fn features(api: &PublicApi) -> String {
    let mut features: BTreeMap<&str, String> = api.features().into_iter().map(|name| (name, "[]".to_owned())).collect();
    let mut text = format!("{} = [\n", ALL);
    let _ = features.keys().try_for_each(|name| writeln!(text, "    \"{name}\","));
    text.push_str("]\n");
    let forwarding = api.former.features.iter();
    features.extend(forwarding.map(|(former, Forwards(present))| {
        let present: Vec<String> = present.iter().map(|name| format!("\"{name}\"")).collect();
        (former.as_str(), format!("[{}]", present.join(", ")))
    }));
    for (name, brings) in features {
        let _ = writeln!(text, "{} = {brings}", key(name));
    }
    text
}

#[cfg(test)]
mod tests {
    use monitoring_service_codegen::names::file::Names;

    use super::*;
    use crate::client::Client;

    fn api() -> PublicApi {
        let operation = serde_json::json!({ "tags": ["Status pages", "Checks"], "responses": {} });
        let document = serde_json::json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } } });
        let mut api = Client::generate(&document.to_string(), &Names::default()).expect("legal").api;
        let forwards = |names: &[&str]| Forwards(names.iter().map(|name| (*name).to_owned()).collect());
        api.former.features.insert("all-pages".to_owned(), forwards(&["checks", "status-pages"]));
        api.former.features.insert("checks".to_owned(), forwards(&["status-pages"]));
        api.former.features.insert("gone".to_owned(), forwards(&[]));
        api.former.features.insert("pages".to_owned(), forwards(&["status-pages"]));
        api
    }

    #[test]
    fn the_features_between_the_two_lines_are_those_of_the_document() {
        let manifest = |features: &str| format!("[features]\nmock = []\n{BEGIN}\n{features}{END}\n\n[dependencies]\n");
        let expected = manifest(
            "all-tags = [\n    \"checks\",\n    \"status-pages\",\n]\nall-pages = [\"checks\", \"status-pages\"]\nchecks = [\"status-pages\"]\ngone = []\npages = [\"status-pages\"]\nstatus-pages = []\n",
        );
        assert_eq!(with_features(&manifest("all-tags = []\nold = []\n"), &api()).expect("legal"), expected);
        assert_eq!(with_features(&expected, &api()).expect("legal"), expected);
    }

    #[test]
    fn between_two_documents_there_are_the_features_of_both() {
        let old = format!(
            "[features]\n{BEGIN}\nall-tags = [\n    \"old\",\n]\nchecks = []\nformer = [\"old\"]\nold = []\n{END}\n"
        );
        let both = with_both(&old, &api()).expect("legal");
        let new = with_features(&old, &api()).expect("legal");
        assert_eq!(both, new.replace(END, &format!("former = [\"old\"]\nold = []\n{END}")));
        assert_eq!(with_features(&both, &api()).expect("legal"), new);
    }

    #[test]
    fn names_beyond_ascii_are_in_quotes_and_without_escapes() {
        let mut api = api();
        api.former.features.insert("cafe\u{301}".to_owned(), Forwards(["st\u{f6}rung".to_owned()].into()));
        let text = features(&api);
        assert!(text.contains("\n\"cafe\u{301}\" = [\"st\u{f6}rung\"]\n"), "{text}");
    }

    #[test]
    fn a_feature_that_is_there_by_hand_is_an_error_that_names_it() {
        for line in ["checks = []", "\"checks\"=[]", "pages = [\"mock\"]", "all-tags = []"] {
            let manifest = format!("[features]\n{BEGIN}\n{END}\n{line}\n");
            let error = with_features(&manifest, &api()).expect_err("should be refused").to_string();
            let name = line.split(['=', ' ']).next().expect("should be there").trim_matches('"');
            assert!(error.contains(&format!("has the feature `{name}` outside")), "{error}");
        }
        let dependency = format!("[features]\n{BEGIN}\n{END}\n[dependencies]\nchecks = \"1\"\n");
        assert!(with_features(&dependency, &api()).is_ok());
    }

    /// The generator keeps clear of the features that stand here by hand.
    #[test]
    fn a_tag_called_as_a_feature_of_this_package_gets_another_one() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should be in the workspace");
        let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("should be there");
        let features =
            manifest.split("\n[").find_map(|section| section.strip_prefix("features]")).expect("has features");
        let written = &features[features.find(BEGIN).expect("begins")..features.find(END).expect("ends")];
        let by_hand = features.replace(written, "");
        let names: Vec<&str> = by_hand.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
        assert!(names.contains(&"mock") && names.contains(&"default"), "{names:?}");
        let operation = serde_json::json!({ "operationId": "getA", "tags": names, "responses": {} });
        let document = serde_json::json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } } });
        let api = Client::generate(&document.to_string(), &Names::default()).expect("legal").api;
        assert_eq!(api.features().len(), names.len());
        assert!(names.iter().all(|name| !api.features().contains(name)), "{:?}", api.features());
        with_features(&manifest, &api).expect("no feature is there twice");
    }

    #[test]
    fn a_package_without_features_of_tags_stays_as_it_is() {
        assert_eq!(with_features("[package]\n", &api()).expect("legal"), "[package]\n");
    }

    #[test]
    fn a_manifest_that_lacks_one_of_the_lines_is_an_error() {
        for manifest in [format!("{BEGIN}\n"), format!("{END}\n{BEGIN}\n"), "all-tags = []\n".to_owned()] {
            let error = with_features(&manifest, &api()).expect_err("should be refused").to_string();
            assert!(error.contains("restore both"), "{error}");
        }
    }
}
