//! Reads `"number unit"`: a number, then units joined by a space or `*`, with at most one `/`.

use std::ops::Range;

use super::symbols::{self, CELSIUS_ZERO, Unit};
use super::{Dimension, Quantity, UnitError};
use crate::nearest::nearest;

/// The quantity that the text says, whatever its dimension, and whether it has a unit.
pub(super) fn scan(text: &str) -> Result<(Quantity, bool), UnitError> {
    let (number, rest) = scan_number(text)?;
    let product = Scanner::new(text, rest).product()?;
    let offset = match product.alone {
        Some((unit, _)) if symbols::is_celsius(unit) => CELSIUS_ZERO,
        _ => 0.0,
    };
    let value = number * product.factor + offset;
    if !value.is_finite() {
        return Err(UnitError::NotFinite);
    }
    let quantity = Quantity {
        value,
        dimension: product.dimension,
    };
    Ok((quantity, product.n_units > 0))
}

/// The number at the start and the byte where it ends.
fn scan_number(text: &str) -> Result<(f64, usize), UnitError> {
    let start = text.len() - text.trim_start().len();
    let body = &text[start..];
    let unsigned = body.trim_start_matches(['+', '-', '−']);
    let sign = &body[..body.len() - unsigned.len()];
    let digits = |from: &str| from.bytes().take_while(u8::is_ascii_digit).count();

    let mut end = digits(unsigned);
    let mut n_digits = end;
    if unsigned[end..].starts_with('.') {
        let decimals = digits(&unsigned[end + 1..]);
        n_digits += decimals;
        end += 1 + decimals;
    }
    if n_digits == 0 || sign.chars().count() > 1 {
        return Err(no_number(text, start, unsigned));
    }
    if unsigned[end..].starts_with(['e', 'E']) {
        let exponent = &unsigned[end + 1..];
        let signed = usize::from(exponent.starts_with(['+', '-']));
        let n = digits(&exponent[signed..]);
        // Without digits the letter belongs to what follows.
        if n > 0 {
            end += 1 + signed + n;
        }
    }
    let after = start + sign.len() + end;
    if unsigned[end..].starts_with(',') {
        return Err(UnitError::DecimalComma {
            at: after..after + 1,
        });
    }
    let size: f64 = unsigned[..end]
        .parse()
        .map_err(|_| no_number(text, start, unsigned))?;
    if !size.is_finite() {
        return Err(UnitError::NotFinite);
    }
    let value = if matches!(sign, "-" | "−") {
        -size
    } else {
        size
    };
    Ok((value, after))
}

fn no_number(text: &str, start: usize, unsigned: &str) -> UnitError {
    let word = unsigned.split_whitespace().next().unwrap_or_default();
    if ["inf", "infinity", "nan"].contains(&word.to_lowercase().as_str()) {
        UnitError::NotFinite
    } else {
        UnitError::NumberExpected {
            at: start..text.len(),
        }
    }
}

/// The product of units read so far.
struct Product {
    factor: f64,
    dimension: Dimension,
    n_units: usize,
    alone: Option<(&'static Unit, Range<usize>)>,
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, at: usize) -> Self {
        Self { text, at }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Moves over the characters that belong to a word and returns them.
    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn product(mut self) -> Result<Product, UnitError> {
        let mut product = Product {
            factor: 1.0,
            dimension: Dimension::NONE,
            n_units: 0,
            alone: None,
        };
        let mut below = false;
        // Set after an operator: a unit must follow.
        let mut pending = false;
        loop {
            self.take_while(char::is_whitespace);
            let start = self.at;
            let Some(character) = self.peek() else { break };
            let at = start..start + character.len_utf8();
            match character {
                '*' | '·' | '⋅' if !pending && product.n_units > 0 => {
                    self.at = at.end;
                    pending = true;
                }
                '/' if below => return Err(UnitError::SecondSlash { at }),
                '/' if !pending => {
                    self.at = at.end;
                    below = true;
                    pending = true;
                }
                '*' | '·' | '⋅' | '/' => return Err(UnitError::UnitExpected { at }),
                // The one above the line of "1/s".
                '1' if product.n_units == 0
                    && !below
                    && self.text[at.end..].trim_start().starts_with('/') =>
                {
                    self.at = at.end;
                }
                _ if is_symbol(character) => {
                    self.unit(below, &mut product)?;
                    pending = false;
                }
                _ => return Err(UnitError::UnexpectedCharacter { character, at }),
            }
        }
        if pending {
            let end = self.text.len();
            return Err(UnitError::UnitExpected { at: end..end });
        }
        match &product.alone {
            Some((unit, at)) if product.n_units > 1 || below => Err(UnitError::NotAlone {
                symbol: unit.symbol,
                at: at.clone(),
            }),
            _ => Ok(product),
        }
    }

    /// One unit with its power.
    fn unit(&mut self, below: bool, product: &mut Product) -> Result<(), UnitError> {
        let start = self.at;
        let symbol = self.take_while(is_symbol);
        let at = start..self.at;
        let Some(unit) = symbols::find(symbol) else {
            return Err(UnitError::UnknownUnit {
                symbol: symbol.chars().take(40).collect(),
                at,
                suggestion: suggest(symbol),
            });
        };
        let power = self.power()?;
        if unit.only_alone {
            if power != 1 {
                return Err(UnitError::NotAlone {
                    symbol: unit.symbol,
                    at,
                });
            }
            product.alone = Some((unit, at.clone()));
        }
        let power = if below { -power } else { power };
        product.dimension = product
            .dimension
            .times(unit.dimension, power)
            .ok_or(UnitError::Absurd { at })?;
        product.factor *= unit.factor.powi(i32::from(power));
        product.n_units += 1;
        Ok(())
    }

    /// `2`, `-2`, `^2`, `^-2`, `²`, `⁻²`, or nothing, which is 1.
    fn power(&mut self) -> Result<i8, UnitError> {
        let start = self.at;
        let caret = !self.take_while(|c| c == '^').is_empty();
        let after_caret = self.at;
        let sign = self.take_while(|c| matches!(c, '-' | '−' | '⁻' | '+'));
        let digits = self.take_while(|c| superscript_or_digit(c).is_some());
        if digits.is_empty() && !caret {
            // A dash that is no sign of a power is left to be reported as what it is.
            self.at = after_caret;
            return Ok(1);
        }
        let mut characters = digits.chars();
        let digit = characters.next().and_then(superscript_or_digit);
        match (digit, characters.next(), sign) {
            (Some(size @ 1..), None, "" | "+") => Ok(size),
            (Some(size @ 1..), None, "-" | "−" | "⁻") => Ok(-size),
            _ => Err(UnitError::BadPower { at: start..self.at }),
        }
    }
}

fn is_symbol(character: char) -> bool {
    character.is_alphabetic() || matches!(character, '°' | '%')
}

fn superscript_or_digit(character: char) -> Option<i8> {
    let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹"
        .chars()
        .zip("0123456789".chars())
        .find_map(|(superscript, plain)| (superscript == character).then_some(plain));
    let digit = digit.unwrap_or(character);
    digit
        .to_digit(10)
        .and_then(|digit| i8::try_from(digit).ok())
}

/// Two units written together ("Nm") are the most common slip, then case, then spelling.
fn suggest(symbol: &str) -> Option<String> {
    let split = symbol.char_indices().skip(1).take(8).find_map(|(at, _)| {
        let (first, second) = symbol.split_at(at);
        let both = symbols::find(first).is_some() && symbols::find(second).is_some();
        both.then(|| format!("{first} {second}"))
    });
    split.or_else(|| nearest(symbol, symbols::symbols()).map(str::to_owned))
}
