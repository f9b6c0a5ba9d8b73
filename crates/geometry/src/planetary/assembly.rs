//! Where equal planets can stand.
//!
//! A planet that meshes with two wheels fits only where both put a space (or tooth) at its teeth. These places are
//! whole multiples of a turn over a number M that follows from the teeth. \[theory:planetary-sets\] (5) to (8)

use super::train::{Member, Part, Train, gcd};

/// The number M of places on a turn at which a planet fits, when one is in place already; 0 where it fits everywhere,
/// which it does only between wheels that turn together.
pub fn position_steps(train: &Train) -> u64 {
    // Teeth of each central wheel on the rim that counts it, negative where the planet counts them backward. (4)
    let on = |rim: Part| -> Vec<i64> {
        let wheels = train.meshes().into_iter().filter_map(|mesh| mesh.central());
        let on_rim = wheels.filter(|(_, planet)| rim_of(train, *planet) == rim);
        on_rim
            .map(|(wheel, _)| {
                let teeth = i64::from(train.teeth(wheel));
                if train.gain(Member::Wheel(wheel)) > 0.0 {
                    -teeth
                } else {
                    teeth
                }
            })
            .collect()
    };
    let [first, second] = [Part::Planet, Part::Planet2].map(on);
    // Wheels on one rim. (5)
    let same = [&first, &second]
        .into_iter()
        .flat_map(|rim| rim.windows(2).map(|pair| pair[0].abs_diff(pair[1])));
    // A wheel of each rim; the others follow from it. (6)
    let [p, q] = [Part::Planet, Part::Planet2].map(|part| i64::from(train.teeth(part)));
    let across = first.first().zip(second.first()).map(|(sun, ring)| {
        let step = gcd(p.unsigned_abs(), q.unsigned_abs());
        (sun * q).abs_diff(ring * p) / step.max(1)
    });
    // All conditions hold at multiples of the turn over their common divisor. (7)
    same.chain(across).fold(0, gcd)
}

/// The rim whose turn a planet shares: short planets follow the long ones.
fn rim_of(train: &Train, planet: Part) -> Part {
    if train.kind.has_stepped_planets() {
        planet
    } else {
        Part::Planet
    }
}

/// The places, in steps of a turn over `steps`, that are least unequal for this number of planets; `None` if there are
/// fewer places than planets. The first is 0.
pub fn nearest_positions(steps: u64, planets: u32) -> Option<Vec<u64>> {
    let n = u64::from(planets);
    // Rounding j M / N keeps every planet within half a step of its equal place, and no two on one place for M ≥ N.
    (n >= 1 && steps >= n).then(|| (0..n).map(|j| (2 * j * steps + n) / (2 * n)).collect())
}
