//! Pictures of a reduced body: how its modes agree with those of the full one, and how its flanks yield.

use super::words::name;
use crate::fem::{FlankCompliance, FlankGrid, ModeCheck, ReductionCheck};
use crate::pictures::{
    Axis, Chart, Colour, Figure, HeatMap, LineStyle, MatrixMap, Palette, Panel, Point, RichText,
    Series,
};

/// Metres per newton to micrometres per kilonewton.
const MICROMETRES_PER_KILONEWTON: f64 = 1e9;
const COMPLIANCE_UNIT: &str = "µm/kN";

/// Modes that share less than this do not resemble each other.
const LEAST_RESEMBLANCE: f64 = 0.1;

fn title(gear: &str, what: &str) -> RichText {
    name(gear, 15.0, 300.0).followed_by(&RichText::plain(&format!(": {what}")))
}

/// Modal assurance: modes of the full body over those of the reduced one.
pub(crate) fn modal_assurance(gear: &str, check: &ReductionCheck) -> Option<Figure> {
    let n_full = check.modes.len();
    if n_full == 0 || check.n_reduced == 0 {
        return None;
    }
    let value = |i: usize, j: usize| check.mac.get(i + n_full * j).copied().unwrap_or(f64::NAN);
    let full = check.modes.iter().map(|mode| label(mode.full_hz, mode));
    // A mode of the reduced body is named after that of the full one which it resembles.
    let alike = |j: usize| {
        let best = (0..n_full).max_by(|a, b| value(*a, j).total_cmp(&value(*b, j)));
        best.filter(|i| value(*i, j) > LEAST_RESEMBLANCE)
            .and_then(|i| check.modes[i].reduced_hz.map(|frequency| (i, frequency)))
    };
    let last = (0..check.n_reduced).rev().find(|j| alike(*j).is_some());
    let n_columns = last.map_or(1, |last| last + 1);
    let reduced = (0..n_columns).map(|j| match alike(j) {
        Some((i, frequency)) => label(frequency, &check.modes[i]),
        None => "–".to_owned(),
    });
    let values = (0..n_full).map(|i| (0..n_columns).map(|j| value(i, j)).collect());
    let has_diameters = check.modes.iter().any(|mode| mode.nodal_diameter.is_some());
    let map = MatrixMap {
        title: title(gear, "modal assurance of the reduced body"),
        subtitle: RichText::plain(if has_diameters {
            "in brackets the nodal diameter; modes of equal frequency may be turned against each other"
        } else {
            "modes of equal frequency may be turned against each other"
        }),
        x_axis: Axis::new("Mode of the reduced body", "Hz"),
        y_axis: Axis::new("Mode of the full body", "Hz"),
        z_axis: Axis::new("MAC", "–").range(0.0, 1.0),
        columns: reduced.collect(),
        rows: full.collect(),
        values: values.collect(),
    };
    Some(map.into())
}

fn label(frequency: f64, mode: &ModeCheck) -> String {
    let frequency = if frequency < 1000.0 {
        format!("{frequency:.1}")
    } else {
        format!("{frequency:.0}")
    };
    match mode.nodal_diameter {
        Some(n) => format!("{frequency} [{n}]"),
        None => frequency,
    }
}

/// Compliance of the corners of elements on a flank, each under a force on itself along the normal. A node between two corners
/// has more of the shape functions and dents less: drawn among them, the mesh would be seen instead of the flank.
pub(crate) fn flank_map(
    gear: &str,
    compliance: &FlankCompliance,
    (grid, is_rack): (&FlankGrid, bool),
) -> Option<Figure> {
    let profile = match is_rack {
        true => "Profile: length from the datum line",
        false => "Profile: roll length",
    };
    let block = compliance.between(1, 1).ok()?;
    let n = compliance.n();
    let each = compliance.n_directions();
    let mut z = vec![vec![f64::NAN; grid.n_width]; grid.n_profile];
    for (i, point) in compliance.points.iter().enumerate() {
        let is_corner = point.half_lines.iter().all(|line| line % 2 == 0);
        if point.side != grid.side || !is_corner {
            continue;
        }
        // nᵀ C n; with one direction it is the normal.
        let part = |d: usize| if each == 1 { 1.0 } else { point.normal[d] };
        let own =
            |(a, b): (usize, usize)| part(a) * part(b) * block[each * i + a + n * (each * i + b)];
        let sum: f64 = (0..each * each).map(|k| own((k % each, k / each))).sum();
        let [row, column] = point.half_lines.map(|line| line as usize / 2);
        let cell = z.get_mut(row).and_then(|row| row.get_mut(column));
        if let Some(cell) = cell {
            *cell = MICROMETRES_PER_KILONEWTON * sum;
        }
    }
    let scaled = |values: &[f64]| values.iter().map(|value| 1e3 * value).collect::<Vec<f64>>();
    let mut map = HeatMap {
        title: title(
            gear,
            match grid.middles.is_empty() {
                true => "compliance of a right flank, node by node",
                false => "compliance of a right flank, corner by corner",
            },
        ),
        subtitle: RichText::plain(&format!(
            "force on one node along the normal, with the dent that the mesh resolves; {}",
            if grid.profile.first() > grid.profile.last() {
                "root above, tip below"
            } else {
                "tip above, root below"
            }
        )),
        x_axis: Axis::new("Lead: width z", "mm"),
        y_axis: Axis::new(profile, "mm"),
        z_axis: Axis::new("Compliance", COMPLIANCE_UNIT),
        palette: Palette::Signed,
        x: scaled(&grid.width),
        y: scaled(&grid.profile),
        z,
    };
    if map.y.first() > map.y.last() {
        map.y.reverse();
        map.z.reverse();
    }
    Some(map.into())
}

/// What a force along a line of a flank does, from root to tip.
pub(crate) struct LineAnswers {
    /// Distance of each row from the axis (m).
    pub places: Vec<f64>,
    /// On its own tooth and on the next one, row by row (m/N). On the previous one of a wheel it is the same: with equal sectors
    /// what a tooth feels of the next one is, by Maxwell, what the next one feels of it.
    pub answers: [Vec<f64>; 2],
    /// At the tip and in the middle of tooth 1 + Δ, Δ = 0 … z − 1, where tooth 1 is loaded in the same way (m/N).
    pub over_teeth: [Vec<f64>; 2],
}

/// Compliance of lines over the height of the tooth.
pub(crate) fn line_compliance(gear: &str, lines: &LineAnswers, is_rack: bool) -> Figure {
    let place = if is_rack { "Height" } else { "Radius" };
    let points = |values: &[f64]| -> Vec<Point> {
        let points = lines.places.iter().zip(values);
        points
            .map(|(x, y)| [1e3 * x, MICROMETRES_PER_KILONEWTON * y])
            .collect()
    };
    let names = ["the loaded tooth", "the next tooth"];
    let mut panel = Panel::new(Axis::new(
        "Mean deflection along the normals",
        COMPLIANCE_UNIT,
    ));
    for (name, values) in names.into_iter().zip(&lines.answers) {
        panel = panel.with(Series::new(name, points(values)).dots());
    }
    let mut chart = Chart::new(
        title(gear, "compliance of a right flank"),
        Axis::new(format!("{place} of the loaded line"), "mm"),
    )
    .with(panel);
    chart.subtitle =
        RichText::plain("force spread evenly over the width of tooth 1, at each row of nodes");
    chart.into()
}

/// How far a force on one tooth is felt: the same line of all other teeth.
pub(crate) fn coupling(gear: &str, lines: &LineAnswers, is_rack: bool) -> Option<Figure> {
    let [tip, middle] = &lines.over_teeth;
    let teeth = tip.len();
    if teeth < 3 {
        return None;
    }
    // Counted from −z/2 to z/2; a rack is loaded at its end. The loaded tooth itself would flatten all others.
    let half = if is_rack { teeth - 1 } else { teeth / 2 } as i64;
    let points = |values: &[f64]| -> Vec<Point> {
        let at = |steps: i64| {
            let index = steps.rem_euclid(teeth as i64) as usize;
            let value = if steps == 0 { f64::NAN } else { values[index] };
            [steps as f64, MICROMETRES_PER_KILONEWTON * value]
        };
        (half + 1 - teeth as i64..=half).map(at).collect()
    };
    let panel = Panel::new(Axis::new(
        "Mean deflection along the normals",
        COMPLIANCE_UNIT,
    ))
    .with(Series::new("tip, tip loaded", points(tip)).dots())
    .with(
        Series::new("middle, middle loaded", points(middle))
            .style(LineStyle::new(Colour::VERMILION).width(2.0))
            .dots(),
    );
    let mut chart = Chart::new(
        title(gear, "deflection of other teeth"),
        Axis::new("Teeth from the loaded one, positive about the axis", "–"),
    )
    .with(panel);
    let own = |values: &[f64]| crate::number::short(round3(MICROMETRES_PER_KILONEWTON * values[0]));
    chart.subtitle = RichText::plain(&format!(
        "force along a line of a right flank; the loaded tooth itself: {} {COMPLIANCE_UNIT} at its tip, {} in its middle",
        own(tip),
        own(middle)
    ));
    Some(chart.into())
}

fn round3(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fem::{ComplianceDirections, FlankMiddle, FlankPoint};
    use crate::figures::tests::{assert_readable, svg};
    use crate::geometry::FlankSide;

    fn check(n_full: usize, n_reduced: usize) -> ReductionCheck {
        let mode = |i: usize| ModeCheck {
            full_hz: 1234.5 * (i / 2 + 1) as f64,
            reduced_hz: Some(1234.6 * (i / 2 + 1) as f64),
            nodal_diameter: (i % 3 != 2).then_some(i as u32 / 2),
            mac: 1.0,
            static_error: 0.0,
        };
        let mac = (0..n_full * n_reduced).map(|k| {
            let is_own = k % n_full / 2 == k / n_full / 2;
            if is_own { 0.5 } else { 0.0 }
        });
        ReductionCheck {
            modes: (0..n_full).map(mode).collect(),
            mac: mac.collect(),
            n_reduced,
        }
    }

    #[test]
    fn modal_assurance_is_readable() {
        for (full, reduced) in [(1, 1), (10, 10), (10, 14), (24, 24), (120, 120)] {
            let figure = modal_assurance("a-wheel-with-quite-a-long-name", &check(full, reduced));
            let what = format!("{full} × {reduced}");
            assert_readable(&figure.expect("there are modes"), &what);
        }
        assert_eq!(modal_assurance("wheel", &ReductionCheck::default()), None);
    }

    #[test]
    fn compliance_is_readable() {
        let lines = LineAnswers {
            places: vec![0.026, 0.028, 0.03],
            answers: [vec![1e-9, 2e-9, 6e-9], vec![1e-10, 2e-10, 3e-10]],
            over_teeth: [
                (0..18).map(|i| 6e-9 / f64::from(1 + i * i)).collect(),
                (0..18).map(|i| 2e-9 / f64::from(1 + i)).collect(),
            ],
        };
        for is_rack in [false, true] {
            assert_readable(&line_compliance("wheel", &lines, is_rack), "lines");
            let coupling = coupling("wheel", &lines, is_rack);
            assert_readable(&coupling.expect("many teeth"), "coupling");
        }
        let two = LineAnswers {
            over_teeth: [vec![1e-9; 2], vec![1e-9; 2]],
            ..lines
        };
        assert_eq!(coupling("wheel", &two, false), None);
    }

    const NORMAL: [f64; 3] = [0.6, -0.8, 0.0];

    /// A flank of one element, and a point of it.
    fn flank() -> FlankGrid {
        FlankGrid {
            tooth: 1,
            side: FlankSide::Right,
            n_profile: 2,
            n_width: 2,
            nodes: vec![0, 1, 2, 3],
            profile: vec![8e-3, 12e-3],
            width: vec![-6e-3, 6e-3],
            normals: vec![NORMAL; 4],
            middles: Vec::new(),
        }
    }

    fn point(node: u32, half_lines: [u32; 2]) -> FlankPoint {
        let z = 6e-3 * (f64::from(half_lines[1]) - 1.0);
        FlankPoint {
            side: FlankSide::Right,
            half_lines,
            node,
            place: [0.03, 0.0, z],
            normal: NORMAL,
        }
    }

    fn map(grid: &FlankGrid, points: &[FlankPoint], directions: ComplianceDirections) -> Figure {
        let each = directions.count();
        let n = points.len() * each;
        let entry = |k: usize| {
            let (a, b) = (k % n, k / n);
            let along = |k: usize| if each == 1 { 1.0 } else { NORMAL[k % 3] };
            let own = 1e-9 * (a / each + 1) as f64;
            f64::from(u8::from(a / each == b / each)) * own * along(a) * along(b)
        };
        let compliance = FlankCompliance {
            teeth: 1,
            points: points.to_vec(),
            directions,
            blocks: (0..n * n).map(entry).collect(),
        };
        let name = "a-wheel-with-quite-a-long-name";
        flank_map(name, &compliance, (grid, false)).expect("it has points")
    }

    /// With three directions the map shows nᵀ C n, which is the same where C is that of the normal alone.
    #[test]
    fn the_map_is_that_of_the_normals() {
        let corners = [[0, 0], [0, 2], [2, 0], [2, 2]];
        let points: Vec<FlankPoint> = (0..4).zip(corners).map(|(i, at)| point(i, at)).collect();
        let one = map(&flank(), &points, ComplianceDirections::Normal);
        assert_readable(&one, "one");
        let three = map(&flank(), &points, ComplianceDirections::Three);
        assert_eq!(svg(&one), svg(&three));
    }

    /// A node between two corners, five times as soft as the first one, changes nothing.
    #[test]
    fn the_map_is_that_of_the_corners() {
        let places = [[0, 0], [0, 2], [2, 0], [2, 2], [0, 1]];
        let points: Vec<FlankPoint> = (0..5).zip(places).map(|(i, at)| point(i, at)).collect();
        let mut grid = flank();
        grid.middles = vec![FlankMiddle {
            half_lines: [0, 1],
            node: 4,
            parameters: [8e-3, 0.0],
            normal: NORMAL,
        }];
        let all = map(&grid, &points, ComplianceDirections::Normal);
        assert_readable(&all, "all");
        let corners = map(&grid, &points[..4], ComplianceDirections::Normal);
        assert_eq!(svg(&all), svg(&corners));
    }
}
