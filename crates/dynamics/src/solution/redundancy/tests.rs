//! Many rows are treated otherwise than few: both ways must say the same.

use super::*;
use crate::samples::{andrews, chain, double_four_bar, planetary_set};
use crate::{Joint, Machine, NodeId, Rotation};

/// Bodies in a row, each on two hinges of one axis to the one before it: five of ten constraints follow.
fn doors(n: usize) -> Machine {
    let mut machine = Machine::new();
    let mut before = NodeId::GROUND;
    for i in 0..n {
        let place = [i as f64, 0.0, 0.0];
        let node = machine.add_node("door", place, Rotation::IDENTITY);
        for y in [0.0, 0.4] {
            let on = |node, x: f64| crate::Frame {
                place: [x, y, 0.1 * y],
                axes: [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
                ..crate::Frame::at(node)
            };
            let far = if i == 0 { -0.5 } else { 0.5 };
            let joint = Joint::revolute(on(before, far), on(node, -0.5));
            assert!(machine.add("hinge", joint).is_ok());
        }
        before = node;
    }
    machine
}

/// Both ways, and the rows they looked at.
fn both(machine: &Machine) -> Result<([Redundancy; 2], Vec<Vec<f64>>), Error> {
    let mut equations = Equations::new(machine);
    let state = machine.start(0.0);
    equations.set(&state)?;
    let mut metric = Constrained::new(&equations);
    metric.set_length(equations.extent(&state));
    let found = [true, false].map(|are_few| {
        let rows = constraint_rows(&mut equations, &metric);
        Redundancy::among(&equations, rows, &metric, are_few)
    });
    let rows = constraint_rows(&mut equations, &metric);
    let full = rows.vectors.iter().zip(&rows.lengths).map(|(row, length)| {
        let mut full = vec![0.0; rows.n_coordinates];
        row.iter().for_each(|&(i, x)| full[i as usize] = x * length);
        full
    });
    Ok((found, full.collect()))
}

/// Numbers in −1 … 1 that are always the same.
fn noise(n: usize) -> Vec<f64> {
    (0..n).map(|i| (12.9898 * i as f64 + 1.0).sin()).collect()
}

fn check(name: &str, machine: &Machine) -> Result<(), Error> {
    let ([full, sparse], rows) = both(machine)?;
    assert_eq!(full.rank, sparse.rank, "{name}");
    assert_eq!(full.constraints.len(), sparse.constraints.len(), "{name}");
    for i in 0..rows.len() {
        let open = [&full, &sparse].map(|found| found.is_ambiguous(i));
        assert_eq!(open[0], open[1], "{name}, {i}");
    }
    // What is taken away exerts nothing, and the rest is the shortest: the same by both ways.
    let given = noise(rows.len());
    let shortened = [&full, &sparse].map(|found| {
        let mut multipliers = given.clone();
        found.shorten(&mut multipliers);
        multipliers
    });
    for (a, b) in shortened[0].iter().zip(&shortened[1]) {
        assert!((a - b).abs() < 1e-9, "{name}: {a} {b}");
    }
    let n_v = rows.first().map_or(0, Vec::len);
    for j in 0..n_v {
        let parts = rows.iter().zip(shortened[1].iter().zip(&given));
        let away: f64 = parts.map(|(row, (new, old))| row[j] * (new - old)).sum();
        assert!(away.abs() < 1e-9, "{name}: {away}");
    }
    let functionals = [&full, &sparse].map(|found| {
        let mut functional = given.clone();
        found.of_shortest(&mut functional);
        functional
    });
    for (a, b) in functionals[0].iter().zip(&functionals[1]) {
        assert!((a - b).abs() < 1e-9, "{name}: {a} {b}");
    }
    Ok(())
}

#[test]
fn both_ways_say_the_same() -> Result<(), Error> {
    check("Andrews", &andrews()?.machine)?;
    check("four-bars", &double_four_bar()?.machine)?;
    check("planetary set", &planetary_set(3)?)?;
    check("chain", &chain(12)?)?;
    check("doors", &doors(9))
}

/// A rotation of a body and of what it hangs on by all sorts of angles: no two rows are parallel.
#[test]
fn both_ways_find_what_rounding_hides() -> Result<(), Error> {
    let mut machine = doors(20);
    for i in 0..20_u32 {
        let turn = Rotation::from_vector([0.0, 1e-3 * f64::from(i), 0.0]);
        if let Some(start) = machine.node_mut(NodeId(i + 1)) {
            start.rotation = turn;
        }
    }
    let ([full, sparse], _) = both(&machine)?;
    assert_eq!(full.rank, sparse.rank);
    Ok(())
}
