//! Whole games in the shell: every game, every number of seats, a person who only has keys against bots, and bots alone.

mod common;

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use parlour::bot::BotSpec;
use parlour::plugin::Plugin;
use parlour::setup::values;
use parlour::shell::choice::{Chip, Chooser, Outcome};
use parlour::shell::croupier::{Croupier, Opened, Order};
use parlour::shell::lobby::Again;
use parlour::shell::scene::{Party, Scene};
use parlour::shell::screen::{Event, News, Request, Requests};
use parlour::shell::stack::Stack;
use parlour::shell::theme::Look;
use parlour::table::{Player, Seating};
use parlour_sdk::param::Values;
use parlour_sdk::{Draw, Rng};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::Rect;

/// The games, and what makes them short enough for a test, two rounds, and long enough that everybody has a turn.
const GAMES: [(&str, &str); 5] = [
    ("four-player-moon", "max_rounds=2"),
    ("king-pedro", "max_rounds=2"),
    ("knock-rummy", "rounds=2 knock_limit=10"),
    ("loba-de-mas", "max_rounds=2"),
    ("mambassa", "max_rounds=2"),
];
/// The keys that a decision may take a person who presses them blindly.
const PATIENCE: usize = 20_000;
/// While bots play, the screen is drawn each time that so much has happened.
const GLANCE: usize = 8;
/// How many of the actions of a decision are looked for among the pieces.
const SAMPLE: usize = 12;

/// What is pressed, each as likely.
const KEYS: [KeyCode; 12] = [
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Down,
    KeyCode::Tab,
    KeyCode::Char(' '),
    KeyCode::Char(' '),
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Esc,
];

/// A table in the shell.
struct Shell {
    stack: Stack,
    table: Croupier,
    news: Receiver<News>,
    rng: Rng,
    drawn: u64,
}

/// What a game came to.
struct Played {
    rounds: u32,
    decisions: usize,
    totals: usize,
}

impl Shell {
    fn new(game: &str, rules: &str, seats: u8, people: u8, seed: u64) -> Self {
        let plugin = Plugin::open(&common::plugin(game)).expect("the plugin opens");
        let (tell, news) = channel();
        let rules: Vec<String> = rules.split(' ').map(str::to_owned).collect();
        let rules = values(plugin.description(), &rules).expect("they are the game's");
        let opening = move || Ok(opened(plugin, &rules, seats, people, seed));
        let told = move |news| drop(tell.send(news));
        let (table, _) = Croupier::start(Box::new(opening), Duration::ZERO, told).expect("the table opens");
        Self { stack: Stack::default(), table, news, rng: Rng::new(seed), drawn: 0 }
    }
    /// Draws in one of three sizes in turn.
    fn draw(&mut self) {
        let sizes = [(80, 24), (40, 15), (80, 24), (120, 40)];
        let (width, height) = sizes[self.drawn as usize % sizes.len()];
        self.drawn += 1;
        self.stack.draw(&mut Buffer::empty(Rect::new(0, 0, width, height)), Look::default());
    }
    fn press(&mut self, key: KeyCode) -> Option<Request> {
        self.draw();
        let mut requests = Requests::new();
        self.stack.handle(&Event::Key(key, KeyModifiers::NONE), &mut requests);
        requests.pop_front()
    }
    /// Presses keys until one acts.
    fn decide(&mut self, scene: &Scene) -> u64 {
        for _ in 0..PATIENCE {
            let key = KEYS[self.rng.below(KEYS.len() as u32) as usize];
            if let Some(Request::Act(code)) = self.press(key) {
                return code;
            }
        }
        panic!("no key acts: {:?}", scene.choices);
    }
    fn play(mut self) -> Played {
        let mut played = Played { rounds: 0, decisions: 0, totals: 0 };
        for happened in 0.. {
            let news = self.news.recv_timeout(Duration::from_secs(120)).expect("the table goes on");
            self.stack.hear(&news);
            if happened % GLANCE == 0 {
                self.draw();
            }
            match news {
                News::Scene(scene) if !scene.choices.is_empty() => {
                    played.decisions += 1;
                    reachable(&scene, &mut self.rng);
                    let code = self.decide(&scene);
                    assert!(scene.choices.iter().any(|choice| choice.code == code), "{code} is offered");
                    self.table.order(Order::Act(code));
                }
                News::Recap(recap) => {
                    played.rounds += 1;
                    assert!(!recap.summary.lines.is_empty(), "the summary says who gets what");
                    assert_eq!(self.press(KeyCode::Enter), Some(Request::Next));
                    self.table.order(Order::Next);
                }
                News::Over { scene, .. } => {
                    played.totals = scene.standing.totals.len();
                    assert!(!scene.standing.winners.is_empty(), "somebody has won");
                    assert_eq!(self.press(KeyCode::Char('n')), Some(Request::Again { same: false }));
                    return played;
                }
                News::Failed(failure) => panic!("{}", failure.message),
                News::Scene(_) | News::Curtain(..) | News::Hint(_) | News::Saved(_) => {}
            }
        }
        played
    }
}

fn opened(plugin: &'static Plugin, given: &Values, seats: u8, people: u8, seed: u64) -> (Opened, Again) {
    let setup = parlour::setup::Setup::new(plugin, Some(seats), given).expect("it can be played");
    let player = |seat| match seat < people {
        true => Player::Person("Zoe".to_owned()),
        false => Player::Bot(BotSpec::Random),
    };
    let seating = Seating::of((0..seats).map(player).collect());
    let description = plugin.description();
    let party = Party {
        game: description.name.clone(),
        pieces: description.pieces,
        sides: description.sides.lists(seats),
        rules: setup.rules.clone(),
        book: description.rules.clone(),
        house: Vec::new(),
        names: (0..seats).map(|seat| format!("Player {seat}")).collect(),
        people: people.into(),
    };
    let table = setup.table(seating.clone(), seed).expect("the table opens").logged();
    (Opened { table, party, mending: None }, Again { setup, seating, seed })
}

/// Whether actions can be had by picking what they touch, and then taking them out of the list.
fn reachable(scene: &Scene, rng: &mut Rng) {
    for _ in 0..SAMPLE.min(scene.choices.len()) {
        let index = rng.below(scene.choices.len() as u32) as usize;
        let mut chooser = Chooser::new(&scene.view, scene.choices.clone(), None);
        let choice = &scene.choices[index];
        for &pick in &choice.picks {
            assert_eq!(chooser.toggle(pick), Outcome::Shown, "{}: {pick:?}", choice.text);
        }
        assert_eq!(chooser.picked().len(), choice.picks.len(), "{}", choice.text);
        let chips = chooser.chips();
        let place = chips.iter().position(|&chip| match chip {
            Chip::Act(act) => act == index,
            Chip::Open(verb, _) => chooser.verb(verb) == choice.verb,
        });
        let place = place.unwrap_or_else(|| panic!("{} is in the list: {chips:?}", choice.text));
        match chooser.take(place) {
            Outcome::Act(code) => assert_eq!(code, choice.code, "{}", choice.text),
            Outcome::Shown => assert!(chooser.chips().contains(&Chip::Act(index)), "{}", choice.text),
            Outcome::Not => panic!("{} is refused", choice.text),
        }
    }
}

/// Plays each game with every number of seats.
fn each(people: u8, mut check: impl FnMut(&str, u8, Played)) {
    for (game, rules) in GAMES {
        let (least, most) = Plugin::open(&common::plugin(game)).expect("the plugin opens").description().seats;
        for seats in least..=most {
            check(game, seats, Shell::new(game, rules, seats, people, 17 + u64::from(seats)).play());
        }
    }
}

#[test]
fn a_person_with_keys_alone_plays_every_game_to_its_end() {
    each(1, |game, seats, played| {
        assert!(played.rounds >= 1 && played.decisions >= 1, "{game}, {seats} seats: something was played");
        assert!(played.totals >= 2, "{game}, {seats} seats: the result is known");
    });
}

#[test]
fn bots_alone_play_every_game_to_its_end() {
    each(0, |game, seats, played| {
        assert_eq!(played.decisions, 0, "{game}, {seats} seats: nobody is asked");
        assert!(played.rounds >= 1, "{game}, {seats} seats: something was played");
    });
}
