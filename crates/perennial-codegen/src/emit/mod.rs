//! Generates the code of a client from its model.
//!
//! The input is the [`Api`] with its [`PublicApi`], and a [`Signature`] for each operation. The modules contain
//! templates, whose output is formatted here.

mod builders;
mod client;
mod credentials;
mod docs;
mod documentation;
mod enums;
mod former;
mod former_tags;
mod gates;
mod group;
mod layout;
mod mocks;
mod pagers;
mod paths;
mod responses;
mod series;
mod servers;
mod structs;
mod tags;
mod unions;

use std::{
    collections::{HashMap, HashSet},
    fmt::Display,
};

use crate::{
    api::{Api, ErrorBody, FormerName, FormerNames, Kind, Operation, Servers, TypesByName},
    recursion::Cycles,
    signature::Signature,
    surface::{PublicApi, Trait},
    text::naming,
};
use gates::Gates;

/// The input of all templates: the model of the client, and indexes of its items.
struct Context<'a> {
    api: &'a Api,
    surface: &'a PublicApi,
    signatures: &'a [Signature<'a>],
    former: &'a FormerNames,
    operations: HashMap<&'a str, &'a Operation>,
    short_names: former_tags::ShortNames<'a>,
    types: TypesByName<'a>,
    gates: Gates<'a>,
    cycles: Cycles<'a>,
    common_errors: Vec<&'a ErrorBody>,
    loops: HashMap<&'a str, String>,
}

impl Context<'_> {
    /// Returns the former names and aliases of methods of `Client`, each with its operation. Names whose operation no
    /// longer exists are omitted.
    fn former_operations(&self) -> impl Iterator<Item = (&String, &FormerName, &Operation)> {
        let names = self.former.operations.iter();
        names.filter_map(|(name, other)| Some((name, other, *self.operations.get(other.present.as_str())?)))
    }

    fn derived(&self, name: &str, traits: &[&'static str]) -> Vec<&'static str> {
        let ty = self.surface.types.get(name);
        let is_derived = |name: &&'static str| ty.is_some_and(|ty| ty.traits.contains(&Trait(name, None)));
        traits.iter().copied().filter(is_derived).collect()
    }

    /// Writes the attribute that derives `traits`, a list of at least one trait, for the type `name`. Also writes the
    /// additions of settings to the type.
    fn derive_attribute(&self, name: &str, traits: &str) -> String {
        let additions = &self.api.additions;
        let derived: Vec<&str> = std::iter::once(traits).chain(additions.derives_of(name)).collect();
        let attributes: String = additions.attributes_of(name).map(|text| format!("{text}\n")).collect();
        format!("#[derive({})]\n{attributes}", derived.join(", "))
    }

    /// Writes the attributes that settings add to `member`, a field or variant of the type `name`.
    fn member_attributes(&self, name: &str, member: &str) -> String {
        self.api.additions.attributes_of_member(name, member).map(|text| format!("{text}\n")).collect()
    }
}

/// Generates the code for `api`, whose public items are in `surface`.
///
/// Callers read this code after go-to-definition, so each line has one purpose. rustdoc lists the methods of `Client`
/// in the order of the code: building a client, operations, other requests, derived clients. The groups of the methods
/// of `ClientBuilder` are in the order in which callers need them: address, credentials, time, retries, limits, HTTP,
/// hooks.
pub fn code(signatures: &[Signature<'_>], api: &Api, surface: &PublicApi) -> String {
    let template = |text| credentials::template(text, api.credentials.as_ref());
    let client = template(include_str!("templates/client.rs"));
    let declared = declared(api, surface);
    let [methods, credentials, items] =
        lines(signatures, api, surface).map(|lines| layout::laid_out(&paths::shortened(&lines, &client, &declared)));
    let (derived, doctest) = (include_str!("templates/derived.rs"), include_str!("templates/doctest.rs"));
    let (builder, settings) = (include_str!("templates/builder.rs"), template(include_str!("templates/settings.rs")));
    let parts = [&client, &methods, derived, builder, &credentials, &settings, &items, doctest];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Returns the names of the items that are generated from the document, by module. The root module is omitted, because
/// its items have the same names in every client.
fn declared(api: &Api, surface: &PublicApi) -> paths::Declared {
    let Servers { all, choices, .. } = &api.servers;
    let servers = all.iter().map(|server| &server.name).chain(choices.iter().map(|choice| &choice.name));
    let types: HashSet<String> = surface.types.keys().chain(api.former.types.keys()).cloned().collect();
    let former_tags = api.former.short_names.keys().map(|name| naming::type_name(name));
    let former_tags = former_tags.flat_map(|name| [format!("{name}Operations"), name]);
    let tags: HashSet<String> = api.groups.iter().map(|group| group.type_name.clone()).chain(former_tags).collect();
    let former_builders = api.former.operations.keys().map(|name| naming::builder_name(name));
    let builders = surface.operations.values().map(|operation| operation.builder.clone()).chain(former_builders);
    paths::Declared::from([
        ("builder", builders.collect()),
        ("mock::tags", tags.clone()),
        ("servers", servers.cloned().collect()),
        ("tags", tags),
        ("types", types.iter().cloned().chain(["builder".to_owned()]).collect()),
        ("types::builder", types),
    ])
}

/// Returns the code that is generated from the document, in three parts: the methods of `Client`, the credentials, and
/// all other items.
fn lines(signatures: &[Signature<'_>], api: &Api, surface: &PublicApi) -> [String; 3] {
    let (types, gates) = (api.types_by_name(), Gates::new(api, surface));
    let (operations, short_names) = (api.operations_by_name(), former_tags::short_names(api));
    let (former, cycles, common_errors) = (&api.former, Cycles::new(api), api.common_errors());
    let loops = documentation::loops(api, &types);
    let context = &Context {
        api,
        surface,
        signatures,
        former,
        operations,
        short_names,
        types,
        gates,
        cycles,
        common_errors,
        loops,
    };
    let (mut structs, mut enums, mut unions) = (String::new(), String::new(), String::new());
    for def in &api.types {
        match &def.kind {
            Kind::Struct(body) => structs += &structs::object(context, def, body),
            Kind::Newtype(value) => structs += &structs::newtype(context, def, value),
            Kind::Enum(body) => enums += &enums::open_enum(context, def, body),
            Kind::Union(body) => unions += &unions::union(context, def, body),
        }
    }
    let types = structs + &structs::builders(context) + &enums + &unions;
    let types = types + &responses::enums_by_status(context) + &pagers::pages(context) + &series::samples(context);
    let former_types = api.former.types.iter().map(|(name, other)| {
        let (gate, present) = (context.gates.of_type(&other.present), &other.present);
        match context.types.get(present.as_str()).map(|def| &def.kind) {
            Some(Kind::Newtype(_)) => former::tuple_struct(gate, name, other),
            _ => former::alias(gate, name, present, other),
        }
    });
    let types = layout::block("pub mod types", &(TABLES.to_owned() + &types + &former_types.collect::<String>()));
    let methods = [client::table(context), tags::groups(context), client::methods(context)];
    let items = servers::servers(context) + &mocks::mocks(context);
    let items = items + &documentation::of_types(context) + NO_DOCTEST + &types + &builders::builders(context);
    [methods.concat(), credentials::credentials(context), items]
}

/// Writes an `Option` expression. `value` is the code of the content, or `None`.
fn option(value: Option<impl Display>) -> String {
    value.map_or("::std::option::Option::None".to_owned(), |value| format!("::std::option::Option::Some({value})"))
}

/// An attribute that excludes an item from doctests. The item's documentation contains text from the document, and
/// rustdoc would run everything in it that looks like an example.
const NO_DOCTEST: &str = "#[cfg(not(doctest))]\n";

/// The comment in the generated file that explains the tables of structs and unions.
const TABLES: &str = "// `object!` lists the fields of a struct: the name in JSON, the name in Rust, and the type.
// `with builder` also implements the conversions between the struct and its builder.
// - `required`: always present, never null. A response without the field is refused.
// - `nullable`: always written; `None` is null.
// - `optional`: `None` omits the field. Null is read as `None`.
// - `optional_nullable`: `None` omits the field, and `Some(None)` is null.
// - `_`: the field for all other names, which are written after the listed fields.
// - `read only`: omitted from request bodies. `received`: required in responses. `sent`: required in requests.
// - `sets`: the values of required fields that the builder sets if the caller does not.
// - `holds objects in`: the fields that `clear_undeclared` visits.
//
// `union!` lists the variants of a union. A value is written as its content alone. The variant is selected by the kind
// of JSON, by the string in a field (`by tag`), by the number or boolean in a field (`by scalar`), or by the only
// listed field that is present (`by field`). `several` is the variant for objects with several of the listed fields.
// `absent` is the variant for objects without the tag. `_` is the variant for objects with a tag that is not listed,
// and for objects without the tag if there is no `absent`. All other values are decoded as the variant after `else`:
// null, a kind that is not listed, and a string or number that does not fit the type of its variant. `from` lists the
// types that convert into the union, each with its builder after `|`.
";

#[cfg(test)]
mod tests {
    use crate::{
        api::{
            Api, Body, Direction, Encoding, Expansion, Field, Kind, Location, Parameter, Struct, Type, TypeDef, Value,
        },
        names::file::Names,
        signature,
        surface::PublicApi,
    };

    fn value(ty: Type) -> Value {
        Value { ty, nullable: false }
    }

    fn field(name: &str, value: Value, required: bool) -> Field {
        Field {
            name: name.to_owned(),
            wire_name: name.to_owned(),
            value,
            required,
            required_one_way: false,
            direction: Direction::Both,
            tells_null: false,
            constant: None,
            docs: String::new(),
        }
    }

    fn structure(name: &str, fields: Vec<Field>) -> TypeDef {
        let kind = Kind::Struct(Struct { fields, additional: None });
        TypeDef { name: name.to_owned(), place: Default::default(), docs: String::new(), kind }
    }

    fn api(fields: Vec<Field>) -> Api {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a/{id}": { "post": { "operationId": "postA" } } } }"#;
        let (mut api, _) = crate::model(document, &Default::default()).expect("legal");
        let body = Body {
            media_type: "application/json".to_owned(),
            encoding: Encoding::Json,
            value: value(Type::Named("A".to_owned())),
            form: Default::default(),
            required: true,
        };
        api.operations[0].body = Some(body);
        api.types = vec![structure("A", fields)];
        api
    }

    fn client(api: &Api) -> String {
        crate::code(api)
    }

    #[test]
    fn layout_changes_only_white_space() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/kitchen-sink/openapi.json");
        let document = std::fs::read_to_string(path).expect("should be there");
        let (api, _) = crate::model(&document, &Default::default()).expect("legal");
        for code in super::lines(&signature::signatures(&api), &api, &PublicApi::new(&api)) {
            let without_space = |code: &str| code.replace(char::is_whitespace, "");
            assert!(without_space(&super::layout::laid_out(&code)) == without_space(&code));
        }
    }

    #[test]
    fn optional_lists_are_options_and_required_lists_are_not() {
        let list = || value(Type::List(Box::new(value(Type::Text))));
        let code = client(&api(vec![field("a", list(), false), field("b", list(), true)]));
        for part in [
            "pub a: Option<Vec<String>>,",
            "pub b: Vec<String>,",
            "\"a\" => a: optional Vec<String>,",
            "\"b\" => b: required Vec<String>,",
        ] {
            assert!(code.contains(part), "{part} {code}");
        }
    }

    #[test]
    fn a_nullable_date_is_an_option_documented_as_null() {
        let date = Value { ty: Type::Date, nullable: true };
        let code = client(&api(vec![field("a", date, true)]));
        assert!(code.contains("\"a\" => a: nullable Date,"), "{code}");
        assert!(code.contains("/// `None` is `null`.\n        pub a: Option<Date>,"), "{code}");
    }

    #[test]
    fn fields_are_sent_under_the_names_in_the_document() {
        let odd = Field { wire_name: "@type".to_owned(), ..field("type_", value(Type::Text), true) };
        let code = client(&api(vec![odd]));
        assert!(code.contains(r#""@type" => type_: required String,"#), "{code}");
        assert!(code.contains(r#"Self(self.0.set("@type", value))"#), "{code}");
    }

    #[test]
    fn setter_named_like_a_common_builder_method_gets_an_underscore() {
        let fields = ["build", "keep_undeclared"].map(|name| field(name, value(Type::Text), true));
        let code = client(&api(fields.into()));
        for name in ["build", "keep_undeclared"] {
            assert!(code.contains(&format!("\"{name}\" => {name} set by {name}_: required")), "{code}");
            assert!(code.contains(&format!("pub fn {name}_(")), "{code}");
        }
    }

    #[test]
    fn clear_undeclared_is_generated_only_for_fields_with_objects() {
        let of = |ty| value(Type::List(Box::new(value(ty))));
        let named = of(Type::Named("A".to_owned()));
        let code = client(&api(vec![field("a", named, false), field("b", of(Type::Text), false)]));
        assert!(code.contains("holds objects in a;"), "{code}");
        let code = client(&api(vec![field("b", of(Type::Any), false)]));
        assert!(!code.contains("holds objects in b"), "{code}");
    }

    #[test]
    fn items_have_a_feature_gate_that_their_docs_name() {
        let document = r##"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "tags": ["One", "Two"],
            "responses": { "200": { "content": { "application/json": { "schema": { "type": "object", "properties": {
            "x": { "type": "string", "enum": ["X"] } } } } } } } } } } }"##;
        let recorded = r#"{ "tags": { "two": { "tag": "Two", "type": "Two", "feature": "two", "short_names": { "get_a": "a" } } } }"#;
        let (api, _) = crate::model(document, &Names::parse(recorded).expect("legal")).expect("legal");
        let code = client(&api);
        let lines = || code.lines().filter(|line| *line != super::NO_DOCTEST.trim_end());
        let gated = lines().zip(lines().skip(1));
        let gated = gated.filter(|(line, _)| line.trim() == r#"#[cfg(any(feature = "one", feature = "two"))]"#);
        let gated: Vec<&str> = gated.map(|(_, item)| item.trim()).collect();
        assert_eq!(
            gated,
            [
                "builder::GetA::DECLARED",
                "impl Client {",
                "impl Client {",
                "fn get_a(&self) -> MockOperation<'_, types::GetAResponse>;",
                "fn get_a(&self) -> MockOperation<'_, types::GetAResponse> {",
                "#[derive(Clone, Default)]",
                "impl GetAResponse {",
                "v1::object! { GetAResponse with builder:",
                "#[derive(Clone, Debug, Default)]",
                "impl GetAResponse {",
                "#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]",
                "impl GetAResponseX {",
                "v1::open_enum! { GetAResponseX:",
                "#[derive(Clone, Debug)]",
                "impl GetA {",
                r#"v1::into_future! { GetA: |it| it.0.accept("application/json").send_json() => types::GetAResponse }"#,
            ]
        );
        // Both features are named three times: once on the builder, and once on each of the two types.
        assert_eq!(code.matches("Available if one of the features `one` or `two` is enabled.").count(), 3);
    }

    /// Generates the client of an operation `getA` whose response has this schema.
    fn client_with_response(schema: serde_json::Value) -> String {
        let content = serde_json::json!({ "application/json": { "schema": schema } });
        let operation = serde_json::json!({ "operationId": "getA", "responses": { "200": { "content": content } } });
        let root = serde_json::json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } } });
        client(&crate::model_of(root).expect("legal").0)
    }

    #[test]
    fn first_paragraph_of_each_types_docs_states_how_to_create_a_value() {
        let code = client_with_response(
            serde_json::json!({ "type": "object", "description": "A thing.\n\n- x", "properties": {
            "text": { "type": "string", "enum": ["x"], "description": "A colour." },
            "number": { "type": "integer", "enum": [1] },
            "union": { "oneOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] },
        } }),
        );
        for docs in [
            "/// A thing. Create a value with [`GetAResponse::builder()`].\n    ///\n    /// - x\n",
            "/// A colour. To create a value, use a variant, or convert a string with `from`.\n",
            "or any other value. To create a value, use a variant, or convert a number with `from`.\n",
            "/// A value of one of several JSON types. To create a value, use one of the variants.\n",
            "/// Builder for [`GetAResponse`](super::GetAResponse), created by [`GetAResponse::builder()`]",
        ] {
            assert!(code.contains(docs), "{docs} {code}");
        }
    }

    #[test]
    fn docs_of_recursive_lists_and_responses_by_status_state_how_to_create_a_value() {
        let content = |schema| serde_json::json!({ "content": { "application/json": { "schema": schema } } });
        let tree = serde_json::json!({ "$ref": "#/components/schemas/Tree" });
        let responses = serde_json::json!({ "200": content(tree.clone()), "202": content(serde_json::json!({})) });
        let operation = serde_json::json!({ "operationId": "getA", "responses": responses });
        let root = serde_json::json!({
            "openapi": "3.0.0", "paths": { "/a": { "get": operation } },
            "components": { "schemas": { "Tree": { "type": "array", "items": tree, "description": "A list." } } },
        });
        let code = client(&crate::model_of(root).expect("legal").0);
        for docs in [
            "/// A list. Create a value with `from`.\n",
            "/// The response of `getA`, with one variant for each status. To create a value, use one of the \
             variants.\n",
        ] {
            assert!(code.contains(docs), "{docs} {code}");
        }
    }

    #[test]
    fn docs_of_list_elements_explain_loops_over_optional_lists() {
        let entry = serde_json::json!({ "type": "object", "properties": { "name": { "type": "string" } } });
        let response = |required: &[&str]| {
            let properties = serde_json::json!({ "entries": { "type": "array", "items": entry } });
            client_with_response(
                serde_json::json!({ "type": "object", "required": required, "properties": properties }),
            )
        };
        let explained = "[`GetAResponse::entries`](field@GetAResponse::entries) is an optional list. To loop over \
                         its elements, write `for element in response.entries.iter().flatten()`.";
        assert_eq!(response(&[]).matches(explained).count(), 1);
        assert!(response(&[]).contains("the type `Vec<GetAResponseEntriesItem>` has no such field."));
        assert!(!response(&["entries"]).contains("is an optional list"));
    }

    #[test]
    fn docs_of_samples_explain_that_a_loop_needs_a_question_mark() {
        let list = |item: serde_json::Value| serde_json::json!({ "type": "array", "items": item });
        let times = list(serde_json::json!({ "type": "string", "format": "date-time" }));
        let properties = serde_json::json!({ "times": times, "sizes": list(serde_json::json!({ "type": "number" })) });
        let code = client_with_response(serde_json::json!({ "type": "object", "properties": properties }));
        let [sample, method] = ["pub struct GetAResponseSample {", "pub fn samples("].map(|item| {
            let docs = code.split_once(item).expect("should be generated").0;
            docs.rsplit_once("\n\n").expect("should have docs").1.to_owned()
        });
        assert!(sample.contains("[`GetAResponse::samples()`] returns a `Result`"), "{sample}");
        for docs in [sample, method] {
            assert!(docs.contains("write `for sample in value.samples()?`"), "{docs}");
        }
    }

    #[test]
    fn settings_of_a_client_are_grouped_in_the_order_in_which_callers_need_them() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": {} } }, "components": { "securitySchemes": {
            "key": { "type": "http", "scheme": "bearer" } } } }"#;
        let recorded = Names::parse(r#"{ "client": { "credentials": {} } }"#).expect("legal");
        let code = client(&crate::model(document, &recorded).expect("legal").0);
        let (mut headings, mut heading) = (Vec::new(), "");
        for line in code.lines() {
            heading = line.strip_prefix("/// # ").unwrap_or(heading);
            if line == "impl ClientBuilder {" {
                headings.push(heading);
            }
        }
        let groups = [
            "Address",
            "Settings from the environment",
            "Credentials",
            "Time",
            "Retries",
            "Rate limits",
            "Sizes of responses",
            "HTTP",
            "Hooks",
            "Building the client",
        ];
        assert_eq!(headings, groups);
    }

    #[test]
    fn parameter_keeps_a_name_that_reads_like_an_error_message() {
        for odd in ["x was not initialized", "conversion to `u8` for x failed"] {
            let mut api = api(vec![field("a", value(Type::Text), true)]);
            api.operations[0].path = "/a".to_owned();
            let id: &mut Parameter = &mut api.operations[0].parameters[0];
            id.location = Location::Header(Expansion::default());
            id.wire_name = odd.to_owned();
            let code = client(&api);
            assert!(code.contains(&format!("Input::header({odd:?}).set_by(\"id\").required(),")), "{code}");
        }
    }
}
