//! A request and its response, as reqwest performs them with hyper.

pub(super) use reqwest::Response as HttpResponse;

pub(super) fn execute(
    http: &reqwest::Client,
    request: reqwest::Request,
) -> impl Future<Output = reqwest::Result<HttpResponse>> + use<> {
    http.execute(request)
}
