//! Taking back: the actions of the turn in progress that have revealed nothing.

use crate::plugin::Moment;

/// The steps that can be taken back, the last at the end.
#[derive(Default)]
pub(super) struct Undo(Vec<Step>);

/// A step: the moment before it, and how many lines each log gained by it.
pub(super) struct Step {
    pub(super) before: Moment,
    pub(super) told: Vec<usize>,
}

impl Undo {
    pub(super) fn push(&mut self, before: Moment, told: Vec<usize>) {
        self.0.push(Step { before, told });
    }
    pub(super) fn pop(&mut self) -> Option<Step> {
        self.0.pop()
    }
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
    pub(super) fn is_possible(&self) -> bool {
        !self.0.is_empty()
    }
}
