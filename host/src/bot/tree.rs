//! The tree of a search: what was tried from which decision, how often, and what came of it.
//!
//! All seats move in one tree, whose root is the decision at hand. The nodes lie in one vector; a table finds the
//! child of a node by an action's code.

/// The index of a node.
pub(super) type Node = u32;

/// The root of a tree.
pub(super) const ROOT: Node = 0;

/// What is known of an action in its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    parent: Node,
    /// The action that leads here.
    pub(super) code: u64,
    /// How often it was taken.
    pub(super) visits: u32,
    /// How often it could have been taken.
    pub(super) offered: u32,
    /// The sum of what it was worth to the side that took it: the round's gain, and a prize for winning the game.
    pub(super) worth: f32,
    /// The sum of the round's gain alone.
    pub(super) gain: f32,
    /// The side that takes it.
    pub(super) side: u8,
}

/// A tree; cleared and used again from decision to decision.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<Tried>,
    slots: Vec<u32>,
}

/// No node in this slot.
const FREE: u32 = u32::MAX;

impl Tree {
    /// Empties the tree, with room for `nodes` without growing.
    pub(super) fn clear(&mut self, nodes: usize) {
        self.nodes.clear();
        self.nodes.reserve(nodes + 1);
        self.slots.clear();
        self.slots.resize((nodes * 2).next_power_of_two().max(64), FREE);
        self.nodes.push(Tried { parent: ROOT, code: 0, visits: 0, offered: 0, worth: 0.0, gain: 0.0, side: 0 });
    }
    /// A node.
    #[inline(always)]
    pub(super) fn node(&self, node: Node) -> &Tried {
        &self.nodes[node as usize]
    }
    /// A node, to be changed.
    #[inline(always)]
    pub(super) fn node_mut(&mut self, node: Node) -> &mut Tried {
        &mut self.nodes[node as usize]
    }
    #[inline(always)]
    fn slot(&self, parent: Node, code: u64) -> usize {
        let mixed = (code ^ u64::from(parent) << 40 ^ u64::from(parent)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }
    /// The child of `parent` by an action.
    #[inline(always)]
    pub(super) fn child(&self, parent: Node, code: u64) -> Option<Node> {
        let mut slot = self.slot(parent, code);
        loop {
            let node = self.slots[slot];
            if node == FREE {
                return None;
            }
            let tried = &self.nodes[node as usize];
            if tried.code == code && tried.parent == parent {
                return Some(node);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
    /// Adds a child that was not there.
    pub(super) fn add(&mut self, parent: Node, code: u64, side: u8) -> Node {
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        let node = self.nodes.len() as Node;
        self.nodes.push(Tried { parent, code, visits: 0, offered: 1, worth: 0.0, gain: 0.0, side });
        self.place(node);
        node
    }
    fn place(&mut self, node: Node) {
        let Tried { parent, code, .. } = self.nodes[node as usize];
        let mut slot = self.slot(parent, code);
        while self.slots[slot] != FREE {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = node;
    }
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, FREE);
        for node in 1..self.nodes.len() as Node {
            self.place(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_by_parent_and_code_also_after_growing() {
        let mut tree = Tree::default();
        tree.clear(4);
        let mut all = Vec::new();
        for step in 0..500u32 {
            let parent = step / 3;
            let code = u64::from(step) * 0x1_0000_0001;
            assert_eq!(tree.child(parent, code), None);
            all.push((parent, code, tree.add(parent, code, 0)));
        }
        for (parent, code, node) in all {
            assert_eq!(tree.child(parent, code), Some(node));
            assert_eq!(tree.child(parent + 1, code), None);
        }
        tree.clear(4);
        assert_eq!((tree.nodes.len(), tree.child(ROOT, 0)), (1, None));
    }
}
