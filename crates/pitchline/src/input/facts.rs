//! What a model file may contain as sorted lines, one for each key of each kind of each table: they tell what a change of the field table means for users,
//! however the table is cut.

use super::field::{Field, FieldKind, Presence, Record};
use super::reference::kind_words;

/// Lines `table, kind, key, value, default, text`, separated by tabs.
pub fn facts(record: &'static Record) -> String {
    let mut lines = Vec::new();
    collect(record, "", &mut Vec::new(), &mut lines);
    lines.sort();
    lines.dedup();
    lines.push(String::new());
    lines.join("\n")
}

/// Adds the keys of a table at this path, then those of the tables in it; `around` are the tables that it stands in.
fn collect(
    record: &'static Record,
    path: &str,
    around: &mut Vec<*const Record>,
    lines: &mut Vec<String>,
) {
    let here: *const Record = record;
    if around.contains(&here) {
        return;
    }
    around.push(here);
    lines.push([path, "", "", "", "", record.doc].join("\t"));
    for kind in kinds(record) {
        for field in record.fields_for(kind) {
            let default = match field.presence {
                _ if field.is_required_for(kind) => "required",
                Presence::Required => "",
                Presence::Optional { default } => default.unwrap_or(""),
            };
            let value = kind_words(&field.kind);
            let kind = kind.unwrap_or("");
            lines.push([path, kind, field.key, &value, default, field.doc].join("\t"));
        }
    }
    for field in record.all_fields() {
        inside(field, &field.kind, path, around, lines);
    }
    around.pop();
}

/// The choices of what decides which keys apply; of a table without one, none.
pub(super) fn kinds(record: &Record) -> Vec<Option<&'static str>> {
    let discriminator = record.discriminator.and_then(|key| record.field(key));
    match discriminator.map(|field| field.kind) {
        Some(FieldKind::Choice(choices)) => {
            let known = choices.iter().filter(|choice| !choice.reserved);
            known.map(|choice| Some(choice.name)).collect()
        }
        _ => vec![None],
    }
}

/// Adds what stands in the value of a key.
fn inside(
    field: &Field,
    kind: &FieldKind,
    path: &str,
    around: &mut Vec<*const Record>,
    lines: &mut Vec<String>,
) {
    let below = match path {
        "" => field.key.to_owned(),
        _ => format!("{path}.{}", field.key),
    };
    match kind {
        FieldKind::Choice(choices) => {
            for choice in *choices {
                lines.push([&below, "", choice.name, "", "", choice.doc].join("\t"));
            }
        }
        FieldKind::Table(record) | FieldKind::MapOf(record) | FieldKind::ListOf(record) => {
            collect(record, &below, around, lines);
        }
        FieldKind::TableBy(cases) => {
            for (record, choices) in cases.by_record() {
                let path = format!("{below}[{}={}]", cases.key, choices.join(","));
                collect(record, &path, around, lines);
            }
        }
        FieldKind::List(kind) => inside(field, kind, path, around, lines),
        FieldKind::Either(kinds) => {
            for kind in *kinds {
                inside(field, kind, path, around, lines);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::tables::MODEL;

    #[test]
    fn every_key_is_a_fact_and_lines_have_six_parts() {
        let lines = facts(&MODEL);
        for record in crate::input::tests::records(&MODEL) {
            for field in record.all_fields() {
                let key = format!("\t{}\t", field.key);
                assert!(lines.contains(&key), "{} of {}", field.key, record.name);
            }
        }
        for line in lines.lines() {
            assert_eq!(line.split('\t').count(), 6, "{line}");
        }
    }
}
