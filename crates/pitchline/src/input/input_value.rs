//! What a model says, as nested values that any language has: tables, lists, numbers, texts, booleans.

use std::fmt::{self, Display, Write as _};

use toml::de::DeValue;

/// A value of a model, or a table of them.
///
/// ```
/// use pitchline::InputValue;
///
/// let gear = InputValue::table([("teeth", 21.into()), ("module", InputValue::from("3 mm"))]);
/// assert_eq!(gear.get("teeth"), Some(&InputValue::Integer(21)));
/// assert_eq!(gear.to_string(), "{ teeth = 21, module = \"3 mm\" }");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum InputValue {
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number; of a quantity the value in SI units.
    Number(f64),
    /// A text, a name, or a quantity with its unit.
    Text(String),
    /// Values in a row.
    List(Vec<Self>),
    /// Keys and values, in the order in which they are written.
    Table(Vec<(String, Self)>),
}

impl InputValue {
    /// A table of these keys and values.
    pub fn table<'k>(entries: impl IntoIterator<Item = (&'k str, Self)>) -> Self {
        let entries = entries.into_iter();
        Self::Table(
            entries
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
        )
    }

    /// The value under keys with points between them. Items of a list go by their `name`, or by their number from 0.
    pub fn get(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |value, key| match value {
            Self::Table(entries) => entries
                .iter()
                .find(|(known, _)| known == key)
                .map(|(_, value)| value),
            Self::List(items) => items.get(position(items, key)?),
            _ => None,
        })
    }

    /// Takes the value under such keys away; `None` where there is none.
    pub fn remove(&mut self, path: &str) -> Option<Self> {
        let (first, rest) = match path.split_once('.') {
            Some((first, rest)) => (first, Some(rest)),
            None => (path, None),
        };
        match (self, rest) {
            (Self::Table(entries), rest) => {
                let i = entries.iter().position(|(known, _)| known == first)?;
                match rest {
                    Some(rest) => entries[i].1.remove(rest),
                    None => Some(entries.remove(i).1),
                }
            }
            (Self::List(items), rest) => {
                let i = position(items, first)?;
                match rest {
                    Some(rest) => items[i].remove(rest),
                    None => Some(items.remove(i)),
                }
            }
            _ => None,
        }
    }

    /// The text of a model file that says the same.
    pub(crate) fn to_toml(&self) -> String {
        let mut text = String::new();
        match self {
            Self::Table(entries) => write_table(&mut text, "", entries),
            other => text = other.to_string(),
        }
        text
    }

    /// What a value of a model file says. Of dates, which no model has, the text remains.
    pub(crate) fn of(value: &DeValue<'_>) -> Self {
        match value {
            DeValue::Boolean(boolean) => Self::Boolean(*boolean),
            DeValue::Integer(integer) => {
                match i64::from_str_radix(integer.as_str(), integer.radix()) {
                    Ok(integer) => Self::Integer(integer),
                    Err(_) => Self::Number(integer.as_str().parse().unwrap_or(f64::INFINITY)),
                }
            }
            DeValue::Float(float) => Self::Number(float.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Datetime(date) => Self::Text(date.to_string()),
            DeValue::Array(items) => {
                Self::List(items.iter().map(|item| Self::of(item.get_ref())).collect())
            }
            DeValue::Table(table) => {
                let mut entries: Vec<_> = table.iter().collect();
                // The parser moves a table that is mentioned first and opened later.
                entries.sort_by_key(|(key, _)| key.span().start);
                let entry = |(key, value): (&toml::Spanned<_>, &toml::Spanned<_>)| {
                    let key: &std::borrow::Cow<'_, str> = key.get_ref();
                    (key.to_string(), Self::of(value.get_ref()))
                };
                Self::Table(entries.into_iter().map(entry).collect())
            }
        }
    }

    fn is_table(&self) -> bool {
        matches!(self, Self::Table(_))
    }
}

/// Which item of a list a key means.
fn position(items: &[InputValue], key: &str) -> Option<usize> {
    let is_named = |item: &InputValue| item.get("name") == Some(&InputValue::from(key));
    let named = items.iter().position(is_named);
    named.or_else(|| key.parse().ok().filter(|i| *i < items.len()))
}

/// Tables deeper than this are written on one line.
const DEEPEST_HEADER: usize = 2;

/// Keys with plain values first, then a header for each table inside. Writing to a text cannot fail.
fn write_table(text: &mut String, path: &str, entries: &[(String, InputValue)]) {
    let depth = path.split('.').filter(|part| !part.is_empty()).count();
    let is_block = |value: &InputValue| match value {
        InputValue::Table(_) => depth < DEEPEST_HEADER,
        InputValue::List(items) => {
            depth == 0 && !items.is_empty() && items.iter().all(InputValue::is_table)
        }
        _ => false,
    };
    for (key, value) in entries.iter().filter(|(_, value)| !is_block(value)) {
        let _ = writeln!(text, "{} = {value}", Key(key));
    }
    for (key, value) in entries.iter().filter(|(_, value)| is_block(value)) {
        let inner = match path {
            "" => Key(key).to_string(),
            path => format!("{path}.{}", Key(key)),
        };
        let items = match value {
            InputValue::List(items) => items.as_slice(),
            table => std::slice::from_ref(table),
        };
        for item in items {
            let (open, close) = match value {
                InputValue::List(_) => ("[[", "]]"),
                _ => ("[", "]"),
            };
            let _ = writeln!(text, "\n{open}{inner}{close}");
            if let InputValue::Table(entries) = item {
                write_table(text, &inner, entries);
            }
        }
    }
}

/// A key as it is written in a file.
pub(crate) fn key_text(key: &str) -> String {
    Key(key).to_string()
}

struct Key<'k>(&'k str);

impl Display for Key<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        match !self.0.is_empty() && self.0.chars().all(is_plain) {
            true => formatter.write_str(self.0),
            false => write_text(self.0, formatter),
        }
    }
}

fn write_text(text: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    formatter.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(formatter, "\\{c}")?,
            c if c.is_control() => write!(formatter, "\\u{:04X}", u32::from(c))?,
            c => formatter.write_char(c)?,
        }
    }
    formatter.write_char('"')
}

/// As it is written in a model file, on one line.
impl Display for InputValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(boolean) => write!(formatter, "{boolean}"),
            Self::Integer(integer) => write!(formatter, "{integer}"),
            Self::Number(number) if number.is_nan() => formatter.write_str("nan"),
            // Shortest text that reads back to the same bits, and that is no whole number.
            Self::Number(number) => write!(formatter, "{number:?}"),
            Self::Text(text) => write_text(text, formatter),
            Self::List(items) => {
                formatter.write_char('[')?;
                for (i, item) in items.iter().enumerate() {
                    let separator = if i == 0 { "" } else { ", " };
                    write!(formatter, "{separator}{item}")?;
                }
                formatter.write_char(']')
            }
            Self::Table(entries) if entries.is_empty() => formatter.write_str("{}"),
            Self::Table(entries) => {
                for (i, (key, value)) in entries.iter().enumerate() {
                    let separator = if i == 0 { "{ " } else { ", " };
                    write!(formatter, "{separator}{} = {value}", Key(key))?;
                }
                formatter.write_str(" }")
            }
        }
    }
}

impl From<bool> for InputValue {
    fn from(boolean: bool) -> Self {
        Self::Boolean(boolean)
    }
}

impl From<i64> for InputValue {
    fn from(integer: i64) -> Self {
        Self::Integer(integer)
    }
}

impl From<i32> for InputValue {
    fn from(integer: i32) -> Self {
        Self::Integer(integer.into())
    }
}

impl From<u32> for InputValue {
    fn from(integer: u32) -> Self {
        Self::Integer(integer.into())
    }
}

impl From<f64> for InputValue {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for InputValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for InputValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<T: Into<Self>> From<Vec<T>> for InputValue {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(T::into).collect())
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for InputValue {
    fn from(items: [T; N]) -> Self {
        Self::List(items.into_iter().map(T::into).collect())
    }
}
