//! A moment of a table.

use parlour_sdk::{Auction, Hand, Piece, Pile, Seat, SeatSet, Sides, Speaks, Tile, Trick};

use crate::hooks::Trump;

/// The seats at the table.
pub(crate) const SEATS: u8 = 4;

/// Where a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Deal,
    Auction,
    Bury,
    Name,
    Play,
    Settle,
    Over,
}

/// A moment of a table: plain data of at most 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoonState {
    pub(crate) hands: [Hand<Tile>; 4],
    pub(crate) middle: Middle,
    pub(crate) totals: [i32; 2],
    pub(crate) auction: Auction,
    pub(crate) round: u16,
    /// The tiles of the trick, in the order played.
    pub(crate) table: Pile<Tile, 4>,
    pub(crate) trick: Trick<Tile>,
    pub(crate) phase: Phase,
    pub(crate) to_act: Seat,
    /// Who bids first.
    pub(crate) first: Seat,
    pub(crate) trump: Trump,
    /// The tricks that each side took.
    pub(crate) tricks: [u8; 2],
    /// For each seat the suits, as bits, that it was shown to have none of.
    pub(crate) voids: [u8; 4],
    /// The sides that have won.
    pub(crate) winners: SeatSet,
}

/// The tiles in the middle, at most 12, the top first: five bits each, and ones after the last. The bidder takes the top
/// one, and puts another there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Middle(u64);

impl Middle {
    const BITS: u32 = 5;
    const NONE: u64 = 31;

    pub(crate) const EMPTY: Self = Self(u64::MAX);

    /// Puts a tile on top.
    pub(crate) fn put(&mut self, tile: Tile) {
        self.0 = self.0 << Self::BITS | u64::from(tile.code());
    }
    /// Takes the top tile.
    pub(crate) fn take(&mut self) -> Option<Tile> {
        let top = self.top()?;
        self.0 = self.0 >> Self::BITS | Self::NONE << (u64::BITS - Self::BITS);
        Some(top)
    }
    /// The top tile.
    pub(crate) fn top(self) -> Option<Tile> {
        Tile::from_code((self.0 & Self::NONE) as u8)
    }
    /// The tiles, the top first.
    pub(crate) fn iter(mut self) -> impl Iterator<Item = Tile> {
        std::iter::from_fn(move || self.take())
    }
}

impl MoonState {
    pub(crate) fn start(first: Seat) -> Self {
        Self {
            hands: [Hand::empty(); 4],
            middle: Middle::EMPTY,
            totals: [0; 2],
            auction: Auction::new(Speaks::Once, first, SEATS),
            round: 0,
            table: Pile::new(),
            trick: Trick::new(first),
            phase: Phase::Deal,
            to_act: first,
            first,
            trump: Trump::NONE,
            tricks: [0; 2],
            voids: [0; 4],
            winners: SeatSet::EMPTY,
        }
    }

    /// Deals: each seat from the first bidder on draws its hand; what is left lies in the middle, the first on top.
    #[inline]
    pub(crate) fn deal(&mut self, pieces: &[Tile], hand_size: u8) {
        *self = Self { totals: self.totals, round: self.round + 1, phase: Phase::Auction, ..Self::start(self.first) };
        let (dealt, middle) = pieces.split_at(usize::from(hand_size) * 4);
        for (seat, tiles) in (0..SEATS).zip(dealt.chunks_exact(usize::from(hand_size))) {
            self.hands[self.first.ahead(seat, SEATS).index()] = tiles.iter().copied().collect();
        }
        middle.iter().rev().for_each(|&tile| self.middle.put(tile));
    }

    /// Whether the bidder has put a tile on top of the middle.
    pub(crate) fn is_buried(&self) -> bool {
        let exchanged = self.bidder().is_some() && !matches!(self.phase, Phase::Auction | Phase::Bury);
        exchanged && self.middle.top().is_some()
    }
    /// The seat that bid highest.
    pub(crate) fn bidder(&self) -> Option<Seat> {
        self.auction.bidder()
    }
    /// The side of a seat.
    #[inline(always)]
    pub(crate) fn side(seat: Seat) -> usize {
        usize::from(Sides::Partners.of(seat))
    }
    /// The tiles of the tricks that were taken.
    pub(crate) fn taken(&self) -> Hand<Tile> {
        let held = self.hands.iter().fold(Hand::empty(), |all, &hand| all | hand);
        Tile::pack().collect::<Hand<Tile>>() - held - self.middle.iter().chain(self.table.iter()).collect()
    }
    /// Who has played what to the trick.
    pub(crate) fn on_table(&self) -> impl Iterator<Item = (Seat, Tile)> {
        let leader = self.trick.leader();
        self.table.iter().rev().enumerate().map(move |(place, tile)| (leader.ahead(place as u8, SEATS), tile))
    }
}
