//! `train!` as a program: its command line, files and errors; stopped and resumed, to the bit.
//!
//! A program needs a `main` of its own, so this test has one too: it is a program if it is told so, and else runs the
//! tests. Words choose tests that have them in their names.

#[cfg(unix)]
mod child;
#[cfg(unix)]
mod diverged;
#[cfg(unix)]
#[path = "../common/folder.rs"]
mod folder;
#[cfg(unix)]
mod folders;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod resume;
#[cfg(unix)]
mod runs;
#[cfg(unix)]
mod settings;
#[cfg(unix)]
mod sockets;
#[cfg(unix)]
mod together;
#[cfg(unix)]
mod wrong;

use std::panic::catch_unwind;
use std::process::ExitCode;

/// A test and its name.
type Test = (&'static str, fn());

/// Tests with their names.
#[cfg(unix)]
macro_rules! tests {
    ($($module:ident: $($test:ident)+;)+) => {
        [$($((concat!(stringify!($module), "::", stringify!($test)), $module::$test as fn())),+),+]
    };
}

#[cfg(unix)]
fn main() -> ExitCode {
    if let Some(code) = child::program() {
        return code;
    }
    test(&tests! {
        runs:
            a_run_leaves_all_its_files
            log_and_checkpoint_say_the_same
            a_seed_decides_all
            json_is_all_that_is_printed
            quiet_prints_the_result_alone
            figures_are_those_of_the_last_run
            a_model_makes_something_up
            runs_are_numbered
            the_picture_marks_the_best_step_and_says_the_settings
            hints_say_what_to_do_next
            an_evaluation_can_leave_files
            the_version_is_printed
            what_is_printed_fits_the_terminal
            help_names_all_options;
        settings:
            what_is_said_goes_before_what_was_saved_and_that_before_defaults
            a_rate_belongs_to_its_optimizer
            every_run_says_its_settings_and_where_they_come_from
            patience_stops_early_and_takes_the_best
            threads_are_kept;
        resume:
            after_ctrl_c_the_result_is_the_same
            after_kill_9_the_result_is_the_same
            fifty_kills_change_nothing
            patience_does_not_see_an_interruption
            a_run_that_ended_can_go_on
            a_run_goes_on_in_another_folder;
        folders:
            two_runs_that_start_together_do_not_share_a_folder
            a_run_that_is_killed_leaves_no_lock
            runs_that_start_together_are_numbered;
        diverged:
            a_run_that_diverged_says_so_and_keeps_its_best_step
            a_loss_that_is_not_finite_keeps_the_best_step
            a_run_without_validation_is_judged_too
            overfitting_is_not_diverging;
        together:
            several_workers_leave_what_one_leaves
            any_number_of_workers_goes_on
            few_entries_are_sent_and_it_learns
            whoever_is_interrupted_all_stop_and_one_saves
            a_worker_that_dies_ends_the_run
            a_worker_says_what_is_wrong_with_it_alone;
        wrong:
            bad_input_is_one_line_and_nothing_is_lost
            a_full_disk_is_one_line_and_the_checkpoint_stays
            a_loss_that_is_not_finite_keeps_the_checkpoint
            a_reader_that_leaves_loses_nothing
            messages_are_short_whatever_a_file_holds
            what_is_not_a_file_is_refused
            every_truncation_and_flip_of_a_checkpoint_is_refused;
    })
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    println!("skipped: it sends signals");
    test(&[])
}

/// Runs the tests that the arguments name, or all.
fn test(tests: &[Test]) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let chosen = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let mut failed = Vec::new();
    for (name, test) in tests.iter().filter(|(name, _)| chosen(name)) {
        let result = catch_unwind(test);
        println!("test {name} ... {}", if result.is_ok() { "ok" } else { "FAILED" });
        if result.is_err() {
            failed.push(name);
        }
    }
    if failed.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("failures: {failed:?}");
    ExitCode::FAILURE
}
