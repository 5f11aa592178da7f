//! Deviations of responses, and their counts. They have no value of a response, however much of one deviates.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Serialize, Serializer};

/// More undeclared fields at one place than these are rather the keys of a map, which are data.
const MOST_NAMES: usize = 16;

/// The field path of a value in the body of a response, such as `[].owner.email`, empty for all of it. `None` is the
/// status, the headers, or the body as a whole.
pub type Place = Option<String>;

/// One deviation, as it is reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Place,
    pub kind: &'static str,
    pub says: String,
    /// The number of responses or values that had it.
    pub count: usize,
    /// The number of responses or values at this place.
    pub of: usize,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_deref() {
            None => {}
            Some("") => f.write_str("the body: ")?,
            Some(path) => write!(f, "`{path}`: ")?,
        }
        write!(f, "{} ({} of {})", self.says, self.count, self.of)
    }
}

/// The findings at one place.
#[derive(Debug, Default)]
struct Found {
    /// The number of responses or values there.
    seen: usize,
    /// The number of deviations, by kind and description.
    deviating: BTreeMap<(&'static str, String), usize>,
}

/// All that was found of one operation.
#[derive(Debug, Default)]
pub struct Findings(BTreeMap<Place, Found>);

impl Findings {
    fn at(&mut self, place: Option<&str>) -> &mut Found {
        self.0.entry(place.map(str::to_owned)).or_default()
    }

    /// Counts a response or a value, whatever it is.
    pub fn see(&mut self, place: Option<&str>) {
        self.at(place).seen += 1;
    }

    /// Counts a response or a value that deviates.
    pub fn note(&mut self, place: Option<&str>, kind: &'static str, says: String) {
        *self.at(place).deviating.entry((kind, says)).or_default() += 1;
    }

    /// Counts an object with fields that are not declared, by what is shown of their names.
    pub fn note_undeclared(&mut self, path: &str, shown: BTreeSet<String>) {
        self.note(
            Some(path),
            UNDECLARED_FIELDS,
            format!("more than {MOST_NAMES} fields that are not declared: not named, since they may be keys"),
        );
        for name in shown {
            self.note(Some(path), UNDECLARED_FIELD, format!("the field `{name}`, which is not declared"));
        }
    }

    /// Returns `true` if nothing deviates.
    pub fn is_empty(&self) -> bool {
        self.0.values().all(|found| found.deviating.is_empty())
    }

    /// Returns the number of values that were compared.
    pub fn compared(&self) -> usize {
        self.0.iter().filter(|(place, _)| place.is_some()).map(|(_, found)| found.seen).sum()
    }

    /// Returns the deviations, by place.
    pub fn list(&self) -> Vec<Finding> {
        self.0.iter().flat_map(|(place, found)| found.list(place)).collect()
    }
}

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.list())
    }
}

impl Found {
    fn list(&self, place: &Place) -> impl Iterator<Item = Finding> {
        let fields = self.deviating.keys().filter(|(kind, _)| *kind == UNDECLARED_FIELD).count();
        let left_out = if fields > MOST_NAMES { UNDECLARED_FIELD } else { UNDECLARED_FIELDS };
        let told = self.deviating.iter().filter(move |((kind, _), _)| *kind != left_out);
        told.map(move |((kind, says), count)| Finding {
            place: place.clone(),
            kind,
            says: says.clone(),
            count: *count,
            of: self.seen,
        })
    }
}

/// An object has this field.
const UNDECLARED_FIELD: &str = "undeclared field";
/// An object has such fields, whichever they are.
const UNDECLARED_FIELDS: &str = "undeclared fields";
