use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use url::Url;

use crate::deadline::Deadline;
use crate::secret::Secrets;

/// Where a request was meant to go, as far as an error may show it: scheme, host and path, but not the query, which may
/// be private. Also when the call had to end.
#[derive(Clone)]
pub(crate) struct Target(Arc<Asked>);

enum Asked {
    Of {
        base_url: Arc<Url>,
        path: Cow<'static, str>,
        secrets: Secrets,
        deadline: Deadline,
        /// Built only when needed, since few calls fail.
        shown: OnceLock<String>,
    },
    /// Of a hand-made call.
    Made { url: String, deadline: Option<Duration> },
}

impl Target {
    /// At the base URL, whose path precedes this one.
    pub(crate) fn new(base_url: Arc<Url>, path: Cow<'static, str>, secrets: Secrets, deadline: Deadline) -> Self {
        Self(Arc::new(Asked::Of { base_url, path, secrets, deadline, shown: OnceLock::new() }))
    }

    /// The same, with these secrets redacted.
    pub(crate) fn hiding(&self, secrets: Secrets) -> Self {
        match &*self.0 {
            Asked::Of { base_url, path, deadline, .. } => Self::new(base_url.clone(), path.clone(), secrets, *deadline),
            Asked::Made { .. } => self.clone(),
        }
    }

    pub(super) fn made(url: String, deadline: Option<Duration>) -> Self {
        Self(Arc::new(Asked::Made { url, deadline }))
    }

    /// The message of a library, which may repeat what the service sent, without the secrets.
    pub(super) fn redact(&self, text: &str) -> String {
        match &*self.0 {
            Asked::Of { secrets, .. } => secrets.redact_text(text),
            Asked::Made { .. } => text.to_owned(),
        }
    }

    /// Whether the deadline has passed by now.
    pub(super) fn has_passed(&self) -> bool {
        matches!(&*self.0, Asked::Of { deadline, .. } if deadline.has_passed())
    }

    /// How long the call may take.
    pub(super) fn deadline(&self) -> Option<Duration> {
        match &*self.0 {
            Asked::Of { deadline, .. } => deadline.limit(),
            Asked::Made { deadline, .. } => *deadline,
        }
    }

    #[cfg(test)]
    pub(super) fn of_test(url: &str) -> Self {
        let key = crate::secret::ApiKey::new("an-api-key".into()).unwrap();
        Self::new(
            Arc::new(url.parse().unwrap()),
            "".into(),
            Secrets::new(Some(&key), &Default::default()),
            Deadline::within(None),
        )
    }

    pub(crate) fn as_str(&self) -> &str {
        match &*self.0 {
            Asked::Of { base_url, path, secrets, shown, .. } => shown.get_or_init(|| {
                let prefix = base_url.path().trim_end_matches('/');
                secrets.redact_text(&[&base_url.origin().ascii_serialization(), prefix, path].concat())
            }),
            Asked::Made { url, .. } => url,
        }
    }
}
