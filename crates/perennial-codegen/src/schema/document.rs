//! Defines a document as far as code is generated from it: its operations and named schemas.

use std::{collections::HashMap, fmt};

use indexmap::IndexMap;

use super::{Schema, walk};
use crate::{
    api::{Carrier, Endpoint, Framing, Location, OwnTypes, PartHeader, QueryStyle, SchemeKind, status_key},
    text::method::Method,
};

/// The parts of a document from which code is generated.
#[derive(Debug, Default)]
pub struct TypedDocument {
    /// The operations, in the document's order.
    pub operations: Vec<DeclaredOperation>,
    /// The requests that the service sends on its own initiative.
    pub webhooks: Vec<DeclaredWebhook>,
    /// The descriptions of tags, by the name of the tag.
    pub tags: HashMap<String, String>,
    /// The named schemas, in the document's order.
    pub schemas: IndexMap<String, Schema>,
    /// The security schemes, in the document's order.
    pub schemes: Vec<SecurityScheme>,
    /// The required security schemes of operations that declare none: alternatives, each a list of names. `None` if the
    /// document does not declare a default.
    pub security: Option<Vec<Vec<String>>>,
    /// The servers that can be base URLs.
    pub servers: Vec<DeclaredServer>,
    /// The URL of the first server, if it can be a base URL.
    pub default_server: Option<String>,
    /// The own types of the client.
    pub own_types: OwnTypes,
}

/// A server that can be a base URL.
#[derive(Debug)]
pub struct DeclaredServer {
    /// The URL, with `{…}` for each variable.
    pub url: String,
    /// The description in the document.
    pub description: Option<String>,
    /// The variables, in the document's order.
    pub variables: Vec<ServerVariable>,
}

/// A variable of the URL of a server.
#[derive(Debug)]
pub struct ServerVariable {
    /// The name.
    pub name: String,
    /// The description in the document.
    pub description: Option<String>,
    /// The value if the caller chooses none.
    pub default: String,
    /// The allowed values; empty if any value is allowed.
    pub values: Vec<String>,
}

/// A security scheme.
#[derive(Debug)]
pub struct SecurityScheme {
    /// The name.
    pub name: String,
    /// The description in the document.
    pub description: Option<String>,
    /// The kind of value that the scheme needs.
    pub kind: SchemeKind,
    /// The part of a request that carries the value. `None` if the value is not part of a request, or if the scheme is
    /// unknown.
    pub carrier: Option<Carrier>,
    /// The reason why no request can carry the declared value.
    pub defect: Option<&'static str>,
    /// The declared URLs for tokens and logins.
    pub endpoints: Vec<Endpoint>,
}

/// An operation of the document, with its method and path.
#[derive(Debug)]
pub struct DeclaredOperation {
    /// The HTTP method.
    pub method: Method,
    /// The path template.
    pub path: String,
    /// The `operationId`.
    pub id: String,
    /// The first line of the documentation.
    pub summary: Option<String>,
    /// The rest of the documentation.
    pub description: Option<String>,
    /// Whether the operation is deprecated.
    pub deprecated: bool,
    /// The URL of the server for the operation, if it differs from the server of the document.
    pub server: Option<String>,
    /// The tags of the operation.
    pub tags: Vec<String>,
    /// The parameters in the path, the query, headers and cookies.
    pub parameters: Vec<DeclaredParameter>,
    /// The request body.
    pub body: Option<DeclaredBody>,
    /// The successful responses, at least one.
    pub responses: Vec<DeclaredResponse>,
    /// The stream that can be requested in place of the other successful responses.
    pub stream: Option<DeclaredResponse>,
    /// The JSON bodies of errors, if the client has types for them.
    pub errors: Vec<DeclaredErrorBody>,
    /// The media types to request if no successful response has a body: the media types of the errors, or for `HEAD`
    /// the ones of a `GET`.
    pub media_types_without_body: Vec<String>,
    /// The required security schemes, in the form of [`TypedDocument::security`].
    pub security: Option<Vec<Vec<String>>>,
    /// How the responses refer to the next page.
    pub next: NextPageHints,
}

/// How the successful responses of an operation refer to the next page of a listing, as far as types do not show it.
#[derive(Debug, Clone, Copy, Default)]
pub struct NextPageHints {
    /// Whether the header `Link` refers to the next page.
    pub in_header: bool,
    /// Whether the field `next` is a URL.
    pub is_url: bool,
    /// Whether the operation has `x-dropshot-pagination`: the field `next_page` is the next value of the parameter
    /// `page_token`.
    pub is_dropshot: bool,
}

impl fmt::Display for DeclaredOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} {})", self.id, self.method, self.path)
    }
}

/// A request that the service sends, with a JSON body.
#[derive(Debug)]
pub struct DeclaredWebhook {
    /// The name in the document.
    pub name: String,
    /// The id of the operation that declares the callback; `None` for a webhook.
    pub operation: Option<String>,
    /// The first line of the documentation.
    pub summary: Option<String>,
    /// The schema of the body.
    pub schema: Schema,
}

/// A parameter of an operation.
#[derive(Debug)]
pub struct DeclaredParameter {
    /// The name on the wire.
    pub name: String,
    /// The part of the request that contains the parameter, and the format of its value there.
    pub location: Location,
    /// Whether a request without the parameter is refused.
    pub required: bool,
    /// The description in the document.
    pub description: Option<String>,
    /// The schema of the value.
    pub schema: Schema,
    /// The integer that the service uses if the parameter is absent. Clients do not send it, because the service knows
    /// it.
    pub default: Option<i64>,
    /// The smallest integer that the service accepts.
    pub minimum: Option<i64>,
    /// The largest integer that the service accepts.
    pub maximum: Option<i64>,
    /// The length of the longest string that the service accepts.
    pub max_length: Option<i64>,
    /// The fields of the value, if the parameter is an object.
    pub fields: Vec<ParameterField>,
}

/// A field of a parameter that is an object.
#[derive(Debug)]
pub struct ParameterField {
    /// The name on the wire.
    pub name: String,
    /// The description in the document.
    pub description: Option<String>,
    /// The integer that the service uses if the field is absent.
    pub default: Option<i64>,
    /// The smallest integer that the service accepts.
    pub minimum: Option<i64>,
    /// The largest integer that the service accepts.
    pub maximum: Option<i64>,
}

/// A request body.
#[derive(Debug)]
pub struct DeclaredBody {
    /// The media type that is sent.
    pub media_type: String,
    /// Whether a request without a body is refused.
    pub required: bool,
    /// The schema of the value.
    pub schema: Schema,
    /// The encodings of form fields for which the document specifies one, by the name of the field.
    pub encoding: IndexMap<String, FieldEncoding>,
}

/// The encoding of a field of a form.
#[derive(Debug, Clone, Default)]
pub struct FieldEncoding {
    /// The media types of a part, separated by commas.
    pub content_type: Option<String>,
    /// The declared style of a list or an object.
    pub style: Option<QueryStyle>,
    /// The headers of a part.
    pub headers: Vec<PartHeader>,
}

/// A successful response.
#[derive(Debug)]
pub struct DeclaredResponse {
    /// The status. `None` means every status without an entry of its own.
    pub status: Option<u16>,
    /// The media types to request; empty if there is no content.
    pub media_types: Vec<String>,
    /// The schema of the JSON body, or of each value of a stream. `None` for a body of bytes.
    pub schema: Option<Schema>,
    /// How the values of a stream are separated.
    pub framing: Option<Framing>,
}

/// The JSON body of an error.
#[derive(Debug)]
pub struct DeclaredErrorBody {
    /// The status: `404`, `4XX`, or `default`.
    pub status: String,
    /// The schema.
    pub schema: Schema,
}

impl TypedDocument {
    /// Calls `visit` with the place of each schema that is not part of another one, and with the schema.
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
            for DeclaredErrorBody { status, schema } in &mut operation.errors {
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

    /// Calls `visit` with the place of each schema and with the schema. Inner schemas come first.
    pub fn each_schema(&mut self, visit: &mut dyn FnMut(&str, &mut Schema)) {
        self.each_root_schema(&mut |place, root| walk::innermost_first(place, root, visit));
    }
}
