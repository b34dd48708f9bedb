/* test_rules_forms.c - what fits the three forms and what comes out, with extents that are not
 * known yet. By hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rules/forms.h"

#define Q GRN_DYNAMIC
#define SHAPE(...)                                                                                   \
    {                                                                                                \
        GRN_F32, (int32_t)(sizeof(int64_t[]){0, __VA_ARGS__} / sizeof(int64_t)) - 1, { __VA_ARGS__ } \
    }
#define SCALAR            \
    {                     \
        GRN_F32, 0, { 0 } \
    }
#define ELEMENTS(axis)             \
    {                              \
        GRN_FORM_ELEMENTS, axis, 0 \
    }
#define VECTORS(batch)             \
    {                              \
        GRN_FORM_VECTORS, 0, batch \
    }
#define SLICES(axis, batch)          \
    {                                \
        GRN_FORM_SLICES, axis, batch \
    }

/* What fits has a dense shape; of what does not, dim, have and want. */
static const struct {
    const char *claim;
    grn_indexing x;
    grn_shaped full, indices;
    int what;
    int64_t dim, have, want;
    grn_shaped dense;
} cases[] = {
    {"elements: longer along the axis", ELEMENTS(1), SHAPE(4, 3), SHAPE(2, 9), GRN_FITS, 0, 0, 0, SHAPE(2, 9)},
    {"elements: longer beside it", ELEMENTS(1), SHAPE(4, 3), SHAPE(5, 3), GRN_INDICES_TOO_LONG, 0, 5, 4, SCALAR},
    {"elements: full not known there", ELEMENTS(1), SHAPE(Q, 3), SHAPE(5, 3), GRN_FITS, 0, 0, 0, SHAPE(5, 3)},
    {"elements: indices not known there", ELEMENTS(1), SHAPE(4, 3), SHAPE(Q, 3), GRN_FITS, 0, 0, 0, SHAPE(Q, 3)},
    {"elements: ranks", ELEMENTS(0), SHAPE(4, 3), SHAPE(4), GRN_RANKS_DIFFER, 0, 1, 2, SCALAR},
    {"elements: axis", ELEMENTS(2), SHAPE(4, 3), SHAPE(4, 3), GRN_AXIS_OUT_OF_RANGE, 0, 2, 2, SCALAR},
    {"vectors of 1", VECTORS(0), SHAPE(4, 3), SHAPE(5, 1), GRN_FITS, 0, 0, 0, SHAPE(5, 3)},
    {"vectors of none", VECTORS(0), SHAPE(4, 3), SHAPE(5, 0), GRN_FITS, 0, 0, 0, SHAPE(5, 4, 3)},
    {"vectors, batched", VECTORS(1), SHAPE(7, 4, Q), SHAPE(7, 5, 1), GRN_FITS, 0, 0, 0, SHAPE(7, 5, Q)},
    {"vectors of 3", VECTORS(0), SHAPE(4, 3), SHAPE(5, 3), GRN_TOO_MANY_COORDINATES, 0, 3, 2, SCALAR},
    {"vectors of a scalar", VECTORS(0), SHAPE(4, 3), SCALAR, GRN_NO_COORDINATES, 0, 0, 1, SCALAR},
    {"vectors: the batch differs", VECTORS(1), SHAPE(7, 4), SHAPE(8, 1), GRN_BATCH_DIFFERS, 0, 8, 7, SCALAR},
    {"vectors: the batch is not known", VECTORS(1), SHAPE(Q, 4), SHAPE(8, 1), GRN_FITS, 0, 0, 0, SHAPE(8)},
    {"vectors: batch past the vectors", VECTORS(2), SHAPE(7, 4), SHAPE(7, 1), GRN_BATCH_OUT_OF_RANGE, 0, 2, 1, SCALAR},
    {"slices", SLICES(1, 0), SHAPE(4, 3, 2), SHAPE(5, 6), GRN_FITS, 0, 0, 0, SHAPE(4, 5, 6, 2)},
    {"slices, batched", SLICES(1, 1), SHAPE(4, 3, 2), SHAPE(4, 6), GRN_FITS, 0, 0, 0, SHAPE(4, 6, 2)},
    {"slices by one index", SLICES(0, 0), SHAPE(4, 3), SCALAR, GRN_FITS, 0, 0, 0, SHAPE(3)},
    {"slices: batch past the axis", SLICES(1, 2), SHAPE(4, 3, 2), SHAPE(4, 3), GRN_BATCH_OUT_OF_RANGE, 0, 2, 1, SCALAR},
};

static void fits_and_gives(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        grn_shaped dense;
        const grn_form_misfit m = grn_indexing_fits(&cases[i].x, &cases[i].full, &cases[i].indices);
        if ((int)m.what != cases[i].what || m.dim != cases[i].dim || m.have != cases[i].have || m.want != cases[i].want)
            fail_msg("%s: %d: %lld, %lld, %lld", cases[i].claim, (int)m.what, (long long)m.dim, (long long)m.have,
                     (long long)m.want);
        if (m.what != GRN_FITS)
            continue;
        if (!grn_indexing_dense(&cases[i].x, &cases[i].full, &cases[i].indices, &dense) ||
            dense.rank != cases[i].dense.rank ||
            memcmp(dense.shape, cases[i].dense.shape, (size_t)dense.rank * sizeof *dense.shape) != 0)
            fail_msg("%s: another dense shape", cases[i].claim);
    }
}

static void dense_is_not_known(void **state)
{
    static const grn_indexing vectors = VECTORS(0), slices = SLICES(0, 0);
    static const grn_shaped full = SHAPE(4, 3), unknown = SHAPE(5, Q);
    grn_shaped dense, large = {.dtype = GRN_I64, .rank = GRN_MAX_RANK};
    (void)state;
    assert_false(grn_indexing_dense(&vectors, &full, &unknown, &dense));
    assert_int_equal(dense.rank, -1);
    assert_false(grn_indexing_dense(&slices, &full, &large, &dense));
    assert_int_equal(dense.rank, GRN_MAX_RANK + 1);
}

/* StableHLO's words for tf.gather(axis=2, batch_dims=1) of [7, 4, 0, 2] by [7, 6]. */
static void numbers_of_slices(void **state)
{
    static const grn_indexing x = SLICES(2, 1);
    static const grn_shaped full = SHAPE(7, 4, 0, 2), indices = SHAPE(7, 6);
    grn_dimension_numbers n;
    grn_dims sizes;
    (void)state;
    grn_indexing_numbers(&x, &full, &indices, &n);
    assert_int_equal(n.offset_dims.count, 2);
    assert_memory_equal(n.offset_dims.v, ((int64_t[]){1, 3}), 2 * sizeof(int64_t));
    assert_int_equal(n.collapsed_slice_dims.count, 1);
    assert_int_equal(n.collapsed_slice_dims.v[0], 2);
    assert_int_equal(n.start_index_map.v[0], 2);
    assert_int_equal(n.operand_batching_dims.count, 1);
    assert_int_equal(n.operand_batching_dims.v[0], 0);
    assert_int_equal(n.start_indices_batching_dims.v[0], 0);
    assert_int_equal(n.index_vector_dim, 2);
    grn_indexing_slices(&n, &full, &sizes);
    assert_int_equal(sizes.count, 4);
    assert_memory_equal(sizes.v, ((int64_t[]){1, 4, 0, 2}), 4 * sizeof(int64_t));
}

static void texts_of_shapes(void **state)
{
    static const grn_shaped s = SHAPE(3, Q), t = SHAPE(Q, 5), u = SHAPE(4, 5);
    char text[GRN_LIST_BYTES];
    (void)state;
    assert_string_equal(grn_extents_text(s.shape, s.rank, ",", text), "[3,?]");
    assert_true(grn_shapes_agree(&s, &t));
    assert_false(grn_shapes_agree(&s, &u));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fits_and_gives), cmocka_unit_test(dense_is_not_known),
                                       cmocka_unit_test(numbers_of_slices), cmocka_unit_test(texts_of_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
