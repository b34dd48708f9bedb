/* chart.c - curves as SVG: a frame with a line for each power of ten, a line for each curve, its
 * name where it ends. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "explain/chart.h"
#include "explain/svg.h"

#define LEFT 86.0
#define RIGHT 816.0
#define TOP 74.0
#define BOTTOM 400.0
#define HEIGHT 452.0

/* An axis: the powers of ten that it begins and ends with. */
typedef struct axis {
    int first, last;
    double from, to; /* on the page */
} axis;

static double place(const axis *a, double value)
{
    const double part = (log10(value) - a->first) / (a->last - a->first);
    return a->from + part * (a->to - a->from);
}

static axis axis_of(double least, double most, double from, double to)
{
    axis a = {(int)floor(log10(least) + 1e-9), (int)ceil(log10(most) - 1e-9), from, to};
    a.last += a.last == a.first;
    return a;
}

/* Both axes, over all points. */
static void find_axes(const grn_chart *c, axis *x, axis *y)
{
    double least[2] = {INFINITY, INFINITY}, most[2] = {0, 0};
    for (size_t i = 0; i < c->ncurves && !c->curves[i].is_ideal; i++)
        for (int32_t k = 0; k < c->curves[i].npoints; k++) {
            const double at[2] = {c->curves[i].x[k], c->curves[i].y[k]};
            for (int d = 0; d < 2; d++) {
                least[d] = fmin(least[d], at[d]);
                most[d] = fmax(most[d], at[d]);
            }
        }
    *x = axis_of(least[0], most[0], LEFT, RIGHT);
    *y = axis_of(least[1], most[1], BOTTOM, TOP);
}

/* "10 us" of 1e-5. */
static void write_seconds(int power, char *out, size_t bytes)
{
    static const char *const units[] = {"ps", "ns", "us", "ms", "s"};
    int unit = (power + 12) / 3;
    unit = power < -12 ? 0 : unit > 4 ? 4 : unit;
    const int over = power + 12 - 3 * unit;
    if (over < 0 || over > 3)
        snprintf(out, bytes, "1e%d s", power);
    else
        snprintf(out, bytes, "%d %s", over == 0 ? 1 : over == 1 ? 10 : over == 2 ? 100 : 1000, units[unit]);
}

static void write_count(int power, char *out, size_t bytes)
{
    static const char *const texts[] = {"1", "10", "100", "1k", "10k", "100k", "1M"};
    if (power >= 0 && power < (int)(sizeof texts / sizeof *texts))
        snprintf(out, bytes, "%s", texts[power]);
    else
        snprintf(out, bytes, "1e%d", power);
}

static void line(grn_page *page, double x1, double y1, double x2, double y2)
{
    grn_svg_put(page, "<path d=\"M%f %f L%f %f\"", x1, y1, x2, y2);
    grn_svg_paint(page, GRN_PAINT_NONE, GRN_PAINT_LINE);
    grn_page_put(page, "/>\n");
}

static void frame(grn_page *page, const grn_chart *c, const axis *x, const axis *y)
{
    static const grn_lettering down = {12, false, false, GRN_MIDDLE, GRN_PAINT_SOFT, false},
                               side = {12, false, false, GRN_END, GRN_PAINT_SOFT, false};
    char text[32];
    for (int power = x->first; power <= x->last; power++) {
        const double at = place(x, pow(10, power));
        line(page, at, TOP, at, BOTTOM);
        write_count(power, text, sizeof text);
        grn_svg_text(page, at, BOTTOM + 18, &down, "%s", text);
    }
    const int step = (y->last - y->first) / 12 + 1;
    for (int power = y->first; power <= y->last; power += step) {
        const double at = place(y, pow(10, power));
        line(page, LEFT, at, RIGHT, at);
        write_seconds(power, text, sizeof text);
        grn_svg_text(page, LEFT - 8, at + 4, &side, "%s", text);
    }
    grn_svg_text(page, (LEFT + RIGHT) / 2, BOTTOM + 38, &down, "%s", c->across);
}

/* From the first point to the last, or to where it leaves the frame: on logarithmic axes it is
 * straight. */
static void ideal(grn_page *page, const grn_chart_curve *c, const axis *x, const axis *y)
{
    const int32_t last = c->npoints - 1;
    const double x1 = place(x, c->x[0]), y1 = place(y, c->y[0]), y2 = place(y, c->y[last]), x2 = place(x, c->x[last]);
    const double part = y2 > BOTTOM ? (BOTTOM - y1) / (y2 - y1) : 1;
    grn_svg_put(page, "<path stroke-width=\"1\" stroke-dasharray=\"5 4\" d=\"M%f %f L%f %f\"", x1, y1,
                x1 + part * (x2 - x1), y1 + part * (y2 - y1));
    grn_svg_paint(page, GRN_PAINT_NONE, GRN_PAINT_SOFT);
    grn_page_put(page, "/>\n");
}

static void put_labels(grn_page *page, const grn_chart_curve *c, size_t number, const axis *x, const axis *y)
{
    const grn_lettering text = {11, false, false, GRN_START, grn_svg_trace_paint(number), true};
    for (int32_t k = 0; k < c->npoints; k++)
        if (c->label[k])
            grn_svg_text(page, place(x, c->x[k]) + 2, place(y, c->y[k]) + (c->below ? 18 : -9), &text, "%s",
                         c->label[k]);
}

static void curve(grn_page *page, const grn_chart_curve *c, size_t number, const axis *x, const axis *y)
{
    const grn_lettering name = {12, false, true, GRN_START, grn_svg_trace_paint(number), true};
    grn_svg_put(page, "<path stroke-width=\"2\" d=\"");
    for (int32_t k = 0; k < c->npoints; k++)
        grn_svg_put(page, "%s%f %f", k ? " L" : "M", place(x, c->x[k]), place(y, c->y[k]));
    grn_page_put(page, "\"");
    grn_svg_paint(page, GRN_PAINT_NONE, grn_svg_trace_paint(number));
    grn_svg_dash(page, number);
    grn_page_put(page, "/>\n");
    for (int32_t k = 0; k < c->npoints; k++) {
        grn_svg_put(page, "<circle cx=\"%f\" cy=\"%f\" r=\"3\"", place(x, c->x[k]), place(y, c->y[k]));
        grn_svg_paint(page, grn_svg_trace_paint(number), GRN_PAINT_NONE);
        if (c->note[k])
            grn_page_put(page, "><title>%s</title></circle>\n", c->note[k]);
        else
            grn_page_put(page, "/>\n");
    }
    const int32_t last = c->npoints - 1;
    grn_svg_text(page, place(x, c->x[last]) + 9, place(y, c->y[last]) + 4, &name, "%s", c->name);
}

grn_status grn_chart_draw(const grn_chart *chart, const grn_sink *sink)
{
    static const grn_lettering title = {17, false, true, GRN_START, GRN_PAINT_INK, false},
                               subtitle = {12, false, false, GRN_START, GRN_PAINT_SOFT, false};
    grn_page page = {sink, GRN_OK};
    axis x, y;
    find_axes(chart, &x, &y);
    grn_svg_put(&page,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" class=\"grn-picture\" role=\"img\" "
                "font-family=\"%s\" "
                "width=\"%d\" height=\"%f\" viewBox=\"0 0 %d %f\">\n",
                GRN_SVG_SANS, GRN_SVG_WIDTH, HEIGHT, GRN_SVG_WIDTH, HEIGHT);
    grn_svg_style(&page, false);
    grn_svg_put(&page, "<rect width=\"%d\" height=\"%f\" rx=\"6\"", GRN_SVG_WIDTH, HEIGHT);
    grn_svg_paint(&page, GRN_PAINT_PAPER, GRN_PAINT_NONE);
    grn_page_put(&page, "/>\n");
    grn_svg_text(&page, GRN_SVG_MARGIN, 30, &title, "%s", chart->title);
    grn_svg_text(&page, GRN_SVG_MARGIN, 49, &subtitle, "%s", chart->subtitle);
    frame(&page, chart, &x, &y);
    for (size_t i = 0; i < chart->ncurves; i++)
        if (chart->curves[i].is_ideal)
            ideal(&page, &chart->curves[i], &x, &y);
    for (size_t i = 0; i < chart->ncurves && !chart->curves[i].is_ideal; i++) {
        curve(&page, &chart->curves[i], i, &x, &y);
        put_labels(&page, &chart->curves[i], i, &x, &y);
    }
    grn_page_put(&page, "</svg>\n");
    return page.status;
}
