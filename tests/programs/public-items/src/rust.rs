//! Types, bounds and generic parameters as Rust.

use rustdoc_types::{
    AssocItemConstraintKind, DynTrait, GenericArg, GenericArgs, GenericBound, GenericParamDef, GenericParamDefKind,
    Generics, Path, PreciseCapturingArg, Term, TraitBoundModifier, Type, WherePredicate,
};

use crate::paths::Ids;

/// Writes types as a caller would; `None` where one of them cannot be named.
#[derive(Clone, Copy)]
pub struct Rust<'a> {
    pub ids: Ids<'a>,
    /// Lifetimes that are not written are `'static`: where Rust takes none that are inferred.
    pub is_explicit: bool,
}

impl Rust<'_> {
    pub fn explicit(self) -> Self {
        Self { is_explicit: true, ..self }
    }

    pub fn ty(self, ty: &Type) -> Option<String> {
        Some(match ty {
            Type::ResolvedPath(path) => self.path(path)?,
            Type::DynTrait(dynamic) => format!("({})", self.dynamic(dynamic)?),
            Type::Generic(name) | Type::Primitive(name) if name == "never" => "!".to_owned(),
            Type::Generic(name) | Type::Primitive(name) => name.clone(),
            Type::FunctionPointer(pointer) => {
                let inputs = self.list(pointer.sig.inputs.iter().map(|(_, ty)| self.ty(ty)))?;
                format!("fn({inputs}){}", self.output(pointer.sig.output.as_ref())?)
            }
            Type::Tuple(types) => {
                let all = types.iter().map(|ty| Some(self.ty(ty)? + ",")).collect::<Option<String>>()?;
                format!("({all})")
            }
            Type::Slice(ty) => format!("[{}]", self.ty(ty)?),
            Type::Array { type_, len } => format!("[{}; {len}]", self.ty(type_)?),
            Type::ImplTrait(bounds) if bounds.len() > 1 => format!("(impl {})", self.bounds(bounds)?),
            Type::ImplTrait(bounds) => format!("impl {}", self.bounds(bounds)?),
            Type::Infer => "_".to_owned(),
            Type::BorrowedRef { lifetime, is_mutable, type_ } => {
                let lifetime = lifetime.as_deref().map(|lifetime| self.lifetime(lifetime));
                let lifetime = lifetime.unwrap_or(if self.is_explicit { "'static" } else { "" });
                let mutable = if *is_mutable { "mut " } else { "" };
                format!("&{lifetime} {mutable}{}", self.ty(type_)?)
            }
            Type::QualifiedPath { name, args, self_type, trait_ } => {
                let (of, args) = (self.ty(self_type)?, self.args(args.as_deref())?);
                match trait_ {
                    Some(trait_) if !trait_.path.is_empty() => {
                        format!("<{of} as {}>::{name}{args}", self.path(trait_)?)
                    }
                    _ => format!("{of}::{name}{args}"),
                }
            }
            Type::Pat { .. } | Type::RawPointer { .. } => return None,
        })
    }

    pub fn output(self, output: Option<&Type>) -> Option<String> {
        output.map_or(Some(String::new()), |ty| Some(format!(" -> {}", self.ty(ty)?)))
    }

    pub fn path(self, path: &Path) -> Option<String> {
        Some(self.ids.get(path.id)? + &self.args(path.args.as_deref())?)
    }

    fn lifetime(self, lifetime: &str) -> &str {
        if self.is_explicit && lifetime == "'_" { "'static" } else { lifetime }
    }

    fn dynamic(self, dynamic: &DynTrait) -> Option<String> {
        let traits =
            dynamic.traits.iter().map(|bound| Some(self.for_all(&bound.generic_params)? + &self.path(&bound.trait_)?));
        let mut parts = traits.collect::<Option<Vec<String>>>()?;
        parts.extend(dynamic.lifetime.as_deref().map(|lifetime| self.lifetime(lifetime).to_owned()));
        Some(format!("dyn {}", parts.join(" + ")))
    }

    fn args(self, args: Option<&GenericArgs>) -> Option<String> {
        let Some(args) = args else { return Some(String::new()) };
        match args {
            GenericArgs::AngleBracketed { args, constraints } => {
                let mut parts = args.iter().map(|arg| self.arg(arg)).collect::<Option<Vec<String>>>()?;
                for constraint in constraints {
                    let binding = match &constraint.binding {
                        AssocItemConstraintKind::Equality(Term::Type(ty)) => format!(" = {}", self.ty(ty)?),
                        AssocItemConstraintKind::Equality(Term::Constant(_)) => return None,
                        AssocItemConstraintKind::Constraint(bounds) => format!(": {}", self.bounds(bounds)?),
                    };
                    parts.push(constraint.name.clone() + &binding);
                }
                Some(if parts.is_empty() { String::new() } else { format!("<{}>", parts.join(", ")) })
            }
            GenericArgs::Parenthesized { inputs, output } => {
                let inputs = self.list(inputs.iter().map(|ty| self.ty(ty)))?;
                Some(format!("({inputs}){}", self.output(output.as_ref())?))
            }
            GenericArgs::ReturnTypeNotation => None,
        }
    }

    fn arg(self, arg: &GenericArg) -> Option<String> {
        Some(match arg {
            GenericArg::Lifetime(lifetime) => self.lifetime(lifetime).to_owned(),
            GenericArg::Type(ty) => self.ty(ty)?,
            GenericArg::Const(constant) => constant.expr.clone(),
            GenericArg::Infer => "_".to_owned(),
        })
    }

    pub fn bounds(self, bounds: &[GenericBound]) -> Option<String> {
        let bounds = bounds.iter().map(|bound| match bound {
            GenericBound::TraitBound { trait_, generic_params, modifier } => {
                let maybe = if *modifier == TraitBoundModifier::Maybe { "?" } else { "" };
                Some(format!("{maybe}{}{}", self.for_all(generic_params)?, self.path(trait_)?))
            }
            GenericBound::Outlives(lifetime) => Some(self.lifetime(lifetime).to_owned()),
            GenericBound::Use(captured) => {
                let names: Vec<&str> = captured.iter().map(captured_name).collect();
                Some(format!("use<{}>", names.join(", ")))
            }
        });
        Some(bounds.collect::<Option<Vec<String>>>()?.join(" + "))
    }

    fn for_all(self, params: &[GenericParamDef]) -> Option<String> {
        let params = params.iter().map(|param| param.name.as_str()).collect::<Vec<_>>().join(", ");
        Some(if params.is_empty() { params } else { format!("for<{params}> ") })
    }

    /// The parameters as they are declared, without angle brackets.
    pub fn parameters(self, generics: &Generics) -> Option<Vec<String>> {
        written(generics)
            .map(|param| match &param.kind {
                GenericParamDefKind::Lifetime { outlives } if outlives.is_empty() => Some(param.name.clone()),
                GenericParamDefKind::Lifetime { outlives } => Some(format!("{}: {}", param.name, outlives.join(" + "))),
                GenericParamDefKind::Type { bounds, .. } if bounds.is_empty() => Some(param.name.clone()),
                GenericParamDefKind::Type { bounds, .. } => Some(format!("{}: {}", param.name, self.bounds(bounds)?)),
                GenericParamDefKind::Const { type_, .. } => Some(format!("const {}: {}", param.name, self.ty(type_)?)),
            })
            .collect()
    }

    /// The clause ` where …`, if there is one.
    pub fn conditions(self, generics: &Generics) -> Option<String> {
        let predicates = generics.where_predicates.iter().map(|predicate| match predicate {
            WherePredicate::BoundPredicate { type_, bounds, generic_params } => {
                Some(format!("{}{}: {}", self.for_all(generic_params)?, self.ty(type_)?, self.bounds(bounds)?))
            }
            WherePredicate::LifetimePredicate { lifetime, outlives } => {
                Some(format!("{lifetime}: {}", outlives.join(" + ")))
            }
            WherePredicate::EqPredicate { .. } => None,
        });
        let predicates = predicates.collect::<Option<Vec<String>>>()?.join(", ");
        Some(if predicates.is_empty() { predicates } else { format!(" where {predicates}") })
    }

    pub fn list(self, texts: impl Iterator<Item = Option<String>>) -> Option<String> {
        Some(texts.collect::<Option<Vec<String>>>()?.join(", "))
    }
}

fn captured_name(captured: &PreciseCapturingArg) -> &str {
    match captured {
        PreciseCapturingArg::Lifetime(name) | PreciseCapturingArg::Param(name) => name,
    }
}

/// The parameters that are written: not those that stand for an `impl Trait`.
pub fn written(generics: &Generics) -> impl Iterator<Item = &GenericParamDef> {
    let is_written = |kind: &GenericParamDefKind| !matches!(kind, GenericParamDefKind::Type { is_synthetic: true, .. });
    generics.params.iter().filter(move |param| is_written(&param.kind))
}

pub fn is_type(param: &GenericParamDef) -> bool {
    matches!(param.kind, GenericParamDefKind::Type { .. })
}

/// The names of parameters, as arguments, without angle brackets: all of them, or those that are types.
pub fn arguments(generics: &Generics, with_lifetimes: bool) -> Vec<String> {
    let is_lifetime = |param: &GenericParamDef| matches!(param.kind, GenericParamDefKind::Lifetime { .. });
    written(generics).filter(|param| with_lifetimes || !is_lifetime(param)).map(|param| param.name.clone()).collect()
}

/// In angle brackets, unless there are none.
pub fn bracketed(parts: &[String]) -> String {
    if parts.is_empty() { String::new() } else { format!("<{}>", parts.join(", ")) }
}
