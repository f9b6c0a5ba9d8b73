//! Models that come with the program: starters for `pitchline new`, and the one that `pitchline demo` runs.

/// A starter model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// Name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// The commented model file.
    pub source: &'static str,
}

/// All starter models.
pub const TEMPLATES: &[Template] = &[
    Template {
        name: "spur",
        title: "an external spur pair",
        source: include_str!("../templates/spur.toml"),
    },
    Template {
        name: "helical",
        title: "an external helical pair",
        source: include_str!("../templates/helical.toml"),
    },
    Template {
        name: "internal",
        title: "a pinion in a ring",
        source: include_str!("../templates/internal.toml"),
    },
    Template {
        name: "planetary",
        title: "a planetary set of sun, planets and ring",
        source: include_str!("../templates/planetary.toml"),
    },
    Template {
        name: "rack",
        title: "a pinion on a rack",
        source: include_str!("../templates/rack.toml"),
    },
    Template {
        name: "bevel",
        title: "a spiral bevel pair",
        source: include_str!("../templates/bevel.toml"),
    },
    Template {
        name: "worm",
        title: "a worm and its wheel",
        source: include_str!("../templates/worm.toml"),
    },
];

/// The model that the demo runs.
pub const DEMO: &str = include_str!("../../../examples/fzg-c.toml");

impl Template {
    /// The template of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        TEMPLATES.iter().find(|template| template.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;

    #[test]
    fn templates_and_demo_are_flawless() {
        for source in TEMPLATES
            .iter()
            .map(|template| template.source)
            .chain([DEMO])
        {
            let (model, diagnostics) = Model::load(source.as_bytes());
            let messages: Vec<_> = diagnostics.iter().map(|d| &d.message).collect();
            assert!(model.is_some() && diagnostics.is_empty(), "{messages:?}");
        }
    }
}
