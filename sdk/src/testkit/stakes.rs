//! Pieces, deals, points, totals and payouts.

use super::playout::Round;
use super::{Case, Check, ensure};
use crate::action::Action;
use crate::game::{Game, Place, Points, Turn};
use crate::piece::Piece;
use crate::seat::Seat;
use crate::view::{Observer, View, ZoneKind};

impl<G: Game> Case<'_, G> {
    /// The pack is the same each time, and every piece leads back from its code and face.
    pub(super) fn pack_is_fixed(&mut self) -> Check {
        let pack = self.game_of().pack();
        ensure!(self, pack == self.game_of().pack(), Pieces, "the same pack each time");
        for &piece in &pack {
            self.pack[usize::from(piece.code())] += 1;
            let back = G::Piece::from_code(piece.code()) == Some(piece) && piece.to_string().parse() == Ok(piece);
            ensure!(self, back, Pieces, "{piece} to be read back from its code and its face");
        }
        Ok(())
    }

    /// The referee sees each piece of the pack once.
    pub(super) fn conserved(&self, state: &G::State) -> Check {
        let view = self.game_of().show(state, Observer::Referee);
        let mut left = self.pack;
        for zone in &view.zones {
            for shown in &zone.pieces {
                let piece = shown.face.as_deref().and_then(|face| face.parse::<G::Piece>().ok());
                let Some(piece) = piece else {
                    let face = shown.face.as_deref().unwrap_or("a back");
                    ensure!(self, false, Pieces, "the referee to see faces alone, `{}` has {face}", zone.name);
                    continue;
                };
                let of_it = &mut left[usize::from(piece.code())];
                ensure!(self, *of_it > 0, Pieces, "{piece} once, the referee sees it again in `{}`", zone.name);
                *of_it -= 1;
            }
        }
        let missing = left.iter().position(|&count| count > 0).and_then(|code| G::Piece::from_code(code as u8));
        ensure!(self, missing.is_none(), Pieces, "{} in some zone of the referee's view", missing.unwrap());
        Ok(())
    }

    /// The deal is written down and laid out again, and lies where it was dealt to.
    pub(super) fn dealt(&self, round: &Round<G>, state: &G::State) -> Check {
        let game = self.game_of();
        let layout = game.layout(&round.before);
        let (places, pieces) = (layout.len(), round.pieces.len());
        ensure!(self, places == pieces, Deal, "a place for each of {pieces} pieces, `layout` has {places}");
        for place in &layout {
            let there = !matches!(place, Place::Hand(seat) if seat.0 >= self.at.seats);
            ensure!(self, there, Deal, "pieces dealt to the seats of the table, not to {place:?}");
        }
        let deal = self.engine.written(&round.before, &round.pieces);
        let arranged = self.engine.arranged(&round.before, &deal);
        ensure!(self, arranged.as_ref() == Ok(&round.pieces), Deal, "the written deal to be laid out as it was dealt");
        self.conserved(state)?;

        let view = game.show(state, Observer::Referee);
        for seat in Seat::all(self.at.seats) {
            let (mut held, mut written) = (hand_of(&view, seat), deal.hands[seat.index()].clone());
            held.sort_unstable();
            written.sort_unstable();
            ensure!(
                self,
                held == written,
                Deal,
                "seat {} to hold what it was dealt: {written:?}, not {held:?}",
                seat.0
            );
        }
        for zone in view.zones.iter().filter(|zone| zone.kind == ZoneKind::Stack) {
            let Some(pile) = deal.piles.get(&zone.name).filter(|pile| pile.len() == zone.pieces.len()) else {
                continue;
            };
            let shown = zone.pieces.iter().filter_map(|shown| shown.face.as_ref());
            ensure!(self, shown.eq(pile), Deal, "the pile `{}` as it was dealt, the top first", zone.name);
        }
        Ok(())
    }

    /// A table before its first deal.
    pub(super) fn opened(&self, state: &G::State, dealer: Seat) -> Check {
        let standing = self.game_of().standing(state);
        let sides = usize::from(G::META.sides.count(self.at.seats));
        ensure!(self, standing.round == 0, Turn, "round 0 before the first deal, not {}", standing.round);
        ensure!(self, standing.dealer == dealer, Turn, "seat {} to deal first, not {}", dealer.0, standing.dealer.0);
        ensure!(self, standing.totals.len() == sides, Totals, "a total for each of {sides} sides");
        Ok(())
    }

    /// The points of a round are one for each side, and such as a house rule could give.
    pub(super) fn points(&self, state: &G::State, points: &Points) -> Check {
        let sides = usize::from(G::META.sides.count(self.at.seats));
        ensure!(self, points.len() == sides, Points, "points for each of {sides} sides, not {points:?}");
        let sum: i64 = points.iter().copied().map(i64::from).sum();
        ensure!(self, !G::META.stakes || sum == 0, Points, "stakes that add up to 0, {points:?} add up to {sum}");
        let accepted = self.game_of().accept(state, points);
        ensure!(self, accepted.is_ok(), Points, "the game to accept its own points {points:?}, it says {accepted:?}");
        Ok(())
    }

    /// The round is settled, added up and closed.
    pub(super) fn settled(&mut self, state: &mut G::State) -> Check {
        self.list(state);
        ensure!(self, self.codes.is_empty(), Turn, "no legal action once the round is over");
        let points = self.engine.settle(state);
        self.points(state, &points)?;
        let again = self.engine.settle(state);
        ensure!(self, points == again, Points, "the same points each time, {points:?} became {again:?}");
        if self.counted {
            self.summed_up(state, &points)?;
        }

        let before = self.game_of().standing(state);
        self.game_of().commit(state, &points);
        let counted = self.game_of().standing(state);
        let add = |(&total, &points): (&i32, &i32)| i64::from(total) + i64::from(points);
        let expected: Vec<i64> = before.totals.iter().zip(points.iter()).map(add).collect();
        let sums = counted.totals.iter().copied().map(i64::from).eq(expected.iter().copied());
        ensure!(self, sums, Totals, "totals {expected:?} after the round, not {:?}", counted.totals);

        let winners = self.game_of().winners(state);
        self.game_of().close(state, winners);
        let standing = self.game_of().standing(state);
        let turn = self.game_of().turn(state);
        ensure!(self, standing.dealer.0 < self.at.seats, Turn, "a dealer at the table, not seat {}", standing.dealer.0);
        let Some(winners) = winners else {
            let open = standing.winners.is_empty() && standing.payout.is_empty();
            ensure!(self, turn == Turn::Deal, Turn, "a deal where nobody has won, the table waits for {turn:?}");
            ensure!(self, open, Winners, "no winners and no payout while the game runs, not {standing:?}");
            ensure!(self, standing.totals == counted.totals, Totals, "totals that stay until the next round");
            return Ok(());
        };
        ensure!(self, turn == Turn::Over, Turn, "the game over once somebody has won, the table waits for {turn:?}");
        ensure!(self, !winners.is_empty(), Winners, "a winner, the set is empty");
        let seats: Vec<Seat> = G::META.sides.seats_of(winners, self.at.seats).iter().collect();
        ensure!(self, standing.winners == seats, Winners, "the winners {seats:?}, not {:?}", standing.winners);
        // The winners may take what lay in the middle; nobody else gains or loses by the end.
        for side in Seat::all(counted.totals.len() as u8).filter(|&side| !winners.has(side)) {
            let kept = standing.totals.get(side.index()) == counted.totals.get(side.index());
            ensure!(self, kept, Totals, "the total of side {} to stay at the end, it did not win", side.0);
        }
        let sum: i64 = standing.payout.iter().copied().map(i64::from).sum();
        let each = standing.payout.len() == usize::from(self.at.seats);
        ensure!(self, each, Payout, "a payout for each seat, not {:?}", standing.payout);
        ensure!(self, sum == 0, Payout, "a payout that adds up to 0, {:?} adds up to {sum}", standing.payout);
        Ok(())
    }

    fn summed_up(&self, state: &G::State, points: &Points) -> Check {
        let summary = self.game_of().summary(state, points);
        let (hands, seats) = (summary.hands.len(), usize::from(self.at.seats));
        ensure!(
            self,
            hands == 0 || hands == seats,
            View,
            "a summary with a hand for each of {seats} seats, not {hands}"
        );
        for face in summary.hands.iter().flatten().flat_map(|group| &group.faces) {
            ensure!(self, face.parse::<G::Piece>().is_ok(), View, "faces in the summary, `{face}` is none");
        }
        let settlement = self.engine.settlement(state, points);
        ensure!(self, settlement["points"].is_array(), View, "facts that leave the settlement's own names alone");
        Ok(())
    }

    /// The game is over for good.
    pub(super) fn over(&mut self, state: &G::State) -> Check {
        self.list(state);
        ensure!(self, self.codes.is_empty(), Turn, "no legal action once the game is over");
        if let Some(action) = self.strangers.first().and_then(|&code| G::Action::from_code(code)) {
            let check = self.engine.check(state, action);
            ensure!(self, check.is_err(), Check, "`{action}` to be refused once the game is over");
        }
        Ok(())
    }
}

/// The faces in a seat's hands.
fn hand_of(view: &View, seat: Seat) -> Vec<String> {
    let own = view.zones.iter().filter(|zone| zone.kind == ZoneKind::Hand && zone.owner == Some(seat));
    own.flat_map(|zone| &zone.pieces).filter_map(|shown| shown.face.clone()).collect()
}
