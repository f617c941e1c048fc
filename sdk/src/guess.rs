//! Guesses: uniform samples of where the hidden pieces are.
//!
//! A seat that imagines what the others hold knows how many pieces lie in each [`Place`] (a hand, the stock, what was
//! thrown in) and which pieces each of them may contain. A [`Plan`] samples the arrangements that agree with this, **each
//! equally likely**. Filling the most constrained place first and shuffling the rest, as is often done, is not uniform:
//! it gives too many of the contested pieces to whoever is served first.
//!
//! Places that may hold the same pieces are dealt to as one and divided afterwards, pieces that may lie in the same
//! places are alike, and how often each way of dividing the alike pieces occurs is counted once, when the plan is made.
//! Where most deals without regard to what is allowed would do, they are tried until one does, which is faster.

use crate::hand::{Bits, Hand};
use crate::piece::Piece;
use crate::rng::{Draw, Rng};

/// The most places that a plan has.
pub const MAX_PLACES: usize = 12;
/// The most kinds of pieces, by where they may lie.
const MAX_KINDS: usize = 24;
/// Deals are tried, not counted, if at least this part of them agrees with what is allowed.
const TRY_FROM: f64 = 0.4;

/// Somewhere hidden pieces lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<P: Piece> {
    /// How many of the hidden pieces lie there.
    pub size: u8,
    /// Which pieces may lie there; only the hidden ones among them matter.
    pub allowed: Hand<P>,
}

impl<P: Piece> Place<P> {
    /// The place of `size` pieces out of `allowed`.
    pub fn new(size: usize, allowed: Hand<P>) -> Self {
        Self { size: size as u8, allowed }
    }
}

/// A number for each group of places.
type Counts = [u8; MAX_PLACES];

/// Pieces that may lie in the same groups of places.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Kind {
    /// The groups, as bits.
    groups: u16,
    /// How many pieces there are.
    count: u8,
}

/// Places that may hold the same pieces.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Group {
    allowed: u64,
    /// Pieces that can lie nowhere else.
    forced: u64,
    /// How many more pieces lie here.
    left: u8,
    /// The places, as bits.
    places: u16,
    /// The place that takes what the others leave: the largest.
    last: u8,
}

/// How to sample the arrangements of some hidden pieces; made once for each decision, then drawn from many times.
///
/// It is plain data without anything on the heap. `CELLS` is how many numbers of 8 bytes there is room for to count
/// with. None are needed for places of at most two different masks; for `g` different masks, about the product of the
/// sizes plus one of all but the largest of them, times the number of kinds of pieces less two, will do.
///
/// ```
/// use parlour_sdk::{Hand, Plan, Rng, Tile, guess::Place};
/// let hidden: Hand<Tile> = Tile::with(6) | Tile::with(5); // 13 tiles
/// // One hand was shown void of fives; another has anything, and two tiles lie in the middle.
/// let places = [
///     Place::new(5, hidden - Tile::with(5)),
///     Place::new(6, hidden),
///     Place::new(2, hidden),
/// ];
/// let plan: Plan<Tile> = Plan::new(hidden, &places).unwrap();
/// let [void, other, middle, ..] = plan.draw(&mut Rng::new(1));
/// assert_eq!((void.len(), other.len(), middle.len()), (5, 6, 2));
/// assert!((void & Tile::with(5)).is_empty());
/// assert_eq!(void | other | middle, hidden);
///
/// // Seven of the thirteen are no fives but `65`: six.
/// let short = [Place::new(7, hidden - Tile::with(5)), Place::new(6, hidden)];
/// assert!(Plan::<Tile>::new(hidden, &short).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan<P: Piece, const CELLS: usize = 0> {
    /// The codes of the pieces that are not forced, kind by kind.
    codes: [u8; 64],
    sizes: Counts,
    groups: [Group; MAX_PLACES],
    group_count: u8,
    kinds: [Kind; MAX_KINDS],
    kind_count: u8,
    /// Whether deals are tried without regard to the kinds.
    tries: bool,
    /// The weight of all arrangements.
    total: f64,
    /// The step of each group's count in the cells of one kind; 0 for the group whose count follows from the others'.
    steps: [u16; MAX_PLACES],
    /// How many cells each kind has.
    span: u16,
    /// For each kind but the first and the last, what the pieces from it on weigh for each number of pieces that the
    /// groups still take.
    cells: [f64; CELLS],
    piece: std::marker::PhantomData<P>,
}

impl<P: Piece, const CELLS: usize> Default for Plan<P, CELLS> {
    /// The plan for no piece and no place.
    fn default() -> Self {
        Self {
            codes: [0; 64],
            sizes: [0; MAX_PLACES],
            groups: [Group::default(); MAX_PLACES],
            group_count: 0,
            kinds: [Kind::default(); MAX_KINDS],
            kind_count: 0,
            tries: false,
            total: 1.0,
            steps: [0; MAX_PLACES],
            span: 1,
            cells: [0.0; CELLS],
            piece: std::marker::PhantomData,
        }
    }
}

/// 1 / n!
const INVERSE_FACTORIAL: [f64; 65] = {
    let mut table = [1.0; 65];
    let mut n = 1;
    while n < 65 {
        table[n] = table[n - 1] / n as f64;
        n += 1;
    }
    table
};

impl<P: Piece, const CELLS: usize> Plan<P, CELLS> {
    /// The plan for these hidden pieces and places.
    ///
    /// `None` if no arrangement agrees with the places (the sizes do not add up to the pieces, or what is allowed cannot
    /// be kept), or if `CELLS` are too few to count them. The caller then gives up what it inferred.
    ///
    /// # Panics
    /// If there are more than [`MAX_PLACES`] places.
    pub fn new(hidden: Hand<P>, places: &[Place<P>]) -> Option<Self> {
        Self::with_limit(hidden, places, TRY_FROM)
    }

    fn with_limit(hidden: Hand<P>, places: &[Place<P>], try_from: f64) -> Option<Self> {
        assert!(places.len() <= MAX_PLACES, "a plan has at most {MAX_PLACES} places");
        let hidden = hidden.bits().widen();
        let wanted: u32 = places.iter().map(|place| u32::from(place.size)).sum();
        if wanted != hidden.count_ones() {
            return None;
        }
        let mut plan = Self::default();
        plan.group(hidden, places);
        let loose = plan.force(hidden)?;
        plan.sort(loose)?;
        plan.count(loose.count_ones() as usize, try_from)?;
        Some(plan)
    }

    /// Puts places of the same mask together.
    fn group(&mut self, hidden: u64, places: &[Place<P>]) {
        for (index, place) in places.iter().enumerate() {
            self.sizes[index] = place.size;
            let allowed = place.allowed.bits().widen() & hidden;
            let known = self.groups[..self.group_count()].iter().position(|group| group.allowed == allowed);
            let at = known.unwrap_or(self.group_count());
            let group = &mut self.groups[at];
            if known.is_none() {
                *group = Group { allowed, last: index as u8, ..Group::default() };
                self.group_count += 1;
            }
            group.places |= 1 << index;
            group.left += place.size;
            if place.size > self.sizes[usize::from(group.last)] {
                group.last = index as u8;
            }
        }
    }

    /// Puts pieces that fit only one group there, and returns the others. `None` if a piece fits nowhere.
    fn force(&mut self, hidden: u64) -> Option<u64> {
        let mut loose = hidden;
        loop {
            let before = loose;
            for code in codes(before) {
                let groups = self.fitting(code);
                if groups == 0 {
                    return None;
                }
                if groups.is_power_of_two() {
                    let group = &mut self.groups[groups.trailing_zeros() as usize];
                    group.forced |= 1 << code;
                    group.left -= 1;
                    loose &= !(1 << code);
                }
            }
            if loose == before {
                return Some(loose);
            }
        }
    }

    /// The groups that have room for a piece.
    fn fitting(&self, code: u8) -> u16 {
        let fits = |group: &Group| group.allowed >> code & 1 != 0 && group.left > 0;
        let groups = self.groups[..self.group_count()].iter().enumerate();
        groups.filter(|(_, group)| fits(group)).fold(0, |set, (at, _)| set | 1 << at)
    }

    /// Sorts the pieces by kind, those that fit the most groups last. `None` if there are too many kinds.
    fn sort(&mut self, loose: u64) -> Option<()> {
        let kind_of = |plan: &Self, code: u8| (plan.fitting(code).count_ones(), plan.fitting(code));
        let count = loose.count_ones() as usize;
        for (at, code) in codes(loose).enumerate() {
            self.codes[at] = code;
        }
        let mut sorted = self.codes;
        sorted[..count].sort_by_key(|&code| kind_of(self, code));
        self.codes = sorted;
        for &code in &sorted[..count] {
            let groups = self.fitting(code);
            if self.kind_count == 0 || self.kinds[self.kind_count() - 1].groups != groups {
                let next = self.kind_count();
                *self.kinds.get_mut(next)? = Kind { groups, count: 0 };
                self.kind_count += 1;
            }
            self.kinds[self.kind_count() - 1].count += 1;
        }
        Some(())
    }

    /// Counts the arrangements. `None` if there are none, or too few cells.
    fn count(&mut self, loose: usize, try_from: f64) -> Option<()> {
        let full = self.left();
        if self.kind_count < 2 {
            let beyond = |&group: &usize| full[group] > 0 && self.kinds[0].groups >> group & 1 == 0;
            return (0..self.group_count()).find(beyond).is_none().then_some(());
        }
        let widest = (0..self.group_count()).max_by_key(|&group| full[group])?;
        let mut span = 1;
        for group in (0..self.group_count()).filter(|&group| group != widest) {
            self.steps[group] = u16::try_from(span).ok()?;
            span *= usize::from(full[group]) + 1;
        }
        let tables = self.kind_count() - 2;
        self.span = u16::try_from(span).ok()?;
        if tables * span > CELLS {
            return None;
        }
        let mut rest = u32::from(self.kinds[self.kind_count() - 1].count);
        for kind in (1..=tables).rev() {
            rest += u32::from(self.kinds[kind].count);
            let mut left = [0; MAX_PLACES];
            for cell in 0..span {
                let mut cells = cell;
                for group in (0..self.group_count()).filter(|&group| group != widest) {
                    left[group] = (cells % (usize::from(full[group]) + 1)) as u8;
                    cells /= usize::from(full[group]) + 1;
                }
                left[widest] = 0;
                let others: u32 = left.iter().map(|&count| u32::from(count)).sum();
                if others <= rest && rest - others <= u32::from(full[widest]) {
                    left[widest] = (rest - others) as u8;
                    self.cells[(kind - 1) * span + cell] = self.weigh(kind, &left);
                }
            }
        }
        self.total = self.weigh(0, &full);
        let ways = self.kinds[..self.kind_count()].iter().fold(self.total, |ways, kind| ways / inverse(kind.count));
        let blind = full.iter().fold(1.0 / INVERSE_FACTORIAL[loose], |ways, &count| ways * inverse(count));
        self.tries = ways >= try_from * blind;
        (self.total > 0.0).then_some(())
    }

    /// What the pieces from `kind` on weigh: the sum over their divisions among the groups of 1 / k! for each part.
    fn weigh(&self, kind: usize, left: &Counts) -> f64 {
        let Kind { groups, count } = self.kinds[kind];
        let mut sum = 0.0;
        divide(groups, count, &mut left.clone(), 1.0, &mut |left, weight| {
            sum += weight * self.weight(kind + 1, left);
            false
        });
        sum
    }

    /// The weight of the pieces from `kind`, not the first, on.
    #[inline]
    fn weight(&self, kind: usize, left: &Counts) -> f64 {
        let counts = &left[..self.group_count()];
        if kind < self.kind_count() - 1 {
            let cell: usize =
                counts.iter().zip(self.steps).map(|(&count, step)| usize::from(count) * usize::from(step)).sum();
            return self.cells[(kind - 1) * usize::from(self.span) + cell];
        }
        let groups = self.kinds[kind].groups;
        let part = |(at, &count): (usize, &u8)| match groups >> at & 1 {
            0 if count > 0 => 0.0,
            _ => inverse(count),
        };
        counts.iter().enumerate().map(part).product()
    }

    /// One arrangement: what lies in each place, in the order in which they were given.
    pub fn draw(&self, rng: &mut Rng) -> [Hand<P>; MAX_PLACES] {
        let mut hands = [Hand::empty(); MAX_PLACES];
        let held = self.draw_groups(rng);
        for (group, &held) in self.groups[..self.group_count()].iter().zip(&held) {
            self.split(group, held, rng, &mut hands);
        }
        hands
    }

    /// What lies in each group.
    #[inline]
    fn draw_groups(&self, rng: &mut Rng) -> [u64; MAX_PLACES] {
        let groups = &self.groups[..self.group_count()];
        let mut forced = [0; MAX_PLACES];
        for (held, group) in forced.iter_mut().zip(groups) {
            *held = group.forced;
        }
        if self.kind_count == 0 {
            return forced;
        }
        let (mut codes, mut left) = (self.codes, self.left());
        if self.tries || self.kind_count == 1 {
            let all = self.kinds[..self.kind_count()].iter().map(|kind| usize::from(kind.count)).sum();
            loop {
                let mut held = forced;
                scatter(&mut codes[..all], &left, &mut held, rng);
                if !self.tries || groups.iter().zip(held).all(|(group, held)| held & !group.allowed == 0) {
                    return held;
                }
            }
        }
        let (mut held, mut start, mut total) = (forced, 0, self.total);
        for (at, kind) in self.kinds[..self.kind_count()].iter().enumerate() {
            let next =
                if at + 1 < self.kind_count() { self.choose(at, &mut left, &mut total, rng) } else { [0; MAX_PLACES] };
            let parts = std::array::from_fn(|group| left[group] - next[group]);
            let end = start + usize::from(kind.count);
            scatter(&mut codes[start..end], &parts, &mut held, rng);
            (start, left) = (end, next);
        }
        held
    }

    /// Draws how a kind, not the last, is divided: what the groups take after it, and what that weighs.
    fn choose(&self, at: usize, left: &mut Counts, total: &mut f64, rng: &mut Rng) -> Counts {
        let Kind { groups, count } = self.kinds[at];
        let (mut target, mut chosen, mut chosen_weight) = (*total * unit(rng), *left, 0.0);
        divide(groups, count, left, 1.0, &mut |next, part| {
            let weight = self.weight(at + 1, next);
            // Rounding may leave a rest of the target behind the last way; that way is then taken.
            if weight > 0.0 {
                (chosen, chosen_weight) = (*next, weight);
                target -= part * weight;
            }
            target < 0.0
        });
        *total = chosen_weight;
        chosen
    }

    /// Divides what a group holds among its places.
    #[inline]
    fn split(&self, group: &Group, held: u64, rng: &mut Rng, hands: &mut [Hand<P>; MAX_PLACES]) {
        let mut rest = held;
        let mut others = group.places & !(1 << group.last);
        if others != 0 {
            let (mut list, mut count) = ([0; 64], 0);
            for code in codes(held) {
                list[count & 63] = code;
                count += 1;
            }
            let mut taken = 0;
            while others != 0 {
                let place = others.trailing_zeros() as usize;
                others &= others - 1;
                let bits = take(&mut list[taken..count], self.sizes[place], rng);
                taken += usize::from(self.sizes[place]);
                rest &= !bits;
                hands[place] = Hand::from_bits(P::Bits::narrow(bits));
            }
        }
        hands[usize::from(group.last)] = Hand::from_bits(P::Bits::narrow(rest));
    }

    fn left(&self) -> Counts {
        std::array::from_fn(|group| self.groups[group].left)
    }
    fn group_count(&self) -> usize {
        usize::from(self.group_count)
    }
    fn kind_count(&self) -> usize {
        usize::from(self.kind_count)
    }
}

fn inverse(count: u8) -> f64 {
    INVERSE_FACTORIAL[usize::from(count & 63)]
}

/// A number from 0 up to, not including, 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.wide() >> 11) as f64 / (1u64 << 53) as f64
}

/// The set bits.
fn codes(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let code = (bits != 0).then_some(bits.trailing_zeros() as u8);
        bits &= bits.wrapping_sub(1);
        code
    })
}

/// Takes `count` of the codes at random, moves them to the front, and returns them as bits.
#[inline(always)]
fn take(codes: &mut [u8], count: u8, rng: &mut Rng) -> u64 {
    let mut bits = 0;
    for at in 0..usize::from(count) {
        let other = at + rng.below((codes.len() - at) as u32) as usize;
        codes.swap(at, other);
        bits |= 1 << codes[at];
    }
    bits
}

/// Deals the codes at random to groups that take `parts` of them.
#[inline]
fn scatter(codes: &mut [u8], parts: &Counts, held: &mut [u64; MAX_PLACES], rng: &mut Rng) {
    let mut start = 0;
    for (held, &part) in held.iter_mut().zip(parts) {
        if start + usize::from(part) == codes.len() {
            // The last group takes what is left; nothing has to be drawn.
            *held |= codes[start..].iter().fold(0, |bits, &code| bits | 1 << code);
            return;
        }
        *held |= take(&mut codes[start..], part, rng);
        start += usize::from(part);
    }
}

/// Visits each way to divide `count` alike pieces among `groups`: what the groups take after it, and the product of 1 / k!
/// over the parts. Stops, and returns true, when `visit` does.
fn divide(
    groups: u16,
    count: u8,
    left: &mut Counts,
    weight: f64,
    visit: &mut impl FnMut(&Counts, f64) -> bool,
) -> bool {
    let (at, others) = (groups.trailing_zeros() as usize, groups & (groups - 1));
    let room = left[at];
    if others == 0 {
        if count > room {
            return false;
        }
        left[at] = room - count;
        let stop = visit(left, weight * inverse(count));
        left[at] = room;
        return stop;
    }
    for part in 0..=count.min(room) {
        left[at] = room - part;
        if divide(others, count - part, left, weight * inverse(part), visit) {
            left[at] = room;
            return true;
        }
    }
    left[at] = room;
    false
}

#[cfg(test)]
mod tests;
