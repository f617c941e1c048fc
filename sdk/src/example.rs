//! Worked examples as text: arranged deals, actions, and what must come of them.
//!
//! A rule book explains itself by examples, and a game's tests check those very examples. An example is a block of
//! lines that begins with `# ` and a title (what comes before the first is for the reader); each line is one of these:
//!
//! | line | what it does |
//! |---|---|
//! | `seats 4` | the seats at the table (else as many as usual) |
//! | `rules min_bid=5 all_pass=redeal` | parameters |
//! | `dealer 2` | who deals first (else seat 0) |
//! | `gives 20 18` | a house rule gives these points for the first round; further lines, for further rounds |
//! | `deal 0: 66 61 / 2: 64 / middle: 50` | deals; the pack's other pieces fill what is not named, in the pack's order |
//! | `do pass, bid 5, play 64` | actions, each by the seat whose turn it is |
//! | `rest` | the rest of the round: each seat plays the first action of its legal list |
//! | `turn 2` | whose turn it is now; also `settle`, `deal`, `over` |
//! | `legal play 61, play 66` | the whole legal list, in any order |
//! | `refused 4: play 43` | the action is refused by rule 4 |
//! | `score 6 1 = 26 19` | settles the round: its points, and the totals after them |
//! | `winners 0 2` | the game is over, and these seats have won |
//!
//! ```
//! # use parlour_sdk::example::{Error, run};
//! # fn check<G: parlour_sdk::Game>() -> Result<usize, Error> {
//! run::<G>("# Nobody bids\ndeal\ndo pass, pass, pass, pass\nscore 0 0 = 0 0\nturn deal")
//! # }
//! ```

use std::collections::{BTreeMap, VecDeque};

use serde_json::json;

use crate::engine::Engine;
use crate::game::{Game, Place, Turn};
use crate::hook::{Answer, Arg, House, generic};
use crate::param::{Params as _, Values};
use crate::seat::Seat;

/// An example that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text}: {reason}")]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// What was there instead, or what cannot be read.
    pub reason: String,
}

/// Runs all examples of a text and gives their number.
///
/// # Errors
/// The first line that does not hold.
pub fn run<G: Game>(text: &str) -> Result<usize, Error> {
    let (mut count, mut example) = (0, Example::<G>::default());
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with("# ") {
            (count, example) = (count + 1, Example::default());
        } else if count > 0 && !line.is_empty() {
            let error = |reason| Error { line: at + 1, text: line.to_owned(), reason };
            example.line(line).map_err(error)?;
        }
    }
    Ok(count)
}

struct Example<G: Game> {
    seats: u8,
    rules: Values,
    dealer: Seat,
    given: VecDeque<Vec<i32>>,
    table: Option<(Engine<G>, G::State)>,
}

impl<G: Game> Default for Example<G> {
    fn default() -> Self {
        Self { seats: G::META.usual_seats, rules: Values::new(), dealer: Seat(0), given: VecDeque::new(), table: None }
    }
}

type Held = Result<(), String>;

impl<G: Game> Example<G> {
    fn line(&mut self, line: &str) -> Held {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "seats" => self.seats = number(rest)?,
            "dealer" => self.dealer = Seat(number(rest)?),
            "rules" => self.rules(rest)?,
            "gives" => self.given.push_back(numbers(rest)?),
            "deal" => self.deal(rest)?,
            "do" => list(rest).try_for_each(|text| self.act(text))?,
            "rest" => self.rest()?,
            "turn" => self.turn(rest)?,
            "legal" => self.legal(rest)?,
            "refused" => self.refused(rest)?,
            "score" => self.score(rest)?,
            "winners" => self.winners(rest)?,
            _ => return Err("no such line".to_owned()),
        }
        Ok(())
    }
    fn rules(&mut self, rest: &str) -> Held {
        for (name, text) in rest.split(' ').map(|pair| pair.split_once('=').unwrap_or((pair, ""))) {
            let declared = G::Params::declared();
            let param = declared.iter().find(|param| param.name == name).ok_or(format!("no parameter {name}"))?;
            self.rules.insert(name.to_owned(), param.domain.parse(text)?);
        }
        Ok(())
    }
    /// The table, made when it is first needed.
    fn table(&mut self) -> Result<&mut (Engine<G>, G::State), String> {
        if self.table.is_none() {
            let house = self.house();
            let engine = Engine::<G>::new(self.seats, &self.rules, house).map_err(|error| error.to_string())?;
            let state = engine.game().start(self.dealer);
            self.table = Some((engine, state));
        }
        self.table.as_mut().ok_or_else(String::new)
    }
    fn house(&mut self) -> std::rc::Rc<House> {
        if self.given.is_empty() {
            return House::none();
        }
        let given = std::cell::RefCell::new(std::mem::take(&mut self.given));
        House::answering(1 << generic::SCORE_ROUND, move |_, base, _| {
            let base = if let Arg::Json(base) = base { base.to_owned() } else { String::new() };
            Ok(Answer::Json(given.borrow_mut().pop_front().map_or(base, |points| json!(points).to_string())))
        })
    }

    fn deal(&mut self, rest: &str) -> Held {
        let mut named: BTreeMap<String, VecDeque<G::Piece>> = BTreeMap::new();
        for part in rest.split('/').filter(|part| !part.trim().is_empty()) {
            let (place, faces) = part.split_once(':').ok_or("expected a place, a colon and faces")?;
            let pieces: Result<_, _> = faces.split_whitespace().map(str::parse).collect();
            named.insert(place.trim().to_owned(), pieces.map_err(|error: crate::ParsePieceError| error.to_string())?);
        }
        let (engine, state) = self.table()?;
        let mut rest = engine.game().pack();
        for piece in named.values().flatten() {
            let at = rest.iter().position(|other| other == piece).ok_or(format!("{piece} is not there again"))?;
            rest.remove(at);
        }
        let mut rest = rest.into_iter();
        let mut next = |place: Place| {
            let place = match place {
                Place::Hand(seat) => seat.0.to_string(),
                Place::Pile(name) => name.to_owned(),
            };
            named.get_mut(&place).and_then(VecDeque::pop_front).or_else(|| rest.next())
        };
        let pieces: Vec<G::Piece> = engine.game().layout(state).into_iter().filter_map(&mut next).collect();
        if let Some((place, _)) = named.iter().find(|(_, pieces)| !pieces.is_empty()) {
            return Err(format!("`{place}` takes fewer pieces"));
        }
        engine.game().deal(state, &pieces);
        Ok(())
    }
    fn act(&mut self, text: &str) -> Held {
        let (engine, state) = self.table()?;
        let action: G::Action = text.parse().map_err(|error: crate::ParseActionError| error.to_string())?;
        engine.check(state, action).map_err(|refusal| format!("{text}: {refusal}"))?;
        engine.game().play(state, action);
        Ok(())
    }
    fn rest(&mut self) -> Held {
        let (engine, state) = self.table()?;
        while let (Turn::Seat(_), Some(&action)) = (engine.game().turn(state), engine.actions(state).first()) {
            engine.game().play(state, action);
        }
        Ok(())
    }
    fn turn(&mut self, expected: &str) -> Held {
        let (engine, state) = self.table()?;
        let found = match engine.game().turn(state) {
            Turn::Seat(seat) => seat.0.to_string(),
            Turn::Settle => "settle".to_owned(),
            Turn::Deal => "deal".to_owned(),
            Turn::Over => "over".to_owned(),
        };
        same(expected, &found)
    }
    fn legal(&mut self, rest: &str) -> Held {
        let (engine, state) = self.table()?;
        let mut found: Vec<String> = engine.actions(state).iter().map(ToString::to_string).collect();
        let mut expected: Vec<&str> = list(rest).collect();
        found.sort();
        expected.sort_unstable();
        same(&expected.join(", "), &found.join(", "))
    }
    fn refused(&mut self, rest: &str) -> Held {
        let (rule, text) = rest.split_once(": ").ok_or("expected a rule, a colon and an action")?;
        let (engine, state) = self.table()?;
        let action: G::Action = text.parse().map_err(|error: crate::ParseActionError| error.to_string())?;
        match engine.check(state, action) {
            Ok(()) => Err("it is allowed".to_owned()),
            Err(refusal) => same(rule, &refusal.rule).map_err(|reason| format!("{reason} ({refusal})")),
        }
    }
    fn score(&mut self, rest: &str) -> Held {
        let (points, totals) = rest.split_once(" = ").ok_or("expected points = totals")?;
        let (engine, state) = self.table()?;
        if engine.game().turn(state) != Turn::Settle {
            return Err("the round is not over".to_owned());
        }
        let settled = engine.settle(state);
        same(&format!("{:?}", numbers(points)?), &format!("{settled:?}"))?;
        engine.commit(state, &settled);
        if let Some(failure) = engine.house().take_failure() {
            return Err(failure);
        }
        same(&format!("{:?}", numbers(totals)?), &format!("{:?}", engine.game().standing(state).totals))
    }
    fn winners(&mut self, rest: &str) -> Held {
        let (engine, state) = self.table()?;
        let standing = engine.game().standing(state);
        let found: Vec<i32> = standing.winners.iter().map(|seat| i32::from(seat.0)).collect();
        same(&format!("{:?}", numbers(rest)?), &format!("{found:?}"))
    }
}

fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|text| !text.is_empty())
}
fn number(text: &str) -> Result<u8, String> {
    text.trim().parse().map_err(|_| format!("{text} is no number from 0 to 255"))
}
fn numbers(text: &str) -> Result<Vec<i32>, String> {
    text.split_whitespace().map(|word| word.parse().map_err(|_| format!("{word} is no number"))).collect()
}
fn same(expected: &str, found: &str) -> Held {
    if expected == found { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}
