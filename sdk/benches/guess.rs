//! How long a plan takes to make, and an arrangement to draw: 21 hidden tiles in three hands, with no, one, two and
//! three hands that cannot hold some of them.

use divan::{Bencher, black_box};
use parlour_sdk::guess::Place;
use parlour_sdk::{Hand, Plan, Rng, Tile};

fn main() {
    divan::main();
}

type TilePlan = Plan<Tile, 2401>;

fn places(voids: u8) -> (Hand<Tile>, [Place<Tile>; 3]) {
    let hidden = Tile::pack().collect::<Hand<Tile>>() - Tile::with(6);
    let place = |seat: u8| Place::new(7, if seat < voids { hidden - Tile::with(seat + 1) } else { hidden });
    (hidden, [place(0), place(1), place(2)])
}

#[divan::bench(args = [0, 1, 2, 3])]
fn plan(bencher: Bencher, voids: u8) {
    let (hidden, places) = places(voids);
    bencher.bench_local(|| TilePlan::new(black_box(hidden), &places).is_some());
}

#[divan::bench(args = [0, 1, 2, 3])]
fn draw(bencher: Bencher, voids: u8) {
    let (hidden, places) = places(voids);
    let plan = TilePlan::new(hidden, &places).expect("tiles enough for each hand");
    let mut rng = Rng::new(1);
    bencher.bench_local(|| plan.draw(&mut rng));
}
