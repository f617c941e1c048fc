//! Randomness: stable generators and an unbiased draw.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The fast generator of playouts and imagined deals.
pub struct Rng(Xoshiro256PlusPlus);

/// A source of random bits from which whole numbers are drawn without bias.
pub trait Draw {
    /// 32 random bits.
    fn bits(&mut self) -> u32;
    /// A number from 0 to `bound - 1`, each equally likely, by Lemire's method.
    ///
    /// # Panics
    /// In debug builds, if `bound` is 0.
    #[inline(always)]
    fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "nothing to draw from");
        let mut wide = u64::from(self.bits()) * u64::from(bound);
        if (wide as u32) < bound {
            let least = bound.wrapping_neg() % bound;
            while (wide as u32) < least {
                wide = u64::from(self.bits()) * u64::from(bound);
            }
        }
        (wide >> 32) as u32
    }
}

impl Rng {
    /// The generator of a seed.
    #[inline]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
    /// 64 random bits.
    #[inline(always)]
    pub fn wide(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Draw for Rng {
    #[inline(always)]
    fn bits(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }
}

/// The portable generator of the deals at a table: one seed a table, one stream a use.
pub struct DealRng(ChaCha8Rng);

impl DealRng {
    /// The generator of a table's seed for stream `stream`: 0 draws the first dealer, round r has stream r.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut chacha = ChaCha8Rng::from_seed(bytes);
        chacha.set_stream(stream);
        Self(chacha)
    }
}

impl Draw for DealRng {
    fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }
}
