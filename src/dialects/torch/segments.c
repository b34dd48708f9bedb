/*
 * segments.c - torch.aten.segment_reduce: sums, products, means and extremes of runs of data along
 * one axis, which lengths or offsets say. A run is one of garner/segments.h.
 */
#include "dialects/common/dims_rules.h"
#include "dialects/torch/torch.h"

enum { DATA, REDUCE, LENGTHS, INDICES, OFFSETS, AXIS, UNSAFE, INITIAL };

static grn_status find_reduction(const grn_op_report *to, const grn_torch_reduction **out)
{
    const grn_str name = grn_torch_constant_name(to->op, REDUCE);
    return grn_torch_rule_segment_reduction(&to->report, name.text, name.n, out);
}

static grn_status ask(const grn_op_report *to, grn_torch_segment_args *a, const int64_t *axis,
                      grn_torch_segment_found *out)
{
    a->has_lengths = !grn_torch_is_none(to->op, LENGTHS);
    a->has_indices = !grn_torch_is_none(to->op, INDICES);
    a->has_offsets = !grn_torch_is_none(to->op, OFFSETS);
    a->axis = axis;
    return grn_torch_rule_segments(&to->report, a, out);
}

/* ---- types ----------------------------------------------------------------------------------- */

static grn_status verify(const grn_op *op, grn_check *check)
{
    grn_torch_segment_args a = {.data = grn_shaped_of_type(grn_torch_at(op, DATA))};
    grn_torch_segment_found found;
    const grn_torch_reduction *r;
    int64_t axis;
    grn_op_report to;
    if (!grn_torch_is_none(op, LENGTHS))
        a.lengths = grn_shaped_of_type(grn_torch_at(op, LENGTHS));
    if (!grn_torch_is_none(op, OFFSETS))
        a.offsets = grn_shaped_of_type(grn_torch_at(op, OFFSETS));
    grn_torch_check_report(&to, op, check);
    grn_status status = find_reduction(&to, &r);
    if (status == GRN_OK)
        status = ask(&to, &a, grn_constant_operand(op, AXIS, &axis) ? &axis : NULL, &found);
    return status == GRN_OK ? grn_torch_result_shape(op, check, grn_torch_at(op, DATA)->element, found.result.rank,
                                                     found.result.shape)
                            : status;
}

/* ---- as what it is --------------------------------------------------------------------------- */

/* The runs of data that tensors say, which need no data. */
static grn_status find_runs(const grn_op_report *to, const grn_tensor *operands, const int64_t *axis,
                            const grn_torch_reduction **r, grn_torch_segment_found *found)
{
    grn_torch_segment_args a = {.data = grn_shaped_of(&operands[DATA])};
    if (!grn_torch_is_none(to->op, LENGTHS))
        a.lengths = grn_shaped_of(&operands[LENGTHS]);
    if (!grn_torch_is_none(to->op, OFFSETS))
        a.offsets = grn_shaped_of(&operands[OFFSETS]);
    const grn_status status = find_reduction(to, r);
    return status == GRN_OK ? ask(to, &a, axis, found) : status;
}

static grn_status find_static_runs(const grn_op *op, const grn_tensor *operands, const grn_diag *diag,
                                   const grn_torch_reduction **r, grn_torch_segment_found *found)
{
    int64_t axis;
    grn_op_report to;
    grn_torch_run_report(&to, op, diag);
    return find_runs(&to, operands, grn_constant_operand(op, AXIS, &axis) ? &axis : NULL, r, found);
}

static size_t marks_of(const grn_torch_segment_found *found) { return found->by_offsets ? OFFSETS : LENGTHS; }

/* An initial value is no part of how it runs. */
static grn_status as_grouping(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_grouping *out)
{
    const grn_torch_reduction *r;
    grn_torch_segment_found found;
    grn_status status = find_static_runs(op, operands, diag, &r, &found);
    if (status != GRN_OK)
        return status;
    *out = (grn_grouping){.is_bag = false};
    grn_torch_segment_spec(r, &found, operands[DATA].dtype, NULL, &out->segments);
    out->segment_tensors =
        (grn_segment_tensors){.data = &operands[DATA], .segments = &operands[marks_of(&found)], .result = &out->made};
    return grn_tensor_init(&out->made, NULL, found.result.dtype, found.result.rank, found.result.shape);
}

/* The scatter of its entries, by the segment of each, which a run works out. */
static grn_status as_access(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    static const grn_combiner combiners[] = {[GRN_SEGMENT_SUM] = GRN_COMBINE_ADD,
                                             [GRN_SEGMENT_MEAN] = GRN_COMBINE_ADD,
                                             [GRN_SEGMENT_PRODUCT] = GRN_COMBINE_MUL,
                                             [GRN_SEGMENT_MIN] = GRN_COMBINE_MIN,
                                             [GRN_SEGMENT_MAX] = GRN_COMBINE_MAX};
    const grn_torch_reduction *r;
    grn_torch_segment_found found;
    grn_segment_spec spec;
    grn_status status = find_static_runs(op, operands, diag, &r, &found);
    if (status != GRN_OK)
        return status;
    grn_torch_segment_spec(r, &found, operands[DATA].dtype, NULL, &spec);
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER,
                        .operand = GRN_OPERAND_MADE,
                        .ninputs = 1,
                        .updates = DATA,
                        .indices_operand = GRN_INDICES_MADE,
                        .result_rank = found.result.rank,
                        .scatter = {.combiner = combiners[spec.op], .index = {.bounds = GRN_BOUNDS_SKIP}}};
    grn_dimension_numbers *dims = &out->scatter.dims;
    dims->index_vector_dim = found.axis + 1;
    dims->start_index_map = dims->collapsed_slice_dims = (grn_dims){1, {found.axis}};
    for (int32_t d = 0; d < found.result.rank; d++) {
        grn_dims *list = d < found.axis ? &dims->operand_batching_dims : &dims->offset_dims;
        if (d != found.axis)
            list->v[list->count++] = d;
        out->result_shape[d] = found.result.shape[d];
    }
    dims->start_indices_batching_dims = dims->operand_batching_dims;
    return grn_tensor_init(&out->indices, NULL, GRN_I64, found.axis + 1, operands[DATA].shape);
}

/* ---- running --------------------------------------------------------------------------------- */

/* Of the tensors of a run. */
static grn_status read_spec(grn_exec *x, const grn_op_report *to, grn_torch_segment_found *found, grn_segment_spec *out)
{
    grn_tensor operands[INITIAL];
    const grn_torch_reduction *r;
    const bool starts = !grn_torch_is_none(to->op, INITIAL);
    unsigned char initial[16];
    int64_t axis;
    for (size_t i = 0; i < INITIAL; i++)
        operands[i] = x->operands[i].tensor;
    grn_status status = grn_torch_run_int(x, to->op, AXIS, &axis);
    if (status == GRN_OK)
        status = find_runs(to, operands, &axis, &r, found);
    if (status == GRN_OK && starts)
        status = grn_torch_run_scalar(x, to->op, INITIAL, operands[DATA].dtype, initial);
    if (status == GRN_OK)
        grn_torch_segment_spec(r, found, operands[DATA].dtype, starts ? initial : NULL, out);
    return status;
}

static grn_status reduce(grn_exec *x, const grn_op_report *to, const grn_segment_spec *spec)
{
    const bool by_offsets = spec->form == GRN_SEGMENT_OFFSETS;
    const grn_segment_tensors tensors = {.data = &x->operands[DATA].tensor,
                                         .segments = &x->operands[by_offsets ? OFFSETS : LENGTHS].tensor,
                                         .result = &x->results[0].tensor};
    grn_op_diag placed;
    grn_op_diag_init(&placed, to->op, x->diag);
    const grn_status status = x->calls->segments(x, spec, &tensors, &grn_quiet);
    if (status == GRN_E_INDEX && !by_offsets)
        return grn_torch_rule_lengths(&to->report, tensors.segments);
    return status == GRN_E_INDEX ? x->calls->segments(x, spec, &tensors, &placed.diag) : status;
}

static grn_status eval(grn_exec *x, const grn_op *op)
{
    grn_torch_segment_found found;
    grn_segment_spec spec;
    grn_op_report to;
    grn_torch_run_report(&to, op, x->diag);
    grn_status status = read_spec(x, &to, &found, &spec);
    if (status == GRN_OK)
        status = x->calls->alloc(x, found.result.dtype, found.result.rank, found.result.shape, &x->results[0]);
    return status == GRN_OK ? reduce(x, &to, &spec) : status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_torch_segment_ops[] = {
    GRN_TORCH_ATEN(
        "segment_reduce", "combines runs of data along axis: sum, prod, mean, max, min", "PT-1; PT-7; PT-19; PT-20",
        GRN_PORTS(GRN_PORT("data", grn_torch_tensor), GRN_PORT("reduce", grn_torch_str),
                  GRN_PORT("lengths", grn_torch_maybe_tensor), GRN_PORT("indices", grn_torch_maybe_tensor),
                  GRN_PORT("offsets", grn_torch_maybe_tensor), GRN_PORT("axis", grn_torch_int),
                  GRN_PORT("unsafe", grn_torch_bool), GRN_PORT("initial", grn_torch_maybe_scalar)),
        .verify = verify, .eval = eval, .as_access = as_access, .as_grouping = as_grouping, .work = GRN_WORK_OWN),
    {.name = NULL},
};
