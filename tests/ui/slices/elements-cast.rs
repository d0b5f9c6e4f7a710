use burtorch::differentiable;

#[differentiable(compiled)]
fn cast_f32(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += f64::from(*v as f32);
    }
    s
}

#[differentiable(compiled)]
fn cast_int(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += (*v as i32) as f64;
    }
    s
}

#[differentiable(compiled)]
fn to_bits(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += f64::from_bits(v.to_bits());
    }
    s
}

#[differentiable(compiled)]
fn parse_string(x: &[f64]) -> f64 {
    x[0].to_string().parse::<f64>().unwrap()
}

#[differentiable(compiled)]
fn raw_pointer(x: &[f64]) -> f64 {
    let p = x.as_ptr();
    let a = unsafe { *p };
    a * a
}

fn main() {
    cast_f32::grad(&[1.0]);
    cast_int::grad(&[1.0]);
    to_bits::grad(&[1.0]);
    parse_string::grad(&[1.0]);
    raw_pointer::grad(&[1.0]);
}
