//! What a board support crate does elsewhere: the start of the program, text for the debugger, and how much memory is used.
//!
//! This is the only `unsafe` code of the image. It runs before and after training, and knows nothing of models.

use core::arch::{asm, global_asm};
use core::cell::UnsafeCell;
use core::ptr::addr_of;
use core::sync::atomic::{AtomicBool, Ordering};

/// What the stack is filled with before the program starts.
const PAINT: u32 = 0xDEAD_BEEF;

// The first instructions: the coprocessor (the FPU) is switched on, the stack is painted, `.data` is copied and `.bss` is cleared.
// A fault ends in `fault`.
global_asm!(
    ".section .vectors, \"a\"",
    ".word stack_start, reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault",
    ".section .text.reset, \"ax\"",
    ".global reset",
    ".thumb_func",
    ".type reset, %function",
    "reset:",
    "ldr r0, =0xE000ED88",
    "ldr r1, [r0]",
    "orr r1, r1, #0xF00000",
    "str r1, [r0]",
    "dsb",
    "isb",
    "ldr r0, =stack_end",
    "ldr r1, =stack_start",
    "ldr r2, ={paint}",
    "1: cmp r0, r1",
    "itt lo",
    "strlo r2, [r0], #4",
    "blo 1b",
    "ldr r0, =data_start",
    "ldr r1, =data_end",
    "ldr r2, =data_source",
    "2: cmp r0, r1",
    "ittt lo",
    "ldrlo r3, [r2], #4",
    "strlo r3, [r0], #4",
    "blo 2b",
    "ldr r0, =bss_start",
    "ldr r1, =bss_end",
    "movs r2, #0",
    "3: cmp r0, r1",
    "itt lo",
    "strlo r2, [r0], #4",
    "blo 3b",
    "bl {start}",
    ".size reset, . - reset",
    paint = const PAINT,
    start = sym start,
);

unsafe extern "C" {
    static stack_start: u32;
    static stack_end: u32;
    static data_start: u32;
    static data_end: u32;
    static bss_start: u32;
    static bss_end: u32;
    static flash_used: u32;
}

extern "C" fn start() -> ! {
    let success = crate::main();
    print("bytes of RAM: ");
    print_number(ram());
    print(", of flash: ");
    print_number(addr_of!(flash_used) as u32);
    print(", highest stack: ");
    print_number(stack());
    print("\n");
    exit(success)
}

#[unsafe(no_mangle)]
extern "C" fn fault() -> ! {
    print("fault\n");
    exit(false)
}

/// The bytes of all variables.
fn ram() -> u32 {
    let data = addr_of!(data_end) as u32 - addr_of!(data_start) as u32;
    data + addr_of!(bss_end) as u32 - addr_of!(bss_start) as u32
}

/// How many bytes of the stack lost their paint.
fn stack() -> u32 {
    let (mut at, end) = (addr_of!(stack_end), addr_of!(stack_start));
    // SAFETY: all words from the end of the stack to its start are memory, and they were written before the program started.
    while at < end && unsafe { at.read_volatile() } == PAINT {
        at = at.wrapping_add(1);
    }
    end as u32 - at as u32
}

/// A call of the debugger or emulator.
fn semihosting(operation: u32, argument: u32) {
    // SAFETY: the debugger reads a text that ends in a zero, or ends the program.
    unsafe { asm!("bkpt #0xAB", inout("r0") operation => _, in("r1") argument, options(nostack)) };
}

fn print_byte(byte: u8) {
    semihosting(0x03, (&raw const byte) as u32);
}

/// Shows a text.
pub fn print(text: &str) {
    text.bytes().for_each(print_byte);
}

/// Shows a number.
pub fn print_number(mut number: u32) {
    let mut is_leading = true;
    for power in [1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1] {
        let mut digit = b'0';
        while number >= power {
            number -= power;
            digit += 1;
        }
        is_leading &= digit == b'0' && power > 1;
        if !is_leading {
            print_byte(digit);
        }
    }
}

fn exit(success: bool) -> ! {
    let reason = if success { 0x20026 } else { 0x20023 };
    loop {
        semihosting(0x18, reason);
    }
}

/// A variable that one owner takes.
pub struct Static<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the flag lets one caller have the value.
unsafe impl<T: Send> Sync for Static<T> {}

impl<T> Static<T> {
    pub const fn new(value: T) -> Self {
        Self { taken: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// The value, for the first who asks.
    pub fn take(&'static self) -> Option<&'static mut T> {
        // SAFETY: nobody had it before, and nobody else gets it.
        (!self.taken.swap(true, Ordering::AcqRel)).then(|| unsafe { &mut *self.value.get() })
    }
}

/// A panic would end here. `check.py` holds that nothing in the image can.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    print("panic\n");
    exit(false)
}
