//! Covering arrays: few rows in which every pair (or triple) of values of different factors occurs.
//!
//! A factor is an expansion, absent or present, or a switch, which has a value only where its owner is present. Rows
//! are built greedily, each from a combination that none has yet, by the choice that covers most new ones; several are
//! tried and the best is kept. The same space, strength and seed give the same rows.

use crate::dice::Dice;

/// How many rows are tried for each that is kept.
const TRIES: usize = 24;

/// A factor: what can be set independently of the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factor {
    /// How many values it has: 2 for an expansion, 0 being absent and 1 present.
    pub levels: usize,
    /// The expansion without which it has no value, for a switch.
    pub owner: Option<usize>,
}

/// What is combined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Space {
    /// How many of the factors, the first ones, are expansions.
    pub expansions: usize,
    /// The factors.
    pub factors: Vec<Factor>,
    /// Pairs of expansions: the first can't be present without the second.
    pub requires: Vec<(usize, usize)>,
    /// Pairs of expansions that can't both be present.
    pub conflicts: Vec<(usize, usize)>,
}

/// A value for each factor; none for a switch without its owner.
pub type Levels = Vec<Option<usize>>;

impl Space {
    /// Sets whatever follows from what is set; false if it contradicts itself.
    fn close(&self, row: &mut Levels) -> bool {
        loop {
            let mut changed = false;
            let mut set = |row: &mut Levels, factor: usize, level: usize| {
                changed |= row[factor].is_none();
                *row[factor].get_or_insert(level) == level
            };
            let owned = self.factors.iter().enumerate().filter_map(|(n, f)| Some((n, f.owner?)));
            for (switch, owner) in owned {
                if row[switch].is_some() && !set(row, owner, 1) {
                    return false;
                }
            }
            for &(one, other) in &self.requires {
                if (row[one] == Some(1) && !set(row, other, 1)) || (row[other] == Some(0) && !set(row, one, 0)) {
                    return false;
                }
            }
            for &(one, other) in &self.conflicts {
                if (row[one] == Some(1) && !set(row, other, 0)) || (row[other] == Some(1) && !set(row, one, 0)) {
                    return false;
                }
            }
            if !changed {
                return true;
            }
        }
    }

    /// Whether a combination of values, each with its factor, can occur in a row.
    pub fn is_possible(&self, values: &[(usize, usize)]) -> bool {
        let mut row = vec![None; self.factors.len()];
        values.iter().for_each(|&(factor, level)| row[factor] = Some(level));
        // What is still free can always be absent, for all that expansions ask of each other is presence.
        self.close(&mut row)
    }

    /// Whether a factor has a value in a row at all.
    fn has_value(&self, row: &Levels, factor: usize) -> bool {
        self.factors[factor].owner.is_none_or(|owner| row[owner] != Some(0))
    }
}

/// The rows: first nothing, then each expansion alone with what it requires, then as many together as can be, then
/// whatever is needed so that every possible combination of `strength` values (2 or 3) occurs.
pub fn array(space: &Space, strength: usize, seed: u64) -> Vec<Levels> {
    let mut cover = Cover::new(space, strength);
    let mut rows: Vec<Levels> = Vec::new();
    for start in obliged(space) {
        let row = cover.best(start, &mut Dice::of_game(seed, rows.len() as u64));
        cover.mark(&row);
        rows.push(row);
    }
    while let Some(start) = cover.uncovered() {
        let row = cover.best(start, &mut Dice::of_game(seed, rows.len() as u64));
        cover.mark(&row);
        rows.push(row);
    }
    rows
}

/// Which expansions are present in the rows that every array has.
fn obliged(space: &Space) -> Vec<Levels> {
    let n = space.factors.len();
    let expansions = 0..space.expansions.min(n);
    let rest_absent = |mut row: Levels| {
        expansions.clone().for_each(|f| row[f] = row[f].or(Some(0)));
        row
    };
    let mut rows = vec![rest_absent(vec![None; n])];
    for f in expansions.clone() {
        let mut row = vec![None; n];
        row[f] = Some(1);
        if space.close(&mut row) {
            rows.push(rest_absent(row));
        }
    }
    let all = expansions.clone().fold(vec![None; n], |row: Levels, f| {
        let mut with = row.clone();
        let fits = with[f].is_none() && {
            with[f] = Some(1);
            space.close(&mut with)
        };
        if fits { with } else { row }
    });
    rows.push(rest_absent(all));
    let mut seen = Vec::new();
    rows.retain(|row| {
        let new = !seen.contains(row);
        seen.push(row.clone());
        new
    });
    rows
}

/// Which combinations no row has yet.
struct Cover<'s> {
    space: &'s Space,
    strength: usize,
    /// The number of the first value of each factor, all values of all factors being counted through.
    first: Vec<usize>,
    /// The factor and level of each value.
    values: Vec<(usize, usize)>,
    /// By combination, whether it is possible and in no row yet.
    open: Vec<bool>,
    /// Before which combination none is open.
    from: usize,
}

impl<'s> Cover<'s> {
    fn new(space: &'s Space, strength: usize) -> Cover<'s> {
        let mut first = Vec::new();
        let mut values = Vec::new();
        for (n, factor) in space.factors.iter().enumerate() {
            first.push(values.len());
            values.extend((0..factor.levels).map(|level| (n, level)));
        }
        // With fewer factors than the strength every combination of all of them is what there is to cover.
        let strength = strength.min(space.factors.len());
        let open = vec![false; values.len().pow(strength as u32)];
        let mut cover = Cover { space, strength, first, values, open, from: 0 };
        for place in 0..cover.open.len() {
            cover.open[place] = strength > 0 && cover.is_target(place);
        }
        cover
    }

    /// The values of a combination.
    fn combination(&self, mut place: usize) -> Vec<usize> {
        let mut ids = vec![0; self.strength];
        for id in ids.iter_mut().rev() {
            *id = place % self.values.len();
            place /= self.values.len();
        }
        ids
    }

    /// Whether a place stands for a possible combination of different factors, in ascending order.
    fn is_target(&self, place: usize) -> bool {
        let values: Vec<_> = self.combination(place).into_iter().map(|id| self.values[id]).collect();
        values.windows(2).all(|w| w[0].0 < w[1].0) && self.space.is_possible(&values)
    }

    fn place(&self, ids: &mut [usize]) -> usize {
        ids.sort_unstable();
        ids.iter().fold(0, |place, id| place * self.values.len() + id)
    }

    /// The first combination that no row has, with what follows from it.
    fn uncovered(&mut self) -> Option<Levels> {
        self.from += self.open[self.from..].iter().position(|open| *open)?;
        let mut row = vec![None; self.space.factors.len()];
        for id in self.combination(self.from) {
            let (factor, level) = self.values[id];
            row[factor] = Some(level);
        }
        self.space.close(&mut row);
        Some(row)
    }

    /// The values of a row.
    fn ids(&self, row: &Levels) -> Vec<usize> {
        let set = row.iter().enumerate().filter_map(|(factor, level)| Some(self.first[factor] + (*level)?));
        set.collect()
    }

    /// Calls `each` for every combination of `with` and values of `ids`.
    fn combined(&self, with: usize, ids: &[usize], mut each: impl FnMut(usize)) {
        match self.strength {
            0 => {}
            1 => each(self.place(&mut [with])),
            2 => ids.iter().for_each(|&a| each(self.place(&mut [with, a]))),
            _ => {
                for (n, &a) in ids.iter().enumerate() {
                    ids[n + 1..].iter().for_each(|&b| each(self.place(&mut [with, a, b])));
                }
            }
        }
    }

    /// How many new combinations `id` would make with what is set.
    fn gain(&self, id: usize, ids: &[usize]) -> usize {
        let mut gain = 0;
        self.combined(id, ids, |place| gain += usize::from(self.open[place]));
        gain
    }

    fn mark(&mut self, row: &Levels) {
        let ids = self.ids(row);
        let mut covered = Vec::new();
        for (n, &id) in ids.iter().enumerate() {
            self.combined(id, &ids[..n], |place| covered.push(place));
        }
        covered.into_iter().for_each(|place| self.open[place] = false);
    }

    /// The best of several ways to complete a row.
    fn best(&self, start: Levels, dice: &mut Dice) -> Levels {
        let total = |row: &Levels| {
            let ids = self.ids(row);
            ids.iter().enumerate().map(|(n, &id)| self.gain(id, &ids[..n])).sum::<usize>()
        };
        let mut best = (0, self.completed(start.clone(), dice));
        best.0 = total(&best.1);
        for _ in 1..TRIES {
            let row = self.completed(start.clone(), dice);
            let gain = total(&row);
            if gain > best.0 {
                best = (gain, row);
            }
        }
        best.1
    }

    /// A row completed factor by factor in any order, each with the value that makes most new combinations.
    fn completed(&self, mut row: Levels, dice: &mut Dice) -> Levels {
        let mut order: Vec<usize> = (0..row.len()).filter(|&f| row[f].is_none()).collect();
        for n in (1..order.len()).rev() {
            order.swap(n, dice.below(n as u32 + 1) as usize);
        }
        for factor in order {
            if row[factor].is_some() || !self.space.has_value(&row, factor) {
                continue;
            }
            // Of equals the first tried holds: any value of an expansion, the first one of a switch.
            let turn = if factor < self.space.expansions { dice.below(2) as usize } else { 0 };
            let ids = self.ids(&row);
            let mut best: Option<(usize, Levels)> = None;
            let levels = self.space.factors[factor].levels;
            for level in (0..levels).map(|n| (n + turn) % levels) {
                let mut with = row.clone();
                with[factor] = Some(level);
                let gain = self.gain(self.first[factor] + level, &ids);
                if best.as_ref().is_none_or(|(most, _)| gain > *most) && self.space.close(&mut with) {
                    best = Some((gain, with));
                }
            }
            if let Some((_, with)) = best {
                row = with;
            }
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expansions(n: usize) -> Space {
        Space { expansions: n, factors: vec![Factor { levels: 2, owner: None }; n], ..Space::default() }
    }

    #[test]
    fn seven_expansions_need_few_rows() {
        assert!(array(&expansions(7), 2, 1).len() <= 12);
        assert!(array(&expansions(7), 3, 1).len() <= 20);
    }

    #[test]
    fn the_base_each_alone_and_all_together_come_first() {
        let rows = array(&expansions(3), 2, 5);
        let present = |row: &Levels| row.iter().map(|l| l.unwrap_or(9)).collect::<Vec<_>>();
        let first: Vec<_> = rows.iter().take(5).map(present).collect();
        assert_eq!(first, [vec![0, 0, 0], vec![1, 0, 0], vec![0, 1, 0], vec![0, 0, 1], vec![1, 1, 1]]);
    }

    #[test]
    fn equal_seeds_give_equal_rows() {
        assert_eq!(array(&expansions(6), 3, 4), array(&expansions(6), 3, 4));
    }

    #[test]
    fn nothing_to_combine_is_one_row() {
        assert_eq!(array(&Space::default(), 2, 1), [Levels::new()]);
        assert_eq!(array(&expansions(1), 3, 1), [vec![Some(0)], vec![Some(1)]]);
    }
}
