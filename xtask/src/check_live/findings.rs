//! What deviates, and how often. It has no value of a response, however much of one deviates.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Serialize, Serializer};

/// More undeclared fields of one object than these are rather the keys of a map, which are data.
const MOST_NAMES: usize = 16;

/// Where in the responses of an operation: the path to a value of the body, such as `[].owner.email`, empty for all of it.
/// That of an error begins with its status: `404.message`. `None` is the status, the headers, or the body as a whole.
pub type Place = Option<String>;

/// One deviation, as it is reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Place,
    pub kind: &'static str,
    pub says: String,
    /// How many responses or values had it.
    pub count: usize,
    /// Of how many.
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

/// What was found at one place.
#[derive(Debug, Default)]
struct Found {
    /// How many responses or values there were.
    seen: usize,
    /// How many deviate, by kind and what is said of them.
    deviating: BTreeMap<(&'static str, String), usize>,
    /// How many texts are not listed, and the lengths of the shortest and the longest.
    unlisted: Option<(usize, [usize; 2])>,
    /// How many objects lack a required field.
    absent: BTreeMap<String, usize>,
    /// How many objects have fields that are not declared, and which.
    undeclared: (usize, BTreeMap<String, usize>),
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

    /// Counts a text that is not listed.
    pub fn note_unlisted(&mut self, path: &str, length: usize) {
        let unlisted = &mut self.at(Some(path)).unlisted;
        let (count, [shortest, longest]) = unlisted.unwrap_or((0, [length; 2]));
        *unlisted = Some((count + 1, [shortest.min(length), longest.max(length)]));
    }

    /// Counts an object without a required field.
    pub fn note_absent(&mut self, path: &str, name: &str) {
        *self.at(Some(path)).absent.entry(name.to_owned()).or_default() += 1;
    }

    /// Counts an object with fields that are not declared, by what is shown of their names.
    pub fn note_undeclared(&mut self, path: &str, shown: BTreeSet<String>) {
        let (objects, names) = &mut self.at(Some(path)).undeclared;
        *objects += 1;
        for name in shown {
            if names.len() <= MOST_NAMES || names.contains_key(&name) {
                *names.entry(name).or_default() += 1;
            }
        }
    }

    /// Whether nothing deviates.
    pub fn is_empty(&self) -> bool {
        self.list().is_empty()
    }

    /// How many values were compared.
    pub fn compared(&self) -> usize {
        self.0.iter().filter(|(place, _)| place.is_some()).map(|(_, found)| found.seen).sum()
    }

    /// What deviates, by place.
    pub fn list(&self) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self.0.iter().flat_map(|(place, found)| found.list(place)).collect();
        findings.sort_by(|one, other| one.place.cmp(&other.place));
        findings
    }
}

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.list())
    }
}

impl Found {
    fn list(&self, place: &Place) -> Vec<Finding> {
        let finding = |place: &Place, kind, says: &str, count: &usize| Finding {
            place: place.clone(),
            kind,
            says: says.to_owned(),
            count: *count,
            of: self.seen,
        };
        let field = |name: &str| Some(member(place.as_deref().unwrap_or_default(), name));
        let deviating = self.deviating.iter().map(|((kind, says), count)| finding(place, kind, says, count));
        let mut list: Vec<Finding> = deviating.collect();
        if let Some((count, [shortest, longest])) = &self.unlisted {
            let length = if shortest == longest { shortest.to_string() } else { format!("{shortest} to {longest}") };
            list.push(finding(place, UNLISTED, &format!("a text of {length} bytes that is not listed"), count));
        }
        let absent = |(name, count): (&String, &usize)| {
            finding(&field(name), "absent field", "a required field that is absent", count)
        };
        list.extend(self.absent.iter().map(absent));
        let undeclared = |(name, count): (&String, &usize)| {
            finding(&field(name), "undeclared field", "a field that is not declared", count)
        };
        match &self.undeclared {
            (objects, names) if names.len() > MOST_NAMES => {
                let says =
                    format!("more than {MOST_NAMES} fields that are not declared: not named, since they may be keys");
                list.push(finding(place, "undeclared fields", &says, objects));
            }
            (_, names) => list.extend(names.iter().map(undeclared)),
        }
        list
    }
}

/// Of a value that is none of those in an enum.
pub const UNLISTED: &str = "unlisted value";

/// The path of a field.
pub fn member(object: &str, name: &str) -> String {
    if object.is_empty() { name.to_owned() } else { format!("{object}.{name}") }
}
