//! The task `check-live`: compares the behaviour of a service with its document. It calls only operations that read
//! data, and compares their responses with the declarations in the document.
//!
//! `plan` selects the operations, `run` calls them, `check` compares the responses, and `report` renders the findings.
//! Only the runtime's client has access to the credentials, and no finding contains a value from a response.

mod arguments;
mod check;
mod credentials;
mod document;
mod ids;
mod listings;
mod plan;
mod report;
mod run;
mod service;

use std::{cell::RefCell, env, path::PathBuf, process::ExitCode, time::SystemTime};

use anyhow::{Context as _, Result, ensure};
use perennial::{Authenticate, Core, Environment, RetryPolicy, Service, authenticate::Anonymous};
use perennial_codegen::input;

pub use self::arguments::{CheckLiveArguments, EXIT_CODES};
use self::{
    credentials::EnvironmentCredentials,
    document::CheckedDocument,
    plan::PlannedOperation,
    report::{LiveReport, RunEnd},
    run::LiveRun,
};
use crate::{
    address::DocumentAddress,
    console,
    fetch::SIZE_LIMIT,
    interrupt,
    settings::Settings,
    workspace::{self, Workspace},
};

/// The service as the runtime knows it. The runtime derives the `User-Agent` of requests from the name and version of
/// this crate.
static SERVICE: Service = Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

/// Runs the task `check-live`.
///
/// # Errors
/// Returns an error if the arguments or credentials are wrong, if no client can be generated from the document, or if
/// the report cannot be printed.
pub fn run(arguments: &CheckLiveArguments, settings: &Settings) -> Result<ExitCode> {
    let address = DocumentAddress::below_base_url(&arguments.base_url, settings)?;
    ensure!(!arguments.unpaced || address.is_loopback(), "`--unpaced` can only be used with a service on loopback");
    let (path, document) = read_document(arguments, settings)?;
    let mut planned = plan::plan_calls(&document, &arguments.ids, SystemTime::now().into())?;
    let (service, variables) = create_core(settings, &address.base, &document, &mut planned)?;
    let report = LiveReport {
        document: path.display().to_string(),
        service: address.base.clone(),
        variables,
        limit: usize::try_from(arguments.requests)?,
        ..LiveReport::default()
    };
    let mut run = LiveRun::new(&document, planned, report);
    run_until_signal(&mut run, &service, arguments)?;

    let report = run.into_report();
    console::print_report(&report.render(arguments.report)?).context("the report cannot be printed")?;
    Ok(match report.ended {
        Some(RunEnd::Interrupted(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
        _ if report.is_true() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Creates the runtime's client for the service at `base_url`. Also returns the names of the environment variables from
/// which credentials were read. Operations whose credentials are missing will not be called.
fn create_core(
    settings: &Settings,
    base_url: &str,
    document: &CheckedDocument,
    planned: &mut [PlannedOperation<'_>],
) -> Result<(Core, Vec<String>)> {
    let variables = RefCell::<Vec<_>>::default();
    let declared = document.api.credentials.as_ref().filter(|_| settings.authentication.is_none());
    let incomplete = credentials::incomplete_variables(declared, &Environment::with_prefix(&settings.variables));
    let environment = Environment::of(&settings.variables, |name| {
        let value = env::var_os(name).filter(|_| !incomplete.iter().any(|incomplete| incomplete == name));
        value.inspect(|_| variables.borrow_mut().push(name.to_owned()))
    });
    let mut operations: &[_] = &[];
    let authentication: Box<dyn Authenticate> = match (settings.authentication, &document.api.credentials) {
        (Some(made), _) => made(&environment)?,
        (None, None) => {
            planned.iter_mut().for_each(|planned| planned.credentials = None);
            Box::new(Anonymous)
        }
        (None, Some(declared)) => {
            let credentials = EnvironmentCredentials::from_variables(declared, &environment)?;
            planned.iter_mut().for_each(|planned| credentials.select_credentials(planned));
            operations = credentials::callable_operations(document);
            Box::new(credentials.values)
        }
    };
    drop(environment);
    // Retries are disabled, because they would be neither counted nor delayed by a second. Error bodies are checked
    // like other bodies, so they have the same size limit.
    let core = Core::builder(&SERVICE, operations, base_url, authentication).retry(RetryPolicy::none());
    Ok((core.max_error_bytes(SIZE_LIMIT).build()?, variables.into_inner()))
}

fn read_document(arguments: &CheckLiveArguments, settings: &Settings) -> Result<(PathBuf, CheckedDocument)> {
    let workspace = Workspace::find(settings)?;
    let path = arguments.document.clone().unwrap_or_else(|| workspace.file_path(workspace::DOCUMENT));
    let text = input::read_text(&path)?.with_context(|| format!("{} does not exist", path.display()))?;
    let document = CheckedDocument::parse(&text, &workspace.read_client_section()?);
    let document = document.with_context(|| format!("no client can be generated from {}", path.display()))?;
    Ok((path, document))
}

fn run_until_signal(run: &mut LiveRun<'_>, service: &Core, arguments: &CheckLiveArguments) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let signal = runtime.context("the HTTP client cannot be started")?.block_on(async {
        let signal = interrupt::next_signal().context("cannot listen for signals")?;
        let calls = run.call_all(service, arguments.interval());
        Ok::<_, anyhow::Error>(interrupt::run_unless_signalled(signal, calls).await.err())
    })?;
    run.report.ended = signal.map(RunEnd::Interrupted).or(run.report.ended);
    Ok(())
}
