//! Writes the builders of operations. Each builder wraps a `Call` of the runtime, and has a table of the operation's
//! inputs and a setter for each input.

use indexmap::IndexMap;

use super::{
    Context, NO_DOCTEST, credentials, docs, documentation,
    former::{self, Argument},
    layout::block,
    option, pagers, responses,
};
use crate::{
    api::{
        self, Body, Content, Encoding, Expansion, FormerName, Location, Multipart, Operation, Parameter, PartHeader,
        PartStyle, QueryStyle, RateLimit, Response, Stream, Style,
    },
    names::setters::{BODY_MAP, KEEP_READ_ONLY},
    rust_type::{self, RustType},
    signature::{Input, InputKind, Signature},
    text::{markdown::code_span, media_type::MediaType, naming, path},
};

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
    let docs =
        "/// The builders of the operations. The method of [`Client`](crate::Client) for an operation returns the
        /// operation's builder.
        ///
        /// A setter accepts a value of the parameter's type, or any value that converts into this type (`TryInto`),
        /// such as a string for a `Uuid`. Setters for UUIDs also accept `&Uuid`, and setters for lists of strings
        /// accept arrays of `&str` (`IntoRequired`). Setters for optional parameters also accept an `Option`
        /// (`IntoOptional`), and `None` has no effect. If values cannot be converted or required parameters are
        /// missing, `send` returns an error that lists all of them, and does not send the request. A list in the query
        /// is sent as one parameter per element, unless the docs of its setter state another style.
        ///
        /// `send` returns `Ok` if the service responds with any 2xx status and a body of the declared type, and an
        /// [`Error`](crate::Error) otherwise. Awaiting a builder has the same effect as calling `send`.\n";
    docs.to_owned() + NO_DOCTEST + &block("pub mod builder", &builders.chain(aliases).collect::<String>())
}

fn builder(context: &Context<'_>, signature: &Signature<'_>, call_name: &str) -> String {
    let Signature { operation, inputs } = signature;
    let Operation { name, builder, body, .. } = operation;
    let gate = context.gates.operation(name);
    let docs = docs::lines(&documentation::of_builder(context, signature, call_name));
    // The body may be a stream, which cannot be cloned, so the builder does not implement `Clone`.
    let is_raw = body.as_ref().is_some_and(|body| matches!(body.encoding, Encoding::Text | Encoding::Bytes));
    let derived = if is_raw { "Debug" } else { "Clone, Debug" };
    let written_body = inputs.iter().find_map(written_body);
    let body = written_body.as_ref();
    let setters: String = inputs.iter().map(|input| setter(operation, input, body)).collect();
    let call = "::perennial::__private::v1::Call::new(client, Self::SIGNATURE)";
    let start = if body.is_some() { ", ::perennial::__private::v1::Body::default()" } else { "" };
    let methods = [
        declaration(operation, call_name),
        self::inputs(operation, inputs),
        format!("pub(crate) fn new(client: &::perennial::Core) -> Self {{ Self({call}{start}) }}\n"),
        setters,
        keep_read_only(operation, context, body),
        former_setters(context, operation, inputs),
        send(operation, context),
        operation.stream.as_ref().map(|stream| stream_method(operation, stream, body)).unwrap_or_default(),
        operation.pager.as_ref().map(pagers::methods).unwrap_or_default(),
    ];
    let cfg = gate.cfg();
    let methods = block(&format!("{cfg}impl {builder}"), &methods.concat());
    let copied_body = if body.is_some() { ", self.1.clone()" } else { "" };
    let listing =
        operation.pager.as_ref().map(|pager| pagers::listing(operation, pager, copied_body)).unwrap_or_default();
    let implementations = into_future(operation, body) + &listing;
    let body = body.map(|body| format!(", ::perennial::__private::v1::Body<{}>", body.ty)).unwrap_or_default();
    format!(
        "{docs}{cfg}#[derive({derived})]
        #[must_use = \"does nothing unless awaited\"]
        pub struct {builder}(::perennial::__private::v1::Call{body});
        {methods}{}",
        gate.gate_each(&implementations)
    )
}

/// A body that is encoded when `send` is called. Until then, the builder of the operation stores the unencoded value in
/// its second field, beside the call.
struct WrittenBody {
    /// The type of the field that stores the body: the body's own type, or the builder of its struct if it has one.
    ty: String,
    /// The method of the runtime's `Call` that adds the body to the request, with its type arguments.
    add: String,
}

fn written_body(input: &Input<'_>) -> Option<WrittenBody> {
    let InputKind::Body { body, built } = &input.given else { return None };
    if !matches!(body.encoding, Encoding::Json | Encoding::Form) {
        return None;
    }
    Some(match built {
        Some(name) => WrittenBody {
            ty: format!("crate::types::builder::{name}"),
            add: format!("with_built::<crate::types::{name}, _>"),
        },
        None => WrittenBody {
            ty: input.value_type(&body.value.ty).code(),
            add: if body.value.ty.is_own() { "with_own_body" } else { "with_body" }.to_owned(),
        },
    })
}

/// Writes the constants that describe an operation to the runtime, such as its method, path and security.
fn declaration(operation: &Operation, call_name: &str) -> String {
    let Operation { id, method, template, server, rate_limit, security, idempotency_key, redirects, .. } = operation;
    let text = |text: &String| option(Some(format!("{text:?}")));
    let limit = |RateLimit { requests, seconds }: &RateLimit| {
        option(Some(format!("::perennial::RateLimit::new({requests}, {seconds})")))
    };
    let fields = [
        ("operation_id", Some(format!("{id:?}"))),
        ("call_name", Some(format!("{call_name:?}"))),
        ("method", Some(format!("{:?}", method.as_str()))),
        ("path", Some(format!("{template:?}"))),
        ("server", server.as_ref().map(text)),
        ("rate_limit", rate_limit.as_ref().map(limit)),
        ("security", security.as_deref().map(|security| option(Some(credentials::alternatives(security))))),
        ("idempotency_key", idempotency_key.as_ref().map(text)),
        ("redirects", (!redirects.is_empty()).then(|| format!("&{redirects:?}"))),
    ];
    let fields: String =
        fields.into_iter().filter_map(|(name, value)| Some(format!("{name}: {},\n", value?))).collect();
    format!(
        "pub(crate) const SIGNATURE: ::perennial::__private::v1::Signature = ::perennial::__private::v1::Signature {{ operation: &Self::DECLARED, inputs: Self::INPUTS }};
        pub(crate) const DECLARED: ::perennial::Operation = ::perennial::__private::v1::declared(::perennial::__private::v1::Declaration {{
            {fields}..::perennial::__private::v1::Declaration::of(&super::SERVICE)
        }});\n"
    )
}

/// Writes the constant `INPUTS`, the table of an operation's inputs. The inputs are in the order in which the document
/// declares them, which is also the order in which they are sent.
fn inputs(operation: &Operation, inputs: &[Input<'_>]) -> String {
    let fixed = operation.fixed_query.iter().map(|(name, value)| format!("fixed_query({name:?}, {value:?})"));
    let multipart = operation.multipart.as_ref().map(|Multipart { media_type, required }| {
        format!("multipart({media_type:?}){}", if *required { ".required()" } else { "" })
    });
    let mut ordered: Vec<&Input<'_>> = inputs.iter().collect();
    ordered.sort_by_key(|input| input.position);
    let rows = fixed.chain(multipart).chain(ordered.into_iter().map(row));
    let rows: String = rows.map(|row| format!("::perennial::__private::v1::Input::{row},\n")).collect();
    let rows = if rows.is_empty() { rows } else { format!("\n{rows}") };
    format!("pub(crate) const INPUTS: &'static [::perennial::__private::v1::Input] = &[{rows}];\n")
}

fn row(input: &Input<'_>) -> String {
    let is_path = matches!(input.given, InputKind::Parameter(Parameter { location: Location::Path(_), .. }));
    let constructor = match &input.given {
        InputKind::Parameter(parameter) => {
            let is_renamed =
                input.name != parameter.wire_name && parameter.location != Location::Part(PartStyle::Whole);
            let set_by = if is_renamed { format!(".set_by({:?})", input.name) } else { String::new() };
            parameter_input(parameter) + &set_by
        }
        InputKind::Body { body, .. } => body_input(body),
    };
    let required = if input.is_required && !is_path { ".required()" } else { "" };
    let nullable = if input.is_nullable() { ".nullable()" } else { "" };
    format!("{constructor}{required}{nullable}")
}

/// Writes the setter of an input. If the input is a body that has a builder, a second method is written, which changes
/// the body through its builder.
fn setter(operation: &Operation, input: &Input<'_>, written_body: Option<&WrittenBody>) -> String {
    let docs = docs::lines(&match &input.given {
        InputKind::Parameter(parameter) => {
            let is_key = matches!(parameter.location, Location::Header(_))
                && operation.idempotency_key.as_ref() == Some(&parameter.wire_name);
            parameter_docs(parameter, is_key)
        }
        InputKind::Body { body, .. } if body.encoding == Encoding::Typed => {
            format!("The request body. {}", media_type_docs(&body.media_type))
        }
        InputKind::Body { body, .. } if operation.parameters.iter().any(|it| it.location == Location::Body) => {
            let null = if input.is_nullable() { " `None` is sent as null." } else { "" };
            format!("The request body, sent as {}.{null}", code_span(&body.media_type))
        }
        InputKind::Body { .. } if input.is_nullable() => "The request body. `None` is sent as null.".to_owned(),
        InputKind::Body { .. } if input.is_required => "Required. The request body.".to_owned(),
        InputKind::Body { .. } => "The request body.".to_owned(),
    });
    let by_name = |method: &str| format!("{method}({:?}, value)", input.name);
    let null = if input.is_nullable() { ".null()" } else { "" };
    let set = match &input.given {
        InputKind::Parameter(parameter) if parameter.ty.is_time() => by_name("set_time"),
        InputKind::Parameter(parameter) => by_name(match parameter.location {
            Location::Part(PartStyle::Whole) | Location::Body if parameter.ty == api::Type::Parts => "set_parts",
            Location::Part(PartStyle::File | PartStyle::Bytes) => "set_files",
            Location::Body if parameter.ty == api::Type::Part => "set_files",
            Location::Part(PartStyle::Json | PartStyle::Plain | PartStyle::Styled(_))
            | Location::Query(QueryStyle::Json)
            | Location::Body => "set_json",
            _ => "set",
        }),
        InputKind::Body { body, built } => match (body.encoding, built) {
            (Encoding::Text | Encoding::Bytes, _) => "set_raw_body(value)".to_owned(),
            (Encoding::Typed, _) => by_name("set_files"),
            (Encoding::Json | Encoding::Form, Some(name)) => {
                format!("set_built(value, crate::types::builder::{name}::keep_undeclared)")
            }
            (Encoding::Json | Encoding::Form, None) => "set(value)".to_owned(),
        },
    };
    let set = match (&input.given, written_body) {
        (InputKind::Body { .. }, Some(_)) => format!("Self(self.0, self.1{null}.{set})"),
        _ => with_call(&set, written_body),
    };
    let set = format!("{docs}{}", former::method(input.name, "value", &input.argument(), &set));
    let InputKind::Body { built: Some(name), .. } = input.given else { return set };
    let builder = format!("crate::types::builder::{name}");
    format!(
        "{set}/// Changes the body through its builder.
        pub fn {BODY_MAP}<F>(self, change: F) -> Self
        where
            F: ::std::ops::FnOnce({builder}) -> {builder},
        {{
            Self(self.0, self.1.change(change))
        }}\n"
    )
}

/// Writes an expression that replaces the builder's `Call` with the result of its method `method`, and keeps the body.
fn with_call(method: &str, body: Option<&WrittenBody>) -> String {
    format!("Self(self.0.{method}{})", if body.is_some() { ", self.1" } else { "" })
}

/// Writes the method `keep_read_only`, which makes the builder send the read-only fields of the body. Returns an empty
/// string if the body has no read-only fields.
fn keep_read_only(operation: &Operation, context: &Context<'_>, body: Option<&WrittenBody>) -> String {
    if !operation.has_read_only(&context.types) {
        return String::new();
    }
    format!(
        "/// Sets whether the body contains the fields that are read-only in the document. By default, these fields are
        /// omitted, because the service sets them.
        pub fn {KEEP_READ_ONLY}(self, keep: bool) -> Self {{ {} }}\n",
        with_call("keep_read_only(keep)", body)
    )
}

fn send(operation: &Operation, context: &Context<'_>) -> String {
    let errors = operation.errors.iter().filter(|error| !context.common_errors.contains(error));
    let errors = documentation::errors("The types of error bodies", errors);
    let errors = if errors.is_empty() { errors } else { format!("# Errors\n\n{errors}") };
    let docs = docs::paragraphs(&["Sends the request.", &errors]);
    docs + &send_method("send", &rust_type::response(&operation.response).code(), "self")
}

/// Writes the implementation of `IntoFuture`, which sends the request. `send` awaits the builder.
fn into_future(operation: &Operation, body: Option<&WrittenBody>) -> String {
    let send = match &operation.response {
        Response::One(content) => send_one(content),
        Response::ByStatus(several) if several.contains_stream() => "send_streamed_by_status".to_owned(),
        Response::ByStatus(_) => "send_by_status".to_owned(),
    };
    let accept = operation.accept.as_ref();
    let accept = accept.map_or_else(|| "accept_anything()".to_owned(), |accept| format!("accept({accept:?})"));
    let is_text = |content: &Content| matches!(content, Content::Json { or_text: true, .. });
    let or_text = match &operation.response {
        Response::One(content) if is_text(content) => ".or_text(|_| true)".to_owned(),
        Response::ByStatus(several) if several.contents.iter().any(|each| is_text(&each.content)) => {
            format!(".or_text(|status| {})", responses::status_condition(&several.contents, is_text))
        }
        _ => String::new(),
    };
    let sending = sending("it", &format!("{accept}{or_text}.{send}()"), body);
    let (builder, response) = (&operation.builder, rust_type::response(&operation.response).code());
    format!("::perennial::__private::v1::into_future! {{ {builder}: |it| {sending} => {response} }}\n")
}

fn send_method(name: &str, response: &str, awaited: &str) -> String {
    format!(
        "pub async fn {name}(self) -> ::std::result::Result<::perennial::ResponseValue<{response}>, ::perennial::Error> {{
            {awaited}.await
        }}\n"
    )
}

/// Writes the expression that sends the call of `builder`, after adding its body, with the methods `call`.
fn sending(builder: &str, call: &str, body: Option<&WrittenBody>) -> String {
    let body = body.map(|body| format!("{}({builder}.1).", body.add)).unwrap_or_default();
    format!("{builder}.0.{body}{call}")
}

/// Returns the name of the runtime method that sends a request and decodes a response with this content.
fn send_one(content: &Content) -> String {
    let name = match content {
        Content::Json { value, .. } if value.ty.is_own() => "own",
        Content::Json { .. } => "json",
        Content::Stream { framing, .. } => responses::stream_name(framing),
        Content::Bytes { .. } => "stream",
        Content::Empty => "empty",
    };
    format!("send_{name}")
}

fn stream_method(operation: &Operation, Stream { method, content }: &Stream, body: Option<&WrittenBody>) -> String {
    let docs = docs::lines(&format!(
        "Sends the request like `send`, but requests {}: {}. Some services stream only if a certain parameter or \
         field of the body is set: set it as well.\n\n# Errors\n\nSame as `send`. A response with another media type \
         is an error. If a value in the stream cannot be read, the stream returns an error instead of this value.",
        documentation::content(content),
        code_span(&format!("{} {}", operation.method, path::split_fragment(&operation.path).0)),
    ));
    let (accept, ty) = (content.accept().unwrap_or_default(), rust_type::content(content).unwrap_or(RustType::UNIT));
    let sending = sending("self", &format!("accept({accept:?}).{}()", send_one(content)), body);
    docs + &send_method(method, &ty.code(), &sending)
}

impl Input<'_> {
    fn is_nullable(&self) -> bool {
        matches!(self.given, InputKind::Body { body, .. } if body.value.nullable)
    }

    /// Returns the type of the value that the setter takes. If the input is optional, the setter also takes `None`,
    /// which leaves the input unset and is not sent as null.
    fn value_type(&self, ty: &api::Type) -> RustType {
        rust_type::setter(ty, self.is_required)
    }

    fn argument(&self) -> Argument {
        let (ty, is_explained) = match &self.given {
            InputKind::Parameter(parameter) => (self.value_type(&parameter.ty), parameter.ty.is_time()),
            InputKind::Body { body, built } if matches!(body.encoding, Encoding::Json | Encoding::Form) => {
                (self.value_type(&body.value.ty), built.is_some())
            }
            InputKind::Body { body, .. } => (rust_type::body(body), false),
        };
        Argument::new(self.is_required && !self.is_nullable(), &ty, is_explained)
    }
}

fn parameter_input(parameter: &Parameter) -> String {
    let name = format!("{:?}", parameter.wire_name);
    let media_type = || parameter.media_type.as_ref().map_or(String::new(), |it| format!(".media_type({it:?})"));
    let styled = |place: &str, expansion: Expansion, usual: &str| match expansion == Expansion::default() {
        true => format!("{place}({name})"),
        false => format!("{place}({name}).style({})", style(expansion, usual)),
    };
    match parameter.location {
        Location::Path(expansion) => styled("path", expansion, "SIMPLE"),
        Location::Query(QueryStyle::Exploded) => format!("query({name})"),
        Location::Query(QueryStyle::Json) => format!("query({name}).as_json()"),
        Location::Query(QueryStyle::Deep) => format!("query({name}).deep()"),
        Location::Query(QueryStyle::Delimited(delimiter)) => {
            let style = match delimiter {
                " " => "SPACES",
                "|" => "PIPES",
                _ => "FORM",
            };
            format!("query({name}).style(::perennial::__private::v1::Style::{style})")
        }
        Location::Query(QueryStyle::Reserved { is_exploded }) => {
            let expansion = Expansion { style: Style::Form, is_exploded, is_reserved: true };
            format!("query({name}).style({})", style(expansion, "FORM"))
        }
        Location::Header(expansion) => styled("header", expansion, "HEADER"),
        Location::Cookie(expansion) => format!("cookie({name}).style({})", style(expansion, "FORM")),
        Location::Body if parameter.is_form() => format!("alternative_form({})", form_styles(&parameter.form)),
        Location::Body => format!("alternative_body({name})"),
        Location::Part(PartStyle::Whole) => format!("parts({:?})", parameter.name),
        Location::Part(style @ (PartStyle::File | PartStyle::Bytes)) => {
            let needed = parameter.part_headers.iter().filter(|header| header.required);
            let needed: Vec<&String> = needed.map(|header| &header.name).collect();
            let needed = if needed.is_empty() { String::new() } else { format!(".needs_headers(&{needed:?})") };
            let file_name = if style == PartStyle::File { ".with_file_name()" } else { "" };
            format!("files({name}){}{needed}{file_name}", media_type())
        }
        Location::Part(PartStyle::Json) => format!("part({name}).as_json(){}", media_type()),
        Location::Part(PartStyle::Styled(style)) => format!("part({name}).styled({})", form_style(style)),
        Location::Part(PartStyle::Plain) => format!("part({name}){}", media_type()),
    }
}

/// Writes the style of a parameter. `usual` names the constant for the default style at the parameter's location, such
/// as `SIMPLE` in a path.
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

fn body_input(body: &Body) -> String {
    let media_type = &body.media_type;
    match body.encoding {
        Encoding::Json => format!("json_body({media_type:?})"),
        Encoding::Form => format!("form_body({})", form_styles(&body.form)),
        Encoding::Text | Encoding::Bytes => format!("raw_body({media_type:?})"),
        Encoding::Typed => format!("typed_body({media_type:?})"),
    }
}

fn form_styles(styles: &IndexMap<String, QueryStyle>) -> String {
    let styles = styles.iter().map(|(wire_name, style)| format!("({wire_name:?}, {})", form_style(*style)));
    format!("&[{}]", styles.collect::<Vec<_>>().join(", "))
}

/// Writes the style of a field of a form, or of a part of a multipart body.
fn form_style(style: QueryStyle) -> String {
    let style = match style {
        QueryStyle::Exploded | QueryStyle::Reserved { .. } => "Exploded".to_owned(),
        QueryStyle::Deep => "Deep".to_owned(),
        QueryStyle::Delimited(delimiter) => format!("Delimited({delimiter:?})"),
        QueryStyle::Json => "Json".to_owned(),
    };
    format!("::perennial::__private::v1::FormStyle::{style}")
}

fn former_setters(context: &Context<'_>, operation: &Operation, inputs: &[Input<'_>]) -> String {
    let formers = api::former::names_of_owner(&context.former.operation_setters, &operation.name);
    formers.iter().filter_map(|(former, other)| former_setter(former, other, inputs)).collect()
}

fn former_setter(name: &str, other: &FormerName, inputs: &[Input<'_>]) -> Option<String> {
    let argument = inputs.iter().find_map(|input| match input.given {
        InputKind::Body { built: Some(built), .. } if other.present == BODY_MAP => {
            Some(Argument { form: None, bound: RustType::change(built).code() })
        }
        _ => (input.name == other.present).then(|| input.argument()),
    })?;
    Some(former::setter(name, other, &argument))
}

fn parameter_docs(parameter: &Parameter, is_key: bool) -> String {
    let Parameter { wire_name, location, required, docs, .. } = parameter;
    let need = match required {
        _ if is_key => {
            "Optional. If it is not set, the client sends a random UUID. All attempts of a call send the same key. \
             The client can therefore retry a failed attempt in the same cases as for a `GET`."
        }
        true => "Required.",
        false => "Optional. If it is not set, it is not sent.",
    };
    if *location == Location::Body {
        let media_type = Some(wire_name).filter(|name| MediaType::is_choice(name)).map(|name| media_type_docs(name));
        let media_type = media_type.map(|docs| format!(" {docs}")).unwrap_or_default();
        return format!("The request body as {}, which is sent instead of `body`.{media_type}", code_span(wire_name));
    }
    let described = if docs.is_empty() { String::new() } else { format!("{docs}\n\n") };
    let what = match location {
        Location::Part(PartStyle::Whole) if *required => "All parts of the body".to_owned(),
        Location::Part(PartStyle::Whole) => "Parts of the body that the document does not declare".to_owned(),
        Location::Part(_) => format!("The part {} of the body", code_span(wire_name)),
        _ => format!("The {} parameter {}", location.name(), code_span(wire_name)),
    };
    let takes = accepted_types(&parameter.ty).map(|takes| format!(" {takes}")).unwrap_or_default();
    let media_type = parameter.media_type.as_deref().filter(|media_type| MediaType::is_choice(media_type));
    let named = media_type.map(|media_type| format!(" {}", media_type_docs(media_type))).unwrap_or_default();
    let headers = parameter.part_headers.iter().map(|PartHeader { name, required }| {
        let need = if *required { " This header is required." } else { "" };
        format!(" Set the header {} of the part with `Part::header`.{need}", code_span(name))
    });
    format!("{described}{what}. {need}{takes}{named}{}", headers.collect::<String>())
}

fn media_type_docs(media_type: &str) -> String {
    format!("`Part::media_type` sets its media type, which must match {}.", code_span(media_type))
}

/// Documents which types the setter of a date, a time or a list accepts, because the type in its signature does not
/// show them.
pub fn accepted_types(ty: &api::Type) -> Option<String> {
    const MOMENT: &str = "a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or an RFC 3339 string";
    Some(match ty {
        api::Type::Date => {
            "Accepts a `NaiveDate`. Also accepts a `DateTime`, a `SystemTime` or UNIX seconds (`i64`), but sends \
             only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp."
                .to_owned()
        }
        api::Type::QueryTime => {
            format!(
                "Accepts {MOMENT}. All of these are sent as UNIX seconds. Also accepts a `NaiveDate`, which is sent \
                 as a date."
            )
        }
        api::Type::QueryDateTime => format!("Accepts {MOMENT}. All of these are sent in the format of RFC 3339."),
        api::Type::List(item) => match item.ty {
            api::Type::Date => "Accepts a list of `time::Date`.".to_owned(),
            api::Type::QueryTime => "Accepts a list of `time::QueryTime`.".to_owned(),
            api::Type::DateTime => "Accepts a list of `DateTime<Utc>`.".to_owned(),
            api::Type::Text => "Accepts a `Vec<String>`, or an array such as `[\"a\", \"b\"]`.".to_owned(),
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
    fn docs_of_time_setters_end_with_the_accepted_types() {
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
                    form: IndexMap::new(),
                    docs: String::new(),
                },
                false,
            )
        };
        let others = "a `SystemTime`, UNIX seconds (`i64`) or an RFC 3339 string.";
        for (ty, form) in [
            (Type::QueryTime, "as UNIX seconds. Also accepts a `NaiveDate`, which is sent as a date."),
            (Type::QueryDateTime, "in the format of RFC 3339."),
        ] {
            assert!(docs(ty).ends_with(&format!("Accepts a `DateTime`, {others} All of these are sent {form}")));
        }
        assert!(docs(Type::Date).ends_with(
            "but sends only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp."
        ));
        let list = Type::List(Box::new(Value { ty: Type::DateTime, nullable: false }));
        assert!(docs(list).ends_with("it is not sent. Accepts a list of `DateTime<Utc>`."));
        assert!(docs(Type::Text).ends_with("it is not sent."));
    }
}
