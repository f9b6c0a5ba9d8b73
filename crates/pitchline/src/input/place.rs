//! How things of the file are called in messages.

use std::fmt;

use super::field::Field;

/// What a table is called in messages.
#[derive(Clone, Debug)]
pub(super) enum Title {
    File,
    Table(&'static str),
    Named(String),
}

impl Title {
    /// The title of what stands under `key`.
    pub(super) fn inner(&self, key: &'static str) -> Self {
        match self {
            Self::File => Self::Table(key),
            Self::Table(_) | Self::Named(_) => Self::Named(format!("`{key}` of {self}")),
        }
    }
}

impl fmt::Display for Title {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => formatter.write_str("the model file"),
            Self::Table(key) => write!(formatter, "[{key}]"),
            Self::Named(name) => formatter.write_str(name),
        }
    }
}

/// Where a value stands, for messages: "`teeth` of gear `pinion`".
pub(super) struct Place<'a> {
    pub(super) field: &'static Field,
    /// The table around it.
    pub(super) title: &'a Title,
    /// The title of the value itself, if it is a table.
    pub(super) inner: &'a Title,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.title {
            Title::File => write!(formatter, "[{}]", self.field.key),
            title => write!(formatter, "`{}` of {title}", self.field.key),
        }
    }
}

impl Place<'_> {
    /// A line that a person can type.
    pub(super) fn example(&self) -> String {
        format!("for example {} = {}", self.field.key, self.field.example)
    }
}

/// What the user wrote, short enough to stand in a message.
pub(crate) fn cut(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text
        .chars()
        .take(MOST)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
