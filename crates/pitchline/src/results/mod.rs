//! Every result: values with units, tables with named columns, and the folder that they are written to.

mod folder;
mod keys;
mod keys_page;
mod sheet;
mod summary;
mod table;
mod values;

pub use folder::{Folder, Lock, write_atomically};
pub use keys::{Object, ResultKey};
pub use keys_page::reference_page;
pub use sheet::Sheet;
pub use summary::{
    Drawing, FieldFile, Output, Picture, Results, Status, Summary, model_hash, signed,
};
pub(crate) use table::cell;
pub use table::{Column, Table};
pub use values::{Group, Value, Values};
