//! The sparse structure of the equations, found once.

use super::{NOWHERE, Place};
use crate::hinged::HingedNode;
use crate::{Element, Machine, NodeId, Touched};

/// Global unknowns of the local ones.
pub(super) fn unknowns(machine: &Machine, touched: &Touched, first_multiplier: usize) -> Vec<u32> {
    let mut unknowns = Vec::with_capacity(touched.n());
    let scalars = 6 * machine.n_nodes() as u32;
    for &node in &touched.nodes {
        let own = hinged(machine, node);
        unknowns.extend((0..6).map(|i| match (node, own) {
            (NodeId::GROUND, _) => NOWHERE,
            (_, Some(own)) if factor(own, i) == 0.0 => NOWHERE,
            (_, Some(own)) => scalars + own.scalar.0,
            (node, None) => 6 * (node.0 - 1) + i as u32,
        }));
    }
    unknowns.extend(touched.scalars.iter().map(|s| scalars + s.0));
    let first = machine.n_velocities() + first_multiplier;
    unknowns.extend((first..first + touched.n_multipliers).map(|i| i as u32));
    unknowns
}

/// How much of each local unknown's force acts on the global one, and how much of the global one's motion it makes; nothing is written
/// where all of it does. \[theory:multibody\] (49)
pub(super) fn factors(machine: &Machine, touched: &Touched) -> Vec<f64> {
    // Elements that know scalar coordinates alone have all of them.
    if machine.hinged().is_empty() || touched.nodes.is_empty() {
        return Vec::new();
    }
    let mut factors = vec![1.0; touched.n()];
    for (own, &node) in factors.chunks_exact_mut(6).zip(&touched.nodes) {
        if let Some(hinged) = hinged(machine, node) {
            for (i, own) in own.iter_mut().enumerate() {
                *own = factor(hinged, i);
            }
        }
    }
    factors
}

fn hinged(machine: &Machine, node: NodeId) -> Option<&HingedNode> {
    machine.hinged().get((node.0 as usize).checked_sub(1)?)
}

/// Motion of a node in its local coordinate i per turn about its axis.
fn factor(node: &HingedNode, i: usize) -> f64 {
    i.checked_sub(3).map_or(0.0, |j| node.axis[j])
}

/// Pattern by rows of everything that couples, and the diagonal.
pub(super) fn pattern(machine: &Machine, places: &[Place], n: usize) -> (Vec<u32>, Vec<u32>) {
    let mut rows: Vec<Vec<u32>> = (0..n as u32).map(|i| vec![i]).collect();
    for (place, (_, element)) in places.iter().zip(machine.elements()) {
        for (i, j) in coupled(place, element) {
            rows[place.unknowns[i] as usize].push(place.unknowns[j]);
        }
    }
    let mut starts = vec![0];
    let mut columns = Vec::new();
    for mut row in rows {
        row.sort_unstable();
        row.dedup();
        columns.extend(row);
        starts.push(columns.len() as u32);
    }
    (starts, columns)
}

/// Local rows and columns that can differ from zero and are not of the ground.
fn coupled<'a>(
    place: &'a Place,
    element: &'a dyn Element,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let n = place.unknowns.len();
    (0..n * n)
        .map(move |at| (at / n, at % n))
        .filter(move |&(i, j)| {
            place.unknowns[i] != NOWHERE && place.unknowns[j] != NOWHERE && element.couples(i, j)
        })
}

/// Where the entries of an element stand: in its local matrix, and among the values.
pub(super) fn entries(
    place: &Place,
    element: &dyn Element,
    starts: &[u32],
    columns: &[u32],
) -> Vec<[u32; 2]> {
    let n = place.unknowns.len();
    coupled(place, element)
        .filter_map(|(i, j)| {
            let row = place.unknowns[i] as usize;
            let range = starts[row] as usize..starts[row + 1] as usize;
            let at = columns[range.clone()]
                .binary_search(&place.unknowns[j])
                .ok()?;
            Some([(i * n + j) as u32, (range.start + at) as u32])
        })
        .collect()
}
