/*
 * test_bags_random.c - random bags against the reference, bit by bit, by every instruction set, on
 * one thread and on several, with several distances of prefetching.
 *
 * GARNER_BAGS=n tries n of them.
 */
#include "bag_problem.h"

static const grn_parallel *pool;

/* result and arg of a call in memory of its own. */
typedef struct outcome {
    grn_tensor result, arg;
} outcome;

static outcome outcome_of(const bag_problem *p, const grn_bag_options *options, bool is_reference)
{
    outcome o = {p->result, p->arg};
    grn_bag_tensors t = p->tensors;
    const size_t bytes = grn_tensor_bytes(&p->result), arg_bytes = t.arg == NULL ? 0 : grn_tensor_bytes(&p->arg);
    o.result.data = malloc(bytes + 1);
    o.arg.data = malloc(arg_bytes + 1);
    assert_non_null(o.result.data);
    assert_non_null(o.arg.data);
    memset(o.result.data, 0x5a, bytes + 1);
    memset(o.arg.data, 0x5a, arg_bytes + 1);
    t.result = &o.result;
    t.arg = t.arg == NULL ? NULL : &o.arg;
    assert_int_equal(is_reference ? grn_bag_reference(&p->spec, &t, NULL) : grn_bag(&p->spec, &t, options, NULL),
                     GRN_OK);
    assert_int_equal(((char *)o.result.data)[bytes], 0x5a);
    assert_int_equal(((char *)o.arg.data)[arg_bytes], 0x5a);
    return o;
}

static void outcome_release(outcome *o)
{
    free(o->result.data);
    free(o->arg.data);
}

static void compare(const bag_problem *p, unsigned long long seed, const outcome *want, const grn_bag_options *options)
{
    outcome got = outcome_of(p, options, false);
    const size_t arg_bytes = p->tensors.arg == NULL ? 0 : grn_tensor_bytes(&p->arg);
    if (memcmp(got.result.data, want->result.data, grn_tensor_bytes(&p->result)) != 0 ||
        memcmp(got.arg.data, want->arg.data, arg_bytes) != 0) {
        bag_problem_print(p, seed);
        fail_msg("%s on %d threads is not the reference", options->cpu, options->threads);
    }
    outcome_release(&got);
}

static void test_random(void **unused)
{
    (void)unused;
    const char *wanted = getenv("GARNER_BAGS");
    const unsigned long long n = wanted != NULL ? strtoull(wanted, NULL, 10) : 1200;
    for (unsigned long long seed = 1; seed <= n; seed++) {
        uint64_t state = seed;
        random_source s = random_from_seed(&state);
        bag_problem p;
        bag_problem_make(s, seed % 40 == 0, &p);
        outcome want = outcome_of(&p, NULL, true);
        for (size_t i = 0; set_at(i) != NULL; i++)
            for (int32_t threads = 1; threads <= 3; threads += 2)
                compare(
                    &p, seed, &want,
                    &(grn_bag_options){
                        .threads = threads, .parallel = pool, .cpu = set_at(i), .ahead = (int32_t)below(s, 20) - 1});
        outcome_release(&want);
        bag_problem_release(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    grn_pool *threads;
    if (grn_pool_create(3, NULL, &threads) != GRN_OK)
        return 1;
    pool = grn_pool_parallel(threads);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    grn_pool_destroy(threads);
    return failed;
}
