//! Reads lists: of quantities, of three for the axes of space, of anything else.

use std::ops::Range;

use toml::de::DeArray;

use super::diagnostic::Diagnostic;
use super::field::FieldKind;
use super::place::Place;
use super::reader::Reader;
use super::section::Value;

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
