/* fit_numbers.c - numbers of the components of indices, laid over them: constants where extents are
 * known, else computed when the program runs. */
#include "convert/fit.h"

/* The attribute marks what a target whose ops broadcast may leave out. */
grn_value *grn_fit_spread(grn_fit *f, grn_value *v, const int64_t *dims, const grn_dims *shape, grn_value *sizes)
{
    grn_value *const both[] = {v, sizes};
    if (!v || !sizes)
        return NULL;
    const grn_new_attr attrs[] = {{"broadcast_dimensions", grn_attr_dense_i64(f->w->ir, (size_t)v->type->rank, dims)},
                                  {GRN_BROADCASTS_ITSELF, grn_attr_unit(f->w->ir)}};
    return grn_new(f->w, "stablehlo.dynamic_broadcast_in_dim", 2, both,
                   grn_tensor_like(f->w, v->type->element, shape->count, shape->v),
                   f->w->target->reads_broadcasts ? 2 : 1, attrs);
}

/* `numbers`, a vector along dim `at` of the indices, or a scalar. */
static grn_value *over_indices(grn_fit *f, grn_value *numbers, int64_t at)
{
    const grn_type *t = f->indices->type;
    if (!numbers)
        return NULL;
    if (grn_type_has_static_shape(t))
        return grn_build_broadcast(f->w, numbers, &at, t->rank, t->shape);
    const grn_dims shape = grn_extents(t);
    return grn_fit_spread(f, numbers, &at, &shape, grn_shape_value(f->w->ir, f->w->at, f->indices, t));
}

grn_value *grn_fit_components(grn_fit *f, int64_t at, const int64_t *v)
{
    const grn_type *t = f->indices ? f->indices->type : NULL;
    bool same = true;
    if (!t)
        return NULL;
    int64_t count = at == t->rank ? 1 : t->shape[at];
    for (int64_t i = 1; i < count; i++)
        same &= v[i] == v[0];
    if (same && grn_type_has_static_shape(t))
        return grn_build_integers(f->w, t->element, t->rank, t->shape, 1, v);
    return over_indices(f, grn_build_integers(f->w, t->element, same ? 0 : 1, &count, same ? 1 : (size_t)count, v), at);
}

/* An extent of `full` as i64 [1], `times` (1 or -1) it and `more`. */
static grn_value *asked(grn_fit *f, int64_t d, int64_t times, int64_t more)
{
    static const int64_t one = 1;
    const grn_type *i64 = grn_fit_i64(f), *i32 = grn_type_integer(f->w->ir, 32, GRN_SIGNLESS);
    grn_value *size = grn_make_simple(f->w->ir, f->w->at, "stablehlo.get_dimension_size", 1, &f->full,
                                      grn_tensor_like(f->w, i32, 0, NULL), "dimension", d);
    grn_value *wide = grn_build_reshape(f->w, grn_build_convert(f->w, size, i64), 1, &one);
    if (times < 0)
        return grn_build_binary(f->w, "stablehlo.subtract", grn_build_integers(f->w, i64, 1, &one, 1, &more), wide);
    return more == 0 ? wide
                     : grn_build_binary(f->w, "stablehlo.add", wide, grn_build_integers(f->w, i64, 1, &one, 1, &more));
}

static bool is_asked(const grn_fit *f, grn_fit_vectors v, int64_t times, int32_t j)
{
    return times && grn_full_extent(f, v.dims->v[j]) == GRN_DYNAMIC;
}

/* The same where some extent is not known: as i64, a vector, or a scalar where each index is
 * one. */
static grn_value *asked_for(grn_fit *f, grn_fit_vectors v, int64_t times, const int64_t *number)
{
    static const int64_t one = 1;
    grn_value *parts[GRN_MAX_RANK];
    for (int32_t j = 0; j < v.dims->count; j++)
        parts[j] = is_asked(f, v, times, j) ? asked(f, v.dims->v[j], times, number[j])
                                            : grn_build_integers(f->w, grn_fit_i64(f), 1, &one, 1, &number[j]);
    grn_value *all = grn_build_concatenate(f->w, (size_t)v.dims->count, parts, 0);
    return v.at < f->indices->type->rank ? all : grn_build_reshape(f->w, all, 0, NULL);
}

/* A number beyond the indices' type is never reached: the type's last one is used. */
static int64_t held(const grn_type *element, int64_t number)
{
    const grn_range has = grn_range_of_type(element);
    return number < has.low ? has.low : number > has.high ? has.high : number;
}

grn_value *grn_fit_numbers(grn_fit *f, grn_fit_vectors v, int64_t times, const int64_t *more)
{
    int64_t number[GRN_MAX_RANK];
    bool known = true;
    if (!f->indices || !f->full)
        return NULL;
    for (int32_t j = 0; j < v.dims->count; j++) {
        const bool asks = is_asked(f, v, times, j);
        const int64_t n = more ? more[j] : 0, all = asks ? n : n + times * grn_full_extent(f, v.dims->v[j]);
        known = known && !asks;
        number[j] = asks ? n : held(f->indices->type->element, all);
    }
    return known ? grn_fit_components(f, v.at, number) : over_indices(f, asked_for(f, v, times, number), v.at);
}
