//! Very large angles: the reduction of Payne and Hanek.
//!
//! `x = m 2ᵉ`, and `x · 2/π` is wanted but for multiples of 4. So of the bits of `2/π` those are left out whose product with
//! `2ᵉ` is such a multiple; the next 192 times `m` are enough, however close `x` is to a right angle.

/// `2/π`, after 64 zeros.
const FRAC_2_PI: [u64; 20] = [
    0x0000_0000_0000_0000,
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
];

/// `π/2` of 64 bits, times 2⁶³.
const FRAC_PI_2: u64 = 0xC90F_DAA2_2168_C234;

/// `n`, `r` and `l` of `|x| = n π/2 + r + l`: `|r|` is at most `π/4` and `l` below half an ulp of it. `x` is finite and at
/// least 1.
#[allow(clippy::cast_possible_truncation, reason = "windows of bits")]
#[allow(clippy::cast_precision_loss, reason = "what is lost is made up for")]
pub fn reduce(x: f64) -> (u64, f64, f64) {
    let bits = x.to_bits();
    let m = bits & (u64::MAX >> 12) | 1 << 52;
    // The first bit of the window stands for 2: `e` places after the 62nd, and `e` is the exponent less 1075.
    let first = (bits >> 52 & 0x7FF) as usize - (1075 - 62);
    let word = |at: usize| {
        let two = u128::from(FRAC_2_PI[first / 64 + at]) << 64 | u128::from(FRAC_2_PI[first / 64 + at + 1]);
        (two << (first % 64) >> 64) as u64
    };
    let low = (u128::from(m) * u128::from(word(2))) >> 64;
    let middle = u128::from(m) * u128::from(word(1)) + low;
    let product = (u128::from(m.wrapping_mul(word(0))) << 64).wrapping_add(middle);

    // Two bits for the right angles, and 126 for what is left, between −½ and ½.
    let n = product.wrapping_add(1 << 125) >> 126;
    let rest = (product << 2).cast_signed();
    let zeros = rest.unsigned_abs().leading_zeros();
    let rest_bits = (rest.unsigned_abs() << zeros >> 64) as u64;
    let r = ((u128::from(rest_bits) * u128::from(FRAC_PI_2)) >> 64) as u64;
    let high = r as f64;
    let low = (i128::from(r) - high as i128) as f64;
    // 2⁻¹²⁷ or so at the least, so that the power is a normal number.
    let scale = f64::from_bits(u64::from(1023 - 63 - zeros) << 52);
    let scale = if rest < 0 { -scale } else { scale };
    (n as u64, high * scale, low * scale)
}
