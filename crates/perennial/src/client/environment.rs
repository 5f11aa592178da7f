use std::borrow::Cow;
use std::env;
use std::ffi::OsString;
use std::fmt;

use super::base_url::BaseUrl;
use crate::error::{Error, InvalidRequest};
use crate::service::Service;

/// The environment variables that configure a client. All of their names begin with the same prefix.
///
/// ```
/// # fn run() -> Result<(), perennial::Error> {
/// let environment = perennial::Environment::with_prefix("BOOKSHELF");
/// // The variables BOOKSHELF_URL and BOOKSHELF_TOKEN:
/// let url = environment.base_url()?;
/// let token = environment.required("TOKEN", "a token, created in the settings")?;
/// # Ok(())
/// # }
/// ```
pub struct Environment<'a> {
    prefix: Cow<'a, str>,
    lookup: Box<Lookup<'a>>,
    default_url: Option<&'static str>,
}

type Lookup<'a> = dyn Fn(&str) -> Option<OsString> + 'a;

impl<'a> Environment<'a> {
    /// Creates an environment that contains the process's variables whose names start with `prefix` followed by `_`.
    pub fn with_prefix(prefix: &'a str) -> Self {
        Self::of(prefix, |name| env::var_os(name))
    }

    /// Creates an environment for tests, which reads variables through `lookup` and not from the process.
    pub fn of(prefix: &'a str, lookup: impl Fn(&str) -> Option<OsString> + 'a) -> Self {
        Self { prefix: prefix.into(), lookup: Box::new(lookup), default_url: None }
    }

    /// Creates an environment that contains the process's variables for the client of `service`.
    ///
    /// Their names start with the package name of the client in upper case, with `_` in place of each `-`, followed by
    /// another `_`. For the package `my-things`, they start with `MY_THINGS_`.
    pub fn of_service(service: &Service) -> Environment<'static> {
        let prefix = service.name().to_uppercase().replace('-', "_");
        Environment { prefix: prefix.into(), lookup: Box::new(|name| env::var_os(name)), default_url: None }
    }

    /// Sets the base URL to use if the environment variable for the base URL, such as `BOOKSHELF_URL`, is unset or
    /// empty. If `url` is `None`, this variable is required.
    pub fn with_default_url(&self, url: Option<&'static str>) -> Environment<'_> {
        let lookup = Box::new(|name: &str| (self.lookup)(name));
        Environment { prefix: (&*self.prefix).into(), lookup, default_url: url }
    }

    /// Returns the full name of a variable, such as `BOOKSHELF_TOKEN` for the name `TOKEN` and the prefix `BOOKSHELF`.
    pub fn name(&self, name: &str) -> String {
        format!("{}_{name}", self.prefix)
    }

    /// Returns the value of a required variable.
    ///
    /// `what` describes the expected value, for example as `a token, created in the settings`. If the variable is unset
    /// or empty, the error contains this description.
    ///
    /// # Errors
    ///
    /// Returns [`Error::InvalidRequest`] with the name of the variable if it is unset, empty, or not UTF-8.
    pub fn required(&self, name: &str, what: &str) -> Result<String, Error> {
        let unset = || InvalidRequest::new(format!("`{}` is not set: set it to {what}", self.name(name))).into();
        self.optional(name)?.ok_or_else(unset)
    }

    /// Returns the value of an optional variable, or `None` if the variable is unset or empty.
    ///
    /// # Errors
    ///
    /// Returns [`Error::InvalidRequest`] with the name of the variable if it is not UTF-8.
    pub fn optional(&self, name: &str) -> Result<Option<String>, Error> {
        let value = (self.lookup)(&self.name(name)).map(OsString::into_string).transpose();
        let value = value.map_err(|_| self.malformed(name, "it is not UTF-8"))?;
        Ok(value.filter(|value| !value.is_empty()))
    }

    /// Returns the base URL from the environment variable whose name is the prefix followed by `_URL`, such as
    /// `BOOKSHELF_URL`. If the variable is unset or empty, returns the [default](Self::with_default_url).
    ///
    /// # Errors
    ///
    /// Returns [`Error::InvalidRequest`] with the name of the variable if its value is malformed, or if it is unset or
    /// empty and there is no default.
    pub fn base_url(&self) -> Result<String, Error> {
        if let (None, Some(url)) = (self.optional("URL")?, self.default_url) {
            return Ok(url.to_owned());
        }
        let url = self.required("URL", "the base URL, such as https://api.example.com")?;
        BaseUrl::parse(&url).map_err(|reason| self.malformed("URL", &format!("the base URL {reason}")))?;
        Ok(url)
    }

    /// Creates the error for a variable with a malformed value. `reason` must not contain the value, which may be a
    /// secret that was set in the wrong variable.
    pub fn malformed(&self, name: &str, reason: &str) -> Error {
        InvalidRequest::new(format!("`{}` is malformed: {reason}", self.name(name))).into()
    }
}

impl fmt::Debug for Environment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url_of(value: Option<&str>) -> Result<String, String> {
        let environment = Environment::of("THINGS", |name| (name == "THINGS_URL").then_some(value?.into()));
        environment.base_url().map_err(|error| error.to_string())
    }

    #[test]
    fn base_url_is_read_from_the_prefixed_environment_variable() {
        assert_eq!(url_of(Some("http://localhost:1/")).as_deref(), Ok("http://localhost:1/"));
    }

    #[test]
    fn error_for_an_unset_url_variable_contains_name_and_remedy() {
        for value in [None, Some("")] {
            let error = url_of(value).unwrap_err();
            assert_eq!(error, "`THINGS_URL` is not set: set it to the base URL, such as https://api.example.com");
        }
    }

    #[test]
    fn error_for_a_malformed_url_variable_omits_its_value() {
        let error = url_of(Some("s3cret")).unwrap_err();
        assert!(error.starts_with("`THINGS_URL` is malformed: the base URL must"), "{error}");
        assert!(!error.contains("s3cret"), "{error}");
    }
}
