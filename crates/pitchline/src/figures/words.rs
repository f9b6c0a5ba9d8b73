//! Numbers and names as the pictures write them.

use crate::pictures::RichText;

/// A number with this many decimals and a real minus sign.
pub(super) fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().any(|b| (b'1'..=b'9').contains(&b)) => format!("−{digits}"),
        Some(digits) => digits.to_owned(),
        None => text,
    }
}

/// A length in millimetres with as many decimals as its size makes sense of.
pub(super) fn millimetres(metres: f64) -> String {
    let value = 1e3 * metres;
    let decimals = match value.abs() {
        size if size < 1.0 => 4,
        size if size < 1e3 => 3,
        _ => 2,
    };
    format!("{}\u{a0}mm", decimal(value, decimals))
}

/// An angle in degrees.
pub(super) fn degrees(radians: f64) -> String {
    format!("{}°", decimal(radians.to_degrees(), 3))
}

/// A name of the user, cut to `width` pixels at a font size.
pub(super) fn name(name: &str, size: f64, width: f64) -> RichText {
    let text = RichText::plain(name);
    text.fitted(size, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(millimetres(0.0826354), "82.635\u{a0}mm");
        assert_eq!(millimetres(-0.00123456), "−1.235\u{a0}mm");
        assert_eq!(millimetres(51.2), "51200.00\u{a0}mm");
        assert_eq!(decimal(-0.0001, 2), "0.00");
        assert_eq!(degrees(0.5), "28.648°");
    }
}
