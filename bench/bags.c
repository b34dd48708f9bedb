/*
 * bags.c - embedding bags and experts' tokens, against plain loops.
 *
 *   bags [-t THREADS] [-r ROUNDS] [-c PART] [-a AHEAD]
 *
 * The shapes are those of public benchmarks, as far as they fit: FBGEMM's (bags of 1 to 201
 * entries), DLRM's (26 tables, one entry or several for each), RMC's (bags of 20 to 120), a
 * mixture of experts'. Loops and garner take turns, each for some milliseconds; the median of the
 * rounds counts. A loop is what a person writes: sums in the result's row, one entry after the
 * other; the compiler may use all that this processor has. -c: only cases whose name contains
 * PART. -a: how many entries ahead rows are prefetched.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/data.h"
#include "common/measure.h"
#include "garner/garner.h"

enum { MOST_TABLES = 26, MOST_ROUNDS = 64 };

/* One case: some tables of one shape. */
typedef struct bags_case {
    const char *name;
    grn_bag_format format;
    int64_t tables, rows, columns, bags;
    int64_t shortest, longest; /* of a bag; drawn evenly */
    bool weighted, multi_hot;  /* multi_hot: bags of table t have multi_hot_lengths[t] entries */
    bench_distribution drawn;
} bags_case;

static const int64_t multi_hot_lengths[MOST_TABLES] = {3, 2, 1, 2, 6, 1, 1,  1,   1,  7,  3, 8, 1,
                                                       6, 9, 5, 1, 1, 1, 12, 100, 27, 10, 3, 1, 1};

#define PLAIN GRN_BAG_ROWS_PLAIN
static const bags_case cases[] = {
    {"fbgemm d32", PLAIN, 1, 1000000, 32, 10, 1, 201, false, false, BENCH_uniform},
    {"fbgemm d64", PLAIN, 1, 1000000, 64, 10, 1, 201, false, false, BENCH_uniform},
    {"fbgemm d128", PLAIN, 1, 1000000, 128, 10, 1, 201, false, false, BENCH_uniform},
    {"fbgemm d128 weights", PLAIN, 1, 1000000, 128, 10, 1, 201, true, false, BENCH_uniform},
    {"fbgemm d256", PLAIN, 1, 1000000, 256, 10, 1, 201, false, false, BENCH_uniform},
    {"fbgemm d128 8 bits", GRN_BAG_ROWS_UI8_F32, 1, 1000000, 128, 10, 1, 201, false, false, BENCH_uniform},
    {"fbgemm d128 4 bits", GRN_BAG_ROWS_UI4_F16, 1, 1000000, 128, 10, 1, 201, false, false, BENCH_uniform},
    {"dlrm", PLAIN, 26, 40000, 128, 2048, 1, 1, false, false, BENCH_zipf},
    {"dlrm multi-hot", PLAIN, 26, 40000, 128, 256, 0, 0, false, true, BENCH_zipf},
    {"rmc1", PLAIN, 1, 1000000, 32, 64, 80, 80, false, false, BENCH_zipf},
    {"rmc2", PLAIN, 1, 1000000, 32, 64, 120, 120, false, false, BENCH_zipf},
    {"rmc3", PLAIN, 1, 1000000, 32, 64, 20, 20, false, false, BENCH_zipf},
};

/* The data of a case. */
typedef struct bags_run {
    const bags_case *c;
    grn_bag_table table[MOST_TABLES];
    grn_tensor rows[MOST_TABLES], indices[MOST_TABLES], offsets[MOST_TABLES], weights[MOST_TABLES], result[MOST_TABLES];
    const grn_bag_options *options;
    grn_status status;
    int64_t entries; /* of all tables */
} bags_run;

static grn_tensor make(grn_dtype dtype, int32_t rank, int64_t d0, int64_t d1)
{
    grn_tensor t = rank == 1 ? grn_tensor_1d(NULL, dtype, d0) : grn_tensor_2d(NULL, dtype, d0, d1);
    t.data = bench_allocate(grn_tensor_bytes(&t) + 1, true);
    return t;
}

static void drop(grn_tensor *t)
{
    if (t->data != NULL)
        bench_release(t->data, grn_tensor_bytes(t) + 1);
    t->data = NULL;
}

/* Scales and biases of small size, so that no sum overflows. */
static void fill_scales(grn_tensor *rows, grn_bag_format format)
{
    static const unsigned char f32[8] = {0, 0, 0, 0x3c, 0, 0, 0, 0xbf}, f16[4] = {0, 0x20, 0, 0xb8};
    const size_t bytes = format == GRN_BAG_ROWS_UI8_F32 ? sizeof f32 : sizeof f16;
    for (int64_t r = 0; r < rows->shape[0]; r++)
        memcpy((char *)rows->data + (r + 1) * rows->shape[1] - bytes, bytes == 8 ? f32 : f16, bytes);
}

static void begin(bags_run *run, const bags_case *c, const grn_bag_options *options)
{
    memset(run, 0, sizeof *run);
    run->c = c;
    run->options = options;
    for (int64_t t = 0; t < c->tables; t++) {
        uint64_t state = (uint64_t)t + 1;
        int64_t *start = malloc((size_t)(c->bags + 1) * sizeof *start);
        if (start == NULL)
            bench_give_up("not enough memory");
        start[0] = 0;
        for (int64_t b = 0; b < c->bags; b++)
            start[b + 1] =
                start[b] + (c->multi_hot ? multi_hot_lengths[t]
                                         : c->shortest + (int64_t)(bench_random(&state) %
                                                                   (uint64_t)(c->longest - c->shortest + 1)));
        const int64_t n = start[c->bags];
        run->rows[t] = c->format == PLAIN ? make(GRN_F32, 2, c->rows, c->columns)
                                          : make(GRN_UI8, 2, c->rows, grn_bag_row_bytes(c->format, c->columns));
        bench_fill(&run->rows[t], (uint64_t)t);
        if (c->format != PLAIN)
            fill_scales(&run->rows[t], c->format);
        run->indices[t] = make(GRN_I64, 1, n, 0);
        run->offsets[t] = make(GRN_I64, 1, c->bags, 0);
        run->result[t] = make(GRN_F32, 2, c->bags, c->columns);
        for (int64_t i = 0; i < n; i++)
            bench_store_index(&run->indices[t], i, bench_draw(c->drawn, i, n, c->rows, &state));
        memcpy(run->offsets[t].data, start, (size_t)c->bags * sizeof *start);
        free(start);
        if (c->weighted) {
            run->weights[t] = make(GRN_F32, 1, n, 0);
            bench_fill(&run->weights[t], 7);
        }
        run->table[t].spec.format = c->format;
        run->table[t].spec.fused = true;
        run->table[t].tensors = (grn_bag_tensors){.table = &run->rows[t],
                                                  .indices = &run->indices[t],
                                                  .offsets = &run->offsets[t],
                                                  .weights = c->weighted ? &run->weights[t] : NULL,
                                                  .result = &run->result[t]};
        run->entries += n;
    }
}

static void end(bags_run *run)
{
    for (int64_t t = 0; t < run->c->tables; t++) {
        drop(&run->rows[t]);
        drop(&run->indices[t]);
        drop(&run->offsets[t]);
        drop(&run->weights[t]);
        drop(&run->result[t]);
    }
}

static void by_garner(void *context)
{
    bags_run *run = context;
    run->status = grn_bag_tables((size_t)run->c->tables, run->table, run->options, NULL);
}

/* ---- the loops ---- */

static void add_plain(const bags_run *run, int64_t t, int64_t row, float w, float *out)
{
    const float *x = (const float *)run->rows[t].data + row * run->c->columns;
    for (int64_t k = 0; k < run->c->columns; k++)
        out[k] += w * x[k];
}

static void add_bytes(const bags_run *run, int64_t t, int64_t row, float w, float *out)
{
    const unsigned char *x = (const unsigned char *)run->rows[t].data + row * run->rows[t].shape[1];
    float scale, bias;
    memcpy(&scale, x + run->c->columns, sizeof scale);
    memcpy(&bias, x + run->c->columns + 4, sizeof bias);
    scale *= w;
    bias *= w;
    for (int64_t k = 0; k < run->c->columns; k++)
        out[k] += scale * (float)x[k] + bias;
}

static void add_nibbles(const bags_run *run, int64_t t, int64_t row, float w, float *out)
{
    const unsigned char *x = (const unsigned char *)run->rows[t].data + row * run->rows[t].shape[1];
    const float scale = w * 0x1p-7f, bias = w * -0.5f; /* those of fill_scales: standard C has no f16 */
    for (int64_t k = 0; k < run->c->columns; k += 2) {
        out[k] += scale * (float)(x[k / 2] & 15) + bias;
        out[k + 1] += scale * (float)(x[k / 2] >> 4) + bias;
    }
}

static void by_loop(void *context)
{
    bags_run *run = context;
    const bags_case *c = run->c;
    void (*const add)(const bags_run *, int64_t, int64_t, float, float *) = c->format == PLAIN ? add_plain
                                                                            : c->format == GRN_BAG_ROWS_UI8_F32
                                                                                ? add_bytes
                                                                                : add_nibbles;
    for (int64_t t = 0; t < c->tables; t++) {
        const int64_t *index = run->indices[t].data, *start = run->offsets[t].data, n = run->indices[t].shape[0];
        const float *weight = run->weights[t].data;
        for (int64_t b = 0; b < c->bags; b++) {
            float *out = (float *)run->result[t].data + b * c->columns;
            memset(out, 0, (size_t)c->columns * sizeof *out);
            for (int64_t e = start[b], to = b + 1 < c->bags ? start[b + 1] : n; e < to; e++)
                add(run, t, index[e], weight == NULL ? 1 : weight[e], out);
        }
    }
}

/* ---- experts ---- */

typedef struct experts_case {
    const char *name;
    int64_t tokens, each, experts, columns;
} experts_case;
static const experts_case mixtures[] = {{"moe 512x2x8x4096", 512, 2, 8, 4096},
                                        {"moe 4096x2x8x4096", 4096, 2, 8, 4096},
                                        {"moe 512x8x256x7168", 512, 8, 256, 7168}};

typedef struct experts_run {
    const experts_case *c;
    grn_tensor tokens, experts, rows, offsets, inverse, weights, result;
    const grn_bag_options *options;
    grn_status status;
} experts_run;

static void begin_experts(experts_run *run, const experts_case *c, const grn_bag_options *options)
{
    uint64_t state = 1;
    const int64_t n = c->tokens * c->each;
    *run = (experts_run){.c = c,
                         .tokens = make(GRN_BF16, 2, c->tokens, c->columns),
                         .experts = make(GRN_I32, 2, c->tokens, c->each),
                         .rows = make(GRN_BF16, 2, n, c->columns),
                         .offsets = make(GRN_I64, 1, c->experts + 1, 0),
                         .inverse = make(GRN_I32, 2, c->tokens, c->each),
                         .weights = make(GRN_F32, 2, c->tokens, c->each),
                         .result = make(GRN_BF16, 2, c->tokens, c->columns),
                         .options = options};
    bench_fill(&run->tokens, 1);
    bench_fill(&run->weights, 2);
    for (int64_t i = 0; i < n; i++)
        bench_store_index(&run->experts, i, bench_draw(BENCH_uniform, i, n, c->experts, &state));
}

static void permute(void *context)
{
    experts_run *r = context;
    const grn_experts_spec spec = {.first = 0, .count = r->c->experts};
    r->status =
        grn_experts_permute(&spec, &r->tokens, &r->experts, &r->rows, &r->offsets, &r->inverse, r->options, NULL);
}

static void unpermute(void *context)
{
    experts_run *r = context;
    r->status = grn_experts_unpermute(&r->rows, &r->inverse, &r->weights, true, &r->result, r->options, NULL);
}

static void permute_loop(void *context)
{
    experts_run *r = context;
    const int32_t *expert = r->experts.data;
    const size_t bytes = (size_t)r->c->columns * 2;
    char *to = r->rows.data;
    for (int64_t i = 0; i < r->c->experts; i++)
        for (int64_t e = 0; e < r->c->tokens * r->c->each; e++)
            if (expert[e] == i) {
                memcpy(to, (const char *)r->tokens.data + (size_t)(e / r->c->each) * bytes, bytes);
                to += bytes;
            }
}

static void unpermute_loop(void *context)
{
    experts_run *r = context;
    const int32_t *place = r->inverse.data;
    const float *weight = r->weights.data;
    const int64_t d = r->c->columns;
    float sum[8192];
    for (int64_t t = 0; t < r->c->tokens; t++) {
        memset(sum, 0, (size_t)d * sizeof *sum);
        for (int64_t e = t * r->c->each; e < (t + 1) * r->c->each; e++) {
            const uint16_t *x = (const uint16_t *)r->rows.data + place[e] * d;
            for (int64_t k = 0; k < d; k++) {
                const uint32_t u = (uint32_t)x[k] << 16;
                float f;
                memcpy(&f, &u, sizeof f);
                sum[k] += weight[e] * f;
            }
        }
        for (int64_t k = 0; k < d; k++) {
            uint32_t u;
            memcpy(&u, &sum[k], sizeof u);
            ((uint16_t *)r->result.data)[t * d + k] = (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
        }
    }
}

/* ---- turns ---- */

/* Of one thread the time that it has had a processor is taken. */
typedef struct effort {
    int rounds;
    bool is_alone;
    const grn_bag_options *options;
} effort;

/* One turn: as many calls in a row as last two milliseconds. */
static double turn(void (*call)(void *), void *context, bool processor_time)
{
    const double begun = bench_now_ns(processor_time);
    double now;
    int64_t n = 0;
    do {
        call(context);
        n++;
        now = bench_now_ns(processor_time);
    } while (now - begun < 2e6);
    return (now - begun) / (double)n;
}

static void compare(const char *name, void (*ours)(void *), void (*loop)(void *), void *run, const effort *e,
                    double elements, double bytes)
{
    double by_us[MOST_ROUNDS], by_it[MOST_ROUNDS];
    ours(run);
    loop(run);
    for (int r = 0; r < e->rounds; r++) {
        by_us[r] = turn(ours, run, e->is_alone);
        by_it[r] = turn(loop, run, e->is_alone);
    }
    const bench_time us = bench_summarise(by_us, e->rounds), it = bench_summarise(by_it, e->rounds);
    printf("%-30s %10.1f %10.1f %9.2f %9.3f %9.1f\n", name, us.median_ns / 1e3, it.median_ns / 1e3,
           it.median_ns / us.median_ns, us.median_ns / elements, bytes / us.median_ns);
    fflush(stdout);
}

static void run_cases(const char *part, const effort *e)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bags_run run;
        if (strstr(cases[i].name, part) == NULL)
            continue;
        begin(&run, &cases[i], e->options);
        compare(cases[i].name, by_garner, by_loop, &run, e, (double)run.entries * (double)cases[i].columns,
                (double)run.entries * (double)run.rows[0].shape[1] * (double)grn_dtype_bytes(run.rows[0].dtype));
        if (run.status != GRN_OK)
            bench_give_up(grn_status_text(run.status));
        end(&run);
    }
}

static void run_experts(const char *part, const effort *e)
{
    for (size_t i = 0; i < sizeof mixtures / sizeof *mixtures; i++) {
        const experts_case *c = &mixtures[i];
        experts_run run;
        char name[64];
        if (strstr(c->name, part) == NULL)
            continue;
        begin_experts(&run, c, e->options);
        const double elements = (double)c->tokens * (double)c->each * (double)c->columns;
        snprintf(name, sizeof name, "%s permute", c->name);
        compare(name, permute, permute_loop, &run, e, elements, elements * 2);
        snprintf(name, sizeof name, "%s unpermute", c->name);
        compare(name, unpermute, unpermute_loop, &run, e, elements, elements * 2);
        if (run.status != GRN_OK)
            bench_give_up(grn_status_text(run.status));
        grn_tensor *all[] = {&run.tokens,  &run.experts, &run.rows,  &run.offsets,
                             &run.inverse, &run.weights, &run.result};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            drop(all[k]);
    }
}

int main(int argc, char **argv)
{
    int32_t threads = 1;
    int rounds = 15, ahead = 0;
    const char *part = "";
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "-t") == 0)
            threads = (int32_t)atoi(argv[i + 1]);
        else if (strcmp(argv[i], "-r") == 0)
            rounds = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "-c") == 0)
            part = argv[i + 1];
        else if (strcmp(argv[i], "-a") == 0)
            ahead = atoi(argv[i + 1]);
        else
            bench_give_up("usage: bags [-t THREADS] [-r ROUNDS] [-c PART] [-a AHEAD]");
    }
    grn_pool *pool = NULL;
    if (rounds < 1 || rounds > MOST_ROUNDS || grn_pool_create(threads, NULL, &pool) != GRN_OK)
        bench_give_up("usage: bags [-t THREADS] [-r ROUNDS] [-c PART] [-a AHEAD]");
    const grn_bag_options options = {.parallel = grn_pool_parallel(pool), .ahead = ahead};
    printf("%d thread%s\n%-30s %10s %10s %9s %9s %9s\n", threads, threads == 1 ? "" : "s", "case", "garner us",
           "loop us", "loop/us", "ns/elem", "GB/s");
    const effort e = {rounds, threads == 1, &options};
    run_cases(part, &e);
    run_experts(part, &e);
    grn_pool_destroy(pool);
    return 0;
}
