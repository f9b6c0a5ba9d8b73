//! `[controllers.N]`

use super::functions;
use super::joint::BODY_REFERENCE;
use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// That look at an angle.
const ANGLES: &[&str] = &["angle-to-voltage", "angle-to-torque", "angle-to-speed"];

/// That look at a speed.
const SPEEDS: &[&str] = &["speed-to-voltage", "speed-to-torque"];

const fn gain(dimension: Dimension) -> FieldKind {
    FieldKind::Quantity {
        dimension,
        range: Interval::ALL,
    }
}

const fn proportional(
    dimension: Dimension,
    example: &'static str,
    kinds: &'static [&'static str],
) -> Field {
    let doc = "Proportional gain P: output per unit of the control error.";
    Field::required("proportional", gain(dimension), example, doc).only_for(kinds)
}

const fn integral(
    dimension: Dimension,
    example: &'static str,
    kinds: &'static [&'static str],
) -> Field {
    let doc = "Integral gain I: output per unit of the time integral of the control error.";
    let field = Field::optional("integral", gain(dimension), example, doc);
    field.default("0").only_for(kinds)
}

const fn limits(
    dimension: Dimension,
    example: &'static str,
    kinds: &'static [&'static str],
) -> Field {
    let kind = FieldKind::QuantityList {
        dimension,
        range: Interval::ALL,
    };
    Field::optional(
        "limits",
        kind,
        example,
        "Least and largest output; none unless given.",
    )
    .only_for(kinds)
}

/// What sets a voltage or a torque by an angle or a speed.
pub static CONTROLLER: Record = Record {
    name: "controller",
    doc: "A feedback controller. It measures the angle or the speed of a joint, compares it with a set point and outputs a voltage, a torque or a speed: proportional to the control error and to its integral, within limits. A force of kind `dc-motor` or `torque-between` receives it by `controller`, another controller by `setpoint_from`. It acts in studies `transient`; without `sample_time` also in linearised ones.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("angle-to-voltage", "Sets the voltage of a motor by an angle."),
                Choice::new("speed-to-voltage", "Sets the voltage of a motor by a speed."),
                Choice::new("angle-to-torque", "Sets a torque by an angle."),
                Choice::new("speed-to-torque", "Sets a torque by a speed."),
                Choice::new("angle-to-speed", "Sets the set point of a controller of a speed by an angle: the outer of two loops."),
            ]),
            "\"angle-to-voltage\"",
            "What it measures, and what it sets.",
        ),
        Field::optional(
            "joint",
            FieldKind::Reference(Collection::Joints),
            "\"output\"",
            "The joint whose rotation about its axis it measures: that of `b` relative to `a`. Required unless `shaft` is given.",
        ),
        Field::optional(
            "shaft",
            BODY_REFERENCE,
            "\"rotor:end\"",
            "A point of a shaft whose rotation relative to the ground it measures, in place of `joint`.",
        ),
        Field::optional(
            "setpoint",
            functions::ANGLE,
            "{ kind = \"smooth-step\", end = \"0.2 s\", to = \"90 deg\" }",
            "Set point of the angle, counted over whole revolutions, or a function of time. Required unless `setpoint_from` is given.",
        )
        .only_for(ANGLES),
        Field::optional(
            "setpoint",
            functions::SPEED,
            "\"1500 rpm\"",
            "Set point of the speed, or a function of time. Required unless `setpoint_from` is given.",
        )
        .only_for(SPEEDS),
        Field::optional(
            "setpoint_from",
            FieldKind::Reference(Collection::Controllers),
            "\"position\"",
            "The controller of kind `angle-to-speed` whose output is the set point. It must have a `sample_time`.",
        )
        .only_for(SPEEDS),
        proportional(Dimension::VOLTAGE_GAIN, "\"20 V/rad\"", &["angle-to-voltage"]),
        proportional(Dimension::TORQUE_CONSTANT, "\"0.12 V s/rad\"", &["speed-to-voltage"]),
        proportional(Dimension::ROTATIONAL_STIFFNESS, "\"30 N m/rad\"", &["angle-to-torque"]),
        proportional(Dimension::ROTATIONAL_DAMPING, "\"0.2 N m s/rad\"", &["speed-to-torque"]),
        proportional(Dimension::RATE, "\"15 1/s\"", &["angle-to-speed"]),
        integral(Dimension::VOLTAGE_GAIN_RATE, "\"40 V/rad s\"", &["angle-to-voltage"]),
        integral(Dimension::VOLTAGE_GAIN, "\"1.5 V/rad\"", &["speed-to-voltage"]),
        integral(Dimension::STIFFNESS_RATE, "\"50 N m/rad s\"", &["angle-to-torque"]),
        integral(Dimension::ROTATIONAL_STIFFNESS, "\"2 N m/rad\"", &["speed-to-torque"]),
        integral(Dimension::RATE_OF_RATE, "\"30 1/s2\"", &["angle-to-speed"]),
        limits(Dimension::VOLTAGE, "[\"-24 V\", \"24 V\"]", &["angle-to-voltage", "speed-to-voltage"]),
        limits(Dimension::TORQUE, "[\"-5 N m\", \"5 N m\"]", &["angle-to-torque", "speed-to-torque"]),
        limits(Dimension::ANGULAR_SPEED, "[\"-3000 rpm\", \"3000 rpm\"]", &["angle-to-speed"]),
        Field::optional(
            "anti_windup",
            FieldKind::Boolean,
            "false",
            "Whether the integral stops growing while the output is at a limit.",
        )
        .default("true"),
        Field::optional(
            "sample_time",
            FieldKind::Quantity {
                dimension: Dimension::TIME,
                range: Interval::NOT_NEGATIVE,
            },
            "\"2 ms\"",
            "Sampling period: it measures at multiples of it, and its output is held in between. With 0 it acts continuously.",
        )
        .default("0"),
    ],
};
