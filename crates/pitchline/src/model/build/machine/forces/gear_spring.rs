//! Mesh springs: what they know of their wheels, and whether these stand as wheels in mesh do.

use super::super::Reading;
use super::super::ends::is_given;
use crate::dynamics::GearSpringData;
use crate::geometry::tensor::times;
use crate::geometry::vector::{Vector, cross, dot, length, minus, plus_scaled};
use crate::geometry::{FlankSide, GearPair, Hand};
use crate::input::Section;
use crate::input::place::cut;
use crate::model::PairGeometry;
use crate::model::machine::{Connection, End, ForceKind};
use crate::nearest::nearest;
use crate::number::short;

/// Sine of the largest angle between axes that are called parallel: rounding of a direction that is written with a few digits.
const PARALLEL: f64 = 1e-4;

/// Largest difference (rad) between the working pressure angle that is written and that of the places: half a hundredth of a
/// degree, as drawings round it.
const SAME_ANGLE: f64 = 1e-4;

const RADII: [&str; 2] = ["base_radius_a", "base_radius_b"];

/// Keys that a pair makes superfluous.
const BY_NUMBERS: [&str; 5] = [
    "base_radius_a",
    "base_radius_b",
    "internal",
    "pressure_angle",
    "base_helix_angle",
];

pub(super) fn kind(
    named: (&str, &Section),
    between: Option<Connection>,
    reading: &mut Reading,
) -> Option<ForceKind> {
    let section = named.1;
    let wheels = match is_given(section, "pair") {
        true => by_pair(named, reading),
        false => by_numbers(named, reading),
    };
    let (mut data, angle) = wheels?;
    data.stiffness = section.quantity("stiffness")?.value;
    data.damping = section.quantity("damping")?.value;
    data.flank_a = match section.choice("flank")?.value {
        "left" => FlankSide::Left,
        _ => FlankSide::Right,
    };
    let between = between?;
    check_places(named, &between, (&data, angle), reading)?;
    Some(ForceKind::GearSpring { between, data })
}

/// A spring without stiffness, and the working pressure angle that it shall have.
type Wheels = (GearSpringData, Option<f64>);

fn wheels(base_radii: [f64; 2], is_internal: bool, base_helix_angle: f64) -> GearSpringData {
    GearSpringData {
        base_radius_a: base_radii[0],
        base_radius_b: base_radii[1],
        is_internal,
        flank_a: FlankSide::Right,
        base_helix_angle,
        stiffness: 0.0,
        damping: 0.0,
    }
}

fn by_pair((what, section): (&str, &Section), reading: &mut Reading) -> Option<Wheels> {
    let name = section.text("pair")?;
    if let Some(key) = BY_NUMBERS.into_iter().find(|key| is_given(section, key)) {
        return reading.refuse(
            "two-wheels",
            (section.span_of(key), "and a pair"),
            format!("{what} has `pair` and `{key}`: the geometry of the pair says it already"),
            "keep one of the two",
        );
    }
    let place = (name.span, "this pair");
    let Some(pair) = reading.pairs.iter().find(|pair| pair.name == name.value) else {
        if reading.has_refused_pairs {
            return None;
        }
        let names: Vec<&str> = reading
            .pairs
            .iter()
            .map(|pair| pair.name.as_str())
            .collect();
        let help = match (nearest(name.value, names.iter().copied()), names.is_empty()) {
            (Some(near), _) => format!("did you mean \"{near}\"?"),
            (None, true) => {
                "describe it under [[pairs]], or write base_radius_a and base_radius_b".to_owned()
            }
            (None, false) => format!("known are {}", names.join(", ")),
        };
        let message = format!("{what}: there is no pair `{}`", cut(name.value));
        return reading.refuse("unknown-reference", place, message, help);
    };
    let PairGeometry::Cylindrical(geometry) = &pair.geometry else {
        return reading.refuse(
            "not-cylindrical",
            place,
            format!("{what}: the axes of pair `{}` are not parallel", pair.name),
            "name a pair of external or internal cylindrical gears",
        );
    };
    let Some(base_radii) = base_radii(geometry) else {
        return reading.refuse(
            "not-cylindrical",
            place,
            format!(
                "{what}: pair `{}` has a rack, which has no base circle",
                pair.name
            ),
            "name a pair of external or internal cylindrical gears",
        );
    };
    let system = geometry.a.data().system;
    let sign = match system.hand {
        Hand::Left => -1.0,
        Hand::Right => 1.0,
    };
    let helix = sign * system.base_helix_angle();
    let data = wheels(base_radii, geometry.is_internal(), helix);
    Some((data, Some(geometry.working_pressure_angle)))
}

fn base_radii(pair: &GearPair) -> Option<[f64; 2]> {
    Some([
        pair.a.as_wheel()?.base_radius,
        pair.b.as_wheel()?.base_radius,
    ])
}

fn by_numbers((what, section): (&str, &Section), reading: &mut Reading) -> Option<Wheels> {
    if BY_NUMBERS.into_iter().any(|key| section.is_faulty(key)) || section.is_faulty("pair") {
        return None;
    }
    if let Some(missing) = RADII.into_iter().find(|key| !is_given(section, key)) {
        return reading.refuse(
            "missing-key",
            (section.span(), "which wheels?"),
            format!("{what} lacks `{missing}`"),
            "write pair = with the name of a pair of the model, or base_radius_a = \"28.2 mm\" and base_radius_b = \"56.4 mm\"",
        );
    }
    let get = |key: &str| section.quantity(key).map(|quantity| quantity.value);
    let is_internal = section.boolean("internal").is_some_and(|is| is.value);
    let base_radii = [get(RADII[0])?, get(RADII[1])?];
    let data = wheels(
        base_radii,
        is_internal,
        get("base_helix_angle").unwrap_or(0.0),
    );
    if let Err(error) = data.check(what) {
        return reading.refuse(
            "bad-wheels",
            (section.span_of(RADII[1]), "no such wheels"),
            error.to_string(),
            "correct the base radii",
        );
    }
    Some((data, get("pressure_angle")))
}

/// Axes are parallel, point the same way, and are as far apart as the wheels need. Places that are not known before the machine
/// is built are checked then.
fn check_places(
    (what, section): (&str, &Section),
    between: &Connection,
    (data, angle): (&GearSpringData, Option<f64>),
    reading: &mut Reading,
) -> Option<()> {
    let (Some((place_a, a)), Some((place_b, b))) =
        (axis(&between.a, reading), axis(&between.b, reading))
    else {
        return Some(());
    };
    let apart = length(cross(a, b));
    if apart > PARALLEL {
        let degrees = apart.atan2(dot(a, b)).to_degrees();
        return reading.refuse(
            "axes-not-parallel",
            (section.span_of("b"), "another axis"),
            format!(
                "{what}: the axes of its wheels, the z of {} and of {}, stand at {} deg to each other",
                between.a.carrier,
                between.b.carrier,
                short(degrees)
            ),
            "turn one body, or say where the axis is: frame_b = { axis = [1, 0, 0] }, in the axes of the body",
        );
    }
    if dot(a, b) < 0.0 {
        return reading.refuse(
            "axes-not-parallel",
            (section.span_of("b"), "points the other way"),
            format!("{what}: the axes of its wheels are parallel, but point in opposite directions"),
            "write frame_b = { axis = [0, 0, -1] }, so that both wheels count turns about the same direction",
        );
    }
    let (Some(place_a), Some(place_b)) = (place_a, place_b) else {
        return Some(());
    };
    let way = minus(place_b, place_a);
    let distance = length(plus_scaled(way, -dot(way, a), a));
    let sign = if data.is_internal { -1.0 } else { 1.0 };
    let sum = (data.base_radius_a + sign * data.base_radius_b).abs();
    let place = (section.span_of("b"), "too near");
    let [shown, least] = [distance, sum].map(|x| short(1e3 * x));
    if distance <= sum {
        return reading.refuse(
            "distance-of-axes",
            place,
            format!(
                "{what}: its axes are {shown} mm apart; base circles need more than {least} mm"
            ),
            "move the wheels apart, or correct the base radii",
        );
    }
    let found = (sum / distance).acos();
    let Some(wanted) = angle.filter(|wanted| (wanted - found).abs() > SAME_ANGLE) else {
        return Some(());
    };
    reading.refuse(
        "distance-of-axes",
        (place.0, "another distance"),
        format!(
            "{what}: its axes are {shown} mm apart, which makes a working pressure angle of {} deg, not {} deg",
            short(found.to_degrees()),
            short(wanted.to_degrees())
        ),
        format!("stand them {} mm apart", short(1e3 * sum / wanted.cos())),
    )
}

/// Place, where known, and axis of an end at the start, in ground axes.
fn axis(end: &End, reading: &Reading) -> Option<(Option<Vector>, Vector)> {
    let (place, axes) = reading.stands(end)?;
    Some((place, times(&axes, [0.0, 0.0, 1.0])))
}
