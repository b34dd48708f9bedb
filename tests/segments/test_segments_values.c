/* test_segments_values.c - what each field of a segment spec means, on values worked out by hand;
 * sums of f16 and bf16 by the rounding of those formats. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/core.h"
#include "garner/garner.h"

#define MOST 6
#define NONE (-77.0) /* what a result holds on entry */
#define INF ((double)INFINITY)
#define NANS ((double)NAN)

/* Numbers as elements of a dtype, and back. */
static void put(grn_dtype dtype, const double *from, size_t n, void *to)
{
    const size_t bytes = grn_dtype_bytes(dtype);
    for (size_t i = 0; i < n; i++) {
        grn_scalar s = {.dtype = dtype, .f = from[i]};
        if (grn_dtype_class_of(dtype) != GRN_CLASS_FLOAT)
            s.i = (int64_t)from[i];
        grn_scalar_store(&s, dtype, (char *)to + i * bytes);
    }
}

static double get(grn_dtype dtype, const void *from, size_t i)
{
    const grn_scalar s = grn_scalar_load(dtype, (const char *)from + i * grn_dtype_bytes(dtype));
    return grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT      ? s.f
           : grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED ? (double)s.u
                                                             : (double)s.i;
}

static bool same(double a, double b) { return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b)); }

/* ---- one column of up to MOST entries, results of up to three segments ----------------------- */

#define SPEC(...)   \
    {               \
        __VA_ARGS__ \
    }
#define IDS        \
    {              \
        0, 0, 2, 2 \
    }
#define F32 GRN_F32

static const struct {
    const char *claim;
    grn_segment_spec spec;
    grn_dtype dtype;
    size_t n, nsegments;
    int64_t segments[MOST + 1];
    double data[MOST], weights[MOST];
    bool has_weights;
    grn_status status;
    double want[MOST];
} cases[] = {
    {"sum: an empty segment is 0", SPEC(.op = GRN_SEGMENT_SUM), F32, 4, 3, IDS, {1, 2, 3, 4}, {0}, false, 0, {3, 0, 7}},
    {"sum by ids in any order",
     SPEC(.op = GRN_SEGMENT_SUM),
     F32,
     4,
     3,
     {2, 0, 2, 1},
     {1, 2, 3, 4},
     {0},
     false,
     0,
     {2, 4, 4}},
    {"offsets: what is before the first and behind the last is in no segment",
     SPEC(.form = GRN_SEGMENT_OFFSETS),
     F32,
     5,
     2,
     {1, 3, 4},
     {1, 2, 4, 8, 16},
     {0},
     false,
     0,
     {6, 8}},
    {"starts: the last segment runs to the end",
     SPEC(.form = GRN_SEGMENT_STARTS),
     F32,
     5,
     3,
     {0, 2, 2},
     {1, 2, 4, 8, 16},
     {0},
     false,
     0,
     {3, 0, 28}},
    {"lengths", SPEC(.form = GRN_SEGMENT_LENGTHS), F32, 4, 3, {1, 0, 3}, {1, 2, 4, 8}, {0}, false, 0, {1, 0, 14}},
    {"a constant length",
     SPEC(.form = GRN_SEGMENT_CONSTANT, .length = 2),
     F32,
     4,
     2,
     {0},
     {1, 2, 4, 8},
     {0},
     false,
     0,
     {3, 12}},
    {"lengths that do not add up",
     SPEC(.form = GRN_SEGMENT_LENGTHS),
     F32,
     4,
     2,
     {1, 2},
     {1, 2, 4, 8},
     {0},
     false,
     GRN_E_INDEX,
     {NONE, NONE}},
    {"offsets that descend",
     SPEC(.form = GRN_SEGMENT_OFFSETS),
     F32,
     4,
     2,
     {2, 1, 4},
     {1, 2, 4, 8},
     {0},
     false,
     GRN_E_INDEX,
     {NONE, NONE}},
    {"sorted ids that descend",
     SPEC(.form = GRN_SEGMENT_SORTED_IDS),
     F32,
     3,
     2,
     {0, 1, 0},
     {1, 2, 4},
     {0},
     false,
     GRN_E_INDEX,
     {NONE, NONE}},
    {"a negative id is an error", SPEC(.op = 0), F32, 2, 2, {0, -1}, {1, 2}, {0}, false, GRN_E_INDEX, {NONE, NONE}},
    {"a negative id is dropped",
     SPEC(.ids = GRN_SEGMENT_IDS_DROP_NEGATIVE),
     F32,
     3,
     2,
     {0, -1, 1},
     {1, 2, 4},
     {0},
     false,
     0,
     {1, 4}},
    {"... and one above is an error then",
     SPEC(.ids = GRN_SEGMENT_IDS_DROP_NEGATIVE),
     F32,
     2,
     2,
     {0, 2},
     {1, 2},
     {0},
     false,
     GRN_E_INDEX,
     {NONE, NONE}},
    {"both are dropped", SPEC(.ids = GRN_SEGMENT_IDS_DROP), F32, 3, 2, {-9, 1, 9}, {1, 2, 4}, {0}, false, 0, {0, 2}},
    {"both are moved", SPEC(.ids = GRN_SEGMENT_IDS_CLIP), F32, 3, 2, {-9, 1, 9}, {1, 2, 4}, {0}, false, 0, {1, 6}},
    {"sorted ids are dropped at both ends",
     SPEC(.form = GRN_SEGMENT_SORTED_IDS, .ids = GRN_SEGMENT_IDS_DROP),
     F32,
     5,
     2,
     {-2, -1, 0, 1, 2},
     {1, 2, 4, 8, 16},
     {0},
     false,
     0,
     {4, 8}},
    {"mean: 0 / 0 is not computed of an empty segment",
     SPEC(.op = GRN_SEGMENT_MEAN),
     F32,
     4,
     3,
     IDS,
     {1, 2, 3, 5},
     {0},
     false,
     0,
     {1.5, 0, 4}},
    {"mean: NaN of an empty segment where that is asked for",
     SPEC(.op = GRN_SEGMENT_MEAN, .empty = GRN_SEGMENT_EMPTY_NAN),
     F32,
     4,
     3,
     IDS,
     {1, 2, 3, 5},
     {0},
     false,
     0,
     {1.5, NANS, 4}},
    {"mean of integers is rounded down",
     SPEC(.op = GRN_SEGMENT_MEAN),
     GRN_I32,
     4,
     3,
     IDS,
     {-1, -2, 3, 4},
     {0},
     false,
     0,
     {-2, 0, 3}},
    {"mean by weights",
     SPEC(.op = GRN_SEGMENT_MEAN, .divisor = GRN_SEGMENT_BY_WEIGHTS),
     F32,
     4,
     3,
     IDS,
     {1, 2, 3, 5},
     {3, 1, 1, 3},
     true,
     0,
     {1.25, 0, 4.5}},
    {"mean by the root of squares",
     SPEC(.op = GRN_SEGMENT_MEAN, .divisor = GRN_SEGMENT_BY_ROOT_SQUARES),
     F32,
     2,
     1,
     {0, 0},
     {5, 10},
     {3, 4},
     true,
     0,
     {11}},
    {"sum begins with what the result holds",
     SPEC(.start = GRN_SEGMENT_START_RESULT),
     F32,
     4,
     3,
     IDS,
     {1, 2, 3, 4},
     {0},
     false,
     0,
     {3 + NONE, NONE, 7 + NONE}},
    {"an empty segment keeps what the result holds",
     SPEC(.empty = GRN_SEGMENT_EMPTY_KEEP),
     F32,
     4,
     3,
     IDS,
     {1, 2, 3, 4},
     {0},
     false,
     0,
     {3, NONE, 7}},
    {"product: 1 of an empty segment",
     SPEC(.op = GRN_SEGMENT_PRODUCT),
     F32,
     4,
     3,
     IDS,
     {2, 3, 4, 5},
     {0},
     false,
     0,
     {6, 1, 20}},
    {"max: -inf of an empty segment",
     SPEC(.op = GRN_SEGMENT_MAX),
     F32,
     4,
     3,
     IDS,
     {2, 3, 5, 4},
     {0},
     false,
     0,
     {3, -INF, 5}},
    {"min of i8: the largest of an empty segment",
     SPEC(.op = GRN_SEGMENT_MIN),
     GRN_I8,
     4,
     3,
     IDS,
     {2, -3, 5, 4},
     {0},
     false,
     0,
     {-3, 127, 4}},
    {"max of ui16: 0 of an empty segment",
     SPEC(.op = GRN_SEGMENT_MAX),
     GRN_UI16,
     4,
     3,
     IDS,
     {2, 65535, 5, 4},
     {0},
     false,
     0,
     {65535, 0, 5}},
    {"max: 0 where that is asked for",
     SPEC(.op = GRN_SEGMENT_MAX, .empty = GRN_SEGMENT_EMPTY_ZERO),
     F32,
     4,
     3,
     IDS,
     {-2, -3, -5, -4},
     {0},
     false,
     0,
     {-2, 0, -4}},
    {"max: NaN propagates",
     SPEC(.op = GRN_SEGMENT_MAX),
     F32,
     4,
     3,
     IDS,
     {1, NANS, 3, 2},
     {0},
     false,
     0,
     {NANS, -INF, 3}},
    {"max: +0 is above -0",
     SPEC(.op = GRN_SEGMENT_MAX),
     F32,
     4,
     3,
     IDS,
     {-0.0, 0.0, 0.0, -0.0},
     {0},
     false,
     0,
     {0.0, -INF, 0.0}},
    {"max: NaN is no entry, and a segment of NaN is empty",
     SPEC(.op = GRN_SEGMENT_MAX, .nan = GRN_SEGMENT_NAN_IGNORED, .empty = GRN_SEGMENT_EMPTY_ZERO),
     F32,
     4,
     3,
     IDS,
     {NANS, -1, NANS, NANS},
     {0},
     false,
     0,
     {-1, 0, 0}},
    {"max: a NaN stays if it is first",
     SPEC(.op = GRN_SEGMENT_MAX, .nan = GRN_SEGMENT_NAN_IF_FIRST),
     F32,
     4,
     3,
     IDS,
     {NANS, 1, 1, NANS},
     {0},
     false,
     0,
     {NANS, -INF, 1}},
    {"max: of zeros the first, where values are compared",
     SPEC(.op = GRN_SEGMENT_MAX, .nan = GRN_SEGMENT_NAN_IF_FIRST),
     F32,
     4,
     3,
     IDS,
     {-0.0, 0.0, 0.0, -0.0},
     {0},
     false,
     0,
     {-0.0, -INF, 0.0}},
    {"i1: sum is or", SPEC(.op = GRN_SEGMENT_SUM), GRN_I1, 4, 3, IDS, {1, 1, 0, 0}, {0}, false, 0, {1, 0, 0}},
    {"i1: product is and", SPEC(.op = GRN_SEGMENT_PRODUCT), GRN_I1, 4, 3, IDS, {1, 1, 0, 1}, {0}, false, 0, {1, 1, 0}},
    {"i8: a sum wraps", SPEC(.op = GRN_SEGMENT_SUM), GRN_I8, 4, 3, IDS, {127, 1, 5, 4}, {0}, false, 0, {-128, 0, 9}},
    /* 256 + 1 + 1: bf16 has 8 bits, so that 256 + 1 is 256 */
    {"bf16: rounded once", SPEC(.op = GRN_SEGMENT_SUM), GRN_BF16, 3, 1, {0, 0, 0}, {256, 1, 1}, {0}, false, 0, {258}},
    {"bf16: rounded at each step",
     SPEC(.rounding = GRN_SEGMENT_ROUND_EACH_STEP),
     GRN_BF16,
     3,
     1,
     {0, 0, 0},
     {256, 1, 1},
     {0},
     false,
     0,
     {256}},
    /* (256 + 1 + 4) / 3 = 87; rounded to 260 first: 86.67 is 86.5 */
    {"bf16: a mean rounded once",
     SPEC(.op = GRN_SEGMENT_MEAN),
     GRN_BF16,
     3,
     1,
     {0, 0, 0},
     {256, 1, 4},
     {0},
     false,
     0,
     {87}},
    {"bf16: a mean whose sum is rounded",
     SPEC(.op = GRN_SEGMENT_MEAN, .rounding = GRN_SEGMENT_ROUND_SUM),
     GRN_BF16,
     3,
     1,
     {0, 0, 0},
     {256, 1, 4},
     {0},
     false,
     0,
     {86.5}},
    {"f16: 2048 + 1 + 1 rounded once",
     SPEC(.op = GRN_SEGMENT_SUM),
     GRN_F16,
     3,
     1,
     {0, 0, 0},
     {2048, 1, 1},
     {0},
     false,
     0,
     {2050}},
    {"std", SPEC(.op = GRN_SEGMENT_STD), F32, 4, 3, IDS, {1, 5, 7, 7}, {0}, false, 0, {2, 0, 0}},
    {"std of an estimate",
     SPEC(.op = GRN_SEGMENT_STD, .correction = 1),
     GRN_F64,
     3,
     1,
     {0, 0, 0},
     {1, 3, 5},
     {0},
     false,
     0,
     {2}},
    {"softmax: of equals",
     SPEC(.op = GRN_SEGMENT_SOFTMAX, .nsegments = 3),
     F32,
     4,
     4,
     IDS,
     {1, 1, 9, 9},
     {0},
     false,
     0,
     {0.5, 0.5, 0.5, 0.5}},
    {"softmax: of one entry exactly 1, of none 0",
     SPEC(.op = GRN_SEGMENT_SOFTMAX, .nsegments = 2, .ids = GRN_SEGMENT_IDS_DROP),
     F32,
     2,
     2,
     {1, -1},
     {3, 5},
     {0},
     false,
     0,
     {1, 0}},
    {"log_softmax: of no segment -inf",
     SPEC(.op = GRN_SEGMENT_LOG_SOFTMAX, .form = GRN_SEGMENT_OFFSETS),
     F32,
     3,
     3,
     {1, 2},
     {3, 5, 7},
     {0},
     false,
     0,
     {-INF, 0, -INF}},
    {"logsumexp: -inf of an empty segment, and of -inf alone",
     SPEC(.op = GRN_SEGMENT_LOGSUMEXP, .eps = 1e-12),
     F32,
     3,
     3,
     {0, 2, 2},
     {7, -INF, -INF},
     {0},
     false,
     0,
     {7, -INF, -INF}},
};

static void values(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        unsigned char data[8 * MOST], weights[8 * MOST], result[8 * MOST];
        double was[MOST];
        const bool per_entry = cases[i].spec.op == GRN_SEGMENT_SOFTMAX || cases[i].spec.op == GRN_SEGMENT_LOG_SOFTMAX;
        for (size_t k = 0; k < MOST; k++)
            was[k] = NONE;
        put(cases[i].dtype, cases[i].data, MOST, data);
        put(cases[i].dtype, cases[i].weights, MOST, weights);
        int64_t extent = (int64_t)cases[i].nsegments;
        if (cases[i].spec.form == GRN_SEGMENT_OFFSETS)
            extent = per_entry ? 2 : extent + 1;
        else if (cases[i].spec.form < GRN_SEGMENT_OFFSETS)
            extent = (int64_t)cases[i].n;
        const grn_tensor d = grn_tensor_1d(data, cases[i].dtype, (int64_t)cases[i].n),
                         s = grn_tensor_1d(cases[i].segments, GRN_I64, extent),
                         w = grn_tensor_1d(weights, cases[i].dtype, (int64_t)cases[i].n),
                         r = grn_tensor_1d(result, cases[i].dtype, (int64_t)cases[i].nsegments);
        const grn_segment_tensors t = {&d, cases[i].spec.form == GRN_SEGMENT_CONSTANT ? NULL : &s,
                                       cases[i].has_weights ? &w : NULL, &r, NULL};
        for (int by_reference = 0; by_reference < 2; by_reference++) {
            put(cases[i].dtype, was, MOST, result);
            const grn_status got = by_reference ? grn_segment_reference(&cases[i].spec, &t, NULL)
                                                : grn_segment_reduce(&cases[i].spec, &t, NULL, NULL);
            if (got != cases[i].status)
                fail_msg("%s: %s, it must be %s", cases[i].claim, grn_status_name(got),
                         grn_status_name(cases[i].status));
            for (size_t k = 0; k < cases[i].nsegments; k++)
                if (!same(get(cases[i].dtype, result, k), cases[i].want[k]))
                    fail_msg("%s: segment %zu is %g, it must be %g", cases[i].claim, k, get(cases[i].dtype, result, k),
                             cases[i].want[k]);
        }
    }
}

/* ---- args ------------------------------------------------------------------------------------ */

static const struct {
    const char *claim;
    grn_segment_spec spec;
    double data[4];
    int64_t want[3];
} args[] = {
    {"the first of equals", SPEC(.op = GRN_SEGMENT_MAX), {5, 5, 1, 1}, {0, 0, 2}},
    {"of an empty segment what is asked for",
     SPEC(.op = GRN_SEGMENT_MIN, .arg_of_empty = -1),
     {5, 4, 1, 1},
     {1, -1, 2}},
    {"the first NaN", SPEC(.op = GRN_SEGMENT_MAX), {5, NANS, NANS, NANS}, {1, 0, 2}},
    {"no NaN where they are ignored",
     SPEC(.op = GRN_SEGMENT_MAX, .nan = GRN_SEGMENT_NAN_IGNORED, .arg_of_empty = 4),
     {NANS, -INF, NANS, NANS},
     {1, 4, 4}},
    {"the initial value holds against equals",
     SPEC(.op = GRN_SEGMENT_MAX, .start = GRN_SEGMENT_START_INITIAL, .arg_of_empty = 9), /* which is 0 */
     {0, 0, 1, 2},
     {9, 9, 3}},
};

static void entries_of_results(void **state)
{
    (void)state;
    const int64_t ids[4] = IDS;
    for (size_t i = 0; i < GRN_COUNT(args); i++) {
        float data[4], result[3];
        int64_t arg[3];
        put(F32, args[i].data, 4, data);
        const grn_tensor d = grn_tensor_1d(data, F32, 4), s = grn_tensor_1d(ids, GRN_I64, 4),
                         r = grn_tensor_1d(result, F32, 3), a = grn_tensor_1d(arg, GRN_I64, 3);
        const grn_segment_tensors t = {&d, &s, NULL, &r, &a};
        for (int by_reference = 0; by_reference < 2; by_reference++) {
            assert_int_equal(by_reference ? grn_segment_reference(&args[i].spec, &t, NULL)
                                          : grn_segment_reduce(&args[i].spec, &t, NULL, NULL),
                             GRN_OK);
            for (size_t k = 0; k < 3; k++)
                if (arg[k] != args[i].want[k])
                    fail_msg("%s: arg of segment %zu is %d, it must be %d", args[i].claim, k, (int)arg[k],
                             (int)args[i].want[k]);
        }
    }
}

/* ---- gradients ------------------------------------------------------------------------------- */

static const struct {
    const char *claim;
    grn_segment_spec spec;
    grn_segment_ties ties;
    bool has_weights;
    double data[4], weights[4], grad[4], want[4], want_weights[4];
} gradients[] = {
    {"sum", SPEC(.op = GRN_SEGMENT_SUM), 0, false, {1, 2, 3, 4}, {0}, {10, 20, 30}, {10, 10, 30, 30}, {0}},
    {"mean", SPEC(.op = GRN_SEGMENT_MEAN), 0, false, {1, 2, 3, 4}, {0}, {10, 20, 30}, {5, 5, 15, 15}, {0}},
    {"weighted sum",
     SPEC(.op = GRN_SEGMENT_SUM),
     0,
     true,
     {1, 2, 3, 4},
     {5, 6, 7, 8},
     {10, 20, 30},
     {50, 60, 210, 240},
     {10, 20, 90, 120}},
    /* (1 + 3 * 2) / 4 = 1.75: by w (x - 1.75) / 4 */
    {"mean by weights",
     SPEC(.op = GRN_SEGMENT_MEAN, .divisor = GRN_SEGMENT_BY_WEIGHTS),
     0,
     true,
     {1, 2, 3, 3},
     {1, 3, 1, 1},
     {4, 0, 2},
     {1, 3, 1, 1},
     {-0.75, 0.25, 0, 0}},
    /* S = 11 * 5 / 5: x/D - S w / D^3 = (5, 10) / 5 - 55 * (3, 4) / 125 */
    {"mean by the root of squares",
     SPEC(.op = GRN_SEGMENT_MEAN, .divisor = GRN_SEGMENT_BY_ROOT_SQUARES),
     0,
     true,
     {5, 10, 1, 1},
     {3, 4, 1, 0},
     {5, 0, 0},
     {3, 4, 0, 0},
     {-1.6, 1.2, 0, 0}},
    {"product with one zero",
     SPEC(.op = GRN_SEGMENT_PRODUCT),
     0,
     false,
     {0, 7, 2, 3},
     {0},
     {1, 1, 1},
     {7, 0, 3, 2},
     {0}},
    {"product with two zeros",
     SPEC(.op = GRN_SEGMENT_PRODUCT),
     0,
     false,
     {0, 0, 2, 3},
     {0},
     {1, 1, 1},
     {0, 0, 3, 2},
     {0}},
    {"max: the first of equals",
     SPEC(.op = GRN_SEGMENT_MAX),
     GRN_SEGMENT_TIES_FIRST,
     false,
     {5, 5, 2, 3},
     {0},
     {4, 1, 6},
     {4, 0, 0, 6},
     {0}},
    {"max: shared",
     SPEC(.op = GRN_SEGMENT_MAX),
     GRN_SEGMENT_TIES_SHARED,
     false,
     {5, 5, 2, 3},
     {0},
     {-4, 1, 6},
     {-2, -2, 0, 6},
     {0}},
    {"softmax of equals: y (g - (g0 + g1) / 2)",
     SPEC(.op = GRN_SEGMENT_SOFTMAX, .nsegments = 3),
     0,
     false,
     {1, 1, 2, 2},
     {0},
     {4, 0, 1, 1},
     {1, -1, 0, 0},
     {0}},
    {"log_softmax of equals",
     SPEC(.op = GRN_SEGMENT_LOG_SOFTMAX, .nsegments = 3),
     0,
     false,
     {1, 1, 2, 2},
     {0},
     {4, 0, 1, 1},
     {2, -2, 0, 0},
     {0}},
    {"logsumexp of equals",
     SPEC(.op = GRN_SEGMENT_LOGSUMEXP),
     0,
     false,
     {1, 1, 2, 2},
     {0},
     {4, 0, 1},
     {2, 2, 0.5, 0.5},
     {0}},
    {"std: (x - mean) / (n std); 0 where std is 0",
     SPEC(.op = GRN_SEGMENT_STD),
     0,
     false,
     {1, 5, 7, 7},
     {0},
     {4, 0, 1},
     {-2, 2, 0, 0},
     {0}},
};

static void gradient_values(void **state)
{
    (void)state;
    const int64_t ids[4] = IDS;
    for (size_t i = 0; i < GRN_COUNT(gradients); i++) {
        const bool per_entry =
            gradients[i].spec.op == GRN_SEGMENT_SOFTMAX || gradients[i].spec.op == GRN_SEGMENT_LOG_SOFTMAX;
        double out[4] = {NONE, NONE, NONE, NONE}, out_weights[4] = {0};
        const grn_tensor d = grn_tensor_1d(gradients[i].data, GRN_F64, 4), s = grn_tensor_1d(ids, GRN_I64, 4),
                         w = grn_tensor_1d(gradients[i].weights, GRN_F64, 4),
                         g = grn_tensor_1d(gradients[i].grad, GRN_F64, per_entry ? 4 : 3),
                         dg = grn_tensor_1d(out, GRN_F64, 4), wg = grn_tensor_1d(out_weights, GRN_F64, 4);
        const grn_segment_tensors t = {&d, &s, gradients[i].has_weights ? &w : NULL, NULL, NULL};
        const grn_segment_gradients gs = {&g, &dg, gradients[i].has_weights ? &wg : NULL, gradients[i].ties};
        assert_int_equal(grn_segment_adjoint(&gradients[i].spec, &t, &gs, NULL, NULL), GRN_OK);
        for (size_t k = 0; k < 4; k++)
            if (fabs(out[k] - gradients[i].want[k]) > 1e-14 ||
                fabs(out_weights[k] - gradients[i].want_weights[k]) > 1e-14)
                fail_msg("%s: entry %zu gets %g, and its weight %g, it must be %g and %g", gradients[i].claim, k,
                         out[k], out_weights[k], gradients[i].want[k], gradients[i].want_weights[k]);
    }
}

/* ---- shapes, counts, messages ---------------------------------------------------------------- */

static void shapes(void **state)
{
    (void)state;
    const int64_t shape[3] = {2, 6, 5}, ids[4] = {3, 0, 7, 1}, none[1] = {-3};
    int32_t rank;
    int64_t out[GRN_MAX_RANK], count;
    const grn_tensor data = grn_tensor_over(NULL, F32, 3, shape), offsets = grn_tensor_1d(NULL, GRN_I64, 4);
    const grn_segment_spec spec = {.form = GRN_SEGMENT_OFFSETS, .axis = -2};
    const grn_segment_tensors t = {.data = &data, .segments = &offsets};
    assert_int_equal(grn_segment_shape(&spec, &t, NULL, &rank, out), GRN_OK);
    assert_int_equal(rank, 3);
    assert_true(out[0] == 2 && out[1] == 3 && out[2] == 5);
    const grn_tensor i = grn_tensor_1d(ids, GRN_I64, 4), negative = grn_tensor_1d(none, GRN_I64, 1);
    assert_int_equal(grn_segment_count(&i, NULL, &count), GRN_OK);
    assert_int_equal(count, 8);
    assert_int_equal(grn_segment_count(&negative, NULL, &count), GRN_OK);
    assert_int_equal(count, 0);
    assert_string_equal(grn_segment_op_text(GRN_SEGMENT_STD), "std");
    assert_string_equal(grn_segment_op_text((grn_segment_op)99), "unknown");
    assert_string_equal(grn_segment_form_text(GRN_SEGMENT_CONSTANT), "constant");
}

static void hear(void *user, const grn_diagnostic *d) { snprintf(user, 256, "%s", d->message); }

static void messages(void **state)
{
    (void)state;
    char said[256] = "";
    const grn_diag diag = {hear, said};
    float data[3] = {1, 2, 3}, result[2] = {5, 5};
    const int64_t ids[3] = {0, 2, 1}, sorted[3] = {0, 1, 0};
    const grn_tensor d = grn_tensor_1d(data, F32, 3), i = grn_tensor_1d(ids, GRN_I64, 3),
                     s = grn_tensor_1d(sorted, GRN_I64, 3), r = grn_tensor_1d(result, F32, 2);
    const grn_segment_spec any = {0}, ascending = {.form = GRN_SEGMENT_SORTED_IDS};
    assert_int_equal(grn_segment_reduce(&any, &(grn_segment_tensors){&d, &i, NULL, &r, NULL}, NULL, &diag),
                     GRN_E_INDEX);
    assert_string_equal(said, "segments[1] is 2, it must be in [0, 1]");
    assert_int_equal(grn_segment_reduce(&ascending, &(grn_segment_tensors){&d, &s, NULL, &r, NULL}, NULL, &diag),
                     GRN_E_INDEX);
    assert_string_equal(said, "segments[2] is 0, it must be 1 or more, as the one before it");
    assert_true(result[0] == 5 && result[1] == 5);
}

/* ---- what has nothing to read ---- */

/* A trillion ids that are one over data of no column, and a trillion positions without ids: there is one id to check, or none. A call
 * that looked at each would not come back within the alarm. */
static void no_data(void **unused)
{
    const int64_t many = INT64_C(1000000000000);
    int64_t id = 2;
    float f = 0;
    (void)unused;
    const grn_tensor none = grn_tensor_2d(&f, GRN_F32, many, 0), segments = grn_tensor_2d(&f, GRN_F32, 3, 0);
    grn_tensor ids = grn_tensor_1d(&id, GRN_I64, many);
    ids.stride[0] = 0;
    grn_segment_tensors t = {.data = &none, .segments = &ids, .result = &segments};
    grn_segment_spec spec = {.op = GRN_SEGMENT_SUM, .nsegments = 3};
    alarm(60);
    assert_int_equal(grn_segment_reduce(&spec, &t, NULL, NULL), GRN_OK);
    spec.form = GRN_SEGMENT_SORTED_IDS;
    assert_int_equal(grn_segment_reduce(&spec, &t, NULL, NULL), GRN_OK);
    id = 3;
    assert_int_equal(grn_segment_reduce(&spec, &t, NULL, NULL), GRN_E_INDEX);
    grn_tensor positions, data, result;
    assert_int_equal(grn_tensor_init(&positions, NULL, GRN_I64, 2, (const int64_t[]){many, 0}), GRN_OK);
    assert_int_equal(grn_tensor_init(&data, NULL, GRN_F32, 3, (const int64_t[]){many, 0, 0}), GRN_OK);
    assert_int_equal(grn_tensor_init(&result, NULL, GRN_F32, 3, (const int64_t[]){many, 2, 0}), GRN_OK);
    spec = (grn_segment_spec){.op = GRN_SEGMENT_SUM, .axis = 1, .nsegments = 2};
    t = (grn_segment_tensors){.data = &data, .segments = &positions, .result = &result};
    assert_int_equal(grn_segment_reduce(&spec, &t, NULL, NULL), GRN_OK);
    alarm(0);
}

/* Data and ids without an element may be NULL; each segment is empty. */
static void null_without_entries(void **unused)
{
    (void)unused;
    for (int op = 0; op <= GRN_SEGMENT_MAX; op++) {
        float out[4] = {7, 7, 7, 7};
        const grn_tensor data = grn_tensor_2d(NULL, GRN_F32, 0, 2), ids = grn_tensor_1d(NULL, GRN_I64, 0);
        const grn_tensor weights = grn_tensor_1d(NULL, GRN_F32, 0), result = grn_tensor_2d(out, GRN_F32, 2, 2);
        const grn_segment_spec spec = {.op = (grn_segment_op)op, .nsegments = 2, .empty = GRN_SEGMENT_EMPTY_ZERO};
        const bool takes_weights = op == GRN_SEGMENT_SUM || op == GRN_SEGMENT_MEAN;
        for (int weighted = 0; weighted <= takes_weights; weighted++) {
            const grn_segment_tensors t = {&data, &ids, weighted ? &weights : NULL, &result, NULL};
            assert_int_equal(grn_segment_reduce(&spec, &t, NULL, NULL), GRN_OK);
            for (int i = 0; i < 4; i++)
                assert_true(out[i] == 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values),
                                       cmocka_unit_test(entries_of_results),
                                       cmocka_unit_test(gradient_values),
                                       cmocka_unit_test(shapes),
                                       cmocka_unit_test(messages),
                                       cmocka_unit_test(no_data),
                                       cmocka_unit_test(null_without_entries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
