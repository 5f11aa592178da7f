//! A call of one operation, and the mock that answers it, as Rust: in the example and in the test of a new client.

use perennial_codegen::{
    api::{
        ALL, Api, Carrier, Content, EnumOf, Framing, Kind, Operation, Parameter, Response, StatusContent, Type,
        TypesByName, Value as Declared,
    },
    rust_type::{self, RustType},
    text::{method::Method, printable::printable},
};
use serde_json::Value;

use super::sample::Samples;

/// Methods of `httpmock::MockServer`, which come before those of the operations.
const OF_MOCK_SERVER: &str = "address base_url forward_to forward_to_async host mock mock_async playback playback_async \
                              playback_from_yaml playback_from_yaml_async port proxy proxy_async record record_async \
                              reset reset_async url";
/// As rustfmt breaks a chain of calls.
const CHAIN: usize = 60;

/// The call that is shown.
#[derive(Debug)]
pub struct Call {
    /// As a sentence names it: `GET /books/{id}`.
    pub request: String,
    /// The call, from the client to its end.
    pub code: String,
    /// The mock of it, from the server to its end.
    pub mock: String,
    /// What the builder of a client needs for it, up to its end.
    pub build: Vec<String>,
    /// The status of the answer.
    pub status: u16,
    /// The body of the answer, if it is JSON: `ANSWER` in the mock.
    pub answer: Option<Value>,
}

impl Call {
    /// The call of the first `GET` that comes with the `chosen` feature, or where none can be shown, of the first operation;
    /// `None` if none can. The package of the client is called `package` in Rust.
    pub fn first(api: &Api, chosen: Option<&str>, package: &str) -> Option<Self> {
        let types = api.types_by_name();
        let short_calls = api.short_calls();
        let features = api.features();
        // Its short name is that of its first tag. What is called at another server is not called at the mock.
        let is_shown = |operation: &&Operation| {
            let first = features[operation.name.as_str()].first().copied();
            operation.server.is_none() && (chosen == Some(ALL) || first.is_none() || first == chosen)
        };
        let mut operations: Vec<&Operation> = api.operations.iter().filter(is_shown).collect();
        operations.sort_by_key(|operation| (operation.method != Method::Get, operation.deprecated));
        operations.into_iter().find_map(|operation| {
            let name = short_calls.get(operation.name.as_str()).unwrap_or(&operation.name);
            let call = Writer { types: &types, samples: Samples::new(&types), package }.call(operation, name)?;
            Some(Self { build: build(api, operation), ..call })
        })
    }
}

struct Writer<'a> {
    types: &'a TypesByName<'a>,
    samples: Samples<'a>,
    package: &'a str,
}

impl Writer<'_> {
    fn call(mut self, operation: &Operation, name: &str) -> Option<Call> {
        let (tag, method) = name.split_once("().").map_or((None, name), |(tag, method)| (Some(tag), method));
        let mut links = Vec::from_iter(tag.map(|tag| format!("{tag}()")));
        let in_path = operation.path_parameters();
        // A short name takes them; elsewhere, each has a setter.
        let taken: Option<Vec<String>> =
            if tag.is_some() { in_path.iter().map(|it| self.parameter(it)).collect() } else { Some(Vec::new()) };
        links.push(format!("{method}({})", taken?.join(", ")));
        let in_path = in_path.into_iter().filter(|_| tag.is_none());
        let others = operation.parameters.iter().filter(|it| it.required && !it.location.is_path());
        for parameter in in_path.chain(others) {
            links.push(format!("{}({})", parameter.name, self.parameter(parameter)?));
        }
        if operation.multipart.as_ref().is_some_and(|multipart| multipart.required) && !has_part(operation) {
            return None;
        }
        if let Some(body) = operation.body.as_ref().filter(|body| body.required) {
            use perennial_codegen::api::Encoding::{Bytes, Form, Json, Text, Typed};
            let value = match body.encoding {
                Json | Form => self.value(&body.value.ty)?,
                Text | Bytes => r#""text""#.to_owned(),
                Typed => return None,
            };
            links.push(format!("body({value})"));
        }
        links.extend(["send()".to_owned(), "await?".to_owned()]);
        let (status, answer, respond) = self.answer(&operation.response)?;
        let mut mocked = Vec::from_iter(tag.into_iter().chain([method]));
        let server = match mocked[0] {
            taken if OF_MOCK_SERVER.split_whitespace().any(|other| other == taken) => {
                mocked.remove(0);
                format!("MockServerExt::{taken}(&server)")
            }
            _ => "server".to_owned(),
        };
        let mocked = mocked.into_iter().map(|name| format!("{name}()")).chain([respond]);
        Some(Call {
            request: printable(&format!("{} {}", operation.method, operation.path)),
            code: chained("client", &links),
            build: Vec::new(),
            mock: chained(&server, &Vec::from_iter(mocked)),
            status,
            answer,
        })
    }

    /// What the setter of a parameter takes.
    fn parameter(&mut self, parameter: &Parameter) -> Option<String> {
        const PART: &str = r#"perennial::multipart::Part::bytes("text")"#;
        let is_free = parameter.media_type.as_deref().is_none_or(|it| !it.contains(['*', ',']));
        let needs_header = parameter.part_headers.iter().any(|header| header.required);
        match &parameter.ty {
            Type::Part if is_free && !needs_header => Some(PART.to_owned()),
            Type::List(item) if item.ty == Type::Part && is_free && !needs_header => Some(format!("vec![{PART}]")),
            ty => self.value(ty),
        }
    }

    fn value(&mut self, ty: &Type) -> Option<String> {
        let sample = self.samples.of(&Declared { ty: ty.clone(), nullable: false })?;
        let is_text_enum = |name: &str| {
            let kind = self.types.get(name).map(|def| &def.kind);
            matches!(kind, Some(Kind::Enum(listed)) if listed.of == EnumOf::Text)
        };
        Some(match (ty, &sample) {
            (Type::Named(name), Value::String(text)) if is_text_enum(name) => literal(text),
            (
                Type::Any | Type::Text | Type::Uuid | Type::Date | Type::QueryTime | Type::QueryDateTime,
                Value::String(text),
            ) => literal(text),
            (Type::Boolean | Type::Int32 | Type::Int64 | Type::Uint64 | Type::Number | Type::ExactNumber, value) => {
                value.to_string()
            }
            (Type::List(item), _) if item.ty == Type::Text && !item.nullable => r#"vec!["text".to_owned()]"#.to_owned(),
            (ty, value) => {
                let json = value.to_string();
                let ty = self.path(&rust_type::plain(ty));
                format!("perennial::serde_json::from_str::<{ty}>({})?", raw(&json)?)
            }
        })
    }

    /// A type as the example names it.
    fn path(&self, ty: &RustType) -> String {
        ty.code()
            .replace("crate::", &format!("{}::", self.package))
            .replace("<::", "<")
            .trim_start_matches("::")
            .to_owned()
    }

    /// The status of the answer, its JSON if it is such, and what makes the mock give it.
    fn answer(&mut self, response: &Response) -> Option<(u16, Option<Value>, String)> {
        let (status, content) = match response {
            Response::One(Content::Empty) => return Some((200, None, "respond(())".to_owned())),
            Response::One(content) => (200, content),
            Response::ByStatus(several) => {
                several.contents.iter().find_map(|StatusContent { status, content }| Some(((*status)?, content)))?
            }
        };
        let (media_type, answer, body) = match content {
            Content::Empty => ("text/plain", None, literal("")),
            Content::Bytes { .. } => ("application/octet-stream", None, literal("text")),
            Content::Json { value, .. } => ("application/json", Some(self.samples.of(value)?), "ANSWER".to_owned()),
            Content::Stream { framing: Framing::TextEvents, .. } => {
                ("text/event-stream", None, literal("data: text\n\n"))
            }
            Content::Stream { framing: Framing::Events, value, .. } => {
                ("text/event-stream", None, literal(&format!("data: {}\n\n", self.samples.of(value)?)))
            }
            // Lines have other separators than a line break in some media types.
            Content::Stream { framing: Framing::JsonLines, .. } => return None,
        };
        let status_code = match status {
            200 => "StatusCode::OK".to_owned(),
            other => format!("StatusCode::from_u16({other})?"),
        };
        Some((status, answer, format!("respond_with({status_code}, {}, {body})", literal(media_type))))
    }
}

fn has_part(operation: &Operation) -> bool {
    use perennial_codegen::api::Location::Part;
    operation.parameters.iter().any(|it| it.required && matches!(it.location, Part(_)))
}

/// The setters of the credentials that the operation needs, and what makes the client.
fn build(api: &Api, operation: &Operation) -> Vec<String> {
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

/// A text as a literal of Rust.
fn literal(text: &str) -> String {
    format!("{text:?}")
}

/// JSON as a literal that is read easily.
fn raw(json: &str) -> Option<String> {
    let hashes = "#".repeat(1 + json.matches("\"#").count());
    (hashes.len() < 200)
        .then(|| if json.contains('"') { format!("r{hashes}\"{json}\"{hashes}") } else { literal(json) })
}

impl Call {
    /// What makes the client of a service at this address, an expression.
    pub fn client(&self, builder: &str, base_url: &str) -> String {
        chained(&format!("{builder}({base_url})"), &self.build)
    }
}

/// Calls one after another, on a line of their own where they are long.
fn chained(from: &str, links: &[String]) -> String {
    let line = format!("{from}.{}", links.join("."));
    if line.len() <= CHAIN {
        return line;
    }
    let broken: String = links.iter().map(|link| format!("\n        .{link}")).collect();
    from.to_owned() + &broken
}
