//! Writes the credentials that the document declares.

use super::{Context, NO_DOCTEST, docs, option};
use crate::{
    api::{Carrier, Credentials, Scheme, SchemeKind},
    names::reserved::DERIVED,
    text::{markdown::code_span, path},
};

/// Adapts a template, which is written for a client with handwritten credentials. If the client uses the credentials
/// that the document declares, the template's imports and calls are replaced accordingly.
pub fn template(text: &str, credentials: Option<&Credentials>) -> String {
    let Some(_) = credentials else { return text.to_owned() };
    let imports = "use super::SERVICE;\nuse perennial::__private::v1::{self, Schemes as Credentials};";
    let text = text.replace("use super::{Credentials, SERVICE};", imports);
    text.replace("Credentials::default()", "Credentials::new(&DECLARED)")
}

pub fn credentials(context: &Context<'_>) -> String {
    let Some(Credentials { schemes, security }) = &context.api.credentials else { return String::new() };
    let url = context.api.servers.default.as_deref();
    let default_url = option(url.map(|url| format!("{url:?}")));
    let (declared, security) = (schemes.iter().map(declaration).collect::<String>(), alternatives(security));
    let (setters, derived): (String, String) = schemes.iter().map(methods).unzip();
    let from_env = docs::lines(&environment(schemes, url));
    format!(
        "/// The security schemes of the document.
        static DECLARED: ::perennial::__private::v1::Declared = ::perennial::__private::v1::Declared {{
            schemes: &[
                {declared}],
            security: {security},
        }};
        /// # Creating a client from the environment
        impl Client {{
            {from_env}pub fn from_env() -> ::std::result::Result<Self, ::perennial::Error> {{
                ClientBuilder::from_env()?.build()
            }}
        }}
        /// # Settings from the environment
        impl ClientBuilder {{
            /// Configures a client from the environment: see [`Client::from_env`].
            ///
            /// # Errors
            ///
            /// [`Error::InvalidRequest`](::perennial::Error::InvalidRequest), with the name of the variable that is
            /// unset or malformed.
            pub fn from_env() -> ::std::result::Result<Self, ::perennial::Error> {{
                Self::from_variables(&::perennial::Environment::of_service(&SERVICE))
            }}

            pub(crate) fn from_variables(environment: &::perennial::Environment<'_>) -> ::std::result::Result<Self, ::perennial::Error> {{
                let builder = Self::of_environment(&environment.with_default_url({default_url}))?;
                let read = DECLARED.read(environment)?;
                ::std::result::Result::Ok(builder.credentials(|credentials| *credentials = read))
            }}
        }}
        /// # Credentials
        ///
        /// A call is sent with the credentials that the document declares for its operation, and no others. If one of
        /// them is not set, the call is refused with [`Error::InvalidRequest`](::perennial::Error::InvalidRequest),
        /// which names the setter. Credentials are sent only to the base URL and to allowed servers. If a response
        /// repeats a credential, it is redacted.
        ///
        /// By default, no credentials are set. If a value is empty, surrounded by white space, or cannot be sent,
        /// [`build`](Self::build) fails with [`Error::InvalidRequest`](::perennial::Error::InvalidRequest).
        {NO_DOCTEST}impl ClientBuilder {{
            {setters}
        }}
        /// # Derived clients with other credentials
        ///
        /// The value also replaces a header of the same name that [`with_headers`](Self::with_headers) has set. If it
        /// cannot be sent, each request fails with [`Error::InvalidRequest`](::perennial::Error::InvalidRequest).
        {NO_DOCTEST}impl Client {{
            {derived}
            /// Derives a client that sends no credentials, even for operations that require them in the document. Use
            /// this client to call an operation that logs in, if the document requires credentials for it.
            #[must_use]
            pub fn without_credentials(&self) -> Self {{
                Self(self.0.with_credentials(None, |schemes: &mut Credentials| Ok(schemes.omit())))
            }}
        }}\n"
    )
}

/// Writes a security requirement as a slice of alternatives. Each alternative lists the indices of the schemes that are
/// needed together.
pub fn alternatives(security: &[Vec<usize>]) -> String {
    let sets: Vec<String> = security.iter().map(|set| format!("&{set:?}")).collect();
    format!("&[{}]", sets.join(", "))
}

fn declaration(Scheme { setter, carrier, variables, .. }: &Scheme) -> String {
    let place = match carrier {
        Carrier::Header(name) => format!("Header({name:?})"),
        Carrier::Query(name) => format!("Query({name:?})"),
        Carrier::Cookie(name) => format!("Cookie({name:?})"),
        Carrier::Basic => "Basic".to_owned(),
        Carrier::Token(url) => format!("Token({})", option(url.as_ref().map(|url| format!("{url:?}")))),
    };
    format!(
        "::perennial::__private::v1::Scheme {{
            place: ::perennial::__private::v1::Place::{place},
            setter: {setter:?},
            variables: &{variables:?},
        }},\n"
    )
}

/// Returns the parts of a setter that depend on the kind of its value, such as a key, or a user name and password: its
/// type parameters, its parameters, and the arguments that it passes to the runtime.
fn arguments(carrier: &Carrier) -> [&'static str; 3] {
    match carrier {
        Carrier::Basic => [
            "",
            "user: impl ::std::convert::AsRef<str>, password: impl ::perennial::IntoSecret",
            "user.as_ref(), password",
        ],
        Carrier::Token(_) => ["<Form>", "token: impl ::perennial::IntoTokens<Form>", "token"],
        Carrier::Header(_) | Carrier::Query(_) | Carrier::Cookie(_) => ["", "key: impl ::perennial::IntoSecret", "key"],
    }
}

/// Writes the method of `ClientBuilder` that sets the value of a scheme, and the method of `Client` that derives a
/// client with a different value.
fn methods(scheme: &Scheme) -> (String, String) {
    let Scheme { setter, carrier, .. } = scheme;
    let (kind, docs, [form, arguments, values]) =
        (carrier.argument_kind(), docs::lines(&documentation(scheme)), arguments(carrier));
    let change = format!("schemes.set_{kind}(DECLARED.index({setter:?}), {values})");
    let set = format!(
        "{docs}pub fn {setter}{form}(self, {arguments}) -> Self {{
            self.credentials(|schemes| drop({change}))
        }}\n"
    );
    let derive = format!(
        "/// Derives a client with a different value of [`{setter}`](ClientBuilder::{setter}).
        #[must_use]
        pub fn {DERIVED}{setter}{form}(&self, {arguments}) -> Self {{
            Self(DECLARED.derive(&self.0, {setter:?}, |schemes| {change}))
        }}\n"
    );
    (set, derive)
}

fn documentation(Scheme { name, docs, kind, carrier, .. }: &Scheme) -> String {
    let what = match kind {
        SchemeKind::Key => "the API key",
        SchemeKind::Basic => "the user name and the password",
        SchemeKind::Bearer | SchemeKind::OAuth => "the token",
        SchemeKind::Other => "the whole value",
    };
    let sent = match carrier {
        Carrier::Header(name) => format!("in the header {}", code_span(name)),
        Carrier::Query(name) => format!("in the query as {}", code_span(name)),
        Carrier::Cookie(name) => format!("in the cookie {}", code_span(name)),
        Carrier::Basic => "as `Authorization: Basic …`".to_owned(),
        Carrier::Token(_) => "as `Authorization: Bearer …`".to_owned(),
    };
    let secret = "[`SecretString`](::perennial::secrecy::SecretString)";
    let takes = match carrier {
        Carrier::Basic => {
            format!("Either may be empty, but not both. The password is a string or a {secret}.")
        }
        Carrier::Token(_) => format!(
            "It accepts a string, a {secret}, [`ClientCredentials`](::perennial::ClientCredentials) of OAuth 2, or \
             another [`TokenProvider`](::perennial::authenticate::TokenProvider). A provider is called when a call \
             needs a token."
        ),
        _ => format!("It accepts a string or a {secret}."),
    };
    let is_authorization = |header: &str| header.eq_ignore_ascii_case("authorization");
    let (prefix, url) = match carrier {
        Carrier::Token(Some(url)) => {
            let relative = if path::scheme(url).is_none() { ", relative to the base URL" } else { "" };
            ("", format!("By default, `ClientCredentials` requests tokens from {}{relative}.", code_span(url)))
        }
        Carrier::Header(header) if *kind == SchemeKind::Key && is_authorization(header) => (
            "The key is the whole value of the header, including a prefix such as `Bearer ` if the service expects \
             one.",
            String::new(),
        ),
        _ => ("", String::new()),
    };
    docs::joined(&[
        &format!("Sets {what}, sent {sent}, for the security scheme {} of the document.", code_span(name)),
        docs,
        prefix,
        &takes,
        &url,
    ])
}

fn environment(schemes: &[Scheme], url: Option<&str>) -> String {
    let url = url.map_or("required".to_owned(), |url| format!("by default {}", code_span(url)).replace('|', "\\|"));
    let rows = schemes.iter().flat_map(|scheme| {
        let row = move |variable: &String| format!("| `…_{variable}` | [`{0}`](ClientBuilder::{0}) |\n", scheme.setter);
        scheme.variables.iter().map(row)
    });
    format!(
        "Builds a client from environment variables, with the defaults of [`ClientBuilder`]. The names of the \
         variables begin with the name of this package in capital letters, such as `MY_SERVICE_URL` for \
         `my-service`.\n\n| variable | content |\n|---|---|\n| `…_URL` | the base URL, {url} |\n{}\nA call is \
         refused if it requires a credential that is not set. To change a default, use \
         [`ClientBuilder::from_env`].\n\n# Errors\n\n[`Error::InvalidRequest`](::perennial::Error::InvalidRequest), \
         with the name of the variable that is unset or malformed.",
        rows.collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::names::file::Names;

    fn code(scheme: Value) -> String {
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "a" } } },
            "components": { "securitySchemes": { "S": scheme } } });
        let names = Names::parse(r#"{ "client": { "credentials": {} } }"#).expect("legal");
        crate::generate(&root.to_string(), &names).expect("legal").client
    }

    #[test]
    fn docs_state_that_an_authorization_key_is_the_whole_header_value() {
        let is_documented = |name: &str| {
            let code = code(json!({ "type": "apiKey", "in": "header", "name": name }));
            code.contains("The key is the whole value of the header, including a prefix such as `Bearer `")
        };
        assert!(is_documented("Authorization") && is_documented("authorization"));
        assert!(!is_documented("X-Key"));
    }

    #[test]
    fn a_relative_token_url_is_documented_as_relative_to_the_base_url() {
        let with = |url: &str| {
            code(json!({ "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": url, "scopes": {} } } }))
        };
        assert!(with("token").contains("requests tokens from `token`, relative to the base URL."));
        assert!(with("https://a/token").contains("requests tokens from `https://a/token`."));
    }
}
