//! Code that shows what a change does to callers.

use monitoring_service_codegen::text::naming;

/// What a caller wrote, and the part of a document that changed. The code compiles before; after a breaking change it
/// does not, after a compatible one it does.
pub struct Witness {
    /// What `before` and `after` are.
    pub part: Part,
    /// JSON; nothing where it is not there.
    pub before: &'static str,
    /// JSON; nothing where it is not there.
    pub after: &'static str,
    /// The recorded names before and after, as JSON; without them, an update carries the names over.
    pub names: Option<[&'static str; 2]>,
    /// The features of tags that the caller turned on; none if he relies on none.
    pub features: &'static [&'static str],
    /// Functions of a caller.
    pub code: &'static str,
    /// Whether it compiles after a breaking change, too: what fails, fails at run time.
    pub fails_at_run_time: bool,
    /// The ids of the other breaking rules that apply here, where none can do alone.
    pub beside: &'static [&'static str],
}

/// A part of a document, with names made of the id of the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The operation that is called by GET.
    Get,
    /// A schema that an operation gives.
    Given,
    /// A schema that an operation takes.
    Taken,
    /// A schema that an operation takes and gives.
    Both,
    /// An object with `paths` and `schemas`.
    Document,
}

impl Witness {
    /// Code and what it is about.
    pub const fn new(part: Part, before: &'static str, after: &'static str, code: &'static str) -> Self {
        let (names, features, fails_at_run_time, beside) = (None, &[] as &[&str], false, &[] as &[&str]);
        Self { part, before, after, names, features, code, fails_at_run_time, beside }
    }

    /// With these names recorded before and after.
    pub const fn names(self, before: &'static str, after: &'static str) -> Self {
        Self { names: Some([before, after]), ..self }
    }

    /// For a caller who turned on these features of tags, and no other.
    pub const fn features(self, features: &'static [&'static str]) -> Self {
        Self { features, ..self }
    }

    /// It compiles and fails.
    pub const fn fails_at_run_time(self) -> Self {
        Self { fails_at_run_time: true, ..self }
    }

    /// Where these rules apply, too.
    pub const fn beside(self, beside: &'static [&'static str]) -> Self {
        Self { beside, ..self }
    }
}

impl Part {
    /// What `before` and `after` of the rule are, in words.
    pub fn described(self, id: &str) -> String {
        let schema = || naming::type_name(id);
        match self {
            Self::Get => format!("the operation `GET /{id}`"),
            Self::Given => format!("the schema `{}`, which `GET /{id}` gives", schema()),
            Self::Taken => format!("the schema `{}`, which `POST /{id}` takes", schema()),
            Self::Both => format!("the schema `{}`, which `POST /{id}` takes and gives", schema()),
            Self::Document => "the paths and schemas".to_owned(),
        }
    }
}
