//! A signal ends the task, and with it the process that it has started, and leaves nothing half written.

use std::{
    io::{self, BufRead as _, BufReader},
    process::{self, Command, ExitStatus},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

use anyhow::{Context as _, Result};

use crate::console;

/// The state that a signal finds, which is for the whole process as signals are.
struct State {
    /// The process that is running, which leads a group with all that it has started.
    leader: Option<u32>,
    /// Set once all files are replaced: from then on the task has succeeded.
    is_replaced: bool,
}

static STATE: Mutex<State> = Mutex::new(State { leader: None, is_replaced: false });

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, a signal ends the task.
///
/// # Errors
/// A system that does not allow to listen for signals.
pub fn listen() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let signal = runtime.block_on(async { signal() }).context("cannot listen for signals")?;
    thread::spawn(move || {
        let signal = runtime.block_on(signal);
        let state = state();
        if state.is_replaced {
            console::diagnostic("interrupted after everything was written: the report may be missing");
            process::exit(0);
        }
        // Elsewhere than on Unix, a console ends all its processes.
        #[cfg(unix)]
        if let Some(leader) = state.leader.and_then(|id| rustix::process::Pid::from_raw(id.try_into().ok()?)) {
            // It may have ended by itself.
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::TERM);
        }
        process::exit(128 + signal)
    });
    Ok(())
}

/// Runs `command` in a process group of its own, which a signal ends; `each_line` is called with what it prints, while it
/// runs.
///
/// # Errors
/// A command that cannot be run.
pub fn run(mut command: Command, mut each_line: impl FnMut(&str)) -> io::Result<ExitStatus> {
    let (output, printed) = io::pipe()?;
    command.stdout(printed.try_clone()?).stderr(printed);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // A signal waits here, and then knows of the process.
    let mut started = state();
    let mut child = command.spawn()?;
    started.leader = Some(child.id());
    drop(started);
    // It holds the pipe open.
    drop(command);

    for line in BufReader::new(output).split(b'\n') {
        each_line(String::from_utf8_lossy(&line?).trim_end_matches('\r'));
    }
    let status = child.wait();
    state().leader = None;
    status
}

/// Replaces files by calling `replace`. A signal that comes meanwhile waits for the end of it, so that there is no temporary
/// file that it could leave behind.
///
/// # Errors
/// Those of `replace`.
pub fn replace(replace: impl FnOnce() -> Result<()>) -> Result<()> {
    let mut state = state();
    replace()?;
    state.is_replaced = true;
    Ok(())
}

/// The number of the first signal that comes; it has to be awaited where it was made, in a runtime.
///
/// # Errors
/// A system that does not allow to listen for it.
#[cfg(unix)]
pub fn signal() -> io::Result<impl Future<Output = i32> + Send + 'static> {
    use std::{future::poll_fn, task::Poll};

    use tokio::signal::unix::{SignalKind, signal};

    let kinds = [SignalKind::hangup(), SignalKind::interrupt(), SignalKind::quit(), SignalKind::terminate()];
    let signals = kinds.into_iter().map(|kind| Ok((kind.as_raw_value(), signal(kind)?)));
    let mut signals: Vec<_> = signals.collect::<io::Result<_>>()?;
    Ok(poll_fn(move |context| {
        let mut received = signals.iter_mut();
        let received = received.find_map(|(number, signal)| signal.poll_recv(context).is_ready().then_some(*number));
        received.map_or(Poll::Pending, Poll::Ready)
    }))
}

/// The number that SIGINT has elsewhere.
///
/// # Errors
/// A system that does not allow to listen for it.
#[cfg(not(unix))]
pub fn signal() -> io::Result<impl Future<Output = i32> + Send + 'static> {
    Ok(async { tokio::signal::ctrl_c().await.map_or(1, |()| 2) })
}
