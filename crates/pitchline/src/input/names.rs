//! What a reference may name.

use std::collections::{HashMap, HashSet};

use toml::de::{DeTable, DeValue};

use super::field::Collection;
use crate::materials;

/// The names that may be referred to, faulty or not: one fault should not make others.
#[derive(Debug, Default)]
pub(super) struct Names {
    collections: HashMap<&'static str, Known>,
}

#[derive(Debug, Default)]
struct Known {
    in_order: Vec<String>,
    set: HashSet<String>,
}

impl Names {
    /// The names of a model file, and the built-in ones after them.
    pub(super) fn of(root: &DeTable<'_>) -> Self {
        let mut names = Self::default();
        for collection in Collection::ALL {
            if let Some(DeValue::Table(table)) = root.get(collection.key()).map(|v| v.get_ref()) {
                let own = table.keys().map(|key| key.get_ref().as_ref());
                names.add(collection, own);
            }
        }
        names.add_built_in();
        names
    }

    /// What a model may refer to without describing it.
    pub(super) fn built_in() -> Self {
        let mut names = Self::default();
        names.add_built_in();
        names
    }

    fn add_built_in(&mut self) {
        let materials = materials::BUILT_IN.iter().map(|material| material.name);
        self.add(Collection::Materials, materials);
    }

    fn add<'n>(&mut self, collection: Collection, names: impl Iterator<Item = &'n str>) {
        let known = self.collections.entry(collection.key()).or_default();
        for name in names {
            if known.set.insert(name.to_owned()) {
                known.in_order.push(name.to_owned());
            }
        }
    }

    pub(super) fn contains(&self, collection: Collection, name: &str) -> bool {
        let known = self.collections.get(collection.key());
        known.is_some_and(|known| known.set.contains(name))
    }

    pub(super) fn list(&self, collection: Collection) -> &[String] {
        let known = self.collections.get(collection.key());
        known.map_or(&[], |known| known.in_order.as_slice())
    }
}
