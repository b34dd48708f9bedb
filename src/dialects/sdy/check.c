/* check.c - what has to hold of shardings, and of the dialect's attributes on ops and values
 * (Shardy, TensorShardingAttr). */
#include "dialects/sdy/sdy.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- one sharding ---------------------------------------------------------------------------- */

static bool is_maximal(const grn_sdy_mesh *m) { return m->names.count == 0 && m->nids == 1; }

static bool says_nothing(const grn_sdy_sharding *s)
{
    return !s->dims.count && !s->replicated.count && !s->unreduced.count;
}

/* The shaped type of a value: its own, or that of the one member of a tuple. */
static grn_status shaped_type(const grn_op *op, grn_check *check, const char *before, const grn_type *type,
                              const grn_type **out)
{
    char text[GRN_TYPE_TEXT_BYTES];
    *out = grn_type_as_tensor(type);
    if (type->kind != GRN_TYPE_TUPLE)
        return GRN_OK;
    if (type->count != 1)
        return grn_op_fail(op, check, "%sops can only have a sharding for a tuple of size 1: '%s'", before,
                           grn_type_text(type, text, sizeof text));
    *out = grn_type_as_tensor(type->members[0]);
    return GRN_OK;
}

/* *ranked: the dimensions are to be looked at, too. */
static grn_status check_type(const grn_op *op, grn_check *check, const char *before, const grn_attr *sharding,
                             const grn_type *type, bool *ranked)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_type *shaped;
    const grn_sdy_sharding s = grn_sdy_sharding_of(sharding);
    grn_status status = shaped_type(op, check, before, type, &shaped);
    *ranked = false;
    if (status != GRN_OK)
        return status;
    if (!grn_sdy_shaped.matches(shaped))
        return says_nothing(&s)
                   ? GRN_OK
                   : grn_op_fail(op, check,
                                 "%snon-shaped tensors can only have a sharding with rank 0 and no replicated or "
                                 "unreduced axes. type: '%s', sharding: %s",
                                 before, grn_type_text(type, text, sizeof text), grn_sdy_attr_text(check, sharding));
    if (!grn_type_is_shaped(shaped))
        return grn_op_fail(op, check, "%sonly ranked tensors can have a sharding. type: '%s'", before,
                           grn_type_text(type, text, sizeof text));
    if (s.dims.count != (size_t)shaped->rank)
        return grn_op_fail(op, check, "%ssharding doesn't match tensor rank: %zu != %" PRId32, before, s.dims.count,
                           shaped->rank);
    *ranked = true;
    return GRN_OK;
}

/* All lists of a sharding, one behind the other: dimensions, then replicated and unreduced axes. */
static grn_status collect(grn_check *check, const grn_sdy_sharding *s, const grn_sdy_mesh *mesh, grn_sdy_uses *uses)
{
    const size_t n = s->dims.count;
    grn_sdy_list *lists = GRN_ARENA_NEW(&check->scratch->arena, grn_sdy_list, n + 2);
    if (!lists)
        return GRN_E_MEMORY;
    for (size_t d = 0; d < n; d++)
        lists[d] = grn_sdy_dim_of(s->dims.items[d]).axes;
    lists[n] = s->replicated;
    lists[n + 1] = s->unreduced;
    return grn_sdy_collect(check, mesh, n + 2, lists, uses);
}

static grn_status check_lists(const grn_op *op, grn_check *check, const char *before, const grn_sdy_sharding *s,
                              const grn_sdy_uses *uses)
{
    size_t at = 0;
    grn_status status = GRN_OK;
    for (size_t d = 0; status == GRN_OK && d < s->dims.count; d++) {
        const grn_sdy_dim dim = grn_sdy_dim_of(s->dims.items[d]);
        if (dim.priority >= 0 && dim.is_closed && dim.axes.count == 0)
            return grn_op_fail(op, check, "%sdim %zu is empty and closed but has a priority", before, d);
        status = grn_sdy_check_list(op, check, before, uses, at, dim.axes.count);
        at += dim.axes.count;
    }
    if (status == GRN_OK)
        status = grn_sdy_check_sorted(op, check, before, "replicated", uses, at, s->replicated.count);
    at += s->replicated.count;
    return status == GRN_OK ? grn_sdy_check_sorted(op, check, before, "unreduced", uses, at, s->unreduced.count)
                            : status;
}

/* ---- axes that are manual around an op ------------------------------------------------------- */

/* The outermost manual computation around op that is manual on this axis. */
static const grn_op *binder_of(const grn_op *op, grn_str name)
{
    const grn_op *found = NULL;
    for (op = grn_op_parent(op); op; op = grn_op_parent(op)) {
        const grn_attr *manual = grn_str_is(op->name, "sdy.manual_computation") ? grn_op_attr(op, "manual_axes") : NULL;
        if (manual && grn_sdy_is_manual_axes.matches(manual) && grn_sdy_has_name(grn_sdy_axes_of(manual), name))
            found = op;
    }
    return found;
}

grn_status grn_sdy_check_bound(const grn_op *op, grn_check *check, const char *before, grn_str name)
{
    const grn_op *binder = binder_of(op, name);
    if (!binder)
        return GRN_OK;
    grn_status status = grn_op_fail(
        op, check, "%soperates on axis \"%.*s\" which is already bound by a parent sdy.manual_computation op", before,
        (int)name.n, name.text);
    grn_note(check->diag, binder->place, "parent bounding this axis as manual");
    return status;
}

static grn_status check_list_bound(const grn_op *op, grn_check *check, const char *before, grn_sdy_list axes)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < axes.count; i++)
        status = grn_sdy_check_bound(op, check, before, grn_sdy_axis_of(axes.items[i]).name);
    return status;
}

static grn_status check_free(const grn_op *op, grn_check *check, const char *before, const grn_sdy_sharding *s)
{
    grn_status status = GRN_OK;
    for (size_t d = 0; status == GRN_OK && d < s->dims.count; d++)
        status = check_list_bound(op, check, before, grn_sdy_dim_of(s->dims.items[d]).axes);
    if (status == GRN_OK)
        status = check_list_bound(op, check, before, s->replicated);
    return status == GRN_OK ? check_list_bound(op, check, before, s->unreduced) : status;
}

/* ---- shardings ------------------------------------------------------------------------------- */

grn_status grn_sdy_check_sharding(const grn_op *op, grn_check *check, const char *before, const grn_attr *sharding,
                                  const grn_type *type)
{
    const grn_sdy_sharding s = grn_sdy_sharding_of(sharding);
    const grn_attr *mesh = grn_sdy_find_mesh(op, s.mesh);
    grn_sdy_uses uses;
    bool ranked;
    if (!mesh)
        return grn_op_fail(op, check, "%sunknown mesh: %s", before, grn_sdy_attr_text(check, s.mesh));
    const grn_sdy_mesh m = grn_sdy_mesh_of(mesh);
    if (is_maximal(&m) || !type)
        return says_nothing(&s)
                   ? GRN_OK
                   : grn_op_fail(op, check,
                                 "%sa maximal sharding can only have a sharding with rank 0 and no replicated or "
                                 "unreduced axes.",
                                 before);
    grn_status status = check_type(op, check, before, sharding, type, &ranked);
    if (status != GRN_OK || !ranked)
        return status;
    status = collect(check, &s, &m, &uses);
    if (status == GRN_OK)
        status = check_lists(op, check, before, &s, &uses);
    if (status == GRN_OK)
        status = grn_sdy_check_sub_axes(op, check, before, &uses);
    return status == GRN_OK ? check_free(op, check, before, &s) : status;
}

/* The sharding of an op without values: on one device, or replicated. */
static bool is_of_no_value(const grn_op *op, const grn_attr *sharding)
{
    const grn_sdy_sharding s = grn_sdy_sharding_of(sharding);
    const grn_attr *mesh = grn_sdy_find_mesh(op, s.mesh);
    const grn_sdy_mesh m = mesh ? grn_sdy_mesh_of(mesh) : (grn_sdy_mesh){.nids = 0};
    return is_maximal(&m) || grn_sdy_is_replicated(&s);
}

grn_status grn_sdy_check_shardings(const grn_op *op, grn_check *check, const char *what, grn_sdy_list shardings,
                                   size_t count, grn_sdy_type_reader type)
{
    char before[48];
    grn_status status = GRN_OK;
    if (count == 0 && shardings.count == 1 && is_of_no_value(op, shardings.items[0])) {
        snprintf(before, sizeof before, "%s 0 - ", what);
        return grn_sdy_check_sharding(op, check, before, shardings.items[0], NULL);
    }
    if (shardings.count != count)
        return grn_op_fail(op, check, "%s shardings don't match number of values: %zu shardings vs %zu values", what,
                           shardings.count, count);
    for (size_t i = 0; status == GRN_OK && i < count; i++) {
        snprintf(before, sizeof before, count == 1 ? "%s - " : "%s %zu - ", what, i);
        status = grn_sdy_check_sharding(op, check, before, shardings.items[i], type(op, i));
    }
    return status;
}

/* ---- from one sharding to another ------------------------------------------------------------ */

static bool has_axis(grn_sdy_list axes, const grn_attr *axis)
{
    for (size_t i = 0; i < axes.count; i++)
        if (grn_attr_equal(axes.items[i], axis))
            return true;
    return false;
}

/* The first axis of `a` that is of `b`, or that is not, as `wanted` says; NULL: there is none. */
static const grn_attr *first_axis(grn_sdy_list a, grn_sdy_list b, bool wanted)
{
    for (size_t i = 0; i < a.count; i++)
        if (has_axis(b, a.items[i]) == wanted)
            return a.items[i];
    return NULL;
}

static grn_status fail_axis(const grn_op *op, grn_check *check, const char *what, const grn_attr *axis,
                            const char *rest)
{
    const grn_str name = grn_sdy_axis_of(axis).name;
    return grn_op_fail(op, check, "%s unreduced axis '%.*s'%s", what, (int)name.n, name.text, rest);
}

grn_status grn_sdy_check_unreduced(const grn_op *op, grn_check *check, const grn_attr *from, const grn_attr *to,
                                   const int32_t *reduced)
{
    const grn_sdy_sharding a = grn_sdy_sharding_of(from), b = grn_sdy_sharding_of(to);
    const grn_attr *m = grn_sdy_find_mesh(op, a.mesh), *n = grn_sdy_find_mesh(op, b.mesh), *axis;
    if (!m || !n || !grn_attr_equal(m, n))
        return GRN_OK;
    if (a.reduction != b.reduction && first_axis(b.unreduced, a.unreduced, true))
        return grn_op_fail(
            op, check,
            "cannot change the reduction operator of kept unreduced axes from %s to %s. Check source sharding: "
            "%s, target sharding: %s",
            grn_sdy_reductions[a.reduction], grn_sdy_reductions[b.reduction], grn_sdy_attr_text(check, from),
            grn_sdy_attr_text(check, to));
    if (!reduced)
        return GRN_OK;
    if (a.reduction != *reduced && (axis = first_axis(a.unreduced, b.unreduced, false)) != NULL)
        return fail_axis(op, check, "dropped", axis, " with another reduction operator than its own.");
    if ((axis = first_axis(b.unreduced, a.unreduced, false)) != NULL)
        return fail_axis(op, check, "introduced", axis, ", which the operand does not have.");
    return GRN_OK;
}

/* ---- attributes on ops and on values of functions -------------------------------------------- */

static grn_status check_op_sharding(const grn_op *op, grn_check *check, const grn_attr *value)
{
    if (!grn_sdy_is_shardings.matches(value))
        return grn_op_fail(op, check, "should have a sharding attribute of type TensorShardingPerValueAttr");
    return grn_sdy_check_shardings(op, check, "result", grn_sdy_axes_of(value), op->nresults, grn_result_type);
}

static grn_status check_op_rule(const grn_op *op, grn_check *check, const grn_attr *value)
{
    if (!grn_sdy_is_rule.matches(value))
        return grn_op_fail(
            op, check,
            "should have a sharding rule attribute of type OpShardingRuleAttr for attr named 'sdy.sharding_rule'");
    return grn_sdy_check_rule(op, check, value);
}

static grn_status check_op_edges(const grn_op *op, grn_check *check, const grn_attr *value)
{
    if (!grn_sdy_is_edges.matches(value))
        return grn_op_fail(op, check,
                           "should have a propagation edges attribute of type PropagationEdgesAttr for attr named "
                           "'sdy.propagation_edges'");
    return grn_sdy_check_edges(op, check, value);
}

/* Of the results, or of the arguments of a body: a list. */
static grn_status check_edge_list(const grn_op *op, grn_check *check, const grn_attr *value)
{
    bool all = value->kind == GRN_ATTR_ARRAY;
    for (size_t i = 0; all && i < value->array.count; i++)
        all = grn_sdy_is_edges.matches(value->array.items[i]);
    return all ? GRN_OK
               : grn_op_fail(
                     op, check,
                     "should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr "
                     "named 'sdy.result_propagation_edges' or 'sdy.block_arg_propagation_edges'");
}

grn_status grn_sdy_check_attr(const grn_op *op, const grn_named_attr *attr, grn_check *check)
{
    static const struct {
        const char *name;
        grn_status (*check)(const grn_op *op, grn_check *check, const grn_attr *value);
    } rules[] = {
        {"sdy.sharding", check_op_sharding},
        {"sdy.sharding_rule", check_op_rule},
        {"sdy.propagation_edges", check_op_edges},
        {"sdy.result_propagation_edges", check_edge_list},
        {"sdy.block_arg_propagation_edges", check_edge_list},
    };
    for (size_t i = 0; i < GRN_COUNT(rules); i++)
        if (grn_str_is(attr->name, rules[i].name))
            return rules[i].check(op, check, attr->value);
    return GRN_OK;
}

grn_status grn_sdy_check_value_attr(const grn_op *op, const grn_named_attr *attr, bool is_result, size_t i,
                                    const grn_type *type, grn_check *check)
{
    char before[32];
    if (!grn_str_is(attr->name, "sdy.sharding"))
        return GRN_OK;
    snprintf(before, sizeof before, "%s %zu - ", is_result ? "result" : "arg", i);
    if (!grn_sdy_is_sharding.matches(attr->value))
        return grn_op_fail(op, check, "%sshould have a sharding attribute of type TensorShardingAttr", before);
    return grn_sdy_check_sharding(op, check, before, attr->value, type);
}
