//! Values of a study, grouped by the object that they belong to.

use serde_json::{Map, Value as Json};

use super::{Object, ResultKey};

/// One value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number in SI units.
    Number(f64),
    /// A count.
    Count(u32),
    /// A text.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// Numbers in SI units, in a row.
    Numbers(Vec<f64>),
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<Vec<f64>> for Value {
    fn from(numbers: Vec<f64>) -> Self {
        Self::Numbers(numbers)
    }
}

impl From<u32> for Value {
    fn from(count: u32) -> Self {
        Self::Count(count)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Value {
    fn to_json(&self) -> Json {
        match self {
            // JSON has no infinity: null says that there is no number.
            Self::Number(number) => {
                serde_json::Number::from_f64(*number).map_or(Json::Null, Json::Number)
            }
            Self::Numbers(numbers) => numbers.iter().map(|n| Self::Number(*n).to_json()).collect(),
            Self::Count(count) => (*count).into(),
            Self::Text(text) => text.as_str().into(),
            Self::Flag(flag) => (*flag).into(),
        }
    }
}

/// The values of one object.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// What kind of object.
    pub object: Object,
    /// Its name in the model; empty for the machine, of which there is one.
    pub name: String,
    /// Unit of the values whose key leaves it open.
    pub unit: &'static str,
    /// Keys and values in the order of the table of keys.
    pub entries: Vec<(&'static ResultKey, Value)>,
}

impl Group {
    /// An empty group.
    pub fn new(object: Object, name: &str) -> Self {
        Self {
            object,
            name: name.to_owned(),
            unit: "",
            entries: Vec::new(),
        }
    }

    /// Adds a value under a key of the table of keys.
    pub fn put(&mut self, key: &str, value: impl Into<Value>) {
        let found = ResultKey::find(self.object, key);
        debug_assert!(
            found.is_some(),
            "`{key}` is not in the table of result keys"
        );
        if let Some(found) = found {
            self.entries.push((found, value.into()));
        }
    }

    /// Adds a value under a key of a program of one's own, which is not in the table of keys.
    pub fn put_own(&mut self, key: &'static ResultKey, value: impl Into<Value>) {
        self.entries.push((key, value.into()));
    }

    /// Adds a value if there is one.
    pub fn put_some(&mut self, key: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Unit of a value.
    fn unit_of(&self, key: &ResultKey) -> &'static str {
        match key.unit {
            ResultKey::OPEN_UNIT => self.unit,
            unit => unit,
        }
    }

    /// What is left of a path that leads into the group.
    fn key_in<'p>(&self, path: &'p str) -> Option<&'p str> {
        let inside = |path: &'p str, name: &str| path.strip_prefix(name)?.strip_prefix('.');
        let rest = inside(path, self.object.collection())?;
        match self.name.is_empty() {
            true => Some(rest),
            false => inside(rest, &self.name),
        }
    }

    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries
            .iter()
            .find(|(k, _)| k.key == key)
            .map(|(_, value)| value)
    }
}

/// All values of a study.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Values {
    /// One group for each object.
    pub groups: Vec<Group>,
}

impl Values {
    /// The values as nested JSON, and their units in the same shape.
    pub fn to_json(&self) -> (Json, Json) {
        let mut values = Map::new();
        let mut units = Map::new();
        for group in &self.groups {
            for (key, value) in &group.entries {
                let path = || {
                    [group.object.collection(), &group.name]
                        .into_iter()
                        .filter(|part| !part.is_empty())
                        .chain(key.key.split('.'))
                };
                insert(&mut values, path(), value.to_json());
                let unit = group.unit_of(key);
                if !unit.is_empty() {
                    insert(&mut units, path(), unit.into());
                }
            }
        }
        (values.into(), units.into())
    }

    /// A value and its unit by its path, such as `gears.pinion.tip_diameter`.
    pub fn find(&self, path: &str) -> Option<(&Value, &'static str)> {
        self.groups.iter().find_map(|group| {
            let wanted = group.key_in(path)?;
            let mut entries = group.entries.iter();
            let (key, value) = entries.find(|(key, _)| key.key == wanted)?;
            Some((value, group.unit_of(key)))
        })
    }

    /// The group of an object.
    pub fn group(&self, object: Object, name: &str) -> Option<&Group> {
        self.groups
            .iter()
            .find(|g| g.object == object && g.name == name)
    }
}

fn insert<'p>(map: &mut Map<String, Json>, mut path: impl Iterator<Item = &'p str>, value: Json) {
    let Some(first) = path.next() else { return };
    let mut path = path.peekable();
    if path.peek().is_none() {
        map.insert(first.to_owned(), value);
        return;
    }
    let child = map.entry(first).or_insert_with(|| Map::new().into());
    if let Json::Object(child) = child {
        insert_boxed(child, &mut path, value);
    }
}

/// The recursion goes through a trait object: a generic one would have a type for each depth.
fn insert_boxed(map: &mut Map<String, Json>, path: &mut dyn Iterator<Item = &str>, value: Json) {
    let parts: Vec<&str> = path.collect();
    match parts.as_slice() {
        [] => {}
        [last] => {
            map.insert((*last).to_owned(), value);
        }
        [first, rest @ ..] => {
            if let Json::Object(child) = map.entry(*first).or_insert_with(|| Map::new().into()) {
                insert_boxed(child, &mut rest.iter().copied(), value);
            }
        }
    }
}
