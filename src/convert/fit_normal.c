/* fit_normal.c - any gather or scatter in normal form: each component of an index chooses one
 * element. */
#include "convert/fit.h"

int64_t grn_fit_window(const grn_fit *f, int64_t d)
{
    return f->h.is_scatter ? grn_access_window(&f->h.map, f->dense.v, (int32_t)d) : f->h.slice_sizes.v[d];
}

/* ---- indices as [positions..., components] --------------------------------------------------- */

grn_value *grn_fit_vectors_last(grn_fit *f)
{
    grn_dims order = {0};
    const int64_t vector = f->h.dims.index_vector_dim;
    for (int32_t d = 0; d < f->indices->type->rank; d++)
        if (d != vector)
            grn_dims_push(&order, d);
    grn_dims_push(&order, vector);
    return grn_build_transpose(f->w, f->indices, order.v);
}

static grn_value *vector_last(grn_fit *f)
{
    grn_dims shape = grn_extents(f->indices->type);
    if (f->h.dims.index_vector_dim < shape.count)
        return grn_fit_vectors_last(f);
    grn_dims_push(&shape, 1);
    return grn_build_reshape(f->w, f->indices, shape.count, shape.v);
}

static void list_positions(grn_fit *f)
{
    const grn_access_map *m = &f->h.map;
    for (int32_t d = 0; d < m->dense_rank; d++) {
        const int32_t i = m->dense[d].indices;
        if (i < 0)
            continue;
        grn_dims_push(&f->position, f->indices->type->shape[f->position.count]);
        grn_dims_push(&f->position_dense, d);
        grn_dims_push(&f->batch, m->indices[i].operand);
    }
}

static void give_roles(grn_fit *f)
{
    const grn_access_map *m = &f->h.map;
    f->chosen = f->h.dims.start_index_map;
    for (int32_t d = 0; d < m->operand_rank; d++) {
        f->role[d] = m->operand[d].component >= 0  ? GRN_FIT_CHOSEN
                     : m->operand[d].batching >= 0 ? GRN_FIT_BATCH
                                                   : GRN_FIT_WINDOW;
        f->window_dense[d] = m->operand[d].dense;
    }
}

/* ---- components ------------------------------------------------------------------------------ */

grn_value *grn_fit_component(grn_fit *f, int64_t j)
{
    if (!f->indices)
        return NULL;
    int32_t vector = f->position.count;
    grn_dims start = {.count = vector + 1}, limit = grn_extents(f->indices->type);
    start.v[vector] = j;
    limit.v[vector] = j + 1;
    return grn_build_slice(f->w, f->indices, start.v, limit.v);
}

/* Keeps the components listed, in that order. */
static void keep_components(grn_fit *f, const grn_dims *kept)
{
    grn_value *parts[GRN_MAX_RANK];
    bool same = kept->count == f->chosen.count;
    grn_dims chosen = {0};
    for (int32_t i = 0; i < kept->count; i++) {
        same &= kept->v[i] == i;
        grn_dims_push(&chosen, f->chosen.v[kept->v[i]]);
    }
    if (same)
        return;
    for (int32_t i = 0; i < kept->count; i++)
        parts[i] = grn_fit_component(f, kept->v[i]);
    if (kept->count > 0)
        f->indices = grn_build_concatenate(f->w, (size_t)kept->count, parts, f->position.count);
    f->chosen = chosen;
}

static void add_component(grn_fit *f, int64_t dim, grn_value *component)
{
    grn_value *const both[] = {f->indices, component};
    f->indices = f->chosen.count == 0 ? component : grn_build_concatenate(f->w, 2, both, f->position.count);
    grn_dims_push(&f->chosen, dim);
    f->role[dim] = GRN_FIT_CHOSEN;
}

static grn_dims one_component(const grn_fit *f)
{
    grn_dims shape = f->position;
    grn_dims_push(&shape, 1);
    return shape;
}

/* A dim that is used in part and that no index moves becomes one with an index of 0: in a scatter,
 * and in a gather whose operand cannot be sliced. */
static void index_partial_windows(grn_fit *f)
{
    static const int64_t zero = 0;
    grn_dims shape = one_component(f);
    for (int32_t d = 0; f->indices && d < f->full->type->rank; d++)
        if (f->role[d] == GRN_FIT_WINDOW && grn_fit_window(f, d) != grn_full_extent(f, d))
            add_component(f, d, grn_build_integers(f->w, f->indices->type->element, shape.count, shape.v, 1, &zero));
}

/* A gather does not read what is past the window there. */
static void slice_partial_windows(grn_fit *f)
{
    grn_dims start = {.count = f->full->type->rank}, limit = grn_extents(f->full->type);
    for (int32_t d = 0; d < limit.count; d++)
        if (f->role[d] == GRN_FIT_WINDOW)
            limit.v[d] = grn_fit_window(f, d);
    f->full = grn_build_slice(f->w, f->full, start.v, limit.v);
}

/* A window as long as its dim has a single start: its component is dropped. */
static void drop_whole_windows(grn_fit *f)
{
    grn_dims kept = {0};
    for (int32_t j = 0; j < f->chosen.count; j++) {
        int64_t d = f->chosen.v[j];
        bool whole = !f->masks && grn_fit_window(f, d) == grn_full_extent(f, d) && grn_fit_window(f, d) > 1;
        if (whole)
            f->role[d] = GRN_FIT_WINDOW;
        else
            grn_dims_push(&kept, j);
    }
    keep_components(f, &kept);
}

void grn_fit_drop_whole(grn_fit *f)
{
    grn_value *parts[GRN_MAX_RANK];
    grn_dims *map = &f->h.dims.start_index_map, kept = {0}, start = {0}, limit = grn_extents(f->indices->type);
    int64_t vector = f->h.dims.index_vector_dim;
    if (f->h.is_scatter || map->count < 2 || grn_fit_rule_masks(f))
        return;
    for (int32_t j = 0; j < map->count; j++) {
        int64_t window = grn_fit_window(f, map->v[j]);
        if (window > 1 && window == grn_full_extent(f, map->v[j]))
            continue;
        start.v[vector] = j;
        limit.v[vector] = j + 1;
        parts[kept.count] = grn_build_slice(f->w, f->indices, start.v, limit.v);
        grn_dims_push(&kept, map->v[j]);
    }
    if (kept.count == 0 || kept.count == map->count)
        return;
    f->indices = grn_build_concatenate(f->w, (size_t)kept.count, parts, vector);
    *map = kept;
    grn_access_map_of(&f->h.dims, f->h.map.operand_rank, f->h.map.indices_rank, &f->h.map);
    if (f->indices)
        grn_fit_rule_look(f);
}

/* ---- windows that move ----------------------------------------------------------------------- */

/* Each becomes a position of its own, at the place its dense dim has among the others. */
static bool add_positions(grn_fit *f, grn_dims *place)
{
    grn_dims position = {0}, dense = {0}, batch = {0};
    int32_t p = 0;
    place->count = 0;
    for (int32_t d = 0; d < f->dense.count; d++) {
        bool was = p < f->position.count && f->position_dense.v[p] == d, moves = false;
        for (int32_t j = 0; j < f->chosen.count; j++)
            moves |= grn_fit_window(f, f->chosen.v[j]) > 1 && f->window_dense[f->chosen.v[j]] == d;
        if (!was && !moves)
            continue;
        if (was)
            grn_dims_push(place, position.count);
        grn_dims_push(&position, was ? f->position.v[p] : f->dense.v[d]);
        grn_dims_push(&dense, d);
        grn_dims_push(&batch, was ? f->batch.v[p] : -1);
        p += was;
    }
    bool any = position.count > f->position.count;
    f->position = position;
    f->position_dense = dense;
    f->batch = batch;
    return any;
}

enum { FEW = 64 }; /* the most numbers that are written out instead of counted and joined */

/* Rows of `k` components that count in component `j` and are 0 elsewhere. */
static grn_value *few_steps(grn_fit *f, int64_t n, int64_t k, int32_t j)
{
    int64_t v[FEW] = {0}, shape[] = {n, k};
    for (int64_t i = 0; i < n; i++)
        v[i * k + j] = i;
    return grn_build_integers(f->w, grn_fit_i64(f), 2, shape, (size_t)(n * k), v);
}

/* 0, 1, 2... along position `p`, in component `j` alone, over `shape`. */
static grn_value *steps_along(grn_fit *f, int32_t p, int32_t j, const grn_dims *shape)
{
    static const int64_t zero = 0;
    int64_t n = f->position.v[p], k = f->chosen.count, dims[] = {p, f->position.count}, column[] = {n, 1};
    grn_value *parts[GRN_MAX_RANK];
    if (k == 1)
        return grn_build_broadcast(f->w, grn_build_iota(f->w, grn_fit_i64(f), 1, &n, 0), dims, shape->count, shape->v);
    if (n * k <= FEW)
        return grn_build_broadcast(f->w, few_steps(f, n, k, j), dims, shape->count, shape->v);
    for (int64_t c = 0; c < k; c++)
        parts[c] = c == j ? grn_build_iota(f->w, grn_fit_i64(f), 2, column, 0)
                          : grn_build_integers(f->w, grn_fit_i64(f), 2, column, 1, &zero);
    return grn_build_broadcast(f->w, grn_build_concatenate(f->w, (size_t)k, parts, 1), dims, shape->count, shape->v);
}

/* Window `j`'s position, if it moves; -1. */
static int32_t moved_position(const grn_fit *f, int32_t j)
{
    for (int32_t p = 0; p < f->position.count && grn_fit_window(f, f->chosen.v[j]) > 1; p++)
        if (f->window_dense[f->chosen.v[j]] == f->position_dense.v[p])
            return p;
    return -1;
}

/* The steps of all windows that move, over `shape`, added to `v`; v is NULL: those alone. NULL:
 * memory refused. */
static grn_value *with_steps(grn_fit *f, grn_value *v, const grn_dims *shape)
{
    for (int32_t j = 0; j < f->chosen.count; j++) {
        const int32_t p = moved_position(f, j);
        grn_value *steps = p >= 0 ? steps_along(f, p, j, shape) : NULL;
        if (p < 0)
            continue;
        v = v && steps ? grn_build_binary(f->w, "stablehlo.add", v, steps) : steps;
        if (!v)
            return NULL;
    }
    return v;
}

/* Where the old positions have extents that are not known: the steps over the new ones alone, then
 * one sum over all. `place` has the new place of each dim of the indices. */
static grn_value *with_steps_over_open(grn_fit *f, const grn_dims *place, const grn_dims *shape)
{
    int32_t from[GRN_MAX_RANK] = {0};
    grn_dims same = {.count = shape->count}, ones = {.count = shape->count}, moved = *shape;
    for (int32_t d = 0; d < shape->count; d++)
        same.v[d] = d, ones.v[d] = 1;
    for (int32_t d = 0; d < place->count; d++) {
        from[place->v[d]] = d;
        ones.v[place->v[d]] = f->indices->type->shape[d];
        moved.v[place->v[d]] = d + 1 < place->count ? 1 : moved.v[place->v[d]];
    }
    grn_value *sizes = grn_shape_value_from(f->w->ir, f->w->at, f->indices, from,
                                            grn_tensor_like(f->w, grn_fit_i64(f), shape->count, shape->v));
    grn_value *first = grn_build_reshape(f->w, f->indices, ones.count, ones.v), *steps = with_steps(f, NULL, &moved);
    return grn_build_binary(f->w, "stablehlo.add", grn_fit_spread(f, first, same.v, shape, sizes),
                            grn_fit_spread(f, steps, same.v, shape, sizes));
}

static void move_windows(grn_fit *f)
{
    grn_dims place, shape;
    if (!add_positions(f, &place) || !f->indices)
        return;
    shape = f->position;
    grn_dims_push(&shape, f->chosen.count);
    if (f->mask)
        f->mask = grn_build_broadcast(f->w, f->mask, place.v, f->position.count, f->position.v);
    grn_dims_push(&place, f->position.count);
    f->indices = grn_build_convert(f->w, f->indices, grn_fit_i64(f));
    f->wide = true;
    if (f->indices && !grn_type_has_static_shape(f->indices->type)) {
        f->indices = with_steps_over_open(f, &place, &shape);
        return;
    }
    f->indices = grn_build_broadcast(f->w, f->indices, place.v, shape.count, shape.v);
    if (f->indices)
        f->indices = with_steps(f, f->indices, &shape);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void sort_components(grn_fit *f)
{
    grn_dims order = {0};
    for (int32_t d = 0; d < f->full->type->rank; d++)
        for (int32_t j = 0; j < f->chosen.count; j++)
            if (f->chosen.v[j] == d)
                grn_dims_push(&order, j);
    keep_components(f, &order);
}

grn_status grn_fit_unbatch(grn_fit *f)
{
    grn_dims shape = one_component(f);
    for (int32_t p = 0; p < f->position.count; p++) {
        if (f->batch.v[p] < 0)
            continue;
        f->indices = grn_build_convert(f->w, f->indices, grn_fit_i64(f));
        f->wide = true;
        add_component(f, f->batch.v[p], grn_build_iota(f->w, grn_fit_i64(f), shape.count, shape.v, p));
        f->batch.v[p] = -1;
    }
    if (f->indices)
        sort_components(f);
    return f->indices ? GRN_OK : grn_no_memory(f->w);
}

/* A scatter that no index moves: into row 0 of one. */
static void add_row(grn_fit *f)
{
    static const int64_t zero = 0;
    grn_dims shape = grn_extents(f->full->type), rows = one_component(f);
    for (int32_t d = shape.count++; d > 0; d--)
        shape.v[d] = shape.v[d - 1], f->role[d] = f->role[d - 1], f->window_dense[d] = f->window_dense[d - 1];
    shape.v[0] = 1;
    for (int32_t p = 0; p < f->batch.count; p++)
        f->batch.v[p] += f->batch.v[p] >= 0;
    f->full = grn_build_reshape(f->w, f->full, shape.count, shape.v);
    add_component(f, 0, grn_build_integers(f->w, grn_fit_i64(f), rows.count, rows.v, 1, &zero));
    f->wide = true;
}

/* Whether no memory was refused. */
static bool is_there(const grn_fit *f) { return f->indices && f->full; }

grn_status grn_fit_normal(grn_fit *f)
{
    f->indices = vector_last(f);
    if (!f->indices)
        return grn_no_memory(f->w);
    list_positions(f);
    give_roles(f);
    if (f->indices && !grn_fit_can_slice(f))
        index_partial_windows(f);
    else if (f->indices)
        slice_partial_windows(f);
    if (is_there(f))
        drop_whole_windows(f);
    if (is_there(f))
        move_windows(f);
    if (is_there(f))
        sort_components(f);
    if (is_there(f) && f->h.is_scatter && f->chosen.count == 0)
        add_row(f);
    return is_there(f) ? GRN_OK : grn_no_memory(f->w);
}
