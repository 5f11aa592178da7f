//! Describes operations: the values that a caller sets, and the responses.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{Direction, Field, Kind, Pager, Type, TypesByName, Value, reached};
use crate::text::method::Method;

/// An operation of the API.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The `operationId` in the document.
    pub id: String,
    /// The method of `Client`.
    pub name: String,
    /// The name of the builder, a struct in `builder`.
    pub builder: String,
    /// The HTTP method.
    pub method: Method,
    /// The path template in the document.
    pub path: String,
    /// The path template as it is sent, with percent-encoded literal text.
    pub template: String,
    /// The names and values of the query in the path template. They are sent with each call, before the parameters that
    /// a caller sets.
    pub fixed_query: Vec<(String, String)>,
    /// The key under which `names.json` records the names of the operation.
    pub request: String,
    /// The URL of the server for this operation, if it differs from the server of the document.
    pub server: Option<String>,
    /// The tags of the operation in the document.
    pub tags: Vec<String>,
    /// The first line of the documentation, as Markdown.
    pub summary: String,
    /// The rest of the documentation, as Markdown.
    pub description: String,
    /// Everything that a caller can set except the body, in the document's order. The parts of a `multipart/…` body are
    /// included.
    pub parameters: Vec<Parameter>,
    /// The request body, unless it consists of parts.
    pub body: Option<Body>,
    /// The request body, if it consists of parts.
    pub multipart: Option<Multipart>,
    /// The content of a successful response.
    pub response: Response,
    /// The stream that can be requested in place of the response.
    pub stream: Option<Stream>,
    /// The typed bodies of errors.
    pub errors: Vec<ErrorBody>,
    /// The value of the header `Accept`; `None` if any media type is accepted.
    pub accept: Option<String>,
    /// Whether the document declares the operation as deprecated.
    pub deprecated: bool,
    /// The rate limit that the description states.
    pub rate_limit: Option<RateLimit>,
    /// The required credentials, if they differ from those that the document declares for all operations.
    pub security: Option<Vec<Vec<usize>>>,
    /// The header by which the service recognises a repeated request. If a caller does not set it, the client does.
    pub idempotency_key: Option<String>,
    /// How the pages of the listing are requested. `None` if the document does not show it.
    pub pager: Option<Pager>,
}

impl std::fmt::Display for Operation {
    /// Formats the operation as in diagnostics: `getThing (GET /things/{id})`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} {})", self.id, self.method, self.path)
    }
}

impl Operation {
    /// Calls `visit` with each type that a caller sends or receives. `visit` may change the type.
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

    /// Returns the named types that a caller sends.
    pub fn sent_types(&self) -> impl Iterator<Item = &str> {
        let types = self.parameters.iter().map(|parameter| &parameter.ty);
        types.chain(self.body.iter().map(|body| &body.value.ty)).filter_map(Type::type_name)
    }

    /// Returns the named types that a caller receives.
    pub fn received_types(&self) -> impl Iterator<Item = &str> {
        let values = self.contents().filter_map(Content::value).chain(self.errors.iter().map(|error| &error.value));
        values.filter_map(|value| value.ty.type_name())
    }

    /// Returns all contents of successful responses.
    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        self.response.contents().into_iter().chain(self.stream.iter().map(|stream| &stream.content))
    }

    /// Returns the named types that a caller sends or receives.
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

    /// Returns `true` if the body contains read-only fields, at any depth.
    pub fn has_read_only(&self, types: &TypesByName<'_>) -> bool {
        let parts = self.parameters.iter().filter(|it| matches!(it.location, Location::Part(_))).map(|it| &it.ty);
        let sent = parts.chain(self.body.iter().map(|body| &body.value.ty)).filter_map(Type::type_name);
        let is_read_only = |field: &Field| field.direction == Direction::ReadOnly;
        reached(types, sent).into_iter().any(|name| match types.get(name).map(|def| &def.kind) {
            Some(Kind::Struct(body)) => body.fields.iter().any(is_read_only),
            _ => false,
        })
    }

    /// Returns the name of the struct that is the body, if the body is assembled from its fields.
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
    /// The number of requests, at least one.
    pub requests: u32,
    /// The number of seconds, at least one.
    pub seconds: u64,
}

/// Formats the limit as `300 requests per 86400 s`.
impl std::fmt::Display for RateLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} requests per {} s", self.requests, self.seconds)
    }
}

/// A parameter of an operation.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// The setter, a method of the builder.
    pub name: String,
    /// The name on the wire.
    pub wire_name: String,
    /// The part of the request that contains the parameter, and the format of its value there.
    pub location: Location,
    /// Whether a request without the parameter is refused.
    pub required: bool,
    /// The type, which is never nullable: a parameter is present or absent.
    pub ty: Type,
    /// The media type that the document declares if the parameter is a part of a body. It may be a range, or a list
    /// separated by commas.
    pub media_type: Option<String>,
    /// The headers that the document declares if the parameter is a part of a body.
    pub part_headers: Vec<PartHeader>,
    /// The description in the document, as Markdown.
    pub docs: String,
}

/// A header that the document declares for a part of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHeader {
    /// The name of the header.
    pub name: String,
    /// Whether a part without the header is refused.
    pub required: bool,
}

/// A multipart body. Each of its parts is a parameter of the operation.
#[derive(Debug, Clone)]
pub struct Multipart {
    /// The media type of the full body.
    pub media_type: String,
    /// Whether a request without any part is refused.
    pub required: bool,
}

/// The part of a request that contains a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// The path, in place of `{name}`.
    Path(Expansion),
    /// The query, after the `?`.
    Query(QueryStyle),
    /// A header.
    Header(Expansion),
    /// A cookie.
    Cookie(Expansion),
    /// A part of a `multipart/…` body.
    Part(PartStyle),
}

/// How a parameter is written as a part of a multipart body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartStyle {
    /// The bytes that the caller supplies. A list has one part for each element.
    File,
    /// Text, or JSON if the value has fields. A list of strings has one part for each element.
    Plain,
    /// JSON for every value.
    Json,
    /// The parameter contains all parts, because the document declares none by name.
    Whole,
}

impl Location {
    /// Returns `true` if the parameter is in the path.
    pub fn is_path(self) -> bool {
        matches!(self, Self::Path(_))
    }

    /// Returns the value of `in` in the document, or `part`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Path(_) => "path",
            Self::Query(_) => "query",
            Self::Header(_) => "header",
            Self::Cookie(_) => "cookie",
            Self::Part(_) => "part",
        }
    }
}

/// How a value is written as text in a path, a header or a cookie.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The style, which determines the separators.
    pub style: Style,
    /// Whether each element of a list and each field of an object is written separately.
    pub is_exploded: bool,
    /// Whether reserved characters are left unencoded where they have no special meaning.
    pub is_reserved: bool,
}

/// A style of OpenAPI, with the names that OpenAPI uses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Style {
    /// `blue,black`.
    #[default]
    Simple,
    /// `.blue,black`.
    Label,
    /// `;color=blue,black`.
    Matrix,
    /// `color=blue,black`.
    Form,
    /// Same as `form`, but nothing is encoded, and pairs are separate cookies.
    Cookie,
}

/// The style in which a list or an object is written in a query or a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryStyle {
    /// The name is repeated for each element of a list. Each field of an object is a separate parameter.
    Exploded,
    /// All elements are in one value, separated by this text.
    Delimited(&'static str),
    /// Each field of an object is written as `name[key]=value`.
    Deep,
    /// The value is written as JSON, the only style for a list of objects.
    Json,
    /// Same as `Exploded`, or as `Delimited` with commas, but reserved characters without a meaning in a query are not
    /// encoded.
    Reserved {
        /// Whether the value is written as with `Exploded`.
        is_exploded: bool,
    },
}

impl QueryStyle {
    /// Returns `true` if each field of an object is a separate parameter.
    pub fn is_exploded(self) -> bool {
        matches!(self, Self::Exploded | Self::Reserved { is_exploded: true })
    }
}

/// A request body.
#[derive(Debug, Clone)]
pub struct Body {
    /// The media type that is sent.
    pub media_type: String,
    /// The encoding from the value to bytes.
    pub encoding: Encoding,
    /// The value of a JSON or form body. It is nullable only if the body is required and JSON.
    pub value: Value,
    /// The styles of the fields of a form, by name on the wire. Other fields are written as text if they are strings or
    /// lists of strings, and as JSON otherwise.
    pub form: IndexMap<String, QueryStyle>,
    /// Whether a request without a body is refused.
    pub required: bool,
}

/// The encoding from the value of a request body to bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// The value is written as JSON.
    Json,
    /// The value is written as an HTML form.
    Form,
    /// The caller supplies text, which is sent unchanged.
    Text,
    /// The caller supplies bytes, which are sent unchanged.
    Bytes,
    /// The caller supplies text or bytes, which are sent unchanged, and their media type if the document allows
    /// several.
    Typed,
}

/// The content of successful responses.
#[derive(Debug, Clone)]
pub enum Response {
    /// The same content for all successful responses.
    One(Content),
    /// Several contents, distinguished by the status.
    ByStatus(ByStatus),
}

impl Response {
    /// Returns all contents that the response may have.
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
    /// A JSON value.
    Json {
        /// The media type to request.
        accept: String,
        /// The value in the body.
        value: Value,
    },
    /// A stream of values.
    Stream {
        /// The media type to request.
        accept: String,
        /// How the values are separated.
        framing: Framing,
        /// The type of each value.
        value: Value,
    },
    /// No content.
    Empty,
    /// Bytes.
    Bytes {
        /// The media types to request.
        accept: String,
    },
}

impl Content {
    /// Returns the media types to request.
    pub fn accept(&self) -> Option<&str> {
        match self {
            Self::Json { accept, .. } | Self::Bytes { accept } | Self::Stream { accept, .. } => Some(accept),
            Self::Empty => None,
        }
    }

    /// Returns the value in the body, or that of each item of a stream.
    pub fn value(&self) -> Option<&Value> {
        match self {
            Self::Json { value, .. } | Self::Stream { value, .. } => Some(value),
            Self::Empty | Self::Bytes { .. } => None,
        }
    }

    /// Returns `true` if the content is read while it arrives.
    pub fn is_streamed(&self) -> bool {
        matches!(self, Self::Bytes { .. } | Self::Stream { .. })
    }
}

/// How the values of a stream are separated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Framing {
    /// Server-sent events whose data is JSON.
    Events,
    /// Server-sent events whose data is text.
    TextEvents,
    /// Lines, each of which contains JSON.
    JsonLines,
}

/// The body of an error.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorBody {
    /// The status: `404`, `4XX`, or `default`.
    pub status: String,
    /// The JSON value of the body.
    pub value: Value,
}

/// A streamed response, for which the builder has a separate method.
#[derive(Debug, Clone)]
pub struct Stream {
    /// The method of the builder that requests the stream.
    pub method: String,
    /// The content of the response.
    pub content: Content,
}

/// Several successful responses with different contents.
#[derive(Debug, Clone)]
pub struct ByStatus {
    /// The name of the enum with a variant for each content.
    pub name: String,
    /// The contents, in the document's order.
    pub contents: Vec<StatusContent>,
}

impl ByStatus {
    /// Returns `true` if one of the contents is read while it arrives.
    pub fn contains_stream(&self) -> bool {
        self.contents.iter().any(|each| each.content.is_streamed())
    }
}

/// Returns the key of a successful response in a document. `None` means every status without an entry of its own.
pub fn status_key(status: Option<u16>) -> String {
    status.map_or("2XX".to_owned(), |status| status.to_string())
}

/// The content of one of several successful responses.
#[derive(Debug, Clone)]
pub struct StatusContent {
    /// The status. `None` means every status without an entry of its own.
    pub status: Option<u16>,
    /// The content of the response.
    pub content: Content,
}
