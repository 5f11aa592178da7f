use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::Process;

/// A real `redis-server` without a file of its own, which is killed when this is dropped.
pub struct RedisServer {
    port: u16,
    arguments: Vec<String>,
    process: Process,
}

impl RedisServer {
    /// With these arguments beside those that every server here has.
    ///
    /// # Panics
    ///
    /// If there is no `redis-server` on this machine, or it does not start.
    pub fn start(arguments: &[&str]) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
        let port = listener.local_addr().expect("it has an address").port();
        drop(listener);
        let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let process = start(port, &arguments);
        Self { port, arguments, process }
    }

    /// The port that it listens at.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Where clients find it.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Kills it, as if the machine had failed.
    ///
    /// # Panics
    ///
    /// If it cannot be killed.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// Starts it again, with nothing in it.
    pub fn restart(&mut self) {
        self.process = start(self.port, &self.arguments);
    }
}

fn start(port: u16, arguments: &[String]) -> Process {
    let process = Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .stdout(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| {
            panic!("redis-server cannot be started ({error}): install it, on Debian by `apt-get install redis-server`")
        });
    let mut process = Process(process);
    let begun = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        let ended = process.0.try_wait().expect("it can be asked");
        assert!(
            ended.is_none() && begun.elapsed() < Duration::from_secs(20),
            "redis-server does not listen: {ended:?}"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    process
}
