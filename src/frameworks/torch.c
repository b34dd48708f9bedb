/* torch.c - torch.gather, index_select, take_along_dim and embedding, and how all of torch's calls ask the rules. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"

/* ---- messages --------------------------------------------------------------------------------------------------------- */

grn_status grn_torch_report_bounds(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    grn_fail(call->diag, grn_no_place, GRN_E_INDEX,
             "index %" PRId64 " is out of bounds for dimension %" PRId32 " with size %" PRId64, bad->value, bad->dim,
             bad->extent);
    grn_fw_note_index(call, bad);
    return GRN_E_INDEX;
}

grn_status grn_torch_report_self(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    grn_fail(call->diag, grn_no_place, GRN_E_INDEX, "index out of range in self");
    grn_fw_note_index(call, bad);
    return GRN_E_INDEX;
}

/* ---- rules ------------------------------------------------------------------------------------------------------------- */

static void shape_as(grn_tensor *t, const grn_shaped *s)
{
    t->rank = s->rank;
    memcpy(t->shape, s->shape, (size_t)s->rank * sizeof *t->shape);
    grn_shape_strides(t->rank, t->shape, t->stride);
}

grn_status grn_torch_begin(grn_fw_call *call, const grn_fw_op *op, grn_torch_rule *rule, const grn_torch_given *given,
                           const grn_diag *diag, grn_torch_found *found)
{
    grn_call_report to;
    grn_torch_args a;
    grn_status status = grn_fw_begin(call, op, given->input, given->index, diag);
    if (status != GRN_OK)
        return status;
    a.self = grn_shaped_of(given->input);
    a.index = grn_shaped_of(given->index);
    a.has_source = given->src != NULL;
    if (a.has_source)
        a.source = grn_shaped_of(given->src);
    a.even_empty = given->even_empty;
    a.reads = true;
    a.dim = given->dim;
    grn_call_report_init(&to, op->name, diag);
    status = rule(&to.report, &a, found);
    if (status != GRN_OK)
        return status;
    call->idle = found->idle;
    shape_as(&call->result, &found->result);
    if (a.has_source)
        call->updates = *given->src;
    if (given->dim != NULL) {
        grn_fw_at_least_1d(&call->data);
        grn_fw_at_least_1d(&call->indices);
        grn_fw_at_least_1d(&call->updates);
    }
    return GRN_OK;
}

/* ---- gather ------------------------------------------------------------------------------------------------------------ */

static const grn_fw_op gather_op = {"gather", "input", "index", grn_torch_report_bounds, false, GRN_BOUNDS_ERROR, 0};

static grn_status prepare_gather(const grn_torch_given *given, const grn_diag *diag, grn_fw_call *call)
{
    grn_torch_found found;
    grn_status status = grn_torch_begin(call, &gather_op, grn_torch_rule_gather, given, diag, &found);
    if (status == GRN_OK && (!found.idle || given->even_empty))
        grn_fw_along(call, found.axis);
    return status;
}

grn_status grn_torch_gather(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *out,
                            const grn_diag *diag)
{
    const grn_torch_given given = {.input = input, .index = index, .dim = &dim};
    grn_fw_call call;
    return grn_fw_gather(prepare_gather(&given, diag, &call), &call, out);
}

grn_status grn_torch_gather_shape(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_diag *diag,
                                  int32_t *rank, int64_t *shape)
{
    const grn_torch_given given = {.input = input, .index = index, .dim = &dim};
    grn_fw_call call;
    return grn_fw_shape(prepare_gather(&given, diag, &call), &call, rank, shape);
}

/* An empty index that fits has a spec too; one that does not has none. */
grn_status grn_torch_gather_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_diag *diag,
                                 grn_gather_spec *out)
{
    const grn_torch_given given = {.input = input, .index = index, .dim = &dim, .even_empty = true};
    grn_fw_call call;
    return grn_fw_gather_spec_of(prepare_gather(&given, diag, &call), &call, out);
}

/* ---- index_select ------------------------------------------------------------------------------------------------------- */

static const grn_fw_op index_select_op = {"index_select", "input", "index", grn_torch_report_self, false,
                                          GRN_BOUNDS_ERROR, 0};

static grn_status prepare_index_select(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                       const grn_diag *diag, grn_fw_call *call)
{
    const grn_torch_given given = {.input = input, .index = index, .dim = &dim};
    grn_torch_found found;
    grn_status status = grn_torch_begin(call, &index_select_op, grn_torch_rule_index_select, &given, diag, &found);
    return status == GRN_OK ? grn_fw_take(call, found.axis, 0) : status;
}

grn_status grn_torch_index_select(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *out,
                                  const grn_diag *diag)
{
    grn_fw_call call;
    return grn_fw_gather(prepare_index_select(input, dim, index, diag, &call), &call, out);
}

grn_status grn_torch_index_select_shape(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                        const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    grn_fw_call call;
    return grn_fw_shape(prepare_index_select(input, dim, index, diag, &call), &call, rank, shape);
}

grn_status grn_torch_index_select_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                       const grn_diag *diag, grn_gather_spec *out)
{
    grn_fw_call call;
    return grn_fw_gather_spec_of(prepare_index_select(input, dim, index, diag, &call), &call, out);
}

/* ---- embedding ------------------------------------------------------------------------------------------------------------ */

static const grn_fw_op embedding_op = {"embedding", "weight", "input", grn_torch_report_self, false, GRN_BOUNDS_ERROR, 0};

grn_status grn_torch_prepare_embedding(const grn_fw_op *op, const grn_tensor *input, const grn_tensor *weight,
                                       const grn_diag *diag, grn_fw_call *call)
{
    const grn_torch_given given = {.input = weight, .index = input};
    grn_torch_found found;
    grn_status status = grn_torch_begin(call, op, grn_torch_rule_embedding, &given, diag, &found);
    return status == GRN_OK ? grn_fw_take(call, 0, 0) : status;
}

grn_status grn_torch_embedding(const grn_tensor *input, const grn_tensor *weight, const grn_tensor *out,
                               const grn_diag *diag)
{
    grn_fw_call call;
    return grn_fw_gather(grn_torch_prepare_embedding(&embedding_op, input, weight, diag, &call), &call, out);
}

grn_status grn_torch_embedding_shape(const grn_tensor *input, const grn_tensor *weight, const grn_diag *diag,
                                     int32_t *rank, int64_t *shape)
{
    grn_fw_call call;
    return grn_fw_shape(grn_torch_prepare_embedding(&embedding_op, input, weight, diag, &call), &call, rank, shape);
}

grn_status grn_torch_embedding_spec(const grn_tensor *input, const grn_tensor *weight, const grn_diag *diag,
                                    grn_gather_spec *out)
{
    grn_fw_call call;
    return grn_fw_gather_spec_of(grn_torch_prepare_embedding(&embedding_op, input, weight, diag, &call), &call, out);
}
