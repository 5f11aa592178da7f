//! The servers that a caller can choose: constants, and for those with variables the macros `server` and `server_choice`
//! of the runtime.

use super::{Context, NO_DOCTEST, docs, layout::block};
use crate::{
    api::{Choice, EnumValue, Server, Servers, Variable, VariableOf},
    text::markdown::code_span,
};

/// The module of servers, which is empty where the document lists none that is absolute.
pub fn servers(context: &Context<'_>) -> String {
    let Servers { default, all, choices } = &context.api.servers;
    let docs = "/// The servers that the document lists, for [`Client::builder`](crate::Client::builder).\n";
    let docs = if all.is_empty() { "#[doc(hidden)]\n" } else { docs };
    let default = default.as_ref().map(|url| constant("DEFAULT", url, "The first server of the document.")).into_iter();
    let items = default.chain(all.iter().map(server)).chain(choices.iter().map(choice));
    // A client need not export it, unlike all else.
    let allowed = "#[allow(unreachable_pub)]\n";
    docs.to_owned() + NO_DOCTEST + allowed + &block("pub mod servers", &items.collect::<String>())
}

fn constant(name: &str, url: &str, described: &str) -> String {
    let docs = docs::paragraphs(&[described, &format!("{}.", code_span(url))]);
    format!("{docs}pub const {name}: &str = {url:?};\n")
}

fn server(Server { name, url, docs, variables }: &Server) -> String {
    if variables.is_empty() {
        return constant(name, url, docs);
    }
    let docs = docs::paragraphs(&[
        docs,
        &format!("{}, where each variable has its default unless it is set.", code_span(url)),
    ]);
    let lines: String = variables.iter().map(variable).collect();
    format!("::perennial::__private::v1::server! {{\n{docs}pub struct {name} = {url:?};\n{lines}}}\n")
}

fn variable(Variable { name, wire_name, docs, default, of }: &Variable) -> String {
    let kind = match of {
        VariableOf::Choice(name) => format!("choice({name})"),
        VariableOf::Host => "host".to_owned(),
        VariableOf::Path => "path".to_owned(),
    };
    let default_docs = if default.is_empty() {
        "Defaults to nothing.".to_owned()
    } else {
        format!("Defaults to {}.", code_span(default))
    };
    let what = format!("Sets the variable {}. {default_docs}", code_span(wire_name));
    let docs = docs::paragraphs(&[&what, docs]);
    format!("{docs}{kind} {name} as {wire_name:?} = {default:?};\n")
}

fn choice(Choice { name, values }: &Choice) -> String {
    let value = |EnumValue { name, wire_name }: &EnumValue| {
        format!("{}{name} = {wire_name:?},\n", docs::lines(&format!("{} in the URL.", code_span(wire_name))))
    };
    let values = block(&format!("pub enum {name}"), &values.iter().map(value).collect::<String>());
    format!("::perennial::__private::v1::server_choice! {{\n/// A value of a variable.\n{values}}}\n")
}
