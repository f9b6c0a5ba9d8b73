//! The page of all result keys, printed from their table.

use std::fmt::Write as _;

use super::{Object, ResultKey};

/// The page `docs/reference/results.md`.
pub fn reference_page() -> String {
    let mut page = String::from(include_str!("results_head.md"));
    for object in Object::ALL {
        let name = match object {
            Object::Machine => "",
            Object::Sensor => ".COLUMN",
            _ => ".NAME",
        };
        let _ = write!(
            page,
            "\n## `{}{name}`\n\n| key | symbol | unit | meaning |\n|---|---|---|---|\n",
            object.collection()
        );
        for key in ResultKey::all().filter(|k| k.object == object) {
            let unit = if key.unit.is_empty() {
                "text or flag"
            } else if key.unit == ResultKey::OPEN_UNIT {
                "its own"
            } else {
                key.unit
            };
            let _ = writeln!(
                page,
                "| `{}` | {} | {unit} | {} |",
                key.key, key.symbol, key.meaning
            );
        }
    }
    page
}
