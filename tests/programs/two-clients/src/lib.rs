//! An empty library. The tests of the clients are in `tests/`.
