//! Nothing: the tests are what matters.
