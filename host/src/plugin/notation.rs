//! Words for codes: what a plugin says without a table.

use parlour_sdk::abi::{self, Sink};

use super::failure::{SessionError, failure, read};
use super::library::{Plugin, text, written};

impl Plugin {
    /// The notation of an action.
    ///
    /// # Errors
    /// If no action has the code.
    pub fn notation(&self, code: u64) -> Result<String, SessionError> {
        // SAFETY: takes any code and sink, in any thread.
        self.text(|sink| unsafe { (self.functions.notation)(code, sink) })
    }
    /// What others see of an action.
    ///
    /// # Errors
    /// If no action has the code.
    pub fn concealed(&self, code: u64) -> Result<String, SessionError> {
        // SAFETY: takes any code and sink, in any thread.
        self.text(|sink| unsafe { (self.functions.concealed)(code, sink) })
    }
    /// The code of a notation.
    ///
    /// # Errors
    /// If it is none: what was expected.
    pub fn parse(&self, notation: &str) -> Result<u64, SessionError> {
        let mut code = 0;
        // SAFETY: a text for the call and room for one code, in any thread.
        let status = unsafe { (self.functions.parse)(text(notation), &raw mut code) };
        if status == abi::OK { Ok(code) } else { Err(failure(self, status)) }
    }
    /// Whether the acting seat may learn something by an action, so that it cannot be undone.
    pub fn reveals(&self, code: u64) -> bool {
        // SAFETY: takes any code, in any thread.
        unsafe { (self.functions.flags)(code) & abi::ACTION_REVEALS != 0 }
    }
    /// What Lua sees for a code of the hook type called `lua`.
    ///
    /// # Errors
    /// If the game has no such type or code.
    pub fn hook_value(&self, lua: &str, code: i64) -> Result<serde_json::Value, SessionError> {
        // SAFETY: a text for the call, any code and sink, in any thread.
        let json = self.text(|sink| unsafe { (self.functions.hook_value)(text(lua), code, sink) })?;
        read(self, &json)
    }
    fn text(&self, call: impl FnOnce(Sink) -> i32) -> Result<String, SessionError> {
        let (status, text) = written(call);
        if status == abi::OK { Ok(text) } else { Err(failure(self, status)) }
    }
}
