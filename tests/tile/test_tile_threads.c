/*
 * test_tile_threads.c - the work lists of a core grid run on the caller's threads: as many tasks as
 * threads, never more than cores; the bits and the account are those of one thread.
 */
#include "tile_test.h"

#define ROWS 96
#define COLUMNS 64

/* ---- somebody's own threads ------------------------------------------------------------------ */

/* Runs tasks last to first on the calling thread, and remembers how many there were. */
static void backwards(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    int32_t *seen = user;
    *seen = ntasks;
    for (int32_t i = ntasks; i-- > 0;)
        task(context, i);
}

typedef struct setup {
    float input[ROWS * COLUMNS], source[ROWS * COLUMNS], out[ROWS * COLUMNS];
    uint16_t index[ROWS * COLUMNS];
    grn_ttnn_account account;
} setup;

static void fill(setup *s)
{
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        s->input[i] = (float)i / 8;
        s->source[i] = (float)(i % 97) - 40;
        s->index[i] = (uint16_t)(i * 31 % COLUMNS);
    }
}

static grn_status run(setup *s, bool scatter, grn_ttnn_options *o)
{
    grn_tensor input = VIEW(s->input, GRN_F32, ROWS, COLUMNS), index = VIEW(s->index, GRN_UI16, ROWS, COLUMNS);
    grn_tensor source = VIEW(s->source, GRN_F32, ROWS, COLUMNS), out = VIEW(s->out, GRN_F32, ROWS, COLUMNS);
    o->output = &out;
    o->reduce = scatter ? "add" : NULL;
    return scatter ? grn_ttnn_scatter(&input, 1, &index, &source, o, NULL, NULL, &s->account)
                   : grn_ttnn_gather(&input, 1, &index, o, NULL, NULL, &s->account);
}

/* ---- how many tasks -------------------------------------------------------------------------- */

/* Ht is 3 and Wt 2: three cores have rows, two share them. */
static const struct {
    const char *claim;
    grn_ttnn_strategy strategy;
    int32_t threads, tasks; /* 0 tasks: nobody was asked */
} cases[] = {
    {"two threads, three cores", GRN_TTNN_SINGLE_CORE, 2, 2}, {"as many as cores", GRN_TTNN_SINGLE_CORE, 3, 3},
    {"more threads than cores", GRN_TTNN_SINGLE_CORE, 8, 3},  {"cores that share a row", GRN_TTNN_MULTI_CORE, 8, 2},
    {"one thread is the caller", GRN_TTNN_SINGLE_CORE, 1, 0},
};

static void cores_are_divided_among_threads(void **state)
{
    static setup s;
    (void)state;
    fill(&s);
    for (size_t i = 0; i < GRN_COUNT(cases); i++)
        for (int scatter = 0; scatter < 2; scatter++) {
            int32_t seen = 0;
            grn_parallel parallel = {backwards, &seen, cases[i].threads};
            grn_ttnn_options o = {.strategy = cases[i].strategy, .parallel = &parallel};
            assert_int_equal(run(&s, scatter, &o), GRN_OK);
            if (seen != cases[i].tasks)
                fail_msg("%s: %d tasks, expected %d", cases[i].claim, (int)seen, (int)cases[i].tasks);
        }
}

/* ---- the same on any ------------------------------------------------------------------------- */

static void bits_do_not_depend_on_threads(void **state)
{
    static setup one, many;
    static const int32_t threads[] = {2, 3, 5};
    (void)state;
    fill(&one);
    fill(&many);
    for (int scatter = 0; scatter < 2; scatter++)
        for (int strategy = GRN_TTNN_SINGLE_CORE; strategy <= GRN_TTNN_MULTI_CORE; strategy++) {
            grn_ttnn_options o = {.strategy = (grn_ttnn_strategy)strategy, .grid_x = 2, .grid_y = 1};
            assert_int_equal(run(&one, scatter, &o), GRN_OK);
            for (size_t t = 0; t < GRN_COUNT(threads); t++) {
                grn_pool *pool;
                assert_int_equal(grn_pool_create(threads[t], NULL, &pool), GRN_OK);
                o.parallel = grn_pool_parallel(pool);
                assert_int_equal(run(&many, scatter, &o), GRN_OK);
                grn_pool_destroy(pool);
                assert_memory_equal(one.out, many.out, sizeof one.out);
                assert_memory_equal(&one.account.counted, &many.account.counted, sizeof one.account.counted);
            }
            o.parallel = NULL;
        }
}

/* ---- memory ---------------------------------------------------------------------------------- */

typedef struct ration {
    int left, held;
} ration;

static void *give(void *user, size_t bytes, size_t alignment)
{
    ration *r = user;
    if (r->left == 0)
        return NULL;
    r->left--;
    r->held++;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void take_back(void *user, void *memory, size_t bytes)
{
    (void)bytes;
    if (memory != NULL)
        ((ration *)user)->held--;
    free(memory);
}

static void every_threads_memory_may_be_refused(void **state)
{
    static setup s;
    (void)state;
    fill(&s);
    int granted = 0;
    for (grn_status status = GRN_E_MEMORY; status != GRN_OK; granted++) {
        ration r = {granted, 0};
        int32_t seen = 0;
        grn_allocator allocator = {give, take_back, &r};
        grn_parallel parallel = {backwards, &seen, 2};
        grn_ttnn_options o = {.allocator = &allocator, .parallel = &parallel};
        status = run(&s, false, &o);
        assert_true(status == GRN_OK || (status == GRN_E_MEMORY && seen == 0));
        assert_int_equal(r.held, 0);
    }
    assert_int_equal(granted - 1, 8); /* three sets of tiles, the benches, two cores and their local memory */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cores_are_divided_among_threads),
                                       cmocka_unit_test(bits_do_not_depend_on_threads),
                                       cmocka_unit_test(every_threads_memory_may_be_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
