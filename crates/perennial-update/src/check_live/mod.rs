//! Is the document true? Calls what only reads, and compares the responses with what the document declares.
//!
//! `plan` says what is called, `run` calls it, `check` compares, `report` renders what was found. Only the
//! client has the key, and what leaves `check` has no value of a response.

mod arguments;
mod check;
mod credentials;
mod document;
mod ids;
mod plan;
mod report;
mod run;
mod service;

use std::{cell::RefCell, env, path::PathBuf, process::ExitCode, time::SystemTime};

use anyhow::{Context as _, Result, ensure};
use perennial::{Authenticate, Core, Environment, RetryPolicy, Service, authenticate::Anonymous};
use perennial_codegen::input;

pub use self::arguments::{Arguments, EXIT_CODES};
use self::{
    credentials::Credentials,
    document::Document,
    plan::Planned,
    report::{End, Report},
    run::Run,
};
use crate::{
    address::Address,
    console,
    fetch::SIZE_LIMIT,
    interrupt,
    settings::Settings,
    workspace::{self, Workspace},
};

/// What is called, under the name of this crate.
static SERVICE: Service = Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

/// Runs the task.
///
/// # Errors
/// Arguments, credentials or a document that nothing can be called with, and a report that cannot be printed.
pub fn run(arguments: &Arguments, settings: &Settings) -> Result<ExitCode> {
    let address = Address::below(&arguments.base_url, settings)?;
    ensure!(!arguments.unpaced || address.is_loopback(), "`--unpaced` is for tests on loopback alone");
    let (path, document) = document(arguments, settings)?;
    let mut planned = plan::plan(&document, &arguments.ids, SystemTime::now().into())?;
    let (service, variables) = service(settings, &address.base, &document, &mut planned)?;
    let report = Report {
        document: path.display().to_string(),
        service: address.base.clone(),
        variables,
        limit: usize::try_from(arguments.requests)?,
        ..Report::default()
    };
    let mut run = Run::new(&document, planned, report);
    call(&mut run, &service, arguments)?;

    let report = run.finished();
    console::report(&report.render(arguments.report)?).context("the report cannot be printed")?;
    Ok(match report.ended {
        Some(End::Interrupted(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
        _ if report.is_true() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// The service at a base URL, and the names of the variables that the credentials are from. Without those that the
/// document wants for an operation, that is not called.
fn service(
    settings: &Settings,
    base_url: &str,
    document: &Document,
    planned: &mut [Planned<'_>],
) -> Result<(Core, Vec<String>)> {
    let variables = RefCell::<Vec<_>>::default();
    let environment = Environment::of(&settings.variables, |name| {
        env::var_os(name).inspect(|_| variables.borrow_mut().push(name.to_owned()))
    });
    let mut operations: &[_] = &[];
    let authentication: Box<dyn Authenticate> = match (settings.authentication, &document.api.credentials) {
        (Some(made), _) => made(&environment)?,
        (None, None) => Box::new(Anonymous),
        (None, Some(declared)) => {
            let credentials = Credentials::read(declared, &environment)?;
            planned.iter_mut().for_each(|planned| credentials.leave_out(planned));
            operations = credentials::operations(document);
            Box::new(credentials.values)
        }
    };
    drop(environment);
    // Each request is paced and counted, which a retry would not be. Bodies of errors are compared, too.
    let core = Core::builder(&SERVICE, operations, base_url, authentication).retry(RetryPolicy::none());
    Ok((core.max_error_bytes(SIZE_LIMIT).build()?, variables.into_inner()))
}

/// The document, and its path.
fn document(arguments: &Arguments, settings: &Settings) -> Result<(PathBuf, Document)> {
    let workspace = Workspace::find(settings)?;
    let path = arguments.document.clone().unwrap_or_else(|| workspace.path(workspace::DOCUMENT));
    let text = input::text(&path)?.with_context(|| format!("there is no {}", path.display()))?;
    let document = Document::read(&text, &workspace.own()?);
    let document = document.with_context(|| format!("no client can be generated from {}", path.display()))?;
    Ok((path, document))
}

/// Continues until the run ends, or a signal comes.
fn call(run: &mut Run<'_>, service: &Core, arguments: &Arguments) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let signal = runtime.context("the HTTP client cannot be started")?.block_on(async {
        let signal = interrupt::signal().context("cannot listen for signals")?;
        let calls = run.go(service, arguments.interval());
        Ok::<_, anyhow::Error>(interrupt::unless(signal, calls).await.err())
    })?;
    run.report.ended = signal.map(End::Interrupted).or(run.report.ended);
    Ok(())
}
