//! The two sides of a pair: wheels or gears, and which of them belong together.

use super::{Built, Gears};
use crate::input::{Diagnostic, Diagnostics, Section};

/// Refuses a gear that meshes with itself, and a wheel that meshes with a gear.
pub(super) fn refuse_odd(
    name: &str,
    section: &Section,
    built: &Gears,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let (a, b) = (section.text("a")?, section.text("b")?);
    let is_wheel = [&a, &b].map(|side| built.is_wheel(side.value));
    let (code, message, label, help) = match is_wheel {
        _ if a.value == b.value && is_wheel[0] => (
            "same-gear",
            format!("pair `{name}` meshes wheel `{}` with itself", a.value),
            "a and b are the same wheel",
            "name two different wheels; both may have the same gear",
        ),
        _ if a.value == b.value => (
            "same-gear",
            format!("pair `{name}` meshes gear `{}` with itself", a.value),
            "a and b are the same gear",
            "name two different gears; for two equal gears write two [gears.…] tables",
        ),
        [true, false] | [false, true] => {
            let [wheel, gear] = match is_wheel[0] {
                true => [a.value, b.value],
                false => [b.value, a.value],
            };
            let message = format!(
                "pair `{name}`: `{wheel}` is a wheel of the machine and `{gear}` a gear on no body"
            );
            (
                "wheel-and-gear",
                message,
                "a wheel meshes with a wheel",
                "put the gear on a body, [wheels.NAME] with gear and body, and name that wheel; or name two gears",
            )
        }
        _ => return Some(()),
    };
    diagnostics.push(
        Diagnostic::error(code, b.span, message)
            .label(label)
            .help(help),
    );
    None
}

/// Refuses a double helical gear that meshes with a single helical one, or on crossed shafts.
pub(super) fn check_double_helical(
    name: &str,
    section: &Section,
    (gears, is_parallel): ([&Built; 2], bool),
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let double = gears.map(|built| built.gear.is_double_helical);
    let (why, help) = match double {
        [false, false] => return Some(()),
        [true, true] if is_parallel => return Some(()),
        [true, true] => (
            "are double helical, which run on parallel shafts only".to_owned(),
            "remove shaft_angle, or double_helical from both gears",
        ),
        [is_first, _] => {
            let [with, without] = if is_first {
                ["first", "second"]
            } else {
                ["second", "first"]
            };
            (
                format!("do not fit: the {with} is double helical, the {without} is not"),
                "write double_helical = true into both gears or into none",
            )
        }
    };
    let [a, b] = gears.map(|built| built.gear.name.as_str());
    let message = format!("pair `{name}`: gears `{a}` and `{b}` {why}");
    let fault = Diagnostic::error("cannot-mesh", section.span(), message);
    let fault = fault.label("they are paired here");
    let [a_place, b_place] = gears.map(|built| built.section.span());
    let fault = fault.related(a_place, format!("gear `{a}`"));
    diagnostics.push(fault.related(b_place, format!("gear `{b}`")).help(help));
    None
}
