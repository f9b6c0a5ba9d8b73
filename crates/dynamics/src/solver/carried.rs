//! Coordinates that weigh nothing themselves, such as a node tied to a place of a flexible body.
//!
//! Their diagonal is zero, or what reactions leave there when they turn, so it says nothing of their unit. Measured in it, they would
//! be all that ε of their constraint is small beside, and what they are tied to might be far smaller: 10⁻¹⁰ in steps of 20 µs. So
//! they take the unit of their partners, from those that have one of their own outwards. \[theory:multibody\] (28a)

use pitchline_algebra::RowPattern;

/// A matrix over coordinates and multipliers.
#[derive(Debug, Clone, Copy)]
pub(super) struct System<'s> {
    pub pattern: &'s RowPattern,
    /// Number of coordinates before the multipliers.
    pub n_v: usize,
    /// Equal copies of coordinates and of multipliers.
    pub copies: usize,
    pub values: &'s [f64],
}

/// Share of what its partners have on the diagonal below which a coordinate has nothing of its own: reactions may leave that.
const NOTHING: f64 = 1e-6;

/// Share of its unit below which one of its partners counts: to take one of like size would change nothing.
const FINER: f64 = 1e-2;

/// Share of another entry of a constraint below which one may be rounding.
const ROUNDING: f64 = 1e-6;

/// Coordinates that others carry.
#[derive(Debug, Clone, Default)]
pub(super) struct Carried {
    /// They, those first whose partners have units of their own.
    order: Vec<usize>,
    /// 0 for a coordinate with a unit of its own, otherwise more than its partners have.
    level: Vec<usize>,
    /// Constraints of each in the order, all in a row.
    constraints: Vec<usize>,
    starts: Vec<usize>,
}

/// Coordinates of a constraint in its own copy, with the sizes of their entries: what those of the others do to it is no unit of theirs.
fn row(system: System, constraint: usize) -> impl Iterator<Item = (usize, f64)> + Clone {
    let System {
        pattern,
        n_v,
        copies,
        values,
    } = system;
    let n_own = n_v / copies;
    let copy = (constraint - n_v) / ((pattern.n - n_v) / copies);
    let own = copy * n_own..(copy + 1) * n_own;
    let range = pattern.starts[constraint] as usize..pattern.starts[constraint + 1] as usize;
    let columns = pattern.columns[range.clone()].iter();
    let entries = columns.zip(&values[range]);
    entries
        .map(|(&column, value)| (column as usize, value.abs()))
        .filter(move |(column, value)| own.contains(column) && *value > 0.0)
}

/// The scale at which coordinate j has the entry that the largest of its partners has in a constraint.
fn beside(
    row: impl Iterator<Item = (usize, f64)> + Clone,
    j: usize,
    is_partner: impl Fn(usize) -> bool,
    scale: &[f64],
) -> Option<f64> {
    let own = row.clone().find(|&(k, _)| k == j)?.1;
    let largest = row
        .clone()
        .fold(0.0_f64, |largest, (_, value)| largest.max(value));
    if own < ROUNDING * largest {
        return None;
    }
    let partners = row.filter(|&(k, value)| k != j && value > ROUNDING * own && is_partner(k));
    let sizes = partners.map(|(k, value)| value * scale[k] / own);
    sizes.reduce(f64::max)
}

impl Carried {
    /// Looks which coordinates have nothing of their own, where all have the scales of their diagonals: those first that hang on
    /// others which have. `known`: which have something, where more than the diagonal tells; any finer unit counts then.
    pub fn find(system: System, diagonal: &[u32], known: Option<&[bool]>, scale: &[f64]) -> Self {
        let System {
            pattern,
            n_v,
            values,
            ..
        } = system;
        let mut constraints = vec![Vec::new(); n_v];
        for constraint in n_v..pattern.n {
            row(system, constraint).for_each(|(j, _)| constraints[j].push(constraint));
        }
        let own = |j: usize| values[diagonal[j] as usize].abs();
        const OPEN: usize = usize::MAX;
        let level = |j: usize| {
            if let Some(known) = known {
                return if known[j] { 0 } else { OPEN };
            }
            let partners = constraints[j].iter().flat_map(|c| row(system, *c));
            let largest = partners.map(|(k, _)| own(k)).fold(0.0, f64::max);
            if own(j) < NOTHING * largest { OPEN } else { 0 }
        };
        let mut scale = scale.to_vec();
        let mut found = Self {
            level: (0..n_v).map(level).collect(),
            starts: vec![0],
            ..Self::default()
        };
        for round in 1.. {
            let least = |j: usize| {
                let is_partner = |k: usize| found.level[k] < round;
                let sizes = constraints[j].iter();
                let sizes = sizes.filter_map(|c| beside(row(system, *c), j, is_partner, &scale));
                sizes.reduce(f64::min).map(|least| (j, least))
            };
            let open = (0..n_v).filter(|&j| found.level[j] == OPEN);
            let next: Vec<(usize, f64)> = open.filter_map(least).collect();
            if next.is_empty() {
                break;
            }
            for (j, least) in next {
                found.level[j] = round;
                // Where more than the diagonal tells they may take finer units later.
                if known.is_some() || least < FINER * scale[j] {
                    found.order.push(j);
                    found.constraints.append(&mut constraints[j]);
                    found.starts.push(found.constraints.len());
                }
            }
            found.scale(system, &mut scale);
        }
        found
    }

    /// Gives them the scales of their partners where these are finer; the others have theirs.
    pub fn scale(&self, system: System, scale: &mut [f64]) {
        for (&j, range) in self.order.iter().zip(self.starts.windows(2)) {
            let constraints = self.constraints[range[0]..range[1]].iter();
            let is_partner = |k: usize| self.level[k] < self.level[j];
            let sizes = constraints.filter_map(|c| beside(row(system, *c), j, is_partner, scale));
            // An axis may turn out of a constraint, and its entry there vanish: the finest unit counts.
            scale[j] = sizes.fold(scale[j], f64::min);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mode, a node tied to it, another one without anything that is joined to that node.
    fn values(mode: f64, node: f64, shape: f64) -> [f64; 13] {
        [
            mode, -shape, node, 1.0, -1.0, 0.0, 1.0, shape, -1.0, 0.0, 1.0, -1.0, 0.0,
        ]
    }

    const DIAGONAL: [u32; 3] = [0, 2, 5];

    fn pattern() -> RowPattern {
        RowPattern {
            n: 5,
            starts: vec![0, 2, 5, 7, 10, 13],
            columns: vec![0, 3, 1, 3, 4, 2, 4, 0, 1, 3, 1, 2, 4],
        }
    }

    fn system<'s>(pattern: &'s RowPattern, values: &'s [f64]) -> System<'s> {
        System {
            pattern,
            n_v: 3,
            copies: 1,
            values,
        }
    }

    fn assert_scales(found: [f64; 3], expected: [f64; 3]) {
        let is_near = (0..3).all(|i| (found[i] / expected[i] - 1.0).abs() < 1e-15);
        assert!(is_near, "{found:?} {expected:?}");
    }

    #[test]
    fn units_go_from_modes_to_nodes_and_on() {
        let pattern = pattern();
        let stiff = values(1e10, 3.0, 0.5);
        let mut scale = [1e-5, 1.0 / 3f64.sqrt(), 1.0];
        let carried = Carried::find(system(&pattern, &stiff), &DIAGONAL, None, &scale);
        assert_eq!(carried.order, [1, 2]);
        carried.scale(system(&pattern, &stiff), &mut scale);
        assert_scales(scale, [1e-5, 0.5e-5, 0.5e-5]);
        // Where the entry of the mode vanishes, its node is measured as it is.
        let turned = values(1e10, 3.0, 1e-9);
        let mut scale = [1e-5, 0.5, 1.0];
        carried.scale(system(&pattern, &turned), &mut scale);
        assert_scales(scale, [1e-5, 0.5, 0.5]);
    }

    #[test]
    fn what_has_a_unit_keeps_it() {
        let pattern = pattern();
        // Two masses of like size.
        let alike = values(1e10, 1e8, 0.5);
        let carried = Carried::find(
            system(&pattern, &alike),
            &DIAGONAL,
            None,
            &[1e-5, 1e-4, 1.0],
        );
        assert_eq!(carried.order, [2]);
        // What hangs on a soft one has no finer unit to take.
        let soft = values(100.0, 3.0, 0.5);
        let scale = [0.1, 1.0 / 3f64.sqrt(), 1.0];
        let carried = Carried::find(system(&pattern, &soft), &DIAGONAL, None, &scale);
        assert!(carried.order.is_empty());
    }
}
