/* test_spec_edges.c - calls that are wrong in one thing each: enumerators that are none, tensors
 * that are missing or no tensors, results too large to be; and sinks and regions that refuse. */
#include "spec_test.h"

/* Rows of a [4, 3] by two indices; and rows of updates put there. Each case breaks one thing. */
typedef struct call {
    float operand_data[12], dense_data[6];
    int64_t index_data[2];
    grn_tensor operand, indices, dense;
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    const grn_tensor *the_operand, *the_indices, *the_dense;
} call;

static void make(call *c)
{
    const grn_dimension_numbers dims = {
        .offset_dims = DIMS(1), .collapsed_slice_dims = DIMS(0), .start_index_map = DIMS(0), .index_vector_dim = 1};
    memset(c, 0, sizeof *c);
    c->operand = view(c->operand_data, GRN_F32, DIMS(4, 3));
    c->indices = view(c->index_data, GRN_I64, DIMS(2));
    c->dense = view(c->dense_data, GRN_F32, DIMS(2, 3));
    c->gather = (grn_gather_spec){.dims = dims, .slice_sizes = DIMS(1, 3)};
    c->scatter = (grn_scatter_spec){.dims = dims, .index.bounds = GRN_BOUNDS_SKIP};
    c->the_operand = &c->operand;
    c->the_indices = &c->indices;
    c->the_dense = &c->dense;
}

static void nothing(call *c) { (void)c; }
static void bounds_none(call *c) { c->gather.index.bounds = c->scatter.index.bounds = GRN_BOUNDS_COUNT; }
static void bounds_below(call *c) { c->gather.index.bounds = c->scatter.index.bounds = (grn_bounds)-1; }
static void grain_none(call *c) { c->gather.index.grain = c->scatter.index.grain = (grn_grain)2; }
static void batch_rule_none(call *c) { c->gather.index.batch_rule = c->scatter.index.batch_rule = (grn_batch_rule)2; }
static void no_operand(call *c) { c->the_operand = NULL; }
static void no_indices(call *c) { c->the_indices = NULL; }
static void no_dense(call *c) { c->the_dense = NULL; }
static void operand_rank(call *c) { c->operand.rank = -1; }
static void operand_dtype(call *c) { c->operand.dtype = GRN_NO_DTYPE; }
static void operand_vast(call *c) { c->operand.shape[0] = c->operand.shape[1] = INT64_MAX; }
static void operand_wide(call *c)
{
    c->operand.shape[0] = INT64_MAX / 4;
    c->operand.shape[1] = 3;
}
static void indices_rank(call *c) { c->indices.rank = GRN_MAX_RANK + 1; }
static void indices_f32(call *c) { c->indices.dtype = GRN_F32; }
static void dense_rank(call *c) { c->dense.rank = -5; }
static void dense_f64(call *c) { c->dense.dtype = GRN_F64; }
static void dense_negative(call *c) { c->dense.shape[0] = -2; }
static void operand_null(call *c) { c->operand.data = NULL; }
static void indices_null(call *c) { c->indices.data = NULL; }
static void dense_null(call *c) { c->dense.data = NULL; }
static void dense_on_operand(call *c) { c->dense.data = c->operand_data + 6; }
static void dense_before_operand(call *c) { c->operand.data = c->dense_data + 3; }
static void indices_on_operand(call *c) { c->indices.data = c->operand_data; }
static void indices_on_dense(call *c) { c->indices.data = c->dense_data; }

typedef struct break_case {
    const char *claim;
    void (*breaks)(call *c);
    grn_status gather, scatter;
    const char *says;
} break_case;

static const break_case breaks[] = {
    {"nothing is wrong", nothing, GRN_OK, GRN_OK, ""},
    {"bounds above the list", bounds_none, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "bounds is 6"},
    {"bounds below it", bounds_below, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "bounds is -1"},
    {"grain", grain_none, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "grain is 2, element is 0 and window is 1"},
    {"batch rule", batch_rule_none, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "batch_rule is 2, equal is 0 and prefix is 1"},
    {"no operand", no_operand, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "NULL"},
    {"no indices", no_indices, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "indices is NULL"},
    {"no result or updates", no_dense, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "NULL"},
    {"operand of rank -1", operand_rank, GRN_E_LIMIT, GRN_E_LIMIT, "rank -1"},
    {"operand of no type", operand_dtype, GRN_E_DTYPE, GRN_E_DTYPE, "no element type"},
    {"operand of more elements than are counted", operand_vast, GRN_E_SHAPE, GRN_E_SHAPE,
     "more bytes than an int64_t counts"},
    {"operand of more bytes", operand_wide, GRN_E_SHAPE, GRN_E_SHAPE, "more bytes than an int64_t counts"},
    {"indices of rank 33", indices_rank, GRN_E_LIMIT, GRN_E_LIMIT, "indices has rank 33"},
    {"indices of floats", indices_f32, GRN_E_DTYPE, GRN_E_DTYPE, "f32, an index is an integer or i1"},
    {"result or updates of rank -5", dense_rank, GRN_E_LIMIT, GRN_E_LIMIT, "rank -5"},
    {"... of another type", dense_f64, GRN_E_DTYPE, GRN_E_DTYPE, "f64"},
    {"... of a negative extent", dense_negative, GRN_E_SHAPE, GRN_E_SHAPE, "extent -2"},
    {"operand without data", operand_null, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "has elements but its data is NULL"},
    {"indices without data", indices_null, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "indices has elements but its data is NULL"},
    {"result or updates without data", dense_null, GRN_E_ARGUMENT, GRN_E_ARGUMENT, "has elements but its data is NULL"},
    {"result or updates on the operand", dense_on_operand, GRN_E_ALIAS, GRN_E_ALIAS, "overlaps"},
    {"operand on them", dense_before_operand, GRN_E_ALIAS, GRN_E_ALIAS, "overlaps"},
    {"indices on the operand", indices_on_operand, GRN_OK, GRN_E_ALIAS, "overlaps scatter_indices"},
    {"indices on the result", indices_on_dense, GRN_E_ALIAS, GRN_OK, "overlaps start_indices"},
};

static void test_breaks(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(breaks); i++) {
        const break_case *b = &breaks[i];
        heard h;
        call c;
        make(&c);
        b->breaks(&c);
        grn_status status = grn_gather_reference(&c.gather, c.the_operand, c.the_indices, c.the_dense, listen(&h));
        claim_that(b->claim, status == b->gather);
        claim_text(b->claim, h.error, status == GRN_OK ? "" : b->says);
        status = grn_gather(&c.gather, c.the_operand, c.the_indices, c.the_dense, NULL);
        claim_that(b->claim, status == b->gather);
        status = grn_scatter_reference(&c.scatter, 1, c.the_operand, c.the_indices, c.the_dense, listen(&h));
        claim_that(b->claim, status == b->scatter);
        claim_text(b->claim, h.error, status == GRN_OK ? "" : b->says);
        status = grn_scatter(&c.scatter, 1, c.the_operand, c.the_indices, c.the_dense, NULL);
        claim_that(b->claim, status == b->scatter);
    }
}

/* A result that would have 33 dimensions, more elements or more bytes than are counted, though its
 * tensors have not. */
static void test_results_too_large(void **unused)
{
    grn_tensor operand = view(NULL, GRN_F32, DIMS(4, 3)), indices = view(NULL, GRN_I64, DIMS(1));
    grn_gather_spec spec = {.dims = {.offset_dims = DIMS(32),
                                     .collapsed_slice_dims = DIMS(0),
                                     .start_index_map = DIMS(0),
                                     .index_vector_dim = 32},
                            .slice_sizes = DIMS(1, 3)};
    int64_t shape[GRN_MAX_RANK];
    int32_t rank;
    heard h;
    (void)unused;
    indices.rank = 32;
    for (int d = 0; d < 32; d++)
        indices.shape[d] = indices.stride[d] = 1;
    assert_int_equal(grn_gather_shape(&spec, &operand, &indices, listen(&h), &rank, shape), GRN_E_LIMIT);
    claim_text("rank 33", h.error, "would have rank 33, the limit is 32");
    indices.rank = 1;
    spec.dims.index_vector_dim = 1;
    spec.dims.offset_dims = DIMS(1);
    indices.dtype = GRN_I8;
    indices.shape[0] = INT64_MAX / 2;
    assert_int_equal(grn_gather_shape(&spec, &operand, &indices, listen(&h), &rank, shape), GRN_E_LIMIT);
    claim_text("elements", h.error, "has more bytes than an int64_t counts");
    indices.shape[0] = INT64_MAX / 8;
    assert_int_equal(grn_gather_shape(&spec, &operand, &indices, listen(&h), &rank, shape), GRN_E_LIMIT);
    claim_text("bytes", h.error, "has more bytes than an int64_t counts");
    operand.shape[1] = spec.slice_sizes.v[1] = 1;
    assert_int_equal(grn_gather_shape(&spec, &operand, &indices, NULL, &rank, shape), GRN_OK);
}

/* Promises: asked without data, of calls that are wrong, and of neither. */
static void test_promises(void **unused)
{
    call c;
    (void)unused;
    make(&c);
    assert_int_equal(grn_gather_check_promises(&c.gather, &c.operand, &c.indices, NULL, NULL), GRN_OK);
    assert_int_equal(grn_scatter_check_promises(&c.scatter, &c.operand, &c.indices, &c.dense, NULL, NULL), GRN_OK);
    assert_int_equal(grn_scatter_check_promises(&c.scatter, &c.operand, &c.indices, NULL, NULL, NULL), GRN_E_ARGUMENT);
    assert_int_equal(grn_gather_check_promises(&c.gather, NULL, &c.indices, NULL, NULL), GRN_E_ARGUMENT);
    c.gather.index.indices_are_sorted = c.scatter.index.indices_are_sorted = true;
    c.gather.index.unique_indices = c.scatter.index.unique_indices = true;
    c.indices.data = NULL;
    assert_int_equal(grn_gather_check_promises(&c.gather, &c.operand, &c.indices, NULL, NULL), GRN_E_ARGUMENT);
    c.indices.data = c.index_data;
    assert_int_equal(grn_gather_check_promises(&c.gather, &c.operand, &c.indices, NULL, NULL), GRN_E_PROMISE);
    c.index_data[1] = 3;
    assert_int_equal(grn_gather_check_promises(&c.gather, &c.operand, &c.indices, NULL, NULL), GRN_OK);
    assert_int_equal(grn_scatter_check_promises(&c.scatter, &c.operand, &c.indices, &c.dense, NULL, NULL), GRN_OK);
    c.index_data[0] = 4; /* after 3 come neither sorted vectors nor, as it is dropped, a second element */
    c.index_data[1] = 0;
    assert_int_equal(grn_scatter_check_promises(&c.scatter, &c.operand, &c.indices, &c.dense, NULL, NULL),
                     GRN_E_PROMISE);
}

static grn_status refuse_after(void *user, const char *text, size_t bytes)
{
    int *left = user;
    (void)text, (void)bytes;
    return (*left)-- > 0 ? GRN_OK : GRN_E_SINK;
}

/* A head, two loops and a start are four lines; the first that the sink refuses is the last. */
static void test_nests_are_printed(void **unused)
{
    grn_nest nest;
    call c;
    (void)unused;
    make(&c);
    c.gather.index.grain = GRN_GRAIN_WINDOW;
    c.gather.index.wrap_negative = true;
    grn_gather_nest(&c.gather, &c.operand, &c.indices, &c.dense, &nest);
    for (int k = 0; k <= 4; k++) {
        int left = k;
        assert_int_equal(grn_nest_print(&nest, &(grn_sink){refuse_after, &left}), k < 4 ? GRN_E_SINK : GRN_OK);
        assert_int_equal(left, k < 4 ? -1 : 0);
    }
}

/* The second input of two is wrong: the message says which. */
static void test_second_inputs(void **unused)
{
    static const struct {
        const char *claim;
        int input, updates; /* what is broken: 1 data, 2 rank, 3 place */
        grn_status status;
        const char *says;
    } cases[] = {
        {"results' data", 1, 0, GRN_E_ARGUMENT, "results[1] has elements but its data is NULL"},
        {"updates' data", 0, 1, GRN_E_ARGUMENT, "updates[1] has elements but its data is NULL"},
        {"inputs' rank", 2, 0, GRN_E_LIMIT, "inputs[1] has rank -1"},
        {"updates' rank", 0, 2, GRN_E_LIMIT, "updates[1] has rank -1"},
        {"results that overlap", 3, 0, GRN_E_ALIAS, "overlaps results[0]"},
        {"updates that do", 0, 3, GRN_E_ALIAS, "overlaps updates[1]"},
    };
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        float both[24], more[12], others[6];
        heard h;
        call c;
        make(&c);
        grn_tensor results[2] = {c.operand, c.operand}, updates[2] = {c.dense, c.dense};
        results[0].data = both;
        results[1].data = cases[i].input == 1 ? NULL : cases[i].input == 3 ? both + 11 : more;
        updates[1].data = cases[i].updates == 1 ? NULL : cases[i].updates == 3 ? both + 11 : others;
        if (cases[i].input == 2)
            results[1].rank = -1;
        if (cases[i].updates == 2)
            updates[1].rank = -1;
        claim_that(cases[i].claim,
                   grn_scatter_reference(&c.scatter, 2, results, &c.indices, updates, listen(&h)) == cases[i].status);
        claim_text(cases[i].claim, h.error, cases[i].says);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_breaks), cmocka_unit_test(test_results_too_large),
                                       cmocka_unit_test(test_promises), cmocka_unit_test(test_nests_are_printed),
                                       cmocka_unit_test(test_second_inputs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
