//! The model file as one of its studies changes it: `set` of a study, laid over the rest of the file.
//!
//! Values keep their places in the source, so that whatever is wrong with a changed value is shown where the study writes it.

use std::collections::HashMap;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::diagnostic::Diagnostic;
use super::place::cut;
use crate::nearest::nearest;

/// The key that holds the changes of a study.
pub(super) const SET: &str = "set";

/// For each study the one that changes the file for it: itself, or one from which it starts, at first or second hand.
pub(super) fn families(root: &DeTable<'_>) -> Vec<Option<usize>> {
    let list = root
        .get("studies")
        .and_then(|list| list.get_ref().as_array());
    let studies: &[Spanned<DeValue>] = list.map_or(&[], |list| list);
    let text = |study: usize, key: &str| studies[study].get_ref().get(key)?.get_ref().as_str();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for i in 0..studies.len() {
        if let Some(name) = text(i, "name") {
            numbers.entry(name).or_insert(i);
        }
    }
    let before = |study: &usize| numbers.get(text(*study, "start")?).copied();
    let is_changing = |study: &usize| studies[*study].get_ref().get(SET).is_some();
    let of = |study| {
        // No chain of starts is longer than there are studies.
        let mut chain = std::iter::successors(Some(study), before).take(studies.len());
        chain.find(is_changing)
    };
    (0..studies.len()).map(of).collect()
}

/// What a file says after the changes of one of its studies, counted from 0, without the studies that run on other changes; an error where
/// they name what is not there.
pub(super) fn changed<'s>(
    root: &DeTable<'s>,
    study: usize,
    families: &[Option<usize>],
) -> Result<DeTable<'s>, Box<Diagnostic>> {
    let mut changed = DeTable::new();
    let mut set = None;
    for (key, value) in root.iter() {
        let mut value = value.clone();
        if let ("studies", DeValue::Array(list)) = (key.get_ref().as_ref(), value.get_mut()) {
            let mut kept = DeArray::new();
            for (i, item) in list.iter().enumerate() {
                if i == study {
                    set = item.get_ref().get(SET).cloned();
                }
                let family = families.get(i).copied().flatten();
                if family.is_none_or(|family| family == study) {
                    kept.push(item.clone());
                }
            }
            *list = kept;
        }
        changed.insert(key.clone(), value);
    }
    if let Some(DeValue::Table(set)) = set.as_ref().map(Spanned::get_ref) {
        if let Some((key, _)) = set.get_key_value("studies") {
            let message = "a study cannot change studies";
            return Err(Box::new(
                Diagnostic::error("changed-study", key.span(), message)
                    .label("not here")
                    .help("write what differs into the other study itself"),
            ));
        }
        lay(&mut changed, set)?;
    }
    Ok(changed)
}

/// Lays a table over another: tables go into tables, lists of named tables are entered by name, everything else is replaced.
pub(crate) fn lay<'s>(under: &mut DeTable<'s>, over: &DeTable<'s>) -> Result<(), Box<Diagnostic>> {
    for (key, value) in over.iter() {
        let Some(there) = under.get_mut(key.get_ref().as_ref()) else {
            under.insert(key.clone(), value.clone());
            continue;
        };
        match (there.get_mut(), value.get_ref()) {
            (DeValue::Table(under), DeValue::Table(over)) => lay(under, over)?,
            (DeValue::Array(list), DeValue::Table(over)) => enter(list, over, key.get_ref())?,
            _ => *there = value.clone(),
        }
    }
    Ok(())
}

/// Changes of the tables of a list, by their names or by their numbers from 0.
fn enter<'s>(
    list: &mut DeArray<'s>,
    over: &DeTable<'s>,
    called: &str,
) -> Result<(), Box<Diagnostic>> {
    for (name, changes) in over.iter() {
        let DeValue::Table(changes) = changes.get_ref() else {
            let message = format!("`{}` of `{}` is a table", cut(name.get_ref()), cut(called));
            return Err(Box::new(
                Diagnostic::error("changed-list", name.span(), message)
                    .label("needs a key of it")
                    .help("write the name, then a point and the key that changes"),
            ));
        };
        let named = list
            .iter()
            .position(|item| name_of(item) == Some(name.get_ref()));
        let number = || name.get_ref().parse().ok();
        match named
            .or_else(number)
            .and_then(|i: usize| list.get_mut(i))
            .map(Spanned::get_mut)
        {
            Some(DeValue::Table(item)) => lay(item, changes)?,
            // What it should be is told where it stands.
            Some(_) => {}
            None => {
                let known: Vec<&str> = list.iter().filter_map(name_of).collect();
                return Err(Box::new(unknown(name, called, &known)));
            }
        }
    }
    Ok(())
}

fn name_of<'v>(item: &'v Spanned<DeValue<'_>>) -> Option<&'v str> {
    item.get_ref().get("name")?.get_ref().as_str()
}

fn unknown(name: &Spanned<std::borrow::Cow<'_, str>>, called: &str, known: &[&str]) -> Diagnostic {
    let written = cut(name.get_ref());
    let message = format!("none of `{}` is called `{written}`", cut(called));
    let fault = Diagnostic::error("unknown-name", name.span(), message).label("not known");
    match nearest(name.get_ref(), known.iter().copied()).or(known.first().copied()) {
        Some(near) => fault.help(format!("write {}.{}", cut(called), cut(near))),
        None => fault,
    }
}
