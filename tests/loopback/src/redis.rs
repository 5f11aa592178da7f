use std::io::{self, BufRead as _, BufReader, Read as _};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::thread;

use crate::process::Process;

/// A real `redis-server` that stores no data in files. The server is killed when this value is dropped.
pub struct RedisServer {
    port: u16,
    arguments: Vec<String>,
    process: Process,
}

impl RedisServer {
    /// Starts a server with `arguments`, in addition to the arguments that the server of every test has.
    ///
    /// # Panics
    ///
    /// Panics if there is no `redis-server` on this machine, or if it does not start.
    pub fn start(arguments: &[&str]) -> Self {
        let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        // Another process may bind the free port before the server does. In that case, the server exits, and the next
        // attempt uses a different port.
        let started = (0..20).find_map(|_| {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
            let port = listener.local_addr().expect("it has an address").port();
            drop(listener);
            Some((port, start(port, &arguments)?))
        });
        let (port, process) = started.expect("redis-server starts at one of twenty free ports");
        Self { port, arguments, process }
    }

    /// Returns the port on which the server listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the URL by which clients connect to the server.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Kills the server, as if the machine had failed.
    ///
    /// # Panics
    ///
    /// Panics if the server cannot be killed.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// Starts the server again, without any data.
    ///
    /// # Panics
    ///
    /// Panics if another process has bound the port in the meantime.
    pub fn restart(&mut self) {
        self.process = start(self.port, &self.arguments).expect("the port of the server is still free");
    }
}

/// Starts a server, and waits until it accepts connections. Returns `None` if the server exits instead.
fn start(port: u16, arguments: &[String]) -> Option<Process> {
    let process = Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| {
            panic!("redis-server cannot be started ({error}): install it, on Debian by `apt-get install redis-server`")
        });
    let mut process = Process(process);
    let mut log = BufReader::new(process.0.stdout.take()?);
    // The server itself reports that it is ready. A connection would prove only that some process listens on the port.
    let is_ready = log.by_ref().lines().map_while(Result::ok).any(|line| line.contains("Ready to accept connections"));
    // The rest of the log is read as well. Otherwise, the server would block as soon as the pipe is full.
    thread::spawn(move || io::copy(&mut log, &mut io::sink()));
    is_ready.then_some(process)
}
