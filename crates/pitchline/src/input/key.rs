//! Keys with the type of their values. [`keys!`](crate::keys) declares a key once, as a typed constant to read it by and as a [`Field`] of the
//! table: one that is never read is an unused constant, which the compiler tells, and one that is not declared cannot be written.

use std::marker::PhantomData;
use std::ops::Deref;

use super::field::{Choice, Collection, FieldKind, Record};
use super::interval::Interval;
use super::section::{Alternative, Amount, Located, QuantityOr, Section};
use crate::units::Dimension;

/// A key whose values are of a type.
#[derive(Debug)]
pub(crate) struct Key<T> {
    name: &'static str,
    value: PhantomData<fn() -> T>,
}

impl<T> Key<T> {
    /// By its name in the file.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            value: PhantomData,
        }
    }

    /// Its name in the file.
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

/// Its name.
impl<T> Deref for Key<T> {
    type Target = str;

    fn deref(&self) -> &str {
        self.name
    }
}

/// A type of values of keys.
pub(crate) trait KeyType {
    /// What is read.
    type Value<'s>;

    /// The value of a key; none where it is absent or faulty.
    fn read<'s>(section: &'s Section, key: &str) -> Option<Located<Self::Value<'s>>>;
}

impl Section {
    /// The value of a key; none where it is absent or faulty.
    pub(crate) fn get<T: KeyType>(&self, key: &Key<T>) -> Option<Located<T::Value<'_>>> {
        T::read(self, key)
    }

    /// The value of a key that may be left out; none where it is faulty.
    pub(crate) fn get_or_absent<T: KeyType>(
        &self,
        key: &Key<T>,
    ) -> Option<Option<Located<T::Value<'_>>>> {
        match self.is_faulty(key) {
            true => None,
            false => Some(self.get(key)),
        }
    }
}

/// Declares a type of values: what it reads as, the reader of the section, and the arguments that a [`FieldKind`] of it takes.
macro_rules! key_type {
    ($(#[$doc:meta])* $name:ident: $value:ty = $read:ident, ($($argument:ident: $type:ty),*) $kind:expr) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name;

        impl $name {
            /// The field kind of its values.
            pub const fn kind($($argument: $type),*) -> FieldKind {
                $kind
            }
        }

        impl KeyType for $name {
            type Value<'s> = $value;

            fn read<'s>(section: &'s Section, key: &str) -> Option<Located<Self::Value<'s>>> {
                section.$read(key)
            }
        }
    };
}

key_type! {
    /// A quantity, in SI units.
    Quantity: f64 = quantity, (dimension: Dimension, range: Interval)
    FieldKind::Quantity { dimension, range }
}
key_type! {
    /// A quantity, in SI units, or the name of something that has one.
    QuantityOrName: QuantityOr<'s> = quantity_or_name, (dimension: Dimension, range: Interval)
    FieldKind::QuantityOrName { dimension, range }
}
key_type! {
    /// A number, or a list of them.
    NumberOrNumbers: &'s [f64] = number_or_numbers, ()
    FieldKind::Either(&[
        FieldKind::Number {
            range: Interval::ALL,
        },
        FieldKind::QuantityList {
            dimension: Dimension::NONE,
            range: Interval::ALL,
        },
    ])
}
key_type! {
    /// A list of quantities, in SI units.
    Quantities: &'s [f64] = quantities, (dimension: Dimension, range: Interval)
    FieldKind::QuantityList { dimension, range }
}
key_type! {
    /// A pure number.
    Number: f64 = number, (range: Interval)
    FieldKind::Number { range }
}
key_type! {
    /// A whole number.
    Integer: i64 = integer, (min: i64, max: i64)
    FieldKind::Integer { min, max }
}
key_type! {
    /// Any text.
    Text: &'s str = text, ()
    FieldKind::Text
}
key_type! {
    /// The name of something described elsewhere in the file.
    Reference: &'s str = text, (collection: Collection)
    FieldKind::Reference(collection)
}
key_type! {
    /// A list of texts.
    Texts: Vec<&'s str> = texts, (each: &'static FieldKind)
    FieldKind::List(each)
}
key_type! {
    /// Names of such.
    References: Vec<&'s str> = texts, (each: &'static FieldKind)
    FieldKind::List(each)
}
key_type! {
    /// One of a list.
    OneOf: &'static str = choice, (choices: &'static [Choice])
    FieldKind::Choice(choices)
}
key_type! {
    /// Some of a list.
    SomeOf: Vec<&'static str> = choices, (each: &'static FieldKind)
    FieldKind::List(each)
}
key_type! {
    /// `true` or `false`.
    Boolean: bool = boolean, ()
    FieldKind::Boolean
}
key_type! {
    /// A table with keys of its own.
    Table: &'s Section = located_table, (record: &'static Record)
    FieldKind::Table(record)
}
key_type! {
    /// Three quantities, along x, y and z.
    Vector: &'s [f64] = quantities, (dimension: Dimension)
    FieldKind::Vector { dimension }
}
key_type! {
    /// A choice, or a table with keys of its own.
    ChoiceOrTable: Alternative<'s> = alternative, (kinds: &'static [FieldKind])
    FieldKind::Either(kinds)
}
key_type! {
    /// A quantity, or a table in its place.
    QuantityOrTable: Amount<'s> = amount, (kind: FieldKind)
    kind
}
key_type! {
    /// A list of such.
    QuantitiesOrTables: Vec<Amount<'s>> = amounts, (each: &'static FieldKind)
    FieldKind::List(each)
}
key_type! {
    /// A list of lists of pure numbers.
    Rows: Vec<Vec<f64>> = rows, (each: &'static FieldKind)
    FieldKind::List(each)
}
key_type! {
    /// A part of a model file that is laid over the rest of it, and read with it.
    Changes: () = changes, ()
    FieldKind::Changes
}
key_type! {
    /// A list of tables.
    Tables: Vec<&'s Section> = located_items, (record: &'static Record)
    FieldKind::ListOf(record)
}

/// Declares keys: a typed constant for each, and a group of fields of all.
///
/// ```text
/// keys! {
///     /// Keys of the study `geometry`.
///     static KEYS {
///         SPEED = optional("speed", Quantity(Dimension::ANGULAR_SPEED, Interval::ALL), "\"1500 rpm\"", "Speed of gear `a`.");
///         COUNT = optional("count", Integer(1, 1000), "20", "How many."), default "10";
///     }
/// }
/// ```
#[macro_export]
macro_rules! keys {
    (
        $(#[$doc:meta])*
        $visibility:vis static $group:ident $(shared by $title:literal)? {
            $($key_visibility:vis $name:ident = $presence:ident(
                $key:literal, $type:ident($($argument:expr),* $(,)?), $example:expr, $text:expr $(,)?
            ) $(, default $default:expr)?;)*
        }
    ) => {
        $(
            $key_visibility const $name: $crate::input::key::Key<$crate::input::key::$type> =
                $crate::input::key::Key::new($key);
        )*

        $(#[$doc])*
        $visibility static $group: $crate::input::field::Keys = $crate::input::field::Keys {
            shared_by: $crate::keys!(@title $($title)?),
            fields: &[$(
                $crate::input::field::Field::$presence(
                    $key,
                    $crate::input::key::$type::kind($($argument),*),
                    $example,
                    $text,
                )
                $(.default($default))?
            ),*],
        };
    };
    (@title $title:literal) => { Some($title) };
    (@title) => { None };
}
