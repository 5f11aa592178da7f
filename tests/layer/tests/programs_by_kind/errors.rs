//! Errors of the client within errors of the program's own, and in a box.

use std::{error, fmt};

use layer::{Client, Error};

/// As `thiserror` would write it.
#[derive(Debug)]
enum Failure {
    Service(Error),
    NoName,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Service(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Service(_) => "the service failed",
            Self::NoName => "the incident has no name",
        })
    }
}

impl error::Error for Failure {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Service(error) => Some(error),
            Self::NoName => None,
        }
    }
}

async fn name(client: &Client) -> Result<String, Failure> {
    let page = client.status_page_incidents().list().send().await?.into_inner();
    page.entries.into_iter().flatten().next().and_then(|incident| incident.name).ok_or(Failure::NoName)
}

async fn boxed(client: &Client) -> Result<String, Box<dyn error::Error + Send + Sync>> {
    client.status_page_incidents().list().send().await?;
    Ok(name(client).await?)
}

mod tests {
    use error::Error as _;
    use httpmock::MockServer;
    use layer::mock::{MockServerExt, Response};
    use layer::types::IncidentList;

    use super::*;
    use crate::client;

    #[tokio::test]
    async fn a_question_mark_converts_the_error_and_keeps_it_as_the_source() {
        let server = MockServer::start_async().await;
        server.status_page_incidents().list().respond(Response::forbidden());
        let failure = name(&client(&server)).await.unwrap_err();
        assert_eq!(failure.to_string(), "the service failed");
        let source = failure.source().unwrap().to_string();
        assert!(source.starts_with("status_page_incidents().list: 403 Forbidden from "), "{source}");

        let error = boxed(&client(&server)).await.unwrap_err();
        assert_eq!(error.downcast_ref::<Error>().unwrap().attempts(), 1);
    }

    #[tokio::test]
    async fn an_error_of_the_program_goes_into_the_same_box() {
        let server = MockServer::start_async().await;
        server.status_page_incidents().list().respond(&IncidentList::default());
        let error = boxed(&client(&server)).await.unwrap_err();
        assert!(matches!(error.downcast_ref::<Failure>(), Some(Failure::NoName)));
    }
}
