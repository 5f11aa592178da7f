//! Operations: what a caller sets, and what comes back.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{Direction, Field, Kind, Pager, Type, TypesByName, Value, reached};
use crate::text::method::Method;

/// One operation.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The `operationId` of the document.
    pub id: String,
    /// The method of `Client`.
    pub name: String,
    /// The struct in `builder`.
    pub builder: String,
    /// The HTTP method.
    pub method: Method,
    /// The path template of the document.
    pub path: String,
    /// The path template as it is sent: its literal text is percent-encoded.
    pub template: String,
    /// The pairs of the query that each call has, before those that a caller sets.
    pub fixed_query: Vec<(String, String)>,
    /// The key by which its names are recorded.
    pub request: String,
    /// The URL of the server that it is called at, if that is not the one of the document.
    pub server: Option<String>,
    /// The groups that the document puts it in.
    pub tags: Vec<String>,
    /// The first line of the documentation, as Markdown.
    pub summary: String,
    /// The rest of the documentation, as Markdown.
    pub description: String,
    /// All that a caller can set, but for the body, in the document's order. The parts of a `multipart/…` body are
    /// among them.
    pub parameters: Vec<Parameter>,
    /// The request body, unless it has parts.
    pub body: Option<Body>,
    /// The request body, if it has parts.
    pub multipart: Option<Multipart>,
    /// The content of a success.
    pub response: Response,
    /// The stream that can be asked for in the place of that.
    pub stream: Option<Stream>,
    /// The bodies of errors that have types.
    pub errors: Vec<ErrorBody>,
    /// The media types to ask for; `None` for any.
    pub accept: Option<String>,
    /// `true` if the document calls it deprecated.
    pub deprecated: bool,
    /// The limit that the description states.
    pub rate_limit: Option<RateLimit>,
    /// What authenticates it, where that is not what the document says of all operations.
    pub security: Option<Vec<Vec<usize>>>,
    /// The header by which the service knows that a request is the same as one before: where it is not set, it is filled.
    pub idempotency_key: Option<String>,
    /// The way to ask for all pages of its listing, where the document shows it.
    pub pager: Option<Pager>,
}

impl std::fmt::Display for Operation {
    /// As diagnostics name it: `getThing (GET /things/{id})`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} {})", self.id, self.method, self.path)
    }
}

impl Operation {
    /// Calls `visit` with each type that a caller sets or gets, which it may change.
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

    /// The named types that a caller sets.
    pub fn sent(&self) -> impl Iterator<Item = &str> {
        let types = self.parameters.iter().map(|parameter| &parameter.ty);
        types.chain(self.body.iter().map(|body| &body.value.ty)).filter_map(Type::mentioned)
    }

    /// The named types that a caller gets.
    pub fn received(&self) -> impl Iterator<Item = &str> {
        let values = self.contents().filter_map(Content::value).chain(self.errors.iter().map(|error| &error.value));
        values.filter_map(|value| value.ty.mentioned())
    }

    /// All that a success may carry.
    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        self.response.contents().into_iter().chain(self.stream.iter().map(|stream| &stream.content))
    }

    /// The named types that a caller sets or gets.
    pub fn type_names(&self) -> BTreeSet<&str> {
        self.sent().chain(self.received()).collect()
    }

    /// The parameters in the path, in the order in which they stand there.
    pub fn path_parameters(&self) -> Vec<&Parameter> {
        let in_path = self.parameters.iter().filter(|parameter| parameter.location.is_path());
        let mut parameters: Vec<&Parameter> = in_path.collect();
        let place = |name: &str| self.path.find(&format!("{{{name}}}"));
        parameters.sort_by_cached_key(|parameter| place(&parameter.wire_name).unwrap_or_default());
        parameters
    }

    /// `true` if there are read-only fields in what the body is made of.
    pub fn has_read_only(&self, types: &TypesByName<'_>) -> bool {
        let parts = self.parameters.iter().filter(|it| matches!(it.location, Location::Part(_))).map(|it| &it.ty);
        let sent = parts.chain(self.body.iter().map(|body| &body.value.ty)).filter_map(Type::mentioned);
        let is_read_only = |field: &Field| field.direction == Direction::ReadOnly;
        reached(types, sent).into_iter().any(|name| match types.get(name).map(|def| &def.kind) {
            Some(Kind::Struct(body)) => body.fields.iter().any(is_read_only),
            _ => false,
        })
    }

    /// The struct that the body is, if it is one that is put together field by field.
    pub fn built_body(&self, types: &TypesByName<'_>) -> Option<&str> {
        let body = self.body.as_ref().filter(|body| matches!(body.encoding, Encoding::Json | Encoding::Form))?;
        body.value.ty.as_struct(types)?;
        body.value.ty.mentioned()
    }
}

/// A rate limit: so many requests in so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimit {
    /// At least one.
    pub requests: u32,
    /// At least one.
    pub seconds: u64,
}

/// `300 requests per 86400 s`.
impl std::fmt::Display for RateLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} requests per {} s", self.requests, self.seconds)
    }
}

/// One parameter of an operation.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// The method of the builder.
    pub name: String,
    /// The name on the wire.
    pub wire_name: String,
    /// Where it goes, and in what form.
    pub location: Location,
    /// Set if a request without it is refused.
    pub required: bool,
    /// Never nullable: a parameter is present or absent.
    pub ty: Type,
    /// The media type that the document declares for a part of a body: one, a range, or several, separated by commas.
    pub media_type: Option<String>,
    /// The headers that the document declares for a part of a body.
    pub part_headers: Vec<PartHeader>,
    /// The description in the document, as Markdown.
    pub docs: String,
}

/// A header that the document declares for a part of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHeader {
    /// The name of the header.
    pub name: String,
    /// Set if a part without it is refused.
    pub required: bool,
}

/// A multipart body. Each part is a parameter of the operation.
#[derive(Debug, Clone)]
pub struct Multipart {
    /// The media type of the whole body.
    pub media_type: String,
    /// Set if a request without any part is refused.
    pub required: bool,
}

/// Where a parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// In place of `{name}`.
    Path(Expansion),
    /// After the `?`.
    Query(QueryStyle),
    /// As a header.
    Header(Expansion),
    /// As a cookie.
    Cookie(Expansion),
    /// As a part of a `multipart/…` body.
    Part(PartStyle),
}

/// The way in which a parameter becomes a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartStyle {
    /// As the bytes that the caller gives; one part for each element of a list.
    File,
    /// As text, or as JSON if it has fields; one part for each element of a list of texts.
    Plain,
    /// As JSON, whatever it is.
    Json,
    /// It is all the parts: the document names none.
    Whole,
}

impl Location {
    /// Returns `true` if it stands in the path.
    pub fn is_path(self) -> bool {
        matches!(self, Self::Path(_))
    }

    /// As the document calls it.
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

/// How a value becomes the text of a path, a header or a cookie.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expansion {
    /// What is around its elements.
    pub style: Style,
    /// Set if each element of a list and each field of an object is on its own.
    pub is_exploded: bool,
    /// Set if reserved characters are not encoded where they have no meaning.
    pub is_reserved: bool,
}

/// A style of OpenAPI, as the document calls it.
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
    /// As `form`, but nothing is encoded, and pairs are cookies of their own.
    Cookie,
}

/// The style in which a list or an object is written in the query, or in a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryStyle {
    /// The name is repeated for each element of a list; each field of an object is a parameter of its own.
    Exploded,
    /// All elements in one value, separated by this.
    Delimited(&'static str),
    /// `name[key]=value` for each field of an object.
    Deep,
    /// As JSON: the only form of a list of objects.
    Json,
    /// As `Exploded`, or as `Delimited` by commas, with the reserved characters that have no meaning in a query as they are.
    Reserved {
        /// Set if it is as `Exploded`.
        is_exploded: bool,
    },
}

impl QueryStyle {
    /// Returns `true` if each field of an object is a parameter of its own.
    pub fn is_exploded(self) -> bool {
        matches!(self, Self::Exploded | Self::Reserved { is_exploded: true })
    }
}

/// A request body.
#[derive(Debug, Clone)]
pub struct Body {
    /// As it is sent.
    pub media_type: String,
    /// The encoding that makes bytes of the value.
    pub encoding: Encoding,
    /// Of a JSON or form body. Null is a value only if the body is required, and JSON.
    pub value: Value,
    /// The style of fields of a form, by name on the wire. Any other is text or a list of texts, or else JSON.
    pub form: IndexMap<String, QueryStyle>,
    /// Set if a request without it is refused.
    pub required: bool,
}

/// The encoding that makes bytes of a request body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// As JSON.
    Json,
    /// As an HTML form.
    Form,
    /// As it is: the caller gives text.
    Text,
    /// As it is: the caller gives bytes.
    Bytes,
    /// As it is: the caller gives text or bytes, and their media type, where the document leaves a choice.
    Typed,
}

/// The content of a success.
#[derive(Debug, Clone)]
pub enum Response {
    /// The same for each success.
    One(Content),
    /// One of several, by status.
    ByStatus(ByStatus),
}

impl Response {
    /// Returns all contents that it may carry.
    pub fn contents(&self) -> Vec<&Content> {
        match self {
            Self::One(content) => vec![content],
            Self::ByStatus(several) => several.contents.iter().map(|each| &each.content).collect(),
        }
    }
}

/// The content of one response.
#[derive(Debug, Clone)]
pub enum Content {
    /// JSON.
    Json {
        /// The media type to ask for.
        accept: String,
        /// The value that it carries.
        value: Value,
    },
    /// Values, one after the other.
    Stream {
        /// The media type to ask for.
        accept: String,
        /// What tells the values apart.
        framing: Framing,
        /// Each value.
        value: Value,
    },
    /// Nothing.
    Empty,
    /// Bytes.
    Bytes {
        /// The media types to ask for.
        accept: String,
    },
}

impl Content {
    /// The media types to ask for.
    pub fn accept(&self) -> Option<&str> {
        match self {
            Self::Json { accept, .. } | Self::Bytes { accept } | Self::Stream { accept, .. } => Some(accept),
            Self::Empty => None,
        }
    }

    /// The value that it carries, or each of them.
    pub fn value(&self) -> Option<&Value> {
        match self {
            Self::Json { value, .. } | Self::Stream { value, .. } => Some(value),
            Self::Empty | Self::Bytes { .. } => None,
        }
    }

    /// Returns `true` if it is read as it arrives.
    pub fn is_streamed(&self) -> bool {
        matches!(self, Self::Bytes { .. } | Self::Stream { .. })
    }
}

/// What tells the values of a stream apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Framing {
    /// Server-sent events with data of JSON.
    Events,
    /// Server-sent events with data of text.
    TextEvents,
    /// Lines, each with JSON.
    JsonLines,
}

/// The body of an error.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorBody {
    /// `404`, `4XX`, or `default`.
    pub status: String,
    /// What it is as JSON.
    pub value: Value,
}

/// A success that is asked for by a method of its own.
#[derive(Debug, Clone)]
pub struct Stream {
    /// The method of the builder.
    pub method: String,
    /// The content of it.
    pub content: Content,
}

/// Several successes with different contents.
#[derive(Debug, Clone)]
pub struct ByStatus {
    /// The enum that tells them apart.
    pub name: String,
    /// In the document's order.
    pub contents: Vec<StatusContent>,
}

impl ByStatus {
    /// Returns `true` if one of the contents is read as it arrives.
    pub fn streams(&self) -> bool {
        self.contents.iter().any(|each| each.content.is_streamed())
    }
}

/// The key of a success in a document; `None` stands for every status that the others are not.
pub fn status_key(status: Option<u16>) -> String {
    status.map_or("2XX".to_owned(), |status| status.to_string())
}

/// The content of one of several successes.
#[derive(Debug, Clone)]
pub struct StatusContent {
    /// `None` stands for every status that the others are not.
    pub status: Option<u16>,
    /// The content that it carries.
    pub content: Content,
}
