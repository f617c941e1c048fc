//! How picking, verbs and numbers narrow what can be done.

use super::*;
use parlour_sdk::view::{Zone, ZoneKind};

fn choice(view: &View, code: u64, text: &str, hand: &[&str]) -> Choice {
    let verb = text.split(' ').next().unwrap_or_default().to_owned();
    let zone = view.zone("hand").unwrap();
    let mut used: Vec<usize> = Vec::new();
    let picks = hand.iter().map(|face| {
        let mut places = view.zones[zone].pieces.iter().enumerate();
        let (piece, _) =
            places.find(|(piece, shown)| shown.face.as_deref() == Some(face) && !used.contains(piece)).unwrap();
        used.push(piece);
        Pick { zone, piece }
    });
    Choice { code, text: text.to_owned(), verb, picks: picks.collect(), target: None }
}
fn pick(piece: usize) -> Pick {
    Pick { zone: 0, piece }
}
fn texts(chooser: &Chooser) -> Vec<String> {
    let text = |chip| match chip {
        Chip::Act(index) => chooser.choice(index).text.clone(),
        Chip::Open(verb, count) => format!("{}… {count}", chooser.verb(verb)),
    };
    chooser.chips().into_iter().map(text).collect()
}
fn rummy() -> (View, Vec<Choice>) {
    let mut view = View::default();
    view.zones.push(Zone::new("hand", ZoneKind::Hand).faces(["7S", "7H", "7H", "7D", "9C"]));
    let mut choices = Vec::new();
    for (code, face) in ["7S", "7H", "7D", "9C"].iter().enumerate() {
        choices.push(choice(&view, code as u64, &format!("discard {face}"), &[face]));
    }
    choices.push(choice(&view, 10, "pierna 7S 7H 7D", &["7S", "7H", "7D"]));
    choices.push(choice(&view, 11, "add 9C 1", &["9C"]));
    (view, choices)
}

#[test]
fn picking_narrows_and_twins_stand_for_each_other() {
    let (view, choices) = rummy();
    let mut chooser = Chooser::new(&view, choices, None);
    assert_eq!(texts(&chooser), ["discard… 4", "pierna 7S 7H 7D", "add 9C 1"]);
    assert_eq!(chooser.toggle(pick(2)), Outcome::Shown);
    assert_eq!(texts(&chooser), ["discard 7H", "pierna 7S 7H 7D"]);
    assert!(chooser.addable()(pick(0)) && chooser.addable()(pick(3)));
    assert!(!chooser.addable()(pick(1)), "the twin is not wanted a second time");
    assert!(!chooser.addable()(pick(4)));
    chooser.toggle(pick(0));
    assert_eq!(texts(&chooser), ["pierna 7S 7H 7D"]);
    chooser.point(Focus::Piece(pick(0)));
    assert_eq!(chooser.enter(), Outcome::Act(10), "the only action left");
}

#[test]
fn a_piece_that_does_not_fit_begins_anew() {
    let (view, choices) = rummy();
    let mut chooser = Chooser::new(&view, choices, None);
    chooser.toggle(pick(0));
    chooser.toggle(pick(4));
    assert_eq!(chooser.picked(), [pick(4)]);
    assert_eq!(texts(&chooser), ["discard 9C", "add 9C 1"]);
    chooser.point(Focus::Piece(pick(4)));
    assert_eq!(chooser.enter(), Outcome::Shown, "two things to do: the list");
    assert_eq!(chooser.focus(), Some(Focus::Chip(0)));
    assert_eq!(chooser.enter(), Outcome::Act(3));
    assert!(chooser.back() && !chooser.back());
}

#[test]
fn letters_belong_to_verbs() {
    let (view, choices) = rummy();
    let mut chooser = Chooser::new(&view, choices, None);
    assert_eq!(chooser.press('a'), Some(Outcome::Act(11)));
    assert_eq!(chooser.press('p'), Some(Outcome::Act(10)));
    assert_eq!(chooser.press('x'), None);
    assert_eq!(chooser.press('d'), Some(Outcome::Shown));
    assert_eq!(texts(&chooser), ["discard 7S", "discard 7H", "discard 7D", "discard 9C"]);
    chooser.toggle(pick(3));
    assert_eq!(chooser.press('d'), Some(Outcome::Act(2)));
    for (verb, letter) in &chooser.verbs {
        assert!(letter.is_some_and(|letter| !RESERVED.contains(letter)), "{verb}");
    }
}

#[test]
fn bids_are_a_list_and_numbers_find_them() {
    let view = View::default();
    let bid = |number: u64| Choice {
        code: number,
        text: format!("bid {number}"),
        verb: "bid".to_owned(),
        picks: Vec::new(),
        target: None,
    };
    let mut chooser = Chooser::new(&view, (30..=44).map(bid).collect(), None);
    assert_eq!(chooser.chips().len(), 15);
    assert_eq!(chooser.focus(), Some(Focus::Chip(0)));
    assert!(chooser.jump('4', &view) && chooser.jump('2', &view));
    assert_eq!(chooser.enter(), Outcome::Act(42));
    assert!(!chooser.jump('9', &view));
}

#[test]
fn enter_on_a_playable_card_plays_it() {
    let mut view = View::default();
    view.zones.push(Zone::new("hand", ZoneKind::Hand).faces(["AH", "TH", "KS"]));
    let choices = vec![choice(&view, 1, "play AH", &["AH"]), choice(&view, 2, "play TH", &["TH"])];
    let mut chooser = Chooser::new(&view, choices.clone(), Some(Focus::Piece(pick(2))));
    assert_eq!(chooser.focus(), Some(Focus::Piece(pick(1))), "the nearest that can be played");
    assert_eq!(chooser.enter(), Outcome::Act(2));
    let mut chooser = Chooser::new(&view, choices, None);
    assert_eq!(chooser.toggle(pick(2)), Outcome::Not);
}

#[test]
fn what_is_proposed_is_an_enter_away() {
    let (view, choices) = rummy();
    let mut chooser = Chooser::new(&view, choices, None);
    for code in [10, 3, 11] {
        chooser.propose(code);
        assert_eq!(chooser.enter(), Outcome::Act(code));
    }
    assert_eq!(chooser.picked(), [pick(4)]);
}
