//! The typed form of a document, which contains only the parts from which code is generated.

use std::{collections::HashMap, fmt};

use indexmap::IndexMap;

use super::{Schema, walk};
use crate::{
    api::{Carrier, Endpoint, Framing, Location, OwnTypes, PartHeader, QueryStyle, SchemeKind, status_key},
    text::{media_type::MediaType, method::Method},
};

#[derive(Debug, Default)]
pub struct TypedDocument {
    /// The description of the whole API.
    pub description: Option<String>,
    pub operations: Vec<DeclaredOperation>,
    /// The webhooks and callbacks: requests that the service sends on its own initiative.
    pub webhooks: Vec<DeclaredWebhook>,
    pub tags: HashMap<String, String>,
    pub schemas: IndexMap<String, Schema>,
    pub schemes: Vec<SecurityScheme>,
    /// The security requirements for operations that declare none themselves. A request has to satisfy one of them.
    /// Each requirement lists the names of the schemes that a request needs together. `None` if the document declares
    /// no requirements.
    pub security: Option<Vec<Vec<String>>>,
    /// The servers whose URL can be the base URL of the client.
    pub servers: Vec<DeclaredServer>,
    /// The URL of the first server in the document. `None` if it cannot be the base URL of the client.
    pub default_server: Option<String>,
    /// The own types (`client.types` in `names.json`), by the format or schema that each replaces.
    pub own_types: OwnTypes,
}

#[derive(Debug)]
pub struct DeclaredServer {
    /// The URL of the server, with `{name}` in place of each variable.
    pub url: String,
    pub description: Option<String>,
    pub variables: Vec<ServerVariable>,
}

#[derive(Debug)]
pub struct ServerVariable {
    pub name: String,
    pub description: Option<String>,
    /// The value that is used if the caller does not set the variable.
    pub default: String,
    /// The values that the document lists. Empty if any value is allowed.
    pub values: Vec<String>,
}

#[derive(Debug)]
pub struct SecurityScheme {
    pub name: String,
    pub description: Option<String>,
    /// The kind of value that the scheme needs, such as a token.
    pub kind: SchemeKind,
    /// The part of a request that carries the value. `None` if no part carries it, or if the generator does not know
    /// the scheme.
    pub carrier: Option<Carrier>,
    /// Why no request can carry the value. `None` if the declaration of the scheme has no defect.
    pub defect: Option<&'static str>,
    pub endpoints: Vec<Endpoint>,
}

#[derive(Debug)]
pub struct DeclaredOperation {
    pub method: Method,
    pub path: String,
    pub id: String,
    /// Whether the document states no `operationId`, or states it for an earlier operation.
    pub has_derived_id: bool,
    /// The first line of the operation's documentation.
    pub summary: Option<String>,
    /// The operation's documentation after the first line.
    pub description: Option<String>,
    pub deprecated: bool,
    /// The URL of the operation's own server. `None` if the operation uses the servers of the document.
    pub server: Option<String>,
    pub tags: Vec<String>,
    pub parameters: Vec<DeclaredParameter>,
    pub body: Option<DeclaredBody>,
    /// The successful responses. There is at least one.
    pub responses: Vec<DeclaredResponse>,
    /// The statuses of redirects that the document declares, from 300 to 399.
    pub redirects: Vec<u16>,
    /// The stream that callers can request in place of `responses`.
    pub stream: Option<DeclaredResponse>,
    /// The JSON bodies of error responses. Empty if the client has no types for them.
    pub errors: Vec<DeclaredErrorBody>,
    /// The media types to request if no successful response has a body: the media types of the error responses, or for
    /// a `HEAD` operation, the media types that a `GET` would request.
    pub media_types_without_body: Vec<String>,
    /// The security requirements of the operation, in the same form as [`TypedDocument::security`]. `None` if the
    /// operation declares none.
    pub security: Option<Vec<Vec<String>>>,
    pub next: NextPageHints,
}

/// Hints in successful responses on how to request the next page of a listing. They are not part of the response types.
#[derive(Debug, Clone, Copy, Default)]
pub struct NextPageHints {
    /// Whether the response header `Link` refers to the next page.
    pub in_header: bool,
    /// Whether the field `next` of the response is a URL.
    pub is_url: bool,
    /// Whether the operation declares `x-dropshot-pagination`: the field `next_page` contains the value of `page_token`
    /// for the next request.
    pub is_dropshot: bool,
}

impl fmt::Display for DeclaredOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} {})", self.id, self.method, self.path)
    }
}

/// A webhook or a callback: a request with a JSON body, sent by the service.
#[derive(Debug)]
pub struct DeclaredWebhook {
    pub name: String,
    /// The id of the operation that declares the callback. `None` for a webhook.
    pub operation: Option<String>,
    pub summary: Option<String>,
    pub schema: Schema,
}

#[derive(Debug)]
pub struct DeclaredParameter {
    pub name: String,
    /// The part of the request that contains the parameter, and the format of the value in that part.
    pub location: Location,
    pub required: bool,
    pub description: Option<String>,
    pub schema: Schema,
    /// The default, minimum and maximum of the parameter, if they are integers.
    pub integers: IntegerKeywords,
    /// The maximum length of the parameter, if it is a string.
    pub max_length: Option<i64>,
    pub fields: Vec<ParameterField>,
}

#[derive(Debug)]
pub struct ParameterField {
    pub name: String,
    pub description: Option<String>,
    /// The default, minimum and maximum of the field, if they are integers.
    pub integers: IntegerKeywords,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct IntegerKeywords {
    /// The value that the service uses if the parameter or field is absent. Clients do not send it.
    pub default: Option<i64>,
    pub minimum: Option<i64>,
    pub maximum: Option<i64>,
}

#[derive(Debug)]
pub struct DeclaredBody {
    /// How the body is encoded. This may differ from `media_type`, because an object can be sent as JSON under
    /// `text/plain`.
    pub kind: MediaType,
    pub media_type: String,
    pub required: bool,
    pub schema: Schema,
    /// The encodings of fields in a form or multipart body, by field name.
    pub encoding: IndexMap<String, FieldEncoding>,
    /// The bodies of other media types that callers can send instead.
    pub alternatives: Vec<AlternativeBody>,
}

#[derive(Debug)]
pub struct AlternativeBody {
    /// How the body is encoded. Callers supply a body of the kind `Other` as bytes, and the parts of a multipart body
    /// together with their names.
    pub kind: MediaType,
    pub media_type: String,
    pub schema: Schema,
    /// The encodings of the fields in a form, by field name.
    pub encoding: IndexMap<String, FieldEncoding>,
}

#[derive(Debug, Clone, Default)]
pub struct FieldEncoding {
    /// The media types of a part in a multipart body, separated by commas.
    pub content_type: Option<String>,
    /// The style of a list or an object in a form.
    pub style: Option<QueryStyle>,
    /// The headers of a part in a multipart body.
    pub headers: Vec<PartHeader>,
}

#[derive(Debug)]
pub struct DeclaredResponse {
    /// The status of the response. `None` stands for all successful statuses that the document does not list.
    pub status: Option<u16>,
    /// The media types to request. Empty if the response has no body.
    pub media_types: Vec<String>,
    /// The schema of the JSON body, or of each value in a stream. `None` for bytes, and for a response without a body.
    pub schema: Option<Schema>,
    /// Whether a response with a media type other than JSON is decoded as plain text.
    pub or_text: bool,
    /// The format of a stream of values. `None` if the response is not a stream of values.
    pub framing: Option<Framing>,
}

#[derive(Debug)]
pub struct DeclaredErrorBody {
    /// The status as the document writes it: `404`, `4XX` or `default`.
    pub status: String,
    pub schema: Schema,
}

impl TypedDocument {
    /// Calls `visit(place, schema)` for each schema that is not inside another schema.
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
                for AlternativeBody { media_type, schema, .. } in &mut body.alternatives {
                    visit(&format!("{id}.body {media_type}"), schema);
                }
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

    /// Calls `visit(place, schema)` for each schema, at any depth. Inner schemas are visited before those that contain
    /// them.
    pub fn each_schema(&mut self, visit: &mut dyn FnMut(&str, &mut Schema)) {
        self.each_root_schema(&mut |place, root| walk::innermost_first(place, root, visit));
    }
}
