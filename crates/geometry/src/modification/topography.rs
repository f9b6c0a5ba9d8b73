//! Free topography: amounts on a grid of profile and width places, joined by a bicubic spline.
//!
//! The surface through the values has continuous second derivatives; outside the grid it goes on straight.

use std::sync::Arc;

use super::spline::{Weights, slopes};
use super::{Amount, ModificationError};

/// Amounts on a grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Topography {
    grid: Arc<Grid>,
}

#[derive(Debug, PartialEq)]
struct Grid {
    profile: Vec<f64>,
    width: Vec<f64>,
    /// At each node, row by row: value, ∂/∂z, ∂/∂s, ∂²/∂s∂z.
    nodes: Vec<[f64; 4]>,
}

impl Topography {
    /// Amounts (m) at increasing profile and width places (m): `values` holds a row of widths for each profile place.
    pub fn build(
        profile: &[f64],
        width: &[f64],
        values: &[f64],
    ) -> Result<Self, ModificationError> {
        increasing("profile", profile)?;
        increasing("width", width)?;
        let (rows, columns) = (profile.len(), width.len());
        if values.len() != rows * columns {
            return Err(ModificationError::TopographyIncomplete {
                values: values.len(),
                rows,
                columns,
            });
        }
        if let Some(hole) = values.iter().position(|value| !value.is_finite()) {
            return Err(ModificationError::TopographyHole {
                row: hole / columns + 1,
                column: hole % columns + 1,
            });
        }
        let along_width = |values: &[f64]| -> Vec<f64> {
            values
                .chunks(columns)
                .flat_map(|row| slopes(width, row))
                .collect()
        };
        let mut d_s = vec![0.0; values.len()];
        for column in 0..columns {
            let line: Vec<f64> = (0..rows)
                .map(|row| values[row * columns + column])
                .collect();
            for (row, slope) in slopes(profile, &line).into_iter().enumerate() {
                d_s[row * columns + column] = slope;
            }
        }
        let (d_z, d_sz) = (along_width(values), along_width(&d_s));
        let nodes = (0..values.len())
            .map(|i| [values[i], d_z[i], d_s[i], d_sz[i]])
            .collect();
        Ok(Self {
            grid: Arc::new(Grid {
                profile: profile.to_vec(),
                width: width.to_vec(),
                nodes,
            }),
        })
    }

    pub(crate) fn amount(&self, s: f64, z: f64) -> Amount {
        let grid = &*self.grid;
        let along = Weights::at(&grid.profile, s);
        let across = Weights::at(&grid.width, z);
        let columns = grid.width.len();
        // Values and slopes by s at the two rows, and their derivatives by z.
        let mut lines = [[0.0; 4]; 3];
        for k in 0..2 {
            let from = (along.node + k) * columns + across.node;
            let [a, b] = [grid.nodes[from], grid.nodes[from + 1]];
            for (line, w) in lines.iter_mut().zip(across.weights) {
                line[2 * k] = w[0] * a[0] + w[1] * a[1] + w[2] * b[0] + w[3] * b[1];
                line[2 * k + 1] = w[0] * a[2] + w[1] * a[3] + w[2] * b[2] + w[3] * b[3];
            }
        }
        let sum = |i: usize, j: usize| -> f64 {
            let weights = along.weights[i];
            weights.iter().zip(lines[j]).map(|(w, v)| w * v).sum()
        };
        Amount {
            value: sum(0, 0),
            d_s: sum(1, 0),
            d_z: sum(0, 1),
            d_ss: sum(2, 0),
            d_sz: sum(1, 1),
            d_zz: sum(0, 2),
        }
    }
}

fn increasing(direction: &'static str, places: &[f64]) -> Result<(), ModificationError> {
    let wrong = places
        .windows(2)
        .position(|pair| !(pair[0].is_finite() && pair[1].is_finite() && pair[1] > pair[0]));
    match wrong {
        Some(index) => Err(ModificationError::TopographyNotIncreasing {
            direction,
            index: index + 2,
        }),
        None if places.len() < 2 => Err(ModificationError::TopographyTooSmall {
            direction,
            given: places.len(),
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_its_values_and_reproduces_bicubics() {
        let f = |s: f64, z: f64| 1e-5 * (1.0 + s * s * s - 2.0 * s * z * z + z * z * z);
        let profile = [0.0, 0.5, 1.1, 1.5, 2.0];
        let width = [-1.0, -0.3, 0.2, 0.7, 1.0];
        let values: Vec<f64> = profile
            .iter()
            .flat_map(|&s| width.map(|z| f(s, z)))
            .collect();
        let grid = Topography::build(&profile, &width, &values).unwrap();
        for (i, &s) in profile.iter().enumerate() {
            for (j, &z) in width.iter().enumerate() {
                let told = grid.amount(s, z).value;
                assert!((told - values[i * width.len() + j]).abs() < 1e-19);
            }
        }
        let told = grid.amount(0.8, 0.4);
        assert!((told.value - f(0.8, 0.4)).abs() < 1e-18);
        assert!((told.d_sz + 4e-5 * 0.4).abs() < 1e-17);
    }

    #[test]
    fn refuses_holes_and_disorder() {
        let [s, z] = [[0.0, 1.0], [0.0, 1.0]];
        let build = Topography::build;
        assert!(matches!(
            build(&s, &z, &[0.0; 3]),
            Err(ModificationError::TopographyIncomplete { values: 3, .. })
        ));
        assert!(matches!(
            build(&s, &z, &[0.0, 0.0, f64::NAN, 0.0]),
            Err(ModificationError::TopographyHole { row: 2, column: 1 })
        ));
        for wrong in [[1.0, 1.0], [1.0, 0.0], [0.0, f64::NAN]] {
            assert!(build(&wrong, &z, &[0.0; 4]).is_err() && build(&s, &wrong, &[0.0; 4]).is_err());
        }
        assert!(build(&[0.0], &z, &[0.0; 2]).is_err());
    }
}
