/*
 * index_rule.c - accesses under another index rule than StableHLO's, whose operand is cut along what
 * indices name.
 *
 * Between the stages `propagated` and `resharded`, as windows.c. A device can tell who owns a
 * position only by the whole: base and negative indices are resolved against the extents of the
 * whole, as numbers of 64 bits, and what is left is the policy for a start that is out of range:
 *
 *   gather  clamp           StableHLO's own
 *           fill            the gather clamps; where the start was out of range the fill value is
 *                           selected. Windows of several positions that are filled by
 *                           elements come together instead
 *           error, promise  a gather of the same indices from a splat of the whole's shape fails as
 *                           the whole does; the indices come from behind it
 *                           (optimization_barrier)
 *   scatter skip            StableHLO's own; by windows, a start out of range misses in all
 *           clamp           the start is moved into the whole
 *           error, promise  as the gather's
 *
 * An access whose operand is whole along what its indices name stays as it is: each device runs it
 * under its own rule.
 */
#include "shard/starts.h"

typedef struct resolution {
    grn_sharder *s;
    grn_hub a; /* as it came */
    grn_part_starts st;
    grn_value *valid; /* of the starts' shape; NULL: none is out of range */
} resolution;

bool grn_part_is_checked(const grn_hub *h)
{
    return h->rule.bounds == GRN_BOUNDS_ERROR || h->rule.bounds == GRN_BOUNDS_PROMISE;
}

/* ---- the check ------------------------------------------------------------------------------- */

static grn_value *truths(grn_sharder *s, int32_t rank, const int64_t *shape)
{
    static const unsigned char yes = 1;
    const grn_type *i1 = grn_type_integer(s->w.ir, 1, GRN_SIGNLESS);
    return i1 ? grn_build_splat(&s->w, i1, rank, shape, &yes) : NULL;
}

/* An access of the same indices that finds nothing but whether they are in range: of a splat of the
 * whole's shape, with one position along what no index names. */
static grn_value *check(grn_sharder *s, const grn_hub *a)
{
    const grn_type *whole = a->operands[0]->type, *dense = grn_hub_dense(a);
    int64_t shape[GRN_MAX_RANK], of[GRN_MAX_RANK];
    grn_hub hub = {.is_scatter = a->is_scatter,
                   .dims = a->dims,
                   .rule = a->rule,
                   .combiner = GRN_COMBINE_OR,
                   .ninputs = 1,
                   .indices = a->indices};
    for (int32_t d = 0; d < dense->rank; d++)
        shape[d] = dense->shape[d];
    for (int32_t d = 0; d < whole->rank; d++) {
        const int64_t window = grn_hub_window(a, d);
        const bool is_one = a->map.operand[d].component < 0 && a->map.operand[d].dense >= 0 && window > 0;
        of[d] = is_one ? 1 : whole->shape[d];
        grn_dims_push(&hub.slice_sizes, is_one ? 1 : window);
        if (is_one)
            shape[a->map.operand[d].dense] = 1;
    }
    hub.rule.indices_are_sorted = hub.rule.unique_indices = false;
    grn_value *operand = truths(s, whole->rank, of), *updates = a->is_scatter ? truths(s, dense->rank, shape) : NULL;
    hub.operands = &operand;
    hub.updates = &updates;
    hub.result = operand ? grn_tensor_like(&s->w, operand->type->element, dense->rank, shape) : NULL;
    grn_op *made = hub.result ? grn_hub_make(&s->w, &hub) : NULL;
    return made ? &made->results[0] : NULL;
}

/* v, which is there only where `before` is. */
static grn_value *behind(grn_sharder *s, grn_value *v, grn_value *before)
{
    grn_value *const both[] = {v, before};
    const grn_op_def *def = grn_ir_find_op(s->w.ir, GRN_STR("stablehlo.optimization_barrier"));
    grn_op *op = def && v && before ? grn_op_new(s->w.ir, def, GRN_STR(""), s->w.at->place, 2, 2, 0) : NULL;
    for (size_t i = 0; op && i < GRN_COUNT(both); i++) {
        op->results[i].type = both[i]->type;
        op->operands[i] = NULL;
        grn_op_set_operand(op, i, both[i]);
    }
    if (op)
        grn_op_insert_before(s->w.at, op);
    return op ? &op->results[0] : NULL;
}

/* ---- starts ---------------------------------------------------------------------------------- */

/* v - base, where what would overflow stays out of range; what is below 0 counts from the end. */
static grn_value *resolved(grn_sharder *s, const grn_hub *a, const grn_part_starts *st, grn_value *v, int64_t extent)
{
    if (a->rule.base) {
        const bool is_positive = a->rule.base > 0;
        grn_value *base = grn_part_start(s, st, a->rule.base);
        grn_value *bound = grn_part_start(s, st, (is_positive ? INT64_MIN : INT64_MAX) + a->rule.base);
        v = base && bound ? grn_build_binary(&s->w, is_positive ? "stablehlo.maximum" : "stablehlo.minimum", v, bound)
                          : NULL;
        v = v ? grn_build_binary(&s->w, "stablehlo.subtract", v, base) : NULL;
    }
    if (a->rule.wrap_negative && v) {
        grn_value *zero = grn_part_start(s, st, 0), *all = grn_part_start(s, st, extent);
        grn_value *is_negative = zero ? grn_build_compare(&s->w, "LT", v, zero) : NULL;
        grn_value *from_end = all ? grn_build_binary(&s->w, "stablehlo.add", v, all) : NULL;
        v = is_negative && from_end ? grn_build_select(&s->w, is_negative, from_end, v) : NULL;
    }
    return v;
}

/* The starts of the access, resolved; those of a scatter that clamps in range. False: memory
 * refused. */
static bool resolve_starts(resolution *r)
{
    grn_sharder *s = r->s;
    const grn_type *whole = r->a.operands[0]->type;
    if (grn_part_is_checked(&r->a)) {
        const grn_type *i64 = grn_type_integer(s->w.ir, 64, GRN_SIGNLESS);
        r->a.indices = behind(s, i64 ? grn_part_widen(s, r->a.indices, i64) : NULL, check(s, &r->a));
        if (!r->a.indices)
            return false;
    }
    if (!grn_part_starts_read(s, &r->a, &r->st))
        return false;
    for (int32_t d = 0; d < whole->rank; d++) {
        const int32_t c = r->a.map.operand[d].component;
        if (c < 0)
            continue;
        r->st.v[c] = resolved(s, &r->a, &r->st, r->st.v[c], whole->shape[d]);
        if (r->st.v[c] && r->a.is_scatter && r->a.rule.bounds == GRN_BOUNDS_CLAMP)
            r->st.v[c] = grn_part_clamp(s, r->st.v[c], whole->shape[d] - grn_hub_window(&r->a, d));
        if (!r->st.v[c])
            return false;
    }
    return true;
}

/* Whether all of a window is in range. */
static bool judge_starts(resolution *r)
{
    const grn_type *whole = r->a.operands[0]->type;
    for (int32_t d = 0; d < whole->rank; d++) {
        const int32_t c = r->a.map.operand[d].component;
        if (c < 0)
            continue;
        grn_value *own = grn_part_within(r->s, r->st.v[c], whole->shape[d] - grn_hub_window(&r->a, d) + 1);
        r->valid = r->valid && own ? grn_build_binary(&r->s->w, "stablehlo.and", r->valid, own) : own;
        if (!r->valid)
            return false;
    }
    return true;
}

/* ---- what stands for the op ------------------------------------------------------------------ */

/* Whether the indices are shorter along a batching dimension, which StableHLO has not. */
static bool is_prefix(const grn_hub *a)
{
    bool is = false;
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        is |= a->map.operand[d].batching >= 0 &&
              a->operands[0]->type->shape[d] != a->indices->type->shape[a->map.operand[d].batching];
    return is;
}

/* The access under StableHLO's policy, of the resolved starts. */
static grn_op *make_own(resolution *r)
{
    grn_hub hub = r->a;
    const bool moves = hub.rule.base || hub.rule.wrap_negative || hub.rule.bounds == GRN_BOUNDS_CLAMP || r->valid;
    hub.rule = (grn_index_rule){.bounds = hub.is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP,
                                .batch_rule = is_prefix(&hub) ? GRN_BATCH_PREFIX : GRN_BATCH_EQUAL,
                                .indices_are_sorted = hub.rule.indices_are_sorted && !moves,
                                .unique_indices = hub.is_scatter && hub.rule.unique_indices && !moves};
    hub.indices = grn_part_starts_join(r->s, &r->a, &r->st);
    return hub.indices ? grn_part_make_access(r->s, &hub) : NULL;
}

/* `made` where the start was in range, else the fill value. */
static grn_value *filled(const resolution *r, grn_value *made)
{
    grn_rewrite *w = &r->s->w;
    const grn_type *t = made->type;
    int64_t dims[GRN_MAX_RANK], n = 0;
    for (int32_t i = 0; i < r->a.indices->type->rank; i++)
        if (r->a.map.indices[i].dense >= 0)
            dims[n++] = r->a.map.indices[i].dense;
    grn_value *fill = grn_build_splat(w, t->element, t->rank, t->shape, r->a.fill);
    grn_value *valid = grn_build_broadcast(w, r->valid, dims, t->rank, t->shape);
    return fill && valid ? grn_build_select(w, valid, made, fill) : NULL;
}

static bool miss_where_invalid(resolution *r)
{
    grn_value *misses = grn_part_start(r->s, &r->st, GRN_PART_MISSES);
    for (int32_t c = 0; c < r->st.count; c++)
        if (!misses || !(r->st.v[c] = grn_build_select(&r->s->w, r->valid, r->st.v[c], misses)))
            return false;
    return true;
}

static grn_status make_scatter(resolution *r, grn_op *op, grn_op **made)
{
    const bool by_windows = r->a.rule.bounds == GRN_BOUNDS_SKIP && r->a.rule.grain == GRN_GRAIN_WINDOW;
    if (!resolve_starts(r) || (by_windows && r->st.count && !(judge_starts(r) && miss_where_invalid(r))))
        return grn_no_memory(&r->s->w);
    *made = make_own(r);
    for (size_t i = 0; *made && i < op->nresults; i++)
        op->results[i].forward = &(*made)->results[i];
    return *made ? GRN_OK : grn_no_memory(&r->s->w);
}

static grn_status make_gather(resolution *r, grn_op *op, grn_op **made)
{
    const bool fills = r->a.rule.bounds == GRN_BOUNDS_FILL && r->a.dims.start_index_map.count;
    if (!resolve_starts(r) || (fills && !judge_starts(r)))
        return grn_no_memory(&r->s->w);
    *made = make_own(r);
    grn_value *v = *made ? &(*made)->results[0] : NULL;
    op->results[0].forward = v && r->valid ? filled(r, v) : v;
    return op->results[0].forward ? GRN_OK : grn_no_memory(&r->s->w);
}

/* ---- which are made others ------------------------------------------------------------------- */

/* Some device has a part of what indices name, or padding among its indices that would be an
 * error. */
static bool names_parts(const grn_hub *a, const grn_division *full)
{
    bool names = false;
    for (int32_t d = 0; d < full->rank; d++) {
        const bool covers = a->map.operand[d].component < 0 && a->map.operand[d].dense >= 0 &&
                            grn_hub_window(a, d) == full->type->shape[d];
        names |= full->dims[d].axes.count && a->map.operand[d].batching < 0 && !covers;
    }
    return names;
}

static bool needs_owners(grn_sharder *s, const grn_op *op, const grn_hub *a)
{
    bool needs = false;
    for (size_t i = 0; a->is_scatter && grn_part_is_checked(a) && i < op->noperands + op->nresults; i++)
        needs |= grn_part_has_padding(s, grn_part_of(s, grn_part_value(op, i)));
    for (size_t i = 0; i < a->ninputs; i++)
        needs |= names_parts(a, grn_part_of(s, a->operands[i])) ||
                 (a->is_scatter && names_parts(a, grn_part_of(s, &op->results[i])));
    return needs;
}

grn_status grn_part_own_rule(grn_sharder *s, grn_op *op, grn_op **made)
{
    resolution r = {.s = s};
    *made = NULL;
    if (!grn_part_access_of(op, &r.a) || grn_hub_has_stablehlo_rule(&r.a) || !grn_part_may_own(&r.a) ||
        !needs_owners(s, op, &r.a))
        return GRN_OK;
    return r.a.is_scatter ? make_scatter(&r, op, made) : make_gather(&r, op, made);
}
