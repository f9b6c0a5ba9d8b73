//! Sizes and ages as people write them: `"2 GiB"`, `"30 d"`.

use std::time::Duration;

type Units = &'static [(&'static str, f64)];

const KIBI: f64 = 1024.0;
const SIZES: Units = &[
    ("B", 1.0),
    ("kB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("TB", 1e12),
    ("KiB", KIBI),
    ("MiB", KIBI * KIBI),
    ("GiB", KIBI * KIBI * KIBI),
    ("TiB", KIBI * KIBI * KIBI * KIBI),
];
const AGES: Units = &[("s", 1.0), ("min", 60.0), ("h", 3600.0), ("d", 86_400.0)];

/// Reads a size in bytes; a bare number counts bytes.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let size = parse(text, SIZES, "size", "\"2 GiB\" or \"500 MB\"")?;
    // A number too large for bytes is the largest size there is.
    Ok(size as u64)
}

/// Reads an age; a bare number counts seconds.
pub fn parse_age(text: &str) -> Result<Duration, String> {
    let age = parse(text, AGES, "age", "\"30 d\" or \"12 h\"")?;
    Ok(Duration::try_from_secs_f64(age).unwrap_or(Duration::MAX))
}

fn parse(text: &str, units: Units, what: &str, examples: &str) -> Result<f64, String> {
    let text = text.trim();
    let split = text.find(|c: char| c.is_alphabetic() && c != 'e' && c != 'E');
    let (number, unit) = text.split_at(split.unwrap_or(text.len()));
    let factor = match unit {
        "" => Some(1.0),
        unit => units
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(unit))
            .map(|(_, factor)| *factor),
    };
    let number: Option<f64> = number.trim().parse().ok();
    let amount = number.zip(factor).map(|(number, factor)| number * factor);
    amount
        .filter(|amount| amount.is_finite() && *amount >= 0.0)
        .ok_or_else(|| format!("{text:?} is no {what}: write {examples}"))
}

/// A size for people, with three digits or so.
pub fn size_text(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut size = bytes as f64;
    let mut unit = 0;
    // What would be rounded to 1024 is the next unit.
    while size >= 1023.5 && unit + 1 < units.len() {
        size /= KIBI;
        unit += 1;
    }
    let digits = usize::from(size < 99.95);
    let number = format!("{size:.digits$}");
    format!("{} {}", number.trim_end_matches(".0"), units[unit])
}

/// An age for people, in one unit.
pub fn age_text(age: Duration) -> String {
    let seconds = age.as_secs();
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("0", 0),
            ("17", 17),
            ("17 B", 17),
            ("2 GiB", 2 << 30),
            ("2GiB", 2 << 30),
            (" 1.5 kib ", 1536),
            ("500 MB", 500_000_000),
            ("1e3 kB", 1_000_000),
            ("1e30 TiB", u64::MAX),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in [
            "",
            "GiB",
            "-1 B",
            "nan",
            "inf GiB",
            "2 parsec",
            "2 GiB GiB",
            "2,5 GiB",
            "0x10",
        ] {
            let message = parse_size(text).unwrap_err();
            assert!(message.contains("\"2 GiB\""), "{message}");
        }
    }

    #[test]
    fn ages_are_read() {
        assert_eq!(parse_age("30 d"), Ok(Duration::from_secs(30 * 86_400)));
        assert_eq!(parse_age("1.5 h"), Ok(Duration::from_secs(5400)));
        assert_eq!(parse_age("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_age("1e300 d"), Ok(Duration::MAX));
        for text in ["soon", "-1 d", "3 fortnights", "1e999 s"] {
            assert!(parse_age(text).unwrap_err().contains("\"30 d\""), "{text}");
        }
    }

    #[test]
    fn amounts_are_shown() {
        for (bytes, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1 KiB"),
            (1536, "1.5 KiB"),
            ((1 << 20) - 1, "1 MiB"),
            (4 << 30, "4 GiB"),
            (150 << 20, "150 MiB"),
            (u64::MAX, "16777216 TiB"),
        ] {
            assert_eq!(size_text(bytes), text);
        }
        for (seconds, text) in [
            (0, "0 s"),
            (119, "119 s"),
            (120, "2 min"),
            (7200, "2 h"),
            (172_800, "2 d"),
        ] {
            assert_eq!(age_text(Duration::from_secs(seconds)), text);
        }
    }
}
