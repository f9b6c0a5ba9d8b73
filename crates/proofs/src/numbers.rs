//! What a proof is computed with, and what it gives.

/// Values that say how large a computation is, by name.
#[derive(Debug, Clone, Copy)]
pub struct Settings(pub &'static [(&'static str, f64)]);

impl Settings {
    /// The value of this name.
    ///
    /// # Panics
    /// If there is none.
    pub fn get(&self, name: &str) -> f64 {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map_or_else(|| panic!("no setting `{name}`"), |(_, value)| *value)
    }
}

/// A value that was computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// What it is of.
    pub quantity: String,
    /// In this unit.
    pub value: f64,
    /// SI, or `1`.
    pub unit: String,
}

/// All values of a computation, in their order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Numbers(Vec<Number>);

impl Numbers {
    /// One more.
    ///
    /// # Panics
    /// If there is one of this quantity, or if a text would not stand in a table.
    pub fn push(&mut self, quantity: &str, value: f64, unit: &str) {
        let is_new = self.0.iter().all(|number| number.quantity != quantity);
        let is_cell = |text: &str| !text.is_empty() && !text.contains([',', '\n']);
        assert!(
            is_new && is_cell(quantity) && is_cell(unit),
            "`{quantity}` in {unit}"
        );
        self.0.push(Number {
            quantity: quantity.to_owned(),
            value,
            unit: unit.to_owned(),
        });
    }

    /// The value of a quantity.
    ///
    /// # Panics
    /// If there is none.
    pub fn get(&self, quantity: &str) -> f64 {
        let found = self.0.iter().find(|number| number.quantity == quantity);
        found.map_or_else(|| panic!("no number `{quantity}`"), |number| number.value)
    }

    /// All of them, in their order.
    pub fn iter(&self) -> std::slice::Iter<'_, Number> {
        self.0.iter()
    }
}
