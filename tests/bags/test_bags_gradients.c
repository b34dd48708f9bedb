/*
 * test_bags_gradients.c - gradients of random bags against loops that say the rules of bags.h, bit
 * by bit, by every instruction set, on one thread and on three.
 */
#include <math.h>

#include "bag_problem.h"

enum { TRIALS = 400 };

static const grn_parallel *pool;

static double number(const grn_tensor *t, int64_t i) { return grn_scalar_load(t->dtype, grn_tensor_at(t, i)).f; }
static int64_t integer(const grn_tensor *t, int64_t i) { return grn_index_load(t->dtype, grn_tensor_at(t, i)); }
static void set_number(const grn_tensor *t, int64_t i, double x)
{
    const grn_scalar value = {.dtype = t->dtype, .f = isnan(x) ? (double)NAN : x};
    grn_scalar_store(&value, t->dtype, grn_tensor_at(t, i));
}
static double narrowed(const bag_problem *p, double x) { return p->table.dtype == GRN_F64 ? x : (double)(float)x; }

static double fused(const bag_problem *p, double a, double b, double c)
{
    return p->table.dtype == GRN_F64 ? fma(a, b, c) : (double)fmaf((float)a, (float)b, (float)c);
}

static bool is_taken(const bag_problem *p, int64_t e)
{
    const int64_t row = integer(&p->indices, e);
    const int64_t padding = p->spec.padding_index + (p->spec.padding_index < 0 ? p->rows : 0);
    return row >= 0 && row < p->rows && !(p->spec.has_padding && row == padding);
}

static int64_t end_of(const bag_problem *p, int64_t b, int64_t from)
{
    switch (p->spec.lists) {
    case GRN_BAG_CONSTANT: return from + p->indices.shape[1];
    case GRN_BAG_LENGTHS: return from + integer(&p->offsets, b);
    default: return b + 1 < p->offsets.shape[0] ? integer(&p->offsets, b + 1) : p->entries;
    }
}

static int64_t heads_of(const bag_problem *p)
{
    return p->tensors.weights == NULL || p->entries == 0 ? 1 : grn_tensor_elements(&p->weights) / p->entries;
}

/* A bag whose table has floats without NaN, so that no payload is in question. */
static void make(random_source s, bool is_large, bag_problem *p, grn_bag_format format)
{
    do {
        bag_problem_make(s, is_large, p);
        if (p->spec.format == format)
            break;
        bag_problem_release(p);
    } while (true);
}

static grn_tensor like(const grn_tensor *t)
{
    grn_tensor copy = *t;
    copy.data = malloc(grn_tensor_bytes(t) + 1);
    assert_non_null(copy.data);
    memset(copy.data, 0x5a, grn_tensor_bytes(t) + 1);
    return copy;
}

static void same(const char *claim, const bag_problem *p, unsigned long long seed, const grn_tensor *got,
                 const grn_tensor *want)
{
    if (memcmp(got->data, want->data, grn_tensor_bytes(want)) == 0)
        return;
    bag_problem_print(p, seed);
    fail_msg("%s: not what the loop gives", claim);
}

/* ---- by rows ---- */

static void rows_gradient(const bag_problem *p, bool by_frequency, const grn_tensor *to)
{
    const int64_t heads = heads_of(p);
    for (int64_t r = 0; r < p->rows; r++)
        for (int64_t c = 0; c < p->columns; c++) {
            double sum = 0;
            int64_t frequency = 0, from = 0;
            for (int64_t e = 0; e < p->entries; e++)
                frequency += is_taken(p, e) && integer(&p->indices, e) == r;
            for (int64_t b = 0, end; b < p->bags; b++, from = end) {
                int64_t count = 0;
                end = end_of(p, b, from);
                for (int64_t e = from; e < end; e++)
                    count += is_taken(p, e);
                for (int64_t e = from; e < end; e++) {
                    if (!is_taken(p, e) || integer(&p->indices, e) != r)
                        continue;
                    double scale =
                        p->tensors.weights == NULL ? 1 : number(&p->weights, e * heads + c / (p->columns / heads));
                    scale /= by_frequency ? (double)frequency : 1;
                    scale = narrowed(p, scale / (p->spec.combiner == GRN_BAG_MEAN ? (double)count : 1));
                    const double g = number(&p->result, b * p->columns + c);
                    sum = p->spec.fused ? fused(p, scale, g, sum) : narrowed(p, sum + narrowed(p, scale * g));
                }
            }
            set_number(to, r * p->columns + c, sum);
        }
}

static void test_rows(void **unused)
{
    (void)unused;
    for (unsigned long long seed = 1; seed <= TRIALS; seed++) {
        uint64_t state = seed;
        random_source s = random_from_seed(&state);
        bag_problem p;
        make(s, false, &p, GRN_BAG_ROWS_PLAIN);
        const bool by_frequency = below(s, 2) != 0;
        p.spec.combiner = (grn_bag_combiner)below(s, 2);
        p.spec.divisor = (grn_bag_divisor)below(s, 2);
        p.tensors.arg = NULL;
        grn_tensor to = random_of(s, p.result.dtype, 2, p.rows, p.columns), want = like(&to), got = like(&to);
        rows_gradient(&p, by_frequency, &want);
        const int64_t most = p.entries < p.rows ? p.entries : p.rows;
        grn_tensor rows = random_of(s, GRN_I64, 1, most, 0), sparse = random_of(s, p.result.dtype, 2, most, p.columns);
        for (size_t i = 0; set_at(i) != NULL; i++) {
            const grn_bag_options o = {.parallel = pool, .cpu = set_at(i)};
            int64_t count = -1;
            assert_int_equal(grn_bag_gradient(&p.spec, &p.tensors, by_frequency, &got, &o, NULL, NULL), GRN_OK);
            same("grn_bag_gradient", &p, seed, &got, &want);
            assert_int_equal(
                grn_bag_sparse_gradient(&p.spec, &p.tensors, by_frequency, &rows, &sparse, &count, &o, NULL, NULL),
                GRN_OK);
            int64_t at = 0;
            for (int64_t r = 0; r < p.rows; r++) {
                bool is_there = false;
                for (int64_t e = 0; e < p.entries; e++)
                    is_there = is_there || (is_taken(&p, e) && integer(&p.indices, e) == r);
                if (!is_there)
                    continue;
                assert_true(at < count && integer(&rows, at) == r);
                assert_memory_equal(grn_tensor_at(&sparse, at * p.columns), grn_tensor_at(&want, r * p.columns),
                                    (size_t)p.columns * grn_dtype_bytes(want.dtype));
                at++;
            }
            assert_int_equal(at, count);
        }
        free(to.data);
        free(want.data);
        free(got.data);
        free(rows.data);
        free(sparse.data);
        bag_problem_release(&p);
    }
}

/* ---- by weights ---- */

static double plain_value(const bag_problem *p, int64_t row, int64_t c)
{
    const double q = number(&p->table, row * p->columns + c);
    if (p->tensors.scales == NULL)
        return q;
    return (double)(float)(number(&p->scales, row * ((p->columns + 31) / 32) + c / 32) * q);
}

static void weights_gradient(const bag_problem *p, const grn_tensor *to)
{
    const int64_t heads = heads_of(p), of_head = p->columns / heads;
    for (int64_t b = 0, from = 0, end; b < p->bags; b++, from = end) {
        end = end_of(p, b, from);
        for (int64_t e = from; e < end; e++)
            for (int64_t h = 0; h < heads; h++) {
                double lanes[16] = {0};
                for (int64_t i = 0; i < of_head && is_taken(p, e); i++)
                    lanes[i % 16] = fused(p, plain_value(p, integer(&p->indices, e), h * of_head + i),
                                          number(&p->result, b * p->columns + h * of_head + i), lanes[i % 16]);
                for (int n = 8; n > 0; n /= 2)
                    for (int i = 0; i < n; i++)
                        lanes[i] = narrowed(p, lanes[i] + lanes[i + n]);
                set_number(to, e * heads + h, lanes[0]);
            }
    }
}

static void test_weights(void **unused)
{
    (void)unused;
    int compared = 0;
    for (unsigned long long seed = 1; seed <= TRIALS; seed++) {
        uint64_t state = seed;
        random_source s = random_from_seed(&state);
        bag_problem p;
        make(s, seed % 50 == 0, &p, seed % 3 == 0 ? GRN_BAG_ROWS_BLOCKS_OF_32 : GRN_BAG_ROWS_PLAIN);
        p.spec.combiner = GRN_BAG_SUM;
        p.tensors.arg = NULL;
        if (p.tensors.weights != NULL) {
            grn_tensor want = like(&p.weights), got = like(&p.weights);
            weights_gradient(&p, &want);
            for (size_t i = 0; set_at(i) != NULL; i++)
                for (int32_t threads = 1; threads <= 3; threads += 2) {
                    const grn_bag_options o = {.parallel = pool, .cpu = set_at(i), .threads = threads};
                    assert_int_equal(grn_bag_weights_gradient(&p.spec, &p.tensors, &got, &o, NULL), GRN_OK);
                    same("grn_bag_weights_gradient", &p, seed, &got, &want);
                }
            free(want.data);
            free(got.data);
            compared++;
        }
        bag_problem_release(&p);
    }
    assert_true(compared > TRIALS / 4);
}

/* ---- by arg ---- */

static void test_arg(void **unused)
{
    (void)unused;
    for (unsigned long long seed = 1; seed <= TRIALS; seed++) {
        uint64_t state = seed;
        random_source s = random_from_seed(&state);
        bag_problem p;
        make(s, seed % 50 == 0, &p, GRN_BAG_ROWS_PLAIN);
        free(p.arg.data);
        p.arg = random_of(s, GRN_I64, 2, p.bags, p.columns);
        p.tensors.arg = &p.arg;
        p.tensors.weights = NULL;
        p.spec.combiner = (grn_bag_combiner)(GRN_BAG_MAX + below(s, 2));
        p.spec.nan = GRN_BAG_NAN_FIRST;
        assert_int_equal(grn_bag(&p.spec, &p.tensors, NULL, NULL), GRN_OK);
        grn_tensor grad = random_of(s, p.result.dtype, 2, p.bags, p.columns);
        grn_tensor to = random_of(s, p.result.dtype, 2, p.rows, p.columns), want = like(&to), got = like(&to);
        for (int64_t i = 0; i < p.rows * p.columns; i++)
            set_number(&want, i, 0);
        for (int64_t b = 0, from = 0, end; b < p.bags; b++, from = end) {
            bool any = false;
            end = end_of(&p, b, from);
            for (int64_t e = from; e < end; e++)
                any = any || is_taken(&p, e);
            for (int64_t c = 0; any && c < p.columns; c++) {
                int64_t row = integer(&p.arg, b * p.columns + c);
                row = p.spec.arg_is_entry ? integer(&p.indices, row) : row;
                set_number(&want, row * p.columns + c,
                           narrowed(&p, number(&want, row * p.columns + c) + number(&grad, b * p.columns + c)));
            }
        }
        grn_bag_tensors t = p.tensors;
        t.result = &grad;
        assert_int_equal(grn_bag_arg_gradient(&p.spec, &t, &got, &(grn_bag_options){.parallel = pool}, NULL), GRN_OK);
        same("grn_bag_arg_gradient", &p, seed, &got, &want);
        free(grad.data);
        free(to.data);
        free(want.data);
        free(got.data);
        bag_problem_release(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_weights),
                                       cmocka_unit_test(test_arg)};
    grn_pool *threads;
    if (grn_pool_create(3, NULL, &threads) != GRN_OK)
        return 1;
    pool = grn_pool_parallel(threads);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    grn_pool_destroy(threads);
    return failed;
}
