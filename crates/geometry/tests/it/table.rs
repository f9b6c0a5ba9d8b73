//! Tables of printed numbers: one source line, a header, rows. Each cell knows how many digits were printed.

pub struct Table {
    header: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

#[derive(Clone, Copy)]
pub struct Row<'t> {
    table: &'t Table,
    cells: &'t [&'static str],
}

impl Table {
    /// Reads a table; its first line must name the source.
    pub fn new(text: &'static str) -> Self {
        let mut lines = text.lines();
        assert!(
            lines
                .next()
                .is_some_and(|line| line.starts_with('#') && line.len() > 20),
            "no source line"
        );
        let mut lines = lines.map(split);
        let header = lines.next().expect("a header");
        let rows: Vec<_> = lines.collect();
        assert!(
            rows.iter().all(|row| row.len() == header.len()),
            "ragged table"
        );
        Self { header, rows }
    }

    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|cells| Row { table: self, cells })
    }

    pub fn has(&self, column: &str) -> bool {
        self.header.contains(&column)
    }

    /// The row whose first columns read like this.
    pub fn find(&self, key: &[&str]) -> Row<'_> {
        self.rows()
            .find(|row| row.cells.iter().zip(key).all(|(a, b)| a == b))
            .expect("a row of the table")
    }
}

/// Cells of a line; a cell in quotes may hold commas.
fn split(line: &'static str) -> Vec<&'static str> {
    let mut cells = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (i, c) in line.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                cells.push(line[start..i].trim_matches('"'));
                start = i + 1;
            }
            _ => {}
        }
    }
    cells.push(line[start..].trim_matches('"'));
    cells
}

impl Row<'_> {
    pub fn text(&self, column: &str) -> &'static str {
        let i = self.table.header.iter().position(|name| *name == column);
        self.cells[i.unwrap_or_else(|| panic!("no column {column}"))]
    }

    pub fn get(&self, column: &str) -> Option<f64> {
        let text = self.text(column);
        (!text.is_empty()).then(|| text.parse().unwrap_or_else(|_| panic!("{column} = {text}")))
    }

    pub fn number(&self, column: &str) -> f64 {
        self.get(column)
            .unwrap_or_else(|| panic!("{column} is empty"))
    }

    /// Asserts that `value` rounds to what was printed in `column`; nothing to do in an empty cell.
    #[track_caller]
    pub fn check(&self, column: &str, value: f64) {
        self.check_within(column, value, 0.0);
    }

    /// As `check`, with a further allowance in units of the last printed digit, for a known cause.
    #[track_caller]
    pub fn check_within(&self, column: &str, value: f64, digits: f64) {
        let Some(printed) = self.get(column) else {
            return;
        };
        let text = self.text(column);
        let decimals = text
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len() as i32);
        let tolerance = (0.5001 + digits) * 10f64.powi(-decimals);
        assert!(
            (value - printed).abs() <= tolerance,
            "{column} of {:?}: computed {value}, printed {text}",
            &self.cells[..3]
        );
    }
}
