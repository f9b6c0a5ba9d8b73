//! Keys of pairs of wheels in a machine.

use super::{ResultKey, detail, pair};

/// What studies of the machine tell of a pair of wheels.
#[rustfmt::skip] // a table: one row, one line
pub(super) const MESHING_KEYS: &[ResultKey] = &[
    pair("normal_force", "N", "F_n", "normal force between the flanks in the last row"),
    pair("largest_normal_force", "N", "", "largest normal force between the flanks, of all rows"),
    pair("mesh_force_mean", "N", "", "mean over time of the force of the mesh along `measured_along`, by trapezoids between the rows; positive on the right flanks of a"),
    pair("mesh_force_half_peak_to_peak", "N", "", "half of the largest less the least force of the mesh, of all rows"),
    pair("torque_a", "N m", "T_1", "torque of the mesh on a about its +z, in the last row"),
    pair("torque_b", "N m", "T_2", "torque of the mesh on b about its +z, in the last row; of a rack 0"),
    pair("turn_a", "rad", "ψ_1", "turn of a about its +z past the contact since the machine's start, in the last row"),
    pair("turn_b", "rad", "ψ_2", "the same of b"),
    pair("travel_b", "m", "", "way of a rack past the contact since the machine's start, in the last row, in place of `turn_b`"),
    pair("te_mean", "m", "", "mean over time of the transmission error along the line of action; positive where b lags"),
    pair("te_peak_to_peak", "m", "", "largest less least transmission error, of all rows"),
    pair("share_without_contact", "1", "", "share of the time in which no flanks touch"),
    pair("power_lost_mean", "W", "", "mean over time of the power that friction and damping take"),
    pair("efficiency_from_a", "1", "η_A", "while wheel a drives, where power goes that way: 1 − lost energy over the energy that enters the mesh, of the wheels' turning past the contact; what teeth store is not lost"),
    pair("efficiency_from_b", "1", "η_B", "the same while wheel b drives"),
    pair("energy_lost", "J", "", "energy that friction and damping of a pair of level `planar` have taken since the start of the study, summed from step to step"),
    pair("stick_phases", "1", "", "how often teeth of level `planar` were stuck; the phase in which they start counts"),
    pair("breakaway_times", "s", "", "when teeth that were stuck began to slide"),
    pair("mesh_distance", "m", "x", "what has passed the pitch point since the machine's start, on the pitch circles, in the last row"),
    pair("stiction", "", "", "by which coordinate rubbing teeth of level `planar` stick: `mesh`, `conjugate`, or `regularised`, where they creep"),
    detail(pair("friction", "N", "λ", "friction between teeth of level `planar` in the last row")),
    detail(pair("friction_limit", "N", "", "largest friction that would hold these teeth, in the last row")),
    detail(pair("friction_lever_force", "1", "d_F", "share of friction of level `planar` that acts between the axes, mean over the contacts")),
    detail(pair("friction_lever_a", "m", "d_τA", "arm of friction about a, mean over the contacts, with the sign of the theory page")),
    detail(pair("friction_lever_b", "m", "d_τB", "the same about b")),
    detail(pair("loss_factor", "1", "H_v", "power that friction takes at a coefficient of 1, over the power that goes through the mesh")),
    detail(pair("flanks", "", "", "flanks of a that carry: `both` with the play between them, `right` or `left` sprung both ways where no backlash is given and the wheels can part, `as published` with formulation = \"source\"")),
    detail(pair("damping_load", "N", "F_s", "force of the mesh at which damping in contact reaches its coefficient")),
    detail(pair("largest_slip", "m/s", "", "largest speed at which the flanks slide along the tooth, of all rows")),
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
