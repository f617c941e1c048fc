//! The showdown, who pays, how the game ends.

use parlour_sdk::hook::Few;
use parlour_sdk::{MAX_SEATS, Points, Seat, SeatSet, Standing};

use crate::Mambassa;
use crate::rank::{Kind, Rank};
use crate::state::{Phase, State};

impl Mambassa {
    /// The seats with the lowest of the hands, a declarer left out (R6); several if they tie.
    pub(crate) fn lowest(&self, state: &State) -> SeatSet {
        let declarer = state.declared().map(|(seat, _)| seat);
        let mut ranks = [i32::MAX; MAX_SEATS];
        for seat in state.playing.iter().filter(|&seat| Some(seat) != declarer) {
            let cards = state.hand(seat);
            let rank = Rank::of(cards, self.params.ace_low_sequences).number();
            ranks[seat.index()] = self.hooks.rank_hand(rank, Few::new(cards.iter()));
        }
        let among = |seat: &Seat| state.playing.has(*seat) && Some(*seat) != declarer;
        let lowest = Seat::all(self.seats).filter(among).map(|seat| ranks[seat.index()]).min();
        Seat::all(self.seats).filter(among).filter(|seat| Some(ranks[seat.index()]) == lowest).collect()
    }

    /// The tokens that each seat gains, negative for what it pays.
    pub(crate) fn tokens(&self, state: &State) -> Points {
        let mut purse = state.purse;
        match state.declared() {
            Some((declarer, rank)) if rank.kind() == Kind::Mambassa => {
                for seat in state.playing.iter().filter(|&seat| seat != declarer) {
                    purse.pay(seat, self.params.mambassa_pays.into());
                }
            }
            declared => {
                for seat in self.lowest(state).iter() {
                    purse.pay(seat, 1);
                }
                if let Some((declarer, _)) = declared {
                    purse.take(declarer, 1);
                }
            }
        }
        Seat::all(self.seats).map(|seat| i32::from(purse.of(seat)) - i32::from(state.purse.of(seat))).collect()
    }

    /// Why these changes are not possible, in words that say what was expected.
    pub(crate) fn unpayable(&self, state: &State, points: &Points) -> Option<String> {
        let mut pool = i64::from(state.purse.pot());
        for (seat, &change) in Seat::all(self.seats).zip(points.iter()) {
            let tokens = state.purse.of(seat);
            if !state.playing.has(seat) && change != 0 {
                return Some(format!("0 for seat {seat}, which is out"));
            }
            if i64::from(tokens) + i64::from(change) < 0 {
                return Some(format!("at least -{tokens} for seat {seat}, which has {tokens} tokens"));
            }
            pool -= i64::from(change);
        }
        let held = state.purse.pot();
        (pool < 0).then(|| format!("seats that gain no more than they pay and the pool's {held}"))
    }

    pub(crate) fn move_tokens(&self, state: &mut State, points: &Points) {
        let change = |seat: Seat| points.get(seat.index()).copied().unwrap_or_default();
        for seat in Seat::all(self.seats) {
            state.purse.pay(seat, change(seat).min(0).unsigned_abs() as u16);
        }
        for seat in Seat::all(self.seats) {
            state.purse.take(seat, change(seat).max(0) as u16);
        }
    }

    /// Who has won: the last seat with tokens, the dealer if none has any, or the most tokens after the last round.
    pub(crate) fn won(&self, state: &State) -> Option<SeatSet> {
        let solvent = state.purse.solvent();
        match solvent.len() {
            0 => Some(SeatSet::of(state.dealer)),
            1 => Some(solvent),
            _ if state.round >= self.params.max_rounds => {
                let most = solvent.iter().map(|seat| state.purse.of(seat)).max();
                Some(solvent.iter().filter(|&seat| Some(state.purse.of(seat)) == most).collect())
            }
            _ => None,
        }
    }

    /// Ends the game, the pool going to the winners, or passes the deal to the right. A round needs two seats: with
    /// fewer the game is over, whoever says that it is not.
    pub(crate) fn end_round(&self, state: &mut State, winners: Option<SeatSet>) {
        let solvent = state.purse.solvent();
        let winners = winners.or_else(|| if solvent.len() < 2 { self.won(state) } else { None });
        match winners {
            Some(winners) => {
                state.purse.divide(winners, state.dealer, self.seats);
                (state.winners, state.phase) = (winners, Phase::Over);
            }
            None => {
                state.dealer = solvent.right_of(state.dealer, self.seats).unwrap_or(state.dealer);
                state.phase = Phase::Deal;
            }
        }
    }

    pub(crate) fn stand(&self, state: &State) -> Standing {
        let totals: Vec<i32> = Seat::all(self.seats).map(|seat| state.purse.of(seat).into()).collect();
        let won = state.phase == Phase::Over;
        let payout = totals.iter().map(|total| total - i32::from(self.params.tokens)).filter(|_| won).collect();
        Standing {
            round: state.round,
            dealer: state.dealer,
            winners: state.winners.iter().filter(|_| won).collect(),
            totals,
            payout,
        }
    }
}
