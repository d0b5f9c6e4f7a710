//! The example `gradbench` answers recorded conversations as derivatives written by hand in C++ did.
//!
//! Small conversations are in `tests/data/gradbench`. The whole recordings are larger; they are replayed as well if they
//! lie beside the repository.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

#[allow(dead_code, reason = "what the benchmark uses, too")]
#[path = "../examples/gradbench/protocol.rs"]
mod protocol;

#[path = "../benches/hand/gradbench.rs"]
mod hand;

const TOLERANCE: f64 = 1e-8;

fn stored() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gradbench")
}

/// The whole recordings, if they are there.
fn recordings() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/golden/gradbench");
    if !path.is_dir() {
        println!("skipped: there is no {}", path.display());
        return None;
    }
    Some(path)
}

/// The conversations of a directory, each as pairs of a message and its reply.
fn conversations(directory: &Path) -> Vec<(String, Vec<(Value, Value)>)> {
    let mut conversations = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let mut pairs = Vec::new();
        while let (Some(mut message), Some(mut reply)) = (lines.next(), lines.next()) {
            pairs.push((message["message"].take(), reply["response"].take()));
        }
        conversations.push((path.file_stem().unwrap().to_string_lossy().into_owned(), pairs));
    }
    assert!(!conversations.is_empty(), "no conversations in {}", directory.display());
    conversations
}

fn ask(message: &Value) -> Value {
    serde_json::from_str(&protocol::reply(&message.to_string())).unwrap()
}

/// The largest difference of two values of the same shape: `|x − y| / max(1, |x| + |y|)`.
fn difference(x: &Value, y: &Value) -> Result<f64, String> {
    match (x, y) {
        (Value::Number(_), Value::Number(_)) => {
            let (x, y) = (x.as_f64().unwrap(), y.as_f64().unwrap());
            Ok((x - y).abs() / (x.abs() + y.abs()).max(1.0))
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            x.iter().zip(y).try_fold(0.0, |worst: f64, (x, y)| Ok(worst.max(difference(x, y)?)))
        }
        (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) => {
            x.values().zip(y.values()).try_fold(0.0, |worst: f64, (x, y)| Ok(worst.max(difference(x, y)?)))
        }
        _ => Err(format!("{x} and {y} differ in shape")),
    }
}

/// What a function must return.
///
/// That is what was recorded, but for the gradient of `ode`. There the recording has the derivative of the exact solution,
/// while the function that is to be differentiated takes steps. One step carries a change over four elements at most:
/// after too few steps the last element is zero whatever `x` is, as the recorded solutions are, and so is its derivative.
fn expected(message: &Value, recorded: &Value) -> Value {
    let input = &message["input"];
    if message["module"] == "ode" && message["function"] == "gradient" {
        let n = input["x"].as_array().unwrap().len();
        if n as u64 > 4 * input["s"].as_u64().unwrap() {
            return json!(vec![0.0; n]);
        }
    }
    recorded.clone()
}

fn replay(directory: &Path) {
    let mut mistakes = Vec::new();
    for (name, pairs) in conversations(directory) {
        let (mut outputs, mut worst) = (0, 0.0_f64);
        for (message, recorded) in pairs {
            let reply = ask(&message);
            assert_eq!(reply["id"], message["id"], "{name}");
            assert_eq!(reply.get("success").is_some(), recorded.get("success").is_some(), "{name}");
            if message["kind"] != "evaluate" {
                assert_eq!(reply.get("success"), recorded.get("success"), "{name}: {reply}");
                continue;
            }
            let at = format!("{name} {} {}", message["id"], message["function"]);
            if reply["success"] != true {
                mistakes.push(format!("{at}: {}", reply["error"]));
                continue;
            }
            match difference(&expected(&message, &recorded["output"]), &reply["output"]) {
                Ok(difference) if difference <= TOLERANCE => worst = worst.max(difference),
                Ok(difference) => mistakes.push(format!("{at}: differs by {difference:e}")),
                Err(error) => mistakes.push(format!("{at}: {error}")),
            }
            outputs += 1;
        }
        println!("{name}: {outputs} outputs, at most {worst:.1e} from what was recorded");
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn small_conversations_go_as_recorded() {
    replay(&stored());
}

#[test]
fn whole_recordings_go_as_recorded() {
    let Some(directory) = recordings() else { return };
    replay(&directory);

    // That of `lstm` is not a conversation.
    let read =
        |name: &str| -> Value { serde_json::from_str(&fs::read_to_string(directory.join(name)).unwrap()).unwrap() };
    let (input, output) = (read("lstm_l2_c1024_input.json"), read("lstm_l2_c1024_output.json"));
    for function in ["objective", "jacobian"] {
        let reply = evaluate("lstm", function, &input);
        assert!(difference(&output[function], &reply["output"]).unwrap() <= TOLERANCE, "{function}");
    }
}

/// All numbers of a value, in their order.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        _ => vec![value.as_f64().unwrap()],
    }
}

/// The derivatives in `benches/hand`, on the input of a message, in the shape of the recorded output.
fn by_hand(message: &Value) -> Option<Value> {
    let input = &message["input"];
    let scratch = &mut Vec::new();
    let size = |name: &str| usize::try_from(input[name].as_u64().unwrap()).unwrap();
    match (message["module"].as_str().unwrap(), message["function"].as_str().unwrap()) {
        ("llsq", "gradient") => {
            let x = numbers(&input["x"]);
            let mut dx = vec![0.0; x.len()];
            hand::llsq::squares(&x, size("n"), &mut dx, scratch);
            Some(json!(dx))
        }
        ("lse", "gradient") => {
            let x = numbers(&input["x"]);
            let mut dx = vec![0.0; x.len()];
            hand::lse::log_sum_exp(&x, &mut dx, scratch);
            Some(json!(dx))
        }
        ("ode", "gradient") => {
            let x = numbers(&input["x"]);
            let mut dx = vec![0.0; x.len()];
            hand::ode::last(&x, size("s"), &mut dx, scratch);
            Some(json!(dx))
        }
        ("gmm", "jacobian") => {
            let [alpha, mu, q, l, x] = ["alpha", "mu", "q", "l", "x"].map(|name| numbers(&input[name]));
            let [mut da, mut dm, mut dq, mut dl] = [&alpha, &mu, &q, &l].map(|part| vec![0.0; part.len()]);
            let to = (&mut da[..], &mut dm[..], &mut dq[..], &mut dl[..]);
            let gamma = input["gamma"].as_f64().unwrap();
            hand::gmm::log_posterior(&alpha, &mu, &q, &l, &x, gamma, size("m"), to, scratch);
            let (d, below) = (size("d"), size("d") * (size("d") - 1) / 2);
            let rows = |matrix: &[f64], width| json!(matrix.chunks(width).collect::<Vec<_>>());
            Some(json!({ "alpha": da, "mu": rows(&dm, d), "q": rows(&dq, d), "l": rows(&dl, below) }))
        }
        ("lstm", "jacobian") => {
            let [main, extra, state, sequence] =
                ["main_params", "extra_params", "state", "sequence"].map(|name| numbers(&input[name]));
            let mut derivative = vec![0.0; main.len() + extra.len()];
            let to = derivative.split_at_mut(main.len());
            hand::lstm::loss(&main, &extra, &state, &sequence, to, scratch);
            Some(json!(derivative))
        }
        ("ba", "jacobian") => {
            let array = |name: &str| numbers(&input[name]);
            let weight = input["w"].as_f64().unwrap();
            let mut rows = [[0.0; 15]; 2];
            hand::ba::jacobian(
                &array("cam").try_into().unwrap(),
                &array("x").try_into().unwrap(),
                weight,
                &array("feat").try_into().unwrap(),
                &mut rows,
            );
            Some(json!([rows.as_flattened(), &[hand::ba::weight_error(weight)]].concat()))
        }
        _ => None,
    }
}

#[test]
fn derivatives_by_hand_are_those_recorded() {
    let mut checked = 0;
    for directory in [Some(stored()), recordings()].into_iter().flatten() {
        for (name, pairs) in conversations(&directory) {
            for (message, recorded) in pairs.iter().filter(|(message, _)| message["kind"] == "evaluate") {
                let Some(derivative) = by_hand(message) else { continue };
                let output = &recorded["output"];
                let recorded = if name == "ba" { &output["vals"] } else { &expected(message, output) };
                let difference = difference(recorded, &derivative).unwrap();
                assert!(difference <= TOLERANCE, "{name} {}: {difference:e}", message["id"]);
                checked += 1;
            }
        }
    }
    assert!(checked >= 12, "only {checked} recorded derivatives of the six evals");
}

fn evaluate(module: &str, function: &str, input: &Value) -> Value {
    ask(&json!({ "id": 1, "kind": "evaluate", "module": module, "function": function, "input": input }))
}

/// The step of Newton's method goes to the mean of a centroid's points.
#[test]
fn kmeans_goes_to_the_means() {
    let input = json!({
        "points": [[0.0, 1.0], [1.0, 0.0], [0.5, 0.5], [9.0, 8.0], [7.0, 8.5]],
        "centroids": [[1.0, 1.0], [8.0, 8.0]],
    });
    let reply = evaluate("kmeans", "cost", &input);
    assert_eq!(reply["output"], 1.0 + 1.0 + 0.5 + 1.0 + 1.25);
    let reply = evaluate("kmeans", "dir", &input);
    assert!(difference(&json!([[0.5, 0.5], [0.0, -0.25]]), &reply["output"]).unwrap() <= TOLERANCE, "{reply}");
}

/// Points in triangles, of which there is no recording: the objective agrees with that of vertices in a corner, and the
/// Jacobian with differences.
#[test]
fn hands_with_points_in_triangles_are_tracked() {
    let (_, pairs) = conversations(&stored()).into_iter().find(|(name, _)| name == "ht").unwrap();
    let mut input = pairs.iter().find(|(message, _)| message["function"] == "objective").unwrap().0["input"].clone();
    input["data"]["correspondences"] = json!([0, 1, 2]);
    let points = input["data"]["points"].as_array().unwrap()[..3].to_vec();
    input["data"]["points"] = json!(points);
    input["us"] = json!([[0.0, 1.0], [0.0, 1.0], [0.0, 1.0]]);
    let corners = evaluate("ht", "objective", &input)["output"].clone();
    let mut vertices = input.clone();
    vertices["us"] = json!([]);
    vertices["data"]["correspondences"] =
        input["data"]["model"]["triangles"].as_array().unwrap().iter().map(|corners| corners[1].clone()).collect();
    assert!(difference(&corners, &evaluate("ht", "objective", &vertices)["output"]).unwrap() <= 1e-14);

    input["us"] = json!([[0.2, 0.3], [0.1, 0.7], [0.4, 0.4]]);
    let jacobian = evaluate("ht", "jacobian", &input)["output"].clone();
    let shifted = |column: usize, by: f64| {
        let mut input = input.clone();
        if column < 2 {
            for point in 0..3 {
                let u = &mut input["us"][point][column];
                *u = json!(u.as_f64().unwrap() + by);
            }
        } else {
            let angle = &mut input["theta"][column - 2];
            *angle = json!(angle.as_f64().unwrap() + by);
        }
        numbers(&evaluate("ht", "objective", &input)["output"])
    };
    for column in 0..28 {
        let (low, high) = (shifted(column, -1e-5), shifted(column, 1e-5));
        for row in 0..9 {
            let slope = (high[row] - low[row]) / 2e-5;
            let entry = jacobian[row][column].as_f64().unwrap();
            assert!((slope - entry).abs() <= 1e-7 * entry.abs().max(1.0), "{row} {column}: {slope} {entry}");
        }
    }
}

#[test]
fn every_message_is_answered_with_its_id() {
    let start = ask(&json!({ "id": 7, "kind": "start", "eval": "lse" }));
    assert_eq!(start, json!({ "id": 7, "tool": "burtorch" }));
    assert_eq!(ask(&json!({ "id": 8, "kind": "define", "module": "lse" })), json!({ "id": 8, "success": true }));
    let analysis = ask(&json!({ "id": 9, "kind": "analysis", "of": 8, "valid": false, "error": "Expected e." }));
    assert_eq!(analysis, json!({ "id": 9 }));
    assert_eq!(ask(&json!({ "id": 10, "kind": "something new" })), json!({ "id": 10 }));
}

#[test]
fn mistakes_are_answered_in_words() {
    let error = |reply: Value| {
        assert_eq!(reply["success"], false, "{reply}");
        reply["error"].as_str().unwrap().to_string()
    };
    let undefined = error(ask(&json!({ "id": 1, "kind": "define", "module": "lasso" })));
    assert!(undefined.starts_with("no module `lasso`; there are ba, det, gmm"), "{undefined}");
    assert_eq!(error(evaluate("lasso", "primal", &json!({}))), undefined);
    assert_eq!(
        error(evaluate("lse", "hessian", &json!({ "x": [1.0] }))),
        "lse: no function `hessian`; there are primal, gradient"
    );
    assert_eq!(error(evaluate("lse", "primal", &json!({}))), "lse: bad input: missing field `x`");
    assert_eq!(error(evaluate("lse", "primal", &json!({ "x": [] }))), "lse: bad input: `x` is empty");
    let ragged = json!({ "points": [[1.0, 2.0], [3.0]], "centroids": [[0.0, 0.0]] });
    assert_eq!(error(evaluate("kmeans", "cost", &ragged)), "kmeans: bad input: a row of `points` is not 2 long");
    let garbage: Value = serde_json::from_str(&protocol::reply("{")).unwrap();
    assert!(garbage["id"].is_null());
    assert!(error(garbage).starts_with("not a message: "));
}

#[test]
fn functions_run_as_often_and_as_long_as_asked() {
    let runs = |input: Value| -> Vec<u64> {
        let reply = evaluate("lse", "gradient", &input);
        let timings = reply["timings"].as_array().unwrap();
        assert!(timings.iter().all(|timing| timing["name"] == "evaluate"));
        timings.iter().map(|timing| timing["nanoseconds"].as_u64().unwrap()).collect()
    };
    assert_eq!(runs(json!({ "x": [1.0, 2.0] })).len(), 1);
    assert_eq!(runs(json!({ "x": [1.0, 2.0], "min_runs": 5, "min_seconds": 0 })).len(), 5);
    let long = runs(json!({ "x": [1.0, 2.0], "min_runs": 1, "min_seconds": 0.01 }));
    assert!(long.iter().sum::<u64>() >= 10_000_000);
}
