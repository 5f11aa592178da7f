//! With which features of tags an item is compiled, and what its documentation says of that.

use std::collections::{BTreeSet, HashMap};

use crate::{api::Api, surface::PublicApi};

/// The features of one item, each of which suffices; one without any is always there.
#[derive(Clone, Debug, Default)]
pub struct Gate<'a>(Vec<&'a str>);

impl<'a> Gate<'a> {
    /// Of an item that comes with any of `features`.
    pub fn new(features: impl IntoIterator<Item = &'a str>) -> Self {
        Self(features.into_iter().collect())
    }

    /// The attribute, in a line of its own.
    pub fn cfg(&self) -> String {
        let features: Vec<String> = self.0.iter().map(|feature| format!("feature = {feature:?}")).collect();
        match features.as_slice() {
            [] => String::new(),
            [feature] => format!("#[cfg({feature})]\n"),
            several => format!("#[cfg(any({}))]\n", several.join(", ")),
        }
    }

    /// A sentence of the documentation; empty for what is always there.
    pub fn said(&self) -> String {
        /// The most that a reader would read.
        const READ: usize = 16;
        match self.0.as_slice() {
            [] => String::new(),
            many if many.len() > READ => format!("Available with the feature of any of its {} tags.", many.len()),
            [feature] => format!("Available with the feature `{feature}`."),
            [first @ .., last] => format!("Available with any of the features `{}` and `{last}`.", first.join("`, `")),
        }
    }

    /// Implementations, each of them with the attribute.
    pub fn before_each(&self, implementations: &str) -> String {
        let is_macro =
            |line: &str| line.starts_with("::") && line.split(' ').next().is_some_and(|path| path.ends_with('!'));
        let begins = |line: &str| line.starts_with("impl") || is_macro(line);
        let lines = implementations.lines().map(str::trim);
        lines.map(|line| if begins(line) { self.cfg() + line } else { line.to_owned() } + "\n").collect()
    }
}

/// The gates of all items.
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

    /// Of the operation with this method of `Client`.
    pub fn operation(&self, name: &str) -> &Gate<'a> {
        self.operations.get(name).unwrap_or(&self.always)
    }

    /// Of what is there for the operations called `names`: with each feature that brings one of them.
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

    /// Of the type called `name`, or of the responses by status.
    pub fn of_type(&self, name: &str) -> &Gate<'a> {
        self.types.get(name).unwrap_or(&self.always)
    }
}
