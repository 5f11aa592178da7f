//! Defines adaptations: deviations of generated code from the document. Each adaptation is reported under the name of a
//! rule.

/// A deviation of generated code from the document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Adaptation {
    /// The rule that explains the deviation.
    pub rule: Rule,
    /// The operation, schema or parameter that the code deviates from.
    pub place: String,
}

/// A reason why generated code deviates from the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// The identifier of the rule in reports. It never changes, so programs can rely on it.
    pub id: &'static str,
    /// A description of the rule in a few words.
    pub title: &'static str,
    /// The consequences of the rule for callers, in full sentences.
    pub text: &'static str,
}

impl Rule {
    /// Returns the rule to report for `media_type`, as the document declares it. Returns `None` if `media_type` is a
    /// single media type, because the client then has nothing to choose.
    pub fn of_media_type_choice(media_type: &str) -> Option<Self> {
        if media_type.contains(',') {
            Some(Self::MEDIA_TYPE_CHOICE)
        } else if media_type.contains('*') {
            Some(Self::MEDIA_TYPE_RANGE)
        } else {
            None
        }
    }

    /// Returns whether this rule is reported for operations that progenitor cannot read. A rule like this does not
    /// affect clients without the feature `progenitor`.
    pub fn is_of_progenitor(&self) -> bool {
        [Self::PROGENITOR_METHOD, Self::PROGENITOR_NAMES, Self::PROGENITOR_PARTS, Self::PROGENITOR_PATH].contains(self)
    }
}

macro_rules! rules {
    ($($name:ident = $id:literal, $title:literal, $text:literal;)*) => {
        impl Rule {
            $(#[doc = $title] pub const $name: Self = Self { id: $id, title: $title, text: $text };)*

            /// All rules, sorted by their ids.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

rules! {
    ANY_OBJECT = "any-object", "union with an object of any fields takes any object",
        "One member of the union accepts any fields, so nothing tells the members apart. The value is a JSON \
         object.";
    ANY_VALUE = "any-value", "union with a member of any value takes any value",
        "One member of the union accepts any value, so nothing tells the members apart. The value is any JSON.";
    CLIENT_HEADER = "client-header", "header left to the client",
        "The client sends this by itself, so no setter of the operation takes it: a standard header, one that \
         `client.headers` in names.json lists, or a credential.";
    CONFLICTING_PARTS = "conflicting-parts", "parts of a schema contradict each other",
        "The parts of an `allOf` contradict each other, so no value matches all of them. If one part only states that \
         the value is a list or an object, the other part is used. Otherwise, the value is any JSON.";
    CONSTRAINT_TO_DOCS = "constraint-to-docs", "constraint is documentation",
        "Limits, patterns and other constraints are part of the documentation. The client does not check them; \
         the service does.";
    DANGLING_REFERENCE = "dangling-reference", "dangling reference takes any value",
        "The reference leads to nothing in the document. The value is any JSON until the document defines it.";
    DANGLING_RESPONSE = "dangling-response", "response that is a dangling reference has any body",
        "The reference leads to no response in the document. The body of the response is any JSON until the document \
         defines it.";
    DEFAULT_MAPPING = "default-mapping", "what no member of a union is for is any value",
        "`discriminator.defaultMapping` names a member for values that no other member is for. Such a value is \
         any JSON.";
    DEFAULT_NOT_SENT = "default-not-sent", "default is not sent",
        "The service fills in the default of a value that a request leaves out. The default is part of the \
         documentation.";
    DEFAULT_RESPONSE = "default-response", "`default` taken as the success",
        "The operation declares no success, so the response `default` is the type of a 2xx response.";
    DERIVED_OPERATION_ID = "derived-operation-id", "operationId derived from method and path",
        "The operation has no `operationId`. Its name is derived from the method and the path, and recorded in \
         names.json.";
    DROPPED_BODY = "dropped-body", "request body without content dropped",
        "The request body declares no content, so nothing could be sent. The operation takes no body.";
    DROPPED_COOKIE = "dropped-cookie", "optional cookie dropped, whose name no cookie can have",
        "No cookie can have the declared name, so the client cannot send it. The operation has no setter for it.";
    DROPPED_HEADER = "dropped-header", "header without a name dropped",
        "The document declares a header parameter without a name. The operation has no setter for it.";
    DROPPED_PATH_PARAMETER = "dropped-path-parameter", "path parameter without a place in the path dropped",
        "The path does not contain the declared parameter. The operation has no setter for it.";
    DROPPED_REFERENCE = "dropped-reference", "dangling reference dropped",
        "A reference to a parameter leads to nothing in the document. The operation has no setter for it until \
         the document defines it.";
    DROPPED_SCHEME = "dropped-scheme", "security scheme that is not declared, or that no request can carry, is not asked for",
        "The document requires a security scheme that it does not declare, or that is not sent in a request, such \
         as a client certificate. The client has no setter for it.";
    DYNAMIC_REFERENCE = "dynamic-reference", "`$dynamicRef` whose target depends on the dynamic scope takes any value",
        "Several schemas declare the `$dynamicAnchor`, and the schema that a value is reached through decides which of \
         them applies. The value is any JSON.";
    ERROR_RESPONSE = "error-response", "error responses are the client's `ApiError`",
        "A response with an error status becomes the client's `ApiError`, with its status and body. It is not \
         part of the type that the operation returns.";
    EVENTS_AS_TEXT = "events-as-text", "events with data of text or of JSON are text",
        "Some events of the stream have JSON as data, and others text. The data of each event is given as text.";
    FORM_WITHOUT_FIELDS = "form-without-fields", "form body that has no fields is refused when it is sent",
        "A form consists of named fields, and the declared body has none. The call is refused before anything is \
         sent.";
    IGNORED_VALUE_NAMES = "ignored-value-names", "declared names of values are not used",
        "An extension such as `x-enum-varnames` names the values, but does not give each value a distinct name. The \
         variants are named after the values.";
    JSON_IN_QUERY = "json-in-query", "list of objects in a query is sent as JSON",
        "No style of OpenAPI can write a list of objects in a query. The client sends the list as JSON.";
    JSON_PATCH_LIST = "json-patch-list", "JSON Patch that is declared as an object is a list",
        "RFC 6902 defines a JSON Patch as a list of operations, and the document declares an object. The client takes a \
         list of the declared objects if they have the fields of an operation, and otherwise a list of JSON values.";
    JSON_UNDER_OTHER_TYPE = "json-under-other-type", "object under another media type than JSON is sent as JSON",
        "The document declares an object under a media type that is not one for JSON, such as `application/graphql`. \
         The client writes the object as JSON, and sends it under the declared media type.";
    KEPT_DECISION = "kept-decision", "what names.json says of a limit or a time stays, although the description says something else",
        "The description no longer states this limit, or this form of a time, and names.json records it. The \
         record applies until it is edited.";
    MEDIA_TYPE_CHOICE = "media-type-choice", "one of several media types chosen",
        "The document offers several media types, and the client does not use all of them. It prefers JSON.";
    MEDIA_TYPE_RANGE = "media-type-range", "one media type of a range such as `*/*` chosen",
        "The document offers a range of media types, such as `*/*`. The client sends `text/plain` if the body is a string, \
         or else `application/json`. If the range does not include that type, callers choose one.";
    MERGED_SCHEMES = "merged-schemes", "security schemes that a request would send in one place are one",
        "A request can carry one value in that place, such as the header `Authorization`. The schemes have one \
         setter together.";
    MERGED_UNION = "merged-union", "union of objects is one struct",
        "The members of the union are objects that no field tells apart. One struct has the fields of all of \
         them, and those that not every member requires are optional.";
    MISSING_PATH_PARAMETER = "missing-path-parameter", "undeclared path parameter added",
        "The path contains a parameter that the operation does not declare. The client takes it as a string.";
    MISTYPED_EXAMPLE = "mistyped-example", "example of a response that is of another type than the document declares",
        "If the service sends what the example shows, the client returns an error. Compare the document with the \
         service by the task `check-live`.";
    MOVED_SCHEMA = "moved-schema", "schema outside `components` copied there",
        "A reference leads to a schema outside of `components`. The client treats a copy of it as a named schema.";
    MULTI_STATUS_RESPONSE = "multi-status-response", "several successes are one enum",
        "The operation declares several successful responses of different types. The client returns an enum with \
         a variant for each.";
    NAMED_BY_USE = "named-by-use", "schema without a name of its own named after its use",
        "The schema has no name of its own. Its type is named after the first operation or type that uses it.";
    NARROWED_UNION = "narrowed-union", "union that parts of an `allOf` declare has the members that all of them list",
        "Several parts of an `allOf` declare the value, and at least one of them as a union. The value is one of the \
         members that all of them list. Different members that the same values of the tag select are merged into one, \
         and so are different members that are recognized by the same field.";
    NESTED_PARAMETER = "nested-parameter", "value within a value has no form in a parameter or field: refused when it is sent, or the caller's text",
        "OpenAPI defines no form for a value within a value there. If the caller cannot give the text, the call \
         is refused before anything is sent.";
    OPEN_ENUM = "open-enum", "enum open to new values",
        "The service may add values. A value that the document does not list is kept as it is, in a variant for \
         unknown values.";
    OWN_TYPE = "own-type", "type of the client has no place there: it is what the document says",
        "`client.types` in names.json assigns a type to this schema or format, which cannot be used in this \
         place. The type of the document is used there.";
    PARTS_OF_UNION = "parts-of-union", "multipart body that is a union of several JSON kinds is set part by part",
        "The parts of a multipart body are the fields of an object. The document declares a union with values that are \
         not objects, so no part has a setter. The setter `parts` takes all parts with their names.";
    PART_OF_BYTES = "part-of-bytes", "part of another media type than JSON, or with headers, is given as bytes",
        "The client cannot write this part of the body by itself. The caller gives its bytes, its media type and \
         its headers as a `multipart::Part`.";
    PATH_FRAGMENT = "path-fragment", "fragment of a path is not sent",
        "HTTP does not transmit what follows `#` in an address. The client calls the path without it.";
    PATH_QUERY = "path-query", "query of a path is sent with each call",
        "The path in the document contains a query. The client sends its pairs with each call, before those that \
         the caller sets.";
    PROGENITOR_METHOD = "progenitor-method", "not read by progenitor: a method that OpenAPI 3.0 does not have",
        "progenitor, the second reader of the document, does not know the method of this operation. Only this \
         generator reads its parameters and its body.";
    PROGENITOR_NAMES = "progenitor-names", "not read by progenitor: parameters that it spells in another way, or alike",
        "progenitor, the second reader of the document, would give the parameters of this operation other names. \
         Only this generator reads its parameters and its body.";
    PROGENITOR_PARTS = "progenitor-parts", "not read by progenitor: a body in parts",
        "progenitor, the second reader of the document, does not read bodies in parts. Only this generator reads \
         the parameters and the body of this operation.";
    PROGENITOR_PATH = "progenitor-path", "not read by progenitor: parameters of a path that are not declared as its own",
        "progenitor, the second reader of the document, does not accept a path with undeclared parameters. Only \
         this generator reads the parameters and the body of this operation.";
    REDIRECT_RESPONSE = "redirect-response", "declared redirect is a success without a body, or an `UnexpectedStatus`",
        "If no other successful response has a body, a declared redirect is a success: the call returns the status and \
         the headers. Otherwise the call returns `UnexpectedStatus` for the redirect. Redirects are not followed.";
    RENAMED_FIELD = "renamed-field", "field name that collides renamed",
        "Two fields of the schema would have the same name in Rust. One has a different name there, and its \
         declared name on the wire.";
    RENAMED_OPERATION = "renamed-operation", "operationId that collides renamed",
        "Two operations would have the same name in Rust. One has a different name there, which names.json \
         records.";
    RENAMED_PARAMETER = "renamed-parameter", "parameter name that collides renamed",
        "Two parameters of the operation would have the same name in Rust. One has a different name there, and \
         its declared name on the wire.";
    REPEATED_OPERATION_ID = "repeated-operation-id", "operationId of an earlier operation derived from method and path",
        "An earlier operation of the document has the same `operationId` and keeps it. The id and the name of this \
         operation are derived from the method and the path. The name is recorded in names.json.";
    REPEATED_PARAMETER = "repeated-parameter", "parameter that is declared twice in the same words is one",
        "The operation declares the parameter more than once, and each time in the same words. It has one setter.";
    SAME_REQUEST = "same-request", "path that differs from another only in the names of its parameters kept: the service decides which it is",
        "Both paths match the same requests, and both become operations. The service decides which of them it \
         answers.";
    SCHEME_AS_VALUE = "scheme-as-value", "security scheme of another kind is set as the whole `Authorization`",
        "The client does not implement the authentication of this scheme. The caller sets the whole value of the \
         header `Authorization`.";
    SELF_ALIAS = "self-alias", "name that stands for itself takes any value",
        "The schema is a reference to itself, which describes no value. The value is any JSON.";
    STATUS_WITH_TEXT = "status-with-text", "response read as that of the status that its key begins with",
        "The key of the response begins with a status, and other text follows it, such as `204 NO_CONTENT`. The response \
         is that of the status.";
    TAGGED_UNION = "tagged-union", "union told apart by a field's value",
        "Each member of the union has a field with a value of its own. The client reads that field to choose the \
         variant.";
    UNDECLARED_SECURITY = "undeclared-security", "nothing says which security scheme is needed: what is set is sent",
        "The document declares security schemes, and does not say which operation requires which. Each call is \
         sent with the credentials that are set, or with none.";
    UNDECLARED_SUCCESS = "undeclared-success", "undeclared success is a stream of bytes",
        "The operation declares no success and no default response. The client gives the bytes of a 2xx response \
         as a stream.";
    UNION_BY_PRESENCE = "union-by-presence", "union told apart by the fields that are present",
        "Members of the union require different fields. The client chooses the variant by the fields that are \
         present. If the members are listed in an `anyOf`, another variant contains values with the fields of \
         several members. In a query or form, such an `anyOf` is one struct.";
    UNION_OF_KINDS = "union-of-kinds", "union of kinds of value",
        "The members of the union are different kinds of JSON, such as a string and an object. The client chooses \
         the variant by the kind.";
    UNIX_TIMESTAMP = "unix-timestamp", "UNIX timestamp declared as a date",
        "The description says that the service uses seconds since 1970, although the schema declares a date. The \
         client converts times to and from that form.";
    UNKNOWN_FIELDS = "unknown-fields", "unknown fields are kept",
        "The schema forbids undeclared fields. The client nevertheless keeps those that the service adds, so that \
         a new field is not an error.";
    UNKNOWN_FORMAT = "unknown-format", "format without a type of its own",
        "The client has no type for the `format`. The value has the type that the schema declares, such as a \
         string.";
    UNKNOWN_STATUS = "unknown-status", "response of no known status ignored",
        "The key of the response is not a status such as `200`, `2XX` or `default`, or it repeats another one. \
         The response is ignored.";
    VALUES_TO_DOCS = "values-to-docs", "values other than strings or numbers are not an enum",
        "The listed values are not all strings or all numbers, or a fraction among the values of a string lacks its \
         quotes. The values are part of the documentation, and the field keeps its type.";
}
