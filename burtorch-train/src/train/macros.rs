//! `train!`

/// Makes `main` of a training binary from a model, its data and defaults.
///
/// The model has a function `loss` that returns a number; it is what is made small. The parts, in any order:
///
/// | part | |
/// |---|---|
/// | `about` | what `--help` says |
/// | `model` | the model; or one of several, chosen by an option: `Net = --hidden 64 { 4 => Small, 64 => Large }`. What follows calls it `Net`, whichever it is |
/// | `data` | an expression for the data. [`run`](crate::train::Run) has the [`source`](crate::train::Run::source) that `--data` names, and the [`seed`](crate::train::Run::seed) |
/// | `split` | two sets of [samples](crate::data::Samples) of these: to learn from, and for validation. The latter may be empty |
/// | `defaults` | [`Defaults`](crate::train::Defaults) |
/// | `measure` | figures that say how good the parameters are, with names; may be left out |
/// | `draw` | adds [`Pictures`](crate::train::Pictures) of what was learned; may be left out |
/// | `workers` | an expression for the [workers](burtorch_runtime::workers) that train together, such as `burtorch_mpi::Mpi::start()?`; without it there is one process |
/// | `sample` | writes what the model makes up; may be left out. With a fourth name, `\|params, rng, out, prompt\|`, it goes on from the text of `--prompt`, which is empty if nothing is said |
///
/// The expressions may use `?`, and the data under the name that `split` gives them.
///
/// The program takes `--steps`, `--batch`, `--lr` (or `--rate`), `--optimizer`, `--schedule`, `--clip`, `--decay`, `--seed`, `--data`,
/// `--out`, `--resume`, `--eval-every`, `--patience`, `--threads`, `--quiet`, `--json` and `--version`, and has the
/// subcommands `eval` and `sample`; `--help` says what they are. It leaves in its folder
///
/// - `checkpoint.safetensors`, replaced at every validation, from which `--resume` goes on to the bit as if the training had
///   not stopped, with the settings of before;
/// - `model.safetensors`, the parameters alone, and with `--patience` `best.safetensors`;
/// - `log.jsonl`, and `loss.svg` drawn from it; and the pictures of `draw`.
///
/// With several workers every one runs this program. Each computes the gradient of its part of every batch. The first one writes
/// all files and prints. A checkpoint is that of one process, so any number of workers may go on from it. With `--compress 0.01`
/// they send the hundredth of their gradients that is largest, and the rest in later steps.
///
/// Ctrl-C saves a checkpoint and says where it is. Whatever is wrong with the arguments, the data or the folder is said in
/// one line before training starts.
#[macro_export]
macro_rules! train {
    // Each part goes to its place; what is left of the list is the rest.
    (@parts [] $model:tt $data:tt $split:tt $defaults:tt $measure:tt $draw:tt $sample:tt $workers:tt
        about: $about:expr $(, $($rest:tt)*)?) => {
        $crate::train! { @parts [$about] $model $data $split $defaults $measure $draw $sample $workers $($($rest)*)? }
    };
    (@parts $about:tt [] $data:tt $split:tt $defaults:tt $measure:tt $draw:tt $sample:tt $workers:tt
        model: $name:ident = --$option:ident $default:literal { $($value:literal => $model:ty),+ $(,)? } $(, $($rest:tt)*)?) => {
        $crate::train! {
            @parts $about [$name $option $default $($value => $model),+] $data $split $defaults $measure $draw $sample $workers
            $($($rest)*)?
        }
    };
    (@parts $about:tt [] $data:tt $split:tt $defaults:tt $measure:tt $draw:tt $sample:tt $workers:tt
        model: --$($rest:tt)*) => {
        $crate::train! {
            @parts $about [] $data $split $defaults $measure $draw $sample $workers model: Chosen = --$($rest)*
        }
    };
    (@parts $about:tt [] $data:tt $split:tt $defaults:tt $measure:tt $draw:tt $sample:tt $workers:tt
        model: $model:ty $(, $($rest:tt)*)?) => {
        $crate::train! { @parts $about [$model] $data $split $defaults $measure $draw $sample $workers $($($rest)*)? }
    };
    (@parts $about:tt $model:tt [] $split:tt $defaults:tt $measure:tt $draw:tt $sample:tt $workers:tt
        data: |$run:pat_param| $load:expr $(, $($rest:tt)*)?) => {
        $crate::train! { @parts $about $model [$run, $load] $split $defaults $measure $draw $sample $workers $($($rest)*)? }
    };
    (@parts $about:tt $model:tt $data:tt [] $defaults:tt $measure:tt $draw:tt $sample:tt $workers:tt
        split: |$loaded:pat_param| $split:expr $(, $($rest:tt)*)?) => {
        $crate::train! { @parts $about $model $data [$loaded, $split] $defaults $measure $draw $sample $workers $($($rest)*)? }
    };
    (@parts $about:tt $model:tt $data:tt $split:tt [] $measure:tt $draw:tt $sample:tt $workers:tt
        defaults: $defaults:expr $(, $($rest:tt)*)?) => {
        $crate::train! { @parts $about $model $data $split [$defaults] $measure $draw $sample $workers $($($rest)*)? }
    };
    (@parts $about:tt $model:tt $data:tt $split:tt $defaults:tt [] $draw:tt $sample:tt $workers:tt
        measure: |$params:pat_param| $measure:expr $(, $($rest:tt)*)?) => {
        $crate::train! {
            @parts $about $model $data $split $defaults [|$params| ::core::result::Result::Ok($measure)] $draw $sample $workers
            $($($rest)*)?
        }
    };
    (@parts $about:tt $model:tt $data:tt $split:tt $defaults:tt $measure:tt [] $sample:tt $workers:tt
        draw: |$params:pat_param, $pictures:pat_param| $draw:expr $(, $($rest:tt)*)?) => {
        $crate::train! {
            @parts $about $model $data $split $defaults $measure
            [|$params, $pictures| { $draw; ::core::result::Result::Ok(()) }] $sample $workers
            $($($rest)*)?
        }
    };
    (@parts $about:tt $model:tt $data:tt $split:tt $defaults:tt $measure:tt $draw:tt [] $workers:tt
        sample: |$params:pat_param, $rng:pat_param, $out:pat_param $(, $prompt:pat_param)?| $sample:expr
        $(, $($rest:tt)*)?) => {
        $crate::train! {
            @parts $about $model $data $split $defaults $measure $draw [$params, $rng, $out, [$($prompt)?], $sample]
            $workers $($($rest)*)?
        }
    };
    (@parts $about:tt $model:tt $data:tt $split:tt $defaults:tt $measure:tt $draw:tt $sample:tt []
        workers: $workers:expr $(, $($rest:tt)*)?) => {
        $crate::train! {
            @parts $about $model $data $split $defaults $measure $draw $sample [$workers] $($($rest)*)?
        }
    };
    // All parts are there.
    (@parts [$about:expr] $model:tt [$($data:tt)+] [$($split:tt)+] [$defaults:expr] $measure:tt $draw:tt $sample:tt $workers:tt) => {
        $crate::train! {
            @main $about, $model, $defaults, $sample, $workers, { [$($data)+] [$($split)+] $measure $draw $sample }
        }
    };
    // A part that is none, or that is not written in this way or is given twice. The error is on its name.
    (@parts $about:tt $model:tt $data:tt $split:tt $defaults:tt $measure:tt $draw:tt $sample:tt $workers:tt
        $name:tt: $($rest:tt)*) => {
        $crate::train! { @part $name $name }
    };
    (@part about $name:tt) => { $crate::train! { @wrong written_like_this $name } };
    (@part model $name:tt) => { $crate::train! { @wrong written_like_this $name } };
    (@part data $name:tt) => { $crate::train! { @wrong written_like_this $name } };
    (@part split $name:tt) => { $crate::train! { @wrong written_like_this $name } };
    (@part defaults $name:tt) => { $crate::train! { @wrong written_like_this $name } };
    (@part measure $name:tt) => { $crate::train! { @wrong written_like_this $name } };
    (@part draw $name:tt) => { $crate::train! { @wrong written_like_this $name } };
    (@part sample $name:tt) => { $crate::train! { @wrong written_like_this $name } };
    (@part workers $name:tt) => { $crate::train! { @wrong written_like_this $name } };
    (@part $other:tt $name:tt) => { $crate::train! { @wrong is_a_part $name } };
    (@wrong $check:ident $name:tt) => {
        fn main() {
            #[allow(non_camel_case_types)]
            struct $name;
            $crate::train::$check($name)
        }
    };
    (@parts [] $($places:tt)*) => { $crate::train! { @lacks "about: \"…\"" } };
    (@parts $about:tt [] $($places:tt)*) => { $crate::train! { @lacks "model: Net" } };
    (@parts $about:tt $model:tt [] $($places:tt)*) => { $crate::train! { @lacks "data: |run| …" } };
    (@parts $about:tt $model:tt $data:tt [] $($places:tt)*) => {
        $crate::train! { @lacks "split: |data| (training, validation)" }
    };
    (@parts $about:tt $model:tt $data:tt $split:tt [] $($places:tt)*) => {
        $crate::train! { @lacks "defaults: Defaults::default()" }
    };
    (@lacks $part:literal) => {
        ::core::compile_error!(::core::concat!("`train!` needs one more part: `", $part, "`"));

        fn main() {}
    };
    (@main $about:expr, [$name:ident $option:ident $default:literal $($value:literal => $model:ty),+], $defaults:expr, $sample:tt, $workers:tt, $parts:tt) => {
        fn main() -> ::std::process::ExitCode {
            let choice = $crate::train::Choice {
                option: ::core::stringify!($option),
                values: &[$(::core::stringify!($value)),+],
                default: ::core::stringify!($default),
            };
            let choice = ::core::option::Option::Some(choice);
            let program = $crate::train!(@program $about, $defaults, choice, $sample, $workers);
            $crate::train::main_with(&program, $crate::train!(@start $workers), |run| {
                $(if run.choice() == ::core::stringify!($value) {
                    #[allow(dead_code)]
                    type $name = $model;
                    return $crate::train!(@run run [$model] $parts);
                })+
                ::core::unreachable!("the command line knows all choices")
            })
        }
    };
    (@main $about:expr, [$model:ty], $defaults:expr, $sample:tt, $workers:tt, $parts:tt) => {
        fn main() -> ::std::process::ExitCode {
            let choice = ::core::option::Option::None;
            let program = $crate::train!(@program $about, $defaults, choice, $sample, $workers);
            $crate::train::main_with(&program, $crate::train!(@start $workers), |run| {
                $crate::train!(@run run [$model] $parts)
            })
        }
    };
    (@program $about:expr, $defaults:expr, $choice:ident, [$($params:pat_param, $rng:pat_param, $out:pat_param, [$($prompt:pat_param)?], $sample:expr)?], $workers:tt) => {
        $crate::train::Program {
            about: $about,
            version: ::core::option_env!("CARGO_PKG_VERSION").unwrap_or(""),
            defaults: $defaults,
            choice: $choice,
            samples: false $(|| { ::core::stringify!($sample); true })?,
            prompts: false $($(|| { ::core::stringify!($prompt); true })?)?,
            workers: $crate::train!(@is_given $workers),
        }
    };
    (@run $given:ident [$model:ty] {
        [$run:pat_param, $load:expr] [$data:pat_param, $split:expr] $measure:tt $draw:tt
        [$($params:pat_param, $rng:pat_param, $out:pat_param, [$($prompt:pat_param)?], $sample:expr)?]
    }) => {{
        let $run = $given;
        let loaded = $load;
        let $data = &loaded;
        $crate::train::Run::train::<$model>(
            $given,
            $split,
            $crate::train!(@option $measure),
            $crate::train!(@option $draw),
            $crate::train!(@option [$(|$params, $rng, $out| {
                $(let $prompt = $given.prompt();)?
                $sample;
                ::core::result::Result::Ok(())
            })?]),
        )
    }};
    (@start []) => { || ::core::result::Result::Ok($crate::train::Alone) };
    (@start [$workers:expr]) => { || ::core::result::Result::Ok($workers) };
    (@is_given []) => { false };
    (@is_given [$workers:expr]) => { true };
    (@option []) => { ::core::option::Option::None };
    (@option [$closure:expr]) => { ::core::option::Option::Some(&mut $closure) };
    ($($parts:tt)*) => { $crate::train! { @parts [] [] [] [] [] [] [] [] [] $($parts)* } };
}
