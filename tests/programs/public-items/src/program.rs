//! The program: a use of each item.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Result, bail};
use rustdoc_types::{Attribute, Crate, Function, Generics, Id, Impl, Item, ItemEnum, StructKind, Type, VariantKind};

use crate::paths::{Paths, is_left_out};
use crate::rust::{Rust, arguments, bracketed, is_type, written};

const HEADER: &str = "\
//! Uses each item of the public API that is written by hand, with its signature: that it compiles is the test. It is made
//! of the documentation, by `.ci/public-items`: before a change that callers must not notice, or after one that they may.

#![allow(clippy::all, clippy::pedantic, deprecated, missing_docs, unreachable_pub, unused)]

fn main() {}
";

/// The use of every item, in the order of their paths.
pub fn of(crates: &[Crate]) -> Result<String> {
    let (paths, found) = Paths::of(crates);
    let mut uses = BTreeSet::new();
    let mut unnamed = 0;
    for (of, item) in found.items {
        let ids = paths.ids(of);
        if ids.is_generated(item) {
            continue;
        }
        for used in (Uses { rust: Rust { ids, is_explicit: false } }).item(item) {
            match used {
                Some(used) => _ = uses.insert(used),
                None => unnamed += 1,
            }
        }
    }
    uses.extend(found.also.into_iter().filter(|path| !is_left_out(path)).map(|path| format!("use {path} as _;")));
    if uses.len() < 500 {
        bail!("{} items are too few: is this the documentation of the client?", uses.len());
    }
    eprintln!("{} uses; {unnamed} have a type that callers cannot name", uses.len());
    let mut program = HEADER.to_owned();
    for used in uses {
        // Each in a scope of its own: they have names in common.
        write!(program, "\nconst _: () = {{\n    {used}\n}};\n")?;
    }
    Ok(program)
}

struct Uses<'a> {
    rust: Rust<'a>,
}

impl<'a> Uses<'a> {
    fn get(&self, ids: &'a [Id]) -> impl Iterator<Item = &'a Item> {
        ids.iter().filter_map(|id| self.rust.ids.docs().index.get(id))
    }

    /// All uses of an item; `None` for each that a caller cannot write.
    fn item(&self, item: &'a Item) -> Vec<Option<String>> {
        let path = self.rust.ids.get(item.id).unwrap_or_default();
        match &item.inner {
            ItemEnum::Module(_) => vec![Some(format!("use {path} as _;"))],
            ItemEnum::Function(function) => vec![self.function("", function, &path, None)],
            ItemEnum::Struct(declared) => {
                let ty = path.clone() + &bracketed(&arguments(&declared.generics, true));
                let mut uses = vec![self.fields(item, &declared.kind, &declared.generics, &path)];
                uses.extend(self.impls(&declared.impls, &declared.generics));
                if let StructKind::Plain { fields, .. } = &declared.kind {
                    uses.extend(self.get(fields).map(|field| self.field(field, &declared.generics, &ty)));
                }
                uses
            }
            ItemEnum::Enum(declared) => {
                let mut uses = vec![self.variants(item, &declared.variants, &declared.generics, &path)];
                uses.extend(self.impls(&declared.impls, &declared.generics));
                uses
            }
            ItemEnum::Trait(declared) => {
                let parameters = self.rust.parameters(&declared.generics);
                let arguments = bracketed(&arguments(&declared.generics, true));
                let methods = self.get(&declared.items).filter_map(|item| match &item.inner {
                    ItemEnum::Function(function) => Some((item.name.as_deref()?, function)),
                    _ => None,
                });
                let bodies = methods.map(|(name, function)| {
                    let call = format!("<Self as {path}{arguments}>::{name}");
                    Some(format!(
                        "trait Use{}: {path}{arguments} + Sized {{ {} }}",
                        bracketed(parameters.as_deref()?),
                        self.function(" where Self: Sized", function, &call, None)?
                    ))
                });
                let mut uses: Vec<_> = bodies.collect();
                let foreign = self.get(&declared.implementations).filter(|item| match &item.inner {
                    ItemEnum::Impl(implemented) => match &implemented.for_ {
                        Type::ResolvedPath(path) => {
                            self.rust.ids.docs().index.get(&path.id).is_none_or(|item| item.crate_id != 0)
                        }
                        _ => true,
                    },
                    _ => false,
                });
                uses.extend(foreign.filter_map(|item| self.implementation(item, None)));
                uses
            }
            ItemEnum::TypeAlias(alias) => {
                let generics = self.rust.parameters(&alias.generics).map(|parameters| bracketed(&parameters));
                let ty = path + &bracketed(&arguments(&alias.generics, true));
                vec![
                    generics
                        .zip(self.rust.ty(&alias.type_))
                        .map(|(generics, of)| format!("fn is{generics}(it: {ty}) -> {of} {{ it }}")),
                ]
            }
            ItemEnum::Constant { type_, .. } => vec![self.rust.ty(type_).map(|ty| format!("const IS: {ty} = {path};"))],
            ItemEnum::Static(of) => {
                vec![self.rust.ty(&of.type_).map(|ty| format!("fn is() -> &'static {ty} {{ &{path} }}"))]
            }
            _ => Vec::new(),
        }
    }

    /// A function of the same signature that calls it by `path`; `conditions` are added to its own.
    fn function(&self, conditions: &str, function: &Function, path: &str, constant: Option<&str>) -> Option<String> {
        let rust = self.rust;
        let mut inputs = Vec::new();
        let mut passed = Vec::new();
        for (index, (name, ty)) in function.sig.inputs.iter().enumerate() {
            let input = match (name.as_str(), ty, constant) {
                ("self", ty, Some(this)) => {
                    format!("a0: {}", rust.ty(ty)?.replace("Self", this))
                }
                ("self", Type::Generic(_), None) => "self".to_owned(),
                ("self", ty, None) => format!("self: {}", rust.ty(ty)?),
                _ => format!("a{index}: {}", rust.ty(ty)?),
            };
            inputs.push(input);
            passed.push(if name == "self" && constant.is_none() { "self".to_owned() } else { format!("a{index}") });
        }
        let parameters = bracketed(&rust.parameters(&function.generics)?);
        let generics = arguments(&function.generics, false);
        let turbofish = if generics.is_empty() { String::new() } else { format!("::<{}>", generics.join(", ")) };
        let own = rust.conditions(&function.generics)?;
        let conditions = match (own.as_str(), conditions) {
            ("", other) => other.to_owned(),
            (own, "") => own.to_owned(),
            (own, other) => format!("{own}, {}", other.trim_start_matches(" where ")),
        };
        let (is_async, wait) = if function.header.is_async { ("async ", ".await") } else { ("", "") };
        let is_const = if constant.is_some() { "const " } else { "" };
        let output = rust.output(function.sig.output.as_ref())?;
        Some(format!(
            "{is_const}{is_async}fn used{parameters}({}){output}{conditions} {{ {path}{turbofish}({}){wait} }}",
            inputs.join(", "),
            passed.join(", ")
        ))
    }

    fn impls(&self, ids: &'a [Id], generics: &Generics) -> Vec<Option<String>> {
        let mut uses = Vec::new();
        for item in self.get(ids) {
            let ItemEnum::Impl(of) = &item.inner else { continue };
            match &of.trait_ {
                Some(_) => uses.extend(self.implementation(item, Some(generics))),
                None => uses.extend(self.get(&of.items).filter_map(|member| self.member(of, member))),
            }
        }
        uses
    }

    /// The use of what an inherent `impl` has.
    fn member(&self, of: &Impl, member: &Item) -> Option<Option<String>> {
        if self.rust.ids.is_generated(member) {
            return None;
        }
        let name = member.name.as_deref()?;
        Some(match &member.inner {
            ItemEnum::Function(function) => self.method(of, name, function),
            ItemEnum::AssocConst { type_, .. } => (|| {
                let (this, ty) = (self.rust.ty(&of.for_)?, self.rust.ty(type_)?);
                let ty = if ty == "Self" { this.clone() } else { ty };
                Some(format!("const IS: {ty} = <{this}>::{name};"))
            })(),
            _ => return None,
        })
    }

    /// A method of a local trait, so that lifetimes that are not written and `Self` mean what they mean in the `impl`.
    fn method(&self, of: &Impl, name: &str, function: &Function) -> Option<String> {
        let this = self.rust.ty(&of.for_)?;
        let parameters = bracketed(&self.rust.parameters(&of.generics)?);
        let conditions = self.rust.conditions(&of.generics)?;
        let arguments = bracketed(&arguments(&of.generics, true));
        let used = self.function("", function, &format!("Self::{name}"), None)?;
        let declared = &used[..used.rfind(&format!(" {{ Self::{name}"))?];
        let mut text = format!(
            "trait Use{parameters}: Sized{conditions} {{ {declared}; }}\n    \
             impl{parameters} Use{arguments} for {this}{conditions} {{ {used} }}"
        );
        if function.header.is_const && of.generics.params.is_empty() {
            let output = matches!(&function.sig.output, Some(Type::Generic(name)) if name == "Self");
            let used = self.function("", function, &format!("<{this}>::{name}"), Some(&this))?;
            let used = if output { used.replace("-> Self", &format!("-> {this}")) } else { used };
            text.push_str(&format!("\n    {used}"));
        }
        Some(text)
    }

    /// That a trait is implemented, with its associated types.
    fn implementation(&self, item: &'a Item, declared: Option<&Generics>) -> Option<Option<String>> {
        let ItemEnum::Impl(of) = &item.inner else { return None };
        let trait_ = of.trait_.as_ref()?;
        // Unstable, or for all types that have another trait.
        let is_internal = ["Freeze", "StructuralPartialEq", "UnsafeUnpin"].contains(&trait_.path.as_str());
        if of.is_negative || of.blanket_impl.is_some() || is_internal || self.rust.ids.is_generated(item) {
            return None;
        }
        let explicit = self.rust.explicit();
        Some((|| {
            // Those of an auto trait do not repeat what the type asks for.
            let bounds = declared.filter(|_| of.is_synthetic).unwrap_or(&of.generics);
            let mut declared = self.rust.parameters(bounds)?;
            let parameters = bracketed(&declared);
            let types = arguments(&of.generics, false);
            let mut conditions = vec![self.rust.conditions(&of.generics)?];
            conditions.extend(of.is_synthetic.then(|| self.rust.conditions(bounds)).flatten());
            conditions.extend(
                written(&of.generics).filter(|of| is_type(of)).map(|of| format!(" where {}: 'static", of.name)),
            );
            conditions.retain(|condition| !condition.is_empty());
            let conditions = conditions.join(", ").replace(",  where", ",");
            let associated = self.get(&of.items).filter_map(|item| match &item.inner {
                ItemEnum::AssocType { type_: Some(ty), generics, .. } if generics.params.is_empty() => {
                    Some(format!("{} = {}", item.name.as_deref()?, explicit.ty(ty)?))
                }
                _ => None,
            });
            let associated: Vec<String> = associated.collect();
            let mut trait_ = explicit.path(trait_)?;
            if !associated.is_empty() {
                trait_ = match trait_.strip_suffix('>') {
                    Some(open) => format!("{open}, {}>", associated.join(", ")),
                    None => format!("{trait_}<{}>", associated.join(", ")),
                };
            }
            let this = explicit.ty(&of.for_)?;
            let trait_ = trait_.replace("Self", &this);
            declared.push(format!("Is: {trait_} + ?Sized"));
            let mut given = types;
            given.push(this);
            let (declared, given) = (bracketed(&declared), bracketed(&given));
            Some(format!("fn used{parameters}(){conditions} {{ fn is{declared}(){conditions} {{}} is::{given}() }}"))
        })())
    }

    fn field(&self, field: &Item, generics: &Generics, of: &str) -> Option<String> {
        let ItemEnum::StructField(ty) = &field.inner else { return None };
        let parameters = bracketed(&self.rust.parameters(generics)?);
        let conditions = self.rust.conditions(generics)?;
        let (name, ty) = (field.name.as_deref()?, self.rust.ty(ty)?);
        Some(format!("fn used{parameters}(it: {of}) -> {ty}{conditions} {{ it.{name} }}"))
    }

    /// What a pattern of a struct has to name.
    fn fields(&self, item: &Item, kind: &StructKind, generics: &Generics, path: &str) -> Option<String> {
        let parameters = bracketed(&self.rust.parameters(generics)?);
        let conditions = self.rust.conditions(generics)?;
        let ty = path.to_owned() + &bracketed(&arguments(generics, true));
        let pattern = match kind {
            StructKind::Unit => path.to_owned(),
            StructKind::Tuple(fields) if fields.iter().all(Option::is_some) => {
                format!("{path}({})", vec!["_"; fields.len()].join(", "))
            }
            StructKind::Tuple(_) => format!("{path} {{ .. }}"),
            StructKind::Plain { fields, has_stripped_fields } => {
                let open = *has_stripped_fields || is_open(item);
                self.pattern(path, fields, open)
            }
        };
        Some(format!("fn used{parameters}(it: {ty}){conditions} {{ let {pattern} = it; }}"))
    }

    fn pattern(&self, path: &str, fields: &'a [Id], is_open: bool) -> String {
        let mut names: Vec<String> =
            self.get(fields).filter_map(|field| Some(format!("{}: _", field.name.as_deref()?))).collect();
        names.extend(is_open.then(|| "..".to_owned()));
        format!("{path} {{ {} }}", names.join(", "))
    }

    /// What a `match` has to name.
    fn variants(&self, item: &Item, ids: &'a [Id], generics: &Generics, path: &str) -> Option<String> {
        let parameters = bracketed(&self.rust.parameters(generics)?);
        let conditions = self.rust.conditions(generics)?;
        let ty = path.to_owned() + &bracketed(&arguments(generics, true));
        let arms = self.get(ids).filter_map(|variant| {
            let ItemEnum::Variant(of) = &variant.inner else { return None };
            let path = format!("{path}::{}", variant.name.as_deref()?);
            Some(
                match &of.kind {
                    VariantKind::Plain => path,
                    VariantKind::Tuple(fields) => format!("{path}({})", vec!["_"; fields.len()].join(", ")),
                    VariantKind::Struct { fields, has_stripped_fields } => {
                        self.pattern(&path, fields, *has_stripped_fields || is_open(variant))
                    }
                } + " => {}",
            )
        });
        let mut arms: Vec<String> = arms.collect();
        arms.extend(is_open(item).then(|| "_ => {}".to_owned()));
        Some(format!("fn used{parameters}(it: {ty}){conditions} {{ match it {{ {} }} }}", arms.join(", ")))
    }
}

fn is_open(item: &Item) -> bool {
    item.attrs.contains(&Attribute::NonExhaustive)
}
