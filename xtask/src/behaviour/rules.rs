//! What is told of two documents, rule by rule.
//!
//! What is sent and what is received are judged the other way round: a stricter limit refuses what callers send, and
//! is a promise where they receive; a looser one takes more, and may surprise where they receive.

use serde::Serialize;

/// What a difference may do to calls that worked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing: it is good to know.
    Info,
    /// They still go through, and may do or give something else, now or from a stated day on.
    Warning,
    /// They may be refused now.
    Error,
}

impl Severity {
    /// As reports say it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A kind of difference.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Rule {
    /// The stable id.
    #[serde(rename = "rule")]
    pub id: &'static str,
    /// What it may do.
    pub severity: Severity,
    /// The difference, in one short sentence.
    pub title: &'static str,
    /// What it means, and why it is that grave.
    #[serde(skip)]
    pub text: &'static str,
}

macro_rules! rules {
    ($($name:ident: $severity:ident, $id:literal, $title:literal, $text:literal;)*) => {
        $(pub static $name: Rule = Rule { id: $id, severity: Severity::$severity, title: $title, text: $text };)*

        /// All rules, the gravest first.
        pub static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    FIELD_READ_ONLY: Error, "field-read-only", "A field that could be sent is read-only",
        "Its setter is still there, but the service now sets the field itself: it may refuse or ignore a value.";
    SCOPE_ADDED: Error, "scope-added", "Another scope is needed",
        "A key or token without the scope is refused from now on.";
    SECURITY_ALTERNATIVE_REMOVED: Error, "security-alternative-removed", "A way to authenticate is gone",
        "Calls that authenticate in this way are refused. Another of the listed ways has to be used.";
    SECURITY_SCHEME_ADDED: Error, "security-scheme-added", "More has to authenticate a call",
        "What sufficed to authenticate a call no longer does: another scheme is needed as well.";
    SECURITY_SCHEME_CHANGED: Error, "security-scheme-changed", "A way to authenticate works differently",
        "The scheme has the same name, and another type, header or address. Check that it is still what the client sends: \
         a key as `Authorization: Bearer`.";
    SENT_LIMIT_CHANGED: Error, "sent-limit-changed", "What may be sent is limited differently",
        "Of two patterns, formats or the like, nothing tells which takes more. The new one may refuse what the old one \
         took. Limits are not in the types of the client: checking is the service's.";
    SENT_LIMIT_STRICTER: Error, "sent-limit-stricter", "What may be sent is limited more strictly",
        "Values that were taken are refused now. Limits are not in the types of the client, so that code compiles and \
         its calls fail.";
    SENT_MEDIA_TYPE_REMOVED: Error, "sent-media-type-removed", "A body may no longer have a media type",
        "The service refuses bodies of this type. The client sends one of the types only: if it was this one, the \
         changes of the API above say so.";

    ERROR_BODY_CHANGED: Warning, "error-body-changed", "The body of an error is different",
        "The client has one type for all errors, whatever is in the document. What reads the attributes of an error, or \
         its body as it was received, may no longer find what it looks for.";
    FIELD_DEPRECATED: Warning, "field-deprecated", "A field is deprecated",
        "It works as before, and may go. Fields are not marked as deprecated in Rust; operations are, so that they are \
         listed among the changes of the API. A description that begins with `[DEPRECATED]` says the same.";
    FIELD_WRITE_ONLY: Warning, "field-write-only", "A field that was received is write-only",
        "Responses no longer have it, so that it is absent where it was read.";
    NOT_LISTED: Warning, "not-listed", "Not everything is compared or listed",
        "The documents differ in more than is listed, or have more schemas than are compared: compare them by hand.";
    PARAMETER_DEPRECATED: Warning, "parameter-deprecated", "A parameter is deprecated",
        "It works as before, and may go. Setters are not marked as deprecated for this; operations are, so that they are \
         listed among the changes of the API.";
    RATE_LIMIT_TEXT_CHANGED: Warning, "rate-limit-text-changed", "A rate limit is described differently",
        "The description says something else of the rate limit, but the client keeps the same limit as before: check \
         that it is read correctly. Where the client keeps another limit, the changes of the API say so.";
    RECEIVED_LIMIT_CHANGED: Warning, "received-limit-changed", "What is received is limited differently",
        "The client takes any value. Code that relies on the old pattern or format may meet others.";
    RECEIVED_LIMIT_LOOSER: Warning, "received-limit-looser", "What is received is limited less strictly",
        "The client takes any value. Code that relies on the limit, for the width of a column or the size of a buffer, \
         may meet values beyond it.";
    RECEIVED_MEDIA_TYPE_REMOVED: Warning, "received-media-type-removed", "A response no longer has a media type",
        "The client asks for the types that the document states. Whoever asks for another one by a header may get \
         something else.";
    RESPONSE_HEADER_REMOVED: Warning, "response-header-removed", "A response no longer has a header",
        "It is absent where it was read. Headers of responses are read by name, so that code compiles.";
    SENT_DEFAULT_CHANGED: Warning, "sent-default-changed", "A default of what is sent is another one",
        "The client sends only what is set, so that the service's default counts: calls that leave the value out do \
         something else from now on. To keep the behaviour, set the old value.";
    SENT_DEFAULT_REMOVED: Warning, "sent-default-removed", "A default of what is sent is no longer stated",
        "What the service does if the value is left out is not said any more, and may be something else.";
    SUCCESS_STATUS_ADDED: Warning, "success-status-added", "An operation may succeed with another status",
        "The client takes it as a success. Code that looks at the status may not expect it.";
    SUCCESS_STATUS_REMOVED: Warning, "success-status-removed", "An operation no longer succeeds with a status",
        "Code that waits for this status waits in vain.";
    SUNSET_CHANGED: Warning, "sunset-changed", "The day on which something goes is another one",
        "From this day on, calls may be refused.";
    SUNSET_SET: Warning, "sunset-set", "There is a day on which something goes",
        "It works until then. It is stated by `x-sunset`, by a header `Sunset`, or in a description (\"removed on …\").";

    DEPRECATION_WITHDRAWN: Info, "deprecation-withdrawn", "A field or parameter is no longer deprecated",
        "It stays.";
    ERROR_FIELD_ADDED: Info, "error-field-added", "The body of an error has another field",
        "It is among the attributes of an error, or in its body as it was received.";
    ERROR_STATUS_ADDED: Info, "error-status-added", "Another error is documented",
        "The client has one type for all errors, and most likely the service gave this one before it was documented.";
    ERROR_STATUS_REMOVED: Info, "error-status-removed", "An error is no longer documented",
        "That does not mean that it cannot occur.";
    RECEIVED_DEFAULT_CHANGED: Info, "received-default-changed", "A default of what is received is another one",
        "It says what an absent field means. The client gives what is received, and adds no default.";
    RECEIVED_LIMIT_STRICTER: Info, "received-limit-stricter", "What is received is limited more strictly",
        "The service promises more: whoever takes all values that were possible takes all that are.";
    RECEIVED_MEDIA_TYPE_ADDED: Info, "received-media-type-added", "A response may have another media type",
        "It is given to those that ask for it. If the client does so now, the changes of the API say so.";
    RESPONSE_HEADER_ADDED: Info, "response-header-added", "A response has another header",
        "It can be read from the headers of a response.";
    SCOPE_REMOVED: Info, "scope-removed", "A scope is no longer needed",
        "Keys and tokens can do without it.";
    SECURITY_ALTERNATIVE_ADDED: Info, "security-alternative-added", "There is another way to authenticate",
        "The client authenticates as before.";
    SECURITY_SCHEME_REMOVED: Info, "security-scheme-removed", "Less has to authenticate a call",
        "What authenticated a call still does, and part of it would suffice.";
    SENT_DEFAULT_ADDED: Info, "sent-default-added", "A default of what is sent is stated",
        "Most likely it was there before it was documented. The client does not send it.";
    SENT_LIMIT_LOOSER: Info, "sent-limit-looser", "What may be sent is limited less strictly",
        "More is taken than before.";
    SENT_MEDIA_TYPE_ADDED: Info, "sent-media-type-added", "A body may have another media type",
        "The client sends one of the types only. If that changes, the changes of the API say so.";
    SUNSET_WITHDRAWN: Info, "sunset-withdrawn", "There is no longer a day on which something goes",
        "It stays, or the day is not known.";
}
