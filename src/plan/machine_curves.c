/*
 * machine_curves.c - what lines and bytes of memory take, by footprint.
 *
 * Random lines are those of a short list of random numbers, moved on by a
 * random distance each time the list has been used: so their positions cost
 * two instructions, are known well ahead, and hardly repeat.
 */
#include <string.h>

#include "kernels/hints.h"
#include "plan/machine_measure.h"

#define LINE 64
#define WORDS (LINE / sizeof(uint64_t))
#define LINES_OF_ROW 4
#define SLICE ((size_t)1 << 21) /* of a sequential pass, per call */
#define DISTANCE 64

typedef struct walk {
    size_t bytes; /* the footprint, a power of two */
    uint64_t turn;
    int64_t ahead; /* vectors ahead that lines are prefetched; 0: not */
    size_t at;     /* where the next slice begins */
} walk;

/* A random distance that differs from call to call, in lines. */
static uint32_t hop(uint64_t turn) { return (uint32_t)(turn * UINT64_C(0x9E3779B97F4A7C15) >> 32); }

/* ---- random lines -------------------------------------------------------------------------------------------------- */

static uint64_t *line_at(const grn_measure *m, uint32_t number, uint32_t mask)
{
    return (uint64_t *)(void *)(m->memory + (size_t)(number & mask) * LINE);
}

static uint64_t read_list(const grn_measure *m, uint32_t mask, uint32_t from)
{
    uint64_t sum = 0;
    for (int i = 0; i < GRN_MEASURE_LIST; i++)
        sum += *line_at(m, m->list[i] + from, mask);
    return sum;
}

/* With lines prefetched ahead; those at the end of the list are of the next call. */
static uint64_t read_prefetched(const grn_measure *m, uint32_t mask, uint32_t from, uint32_t next, int64_t ahead)
{
    uint64_t sum = 0;
    int64_t i = 0;
    for (; i < GRN_MEASURE_LIST - ahead; i++) {
        PREFETCH(line_at(m, m->list[i + ahead] + from, mask));
        sum += *line_at(m, m->list[i] + from, mask);
    }
    for (; i < GRN_MEASURE_LIST; i++) {
        PREFETCH(line_at(m, m->list[i + ahead - GRN_MEASURE_LIST] + next, mask));
        sum += *line_at(m, m->list[i] + from, mask);
    }
    return sum;
}

uint64_t grn_measure_read_lines(const grn_measure *m, uint64_t seed, int64_t n)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < n; i += GRN_MEASURE_LIST, seed++)
        sum += read_prefetched(m, (uint32_t)(m->touched / LINE - 1), hop(seed), hop(seed + 1), DISTANCE);
    return sum;
}

static void read_lines(grn_measure *m, void *context)
{
    walk *w = context;
    uint32_t mask = (uint32_t)(w->bytes / LINE - 1), from = hop(w->turn++);
    m->sum += w->ahead > 0 ? read_prefetched(m, mask, from, hop(w->turn), w->ahead) : read_list(m, mask, from);
}

static void read_rows(grn_measure *m, void *context)
{
    walk *w = context;
    uint32_t mask = (uint32_t)(w->bytes / LINE - 1), from = hop(w->turn++);
    uint64_t sum = 0;
    for (int i = 0; i < GRN_MEASURE_LIST; i++) {
        const uint64_t *row = line_at(m, (m->list[i] + from) * LINES_OF_ROW, mask);
        for (size_t k = 0; k < LINES_OF_ROW; k++)
            sum += row[k * WORDS];
    }
    m->sum += sum;
}

/* Those prefetched ahead are of the next call's where this one's end. */
static void update_lines(grn_measure *m, void *context)
{
    walk *w = context;
    uint32_t mask = (uint32_t)(w->bytes / LINE - 1), from = hop(w->turn++), next = hop(w->turn);
    int64_t i = 0;
    for (; w->ahead > 0 && i < GRN_MEASURE_LIST - w->ahead; i++) {
        PREFETCH_TO_WRITE(line_at(m, m->list[i + w->ahead] + from, mask));
        *line_at(m, m->list[i] + from, mask) += 1;
    }
    for (; i < GRN_MEASURE_LIST; i++) {
        if (w->ahead > 0)
            PREFETCH_TO_WRITE(line_at(m, m->list[i + w->ahead - GRN_MEASURE_LIST] + next, mask));
        *line_at(m, m->list[i] + from, mask) += 1;
    }
}

/* ---- sequential bytes ---------------------------------------------------------------------------------------------- */

uint64_t grn_measure_read_bytes(const char *from, size_t bytes)
{
    const uint64_t *word = (const uint64_t *)(const void *)from;
    uint64_t sum[WORDS] = {0};
    for (size_t i = 0; i < bytes / sizeof *word; i += WORDS)
        for (size_t k = 0; k < WORDS; k++)
            sum[k] += word[i + k];
    return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
}

static void write_bytes(char *to, size_t bytes, uint64_t value)
{
    uint64_t *word = (uint64_t *)(void *)to;
    for (size_t i = 0; i < bytes / sizeof *word; i += WORDS)
        for (size_t k = 0; k < WORDS; k++)
            word[i + k] = value + i;
}

static size_t slice_of(const walk *w) { return w->bytes < SLICE ? w->bytes : SLICE; }

/* The next slice of the footprint, round and round. */
static char *next_slice(const grn_measure *m, walk *w)
{
    char *at = m->memory + w->at;
    w->at = (w->at + slice_of(w)) & (w->bytes - 1);
    return at;
}

static void read_slice(grn_measure *m, void *context)
{
    walk *w = context;
    m->sum += grn_measure_read_bytes(next_slice(m, w), slice_of(w));
}

static void write_slice(grn_measure *m, void *context)
{
    walk *w = context;
    write_bytes(next_slice(m, w), slice_of(w), w->turn++);
}

/* Lines that pass the caches by, from a source that stays in the nearest. */
#define STREAM_SOURCE 8192

static void stream_slice(grn_measure *m, void *context)
{
    walk *w = context;
    char *to = next_slice(m, w);
    for (size_t at = 0; at < slice_of(w); at += STREAM_SOURCE)
        m->kernels->take->stream(to + at, m->memory, STREAM_SOURCE);
    m->kernels->take->fence();
}

/* ---- panels ------------------------------------------------------------------------------------------------------------ */

#define PANEL_ROWS 512
#define PANEL_ROW 256
#define PACK_AHEAD 12

/* A panel at the start of memory, packed from rows that lie apart in its second half, and put back. */
static void pack_panel(grn_measure *m, void *context)
{
    walk *w = context;
    const grn_rows *rows = m->kernels->rows(PANEL_ROW);
    size_t room = w->bytes / 2, step = room / PANEL_ROWS - 3 * LINE; /* no power of two: those share a few sets */
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
        write_bytes(m->memory + m->touched, more, 1);
        m->touched += more;
        double took = grn_measure_passed(m) - before;
        if (before + 3 * took > stop) /* the next one takes twice as long */
            return;
    }
}

/* All of a footprint that a cache may hold is there before it is timed. */
#define WARMED ((size_t)32 << 20)

/* One line, prefetched ahead or not, whichever is sooner there. */
static double time_lines(grn_measure *m, walk *w, grn_measure_probe probe)
{
    w->ahead = 0;
    double plain = grn_measure_call(m, probe, w);
    w->ahead = DISTANCE;
    double prefetched = grn_measure_call(m, probe, w);
    return (prefetched >= 0 && prefetched < plain ? prefetched : plain) / GRN_MEASURE_LIST;
}

static void measure_point(grn_measure *m, int i, size_t bytes)
{
    walk w = {.bytes = bytes};
    if (bytes <= WARMED)
        m->sum += grn_measure_read_bytes(m->memory, bytes);
    grn_measure_set(&m->out->read_byte[i], grn_measure_call(m, read_slice, &w) / (double)slice_of(&w));
    grn_measure_set(&m->out->write_byte[i], grn_measure_call(m, write_slice, &w) / (double)slice_of(&w));
    double line = time_lines(m, &w, read_lines);
    grn_measure_set(&m->out->read_line[i], line);
    grn_measure_set(&m->out->update_line[i], time_lines(m, &w, update_lines));
    double row = grn_measure_call(m, read_rows, &w) / GRN_MEASURE_LIST;
    if (line >= 0 && row >= 0)
        grn_measure_set(&m->out->next_line[i], row > line ? (row - line) / (LINES_OF_ROW - 1) : 0);
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

/* Of the largest footprint there is, which has to be beyond the near caches to mean anything. */
#define FAR_BYTES ((size_t)8 << 20)

/* The shortest distance that is about as good as the best. */
static void measure_distance(grn_measure *m, walk *w)
{
    static const int64_t distance[] = {16, 32, 64, 128};
    double took[GRN_COUNT(distance)], least = -1;
    for (size_t i = 0; i < GRN_COUNT(distance); i++) {
        w->ahead = distance[i];
        took[i] = grn_measure_call(m, update_lines, w);
        if (took[i] < 0)
            return;
        least = least < 0 || took[i] < least ? took[i] : least;
    }
    size_t best = 0;
    while (took[best] > 1.03 * least)
        best++;
    m->out->prefetch_vectors = (double)distance[best];
}

static void measure_far(grn_measure *m)
{
    walk w = {.bytes = m->touched};
    if (m->touched < FAR_BYTES)
        return;
    if (m->kernels->take->stream != NULL)
        grn_measure_set(&m->out->stream_byte, grn_measure_call(m, stream_slice, &w) / (double)slice_of(&w));
    grn_measure_set(&m->out->pack_byte, grn_measure_call(m, pack_panel, &w) / (2.0 * PANEL_ROWS * PANEL_ROW));
    measure_distance(m, &w);
}

void grn_measure_curves(grn_measure *m, double until)
{
    for (int i = 0; i < GRN_MACHINE_POINTS; i++) {
        double point = grn_machine_point(i);
        size_t bytes = point < (double)m->bytes ? (size_t)point : m->bytes, before = i == 0 ? 0 : (size_t)grn_machine_point(i - 1);
        if (m->touched < bytes)
            touch(m, bytes, until);
        if (i > 0 && m->bytes <= before)
            guess_point(m->out, i, true);
        else if (i > 0 && (m->touched <= before || grn_measure_passed(m) >= until))
            guess_point(m->out, i, false);
        else
            measure_point(m, i, bytes < m->touched ? bytes : m->touched);
    }
    measure_far(m);
}
