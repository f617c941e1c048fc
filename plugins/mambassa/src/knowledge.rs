//! What a seat knows, and tables that it cannot tell apart.

use parlour_sdk::deck::shuffle;
use parlour_sdk::{Draw, MAX_SEATS, Rng, Seat};

use crate::cards::{BLANK, Cards, Four, PACK};
use crate::state::{Phase, State};
use crate::trace::STOCK;

/// What one seat knows: the table with all that it does not see taken off, and of the cards that it traces, who holds
/// each or has put it under the stock since.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    seat: Seat,
    table: State,
    traced: [Cards; MAX_SEATS],
}

impl Knowledge {
    /// What the seat knows in this state.
    pub(crate) fn of(state: &State, seat: Seat) -> Self {
        let mut table = *state;
        let own = state.trace.by[seat.index()];
        for slot in state.stock.slots().filter(|slot| own >> slot & 1 == 0) {
            table.stock.lay(slot, BLANK);
        }
        let peek = state.phase == Phase::Peek;
        if state.is_played() {
            for other in Seat::all(MAX_SEATS as u8).filter(|&other| other != seat) {
                table.hands[other.index()] = Four::NONE;
            }
            match peek {
                true if seat == state.dealer => table.hands[seat.index()] = Four::NONE,
                true => table.monte = Four::NONE,
                false => {}
            }
        }
        table.trace = state.trace.known_to(seat);
        let mut traced = [Cards::default(); MAX_SEATS];
        for other in state.playing.iter().filter(|&other| other != seat) {
            let lying = state.stock.cards(state.trace.by[other.index()]);
            let shown = table.hand(other);
            traced[other.index()] = table.trace.of(seat) & ((state.hand(other) - shown) | lying);
        }
        Self { seat, table, traced }
    }

    /// A table that agrees with this, each as likely as any other.
    ///
    /// The cards traced to a seat lie in its hand or among the last few cards that it has put under the stock: for a
    /// card that came later, fewer. So of two such sets of places one is in the other, and the cards with the fewest
    /// places choose first: whatever they choose, each later card has as many places left. What nobody traces goes
    /// anywhere else.
    pub(crate) fn imagine(&self, rng: &mut Rng) -> State {
        let mut table = self.table;
        if table.round == 0 {
            return table;
        }
        let mut unseen = Cards::ALL - self.seen();
        for seat in self.table.playing.iter().filter(|&seat| seat != self.seat) {
            unseen = unseen - self.traced[seat.index()];
        }
        let mut hands: [Cards; MAX_SEATS] = std::array::from_fn(|seat| table.hand(Seat(seat as u8)));
        for seat in self.table.playing.iter() {
            let placed = self.place_traced(&mut table, &mut hands[seat.index()], seat, rng);
            unseen = unseen | (self.traced[seat.index()] - placed);
        }

        let mut rest = [0; PACK as usize];
        let count = unseen.len();
        rest.iter_mut().zip(unseen.places()).for_each(|(slot, place)| *slot = place);
        shuffle(&mut rest[..count], rng);
        let mut rest = rest.into_iter().take(count);
        for seat in table.playing.iter() {
            let missing = 4 - hands[seat.index()].len().min(4);
            let cards = rest.by_ref().take(missing).fold(hands[seat.index()], |hand, place| hand | Cards::at(place));
            table.hands[seat.index()] = Four::of(cards);
        }
        if table.monte == Four::NONE {
            table.monte = Four::of(rest.by_ref().take(4).fold(Cards::default(), |four, place| four | Cards::at(place)));
        }
        for slot in self.table.stock.slots() {
            if table.stock.at(slot) == BLANK {
                table.stock.lay(slot, rest.next().unwrap_or(BLANK));
            }
        }
        table
    }

    /// The cards that the seat sees.
    fn seen(&self) -> Cards {
        let table = &self.table;
        let hands = table.playing.iter().fold(Cards::default(), |cards, seat| cards | table.hand(seat));
        let own = table.trace.by[self.seat.index()];
        hands | table.monte.cards() | table.stock.cards(own)
    }

    /// Lays the cards traced to a seat into its hand or under the stock; gives those that found a place: all of them,
    /// if the knowledge is of a table that there can be.
    fn place_traced(&self, table: &mut State, hand: &mut Cards, seat: Seat, rng: &mut Rng) -> Cards {
        let mut placed = Cards::default();
        let by = table.trace.by[seat.index()];
        // The slots of the seat, the one put under last first.
        let mut slots = [0; STOCK];
        let mut lying = 0;
        for slot in table.stock.slots().rev().filter(|slot| by >> slot & 1 != 0) {
            slots[lying] = slot;
            lying += 1;
        }
        let since = |place| usize::from(table.trace.puts_since(seat, place)).min(lying);
        let mut cards = [(0, 0); PACK as usize];
        let mut count = 0;
        for place in self.traced[seat.index()].places() {
            cards[count] = (since(place), place);
            count += 1;
        }
        cards[..count].sort_unstable();
        for (since, place) in cards.into_iter().take(count) {
            let in_hand = 4 - hand.len().min(4);
            let free = slots[..since].iter().filter(|&&slot| table.stock.at(slot) == BLANK);
            let places = in_hand + free.clone().count();
            if places == 0 {
                continue;
            }
            let pick = rng.below(places as u32) as usize;
            match free.clone().nth(pick.wrapping_sub(in_hand)) {
                Some(&slot) if pick >= in_hand => table.stock.lay(slot, place),
                _ => *hand = *hand | Cards::at(place),
            }
            placed = placed | Cards::at(place);
        }
        placed
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, VecDeque};

    use parlour_sdk::param::{Value, Values};
    use parlour_sdk::playout::Playout;
    use parlour_sdk::{Engine, Game, House, Turn};

    use super::*;
    use crate::cards::place;
    use crate::{Action, Mambassa};

    /// A traced card, followed without counting: the cards put under the stock by its holder since, each by a name.
    struct Followed {
        holder: Seat,
        since: Vec<u32>,
        /// Who traces it; `None` for everybody.
        told: Option<Seat>,
    }

    /// All traced cards by place, and the stock by names, of those put under with who did.
    #[derive(Default)]
    struct Follower {
        cards: BTreeMap<u8, Followed>,
        stock: VecDeque<Option<(u32, Seat)>>,
        names: u32,
    }

    impl Follower {
        fn follow(&mut self, before: &State, action: Action, after: &State) {
            let seat = before.seat;
            match action {
                Action::Exchange(exchange) => {
                    exchange.give().places().for_each(|place| drop(self.cards.remove(&place)));
                    for place in exchange.take().places() {
                        self.cards.insert(place, Followed { holder: seat, since: Vec::new(), told: None });
                    }
                }
                Action::Draw(put) => {
                    let drawn = after.hand(seat) - (before.hand(seat) - Cards::at(place(put)));
                    let top = self.stock.pop_front().unwrap();
                    if let Some((name, by)) = top {
                        if by != seat {
                            self.cards.retain(|_, card| card.holder != by || !card.since.contains(&name));
                        }
                        self.cards.values_mut().for_each(|card| card.since.retain(|&since| since != name));
                    }
                    self.names += 1;
                    self.stock.push_back(Some((self.names, seat)));
                    let held = self.cards.values_mut().filter(|card| card.holder == seat);
                    held.for_each(|card| card.since.push(self.names));
                    if let Some((_, by)) = top.filter(|&(_, by)| by != seat) {
                        let card = Followed { holder: seat, since: Vec::new(), told: Some(by) };
                        self.cards.insert(drawn.places().next().unwrap(), card);
                    }
                }
                Action::Keep | Action::Leave | Action::Stay | Action::Done => {}
            }
        }
        fn agrees(&self, state: &State, seat: Seat) {
            let known = Knowledge::of(state, seat);
            let mut traced = [Cards::default(); MAX_SEATS];
            for (&place, card) in self.cards.iter().filter(|(_, card)| card.told.is_none_or(|told| told == seat)) {
                if card.holder == seat {
                    continue;
                }
                let of = card.holder.index();
                traced[of] = traced[of] | Cards::at(place);
                let lying = state.trace.by[of].count_ones();
                let since = u32::from(known.table.trace.puts_since(card.holder, place)).min(lying);
                assert_eq!(since as usize, card.since.len(), "the puts since {place} came to {}", card.holder);
                // And there it is.
                let named =
                    |slot: &(usize, u8)| matches!(self.stock[slot.0], Some((name, _)) if card.since.contains(&name));
                let slots = state.stock.slots().enumerate().filter(named).map(|(_, slot)| state.stock.at(slot));
                let places = slots.fold(state.hand(card.holder), |cards, place| cards | Cards::at(place));
                assert!(Cards::at(place).within(places));
            }
            assert_eq!(known.traced, traced);
        }
    }

    #[test]
    fn traces_are_followed_without_counting() {
        let values = Values::from([("max_turns".to_owned(), Value::Int(100))]);
        let (mut lost, mut told, mut kept) = (0, 0, 0);
        for seats in 3..=8 {
            let engine = Engine::<Mambassa>::new(seats, &values, House::none()).unwrap();
            let (mut playout, mut rng) = (Playout::new(&engine), Rng::new(u64::from(seats)));
            for _ in 0..30 {
                let mut state = engine.game().start(Seat(0));
                playout.deal(&engine, &mut state, &mut rng);
                let mut follower =
                    Follower { stock: vec![None; state.stock.slots().count()].into(), ..Follower::default() };
                while engine.game().turn(&state) != Turn::Settle {
                    let before = state;
                    // Whole exchanges would end most rounds early.
                    let action = loop {
                        let action = playout.any(&engine, &state, &mut rng).unwrap();
                        let whole = matches!(action, Action::Exchange(exchange) if exchange.is_whole());
                        if !whole || rng.below(8) == 0 {
                            break action;
                        }
                    };
                    engine.game().play(&mut state, action);
                    let was = follower.cards.len();
                    follower.follow(&before, action, &state);
                    lost += u32::from(follower.cards.len() < was);
                    if state.is_played() {
                        Seat::all(seats).for_each(|seat| follower.agrees(&state, seat));
                        told += follower.cards.values().filter(|card| card.told.is_some()).count();
                        kept += follower.cards.values().filter(|card| card.since.len() > 1).count();
                    }
                }
            }
        }
        assert!(lost > 1000 && told > 1000 && kept > 1000, "{lost} {told} {kept}");
    }
}
