//! Tokens → the loss of knowing how common each is, and nothing else.

/// `−Σ p ln p`, with `p` the part of the tokens that are the same: a model that has learnt anything has a smaller loss.
///
/// ```
/// use burtorch_train::data::entropy;
///
/// // Two that are equally likely.
/// assert_eq!(entropy(b"abab"), core::f64::consts::LN_2);
/// // One that is sure, or none at all.
/// assert_eq!((entropy(b"aaaa"), entropy(b"")), (0.0, 0.0));
/// ```
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "a few more or less of many do not matter")]
pub fn entropy(tokens: &[u8]) -> f64 {
    let mut counts = [0_usize; 256];
    for &token in tokens {
        counts[usize::from(token)] += 1;
    }
    let total = tokens.len() as f64;
    counts.iter().filter(|&&count| count > 0).map(|&count| count as f64 / total * (total / count as f64).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_the_entropy_of_its_letters() {
        // Computed elsewhere, with an exact sum.
        let expected = 3.039_764_671_777_233_3;
        assert!((entropy(b"the quick brown fox jumps over the lazy dog") - expected).abs() < 1e-14);
    }
}
