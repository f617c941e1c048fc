//! Hand-made tables of several kinds of games, for pictures of screens.

use std::sync::Arc;

use parlour::shell::scene::{Party, Recap, Scene};
use parlour_sdk::abi::Description;
use parlour_sdk::game::Standing;
use parlour_sdk::param::{Domain, Param, Value};
use parlour_sdk::seat::Sides;
use parlour_sdk::view::{Choice, Group, Line, Pick, Shown, Summary, View, Zone, ZoneKind};
use parlour_sdk::{PieceKind, Seat};

const BOOK: &str = "# High Trump\n\nFour seats in two partnerships. Bid for the right to name trumps.\n\n\
    ## Trumps\n\nHigh to low: `AH KH QH JH TH 9H`. The five of the other suit of the colour is a trump too.\n\n\
    ## Round\n\n1. Twelve cards to each seat.\n2. **Auction** from the dealer's left: pass, or bid a number above the \
    last bid.\n3. The highest bidder names trumps.\n4. Each seat discards to six.\n5. **Play**: if a trump is led, every \
    seat must play a trump. The highest trump wins the trick; with no trump in it, the leader wins it.\n\n\
    ## Rulings\n\n- R1 Bids run from 30 to 44.\n- R2 All pass: the deal moves on.\n\n\
    | card | points |\n|---|---|\n| `KH` | 30 |\n| `5H` | 5 |\n";

fn party(game: &str, pieces: PieceKind, names: &[&str], partners: bool, target: Option<i64>) -> Party {
    let seats = names.len() as u8;
    let sides = if partners { Sides::Partners } else { Sides::Each };
    Party {
        game: game.to_owned(),
        pieces,
        sides: sides.lists(seats),
        rules: target.map(|target| ("target".to_owned(), Value::Int(target))).into_iter().collect(),
        book: BOOK.to_owned(),
        house: Vec::new(),
        names: names.iter().map(|&name| name.to_owned()).collect(),
        people: 1,
    }
}
fn scene(party: Party, round: u32, totals: &[i32], view: View, choices: Vec<Choice>, log: &[Line]) -> Scene {
    Scene {
        party: Arc::new(party),
        seat: Some(Seat(0)),
        view,
        choices,
        turn: Some(Seat(0)),
        standing: Standing {
            round,
            dealer: Seat(1),
            totals: totals.to_vec(),
            winners: Vec::new(),
            payout: vec![0; totals.len()],
        },
        log: Arc::new(log.to_vec()),
        can_undo: false,
        thinking: false,
        notice: String::new(),
    }
}
fn backs(view: &mut View, seat: u8, count: usize) {
    let zone = Zone::new(format!("hand {}", seat + 1), ZoneKind::Hand).owned(Seat(seat));
    view.zones.push(zone.holding((0..count).map(|_| Shown::back())));
}
fn hand(view: &mut View, faces: &str) {
    view.zones.push(Zone::new("hand", ZoneKind::Hand).owned(Seat(0)).faces(faces.split(' ')));
}
/// A choice; its picks are the faces given, each out of the named zone.
fn choice(view: &View, code: u64, text: &str, picks: &[(&str, &str)]) -> Choice {
    let picks = picks.iter().map(|&(zone, face)| view.find(zone, face).unwrap()).collect();
    let verb = text.split(' ').next().unwrap_or_default().to_owned();
    Choice { code, text: text.to_owned(), verb, picks, target: None }
}
fn says(seat: u8, text: &str) -> Line {
    Line::of(Seat(seat), text)
}

/// A trick in progress, trumps hearts, with partners.
pub fn trick() -> Scene {
    let mut view = View::default();
    hand(&mut view, "AH TH 4H KS 9C");
    for (seat, count) in [(1, 5), (2, 5), (3, 4)] {
        backs(&mut view, seat, count);
    }
    let by = |face: &str, seat: u8, marked: bool| Shown { by: Some(Seat(seat)), marked, ..Shown::face(face) };
    view.zones.push(Zone::new("trick", ZoneKind::Trick).holding([by("KH", 3, true), by("2H", 2, false)]));
    view.fact("trumps", "H");
    view.fact_of(Seat(3), "bid", 36);
    view.fact("taken", "1 : 0");
    "You must play a trump.".clone_into(&mut view.prompt);
    "5".clone_into(&mut view.rule);
    let faces = ["AH", "TH", "4H"];
    let choices = faces
        .iter()
        .enumerate()
        .map(|(code, face)| choice(&view, code as u64, &format!("play {face}"), &[("hand", face)]));
    let choices = choices.collect();
    let log = [
        Line::table("Round 3"),
        says(3, "bid(s) 36"),
        says(3, "name(s) H"),
        says(0, "lead(s) JH"),
        says(0, "take(s) the trick, 31 points"),
        says(3, "lead(s) KH"),
        says(2, "play(s) 2H"),
    ];
    let party = party("High Trump", PieceKind::French, &["Zoe", "Ana", "Carla", "Beto"], true, Some(200));
    scene(party, 3, &[84, 40], view, choices, &log)
}

fn meld(view: &mut View, seat: u8, number: usize, faces: &str, note: &str) {
    let name = if seat == 0 { format!("meld {number}") } else { format!("meld {number} of {}", seat + 1) };
    let shown = |text: &str| match text.split_once('=') {
        Some((face, place)) => Shown { stands_for: Some(place.to_owned()), ..Shown::face(face) },
        None => Shown::face(text),
    };
    let zone = Zone::new(name, ZoneKind::Meld).owned(Seat(seat)).noted(note);
    view.zones.push(zone.holding(faces.split(' ').map(shown)));
}

/// Rummy for three, with melds on the table.
pub fn rummy() -> Scene {
    let mut view = View::default();
    hand(&mut view, "3H 3C 4H 9S TD JD QD * 2C");
    backs(&mut view, 1, 9);
    backs(&mut view, 2, 11);
    view.zones.push(Zone::backs("stock", 61));
    view.zones.push(Zone::new("discard", ZoneKind::Stack).faces(["9C", "4S", "QD"]));
    meld(&mut view, 0, 1, "QS KS AS", "7");
    meld(&mut view, 0, 2, "5S 6S 7S 8S *=9S", "8");
    meld(&mut view, 1, 1, "7S 7H 7D", "3");
    meld(&mut view, 1, 2, "*=4C 5C 6C 7C", "4");
    view.fact_of(Seat(0), "hand", "−17");
    "Lay melds or add to yours; a discard ends your turn.".clone_into(&mut view.prompt);
    "4".clone_into(&mut view.rule);
    let mut choices = Vec::new();
    for (code, face) in ["3H", "3C", "4H", "9S", "TD", "JD", "QD", "*", "2C"].iter().enumerate() {
        choices.push(choice(&view, code as u64, &format!("discard {face}"), &[("hand", face)]));
    }
    choices.push(choice(&view, 20, "move 9S 2 high", &[("hand", "9S")]));
    choices.push(choice(&view, 21, "escalera TD: TD JD QD", &[("hand", "TD"), ("hand", "JD"), ("hand", "QD")]));
    choices.push(choice(&view, 22, "escalera TD: TD JD *", &[("hand", "TD"), ("hand", "JD"), ("hand", "*")]));
    choices.push(choice(&view, 23, "add * 1 low", &[("hand", "*")]));
    let log = [
        Line::table("Round 2"),
        says(1, "take(s) the pile (4)"),
        says(1, "lay(s) 7S 7H 7D"),
        says(1, "discard(s) 4S"),
        says(2, "draw(s)"),
        says(2, "discard(s) 9C"),
        says(0, "draw(s) 2C"),
    ];
    let party = party("Pile Rummy", PieceKind::French, &["Zoe", "Ana", "Beto"], false, Some(150));
    let mut scene = scene(party, 2, &[31, 12, 44], view, choices, &log);
    scene.can_undo = true;
    scene
}

/// Rummy for five in which everybody has laid a lot, a long hand and thousands of choices.
pub fn many_melds() -> Scene {
    let mut view = View::default();
    hand(&mut view, "AS 2S 2S 2H 2D 2D 3C 4C 5C 6C 7H 7H 8D 9D TD JS QS KS KS KH * * * *");
    for seat in 1..5 {
        backs(&mut view, seat, 3 + usize::from(seat) * 4);
    }
    view.zones.push(Zone::backs("stock", 12));
    view.zones.push(Zone::new("discard", ZoneKind::Row).faces("9C 4S QD 3S 3D 8H 8S 2C JD TC".split(' ')));
    for seat in 0..5 {
        meld(&mut view, seat, 1, "7S 7H 7D", "3 points");
        meld(&mut view, seat, 2, "*=4C 5C 6C 7C 8C 9C TC JC QC KC", "18 points");
        meld(&mut view, seat, 3, "QS KS AS", "7 points");
        meld(&mut view, seat, 4, "3H 3H 3D 3C", "4 points");
        view.fact_of(Seat(seat), "melds", "32 points");
    }
    view.fact("pile taken in a row", "3 of 12");
    "Lay melds or add to yours; a discard ends your turn.".clone_into(&mut view.prompt);
    let faces: Vec<String> = view.zones[0].pieces.iter().filter_map(|piece| piece.face.clone()).collect();
    let mut distinct = faces.clone();
    distinct.dedup();
    let mut choices: Vec<Choice> = Vec::new();
    for face in &distinct {
        let code = choices.len() as u64;
        choices.push(choice(&view, code, &format!("discard {face}"), &[("hand", face)]));
    }
    for (first, a) in faces.iter().enumerate() {
        for (second, b) in faces.iter().enumerate().skip(first + 1) {
            for (third, c) in faces.iter().enumerate().skip(second + 1) {
                let picks = [first, second, third].map(|piece| Pick { zone: 0, piece }).to_vec();
                let text = format!("escalera {a}: {a} {b} {c}");
                let code = choices.len() as u64;
                choices.push(Choice { code, text, verb: "escalera".to_owned(), picks, target: None });
            }
        }
    }
    let names = ["Zoe", "Ana", "Beto", "Maximiliane von Hohenstein", "漢字さん"];
    let party = party("Pile Rummy", PieceKind::French, &names, false, Some(150));
    scene(party, 12, &[131, 112, 144, -20, 7], view, choices, &[Line::table("Round 12"), says(3, "draw(s)")])
}

/// Cards of one's own for cards of the middle, with tokens.
pub fn exchange() -> Scene {
    let mut view = View::default();
    hand(&mut view, "KD JD 7S 2C");
    for seat in 1..4 {
        backs(&mut view, seat, 4);
    }
    view.zones.push(Zone::new("monte", ZoneKind::Fan).faces(["AD", "7D", "4B", "2S"]));
    view.zones.push(Zone::backs("stock", 20));
    view.fact("pool", 9);
    for (seat, tokens) in [2, 2, 2, 1].into_iter().enumerate() {
        view.fact_of(Seat(seat as u8), "tokens", tokens);
    }
    view.fact_of(Seat(0), "points", "20 in coins");
    "Exchange cards with the monte, or stay.".clone_into(&mut view.prompt);
    let mut choices = vec![choice(&view, 0, "stay", &[])];
    for own in ["KD", "JD", "7S", "2C"] {
        for other in ["AD", "7D", "4B", "2S"] {
            let text = format!("exchange {own} for {other}");
            let code = choices.len() as u64;
            choices.push(choice(&view, code, &text, &[("hand", own), ("monte", other)]));
        }
    }
    let all: Vec<(&str, &str)> = ["KD", "JD", "7S", "2C"].map(|face| ("hand", face)).to_vec();
    let all = all.into_iter().chain(["AD", "7D", "4B", "2S"].map(|face| ("monte", face))).collect::<Vec<_>>();
    choices.push(choice(&view, 99, "exchange KD JD 7S 2C for AD 7D 4B 2S", &all));
    let log = [Line::table("Round 5"), says(1, "stay(s)"), says(2, "exchange(s) 3C for 5D"), says(3, "stay(s)")];
    let party = party("Swap", PieceKind::Italian, &["Zoe", "Ana", "Beto", "Ciro"], false, None);
    scene(party, 5, &[2, 2, 2, 1], view, choices, &log)
}

/// An auction with dominoes.
pub fn dominoes() -> Scene {
    let mut view = View::default();
    hand(&mut view, "66 63 61 52 41 40 00");
    for seat in 1..4 {
        backs(&mut view, seat, 7);
    }
    view.zones.push(Zone::new("trick", ZoneKind::Trick));
    view.fact_of(Seat(3), "bid", 4);
    "Bid above 4, or pass.".clone_into(&mut view.prompt);
    let mut choices = vec![choice(&view, 0, "pass", &[])];
    for (code, bid) in [5, 6, 7, 21].into_iter().enumerate() {
        choices.push(choice(&view, code as u64 + 1, &format!("bid {bid}"), &[]));
    }
    let log = [Line::table("Round 1"), says(3, "bid(s) 4")];
    let party = party("Four Bones", PieceKind::Dominoes, &["Zoe", "Ana", "Carla", "Beto"], true, Some(21));
    scene(party, 1, &[0, -5], view, choices, &log)
}

/// The end of a round.
pub fn recap() -> Recap {
    let group = |name: &str, faces: &str, note: &str| Group {
        name: name.to_owned(),
        faces: faces.split_whitespace().map(str::to_owned).collect(),
        note: note.to_owned(),
    };
    let hands = vec![
        vec![group("run", "3S 4S 5S", ""), group("set", "7S 7H 7D", ""), group("deadwood", "KC QD", "20")],
        vec![group("run", "9D TD JD QD", ""), group("deadwood", "4H 2C", "6")],
        vec![group("deadwood", "KH KS JC 9H 8D 5S 2D", "54")],
        vec![],
    ];
    let summary = Summary {
        title: "{1} knocks with 6.".to_owned(),
        hands,
        lines: vec![Line::table("20 − 6 = 14: {0} pay(s) {1}"), Line::table("54 − 6 = 48: {2} pay(s) {1}")],
        facts: serde_json::Map::new(),
    };
    let scene = trick();
    let after = Standing { dealer: Seat(2), totals: vec![70, 102], ..scene.standing.clone() };
    Recap { scene, summary, points: vec![-14, 62], after }
}

/// A parameter that is a whole number.
pub fn param(name: &str, default: i64, min: i64, max: i64, about: &str) -> Param {
    let domain = Domain::Int { min, max };
    Param { name: name.to_owned(), about: about.to_owned(), domain, default: Value::Int(default) }
}

/// A game with some parameters.
pub fn description() -> Description {
    let words = ["next_dealer", "same_dealer", "dealer_forced"].map(str::to_owned).to_vec();
    let all_pass = Param {
        name: "all_pass".to_owned(),
        about: "What happens when nobody bids.".to_owned(),
        domain: Domain::Choice { words },
        default: Value::Word("next_dealer".to_owned()),
    };
    let must_win = Param {
        name: "must_win_on_bid".to_owned(),
        about: "A side wins only on a bid that it made itself.".to_owned(),
        domain: Domain::Flag,
        default: Value::Flag(true),
    };
    Description {
        id: "high-trump".to_owned(),
        name: "High Trump".to_owned(),
        version: "0.1.0".to_owned(),
        sdk: String::new(),
        family: "tricks".to_owned(),
        about: "bid, name trumps, hunt the king".to_owned(),
        seats: (4, 4),
        usual_seats: 4,
        sides: Sides::Partners,
        stakes: false,
        pieces: PieceKind::French,
        params: vec![
            param("target", 200, 20, 1000, "The points a side must reach on a made bid."),
            param("lose_at", -100, -1000, 0, "A side at this or less loses at once; 0 is never."),
            param("min_bid", 30, 1, 100, "The lowest bid."),
            all_pass,
            must_win,
        ],
        hooks: Vec::new(),
        faces: Vec::new(),
        rules: BOOK.to_owned(),
    }
}
