/* torch.c - torch.gather, index_select, take_along_dim and embedding, and the call of the rules for
 * all of torch's ops. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"

/* ---- messages -------------------------------------------------------------------------------- */

grn_status grn_torch_report_bounds(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return grn_fw_fail_index(call, bad,
                             "index %" PRId64 " is out of bounds for dimension %" PRId32 " with size %" PRId64,
                             bad->value, bad->dim, bad->extent);
}

grn_status grn_torch_report_self(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return grn_fw_fail_index(call, bad, "index out of range in self");
}

/* ---- rules ----------------------------------------------------------------------------------- */

static void shape_as(grn_tensor *t, const grn_shaped *s)
{
    t->rank = s->rank;
    memcpy(t->shape, s->shape, (size_t)s->rank * sizeof *t->shape);
    grn_shape_strides(t->rank, t->shape, t->stride);
}

grn_status grn_torch_begin(grn_fw_call *call, const grn_torch_row *row, const grn_torch_given *given,
                           const grn_diag *diag, grn_torch_found *found)
{
    grn_call_report to;
    grn_torch_args a;
    grn_status status = grn_fw_begin(call, &row->op, given->input, given->index, diag);
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
    grn_call_report_init(&to, row->op.name, diag);
    status = row->rule(&to.report, &a, found);
    if (status != GRN_OK)
        return status;
    call->idle = found->idle;
    shape_as(&call->result, &found->result);
    if (a.has_source)
        grn_view_copy(&call->updates, given->src);
    if (given->dim != NULL) {
        grn_fw_at_least_1d(&call->data);
        grn_fw_at_least_1d(&call->indices);
        grn_fw_at_least_1d(&call->updates);
    }
    return GRN_OK;
}

grn_status grn_torch_prepare(grn_fw_call *call, const grn_torch_row *row, const grn_torch_given *given,
                             const grn_diag *diag)
{
    const bool by_elements = row->form == GRN_FORM_ELEMENTS;
    grn_torch_found found;
    grn_status status = grn_torch_begin(call, row, given, diag, &found);
    if (status != GRN_OK || (found.idle && by_elements && !given->even_empty))
        return status;
    status = grn_fw_form(call, &(grn_indexing){row->form, found.axis, 0});
    if (status != GRN_OK || !by_elements)
        return status;
    if (given->src == NULL)
        grn_view_copy(&call->updates, &call->dense);
    grn_fw_cut(&call->updates, call->indices.shape);
    return GRN_OK;
}

/* ---- gather, index_select, embedding --------------------------------------------------------- */

static const grn_torch_row gather_row = GRN_TORCH_ROW("gather", "input", "index", bounds, REPLACE, gather, ELEMENTS);
static const grn_torch_row select_row =
    GRN_TORCH_ROW("index_select", "input", "index", self, REPLACE, index_select, SLICES);
static const grn_torch_row embedding_row =
    GRN_TORCH_ROW("embedding", "weight", "input", self, REPLACE, embedding, SLICES);

static grn_status gather(const grn_torch_row *row, const grn_tensor *input, const int64_t *dim, const grn_tensor *index,
                         const grn_tensor *out, const grn_diag *diag)
{
    const grn_torch_given given = {.input = input, .index = index, .dim = dim};
    grn_fw_call call;
    return grn_fw_gather(grn_torch_prepare(&call, row, &given, diag), &call, out);
}

static grn_status shape_of(const grn_torch_row *row, const grn_tensor *input, const int64_t *dim,
                           const grn_tensor *index, const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    const grn_torch_given given = {.input = input, .index = index, .dim = dim};
    grn_fw_call call;
    return grn_fw_shape(grn_torch_prepare(&call, row, &given, diag), &call, rank, shape);
}

/* An empty index that fits has a spec too; one that does not has none. */
static grn_status spec_of(const grn_torch_row *row, const grn_tensor *input, const int64_t *dim,
                          const grn_tensor *index, const grn_diag *diag, grn_gather_spec *out)
{
    const grn_torch_given given = {.input = input, .index = index, .dim = dim, .even_empty = true};
    grn_fw_call call;
    return grn_fw_gather_spec_of(grn_torch_prepare(&call, row, &given, diag), &call, out);
}

grn_status grn_torch_gather(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *out,
                            const grn_diag *diag)
{
    return gather(&gather_row, input, &dim, index, out, diag);
}

grn_status grn_torch_gather_shape(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_diag *diag,
                                  int32_t *rank, int64_t *shape)
{
    return shape_of(&gather_row, input, &dim, index, diag, rank, shape);
}

grn_status grn_torch_gather_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_diag *diag,
                                 grn_gather_spec *out)
{
    return spec_of(&gather_row, input, &dim, index, diag, out);
}

grn_status grn_torch_index_select(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *out,
                                  const grn_diag *diag)
{
    return gather(&select_row, input, &dim, index, out, diag);
}

grn_status grn_torch_index_select_shape(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                        const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    return shape_of(&select_row, input, &dim, index, diag, rank, shape);
}

grn_status grn_torch_index_select_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                       const grn_diag *diag, grn_gather_spec *out)
{
    return spec_of(&select_row, input, &dim, index, diag, out);
}

grn_status grn_torch_embedding(const grn_tensor *input, const grn_tensor *weight, const grn_tensor *out,
                               const grn_diag *diag)
{
    return gather(&embedding_row, weight, NULL, input, out, diag);
}

grn_status grn_torch_embedding_shape(const grn_tensor *input, const grn_tensor *weight, const grn_diag *diag,
                                     int32_t *rank, int64_t *shape)
{
    return shape_of(&embedding_row, weight, NULL, input, diag, rank, shape);
}

grn_status grn_torch_embedding_spec(const grn_tensor *input, const grn_tensor *weight, const grn_diag *diag,
                                    grn_gather_spec *out)
{
    return spec_of(&embedding_row, weight, NULL, input, diag, out);
}
