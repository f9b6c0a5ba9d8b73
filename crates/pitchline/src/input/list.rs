//! Reads lists: of quantities, of quantities by name, of three for the axes of space, of anything else.

use std::ops::Range;

use toml::de::{DeArray, DeTable};

use super::diagnostic::Diagnostic;
use super::field::FieldKind;
use super::place::Place;
use super::reader::Reader;
use super::section::{Located, Value};

impl Reader<'_> {
    /// A list of quantities; all faulty ones are reported.
    pub(super) fn quantities(
        &mut self,
        kind: &FieldKind,
        array: &DeArray<'_>,
        place: &Place<'_>,
    ) -> Option<Value> {
        let values = self.list(kind, array, place)?.into_iter();
        let numbers = values.map(|value| match value {
            Value::Number(number) => Some(number),
            _ => None,
        });
        numbers.collect::<Option<_>>().map(Value::Numbers)
    }

    /// Quantities by name, in the order of the file.
    pub(super) fn named_quantities(
        &mut self,
        kind: &FieldKind,
        table: &DeTable<'_>,
        place: &Place<'_>,
    ) -> Option<Value> {
        let mut named = Vec::with_capacity(table.len());
        for (name, content) in table.iter() {
            if self.is_full() {
                return None;
            }
            let known = self.name(name.get_ref(), name.span(), &place.to_string());
            let value = self.value(kind, content, place);
            if let (Some(known), Some(Value::Number(value))) = (known, value) {
                let span = content.span();
                named.push((known, Located { value, span }));
            }
        }
        named.sort_by_key(|(_, at)| at.span.start);
        (named.len() == table.len()).then_some(Value::Named(named))
    }

    /// Three quantities, for x, y and z.
    pub(super) fn vector(
        &mut self,
        kind: &FieldKind,
        array: &DeArray<'_>,
        span: Range<usize>,
        place: &Place<'_>,
    ) -> Option<Value> {
        if array.len() == 3 {
            return self.quantities(kind, array, place);
        }
        let values = if array.len() == 1 { "value" } else { "values" };
        let message = format!(
            "{place} has {} {values}, not one for x, y and z each",
            array.len()
        );
        self.report(
            Diagnostic::error("wrong-count", span, message)
                .label("three are needed")
                .help(format!("write {}", place.example())),
        );
        None
    }

    /// The entries of a list of one kind.
    pub(super) fn list(
        &mut self,
        kind: &FieldKind,
        array: &DeArray<'_>,
        place: &Place<'_>,
    ) -> Option<Vec<Value>> {
        let mut values = Vec::with_capacity(array.len());
        for entry in array.iter() {
            if self.is_full() {
                return None;
            }
            values.extend(self.value(kind, entry, place));
        }
        (values.len() == array.len()).then_some(values)
    }
}
