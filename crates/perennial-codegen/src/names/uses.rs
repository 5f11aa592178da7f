//! Finds the uses of types. Types that the document does not name are named after their uses.

use super::words::words_of;
use crate::{
    api::{
        ByStatus, Case, Content, ErrorBody, Field, JsonKind, Kind, Operation, Parameter, Response, StatusContent, Type,
        UnionMember, status_key,
    },
    text::naming,
};

/// A use of a type by its owner: an operation, or another type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// The part of the owner in which the type is used. It is appended to the place of the owner.
    pub part: String,
    /// The words that are appended to the owner's name to get the name of the type.
    pub suffix: String,
}

impl Use {
    fn new(part: impl Into<String>, suffix: impl Into<String>) -> Self {
        Self { part: part.into(), suffix: suffix.into() }
    }

    /// Returns whether the suffix consists of generic words, which alone do not show what the type is for.
    pub fn is_generic(&self) -> bool {
        const GENERIC: &str = "array body boolean data error event item kind number object op response state status \
            string type value";
        let is_generic = |word: &str| GENERIC.split(' ').any(|generic| generic == word);
        self.suffix.is_empty()
            || words_of(&self.suffix).iter().all(|word| is_generic(word.trim_end_matches(|c: char| c.is_ascii_digit())))
    }

    fn append(self, part: &str, suffix: &str) -> Self {
        Self { part: self.part + part, suffix: self.suffix + suffix }
    }
}

/// Calls `visit` for each use of a named type by an operation, but not for uses within these types.
pub fn visit_uses_in_operation<'a>(operation: &'a Operation, visit: &mut dyn FnMut(&'a str, Use)) {
    for Parameter { name, wire_name, location, ty, .. } in &operation.parameters {
        let part = || format!(" {} {wire_name}", location.name());
        visit_type(ty, &|| Use::new(part(), naming::type_name(name)), visit);
    }
    if let Some(body) = &operation.body {
        visit_type(&body.value.ty, &|| Use::new(" body", "Body"), visit);
    }
    if let Some(stream) = &operation.stream {
        visit_content(&stream.content, &|| Use::new(" stream", "Event"), visit);
    }
    for ErrorBody { status, value } in &operation.errors {
        visit_type(&value.ty, &|| Use::new(format!(" error {status}"), error_name(status)), visit);
    }
    match &operation.response {
        Response::One(content) => visit_content(content, &|| Use::new(" response", "Response"), visit),
        Response::ByStatus(ByStatus { contents, .. }) => {
            for StatusContent { status, content } in contents {
                let status = status_key(*status);
                let place = || Use::new(format!(" response {status}"), format!("Response{status}"));
                visit_content(content, &place, visit);
            }
        }
    }
}

/// Returns the suffix for the type of an error body: `Error404` for the status 404.
pub fn error_name(status: &str) -> String {
    format!("Error{}", if status == "default" { "" } else { status })
}

fn visit_content<'a>(content: &'a Content, place: &dyn Fn() -> Use, visit: &mut dyn FnMut(&'a str, Use)) {
    if let Some(value) = content.value() {
        visit_type(&value.ty, place, visit);
    }
}

/// Calls `visit` for each use of a named type in the definition `kind`, but not for uses within these types.
pub fn visit_uses_in_type<'a>(kind: &'a Kind, visit: &mut dyn FnMut(&'a str, Use)) {
    match kind {
        Kind::Struct(body) => {
            for Field { wire_name, value, .. } in &body.fields {
                visit_type(&value.ty, &|| Use::new(format!(".{wire_name}"), property(wire_name)), visit);
            }
            if let Some(additional) = &body.additional {
                visit_type(&additional.ty, &|| Use::new("{}", "Value"), visit);
            }
        }
        Kind::Union(union) => {
            for member in &union.members {
                let place = match member.case {
                    Case::Kind(kind) => kind_name(kind),
                    _ => &member.name,
                };
                visit_type(&member.ty, &|| Use::new(format!("::{}", member_key(member)), place), visit);
            }
        }
        Kind::Newtype(value) => visit_type(&value.ty, &|| Use::new(".0", ""), visit),
        Kind::Enum(_) => {}
    }
}

/// Returns the suffix for the type of a union member that is selected by its JSON kind.
pub fn kind_name(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::String => "String",
        JsonKind::Number => "Number",
        JsonKind::Boolean => "Boolean",
        JsonKind::Array => "Array",
        JsonKind::Object => "Object",
    }
}

/// Returns a key that identifies a member within its union, independently of the names of types.
pub fn member_key(member: &UnionMember) -> String {
    match &member.case {
        Case::Kind(kind) => kind_name(*kind).to_owned(),
        Case::Tag(values) => values.join("|"),
        Case::UndeclaredTag(value) | Case::Field(value) => value.clone(),
        Case::Several => "&".to_owned(),
        Case::Absent => String::new(),
        Case::AnyTag => "*".to_owned(),
    }
}

/// Returns the suffix that a property adds to the name of its owner.
pub fn property(wire_name: &str) -> String {
    naming::type_name(&format!(".{wire_name}"))
}

/// Calls `visit` for each named type in `ty`. `place` creates the use of `ty` itself, which is extended for the
/// elements of lists and maps.
fn visit_type<'a>(ty: &'a Type, place: &dyn Fn() -> Use, visit: &mut dyn FnMut(&'a str, Use)) {
    match ty {
        Type::Named(name) => visit(name, place()),
        Type::List(item) => visit_type(&item.ty, &|| place().append("[]", "Item"), visit),
        Type::Map(value) => visit_type(&value.ty, &|| place().append("{}", "Value"), visit),
        _ => {}
    }
}
