//! How fast the search is: simulations a second from the first choice after the deal, on one thread, against plain random playouts of the
//! same rounds in the same run. `cargo bench -p parlour --bench search [GAME...]`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use parlour::bot::{Budget, Search};
use parlour::plugin::{Plugin, Session};
use parlour_sdk::{Turn, deck};

/// How many runs the medians are of, and how long a run is.
const RUNS: usize = 7;
const RUN: Duration = Duration::from_millis(400);
/// Simulations of a decision.
const SIMULATIONS: u32 = 2000;

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("{:<18} {:>14} {:>14} {:>7}", "game", "playouts/s", "simulations/s", "ratio");
    for path in build() {
        let plugin = Plugin::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let id = &plugin.description().id;
        if !named.is_empty() && !named.contains(id) {
            continue;
        }
        let seats = plugin.description().usual_seats;
        let session = Session::new(plugin, seats, &BTreeMap::new(), None).expect("the game opens");
        let (mut playouts, mut simulations): (Vec<f64>, Vec<f64>) =
            (0..RUNS as u64).map(|run| measure(&session, run)).unzip();
        let (playouts, simulations) = (median(&mut playouts), median(&mut simulations));
        println!("{id:<18} {playouts:>14.0} {simulations:>14.0} {:>7.2}", simulations / playouts);
    }
}

/// Playouts and simulations a second, over deals of this run.
fn measure(session: &Session, run: u64) -> (f64, f64) {
    let mut search = Search::default();
    let (mut codes, mut played, mut simulated) = (Vec::new(), (0, Duration::ZERO), (0, Duration::ZERO));
    let mut deal = run * 1000;
    while played.1 + simulated.1 < RUN {
        deal += 1;
        let mut moment = session.start(deck::first_dealer(deal, session.seats())).expect("a table starts");
        let mut pieces = session.pack().to_vec();
        deck::order(&mut pieces, deal, 1, 0);
        session.deal(&mut moment, &pieces).expect("the pack is dealt");
        session.legal(&moment, &mut codes).expect("there are actions");
        while let [only] = codes[..] {
            session.advance(&mut moment, only).expect("it is legal");
            session.legal(&moment, &mut codes).expect("there are actions");
        }
        let Turn::Seat(seat) = session.turn(&moment).expect("the round goes on") else { continue };
        let knowledge = session.know(&moment, seat).expect("the seat knows");
        let started = Instant::now();
        let asked = Budget::Simulations(SIMULATIONS);
        let advice = search.advise(session, (seat, &knowledge), &codes, asked, deal).expect("it searches");
        simulated.0 += advice.map_or(0, |advice| advice.simulations);
        simulated.1 += started.elapsed();
        let mut copy = session.copy(&moment).expect("it copies");
        let started = Instant::now();
        for seed in 0..u64::from(SIMULATIONS) {
            session.copy_into(&moment, &mut copy).expect("it copies");
            session.rollout(&mut copy, seed, true).expect("it plays");
        }
        played.0 += u64::from(SIMULATIONS);
        played.1 += started.elapsed();
    }
    let rate = |(count, time): (u64, Duration)| count as f64 / time.as_secs_f64();
    (rate(played), rate(simulated))
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Builds the workspace's plugins for release and gives their libraries.
fn build() -> Vec<PathBuf> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--release", "--workspace", "--lib", "--message-format=json", "--manifest-path", manifest])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = String::from_utf8_lossy(&output.stdout);
    let artifacts = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let files = artifacts.flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default());
    let suffix = format!(".{}", std::env::consts::DLL_EXTENSION);
    let mut libraries: Vec<PathBuf> = files
        .filter_map(|file| file.as_str().filter(|file| file.ends_with(&suffix)).map(PathBuf::from))
        .filter(|path| Plugin::open(path).is_ok())
        .collect();
    libraries.sort();
    libraries
}
