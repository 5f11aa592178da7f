//! Defines `names.json`, the file with the recorded names, including former names.
//!
//! An item keeps its recorded name, even if the naming rules would now produce a different name. An item without a
//! recorded name is named by the rules, and never gets a recorded name of another item. The task `update-spec` writes
//! the file together with `openapi.json`.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::paging::Paging;
use crate::{
    api::{Attributes, Derives, Forwards, OwnTypes, Place, RateLimit},
    diagnostics::Diagnostics,
    input,
};

/// The name of the file.
pub const FILE: &str = "names.json";

/// The content of `names.json`: the recorded names of the items in a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Names {
    /// The settings of the client, which are the same for every document.
    #[serde(skip_serializing_if = "is_default")]
    pub client: ClientSettings,
    /// The names of operations. The key is the operation's method of `Client`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub operations: BTreeMap<String, OperationNames>,
    /// The names of tags. The key is the method of `Client` that returns the tag's group.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, TagNames>,
    /// The names of types. The key is the Rust name, without `types::`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<String, TypeNames>,
    /// The names of servers. The key is the URL in the document.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub servers: BTreeMap<String, ServerNames>,
    /// The former features of tags. The key is the name of the feature.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub features: BTreeMap<String, FormerFeature>,
    /// The names for the next document, which exist while an update replaces the current document. They remain if an
    /// update was interrupted before it had written all of its files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Box<NextNames>>,
}

/// The settings of a client, including the names of its handwritten items. They are edited by hand. Updates only change
/// the recorded setters of credentials.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClientSettings {
    /// The cargo features that the client defines by hand. No tag gets a feature of the same name.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub features: BTreeSet<String>,
    /// The headers that the client sets by itself, in upper or lower case. Operations have no setters for these
    /// headers, even if the document declares them as parameters.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub headers: BTreeSet<String>,
    /// The name of the header with the idempotency key, if it is not `Idempotency-Key`. Requests of every operation
    /// that declares this header carry a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<String>,
    /// Whether to generate types for the bodies of error responses.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub errors: bool,
    /// The handwritten methods of `Client`. No method for an operation or tag gets the same name.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub methods: BTreeSet<String>,
    /// The settings of the credentials, if they are generated from the document. If absent, the credentials are
    /// handwritten.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credentials: Option<CredentialSettings>,
    /// How to request the next page of operations for which the document does not specify this. The key is an
    /// `operationId` or a request, such as `GET /things/{}`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pages: BTreeMap<String, Paging>,
    /// Corrections of a document that describes its service wrongly, as a JSON Merge Patch (RFC 7396).
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub corrections: Map<String, Value>,
    /// The selected operations, if the client does not have all of them.
    #[serde(skip_serializing_if = "is_default")]
    pub operations: SelectedOperations,
    /// The own types: types that the client or one of its dependencies defines. They replace the types that would be
    /// generated for formats and schemas of the document.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub types: OwnTypes,
    /// The derive macros that are added to generated types.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub derive: Derives,
    /// The attributes that are added to generated types and to their fields and variants.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: Attributes,
}

/// Selects the operations of the client: all operations with one of the tags, and all operations with one of the ids.
/// If both lists are empty, the client has all operations of the document.
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

/// The settings of credentials that are generated from the document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CredentialSettings {
    /// The methods of `ClientBuilder` that set the credentials. The key is the name of the security scheme. Updates add
    /// the methods of new schemes.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub setters: BTreeMap<String, String>,
}

fn is_default<T: Default + PartialEq>(part: &T) -> bool {
    *part == T::default()
}

/// The names for the next document, together with a fingerprint of this document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextNames {
    /// The [`fingerprint`] of the document.
    pub document: String,
    /// The names for the next document.
    pub names: Names,
}

/// The names of an operation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OperationNames {
    /// The HTTP method and path of the operation, with `{}` for each parameter. If absent, the document no longer
    /// contains the operation, and the entry only preserves its former names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// The setters whose names differ from those that the naming rules would assign. The key is the location and name
    /// of the parameter: `path checkId`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub setters: BTreeMap<String, String>,
    /// The methods that stream all items and all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pagers: Option<[String; 2]>,
    /// The rate limit of the operation. It is recorded from the description in the document, and may be corrected by
    /// hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_limit: Option<RateLimit>,
    /// Whether dates in the query are UNIX timestamps. The key is the location and name of the parameter. The values
    /// are recorded from descriptions, and may be corrected by hand.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub timestamps: BTreeMap<String, bool>,
    /// The aliases of the operation: names that the current document suggests instead of the recorded name.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub aliases: BTreeSet<String>,
    /// The former names, each with the version that deprecated it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former: BTreeMap<String, String>,
    /// The former names and aliases of setters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub other_setters: BTreeMap<String, OtherName>,
}

/// The names generated for a tag: its group's struct, its feature, and the short names of its operations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TagNames {
    /// The tag in the document. If absent, the document no longer contains the tag, and the entry only preserves its
    /// former names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The name of the group's struct in `tags`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// The feature of the tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
    /// The short names. The key is the operation's method of `Client`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub short_names: BTreeMap<String, String>,
    /// The former short names, each with the current method of `Client` for the operation.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former: BTreeMap<String, OtherName>,
}

/// The names of a type.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TypeNames {
    /// The place of the type in the document. If absent, the entry only preserves other names of the type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The fields whose names differ from those that the naming rules would assign. The key is the name in JSON.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// The variants whose names differ from those that the naming rules would assign. The key is the value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variants: BTreeMap<String, String>,
    /// The variant for all other values, if its name differs from the name that the naming rules would assign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// The aliases of the type: names that the current document suggests instead of the recorded name.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub aliases: BTreeSet<String>,
    /// The former names, each with the version that deprecated it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former: BTreeMap<String, String>,
    /// The former variants of an open enum, each with its value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub former_variants: BTreeMap<String, OtherName>,
}

/// The names of a server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerNames {
    /// The name of the server's constant or struct in `servers`.
    pub name: String,
    /// The setters of server variables whose names differ from those that the naming rules would assign.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub setters: BTreeMap<String, String>,
    /// The enums of server variables. The key is the name of the variable.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub enums: BTreeMap<String, String>,
}

/// A former feature of a tag.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormerFeature {
    /// The current features that the former feature enables. Empty if everything that it enabled is now always
    /// compiled.
    pub of: Forwards,
    /// The version that deprecated the feature.
    pub since: String,
}

/// A former name or alias of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherName {
    /// The current name of the item.
    pub of: String,
    /// The version that deprecated the name. `None` for an alias, which is not deprecated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

impl Names {
    /// Creates names that contain only the settings of a client.
    pub fn for_client(client: &ClientSettings) -> Self {
        Self { client: client.clone(), ..Self::default() }
    }

    /// Reads the file at `path`. Returns `None` if the file does not exist.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or if [`parse`](Self::parse) refuses its text.
    pub fn read_file(path: &Path) -> Result<Option<Self>, Diagnostics> {
        input::read_text(path)?.map(|text| Self::parse(&text)).transpose()
    }

    /// Returns the names for the document `text`: those for the next document if `text` is the next document, and the
    /// current names otherwise.
    pub fn for_document(self, text: &str) -> Self {
        match self.next {
            Some(next) if next.document == fingerprint(text) => next.names,
            _ => Self { next: None, ..self },
        }
    }

    /// Sets `names` as the names for the next document, whose text is `document`.
    pub fn with_next(self, document: &str, names: Self) -> Self {
        Self { next: Some(Box::new(NextNames { document: fingerprint(document), names })), ..self }
    }
}

/// Returns a fingerprint that identifies a document. The fingerprint is the same on every machine.
pub fn fingerprint(text: &str) -> String {
    // This is FNV-1a. The hash only has to distinguish two versions of a file, so it need not be secure.
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
        let text = r##"{"client":{"headers":["x-a"],"idempotency_key":"x-key","errors":true,"methods":["with_a"],"credentials":{"setters":{"Key":"api_key"}},"corrections":{"paths":{"/b":{"get":{"security":[]}}}},"operations":{"tags":["Parts"],"ids":["getB"]},"types":{"format decimal":"crate::Decimal"},"derive":{"*":["a::B"]},"attributes":{"B.x":["#[a(b)]"]}},"operations":{"get_b":{"request":"GET /b/{}","setters":{"path theId":"id"},"pagers":["items","pages"],"rate_limit":{"requests":5,"seconds":10},"timestamps":{"query from":true},"aliases":["fetch_b"],"former":{"get_a":"1.2.0"},"other_setters":{"the_id":{"of":"id"}}}},"tags":{"parts":{"tag":"Parts","type":"Parts","feature":"parts","short_names":{"get_b":"get"},"former":{"read":{"of":"get_b","since":"1.2.0"}}}},"types":{"B":{"place":"#/components/schemas/B","fields":{"@x":"x2"},"former":{"A":"1.2.0"}},"BKind":{"place":"B.kind","variants":{"BAD":"Bad2"},"other":"Unlisted","former_variants":{"Bad":{"of":"GONE","since":"1.2.0"}}}},"servers":{"https://{a}.b":{"name":"AB","setters":{"a":"a2"},"enums":{"a":"A"}}},"features":{"gone-tag":{"of":[],"since":"1.2.0"},"old-tag":{"of":"tag","since":"1.2.0"}},"next":{"document":"00","names":{}}}"##;
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
