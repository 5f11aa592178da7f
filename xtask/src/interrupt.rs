//! A signal ends the task, and with it the process that it has started, and leaves nothing half written.

use std::{
    io::{self, BufRead as _, BufReader},
    process::{self, Command, ExitStatus},
    sync::{
        Mutex, MutexGuard, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Instant,
};

use anyhow::{Context as _, Result};

use crate::console;

/// What a signal finds, which is for the whole process as signals are.
struct State {
    /// The process that is running, which leads a group with all that it has started.
    leader: Option<u32>,
    /// Whether all files were replaced: from then on the task has succeeded.
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
        state.end_group();
        process::exit(128 + signal)
    });
    Ok(())
}

/// Runs `command` in a process group of its own, which a signal and the `deadline` end; `each_line` is called with what it
/// prints, while it runs. `None` if it was not done in time.
///
/// # Errors
/// A command that cannot be run.
pub fn run(mut command: Command, deadline: Instant, mut each_line: impl FnMut(&str)) -> io::Result<Option<ExitStatus>> {
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

    let (sender, lines) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
        lines.try_for_each(|line| sender.send(line))
    });
    let is_in_time = loop {
        let Some(left) = deadline.checked_duration_since(Instant::now()) else { break false };
        match lines.recv_timeout(left) {
            Ok(line) => each_line(String::from_utf8_lossy(&line).trim_end_matches('\r')),
            Err(error) => break error == RecvTimeoutError::Disconnected,
        }
    };
    if !is_in_time {
        state().end_group();
        // Where there are no groups. It may have ended by itself.
        let _ = child.kill();
    }
    let status = child.wait();
    state().leader = None;
    Ok(if is_in_time { Some(status?) } else { None })
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

impl State {
    /// Elsewhere than on Unix, a console ends all its processes.
    fn end_group(&self) {
        #[cfg(unix)]
        if let Some(leader) = self.leader.and_then(|id| rustix::process::Pid::from_raw(id.try_into().ok()?)) {
            // It may have ended by itself.
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::TERM);
        }
    }
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
#[cfg(windows)]
pub fn signal() -> io::Result<impl Future<Output = i32> + Send + 'static> {
    let mut signal = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        signal.recv().await;
        2
    })
}
