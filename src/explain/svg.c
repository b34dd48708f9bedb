/* svg.c - the picture as SVG: title, tensors side by side, the steps of what is traced, the
 * attributes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/svg.h"

#define GAP 24.0 /* between tensors */
#define TOP 62.0 /* the title's */

static const grn_lettering title = {17, false, true, GRN_START, GRN_PAINT_INK, false},
                           subtitle = {12, false, false, GRN_START, GRN_PAINT_SOFT, false};

/* ---- frame ----------------------------------------------------------------------------------- */

/* Some grids have bands of devices above them and others do not. */
static void align(const grn_picture *p, grn_svg_grid *grids)
{
    double most = 0;
    for (int i = 0; i < p->npanels; i++)
        most = grids[i].height - grids[i].down > most ? grids[i].height - grids[i].down : most;
    for (int i = 0; i < p->npanels; i++) {
        grids[i].lead = most - (grids[i].height - grids[i].down);
        grids[i].height += grids[i].lead;
    }
}

/* Places tensors from left to right, with a new row where the page ends. Answers the height below
 * `top`. */
static double place(const grn_picture *p, grn_svg_grid *grids, double top)
{
    double x = GRN_SVG_MARGIN, y = top, row = 0;
    for (int i = 0; i < p->npanels; i++)
        grn_svg_grid_measure(p, &p->panel[i], &grids[i]);
    if (p->scene->owners)
        align(p, grids);
    for (int i = 0; i < p->npanels; i++) {
        if (i > 0 && x + grids[i].width > GRN_SVG_WIDTH - GRN_SVG_MARGIN) {
            x = GRN_SVG_MARGIN;
            y += row + 28;
            row = 0;
        }
        grn_svg_grid_place(&grids[i], x, y);
        x += grids[i].width + GAP;
        row = grids[i].height > row ? grids[i].height : row;
    }
    return y + row - top;
}

/* The width that is left is spread between the tensors of a row. */
static void spread(const grn_picture *p, grn_svg_grid *grids)
{
    for (int from = 0, to; from < p->npanels; from = to) {
        double used = 0;
        for (to = from; to < p->npanels && grids[to].y == grids[from].y; to++)
            used = grids[to].x + grids[to].width;
        double left = GRN_SVG_WIDTH - GRN_SVG_MARGIN - used;
        for (int i = from + 1; i < to && left > 0; i++) {
            double share = left * (i - from) / (to - from);
            grn_svg_grid_place(&grids[i], grids[i].x + (share > 70.0 * (i - from) ? 70.0 * (i - from) : share),
                               grids[i].y);
        }
    }
}

static void put_types(grn_page *page, const grn_picture *p)
{
    for (int i = 0; i < p->npanels; i++) {
        grn_page_put(page, "%s%s ", i ? ", " : "", p->panel[i].name);
        for (int32_t d = 0; d < p->panel[i].t->rank; d++)
            grn_page_put(page, "%" PRId64 "x", p->panel[i].t->shape[d]);
        const char *dtype = grn_dtype_text(p->panel[i].t->dtype);
        grn_page_name(page, dtype, strlen(dtype), true);
    }
}

static void put_description(grn_page *page, const grn_picture *p)
{
    const grn_scene *s = p->scene;
    grn_page_put(page, "<title>%s</title>\n<desc>%s at %" PRIu32 ":%" PRIu32 " of @", s->op, s->op, s->place.line,
                 s->place.column);
    grn_page_name(page, s->function, s->function_bytes, true);
    grn_page_put(page, ": ");
    put_types(page, p);
    for (size_t i = 0; i < p->ntraces; i++) {
        const grn_explained *e = &p->trace[i];
        grn_page_put(page, ". %c: %s [", grn_trace_letter(i), p->words.updates);
        grn_page_at(page, e->dense_index, e->dense_rank);
        grn_page_put(page, "], %s %s [", grn_explain_end_text(e->end), p->words.operand);
        grn_page_at(page, e->operand_index, e->operand_rank);
        grn_page_put(page, "]");
    }
    grn_page_put(page, "</desc>\n");
}

/* What the op does with an element. */
static void element_text(const grn_picture *p, char *out, size_t bytes)
{
    const grn_access_words *w = &p->words;
    if (p->scene->problem.gather)
        snprintf(out, bytes, "%s[result_index] = %s[operand_index]", w->result, w->operand);
    else if (p->scene->problem.scatter->combiner == GRN_COMBINE_REPLACE)
        snprintf(out, bytes, "%s[result_index] = %s[update_index]", w->result, w->updates);
    else
        snprintf(out, bytes, "%s[result_index] = %s(%s[result_index], %s[update_index])", w->result,
                 p->scene->problem.scatter->combiner == GRN_COMBINE_REGION
                     ? "update_computation"
                     : grn_combiner_text(p->scene->problem.scatter->combiner),
                 w->result, w->updates);
}

/* Which of several inputs are shown. */
static void inputs_text(const grn_picture *p, char *out, size_t bytes)
{
    const size_t all = p->scene->problem.npairs;
    if (all == 1)
        snprintf(out, bytes, "%s", "");
    else if (p->ninputs == all)
        snprintf(out, bytes, ";  %zu inputs", all);
    else if (p->ninputs == 1)
        snprintf(out, bytes, ";  input %zu of %zu", p->first_input, all);
    else
        snprintf(out, bytes, ";  the first %zu of %zu inputs", p->ninputs, all);
}

static const char *bounds_text(const grn_picture *p)
{
    static const char *const text[] = {[GRN_BOUNDS_CLAMP] = "clamped",
                                       [GRN_BOUNDS_FILL] = "filled",
                                       [GRN_BOUNDS_SKIP] = "dropped",
                                       [GRN_BOUNDS_ERROR] = "an error",
                                       [GRN_BOUNDS_PROMISE] = "promised not to be"};
    return p->meaning.dims->start_index_map.count > 0 ? text[p->meaning.rule.bounds] : NULL;
}

static void put_heading(grn_page *page, const grn_picture *p)
{
    const grn_index_rule *rule = &p->meaning.rule;
    grn_svg_text(page, GRN_SVG_MARGIN, 30, &title, "%s%s", p->scene->op, p->scene->is_part ? ", one part" : "");
    const char *bounds = bounds_text(p);
    char inputs[48], element[3 * GRN_PART_BYTES + 80];
    element_text(p, element, sizeof element);
    inputs_text(p, inputs, sizeof inputs);
    grn_svg_text(page, GRN_SVG_MARGIN, 49, &subtitle, "%s%s%s%s%s%s", element,
                 rule->base ? ";  indices count from one" : "",
                 rule->wrap_negative ? ";  negative indices count from the end" : "", bounds ? ";  out of range: " : "",
                 bounds ? bounds : "", inputs);
}

/* ---- the picture ----------------------------------------------------------------------------- */

static double height_of(const grn_picture *p, double y)
{
    grn_svg_steps(NULL, p, &y);
    grn_svg_tiles(NULL, p, &y);
    grn_svg_owners(NULL, p, &y);
    grn_svg_legend(NULL, p, &y);
    return y + GRN_SVG_MARGIN - 8;
}

static void write_svg(grn_page *page, const grn_picture *p)
{
    grn_svg_grid grids[GRN_PANELS];
    double y = TOP + place(p, grids, TOP) + 30;
    spread(p, grids);
    const double height = height_of(p, y);
    grn_svg_put(page,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" class=\"grn-picture\" role=\"img\" "
                "font-family=\"%s\" "
                "width=\"%d\" height=\"%f\" viewBox=\"0 0 %d %f\">\n",
                GRN_SVG_MONO, GRN_SVG_WIDTH, height, GRN_SVG_WIDTH, height);
    put_description(page, p);
    grn_svg_style(page, p->scene->owners != NULL);
    grn_svg_put(page, "<rect width=\"%d\" height=\"%f\" rx=\"6\"", GRN_SVG_WIDTH, height);
    grn_svg_paint(page, GRN_PAINT_PAPER, GRN_PAINT_NONE);
    grn_page_put(page, "/>\n");
    put_heading(page, p);
    for (int i = 0; i < p->npanels; i++)
        grn_svg_grid_draw(page, p, &grids[i]);
    grn_page_put(page, "<g pointer-events=\"none\">\n");
    grn_svg_traces(page, p, grids);
    for (int i = 0; i < p->npanels; i++)
        grn_svg_grid_draw_names(page, &grids[i]);
    grn_svg_badges(page, p, grids);
    grn_page_put(page, "</g>\n");
    grn_svg_steps(page, p, &y);
    grn_svg_tiles(page, p, &y);
    grn_svg_owners(page, p, &y);
    grn_svg_legend(page, p, &y);
    grn_page_put(page, "</svg>\n");
}

grn_status grn_draw_svg(const grn_scene *s, const grn_question *q, const grn_diag *diag, const grn_sink *sink)
{
    grn_picture p;
    grn_page page = {sink, GRN_OK};
    const bool alone = s->problem.scatter == NULL;
    grn_status status =
        grn_picture_init(&p, s, q, &(grn_picture_limits){alone ? 18 : 16, 16, 118 - grn_longer_labels(s), 60});
    if (status == GRN_OK)
        write_svg(&page, &p);
    else
        grn_fail(diag, grn_no_place, status, "memory refused for a picture");
    grn_picture_destroy(&p);
    return status == GRN_OK ? page.status : status;
}
