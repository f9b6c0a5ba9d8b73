//! Values of a pair, from its table.

use super::super::occurrences::{Occurrences, Rubbing};
use super::super::values::mean;
use super::losses::driver_is_b;
use crate::dynamics::Stiction;
use crate::machine::BuiltPair;
use crate::results::{Group, Object, Table};

/// Lost, out of a, out of b (J); while a drives, and while b does.
type Energies = [[f64; 3]; 2];

/// Values of a pair whose table has rows; of level `planar` with its energies since the start.
pub(in crate::run) fn values(
    pair: &BuiltPair,
    table: &Table,
    energies: Option<Energies>,
    occurrences: Option<&Occurrences>,
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
    group.put_some("power_lost_mean", over_time("power_lost"));
    // Rows may be too far apart to see teeth slide.
    let energies = energies.filter(|_| table.n_rows() > 1);
    let powers = ["power_lost", "power_from_a", "power_from_b"].map(column);
    let [by_a, by_b] = energies.unwrap_or_else(|| by_driver(time, powers));
    let [from_a, from_b] = efficiencies(by_a, by_b);
    group.put_some("efficiency_from_a", from_a);
    group.put_some("efficiency_from_b", from_b);
    group.put("flanks", pair.flanks_word());
    group.put_some("damping_load", pair.damping_load_along_direction());
    if pair.planar().is_none() {
        let [low, high] = range(column("slip"));
        group.put("largest_slip", high.max(-low));
        return group;
    }
    let lost = energies.map(|[[by_a, ..], [by_b, ..]]| by_a + by_b);
    group.put_some("energy_lost", lost);
    group.put_some("mesh_distance", last("mesh_distance"));
    put_levers(pair, &mut group);
    group.put_some("stiction", stiction_word(pair));
    group.put_some("friction", last("friction"));
    group.put_some("friction_limit", last("friction_limit"));
    if let (true, Some(occurrences)) = (pair.can_stick(), occurrences) {
        let (phases, breakaways) = occurrences.sticking(&Rubbing::Pair(pair.name.clone()));
        group.put("stick_phases", u32::try_from(phases).unwrap_or(u32::MAX));
        group.put("breakaway_times", breakaways);
    }
    group
}

/// By what teeth that rub come to rest, in the word of the model file.
fn stiction_word(pair: &BuiltPair) -> Option<&'static str> {
    let data = pair.planar()?.contact.data();
    (!data.friction.is_zero()).then_some(match data.stiction {
        Stiction::Mesh => "mesh",
        Stiction::Conjugate => "conjugate",
        Stiction::Regularised(_) => "regularised",
    })
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

/// Energies between rows, by trapezoids; of a single row its powers.
fn by_driver(times: &[f64], powers: [&[f64]; 3]) -> Energies {
    let mut sums = Energies::default();
    let mut add = |new: [f64; 3]| {
        let by = usize::from(driver_is_b(new));
        for (sum, new) in sums[by].iter_mut().zip(new) {
            *sum += new;
        }
    };
    if times.len() == 1 {
        add(powers.map(|power| power[0]));
    }
    for (i, time) in times.windows(2).enumerate() {
        add(powers.map(|power| 0.5 * (time[1] - time[0]) * (power[i] + power[i + 1])));
    }
    sums
}

/// Share of the energy that enters by one wheel below which what enters by the other is teeth that swing back, and no work.
const SWING: f64 = 0.01;

/// Efficiencies where a drives and where b does: one less the energy lost over the energy that enters; none where power does not go through
/// that way. What leaves over what enters would count what teeth store or give back between the first and the last row.
fn efficiencies(by_a: [f64; 3], by_b: [f64; 3]) -> [Option<f64>; 2] {
    let [[lost_by_a, from_a, to_b], [lost_by_b, to_a, from_b]] = [by_a, by_b];
    let of = |lost: f64, driver: f64, driven: f64, other: f64| {
        let goes_through = driver > 0.0 && driven < 0.0 && driver > SWING * other;
        goes_through.then(|| 1.0 - lost / driver)
    };
    [
        of(lost_by_a, from_a, to_b, from_b),
        of(lost_by_b, from_b, to_a, from_a),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_flows_either_way_or_not_at_all() {
        let none = [0.0; 3];
        assert_eq!(efficiencies([1.0, 10.0, -9.0], none), [Some(0.9), None]);
        assert_eq!(efficiencies(none, [1.0, -9.0, 10.0]), [None, Some(0.9)]);
        // Teeth that give back what they had stored are no source.
        assert_eq!(efficiencies([0.0, 10.0, -10.5], none), [Some(1.0), None]);
        // Both wheels are braked by the mesh, or nothing turns.
        assert_eq!(efficiencies(none, [3.0, 1.0, 2.0]), [None, None]);
        assert_eq!(efficiencies(none, none), [None, None]);
    }

    /// As much goes through one way as the other: what is lost over the sum of both would be no efficiency of either.
    #[test]
    fn each_direction_of_power_has_its_own_efficiency() {
        let times = [0.0, 1.0, 2.0, 2.0, 3.0, 4.0];
        let from_a = [10.0, 10.0, 10.0, -6.0, -6.0, -6.0];
        let from_b = [-9.0, -9.0, -9.0, 10.0, 10.0, 10.0];
        let lost = [1.0, 1.0, 1.0, 4.0, 4.0, 4.0];
        let [by_a, by_b] = by_driver(&times, [&lost, &from_a, &from_b]);
        assert_eq!(efficiencies(by_a, by_b), [Some(0.9), Some(0.6)]);
        let [by_a, by_b] = by_driver(&times[..1], [&lost, &from_a, &from_b].map(|x| &x[..1]));
        assert_eq!(efficiencies(by_a, by_b), [Some(0.9), None]);
        // Little that swings back is no direction of its own.
        assert_eq!(
            efficiencies([1.0, 10.0, -9.0], [0.01, -0.01, 0.05]),
            [Some(0.9), None]
        );
    }
}
