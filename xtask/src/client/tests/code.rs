//! What is public in generated code, a line each: `types::A.x: Option<String>`, `builder::GetA::limit(i64)`.
//!
//! Nothing public is passed over: an item of a kind that is not known here is a failure.

use std::collections::{BTreeMap, BTreeSet};

use monitoring_service_codegen::api::former::RENAMED_TO;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, Expr, Fields, FnArg, GenericArgument, ImplItem, ImplItemFn, Item, ItemImpl, ItemMacro, LitStr, Path,
    PathArguments, ReturnType, Signature, Stmt, Type, TypeParamBound, UseTree, Visibility, WherePredicate,
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
            Item::Macro(item) => called(item, at, lines),
            Item::Const(item) if item.ident == "_" => {
                let Expr::Block(block) = &*item.expr else { panic!("{}", item.to_token_stream()) };
                let items = block.block.stmts.iter().map(|statement| match statement {
                    Stmt::Item(item) => item.clone(),
                    other => panic!("{}", other.to_token_stream()),
                });
                read(&items.collect::<Vec<_>>(), at, lines);
            }
            Item::Use(item) if let Some((name, present)) = renamed(&item.tree) => {
                lines.insert(format!("{at}{name} = {at}{present}"));
            }
            // The builders of structs are read where these are.
            Item::Use(_) | Item::Static(_) => {}
            other => panic!("{}", other.to_token_stream()),
        }
    }
}

/// `B` and `A` of `self::A as B`.
fn renamed(tree: &UseTree) -> Option<(String, String)> {
    let UseTree::Path(path) = tree else { return None };
    let UseTree::Rename(rename) = &*path.tree else { return None };
    (path.ident == "self").then(|| (rename.rename.to_string(), rename.ident.to_string()))
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
    let is_here = !of.contains([':', '<']) || at == "types::" && of.starts_with("builder::");
    let name = if is_here && of != "Client" { format!("{at}{of}") } else { of };
    let Some((path, _)) = &block.trait_ else {
        let public = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) if matches!(function.vis, Visibility::Public(_)) => Some(function),
            _ => None,
        });
        lines.extend(public.map(|function| method(function, &name)));
        lines.extend(block.items.iter().filter_map(|item| match item {
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

fn method(ImplItemFn { attrs, sig, .. }: &ImplItemFn, owner: &str) -> String {
    let gives = match &sig.output {
        ReturnType::Type(_, ty) => text(ty),
        ReturnType::Default => "()".to_owned(),
    };
    let gives = if gives == "Self" { String::new() } else { format!(" -> {gives}") };
    let mut arguments = accepted(sig).join(", ");
    let note = note(attrs);
    // What leads to a present name comes with its features. Groups come with those of their tags.
    let features = if note.is_empty() && !gives.starts_with(" -> tags::") { features(attrs) } else { String::new() };
    if !note.is_empty() && !owner.starts_with("types::") {
        arguments = arguments.replace(REQUIRED, "");
    }
    let note = if gives.starts_with(" -> tags::") { String::new() } else { note };
    format!("{owner}::{}({arguments}){gives}{features}{note}", sig.ident)
}

/// How the request gets an input, from what the table says after `=>`.
fn put(input: &str, tokens: &[TokenTree]) -> String {
    let [TokenTree::Ident(method), TokenTree::Group(arguments)] = tokens else { panic!("{tokens:?}") };
    let texts = literals(arguments.stream());
    // Of a part, its media type is no matter; of a form, the styles of its fields.
    match (method.to_string().as_str(), texts.as_slice()) {
        ("files" | "part", [name, ..]) => format!("part {name} {input}"),
        ("part_json", [name, ..]) => format!("part_json {name} {input}"),
        ("json", [media_type]) if media_type == "application/json" => "json".to_owned(),
        ("json" | "raw", [media_type]) => format!("body {media_type}"),
        ("form", _) => "form".to_owned(),
        ("parts", []) => format!("parts {input}"),
        (method, [name]) => format!("{method} {name} {input}"),
        (method, [name, argument]) => format!("{method} {name} {input} {argument}"),
        other => panic!("{other:?}"),
    }
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
    let marks = features(&item.attrs);
    match (last(&item.mac.path).as_str(), words.iter().map(String::as_str).collect::<Vec<_>>().as_slice()) {
        ("object", ["pub", "struct", name, "built", ..]) => {
            let implemented = ["Debug", "Deserialize", "PartialEq", "Serialize"];
            let name = format!("{at}{name}");
            lines.insert(format!("{name}{marks}"));
            lines.extend(implemented.map(|implemented| format!("{name}: {implemented}")));
            traits(&name, &attributes, lines);
            let builder = name.replace("types::", "types::builder::");
            lines.insert(format!("{builder}{marks}"));
            for (_, line) in entries(&groups[0], ';') {
                let field = Field::read(&line);
                lines.insert(format!("{name}.{}: {}", field.name, field.held()));
                lines.extend(
                    (field.wire_name != field.name).then(|| format!("{name}.{} is {:?}", field.name, field.wire_name)),
                );
                let required = if field.is_required() { REQUIRED } else { "" };
                lines.insert(format!("{builder}::{}({}{required})", field.setter, field.ty));
            }
            let after = words.iter().skip(6).map(String::as_str).collect::<Vec<_>>();
            if let ["keeps", extra, ..] = after.as_slice() {
                let keeps = tokens.iter().skip_while(|token| token.to_string() != "keeps").skip(3);
                let kept: TokenStream = keeps.take_while(|token| token.to_string() != ";").cloned().collect();
                lines.insert(format!("{name}.{extra}: {}", text(&kept)));
                lines.insert(format!("{builder}::{extra}({})", text(&kept)));
            }
            if after.contains(&"clears") {
                let cleared = entries(groups.last().expect("has lines"), ';');
                lines.extend(cleared.iter().map(|(_, clear)| format!("{builder}::{}()", clear[0])));
            }
        }
        ("operation", ["pub", "struct", name, ..]) => {
            let name = format!("{at}{name}");
            lines.insert(format!("{name}{marks}"));
            for (_, line) in entries(&groups[1], ';') {
                let arrow =
                    line.windows(2).position(|signs| signs[0].to_string() == "=" && signs[1].to_string() == ">");
                let (input, sent) = line.split_at(arrow.expect("says where it goes"));
                let field = Field::read(input);
                let is_built = field.how.first().is_some_and(|how| how == "built");
                // Whether a body must be set that has a builder follows from that.
                let required = if field.is_required() && !is_built { REQUIRED } else { "" };
                let ty = if field.how == ["text"] { "String" } else { &field.ty };
                lines.insert(format!("{name}::{}({ty}{required})", field.name));
                if let [_, built] = field.how.as_slice() {
                    let builder = format!("types::builder::{built}");
                    lines.insert(format!("{name}::body_map(FnOnce({builder}) -> {builder})"));
                }
                lines.insert(format!("{name} sends {}", put(&field.name, &sent[2..])));
            }
            let rest: Vec<TokenTree> = tokens[5..].to_vec();
            let mut known: Vec<String> = Vec::new();
            for (_, statement) in entries(&rest.into_iter().collect(), ';') {
                let said: Vec<String> =
                    statement.iter().filter(|token| matches!(token, TokenTree::Literal(_))).map(literal).collect();
                match statement[0].to_string().as_str() {
                    "operation" => known.push(said[0].clone()),
                    "request" | "server" | "limit" => known.extend(said),
                    "send" => {
                        // What stands between this and the end.
                        let is_pages = |token: &TokenTree| token.to_string() == "pages";
                        let response: TokenStream =
                            statement[5..].iter().take_while(|token| !is_pages(token)).cloned().collect();
                        lines.insert(format!("{name}::send() -> Result<ResponseValue<{}>, Error>", text(&response)));
                    }
                    "pages" => {
                        let [_, TokenTree::Group(table)] = statement.as_slice() else { panic!("{statement:?}") };
                        pager(&name, table.stream(), lines);
                    }
                    other => panic!("{other}"),
                }
            }
            lines.insert(format!("operation {}", known.join(" ")));
        }
        ("tag", ["pub", "struct", name]) => {
            for (_, method) in entries(&groups[0], ';') {
                let [TokenTree::Ident(short), TokenTree::Group(arguments), .., TokenTree::Ident(builder)] =
                    method.as_slice()
                else {
                    panic!("{method:?}")
                };
                let arguments = entries(&arguments.stream(), ',');
                let arguments: Vec<String> = arguments
                    .iter()
                    .map(|(_, argument)| {
                        let colon = argument.iter().position(|token| token.to_string() == ":").expect("has a type");
                        text(&argument[colon + 1..].iter().cloned().collect::<TokenStream>())
                    })
                    .collect();
                lines.insert(format!("{at}{name}::{short}({}) -> builder::{builder}", arguments.join(", ")));
            }
        }
        ("mocks", ["former", ..]) => {
            lines.insert("::httpmock::MockServer: MockServerExt".to_owned());
            let formers: syn::Block = syn::parse2({
                let formers = &groups[0];
                quote::quote! { { #formers } }
            })
            .expect("has functions");
            for former in formers.stmts {
                let Stmt::Item(Item::Fn(former)) = former else { panic!("{}", former.to_token_stream()) };
                lines.insert(format!("{at}MockServerExt::{}{}", former.sig.ident, note(&former.attrs)));
            }
            // A name, a colon, the builder.
            let names = tokens.windows(4).filter(|four| four[1].to_string() == ":" && four[3].to_string() == "-");
            lines.extend(names.map(|four| format!("{at}MockServerExt::{}", four[0])));
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
        ("union", ["pub", "enum", name, "by", by, "else", other, ..]) => {
            let name = format!("{at}{name}");
            lines.insert(format!("{name}{marks}"));
            let implemented = ["Clone", "Debug", "Deserialize", "PartialEq", "Serialize"];
            lines.extend(implemented.map(|implemented| format!("{name}: {implemented}")));
            lines.insert(format!("{name}::{other}(serde_json::Value)"));
            let tables = if *by == "Kind" { &groups[..] } else { &groups[1..] };
            for (_, line) in entries(&tables[0], ';') {
                let (variant, line) = (line[1].to_string(), &line[2..]);
                let colon = line.iter().position(|token| token.to_string() == ":").expect("has a type");
                let end = line.iter().position(|token| token.to_string() == "=").unwrap_or(line.len());
                let ty = text(&line[colon + 1..end].iter().cloned().collect::<TokenStream>());
                let held = if colon == 0 { ty } else { format!("Box<{ty}>") };
                lines.insert(format!("{name}::{variant}({held})"));
            }
            for (_, conversion) in tables.get(1).map(|from| entries(from, ';')).unwrap_or_default() {
                let ty = &conversion[..conversion.len() - 2];
                lines.insert(format!("{name}: From<{}>", text(&ty.iter().cloned().collect::<TokenStream>())));
            }
        }
        other => panic!("{other:?}"),
    }
}

/// How a builder goes through its pages: `items pages: Item = […]; cursor setter = […]: Type;`, or `number …;`.
fn pager(builder: &str, table: TokenStream, lines: &mut BTreeSet<String>) {
    let entries = entries(&table, ';');
    let [(_, methods), (_, by)] = entries.as_slice() else { panic!("{entries:?}") };
    let equals = methods.iter().position(|token| token.to_string() == "=").expect("has a list");
    let item = text(&methods[3..equals].iter().cloned().collect::<TokenStream>());
    let at = match by[0].to_string().as_str() {
        "number" => "i64".to_owned(),
        "cursor" => text(&by[5..].iter().cloned().collect::<TokenStream>()),
        other => panic!("{other}"),
    };
    lines.insert(format!("{builder}::{}() -> page::Items<Self> of {item}", methods[0]));
    lines.insert(format!("{builder}::{}() -> page::Pages<Self> at {} {at}", methods[1], by[0]));
}

/// A line of a table: `0 required(boxed) name as setter: Type = "wire name"`, as far as it is there.
struct Field {
    need: String,
    how: Vec<String>,
    name: String,
    setter: String,
    ty: String,
    wire_name: String,
}

impl Field {
    fn read(line: &[TokenTree]) -> Self {
        let line = if matches!(line[0], TokenTree::Literal(_)) { &line[1..] } else { line };
        let (need, line) = (line[0].to_string(), &line[1..]);
        let (how, line) = match &line[0] {
            TokenTree::Group(how) => (how.stream().into_iter().map(|word| word.to_string()).collect(), &line[1..]),
            _ => (Vec::new(), line),
        };
        let name = line[0].to_string();
        let setter = if line[1].to_string() == "as" { line[2].to_string() } else { name.clone() };
        let colon = line.iter().position(|token| token.to_string() == ":").expect("has a type");
        let ty = &line[colon + 1..];
        let (ty, wire_name) = match ty {
            [ty @ .., equals, wire_name] if equals.to_string() == "=" => (ty, literal(wire_name)),
            ty => (ty, String::new()),
        };
        let ty = text(&ty.iter().cloned().collect::<TokenStream>());
        Self { need, how, name, setter, ty, wire_name }
    }

    fn is_required(&self) -> bool {
        self.need == "required" || self.need == "nullable"
    }

    /// The type of the field of a struct.
    fn held(&self) -> String {
        let held = if self.how == ["boxed"] { format!("Box<{}>", self.ty) } else { self.ty.clone() };
        match self.need.as_str() {
            "required" => held,
            "nullable" | "optional" => format!("Option<{held}>"),
            "optional_nullable" => format!("Option<Option<{held}>>"),
            other => panic!("{other}"),
        }
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
        Some([.., text]) if text.starts_with(RENAMED_TO) => format!(" {text}"),
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
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    let features = conditions.map(ToTokens::to_token_stream).flat_map(literals);
    with(features.filter(|feature| feature != "mock").collect())
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
