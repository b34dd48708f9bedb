/*
 * access.c - shapes and dimension numbers of gathers and scatters.
 *
 * Each dimension of the operand is walked by the window, collapsed, or a batching dimension. Batch
 * dimensions of the indices, the index vector and the window's dimensions in the dense tensor stand
 * anywhere.
 */
#include "generate/access.h"

#define MOST_ELEMENTS 400
#define TRIES 20

static void append(grn_dims *list, int64_t value) { list->v[list->count++] = value; }

static int64_t draw_extent(grn_gen *g, int32_t rank)
{
    static const int64_t most[] = {1, 9, 6, 4, 3, 3, 2, 2, 2};
    if (g->edge && grn_one_in(g->choices, 10))
        return grn_one_in(g->choices, 3) ? 0 : 1;
    return grn_pick_between(g->choices, 1, most[rank]);
}

static void draw_operand(grn_gen *g, grn_gen_type *out)
{
    static const int32_t ranks[] = {1, 1, 2, 2, 2, 3, 3, 4};
    out->rank =
        g->edge && grn_one_in(g->choices, 16) ? (int32_t)grn_pick(g->choices, 6) : GRN_PICK_OF(g->choices, ranks);
    for (int32_t d = 0; d < out->rank; d++)
        out->shape[d] = draw_extent(g, out->rank);
    if (g->edge && out->rank > 0 && out->rank < 3 && grn_one_in(g->choices, 12)) /* more than a narrow index reaches */
        out->shape[grn_pick(g->choices, (uint64_t)out->rank)] = grn_one_in(g->choices, 2) ? 130 : 257;
}

static int64_t draw_window(grn_gen *g, int64_t extent)
{
    if (extent <= 1 || grn_one_in(g->choices, 3))
        return extent;
    return grn_pick_between(g->choices, g->edge && grn_one_in(g->choices, 10) ? 0 : 1, extent);
}

/* A gather has nothing to read of an empty dimension: its window walks it. */
static void draw_roles(grn_gen *g, grn_drawn_access *a)
{
    const bool batches = grn_one_in(g->choices, g->edge ? 2 : 4);
    for (int32_t d = 0; d < a->operand.rank; d++) {
        const int64_t extent = a->operand.shape[d];
        int64_t role = (int64_t)grn_pick(g->choices, batches ? 3 : 2);
        role = role == 1 && extent == 0 && !a->is_scatter ? 0 : role;
        a->window[d] = role == 0 ? draw_window(g, extent) : a->is_scatter || extent > 0;
        if (role == 1)
            append(&a->dims.collapsed_slice_dims, d);
        if (role == 2)
            append(&a->dims.operand_batching_dims, d);
    }
}

static bool is_dropped(const grn_drawn_access *a, int64_t d)
{
    return grn_dims_has(&a->dims.collapsed_slice_dims, d) || grn_dims_has(&a->dims.operand_batching_dims, d);
}

static void draw_index_map(grn_gen *g, grn_drawn_access *a)
{
    grn_dims *map = &a->dims.start_index_map;
    for (int32_t d = 0; d < a->operand.rank; d++)
        if (!grn_dims_has(&a->dims.operand_batching_dims, d) && !grn_one_in(g->choices, is_dropped(a, d) ? 6 : 3))
            append(map, d);
    if (grn_one_in(g->choices, g->edge ? 2 : 4))
        grn_pick_order(g->choices, map->v, map->count);
}

/* The operand's batching dimensions at any place of the indices', among some that the operand does not have. */
static void draw_batch(grn_gen *g, grn_drawn_access *a)
{
    const grn_dims *batching = &a->dims.operand_batching_dims;
    int64_t place[GRN_GEN_RANK + 4];
    a->batch_rank = batching->count + (int32_t)grn_pick(g->choices, 3);
    a->batch_rank = a->batch_rank > GRN_GEN_RANK - 1 ? GRN_GEN_RANK - 1 : a->batch_rank;
    for (int32_t b = 0; b < a->batch_rank; b++) {
        place[b] = b;
        a->batch_shape[b] = draw_extent(g, a->batch_rank > 2 ? a->batch_rank : 2);
    }
    if (grn_one_in(g->choices, 2))
        grn_pick_order(g->choices, place, a->batch_rank);
    for (int32_t i = 0; i < batching->count; i++) {
        a->batch_shape[place[i]] = a->operand.shape[batching->v[i]];
        append(&a->dims.start_indices_batching_dims, place[i]);
    }
}

/* The index vector last, at any other place, or left out where it has one component. */
static void draw_indices(grn_gen *g, grn_drawn_access *a)
{
    const bool implicit = a->dims.start_index_map.count == 1 && grn_one_in(g->choices, 3);
    const int64_t at = implicit || !grn_one_in(g->choices, g->edge ? 2 : 4)
                           ? a->batch_rank
                           : (int64_t)grn_pick(g->choices, (uint64_t)a->batch_rank + 1);
    grn_dims *batching = &a->dims.start_indices_batching_dims;
    a->dims.index_vector_dim = at;
    a->indices.rank = a->batch_rank + (implicit ? 0 : 1);
    for (int32_t b = 0; b < a->batch_rank; b++)
        a->indices.shape[b < at ? b : b + 1] = a->batch_shape[b];
    if (!implicit)
        a->indices.shape[at] = a->dims.start_index_map.count;
    for (int32_t i = 0; i < batching->count; i++)
        batching->v[i] += batching->v[i] >= at;
}

/* The window's dimensions last, first, or in between. False: there are too many. */
static bool draw_dense(grn_gen *g, grn_drawn_access *a)
{
    const int64_t how = (int64_t)grn_pick(g->choices, 3);
    int64_t window[GRN_GEN_RANK];
    int32_t windows = 0, batch = 0, taken = 0;
    for (int32_t d = 0; d < a->operand.rank; d++)
        if (!is_dropped(a, d))
            window[windows++] = a->window[d];
    a->dense.rank = a->batch_rank + windows;
    for (int32_t d = 0; d < a->dense.rank && a->dense.rank <= GRN_GEN_RANK; d++) {
        const bool left = batch < a->batch_rank;
        const bool is_window = taken < windows && (!left || how == 0 || (how == 1 && grn_one_in(g->choices, 2)));
        if (is_window)
            append(&a->dims.offset_dims, d);
        a->dense.shape[d] = is_window ? window[taken++] : a->batch_shape[batch++];
    }
    return a->dense.rank <= GRN_GEN_RANK;
}

static bool is_small(const grn_drawn_access *a)
{
    return grn_gen_elements(&a->operand) <= 2 * MOST_ELEMENTS && grn_gen_elements(&a->dense) <= MOST_ELEMENTS &&
           grn_gen_elements(&a->indices) <= MOST_ELEMENTS;
}

static bool draw_once(grn_gen *g, bool is_scatter, const grn_gen_type *operand, grn_drawn_access *a)
{
    *a = (grn_drawn_access){.is_scatter = is_scatter};
    if (operand)
        a->operand = *operand;
    else
        draw_operand(g, &a->operand);
    draw_roles(g, a);
    draw_index_map(g, a);
    draw_batch(g, a);
    draw_indices(g, a);
    return draw_dense(g, a) && is_small(a);
}

/* One row of an operand: small whatever the operand is, unless it is large itself. */
static void draw_plain(bool is_scatter, const grn_gen_type *operand, grn_drawn_access *a)
{
    static const grn_gen_type usual = {.rank = 1, .shape = {4}};
    *a = (grn_drawn_access){.is_scatter = is_scatter, .operand = operand ? *operand : usual};
    for (int32_t d = 0; d < a->operand.rank; d++) {
        append(&a->dims.offset_dims, d);
        a->dense.shape[d] = a->window[d] = a->operand.shape[d];
    }
    a->dense.rank = a->operand.rank;
    a->indices.rank = 1;
}

grn_drawn_access grn_gen_draw_access(grn_gen *g, bool is_scatter, const grn_gen_type *operand)
{
    grn_drawn_access a;
    for (int i = 0; i < TRIES; i++)
        if (draw_once(g, is_scatter, operand, &a))
            return a;
    draw_plain(is_scatter, operand, &a);
    return a;
}

void grn_gen_spec(const grn_drawn_access *a, grn_gather_spec *gather, grn_scatter_spec *scatter)
{
    memset(gather, 0, sizeof *gather);
    memset(scatter, 0, sizeof *scatter);
    gather->dims = scatter->dims = a->dims;
    gather->slice_sizes.count = a->operand.rank;
    for (int32_t d = 0; d < a->operand.rank; d++)
        gather->slice_sizes.v[d] = a->window[d];
    scatter->combiner = GRN_COMBINE_REPLACE;
}
