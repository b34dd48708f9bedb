/* curves.c - what lines and bytes of memory take, by footprint: which are measured, and which
 * guessed. */
#include <stdlib.h>
#include <string.h>

#include "plan/machine/measure.h"

/* ---- panels ---------------------------------------------------------------------------------- */

#define PANEL_ROWS 512
#define PANEL_ROW 256

/* A panel at the start of memory, packed from rows that lie apart in its second half, and put
 * back. */
static void pack_panel(grn_measure *m, void *context)
{
    grn_timed_pass *w = context;
    const grn_rows *rows = m->kernels->rows(PANEL_ROW);
    size_t room = w->bytes / 2, step = room / PANEL_ROWS - 3 * GRN_LINE; /* no power of two: those share a few sets */
    char *apart = m->memory + room + w->turn++ * PANEL_ROW % step;
    for (size_t r = 0; r < PANEL_ROWS; r++) {
        if (r + GRN_PACK_AHEAD < PANEL_ROWS)
            m->kernels->prefetch(apart + (r + GRN_PACK_AHEAD) * step, PANEL_ROW, true);
        rows->copy(m->memory + r * PANEL_ROW, PANEL_ROW, apart + r * step, (int64_t)step, 1, PANEL_ROW);
    }
    rows->copy(apart, (int64_t)step, m->memory, PANEL_ROW, PANEL_ROWS, PANEL_ROW);
}

/* ---- the curves ------------------------------------------------------------------------------ */

/* Pages of memory up to `bytes`, as far as they are there in half of the time that curves have. */
static void touch(grn_measure *m, size_t bytes, double until)
{
    double stop = grn_measure_passed(m);
    stop += (until - stop) / 2;
    while (m->round == 0 && m->touched < bytes) {
        size_t more = m->touched == 0 ? GRN_MEASURE_LEAST_BYTES : m->touched; /* twice as much, always a power of two */
        double before = grn_measure_passed(m);
        if (m->touched > 0 && before >= stop)
            return;
        grn_measure_write_bytes(m->memory + m->touched, more, 1);
        m->touched += more;
        double took = grn_measure_passed(m) - before;
        if (before + 3 * took > stop) /* the next one takes twice as long */
            return;
    }
}

/* All of a footprint that a cache may hold is there before it is timed. */
#define WARMED ((size_t)32 << 20)

/* The least of a probe and of the one behind it, which does the same in another way; 0: none was
 * timed. */
static double least_of(const grn_timing *t)
{
    return t[1].least > 0 && (t[0].least == 0 || t[1].least < t[0].least) ? t[1].least : t[0].least;
}

static void set_from(grn_measure *m, double *figure, double least, double count)
{
    if (least > 0)
        grn_measure_set(m, figure, least / count, GRN_FIGURE_MEASURED);
}

/* A line is read or updated with prefetching or without, whichever is sooner there. */
static void set_point(grn_measure *m, int i, size_t slice)
{
    const grn_timing *t = m->timing + GRN_MEASURE_POINT(i);
    const double line = least_of(t + GRN_READ_LINES), row = t[GRN_READ_ROWS].least;
    set_from(m, &m->out->read_byte[i], t[GRN_READ_SLICE].least, (double)slice);
    set_from(m, &m->out->write_byte[i], t[GRN_WRITE_SLICE].least, (double)slice);
    set_from(m, &m->out->read_line[i], line, GRN_MEASURE_LIST);
    set_from(m, &m->out->update_line[i], least_of(t + GRN_UPDATE_LINES), GRN_MEASURE_LIST);
    if (line > 0 && row > 0)
        grn_measure_set(m, &m->out->next_line[i],
                        row > line ? (row - line) / (GRN_LINES_OF_ROW - 1) / GRN_MEASURE_LIST : 0, GRN_FIGURE_MEASURED);
}

static void measure_point(grn_measure *m, int i, size_t bytes, bool doubted)
{
    grn_timed_pass w = {.bytes = bytes};
    if (bytes <= WARMED)
        m->sum += grn_measure_read_bytes(m->memory, bytes);
    for (int k = 0; k < GRN_MEASURE_PROBES; k++) {
        grn_timing *t = &m->timing[GRN_MEASURE_POINT(i) + k];
        w.ahead = grn_measure_ways[k].ahead;
        t->figure = grn_measure_ways[k].curve + (size_t)i * sizeof(double);
        t->doubted = doubted;
        grn_measure_visit(m, t, grn_measure_ways[k].probe, &w);
    }
    set_point(m, i, grn_pass_step(&w));
}

/* What a footprint costs that there is no memory for: as much as the one before it; and no time:
 * more, in the proportion that it is expected to. */
static void guess_point(grn_measure *m, int i, bool flat)
{
    for (int k = 0; k < GRN_MEASURE_PROBES; k++) { /* two of them have the curve of the one before */
        double *v = grn_machine_figure(m->out, grn_measure_ways[k].curve) + i;
        const double *known = grn_machine_figure(&grn_machine_usual, grn_measure_ways[k].curve) + i;
        grn_measure_set(m, v, v[-1] * (flat ? 1 : known[0] / known[-1]), GRN_FIGURE_GUESSED);
    }
}

/* Of the largest footprint there is, which has to be beyond the caches to mean anything. */
#define FAR_BYTES ((size_t)32 << 20)

/* The shortest distance that is about as good as the best. */
static void measure_distance(grn_measure *m, grn_timed_pass *w)
{
    static const int64_t distance[] = {16, 32, 64, 128};
    double took[GRN_COUNT(distance)], least = -1;
    for (size_t i = 0; i < GRN_COUNT(distance); i++) {
        w->ahead = distance[i];
        took[i] = grn_measure_call(m, grn_measure_update_lines, w);
        if (took[i] < 0)
            return;
        least = least < 0 || took[i] < least ? took[i] : least;
    }
    size_t best = 0;
    while (took[best] > 1.03 * least)
        best++;
    grn_measure_set(m, &m->out->prefetch_vectors, (double)distance[best], GRN_FIGURE_MEASURED);
}

/* What was guessed stays in the defaults' proportion to bytes that are written through the caches,
 * which plans weigh it against. */
static void guess_far(grn_measure *m)
{
    static const size_t far[] = {offsetof(grn_machine, stream_byte), offsetof(grn_machine, stream_cell_byte),
                                 offsetof(grn_machine, pack_byte)};
    const int last = GRN_MACHINE_POINTS - 1;
    const double ratio = m->out->write_byte[last] / grn_machine_usual.write_byte[last];
    for (size_t i = 0; i < GRN_COUNT(far); i++)
        grn_measure_grow(m, far[i], ratio, GRN_FIGURE_GUESSED);
}

#define PAIRS 31
#define COPIED_ROW 2048

/* Nanoseconds of a byte of a slice of the first half of memory. */
typedef double timed_write(grn_measure *m, grn_timed_pass *w, bool stream);

/* From rows at random places of the second half. */
static double copy_rows(grn_measure *m, grn_timed_pass *w, bool stream)
{
    const grn_rows *rows = m->kernels->rows(COPIED_ROW);
    const char *from = m->memory + w->bytes;
    char *to = grn_pass_slice(m, w);
    const uint32_t mask = (uint32_t)(w->bytes / COPIED_ROW - 1), turn = grn_measure_hop(w->turn++);
    const double begin = grn_measure_now();
    for (size_t r = 0; r < GRN_SLICE / COPIED_ROW; r++, to += COPIED_ROW) {
        const char *row = from + (size_t)((m->list[r % GRN_MEASURE_LIST] + turn) & mask) * COPIED_ROW;
        if (stream)
            m->kernels->take->stream(to, row, COPIED_ROW);
        else
            rows->copy(to, COPIED_ROW, row, COPIED_ROW, 1, COPIED_ROW);
    }
    if (stream)
        m->kernels->take->fence();
    return (grn_measure_now() - begin) / GRN_SLICE;
}

#define CELLS (GRN_SLICE / sizeof(float))
#define NEAR_CELLS 4096

/* Element by element from a near cache, by indices that lie in the second half. */
static double take_cells(grn_measure *m, grn_timed_pass *w, bool stream)
{
    static const grn_fused how = {.last = NEAR_CELLS - 1, .scale = sizeof(float)};
    const grn_fused_fn f = m->kernels->take->fused(GRN_I64, sizeof(float), stream);
    int64_t *raw = (int64_t *)(void *)(m->memory + w->bytes);
    for (size_t i = 0; i < CELLS && w->at == 0; i++)
        raw[i] = m->list[i % GRN_MEASURE_LIST] % NEAR_CELLS;
    char *to = grn_pass_slice(m, w);
    const double begin = grn_measure_now();
    if (f != NULL)
        m->sum += (uint64_t)f(to, raw + CELLS, raw, CELLS, &how);
    if (stream)
        m->kernels->take->fence();
    return (grn_measure_now() - begin) / GRN_SLICE;
}

/*
 * What a byte that passes the caches by takes less than one that does not, where rows are copied or
 * elements taken, which is what plans weigh: by itself a processor may write whole lines without
 * reading them first, so that both take as long. Each is timed right after the other; a program
 * that disturbs both changes the middle difference little.
 */
static void measure_stream(grn_measure *m, timed_write *write, double *figure)
{
    const double through = m->out->write_byte[GRN_MACHINE_POINTS - 1];
    grn_timed_pass w = {.bytes = m->touched / 2};
    double less[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        less[i] = write(m, &w, false);
        less[i] -= write(m, &w, true);
    }
    qsort(less, PAIRS, sizeof *less, grn_by_value);
    const double by = through - less[PAIRS / 2];
    grn_measure_set(m, figure, by < through / 4 ? through / 4 : by, GRN_FIGURE_MEASURED);
}

/* Rows of 4 KiB, of which one element each is updated, a column of lines after the other: the lines
 * of some columns share a few sets of the near caches. As many of them at random places of as much
 * memory are what they are held against. */
#define SETS_BYTES ((size_t)4 << 20)
#define ROW_LINES 64
#define UPDATES_OF_LINE 16

static void measure_sets(grn_measure *m)
{
    grn_timed_pass w = {.bytes = SETS_BYTES, .ahead = 64};
    uint32_t random[GRN_MEASURE_LIST];
    const double apart = grn_measure_call(m, grn_measure_update_lines, &w);
    memcpy(random, m->list, sizeof random);
    for (uint32_t i = 0; i < GRN_MEASURE_LIST; i++)
        m->list[i] = random[i] / ROW_LINES * ROW_LINES + i / UPDATES_OF_LINE % ROW_LINES;
    const double shared = grn_measure_call(m, grn_measure_update_lines, &w);
    memcpy(m->list, random, sizeof random);
    if (apart > 0 && shared > 0)
        grn_measure_set(m, &m->out->shared_sets, shared > apart ? shared / apart : 1, GRN_FIGURE_MEASURED);
}

static void measure_far(grn_measure *m, bool doubted)
{
    grn_timed_pass w = {.bytes = m->touched};
    grn_timing *pack = &m->timing[GRN_MEASURE_PACK];
    if (m->round == 0 ? m->touched < FAR_BYTES || grn_measure_passed(m) >= 1 : pack->least == 0) {
        if (m->timing[GRN_MEASURE_POINT(0) + GRN_WRITE_SLICE].least > 0)
            guess_far(m);
        return;
    }
    if (m->kernels->take->stream != NULL) {
        measure_stream(m, copy_rows, &m->out->stream_byte);
        measure_stream(m, take_cells, &m->out->stream_cell_byte);
    }
    pack->figure = offsetof(grn_machine, pack_byte);
    pack->doubted = doubted;
    grn_measure_set(m, &m->out->pack_byte, grn_measure_visit(m, pack, pack_panel, &w) / (2.0 * PANEL_ROWS * PANEL_ROW),
                    GRN_FIGURE_MEASURED);
    if (m->round == 0)
        measure_distance(m, &w);
    if (m->round == 0 || doubted)
        measure_sets(m);
}

/* Each point is guessed from the one before it, anew in each round, and then set by what of it
 * could be timed. */
void grn_measure_curves(grn_measure *m, double until, uint32_t doubted)
{
    size_t before = 0, bytes;
    for (int i = 0; i < GRN_MACHINE_POINTS; i++, before = bytes) {
        bytes = (size_t)grn_machine_point(i);
        touch(m, bytes < m->bytes ? bytes : m->bytes, until);
        if (i > 0)
            guess_point(m, i, m->bytes <= before);
        if (m->touched > before && grn_measure_passed(m) < until)
            measure_point(m, i, bytes < m->touched ? bytes : m->touched, doubted >> i & 1);
    }
    measure_far(m, doubted & GRN_DOUBT_FAR);
}
