//! Defines `names.json`, which contains the recorded names, including former names.
//!
//! A thing keeps the name that is recorded for it, even if the naming rules would produce another name today. Things
//! without a recorded name are named by the rules, and never take a name that is recorded. The task `update-spec`
//! writes the file together with `openapi.json`.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde::{Deserialize, Serialize};

use super::paging::Paging;
use crate::{
    api::{Forwards, OwnTypes, Place, RateLimit},
    diagnostics::Diagnostics,
    input,
};

/// The name of the file.
pub const FILE: &str = "names.json";

/// The recorded names for one document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Names {
    /// The settings of the client, which do not depend on the document.
    #[serde(skip_serializing_if = "is_default")]
    pub client: ClientSettings,
    /// The names of operations, by the method of `Client`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub operations: BTreeMap<String, OperationNames>,
    /// The names of tags, by the method of `Client`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, TagNames>,
    /// The names of types, by the name without `types::`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<String, TypeNames>,
    /// The names of servers, by the URL in the document.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub servers: BTreeMap<String, ServerNames>,
    /// The former features of tags.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub features: BTreeMap<String, FormerFeature>,
    /// The names for the next document, which is about to replace the current one. They exist while an update is in
    /// progress, and after an update that was interrupted before it had written all of its files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Box<NextNames>>,
}

/// The settings of a client and the names of its handwritten items. They are edited by hand. No update changes them,
/// except for the recorded setters of credentials.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClientSettings {
    /// The cargo features that the client defines by hand. No tag gets a feature with one of these names.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub features: BTreeSet<String>,
    /// The headers that the client sends by itself, in any case of letters. Operations have no setter for them, even if
    /// the document declares them as parameters.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub headers: BTreeSet<String>,
    /// The header with the idempotency key, if it is not `Idempotency-Key`. Every operation that declares this header
    /// has a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<String>,
    /// Whether types are generated for the error bodies that the document declares.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub errors: bool,
    /// The handwritten methods of `Client`. No operation or tag gets one of these names.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub methods: BTreeSet<String>,
    /// The settings of the credentials. If set, the client has the credentials that the document declares. Otherwise,
    /// its credentials are written by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credentials: Option<CredentialSettings>,
    /// How to request pages of operations for which the document does not show it, by `operationId` or by request, as
    /// in `GET /things/{}`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pages: BTreeMap<String, Paging>,
    /// The operations of the client, if it does not have all of them.
    #[serde(skip_serializing_if = "is_default")]
    pub operations: SelectedOperations,
    /// The own types that replace formats and schemas of the document.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub types: OwnTypes,
}

/// The selection of the operations that a client has: all operations with one of the tags, and all operations with one
/// of the ids. If both lists are empty, the client has all operations of the document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelectedOperations {
    /// The tags, as the document spells them.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub tags: BTreeSet<String>,
    /// The values of `operationId`.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub ids: BTreeSet<String>,
}

/// The settings of the credentials that a document declares.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CredentialSettings {
    /// The method of `ClientBuilder` for each security scheme, by the name of the scheme. Updates record the methods
    /// that exist.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub setters: BTreeMap<String, String>,
}

fn is_default<T: Default + PartialEq>(part: &T) -> bool {
    *part == T::default()
}

/// The names for a document that is identified by its text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextNames {
    /// The [`fingerprint`] of the document.
    pub document: String,
    /// The names for that document.
    pub names: Names,
}

/// The names of an operation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OperationNames {
    /// The HTTP method and the path of the operation, with `{}` for each parameter. If absent, the document no longer
    /// contains the operation, and only its other names are recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// The setters whose names do not follow from the rules, by location and name on the wire: `path checkId`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub setters: BTreeMap<String, String>,
    /// The methods that stream items and pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pagers: Option<[String; 2]>,
    /// The rate limit of the operation. It was recorded from the description in the document, and may be corrected by
    /// hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_limit: Option<RateLimit>,
    /// Whether dates in the query are UNIX timestamps, by location and name on the wire. The values are recorded from
    /// descriptions, and may be corrected by hand.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub timestamps: BTreeMap<String, bool>,
    /// Other names that the current document has for the operation.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub aliases: BTreeSet<String>,
    /// The former names, with the version since which they are deprecated.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former: BTreeMap<String, String>,
    /// Former names of setters, and other names that the current document has for them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub other_setters: BTreeMap<String, OtherName>,
}

/// The names that are derived from a tag.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TagNames {
    /// The tag in the document. If it is absent, the document no longer has the tag, and only former names remain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The name of the struct in `tags`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// The feature of the tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
    /// The short names, by the method of `Client`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub short_names: BTreeMap<String, String>,
    /// The former short names, each with the method of `Client` that calls the operation now.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former: BTreeMap<String, OtherName>,
}

/// The names of a type.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TypeNames {
    /// The place of the type. If it is absent, only the other names of the type are recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The fields whose names do not follow from the rules, by name on the wire.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// The variants whose names do not follow from the rules, by value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variants: BTreeMap<String, String>,
    /// The variant for all other values, if its name does not follow from the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// Other names that the current document has for the type.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub aliases: BTreeSet<String>,
    /// The former names, with the version since which they are deprecated.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former: BTreeMap<String, String>,
    /// The former variants of an open enum. Each entry contains the value that the variant stands for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former_variants: BTreeMap<String, OtherName>,
}

/// The names of a server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerNames {
    /// The name of the constant or struct in `servers`.
    pub name: String,
    /// The setters of variables whose names do not follow from the rules.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub setters: BTreeMap<String, String>,
    /// The names of the enums for server variables, by the name of the variable.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub enums: BTreeMap<String, String>,
}

/// A former feature of a tag.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormerFeature {
    /// The current features that are enabled by the former feature. The list is empty if the code that the former
    /// feature enabled is now always compiled.
    pub of: Forwards,
    /// The version since which the feature is deprecated.
    pub since: String,
}

/// A former name or alias of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherName {
    /// The current name of the item.
    pub of: String,
    /// The version since which the name is deprecated. `None` for an alias, which the current document contains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

impl Names {
    /// Creates names for a client with these settings. Nothing else is recorded in them.
    pub fn for_client(client: &ClientSettings) -> Self {
        Self { client: client.clone(), ..Self::default() }
    }

    /// Reads the file at `path`. Returns `None` if nothing exists there.
    ///
    /// # Errors
    /// Fails if the file cannot be read, and in the same cases as [`parse`](Self::parse).
    pub fn read_file(path: &Path) -> Result<Option<Self>, Diagnostics> {
        input::read_text(path)?.map(|text| Self::parse(&text)).transpose()
    }

    /// Returns the names for the document with the text `text`: the names for the next document if this is the next
    /// document, and the names for the current document otherwise.
    pub fn for_document(self, text: &str) -> Self {
        match self.next {
            Some(next) if next.document == fingerprint(text) => next.names,
            _ => Self { next: None, ..self },
        }
    }

    /// Adds the names for the document that is about to replace the current one.
    pub fn with_next(self, document: &str, names: Self) -> Self {
        Self { next: Some(Box::new(NextNames { document: fingerprint(document), names })), ..self }
    }
}

/// Returns the fingerprint that identifies a document. It is the same on every machine.
pub fn fingerprint(text: &str) -> String {
    // The hash is FNV-1a. It only distinguishes two versions of one file, so it need not be secure.
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_name_survives_writing_and_reading() {
        let text = r##"{"client":{"headers":["x-a"],"idempotency_key":"x-key","errors":true,"methods":["with_a"],"credentials":{"setters":{"Key":"api_key"}},"operations":{"tags":["Parts"],"ids":["getB"]},"types":{"format decimal":"crate::Decimal"}},"operations":{"get_b":{"request":"GET /b/{}","setters":{"path theId":"id"},"pagers":["items","pages"],"rate_limit":{"requests":5,"seconds":10},"timestamps":{"query from":true},"aliases":["fetch_b"],"former":{"get_a":"1.2.0"},"other_setters":{"the_id":{"of":"id"}}}},"tags":{"parts":{"tag":"Parts","type":"Parts","feature":"parts","short_names":{"get_b":"get"},"former":{"read":{"of":"get_b","since":"1.2.0"}}}},"types":{"B":{"place":"#/components/schemas/B","fields":{"@x":"x2"},"former":{"A":"1.2.0"}},"BKind":{"place":"B.kind","variants":{"BAD":"Bad2"},"other":"Unlisted","former_variants":{"Bad":{"of":"GONE","since":"1.2.0"}}}},"servers":{"https://{a}.b":{"name":"AB","setters":{"a":"a2"},"enums":{"a":"A"}}},"features":{"gone-tag":{"of":[],"since":"1.2.0"},"old-tag":{"of":"tag","since":"1.2.0"}},"next":{"document":"00","names":{}}}"##;
        let names = Names::parse(text).expect("legal");
        assert_eq!(serde_json::to_string(&names).expect("should be written"), text);
    }

    #[test]
    fn names_for_the_next_document_apply_only_to_its_exact_text() {
        let named = |name: &str| Names::parse(&format!(r#"{{"types":{{"{name}":{{}}}}}}"#)).expect("legal");
        let names = named("Old").with_next("next", named("New"));
        assert_eq!(names.clone().for_document("next"), named("New"));
        assert_eq!(names.for_document("this"), named("Old"));
    }
}
