//! The operations' builders: what their setters say, and how they send.
//!
//! progenitor's `send` builds the request, sends it and decodes the answer in each operation again, with an
//! `api-version` header, a type of error per operation, and an `assert` for what it does not know. The finished
//! one hands the parameters to the crate's `Request`, which is compiled once.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Expr, FnArg, Ident, ImplItem, ImplItemFn, Item, ItemMod, LitStr, Local, Pat, ReturnType, Stmt, Type, parse_quote,
    visit_mut::VisitMut,
};

use super::{docs, implementor, items_mut, last_name, type_argument};
use crate::generator::{
    adapt::bodies,
    model::{Adapted, Operation, Parameter, Success},
    problem::Problems,
};

/// Finishes the builders of all operations, and gives the types of their successes in order.
///
/// # Errors
/// An operation for which progenitor made no `send`.
pub fn finish(builder: &mut ItemMod, adapted: &Adapted) -> Result<Vec<Type>, Problems> {
    let items = items_mut(builder);
    items.retain(|item| !matches!(item, Item::Use(_)));
    let mut problems = Problems::default();
    let mut answers = Vec::new();
    for (index, operation) in adapted.operations.iter().enumerate() {
        let name = operation.builder();
        let before = answers.len();
        for item in items.iter_mut() {
            match item {
                Item::Struct(item) if item.ident == name => {
                    let function = &operation.function;
                    let text = format!("Builder for [`Client::{function}`](crate::Client::{function}).");
                    docs::replace(&mut item.attrs, &text);
                }
                Item::Impl(block) if implementor(block) == name => {
                    for item in &mut block.items {
                        let ImplItem::Fn(function) = item else { continue };
                        if function.sig.ident == "send" {
                            answers.push(rewrite_send(function, operation, index));
                        } else {
                            finish_setter(function, operation);
                        }
                    }
                }
                _ => {}
            }
        }
        if answers.len() != before + 1 {
            problems.push(operation.id.as_str(), "progenitor made no `send` for it, or several");
        }
    }
    Messages.visit_item_mod_mut(builder);
    problems.or(answers)
}

fn finish_setter(function: &mut ImplItemFn, operation: &Operation) {
    let name = function.sig.ident.to_string();
    if name == "new" {
        // Only the method of `Client` makes builders.
        function.vis = parse_quote!(pub(super));
        return;
    }
    let text = match (name.as_str(), operation.parameters.iter().find(|parameter| parameter.name == name)) {
        (_, Some(Parameter { wire_name, location, required, description, .. })) => {
            let need = if *required { "Required." } else { "Optional; left out unless set." };
            let description = if description.is_empty() { String::new() } else { format!("{description}\n\n") };
            format!("{description}The {location} parameter `{wire_name}`. {need}")
        }
        ("body_map", None) => "Changes the body by means of its builder.".to_owned(),
        _ => "The request body.".to_owned(),
    };
    docs::replace(&mut function.attrs, &text);
}

/// Gives the type of the success.
fn rewrite_send(function: &mut ImplItemFn, operation: &Operation, index: usize) -> Type {
    let locals: Vec<&Local> = locals(function);
    let mut names = Vec::new();
    let mut statements = Vec::new();
    let mut client = format_ident!("client");
    for local in locals {
        match &local.pat {
            Pat::Struct(pattern) => {
                // `client` has another name where a parameter is called so; it always comes first.
                if let Some(Pat::Ident(first)) = pattern.fields.first().map(|field| &*field.pat) {
                    client = first.ident.clone();
                }
                statements.insert(0, quote! { #local });
            }
            Pat::Ident(name) => {
                if let Some(value) = checked_value(local) {
                    names.push((name.ident.clone(), value));
                }
            }
            _ => {}
        }
    }
    let request = unused("request", &names);
    let fill: Vec<TokenStream> = names.iter().map(|(name, value)| fill(&request, operation, name, value)).collect();
    let answer = answer_type(function, operation);
    let send = match &operation.success {
        Success::Json(media_type) => quote! { #request.accept(#media_type); #request.send_json().await },
        Success::ByStatus(..) => quote! { #request.accept("application/json"); #request.send_by_status().await },
        Success::Empty => quote! { #request.send_empty().await },
        Success::Stream => quote! { #request.send_stream().await },
    };
    let text = format!(
        "Sends the request: `{} {}`.\n\n# Errors\n\n[`Error`]: a parameter that is missing or malformed, a failure \
         of the network, any answer other than the declared success.",
        operation.method, operation.path
    );
    docs::replace(&mut function.attrs, &text);
    function.sig.output = parse_quote!(-> ::std::result::Result<ResponseValue<#answer>, Error>);
    function.block = parse_quote!({
        #(#statements)*
        #[allow(unused_mut)]
        let mut #request = crate::call::Request::new(#client, &super::OPERATIONS[#index]);
        #(#fill)*
        #send
    });
    answer
}

fn locals(function: &ImplItemFn) -> Vec<&Local> {
    let statements = function.block.stmts.iter();
    statements.filter_map(|statement| if let Stmt::Local(local) = statement { Some(local) } else { None }).collect()
}

/// `value` of `let name = value.map_err(Error::InvalidRequest)?;`.
fn checked_value(local: &Local) -> Option<Expr> {
    let Expr::Try(tried) = &*local.init.as_ref()?.expr else { return None };
    let Expr::MethodCall(call) = &*tried.expr else { return None };
    (call.method == "map_err").then(|| (*call.receiver).clone())
}

fn unused(wanted: &str, taken: &[(Ident, Expr)]) -> Ident {
    let mut name = wanted.to_owned();
    while taken.iter().any(|(taken, _)| *taken == name) {
        name.insert(0, '_');
    }
    format_ident!("{name}")
}

/// The statements that check one parameter and put it into the request.
fn fill(request: &Ident, operation: &Operation, name: &Ident, value: &Expr) -> TokenStream {
    let checked = quote! { let #name = #request.checked(#value)?; };
    let put = match operation.parameters.iter().find(|parameter| *name == parameter.name) {
        Some(parameter) => put(request, parameter, name),
        None => match operation.body.as_deref().unwrap_or_default() {
            "application/json" => quote! { #request.json(&#name)?; },
            "application/x-www-form-urlencoded" => quote! { #request.form(&#name)?; },
            media_type if bodies::is_json(media_type) => quote! { #request.json_as(#media_type, &#name)?; },
            media_type => quote! { #request.raw(#media_type, #name); },
        },
    };
    quote! { #checked #put }
}

fn put(request: &Ident, parameter: &Parameter, name: &Ident) -> TokenStream {
    let wire_name = &parameter.wire_name;
    match (parameter.location.as_str(), parameter.style.as_str()) {
        ("path", _) => quote! { #request.path(#wire_name, &#name)?; },
        ("query", "") => quote! { #request.query(#wire_name, &#name)?; },
        ("query", "deep") => quote! { #request.query_deep(#wire_name, &#name)?; },
        ("query", delimiter) => quote! { #request.query_joined(#wire_name, #delimiter, &#name)?; },
        _ if parameter.required => quote! { #request.header(#wire_name, &#name)?; },
        _ => quote! { if let Some(value) = &#name { #request.header(#wire_name, value)?; } },
    }
}

/// `T` of progenitor's `Result<ResponseValue<T>, Error<E>>`, or the enum that stands for several.
fn answer_type(function: &ImplItemFn, operation: &Operation) -> Type {
    if let Success::ByStatus(name, _) = &operation.success {
        let name = format_ident!("{name}");
        return parse_quote!(types::#name);
    }
    let ReturnType::Type(_, output) = &function.sig.output else { return parse_quote!(()) };
    let value = type_argument(output, "Result").and_then(|value| type_argument(value, "ResponseValue"));
    value.cloned().unwrap_or_else(|| parse_quote!(()))
}

/// Says what is wrong with a parameter in the words of the caller.
struct Messages;

impl VisitMut for Messages {
    fn visit_lit_str_mut(&mut self, literal: &mut LitStr) {
        let text = literal.value();
        if let Some(name) = text.strip_suffix(" was not initialized") {
            *literal = LitStr::new(&format!("`{name}` is required and was not set"), literal.span());
        } else if let Some((ty, rest)) = text.strip_prefix("conversion to `").and_then(|text| text.split_once("` for "))
        {
            let name = rest.split(' ').next().unwrap_or_default();
            let detail = if text.ends_with("{}") { ": {}" } else { "" };
            let ty = ty.replace(' ', "");
            let short =
                syn::parse_str::<Type>(&ty).ok().and_then(|ty| last_name(&ty).map(Ident::to_string)).unwrap_or(ty);
            *literal = LitStr::new(&format!("`{name}` is not a valid `{short}`{detail}"), literal.span());
        }
    }

    fn visit_expr_macro_mut(&mut self, call: &mut syn::ExprMacro) {
        // `format!("conversion to …: {}", s)`
        if call.mac.path.is_ident("format")
            && let Ok(mut arguments) =
                call.mac.parse_body_with(syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated)
        {
            arguments.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
            call.mac.tokens = quote! { #arguments };
        }
    }

    fn visit_fn_arg_mut(&mut self, _: &mut FnArg) {}
}
