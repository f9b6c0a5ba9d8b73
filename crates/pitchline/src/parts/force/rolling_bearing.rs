//! `rolling-bearing`: a bearing whose stiffness grows with its load.

use std::sync::Arc;

use super::shared_keys::{BODIES, PLACES, WITH_AXIS};
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics::{BearingDamping, LoadCurve, RollingBearing};
use crate::input::Section;
use crate::input::field::{Field, FieldKind, Record, Variant};
use crate::input::interval::Interval;
use crate::input::key::{Key, Table};
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::Reading;
use crate::units::Dimension;

/// The force `rolling-bearing`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "rolling-bearing",
        doc: "A bearing whose stiffness grows with its load.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    /// Keys of rolling bearings, also of those that hold shafts.
    pub(crate) static KEYS {
        RADIAL = optional(
            "radial",
            Table(&LOAD_CURVE),
            "{ loads = [\"0 N\", \"1 kN\", \"3 kN\"], deflections = [\"0 um\", \"8 um\", \"17 um\"] }",
            "Radial load over radial deflection. If omitted, it carries no load there.",
        );
        AXIAL = optional(
            "axial",
            Table(&LOAD_CURVE),
            "{ stiffness = \"80 N/um\" }",
            "Axial load over axial deflection, the same to both sides. If omitted, it carries no load there.",
        );
        TILTING = optional(
            "tilting",
            Table(&MOMENT_CURVE),
            "{ stiffness = \"8000 N m/rad\" }",
            "Moment over tilting angle. If omitted, it tilts freely.",
        );
        DAMPING = optional(
            "damping",
            Table(&DAMPING_TABLE),
            "{ radial = \"500 N s/m\" }",
            "Damping by constants.",
        );
        DAMPING_TIME = optional(
            "damping_time",
            Quantity(Dimension::TIME, Interval::NOT_NEGATIVE),
            "\"0.02 ms\"",
            "Damping as this time multiplied by the stiffness under load, in place of `damping`.",
        );
    }
}

/// Load over a deflection.
pub(crate) static LOAD_CURVE: Record = Record {
    name: "load curve",
    doc: "Load of a bearing over its deflection. It rises beyond the last load with the stiffness that it has there.",
    discriminator: None,
    variants: &[],
    fields: &curve_fields(
        [Dimension::FORCE, Dimension::LENGTH, Dimension::STIFFNESS],
        [
            "[\"0 N\", \"1 kN\", \"3 kN\"]",
            "[\"0 um\", \"8 um\", \"17 um\"]",
            "[\"50 N/um\", \"150 N/um\", \"220 N/um\"]",
            "\"150 N/um\"",
        ],
    ),
};

/// Moment over an angle.
pub(crate) static MOMENT_CURVE: Record = Record {
    name: "moment curve",
    doc: "Moment of a bearing over its tilting angle.",
    discriminator: None,
    variants: &[],
    fields: &curve_fields(
        [
            Dimension::TORQUE,
            Dimension::ANGLE,
            Dimension::ROTATIONAL_STIFFNESS,
        ],
        [
            "[\"0 N m\", \"10 N m\"]",
            "[\"0 mrad\", \"1 mrad\"]",
            "[\"5000 N m/rad\", \"9000 N m/rad\"]",
            "\"8000 N m/rad\"",
        ],
    ),
};

/// By two lists or by one stiffness.
const fn curve_fields(
    [load, deflection, stiffness]: [Dimension; 3],
    examples: [&'static str; 4],
) -> [Field; 4] {
    let one = FieldKind::Quantity {
        dimension: stiffness,
        range: Interval::POSITIVE,
    };
    [
        Field::optional("loads", list(load), examples[0], "Loads, ascending."),
        Field::optional(
            "deflections",
            list(deflection),
            examples[1],
            "Deflections at these loads, ascending.",
        ),
        Field::optional(
            "stiffnesses",
            list(stiffness),
            examples[2],
            "Stiffnesses at these loads, in place of `deflections`.",
        ),
        Field::optional(
            "stiffness",
            one,
            examples[3],
            "One stiffness for all loads, in place of the lists.",
        ),
    ]
}

const fn list(dimension: Dimension) -> FieldKind {
    FieldKind::QuantityList {
        dimension,
        range: Interval::NOT_NEGATIVE,
    }
}

/// Damping by constants.
pub(crate) static DAMPING_TABLE: Record = Record {
    name: "bearing damping",
    doc: "Damping of a bearing that does not depend on its load.",
    discriminator: None,
    variants: &[],
    fields: CONSTANTS.fields,
};

keys! {
    static CONSTANTS {
        ACROSS = optional("radial", Quantity(Dimension::DAMPING, Interval::NOT_NEGATIVE), "100", "Across the axis."), default "0";
        ALONG = optional("axial", Quantity(Dimension::DAMPING, Interval::NOT_NEGATIVE), "100", "Along the axis."), default "0";
        OF_TILTING = optional(
            "tilting",
            Quantity(Dimension::ROTATIONAL_DAMPING, Interval::NOT_NEGATIVE),
            "100",
            "Of tilting.",
        ), default "0";
    }
}

/// Its law; what gives way between a planet and its carrier has the same keys.
pub(crate) fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    let (title, section) = table.named();
    let curves = [&RADIAL, &AXIAL, &TILTING].map(|key| curve(table, key, reading));
    let damping = damping(table, reading);
    let [radial, axial, tilting] = curves;
    let (radial, axial, tilting) = (radial?, axial?, tilting?);
    if radial.is_none() && axial.is_none() && tilting.is_none() {
        return reading.refuse(
            "missing-key",
            (section.span(), "stiffness is missing"),
            format!("{title} carries nothing: it lacks `radial`, `axial` and `tilting`"),
            "write radial = { stiffness = \"150 N/um\" }, or lists of loads and deflections",
        );
    }
    Some(Arc::new(RollingBearing {
        radial,
        axial,
        tilting,
        damping: damping?,
    }))
}

fn damping(table: &ForceTable, reading: &mut Reading) -> Option<BearingDamping> {
    let (title, section) = table.named();
    let constants = section.get_or_absent(&DAMPING)?;
    let time = section.get_or_absent(&DAMPING_TIME)?;
    match (constants, time) {
        (Some(_), Some(time)) => reading.refuse(
            "two-dampings",
            (time.span, "and constants"),
            format!("{title} has `damping` and `damping_time`"),
            "keep one of the two",
        ),
        (None, Some(time)) => Some(BearingDamping::Proportional(time.value)),
        (Some(constants), None) => Some(BearingDamping::Values {
            radial: constants.value.get(&ACROSS)?.value,
            axial: constants.value.get(&ALONG)?.value,
            tilting: constants.value.get(&OF_TILTING)?.value,
        }),
        (None, None) => Some(BearingDamping::Values {
            radial: 0.0,
            axial: 0.0,
            tilting: 0.0,
        }),
    }
}

/// The curve under a key, if there is one; `None` of one that was refused.
fn curve(table: &ForceTable, key: &Key<Table>, reading: &mut Reading) -> Option<Option<LoadCurve>> {
    let Some(curve) = table.section.get_or_absent(key)? else {
        return Some(None);
    };
    let (key, curve): (&'static str, &Section) = (key.name(), curve.value);
    if curve.has_errors() {
        return None;
    }
    let title = format!("`{key}` of {}", table.title);
    let keys = ["stiffness", "loads", "deflections", "stiffnesses"];
    let given: Vec<&str> = keys.into_iter().filter(|key| curve.is_given(key)).collect();
    let built = match given.as_slice() {
        ["stiffness"] => {
            let stiffness = curve.quantity("stiffness")?.value;
            LoadCurve::from_stiffness(&title, key, &[[0.0, stiffness]])
        }
        ["loads", second @ ("deflections" | "stiffnesses")] => {
            let (loads, values) = (curve.quantities("loads")?, curve.quantities(second)?);
            let [n_loads, n_values] = [loads.value.len(), values.value.len()];
            if n_loads != n_values {
                return reading.refuse(
                    "bad-curve",
                    (values.span, "not as many"),
                    format!("{title} has {n_loads} loads and {n_values} {second}"),
                    "write as many of one as of the other",
                );
            }
            let rows = loads.value.iter().zip(values.value);
            let rows: Vec<[f64; 2]> = rows.map(|(load, value)| [*load, *value]).collect();
            match *second {
                "deflections" => LoadCurve::from_deflections(&title, key, &rows),
                _ => LoadCurve::from_stiffness(&title, key, &rows),
            }
        }
        _ => {
            return reading.refuse(
                "bad-curve",
                (curve.span(), "incomplete"),
                format!("{title} needs `loads` and `deflections`, or `loads` and `stiffnesses`, or `stiffness`"),
                "write for example { stiffness = \"150 N/um\" }",
            );
        }
    };
    match built {
        Ok(built) => Some(Some(built)),
        Err(error) => reading.refuse(
            "bad-curve",
            (curve.span(), "not rising"),
            error.to_string(),
            "write loads that ascend, and deflections that ascend with them",
        ),
    }
}

impl ForceLaw for RollingBearing {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        self.check(site.name())?;
        site.connect(self.clone())
    }
}
