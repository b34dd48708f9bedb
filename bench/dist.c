/*
 * dist.c - what it costs that a tensor is divided, where nothing has to travel: two ranks of one thread each, which are threads
 * of this program, beside one process of two threads.
 *
 *   dist            medians of 21 repeats, one after the other in one run, and their ratio
 *
 * A batch of two tables of 65,536 rows of 256 B; 16,384 rows are taken from each, or added to each, by random indices. Ranks have a
 * table each (batching dims divided alike); the process has both.
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
    bool scatter;
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
static const grn_gather_spec take = {.dims = ROW_DIMS, .slice_sizes = {3, {1, 1, COLUMNS}}};
static const grn_scatter_spec add = {.dims = ROW_DIMS, .combiner = GRN_COMBINE_ADD};

static void need(grn_status status, const char *what)
{
    if (status != GRN_OK)
        bench_give_up(what);
}

static void run_whole(const bench *b)
{
    if (b->scatter)
        need(grn_plan_run_scatter(b->whole, (void *[]){b->table}, b->ids, (const void *[]){b->rows}, b->scratch, NULL), "a run");
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
    const grn_dist_tensor table = {{.rank = 3, .shape = {RANKS, TABLE_ROWS, COLUMNS}, .parts = {RANKS}},
                                   grn_tensor_3d(p->table, GRN_F32, 1, TABLE_ROWS, COLUMNS)},
                          ids = {{.rank = 2, .shape = {RANKS, IDS}, .parts = {RANKS}}, grn_tensor_2d(p->ids, GRN_I32, 1, IDS)},
                          rows = {{.rank = 3, .shape = {RANKS, IDS, COLUMNS}, .parts = {RANKS}},
                                  grn_tensor_3d(p->rows, GRN_F32, 1, IDS, COLUMNS)};
    need(b->scatter ? grn_dist_plan_scatter(&add, comm, 1, &table, &ids, &rows, NULL, NULL, NULL, &p->plan)
                    : grn_dist_plan_gather(&take, comm, &table, &ids, &rows, NULL, NULL, NULL, &p->plan),
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
    if (t.way != GRN_DIST_LOCAL || t.bytes_received != 0)
        bench_give_up("something travels");
    grn_dist_plan_destroy(p.plan);
    return GRN_OK;
}

static void plan_whole(bench *b, const grn_parallel *threads)
{
    const grn_plan_options two = {.parallel = threads};
    const grn_tensor table = grn_tensor_3d(b->table, GRN_F32, RANKS, TABLE_ROWS, COLUMNS),
                     ids = grn_tensor_2d(b->ids, GRN_I32, RANKS, IDS), rows = grn_tensor_3d(b->rows, GRN_F32, RANKS, IDS, COLUMNS);
    need(b->scatter ? grn_plan_scatter(&add, 1, &table, &ids, &rows, &two, NULL, NULL, &b->whole)
                    : grn_plan_gather(&take, &table, &ids, &rows, &two, NULL, NULL, &b->whole),
         "a plan");
    b->scratch = bench_allocate(grn_plan_scratch_bytes(b->whole) + 1, false);
}

static void measure(bench *b, const char *name, const grn_parallel *threads)
{
    plan_whole(b, threads);
    need(grn_ranks_run(RANKS, work, b, NULL, NULL), "ranks");
    const bench_time ranks = bench_summarise(b->ranks_ns, REPEATS), process = bench_summarise(b->process_ns, REPEATS);
    printf("%-12s %14.1f %20.1f %8.2f\n", name, ranks.median_ns / 1e3, process.median_ns / 1e3,
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
    uint64_t state = 1;
    need(grn_pool_create(2, NULL, &pool), "two threads");
    for (size_t i = 0; i < (size_t)RANKS * IDS; i++)
        b.ids[i] = (int32_t)(bench_random(&state) % TABLE_ROWS);
    printf("%-12s %14s %20s %8s\n", "", "2 ranks, us", "2 threads, us", "ratio");
    measure(&b, "take rows", grn_pool_parallel(pool));
    b.scatter = true;
    measure(&b, "add rows", grn_pool_parallel(pool));
    grn_pool_destroy(pool);
    bench_release(b.table, table);
    bench_release(b.rows, rows);
    bench_release(b.ids, sizeof(int32_t) * RANKS * IDS);
    return 0;
}
