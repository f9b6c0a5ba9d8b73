//! Keys of pairs of wheels in a machine that come from no channel of theirs.

use super::{ResultKey, detail, pair};

/// What studies of the machine tell of a pair of wheels.
#[rustfmt::skip] // a table: one row, one line
pub(super) const MESHING_KEYS: &[ResultKey] = &[
    pair("efficiency_from_a", "1", "η_A", "while wheel a drives, where power flows in that direction: 1 − lost energy over the energy that enters the mesh, of the wheels' rotation relative to the contact; energy stored in the teeth is not lost"),
    pair("efficiency_from_b", "1", "η_B", "the same while wheel b drives"),
    pair("energy_lost", "J", "", "energy dissipated by friction and damping of a pair of level `planar` since the start of the study"),
    pair("stick_phases", "1", "", "how often teeth of level `planar` were stuck; the phase in which they start counts"),
    pair("breakaway_times", "s", "", "when teeth that were stuck began to slide"),
    pair("stiction", "", "", "coordinate by which teeth of level `planar` with friction stick: `mesh`, `conjugate`, or `regularised`, where they creep"),
    detail(pair("friction_lever_force", "1", "d_F", "fraction of friction of level `planar` that acts between the axes, mean over the contacts")),
    detail(pair("friction_lever_a", "m", "d_τA", "lever arm of friction about a, mean over the contacts, with the sign of the theory page")),
    detail(pair("friction_lever_b", "m", "d_τB", "the same about b")),
    detail(pair("loss_factor", "1", "H_v", "power dissipated by friction at a coefficient of 1, over the power transmitted by the mesh")),
    detail(pair("flanks", "", "", "flanks of a that carry: `both` with the backlash between them, `right` or `left` as a spring in both directions where no backlash is given and the wheels can separate, `as published` with formulation = \"source\"")),
    detail(pair("damping_load", "N", "F_s", "force of the mesh at which damping in contact reaches its coefficient")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_meshing_pairs_are_no_others() {
        for key in MESHING_KEYS {
            let same = ResultKey::all().filter(|k| (k.object, k.key) == (key.object, key.key));
            assert_eq!(same.count(), 1, "{}", key.key);
        }
    }
}
