/* svg_grid.c - one tensor as a grid of grids. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/svg.h"

#define CELL_HEIGHT 22.0
#define LEAST_WIDTH 22.0
#define SKIP 16.0 /* an ellipsis */
#define BAND 16.0 /* of the numbers above the grid, per dimension that runs across */
#define SIDE 18.0 /* of the numbers beside it, per dimension that runs down, and */
#define SIGN 11.0 /* for each of its signs */
#define HEAD 40.0 /* name and type */

static const grn_lettering name_lettering = {14, true, true, GRN_START, GRN_PAINT_INK, true},
                           type_lettering = {11, true, false, GRN_START, GRN_PAINT_SOFT, true},
                           number_lettering = {11, false, false, GRN_MIDDLE, GRN_PAINT_SOFT, true},
                           label_lettering = {11, true, true, GRN_START, GRN_PAINT_INK, true},
                           value_lettering = {12, true, false, GRN_MIDDLE, GRN_PAINT_INK, false},
                           bad_lettering = {12, true, false, GRN_MIDDLE, GRN_PAINT_BAD, false};

/* ---- sizes ----------------------------------------------------------------------------------- */

static int signs_of(const grn_drawn_dim *d)
{
    int n = 0;
    for (unsigned roles = d->roles; roles; roles &= roles - 1)
        n++;
    return n;
}

static double label_width(const grn_picture *p, const grn_drawn_dim *d)
{
    char text[GRN_PART_BYTES];
    return grn_svg_text_width(&label_lettering, strlen(grn_dim_label(p, d, text)));
}

/* The width of the numbers of dimension i, which runs down; and of its label, with signs. */
static double numbers_of(const grn_picture *p, const grn_picture_panel *panel, int32_t i)
{
    const double label = label_width(p, &panel->dim[i]) + 5;
    return (label > SIDE ? label : SIDE) + SIGN * signs_of(&panel->dim[i]);
}

/* With the devices beside them. */
static double side_of(const grn_picture *p, const grn_picture_panel *panel, int32_t i)
{
    return numbers_of(p, panel, i) + grn_owned_band(p, panel, i);
}

/* The sum of the bands of all dimensions that run across. */
static double bands_of(const grn_picture *p, const grn_picture_panel *panel)
{
    double all = 0;
    for (int32_t i = 0; i < panel->ndims; i++)
        all += grn_runs_across(panel, i) ? BAND + grn_owned_band(p, panel, i) : 0;
    return all;
}

/* The widest label of those that run across, with its signs. */
static double labels_of(const grn_picture *p, const grn_picture_panel *panel)
{
    double most = 0;
    for (int32_t i = 0; i < panel->ndims; i++) {
        const double label = label_width(p, &panel->dim[i]) + 3 + SIGN * signs_of(&panel->dim[i]);
        most = grn_runs_across(panel, i) && label > most ? label : most;
    }
    return most;
}

/* The width of the numbers of all dimensions that run down. */
static double sides_of(const grn_picture *p, const grn_picture_panel *panel)
{
    double all = 0;
    for (int32_t i = 0; i < panel->ndims; i++)
        all += grn_runs_across(panel, i) ? 0 : side_of(p, panel, i);
    return all;
}

/* From the start of a dimension to position k. */
static double offset_of(const grn_drawn_dim *d, double step, int32_t k)
{
    double at = k * step;
    for (int32_t i = 0; i <= k; i++)
        at += grn_skips(d, i) ? SKIP : 0;
    return at;
}

static bool skips_at_end(const grn_drawn_dim *d) { return d->n > 0 && d->at[d->n - 1] + 1 < d->extent; }

/* All of a dimension, whose positions take `unit` each and lie `gap` apart. */
static double span_of(const grn_drawn_dim *d, double step, double gap)
{
    return d->n == 0 ? 0 : offset_of(d, step, d->n - 1) + step - gap + (skips_at_end(d) ? SKIP : 0);
}

/* Between the positions of dimension i. */
static double gap_of(const grn_picture_panel *panel, int32_t i)
{
    const int32_t level = grn_dim_level(panel, i);
    return level == 0 ? 0 : level == 1 ? 8 : 15;
}

double grn_svg_grid_offset(const grn_svg_grid *g, int32_t i, int32_t k)
{
    return offset_of(&g->panel->dim[i], g->step[i], k);
}
double grn_svg_grid_inner(const grn_svg_grid *g, int32_t i) { return g->step[i] - gap_of(g->panel, i); }

static double measure_way(grn_svg_grid *g, bool across, double unit)
{
    double span = unit;
    for (int32_t i = g->panel->ndims; i-- > 0;) {
        if (grn_runs_across(g->panel, i) != across)
            continue;
        const double gap = gap_of(g->panel, i);
        g->step[i] = span + gap;
        span = span_of(&g->panel->dim[i], g->step[i], gap);
    }
    return span;
}

static double head_width(const grn_picture_panel *panel)
{
    char type[GRN_LIST_BYTES];
    size_t n =
        strlen(grn_list_text(panel->t->shape, panel->t->rank, type)) + strlen(grn_dtype_text(panel->t->dtype)) + 1;
    double name = grn_svg_text_width(&name_lettering, strlen(panel->name)),
           shape = grn_svg_text_width(&type_lettering, n);
    return name > shape ? name : shape;
}

void grn_svg_grid_measure(const grn_picture *p, const grn_picture_panel *panel, grn_svg_grid *out)
{
    *out = (grn_svg_grid){.picture = p, .panel = panel, .cell_height = CELL_HEIGHT};
    double text = grn_svg_text_width(&value_lettering, (size_t)grn_panel_text_width(p, panel)) + 7;
    out->cell_width = text > LEAST_WIDTH ? text : LEAST_WIDTH;
    out->across = measure_way(out, true, out->cell_width);
    out->down = measure_way(out, false, out->cell_height);
    if (panel->ncells == 0) {
        out->across = 110;
        out->down = CELL_HEIGHT;
    }
    double side = sides_of(p, panel), head = head_width(panel);
    out->width = side + out->across + labels_of(p, panel);
    out->width = head > out->width ? head : out->width;
    out->height = HEAD + bands_of(p, panel) + 4 + (grn_dims_along(panel, false) > 0 ? 4 : 0) + out->down;
}

void grn_svg_grid_place(grn_svg_grid *g, double x, double y)
{
    g->x = x;
    g->y = y;
    g->grid_x = x + sides_of(g->picture, g->panel);
    g->grid_y = y + g->height - g->down;
}

void grn_svg_grid_cell_at(const grn_svg_grid *g, const int32_t *position, double *x, double *y)
{
    *x = g->grid_x;
    *y = g->grid_y;
    for (int32_t i = 0; i < g->panel->ndims; i++) {
        double offset = offset_of(&g->panel->dim[i], g->step[i], position[i]);
        *(grn_runs_across(g->panel, i) ? x : y) += offset;
    }
}

/* ---- numbers and names of dimensions --------------------------------------------------------- */

static void put_ellipsis(grn_page *page, double x, double y, bool across)
{
    grn_page_put(page, "<g");
    grn_svg_paint(page, GRN_PAINT_SOFT, GRN_PAINT_NONE);
    grn_page_put(page, ">");
    for (int i = -1; i <= 1; i++)
        grn_svg_put(page, "<circle cx=\"%f\" cy=\"%f\" r=\"1.2\"/>", x + (across ? 4 * i : 0),
                    y + (across ? 0 : 4 * i));
    grn_page_put(page, "</g>\n");
}

double grn_svg_grid_owners_at(const grn_svg_grid *g, int32_t i)
{
    const bool across = grn_runs_across(g->panel, i);
    double before = across ? g->y + HEAD + g->lead : g->x;
    for (int32_t k = 0; k < i; k++)
        if (grn_runs_across(g->panel, k) == across)
            before += across ? BAND + grn_owned_band(g->picture, g->panel, k) : side_of(g->picture, g->panel, k);
    return before;
}

/* Where the numbers of dimension i are: their offset at right angles to it, behind the devices. */
static double band_of(const grn_svg_grid *g, int32_t i)
{
    const double from = grn_svg_grid_owners_at(g, i) + grn_owned_band(g->picture, g->panel, i);
    return grn_runs_across(g->panel, i) ? from + 11 : from + numbers_of(g->picture, g->panel, i) / 2 - 2;
}

/* The numbers of dimension i, repeated for every position of the outer dimensions that run in the
 * same direction. */
static void put_numbers(grn_page *page, const grn_svg_grid *g, int32_t i, int32_t outer, double at)
{
    const grn_picture_panel *panel = g->panel;
    const bool across = grn_runs_across(panel, i);
    while (outer < i && grn_runs_across(panel, outer) != across)
        outer++;
    const grn_drawn_dim *d = &panel->dim[outer];
    const double inner = g->step[i] - gap_of(panel, i);
    for (int32_t k = 0; k < d->n; k++) {
        double from = at + offset_of(d, g->step[outer], k);
        if (outer < i) {
            put_numbers(page, g, i, outer + 1, from);
            continue;
        }
        if (grn_skips(d, k))
            put_ellipsis(page, across ? from - SKIP / 2 : band_of(g, i), across ? band_of(g, i) - 4 : from - SKIP / 2,
                         across);
        double middle = from + inner / 2;
        grn_svg_text(page, across ? middle : band_of(g, i), across ? band_of(g, i) : middle + 4, &number_lettering,
                     "%" PRId64, d->at[k]);
    }
}

static void put_label(grn_page *page, const grn_svg_grid *g, int32_t i)
{
    const bool across = grn_runs_across(g->panel, i);
    const grn_drawn_dim *d = &g->panel->dim[i];
    char text[GRN_PART_BYTES];
    double x = across ? g->grid_x + g->across + 7 : band_of(g, i) + 2 - numbers_of(g->picture, g->panel, i) / 2;
    double y = across ? band_of(g, i) : g->grid_y - 10;
    grn_svg_text(page, x, y, &label_lettering, "%s", grn_dim_label(g->picture, d, text));
    x += 8 + label_width(g->picture, d);
    for (int role = 0; role < GRN_ROLE_COUNT; role++)
        if (d->roles >> role & 1) {
            grn_svg_sign(page, (grn_role)role, x, y - 4);
            x += SIGN;
        }
}

static void put_head(grn_page *page, const grn_svg_grid *g)
{
    const grn_picture_panel *panel = g->panel;
    char shape[GRN_LIST_BYTES];
    grn_svg_text(page, g->x, g->y + 12, &name_lettering, "%s", panel->name);
    grn_svg_text(page, g->x, g->y + 27, &type_lettering, "%s %s", grn_dtype_text(panel->t->dtype),
                 grn_list_text(panel->t->shape, panel->t->rank, shape));
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void put_cell_title(grn_page *page, const grn_picture *p, const grn_picture_panel *panel, const grn_cell *c)
{
    char devices[GRN_OWNER_BYTES];
    grn_page_put(page, "<title>%s", panel->name);
    grn_page_list(page, c->at, panel->t->rank);
    if (panel->t->data) {
        grn_page_put(page, " = ");
        grn_page_value(page, panel->t->dtype, grn_tensor_at(panel->t, grn_offset_in(panel->t, c->at)));
    }
    if (c->clamped)
        grn_page_put(page, ", clamped to %" PRId64, c->to);
    if (c->partly)
        grn_page_put(page, ", a part of the window is outside");
    if (c->left_out)
        grn_page_put(page, panel->kind == GRN_PANEL_INDICES ? ", out of range" : ", left out");
    if (panel->owned && grn_owned_text_at(p, panel, c->at, devices)[0])
        grn_page_put(page, ", on device %s", devices);
    if (c->hits)
        grn_page_put(page, panel->kind == GRN_PANEL_RESULT ? ", updated %" PRIu32 " times" : ", read %" PRIu32 " times",
                     c->hits);
    grn_page_put(page, "</title>");
}

static grn_paint paint_of(const grn_cell *c)
{
    if (c->clamped)
        return GRN_PAINT_MOVED;
    return c->hits > 1 ? GRN_PAINT_TWICE : c->hits == 1 ? GRN_PAINT_READ : GRN_PAINT_CELL;
}

/* Marks of a cell: in the corner where it is reached more than once, a stroke where it is left out,
 * dashes where its index was clamped, half a line where its window is partly outside. */
static void put_marks(grn_page *page, const grn_svg_grid *g, const grn_cell *c, double x, double y)
{
    const double w = g->cell_width, h = g->cell_height;
    if (c->hits > 1) {
        grn_svg_put(page, "<path d=\"M%f %fh-8l8 8z\"", x + w - 1, y + 1);
        grn_svg_paint(page, GRN_PAINT_SOFT, GRN_PAINT_NONE);
        grn_page_put(page, "/>");
    }
    if (c->left_out) {
        grn_svg_put(page, "<path d=\"M%f %fL%f %f\" stroke-width=\"1.3\" stroke-opacity=\"0.7\"", x + 2, y + h - 2,
                    x + w - 2, y + 2);
        grn_svg_paint(page, GRN_PAINT_NONE, GRN_PAINT_BAD);
        grn_page_put(page, "/>");
    }
    if (c->partly) {
        grn_svg_put(page, "<path d=\"M%f %fh%f\" stroke-width=\"2\"", x + w / 2, y + h - 3, w / 2 - 4);
        grn_svg_paint(page, GRN_PAINT_NONE, GRN_PAINT_BAD);
        grn_page_put(page, "/>");
    }
    if (c->clamped) {
        grn_svg_put(page, "<path d=\"M%f %fh%f\" stroke-width=\"2\" stroke-dasharray=\"3 2\"", x + 4, y + h - 3, w - 8);
        grn_svg_paint(page, GRN_PAINT_NONE, GRN_PAINT_BAD);
        grn_page_put(page, "/>");
    }
}

static void put_cell(grn_page *page, const grn_picture *p, const grn_svg_grid *g, int64_t number)
{
    grn_cell c;
    int32_t position[GRN_DRAWN_RANK];
    double x, y;
    grn_picture_cell(p, g->panel, number, &c);
    grn_picture_panel_positions(g->panel, number, position);
    grn_svg_grid_cell_at(g, position, &x, &y);
    grn_page_put(page, "<g data-tensor=\"%s\" data-at=\"", g->panel->data);
    grn_page_at(page, c.at, g->panel->t->rank);
    if (g->panel->input > 0)
        grn_page_put(page, "\" data-input=\"%zu", g->panel->input);
    grn_page_put(page, "\">");
    put_cell_title(page, p, g->panel, &c);
    grn_svg_put(page, "<rect x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\" stroke-width=\"1\"", x, y, g->cell_width,
                g->cell_height);
    grn_svg_paint(page, paint_of(&c), GRN_PAINT_LINE);
    grn_page_put(page, "/>");
    for (size_t i = 0; i < p->ntraces; i++)
        if (c.in_window >> i & 1) {
            grn_svg_put(page, "<rect x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\" fill-opacity=\"0.22\"", x, y,
                        g->cell_width, g->cell_height);
            grn_svg_paint(page, grn_svg_trace_paint(i), GRN_PAINT_NONE);
            grn_page_put(page, "/>");
        }
    put_marks(page, g, &c, x, y);
    grn_svg_text(page, x + g->cell_width / 2, y + 15, c.left_out ? &bad_lettering : &value_lettering, "%s", c.text);
    grn_page_put(page, "</g>\n");
}

static void put_nothing(grn_page *page, const grn_svg_grid *g)
{
    grn_svg_put(page, "<rect x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\" stroke-dasharray=\"4 3\"", g->grid_x,
                g->grid_y, g->across, g->down);
    grn_svg_paint(page, GRN_PAINT_NONE, GRN_PAINT_LINE);
    grn_page_put(page, "/>");
    grn_svg_text(page, g->grid_x + g->across / 2, g->grid_y + 15, &number_lettering, "no elements");
}

void grn_svg_grid_draw(grn_page *page, const grn_picture *p, const grn_svg_grid *g)
{
    if (g->panel->ncells == 0)
        put_nothing(page, g);
    for (int64_t n = 0; n < g->panel->ncells; n++)
        put_cell(page, p, g, n);
    grn_svg_grid_draw_separators(page, g);
}

void grn_svg_grid_draw_names(grn_page *page, const grn_svg_grid *g)
{
    put_head(page, g);
    grn_svg_grid_draw_owners(page, g);
    for (int32_t i = 0; i < g->panel->ndims; i++) {
        put_label(page, g, i);
        if (g->panel->ncells > 0)
            put_numbers(page, g, i, 0, grn_runs_across(g->panel, i) ? g->grid_x : g->grid_y);
    }
}
