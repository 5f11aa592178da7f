//! A task runner for the clients in tests. The environment variable `TASKS` selects its settings.

use std::{env, process::ExitCode};

use perennial::{
    Authenticate, Environment, Error,
    authenticate::{Authentication, BearerToken, Secrets, Unauthenticated},
    http::{HeaderName, HeaderValue},
};
use perennial_update::Settings;

fn main() -> ExitCode {
    let all = || {
        let settings = Settings::new("cargo xtask", "MONITORING_SERVICE").api_version("v1");
        settings
            .authentication(["API_KEY", "ACCOUNT_ID"], read_account)
            .pregenerated("pregenerated/client.rs")
            .samples(["README.md", "docs"], "examples")
    };
    let plain = || Settings::new("cargo tasks", "SCRATCH");
    let settings = match env::var("TASKS").as_deref() {
        Ok("plain") => plain(),
        Ok("one") => plain().package("one").pregenerated("src/generated.rs"),
        Ok("two") => plain().package("two").api_version("2.0").samples(["guide.md"], "samples"),
        _ => all().retired_document("swagger.json"),
    };
    settings.run()
}

/// An API key, and an account id for a separate header.
#[derive(Debug)]
struct Account(BearerToken, HeaderValue);

fn read_account(environment: &Environment<'_>) -> Result<Box<dyn Authenticate>, Error> {
    let key = environment.required("API_KEY", "an API key, created in the user settings")?;
    let key = BearerToken::new(key).map_err(|reason| environment.malformed("API_KEY", reason))?;
    let id = environment.required("ACCOUNT_ID", "the account id, a UUID")?;
    let id = perennial::uuid::Uuid::try_parse(&id).ok().and_then(|id| HeaderValue::try_from(id.to_string()).ok());
    let id = id.ok_or_else(|| environment.malformed("ACCOUNT_ID", "the account id is not a UUID"))?;
    Ok(Box::new(Account(key, id)))
}

impl Authenticate for Account {
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        request.set_header(HeaderName::from_static("x-service-account"), self.1.clone());
        self.0.authenticate(request)
    }

    fn secrets(&self) -> Secrets {
        self.0.secrets()
    }
}
