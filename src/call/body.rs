//! Reading a body up to a limit.

use std::mem;

use bytes::{Bytes, BytesMut};

/// The most memory that is reserved because of what a service announces: it may announce more than ever comes.
const LARGEST_RESERVE: usize = 1024 * 1024;

/// How the reading of a body ended.
pub(super) enum End {
    Whole,
    Limit,
    Lost(reqwest::Error),
}

/// The body up to `limit` bytes, and how the reading ended. A body that arrives in one piece is not copied.
pub(super) async fn read(response: &mut reqwest::Response, limit: usize) -> (Bytes, End) {
    let mut body = Body::default();
    let announced = response.content_length().and_then(|length| usize::try_from(length).ok());
    let capacity = announced.map_or(0, |length| length.min(limit).min(LARGEST_RESERVE));
    loop {
        match response.chunk().await {
            Ok(Some(mut chunk)) => {
                let left = limit - body.len();
                let is_too_long = chunk.len() > left;
                chunk.truncate(left);
                body.push(chunk, capacity);
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

    /// `capacity` is that of the whole, as far as it is known and reserved.
    fn push(&mut self, chunk: Bytes, capacity: usize) {
        if self.len() == 0 {
            self.first = chunk;
            return;
        }
        if self.whole.is_empty() {
            self.whole.reserve(capacity.max(self.first.len() + chunk.len()));
            self.whole.extend_from_slice(&mem::take(&mut self.first));
        }
        self.whole.extend_from_slice(&chunk);
    }

    fn into_bytes(self) -> Bytes {
        if self.whole.is_empty() { self.first } else { self.whole.freeze() }
    }
}
