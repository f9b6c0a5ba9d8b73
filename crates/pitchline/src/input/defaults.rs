//! Defaults are written once, as text in the field table, and read by the reader itself: page and program can not differ.

use std::collections::HashMap;

use toml::de::DeValue;

use super::diagnostic::Diagnostics;
use super::field::Field;
use super::names::Names;
use super::place::{Place, Title};
use super::reader::Reader;
use super::section::Value;
use super::tables::MODEL;

/// The value that is taken when the key is left out.
pub(super) fn value(field: &'static Field) -> Option<Value> {
    let value = read(field, field.default_text()?).ok();
    debug_assert!(value.is_some(), "the default of `{}` is faulty", field.key);
    value
}

/// Reads TOML text as the value of a field, with nothing but the built-in names to refer to.
pub(super) fn read(field: &'static Field, text: &str) -> Result<Value, Diagnostics> {
    let mut reader = Reader {
        cases: None,
        source: text,
        record: &MODEL,
        names: Names::built_in(),
        diagnostics: Diagnostics::new(),
        defaults: HashMap::new(),
    };
    let title = Title::Table(field.key);
    let place = Place {
        field,
        title: &Title::File,
        inner: &title,
    };
    let value = DeValue::parse(text)
        .ok()
        .and_then(|content| reader.value(&field.kind, &content, &place));
    match value {
        Some(value) if !reader.diagnostics.has_errors() => Ok(value),
        _ => Err(reader.diagnostics),
    }
}
