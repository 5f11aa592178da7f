//! Writes the Rust code for a new client's example and test. Both call the same operation, on a mock server that
//! answers it.

use perennial_codegen::{
    api::{
        ALL, Api, Carrier, Content, EnumOf, Framing, Kind, Operation, Parameter, Response, StatusContent, Type,
        TypesByName, Value as Declared,
    },
    rust_type::{self, RustType},
    text::{method::Method, printable::printable},
};
use serde_json::Value;

use super::sample::SampleMaker;

/// The methods of `httpmock::MockServer`. An operation with one of these names cannot be mocked, because Rust would
/// call the method of `MockServer` instead.
const OF_MOCK_SERVER: &str = "address base_url forward_to forward_to_async host mock mock_async playback playback_async \
                              playback_from_yaml playback_from_yaml_async port proxy proxy_async record record_async \
                              reset reset_async url";
/// The maximum length of a chain of method calls on one line, as in rustfmt.
const CHAIN: usize = 60;

#[derive(Debug)]
pub struct ExampleCall {
    /// The method and path in prose, such as `GET /books/{id}`.
    pub request: String,
    /// The expression that calls the operation, which begins with the variable of the client.
    pub code: String,
    /// The statement that mocks the operation, which begins with the variable of the mock server.
    pub mock: String,
    /// The method calls after `Client::builder()`, of which the last is `build()?`.
    pub build: Vec<String>,
    pub status: u16,
    /// The body of the mocked response, if it is JSON. It becomes the constant `ANSWER`.
    pub answer: Option<Value>,
}

impl ExampleCall {
    /// Writes the code for the first GET operation that the feature `chosen` enables, or else for the first operation
    /// of any method. Operations are skipped if their arguments or response cannot be written as code. Returns `None`
    /// if none remains. `package` is the crate name of the client.
    pub fn first(api: &Api, chosen: Option<&str>, package: &str) -> Option<Self> {
        let types = api.types_by_name();
        let short_calls = api.short_calls();
        let features = api.features();
        // An operation is enabled by the feature of its first tag. Operations with a server of their own are excluded,
        // because calls to them would not reach the mock.
        let is_shown = |operation: &&Operation| {
            let first = features[operation.name.as_str()].first().copied();
            operation.server.is_none() && (chosen == Some(ALL) || first.is_none() || first == chosen)
        };
        let mut operations: Vec<&Operation> = api.operations.iter().filter(is_shown).collect();
        operations.sort_by_key(|operation| (operation.method != Method::Get, operation.deprecated));
        operations.into_iter().find_map(|operation| {
            let name = short_calls.get(operation.name.as_str()).unwrap_or(&operation.name);
            let call =
                CallWriter { types: &types, samples: SampleMaker::new(&types), package }.write_call(operation, name)?;
            Some(Self { build: builder_calls(api, operation), ..call })
        })
    }
}

struct CallWriter<'a> {
    types: &'a TypesByName<'a>,
    samples: SampleMaker<'a>,
    package: &'a str,
}

impl CallWriter<'_> {
    fn write_call(mut self, operation: &Operation, name: &str) -> Option<ExampleCall> {
        let (tag, method) = name.split_once("().").map_or((None, name), |(tag, method)| (Some(tag), method));
        let mut links = Vec::from_iter(tag.map(|tag| format!("{tag}()")));
        let in_path = operation.path_parameters();
        // A short name takes the path parameters as its arguments. A method of `Client` takes no arguments, so path
        // parameters have setters.
        let taken: Option<Vec<String>> =
            if tag.is_some() { in_path.iter().map(|it| self.parameter_code(it)).collect() } else { Some(Vec::new()) };
        links.push(format!("{method}({})", taken?.join(", ")));
        let in_path = in_path.into_iter().filter(|_| tag.is_none());
        let others = operation.parameters.iter().filter(|it| it.required && !it.location.is_path());
        for parameter in in_path.chain(others) {
            links.push(format!("{}({})", parameter.name, self.parameter_code(parameter)?));
        }
        if operation.multipart.as_ref().is_some_and(|multipart| multipart.required) && !requires_part(operation) {
            return None;
        }
        if let Some(body) = operation.body.as_ref().filter(|body| body.required) {
            use perennial_codegen::api::Encoding::{Bytes, Form, Json, Text, Typed};
            let value = match body.encoding {
                Json | Form => self.value_code(&body.value.ty)?,
                Text | Bytes => r#""text""#.to_owned(),
                Typed => return None,
            };
            links.push(format!("body({value})"));
        }
        links.extend(["send()".to_owned(), "await?".to_owned()]);
        let answer = self.mock_answer(&operation.response)?;
        let mut mocked = Vec::from_iter(tag.into_iter().chain([method]));
        let server = match mocked[0] {
            taken if OF_MOCK_SERVER.split_whitespace().any(|other| other == taken) => {
                mocked.remove(0);
                format!("MockServerExt::{taken}(&server)")
            }
            _ => "server".to_owned(),
        };
        let mocked = mocked.into_iter().map(|name| format!("{name}()")).chain([answer.code]);
        Some(ExampleCall {
            request: printable(&format!("{} {}", operation.method, operation.path)),
            code: call_chain("client", &links),
            build: Vec::new(),
            mock: call_chain(&server, &Vec::from_iter(mocked)),
            status: answer.status,
            answer: answer.json,
        })
    }

    fn parameter_code(&mut self, parameter: &Parameter) -> Option<String> {
        const PART: &str = r#"perennial::multipart::Part::bytes("text")"#;
        let is_free = parameter.media_type.as_deref().is_none_or(|it| !it.contains(['*', ',']));
        let needs_header = parameter.part_headers.iter().any(|header| header.required);
        match &parameter.ty {
            Type::Part if is_free && !needs_header => Some(PART.to_owned()),
            Type::List(item) if item.ty == Type::Part && is_free && !needs_header => Some(format!("vec![{PART}]")),
            ty => self.value_code(ty),
        }
    }

    fn value_code(&mut self, ty: &Type) -> Option<String> {
        let sample = self.samples.create_sample(&Declared { ty: ty.clone(), nullable: false })?;
        let is_text_enum = |name: &str| {
            let kind = self.types.get(name).map(|def| &def.kind);
            matches!(kind, Some(Kind::Enum(listed)) if listed.of == EnumOf::Text)
        };
        Some(match (ty, &sample) {
            (Type::Named(name), Value::String(text)) if is_text_enum(name) => string_literal(text),
            (
                Type::Any | Type::Text | Type::Uuid | Type::Date | Type::QueryTime | Type::QueryDateTime,
                Value::String(text),
            ) => string_literal(text),
            (Type::Boolean | Type::Int32 | Type::Int64 | Type::Uint64 | Type::Number | Type::ExactNumber, value) => {
                value.to_string()
            }
            (Type::List(item), _) if item.ty == Type::Text && !item.nullable => r#"vec!["text".to_owned()]"#.to_owned(),
            (ty, value) => {
                let json = value.to_string();
                let ty = self.type_path(&rust_type::plain(ty));
                format!("perennial::serde_json::from_str::<{ty}>({})?", raw_literal(&json)?)
            }
        })
    }

    /// Returns the path of a type for code outside of the client's crate.
    fn type_path(&self, ty: &RustType) -> String {
        ty.code()
            .replace("crate::", &format!("{}::", self.package))
            .replace("<::", "<")
            .trim_start_matches("::")
            .to_owned()
    }

    fn mock_answer(&mut self, response: &Response) -> Option<MockAnswer> {
        let (status, content) = match response {
            Response::One(Content::Empty) => {
                return Some(MockAnswer { status: 200, json: None, code: "respond(())".to_owned() });
            }
            Response::One(content) => (200, content),
            Response::ByStatus(several) => {
                several.contents.iter().find_map(|StatusContent { status, content }| Some(((*status)?, content)))?
            }
        };
        let (media_type, json, body) = match content {
            Content::Empty => ("text/plain", None, string_literal("")),
            Content::Bytes { .. } => ("application/octet-stream", None, string_literal("text")),
            Content::Json { value, .. } => {
                ("application/json", Some(self.samples.create_sample(value)?), "ANSWER".to_owned())
            }
            Content::Stream { framing: Framing::TextEvents, .. } => {
                ("text/event-stream", None, string_literal("data: text\n\n"))
            }
            Content::Stream { framing: framing @ (Framing::Events | Framing::EventsToDone), value, .. } => {
                let end = if *framing == Framing::EventsToDone { "data: [DONE]\n\n" } else { "" };
                let body = format!("data: {}\n\n{end}", self.samples.create_sample(value)?);
                ("text/event-stream", None, string_literal(&body))
            }
            // The separator of JSON lines depends on the media type, so a response of JSON lines is not mocked.
            Content::Stream { framing: Framing::JsonLines, .. } => return None,
        };
        let status_code = match status {
            200 => "StatusCode::OK".to_owned(),
            other => format!("StatusCode::from_u16({other})?"),
        };
        let code = format!("respond_with({status_code}, {}, {body})", string_literal(media_type));
        Some(MockAnswer { status, json, code })
    }
}

struct MockAnswer {
    status: u16,
    /// The body of the response, if it is JSON.
    json: Option<Value>,
    /// The method call that makes the mock respond.
    code: String,
}

fn requires_part(operation: &Operation) -> bool {
    use perennial_codegen::api::Location::Part;
    operation.parameters.iter().any(|it| it.required && matches!(it.location, Part(_)))
}

/// Writes the method calls after `Client::builder()`: those that set the operation's credentials, and `build()?`.
fn builder_calls(api: &Api, operation: &Operation) -> Vec<String> {
    let declared = api.credentials.as_ref();
    let security = operation.security.as_ref().or(declared.map(|declared| &declared.security));
    let needed = security.and_then(|alternatives| alternatives.first()).into_iter().flatten();
    let schemes = needed.filter_map(|index| declared?.schemes.get(*index));
    let set = schemes.map(|scheme| match scheme.carrier {
        Carrier::Basic => format!("{}(\"user\", \"secret\")", scheme.setter),
        _ => format!("{}(\"secret\")", scheme.setter),
    });
    set.chain(["build()?".to_owned()]).collect()
}

fn string_literal(text: &str) -> String {
    format!("{text:?}")
}

/// Writes JSON as a raw string literal, which needs no escapes. Returns `None` if it would need too many `#`.
fn raw_literal(json: &str) -> Option<String> {
    let hashes = "#".repeat(1 + json.matches("\"#").count());
    (hashes.len() < 200)
        .then(|| if json.contains('"') { format!("r{hashes}\"{json}\"{hashes}") } else { string_literal(json) })
}

impl ExampleCall {
    /// Writes the expression that creates the client. `builder` is the function that takes the base URL, such as
    /// `Client::builder`.
    pub fn client_code(&self, builder: &str, base_url: &str) -> String {
        call_chain(&format!("{builder}({base_url})"), &self.build)
    }
}

/// Writes a chain of method calls, each on its own line if they do not fit on one.
fn call_chain(from: &str, links: &[String]) -> String {
    let line = format!("{from}.{}", links.join("."));
    if line.len() <= CHAIN {
        return line;
    }
    let broken: String = links.iter().map(|link| format!("\n        .{link}")).collect();
    from.to_owned() + &broken
}
