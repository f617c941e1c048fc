use mambassa::*;
use parlour_sdk::playout::*;
use parlour_sdk::*;
#[test]
fn smoke() {
    for seats in 3..=8 {
        let engine = Engine::<Mambassa>::new(seats, &Default::default(), House::none()).unwrap();
        let mut p = Playout::new(&engine);
        let mut rng = Rng::new(1);
        let mut played = Played::default();
        for _ in 0..300 {
            let s = p.game(&engine, &mut rng, &mut played);
            let st = engine.game().standing(&s);
            assert_eq!(st.totals.iter().sum::<i32>(), 4 * seats as i32, "{st:?}");
            assert_eq!(st.payout.iter().sum::<i32>(), 0);
        }
        println!("{seats} {played:?}");
    }
    let engine = Engine::<Mambassa>::new(4, &Default::default(), House::none()).unwrap();
    let mut p = Playout::new(&engine);
    let mut rng = Rng::new(1);
    let mut played = Played::default();
    let t = std::time::Instant::now();
    for _ in 0..20000 {
        p.game(&engine, &mut rng, &mut played);
    }
    println!("{played:?} {} ns/action", t.elapsed().as_nanos() as f64 / played.actions as f64);
}
