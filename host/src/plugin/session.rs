//! The safe face of a loaded game: one game at one table, in one thread.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::rc::Rc;

use parlour_sdk::abi::{
    self, Description, Functions, GameHandle, OBSERVER_PUBLIC, OBSERVER_REFEREE, PointList, RoundEnd, Sink,
};
use parlour_sdk::game::Deal;
use parlour_sdk::param::Values;
use parlour_sdk::playout::Played;
use parlour_sdk::view::{Choice, Line};
use parlour_sdk::{Draw, Observer, Points, Rng, Seat, Standing, Summary, Turn, View};
use serde::de::DeserializeOwned;
use serde_json::json;

use super::bridge::{Answers, Bridge};
use super::failure::{SessionError, failure, read};
use super::library::{Plugin, text, written};
use super::moment::{Buffer, Knowledge, Moment};

/// A game at one table: its plugin, its seats and parameters, its house rules. It stays in its thread.
pub struct Session {
    plugin: &'static Plugin,
    seats: u8,
    game: NonNull<GameHandle>,
    pack: Vec<u8>,
    house: Option<Box<Bridge>>,
}

impl Session {
    /// A game for `seats` with these parameters (the defaults for the rest) and these house rules.
    ///
    /// # Errors
    /// If the game is not played so, or a house rule failed over a tabulated hook.
    pub fn new(
        plugin: &'static Plugin,
        seats: u8,
        rules: &Values,
        house: Option<Rc<dyn Answers>>,
    ) -> Result<Self, SessionError> {
        let house = house.map(Bridge::new);
        let table = house.as_deref().map(Bridge::table);
        let setup = json!({ "seats": seats, "rules": rules }).to_string();
        let mut game = std::ptr::null_mut();
        let table = table.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: the set-up and the table live during the call, the house's bridge as long as the session.
        let status = unsafe { (plugin.functions.create)(text(&setup), table, &raw mut game) };
        let game = NonNull::new(game).filter(|_| status == abi::OK);
        let game = game.ok_or_else(|| failure(plugin, status))?;
        let mut session = Self { plugin, seats, game, pack: Vec::new(), house };
        let mut room = vec![0; 256];
        // SAFETY: a live game, and room for as many codes as said.
        let count = unsafe { (plugin.functions.pack)(session.handle(), room.as_mut_ptr(), room.len()) };
        let count = session.count(count)?;
        room.truncate(count);
        session.pack = room;
        Ok(session)
    }
    /// The plugin.
    pub fn plugin(&self) -> &'static Plugin {
        self.plugin
    }
    /// What the plugin says of itself.
    pub fn description(&self) -> &'static Description {
        self.plugin.description()
    }
    /// The seats at the table.
    pub fn seats(&self) -> u8 {
        self.seats
    }
    /// The codes of the pack, before any shuffle.
    pub fn pack(&self) -> &[u8] {
        &self.pack
    }
    /// The house rules in force.
    pub fn house(&self) -> Option<&dyn Answers> {
        self.house.as_deref().map(|bridge| &*bridge.answers)
    }

    /// A table before its first deal.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn start(&self, dealer: Seat) -> Result<Moment, SessionError> {
        // SAFETY: `sizes` may be called at any time.
        let sizes = unsafe { (self.functions().sizes)() };
        // SAFETY: a live game, and a buffer of a state's size.
        let make = |to| unsafe { (self.functions().start)(self.handle(), dealer.0, to) };
        let size = (sizes.state_size, sizes.state_align);
        let buffer = Buffer::make(self.functions(), size, self.functions().drop_state, make);
        buffer.map(Moment).map_err(|status| self.failure(status))
    }
    /// Deals the pack in this order.
    ///
    /// # Errors
    /// If no deal is due, or these are not the pieces of the pack.
    pub fn deal(&self, moment: &mut Moment, pieces: &[u8]) -> Result<(), SessionError> {
        // SAFETY: a live game, a state, and as many codes as said.
        self.status(unsafe {
            (self.functions().deal)(self.handle(), self.own_mut(&mut moment.0).ptr_mut(), pieces.as_ptr(), pieces.len())
        })
    }
    /// Whether a house rule throws in the deal that led from `before` to `after`.
    ///
    /// # Errors
    /// If the house rule failed.
    pub fn redeal(&self, before: &Moment, pieces: &[u8], after: &Moment) -> Result<bool, SessionError> {
        let (before, after) = (self.own(&before.0).ptr(), self.own(&after.0).ptr());
        // SAFETY: a live game, two states, and as many codes as said.
        let answer = unsafe { (self.functions().redeal)(self.handle(), before, pieces.as_ptr(), pieces.len(), after) };
        if answer < 0 { Err(self.failure(answer)) } else { Ok(answer == 1) }
    }
    /// The deal of these pieces by place, for the deal that is due.
    ///
    /// # Errors
    /// If no deal is due, or these are not the pieces of the pack.
    pub fn written(&self, moment: &Moment, pieces: &[u8]) -> Result<Deal, SessionError> {
        // SAFETY: a live game, a state, and as many codes as said.
        self.json(|sink| unsafe {
            (self.functions().written)(self.handle(), self.own(&moment.0).ptr(), pieces.as_ptr(), pieces.len(), sink)
        })
    }
    /// The order of the pack that deals this deal.
    ///
    /// # Errors
    /// If the deal does not fit the game: what was expected where.
    pub fn arranged(&self, moment: &Moment, deal: &Deal) -> Result<Vec<u8>, SessionError> {
        let deal = json!(deal).to_string();
        let mut pieces = vec![0; self.pack.len()];
        // SAFETY: a live game, a state, a text for the call, and room for the pack.
        self.status(unsafe {
            let (out, room) = (pieces.as_mut_ptr(), pieces.len());
            (self.functions().arranged)(self.handle(), self.own(&moment.0).ptr(), text(&deal), out, room)
        })?;
        Ok(pieces)
    }

    /// A copy of a moment.
    ///
    /// # Errors
    /// If the plugin failed.
    pub fn copy(&self, moment: &Moment) -> Result<Moment, SessionError> {
        self.own(&moment.0);
        moment.copy().map_err(|status| self.failure(status))
    }
    /// Puts a copy of a moment over another.
    ///
    /// # Errors
    /// If the plugin failed; then the other is as good as any.
    #[inline]
    pub fn copy_into(&self, from: &Moment, to: &mut Moment) -> Result<(), SessionError> {
        // SAFETY: two states of this plugin.
        self.status(unsafe {
            (self.functions().clone_into)(self.own_mut(&mut to.0).ptr_mut(), self.own(&from.0).ptr())
        })
    }
    /// What the table waits for.
    ///
    /// # Errors
    /// If the plugin failed.
    #[inline]
    pub fn turn(&self, moment: &Moment) -> Result<Turn, SessionError> {
        // SAFETY: a live game and a state.
        let turn = unsafe { (self.functions().turn)(self.handle(), self.own(&moment.0).ptr()) };
        turn_of(turn).ok_or_else(|| self.failure(turn))
    }
    /// The codes of the legal actions, in the game's order; what the table waits for.
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    #[inline]
    pub fn legal(&self, moment: &Moment, codes: &mut Vec<u64>) -> Result<Option<Turn>, SessionError> {
        self.listed(self.functions().legal, moment, codes)
    }
    /// The codes of the actions worth searching; as [`legal`](Self::legal).
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    #[inline]
    pub fn candidates(&self, moment: &Moment, codes: &mut Vec<u64>) -> Result<Option<Turn>, SessionError> {
        self.listed(self.functions().candidates, moment, codes)
    }
    /// The list by `call`; `Some` turn where no seat acts and the list is empty.
    #[inline]
    fn listed(
        &self,
        call: unsafe extern "C" fn(*const GameHandle, *const c_void, *mut u64, usize) -> i64,
        moment: &Moment,
        codes: &mut Vec<u64>,
    ) -> Result<Option<Turn>, SessionError> {
        loop {
            codes.clear();
            let room = codes.capacity();
            // SAFETY: a live game, a state, and room for as many codes as said.
            let count = unsafe { call(self.handle(), self.own(&moment.0).ptr(), codes.as_mut_ptr(), room) };
            if count < 0 {
                return turn_of(count as i32).map(Some).ok_or_else(|| self.failure(count as i32));
            }
            if count as usize <= room {
                // SAFETY: the call wrote the first `count` codes, and there is room for them.
                unsafe { codes.set_len(count as usize) };
                return Ok(None);
            }
            codes.reserve(count as usize);
        }
    }
    /// Plays an action after checking it.
    ///
    /// # Errors
    /// [`SessionError::Refused`], with the rule, if it is not legal.
    pub fn play(&self, moment: &mut Moment, code: u64) -> Result<(), SessionError> {
        let before = self.copy(moment)?;
        // SAFETY: a live game and a state.
        let played =
            self.status(unsafe { (self.functions().play)(self.handle(), self.own_mut(&mut moment.0).ptr_mut(), code) });
        if matches!(played, Err(SessionError::Panic { .. })) {
            *moment = before;
        }
        played
    }
    /// Plays an action out of the list that [`legal`](Self::legal) gave for this moment, without checking it again.
    ///
    /// # Errors
    /// If the plugin or a house rule failed; after a panic the moment is good for nothing.
    #[inline]
    pub fn advance(&self, moment: &mut Moment, code: u64) -> Result<(), SessionError> {
        // SAFETY: a live game and a state.
        self.status(unsafe { (self.functions().advance)(self.handle(), self.own_mut(&mut moment.0).ptr_mut(), code) })
    }

    /// The points of the round that is to be settled.
    ///
    /// # Errors
    /// If it is not, or a house rule failed.
    pub fn settle(&self, moment: &Moment) -> Result<Points, SessionError> {
        let mut list = PointList::default();
        // SAFETY: a live game, a state, and room for the points.
        self.status(unsafe { (self.functions().settle)(self.handle(), self.own(&moment.0).ptr(), &raw mut list) })?;
        Ok(points(&list))
    }
    /// Adds points up, and ends the game or passes the deal on.
    ///
    /// # Errors
    /// If the round is not to be settled, or a house rule failed.
    pub fn commit(&self, moment: &mut Moment, points: &Points) -> Result<(), SessionError> {
        let list = point_list(points);
        // SAFETY: a live game, a state, and points.
        self.status(unsafe {
            (self.functions().commit)(self.handle(), self.own_mut(&mut moment.0).ptr_mut(), &raw const list)
        })
    }
    /// Round, dealer, totals, winners.
    ///
    /// # Errors
    /// If the plugin failed.
    pub fn standing(&self, moment: &Moment) -> Result<Standing, SessionError> {
        // SAFETY: a live game and a state.
        self.json(|sink| unsafe { (self.functions().standing)(self.handle(), self.own(&moment.0).ptr(), sink) })
    }
    /// What the round that is to be settled shows.
    ///
    /// # Errors
    /// If it is not to be settled.
    pub fn summary(&self, moment: &Moment, points: &Points) -> Result<Summary, SessionError> {
        let list = point_list(points);
        // SAFETY: a live game, a state, and points.
        self.json(|sink| unsafe {
            (self.functions().summary)(self.handle(), self.own(&moment.0).ptr(), &raw const list, sink)
        })
    }
    /// What an observer sees.
    ///
    /// # Errors
    /// If the plugin failed.
    pub fn show(&self, moment: &Moment, observer: Observer) -> Result<View, SessionError> {
        let number = observer_number(observer);
        // SAFETY: a live game and a state.
        self.json(|sink| unsafe { (self.functions().show)(self.handle(), self.own(&moment.0).ptr(), number, sink) })
    }
    /// The legal actions as they are put to the seat to act; they refer to its own view.
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    pub fn choices(&self, moment: &Moment) -> Result<Vec<Choice>, SessionError> {
        // SAFETY: a live game and a state.
        self.json(|sink| unsafe { (self.functions().choices)(self.handle(), self.own(&moment.0).ptr(), sink) })
    }
    /// What the log says of an action to an observer.
    ///
    /// # Errors
    /// If the plugin failed.
    pub fn tell(
        &self,
        before: &Moment,
        code: u64,
        after: &Moment,
        observer: Observer,
    ) -> Result<Vec<Line>, SessionError> {
        let (before, after, number) = (self.own(&before.0).ptr(), self.own(&after.0).ptr(), observer_number(observer));
        // SAFETY: a live game and two states.
        self.json(|sink| unsafe { (self.functions().tell)(self.handle(), before, code, after, number, sink) })
    }

    /// What a seat knows.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn know(&self, moment: &Moment, seat: Seat) -> Result<Knowledge, SessionError> {
        // SAFETY: `sizes` may be called at any time.
        let sizes = unsafe { (self.functions().sizes)() };
        // SAFETY: a live game, a state, and a buffer of the knowledge's size.
        let make = |to| unsafe { (self.functions().know)(self.handle(), self.own(&moment.0).ptr(), seat.0, to) };
        let size = (sizes.knowledge_size, sizes.knowledge_align);
        let buffer = Buffer::make(self.functions(), size, self.functions().drop_knowledge, make);
        buffer.map(Knowledge).map_err(|status| self.failure(status))
    }
    /// Puts a state that agrees with the knowledge over `moment`.
    ///
    /// # Errors
    /// If the plugin failed.
    #[inline]
    pub fn imagine(&self, knowledge: &Knowledge, seed: u64, moment: &mut Moment) -> Result<(), SessionError> {
        // SAFETY: a live game, knowledge, and a state to put the new one over.
        self.status(unsafe {
            (self.functions().imagine)(
                self.handle(),
                self.own(&knowledge.0).ptr(),
                seed,
                self.own_mut(&mut moment.0).ptr_mut(),
            )
        })
    }
    /// Plays the round in progress to its end, by the game's playout policy or, if `careless`, at random, and adds it
    /// up: inside the plugin if it has the extension for it.
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    #[inline]
    pub fn rollout(&self, moment: &mut Moment, seed: u64, careless: bool) -> Result<RoundEnd, SessionError> {
        let Some(rollout) = self.plugin.rollout else { return self.played_out(moment, seed) };
        let mut end = RoundEnd::default();
        // SAFETY: a live game, a state, and room for the end.
        self.status(unsafe {
            (rollout.round)(
                self.handle(),
                self.own_mut(&mut moment.0).ptr_mut(),
                seed,
                u32::from(careless),
                &raw mut end,
            )
        })?;
        Ok(end)
    }
    /// As [`rollout`](Self::rollout), action by action.
    fn played_out(&self, moment: &mut Moment, seed: u64) -> Result<RoundEnd, SessionError> {
        let (mut rng, mut codes, mut end) = (Rng::new(seed), Vec::new(), RoundEnd::default());
        while self.legal(moment, &mut codes)?.is_none() {
            let Some(count) = u32::try_from(codes.len()).ok().filter(|&count| count > 0) else { break };
            self.advance(moment, codes[rng.below(count) as usize])?;
            end.actions += 1;
        }
        let points = self.settle(moment)?;
        self.commit(moment, &points)?;
        end.points = point_list(&points);
        if self.turn(moment)? == Turn::Over {
            end.winners = self.standing(moment)?.winners.iter().fold(0, |winners, seat| winners | 1 << seat.0);
        }
        Ok(end)
    }
    /// Plays whole tables at random inside the plugin. `None` if the plugin has no rollout.
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    pub fn games(&self, seed: u64, games: u64) -> Option<Result<Played, SessionError>> {
        let rollout = self.plugin.rollout?;
        let mut played = Played::default();
        // SAFETY: a live game and a tally.
        let status = unsafe { (rollout.games)(self.handle(), seed, games, &raw mut played) };
        Some(self.status(status).map(|()| played))
    }

    /// The buffer, which must hold a value of this session's plugin: one of another plugin's would be read as something
    /// that it is not.
    #[inline(always)]
    fn own<'a>(&self, buffer: &'a Buffer) -> &'a Buffer {
        assert!(buffer.is_of(self.functions()), "a state or knowledge of another game");
        buffer
    }
    #[inline(always)]
    fn own_mut<'a>(&self, buffer: &'a mut Buffer) -> &'a mut Buffer {
        self.own(buffer);
        buffer
    }
    fn functions(&self) -> &'static Functions {
        self.plugin.functions
    }
    fn handle(&self) -> *const GameHandle {
        self.game.as_ptr()
    }
    #[inline]
    fn status(&self, status: i32) -> Result<(), SessionError> {
        if status == abi::OK { Ok(()) } else { Err(self.failure(status)) }
    }
    fn count(&self, count: i64) -> Result<usize, SessionError> {
        usize::try_from(count).map_err(|_| self.failure(count as i32))
    }
    #[cold]
    fn failure(&self, status: i32) -> SessionError {
        failure(self.plugin, status)
    }
    fn json<T: DeserializeOwned>(&self, call: impl FnOnce(Sink) -> i32) -> Result<T, SessionError> {
        let (status, text) = written(call);
        self.status(status)?;
        read(self.plugin, &text)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: the handle is live and is not used again; the house's bridge is still there.
        unsafe { (self.functions().destroy)(self.game.as_ptr()) };
    }
}

#[inline]
fn turn_of(number: i32) -> Option<Turn> {
    match number {
        0..=7 => Some(Turn::Seat(Seat(number as u8))),
        abi::TURN_SETTLE => Some(Turn::Settle),
        abi::TURN_DEAL => Some(Turn::Deal),
        abi::TURN_OVER => Some(Turn::Over),
        _ => None,
    }
}

fn observer_number(observer: Observer) -> i32 {
    match observer {
        Observer::Seat(seat) => i32::from(seat.0),
        Observer::Public => OBSERVER_PUBLIC,
        Observer::Referee => OBSERVER_REFEREE,
    }
}

fn points(list: &PointList) -> Points {
    list.values.iter().copied().take(list.sides as usize).collect()
}

fn point_list(points: &Points) -> PointList {
    let mut list = PointList { sides: points.len() as u32, ..PointList::default() };
    list.values[..points.len()].copy_from_slice(points);
    list
}
