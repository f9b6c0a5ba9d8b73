//! Products of a basis with itself turned by one tooth, for bodies whose interface is not the same on every tooth.
//! \[theory:floating-frame\] (16)

use super::Teeth;
use super::columns::project;
use crate::{Error, FeModel, Tie, TurnProducts};

/// Shapes turned at a time.
const TOGETHER: usize = 32;

/// Of shapes over the unknowns; none if a turn by a tooth does not carry the body and its supports into themselves. The unweighted
/// products take the nodes that move by themselves.
pub(super) fn of(
    model: &FeModel,
    teeth: &Teeth,
    shapes: &[f64],
) -> Result<Option<TurnProducts>, Error> {
    let map = &model.dof_map;
    let n = map.n_unknowns().max(1);
    let Some(own) = teeth.sector_nodes().filter(|_| teeth.are_held_alike(map)) else {
        return Ok(None);
    };
    let of_nodes = first_of_centres(model);
    let only_nodes = |some: &[f64]| -> Vec<f64> {
        let mut some = some.to_vec();
        for shape in some.chunks_mut(n) {
            shape[of_nodes..].fill(0.0);
        }
        some
    };
    let mut products = TurnProducts::default();
    for some in shapes.chunks(n * TOGETHER) {
        let mut turned = Vec::with_capacity(some.len());
        for shape in some.chunks(n) {
            turned.extend(turn(model, own as usize, teeth.angle(Some(2)), shape)?);
        }
        let mut moved = vec![0.0; some.len()];
        model.mass.multiply_many(&turned, &mut moved);
        products.mass_turned.extend(project(n, shapes, &moved));
        model.stiffness.multiply_many(&turned, &mut moved);
        products.stiffness_turned.extend(project(n, shapes, &moved));
        let turned = only_nodes(&turned);
        products.gram_turned.extend(project(n, shapes, &turned));
        products.gram.extend(project(n, shapes, &only_nodes(some)));
    }
    Ok(Some(products))
}

/// Unknowns are numbered node by node, then centre by centre.
fn first_of_centres(model: &FeModel) -> usize {
    let map = &model.dof_map;
    let centres = 0..map.centres().len();
    let unknowns = centres.flat_map(|centre| map.centre_unknowns(centre));
    let first = unknowns.flatten().map(|unknown| unknown as usize).min();
    first.unwrap_or(map.n_unknowns())
}

/// S q: each sector takes what the one before it had, in axes turned along.
fn turn(model: &FeModel, own: usize, angle: f64, q: &[f64]) -> Result<Vec<f64>, Error> {
    let map = &model.dof_map;
    let nodes = map.expand(q)?;
    let (sin, cos) = angle.sin_cos();
    let rotated = |[x, y, z]: [f64; 3]| [cos * x - sin * y, sin * x + cos * y, z];
    let mut turned = vec![0.0; q.len()];
    for node in 0..nodes.len() {
        if let Tie::Own(_) = map.tie(node) {
            let from = (node + nodes.len() - own) % nodes.len();
            let moved = rotated(nodes[from]);
            for (unknown, value) in map.node_unknowns(node).into_iter().zip(moved) {
                if let Some(unknown) = unknown {
                    turned[unknown as usize] = value;
                }
            }
        }
    }
    for centre in 0..map.centres().len() {
        let unknowns = map.centre_unknowns(centre);
        let value = |motion: usize| unknowns[motion].map_or(0.0, |u| q[u as usize]);
        let [a, b, c] = rotated([value(0), value(1), value(2)]);
        let [d, e, f] = rotated([value(3), value(4), value(5)]);
        for (unknown, value) in unknowns.into_iter().zip([a, b, c, d, e, f]) {
            if let Some(unknown) = unknown {
                turned[unknown as usize] = value;
            }
        }
    }
    Ok(turned)
}
