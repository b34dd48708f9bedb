/*
 * shape.c - tcp.broadcast and tcp.slice: views of their operand, so that
 * the recipe for slices (broadcast, broadcast, gather) moves each element once.
 */
#include <inttypes.h>

#include "dialects/tcp/tcp.h"

/* ---- broadcast ------------------------------------------------------------------------------- */

typedef struct subject {
    const grn_op *op;
    const grn_check *check;
    const grn_type *in, *out;
    size_t count;
    const int64_t *axes;
} subject;

static grn_status broken(const subject *s, const char *what)
{
    return grn_tensor_broken(s->op, s->check, "TCP-15", "failed to verify that %s", what);
}

static grn_status axes_are_right(const subject *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->axes[i] < 0 || s->axes[i] >= s->in->rank)
            return broken(s, "attribute `axes` are in bounds");
    for (size_t i = 0; i < s->count; i++)
        if (s->in->shape[s->axes[i]] != 1)
            return broken(s, "dimensions listed in attribute `axes` have a static size of `1`");
    for (size_t i = 1; i < s->count; i++)
        if (s->axes[i - 1] > s->axes[i])
            return broken(s, "attribute `axes` must be in increasing order");
    for (size_t i = 1; i < s->count; i++)
        if (s->axes[i - 1] == s->axes[i])
            return broken(s, "attribute `axes` must not have any duplicates");
    if (s->op->noperands - 1 != s->count)
        return broken(s, "argument `new_dim_sizes` has the same size as the attribute `axes`");
    return GRN_OK;
}

/* Only what `axes` lists may change. */
static grn_status others_stay(const subject *s)
{
    for (int32_t d = 0; d < s->in->rank; d++) {
        bool listed = false;
        for (size_t i = 0; i < s->count; i++)
            listed = listed || s->axes[i] == d;
        if (!listed && !grn_stablehlo_dim_agrees(s->in->shape[d], s->out->shape[d]))
            return grn_tensor_broken(s->op, s->check, "TCP-15",
                                     "dimension %" PRId32 " is not in `axes`, so its size stays %" PRId64
                                     ", got %" PRId64,
                                     d, s->in->shape[d], s->out->shape[d]);
    }
    return GRN_OK;
}

static grn_status broadcast_verify(const grn_op *op, grn_check *check)
{
    subject s = {.op = op, .check = check, .in = grn_operand_type(op, 0), .out = grn_result_type(op, 0)};
    grn_op_dims(op, "axes", &s.count, &s.axes);
    if (s.in->element != s.out->element)
        return broken(&s, "all of {in, out} have same element type");
    if (s.in->rank != s.out->rank)
        return broken(&s, "all of {in, out} have same rank");
    grn_status status = axes_are_right(&s);
    return status == GRN_OK ? others_stay(&s) : status;
}

/* A stride of 0 along the axes. */
static grn_status broadcast_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t shape[GRN_MAX_RANK], dims[GRN_MAX_RANK], elements;
    size_t count = 0;
    const int64_t *axes = NULL;
    grn_tensor view;
    grn_status status = GRN_OK;
    for (int32_t d = 0; d < in->rank; d++) {
        shape[d] = in->shape[d];
        dims[d] = d;
    }
    grn_op_dims(op, "axes", &count, &axes);
    for (size_t i = 0; status == GRN_OK && i < count; i++)
        status = grn_read_extent(x, op, i + 1, &shape[axes[i]]);
    if (status != GRN_OK)
        return status;
    if (!grn_shape_elements(in->rank, shape, &elements))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "too many elements to count");
    grn_view_broadcast(in, in->rank, shape, dims, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- slice ----------------------------------------------------------------------------------- */

static const char *const groups[] = {"starts", "sizes", "strides"};
enum { GROUPS = 3 };

/* Groups of one size: then the verifier has seen that all of them are of the type index. */
static grn_status slice_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    const int64_t *segments;
    grn_status status = grn_tensor_segments(op, check, 1 + GROUPS, &segments);
    if (status == GRN_OK && segments[0] != 1)
        status =
            grn_op_fail(op, check, "operand group starting at #0 requires 1 element, but found %" PRId64, segments[0]);
    for (size_t k = 0; status == GRN_OK && k < GROUPS; k++)
        if (segments[1 + k] != in->rank)
            status =
                grn_op_fail(op, check, "expected %" PRId32 " %s, one for each dimension of the input, got %" PRId64,
                            in->rank, groups[k], segments[1 + k]);
    if (status == GRN_OK && (in->rank != out->rank || in->element != out->element))
        status = grn_op_fail(op, check, "failed to verify that all of {in, out} have same rank and element type");
    return status;
}

static grn_status slice_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t v[GROUPS][GRN_MAX_RANK];
    grn_tensor view;
    for (size_t k = 0, operand = 1; k < GROUPS; k++)
        for (int32_t d = 0; d < in->rank; d++)
            v[k][d] = grn_hlo_integer_value(&x->operands[operand++].tensor);
    grn_status status = grn_take_part(x, op, in, v[0], v[1], v[2], &view);
    return status == GRN_OK ? grn_hlo_share_result(x, 0, 0, &view) : status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Numbers in brackets, as mlir-tcp has it, or a dense list. */
static bool is_axes(const grn_attr *a)
{
    if (a->kind != GRN_ATTR_ARRAY)
        return grn_attr_is_dims.matches(a);
    for (size_t i = 0; i < a->array.count; i++)
        if (!grn_attr_is_i64.matches(a->array.items[i]))
            return false;
    return true;
}
static const grn_attr_class axes = {"64-bit integer array attribute", is_axes};

static const grn_port results[] = {GRN_PORT("out", grn_tcp_tensor), GRN_PORTS_END};

const grn_op_def grn_tcp_shape_ops[] = {
    GRN_ROW("tcp.broadcast", "repeats dimensions of one element up to sizes that are given",
            "TCP dialect, tcp.broadcast, TCP-15",
            GRN_PORTS(GRN_PORT("in", grn_tcp_tensor), GRN_PORT_ANY("new_dim_sizes", grn_is_index)), results,
            GRN_ATTRS(GRN_NEEDS("axes", axes)), .traits = GRN_TCP_TRAITS, .parse = grn_tcp_parse,
            .print = grn_tcp_print, .verify = broadcast_verify, .eval = broadcast_eval, .work = GRN_WORK_OWN),
    GRN_ROW("tcp.slice", "takes elements from start, so many, in steps", "TCP dialect, tcp.slice, TCP-20",
            GRN_PORTS(GRN_PORT("in", grn_tcp_tensor), GRN_PORT_ANY("starts", grn_is_index),
                      GRN_PORT_ANY("sizes", grn_is_index), GRN_PORT_ANY("strides", grn_is_index)),
            results, GRN_ATTRS(GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes)), .traits = GRN_TCP_TRAITS,
            .assembly = "%in starts ( %starts ) sizes ( %sizes ) strides ( %strides ) {} : !in -> !out ~starts=index "
                        "~sizes=index ~strides=index",
            .verify = slice_verify, .eval = slice_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
