//! `train!`

/// Makes `main` of a training binary from a model, its data and defaults.
///
/// The model has a function `loss` that returns a number; it is what is made small. The parts come in this order:
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
/// | `sample` | writes what the model makes up; may be left out. With a fourth name, `\|params, rng, out, prompt\|`, it goes on from the text of `--prompt`, which is empty if nothing is said |
///
/// The expressions may use `?`, and the data under the name that `split` gives them.
///
/// The program takes `--steps`, `--batch`, `--lr`, `--optimizer`, `--schedule`, `--clip`, `--decay`, `--seed`, `--data`,
/// `--out`, `--resume`, `--eval-every`, `--patience`, `--threads`, `--quiet` and `--json`, and has the subcommands `eval` and
/// `sample`; `--help` says what they are. It leaves in its folder
///
/// - `checkpoint.safetensors`, replaced at every validation, from which `--resume` goes on to the bit as if the training had
///   not stopped, with the settings of before;
/// - `model.safetensors`, the parameters alone, and with `--patience` `best.safetensors`;
/// - `log.jsonl`, and `loss.svg` drawn from it; and the pictures of `draw`.
///
/// Ctrl-C saves a checkpoint and says where it is. Whatever is wrong with the arguments, the data or the folder is said in
/// one line before training starts.
#[macro_export]
macro_rules! train {
    (
        about: $about:expr,
        model: $name:ident = --$option:ident $default:literal { $($value:literal => $model:ty),+ $(,)? },
        $($rest:tt)*
    ) => {
        $crate::train! { @several [$about] [$name $option $default] [$($value => $model),+] { $($rest)* } }
    };
    (about: $about:expr, model: --$($rest:tt)*) => {
        $crate::train! { about: $about, model: Chosen = --$($rest)* }
    };
    (about: $about:expr, model: $model:ty, $($rest:tt)*) => {
        $crate::train! { @one [$about] [$model] { $($rest)* } }
    };
    (@several [$about:expr] [$name:ident $option:ident $default:literal] [$($value:literal => $model:ty),+] $rest:tt) => {
        fn main() -> ::std::process::ExitCode {
            let choice = $crate::train::Choice {
                option: stringify!($option),
                values: &[$(stringify!($value)),+],
                default: stringify!($default),
            };
            $crate::train::main(&$crate::train!(@program [$about] [Some(choice)] $rest), |run| {
                $(if run.choice() == stringify!($value) {
                    #[allow(dead_code)]
                    type $name = $model;
                    return $crate::train!(@run run [$model] $rest);
                })+
                unreachable!("the command line knows all choices")
            })
        }
    };
    (@one [$about:expr] [$model:ty] $rest:tt) => {
        fn main() -> ::std::process::ExitCode {
            $crate::train::main(&$crate::train!(@program [$about] [None] $rest), |run| {
                $crate::train!(@run run [$model] $rest)
            })
        }
    };
    (@program [$about:expr] [$choice:expr] {
        data: |$run:pat_param| $load:expr,
        split: |$data:pat_param| $split:expr,
        defaults: $defaults:expr
        $(, measure: |$measured:pat_param| $measure:expr)?
        $(, draw: |$drawn:pat_param, $pictures:pat_param| $draw:expr)?
        $(, sample: |$sampled:pat_param, $rng:pat_param, $out:pat_param $(, $prompt:pat_param)?| $sample:expr)?
        $(,)?
    }) => {
        $crate::train::Program {
            about: $about,
            defaults: $defaults,
            choice: $choice,
            samples: false $(|| { stringify!($sample); true })?,
            prompts: false $($(|| { stringify!($prompt); true })?)?,
        }
    };
    (@run $given:ident [$model:ty] {
        data: |$run:pat_param| $load:expr,
        split: |$data:pat_param| $split:expr,
        defaults: $defaults:expr
        $(, measure: |$measured:pat_param| $measure:expr)?
        $(, draw: |$drawn:pat_param, $pictures:pat_param| $draw:expr)?
        $(, sample: |$sampled:pat_param, $rng:pat_param, $out:pat_param $(, $prompt:pat_param)?| $sample:expr)?
        $(,)?
    }) => {{
        let $run = $given;
        let loaded = $load;
        let $data = &loaded;
        let (training, validation) = $split;
        $given.go::<$model>($crate::train::Functions {
            training: $crate::data::Samples::len(training),
            validation: $crate::data::Samples::len(validation),
            loss: &mut |params, room, count| {
                <$model>::loss_batch(params, room.batch(), $crate::data::Samples::all(validation).take(count))
            },
            gradient: &mut |params, gradient, room, samples| {
                let samples = $crate::data::Samples::pick(training, samples);
                $crate::__trained! { room loss_grad_parallel loss_grad_batch [$model] [params, gradient] samples }
            },
            descend: &mut |params, gradient, rate, room, samples| {
                let samples = $crate::data::Samples::pick(training, samples);
                $crate::__trained! { room loss_sgd_parallel loss_sgd_batch [$model] [params, gradient, rate] samples }
            },
            measure: $crate::train!(@option $(|$measured| Ok($measure))?),
            draw: $crate::train!(@option $(|$drawn, $pictures| { $draw; Ok(()) })?),
            sample: $crate::train!(@option $(|$sampled, $rng, $out| {
                $(let $prompt = $given.prompt();)?
                $sample;
                Ok(())
            })?),
        })
    }};
    (@option) => { None };
    (@option $closure:expr) => { Some(&mut $closure) };
}

/// A step on one thread, or on several.
#[cfg(feature = "parallel")]
#[doc(hidden)]
#[macro_export]
macro_rules! __trained {
    ($room:ident $parallel:ident $batch:ident [$model:ty] [$($arg:expr),+] $samples:ident) => {
        match $room.threads() {
            Some(threads) => <$model>::$parallel($($arg,)+ threads, $samples),
            None => <$model>::$batch($($arg,)+ $room.batch(), $samples),
        }
    };
}

/// A step on one thread: the program was built for no more.
#[cfg(not(feature = "parallel"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __trained {
    ($room:ident $parallel:ident $batch:ident [$model:ty] [$($arg:expr),+] $samples:ident) => {
        <$model>::$batch($($arg,)+ $room.batch(), $samples)
    };
}
