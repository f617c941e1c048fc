//! What a seat does.

use std::fmt;
use std::str::FromStr;

use parlour_sdk::{Action as GameAction, ItalianCard, ParseActionError, Piece};

use crate::cards::{Cards, PACK, place};

/// One decision: the dealer's, or half a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The dealer keeps the top four cards.
    Keep,
    /// The dealer leaves them for the hand that was dealt.
    Leave,
    /// The seat exchanges nothing.
    Stay,
    /// The seat exchanges cards with the monte.
    Exchange(Exchange),
    /// The seat puts this card under the stock and draws its top card.
    Draw(ItalianCard),
    /// The seat does not draw.
    Done,
}

/// One to four cards of the hand for as many of the monte.
///
/// In twice four fields of seven bits, from the lowest: the places of the cards given, each plus one, in order, then
/// those of the cards taken. Unused fields are 0, and so is the highest bit of each, so that all fields are checked at
/// once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange(u64);

/// Bits of a field.
const FIELD: u32 = 7;
/// Bits of a list.
const LIST: u32 = 4 * FIELD;
/// The number 1 in each field.
const ONES: u64 = 0x02_0408_1020_4081;
/// The highest bit of each field.
const HIGH: u64 = ONES << (FIELD - 1);
/// The highest bits of the fields that another of the same list follows.
const FOLLOWED: u64 = HIGH & !(1 << (LIST - 1) | 1 << (2 * LIST - 1));

/// The lists of one to four cards out of four, of which each size stands together.
pub(crate) struct Lists {
    pub one: [u64; 4],
    pub two: [u64; 6],
    pub three: [u64; 4],
    pub four: u64,
}

impl Lists {
    /// The lists of these places, which are in order.
    #[inline(always)]
    pub fn of(places: [u8; 4]) -> Self {
        let [a, b, c, d] = places.map(|place| u64::from(place) + 1);
        let then = |list: u64, length: u32, next: u64| list | next << (length * FIELD);
        let two @ [ab, ac, _, bc, ..] =
            [then(a, 1, b), then(a, 1, c), then(a, 1, d), then(b, 1, c), then(b, 1, d), then(c, 1, d)];
        let three @ [abc, ..] = [then(ab, 2, c), then(ab, 2, d), then(ac, 2, d), then(bc, 2, d)];
        Self { one: [a, b, c, d], two, three, four: then(abc, 3, d) }
    }
}

impl Exchange {
    /// The exchange of these cards for those; `None` unless one to four are given for as many.
    pub fn new(give: Cards, take: Cards) -> Option<Self> {
        let list = |cards: Cards| {
            let fields = cards.places().zip((0..).step_by(FIELD as usize));
            fields.fold(0, |list, (place, at)| list | (u64::from(place) + 1) << at)
        };
        let fits = (1..=4).contains(&give.len()) && give.len() == take.len();
        fits.then(|| Self::of_lists(list(give), list(take)))
    }
    #[inline(always)]
    pub(crate) const fn of_lists(give: u64, take: u64) -> Self {
        Self(give | take << LIST)
    }
    /// The cards that leave the hand.
    #[inline(always)]
    pub fn give(self) -> Cards {
        set(self.0)
    }
    /// The cards that come into it.
    #[inline(always)]
    pub fn take(self) -> Cards {
        set(self.0 >> LIST)
    }
    /// Whether the whole hand is exchanged, which is a knock.
    #[inline(always)]
    pub const fn is_whole(self) -> bool {
        field(self.0, 3) != 0
    }
    /// The exchange of these bits, if they are one: places of the pack, both lists of one length, in order.
    #[inline(always)]
    fn from_bits(bits: u64) -> Option<Self> {
        let next = bits >> FIELD;
        let beyond = (bits | (bits + (HIGH - (PACK as u64 + 1) * ONES))) & HIGH;
        let used = (bits + (HIGH - ONES)) & HIGH;
        let next_used = used >> FIELD & FOLLOWED;
        let before_next = ((next & !HIGH | HIGH) - (bits & !HIGH) - ONES) & HIGH;
        let fits = (beyond == 0)
            & (used & 1 << (FIELD - 1) != 0)
            & (used >> LIST == used & HIGH >> LIST)
            & (next_used & !(used & before_next) == 0);
        fits.then_some(Self(bits))
    }
}

/// The field of this number in a list.
#[inline(always)]
const fn field(list: u64, number: u32) -> u64 {
    list >> (number * FIELD) & 63
}

/// The cards of a list.
#[inline(always)]
const fn set(list: u64) -> Cards {
    let bits = 1 << field(list, 0) | 1 << field(list, 1) | 1 << field(list, 2) | 1 << field(list, 3);
    Cards(bits >> 1)
}

/// The bits of a code above an exchange, or a card: what is done.
const KIND: u32 = 2 * LIST;
const KEEP: u64 = 1 << KIND;
const LEAVE: u64 = 2 << KIND;
const STAY: u64 = 3 << KIND;
const DONE: u64 = 4 << KIND;
const DRAW: u64 = 5 << KIND;

impl GameAction for Action {
    #[inline(always)]
    fn code(self) -> u64 {
        match self {
            Self::Keep => KEEP,
            Self::Leave => LEAVE,
            Self::Stay => STAY,
            Self::Exchange(Exchange(bits)) => bits,
            Self::Draw(card) => DRAW | u64::from(card.code()),
            Self::Done => DONE,
        }
    }
    #[inline(always)]
    fn from_code(code: u64) -> Option<Self> {
        if code >> KIND == 0 {
            return Exchange::from_bits(code).map(Self::Exchange);
        }
        match code {
            KEEP => Some(Self::Keep),
            LEAVE => Some(Self::Leave),
            STAY => Some(Self::Stay),
            DONE => Some(Self::Done),
            _ if code & !63 == DRAW => ItalianCard::from_code(code as u8 & 63).map(Self::Draw),
            _ => None,
        }
    }
    fn concealed(self) -> Option<&'static str> {
        matches!(self, Self::Draw(_)).then_some("draw ?")
    }
    fn reveals(self) -> bool {
        matches!(self, Self::Keep | Self::Leave | Self::Draw(_))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("keep"),
            Self::Leave => f.write_str("leave"),
            Self::Stay => f.write_str("stay"),
            Self::Exchange(exchange) => write!(f, "exchange {} for {}", exchange.give(), exchange.take()),
            Self::Draw(card) => write!(f, "draw {card}"),
            Self::Done => f.write_str("done"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        parse(text).ok_or_else(|| {
            let expected = "keep, leave, stay, done, draw 2S, or exchange 4C 2S for KD 7D (as many cards for as many, \
                            each list from high to low, equal ranks in the order D S C B)";
            ParseActionError::new(text, expected)
        })
    }
}

fn parse(text: &str) -> Option<Action> {
    match text {
        "keep" => return Some(Action::Keep),
        "leave" => return Some(Action::Leave),
        "stay" => return Some(Action::Stay),
        "done" => return Some(Action::Done),
        _ => {}
    }
    if let Some(face) = text.strip_prefix("draw ") {
        return face.parse().ok().map(Action::Draw);
    }
    let (give, take) = text.strip_prefix("exchange ")?.split_once(" for ")?;
    Exchange::new(listed(give)?, listed(take)?).map(Action::Exchange)
}

/// The cards of a list that is in order.
fn listed(text: &str) -> Option<Cards> {
    let cards: Vec<ItalianCard> = text.split(' ').map(|face| face.parse().ok()).collect::<Option<_>>()?;
    cards.is_sorted_by(|&a, &b| place(a) < place(b)).then(|| cards.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::card;
    use parlour_sdk::{Draw, Rng};

    fn same(action: Action) {
        assert_eq!(Action::from_code(action.code()), Some(action));
        assert_eq!(action.to_string().parse(), Ok(action));
    }

    #[test]
    fn notation_and_code_name_the_action() {
        let texts = ["keep", "leave", "stay", "done", "draw 2S", "exchange 4C 2S for KD 7D", "exchange AD for AS"];
        for text in texts {
            let action: Action = text.parse().unwrap();
            assert_eq!(action.to_string(), text);
            same(action);
        }
        ItalianCard::pack().for_each(|card| same(Action::Draw(card)));
    }

    #[test]
    fn all_lists_of_four_cards_are_actions() {
        let mut rng = Rng::new(5);
        for _ in 0..2000 {
            let mut places: Vec<u8> = (0..PACK).collect();
            parlour_sdk::deck::shuffle(&mut places, &mut rng);
            let four = |from: &[u8]| {
                let mut four: [u8; 4] = from.try_into().unwrap();
                four.sort_unstable();
                Lists::of(four)
            };
            let (own, monte) = (four(&places[..4]), four(&places[4..8]));
            let sizes: [(&[u64], &[u64]); 4] = [
                (&own.one, &monte.one),
                (&own.two, &monte.two),
                (&own.three, &monte.three),
                (&[own.four], &[monte.four]),
            ];
            for (size, (gives, takes)) in (1..).zip(sizes) {
                for (&give, &take) in gives.iter().flat_map(|give| takes.iter().map(move |take| (give, take))) {
                    let exchange = Exchange::of_lists(give, take);
                    assert_eq!(Exchange::from_bits(exchange.0), Some(exchange));
                    assert_eq!(Exchange::new(exchange.give(), exchange.take()), Some(exchange));
                    assert_eq!((exchange.give().len(), exchange.is_whole()), (size, size == 4));
                    same(Action::Exchange(exchange));
                }
            }
        }
    }

    #[test]
    fn what_is_no_action_says_what_is() {
        let wrong = [
            "",
            "exchange",
            "exchange 2S 4C for KD 7D",
            "exchange 4C 2S for KD",
            "draw",
            "draw 8S",
            "exchange 4C  for KD",
            "exchange 4C 4C for KD KD",
            "exchange 7S 7D for KD 2S",
            " stay",
            "exchange for",
            "exchange AD KD HD JD 7D for AS KS HS JS 7S",
        ];
        for text in wrong {
            let error = text.parse::<Action>().unwrap_err().to_string();
            assert!(
                error.contains("expected keep, leave, stay, done, draw 2S, or exchange 4C 2S for KD 7D"),
                "{error}"
            );
        }
        for code in [0, 1, 2 << KIND | 1, DRAW | 10, DRAW | 64, 6 << KIND, u64::MAX, 1 | 41 << LIST, 2 | 1 << FIELD] {
            assert_eq!(Action::from_code(code), None, "{code:#x}");
        }
    }

    #[test]
    fn a_code_is_an_exchange_if_its_notation_is_one() {
        let mut rng = Rng::new(9);
        let (mut found, mut wrong) = (0, 0);
        for _ in 0..200_000 {
            // Twice four fields, mostly in order, now and then one too many or out of the pack.
            let length = 1 + rng.below(3);
            let mut code = 0;
            for list in 0..2 {
                let mut fields: Vec<u64> = (0..length).map(|_| u64::from(1 + rng.below(41))).collect();
                if rng.below(8) > 0 {
                    fields.sort_unstable();
                }
                if rng.below(8) == 0 {
                    fields.insert(rng.below(length) as usize, u64::from(rng.below(70)));
                }
                code |=
                    fields.iter().zip((0..).step_by(FIELD as usize)).fold(0, |code, (field, at)| code | field << at)
                        << (list * LIST);
            }
            let list = |at: u32| (0..4).map(|number| code >> (at + number * FIELD) & 127).collect::<Vec<u64>>();
            let face = |field: &u64| card((*field).checked_sub(1)? as u8).map(|card| card.to_string());
            let faces = |list: Vec<u64>| {
                let used = list.iter().rposition(|&field| field != 0).map_or(0, |last| last + 1);
                list[..used].iter().map(face).collect::<Option<Vec<_>>>().map(|faces| faces.join(" "))
            };
            let text = faces(list(0)).zip(faces(list(LIST))).map(|(give, take)| format!("exchange {give} for {take}"));
            let expected = text.and_then(|text| text.parse::<Action>().ok());
            assert_eq!(Action::from_code(code), expected, "{code:#x}");
            found += u32::from(expected.is_some());
            wrong += u32::from(expected.is_none());
        }
        assert!(found > 20_000 && wrong > 20_000, "{found} {wrong}");
    }
}
