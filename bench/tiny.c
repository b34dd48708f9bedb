/*
 * tiny.c - what one call costs when there is next to nothing to do: 16 elements of f32, or 16 rows
 * of 64 B, by 16 indices of i64.
 *
 *   tiny            nanoseconds per call, through a ready plan and through the one-shot call with
 *                   all its checks
 *
 * Medians of 15 repeats of 20,000 calls. The data fits in the first-level cache and is warm. The
 * last column is a claim that elements are held to: 15 ns or less ready, 80 ns or less in one shot.
 */
#include <stdio.h>
#include <string.h>

#include "common/job.h"
#include "common/measure.h"

#define COUNT 16
#define ROW 16 /* elements */
#define REPEATS 15
#define CALLS 20000
#define READY_NS 15.0
#define ONE_SHOT_NS 80.0

static float table[COUNT * ROW], moved[COUNT * ROW];
static int64_t which[COUNT];

/* ---- the calls ------------------------------------------------------------------------------- */

static void lay(grn_tensor *t, void *data, grn_dtype dtype, int32_t rank, int64_t last)
{
    if (grn_tensor_init(t, data, dtype, rank, (int64_t[]){COUNT, last}) != GRN_OK)
        bench_give_up("a tensor of 16 elements is refused");
}

/* result[i] = operand[index[i]], elements or rows, or the scatter that goes the other way. */
static bench_job take(bool rows, bool is_scatter, grn_combiner combiner)
{
    bench_job job = {.is_scatter = is_scatter, .combiner = combiner};
    job.gather.dims.collapsed_slice_dims = job.gather.dims.start_index_map = (grn_dims){1, {0}};
    job.gather.dims.index_vector_dim = 1;
    job.gather.dims.offset_dims = (grn_dims){rows, {1}};
    job.gather.slice_sizes = (grn_dims){1 + rows, {1, ROW}};
    job.gather.index.bounds = is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP;
    lay(&job.operand, table, GRN_F32, 1 + rows, ROW);
    lay(&job.indices, which, GRN_I64, 1, 0);
    lay(&job.dense, moved, GRN_F32, 1 + rows, ROW);
    return job;
}

/* The same through index vectors of one component: indices [16,1]. */
static bench_job take_vectors(void)
{
    bench_job job = take(false, false, GRN_COMBINE_REPLACE);
    lay(&job.indices, which, GRN_I64, 2, 1);
    return job;
}

static void plain_loop(void *unused)
{
    (void)unused;
    for (int i = 0; i < COUNT; i++)
        moved[i] = table[which[i]];
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Called through a pointer that the compiler cannot see through, as a library is. */
static bench_time time_calls(void (*volatile call)(void *), void *context)
{
    double ns[REPEATS];
    for (int i = 0; i < CALLS / 10; i++)
        call(context);
    for (int r = 0; r < REPEATS; r++) {
        double start = bench_now_ns(false);
        for (int i = 0; i < CALLS; i++)
            call(context);
        ns[r] = (bench_now_ns(false) - start) / CALLS;
    }
    return bench_summarise(ns, REPEATS);
}

static void row(const char *what, const char *how, bench_time t, double claim)
{
    printf("%-34s %-10s %9.1f %9.1f %8.1f%%", what, how, t.median_ns, t.min_ns, t.spread_percent);
    if (claim > 0)
        printf("   <= %.0f ns: %s", claim, t.median_ns <= claim ? "yes" : "NO");
    putchar('\n');
}

static void rows_of(const char *what, bench_job job, bool claimed)
{
    bench_setup setup;
    bench_setup_init(&setup, 1);
    if (bench_job_ready(&job, &setup) != GRN_OK)
        bench_give_up("no plan for 16 elements");
    row(what, "ready", time_calls(bench_job_run, &job), claimed ? READY_NS : 0);
    row(what, "one-shot", time_calls(bench_job_one_shot, &job), claimed ? ONE_SHOT_NS : 0);
    if (job.status != GRN_OK)
        bench_give_up(grn_status_text(job.status));
    bench_job_end(&job);
    bench_setup_end(&setup);
}

int main(void)
{
    for (int i = 0; i < COUNT; i++)
        which[i] = i * 7 % COUNT;
    printf("%-34s %-10s %9s %9s %9s\n", "16 indices of i64", "call", "median ns", "least ns", "spread");
    row("a plain loop", "-", time_calls(plain_loop, NULL), 0);
    rows_of("gather 16 f32", take(false, false, GRN_COMBINE_REPLACE), true);
    rows_of("gather 16 f32, indices [16,1]", take_vectors(), false);
    rows_of("gather 16 rows of 64 B", take(true, false, GRN_COMBINE_REPLACE), false);
    rows_of("scatter 16 f32", take(false, true, GRN_COMBINE_REPLACE), true);
    rows_of("scatter add 16 f32", take(false, true, GRN_COMBINE_ADD), true);
    rows_of("scatter add 16 rows of 64 B", take(true, true, GRN_COMBINE_ADD), false);
    return 0;
}
