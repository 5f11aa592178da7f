//! Observes the progress of streamed request bodies. In a browser, `upload_in_browser.rs` replaces this module.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};
use reqwest::Body;

use crate::clock::Instant;

/// The maximum number of bytes that are passed to the connection at once. Larger pieces are split, because progress
/// within a piece cannot be observed.
const PIECE: usize = 64 * 1024;

/// The progress of a streamed request body.
pub(super) struct Upload(Mutex<UploadState>);

struct UploadState {
    /// Whether the connection waits for the caller's stream.
    awaits_caller: bool,
    /// Whether the head of the response has arrived. The pieces of the body then no longer count as progress.
    is_answered: bool,
    /// The time at which the connection last requested or received a piece of the body, or at which the head of the
    /// response arrived.
    since: Instant,
    /// The error of the caller's stream. It is stored because the HTTP client drops it over HTTP/2.
    failure: Option<reqwest::Error>,
}

impl Upload {
    fn start() -> Arc<Self> {
        let (awaits_caller, is_answered, failure) = (false, false, None);
        Arc::new(Self(Mutex::new(UploadState { awaits_caller, is_answered, since: Instant::now(), failure })))
    }

    fn state(&self) -> MutexGuard<'_, UploadState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record(&self, awaits_caller: bool) {
        let mut state = self.state();
        if !state.is_answered {
            (state.awaits_caller, state.since) = (awaits_caller, Instant::now());
        }
    }

    /// Records that the head of the response has arrived. From now on, the attempt waits for the service, even if the
    /// caller's stream has not ended.
    pub(super) fn record_answer(&self) {
        let mut state = self.state();
        (state.awaits_caller, state.is_answered, state.since) = (false, true, Instant::now());
    }

    /// Returns the error of the caller's stream, once.
    pub(super) fn take_failure(&self) -> Option<reqwest::Error> {
        self.state().failure.take()
    }

    /// Returns how long the service may still take, if it may take `time` for each piece, for the head of the response,
    /// and for its body.
    pub(super) fn time_left(&self, time: Duration) -> Duration {
        let state = self.state();
        if state.awaits_caller { time } else { time.saturating_sub(state.since.elapsed()) }
    }
}

/// Replaces a streamed body by one that records its progress. Returns `None` if the body is not a stream.
pub(super) fn observe_upload(body: &mut Option<Body>) -> Option<Arc<Upload>> {
    let streamed = body.take_if(|body| body.as_bytes().is_none())?;
    let upload = Upload::start();
    *body = Some(Body::wrap(ObservedBody { body: streamed, rest: Bytes::new(), upload: Arc::clone(&upload) }));
    Some(upload)
}

struct ObservedBody {
    body: Body,
    /// The part of the caller's last piece that has not been passed on.
    rest: Bytes,
    upload: Arc<Upload>,
}

impl HttpBody for ObservedBody {
    type Data = Bytes;
    type Error = &'static str;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, &'static str>>> {
        if self.rest.is_empty() {
            let polled = Pin::new(&mut self.body).poll_frame(cx);
            self.upload.record(polled.is_pending());
            match ready!(polled).map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => self.rest = data,
                Some(Ok(Err(trailers))) => return Poll::Ready(Some(Ok(trailers))),
                Some(Err(error)) => {
                    self.upload.state().failure = Some(error);
                    return Poll::Ready(Some(Err("the stream that provides the request body failed")));
                }
                None => return Poll::Ready(None),
            }
        } else {
            self.upload.record(false);
        }
        let length = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(length)))))
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, poll_fn};
    use std::io;

    use futures_util::future::join;
    use futures_util::{StreamExt as _, poll, stream};
    use tokio::time::{advance, sleep};

    use super::*;
    use crate::call::progress::await_progress;
    use crate::deadline::Deadline;

    const SECOND: Duration = Duration::from_secs(1);

    /// Returns an observed body with the caller's `pieces`. The caller waits for `pause` before each piece.
    fn observed(pieces: Vec<Vec<u8>>, pause: Duration) -> (Body, Arc<Upload>) {
        let pieces = stream::iter(pieces).then(move |piece| async move {
            sleep(pause).await;
            Ok::<_, io::Error>(piece)
        });
        let mut body = Some(Body::wrap_stream(pieces));
        let upload = observe_upload(&mut body).unwrap();
        (body.unwrap(), upload)
    }

    /// Passes a body to a service that takes `pause` for each piece. Returns the lengths of the pieces. As with a real
    /// connection, a separate task polls the body.
    async fn send(mut body: Body, pause: Duration) -> Vec<usize> {
        let sending = async move {
            let mut lengths = Vec::new();
            while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
                lengths.push(frame.unwrap().into_data().unwrap().len());
                sleep(pause).await;
            }
            lengths
        };
        tokio::spawn(sending).await.unwrap()
    }

    #[test]
    fn body_in_memory_is_not_observed() {
        for mut body in [None, Some(Body::from("text"))] {
            assert!(observe_upload(&mut body).is_none());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn slow_upload_does_not_time_out_while_it_makes_progress() {
        let none = Deadline::within(None);
        for (caller, service, is_in_time) in [(0, 29, true), (0, 31, false), (100, 0, true), (100, 29, true)] {
            let (body, upload) = observed(vec![vec![7]; 5], caller * SECOND);
            let sent = await_progress(30 * SECOND, none, Some(&upload), send(body, service * SECOND)).await;
            assert_eq!(sent, is_in_time.then(|| vec![1; 5]), "{caller} {service}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn large_piece_of_a_body_is_passed_on_in_smaller_pieces() {
        let (body, upload) = observed(vec![vec![7; 150_000], vec![7; 3]], Duration::ZERO);
        let deadline = Deadline::within(None);
        let sent = await_progress(30 * SECOND, deadline, Some(&upload), send(body, 29 * SECOND)).await;
        assert_eq!(sent, Some(vec![65_536, 65_536, 18_928, 3]));
    }

    #[tokio::test(start_paused = true)]
    async fn upload_ends_at_the_deadline_even_if_it_makes_progress() {
        let (body, upload) = observed(vec![vec![7]; 100], SECOND);
        let deadline = Deadline::within(Some(10 * SECOND));
        let sent = await_progress(30 * SECOND, deadline, Some(&upload), send(body, SECOND)).await;
        assert_eq!((sent, deadline.has_passed()), (None, true));
    }

    #[tokio::test(start_paused = true)]
    async fn response_must_arrive_within_the_timeout_after_the_body_was_sent() {
        let (body, upload) = observed(vec![vec![7]; 5], 20 * SECOND);
        let attempt = async {
            send(body, Duration::ZERO).await;
            pending::<()>().await;
        };
        let start = Instant::now();
        assert_eq!(await_progress(30 * SECOND, Deadline::within(None), Some(&upload), attempt).await, None);
        assert_eq!(start.elapsed().as_secs(), 130);
    }

    #[tokio::test(start_paused = true)]
    async fn response_must_be_complete_within_the_timeout_after_its_head() {
        for (caller, head, seconds) in [(40, 90, 120), (1, 10, 40)] {
            let (body, upload) = observed(vec![vec![7]; 1_000], caller * SECOND);
            let attempt = async {
                let respond = async {
                    sleep(head * SECOND).await;
                    upload.record_answer();
                };
                join(send(body, Duration::ZERO), respond).await;
            };
            let start = Instant::now();
            assert_eq!(await_progress(30 * SECOND, Deadline::within(None), Some(&upload), attempt).await, None);
            assert_eq!(start.elapsed().as_secs(), seconds, "{caller} {head}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn observed_body_keeps_its_size_hint() {
        let mut body = Some(Body::wrap(Body::from("text")));
        assert!(observe_upload(&mut body).is_some());
        assert_eq!(body.unwrap().size_hint().exact(), Some(4));
        let (mut body, _) = observed(vec![vec![7]], SECOND);
        assert_eq!(body.size_hint().exact(), None);
        assert!(poll!(poll_fn(|cx| Pin::new(&mut body).poll_frame(cx))).is_pending());
        advance(SECOND).await;
    }
}
