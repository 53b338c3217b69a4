"""Everything that is drawn: shapes and pictures as SVG, their colours, plots, arrows, PNG and GIF."""
