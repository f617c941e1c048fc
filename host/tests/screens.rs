//! What the screens look like, on hand-made views of several kinds of games, and that no size breaks them.

mod scenes;

use parlour::shell::options::{Form, HouseRule, Options};
use parlour::shell::picker::{Entry, Picker, Saved};
use parlour::shell::play::Play;
use parlour::shell::reel::Reel;
use parlour::shell::screen::{Advice, Event, Failure, News, Request, Requests, Screen};
use parlour::shell::stack::Stack;
use parlour::shell::theme::{Look, Theme};
use parlour_sdk::PieceKind;
use parlour_sdk::Seat;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::style::Color;
use scenes::{dominoes, exchange, many_melds, recap, rummy, trick};

const SIZES: [(u16, u16); 3] = [(40, 15), (80, 24), (120, 40)];

fn plain() -> Look {
    Look::default()
}
fn key(code: KeyCode) -> Event {
    Event::Key(code, KeyModifiers::NONE)
}
fn stack_of(screen: impl Screen + 'static) -> Stack {
    let mut stack = Stack::default();
    stack.push(Box::new(screen));
    stack
}
fn drawn(stack: &mut Stack, (width, height): (u16, u16), look: Look) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| stack.draw(frame.buffer_mut(), look)).unwrap();
    terminal
}
fn text(stack: &mut Stack, size: (u16, u16), look: Look) -> String {
    let terminal = drawn(stack, size, look);
    let buffer = terminal.backend().buffer();
    let row = |y| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..size.1).map(row).collect::<Vec<_>>().join("\n")
}
/// Presses keys; the requests that come of them.
fn press(stack: &mut Stack, keys: &[KeyCode]) -> Vec<Request> {
    let mut requests = Requests::new();
    for &code in keys {
        text(stack, (80, 24), plain());
        stack.handle(&key(code), &mut requests);
    }
    requests.into()
}
fn snapshot(name: &str, mut stack: Stack) {
    for size in SIZES {
        let shown = text(&mut stack, size, plain());
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), shown);
        });
    }
}

fn form() -> Form {
    Form {
        description: scenes::description(),
        levels: ["normal", "easy", "hard", "random"].map(str::to_owned).to_vec(),
        house: vec![
            HouseRule {
                id: "double-king".to_owned(),
                about: "The other king of the colour is a trump too.".to_owned(),
                sets: parlour_sdk::param::Values::new(),
                options: Vec::new(),
            },
            HouseRule {
                id: "heavy-king".to_owned(),
                about: "The king is worth 50.".to_owned(),
                sets: [("target".to_owned(), parlour_sdk::param::Value::Int(300))].into(),
                options: vec![scenes::param("bonus", 5, 0, 50, "points for the last trick")],
            },
        ],
        trouble: String::new(),
        name: "Zoe".to_owned(),
        seed: 48_151_623,
    }
}
fn picker() -> Picker {
    let entry = |id: &str, name: &str, seats: &str, family: &str, about: &str| Entry {
        id: id.to_owned(),
        name: name.to_owned(),
        seats: seats.to_owned(),
        family: family.to_owned(),
        about: about.to_owned(),
        pieces: PieceKind::French,
        book: "# Rules\n\nOne rule.".to_owned(),
    };
    let games = vec![
        entry("low-card", "Low Card", "2-5", "rummy", "lowest deadwood takes the stakes"),
        entry("high-trump", "High Trump", "4 (2)", "tricks", "bid, name trumps, hunt the king"),
        entry("cjk", "四人ドミノ", "4 (2)", "dominoes", "bid tricks, name trumps, first to 21"),
    ];
    let saved = vec![Saved { about: "High Trump, round 3, 84 : 40, yesterday 21:10".to_owned() }];
    Picker::new(games, saved, vec!["libold.so: it speaks version 0, expected 1".to_owned()])
}

#[test]
fn pictures_of_the_picker_and_the_form() {
    snapshot("picker", stack_of(picker()));
    snapshot("picker-empty", stack_of(Picker::new(Vec::new(), Vec::new(), Vec::new())));
    let mut stack = stack_of(Options::new(form()));
    press(&mut stack, &[KeyCode::Down; 5]);
    snapshot("options", stack);
}

#[test]
fn pictures_of_tables() {
    snapshot("trick", stack_of(Play::new(trick())));
    snapshot("rummy", stack_of(Play::new(rummy())));
    snapshot("many-melds", stack_of(Play::new(many_melds())));
    snapshot("exchange", stack_of(Play::new(exchange())));
    snapshot("dominoes", stack_of(Play::new(dominoes())));
}

#[test]
fn pictures_of_choosing() {
    let mut stack = stack_of(Play::new(rummy()));
    assert_eq!(press(&mut stack, &[KeyCode::Char('9'), KeyCode::Char(' ')]), []);
    snapshot("rummy-picked", stack);
    let mut stack = stack_of(Play::new(many_melds()));
    assert_eq!(press(&mut stack, &[KeyCode::Char('e')]), []);
    snapshot("many-narrowed", stack);
    let mut stack = stack_of(Play::new(dominoes()));
    let scene = dominoes();
    let advice = Advice { code: scene.choices[1].code, note: "wins 61 of 100".to_owned() };
    stack.hear(&News::Hint(advice));
    snapshot("hint", stack);
}

#[test]
fn pictures_of_what_comes_between() {
    let mut stack = Stack::default();
    stack.hear(&News::Scene(Box::new(trick())));
    stack.hear(&News::Recap(Box::new(recap())));
    snapshot("summary", stack);
    let mut stack = Stack::default();
    let mut scene = trick();
    scene.standing.winners = vec![Seat(0), Seat(2)];
    stack.hear(&News::Over { scene: Box::new(scene), seed: 48_151_623 });
    snapshot("result", stack);
    let mut stack = stack_of(Play::new(trick()));
    press(&mut stack, &[KeyCode::Char('?')]);
    snapshot("help", stack);
    let mut stack = stack_of(Play::new(trick()));
    press(&mut stack, &[KeyCode::Char('l')]);
    snapshot("log", stack);
    let mut stack = stack_of(Play::new(trick()));
    press(&mut stack, &[KeyCode::Char('q')]);
    snapshot("leave", stack);
    let mut stack = Stack::default();
    stack.hear(&News::Curtain(Seat(2), Box::new(trick())));
    snapshot("curtain", stack);
    let mut stack = stack_of(Play::new(trick()));
    let message =
        "heavy-king.lua:12: score_round answered a string: expected a list of whole numbers, one for each side";
    stack.hear(&News::Failed(Failure { message: message.to_owned(), rule: Some("heavy-king".to_owned()) }));
    snapshot("failed", stack);
}

/// Every screen there is.
fn all_screens() -> Vec<Stack> {
    let mut stacks = vec![stack_of(picker()), stack_of(Options::new(form()))];
    for scene in [trick(), rummy(), many_melds(), exchange(), dominoes()] {
        stacks.push(stack_of(Play::new(scene)));
    }
    for keys in ["?", "l", "q"] {
        let mut stack = stack_of(Play::new(many_melds()));
        keys.chars().for_each(|symbol| drop(press(&mut stack, &[KeyCode::Char(symbol)])));
        stacks.push(stack);
    }
    let failed = Failure { message: "a very long reason ".repeat(30), rule: Some("rule".to_owned()) };
    let over = News::Over { scene: Box::new(many_melds()), seed: u64::MAX };
    let curtain = News::Curtain(Seat(1), Box::new(exchange()));
    for news in [News::Recap(Box::new(recap())), News::Failed(failed), over, curtain] {
        let mut stack = stack_of(Play::new(rummy()));
        stack.hear(&news);
        stacks.push(stack);
    }
    stacks
}

#[test]
fn nothing_is_played_in_a_window_that_is_too_small() {
    let mut stack = stack_of(Play::new(rummy()));
    text(&mut stack, (39, 15), plain());
    let mut requests = Requests::new();
    for code in [KeyCode::Enter, KeyCode::Enter, KeyCode::Char('h'), KeyCode::Char('q'), KeyCode::Char('y')] {
        stack.handle(&key(code), &mut requests);
    }
    assert!(requests.is_empty(), "{requests:?}");
    assert_eq!(press(&mut stack, &[KeyCode::Char('h')]), [Request::Hint]);
}

#[test]
fn no_size_breaks_a_screen() {
    let mut sizes: Vec<(u16, u16)> = (1..=130).map(|width| (width, 1 + width * 7 % 45)).collect();
    sizes.extend((1..=45).flat_map(|height| [(40, height), (41 + height * 2, height)]));
    sizes.extend([(1, 1), (2, 45), (130, 1), (130, 45), (39, 15), (40, 14), (40, 15)]);
    for mut stack in all_screens() {
        for &size in &sizes {
            drawn(&mut stack, size, plain());
            let mut requests = Requests::new();
            for event in [Event::Click(size.0 / 2, size.1 / 2), Event::Click(u16::MAX, u16::MAX), key(KeyCode::Down)] {
                stack.handle(&event, &mut requests);
            }
            if stack.is_empty() {
                break;
            }
        }
    }
}

#[test]
fn small_windows_are_told_so() {
    let mut stack = stack_of(picker());
    assert!(text(&mut stack, (30, 10), plain()).contains("needs 40 x 15"));
    assert!(!text(&mut stack, (40, 15), plain()).contains("needs"));
}

#[test]
fn ascii_is_ascii_and_no_variation_selector_comes_out() {
    let ascii = Look { ascii: true, ..plain() };
    for mut stack in all_screens() {
        assert!(text(&mut stack, (100, 30), ascii).is_ascii());
        assert!(!text(&mut stack, (100, 30), plain()).contains('\u{FE0F}'));
    }
    let mut stack = stack_of(Play::new(trick()));
    let shown = text(&mut stack, (80, 24), ascii);
    assert!(shown.contains("|AH|") && shown.contains(" KS "), "{shown}");
}

#[test]
fn no_colours_means_none() {
    let colours = |look: Look| {
        let mut colours = Vec::new();
        for mut stack in all_screens() {
            let terminal = drawn(&mut stack, (100, 30), look);
            let cells = &terminal.backend().buffer().content;
            colours.extend(cells.iter().flat_map(|cell| [cell.fg, cell.bg]).filter(|&colour| colour != Color::Reset));
        }
        colours.sort_by_key(|colour| format!("{colour:?}"));
        colours.dedup();
        colours
    };
    assert_eq!(colours(Look { theme: Theme::None, ..plain() }), []);
    let two = colours(plain());
    let four = colours(Look { four_colours: true, ..plain() });
    assert!(two.contains(&Color::LightRed) && !two.contains(&Color::LightGreen));
    assert!(four.contains(&Color::LightGreen) && four.contains(&Color::LightBlue));
}

#[test]
fn one_way_plays_every_game() {
    // A trick: an arrow and Enter.
    let scene = trick();
    let code = |scene: &parlour::shell::scene::Scene, text: &str| {
        Request::Act(scene.choices.iter().find(|choice| choice.text == text).unwrap().code)
    };
    let mut stack = stack_of(Play::new(scene.clone()));
    assert_eq!(press(&mut stack, &[KeyCode::Right, KeyCode::Enter]), [code(&scene, "play TH")]);
    // A card of one's own for one of the middle.
    let scene = exchange();
    let mut stack = stack_of(Play::new(scene.clone()));
    let space = KeyCode::Char(' ');
    let requests = press(&mut stack, &[space, KeyCode::Up, space, KeyCode::Enter, KeyCode::Enter]);
    let [Request::Act(chosen)] = requests.as_slice() else { panic!("{requests:?}") };
    let chosen = scene.choices.iter().find(|choice| choice.code == *chosen).unwrap();
    assert!(chosen.text.starts_with("exchange KD for ") && chosen.picks.len() == 2, "{}", chosen.text);
    // Rummy: two Enters discard.
    let scene = rummy();
    let mut stack = stack_of(Play::new(scene.clone()));
    assert_eq!(press(&mut stack, &[KeyCode::Char('J'), KeyCode::Enter, KeyCode::Enter]), [code(&scene, "discard JD")]);
    // A letter.
    let scene = dominoes();
    let mut stack = stack_of(Play::new(scene.clone()));
    assert_eq!(press(&mut stack, &[KeyCode::Char('b'), KeyCode::Char('6'), KeyCode::Enter]), [code(&scene, "bid 6")]);
    assert_eq!(press(&mut stack, &[KeyCode::Char('p')]), [code(&scene, "pass")]);
}

#[test]
fn clicks_hit_what_is_drawn() {
    let scene = trick();
    let mut stack = stack_of(Play::new(scene.clone()));
    let shown = text(&mut stack, (80, 24), plain());
    let find = |needle: &str| {
        let (y, row) = shown.lines().enumerate().find(|(_, row)| row.contains(needle)).unwrap();
        let column = row[..row.find(needle).unwrap()].chars().count();
        (column as u16 + 1, y as u16)
    };
    let mut requests = Requests::new();
    let (x, y) = find("│A♥│");
    stack.handle(&Event::Click(x, y), &mut requests);
    assert!(requests.is_empty(), "a click picks");
    text(&mut stack, (80, 24), plain());
    stack.handle(&Event::Click(x, y), &mut requests);
    assert_eq!(requests, [Request::Act(scene.choices[0].code)], "a second one plays");
    stack.handle(&Event::Click(79, 0), &mut requests);
    stack.handle(&Event::Click(500, 500), &mut requests);
    assert_eq!(requests.len(), 1, "nothing lies there");
}

#[test]
fn a_dialog_keeps_clicks_from_what_is_below() {
    let mut stack = stack_of(Play::new(trick()));
    press(&mut stack, &[KeyCode::Char('q')]);
    let mut requests = Requests::new();
    for y in 0..24 {
        for x in 0..80 {
            text(&mut stack, (80, 24), plain());
            if !(8..=16).contains(&y) {
                stack.handle(&Event::Click(x, y), &mut requests);
            }
        }
    }
    assert!(requests.is_empty());
    assert_eq!(press(&mut stack, &[KeyCode::Char('y')]), [Request::Leave]);
}

#[test]
fn the_form_checks_what_is_typed() {
    let mut stack = stack_of(Options::new(form()));
    press(&mut stack, &[KeyCode::Down; 4]);
    let typed = |text: &str| text.chars().map(KeyCode::Char).collect::<Vec<_>>();
    press(&mut stack, &typed("5000"));
    assert_eq!(press(&mut stack, &[KeyCode::Enter]), []);
    assert!(text(&mut stack, (80, 24), plain()).contains("target = 5000: expected a whole number from 20 to 1000"));
    press(&mut stack, &typed("300"));
    let requests = press(&mut stack, &[KeyCode::Enter]);
    let [Request::Start(setup)] = requests.as_slice() else { panic!("{requests:?}") };
    assert_eq!(setup.rules.get("target").map(ToString::to_string).as_deref(), Some("300"));
    assert_eq!((setup.seats.len(), setup.rules.len(), setup.house.len()), (4, 1, 0));
}

#[test]
fn the_form_takes_house_rules_with_their_parameters_and_options() {
    let mut stack = stack_of(Options::new(form()));
    press(&mut stack, &[KeyCode::Up, KeyCode::Up, KeyCode::Char(' '), KeyCode::Down, KeyCode::Char('7')]);
    let requests = press(&mut stack, &[KeyCode::Enter]);
    let [Request::Start(setup)] = requests.as_slice() else { panic!("{requests:?}") };
    let [(id, options)] = setup.house.as_slice() else { panic!("{setup:?}") };
    assert_eq!(id, "heavy-king");
    assert_eq!(options.get("bonus").map(ToString::to_string).as_deref(), Some("7"));
    assert_eq!(setup.rules.get("target").map(ToString::to_string).as_deref(), Some("300"));
    press(&mut stack, &[KeyCode::Up, KeyCode::Char(' ')]);
    let requests = press(&mut stack, &[KeyCode::Enter]);
    let [Request::Start(setup)] = requests.as_slice() else { panic!("{requests:?}") };
    assert!(setup.house.is_empty() && setup.rules.is_empty());
}

#[test]
fn a_record_is_stepped_through() {
    let mut scenes = vec![trick(), rummy(), exchange()];
    scenes[2].standing.round = 4;
    "line 9: the record goes another way".clone_into(&mut scenes[2].notice);
    let mut stack = stack_of(Reel::new(scenes).unwrap());
    let shown = |stack: &mut Stack| text(stack, (80, 24), plain());
    assert!(shown(&mut stack).contains("1/3"));
    press(&mut stack, &[KeyCode::Right]);
    assert!(shown(&mut stack).contains("Pile Rummy") && shown(&mut stack).contains("2/3"));
    press(&mut stack, &[KeyCode::End, KeyCode::Right]);
    assert!(shown(&mut stack).contains("3/3") && shown(&mut stack).contains("line 9: the record goes another way"));
    press(&mut stack, &[KeyCode::Home]);
    assert!(shown(&mut stack).contains("High Trump"));
    press(&mut stack, &[KeyCode::PageDown]);
    assert!(shown(&mut stack).contains("3/3"), "the next round");
    assert_eq!(press(&mut stack, &[KeyCode::Char('q')]), [Request::Quit]);
    assert!(Reel::new(Vec::new()).is_none());
}
