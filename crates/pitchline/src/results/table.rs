//! A table: named columns with units. Every export takes it.

use std::path::PathBuf;

/// One column of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Name in snake_case.
    pub name: String,
    /// SI unit; `1` for a number without dimension.
    pub unit: &'static str,
    /// One number for each row, NaN where there is none.
    pub values: Vec<f64>,
}

impl Column {
    /// What stands above it in a file.
    pub(crate) fn head(&self) -> String {
        format!("{} [{}]", self.name, self.unit)
    }
}

/// Named columns of equal length.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Name of the table and of its file.
    pub name: String,
    /// Columns of words, before those of numbers: name and one word for each row.
    pub words: Vec<(&'static str, Vec<String>)>,
    /// Names of the rows, if they have any.
    pub row_names: Option<Vec<String>>,
    /// The columns.
    pub columns: Vec<Column>,
    /// Whether it is a long list, which the terminal leaves to its file.
    pub is_long: bool,
    /// The file that has been written with its rows as they came; it only needs its final name.
    pub part: Option<PathBuf>,
}

impl Table {
    /// An empty table.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            words: Vec::new(),
            row_names: None,
            columns: Vec::new(),
            is_long: false,
            part: None,
        }
    }

    /// Adds a column.
    pub fn push(&mut self, name: impl Into<String>, unit: &'static str, values: Vec<f64>) {
        self.columns.push(Column {
            name: name.into(),
            unit,
            values,
        });
    }

    /// A column by its name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Number of rows.
    pub fn n_rows(&self) -> usize {
        let words = self.words.iter().map(|(_, words)| words.len());
        let numbers = self.columns.iter().map(|column| column.values.len());
        words.chain(numbers).max().unwrap_or(0)
    }

    /// The table as CSV: a header `name [unit]`, then shortest round-trip numbers; empty cells where there is none.
    pub fn to_csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new()
            .flexible(true)
            .from_writer(Vec::new());
        let name = self.row_names.iter().map(|_| "name".to_owned());
        let words = self.words.iter().map(|(name, _)| (*name).to_owned());
        let header = name
            .chain(words)
            .chain(self.columns.iter().map(Column::head));
        // Writing to memory cannot fail.
        let _ = writer.write_record(header);
        for row in 0..self.n_rows() {
            let name = self
                .row_names
                .iter()
                .map(|names| names.get(row).cloned().unwrap_or_default());
            let words = self
                .words
                .iter()
                .map(|(_, words)| words.get(row).cloned().unwrap_or_default());
            let cells = name.chain(words).chain(
                self.columns
                    .iter()
                    .map(|column| cell(column.values.get(row).copied())),
            );
            let _ = writer.write_record(cells);
        }
        writer
            .into_inner()
            .ok()
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .unwrap_or_default()
    }
}

/// A number as it stands in a file.
pub(crate) fn cell(value: Option<f64>) -> String {
    match value {
        Some(value) if !value.is_nan() => {
            let is_plain = value == 0.0 || (1e-4..1e16).contains(&value.abs());
            match is_plain {
                true => format!("{value}"),
                false => format!("{value:e}"),
            }
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_units_and_leaves_missing_numbers_out() {
        let mut table = Table::new("t");
        table.row_names = Some(vec!["A".into(), "B, quoted".into()]);
        table.push("distance", "m", vec![0.1, f64::NAN]);
        assert_eq!(
            [1.5e-17, -1e-4, 2e16, f64::INFINITY].map(|value| cell(Some(value))),
            ["1.5e-17", "-0.0001", "2e16", "inf"]
        );
        assert_eq!(table.to_csv(), "name,distance [m]\nA,0.1\n\"B, quoted\",\n");
    }
}
