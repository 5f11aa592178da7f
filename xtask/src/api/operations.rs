//! The methods of `Client`, each with its builder, and what that says of the operation.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use syn::{
    Expr, ExprReference, ExprStruct, FieldValue, ImplItem, ImplItemFn, Item, ItemImpl, Lit, Member, ReturnType, Type,
    visit::Visit,
};

use super::{
    Operation, RateLimit, deprecated, features, mentioned,
    methods::{Blocks, made_by, methods},
    setters,
    short_names::{self, ShortNames},
    type_text::{self, Scope, argument},
};

/// All operations, by the method of `Client`: `items` are those of the file, `builders` those of the module of this name,
/// `types` all types of the API.
pub fn read(
    items: &[Item],
    builders: &[Item],
    short_names: &ShortNames,
    types: &BTreeMap<String, super::Type>,
) -> Result<BTreeMap<String, Operation>> {
    let mut operations = BTreeMap::new();
    let is_operation = |method: &&ImplItemFn| short_names::group_of(method).is_none();
    let is_present = |method: &&ImplItemFn| deprecated::present_name(&method.attrs).is_none();
    let builders = Blocks::of(builders);
    for method in methods(items).into_iter().filter(is_operation).filter(is_present) {
        let name = method.sig.ident.to_string();
        let operation = made_by(method)
            .and_then(|builder| {
                let operation = operation(method, builders.first(&builder)?, types)?;
                let short_names = short_names.present.get(&builder).cloned().unwrap_or_default();
                Some(Operation { short_names, ..operation })
            })
            .with_context(|| format!("the generated method `{name}` has no builder: fix `codegen/src/emit`"))?;
        operations.insert(name, operation);
    }
    Ok(operations)
}

fn operation(method: &ImplItemFn, builder: &ItemImpl, types: &BTreeMap<String, super::Type>) -> Option<Operation> {
    let function = |name: &str| setters::functions(builder).find(|function| function.sig.ident == name);
    let constructor = &function("new")?.block;
    let (required, empty) = (setters::unset(constructor), setters::empty(constructor));
    let mut setters = setters::read(builder, &required, Scope::Builder);
    for (_, setter) in setters.iter_mut().filter(|(name, _)| empty.contains(*name)) {
        // What is sent with nothing set lacks what its own builder requires.
        setter.required = mentioned(&setter.accepts).into_iter().any(|name| {
            let builder = types.get(name).and_then(|ty| ty.builder.as_ref());
            builder.is_some_and(|setters| setters.values().any(|setter| setter.required))
        });
    }
    let send = function("send")?;
    let mut sent = Sent::default();
    sent.visit_block(&send.block);
    for (name, place) in sent.places {
        if let Some(setter) = setters.get_mut(&name) {
            setter.sent_as = place;
        }
    }
    let described = builder.items.iter().find_map(described)?;
    let texts = |field: &str| literals(described, field, text);
    let mut limit = literals(described, "rate_limit", number).into_iter();
    Some(Operation {
        id: texts("operation_id").pop()?,
        short_names: BTreeSet::new(),
        features: features::of(&method.attrs),
        method: texts("method").pop()?,
        path: texts("path").pop()?,
        server: texts("server").pop(),
        deprecated: method.attrs.iter().any(|attribute| attribute.path().is_ident("deprecated")),
        rate_limit: limit.next().zip(limit.next()).map(|(requests, seconds)| RateLimit { requests, seconds }),
        setters,
        result: result(&send.sig.output)?,
    })
}

/// `T` of `Result<ResponseValue<T>, Error>`.
fn result(output: &ReturnType) -> Option<String> {
    let ReturnType::Type(_, output) = output else { return None };
    let Type::Path(output) = &**output else { return None };
    let Type::Path(value) = argument(&output.path, "Result")? else { return None };
    Some(type_text::of(argument(&value.path, "ResponseValue")?, Scope::Builder))
}

/// The fields of `const OPERATION: &'static crate::Operation = &crate::Operation { … };`.
fn described(item: &ImplItem) -> Option<&ExprStruct> {
    let ImplItem::Const(item) = item else { return None };
    match &item.expr {
        Expr::Reference(ExprReference { expr, .. }) if item.ident == "OPERATION" => match &**expr {
            Expr::Struct(fields) => Some(fields),
            _ => None,
        },
        _ => None,
    }
}

/// What `read` takes of the literals in the field called `name`: `"GET"`, `Some("https://…")`, `Some(f(300, 86400))`.
fn literals<T>(described: &ExprStruct, name: &str, read: fn(&Expr) -> Option<T>) -> Vec<T> {
    struct Literals<T>(fn(&Expr) -> Option<T>, Vec<T>);

    impl<T> Visit<'_> for Literals<T> {
        fn visit_expr(&mut self, expression: &Expr) {
            self.1.extend((self.0)(expression));
            syn::visit::visit_expr(self, expression);
        }
    }

    let mut literals = Literals(read, Vec::new());
    let is_it = |field: &&FieldValue| matches!(&field.member, Member::Named(field) if field == name);
    described.fields.iter().filter(is_it).for_each(|field| literals.visit_expr(&field.expr));
    literals.1
}

fn text(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

fn number(expression: &Expr) -> Option<u64> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

/// Where `send` puts each value.
#[derive(Default)]
struct Sent {
    places: BTreeMap<String, String>,
}

impl Visit<'_> for Sent {
    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        let texts: Vec<String> = call.args.iter().filter_map(text).collect();
        let text = |index: usize| texts.get(index).map(String::as_str).unwrap_or_default();
        let wire_name = text(0);
        let place = match call.method.to_string().as_str() {
            "path" => format!("path parameter `{wire_name}`"),
            "query" => format!("query parameter `{wire_name}`"),
            "query_deep" => format!("query parameter `{wire_name}[…]`"),
            "query_json" => format!("query parameter `{wire_name}` as JSON"),
            "query_joined" => format!("query parameter `{wire_name}`, joined by {:?}", text(2)),
            "header" | "header_if_some" => format!("header `{wire_name}`"),
            "files" | "part" => format!("part `{wire_name}`"),
            "part_json" => format!("part `{wire_name}` as JSON"),
            "parts" => "all parts".to_owned(),
            "json" => "JSON body".to_owned(),
            "form" => "form body".to_owned(),
            "json_as" | "raw" => format!("body of type `{wire_name}`"),
            _ => return syn::visit::visit_expr_method_call(self, call),
        };
        // A form has its styles after the body.
        if let Some(name) = call.args.iter().find_map(variable) {
            self.places.insert(name, place);
        }
    }
}

/// `name` of `name`, `builder.name` and references to them.
fn variable(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Reference(reference) => variable(&reference.expr),
        Expr::Field(syn::ExprField { member: Member::Named(name), .. }) => Some(name.to_string()),
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}
