//! An empty library: this package only contains tests.
