/* test_eval_top_k.c - the k largest of each line, against a selection that takes the largest of what is
 * left, the first of equal ones, again and again. */
#include "eval_test.h"

#include <math.h>

#define LINES 9
#define LENGTH 77
static _Alignas(64) unsigned char data[LINES * LENGTH * 8 * 2];
static unsigned char values[LINES * LENGTH * 8];
static int32_t places[LINES * LENGTH];

static uint64_t seed;
static uint32_t draw(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

/* Whether a comes before b, by comparisons alone: totalOrder is -NaN < -inf < ... < -0 < 0 < ... < inf < NaN. */
static int float_rank(double x) { return x != x ? (signbit(x) ? -2 : 2) : x == 0 ? (signbit(x) ? -1 : 1) : 0; }
static bool greater_float(double a, double b)
{
    int of_a = float_rank(a), of_b = float_rank(b);
    if (of_a == of_b && (of_a == 2 || of_a == -2))
        return false;
    if (of_a == 2 || of_b == -2)
        return true;
    if (of_b == 2 || of_a == -2)
        return false;
    return a > b || (a == b && of_a > of_b);
}

#define TYPE(T, name, special, compare)                                    \
    static void fill_##name(size_t i)                                      \
    {                                                                      \
        const T of[] = {special};                                          \
        T x = draw(4) ? (T)(draw(40)) : of[draw((uint32_t)GRN_COUNT(of))]; \
        memcpy(data + i * sizeof x, &x, sizeof x);                         \
    }                                                                      \
    static bool greater_##name(const void *p, const void *q)               \
    {                                                                      \
        T a, b;                                                            \
        memcpy(&a, p, sizeof a);                                           \
        memcpy(&b, q, sizeof b);                                           \
        return compare;                                                    \
    }
#define LIST(...) __VA_ARGS__
TYPE(int32_t, i32, LIST(INT32_MIN, INT32_MAX, -1), a > b)
TYPE(uint32_t, u32, LIST(UINT32_MAX, 0, 0x80000000u), a > b)
TYPE(int64_t, i64, LIST(INT64_MIN, INT64_MAX, -1), a > b)
TYPE(uint64_t, u64, LIST(UINT64_MAX, 0, UINT64_C(1) << 63), a > b)
TYPE(float, f32, LIST(NAN, -NAN, INFINITY, -INFINITY, -0.0f, 0.0f, -1.5f), greater_float((double)a, (double)b))
TYPE(double, f64, LIST(NAN, -NAN, INFINITY, -INFINITY, -0.0, 0.0, -1.5), greater_float(a, b))

static const struct {
    grn_dtype dtype;
    void (*fill)(size_t i);
    bool (*greater)(const void *a, const void *b);
} types[] = {{GRN_I32, fill_i32, greater_i32},  {GRN_UI32, fill_u32, greater_u32}, {GRN_I64, fill_i64, greater_i64},
             {GRN_UI64, fill_u64, greater_u64}, {GRN_F32, fill_f32, greater_f32},  {GRN_F64, fill_f64, greater_f64}};

static void check_line(size_t t, const grn_tensor *in, int64_t line, int64_t k)
{
    const size_t bytes = grn_dtype_bytes(types[t].dtype);
    bool taken[LENGTH] = {false};
    for (int64_t r = 0; r < k; r++) {
        int64_t best = -1;
        for (int64_t i = 0; i < LENGTH; i++) {
            const void *x = grn_tensor_at(in, line * in->stride[0] + i * in->stride[1]);
            if (!taken[i] &&
                (best < 0 || types[t].greater(x, grn_tensor_at(in, line * in->stride[0] + best * in->stride[1]))))
                best = i;
        }
        taken[best] = true;
        if (places[line * k + r] != best)
            fail_msg("%s, k = %d, line %d: number %d is at %d, not at %d", grn_dtype_text(types[t].dtype), (int)k,
                     (int)line, (int)r, (int)best, (int)places[line * k + r]);
        assert_memory_equal(values + (size_t)(line * k + r) * bytes,
                            grn_tensor_at(in, line * in->stride[0] + best * in->stride[1]), bytes);
    }
}

static void test_against_selection(void **state)
{
    (void)state;
    static const int64_t ks[] = {0, 1, 2, 16, 31, 32, 33, LENGTH};
    for (size_t t = 0; t < GRN_COUNT(types); t++)
        for (size_t c = 0; c < GRN_COUNT(ks); c++)
            for (int turned = 0; turned < 2; turned++) {
                const int64_t k = ks[c];
                grn_tensor in = eval_view(data, types[t].dtype, 2, (const int64_t[]){LINES, LENGTH}),
                           out = eval_view(values, types[t].dtype, 2, (const int64_t[]){LINES, k}),
                           at = eval_view(places, GRN_I32, 2, (const int64_t[]){LINES, k});
                if (turned)
                    in.stride[0] = 1, in.stride[1] = LINES;
                for (size_t i = 0; i < LINES * LENGTH; i++)
                    types[t].fill(i);
                assert_true(grn_eval_top_k(&out, &at, &in, NULL));
                for (int64_t line = 0; line < LINES; line++)
                    check_line(t, &in, line, k);
            }
}

static int32_t parts_run;
static void last_first(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (parts_run = ntasks; ntasks-- > 0;)
        task(context, ntasks);
}

static void test_in_parts(void **state)
{
    (void)state;
    enum { MANY = 100, LONG = 1000, K = 5 };
    static int32_t x[MANY][LONG], alone[MANY][K], together[MANY][K], at[MANY][K];
    const grn_parallel three = {last_first, NULL, 3};
    for (size_t i = 0; i < MANY * LONG; i++)
        x[i / LONG][i % LONG] = (int32_t)draw(1000);
    grn_tensor in = eval_view(x, GRN_I32, 2, (const int64_t[]){MANY, LONG}),
               out = eval_view(alone, GRN_I32, 2, (const int64_t[]){MANY, K}),
               of = eval_view(at, GRN_I32, 2, (const int64_t[]){MANY, K});
    assert_true(grn_eval_top_k(&out, &of, &in, NULL));
    out.data = together;
    assert_true(grn_eval_top_k(&out, &of, &in, &three));
    assert_int_equal(parts_run, 3);
    assert_memory_equal(alone, together, sizeof alone);
}

static void test_left_to_a_sort(void **state)
{
    (void)state;
    grn_tensor in = eval_view(data, GRN_I32, 1, (const int64_t[]){200}),
               out = eval_view(values, GRN_I32, 1, (const int64_t[]){GRN_TOP_K_MOST + 1}),
               at = eval_view(places, GRN_I32, 1, (const int64_t[]){GRN_TOP_K_MOST + 1});
    claim_true("k is large", !grn_eval_top_k(&out, &at, &in, NULL));
    in.dtype = out.dtype = GRN_I8;
    out.shape[0] = at.shape[0] = 2;
    claim_true("another dtype", !grn_eval_top_k(&out, &at, &in, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_selection), cmocka_unit_test(test_in_parts),
                                       cmocka_unit_test(test_left_to_a_sort)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
