burtorch::graph! {
    pub struct Net {
        layer: L0,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            sum(x * self.layer.weight)
        }
    }

    struct L0 { weight: Param<3>, next: L1 }
    struct L1 { weight: Param<3>, next: L2 }
    struct L2 { weight: Param<3>, next: L3 }
    struct L3 { weight: Param<3>, next: L4 }
    struct L4 { weight: Param<3>, next: L5 }
    struct L5 { weight: Param<3>, next: L6 }
    struct L6 { weight: Param<3>, next: L7 }
    struct L7 { weight: Param<3>, next: L8 }
    struct L8 { weight: Param<3>, next: L9 }
    struct L9 { weight: Param<3>, next: L10 }
    struct L10 { weight: Param<3>, next: L11 }
    struct L11 { weight: Param<3>, next: L12 }
    struct L12 { weight: Param<3>, next: L13 }
    struct L13 { weight: Param<3>, next: L14 }
    struct L14 { weight: Param<3>, next: L15 }
    struct L15 { weight: Param<3>, next: L16 }
    struct L16 { weight: Param<3>, next: L17 }
    struct L17 { weight: Param<3>, next: L18 }
    struct L18 { weight: Param<3>, next: L19 }
    struct L19 { weight: Param<3>, next: L20 }
    struct L20 { weight: Param<3>, next: L21 }
    struct L21 { weight: Param<3>, next: L22 }
    struct L22 { weight: Param<3>, next: L23 }
    struct L23 { weight: Param<3>, next: L24 }
    struct L24 { weight: Param<3>, next: L25 }
    struct L25 { weight: Param<3>, next: L26 }
    struct L26 { weight: Param<3>, next: L27 }
    struct L27 { weight: Param<3>, next: L28 }
    struct L28 { weight: Param<3>, next: L29 }
    struct L29 { weight: Param<3>, next: L30 }
    struct L30 { weight: Param<3>, next: L31 }
    struct L31 { weight: Param<3>, next: L32 }
    struct L32 { weight: Param<3>, next: L33 }
    struct L33 { weight: Param<3>, next: L34 }
    struct L34 { weight: Param<3>, next: L35 }
    struct L35 { weight: Param<3>, next: L36 }
    struct L36 { weight: Param<3>, next: L37 }
    struct L37 { weight: Param<3>, next: L38 }
    struct L38 { weight: Param<3>, next: L39 }
    struct L39 { weight: Param<3>, next: L40 }
    struct L40 { weight: Param<3>, next: L41 }
    struct L41 { weight: Param<3>, next: L42 }
    struct L42 { weight: Param<3>, next: L43 }
    struct L43 { weight: Param<3>, next: L44 }
    struct L44 { weight: Param<3>, next: L45 }
    struct L45 { weight: Param<3>, next: L46 }
    struct L46 { weight: Param<3>, next: L47 }
    struct L47 { weight: Param<3>, next: L48 }
    struct L48 { weight: Param<3>, next: L49 }
    struct L49 { weight: Param<3>, next: L50 }
    struct L50 { weight: Param<3>, next: L51 }
    struct L51 { weight: Param<3>, next: L52 }
    struct L52 { weight: Param<3>, next: L53 }
    struct L53 { weight: Param<3>, next: L54 }
    struct L54 { weight: Param<3>, next: L55 }
    struct L55 { weight: Param<3>, next: L56 }
    struct L56 { weight: Param<3>, next: L57 }
    struct L57 { weight: Param<3>, next: L58 }
    struct L58 { weight: Param<3>, next: L59 }
    struct L59 { weight: Param<3>, next: L60 }
    struct L60 { weight: Param<3>, next: L61 }
    struct L61 { weight: Param<3>, next: L62 }
    struct L62 { weight: Param<3>, next: L63 }
    struct L63 { weight: Param<3>, next: L64 }
    struct L64 { weight: Param<3>, next: L65 }
    struct L65 { weight: Param<3>, next: L66 }
    struct L66 { weight: Param<3>, next: L67 }
    struct L67 { weight: Param<3>, next: L68 }
    struct L68 { weight: Param<3>, next: L69 }
    struct L69 { weight: Param<3>, next: L70 }
    struct L70 { weight: Param<3>, next: L71 }
    struct L71 { weight: Param<3>, next: L72 }
    struct L72 { weight: Param<3>, next: L73 }
    struct L73 { weight: Param<3>, next: L74 }
    struct L74 { weight: Param<3>, next: L75 }
    struct L75 { weight: Param<3>, next: L76 }
    struct L76 { weight: Param<3>, next: L77 }
    struct L77 { weight: Param<3>, next: L78 }
    struct L78 { weight: Param<3>, next: L79 }
    struct L79 { weight: Param<3>, next: L80 }
    struct L80 { weight: Param<3>, next: L81 }
    struct L81 { weight: Param<3>, next: L82 }
    struct L82 { weight: Param<3>, next: L83 }
    struct L83 { weight: Param<3>, next: L84 }
    struct L84 { weight: Param<3>, next: L85 }
    struct L85 { weight: Param<3>, next: L86 }
    struct L86 { weight: Param<3>, next: L87 }
    struct L87 { weight: Param<3>, next: L88 }
    struct L88 { weight: Param<3>, next: L89 }
    struct L89 { weight: Param<3>, next: L90 }
    struct L90 { weight: Param<3>, next: L91 }
    struct L91 { weight: Param<3>, next: L92 }
    struct L92 { weight: Param<3>, next: L93 }
    struct L93 { weight: Param<3>, next: L94 }
    struct L94 { weight: Param<3>, next: L95 }
    struct L95 { weight: Param<3>, next: L96 }
    struct L96 { weight: Param<3>, next: L97 }
    struct L97 { weight: Param<3>, next: L98 }
    struct L98 { weight: Param<3>, next: L99 }
    struct L99 { weight: Param<3>, next: L100 }
    struct L100 { weight: Param<3>, next: L101 }
    struct L101 { weight: Param<3>, next: L102 }
    struct L102 { weight: Param<3>, next: L103 }
    struct L103 { weight: Param<3>, next: L104 }
    struct L104 { weight: Param<3>, next: L105 }
    struct L105 { weight: Param<3>, next: L106 }
    struct L106 { weight: Param<3>, next: L107 }
    struct L107 { weight: Param<3>, next: L108 }
    struct L108 { weight: Param<3>, next: L109 }
    struct L109 { weight: Param<3>, next: L110 }
    struct L110 { weight: Param<3>, next: L111 }
    struct L111 { weight: Param<3>, next: L112 }
    struct L112 { weight: Param<3>, next: L113 }
    struct L113 { weight: Param<3>, next: L114 }
    struct L114 { weight: Param<3>, next: L115 }
    struct L115 { weight: Param<3>, next: L116 }
    struct L116 { weight: Param<3>, next: L117 }
    struct L117 { weight: Param<3>, next: L118 }
    struct L118 { weight: Param<3>, next: L119 }
    struct L119 { weight: Param<3>, next: L120 }
    struct L120 { weight: Param<3>, next: L121 }
    struct L121 { weight: Param<3>, next: L122 }
    struct L122 { weight: Param<3>, next: L123 }
    struct L123 { weight: Param<3>, next: L124 }
    struct L124 { weight: Param<3>, next: L125 }
    struct L125 { weight: Param<3>, next: L126 }
    struct L126 { weight: Param<3>, next: L127 }
    struct L127 { weight: Param<3>, next: L128 }
    struct L128 { weight: Param<3>, next: L129 }
    struct L129 { weight: Param<3>, next: L130 }
    struct L130 { weight: Param<3> }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
