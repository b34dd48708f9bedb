/* svg_legend.c - the attributes with their values and what they say here, and what the marks
 * mean. */
#include <inttypes.h>
#include <string.h>

#include "explain/svg.h"

#define ROW 20.0

static const grn_lettering name_lettering = {12, true, true, GRN_START, GRN_PAINT_INK, false},
                           text_lettering = {12, false, false, GRN_START, GRN_PAINT_SOFT, false};

/* ---- marks ----------------------------------------------------------------------------------- */

/* Which marks there are in a picture. */
typedef struct marks {
    bool once, twice, clamped, partly, left_out;
} marks;

static marks find_marks(const grn_picture *p)
{
    marks m = {.once = false};
    for (int i = 0; i < p->npanels; i++)
        for (int64_t n = 0; n < p->panel[i].ncells; n++) {
            grn_cell c;
            grn_picture_cell(p, &p->panel[i], n, &c);
            m.once |= c.hits == 1;
            m.twice |= c.hits > 1;
            m.clamped |= c.clamped;
            m.partly |= c.partly;
            m.left_out |= c.left_out;
        }
    return m;
}

static void put_swatch(grn_page *page, double x, double y, grn_paint fill, const char *path, grn_paint stroke)
{
    grn_svg_put(page, "<rect x=\"%f\" y=\"%f\" width=\"18\" height=\"14\" stroke-width=\"1\"", x, y - 11);
    grn_svg_paint(page, fill, GRN_PAINT_LINE);
    grn_page_put(page, "/>");
    if (path) {
        grn_svg_put(page, "<path transform=\"translate(%f %f)\" d=\"%s\" stroke-width=\"1.2\"", x, y - 11, path);
        grn_svg_paint(page, stroke == GRN_PAINT_SOFT ? GRN_PAINT_SOFT : GRN_PAINT_NONE, stroke);
        grn_page_put(page, "/>");
    }
}

static double put_mark(grn_page *page, double x, double y, grn_paint fill, const char *path, grn_paint stroke,
                       const char *text)
{
    put_swatch(page, x, y, fill, path, stroke);
    grn_svg_text(page, x + 24, y, &text_lettering, "%s", text);
    return x + 24 + grn_svg_text_width(&text_lettering, strlen(text)) + 22;
}

static const char *left_out_text(const grn_picture *p)
{
    switch (p->meaning.rule.bounds) {
    case GRN_BOUNDS_FILL: return "out of range: filled";
    case GRN_BOUNDS_SKIP: return "out of range: dropped";
    default: return "out of range: an error";
    }
}

static void put_marks(grn_page *page, const grn_picture *p, const marks *m, double y)
{
    const bool is_scatter = p->scene->problem.scatter != NULL;
    double x = GRN_SVG_MARGIN;
    if (m->once)
        x = put_mark(page, x, y, GRN_PAINT_READ, NULL, GRN_PAINT_NONE, is_scatter ? "updated" : "read");
    if (m->twice)
        x = put_mark(page, x, y, GRN_PAINT_TWICE, "M17 1h-8l8 8z", GRN_PAINT_SOFT,
                     is_scatter ? "updated more than once" : "read more than once");
    if (m->clamped)
        x = put_mark(page, x, y, GRN_PAINT_MOVED, "M3 11h12", GRN_PAINT_BAD,
                     "clamped: the index, and the start it became");
    if (m->partly)
        x = put_mark(page, x, y, GRN_PAINT_CELL, "M9 11h6", GRN_PAINT_BAD,
                     "window partly outside: that part is dropped");
    if (m->left_out)
        put_mark(page, x, y, GRN_PAINT_CELL, "M2 12L16 2", GRN_PAINT_BAD, left_out_text(p));
}

/* ---- attributes ------------------------------------------------------------------------------ */

static size_t widest(const grn_attribute_note *note, int n)
{
    size_t most = 0;
    for (int i = 0; i < n; i++) {
        size_t all = strlen(note[i].name) + strlen(note[i].value) + 3 + (note[i].own ? strlen(note[i].own) + 2 : 0);
        most = all > most ? all : most;
    }
    return most;
}

static void put_notes(grn_page *page, const grn_attribute_note *note, int n, double y)
{
    const double text = GRN_SVG_MARGIN + 34 + grn_svg_text_width(&name_lettering, widest(note, n));
    for (int i = 0; i < n; i++) {
        grn_svg_sign(page, note[i].role, GRN_SVG_MARGIN + 6, y + ROW * i - 4);
        grn_svg_text(page, GRN_SVG_MARGIN + 18, y + ROW * i, &name_lettering, "%s%s%s = %s",
                     note[i].own ? note[i].own : "", note[i].own ? ": " : "", note[i].name, note[i].value);
        grn_svg_text(page, text, y + ROW * i, &text_lettering, "%s", note[i].text);
    }
}

void grn_svg_legend(grn_page *page, const grn_picture *p, double *y)
{
    grn_attribute_note note[GRN_NOTES];
    const int n = grn_picture_notes(p, note);
    const marks m = find_marks(p);
    const bool has_marks = m.once || m.twice || m.clamped || m.partly || m.left_out;
    if (page) {
        grn_svg_put(page, "<path d=\"M%d %fH%d\" stroke-width=\"1\"", GRN_SVG_MARGIN, *y - 14,
                    GRN_SVG_WIDTH - GRN_SVG_MARGIN);
        grn_svg_paint(page, GRN_PAINT_NONE, GRN_PAINT_LINE);
        grn_page_put(page, "/>\n");
        put_notes(page, note, n, *y + 8);
        if (has_marks)
            put_marks(page, p, &m, *y + ROW * n + 18);
    }
    *y += ROW * n + (has_marks ? 26 : 4);
}
