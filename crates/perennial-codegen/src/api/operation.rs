//! Operations: the values that a caller sends, and the responses that a caller receives.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{Direction, Field, Kind, Pager, Type, TypesByName, Value, reached};
use crate::text::{media_type::MediaType, method::Method};

/// Returns what the id of an operation is called in documentation and reports.
pub fn id_kind(is_derived: bool) -> &'static str {
    if is_derived { "derived id" } else { "operationId" }
}

/// An operation of the API.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The `operationId` in the document, or else an id that is derived from the method and the path.
    pub id: String,
    /// Whether the id is derived, because the document states no `operationId`, or states it for an earlier operation.
    pub has_derived_id: bool,
    /// The method of `Client` that calls the operation.
    pub name: String,
    /// The name of the operation's builder, a struct in the module `builder`.
    pub builder: String,
    /// The HTTP method of the request.
    pub method: Method,
    /// The path template in the document.
    pub path: String,
    /// The path template that is sent: its literal text is percent-encoded.
    pub template: String,
    /// Query parameters that the document writes into the path template, such as `beta=true`. Each request sends them
    /// before the query parameters that the caller sets.
    pub fixed_query: Vec<(String, String)>,
    /// The key of the operation's names in `names.json`.
    pub request: String,
    /// The URL of the operation's own server. `None` if the operation uses the servers of the document.
    pub server: Option<String>,
    /// The tags of the operation in the document.
    pub tags: Vec<String>,
    /// The first line of the documentation of the operation, as Markdown.
    pub summary: String,
    /// The operation's documentation after the first line, as Markdown.
    pub description: String,
    /// The values that a caller can set, except the body, in the document's order. They include the parts of a
    /// multipart body.
    pub parameters: Vec<Parameter>,
    /// The request body. `None` if the operation has no body, or if `multipart` describes it.
    pub body: Option<Body>,
    /// The `multipart/…` body of the request, if the operation has one.
    pub multipart: Option<Multipart>,
    /// The content of successful responses.
    pub response: Response,
    /// The statuses of redirects that the document declares, from 300 to 399. Such a response is a success if no other
    /// successful response has a body.
    pub redirects: Vec<u16>,
    /// The stream that a caller can request in place of the normal response.
    pub stream: Option<Stream>,
    /// The bodies of error responses for which the document declares a type.
    pub errors: Vec<ErrorBody>,
    /// The value of the request header `Accept`. `None` if any media type is accepted.
    pub accept: Option<String>,
    /// Whether the document marks the operation as deprecated.
    pub deprecated: bool,
    /// The rate limit of this operation alone, stated in its description or recorded in `names.json`.
    pub rate_limit: Option<RateLimit>,
    /// The alternative security requirements of the operation. Each lists the schemes that a request needs together, as
    /// indices in `Credentials::schemes`. `None` if the document's requirements apply.
    pub security: Option<Vec<Vec<usize>>>,
    /// The request header for an idempotency key, by which the service recognizes repeated requests. If the caller does
    /// not set it, the client sends a random key.
    pub idempotency_key: Option<String>,
    /// How the pages of the operation's listing are requested. `None` if the operation has no pages, or if the document
    /// does not show how to request them.
    pub pager: Option<Pager>,
}

impl std::fmt::Display for Operation {
    /// Formats the operation as in diagnostics: `getThing (GET /things/{id})`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} {})", self.id, self.method, self.path)
    }
}

impl Operation {
    /// Calls `visit` with the type of each parameter, body, response and error. `visit` may change the type.
    pub fn each_type_mut(&mut self, visit: &mut dyn FnMut(&mut Type)) {
        self.parameters.iter_mut().for_each(|parameter| visit(&mut parameter.ty));
        self.body.iter_mut().for_each(|body| visit(&mut body.value.ty));
        self.errors.iter_mut().for_each(|error| visit(&mut error.value.ty));
        let mut content = |content: &mut Content| {
            if let Content::Json { value, .. } | Content::Stream { value, .. } = content {
                visit(&mut value.ty);
            }
        };
        self.stream.iter_mut().for_each(|stream| content(&mut stream.content));
        match &mut self.response {
            Response::One(one) => content(one),
            Response::ByStatus(several) => several.contents.iter_mut().for_each(|each| content(&mut each.content)),
        }
    }

    /// Returns the names of the types that a caller sends.
    pub fn sent_types(&self) -> impl Iterator<Item = &str> {
        let types = self.parameters.iter().map(|parameter| &parameter.ty);
        types.chain(self.body.iter().map(|body| &body.value.ty)).filter_map(Type::type_name)
    }

    /// Returns the names of the types that a caller receives.
    pub fn received_types(&self) -> impl Iterator<Item = &str> {
        let values = self.contents().filter_map(Content::value).chain(self.errors.iter().map(|error| &error.value));
        values.filter_map(|value| value.ty.type_name())
    }

    /// Returns the content of each successful response, including the stream.
    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        self.response.contents().into_iter().chain(self.stream.iter().map(|stream| &stream.content))
    }

    /// Returns the names of the types that a caller sends or receives.
    pub fn type_names(&self) -> BTreeSet<&str> {
        self.sent_types().chain(self.received_types()).collect()
    }

    /// Returns the path parameters, in the order in which they occur in the path.
    pub fn path_parameters(&self) -> Vec<&Parameter> {
        let in_path = self.parameters.iter().filter(|parameter| parameter.location.is_path());
        let mut parameters: Vec<&Parameter> = in_path.collect();
        let place = |name: &str| self.path.find(&format!("{{{name}}}"));
        parameters.sort_by_cached_key(|parameter| place(&parameter.wire_name).unwrap_or_default());
        parameters
    }

    /// Returns `true` if the request body contains a read-only field, at any depth.
    pub fn has_read_only(&self, types: &TypesByName<'_>) -> bool {
        let parts = self
            .parameters
            .iter()
            .filter(|it| matches!(it.location, Location::Part(_) | Location::Body))
            .map(|it| &it.ty);
        let sent = parts.chain(self.body.iter().map(|body| &body.value.ty)).filter_map(Type::type_name);
        let is_read_only = |field: &Field| field.direction == Direction::ReadOnly;
        reached(types, sent).into_iter().any(|name| match types.get(name).map(|def| &def.kind) {
            Some(Kind::Struct(body)) => body.fields.iter().any(is_read_only),
            _ => false,
        })
    }

    /// Returns the name of the body's struct if callers can set its fields one by one, and `None` otherwise.
    pub fn built_struct(&self, types: &TypesByName<'_>) -> Option<&str> {
        let body = self.body.as_ref().filter(|body| matches!(body.encoding, Encoding::Json | Encoding::Form))?;
        body.value.ty.as_struct(types)?;
        body.value.ty.type_name()
    }
}

/// A rate limit: a number of requests in a number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimit {
    /// The number of requests that are allowed within the period, at least one.
    pub requests: u32,
    /// The length of the period in seconds, at least one.
    pub seconds: u64,
}

/// Formats the rate limit, as in `300 requests per 86400 s`.
impl std::fmt::Display for RateLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} requests per {} s", self.requests, self.seconds)
    }
}

/// A parameter of an operation.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// The method of the builder that sets the parameter.
    pub name: String,
    /// The name of the parameter on the wire.
    pub wire_name: String,
    /// The part of the request that contains the parameter, and the format of the value in that part.
    pub location: Location,
    /// Whether the client refuses a call without the parameter.
    pub required: bool,
    /// The type of the parameter. It is never nullable, because a parameter is either present or absent.
    pub ty: Type,
    /// The media type that the document declares for this part of a multipart body. It may be a range such as
    /// `image/*`, or a list separated by commas. `None` for other parameters.
    pub media_type: Option<String>,
    /// The headers that the document declares for this part of a multipart body. Empty for other parameters.
    pub part_headers: Vec<PartHeader>,
    /// The styles of the fields of a form that can replace the usual body, as in [`Body::form`]. Empty for other
    /// parameters.
    pub form: IndexMap<String, QueryStyle>,
    /// The description of the parameter in the document, as Markdown.
    pub docs: String,
}

impl Parameter {
    /// Returns `true` if the parameter is a form that can replace the usual body.
    pub fn is_form(&self) -> bool {
        self.location == Location::Body && MediaType::parse(&self.wire_name) == MediaType::Form
    }
}

/// A header that the document declares for a part of a multipart body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHeader {
    /// The name of the header, such as `X-Checksum`.
    pub name: String,
    /// Whether the client refuses a part without the header.
    pub required: bool,
}

/// The multipart body of an operation. Its parts are parameters of the operation.
#[derive(Debug, Clone)]
pub struct Multipart {
    /// The media type of the body, such as `multipart/form-data`.
    pub media_type: String,
    /// Whether the client refuses a call without any part.
    pub required: bool,
}

/// The part of a request that contains a parameter, and the format of the value in that part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// The path, where the value replaces the parameter's name in braces.
    Path(Expansion),
    /// The query, after the `?`.
    Query(QueryStyle),
    /// A request header.
    Header(Expansion),
    /// A cookie in the request header `Cookie`.
    Cookie(Expansion),
    /// A part of a `multipart/…` body.
    Part(PartStyle),
    /// A JSON body that callers can send instead of the usual body. The `wire_name` of the [`Parameter`] is the media
    /// type of this JSON body.
    Body,
}

/// How a parameter is written into a multipart body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartStyle {
    /// The part is a file, and has a file name. A list is sent as one part for each element.
    File,
    /// The caller supplies the bytes of the part, which may be text. A list is sent as one part for each element.
    Bytes,
    /// The value is written as text, or as JSON if it is an object. A list is sent as one part for each element.
    Plain,
    /// The value is written as JSON, even if it is a string.
    Json,
    /// The value is written in this style, as one or more parts of text.
    Styled(QueryStyle),
    /// The caller supplies several parts together with their names, because the document does not declare the names.
    Whole,
}

impl Location {
    /// Returns `true` if the location is the path.
    pub fn is_path(self) -> bool {
        matches!(self, Self::Path(_))
    }

    /// Returns the name of this location, such as `query`: the OpenAPI keyword `in`, or `part` for a part of a
    /// multipart body.
    pub fn name(self) -> &'static str {
        match self {
            Self::Path(_) => "path",
            Self::Query(_) => "query",
            Self::Header(_) => "header",
            Self::Cookie(_) => "cookie",
            Self::Part(_) => "part",
            Self::Body => "body",
        }
    }
}

/// The format of a value in a path, a header or a cookie.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The style, which determines the separators between elements.
    pub style: Style,
    /// Whether each element of a list and each field of an object is written separately, as specified by the keyword
    /// `explode`.
    pub is_exploded: bool,
    /// Whether reserved characters are left unencoded if they have no special meaning, as specified by `allowReserved`.
    pub is_reserved: bool,
}

/// A parameter style of OpenAPI, with a list of `blue` and `black` as the example.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Style {
    /// The style `simple`: `blue,black`.
    #[default]
    Simple,
    /// The style `label`: `.blue,black`.
    Label,
    /// The style `matrix`: `;color=blue,black`.
    Matrix,
    /// The style `form`: `color=blue,black`.
    Form,
    /// The style `cookie`: same as `form`, except that nothing is percent-encoded and that each pair is a separate
    /// cookie.
    Cookie,
}

/// How a list or an object is written in a query or a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryStyle {
    /// The elements of a list repeat the parameter's name: `color=blue&color=black`. The fields of an object become
    /// separate parameters.
    Exploded,
    /// All elements are joined to one value by this separator.
    Delimited(&'static str),
    /// Each field of an object is written as `parameter[field]=value`.
    Deep,
    /// The value is written as JSON. It is the only style for lists of objects.
    Json,
    /// Same as `Exploded` or `Delimited`, except that reserved characters are left unencoded if they have no special
    /// meaning in a query.
    Reserved {
        /// Whether the style otherwise equals `Exploded`. If not, it equals `Delimited`.
        is_exploded: bool,
    },
}

impl QueryStyle {
    /// Returns `true` if the fields of an object are written as separate parameters.
    pub fn is_exploded(self) -> bool {
        matches!(self, Self::Exploded | Self::Reserved { is_exploded: true })
    }
}

/// A request body that is not multipart.
#[derive(Debug, Clone)]
pub struct Body {
    /// The media type that is sent in `Content-Type`.
    pub media_type: String,
    /// How the value is encoded as bytes.
    pub encoding: Encoding,
    /// The type of a JSON or form body. It is nullable only for a required JSON body: a form cannot express null, and
    /// an optional body is omitted instead.
    pub value: Value,
    /// The styles of form fields, by field name. A field without a style is written as text if it is a string or a list
    /// of strings, and as JSON otherwise.
    pub form: IndexMap<String, QueryStyle>,
    /// Whether the client refuses a call without a body.
    pub required: bool,
}

/// How the value of a request body is encoded as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// The value is encoded as JSON.
    Json,
    /// The value is encoded as an HTML form, `application/x-www-form-urlencoded`.
    Form,
    /// The caller supplies text, which is sent unchanged.
    Text,
    /// The caller supplies bytes, which are sent unchanged.
    Bytes,
    /// The caller supplies text or bytes, which are sent unchanged. If the document declares several media types, the
    /// caller also supplies the media type.
    Typed,
}

/// The successful responses of an operation.
#[derive(Debug, Clone)]
pub enum Response {
    /// All successful responses have the same content.
    One(Content),
    /// Successful responses have different contents, which depend on the status.
    ByStatus(ByStatus),
}

impl Response {
    /// Returns the content of each successful response.
    pub fn contents(&self) -> Vec<&Content> {
        match self {
            Self::One(content) => vec![content],
            Self::ByStatus(several) => several.contents.iter().map(|each| &each.content).collect(),
        }
    }
}

/// The content of a response.
#[derive(Debug, Clone)]
pub enum Content {
    /// The body is a JSON value, or text.
    Json {
        /// The value of the header `Accept`, which may list several media types.
        accept: String,
        /// The type of the value in the body.
        value: Value,
        /// Whether a body that is not JSON is accepted as text. If so, the value is a string, or a union with a string
        /// member.
        or_text: bool,
    },
    /// A stream of values.
    Stream {
        /// The value of the request header `Accept`.
        accept: String,
        /// The format of the stream.
        framing: Framing,
        /// The type of each value of the stream.
        value: Value,
    },
    /// The response has no body.
    Empty,
    /// A stream of bytes.
    Bytes {
        /// The value of the request header `Accept`, which may list several media types.
        accept: String,
    },
}

impl Content {
    /// Returns the value of the request header `Accept`. Returns `None` for a response without a body.
    pub fn accept(&self) -> Option<&str> {
        match self {
            Self::Json { accept, .. } | Self::Bytes { accept } | Self::Stream { accept, .. } => Some(accept),
            Self::Empty => None,
        }
    }

    /// Returns the type of the body's JSON value, or of each value in a stream. Returns `None` for bytes, and for a
    /// response without a body.
    pub fn value(&self) -> Option<&Value> {
        match self {
            Self::Json { value, .. } | Self::Stream { value, .. } => Some(value),
            Self::Empty | Self::Bytes { .. } => None,
        }
    }

    /// Returns `true` if callers read the body as a stream, while it arrives.
    pub fn is_streamed(&self) -> bool {
        matches!(self, Self::Bytes { .. } | Self::Stream { .. })
    }
}

/// The format of a stream of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Framing {
    /// Server-sent events with JSON data.
    Events,
    /// Server-sent events with JSON data. The stream must end with the data `[DONE]`, because the document declares it.
    EventsToDone,
    /// Server-sent events with text as data.
    TextEvents,
    /// Lines of JSON, with one value per line.
    JsonLines,
}

/// The body of an error response.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorBody {
    /// The status as the document writes it: `404`, `4XX` or `default`.
    pub status: String,
    /// The type of the JSON value in the body.
    pub value: Value,
}

/// A streamed response, which callers request with a separate method of the builder.
#[derive(Debug, Clone)]
pub struct Stream {
    /// The method of the builder that requests the stream.
    pub method: String,
    /// The content of the streamed response.
    pub content: Content,
}

/// The successful responses of an operation, if their contents differ.
#[derive(Debug, Clone)]
pub struct ByStatus {
    /// The name of the enum that represents the responses. It has a variant for each content.
    pub name: String,
    /// The content of each response, in the document's order.
    pub contents: Vec<StatusContent>,
}

impl ByStatus {
    /// Returns `true` if callers read at least one of the contents as a stream, while it arrives.
    pub fn contains_stream(&self) -> bool {
        self.contents.iter().any(|each| each.content.is_streamed())
    }
}

/// Returns the key of a successful response in the document, such as `200`. Without a `status`, returns `2XX`, which
/// stands for all other successful statuses.
pub fn status_key(status: Option<u16>) -> String {
    status.map_or("2XX".to_owned(), |status| status.to_string())
}

/// A successful status, and the content of its responses.
#[derive(Debug, Clone)]
pub struct StatusContent {
    /// The status of the response. `None` stands for all successful statuses that the document does not list.
    pub status: Option<u16>,
    /// The content of the response.
    pub content: Content,
}
