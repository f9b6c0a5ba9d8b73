//! Rigid teeth whose load turns round while their supports give way. \[theory:gear-joint\] (4a)

use super::super::watch::largest;
use crate::contact::Formulation;
use crate::machine::{BuiltMachine, BuiltPair};
use crate::number::short;
use crate::parts::pair::state::MESH_FORCE;
use crate::results::Table;

/// Share of the largest force up to which one on the other flanks is rounding.
const ROUNDED: f64 = 1e-6;

/// Pairs whose other flanks push, though they know the phase of the first ones only.
pub(in crate::run) fn reversed(built: &BuiltMachine, tables: &[Table]) -> Vec<String> {
    let found = built.pairs.iter().zip(tables).filter_map(|(pair, table)| {
        let side = held_side(pair)?;
        let time = &table.columns[0].values;
        let forces = &table.column(MESH_FORCE.quantity.name)?.values;
        let least = ROUNDED * largest(forces.iter().copied());
        let at = forces.iter().position(|force| side * force < -least)?;
        Some(format!(
            "pair `{}`: its load reverses at t = {} s, and its supports let the wheels separate; rigid teeth keep the phase of the {} flanks, which the loads at the start close, and the work of the others is counted as supplied: write level = \"joint\" with `backlash`",
            pair.name,
            short(time[at]),
            pair.flanks_word()
        ))
    });
    found.collect()
}

/// +1 where rigid teeth hold on the right flanks of a wherever the wheels move, −1 on the left ones.
fn held_side(pair: &BuiltPair) -> Option<f64> {
    match (pair.formulation(), pair.contact.law()) {
        (Formulation::OneFlank(side), None) if pair.centers_move => Some(side.sign()),
        _ => None,
    }
}
