//! What a model file says, without how it is written: keys with the text of their values, in the order of the file.

use toml::Spanned;
use toml::de::DeValue;

use super::syntax;

/// A key and its value as they stand in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Names of the tables around it and its own; numbers of items of lists, from 0.
    pub path: Vec<String>,
    /// The value as it is written.
    pub text: String,
}

/// All of them; none of a file that is no TOML. Comments, empty lines and the way in which tables are written are left out; the order is
/// not: parts of a machine are numbered by it.
pub(crate) fn entries(source: &[u8]) -> Vec<Entry> {
    let Ok(document) = syntax::parse(source) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (key, value) in document.table.get_ref().iter() {
        let path = [key.get_ref().to_string()];
        walk(document.text, &path, value, &mut found);
    }
    found.sort_by_key(|(start, _)| *start);
    found.into_iter().map(|(_, entry)| entry).collect()
}

fn walk(
    text: &str,
    path: &[String],
    value: &Spanned<DeValue<'_>>,
    found: &mut Vec<(usize, Entry)>,
) {
    let inside = |name: String| [path, &[name]].concat();
    match value.get_ref() {
        DeValue::Table(table) if !table.is_empty() => {
            for (key, value) in table.iter() {
                walk(text, &inside(key.get_ref().to_string()), value, found);
            }
        }
        DeValue::Array(list) if list.iter().any(|item| item.get_ref().is_table()) => {
            for (i, item) in list.iter().enumerate() {
                walk(text, &inside(i.to_string()), item, found);
            }
        }
        DeValue::Table(_) => {
            let entry = Entry {
                path: path.to_vec(),
                text: "{}".to_owned(),
            };
            found.push((value.span().start, entry));
        }
        _ => {
            let text = text.get(value.span()).unwrap_or_default().to_owned();
            let path = path.to_vec();
            found.push((value.span().start, Entry { path, text }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(source: &str) -> Vec<String> {
        let entries = entries(source.as_bytes()).into_iter();
        let line = |entry: Entry| format!("{} = {}", entry.path.join("."), entry.text);
        entries.map(line).collect()
    }

    #[test]
    fn the_same_is_said_in_other_ways() {
        let long =
            "# A file\n[b.x]\nend = \"1 s\"\nat = [0,  1]\n\n[[a]]\nn = 1\n[[a]]\nempty = {}\n";
        let short = "b = { x = { end = \"1 s\", at = [0,  1] } }\na = [{ n = 1 }, { empty = {} }]";
        let expected = [
            "b.x.end = \"1 s\"",
            "b.x.at = [0,  1]",
            "a.0.n = 1",
            "a.1.empty = {}",
        ];
        assert_eq!(told(long), expected);
        assert_eq!(told(short), expected);
        assert_eq!(told("a = "), [""; 0]);
        assert_ne!(
            told("[b]\nx = 1\n[a]\ny = 2"),
            told("[a]\ny = 2\n[b]\nx = 1")
        );
    }
}
