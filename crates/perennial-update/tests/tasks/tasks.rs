//! The tasks of the clients that the tests make, with the settings that `TASKS` names.

use std::{env, process::ExitCode};

use perennial_update::Settings;

fn main() -> ExitCode {
    let all = || {
        let settings = Settings::new("cargo xtask", "MONITORING_SERVICE").api_version("v1");
        settings.pregenerated("pregenerated/client.rs").samples(["README.md", "docs"], "examples")
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
