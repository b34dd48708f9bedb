/* along.c - indices along one dimension. */
#include "generate/along.h"

#define MOST_UNIQUE 64

static int64_t draw(grn_gen *g, int64_t extent, bool wraps)
{
    const int64_t x = grn_pick_between(g->choices, 0, extent - 1);
    return wraps && grn_one_in(g->choices, g->edge ? 2 : 5) ? x - extent : x;
}

static const char one_stays[] = "which of several updates of one element stays";

/* Where what is unique need not be, as programs may ask what is left open. */
static bool asks(grn_gen *g, bool unique) { return unique && g->unspecified && grn_one_in(g->choices, 2); }

static void ask_of_line(grn_gen *g, const grn_tensor *data, int64_t first, int64_t stride, int64_t n, int64_t extent)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < i; j++) {
            const int64_t x = grn_index_load(data->dtype, grn_tensor_at(data, first + i * stride)),
                          y = grn_index_load(data->dtype, grn_tensor_at(data, first + j * stride));
            if ((x < 0 ? x + extent : x) == (y < 0 ? y + extent : y))
                grn_gen_ask(g, one_stays);
        }
}

/* One line: every stride-th element from `first` on. */
static void fill_line(grn_gen *g, grn_tensor *data, int64_t first, int64_t stride, const grn_gen_along *how)
{
    const int64_t n = data->shape[how->dim];
    int64_t order[MOST_UNIQUE];
    for (int64_t i = 0; how->unique && i < how->extent; i++)
        order[i] = i;
    if (how->unique)
        grn_pick_order(g->choices, order, (int32_t)how->extent);
    for (int64_t i = 0; i < n; i++) {
        int64_t x = how->unique ? order[i] : draw(g, how->extent, how->wraps);
        if (how->unique && how->wraps && grn_one_in(g->choices, 4))
            x -= how->extent;
        grn_gen_put_integer(data, first + i * stride, x);
    }
}

static bool is_signed(grn_dtype dtype) { return grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED; }

static void spoil_one(grn_gen *g, grn_tensor *data, int64_t extent)
{
    const int64_t n = data->data ? grn_tensor_elements(data) : 0;
    if (!g->may_fail || g->closed || n == 0 || g->is_error)
        return;
    const bool below = is_signed(data->dtype) && grn_one_in(g->choices, 2);
    grn_gen_put_integer(data, (int64_t)grn_pick(g->choices, (uint64_t)n), below ? -extent - 1 : extent);
    g->is_error = true;
}

grn_gen_value grn_gen_indices_along(grn_gen *g, const grn_gen_type *type, const grn_gen_along *how)
{
    grn_gen_along own = *how;
    grn_tensor data = grn_gen_data(g, type);
    int64_t stride = 1, lines = data.data ? grn_gen_elements(type) : 0;
    const bool may_repeat = asks(g, own.unique);
    own.wraps = own.wraps && is_signed(type->dtype);
    own.unique = own.unique && !may_repeat;
    for (int32_t d = own.dim + 1; d < type->rank; d++)
        stride *= type->shape[d];
    const int64_t n = type->rank ? type->shape[own.dim] : 1;
    lines = n ? lines / n : 0;
    for (int64_t i = 0; i < lines && type->rank; i++) {
        const int64_t first = i / stride * stride * n + i % stride;
        fill_line(g, &data, first, stride, &own);
        if (may_repeat)
            ask_of_line(g, &data, first, stride, n, own.extent);
    }
    if (data.data && !type->rank)
        grn_gen_put_integer(&data, 0, draw(g, own.extent, own.wraps));
    spoil_one(g, &data, own.extent);
    return grn_gen_make_of(g, type, &data, grn_one_in(g->choices, 2));
}

/* Row `at` of a permutation of all places, as a vector. */
static void put_vector(grn_tensor *data, int64_t first, int64_t place, const int64_t *shape, int64_t count)
{
    for (int64_t k = count - 1; k >= 0; k--) {
        grn_gen_put_integer(data, first + k, place % shape[k]);
        place /= shape[k];
    }
}

grn_gen_value grn_gen_index_vectors(grn_gen *g, const grn_gen_type *type, const int64_t *shape, bool wraps, bool unique)
{
    grn_tensor data = grn_gen_data(g, type);
    const int64_t count = type->shape[type->rank - 1], n = data.data ? grn_gen_elements(type) : 0;
    int64_t places = 1, order[MOST_UNIQUE];
    for (int64_t k = 0; k < count; k++)
        places *= shape[k];
    for (int64_t i = 0; unique && i < places && i < MOST_UNIQUE; i++)
        order[i] = i;
    if (unique)
        grn_pick_order(g->choices, order, (int32_t)(places < MOST_UNIQUE ? places : MOST_UNIQUE));
    for (int64_t first = 0; count && first < n; first += count) {
        if (unique) {
            put_vector(&data, first, order[first / count], shape, count);
            continue;
        }
        for (int64_t k = 0; k < count; k++)
            grn_gen_put_integer(&data, first + k, draw(g, shape[k], wraps));
    }
    if (count)
        spoil_one(g, &data, shape[0] > places ? shape[0] : places);
    return grn_gen_make_of(g, type, &data, grn_one_in(g->choices, 2));
}

grn_gen_type grn_gen_along_type(grn_gen *g, const grn_gen_type *operand, int32_t dim, grn_dtype dtype, bool smaller)
{
    grn_gen_type t = *operand;
    t.dtype = dtype;
    for (int32_t d = 0; d < t.rank; d++)
        if (d == dim)
            t.shape[d] =
                operand->shape[d] ? grn_pick_between(g->choices, g->edge && grn_one_in(g->choices, 8) ? 0 : 1, 5) : 0;
        else if (smaller && grn_one_in(g->choices, 2))
            t.shape[d] = grn_pick_between(g->choices, t.shape[d] > 0, t.shape[d]);
    return t;
}

int32_t grn_gen_draw_dim(grn_gen *g, int32_t rank, bool negative, int64_t *written)
{
    const int32_t dim = rank ? (int32_t)grn_pick(g->choices, (uint64_t)rank) : 0;
    *written = negative && rank && grn_one_in(g->choices, 3) ? dim - rank : dim;
    return dim;
}

size_t grn_gen_draw_parts(grn_gen *g, grn_gen_value *x, int64_t *written, grn_gen_type *type, grn_facts *facts)
{
    x[0] = grn_gen_take_any(g, GRN_GEN_ALL, 1);
    *type = x[0].type;
    *facts = x[0].facts;
    const int32_t dim = grn_gen_draw_dim(g, type->rank, true, written);
    const size_t count = 1 + (size_t)grn_pick(g->choices, GRN_GEN_PARTS);
    for (size_t i = 1; i < count; i++) {
        grn_gen_type other = x[0].type;
        if (grn_one_in(g->choices, 3))
            other.shape[dim] = grn_pick_between(g->choices, g->edge ? 0 : 1, 4);
        x[i] = grn_gen_take_like(g, &other);
        type->shape[dim] += other.shape[dim];
        *facts = grn_facts_either(facts, &x[i].facts);
    }
    return count;
}
