//! The score sheet of one feature: lines in stages, evaluated the same whatever order they were written in.

use crate::board::codes;
use crate::{FeatureId, FeatureKind, HookId, Player, PlayerSet, Print, RuleId};
use abi_stable::{StableAbi, std_types::RSlice};

codes! {
    /// A stage of the sheet; stages apply in this order.
    Stage: u8 {
        /// Who shares the points: `count` is the set of players.
        OWNERS = 0;
        /// `count` units at `rate` points.
        BASIS = 1;
        /// Every unit of this kind is worth `rate` instead.
        RATE = 2;
        /// The value is `count` instead of all basis lines.
        INSTEAD = 3;
        /// `count` further units at `rate` points.
        PLUS = 4;
        /// The value is nothing.
        NIL = 5;
        /// The value times `count` over `rate`, rounded up.
        FACTOR_UP = 6;
        /// The value times `count` over `rate`, rounded down.
        FACTOR_DOWN = 7;
        /// `count` units at `rate` points for the player `to`, owner or not.
        BONUS = 8;
    }
}

/// What a line counts.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Unit {
    code: u16,
    id: u16,
}

impl Unit {
    /// Points as they are.
    pub const FLAT: Unit = Unit { code: 0, id: 0 };
    /// Tiles of the feature.
    pub const TILE: Unit = Unit { code: 1, id: 0 };
    /// The tile itself and filled surrounding cells.
    pub const AROUND: Unit = Unit { code: 2, id: 0 };

    /// Prints of one kind on the feature.
    pub const fn print(print: Print) -> Unit {
        Unit { code: 3, id: print.0 }
    }

    /// Features of a kind beside the feature.
    pub const fn feature(kind: FeatureKind) -> Unit {
        Unit { code: 4, id: kind.0 }
    }

    /// The unit packed into one number, for events.
    pub const fn to_bits(self) -> u16 {
        self.code << 12 | self.id & 0xfff
    }

    /// The unit that [`Unit::to_bits`] packed.
    pub const fn from_bits(bits: u16) -> Unit {
        Unit { code: bits >> 12, id: bits & 0xfff }
    }

    /// The print it counts, if it counts prints.
    pub const fn as_print(self) -> Option<Print> {
        if self.code == 3 { Some(Print(self.id)) } else { None }
    }

    /// The feature kind it counts, if it counts features.
    pub const fn as_feature(self) -> Option<FeatureKind> {
        if self.code == 4 { Some(FeatureKind(self.id)) } else { None }
    }
}

/// A line of a score sheet.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// When it applies.
    pub stage: Stage,
    /// Whom a bonus is for; nobody on other lines.
    pub to: Player,
    /// What it counts.
    pub unit: Unit,
    /// The rule it follows.
    pub rule: RuleId,
    /// The hook that wrote it; filled in by the host.
    pub hook: HookId,
    /// How many units, or the amount.
    pub count: i32,
    /// Points a unit, or the denominator of a factor.
    pub rate: i32,
}

impl Line {
    const fn new(stage: Stage, unit: Unit, count: i32, rate: i32) -> Line {
        Line { stage, to: Player::NONE, unit, rule: RuleId::NONE, hook: HookId::NONE, count, rate }
    }

    /// These players share the points instead.
    pub const fn owners(players: PlayerSet) -> Line {
        Line::new(Stage::OWNERS, Unit::FLAT, players.0 as i32, 1)
    }

    /// `count` units at `rate` points.
    pub const fn basis(unit: Unit, count: i32, rate: i32) -> Line {
        Line::new(Stage::BASIS, unit, count, rate)
    }

    /// Every unit of this kind is worth `rate`; of several rates the greatest holds.
    pub const fn rate(unit: Unit, rate: i32) -> Line {
        Line::new(Stage::RATE, unit, 1, rate)
    }

    /// The value is `points` instead of all basis lines; of several the greatest holds.
    pub const fn instead(points: i32) -> Line {
        Line::new(Stage::INSTEAD, Unit::FLAT, points, 1)
    }

    /// `count` further units at `rate` points.
    pub const fn plus(unit: Unit, count: i32, rate: i32) -> Line {
        Line::new(Stage::PLUS, unit, count, rate)
    }

    /// The value is nothing.
    pub const fn nil() -> Line {
        Line::new(Stage::NIL, Unit::FLAT, 0, 0)
    }

    /// The value times `numerator / denominator`, rounded up.
    pub const fn factor_up(numerator: i32, denominator: i32) -> Line {
        Line::new(Stage::FACTOR_UP, Unit::FLAT, numerator, denominator)
    }

    /// The value times `numerator / denominator`, rounded down.
    pub const fn factor_down(numerator: i32, denominator: i32) -> Line {
        Line::new(Stage::FACTOR_DOWN, Unit::FLAT, numerator, denominator)
    }

    /// `count` units at `rate` points for `to`, owner or not.
    pub const fn bonus(to: Player, unit: Unit, count: i32, rate: i32) -> Line {
        Line { to, ..Line::new(Stage::BONUS, unit, count, rate) }
    }

    /// This line, citing `rule`.
    #[must_use]
    pub const fn by(mut self, rule: RuleId) -> Line {
        self.rule = rule;
        self
    }
}

/// The value each owner gets: all stages but owners and bonus.
///
/// Saturates instead of overflowing; a factor with denominator 0 is ignored.
pub fn value(lines: &[Line]) -> i32 {
    let of = |stage: Stage| lines.iter().filter(move |l| l.stage == stage);
    let rate_of =
        |line: &Line| of(Stage::RATE).filter(|r| r.unit == line.unit).map(|r| r.rate).max().unwrap_or(line.rate);
    let basis = of(Stage::BASIS).fold(0i32, |sum, l| sum.saturating_add(l.count.saturating_mul(rate_of(l))));
    let mut total = of(Stage::INSTEAD).map(|l| l.count).max().unwrap_or(basis);
    total = of(Stage::PLUS).fold(total, |sum, l| sum.saturating_add(l.count.saturating_mul(l.rate)));
    if of(Stage::NIL).next().is_some() {
        total = 0;
    }
    for line in lines.iter().filter(|l| l.rate != 0) {
        let product = i64::from(total) * i64::from(line.count);
        let quotient = match line.stage {
            Stage::FACTOR_UP => -(-product).div_euclid(i64::from(line.rate)),
            Stage::FACTOR_DOWN => product.div_euclid(i64::from(line.rate)),
            _ => continue,
        };
        total = quotient.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    }
    total
}

/// The bonus points of `player` on the sheet.
pub fn bonus(lines: &[Line], player: Player) -> i32 {
    lines
        .iter()
        .filter(|l| l.stage == Stage::BONUS && l.to == player)
        .fold(0, |sum, l| sum.saturating_add(l.count.saturating_mul(l.rate)))
}

/// The sheet of a feature as hooks see it.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The feature.
    pub feature: FeatureId,
    /// Its kind.
    pub kind: FeatureKind,
    /// Whether it is scored as completed.
    pub complete: bool,
    /// Whether this is final scoring.
    pub last: bool,
    /// Who shares the points.
    pub owners: PlayerSet,
    /// Strength of each player's meeples on it, by seat.
    pub strengths: [i32; 8],
    /// The lines so far.
    pub lines: RSlice<'a, Line>,
}

impl Sheet<'_> {
    /// The value each owner gets by the lines so far.
    pub fn value(&self) -> i32 {
        value(&self.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANNER: Unit = Unit::print(Print(3));

    fn town(tiles: i32, banners: i32) -> Vec<Line> {
        vec![Line::basis(Unit::TILE, tiles, 2), Line::basis(BANNER, banners, 2)]
    }

    #[test]
    fn lines_count_units_at_their_rate() {
        assert_eq!(value(&town(3, 1)), 8);
    }

    #[test]
    fn order_of_writing_does_not_matter() {
        let mut lines = vec![
            Line::factor_up(1, 2),
            Line::plus(Unit::TILE, 5, 1),
            Line::rate(Unit::TILE, 2),
            Line::basis(Unit::TILE, 5, 1),
        ];
        assert_eq!(value(&lines), 8);
        lines.reverse();
        assert_eq!(value(&lines), 8);
    }

    #[test]
    fn a_rate_raises_every_unit_of_its_kind() {
        let mut lines = town(4, 2);
        lines.extend([Line::rate(Unit::TILE, 3), Line::rate(BANNER, 3)]);
        assert_eq!(value(&lines), 18);
    }

    #[test]
    fn instead_replaces_the_basis_and_nil_everything() {
        assert_eq!(value(&[Line::basis(Unit::TILE, 1, 2), Line::instead(4)]), 4);
        assert_eq!(value(&[Line::basis(Unit::TILE, 5, 1), Line::plus(Unit::FLAT, 3, 1), Line::nil()]), 0);
    }

    #[test]
    fn halves_round_as_named() {
        assert_eq!(value(&[Line::basis(Unit::TILE, 5, 1), Line::factor_up(1, 2)]), 3);
        assert_eq!(value(&[Line::basis(Unit::TILE, 5, 1), Line::factor_down(1, 2)]), 2);
    }

    #[test]
    fn extreme_numbers_saturate() {
        let lines = [Line::basis(Unit::TILE, i32::MAX, i32::MAX), Line::plus(Unit::FLAT, i32::MAX, 2)];
        assert_eq!(value(&lines), i32::MAX);
        assert_eq!(value(&[Line::basis(Unit::TILE, 5, 1), Line::factor_up(1, 0)]), 5);
    }
}
