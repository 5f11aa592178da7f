//! What is public in generated code, a line each: `types::A.x: Option<String>`, `builder::GetA::limit(i64)`.
//!
//! Nothing public is passed over: an item of a kind that is not known here is a failure.

use std::collections::{BTreeMap, BTreeSet};

use monitoring_service_codegen::names::former::RENAMED_TO;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, Fields, FnArg, GenericArgument, ImplItem, ImplItemFn, Item, ItemImpl, ItemMacro, LitStr, Path,
    PathArguments, ReturnType, Signature, TraitItem, Type, TypeParamBound, Visibility, WherePredicate,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

/// After the argument of a setter that must be called.
pub const REQUIRED: &str = " required";

/// The lines of a file.
pub fn lines(items: &[Item]) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    read(items, "", &mut lines);
    // Groups go by the method of `Client` that gives them.
    let accessors = lines.iter().filter_map(|line| line.split_once("() -> tags::"));
    let groups: BTreeMap<String, String> =
        accessors.map(|(accessor, group)| (group.to_owned(), format!("{accessor}()"))).collect();
    let renamed = lines.iter().map(|line| match line.split_once("() -> tags::") {
        Some((accessor, _)) => format!("{accessor}()"),
        None => match line.strip_prefix("tags::").and_then(|line| line.split_once("::")) {
            Some((group, method)) => format!("{}::{method}", groups[group]),
            None => line.clone(),
        },
    });
    renamed.collect()
}

/// Reads the items of a module; `at` is its path with `::` at the end.
fn read(items: &[Item], at: &str, lines: &mut BTreeSet<String>) {
    for item in items {
        match item {
            Item::Mod(module) => {
                let (_, items) = module.content.as_ref().expect("has content");
                read(items, &format!("{at}{}::", module.ident), lines);
            }
            Item::Struct(_) if at == "tags::" => {}
            Item::Struct(item) => {
                let name = format!("{at}{}", item.ident);
                lines.insert(format!("{name}{}", features(&item.attrs)));
                if at == "types::" {
                    traits(&name, &item.attrs, lines);
                }
                lines.extend(public_fields(&item.fields).map(|(field, ty)| format!("{name}.{field}: {ty}")));
            }
            Item::Enum(item) => {
                let name = format!("{at}{}", item.ident);
                lines.insert(format!("{name}{}", features(&item.attrs)));
                traits(&name, &item.attrs, lines);
                lines.extend(item.variants.iter().map(|variant| match variant.fields.iter().next() {
                    None => format!("{name}::{}", variant.ident),
                    Some(field) => format!("{name}::{}({})", variant.ident, text(&field.ty)),
                }));
            }
            Item::Type(item) => {
                lines.insert(format!("{at}{} = {at}{}{}", item.ident, text(&item.ty), note(&item.attrs)));
            }
            Item::Impl(block) => implementation(block, at, lines),
            Item::Trait(item) => {
                for method in &item.items {
                    let TraitItem::Fn(method) = method else { panic!("{}", method.to_token_stream()) };
                    lines.insert(format!("{at}{}::{}{}", item.ident, method.sig.ident, note(&method.attrs)));
                }
            }
            Item::Macro(item) => called(item, at, lines),
            Item::Use(_) | Item::Static(_) => {}
            other => panic!("{}", other.to_token_stream()),
        }
    }
}

fn public_fields(fields: &Fields) -> impl Iterator<Item = (String, String)> {
    let public = fields.iter().enumerate().filter(|(_, field)| matches!(field.vis, Visibility::Public(_)));
    public.map(|(index, field)| {
        (field.ident.as_ref().map_or_else(|| index.to_string(), ToString::to_string), text(&field.ty))
    })
}

/// The traits that are derived.
fn traits(name: &str, attributes: &[Attribute], lines: &mut BTreeSet<String>) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let paths = attribute.parse_args_with(Punctuated::<Path, syn::Token![,]>::parse_terminated).expect("has paths");
        lines.extend(paths.iter().map(|path| format!("{name}: {}", last(path))));
    }
}

fn implementation(block: &ItemImpl, at: &str, lines: &mut BTreeSet<String>) {
    let of = text(&block.self_ty);
    let is_here = !of.contains([':', '<']);
    let name = if is_here && of != "Client" { format!("{at}{of}") } else { of };
    let Some((path, _)) = &block.trait_ else {
        let public = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) if matches!(function.vis, Visibility::Public(_)) => Some(function),
            _ => None,
        });
        let is_built = public.clone().any(|function| function.sig.ident == "body_map");
        lines.extend(public.clone().map(|function| method(function, &name, at, is_built)));
        let send = public.filter(|function| function.sig.ident == "send");
        lines.extend(send.flat_map(|send| puts(send.block.to_token_stream())).map(|put| format!("{name} sends {put}")));
        lines.extend(block.items.iter().filter_map(|item| match item {
            ImplItem::Const(item) if item.ident == "OPERATION" => {
                let mut known = literals(item.expr.to_token_stream());
                // How it is called.
                known.remove(1);
                Some(format!("operation {}", known.join(" ")))
            }
            ImplItem::Const(item) => Some(format!("{name}::{}{}", item.ident, note(&item.attrs))),
            _ => None,
        }));
        return;
    };
    let path = text(path).replace("<'de>", "");
    // Only the crate itself can name those.
    if !["rt::", "call::"].iter().any(|hidden| path.starts_with(hidden)) {
        // What another type is made from is here.
        let path = if is_here { path } else { path.replace('<', &format!("<{at}")) };
        lines.insert(format!("{name}: {path}"));
    }
}

/// A method; `is_built` says whether there is a builder for the body: whether that must be set follows from it.
fn method(function: &ImplItemFn, owner: &str, at: &str, is_built: bool) -> String {
    let ImplItemFn { attrs, sig, .. } = function;
    let gives = match &sig.output {
        ReturnType::Type(_, ty) => text(ty),
        ReturnType::Default => "()".to_owned(),
    };
    let gives = if gives == "Self" { String::new() } else { format!(" -> {gives}") };
    let mut arguments = accepted(sig).join(", ");
    // What the documentation says of groups follows from their methods, which take nothing that is optional.
    let is_of_group = at == "tags::" || gives.starts_with(" -> tags::");
    let marks = if is_of_group { String::new() } else { features(attrs) + &note(attrs) };
    if is_of_group || !note(attrs).is_empty() || is_built && sig.ident == "body" {
        arguments = arguments.replace(REQUIRED, "");
    }
    format!("{owner}::{}({arguments}){gives}{marks}", sig.ident)
}

/// What is put into a request, and where: the calls of its methods.
fn puts(code: TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let inner = tokens.iter().filter_map(|token| if let TokenTree::Group(group) = token { Some(group) } else { None });
    let mut all: Vec<String> = inner.flat_map(|group| puts(group.stream())).collect();
    for call in tokens.windows(4) {
        let [TokenTree::Ident(request), TokenTree::Punct(_), TokenTree::Ident(method), TokenTree::Group(arguments)] =
            call
        else {
            continue;
        };
        if request != "request" {
            continue;
        }
        let texts = literals(arguments.stream());
        // Of a part, its media type is no matter; of a form, the styles of its fields.
        let put = match method.to_string().as_str() {
            "header_if_some" => format!("header {}", texts.join(" ")),
            "files" | "part" => format!("part {}", texts[..2].join(" ")),
            "part_json" => format!("part_json {}", texts[..2].join(" ")),
            "json" => "json".to_owned(),
            "form" => "form".to_owned(),
            "json_as" | "raw" => format!("body {}", texts.join(" ")),
            "accept" | "checked" => continue,
            send if send.starts_with("send_") => continue,
            method => format!("{method} {}", texts.join(" ")),
        };
        all.push(put);
    }
    all
}

/// What a method is called with: `T` of `value: impl TryInto<T>`, and of `value: V` where `V: TryInto<T>`.
fn accepted(sig: &Signature) -> Vec<String> {
    let bounded = sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let bounds = bounded.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => predicate.bounds.first(),
        _ => None,
    });
    let bounds: Vec<&TypeParamBound> = bounds.collect();
    let values =
        sig.inputs.iter().filter_map(|input| if let FnArg::Typed(value) = input { Some(&*value.ty) } else { None });
    let accepted = values.map(|ty| match (ty, bounds.as_slice()) {
        (Type::ImplTrait(of), _) => converted(&of.bounds[0]),
        (_, [bound]) => converted(bound),
        _ => text(ty),
    });
    accepted.collect()
}

/// `T` of `TryInto<T, …>`, marked as required, and of `IntoOptional<T, …>`.
fn converted(bound: &TypeParamBound) -> String {
    let TypeParamBound::Trait(bound) = bound else { panic!("{}", bound.to_token_stream()) };
    let segment = bound.path.segments.last().expect("has a name");
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return text(&bound.path) };
    let Some(GenericArgument::Type(ty)) = arguments.args.first() else { panic!("{}", text(&bound.path)) };
    match segment.ident.to_string().as_str() {
        "TryInto" => text(ty) + REQUIRED,
        "IntoOptional" => text(ty),
        other => panic!("{other}"),
    }
}

fn last(path: &Path) -> String {
    path.segments.last().expect("has a name").ident.to_string()
}

/// A call of a macro of the layer.
fn called(item: &ItemMacro, at: &str, lines: &mut BTreeSet<String>) {
    let (attributes, tokens) = parts(item.mac.tokens.clone());
    let words: Vec<String> = tokens.iter().filter_map(word).collect();
    let groups =
        tokens.iter().filter_map(|token| if let TokenTree::Group(group) = token { Some(group.stream()) } else { None });
    let groups: Vec<TokenStream> = groups.collect();
    let marks = features(&attributes);
    match (last(&item.mac.path).as_str(), words.iter().map(String::as_str).collect::<Vec<_>>().as_slice()) {
        ("object", [name, "requires", "allows", "undeclared", ..]) => {
            let implemented = ["Debug", "Deserialize", "PartialEq", "Serialize"];
            lines.extend(implemented.map(|implemented| format!("{at}{name}: {implemented}")));
            for (_, field) in entries(&groups[2], ';') {
                let (field, wire_name) = (field[1].to_string(), literal(&field[2]));
                lines.extend((wire_name != field).then(|| format!("{at}{name}.{field} is {wire_name:?}")));
            }
        }
        ("builder", [name, "requires", "allows", "clears", "extends"]) => {
            lines.insert(format!("{at}{name}{marks}"));
            for (index, before_type) in [(1, 2), (2, 2), (3, 2), (4, 1)] {
                let required = if index == 1 { REQUIRED } else { "" };
                for (attributes, setter) in entries(&groups[index], ';') {
                    let ty = text(&setter[before_type..].iter().cloned().collect::<TokenStream>());
                    lines.insert(format!("{at}{name}::{}({ty}{required}){}", setter[0], note(&attributes)));
                }
            }
        }
        ("open_enum" | "open_number", ["pub", "enum", name, number @ .., "else", other]) => {
            lines.insert(format!("{at}{name}{marks}"));
            lines.insert(format!("{at}{name}::{other} else"));
            lines.extend(number.first().map(|number| format!("{at}{name}::value() -> {number}")));
            for (attributes, variant) in entries(&groups[0], ',') {
                let value: String = variant[2..].iter().map(literal).collect();
                let value = if number.first() == Some(&"f64") { as_number(&value) } else { value };
                lines.insert(format!("{at}{name}::{} = {value:?}{}", variant[0], note(&attributes)));
            }
        }
        other => panic!("{other:?}"),
    }
}

fn word(token: &TokenTree) -> Option<String> {
    if let TokenTree::Ident(word) = token { Some(word.to_string()) } else { None }
}

/// The attributes at the beginning, and the rest.
fn parts(tokens: TokenStream) -> (Vec<Attribute>, Vec<TokenTree>) {
    let parse = |input: ParseStream<'_>| Ok((input.call(Attribute::parse_outer)?, input.parse::<TokenStream>()?));
    let (attributes, rest) = Parser::parse2(parse, tokens).expect("has attributes");
    (attributes, rest.into_iter().collect())
}

/// What stands between the separators.
fn entries(tokens: &TokenStream, separator: char) -> Vec<(Vec<Attribute>, Vec<TokenTree>)> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_separator = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == separator);
    let entries = tokens.split(is_separator).filter(|entry| !entry.is_empty());
    entries.map(|entry| parts(entry.iter().cloned().collect())).collect()
}

/// ``renamed to `x` `` of what is only there as a former name, and ` deprecated` of what is so otherwise.
fn note(attributes: &[Attribute]) -> String {
    let deprecated = attributes.iter().find(|attribute| attribute.path().is_ident("deprecated"));
    let texts = deprecated.map(|attribute| literals(attribute.to_token_stream()));
    match texts.as_deref() {
        Some([text]) if text.starts_with(RENAMED_TO) => format!(" {text}"),
        Some(_) => " deprecated".to_owned(),
        None => String::new(),
    }
}

/// ` with a, b` of what comes with these features.
pub fn with(mut features: Vec<String>) -> String {
    features.sort();
    if features.is_empty() { String::new() } else { format!(" with {}", features.join(", ")) }
}

fn features(attributes: &[Attribute]) -> String {
    let marks = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg_attr"));
    let marks = marks.map(ToTokens::to_token_stream).filter(|mark| mark.to_string().contains("feature ="));
    with(marks.flat_map(literals).collect())
}

/// The literals in `tokens`.
fn literals(tokens: TokenStream) -> Vec<String> {
    let texts = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Group(group) => literals(group.stream()),
        token @ TokenTree::Literal(_) => vec![literal(&token)],
        TokenTree::Ident(_) | TokenTree::Punct(_) => Vec::new(),
    });
    texts.collect()
}

/// The value of a literal, or the token as it is.
fn literal(token: &TokenTree) -> String {
    let text = token.to_string();
    syn::parse_str::<LitStr>(&text).map_or(text, |text| text.value())
}

/// A number as it is written in code.
pub fn as_number(text: &str) -> String {
    format!("{:?}", text.parse::<f64>().expect("is a number"))
}

/// Code as a caller reads it: `Option<types::A>` for `::std::option::Option<crate::types::A>`.
fn text(code: &impl ToTokens) -> String {
    let words: Vec<String> = code.to_token_stream().to_string().split_whitespace().map(str::to_owned).collect();
    let text = words.concat().replace("crate::optional::Json", "::serde_json::Value");
    let hidden = ["boxed", "collections", "convert", "iter", "ops", "option", "result", "string", "vec"];
    let hidden = hidden.map(|module| format!("::std::{module}::"));
    let paths = hidden.iter().map(String::as_str).chain(["::chrono::", "::serde::", "::uuid::", "crate::"]);
    let text = paths.fold(text, |text, path| text.replace(path, ""));
    let text = text.replace("::serde_json::", "serde_json::").replace("::reqwest::", "reqwest::");
    text.replace(',', ", ").replace("->", " -> ")
}
