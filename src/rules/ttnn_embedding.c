/*
 * ttnn_embedding.c - the calls that ttnn.embedding refuses, and its spec: rows of a weight, TT-18
 * to TT-20.
 *
 * Sources: tt-mlir, lib/Dialect/TTNN/IR/TTNNOps.cpp, EmbeddingOp::verify; tt-metal,
 * ttnn/cpp/ttnn/operations/embedding/device/embedding_device_operation.cpp,
 * validate_on_program_cache_miss.
 */
#include "rules/ttnn.h"

#include <inttypes.h>
#include <string.h>

/* ---- shapes ---------------------------------------------------------------------------------- */

static grn_status check_ids_rank(const grn_rule_report *to, const grn_shaped *ids)
{
    if (ids->rank <= 2)
        return GRN_OK;
    grn_status status = grn_rule_broken(to, GRN_E_SHAPE, "TT-18",
                                        "input must be at most a 2D tensor, got %" PRId32 "D ranked tensor", ids->rank);
    grn_rule_note(to, "input: %" PRId32 " dimensions; right: 0 to 2", ids->rank);
    return status;
}

static grn_status check_weight(const grn_rule_report *to, const grn_shaped *weight)
{
    char text[GRN_LIST_BYTES];
    if (weight->rank < 2) {
        grn_status status =
            grn_rule_broken(to, GRN_E_SHAPE, "TT-18",
                            "weight must be at least 2D tensor, got %" PRId32 "D ranked tensor", weight->rank);
        grn_rule_note(to, "weight: %" PRId32 " dimensions; right: 2 or more", weight->rank);
        return status;
    }
    for (int32_t d = 0; d < weight->rank - 2; d++)
        if (!grn_extents_agree(weight->shape[d], 1)) {
            grn_status status = grn_rule_broken(to, GRN_E_SHAPE, "TT-18", "weight must be effectively 2D tensor");
            grn_rule_note(to, "weight: %s; right: 1 in every dimension but the last two",
                          grn_extents_text(weight->shape, weight->rank, ", ", text));
            return status;
        }
    return GRN_OK;
}

void grn_ttnn_embedding_shape(const grn_shaped *ids, const grn_shaped *weight, grn_shaped *out)
{
    *out = *ids;
    out->dtype = weight->dtype;
    out->shape[out->rank++] = weight->shape[weight->rank - 1];
}

/* "(2, 4)", as tt-mlir writes a shape. */
static const char *in_parentheses(const grn_shaped *s, char *buffer)
{
    grn_extents_text(s->shape, s->rank, ", ", buffer);
    const size_t n = strlen(buffer);
    buffer[0] = '(';
    buffer[n - 1] = ')';
    return buffer;
}

static grn_status check_output(const grn_rule_report *to, const grn_ttnn_embedding_question *q)
{
    char right[GRN_LIST_BYTES], seen[GRN_LIST_BYTES];
    grn_shaped want;
    grn_ttnn_embedding_shape(&q->ids, &q->weight, &want);
    if (!q->has_output || grn_shapes_agree(&q->output, &want))
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_SHAPE, "TT-18", "expected output shape of %s but got %s",
                           in_parentheses(&want, right), in_parentheses(&q->output, seen));
}

grn_status grn_ttnn_check_embedding_shapes(const grn_rule_report *to, const grn_ttnn_embedding_question *q)
{
    grn_status status = check_ids_rank(to, &q->ids);
    if (status == GRN_OK)
        status = check_weight(to, &q->weight);
    return status == GRN_OK ? check_output(to, q) : status;
}

/* ---- dtypes and places ----------------------------------------------------------------------- */

static grn_status refuse_ids(const grn_rule_report *to, grn_dtype dtype, const char *right)
{
    grn_status status = grn_rule_broken(to, GRN_E_DTYPE, "TT-19", "Input must be UINT32 or BFLOAT16");
    grn_rule_note(to, "input: %s; right here: %s", grn_dtype_text(dtype), right);
    return status;
}

grn_status grn_ttnn_check_ids(const grn_rule_report *to, grn_dtype dtype)
{
    return grn_dtype_is_integer(dtype) ? GRN_OK : refuse_ids(to, dtype, "an integer");
}

static grn_status check_dtypes(const grn_rule_report *to, const grn_ttnn_embedding_question *q)
{
    grn_status status;
    if (q->ids.dtype != GRN_UI32)
        return refuse_ids(to, q->ids.dtype, "ui32");
    if (!grn_ttnn_is_input_dtype(q->weight.dtype)) {
        status = grn_rule_broken(to, GRN_E_DTYPE, "TT-19", "Weights tensor must have BFLOAT16 dtype");
        grn_rule_note(to, "weight: %s; right here: bf16, f32, ui16, ui32 or i32", grn_dtype_text(q->weight.dtype));
        return status;
    }
    if (!q->has_output || q->output.dtype == q->weight.dtype)
        return GRN_OK;
    status = grn_rule_broken(to, GRN_E_DTYPE, "TT-19", "Output tensor must be of the weight's type %s. Got: %s",
                             grn_ttnn_dtype_text(q->weight.dtype), grn_ttnn_dtype_text(q->output.dtype));
    grn_rule_note(to, "output: %s; right: %s", grn_dtype_text(q->output.dtype), grn_dtype_text(q->weight.dtype));
    return status;
}

static grn_status check_place(const grn_rule_report *to, const grn_ttnn_placement *p, const char *name,
                              const char *called)
{
    grn_status status;
    if (p->storage != GRN_TTNN_DEVICE) {
        status = grn_rule_broken(to, GRN_E_UNSUPPORTED, "TT-20",
                                 "Operation requires input to be on Device. Input storage type: StorageType::HOST");
        grn_rule_note(to, "%s: on the host; right: on the device", name);
        return status;
    }
    if (p->memory.sharding == GRN_TTNN_INTERLEAVED)
        return GRN_OK;
    status = grn_rule_broken(to, GRN_E_UNSUPPORTED, "TT-20", "Embedding does not currently support sharded %s", called);
    grn_rule_note(to, "%s: sharded; right: interleaved, in DRAM or L1", name);
    return status;
}

static grn_status check_places(const grn_rule_report *to, const grn_ttnn_options *o)
{
    const grn_ttnn_placement output = {.memory = o->memory_config};
    grn_status status = check_place(to, &o->index, "input", "inputs");
    if (status == GRN_OK)
        status = check_place(to, &o->input, "weight", "weights");
    return status == GRN_OK ? check_place(to, &output, "memory_config", "outputs here") : status;
}

grn_status grn_ttnn_check_embedding(const grn_rule_report *to, const grn_ttnn_embedding_question *q,
                                    grn_ttnn_cores *out)
{
    grn_status status = grn_ttnn_check_embedding_shapes(to, q);
    if (status == GRN_OK)
        status = check_dtypes(to, q);
    if (status == GRN_OK)
        status = check_places(to, q->options);
    return status == GRN_OK ? grn_ttnn_choose_cores(to, "TT-20", q->options, out) : status;
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* An id chooses a row, the last dimension is walked whole. The hardware does not check ids; here
 * one out of range is an error. */
void grn_ttnn_embedding_meaning(const grn_shaped *ids, const grn_shaped *weight, grn_gather_spec *out)
{
    *out = (grn_gather_spec){.index = {.bounds = GRN_BOUNDS_ERROR}};
    grn_dimension_numbers *d = &out->dims;
    d->index_vector_dim = ids->rank;
    grn_dims_push(&d->offset_dims, ids->rank);
    grn_dims_push(&d->start_index_map, weight->rank - 2);
    for (int32_t k = 0; k < weight->rank - 1; k++)
        grn_dims_push(&d->collapsed_slice_dims, k);
    grn_indexing_slices(d, weight, &out->slice_sizes);
}
