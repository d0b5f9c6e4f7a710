//! Pictures: graphs, curves, heat maps and histograms as SVG, in the terminal, and as Matplotlib scripts.
