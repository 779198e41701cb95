//! The wagon: after its feature was scored it may drive on to another one.

use super::{DRIVE, MEETS, WAGON, WAGON_DECIDES, WAGON_MOVE};
use gatehouse_core::prelude::*;

/// A feature that a wagon may drive to, and the segment on which it arrives.
type Goal = (TileId, FeatureId, SegmentId);

/// Each wagon on the completed feature may drive to an incomplete one without meeples.
pub(super) fn drive(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    for (wagon, row) in view.figures_on(ends.sheet.feature).filter(|(_, f)| f.kind == view.id(WAGON)) {
        let mut goals = if view.switch(WAGON_MOVE) == 1 {
            connected(view, ends.sheet.feature)
        } else {
            view.tile_of(row.place).map(|tile| nearby(view, tile)).unwrap_or_default()
        };
        goals.retain(|&(_, goal, _)| {
            let feature = view.feature(goal);
            !feature.is_complete() && !view.is_occupied(goal) && view.may_stand(row.kind, feature.kind)
        });
        goals.dedup_by_key(|&mut (tile, goal, _)| (tile, goal));
        for (_, _, segment) in goals {
            let choice = out.add("drive").by(view.id(DRIVE)).shifts(wagon, Place::segment(segment), Cause::MOVED);
            if view.switch(WAGON_DECIDES) == 480 {
                choice.decided_with(Key(480));
            }
        }
    }
}

/// What has a segment on the wagon's tile or one of the eight around it.
fn nearby(view: &View<'_>, tile: TileId) -> Vec<Goal> {
    let tiles = [tile].into_iter().chain(view.around(tile));
    let mut goals: Vec<Goal> =
        tiles.flat_map(|t| view.segments_on(t).map(move |s| (t, view.feature_of(s), s))).collect();
    goals.sort_unstable();
    goals
}

/// What is connected with the scored feature where they meet on a tile or through a passable edge: any of its tiles.
fn connected(view: &View<'_>, scored: FeatureId) -> Vec<Goal> {
    let met = view.linked_features(scored, view.id(MEETS)).into_iter();
    let beyond = view.segments_of(scored).flat_map(|s| view.beyond(s)).map(|s| view.feature_of(s));
    let mut features: Vec<FeatureId> = met.chain(beyond).filter(|f| *f != scored).collect();
    features.sort_unstable();
    features.dedup();
    features.into_iter().flat_map(|f| view.tiles_of(f).into_iter().map(move |(t, s)| (t, f, s))).collect()
}
