//! Rolling bearings.

use super::super::Reading;
use super::super::ends::is_given;
use crate::dynamics::LoadCurve;
use crate::input::Section;
use crate::model::machine::{BearingCurve, BearingDamping, Connection, ForceKind};

pub(super) fn kind(
    (what, section): (&str, &Section),
    between: Option<Connection>,
    reading: &mut Reading,
) -> Option<ForceKind> {
    let mut curves = Vec::new();
    let mut is_sound = true;
    for key in ["radial", "axial", "tilting"] {
        let Some(table) = section.table(key) else {
            is_sound &= !section.is_faulty(key);
            curves.push(None);
            continue;
        };
        let title = format!("`{key}` of {what}");
        let curve = curve((&title, table), key, reading);
        is_sound &= curve.is_some();
        curves.push(curve);
    }
    let damping = damping((what, section), reading);
    if !is_sound {
        return None;
    }
    if curves.iter().all(Option::is_none) {
        return reading.refuse(
            "missing-key",
            (section.span(), "how stiff is it?"),
            format!("{what} carries nothing: it lacks `radial`, `axial` and `tilting`"),
            "write radial = { stiffness = \"150 N/um\" }, or lists of loads and deflections",
        );
    }
    let [radial, axial, tilting] = <[_; 3]>::try_from(curves).ok()?;
    Some(ForceKind::RollingBearing {
        between: between?,
        radial,
        axial,
        tilting,
        damping: damping?,
    })
}

fn damping((what, section): (&str, &Section), reading: &mut Reading) -> Option<BearingDamping> {
    if section.is_faulty("damping") || section.is_faulty("damping_time") {
        return None;
    }
    match (section.table("damping"), section.quantity("damping_time")) {
        (Some(_), Some(time)) => reading.refuse(
            "two-dampings",
            (time.span, "and constants"),
            format!("{what} has `damping` and `damping_time`"),
            "keep one of the two",
        ),
        (None, Some(time)) => Some(BearingDamping::Proportional(time.value)),
        (Some(table), None) => Some(BearingDamping::Constant {
            radial: table.quantity("radial")?.value,
            axial: table.quantity("axial")?.value,
            tilting: table.quantity("tilting")?.value,
        }),
        (None, None) => Some(BearingDamping::Constant {
            radial: 0.0,
            axial: 0.0,
            tilting: 0.0,
        }),
    }
}

fn curve(
    (title, table): (&str, &Section),
    key: &'static str,
    reading: &mut Reading,
) -> Option<BearingCurve> {
    if table.has_errors() {
        return None;
    }
    let keys = ["stiffness", "loads", "deflections", "stiffnesses"];
    let given: Vec<&str> = keys
        .into_iter()
        .filter(|key| is_given(table, key))
        .collect();
    let curve = match given.as_slice() {
        ["stiffness"] => BearingCurve::Stiffnesses(vec![[0.0, table.quantity("stiffness")?.value]]),
        ["loads", second @ ("deflections" | "stiffnesses")] => {
            let (loads, values) = (table.quantities("loads")?, table.quantities(second)?);
            if loads.value.len() != values.value.len() {
                return reading.refuse(
                    "bad-curve",
                    (values.span, "not as many"),
                    format!(
                        "{title} has {} loads and {} {second}",
                        loads.value.len(),
                        values.value.len()
                    ),
                    "write as many of one as of the other",
                );
            }
            let rows = loads.value.iter().zip(values.value);
            let rows = rows.map(|(load, value)| [*load, *value]).collect();
            match *second {
                "deflections" => BearingCurve::Deflections(rows),
                _ => BearingCurve::Stiffnesses(rows),
            }
        }
        _ => {
            return reading.refuse(
                "bad-curve",
                (table.span(), "how stiff?"),
                format!("{title} needs `loads` and `deflections`, or `loads` and `stiffnesses`, or `stiffness`"),
                "write for example { stiffness = \"150 N/um\" }",
            );
        }
    };
    match curve.build(title, key) {
        Ok(_) => Some(curve),
        Err(error) => reading.refuse(
            "bad-curve",
            (table.span(), "not rising"),
            error.to_string(),
            "write loads that ascend, and deflections that ascend with them",
        ),
    }
}

impl BearingCurve {
    /// The curve that the crate `dynamics` computes with.
    pub(crate) fn build(
        &self,
        of: &str,
        key: &'static str,
    ) -> Result<LoadCurve, crate::dynamics::Error> {
        match self {
            Self::Deflections(rows) => LoadCurve::from_deflections(of, key, rows),
            Self::Stiffnesses(rows) => LoadCurve::from_stiffness(of, key, rows),
        }
    }
}
