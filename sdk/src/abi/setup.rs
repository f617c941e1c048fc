//! Thunks that describe a game and make it.

use std::cell::RefCell;
use std::rc::Rc;

use serde::Deserialize;

use super::guard::{guarded, kept};
use super::thunk::{Loaded, buffer, fail, finish, loaded, run, text, write, write_json};
use super::{
    ARGUMENT_CODE, ARGUMENT_JSON, Description, FAILED_ARGUMENT, GameHandle, HookArgument, HouseTable, OK, Sink, Sizes,
    Text,
};
use crate::engine::Engine;
use crate::game::Game;
use crate::hook::{Answer, Arg, Hook, HookKind, HookParam, HookType, HookValue, Hooks, House, generic};
use crate::param::{Params, Values};
use crate::piece::Piece;
use crate::playout::Playout;

pub(super) unsafe extern "C" fn message(sink: Sink) -> i32 {
    guarded(|| write(sink, &kept()))
}

pub(super) unsafe extern "C" fn describe<G: Game>(sink: Sink) -> i32 {
    run(|| {
        let meta = G::META;
        let own = G::Hooks::declared();
        let mut faces = vec![G::Piece::declared()];
        let types = own.iter().flat_map(|hook| hook.params.iter().map(|param| &param.hook_type).chain([&hook.result]));
        for face in types.filter(|face| face.kind == HookKind::Face) {
            if !faces.iter().any(|known| known.lua == face.lua) {
                faces.push(HookType { optional: false, range: None, ..face.clone() });
            }
        }
        Ok(write_json(
            sink,
            &Description {
                id: meta.id.to_owned(),
                name: meta.name.to_owned(),
                version: meta.version.to_owned(),
                sdk: env!("CARGO_PKG_VERSION").to_owned(),
                family: meta.family.to_owned(),
                about: meta.about.to_owned(),
                seats: meta.seats,
                usual_seats: meta.usual_seats,
                sides: meta.sides,
                stakes: meta.stakes,
                pieces: G::Piece::KIND,
                params: G::Params::declared(),
                hooks: own.into_iter().chain(generic_hooks()).collect(),
                faces,
                rules: meta.rules.to_owned(),
            },
        ))
    })
}

/// The declarations of the hooks that every game has.
pub(super) fn generic_hooks() -> [Hook; 4] {
    let hook = |number, name: &str, about: &str, (param, lua): (&str, &str), result: &str| Hook {
        name: name.to_owned(),
        number,
        about: about.to_owned(),
        params: vec![HookParam { name: param.to_owned(), hook_type: HookType::plain(lua, HookKind::Structure) }],
        result: HookType::plain(result, HookKind::Structure),
        tabulated: false,
    };
    [
        hook(
            generic::LEGAL,
            "legal",
            "Which of the legal actions stay: a list of notations out of base, at least one.",
            ("view", "View"),
            "string[]",
        ),
        hook(
            generic::REDEAL,
            "redeal",
            "Whether the deal is thrown in; after 100 the last one stands.",
            ("deal", "Deal"),
            "boolean",
        ),
        hook(
            generic::SCORE_ROUND,
            "score_round",
            "The points of the round, one number for each side.",
            ("settlement", "Settlement"),
            "integer[]",
        ),
        hook(
            generic::GAME_OVER,
            "game_over",
            "false, or the list of the sides that have won.",
            ("standing", "Standing"),
            "integer[]|false",
        ),
    ]
}

pub(super) unsafe extern "C" fn hook_value<G: Game>(lua: Text, code: i64, sink: Sink) -> i32 {
    run(|| {
        // SAFETY: the caller gives a text that lives during the call.
        let lua = unsafe { text(lua) }?;
        match Engine::<G>::describe(lua, code) {
            Some(value) => Ok(write_json(sink, &value)),
            None => Err(fail(FAILED_ARGUMENT, format!("no hook value of type {lua} has the code {code}"))),
        }
    })
}

#[derive(Deserialize)]
struct Setup {
    seats: u8,
    #[serde(default)]
    rules: Values,
}

pub(super) unsafe extern "C" fn create<G: Game>(
    setup: Text,
    house: *const HouseTable,
    out: *mut *mut GameHandle,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives room for one pointer, a text for the time of the call, and a table or null.
        let (setup, house) = unsafe {
            *out = std::ptr::null_mut();
            (text(setup)?, house.as_ref().copied())
        };
        let Setup { seats, rules } = serde_json::from_str(setup)
            .map_err(|error| fail(FAILED_ARGUMENT, format!("the set-up cannot be read: {error}")))?;
        let house = house.map_or_else(House::none, foreign_house);
        let engine =
            Engine::<G>::new(seats, &rules, Rc::clone(&house)).map_err(|error| fail(FAILED_ARGUMENT, error))?;
        let status = finish(&engine);
        if status == OK {
            let playout = RefCell::new(Playout::new(&engine));
            let game = Box::into_raw(Box::new(Loaded { engine, playout }));
            // SAFETY: as above.
            unsafe { *out = game.cast() };
        }
        Ok(status)
    })
}

/// The host's house as the SDK asks it.
pub(super) fn foreign_house(table: HouseTable) -> Rc<House> {
    let no_text = Text { data: std::ptr::null(), len: 0 };
    let argument = move |arg: &Arg<'_>| match arg {
        Arg::Code(code) => HookArgument { kind: ARGUMENT_CODE, code: *code, json: no_text },
        Arg::Json(json) => {
            HookArgument { kind: ARGUMENT_JSON, code: 0, json: Text { data: json.as_ptr(), len: json.len() } }
        }
    };
    House::answering(table.live, move |hook, base, args| {
        let mut list = [HookArgument { kind: ARGUMENT_CODE, code: 0, json: no_text }; 8];
        let count = args.len().min(list.len());
        for (slot, arg) in list.iter_mut().zip(args) {
            *slot = argument(arg);
        }
        let mut answer = list[list.len() - 1];
        // SAFETY: the host promised a table whose `ctx` outlives the game; the arguments live until `ask` returns.
        let status = unsafe { (table.ask)(table.ctx, hook, argument(&base), list.as_ptr(), count, &raw mut answer) };
        let json = || {
            // SAFETY: what `answer` points to is the host's until the next `ask`.
            unsafe { text(answer.json) }.map_or_else(|_| "the answer is not UTF-8".to_owned(), str::to_owned)
        };
        match (status, answer.kind) {
            (OK, ARGUMENT_CODE) => Ok(Answer::Code(answer.code)),
            (OK, _) => Ok(Answer::Json(json())),
            _ => Err(json()),
        }
    })
}

pub(super) unsafe extern "C" fn destroy<G: Game>(game: *mut GameHandle) {
    guarded(|| {
        if !game.is_null() {
            // SAFETY: the handle is from `create`, and the caller gives it up.
            drop(unsafe { Box::from_raw(game.cast::<Loaded<G>>()) });
        }
        OK
    });
}

pub(super) unsafe extern "C" fn sizes<G: Game>() -> Sizes {
    Sizes {
        state_size: size_of::<G::State>(),
        state_align: align_of::<G::State>(),
        knowledge_size: size_of::<G::Knowledge>(),
        knowledge_align: align_of::<G::Knowledge>(),
    }
}

pub(super) unsafe extern "C" fn pack<G: Game>(game: *const GameHandle, out: *mut u8, room: usize) -> i64 {
    guarded(|| {
        // SAFETY: the caller gives a live handle in its thread and a buffer of `room` bytes.
        let (game, out) = unsafe { (loaded::<G>(game), buffer(out, room)) };
        let pack = game.engine.game().pack();
        out.iter_mut().zip(&pack).for_each(|(slot, piece)| *slot = piece.code());
        pack.len() as i64
    })
}
