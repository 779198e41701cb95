//! The resolved rules of one choice of plugins: compiled tables, words for every id, and the hooks in their order.

use crate::resolve::Doubt;
use gatehouse_core::declare::{
    Declaration, Edge, Feature, Figure, LinkDecl, Mark, Pile, PrintDecl, Rule, Slot, Switch,
};
use gatehouse_core::plugin::PluginModule_Ref;
use gatehouse_core::points::*;
use gatehouse_core::tiles::Tile;
use gatehouse_core::{FigureKind, HookId, Key, MarkKind, PileId, Point, Pos, RuleId, Tables, TileKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A plugin that was found and read, whether or not it is played.
#[derive(Clone)]
pub struct Plugin {
    /// Its root module.
    pub module: PluginModule_Ref,
    /// Its declaration.
    pub declaration: Declaration,
    /// Its tiles, all files in order.
    pub tiles: Vec<Tile>,
    /// Where it is from.
    pub origin: Origin,
}

/// A plugin that was found and is not opened: nothing of it can be played, but what it declares is known.
#[derive(Clone, Debug)]
pub struct Unplayed {
    id: String,
    text: String,
    /// Read when it is first needed, which is seldom.
    read: OnceLock<Option<Declaration>>,
}

impl Unplayed {
    /// What the text of a `plugin.toml` declares.
    pub fn new(id: String, text: String) -> Unplayed {
        Unplayed { id, text, read: OnceLock::new() }
    }

    /// The plugin.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The text of its `plugin.toml`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its declaration, if the text is one.
    pub fn declaration(&self) -> Option<&Declaration> {
        // Also where it is of a later hook API: it is only looked at.
        self.read.get_or_init(|| Declaration::parse_newer(&self.text).ok()).as_ref()
    }
}

impl PartialEq for Unplayed {
    fn eq(&self, other: &Unplayed) -> bool {
        (&self.id, &self.text) == (&other.id, &other.text)
    }
}

impl Eq for Unplayed {}

/// Where a plugin is from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Linked into the program.
    Linked,
    /// A library file.
    File {
        /// Its path as found on the search path.
        path: std::path::PathBuf,
        /// The SHA-256 of its contents in lower-case hexadecimal.
        sha256: String,
    },
}

/// A plugin of the resolved rules.
pub struct PlayedPlugin {
    /// The plugin.
    pub plugin: Plugin,
    /// Its names, resolved: an id a row of its module's `names`, `u16::MAX` for an absent optional one.
    pub names: Vec<u16>,
    /// The values of its switches, in declared order.
    pub switches: Vec<i32>,
}

/// A declared thing with the plugin that declares it.
#[derive(Clone, Debug)]
pub struct Declared<T> {
    /// The place of its plugin in [`Rules::plugins`].
    pub plugin: usize,
    /// What it declares.
    pub what: T,
}

/// A tile kind in words.
#[derive(Clone, Debug)]
pub struct TileWord {
    /// The place of its plugin in [`Rules::plugins`].
    pub plugin: usize,
    /// The tile as its file has it.
    pub tile: Tile,
    /// The pile it belongs to.
    pub pile: PileId,
    /// Prints and segment kinds on it that nobody declares, and that therefore do nothing.
    pub inert: Vec<String>,
}

/// The declared names behind the ids: row n names id n.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Edge kinds.
    pub edges: Vec<Declared<Edge>>,
    /// Feature kinds.
    pub features: Vec<Declared<Feature>>,
    /// Figure kinds.
    pub figures: Vec<Declared<Figure>>,
    /// Kinds of marks.
    pub marks: Vec<Declared<Mark>>,
    /// Kinds of links.
    pub links: Vec<Declared<LinkDecl>>,
    /// Prints.
    pub prints: Vec<Declared<PrintDecl>>,
    /// Figure slots in timeline order.
    pub slots: Vec<Declared<Slot>>,
    /// Piles.
    pub piles: Vec<Declared<Pile>>,
    /// Switches with the value played.
    pub switches: Vec<(Declared<Switch>, i32)>,
    /// Rules.
    pub rules: Vec<Declared<Rule>>,
    /// Tile kinds.
    pub tiles: Vec<TileWord>,
}

/// When a hook is called, compiled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct When {
    /// It can't be called: a switch has another value, or a name it asks for is absent.
    pub never: bool,
    /// Feature kinds as bits; 0 for any.
    pub features: u32,
    /// Prints on the drawn tile as bits; 0 for any.
    pub drawn: u64,
    /// Prints on the placed tile as bits; 0 for any.
    pub placed: u64,
    /// Prints on the feature or a tile of it as bits; 0 for any.
    pub shows: u64,
    /// Kinds of the moved figure as bits; 0 for any.
    pub moved: u64,
    /// Kinds of figures as bits of which the active player must have one left; 0 for any.
    pub left: u64,
    /// Kinds of figures of which one must be on the board.
    pub on_board: Vec<FigureKind>,
    /// Kinds of marks of which one must be in the game.
    pub marks: Vec<MarkKind>,
    /// The feature must be scored as completed.
    pub completed: bool,
    /// The sheet must have exactly one owner.
    pub sole_owner: bool,
}

/// What a hook declares to write, compiled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Writes {
    /// Classes of data as bits by code.
    pub classes: u64,
    /// Kinds of figures as bits.
    pub figures: u64,
    /// Whether it may write any mark.
    pub every_mark: bool,
    /// Marks that it sets or adds to.
    pub marks: Vec<MarkKind>,
    /// Marks that it adds to.
    pub tallies: Vec<MarkKind>,
    /// Stages of a sheet as bits.
    pub stages: u16,
    /// Points that it skips as bits.
    pub skips: u32,
}

impl Rules {
    /// Every hook as `plugin/hook`, in the order of their ids.
    pub fn hook_names(&self) -> Vec<String> {
        let id = |n: usize| &self.plugins[n].plugin.declaration.plugin.id;
        self.hooks.iter().map(|h| format!("{}/{}", id(h.plugin), h.head.name)).collect()
    }
}

impl Writes {
    /// Everything.
    pub const ANYTHING: Writes = Writes {
        classes: u64::MAX,
        figures: u64::MAX,
        every_mark: true,
        marks: Vec::new(),
        tallies: Vec::new(),
        stages: u16::MAX,
        skips: u32::MAX,
    };
}

/// A hook in its place.
#[derive(Clone, Debug)]
pub struct PlannedHook {
    /// The place of its plugin in [`Rules::plugins`].
    pub plugin: usize,
    /// Its point.
    pub point: Point,
    /// Its place on the timeline.
    pub key: Key,
    /// Its head as declared.
    pub head: HookHead,
    /// When it is called.
    pub when: When,
    /// Its first rule.
    pub rule: RuleId,
    /// What it may write when it is called.
    pub writes: Writes,
    /// What its choices, riders and offered tiles may write when they are taken.
    pub choices_write: Writes,
    /// Why it has its place, in one line.
    pub why: String,
}

macro_rules! at {
    ($($point:ident: $hook:ident),* $(,)?) => {
        /// The hooks of each point in their order.
        #[derive(Clone, Default)]
        pub struct At {
            $(
                #[doc = concat!("Hooks at `", stringify!($point), "`.")]
                pub $point: Vec<(HookId, $hook)>,
            )*
        }

        impl At {
            /// The hooks of a plugin's module at every point, in the module's order.
            pub fn of(module: &PluginModule_Ref) -> Vec<AnyHook> {
                let mut hooks = Vec::new();
                $(hooks.extend(module.$point().iter().map(|h| AnyHook::$point(*h)));)*
                hooks
            }

            /// Appends a hook to the list of its point.
            pub fn push(&mut self, id: HookId, hook: AnyHook) {
                match hook {
                    $(AnyHook::$point(h) => self.$point.push((id, h)),)*
                }
            }
        }
    };
}

at! {
    setup: SetupHook,
    turn_start: TurnStartHook,
    tile_source: TileSourceHook,
    tile_drawn: TileDrawnHook,
    placement: PlacementHook,
    tile_placed: TilePlacedHook,
    prologue: PrologueHook,
    figure_offer: FigureOfferHook,
    after_action: AfterActionHook,
    completed: CompletedHook,
    before_score: BeforeScoreHook,
    score: ScoreHook,
    scored: ScoredHook,
    depart: DepartHook,
    after_scoring: AfterScoringHook,
    turn_end: TurnEndHook,
    last_round: LastRoundHook,
    final_score: FinalScoreHook,
    answered: AnsweredHook,
    grew: GrewHook,
    figure_moved: FigureMovedHook,
    points: PointsHook,
}

/// The user's word on the order of hooks, above their wishes and keys.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// Which of two hooks comes first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Override>,
    /// Other keys for hooks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<Rekey>,
}

impl Given {
    /// Whether the user says nothing.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty() && self.keys.is_empty()
    }

    /// The hooks that the user orders, as `plugin/hook`.
    pub fn hooks(&self) -> BTreeSet<&str> {
        let both = self.order.iter().flat_map(|o| [o.first.as_str(), o.then.as_str()]);
        both.chain(self.keys.iter().map(|k| k.hook.as_str())).collect()
    }

    /// What of it is about hooks of plugins that are played.
    pub fn among(&self, played: impl Fn(&str) -> bool) -> Given {
        let is_there = |hook: &str| played(hook.split('/').next().unwrap_or_default());
        Given {
            order: self.order.iter().filter(|o| is_there(&o.first) && is_there(&o.then)).cloned().collect(),
            keys: self.keys.iter().filter(|k| is_there(&k.hook)).cloned().collect(),
        }
    }
}

/// The user's word that one hook comes before another.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(deny_unknown_fields)]
pub struct Override {
    /// The name of their point.
    pub point: String,
    /// The hook to come first, as `plugin/hook`.
    pub first: String,
    /// The hook to come later, as `plugin/hook`.
    pub then: String,
    /// Why.
    pub reason: String,
}

/// The user's word that a hook has another key.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(deny_unknown_fields)]
pub struct Rekey {
    /// The name of its point.
    pub point: String,
    /// The hook, as `plugin/hook`.
    pub hook: String,
    /// Its key, 0 to 999 within those of the point.
    pub key: u16,
    /// Why.
    pub reason: String,
}

/// What a note is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Topic {
    /// The user's word puts a hook where its key and the wishes of hooks would not.
    Setup,
    /// Something declared that does nothing in this choice of plugins.
    Idle,
}

/// Something about resolved rules that is worth knowing and no error.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Note {
    /// What it is about.
    pub topic: Topic,
    /// What is to be known, in one lower-case sentence.
    pub text: String,
}

/// The resolved rules of one choice of plugins.
pub struct Rules {
    /// The compiled declarations; `setup` hooks may change them before the game.
    pub tables: Tables,
    /// Names, labels and looks.
    pub words: Words,
    /// The plugins: the base first, then by id.
    pub plugins: Vec<PlayedPlugin>,
    /// All hooks: by point, then in their order within it. Row n is hook id n.
    pub hooks: Vec<PlannedHook>,
    /// The callable hooks of each point.
    pub at: At,
    /// Tiles that lie on the table from the start.
    pub start: Vec<(TileKind, Pos)>,
    /// Tiles of which one copy is in the box, replaced by one that lies on the table from the start.
    pub boxed: Vec<TileKind>,
    /// The SHA-256, in lower-case hexadecimal, of what is declared and how it is ordered: plugins, switches, tables, hooks.
    pub digest: String,
    /// What the user orders and what is declared in vain, sorted.
    pub notes: Vec<Note>,
    /// What is doubtful about the order, sorted.
    pub doubts: Vec<Doubt>,
    /// Pairs of callable hooks that may be called at one time and that only the ids of plugins and names order, sorted. At
    /// most 65,536 of them.
    pub unordered: Vec<(HookId, HookId)>,
    /// The user's word on the order.
    pub given: Given,
}
