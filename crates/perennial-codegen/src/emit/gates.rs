//! Determines which features enable an item, and documents these features.

use std::collections::{BTreeSet, HashMap};

use crate::{api::Api, surface::PublicApi};

/// The feature gate of an item: the features of tags that enable the item. Any one of them is enough. An item with an
/// empty gate is always compiled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gate<'a>(Vec<&'a str>);

impl<'a> Gate<'a> {
    pub fn new(features: impl IntoIterator<Item = &'a str>) -> Self {
        Self(features.into_iter().collect())
    }

    /// Returns the `cfg` attribute of the item as a line, or an empty string if the item is always compiled.
    pub fn cfg(&self) -> String {
        let features: Vec<String> = self.0.iter().map(|feature| format!("feature = {feature:?}")).collect();
        match features.as_slice() {
            [] => String::new(),
            [feature] => format!("#[cfg({feature})]\n"),
            several => format!("#[cfg(any({}))]\n", several.join(", ")),
        }
    }

    /// Same as [`cfg`](Self::cfg), but for an item within a block that has the feature gate `around`. Returns an empty
    /// string if both gates are equal.
    pub fn cfg_within(&self, around: &Self) -> String {
        if self == around { String::new() } else { self.cfg() }
    }

    /// Returns a sentence for the documentation that lists the features, or an empty string if the item is always
    /// compiled.
    pub fn docs(&self) -> String {
        const LISTED: usize = 16;
        match self.0.as_slice() {
            [] => String::new(),
            many if many.len() > LISTED => {
                format!("Available if the feature of one of its {} tags is enabled.", many.len())
            }
            [feature] => format!("Available with the feature `{feature}`."),
            [first @ .., last] => {
                format!("Available if one of the features `{}` or `{last}` is enabled.", first.join("`, `"))
            }
        }
    }

    /// Writes the `cfg` attribute in front of each `impl` block and macro call in the code `implementations`.
    pub fn gate_each(&self, implementations: &str) -> String {
        let is_macro =
            |line: &str| line.starts_with("::") && line.split(' ').next().is_some_and(|path| path.ends_with('!'));
        let begins = |line: &str| line.starts_with("impl") || is_macro(line);
        let lines = implementations.lines().map(str::trim);
        lines.map(|line| if begins(line) { self.cfg() + line } else { line.to_owned() } + "\n").collect()
    }
}

#[derive(Debug)]
pub struct Gates<'a> {
    operations: HashMap<&'a str, Gate<'a>>,
    types: HashMap<&'a str, Gate<'a>>,
    always: Gate<'a>,
}

impl<'a> Gates<'a> {
    pub fn new(api: &'a Api, surface: &'a PublicApi) -> Self {
        let operations = api.features().into_iter().map(|(name, features)| (name, Gate::new(features)));
        let types = surface.types.iter();
        let types = types.map(|(name, ty)| (name.as_str(), Gate::new(ty.features.iter().map(String::as_str))));
        Self { operations: operations.collect(), types: types.collect(), always: Gate::default() }
    }

    pub fn operation(&self, name: &str) -> &Gate<'a> {
        self.operations.get(name).unwrap_or(&self.always)
    }

    /// Returns the gate of an item that all operations in `names` need: the features of all of them. If one of the
    /// operations is always compiled, so is the item.
    pub fn any<'b>(&self, names: impl IntoIterator<Item = &'b str>) -> Gate<'a> {
        let mut features = BTreeSet::new();
        for name in names {
            match self.operation(name).0.as_slice() {
                [] => return Gate::default(),
                of_one => features.extend(of_one),
            }
        }
        Gate::new(features)
    }

    pub fn of_type(&self, name: &str) -> &Gate<'a> {
        self.types.get(name).unwrap_or(&self.always)
    }
}
