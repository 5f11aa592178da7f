//! A trait of the program, which the client implements, and a fake implementation in the tests.

// ANCHOR: program
use monitoring_service::types::{Incident, IncidentList};
use monitoring_service::{Client, Error};

/// The calls of the service that the program needs.
pub trait Incidents {
    fn latest(&self) -> impl Future<Output = Result<IncidentList, Error>> + Send;
}

impl Incidents for Client {
    async fn latest(&self) -> Result<IncidentList, Error> {
        Ok(self.status_page_incidents().list().send().await?.into_inner())
    }
}

/// Returns the text of a status line.
pub async fn status_line(incidents: &impl Incidents) -> String {
    match incidents.latest().await {
        Ok(list) => match list.entries.unwrap_or_default().as_slice() {
            [] => "all is well".to_owned(),
            [Incident { name: Some(name), .. }, ..] => name.clone(),
            [..] => "an incident".to_owned(),
        },
        Err(error) => match error.retry_after() {
            Some(wait) => format!("unknown for {} s", wait.as_secs()),
            None => "unknown".to_owned(),
        },
    }
}
// ANCHOR_END: program

#[cfg(test)]
mod tests {
    // ANCHOR: fake
    use monitoring_service::error::{Call, TransportError, TransportFailure};
    use monitoring_service::reqwest::StatusCode;
    use monitoring_service::reqwest::header::{HeaderMap, HeaderValue, RETRY_AFTER};
    use monitoring_service::{ApiError, operations};

    use super::*;

    struct Fake<F>(F);

    impl<F: Fn() -> Result<IncidentList, Error> + Sync> Incidents for Fake<F> {
        async fn latest(&self) -> Result<IncidentList, Error> {
            (self.0)()
        }
    }

    #[tokio::test]
    async fn shows_an_incident_or_that_all_is_well() {
        let outage = Incident::builder().name("Outage").build().unwrap();
        let list = IncidentList::builder().entries([outage]).build().unwrap();
        assert_eq!(status_line(&Fake(|| Ok(list.clone()))).await, "Outage");
        assert_eq!(status_line(&Fake(|| Ok(IncidentList::default()))).await, "all is well");
    }
    // ANCHOR_END: fake

    #[tokio::test]
    async fn status_line_shows_unknown_after_an_error() {
        // ANCHOR: errors
        let any = operations().first().unwrap();
        let limited = || {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from(60))]);
            Err(ApiError::new(any, StatusCode::TOO_MANY_REQUESTS).with_headers(headers).into())
        };
        assert_eq!(status_line(&Fake(limited)).await, "unknown for 60 s");
        let timeout = || Err(TransportError::new(Call::of(any).attempts(3), TransportFailure::Timeout).into());
        // ANCHOR_END: errors
        assert_eq!(status_line(&Fake(timeout)).await, "unknown");
    }
}
