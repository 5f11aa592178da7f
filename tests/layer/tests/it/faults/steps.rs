//! A server on raw sockets that follows a script, however wrong.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::server::Server;
use crate::wire::read;

/// What a connection gets, one step after the other; after the last it is closed.
#[derive(Debug, Clone)]
pub enum Step {
    /// Reads the whole request. Without it, the connection goes on when its first byte has come.
    Read,
    Send(Vec<u8>),
    /// Sends these bytes again and again, with pauses.
    Drip(&'static str),
    /// Sends these bytes again and again, as fast as they are read.
    Flood(Vec<u8>),
    /// Does nothing until the client hangs up.
    Stall,
    /// Ends the connection with a reset instead of a close.
    Reset,
}

/// Each request has a connection of its own, since none outlives its response.
pub async fn faulty(steps: Vec<Step>) -> Server {
    Server::start(move |stream, _| serve(stream, steps.clone())).await
}

/// Ends early where the client hangs up: then a step fails.
async fn serve(mut stream: TcpStream, steps: Vec<Step>) -> std::io::Result<()> {
    let mut first = [0];
    stream.peek(&mut first).await?;
    for step in steps {
        match step {
            Step::Read => drop(read(&mut stream).await),
            Step::Send(bytes) => stream.write_all(&bytes).await?,
            Step::Drip(bytes) => loop {
                stream.write_all(bytes.as_bytes()).await?;
                tokio::time::sleep(Duration::from_millis(20)).await;
            },
            Step::Flood(bytes) => loop {
                stream.write_all(&bytes).await?;
            },
            Step::Stall => while stream.read(&mut [0; 1024]).await? > 0 {},
            Step::Reset => stream.set_zero_linger()?,
        }
    }
    Ok(())
}
