//! Nothing: the manifest is what matters.
