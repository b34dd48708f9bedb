/* test_tile_messages.c - each check of TT-3 and TT-14 with TTNN's text, the note, and a result left
 * as it was. */
#include "tile_test.h"

/* A call that is right as it stands: gather [2, 4] by [2, 3] along 1; scatter a [2, 3] source into
 * it. Each case breaks one thing. */
typedef struct setup {
    uint32_t input_data[8], index_data[6], source_data[6], output_data[8];
    grn_tensor input, index, source, output;
    int64_t dim;
    grn_ttnn_options options;
    grn_ttnn_core_range ranges[2];
} setup;

static void make(setup *s, bool scatter)
{
    memset(s, 0, sizeof *s);
    s->input = VIEW(s->input_data, GRN_UI32, 2, 4);
    s->index = VIEW(s->index_data, GRN_UI32, 2, 3);
    s->source = VIEW(s->source_data, GRN_UI32, 2, 3);
    s->output = scatter ? VIEW(s->output_data, GRN_UI32, 2, 4) : VIEW(s->output_data, GRN_UI32, 2, 3);
    memset(s->output_data, 0x5A, sizeof s->output_data);
    s->dim = 1;
    s->options.output = &s->output;
}

static void sparse(setup *s) { s->options.sparse_grad = true; }
static void index_rank_3(setup *s) { s->index = VIEW(s->index_data, GRN_UI32, 1, 2, 3); }
static void dim_2(setup *s) { s->dim = 2; }
static void dim_below(setup *s) { s->dim = -3; }
static void index_i32(setup *s) { s->index.dtype = GRN_I32; }
static void index_f32(setup *s) { s->index.dtype = GRN_F32; }
static void index_i16(setup *s) { s->index.dtype = GRN_I16; }
static void input_i64(setup *s) { s->input = VIEW(s->input_data, GRN_I64, 2, 2); }
static void index_3_rows(setup *s) { s->index = VIEW(s->index_data, GRN_UI32, 3, 2); }
static void output_4(setup *s) { s->output = VIEW(s->output_data, GRN_UI32, 2, 4); }
static void output_3(setup *s) { s->output = VIEW(s->output_data, GRN_UI32, 2, 3); }
static void output_i32(setup *s) { s->output.dtype = GRN_I32; }
static void input_row_major(setup *s) { s->options.input.layout = GRN_TTNN_ROW_MAJOR; }
static void index_row_major(setup *s) { s->options.index.layout = GRN_TTNN_ROW_MAJOR; }
static void input_on_host(setup *s) { s->options.input.storage = GRN_TTNN_HOST; }
static void input_sharded(setup *s) { s->options.input.memory.sharding = GRN_TTNN_HEIGHT_SHARDED; }
static void source_sharded(setup *s) { s->options.source.memory.sharding = GRN_TTNN_WIDTH_SHARDED; }
static void result_sharded(setup *s) { s->options.memory_config.sharding = GRN_TTNN_BLOCK_SHARDED; }
static void input_null(setup *s) { s->input.data = NULL; }
static void output_null(setup *s) { s->output.data = NULL; }
static void output_overlaps(setup *s) { s->output.data = s->input_data + 1; }
static void bad_index(setup *s)
{
    s->index_data[4] = 70000;
    s->index_data[5] = 99;
}
static void bad_first_extent(setup *s) { s->index_data[0] = 4; }
static void input_empty(setup *s) { s->input = VIEW(NULL, GRN_UI32, 2, 0); }
static void no_ranges(setup *s) { s->options.sub_core_grids = s->ranges; }
static void range_outside(setup *s)
{
    s->ranges[0] = (grn_ttnn_core_range){0, 0, 8, 0};
    s->options.sub_core_grids = s->ranges;
    s->options.nsub_core_grids = 1;
}
static void ranges_overlap(setup *s)
{
    s->ranges[0] = (grn_ttnn_core_range){0, 0, 3, 0};
    s->ranges[1] = (grn_ttnn_core_range){3, 0, 3, 1};
    s->options.sub_core_grids = s->ranges;
    s->options.nsub_core_grids = 2;
}
static void grid_huge(setup *s)
{
    s->options.grid_x = 100;
    s->options.grid_y = 3;
}
static void l1_small(setup *s) { s->options.l1_bytes = 12287; }
static void l1_small_asked(setup *s)
{
    s->input = VIEW(s->input_data, GRN_UI32, 2, 4);
    s->input.shape[1] = 320;
    s->input.stride[0] = s->input.stride[1] = 0;
    s->options.strategy = GRN_TTNN_SINGLE_CORE;
    s->options.l1_bytes = 20000;
}
static void strategy_9(setup *s) { s->options.strategy = (grn_ttnn_strategy)9; }
static void l1_negative(setup *s) { s->options.l1_bytes = -1; }
static void reduce_amax(setup *s) { s->options.reduce = "amax"; }
static void reduce_amin(setup *s) { s->options.reduce = "amin"; }
static void reduce_case(setup *s) { s->options.reduce = "Add"; }
static void source_small(setup *s) { s->source = VIEW(s->source_data, GRN_UI32, 2, 2); }
static void source_f32(setup *s) { s->source.dtype = GRN_F32; }
static void source_rank_1(setup *s) { s->source = VIEW(s->source_data, GRN_UI32, 6); }

typedef struct message_case {
    const char *claim;
    void (*breaks)(setup *s);
    grn_status status;
    const char *error, *note;
} message_case;

static const message_case gather_cases[] = {
    {"TT-17: sparse_grad", sparse, GRN_E_UNSUPPORTED, "Sparse gradient is not supported yet.",
     "sparse_grad: true; right: false"},
    {"TT-3: ranks", index_rank_3, GRN_E_SHAPE,
     "Input and index tensor must have the same number of dimensions. Got input dim: 2 and index dim: 3",
     "index: 3 dimensions; right: 2, as input"},
    {"TT-1: dim above", dim_2, GRN_E_ARGUMENT,
     "dim must follow the condition -input_rank <= dim < input_rank (dim: 2, rank: 2).", "dim: 2; right: -2 to 1"},
    {"TT-1: dim below", dim_below, GRN_E_ARGUMENT,
     "dim must follow the condition -input_rank <= dim < input_rank (dim: -3, rank: 2).", "dim: -3; right: -2 to 1"},
    {"TT-3: index dtype", index_i32, GRN_E_DTYPE, "Index tensor must be of type UINT32 or UINT16. Got: DataType::INT32",
     "index: i32; right: ui32 or ui16"},
    {"TT-2: input dtype", input_i64, GRN_E_DTYPE,
     "Input tensor must be of type BFLOAT16, FLOAT32, UINT16, UINT32 or INT32. Got: i64",
     "input: i64; right: bf16, f32, ui16, ui32 or i32"},
    {"TT-3: extents", index_3_rows, GRN_E_SHAPE,
     "Index tensor shape dimension 0 must be less than or equal to input tensor shape dimension 0. Got index tensor "
     "shape: Shape([3, 2]) and input tensor shape: Shape([2, 4])",
     "index: extent 3 in dimension 0; right: at most 2"},
    {"TT-3: output shape", output_4, GRN_E_SHAPE,
     "Output tensor shape must be the same as index tensor shape. Got output tensor shape: Shape([2, 4]) and index "
     "tensor shape: Shape([2, 3])",
     "output: Shape([2, 4]); right: Shape([2, 3])"},
    {"TT-1: output dtype", output_i32, GRN_E_DTYPE,
     "Output tensor must be of the input tensor's type DataType::UINT32. Got: DataType::INT32",
     "output: i32; right: ui32"},
    {"TT-3: input layout", input_row_major, GRN_E_UNSUPPORTED,
     "The input tensor must be in tiled format. Current layout: Layout::ROW_MAJOR", "input: row-major; right: tiles"},
    {"TT-3: index layout", index_row_major, GRN_E_UNSUPPORTED,
     "The input index tensor must be in tiled format. Current layout: Layout::ROW_MAJOR",
     "index: row-major; right: tiles"},
    {"TT-3: storage", input_on_host, GRN_E_UNSUPPORTED,
     "Operation requires input to be on Device. Input storage type: StorageType::HOST",
     "input: on the host; right: on the device"},
    {"TT-3: sharded input", input_sharded, GRN_E_UNSUPPORTED,
     "Sharded implementation not supported yet. Shard status: true",
     "input: sharded; right: interleaved, in DRAM or L1"},
    {"TT-3: sharded result", result_sharded, GRN_E_UNSUPPORTED,
     "Sharded implementation not supported yet. Shard status: true",
     "memory_config: sharded; right: interleaved, in DRAM or L1"},
    {"TT-3: buffers", input_null, GRN_E_ARGUMENT,
     "Operands need to be allocated in buffers on the device. Buffer is null.",
     "input: data is NULL; right: the tensor's elements"},
    {"TT-3: output buffer", output_null, GRN_E_ARGUMENT,
     "Operands need to be allocated in buffers on the device. Buffer is null.",
     "output: data is NULL; right: the tensor's elements"},
    {"overlap", output_overlaps, GRN_E_ALIAS, "the destination overlaps input in memory, it must lie apart", ""},
    {"TT-10: the first bad value is named", bad_index, GRN_E_INDEX,
     "index[1, 1] is 70000, dimension 1 of input has 4 elements", "index: 70000 at [1, 1]; right: 0 to 3"},
    {"TT-10: the extent itself is too large", bad_first_extent, GRN_E_INDEX,
     "index[0, 0] is 4, dimension 1 of input has 4 elements", "index: 4 at [0, 0]; right: 0 to 3"},
    {"TT-10: nothing to take from", input_empty, GRN_E_INDEX, "index[0, 0] is 0, dimension 1 of input has 0 elements",
     "index: 0 at [0, 0]; right: an empty index, as input is empty there"},
    {"TT-11: no cores", no_ranges, GRN_E_ARGUMENT, "sub_core_grids has no range, it must have 1 or more", ""},
    {"TT-11: a core outside", range_outside, GRN_E_ARGUMENT,
     "sub_core_grids[0] is (0, 0) to (8, 0), it must lie in the 8x8 grid", ""},
    {"TT-11: a core twice", ranges_overlap, GRN_E_ARGUMENT,
     "sub_core_grids lists core (3, 0) twice, ranges must lie apart", ""},
    {"grid over the most", grid_huge, GRN_E_LIMIT, "grid is 100x3 cores, it must have 1 to 256", ""},
    {"three tiles of 4096 bytes do not fit", l1_small, GRN_E_LIMIT,
     "the circular buffers of single row, single core take 12288 bytes of local memory, a core has 12287",
     "l1_bytes: 12287; right: at least 12288"},
    {"the strategy asked for does not fit: 10 + 1 + 1 tiles", l1_small_asked, GRN_E_LIMIT,
     "the circular buffers of single row, single core take 49152 bytes of local memory, a core has 20000",
     "strategy: single row, single core; right: auto or single row, multi core, which takes 16384 bytes"},
    {"strategy outside the list", strategy_9, GRN_E_ARGUMENT, "strategy is 9, it must be 0 to 4", ""},
    {"local memory below 0", l1_negative, GRN_E_ARGUMENT, "l1_bytes is -1, it must be over 0", ""},
};

static const message_case scatter_cases[] = {
    {"TT-14: amax", reduce_amax, GRN_E_ARGUMENT, "reduce must be either 'add' or 'multiply' (case-sensitive), got amax",
     "reduce: \"amax\"; right: none, \"add\" or \"multiply\""},
    {"TT-14: amin", reduce_amin, GRN_E_ARGUMENT, "reduce must be either 'add' or 'multiply' (case-sensitive), got amin",
     "reduce: \"amin\"; right: none, \"add\" or \"multiply\""},
    {"TT-14: case matters", reduce_case, GRN_E_ARGUMENT,
     "reduce must be either 'add' or 'multiply' (case-sensitive), got Add",
     "reduce: \"Add\"; right: none, \"add\" or \"multiply\""},
    {"TT-14: dim", dim_2, GRN_E_ARGUMENT,
     "dim must follow the condition -input_rank <= dim < input_rank (dim: 2, rank: 2).", "dim: 2; right: -2 to 1"},
    {"TT-13: index rank", index_rank_3, GRN_E_SHAPE, "input_rank must equal index_rank (input_rank: 2, index_rank: 3).",
     "index: 3 dimensions; right: 2, as input"},
    {"TT-13: source rank", source_rank_1, GRN_E_SHAPE,
     "input_rank must equal source_rank (input_rank: 2, source_rank: 1).", "source: 1 dimensions; right: 2, as input"},
    {"TT-14: index larger than source", source_small, GRN_E_SHAPE,
     "index_shape[1] <= source_shape[1] == false (3 <= 2)",
     "index: extent 3 in dimension 1; right: at most 2, source's"},
    {"TT-14: index larger than input", index_3_rows, GRN_E_SHAPE, "index_shape[0] <= source_shape[0] == false (3 <= 2)",
     "index: extent 3 in dimension 0; right: at most 2, source's"},
    {"TT-14: dtypes", source_f32, GRN_E_DTYPE, "input_dtype differs from src_dtype",
     "source: f32; right: ui32, as input"},
    {"TT-14: index dtype", index_f32, GRN_E_DTYPE, "index_dtype is not integer",
     "index: f32; right: i32, ui8, ui16 or ui32"},
    {"TT-13: other integers", index_i16, GRN_E_DTYPE, "index_dtype must be INT32, UINT8, UINT16 or UINT32. Got: i16",
     "index: i16; right: i32, ui8, ui16 or ui32"},
    {"TT-14: sharded input", input_sharded, GRN_E_UNSUPPORTED, "Sharded tensors are not supported - input is sharded",
     "input: sharded; right: interleaved, in DRAM or L1"},
    {"TT-14: sharded source", source_sharded, GRN_E_UNSUPPORTED,
     "Sharded tensors are not supported - source is sharded", "source: sharded; right: interleaved, in DRAM or L1"},
    {"output shape is input's", output_3, GRN_E_SHAPE,
     "Output tensor shape must be the same as input tensor shape. Got output tensor shape: Shape([2, 3]) and input "
     "tensor shape: Shape([2, 4])",
     "output: Shape([2, 3]); right: Shape([2, 4])"},
    {"overlap with input, not input itself", output_overlaps, GRN_E_ALIAS,
     "the destination overlaps input in memory, it must lie apart", ""},
};

static void check_messages(const message_case *cases, size_t count, bool scatter)
{
    for (size_t i = 0; i < count; i++) {
        const message_case *c = &cases[i];
        static setup s;
        uint32_t before[8];
        heard h;
        make(&s, scatter);
        c->breaks(&s);
        memcpy(before, s.output_data, sizeof before);
        grn_status status =
            scatter ? grn_ttnn_scatter(&s.input, s.dim, &s.index, &s.source, &s.options, listen(&h), NULL, NULL)
                    : grn_ttnn_gather(&s.input, s.dim, &s.index, &s.options, listen(&h), NULL, NULL);
        claim_number(c->claim, status, c->status);
        claim_same_text(c->claim, h.error, c->error);
        claim_same_text(c->claim, h.note, c->note);
        claim_that(c->claim, memcmp(before, s.output_data, sizeof before) == 0);
    }
}

static void tt3_gather_says_what_ttnn_says(void **state)
{
    (void)state;
    check_messages(gather_cases, GRN_COUNT(gather_cases), false);
}

static void tt14_scatter_says_what_ttnn_says(void **state)
{
    (void)state;
    check_messages(scatter_cases, GRN_COUNT(scatter_cases), true);
}

static void tt14_index_may_pass_input_only_along_dim(void **state)
{
    static setup s;
    heard h;
    (void)state;
    make(&s, true);
    s.dim = 1;
    s.index = VIEW(s.index_data, GRN_UI32, 3, 2);
    s.source = VIEW(s.source_data, GRN_UI32, 3, 2);
    assert_int_equal(grn_ttnn_scatter(&s.input, 1, &s.index, &s.source, &s.options, listen(&h), NULL, NULL),
                     GRN_E_SHAPE);
    claim_same_text("TT-14", h.error, "index_shape[0] <= input_shape[0] == false (3 <= 2)");
    assert_int_equal(grn_ttnn_scatter(&s.input, 0, &s.index, &s.source, &s.options, listen(&h), NULL, NULL), GRN_OK);
}

static void without_output_out_is_needed(void **state)
{
    static setup s;
    heard h;
    (void)state;
    make(&s, false);
    s.options.output = NULL;
    assert_int_equal(grn_ttnn_gather(&s.input, 1, &s.index, &s.options, listen(&h), NULL, NULL), GRN_E_ARGUMENT);
    claim_same_text("out", h.error, "out is NULL, it may be only where options->output is given");
}

/* ---- memory ---------------------------------------------------------------------------------- */

typedef struct rationed {
    int left, held;
} rationed;

static void *ration(void *user, size_t bytes, size_t alignment)
{
    rationed *r = user;
    (void)alignment;
    if (r->left-- <= 0)
        return NULL;
    r->held++;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void give_back(void *user, void *memory, size_t bytes)
{
    (void)bytes;
    ((rationed *)user)->held--;
    free(memory);
}

static grn_status run_rationed(bool scatter, rationed *r)
{
    static setup s;
    grn_allocator allocator = {ration, give_back, r};
    grn_tensor out;
    heard h;
    make(&s, scatter);
    s.options.output = NULL;
    s.options.allocator = &allocator;
    grn_status status = scatter ? grn_ttnn_scatter(&s.input, 1, &s.index, &s.source, &s.options, listen(&h), &out, NULL)
                                : grn_ttnn_gather(&s.input, 1, &s.index, &s.options, listen(&h), &out, NULL);
    if (status == GRN_OK)
        grn_ttnn_release(&out, &allocator);
    else
        claim_that("a refusal is reported", strstr(h.error, "were refused") != NULL);
    return status;
}

static void every_refused_allocation_is_an_answer(void **state)
{
    (void)state;
    for (int scatter = 0; scatter < 2; scatter++) {
        int granted = 0;
        grn_status status = GRN_E_MEMORY;
        for (; status != GRN_OK; granted++) {
            rationed r = {granted, 0};
            status = run_rationed(scatter, &r);
            claim_that("OK or memory refused", status == GRN_OK || status == GRN_E_MEMORY);
            claim_number("nothing leaks", r.held, 0);
        }
        claim_number("three sets of tiles, a bench, its core and local memory, the result", granted - 1, 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tt3_gather_says_what_ttnn_says),           cmocka_unit_test(tt14_scatter_says_what_ttnn_says),
        cmocka_unit_test(tt14_index_may_pass_input_only_along_dim), cmocka_unit_test(without_output_out_is_needed),
        cmocka_unit_test(every_refused_allocation_is_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
