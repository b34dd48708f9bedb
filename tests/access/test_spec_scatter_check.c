/* test_spec_scatter_check.c - each rule of a scatter, kept once and broken once. */
#include "spec_test.h"

/* The specification's example with a second input of another dtype: inputs 2x3x4x2, indices
 * 2x2x3x2, updates 2x2x3x2x2. */
typedef struct scatter_case {
    grn_scatter_spec spec;
    size_t ninputs;
    grn_tensor inputs[2], indices, updates[2];
} scatter_case;

static scatter_case example(void)
{
    return (scatter_case){
        .spec = {.dims = {LIST(3, 4), LIST(1), LIST(0), LIST(1), LIST(2, 1), 3},
                 .index = {.bounds = GRN_BOUNDS_SKIP},
                 .combiner = GRN_COMBINE_ADD},
        .ninputs = 2,
        .inputs = {view(NULL, GRN_I64, DIMS(2, 3, 4, 2)), view(NULL, GRN_F32, DIMS(2, 3, 4, 2))},
        .indices = view(NULL, GRN_I64, DIMS(2, 2, 3, 2)),
        .updates = {view(NULL, GRN_I64, DIMS(2, 2, 3, 2, 2)), view(NULL, GRN_F32, DIMS(2, 2, 3, 2, 2))},
    };
}

static grn_status check(const scatter_case *s, const grn_diag *diag)
{
    return grn_scatter_check(&s->spec, s->ninputs, s->inputs, &s->indices, s->updates, diag);
}

static void c1_bad(scatter_case *s) { s->inputs[1].shape[3] = 1; }
static void c2_bad(scatter_case *s) { s->spec.dims.collapsed_slice_dims = NO_DIMS; }
static void c3_bad(scatter_case *s) { s->updates[1].shape[0] = 1; }
static void c4_bad_rank(scatter_case *s) { s->updates[0].rank = s->updates[1].rank = 4; }
static void c4_bad_window(scatter_case *s) { s->updates[0].shape[3] = s->updates[1].shape[3] = 5; }
static void c4_bad_batch(scatter_case *s) { s->updates[0].shape[2] = s->updates[1].shape[2] = 4; }
static void c5_bad(scatter_case *s) { s->ninputs = 0; }
static void c6_bad(scatter_case *s) { s->updates[1].dtype = GRN_F64; }
static void c7_bad(scatter_case *s) { s->spec.dims.offset_dims = DIMS(4, 4); }
static void c8_bad(scatter_case *s) { s->spec.dims.offset_dims = DIMS(-1, 4); }
static void c9_bad(scatter_case *s) { s->spec.dims.collapsed_slice_dims = DIMS(0); }
static void c10_bad(scatter_case *s)
{
    s->spec.dims.collapsed_slice_dims = DIMS(2, 1);
    s->spec.dims.offset_dims = DIMS(3);
}
static void c11_bad(scatter_case *s) { s->spec.dims.collapsed_slice_dims = DIMS(4); }
static void c12_bad(scatter_case *s)
{
    s->spec.dims.collapsed_slice_dims = NO_DIMS;
    s->spec.dims.operand_batching_dims = DIMS(3, 0);
}
static void c13_bad(scatter_case *s) { s->spec.dims.operand_batching_dims = DIMS(9); }
static void c14_bad(scatter_case *s) { s->spec.dims.start_indices_batching_dims = DIMS(0, 0); }
static void c15_bad(scatter_case *s) { s->spec.dims.start_indices_batching_dims = DIMS(-2); }
static void c16_bad(scatter_case *s) { s->spec.dims.start_indices_batching_dims = DIMS(3); }
static void c17_bad(scatter_case *s) { s->spec.dims.start_indices_batching_dims = NO_DIMS; }
static void c18_bad(scatter_case *s) { s->spec.dims.start_indices_batching_dims = DIMS(2); }
static void c19_bad(scatter_case *s) { s->spec.dims.start_index_map = DIMS(1, 2, 3); }
static void c20_bad(scatter_case *s) { s->spec.dims.start_index_map = DIMS(2, 0); }
static void c21_bad(scatter_case *s) { s->spec.dims.start_index_map = DIMS(2, -1); }
static void c22_bad(scatter_case *s) { s->spec.dims.index_vector_dim = -1; }
static void too_many(scatter_case *s) { s->ninputs = GRN_MAX_INPUTS + 1; }
static void fill(scatter_case *s) { s->spec.index.bounds = GRN_BOUNDS_FILL; }
static void and_of_floats(scatter_case *s) { s->spec.combiner = GRN_COMBINE_AND; }
static void no_region(scatter_case *s) { s->spec.combiner = GRN_COMBINE_REGION; }
static void no_combiner(scatter_case *s) { s->spec.combiner = (grn_combiner)77; }
static void float_indices(scatter_case *s) { s->indices.dtype = GRN_BF16; }
static void inserted_zero(scatter_case *s) { s->inputs[0].shape[1] = s->inputs[1].shape[1] = 0; }
static void unclampable(scatter_case *s) { inserted_zero(s), s->spec.index.bounds = GRN_BOUNDS_CLAMP; }
static void unpromisable(scatter_case *s) { inserted_zero(s), s->spec.index.bounds = GRN_BOUNDS_PROMISE; }
/* Dimension 1 is inserted, of extent 0, and no index points at it. */
static void unnamed(scatter_case *s)
{
    inserted_zero(s);
    s->spec.index.bounds = GRN_BOUNDS_ERROR;
    s->spec.dims.start_index_map = DIMS(2, 3);
}

static const struct {
    const char *claim;
    void (*breaks)(scatter_case *s);
    grn_status status;
    const char *message;
    const char *note;
} bad[] = {
    {"C1", c1_bad, GRN_E_SHAPE, "inputs[1] has shape [2, 3, 4, 1], it must be [2, 3, 4, 2]", "rule C1 "},
    {"C2", c2_bad, GRN_E_SHAPE,
     "update_window_dims (2), inserted_window_dims (0) and input_batching_dims (1) list 3 dimensions together, "
     "inputs[0] has rank "
     "4",
     "rule C2 "},
    {"C3", c3_bad, GRN_E_SHAPE, "updates[1] has shape [1, 2, 3, 2, 2], it must be [2, 2, 3, 2, 2]", "rule C3 "},
    {"C4 rank", c4_bad_rank, GRN_E_SHAPE,
     "updates[0] has rank 4, scatter_indices and update_window_dims together ask for 5", "rule C4 "},
    {"C4 window", c4_bad_window, GRN_E_SHAPE,
     "window dimension 3 of updates[0] has extent 5, dimension 2 of inputs[0] has 4", "rule C4 "},
    {"C4 batch", c4_bad_batch, GRN_E_SHAPE,
     "scatter dimension 2 of updates[0] has extent 4, dimension 2 of scatter_indices has 3", "rule C4 "},
    {"C5", c5_bad, GRN_E_ARGUMENT, "a scatter has 0 inputs", "rule C5 "},
    {"C6", c6_bad, GRN_E_DTYPE, "updates[1] has element type f64, inputs[1] has f32", "rule C6 "},
    {"C7", c7_bad, GRN_E_SHAPE, "update_window_dims is [4, 4], it must ascend without repeats", "rule C7 "},
    {"C8", c8_bad, GRN_E_SHAPE, "update_window_dims[0] is -1, a dimension of updates[0] is in [0, 5)", "rule C8 "},
    {"C9", c9_bad, GRN_E_SHAPE, "inserted_window_dims and input_batching_dims name dimension 0 twice", "rule C9 "},
    {"C10", c10_bad, GRN_E_SHAPE, "inserted_window_dims is [2, 1], it must ascend", "rule C10 "},
    {"C11", c11_bad, GRN_E_SHAPE, "inserted_window_dims[0] is 4, a dimension of inputs[0] is in [0, 4)", "rule C11 "},
    {"C12", c12_bad, GRN_E_SHAPE, "input_batching_dims is [3, 0], it must ascend", "rule C12 "},
    {"C13", c13_bad, GRN_E_SHAPE, "input_batching_dims[0] is 9", "rule C13 "},
    {"C14", c14_bad, GRN_E_SHAPE, "scatter_indices_batching_dims name dimension 0 twice", "rule C14 "},
    {"C15", c15_bad, GRN_E_SHAPE, "scatter_indices_batching_dims[0] is -2, a dimension of scatter_indices is in [0, 4)",
     "rule C15 "},
    {"C16", c16_bad, GRN_E_SHAPE, "scatter_indices_batching_dims lists 3, which is index_vector_dim", "rule C16 "},
    {"C17", c17_bad, GRN_E_SHAPE, "input_batching_dims has size 1 and scatter_indices_batching_dims has size 0",
     "rule C17 "},
    {"C18", c18_bad, GRN_E_SHAPE,
     "input_batching_dims[0] is a dimension of extent 2, scatter_indices_batching_dims[0] one of extent 3",
     "rule C18 "},
    {"C19", c19_bad, GRN_E_SHAPE,
     "scatter_dims_to_operand_dims has size 3, index_vector_dim 3 of scatter_indices gives index vectors of size 2",
     "rule C19 "},
    {"C20", c20_bad, GRN_E_SHAPE, "scatter_dims_to_operand_dims and input_batching_dims name dimension 0 twice",
     "rule C20 "},
    {"C21", c21_bad, GRN_E_SHAPE, "scatter_dims_to_operand_dims[1] is -1, a dimension of inputs[0] is in [0, 4)",
     "rule C21 "},
    {"C22", c22_bad, GRN_E_SHAPE, "index_vector_dim is -1, with scatter_indices of rank 4 it is in [0, 4]",
     "rule C22 of the StableHLO spec, scatter"},
    {"more inputs than a scatter takes", too_many, GRN_E_LIMIT, "a scatter has 65 inputs, the limit is 64", ""},
    {"fill is a gather's", fill, GRN_E_ARGUMENT, "bounds is fill, a scatter takes clamp, skip, error or promise", ""},
    {"and of floats", and_of_floats, GRN_E_DTYPE, "inputs[1] has element type f32, combiner and takes integers and i1",
     ""},
    {"a region without a function", no_region, GRN_E_ARGUMENT, "combiner is region but the region function is NULL",
     ""},
    {"no such combiner", no_combiner, GRN_E_ARGUMENT, "combiner is 77", ""},
    {"indices are integers", float_indices, GRN_E_DTYPE, "scatter_indices have element type bf16", ""},
    {"nowhere to clamp to", unclampable, GRN_E_SHAPE,
     "dimension 1 of inputs[0] has extent 0 and is inserted, with bounds clamp", ""},
    {"nothing to promise", unpromisable, GRN_E_SHAPE, "with bounds promise", ""},
    {"no index to name", unnamed, GRN_E_SHAPE, "with bounds error", ""},
};

static void test_broken_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(bad); i++) {
        scatter_case s = example();
        heard h;
        bad[i].breaks(&s);
        claim_that(bad[i].claim, check(&s, listen(&h)) == bad[i].status);
        claim_text(bad[i].claim, h.error, bad[i].message);
        claim_text(bad[i].claim, h.note, bad[i].note);
        claim_that(bad[i].claim, check(&s, NULL) == bad[i].status);
    }
}

static grn_status region(void *user, int64_t count, void *const *current, const void *const *update)
{
    (void)user, (void)count, (void)current, (void)update;
    return GRN_OK;
}

static void as_is(scatter_case *s) { (void)s; }
static void one_input(scatter_case *s) { s->ninputs = 1; }
static void window_below(scatter_case *s) { s->updates[0].shape[3] = s->updates[1].shape[3] = 1; }
static void window_empty(scatter_case *s) { s->updates[0].shape[3] = s->updates[1].shape[3] = 0; }
static void window_whole(scatter_case *s) { s->updates[0].shape[3] = s->updates[1].shape[3] = 4; }
static void prefix(scatter_case *s)
{
    s->spec.index.batch_rule = GRN_BATCH_PREFIX;
    s->indices.shape[1] = s->updates[0].shape[1] = s->updates[1].shape[1] = 1;
}
static void with_region(scatter_case *s) { s->spec.combiner = GRN_COMBINE_REGION, s->spec.region = region; }
static void and_of_integers(scatter_case *s) { s->ninputs = 1, s->spec.combiner = GRN_COMBINE_AND; }
static void error_named(scatter_case *s) { inserted_zero(s), s->spec.index.bounds = GRN_BOUNDS_ERROR; }
static void clamp_of_nothing(scatter_case *s) { unclampable(s), window_empty(s); }

static const struct {
    const char *claim;
    void (*change)(scatter_case *s);
} good[] = {
    {"the example", as_is},
    {"C5: one input", one_input},
    {"C4: a window smaller than the input", window_below},
    {"C4: an empty window", window_empty},
    {"C4: a window of the whole dim", window_whole},
    {"C18: a prefix where it is allowed", prefix},
    {"a region", with_region},
    {"and of integers", and_of_integers},
    {"skip drops what reaches nothing", inserted_zero},
    {"error names the index", error_named},
    {"clamp, and no update", clamp_of_nothing},
};

static void test_kept_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(good); i++) {
        scatter_case s = example();
        heard h;
        good[i].change(&s);
        if (check(&s, listen(&h)) != GRN_OK)
            fail_msg("%s: %s", good[i].claim, h.error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken_rules),
        cmocka_unit_test(test_kept_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
