/* check.c - what has to hold of meshes, shardings and rules (Shardy's dialect, the constraints of each attribute). */
#include "dialects/sdy/sdy.h"

#include <inttypes.h>
#include <stdio.h>

/* A mesh has at most so many axes, as what is checked of a sharding grows with their square. */
enum { MOST_AXES = 1024 };

/* ---- meshes ---------------------------------------------------------------------------------------------------------------- */

const grn_attr *grn_sdy_find_mesh(const grn_op *op, const grn_attr *mesh)
{
    if (mesh->kind == GRN_ATTR_STRUCT)
        return mesh;
    for (const grn_op *table = grn_op_symbol_table(op); table; table = grn_op_parent(table) ? grn_op_symbol_table(table) : NULL) {
        const grn_op *found = grn_ir_find_symbol(table, mesh->text);
        if (found)
            return found->def == &grn_sdy_mesh_ops[0] ? grn_op_attr(found, "mesh") : NULL;
    }
    return NULL;
}

/* Whether the ids are 0, 1, .. in some order; *sorted: in this one. */
static bool are_counted(grn_check *check, const grn_sdy_mesh *m, bool *sorted, bool *refused)
{
    bool *seen = GRN_ARENA_NEW(&check->scratch->arena, bool, m->nids ? m->nids : 1);
    *refused = !seen;
    *sorted = true;
    for (size_t i = 0; seen && i < m->nids; i++) {
        if (m->ids[i] < 0 || (uint64_t)m->ids[i] >= m->nids || seen[m->ids[i]])
            return false;
        seen[m->ids[i]] = true;
        *sorted = *sorted && m->ids[i] == (int64_t)i;
    }
    return seen != NULL;
}

static grn_status check_ids(const grn_op *op, grn_check *check, const grn_sdy_mesh *m, int64_t devices)
{
    bool sorted, refused;
    for (size_t i = 0; i < m->nids; i++)
        if (m->ids[i] < 0)
            return grn_op_fail(op, check, "device id must be non-negative, got: %" PRId64, m->ids[i]);
    if (m->names.count == 0)
        return m->nids == 1 ? GRN_OK
                            : grn_op_fail(op, check, "number of device ids must be 1 where there are no axes, got: %zu", m->nids);
    if ((uint64_t)devices != m->nids)
        return grn_op_fail(op, check, "total product of axis sizes must match total number of device ids: %" PRId64 " != %zu", devices,
                           m->nids);
    bool counted = are_counted(check, m, &sorted, &refused);
    if (refused)
        return GRN_E_MEMORY;
    if (!counted)
        return grn_op_fail(op, check, "sorted device ids must be iota(product(axes))");
    if (sorted)
        return grn_op_fail(op, check, "if the ordered device ids are the same as iota(product(axes)), no need to specify device ids for "
                           "simplicity");
    return GRN_OK;
}

grn_status grn_sdy_check_mesh(const grn_op *op, grn_check *check, const grn_attr *mesh)
{
    const grn_sdy_mesh m = grn_sdy_mesh_of(mesh);
    int64_t devices = 1;
    if (m.names.count > MOST_AXES)
        return grn_op_fail(op, check, "has a mesh of %zu axes, the most are %d", m.names.count, MOST_AXES);
    for (size_t i = 0; i < m.names.count; i++) {
        const grn_str name = m.names.items[i]->text;
        for (size_t k = 0; k < i; k++)
            if (grn_str_equal(name, m.names.items[k]->text))
                return grn_op_fail(op, check, "duplicate axis name: \"%.*s\"", (int)name.n, name.text);
        if (m.sizes[i] <= 0)
            return grn_op_fail(op, check, "axis size must be at least 1, got: %" PRId64, m.sizes[i]);
        if (m.sizes[i] > INT64_MAX / devices)
            return grn_op_fail(op, check, "has more devices than can be counted");
        devices *= m.sizes[i];
    }
    return m.has_ids ? check_ids(op, check, &m, devices) : GRN_OK;
}

/* ---- axes ------------------------------------------------------------------------------------------------------------------ */

/* `"a":(1)2`, cut when it does not fit. */
enum { AXIS_TEXT_BYTES = 96 };
static const char *axis_text(const grn_sdy_axis *a, char *buffer)
{
    int n = a->name.n < 40 ? (int)a->name.n : 40;
    if (a->size)
        snprintf(buffer, AXIS_TEXT_BYTES, "\"%.*s\":(%" PRId64 ")%" PRId64, n, a->name.text, a->pre, a->size);
    else
        snprintf(buffer, AXIS_TEXT_BYTES, "\"%.*s\"", n, a->name.text);
    return buffer;
}

static grn_status check_axis(const grn_op *op, grn_check *check, const char *before, const grn_sdy_axis *a, const grn_sdy_mesh *mesh)
{
    char text[AXIS_TEXT_BYTES];
    const int64_t whole = grn_sdy_mesh_axis_size(mesh, a->name);
    if (whole == 0)
        return grn_op_fail(op, check, "%sunknown axis name: \"%.*s\"", before, (int)a->name.n, a->name.text);
    if (a->size == 0)
        return GRN_OK;
    if (a->pre < 1)
        return grn_op_fail(op, check, "%ssub-axis pre-size must be at least 1: %s", before, axis_text(a, text));
    if (a->size <= 1)
        return grn_op_fail(op, check, "%ssub-axis size must be greater than 1: %s", before, axis_text(a, text));
    if (a->size == whole)
        return grn_op_fail(op, check, "%ssub-axis size is equal to the full axis size: %s", before, axis_text(a, text));
    if (whole % a->pre != 0 || (whole / a->pre) % a->size != 0)
        return grn_op_fail(op, check, "%ssub-axis pre-size times size must divide the size of the full axis, %" PRId64 ": %s", before, whole,
                           axis_text(a, text));
    return GRN_OK;
}

/* The first and the past-the-last place of an axis within the whole one; a whole axis may have a size of 1. */
static void span_of(const grn_sdy_axis *a, int64_t whole, int64_t *first, int64_t *end)
{
    *first = a->size ? a->pre : 1;
    *end = a->size ? a->pre * a->size : whole;
}

static bool overlap(const grn_sdy_axis *a, const grn_sdy_axis *b, const grn_sdy_mesh *mesh)
{
    int64_t a0, a1, b0, b1;
    if (!grn_str_equal(a->name, b->name))
        return false;
    const int64_t whole = grn_sdy_mesh_axis_size(mesh, a->name);
    span_of(a, whole, &a0, &a1);
    span_of(b, whole, &b0, &b1);
    return (a0 < b1 && b0 < a1) || (a->size == 0 && b->size == 0);
}

static grn_status apart(const grn_op *op, grn_check *check, const char *before, const grn_sdy_axis *a, const grn_sdy_axis *b,
                        const grn_sdy_mesh *mesh)
{
    char one[AXIS_TEXT_BYTES], other[AXIS_TEXT_BYTES];
    if (!overlap(a, b, mesh))
        return GRN_OK;
    if (a->pre == b->pre && a->size == b->size)
        return grn_op_fail(op, check, "%sduplicate axis ref: %s", before, axis_text(a, one));
    return grn_op_fail(op, check, "%soverlapping sub-axes: %s and %s", before, axis_text(a, one), axis_text(b, other));
}

/* Each of the list is of the mesh; no two meet; neighbours cannot be said as one. */
static grn_status check_list(const grn_op *op, grn_check *check, const char *before, grn_sdy_list axes, const grn_sdy_mesh *mesh)
{
    char one[AXIS_TEXT_BYTES], other[AXIS_TEXT_BYTES];
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < axes.count; i++) {
        const grn_sdy_axis a = grn_sdy_axis_of(axes.items[i]);
        status = check_axis(op, check, before, &a, mesh);
        for (size_t k = 0; status == GRN_OK && k < i; k++) {
            const grn_sdy_axis b = grn_sdy_axis_of(axes.items[k]);
            status = apart(op, check, before, &a, &b, mesh);
            if (status == GRN_OK && k + 1 == i && a.size && b.size && grn_str_equal(a.name, b.name) && b.pre * b.size == a.pre)
                status = grn_op_fail(op, check, "%stwo consecutive sub-axes can be merged: %s, %s", before, axis_text(&b, one),
                                     axis_text(&a, other));
        }
    }
    return status;
}

grn_status grn_sdy_check_axes(const grn_op *op, grn_check *check, const char *before, grn_sdy_list axes, const grn_attr *mesh)
{
    const grn_sdy_mesh m = grn_sdy_mesh_of(mesh);
    return check_list(op, check, before, axes, &m);
}

static grn_status lists_apart(const grn_op *op, grn_check *check, const char *before, grn_sdy_list a, grn_sdy_list b, const grn_sdy_mesh *mesh)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < a.count; i++)
        for (size_t k = 0; status == GRN_OK && k < b.count; k++) {
            const grn_sdy_axis x = grn_sdy_axis_of(a.items[i]), y = grn_sdy_axis_of(b.items[k]);
            status = apart(op, check, before, &y, &x, mesh);
        }
    return status;
}

static size_t place_of(const grn_sdy_mesh *mesh, grn_str name)
{
    size_t i = 0;
    while (i < mesh->names.count && !grn_str_equal(mesh->names.items[i]->text, name))
        i++;
    return i;
}

static grn_status in_order(const grn_op *op, grn_check *check, const char *before, const char *what, grn_sdy_list axes, const grn_sdy_mesh *mesh)
{
    for (size_t i = 1; i < axes.count; i++) {
        const grn_sdy_axis a = grn_sdy_axis_of(axes.items[i - 1]), b = grn_sdy_axis_of(axes.items[i]);
        const size_t at = place_of(mesh, a.name), next = place_of(mesh, b.name);
        if (at > next || (at == next && a.pre > b.pre))
            return grn_op_fail(op, check, "%s%s axes are not ordered w.r.t. mesh", before, what);
    }
    return GRN_OK;
}

/* ---- shardings ------------------------------------------------------------------------------------------------------------- */

static grn_status check_dims(const grn_op *op, grn_check *check, const char *before, const grn_sdy_sharding *s, const grn_sdy_mesh *mesh,
                             const grn_type *type)
{
    grn_status status = GRN_OK;
    for (size_t d = 0; status == GRN_OK && d < s->dims.count; d++) {
        const grn_sdy_dim dim = grn_sdy_dim_of(s->dims.items[d]);
        if (dim.priority >= 0 && dim.is_closed && dim.axes.count == 0)
            return grn_op_fail(op, check, "%sdim %zu - empty closed sharding can't have a priority", before, d);
        if (type && grn_type_is_shaped(type) && type->shape[d] == 0 && dim.axes.count)
            return grn_op_fail(op, check, "%sdim %zu - a dimension of size 0 can't be sharded", before, d);
        status = check_list(op, check, before, dim.axes, mesh);
        for (size_t e = 0; status == GRN_OK && e < d; e++)
            status = lists_apart(op, check, before, grn_sdy_dim_of(s->dims.items[e]).axes, dim.axes, mesh);
    }
    return status;
}

static grn_status check_others(const grn_op *op, grn_check *check, const char *before, const grn_sdy_sharding *s, const grn_sdy_mesh *mesh)
{
    grn_status status = check_list(op, check, before, s->replicated, mesh);
    if (status == GRN_OK)
        status = check_list(op, check, before, s->unreduced, mesh);
    for (size_t d = 0; status == GRN_OK && d < s->dims.count; d++) {
        const grn_sdy_list axes = grn_sdy_dim_of(s->dims.items[d]).axes;
        status = lists_apart(op, check, before, axes, s->replicated, mesh);
        if (status == GRN_OK)
            status = lists_apart(op, check, before, axes, s->unreduced, mesh);
    }
    if (status == GRN_OK)
        status = lists_apart(op, check, before, s->replicated, s->unreduced, mesh);
    if (status == GRN_OK)
        status = in_order(op, check, before, "replicated", s->replicated, mesh);
    return status == GRN_OK ? in_order(op, check, before, "unreduced", s->unreduced, mesh) : status;
}

static grn_status check_type(const grn_op *op, grn_check *check, const char *before, const grn_sdy_sharding *s, const grn_type *type)
{
    char text[GRN_TYPE_TEXT_BYTES];
    if (grn_type_is_shaped(type))
        return s->dims.count == (size_t)type->rank
                   ? GRN_OK
                   : grn_op_fail(op, check, "%ssharding doesn't match tensor rank: %zu != %" PRId32, before, s->dims.count, type->rank);
    if (s->dims.count || s->replicated.count)
        return grn_op_fail(op, check, "%snon-shaped tensors can only have a sharding with rank 0 and no replicated axes. type: '%s'", before,
                           grn_type_text(type, text, sizeof text));
    return GRN_OK;
}

grn_status grn_sdy_check_sharding(const grn_op *op, grn_check *check, const char *before, const grn_attr *sharding, const grn_type *type)
{
    const grn_sdy_sharding s = grn_sdy_sharding_of(sharding);
    const grn_attr *mesh = grn_sdy_find_mesh(op, s.mesh);
    type = type ? grn_type_as_tensor(type) : NULL;
    if (!mesh)
        return grn_op_fail(op, check, "%sunknown mesh: @%.*s", before, (int)s.mesh->text.n, s.mesh->text.text);
    if (s.mesh->kind == GRN_ATTR_STRUCT) {
        grn_status status = grn_sdy_check_mesh(op, check, mesh);
        if (status != GRN_OK)
            return status;
    }
    const grn_sdy_mesh m = grn_sdy_mesh_of(mesh);
    if (m.names.count > MOST_AXES)
        return GRN_OK; /* told of where it is defined */
    if (m.names.count == 0 && m.nids == 1 && (s.dims.count || s.replicated.count)) {
        return grn_op_fail(op, check, "%sa maximal sharding can only have rank 0 and no replicated axes", before);
    }
    const bool is_maximal = m.names.count == 0 && m.nids == 1;
    grn_status status = type && !is_maximal ? check_type(op, check, before, &s, type) : GRN_OK;
    if (status == GRN_OK)
        status = check_dims(op, check, before, &s, &m, type);
    return status == GRN_OK ? check_others(op, check, before, &s, &m) : status;
}

/* ---- rules of ops ------------------------------------------------------------------------------------------------------------ */

static grn_status check_mapping(const grn_op *op, grn_check *check, const grn_sdy_rule *r, const char *what, size_t i, const grn_attr *mapping,
                                const grn_type *type, uint8_t *seen)
{
    const grn_sdy_list dims = grn_sdy_list_of(mapping);
    if (grn_type_is_shaped(type) && dims.count != (size_t)type->rank)
        return grn_op_fail(op, check, "%s %zu - mapping rank must match: %zu != %" PRId32, what, i, dims.count, type->rank);
    memset(seen, 0, r->nfactors);
    for (size_t d = 0; d < dims.count; d++)
        for (size_t k = 0; k < dims.items[d]->ndims; k++) {
            const int64_t factor = dims.items[d]->dims[k];
            if (factor < 0 || (uint64_t)factor >= r->nfactors)
                return grn_op_fail(op, check, "%s %zu - expecting factor indices in range [0, %zu), got: %" PRId64, what, i, r->nfactors, factor);
            if (seen[factor])
                return grn_op_fail(op, check, "%s %zu - cannot reuse factors for a tensor mapping: factor %" PRId64, what, i, factor);
            if (dims.items[d]->ndims > 1 && r->sizes[factor] == 1)
                return grn_op_fail(op, check, "%s %zu - dim %zu cannot have factors of size 1 if there are multiple factors", what, i, d);
            seen[factor] = 1;
        }
    return GRN_OK;
}

static grn_status check_groups(const grn_op *op, grn_check *check, const grn_sdy_rule *r, uint8_t *seen)
{
    const grn_field *groups[] = {&r->reduction, &r->replication, &r->permutation};
    memset(seen, 0, r->nfactors);
    for (size_t g = 0; g < GRN_COUNT(groups); g++)
        for (size_t i = 0; i < groups[g]->count; i++) {
            const int64_t factor = groups[g]->v[i];
            if (factor < 0 || (uint64_t)factor >= r->nfactors)
                return grn_op_fail(op, check, "expecting factor indices in range [0, %zu), got: %" PRId64, r->nfactors, factor);
            if (seen[factor])
                return grn_op_fail(op, check, "factor %" PRId64 " is of more than one kind", factor);
            seen[factor] = 1;
        }
    return GRN_OK;
}

static grn_status check_rule(const grn_op *op, grn_check *check, const grn_attr *rule)
{
    const grn_sdy_rule r = grn_sdy_rule_of(rule);
    uint8_t *seen = GRN_ARENA_NEW(&check->scratch->arena, uint8_t, r.nfactors ? r.nfactors : 1);
    grn_status status = GRN_OK;
    if (!seen)
        return GRN_E_MEMORY;
    if (op->noperands + op->nresults == 0)
        return grn_op_fail(op, check, "rule without operands and results");
    if (r.operands.count != op->noperands || r.results.count != op->nresults)
        return grn_op_fail(op, check, "number of operands and mappings must match: %zu to %zu operands, %zu to %zu results", op->noperands,
                           r.operands.count, op->nresults, r.results.count);
    for (size_t i = 0; status == GRN_OK && i < r.operands.count; i++)
        status = check_mapping(op, check, &r, "operand", i, r.operands.items[i], grn_operand_type(op, i), seen);
    for (size_t i = 0; status == GRN_OK && i < r.results.count; i++)
        status = check_mapping(op, check, &r, "result", i, r.results.items[i], grn_result_type(op, i), seen);
    return status == GRN_OK ? check_groups(op, check, &r, seen) : status;
}

/* ---- attributes on ops and on values of functions ------------------------------------------------------------------------------- */

static bool is_rule(const grn_attr *a) { return a->kind == GRN_ATTR_STRUCT && a->record.def == &grn_sdy_rule_attr; }

grn_status grn_sdy_check_attr(const grn_op *op, const grn_named_attr *attr, grn_check *check)
{
    char before[32];
    if (grn_str_is(attr->name, "sdy.sharding_rule"))
        return is_rule(attr->value) ? check_rule(op, check, attr->value)
                                    : grn_op_fail(op, check, "should have a sharding rule attribute for `sdy.sharding_rule`");
    if (!grn_str_is(attr->name, "sdy.sharding"))
        return GRN_OK;
    if (!grn_sdy_is_shardings.matches(attr->value))
        return grn_op_fail(op, check, "should have a sharding attribute of type TensorShardingPerValueAttr for `sdy.sharding`");
    const grn_sdy_list list = grn_sdy_axes_of(attr->value);
    if (list.count != op->nresults)
        return grn_op_fail(op, check, "result shardings don't match number of values: %zu shardings vs %zu values", list.count, op->nresults);
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < list.count; i++) {
        snprintf(before, sizeof before, "result %zu - ", i);
        status = grn_sdy_check_sharding(op, check, list.count > 1 ? before : "", list.items[i], grn_result_type(op, i));
    }
    return status;
}

grn_status grn_sdy_check_value_attr(const grn_op *op, const grn_named_attr *attr, bool is_result, size_t i, const grn_type *type,
                                    grn_check *check)
{
    char before[32];
    if (!grn_str_is(attr->name, "sdy.sharding"))
        return GRN_OK;
    snprintf(before, sizeof before, "%s %zu - ", is_result ? "result" : "arg", i);
    if (!grn_sdy_is_sharding.matches(attr->value))
        return grn_op_fail(op, check, "%sshould have a sharding attribute of type TensorShardingAttr for `sdy.sharding`", before);
    return grn_sdy_check_sharding(op, check, before, attr->value, type);
}
