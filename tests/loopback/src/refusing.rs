use std::net::Ipv4Addr;

use socket2::{Domain, Socket, Type};

/// A port that refuses every connection. It remains bound, so that no other process listens on it.
pub struct Refusing(Socket);

impl Refusing {
    /// Binds a free port.
    pub fn start() -> Self {
        Self(bind_free_port())
    }

    /// Returns `http://127.0.0.1:<port>`.
    pub fn url(&self) -> String {
        format!("http://{}", self.0.local_addr().unwrap().as_socket().unwrap())
    }
}

pub(crate) fn bind_free_port() -> Socket {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.bind(&std::net::SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into()).unwrap();
    socket
}
