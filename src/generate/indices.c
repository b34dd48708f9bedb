/*
 * indices.c - indices of gathers and scatters.
 *
 * Most are in range. At the edge there are negative ones, such as lie beyond the end, the lowest and
 * the highest that the type holds, windows that are partly outside, and the same index again.
 */
#include "generate/access.h"

#define TRIES 12
#define MOST_ELEMENTS 2048 /* of an operand whose places are told apart */

grn_dtype grn_gen_index_dtype(grn_gen *g)
{
    static const grn_dtype narrow[] = {GRN_I8, GRN_UI8, GRN_I16, GRN_UI16, GRN_UI32, GRN_UI64};
    grn_dtype dtype = g->edge && grn_one_in(g->choices, 3) ? GRN_PICK_OF(g->choices, narrow) : GRN_NO_DTYPE;
    if (!dtype || !grn_gen_allows(g, dtype))
        dtype = grn_one_in(g->choices, 3) ? GRN_I64 : GRN_I32;
    return grn_gen_allows(g, dtype) ? dtype : dtype == GRN_I64 ? GRN_I32 : GRN_I64;
}

/* XLA drops a scatter's window that is partly outside, StableHLO its elements: such windows are of the edge. */
static int64_t outside(grn_gen *g, int64_t extent, int64_t window)
{
    const int64_t most = extent - window;
    if (!g->edge)
        return grn_one_in(g->choices, 2) ? extent + (int64_t)grn_pick(g->choices, 3) : -window - extent;
    if (window > 1 && window < extent && grn_one_in(g->choices, 3)) /* partly */
        return grn_one_in(g->choices, 2) ? -(int64_t)grn_pick(g->choices, (uint64_t)window - 1) - 1
                                         : most + 1 + (int64_t)grn_pick(g->choices, (uint64_t)window - 1);
    switch (grn_pick(g->choices, 8)) {
    case 0: return -1;
    case 1: return most + 1;
    case 2: return extent;
    case 3: return -extent - 1;
    case 4: return grn_one_in(g->choices, 2) ? INT64_MIN : INT64_MAX; /* cut to what the type holds */
    case 5: return -window;
    case 6: return extent - 1;
    default: return grn_pick_between(g->choices, -2 * extent - 2, 2 * extent + 2);
    }
}

int64_t grn_gen_draw_index(grn_gen *g, const grn_gen_indices *how, int64_t extent, int64_t window)
{
    const int64_t most = extent - window > 0 ? extent - window : 0;
    const int64_t start = grn_pick_between(g->choices, 0, most);
    if (!how->in_range && grn_one_in(g->choices, g->edge ? 3 : 12))
        return outside(g, extent, window);
    return how->wraps && extent > 0 && grn_one_in(g->choices, g->edge ? 2 : 6) ? start - extent : start;
}

/* The nearest number that the dtype holds. */
static int64_t held(grn_dtype dtype, int64_t x)
{
    const double low = grn_dtype_lowest(dtype), high = grn_dtype_highest(dtype);
    if ((double)x < low)
        return low <= -9.2e18 ? INT64_MIN : (int64_t)low;
    if ((double)x >= high)
        return high >= 9.2e18 ? INT64_MAX : (int64_t)high;
    return x;
}

/* ---- index vectors --------------------------------------------------------------------------- */

typedef struct filling {
    grn_gen *g;
    const grn_drawn_access *a;
    const grn_gen_indices *how;
    grn_tensor *indices;
    unsigned char *reached; /* of each element of the operand; NULL: they need not be told apart */
    int64_t batch[GRN_GEN_RANK];
    int64_t vector[GRN_GEN_RANK];
} filling;

static int64_t offset_of(const filling *f, int32_t component)
{
    const grn_drawn_access *a = f->a;
    int64_t at = 0, b = 0;
    for (int32_t d = 0; d < a->indices.rank; d++) {
        const bool is_vector = d == a->dims.index_vector_dim;
        at = at * a->indices.shape[d] + (is_vector ? component : f->batch[b]);
        b += !is_vector;
    }
    return at;
}

static int64_t batch_position(const filling *f, int32_t operand_dim)
{
    const grn_dims *dims = &f->a->dims.operand_batching_dims;
    for (int32_t i = 0; i < dims->count; i++)
        if (dims->v[i] == operand_dim) {
            const int64_t at = f->a->dims.start_indices_batching_dims.v[i];
            return f->batch[at > f->a->dims.index_vector_dim ? at - 1 : at];
        }
    return 0;
}

/* Of each dimension of the operand where the window begins. */
static void find_start(const filling *f, int64_t start[GRN_GEN_RANK])
{
    const grn_drawn_access *a = f->a;
    for (int32_t d = 0; d < a->operand.rank; d++)
        start[d] = batch_position(f, d);
    for (int32_t k = 0; k < a->dims.start_index_map.count; k++) {
        const int32_t d = (int32_t)a->dims.start_index_map.v[k];
        start[d] = f->vector[k];
        if (f->how->wraps && start[d] < 0 && start[d] >= -a->operand.shape[d])
            start[d] += a->operand.shape[d];
    }
}

static bool next_of(const int64_t *shape, int32_t rank, int64_t *at)
{
    for (int32_t d = rank - 1; d >= 0; d--) {
        if (++at[d] < shape[d])
            return true;
        at[d] = 0;
    }
    return false;
}

/* -1: it lies outside. */
static int64_t place_of(const grn_drawn_access *a, const int64_t *start, const int64_t *at)
{
    int64_t place = 0;
    for (int32_t d = 0; d < a->operand.rank; d++) {
        if (start[d] < 0 ? start[d] < -a->window[d] || start[d] + at[d] < 0 : start[d] >= a->operand.shape[d])
            return -1;
        if (start[d] + at[d] >= a->operand.shape[d])
            return -1;
        place = place * a->operand.shape[d] + start[d] + at[d];
    }
    return place;
}

/* Whether the window reaches an element that was reached before; `mark`: it is reached from now on. */
static bool meets(filling *f, bool mark)
{
    const grn_drawn_access *a = f->a;
    int64_t start[GRN_GEN_RANK], at[GRN_GEN_RANK] = {0};
    for (int32_t d = 0; d < a->operand.rank; d++)
        if (a->window[d] == 0)
            return false;
    find_start(f, start);
    do {
        const int64_t place = place_of(a, start, at);
        if (place >= 0 && f->reached[place] && !mark)
            return true;
        if (place >= 0)
            f->reached[place] |= mark;
    } while (next_of(a->window, a->operand.rank, at));
    return false;
}

static void draw_vector(filling *f)
{
    const grn_drawn_access *a = f->a;
    const grn_dims *map = &a->dims.start_index_map;
    const bool again = f->g->edge && !f->reached && grn_one_in(f->g->choices, 4); /* the one before */
    for (int32_t k = 0; k < map->count && !again; k++) {
        const int64_t extent = a->operand.shape[map->v[k]], window = a->window[map->v[k]];
        f->vector[k] = held(a->indices.dtype, grn_gen_draw_index(f->g, f->how, extent, window));
    }
}

/* Wholly outside, by the first component. False: there is none, the type holds no such number, or it may not be. */
static bool leave(filling *f)
{
    const grn_drawn_access *a = f->a;
    const grn_dims *map = &a->dims.start_index_map;
    if (map->count == 0 || f->how->in_range)
        return false;
    const int64_t extent = a->operand.shape[map->v[0]];
    f->vector[0] = extent;
    return (double)extent <= grn_dtype_highest(a->indices.dtype);
}

static bool choose_vector(filling *f)
{
    draw_vector(f);
    if (!f->reached)
        return true;
    for (int i = 0; i < TRIES && meets(f, false); i++)
        draw_vector(f);
    if (meets(f, false) && (!leave(f) || meets(f, false)))
        return false;
    meets(f, true);
    return true;
}

/* Windows of one element in an empty dimension are never in range. */
static bool can_be_in_range(const grn_drawn_access *a)
{
    for (int32_t k = 0; k < a->dims.start_index_map.count; k++) {
        const int64_t d = a->dims.start_index_map.v[k];
        if (a->operand.shape[d] < a->window[d])
            return false;
    }
    return true;
}

static bool fill_all(filling *f)
{
    const grn_drawn_access *a = f->a;
    if (grn_gen_elements(&a->indices) == 0 && a->dims.start_index_map.count > 0)
        return true;
    for (int32_t b = 0; b < a->batch_rank; b++)
        if (a->batch_shape[b] == 0)
            return true;
    do {
        if (!choose_vector(f))
            return false;
        for (int32_t k = 0; k < a->dims.start_index_map.count; k++)
            grn_gen_put_integer(f->indices, offset_of(f, k), f->vector[k]);
    } while (next_of(a->batch_shape, a->batch_rank, f->batch));
    return true;
}

bool grn_gen_fill_indices(grn_gen *g, const grn_drawn_access *a, const grn_gen_indices *how, grn_tensor *indices)
{
    unsigned char reached[MOST_ELEMENTS] = {0};
    filling f = {.g = g, .a = a, .how = how, .indices = indices, .reached = how->unique ? reached : NULL};
    if (!indices->data || (how->unique && grn_gen_elements(&a->operand) > MOST_ELEMENTS))
        return false;
    return (!how->in_range || can_be_in_range(a)) && fill_all(&f);
}

/* ---- promises -------------------------------------------------------------------------------- */

static grn_tensor tensor_of(const grn_gen_type *type)
{
    return grn_tensor_over(NULL, type->dtype, type->rank, type->shape);
}

static bool keeps(const grn_drawn_access *a, const grn_tensor *indices, bool sorted, const grn_allocator *allocator)
{
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    const grn_tensor operand = tensor_of(&a->operand), dense = tensor_of(&a->dense);
    grn_gen_spec(a, &gather, &scatter);
    gather.index.indices_are_sorted = scatter.index.indices_are_sorted = sorted;
    gather.index.unique_indices = scatter.index.unique_indices = !sorted;
    const grn_status status = a->is_scatter
                                  ? grn_scatter_check_promises(&scatter, &operand, indices, &dense, allocator, NULL)
                                  : grn_gather_check_promises(&gather, &operand, indices, allocator, NULL);
    return status == GRN_OK;
}

bool grn_gen_keeps_sorted(grn_gen *g, const grn_drawn_access *a, const grn_tensor *indices)
{
    return indices->data && keeps(a, indices, true, g->allocator);
}

bool grn_gen_keeps_unique(grn_gen *g, const grn_drawn_access *a, const grn_tensor *indices)
{
    return indices->data && keeps(a, indices, false, g->allocator);
}
