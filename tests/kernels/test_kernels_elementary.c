/*
 * test_kernels_elementary.c - the vector functions of every set that runs here give the bits of C's
 * function of a double, rounded once: over all floats by a stride, on every tail, and in place. What
 * they leave to the caller's function is seldom.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "eval/special.h"
#include "kernels/elementary.h"

static size_t left; /* elements that the vectors left to these */

#define EXACT(name, expression)                 \
    static float exact_##name(float x, float y) \
    {                                           \
        (void)y;                                \
        left++;                                 \
        return (float)(expression);             \
    }
EXACT(cosine, cos(x))
EXACT(erf, erf(x))
EXACT(erf_inv, grn_erf_inv(x))
EXACT(exponential, exp(x))
EXACT(exponential_minus_one, expm1(x))
EXACT(log, log(x))
EXACT(log_plus_one, log1p(x))
EXACT(logistic, 1 / (1 + exp(-(double)x)))
EXACT(power, pow(x, y))
EXACT(sine, sin(x))
EXACT(tanh, tanh(x))

static const struct {
    const char *name;
    size_t at;
    grn_elementary_exact exact;
    float least, most; /* between these the vectors decide nearly everything */
} functions[] = {
#define ROW(name, least, most)                                           \
    {                                                                    \
#name, offsetof(grn_elementary, name), exact_##name, least, most \
    }
    ROW(cosine, -1000, 1000),         ROW(erf, -10, 10),       ROW(erf_inv, -0.99f, 0.99f),
    ROW(exponential, -80, 80),        ROW(log, 1e-30f, 1e30f), ROW(exponential_minus_one, -80, 80),
    ROW(log_plus_one, -0.99f, 1e30f), ROW(logistic, -80, 80),  ROW(power, 0.01f, 100),
    ROW(sine, -1000, 1000),           ROW(tanh, -100, 100),
#undef ROW
};
#define FUNCTIONS (sizeof functions / sizeof *functions)

static grn_elementary_fn function_of(const grn_elementary *set, size_t i)
{
    grn_elementary_fn fn;
    memcpy(&fn, (const char *)set + functions[i].at, sizeof fn);
    return fn;
}

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static bool same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

static void check(const char *set, size_t i, size_t n, const float *out, const float *x, const float *y)
{
    for (size_t k = 0; k < n; k++) {
        float want = functions[i].exact(x[k], y[k]);
        if (!same(out[k], want))
            fail_msg("%s, set %s: of %a and %a, of %zu, %a, C has %a", functions[i].name, set, (double)x[k],
                     (double)y[k], n, (double)out[k], (double)want);
    }
}

#define BLOCK 256
static const char *const sets[] = {"first", "second", "third", "fourth"};

/* Exponents as programs have them, and those that meet the ends of the range. */
static float exponent(uint32_t k) { return k % 5 ? (float)((int)(k % 4001) - 2000) / 250 : (float)((int)(k % 9) - 4); }

static void test_over_all_floats(void **state)
{
    (void)state;
    const grn_elementary *set;
    for (size_t s = 0; (set = grn_elementary_at(s)) != NULL; s++)
        for (size_t i = 0; i < FUNCTIONS; i++)
            for (uint64_t bits = 0; bits < UINT64_C(1) << 32;) {
                float x[BLOCK], y[BLOCK], out[BLOCK];
                size_t n = 0;
                for (; n < BLOCK && bits < UINT64_C(1) << 32; n++, bits += 4099) {
                    x[n] = float_of((uint32_t)bits);
                    y[n] = exponent((uint32_t)bits);
                }
                function_of(set, i)(n, out, x, y, functions[i].exact);
                check(sets[s], i, n, out, x, y);
            }
}

static const float edges[] = {0,       -0.0f,      1,           -1,      INFINITY, -INFINITY, NAN,   1e-45f,
                              -1e-45f, 1e-38f,     -1e-38f,     3.4e38f, -3.4e38f, 88.7f,     88.8f, -87.3f,
                              -87.4f,  -103.9f,    -104.1f,     -150,    0.5f,     -0.5f,     2,     1e-8f,
                              -1e-8f,  0.9999999f, -0.9999999f, 3.9f,    4,        4.1f,      1e9f,  524287,
                              524289,  1.5707964f, 3.1415927f,  9,       10,       20};
#define EDGES (sizeof edges / sizeof *edges)

static void test_edges_in_every_lane(void **state)
{
    (void)state;
    const grn_elementary *set;
    for (size_t s = 0; (set = grn_elementary_at(s)) != NULL; s++)
        for (size_t i = 0; i < FUNCTIONS; i++)
            for (size_t first = 0; first < EDGES; first++)
                for (size_t n = 0; n <= 19; n++) {
                    float x[32], y[32], out[32];
                    for (size_t k = 0; k < 32; k++) {
                        x[k] = edges[(first + k) % EDGES];
                        y[k] = edges[(first * 7 + k) % EDGES];
                        out[k] = 77;
                    }
                    function_of(set, i)(n, out, x, y, functions[i].exact);
                    check(sets[s], i, n, out, x, y);
                    if (out[n] != 77)
                        fail_msg("%s writes past its %zu elements", functions[i].name, n);
                    memcpy(out, x, sizeof out);
                    function_of(set, i)(n, out, out, y, functions[i].exact);
                    check(sets[s], i, n, out, x, y);
                }
}

static void test_vectors_decide(void **state)
{
    (void)state;
    const grn_elementary *set = grn_elementary_at(0);
    for (size_t i = 0; set && i < FUNCTIONS; i++) {
        size_t all = 0;
        left = 0;
        for (uint32_t k = 0; k < 400; k++) {
            float x[BLOCK], y[BLOCK], out[BLOCK], span = functions[i].most - functions[i].least;
            for (uint32_t j = 0; j < BLOCK; j++) {
                x[j] = functions[i].least + span * (float)((k * BLOCK + j) * 7919 % 104729 + 1) / 104730;
                y[j] = (float)(j % 100 + 1) / 37;
            }
            function_of(set, i)(BLOCK, out, x, y, functions[i].exact);
            all += BLOCK;
        }
        if (left * 1000 > all)
            fail_msg("%s leaves %zu of %zu elements to C", functions[i].name, left, all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_over_all_floats),
                                       cmocka_unit_test(test_edges_in_every_lane),
                                       cmocka_unit_test(test_vectors_decide)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
