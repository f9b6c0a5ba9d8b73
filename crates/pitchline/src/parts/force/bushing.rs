//! `bushing`: stiffness and damping in all six directions.

use std::sync::Arc;

use super::shared_keys::{BODIES, PLACES, WITH_AXIS};
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics::Bushing;
use crate::input::field::{Field, FieldKind, Record, Variant};
use crate::input::interval::Interval;
use crate::input::key::{Key, Rows, Table};
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::{Reading, ends::vector};
use crate::units::Dimension;

/// The force `bushing`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "bushing",
        doc: "Stiffness and damping in all six directions.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    /// Keys of bushings, also of those that hold shafts.
    pub(crate) static KEYS {
        STIFFNESS = optional(
            "stiffness",
            Table(&STIFFNESS_TABLE),
            "{ x = \"1 N/um\", y = \"1 N/um\" }",
            "Stiffness along and about each axis.",
        );
        STIFFNESS_MATRIX = optional(
            "stiffness_matrix",
            Rows(&ROW),
            MATRIX,
            "All 36 numbers in SI units, in place of `stiffness`: rows x, y, z, rx, ry, rz.",
        );
        DAMPING = optional(
            "damping",
            Table(&DAMPING_TABLE),
            "{ x = \"100 N s/m\" }",
            "Damping along and about each axis.",
        );
        DAMPING_MATRIX = optional(
            "damping_matrix",
            Rows(&ROW),
            MATRIX,
            "All 36 numbers in SI units, in place of `damping`.",
        );
        PRELOAD_FORCE = optional(
            "preload_force",
            Vector(Dimension::FORCE),
            "[0, 0, \"200 N\"]",
            "Force on `b` where nothing is deflected.",
        ), default "[0, 0, 0]";
        PRELOAD_TORQUE = optional(
            "preload_torque",
            Vector(Dimension::TORQUE),
            "[0, 0, \"5 N m\"]",
            "Torque on `b` where nothing is deflected.",
        ), default "[0, 0, 0]";
    }
}

const ROW: FieldKind = FieldKind::List(&FieldKind::Number {
    range: Interval::ALL,
});

const MATRIX: &str = "[[1e6, 0, 0, 0, 0, 0], [0, 1e6, 0, 0, 0, 0], [0, 0, 1e6, 0, 0, 0], [0, 0, 0, 10, 0, 0], [0, 0, 0, 0, 10, 0], [0, 0, 0, 0, 0, 0]]";

static STIFFNESS_TABLE: Record = Record {
    name: "stiffness",
    doc: "Stiffness along and about the axes of the bushing, without coupling.",
    discriminator: None,
    variants: &[],
    fields: &six(
        [Dimension::STIFFNESS, Dimension::ROTATIONAL_STIFFNESS],
        ["\"1 N/um\"", "\"10 N m/rad\""],
    ),
};

static DAMPING_TABLE: Record = Record {
    name: "damping",
    doc: "Damping along and about the axes of the bushing, without coupling.",
    discriminator: None,
    variants: &[],
    fields: &six(
        [Dimension::DAMPING, Dimension::ROTATIONAL_DAMPING],
        ["\"100 N s/m\"", "\"1 N m s/rad\""],
    ),
};

/// The six directions.
const DIRECTIONS: [&str; 6] = ["x", "y", "z", "rx", "ry", "rz"];

/// A number along and about each axis.
const fn six([along, about]: [Dimension; 2], [shift, turn]: [&'static str; 2]) -> [Field; 6] {
    let [x, y, z, rx, ry, rz] = DIRECTIONS;
    [
        one(x, along, shift, "Along x."),
        one(y, along, shift, "Along y."),
        one(z, along, shift, "Along the axis."),
        one(rx, about, turn, "About x."),
        one(ry, about, turn, "About y."),
        one(rz, about, turn, "About the axis."),
    ]
}

const fn one(
    key: &'static str,
    dimension: Dimension,
    example: &'static str,
    doc: &'static str,
) -> Field {
    let kind = FieldKind::Quantity {
        dimension,
        range: Interval::NOT_NEGATIVE,
    };
    Field::optional(key, kind, example, doc).default("0")
}

fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    let stiffness = matrix(table, &STIFFNESS, &STIFFNESS_MATRIX, reading);
    let damping = matrix(table, &DAMPING, &DAMPING_MATRIX, reading);
    let [x, y, z] = vector(table.section, &PRELOAD_FORCE)?;
    let [about_x, about_y, about_z] = vector(table.section, &PRELOAD_TORQUE)?;
    Some(Arc::new(Bushing {
        stiffness: stiffness?,
        damping: damping?,
        preload: [x, y, z, about_x, about_y, about_z],
    }))
}

/// A table of six numbers or a matrix; nothing is zero.
fn matrix(
    table: &ForceTable,
    diagonal: &Key<Table>,
    full: &Key<Rows>,
    reading: &mut Reading,
) -> Option<[[f64; 6]; 6]> {
    let (title, section) = table.named();
    let [diagonal_name, full_name]: [&str; 2] = [diagonal, full];
    let mut matrix = [[0.0; 6]; 6];
    if let Some(rows) = section.get(full) {
        if section.is_given(diagonal) {
            return reading.refuse(
                "two-stiffnesses",
                (rows.span, "and a table"),
                format!("{title} has `{diagonal_name}` and `{full_name}`"),
                "keep one of the two",
            );
        }
        if rows.value.len() != 6 || rows.value.iter().any(|row| row.len() != 6) {
            return reading.refuse(
                "wrong-count",
                (rows.span, "not 6 by 6"),
                format!("{title}: `{full_name}` is no matrix of 6 rows with 6 numbers each"),
                "write six rows, for x, y, z, rx, ry and rz, with six numbers each in SI units",
            );
        }
        for (row, values) in matrix.iter_mut().zip(&rows.value) {
            row.copy_from_slice(values);
        }
        return Some(matrix);
    }
    if section.is_faulty(full) {
        return None;
    }
    if let Some(table) = section.get_or_absent(diagonal)? {
        for (i, key) in DIRECTIONS.into_iter().enumerate() {
            matrix[i][i] = table.value.quantity(key)?.value;
        }
    }
    Some(matrix)
}

impl ForceLaw for Bushing {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        self.check(site.name())?;
        site.connect(*self)
    }
}
