//! Numbers for people: short, and without noise in the last digits.

/// At most six significant digits; powers of ten only where plain digits would be long.
pub fn short(value: f64) -> String {
    if !value.is_finite() {
        return value.to_string();
    }
    let rounded: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    let size = rounded.abs();
    if size == 0.0 {
        "0".to_owned()
    } else if (1e-4..1e6).contains(&size) {
        rounded.to_string()
    } else {
        format!("{rounded:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (3.0, "3"),
            (0.1 + 0.2, "0.3"),
            (376.991118, "376.991"),
            (2.1e11, "2.1e11"),
            (1e-6, "1e-6"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(short(value), text);
        }
    }
}
