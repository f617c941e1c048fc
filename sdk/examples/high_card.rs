//! High Card: a whole game in one file, for whoever writes the first one.
//!
//! Its rules are in `high_card.md`. Read this from the top: parameters, hooks, actions, the state, and the game, whose
//! functions stand in the order in which a table calls them.

use std::fmt;
use std::str::FromStr;

use parlour_sdk::view::{Group, Observer, Shown};
use parlour_sdk::{
    Action, Card, Game, Hand, Legal, Line, Meta, Offer, ParseActionError, Piece, Place, Points, Refusal, Rng, Seat,
    SeatSet, SetupError, Sides, Standing, Summary, Turn, View, Zone, ZoneKind, deck,
};

/// The most seats; arrays by seat have this length.
const SEATS: usize = 6;
/// The cards in a hand.
const HAND: usize = 3;

// What players may set. The comment of a parameter is what they read.
parlour_sdk::params! {
    /// The parameters of High Card.
    pub struct Params {
        /// Points that win the game.
        target: i32 = 7, [1..=100];
        /// Whether the ace is the lowest card.
        ace_low: bool = false;
    }
}

// Where house rules may answer. This one depends on its argument alone, so it is tabulated: the game asks it for each
// card when it is made, and never in play.
parlour_sdk::hooks! {
    /// The hooks of High Card.
    pub struct Hooks {
        /// How high a card is: 10 for the lowest rank, 130 for the highest.
        tabulated strength(card: Card) -> i32, [0..=1000];
    }
}

/// What a seat can do. An action names all that it does, so that a record can be read without the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Plays a card to the trick.
    Play(Card),
    /// Puts a card aside and draws one.
    Swap(Card),
}

impl Action for Deed {
    fn code(self) -> u64 {
        match self {
            Self::Play(card) => u64::from(card.code()),
            Self::Swap(card) => 1 << 8 | u64::from(card.code()),
        }
    }
    // Exactly the codes that `code` gives: a stray bit is no action.
    fn from_code(code: u64) -> Option<Self> {
        let card = Card::from_code((code & 255) as u8).filter(|card| !card.is_joker())?;
        match code >> 8 {
            0 => Some(Self::Play(card)),
            1 => Some(Self::Swap(card)),
            _ => None,
        }
    }
    fn concealed(self) -> Option<&'static str> {
        matches!(self, Self::Swap(_)).then_some("swap ?")
    }
    fn reveals(self) -> bool {
        matches!(self, Self::Swap(_))
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(card) => write!(f, "play {card}"),
            Self::Swap(card) => write!(f, "swap {card}"),
        }
    }
}

impl FromStr for Deed {
    type Err = ParseActionError;
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let error = || ParseActionError::new(text, "`play KH` or `swap 4C`");
        let (verb, card) = text.split_once(' ').ok_or_else(error)?;
        let card = card.parse().ok().filter(|card: &Card| !card.is_joker()).ok_or_else(error)?;
        match verb {
            "play" => Ok(Self::Play(card)),
            "swap" => Ok(Self::Swap(card)),
            _ => Err(error()),
        }
    }
}

/// What lies open, and what everybody can count. It is apart from what is hidden: so each seat knows all of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    pub turn: Turn,
    pub round: u32,
    pub dealer: Seat,
    pub leader: Seat,
    /// The trick in progress, by seat.
    pub trick: [Option<Card>; SEATS],
    /// The cards of finished tricks.
    pub gone: Hand<Card>,
    pub tricks: [i32; SEATS],
    pub swapped: SeatSet,
    /// How many cards each seat holds.
    pub held: [usize; SEATS],
    /// How many cards are in the stock.
    pub left: usize,
    pub totals: Points,
    pub winners: SeatSet,
}

/// A moment of a table: plain data, quickly copied.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub open: Open,
    pub hands: [Hand<Card>; SEATS],
    /// The card that each seat put aside.
    pub aside: [Hand<Card>; SEATS],
    /// The stock, its top at `left - 1`.
    pub stock: [Card; 52],
}

/// What a seat knows: all that lies open, and its own cards.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    pub seat: Seat,
    pub open: Open,
    pub hand: Hand<Card>,
    pub aside: Hand<Card>,
}

/// The rules at one table.
pub struct HighCard {
    seats: u8,
    params: Params,
    strength: [i32; 64],
}

impl HighCard {
    /// Whether the seat may swap now.
    fn may_swap(&self, state: &State, seat: Seat) -> bool {
        let State { open, hands, .. } = state;
        hands[seat.index()].len() == HAND && !open.swapped.has(seat) && open.left > 0
    }
    /// Who takes the trick, once each seat has played.
    fn taker(&self, open: &Open) -> Option<Seat> {
        let mut best: Option<(i32, Seat)> = None;
        let order = (0..self.seats).map(|step| open.leader.ahead(step, self.seats));
        for seat in order {
            let strength = self.strength[usize::from(open.trick[seat.index()]?.code())];
            if best.is_none_or(|(highest, _)| strength > highest) {
                best = Some((strength, seat));
            }
        }
        best.map(|(_, seat)| seat)
    }
}

impl Game for HighCard {
    type Piece = Card;
    type Action = Deed;
    type Params = Params;
    type Hooks = Hooks;
    type State = State;
    type Knowledge = Knowledge;

    const META: Meta = Meta {
        id: "high-card",
        name: "High Card",
        version: env!("CARGO_PKG_VERSION"),
        family: "tricks",
        about: "Three cards each; the highest takes the trick.",
        seats: (2, SEATS as u8),
        usual_seats: 3,
        sides: Sides::Each,
        stakes: false,
        rules: include_str!("high_card.md"),
    };

    fn new(seats: u8, params: Params, hooks: Hooks) -> Result<Self, SetupError> {
        let mut strength = [0; 64];
        for card in Card::pack() {
            let place = if card.rank() == Card::ACE && !params.ace_low { 13 } else { i32::from(card.rank()) };
            let base = if params.ace_low { 10 * (place + 1) } else { 10 * place };
            strength[usize::from(card.code())] = hooks.strength(base, card);
        }
        Ok(Self { seats, params, strength })
    }
    fn seats(&self) -> u8 {
        self.seats
    }
    fn params(&self) -> &Params {
        &self.params
    }
    fn pack(&self) -> Vec<Card> {
        Card::pack().collect()
    }

    fn start(&self, dealer: Seat) -> State {
        let open = Open {
            turn: Turn::Deal,
            round: 0,
            dealer,
            leader: dealer,
            trick: [None; SEATS],
            gone: Hand::empty(),
            tricks: [0; SEATS],
            swapped: SeatSet::EMPTY,
            held: [0; SEATS],
            left: 0,
            totals: Points::zero(self.seats),
            winners: SeatSet::EMPTY,
        };
        let empty = [Hand::empty(); SEATS];
        State { open, hands: empty, aside: empty, stock: [Card::JOKER; 52] }
    }
    // Where the pack goes, card by card. `deal` follows it, so that the two cannot disagree.
    fn layout(&self, state: &State) -> Vec<Place> {
        let around = || state.open.dealer.around(self.seats).map(Place::Hand);
        let hands = (0..HAND).flat_map(|_| around());
        hands.chain(std::iter::repeat(Place::Pile("stock"))).take(52).collect()
    }
    fn deal(&self, state: &mut State, pieces: &[Card]) {
        let layout = self.layout(state);
        let Open { round, dealer, totals, .. } = state.open;
        *state = self.start(dealer);
        let open = &mut state.open;
        (open.round, open.totals) = (round + 1, totals);
        open.left = 52 - HAND * usize::from(self.seats);
        let mut deep = open.left;
        for (place, &card) in layout.into_iter().zip(pieces) {
            match place {
                Place::Hand(seat) => state.hands[seat.index()].insert(card),
                // The first card of a pile is its top, which is drawn from the end.
                Place::Pile(_) => {
                    deep -= 1;
                    state.stock[deep] = card;
                }
            }
        }
        Seat::all(self.seats).for_each(|seat| open.held[seat.index()] = HAND);
        open.leader = dealer.left(self.seats);
        open.turn = Turn::Seat(open.leader);
    }

    fn turn(&self, state: &State) -> Turn {
        state.open.turn
    }
    fn legal(&self, state: &State, out: &mut Legal<'_, Deed>) {
        let Turn::Seat(seat) = state.open.turn else { return };
        let hand = state.hands[seat.index()];
        hand.for_each(|card| out.push(Deed::Play(card)));
        if self.may_swap(state, seat) {
            hand.for_each(|card| out.push(Deed::Swap(card)));
        }
    }
    fn play(&self, state: &mut State, action: Deed) {
        let State { open, hands, aside, stock } = state;
        let Turn::Seat(seat) = open.turn else { return };
        let hand = &mut hands[seat.index()];
        match action {
            Deed::Swap(card) => {
                hand.remove(card);
                aside[seat.index()].insert(card);
                open.swapped.insert(seat);
                open.left -= 1;
                hand.insert(stock[open.left]);
            }
            Deed::Play(card) => {
                hand.remove(card);
                open.held[seat.index()] -= 1;
                open.trick[seat.index()] = Some(card);
                open.turn = Turn::Seat(seat.left(self.seats));
                if let Some(taker) = self.taker(open) {
                    open.tricks[taker.index()] += 1;
                    open.gone |= open.trick.iter().flatten().copied().collect();
                    open.trick = [None; SEATS];
                    open.leader = taker;
                    open.turn = if open.held == [0; SEATS] { Turn::Settle } else { Turn::Seat(taker) };
                }
            }
        }
    }
    // Asked only for actions that are not legal. The rule is one of the rule book's.
    fn refuse(&self, state: &State, action: Deed) -> Refusal {
        let Turn::Seat(seat) = state.open.turn else { return Refusal::new("2", "it is nobody's turn") };
        let (Deed::Play(card) | Deed::Swap(card)) = action;
        match action {
            _ if !state.hands[seat.index()].has(card) => Refusal::new("2", format!("{card} is not in your hand")),
            _ => Refusal::new("3", "a swap is allowed once, before your first card"),
        }
    }

    fn settle(&self, state: &State) -> Points {
        state.open.tricks[..usize::from(self.seats)].iter().copied().collect()
    }
    fn commit(&self, state: &mut State, points: &Points) {
        for (total, points) in state.open.totals.iter_mut().zip(points.iter()) {
            *total += points;
        }
    }
    fn winners(&self, state: &State) -> Option<SeatSet> {
        let totals = &state.open.totals;
        let most = totals.iter().copied().max().filter(|&most| most >= self.params.target)?;
        Some(Seat::all(self.seats).filter(|seat| totals[seat.index()] == most).collect())
    }
    fn close(&self, state: &mut State, winners: Option<SeatSet>) {
        let open = &mut state.open;
        match winners {
            Some(winners) => (open.winners, open.turn) = (winners, Turn::Over),
            None => (open.dealer, open.turn) = (open.dealer.left(self.seats), Turn::Deal),
        }
    }
    fn standing(&self, state: &State) -> Standing {
        let Open { round, dealer, ref totals, winners, turn, .. } = state.open;
        // No stakes here: once the game is over, each seat gains nothing.
        let payout = if turn == Turn::Over { vec![0; usize::from(self.seats)] } else { Vec::new() };
        Standing { round, dealer, totals: totals.to_vec(), winners: winners.iter().collect(), payout }
    }
    fn summary(&self, state: &State, points: &Points) -> Summary {
        let line = |(seat, points): (usize, &i32)| Line::table(format!("{{{seat}}} has {points} of {HAND} tricks"));
        let aside = |seat: Seat| {
            let faces: Vec<String> = state.aside[seat.index()].map(|card| card.to_string()).collect();
            let group = Group { name: "aside".into(), faces, note: String::new() };
            Vec::from_iter((!group.faces.is_empty()).then_some(group))
        };
        Summary {
            title: "The last trick is taken.".into(),
            hands: Seat::all(self.seats).map(aside).collect(),
            lines: points.iter().enumerate().map(line).collect(),
            ..Summary::default()
        }
    }

    // One view for every observer: whether faces show hangs on the zone. The referee sees every card of the pack.
    fn show(&self, state: &State, observer: Observer) -> View {
        let open = &state.open;
        let mut view = View::default();
        for seat in Seat::all(self.seats) {
            view.zones.push(Zone::hand(seat, state.hands[seat.index()], observer));
            let shown = |card: Card| if observer.sees(seat) { Shown::face(card) } else { Shown::back() };
            let aside = Zone::new(format!("aside {seat}"), ZoneKind::Stack).owned(seat);
            view.zones.push(aside.holding(state.aside[seat.index()].map(shown)));
            view.fact_of(seat, "tricks", open.tricks[seat.index()]);
        }
        let stock = state.stock[..open.left].iter().rev();
        view.zones.push(match observer {
            Observer::Referee => Zone::new("stock", ZoneKind::Stack).faces(stock),
            _ => Zone::backs("stock", open.left),
        });
        let order = (0..self.seats).map(|step| open.leader.ahead(step, self.seats));
        let played = |seat: Seat| Some(Shown { by: Some(seat), ..Shown::face(open.trick[seat.index()]?) });
        view.zones.push(Zone::new("trick", ZoneKind::Trick).holding(order.filter_map(played)));
        view.zones.push(Zone::new("taken", ZoneKind::Fan).faces(open.gone));
        if let Turn::Seat(seat) = open.turn
            && observer == Observer::Seat(seat)
        {
            let (prompt, rule) = match self.may_swap(state, seat) {
                true => ("Play a card, or swap one first.", "3"),
                false => ("Play a card.", "2"),
            };
            (view.prompt, view.rule) = (prompt.into(), rule.into());
        }
        view
    }
    fn offer(&self, _: &State, action: Deed, view: &View) -> Offer {
        match action {
            Deed::Play(card) => Offer::new("play").pick(view.find("hand", card)).onto(view.zone("trick")),
            Deed::Swap(card) => Offer::new("swap").pick(view.find("hand", card)).onto(view.zone("stock")),
        }
    }
    fn tell(&self, before: &State, action: Deed, after: &State, observer: Observer) -> Vec<Line> {
        let Turn::Seat(seat) = before.open.turn else { return Vec::new() };
        let deed = match action {
            Deed::Play(card) => format!("play(s) {card}"),
            Deed::Swap(card) if observer.sees(seat) => format!("swap(s) {card} for {}", before.stock[after.open.left]),
            Deed::Swap(_) => "swap(s) a card".into(),
        };
        let mut lines = vec![Line::of(seat, deed)];
        if before.open.tricks != after.open.tricks {
            lines.push(Line::of(after.open.leader, "take(s) the trick"));
        }
        lines
    }

    // The only door to a bot. Nothing hidden goes through it.
    fn know(&self, state: &State, seat: Seat) -> Knowledge {
        let (hand, aside) = (state.hands[seat.index()], state.aside[seat.index()]);
        Knowledge { seat, open: state.open.clone(), hand, aside }
    }
    // All that the seat does not see is shuffled and laid where cards are missing: each arrangement is as likely.
    fn imagine(&self, knowledge: &Knowledge, rng: &mut Rng) -> State {
        let Knowledge { seat: own, open, hand, aside } = knowledge;
        let trick: Hand<Card> = open.trick.iter().flatten().copied().collect();
        let unseen = Card::pack().collect::<Hand<Card>>() - *hand - *aside - open.gone - trick;
        let mut cards = [Card::JOKER; 52];
        unseen.enumerate().for_each(|(place, card)| cards[place] = card);
        deck::shuffle(&mut cards[..unseen.len()], rng);

        let mut state = self.start(open.dealer);
        state.open = open.clone();
        state.stock = cards;
        let mut next = open.left;
        let mut take = |count: usize| {
            next += count;
            cards[next - count..next].iter().copied().collect()
        };
        for seat in Seat::all(self.seats).filter(|seat| seat != own && open.round > 0) {
            state.hands[seat.index()] = take(open.held[seat.index()]);
            state.aside[seat.index()] = take(usize::from(open.swapped.has(seat)));
        }
        (state.hands[own.index()], state.aside[own.index()]) = (*hand, *aside);
        state
    }
}

// The one line that makes a plugin of it.
parlour_sdk::export_game!(HighCard);
