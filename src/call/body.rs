//! Reading a body up to a limit.

use bytes::{Bytes, BytesMut};

/// How the reading of a body ended.
pub(super) enum End {
    Whole,
    Limit,
    Lost(reqwest::Error),
}

/// The body up to `limit` bytes, and how the reading ended. A body that arrives in one piece is not copied.
pub(super) async fn read(response: &mut reqwest::Response, limit: usize) -> (Bytes, End) {
    let mut body = Body::default();
    loop {
        match response.chunk().await {
            Ok(Some(mut chunk)) => {
                let left = limit - body.len();
                let is_too_long = chunk.len() > left;
                chunk.truncate(left);
                body.push(chunk);
                if is_too_long {
                    return (body.into_bytes(), End::Limit);
                }
            }
            Ok(None) => return (body.into_bytes(), End::Whole),
            Err(error) => return (body.into_bytes(), End::Lost(error)),
        }
    }
}

/// A body as far as it was read.
#[derive(Default)]
struct Body {
    first: Bytes,
    /// The whole, once there is more than the first piece.
    whole: BytesMut,
}

impl Body {
    fn len(&self) -> usize {
        self.first.len().max(self.whole.len())
    }

    fn push(&mut self, chunk: Bytes) {
        if self.len() == 0 {
            self.first = chunk;
            return;
        }
        if self.whole.is_empty() {
            self.whole.extend_from_slice(&self.first);
        }
        self.whole.extend_from_slice(&chunk);
    }

    fn into_bytes(self) -> Bytes {
        if self.whole.is_empty() { self.first } else { self.whole.freeze() }
    }
}
