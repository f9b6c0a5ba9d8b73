//! Measured profiles: points from a CSV file, fitted by a smooth curve.
//!
//! The curve is a cubic spline through values at equal steps of the profile parameter; these values have the least sum
//! of squares of the residuals. What the curve says is a deviation, positive where there is more material: a relief of
//! the opposite sign (`sign:relief`).

use super::Reader;
use super::topography::places_of;
use crate::geometry::{FlankDomain, FlankSide, GearFlanks, Modification, Topography};
use crate::input::{Diagnostic, Section};
use crate::model::data_file::Known;

/// A fit is rough when its residuals have more than this share of what was measured, root mean square.
const ROUGH: f64 = 0.2;
/// Residuals below this are noise of the measurement (m).
const NOISE: f64 = 0.5e-6;

/// How well the curve follows the points.
#[derive(Debug, Clone, PartialEq)]
pub struct ProfileFit {
    /// The file.
    pub file: String,
    /// Number of points.
    pub points: usize,
    /// Root mean square of the residuals (m).
    pub rms: f64,
    /// Largest residual (m).
    pub largest: f64,
}

impl Reader<'_> {
    pub(super) fn measured(&mut self, item: &Section) -> Option<Topography> {
        let Some(file) = item.text("file") else {
            return self.report(
                "data-file",
                item.span_of("kind"),
                "the measured profile has no file",
                "add file = \"profile.csv\"",
            );
        };
        let (known, needs) = places_of(self.gear.as_wheel().is_none());
        let columns: Vec<Known> = known
            .iter()
            .copied()
            .chain(["deviation", "x", "y"].map(Known::length))
            .collect();
        let needs = format!(
            "the columns {needs} and deviation [um], positive where there is more material; or x [mm] and y [mm] of points on tooth 1"
        );
        let data = match self.files.read(file.value, &columns, &needs) {
            Ok(data) => data,
            Err(fault) => return self.file_fault(&file, fault),
        };
        let given: Vec<&str> = columns
            .iter()
            .map(|known| known.name)
            .filter(|name| data.column(name).is_some())
            .collect();
        let column = |name: &str| data.column(name).unwrap_or_default();
        let (places, deviation) = match given[..] {
            ["x", "y"] => {
                let side = item.choice("flank").map_or("both", |flank| flank.value);
                self.on_flank(column("x"), column("y"), side)
            }
            [place, "deviation"] => match self.profile_places(place, column(place)) {
                Some(places) => (places, column("deviation").to_vec()),
                None => {
                    let message = format!(
                        "{}: a {place} lies below the base circle, where there is no flank",
                        file.value
                    );
                    return self.report(
                        "measured-profile",
                        file.span,
                        &message,
                        "remove the rows below the base circle",
                    );
                }
            },
            _ => {
                let message = format!("{} has not the columns of a profile", file.value);
                return self.report(
                    "data-columns",
                    file.span,
                    &message,
                    format!("write {needs}"),
                );
            }
        };
        let deviation = &deviation[..];
        let knots = item
            .integer("knots")
            .map_or(8, |knots| knots.value.max(2) as usize);
        if places.len() < 2 * knots {
            let message = format!(
                "{} has {} points on the flank for {knots} knots",
                file.value,
                places.len()
            );
            let help = format!("give at least {} points, or fewer knots", 2 * knots);
            return self.report("measured-profile", item.span_of("file"), &message, help);
        }
        let Some((curve, fit)) = fitted(&self.domain, &places, deviation, knots, file.value) else {
            let message = format!("no curve fits the points of {}", file.value);
            return self.report(
                "measured-profile",
                file.span,
                &message,
                "spread the points over the profile, or give fewer knots",
            );
        };
        let range =
            |pick: fn(f64, f64) -> f64| deviation.iter().copied().reduce(pick).unwrap_or(0.0);
        let span = range(f64::max) - range(f64::min);
        if fit.rms > NOISE && fit.rms > ROUGH * span {
            let message = format!(
                "gear `{}`: the curve through {} misses its points by {:.2} µm (rms), at most {:.2} µm",
                self.name,
                file.value,
                1e6 * fit.rms,
                1e6 * fit.largest
            );
            let help = "give more knots, or look for outliers in the file";
            self.diagnostics
                .push(Diagnostic::warning("rough-fit", file.span, message).help(help));
        }
        self.fits.push(fit);
        Some(curve)
    }
}

impl Reader<'_> {
    /// Profile places and deviations of points in the transverse plane, tooth 1 on +x; points beside the flank are left out.
    fn on_flank(&self, x: &[f64], y: &[f64], side: &str) -> (Vec<f64>, Vec<f64>) {
        let flanks = GearFlanks::plain(self.gear);
        let near = |(x, y): (&f64, &f64)| {
            let is_right = match side {
                "right" => true,
                "left" => false,
                _ => *y > 0.0,
            };
            let side = if is_right {
                FlankSide::Right
            } else {
                FlankSide::Left
            };
            let near = flanks.flank(1, side)?.nearest([*x, *y, 0.0]);
            (near.border.profile == 0).then_some((near.profile, near.gap))
        };
        x.iter().zip(y).filter_map(near).unzip()
    }
}

/// The relief that follows from measured deviations, and how well it does.
fn fitted(
    domain: &FlankDomain,
    places: &[f64],
    deviation: &[f64],
    knots: usize,
    file: &str,
) -> Option<(Topography, ProfileFit)> {
    let [low, high] =
        [f64::min, f64::max].map(|pick| places.iter().copied().reduce(pick).unwrap_or(0.0));
    let nodes: Vec<f64> = (0..knots)
        .map(|i| low + (high - low) * i as f64 / (knots - 1) as f64)
        .collect();
    let width = [-domain.half_width, domain.half_width];
    let spline = |values: &[f64]| {
        let grid: Vec<f64> = values.iter().flat_map(|value| [*value; 2]).collect();
        Topography::build(&nodes, &width, &grid).ok()
    };
    let at = |curve: &Topography, s: f64| {
        let modification = Modification::Topography(curve.clone());
        modification.amount(domain, s, 0.0).value
    };
    // One column for each knot: the spline that is 1 there and 0 at the others.
    let mut columns = Vec::with_capacity(knots);
    for i in 0..knots {
        let mut unit = vec![0.0; knots];
        unit[i] = 1.0;
        let curve = spline(&unit)?;
        columns.push(places.iter().map(|s| at(&curve, *s)).collect::<Vec<f64>>());
    }
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut matrix: Vec<Vec<f64>> = columns
        .iter()
        .map(|a| {
            let row = columns.iter().map(|b| product(a, b));
            // A relief takes off what a deviation adds.
            row.chain([-product(a, deviation)]).collect()
        })
        .collect();
    let values = solved(&mut matrix)?;
    let curve = spline(&values)?;
    let residuals: Vec<f64> = places
        .iter()
        .zip(deviation)
        .map(|(s, deviation)| at(&curve, *s) + deviation)
        .collect();
    let fit = ProfileFit {
        file: file.to_owned(),
        points: places.len(),
        rms: (product(&residuals, &residuals) / residuals.len() as f64).sqrt(),
        largest: residuals.iter().fold(0.0, |most, r| r.abs().max(most)),
    };
    Some((curve, fit))
}

/// Gauss elimination with pivots; the right-hand side is the last column. `None` where the matrix is singular.
fn solved(matrix: &mut [Vec<f64>]) -> Option<Vec<f64>> {
    let n = matrix.len();
    let size = (0..n).map(|i| matrix[i][i].abs()).fold(0.0, f64::max);
    for i in 0..n {
        let pivot = (i..n).max_by(|a, b| matrix[*a][i].abs().total_cmp(&matrix[*b][i].abs()))?;
        matrix.swap(i, pivot);
        if matrix[i][i].abs() <= 1e-9 * size {
            return None;
        }
        let row = matrix[i].clone();
        for below in matrix.iter_mut().skip(i + 1) {
            let factor = below[i] / row[i];
            below
                .iter_mut()
                .zip(&row)
                .skip(i)
                .for_each(|(b, r)| *b -= factor * r);
        }
    }
    let mut values = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[i][j] * values[j]).sum();
        values[i] = (matrix[i][n] - known) / matrix[i][i];
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOMAIN: FlankDomain = FlankDomain {
        root: 0.004,
        tip: 0.016,
        half_width: 0.01,
    };

    fn points(f: impl Fn(f64) -> f64) -> (Vec<f64>, Vec<f64>) {
        let places: Vec<f64> = (0..200).map(|i| 0.004 + 6e-5 * f64::from(i)).collect();
        let values = places.iter().map(|s| f(*s)).collect();
        (places, values)
    }

    #[test]
    fn a_cubic_is_met_exactly() {
        let cubic = |s: f64| 1e-6 * (3.0 - 500.0 * s + 4e4 * s * s - 2e6 * s * s * s);
        let (places, values) = points(cubic);
        let (curve, fit) = fitted(&DOMAIN, &places, &values, 6, "f").expect("fits");
        assert!(fit.largest < 1e-14 && fit.points == 200, "{fit:?}");
        let relief = Modification::Topography(curve)
            .amount(&DOMAIN, 0.01, 0.003)
            .value;
        assert!((relief + cubic(0.01)).abs() < 1e-14);
    }

    #[test]
    fn noise_is_smoothed_and_reported() {
        // ± 1 µm from point to point: no curve of eight knots follows.
        let (places, mut values) = points(|s| 2e-3 * (s - 0.01));
        for (i, value) in values.iter_mut().enumerate() {
            *value += if i % 2 == 0 { 1e-6 } else { -1e-6 };
        }
        let (curve, fit) = fitted(&DOMAIN, &places, &values, 8, "f").expect("fits");
        assert!(
            (0.9e-6..1.1e-6).contains(&fit.rms) && fit.largest < 1.4e-6,
            "{fit:?}"
        );
        let at = |s: f64| {
            Modification::Topography(curve.clone())
                .amount(&DOMAIN, s, 0.0)
                .value
        };
        assert!((at(0.008) - 4e-6).abs() < 0.1e-6);
    }

    #[test]
    fn points_in_one_place_make_no_curve() {
        assert!(fitted(&DOMAIN, &[0.01; 20], &[1e-6; 20], 4, "f").is_none());
        let mut places = vec![0.004; 19];
        places.push(0.016);
        assert!(fitted(&DOMAIN, &places, &[1e-6; 20], 6, "f").is_none());
    }

    #[test]
    fn points_of_a_tooth_form_give_back_its_relief() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = |modification: &str| {
            format!(
                "[model]\nname = \"m\"\nschema = 1\n[gears.g]\nkind = \"external\"\nteeth = 25\nmodule = \"3 mm\"\n\
                 face_width = \"20 mm\"\nmodifications = [{modification}]\n"
            )
        };
        let load = |source: &str| {
            let (model, diagnostics) = crate::Model::load_from(source.as_bytes(), folder.path());
            model
                .unwrap_or_else(|| panic!("{diagnostics:#?}"))
                .gears
                .remove(0)
        };
        let made = load(&source(
            "{ kind = \"profile-crowning\", amount = \"12 um\" }",
        ));
        let mut text = "x [mm],y [mm]\n".to_owned();
        let form = crate::tooth_form::tooth_form(&made.cylindrical().unwrap());
        // Both flanks and the tip: what is no flank is left out.
        for [x, y] in form.iter().skip(2).take(3).flat_map(|curve| &curve.points) {
            text += &format!("{},{}\n", 1e3 * x, 1e3 * y);
        }
        std::fs::write(folder.path().join("points.csv"), text).expect("written");
        let measured = load(&source(
            "{ kind = \"measured-profile\", file = \"points.csv\" }",
        ));
        assert!(
            measured.flanks.fits[0].largest < 0.1e-6,
            "{:?}",
            measured.flanks.fits
        );
        let [made, measured] = [made, measured].map(|gear| {
            let teeth = crate::flank_traces::Teeth::All;
            crate::flank_traces::profile(&gear.cylindrical().unwrap(), teeth)
        });
        for (made, measured) in made.iter().zip(&measured) {
            let apart = made.relief[0] - measured.relief[0];
            assert!(apart.abs() < 0.2e-6, "{apart} at {}", made.along);
        }
    }
}
