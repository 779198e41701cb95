//! Choices with their effects, offers to players or chance, and riders on the choices of others.

use crate::{Effect, FigureId, HookId, Key, PileId, Place, Player, Pos, Rotation, RuleId, TileKind};
use abi_stable::{
    StableAbi,
    std_types::{RSlice, RStr, RVec},
};

/// Who decides.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decider {
    code: u8,
    player: Player,
    pile: PileId,
}

/// A [`Decider`] taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeciderKind {
    /// A player.
    Player(Player),
    /// Chance: every choice is equally likely.
    Chance,
    /// Chance: one of the unseen tiles of a pile is revealed.
    Pile(PileId),
}

impl Decider {
    /// Chance: every choice is equally likely.
    pub const CHANCE: Decider = Decider { code: 1, player: Player::NONE, pile: PileId::NONE };

    /// A player.
    pub const fn player(player: Player) -> Decider {
        Decider { code: 0, player, pile: PileId::NONE }
    }

    /// One of the unseen tiles of `pile` is revealed and leaves it.
    pub const fn pile(pile: PileId) -> Decider {
        Decider { code: 2, player: Player::NONE, pile }
    }

    /// The decider taken apart.
    pub const fn kind(self) -> DeciderKind {
        match self.code {
            0 => DeciderKind::Player(self.player),
            2 => DeciderKind::Pile(self.pile),
            _ => DeciderKind::Chance,
        }
    }
}

/// A choice: what is shown, what it does, and whether its hook goes on afterwards.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChoiceRow {
    /// One or two plain words: "place", "march", "return".
    pub label: RStr<'static>,
    /// The figure it is about, if any.
    pub figure: FigureId,
    /// The hook that offers it; filled in by the host.
    pub hook: HookId,
    /// Where it leads, for show and for telling choices apart.
    pub to: Place,
    /// A number that tells it from its neighbours where figure and place do not.
    pub detail: i32,
    /// Its first row in the list of effects.
    pub first_effect: u32,
    /// How many effects it has.
    pub effects: u32,
    /// The rule it follows.
    pub rule: RuleId,
    /// If not 0, its hook goes on at `answered` with this tag.
    pub tag: u16,
    /// Numbers handed on to `answered`.
    pub args: [i32; 4],
    /// For a departure the key at which its figure decides, 0 for the hook's own.
    pub key: Key,
    /// For a departure: if other choices of its figure are decided at this key or later, it is decided with them; 0 for
    /// never.
    pub with: Key,
}

/// An offer of a hook: who decides, and which of the choices belong to it.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct OfferRow {
    /// Who decides.
    pub to: Decider,
    /// Whether passing is not allowed.
    pub must: bool,
    /// What is asked, in plain words, with its question mark.
    pub title: RStr<'static>,
    /// Its first row in the list of choices.
    pub first_choice: u32,
    /// How many choices it has.
    pub choices: u32,
    /// The tag that `answered` gets when a pile reveals a tile or the player passes; 0 for no call.
    pub tag: u16,
    /// The numbers that go with `tag`.
    pub args: [i32; 4],
}

/// A supplement to a choice of others: taken together with it, or left.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct RiderRow {
    /// The choice it rides on.
    pub on: u32,
    /// Whether the choice may also be taken without it.
    pub optional: bool,
    /// What it adds, in plain words: "and pay 4".
    pub label: RStr<'static>,
    /// The rule it follows.
    pub rule: RuleId,
    /// The hook that rides; filled in by the host.
    pub hook: HookId,
    /// Its first row in the list of effects.
    pub first_effect: u32,
    /// How many effects it has.
    pub effects: u32,
}

/// A choice that may not be taken, and why.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrikeRow {
    /// The choice.
    pub choice: u32,
    /// Why, in plain words.
    pub reason: RStr<'static>,
    /// The rule it follows.
    pub rule: RuleId,
}

/// Candidates for a placement that follow each other and are all refused, and why.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusalRow {
    /// The first candidate.
    pub first: u32,
    /// How many there are.
    pub count: u32,
    /// Why, in plain words.
    pub reason: RStr<'static>,
    /// The rule it follows.
    pub rule: RuleId,
}

impl RefusalRow {
    /// The numbers of the candidates.
    pub fn candidates(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first.saturating_add(self.count as usize)
    }
}

/// The choices offered so far, as a hook at `figure_offer` or `depart` sees them.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct Offered<'a> {
    /// The choices.
    pub choices: RSlice<'a, ChoiceRow>,
    /// Their effects.
    pub effects: RSlice<'a, Effect>,
}

impl<'a> Offered<'a> {
    /// The effects of a choice.
    pub fn effects_of(&self, choice: &ChoiceRow) -> &'a [Effect] {
        let all = self.effects.as_slice();
        all.get(choice.first_effect as usize..).and_then(|rest| rest.get(..choice.effects as usize)).unwrap_or(&[])
    }

    /// The choices with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &'a ChoiceRow)> + use<'a> {
        self.choices.as_slice().iter().enumerate().map(|(i, c)| (i as u32, c))
    }
}

/// A cell and rotation in which the drawn tile could be placed.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Candidate {
    /// The cell.
    pub pos: Pos,
    /// The rotation.
    pub rotation: Rotation,
    /// The sides that do not fit their neighbours, bit 0 north; 0 for a legal placement.
    pub misfits: u8,
}

/// A tile offered instead of the draw.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceRow {
    /// The tile.
    pub kind: TileKind,
    /// Whether it must be taken if it can be placed.
    pub must: bool,
    /// What is offered, in plain words.
    pub label: RStr<'static>,
    /// Its first row in the list of effects, committed when it is taken.
    pub first_effect: u32,
    /// How many effects it has.
    pub effects: u32,
}

/// A misfit that a hook admits together with the effects that mend it.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdmitRow {
    /// The candidate.
    pub candidate: u32,
    /// What it takes, in plain words.
    pub label: RStr<'static>,
    /// Its first row in the list of effects.
    pub first_effect: u32,
    /// How many effects it has.
    pub effects: u32,
}

macro_rules! sink {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $row:ty,)* }) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(StableAbi, Clone, PartialEq, Debug, Default)]
        pub struct $name {
            $($(#[$fdoc])* pub $field: RVec<$row>,)*
        }

        impl $name {
            /// Empties it, keeping its memory.
            pub fn clear(&mut self) {
                $(self.$field.clear();)*
            }

            /// Whether nothing was written.
            pub fn is_empty(&self) -> bool {
                true $(&& self.$field.is_empty())*
            }
        }
    };
}

sink! {
    /// What most hooks write into: effects, and offers with their choices.
    Reply {
        /// Proposed now.
        effects: Effect,
        /// Made in this order.
        offers: OfferRow,
        /// The choices of the offers.
        choices: ChoiceRow,
        /// The effects of the choices.
        choice_effects: Effect,
    }
}

sink! {
    /// What hooks at `figure_offer` and `depart` write into.
    Choices {
        /// Choices added.
        choices: ChoiceRow,
        /// The effects of choices and riders.
        choice_effects: Effect,
        /// Choices of others struck.
        strikes: StrikeRow,
        /// Riders on choices of others.
        riders: RiderRow,
        /// Proposed at once, for figures without an owner.
        effects: Effect,
    }
}

sink! {
    /// What hooks at `placement` write into.
    Verdicts {
        /// Candidates refused.
        refusals: RefusalRow,
        /// Misfits admitted.
        admits: AdmitRow,
        /// The effects of admitted misfits.
        effects: Effect,
    }
}

sink! {
    /// What hooks at `tile_source` write into.
    Sources {
        /// Tiles offered.
        sources: SourceRow,
        /// Their effects.
        effects: Effect,
    }
}

sink! {
    /// What hooks at `score` write into.
    Lines {
        /// Lines of the sheet.
        lines: crate::Line,
    }
}

sink! {
    /// What hooks at `completed` write into.
    Completions {
        /// Features to treat as completed too.
        add: crate::FeatureId,
        /// Features not to treat as completed, each with a reason.
        withhold: WithholdRow,
    }
}

/// A completed feature that is not scored now, and why.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WithholdRow {
    /// The feature.
    pub feature: crate::FeatureId,
    /// Why, in plain words.
    pub reason: RStr<'static>,
    /// The rule it follows.
    pub rule: RuleId,
}

/// A choice under construction; it is part of the list as soon as it is begun.
#[derive(Debug)]
pub struct Choice<'s> {
    row: &'s mut ChoiceRow,
    effects: &'s mut RVec<Effect>,
}

impl<'s> Choice<'s> {
    fn begin(label: &'static str, choices: &'s mut RVec<ChoiceRow>, effects: &'s mut RVec<Effect>) -> Choice<'s> {
        let at = choices.len();
        choices.push(ChoiceRow {
            label: label.into(),
            figure: FigureId::NONE,
            hook: HookId::NONE,
            to: Place::SUPPLY,
            detail: 0,
            first_effect: effects.len() as u32,
            effects: 0,
            rule: RuleId::NONE,
            tag: 0,
            args: [0; 4],
            key: Key(0),
            with: Key(0),
        });
        Choice { row: &mut choices[at], effects }
    }

    /// It is about this figure.
    pub fn figure(self, figure: FigureId) -> Self {
        self.row.figure = figure;
        self
    }

    /// It leads here.
    pub fn to(self, place: Place) -> Self {
        self.row.to = place;
        self
    }

    /// A number that tells it from choices with the same figure and place.
    pub fn detail(self, detail: i32) -> Self {
        self.row.detail = detail;
        self
    }

    /// It follows this rule.
    pub fn by(self, rule: RuleId) -> Self {
        self.row.rule = rule;
        self
    }

    /// It does this.
    pub fn does(self, effect: Effect) -> Self {
        self.effects.push(effect);
        self.row.effects += 1;
        self
    }

    /// Its figure goes there: sets figure and place and adds the move.
    pub fn shifts(self, figure: FigureId, to: Place, cause: crate::Cause) -> Self {
        self.figure(figure).to(to).does(Effect::shift(figure, to, cause))
    }

    /// Its hook goes on at `answered` with this tag and these numbers.
    pub fn then(self, tag: u16, args: [i32; 4]) -> Self {
        self.row.tag = tag;
        self.row.args = args;
        self
    }

    /// As a departure, its figure decides at `key` instead of the hook's own key.
    pub fn decided_at(self, key: Key) -> Self {
        self.row.key = key;
        self
    }

    /// As a departure, it waits for its own key only if its figure has no other choice at `from` or later.
    pub fn decided_with(self, from: Key) -> Self {
        self.row.with = from;
        self
    }
}

impl Choices {
    /// Begins a choice.
    pub fn add(&mut self, label: &'static str) -> Choice<'_> {
        Choice::begin(label, &mut self.choices, &mut self.choice_effects)
    }

    /// Strikes a choice of others.
    pub fn strike(&mut self, choice: u32, reason: &'static str, rule: RuleId) {
        self.strikes.push(StrikeRow { choice, reason: reason.into(), rule });
    }

    /// Rides on a choice of others with `effects`; optional riders may be left.
    pub fn ride(&mut self, on: u32, label: &'static str, rule: RuleId, optional: bool, effects: &[Effect]) {
        let first_effect = self.choice_effects.len() as u32;
        effects.iter().for_each(|&e| self.choice_effects.push(e));
        self.riders.push(RiderRow {
            on,
            optional,
            label: label.into(),
            rule,
            hook: HookId::NONE,
            first_effect,
            effects: effects.len() as u32,
        });
    }

    /// Proposes an effect at once.
    pub fn does(&mut self, effect: Effect) {
        self.effects.push(effect);
    }
}

impl Reply {
    /// Proposes an effect.
    pub fn does(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Begins an offer; its choices are those begun until the next offer.
    pub fn offer(&mut self, to: Decider, title: &'static str) -> OfferBuilder<'_> {
        self.offers.push(OfferRow {
            to,
            must: false,
            title: title.into(),
            first_choice: self.choices.len() as u32,
            choices: 0,
            tag: 0,
            args: [0; 4],
        });
        OfferBuilder { reply: self }
    }
}

/// An offer under construction.
#[derive(Debug)]
pub struct OfferBuilder<'s> {
    reply: &'s mut Reply,
}

impl OfferBuilder<'_> {
    fn row(&mut self) -> &mut OfferRow {
        let last = self.reply.offers.len() - 1;
        &mut self.reply.offers[last]
    }

    /// Passing is not allowed.
    pub fn must(mut self) -> Self {
        self.row().must = true;
        self
    }

    /// After a pass or a revealed tile the hook goes on at `answered` with this tag and these numbers.
    pub fn then(mut self, tag: u16, args: [i32; 4]) -> Self {
        self.row().tag = tag;
        self.row().args = args;
        self
    }

    /// Begins a choice of this offer.
    pub fn choice(&mut self, label: &'static str) -> Choice<'_> {
        self.row().choices += 1;
        Choice::begin(label, &mut self.reply.choices, &mut self.reply.choice_effects)
    }
}

impl Verdicts {
    /// Refuses a candidate.
    pub fn refuse(&mut self, candidate: u32, reason: &'static str, rule: RuleId) {
        self.refusals.push(RefusalRow { first: candidate, count: 1, reason: reason.into(), rule });
    }

    /// Refuses candidates that follow each other.
    pub fn refuse_all(&mut self, candidates: std::ops::Range<u32>, reason: &'static str, rule: RuleId) {
        let (first, count) = (candidates.start, candidates.len() as u32);
        if count > 0 {
            self.refusals.push(RefusalRow { first, count, reason: reason.into(), rule });
        }
    }

    /// Admits a misfit together with the effects that mend it.
    pub fn admit(&mut self, candidate: u32, label: &'static str, effects: &[Effect]) {
        let first_effect = self.effects.len() as u32;
        effects.iter().for_each(|&e| self.effects.push(e));
        self.admits.push(AdmitRow { candidate, label: label.into(), first_effect, effects: effects.len() as u32 });
    }
}

impl Sources {
    /// Offers a tile instead of the draw; `effects` are committed when it is taken.
    pub fn offer(&mut self, kind: TileKind, label: &'static str, must: bool, effects: &[Effect]) {
        let first_effect = self.effects.len() as u32;
        effects.iter().for_each(|&e| self.effects.push(e));
        self.sources.push(SourceRow { kind, must, label: label.into(), first_effect, effects: effects.len() as u32 });
    }
}

impl Lines {
    /// Writes a line.
    pub fn write(&mut self, line: crate::Line) {
        self.lines.push(line);
    }
}

impl Completions {
    /// Treats a feature as completed too.
    pub fn include(&mut self, feature: crate::FeatureId) {
        self.add.push(feature);
    }

    /// Does not treat a feature as completed now.
    pub fn withhold(&mut self, feature: crate::FeatureId, reason: &'static str, rule: RuleId) {
        self.withhold.push(WithholdRow { feature, reason: reason.into(), rule });
    }
}
