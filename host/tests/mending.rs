//! A house rule that fails at a table: mended or done without, and the journal tells it.

mod common;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use parlour::house::{self, Search, Subject};
use parlour::journal::{Games, Line, saved, verify};
use parlour::plugin::{Catalogue, probe};
use parlour::setup::Setup;
use parlour::shell::croupier::{Croupier, Order};
use parlour::shell::lobby::Again;
use parlour::shell::screen::{Failure, News};
use parlour::table::Seating;

const FAILS: &str = "return { api = 1, game = \"knock-rummy\", name = \"Second\", hooks = {
score_round = function(base, settlement)
  if settlement.round == 2 then error(\"no second round\") end
  return base
end } }
";
const MENDED: &str = "return { api = 1, game = \"knock-rummy\", name = \"Second\", hooks = {
score_round = function(base, settlement)
  return base
end } }
";

/// A table of three rounds with the rule, which is in a file that no search finds.
struct Desk {
    dir: tempfile::TempDir,
    catalogue: Catalogue,
    table: Croupier,
    news: Receiver<News>,
}

impl Desk {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("there is room for a directory");
        let rule = dir.path().join("second.lua");
        std::fs::write(&rule, FAILS).expect("the directory can be written");
        let library = common::plugin("knock-rummy");
        let mut catalogue = Catalogue::default();
        catalogue.add(library.clone(), probe::try_here(&library));
        let plugin = catalogue.load("knock-rummy").expect("the plugin opens");
        let names = [rule.display().to_string()];
        let opened = house::open(Subject::from(plugin), &Search::default(), &names, &["rounds=3".to_owned()]);
        let house::Opened { house, rules } = opened.expect("the rule loads");
        let setup = Setup::new(plugin, Some(2), &rules).expect("it can be played").with_house(house);
        let seating = Seating::new(2, &[], &[]).expect("two bots fit");
        let (tell, news) = channel();
        let opening = Again { setup, seating, seed: 5 }.opening_in(dir.path().to_owned());
        let (table, _) = Croupier::start(opening, Duration::ZERO, move |news| drop(tell.send(news))).expect("it opens");
        Self { dir, catalogue, table, news }
    }
    fn rule(&self) -> PathBuf {
        self.dir.path().join("second.lua")
    }
    fn journal(&self) -> PathBuf {
        self.dir.path().join("knock-rummy-0001.jsonl")
    }
    /// Goes on until the table fails; `None` if the game ends or `rounds` rounds are over first.
    fn go_on(&self, mut rounds: usize) -> Option<Failure> {
        loop {
            match self.news.recv_timeout(Duration::from_secs(60)).expect("the table goes on") {
                News::Failed(failure) => return Some(failure),
                News::Over { .. } => return None,
                News::Recap(_) if rounds == 0 => return None,
                News::Recap(_) => {
                    rounds -= 1;
                    self.table.order(Order::Next);
                }
                _ => {}
            }
        }
    }
    fn failure(&self) -> Failure {
        let failure = self.go_on(9).expect("the rule fails in the second round");
        assert_eq!(failure.rule.as_deref(), Some("second"));
        let says = "second.lua:3: hook score_round: no second round";
        assert!(failure.message.contains(says), "{}", failure.message);
        failure
    }
}

fn lines(journal: &Path) -> Vec<Line> {
    let text = std::fs::read_to_string(journal).expect("the journal is there");
    text.lines().map(|line| serde_json::from_str(line).expect("it is a line of a record")).collect()
}

/// Whether the journal is right by the house rules as they are now.
fn holds(desk: &Desk, unfinished: bool) {
    let bytes = std::fs::read(desk.journal()).expect("the journal is there");
    let game = Games::of(bytes.as_slice()).next().expect("there is a game").expect("it can be read");
    verify(&game, &desk.catalogue, false, unfinished).expect("it is right");
}

#[test]
fn a_mended_rule_goes_on_and_the_journal_has_its_new_digest() {
    let desk = Desk::new();
    desk.failure();
    desk.table.order(Order::Retry);
    desk.failure();
    std::fs::write(desk.rule(), MENDED).expect("the file can be written");
    desk.table.order(Order::Retry);
    assert_eq!(desk.go_on(9), None, "the game goes to its end");
    let mended: Vec<Line> =
        lines(&desk.journal()).into_iter().filter(|line| matches!(line, Line::Mended { .. })).collect();
    let [Line::Mended { round: 2, name, sha256 }] = mended.as_slice() else { panic!("{mended:?}") };
    let source = house::Source::read(&desk.rule()).expect("the file is there");
    assert_eq!((name.as_str(), sha256), ("second", &source.sha256));
    holds(&desk, false);
}

#[test]
fn a_game_with_a_mended_rule_can_be_resumed() {
    let desk = Desk::new();
    desk.failure();
    std::fs::write(desk.rule(), MENDED).expect("the file can be written");
    desk.table.order(Order::Retry);
    assert_eq!(desk.go_on(0), None, "the second round is over");
    let (journal, Desk { dir, catalogue, table, .. }) = (desk.journal(), desk);
    table.leave();
    let resumed = saved::resume(&journal, &catalogue, false).map(|resumed| resumed.table.actions());
    assert!(resumed.expect("it goes on") > 0);
    std::fs::write(dir.path().join("second.lua"), FAILS).expect("the file can be written");
    let refused = saved::resume(&journal, &catalogue, false).err().expect("the text is another").to_string();
    assert!(refused.contains("was played with another text of the house rule second"), "{refused}");
}

#[test]
fn a_rule_can_be_done_without_and_the_journal_says_so() {
    let desk = Desk::new();
    desk.failure();
    desk.table.order(Order::Without);
    assert_eq!(desk.go_on(9), None, "the game goes to its end");
    let off = lines(&desk.journal()).into_iter().find_map(|line| match line {
        Line::House { round, off, reason } => Some((round, off, reason)),
        _ => None,
    });
    let (round, off, reason) = off.expect("the journal says that it is off");
    assert_eq!((round, off.as_str()), (2, "second"));
    assert!(reason.contains("no second round"), "{reason}");
    holds(&desk, false);
}
