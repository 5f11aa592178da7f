//! Counts how the responses of an operation deviate from the document. No finding contains a value from a response.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Serialize, Serializer};

/// The maximum number of an object's undeclared fields that a report names. An object with more is probably a map,
/// whose keys are data.
const MOST_NAMES: usize = 16;

/// The path of a value in a response body, such as `[].owner.email`, which is empty for the whole body. `None` stands
/// for the status, the headers, or a body that is not JSON.
pub type BodyPlace = Option<String>;

/// A kind of deviation at one place of the responses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: BodyPlace,
    pub kind: &'static str,
    pub says: String,
    /// The number of deviating values or responses at this place.
    pub count: usize,
    /// The number of all values or responses at this place that were compared.
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

#[derive(Debug, Default)]
struct PlaceCounts {
    /// The number of values or responses that were compared.
    seen: usize,
    /// The number of deviating values or responses, by the kind and the description of their deviation.
    deviating: BTreeMap<(&'static str, String), usize>,
}

/// The deviations in all responses to calls to one operation.
#[derive(Debug, Default)]
pub struct Findings(BTreeMap<BodyPlace, PlaceCounts>);

impl Findings {
    fn counts_at(&mut self, place: Option<&str>) -> &mut PlaceCounts {
        self.0.entry(place.map(str::to_owned)).or_default()
    }

    /// Counts a compared value at `place`, or a response if `place` is `None`. Call this for every value, whether it
    /// deviates or not.
    pub fn count_value(&mut self, place: Option<&str>) {
        self.counts_at(place).seen += 1;
    }

    pub fn count_deviation(&mut self, place: Option<&str>, kind: &'static str, says: String) {
        *self.counts_at(place).deviating.entry((kind, says)).or_default() += 1;
    }

    /// Counts an object's undeclared fields as deviations. `shown` contains their redacted names.
    pub fn count_undeclared_fields(&mut self, path: &str, shown: BTreeSet<String>) {
        self.count_deviation(
            Some(path),
            UNDECLARED_FIELDS,
            format!(
                "more than {MOST_NAMES} undeclared fields; their names are omitted, because they may be keys of a map"
            ),
        );
        for name in shown {
            self.count_deviation(Some(path), UNDECLARED_FIELD, format!("the field `{name}`, which is not declared"));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.values().all(|counts| counts.deviating.is_empty())
    }

    pub fn compared_values(&self) -> usize {
        self.0.iter().filter(|(place, _)| place.is_some()).map(|(_, counts)| counts.seen).sum()
    }

    /// Returns all deviations, ordered by place.
    pub fn list_deviations(&self) -> Vec<Finding> {
        self.0.iter().flat_map(|(place, counts)| counts.list_deviations_at(place)).collect()
    }
}

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.list_deviations())
    }
}

impl PlaceCounts {
    fn list_deviations_at(&self, place: &BodyPlace) -> impl Iterator<Item = Finding> {
        let fields = self.deviating.keys().filter(|(kind, _)| *kind == UNDECLARED_FIELD).count();
        let omitted_kind = if fields > MOST_NAMES { UNDECLARED_FIELD } else { UNDECLARED_FIELDS };
        let reported = self.deviating.iter().filter(move |((kind, _), _)| *kind != omitted_kind);
        reported.map(move |((kind, says), count)| Finding {
            place: place.clone(),
            kind,
            says: says.clone(),
            count: *count,
            of: self.seen,
        })
    }
}

/// The kind of deviation for a single undeclared field, which the report names.
const UNDECLARED_FIELD: &str = "undeclared field";
/// The kind of deviation for an object with too many undeclared fields to name them.
const UNDECLARED_FIELDS: &str = "undeclared fields";
