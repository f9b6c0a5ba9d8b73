//! Numbers and names as CalculiX reads them: it refuses coordinates of 22 letters, so none here is longer than 20.

/// Width of a number.
const WIDTH: usize = 20;

/// A place (m), with as many decimals as there is room for: 18 or more below one metre.
pub(super) fn place(value: f64) -> String {
    let whole = format!("{:.0}", value.trunc().abs());
    let n_before = usize::from(value < 0.0) + 1 + if value.abs() < 1.0 { 0 } else { whole.len() };
    if n_before > WIDTH {
        return number(value);
    }
    // Rounding may bring one more digit before the point.
    let n_after = WIDTH - n_before - usize::from(value.abs() >= 1.0);
    let text = format!("{value:.n_after$}");
    let text = text.trim_end_matches('0');
    if text == "0." || text == "-0." {
        return "0.".to_owned();
    }
    match text.strip_prefix("-0.") {
        Some(rest) => format!("-.{rest}"),
        None => text.strip_prefix('0').unwrap_or(text).to_owned(),
    }
}

/// Any number: all its digits if they fit, else 13.
pub(super) fn number(value: f64) -> String {
    let with_point = |text: String| match text.split_once('e') {
        Some((digits, power)) if !digits.contains('.') => format!("{digits}.e{power}"),
        _ => text,
    };
    let text = with_point(format!("{value:e}"));
    if text.len() <= WIDTH {
        text
    } else {
        with_point(format!("{value:.12e}"))
    }
}

/// Names of sets: capitals, digits and underscores, at most 80, none twice.
#[derive(Default)]
pub(super) struct Names {
    taken: Vec<String>,
}

impl Names {
    /// The name for a set; a second set of the same name gets a number.
    pub(super) fn take(&mut self, name: &str) -> String {
        let base = self::name(name);
        let mut found = base.clone();
        let mut count = 2;
        while self.taken.contains(&found) {
            let end = format!("_{count}");
            let room = 80 - end.len();
            found = format!("{}{end}", &base[..base.len().min(room)]);
            count += 1;
        }
        self.taken.push(found.clone());
        found
    }
}

/// A name in the letters that all programs take.
pub(super) fn name(name: &str) -> String {
    let letters = name.chars().map(|letter| {
        if letter.is_ascii_alphanumeric() {
            letter.to_ascii_uppercase()
        } else {
            '_'
        }
    });
    let mut name: String = letters.take(80).collect();
    if !name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        name.insert(0, 'S');
        name.truncate(80);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_tame_and_distinct() {
        let mut names = Names::default();
        assert_eq!(names.take("bore"), "BORE");
        assert_eq!(names.take("BORE"), "BORE_2");
        assert_eq!(names.take("1 ä"), "S1__");
        assert_eq!(names.take(&"x".repeat(200)).len(), 80);
        assert_eq!(names.take(&"x".repeat(200)).len(), 80);
        assert_eq!(names.take(""), "S");
    }

    proptest! {
        #[test]
        fn numbers_fit_and_come_back(value in -1e3..1e3_f64, power in -12..12_i32) {
            let value = value * 10_f64.powi(power);
            let places = [place(value), number(value)];
            prop_assert!(places.iter().all(|text| text.len() <= 20 && text.contains('.')), "{places:?}");
            let [as_place, as_number] = places.map(|text| text.parse::<f64>().unwrap_or(f64::NAN));
            // The last decimal of a place below one metre is 1e-18 m; above, 16 digits.
            prop_assert!((as_place - value).abs() <= 5.1e-19 + 1e-12 * value.abs().min(1e-3) * 1e-3 + 2e-16 * value.abs());
            prop_assert!((as_number - value).abs() <= 5e-13 * value.abs());
        }
    }
}
