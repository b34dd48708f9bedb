/* test_explain_random.c - random gathers and scatters: where each element is said to come from,
 * against the references. */
#include "access/spec_test.h"
#include "garner/explain.h"
#include "support/random_spec.h"

#define CASES 400
#define ELEMENTS_LOOKED_AT 200 /* of one case */

static void fail_case(const random_case *c, uint64_t seed, const char *what)
{
    random_spec_print(c, stderr);
    fail_msg("seed %llu: %s", (unsigned long long)seed, what);
}

/* ---- gather: of an operand that holds its own positions -------------------------------------- */

static int64_t position_of(const grn_tensor *t, const int64_t *at)
{
    int64_t position = 0;
    for (int32_t d = 0; d < t->rank; d++)
        position = position * t->shape[d] + at[d];
    return position;
}

static void gather_case(const random_case *c, uint64_t seed)
{
    static int64_t positions[RANDOM_OPERAND], results[RANDOM_DENSE];
    grn_tensor operand, result;
    grn_gather_spec spec = c->gather;
    const int64_t fill = -1;
    memset(spec.fill, 0, sizeof spec.fill);
    memcpy(spec.fill, &fill, sizeof fill);
    for (int64_t i = 0; i < RANDOM_OPERAND; i++)
        positions[i] = i;
    assert_int_equal(grn_tensor_init(&operand, positions, GRN_I64, c->operand[0].view.rank, c->operand[0].view.shape),
                     GRN_OK);
    assert_int_equal(grn_tensor_init(&result, results, GRN_I64, c->dense[0].view.rank, c->dense[0].view.shape), GRN_OK);
    const grn_status status = grn_gather_reference(&spec, &operand, &c->indices.view, &result, NULL);
    grn_walk w;
    for (grn_walk_init(&w, result.rank, result.shape, 0, NULL); w.more; grn_walk_next(&w)) {
        grn_explained e;
        assert_int_equal(grn_explain_gather(&spec, &operand, &c->indices.view, w.index, NULL, &e), GRN_OK);
        const bool reads = e.end == GRN_EXPLAIN_REACHED || e.end == GRN_EXPLAIN_CLAMPED;
        const int64_t value = status == GRN_OK ? results[position_of(&result, w.index)] : 0;
        if (status == GRN_OK && value != (reads ? position_of(&operand, e.operand_index) : fill))
            fail_case(c, seed, "operand_index is another than the reference's");
        if (e.end == GRN_EXPLAIN_OUT_OF_RANGE && status != GRN_E_INDEX)
            fail_case(c, seed, "out of range, but the reference gives a result");
        if (e.end == GRN_EXPLAIN_DROPPED)
            fail_case(c, seed, "a gather drops nothing");
        for (int32_t d = 0; reads && d < e.operand_rank; d++)
            if (e.operand_index[d] != e.full_start_index[d] + e.full_batching_index[d] + e.full_offset_index[d])
                fail_case(c, seed, "operand_index is not the sum of its parts");
    }
}

/* ---- scatter: the last running value is the result ------------------------------------------- */

typedef struct last {
    size_t ninputs;
    unsigned char value[RANDOM_INPUTS][16];
    size_t bytes[RANDOM_INPUTS];
} last;

static grn_status keep_last(void *user, const grn_explained_update *u)
{
    last *l = user;
    for (size_t i = 0; i < u->ninputs; i++) {
        assert_memory_equal(l->value[i], u->before[i], l->bytes[i]);
        memcpy(l->value[i], u->after[i], l->bytes[i]);
    }
    assert_true(u->steps->end == GRN_EXPLAIN_REACHED || u->steps->end == GRN_EXPLAIN_CLAMPED);
    return GRN_OK;
}

static const void *element(const grn_tensor *t, const int64_t *at)
{
    const char *p = t->data;
    for (int32_t d = 0; d < t->rank; d++)
        p += at[d] * t->stride[d] * (int64_t)grn_dtype_bytes(t->dtype);
    return p;
}

static void compare_elements(const random_case *c, uint64_t seed, const grn_tensor *inputs, const grn_tensor *updates,
                             const random_buffer *results)
{
    int looked = 0;
    grn_walk w;
    for (grn_walk_init(&w, inputs->rank, inputs->shape, 0, NULL); w.more && looked < ELEMENTS_LOOKED_AT;
         grn_walk_next(&w), looked++) {
        last l = {.ninputs = c->ninputs};
        const grn_update_visitor visitor = {keep_last, &l};
        for (size_t i = 0; i < c->ninputs; i++) {
            l.bytes[i] = grn_dtype_bytes(inputs[i].dtype);
            memcpy(l.value[i], element(&inputs[i], w.index), l.bytes[i]);
        }
        assert_int_equal(
            grn_explain_scatter(&c->scatter, c->ninputs, inputs, &c->indices.view, updates, w.index, &visitor, NULL),
            GRN_OK);
        for (size_t i = 0; i < c->ninputs; i++)
            if (memcmp(l.value[i], element(&results[i].view, w.index), l.bytes[i]) != 0)
                fail_case(c, seed, "the last running value is another than the reference's");
    }
}

static void scatter_case(const random_case *c, uint64_t seed)
{
    random_buffer results[RANDOM_INPUTS];
    grn_tensor inputs[RANDOM_INPUTS], updates[RANDOM_INPUTS];
    for (size_t i = 0; i < c->ninputs; i++) {
        assert_true(random_buffer_clone(&c->operand[i], &results[i]));
        inputs[i] = c->operand[i].view;
        updates[i] = c->dense[i].view;
    }
    if (random_case_reference(c, results, NULL) == GRN_OK)
        compare_elements(c, seed, inputs, updates, results);
    for (size_t i = 0; i < c->ninputs; i++)
        random_buffer_release(&results[i]);
}

static void run(bool is_scatter, void (*try)(const random_case *c, uint64_t seed))
{
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        uint64_t state = seed;
        random_case *c = random_case_create(random_from_seed(&state), is_scatter);
        assert_non_null(c);
        try(c, seed);
        random_case_destroy(c);
    }
}

static void test_gather(void **unused)
{
    (void)unused;
    run(false, gather_case);
}

static void test_scatter(void **unused)
{
    (void)unused;
    run(true, scatter_case);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gather), cmocka_unit_test(test_scatter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
