/* rule_check.c - what has to hold of the rule of an op (Shardy, OpShardingRuleAttr,
 * TensorMappingAttr, DimMappingAttr). */
#include "dialects/sdy/sdy.h"

#include <inttypes.h>
#include <stdio.h>

/* The mappings of all operands, or of all results. */
typedef struct side {
    const char *what; /* "operand" */
    grn_sdy_list mappings;
    size_t count; /* of values */
    grn_sdy_type_reader type;
    uint8_t *used; /* by factor: some value has it */
} side;

typedef struct rule {
    const grn_op *op;
    grn_check *check;
    grn_sdy_rule r;
    size_t *last; /* by factor: one more than the number of the value that had it last */
} rule;

/* "operand 1 - ": without a number of a single one. */
typedef struct before {
    char text[40];
} before;
static before before_of(const side *s, size_t i)
{
    before b;
    snprintf(b.text, sizeof b.text, s->count == 1 ? "%s - " : "%s %zu - ", s->what, i);
    return b;
}

static grn_status check_dim(const rule *u, const side *s, size_t i, const grn_attr *dim)
{
    const grn_sdy_rule *r = &u->r;
    if (dim->ndims == 0)
        return grn_op_fail(u->op, u->check, "%sdim mapping must have at least one factor", before_of(s, i).text);
    for (size_t k = 0; k < dim->ndims; k++) {
        const int64_t factor = dim->dims[k];
        if (factor < 0 || (uint64_t)factor >= r->nfactors)
            return grn_op_fail(u->op, u->check,
                               "%sexpecting factor indices to be within 0<=...<num_factors; received: %" PRId64
                               ", num_factors: %zu",
                               before_of(s, i).text, factor, r->nfactors);
        if (u->last[factor] == i + 1)
            return grn_op_fail(u->op, u->check, "%scannot reuse factors for the same tensor value",
                               before_of(s, i).text);
        if (dim->ndims > 1 && r->sizes[factor] == 1)
            return grn_op_fail(u->op, u->check,
                               "%sdim mapping can't have a factor of size 1 if there are multiple factors",
                               before_of(s, i).text);
        u->last[factor] = i + 1;
        s->used[factor] = 1;
    }
    return GRN_OK;
}

static grn_status check_mapping(const rule *u, const side *s, size_t i)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_type *type = grn_type_as_tensor(s->type(u->op, i));
    const grn_sdy_list dims = grn_sdy_list_of(s->mappings.items[i]);
    grn_status status = GRN_OK;
    if (!grn_type_is_shaped(type) || !grn_type_has_static_shape(type))
        return grn_op_fail(u->op, u->check, "%sexpected a ranked tensor with a static shape. type: '%s'",
                           before_of(s, i).text, grn_type_text(s->type(u->op, i), text, sizeof text));
    if (dims.count != (size_t)type->rank)
        return grn_op_fail(u->op, u->check, "%smapping rank must match: %zu != %" PRId32, before_of(s, i).text,
                           dims.count, type->rank);
    for (size_t d = 0; status == GRN_OK && d < dims.count; d++)
        status = check_dim(u, s, i, dims.items[d]);
    return status;
}

static grn_status check_side(const rule *u, const side *s)
{
    grn_status status = GRN_OK;
    if (s->count != s->mappings.count)
        return grn_op_fail(u->op, u->check, "number of %ss and mappings must match: %zu != %zu", s->what, s->count,
                           s->mappings.count);
    if (s->count == 0)
        return grn_op_fail(
            u->op, u->check,
            "number of %ss mappings cannot be 0. Op sharding rules can only be defined on operations with "
            "at least one operand and result.",
            s->what);
    memset(u->last, 0, u->r.nfactors * sizeof *u->last);
    for (size_t i = 0; status == GRN_OK && i < s->count; i++)
        status = check_mapping(u, s, i);
    return status;
}

static grn_status check_all_used(const rule *u, const side *in, const side *out)
{
    char name[32];
    for (size_t f = 0; f < u->r.nfactors; f++)
        if (!in->used[f] && !out->used[f])
            return grn_op_fail(u->op, u->check,
                               "has factor %s=%" PRId64 " that isn't used in operand and result mappings",
                               grn_sdy_factor_text((int64_t)f, name, sizeof name), u->r.sizes[f]);
    return GRN_OK;
}

static grn_status check_group(const rule *u, const grn_field *group)
{
    bool sorted = true, unique = true;
    for (size_t i = 1; i < group->count; i++) {
        sorted = sorted && group->v[i - 1] <= group->v[i];
        unique = unique && group->v[i - 1] != group->v[i];
    }
    if (!sorted)
        return grn_op_fail(u->op, u->check, "indices of special factors must be sorted");
    if (!unique)
        return grn_op_fail(u->op, u->check, "indices of special factors must be unique");
    if (group->count && (uint64_t)group->v[group->count - 1] >= u->r.nfactors)
        return grn_op_fail(u->op, u->check, "index must be less than %zu, got: %" PRId64, u->r.nfactors,
                           group->v[group->count - 1]);
    return GRN_OK;
}

/* A factor is of one kind. */
static grn_status check_kinds(const rule *u)
{
    const grn_field *groups[] = {&u->r.reduction, &u->r.replication, &u->r.permutation};
    grn_status status = GRN_OK;
    for (size_t g = 0; status == GRN_OK && g < GRN_COUNT(groups); g++)
        status = check_group(u, groups[g]);
    if (status != GRN_OK)
        return status;
    memset(u->last, 0, u->r.nfactors * sizeof *u->last);
    for (size_t g = 0; g < GRN_COUNT(groups); g++)
        for (size_t i = 0; i < groups[g]->count; i++)
            if (u->last[groups[g]->v[i]]++)
                return grn_op_fail(
                    u->op, u->check,
                    "a factor can only be in one of the reduction, need replication, or permutation factor sets");
    return GRN_OK;
}

grn_status grn_sdy_check_rule(const grn_op *op, grn_check *check, const grn_attr *attr)
{
    rule u = {.op = op, .check = check, .r = grn_sdy_rule_of(attr)};
    const size_t n = u.r.nfactors + 1;
    u.last = GRN_ARENA_NEW(&check->scratch->arena, size_t, n);
    const side in = {"operand", u.r.operands, op->noperands, grn_operand_type,
                     GRN_ARENA_NEW(&check->scratch->arena, uint8_t, n)};
    const side out = {"result", u.r.results, op->nresults, grn_result_type,
                      GRN_ARENA_NEW(&check->scratch->arena, uint8_t, n)};
    if (!u.last || !in.used || !out.used)
        return GRN_E_MEMORY;
    grn_status status = check_side(&u, &in);
    if (status == GRN_OK)
        status = check_side(&u, &out);
    if (status == GRN_OK)
        status = check_all_used(&u, &in, &out);
    if (status == GRN_OK)
        status = check_kinds(&u);
    if (status == GRN_OK)
        status = check_group(&u, &u.r.blocked);
    for (size_t i = 0; status == GRN_OK && i < u.r.reduction.count; i++)
        if (out.used[u.r.reduction.v[i]])
            status = grn_op_fail(op, check, "reduction factor cannot be in result mappings");
    return status;
}
