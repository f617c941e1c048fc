//! A moment of a table.

use parlour_sdk::{Auction, Card, Hand, Pile, Seat, SeatSet, Sides, Speaks, Suit, Trick};

/// The seats at the table.
pub(crate) const SEATS: u8 = 4;
/// The most cards that are left for the kitty.
pub(crate) const KITTY: usize = 28;

/// Where a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Deal,
    Auction,
    Name,
    Discard,
    Play,
    Settle,
    Over,
}

/// What lies in the middle: the kitty until it is taken, and then what each seat has played to the trick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Centre {
    Kitty(Pile<Card, KITTY>),
    Table([Hand<Card>; 4]),
}

/// Where a card is that is in no hand and not in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gone {
    /// Put away or thrown in, face down, by a seat.
    By(Seat),
    /// Left over from the kitty.
    Undealt,
    /// In a trick that was taken.
    Taken,
}

/// Which cards are gone where: three bits for each card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoneCards([Hand<Card>; 3]);

impl GoneCards {
    fn number(place: Gone) -> u8 {
        match place {
            Gone::By(seat) => seat.0 + 1,
            Gone::Undealt => 5,
            Gone::Taken => 6,
        }
    }
    #[inline(always)]
    pub(crate) fn put(&mut self, place: Gone, cards: Hand<Card>) {
        for (bit, plane) in self.0.iter_mut().enumerate() {
            if Self::number(place) >> bit & 1 != 0 {
                *plane |= cards;
            }
        }
    }
    /// Takes cards out, wherever they are.
    pub(crate) fn clear(&mut self, cards: Hand<Card>) {
        self.0.iter_mut().for_each(|plane| *plane -= cards);
    }
    pub(crate) fn of(&self, place: Gone) -> Hand<Card> {
        let [one, two, three] = self.0;
        let part = |bit: u8, plane: Hand<Card>, all: Hand<Card>| match Self::number(place) >> bit & 1 {
            0 => all - plane,
            _ => all & plane,
        };
        part(0, one, part(1, two, part(2, three, one | two | three)))
    }
    /// Whether no trick was taken yet.
    #[inline(always)]
    pub(crate) fn no_trick(&self) -> bool {
        let [one, two, three] = self.0;
        (two & (three - one)).is_empty()
    }
}

/// A moment of a table: plain data of at most 128 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PedroState {
    pub(crate) hands: [Hand<Card>; 4],
    pub(crate) centre: Centre,
    pub(crate) gone: GoneCards,
    pub(crate) totals: [i32; 2],
    pub(crate) auction: Auction,
    pub(crate) round: u16,
    /// The points that each side took.
    pub(crate) points: [u16; 2],
    pub(crate) trick: Trick<Card>,
    pub(crate) phase: Phase,
    pub(crate) to_act: Seat,
    pub(crate) dealer: Seat,
    pub(crate) trump: Suit,
    /// The seats that have not thrown their cards in.
    pub(crate) playing: SeatSet,
    /// The sides that have won.
    pub(crate) winners: SeatSet,
}

impl PedroState {
    pub(crate) fn start(dealer: Seat) -> Self {
        let first = dealer.left(SEATS);
        Self {
            hands: [Hand::empty(); 4],
            centre: Centre::Kitty(Pile::new()),
            gone: GoneCards([Hand::empty(); 3]),
            totals: [0; 2],
            auction: Auction::new(Speaks::UntilPass, first, SEATS),
            round: 0,
            points: [0; 2],
            trick: Trick::new(first),
            phase: Phase::Deal,
            to_act: first,
            dealer,
            trump: Suit::Spades,
            playing: SeatSet::all(SEATS),
            winners: SeatSet::EMPTY,
        }
    }

    /// Deals packets of three from the dealer's left, and what is left to the kitty, the first on top.
    #[inline]
    pub(crate) fn deal(&mut self, pieces: &[Card], hand_size: u8) {
        *self = Self { totals: self.totals, round: self.round + 1, phase: Phase::Auction, ..Self::start(self.dealer) };
        let (mut dealt, kitty) = pieces.split_at(usize::from(hand_size) * 4);
        let mut left = usize::from(hand_size);
        while left > 0 {
            for seat in self.dealer.around(SEATS) {
                let packet;
                (packet, dealt) = dealt.split_at(left.min(PACKET));
                let cards: Hand<Card> = packet.iter().copied().collect();
                self.hands[seat.index()] |= cards;
            }
            left -= left.min(PACKET);
        }
        self.centre = Centre::Kitty(kitty.iter().rev().copied().collect());
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
    /// What a seat has played to the trick.
    #[inline(always)]
    pub(crate) fn table(&self, seat: Seat) -> Hand<Card> {
        match &self.centre {
            Centre::Table(table) => table[seat.index()],
            Centre::Kitty(_) => Hand::empty(),
        }
    }
    /// The kitty, as long as it lies in the middle.
    pub(crate) fn kitty(&self) -> Pile<Card, KITTY> {
        match self.centre {
            Centre::Kitty(kitty) => kitty,
            Centre::Table(_) => Pile::new(),
        }
    }
}

/// How many cards are dealt at a time.
pub(crate) const PACKET: usize = 3;
