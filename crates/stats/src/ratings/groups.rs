//! Groups of players that can be compared with each other.

/// The strongly connected groups of a directed graph, each in the order of its numbers: of every two
/// in a group each can be reached from the other. `arrows` leads from each to its next ones, and
/// `backwards` against the same arrows.
///
/// The algorithm is S. R. Kosaraju's (M. Sharir, "A strong-connectivity algorithm and its
/// applications in data flow analysis", 1981), in time proportional to the arrows.
pub(super) fn strongly_connected(
    arrows: &[Vec<usize>],
    backwards: &[Vec<usize>],
) -> Vec<Vec<usize>> {
    let mut seen = vec![false; arrows.len()];
    let mut left: Vec<usize> = Vec::with_capacity(arrows.len());
    (0..arrows.len()).for_each(|start| visit(start, arrows, &mut seen, &mut left));
    let mut seen = vec![false; arrows.len()];
    let mut groups = Vec::new();
    for &start in left.iter().rev() {
        let mut group = Vec::new();
        visit(start, backwards, &mut seen, &mut group);
        group.sort_unstable();
        groups.extend((!group.is_empty()).then_some(group));
    }
    groups
}

/// Whether each player can be reached from here, which it can be itself; none can be from `None`.
pub(super) fn reached(start: Option<usize>, arrows: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; arrows.len()];
    start.into_iter().for_each(|start| visit(start, arrows, &mut reached, &mut Vec::new()));
    reached
}

/// Visits all unseen players depth first; `left` has them in the order of completion.
fn visit(start: usize, arrows: &[Vec<usize>], seen: &mut [bool], left: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut path = vec![(start, arrows[start].iter())];
    while let Some((from, ways)) = path.last_mut() {
        match ways.next() {
            Some(&to) if !std::mem::replace(&mut seen[to], true) => {
                path.push((to, arrows[to].iter()));
            }
            Some(_) => {}
            None => {
                left.push(*from);
                path.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_group_is_all_who_reach_each_other(
            pairs in proptest::collection::vec((0usize..9, 0usize..9), 0..25),
        ) {
            let (mut arrows, mut backwards) = (vec![Vec::new(); 9], vec![Vec::new(); 9]);
            let mut reaches = [[false; 9]; 9];
            (0..9).for_each(|player| reaches[player][player] = true);
            for (from, to) in pairs {
                arrows[from].push(to);
                backwards[to].push(from);
                reaches[from][to] = true;
            }
            // Warshall's closure.
            for middle in 0..9 {
                for from in 0..9 {
                    for to in 0..9 {
                        reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
                    }
                }
            }
            let mut groups = strongly_connected(&arrows, &backwards);
            groups.sort();
            let mut expected: Vec<Vec<usize>> = (0..9)
                .map(|one| (0..9).filter(|&to| reaches[one][to] && reaches[to][one]).collect())
                .collect();
            expected.sort();
            expected.dedup();
            prop_assert_eq!(groups, expected);
        }
    }
}
