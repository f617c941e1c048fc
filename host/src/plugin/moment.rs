//! States and knowledge: a plugin's values in buffers of the host's.

use std::alloc::Layout;
use std::ffi::c_void;
use std::ptr::NonNull;

use parlour_sdk::abi::{self, Functions};

/// A state of a table: plain data that may move to another thread.
pub struct Moment(pub(super) Buffer);

/// What a seat knows: all that a bot is given.
pub struct Knowledge(pub(super) Buffer);

/// A plugin's value in a buffer of the host's, with what ends it.
pub(super) struct Buffer {
    data: NonNull<c_void>,
    layout: Layout,
    functions: &'static Functions,
    end: unsafe extern "C" fn(*mut c_void),
}

// SAFETY: the border's contract says that states and knowledge are plain data that may move between threads.
unsafe impl Send for Buffer {}

impl Buffer {
    /// A buffer in which `make` makes a value; its status if it did not.
    pub(super) fn make(
        functions: &'static Functions,
        (size, align): (usize, usize),
        end: unsafe extern "C" fn(*mut c_void),
        make: impl FnOnce(*mut c_void) -> i32,
    ) -> Result<Self, i32> {
        let layout = Layout::from_size_align(size.max(1), align).map_err(|_| abi::FAILED_ARGUMENT)?;
        // SAFETY: the layout has a size above 0.
        let data = NonNull::new(unsafe { std::alloc::alloc(layout) }.cast());
        let Some(data) = data else { std::alloc::handle_alloc_error(layout) };
        match make(data.as_ptr()) {
            abi::OK => Ok(Self { data, layout, functions, end }),
            status => {
                // SAFETY: allocated above with this layout, and no value was made in it.
                unsafe { std::alloc::dealloc(data.as_ptr().cast(), layout) };
                Err(status)
            }
        }
    }
    /// Whether it holds a value of the plugin with these functions.
    #[inline(always)]
    pub(super) fn is_of(&self, functions: &'static Functions) -> bool {
        std::ptr::eq(self.functions, functions)
    }
    #[inline(always)]
    pub(super) fn ptr(&self) -> *const c_void {
        self.data.as_ptr()
    }
    #[inline(always)]
    pub(super) fn ptr_mut(&mut self) -> *mut c_void {
        self.data.as_ptr()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: the buffer holds a live value of this plugin, and was allocated with this layout.
        unsafe {
            (self.end)(self.data.as_ptr());
            std::alloc::dealloc(self.data.as_ptr().cast(), self.layout);
        }
    }
}

impl Moment {
    /// A copy; its status if the plugin could make none.
    pub(super) fn copy(&self) -> Result<Self, i32> {
        let Buffer { layout, functions, end, .. } = self.0;
        // SAFETY: the buffer has a state's size; this one holds a state.
        let copy = |to: *mut c_void| unsafe { (functions.clone_state)(to, self.0.ptr()) };
        Buffer::make(functions, (layout.size(), layout.align()), end, copy).map(Self)
    }
}
