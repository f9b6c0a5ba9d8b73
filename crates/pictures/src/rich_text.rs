//! A line of text with subscripts and superscripts, free of characters that a file format cannot hold.

use serde::Serialize;

use super::font;

/// How a run of letters stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Script {
    /// On the line.
    Normal,
    /// Smaller and lowered.
    Sub,
    /// Smaller and raised.
    Super,
}

/// Letters of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// The letters.
    pub text: String,
    /// How they stand.
    pub script: Script,
}

/// A line of text. From a string, `r_{b1}` gives a subscript and `10^{6}` a superscript; [`RichText::plain`] takes
/// a name of the user as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct RichText {
    runs: Vec<Run>,
}

impl RichText {
    /// The string as it is, without markup.
    pub fn plain(text: &str) -> Self {
        Self::from_runs(vec![Run {
            text: text.to_owned(),
            script: Script::Normal,
        }])
    }

    /// With subscripts `_{…}` and superscripts `^{…}`; a brace without its partner stays a letter.
    pub fn markup(text: &str) -> Self {
        let mut runs = Vec::new();
        let mut normal = String::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            if let Some((script, inner, after)) = scripted(rest) {
                runs.push(Run {
                    text: std::mem::take(&mut normal),
                    script: Script::Normal,
                });
                runs.push(Run {
                    text: inner.to_owned(),
                    script,
                });
                rest = after;
            } else {
                normal.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
        runs.push(Run {
            text: normal,
            script: Script::Normal,
        });
        Self::from_runs(runs)
    }

    /// The runs in order; none is empty.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// All letters without their position.
    pub fn to_plain(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }

    /// This text followed by another.
    pub fn followed_by(&self, other: &Self) -> Self {
        Self::from_runs(self.runs.iter().chain(&other.runs).cloned().collect())
    }

    /// This text, a space, and another.
    pub fn spaced(&self, other: &Self) -> Self {
        let space = Run {
            text: " ".to_owned(),
            script: Script::Normal,
        };
        let runs = self.runs.iter().chain([&space]).chain(&other.runs);
        Self::from_runs(runs.cloned().collect())
    }

    /// The text, or as much of its start as fits into `width` pixels, with an ellipsis.
    pub fn fitted(&self, size: f64, width: f64) -> Self {
        if font::extent(self, size).width <= width {
            return self.clone();
        }
        let n_letters = self.to_plain().chars().count();
        // Widths grow with each letter, so the longest part that fits is found by halving.
        let (mut fits, mut too_long) = (0, n_letters);
        while too_long - fits > 1 {
            let middle = usize::midpoint(fits, too_long);
            if font::extent(&self.start(middle), size).width <= width {
                fits = middle;
            } else {
                too_long = middle;
            }
        }
        self.start(fits)
    }

    /// The text in at most `n_lines` lines of at most `width` pixels, broken between words where possible, or
    /// after the hyphens of a long name.
    pub fn wrapped(&self, size: f64, width: f64, n_lines: usize) -> Vec<Self> {
        let mut lines = Vec::new();
        let mut rest = self.clone();
        while lines.len() + 1 < n_lines && font::extent(&rest, size).width > width {
            let letters: Vec<char> = rest.to_plain().chars().collect();
            let fits = |n: &usize| font::extent(&rest.part(0, *n), size).width <= width;
            let is_break = |n: &usize| letters[*n] == ' ' || matches!(letters[n - 1], '-' | '_');
            let breaks = (1..letters.len()).rev().filter(is_break);
            let Some(cut) = breaks.into_iter().find(fits) else {
                break;
            };
            lines.push(rest.part(0, cut));
            rest = rest.part(cut, letters.len());
        }
        lines.push(rest.fitted(size, width));
        lines
    }

    /// The first `n_letters` letters and an ellipsis.
    fn start(&self, n_letters: usize) -> Self {
        self.part(0, n_letters).followed_by(&Self::plain("…"))
    }

    fn part(&self, from: usize, to: usize) -> Self {
        let mut position = 0;
        let mut runs = Vec::new();
        for run in &self.runs {
            let kept = run.text.chars().filter(|_| {
                position += 1;
                (from + 1..=to).contains(&position)
            });
            runs.push(Run {
                text: kept.collect(),
                script: run.script,
            });
        }
        Self::from_runs(runs)
    }

    /// Cleans the letters, joins runs of one kind and removes empty ones.
    fn from_runs(runs: Vec<Run>) -> Self {
        let mut clean: Vec<Run> = Vec::new();
        // True at the start: a leading space is dropped, as SVG viewers do.
        let mut after_space = true;
        for run in runs {
            let mut text = String::new();
            for letter in run.text.chars().filter_map(printable) {
                if letter == ' ' && after_space {
                    continue;
                }
                after_space = letter == ' ';
                text.push(letter);
            }
            match clean.last_mut() {
                _ if text.is_empty() => {}
                Some(last) if last.script == run.script => last.text.push_str(&text),
                _ => clean.push(Run {
                    text,
                    script: run.script,
                }),
            }
        }
        if let Some(last) = clean.last_mut() {
            last.text.truncate(last.text.trim_end_matches(' ').len());
            if last.text.is_empty() {
                clean.pop();
            }
        }
        Self { runs: clean }
    }
}

impl From<&str> for RichText {
    fn from(text: &str) -> Self {
        Self::markup(text)
    }
}

impl From<String> for RichText {
    fn from(text: String) -> Self {
        Self::markup(&text)
    }
}

/// Script, inner text and the rest, where `text` starts with `_{…}` or `^{…}`.
fn scripted(text: &str) -> Option<(Script, &str, &str)> {
    let (script, inside) = if let Some(inside) = text.strip_prefix("_{") {
        (Script::Sub, inside)
    } else {
        (Script::Super, text.strip_prefix("^{")?)
    };
    let (inner, after) = inside.split_once('}')?;
    Some((script, inner, after))
}

/// The letter as a picture may hold it: line breaks and tabs become spaces; other control characters, marks that
/// turn the direction of writing and code points that XML forbids vanish.
fn printable(letter: char) -> Option<char> {
    match letter {
        '\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fffe}'
        | '\u{ffff}' => None,
        _ if letter.is_control() => None,
        _ => Some(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markup_makes_scripts_and_keeps_lone_braces() {
        let text = RichText::markup("r_{b1} and x_{");
        assert_eq!(text.runs().len(), 3);
        assert_eq!(text.runs()[1].script, Script::Sub);
        assert_eq!(text.to_plain(), "rb1 and x_{");
        assert_eq!(RichText::plain("r_{b1}").to_plain(), "r_{b1}");
    }

    #[test]
    fn control_characters_vanish_and_spaces_collapse() {
        assert_eq!(RichText::plain(" a\u{0}\t\n b\u{202e} ").to_plain(), "a b");
    }

    proptest! {
        #[test]
        fn fitted_and_wrapped_texts_keep_the_width(text in "\\PC{0,60}", width in 20.0..300.0_f64) {
            let text = RichText::plain(&text);
            prop_assert!(font::extent(&text.fitted(12.0, width), 12.0).width <= width);
            for line in text.wrapped(12.0, width, 3) {
                prop_assert!(font::extent(&line, 12.0).width <= width);
            }
        }
    }
}
