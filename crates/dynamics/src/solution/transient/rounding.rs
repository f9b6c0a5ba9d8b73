//! How well coordinates can be known: places and turns of nodes to the rounding of places, scalars to what they do to them.

use crate::Equations;

/// Units of scalar coordinates: what moves a place by the extent of the machine, or turns it by a radian.
#[derive(Debug)]
pub(super) struct Rounding {
    /// Extent (m) or one (rad) of each constraint.
    units: Vec<f64>,
    /// Of each scalar.
    scalars: Vec<f64>,
    length: f64,
}

impl Rounding {
    pub fn new(equations: &Equations, length: f64) -> Self {
        let unit = |i: usize| match equations.constraint_is_angle(i) {
            true => 1.0,
            false => length,
        };
        Self {
            units: (0..equations.n_multipliers()).map(unit).collect(),
            scalars: vec![length; equations.machine().n_scalars()],
            length,
        }
    }

    /// Looks at the constraints of a tangent that has just been computed.
    pub fn see(&mut self, equations: &Equations) {
        let first = 6 * equations.machine().n_nodes();
        let n_v = equations.n_velocities();
        let (starts, columns) = equations.pattern();
        self.scalars.fill(self.length);
        for (row, unit) in self.units.iter().enumerate() {
            let range = starts[n_v + row] as usize..starts[n_v + row + 1] as usize;
            let entries = columns[range.clone()]
                .iter()
                .zip(&equations.values()[range]);
            for (&column, value) in entries {
                let scalar = (column as usize).checked_sub(first);
                if let Some(known) = scalar.and_then(|i| self.scalars.get_mut(i)) {
                    *known = known.min(unit / value.abs());
                }
            }
        }
    }

    /// The unit of a scalar.
    pub fn scalar(&self, i: usize) -> f64 {
        self.scalars[i]
    }
}
