/* test_plan_threads.c - the pool runs every task once, and a gather's bits are the same on any
 * number of threads. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "garner/plan.h"
#include "support/compositions.h"

/* ---- the pool -------------------------------------------------------------------------------- */

#define TASKS 300

static void count_task(void *context, int32_t i) { atomic_fetch_add((atomic_int *)context + i, 1); }

static void run_jobs(const grn_parallel *p, int jobs)
{
    static const int32_t sizes[] = {0, 1, 2, 3, 16, TASKS};
    atomic_int count[TASKS];
    for (int j = 0; j < jobs; j++) {
        int32_t n = sizes[j % 6];
        for (int32_t i = 0; i < TASKS; i++)
            atomic_init(&count[i], 0);
        p->for_each(p->user, n, count_task, count);
        for (int32_t i = 0; i < TASKS; i++)
            assert_int_equal(atomic_load(&count[i]), i < n ? 1 : 0);
    }
}

static void test_every_task_once(void **unused)
{
    (void)unused;
    for (int32_t threads = 1; threads <= 16; threads += threads < 4 ? 1 : 4) {
        grn_pool *pool;
        assert_int_equal(grn_pool_create(threads, NULL, &pool), GRN_OK);
        assert_int_equal(grn_pool_parallel(pool)->threads, threads);
        run_jobs(grn_pool_parallel(pool), 120);
        grn_pool_destroy(pool);
    }
}

static void *call_from_elsewhere(void *parallel)
{
    run_jobs(parallel, 120);
    return NULL;
}

static void test_callers_take_turns(void **unused)
{
    grn_pool *pool;
    pthread_t others[3];
    (void)unused;
    assert_int_equal(grn_pool_create(3, NULL, &pool), GRN_OK);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&others[i], NULL, call_from_elsewhere, (void *)grn_pool_parallel(pool)), 0);
    run_jobs(grn_pool_parallel(pool), 120);
    for (size_t i = 0; i < 3; i++)
        pthread_join(others[i], NULL);
    grn_pool_destroy(pool);
}

static void *refuse(void *user, size_t bytes, size_t alignment)
{
    (void)user;
    (void)bytes;
    (void)alignment;
    return NULL;
}

static void release_nothing(void *user, void *memory, size_t bytes) { (void)user, (void)memory, (void)bytes; }

static void test_pool_refusals(void **unused)
{
    grn_allocator none = {refuse, release_nothing, NULL};
    grn_pool *pool;
    (void)unused;
    assert_int_equal(grn_pool_create(0, NULL, &pool), GRN_E_ARGUMENT);
    assert_int_equal(grn_pool_create(257, NULL, &pool), GRN_E_ARGUMENT);
    assert_int_equal(grn_pool_create(2, &none, &pool), GRN_E_MEMORY);
    assert_null(pool);
    grn_pool_destroy(NULL);
}

/* In a child the workers are gone: tasks run all the same, and the pool can be destroyed. alarm()
 * ends a child that hangs. */
static int use_in_child(grn_pool *pool)
{
    const grn_parallel *p = grn_pool_parallel(pool);
    atomic_int count[TASKS];
    alarm(20);
    for (int32_t i = 0; i < TASKS; i++)
        atomic_init(&count[i], 0);
    p->for_each(p->user, TASKS, count_task, count);
    for (int32_t i = 0; i < TASKS; i++)
        if (atomic_load(&count[i]) != 1)
            return 1;
    grn_pool_destroy(pool);
    return 0;
}

static void fork_and_use(grn_pool *pool)
{
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(use_in_child(pool));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void fork_task(void *context, int32_t i)
{
    if (i == 0)
        fork_and_use(context);
}

/* Forked while idle, and while a job runs, when the pool's locks are held; the parent's pool goes
 * on. */
static void test_pool_of_a_forked_child(void **unused)
{
    grn_pool *pool;
    (void)unused;
    assert_int_equal(grn_pool_create(3, NULL, &pool), GRN_OK);
    fork_and_use(pool);
    run_jobs(grn_pool_parallel(pool), 12);
    fork_and_use(pool);
    grn_pool_parallel(pool)->for_each(grn_pool_parallel(pool)->user, 2, fork_task, pool);
    run_jobs(grn_pool_parallel(pool), 12);
    grn_pool_destroy(pool);
}

/* ---- gathers --------------------------------------------------------------------------------- */

/* result[o][n][c] = operand[o][index[...]][c]: rows, elements along the last axis, and along a
 * middle one. */
typedef struct shape {
    const char *claim;
    int64_t outer, axis, picked, inner;
    bool shared;   /* one index vector for all of outer; else one for each element but those of a row */
    bool elements; /* an index for each element of inner too */
    int64_t apart; /* how far apart the operand's elements lie */
    bool inside;   /* no index is out of range */
} shape;

static const shape shapes[] = {
    {"rows of 64 bytes", 1, 900, 3000, 16, true, false, 1, false},
    {"rows of 12 bytes", 1, 900, 30000, 3, true, false, 1, false},
    {"rows of every batch", 8, 300, 700, 24, false, false, 1, false},
    {"one row of indices for all of outer", 400, 100, 333, 1, true, false, 1, false},
    {"elements along the last axis", 30, 1000, 2500, 1, false, false, 1, false},
    {"elements along one axis", 1, 100000, 70001, 1, false, false, 1, false},
    {"elements along the first axis", 1, 300, 50, 2000, false, true, 1, false},
    {"elements along a middle axis", 6, 100, 90, 300, false, true, 1, false},
    {"a few elements of each row", 3000, 40, 3, 1, false, false, 1, false},
    {"a few elements of each row, all in range", 3000, 40, 3, 1, false, false, 1, true},
    {"so many of each that no chunk of runs is even", 70, 90, 97, 1, false, false, 1, true},
    {"a few rows of each batch", 700, 40, 3, 5, false, false, 1, false},
    {"a few rows of each batch, all in range", 700, 40, 3, 5, false, false, 1, true},
    {"short runs across the rows of a middle axis", 150, 30, 17, 6, false, true, 1, false},
    {"short runs across the rows of a middle axis, all in range", 150, 30, 17, 6, false, true, 1, true},
    {"three columns of many rows", 5000, 40, 3, 1, true, false, 1, false},
    {"three columns of many rows, all in range", 5000, 40, 3, 1, true, false, 1, true},
    {"two hundred columns of a few rows, all in range", 30, 4000, 2222, 1, true, false, 1, true},
    {"rows of every third element", 1, 900, 3000, 16, true, false, 3, false},
    {"rows of every second element, from every batch", 8, 300, 700, 5, false, false, 2, false},
};

typedef struct arrays {
    float *operand, *want, *got;
    int32_t *index;
    grn_gather_spec spec;
    grn_tensor operand_view, index_view, want_view, got_view;
} arrays;

static void push(grn_dims *list, int64_t v) { list->v[list->count++] = v; }

static void view_of(grn_tensor *t, void *data, grn_dtype dtype, int32_t rank, const int64_t *extents)
{
    assert_int_equal(grn_tensor_init(t, data, dtype, rank, extents), GRN_OK);
}

static void make_spec(const shape *s, grn_gather_spec *spec)
{
    memset(spec, 0, sizeof *spec);
    push(&spec->dims.start_index_map, 1);
    push(&spec->dims.collapsed_slice_dims, 1);
    if (s->shared)
        push(&spec->dims.offset_dims, 0);
    else {
        push(&spec->dims.operand_batching_dims, 0);
        push(&spec->dims.start_indices_batching_dims, 0);
    }
    if (s->elements) {
        push(&spec->dims.operand_batching_dims, 2);
        push(&spec->dims.start_indices_batching_dims, 2);
    } else
        push(&spec->dims.offset_dims, 2);
    spec->dims.index_vector_dim = s->shared ? 1 : s->elements ? 3 : 2;
    push(&spec->slice_sizes, s->shared ? s->outer : 1);
    push(&spec->slice_sizes, 1);
    push(&spec->slice_sizes, s->elements ? 1 : s->inner);
}

static void make(const shape *s, arrays *a)
{
    int64_t apart = s->apart, operands = s->outer * s->axis * s->inner * apart,
            results = s->outer * s->picked * s->inner;
    int64_t indices = s->picked * (s->shared ? 1 : s->outer) * (s->elements ? s->inner : 1);
    a->operand = malloc((size_t)operands * sizeof(float));
    a->want = malloc((size_t)results * sizeof(float));
    a->got = malloc((size_t)results * sizeof(float));
    a->index = malloc((size_t)indices * sizeof(int32_t));
    assert_true(a->operand != NULL && a->want != NULL && a->got != NULL && a->index != NULL);
    for (int64_t i = 0; i < operands; i++)
        a->operand[i] = (float)(i * 7 % 65521);
    for (int64_t i = 0; i < indices; i++) /* or some out of range on either side */
        a->index[i] = (int32_t)(s->inside ? i * 7919 % s->axis : i * 7919 % (s->axis + 4) - 2);
    make_spec(s, &a->spec);
    view_of(&a->operand_view, a->operand, GRN_F32, 3, (int64_t[]){s->outer, s->axis, s->inner});
    for (int32_t d = 0; d < 3; d++)
        a->operand_view.stride[d] *= apart;
    view_of(&a->want_view, a->want, GRN_F32, 3, (int64_t[]){s->outer, s->picked, s->inner});
    view_of(&a->got_view, a->got, GRN_F32, 3, (int64_t[]){s->outer, s->picked, s->inner});
    view_of(&a->index_view, a->index, GRN_I32,
            s->shared     ? 1
            : s->elements ? 3
                          : 2,
            s->shared ? (int64_t[]){s->picked} : (int64_t[]){s->outer, s->picked, s->inner});
}

static void release(arrays *a)
{
    free(a->operand);
    free(a->want);
    free(a->got);
    free(a->index);
}

static void check_plan(const shape *s, arrays *a, const grn_plan_options *options)
{
    grn_plan *plan;
    assert_int_equal(
        grn_plan_gather(&a->spec, &a->operand_view, &a->index_view, &a->got_view, options, NULL, NULL, &plan), GRN_OK);
    void *scratch = scratch_for_plan(plan);
    memset(a->got, 0xEE, grn_tensor_bytes(&a->got_view));
    assert_int_equal(grn_plan_run_gather(plan, a->operand, a->index, a->got, scratch, NULL), GRN_OK);
    if (memcmp(a->want, a->got, grn_tensor_bytes(&a->got_view)) != 0)
        fail_msg("%s by %s on %d threads", s->claim, text_of_composition(options).text,
                 (int)options->parallel->threads);
    free(scratch);
    grn_plan_destroy(plan);
}

/* The plan's own choice, and every composition; on one thread those that are not divided, which is
 * all there are. */
static void check_threads(const shape *s, arrays *a, int32_t threads)
{
    grn_pool *pool;
    assert_int_equal(grn_pool_create(threads, NULL, &pool), GRN_OK);
    const grn_plan_options any = {.parallel = grn_pool_parallel(pool)};
    const composition_list all = compositions_of_gather(&a->spec, &a->operand_view, &a->index_view, &a->got_view, &any);
    assert_true(all.count > 0);
    check_plan(s, a, &any);
    for (size_t i = 0; i < all.count; i++) {
        const grn_plan_options named = options_naming(&any, &all.at[i]);
        check_plan(s, a, &named);
    }
    grn_pool_destroy(pool);
}

static void check_policy(const shape *s, arrays *a, grn_bounds bounds)
{
    static const int32_t threads[] = {1, 2, 3, 7, 16};
    a->spec.index.bounds = bounds;
    assert_int_equal(grn_gather_reference(&a->spec, &a->operand_view, &a->index_view, &a->want_view, NULL), GRN_OK);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        check_threads(s, a, threads[t]);
}

static void test_gathers(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        arrays a;
        make(&shapes[i], &a);
        check_policy(&shapes[i], &a, GRN_BOUNDS_CLAMP);
        check_policy(&shapes[i], &a, GRN_BOUNDS_FILL);
        release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_task_once), cmocka_unit_test(test_callers_take_turns),
        cmocka_unit_test(test_pool_refusals),   cmocka_unit_test(test_pool_of_a_forked_child),
        cmocka_unit_test(test_gathers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
