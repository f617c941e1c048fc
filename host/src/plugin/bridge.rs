//! The bridge over which a plugin asks the house.

use std::cell::RefCell;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use parlour_sdk::abi::{self, ARGUMENT_CODE, ARGUMENT_JSON, FAILED_HOUSE, HookArgument, HouseTable, Text};
use parlour_sdk::hook::{Answer, Arg};

use super::library::text;

/// The most arguments that a hook is given.
const MOST_ARGUMENTS: usize = 8;

/// Whatever answers hooks: the house rules in force.
pub trait Answers {
    /// Bit n is set if hook n is answered.
    fn live(&self) -> u64;
    /// Answers a hook.
    ///
    /// # Errors
    /// The message for the player: which file, which line, which hook, why.
    fn ask(&self, hook: u32, base: Arg<'_>, args: &[Arg<'_>]) -> Result<Answer, String>;
}

/// The house as the border knows it, and the last answer, which the plugin reads from here.
pub(super) struct Bridge {
    pub(super) answers: Rc<dyn Answers>,
    answer: RefCell<String>,
}

impl Bridge {
    pub(super) fn new(answers: Rc<dyn Answers>) -> Box<Self> {
        Box::new(Self { answers, answer: RefCell::default() })
    }
    /// The table that a plugin asks through; the bridge must outlive the game.
    pub(super) fn table(&self) -> HouseTable {
        HouseTable { ctx: std::ptr::from_ref(self).cast_mut().cast(), live: self.answers.live(), ask }
    }
}

/// The house's side of the border.
unsafe extern "C" fn ask(
    ctx: *mut c_void,
    hook: u32,
    base: HookArgument,
    args: *const HookArgument,
    count: usize,
    answer: *mut HookArgument,
) -> i32 {
    // SAFETY: `ctx` is the bridge of a live session; `answer` and the arguments are the plugin's during the call.
    let (bridge, args, answer) = unsafe {
        let args = if count == 0 { &[] } else { std::slice::from_raw_parts(args, count) };
        (&*ctx.cast::<Bridge>(), args, &mut *answer)
    };
    let asked = catch_unwind(AssertUnwindSafe(|| {
        let mut list = [Arg::Code(0); MOST_ARGUMENTS];
        let args = args.get(..MOST_ARGUMENTS).unwrap_or(args);
        for (slot, arg) in list.iter_mut().zip(args) {
            // SAFETY: the plugin's texts are valid during the call.
            *slot = unsafe { argument(arg) };
        }
        // SAFETY: as above.
        bridge.answers.ask(hook, unsafe { argument(&base) }, &list[..args.len()])
    }));
    let asked = asked.unwrap_or_else(|payload| {
        std::mem::forget(payload);
        Err("the house rules' engine failed".to_owned())
    });
    let (status, json) = match asked {
        Ok(Answer::Code(code)) => {
            *answer = HookArgument { kind: ARGUMENT_CODE, code, json: text("") };
            return abi::OK;
        }
        Ok(Answer::Json(json)) => (abi::OK, json),
        Err(message) => (FAILED_HOUSE, message),
    };
    let kept = &mut *bridge.answer.borrow_mut();
    *kept = json;
    *answer = HookArgument { kind: ARGUMENT_JSON, code: 0, json: Text { data: kept.as_ptr(), len: kept.len() } };
    status
}

/// # Safety
/// The argument's text is valid as long as the result is used.
unsafe fn argument<'a>(arg: &HookArgument) -> Arg<'a> {
    if arg.kind == ARGUMENT_CODE || arg.json.len == 0 {
        return Arg::Code(arg.code);
    }
    // SAFETY: as the caller promises.
    let bytes = unsafe { std::slice::from_raw_parts(arg.json.data, arg.json.len) };
    Arg::Json(std::str::from_utf8(bytes).unwrap_or("null"))
}
