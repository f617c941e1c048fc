//! Scenes: all that the shell shows of a table at one moment, as plain data.

use std::sync::Arc;

use parlour_sdk::game::Standing;
use parlour_sdk::param::{Value, Values};
use parlour_sdk::view::{Choice, Line, Summary, View};
use parlour_sdk::{PieceKind, Seat};

/// What is the same for a whole table.
#[derive(Clone, Debug, Default)]
pub struct Party {
    /// The game's name.
    pub game: String,
    /// What it is played with.
    pub pieces: PieceKind,
    /// Which seats score together, by side.
    pub sides: Vec<Vec<Seat>>,
    /// The parameters in force.
    pub rules: Values,
    /// The rule book, in Markdown.
    pub book: String,
    /// The house rules in force, each in a line.
    pub house: Vec<String>,
    /// Who sits where.
    pub names: Vec<String>,
    /// How many people play; a single one is spoken to as "you".
    pub people: usize,
}

/// A table at one moment, as one observer may see it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The table.
    pub party: Arc<Party>,
    /// Whose place the observer has; none: the public.
    pub seat: Option<Seat>,
    /// What the observer sees.
    pub view: View,
    /// What the observer may do; empty unless it is to act.
    pub choices: Vec<Choice>,
    /// Who is to act.
    pub turn: Option<Seat>,
    /// The totals.
    pub standing: Standing,
    /// What happened, as the observer may know it.
    pub log: Arc<Vec<Line>>,
    /// Whether the observer may take the last action back.
    pub can_undo: bool,
    /// Whether a computer player is thinking.
    pub thinking: bool,
    /// What is to be said before anything else: why an action was refused.
    pub notice: String,
}

/// A round that is over.
#[derive(Clone, Debug)]
pub struct Recap {
    /// The table as it stands, the round's points not added yet.
    pub scene: Scene,
    /// What the round shows.
    pub summary: Summary,
    /// The points of the round, by side.
    pub points: Vec<i32>,
    /// The standing once they are added.
    pub after: Standing,
}

impl Party {
    /// The seat that is spoken to as "you" when it looks.
    pub fn you(&self, seat: Option<Seat>) -> Option<Seat> {
        seat.filter(|_| self.people == 1)
    }
    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }
    /// The side of a seat.
    pub fn side(&self, seat: Seat) -> Option<usize> {
        self.sides.iter().position(|side| side.contains(&seat))
    }
    /// The score that the game is played to, if it has a parameter for that.
    pub fn target(&self) -> Option<i32> {
        match self.rules.get("target") {
            Some(&Value::Int(target)) => i32::try_from(target).ok().filter(|&target| target > 0),
            _ => None,
        }
    }
}

impl Scene {
    /// Who is spoken to as "you".
    pub fn you(&self) -> Option<Seat> {
        self.party.you(self.seat)
    }
    /// The name of a seat, `You` for one's own.
    pub fn name(&self, seat: Seat) -> &str {
        if self.you() == Some(seat) { "You" } else { self.party.name(seat) }
    }
    /// The names of a side's seats: `You+Carla`.
    pub fn side_name(&self, side: usize) -> String {
        let Some(seats) = self.party.sides.get(side) else { return String::new() };
        let own = seats.iter().filter(|seat| self.seat == Some(**seat));
        let others = seats.iter().filter(|seat| self.seat != Some(**seat));
        own.chain(others).map(|&seat| self.name(seat)).collect::<Vec<_>>().join("+")
    }
    /// The sides, one's own first.
    pub fn sides(&self) -> Vec<usize> {
        let count = self.party.sides.len();
        let first = self.seat.and_then(|seat| self.party.side(seat)).unwrap_or(0);
        (0..count).map(|step| (first + step) % count.max(1)).collect()
    }
    /// The other seats, clockwise from one's own left; all of them for the public.
    pub fn others(&self) -> Vec<Seat> {
        let seats = self.party.names.len() as u8;
        match self.seat {
            Some(own) if own.0 < seats => own.around(seats).filter(|&seat| seat != own).collect(),
            _ => Seat::all(seats).collect(),
        }
    }
    /// A line of the log in words: `You take the pile`, `Ana takes the pile`.
    pub fn say(&self, line: &Line) -> String {
        let text = self.spoken(&line.text, line.seat);
        match line.seat {
            Some(seat) => format!("{} {text}", self.name(seat)),
            None => text,
        }
    }
    /// A text with the names of seats put in for `{0}`, `{1}`, ... and the endings `(s)`, `(es)` of verbs kept or left
    /// out, as goes with `subject`, or without one with the seat named last.
    pub fn spoken(&self, text: &str, subject: Option<Seat>) -> String {
        let you = self.you();
        let mut spoken_to = subject.is_some() && subject == you;
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(['{', '(']) {
            filled.push_str(&rest[..at]);
            rest = &rest[at..];
            let ending = ["(s)", "(es)"].into_iter().find(|ending| rest.starts_with(ending));
            let seat = rest[1..].find('}').and_then(|close| Some((Seat(rest[1..=close].parse().ok()?), close + 2)));
            match (ending, seat) {
                (Some(ending), _) => {
                    filled.push_str(if spoken_to { "" } else { ending.trim_matches(['(', ')']) });
                    rest = &rest[ending.len()..];
                }
                (None, Some((seat, length))) if rest.starts_with('{') => {
                    let starts = subject.is_none() && filled.is_empty();
                    let own = you == Some(seat);
                    if subject.is_none() {
                        spoken_to = own;
                    }
                    filled.push_str(if own && !starts { "you" } else { self.name(seat) });
                    rest = &rest[length..];
                }
                _ => {
                    filled.push_str(&rest[..1]);
                    rest = &rest[1..];
                }
            }
        }
        filled + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(people: usize) -> Scene {
        let names = ["Zoe", "Ana", "Carla", "Beto"].map(str::to_owned).to_vec();
        let sides = vec![vec![Seat(0), Seat(2)], vec![Seat(1), Seat(3)]];
        let party = Party { names, sides, people, ..Party::default() };
        let standing =
            Standing { round: 1, dealer: Seat(0), totals: vec![0, 0], winners: Vec::new(), payout: Vec::new() };
        let view = View::default();
        let log = Arc::default();
        Scene {
            party: Arc::new(party),
            seat: Some(Seat(0)),
            view,
            choices: Vec::new(),
            turn: None,
            standing,
            log,
            can_undo: false,
            thinking: false,
            notice: String::new(),
        }
    }

    #[test]
    fn lines_speak_to_the_only_person() {
        let scene = scene(1);
        assert_eq!(scene.say(&Line::of(Seat(0), "take(s) the pile")), "You take the pile");
        assert_eq!(scene.say(&Line::of(Seat(1), "pass(es)")), "Ana passes");
        assert_eq!(scene.say(&Line::table("20 − 6 = 14 to {0}")), "20 − 6 = 14 to you");
        assert_eq!(scene.say(&Line::table("{0} and {3} {made} it")), "You and Beto {made} it");
        assert_eq!(scene.say(&Line::table("{1} pay(s) {0}, {0} pay(s) {2}")), "Ana pays you, you pay Carla");
        assert_eq!(scene.say(&Line::of(Seat(0), "pay(s) {1} (4), and knock(s)")), "You pay Ana (4), and knock");
        assert_eq!(scene.side_name(0), "You+Carla");
        assert_eq!(scene.others(), [Seat(1), Seat(2), Seat(3)]);
    }

    #[test]
    fn lines_name_everybody_where_several_people_play() {
        let scene = scene(2);
        assert_eq!(scene.say(&Line::of(Seat(0), "take(s) the pile")), "Zoe takes the pile");
        assert_eq!(scene.say(&Line::table("14 to {0}")), "14 to Zoe");
    }
}
