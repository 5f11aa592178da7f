//! What the parameters, bodies and answers of every kind are on the wire.
