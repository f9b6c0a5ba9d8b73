//! Integration tests of the crate, as one binary.

mod pictures_in_docs;
