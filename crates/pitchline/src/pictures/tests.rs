//! Every picture of many models is readable.
