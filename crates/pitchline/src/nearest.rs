//! "Did you mean …": the known word nearest to a misspelt one.

/// Longer words are never compared: the cost grows with the product of the lengths, and nobody misspells a page.
const LONGEST: usize = 64;

/// Enough for any model written by hand, and a bound on the work for a file that was not.
const MOST_CANDIDATES: usize = 300;

/// The candidate that a person most likely meant by `word`, if one is near enough to be worth naming.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let wanted = plain(word);
    candidates
        .into_iter()
        .take(MOST_CANDIDATES)
        .filter(|candidate| candidate.len() <= LONGEST)
        .filter_map(|candidate| Some((distance(&wanted, &plain(candidate))?, candidate)))
        // Of two at the same distance the one as long as the word: letters are mistaken more often than left out.
        .min_by_key(|(distance, candidate)| (*distance, candidate.len().abs_diff(word.len())))
        .map(|(_, candidate)| candidate)
}

/// Edits between two words, `None` when they have too little in common.
/// A part of a longer word ("helix" of "helix_angle", "deg" of "degree") counts as near, but less than a slip of the pen.
fn distance(wanted: &str, candidate: &str) -> Option<usize> {
    let length = wanted.chars().count();
    let edits = strsim::osa_distance(wanted, candidate);
    let allowed = if length <= 2 { 1 } else { length.div_ceil(3) };
    let keeps_something = edits < length.max(candidate.chars().count());
    if edits <= allowed && keeps_something {
        Some(edits)
    } else if (length >= 4 && candidate.contains(wanted))
        || (candidate.len() >= 3 && wanted.starts_with(candidate))
    {
        Some(LONGEST + candidate.len().abs_diff(wanted.len()))
    } else {
        None
    }
}

/// Case and the kind of dash do not count as a difference.
fn plain(word: &str) -> String {
    word.to_lowercase().replace(['-', ' '], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&str; 5] = ["module", "face_width", "helix_angle", "teeth", "hand"];

    #[test]
    fn slips_of_the_pen_are_found() {
        for (word, expected) in [
            ("modul", "module"),
            ("facewidth", "face_width"),
            ("Teeth", "teeth"),
            ("helix-angle", "helix_angle"),
            ("tooth", "teeth"),
            ("helix", "helix_angle"),
            ("width", "face_width"),
        ] {
            assert_eq!(nearest(word, KEYS), Some(expected), "{word}");
        }
    }

    #[test]
    fn nothing_is_made_up() {
        for word in ["", "colour", "x", "z", &"m".repeat(10_000)] {
            assert_eq!(nearest(word, KEYS), None, "{word}");
        }
    }
}
