//! The arrays of a reduced body: written one after another, found again by name.

use serde_json::{Value, json};

use super::BodyFileError;

/// Arrays as they are written.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) table: Vec<Value>,
    pub(super) data: Vec<u8>,
}

impl Writer {
    pub(super) fn f64s(&mut self, name: &str, unit: &str, shape: &[usize], values: &[f64]) {
        self.describe(name, "f64", unit, shape);
        self.add(values.iter().map(|value| value.to_le_bytes()));
    }

    pub(super) fn u32s(&mut self, name: &str, shape: &[usize], values: &[u32]) {
        self.describe(name, "u32", "1", shape);
        self.add(values.iter().map(|value| value.to_le_bytes()));
        let padded = self.data.len().next_multiple_of(8);
        self.data.resize(padded, 0);
    }

    /// Fills room made before: value by value the bytes would be checked one by one.
    fn add<const N: usize>(&mut self, values: impl ExactSizeIterator<Item = [u8; N]>) {
        let start = self.data.len();
        self.data.resize(start + N * values.len(), 0);
        let (room, _) = self.data[start..].as_chunks_mut::<N>();
        room.iter_mut()
            .zip(values)
            .for_each(|(to, value)| *to = value);
    }

    fn describe(&mut self, name: &str, kind: &str, unit: &str, shape: &[usize]) {
        let offset = self.data.len();
        let entry =
            json!({"name": name, "type": kind, "unit": unit, "shape": shape, "offset": offset});
        self.table.push(entry);
    }
}

/// Arrays as they are read.
pub(super) struct Reader<'a> {
    table: &'a [Value],
    data: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(table: &'a [Value], data: &'a [u8]) -> Self {
        Self { table, data }
    }

    /// Whether there is an array of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.table.iter().any(|entry| entry["name"] == name)
    }

    /// An array of this shape; the length of a dimension that is `None` is whatever the file says.
    pub(super) fn f64s(
        &self,
        name: &str,
        shape: &[Option<usize>],
    ) -> Result<Vec<f64>, BodyFileError> {
        let bytes = self.find(name, "f64", 8, shape)?;
        let values: Vec<f64> = bytes
            .as_chunks()
            .0
            .iter()
            .map(|&b| f64::from_le_bytes(b))
            .collect();
        match values.iter().all(|value| value.is_finite()) {
            true => Ok(values),
            false => Err(wrong(name, "it holds numbers that are not finite")),
        }
    }

    pub(super) fn u32s(
        &self,
        name: &str,
        shape: &[Option<usize>],
    ) -> Result<Vec<u32>, BodyFileError> {
        let bytes = self.find(name, "u32", 4, shape)?;
        Ok(bytes
            .as_chunks()
            .0
            .iter()
            .map(|&b| u32::from_le_bytes(b))
            .collect())
    }

    /// The bytes of an array: no memory is taken for a length that they do not have.
    fn find(
        &self,
        name: &str,
        kind: &str,
        size: usize,
        shape: &[Option<usize>],
    ) -> Result<&'a [u8], BodyFileError> {
        let entry = self
            .table
            .iter()
            .find(|entry| entry["name"] == name)
            .ok_or_else(|| wrong(name, "it is missing"))?;
        if entry["type"] != kind {
            return Err(wrong(name, &format!("its type must be {kind}")));
        }
        let given: Option<Vec<usize>> = entry["shape"]
            .as_array()
            .and_then(|shape| shape.iter().map(as_usize).collect());
        let given = given.ok_or_else(|| wrong(name, "its shape is no list of numbers"))?;
        let fits = given.len() == shape.len()
            && given
                .iter()
                .zip(shape)
                .all(|(given, s)| s.is_none_or(|s| s == *given));
        if !fits {
            return Err(wrong(
                name,
                &format!("its shape {given:?} does not fit the others"),
            ));
        }
        let count = given
            .iter()
            .try_fold(size, |count, &n| count.checked_mul(n));
        let offset = as_usize(&entry["offset"]).filter(|offset| offset % 8 == 0);
        let range = offset
            .zip(count)
            .and_then(|(offset, count)| Some(offset..offset.checked_add(count)?));
        range
            .and_then(|range| self.data.get(range))
            .ok_or_else(|| wrong(name, "it reaches beyond the end of the file"))
    }
}

pub(super) fn as_usize(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|value| usize::try_from(value).ok())
}

pub(super) fn wrong(array: &str, what: &str) -> BodyFileError {
    BodyFileError::Array {
        array: array.to_owned(),
        what: what.to_owned(),
    }
}
