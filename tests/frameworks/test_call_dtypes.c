/*
 * test_call_dtypes.c - the frameworks' calls in every class of element type, and arguments at the
 * ends of their ranges.
 *
 * Tensors are texts. Sums and products below are exact in every type, so one list of numbers is
 * right for all of a class.
 */
#include "frameworks_test.h"

enum { MOST_TEXTS = 8 };

/* Tensors of the running claim, freed by the next. */
static grn_tensor made[MOST_TEXTS];
static size_t nmade;

static void free_texts(void)
{
    while (nmade)
        grn_tensor_free(&made[--nmade], NULL);
}

/* "2xi8=[1, 2]" of `dtype` and `numbers`. */
static grn_tensor *text(const char *dtype, const char *numbers)
{
    char line[128];
    const char *equals = strchr(numbers, '=');
    assert_true(nmade < MOST_TEXTS && equals);
    snprintf(line, sizeof line, "%.*s%s%s", (int)(equals - numbers), numbers, dtype, equals);
    if (grn_tensor_parse(line, strlen(line), NULL, D, &made[nmade]) != GRN_OK)
        fail_msg("%s: %s", line, heard.error);
    return &made[nmade++];
}

static void holds(const char *claim, const char *dtype, grn_status status, const grn_tensor *out, const char *numbers)
{
    if (status != GRN_OK)
        fail_msg("%s, %s: %s: %s", claim, dtype, grn_status_name(status), heard.error);
    const grn_tensor *want = text(dtype, numbers);
    size_t bytes = (size_t)grn_tensor_elements(want) * grn_dtype_bytes(want->dtype);
    if (memcmp(out->data, want->data, bytes) != 0)
        fail_msg("%s, %s: not %s", claim, dtype, numbers);
    free_texts();
}

static const char *const integers[] = {"i4", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"};
static const char *const floats[] = {"f8E5M2", "f8E4M3FN", "bf16", "f16", "f32", "f64"};
static const char *const complexes[] = {"complex<f32>", "complex<f64>"};
#define EACH(name, list) for (const char *const *name = (list); name < (list) + sizeof(list) / sizeof *(list); name++)

/* ---- scatter_reduce -------------------------------------------------------------------------- */

/* What is scattered to place 0 of [7, 7], 2 and 3, without what was there. */
static void reduce_one(const char *dtype, const char *reduce, const char *src, const char *want)
{
    grn_tensor *out = text(dtype, "2x=0");
    grn_status status = grn_torch_scatter_reduce(text(dtype, "2x=7"), 0, text("i64", "2x=0"), text(dtype, src), reduce,
                                                 false, NULL, out, D);
    holds(reduce, dtype, status, out, want);
}

static void reduces(void **state)
{
    (void)state;
    EACH(d, integers)
    {
        reduce_one(*d, "sum", "2x=[2, 3]", "2x=[5, 7]");
        reduce_one(*d, "prod", "2x=[2, 3]", "2x=[6, 7]");
        reduce_one(*d, "mean", "2x=[2, 3]", "2x=[2, 7]"); /* rounded down */
        reduce_one(*d, "amax", "2x=[2, 3]", "2x=[3, 7]");
        reduce_one(*d, "amin", "2x=[2, 3]", "2x=[2, 7]");
    }
    EACH(d, floats)
    {
        reduce_one(*d, "sum", "2x=[2.0, 3.0]", "2x=[5.0, 7.0]");
        reduce_one(*d, "prod", "2x=[2.0, 3.0]", "2x=[6.0, 7.0]");
        reduce_one(*d, "mean", "2x=[2.0, 3.0]", "2x=[2.5, 7.0]");
        reduce_one(*d, "amax", "2x=[2.0, 3.0]", "2x=[3.0, 7.0]");
        reduce_one(*d, "amin", "2x=[2.0, 3.0]", "2x=[2.0, 7.0]");
    }
    EACH(d, complexes)
    {
        grn_tensor *out = text(*d, "2x=(0.0, 0.0)"), *self = text(*d, "2x=(7.0, 7.0)"),
                   *src = text(*d, "2x=[(2.0, 1.0), (3.0, -1.0)]");
        grn_tensor *index = text("i64", "2x=0");
        holds("mean", *d, grn_torch_scatter_reduce(self, 0, index, src, "mean", false, NULL, out, D), out,
              "2x=[(2.5, 0.0), (7.0, 7.0)]");
    }
    grn_tensor *c = text("complex<f32>", "1x=(1.0, 1.0)"), *index = text("i64", "1x=0");
    assert_int_equal(grn_torch_scatter_reduce(c, 0, index, c, "amax", false, NULL, c, D), GRN_E_DTYPE);
    free_texts();
}

/* The truth of a set: any for sum and amax, all for prod and amin. */
static void reduces_truths(void **state)
{
    static const struct {
        const char *reduce, *want;
    } rows[] = {{"amax", "2x=[true, false]"},
                {"amin", "2x=[false, false]"},
                {"sum", "2x=[true, false]"},
                {"prod", "2x=[false, false]"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grn_tensor *out = text("i1", "2x=[true, true]");
        grn_status status =
            grn_torch_scatter_reduce(text("i1", "2x=[true, false]"), 0, text("i64", "2x=0"),
                                     text("i1", "2x=[false, true]"), rows[i].reduce, false, NULL, out, D);
        holds(rows[i].reduce, "i1", status, out, rows[i].want);
    }
}

/* ---- tensor_scatter_nd_sub ------------------------------------------------------------------- */

static void subtracts(void **state)
{
    (void)state;
    EACH(d, integers)
    {
        grn_tensor *out = text(*d, "2x=0");
        grn_status status =
            grn_tf_tensor_scatter_nd_sub(text(*d, "2x=7"), text("i32", "2x1x=1"), text(*d, "2x=[1, 2]"), out, D);
        holds("sub", *d, status, out, "2x=[7, 4]");
    }
    EACH(d, floats)
    {
        grn_tensor *out = text(*d, "2x=0.0");
        grn_status status =
            grn_tf_tensor_scatter_nd_sub(text(*d, "2x=7.0"), text("i16", "2x1x=1"), text(*d, "2x=[1.0, 2.0]"), out, D);
        holds("sub", *d, status, out, "2x=[7.0, 4.0]");
    }
    EACH(d, complexes)
    {
        grn_tensor *out = text(*d, "1x=(0.0, 0.0)");
        grn_status status = grn_tf_tensor_scatter_nd_sub(text(*d, "1x=(7.0, 1.0)"), text("i64", "1x1x=0"),
                                                         text(*d, "1x=(1.0, 3.0)"), out, D);
        holds("sub", *d, status, out, "1x=(6.0, -2.0)");
    }
    grn_tensor *b = text("i1", "1x=true"), *index = text("i64", "1x1x=0");
    REFUSED("no numbers", grn_tf_tensor_scatter_nd_sub(b, index, b, b, D), GRN_E_DTYPE,
            "tensor is i1, tensor_scatter_nd_sub takes a number type", NULL);
    free_texts();
}

/* ---- gradients ------------------------------------------------------------------------------- */

/* Row 1 is named twice, so each of its gradients counts a half; row 0 is padding. */
static void embedding_gradient(void **state)
{
    (void)state;
    EACH(d, floats)
    {
        grn_tensor *out = text(*d, "3x1x=9.0");
        grn_status status = grn_torch_embedding_dense_backward(
            text(*d, "4x1x=[[8.0], [2.0], [4.0], [3.0]]"), text("i64", "4x=[0, 1, 1, 2]"), 3, 0, true, NULL, out, D);
        holds("embedding", *d, status, out, "3x1x=[[0.0], [3.0], [3.0]]");
    }
    EACH(d, complexes)
    {
        grn_tensor *out = text(*d, "1x1x=(9.0, 9.0)");
        grn_status status = grn_torch_embedding_dense_backward(text(*d, "2x1x=[[(2.0, 1.0)], [(4.0, 1.0)]]"),
                                                               text("i64", "2x=0"), 1, -1, true, NULL, out, D);
        holds("embedding", *d, status, out, "1x1x=[[(3.0, 1.0)]]");
    }
    grn_tensor *out = text("f32", "3x1x=9.0"), *grad = text("f32", "1x1x=1.0"), *index = text("i64", "1x=0");
    REFUSED("rows below none", grn_torch_embedding_dense_backward(grad, index, -1, 0, false, NULL, out, D),
            GRN_E_ARGUMENT, "num_weights is -1, it must be 0 or more", NULL);
    assert_int_equal(grn_torch_embedding_dense_backward(grad, index, 3, 7, false, NULL, out, D),
                     GRN_OK); /* padding that is no row */
    holds("embedding", "f32", GRN_OK, out, "3x1x=[[1.0], [0.0], [0.0]]");
}

/* Both rows of self are one row of the broadcast, so its gradient is their sum. */
static void broadcast_gradient(void **state)
{
    const int64_t dim = 1;
    (void)state;
    EACH(d, floats)
    {
        grn_tensor *out = text(*d, "1x2x=0.0");
        grn_status status = grn_torch_take_along_dim_backward(text(*d, "2x1x=[[2.0], [3.0]]"), text(*d, "1x2x=0.0"),
                                                              text("i64", "2x1x=1"), &dim, NULL, out, D);
        holds("take_along_dim", *d, status, out, "1x2x=[[0.0, 5.0]]");
    }
    EACH(d, complexes)
    {
        grn_tensor *out = text(*d, "1x2x=(0.0, 0.0)");
        grn_status status =
            grn_torch_take_along_dim_backward(text(*d, "2x1x=[[(2.0, 1.0)], [(3.0, 1.0)]]"),
                                              text(*d, "1x2x=(0.0, 0.0)"), text("i64", "2x1x=1"), &dim, NULL, out, D);
        holds("take_along_dim", *d, status, out, "1x2x=[[(0.0, 0.0), (5.0, 2.0)]]");
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void arguments(void **state)
{
    float out[8] = {0};
    grn_tensor *x = VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2), *i = VIEW(I(0, 0), GRN_I64, 2, 1),
               *o = VIEW(out, GRN_F32, 2, 1), *flat = VIEW(I(0), GRN_I64, 1);
    const int64_t most = INT64_MAX, least = INT64_MIN;
    (void)state;
    REFUSED("dim over all", grn_torch_gather(x, most, i, o, D), GRN_E_ARGUMENT,
            "Dimension out of range (expected to be in range of [-2, 1], but got 9223372036854775807)", NULL);
    REFUSED("dim below all", grn_torch_take_along_dim(x, i, &least, NULL, o, D), GRN_E_ARGUMENT,
            "Dimension out of range (expected to be in range of [-2, 1], but got -9223372036854775808)", NULL);
    REFUSED("a value of NULL", grn_torch_scatter_value(x, 1, i, NULL, NULL, x, D), GRN_E_ARGUMENT,
            "value is NULL, an element of input's type is needed", NULL);
    REFUSED("no reduction", grn_torch_scatter_reduce(x, 1, i, x, NULL, true, NULL, x, D), GRN_E_ARGUMENT,
            "reduce argument must be either sum, prod, mean, amax or amin, got None", NULL);
    REFUSED("no reduction's gradient", grn_torch_scatter_reduce_backward(x, x, 1, i, x, NULL, true, x, NULL, x, x, D),
            GRN_E_ARGUMENT, "reduce argument must be either sum, prod, mean, amax or amin, got None", NULL);
    REFUSED("nor a known one", grn_torch_scatter_reduce_backward(x, x, 1, i, x, "max", true, x, NULL, x, x, D),
            GRN_E_ARGUMENT, "reduce argument must be either sum, prod, mean, amax or amin, got max", NULL);
    REFUSED("batch_dims, all dims", grn_tf_gather(x, i, -1, 2, o, D), GRN_E_ARGUMENT,
            "batch_dims (2) must be less than rank(params) (2).", NULL);
    assert_int_equal(grn_tf_gather(x, i, 1, -3, o, D), GRN_E_ARGUMENT);
    assert_int_equal(grn_tf_gather(x, i, 1, 3, o, D), GRN_E_ARGUMENT);
    assert_int_equal(grn_tf_gather_nd(x, i, -1, o, D), GRN_E_ARGUMENT);
    assert_int_equal(grn_onnx_gather_nd(x, i, -1, o, D), GRN_E_ARGUMENT);
    assert_int_equal(grn_onnx_gather_nd(x, i, 2, o, D), GRN_E_ARGUMENT);
    assert_int_equal(grn_onnx_gather(x, flat, -3, o, D), GRN_E_ARGUMENT);
    assert_int_equal(grn_onnx_scatter_elements(x, i, o, 2, NULL, x, D), GRN_E_ARGUMENT);
    assert_int_equal(grn_onnx_scatter_nd_spec(x, i, "minimum", D, &(grn_scatter_spec){0}), GRN_E_ARGUMENT);
    assert_int_equal(grn_onnx_scatter_elements_spec(x, i, 1, "minimum", D, &(grn_scatter_spec){0}), GRN_E_ARGUMENT);
    assert_int_equal(grn_torch_scatter_spec(x, 1, i, "minimum", D, &(grn_scatter_spec){0}), GRN_E_ARGUMENT);
    assert_int_equal(grn_torch_scatter_reduce_spec(x, 1, i, "minimum", D, &(grn_scatter_spec){0}), GRN_E_ARGUMENT);
}

/* A result of more dims, or of more elements, than there are. */
static void sizes_past_the_limits(void **state)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK], ones[GRN_MAX_RANK], large[] = {INT64_C(1) << 31};
    grn_tensor deep, wide, many;
    float x = 1;
    (void)state;
    for (int32_t d = 0; d < GRN_MAX_RANK; d++)
        ones[d] = 1;
    view_of(&x, GRN_F32, GRN_MAX_RANK, ones, &deep);
    view_of(NULL, GRN_I64, GRN_MAX_RANK, ones, &wide);
    view_of(NULL, GRN_I64, 1, large, &many);
    REFUSED("rank", grn_onnx_gather_shape(&deep, &wide, 0, D, &rank, shape), GRN_E_LIMIT,
            "Gather: the result has rank 63, the limit is 32", NULL);
    REFUSED("rank of vectors", grn_onnx_gather_nd_shape(&deep, &wide, 0, D, &rank, shape), GRN_E_LIMIT,
            "GatherND: the result has rank 62, the limit is 32", NULL);
    grn_tensor big = *view_of(NULL, GRN_F32, 2, I(1, 1), &(grn_tensor){0});
    big.shape[1] = INT64_C(1) << 31;
    big.stride[0] = big.stride[1] = 0;
    assert_int_equal(grn_tf_gather_shape(&big, &many, 0, 0, D, &rank, shape), GRN_E_LIMIT);
    assert_non_null(strstr(heard.error, "has more bytes than an int64_t counts"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduces),
        cmocka_unit_test(reduces_truths),
        cmocka_unit_test(subtracts),
        cmocka_unit_test(embedding_gradient),
        cmocka_unit_test(broadcast_gradient),
        cmocka_unit_test(arguments),
        cmocka_unit_test(sizes_past_the_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
