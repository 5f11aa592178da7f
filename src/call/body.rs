//! Reading a body up to a limit.

/// How the reading of a body ended.
pub(super) enum End {
    Whole,
    Limit,
    Lost(reqwest::Error),
}

/// The body up to `limit` bytes, and how the reading ended.
pub(super) async fn read(response: &mut reqwest::Response, limit: usize) -> (Vec<u8>, End) {
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) => {
                let left = limit - body.len();
                if chunk.len() > left {
                    body.extend_from_slice(&chunk[..left]);
                    return (body, End::Limit);
                }
                body.extend_from_slice(&chunk);
            }
            Ok(None) => return (body, End::Whole),
            Err(error) => return (body, End::Lost(error)),
        }
    }
}
