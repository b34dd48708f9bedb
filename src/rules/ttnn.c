/* ttnn.c - the calls that ttnn.gather and ttnn.scatter refuse, with their TT_FATAL texts: TT-1 to
 * TT-4, TT-13, TT-14, TT-17. */
#include "rules/ttnn.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- texts ----------------------------------------------------------------------------------- */

/* TTNN's element types, by the dtype that stores them. */
static const struct {
    grn_dtype dtype;
    const char *text;
    bool is_input; /* documented as a type of gather's and scatter's data */
} ttnn_dtypes[] = {
    {GRN_BF16, "DataType::BFLOAT16", true}, {GRN_F32, "DataType::FLOAT32", true}, {GRN_UI16, "DataType::UINT16", true},
    {GRN_UI32, "DataType::UINT32", true},   {GRN_I32, "DataType::INT32", true},   {GRN_UI8, "DataType::UINT8", false},
};

const char *grn_ttnn_dtype_text(grn_dtype dtype)
{
    for (size_t i = 0; i < GRN_COUNT(ttnn_dtypes); i++)
        if (ttnn_dtypes[i].dtype == dtype)
            return ttnn_dtypes[i].text;
    return grn_dtype_text(dtype);
}

bool grn_ttnn_is_input_dtype(grn_dtype dtype)
{
    for (size_t i = 0; i < GRN_COUNT(ttnn_dtypes); i++)
        if (ttnn_dtypes[i].dtype == dtype)
            return ttnn_dtypes[i].is_input;
    return false;
}

enum { SHAPE_TEXT_BYTES = GRN_LIST_BYTES + 8 };
static const char *shape_text(const grn_shaped *s, char *buffer)
{
    char list[GRN_LIST_BYTES];
    snprintf(buffer, SHAPE_TEXT_BYTES, "Shape(%s)", grn_extents_text(s->shape, s->rank, ", ", list));
    return buffer;
}

/* The number of a rule that has one number for each of the two calls. */
static const char *number(bool is_scatter, const char *of_gather) { return is_scatter ? "TT-13" : of_gather; }

/* ---- dimensions ------------------------------------------------------------------------------ */

void grn_ttnn_at_least_1d(grn_shaped *s)
{
    if (s->rank == 0) {
        s->rank = 1;
        s->shape[0] = 1;
    }
}

grn_status grn_ttnn_check_dim(const grn_rule_report *to, bool is_scatter, int32_t rank, int64_t dim, int32_t *out)
{
    if (dim >= -rank && dim < rank) {
        *out = (int32_t)(dim < 0 ? dim + rank : dim);
        return GRN_OK;
    }
    grn_status status = grn_rule_broken(to, GRN_E_ARGUMENT, number(is_scatter, "TT-1"),
                                        "dim must follow the condition -input_rank <= dim < input_rank (dim: %" PRId64
                                        ", rank: %" PRId32 ").",
                                        dim, rank);
    grn_rule_note(to, "dim: %" PRId64 "; right: %" PRId32 " to %" PRId32, dim, -rank, rank - 1);
    return status;
}

static grn_status check_gather_ranks(const grn_rule_report *to, const grn_ttnn_question *q)
{
    const int32_t input = q->input.rank, index = q->index.rank;
    if (input == index)
        return GRN_OK;
    grn_status status =
        grn_rule_broken(to, GRN_E_SHAPE, "TT-1",
                        "Input and index tensor must have the same number of dimensions. Got input dim: "
                        "%" PRId32 " and index dim: %" PRId32,
                        input, index);
    grn_rule_note(to, "index: %" PRId32 " dimensions; right: %" PRId32 ", as input", index, input);
    return status;
}

static grn_status check_scatter_rank(const grn_rule_report *to, const char *name, int32_t rank, int32_t input_rank)
{
    if (rank == input_rank)
        return GRN_OK;
    grn_status status = grn_rule_broken(
        to, GRN_E_SHAPE, "TT-13", "input_rank must equal %s_rank (input_rank: %" PRId32 ", %s_rank: %" PRId32 ").",
        name, input_rank, name, rank);
    grn_rule_note(to, "%s: %" PRId32 " dimensions; right: %" PRId32 ", as input", name, rank, input_rank);
    return status;
}

static grn_status check_ranks(const grn_rule_report *to, const grn_ttnn_question *q)
{
    if (!q->is_scatter)
        return check_gather_ranks(to, q);
    grn_status status = check_scatter_rank(to, "index", q->index.rank, q->input.rank);
    return status == GRN_OK ? check_scatter_rank(to, "source", q->source.rank, q->input.rank) : status;
}

/* The first dimension but `beside` along which index is longer; its rank: there is none. */
static int32_t longer_along(const grn_shaped *index, const grn_shaped *than, int32_t beside)
{
    int32_t d = 0;
    while (d < index->rank && (d == beside || than->shape[d] == GRN_DYNAMIC || index->shape[d] <= than->shape[d]))
        d++;
    return d;
}

/* TTNN checks three dimensions, after transpose and padding; here all of the caller's dimensions
 * are checked. */
static grn_status check_gather_extents(const grn_rule_report *to, const grn_ttnn_question *q, int32_t dim)
{
    char index[SHAPE_TEXT_BYTES], input[SHAPE_TEXT_BYTES];
    const int32_t d = longer_along(&q->index, &q->input, dim);
    if (d == q->index.rank)
        return GRN_OK;
    grn_status status = grn_rule_broken(to, GRN_E_SHAPE, "TT-1",
                                        "Index tensor shape dimension %" PRId32
                                        " must be less than or equal to input tensor shape dimension %" PRId32
                                        ". Got index tensor shape: %s and input tensor shape: %s",
                                        d, d, shape_text(&q->index, index), shape_text(&q->input, input));
    grn_rule_note(to, "index: extent %" PRId64 " in dimension %" PRId32 "; right: at most %" PRId64, q->index.shape[d],
                  d, q->input.shape[d]);
    return status;
}

static grn_status check_scatter_extents(const grn_rule_report *to, const grn_shaped *index, const grn_shaped *than,
                                        const char *name, int32_t beside)
{
    const int32_t d = longer_along(index, than, beside);
    if (d == index->rank)
        return GRN_OK;
    grn_status status =
        grn_rule_broken(to, GRN_E_SHAPE, "TT-13",
                        "index_shape[%" PRId32 "] <= %s_shape[%" PRId32 "] == false (%" PRId64 " <= %" PRId64 ")", d,
                        name, d, index->shape[d], than->shape[d]);
    grn_rule_note(to, "index: extent %" PRId64 " in dimension %" PRId32 "; right: at most %" PRId64 ", %s's",
                  index->shape[d], d, than->shape[d], name);
    return status;
}

static grn_status check_extents(const grn_rule_report *to, const grn_ttnn_question *q, int32_t dim)
{
    if (!q->is_scatter)
        return check_gather_extents(to, q, dim);
    grn_status status = check_scatter_extents(to, &q->index, &q->source, "source", -1);
    return status == GRN_OK ? check_scatter_extents(to, &q->index, &q->input, "input", dim) : status;
}

/* ---- dtypes ---------------------------------------------------------------------------------- */

static grn_status check_input_dtype(const grn_rule_report *to, const grn_ttnn_question *q)
{
    const grn_dtype dtype = q->input.dtype;
    if (grn_ttnn_is_input_dtype(dtype))
        return GRN_OK;
    grn_status status = grn_rule_broken(
        to, GRN_E_DTYPE, number(q->is_scatter, "TT-2"),
        "Input tensor must be of type BFLOAT16, FLOAT32, UINT16, UINT32 or INT32. Got: %s", grn_ttnn_dtype_text(dtype));
    grn_rule_note(to, "input: %s; right: bf16, f32, ui16, ui32 or i32", grn_dtype_text(dtype));
    return status;
}

static grn_status check_gather_index(const grn_rule_report *to, grn_dtype dtype)
{
    if (dtype == GRN_UI32 || dtype == GRN_UI16)
        return GRN_OK;
    grn_status status = grn_rule_broken(
        to, GRN_E_DTYPE, "TT-2", "Index tensor must be of type UINT32 or UINT16. Got: %s", grn_ttnn_dtype_text(dtype));
    grn_rule_note(to, "index: %s; right: ui32 or ui16", grn_dtype_text(dtype));
    return status;
}

static grn_status check_scatter_index(const grn_rule_report *to, grn_dtype dtype)
{
    grn_status status;
    if (dtype == GRN_I32 || dtype == GRN_UI8 || dtype == GRN_UI16 || dtype == GRN_UI32)
        return GRN_OK;
    if (!grn_dtype_is_integer(dtype))
        status = grn_rule_broken(to, GRN_E_DTYPE, "TT-13", "index_dtype is not integer");
    else
        status =
            grn_rule_broken(to, GRN_E_DTYPE, "TT-13", "index_dtype must be INT32, UINT8, UINT16 or UINT32. Got: %s",
                            grn_ttnn_dtype_text(dtype));
    grn_rule_note(to, "index: %s; right: i32, ui8, ui16 or ui32", grn_dtype_text(dtype));
    return status;
}

static grn_status check_source_dtype(const grn_rule_report *to, const grn_ttnn_question *q)
{
    if (q->source.dtype == q->input.dtype)
        return GRN_OK;
    grn_status status = grn_rule_broken(to, GRN_E_DTYPE, "TT-13", "input_dtype differs from src_dtype");
    grn_rule_note(to, "source: %s; right: %s, as input", grn_dtype_text(q->source.dtype),
                  grn_dtype_text(q->input.dtype));
    return status;
}

/* In the order of the two calls. */
static grn_status check_dtypes(const grn_rule_report *to, const grn_ttnn_question *q)
{
    grn_status status = q->is_scatter ? check_input_dtype(to, q) : check_gather_index(to, q->index.dtype);
    if (status != GRN_OK || !q->is_scatter)
        return status == GRN_OK ? check_input_dtype(to, q) : status;
    status = check_source_dtype(to, q);
    return status == GRN_OK ? check_scatter_index(to, q->index.dtype) : status;
}

/* ---- places ---------------------------------------------------------------------------------- */

static grn_status refuse_sharded(const grn_rule_report *to, bool is_scatter, const char *name)
{
    grn_status status = is_scatter ? grn_rule_broken(to, GRN_E_UNSUPPORTED, "TT-13",
                                                     "Sharded tensors are not supported - %s is sharded", name)
                                   : grn_rule_broken(to, GRN_E_UNSUPPORTED, "TT-3",
                                                     "Sharded implementation not supported yet. Shard status: true");
    grn_rule_note(to, "%s: sharded; right: interleaved, in DRAM or L1", name);
    return status;
}

static grn_status check_placement(const grn_rule_report *to, bool is_scatter, const grn_ttnn_placement *p,
                                  const char *name)
{
    if (p->storage == GRN_TTNN_DEVICE)
        return p->memory.sharding == GRN_TTNN_INTERLEAVED ? GRN_OK : refuse_sharded(to, is_scatter, name);
    grn_status status =
        grn_rule_broken(to, GRN_E_UNSUPPORTED, number(is_scatter, "TT-3"),
                        "Operation requires input to be on Device. Input storage type: StorageType::HOST");
    grn_rule_note(to, "%s: on the host; right: on the device", name);
    return status;
}

static grn_status check_layout(const grn_rule_report *to, const grn_ttnn_placement *p, const char *name,
                               const char *called)
{
    if (p->layout == GRN_TTNN_TILE)
        return GRN_OK;
    grn_status status = grn_rule_broken(to, GRN_E_UNSUPPORTED, "TT-3",
                                        "The %s must be in tiled format. Current layout: Layout::ROW_MAJOR", called);
    grn_rule_note(to, "%s: row-major; right: tiles", name);
    return status;
}

static grn_status check_places(const grn_rule_report *to, const grn_ttnn_question *q)
{
    const grn_ttnn_options *o = q->options;
    grn_status status = GRN_OK;
    if (!q->is_scatter)
        status = check_layout(to, &o->input, "input", "input tensor");
    if (status == GRN_OK && !q->is_scatter)
        status = check_layout(to, &o->index, "index", "input index tensor");
    if (status == GRN_OK)
        status = check_placement(to, q->is_scatter, &o->input, "input");
    if (status == GRN_OK)
        status = check_placement(to, q->is_scatter, &o->index, "index");
    return status == GRN_OK && q->is_scatter ? check_placement(to, true, &o->source, "source") : status;
}

/* ---- the preallocated result ----------------------------------------------------------------- */

static grn_status check_output_shape(const grn_rule_report *to, const grn_ttnn_question *q)
{
    const grn_shaped *like = q->is_scatter ? &q->input : &q->index;
    const char *name = q->is_scatter ? "input" : "index";
    char seen[SHAPE_TEXT_BYTES], right[SHAPE_TEXT_BYTES];
    if (grn_shapes_agree(&q->output, like))
        return GRN_OK;
    shape_text(&q->output, seen);
    shape_text(like, right);
    grn_status status =
        grn_rule_broken(to, GRN_E_SHAPE, number(q->is_scatter, "TT-1"),
                        "Output tensor shape must be the same as %s tensor shape. Got output tensor shape: "
                        "%s and %s tensor shape: %s",
                        name, seen, name, right);
    grn_rule_note(to, "output: %s; right: %s", seen, right);
    return status;
}

static grn_status check_output(const grn_rule_report *to, const grn_ttnn_question *q)
{
    if (q->options->memory_config.sharding != GRN_TTNN_INTERLEAVED)
        return refuse_sharded(to, q->is_scatter, "memory_config");
    grn_status status = q->has_output ? check_output_shape(to, q) : GRN_OK;
    if (status != GRN_OK || !q->has_output || q->output.dtype == q->input.dtype)
        return status;
    status = grn_rule_broken(to, GRN_E_DTYPE, number(q->is_scatter, "TT-2"),
                             "Output tensor must be of the input tensor's type %s. Got: %s",
                             grn_ttnn_dtype_text(q->input.dtype), grn_ttnn_dtype_text(q->output.dtype));
    grn_rule_note(to, "output: %s; right: %s", grn_dtype_text(q->output.dtype), grn_dtype_text(q->input.dtype));
    return status;
}

/* ---- a call ---------------------------------------------------------------------------------- */

grn_status grn_ttnn_check_reduce(const grn_rule_report *to, const char *reduce, grn_combiner *out)
{
    *out = GRN_COMBINE_REPLACE;
    if (reduce == NULL)
        return GRN_OK;
    if (strcmp(reduce, "add") == 0 || strcmp(reduce, "multiply") == 0) {
        *out = reduce[0] == 'a' ? GRN_COMBINE_ADD : GRN_COMBINE_MUL;
        return GRN_OK;
    }
    grn_status status = grn_rule_broken(to, GRN_E_ARGUMENT, "TT-13",
                                        "reduce must be either 'add' or 'multiply' (case-sensitive), got %s", reduce);
    grn_rule_note(to, "reduce: \"%s\"; right: none, \"add\" or \"multiply\"", reduce);
    return status;
}

/* Gradients are not this operation's. */
static grn_status check_sparse_grad(const grn_rule_report *to, const grn_ttnn_question *q)
{
    if (q->is_scatter || !q->options->sparse_grad)
        return GRN_OK;
    grn_status status = grn_rule_broken(to, GRN_E_UNSUPPORTED, "TT-17", "Sparse gradient is not supported yet.");
    grn_rule_note(to, "sparse_grad: true; right: false");
    return status;
}

/* All of them count as [1] at least. */
static grn_status check_tensors(const grn_rule_report *to, const grn_ttnn_question *q, grn_ttnn_answer *out)
{
    grn_status status = grn_ttnn_check_dim(to, q->is_scatter, q->input.rank, q->dim, &out->dim);
    if (status == GRN_OK && q->is_scatter)
        status = grn_ttnn_check_reduce(to, q->options->reduce, &out->combiner);
    if (status == GRN_OK)
        status = check_dtypes(to, q);
    if (status == GRN_OK)
        status = check_extents(to, q, out->dim);
    if (status == GRN_OK)
        status = check_places(to, q);
    if (status == GRN_OK)
        status = check_output(to, q);
    return status == GRN_OK ? grn_ttnn_choose_cores(to, number(q->is_scatter, "TT-1"), q->options, &out->cores)
                            : status;
}

grn_status grn_ttnn_check(const grn_rule_report *to, const grn_ttnn_question *q, grn_ttnn_answer *out)
{
    grn_ttnn_question seen = *q;
    grn_shaped *tensors[] = {&seen.input, &seen.index, &seen.source, &seen.output};
    out->combiner = GRN_COMBINE_REPLACE;
    grn_status status = check_sparse_grad(to, q);
    if (status == GRN_OK)
        status = check_ranks(to, q);
    for (size_t i = 0; i < GRN_COUNT(tensors); i++)
        grn_ttnn_at_least_1d(tensors[i]);
    return status == GRN_OK ? check_tensors(to, &seen, out) : status;
}
