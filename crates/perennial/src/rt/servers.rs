use std::borrow::Cow;

use crate::encode;

/// Replaces variables such as `{region}` in the URL of a server. `values` contains the names and the values of the
/// variables.
pub fn server_url(template: &str, values: &[(&str, &Cow<'static, str>)]) -> String {
    let mut parts = template.split('{');
    let mut url = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let filled = part.split_once('}').and_then(|(name, rest)| {
            let (_, value) = values.iter().find(|(of, _)| *of == name)?;
            Some([value.as_ref(), rest])
        });
        url.extend(filled.unwrap_or(["{", part]));
    }
    url
}

/// Percent-encodes the value of a variable in the URL of a server. The characters in `kept` are not encoded.
pub fn server_text(value: &str, kept: &[char]) -> String {
    value.split_inclusive(kept).fold(String::new(), |mut text, part| {
        let end = part.find(kept).unwrap_or(part.len());
        text.extend(encode::component(&part[..end]));
        text + &part[end..]
    })
}
