//! Random playouts and the parts of them; from the first lead on, where a round is not played whole.

#[path = "../../../sdk/benches/shared/playout.rs"]
mod playout;

use four_player_moon::Moon as Table;
use playout::{Case, first_leads as from, first_leads as moments};

const CASES: [Case; 1] = [Case::seats(4)];
const GAMES: u64 = 2;

fn main() {
    divan::main();
}
