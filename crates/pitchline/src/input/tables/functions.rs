//! Functions of time: one table for each quantity that may change with it, all alike but for their unit.

use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// What a function gives, with examples for the page.
#[derive(Clone, Copy)]
struct Amount {
    dimension: Dimension,
    zero: &'static str,
    some: &'static str,
    list: &'static str,
}

impl Amount {
    const fn quantity(self) -> FieldKind {
        FieldKind::Quantity {
            dimension: self.dimension,
            range: Interval::ALL,
        }
    }
}

const TIME: FieldKind = FieldKind::Quantity {
    dimension: Dimension::TIME,
    range: Interval::ALL,
};

const STEPS: &[&str] = &["ramp", "smooth-step"];

/// Number of keys of each kind of function but `piecewise`.
const PLAIN: usize = 13;

const RAMP: Choice = Choice::new(
    "ramp",
    "A straight line from `from` to `to` between the times `start` and `end`, constant before and after.",
);
const SMOOTH_STEP: Choice = Choice::new(
    "smooth-step",
    "The cubic 3 s² − 2 s³ from `from` to `to` between `start` and `end`: its rate does not jump.",
);
const SINE: Choice = Choice::new(
    "sine",
    "`offset` + `amplitude` sin(2π `frequency` (t − `start`) + `phase`); before `start` the value that it has there.",
);
const TABLE: Choice = Choice::new(
    "table",
    "Values at times, from `times` and `values` or from a file; constant before the first and after the last.",
);

static KINDS: [Choice; 5] = [
    RAMP,
    SMOOTH_STEP,
    SINE,
    TABLE,
    Choice::new(
        "piecewise",
        "Functions one after the other, each from its time on, the first also before.",
    ),
];

static INTERPOLATIONS: [Choice; 2] = [
    Choice::new("linear", "Straight lines; the rate jumps at each time."),
    Choice::new(
        "cubic",
        "Cubics with continuous first and second derivatives and zero slope at both ends.",
    ),
];

static PIECE_KINDS: [Choice; 5] = [
    Choice::new("constant", "`value`, always."),
    RAMP,
    SMOOTH_STEP,
    SINE,
    TABLE,
];

/// Keys that functions and pieces share.
const fn plain(kinds: &'static [Choice], of: Amount) -> [Field; PLAIN] {
    [
        Field::required(
            "kind",
            FieldKind::Choice(kinds),
            "\"ramp\"",
            "How the value changes with time.",
        ),
        Field::optional("start", TIME, "\"0.1 s\"", "When it begins.")
            .default("\"0 s\"")
            .only_for(&["ramp", "smooth-step", "sine"]),
        Field::required("end", TIME, "\"0.5 s\"", "When it ends, later than `start`.").only_for(STEPS),
        Field::optional("from", of.quantity(), of.zero, "Value before.")
            .default(of.zero)
            .only_for(STEPS),
        Field::required("to", of.quantity(), of.some, "Value after.").only_for(STEPS),
        Field::optional("offset", of.quantity(), of.zero, "Mean value.")
            .default(of.zero)
            .only_for(&["sine"]),
        Field::required("amplitude", of.quantity(), of.some, "Amplitude.").only_for(&["sine"]),
        Field::required(
            "frequency",
            FieldKind::Quantity {
                dimension: Dimension::FREQUENCY,
                range: Interval::POSITIVE,
            },
            "\"50 Hz\"",
            "Frequency.",
        )
        .only_for(&["sine"]),
        Field::optional(
            "phase",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::ALL,
            },
            "\"90 deg\"",
            "Phase at `start`; 90 deg makes a cosine of it.",
        )
        .default("0")
        .only_for(&["sine"]),
        Field::optional(
            "times",
            FieldKind::QuantityList {
                dimension: Dimension::TIME,
                range: Interval::ALL,
            },
            "[\"0 s\", \"0.1 s\", \"0.5 s\"]",
            "Times, ascending.",
        )
        .only_for(&["table"]),
        Field::optional(
            "values",
            FieldKind::QuantityList {
                dimension: of.dimension,
                range: Interval::ALL,
            },
            of.list,
            "Values at these times.",
        )
        .only_for(&["table"]),
        Field::optional(
            "file",
            FieldKind::Text,
            "\"course.csv\"",
            "CSV file with the columns `time [unit]` and `value [unit]`, in place of `times` and `values`, relative to the model file.",
        )
        .only_for(&["table"]),
        Field::optional(
            "interpolation",
            FieldKind::Choice(&INTERPOLATIONS),
            "\"cubic\"",
            "What is between the times.",
        )
        .default("\"linear\"")
        .only_for(&["table"]),
    ]
}

const fn function(
    of: Amount,
    pieces: &'static Record,
    example: &'static str,
) -> [Field; PLAIN + 1] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m] = plain(&KINDS, of);
    let pieces = Field::required(
        "pieces",
        FieldKind::ListOf(pieces),
        example,
        "The functions, in the order of their times. All use the same time, not that since their own beginning.",
    )
    .only_for(&["piecewise"]);
    [a, b, c, d, e, f, g, h, i, j, k, l, m, pieces]
}

const fn piece(of: Amount) -> [Field; PLAIN + 2] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m] = plain(&PIECE_KINDS, of);
    let after = Field::required(
        "after",
        TIME,
        "\"0.5 s\"",
        "The time from which on it applies.",
    );
    let value = Field::required("value", of.quantity(), of.some, "Value of a constant.")
        .only_for(&["constant"]);
    [after, a, value, b, c, d, e, f, g, h, i, j, k, l, m]
}

macro_rules! functions {
    ($($function:ident $piece:ident $kind:ident $list:ident = $name:literal, $dimension:ident, $unit:literal;)*) => {$(
        static $piece: Record = Record {
            name: concat!($name, " piece"),
            doc: "A function that applies from a time on.",
            discriminator: Some("kind"),
            variants: &[],
            fields: &piece(Amount {
                dimension: Dimension::$dimension,
                zero: concat!("\"0 ", $unit, "\""),
                some: concat!("\"5 ", $unit, "\""),
                list: concat!("[\"0 ", $unit, "\", \"2 ", $unit, "\", \"5 ", $unit, "\"]"),
            }),
        };

        pub(in crate::input) static $function: Record = Record {
            name: concat!($name, " function"),
            doc: "A value that changes with time.",
            discriminator: Some("kind"),
            variants: &[],
            fields: &function(
                Amount {
                    dimension: Dimension::$dimension,
                    zero: concat!("\"0 ", $unit, "\""),
                    some: concat!("\"5 ", $unit, "\""),
                    list: concat!("[\"0 ", $unit, "\", \"2 ", $unit, "\", \"5 ", $unit, "\"]"),
                },
                &$piece,
                concat!(
                    "[{ after = \"0 s\", kind = \"ramp\", end = \"1 s\", to = \"5 ", $unit,
                    "\" }, { after = \"2 s\", kind = \"constant\", value = \"1 ", $unit, "\" }]"
                ),
            ),
        };

        /// A constant or a function of time.
        pub(crate) const $kind: FieldKind = FieldKind::Either($list);
        const $list: &[FieldKind] = &[
            FieldKind::Quantity {
                dimension: Dimension::$dimension,
                range: Interval::ALL,
            },
            FieldKind::Table(&$function),
        ];
    )*

    /// Whether a table is a function of time.
    pub(in crate::input) fn is_function(record: &Record) -> bool {
        [$(&$function),*].into_iter().any(|known| std::ptr::eq(known, record))
    }
    };
}

functions! {
    ANGLE_FUNCTION ANGLE_PIECE ANGLE ANGLES = "angle", ANGLE, "deg";
    SPEED_FUNCTION SPEED_PIECE SPEED SPEEDS = "speed", ANGULAR_SPEED, "rpm";
    LENGTH_FUNCTION LENGTH_PIECE LENGTH LENGTHS = "length", LENGTH, "mm";
    VELOCITY_FUNCTION VELOCITY_PIECE VELOCITY VELOCITIES = "velocity", VELOCITY, "m/s";
    FORCE_FUNCTION FORCE_PIECE FORCE FORCES = "force", FORCE, "N";
    TORQUE_FUNCTION TORQUE_PIECE TORQUE TORQUES = "torque", TORQUE, "N m";
    VOLTAGE_FUNCTION VOLTAGE_PIECE VOLTAGE VOLTAGES = "voltage", VOLTAGE, "V";
}
