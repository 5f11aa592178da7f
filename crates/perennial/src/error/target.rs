use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use url::Url;

use crate::deadline::Deadline;
use crate::secret::Secrets;

/// The URL to which a request was meant to go, as far as an error may show it: scheme, host and path, but not the
/// query, which may be private. Also when the call had to end.
#[derive(Clone)]
pub(crate) struct Target(Arc<Asked>);

#[derive(Clone)]
struct Asked {
    /// `None` for a hand-made call, whose path is the whole URL.
    base_url: Option<Arc<Url>>,
    path: Cow<'static, str>,
    secrets: Secrets,
    deadline: Deadline,
    /// Built only when needed, since few calls fail.
    shown: OnceLock<String>,
}

impl Target {
    /// At the base URL, whose path precedes this one.
    pub(crate) fn new(base_url: Arc<Url>, path: Cow<'static, str>, secrets: Secrets, deadline: Deadline) -> Self {
        Self(Arc::new(Asked { base_url: Some(base_url), path, secrets, deadline, shown: OnceLock::new() }))
    }

    /// Of a hand-made call.
    pub(super) fn made(url: String, deadline: Option<Duration>) -> Self {
        let (secrets, deadline) = (Secrets::default(), Deadline::within(deadline));
        Self(Arc::new(Asked { base_url: None, path: url.into(), secrets, deadline, shown: OnceLock::new() }))
    }

    /// The same, with these secrets redacted.
    pub(super) fn hiding(&self, secrets: Secrets) -> Self {
        Self(Arc::new(Asked { secrets, shown: OnceLock::new(), ..Asked::clone(&self.0) }))
    }

    /// The secrets that no text about the call may show, such as the message of a library, which may repeat what the
    /// service sent.
    pub(super) fn secrets(&self) -> &Secrets {
        &self.0.secrets
    }

    pub(crate) fn deadline(&self) -> Deadline {
        self.0.deadline
    }

    pub(crate) fn as_str(&self) -> &str {
        let Asked { base_url, path, secrets, shown, .. } = &*self.0;
        shown.get_or_init(|| {
            let base_url = base_url.as_ref();
            let origin = base_url.map(|url| url.origin().ascii_serialization()).unwrap_or_default();
            let prefix = base_url.map(|url| url.path().trim_end_matches('/')).unwrap_or_default();
            secrets.redact_text(&[&origin, prefix, path].concat())
        })
    }
}
