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
    ANY_OBJECT = "any-object", "a union accepts any JSON object if one of its members accepts any fields",
        "One member of the union accepts any fields, so its values cannot be distinguished from those of other \
         members. The client accepts any JSON object.";
    ANY_VALUE = "any-value", "a union accepts any JSON value if one of its members accepts any value",
        "One member of the union accepts any value, so its values cannot be distinguished from those of other \
         members. The client accepts any JSON value.";
    CLIENT_HEADER = "client-header", "the client sets the header or credential itself",
        "The operation has no setter for this parameter, because the client sends it itself. It is a standard \
         header, a header in `client.headers` in names.json, or a credential.";
    CONFLICTING_PARTS = "conflicting-parts", "parts of a schema contradict each other",
        "Two parts of an `allOf` contradict each other, so no value matches both. If one of the two states only that \
         the value is a list or an object, the client ignores this part. Otherwise, the client accepts any JSON \
         value.";
    CONSTRAINT_TO_DOCS = "constraint-to-docs", "the client does not check the constraint",
        "The documentation lists limits, patterns and other constraints, which the service checks, but the client \
         does not. If all members of an `anyOf` or `oneOf` contain only `required`, they are not listed. A field that \
         all these members require is a required field.";
    CORRECTED = "corrected", "the document is corrected by `client.corrections`",
        "names.json corrects the document at this place. The client is generated from the corrected document.";
    CORRECTED_IN_VAIN = "corrected-in-vain", "a correction in `client.corrections` changes nothing",
        "names.json corrects the document at this place, but the document already contains the corrected value. The \
         correction can be removed.";
    DANGLING_REFERENCE = "dangling-reference", "a value whose `$ref` has no target can be any JSON value",
        "The document does not contain the target of the reference. The client accepts any JSON value until the \
         document defines the target.";
    DANGLING_RESPONSE = "dangling-response", "the body of a response whose `$ref` has no target can be any JSON value",
        "The document does not contain the response to which the reference points. The body can be any JSON value \
         until the document defines the response.";
    DEFAULT_MAPPING = "default-mapping", "`defaultMapping` is ignored: values that match no member are kept as JSON",
        "`discriminator.defaultMapping` names the schema of the union for all values that match no other schema. The \
         client does not decode such a value as this schema, but keeps it as JSON.";
    DEFAULT_NOT_SENT = "default-not-sent", "the default is not sent",
        "If a request omits the value, the service uses the default. The documentation contains the default.";
    DEFAULT_RESPONSE = "default-response", "the `default` response is treated as the successful response",
        "The operation declares no successful response, so the client decodes 2xx responses as the `default` response.";
    DERIVED_OPERATION_ID = "derived-operation-id", "the operationId is derived from the method and path",
        "The operation has no `operationId`. Its name is derived from the method and the path, and recorded in \
         names.json.";
    DROPPED_BODY = "dropped-body", "a request body without content is omitted",
        "The request body declares no media type, so nothing can be sent. The operation has no setter for a body.";
    DROPPED_COOKIE = "dropped-cookie", "an optional cookie with an invalid name is omitted",
        "The declared name is not valid for a cookie, so the client cannot send the cookie. The operation has no \
         setter for it.";
    DROPPED_HEADER = "dropped-header", "a header without a name is omitted",
        "The document declares a header parameter without a name. The operation has no setter for it.";
    DROPPED_PATH_PARAMETER = "dropped-path-parameter", "a path parameter that the path does not contain is omitted",
        "The path does not contain the declared parameter. The operation has no setter for it.";
    DROPPED_REFERENCE = "dropped-reference", "a parameter whose `$ref` has no target is omitted",
        "The document does not contain the parameter to which a reference points. The operation has no setter for \
         the parameter until the document defines it.";
    DROPPED_SCHEME = "dropped-scheme", "the client ignores a security scheme whose credentials it cannot send",
        "The document requires a security scheme that it does not declare, or declares one whose credentials cannot \
         be part of a request. For example, a client certificate is part of the connection, and a header with an \
         invalid name cannot be sent. The client has no setter for this scheme.";
    DYNAMIC_REFERENCE = "dynamic-reference", "a value whose `$dynamicRef` has several possible targets can be any \
                                              JSON value",
        "Several schemas declare the `$dynamicAnchor`, and which of them applies depends on the schema that contains \
         the value. The client accepts any JSON value.";
    ERROR_RESPONSE = "error-response", "error responses become `ApiError`",
        "A response with an error status becomes the client's `ApiError`, with its status and body. It is not part \
         of the type that the operation returns.";
    EVENTS_AS_TEXT = "events-as-text", "the data of an event is returned as a string",
        "The data of some events in the stream is JSON, and the data of other events is text. The client returns the \
         data of all events as strings.";
    FORM_WITHOUT_FIELDS = "form-without-fields", "the client refuses to send a form without fields",
        "A form consists of named fields, but the declared body has no fields. The call is refused before the \
         request is sent.";
    IGNORED_VALUE_NAMES = "ignored-value-names", "the names that the document declares for enum values are not used",
        "An extension such as `x-enum-varnames` does not contain a distinct name for each value. The variants are \
         named after the values.";
    JSON_IN_QUERY = "json-in-query", "a list of objects in a query is sent as JSON",
        "OpenAPI has no style for a list of objects in a query. The client sends the list as JSON.";
    JSON_PATCH_LIST = "json-patch-list", "a JSON Patch is sent as a list, although it is declared as an object",
        "RFC 6902 defines a JSON Patch as a list of operations, but the document declares an object. If the declared \
         object has the fields of an operation, the setter accepts a list of these objects. Otherwise, it accepts a \
         list of JSON values.";
    JSON_UNDER_OTHER_TYPE = "json-under-other-type", "an object with a media type other than JSON is sent as JSON",
        "The document declares an object with a media type other than JSON, such as `application/graphql`. The \
         client sends the object as JSON, with the declared media type.";
    KEPT_DECISION = "kept-decision", "the rate limit or time format in names.json differs from the description in \
                                      the document",
        "names.json contains a rate limit or a time format that the description no longer states. The client uses \
         the value in names.json until you edit it there.";
    MEDIA_TYPE_CHOICE = "media-type-choice", "one of several media types is used",
        "The document declares several media types, and the client does not use all of them. It prefers JSON.";
    MEDIA_TYPE_RANGE = "media-type-range", "a range of media types such as `*/*` is replaced by one media type",
        "The document declares a range of media types, such as `*/*`. The client sends `text/plain` if the body is a \
         string, and `application/json` otherwise. If the range does not include this type, callers specify the \
         media type.";
    MERGED_SCHEMES = "merged-schemes", "security schemes in the same part of a request share a setter",
        "Several security schemes are sent in the same part of a request, such as the header `Authorization`, which \
         can contain only one value. The schemes share a setter.";
    MERGED_UNION = "merged-union", "a union of objects becomes a single struct",
        "The members of the union are objects that cannot be distinguished by a field. The generated struct has the \
         fields of all members. A field is optional unless all members require it.";
    MISSING_PATH_PARAMETER = "missing-path-parameter", "an undeclared path parameter is added",
        "The path contains a parameter that the operation does not declare. The type of the parameter is a string.";
    MISTYPED_EXAMPLE = "mistyped-example", "an example does not match the declared type",
        "If the service responds as in the example, the client returns an error. To compare the document with the \
         service, run the task `check-live`.";
    MOVED_SCHEMA = "moved-schema", "a referenced schema is copied into `components/schemas`",
        "A reference points to a schema that is not an entry of `components/schemas`, such as the schema of a \
         property. The generator gives a copy of this schema a name, as if `components/schemas` contained the copy.";
    MULTI_STATUS_RESPONSE = "multi-status-response", "several successful responses become an enum",
        "The operation declares several successful responses of different types. The client returns an enum with a \
         variant for each.";
    NAMED_BY_USE = "named-by-use", "a schema without a name is named after the item that uses it",
        "The schema has no name in the document. Its type is named after the first operation or type that uses it.";
    NARROWED_UNION = "narrowed-union", "a union in an `allOf` has only the members that all parts allow",
        "Several parts of an `allOf` describe the same value, and at least one of them is a union. The generated \
         type has only the members that all parts allow. Two members of different parts are merged into one if they \
         have the same tag value, the same distinguishing field, or the same kind of JSON value.";
    NESTED_PARAMETER = "nested-parameter", "a nested value in a parameter or form field has no defined format",
        "OpenAPI does not define how to send a nested value in this parameter or form field. If the setter accepts a \
         string, the caller formats the value. Otherwise, the call is refused before the request is sent.";
    OPEN_ENUM = "open-enum", "the enum is open: it also accepts undeclared values",
        "The service may add values. A variant for unknown values keeps each value that the document does not list.";
    OWN_TYPE = "own-type", "your own type cannot be used here",
        "`client.types` in names.json assigns a type to this schema or format, but this type cannot be used here. \
         The generated type is used instead.";
    PARTS_OF_UNION = "parts-of-union", "the caller names the parts of a multipart body",
        "The parts of a multipart body are the fields of an object. The document declares a union that includes \
         values other than objects, so there are no setters for individual parts. Use the setter `parts`, which \
         accepts all parts and their names.";
    PART_OF_BYTES = "part-of-bytes", "a part that has headers or a media type other than JSON is passed as bytes",
        "The client cannot serialize this part of the body. The caller passes its bytes, its media type and its \
         headers as a `multipart::Part`.";
    PATH_FRAGMENT = "path-fragment", "a fragment (`#…`) in a path is not sent",
        "HTTP does not transmit the part of a URL that begins with `#`. The client calls the path without it.";
    PATH_QUERY = "path-query", "a query string in the path of an operation is sent with each call",
        "The path in the document contains a query. The client sends the pairs of this query with each call, before \
         the pairs that the caller sets.";
    PROGENITOR_METHOD = "progenitor-method", "progenitor does not know the HTTP method",
        "The generator compares the parameters and the body of each operation with those that progenitor, another \
         generator, finds. progenitor does not support the HTTP method of this operation, so this operation is not \
         compared.";
    PROGENITOR_NAMES = "progenitor-names", "progenitor names the parameters differently",
        "The generator compares the parameters and the body of each operation with those that progenitor, another \
         generator, finds. progenitor names the parameters of this operation differently, so this operation is not \
         compared.";
    PROGENITOR_PARTS = "progenitor-parts", "progenitor does not support multipart bodies",
        "The generator compares the parameters and the body of each operation with those that progenitor, another \
         generator, finds. progenitor does not support multipart bodies, so this operation is not compared.";
    PROGENITOR_PATH = "progenitor-path", "progenitor does not support the path parameters",
        "The generator compares the parameters and the body of each operation with those that progenitor, another \
         generator, finds. This operation is not compared, because progenitor does not support its path parameters: \
         a parameter in the path is not declared, or is not declared as required, or a declared parameter is not in \
         the path.";
    REDIRECT_RESPONSE = "redirect-response", "a declared redirect is a success only if no declared 2xx response has \
                                              a body",
        "If no declared 2xx response has a body, a declared redirect is a success: the call returns the status and \
         the headers of the redirect. Otherwise, the call returns the error `UnexpectedStatus`. The client does not \
         follow redirects.";
    RENAMED_FIELD = "renamed-field", "a field is renamed because of a collision",
        "Two fields of the schema would have had the same name in Rust. The generator gave one of them a different \
         name in Rust. The name in JSON is unchanged.";
    RENAMED_OPERATION = "renamed-operation", "an operation is renamed because of a collision",
        "Two operations would have had the same name in Rust. The generator gave one of them a different name, which \
         names.json records.";
    RENAMED_PARAMETER = "renamed-parameter", "a parameter is renamed because of a collision",
        "Two parameters of the operation would have had the same name in Rust. The generator gave one of them a \
         different name in Rust. The name in requests is unchanged.";
    REPEATED_OPERATION_ID = "repeated-operation-id", "a repeated operationId is replaced by the method and path",
        "An earlier operation in the document has the same `operationId`. The id and the name of this operation are \
         derived from its method and path. The name is recorded in names.json.";
    REPEATED_PARAMETER = "repeated-parameter", "a parameter that is declared several times has one setter",
        "The operation declares the parameter several times, with identical declarations. The parameter has one \
         setter.";
    SAME_REQUEST = "same-request", "two paths differ only in the names of their parameters",
        "Both paths match the same requests, and both become operations. The service decides which operation handles \
         a request.";
    SCHEME_AS_VALUE = "scheme-as-value", "callers set the whole header `Authorization`",
        "The client does not implement the authentication of this scheme. The caller sets the whole value of the \
         header `Authorization`.";
    SELF_ALIAS = "self-alias", "a value whose schema only refers to itself can be any JSON value",
        "The schema only refers to itself, so it does not describe any value. The client accepts any JSON value.";
    STATUS_WITH_TEXT = "status-with-text", "in a response key such as `200 OK`, the text after the status is ignored",
        "The key of the response is a status with additional text, such as `204 NO_CONTENT`. The response applies to \
         this status.";
    TAGGED_UNION = "tagged-union", "the members of a union are distinguished by the value of a field",
        "Each member of the union has a different value in the same field. The client reads this field to choose the \
         variant.";
    UNDECLARED_SECURITY = "undeclared-security", "no operation specifies a security scheme",
        "The document declares security schemes, but does not specify which operations require them. Each call is \
         sent with all credentials that are set.";
    UNDECLARED_SUCCESS = "undeclared-success", "a successful response that is not declared is returned as a stream \
                                                of bytes",
        "The operation declares neither a successful response nor a default response. The client returns the body of \
         a 2xx response as a stream of bytes.";
    UNION_BY_PRESENCE = "union-by-presence", "the members of a union are distinguished by the fields that are present",
        "Members of the union require different fields. The client chooses the variant by the fields that are \
         present. The enum of an `anyOf` has one more variant, for values that have the fields of several members. \
         In a query or form, an `anyOf` becomes a single struct instead.";
    UNION_OF_KINDS = "union-of-kinds", "the members of a union are distinguished by their kind of JSON value",
        "The members of the union are different kinds of JSON values, such as a string and an object. The client \
         chooses the variant by the kind of the value.";
    UNIX_TIMESTAMP = "unix-timestamp", "a date is sent as a UNIX timestamp",
        "According to the description, the service uses seconds since 1970, although the schema declares a date. The \
         client converts times to and from seconds.";
    UNKNOWN_FIELDS = "unknown-fields", "undeclared fields are kept",
        "The schema forbids undeclared fields. The client keeps undeclared fields anyway, so that a field that the \
         service adds is not an error.";
    UNKNOWN_FORMAT = "unknown-format", "the format has no Rust type",
        "There is no Rust type for the `format`. The type of the value is the declared `type`, such as a string.";
    UNKNOWN_STATUS = "unknown-status", "a response without a valid status is ignored",
        "The key of the response is not a status such as `200`, `2XX` or `default`, or it repeats the status of \
         another response. This response is ignored. If the status is repeated, the other response is used.";
    VALUES_TO_DOCS = "values-to-docs", "no Rust enum is generated for the listed values",
        "An enum requires listed values that are all strings or all numbers, and that match the declared type. If \
         the declared type is a string, unquoted integers and booleans count as strings. Unquoted decimal numbers \
         such as `1.10` do not, because their exact spelling is unknown. Without an enum, the documentation lists \
         the values, and the value has its declared type. If no type is declared, and the listed values do not \
         determine one, the client accepts any JSON value. The same applies to a declared string whose listed values \
         include objects or arrays, but no string.";
}
