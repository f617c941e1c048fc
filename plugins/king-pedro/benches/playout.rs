//! Random playouts and the parts of them; from the first lead on, where a round is not played whole.

#[path = "../../../sdk/benches/shared/playout.rs"]
mod playout;

use king_pedro::Pedro as Table;
use playout::{Case, first_leads as from, first_leads as moments};

const CASES: [Case; 1] = [Case::seats(4)];
const GAMES: u64 = 64;

fn main() {
    divan::main();
}
