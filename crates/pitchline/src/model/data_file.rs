//! CSV files that a model names: columns `name [unit]`, read relative to the model file.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use crate::input::place::cut;
use crate::units::{self, Dimension, describe};

/// Larger files are refused: a grid or a profile is far below.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The same for matrices and reduced bodies.
const MOST_BYTES_OF_A_BODY: u64 = 256 * 1024 * 1024;

/// A column that a file may have.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub name: &'static str,
    pub dimension: Dimension,
}

impl Known {
    pub const fn length(name: &'static str) -> Self {
        Self {
            name,
            dimension: Dimension::LENGTH,
        }
    }
}

/// The columns of a file, in SI units, all of one length.
pub(super) struct Data {
    columns: Vec<(&'static str, Vec<f64>)>,
    /// The line of the file of each row.
    pub lines: Vec<u64>,
}

impl Data {
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        let found = self.columns.iter().find(|(known, _)| *known == name);
        found.map(|(_, values)| values.as_slice())
    }
}

/// What is wrong with a file: a sentence that names it, and a remedy.
#[derive(Debug)]
pub(super) struct Fault {
    pub code: &'static str,
    pub message: String,
    pub help: String,
}

/// Where files are looked for, and what has been read.
#[derive(Clone, Copy)]
pub(super) struct Files<'f> {
    /// The folder of the model file; `None` when the model is not a file.
    pub folder: Option<&'f Path>,
    /// The files that were read, by the names that the model gives them: they are part of the model.
    pub read: &'f RefCell<BTreeMap<String, Vec<u8>>>,
}

impl Files<'_> {
    /// Reads a file of which each column must be one of `known`; `needs` says in words what it should have.
    pub fn read(&self, name: &str, known: &[Known], needs: &str) -> Result<Data, Fault> {
        let bytes = self.bytes(name, MOST_BYTES)?;
        parse(name, &bytes, known, needs)
    }

    /// The content of a file that is no table: a reduced body, a matrix.
    pub fn bytes_of(&self, name: &str) -> Result<Vec<u8>, Fault> {
        self.bytes(name, MOST_BYTES_OF_A_BODY)
    }

    /// Each file is read once, however often it is named.
    fn bytes(&self, name: &str, most: u64) -> Result<Vec<u8>, Fault> {
        let known = self.read.borrow().get(name).cloned();
        if let Some(bytes) = known.filter(|bytes| bytes.len() as u64 <= most) {
            return Ok(bytes);
        }
        let shown = cut(name);
        let fault = |message: String, help: &str| Fault {
            code: "data-file",
            message,
            help: help.to_owned(),
        };
        let Some(folder) = self.folder else {
            return Err(fault(
                format!(
                    "\"{shown}\" cannot be read: this model was not read from a file, so there is no folder for relative paths"
                ),
                "save the model to a file, with the other one in the same folder",
            ));
        };
        let path = folder.join(name);
        let unreadable = |error: std::io::Error| {
            let (reason, help) = match error.kind() {
                std::io::ErrorKind::NotFound => (
                    "there is no such file".to_owned(),
                    "the path is relative to the folder of the model file; check the spelling",
                ),
                std::io::ErrorKind::PermissionDenied => (
                    "you may not read it".to_owned(),
                    "make the file readable for you",
                ),
                _ => (error.to_string(), "name a file beside the model file"),
            };
            fault(format!("cannot read \"{shown}\": {reason}"), help)
        };
        if !std::fs::metadata(&path).map_err(unreadable)?.is_file() {
            return Err(fault(
                format!("cannot read \"{shown}\": it is no file"),
                "name a file beside the model file",
            ));
        }
        let mut bytes = Vec::new();
        std::fs::File::open(&path)
            .and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
            .map_err(unreadable)?;
        if bytes.len() as u64 > most {
            return Err(fault(
                format!("\"{shown}\" has more than {most} bytes"),
                "is it the right file? Thin the data out",
            ));
        }
        self.read
            .borrow_mut()
            .insert(name.to_owned(), bytes.clone());
        Ok(bytes)
    }
}

fn parse(name: &str, bytes: &[u8], known: &[Known], needs: &str) -> Result<Data, Fault> {
    let shown = cut(name);
    let fault = |code, message: String, help: String| Fault {
        code,
        message: format!("{shown}{message}"),
        help,
    };
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(fault(
            "data-file",
            " is not UTF-8 text".to_owned(),
            "save it as CSV, UTF-8".to_owned(),
        ));
    };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let mut records = reader.records();
    let mut next = || {
        records.next().map(|record| {
            record.map_err(|error| {
                fault(
                    "data-file",
                    format!(" is no CSV file: {error}"),
                    "write one row per line, columns separated by commas".to_owned(),
                )
            })
        })
    };
    let Some(header) = next().transpose()? else {
        return Err(fault(
            "data-columns",
            " is empty".to_owned(),
            format!("write {needs}"),
        ));
    };
    let columns = columns(&header, known).map_err(|(message, help)| {
        fault(
            "data-columns",
            format!(", line {}: {message}", line_of(&header)),
            help.unwrap_or_else(|| format!("write {needs}")),
        )
    })?;
    let mut values = vec![Vec::new(); columns.len()];
    let mut lines = Vec::new();
    while let Some(record) = next().transpose()? {
        let line = line_of(&record);
        if record.len() > columns.len() {
            return Err(fault(
                "data-file",
                format!(
                    ", line {line}: {} values for {} columns",
                    record.len(),
                    columns.len()
                ),
                "columns are separated by commas, the decimal mark is a point".to_owned(),
            ));
        }
        for (i, (column, _, factor)) in columns.iter().enumerate() {
            let cell = record.get(i).unwrap_or_default();
            let number = cell.parse::<f64>().ok().filter(|value| value.is_finite());
            let Some(number) = number else {
                let what = if cell.is_empty() {
                    "there is no number".to_owned()
                } else {
                    format!("\"{}\" is no number", cut(cell))
                };
                return Err(fault(
                    "data-hole",
                    format!(", line {line}, column {} (`{column}`): {what}", i + 1),
                    "give a number in every cell, or remove the row".to_owned(),
                ));
            };
            values[i].push(number * factor);
        }
        lines.push(line);
    }
    if lines.is_empty() {
        return Err(fault(
            "data-columns",
            " has a header and no rows".to_owned(),
            "add the data below the header".to_owned(),
        ));
    }
    Ok(Data {
        columns: columns
            .into_iter()
            .zip(values)
            .map(|((name, ..), values)| (name, values))
            .collect(),
        lines,
    })
}

fn line_of(record: &csv::StringRecord) -> u64 {
    record.position().map_or(1, csv::Position::line)
}

/// Name, dimension and factor to SI of each column; or what is wrong, with a remedy where it is not the list of columns.
type Column = (&'static str, Dimension, f64);

fn columns(
    header: &csv::StringRecord,
    known: &[Known],
) -> Result<Vec<Column>, (String, Option<String>)> {
    if header.len() == 1 && header.get(0).is_some_and(|text| text.contains(';')) {
        return Err((
            "the columns are separated by semicolons".to_owned(),
            Some("separate them by commas, with a point as decimal mark".to_owned()),
        ));
    }
    let mut found: Vec<Column> = Vec::new();
    for text in header {
        let (name, unit) = match text.split_once('[') {
            Some((name, rest)) => (name.trim(), Some(rest.trim_end_matches(']').trim())),
            None => (text, None),
        };
        let Some(column) = known.iter().find(|known| known.name == name) else {
            return Err((format!("unknown column \"{}\"", cut(text)), None));
        };
        if found.iter().any(|(other, ..)| *other == column.name) {
            return Err((format!("the column `{name}` is defined twice"), None));
        }
        let factor = match unit {
            _ if column.dimension == Dimension::NONE => 1.0,
            None => {
                let unit = if column.dimension != Dimension::LENGTH {
                    describe(column.dimension).unit
                } else if name.contains("amount")
                    || name.contains("deviation")
                    || name.contains("pitch")
                {
                    "um".to_owned()
                } else {
                    "mm".to_owned()
                };
                return Err((
                    format!("the column `{name}` has no unit"),
                    Some(format!("write it in brackets: {name} [{unit}]")),
                ));
            }
            Some(unit) => units::parse(&format!("1 {unit}"), column.dimension).map_err(|_| {
                (
                    format!(
                        "[{}] of the column `{name}` is no unit of {}",
                        cut(unit),
                        describe(column.dimension).words
                    ),
                    Some(format!(
                        "write for example {name} [{}]",
                        match column.dimension {
                            Dimension::LENGTH => "mm".to_owned(),
                            dimension => describe(dimension).unit,
                        }
                    )),
                )
            })?,
        };
        found.push((column.name, column.dimension, factor));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Known] = &[Known::length("width"), Known::length("amount")];

    fn read(text: &str) -> Result<Data, String> {
        parse("t.csv", text.as_bytes(), KNOWN, "columns").map_err(|fault| fault.message)
    }

    #[test]
    fn numbers_come_in_si_whatever_their_unit() {
        let data = read("# measured\namount [um], width [mm]\n1, 2\n-3,4\n")
            .unwrap_or_else(|e| panic!("{e}"));
        let close = |a: &[f64], b: [f64; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15);
        assert!(close(
            data.column("amount").unwrap_or_default(),
            [1e-6, -3e-6]
        ));
        assert!(close(
            data.column("width").unwrap_or_default(),
            [2e-3, 4e-3]
        ));
        assert_eq!(data.lines, [3, 4]);
    }

    #[test]
    fn faults_name_line_and_column() {
        for (text, says) in [
            ("", "t.csv is empty"),
            ("amount [um]\n", "no rows"),
            ("amount\n1\n", "no unit"),
            ("amount [kg]\n1\n", "[kg]"),
            (
                "amount [um],depth [mm]\n1,1\n",
                "unknown column \"depth [mm]\"",
            ),
            ("amount [um],amount [mm]\n1,1\n", "twice"),
            ("amount [um];width [mm]\n1;1\n", "semicolons"),
            (
                "amount [um],width [mm]\n1,1\n2,\n",
                "t.csv, line 3, column 2 (`width`): there is no number",
            ),
            (
                "amount [um],width [mm]\n1,x\n",
                "line 2, column 2 (`width`): \"x\" is no number",
            ),
            ("amount [um],width [mm]\n1,nan\n", "\"nan\" is no number"),
            ("amount [um]\n1,5\n", "line 2: 2 values for 1 columns"),
        ] {
            let said = read(text).err().unwrap_or_default();
            assert!(said.contains(says), "{text}: {said}");
        }
    }

    #[test]
    fn a_model_without_a_folder_reads_no_files() {
        let files = Files {
            folder: None,
            read: &RefCell::default(),
        };
        assert!(files.read("t.csv", KNOWN, "").is_err());
    }
}
