//! The rules that classify differences in the behaviour of a service. Each rule is a file in `rules/behaviour`, whose
//! name is the id of the rule.
//!
//! For the same change, there are separate rules for values that callers send and values that they receive. A stricter
//! limit may make the service refuse requests, but is harmless in responses. A looser limit is harmless in requests,
//! but responses may then contain values that callers do not expect.

use serde::{Deserialize, Serialize};

/// The effect of a difference on calls that succeeded before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The calls still succeed, but their results or effects may change, now or on an announced day.
    Warning,
    /// The service may refuse calls.
    Error,
}

impl Severity {
    pub fn word(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A kind of difference in behaviour, such as a stricter limit on a sent value.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BehaviourRule {
    /// The id of the rule. It stays the same in later versions.
    #[serde(rename(serialize = "rule"), skip_deserializing)]
    pub id: &'static str,
    pub severity: Severity,
    /// A short sentence that describes the difference.
    pub title: String,
    /// An explanation of the difference and of its severity.
    #[serde(skip_serializing)]
    pub text: String,
}

crate::rules::table::rules! {
    "behaviour": BehaviourRule;
    FIELD_READ_ONLY = "field-read-only";
    SCOPE_ADDED = "scope-added";
    SECURITY_ALTERNATIVE_REMOVED = "security-alternative-removed";
    SECURITY_SCHEME_ADDED = "security-scheme-added";
    SENT_LIMIT_CHANGED = "sent-limit-changed";
    SENT_LIMIT_STRICTER = "sent-limit-stricter";
    SENT_MEDIA_TYPE_REMOVED = "sent-media-type-removed";
    ERROR_BODY_CHANGED = "error-body-changed";
    FIELD_DEPRECATED = "field-deprecated";
    FIELD_WRITE_ONLY = "field-write-only";
    NOT_LISTED = "not-listed";
    PARAMETER_DEPRECATED = "parameter-deprecated";
    RATE_LIMIT_TEXT_CHANGED = "rate-limit-text-changed";
    RECEIVED_LIMIT_CHANGED = "received-limit-changed";
    RECEIVED_LIMIT_LOOSER = "received-limit-looser";
    RECEIVED_MEDIA_TYPE_REMOVED = "received-media-type-removed";
    RESPONSE_HEADER_REMOVED = "response-header-removed";
    SENT_DEFAULT_CHANGED = "sent-default-changed";
    SENT_DEFAULT_REMOVED = "sent-default-removed";
    SUCCESS_STATUS_ADDED = "success-status-added";
    SUCCESS_STATUS_REMOVED = "success-status-removed";
    SUNSET_SET = "sunset-set";
}
