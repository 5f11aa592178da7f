//! SIGINT and SIGTERM end the task, and with it the process that it has started, without leaving anything behind.

use std::{
    io,
    process::{self, Child, ChildStderr, ChildStdout, Command, ExitStatus},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Instant,
};

use anyhow::{Context as _, Result};

use crate::console;

/// What a signal finds.
#[derive(Debug, Default)]
struct State {
    /// The process that is running, which leads a group with all that it has started.
    #[cfg(unix)]
    group: Option<rustix::process::Pid>,
    /// Whether all files were replaced: from then on the task has succeeded.
    is_replaced: bool,
}

/// The standard output and standard error of a process.
pub type Output = (Option<ChildStdout>, Option<ChildStderr>);

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// By itself, or by a signal of another.
    InTime(ExitStatus),
    /// It was ended.
    TooLate,
}

/// Ends the task when a signal comes.
#[derive(Debug, Clone)]
pub struct Interrupt(Arc<Mutex<State>>);

impl Interrupt {
    /// Listens for signals from now on.
    ///
    /// # Errors
    /// A system that does not allow it.
    pub fn listen() -> Result<Self> {
        let interrupt = Self(Arc::default());
        interrupt.spawn_listener().context("cannot listen for signals")?;
        Ok(interrupt)
    }

    /// Runs `command` in a process group of its own, which a signal and the `deadline` end; `attend` reads its output.
    ///
    /// # Errors
    /// A command that cannot be run.
    pub fn run(
        &self,
        command: &mut Command,
        deadline: Instant,
        attend: impl FnOnce(Output) + Send,
    ) -> io::Result<Ended> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // A signal waits here, and then knows of the process.
        let mut state = self.state();
        let mut child = command.spawn()?;
        state.set_group(Some(&child));
        drop(state);
        let output = (child.stdout.take(), child.stderr.take());
        let is_in_time = thread::scope(|scope| {
            let (attending, attended) = mpsc::channel::<()>();
            scope.spawn(move || {
                attend(output);
                drop(attending);
            });
            let left = deadline.saturating_duration_since(Instant::now());
            let is_in_time = attended.recv_timeout(left) != Err(RecvTimeoutError::Timeout);
            if !is_in_time {
                self.state().end_group();
                // Where there are no groups. It may have ended by itself.
                let _ = child.kill();
            }
            is_in_time
        });
        let status = child.wait();
        self.state().set_group(None);
        Ok(if is_in_time { Ended::InTime(status?) } else { Ended::TooLate })
    }

    /// Replaces files by calling `replace`. A signal that comes meanwhile waits for the end of it, so that there is no
    /// temporary file that it could leave behind.
    ///
    /// # Errors
    /// Those of `replace`.
    pub fn replace(&self, replace: impl FnOnce() -> Result<()>) -> Result<()> {
        let mut state = self.state();
        replace()?;
        state.is_replaced = true;
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spawn_listener(&self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let signal = {
            let _entered = runtime.enter();
            signal()?
        };
        let interrupt = self.clone();
        thread::Builder::new().name("signals".to_owned()).spawn(move || interrupt.end(runtime.block_on(signal)))?;
        Ok(())
    }

    fn end(&self, signal: i32) -> ! {
        let state = self.state();
        if state.is_replaced {
            console::diagnostic("interrupted after everything was written: the report may be missing");
            process::exit(0);
        }
        state.end_group();
        process::exit(128 + signal)
    }
}

#[cfg(unix)]
impl State {
    fn set_group(&mut self, leader: Option<&Child>) {
        self.group = leader.map(rustix::process::Pid::from_child);
    }

    fn end_group(&self) {
        if let Some(group) = self.group {
            // It may have ended by itself.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::TERM);
        }
    }
}

/// Elsewhere a console ends all its processes.
#[cfg(not(unix))]
impl State {
    fn set_group(&mut self, _: Option<&Child>) {}

    fn end_group(&self) {}
}

/// The number of the first signal that comes; it has to be awaited where it was made, in a runtime.
///
/// # Errors
/// A system that does not allow to listen for it.
#[cfg(unix)]
pub fn signal() -> io::Result<impl Future<Output = i32> + Send + 'static> {
    use std::{future::poll_fn, task::Poll};

    use tokio::signal::unix::{SignalKind, signal};

    let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
    let signals = kinds.into_iter().map(|kind| Ok((kind.as_raw_value(), signal(kind)?)));
    let mut signals: Vec<_> = signals.collect::<io::Result<_>>()?;
    Ok(poll_fn(move |context| {
        let received =
            signals.iter_mut().find_map(|(number, signal)| signal.poll_recv(context).is_ready().then_some(*number));
        received.map_or(Poll::Pending, Poll::Ready)
    }))
}

/// The number that SIGINT has elsewhere.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn signal() -> io::Result<impl Future<Output = i32> + Send + 'static> {
    Ok(async {
        match tokio::signal::ctrl_c().await {
            Ok(()) => 2,
            Err(_) => std::future::pending().await,
        }
    })
}
