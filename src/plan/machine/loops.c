/*
 * loops.c - the loops over lines and bytes of memory that are timed, compiled for speed.
 *
 * Random lines are those of a short list of random numbers, moved on by a
 * random distance each time the list has been used: so their positions cost
 * two instructions, are known well ahead, and hardly repeat.
 */
#include "kernels/hints.h"
#include "plan/machine/measure.h"

#define WORDS (GRN_LINE / sizeof(uint64_t))
#define DISTANCE 64

/* ---- random lines ---------------------------------------------------------------------------- */

static uint64_t *line_at(const grn_measure *m, uint32_t number, uint32_t mask)
{
    return (uint64_t *)(void *)(m->memory + (size_t)(number & mask) * GRN_LINE);
}

static uint64_t read_list(const grn_measure *m, uint32_t mask, uint32_t from)
{
    uint64_t sum = 0;
    for (int i = 0; i < GRN_MEASURE_LIST; i++)
        sum += *line_at(m, m->list[i] + from, mask);
    return sum;
}

/* With lines prefetched ahead; those at the end of the list are of the next call. */
KERNEL_SHARED static uint64_t read_prefetched(const grn_measure *m, uint32_t mask, uint32_t from, uint32_t next,
                                              int64_t ahead)
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
        sum += read_prefetched(m, (uint32_t)(m->touched / GRN_LINE - 1), grn_measure_hop(seed),
                               grn_measure_hop(seed + 1), DISTANCE);
    return sum;
}

static void read_lines(grn_measure *m, void *context)
{
    grn_timed_pass *w = context;
    uint32_t mask = (uint32_t)(w->bytes / GRN_LINE - 1), from = grn_measure_hop(w->turn++);
    m->sum +=
        w->ahead > 0 ? read_prefetched(m, mask, from, grn_measure_hop(w->turn), w->ahead) : read_list(m, mask, from);
}

static void read_rows(grn_measure *m, void *context)
{
    grn_timed_pass *w = context;
    uint32_t mask = (uint32_t)(w->bytes / GRN_LINE - 1), from = grn_measure_hop(w->turn++);
    uint64_t sum = 0;
    for (int i = 0; i < GRN_MEASURE_LIST; i++) {
        const uint64_t *row = line_at(m, (m->list[i] + from) * GRN_LINES_OF_ROW, mask);
        for (size_t k = 0; k < GRN_LINES_OF_ROW; k++)
            sum += row[k * WORDS];
    }
    m->sum += sum;
}

/* Those prefetched ahead are of the next call's where this one's end. */
void grn_measure_update_lines(grn_measure *m, void *context)
{
    grn_timed_pass *w = context;
    uint32_t mask = (uint32_t)(w->bytes / GRN_LINE - 1), from = grn_measure_hop(w->turn++),
             next = grn_measure_hop(w->turn);
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

/* ---- sequential bytes ------------------------------------------------------------------------ */

uint64_t grn_measure_read_bytes(const char *from, size_t bytes)
{
    const uint64_t *word = (const uint64_t *)(const void *)from;
    uint64_t sum[WORDS] = {0};
    for (size_t i = 0; i < bytes / sizeof *word; i += WORDS)
        for (size_t k = 0; k < WORDS; k++)
            sum[k] += word[i + k];
    return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
}

void grn_measure_write_bytes(char *to, size_t bytes, uint64_t value)
{
    uint64_t *word = (uint64_t *)(void *)to;
    for (size_t i = 0; i < bytes / sizeof *word; i += WORDS)
        for (size_t k = 0; k < WORDS; k++)
            word[i + k] = value + i;
}

static void read_slice(grn_measure *m, void *context)
{
    grn_timed_pass *w = context;
    m->sum += grn_measure_read_bytes(grn_pass_slice(m, w), grn_pass_step(w));
}

static void write_slice(grn_measure *m, void *context)
{
    grn_timed_pass *w = context;
    grn_measure_write_bytes(grn_pass_slice(m, w), grn_pass_step(w), w->turn++);
}

const grn_measure_way grn_measure_ways[GRN_MEASURE_PROBES] = {
    [GRN_READ_SLICE] = {read_slice, 0, offsetof(grn_machine, read_byte)},
    [GRN_WRITE_SLICE] = {write_slice, 0, offsetof(grn_machine, write_byte)},
    [GRN_READ_LINES] = {read_lines, 0, offsetof(grn_machine, read_line)},
    {read_lines, DISTANCE, offsetof(grn_machine, read_line)},
    [GRN_UPDATE_LINES] = {grn_measure_update_lines, 0, offsetof(grn_machine, update_line)},
    {grn_measure_update_lines, DISTANCE, offsetof(grn_machine, update_line)},
    [GRN_READ_ROWS] = {read_rows, 0, offsetof(grn_machine, next_line)},
};
