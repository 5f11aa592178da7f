//! What deviates, and how often. It has no value of a response, however much of one deviates.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::Serialize;

/// More undeclared fields of one object than these are rather the keys of a map, which are data.
const MOST_NAMES: usize = 16;

/// Where in the responses of an operation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Status, headers, or the body as a whole.
    Response,
    /// A value of the body, such as `[].owner.email`; all of it if this is empty. That of an error begins with its status:
    /// `404.message`.
    Body(String),
}

/// In what a response is not as the document declares it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deviation {
    UndeclaredStatus(u16),
    UndeclaredMediaType(String),
    MissingMediaType,
    MissingBody,
    UndeclaredBody,
    NotJson,
    UndeclaredField,
    UndeclaredFields,
    /// Of the object at the place.
    AbsentField(String),
    UndeclaredNull,
    OtherType {
        expected: &'static str,
        found: &'static str,
    },
    UnlistedValue {
        found: &'static str,
    },
    NoMember {
        found: &'static str,
    },
}

impl Deviation {
    fn kind(&self) -> &'static str {
        match self {
            Self::UndeclaredStatus(_) => "undeclared status",
            Self::UndeclaredMediaType(_) => "undeclared media type",
            Self::MissingMediaType => "missing media type",
            Self::MissingBody => "missing body",
            Self::UndeclaredBody => "undeclared body",
            Self::NotJson => "not JSON",
            Self::UndeclaredField => "undeclared field",
            Self::UndeclaredFields => "undeclared fields",
            Self::AbsentField(_) => "absent field",
            Self::UndeclaredNull => "undeclared null",
            Self::OtherType { .. } => "other type",
            Self::UnlistedValue { .. } => "unlisted value",
            Self::NoMember { .. } => "no member",
        }
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UndeclaredStatus(status) => write!(f, "status {status}, which is not declared"),
            Self::UndeclaredMediaType(media_type) => write!(f, "media type {media_type}, which is not declared"),
            Self::MissingMediaType => f.write_str("a body without a media type"),
            Self::MissingBody => f.write_str("no body, where one is declared"),
            Self::UndeclaredBody => f.write_str("a body, where none is declared"),
            Self::NotJson => f.write_str("a body that is not JSON"),
            Self::UndeclaredField => f.write_str("a field that is not declared"),
            Self::UndeclaredFields => {
                write!(f, "more than {MOST_NAMES} fields that are not declared: not named, since they may be keys")
            }
            Self::AbsentField(_) => f.write_str("a required field that is absent"),
            Self::UndeclaredNull => f.write_str("null, which is not declared"),
            Self::OtherType { expected, found } => write!(f, "expects {expected}, found {found}"),
            Self::UnlistedValue { found } => write!(f, "{found} that is not listed"),
            Self::NoMember { found } => write!(f, "{found} that fits no member of the union"),
        }
    }
}

/// One deviation, as it is reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The path to the value, empty for the whole body; none if it is about the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    pub kind: &'static str,
    pub says: String,
    /// How many responses or values had it.
    pub count: usize,
    /// Of how many.
    pub of: usize,
}

impl Finding {
    /// The path as it is shown.
    pub fn path(&self) -> Option<&str> {
        self.place.as_deref().map(|path| if path.is_empty() { "the body" } else { path })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} of {})", self.says, self.count, self.of)
    }
}

/// How often something was, and the lengths of the texts that it was.
#[derive(Debug, Default)]
struct Tally {
    count: usize,
    lengths: Option<(usize, usize)>,
}

/// The fields of one object that are not declared.
#[derive(Debug, Default)]
struct Undeclared {
    objects: usize,
    names: BTreeMap<String, usize>,
}

/// All that was found of one operation.
#[derive(Debug, Default)]
pub struct Findings {
    seen: BTreeMap<Place, usize>,
    deviations: BTreeMap<(Place, Deviation), Tally>,
    undeclared: BTreeMap<String, Undeclared>,
}

impl Findings {
    /// Counts a response or a value, whatever it is.
    pub fn see(&mut self, place: Place) {
        *self.seen.entry(place).or_default() += 1;
    }

    /// Counts a response or a value that deviates.
    pub fn note(&mut self, place: Place, deviation: Deviation) {
        self.deviations.entry((place, deviation)).or_default().count += 1;
    }

    /// Counts a text that is not listed.
    pub fn note_text(&mut self, place: Place, length: usize) {
        let tally = self.deviations.entry((place, Deviation::UnlistedValue { found: "a text" })).or_default();
        tally.count += 1;
        let (shortest, longest) = tally.lengths.unwrap_or((length, length));
        tally.lengths = Some((shortest.min(length), longest.max(length)));
    }

    /// Counts an object with fields that are not declared, by what is shown of their names.
    pub fn note_undeclared(&mut self, object: &str, names: BTreeSet<String>) {
        let undeclared = self.undeclared.entry(object.to_owned()).or_default();
        undeclared.objects += 1;
        for name in names {
            if undeclared.names.len() <= MOST_NAMES || undeclared.names.contains_key(&name) {
                *undeclared.names.entry(name).or_default() += 1;
            }
        }
    }

    /// How many values were compared.
    pub fn compared(&self) -> usize {
        self.seen.iter().filter(|(place, _)| **place != Place::Response).map(|(_, count)| count).sum()
    }

    /// What deviates, by place.
    pub fn list(&self) -> Vec<Finding> {
        let deviations = self.deviations.iter().map(|((place, deviation), tally)| {
            let field = match (place, deviation) {
                (Place::Body(object), Deviation::AbsentField(name)) => Some(Place::Body(member(object, name))),
                _ => None,
            };
            let mut finding = self.finding(field.as_ref().unwrap_or(place), deviation, tally.count, place);
            if let Some((shortest, longest)) = tally.lengths {
                let length =
                    if shortest == longest { shortest.to_string() } else { format!("{shortest} to {longest}") };
                finding.says = finding.says.replacen("a text", &format!("a text of {length} bytes"), 1);
            }
            finding
        });
        let undeclared = self.undeclared.iter().flat_map(|(path, undeclared)| {
            let object = Place::Body(path.clone());
            if undeclared.names.len() > MOST_NAMES {
                return vec![self.finding(&object, &Deviation::UndeclaredFields, undeclared.objects, &object)];
            }
            let finding = |(name, count): (&String, &usize)| {
                self.finding(&Place::Body(member(path, name)), &Deviation::UndeclaredField, *count, &object)
            };
            undeclared.names.iter().map(finding).collect()
        });
        let mut findings: Vec<Finding> = deviations.chain(undeclared).collect();
        findings.sort_by(|one, other| one.place.cmp(&other.place));
        findings
    }

    fn finding(&self, place: &Place, deviation: &Deviation, count: usize, counted: &Place) -> Finding {
        let place = match place {
            Place::Response => None,
            Place::Body(path) => Some(path.clone()),
        };
        let of = self.seen.get(counted).copied().unwrap_or_default();
        Finding { place, kind: deviation.kind(), says: deviation.to_string(), count, of }
    }
}

/// The path of a field.
pub fn member(object: &str, name: &str) -> String {
    if object.is_empty() { name.to_owned() } else { format!("{object}.{name}") }
}
