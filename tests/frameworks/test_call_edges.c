/*
 * test_call_edges.c - lists of dimensions that name none, in each list of anvil's and JAX's calls;
 * the highest rank of index_put; and the arithmetic of tf's sub and of torch's gradients in every
 * class of dtype.
 *
 * Values by hand: tf.tensor_scatter_nd_sub is tensor - updates, wrapping; embedding_dense_backward
 * scaled by frequency divides by how often a row is named; what was broadcast into index_put gets
 * the sum of its gradients.
 */
#include "frameworks_test.h"

#define MATRIX VIEW(F(1, 2, 3, 4, 5, 6), GRN_F32, 2, 3)
#define C(...) ((float[]){__VA_ARGS__})

/* ---- lists ----------------------------------------------------------------------------------- */

/* What is no dimension of a [2, 3], nor of the indices, nor of the result, where dimensions count
 * from `base`. */
typedef struct damage {
    const char *claim;
    int32_t count; /* 0: as it was */
    bool replaces;
    int64_t by;
} damage;

enum { LISTS = 6 };

/* Rows of a [2, 3], from indices [2, 1]: slice sizes, offset, collapsed, batching, indices
 * batching, map. */
static void right_lists(grn_dims *l, int64_t base)
{
    memset(l, 0, LISTS * sizeof *l);
    l[0] = (grn_dims){2, {1, 3}};
    l[1] = (grn_dims){1, {1 + base}};
    l[2] = (grn_dims){1, {base}};
    l[5] = (grn_dims){1, {base}};
}

static grn_status anvil(const grn_dims *l, int64_t vector_dim, float *out)
{
    return grn_nvl_gather(MATRIX, VIEW(I(2, 1), GRN_I64, 2, 1), &l[0], &l[1], &l[2], &l[3], &l[4], &l[5], vector_dim,
                          false, false, VIEW(out, GRN_F32, 2, 3), D);
}

static grn_status anvil_scatter(const grn_dims *l, int64_t vector_dim, float *out)
{
    const grn_nvl_update adds = {GRN_COMBINE_ADD, NULL, NULL};
    return grn_nvl_scatter(MATRIX, VIEW(I(2, 1), GRN_I64, 2, 1), VIEW(F(0, 0, 0, 0, 0, 0), GRN_F32, 2, 3), &l[1], &l[2],
                           &l[3], &l[4], &l[5], vector_dim, false, false, &adds, VIEW(out, GRN_F32, 2, 3), D);
}

static grn_status jax(const grn_dims *l, int64_t vector_dim, float *out)
{
    const grn_dimension_numbers n = {.offset_dims = l[1],
                                     .collapsed_slice_dims = l[2],
                                     .operand_batching_dims = l[3],
                                     .start_indices_batching_dims = l[4],
                                     .start_index_map = l[5],
                                     .index_vector_dim = vector_dim};
    return grn_jax_gather(MATRIX, VIEW(I(1, 0), GRN_I64, 2, 1), &n, &l[0], false, false, GRN_JAX_FILL, NULL,
                          VIEW(out, GRN_F32, 2, 3), D);
}

static grn_status jax_scatter(const grn_dims *l, int64_t vector_dim, float *out)
{
    const grn_dimension_numbers n = {.offset_dims = l[1],
                                     .collapsed_slice_dims = l[2],
                                     .operand_batching_dims = l[3],
                                     .start_indices_batching_dims = l[4],
                                     .start_index_map = l[5],
                                     .index_vector_dim = vector_dim};
    return grn_jax_scatter_add(MATRIX, VIEW(I(1, 0), GRN_I64, 2, 1), VIEW(F(0, 0, 0, 0, 0, 0), GRN_F32, 2, 3), &n,
                               false, false, GRN_JAX_FILL, VIEW(out, GRN_F32, 2, 3), D);
}

static const struct {
    const char *name;
    grn_status (*call)(const grn_dims *l, int64_t vector_dim, float *out);
    int64_t base;
    int first; /* list that it takes */
    float want[6];
} calls[] = {{"nvl_gather", anvil, 1, 0, {4, 5, 6, 1, 2, 3}},
             {"nvl_scatter", anvil_scatter, 1, 1, {1, 2, 3, 4, 5, 6}},
             {"jax gather", jax, 0, 0, {4, 5, 6, 1, 2, 3}},
             {"jax scatter_add", jax_scatter, 0, 1, {1, 2, 3, 4, 5, 6}}};

static void expect_refusal(const char *name, const char *claim, int list, grn_status status, const float *out)
{
    if (status == GRN_OK || heard.error[0] == '\0')
        fail_msg("%s: list %d %s: %s \"%s\"", name, list, claim, grn_status_name(status), heard.error);
    for (int i = 0; i < 6; i++)
        if (out[i] != -7)
            fail_msg("%s: list %d %s: refused, and the output was written", name, list, claim);
}

static void wrong_lists(void **state)
{
    static const damage damages[] = {{"has -1 entries", -1, false, 0},
                                     {"has more entries than dims can be", GRN_MAX_RANK + 1, false, 0},
                                     {"has the most entries", GRN_MAX_RANK, false, 0},
                                     {"has the least number", 0, true, INT64_MIN},
                                     {"has the number above it", 0, true, INT64_MIN + 1},
                                     {"has the largest number", 0, true, INT64_MAX},
                                     {"has one before the first", 0, true, -1},
                                     {"has one past the last", 0, true, 3}};
    (void)state;
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
        grn_dims l[LISTS];
        float right[6] = {0};
        right_lists(l, calls[c].base);
        GIVES(calls[c].name, calls[c].call(l, 1 + calls[c].base, right), right, calls[c].want[0], calls[c].want[1],
              calls[c].want[2], calls[c].want[3], calls[c].want[4], calls[c].want[5]);
        for (int list = calls[c].first; list < LISTS; list++)
            for (size_t d = 0; d < sizeof damages / sizeof *damages; d++) {
                float out[] = {-7, -7, -7, -7, -7, -7};
                right_lists(l, calls[c].base);
                if (damages[d].count != 0)
                    l[list].count = damages[d].count;
                if (damages[d].replaces) {
                    l[list].v[0] =
                        damages[d].by + (list > 0 && damages[d].by >= -1 && damages[d].by < 9 ? calls[c].base : 0);
                    l[list].count += l[list].count == 0;
                }
                expect_refusal(calls[c].name, damages[d].claim, list, calls[c].call(l, 1 + calls[c].base, out), out);
            }
        static const int64_t vector_dims[] = {INT64_MIN, INT64_MIN + 1, -1, 3, INT64_MAX};
        /* JAX has none: the last */
        for (size_t v = 0; calls[c].base == 1 && v < sizeof vector_dims / sizeof *vector_dims; v++) {
            float out[] = {-7, -7, -7, -7, -7, -7};
            const int64_t at = vector_dims[v] + (v == 2 || v == 3);
            right_lists(l, calls[c].base);
            expect_refusal(calls[c].name, "index_vector_dim", (int)v, calls[c].call(l, at, out), out);
        }
    }
}

/* A dim in two lists, or twice in one. */
static void repeated_dims(void **state)
{
    (void)state;
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
        for (int list = 2; list <= 3; list++) {
            float out[] = {-7, -7, -7, -7, -7, -7};
            grn_dims l[LISTS];
            right_lists(l, calls[c].base);
            l[1].count = 0;
            l[2].count = 1;
            l[list].v[l[list].count++] = calls[c].base; /* dim 0 is collapsed already */
            expect_refusal(calls[c].name, "names a dim again", list, calls[c].call(l, 1 + calls[c].base, out), out);
        }
}

/* ---- ranks ----------------------------------------------------------------------------------- */

static void highest_rank(void **state)
{
    int64_t ones[GRN_MAX_RANK];
    grn_tensor input, index;
    grn_scatter_spec spec;
    (void)state;
    for (int d = 0; d < GRN_MAX_RANK; d++)
        ones[d] = 1;
    view_of(F(1), GRN_F32, 20, ones, &input);
    view_of(I(0), GRN_I64, 13, ones, &index);
    const grn_tensor *const list[] = {&index};
    assert_int_equal(grn_torch_index_put_spec(&input, list, 1, false, D, &spec), GRN_OK);
    view_of(I(0), GRN_I64, 14, ones, &index);
    REFUSED("rank 33", grn_torch_index_put_spec(&input, list, 1, false, D, &spec), GRN_E_LIMIT,
            "the result has more than 32 dimensions", NULL);
}

/* ---- arithmetic by class --------------------------------------------------------------------- */

static void tf_sub(void **state)
{
    static const int8_t want_i8[] = {-123, 7};
    static const uint8_t want_ui8[] = {254, 7};
    int8_t i8[2];
    uint8_t ui8[2];
    float c64[4];
    const grn_tensor *at = VIEW(I(0), GRN_I64, 1, 1);
    (void)state;
    assert_int_equal(grn_tf_tensor_scatter_nd_sub(VIEW(((int8_t[]){5, 7}), GRN_I8, 2), at,
                                                  VIEW(((int8_t[]){-128}), GRN_I8, 1), VIEW(i8, GRN_I8, 2), D),
                     GRN_OK);
    assert_memory_equal(i8, want_i8, sizeof i8);
    assert_int_equal(grn_tf_tensor_scatter_nd_sub(VIEW(((uint8_t[]){3, 7}), GRN_UI8, 2), at,
                                                  VIEW(((uint8_t[]){5}), GRN_UI8, 1), VIEW(ui8, GRN_UI8, 2), D),
                     GRN_OK);
    assert_memory_equal(ui8, want_ui8, sizeof ui8);
    GIVES("complex numbers",
          grn_tf_tensor_scatter_nd_sub(VIEW(C(1, 2, 5, 6), GRN_C64, 2), at, VIEW(C(3, -4), GRN_C64, 1),
                                       VIEW(c64, GRN_C64, 2), D),
          c64, -2, 6, 5, 6);
}

static void embedding_by_frequency(void **state)
{
    float out[6];
    (void)state;
    GIVES("complex halves",
          grn_torch_embedding_dense_backward(VIEW(C(2, 4, 6, 8, 1, 1), GRN_C64, 3, 1), VIEW(I(0, 0, 2), GRN_I64, 3), 3,
                                             -1, true, NULL, VIEW(out, GRN_C64, 3, 1), D),
          out, 4, 6, 0, 0, 1, 1);
    const grn_tensor *grad = VIEW(F(2, 4, 8), GRN_F32, 3, 1), *at = VIEW(I(0, 0, 2), GRN_I64, 3);
    static const struct {
        int64_t padding;
        float want[3];
    } paddings[] = {{-1, {3, 0, 8}}, {0, {0, 0, 8}},         {2, {3, 0, 0}},
                    {3, {3, 0, 8}},  {INT64_MIN, {3, 0, 8}}, {INT64_MAX, {3, 0, 8}}};
    for (size_t i = 0; i < sizeof paddings / sizeof *paddings; i++) {
        out[3] = -7;
        GIVES("padding_idx",
              grn_torch_embedding_dense_backward(grad, at, 3, paddings[i].padding, true, NULL, VIEW(out, GRN_F32, 3, 1),
                                                 D),
              out, paddings[i].want[0], paddings[i].want[1], paddings[i].want[2]);
        assert_true(out[3] == -7); /* there is no row 3 */
    }
    assert_int_equal(grn_torch_embedding_dense_backward(VIEW(out, GRN_F32, 3, 0), at, 3, 0, false, NULL,
                                                        VIEW(out, GRN_F32, 3, 0), D),
                     GRN_OK);
    REFUSED("a row past the last",
            grn_torch_embedding_dense_backward(grad, VIEW(I(0, 3, 2), GRN_I64, 3), 3, -1, true, NULL,
                                               VIEW(out, GRN_F32, 3, 1), D),
            GRN_E_INDEX, "index out of range in self", NULL);
}

/* One value put at places 0, 2 and 2 again: its gradient is the sum of theirs. */
static void sums_of_broadcast_values(void **state)
{
    const grn_tensor *const at[] = {VIEW(I(0, 2, 2), GRN_I64, 3)};
    int32_t whole;
    uint8_t byte;
    float both[2];
    (void)state;
    assert_int_equal(grn_torch_index_put_backward(VIEW(I32(INT32_MAX, 5, 1), GRN_I32, 3), at, 1, true, NULL, NULL,
                                                  VIEW(&whole, GRN_I32, 1), D),
                     GRN_OK);
    assert_int_equal(whole, INT32_MIN + 1);
    assert_int_equal(grn_torch_index_put_backward(VIEW(((uint8_t[]){200, 5, 30}), GRN_UI8, 3), at, 1, true, NULL, NULL,
                                                  SCALAR(&byte, GRN_UI8), D),
                     GRN_OK);
    assert_int_equal(byte, 4); /* 200 + 30 + 30 - 256 */
    GIVES("complex sums",
          grn_torch_index_put_backward(VIEW(C(1, 2, 9, 9, 3, 4), GRN_C64, 3), at, 1, true, NULL, NULL,
                                       VIEW(both, GRN_C64, 1), D),
          both, 7, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_lists),
                                       cmocka_unit_test(repeated_dims),
                                       cmocka_unit_test(highest_rank),
                                       cmocka_unit_test(tf_sub),
                                       cmocka_unit_test(embedding_by_frequency),
                                       cmocka_unit_test(sums_of_broadcast_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
