//! A client for an invented service, which uses its own types (`client.types` in `names.json`) in place of some formats
//! and schemas of the document.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

use std::fmt;
use std::str::FromStr;

use perennial::authenticate::Anonymous as Credentials;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

// The build script writes the module `generated`, which contains the code that is generated from `openapi.json`.
include!(concat!(env!("OUT_DIR"), "/generated.rs"));

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

pub use generated::{Client, ClientBuilder, builder, operation, operations, tags, types};
pub use perennial::*;

/// An exact amount of money, `12.50` on the wire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cents(pub i64);

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl FromStr for Cents {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let cents = text.split_once('.').filter(|(_, cents)| cents.len() == 2);
        let cents = cents.and_then(|(whole, cents)| format!("{whole}{cents}").parse().ok());
        cents.map(Self).ok_or("no amount with two digits of cents")
    }
}

impl Serialize for Cents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// An amount of money in a currency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Money {
    /// The amount.
    pub amount: Cents,
    /// The code of the currency.
    pub currency: String,
}

/// The number of an article.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sku(pub String);
