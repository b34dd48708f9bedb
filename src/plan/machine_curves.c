/*
 * machine_curves.c - what lines and bytes of memory take, by footprint.
 *
 * Random lines are those of a short list of random numbers, moved on by a
 * random distance each time the list has been used: so their positions cost
 * two instructions, are known well ahead, and hardly repeat.
 */
#include <stdlib.h>
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

static const struct {
    grn_measure_probe probe;
    int64_t ahead;
} probes[GRN_MEASURE_PROBES] = {{read_slice, 0},   {write_slice, 0},         {read_lines, 0}, {read_lines, DISTANCE},
                                {update_lines, 0}, {update_lines, DISTANCE}, {read_rows, 0}};
enum { READ_SLICE, WRITE_SLICE, READ_LINES, UPDATE_LINES = 4, READ_ROWS = 6 };

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
    const double *took = m->least[i], line = least_of(took + READ_LINES, 1), row = least_of(took + READ_ROWS, 0);
    grn_measure_set(&m->out->read_byte[i], least_of(took + READ_SLICE, 0) / (double)slice);
    grn_measure_set(&m->out->write_byte[i], least_of(took + WRITE_SLICE, 0) / (double)slice);
    grn_measure_set(&m->out->read_line[i], line / GRN_MEASURE_LIST);
    grn_measure_set(&m->out->update_line[i], least_of(took + UPDATE_LINES, 1) / GRN_MEASURE_LIST);
    if (line > 0 && row > 0)
        grn_measure_set(&m->out->next_line[i], row > line ? (row - line) / (LINES_OF_ROW - 1) / GRN_MEASURE_LIST : 0);
}

static void measure_point(grn_measure *m, int i, size_t bytes)
{
    walk w = {.bytes = bytes};
    if (bytes <= WARMED)
        m->sum += grn_measure_read_bytes(m->memory, bytes);
    for (int k = 0; k < GRN_MEASURE_PROBES; k++) {
        w.ahead = probes[k].ahead;
        const double took = grn_measure_call(m, probes[k].probe, &w);
        if (took > 0 && (m->least[i][k] == 0 || took < m->least[i][k]))
            m->least[i][k] = took;
    }
    set_point(m, i, slice_of(&w));
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
static double copy_rows(grn_measure *m, walk *w, bool stream)
{
    const grn_rows *rows = m->kernels->rows(COPIED_ROW);
    const char *from = m->memory + w->bytes;
    char *to = next_slice(m, w);
    const uint32_t mask = (uint32_t)(w->bytes / COPIED_ROW - 1), turn = hop(w->turn++);
    const double begin = grn_measure_now();
    for (size_t r = 0; r < SLICE / COPIED_ROW; r++, to += COPIED_ROW) {
        const char *row = from + (size_t)((m->list[r % GRN_MEASURE_LIST] + turn) & mask) * COPIED_ROW;
        if (stream)
            m->kernels->take->stream(to, row, COPIED_ROW);
        else
            rows->copy(to, COPIED_ROW, row, COPIED_ROW, 1, COPIED_ROW);
    }
    if (stream)
        m->kernels->take->fence();
    return (grn_measure_now() - begin) / SLICE;
}

/*
 * What a byte that passes the caches by takes less than one that does not, where rows are copied, which is what plans weigh: by itself a
 * processor may write whole lines without reading them first, so that both take as long. Each is timed right after the other; a
 * program that disturbs both changes the middle difference little.
 */
static void measure_stream(grn_measure *m)
{
    const double through = m->out->write_byte[GRN_MACHINE_POINTS - 1];
    walk w = {.bytes = m->touched / 2};
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
    walk w = {.bytes = m->touched};
    if (m->touched < FAR_BYTES || grn_measure_passed(m) >= 1) {
        if (m->least[0][WRITE_SLICE] > 0)
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
        if (m->least[i][READ_SLICE] == 0 && i > 0)
            guess_point(m->out, i, m->bytes <= point_before(i));
        else if (which >> i & 1 && m->least[i][READ_SLICE] > 0)
            measure_point(m, i, footprint_of(m, i));
    if (which & GRN_DOUBT_FAR)
        measure_far(m);
}
