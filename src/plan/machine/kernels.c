/*
 * kernels.c - kernels, timed on what lies in the nearest cache.
 *
 * The default figures of kernels were fitted to whole plans on one machine, and
 * have in them what surrounds a kernel there: its share of a figure is what it
 * took alone, the rest is plain code. A figure follows its kernel in the one
 * share, and in the other a kernel of plain code that every instruction set has.
 * On that machine every figure stays as it is.
 */
#include "plan/machine/measure.h"

/* ---- what kernels work on -------------------------------------------------------------------- */

#define N 512
#define ROUNDS 8 /* kernel calls for one reading of the clock */
#define SOURCE_BYTES 8192

/* All of it lies in m->memory, one after the other. */
typedef struct bench {
    int64_t raw[2 * N], offset64[N + GRN_BIN_SLACK];
    int32_t offset32[N];
    uint32_t bin[4][N + GRN_BIN_SLACK];
    float update[N + GRN_BIN_SLACK], moved[N + GRN_BIN_SLACK];
    float source[SOURCE_BYTES / sizeof(float)], result[4 * (N + GRN_BIN_SLACK)];
} bench;

_Static_assert(sizeof(bench) <= GRN_MEASURE_LEAST_BYTES, "a bench fits the least memory");

static void prepare(const grn_measure *m, bench *b)
{
    *b = (bench){0};
    for (int i = 0; i < N; i++) {
        b->raw[i] = b->raw[N + i] = b->offset64[i] = m->list[i] % N;
        b->offset32[i] = (int32_t)b->raw[i];
        b->update[i] = 1;
    }
}

/* ---- a probe per kernel: nanoseconds of N items, ROUNDS times over --------------------------- */

static const grn_resolve_axis axis = {.low = INT64_MIN, .high = INT64_MAX, .last = N - 1, .stride = 1};

static void narrow(grn_measure *m, void *context)
{
    bench *b = context;
    grn_narrow_fn f = m->kernels->take->narrow(GRN_I64);
    for (int i = 0; i < N; i++)
        b->offset32[i] = 0;
    for (int k = 0; k < ROUNDS; k++)
        f(b->raw, 1, N, &axis, b->offset32, NULL);
    for (int i = 0; i < N; i++)
        b->offset32[i] = (int32_t)b->raw[i];
}

static void resolve(grn_measure *m, void *context)
{
    bench *b = context;
    grn_resolve_fn f = m->kernels->resolve(GRN_I64);
    for (int k = 0; k < ROUNDS; k++)
        f(b->raw, 1, N, &axis, b->offset64, NULL);
    for (int i = 0; i < N; i++)
        b->offset64[i] = b->raw[i];
}

static void checked(grn_measure *m, void *context)
{
    bench *b = context;
    grn_prefix_fn f = m->kernels->take->prefix(GRN_I64);
    m->missing = f == NULL;
    for (int k = 0; k < ROUNDS && f != NULL; k++)
        m->sum += (uint64_t)f(b->raw, N, N - 1);
}

/* Of one component each, or of two. */
static void move_fused(grn_measure *m, bench *b, grn_fused_fn f)
{
    static const grn_fused how = {
        .last = N - 1, .scale = sizeof(float), .second_last = N - 1, .second_scale = sizeof(float)};
    m->missing = f == NULL;
    for (int k = 0; k < ROUNDS && f != NULL; k++)
        m->sum += (uint64_t)f(b->moved, b->source, b->raw, N, &how);
}

static void fused(grn_measure *m, void *context)
{
    move_fused(m, context, m->kernels->take->fused(GRN_I64, sizeof(float), false));
}

static void pairs(grn_measure *m, void *context)
{
    move_fused(m, context, m->kernels->take->pairs(GRN_I64, sizeof(float), false));
}

static void runs(grn_measure *m, void *context)
{
    bench *b = context;
    grn_fused how = {.last = N - 1, .scale = sizeof(float)};
    grn_fused_runs r = {.runs = N / 16, .length = 16, .dst_hop = 64, .raw_hop = 128};
    grn_fused_runs_fn f = m->kernels->take->runs(GRN_I64, sizeof(float));
    m->missing = f == NULL;
    for (int k = 0; k < ROUNDS && f != NULL; k++)
        f(b->moved, b->source, b->raw, &r, &how);
}

static void cells32(grn_measure *m, void *context)
{
    bench *b = context;
    grn_take_cells_fn f = m->kernels->take->cells(sizeof(float), false);
    m->missing = f == NULL;
    for (int k = 0; k < ROUNDS && f != NULL; k++)
        f(b->moved, b->source, b->offset32, N);
}

static void cells64(grn_measure *m, void *context)
{
    bench *b = context;
    for (int k = 0; k < ROUNDS; k++)
        m->kernels->cells(sizeof(float))->take(b->moved, 1, b->source, b->offset64, N);
}

static void strided(grn_measure *m, void *context)
{
    bench *b = context;
    for (int k = 0; k < ROUNDS; k++)
        m->kernels->cells(sizeof(float))->copy(b->result, 3, b->source, 2, N);
}

static void accumulate(bench *b, const grn_accumulate *f, int64_t row)
{
    const grn_updates u = {b->update, NULL, row, N / row, N / row, 1};
    for (int k = 0; k < ROUNDS; k++)
        if (row == 1)
            f->cells(b->result, b->offset64, &u, 0);
        else
            f->rows(b->result, b->offset64, &u, row, 0);
}

static void adds(grn_measure *m, void *context)
{
    bench *b = context;
    accumulate(b, m->kernels->accumulate(GRN_COMBINE_ADD, GRN_F32), 1);
}

/* To two targets in turn. */
static void sums(grn_measure *m, void *context)
{
    bench *b = context;
    for (int i = 0; i < N; i++)
        b->offset64[i] = i % 2;
    accumulate(b, m->kernels->accumulate(GRN_COMBINE_ADD, GRN_F32), 1);
    memcpy(b->offset64, b->raw, sizeof *b->raw * N);
}

/* A compact kernel, on the same bits. */
static void minima(grn_measure *m, void *context)
{
    bench *b = context;
    accumulate(b, m->kernels->accumulate(GRN_COMBINE_MIN, GRN_I32), 1);
}

static void minima_of_rows(grn_measure *m, void *context)
{
    bench *b = context;
    accumulate(b, m->kernels->accumulate(GRN_COMBINE_MIN, GRN_I32), GRN_SHORT_ROW / 2);
}

static void strips(grn_measure *m, void *context)
{
    bench *b = context;
    grn_strips s = {.length = 3, .dst_step = 12, .dst_next = 4, .src_next = 8, .scale = sizeof(float)};
    for (int k = 0; k < ROUNDS; k++)
        m->kernels->take->strips(sizeof(float))((char *)b->result, (const char *)b->source, b->offset32, N / 2, N / 2,
                                                &s);
}

static void few(grn_measure *m, void *context)
{
    bench *b = context;
    const grn_cells *cells = m->kernels->cells(sizeof(float));
    for (int k = 0; k < ROUNDS; k++)
        for (int i = 0; i < N / 8; i++)
            cells->take(b->moved + i, 1, b->source, b->offset64 + i, 1);
}

static void move_rows(const grn_measure *m, bench *b, size_t row)
{
    const grn_rows *rows = m->kernels->rows(row);
    for (int k = 0; k < ROUNDS; k++) /* rows begin at a vector's element, the last of them within the source */
        for (int i = 0; i + 8 <= N; i += 8)
            rows->take((char *)b->result, (int64_t)row, (const char *)b->source, b->offset64 + i, sizeof(float), 8,
                       row);
}

static void rows32(grn_measure *m, void *context) { move_rows(m, context, 32); }

static void rows512(grn_measure *m, void *context) { move_rows(m, context, 512); }

static void windows(grn_measure *m, void *context)
{
    bench *b = context;
    static const int64_t at = 0;
    grn_window_rows w = {
        .row_bytes = 32, .nrows = 1, .dst_at = &at, .src_at = &at, .dst_step = 32, .scale = sizeof(float)};
    for (int k = 0; k < ROUNDS; k++)
        m->kernels->take->windows(32)((char *)b->result, (const char *)b->source, b->offset32, N / 2, N / 2, &w);
}

static grn_owner_filter filter_of(bench *b)
{
    return (grn_owner_filter){.starts = {.raw = b->raw, .ncoords = 1, .last = {N - 1, N - 1}, .scale = {1, 1}},
                              .owner = {4, 4, 0},
                              .updates = (const char *)b->update,
                              .step = 1,
                              .size = sizeof(float),
                              .offset = b->offset64,
                              .update = b->moved};
}

static void filter(grn_measure *m, void *context)
{
    bench *b = context;
    for (int k = 0; k < ROUNDS; k++) {
        grn_owner_filter f = filter_of(b);
        m->sum += (uint64_t)m->kernels->filter(&f, N);
    }
    for (int i = 0; i < N; i++)
        b->offset64[i] = b->raw[i];
}

static void bins(grn_measure *m, void *context)
{
    bench *b = context;
    const grn_owner_filter f = filter_of(b);
    for (int k = 0; k < ROUNDS; k++) {
        grn_bin to[4];
        for (int o = 0; o < 4; o++)
            to[o] = (grn_bin){b->bin[o], b->result + (size_t)o * (N + GRN_BIN_SLACK), 0};
        m->sum += (uint64_t)m->kernels->bin(&f, to, N);
    }
}

/* ---- which figures follow which kernel ------------------------------------------------------- */

#define AT(name) offsetof(grn_machine, name)
#define FOLLOWERS 4

static const struct {
    grn_measure_probe probe;
    double alone, fitted;      /* nanoseconds of a probe there: of the kernel, and by the figures */
    size_t follows[FOLLOWERS]; /* figures; ends with 0, which is no kernel's */
} probes[] = {
    {cells64, 1212, 3277, {AT(cell64), AT(gapped_cell)}}, /* the first figure measures how fast plain code is */
    {narrow, 370, 1229, {AT(index32)}},
    {resolve, 410, 3686, {AT(index64)}},
    {checked, 240, 614, {AT(checked)}},
    {fused, 901, 1024, {AT(fused_cell)}},
    {pairs, 1612, 1638, {AT(fused_pair)}},
    {runs, 1202, 1202, {AT(short_run), AT(short_cell), AT(long_cell)}},
    {cells32, 812, 1024, {AT(cell32)}},
    {strided, 1452, 3686, {AT(strided_cell)}},
    {adds, 1463, 1638, {AT(put_cell)}},
    {sums, 6100, 8192, {AT(waiting_cell)}},
    {minima, 2010, 3277, {AT(compact_cell)}},
    {minima_of_rows, 5243, 5243, {AT(row_cell)}},
    {strips, 2173, 2458, {AT(strip), AT(strip_cell), AT(far_cell)}},
    {few, 901, 2048, {AT(call)}},
    {rows32, 2714, 8028, {AT(row)}},
    {rows512, 38730, 62915, {AT(byte)}},
    {windows, 1102, 2990, {AT(batched_row)}},
    {filter, 631, 1843, {AT(owner)}},
    {bins, 1702, 4424, {AT(bin), AT(bin_owner)}},
};

_Static_assert(GRN_COUNT(probes) == GRN_MEASURE_KERNELS, "each has a timing");

/* Loops around many kernels. */
static const size_t plain[] = {AT(run),     AT(block),     AT(joined_run),  AT(joined_vector), AT(radix),
                               AT(batches), AT(panel_run), AT(region_call), AT(region_cell)};

void grn_measure_kernels(grn_measure *m, double until)
{
    bench *b = (bench *)(void *)m->memory;
    if (m->touched < GRN_MEASURE_LEAST_BYTES)
        m->touched = GRN_MEASURE_LEAST_BYTES;
    prepare(m, b);
    double speed = 0;
    for (size_t i = 0; i < GRN_COUNT(probes) && grn_measure_passed(m) < until; i++) {
        m->timing[i].figure = probes[i].follows[0];
        const double took = grn_measure_visit(m, &m->timing[i], probes[i].probe, b),
                     around = probes[i].fitted - probes[i].alone;
        speed = i == 0 ? took / probes[0].alone : speed;
        for (int k = 0; took > 0 && k < FOLLOWERS && probes[i].follows[k] != 0; k++)
            grn_measure_grow(m, probes[i].follows[k], (took + around * speed) / probes[i].fitted, GRN_FIGURE_MEASURED);
    }
    for (size_t i = 0; speed > 0 && i < GRN_COUNT(plain); i++)
        grn_measure_grow(m, plain[i], speed, GRN_FIGURE_GUESSED);
}
