/* dims_check.c - the rules that gather and scatter share, reported under the names and numbers of
 * the caller's side. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "access/check.h"

const grn_side grn_gather_side = {
    .op = "gather",
    .operand = "operand",
    .indices = "start_indices",
    .dense = "result",
    .offset_dims = "offset_dims",
    .collapsed = "collapsed_slice_dims",
    .batching = "operand_batching_dims",
    .indices_batching = "start_indices_batching_dims",
    .index_map = "start_index_map",
    .number =
        {
#define GATHER_NUMBER(name, gather, scatter) [GRN_RULE_##name] = gather,
            GRN_SHARED_RULES(GATHER_NUMBER)
#undef GATHER_NUMBER
        },
};

const grn_side grn_scatter_side = {
    .op = "scatter",
    .operand = "inputs[0]",
    .indices = "scatter_indices",
    .dense = "updates[0]",
    .offset_dims = "update_window_dims",
    .collapsed = "inserted_window_dims",
    .batching = "input_batching_dims",
    .indices_batching = "scatter_indices_batching_dims",
    .index_map = "scatter_dims_to_operand_dims",
    .number =
        {
#define SCATTER_NUMBER(name, gather, scatter) [GRN_RULE_##name] = scatter,
            GRN_SHARED_RULES(SCATTER_NUMBER)
#undef SCATTER_NUMBER
        },
};

grn_status grn_break_rule(const grn_rules *c, int number, grn_status status, const char *format, ...)
{
    char rule[16];
    va_list args;
    va_start(args, format);
    grn_fail_v(c->diag, grn_no_place, status, format, args);
    va_end(args);
    snprintf(rule, sizeof rule, "C%d", number);
    grn_note_rule(c->diag, grn_no_place, rule, " of the StableHLO spec, %s", c->side->op);
    return status;
}

bool grn_dims_read(size_t count, const int64_t *v, grn_dims *out)
{
    if (count > GRN_MAX_RANK)
        return false;
    for (size_t k = 0; k < count; k++)
        out->v[k] = v[k];
    out->count = (int32_t)count;
    return true;
}

bool grn_dims_has(const grn_dims *list, int64_t dim)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] == dim)
            return true;
    return false;
}

bool grn_dims_equal(const grn_dims *a, const grn_dims *b)
{
    return a->count == b->count && memcmp(a->v, b->v, (size_t)a->count * sizeof *a->v) == 0;
}

bool grn_same_dimension_numbers(const grn_dimension_numbers *a, const grn_dimension_numbers *b)
{
    return grn_dims_equal(&a->offset_dims, &b->offset_dims) &&
           grn_dims_equal(&a->collapsed_slice_dims, &b->collapsed_slice_dims) &&
           grn_dims_equal(&a->operand_batching_dims, &b->operand_batching_dims) &&
           grn_dims_equal(&a->start_indices_batching_dims, &b->start_indices_batching_dims) &&
           grn_dims_equal(&a->start_index_map, &b->start_index_map) && a->index_vector_dim == b->index_vector_dim;
}

void grn_dimension_numbers_copy(grn_dimension_numbers *to, const grn_dimension_numbers *from)
{
    grn_dims_copy(&to->offset_dims, &from->offset_dims);
    grn_dims_copy(&to->collapsed_slice_dims, &from->collapsed_slice_dims);
    grn_dims_copy(&to->operand_batching_dims, &from->operand_batching_dims);
    grn_dims_copy(&to->start_indices_batching_dims, &from->start_indices_batching_dims);
    grn_dims_copy(&to->start_index_map, &from->start_index_map);
    to->index_vector_dim = from->index_vector_dim;
}

void grn_dimension_numbers_clear(grn_dimension_numbers *out)
{
    out->offset_dims.count = out->collapsed_slice_dims.count = out->operand_batching_dims.count = 0;
    out->start_indices_batching_dims.count = out->start_index_map.count = 0;
    out->index_vector_dim = 0;
}

bool grn_dim_is_dropped(const grn_dimension_numbers *dims, int64_t operand_dim)
{
    return grn_dims_has(&dims->collapsed_slice_dims, operand_dim) ||
           grn_dims_has(&dims->operand_batching_dims, operand_dim);
}

/* ---- on one list ----------------------------------------------------------------------------- */

static grn_status in_range(const grn_rules *c, grn_shared_rule rule, const char *name, const grn_dims *list,
                           const char *of, int32_t rank)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] < 0 || list->v[i] >= rank)
            return grn_break_rule(c, c->side->number[rule], GRN_E_SHAPE,
                                  "%s[%" PRId32 "] is %" PRId64 ", a dimension of %s is in [0, %" PRId32 ")", name, i,
                                  list->v[i], of, rank);
    return GRN_OK;
}

/* `strict` also forbids repeats. */
static grn_status ascends(const grn_rules *c, grn_shared_rule rule, const char *name, const grn_dims *list, bool strict)
{
    char text[GRN_LIST_BYTES];
    for (int32_t i = 1; i < list->count; i++)
        if (list->v[i] < list->v[i - 1] || (strict && list->v[i] == list->v[i - 1]))
            return grn_break_rule(c, c->side->number[rule], GRN_E_SHAPE, "%s is %s, it must ascend%s", name,
                                  grn_list_text(list->v, list->count, text), strict ? " without repeats" : "");
    return GRN_OK;
}

/* The two lists together name no dimension twice; the second may be NULL. */
static grn_status no_repeats(const grn_rules *c, grn_shared_rule rule, const char *name, const grn_dims *list,
                             const char *other_name, const grn_dims *other)
{
    int32_t own = list->count, count = own + (other != NULL ? other->count : 0);
    for (int32_t i = 1; i < count; i++)
        for (int32_t j = 0; j < i; j++) {
            int64_t a = i < own ? list->v[i] : other->v[i - own], b = j < own ? list->v[j] : other->v[j - own];
            if (a == b)
                return grn_break_rule(c, c->side->number[rule], GRN_E_SHAPE,
                                      "%s%s%s name dimension %" PRId64 " twice, once is allowed", name,
                                      other ? " and " : "", other ? other_name : "", a);
        }
    return GRN_OK;
}

/* ---- the rules, in the order of StableHLO's verifier ----------------------------------------- */

static grn_status check_lists(const grn_rules *c)
{
    const grn_dimension_numbers *d = c->dims;
    const struct {
        const grn_dims *list;
        const char *name;
    } lists[] = {
        {&d->offset_dims, c->side->offset_dims},        {&d->collapsed_slice_dims, c->side->collapsed},
        {&d->operand_batching_dims, c->side->batching}, {&d->start_indices_batching_dims, c->side->indices_batching},
        {&d->start_index_map, c->side->index_map},
    };
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(lists); i++)
        status = grn_check_list(lists[i].list, lists[i].name, c->diag);
    return status;
}

static grn_status check_index_rule(const grn_rules *c)
{
    const grn_index_rule *r = c->rule;
    if ((unsigned)r->bounds >= GRN_BOUNDS_COUNT)
        return grn_fail(c->diag, grn_no_place, GRN_E_ARGUMENT, "bounds is %d, a policy is 0 to %d", (int)r->bounds,
                        GRN_BOUNDS_COUNT - 1);
    if ((unsigned)r->grain > GRN_GRAIN_WINDOW)
        return grn_fail(c->diag, grn_no_place, GRN_E_ARGUMENT, "grain is %d, element is 0 and window is 1",
                        (int)r->grain);
    if ((unsigned)r->batch_rule > GRN_BATCH_PREFIX)
        return grn_fail(c->diag, grn_no_place, GRN_E_ARGUMENT, "batch_rule is %d, equal is 0 and prefix is 1",
                        (int)r->batch_rule);
    return GRN_OK;
}

static grn_status check_window_rank(const grn_rules *c)
{
    const grn_dimension_numbers *d = c->dims;
    const grn_side *s = c->side;
    int32_t listed = d->offset_dims.count + d->collapsed_slice_dims.count + d->operand_batching_dims.count;
    if (listed == c->operand->rank)
        return GRN_OK;
    return grn_break_rule(c, s->number[GRN_RULE_WINDOW_RANK], GRN_E_SHAPE,
                          "%s (%" PRId32 "), %s (%" PRId32 ") and %s (%" PRId32 ") list %" PRId32
                          " dimensions together, %s has rank %" PRId32,
                          s->offset_dims, d->offset_dims.count, s->collapsed, d->collapsed_slice_dims.count,
                          s->batching, d->operand_batching_dims.count, listed, s->operand, c->operand->rank);
}

static grn_status check_vector_dim(const grn_rules *c)
{
    int64_t dim = c->dims->index_vector_dim;
    if (dim >= 0 && dim <= c->indices->rank)
        return GRN_OK;
    return grn_break_rule(c, c->side->number[GRN_RULE_VECTOR_DIM_RANGE], GRN_E_SHAPE,
                          "index_vector_dim is %" PRId64 ", with %s of rank %" PRId32 " it is in [0, %" PRId32 "]", dim,
                          c->side->indices, c->indices->rank, c->indices->rank);
}

static grn_status check_map_size(const grn_rules *c)
{
    int64_t components = grn_has_vector_dim(c->dims, c->indices) ? c->indices->shape[c->dims->index_vector_dim] : 1;
    if (c->dims->start_index_map.count == components)
        return GRN_OK;
    return grn_break_rule(
        c, c->side->number[GRN_RULE_MAP_SIZE], GRN_E_SHAPE,
        "%s has size %" PRId32 ", index_vector_dim %" PRId64 " of %s gives index vectors of size %" PRId64,
        c->side->index_map, c->dims->start_index_map.count, c->dims->index_vector_dim, c->side->indices, components);
}

static grn_status check_operand_lists(const grn_rules *c)
{
    const grn_dimension_numbers *d = c->dims;
    const grn_side *s = c->side;
    grn_status status = no_repeats(c, GRN_RULE_COLLAPSED_UNIQUE, s->collapsed, &d->collapsed_slice_dims, s->batching,
                                   &d->operand_batching_dims);
    if (status == GRN_OK)
        status = ascends(c, GRN_RULE_COLLAPSED_ORDER, s->collapsed, &d->collapsed_slice_dims, false);
    if (status == GRN_OK)
        status =
            in_range(c, GRN_RULE_COLLAPSED_RANGE, s->collapsed, &d->collapsed_slice_dims, s->operand, c->operand->rank);
    if (status == GRN_OK)
        status = ascends(c, GRN_RULE_BATCHING_ORDER, s->batching, &d->operand_batching_dims, false);
    if (status == GRN_OK)
        status =
            in_range(c, GRN_RULE_BATCHING_RANGE, s->batching, &d->operand_batching_dims, s->operand, c->operand->rank);
    return status;
}

static grn_status check_batching_size(const grn_rules *c)
{
    int32_t operand = c->dims->operand_batching_dims.count, indices = c->dims->start_indices_batching_dims.count;
    if (operand == indices)
        return GRN_OK;
    return grn_break_rule(c, c->side->number[GRN_RULE_BATCHING_SIZES], GRN_E_SHAPE,
                          "%s has size %" PRId32 " and %s has size %" PRId32 ", they must be equal", c->side->batching,
                          operand, c->side->indices_batching, indices);
}

static grn_status check_indices_batching(const grn_rules *c)
{
    const grn_dims *list = &c->dims->start_indices_batching_dims;
    const char *name = c->side->indices_batching;
    grn_status status = no_repeats(c, GRN_RULE_INDICES_BATCHING_UNIQUE, name, list, NULL, NULL);
    if (status == GRN_OK)
        status = in_range(c, GRN_RULE_INDICES_BATCHING_RANGE, name, list, c->side->indices, c->indices->rank);
    if (status == GRN_OK && grn_dims_has(list, c->dims->index_vector_dim))
        return grn_break_rule(c, c->side->number[GRN_RULE_INDICES_BATCHING_NOT_VECTOR], GRN_E_SHAPE,
                              "%s lists %" PRId64 ", which is index_vector_dim and cannot be a batch", name,
                              c->dims->index_vector_dim);
    return status == GRN_OK ? check_batching_size(c) : status;
}

static grn_status check_batch_extents(const grn_rules *c)
{
    const grn_dims *operand_dims = &c->dims->operand_batching_dims;
    bool prefix = c->rule->batch_rule == GRN_BATCH_PREFIX;
    for (int32_t i = 0; i < operand_dims->count; i++) {
        int64_t operand = c->operand->shape[operand_dims->v[i]];
        int64_t indices = c->indices->shape[c->dims->start_indices_batching_dims.v[i]];
        if (indices == operand || (prefix && indices < operand))
            continue;
        return grn_break_rule(c, c->side->number[GRN_RULE_BATCHING_EXTENTS], GRN_E_SHAPE,
                              "%s[%" PRId32 "] is a dimension of extent %" PRId64 ", %s[%" PRId32
                              "] one of extent %" PRId64 "; the second must %s the first",
                              c->side->batching, i, operand, c->side->indices_batching, i, indices,
                              prefix ? "not exceed" : "equal");
    }
    return GRN_OK;
}

static grn_status check_index_map(const grn_rules *c)
{
    const grn_dims *map = &c->dims->start_index_map;
    grn_status status =
        no_repeats(c, GRN_RULE_MAP_UNIQUE, c->side->index_map, map, c->side->batching, &c->dims->operand_batching_dims);
    if (status == GRN_OK)
        status = in_range(c, GRN_RULE_MAP_RANGE, c->side->index_map, map, c->side->operand, c->operand->rank);
    return status;
}

static grn_status check_dense_rank(grn_rules *c)
{
    c->dense_rank = c->indices->rank - (grn_has_vector_dim(c->dims, c->indices) ? 1 : 0) + c->dims->offset_dims.count;
    if (c->dense_rank <= GRN_MAX_RANK)
        return GRN_OK;
    return grn_fail(c->diag, grn_no_place, GRN_E_LIMIT, "%s would have rank %" PRId32 ", the limit is %d",
                    c->side->dense, c->dense_rank, GRN_MAX_RANK);
}

/* C5 / C8 come after the others, as in StableHLO's verifier: they need the rank of the dense
 * tensor. */
static grn_status check_offset_range(grn_rules *c)
{
    grn_status status = check_dense_rank(c);
    if (status != GRN_OK)
        return status;
    return in_range(c, GRN_RULE_OFFSET_RANGE, c->side->offset_dims, &c->dims->offset_dims, c->side->dense,
                    c->dense_rank);
}

grn_status grn_check_dims(grn_rules *c)
{
    grn_status status = check_lists(c);
    if (status == GRN_OK)
        status = check_index_rule(c);
    if (status == GRN_OK)
        status = check_window_rank(c);
    if (status == GRN_OK)
        status = check_vector_dim(c);
    if (status == GRN_OK)
        status = check_map_size(c);
    if (status == GRN_OK)
        status = ascends(c, GRN_RULE_OFFSET_ORDER, c->side->offset_dims, &c->dims->offset_dims, true);
    if (status == GRN_OK)
        status = check_operand_lists(c);
    if (status == GRN_OK)
        status = check_indices_batching(c);
    if (status == GRN_OK)
        status = check_batch_extents(c);
    if (status == GRN_OK)
        status = check_index_map(c);
    return status == GRN_OK ? check_offset_range(c) : status;
}
