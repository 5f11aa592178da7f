//! Writes the features of tags to `Cargo.toml`, so that consumers can compile a client without some of the tags.
//!
//! The features are between two comment lines. Everything else in the file stays unchanged.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, bail, ensure};
use perennial_codegen::{
    api::{ALL, Forwards, WEBHOOKS},
    input,
    surface::{PublicApi, PublicType},
};
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

use crate::{
    derived::DerivedFile,
    workspace::{self, Workspace},
};

const BEGIN: &str = "# These lines are generated, and each update overwrites them. Each feature enables the \
                     operations of a tag, and the types that they use.";
const END: &str = "# End of the generated features.";

/// Returns the two comment lines with nothing between them, for a new manifest.
pub fn empty_feature_lines() -> String {
    format!("{BEGIN}\n{END}")
}

/// Returns the client's manifest with the features of `api`. If the manifest does not declare the feature that enables
/// all tags, it is unchanged.
///
/// # Errors
/// Returns an error if the manifest cannot be read or lacks one of the two comment lines.
pub fn updated_manifest(api: &PublicApi, workspace: &Workspace) -> Result<DerivedFile> {
    let path = workspace.file_path(workspace::MANIFEST);
    let present = input::read_text(&path)?.unwrap_or_default();
    let text = with_features(&present, api)?;
    let outdated_message = format!(
        "the features for tags in Cargo.toml do not match the tags in openapi.json: run `{} public-api`",
        workspace.command()
    );
    Ok(DerivedFile { path, is_current: text == present, text, outdated_message })
}

/// Returns a manifest in which the features of `api` are between the two comment lines.
///
/// # Errors
/// Returns an error if the manifest lacks one of the two comment lines.
pub fn with_features(manifest: &str, api: &PublicApi) -> Result<String> {
    replace_features(manifest, &tag_features(api))
}

/// Returns a manifest with the features of `api` in addition to the existing ones. Both the old and the new client
/// compile with it.
///
/// # Errors
/// Returns an error if the manifest lacks one of the two comment lines.
pub fn with_features_of_both(manifest: &str, api: &PublicApi) -> Result<String> {
    let present = parse_toml(split_at_lines(manifest).map_or("", |parts| parts.between))?;
    let listed = present.get(ALL).and_then(Item::as_array).into_iter().flatten().filter_map(Value::as_str);
    let mut both = tag_features(api);
    both.insert(ALL, Item::Value(all_tags(api.features().into_iter().chain(listed).collect()).into()));
    for (name, brings) in present.iter() {
        both.entry(name).or_insert_with(|| brings.clone());
    }
    replace_features(manifest, &both)
}

struct ManifestParts<'a> {
    before: &'a str,
    between: &'a str,
    after: &'a str,
}

/// Splits a manifest at the two comment lines. Returns `None` unless both exist in this order.
fn split_at_lines(manifest: &str) -> Option<ManifestParts<'_>> {
    let (before, rest) = manifest.split_once(BEGIN)?;
    let (between, after) = rest.split_once(END)?;
    Some(ManifestParts { before, between, after })
}

fn replace_features(manifest: &str, features: &Table) -> Result<String> {
    let lacks = || {
        format!(
            "`[features]` in Cargo.toml does not contain the line `{BEGIN}` before the line `{END}`: restore both \
             lines"
        )
    };
    let Some(ManifestParts { before, after, .. }) = split_at_lines(manifest) else {
        let has_line = [BEGIN, END].iter().any(|line| manifest.contains(line));
        ensure!(!has_line && !declared_features(manifest)?.contains(ALL), lacks());
        return Ok(manifest.to_owned());
    };
    let by_hand = declared_features(&[before, after].concat())?;
    if let Some((name, _)) = features.iter().find(|(name, _)| by_hand.contains(*name)) {
        bail!(
            "Cargo.toml declares the feature `{name}` outside of the lines from `{BEGIN}` to `{END}`, but the \
             generated feature of a tag has the same name. Remove your feature, or add its name to `client.features` \
             in names.json: the generated feature then gets a different name"
        );
    }
    let text = format!("{before}{BEGIN}\n{features}{END}{after}");
    // The comment lines may be in the wrong table. The result is therefore parsed, to check that exactly these features
    // were added.
    let all = declared_features(&text).with_context(lacks)?;
    ensure!(all.len() == by_hand.len() + features.len(), lacks());
    Ok(text)
}

fn parse_toml(manifest: &str) -> Result<DocumentMut> {
    manifest.parse().context("Cargo.toml is not TOML")
}

/// Returns the names of all features that a manifest declares, in any TOML notation. An optional dependency is a
/// feature as well, unless another feature enables it as `dep:…`.
fn declared_features(manifest: &str) -> Result<BTreeSet<String>> {
    let manifest = parse_toml(manifest)?;
    let entries = |table| manifest.get(table).and_then(Item::as_table_like).into_iter().flat_map(TableLike::iter);
    let is_enabled_as_dependency = |name: &str| {
        let mut brought = entries("features").filter_map(|(_, brings)| brings.as_array()).flatten();
        brought.any(|other| other.as_str().and_then(|other| other.strip_prefix("dep:")) == Some(name))
    };
    let is_optional = |dependency: &Item| {
        dependency.as_table_like().and_then(|it| it.get("optional")).and_then(Item::as_bool) == Some(true)
    };
    let optional =
        entries("dependencies").filter(|(name, dependency)| is_optional(dependency) && !is_enabled_as_dependency(name));
    Ok(entries("features").chain(optional).map(|(name, _)| name.to_owned()).collect())
}

/// Returns the features of tags. The first feature enables the features of all present tags. It does not enable the
/// separate feature for types that belong to webhooks.
fn tag_features(api: &PublicApi) -> Table {
    let mut tags = api.features();
    let all = all_tags(tags.clone());
    let is_of_webhooks = |ty: &PublicType| ty.features.contains(WEBHOOKS);
    tags.extend(api.types.values().any(is_of_webhooks).then_some(WEBHOOKS));
    let former = api.former.features.iter().map(|(name, Forwards(present))| (name.as_str(), Array::from_iter(present)));
    let features: BTreeMap<&str, Array> = tags.into_iter().map(|tag| (tag, Array::new())).chain(former).collect();
    Table::from_iter([(ALL, all)].into_iter().chain(features))
}

/// Returns the features that the feature for all tags enables, each on a line of its own.
fn all_tags(tags: BTreeSet<&str>) -> Array {
    let mut all = Array::from_iter(tags);
    all.iter_mut().for_each(|name| name.decor_mut().set_prefix("\n    "));
    all.set_trailing_comma(true);
    all.set_trailing("\n");
    all
}

#[cfg(test)]
mod tests {
    use perennial_codegen::names::file::Names;

    use super::*;
    use crate::client::Client;

    #[test]
    fn feature_all_tags_does_not_enable_the_feature_of_webhook_types() {
        let body = serde_json::json!({ "content": { "application/json": { "schema": {
            "type": "object", "properties": { "a": {} } } } } });
        let document =
            serde_json::json!({ "openapi": "3.1.0", "webhooks": { "made": { "post": { "requestBody": body } } } });
        let api = Client::generate(&document.to_string(), &Names::default()).expect("legal").api;
        let manifest = |features: &str| format!("[features]\n{BEGIN}\n{features}{END}\n");
        assert_eq!(
            with_features(&manifest("all-tags = []\n"), &api).expect("legal"),
            manifest("all-tags = [\n]\nwebhooks = []\n")
        );
    }

    fn api() -> PublicApi {
        let path_item = |tag| serde_json::json!({ "get": { "tags": [tag], "responses": {} } });
        let paths = serde_json::json!({ "/a": path_item("Status pages"), "/b": path_item("Checks") });
        let document = serde_json::json!({ "openapi": "3.0.0", "paths": paths });
        let mut api = Client::generate(&document.to_string(), &Names::default()).expect("legal").api;
        let forwards = |names: &[&str]| Forwards(names.iter().map(|name| (*name).to_owned()).collect());
        api.former.features.insert("all-pages".to_owned(), forwards(&["checks", "status-pages"]));
        api.former.features.insert("checks".to_owned(), forwards(&["status-pages"]));
        api.former.features.insert("gone".to_owned(), forwards(&[]));
        api.former.features.insert("pages".to_owned(), forwards(&["status-pages"]));
        api
    }

    #[test]
    fn cargo_features_of_tags_are_written_between_the_markers() {
        let manifest = |features: &str| format!("[features]\nmock = []\n{BEGIN}\n{features}{END}\n\n[dependencies]\n");
        let expected = manifest(
            "all-tags = [\n    \"checks\",\n    \"status-pages\",\n]\nall-pages = [\"checks\", \
             \"status-pages\"]\nchecks = [\"status-pages\"]\ngone = []\npages = [\"status-pages\"]\nstatus-pages = \
             []\n",
        );
        assert_eq!(with_features(&manifest("all-tags = []\nold = []\n"), &api()).expect("legal"), expected);
        assert_eq!(with_features(&expected, &api()).expect("legal"), expected);
    }

    #[test]
    fn manifest_has_old_and_new_features_while_an_update_is_written() {
        let old = format!(
            "[features]\n{BEGIN}\nall-tags = [\n    \"old\",\n]\nchecks = []\nformer = [\"old\"]\nold = []\n{END}\n"
        );
        let both = with_features_of_both(&old, &api()).expect("legal");
        let new = with_features(&old, &api()).expect("legal");
        let with_old = new.replace("    \"checks\",\n", "    \"checks\",\n    \"old\",\n");
        assert_eq!(both, with_old.replace(END, &format!("former = [\"old\"]\nold = []\n{END}")));
        assert_eq!(with_features(&both, &api()).expect("legal"), new);
    }

    #[test]
    fn feature_names_in_the_manifest_are_quoted() {
        let mut api = api();
        let names = ["x\"] evil = [\"y", "cafe\u{301}", "a.b", "[dependencies]\n", "'\"\"\"'''\\"];
        for name in names {
            api.former.features.insert(name.to_owned(), Forwards([name.to_owned()].into()));
        }
        let manifest = format!("[features]\n{BEGIN}\n{END}\n\n[dependencies]\n");
        let read = parse_toml(&with_features(&manifest, &api).expect("legal")).expect("should be TOML");
        let features = read["features"].as_table().expect("should be a table");
        let all_and_those_of_the_document = 6;
        assert_eq!(features.len(), all_and_those_of_the_document + names.len());
        for name in names {
            let brings: Vec<_> = features[name].as_array().expect("should be a list").iter().collect();
            assert!(matches!(brings[..], [brought] if brought.as_str() == Some(name)), "{brings:?}");
        }
        assert_eq!(read["dependencies"].as_table().map(Table::len), Some(0));
    }

    #[test]
    fn manifest_outside_of_the_feature_markers_is_unchanged() {
        let before = "\u{feff}#  !\r\n[ package ]\n\tname   = 'x'  # by hand\n\n\n[features]  # all\n mock=[ ]\n";
        let after = "\n# and more\n gzip = [\n  'a' , # why\n]\n\n[dependencies]\nx.version = \"1\"";
        let text = with_features(&format!("{before}{BEGIN}\nold = []\n{END}{after}"), &api()).expect("legal");
        assert_eq!(split_at_lines(&text).map(|parts| (parts.before, parts.after)), Some((before, after)));
        assert!(text.contains("\nchecks = [\"status-pages\"]\n") && !text.contains("old = "), "{text}");
    }

    #[test]
    fn refuses_a_tag_feature_that_the_manifest_already_declares() {
        let lines = format!("{BEGIN}\n{END}\n");
        for (name, manifest) in [
            ("checks", format!("[features]\n{lines}checks = []\n")),
            ("checks", format!("[features]\n\"checks\"=[]\n{lines}")),
            ("checks", format!("[ 'features' ] # all\n\"che\\u0063ks\" = [\n]\n{lines}")),
            ("pages", format!("[features]\n{lines}pages = [\"mock\"]\n")),
            ("all-tags", format!("[features]\n{lines}all-tags = []\n")),
            ("gone", format!("features.gone = []\n{lines}")),
            ("gone", format!("features = {{ gone = [] }}\n{lines}")),
            ("gone", format!("[package]\n{lines}[features.gone]\n")),
            ("gone", format!("[features]\n{lines}[dependencies]\ngone = {{ version = \"1\", optional = true }}\n")),
        ] {
            let error = with_features(&manifest, &api()).expect_err("should be refused").to_string();
            assert!(error.contains(&format!("declares the feature `{name}` outside")), "{manifest}\n{error}");
        }
        let others =
            ["[dependencies]\nchecks = \"1\"\n", "[package.metadata.features]\nchecks = []\n", "# checks = []\n"];
        for other in others {
            assert!(with_features(&format!("[features]\n{lines}{other}"), &api()).is_ok(), "{other}");
        }
    }

    /// The manifest of this package declares hand-written features, with which no feature of a tag may collide.
    #[test]
    fn tag_with_the_name_of_a_declared_feature_gets_another_feature() {
        let root =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("should be in the workspace");
        let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("should be there");
        let ManifestParts { before, after, .. } = split_at_lines(&manifest).expect("has features of tags");
        let names = declared_features(&[before, after].concat()).expect("should be TOML");
        assert!(names.contains("mock") && names.contains("default"), "{names:?}");
        let paths = names
            .iter()
            .map(|name| (format!("/{name}"), serde_json::json!({ "get": { "tags": [name], "responses": {} } })));
        let paths = serde_json::Map::from_iter(paths);
        let document = serde_json::json!({ "openapi": "3.0.0", "paths": paths });
        let api = Client::generate(&document.to_string(), &Names::default()).expect("legal").api;
        assert_eq!(api.features().len(), names.len());
        assert!(names.iter().all(|name| !api.features().contains(name.as_str())), "{:?}", api.features());
        with_features(&manifest, &api).expect("no feature is there twice");
    }

    #[test]
    fn manifest_without_features_of_tags_is_unchanged() {
        for manifest in ["", "[package]\n", "[dependencies]\nx = { version = \"1\", features = [\"all-tags\"] }\n"] {
            assert_eq!(with_features(manifest, &api()).expect("legal"), manifest);
        }
    }

    #[test]
    fn refuses_a_manifest_without_both_feature_markers() {
        for manifest in [
            format!("[features]\n{BEGIN}\n"),
            format!("[features]\n{END}\n{BEGIN}\n"),
            "[features]\nall-tags = []\n".to_owned(),
            format!("[features]\n[dependencies]\n{BEGIN}\n{END}\n"),
            format!("{BEGIN}\n{END}\n[features]\n"),
            format!("features = {{\n{BEGIN}\n{END}\n}}\n"),
        ] {
            let error = with_features(&manifest, &api()).expect_err("should be refused").to_string();
            assert!(error.contains("restore both"), "{error}");
        }
    }
}
