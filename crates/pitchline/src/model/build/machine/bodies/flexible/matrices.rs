//! Bodies in matrices of another program.

use super::{Reading, told};
use crate::input::Section;
use crate::input::place::cut;
use crate::model::data_file::Known;
use crate::model::machine::{FlexibleSource, MatrixNode};
use crate::model::matrix_market;
use crate::units::Dimension;

/// Matrices of another program.
pub(super) fn read(
    (what, section): (&str, &Section),
    reading: &mut Reading,
) -> Option<(FlexibleSource, Vec<String>)> {
    let named = (what, section);
    let sizes = ["stiffness", "mass"].map(|key| matrix(named, key, reading));
    let nodes = nodes(named, reading)?;
    let [stiffness, mass] = [sizes[0]?, sizes[1]?];
    let of_nodes: usize = nodes
        .iter()
        .map(|node| if node.has_turns { 6 } else { 3 })
        .sum();
    if stiffness != mass || stiffness < of_nodes {
        return reading.refuse(
            "wrong-count",
            (section.span_of("mass"), "does not fit"),
            format!(
                "{what}: its stiffness has {stiffness} unknowns, its mass {mass}, its nodes {of_nodes}"
            ),
            "both matrices have 3 unknowns per node, 6 for one with rotations, and then those of modes",
        );
    }
    let points = nodes.iter().map(|node| node.name.clone()).collect();
    let name = |key: &str| Some(section.text(key)?.value.to_owned());
    let source = FlexibleSource::Matrices {
        stiffness: name("stiffness")?,
        mass: name("mass")?,
        sums: sums(named, stiffness, reading)?,
        nodes,
    };
    Some((source, points))
}

/// Number of unknowns of a matrix that can be read.
fn matrix((what, section): (&str, &Section), key: &str, reading: &mut Reading) -> Option<usize> {
    let file = section.text(key)?;
    let place = (file.span, "this file");
    let found = reading.files.bytes_of(file.value);
    let bytes = told(found, (what, &place), reading)?;
    match matrix_market::parse(&bytes) {
        Ok(matrix) => Some(matrix.n),
        Err(error) => reading.refuse(
            "data-file",
            place,
            format!(
                "{what}: \"{}\" is no square matrix in Matrix Market format: {error}",
                cut(file.value)
            ),
            "write it as scipy.io.mmwrite does",
        ),
    }
}

/// The nodes that the matrices belong to.
fn nodes((what, section): (&str, &Section), reading: &mut Reading) -> Option<Vec<MatrixNode>> {
    let known = [
        number("node"),
        Known::length("x"),
        Known::length("y"),
        Known::length("z"),
        number("turns"),
    ];
    let needs =
        "a header with the columns node, x [unit], y [unit], z [unit], and turns if nodes have any";
    let file = section.text("nodes")?;
    let place = (file.span, "this file");
    let found = reading.files.read(file.value, &known, needs);
    let data = told(found, (what, &place), reading)?;
    let column = |name: &str| data.column(name);
    let (Some(numbers), Some(x), Some(y), Some(z)) =
        (column("node"), column("x"), column("y"), column("z"))
    else {
        let message = format!(
            "{what}: {} lacks the column `node`, `x`, `y` or `z`",
            cut(file.value)
        );
        return reading.refuse("data-columns", place, message, format!("write {needs}"));
    };
    let twice = (1..numbers.len()).find(|&i| numbers[..i].contains(&numbers[i]));
    if let Some(i) = twice {
        return reading.refuse(
            "duplicate-name",
            place,
            format!(
                "{what}: {}, line {}: node {} is defined twice",
                cut(file.value),
                data.lines[i],
                numbers[i]
            ),
            "give each node a number of its own",
        );
    }
    let turns = column("turns");
    let node = |i: usize| MatrixNode {
        name: format!("node_{}", numbers[i]),
        place: [x[i], y[i], z[i]],
        has_turns: turns.is_some_and(|turns| turns[i] != 0.0),
    };
    Some((0..numbers.len()).map(node).collect())
}

/// A column of plain numbers.
const fn number(name: &'static str) -> Known {
    Known {
        name,
        dimension: Dimension::NONE,
    }
}

/// How weight acts on the unknowns of a held body: three numbers for each; `Some(None)` where nothing is said of it.
fn sums(
    (what, section): (&str, &Section),
    unknowns: usize,
    reading: &mut Reading,
) -> Option<Option<Vec<f64>>> {
    let Some(file) = section.text("sums") else {
        return (!section.is_faulty("sums")).then_some(None);
    };
    let place = (file.span, "this file");
    if section.choice("frame")?.value != "ground" {
        return reading.refuse(
            "key-without-use",
            place,
            format!("{what} floats, so M says how weight acts on it"),
            "remove `sums`, or write frame = \"ground\" for a body that is held by its supports",
        );
    }
    let needs = "a header with the columns x, y and z";
    let found = reading
        .files
        .read(file.value, &["x", "y", "z"].map(number), needs);
    let data = told(found, (what, &place), reading)?;
    let columns = ["x", "y", "z"].map(|name| data.column(name));
    let [Some(x), Some(y), Some(z)] = columns else {
        let message = format!(
            "{what}: {} lacks the column `x`, `y` or `z`",
            cut(file.value)
        );
        return reading.refuse("data-columns", place, message, format!("write {needs}"));
    };
    if x.len() != unknowns {
        return reading.refuse(
            "wrong-count",
            place,
            format!(
                "{what}: {} has {} rows, but its matrices have {unknowns} unknowns",
                cut(file.value),
                x.len()
            ),
            "write one row per unknown, in the order of the matrices",
        );
    }
    let rows = x.iter().zip(y).zip(z);
    Some(Some(rows.flat_map(|((x, y), z)| [*x, *y, *z]).collect()))
}
