/* view.c - where the elements of a memref are: sizes and strides, which are numbers as far as they
 * are known. */
#include "emit/state.h"

/* ---- types ----------------------------------------------------------------------------------- */

bool grn_c_is_memref(const grn_type *t) { return grn_type_is_memref(t); }

bool grn_c_read_memref(grn_c *s, const grn_type *t, grn_c_memref *out)
{
    char text[GRN_TYPE_TEXT_BYTES];
    *out = (grn_c_memref){.element = t->element, .rank = t->rank, .is_strided = t->strided};
    if (t->layout || !grn_memref_strides(t, out->stride, &out->offset)) {
        grn_c_refuse(s, "has a value of type '%s', whose layout is neither row-major nor strided",
                     grn_type_text(t, text, sizeof text));
        return false;
    }
    if (t->rank)
        memcpy(out->shape, t->shape, (size_t)t->rank * sizeof *out->shape);
    return true;
}

/* ---- addresses ------------------------------------------------------------------------------- */

void grn_c_make_compact(grn_c *s, grn_c_view *v)
{
    grn_c_expr step = grn_c_number(s, 1, NULL);
    v->is_compact = true;
    for (int32_t d = v->rank - 1; d >= 0; d--) {
        v->stride[d] = step;
        if (d > 0)
            step = grn_c_multiply(s, v->size[d], step, NULL);
    }
}

/* Row-major with an extent that is not known: ((i * d1) + j) * d2 + k. */
static grn_c_expr nested_offset(grn_c *s, const grn_c_view *v, const grn_c_expr *index)
{
    grn_c_expr at = grn_c_number(s, 0, NULL);
    for (int32_t d = 0; d < v->rank; d++)
        at = grn_c_add(s, d ? grn_c_multiply(s, at, v->size[d], NULL) : at, index[d], NULL);
    return at;
}

static bool is_known(const grn_c_view *v)
{
    bool known = true;
    for (int32_t d = 0; d < v->rank; d++)
        known = known && grn_c_is_constant(&v->stride[d]);
    return known;
}

/* Constants are collected behind the rest. */
static grn_c_expr flat_offset(grn_c *s, const grn_c_view *v, const grn_c_expr *index)
{
    grn_c_expr at = grn_c_number(s, 0, NULL), constants = grn_c_number(s, 0, NULL);
    for (int32_t d = 0; d < v->rank; d++) {
        const grn_c_expr term = grn_c_multiply(s, index[d], v->stride[d], NULL);
        if (grn_c_is_constant(&term))
            constants = grn_c_add(s, constants, term, NULL);
        else
            at = grn_c_add(s, at, term, NULL);
    }
    return grn_c_add(s, at, constants, NULL);
}

static grn_c_expr offset_of(grn_c *s, const grn_c_view *v, const grn_c_expr *index)
{
    const grn_c_expr inner = v->is_compact && !is_known(v) ? nested_offset(s, v, index) : flat_offset(s, v, index);
    return grn_c_add(s, v->offset, inner, NULL);
}

grn_c_expr grn_c_at(grn_c *s, const grn_c_view *v, const grn_c_expr *index)
{
    const grn_c_expr at = offset_of(s, v, index);
    const bool is_first = grn_c_is_constant(&at) && at.least == 0;
    return (grn_c_expr){.text = is_first ? grn_c_text(s, "*%s", v->base) : grn_c_text(s, "%s[%s]", v->base, at.text),
                        .precedence = is_first ? GRN_C_UNARY : GRN_C_PRIMARY,
                        .type = v->type,
                        .reads = true};
}

const char *grn_c_pointer(grn_c *s, const grn_c_view *v)
{
    if (grn_c_is_constant(&v->offset) && v->offset.least == 0)
        return v->base;
    return grn_c_text(s, "%s + %s", v->base, grn_c_within(s, &v->offset, GRN_C_SUM));
}

grn_c_expr grn_c_elements(grn_c *s, const grn_c_view *v, int32_t first)
{
    grn_c_expr n = grn_c_number(s, 1, NULL);
    for (int32_t d = first; d < v->rank; d++)
        n = grn_c_multiply(s, n, v->size[d], NULL);
    return n;
}

static bool is_number(const grn_c_expr *e, int64_t v) { return grn_c_is_constant(e) && e->least == v; }

bool grn_c_is_contiguous(const grn_c_view *v, int32_t first)
{
    int64_t step = 1;
    if (v->is_compact)
        return true;
    for (int32_t d = v->rank - 1; d >= first; d--) {
        if (is_number(&v->size[d], 1))
            continue;
        if (!is_number(&v->stride[d], step))
            return false;
        if (d > first && (!grn_c_is_constant(&v->size[d]) || !grn_mul_i64(step, v->size[d].least, &step)))
            return false;
    }
    return true;
}
