//! Writes the servers that a caller can choose: constants for URLs, and structs for URLs with variables.

use super::{Context, NO_DOCTEST, docs, layout::block};
use crate::{
    api::{Choice, EnumValue, Server, Servers, Variable, VariableOf},
    text::markdown::code_span,
};

/// Writes the module of servers. The module is empty if the document lists no absolute URL.
pub fn servers(context: &Context<'_>) -> String {
    let Servers { default, all, choices } = &context.api.servers;
    let docs = "/// The servers that the document lists, for [`Client::builder`](crate::Client::builder).\n";
    let docs = if all.is_empty() { "#[doc(hidden)]\n" } else { docs };
    let default = default.as_ref().map(|url| constant("DEFAULT", url, "The first server of the document.")).into_iter();
    let items = default.chain(all.iter().map(server)).chain(choices.iter().map(choice));
    // The client decides whether it exports this module. If it does not, `unreachable_pub` would cause warnings.
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
        &format!("{}. Each variable has its default value unless it is set.", code_span(url)),
    ]);
    let fields = variables.iter().map(|it| format!("{}: ::std::borrow::Cow<'static, str>,\n", it.name));
    let defaults = variables.iter().map(|it| format!("{}: ::std::borrow::Cow::Borrowed({:?}),\n", it.name, it.default));
    let values = variables.iter().map(|it| format!("({:?}, &server.{})", it.wire_name, it.name));
    format!(
        "{docs}#[derive(Clone, Debug)]
        #[must_use = \"it is the base URL of a client: see `Client::builder`\"]
        pub struct {name} {{
            {}
        }}
        impl {name} {{
            {}
        }}
        impl ::std::default::Default for {name} {{
            fn default() -> Self {{
                Self {{
                    {}
                }}
            }}
        }}
        impl ::std::convert::From<{name}> for ::std::string::String {{
            fn from(server: {name}) -> Self {{ ::perennial::__private::v1::server_url({url:?}, &[{}]) }}
        }}\n",
        fields.collect::<String>(),
        variables.iter().map(setter).collect::<String>(),
        defaults.collect::<String>(),
        values.collect::<Vec<_>>().join(", ")
    )
}

fn setter(Variable { name, wire_name, docs, default, of }: &Variable) -> String {
    let default = if default.is_empty() { "nothing".to_owned() } else { code_span(default) };
    let what = format!("Sets the variable {}. Defaults to {default}.", code_span(wire_name));
    let encoded = |unencoded: &str| {
        let docs = "Characters that could change the rest of the URL are percent-encoded, or refused if they are in \
                    the host.";
        let value = format!("::perennial::__private::v1::server_text(value.as_ref(), &[{unencoded}])");
        (docs, "impl ::std::convert::AsRef<str>".to_owned(), value)
    };
    let (encoding, ty, value) = match of {
        VariableOf::Choice(name) => ("", name.clone(), "value.as_str()".to_owned()),
        VariableOf::Host => encoded("':', '[', ']'"),
        VariableOf::Path => encoded("'/'"),
    };
    let docs = docs::paragraphs(&[&what, docs, encoding]);
    format!(
        "{docs}pub fn {name}(mut self, value: {ty}) -> Self {{
            self.{name} = {value}.into();
            self
        }}\n"
    )
}

fn choice(Choice { name, values }: &Choice) -> String {
    let (mut variants, mut arms) = (String::new(), String::new());
    for EnumValue { name, wire_name } in values {
        variants += &format!("{}{name},\n", docs::lines(&format!("{} in the URL.", code_span(wire_name))));
        arms += &format!("Self::{name} => {wire_name:?},\n");
    }
    format!(
        "/// A value of a variable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum {name} {{
            {variants}
        }}
        impl {name} {{
            /// Returns the value in the URL.
            pub const fn as_str(self) -> &'static str {{
                match self {{
                    {arms}
                }}
            }}
        }}\n"
    )
}
