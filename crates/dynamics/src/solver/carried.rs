//! Coordinates that weigh nothing themselves, such as a node tied to a place of a flexible body.
//!
//! Their diagonal is zero, or what reactions leave there when they turn, so it says nothing of their unit. Measured in it, they would
//! be all that ε of their constraint is small beside, and what they are tied to might be far smaller: 10⁻¹⁰ in steps of 20 µs. So
//! they take the unit of their partners, from those that have one of their own outwards. \[theory:multibody\] (28a)

use pitchline_algebra::RowPattern;

/// Pattern, number of coordinates before the multipliers, values.
pub(super) type System<'s> = (&'s RowPattern, usize, &'s [f64]);

/// Share of what its partners have below which a coordinate has no stiffness or inertia of its own.
const NOTHING: f64 = 1e-4;

/// Share of another entry of a constraint below which one may be rounding.
const ROUNDING: f64 = 1e-6;

/// Coordinates that others carry.
#[derive(Debug, Clone, Default)]
pub(super) struct Carried {
    /// They, those first whose partners have units of their own.
    order: Vec<usize>,
    /// 0 for a coordinate with a unit of its own, otherwise one more than its partners have.
    level: Vec<usize>,
    /// Constraints of each in the order, all in a row.
    constraints: Vec<usize>,
    starts: Vec<usize>,
}

/// Coordinates of a constraint with the sizes of their entries.
fn row<'s>(
    (pattern, n_v, values): System<'s>,
    constraint: usize,
) -> impl Iterator<Item = (usize, f64)> + Clone + 's {
    let range = pattern.starts[constraint] as usize..pattern.starts[constraint + 1] as usize;
    let columns = pattern.columns[range.clone()].iter();
    let entries = columns.zip(&values[range]);
    entries
        .map(|(&column, value)| (column as usize, value.abs()))
        .filter(move |&(column, value)| column < n_v && value > 0.0)
}

/// The scale at which coordinate j has the entry that the largest of its partners has in a constraint.
fn beside(
    row: impl Iterator<Item = (usize, f64)> + Clone,
    j: usize,
    is_partner: impl Fn(usize) -> bool,
    scale: &[f64],
) -> Option<f64> {
    let own = row.clone().find(|&(k, _)| k == j)?.1;
    let partners = row.filter(|&(k, value)| k != j && value > ROUNDING * own && is_partner(k));
    let sizes = partners.map(|(k, value)| value * scale[k] / own);
    sizes.reduce(f64::max)
}

impl Carried {
    /// Looks which coordinates have next to nothing beside their partners, where all have the scales of their diagonals.
    pub fn find(system: System, diagonal: &[u32], scale: &[f64]) -> Self {
        let (pattern, n_v, values) = system;
        let mut constraints = vec![Vec::new(); n_v];
        for constraint in n_v..pattern.n {
            row(system, constraint).for_each(|(j, _)| constraints[j].push(constraint));
        }
        const OPEN: usize = usize::MAX;
        let level = |j: usize| {
            let sizes = constraints[j]
                .iter()
                .filter_map(|c| beside(row(system, *c), j, |_| true, scale));
            let own = values[diagonal[j] as usize].abs();
            match sizes.reduce(f64::min) {
                Some(least) if own * least * least < NOTHING => OPEN,
                _ => 0,
            }
        };
        let mut level: Vec<usize> = (0..n_v).map(level).collect();
        let mut found = Self::default();
        found.starts.push(0);
        for round in 1.. {
            let is_next = |j: &usize| {
                let mut partners = constraints[*j].iter().flat_map(|c| row(system, *c));
                level[*j] == OPEN && partners.any(|(k, _)| level[k] < round)
            };
            let next: Vec<usize> = (0..n_v).filter(is_next).collect();
            if next.is_empty() {
                break;
            }
            for j in next {
                level[j] = round;
                found.order.push(j);
                found.constraints.append(&mut constraints[j]);
                found.starts.push(found.constraints.len());
            }
        }
        found.level = level;
        found
    }

    /// Gives them the scales of their partners; the others have theirs.
    pub fn scale(&self, system: System, scale: &mut [f64]) {
        for (&j, range) in self.order.iter().zip(self.starts.windows(2)) {
            let constraints = self.constraints[range[0]..range[1]].iter();
            let is_partner = |k: usize| self.level[k] < self.level[j];
            let sizes = constraints.filter_map(|c| beside(row(system, *c), j, is_partner, scale));
            // The finest unit: an axis may turn out of a constraint, never out of all.
            if let Some(least) = sizes.reduce(f64::min) {
                scale[j] = least;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mode of 10¹⁰, a node tied to it with a little stiffness, another one joined to that node: both take the unit of the mode.
    #[test]
    fn units_go_from_modes_to_nodes_and_on() {
        let pattern = RowPattern {
            n: 5,
            starts: vec![0, 2, 5, 7, 10, 13],
            columns: vec![0, 3, 1, 3, 4, 2, 4, 0, 1, 3, 1, 2, 4],
        };
        let values = [
            1e10, -0.5, 3.0, 1.0, -1.0, 0.0, 1.0, 0.5, -1.0, 0.0, 1.0, -1.0, 0.0,
        ];
        let diagonal = [0, 2, 5, 9, 12];
        let mut scale = [1e-5, 1.0 / 3f64.sqrt(), 1.0];
        let system = (&pattern, 3, &values[..]);
        let carried = Carried::find(system, &diagonal, &scale);
        assert_eq!(carried.order, [1, 2]);
        carried.scale(system, &mut scale);
        for (found, expected) in scale.into_iter().zip([1e-5, 0.5e-5, 0.5e-5]) {
            assert!((found - expected).abs() < 1e-20, "{found} {expected}");
        }
        // Two masses of like size keep their own.
        let values = values.map(|x| if x == 3.0 { 1e8 } else { x });
        let carried = Carried::find((&pattern, 3, &values), &diagonal, &[1e-5, 1e-4, 1.0]);
        assert_eq!(carried.order, [2]);
    }
}
