/* starts.c - start indices as global positions of 64 bits, before anything of them is local. */
#include "shard/starts.h"

grn_value *grn_part_widen(grn_sharder *s, grn_value *v, const grn_type *i64)
{
    const grn_type *element = v->type->element;
    const int64_t most = INT64_MAX;
    if (element->signedness == GRN_UNSIGNED && element->width == 64)
        v = grn_build_binary(&s->w, "stablehlo.minimum", v,
                             grn_build_integers(&s->w, element, v->type->rank, v->type->shape, 1, &most));
    return grn_build_convert(&s->w, v, i64);
}

static grn_value *component(grn_sharder *s, grn_value *v, int64_t dim, int32_t c, const grn_part_starts *st)
{
    int64_t start[GRN_MAX_RANK] = {0}, limit[GRN_MAX_RANK];
    if (dim < 0)
        return v;
    for (int32_t d = 0; d < v->type->rank; d++)
        limit[d] = v->type->shape[d];
    start[dim] = c;
    limit[dim] = c + 1;
    return grn_build_reshape(&s->w, grn_build_slice(&s->w, v, start, limit), st->rank, st->shape);
}

bool grn_part_starts_read(grn_sharder *s, const grn_hub *a, grn_part_starts *out)
{
    const int64_t dim = a->map.vector_dim;
    *out = (grn_part_starts){.element = grn_type_integer(s->w.ir, 64, GRN_SIGNLESS),
                             .count = a->dims.start_index_map.count};
    grn_value *v = out->element ? grn_part_widen(s, a->indices, out->element) : NULL;
    if (!v)
        return false;
    for (int32_t d = 0; d < v->type->rank; d++)
        if (d != dim)
            out->shape[out->rank++] = v->type->shape[d];
    for (int32_t c = 0; c < out->count; c++)
        if (!(out->v[c] = component(s, v, dim, c, out)))
            return false;
    return true;
}

grn_value *grn_part_starts_join(grn_sharder *s, const grn_hub *a, const grn_part_starts *st)
{
    const int64_t dim = a->map.vector_dim;
    int64_t shape[GRN_MAX_RANK];
    grn_value *parts[GRN_MAX_RANK];
    if (st->count == 0)
        return a->indices;
    if (dim < 0)
        return st->v[0];
    for (int32_t d = 0; d < st->rank + 1; d++)
        shape[d] = d == dim ? 1 : st->shape[d < dim ? d : d - 1];
    for (int32_t c = 0; c < st->count; c++)
        parts[c] = grn_build_reshape(&s->w, st->v[c], st->rank + 1, shape);
    return st->count == 1 ? parts[0] : grn_build_concatenate(&s->w, (size_t)st->count, parts, dim);
}

static grn_value *all_of(grn_sharder *s, const grn_value *like, int64_t number)
{
    return like ? grn_build_integers(&s->w, like->type->element, like->type->rank, like->type->shape, 1, &number)
                : NULL;
}

grn_value *grn_part_start(grn_sharder *s, const grn_part_starts *st, int64_t number)
{
    return grn_build_integers(&s->w, st->element, st->rank, st->shape, 1, &number);
}

grn_value *grn_part_clamp(grn_sharder *s, grn_value *v, int64_t last)
{
    v = v ? grn_build_binary(&s->w, "stablehlo.minimum", v, all_of(s, v, last)) : NULL;
    return v ? grn_build_binary(&s->w, "stablehlo.maximum", v, all_of(s, v, 0)) : NULL;
}

grn_value *grn_part_minus(grn_sharder *s, grn_value *v, grn_value *number, int64_t extent)
{
    grn_value *first =
        v && number ? grn_build_binary(&s->w, "stablehlo.multiply", number, all_of(s, number, extent)) : NULL;
    first = first ? grn_part_spread_scalar(s, first, v->type->rank, v->type->shape) : NULL;
    return first ? grn_build_binary(&s->w, "stablehlo.subtract", v, first) : NULL;
}

grn_value *grn_part_within(grn_sharder *s, grn_value *v, int64_t extent)
{
    grn_value *from = v ? grn_build_compare(&s->w, "GE", v, all_of(s, v, 0)) : NULL;
    grn_value *to = v ? grn_build_compare(&s->w, "LT", v, all_of(s, v, extent)) : NULL;
    return from && to ? grn_build_binary(&s->w, "stablehlo.and", from, to) : NULL;
}

grn_value *grn_part_without_padding(grn_sharder *s, grn_value *v, const grn_division *d, int64_t number)
{
    const grn_type *i64 = grn_type_integer(s->w.ir, 64, GRN_SIGNLESS);
    v = i64 ? grn_part_widen(s, v, i64) : NULL;
    for (int32_t i = 0; v && i < d->rank; i++) {
        if (d->type->shape[i] % grn_part_ways(&s->mesh, &d->dims[i].axes) == 0)
            continue;
        grn_value *at = i64 ? grn_build_iota(&s->w, i64, v->type->rank, v->type->shape, i) : NULL;
        at = grn_part_minus(s, at, grn_part_number_value(s, &d->dims[i].axes), -grn_division_extent(&s->mesh, d, i));
        grn_value *exists = at ? grn_build_compare(&s->w, "LT", at, all_of(s, at, d->type->shape[i])) : NULL;
        grn_value *none = all_of(s, v, number);
        v = exists && none ? grn_build_select(&s->w, exists, v, none) : NULL;
    }
    return v;
}

bool grn_part_has_padding(const grn_sharder *s, const grn_division *d)
{
    for (int32_t i = 0; i < d->rank; i++)
        if (d->type->shape[i] % grn_part_ways(&s->mesh, &d->dims[i].axes))
            return true;
    return false;
}
