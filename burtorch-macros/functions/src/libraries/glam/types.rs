// What is known of glam, 0.20 and later: see `surroundings/libraries.rs`. Only types of `f64`: those of `f32` are vectors of the processor.

pub struct DVec2 { x: f64, y: f64 }
pub struct DVec3 { x: f64, y: f64, z: f64 }
pub struct DVec4 { x: f64, y: f64, z: f64, w: f64 }
pub struct DQuat { x: f64, y: f64, z: f64, w: f64 }
pub struct DMat2 { x_axis: DVec2, y_axis: DVec2 }
pub struct DMat3 { x_axis: DVec3, y_axis: DVec3, z_axis: DVec3 }
pub struct DMat4 { x_axis: DVec4, y_axis: DVec4, z_axis: DVec4, w_axis: DVec4 }
