//! The changes to a document that were needed so that a client could be generated from it.

/// One change that was needed, and where.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Adaptation {
    /// The same for every place where it was applied.
    pub rule: Rule,
    /// The operation, schema or parameter.
    pub place: String,
}

/// Why something is not generated as it stands in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// Stable, for programs that read reports.
    pub id: &'static str,
    /// In a few words, for people.
    pub title: &'static str,
}

macro_rules! rules {
    ($($name:ident = $id:literal, $title:literal;)*) => {
        impl Rule {
            $(#[doc = $title] pub const $name: Self = Self { id: $id, title: $title };)*
        }
    };
}

rules! {
    ANY_OBJECT = "any-object", "union with an object of any fields takes any object";
    ANY_VALUE = "any-value", "union with a member of any value takes any value";
    CLIENT_HEADER = "client-header", "header left to the client";
    CONFLICTING_PARTS = "conflicting-parts", "parts that exclude each other take any value";
    CONSTRAINT_TO_DOCS = "constraint-to-docs", "constraint is documentation";
    DANGLING_REFERENCE = "dangling-reference", "dangling reference takes any value";
    DEFAULT_MAPPING = "default-mapping", "what no member of a union is for is any value";
    DEFAULT_NOT_SENT = "default-not-sent", "default is not sent";
    DEFAULT_RESPONSE = "default-response", "`default` taken as the success";
    DERIVED_OPERATION_ID = "derived-operation-id", "operationId derived from method and path";
    DROPPED_BODY = "dropped-body", "request body without content dropped";
    DROPPED_COOKIE = "dropped-cookie", "optional cookie dropped, whose name no cookie can have";
    DROPPED_HEADER = "dropped-header", "header without a name dropped";
    DROPPED_PATH_PARAMETER = "dropped-path-parameter", "path parameter without a place in the path dropped";
    DROPPED_REFERENCE = "dropped-reference", "dangling reference dropped";
    DROPPED_SCHEME = "dropped-scheme", "security scheme that is not declared, or that no request can carry, is not asked for";
    DYNAMIC_REFERENCE = "dynamic-reference", "`$dynamicRef` whose target depends on the dynamic scope takes any value";
    ERROR_RESPONSE = "error-response", "error responses are the client's `ApiError`";
    EVENTS_AS_TEXT = "events-as-text", "events with data of text or of JSON are text";
    FORM_WITHOUT_FIELDS = "form-without-fields", "form body that has no fields is refused when it is sent";
    JSON_IN_QUERY = "json-in-query", "list of objects in a query is sent as JSON";
    KEPT_DECISION = "kept-decision", "what names.json says of a limit or a time stays, although the description says something else";
    MEDIA_TYPE_CHOICE = "media-type-choice", "one of several media types chosen";
    MERGED_SCHEMES = "merged-schemes", "security schemes that a request would send in one place are one";
    MERGED_UNION = "merged-union", "union of objects is one struct";
    MISSING_PATH_PARAMETER = "missing-path-parameter", "undeclared path parameter added";
    MISTYPED_EXAMPLE = "mistyped-example", "example of a response that is of another type than the document declares";
    MOVED_SCHEMA = "moved-schema", "schema outside `components` copied there";
    MULTI_STATUS_RESPONSE = "multi-status-response", "several successes are one enum";
    NAMED_BY_USE = "named-by-use", "schema without a name of its own named after its use";
    NESTED_PARAMETER = "nested-parameter", "value within a value has no form in a parameter or field: refused when it is sent, or the caller's text";
    OPEN_ENUM = "open-enum", "enum open to new values";
    OWN_TYPE = "own-type", "type of the client has no place there: it is what the document says";
    PART_OF_BYTES = "part-of-bytes", "part of another media type than JSON, or with headers, is given as bytes";
    PATH_FRAGMENT = "path-fragment", "fragment of a path is not sent";
    PATH_QUERY = "path-query", "query of a path is sent with each call";
    PROGENITOR_METHOD = "progenitor-method", "not read by progenitor: a method that OpenAPI 3.0 does not have";
    PROGENITOR_NAMES = "progenitor-names", "not read by progenitor: parameters that it spells in another way, or alike";
    PROGENITOR_PARTS = "progenitor-parts", "not read by progenitor: a body in parts";
    PROGENITOR_PATH = "progenitor-path", "not read by progenitor: parameters of a path that are not declared as its own";
    RENAMED_FIELD = "renamed-field", "field name that collides renamed";
    RENAMED_OPERATION = "renamed-operation", "operationId that collides renamed";
    RENAMED_PARAMETER = "renamed-parameter", "parameter name that collides renamed";
    SAME_REQUEST = "same-request", "path that differs from another only in the names of its parameters kept: the service decides which it is";
    SCHEME_AS_VALUE = "scheme-as-value", "security scheme of another kind is set as the whole `Authorization`";
    SELF_ALIAS = "self-alias", "name that stands for itself takes any value";
    TAGGED_UNION = "tagged-union", "union told apart by a field's value";
    UNDECLARED_SECURITY = "undeclared-security", "nothing says which security scheme is needed: what is set is sent";
    UNDECLARED_SUCCESS = "undeclared-success", "undeclared success is a stream of bytes";
    UNION_BY_PRESENCE = "union-by-presence", "union told apart by the fields that are present";
    UNION_OF_KINDS = "union-of-kinds", "union of kinds of value";
    UNIX_TIMESTAMP = "unix-timestamp", "UNIX timestamp declared as a date";
    UNKNOWN_FIELDS = "unknown-fields", "unknown fields are kept";
    UNKNOWN_FORMAT = "unknown-format", "format without a type of its own";
    UNKNOWN_STATUS = "unknown-status", "response of no known status ignored";
    VALUES_TO_DOCS = "values-to-docs", "values other than strings or numbers are not an enum";
}
