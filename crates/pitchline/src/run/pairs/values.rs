//! Values of a pair in the summary.

use super::super::occurrences::Rubbing;
use super::super::record::Record;
use super::losses::driver_is_b;
use crate::machine::BuiltPair;
use crate::parts::channel::Channel;
use crate::parts::pair::{PairState, state};
use crate::results::{Group, Object, Table};

/// Lost, out of a, out of b (J); while a drives, and while b does.
type Energies = [[f64; 3]; 2];

/// Values of a pair of which there are rows.
pub(in crate::run) fn values(
    pair: &BuiltPair,
    record: &Record,
    (number, table): (usize, &Table),
) -> Group {
    let mut group = Group::new(Object::Pair, &pair.name);
    record.folds[number].put(pair.channels(), &mut group);
    // Rows may be too far apart to see teeth slide.
    let is_summed = pair.contact.sums_losses() && table.n_rows() > 1;
    let energies = record.losses.of(number).filter(|_| is_summed);
    let column = |channel: &Channel<PairState>| {
        let column = table.column(channel.quantity.name);
        column.map_or(&[][..], |column| column.values.as_slice())
    };
    let time = table.columns[0].values.as_slice();
    let powers = [
        &state::POWER_LOST,
        &state::POWER_FROM_A,
        &state::POWER_FROM_B,
    ]
    .map(column);
    let [by_a, by_b] = energies.unwrap_or_else(|| by_driver(time, powers));
    let [from_a, from_b] = efficiencies(by_a, by_b);
    group.put_some("efficiency_from_a", from_a);
    group.put_some("efficiency_from_b", from_b);
    let lost = energies.map(|[[by_a, ..], [by_b, ..]]| by_a + by_b);
    group.put_some("energy_lost", lost);
    group.put("flanks", pair.flanks_word());
    group.put_some("damping_load", pair.damping_load_along_direction());
    pair.contact.put_values(&mut group);
    if let (true, Some(occurrences)) = (pair.can_stick(), &record.occurrences) {
        let (phases, breakaways) = occurrences.sticking(&Rubbing::Pair(pair.name.clone()));
        group.put("stick_phases", u32::try_from(phases).unwrap_or(u32::MAX));
        group.put("breakaway_times", breakaways);
    }
    group
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
