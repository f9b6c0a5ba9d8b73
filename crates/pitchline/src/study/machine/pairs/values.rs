//! Values of a pair, from its table.

use super::super::happened::{Happened, Rubbing};
use super::super::values::mean;
use crate::machine::BuiltPair;
use crate::results::{Group, Object, Table};

/// Values of a pair whose table has rows; of level `planar` with its energies since the start: lost, out of a, out of b.
pub(in crate::study::machine) fn values(
    pair: &BuiltPair,
    table: &Table,
    energies: Option<[f64; 3]>,
    happened: Option<&Happened>,
) -> Group {
    let column = |name: &str| table.column(name).map_or(&[][..], |c| c.values.as_slice());
    let time = column("time");
    let last = |name: &str| column(name).last().copied();
    let over_time = |name: &str| mean(time, column(name));
    let mut group = Group::new(Object::Pair, &pair.name);
    group.put_some("normal_force", last("normal_force"));
    let [_, largest] = range(column("normal_force"));
    group.put("largest_normal_force", largest);
    group.put_some("mesh_force_mean", over_time("mesh_force"));
    let [low, high] = range(column("mesh_force"));
    group.put("mesh_force_half_peak_to_peak", 0.5 * (high - low));
    for key in ["torque_a", "torque_b", "turn_a"] {
        group.put_some(key, last(key));
    }
    let second = if pair.has_rack() {
        "travel_b"
    } else {
        "turn_b"
    };
    group.put_some(second, last("turn_b"));
    if pair.is_elastic() {
        group.put_some("te_mean", over_time("transmission_error"));
        let [low, high] = range(column("transmission_error"));
        group.put("te_peak_to_peak", high - low);
        let is_open = column("flank").iter();
        let is_open: Vec<f64> = is_open.map(|f| f64::from(u8::from(*f == 0.0))).collect();
        group.put_some("share_without_contact", mean(time, &is_open));
    }
    let lost = over_time("power_lost");
    group.put_some("power_lost_mean", lost);
    let powers = [over_time("power_from_a"), over_time("power_from_b")];
    let through = match (energies, powers, lost) {
        // Rows may be too far apart to see teeth slide.
        (Some([lost, a, b]), ..) if table.n_rows() > 1 => Some(([a, b], lost)),
        (_, [Some(a), Some(b)], Some(lost)) => Some(([a, b], lost)),
        _ => None,
    };
    group.put_some(
        "efficiency",
        through.and_then(|(taken, lost)| efficiency(taken, lost)),
    );
    group.put("flanks", pair.flanks_word());
    group.put_some("damping_load", pair.damping_load_along_direction());
    if pair.planar().is_none() {
        let [low, high] = range(column("slip"));
        group.put("largest_slip", high.max(-low));
        return group;
    }
    if table.n_rows() > 1 {
        group.put_some("energy_lost", energies.map(|[lost, ..]| lost));
    }
    group.put_some("mesh_distance", last("mesh_distance"));
    put_levers(pair, &mut group);
    group.put_some("friction", last("friction"));
    group.put_some("friction_limit", last("friction_limit"));
    if let (true, Some(happened)) = (pair.can_stick(), happened) {
        let (phases, breakaways) = happened.sticking(&Rubbing::Pair(pair.name.clone()));
        group.put("stick_phases", u32::try_from(phases).unwrap_or(u32::MAX));
        group.put("breakaway_times", breakaways);
    }
    group
}

/// Where friction acts.
fn put_levers(pair: &BuiltPair, group: &mut Group) {
    let Some(data) = pair.planar().map(|planar| planar.contact.data()) else {
        return;
    };
    if data.friction.is_zero() {
        return;
    }
    let levers = data.levers.mean();
    group.put("friction_lever_force", levers.force);
    let [a, b] = levers.torques;
    group.put("friction_lever_a", a);
    group.put("friction_lever_b", b);
    group.put("loss_factor", levers.loss_factor(&data.pair));
}

fn range(values: &[f64]) -> [f64; 2] {
    let ends = [f64::INFINITY, f64::NEG_INFINITY];
    let fold = |[low, high]: [f64; 2], x: &f64| [low.min(*x), high.max(*x)];
    values.iter().fold(ends, fold)
}

/// One less the energy lost over the energy that enters; none where power does not go through. What leaves over what enters would count what
/// teeth store or give back between the first and the last row.
fn efficiency([from_a, from_b]: [f64; 2], lost: f64) -> Option<f64> {
    let (driver, driven) = (from_a.max(from_b), from_a.min(from_b));
    (driver > 0.0 && driven < 0.0).then(|| 1.0 - lost / driver)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_flows_either_way_or_not_at_all() {
        assert_eq!(efficiency([10.0, -9.0], 1.0), Some(0.9));
        assert_eq!(efficiency([-9.0, 10.0], 1.0), Some(0.9));
        // Teeth that give back what they had stored are no source.
        assert_eq!(efficiency([10.0, -10.5], 0.0), Some(1.0));
        // Both wheels are braked by the mesh, or nothing turns.
        assert_eq!(efficiency([1.0, 2.0], 3.0), None);
        assert_eq!(efficiency([0.0, 0.0], 0.0), None);
    }
}
