/* glance.c - index vectors by blocks, component by component. */
#include "access/meaning.h"
#include "access/check.h"
#include "survey/glance.h"

enum { BLOCK = 512 };
#define MOST_PLACES ((uint64_t)1 << 28) /* a bit each */

typedef struct looking {
    grn_meaning m;
    grn_glance *to;
    int32_t ncomponents;
    int64_t low[GRN_MAX_RANK], high[GRN_MAX_RANK];
    uint64_t factor[GRN_MAX_RANK]; /* of a component in the number of a place */
    uint64_t *seen;                /* a bit for each place; NULL: places are not looked at */
    uint64_t last;
    bool has_last;
} looking;

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Elements as int64_t, and whether one is out of bounds, by signs: no difference of 32-bit numbers
 * overflows. A stride that is known lets the loops be vector code. */
#define READ(type, step)                                                         \
    for (int64_t i = 0; i < count; i++) {                                        \
        const int64_t v = (int64_t)from[i * (step)];                             \
        raw[i] = v;                                                              \
        signs |= ((uint64_t)v - (uint64_t)low) | ((uint64_t)high - (uint64_t)v); \
    }
#define LOAD(type)                                  \
    {                                               \
        const type *from = (const type *)data + at; \
        uint64_t signs = 0;                         \
        if (stride == 1)                            \
            READ(type, 1)                           \
        else if (stride == 2)                       \
            READ(type, 2)                           \
        else                                        \
            READ(type, stride)                      \
        return signs >> 63;                         \
    }

static bool load_wide(const grn_tensor *t, int64_t at, int64_t stride, int64_t count, int64_t low, int64_t high,
                      int64_t *raw)
{
    const int64_t *from = (const int64_t *)t->data + at;
    bool is_out = false;
    for (int64_t i = 0; i < count; i++) {
        raw[i] = from[i * stride]; /* a ui64 over INT64_MAX comes out negative, and is out of bounds either way */
        is_out |= (raw[i] < low) | (raw[i] > high);
    }
    return is_out;
}

/* Whether any is out of bounds. */
static bool load(const grn_tensor *t, int64_t at, int64_t stride, int64_t count, int64_t low, int64_t high,
                 int64_t *raw)
{
    const void *data = t->data;
    switch (grn_dtype_bytes(t->dtype) * 2 + (grn_dtype_class_of(t->dtype) == GRN_CLASS_SIGNED)) {
    case 2: LOAD(uint8_t)
    case 3: LOAD(int8_t)
    case 4: LOAD(uint16_t)
    case 5: LOAD(int16_t)
    case 8: LOAD(uint32_t)
    case 9: LOAD(int32_t)
    default: return load_wide(t, at, stride, count, low, high, raw);
    }
}

static void look_at_places(looking *l, int64_t count, const uint64_t *place)
{
    for (int64_t i = 0; i < count; i++) {
        uint64_t *word = &l->seen[place[i] / 64];
        const uint64_t bit = UINT64_C(1) << place[i] % 64;
        l->to->may_repeat |= (*word & bit) != 0;
        *word |= bit;
        l->to->is_unsorted |= l->has_last && place[i] < l->last;
        l->last = place[i];
        l->has_last = true;
    }
}

static void look_at_block(looking *l, int64_t offset, int64_t vector_stride, int64_t stride, int64_t count)
{
    int64_t raw[BLOCK];
    uint64_t place[BLOCK];
    uint8_t is_out[BLOCK];
    bool any = false;
    if (l->seen)
        memset(place, 0, (size_t)count * sizeof *place);
    for (int32_t k = 0; k < l->ncomponents; k++) {
        const int64_t low = l->low[k], high = l->high[k];
        if (load(l->m.indices, offset + k * vector_stride, stride, count, low, high, raw)) {
            if (!any)
                memset(is_out, 0, (size_t)count);
            any = true;
            for (int64_t i = 0; i < count; i++)
                is_out[i] |= (raw[i] < low) | (raw[i] > high);
        }
        for (int64_t i = 0; l->seen && i < count; i++)
            place[i] += (uint64_t)(raw[i] - low) * l->factor[k];
    }
    for (int64_t i = 0; any && i < count; i++)
        l->to->out_of_bounds += is_out[i];
    if (l->seen && !any)
        look_at_places(l, count, place);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* The dimensions of the indices that are walked, and along which the components stand. */
static void walk(looking *l)
{
    const grn_tensor *t = l->m.indices;
    const bool has_vector = grn_has_vector_dim(l->m.dims, t);
    const int32_t vector = has_vector ? (int32_t)l->m.dims->index_vector_dim : -1;
    int64_t shape[GRN_MAX_RANK], stride[GRN_MAX_RANK];
    int32_t rank = 0;
    for (int32_t d = 0; d < t->rank; d++)
        if (d != vector) {
            shape[rank] = t->shape[d];
            stride[rank++] = t->stride[d];
        }
    const int64_t vector_stride = has_vector ? t->stride[vector] : 0, run = rank > 0 ? shape[rank - 1] : 1,
                  step = rank > 0 ? stride[rank - 1] : 1;
    grn_walk w;
    for (grn_walk_init(&w, rank > 0 ? rank - 1 : 0, shape, 1, (const int64_t *[]){stride}); w.more; grn_walk_next(&w))
        for (int64_t at = 0; at < run; at += BLOCK)
            look_at_block(l, w.offset[0] + at * step, vector_stride, step, run - at < BLOCK ? run - at : BLOCK);
}

/* Numbers places row by row; false: batching dimensions move them too, or they are too many. */
static bool number_places(looking *l, uint64_t *count)
{
    const grn_dimension_numbers *dims = l->m.dims;
    uint64_t factor = 1;
    if (dims->operand_batching_dims.count > 0)
        return false;
    for (int32_t d = l->m.operand->rank - 1; d >= 0; d--)
        for (int32_t k = 0; k < l->ncomponents; k++)
            if (dims->start_index_map.v[k] == d) {
                const uint64_t places = l->high[k] < l->low[k] ? 0 : (uint64_t)(l->high[k] - l->low[k]) + 1;
                l->factor[k] = factor;
                if (places == 0 || factor > MOST_PLACES / places)
                    return false;
                factor *= places;
            }
    *count = factor;
    return true;
}

grn_status grn_glance_at(const grn_problem *x, bool places, const grn_allocator *allocator, grn_glance *out)
{
    looking l = {.to = out};
    uint64_t count = 0;
    *out = (grn_glance){.vectors = grn_census_vectors(x)};
    if (x->gather)
        grn_gather_meaning(x->gather, x->operand, x->indices, &l.m);
    else
        grn_scatter_meaning(x->scatter, x->operand, x->indices, x->dense, &l.m);
    l.ncomponents = l.m.dims->start_index_map.count;
    for (int32_t k = 0; k < l.ncomponents; k++)
        grn_census_bounds(x, k, &l.low[k], &l.high[k]);
    const bool numbered = places && number_places(&l, &count);
    if (places && !numbered)
        out->may_repeat = out->is_unsorted = true;
    const size_t bytes = (size_t)(count / 64 + 1) * sizeof *l.seen;
    l.seen = numbered ? grn_allocate(allocator, bytes) : NULL;
    if (numbered && !l.seen)
        return GRN_E_MEMORY;
    if (l.seen)
        memset(l.seen, 0, bytes);
    walk(&l);
    grn_release(allocator, l.seen, bytes);
    return GRN_OK;
}
