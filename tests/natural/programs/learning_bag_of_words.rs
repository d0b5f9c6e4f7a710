// Sentiment from a bag of words; the vocabulary is a HashMap.
use burtorch::differentiable;
use std::collections::HashMap;

#[differentiable(wrt(weights, bias))]
fn score(weights: &[f64], bias: f64, words: &[&str], vocabulary: &HashMap<String, usize>) -> f64 {
    let mut s = bias;
    let mut unknown = 0;
    for word in words {
        match vocabulary.get(*word) {
            Some(&i) => s += weights[i],
            None => unknown += 1,
        }
    }
    s / (words.len() - unknown).max(1) as f64
}

#[differentiable(wrt(weights, bias))]
fn hinge(weights: &[f64], bias: f64, corpus: &[(Vec<&str>, f64)], vocabulary: &HashMap<String, usize>) -> f64 {
    let mut loss = 0.0;
    for (words, sign) in corpus {
        loss += (1.0 - sign * score(weights, bias, words, vocabulary)).max(0.0);
    }
    loss + 0.01 * weights.iter().map(|w| w * w).sum::<f64>()
}

// checks
fn main() {
    let vocabulary: HashMap<String, usize> =
        ["good", "bad", "film"].iter().enumerate().map(|(i, w)| (w.to_string(), i)).collect();
    let corpus = vec![(vec!["a", "good", "film"], 1.0), (vec!["bad", "bad"], -1.0)];
    let f = |x: &[f64]| hinge(&x[..3], x[3], &corpus, &vocabulary);
    check::grad("hinge", &[0.2, 0.3, -0.1, 0.05], f, |x| hinge::grad(&x[..3], x[3], &corpus, &vocabulary));
}
