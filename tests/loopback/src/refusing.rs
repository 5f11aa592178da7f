//! A port without a server.

use std::net::Ipv4Addr;

use socket2::{Domain, Socket, Type};

/// A port that refuses every connection: it is bound, so that nobody else listens there.
pub struct Refusing(Socket);

impl Refusing {
    /// Binds a port.
    pub fn start() -> Self {
        Self(bound())
    }

    /// `http://127.0.0.1:<port>`
    pub fn url(&self) -> String {
        format!("http://{}", self.0.local_addr().unwrap().as_socket().unwrap())
    }
}

/// A socket at a port that was free.
pub(crate) fn bound() -> Socket {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.bind(&std::net::SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into()).unwrap();
    socket
}
