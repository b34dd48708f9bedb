/*
 * machine.c - the figures of a machine: their names, their defaults, what they
 * must be, and the text that has them.
 *
 * One list has all of it. Defaults of kernels were fitted on a Zen 5 with
 * AVX-512; curves and scalings lie between that machine, a Zen 3 and an Intel
 * server, all of them virtual machines (docs/machine.md).
 */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "plan/machine/machine.h"

/* One list, in the order of grn_machine: ONE(name, least, default), CURVE(name, default at each
 * point). */
#define FIGURES(ONE, CURVE)                                                \
    ONE(l1_bytes, 1, 32768)                                                \
    ONE(l2_bytes, 1, 524288)                                               \
    ONE(last_bytes, 1, 16777216)                                           \
    /* 32 KiB, 128 KiB, 512 KiB, 2 MiB, 8 MiB, 32 MiB, 128 MiB, 512 MiB */ \
    CURVE(read_line, 0.25, 0.45, 0.55, 0.9, 1.3, 3.5, 6.0, 9.0)            \
    CURVE(update_line, 0.4, 0.7, 0.9, 1.3, 2.0, 4.2, 7.5, 11.0)            \
    CURVE(next_line, 0.25, 0.3, 0.35, 0.5, 0.6, 0.9, 1.5, 1.8)             \
    CURVE(read_byte, 0.01, 0.014, 0.016, 0.02, 0.025, 0.035, 0.045, 0.05)  \
    CURVE(write_byte, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.07, 0.08)    \
    ONE(stream_byte, 0, 0.046)                                             \
    ONE(stream_cell_byte, 0, 0.0322)                                       \
    ONE(pack_byte, 0, 0.085)                                               \
    ONE(line_scaling, 1, 4)                                                \
    ONE(byte_scaling, 1, 1.6)                                              \
    ONE(shared_sets, 1, 1.8)                                               \
    ONE(handover, 0, 1500)                                                 \
    ONE(passed_line, 0, 187.5)                                             \
    ONE(prefetch_vectors, 1, 64)                                           \
    ONE(prefetch_bytes, 1, 8192)                                           \
    ONE(call, 0, 4)                                                        \
    ONE(run, 0, 12)                                                        \
    ONE(block, 0, 20)                                                      \
    ONE(index32, 0, 0.3)                                                   \
    ONE(index64, 0, 0.9)                                                   \
    ONE(joined_run, 0, 3)                                                  \
    ONE(joined_vector, 0, 0.15)                                            \
    ONE(checked, 0, 0.15)                                                  \
    ONE(fused_cell, 0, 0.25)                                               \
    ONE(fused_pair, 0, 0.4)                                                \
    ONE(short_run, 0, 0.4)                                                 \
    ONE(short_cell, 0, 0.2)                                                \
    ONE(long_cell, 0, 0.35)                                                \
    ONE(cell32, 0, 0.25)                                                   \
    ONE(cell64, 0, 0.8)                                                    \
    ONE(gapped_cell, 0, 0.5)                                               \
    ONE(put_cell, 0, 0.4)                                                  \
    ONE(waiting_cell, 0, 2)                                                \
    ONE(compact_cell, 0, 0.8)                                              \
    ONE(row_cell, 0, 1.28)                                                 \
    ONE(strided_cell, 0, 0.9)                                              \
    ONE(strip, 0, 0.3)                                                     \
    ONE(strip_cell, 0, 0.3)                                                \
    ONE(far_cell, 0, 0.3)                                                  \
    ONE(row, 0, 1)                                                         \
    ONE(batched_row, 0, 0.5)                                               \
    ONE(byte, 0, 0.015)                                                    \
    ONE(owner, 0, 0.8)                                                     \
    ONE(bin, 0, 1.1)                                                       \
    ONE(bin_owner, 0, 0.2)                                                 \
    ONE(radix, 0, 5.3)                                                     \
    ONE(batches, 0, 40)                                                    \
    ONE(panel_run, 0, 100)                                                 \
    ONE(region_call, 0, 30)                                                \
    ONE(region_cell, 0, 2)

#define ONE_VALUE(name, least, value) .name = value,
#define CURVE_VALUES(name, ...) .name = {__VA_ARGS__},
const grn_machine grn_machine_usual = {.size_bytes = sizeof(grn_machine), FIGURES(ONE_VALUE, CURVE_VALUES)};

/* Without pointers, of which each would be relocated when the library is loaded. */
typedef struct figure {
    char name[17];
    /* the number of its first value; how many; 1: at least, 0: not negative */
    unsigned char at, count, least;
} figure;

_Static_assert(GRN_MACHINE_VALUES <= UCHAR_MAX, "each value has a number");

#define NUMBER_OF(name) GRN_MACHINE_VALUE(offsetof(grn_machine, name))
#define ONE_FIGURE(name, least, value) {#name, NUMBER_OF(name), 1, least},
#define CURVE_FIGURE(name, ...) {#name, NUMBER_OF(name), GRN_MACHINE_POINTS, 0},
static const figure figures[] = {FIGURES(ONE_FIGURE, CURVE_FIGURE)};

static double *values_of(const grn_machine *machine, const figure *f)
{
    return grn_machine_figure(machine, GRN_MACHINE_FIGURES) + f->at;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

#define FIRST_BYTES sizeof(grn_machine) /* of the first header with size_bytes */

grn_status grn_machine_sized(const grn_machine *machine, const char *what, const grn_diag *diag)
{
    const grn_status status = grn_check_given(machine, what, diag);
    return status == GRN_OK ? GRN_CHECK_GROWN_OPTIONS(grn_machine, FIRST_BYTES, machine, diag) : status;
}

/* Of the figures that both have. */
static void copy_figures(grn_machine *to, const grn_machine *from, const grn_machine *sized)
{
    const size_t own = to->size_bytes, bytes = sized->size_bytes == 0 ? FIRST_BYTES : sized->size_bytes;
    if (bytes >= sizeof(grn_machine)) {
        *to = *from;
        to->size_bytes = own;
    } else if (bytes > GRN_MACHINE_FIGURES) {
        memcpy(&to->l1_bytes, &from->l1_bytes, bytes - GRN_MACHINE_FIGURES);
    }
}

void grn_machine_take(grn_machine *to, const grn_machine *given)
{
    memcpy(to, &grn_machine_usual, sizeof *to);
    copy_figures(to, given, given);
}

void grn_machine_give(grn_machine *out, const grn_machine *whole) { copy_figures(out, whole, out); }

void grn_machine_default(grn_machine *out)
{
    if (grn_machine_sized(out, "", NULL) == GRN_OK)
        grn_machine_give(out, &grn_machine_usual);
}

int grn_by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of sizes, scales and distances, which are counted with in an int64_t. */
#define MOST 1e15

static bool is_right(const figure *f, double value)
{
    return isfinite(value) && value >= f->least && (f->least == 0 || value <= MOST);
}

/* ---- the check ------------------------------------------------------------------------------- */

static const char *wanted(const figure *f)
{
    return f->least > 0 ? "finite and at least 1, at most 1e15" : "finite and not negative";
}

#define NAME_BYTES 40

/* "row", "read_line[3]" */
static const char *name_of(const figure *f, size_t k, char text[NAME_BYTES])
{
    snprintf(text, NAME_BYTES, "%.16s[%zu]", f->name, k);
    return f->count == 1 ? f->name : text;
}

static grn_status refuse(const figure *f, size_t k, double value, const grn_diag *diag)
{
    char seen[GRN_NUMBER_BYTES], name[NAME_BYTES];
    seen[grn_element_text_for_reader(GRN_F64, &value, seen)] = 0;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "machine: %s is %s, it must be %s", name_of(f, k, name), seen,
                    wanted(f));
}

grn_status grn_machine_check(const grn_machine *machine, const grn_diag *diag)
{
    grn_machine whole;
    grn_status status = grn_machine_sized(machine, "machine", diag);
    if (status == GRN_OK)
        grn_machine_take(&whole, machine);
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(figures); i++)
        for (size_t k = 0; status == GRN_OK && k < figures[i].count; k++) {
            double value = values_of(&whole, &figures[i])[k];
            status = is_right(&figures[i], value) ? GRN_OK : refuse(&figures[i], k, value, diag);
        }
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

#define MOST_DIGITS 17
#define WRITTEN_BYTES 40

/* The fewest digits that read back to the same value, and the decimal exponent of the first;
 * `value` is finite, not negative. */
static int digits_of(double value, char digit[MOST_DIGITS + 1], int *exponent)
{
    char text[WRITTEN_BYTES];
    double again = -1;
    int n = 0;
    for (int precision = 0; again != value && precision < MOST_DIGITS; precision++) {
        const char *e = text;
        int bytes = snprintf(text, sizeof text, "%.*e", precision, value);
        for (n = 0; *e != 'e'; e++)
            if (*e >= '0' && *e <= '9')
                digit[n++] = *e;
            else /* the locale's */
                text[e - text] = '.';
        *exponent = (int)strtol(e + 1, NULL, 10);
        if (!grn_parse_double(text, (size_t)bytes, &again))
            again = -1;
    }
    return n;
}

/* "0.25", "49152", "1.5e-9" */
static int write_value(double value, char text[WRITTEN_BYTES])
{
    char digit[MOST_DIGITS + 1];
    int exponent = 0, n = digits_of(value, digit, &exponent), at = 0;
    bool plain = exponent > -5 && exponent < MOST_DIGITS - 1;
    int point = plain ? exponent + 1 : 1; /* digits before it */
    if (point <= 0)
        at += snprintf(text, WRITTEN_BYTES, "0.%.*s", -point, "0000");
    for (int k = 0; k < n || k < point; k++) {
        if (k == point && k > 0)
            text[at++] = '.';
        text[at++] = k < n ? digit[k] : '0';
    }
    return plain ? at : at + snprintf(text + at, WRITTEN_BYTES - (size_t)at, "e%d", exponent);
}

/* " # measured, from 32 MiB on guessed" */
#define SOURCE_BYTES 48

static int write_source(const figure *f, const unsigned char *from, char text[SOURCE_BYTES])
{
    static const char words[][9] = {"kept", "guessed", "measured"};
    int k = 1;
    while (k < f->count && from[k] == from[0])
        k++;
    if (k == f->count)
        return snprintf(text, SOURCE_BYTES, " # %s", words[from[0]]);
    const int kib = (int)grn_machine_point(k) >> 10;
    return snprintf(text, SOURCE_BYTES, " # %s, from %d %s on %s", words[from[0]], kib < 1024 ? kib : kib >> 10,
                    kib < 1024 ? "KiB" : "MiB", words[from[k]]);
}

static grn_status write_figure(const grn_machine *machine, const figure *f, const unsigned char *from,
                               const grn_sink *sink)
{
    char line[32 + SOURCE_BYTES + GRN_MACHINE_POINTS * WRITTEN_BYTES];
    int at = snprintf(line, sizeof line, "%s", f->name);
    for (size_t k = 0; k < f->count; k++) {
        line[at++] = ' ';
        at += write_value(values_of(machine, f)[k] + 0.0, line + at); /* of -0 it makes 0 */
    }
    if (from != NULL)
        at += write_source(f, from + f->at, line + at);
    line[at++] = '\n';
    return sink->write(sink->user, line, (size_t)at);
}

grn_status grn_machine_write_from(const grn_machine *machine, const unsigned char *from, const grn_sink *sink)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(figures); i++)
        status = write_figure(machine, &figures[i], from, sink);
    return status;
}

grn_status grn_machine_write(const grn_machine *machine, const grn_sink *sink)
{
    grn_machine whole;
    grn_status status = grn_machine_check(machine, NULL);
    if (status == GRN_OK)
        status = grn_check_sink(sink);
    if (status != GRN_OK)
        return status;
    grn_machine_take(&whole, machine);
    return grn_machine_write_from(&whole, NULL, sink);
}

/* ---- the judgement --------------------------------------------------------------------------- */

static const figure *figure_of(size_t value)
{
    const figure *f = figures;
    while ((size_t)f->at + f->count <= value)
        f++;
    return f;
}

grn_status grn_machine_doubted(const grn_machine *machine, const grn_machine_doubt *doubt, const grn_diag *diag)
{
    char seen[WRITTEN_BYTES], name[NAME_BYTES], other[40 + WRITTEN_BYTES];
    const figure *f = figure_of(doubt->value);
    const double *v = values_of(machine, f);
    const size_t k = doubt->value - f->at;
    seen[write_value(v[k], seen)] = 0;
    if (doubt->other > 0) {
        const int n = snprintf(other, sizeof other, "and [%d], of a larger footprint, is ", doubt->other);
        other[n + write_value(v[doubt->other], other + n)] = 0;
    }
    return grn_fail(diag, grn_no_place, GRN_E_CHECK, "machine: %s is %s, %s", name_of(f, k, name), seen,
                    doubt->other > 0                    ? other
                    : doubt->other == GRN_BESIDE_ITSELF ? "and each measurement of it differs from the others"
                                                        : "out of all proportion to the figures beside it");
}

grn_status grn_machine_judge(const grn_machine *machine, const grn_diag *diag)
{
    grn_machine whole;
    const grn_status status = grn_machine_check(machine, diag);
    if (status != GRN_OK)
        return status;
    grn_machine_take(&whole, machine);
    const grn_machine_doubt doubt = grn_machine_doubts(&whole);
    return doubt.what == 0 ? GRN_OK : grn_machine_doubted(&whole, &doubt, diag);
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
    const char *at, *end; /* what is left of the line */
    const char *line_start;
    uint32_t line;
    uint32_t seen[GRN_COUNT(figures)]; /* the line that had the figure; 0: none */
    const grn_diag *diag;
    grn_machine machine;
} reader;

typedef struct word {
    const char *text;
    size_t bytes;
} word;

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* The next word of the line; empty at its end. */
static word next_word(reader *r)
{
    while (r->at < r->end && is_space(*r->at))
        r->at++;
    word w = {r->at, 0};
    while (r->at < r->end && !is_space(*r->at))
        r->at++;
    w.bytes = (size_t)(r->at - w.text);
    return w;
}

#define SHOWN_BYTES 60 /* of a word that is wrong */

static int shown(const word *w) { return w->bytes < SHOWN_BYTES ? (int)w->bytes : SHOWN_BYTES; }

static grn_place place_of(const reader *r, const word *w)
{
    return (grn_place){r->line, (uint32_t)(w->text - r->line_start) + 1};
}

static const figure *find_figure(const word *name)
{
    for (size_t i = 0; i < GRN_COUNT(figures); i++)
        if (strlen(figures[i].name) == name->bytes && memcmp(figures[i].name, name->text, name->bytes) == 0)
            return &figures[i];
    return NULL;
}

static grn_status read_value(reader *r, const figure *f, size_t k)
{
    word w = next_word(r);
    double value = 0;
    if (w.bytes == 0)
        return grn_fail(r->diag, place_of(r, &w), GRN_E_PARSE, "line %" PRIu32 ": %s has %zu value%s, it takes %d",
                        r->line, f->name, k, k == 1 ? "" : "s", f->count);
    if (!grn_parse_double(w.text, w.bytes, &value))
        return grn_fail(r->diag, place_of(r, &w), GRN_E_PARSE, "line %" PRIu32 ": '%.*s' is no number", r->line,
                        shown(&w), w.text);
    if (!is_right(f, value))
        return grn_fail(r->diag, place_of(r, &w), GRN_E_PARSE, "line %" PRIu32 ": %s is %.*s, it must be %s", r->line,
                        f->name, shown(&w), w.text, wanted(f));
    values_of(&r->machine, f)[k] = value;
    return GRN_OK;
}

static grn_status read_figure(reader *r, const word *name)
{
    const figure *f = find_figure(name);
    if (f == NULL)
        return grn_fail(r->diag, place_of(r, name), GRN_E_PARSE, "line %" PRIu32 ": there is no figure '%.*s'", r->line,
                        shown(name), name->text);
    uint32_t *seen = &r->seen[f - figures];
    if (*seen != 0)
        return grn_fail(r->diag, place_of(r, name), GRN_E_PARSE,
                        "line %" PRIu32 ": %s is there already, on line %" PRIu32, r->line, f->name, *seen);
    *seen = r->line;
    grn_status status = GRN_OK;
    for (size_t k = 0; status == GRN_OK && k < f->count; k++)
        status = read_value(r, f, k);
    word more = next_word(r);
    if (status == GRN_OK && more.bytes > 0)
        return grn_fail(r->diag, place_of(r, &more), GRN_E_PARSE,
                        "line %" PRIu32 ": %s takes %d value%s, '%.*s' is one more", r->line, f->name, f->count,
                        f->count == 1 ? "" : "s", shown(&more), more.text);
    return status;
}

static grn_status read_line(reader *r)
{
    const char *comment = memchr(r->at, '#', (size_t)(r->end - r->at));
    r->end = comment != NULL ? comment : r->end;
    word name = next_word(r);
    return name.bytes == 0 ? GRN_OK : read_figure(r, &name);
}

grn_status grn_machine_read(const char *text, size_t bytes, const grn_diag *diag, grn_machine *out)
{
    grn_status status = grn_check_given(text, "text", diag);
    if (status == GRN_OK)
        status = grn_machine_sized(out, "out", diag);
    if (status != GRN_OK)
        return status;
    reader r = {.line = 0, .diag = diag};
    grn_machine_take(&r.machine, out);
    for (const char *next = text, *end = text + bytes; status == GRN_OK && next < end;) {
        const char *newline = memchr(next, '\n', (size_t)(end - next));
        r.at = r.line_start = next;
        r.end = newline != NULL ? newline : end;
        next = r.end + (newline != NULL);
        r.line++;
        status = read_line(&r);
    }
    if (status == GRN_OK)
        grn_machine_give(out, &r.machine);
    return status;
}
