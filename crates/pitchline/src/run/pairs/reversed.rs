//! Rigid teeth whose load turns round while their supports give way. \[theory:gear-joint\] (4a)

use super::super::watch::largest;
use crate::contact::Formulation;
use crate::machine::{BuiltMachine, BuiltPair, Contact};
use crate::number::short;
use crate::results::Table;

/// Share of the largest force up to which one on the other flanks is rounding.
const ROUNDED: f64 = 1e-6;

/// Pairs whose other flanks push, though they know the phase of the first ones only.
pub(in crate::run) fn reversed(built: &BuiltMachine, tables: &[Table]) -> Vec<String> {
    let found = built.pairs.iter().filter_map(|pair| {
        let side = held_side(pair)?;
        let name = format!("pair_{}", pair.name);
        let table = tables.iter().find(|table| table.name == name)?;
        let column = |name: &str| table.column(name).map(|c| c.values.as_slice());
        let (time, forces) = (column("time")?, column("mesh_force")?);
        let least = ROUNDED * largest(forces.iter().copied());
        let at = forces.iter().position(|force| side * force < -least)?;
        Some(format!(
            "pair `{}`: its load turns round at t = {} s, and its supports let the wheels part; rigid teeth keep the phase of the {} flanks, \
             which the loads at the start close, and the work of the others is booked as supplied: write level = \"joint\" with `backlash`",
            pair.name,
            short(time[at]),
            pair.flanks_word()
        ))
    });
    found.collect()
}

/// +1 where rigid teeth hold on the right flanks of a wherever the wheels move, −1 on the left ones.
fn held_side(pair: &BuiltPair) -> Option<f64> {
    let Contact::Joint(joint) = &pair.contact else {
        return None;
    };
    match (pair.formulation(), &joint.joint.mesh) {
        (Formulation::OneFlank(side), None) if pair.centers_move => Some(side.sign()),
        _ => None,
    }
}
