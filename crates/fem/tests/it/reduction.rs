//! Reduced bodies beside the full ones that they stand for.

mod support;

mod dual;
