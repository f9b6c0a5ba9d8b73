//! JSON Schema (draft 2020-12) of the model file, for editors that complete and check while one writes.

use serde_json::{Map, Value, json};

use super::field::{Collection, Field, FieldKind, Record};
use super::interval::{Bound, Interval};
use crate::units::{Dimension, describe};

/// What editors can tell of a text with a unit: the parser is stricter.
const QUANTITY_PATTERN: &str = r"^\s*[-+−]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*[^\s\d].*$";

/// Letters and digits of any script, `_` and `-`: said by what is excluded, because validators differ in what they know
/// of letters. The reader is stricter outside ASCII.
const NAME_PATTERN: &str = r"^[^\s!-/:-@\[-`{-~][^\s!-,./:-@\[-^`{-~]*$";

/// Of a key that is another field for other kinds.
const BY_KIND: &str = "Its type depends on the kind.";

/// The schema of a file that contains `record`.
pub fn json_schema(record: &'static Record) -> Value {
    let mut definitions = Map::new();
    let mut root = object(record, &mut definitions);
    let mut schema = Map::new();
    schema.insert(
        "$schema".to_owned(),
        json!("https://json-schema.org/draft/2020-12/schema"),
    );
    schema.insert(
        "title".to_owned(),
        json!(format!("Pitchline {}", record.name)),
    );
    schema.append(&mut root);
    schema.insert("$defs".to_owned(), Value::Object(definitions));
    Value::Object(schema)
}

/// A table with fixed keys. Keys of later versions are left out, hence refused.
fn object(record: &'static Record, definitions: &mut Map<String, Value>) -> Map<String, Value> {
    let fields = || record.all_fields().filter(|field| !field.is_reserved());
    let mut properties: Map<String, Value> = Map::new();
    for field in fields() {
        let one = property(field, definitions);
        match properties.get_mut(field.key) {
            None => {
                properties.insert(field.key.to_owned(), one);
            }
            // Which of them it is, the conditions of the kinds say.
            Some(several) => {
                let all = alternatives(several, one);
                *several = json!({ "description": BY_KIND, "anyOf": all });
            }
        }
    }
    let required: Vec<&str> = fields()
        .filter(|field| field.is_required_for(None) && record.is_common(field))
        .map(|field| field.key)
        .collect();
    let mut object = Map::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert("description".to_owned(), json!(record.doc));
    object.insert("properties".to_owned(), Value::Object(properties));
    object.insert("required".to_owned(), json!(required));
    object.insert("additionalProperties".to_owned(), json!(false));
    let mut conditions = conditions(record, definitions);
    conditions.extend(by_choice(record, definitions));
    if !conditions.is_empty() {
        object.insert("allOf".to_owned(), json!(conditions));
    }
    object
}

/// One "if kind is … then …" for each kind that some keys do not belong to or that needs more keys.
fn conditions(record: &'static Record, definitions: &mut Map<String, Value>) -> Vec<Value> {
    let Some(discriminator) = record.discriminator.and_then(|key| record.field(key)) else {
        return Vec::new();
    };
    let FieldKind::Choice(choices) = discriminator.kind else {
        return Vec::new();
    };
    let mut condition = |kind: &str| {
        let special = || {
            record
                .all_fields()
                .filter(|field| !field.is_reserved())
                .filter(|field| !record.is_common(field) || !field.optional_for.is_empty())
        };
        let mut foreign: Map<String, Value> = special()
            .filter(|field| !record.applies(field, Some(kind)))
            .map(|field| (field.key.to_owned(), json!(false)))
            .collect();
        for field in special().filter(|field| record.applies(field, Some(kind))) {
            if foreign.contains_key(field.key) {
                foreign.insert(field.key.to_owned(), property(field, definitions));
            }
        }
        let required: Vec<&str> = special()
            .filter(|field| record.applies(field, Some(kind)))
            .filter(|field| field.is_required_for(Some(kind)))
            .map(|field| field.key)
            .collect();
        if foreign.is_empty() && required.is_empty() {
            return None;
        }
        let key = discriminator.key;
        Some(json!({
            "if": { "properties": { key: { "const": kind } }, "required": written(discriminator, kind) },
            "then": { "properties": foreign, "required": required },
        }))
    };
    let known = choices.iter().filter(|choice| !choice.reserved);
    known.filter_map(|choice| condition(choice.name)).collect()
}

/// One "if … then …" for each choice of a key that decides which tables others are.
fn by_choice(record: &'static Record, definitions: &mut Map<String, Value>) -> Vec<Value> {
    let decided = || {
        record.all_fields().filter_map(|field| match field.kind {
            FieldKind::TableBy(cases) => Some((field, cases)),
            _ => None,
        })
    };
    let Some((key, decider)) =
        decided().find_map(|(_, cases)| Some((cases.key, record.field(cases.key)?)))
    else {
        return Vec::new();
    };
    let FieldKind::Choice(choices) = decider.kind else {
        return Vec::new();
    };
    let mut condition = |choice: &str| {
        let tables: Map<String, Value> = decided()
            .map(|(field, cases)| {
                let table = cases
                    .record(choice)
                    .map(|record| defined(record, definitions));
                (field.key.to_owned(), table.unwrap_or_else(|| json!(false)))
            })
            .collect();
        json!({
            "if": { "properties": { key: { "const": choice } }, "required": written(decider, choice) },
            "then": { "properties": tables },
        })
    };
    let known = choices.iter().filter(|choice| !choice.reserved);
    known.map(|choice| condition(choice.name)).collect()
}

/// The key of a choice, which must be written unless the choice is what it is by default.
fn written(field: &'static Field, choice: &str) -> Vec<&'static str> {
    let default = field.default_text().map(|text| text.trim_matches('"'));
    match default == Some(choice) {
        true => Vec::new(),
        false => vec![field.key],
    }
}

/// What a key may be that is another field for other kinds.
fn alternatives(several: &Value, one: Value) -> Vec<Value> {
    let known = several.get("anyOf").and_then(Value::as_array);
    match known.filter(|_| several["description"] == BY_KIND) {
        Some(list) => list.iter().cloned().chain([one]).collect(),
        None => vec![several.clone(), one],
    }
}

fn property(field: &'static Field, definitions: &mut Map<String, Value>) -> Value {
    let mut property = match of_kind(&field.kind, definitions) {
        Value::Object(map) => map,
        other => return other,
    };
    property.insert("description".to_owned(), json!(description(field)));
    if let Some(default) = field.default_text().and_then(from_toml) {
        property.insert("default".to_owned(), default);
    }
    let is_leaf = !matches!(field.kind, FieldKind::MapOf(_) | FieldKind::ListOf(_));
    if let Some(example) = from_toml(field.example).filter(|_| is_leaf) {
        property.insert("examples".to_owned(), json!([example]));
    }
    Value::Object(property)
}

/// The sentence of the field, with the meaning of its choices.
fn description(field: &Field) -> String {
    let mut text = field.doc.to_owned();
    if let FieldKind::Choice(choices) = field.kind {
        for choice in choices.iter().filter(|choice| !choice.reserved) {
            text.push_str(&format!(" \"{}\": {}", choice.name, choice.doc));
        }
    }
    text
}

fn of_kind(kind: &FieldKind, definitions: &mut Map<String, Value>) -> Value {
    match kind {
        FieldKind::Quantity { dimension, range } => quantity(*dimension, range),
        FieldKind::QuantityList { dimension, range } => {
            json!({ "type": "array", "items": quantity(*dimension, range) })
        }
        FieldKind::Vector { dimension } => {
            let item = quantity(*dimension, &Interval::ALL);
            json!({ "type": "array", "items": item, "minItems": 3, "maxItems": 3 })
        }
        FieldKind::NamedQuantities { dimension, range } => {
            json!({
                "type": "object",
                "propertyNames": { "pattern": NAME_PATTERN, "maxLength": 64 },
                "additionalProperties": quantity(*dimension, range),
            })
        }
        FieldKind::QuantityOrName { dimension, range } => {
            let name = json!({ "type": "string", "pattern": NAME_PATTERN, "maxLength": 64 });
            json!({ "anyOf": [quantity(*dimension, range), name] })
        }
        FieldKind::Changes => json!({ "type": "object" }),
        FieldKind::List(kind) => {
            json!({ "type": "array", "items": of_kind(kind, definitions) })
        }
        FieldKind::Number { range } => Value::Object(number(range)),
        FieldKind::Integer { min, max } => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        FieldKind::Text => json!({ "type": "string" }),
        FieldKind::Name => {
            json!({ "type": "string", "pattern": NAME_PATTERN, "maxLength": 64 })
        }
        FieldKind::Choice(choices) => {
            let known = choices.iter().filter(|choice| !choice.reserved);
            let names: Vec<&str> = known.map(|choice| choice.name).collect();
            json!({ "type": "string", "enum": names })
        }
        FieldKind::Boolean => json!({ "type": "boolean" }),
        FieldKind::Reference(collection) => reference(*collection),
        FieldKind::Table(record) => defined(record, definitions),
        // Which of them it is, the conditions say.
        FieldKind::TableBy(cases) => {
            let tables = cases.by_record().into_iter();
            let tables: Vec<Value> = tables
                .map(|(record, _)| defined(record, definitions))
                .collect();
            json!({ "anyOf": tables })
        }
        FieldKind::Either(kinds) => {
            let kinds: Vec<Value> = kinds
                .iter()
                .map(|kind| of_kind(kind, definitions))
                .collect();
            json!({ "anyOf": kinds })
        }
        FieldKind::MapOf(record) => {
            json!({
                "type": "object",
                "propertyNames": { "pattern": NAME_PATTERN, "maxLength": 64 },
                "additionalProperties": defined(record, definitions),
            })
        }
        FieldKind::ListOf(record) => {
            json!({ "type": "array", "items": defined(record, definitions) })
        }
        FieldKind::Reserved(_) => json!(false),
    }
}

fn quantity(dimension: Dimension, range: &Interval) -> Value {
    let description = describe(dimension);
    let mut bare = number(range);
    bare.insert(
        "description".to_owned(),
        json!(format!("{}, in {}", description.words, description.unit)),
    );
    json!({ "anyOf": [
        bare,
        {
            "type": "string",
            "pattern": QUANTITY_PATTERN,
            "description": format!("{} with its unit", description.words),
            "examples": [description.example],
        },
    ] })
}

fn number(range: &Interval) -> Map<String, Value> {
    let mut number = Map::new();
    number.insert("type".to_owned(), json!("number"));
    let mut end = |bound: Bound, closed: &str, open: &str| match bound {
        Bound::None => None,
        Bound::Closed(value) => number.insert(closed.to_owned(), json!(value)),
        Bound::Open(value) => number.insert(open.to_owned(), json!(value)),
    };
    end(range.lower, "minimum", "exclusiveMinimum");
    end(range.upper, "maximum", "exclusiveMaximum");
    number
}

/// A schema can not follow names through the file; it only says what they should be.
fn reference(collection: Collection) -> Value {
    let title = format!("name of a {}", collection.singular());
    json!({ "type": "string", "title": title })
}

/// Puts the record among the definitions, once, and refers to it.
fn defined(record: &'static Record, definitions: &mut Map<String, Value>) -> Value {
    let name = record.name.replace(' ', "-");
    if !definitions.contains_key(&name) {
        // Holds the place, so that the order is that of the file and a record may contain itself.
        definitions.insert(name.clone(), Value::Null);
        let object = object(record, definitions);
        definitions.insert(name.clone(), Value::Object(object));
    }
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn from_toml(text: &str) -> Option<Value> {
    let value: toml::Value = text.parse().ok()?;
    serde_json::to_value(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::tables::{GEAR, MODEL};

    #[test]
    fn every_key_is_listed() {
        let schema = json_schema(&MODEL);
        let text = serde_json::to_string(&schema).expect("it is plain JSON");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("valid"), schema);
        for record in crate::input::tests::records(&MODEL) {
            let object = if record.name == MODEL.name {
                &schema
            } else {
                &schema["$defs"][record.name.replace(' ', "-")]
            };
            assert_eq!(
                object["additionalProperties"],
                json!(false),
                "{}",
                record.name
            );
            for key in record.keys() {
                let property = &object["properties"][key];
                assert!(property["description"].is_string(), "{}.{key}", record.name);
            }
        }
    }

    #[test]
    fn keys_of_other_kinds_are_refused() {
        let schema = json_schema(&MODEL);
        let conditions = schema["$defs"]["gear"]["allOf"].as_array().expect("a list");
        let of = |kind: &str| {
            let found = conditions
                .iter()
                .find(|c| c["if"]["properties"]["kind"]["const"] == kind);
            found.expect("a condition")["then"]["properties"].clone()
        };
        assert_eq!(of("external")["cutter"], json!(false));
        assert!(of("rack")["tip_diameter"] == json!(false));
        assert!(GEAR.keys().any(|key| key == "cutter"));
    }

    #[test]
    fn quantities_have_defaults_ranges_and_examples() {
        let schema = json_schema(&MODEL);
        let gear = &schema["$defs"]["gear"]["properties"];
        assert_eq!(gear["pressure_angle"]["default"], json!("20 deg"));
        assert_eq!(gear["module"]["anyOf"][0]["minimum"], json!(1e-6));
        assert_eq!(
            gear["face_width"]["anyOf"][0]["exclusiveMinimum"],
            json!(0.0)
        );
        assert_eq!(gear["module"]["examples"], json!(["3 mm"]));
        assert_eq!(
            gear["kind"]["enum"],
            json!([
                "external",
                "internal",
                "rack",
                "bevel",
                "hypoid",
                "worm",
                "worm-wheel"
            ])
        );
        let study = &schema["$defs"]["study"]["properties"];
        assert_eq!(
            study["kind"]["enum"],
            json!([
                "geometry",
                "mesh",
                "fe-static",
                "modes",
                "reduce",
                "static",
                "kinematic",
                "transient",
                "modal",
                "campbell",
                "frequency-response",
                "linearise",
                "efficiency-map",
                "breakaway"
            ])
        );
        assert_eq!(gear["rack"]["default"], json!("A"));
    }
}
