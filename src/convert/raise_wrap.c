/*
 * raise_wrap.c - indices that the program itself makes count from the end.
 *
 * JAX writes x[i] as select(i < 0, i + n, i) before a gather. Where n is the extent that i indexes,
 * i itself under the rule `wrap_negative` means the same: an index that is still out of range after
 * that is so either way.
 */
#include "convert/raise.h"

#include "dialects/stablehlo/stablehlo.h"
#include "passes/range.h"

/* the most ops that are searched: each would be made anew, and one that is used twice, twice */
enum { MOST_OPS = 64 };

/* Index components of a value, along one of its dims. */
typedef struct components {
    int32_t dim; /* -1: every element is of each of them */
    int32_t first, count;
} components;

typedef struct unwrapping {
    grn_rewrite *w;
    const grn_type *operand;
    const grn_dims *map;
    int left;   /* ops that may still be looked at */
    bool found; /* a select was left out */
} unwrapping;

/* `v` without the selects that make its components count from the end. NULL: some component may be
 * negative without such a select, or memory was refused. */
static grn_value *unwrapped(unwrapping *u, grn_value *v, components c);

static bool range_of(unwrapping *u, const grn_value *v, const components *c, int32_t i, grn_range *r)
{
    return grn_range_of(v, c->dim, c->dim < 0 ? 0 : i, &u->w->evaluate_left, r);
}

/* ---- the select ------------------------------------------------------------------------------ */

/* Whether each component of `v` is the number that `want` gives. */
static bool is_number(unwrapping *u, const grn_value *v, const components *c,
                      int64_t (*want)(const unwrapping *u, int32_t component))
{
    for (int32_t i = 0; i < c->count; i++) {
        grn_range r;
        int64_t n = want(u, c->first + i);
        if (!range_of(u, v, c, i, &r) || r.low != n || r.high != n)
            return false;
    }
    return true;
}

static int64_t zero(const unwrapping *u, int32_t component) { return (void)u, (void)component, 0; }
static int64_t extent(const unwrapping *u, int32_t component) { return u->operand->shape[u->map->v[component]]; }

static bool is_negative_test(unwrapping *u, const grn_value *v, const grn_value *x, const components *c)
{
    if (!grn_op_is(v->def, GRN_HLO(compare)) || v->def->operands[0] != x)
        return false;
    const grn_attr *type = grn_op_attr(v->def, "compare_type");
    return grn_op_attr(v->def, "comparison_direction")->enumeration.value == GRN_COMPARE_LT &&
           (!type || type->enumeration.value == GRN_COMPARE_SIGNED) && is_number(u, v->def->operands[1], c, zero);
}

static bool is_from_end(unwrapping *u, const grn_value *v, const grn_value *x, const components *c)
{
    if (!grn_op_is(v->def, GRN_HLO(add)))
        return false;
    grn_value *const *o = v->def->operands;
    return (o[0] == x && is_number(u, o[1], c, extent)) || (o[1] == x && is_number(u, o[0], c, extent));
}

/* select(x < 0, x + n, x) */
static grn_value *without_select(unwrapping *u, const grn_op *op, const components *c)
{
    grn_value *x = op->operands[2];
    bool same = grn_type_same_shape(op->operands[0]->type, x->type) && is_negative_test(u, op->operands[0], x, c) &&
                is_from_end(u, op->operands[1], x, c);
    u->found |= same;
    return same ? x : NULL;
}

/* ---- ops between the select and the access --------------------------------------------------- */

/* A wider signed integer: negative numbers stay what they are. */
static grn_value *through_convert(unwrapping *u, const grn_op *op, const components *c)
{
    const grn_type *from = grn_operand_type(op, 0)->element, *to = grn_result_type(op, 0)->element;
    if (grn_kind_of(from) != GRN_KIND_SIGNED || grn_kind_of(to) != GRN_KIND_SIGNED || from->kind != GRN_TYPE_INTEGER ||
        to->kind != GRN_TYPE_INTEGER || to->width < from->width)
        return NULL;
    return grn_build_convert(u->w, unwrapped(u, op->operands[0], *c), to);
}

/* The components along a dim of extent 1, or as many along a dim with as much on either side. */
static grn_value *through_reshape(unwrapping *u, const grn_op *op, const components *c)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    components inner = {-1, c->first, c->count};
    if (c->count > 1 && (from->rank == 0 || c->dim != to->rank - 1 || from->shape[from->rank - 1] != c->count))
        return NULL;
    if (c->count > 1)
        inner.dim = from->rank - 1;
    return grn_build_reshape(u->w, unwrapped(u, op->operands[0], inner), to->rank, to->shape);
}

static grn_value *through_broadcast(unwrapping *u, const grn_op *op, const components *c)
{
    size_t n;
    const int64_t *dims;
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    components inner = {-1, c->first, c->count};
    if (!grn_op_dims(op, "broadcast_dimensions", &n, &dims))
        return NULL;
    for (size_t i = 0; c->count > 1 && i < n; i++)
        if (dims[i] == c->dim && from->shape[i] == c->count)
            inner.dim = (int32_t)i;
    return grn_build_broadcast(u->w, unwrapped(u, op->operands[0], inner), dims, to->rank, to->shape);
}

static grn_value *through_transpose(unwrapping *u, const grn_op *op, const components *c)
{
    size_t n;
    const int64_t *permutation;
    components inner = *c;
    if (!grn_op_dims(op, "permutation", &n, &permutation))
        return NULL;
    if (c->dim >= 0)
        inner.dim = (int32_t)permutation[c->dim];
    return grn_build_transpose(u->w, unwrapped(u, op->operands[0], inner), permutation);
}

/* Along the components' dim, each operand has some of them. */
static grn_value *through_concatenate(unwrapping *u, const grn_op *op, const components *c)
{
    grn_value *parts[GRN_MAX_RANK];
    int64_t dim = grn_op_integer(op, "dimension", 0);
    components inner = *c;
    if (op->noperands > GRN_COUNT(parts))
        return NULL;
    for (size_t i = 0; i < op->noperands; i++) {
        int64_t here = grn_operand_type(op, i)->shape[dim];
        if (dim == c->dim)
            inner.count = (int32_t)here;
        parts[i] = here > 0 ? unwrapped(u, op->operands[i], inner) : op->operands[i];
        if (!parts[i])
            return NULL;
        inner.first += dim == c->dim ? (int32_t)here : 0;
    }
    return grn_build_concatenate(u->w, op->noperands, parts, dim);
}

static grn_value *(*const through[GRN_OPS])(unwrapping *u, const grn_op *op, const components *c) = {
    [GRN_HLO(select)] = without_select,       [GRN_HLO(convert)] = through_convert,
    [GRN_HLO(reshape)] = through_reshape,     [GRN_HLO(broadcast_in_dim)] = through_broadcast,
    [GRN_HLO(transpose)] = through_transpose, [GRN_HLO(concatenate)] = through_concatenate,
};

/* ---- all of them ----------------------------------------------------------------------------- */

static bool is_never_negative(unwrapping *u, const grn_value *v, const components *c)
{
    for (int32_t i = 0; i < c->count; i++) {
        grn_range r;
        if (!range_of(u, v, c, i, &r) || r.low < 0)
            return false;
    }
    return true;
}

/* Whether one of the ops searched is a select. */
static bool may_find(const grn_value *v, int *left)
{
    if (grn_op_is(v->def, GRN_HLO(select)))
        return true;
    if (!v->def || !through[grn_op_number_of(v->def)] || *left == 0)
        return false;
    --*left;
    for (size_t i = 0; i < v->def->noperands; i++)
        if (may_find(v->def->operands[i], left))
            return true;
    return false;
}

static grn_value *unwrapped(unwrapping *u, grn_value *v, components c)
{
    grn_value *made = NULL;
    if (u->left == 0 || !grn_is_static(v->type))
        return NULL;
    u->left--;
    if (v->def && through[grn_op_number_of(v->def)])
        made = through[grn_op_number_of(v->def)](u, v->def, &c);
    return made ? made : is_never_negative(u, v, &c) ? v : NULL;
}

static bool is_candidate(const grn_rewrite *w, const grn_hub *h)
{
    grn_hub wraps = *h;
    wraps.rule.wrap_negative = true;
    return !h->rule.wrap_negative && h->rule.base == 0 && h->dims.start_index_map.count > 0 &&
           grn_target_wraps(w->target, &wraps) && grn_is_static(h->operands[0]->type) &&
           grn_is_static(h->indices->type);
}

grn_status grn_raise_wrap(grn_rewrite *w, grn_hub *h, grn_op **made)
{
    unwrapping u = {.w = w, .operand = h->operands[0]->type, .map = &h->dims.start_index_map, .left = MOST_OPS};
    int64_t vector = h->dims.index_vector_dim;
    components all = {vector < h->indices->type->rank ? (int32_t)vector : -1, 0, h->dims.start_index_map.count};
    *made = NULL;
    int left = MOST_OPS;
    if (!is_candidate(w, h) || !may_find(h->indices, &left))
        return GRN_OK;
    grn_value *v = unwrapped(&u, h->indices, all);
    if (!v || !u.found)
        return GRN_OK;
    h->indices = v;
    h->rule.wrap_negative = true;
    h->rule.indices_are_sorted = false;
    *made = grn_hub_make(w, h);
    return grn_replace_op(w, *made);
}
