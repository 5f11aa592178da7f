//! Tests of the samples that configure the client by environment variables. Each sample runs in a separate process in
//! which these variables are set.

use std::{env, error::Error, process::Command};

use tokio::runtime::Runtime;

use super::{mock, print_queue::print_queue};

mod readme {
    include!("readme.rs");

    pub fn run() -> Result<(), Error> {
        main()
    }
}

mod blocking {
    include!("blocking.rs");

    pub fn run() -> Result<(), Box<dyn std::error::Error>> {
        main()
    }
}

/// Runs `program` in a separate process, and returns its output. The process is this test binary, restricted to the
/// test `name`. In that process, the function runs `program` and returns `None`.
fn run_in_process(name: &str, program: impl FnOnce() -> Result<(), Box<dyn Error>>) -> Option<String> {
    const WITHIN: &str = "MONITORING_SERVICE_SAMPLE";
    if env::var_os(WITHIN).is_some() {
        program().unwrap();
        return None;
    }
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(mock::start());
    // `--exact` expects the path of a test without the name of the crate.
    let module = module_path!().split_once("::").unwrap().1;
    let output = Command::new(env::current_exe().unwrap())
        .args([&format!("{module}::{name}"), "--exact", "--nocapture"])
        .env(WITHIN, "1")
        .env("MONITORING_SERVICE_URL", server.base_url())
        .env("MONITORING_SERVICE_API_KEY", "any key")
        .env("MONITORING_SERVICE_ACCOUNT_ID", mock::ACCOUNT.to_string())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    Some(text)
}

/// Counts the lines that consist of a timestamp and a number.
fn count_samples(text: &str) -> usize {
    let numbers = text.lines().filter_map(|line| line.split_once(" UTC ")?.1.parse::<f64>().ok());
    numbers.count()
}

#[test]
fn program_of_the_readme_prints_each_sample() {
    let output = run_in_process("program_of_the_readme_prints_each_sample", || Ok(readme::run()?));
    assert_eq!(output.map_or(36, |text| count_samples(&text)), 36);
}

#[test]
fn function_of_the_front_page_prints_each_sample() {
    let output = run_in_process("function_of_the_front_page_prints_each_sample", || {
        Ok(Runtime::new()?.block_on(print_queue(mock::LOCATION))?)
    });
    assert_eq!(output.map_or(36, |text| count_samples(&text)), 36);
}

#[test]
fn program_without_async_prints_the_number_of_incidents() {
    let output = run_in_process("program_without_async_prints_the_number_of_incidents", blocking::run);
    assert!(output.is_none_or(|text| text.contains("1 incidents\n")));
}
