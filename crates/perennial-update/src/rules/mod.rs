//! The rules that classify changes to a public API. Each rule is a file in `rules/api`, whose name is the id of the
//! rule. It describes the change, its effect on the version, and what callers have to do.
//!
//! Each rule has a witness: part of a document before and after the change, and code of a caller. The code compiles
//! before the change. It compiles after the change only if the change is compatible.

pub mod table;
mod witness;

pub use witness::WitnessPart;

use std::fmt;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct as _};

/// The effect of a change on consumers' code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// All code keeps compiling and working.
    Compatible,
    /// Some code no longer compiles, or fails at run time.
    Breaking,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiRule {
    /// The id of the rule, which appears in reports. It stays the same in later versions.
    #[serde(skip)]
    pub id: &'static str,
    /// The title of the rule: a few words that describe the change.
    pub title: String,
    pub effect: Effect,
    /// An explanation of the effect on consumers.
    pub text: String,
    /// The action that callers have to take, in which [`NAME`] stands for the changed name. Empty for most compatible
    /// changes.
    #[serde(default)]
    pub action: String,
    /// The part of a document that `before` and `after` contain, such as an operation or a schema.
    #[serde(default)]
    pub part: WitnessPart,
    /// The part of the document before the change, as JSON. Empty if it does not exist yet.
    #[serde(default)]
    before: String,
    #[serde(default)]
    after: String,
    /// The recorded names before the change, as JSON. Most witnesses have none.
    #[serde(default = "no_names")]
    pub names_before: String,
    /// The recorded names after the change, as JSON. If absent, names are carried over from `names_before` as in an
    /// update.
    #[serde(default)]
    pub names_after: Option<String>,
    /// The features of tags that the code of the caller needs.
    #[serde(default)]
    pub features: Vec<String>,
    /// The caller's code, as statements that use the variable `client`.
    #[serde(default)]
    calls: String,
    /// The code of a caller who received a value, as statements. The value is in the variable `it`, and the schema
    /// determines its type. Each rule has either `reads` or `calls`.
    #[serde(default)]
    reads: String,
    /// Whether the code still compiles after this breaking change, and fails only at run time.
    #[serde(default)]
    pub fails_at_run_time: bool,
    /// The ids of other breaking rules that always apply together with this one, so that the witness shows them too.
    #[serde(default)]
    pub beside: Vec<String>,
}

fn no_names() -> String {
    "{}".to_owned()
}

/// The placeholder for the changed name in the action of a rule.
pub const NAME: &str = "NAME";

/// Serializes the parts of a rule that appear in reports.
impl Serialize for ApiRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Rule", 2)?;
        fields.serialize_field("rule", self.id)?;
        fields.serialize_field("effect", &self.effect)?;
        fields.end()
    }
}

impl ApiRule {
    /// Serializes only the id of a rule, for an item that has a separate field for its effect.
    ///
    /// # Errors
    ///
    /// Returns the errors of the serializer.
    pub fn serialize_id<S: Serializer>(rule: &Option<&'static Self>, serializer: S) -> Result<S::Ok, S::Error> {
        rule.map(|rule| rule.id).serialize(serializer)
    }
}

impl PartialEq for ApiRule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for ApiRule {}

impl fmt::Debug for ApiRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// Returns all rules, in the order of the list below.
pub fn all_rules() -> impl Iterator<Item = &'static ApiRule> {
    ALL.iter().map(|rule| &***rule)
}

table::rules! {
    "api": ApiRule;
    OPERATION_ADDED = "operation-added";
    OPERATION_REMOVED = "operation-removed";
    RESPONSE_TYPE_CHANGED = "response-type-changed";
    RESPONSE_MAY_BE_ABSENT = "response-may-be-absent";
    RESPONSE_ALWAYS_PRESENT = "response-always-present";
    RESPONSE_IS_PAGE = "response-is-page";
    REQUEST_MOVED = "request-moved";
    SERVER_TO_ALLOW = "server-to-allow";
    SERVER_CHANGED = "server-changed";
    LISTED_SERVER_ADDED = "listed-server-added";
    LISTED_SERVER_REMOVED = "listed-server-removed";
    LISTED_SERVER_CHANGED = "listed-server-changed";
    CREDENTIALS_ADDED = "credentials-added";
    CREDENTIALS_REMOVED = "credentials-removed";
    CREDENTIALS_TYPE_CHANGED = "credentials-type-changed";
    CREDENTIALS_SENT_ELSEWHERE = "credentials-sent-elsewhere";
    CREDENTIALS_IN_QUERY = "credentials-in-query";
    TOKEN_URL_REMOVED = "token-url-removed";
    ENDPOINT_MOVED = "endpoint-moved";
    ENDPOINT_CHANGED = "endpoint-changed";
    VARIABLE_ADDED = "variable-added";
    VARIABLE_REMOVED = "variable-removed";
    AUTHENTICATION_CHANGED = "authentication-changed";
    ERROR_TYPE_ADDED = "error-type-added";
    ERROR_TYPE_CHANGED = "error-type-changed";
    OPERATION_ID_CHANGED = "operation-id-changed";
    RATE_LIMIT_CHANGED = "rate-limit-changed";
    OPERATION_DEPRECATED = "operation-deprecated";
    OPERATION_NOT_DEPRECATED = "operation-not-deprecated";
    SHORT_NAME_ADDED = "short-name-added";
    SHORT_NAME_REMOVED = "short-name-removed";
    SHORT_NAME_KEPT = "short-name-kept";
    SHORT_NAME_REUSED = "short-name-reused";
    SHORT_NAME_ARGUMENTS_CHANGED = "short-name-arguments-changed";
    FEATURE_ADDED = "feature-added";
    FEATURE_REQUIRED = "feature-required";
    FEATURE_LEFT = "feature-left";
    FEATURE_FORWARDED = "feature-forwarded";
    FEATURE_NOT_NEEDED = "feature-not-needed";
    FEATURE_REMOVED = "feature-removed";
    SETTER_ADDED = "setter-added";
    REQUIRED_SETTER_ADDED = "required-setter-added";
    SETTER_REMOVED = "setter-removed";
    BODY_BUILDER_REMOVED = "body-builder-removed";
    SETTER_TYPE_CHANGED = "setter-type-changed";
    SETTER_REQUIRED = "setter-required";
    SETTER_OPTIONAL = "setter-optional";
    SETTER_SENT_ELSEWHERE = "setter-sent-elsewhere";
    SETTER_NAME_KEPT = "setter-name-kept";
    STREAM_ADDED = "stream-added";
    STREAM_REMOVED = "stream-removed";
    STREAM_RENAMED = "stream-renamed";
    STREAM_TYPE_CHANGED = "stream-type-changed";
    PAGER_ADDED = "pager-added";
    PAGER_REMOVED = "pager-removed";
    PAGER_RENAMED = "pager-renamed";
    PAGER_ITEM_CHANGED = "pager-item-changed";
    PAGER_POSITION_CHANGED = "pager-position-changed";
    TYPE_ADDED = "type-added";
    TYPE_REMOVED = "type-removed";
    TYPE_KIND_CHANGED = "type-kind-changed";
    TRAIT_ADDED = "trait-added";
    TRAIT_REMOVED = "trait-removed";
    DEFAULT_REMOVED = "default-removed";
    ACCESSOR_ADDED = "accessor-added";
    ACCESSOR_REMOVED = "accessor-removed";
    ACCESSOR_TYPE_CHANGED = "accessor-type-changed";
    PAGE_ADDED = "page-added";
    PAGE_REMOVED = "page-removed";
    SERIES_ADDED = "series-added";
    SERIES_REMOVED = "series-removed";
    ELEMENT_TYPE_CHANGED = "element-type-changed";
    FIELD_ADDED = "field-added";
    FIELD_REMOVED = "field-removed";
    REQUIRED_FIELD_ADDED = "required-field-added";
    FIELD_TYPE_CHANGED = "field-type-changed";
    FIELD_MAY_BE_ABSENT = "field-may-be-absent";
    FIELD_ALWAYS_PRESENT = "field-always-present";
    FIELD_DISTINGUISHES_NULL = "field-distinguishes-null";
    FIELD_NEVER_NULL = "field-never-null";
    SENT_FIELD_OPTIONAL = "sent-field-optional";
    FIELD_WIRE_NAME_CHANGED = "field-wire-name-changed";
    BUILDER_SETTER_ADDED = "builder-setter-added";
    BUILDER_SETTER_REMOVED = "builder-setter-removed";
    BUILDER_SETTER_TYPE_CHANGED = "builder-setter-type-changed";
    BUILDER_SETTER_REQUIRED = "builder-setter-required";
    BUILDER_SETTER_OPTIONAL = "builder-setter-optional";
    VARIANT_ADDED = "variant-added";
    VARIANT_UNLISTED = "variant-unlisted";
    VARIANT_LISTED = "variant-listed";
    VARIANT_REMOVED = "variant-removed";
    VARIANT_VALUE_CHANGED = "variant-value-changed";
    VARIANT_CONSTANT = "variant-constant";
    OTHER_VARIANT_RENAMED = "other-variant-renamed";
    MEMBER_ADDED = "member-added";
    MEMBER_REMOVED = "member-removed";
    MEMBER_CHANGED = "member-changed";
    NAME_ADDED = "name-added";
    NAME_DEPRECATED = "name-deprecated";
    NAME_KEPT = "name-kept";
    FORMER_NAME_DROPPED = "former-name-dropped";
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;
    use crate::behaviour;

    #[test]
    fn rule_files_have_kebab_case_ids() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
        let of_behaviour = behaviour::RULES.iter().map(|rule| rule.id);
        for (folder, ids) in [
            (folder.join("api"), all_rules().map(|rule| rule.id).collect()),
            (folder.join("behaviour"), Vec::from_iter(of_behaviour)),
        ] {
            let files = fs::read_dir(folder).expect("should be there");
            let files =
                files.map(|file| file.expect("should be read").file_name().into_string().expect("should be UTF-8"));
            let known = ids.iter().map(|id| format!("{id}.toml"));
            assert_eq!(files.collect::<BTreeSet<_>>(), known.collect());
            for id in ids {
                assert!(
                    id.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase())),
                    "{id}"
                );
            }
        }
    }

    #[test]
    fn rules_have_short_titles_and_breaking_rules_have_an_action() {
        for rule in all_rules() {
            assert!((1..=70).contains(&rule.title.len()) && !rule.title.ends_with('.'), "{rule:?}");
            assert!(rule.text.ends_with('.') && !rule.action.ends_with('.'), "{rule:?}");
            assert!(rule.effect == Effect::Compatible || !rule.action.is_empty(), "{rule:?}");
        }
    }
}
