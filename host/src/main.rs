//! The program: parse, run, report.

use std::process::ExitCode;

fn main() -> ExitCode {
    parlour::cli::main(std::env::args_os())
}
