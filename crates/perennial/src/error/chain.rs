use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::iter;

use super::call::Call;
use super::reason::reason;
use super::text::redacted_line;

/// Writes an error and its causes, `message: cause: cause`. If the error is about a call, each cause is without its secrets,
/// on one line and shortened. Otherwise all is left to those who know the secrets.
pub(crate) struct Chain<'a>(pub(crate) &'a dyn StdError, pub(crate) Option<&'a Call>);

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(error, call) = self;
        let mut line = error.to_string();
        for cause in error.source().into_iter().flat_map(causes) {
            let text = cause.to_string();
            let text = call.map(|call| redacted_line(call.secrets(), &text)).unwrap_or(text);
            let without_value = cause.downcast_ref().and_then(reason).filter(|reason| line.contains(reason));
            // Messages end with the innermost cause, and some libraries repeat the text of the cause in their own.
            if let Some(reason) = without_value {
                line = line.replacen(&reason, &text, 1);
            } else if !line.contains(&text) {
                line.push_str(": ");
                line.push_str(&text);
            }
        }
        f.write_str(&line)
    }
}

/// `error` and its causes, outermost first.
pub(super) fn causes<'a>(error: &'a (dyn StdError + 'static)) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    iter::successors(Some(error), |&error| match error.downcast_ref::<io::Error>() {
        // Its `source` is that of the error it was made from.
        Some(error) => error.get_ref().map(|cause| cause as _),
        None => error.source(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::Operation;
    use crate::secret::Secrets;

    #[derive(Debug)]
    struct Layer(&'static str, Option<Box<Layer>>);

    impl fmt::Display for Layer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl StdError for Layer {
        fn source(&self) -> Option<&(dyn StdError + 'static)> {
            self.1.as_deref().map(|cause| cause as _)
        }
    }

    static OPERATION: Operation = Operation::new("getThing", "GET", "/thing");

    fn chain_of(call: Option<&Call>, texts: &[&'static str]) -> String {
        let error = texts.iter().rev().fold(None, |cause, text| Some(Box::new(Layer(text, cause))));
        Chain(&*error.unwrap(), call).to_string()
    }

    fn chain(texts: &[&'static str]) -> String {
        chain_of(Some(&Call::of(&OPERATION)), texts)
    }

    #[test]
    fn every_cause_is_shown_once_on_one_line() {
        assert_eq!(chain(&["alone"]), "alone");
        assert_eq!(
            chain(&["sending", "connecting", "refused\n(os error)"]),
            "sending: connecting: refused\\n(os error)"
        );
        assert_eq!(
            chain(&["sending: connecting", "connecting", "", "refused", "refused"]),
            "sending: connecting: refused"
        );
    }

    #[test]
    fn secrets_of_the_call_are_redacted_before_a_cause_is_shortened() {
        let cause: &str = format!("{}s3cret-of-the-call", "x".repeat(195)).leak();
        let call = Call::of(&OPERATION).hiding(&Secrets::from_iter(["s3cret-of-the-call".into()]));
        assert_eq!(chain_of(Some(&call), &["sending", cause]), format!("sending: {}*****…", "x".repeat(195)));
        // Those who know the secrets of another error shorten it.
        assert_eq!(chain_of(None, &["sending", cause]), format!("sending: {cause}"));
    }
}
