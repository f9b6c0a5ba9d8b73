//! The types of the field table: what a model file may contain.

pub use super::record::{Keys, Record, Variant};

use super::interval::Interval;
use crate::units::{Dimension, describe};

/// One key of a table.
#[derive(Debug)]
pub struct Field {
    /// As written in the file.
    pub key: &'static str,
    /// What its value is.
    pub kind: FieldKind,
    /// Whether it must be there.
    pub presence: Presence,
    /// The choices of the discriminator to which it belongs; empty for all.
    pub only_for: &'static [&'static str],
    /// The choices of the discriminator for which a required key may be left out.
    pub optional_for: &'static [&'static str],
    /// One or two sentences for the reference page, with the symbol.
    pub doc: &'static str,
    /// A value as TOML text, for the reference page and for help.
    pub example: &'static str,
}

/// Whether a key must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It must.
    Required,
    /// It may be left out.
    Optional {
        /// What is taken then, as TOML text; nothing when `None`.
        default: Option<&'static str>,
    },
}

impl Field {
    /// A key that must be there.
    pub const fn required(
        key: &'static str,
        kind: FieldKind,
        example: &'static str,
        doc: &'static str,
    ) -> Self {
        Self {
            key,
            kind,
            presence: Presence::Required,
            only_for: &[],
            optional_for: &[],
            doc,
            example,
        }
    }

    /// A key that may be left out.
    pub const fn optional(
        key: &'static str,
        kind: FieldKind,
        example: &'static str,
        doc: &'static str,
    ) -> Self {
        Self {
            presence: Presence::Optional { default: None },
            ..Self::required(key, kind, example, doc)
        }
    }

    /// A name that is kept for a later version; `sentence` says what for.
    pub const fn reserved(key: &'static str, sentence: &'static str) -> Self {
        Self::optional(key, FieldKind::Reserved(sentence), "", sentence)
    }

    /// With a value that is taken when the key is left out, as TOML text.
    pub const fn default(self, text: &'static str) -> Self {
        Self {
            presence: Presence::Optional {
                default: Some(text),
            },
            ..self
        }
    }

    /// Only for these choices of the discriminator.
    pub const fn only_for(self, kinds: &'static [&'static str]) -> Self {
        Self {
            only_for: kinds,
            ..self
        }
    }

    /// Required, but not for these choices of the discriminator.
    pub const fn optional_for(self, kinds: &'static [&'static str]) -> Self {
        Self {
            optional_for: kinds,
            ..self
        }
    }

    /// Whether a table of this kind must have the key. A kind that is not known may be one that need not.
    pub fn is_required_for(&self, kind: Option<&str>) -> bool {
        let is_free = |kind: &str| self.optional_for.contains(&kind);
        self.presence == Presence::Required
            && (self.optional_for.is_empty() || kind.is_some_and(|kind| !is_free(kind)))
    }

    /// Whether the key belongs to a table of this kind. Without a known kind it may.
    pub fn applies_to(&self, kind: Option<&str>) -> bool {
        self.only_for.is_empty() || kind.is_none_or(|kind| self.only_for.contains(&kind))
    }

    /// Whether the key is kept for a later version.
    pub fn is_reserved(&self) -> bool {
        matches!(self.kind, FieldKind::Reserved(_))
    }

    /// What is taken when the key is left out.
    pub fn default_text(&self) -> Option<&'static str> {
        match self.presence {
            Presence::Required => None,
            Presence::Optional { default } => default,
        }
    }
}

/// What the value of a key is.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// An SI number or `"number unit"`.
    Quantity {
        /// What it measures.
        dimension: Dimension,
        /// Allowed values, SI.
        range: Interval,
    },
    /// A list of quantities.
    QuantityList {
        /// What each measures.
        dimension: Dimension,
        /// Allowed values, SI.
        range: Interval,
    },
    /// Three quantities, along x, y and z.
    Vector {
        /// What each measures.
        dimension: Dimension,
    },
    /// Quantities by name: `{ left = "20 mm", right = "380 mm" }`.
    NamedQuantities {
        /// What each measures.
        dimension: Dimension,
        /// Allowed values, SI.
        range: Interval,
    },
    /// A quantity, or the name of something that has one. A text that starts like a number is a quantity.
    QuantityOrName {
        /// What it measures.
        dimension: Dimension,
        /// Allowed values, SI.
        range: Interval,
    },
    /// A part of a model file, which is laid over the rest of it.
    Changes,
    /// A list of values of one kind.
    List(&'static FieldKind),
    /// A pure number.
    Number {
        /// Allowed values.
        range: Interval,
    },
    /// A whole number.
    Integer {
        /// Smallest allowed value.
        min: i64,
        /// Largest allowed value.
        max: i64,
    },
    /// Any text.
    Text,
    /// A name that others may refer to and that may become part of a file name.
    Name,
    /// One of a list.
    Choice(&'static [Choice]),
    /// `true` or `false`.
    Boolean,
    /// The name of something described elsewhere in the file.
    Reference(Collection),
    /// A table with fixed keys.
    Table(&'static Record),
    /// One of several, told apart by the type of the value.
    Either(&'static [FieldKind]),
    /// A table whose keys another key of the table around it decides.
    TableBy(&'static Cases),
    /// Named tables: `[gears.pinion]`.
    MapOf(&'static Record),
    /// A list of tables: `[[pairs]]`.
    ListOf(&'static Record),
    /// A name kept for a later version; the sentence says what for.
    Reserved(&'static str),
}

/// Tables of which the choice of a key takes one.
#[derive(Debug)]
pub struct Cases {
    /// The key, beside that of the table.
    pub key: &'static str,
    /// The tables; a choice without one has no such table.
    pub list: fn() -> Vec<Case>,
}

/// One of them.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// The choice.
    pub choice: &'static str,
    /// The table.
    pub record: &'static Record,
}

impl Cases {
    /// The table of a choice.
    pub fn record(&self, choice: &str) -> Option<&'static Record> {
        let mut cases = (self.list)().into_iter();
        cases
            .find(|case| case.choice == choice)
            .map(|case| case.record)
    }

    /// The choices of each different table, in their order.
    pub fn by_record(&self) -> Vec<(&'static Record, Vec<&'static str>)> {
        let mut found: Vec<(&'static Record, Vec<&'static str>)> = Vec::new();
        for case in (self.list)() {
            match found
                .iter_mut()
                .find(|(known, _)| std::ptr::eq(*known, case.record))
            {
                Some((_, choices)) => choices.push(case.choice),
                None => found.push((case.record, vec![case.choice])),
            }
        }
        found
    }
}

/// One entry of a list of choices.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// As written in the file.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// Whether it is kept for a later version and refused in this one.
    pub reserved: bool,
}

impl Choice {
    /// A choice of this version.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Self {
            name,
            doc,
            reserved: false,
        }
    }

    /// A choice of a later version.
    pub const fn reserved(name: &'static str) -> Self {
        Self {
            name,
            doc: "Planned, not in this version.",
            reserved: true,
        }
    }
}

/// What a name may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    /// `[materials.N]` and the built-in materials.
    Materials,
    /// `[gears.N]`.
    Gears,
    /// `[wheels.N]`, and `[gears.N]` where only their geometry is asked for.
    Wheels,
    /// `[[pairs]]`.
    Pairs,
    /// `[bodies.N]`, `[shafts.N]` and the ground; a point of a flexible body or of a shaft follows its name after a colon.
    Bodies,
    /// `[shafts.N]`.
    Shafts,
    /// `[bearings.N]`.
    Bearings,
    /// `[joints.N]`.
    Joints,
    /// `[forces.N]`.
    Forces,
    /// `[drives.N]`.
    Drives,
    /// `[controllers.N]`.
    Controllers,
    /// `[sensors.N]`.
    Sensors,
    /// `[events.N]`.
    Events,
    /// `[[studies]]`.
    Studies,
}

/// What never moves, among the bodies.
pub const GROUND: &str = "ground";

impl Collection {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Materials,
        Self::Gears,
        Self::Wheels,
        Self::Pairs,
        Self::Bodies,
        Self::Shafts,
        Self::Bearings,
        Self::Joints,
        Self::Forces,
        Self::Drives,
        Self::Controllers,
        Self::Sensors,
        Self::Events,
        Self::Studies,
    ];

    /// The top-level key.
    pub fn key(self) -> &'static str {
        match self {
            Self::Materials => "materials",
            Self::Gears => "gears",
            Self::Wheels => "wheels",
            Self::Pairs => "pairs",
            Self::Bodies => "bodies",
            Self::Shafts => "shafts",
            Self::Bearings => "bearings",
            Self::Joints => "joints",
            Self::Forces => "forces",
            Self::Drives => "drives",
            Self::Controllers => "controllers",
            Self::Sensors => "sensors",
            Self::Events => "events",
            Self::Studies => "studies",
        }
    }

    /// The name that a reference starts with: that of the body, without its point.
    pub fn name_in(self, reference: &str) -> &str {
        match (self, reference.split_once(':')) {
            (Self::Bodies, Some((name, _))) => name.trim_end(),
            _ => reference,
        }
    }

    /// One of it.
    pub fn singular(self) -> &'static str {
        match self {
            Self::Materials => "material",
            Self::Gears => "gear",
            Self::Wheels => "gear or wheel",
            Self::Pairs => "pair",
            Self::Bodies => "body",
            Self::Shafts => "shaft",
            Self::Bearings => "bearing",
            Self::Joints => "joint",
            Self::Forces => "force",
            Self::Drives => "drive",
            Self::Controllers => "controller",
            Self::Sensors => "sensor",
            Self::Events => "event",
            Self::Studies => "study",
        }
    }
}

impl FieldKind {
    /// What is expected, with article and example, to stand after "expected".
    pub fn words(&self) -> String {
        match self {
            Self::Quantity { dimension, .. } => {
                let description = describe(*dimension);
                format!("{} such as \"{}\"", description.words, description.example)
            }
            Self::QuantityList { dimension, .. } => {
                let description = describe(*dimension);
                let example = description.example;
                format!("a list of quantities such as [\"{example}\", \"{example}\"]")
            }
            Self::Vector { dimension } => {
                let description = describe(*dimension);
                let example = description.example;
                format!("three quantities such as [\"{example}\", \"{example}\", \"{example}\"]")
            }
            Self::NamedQuantities { dimension, .. } => {
                let example = describe(*dimension).example;
                format!("a table of names with quantities such as {{ left = \"{example}\" }}")
            }
            Self::QuantityOrName { dimension, .. } => {
                let description = describe(*dimension);
                let (words, example) = (description.words, description.example);
                format!("{words} such as \"{example}\", or a name")
            }
            Self::Changes => {
                "a table of what differs such as { model.gravity = [0, 0, 0] }".to_owned()
            }
            Self::List(kind) => format!("a list, each {}", kind.words()),
            Self::Number { .. } => "a number".to_owned(),
            Self::Integer { .. } => "a whole number".to_owned(),
            Self::Text => "a text in quotes".to_owned(),
            Self::Name => "a name in quotes".to_owned(),
            Self::Choice(choices) => format!("one of {}", listed(choices)),
            Self::Boolean => "true or false".to_owned(),
            Self::Reference(collection) => format!("the name of a {}", collection.singular()),
            Self::Table(record) => format!("a table with {}", keys_listed(record)),
            Self::TableBy(cases) => format!("a table with keys by `{}`", cases.key),
            Self::Either(kinds) => {
                let words: Vec<String> = kinds.iter().map(Self::words).collect();
                words.join(", or ")
            }
            Self::MapOf(record) => format!("named tables, one for each {}", record.name),
            Self::ListOf(record) => format!("a list of tables, one for each {}", record.name),
            Self::Reserved(_) => "nothing: the name is reserved for a later version".to_owned(),
        }
    }
}

/// The choices of this version: `"A"`, `"B"`.
pub(super) fn listed(choices: &[Choice]) -> String {
    let known = choices.iter().filter(|choice| !choice.reserved);
    let quoted: Vec<String> = known.map(|choice| format!("\"{}\"", choice.name)).collect();
    quoted.join(", ")
}

/// The keys of this version: `teeth`, `module`.
pub(super) fn keys_listed(record: &Record) -> String {
    let quoted: Vec<String> = record.keys().map(|key| format!("`{key}`")).collect();
    quoted.join(", ")
}
