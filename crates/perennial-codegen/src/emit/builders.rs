//! The operations' builders: the macro `operation` of the runtime defines them, and gets a line for each input.

use super::{
    Context, NO_DOCTEST, credentials, docs, documentation,
    former::{self, Taken},
    layout::block,
    pagers,
};
use crate::{
    api::{
        self, Body, Content, Encoding, Expansion, FormerName, Framing, Location, Multipart, Operation, Parameter,
        PartHeader, PartStyle, QueryStyle, RateLimit, Response, Stream, Style,
    },
    names::setters::{BODY_MAP, KEEP_READ_ONLY},
    rust_type::{self, RustType},
    signature::{Given, Input, Signature},
    text::{markdown::code_span, media_type::MediaType, naming, path},
};

/// The builders of all operations.
pub fn builders(context: &Context<'_>) -> String {
    let short_calls = context.api.short_calls();
    let builders = context.signatures.iter().map(|signature| {
        let name = signature.operation.name.as_str();
        let call_name = short_calls.get(name).map_or(name, String::as_str);
        builder(context, signature, call_name)
    });
    let aliases = context.former_operations().map(|(former, other, Operation { name, builder, .. })| {
        former::alias(context.gates.operation(name), &naming::builder_name(former), builder, other)
    });
    let docs = "/// A builder for each operation, made by the method of [`Client`](crate::Client) with its name.
        ///
        /// Setters take the type of the parameter, or whatever converts into it: `V: TryInto<Uuid>` is a `Uuid` or its
        /// text. Those of optional parameters also take an `Option` (`IntoOptional`), where `None` changes nothing. What
        /// does not convert, and what is required and missing, is reported together by `send`, and nothing is sent.\n";
    docs.to_owned() + NO_DOCTEST + &block("pub mod builder", &builders.chain(aliases).collect::<String>())
}

fn builder(context: &Context<'_>, signature: &Signature<'_>, call_name: &str) -> String {
    let Signature { operation, inputs } = signature;
    let Operation { name, builder, body, id, method, template, accept, .. } = operation;
    let Operation { fixed_query, multipart, server, rate_limit, security, idempotency_key, .. } = operation;
    let (gate, method) = (context.gates.operation(name), method.as_str());
    let docs = docs::lines(&documentation::of_builder(signature, call_name, &gate.said(), &context.types));
    // A body that is streamed cannot be copied.
    let is_raw = body.as_ref().is_some_and(|body| matches!(body.encoding, Encoding::Text | Encoding::Bytes));
    let derived = if is_raw { "Debug" } else { "Clone, Debug" };
    let lines: String = in_order(inputs).into_iter().map(|input| line(operation, input)).collect();
    let fields = block(&format!("pub struct {builder}({})", client(inputs)), &lines);
    let settings = [
        operation.has_read_only(&context.types).then(|| format!("keeps {KEEP_READ_ONLY};\n")),
        Some(fixed_query.iter().map(|(name, value)| format!("fixed {name:?} = {value:?};\n")).collect()),
        multipart
            .as_ref()
            .map(|Multipart { media_type, required }| format!("multipart {media_type:?} = {required};\n")),
        server.as_ref().map(|url| format!("server {url:?};\n")),
        rate_limit.map(|RateLimit { requests, seconds }| format!("limit {requests} / {seconds};\n")),
        security.as_deref().map(|security| format!("security {};\n", credentials::alternatives(security))),
        idempotency_key.as_ref().map(|header| format!("idempotent {header:?};\n")),
    ];
    let settings: String = settings.into_iter().flatten().collect();
    let errors = operation.errors.iter().filter(|error| !context.common_errors.contains(error));
    let errors = documentation::errors("The body of an error of the service", errors);
    let sends = docs::paragraphs(&[
        &format!(
            "Sends the request: {}.\n\n# Errors\n\n[`Error`](::perennial::Error): a parameter that is missing or malformed, a failure \
         of the network, any response other than the declared success.",
            code_span(&format!("{method} {}", path::split_fragment(&operation.path).0))
        ),
        &errors,
    ]);
    let accept = accept.as_ref().map(|accept| format!("{accept:?}")).unwrap_or_default();
    let send = send(&operation.response);
    let response = rust_type::response(&operation.response).code();
    let or = operation.stream.as_ref().map(|stream| or_stream(operation, stream)).unwrap_or_default();
    let pages = operation.pager.as_ref().map(pagers::lines).unwrap_or_default();
    let cfg = gate.cfg();
    let former_setters = gate.around(former_setters(context, operation, inputs));
    format!(
        "{cfg}::perennial::__private::v1::operation! {{
            {docs}#[derive({derived})]
            {fields}operation {id:?} as {call_name:?};
            request {method:?} {template:?};
            {settings}{sends}send {send}({accept}) -> {response};
            {or}{pages}
        }}
        {former_setters}"
    )
}

/// The method of `RequestBuilder` that sends.
fn send(response: &Response) -> &'static str {
    match response {
        Response::One(content) => send_one(content),
        Response::ByStatus(several) if several.streams() => "send_streamed_by_status",
        Response::ByStatus(_) => "send_by_status",
    }
}

fn send_one(content: &Content) -> &'static str {
    match content {
        Content::Json { value, .. } if value.ty.is_own() => "send_own",
        Content::Json { .. } => "send_json",
        Content::Stream { framing: Framing::Events, .. } => "send_events",
        Content::Stream { framing: Framing::TextEvents, .. } => "send_text_events",
        Content::Stream { framing: Framing::JsonLines, .. } => "send_json_lines",
        Content::Bytes { .. } => "send_stream",
        Content::Empty => "send_empty",
    }
}

/// The line of the stream that can be asked for instead.
fn or_stream(operation: &Operation, Stream { method, content }: &Stream) -> String {
    let docs = docs::lines(&format!(
        "Sends the request, as `send` does, and asks for {}: {}. Where a parameter, or a field of the body, says so, too, \
         it has to be set.\n\n# Errors\n\nAs those of `send`, and a response of another media type. Those of each value come \
         with the stream.",
        documentation::content(content),
        code_span(&format!("{} {}", operation.method, path::split_fragment(&operation.path).0)),
    ));
    let (accept, ty) = (content.accept().unwrap_or_default(), rust_type::content(content).unwrap_or(RustType::UNIT));
    format!("{docs}or {method} {}({accept:?}) -> {};\n", send_one(content), ty.code())
}

/// The name of the field that holds the client: one that no input has.
fn client(inputs: &[Input<'_>]) -> String {
    let mut name = "client".to_owned();
    while inputs.iter().any(|input| input.name == name) {
        name.insert(0, '_');
    }
    name
}

/// The inputs in the document's order, in which they are sent: servers may want the fields of a form before the file.
fn in_order<'a, 'b>(inputs: &'b [Input<'a>]) -> Vec<&'b Input<'a>> {
    let mut ordered: Vec<&Input<'_>> = inputs.iter().collect();
    ordered.sort_by_key(|input| input.position);
    ordered
}

/// Writes the line that describes an input to the macro.
fn line(operation: &Operation, input: &Input<'_>) -> String {
    let docs = docs::lines(&match &input.given {
        Given::Parameter(parameter) => {
            let is_key = matches!(parameter.location, Location::Header(_))
                && operation.idempotency_key.as_ref() == Some(&parameter.wire_name);
            parameter_docs(parameter, is_key)
        }
        Given::Body { body, .. } if body.encoding == Encoding::Typed => {
            format!("The request body. {}", named_within(&body.media_type))
        }
        Given::Body { .. } if input.is_nullable() => "The request body. `None` is sent as null.".to_owned(),
        Given::Body { .. } => "The request body.".to_owned(),
    });
    let need = match input.is_required {
        true if input.is_nullable() => "nullable",
        true => "required",
        false => "optional",
    };
    let how = match input.how() {
        How::Plain => String::new(),
        How::Explained => "(explained)".to_owned(),
        How::Any => "(any)".to_owned(),
        How::Text => "(text)".to_owned(),
        How::Built(name) => format!("(built {name})"),
    };
    let put = match &input.given {
        Given::Parameter(parameter) => put_parameter(parameter),
        Given::Body { body, .. } => put_body(body),
    };
    format!("{docs}{need}{how} {}: {} => {put};\n", input.name, input.held().code())
}

/// How the macro calls what a setter does.
enum How<'a> {
    Plain,
    Explained,
    Any,
    Text,
    Built(&'a str),
}

impl<'a> Input<'a> {
    fn is_nullable(&self) -> bool {
        matches!(self.given, Given::Body { body, .. } if body.value.nullable)
    }

    fn how(&self) -> How<'a> {
        let is_any = |ty: &api::Type| *ty == api::Type::Any && !self.is_required;
        match self.given {
            Given::Parameter(parameter) if parameter.ty.is_time() => How::Explained,
            Given::Parameter(parameter) if is_any(&parameter.ty) => How::Any,
            Given::Parameter(_) => How::Plain,
            Given::Body { built: Some(name), .. } => How::Built(name),
            Given::Body { body, .. } => match body.encoding {
                Encoding::Text => How::Text,
                Encoding::Json | Encoding::Form if is_any(&body.value.ty) => How::Any,
                _ => How::Plain,
            },
        }
    }

    /// Returns the type that the builder holds.
    fn held(&self) -> RustType {
        match &self.given {
            Given::Parameter(parameter) => rust_type::plain(&parameter.ty),
            Given::Body { body, .. } => rust_type::held_body(body),
        }
    }

    /// Returns the type that the setter takes.
    fn taken(&self) -> RustType {
        match &self.given {
            _ if matches!(self.how(), How::Any) => rust_type::optional(&api::Type::Any),
            Given::Parameter(parameter) => rust_type::plain(&parameter.ty),
            Given::Body { body, .. } => rust_type::body(body),
        }
    }
}

/// The method of `RequestBuilder` that gets a parameter, and what else it gets.
fn put_parameter(parameter: &Parameter) -> String {
    let name = format!("{:?}", parameter.wire_name);
    let media_type = match &parameter.media_type {
        Some(media_type) => format!("::std::option::Option::Some({media_type:?})"),
        None => "::std::option::Option::None".to_owned(),
    };
    match parameter.location {
        Location::Path(expansion) if expansion == Expansion::default() => format!("path({name})"),
        Location::Path(expansion) => format!("path_as({name}, {})", style(expansion, "SIMPLE")),
        Location::Query(QueryStyle::Exploded) => format!("query({name})"),
        Location::Query(QueryStyle::Json) => format!("query_json({name})"),
        Location::Query(QueryStyle::Deep) => format!("query_deep({name})"),
        Location::Query(QueryStyle::Delimited(delimiter)) => format!("query_joined({name}, {delimiter:?})"),
        Location::Query(QueryStyle::Reserved { is_exploded }) => {
            let expansion = Expansion { style: Style::Form, is_exploded, is_reserved: true };
            format!("query_as({name}, {})", style(expansion, "FORM"))
        }
        Location::Header(expansion) if expansion == Expansion::default() => format!("header({name})"),
        Location::Header(expansion) => format!("header_as({name}, {})", style(expansion, "HEADER")),
        Location::Cookie(expansion) => format!("cookie({name}, {})", style(expansion, "FORM")),
        Location::Part(PartStyle::Whole) => "parts()".to_owned(),
        Location::Part(PartStyle::File) => {
            let needed = parameter.part_headers.iter().filter(|header| header.required);
            let needed: String = needed.map(|header| format!(", {:?}", header.name)).collect();
            format!("files({name}, {media_type}{needed})")
        }
        Location::Part(PartStyle::Json) => format!("part_json({name}, {media_type})"),
        Location::Part(PartStyle::Plain) => format!("part({name}, {media_type})"),
    }
}

/// The style as the runtime calls it.
fn style(expansion: Expansion, usual: &str) -> String {
    let Expansion { style, is_exploded, is_reserved } = expansion;
    let style = match style {
        Style::Simple | Style::Form => usual,
        Style::Label => "LABEL",
        Style::Matrix => "MATRIX",
        Style::Cookie => "COOKIE",
    };
    let [exploded, reserved] =
        [(is_exploded, ".exploded()"), (is_reserved, ".reserved()")].map(|(is, call)| if is { call } else { "" });
    format!("::perennial::__private::v1::Style::{style}{exploded}{reserved}")
}

/// The method of `RequestBuilder` that gets a body, and what else it gets.
fn put_body(body: &Body) -> String {
    let media_type = &body.media_type;
    match body.encoding {
        Encoding::Json if body.value.ty.is_own() => format!("own_json({media_type:?})"),
        Encoding::Json => format!("json({media_type:?})"),
        Encoding::Form => {
            let styles = body.form.iter().map(|(wire_name, style)| {
                let style = match style {
                    QueryStyle::Exploded | QueryStyle::Reserved { .. } => "Exploded".to_owned(),
                    QueryStyle::Deep => "Deep".to_owned(),
                    QueryStyle::Delimited(delimiter) => format!("Delimited({delimiter:?})"),
                    QueryStyle::Json => "Json".to_owned(),
                };
                format!("({wire_name:?}, ::perennial::__private::v1::FormStyle::{style})")
            });
            format!("form(&[{}])", styles.collect::<Vec<_>>().join(", "))
        }
        Encoding::Text | Encoding::Bytes => format!("raw({media_type:?})"),
        Encoding::Typed => format!("typed({media_type:?})"),
    }
}

/// The setters under their former names.
fn former_setters(context: &Context<'_>, operation: &Operation, inputs: &[Input<'_>]) -> String {
    let formers = api::former::of_owner(&context.former.operation_setters, &operation.name);
    let setters: String = formers.iter().filter_map(|(former, other)| former_setter(former, other, inputs)).collect();
    if setters.is_empty() { setters } else { block(&format!("impl {}", operation.builder), &setters) }
}

fn former_setter(name: &str, other: &FormerName, inputs: &[Input<'_>]) -> Option<String> {
    let present = &other.present;
    let is_it = |input: &&Input<'_>| match &input.given {
        Given::Body { built: Some(_), .. } if present == BODY_MAP => true,
        _ => input.name == present,
    };
    let input = inputs.iter().find(is_it)?;
    let taken = match input.how() {
        How::Built(name) if present == BODY_MAP => Taken::Value(RustType::change(name).code()),
        how => Taken::new(
            input.is_required && !input.is_nullable(),
            &input.taken(),
            matches!(how, How::Explained | How::Built(_)),
        ),
    };
    Some(former::setter(name, other, &taken))
}

fn parameter_docs(parameter: &Parameter, is_key: bool) -> String {
    let Parameter { wire_name, location, required, docs, .. } = parameter;
    let need = match required {
        _ if is_key => {
            "Optional; unless set, a random UUID for each call, which all its attempts have: an attempt that fails is sent \
             again as that of a `GET` is."
        }
        true => "Required.",
        false => "Optional; left out unless set.",
    };
    let described = if docs.is_empty() { String::new() } else { format!("{docs}\n\n") };
    let what = match location {
        Location::Part(PartStyle::Whole) => "All parts of the body".to_owned(),
        Location::Part(_) => format!("The part {} of the body", code_span(wire_name)),
        _ => format!("The {} parameter {}", location.name(), code_span(wire_name)),
    };
    let takes = takes(&parameter.ty).map(|takes| format!(" {takes}")).unwrap_or_default();
    let media_type = parameter.media_type.as_deref().filter(|media_type| MediaType::is_choice(media_type));
    let named = media_type.map(|media_type| format!(" {}", named_within(media_type))).unwrap_or_default();
    let headers = parameter.part_headers.iter().map(|PartHeader { name, required }| {
        format!(
            " `Part::header` sets its header {}{}.",
            code_span(name),
            if *required { ", which it needs" } else { "" }
        )
    });
    format!("{described}{what}. {need}{takes}{named}{}", headers.collect::<String>())
}

/// Who names the media type of a body or a part, where the document leaves a choice.
fn named_within(media_type: &str) -> String {
    format!("`Part::media_type` names its media type, within {}.", code_span(media_type))
}

/// What the setter of a point in time accepts, which the name of its type does not say.
fn takes(ty: &api::Type) -> Option<String> {
    const MOMENT: &str = "a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text";
    Some(match ty {
        api::Type::Date => format!("Takes {MOMENT}, sent in RFC 3339, or a `NaiveDate`, sent as a date."),
        api::Type::QueryTime => format!("Takes {MOMENT}, sent as UNIX seconds, or a `NaiveDate`, sent as a date."),
        api::Type::QueryDateTime => format!("Takes {MOMENT}, sent in RFC 3339."),
        api::Type::List(item) => match item.ty {
            api::Type::Date => "Takes a list of `time::Date`.".to_owned(),
            api::Type::QueryTime => "Takes a list of `time::QueryTime`.".to_owned(),
            api::Type::DateTime => "Takes a list of `DateTime<Utc>`.".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{QueryStyle, Type, Value};

    #[test]
    fn the_docs_of_a_point_in_time_end_with_what_is_taken() {
        let docs = |ty: Type| {
            parameter_docs(
                &Parameter {
                    name: "at".to_owned(),
                    wire_name: "at".to_owned(),
                    location: Location::Query(QueryStyle::Exploded),
                    required: false,
                    ty,
                    media_type: None,
                    part_headers: Vec::new(),
                    docs: String::new(),
                },
                false,
            )
        };
        let others = "a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text, sent";
        for (ty, form) in [
            (Type::QueryTime, "as UNIX seconds, or a `NaiveDate`, sent as a date."),
            (Type::QueryDateTime, "in RFC 3339."),
            (Type::Date, "in RFC 3339, or a `NaiveDate`, sent as a date."),
        ] {
            assert!(docs(ty).ends_with(&format!("Takes a `DateTime`, {others} {form}")));
        }
        let list = Type::List(Box::new(Value { ty: Type::DateTime, nullable: false }));
        assert!(docs(list).ends_with("unless set. Takes a list of `DateTime<Utc>`."));
        assert!(docs(Type::Text).ends_with("unless set."));
    }
}
