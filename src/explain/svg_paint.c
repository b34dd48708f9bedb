/* svg_paint.c - colours, lettering and small shapes. */
#include <inttypes.h>
#include <string.h>

#include "explain/svg.h"

static const struct {
    const char *property, *light, *dark;
} paints[] = {
#define PAINT_ROW(name, property, light, dark) [GRN_PAINT_##name] = {property, light, dark},
    GRN_PAINTS(PAINT_ROW)
#undef PAINT_ROW
};

/* "12", "12.5": rounded to tenths. */
static void put_number(grn_page *page, double x)
{
    const bool negative = x < 0;
    const int64_t tenths = (int64_t)((negative ? -x : x) * 10 + 0.5);
    grn_page_put(page, "%s%" PRId64, negative && tenths ? "-" : "", tenths / 10);
    if (tenths % 10)
        grn_page_put(page, ".%d", (int)(tenths % 10));
}

void grn_svg_put(grn_page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    while (*format) {
        const size_t plain = strcspn(format, "%");
        grn_page_put(page, "%.*s", (int)plain, format);
        format += plain;
        if (*format == 0)
            break;
        if (format[1] == 'f')
            put_number(page, va_arg(args, double));
        else if (format[1] == 'd')
            grn_page_put(page, "%d", va_arg(args, int));
        else
            grn_page_put(page, "%s", va_arg(args, const char *));
        format += 2;
    }
    va_end(args);
}

void grn_svg_paint(grn_page *page, grn_paint fill, grn_paint stroke)
{
    grn_page_put(page, " fill=\"%s\"", paints[fill].light);
    if (stroke != GRN_PAINT_NONE)
        grn_page_put(page, " stroke=\"%s\"", paints[stroke].light);
    if (fill == GRN_PAINT_NONE && stroke == GRN_PAINT_NONE)
        return;
    grn_page_put(page, " class=\"");
    if (fill != GRN_PAINT_NONE)
        grn_page_put(page, "grn-f-%s%s", paints[fill].property, stroke != GRN_PAINT_NONE ? " " : "");
    if (stroke != GRN_PAINT_NONE)
        grn_page_put(page, "grn-s-%s", paints[stroke].property);
    grn_page_put(page, "\"");
}

static void put_properties(grn_page *page, bool dark, int count)
{
    for (int i = GRN_PAINT_NONE + 1; i < count; i++)
        grn_page_put(page, "--grn-%s:%s;", paints[i].property, dark ? paints[i].dark : paints[i].light);
}

/* A viewer without custom properties drops the rules that use them, and the attributes stay. */
void grn_svg_style(grn_page *page, bool has_owners)
{
    const int count = has_owners ? GRN_PAINT_COUNT : GRN_PAINT_OWNER_A;
    grn_page_put(page, "<style>\n.grn-picture{");
    put_properties(page, false, count);
    grn_page_put(page, "}\n@media (prefers-color-scheme:dark){.grn-picture{");
    put_properties(page, true, count);
    grn_page_put(page, "}}\n");
    for (int i = GRN_PAINT_NONE + 1; i < count; i++)
        grn_page_put(page, ".grn-f-%s{fill:var(--grn-%s)}.grn-s-%s{stroke:var(--grn-%s)}\n", paints[i].property,
                     paints[i].property, paints[i].property, paints[i].property);
    grn_page_put(page, "</style>\n");
}

grn_paint grn_svg_trace_paint(size_t trace) { return (grn_paint)(GRN_PAINT_TRACE_A + trace % 4); }

void grn_svg_dash(grn_page *page, size_t trace)
{
    static const char *const dashes[] = {NULL, "7 3", "2 3", "9 3 2 3"};
    if (dashes[trace % 4])
        grn_page_put(page, " stroke-dasharray=\"%s\"", dashes[trace % 4]);
}

/* ---- lettering ------------------------------------------------------------------------------- */

double grn_svg_text_width(const grn_lettering *how, size_t n)
{
    return (double)n * how->size * (how->mono ? 0.603 : how->bold ? 0.6 : 0.54);
}

static void put_escaped(grn_page *page, const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c == GRN_SIGN_CUT || *c == GRN_SIGN_MOVED)
            grn_page_put(page, *c == GRN_SIGN_CUT ? "&#8230;" : "&#8594;");
        else
            grn_page_name(page, c, 1, true);
}

static void put_text(grn_page *page, double x, double y, const grn_lettering *how, bool halo, const char *text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    grn_svg_put(page, "<text x=\"%f\" y=\"%f\" font-size=\"%d\"", x, y, how->size);
    if (!how->mono)
        grn_page_put(page, " font-family=\"%s\"", GRN_SVG_SANS);
    if (how->bold)
        grn_page_put(page, " font-weight=\"bold\"");
    if (how->anchor != GRN_START)
        grn_page_put(page, " text-anchor=\"%s\"", anchors[how->anchor]);
    if (halo)
        grn_page_put(page, " stroke-width=\"4\" stroke-linejoin=\"round\" aria-hidden=\"true\"");
    grn_svg_paint(page, halo ? GRN_PAINT_PAPER : how->paint, halo ? GRN_PAINT_PAPER : GRN_PAINT_NONE);
    grn_page_put(page, strstr(text, "  ") ? " xml:space=\"preserve\">" : ">");
    put_escaped(page, text);
    grn_page_put(page, "</text>\n");
}

void grn_svg_text(grn_page *page, double x, double y, const grn_lettering *how, const char *format, ...)
{
    char text[1024];
    GRN_FORMAT(text, format);
    if (how->halo)
        put_text(page, x, y, how, true, text);
    put_text(page, x, y, how, false, text);
}

/* ---- shapes ---------------------------------------------------------------------------------- */

void grn_svg_sign(grn_page *page, grn_role role, double x, double y)
{
    static const struct {
        const char *path; /* around 0, 0 */
        grn_paint fill, stroke;
    } signs[] = {
        [GRN_ROLE_WINDOW] = {"M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z", GRN_PAINT_WINDOW, GRN_PAINT_WINDOW},
        [GRN_ROLE_INDEXED] = {"M0 -5L5 0L0 5L-5 0Z", GRN_PAINT_INDEXED, GRN_PAINT_INDEXED},
        [GRN_ROLE_VECTOR] = {"M0 -4.5L4.5 0L0 4.5L-4.5 0Z", GRN_PAINT_PAPER, GRN_PAINT_INDEXED},
        [GRN_ROLE_BATCHING] = {"M-4 -4H4V4H-4Z", GRN_PAINT_BATCHING, GRN_PAINT_BATCHING},
        [GRN_ROLE_BATCH] = {"M0 -4.5L4.8 4H-4.8Z", GRN_PAINT_BATCH, GRN_PAINT_BATCH},
        [GRN_ROLE_COLLAPSED] = {"M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0ZM-4 4L4 -4", GRN_PAINT_PAPER, GRN_PAINT_WINDOW}};
    grn_svg_put(page, "<path transform=\"translate(%f %f)\" d=\"%s\" stroke-width=\"1.3\"", x, y, signs[role].path);
    grn_svg_paint(page, signs[role].fill, signs[role].stroke);
    grn_page_put(page, "/>\n");
}

void grn_svg_badge(grn_page *page, size_t trace, double x, double y)
{
    const grn_lettering letter = {11, false, true, GRN_MIDDLE, GRN_PAINT_PAPER, false};
    grn_svg_put(page, "<circle cx=\"%f\" cy=\"%f\" r=\"6\" stroke-width=\"1\"", x, y);
    grn_svg_paint(page, grn_svg_trace_paint(trace), GRN_PAINT_PAPER);
    grn_page_put(page, "/>\n");
    grn_svg_text(page, x, y + 4, &letter, "%c", grn_trace_letter(trace));
}
