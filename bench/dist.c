/*
 * dist.c - what it costs that a tensor is divided: two ranks of one thread each, which are threads
 * of this program, beside one process of two threads.
 *
 *   dist            medians of 21 repeats, one after the other in one run, and their ratio
 *
 * 131,072 rows of 256 B; 32,768 of them are taken, or added to, by random indices. `batches`: two
 * tables and the indices of each, which are a rank's own (batching dims divided alike), so that
 * nothing travels. `rows`: one table divided by its rows, of which half of those that a rank needs
 * are the other's; they travel, each once, by way of the memory of both.
 */
#include <stdio.h>
#include <string.h>

#include "common/measure.h"
#include "garner/garner.h"

#define RANKS 2
#define TABLE_ROWS 65536
#define COLUMNS 64
#define IDS 16384
#define REPEATS 21
#define CALLS 8

typedef struct bench {
    bool scatter, divides_rows;
    float *table, *rows; /* [RANKS][TABLE_ROWS][COLUMNS], [RANKS][IDS][COLUMNS] */
    int32_t *ids;        /* [RANKS][IDS] */
    grn_plan *whole;
    void *scratch;
    double ranks_ns[REPEATS], process_ns[REPEATS];
} bench;

#define ROW_DIMS                                                                                      \
    {                                                                                                 \
        .offset_dims = {1, {2}}, .collapsed_slice_dims = {1, {1}}, .operand_batching_dims = {1, {0}}, \
        .start_indices_batching_dims = {1, {0}}, .start_index_map = {1, {1}}, .index_vector_dim = 2   \
    }
#define ALL_ROW_DIMS                                                                                                  \
    {                                                                                                                 \
        .offset_dims = {1, {1}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
static const grn_gather_spec take[2] = {{.dims = ROW_DIMS, .slice_sizes = {3, {1, 1, COLUMNS}}},
                                        {.dims = ALL_ROW_DIMS, .slice_sizes = {2, {1, COLUMNS}}}};
static const grn_scatter_spec add[2] = {{.dims = ROW_DIMS, .combiner = GRN_COMBINE_ADD},
                                        {.dims = ALL_ROW_DIMS, .combiner = GRN_COMBINE_ADD}};

/* A tensor of RANKS batches of `extent`, or of as many rows; of one rank where `local`. */
static grn_tensor view_of(const bench *b, void *data, grn_dtype dtype, int64_t extent, int64_t columns, bool local)
{
    const int64_t n = local ? 1 : RANKS;
    if (b->divides_rows)
        return columns ? grn_tensor_2d(data, dtype, n * extent, columns) : grn_tensor_1d(data, dtype, n * extent);
    return columns ? grn_tensor_3d(data, dtype, n, extent, columns) : grn_tensor_2d(data, dtype, n, extent);
}

static grn_dist_tensor part_of(const bench *b, void *data, grn_dtype dtype, int64_t extent, int64_t columns)
{
    const grn_tensor whole = view_of(b, NULL, dtype, extent, columns, false);
    grn_dist_tensor t = {.layout = {.rank = whole.rank, .parts = {RANKS}},
                         .local = view_of(b, data, dtype, extent, columns, true)};
    memcpy(t.layout.shape, whole.shape, sizeof t.layout.shape);
    return t;
}

static void need(grn_status status, const char *what)
{
    if (status != GRN_OK)
        bench_give_up(what);
}

static void run_whole(const bench *b)
{
    if (b->scatter)
        need(grn_plan_run_scatter(b->whole, (void *[]){b->table}, b->ids, (const void *[]){b->rows}, b->scratch, NULL),
             "a run");
    else
        need(grn_plan_run_gather(b->whole, b->table, b->ids, b->rows, b->scratch, NULL), "a run");
}

typedef struct part {
    float *table, *rows;
    int32_t *ids;
    grn_dist_plan *plan;
} part;

static void run_part(const bench *b, const part *p)
{
    if (b->scatter)
        need(grn_dist_run_scatter(p->plan, (void *[]){p->table}, (const void *[]){p->rows}, NULL), "a run of a rank");
    else
        need(grn_dist_run_gather(p->plan, p->table, p->rows, NULL), "a run of a rank");
}

static void plan_part(const bench *b, const grn_comm *comm, part *p)
{
    const grn_dist_tensor table = part_of(b, p->table, GRN_F32, TABLE_ROWS, COLUMNS),
                          ids = part_of(b, p->ids, GRN_I32, IDS, 0), rows = part_of(b, p->rows, GRN_F32, IDS, COLUMNS);
    const size_t kind = b->divides_rows;
    need(b->scatter ? grn_dist_plan_scatter(&add[kind], comm, 1, &table, &ids, &rows, NULL, NULL, NULL, &p->plan)
                    : grn_dist_plan_gather(&take[kind], comm, &table, &ids, &rows, NULL, NULL, NULL, &p->plan),
         "a plan of a rank");
    need(grn_dist_bind(p->plan, p->ids, NULL), "indices");
}

static void meet(const grn_comm *comm)
{
    int64_t all;
    need(comm->least(comm->user, 0, &all), "a meeting");
}

/* The two take turns, so that what else the machine does is the same for both. */
static grn_status work(void *user, const grn_comm *comm)
{
    bench *b = user;
    const size_t r = (size_t)comm->rank;
    part p = {b->table + r * TABLE_ROWS * COLUMNS, b->rows + r * IDS * COLUMNS, b->ids + r * IDS, NULL};
    plan_part(b, comm, &p);
    for (int i = -1; i < REPEATS; i++) { /* the first is not counted */
        meet(comm);
        const double begin = bench_now_ns(false);
        for (int k = 0; k < CALLS; k++)
            run_part(b, &p);
        meet(comm);
        const double middle = bench_now_ns(false);
        for (int k = 0; k < CALLS && r == 0; k++)
            run_whole(b);
        if (r == 0 && i >= 0) {
            b->ranks_ns[i] = (middle - begin) / CALLS;
            b->process_ns[i] = (bench_now_ns(false) - middle) / CALLS;
        }
    }
    grn_traffic t;
    need(grn_dist_traffic(p.plan, &t), "traffic");
    if (!b->divides_rows && (t.way != GRN_DIST_LOCAL || t.bytes_received != 0))
        bench_give_up("something travels");
    grn_dist_plan_destroy(p.plan);
    return GRN_OK;
}

static void plan_whole(bench *b, const grn_parallel *threads)
{
    const grn_plan_options two = {.parallel = threads};
    const grn_tensor table = view_of(b, b->table, GRN_F32, TABLE_ROWS, COLUMNS, false),
                     ids = view_of(b, b->ids, GRN_I32, IDS, 0, false),
                     rows = view_of(b, b->rows, GRN_F32, IDS, COLUMNS, false);
    const size_t kind = b->divides_rows;
    need(b->scatter ? grn_plan_scatter(&add[kind], 1, &table, &ids, &rows, &two, NULL, NULL, &b->whole)
                    : grn_plan_gather(&take[kind], &table, &ids, &rows, &two, NULL, NULL, &b->whole),
         "a plan");
    b->scratch = bench_allocate(grn_plan_scratch_bytes(b->whole) + 1, false);
}

static void measure(bench *b, bool scatter, bool divides_rows, const char *name, const grn_parallel *threads)
{
    uint64_t state = 1;
    b->scatter = scatter;
    b->divides_rows = divides_rows;
    for (size_t i = 0; i < (size_t)RANKS * IDS; i++)
        b->ids[i] = (int32_t)(bench_random(&state) % (divides_rows ? RANKS * TABLE_ROWS : TABLE_ROWS));
    plan_whole(b, threads);
    need(grn_ranks_run(RANKS, work, b, NULL, NULL), "ranks");
    const bench_time ranks = bench_summarise(b->ranks_ns, REPEATS), process = bench_summarise(b->process_ns, REPEATS);
    printf("%-18s %14.1f %20.1f %8.2f\n", name, ranks.median_ns / 1e3, process.median_ns / 1e3,
           ranks.median_ns / process.median_ns);
    bench_release(b->scratch, grn_plan_scratch_bytes(b->whole) + 1);
    grn_plan_destroy(b->whole);
}

int main(void)
{
    const size_t table = sizeof(float) * RANKS * TABLE_ROWS * COLUMNS, rows = sizeof(float) * RANKS * IDS * COLUMNS;
    bench b = {.table = bench_allocate(table, true),
               .rows = bench_allocate(rows, true),
               .ids = bench_allocate(sizeof(int32_t) * RANKS * IDS, false)};
    grn_pool *pool;
    need(grn_pool_create(2, NULL, &pool), "two threads");
    printf("%-18s %14s %20s %8s\n", "", "2 ranks, us", "2 threads, us", "ratio");
    measure(&b, false, false, "take, batches", grn_pool_parallel(pool));
    measure(&b, true, false, "add, batches", grn_pool_parallel(pool));
    measure(&b, false, true, "take, rows", grn_pool_parallel(pool));
    measure(&b, true, true, "add, rows", grn_pool_parallel(pool));
    grn_pool_destroy(pool);
    bench_release(b.table, table);
    bench_release(b.rows, rows);
    bench_release(b.ids, sizeof(int32_t) * RANKS * IDS);
    return 0;
}
