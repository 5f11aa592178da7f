//! Collects the names that the mock of an operation accepts. They are taken from the table of the operation's inputs.

use super::input::{Input, InputPlace};
use crate::mock_operation::Inputs;

impl Inputs {
    pub fn new(table: &'static [Input]) -> Self {
        let fixed = table.iter().filter_map(|input| match input.place {
            InputPlace::FixedQuery(value) => Some((input.name, value)),
            _ => None,
        });
        let names_in = |place| {
            let parameters = table.iter().filter(move |input| input.shown_place() == place && !input.setter.is_empty());
            parameters.map(|input| (input.setter, input.name)).collect()
        };
        Self::default().path(names_in("path")).query(names_in("query")).fixed(fixed.collect())
    }
}
