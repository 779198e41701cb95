//! Covering arrays over made-up factors: whatever can occur together does, in few rows.

use gatehouse::lab::cover::{Factor, Levels, Space, array};
use proptest::prelude::*;

/// Some expansions, with switches that may belong to one, and what they ask of each other.
fn spaces() -> impl Strategy<Value = Space> {
    (1usize..6, prop::collection::vec((2usize..4, any::<Option<u8>>()), 0..4), any::<[u8; 4]>(), 0usize..3).prop_map(
        |(n, switches, picks, relations)| {
            let mut factors = vec![Factor { levels: 2, owner: None }; n];
            factors.extend(
                switches.into_iter().map(|(levels, owner)| Factor { levels, owner: owner.map(|o| o as usize % n) }),
            );
            let pick = |i: usize| usize::from(picks[i]) % n;
            let pair = |a: usize, b: usize| (a != b).then_some((a, b));
            // A later expansion requires an earlier one, so that no circle arises.
            let requires = pair(pick(0).max(pick(1)), pick(0).min(pick(1)));
            let conflicts = pair(pick(2), pick(3));
            Space {
                expansions: n,
                factors,
                requires: requires.into_iter().filter(|_| relations > 0).collect(),
                conflicts: conflicts.into_iter().filter(|_| relations > 1).collect(),
            }
        },
    )
}

/// All combinations of values of `strength` factors, each value with its factor.
fn combinations(space: &Space, from: usize, strength: usize) -> Vec<Vec<(usize, usize)>> {
    if strength == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for factor in from..space.factors.len() {
        for rest in combinations(space, factor + 1, strength - 1) {
            let levels = 0..space.factors[factor].levels;
            all.extend(levels.map(|level| [vec![(factor, level)], rest.clone()].concat()));
        }
    }
    all
}

/// Whether a row is one that can be played: this looks at every row by itself, without the array's own reasoning.
fn is_sound(space: &Space, row: &Levels) -> bool {
    let present = |factor: usize| row[factor] == Some(1);
    let levels = row.iter().zip(&space.factors).all(|(level, factor)| match (level, factor.owner) {
        (Some(level), owner) => *level < factor.levels && owner.is_none_or(present),
        (None, owner) => owner.is_some_and(|o| !present(o)),
    });
    levels
        && space.requires.iter().all(|&(a, b)| !present(a) || present(b))
        && space.conflicts.iter().all(|&(a, b)| !(present(a) && present(b)))
}

/// Whether some sound row has these values, tried out over all sets of expansions.
fn can_occur(space: &Space, values: &[(usize, usize)]) -> bool {
    (0..1usize << space.expansions).any(|set| {
        let mut row: Levels = (0..space.expansions).map(|e| Some(set >> e & 1)).collect();
        row.extend(
            space.factors[space.expansions..].iter().map(|f| f.owner.is_none_or(|o| set >> o & 1 == 1).then_some(0)),
        );
        let fits = values.iter().all(|&(factor, level)| match row[factor] {
            Some(own) if factor < space.expansions => own == level,
            Some(_) => true,
            None => false,
        });
        fits && is_sound(space, &row)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_can_occur_together_does(space in spaces(), strength in 2usize..4, seed: u64) {
        let rows = array(&space, strength, seed);
        for row in &rows {
            prop_assert!(is_sound(&space, row), "{:?}", row);
        }
        for values in combinations(&space, 0, strength.min(space.factors.len())) {
            let occurs = rows.iter().any(|row| values.iter().all(|&(factor, level)| row[factor] == Some(level)));
            prop_assert_eq!(occurs, can_occur(&space, &values), "{:?}", values);
            prop_assert_eq!(space.is_possible(&values), occurs);
        }
    }

    #[test]
    fn there_are_not_many_rows(n in 2usize..12) {
        let space = Space { expansions: n, factors: vec![Factor { levels: 2, owner: None }; n], ..Space::default() };
        // Each alone, none and all are always there; what else is needed grows with the logarithm.
        prop_assert!(array(&space, 2, 3).len() <= n + 4);
        prop_assert!(array(&space, 3, 3).len() <= n + 15);
    }
}
