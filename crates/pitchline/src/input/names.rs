//! What a reference may name.

use std::collections::{HashMap, HashSet};

use toml::de::{DeTable, DeValue};

use super::field::{Collection, GROUND};
use super::set_names;
use super::tables::MODEL;
use crate::materials;
use crate::nearest::nearest;

/// The names that may be referred to, faulty or not: one fault should not make others.
#[derive(Debug, Default)]
pub(super) struct Names {
    collections: HashMap<&'static str, Known>,
}

#[derive(Debug, Default)]
struct Known {
    in_order: Vec<String>,
    set: HashSet<String>,
    /// Whether the part of the file that should hold the names is wrong itself, so that none can be called unknown.
    is_unsure: bool,
}

impl Names {
    /// The names of a model file, and the built-in ones after them.
    pub(super) fn of(root: &DeTable<'_>) -> Self {
        let mut names = Self::default();
        for collection in Collection::ALL {
            let written = root.iter().filter(|(key, _)| {
                let key = key.get_ref().as_ref();
                key == collection.key()
                    || (MODEL.field(key).is_none()
                        && nearest(key, MODEL.keys()) == Some(collection.key()))
            });
            for (_, content) in written {
                names.add_own(collection, content.get_ref());
                // Others hold on to a shaft as to any body; gears mesh also where they are no wheels of the machine.
                let also = match collection {
                    Collection::Shafts => Some(Collection::Bodies),
                    Collection::Gears => Some(Collection::Wheels),
                    _ => None,
                };
                if let Some(also) = also {
                    names.add_own(also, content.get_ref());
                }
            }
        }
        names.add_sets(root);
        names.add_built_in();
        names
    }

    /// What planetary sets make in the machine.
    fn add_sets(&mut self, root: &DeTable<'_>) {
        let sets = root.iter().filter(|(key, _)| key.get_ref() == "planetary");
        let sets = sets.filter_map(|(_, content)| content.get_ref().as_table());
        for (name, set) in sets.flatten() {
            let made = set_names::made(name.get_ref(), set.get_ref());
            let of_sets = [
                Collection::Bodies,
                Collection::Joints,
                Collection::Forces,
                Collection::Wheels,
                Collection::Pairs,
            ];
            match made {
                Some(Some(made)) => {
                    let lists = [
                        &made.bodies,
                        &made.pins,
                        &made.pins,
                        &made.wheels,
                        &made.pairs,
                    ];
                    for (collection, names) in of_sets.into_iter().zip(lists) {
                        self.add(collection, names.iter().map(String::as_str));
                    }
                }
                Some(None) => {
                    for collection in of_sets {
                        self.known(collection).is_unsure = true;
                    }
                }
                None => {}
            }
        }
    }

    fn add_own(&mut self, collection: Collection, content: &DeValue<'_>) {
        let table = match content {
            DeValue::Table(table) => table,
            DeValue::Array(list)
                if matches!(collection, Collection::Studies | Collection::Pairs) =>
            {
                let names = list.iter().filter_map(|item| item.get_ref().get("name"));
                self.add(collection, names.filter_map(|name| name.get_ref().as_str()));
                return;
            }
            _ => {
                self.known(collection).is_unsure = true;
                return;
            }
        };
        self.known(collection).is_unsure |= table.values().any(|v| !v.get_ref().is_table());
        self.add(collection, table.keys().map(|key| key.get_ref().as_ref()));
    }

    fn known(&mut self, collection: Collection) -> &mut Known {
        self.collections.entry(collection.key()).or_default()
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
        self.add(Collection::Bodies, std::iter::once(GROUND));
    }

    fn add<'n>(&mut self, collection: Collection, names: impl Iterator<Item = &'n str>) {
        let known = self.known(collection);
        for name in names {
            if known.set.insert(name.to_owned()) {
                known.in_order.push(name.to_owned());
            }
        }
    }

    pub(super) fn contains(&self, collection: Collection, name: &str) -> bool {
        let known = self.collections.get(collection.key());
        known.is_some_and(|known| known.is_unsure || known.set.contains(name))
    }

    pub(super) fn list(&self, collection: Collection) -> &[String] {
        let known = self.collections.get(collection.key());
        known.map_or(&[], |known| known.in_order.as_slice())
    }
}
