/* check.c - what ttnn.gather and ttnn.scatter check alike, with TTNN's messages; each error has a note: argument, seen, right. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plan/plan.h"
#include "spec/check.h"
#include "tile/tile.h"

/* TTNN's element types, by the dtype that stores them. */
static const struct {
    grn_dtype dtype;
    const char *text;
    bool is_input; /* documented as gather's and scatter's data */
} ttnn_dtypes[] = {
    {GRN_BF16, "DataType::BFLOAT16", true}, {GRN_F32, "DataType::FLOAT32", true},
    {GRN_UI16, "DataType::UINT16", true},   {GRN_UI32, "DataType::UINT32", true},
    {GRN_I32, "DataType::INT32", true},     {GRN_UI8, "DataType::UINT8", false},
};

const char *grn_tile_dtype_text(grn_dtype dtype)
{
    for (size_t i = 0; i < GRN_COUNT(ttnn_dtypes); i++)
        if (ttnn_dtypes[i].dtype == dtype)
            return ttnn_dtypes[i].text;
    return grn_dtype_text(dtype);
}

const char *grn_tile_shape_text(const grn_tensor *t, char *buffer)
{
    char list[GRN_LIST_BYTES];
    snprintf(buffer, GRN_SHAPE_TEXT_BYTES, "Shape(%s)", grn_list_text(t->shape, t->rank, list));
    return buffer;
}

const char *grn_ttnn_strategy_text(grn_ttnn_strategy strategy)
{
    static const char *const text[] = {
#define STRATEGY_TEXT(name, spelled) [GRN_TTNN_##name] = spelled,
        GRN_TTNN_STRATEGIES(STRATEGY_TEXT)
#undef STRATEGY_TEXT
    };
    return (unsigned)strategy < GRN_COUNT(text) ? text[strategy] : "unknown";
}

/* TT-4: TTNN leaves early for shape {} (and answers the index tensor for an index of shape {}); here it is a [1]. */
grn_status grn_tile_take_view(const grn_tensor *view, const char *name, const grn_diag *diag, grn_tensor *out)
{
    grn_status status = grn_check_view(view, name, diag);
    if (status != GRN_OK)
        return status;
    *out = *view;
    if (out->rank == 0) {
        out->rank = 1;
        out->shape[0] = out->stride[0] = 1;
    }
    return GRN_OK;
}

/* One enumeration among the options: its name, its value, and the last value it may have. */
typedef struct option {
    const char *name;
    int value, last;
} option;

static grn_status check_enums(const grn_tile_call *call)
{
    const grn_ttnn_options *o = &call->options;
#define ENUMS_OF_MEMORY(name, m)                                                                                     \
    {name "sharding", (int)(m).sharding, GRN_TTNN_BLOCK_SHARDED}, {name "buffer", (int)(m).buffer, GRN_TTNN_L1}
#define ENUMS_OF_PLACE(name, p)                                                                                      \
    {name ".storage", (int)(p).storage, GRN_TTNN_HOST}, {name ".layout", (int)(p).layout, GRN_TTNN_ROW_MAJOR},       \
        ENUMS_OF_MEMORY(name ".memory.", (p).memory)
    const option options[] = {ENUMS_OF_MEMORY("memory_config.", o->memory_config), ENUMS_OF_PLACE("input", o->input),
                              ENUMS_OF_PLACE("index", o->index), ENUMS_OF_PLACE("source", o->source),
                              {"strategy", (int)o->strategy, GRN_TTNN_STRATEGY_COUNT - 1}};
#undef ENUMS_OF_PLACE
#undef ENUMS_OF_MEMORY
    for (size_t i = 0; i < GRN_COUNT(options); i++)
        if (options[i].value < 0 || options[i].value > options[i].last)
            return grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT, "%s is %d, it must be 0 to %d", options[i].name,
                            options[i].value, options[i].last);
    return GRN_OK;
}

grn_status grn_tile_take_options(grn_tile_call *call, const grn_ttnn_options *options, const grn_diag *diag)
{
    grn_ttnn_options *o = &call->options;
    *o = options != NULL ? *options : (grn_ttnn_options){0};
    o->grid_x = o->grid_x != 0 ? o->grid_x : GRN_TTNN_GRID_X;
    o->grid_y = o->grid_y != 0 ? o->grid_y : GRN_TTNN_GRID_Y;
    o->l1_bytes = o->l1_bytes != 0 ? o->l1_bytes : GRN_TTNN_L1_BYTES;
    call->diag = diag;
    grn_status status = check_enums(call);
    if (status == GRN_OK)
        status = grn_check_allocator(o->allocator, diag);
    return status == GRN_OK ? grn_check_parallel(o->parallel, diag) : status;
}

grn_status grn_tile_check_dim(int32_t rank, int64_t dim, const grn_diag *diag, int32_t *out)
{
    if (dim >= -rank && dim < rank) {
        *out = (int32_t)(dim < 0 ? dim + rank : dim);
        return GRN_OK;
    }
    grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
             "dim must follow the condition -input_rank <= dim < input_rank (dim: %" PRId64 ", rank: %" PRId32 ").", dim,
             rank);
    grn_note(diag, grn_no_place, "dim: %" PRId64 "; right: %" PRId32 " to %" PRId32, dim, -rank, rank - 1);
    return GRN_E_ARGUMENT;
}

/* TT-2: documented, and not validated by TTNN; garner does. */
grn_status grn_tile_check_input_dtype(const grn_tile_call *call)
{
    const char *text = grn_tile_dtype_text(call->input.dtype);
    for (size_t i = 0; i < GRN_COUNT(ttnn_dtypes); i++)
        if (ttnn_dtypes[i].dtype == call->input.dtype && ttnn_dtypes[i].is_input)
            return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_DTYPE,
             "Input tensor must be of type BFLOAT16, FLOAT32, UINT16, UINT32 or INT32. Got: %s", text);
    grn_note(call->diag, grn_no_place, "input: %s; right: bf16, f32, ui16, ui32 or i32",
             grn_dtype_text(call->input.dtype));
    return GRN_E_DTYPE;
}

static grn_status refuse_sharded(const grn_tile_call *call, const char *name)
{
    if (call->is_scatter)
        grn_fail(call->diag, grn_no_place, GRN_E_UNSUPPORTED, "Sharded tensors are not supported - %s is sharded", name);
    else
        grn_fail(call->diag, grn_no_place, GRN_E_UNSUPPORTED,
                 "Sharded implementation not supported yet. Shard status: true");
    grn_note(call->diag, grn_no_place, "%s: sharded; right: interleaved, in DRAM or L1", name);
    return GRN_E_UNSUPPORTED;
}

grn_status grn_tile_check_placement(const grn_tile_call *call, const grn_ttnn_placement *placement, const char *name)
{
    if (placement->storage != GRN_TTNN_DEVICE) {
        grn_fail(call->diag, grn_no_place, GRN_E_UNSUPPORTED,
                 "Operation requires input to be on Device. Input storage type: StorageType::HOST");
        grn_note(call->diag, grn_no_place, "%s: on the host; right: on the device", name);
        return GRN_E_UNSUPPORTED;
    }
    return placement->memory.sharding != GRN_TTNN_INTERLEAVED ? refuse_sharded(call, name) : GRN_OK;
}

static grn_status check_output_shape(const grn_tile_call *call, const grn_tensor *output, const grn_tensor *shaped_as,
                                     const char *message)
{
    char seen[GRN_SHAPE_TEXT_BYTES], right[GRN_SHAPE_TEXT_BYTES];
    if (grn_tensor_same_shape(output, shaped_as))
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_SHAPE, message, grn_tile_shape_text(output, seen),
             grn_tile_shape_text(shaped_as, right));
    grn_note(call->diag, grn_no_place, "output: %s; right: %s", grn_tile_shape_text(output, seen),
             grn_tile_shape_text(shaped_as, right));
    return GRN_E_SHAPE;
}

grn_status grn_tile_check_output(const grn_tile_call *call, const grn_tensor *shaped_as, const char *shape_message)
{
    grn_tensor output;
    if (call->options.memory_config.sharding != GRN_TTNN_INTERLEAVED)
        return refuse_sharded(call, "memory_config");
    if (call->options.output == NULL)
        return GRN_OK;
    grn_status status = grn_tile_take_view(call->options.output, "output", call->diag, &output);
    if (status == GRN_OK)
        status = check_output_shape(call, &output, shaped_as, shape_message);
    if (status != GRN_OK || output.dtype == call->input.dtype)
        return status;
    grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "Output tensor must be of the input tensor's type %s. Got: %s",
             grn_tile_dtype_text(call->input.dtype), grn_tile_dtype_text(output.dtype));
    grn_note(call->diag, grn_no_place, "output: %s; right: %s", grn_dtype_text(output.dtype),
             grn_dtype_text(call->input.dtype));
    return GRN_E_DTYPE;
}

static grn_status check_buffer(const grn_tile_call *call, const grn_tensor *t, const char *name)
{
    if (t->data != NULL || grn_tensor_elements(t) == 0)
        return grn_check_data(t, name, call->diag);
    grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT,
             "Operands need to be allocated in buffers on the device. Buffer is null.");
    grn_note(call->diag, grn_no_place, "%s: data is NULL; right: the tensor's elements", name);
    return GRN_E_ARGUMENT;
}

/* A scatter may work in place. */
static bool is_input_itself(const grn_tile_call *call, const grn_tensor *output)
{
    bool same = call->is_scatter && output->data == call->input.data && grn_tensor_same_shape(output, &call->input);
    for (int32_t d = 0; same && d < output->rank; d++)
        same = output->shape[d] == 1 || output->stride[d] == call->input.stride[d];
    return same;
}

static grn_status check_output_buffer(const grn_tile_call *call)
{
    grn_tensor output;
    grn_status status = grn_tile_take_view(call->options.output, "output", call->diag, &output);
    if (status == GRN_OK)
        status = check_buffer(call, &output, "output");
    if (status == GRN_OK)
        status = grn_check_places(&output, "output", call->diag);
    if (status == GRN_OK && !is_input_itself(call, &output))
        status = grn_check_alias(&output, &call->input, "input", call->diag);
    if (status == GRN_OK)
        status = grn_check_alias(&output, &call->index, "index", call->diag);
    if (status == GRN_OK && call->is_scatter)
        status = grn_check_alias(&output, &call->source, "source", call->diag);
    return status;
}

grn_status grn_tile_check_buffers(const grn_tile_call *call)
{
    grn_status status = check_buffer(call, &call->input, "input");
    if (status == GRN_OK)
        status = check_buffer(call, &call->index, "index");
    if (status == GRN_OK && call->is_scatter)
        status = check_buffer(call, &call->source, "source");
    return status == GRN_OK && call->options.output != NULL ? check_output_buffer(call) : status;
}
