//! Finds the cycles of a directed graph whose nodes are names.

use std::collections::{BTreeSet, HashSet};

use indexmap::IndexMap;

/// The edges of a directed graph: the successors of each node.
pub type Edges<'a> = IndexMap<&'a str, Vec<&'a str>>;

/// Returns the names that are on a cycle. Names that only lead to a cycle are not included.
pub fn names_on_cycles(edges: &Edges<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for names in components(edges) {
        let is_cycle = match names.as_slice() {
            [name] => edges.get(name).is_some_and(|targets| targets.contains(name)),
            _ => true,
        };
        if is_cycle {
            found.extend(names.into_iter().map(str::to_owned));
        }
    }
    found
}

/// Returns the strongly connected components of the graph.
///
/// The implementation is Kosaraju's algorithm, with explicit stacks in place of recursion. A path through the graph may
/// be as long as the document.
pub fn components<'a>(edges: &Edges<'a>) -> Vec<Vec<&'a str>> {
    let mut backward = Edges::new();
    for (from, targets) in edges {
        for to in targets {
            backward.entry(to).or_default().push(from);
        }
    }
    let (mut finished, mut visited) = (Vec::new(), HashSet::new());
    for name in edges.keys() {
        finished.extend(finished_from(name, edges, &mut visited));
    }
    visited.clear();
    let components = finished.into_iter().rev().map(|name| finished_from(name, &backward, &mut visited));
    components.filter(|names| !names.is_empty()).collect()
}

/// Returns `start` and all unvisited names that are reachable from it, in depth-first postorder.
fn finished_from<'a>(start: &'a str, edges: &Edges<'a>, visited: &mut HashSet<&'a str>) -> Vec<&'a str> {
    let mut finished = Vec::new();
    if !visited.insert(start) {
        return finished;
    }
    let targets = |name: &str| edges.get(name).map_or(&[][..], Vec::as_slice);
    let mut open = vec![(start, targets(start))];
    while let Some((name, left)) = open.last_mut() {
        match left.split_last() {
            Some((target, others)) => {
                *left = others;
                if visited.insert(target) {
                    open.push((target, targets(target)));
                }
            }
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
        names_on_cycles(&edges.iter().map(|(from, to)| (*from, to.to_vec())).collect()).into_iter().collect()
    }

    #[test]
    fn finds_only_names_that_are_themselves_on_a_cycle() {
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
    fn finds_a_cycle_of_20_000_names_without_stack_overflow() {
        let names: Vec<String> = (0..20_000).map(|n| n.to_string()).collect();
        let edges = names.iter().enumerate().map(|(n, name)| (name.as_str(), vec![names[(n + 1) % 20_000].as_str()]));
        assert_eq!(names_on_cycles(&edges.collect()).len(), 20_000);
    }
}
