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

/* ---- running --------------------------------------------------------------------------------- */

/* Of the tensors of a run. */
static grn_status read_spec(grn_exec *x, const grn_op_report *to, grn_torch_segment_found *found, grn_segment_spec *out)
{
    grn_torch_segment_args a = {.data = grn_shaped_of(&x->operands[DATA].tensor)};
    const grn_torch_reduction *r;
    const bool starts = !grn_torch_is_none(to->op, INITIAL);
    unsigned char initial[16];
    int64_t axis;
    if (!grn_torch_is_none(to->op, LENGTHS))
        a.lengths = grn_shaped_of(&x->operands[LENGTHS].tensor);
    if (!grn_torch_is_none(to->op, OFFSETS))
        a.offsets = grn_shaped_of(&x->operands[OFFSETS].tensor);
    grn_status status = find_reduction(to, &r);
    if (status == GRN_OK)
        status = grn_torch_run_int(x, to->op, AXIS, &axis);
    if (status == GRN_OK)
        status = ask(to, &a, &axis, found);
    if (status == GRN_OK && starts)
        status = grn_torch_run_scalar(x, to->op, INITIAL, a.data.dtype, initial);
    if (status == GRN_OK)
        grn_torch_segment_spec(r, found, a.data.dtype, starts ? initial : NULL, out);
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
    GRN_TORCH_ATEN("segment_reduce", "combines runs of data along axis: sum, prod, mean, max, min",
                   "PT-1; PT-7; PT-19; PT-20",
                   GRN_PORTS(GRN_PORT("data", grn_torch_tensor), GRN_PORT("reduce", grn_torch_str),
                             GRN_PORT("lengths", grn_torch_maybe_tensor), GRN_PORT("indices", grn_torch_maybe_tensor),
                             GRN_PORT("offsets", grn_torch_maybe_tensor), GRN_PORT("axis", grn_torch_int),
                             GRN_PORT("unsafe", grn_torch_bool), GRN_PORT("initial", grn_torch_maybe_scalar)),
                   .verify = verify, .eval = eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
