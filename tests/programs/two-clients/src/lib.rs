//! The clients are what is tested: see `tests/`.
