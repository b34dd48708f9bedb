/* factors.c - the factors along which an op may be cut: those of its rule, and of gathers and
 * scatters their own. */
#include "shard/rows.h"

/* ---- rules ----------------------------------------------------------------------------------- */

grn_part_rule *grn_part_rule_new(grn_sharder *s, const grn_op *op, size_t most_factors)
{
    grn_arena *arena = &s->w.ir->arena;
    grn_part_rule *r = GRN_ARENA_NEW(arena, grn_part_rule, 1);
    const size_t nvalues = op->noperands + op->nresults;
    if (!r)
        return NULL;
    *r = (grn_part_rule){.nvalues = (int32_t)nvalues,
                         .factors = GRN_ARENA_NEW(arena, grn_part_factor, most_factors + 1),
                         .maps = GRN_ARENA_NEW(arena, grn_part_map, nvalues + 1)};
    if (!r->factors || !r->maps)
        return NULL;
    for (size_t i = 0; i < nvalues; i++) {
        const grn_type *t = grn_part_value(op, i)->type;
        grn_part_map *map = &r->maps[i];
        *map = (grn_part_map){.rank = grn_part_divides(t) ? t->rank : 0};
        for (int32_t d = 0; d < map->rank; d++)
            map->own[d] = -1;
    }
    return r;
}

int64_t grn_part_factor_new(grn_part_rule *r, int64_t size)
{
    r->factors[r->nfactors] = (grn_part_factor){.size = size};
    return r->nfactors++;
}

/* A factor for each dimension, which all values have: of ops that do with each element by
 * itself. */
static grn_part_rule *pointwise(grn_sharder *s, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    grn_part_rule *r = grn_part_rule_new(s, op, grn_part_divides(t) ? (size_t)t->rank : 0);
    for (int32_t d = 0; r && grn_part_divides(t) && d < t->rank; d++) {
        const int64_t f = grn_part_factor_new(r, t->shape[d]);
        for (int32_t i = 0; i < r->nvalues; i++)
            if (r->maps[i].rank == t->rank)
                r->maps[i].own[d] = f;
    }
    return r;
}

grn_status grn_part_pointwise_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    *rule = pointwise(s, op);
    return *rule ? GRN_OK : grn_no_memory(&s->w);
}

/* ---- the op's own rule ----------------------------------------------------------------------- */

static void mark(grn_part_rule *r, const grn_field *field, void (*as)(grn_part_factor *f))
{
    for (size_t i = 0; i < field->count; i++)
        if (field->v[i] >= 0 && field->v[i] < r->nfactors)
            as(&r->factors[field->v[i]]);
}
static void as_ordered(grn_part_factor *f) { f->whole = GRN_PART_ORDER; }
static void as_needed(grn_part_factor *f) { f->whole = GRN_PART_NEEDS; }
static void as_moved(grn_part_factor *f) { f->whole = GRN_PART_MOVES; }
static void as_reduced(grn_part_factor *f) { f->is_reduced = true; }
static void as_blocked(grn_part_factor *f) { f->is_blocked = true; }

/* A dimension is cut only where its factors are all there is of it. */
static void check_sizes(grn_part_rule *r, const grn_op *op)
{
    for (int32_t i = 0; i < r->nvalues; i++)
        for (int32_t d = 0; d < r->maps[i].rank; d++) {
            const int64_t *f;
            int64_t all = 1;
            const size_t n = grn_part_factors(&r->maps[i], d, &f);
            bool fits = true;
            for (size_t k = 0; k < n; k++)
                fits = fits && grn_mul_i64(all, r->factors[f[k]].size, &all);
            fits = fits && all == grn_part_value(op, (size_t)i)->type->shape[d];
            for (size_t k = 0; k < n; k++) {
                r->factors[f[k]].whole = fits || r->factors[f[k]].whole ? r->factors[f[k]].whole : GRN_PART_OTHER;
                r->factors[f[k]].is_shared |= n > 1;
            }
        }
}

static bool value_has(const grn_part_rule *r, size_t value, int64_t factor)
{
    bool has = false;
    for (int32_t d = 0; d < r->maps[value].rank; d++) {
        const int64_t *f;
        const size_t n = grn_part_factors(&r->maps[value], d, &f);
        for (size_t k = 0; k < n; k++)
            has |= f[k] == factor;
    }
    return has;
}

/* Of a factor that a result lacks every device would give a part of it for the whole, unless parts
 * are combined; one that no operand has says where an element of the result lies, and nothing of
 * where it comes from, unless it is copied there. */
static void check_values(grn_part_rule *r, const grn_op *op, bool copies)
{
    for (int32_t f = 0; f < r->nfactors; f++) {
        size_t operands = 0, results = 0;
        for (size_t i = 0; i < (size_t)r->nvalues; i++)
            *(i < op->noperands ? &operands : &results) += value_has(r, i, f);
        if (!r->factors[f].whole &&
            ((results < op->nresults && !r->factors[f].is_reduced) || (operands == 0 && !copies)))
            r->factors[f].whole = GRN_PART_LACKS;
    }
}

/* False: the rule is of other values than the op's. */
static bool take_maps(grn_part_rule *r, const grn_sdy_rule *from)
{
    if (from->operands.count + from->results.count != (size_t)r->nvalues)
        return false;
    for (size_t i = 0; i < (size_t)r->nvalues; i++) {
        const grn_attr *map =
            i < from->operands.count ? from->operands.items[i] : from->results.items[i - from->operands.count];
        const grn_sdy_list dims = grn_sdy_list_of(map);
        if (r->maps[i].rank == 0)
            continue;
        if (dims.count != (size_t)r->maps[i].rank)
            return false;
        r->maps[i].dims = dims.items;
    }
    return true;
}

/* All of one shape. */
static bool is_alike(const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    bool alike = true;
    for (size_t i = 0; i < op->noperands + op->nresults; i++)
        alike = alike && grn_type_same_shape(grn_part_value(op, i)->type, t);
    return alike;
}

grn_status grn_part_rule_from(grn_sharder *s, const grn_op *op, const grn_part_row *row, grn_part_rule **rule)
{
    const grn_attr *attr;
    grn_status status = grn_shard_rule_of(s->w.ir, op, &attr);
    *rule = NULL;
    if (status != GRN_OK)
        return grn_no_memory(&s->w);
    if (!attr)
        return row && row->is_element && is_alike(op) ? grn_part_pointwise_rule(s, op, rule) : GRN_OK;
    const grn_sdy_rule from = grn_sdy_rule_of(attr);
    grn_part_rule *r = grn_part_rule_new(s, op, from.nfactors);
    if (!r)
        return grn_no_memory(&s->w);
    for (size_t i = 0; i < from.nfactors; i++)
        grn_part_factor_new(r, from.sizes[i]);
    if (!take_maps(r, &from))
        return GRN_OK;
    mark(r, &from.replication, as_needed);
    mark(r, &from.permutation, as_moved);
    mark(r, &from.blocked, as_blocked);
    mark(r, &from.reduction, row && row->combines && row->combines(s, op) ? as_reduced : as_ordered);
    check_sizes(r, op);
    check_values(r, op, row && row->copies);
    for (int32_t d = 0; row && row->mixes && op->nresults && d < r->maps[op->noperands].rank; d++) {
        const int64_t *f;
        const size_t n = row->mixes(op, d) ? grn_part_factors(&r->maps[op->noperands], d, &f) : 0;
        for (size_t k = 0; k < n; k++) {
            r->factors[f[k]].whole = GRN_PART_MOVES;
        }
    }
    *rule = r;
    return GRN_OK;
}

static bool all_divide(const grn_op *op)
{
    bool all = true;
    for (size_t i = 0; i < op->noperands + op->nresults; i++)
        all = all && grn_part_divides(grn_part_value(op, i)->type);
    return all;
}

grn_status grn_part_rule_of(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    const grn_part_row *row = grn_part_row_of(op);
    *rule = NULL;
    if (!row || !all_divide(op) || op->nresults == 0)
        return GRN_OK;
    return row->rule ? row->rule(s, op, rule) : grn_part_rule_from(s, op, row, rule);
}

const char *grn_part_why_whole(const grn_op *op)
{
    const grn_part_row *row = grn_part_row_of(op);
    const bool has_own = grn_op_attr(op, "sdy.sharding_rule") != NULL;
    if (!row)
        return has_own ? "how a device runs a part of it is not known, whatever its own sharding rule says"
                       : "nothing is known along which it could be cut";
    if (!all_divide(op))
        return "a value of it has no known shape, or quantized elements";
    if (row->rule)
        return "it has more dimensions than a specification takes, or indices wider than 64 bits";
    return has_own ? "its own sharding rule does not fit" : "it has no sharding rule";
}
