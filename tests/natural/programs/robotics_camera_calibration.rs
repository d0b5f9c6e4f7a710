// Bundle adjustment reprojection error: Rodrigues rotation, radial distortion, observations as structs, Result for points behind.
use burtorch::differentiable;

#[derive(Debug)]
pub enum ProjectError {
    BehindCamera(f64),
    OutOfFrame,
}

pub struct Observation {
    pub camera: usize,
    pub point: usize,
    pub pixel: (f64, f64),
}

fn cross(a: &[f64], b: &[f64]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn rotate(axis_angle: &[f64], p: &[f64]) -> [f64; 3] {
    let theta2: f64 = axis_angle.iter().map(|v| v * v).sum();
    if theta2 < 1e-16 {
        let w = cross(axis_angle, p);
        return [p[0] + w[0], p[1] + w[1], p[2] + w[2]];
    }
    let theta = theta2.sqrt();
    let k: Vec<f64> = axis_angle.iter().map(|v| v / theta).collect();
    let (s, c) = theta.sin_cos();
    let kxp = cross(&k, p);
    let kdp: f64 = k.iter().zip(p).map(|(a, b)| a * b).sum();
    let mut out = [0.0; 3];
    for (i, o) in out.iter_mut().enumerate() {
        *o = p[i] * c + kxp[i] * s + k[i] * kdp * (1.0 - c);
    }
    out
}

fn project(cam: &[f64], point: &[f64]) -> Result<(f64, f64), ProjectError> {
    let (rvec, rest) = cam.split_at(3);
    let (tvec, intr) = rest.split_at(3);
    let r = rotate(rvec, point);
    let pc = [r[0] + tvec[0], r[1] + tvec[1], r[2] + tvec[2]];
    if pc[2] < 1e-3 {
        return Err(ProjectError::BehindCamera(pc[2]));
    }
    let (u, v) = (pc[0] / pc[2], pc[1] / pc[2]);
    let &[f, k1, k2] = intr else {
        return Err(ProjectError::OutOfFrame);
    };
    let r2 = u * u + v * v;
    let d = 1.0 + r2 * (k1 + r2 * k2);
    Ok((f * d * u, f * d * v))
}

#[differentiable(wrt(cameras, points))]
fn reprojection(cameras: &[[f64; 9]], points: &[[f64; 3]], obs: &[Observation]) -> f64 {
    obs.iter()
        .filter_map(|o| {
            let (u, v) = project(&cameras[o.camera], &points[o.point]).ok()?;
            Some((u - o.pixel.0).powi(2) + (v - o.pixel.1).powi(2))
        })
        .sum()
}

// checks
fn main() {
    let obs = vec![
        Observation { camera: 0, point: 0, pixel: (1.0, 2.0) },
        Observation { camera: 0, point: 1, pixel: (-1.0, 0.5) },
        Observation { camera: 1, point: 1, pixel: (0.3, 0.2) },
        Observation { camera: 1, point: 2, pixel: (0.0, 0.0) },
    ];
    let cams = |x: &[f64]| vec![check::array::<9>(&x[..9]), check::array::<9>(&x[9..18])];
    let pts = |x: &[f64]| x[18..].chunks(3).map(check::array::<3>).collect::<Vec<_>>();
    let mut x: Vec<f64> = (0..27).map(|i| 0.1 * ((i * 5 % 7) as f64) - 0.2).collect();
    x[5] = 4.0; x[14] = 3.0; x[6] = 2.0; x[15] = 1.5; x[26] = -9.0;
    check::grad("ba", &x, |x| reprojection(&cams(x), &pts(x), &obs), |x| reprojection::grad(&cams(x), &pts(x), &obs));
}
