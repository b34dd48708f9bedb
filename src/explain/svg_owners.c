/* svg_owners.c - a program that is divided over devices: the devices of rows and columns, lines
 * between parts, and the list below. */
#include <stdio.h>
#include <string.h>

#include "explain/svg.h"

#define BAND 16.0
#define ROW 20.0

static const grn_lettering device_lettering = {11, true, false, GRN_MIDDLE, GRN_PAINT_INK, false},
                           caption_lettering = {11, true, false, GRN_START, GRN_PAINT_SOFT, true},
                           name_lettering = {12, true, true, GRN_START, GRN_PAINT_INK, false},
                           text_lettering = {12, false, false, GRN_START, GRN_PAINT_SOFT, false};

/* A band above columns is one line high, one beside rows as wide as its text. */
double grn_owned_band(const grn_picture *p, const grn_picture_panel *panel, int32_t i)
{
    if (!grn_owned_divides(panel, i))
        return 0;
    return grn_runs_across(panel, i)
               ? BAND
               : grn_svg_text_width(&device_lettering, (size_t)grn_owned_characters(p, panel, i) + 4) + 14;
}

/* Called for each position of the outer dimensions that run in the direction of dimension i: `at`
 * is where dimension i begins. */
typedef void (*at_place)(grn_page *page, const grn_svg_grid *g, int32_t i, double at);

static void at_each_place(grn_page *page, const grn_svg_grid *g, int32_t i, int32_t outer, double at, at_place each)
{
    while (outer < i && grn_runs_across(g->panel, outer) != grn_runs_across(g->panel, i))
        outer++;
    if (outer == i)
        each(page, g, i, at);
    for (int32_t k = 0; outer < i && k < g->panel->dim[outer].n; k++)
        at_each_place(page, g, i, outer + 1, at + grn_svg_grid_offset(g, outer, k), each);
}

static void at_all(grn_page *page, const grn_svg_grid *g, at_place each)
{
    for (int32_t i = 0; i < g->panel->ndims; i++)
        if (grn_owned_divides(g->panel, i))
            at_each_place(page, g, i, 0, grn_runs_across(g->panel, i) ? g->grid_x : g->grid_y, each);
}

/* ---- between parts --------------------------------------------------------------------------- */

static void put_separators(grn_page *page, const grn_svg_grid *g, int32_t i, double at)
{
    for (int32_t k = 1; k < g->panel->dim[i].n; k++) {
        if (!grn_owned_begins(g->panel, i, k))
            continue;
        const double end = at + grn_svg_grid_offset(g, i, k - 1) + grn_svg_grid_inner(g, i);
        const double middle = (end + at + grn_svg_grid_offset(g, i, k)) / 2;
        if (grn_runs_across(g->panel, i))
            grn_svg_put(page, "<path d=\"M%f %fv%f\" stroke-width=\"1.5\"", middle, g->grid_y - 2, g->down + 4);
        else
            grn_svg_put(page, "<path d=\"M%f %fh%f\" stroke-width=\"1.5\"", g->grid_x - 2, middle, g->across + 4);
        grn_svg_paint(page, GRN_PAINT_NONE, GRN_PAINT_INK);
        grn_page_put(page, "/>\n");
    }
}

void grn_svg_grid_draw_separators(grn_page *page, const grn_svg_grid *g) { at_all(page, g, put_separators); }

/* ---- beside and above ------------------------------------------------------------------------ */

static void put_band(grn_page *page, double x, double y, double width, double height, int32_t part)
{
    grn_svg_put(page, "<rect x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\" rx=\"3\"", x, y, width, height);
    grn_svg_paint(page, (grn_paint)(GRN_PAINT_OWNER_A + part % 4), GRN_PAINT_NONE);
    grn_page_put(page, "/>\n");
}

/* The text stands beside the middle one of the rows, not between two, where lines of traces run. */
static void put_owner(grn_page *page, const grn_svg_grid *g, int32_t i, int32_t k, double at)
{
    char text[GRN_OWNER_BYTES];
    const int32_t last = grn_owned_last(g->panel, i, k), middle = (k + last) / 2;
    const double band = grn_owned_band(g->picture, g->panel, i), from = at + grn_svg_grid_offset(g, i, k),
                 length = at + grn_svg_grid_offset(g, i, last) + grn_svg_grid_inner(g, i) - from,
                 place = grn_svg_grid_owners_at(g, i);
    grn_owned_text(g->picture, g->panel, i, k, text);
    if (grn_runs_across(g->panel, i)) {
        put_band(page, from + 1, place, length - 2, BAND - 2, grn_owned_part(g->panel, i, k));
        grn_svg_text(page, from + length / 2, place + 11, &device_lettering, "%s", text);
    } else {
        put_band(page, place, from + 1, band - 6, length - 2, grn_owned_part(g->panel, i, k));
        grn_svg_text(page, place + (band - 6) / 2,
                     at + grn_svg_grid_offset(g, i, middle) + grn_svg_grid_inner(g, i) / 2 + 4, &device_lettering,
                     "dev %s", text);
    }
}

static void put_owners(grn_page *page, const grn_svg_grid *g, int32_t i, double at)
{
    for (int32_t k = 0; k < g->panel->dim[i].n; k = grn_owned_last(g->panel, i, k) + 1)
        put_owner(page, g, i, k, at);
}

void grn_svg_grid_draw_owners(grn_page *page, const grn_svg_grid *g)
{
    at_all(page, g, put_owners);
    for (int32_t i = 0; i < g->panel->ndims; i++)
        if (grn_owned_divides(g->panel, i) && grn_runs_across(g->panel, i))
            grn_svg_text(page, g->grid_x + g->across + 7, grn_svg_grid_owners_at(g, i) + 11, &caption_lettering, "dev");
}

/* ---- below ----------------------------------------------------------------------------------- */

void grn_svg_owners(grn_page *page, const grn_picture *p, double *y)
{
    char name[GRN_PART_BYTES], text[GRN_OWNER_LINE_BYTES];
    size_t most = 0;
    if (p->scene->owners == NULL)
        return;
    for (int i = 0; grn_owned_line(p, i, name, text); i++)
        most = strlen(name) > most ? strlen(name) : most;
    const double beside = GRN_SVG_MARGIN + grn_svg_text_width(&name_lettering, most) + 16;
    for (int i = 0; grn_owned_line(p, i, name, text); i++) {
        if (page) {
            grn_svg_text(page, GRN_SVG_MARGIN, *y + 8, &name_lettering, "%s", name);
            grn_svg_text(page, beside, *y + 8, &text_lettering, "%s", text);
        }
        *y += ROW;
    }
    *y += 26;
}
