//! Collects the names that the mock of an operation accepts, from the table of the operation's inputs.

use httpmock::MockServer;

use super::input::{Input, InputPlace, Signature};
use crate::mock_operation::{Inputs, MockOperation};

impl<'a, T> MockOperation<'a, T> {
    /// Creates a mock of an operation. `signature` lists the inputs of the operation.
    ///
    /// The methods of the mock accept the names of the path and query parameters in `signature`, and the names that
    /// `complete` adds, such as the names of the fields of a JSON body.
    #[doc(hidden)]
    pub fn new(server: &'a MockServer, signature: Signature, complete: fn(Inputs) -> Inputs) -> Self {
        Self::with_inputs(server, signature.operation, complete(Inputs::new(signature.inputs)))
    }
}

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
