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
