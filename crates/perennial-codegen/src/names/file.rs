//! `names.json`: the names that were given, and those that things had before.
//!
//! A thing keeps the name that is recorded for it, whatever the rules of this module would call it now. What is not
//! recorded is named by the rules, and leaves all recorded names as they are. The task `update-spec` writes the file
//! together with `openapi.json`.

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

/// The names of one document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Names {
    /// What the client has beside the document.
    #[serde(skip_serializing_if = "is_default")]
    pub client: Own,
    /// By the method of `Client`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub operations: BTreeMap<String, OperationNames>,
    /// By the method of `Client`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, TagNames>,
    /// By name, without `types::`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<String, TypeNames>,
    /// By the URL in the document.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub servers: BTreeMap<String, ServerNames>,
    /// The former features of tags.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub features: BTreeMap<String, FormerFeature>,
    /// The names of the document that is about to replace this one: an update was stopped between its files, or is under
    /// way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Box<Next>>,
}

/// What the package of a client has by hand: it is decided there, and no update changes it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Own {
    /// Its cargo features, beside those that each client has: no feature of a tag is called so.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub features: BTreeSet<String>,
    /// The headers that it sends by itself, in any case of letters: where the document declares one as a parameter, it is
    /// no argument.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub headers: BTreeSet<String>,
    /// The header that is the idempotency key of each operation which declares it, where that is not `Idempotency-Key`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<String>,
    /// Set if the bodies of errors that the document declares are types.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub errors: bool,
    /// Its methods of `Client`: no operation or tag gets such a name.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub methods: BTreeSet<String>,
    /// If it is there, the client has the credentials that the document declares; otherwise, its own by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credentials: Option<Credentials>,
    /// How pages are asked for where the document does not show it, by the `operationId` or, as in `GET /things/{}`, the
    /// request.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pages: BTreeMap<String, Paging>,
    /// The operations that it has, if not all.
    #[serde(skip_serializing_if = "is_default")]
    pub operations: Chosen,
    /// Its types, or those of what it depends on, in the place of formats and schemas of the document.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub types: OwnTypes,
}

/// The operations that a client has: those with one of the tags, and those with one of the ids; with neither, all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Chosen {
    /// As the document calls them.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub tags: BTreeSet<String>,
    /// The `operationId`.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub ids: BTreeSet<String>,
}

/// How the credentials of a document are set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Credentials {
    /// The method of `ClientBuilder` for each security scheme, by name: updates record those that were given.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub setters: BTreeMap<String, String>,
}

fn is_default<T: Default + PartialEq>(part: &T) -> bool {
    *part == T::default()
}

/// The names of a document that is known by its text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Next {
    /// The [`fingerprint`] of the document.
    pub document: String,
    /// Its names.
    pub names: Names,
}

/// The names of an operation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OperationNames {
    /// Method and path, with `{}` for each parameter. Without it, only the other names are recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// The setters that are not called by the rules, by location and name on the wire: `path checkId`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub setters: BTreeMap<String, String>,
    /// The methods that stream items and pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pagers: Option<[String; 2]>,
    /// The rate limit that the description stated, or should.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_limit: Option<RateLimit>,
    /// Whether the dates in the query are UNIX timestamps, by location and name on the wire, as descriptions said, or should.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub timestamps: BTreeMap<String, bool>,
    /// The names that the document has for it now.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub aliases: BTreeSet<String>,
    /// The names that it had, with the version since which they are deprecated.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former: BTreeMap<String, String>,
    /// Other names of setters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub other_setters: BTreeMap<String, OtherName>,
}

/// The names that a tag brings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TagNames {
    /// In the document; without it, the tag is only a former one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The struct in `tags`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// The feature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
    /// The short names, by the method of `Client`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub short_names: BTreeMap<String, String>,
    /// Former short names: the present name is the method of `Client`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former: BTreeMap<String, OtherName>,
}

/// The names of a type.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TypeNames {
    /// Where it stands. Without it, only the other names are recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The fields that are not called by the rules, by name on the wire.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// The variants that are not called by the rules, by value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variants: BTreeMap<String, String>,
    /// The variant of all other values, if it is not called by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// The names that the document has for it now.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub aliases: BTreeSet<String>,
    /// The names that it had, with the version since which they are deprecated.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former: BTreeMap<String, String>,
    /// The former variants of an open enum: the present name is the value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former_variants: BTreeMap<String, OtherName>,
}

/// The names of a server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerNames {
    /// The constant or struct in `servers`.
    pub name: String,
    /// The setters of variables that are not called by the rules.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub setters: BTreeMap<String, String>,
    /// The enums of variables.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub enums: BTreeMap<String, String>,
}

/// A former feature.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormerFeature {
    /// The present features that it forwards to: none where all that it brought is always there.
    pub of: Forwards,
    /// The version since which it is only a former one.
    pub since: String,
}

/// The thing that another name stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherName {
    /// The present name.
    pub of: String,
    /// The version since which the other one is deprecated; none for one that the document has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

impl Names {
    /// Those of a document of which no name is recorded, for a client that has this by hand.
    pub fn of_client(client: &Own) -> Self {
        Self { client: client.clone(), ..Self::default() }
    }

    /// Reads the file at `path`; `None` if there is none.
    ///
    /// # Errors
    /// A file that cannot be read, or as [`parse`](Self::parse).
    pub fn read(path: &Path) -> Result<Option<Self>, Diagnostics> {
        input::text(path)?.map(|text| Self::parse(&text)).transpose()
    }

    /// The names of the document with this text: those of the next one, if it is that.
    pub fn of_document(self, text: &str) -> Self {
        match self.next {
            Some(next) if next.document == fingerprint(text) => next.names,
            _ => Self { next: None, ..self },
        }
    }

    /// These names, and those of the document that is about to replace this one.
    pub fn with_next(self, document: &str, names: Self) -> Self {
        Self { next: Some(Box::new(Next { document: fingerprint(document), names })), ..self }
    }
}

/// Returns the fingerprint by which a document is known: the same on every machine.
pub fn fingerprint(text: &str) -> String {
    // FNV-1a. It tells two versions of one file apart, and guards nothing.
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_name_survives_writing_and_reading() {
        let text = r##"{"client":{"headers":["x-a"],"idempotency_key":"x-key","errors":true,"methods":["with_a"],"credentials":{"setters":{"Key":"api_key"}},"operations":{"tags":["Parts"],"ids":["getB"]},"types":{"format decimal":"crate::Decimal"}},"operations":{"get_b":{"request":"GET /b/{}","setters":{"path theId":"id"},"pagers":["items","pages"],"rate_limit":{"requests":5,"seconds":10},"timestamps":{"query from":true},"aliases":["fetch_b"],"former":{"get_a":"1.2.0"},"other_setters":{"the_id":{"of":"id"}}}},"tags":{"parts":{"tag":"Parts","type":"Parts","feature":"parts","short_names":{"get_b":"get"},"former":{"read":{"of":"get_b","since":"1.2.0"}}}},"types":{"B":{"place":"#/components/schemas/B","fields":{"@x":"x2"},"former":{"A":"1.2.0"}},"BKind":{"place":"B.kind","variants":{"BAD":"Bad2"},"other":"Unlisted","former_variants":{"Bad":{"of":"GONE","since":"1.2.0"}}}},"servers":{"https://{a}.b":{"name":"AB","setters":{"a":"a2"},"enums":{"a":"A"}}},"features":{"gone-tag":{"of":[],"since":"1.2.0"},"old-tag":{"of":"tag","since":"1.2.0"}},"next":{"document":"00","names":{}}}"##;
        let names = Names::parse(text).expect("legal");
        assert_eq!(serde_json::to_string(&names).expect("should be written"), text);
    }

    #[test]
    fn names_of_the_next_document_are_those_of_its_text_alone() {
        let named = |name: &str| Names::parse(&format!(r#"{{"types":{{"{name}":{{}}}}}}"#)).expect("legal");
        let names = named("Old").with_next("next", named("New"));
        assert_eq!(names.clone().of_document("next"), named("New"));
        assert_eq!(names.of_document("this"), named("Old"));
    }
}
