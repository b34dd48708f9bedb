/* curves.c - what lines and bytes of memory take, by footprint: which are measured, and which guessed. */
#include <stdlib.h>
#include <string.h>

#include "plan/machine/measure.h"

/* ---- panels ------------------------------------------------------------------------------------------------------------ */

#define PANEL_ROWS 512
#define PANEL_ROW 256
#define PACK_AHEAD 12

/* A panel at the start of memory, packed from rows that lie apart in its second half, and put back. */
static void pack_panel(grn_measure *m, void *context)
{
    grn_pass *w = context;
    const grn_rows *rows = m->kernels->rows(PANEL_ROW);
    size_t room = w->bytes / 2, step = room / PANEL_ROWS - 3 * GRN_LINE; /* no power of two: those share a few sets */
    char *apart = m->memory + room + w->turn++ * PANEL_ROW % step;
    for (size_t r = 0; r < PANEL_ROWS; r++) {
        if (r + PACK_AHEAD < PANEL_ROWS)
            m->kernels->prefetch(apart + (r + PACK_AHEAD) * step, PANEL_ROW, true);
        rows->copy(m->memory + r * PANEL_ROW, PANEL_ROW, apart + r * step, (int64_t)step, 1, PANEL_ROW);
    }
    rows->copy(apart, (int64_t)step, m->memory, PANEL_ROW, PANEL_ROWS, PANEL_ROW);
}

/* ---- the curves ---------------------------------------------------------------------------------------------------------- */

/* Pages of memory up to `bytes`, as far as they are there in half of the time that curves have. */
static void touch(grn_measure *m, size_t bytes, double until)
{
    double stop = grn_measure_passed(m);
    stop += (until - stop) / 2;
    while (m->touched < bytes) {
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

/* The least of a probe and of the `more` behind it, which do the same in another way; below 0: none was timed. */
static double least_of(const double *took, int more)
{
    double least = took[0] > 0 ? took[0] : -1;
    for (int k = 1; k <= more; k++)
        least = took[k] > 0 && (least < 0 || took[k] < least) ? took[k] : least;
    return least;
}

/* A line is read or updated with prefetching or without, whichever is sooner there. */
static void set_point(grn_measure *m, int i, size_t slice)
{
    const double *took = m->least[i], line = least_of(took + GRN_READ_LINES, 1), row = least_of(took + GRN_READ_ROWS, 0);
    grn_measure_set(&m->out->read_byte[i], least_of(took + GRN_READ_SLICE, 0) / (double)slice);
    grn_measure_set(&m->out->write_byte[i], least_of(took + GRN_WRITE_SLICE, 0) / (double)slice);
    grn_measure_set(&m->out->read_line[i], line / GRN_MEASURE_LIST);
    grn_measure_set(&m->out->update_line[i], least_of(took + GRN_UPDATE_LINES, 1) / GRN_MEASURE_LIST);
    if (line > 0 && row > 0)
        grn_measure_set(&m->out->next_line[i], row > line ? (row - line) / (GRN_LINES_OF_ROW - 1) / GRN_MEASURE_LIST : 0);
}

static void measure_point(grn_measure *m, int i, size_t bytes)
{
    grn_pass w = {.bytes = bytes};
    if (bytes <= WARMED)
        m->sum += grn_measure_read_bytes(m->memory, bytes);
    for (int k = 0; k < GRN_MEASURE_PROBES; k++) {
        w.ahead = grn_measure_ways[k].ahead;
        const double took = grn_measure_call(m, grn_measure_ways[k].probe, &w);
        if (took > 0 && (m->least[i][k] == 0 || took < m->least[i][k]))
            m->least[i][k] = took;
    }
    set_point(m, i, grn_pass_step(&w));
}

/* The footprint that is measured for a point: memory may end before it. */
static size_t footprint_of(const grn_measure *m, int i)
{
    const double point = grn_machine_point(i);
    const size_t bytes = point < (double)m->bytes ? (size_t)point : m->bytes;
    return bytes < m->touched ? bytes : m->touched;
}

/* What a footprint costs that there is no memory for: as much as the one before it; and no time: more, in the proportion
 * that it is expected to. */
static void guess_point(grn_machine *out, int i, bool flat)
{
    double *const curve[] = {out->read_line, out->update_line, out->next_line, out->read_byte, out->write_byte};
    grn_machine usual;
    grn_machine_default(&usual);
    const double *const known[] = {usual.read_line, usual.update_line, usual.next_line, usual.read_byte, usual.write_byte};
    for (size_t c = 0; c < GRN_COUNT(curve); c++)
        grn_measure_set(&curve[c][i], curve[c][i - 1] * (flat ? 1 : known[c][i] / known[c][i - 1]));
}

/* Of the largest footprint there is, which has to be beyond the caches to mean anything. */
#define FAR_BYTES ((size_t)32 << 20)

/* The shortest distance that is about as good as the best. */
static void measure_distance(grn_measure *m, grn_pass *w)
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
    m->out->prefetch_vectors = (double)distance[best];
}

/* What was guessed stays in the defaults' proportion to bytes that are written through the caches, which plans weigh it against. */
static void guess_far(grn_machine *out)
{
    const int last = GRN_MACHINE_POINTS - 1;
    grn_machine usual;
    grn_machine_default(&usual);
    const double ratio = out->write_byte[last] / usual.write_byte[last];
    grn_measure_set(&out->stream_byte, usual.stream_byte * ratio);
    grn_measure_set(&out->pack_byte, usual.pack_byte * ratio);
}

#define PAIRS 31
#define COPIED_ROW 2048

/* A slice of the first half of memory from rows at random places of the second; nanoseconds of a byte. */
static double copy_rows(grn_measure *m, grn_pass *w, bool stream)
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

/*
 * What a byte that passes the caches by takes less than one that does not, where rows are copied, which is what plans weigh: by itself a
 * processor may write whole lines without reading them first, so that both take as long. Each is timed right after the other; a
 * program that disturbs both changes the middle difference little.
 */
static void measure_stream(grn_measure *m)
{
    const double through = m->out->write_byte[GRN_MACHINE_POINTS - 1];
    grn_pass w = {.bytes = m->touched / 2};
    double less[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        less[i] = copy_rows(m, &w, false);
        less[i] -= copy_rows(m, &w, true);
    }
    qsort(less, PAIRS, sizeof *less, grn_by_value);
    const double by = through - less[PAIRS / 2];
    grn_measure_set(&m->out->stream_byte, by < through / 4 ? through / 4 : by);
}

static void measure_far(grn_measure *m)
{
    grn_pass w = {.bytes = m->touched};
    if (m->touched < FAR_BYTES || grn_measure_passed(m) >= 1) {
        if (m->least[0][GRN_WRITE_SLICE] > 0)
            guess_far(m->out);
        return;
    }
    if (m->kernels->take->stream != NULL)
        measure_stream(m);
    grn_measure_set(&m->out->pack_byte, grn_measure_call(m, pack_panel, &w) / (2.0 * PANEL_ROWS * PANEL_ROW));
    measure_distance(m, &w);
}

static size_t point_before(int i) { return i == 0 ? 0 : (size_t)grn_machine_point(i - 1); }

void grn_measure_curves(grn_measure *m, double until)
{
    for (int i = 0; i < GRN_MACHINE_POINTS; i++) {
        double point = grn_machine_point(i);
        size_t bytes = point < (double)m->bytes ? (size_t)point : m->bytes, before = point_before(i);
        if (m->touched < bytes)
            touch(m, bytes, until);
        if (i > 0 && m->bytes <= before)
            guess_point(m->out, i, true);
        else if (i > 0 && (m->touched <= before || grn_measure_passed(m) >= until))
            guess_point(m->out, i, false);
        else
            measure_point(m, i, footprint_of(m, i));
    }
    measure_far(m);
}

void grn_measure_curves_again(grn_measure *m, uint32_t which)
{
    for (int i = 0; i < GRN_MACHINE_POINTS; i++)
        if (m->least[i][GRN_READ_SLICE] == 0 && i > 0)
            guess_point(m->out, i, m->bytes <= point_before(i));
        else if (which >> i & 1 && m->least[i][GRN_READ_SLICE] > 0)
            measure_point(m, i, footprint_of(m, i));
    if (which & GRN_DOUBT_FAR)
        measure_far(m);
}
