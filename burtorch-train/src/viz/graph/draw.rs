//! Graph and layout → SVG.

use std::fmt::Write;
use std::prelude::v1::*;

use super::layout::{Arrow, Layout, PADDING, Piece, Rect, layout};
use super::{Dash, Graph, Node, Shape};
use crate::viz::svg::{Font, INK, PALE, Px, Svg, escape};

const NAME: Font = Font { size: 12.0, colour: INK, anchor: "middle", bold: false, mono: true };
const VALUE: Font = Font { size: 10.5, colour: "#005a96", ..NAME };
const ADJOINT: Font = Font { colour: "#a34700", ..VALUE };
const OTHER: Font = Font { colour: PALE, ..VALUE };
const CLUSTER: Font = Font { size: 11.0, colour: PALE, anchor: "start", bold: false, mono: false };
const EDGE: Font = Font { size: 10.5, colour: PALE, anchor: "middle", bold: false, mono: false };
const LINE: f64 = 15.0;
/// The length of an arrow's head.
const HEAD: f64 = 7.0;
const WIRE: &str = "#777777";

pub(super) fn draw(graph: &Graph) -> String {
    let mut sizes: Vec<_> = graph.nodes.iter().map(size).collect();
    // Room for the heads of all arrows.
    let mut arriving = vec![0_u32; graph.nodes.len()];
    graph.edges.iter().for_each(|edge| arriving[edge.to] += 1);
    for (size, arriving) in sizes.iter_mut().zip(arriving) {
        size.0 = size.0.max(15.0 * f64::from(arriving.min(12)) + 4.0);
    }
    let edge_labels: Vec<_> = graph.edges.iter().map(|edge| (EDGE.width(&edge.label) + 8.0, 16.0)).collect();
    let mut cluster_labels: Vec<_> = graph
        .clusters
        .iter()
        .map(|cluster| if cluster.label.is_empty() { 0.0 } else { CLUSTER.width(&cluster.label) })
        .collect();
    // The title of the graph itself stands outside.
    cluster_labels[0] = 0.0;
    let layout = layout(graph, &sizes, &edge_labels, &cluster_labels);
    let head = if graph.title.is_empty() { 0.0 } else { 34.0 };
    let mut svg = Svg::default();
    svg.text((PADDING, 26.0), Font::TITLE, &graph.title);
    svg.raw(format_args!("<g transform=\"translate(0 {head})\">"));
    draw_clusters(&mut svg, graph, &layout);
    draw_edges(&mut svg, graph, &layout);
    for (node, rect) in graph.nodes.iter().zip(&layout.nodes) {
        draw_node(&mut svg, node, rect);
    }
    if graph.nodes.is_empty() {
        svg.text((PADDING, 24.0), Font::TICK.start(), "no nodes");
    }
    svg.raw(format_args!("</g>"));
    let width = layout.width.max(Font::TITLE.width(&graph.title) + 2.0 * PADDING).max(120.0);
    svg.finish(width, layout.height.max(40.0) + head, &graph.title)
}

fn fonts(node: &Node) -> impl Iterator<Item = (&String, Font)> {
    node.lines.iter().enumerate().map(|(at, line)| {
        let font = match line.split(' ').next() {
            _ if at == 0 => NAME,
            Some("value") => VALUE,
            Some("adjoint") => ADJOINT,
            _ => OTHER,
        };
        (line, font)
    })
}

/// The size of a node with room for its label.
fn size(node: &Node) -> (f64, f64) {
    let text = fonts(node).map(|(line, font)| font.width(line)).fold(0.0, f64::max);
    let height = LINE * node.lines.len() as f64 + 11.0;
    ((text + if node.shape == Shape::Ellipse { 26.0 } else { 18.0 }).max(36.0), height)
}

fn dashes(dash: Dash) -> &'static str {
    match dash {
        Dash::None => "",
        Dash::Dashed => " stroke-dasharray=\"5 3\"",
        Dash::Dotted => " stroke-dasharray=\"1.5 3\"",
    }
}

fn draw_node(svg: &mut Svg, node: &Node, rect: &Rect) {
    svg.raw(format_args!("<g class=\"node\"><title>{}</title>", escape(&node.name)));
    let (fill, stroke, radius) = match node.shape {
        Shape::Box => ("#fafafa", "#8a8a8a", 5.0),
        Shape::Ellipse => ("#eaf3fa", "#0072b2", (rect.height / 2.0).min(16.0)),
        Shape::Plain => ("none", "none", 0.0),
    };
    let corner = (rect.x - rect.width / 2.0, rect.y - rect.height / 2.0);
    let look = format!("rx=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\"{}", dashes(node.dash));
    svg.rect(corner, (rect.width, rect.height), &look);
    let mut y = rect.y - LINE * node.lines.len() as f64 / 2.0 + 11.5;
    for (line, font) in fonts(node) {
        svg.text((rect.x, y), font, line);
        y += LINE;
    }
    svg.raw(format_args!("</g>"));
}

fn draw_clusters(svg: &mut Svg, graph: &Graph, layout: &Layout) {
    // Outer ones first.
    for ((cluster, rect), label) in graph.clusters.iter().zip(&layout.clusters).zip(&layout.titles).skip(1) {
        svg.raw(format_args!("<g class=\"cluster\">"));
        let corner = (rect.x - rect.width / 2.0, rect.y - rect.height / 2.0);
        let look = "rx=\"8\" fill=\"#000000\" fill-opacity=\"0.025\" stroke=\"#c9c9c9\"";
        svg.rect(corner, (rect.width, rect.height), look);
        svg.text((corner.0 + label, corner.1 + 16.0), CLUSTER, &cluster.label);
        svg.raw(format_args!("</g>"));
    }
}

fn draw_edges(svg: &mut Svg, graph: &Graph, layout: &Layout) {
    for (at, edge) in graph.edges.iter().enumerate() {
        let arrow = if edge.arrow { "→" } else { "—" };
        let (from, to) = (escape(&graph.nodes[edge.from].name), escape(&graph.nodes[edge.to].name));
        svg.raw(format_args!("<g class=\"edge\"><title>{from} {arrow} {to}</title>"));
        let (mut path, mut heads) = (String::new(), String::new());
        for piece in &layout.edges[at] {
            curve(piece, edge.arrow, &mut path, &mut heads);
        }
        let dash = dashes(edge.dash);
        svg.raw(format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{WIRE}\" stroke-width=\"1.1\"{dash}/>"));
        if !heads.is_empty() {
            svg.raw(format_args!("<path d=\"{heads}\" fill=\"{WIRE}\"/>"));
        }
        if let Some((x, y)) = layout.labels[at] {
            let width = EDGE.width(&edge.label) + 4.0;
            svg.rect((x - width / 2.0, y - 8.0), (width, 16.0), "fill=\"#ffffff\" fill-opacity=\"0.9\"");
            svg.text((x, y + 4.0), EDGE, &edge.label);
        }
        svg.raw(format_args!("</g>"));
    }
}

/// Adds a piece of an edge: vertical at its stops, smooth between them.
fn curve(piece: &Piece, with_arrow: bool, path: &mut String, heads: &mut String) {
    if piece.is_loop {
        if let [(x, top, bottom), (out, _, _)] = piece.stops[..] {
            let end = if with_arrow { x + HEAD } else { x };
            let out = Px(x + (out - x) * 1.33);
            let _ = write!(
                path,
                "M{} {}C{out} {} {out} {} {} {}",
                Px(x),
                Px(top),
                Px(top),
                Px(bottom),
                Px(end),
                Px(bottom)
            );
            if with_arrow {
                let _ = write!(heads, "M{} {}l{HEAD} -3.2v6.4z", Px(x), Px(bottom));
            }
        }
        return;
    }
    let mut stops = piece.stops.clone();
    if let (true, Some(arrow), Some(last)) = (with_arrow, piece.arrow, stops.len().checked_sub(1)) {
        match arrow {
            Arrow::Down => {
                let (x, from, to) = stops[last];
                let _ = write!(heads, "M{} {}l-3.2 -{HEAD}h6.4z", Px(x), Px(to));
                stops[last] = (x, from.min(to - HEAD), to - HEAD);
            }
            Arrow::Up => {
                let (x, from, to) = stops[0];
                let _ = write!(heads, "M{} {}l-3.2 {HEAD}h6.4z", Px(x), Px(from));
                stops[0] = (x, from + HEAD, to.max(from + HEAD));
            }
        }
    }
    let mut before: Option<(f64, f64)> = None;
    for &(x, from, to) in &stops {
        match before {
            // A link that shares a part of its curve with another one begins where the two part.
            None => {
                let start = if stops.len() > 1 && from > to { to } else { from };
                let _ = write!(path, "M{} {}", Px(x), Px(start));
            }
            Some((x0, y0)) if (x - x0).abs() < 0.5 => {
                let _ = if (x - x0).abs() < 0.005 {
                    write!(path, "V{}", Px(from))
                } else {
                    write!(path, "L{} {}", Px(x), Px(from))
                };
                debug_assert!(from >= y0 - 1e-6, "edges go down");
            }
            Some((x0, y0)) => {
                let middle = Px(f64::midpoint(y0, from));
                let _ = write!(path, "C{} {middle} {} {middle} {} {}", Px(x0), Px(x), Px(x), Px(from));
            }
        }
        if to - from > 0.005 {
            let _ = write!(path, "V{}", Px(to));
        }
        before = Some((x, to));
    }
}
