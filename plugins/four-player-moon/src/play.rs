//! Auction, trumps and tricks: what is legal, and what it does.

use parlour_sdk::{Draw as _, Hand, Legal, Piece, Ranks, Refusal, Rng, Seat, Tile, Trick, trick};

use crate::Moon;
use crate::action::MoonAction;
use crate::hooks::{MoonHooks, Suit, Trump};
use crate::params::AllPass;
use crate::state::{MoonState, Phase, SEATS};

const TILES: usize = 28;

/// What one choice of trumps makes of the tiles.
pub(crate) struct Contract {
    /// The suit that each tile leads.
    led: [Suit; TILES],
    /// What follows each tile that is led; the last entry is for the leader.
    follow: [Hand<Tile>; TILES + 1],
    /// How strong each tile is when a suit is led.
    ranks: [Ranks<Tile>; Suit::COUNT],
}

impl Contract {
    /// Asks the hooks for all tiles.
    pub(crate) fn new(trump: Trump, hooks: &MoonHooks) -> Self {
        let tiles: [Tile; TILES] = std::array::from_fn(|code| Tile::new(high_of(code), low_of(code)));
        let led = tiles.map(|tile| Suit::led(tile, trump));
        let follow = std::array::from_fn(|code| {
            let led_tile = tiles.get(code).copied();
            let suit = led_tile.map_or(Tile::pack().collect(), |tile| Suit::led(tile, trump).tiles(trump));
            Tile::pack().filter(|&tile| hooks.may_play(suit.has(tile), tile, led_tile, trump)).collect()
        });
        let ranked = |suit: Suit| -> Vec<(Tile, i64)> {
            let rank = |tile| i64::from(hooks.tile_rank(suit.rank(tile), tile, suit, trump));
            suit.tiles(trump).map(|tile| (tile, rank(tile))).collect()
        };
        let trumps = trump.suit().map(ranked).unwrap_or_default();
        let ranks = std::array::from_fn(|index| {
            let suit = Suit::all().nth(index).filter(|&suit| trump.suit() != Some(suit));
            Ranks::new(&[&suit.map(ranked).unwrap_or_default(), &trumps])
        });
        Self { led, follow, ranks }
    }
    /// The suit that a tile leads.
    #[inline(always)]
    pub(crate) fn led(&self, tile: Tile) -> Suit {
        self.led[usize::from(tile.code())]
    }
    /// What follows the tile led; for the leader, what may be led.
    #[inline(always)]
    pub(crate) fn follow(&self, led: Option<Tile>) -> Hand<Tile> {
        self.follow[led.map_or(TILES, |tile| usize::from(tile.code()))]
    }
    /// How strong a tile is when `led` was led.
    #[inline(always)]
    pub(crate) fn strength(&self, tile: Tile, led: Tile) -> u8 {
        self.ranks[usize::from(self.led(led).index())].of(tile)
    }
}

fn high_of(code: usize) -> u8 {
    Tile::from_code(code as u8).map_or(0, Tile::high)
}
fn low_of(code: usize) -> u8 {
    Tile::from_code(code as u8).map_or(0, Tile::low)
}

impl Moon {
    pub(crate) fn contract(&self, trump: Trump) -> &Contract {
        &self.contracts[usize::from(trump.index())]
    }

    fn may_pass(&self, state: &MoonState) -> bool {
        self.params.all_pass == AllPass::Redeal || !state.auction.is_last_hope()
    }
    /// The tiles that the seat to act may play.
    #[inline(always)]
    pub(crate) fn playable(&self, state: &MoonState) -> Hand<Tile> {
        let follow = self.contract(state.trump).follow(state.trick.led());
        trick::follow(state.hands[state.to_act.index()], follow)
    }

    #[inline]
    pub(crate) fn list(&self, state: &MoonState, out: &mut Legal<'_, MoonAction>) {
        match state.phase {
            Phase::Play => out.push_hand(MoonAction::PLAY, self.playable(state)),
            Phase::Auction => {
                if self.may_pass(state) {
                    out.push(MoonAction::Pass);
                }
                let least = self.params.min_bid.max(state.auction.high() as u8 + 1);
                (least..=self.params.hand_size).for_each(|number| out.push(MoonAction::Bid(number)));
                // The moon ends the auction, so it is above whatever was bid before.
                out.push(MoonAction::Bid(self.params.moon_bid));
            }
            Phase::Name => self.names.iter().for_each(|&trump| out.push(MoonAction::Trump(trump))),
            Phase::Bury => out.push_hand(MoonAction::BURY, state.hands[state.to_act.index()]),
            Phase::Deal | Phase::Settle | Phase::Over => {}
        }
    }

    /// One of the legal actions, each as likely.
    #[inline(always)]
    pub(crate) fn draw(&self, state: &MoonState, rng: &mut Rng) -> Option<MoonAction> {
        if state.phase == Phase::Play {
            return self.playable(state).random(rng).map(MoonAction::Play);
        }
        match state.phase {
            Phase::Auction => {
                let least = self.params.min_bid.max(state.auction.high() as u8 + 1);
                let (pass, bids) = (u8::from(self.may_pass(state)), (self.params.hand_size + 1).saturating_sub(least));
                let drawn = rng.below(u32::from(pass + bids + 1)) as u8;
                Some(match drawn {
                    0 if pass == 1 => MoonAction::Pass,
                    moon if moon == pass + bids => MoonAction::Bid(self.params.moon_bid),
                    bid => MoonAction::Bid(least + bid - pass),
                })
            }
            Phase::Name => Some(MoonAction::Trump(self.names[rng.below(self.names.len() as u32) as usize])),
            Phase::Bury => state.hands[state.to_act.index()].random(rng).map(MoonAction::Bury),
            Phase::Play | Phase::Deal | Phase::Settle | Phase::Over => None,
        }
    }

    #[inline]
    pub(crate) fn act(&self, state: &mut MoonState, action: MoonAction) {
        // Most actions are these; a test that foresees them is cheaper than a jump by the kind of action.
        if let MoonAction::Play(piece) = action {
            return self.play_tile(state, piece);
        }
        match action {
            MoonAction::Play(_) => {}
            MoonAction::Pass => {
                state.auction.pass();
                auction_goes_on(state);
            }
            MoonAction::Bid(number) => {
                let number = u16::from(number);
                if number == u16::from(self.params.moon_bid) {
                    state.auction.last_bid(number);
                } else {
                    state.auction.bid(number);
                }
                auction_goes_on(state);
            }
            MoonAction::Bury(tile) => {
                state.hands[state.to_act.index()].remove(tile);
                state.middle.put(tile);
                state.phase = Phase::Name;
            }
            MoonAction::Trump(trump) => {
                state.trump = trump;
                state.trick = Trick::new(state.to_act);
                state.phase = Phase::Play;
            }
        }
    }

    #[inline(always)]
    fn play_tile(&self, state: &mut MoonState, tile: Tile) {
        let (seat, contract) = (state.to_act, self.contract(state.trump));
        let led = state.trick.led().unwrap_or(tile);
        let hand = &mut state.hands[seat.index()];
        let void = self.infers & (*hand & contract.follow(Some(led))).is_empty();
        state.voids[seat.index()] |= u8::from(void) << contract.led(led).index();
        hand.remove(tile);
        state.trick.play(seat, tile, contract.strength(tile, led));
        state.table.push(tile);
        if state.table.len() < usize::from(SEATS) {
            state.to_act = seat.left(SEATS);
        } else {
            take(state);
        }
    }

    pub(crate) fn refusal(&self, state: &MoonState, action: MoonAction) -> Refusal {
        let own = |tile: Tile| state.hands[state.to_act.index()].has(tile);
        match (state.phase, action) {
            (Phase::Auction, MoonAction::Pass) => Refusal::new("R7", "all others have passed, so this seat must bid"),
            (Phase::Auction, MoonAction::Bid(number)) => self.refused_bid(state, number),
            (Phase::Auction, _) => Refusal::new("2", "the auction is on: pass or bid"),
            (Phase::Bury, MoonAction::Bury(tile)) if !own(tile) => {
                Refusal::new("3", format!("{tile} is not in this hand"))
            }
            (Phase::Bury, _) => Refusal::new("3", "the highest bidder must put a tile back in the middle first"),
            (Phase::Name, MoonAction::Trump(Trump::NONE)) => Refusal::new("3", "this table always plays with trumps"),
            (Phase::Name, MoonAction::Trump(trump)) => {
                Refusal::new("3", format!("this table is played without {}", name(trump)))
            }
            (Phase::Name, _) => Refusal::new("3", "the highest bidder must name trumps first"),
            (Phase::Play, MoonAction::Play(tile)) if !own(tile) => {
                Refusal::new("4", format!("{tile} is not in this hand"))
            }
            (Phase::Play, MoonAction::Play(tile)) => self.refused_tile(state, tile),
            _ => Refusal::new("4", "the tricks are being played: play a tile"),
        }
    }
    fn refused_bid(&self, state: &MoonState, number: u8) -> Refusal {
        let (params, high) = (&self.params, state.auction.high());
        let known = number == params.moon_bid || (params.min_bid..=params.hand_size).contains(&number);
        let text = match known {
            true => format!("{number} is not above the last bid, {high}"),
            false => format!(
                "{number} cannot be bid: bids run from {} to {}, then {}",
                params.min_bid, params.hand_size, params.moon_bid
            ),
        };
        Refusal::new(if known { "2" } else { "R2" }, text)
    }
    fn refused_tile(&self, state: &MoonState, tile: Tile) -> Refusal {
        let text = match state.trick.led() {
            Some(led) => {
                let suit = self.contract(state.trump).led(led);
                format!("{led} was led: this hand has {} and must follow", of_suit(suit, state.trump))
            }
            None => format!("{tile} may not be led"),
        };
        Refusal::new("4", text)
    }
}

/// What a suit is called.
pub(crate) fn of_suit(suit: Suit, trump: Trump) -> String {
    if trump.suit() == Some(suit) { "a trump".to_owned() } else { format!("a tile of suit {suit}") }
}
/// What trumps are called.
pub(crate) fn name(trump: Trump) -> String {
    match trump {
        Trump::DOUBLES => "doubles as trumps".to_owned(),
        Trump::NONE => "no trumps".to_owned(),
        number => format!("{number} as trumps"),
    }
}

fn auction_goes_on(state: &mut MoonState) {
    if let Some(seat) = state.auction.turn() {
        state.to_act = seat;
    } else if let Some(bidder) = state.bidder() {
        state.to_act = bidder;
        state.phase = match state.middle.take() {
            Some(top) => {
                state.hands[bidder.index()].insert(top);
                Phase::Bury
            }
            None => Phase::Name,
        };
    } else {
        state.phase = Phase::Settle;
    }
}

/// The winner of a full trick takes it and leads to the next, or the round is over.
#[inline(always)]
fn take(state: &mut MoonState) {
    let winner: Seat = state.trick.winner();
    state.tricks[MoonState::side(winner)] += 1;
    state.table.clear();
    state.trick = Trick::new(winner);
    state.to_act = winner;
    if state.hands[winner.index()].is_empty() {
        state.phase = Phase::Settle;
    }
}

#[cfg(test)]
mod tests;
