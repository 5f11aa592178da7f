//! Generates the `samples` method and the sample type of each series. A series is a struct whose lists are parallel:
//! equal indexes belong together.

use super::{Context, structs};
use crate::api::{Field, Kind, Presence, Series};

pub fn samples(context: &Context<'_>) -> String {
    context.api.series.iter().map(|each| series(context, each)).collect()
}

fn series(context: &Context<'_>, Series { name, sample, lists }: &Series) -> String {
    let Kind::Struct(body) = &sample.kind else { return String::new() };
    let definition = structs::object(context, sample, body);
    let gate = context.gates.of_type(name);
    // In scripts without upper and lower case, a tuple struct can have the name of a field, and rustc does not allow a
    // variable with the name of a tuple struct. The prefix `all_` prevents such collisions.
    let variable = |list: &Field| format!("all_{}", list.name);
    let slices = lists.iter().map(|list| {
        let slice = match list.presence() {
            Presence::Always => "as_slice()",
            Presence::Optional => "as_deref().unwrap_or_default()",
            Presence::OrNull => "as_ref().and_then(|list| list.as_deref()).unwrap_or_default()",
        };
        format!("let {} = self.{}.{slice};\n", variable(list), list.name)
    });
    let lengths = lists.iter().map(|list| format!("({:?}, {}.len())", list.wire_name, variable(list)));
    let fields = body.fields.iter().zip(lists);
    let fields = fields.map(|(field, list)| format!("{}: {}[index],\n", field.name, variable(list)));
    let sample = &sample.name;
    let samples = gate.gate_each(&format!(
        "impl {name} {{
            /// Returns the samples, one for each index of the parallel lists. An absent list counts as empty.
            ///
            /// The method returns a `Result`. To loop over the samples, write `for sample in value.samples()?`.
            ///
            /// # Errors
            ///
            /// [`Error::Decode`](::perennial::Error::Decode) if the lists differ in length.
            pub fn samples(&self) -> ::std::result::Result<impl ::std::iter::ExactSizeIterator<Item = {sample}> + '_, ::perennial::Error> {{
                {}let length = ::perennial::__private::v1::equal_lengths(&[{}])?;
                ::std::result::Result::Ok((0..length).map(move |index| {sample} {{
                    {}undeclared_: ::perennial::__private::v1::Ignored,
                }}))
            }}
        }}\n",
        slices.collect::<String>(),
        lengths.collect::<Vec<_>>().join(", "),
        fields.collect::<String>()
    ));
    definition + &samples
}
