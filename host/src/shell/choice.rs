//! Choosing: from all that a seat may do to the one thing that it does, in one way for every game.
//!
//! Pieces are picked, and only the actions that touch all picked pieces stay offered. A verb narrows them further. What
//! is left shows as a list of chips: an action, or a verb that still stands for several.

use std::collections::HashMap;

use parlour_sdk::view::{Choice, Pick, View};

/// Letters that the shell keeps for itself.
const RESERVED: &str = "hulq";

/// A piece as far as choosing goes: twins, of one zone and one face, are of one kind.
type Kind = u16;

/// An entry of the list of what can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chip {
    /// The choice of this index.
    Act(usize),
    /// The verb of this index, which stands for so many choices.
    Open(usize, usize),
}

/// Where the cursor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// On a piece.
    Piece(Pick),
    /// On the n-th chip.
    Chip(usize),
}

/// What a key led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing but a change of what is shown.
    Shown,
    /// This action is to be played.
    Act(u64),
    /// It cannot be done.
    Not,
}

/// The choice in progress.
#[derive(Clone, Debug, Default)]
pub struct Chooser {
    choices: Vec<Choice>,
    /// For each choice the kinds that it touches, sorted.
    needs: Vec<Vec<Kind>>,
    /// For each choice its verb.
    verb_of: Vec<usize>,
    /// The verbs with their letters.
    verbs: Vec<(String, Option<char>)>,
    /// The kind of each piece, by zone and place.
    kinds: Vec<Vec<Kind>>,
    /// For each kind whether any choice touches it.
    touched: Vec<bool>,
    picked: Vec<Pick>,
    narrowed: Option<usize>,
    focus: Option<Focus>,
    typed: String,
}

impl Chooser {
    /// The choice among these in this view. `before` is where the cursor was, to stay there if it can.
    pub fn new(view: &View, choices: Vec<Choice>, before: Option<Focus>) -> Self {
        let mut numbers: HashMap<(usize, Option<&str>), Kind> = HashMap::new();
        let mut kinds = Vec::with_capacity(view.zones.len());
        for (index, zone) in view.zones.iter().enumerate() {
            let mut kind = |face| {
                let next = Kind::try_from(numbers.len()).unwrap_or(Kind::MAX);
                *numbers.entry((index, face)).or_insert(next)
            };
            kinds.push(zone.pieces.iter().map(|piece| kind(piece.face.as_deref())).collect::<Vec<_>>());
        }
        let mut chooser = Self { kinds, touched: vec![false; numbers.len()], ..Self::default() };
        let mut words: HashMap<&str, usize> = HashMap::new();
        for choice in &choices {
            let mut needs: Vec<Kind> = choice.picks.iter().filter_map(|&pick| chooser.kind(pick)).collect();
            needs.sort_unstable();
            needs.iter().for_each(|&kind| chooser.touched[usize::from(kind)] = true);
            chooser.needs.push(needs);
            let next = words.len();
            let verb = *words.entry(&choice.verb).or_insert(next);
            if verb == next && chooser.verbs.len() == next {
                chooser.verbs.push((choice.verb.clone(), None));
            }
            chooser.verb_of.push(verb);
        }
        chooser.letter_verbs();
        chooser.choices = choices;
        chooser.focus = chooser.first_focus(view, before);
        chooser
    }

    fn kind(&self, pick: Pick) -> Option<Kind> {
        self.kinds.get(pick.zone)?.get(pick.piece).copied()
    }
    /// Gives each verb a letter of its own, out of the verb where it can be.
    fn letter_verbs(&mut self) {
        let mut free: Vec<char> = ('a'..='z').filter(|&letter| !RESERVED.contains(letter)).collect();
        for (verb, letter) in &mut self.verbs {
            let own = verb.chars().map(|symbol| symbol.to_ascii_lowercase()).find_map(|symbol| {
                let place = free.iter().position(|&letter| letter == symbol)?;
                Some(free.remove(place))
            });
            *letter = own;
        }
        for (_, letter) in self.verbs.iter_mut().filter(|(_, letter)| letter.is_none()) {
            *letter = if free.is_empty() { None } else { Some(free.remove(0)) };
        }
    }
    fn first_focus(&self, view: &View, before: Option<Focus>) -> Option<Focus> {
        if self.choices.is_empty() {
            return None;
        }
        if let Some(Focus::Piece(pick)) = before
            && self.can_point(pick)
        {
            return before;
        }
        let own = view.zone("hand");
        let in_hand = |&pick: &Pick| Some(pick.zone) == own;
        let near = match before {
            Some(Focus::Piece(before)) if Some(before.zone) == own => before.piece,
            _ => 0,
        };
        let pick = self.pointable().filter(in_hand).min_by_key(|pick| pick.piece.abs_diff(near));
        Some(pick.map_or(Focus::Chip(0), Focus::Piece))
    }

    /// Whether there is something to choose.
    pub fn is_open(&self) -> bool {
        !self.choices.is_empty()
    }
    /// A choice by its index.
    pub fn choice(&self, index: usize) -> &Choice {
        &self.choices[index]
    }
    /// A verb by its index.
    pub fn verb(&self, index: usize) -> &str {
        &self.verbs[index].0
    }
    /// The letter of a verb.
    pub fn letter(&self, verb: usize) -> Option<char> {
        self.verbs[verb].1
    }
    /// The verb of a chip.
    pub fn chip_verb(&self, chip: Chip) -> usize {
        match chip {
            Chip::Act(choice) => self.verb_of[choice],
            Chip::Open(verb, _) => verb,
        }
    }
    /// The verb that the choices are narrowed to.
    pub fn narrowed(&self) -> Option<usize> {
        self.narrowed
    }
    /// The picked pieces, in the order they were picked.
    pub fn picked(&self) -> &[Pick] {
        &self.picked
    }
    /// Where the cursor is.
    pub fn focus(&self) -> Option<Focus> {
        self.focus
    }
    /// Moves the cursor.
    pub fn point(&mut self, focus: Focus) {
        self.focus = Some(focus);
        self.typed.clear();
    }
    /// Whether the cursor can be on a piece: some choice touches it.
    pub fn can_point(&self, pick: Pick) -> bool {
        self.kind(pick).is_some_and(|kind| self.touched[usize::from(kind)])
    }
    /// Whether any piece of a zone can be picked.
    pub fn touches_zone(&self, zone: usize) -> bool {
        let kinds = self.kinds.get(zone).map_or(&[][..], Vec::as_slice);
        kinds.iter().any(|&kind| self.touched[usize::from(kind)])
    }
    /// The pieces that the cursor can be on.
    pub fn pointable(&self) -> impl Iterator<Item = Pick> {
        let places = self.kinds.iter().enumerate();
        let picks = places.flat_map(|(zone, kinds)| (0..kinds.len()).map(move |piece| Pick { zone, piece }));
        picks.filter(|&pick| self.can_point(pick))
    }

    /// The pieces that the cursor goes over: those that go with what is picked, or all that it can be on.
    pub fn walkable(&self) -> Vec<Pick> {
        let addable = self.addable();
        let fits = |pick: &Pick| self.picked.contains(pick) || addable(*pick);
        let chosen = !self.picked.is_empty() || self.narrowed.is_some();
        let places: Vec<Pick> = self.pointable().filter(|pick| !chosen || fits(pick)).collect();
        if places.is_empty() { self.pointable().collect() } else { places }
    }
    fn picked_kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = self.picked.iter().filter_map(|&pick| self.kind(pick)).collect();
        kinds.sort_unstable();
        kinds
    }
    /// The indices of the choices that touch all these kinds and are of the verb that is narrowed to.
    fn offered_with(&self, kinds: &[Kind]) -> impl Iterator<Item = usize> {
        (0..self.choices.len()).filter(move |&index| {
            self.narrowed.is_none_or(|verb| self.verb_of[index] == verb) && holds(&self.needs[index], kinds)
        })
    }
    /// The indices of the choices that stay offered.
    pub fn offered(&self) -> Vec<usize> {
        self.offered_with(&self.picked_kinds()).collect()
    }
    /// For each kind whether a choice that stays offered touches one more of it than is picked.
    fn wanted(&self) -> Vec<bool> {
        let picked = self.picked_kinds();
        let mut wanted = vec![false; self.touched.len()];
        for index in self.offered_with(&picked) {
            let mut rest = picked.as_slice();
            for &kind in &self.needs[index] {
                match rest.split_first() {
                    Some((&first, after)) if first == kind => rest = after,
                    _ => wanted[usize::from(kind)] = true,
                }
            }
        }
        wanted
    }
    /// Which pieces can be picked in addition: asked by pick.
    pub fn addable(&self) -> impl Fn(Pick) -> bool {
        let wanted = self.wanted();
        move |pick| self.kind(pick).is_some_and(|kind| wanted[usize::from(kind)])
    }

    /// What can be done: the actions that touch just what is picked, then the rest, a verb that stands for several as
    /// one entry unless it is the one that was narrowed to.
    pub fn chips(&self) -> Vec<Chip> {
        let picked = self.picked_kinds();
        let offered: Vec<usize> = self.offered_with(&picked).collect();
        let complete = |index: &usize| self.needs[*index] == picked;
        let mut chips: Vec<Chip> = offered.iter().copied().filter(complete).map(Chip::Act).collect();
        let rest = offered.iter().copied().filter(|index| !complete(index));
        if self.narrowed.is_some() {
            chips.extend(rest.map(Chip::Act));
            return chips;
        }
        let mut by_verb: Vec<Vec<usize>> = vec![Vec::new(); self.verbs.len()];
        rest.for_each(|index| by_verb[self.verb_of[index]].push(index));
        for (verb, choices) in by_verb.into_iter().enumerate() {
            match choices.as_slice() {
                [] => {}
                [only] => chips.push(Chip::Act(*only)),
                several => chips.push(Chip::Open(verb, several.len())),
            }
        }
        chips
    }
    /// The chip that the cursor is on.
    pub fn current(&self) -> Option<Chip> {
        match self.focus {
            Some(Focus::Chip(place)) => self.chips().get(place).copied(),
            _ => None,
        }
    }

    /// Picks what the choice of this code touches, and leads to it.
    pub fn propose(&mut self, code: u64) {
        let Some(index) = self.choices.iter().position(|choice| choice.code == code) else { return };
        self.narrowed = None;
        self.picked.clone_from(&self.choices[index].picks);
        if let Some(place) = self.chips().iter().position(|chip| *chip == Chip::Act(index)) {
            self.point(Focus::Chip(place));
        }
    }
    /// Picks a piece, or puts it back. A piece that does not go with the picked ones begins anew.
    pub fn toggle(&mut self, pick: Pick) -> Outcome {
        if let Some(place) = self.picked.iter().position(|&picked| picked == pick) {
            self.picked.remove(place);
            return Outcome::Shown;
        }
        if !self.can_point(pick) {
            return Outcome::Not;
        }
        if !self.addable()(pick) {
            self.picked.clear();
            if !self.addable()(pick) {
                self.narrowed = None;
            }
        }
        self.picked.push(pick);
        Outcome::Shown
    }
    /// What Enter, or a click on a picked piece, means.
    pub fn enter(&mut self) -> Outcome {
        match self.focus {
            Some(Focus::Piece(pick)) if !self.picked.contains(&pick) => {
                let alone = self.picked.is_empty();
                match self.toggle(pick) {
                    Outcome::Shown => self.settle_picks(alone),
                    other => other,
                }
            }
            Some(Focus::Piece(_)) => self.settle_picks(true),
            Some(Focus::Chip(place)) => self.take(place),
            None => Outcome::Not,
        }
    }
    /// Acts if what is picked leaves one thing to do, else leads to the list.
    fn settle_picks(&mut self, lead: bool) -> Outcome {
        let chips = self.chips();
        let picked = self.picked_kinds();
        let complete = |chip: &&Chip| matches!(chip, Chip::Act(index) if self.needs[*index] == picked);
        let acts: Vec<&Chip> = chips.iter().filter(complete).collect();
        match (acts.as_slice(), chips.as_slice()) {
            ([Chip::Act(index)], [_]) | ([], [Chip::Act(index)]) => Outcome::Act(self.choices[*index].code),
            _ => {
                if lead && (!acts.is_empty() || self.narrowed.is_some()) {
                    self.focus = Some(Focus::Chip(0));
                }
                Outcome::Shown
            }
        }
    }
    /// Takes the n-th chip: acts, or narrows to its verb.
    pub fn take(&mut self, place: usize) -> Outcome {
        match self.chips().get(place) {
            Some(&Chip::Act(index)) => Outcome::Act(self.choices[index].code),
            Some(&Chip::Open(verb, _)) => {
                self.narrow(verb);
                Outcome::Shown
            }
            None => Outcome::Not,
        }
    }
    fn narrow(&mut self, verb: usize) {
        self.narrowed = Some(verb);
        let stay = match self.focus {
            Some(Focus::Piece(pick)) => self.addable()(pick),
            _ => false,
        };
        if !stay {
            self.focus = Some(self.next_wanted().map_or(Focus::Chip(0), Focus::Piece));
        }
    }
    /// A piece that can be picked in addition, of the zone that was picked from last if it has one.
    fn next_wanted(&self) -> Option<Pick> {
        let zone = self.picked.last().map(|pick| pick.zone);
        let addable = self.addable();
        let wanted = self.pointable().filter(|&pick| addable(pick));
        wanted.min_by_key(|pick| (Some(pick.zone) != zone, pick.zone, pick.piece))
    }
    /// What the letter of a verb means: its only action, or to narrow to it. `None` if no verb offered has the letter.
    pub fn press(&mut self, letter: char) -> Option<Outcome> {
        let verb = self.verbs.iter().position(|(_, own)| *own == Some(letter))?;
        let picked = self.picked_kinds();
        let before = self.narrowed.take();
        let offered: Vec<usize> = self.offered_with(&picked).filter(|&index| self.verb_of[index] == verb).collect();
        let complete: Vec<usize> = offered.iter().copied().filter(|&index| self.needs[index] == picked).collect();
        Some(match (complete.as_slice(), offered.as_slice()) {
            (_, []) => {
                self.narrowed = before;
                Outcome::Not
            }
            ([only], _) if !picked.is_empty() => Outcome::Act(self.choices[*only].code),
            (_, [only]) => Outcome::Act(self.choices[*only].code),
            _ if before == Some(verb) => Outcome::Shown,
            _ => {
                self.narrow(verb);
                Outcome::Shown
            }
        })
    }
    /// Goes a step back: from a verb, from what is picked. False if there was nothing to leave.
    pub fn back(&mut self) -> bool {
        if self.narrowed.take().is_none() {
            if self.picked.is_empty() {
                return false;
            }
            self.picked.clear();
        }
        if let Some(Focus::Chip(_)) = self.focus {
            self.focus = Some(self.pointable().last().map_or(Focus::Chip(0), Focus::Piece));
        }
        true
    }
    /// A digit or a capital letter: moves the cursor to the next piece whose face begins with it, or, where no piece can
    /// be picked, to the action with the number typed.
    pub fn jump(&mut self, symbol: char, view: &View) -> bool {
        let shows = |pick: &Pick| {
            let face = view.zones.get(pick.zone).and_then(|zone| zone.pieces.get(pick.piece)?.face.as_deref());
            face.is_some_and(|face| face.starts_with(symbol))
        };
        let places: Vec<Pick> = self.walkable().into_iter().filter(shows).collect();
        if let Some(&first) = places.first() {
            let here = match self.focus {
                Some(Focus::Piece(pick)) => Some((pick.zone, pick.piece)),
                _ => None,
            };
            let next = places.iter().find(|pick| Some((pick.zone, pick.piece)) > here && here.is_some());
            self.focus = Some(Focus::Piece(*next.unwrap_or(&first)));
            return true;
        }
        self.typed.push(symbol);
        let chips = self.chips();
        let numbered = |typed: &str| {
            chips.iter().position(|chip| match chip {
                Chip::Act(index) => self.choices[*index].text.split(' ').any(|word| word.starts_with(typed)),
                Chip::Open(..) => false,
            })
        };
        let place = numbered(&self.typed).or_else(|| {
            let last = self.typed.pop().map(String::from).unwrap_or_default();
            let place = numbered(&last);
            self.typed = last;
            place
        });
        match place {
            Some(place) => self.focus = Some(Focus::Chip(place)),
            None => self.typed.clear(),
        }
        place.is_some()
    }
}

/// Whether a sorted list holds another one, twins counted.
fn holds(all: &[Kind], some: &[Kind]) -> bool {
    let mut all = all.iter();
    some.iter().all(|kind| all.any(|other| other == kind))
}

#[cfg(test)]
mod tests;
