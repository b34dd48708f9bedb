/* test_spec_gather_check.c - each rule of a gather, kept once and broken once. */
#include "spec_test.h"

/* The specification's example: operand 2x3x4x2, start_indices 2x2x3x2, result 2x2x3x2x2. */
typedef struct gather_case {
    grn_gather_spec spec;
    grn_tensor operand, indices;
} gather_case;

static gather_case example(void)
{
    return (gather_case){
        .spec = {.dims = {LIST(3, 4), LIST(1), LIST(0), LIST(1), LIST(2, 1), 3}, .slice_sizes = LIST(1, 1, 2, 2)},
        .operand = view(NULL, GRN_I32, DIMS(2, 3, 4, 2)),
        .indices = view(NULL, GRN_I64, DIMS(2, 2, 3, 2)),
    };
}

static void c1_bad(gather_case *g) { g->spec.dims.offset_dims = DIMS(3); }
static void c2_bad(gather_case *g) { g->spec.dims.index_vector_dim = 5; }
static void c2_bad_below(gather_case *g) { g->spec.dims.index_vector_dim = INT64_MIN; }
static void c3_bad(gather_case *g) { g->spec.dims.start_index_map = DIMS(2); }
static void c3_bad_implicit(gather_case *g) { g->spec.dims.index_vector_dim = 4; }
static void c4_bad(gather_case *g) { g->spec.dims.offset_dims = DIMS(4, 3); }
static void c4_bad_twice(gather_case *g) { g->spec.dims.offset_dims = DIMS(3, 3); }
static void c5_bad(gather_case *g) { g->spec.dims.offset_dims = DIMS(3, 5); }
static void c6_bad(gather_case *g) { g->spec.dims.collapsed_slice_dims = DIMS(0); }
static void c7_bad(gather_case *g)
{
    g->spec.dims.collapsed_slice_dims = DIMS(2, 1);
    g->spec.dims.offset_dims = DIMS(3);
}
static void c8_bad(gather_case *g) { g->spec.dims.collapsed_slice_dims = DIMS(4); }
static void c9_bad(gather_case *g) { g->spec.slice_sizes.v[1] = 2; }
static void c10_bad(gather_case *g)
{
    g->spec.dims.collapsed_slice_dims = NO_DIMS;
    g->spec.dims.operand_batching_dims = DIMS(3, 0);
}
static void c11_bad(gather_case *g) { g->spec.dims.operand_batching_dims = DIMS(-1); }
static void c12_bad(gather_case *g) { g->spec.slice_sizes.v[0] = 2; }
static void c13_bad(gather_case *g) { g->spec.dims.start_indices_batching_dims = DIMS(1, 1); }
static void c14_bad(gather_case *g) { g->spec.dims.start_indices_batching_dims = DIMS(4); }
static void c15_bad(gather_case *g) { g->spec.dims.start_indices_batching_dims = DIMS(3); }
static void c16_bad(gather_case *g) { g->spec.dims.start_indices_batching_dims = DIMS(0, 1); }
static void c17_bad(gather_case *g) { g->spec.dims.start_indices_batching_dims = DIMS(2); }
static void c17_prefix_bad(gather_case *g)
{
    g->spec.index.batch_rule = GRN_BATCH_PREFIX;
    g->spec.dims.start_indices_batching_dims = DIMS(2);
}
static void c18_bad(gather_case *g) { g->spec.dims.start_index_map = DIMS(0, 1); }
static void c18_bad_within(gather_case *g) { g->spec.dims.start_index_map = DIMS(2, 2); }
static void c19_bad(gather_case *g) { g->spec.dims.start_index_map = DIMS(2, 4); }
static void c20_bad(gather_case *g) { g->spec.slice_sizes = DIMS(1, 1, 2); }
static void c21_bad(gather_case *g) { g->spec.slice_sizes.v[2] = 5; }
static void c21_bad_below(gather_case *g) { g->spec.slice_sizes.v[2] = -1; }
static void count_below(gather_case *g) { g->spec.dims.offset_dims.count = -1; }
static void count_above(gather_case *g) { g->spec.dims.start_index_map.count = INT32_MAX; }
static void sizes_above(gather_case *g) { g->spec.slice_sizes.count = GRN_MAX_RANK + 1; }
static void skipping(gather_case *g) { g->spec.index.bounds = GRN_BOUNDS_SKIP; }
static void bounds_unknown(gather_case *g) { g->spec.index.bounds = (grn_bounds)99; }
static void float_indices(gather_case *g) { g->indices.dtype = GRN_F32; }
static void no_dtype(gather_case *g) { g->operand.dtype = GRN_NO_DTYPE; }
static void rank_above(gather_case *g) { g->indices.rank = GRN_MAX_RANK + 1; }
static void extent_below(gather_case *g) { g->indices.shape[2] = -3; }
static void extents_above(gather_case *g) { g->operand.shape[1] = g->operand.shape[2] = INT64_MAX / 2; }
static void result_above(gather_case *g)
{
    g->spec.dims = (grn_dimension_numbers){LIST(1), NO_LIST, NO_LIST, NO_LIST, NO_LIST, 1};
    g->spec.slice_sizes = DIMS(INT64_C(1) << 32);
    g->operand = view(NULL, GRN_I8, DIMS(INT64_C(1) << 32));
    g->indices = view(NULL, GRN_I8, DIMS(INT64_C(1) << 32, 0));
}
static void unreadable(gather_case *g) { g->spec.slice_sizes.v[1] = 0; }

static const struct {
    const char *claim;
    void (*breaks)(gather_case *g);
    grn_status status;
    const char *message;
    const char *note;
} bad[] = {
    {"C1", c1_bad, GRN_E_SHAPE,
     "offset_dims (1), collapsed_slice_dims (1) and operand_batching_dims (1) list 3 dimensions together, operand has "
     "rank 4",
     "rule C1 "},
    {"C2 above", c2_bad, GRN_E_SHAPE, "index_vector_dim is 5, with start_indices of rank 4 it is in [0, 4]",
     "rule C2 "},
    {"C2 below", c2_bad_below, GRN_E_SHAPE, "index_vector_dim is -9223372036854775808", "rule C2 "},
    {"C3", c3_bad, GRN_E_SHAPE,
     "start_index_map has size 1, index_vector_dim 3 of start_indices gives index vectors of size 2", "rule C3 "},
    {"C3 implicit", c3_bad_implicit, GRN_E_SHAPE,
     "start_index_map has size 2, index_vector_dim 4 of start_indices gives index vectors of size 1", "rule C3 "},
    {"C4 order", c4_bad, GRN_E_SHAPE, "offset_dims is [4, 3], it must ascend without repeats", "rule C4 "},
    {"C4 repeat", c4_bad_twice, GRN_E_SHAPE, "offset_dims is [3, 3]", "rule C4 "},
    {"C5", c5_bad, GRN_E_SHAPE, "offset_dims[1] is 5, a dimension of result is in [0, 5)", "rule C5 "},
    {"C6", c6_bad, GRN_E_SHAPE, "collapsed_slice_dims and operand_batching_dims name dimension 0 twice", "rule C6 "},
    {"C7", c7_bad, GRN_E_SHAPE, "collapsed_slice_dims is [2, 1], it must ascend", "rule C7 "},
    {"C8", c8_bad, GRN_E_SHAPE, "collapsed_slice_dims[0] is 4, a dimension of operand is in [0, 4)", "rule C8 "},
    {"C9", c9_bad, GRN_E_SHAPE, "slice_sizes[1] is 2, for a dimension in collapsed_slice_dims it is at most 1",
     "rule C9 "},
    {"C10", c10_bad, GRN_E_SHAPE, "operand_batching_dims is [3, 0], it must ascend", "rule C10 "},
    {"C11", c11_bad, GRN_E_SHAPE, "operand_batching_dims[0] is -1, a dimension of operand is in [0, 4)", "rule C11 "},
    {"C12", c12_bad, GRN_E_SHAPE, "slice_sizes[0] is 2, for a dimension in operand_batching_dims it is at most 1",
     "rule C12 "},
    {"C13", c13_bad, GRN_E_SHAPE, "start_indices_batching_dims name dimension 1 twice", "rule C13 "},
    {"C14", c14_bad, GRN_E_SHAPE, "start_indices_batching_dims[0] is 4, a dimension of start_indices is in [0, 4)",
     "rule C14 "},
    {"C15", c15_bad, GRN_E_SHAPE, "start_indices_batching_dims lists 3, which is index_vector_dim", "rule C15 "},
    {"C16", c16_bad, GRN_E_SHAPE, "operand_batching_dims has size 1 and start_indices_batching_dims has size 2",
     "rule C16 "},
    {"C17", c17_bad, GRN_E_SHAPE,
     "operand_batching_dims[0] is a dimension of extent 2, start_indices_batching_dims[0] one of extent 3; the second "
     "must equal "
     "the first",
     "rule C17 "},
    {"C17 prefix", c17_prefix_bad, GRN_E_SHAPE, "the second must not exceed the first", "rule C17 "},
    {"C18", c18_bad, GRN_E_SHAPE, "start_index_map and operand_batching_dims name dimension 0 twice", "rule C18 "},
    {"C18 within the map", c18_bad_within, GRN_E_SHAPE, "name dimension 2 twice", "rule C18 "},
    {"C19", c19_bad, GRN_E_SHAPE, "start_index_map[1] is 4, a dimension of operand is in [0, 4)", "rule C19 "},
    {"C20", c20_bad, GRN_E_SHAPE, "slice_sizes has size 3, operand has rank 4",
     "rule C20 of the StableHLO spec, gather"},
    {"C21", c21_bad, GRN_E_SHAPE, "slice_sizes[2] is 5, dimension 2 of operand has extent 4", "rule C21 "},
    {"C21 below", c21_bad_below, GRN_E_SHAPE, "slice_sizes[2] is -1", "rule C21 "},
    {"a count below 0", count_below, GRN_E_ARGUMENT, "offset_dims has count -1", ""},
    {"a count the list cannot hold", count_above, GRN_E_ARGUMENT, "start_index_map has count 2147483647", ""},
    {"slice_sizes longer than any rank", sizes_above, GRN_E_ARGUMENT, "slice_sizes has count 33", ""},
    {"skip is a scatter's", skipping, GRN_E_ARGUMENT, "bounds is skip, a gather takes clamp, fill, error or promise",
     ""},
    {"no such policy", bounds_unknown, GRN_E_ARGUMENT, "bounds is 99", ""},
    {"indices are integers", float_indices, GRN_E_DTYPE, "start_indices have element type f32", ""},
    {"no element type", no_dtype, GRN_E_DTYPE, "operand has dtype 0", ""},
    {"rank", rank_above, GRN_E_LIMIT, "start_indices has rank 33", ""},
    {"a negative extent", extent_below, GRN_E_SHAPE, "dimension 2 of start_indices has extent -3", ""},
    {"too many elements", extents_above, GRN_E_SHAPE, "more bytes than an int64_t counts", ""},
    {"too many in the result", result_above, GRN_E_LIMIT, "the result of shape [4294967296, 4294967296] has more bytes",
     ""},
    {"nothing to read", unreadable, GRN_E_SHAPE, "collapsed slice of size 0 with non-empty result", ""},
};

static void test_broken_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(bad); i++) {
        gather_case g = example();
        int64_t shape[GRN_MAX_RANK];
        int32_t rank;
        heard h;
        bad[i].breaks(&g);
        claim_that(bad[i].claim,
                   grn_gather_shape(&g.spec, &g.operand, &g.indices, listen(&h), &rank, shape) == bad[i].status);
        claim_text(bad[i].claim, h.error, bad[i].message);
        claim_text(bad[i].claim, h.note, bad[i].note);
        claim_that(bad[i].claim,
                   grn_gather_shape(&g.spec, &g.operand, &g.indices, NULL, &rank, shape) == bad[i].status);
    }
}

static void as_is(gather_case *g) { (void)g; }
static void implicit(gather_case *g)
{
    g->spec.dims.index_vector_dim = 4;
    g->spec.dims.start_index_map = DIMS(2);
    g->spec.dims.offset_dims = DIMS(4, 5);
}
static void leading_offsets(gather_case *g) { g->spec.dims.offset_dims = DIMS(0, 1); }
static void split_offsets(gather_case *g) { g->spec.dims.offset_dims = DIMS(0, 4); }
static void prefix(gather_case *g)
{
    g->spec.index.batch_rule = GRN_BATCH_PREFIX;
    g->indices.shape[1] = 1;
}
static void empty_window(gather_case *g) { g->spec.slice_sizes.v[3] = 0; }
static void collapsed_zero(gather_case *g)
{
    g->spec.slice_sizes.v[1] = 0;
    g->indices.shape[0] = 0;
}
static void batch_of_zero(gather_case *g) { g->operand.shape[0] = g->indices.shape[1] = g->spec.slice_sizes.v[0] = 0; }
static void batch_slice_zero(gather_case *g) { g->spec.slice_sizes.v[0] = 0; }
static void whole_windows(gather_case *g) { g->spec.slice_sizes.v[2] = 4; }
static void bool_indices(gather_case *g) { g->indices.dtype = GRN_I1; }

static const struct {
    const char *claim;
    void (*change)(gather_case *g);
    grn_dims shape;
} good[] = {
    {"the example", as_is, LIST(2, 2, 3, 2, 2)},
    {"C2, C3: index_vector_dim at the rank", implicit, LIST(2, 2, 3, 2, 2, 2)},
    {"C5: offset dims first", leading_offsets, LIST(2, 2, 2, 2, 3)},
    {"C5: offset dims apart", split_offsets, LIST(2, 2, 2, 3, 2)},
    {"C17: a prefix where it is allowed", prefix, LIST(2, 1, 3, 2, 2)},
    {"C21: an empty window", empty_window, LIST(2, 2, 3, 2, 0)},
    {"C9: a collapsed slice of 0, nothing to read", collapsed_zero, LIST(0, 2, 3, 2, 2)},
    {"a batching dim of extent 0", batch_of_zero, LIST(2, 0, 3, 2, 2)},
    {"C12: a batching slice of 0 still has its element", batch_slice_zero, LIST(2, 2, 3, 2, 2)},
    {"C21: a window of the whole dim", whole_windows, LIST(2, 2, 3, 4, 2)},
    {"indices of i1", bool_indices, LIST(2, 2, 3, 2, 2)},
};

static void test_kept_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(good); i++) {
        gather_case g = example();
        int64_t shape[GRN_MAX_RANK];
        int32_t rank;
        heard h;
        good[i].change(&g);
        if (grn_gather_shape(&g.spec, &g.operand, &g.indices, listen(&h), &rank, shape) != GRN_OK)
            fail_msg("%s: %s", good[i].claim, h.error);
        claim_that(good[i].claim, rank == good[i].shape.count);
        claim_that(good[i].claim, memcmp(shape, good[i].shape.v, sizeof(int64_t) * (size_t)rank) == 0);
    }
}

static void test_texts(void **state)
{
    (void)state;
    assert_string_equal(grn_bounds_text(GRN_BOUNDS_PROMISE), "promise");
    assert_string_equal(grn_bounds_text((grn_bounds)-1), "unknown");
    assert_string_equal(grn_combiner_text(GRN_COMBINE_XOR), "xor");
    assert_string_equal(grn_combiner_text(GRN_COMBINER_COUNT), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken_rules),
        cmocka_unit_test(test_kept_rules),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
