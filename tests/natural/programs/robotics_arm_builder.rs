// A planar arm described with a builder; joints are an enum, forward kinematics folds over them.
use burtorch::differentiable;
use std::f64::consts::FRAC_PI_2;

#[derive(Clone, Copy, Debug)]
enum Joint {
    Revolute { length: f64 },
    Prismatic { angle: f64 },
    Fixed(f64, f64),
}

#[derive(Clone, Debug, Default)]
struct Arm {
    joints: Vec<Joint>,
    tool: f64,
}

impl Arm {
    fn new() -> Self {
        Self::default()
    }
    fn joint(mut self, j: Joint) -> Self {
        self.joints.push(j);
        self
    }
    fn tool(mut self, t: f64) -> Self {
        self.tool = t;
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pose {
    x: f64,
    y: f64,
    heading: f64,
}

impl Pose {
    const ORIGIN: Pose = Pose { x: 0.0, y: 0.0, heading: 0.0 };
    fn forward(self, d: f64) -> Pose {
        let (s, c) = self.heading.sin_cos();
        Pose { x: self.x + d * c, y: self.y + d * s, ..self }
    }
    fn turn(self, a: f64) -> Pose {
        Pose { heading: self.heading + a, ..self }
    }
}

#[differentiable(wrt(q))]
fn end_effector(arm: &Arm, q: &[f64]) -> [f64; 3] {
    let mut qs = q.iter();
    let pose = arm.joints.iter().fold(Pose::ORIGIN, |pose, joint| match joint {
        Joint::Revolute { length } => pose.turn(*qs.next().expect("too few joint values")).forward(*length),
        Joint::Prismatic { angle } => pose.turn(*angle).forward(*qs.next().expect("too few joint values")),
        &Joint::Fixed(dx, dy) => pose.forward(dx).turn(FRAC_PI_2).forward(dy),
    });
    let tip = pose.forward(arm.tool);
    [tip.x, tip.y, tip.heading]
}

#[differentiable(wrt(q))]
fn cost(arm: &Arm, q: &[f64], target: (f64, f64)) -> f64 {
    let [x, y, heading] = end_effector(arm, q);
    let (dx, dy) = (x - target.0, y - target.1);
    dx.hypot(dy) + 0.1 * heading.powi(2)
}

// checks
fn main() {
    let arm = Arm::new()
        .joint(Joint::Revolute { length: 1.0 })
        .joint(Joint::Prismatic { angle: 0.3 })
        .joint(Joint::Fixed(0.2, 0.1))
        .joint(Joint::Revolute { length: 0.7 })
        .tool(0.15);
    let q = [0.4, 0.9, -0.6];
    check::grad("arm", &q, |q| cost(&arm, q, (1.0, 1.5)), |q| cost::grad(&arm, q, (1.0, 1.5)));
}
