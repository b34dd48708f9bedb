/*
 * distinct.c - components of index vectors that differ from one position along a dimension to the
 * next, whatever else they depend on: an iota, a constant like one, or the order that a sort has
 * put it into; with a number added that is the same for all.
 */
#include "passes/passes.h"

enum { MOST_STEPS = 16 }; /* ops looked through */

/* Elements of `value`, those at `at` along dim `component` where that is not -1, by their position
 * along `dim`. */
typedef struct look {
    const grn_value *value;
    int32_t component;
    int64_t at;
    int32_t dim;
    int steps;
} look;

static bool is_distinct(look l);

static const grn_type *type_of(const grn_value *v)
{
    const grn_type *t = v->type;
    return grn_type_has_static_shape(t) && t->element->kind == GRN_TYPE_INTEGER ? t : NULL;
}

static int64_t elements_of(const grn_type *t)
{
    int64_t n = 1;
    for (int32_t d = 0; d < t->rank; d++)
        n = grn_mul_at_most(n, t->shape[d]);
    return n;
}

/* Whether all of its elements are one number. */
static bool is_uniform(const grn_value *v, int steps)
{
    const grn_type *t = type_of(v);
    grn_tensor constant;
    int64_t scalar;
    if (t && elements_of(t) == 1)
        return true;
    if (!t || steps == 0)
        return false;
    if (grn_constant_tensor(v, &scalar, &constant)) {
        bool splat = true;
        for (int32_t d = 0; d < constant.rank; d++)
            splat = splat && (constant.stride[d] == 0 || constant.shape[d] == 1);
        return splat;
    }
    const bool passes = GRN_OP_IS_ONE_OF(v->def, GRN_HLO(broadcast_in_dim), GRN_HLO(reshape), GRN_HLO(convert));
    return passes && is_uniform(v->def->operands[0], steps - 1);
}

/* One more, or one less, for each: modulo the type's range, distinct numbers stay so. */
static bool through_sum(look l)
{
    const grn_value *a = l.value->def->operands[0], *b = l.value->def->operands[1];
    l.value = is_uniform(b, l.steps) ? a : is_uniform(a, l.steps) ? b : NULL;
    return l.value && is_distinct(l);
}

static bool through_convert(look l)
{
    const grn_value *from = l.value->def->operands[0];
    const grn_type *before = type_of(from), *after = type_of(l.value);
    l.value = from;
    return before && after && after->element->width >= before->element->width && is_distinct(l);
}

static bool through_concatenate(look l)
{
    const grn_op *op = l.value->def;
    if (grn_op_integer(op, "dimension", -1) != l.component || l.component < 0)
        return false;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *t = type_of(op->operands[i]);
        if (!t)
            return false;
        if (l.at < t->shape[l.component]) {
            l.value = op->operands[i];
            return is_distinct(l);
        }
        l.at -= t->shape[l.component];
    }
    return false;
}

/* The operand's dim that becomes the result's; -1: none does, so that all its positions are
 * alike. */
static int32_t before_broadcast(size_t count, const int64_t *dims, int32_t dim)
{
    for (size_t i = 0; i < count; i++)
        if (dims[i] == dim)
            return (int32_t)i;
    return -1;
}

static bool through_broadcast(look l)
{
    size_t count;
    const int64_t *dims;
    const grn_op *op = l.value->def;
    const grn_type *from = type_of(op->operands[0]), *to = type_of(l.value);
    if (!from || !to || !grn_op_dims(op, "broadcast_dimensions", &count, &dims))
        return false;
    const int32_t dim = before_broadcast(count, dims, l.dim), component = before_broadcast(count, dims, l.component);
    if (dim < 0 || from->shape[dim] != to->shape[l.dim])
        return false;
    l.value = op->operands[0];
    l.dim = dim;
    l.at = component >= 0 && from->shape[component] == 1 ? 0 : l.at;
    l.component = component;
    return is_distinct(l);
}

/* The dim of `from` that has the place of `dim` when dims of one element are left out; -1: none. */
static int32_t before_reshape(const grn_type *from, const grn_type *to, int32_t dim)
{
    int32_t place = 0;
    for (int32_t d = 0; d < dim; d++)
        place += to->shape[d] != 1;
    for (int32_t d = 0; d < from->rank; d++)
        if (from->shape[d] != 1 && place-- == 0)
            return from->shape[d] == to->shape[dim] ? d : -1;
    return -1;
}

static int32_t without_ones(const grn_type *t, int64_t *out)
{
    int32_t n = 0;
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] != 1)
            out[n++] = t->shape[d];
    return n;
}

static bool through_reshape(look l)
{
    int64_t a[GRN_MAX_RANK], b[GRN_MAX_RANK];
    const grn_type *from = type_of(l.value->def->operands[0]), *to = type_of(l.value);
    if (!from || !to || to->shape[l.dim] == 1)
        return false;
    const int32_t n = without_ones(from, a);
    if (without_ones(to, b) != n || memcmp(a, b, (size_t)n * sizeof *a) != 0)
        return false;
    const bool has_component = l.component >= 0 && to->shape[l.component] != 1;
    l.component = has_component ? before_reshape(from, to, l.component) : -1;
    l.dim = before_reshape(from, to, l.dim);
    l.value = l.value->def->operands[0];
    return l.dim >= 0 && is_distinct(l);
}

/* A sort of one line puts what is distinct into another order. */
static bool through_sort(look l)
{
    const grn_type *t = type_of(l.value);
    if (!t || t->shape[l.dim] != elements_of(t) || grn_op_integer(l.value->def, "dimension", -1) != l.dim)
        return false;
    l.value = l.value->def->operands[l.value->index];
    return is_distinct(l);
}

static const struct {
    const char *op;
    bool (*through)(look l);
} rows[] = {
    {"stablehlo.add", through_sum},
    {"stablehlo.subtract", through_sum},
    {"stablehlo.convert", through_convert},
    {"stablehlo.concatenate", through_concatenate},
    {"stablehlo.broadcast_in_dim", through_broadcast},
    {"stablehlo.reshape", through_reshape},
    {"stablehlo.sort", through_sort},
};

static bool is_distinct(look l)
{
    int32_t dim;
    const grn_type *t = type_of(l.value);
    if (!t || l.dim < 0 || l.dim >= t->rank || l.dim == l.component || l.steps-- == 0)
        return false;
    if (t->shape[l.dim] == 1 || (grn_is_iota(l.value, &dim) && dim == l.dim))
        return true;
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (grn_value_is_from(l.value, rows[i].op))
            return rows[i].through(l);
    return false;
}

bool grn_value_is_distinct(const grn_value *value, int32_t component, int64_t at, int32_t dim)
{
    return is_distinct((look){.value = value, .component = component, .at = at, .dim = dim, .steps = MOST_STEPS});
}
