/*
 * svg.h - what the files of the SVG picture share: colours, shapes, where cells lie. Colours stand
 * as attributes, which are right alone; a class beside each lets a style sheet put the custom
 * property of the same name in its place.
 */
#ifndef GRN_EXPLAIN_SVG_H
#define GRN_EXPLAIN_SVG_H

#include "explain/picture.h"

/* Name of the custom property behind --grn-, light, dark. Those of traces and roles differ
 * with red-green and blue-yellow blindness too (after Okabe and Ito), and each has a shape or a
 * dash of its own besides. */
#define GRN_PAINTS(P)                             \
    P(NONE, "", "none", "none")                   \
    P(PAPER, "paper", "#ffffff", "#14181d")       \
    P(INK, "ink", "#1b2027", "#e8ecf1")           \
    P(SOFT, "soft", "#5b6570", "#a3adb8")         \
    P(LINE, "line", "#b9c1ca", "#475260")         \
    P(CELL, "cell", "#ffffff", "#1b2129")         \
    P(READ, "read", "#e9eef4", "#2a333e")         \
    P(TWICE, "twice", "#cfdbe8", "#3a4858")       \
    P(BAD, "bad", "#a4262c", "#ff8f88")           \
    P(MOVED, "moved", "#fff0c9", "#4a3c14")       \
    P(PANEL, "panel", "#f6f8fa", "#1b2129")       \
    P(WINDOW, "window", "#00795a", "#3ecf9f")     \
    P(INDEXED, "indexed", "#0067a8", "#62b8f5")   \
    P(BATCHING, "batching", "#a2437d", "#ea94c6") \
    P(BATCH, "batch", "#a35c00", "#f0b045")       \
    P(TRACE_A, "trace-a", "#0067a8", "#62b8f5")   \
    P(TRACE_B, "trace-b", "#c24a00", "#ff9a5c")   \
    P(TRACE_C, "trace-c", "#00795a", "#3ecf9f")   \
    P(TRACE_D, "trace-d", "#a2437d", "#ea94c6")   \
    P(OWNER_A, "owner-a", "#d9d2f0", "#443a6b")   \
    P(OWNER_B, "owner-b", "#f3e3a3", "#5a4a12")   \
    P(OWNER_C, "owner-c", "#bfe3ec", "#1c505e")   \
    P(OWNER_D, "owner-d", "#f2cfc9", "#66352f")

typedef enum grn_paint {
#define GRN_PAINT_ENUM(name, property, light, dark) GRN_PAINT_##name,
    GRN_PAINTS(GRN_PAINT_ENUM)
#undef GRN_PAINT_ENUM
        GRN_PAINT_COUNT
} grn_paint;

/* As grn_page_put, of %s, %d and %f alone: numbers have at most one digit behind the point,
 * whatever the locale. */
void grn_svg_put(grn_page *page, const char *format, ...) GRN_PRINTF(2, 3);
/* ` fill="#..." stroke="#..." class="..."` */
void grn_svg_paint(grn_page *page, grn_paint fill, grn_paint stroke);
grn_paint grn_svg_trace_paint(size_t trace);
/* ` stroke-dasharray="..."`, nothing for a trace whose line is whole. */
void grn_svg_dash(grn_page *page, size_t trace);
/* The style sheet; colours of devices only where they are needed. */
void grn_svg_style(grn_page *page, bool has_owners);

typedef enum grn_anchor { GRN_START, GRN_MIDDLE, GRN_END } grn_anchor;
/* One line of text, escaped. size in pixels; mono: in a font whose letters are all as wide. */
typedef struct grn_lettering {
    int size;
    bool mono, bold;
    grn_anchor anchor;
    grn_paint paint;
    bool halo; /* lines that run behind it end in front of it */
} grn_lettering;
void grn_svg_text(grn_page *page, double x, double y, const grn_lettering *how, const char *format, ...)
    GRN_PRINTF(5, 6);
/* How wide text of n characters is, about. */
double grn_svg_text_width(const grn_lettering *how, size_t n);
/* The sign of a role: 9 wide, its middle at x, y. */
void grn_svg_sign(grn_page *page, grn_role role, double x, double y);
/* The letter of a trace in a disc. */
void grn_svg_badge(grn_page *page, size_t trace, double x, double y);

/* ---- a tensor as a grid (svg_grid.c) --------------------------------------------------------- */

/* Where a panel stands, and its cells. x and y are the panel's corner, the grid's first cell is at
 * grid_x, grid_y. */
typedef struct grn_svg_grid {
    const grn_picture *picture;
    const grn_picture_panel *panel;
    double x, y, width, height, grid_x, grid_y;
    double cell_width, cell_height;
    double step[GRN_DRAWN_RANK]; /* from one position to the next, along the dimension's own direction */
    double across, down;         /* of all cells */
    /* between its type and its numbers, so that grids side by side begin at one height and lines
     * are straight */
    double lead;
} grn_svg_grid;

/* Sizes; x and y are set by the caller, by grn_svg_grid_place. */
void grn_svg_grid_measure(const grn_picture *p, const grn_picture_panel *panel, grn_svg_grid *out);
void grn_svg_grid_place(grn_svg_grid *g, double x, double y);
/* The corner of the cell at these positions. */
void grn_svg_grid_cell_at(const grn_svg_grid *g, const int32_t *position, double *x, double *y);
/* From the start of a dimension of those drawn to position k; its positions without the gap between
 * them. */
double grn_svg_grid_offset(const grn_svg_grid *g, int32_t i, int32_t k);
double grn_svg_grid_inner(const grn_svg_grid *g, int32_t i);
/* Where its devices are drawn, at right angles to it: the offset of their band and its width, 0 for
 * a dimension that is not divided. */
double grn_svg_grid_owners_at(const grn_svg_grid *g, int32_t i);
/* svg_owners.c, as are the next two */
double grn_owned_band(const grn_picture *p, const grn_picture_panel *panel, int32_t i);
void grn_svg_grid_draw_separators(grn_page *page, const grn_svg_grid *g);
void grn_svg_grid_draw_owners(grn_page *page, const grn_svg_grid *g);
void grn_svg_grid_draw(grn_page *page, const grn_picture *p, const grn_svg_grid *g);
/* Its name, and the numbers and names of its dimensions: over the lines of traces. */
void grn_svg_grid_draw_names(grn_page *page, const grn_svg_grid *g);

/* ---- what goes with it ----------------------------------------------------------------------- */

/* Lines between cells, marks around them (svg_trace.c). */
void grn_svg_traces(grn_page *page, const grn_picture *p, const grn_svg_grid *grids);
/* The letters at both ends of each trace. */
void grn_svg_badges(grn_page *page, const grn_picture *p, const grn_svg_grid *grids);
/* The steps of each trace as a table (svg_trace.c), the attributes (svg_legend.c), tiles and cores
 * (svg_tiles.c): each begins at *y and moves it to where it ends. A page of NULL: only that. */
void grn_svg_steps(grn_page *page, const grn_picture *p, double *y);
void grn_svg_legend(grn_page *page, const grn_picture *p, double *y);
void grn_svg_tiles(grn_page *page, const grn_picture *p, double *y);
void grn_svg_owners(grn_page *page, const grn_picture *p, double *y); /* how tensors lie on devices (svg_owners.c) */

#define GRN_SVG_MONO "DejaVu Sans Mono, Menlo, Consolas, monospace" /* the picture's own font */
#define GRN_SVG_SANS "system-ui, DejaVu Sans, Helvetica, Arial, sans-serif"

#define GRN_SVG_WIDTH 980
#define GRN_SVG_MARGIN 24

#endif
