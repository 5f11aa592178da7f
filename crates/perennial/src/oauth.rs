use std::fmt;
use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue, LOCATION};
use reqwest::{Method, StatusCode, Url};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use url::form_urlencoded::{Serializer, byte_serialize};

use crate::authenticate::{
    IntoSecret, Secrets, TemporaryFailure, Token, TokenFuture, TokenProvider, TokenRequest, basic, check_secret_text,
};
use crate::call::{FetchedResponse, fetch};
use crate::client::is_loopback;
use crate::clock::system_time;
use crate::encode::FORM_MEDIA_TYPE;
use crate::error::{BoxError, chain, is_transient, may_pass, parse_retry_after, redacted_line, with_reason};

const MAX_RESPONSE_BYTES: usize = 64 * 1024;

/// The id and the secret of an OAuth 2 client, with which tokens are requested (RFC 6749, section 4.4).
///
/// Pass these credentials to the setter of an OAuth 2 security scheme. Tokens are requested from the token URL in the
/// document, unless [`token_url`](Self::token_url) sets a different URL. The requests have the same HTTP settings as
/// the calls, such as the proxy. The `Authorization` header contains the id and the secret, unless
/// [`in_body`](Self::in_body) is set. A token is stored, and renewed shortly before it expires.
///
/// If the token URL is unreachable, or responds with a status that may be temporary, such as 429, 500 or 503, the token
/// is requested again. The retry policy of the call and the `Retry-After` of the response determine how often and when.
/// If there is still no token, the call fails with
/// [`TransportFailure::NoToken`](crate::error::TransportFailure::NoToken). After any other error of the token URL, such
/// as `invalid_client`, the call fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest).
///
/// ```
/// use perennial::ClientCredentials;
///
/// let credentials = ClientCredentials::new("my-program", "s3cret").scopes(["read"]);
/// # let _ = credentials;
/// ```
#[derive(Clone)]
pub struct ClientCredentials {
    token_url: Option<String>,
    id: String,
    secret: SecretString,
    parameters: Vec<(String, String)>,
    is_in_body: bool,
}

impl ClientCredentials {
    /// Creates credentials from the id and the secret that the service has issued for a client.
    pub fn new(id: impl Into<String>, secret: impl IntoSecret) -> Self {
        Self { token_url: None, id: id.into(), secret: secret.into_secret(), parameters: Vec::new(), is_in_body: false }
    }

    /// Sets the URL from which tokens are requested: an `https` URL, or an `http` URL with a loopback host. Defaults to
    /// the token URL in the document. If the document contains no token URL, this method must be called.
    ///
    /// A relative token URL in the document is resolved against the base URL of the client.
    #[must_use]
    pub fn token_url(self, url: impl Into<String>) -> Self {
        Self { token_url: Some(url.into()), ..self }
    }

    /// Sets the scopes to request. By default, no scopes are requested, and the service decides which scopes a token
    /// has.
    #[must_use]
    pub fn scopes<S: AsRef<str>>(self, scopes: impl IntoIterator<Item = S>) -> Self {
        let scopes: Vec<S> = scopes.into_iter().collect();
        let scopes: Vec<&str> = scopes.iter().map(AsRef::as_ref).collect();
        self.parameter("scope", scopes.join(" "))
    }

    /// Adds a field to the token request, such as `audience` or `resource`. The value is not treated as a secret.
    #[must_use]
    pub fn parameter(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.parameters.push((name.into(), value.into()));
        self
    }

    /// Sends the id and the secret in the body of the token request instead of in the header `Authorization`. Some
    /// services require this.
    #[must_use]
    pub fn in_body(self) -> Self {
        Self { is_in_body: true, ..self }
    }

    /// Encodes the id and the secret for the header `Authorization: Basic`. Both are form-encoded first (RFC 6749,
    /// section 2.3.1).
    fn encode_basic(&self) -> Result<SecretString, &'static str> {
        let [id, secret] = [&*self.id, self.secret.expose_secret()].map(encode_form_value);
        basic::encode_credentials(&id, &secret)
    }

    fn resolve_token_url(&self, of_document: Option<&str>) -> Result<Url, String> {
        let url = self.token_url.as_deref().or(of_document);
        let url = url.ok_or("has no token URL: set one with `ClientCredentials::token_url`")?;
        let url = Url::parse(url).map_err(|error| format!("has a token URL that cannot be parsed ({error})"))?;
        if url.scheme() != "https" && !(url.scheme() == "http" && is_loopback(&url)) {
            return Err("has a token URL that does not use https, so the secret would be sent unencrypted".to_owned());
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("has a token URL with a user name or password".to_owned());
        }
        Ok(url)
    }

    fn build_request(&self, of_document: Option<&str>) -> Result<reqwest::Request, String> {
        check_secret_text(&self.id).map_err(|reason| format!("has a client id that {reason}"))?;
        check_secret_text(self.secret.expose_secret())
            .map_err(|reason| format!("has a client secret that {reason}"))?;
        let mut form = Serializer::new(String::new());
        form.append_pair("grant_type", "client_credentials").extend_pairs(&self.parameters);
        let mut request = reqwest::Request::new(Method::POST, self.resolve_token_url(of_document)?);
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(FORM_MEDIA_TYPE));
        if self.is_in_body {
            form.append_pair("client_id", &self.id).append_pair("client_secret", self.secret.expose_secret());
        } else {
            let value = HeaderValue::try_from(format!("Basic {}", self.encode_basic()?.expose_secret()));
            let mut value = value.map_err(|_| "cannot be sent in a header")?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        *request.body_mut() = Some(form.finish().into());
        Ok(request)
    }

    async fn request_token(&self, request: TokenRequest<'_>) -> Result<Token, BoxError> {
        let http_request =
            self.build_request(request.token_url()).map_err(|reason| format!("the OAuth client {reason}"))?;
        let url = http_request.url().clone();
        let http = match url.scheme() {
            "http" => request.http.for_plain_http(),
            _ => request.http.for_https().map_err(|reason| format!("no token: {reason}"))?,
        };
        let answer = fetch(http, http_request, MAX_RESPONSE_BYTES).await.map_err(reqwest::Error::without_url);
        let answer = answer.map_err(|error| -> BoxError {
            let reason = chain(&error, None);
            if may_pass(&error) { TemporaryFailure::new(reason).into() } else { format!("no token: {reason}").into() }
        })?;
        let status = answer.status;
        if status.is_redirection() {
            return Err(self.describe_redirect(&url, &answer).into());
        }
        parse_token_response(status, &answer.body, self.secrets(), self.is_in_body).map_err(|reason| {
            // After 500, the request can be repeated, because a token that is requested twice has no other effect.
            if status != StatusCode::INTERNAL_SERVER_ERROR && !is_transient(status, &answer.headers) {
                return format!("no token: {reason}").into();
            }
            let failure = TemporaryFailure::new(reason);
            let wait = parse_retry_after(&answer.headers, system_time());
            wait.map_or(failure.clone(), |wait| failure.with_retry_after(wait)).into()
        })
    }

    /// Creates the error message for a redirect, which the client does not follow.
    /// The message shows the target without query and fragment.
    fn describe_redirect(&self, url: &Url, answer: &FetchedResponse) -> String {
        let target = answer.headers.get(LOCATION).and_then(|location| location.to_str().ok());
        let target = target.and_then(|location| url.join(location).ok()).map(|mut target| {
            target.set_query(None);
            target.set_fragment(None);
            // This fails only for URLs that cannot contain a user and a password.
            let _ = target.set_username("").and_then(|()| target.set_password(None));
            redacted_line(&self.secrets(), target.as_str())
        });
        let redirects = format!("no token: the token URL redirects ({})", answer.status.as_u16());
        target.map_or(redirects.clone(), |target| {
            format!("{redirects} to {target}: if that URL is correct, set it with `ClientCredentials::token_url`")
        })
    }
}

impl TokenProvider for ClientCredentials {
    fn token<'a>(&'a self, request: TokenRequest<'a>) -> TokenFuture<'a> {
        Box::pin(self.request_token(request))
    }

    fn secrets(&self) -> Secrets {
        self.encode_basic().into_iter().chain([self.secret.clone()]).collect()
    }

    fn check(&self, token_url: Option<&str>) -> Result<(), String> {
        self.build_request(token_url).map(drop)
    }
}

fn encode_form_value(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect()
}

/// The statuses with which token endpoints refuse a request whose body does not contain the id and the secret.
const MAY_MISS_CREDENTIALS: [StatusCode; 3] =
    [StatusCode::BAD_REQUEST, StatusCode::UNAUTHORIZED, StatusCode::UNPROCESSABLE_ENTITY];

const IN_BODY: &str = "; if the endpoint expects the id and the secret in the body, use `ClientCredentials::in_body`";

/// The body of a token endpoint's response: a success (RFC 6749, section 5.1) or an error (section 5.2).
#[derive(Deserialize)]
struct TokenResponse<Lifetime> {
    access_token: Option<String>,
    token_type: Option<String>,
    /// The lifetime in seconds, which some services write as a string.
    expires_in: Option<Lifetime>,
    error: Option<String>,
    error_description: Option<String>,
}

impl TokenResponse<Value> {
    fn parse(body: &[u8]) -> Option<Self> {
        // Arrays are rejected first, because serde would read the fields from an array by position.
        if !body.trim_ascii_start().starts_with(b"{") {
            return None;
        }
        if let Ok(object) = serde_json::from_slice(body) {
            return serde_json::from_value(object).ok();
        }
        // A `Value` cannot contain a number such as `1e400`. The lifetime then counts as absent.
        let TokenResponse::<IgnoredAny> { access_token, token_type, error, error_description, .. } =
            serde_json::from_slice(body).ok()?;
        Some(Self { access_token, token_type, expires_in: None, error, error_description })
    }

    fn lifetime(&self) -> Option<Duration> {
        let seconds: f64 = match self.expires_in.as_ref()? {
            Value::String(text) => text.trim().parse().ok()?,
            number => number.as_f64()?,
        };
        Duration::try_from_secs_f64(if seconds < 0.0 { 0.0 } else { seconds }).ok()
    }
}

/// Parses the response of a token endpoint. Fails if the response contains no token. The error may quote the response;
/// `secrets` and tokens are redacted in it. `is_in_body` states whether the id and the secret were sent in the body.
fn parse_token_response(status: StatusCode, body: &[u8], secrets: Secrets, is_in_body: bool) -> Result<Token, String> {
    let answered = format!("the token endpoint responded with {} to the client credentials", status.as_u16());
    let Some(answer) = TokenResponse::parse(body) else {
        return Err(format!("{answered}, but the response is not a JSON object"));
    };
    let lifetime = answer.lifetime();
    let received = answer.access_token.iter().map(|token| SecretString::from(token.as_str())).collect();
    let secrets = secrets.union(&received);
    let token = answer.access_token.filter(|_| status.is_success());
    let Some(token) = token else {
        let details: Vec<String> = [answer.error, answer.error_description]
            .into_iter()
            .flatten()
            .filter(|text| !text.trim().is_empty())
            .collect();
        if details.is_empty() && !is_in_body && MAY_MISS_CREDENTIALS.contains(&status) {
            return Err(answered + IN_BODY);
        }
        return Err(with_reason(&answered, &redacted_line(&secrets, &details.join(", "))));
    };
    if let Some(other) = answer.token_type.filter(|token_type| !token_type.eq_ignore_ascii_case("bearer")) {
        let other = redacted_line(&secrets, &other);
        return Err(format!("{answered}, but the type of the token is `{other}`, not `Bearer`"));
    }
    let token = Token::new(token).map_err(|reason| format!("{answered}, but the token {reason}"))?;
    Ok(lifetime.map_or(token.clone(), |lifetime| token.expires_in(lifetime)))
}

impl fmt::Debug for ClientCredentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientCredentials").field("id", &self.id).finish_non_exhaustive()
    }
}
