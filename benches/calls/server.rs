//! A server on loopback.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

/// A server that responds to everything with `body`; it allocates nothing after a connection is made.
pub fn start(body: &[u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length:";
    let response: &'static [u8] = [format!("{head} {}\r\n\r\n", body.len()).as_bytes(), body].concat().leak();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || serve(stream, response));
        }
    });
    address
}

fn serve(mut stream: TcpStream, response: &[u8]) {
    stream.set_nodelay(true).expect("a socket");
    let mut buffer = [0; 4096];
    let mut filled = 0;
    loop {
        match stream.read(&mut buffer[filled..]) {
            Ok(0) | Err(_) => return,
            Ok(count) => filled += count,
        }
        if is_whole(&buffer[..filled]) {
            filled = 0;
            if stream.write_all(response).is_err() {
                return;
            }
        }
    }
}

/// Whether a request is there with its body.
fn is_whole(request: &[u8]) -> bool {
    let Some(end) = request.windows(4).position(|window| window == b"\r\n\r\n") else { return false };
    let head = request[..end].split(|byte| *byte == b'\n');
    let length = head.filter_map(|line| line.strip_prefix(b"content-length: ".as_slice())).next();
    let digits = length.unwrap_or_default().iter().filter(|byte| byte.is_ascii_digit());
    request.len() >= end + 4 + digits.fold(0, |length, digit| 10 * length + usize::from(digit - b'0'))
}
