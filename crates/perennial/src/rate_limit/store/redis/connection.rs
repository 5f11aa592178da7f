//! Connections, whatever kind they are.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{AsyncConnectionConfig, Client, ConnectionAddr, ConnectionInfo, RedisResult, ScriptInvocation};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;

use super::Reply;
use super::bounded::Bounded;
use crate::clock::timeout;

/// How long it may take to connect, whoever waits for it.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(1);

type CallFuture<'a> = Pin<Box<dyn Future<Output = RedisResult<Reply>> + Send + 'a>>;

/// Calls the script, and loads it if the server does not know it.
pub(super) trait Connection: Send + Sync + 'static {
    fn call(&self, script: ScriptInvocation<'static>) -> CallFuture<'_>;
}

impl<C: ConnectionLike + Clone + Send + Sync + 'static> Connection for C {
    fn call(&self, script: ScriptInvocation<'static>) -> CallFuture<'_> {
        let mut connection = self.clone();
        Box::pin(async move { script.invoke_async(&mut connection).await })
    }
}

/// A connection that is made when it is first used, and made again after a call that had no answer over it or an error.
///
/// A `ConnectionManager` keeps a connection that leads nowhere for as long as the system does, since callers give up
/// before it sees an error, and keeps for ever that a server has refused it once.
pub(super) struct Lazy {
    client: Client,
    current: Mutex<Option<Connecting>>,
}

type Connecting = Shared<BoxFuture<'static, RedisResult<Arc<Connected>>>>;

impl Lazy {
    pub(super) fn new(client: Client) -> Self {
        Self { client, current: Mutex::default() }
    }

    /// The connection of all callers, or a new one if the last attempt to make it has failed.
    fn connecting(&self) -> Connecting {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(connecting) = current.as_ref().filter(|made| !matches!(made.peek(), Some(Err(_)))) {
            return connecting.clone();
        }
        let client = self.client.clone();
        let connecting = async move {
            let connected = timeout(CONNECTION_TIMEOUT, Connected::to(&client)).await;
            connected.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into())).map(Arc::new)
        };
        let connecting = connecting.boxed().shared();
        // It is made even if that takes longer than its first caller waits.
        tokio::spawn(connecting.clone());
        current.insert(connecting).clone()
    }
}

/// A connection, and the task that reads from it unless `redis` has started one of its own.
struct Connected {
    multiplexed: MultiplexedConnection,
    reader: Option<AbortHandle>,
}

impl Connected {
    async fn to(client: &Client) -> RedisResult<Self> {
        let info = client.get_connection_info();
        match info.addr() {
            ConnectionAddr::Tcp(host, port) => {
                Self::over(info, TcpStream::connect((host.as_str(), *port)).await?).await
            }
            #[cfg(unix)]
            ConnectionAddr::Unix(path) => Self::over(info, tokio::net::UnixStream::connect(path).await?).await,
            // A record of TLS has at most 16 KiB, which bounds a read.
            _ => {
                let multiplexed = client.get_multiplexed_async_connection_with_config(&settings()).await?;
                Ok(Self { multiplexed, reader: None })
            }
        }
    }

    async fn over(
        info: &ConnectionInfo,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    ) -> RedisResult<Self> {
        let (multiplexed, reader) =
            MultiplexedConnection::new_with_config(info.redis_settings(), Bounded::new(stream), settings()).await?;
        Ok(Self { multiplexed, reader: Some(tokio::spawn(reader).abort_handle()) })
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        if let Some(reader) = &self.reader {
            reader.abort();
        }
    }
}

/// Returns settings without timeouts: each caller has a timeout of its own.
fn settings() -> AsyncConnectionConfig {
    AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None)
}

impl Connection for Lazy {
    fn call(&self, script: ScriptInvocation<'static>) -> CallFuture<'_> {
        Box::pin(async move {
            let connecting = self.connecting();
            let connection = connecting.clone().await?;
            let mut trial = Trial { lazy: self, connecting, has_succeeded: false };
            let reply = connection.multiplexed.call(script).await;
            trial.has_succeeded = reply.is_ok();
            reply
        })
    }
}

/// Gives the connection up when a call over it ends without success, or is dropped. Other calls over it continue.
struct Trial<'a> {
    lazy: &'a Lazy,
    connecting: Connecting,
    has_succeeded: bool,
}

impl Drop for Trial<'_> {
    fn drop(&mut self) {
        if !self.has_succeeded {
            let mut current = self.lazy.current.lock().unwrap_or_else(PoisonError::into_inner);
            // Not one that another caller has made since.
            current.take_if(|current| current.ptr_eq(&self.connecting));
        }
    }
}
