//! The moves of a game with their variations and comments, as a tree.

use crate::rules::{Move, Position};

use super::{Mark, Outcome};

/// A place in the tree: the position after a move, or the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// One position of the tree, with its comments.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move that led here; none at the start.
    pub mv: Option<Move>,
    /// The position after it.
    pub position: Position,
    /// The node before; none at the start.
    pub parent: Option<NodeId>,
    /// The continuations, the main one first.
    pub children: Vec<NodeId>,
    /// Text before the move, as variations often begin with it.
    pub comment_before: String,
    /// Text after the move.
    pub comment: String,
    /// Numeric glyphs ($1 good, $2 bad, …).
    pub nags: Vec<u8>,
    /// Circles and arrows drawn on the position.
    pub marks: Vec<Mark>,
    /// An end that no rule forces: resignation, agreement, forfeit.
    pub declared: Option<Outcome>,
    ply: u32,
    plies_since_removal: u32,
}

/// The tree. Nodes are never moved; deleted ones are only cut off.
#[derive(Clone, Debug)]
pub struct MoveTree {
    nodes: Vec<Node>,
    /// How often moves were added, cut off, reordered or annotated.
    changes: u64,
}

impl MoveTree {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);

    pub(super) fn new(start: Position) -> MoveTree {
        MoveTree { nodes: vec![Node::new(None, start, None, 0, 0)], changes: 0 }
    }

    /// A node's contents. A node of another game that is not in this one reads as the start.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&self.nodes[0])
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// A node whose comment, glyphs or marks change.
    pub(super) fn annotate(&mut self, id: NodeId) -> &mut Node {
        self.changes += 1;
        self.node_mut(id)
    }

    /// Takes the circles and arrows out of all comments.
    pub(super) fn find_marks(&mut self) {
        for node in self.nodes.iter_mut().filter(|node| node.comment.contains("[%c")) {
            (node.comment, node.marks) = super::mark::take_from(&node.comment);
        }
    }

    /// How many nodes were ever created.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Changes whenever moves are added, cut off, reordered or annotated.
    pub fn version(&self) -> u64 {
        self.changes
    }

    /// Whether any move has an alternative.
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// Whether a node still belongs to the game.
    pub fn is_attached(&self, id: NodeId) -> bool {
        if id.0 as usize >= self.nodes.len() {
            return false;
        }
        let mut node = id;
        while let Some(parent) = self.node(node).parent {
            if !self.node(parent).children.contains(&node) {
                return false;
            }
            node = parent;
        }
        true
    }

    /// Whether there is only the start.
    pub fn is_empty(&self) -> bool {
        self.nodes[0].children.is_empty()
    }

    /// The child that a move leads to, if it exists.
    pub fn child_by_move(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.node(parent).children.iter().copied().find(|&child| self.node(child).mv == Some(mv))
    }

    /// Adds a legal move after a node, as its last variation.
    pub(super) fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let before = self.node(parent);
        let position = before.position.after(mv);
        // Plies count as quiet only once both hands are empty.
        let quiet = mv.removal.is_none() && before.position.hands_are_empty();
        let plies_since_removal = if quiet { before.plies_since_removal + 1 } else { 0 };
        let node = Node::new(Some(mv), position, Some(parent), before.ply + 1, plies_since_removal);
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.node_mut(parent).children.push(id);
        self.changes += 1;
        id
    }

    /// Cuts off a node and everything after it. The start stays.
    pub(super) fn cut(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            self.node_mut(parent).children.retain(|&child| child != id);
            self.changes += 1;
        }
    }

    /// Makes the line through this node the first one at its last fork; false if there is none.
    pub(super) fn promote(&mut self, id: NodeId) -> bool {
        let mut child = id;
        while let Some(parent) = self.node(child).parent {
            let children = &mut self.node_mut(parent).children;
            let place = children.iter().position(|&other| other == child).unwrap_or(0);
            if place > 0 {
                children[..=place].rotate_right(1);
                self.changes += 1;
                return true;
            }
            child = parent;
        }
        false
    }

    /// The nodes from the start to this one, both included.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut node = id;
        while let Some(parent) = self.node(node).parent {
            path.push(parent);
            node = parent;
        }
        path.reverse();
        path
    }

    /// The last node of the main continuation of a node.
    pub fn end_of_line(&self, id: NodeId) -> NodeId {
        let mut node = id;
        while let Some(&child) = self.node(node).children.first() {
            node = child;
        }
        node
    }

    /// Whether the node lies on the main line.
    pub fn is_on_main_line(&self, id: NodeId) -> bool {
        let mut node = id;
        while let Some(parent) = self.node(node).parent {
            if self.node(parent).children.first() != Some(&node) {
                return false;
            }
            node = parent;
        }
        true
    }

    /// Whether `ancestor` lies on the way from the start to `id` (or is `id`).
    pub fn is_ancestor(&self, ancestor: NodeId, id: NodeId) -> bool {
        let mut node = id;
        // Only nodes behind the ancestor are walked, so that playing on at the end of a long game stays cheap.
        while self.node(node).ply > self.node(ancestor).ply {
            let Some(parent) = self.node(node).parent else { break };
            node = parent;
        }
        node == ancestor
    }
}

impl Node {
    fn new(mv: Option<Move>, position: Position, parent: Option<NodeId>, ply: u32, plies_since_removal: u32) -> Node {
        Node {
            mv,
            position,
            parent,
            children: Vec::new(),
            comment_before: String::new(),
            comment: String::new(),
            nags: Vec::new(),
            marks: Vec::new(),
            declared: None,
            ply,
            plies_since_removal,
        }
    }

    /// Plies from the start position.
    pub fn ply(&self) -> usize {
        self.ply as usize
    }

    /// Plies without a removal since both hands are empty.
    pub fn quiet_plies(&self) -> usize {
        self.plies_since_removal as usize
    }
}
