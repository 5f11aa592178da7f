use std::error::Error as StdError;
use std::fmt;

use super::text::Short;

/// Writes an error and its causes on one line: `message: cause: cause`.
pub(crate) struct Chain<'a>(pub(crate) &'a dyn StdError);

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = self.0.to_string();
        let mut cause = self.0.source();
        while let Some(error) = cause {
            let text = Short(&error.to_string()).to_string();
            // Some libraries repeat the text of the cause in their own.
            if !line.contains(&text) {
                line.push_str(": ");
                line.push_str(&text);
            }
            cause = error.source();
        }
        f.write_str(&line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn chain(texts: &[&'static str]) -> String {
        let error = texts.iter().rev().fold(None, |cause, text| Some(Box::new(Layer(text, cause))));
        Chain(&*error.unwrap()).to_string()
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
}
