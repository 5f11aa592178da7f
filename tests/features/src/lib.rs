//! An empty library. Only the features in its manifest are used.
