//! Which names lead back to themselves.

use std::collections::{BTreeMap, BTreeSet};

/// The names on a cycle of `edges`; those that only lead to one are not among them.
pub fn on_cycles(edges: &BTreeMap<String, Vec<String>>) -> BTreeSet<String> {
    let borrowed = edges.iter().map(|(from, targets)| (from.as_str(), targets.iter().map(String::as_str).collect()));
    let cycles = components(&borrowed.collect()).into_iter().filter(|names| match names.as_slice() {
        [name] => edges.get(*name).is_some_and(|targets| targets.iter().any(|to| to == name)),
        _ => true,
    });
    cycles.flatten().map(str::to_owned).collect()
}

/// The strongly connected components of `edges`.
///
/// Kosaraju's algorithm, with explicit stacks: a cycle may be as long as the document.
pub fn components<'a>(edges: &BTreeMap<&'a str, Vec<&'a str>>) -> Vec<Vec<&'a str>> {
    let mut backward = BTreeMap::<&str, Vec<&str>>::new();
    for (from, targets) in edges {
        for to in targets {
            backward.entry(to).or_default().push(from);
        }
    }
    let next = |edges: &BTreeMap<&'a str, Vec<&'a str>>, name: &str| edges.get(name).cloned().unwrap_or_default();
    let mut visited = BTreeSet::new();
    let finished = edges.keys().flat_map(|name| finished_from(name, &|name| next(edges, name), &mut visited));
    let finished: Vec<&str> = finished.collect();
    let mut visited = BTreeSet::new();
    let components =
        finished.into_iter().rev().map(|name| finished_from(name, &|name| next(&backward, name), &mut visited));
    components.filter(|names| !names.is_empty()).collect()
}

/// What is reached from `start` and was not before, each after all that it leads to.
fn finished_from<'a>(
    start: &'a str,
    next: &dyn Fn(&str) -> Vec<&'a str>,
    visited: &mut BTreeSet<&'a str>,
) -> Vec<&'a str> {
    let mut finished = Vec::new();
    if !visited.insert(start) {
        return finished;
    }
    let mut open = vec![(start, next(start))];
    while let Some((name, left)) = open.last_mut() {
        match left.pop() {
            Some(target) if visited.insert(target) => open.push((target, next(target))),
            Some(_) => {}
            None => {
                finished.push(*name);
                open.pop();
            }
        }
    }
    finished
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles(edges: &[(&str, &[&str])]) -> Vec<String> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        on_cycles(&edges.iter().map(|(from, to)| ((*from).to_owned(), owned(to))).collect()).into_iter().collect()
    }

    #[test]
    fn only_names_that_lead_back_to_themselves_are_on_a_cycle() {
        let edges: [(&str, &[&str]); 7] = [
            ("before", &["a"]),
            ("a", &["b"]),
            ("b", &["a", "between"]),
            ("between", &["self"]),
            ("self", &["self", "after"]),
            ("after", &[]),
            ("dangling", &["gone"]),
        ];
        assert_eq!(cycles(&edges), ["a", "b", "self"]);
    }

    #[test]
    fn a_cycle_may_be_long() {
        let names: Vec<String> = (0..20_000).map(|n| n.to_string()).collect();
        let edges = names.iter().enumerate().map(|(n, name)| (name.clone(), vec![names[(n + 1) % 20_000].clone()]));
        assert_eq!(on_cycles(&edges.collect()).len(), 20_000);
    }
}
