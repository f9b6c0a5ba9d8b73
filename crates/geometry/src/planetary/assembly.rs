//! Where equal planets can stand.
//!
//! A planet that meshes with two wheels fits only where both put a space (or tooth) at its teeth. These places are
//! whole multiples of a turn over a number M that follows from the teeth. \[theory:planetary-sets\] (5) to (8)

use super::train::{Part, SetKind, Train, gcd};

/// The number M of places on a turn at which a planet fits, when one is in place already.
pub fn position_steps(train: &Train) -> u64 {
    let z = |part| u64::from(train.teeth(part));
    let simple = z(Part::Sun) + z(Part::Ring);
    // [theory:planetary-sets] (6)
    let stepped = |ring| {
        let [p, q] = [z(Part::Planet), z(Part::Planet2)];
        (z(Part::Sun) * q + z(ring) * p) / gcd(p, q)
    };
    match train.kind {
        SetKind::Simple => simple,
        SetKind::Stepped => stepped(Part::Ring),
        // Both conditions hold at multiples of the turn over their common divisor. (7)
        SetKind::Wolfrom => gcd(simple, stepped(Part::Ring2)),
        SetKind::Ravigneaux => gcd(simple, z(Part::Sun) + z(Part::Sun2)),
    }
}

/// The places, in steps of a turn over `steps`, that are least unequal for this number of planets; `None` if there are
/// fewer places than planets. The first is 0.
pub fn nearest_positions(steps: u64, planets: u32) -> Option<Vec<u64>> {
    let n = u64::from(planets);
    // Rounding j M / N keeps every planet within half a step of its equal place, and no two on one place for M ≥ N.
    (n >= 1 && steps >= n).then(|| (0..n).map(|j| (2 * j * steps + n) / (2 * n)).collect())
}
