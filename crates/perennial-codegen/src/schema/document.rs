//! The operations of a document and its named schemas, as far as they are generated.

use std::{collections::HashMap, fmt};

use indexmap::IndexMap;

use super::{Schema, walk};
use crate::{
    api::{Carrier, Endpoint, Framing, Location, OwnTypes, PartHeader, QueryStyle, SchemeKind, status_key},
    text::method::Method,
};

/// The content of a document.
#[derive(Debug, Default)]
pub struct Document {
    /// In the document's order.
    pub operations: Vec<Operation>,
    /// The requests that the service sends by itself.
    pub webhooks: Vec<Webhook>,
    /// The descriptions of the tags that have one, by name.
    pub tags: HashMap<String, String>,
    /// The named schemas, in the document's order.
    pub schemas: IndexMap<String, Schema>,
    /// The security schemes, in the document's order.
    pub schemes: Vec<SecurityScheme>,
    /// What authenticates the operations that do not say it: alternatives of schemes by name; `None` if nothing is said.
    pub security: Option<Vec<Vec<String>>>,
    /// The servers that can be base URLs.
    pub servers: Vec<Server>,
    /// The URL of the first server, if that is one of these.
    pub default_server: Option<String>,
    /// The types that the client has in the place of those of the document.
    pub own_types: OwnTypes,
}

/// A server that can be a base URL.
#[derive(Debug)]
pub struct Server {
    /// The URL, with `{…}` for each variable.
    pub url: String,
    /// The description in the document.
    pub description: Option<String>,
    /// In the document's order.
    pub variables: Vec<ServerVariable>,
}

/// A variable of the URL of a server.
#[derive(Debug)]
pub struct ServerVariable {
    /// The name.
    pub name: String,
    /// The description in the document.
    pub description: Option<String>,
    /// The value, unless another one is chosen.
    pub default: String,
    /// The values that there are; none for any.
    pub values: Vec<String>,
}

/// A security scheme.
#[derive(Debug)]
pub struct SecurityScheme {
    /// The name.
    pub name: String,
    /// The description in the document.
    pub description: Option<String>,
    /// What its value is.
    pub kind: SchemeKind,
    /// Where that is sent; `None` if it is not part of a request, or if nothing is known of it.
    pub carrier: Option<Carrier>,
    /// The reason why no request can carry what it declares.
    pub defect: Option<&'static str>,
    /// The URLs that it declares for tokens and logins.
    pub endpoints: Vec<Endpoint>,
}

/// An operation and where it stands.
#[derive(Debug)]
pub struct Operation {
    /// The HTTP method.
    pub method: Method,
    /// The path template.
    pub path: String,
    /// The `operationId`.
    pub id: String,
    /// The first line of its documentation.
    pub summary: Option<String>,
    /// The rest of its documentation.
    pub description: Option<String>,
    /// `true` if it is deprecated.
    pub deprecated: bool,
    /// The URL of the server that it is called at, if that is not the document's.
    pub server: Option<String>,
    /// The groups that it is in.
    pub tags: Vec<String>,
    /// The parameters in the path, the query and the headers.
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// The successes, at least one.
    pub responses: Vec<Response>,
    /// The stream that can be asked for in the place of what the successes are otherwise.
    pub stream: Option<Response>,
    /// The JSON of its errors, where that is read.
    pub errors: Vec<ErrorBody>,
    /// The media types to ask for where no success has a body: those of the errors, and of a `HEAD` those of a `GET`.
    pub media_types_without_body: Vec<String>,
    /// What authenticates it, as of a [`Document`].
    pub security: Option<Vec<Vec<String>>>,
    /// What the successes say of the next page.
    pub next: Next,
}

/// What the successes of an operation say of the next page of a listing, which no type shows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Next {
    /// Set if their header `Link` leads there.
    pub in_header: bool,
    /// Set if their field `next` is a URL.
    pub is_url: bool,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} {})", self.id, self.method, self.path)
    }
}

/// A request that the service sends, with a body of JSON.
#[derive(Debug)]
pub struct Webhook {
    /// The name in the document.
    pub name: String,
    /// The id of the operation whose callback it is.
    pub operation: Option<String>,
    /// The first line of its documentation.
    pub summary: Option<String>,
    /// The schema of the body.
    pub schema: Schema,
}

/// A parameter.
#[derive(Debug)]
pub struct Parameter {
    /// On the wire.
    pub name: String,
    /// Where it goes, and in what form.
    pub location: Location,
    /// Set if a request without it is refused.
    pub required: bool,
    /// The description in the document.
    pub description: Option<String>,
    /// The schema of its value.
    pub schema: Schema,
    /// The whole number that the service takes where it is left out. It is never sent: the service knows it.
    pub default: Option<i64>,
    /// The smallest whole number that the service takes.
    pub minimum: Option<i64>,
    /// The largest whole number that the service takes.
    pub maximum: Option<i64>,
    /// The length of the longest text that it takes.
    pub max_length: Option<i64>,
}

/// A request body.
#[derive(Debug)]
pub struct Body {
    /// As it is sent.
    pub media_type: String,
    /// Set if a request without it is refused.
    pub required: bool,
    /// The schema of its value.
    pub schema: Schema,
    /// The encoding of those fields of a form of which the document says something, by name.
    pub encoding: IndexMap<String, FieldEncoding>,
}

/// The encoding of a field of a form.
#[derive(Debug, Clone, Default)]
pub struct FieldEncoding {
    /// The media types of a part.
    pub content_type: Option<String>,
    /// The style in which a list or an object is written, if one is declared.
    pub style: Option<QueryStyle>,
    /// The headers of a part.
    pub headers: Vec<PartHeader>,
}

/// A success.
#[derive(Debug)]
pub struct Response {
    /// `None` stands for every status that the others are not.
    pub status: Option<u16>,
    /// The media types to ask for; none where there is no content.
    pub media_types: Vec<String>,
    /// The schema of the JSON, or of each value of a stream; bytes if there is none.
    pub schema: Option<Schema>,
    /// What tells the values of a stream apart.
    pub framing: Option<Framing>,
}

/// The JSON of an error.
#[derive(Debug)]
pub struct ErrorBody {
    /// `404`, `4XX`, or `default`.
    pub status: String,
    /// The schema.
    pub schema: Schema,
}

impl Document {
    /// Calls `visit` for each schema that is not part of another one, with its place.
    pub fn each_root_schema(&mut self, visit: &mut dyn FnMut(&str, &mut Schema)) {
        for (name, schema) in &mut self.schemas {
            visit(name, schema);
        }
        for operation in &mut self.operations {
            let id = &operation.id;
            for parameter in &mut operation.parameters {
                visit(&format!("{id}.{}", parameter.name), &mut parameter.schema);
            }
            if let Some(body) = &mut operation.body {
                visit(&format!("{id}.body"), &mut body.schema);
            }
            for response in &mut operation.responses {
                let status = status_key(response.status);
                if let Some(schema) = &mut response.schema {
                    visit(&format!("{id}.{status}"), schema);
                }
            }
            for ErrorBody { status, schema } in &mut operation.errors {
                visit(&format!("{id}.{status}"), schema);
            }
            if let Some(schema) = operation.stream.as_mut().and_then(|stream| stream.schema.as_mut()) {
                visit(&format!("{id}.stream"), schema);
            }
        }
        for webhook in &mut self.webhooks {
            visit(&format!("{}.body", webhook.name), &mut webhook.schema);
        }
    }

    /// Calls `visit` for each schema, the innermost first, with its place.
    pub fn each_schema(&mut self, visit: &mut dyn FnMut(&str, &mut Schema)) {
        self.each_root_schema(&mut |place, root| walk::innermost_first(place, root, visit));
    }
}
