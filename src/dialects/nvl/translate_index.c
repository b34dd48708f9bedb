/*
 * translate_index.c - an index counted from 1, where the hub counts from 0.
 *
 * 1 is added and subtracted in a type that holds the result. In 64 bits the
 * greatest or the least value is clamped first so that it does not wrap: it is
 * out of every range, one more or one less. Where 1 was added it is not
 * subtracted again but the addition is removed, and the other way around; so a
 * program that is converted there and back is what it was.
 */
#include "dialects/nvl/translate.h"

/* ---- what a value is ------------------------------------------------------------------------- */

/* Whether `v` is a constant of these bits in every place. */
static bool is_number(const grn_value *v, int64_t bits)
{
    int64_t scalar;
    grn_tensor t;
    if (!grn_constant_tensor(v, &scalar, &t) || grn_tensor_elements(&t) == 0)
        return false;
    for (int32_t d = 0; d < t.rank; d++)
        if (t.stride[d] != 0 && t.shape[d] != 1)
            return false;
    return grn_scalar_load(t.dtype, t.data).i == bits;
}

/* `a`, where v is op(a, number); else NULL. */
static grn_value *undo(const grn_value *v, const char *op, int64_t number)
{
    const grn_op *def = v ? v->def : NULL;
    bool is = def && grn_str_is(def->name, op) && def->noperands == 2 && is_number(def->operands[1], number);
    return is ? def->operands[0] : NULL;
}

/* `a`, where v is a converted to more bits that hold all its values; else v. */
static grn_value *narrowed(grn_value *v, const char *convert)
{
    const grn_op *def = v->def;
    if (!def || !grn_str_is(def->name, convert))
        return v;
    const grn_type *from = grn_operand_type(def, 0)->element, *to = v->type->element;
    bool holds =
        from->kind == GRN_TYPE_INTEGER && from->width >= 8 && from->width < to->width && to->signedness == GRN_SIGNLESS;
    return holds ? def->operands[0] : v;
}

/* What 64 bits need so that adding or subtracting 1 does not wrap: neither number is an index of
 * anything. */
static int64_t next_to_greatest(const grn_type *element)
{
    return element->signedness == GRN_UNSIGNED ? -2 : INT64_MAX - 1;
}
#define NEXT_TO_LEAST (INT64_MIN + 1)

/* Narrow ones as R's integers, wider ones in 64 bits. */
static const grn_type *wide_enough(const grn_rewrite *w, const grn_type *element)
{
    if (element->width == 64)
        return element;
    return grn_type_integer(w->ir, element->width < 32 ? 32 : 64, GRN_SIGNLESS);
}

/* A list of known values; NULL: they are not known, or too many to write out. */
static const int64_t *known_values(grn_rewrite *w, const grn_value *v, size_t *count)
{
    int64_t scalar;
    grn_tensor t;
    unsigned char bytes[16];
    if (!grn_constant_tensor(v, &scalar, &t) || t.dtype == GRN_UI64 || grn_tensor_elements(&t) > GRN_MAX_DIMS_ELEMENTS)
        return NULL;
    *count = (size_t)grn_tensor_elements(&t); /* of a number in every place: one */
    int64_t *out = GRN_ARENA_NEW(&w->ir->arena, int64_t, *count + 1);
    for (size_t i = 0; out && i < *count; i++) {
        grn_tensor_read(&t, (int64_t)i, 1, bytes);
        out[i] = grn_index_load(t.dtype, bytes);
    }
    return out;
}

/* Each value plus `by`, 1 or -1, but for the greatest and the least; and the narrower of the types
 * that hold them. */
static const int64_t *shifted(grn_rewrite *w, const grn_type *type, size_t count, const int64_t *v, int64_t by,
                              const grn_type **element)
{
    bool small = type->element->width < 64;
    int64_t *out = GRN_ARENA_NEW(&w->ir->arena, int64_t, count + 1);
    for (size_t i = 0; out && i < count; i++) {
        out[i] = v[i] == (by > 0 ? INT64_MAX : INT64_MIN) ? v[i] : v[i] + by;
        small = small && out[i] >= INT32_MIN && out[i] <= INT32_MAX;
    }
    *element = grn_type_integer(w->ir, small ? 32 : 64, GRN_SIGNLESS);
    return out && *element ? out : NULL;
}

/* A ui64 as `fit` makes an i64 of it. */
static grn_value *unsigned_as_signed(const grn_value *v)
{
    const grn_op *def = v->def;
    if (!def || !grn_str_is(def->name, "nvl.convert") || grn_operand_type(def, 0)->element->dtype != GRN_UI64)
        return NULL;
    return undo(def->operands[0], "nvl.min", INT64_MAX);
}

/* What x is, where v is x - 1 as grn_nvl_from_zero and `fit` write it; NULL where it is not, or
 * might have wrapped. */
static grn_value *counted_from_one(const grn_value *v)
{
    grn_value *x = undo(v, "nvl.sub", 1), *wide = x ? undo(x, "nvl.max", NEXT_TO_LEAST) : NULL;
    if (!wide && x)
        wide = unsigned_as_signed(x);
    grn_value *narrow = x ? narrowed(x, "nvl.convert") : NULL;
    return wide ? wide : narrow != x ? narrow : NULL;
}

static grn_value *binary(grn_rewrite *w, const char *op, grn_value *a, grn_value *b)
{
    grn_value *const operands[] = {a, b};
    return a ? grn_new(w, op, 2, operands, a->type, 0, NULL) : NULL;
}

/* In 64 bits: min(v, greatest - 1) first, unless every index is known to be in range. */
static grn_value *below_greatest(grn_rewrite *w, grn_value *v)
{
    const grn_dims shape = grn_extents(v->type);
    const int64_t most = next_to_greatest(v->type->element);
    return w->assume_in_bounds ? v : binary(w, "nvl.min", v, grn_nvl_integers(w, v->type->element, &shape, 1, &most));
}

grn_value *grn_nvl_from_one(grn_rewrite *w, grn_value *v)
{
    size_t count;
    const int64_t one = 1;
    const int64_t *known = known_values(w, v, &count);
    const grn_dims shape = grn_extents(v->type);
    const grn_type *element;
    if (known) {
        known = shifted(w, v->type, count, known, 1, &element);
        return known ? grn_nvl_integers(w, element, &shape, count, known) : NULL;
    }
    if (counted_from_one(v))
        return counted_from_one(v);
    element = wide_enough(w, v->type->element);
    if (element == v->type->element)
        v = below_greatest(w, v);
    else
        v = grn_new(w, "nvl.convert", 1, &v, grn_tensor_like(w, element, shape.count, shape.v), 0, NULL);
    return element ? binary(w, "nvl.add", v, grn_nvl_integers(w, element, &shape, 1, &one)) : NULL;
}

/* ---- from 0 ---------------------------------------------------------------------------------- */

/* What x is, where v is x + 1 as grn_nvl_from_one writes it; NULL where it is not, or might have
 * wrapped. */
static grn_value *counted_from_zero(const grn_value *v)
{
    grn_value *x = undo(v, "stablehlo.add", 1);
    grn_value *bounded = x ? undo(x, "stablehlo.minimum", next_to_greatest(x->type->element)) : NULL;
    grn_value *narrow = x ? narrowed(x, "stablehlo.convert") : NULL;
    return bounded ? bounded : narrow != x ? narrow : NULL;
}

/*
 * Indices that are known, or had 1 added, are folded. For all others `fit` subtracts, in 64 bits;
 * there the least value would wrap (NV-2), so it is clamped first.
 */
grn_value *grn_nvl_from_zero(grn_rewrite *w, grn_value *v, int64_t *base)
{
    size_t count;
    const int64_t *known = known_values(w, v, &count);
    const grn_type *element, *t = v->type;
    const int64_t least = NEXT_TO_LEAST;
    grn_value *zero = counted_from_zero(v);
    *base = known || zero ? 0 : 1;
    if (known) {
        known = shifted(w, t, count, known, -1, &element);
        return known ? grn_build_integers(w, element, t->rank, t->shape, count, known) : NULL;
    }
    if (zero || w->assume_in_bounds || t->element->dtype != GRN_I64)
        return zero ? zero : v;
    return grn_build_binary(w, "stablehlo.maximum", v, grn_build_integers(w, t->element, t->rank, t->shape, 1, &least));
}
