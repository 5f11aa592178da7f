//! A program that uses all of a public API, a line for each part.

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
trait Own {}
fn any<T>() -> T { loop {} }
fn main() {}
";

/// A line of a program.
#[derive(Debug)]
pub struct Line {
    /// The operation or type that it uses, by its name in the API.
    pub item: String,
    /// The setter, field, variant, trait or ability of it that it uses; empty if it only names the item.
    pub part: String,
    /// A function, or an implementation of a trait.
    pub code: String,
}

/// A program, line by line.
#[derive(Debug, Default)]
pub struct Program(Vec<Line>);

impl Program {
    /// A program that uses each operation, setter, type, field, variant and trait of an API, and each former name.
    pub fn of(api: &PublicApi) -> Self {
        let mut program = Self::default();
        api.operations.iter().for_each(|(name, operation)| program.operation(name, operation));
        api.types.iter().for_each(|(name, ty)| program.ty(name, ty));
        api.servers.iter().for_each(|(name, is)| program.server(name, is));
        program.former_names(api);
        program
    }

    /// The source.
    pub fn text(&self) -> String {
        let lines: String = self.0.iter().map(|line| line.code.clone() + "\n").collect();
        HEAD.to_owned() + &lines
    }

    /// Returns a line of the source by its number, from 1.
    pub fn at(&self, line: usize) -> &Line {
        &self.0[line - 1 - HEAD.lines().count()]
    }

    fn add(&mut self, item: &str, part: &str, code: String) {
        self.0.push(Line { item: item.to_owned(), part: part.to_owned(), code });
    }

    fn function(&mut self, item: &str, part: &str, parameters: &str, body: &str) {
        let name = format!("f{}", self.0.len());
        self.add(item, part, format!("async fn {name}({parameters}) {{ {body} }}"));
    }

    fn server(&mut self, name: &str, is: &str) {
        let body = match name.split_once('.') {
            Some((server, setter)) => {
                let argument = if is.starts_with("text, ") { "\"a\"" } else { "any()" };
                format!("let it: String = servers::{server}::default().{setter}({argument}).into();")
            }
            None if is.contains('{') => format!("let it: String = servers::{name}::default().into();"),
            None => format!("let it = servers::{name};"),
        };
        self.function(name, "", "", &body);
    }

    fn operation(&mut self, name: &str, operation: &PublicOperation) {
        let builder = format!("builder::{}", operation.builder);
        self.function(name, "", "client: Client", &format!("let call: {builder} = client.{name}();"));
        self.function(name, "", "server: httpmock::MockServer", &format!("server.{name}();"));
        let call = format!("call: {builder}");
        for ShortName { group, name: short } in &operation.short_names {
            self.short_name(name, operation, group, short);
        }
        let result = &operation.result;
        self.function(name, "send", &call, &format!("let it: {result} = call.send().await.unwrap().into_inner();"));
        for (setter, PublicSetter { accepts, .. }) in &operation.setters {
            self.function(name, setter, &call, &format!("call.{setter}({});", argument(accepts)));
        }
        if let Some((method, ty)) = &operation.stream {
            let body = format!("let it: {ty} = call.{method}().await.unwrap().into_inner();");
            self.function(name, method, &call, &body);
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
                self.function(name, method, &call, &body);
            }
            let body = format!("fn is<T: page::Listing<Item = {item}, At = {at}>>(_: T) {{}} is(call);");
            self.function(name, items_method, &call, &body);
        }
    }

    fn short_name(&mut self, operation: &str, declared: &PublicOperation, group: &str, name: &str) {
        // The module of the groups has the client, too.
        let tag = Some(naming::type_name(group)).filter(|tag| tag != "Client").unwrap_or("ClientOperations".to_owned());
        let builder = naming::builder_name(operation);
        let arguments = declared.path_setters.iter().map(|setter| argument(&declared.setters[setter].accepts));
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let body =
            format!("let tag: tags::{tag} = client.{group}(); let call: builder::{builder} = tag.{name}({arguments});");
        self.function(operation, &format!("{group}().{name}"), "client: Client", &body);
    }

    fn ty(&mut self, name: &str, ty: &PublicType) {
        let value = format!("value: types::{name}");
        self.function(name, "", &value, "");
        // Consumers who implement a trait for each of two types cannot do so for one.
        self.add(name, "", format!("impl Own for types::{name} {{}}"));
        for implemented in &ty.traits {
            self.is(name, &implemented.to_string(), &bound(implemented));
        }
        self.shape(name, ty);
        if let Some(setters) = &ty.builder {
            let builder = format!("types::builder::{name}");
            self.function(name, "builder", "", &format!("let it: {builder} = types::{name}::builder();"));
            let parameter = format!("builder: {builder}");
            let made = format!("let it: Result<types::{name}, _> = builder.try_into();");
            self.function(name, "builder", &parameter, &made);
            for (setter, PublicSetter { accepts, .. }) in setters {
                self.function(name, setter, &parameter, &format!("builder.{setter}({});", argument(accepts)));
            }
        }
        for (accessor, gives) in &ty.accessors {
            self.function(name, accessor, &value, &format!("let it: {gives} = value.{accessor}();"));
        }
        if let Some(element) = &ty.page {
            self.is(name, "paginate", &format!("Page<Item = {element}>"));
        }
        if let Some(element) = &ty.samples {
            let body = format!("let it: Option<{element}> = value.samples().unwrap().next();");
            self.function(name, "samples", &value, &body);
        }
    }

    /// The type `name` implements a trait.
    fn is(&mut self, name: &str, part: &str, bound: &str) {
        self.function(name, part, "", &format!("fn is<T: {bound}>() {{}} is::<types::{name}>();"));
    }

    fn shape(&mut self, name: &str, ty: &PublicType) {
        let (value, reference) = (format!("value: types::{name}"), format!("value: &types::{name}"));
        match &ty.shape {
            PublicShape::Struct(fields) => {
                for (field, declared) in fields {
                    let annotation =
                        if ty.is_sent && !ty.is_received { String::new() } else { format!(": {}", declared.ty) };
                    self.function(name, field, &value, &format!("let field{annotation} = value.{field};"));
                    self.function(name, field, &value, &format!("let types::{name} {{ {field}: it, .. }} = value;"));
                    if field == "0" {
                        let made = format!("let it = types::{name}(any::<{}>());", declared.ty);
                        self.function(name, field, "", &made);
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
                    self.function(name, variant, &reference, &format!("if let {pattern} = value {{ {inner} }}"));
                    self.function(name, variant, "", &format!("let it: types::{name} = {made};"));
                }
            }
            PublicShape::OpenEnum(variants, other) => {
                variants.keys().for_each(|variant| self.variant(name, variant));
                self.function(name, other, &reference, &format!("if let types::{name}::{other}(text) = value {{}}"));
                let read = if ty.accessors.contains_key("value") { "value" } else { "as_str" };
                self.function(name, "", &value, &format!("let it = types::{name}::from(value.{read}());"));
            }
        }
    }

    /// Behind a reference, where a constant would not match.
    fn variant(&mut self, name: &str, variant: &str) {
        let parameter = format!("value: &types::{name}");
        self.function(name, variant, &parameter, &format!("if let types::{name}::{variant} = value {{}}"));
    }

    fn former_names(&mut self, api: &PublicApi) {
        let FormerNames { types, operations, short_names, operation_setters, variants, features: _ } = &api.former;
        for (former, FormerName { present, .. }) in types {
            let body = format!("let it: types::{present} = value;");
            self.function(former, "", &format!("value: types::{former}"), &body);
            if let PublicShape::Struct(fields) = &api.types[present].shape
                && let Some(PublicField { ty, .. }) = fields.get("0")
            {
                self.function(former, "0", "", &format!("let it = types::{former}(any::<{ty}>());"));
            }
        }
        for (former, FormerName { present, .. }) in operations {
            let [builder, present] = [former, present].map(|name| naming::builder_name(name));
            let body = format!("let it: builder::{builder} = client.{former}();");
            self.function(former, "", "client: Client", &body);
            let parameter = format!("call: builder::{builder}");
            self.function(former, "", &parameter, &format!("let it: builder::{present} = call;"));
            self.function(former, "", "server: httpmock::MockServer", &format!("server.{former}();"));
        }
        for (group, name, FormerName { present, .. }) in names_with_owners(short_names) {
            self.short_name(present, &api.operations[present], group, name);
        }
        for (name, former, FormerName { present, .. }) in names_with_owners(operation_setters) {
            let parameter = format!("call: builder::{}", naming::builder_name(name));
            let argument = argument(&api.operations[name].setters[present].accepts);
            self.function(name, former, &parameter, &format!("call.{former}({argument});"));
        }
        names_with_owners(variants).for_each(|(name, former, _)| self.variant(name, former));
    }
}

/// Returns the argument that a setter is called with.
fn argument(accepts: &RustType) -> String {
    match &accepts.inner {
        _ if *accepts == RustType::UNIT => String::new(),
        Inner::Change(name) => format!("|it: types::builder::{name}| -> types::builder::{name} {{ it }}"),
        _ => format!("any::<{accepts}>()"),
    }
}

/// A trait, as a bound.
fn bound(implemented: &Trait) -> String {
    match implemented.0 {
        "Debug" => "std::fmt::Debug".to_owned(),
        "Deref" => "std::ops::Deref".to_owned(),
        "Serialize" => "serde::Serialize".to_owned(),
        "Deserialize" => "serde::de::DeserializeOwned".to_owned(),
        _ => implemented.to_string().replace('&', "&'static "),
    }
}
