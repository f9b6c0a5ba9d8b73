//! Square matrices of other programs in Matrix Market format.

/// A larger dense matrix would not fit: 6000 unknowns take 288 MB.
const MOST_UNKNOWNS: usize = 6000;

/// A square matrix, by columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SquareMatrix {
    /// Rows.
    pub n: usize,
    /// Entries.
    pub values: Vec<f64>,
}

/// How the entries are listed.
struct Header {
    is_sparse: bool,
    is_symmetric: bool,
}

/// Reads a matrix; or says what is wrong, with the line.
pub(crate) fn parse(bytes: &[u8]) -> Result<SquareMatrix, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()));
    let header = header(lines.next().map_or("", |(_, line)| line))?;
    let mut rest = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('%'));
    let (at, size) = rest.next().ok_or("the line with its size is missing")?;
    let size: Option<Vec<usize>> = size.split_whitespace().map(|x| x.parse().ok()).collect();
    let (n, count) = match (header.is_sparse, size.as_deref()) {
        (true, Some(&[rows, columns, count])) if rows == columns => (rows, count),
        (false, Some(&[rows, columns])) if rows == columns => (rows, 0),
        _ => return Err(format!("line {at} is not the size of a square matrix")),
    };
    if !(1..=MOST_UNKNOWNS).contains(&n) {
        return Err(format!(
            "line {at}: it has {n} rows; from 1 to {MOST_UNKNOWNS} are possible"
        ));
    }
    let mut matrix = SquareMatrix {
        n,
        values: vec![0.0; n * n],
    };
    match header.is_sparse {
        true => matrix.fill_sparse(&header, rest, count)?,
        false => matrix.fill_dense(&header, rest)?,
    }
    Ok(matrix)
}

fn header(line: &str) -> Result<Header, String> {
    let line = line.trim_start_matches('\u{feff}').to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["%%matrixmarket", "matrix", form @ ("coordinate" | "array"), "real" | "integer" | "double", kind @ ("symmetric" | "general")] => {
            Ok(Header {
                is_sparse: *form == "coordinate",
                is_symmetric: *kind == "symmetric",
            })
        }
        _ => Err("its first line is not `%%MatrixMarket matrix coordinate real symmetric`, or the same with array or general".to_owned()),
    }
}

fn numbers(at: usize, line: &str) -> Result<Vec<f64>, String> {
    let read = |word: &str| word.parse::<f64>().ok().filter(|x| x.is_finite());
    let numbers: Option<Vec<f64>> = line.split_whitespace().map(read).collect();
    numbers.ok_or_else(|| format!("line {at} has something that is no finite number"))
}

impl SquareMatrix {
    fn put(&mut self, row: usize, column: usize, value: f64, header: &Header) {
        self.values[column * self.n + row] += value;
        if header.is_symmetric && row != column {
            self.values[row * self.n + column] += value;
        }
    }

    fn fill_sparse<'t>(
        &mut self,
        header: &Header,
        lines: impl Iterator<Item = (usize, &'t str)>,
        count: usize,
    ) -> Result<(), String> {
        let mut found = 0;
        let n = self.n;
        let index = |word: &str| {
            let number: usize = word.parse().ok()?;
            (1..=n).contains(&number).then(|| number - 1)
        };
        for (at, line) in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let place = match words.as_slice() {
                [row, column, _] => index(row).zip(index(column)),
                _ => None,
            };
            let value = words
                .last()
                .map_or(Ok(Vec::new()), |word| numbers(at, word))?;
            let (Some((row, column)), [value]) = (place, value.as_slice()) else {
                return Err(format!(
                    "line {at} is not row, column and value of an entry"
                ));
            };
            self.put(row, column, *value, header);
            found += 1;
        }
        match found == count {
            true => Ok(()),
            false => Err(format!(
                "it has {found} entries where its size promises {count}"
            )),
        }
    }

    fn fill_dense<'t>(
        &mut self,
        header: &Header,
        lines: impl Iterator<Item = (usize, &'t str)>,
    ) -> Result<(), String> {
        let mut values = Vec::new();
        for (at, line) in lines {
            values.extend(numbers(at, line)?);
            if values.len() > self.n * self.n {
                break;
            }
        }
        let n = self.n;
        let needed = match header.is_symmetric {
            true => n * (n + 1) / 2,
            false => n * n,
        };
        if values.len() != needed {
            let found = values.len();
            return Err(format!("it has {found} numbers where {needed} are needed"));
        }
        let mut next = values.into_iter();
        for column in 0..n {
            let first = if header.is_symmetric { column } else { 0 };
            for row in first..n {
                let value = next.next().unwrap_or_default();
                self.put(row, column, value, header);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_four_forms_give_the_same_matrix() {
        for text in [
            "%%MatrixMarket matrix coordinate real symmetric\n% made by hand\n2 2 3\n1 1 4\n2 1 -1\n2 2 5\n",
            "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 4\n2 1 -1\n1 2 -1\n2 2 5\n",
            "%%MatrixMarket matrix array real symmetric\n2 2\n4\n-1\n5\n",
            "%%MatrixMarket matrix array real general\n2 2\n4\n-1\n-1\n5\n",
        ] {
            let matrix = parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!((matrix.n, matrix.values), (2, vec![4.0, -1.0, -1.0, 5.0]));
        }
    }

    #[test]
    fn faults_name_the_line() {
        for (text, says) in [
            ("", "first line"),
            (
                "%%MatrixMarket matrix coordinate complex general\n1 1 1\n",
                "first line",
            ),
            (
                "%%MatrixMarket matrix array real general\n",
                "size is missing",
            ),
            ("%%MatrixMarket matrix array real general\n2 3\n", "line 2"),
            (
                "%%MatrixMarket matrix array real general\n1000000000 1000000000\n",
                "6000",
            ),
            (
                "%%MatrixMarket matrix array real general\n1 1\nnan\n",
                "line 3",
            ),
            (
                "%%MatrixMarket matrix array real general\n2 2\n1\n2\n",
                "2 numbers where 4",
            ),
            (
                "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n",
                "line 3",
            ),
            (
                "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 5\n",
                "1 entries",
            ),
        ] {
            let said = parse(text.as_bytes()).err().unwrap_or_default();
            assert!(said.contains(says), "{text}: {said}");
        }
    }
}
