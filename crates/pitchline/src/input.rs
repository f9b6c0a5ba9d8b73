//! The model file: what it may contain, how it is read, and what is wrong with one that can not be used.
//!
//! Everything comes from one table of fields ([`tables::MODEL`]): the reader, the JSON Schema and the reference page.

mod changes;
mod defaults;
pub mod diagnostic;
pub(crate) mod entries;
pub mod facts;
mod faults;
pub mod field;
mod input_value;
pub mod interval;
pub(crate) mod key;
mod list;
mod names;
pub(crate) mod place;
pub mod reader;
mod record;
pub mod reference;
pub mod schema;
pub mod section;
pub(crate) mod set_names;
mod syntax;
pub mod tables;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use changes::lay;
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use input_value::InputValue;
pub(crate) use input_value::key_text;
pub(crate) use reader::ChangedFile;
pub use reader::{MAX_BYTES, MOST_FAULTS, read};
pub use section::{Located, Section};
pub(crate) use syntax::parse;
