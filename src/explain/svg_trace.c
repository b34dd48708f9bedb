/* svg_trace.c - what is traced: lines from the result to the index vector to the operand, and the
 * steps as a table. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/svg.h"

typedef struct box {
    double x, y, w, h;
    bool there;
} box;

/* ---- marks ----------------------------------------------------------------------------------- */

static box around(const box *a, const box *b)
{
    if (!a->there)
        return *b;
    double right = a->x + a->w > b->x + b->w ? a->x + a->w : b->x + b->w;
    double bottom = a->y + a->h > b->y + b->h ? a->y + a->h : b->y + b->h;
    box all = {a->x < b->x ? a->x : b->x, a->y < b->y ? a->y : b->y, 0, 0, true};
    all.w = right - all.x;
    all.h = bottom - all.y;
    return all;
}

static box box_of(const grn_svg_grid *g, const int64_t *at)
{
    int32_t position[GRN_DRAWN_RANK];
    box b = {.w = g->cell_width, .h = g->cell_height};
    b.there = grn_picture_panel_find(g->panel, at, position);
    if (b.there)
        grn_svg_grid_cell_at(g, position, &b.x, &b.y);
    return b;
}

static void put_outline(grn_page *page, size_t trace, const box *b)
{
    if (!b->there)
        return;
    grn_svg_put(page, "<rect x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\" rx=\"3\" stroke-width=\"2.5\"", b->x, b->y,
                b->w, b->h);
    grn_svg_paint(page, GRN_PAINT_NONE, grn_svg_trace_paint(trace));
    grn_svg_dash(page, trace);
    grn_page_put(page, "/>\n");
}

/* The vector's components, in one box where they are neighbours. */
static box mark_vector(grn_page *page, const grn_picture *p, const grn_svg_grid *g, size_t trace)
{
    const grn_explained *e = &p->trace[trace];
    const grn_dimension_numbers *d = p->meaning.dims;
    int64_t at[GRN_MAX_RANK];
    box all = {.there = false};
    grn_vector_position(&p->meaning, e->batch_index, at);
    const bool has_vector_dim = grn_has_vector_dim(d, p->meaning.indices);
    const bool together = !has_vector_dim || d->index_vector_dim >= p->meaning.indices->rank - 2;
    for (int32_t k = 0; k < e->components; k++) {
        if (has_vector_dim)
            at[d->index_vector_dim] = k;
        box one = box_of(g, at);
        if (one.there && !together)
            put_outline(page, trace, &one);
        if (one.there)
            all = around(&all, &one);
    }
    if (together)
        put_outline(page, trace, &all);
    return all;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Where a line leaves a grid: from a corner of the box along the lines between cells, so that it
 * crosses no value, to the edge of the grid; on the left, to the end of the rows' numbers. Lines of
 * several traces are apart. */
typedef struct port {
    double corner_x, corner_y, edge_x, edge_y;
    double way_x, way_y; /* out of the grid */
} port;

static port port_beside(const grn_svg_grid *g, const box *b, size_t trace, bool left)
{
    const double apart = (double)(trace / 2) * 2.5;
    port out = {.way_x = left ? -1 : 1};
    out.corner_x = left ? b->x : b->x + b->w;
    out.edge_x = left ? g->x - 2 : g->grid_x + g->across + 5;
    out.corner_y = out.edge_y = trace % 2 == 0 ? b->y + b->h - 1 - apart : b->y + 2 + apart;
    return out;
}

static port port_above(const grn_svg_grid *g, const box *b, size_t trace, bool up)
{
    const double apart = (double)(trace / 2) * 2.5;
    port out = {.way_y = up ? -1 : 1};
    out.corner_y = up ? b->y : b->y + b->h;
    out.edge_y = up ? g->y + 34 : g->grid_y + g->down + 5;
    out.corner_x = out.edge_x = trace % 2 == 0 ? b->x + b->w - 1 - apart : b->x + 1 + apart;
    return out;
}

static void find_ports(const grn_svg_grid *a, const box *from, const grn_svg_grid *b, const box *to, size_t trace,
                       port *out, port *in)
{
    const bool left = b->grid_x + b->across < a->grid_x, right = a->grid_x + a->across < b->grid_x;
    if (left || right) {
        *out = port_beside(a, from, trace, left);
        *in = port_beside(b, to, trace, !left);
    } else {
        *out = port_above(a, from, trace, b->y < a->y);
        *in = port_above(b, to, trace, !(b->y < a->y));
    }
}

static void put_tip(grn_page *page, size_t trace, const port *in)
{
    const double x = in->corner_x, y = in->corner_y, along_x = 8 * in->way_x, along_y = 8 * in->way_y;
    grn_svg_put(page, "<path d=\"M%f %fL%f %fL%f %fZ\"", x, y, x + along_x + along_y / 2, y + along_y + along_x / 2,
                x + along_x - along_y / 2, y + along_y - along_x / 2);
    grn_svg_paint(page, grn_svg_trace_paint(trace), GRN_PAINT_NONE);
    grn_page_put(page, "/>\n");
}

/* Between grids that do not stand side by side, a line goes on between the rows of its own and
 * turns in front of the other one. */
#define TURN 44.0
#define APART 60.0
static double turn_of(const port *out, const port *in)
{
    const double dx = in->edge_x - out->edge_x, dy = in->edge_y - out->edge_y;
    const bool far = out->way_x != 0 && (dy < 0 ? -dy : dy) > APART && (dx < 0 ? -dx : dx) > TURN;
    return far ? in->edge_x + TURN * in->way_x : out->edge_x;
}

/* Between tensors in different rows, a line goes up right below the upper tensor: a curve would
 * cross the tensor beside it, which is often taller. Bands of devices make tensors wider, so
 * several rows are common there. */
#define BETWEEN_ROWS 54.0
static void keep_between_rows(port *out, port *in)
{
    port *upper = out->way_y < 0 ? in : out;
    const double bottom = (out->way_y < 0 ? out : in)->edge_y - BETWEEN_ROWS;
    if (out->way_y != 0 && bottom > upper->edge_y)
        upper->edge_y = bottom;
}

static void put_line(grn_page *page, size_t trace, const grn_svg_grid *a, const box *from, const grn_svg_grid *b,
                     const box *to)
{
    port out, in;
    if (!from->there || !to->there)
        return;
    find_ports(a, from, b, to, trace, &out, &in);
    out.edge_x = turn_of(&out, &in);
    if (a->picture->scene->owners)
        keep_between_rows(&out, &in);
    const double dx = in.edge_x - out.edge_x, dy = in.edge_y - out.edge_y;
    const double bend = (out.way_x != 0 ? (dx < 0 ? -dx : dx) : (dy < 0 ? -dy : dy)) * 0.45 + 4;
    grn_svg_put(page, "<path d=\"M%f %fL%f %fC%f %f %f %f %f %fL%f %f\" stroke-width=\"1.8\"", out.corner_x,
                out.corner_y, out.edge_x, out.edge_y, out.edge_x + bend * out.way_x, out.edge_y + bend * out.way_y,
                in.edge_x + bend * in.way_x, in.edge_y + bend * in.way_y, in.edge_x, in.edge_y,
                in.corner_x + 6 * in.way_x, in.corner_y + 6 * in.way_y);
    grn_svg_paint(page, GRN_PAINT_NONE, grn_svg_trace_paint(trace));
    grn_svg_dash(page, trace);
    grn_page_put(page, "/>\n");
    put_tip(page, trace, &in);
}

/* The tensor of a kind that lines lead to, the last input's; the other inputs have the same
 * layout. */
static const grn_svg_grid *grid_of(const grn_picture *p, const grn_svg_grid *grids, grn_picture_panel_kind kind)
{
    const grn_svg_grid *last = NULL;
    for (int i = 0; i < p->npanels; i++)
        if (p->panel[i].kind == kind)
            last = &grids[i];
    return last;
}

static bool reaches(const grn_explained *e) { return e->end == GRN_EXPLAIN_REACHED || e->end == GRN_EXPLAIN_CLAMPED; }

/* The position of a trace in a tensor other than indices; false: it has none. */
static bool place_in(const grn_explained *e, const grn_picture_panel *panel, const int64_t **at)
{
    *at = panel->kind == GRN_PANEL_DENSE ? e->dense_index : e->operand_index;
    return panel->kind != GRN_PANEL_INDICES && (panel->kind == GRN_PANEL_DENSE || reaches(e));
}

static void put_outlines(grn_page *page, const grn_picture *p, const grn_svg_grid *grids, size_t trace)
{
    for (int i = 0; i < p->npanels; i++) {
        const int64_t *at;
        if (!place_in(&p->trace[trace], &p->panel[i], &at))
            continue;
        const box b = box_of(&grids[i], at);
        put_outline(page, trace, &b);
    }
}

static void put_trace(grn_page *page, const grn_picture *p, const grn_svg_grid *grids, size_t trace)
{
    const grn_explained *e = &p->trace[trace];
    const grn_svg_grid *indices = grid_of(p, grids, GRN_PANEL_INDICES), *dense = grid_of(p, grids, GRN_PANEL_DENSE),
                       *last = grid_of(p, grids, grn_reached_kind(p));
    const box from = box_of(dense, e->dense_index);
    put_outlines(page, p, grids, trace);
    const box vector = mark_vector(page, p, indices, trace),
              end = reaches(e) ? box_of(last, e->operand_index) : (box){.there = false};
    put_line(page, trace, dense, &from, indices, &vector);
    put_line(page, trace, vector.there ? indices : dense, vector.there ? &vector : &from, last, &end);
}

void grn_svg_badges(grn_page *page, const grn_picture *p, const grn_svg_grid *grids)
{
    for (size_t i = 0; i < p->ntraces; i++)
        for (int k = 0; k < p->npanels; k++) {
            const int64_t *at;
            const bool is_end = p->panel[k].kind == GRN_PANEL_DENSE || p->panel[k].kind == grn_reached_kind(p);
            if (!is_end || !place_in(&p->trace[i], &p->panel[k], &at))
                continue;
            const box b = box_of(&grids[k], at);
            if (b.there)
                grn_svg_badge(page, i, b.x, b.y - 0.5);
        }
}

void grn_svg_traces(grn_page *page, const grn_picture *p, const grn_svg_grid *grids)
{
    for (size_t i = 0; i < p->ntraces; i++)
        put_trace(page, p, grids, i);
}

/* ---- the steps ------------------------------------------------------------------------------- */

#define ROW 19.0
#define NAMES 196.0

static const grn_lettering name_lettering = {12, true, true, GRN_START, GRN_PAINT_INK, false},
                           value_lettering = {12, true, false, GRN_START, GRN_PAINT_INK, false},
                           soft_lettering = {12, true, false, GRN_START, GRN_PAINT_SOFT, false},
                           bad_lettering = {12, true, true, GRN_START, GRN_PAINT_BAD, false};

/* A row of the table: its title, and the text of each trace. */
typedef struct step_row {
    const char *name;
    int sign; /* a role, -1 for none */
    const int64_t *(*value)(const grn_explained *e, int32_t *count);
    bool only_clamped;
} step_row;

#define STEP(field, length)                                                    \
    static const int64_t *take_##field(const grn_explained *e, int32_t *count) \
    {                                                                          \
        *count = e->length;                                                    \
        return e->field;                                                       \
    }
STEP(dense_index, dense_rank)
STEP(batch_index, batch_rank)
STEP(raw_start_index, components)
STEP(start_index, components)
STEP(full_start_index, operand_rank)
STEP(full_batching_index, operand_rank)
STEP(offset_index, offset_rank)
STEP(full_offset_index, operand_rank)
STEP(operand_index, operand_rank)

enum { STEP_ROWS = 10 };

static int rows_of(const grn_picture *p, step_row *rows)
{
    const grn_step_names *n = p->names;
    const bool changes = p->meaning.rule.base != 0 || p->meaning.rule.wrap_negative;
    int count = 0;
    rows[count++] = (step_row){n->dense_index, -1, take_dense_index, false};
    rows[count++] = (step_row){n->batch_index, GRN_ROLE_BATCH, take_batch_index, false};
    rows[count++] = (step_row){"start_index", GRN_ROLE_VECTOR, take_raw_start_index, false};
    if (changes)
        rows[count++] = (step_row){"  from zero", -1, take_start_index, false};
    rows[count++] = (step_row){"full_start_index", GRN_ROLE_INDEXED, take_full_start_index, false};
    rows[count++] = (step_row){"full_batching_index", GRN_ROLE_BATCHING, take_full_batching_index, false};
    rows[count++] = (step_row){n->offset_index, GRN_ROLE_WINDOW, take_offset_index, false};
    rows[count++] = (step_row){n->full_offset_index, GRN_ROLE_WINDOW, take_full_offset_index, false};
    rows[count++] = (step_row){n->operand_index, -1, take_operand_index, false};
    return count;
}

/* "5", or of several inputs "5, 7". */
static void values_text(const grn_picture *p, const grn_tensor *of_inputs, const int64_t *at, char *out, size_t bytes)
{
    size_t n = 0;
    *out = 0;
    for (size_t i = p->first_input; i < p->first_input + p->ninputs && n < bytes && of_inputs[i].data; i++) {
        char value[2 * GRN_NUMBER_BYTES];
        grn_value_text(of_inputs[i].dtype, grn_tensor_at(&of_inputs[i], grn_offset_in(&of_inputs[i], at)), value);
        n += (size_t)snprintf(out + n, bytes - n, "%s%s", i > p->first_input ? ", " : "", value);
    }
}

static void end_text(const grn_picture *p, const grn_explained *e, char *out, size_t bytes)
{
    char value[2 * GRN_NUMBER_BYTES * GRN_DRAWN_INPUTS];
    const bool reads = reaches(e) && !e->is_scatter, filled = e->end == GRN_EXPLAIN_FILLED;
    values_text(p, reads ? p->scene->problem.operand : p->scene->problem.dense,
                reads ? e->operand_index : e->dense_index, value, sizeof value);
    if (reaches(e))
        snprintf(out, bytes, "%s%s", value[0] == 0 ? "" : e->is_scatter ? "gets " : "= ", value);
    else
        snprintf(out, bytes, "%s%s%s", grn_explain_end_text(e->end), filled && value[0] ? ": " : "",
                 filled ? value : "");
}

#define END_BYTES (2 * GRN_NUMBER_BYTES * GRN_DRAWN_INPUTS + 32)

static double column_width(const grn_picture *p)
{
    size_t most = 22;
    char text[GRN_LIST_BYTES], end[END_BYTES];
    for (size_t i = 0; i < p->ntraces; i++) {
        const grn_explained *e = &p->trace[i];
        size_t dense = strlen(grn_list_text(e->dense_index, e->dense_rank, text));
        size_t operand = strlen(grn_list_text(e->operand_index, e->operand_rank, text));
        most = dense > most ? dense : most;
        most = operand + 9 > most ? operand + 9 : most;
        end_text(p, e, end, sizeof end);
        most = strlen(end) + 3 > most ? strlen(end) + 3 : most;
    }
    return grn_svg_text_width(&value_lettering, most) + 18;
}

static void put_step(grn_page *page, const grn_picture *p, const step_row *row, size_t trace, double x, double y)
{
    char text[GRN_LIST_BYTES];
    int32_t count;
    const grn_explained *e = &p->trace[trace];
    const int64_t *v = row->value(e, &count);
    grn_list_text(v, count, text);
    grn_svg_text(page, x, y, &value_lettering, "%s", text);
    if (row->value != take_full_start_index)
        return;
    bool clamped = false, outside = false;
    for (int32_t d = 0; d < e->operand_rank; d++)
        clamped |= e->clamped[d];
    for (int32_t k = 0; k < e->components; k++)
        outside |= e->outside[k];
    if (clamped || outside)
        grn_svg_text(page, x + grn_svg_text_width(&value_lettering, strlen(text) + 1), y, &bad_lettering,
                     clamped ? "clamped" : "outside");
}

static void put_end(grn_page *page, const grn_picture *p, size_t trace, double x, double y)
{
    char text[END_BYTES];
    const grn_explained *e = &p->trace[trace];
    end_text(p, e, text, sizeof text);
    grn_svg_text(page, x, y, reaches(e) ? &value_lettering : &bad_lettering, "%s", text);
}

static void put_names(grn_page *page, const step_row *rows, int count, double y)
{
    for (int i = 0; i < count; i++) {
        double at = y + ROW * (i + 1);
        if (rows[i].sign >= 0)
            grn_svg_sign(page, (grn_role)rows[i].sign, GRN_SVG_MARGIN + 6, at - 4);
        grn_svg_text(page, GRN_SVG_MARGIN + 18, at, rows[i].name[0] == ' ' ? &soft_lettering : &name_lettering, "%s",
                     rows[i].name);
    }
}

void grn_svg_steps(grn_page *page, const grn_picture *p, double *y)
{
    step_row rows[STEP_ROWS];
    const int count = rows_of(p, rows);
    const double width = column_width(p), all = GRN_SVG_WIDTH - 2 * GRN_SVG_MARGIN - NAMES;
    const size_t per_line = all / width < 1 ? 1 : (size_t)(all / width);
    for (size_t from = 0; from < p->ntraces; from += per_line) {
        size_t to = from + per_line < p->ntraces ? from + per_line : p->ntraces;
        if (page) {
            put_names(page, rows, count, *y);
            for (size_t i = from; i < to; i++) {
                double x = GRN_SVG_MARGIN + NAMES + width * (double)(i - from);
                grn_svg_badge(page, i, x + 8, *y - 4);
                put_end(page, p, i, x + 22, *y);
                for (int r = 0; r < count; r++)
                    put_step(page, p, &rows[r], i, x, *y + ROW * (r + 1));
            }
        }
        *y += ROW * (count + 1) + 16;
    }
}
