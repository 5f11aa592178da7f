//! Connections, whatever kind they are.

use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{AsyncConnectionConfig, Client, RedisResult, ScriptInvocation};

use super::Reply;

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

type Connecting = Shared<BoxFuture<'static, RedisResult<MultiplexedConnection>>>;

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
        // The caller decides how long an answer may take.
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(Duration::from_secs(1)))
            .set_response_timeout(None);
        let connecting = async move { client.get_multiplexed_async_connection_with_config(&config).await };
        let connecting = connecting.boxed().shared();
        // It is made even if that takes longer than its first caller waits.
        tokio::spawn(connecting.clone());
        current.insert(connecting).clone()
    }
}

impl Connection for Lazy {
    fn call(&self, script: ScriptInvocation<'static>) -> CallFuture<'_> {
        Box::pin(async move {
            let connecting = self.connecting();
            let connection = connecting.clone().await?;
            let mut trial = Trial { lazy: self, connecting, has_succeeded: false };
            let reply = connection.call(script).await;
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
