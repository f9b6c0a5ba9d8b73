//! `gear-spring`: the teeth of two wheels on parallel axes as one linear spring along their line of action.

use std::sync::Arc;

use super::shared_keys::{BODIES, DAMPING, STIFFNESS, STRAIGHT};
use super::{
    AddedForce, ForceEnds, ForceKind, ForceLaw, ForcePart, ForceSensor, ForceSite, ForceTable,
    between, sensor,
};
use crate::dynamics::{GearSpring, GearSpringData, Relative};
use crate::geometry::tensor::times;
use crate::geometry::vector::{Vector, cross, dot, length, minus, plus_scaled};
use crate::geometry::{FlankSide, GearPair, Hand};
use crate::input::field::{Choice, FieldKind, Keys, Variant};
use crate::input::interval::Interval;
use crate::input::place::cut;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::PairGeometry;
use crate::model::build::machine::Reading;
use crate::model::machine::End;
use crate::nearest::nearest;
use crate::number::short;
use crate::parts::channel::{self, Channel, Quantity, Snapshot};
use crate::units::Dimension;

/// Sine of the largest angle between axes that are called parallel: rounding of a direction that is written with a few digits.
const PARALLEL: f64 = 1e-4;

/// Largest difference (rad) between the working pressure angle that is written and that of the places: half a hundredth of a
/// degree, as drawings round it.
const SAME_ANGLE: f64 = 1e-4;

/// The force `gear-spring`. Of both ends z is the axis of the wheel.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "gear-spring",
        doc: "The teeth of two wheels on parallel axes as one linear spring and damper along their line of action. It is located at the bodies or points of shafts, whose z are the axes, and is without force at the start.",
        keys: &[&BODIES, &STRAIGHT, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    static KEYS {
        PAIR = optional(
            "pair",
            Text(),
            "\"first\"",
            "The pair of cylindrical gears whose teeth these are, also one of a planetary set: its gear `a` is on `a` of the force. Base radii, kind and helix \
             are those of its geometry.",
        );
        BASE_RADIUS_A = optional(
            "base_radius_a",
            Quantity(Dimension::LENGTH, Interval::POSITIVE),
            "\"28.2 mm\"",
            "Base radius of the wheel on `a`, in place of `pair`.",
        );
        BASE_RADIUS_B = optional(
            "base_radius_b",
            Quantity(Dimension::LENGTH, Interval::POSITIVE),
            "\"28.2 mm\"",
            "Base radius of the wheel on `b`.",
        );
        INTERNAL = optional(
            "internal",
            Boolean(),
            "true",
            "Whether the wheel with the larger base circle is internal, in place of `pair`. Not, unless given.",
        );
        PRESSURE_ANGLE = optional(
            "pressure_angle",
            Quantity(Dimension::ANGLE, Interval::open(0.0, std::f64::consts::FRAC_PI_2)),
            "\"20 deg\"",
            "Working pressure angle, in place of `pair`. It follows from the base radii and the distance of the axes; given, it must be that one.",
        );
        BASE_HELIX_ANGLE = optional(
            "base_helix_angle",
            Quantity(
                Dimension::ANGLE,
                Interval::open(-std::f64::consts::FRAC_PI_2, std::f64::consts::FRAC_PI_2),
            ),
            "\"20 deg\"",
            "Helix angle on the base cylinder, positive where the wheel on `a` is right-handed, in place of `pair`. 0 unless given.",
        );
        FLANK = optional(
            "flank",
            OneOf(&[
                Choice::new(
                    "right",
                    "The right flanks of the wheel on `a`: it drives the other when it turns about its +z.",
                ),
                Choice::new("left", "Its left flanks."),
            ]),
            "\"left\"",
            "Flanks of the wheel on `a` that the spring represents.",
        ), default "\"right\"";
    }
}

/// Keys that a pair makes superfluous.
const BY_NUMBERS: [&str; 5] = [
    BASE_RADIUS_A.name(),
    BASE_RADIUS_B.name(),
    INTERNAL.name(),
    PRESSURE_ANGLE.name(),
    BASE_HELIX_ANGLE.name(),
];

fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    let wheels = match table.section.is_given(&PAIR) {
        true => by_pair(table, reading),
        false => by_numbers(table, reading),
    };
    let (mut data, angle) = wheels?;
    data.stiffness = table.quantity(&STIFFNESS)?;
    data.damping = table.quantity(&DAMPING)?;
    data.flank_a = match table.section.get(&FLANK)?.value {
        "left" => FlankSide::Left,
        _ => FlankSide::Right,
    };
    check_places(table, &data, angle, reading)?;
    Some(Arc::new(data))
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

fn by_pair(table: &ForceTable, reading: &mut Reading) -> Option<Wheels> {
    let (title, section) = table.named();
    let name = section.get(&PAIR)?;
    if let Some(key) = BY_NUMBERS.into_iter().find(|key| section.is_given(key)) {
        return reading.refuse(
            "two-wheels",
            (section.span_of(key), "and a pair"),
            format!("{title} has `pair` and `{key}`: the geometry of the pair says it already"),
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
        let message = format!("{title}: there is no pair `{}`", cut(name.value));
        return reading.refuse("unknown-reference", place, message, help);
    };
    let PairGeometry::Cylindrical(geometry) = &pair.geometry else {
        return reading.refuse(
            "not-cylindrical",
            place,
            format!("{title}: the axes of pair `{}` are not parallel", pair.name),
            "name a pair of external or internal cylindrical gears",
        );
    };
    let Some(base_radii) = base_radii(geometry) else {
        return reading.refuse(
            "not-cylindrical",
            place,
            format!(
                "{title}: pair `{}` has a rack, which has no base circle",
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

fn by_numbers(table: &ForceTable, reading: &mut Reading) -> Option<Wheels> {
    let (title, section) = table.named();
    if BY_NUMBERS.into_iter().any(|key| section.is_faulty(key)) || section.is_faulty(&PAIR) {
        return None;
    }
    let radii = [&BASE_RADIUS_A, &BASE_RADIUS_B];
    if let Some(missing) = radii.iter().find(|key| !section.is_given(key)) {
        return reading.refuse(
            "missing-key",
            (section.span(), "base radii are missing"),
            format!("{title} lacks `{}`", missing.name()),
            "write pair = with the name of a pair of the model, or base_radius_a = \"28.2 mm\" and base_radius_b = \"56.4 mm\"",
        );
    }
    let [radius_a, radius_b] = radii.map(|key| table.quantity(key));
    let data = wheels(
        [radius_a?, radius_b?],
        section.get(&INTERNAL).is_some_and(|is| is.value),
        table.quantity(&BASE_HELIX_ANGLE).unwrap_or(0.0),
    );
    if let Err(error) = data.check(title) {
        return reading.refuse(
            "bad-wheels",
            (section.span_of(&BASE_RADIUS_B), "no such wheels"),
            error.to_string(),
            "correct the base radii",
        );
    }
    Some((data, table.quantity(&PRESSURE_ANGLE)))
}

/// Axes are parallel, point the same way, and are as far apart as the wheels need. Places that are not known before the machine
/// is built are checked then.
fn check_places(
    table: &ForceTable,
    data: &GearSpringData,
    angle: Option<f64>,
    reading: &mut Reading,
) -> Option<()> {
    let (title, section) = table.named();
    let Some(ForceEnds::Two(between)) = table.ends else {
        return None;
    };
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
                "{title}: the axes of its wheels, the z of {} and of {}, are at {} deg to each other",
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
            format!("{title}: the axes of its wheels are parallel, but point in opposite directions"),
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
                "{title}: its axes are {shown} mm apart; base circles need more than {least} mm"
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
            "{title}: its axes are {shown} mm apart, which makes a working pressure angle of {} deg, not {} deg",
            short(found.to_degrees()),
            short(wanted.to_degrees())
        ),
        format!("place them {} mm apart", short(1e3 * sum / wanted.cos())),
    )
}

/// Place, where known, and axis of an end at the start, in ground axes.
fn axis(end: &End, reading: &Reading) -> Option<(Option<Vector>, Vector)> {
    let (place, axes) = reading.stands(end)?;
    Some((place, times(&axes, [0.0, 0.0, 1.0])))
}

impl ForceLaw for GearSpringData {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        let Relative { a, b } = site.between()?;
        let spring = GearSpring::build(site.name(), site.machine, a, b, *self)?;
        Ok(site.add(spring.clone())?.with(spring))
    }

    fn sensor(&self) -> Option<&'static ForceSensor> {
        Some(&SENSOR)
    }
}

/// The sensor `mesh`.
pub static SENSOR: ForceSensor = ForceSensor {
    variant: Variant {
        name: "mesh",
        doc: "Force of a gear spring along its line of action, its deflection and the rate of that (N, m, m/s).",
        keys: &[&SENSOR_KEYS],
    },
    channels: &QUANTITIES,
    label: "no mesh",
    refusal: "has no line of action",
    kinds: "gear-spring",
};

static SENSOR_KEYS: Keys = Keys {
    shared_by: None,
    fields: &[
        sensor::of("\"teeth\"", "The force of kind `gear-spring`."),
        sensor::components(
            &FieldKind::Choice(&CHOICES),
            "[\"force\"]",
            "[\"force\", \"deflection\"]",
        ),
    ],
};

#[rustfmt::skip] // a table: one row, one channel
static CHANNELS: [Channel<SpringState>; 3] = [
    Channel::plain("force", "N", "Force between the flanks in the transverse plane, positive for pressure.", |state| state.force),
    Channel::plain("deflection", "m", "Deflection along the line of action, positive for pressure.", |state| state.deflection),
    Channel::plain("deflection_rate", "m/s", "Its rate.", |state| state.deflection_rate),
];

static QUANTITIES: [&Quantity; CHANNELS.len()] = channel::quantities(&CHANNELS);

static CHOICES: [Choice; CHANNELS.len()] = channel::choices(&QUANTITIES);

/// What a mesh spring does at an instant.
#[derive(Debug)]
struct SpringState {
    force: f64,
    deflection: f64,
    deflection_rate: f64,
}

impl ForcePart for GearSpring {
    fn value(&self, at: &Snapshot, channel: &Quantity) -> f64 {
        let [deflection, deflection_rate] = self.deflection(at.motion);
        let state = SpringState {
            force: self.force(at.forcing),
            deflection,
            deflection_rate,
        };
        channel::value(&CHANNELS, &state, channel)
    }
}
