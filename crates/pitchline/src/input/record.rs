//! Tables of a model file: the keys of all, and those that single kinds add.

use super::field::{Choice, Field};

/// A table of the model file with its keys.
#[derive(Debug)]
pub struct Record {
    /// What one of it is called: "gear".
    pub name: &'static str,
    /// What it is for, in plain sentences.
    pub doc: &'static str,
    /// The key whose choice decides which others apply: always `kind`, where there is one.
    pub discriminator: Option<&'static str>,
    /// What single choices of the discriminator add.
    pub variants: &'static [&'static Variant],
    /// The keys of all, in the order of the reference page.
    pub fields: &'static [Field],
}

/// What one choice of the discriminator adds to a table.
#[derive(Debug)]
pub struct Variant {
    /// The choice.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// Its keys, in groups that it may share with others.
    pub keys: &'static [&'static Keys],
}

/// Keys that one or several choices add.
#[derive(Debug)]
pub struct Keys {
    /// Whose keys they are, where several choices share them: "studies of the machine".
    pub shared_by: Option<&'static str>,
    /// The keys, in the order of the reference page.
    pub fields: &'static [Field],
}

impl Variant {
    /// Its keys.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        let keys: &'static [&'static Keys] = self.keys;
        keys.iter().flat_map(|keys| keys.fields)
    }

    /// As a choice of the discriminator.
    pub const fn choice(&self) -> Choice {
        Choice::new(self.name, self.doc)
    }

    /// The choices of a discriminator: these variants, and those of later versions.
    pub const fn choices<const N: usize, const ALL: usize>(
        variants: &[&Self; N],
        reserved: &[&'static str],
    ) -> [Choice; ALL] {
        assert!(N + reserved.len() == ALL, "choices are miscounted");
        let mut choices = [Choice::reserved(""); ALL];
        let mut i = 0;
        while i < ALL {
            choices[i] = match i < N {
                true => variants[i].choice(),
                false => Choice::reserved(reserved[i - N]),
            };
            i += 1;
        }
        choices
    }
}

impl Record {
    /// All groups of keys that single choices add. One that several choices share comes once.
    pub fn groups(&self) -> Vec<&'static Keys> {
        let mut groups: Vec<&'static Keys> = Vec::new();
        for keys in self.variants.iter().flat_map(|variant| variant.keys) {
            if !groups.iter().any(|known| std::ptr::eq(*known, *keys)) {
                groups.push(keys);
            }
        }
        groups
    }

    /// All keys that some table of this kind may have. A key that several kinds share comes once.
    pub fn all_fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        let groups = self.groups().into_iter();
        self.fields
            .iter()
            .chain(groups.flat_map(|keys| keys.fields))
    }

    /// The keys of a table of this kind; those of all kinds where it is not known.
    pub fn fields_for<'k>(
        &self,
        kind: Option<&'k str>,
    ) -> impl Iterator<Item = &'static Field> + use<'k> {
        let common = self.fields.iter();
        let common = common.filter(move |field| field.applies_to(kind));
        let variant = kind.and_then(|kind| self.variant(kind));
        let own = variant.into_iter().flat_map(Variant::fields);
        let of_all = match kind {
            Some(_) => 0,
            None => usize::MAX,
        };
        let all = self.all_fields().skip(self.fields.len()).take(of_all);
        common.chain(own).chain(all)
    }

    fn variant(&self, kind: &str) -> Option<&'static Variant> {
        let variants = self.variants;
        variants
            .iter()
            .copied()
            .find(|variant| variant.name == kind)
    }

    /// The field of this key; of several, the first.
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        self.all_fields().find(|field| field.key == key)
    }

    /// The field that this key is in a table of this kind. A key may be several fields, each for other kinds: the
    /// stiffness of a spring and that of a torsion spring have different units.
    pub fn field_for(&self, key: &str, kind: Option<&str>) -> Option<&'static Field> {
        let applying = self.fields_for(kind).find(|field| field.key == key);
        applying.or_else(|| self.field(key))
    }

    /// Whether a field of this record belongs to a table of this kind. Without a known kind it may.
    pub fn applies(&self, field: &Field, kind: Option<&str>) -> bool {
        let mut own = self.fields_for(kind);
        own.any(|known| std::ptr::eq(known, field))
    }

    /// Whether a field of this record belongs to tables of every kind.
    pub fn is_common(&self, field: &Field) -> bool {
        let mut common = self.fields.iter();
        common.any(|known| std::ptr::eq(known, field)) && field.only_for.is_empty()
    }

    /// The choices of the discriminator to which a key belongs.
    pub(super) fn kinds_with(&self, key: &str) -> Vec<&'static str> {
        let common = self.fields.iter().filter(|field| field.key == key);
        let common = common.flat_map(|field| field.only_for.iter().copied());
        let variants = self.variants.iter();
        let variants = variants.filter(|variant| variant.fields().any(|field| field.key == key));
        common.chain(variants.map(|variant| variant.name)).collect()
    }

    /// The keys that this version reads.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        let mut known = Vec::new();
        self.all_fields()
            .filter(|field| !field.is_reserved())
            .map(|field| field.key)
            .filter(move |key| {
                let is_new = !known.contains(key);
                known.push(*key);
                is_new
            })
    }
}
