/* computation_check.c - what has to hold of ops with a body (Shardy, manual_computation,
 * named_computation). */
#include "dialects/sdy/sdy.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- manual_computation ---------------------------------------------------------------------- */

/* The operands and what the body takes them as, or the results and what the body gives. */
typedef struct side {
    const grn_op *op;
    grn_check *check;
    const char *what; /* "operand" */
    grn_sdy_list shardings, manual;
    size_t count, nlocal;
    grn_sdy_type_reader global, local;
} side;

static const grn_type *argument_type(const grn_op *op, size_t i) { return op->regions[0].first->args[i].type; }
static const grn_type *returned_type(const grn_op *op, size_t i)
{
    return grn_operand_type(op->regions[0].first->last, i);
}

/* Axes of a dimension: manual ones, then free ones. */
static grn_status check_order(const side *s, size_t i, size_t d, grn_sdy_list axes)
{
    grn_sdy_axis last = {.pre = 1};
    bool free_before = false;
    for (size_t k = 0; k < axes.count; k++) {
        const grn_sdy_axis a = grn_sdy_axis_of(axes.items[k]);
        const bool is_manual = grn_sdy_has_name(s->manual, a.name);
        if (is_manual && free_before)
            return grn_op_fail(
                s->op, s->check,
                "%s sharding at index %zu must have all manual axes come before free axes in its dimension sharding at "
                "index %zu. Saw manual axis %s after free axis %s",
                s->what, i, d, grn_sdy_axis_text(s->check, &a), grn_sdy_axis_text(s->check, &last));
        free_before = free_before || !is_manual;
        last = a;
    }
    return GRN_OK;
}

/* Into how many parts the manual axes of a dimension cut it. */
static int64_t manual_ways(const side *s, const grn_sdy_mesh *mesh, grn_sdy_list axes)
{
    int64_t ways = 1;
    for (size_t k = 0; k < axes.count; k++) {
        const grn_sdy_axis a = grn_sdy_axis_of(axes.items[k]);
        if (grn_sdy_has_name(s->manual, a.name))
            ways = grn_mul_at_most(ways, grn_sdy_axis_ways(mesh, &a));
    }
    return ways;
}

static grn_status local_shape(const side *s, size_t i, const grn_type *global, int64_t *shape)
{
    const grn_sdy_sharding sharding = grn_sdy_sharding_of(s->shardings.items[i]);
    const grn_sdy_mesh mesh = grn_sdy_mesh_of(grn_sdy_find_mesh(s->op, sharding.mesh));
    for (int32_t d = 0; d < global->rank; d++) {
        const int64_t ways = manual_ways(s, &mesh, grn_sdy_dim_of(sharding.dims.items[d]).axes);
        shape[d] = global->shape[d];
        if (shape[d] == GRN_DYNAMIC)
            continue;
        if (shape[d] % ways != 0)
            return grn_op_fail(s->op, s->check,
                               "%s dimension size %" PRId64 " is not divisible by the manual axes size %" PRId64,
                               s->what, shape[d], ways);
        shape[d] /= ways;
    }
    return GRN_OK;
}

/* The body sees what one device has. */
static grn_status check_local(const side *s, size_t i)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    int64_t shape[GRN_MAX_RANK];
    const grn_type *global = grn_type_as_tensor(s->global(s->op, i)), *local = s->local(s->op, i);
    if (!grn_type_is_shaped(global) || grn_sdy_sharding_of(s->shardings.items[i]).dims.count != (size_t)global->rank)
        return GRN_OK;
    grn_status status = local_shape(s, i, global, shape);
    if (status != GRN_OK)
        return status;
    const grn_type *expected = grn_type_tensor(s->check->scratch, global->element, global->rank, shape, NULL);
    if (!expected)
        return GRN_E_MEMORY;
    if (grn_types_equal(expected, local))
        return GRN_OK;
    return grn_op_fail(s->op, s->check,
                       "%s shape, corresponding sharding, and region %s shape at index %zu must match. Expected local "
                       "shape '%s', actual "
                       "local shape '%s'",
                       s->what, s->what, i, grn_type_text(expected, want, sizeof want),
                       grn_type_text(local, have, sizeof have));
}

static grn_status check_value(const side *s, size_t i)
{
    const grn_sdy_list dims = grn_sdy_sharding_of(s->shardings.items[i]).dims;
    grn_status status = GRN_OK;
    for (size_t d = 0; status == GRN_OK && d < dims.count; d++)
        status = check_order(s, i, d, grn_sdy_dim_of(dims.items[d]).axes);
    return status == GRN_OK ? check_local(s, i) : status;
}

static grn_status check_side(const side *s)
{
    if (s->count == 0 && s->nlocal == 0 && s->shardings.count == 0)
        return GRN_OK;
    grn_status status = grn_sdy_check_shardings(s->op, s->check, s->what, s->shardings, s->count, s->global);
    if (status == GRN_OK && s->count != s->nlocal)
        return grn_op_fail(s->op, s->check,
                           "number of op %ss and region %ss must match. Op has %zu op %ss and %zu region %ss", s->what,
                           s->what, s->count, s->what, s->nlocal, s->what);
    for (size_t i = 0; status == GRN_OK && i < s->count; i++)
        status = check_value(s, i);
    return status;
}

/* Manual axes are axes of the one mesh of all shardings. */
static grn_status check_axes(const grn_op *op, grn_check *check, grn_sdy_list in, grn_sdy_list out, grn_sdy_list manual)
{
    if (in.count + out.count == 0 || manual.count == 0)
        return GRN_OK;
    const grn_attr *mesh = grn_sdy_common_mesh(op, in, out);
    if (!mesh)
        return grn_op_fail(op, check, "all in and out shardings must be bound to the same mesh or an empty mesh.");
    const grn_sdy_mesh m = grn_sdy_mesh_of(mesh);
    for (size_t i = 0; i < manual.count; i++)
        if (!grn_sdy_has_name(m.names, manual.items[i]->text))
            return grn_op_fail(op, check, "unknown manual axis: %s", grn_sdy_attr_text(check, manual.items[i]));
    return GRN_OK;
}

/* The values that end the body, whatever op it is that ends it. */
static size_t returned_count(const grn_op *op)
{
    const grn_op *last = op->regions[0].first->last;
    return last ? last->noperands : 0;
}

grn_status grn_sdy_verify_manual(const grn_op *op, grn_check *check)
{
    const grn_sdy_list manual = grn_sdy_axes_of(grn_op_attr(op, "manual_axes"));
    const side in = {op,
                     check,
                     "operand",
                     grn_sdy_axes_of(grn_op_attr(op, "in_shardings")),
                     manual,
                     op->noperands,
                     op->regions[0].first->nargs,
                     grn_operand_type,
                     argument_type};
    const side out = {op,           check,        "result",           grn_sdy_axes_of(grn_op_attr(op, "out_shardings")),
                      manual,       op->nresults, returned_count(op), grn_result_type,
                      returned_type};
    grn_status status = GRN_OK;
    if (manual.count > GRN_SDY_MOST_AXES)
        return grn_op_fail(op, check, "has %zu manual axes, the most are %d", manual.count, GRN_SDY_MOST_AXES);
    for (size_t i = 0; status == GRN_OK && i < manual.count; i++)
        status = grn_sdy_check_bound(op, check, "", manual.items[i]->text);
    if (status == GRN_OK)
        status = check_side(&in);
    if (status == GRN_OK)
        status = check_side(&out);
    return status == GRN_OK ? check_axes(op, check, in.shardings, out.shardings, manual) : status;
}

/* ---- named_computation ----------------------------------------------------------------------- */

/* `'T1', 'T2'`, cut when it does not fit. */
static const char *types_text(const grn_op *op, size_t count, grn_sdy_type_reader type, char *text, size_t bytes)
{
    char one[GRN_TYPE_TEXT_BYTES];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && used < bytes; i++)
        used += (size_t)snprintf(text + used, bytes - used, "%s'%s'", i ? ", " : "",
                                 grn_type_text(type(op, i), one, sizeof one));
    return text;
}

/* What the body gives is what the op gives; upstream has two messages. */
static grn_status check_returned(const grn_op *op, grn_check *check)
{
    char inner[GRN_MESSAGE_BYTES / 3], outer[GRN_MESSAGE_BYTES / 3];
    const size_t count = returned_count(op);
    bool same = count == op->nresults;
    for (size_t i = 0; same && i < count; i++)
        same = returned_type(op, i) == grn_result_type(op, i);
    if (same)
        return GRN_OK;
    (void)grn_op_fail(op, check, "inferred type(s) %s are incompatible with return type(s) of operation %s",
                      types_text(op, count, returned_type, inner, sizeof inner),
                      types_text(op, op->nresults, grn_result_type, outer, sizeof outer));
    return grn_op_fail(op, check, "failed to infer returned types");
}

static grn_status check_arguments(const grn_op *op, grn_check *check)
{
    char inner[GRN_TYPE_TEXT_BYTES], outer[GRN_TYPE_TEXT_BYTES];
    const size_t nargs = op->regions[0].first->nargs;
    if (nargs != op->noperands)
        return grn_op_fail_plain(op, check, "number of block arguments must match the number of operands: %zu != %zu",
                                 nargs, op->noperands);
    for (size_t i = 0; i < nargs; i++)
        if (argument_type(op, i) != grn_operand_type(op, i))
            return grn_op_fail_plain(
                op, check,
                "expected the type of the %zu'th block argument to match the type of the corresponding operand: '%s' "
                "vs '%s'",
                i, grn_type_text(argument_type(op, i), inner, sizeof inner),
                grn_type_text(grn_operand_type(op, i), outer, sizeof outer));
    return GRN_OK;
}

grn_status grn_sdy_verify_named(const grn_op *op, grn_check *check)
{
    const grn_attr *in = grn_op_attr(op, "in_shardings"), *out = grn_op_attr(op, "out_shardings");
    grn_status status = check_returned(op, check);
    if (status == GRN_OK)
        status = check_arguments(op, check);
    if (status == GRN_OK && in)
        status =
            grn_sdy_check_shardings(op, check, "in_shardings", grn_sdy_axes_of(in), op->noperands, grn_operand_type);
    if (status == GRN_OK && out)
        status =
            grn_sdy_check_shardings(op, check, "out_shardings", grn_sdy_axes_of(out), op->nresults, grn_result_type);
    return status;
}
