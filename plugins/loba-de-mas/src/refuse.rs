//! Why an action is not allowed, by the rule that forbids it.

use parlour_sdk::meld::End;
use parlour_sdk::{Card, Refusal, Suit, WildRun};

use crate::Loba;
use crate::action::Action;
use crate::meld::{Meld, Shape};
use crate::state::{Phase, State};

type Judged = Result<(), Refusal>;

/// Refuses by a rule unless the condition holds.
fn need(condition: bool, rule: &str, text: impl FnOnce() -> String) -> Judged {
    if condition { Ok(()) } else { Err(Refusal::new(rule, text())) }
}

impl Loba {
    /// Whether the action is legal, and if not, why.
    pub(crate) fn judge(&self, state: &State, action: Action) -> Judged {
        match (state.phase, action) {
            (Phase::Draw, Action::Draw) => Ok(()),
            (Phase::Draw, Action::Take) => need(!state.discard.is_empty(), "3", || "the discard pile is empty".into()),
            (Phase::Draw, _) => Err(Refusal::new("2", "a turn begins with a card from the stock or the discard pile")),
            (_, Action::Draw | Action::Take) => Err(Refusal::new("2", "you have drawn in this turn already")),
            (_, Action::Discard(card)) => {
                self.judge_hand(state, action)?;
                need(state.kept() != Some(card), "R2", || format!("the {card} was alone on the pile that you took"))
            }
            _ => self.judge_meld(state, action),
        }
    }
    fn judge_meld(&self, state: &State, action: Action) -> Judged {
        let own = |meld: u8| {
            let lies = state.melds.of(state.seat).get(usize::from(meld)).copied();
            lies.ok_or_else(|| Refusal::new("4", format!("you have no meld {}", meld + 1)))
        };
        match action {
            Action::Escalera { suit, low, cards } => self.judge_escalera(suit, low, cards)?,
            Action::Add { card, meld, end } => self.judge_addition(own(meld)?, card, end)?,
            Action::Move { card, meld, end } => self.judge_move(own(meld)?, card, end)?,
            Action::Pierna { .. } | Action::Draw | Action::Take | Action::Discard(_) => {}
        }
        self.judge_hand(state, action)?;
        need(self.leaves_a_discard(state, action), "R1", || "no card would be left to discard".into())?;
        need(self.may_meld(state, action), "house rule", || "a house rule does not allow this meld".into())
    }
    fn judge_hand(&self, state: &State, action: Action) -> Judged {
        let mut hand = *state.hand();
        action.spent().iter().try_for_each(|&card| {
            need(hand.remove(card), "4", || match state.hand().count(card) {
                0 => format!("you do not hold {card}"),
                1 => format!("you hold only one {card}"),
                held => format!("you hold only {held} of {card}"),
            })
        })
    }

    /// Whether a card may lie in an escalera where it is not natural.
    fn is_wild(&self, card: Card) -> bool {
        self.wilds.has(card)
    }
    fn judge_escalera(&self, suit: Suit, low: u8, cards: [Card; 3]) -> Judged {
        let unnamed = WildRun::new(suit, low, [Card::JOKER; 3]);
        let Some(named) = unnamed else {
            return Err(Refusal::new("4", "an escalera ends with the ace above the king"));
        };
        for ((place, _), card) in named.cards().zip(cards) {
            self.judge_place(named, place, card)?;
        }
        let run = WildRun::new(suit, low, cards).filter(|run| !run.is_all_wild());
        let run = run.ok_or_else(|| Refusal::new("R4", "an escalera needs a natural card"))?;
        self.judge_wilds(run)
    }
    fn judge_place(&self, run: WildRun, place: u8, card: Card) -> Judged {
        let natural = run.stands_for(place);
        let two = card.rank() == Card::TWO;
        need(card == natural || self.is_wild(card), "R4", || match two {
            true => format!("a two is natural only, it cannot stand for {natural}"),
            false => format!("{card} cannot stand for {natural}"),
        })
    }
    fn judge_wilds(&self, run: WildRun) -> Judged {
        let most = self.params.max_wilds_per_escalera;
        let cards = if most == 1 { "card" } else { "cards" };
        need(run.wilds() <= most, "R4", || format!("an escalera may have at most {most} wild {cards}"))
    }
    fn judge_addition(&self, lies: Meld, card: Card, end: Option<End>) -> Judged {
        let run = match (lies.shape(), end) {
            (Shape::Pierna(pierna), None) => {
                need(card.rank() == pierna.rank, "4", || format!("{card} is not of the rank of {lies}"))?;
                let held = pierna.counts[usize::from(card.lane())];
                need(held > 0, "4", || format!("a pierna has three suits, and {lies} is without that of {card}"))?;
                return need(held < 2, "4", || format!("a pierna has at most two cards of each suit: {lies}"));
            }
            (Shape::Escalera(run), Some(_)) => run,
            (Shape::Escalera(_), None) => {
                return Err(Refusal::new("4", "say to which end of the escalera: low or high"));
            }
            (Shape::Pierna(_), Some(_)) => return Err(Refusal::new("4", "a pierna has no low and high end")),
        };
        let end = end.unwrap_or(End::High);
        self.judge_place(run, self.judge_beyond(run, end)?, card)?;
        run.extended(end, card).map_or(Ok(()), |longer| {
            // A natural card is welcome whatever the number of wild ones.
            if longer.wilds() > run.wilds() { self.judge_wilds(longer) } else { Ok(()) }
        })
    }
    fn judge_beyond(&self, run: WildRun, end: End) -> Result<u8, Refusal> {
        run.beyond(end).ok_or_else(|| {
            let full = run.high() - run.low() + 1 == WildRun::LONGEST;
            let text = if full { "an escalera has at most 13 cards" } else { "the ace is the last card of a suit" };
            Refusal::new("4", text)
        })
    }
    fn judge_move(&self, lies: Meld, card: Card, end: End) -> Judged {
        let Shape::Escalera(run) = lies.shape() else {
            return Err(Refusal::new("4", "a pierna has no wild cards"));
        };
        let place = run.at(end);
        need(run.is_wild(place), "4", || format!("the card at the {end} end is not wild"))?;
        let natural = run.stands_for(place);
        need(card == natural, "4", || format!("the wild card at the {end} end stands for {natural}, not for {card}"))?;
        self.judge_beyond(run, end.other()).map(|_| ())
    }
}
