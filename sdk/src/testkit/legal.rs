//! Legal lists, codes, notations, refusals and choices.

use std::collections::BTreeSet;

use super::{Case, Check, Failure, Fault, action_of, ensure, has_rule};
use crate::action::{Action, Legal};
use crate::engine::all_actions;
use crate::game::Game;
use crate::rng::Draw;
use crate::seat::Seat;
use crate::view::{Choice, Observer, View, ZoneKind};

impl<G: Game> Case<'_, G> {
    /// The list is not empty and holds each code once.
    pub(super) fn distinct(&mut self) -> Check {
        ensure!(self, !self.codes.is_empty(), Legal, "a legal action for the seat to act, the list is empty");
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.codes);
        self.sorted.sort_unstable();
        let twice = self.sorted.windows(2).find(|pair| pair[0] == pair[1]);
        ensure!(self, twice.is_none(), Legal, "each action once, {} is listed twice", self.name(twice.unwrap()[0]));
        Ok(())
    }
    fn name(&self, code: u64) -> String {
        G::Action::from_code(code).map_or_else(|| format!("{code:#x}"), |action| format!("`{action}`"))
    }
    /// The notation, which leads back to the action.
    pub(super) fn notation(&self, action: G::Action) -> Result<String, Failure> {
        let text = action.to_string();
        let plain = !text.is_empty() && text.trim() == text && !text.contains(char::is_control);
        ensure!(self, plain, Notation, "a notation on one line without space around it, {text:?} is not");
        match text.parse::<G::Action>() {
            Ok(parsed) if parsed == action => Ok(text),
            Ok(parsed) => {
                Err(self.failure(Fault::Notation, format!("`{text}` to be read as {action:?}, it is {parsed:?}")))
            }
            Err(error) => Err(self.failure(Fault::Notation, format!("`{text}` to be read back: {error}"))),
        }
    }

    /// Every action of the list: code, notation, check; the list itself: order, buffers.
    pub(super) fn listed(&mut self, state: &G::State) -> Check {
        let codes = self.codes.clone();
        let mut texts = BTreeSet::new();
        for &code in &codes {
            let Some(action) = action_of::<G::Action>(code) else {
                return Err(
                    self.failure(Fault::Code, format!("`from_code` to give the action whose code is {code:#x}"))
                );
            };
            let text = self.notation(action)?;
            ensure!(self, !texts.contains(&text), Notation, "a notation for each action, two are `{text}`");
            texts.insert(text);
        }
        for size in [0, 1, codes.len() - 1, codes.len(), codes.len() + 3] {
            let mut buffer = vec![u64::MAX; size];
            let mut out = Legal::new(&mut buffer);
            self.engine.legal(state, &mut out);
            let fitting = &codes[..size.min(codes.len())];
            let same = out.count() == codes.len() && out.codes() == fitting;
            ensure!(self, same, Order, "the same legal list in a buffer of {size} as in a larger one");
        }
        for _ in 0..4 {
            let Some(action) = self.any(&codes).copied().and_then(action_of::<G::Action>) else { continue };
            let check = self.engine.check(state, action);
            ensure!(self, check.is_ok(), Check, "`{action}` to be allowed, it is in the legal list");
        }
        Ok(())
    }

    /// What is not in the list is refused by a rule of the rule book.
    pub(super) fn refused(&mut self, state: &G::State) -> Check {
        for number in 0..24 {
            let legal = self.codes[self.rng.below(self.codes.len() as u32) as usize];
            let stranger = self.rng.below(self.strangers.len() as u32 + 1) as usize;
            let code = match number % 4 {
                0 => legal ^ 1 << self.rng.below(64),
                1 => u64::from(self.rng.below(1 << 12)),
                2 if number == 2 => self.rng.wide(),
                _ => self.strangers.get(stranger).copied().unwrap_or(legal ^ 1 << self.rng.below(16)),
            };
            let Some(action) = G::Action::from_code(code) else { continue };
            let back = action.code();
            ensure!(
                self,
                back == code,
                Code,
                "no action of code {code:#x}, `from_code` gives `{action}`, code {back:#x}"
            );
            if self.sorted.binary_search(&code).is_ok() {
                continue;
            }
            self.notation(action)?;
            let Err(refusal) = self.engine.check(state, action) else {
                return Err(
                    self.failure(Fault::Check, format!("`{action}` to be refused, it is not in the legal list"))
                );
            };
            let known = has_rule(G::META.rules, &refusal.rule);
            ensure!(
                self,
                known,
                Rule,
                "`{action}` refused by a rule of the rule book, which has no `{}`",
                refusal.rule
            );
            ensure!(self, !refusal.text.is_empty(), Rule, "`{action}` refused with a reason");
        }
        Ok(())
    }

    /// The candidates are legal, and there are some.
    pub(super) fn candidates(&mut self, state: &G::State) -> Check {
        let candidates = all_actions(|out| self.engine.candidates(state, out));
        ensure!(self, !candidates.is_empty(), Candidate, "a candidate where there are legal actions");
        let mut seen = BTreeSet::new();
        for action in candidates {
            let code = action.code();
            let legal = self.sorted.binary_search(&code).is_ok();
            ensure!(self, legal, Candidate, "the candidate `{action}` to be in the legal list");
            ensure!(self, seen.insert(code), Candidate, "each candidate once, `{action}` is there twice");
        }
        self.policy(state)?;
        Ok(())
    }
    /// What the policy plays, which is legal.
    pub(super) fn policy(&mut self, state: &G::State) -> Result<Option<G::Action>, Failure> {
        let policy = self.engine.game().policy(state, &mut self.rng);
        if let Some(action) = policy {
            let legal = self.codes.contains(&action.code());
            ensure!(self, legal, Candidate, "the policy's `{action}` to be in the legal list");
        }
        Ok(policy)
    }

    /// The choices are the legal list, and what they touch is in the view.
    pub(super) fn put(&mut self, state: &G::State, seat: Seat) -> Check {
        let view = self.game_of().show(state, Observer::Seat(seat));
        let choices = self.engine.choices(state);
        let same = choices.iter().map(|choice| choice.code).eq(self.codes.iter().copied());
        ensure!(self, same, Choice, "a choice for each legal action, in the same order");
        choices.iter().try_for_each(|choice| self.fits(choice, &view))
    }
    fn fits(&self, choice: &Choice, view: &View) -> Check {
        let Choice { text, verb, picks, target, .. } = choice;
        ensure!(self, !verb.is_empty(), Choice, "`{text}` to say in a word or two what is done");
        let zones = view.zones.len();
        ensure!(
            self,
            target.is_none_or(|zone| zone < zones),
            Choice,
            "the target of `{text}` to be one of {zones} zones"
        );
        let mut faces = Vec::new();
        for (place, pick) in picks.iter().enumerate() {
            let shown = view.zones.get(pick.zone).and_then(|zone| zone.pieces.get(pick.piece));
            let Some(shown) = shown else {
                return Err(self.failure(Fault::Choice, format!("`{text}` to pick pieces of the view, not {pick:?}")));
            };
            ensure!(self, !picks[..place].contains(pick), Choice, "`{text}` to pick each piece once");
            if view.zones[pick.zone].kind == ZoneKind::Hand {
                faces.extend(shown.face.as_deref());
            }
        }
        // A notation that names faces names those that are picked; other words of it may look like faces (a bid of 21
        // at a table with dominoes), so that one that matches is enough.
        let words = || text.split(|sign: char| !sign.is_alphanumeric() && sign != '*');
        let named = || words().filter(|word| word.parse::<G::Piece>().is_ok());
        let matches = faces.is_empty() || named().next().is_none() || named().any(|word| faces.contains(&word));
        ensure!(self, matches, Choice, "`{text}` to pick what it names, it picks {faces:?}");
        Ok(())
    }
}
