//! Writes a program that uses every item of a public API, each on a line of its own.

use perennial_codegen::{
    api::{FormerName, FormerNames, Pager, PagingMethod, former::names_with_owners},
    rust_type::{self, Inner, RustType},
    surface::{PublicApi, PublicField, PublicOperation, PublicSetter, PublicShape, PublicType, ShortName, Trait},
    text::naming,
};

const HEAD: &str = "\
#![allow(unused, clippy::all)]
use std::collections::{BTreeMap, HashMap};
use perennial::{__private::v1::serde, bytes::Bytes, chrono::{self, DateTime, Utc}, httpmock, serde_json::{self, Map}, uuid::{self, Uuid}};
use monitoring_service::{ByteStream, Client, builder, mock::MockServerExt, page::{self, Page}, servers, stream, tags, time, types};
trait ClientSettings {}
fn any<T>() -> T { loop {} }
fn main() {}
";

#[derive(Debug)]
pub struct ProgramLine {
    /// The name of the operation or type that the line uses.
    pub item: String,
    /// The used part of the item, such as a setter, field, variant or trait. Empty if the line only names the item.
    pub part: String,
    /// The code of the line: a function, or an implementation of a trait.
    pub code: String,
}

#[derive(Debug, Default)]
pub struct CallerProgram(Vec<ProgramLine>);

impl CallerProgram {
    pub fn for_api(api: &PublicApi) -> Self {
        let mut program = Self::default();
        api.operations.iter().for_each(|(name, operation)| program.use_operation(name, operation));
        api.types.iter().for_each(|(name, ty)| program.use_type(name, ty));
        api.servers.iter().for_each(|(name, is)| program.use_server(name, is));
        program.use_former_names(api);
        program
    }

    pub fn source_code(&self) -> String {
        let lines: String = self.0.iter().map(|line| line.code.clone() + "\n").collect();
        HEAD.to_owned() + &lines
    }

    /// Returns a line of the source code by its number, counted from 1.
    pub fn line_at(&self, line: usize) -> &ProgramLine {
        &self.0[line - 1 - HEAD.lines().count()]
    }

    fn add_line(&mut self, item: &str, part: &str, code: String) {
        self.0.push(ProgramLine { item: item.to_owned(), part: part.to_owned(), code });
    }

    fn add_function(&mut self, item: &str, part: &str, parameters: &str, body: &str) {
        let name = format!("f{}", self.0.len());
        self.add_line(item, part, format!("async fn {name}({parameters}) {{ {body} }}"));
    }

    fn use_server(&mut self, name: &str, is: &str) {
        let body = match name.split_once('.') {
            Some((server, setter)) => {
                let argument = if is.starts_with("text, ") { "\"a\"" } else { "any()" };
                format!("let it: String = servers::{server}::default().{setter}({argument}).into();")
            }
            None if is.contains('{') => format!("let it: String = servers::{name}::default().into();"),
            None => format!("let it = servers::{name};"),
        };
        self.add_function(name, "", "", &body);
    }

    fn use_operation(&mut self, name: &str, operation: &PublicOperation) {
        let builder = format!("builder::{}", operation.builder);
        self.add_function(name, "", "client: Client", &format!("let call: {builder} = client.{name}();"));
        self.add_function(name, "", "server: httpmock::MockServer", &format!("server.{name}();"));
        let call = format!("call: {builder}");
        for ShortName { group, name: short } in &operation.short_names {
            self.use_short_name(name, operation, group, short);
        }
        let result = &operation.result;
        self.add_function(name, "send", &call, &format!("let it: {result} = call.send().await.unwrap().into_inner();"));
        for (setter, PublicSetter { accepts, .. }) in &operation.setters {
            self.add_function(name, setter, &call, &format!("call.{setter}({});", argument_code(accepts)));
        }
        if let Some((method, ty)) = &operation.stream {
            let body = format!("let it: {ty} = call.{method}().await.unwrap().into_inner();");
            self.add_function(name, method, &call, &body);
        }
        if let Some(Pager { items_method, pages_method, item, by, .. }) = &operation.pager {
            let at = match by {
                PagingMethod::Cursor(cursor) => rust_type::plain(&cursor.ty).to_string(),
                PagingMethod::Number(_) => "i64".to_owned(),
                PagingMethod::Url(_) => "String".to_owned(),
            };
            let item = rust_type::value_type(item);
            for (method, stream) in [(items_method, "Items"), (pages_method, "Pages")] {
                let body = format!("let it: page::{stream}<{builder}> = call.{method}();");
                self.add_function(name, method, &call, &body);
            }
            let body = format!("fn is<T: page::Listing<Item = {item}, At = {at}>>(_: T) {{}} is(call);");
            self.add_function(name, items_method, &call, &body);
        }
    }

    fn use_short_name(&mut self, operation: &str, declared: &PublicOperation, group: &str, name: &str) {
        // Groups and `Client` are in the same module. The group of a tag called `Client` therefore has a different
        // name.
        let tag = Some(naming::type_name(group)).filter(|tag| tag != "Client").unwrap_or("ClientOperations".to_owned());
        let builder = naming::builder_name(operation);
        let arguments = declared.path_setters.iter().map(|setter| argument_code(&declared.setters[setter].accepts));
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let body =
            format!("let tag: tags::{tag} = client.{group}(); let call: builder::{builder} = tag.{name}({arguments});");
        self.add_function(operation, &format!("{group}().{name}"), "client: Client", &body);
    }

    fn use_type(&mut self, name: &str, ty: &PublicType) {
        let value = format!("value: types::{name}");
        self.add_function(name, "", &value, "");
        // Implements a trait for each type. If two types become one, two implementations conflict, and the program no
        // longer compiles.
        self.add_line(name, "", format!("impl ClientSettings for types::{name} {{}}"));
        for implemented in &ty.traits {
            self.require_trait(name, &implemented.to_string(), &trait_bound(implemented));
        }
        self.use_shape(name, ty);
        if let Some(setters) = &ty.builder {
            let builder = format!("types::builder::{name}");
            self.add_function(name, "builder", "", &format!("let it: {builder} = types::{name}::builder();"));
            let parameter = format!("builder: {builder}");
            let made = format!("let it: Result<types::{name}, _> = builder.try_into();");
            self.add_function(name, "builder", &parameter, &made);
            for (setter, PublicSetter { accepts, .. }) in setters {
                self.add_function(name, setter, &parameter, &format!("builder.{setter}({});", argument_code(accepts)));
            }
        }
        for (accessor, gives) in &ty.accessors {
            self.add_function(name, accessor, &value, &format!("let it: {gives} = value.{accessor}();"));
        }
        if let Some(element) = &ty.page {
            self.require_trait(name, "paginate", &format!("Page<Item = {element}>"));
        }
        if let Some(element) = &ty.samples {
            let body = format!("let it: Option<{element}> = value.samples().unwrap().next();");
            self.add_function(name, "samples", &value, &body);
        }
    }

    /// Adds a line that compiles only if the type `name` implements `bound`.
    fn require_trait(&mut self, name: &str, part: &str, bound: &str) {
        self.add_function(name, part, "", &format!("fn is<T: {bound}>() {{}} is::<types::{name}>();"));
    }

    fn use_shape(&mut self, name: &str, ty: &PublicType) {
        let (value, reference) = (format!("value: types::{name}"), format!("value: &types::{name}"));
        match &ty.shape {
            PublicShape::Struct(fields) => {
                for (field, declared) in fields {
                    let annotation =
                        if ty.is_sent && !ty.is_received { String::new() } else { format!(": {}", declared.ty) };
                    self.add_function(name, field, &value, &format!("let field{annotation} = value.{field};"));
                    self.add_function(
                        name,
                        field,
                        &value,
                        &format!("let types::{name} {{ {field}: it, .. }} = value;"),
                    );
                    if field == "0" {
                        let made = format!("let it = types::{name}(any::<{}>());", declared.ty);
                        self.add_function(name, field, "", &made);
                    }
                }
            }
            PublicShape::Enum(variants) => {
                for (variant, held) in variants {
                    let path = format!("types::{name}::{variant}");
                    let (pattern, made, inner) = match held {
                        None => (path.clone(), path, String::new()),
                        Some(held) => (
                            format!("{path}(it)"),
                            format!("{path}(any::<{held}>())"),
                            format!("let it: &{held} = it;"),
                        ),
                    };
                    self.add_function(name, variant, &reference, &format!("if let {pattern} = value {{ {inner} }}"));
                    self.add_function(name, variant, "", &format!("let it: types::{name} = {made};"));
                }
            }
            PublicShape::OpenEnum(variants, other) => {
                variants.keys().for_each(|variant| self.match_variant(name, variant));
                self.add_function(
                    name,
                    other,
                    &reference,
                    &format!("if let types::{name}::{other}(text) = value {{}}"),
                );
                let read = if ty.accessors.contains_key("value") { "value" } else { "as_str" };
                self.add_function(name, "", &value, &format!("let it = types::{name}::from(value.{read}());"));
            }
        }
    }

    /// Adds a line that matches a reference to an enum against a variant. The line does not compile if a constant has
    /// replaced the variant.
    fn match_variant(&mut self, name: &str, variant: &str) {
        let parameter = format!("value: &types::{name}");
        self.add_function(name, variant, &parameter, &format!("if let types::{name}::{variant} = value {{}}"));
    }

    fn use_former_names(&mut self, api: &PublicApi) {
        let FormerNames { types, operations, short_names, operation_setters, variants, features: _ } = &api.former;
        for (former, FormerName { present, .. }) in types {
            let body = format!("let it: types::{present} = value;");
            self.add_function(former, "", &format!("value: types::{former}"), &body);
            if let PublicShape::Struct(fields) = &api.types[present].shape
                && let Some(PublicField { ty, .. }) = fields.get("0")
            {
                self.add_function(former, "0", "", &format!("let it = types::{former}(any::<{ty}>());"));
            }
        }
        for (former, FormerName { present, .. }) in operations {
            let [builder, present] = [former, present].map(|name| naming::builder_name(name));
            let body = format!("let it: builder::{builder} = client.{former}();");
            self.add_function(former, "", "client: Client", &body);
            let parameter = format!("call: builder::{builder}");
            self.add_function(former, "", &parameter, &format!("let it: builder::{present} = call;"));
            self.add_function(former, "", "server: httpmock::MockServer", &format!("server.{former}();"));
        }
        for (group, name, FormerName { present, .. }) in names_with_owners(short_names) {
            self.use_short_name(present, &api.operations[present], group, name);
        }
        for (name, former, FormerName { present, .. }) in names_with_owners(operation_setters) {
            let parameter = format!("call: builder::{}", naming::builder_name(name));
            let argument = argument_code(&api.operations[name].setters[present].accepts);
            self.add_function(name, former, &parameter, &format!("call.{former}({argument});"));
        }
        names_with_owners(variants).for_each(|(name, former, _)| self.match_variant(name, former));
    }
}

fn argument_code(accepts: &RustType) -> String {
    match &accepts.inner {
        _ if *accepts == RustType::UNIT => String::new(),
        Inner::Change(name) => format!("|it: types::builder::{name}| -> types::builder::{name} {{ it }}"),
        _ => format!("any::<{accepts}>()"),
    }
}

fn trait_bound(implemented: &Trait) -> String {
    match implemented.0 {
        "Debug" => "std::fmt::Debug".to_owned(),
        "Deref" => "std::ops::Deref".to_owned(),
        "Serialize" => "serde::Serialize".to_owned(),
        "Deserialize" => "serde::de::DeserializeOwned".to_owned(),
        _ => implemented.to_string().replace('&', "&'static "),
    }
}
