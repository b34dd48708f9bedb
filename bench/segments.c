/*
 * segments.c - segment reductions against plain loops, on shapes of graphs and of attention.
 *
 *   segments [TRIES [PART]]
 *
 * A line per case whose name has PART: median ns per element of data over TRIES rounds (7) in which both are measured
 * one after the other by the processor time of the thread, of
 *   loop  the loop that a person writes, compiled as the library is
 *   plan  grn_segment_run on one thread
 * and the first over the second: above 1 the plan is faster. Behind that stand the way that has won, the
 * way that costs least by the figures, and what each way that serves takes. Lengths of graphs are lognormal (web:
 * mu 1.6, sigma 1.0; citations: 1.7, 0.9), no longer than 255. The results are compared first: to
 * the last bit, softmax to 1e-6.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "garner/garner.h"

/* ---- cases ----------------------------------------------------------------------------------- */

typedef enum lengths { WEB, CITATIONS, UNIFORM, HUNDREDS } lengths; /* UNIFORM: ids are drawn */

typedef struct shape {
    const char *name;
    grn_segment_op op;
    grn_segment_form form;
    lengths lengths;
    int64_t nsegments, entries; /* entries of UNIFORM alone */
    int64_t columns;
    grn_dtype dtype;
} shape;

static const shape shapes[] = {
    {"1 web, offsets, sum, 1", GRN_SEGMENT_SUM, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 1, GRN_F32},
    {"1 web, offsets, sum, 16", GRN_SEGMENT_SUM, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 16, GRN_F32},
    {"1 web, offsets, sum, 64", GRN_SEGMENT_SUM, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 64, GRN_F32},
    {"1 web, offsets, max, 1", GRN_SEGMENT_MAX, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 1, GRN_F32},
    {"1 web, offsets, max, 32", GRN_SEGMENT_MAX, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 32, GRN_F32},
    {"1 web, offsets, sum of bf16, 64", GRN_SEGMENT_SUM, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 64, GRN_BF16},
    {"1 web, offsets, sum of i64, 1", GRN_SEGMENT_SUM, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 1, GRN_I64},
    {"1 web, offsets, sum of i64, 2", GRN_SEGMENT_SUM, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 2, GRN_I64},
    {"1 web, offsets, sum of i64, 32", GRN_SEGMENT_SUM, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 32, GRN_I64},
    {"1 web, offsets, sum of i32, 32", GRN_SEGMENT_SUM, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 32, GRN_I32},
    {"1 web, offsets, max of i32, 1", GRN_SEGMENT_MAX, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 1, GRN_I32},
    {"1 web, offsets, max of i64, 32", GRN_SEGMENT_MAX, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 32, GRN_I64},
    {"1 web, sorted ids, sum of i64, 1", GRN_SEGMENT_SUM, GRN_SEGMENT_SORTED_IDS, WEB, 281903, 0, 1, GRN_I64},
    {"1 web, sorted ids, sum of i64, 32", GRN_SEGMENT_SUM, GRN_SEGMENT_SORTED_IDS, WEB, 281903, 0, 32, GRN_I64},
    {"1 web, sorted ids, sum, 1", GRN_SEGMENT_SUM, GRN_SEGMENT_SORTED_IDS, WEB, 281903, 0, 1, GRN_F32},
    {"1 web, sorted ids, mean, 32", GRN_SEGMENT_MEAN, GRN_SEGMENT_SORTED_IDS, WEB, 281903, 0, 32, GRN_F32},
    {"1 web, ids permuted, sum, 1", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, WEB, 281903, 0, 1, GRN_F32},
    {"1 web, ids permuted, sum, 32", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, WEB, 281903, 0, 32, GRN_F32},
    {"1 web, ids permuted, sum of i64, 1", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, WEB, 65536, 0, 1, GRN_I64},
    {"1 web, ids permuted, sum of i64, 2", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, WEB, 65536, 0, 2, GRN_I64},
    {"1 web, 65536 ids permuted, sum, 1", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, WEB, 65536, 0, 1, GRN_F32},
    {"1 web, 65536 ids permuted, sum, 4", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, WEB, 65536, 0, 4, GRN_F32},
    {"1 web, 65536 ids permuted, sum, 32", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, WEB, 65536, 0, 32, GRN_F32},
    {"1 web, 65536 ids permuted, mean, 8", GRN_SEGMENT_MEAN, GRN_SEGMENT_IDS, WEB, 65536, 0, 8, GRN_F32},
    {"3 5000 ids permuted, sum, 1", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, UNIFORM, 600, 5000, 1, GRN_F32},
    {"3 5000 ids permuted, sum, 32", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, UNIFORM, 600, 5000, 32, GRN_F32},
    {"2 citations, offsets, sum, 32", GRN_SEGMENT_SUM, GRN_SEGMENT_OFFSETS, CITATIONS, 268495, 0, 32, GRN_F32},
    {"5 sampled layer, ids, sum, 256", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, UNIFORM, 135361, 477263, 256, GRN_F32},
    {"6 16k nodes, ids, sum, 64", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, UNIFORM, 16384, 819200, 64, GRN_F32},
    {"8 into 100, ids, sum, 64", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, UNIFORM, 100, 100000, 64, GRN_F32},
    {"8 into 100, ids, max, 64", GRN_SEGMENT_MAX, GRN_SEGMENT_IDS, UNIFORM, 100, 100000, 64, GRN_F32},
    {"8 into 10, ids, sum, 64", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, UNIFORM, 10, 1000000, 64, GRN_F32},
    {"8 into 1000, ids, sum, 64", GRN_SEGMENT_SUM, GRN_SEGMENT_IDS, UNIFORM, 1000, 10000, 64, GRN_F32},
    {"9 softmax, groups of 100, 1", GRN_SEGMENT_SOFTMAX, GRN_SEGMENT_OFFSETS, HUNDREDS, 500, 0, 1, GRN_F32},
    {"9 softmax, groups of 100, 4", GRN_SEGMENT_SOFTMAX, GRN_SEGMENT_OFFSETS, HUNDREDS, 500, 0, 4, GRN_F32},
    {"9 softmax, groups of 100, 8", GRN_SEGMENT_SOFTMAX, GRN_SEGMENT_OFFSETS, HUNDREDS, 500, 0, 8, GRN_F32},
    {"9 softmax, web, 4", GRN_SEGMENT_SOFTMAX, GRN_SEGMENT_OFFSETS, WEB, 281903, 0, 4, GRN_F32},
};

#define MOST_WAYS 8

typedef struct job {
    const shape *s;
    int64_t n;
    int64_t *id, *offset; /* of every entry; of every segment */
    grn_tensor data, segments, result, want;
    grn_segment_plan *plan; /* of way i where it is by_way[i] */
    grn_segment_plan *by_way[MOST_WAYS];
    const char *cheapest;
    void *scratch;
    size_t scratch_bytes;
} job;

/* A number with the distribution of e^(mu + sigma * normal), by Box and Muller. */
static int64_t draw_length(lengths l, uint64_t *state)
{
    const double mu = l == WEB ? 1.6 : 1.7, sigma = l == WEB ? 1.0 : 0.9;
    const double u = ((double)(bench_random(state) >> 11) + 0.5) * 0x1p-53,
                 v = (double)(bench_random(state) >> 11) * 0x1p-53;
    const double length = floor(exp(mu + sigma * sqrt(-2 * log(u)) * cos(6.283185307179586 * v)) + 0.5);
    return l == HUNDREDS ? 100 : length > 255 ? 255 : (int64_t)length;
}

static void make(grn_tensor *t, grn_dtype dtype, int32_t rank, int64_t d0, int64_t d1)
{
    if (grn_tensor_init(t, NULL, dtype, rank, (const int64_t[]){d0, d1}) != GRN_OK)
        bench_give_up("a tensor is not made");
    t->data = bench_allocate(grn_tensor_bytes(t), true);
}

static void draw_segments(job *j)
{
    const shape *s = j->s;
    uint64_t state = 1;
    j->offset = calloc((size_t)s->nsegments + 1, sizeof *j->offset);
    for (int64_t i = 0; s->lengths != UNIFORM && i < s->nsegments; i++)
        j->offset[i + 1] = j->offset[i] + draw_length(s->lengths, &state);
    j->n = s->lengths != UNIFORM ? j->offset[s->nsegments] : s->entries;
    j->id = malloc((size_t)j->n * sizeof *j->id);
    for (int64_t i = 0; i < s->nsegments; i++)
        for (int64_t e = j->offset[i]; e < j->offset[i + 1]; e++)
            j->id[e] = i;
    for (int64_t e = 0; s->lengths == UNIFORM && e < j->n; e++)
        j->id[e] = (int64_t)(bench_random(&state) % (uint64_t)s->nsegments);
    for (int64_t e = j->n - 1; s->lengths != UNIFORM && s->form == GRN_SEGMENT_IDS && e > 0; e--) {
        const int64_t other = (int64_t)(bench_random(&state) % (uint64_t)(e + 1)), id = j->id[e];
        j->id[e] = j->id[other];
        j->id[other] = id;
    }
}

static grn_segment_plan *plan_of(job *j, const char *way, grn_race_mode race)
{
    const grn_segment_spec spec = {.op = j->s->op, .form = j->s->form};
    const grn_segment_tensors t = {&j->data, &j->segments, NULL, &j->result, NULL};
    const grn_segment_plan_options options = {.way = way, .race = race};
    grn_segment_plan *plan;
    if (grn_segment_plan_create(&spec, &t, &options, NULL, NULL, &plan) != GRN_OK)
        return NULL;
    const size_t bytes = grn_segment_scratch_bytes(plan);
    j->scratch_bytes = bytes > j->scratch_bytes ? bytes : j->scratch_bytes;
    return plan;
}

static void begin_plans(job *j)
{
    grn_segment_plan *by_cost = plan_of(j, NULL, GRN_RACE_OFF);
    j->cheapest = grn_segment_plan_way(by_cost);
    grn_segment_plan_destroy(by_cost);
    j->plan = plan_of(j, NULL, GRN_RACE_ON);
    if (j->plan == NULL)
        bench_give_up("a plan is not made");
    for (size_t i = 0; grn_segment_way_text(i) != NULL && i < MOST_WAYS; i++)
        j->by_way[i] = plan_of(j, grn_segment_way_text(i), GRN_RACE_ON);
    j->scratch = bench_allocate(j->scratch_bytes + 1, true);
}

static void begin(job *j)
{
    const shape *s = j->s;
    draw_segments(j);
    const bool softmax = s->op == GRN_SEGMENT_SOFTMAX;
    make(&j->data, s->dtype, 2, j->n, s->columns);
    make(&j->result, s->dtype, 2, softmax ? j->n : s->nsegments, s->columns);
    make(&j->want, s->dtype, 2, softmax ? j->n : s->nsegments, s->columns);
    for (int64_t i = 0; i < j->n * s->columns; i++)
        if (s->dtype == GRN_F32)
            ((float *)j->data.data)[i] = (float)(i % 1013) * 0.01f;
        else if (s->dtype == GRN_I32)
            ((int32_t *)j->data.data)[i] = (int32_t)(i % 1013) - 500;
        else if (s->dtype == GRN_I64)
            ((int64_t *)j->data.data)[i] = i % 1013 - 500;
        else
            ((uint16_t *)j->data.data)[i] = (uint16_t)(0x3f80 + i % 64);
    j->segments = s->form == GRN_SEGMENT_OFFSETS ? grn_tensor_1d(j->offset, GRN_I64, s->nsegments + 1)
                                                 : grn_tensor_1d(j->id, GRN_I64, j->n);
    begin_plans(j);
}

static void end(job *j)
{
    bench_release(j->scratch, j->scratch_bytes + 1);
    grn_segment_plan_destroy(j->plan);
    for (size_t i = 0; i < MOST_WAYS; i++)
        grn_segment_plan_destroy(j->by_way[i]);
    bench_release(j->data.data, grn_tensor_bytes(&j->data));
    bench_release(j->result.data, grn_tensor_bytes(&j->result));
    bench_release(j->want.data, grn_tensor_bytes(&j->want));
    free(j->id);
    free(j->offset);
}

/* ---- plain loops ----------------------------------------------------------------------------- */

static float from_bf16(uint16_t b)
{
    const uint32_t bits = (uint32_t)b << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint16_t to_bf16(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static void loop_bf16(const job *j)
{
    const int64_t k_end = j->s->columns;
    for (int64_t s = 0; s < j->s->nsegments; s++) {
        float sum[64] = {0};
        for (int64_t e = j->offset[s]; e < j->offset[s + 1]; e++)
            for (int64_t k = 0; k < k_end; k++)
                sum[k] += from_bf16(((const uint16_t *)j->data.data)[e * k_end + k]);
        for (int64_t k = 0; k < k_end; k++)
            ((uint16_t *)j->want.data)[s * k_end + k] = to_bf16(sum[k]);
    }
}

static void loop_softmax(const job *j)
{
    const int64_t k_end = j->s->columns;
    const float *x = j->data.data;
    float *y = j->want.data;
    for (int64_t s = 0; s < j->s->nsegments; s++)
        for (int64_t k = 0; k < k_end; k++) {
            float m = -INFINITY, sum = 0;
            for (int64_t e = j->offset[s]; e < j->offset[s + 1]; e++)
                m = x[e * k_end + k] > m ? x[e * k_end + k] : m;
            for (int64_t e = j->offset[s]; e < j->offset[s + 1]; e++)
                sum += y[e * k_end + k] = expf(x[e * k_end + k] - m);
            for (int64_t e = j->offset[s]; e < j->offset[s + 1]; e++)
                y[e * k_end + k] /= sum;
        }
}

#define LOOP(T, name, least)                                                  \
    static void name(const job *j)                                            \
    {                                                                         \
        const int64_t k_end = j->s->columns, count = j->s->nsegments * k_end; \
        const T *x = j->data.data;                                            \
        T *restrict y = j->want.data;                                         \
        const bool max = j->s->op == GRN_SEGMENT_MAX;                         \
        for (int64_t i = 0; i < count; i++)                                   \
            y[i] = max ? (least) : 0;                                         \
        for (int64_t e = 0; e < j->n; e++) {                                  \
            T *restrict to = y + j->id[e] * k_end;                            \
            const T *from = x + e * k_end;                                    \
            if (max)                                                          \
                for (int64_t k = 0; k < k_end; k++)                           \
                    to[k] = from[k] > to[k] ? from[k] : to[k];                \
            else                                                              \
                for (int64_t k = 0; k < k_end; k++)                           \
                    to[k] += from[k];                                         \
        }                                                                     \
    }
LOOP(float, add_or_max_f32, -INFINITY)
LOOP(int32_t, add_or_max_i32, INT32_MIN)
LOOP(int64_t, add_or_max_i64, INT64_MIN)

static void loop_f32(const job *j)
{
    const int64_t k_end = j->s->columns;
    float *y = j->want.data;
    add_or_max_f32(j);
    for (int64_t s = 0; j->s->op == GRN_SEGMENT_MEAN && s < j->s->nsegments; s++)
        for (int64_t k = 0; j->offset[s] < j->offset[s + 1] && k < k_end; k++)
            y[s * k_end + k] /= (float)(j->offset[s + 1] - j->offset[s]);
}

/* ---- what is measured ------------------------------------------------------------------------ */

static void run_loop(void *context)
{
    const job *j = context;
    if (j->s->dtype == GRN_BF16)
        loop_bf16(j);
    else if (j->s->dtype == GRN_I32)
        add_or_max_i32(j);
    else if (j->s->dtype == GRN_I64)
        add_or_max_i64(j);
    else if (j->s->op == GRN_SEGMENT_SOFTMAX)
        loop_softmax(j);
    else
        loop_f32(j);
}

static void run_plan(void *context)
{
    const job *j = context;
    const grn_segment_data data = {j->data.data, j->segments.data, NULL, j->result.data, NULL};
    if (grn_segment_run(j->plan, &data, j->scratch, NULL) != GRN_OK)
        bench_give_up("a plan does not run");
}

/* More than a race takes. */
#define RACED 100

static void compare(job *j)
{
    run_loop(j);
    for (int i = 0; i < RACED; i++)
        run_plan(j);
    const float *a = j->want.data, *b = j->result.data;
    bool same = memcmp(a, b, grn_tensor_bytes(&j->want)) == 0;
    if (j->s->op == GRN_SEGMENT_SOFTMAX) {
        same = true;
        for (int64_t i = 0; i < grn_tensor_elements(&j->want); i++)
            same = same && fabsf(a[i] - b[i]) <= 1e-6f;
    }
    if (!same)
        bench_give_up("the results differ");
}

static const bench_effort effort = {7, 1, 2e8, true};

static void measure_ways(const job *all, int tries)
{
    double ns[BENCH_MAX_REPEATS];
    job j = *all;
    for (size_t i = 0; i < MOST_WAYS; i++) {
        if ((j.plan = all->by_way[i]) == NULL)
            continue;
        for (int k = 0; k < tries; k++)
            ns[k] = bench_measure(run_plan, &j, &effort).median_ns;
        printf(" %s %.3f", grn_segment_plan_way(j.plan),
               bench_summarise(ns, tries).median_ns / (double)(j.n * j.s->columns));
    }
    printf("\n");
}

static void measure(const shape *s, int tries)
{
    static void (*const runs[2])(void *) = {run_loop, run_plan};
    double ns[2][BENCH_MAX_REPEATS], of[2];
    job j = {.s = s};
    begin(&j);
    compare(&j);
    for (int i = 0; i < tries; i++)
        for (int k = 0; k < 2; k++)
            ns[k][i] = bench_measure(runs[k], &j, &effort).median_ns;
    for (int k = 0; k < 2; k++)
        of[k] = bench_summarise(ns[k], tries).median_ns / (double)(j.n * s->columns);
    printf("%-32s %8.3f %8.3f %8.2f  %s, by cost %s:", s->name, of[0], of[1], of[0] / of[1],
           grn_segment_plan_way(j.plan), j.cheapest);
    measure_ways(&j, tries);
    fflush(stdout);
    end(&j);
}

int main(int argc, char **argv)
{
    const int tries = argc > 1 ? atoi(argv[1]) : 7;
    if (tries < 1 || tries > BENCH_MAX_REPEATS)
        bench_give_up("tries are 1 to 64");
    printf("%-32s %8s %8s %8s\n", "ns per element", "loop", "plan", "ratio");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (argc <= 2 || strstr(shapes[i].name, argv[2]) != NULL)
            measure(&shapes[i], tries);
    return 0;
}
