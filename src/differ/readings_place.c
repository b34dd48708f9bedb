/*
 * readings_place.c - dimensions of gathers and scatters misread, and tensors read in another layout.
 */
#include "differ/readings.h"

/* ---- dimension numbers ----------------------------------------------------------------------- */

static bool set_vector_dim(grn_misread *m, int64_t to)
{
    grn_dimension_numbers *dims = grn_misread_dims(m);
    if (dims->index_vector_dim == to || to < 0 || to >= m->indices.rank || dims->index_vector_dim >= m->indices.rank ||
        m->indices.shape[to] != m->indices.shape[dims->index_vector_dim])
        return false;
    dims->index_vector_dim = to;
    return true;
}
static bool vector_dim_last(grn_misread *m) { return set_vector_dim(m, m->indices.rank - 1); }
static bool vector_dim_first(grn_misread *m) { return set_vector_dim(m, 0); }

/* The indices as if the extents stood with the vectors at another place: the same memory, read in that order. */
static bool vectors_reshaped(grn_misread *m)
{
    grn_dimension_numbers *dims = grn_misread_dims(m);
    const int64_t from = dims->index_vector_dim, to = m->indices.rank - 1;
    grn_tensor read = m->indices;
    int64_t stride = 1;
    if (from >= to)
        return false;
    for (int64_t d = from; d < to; d++)
        read.shape[d] = m->indices.shape[d + 1];
    read.shape[to] = m->indices.shape[from];
    int64_t strides[GRN_MAX_RANK];
    for (int32_t d = read.rank; d-- > 0;) {
        strides[d] = stride;
        stride *= read.shape[d];
    }
    for (int64_t d = from; d < to; d++)
        m->indices.stride[d + 1] = strides[d];
    m->indices.stride[from] = strides[to];
    return true;
}

static bool list_changed(const grn_dims *a, const grn_dims *b)
{
    for (int32_t i = 0; i < a->count; i++)
        if (a->v[i] != b->v[i])
            return true;
    return false;
}

static bool map_reversed(grn_misread *m)
{
    grn_dims *map = &grn_misread_dims(m)->start_index_map;
    const grn_dims before = *map;
    for (int32_t i = 0; i < map->count; i++)
        map->v[i] = before.v[map->count - 1 - i];
    return list_changed(map, &before);
}

static bool map_sorted(grn_misread *m)
{
    grn_dims *map = &grn_misread_dims(m)->start_index_map;
    const grn_dims before = *map;
    for (int32_t i = 1; i < map->count; i++)
        for (int32_t k = i; k > 0 && map->v[k] < map->v[k - 1]; k--) {
            const int64_t v = map->v[k];
            map->v[k] = map->v[k - 1];
            map->v[k - 1] = v;
        }
    return list_changed(map, &before);
}

static bool map_identity(grn_misread *m)
{
    grn_dims *map = &grn_misread_dims(m)->start_index_map;
    const grn_dims before = *map;
    for (int32_t i = 0; i < map->count; i++)
        map->v[i] = i;
    return list_changed(map, &before);
}

static bool map_inverse(grn_misread *m)
{
    grn_dims *map = &grn_misread_dims(m)->start_index_map;
    const grn_dims before = *map;
    for (int32_t i = 0; i < map->count; i++) {
        if (before.v[i] >= map->count)
            return false;
        map->v[before.v[i]] = i;
    }
    return list_changed(map, &before);
}

/* Another dimension is indexed: its window is the one of before, where it is dropped it is so there. */
static bool move_axis(grn_misread *m, int64_t to)
{
    grn_dimension_numbers *dims = grn_misread_dims(m);
    const int64_t from = dims->start_index_map.count == 1 ? dims->start_index_map.v[0] : -1;
    if (from < 0 || to == from || to < 0 || to >= m->operand.rank)
        return false;
    dims->start_index_map.v[0] = to;
    for (int32_t i = 0; i < dims->collapsed_slice_dims.count; i++)
        if (dims->collapsed_slice_dims.v[i] == from)
            dims->collapsed_slice_dims.v[i] = to;
    if (m->is_gather) {
        const int64_t size = m->gather.slice_sizes.v[from];
        if (m->gather.slice_sizes.v[to] != m->operand.shape[to])
            return false;
        m->gather.slice_sizes.v[from] = m->operand.shape[from];
        m->gather.slice_sizes.v[to] = size;
    }
    return dims->operand_batching_dims.count == 0;
}
static int64_t axis_of(grn_misread *m) { return grn_misread_dims(m)->start_index_map.v[0]; }
static bool last_for_first(grn_misread *m)
{
    const int64_t axis = axis_of(m), last = m->operand.rank - 1;
    return grn_misread_dims(m)->start_index_map.count == 1 && move_axis(m, last - axis);
}
static bool next_axis(grn_misread *m)
{
    return grn_misread_dims(m)->start_index_map.count == 1 && move_axis(m, axis_of(m) + 1);
}
static bool axis_before(grn_misread *m)
{
    return grn_misread_dims(m)->start_index_map.count == 1 && move_axis(m, axis_of(m) - 1);
}

static bool set_offset_dims(grn_misread *m, int64_t first)
{
    grn_dims *offset = &grn_misread_dims(m)->offset_dims;
    const grn_dims before = *offset;
    for (int32_t i = 0; i < offset->count; i++)
        offset->v[i] = first + i;
    return m->is_gather && list_changed(offset, &before);
}
static bool offset_last(grn_misread *m)
{
    return set_offset_dims(m, m->result.rank - grn_misread_dims(m)->offset_dims.count);
}
static bool offset_first(grn_misread *m) { return set_offset_dims(m, 0); }

static bool batching_paired_otherwise(grn_misread *m)
{
    grn_dims *dims = &grn_misread_dims(m)->start_indices_batching_dims;
    const grn_dims before = *dims;
    for (int32_t i = 0; i < dims->count; i++)
        dims->v[i] = before.v[dims->count - 1 - i];
    return list_changed(dims, &before);
}

/* ---- layouts --------------------------------------------------------------------------------- */

/* The same memory with its first dimension as the fastest. */
static bool column_major(grn_tensor *t)
{
    int64_t stride = 1;
    if (t->rank < 2)
        return false;
    for (int32_t d = 0; d < t->rank; d++) {
        t->stride[d] = stride;
        stride *= t->shape[d];
    }
    return true;
}
static bool operand_column_major(grn_misread *m) { return m->is_gather && column_major(&m->operand); }
static bool indices_column_major(grn_misread *m) { return column_major(&m->indices); }
static bool updates_column_major(grn_misread *m) { return column_major(&m->dense); }

/* Two dimensions of the updates' window, the k-th and the next, in each other's place. */
static bool window_exchanged(grn_misread *m, int32_t k)
{
    const grn_dims *offset = &grn_misread_dims(m)->offset_dims;
    if (k < 0 || k + 2 > offset->count)
        return false;
    const int64_t a = offset->v[k], b = offset->v[k + 1];
    grn_tensor *t = &m->dense;
    if (t->shape[a] != t->shape[b])
        return false;
    const int64_t stride = t->stride[a];
    t->stride[a] = t->stride[b];
    t->stride[b] = stride;
    return true;
}

static bool window_transposed(grn_misread *m)
{
    return window_exchanged(m, grn_misread_dims(m)->offset_dims.count - 2);
}
static bool window_transposed_first(grn_misread *m) { return window_exchanged(m, 0); }

/* A view that goes through a dimension backwards. */
static bool backwards(grn_tensor *t, int32_t d)
{
    if (d < 0 || d >= t->rank || t->shape[d] < 2)
        return false;
    t->data = grn_tensor_at(t, t->stride[d] * (t->shape[d] - 1));
    t->stride[d] = -t->stride[d];
    return true;
}
int32_t grn_misread_first_vectors(const grn_misread *m)
{
    const grn_dimension_numbers *dims = m->is_gather ? &m->gather.dims : &m->scatter.dims;
    for (int32_t d = 0; d < m->indices.rank; d++)
        if (d != dims->index_vector_dim)
            return d;
    return -1;
}
static bool vectors_backwards(grn_misread *m) { return backwards(&m->indices, grn_misread_first_vectors(m)); }

/* A dimension that is walked without moving. */
static bool still(grn_tensor *t, int32_t d)
{
    if (d < 0 || d >= t->rank || t->shape[d] < 2)
        return false;
    t->stride[d] = 0;
    return true;
}
static bool indices_broadcast(grn_misread *m)
{
    bool any = false;
    for (int32_t d = 0; d < m->indices.rank; d++)
        any |= d != grn_misread_dims(m)->index_vector_dim && still(&m->indices, d);
    return any;
}
static bool indices_broadcast_along_first(grn_misread *m) { return still(&m->indices, grn_misread_first_vectors(m)); }
static bool one_component(grn_misread *m) { return still(&m->indices, (int32_t)grn_misread_dims(m)->index_vector_dim); }
static bool updates_broadcast(grn_misread *m)
{
    bool any = false;
    for (int32_t d = 0; d < m->dense.rank; d++)
        any |= still(&m->dense, d);
    return any;
}
static bool updates_backwards(grn_misread *m) { return backwards(&m->dense, 0); }

/* ---- elements, one by one -------------------------------------------------------------------- */

/* The place of an element of the dense tensor; false: it is left out. `at` is as the specification has it on entry. */
typedef bool placed_fn(const grn_meaning *meaning, const int64_t *batch, const int64_t *offset, int64_t *at);

void grn_misread_meaning(const grn_misread *m, grn_meaning *out)
{
    if (m->is_gather)
        grn_gather_meaning(&m->gather, &m->operand, &m->indices, out);
    else
        grn_scatter_meaning(&m->scatter, &m->operand, &m->indices, &m->dense, out);
}

static bool inside(const grn_tensor *t, const int64_t *at)
{
    for (int32_t d = 0; d < t->rank; d++)
        if (at[d] < 0 || at[d] >= t->shape[d])
            return false;
    return true;
}

static void put(grn_misread *m, const int64_t *at, const int64_t *dense)
{
    const size_t bytes = grn_dtype_bytes(m->operand.dtype);
    if (m->is_gather) {
        void *to = grn_tensor_at(&m->result, grn_offset_in(&m->result, dense));
        memcpy(to, at ? grn_tensor_at(&m->operand, grn_offset_in(&m->operand, at)) : m->gather.fill, bytes);
    } else if (at) {
        grn_combine_element(m->scatter.combiner, m->result.dtype,
                            grn_tensor_at(&m->result, grn_offset_in(&m->result, at)),
                            grn_tensor_at(&m->dense, grn_offset_in(&m->dense, dense)));
    }
}

static bool walk(grn_misread *m, placed_fn *placed)
{
    grn_meaning meaning;
    grn_walk w;
    const grn_tensor *dense = m->is_gather ? &m->result : &m->dense;
    if (!m->is_gather && m->scatter.combiner == GRN_COMBINE_REGION)
        return false;
    grn_misread_meaning(m, &meaning);
    if (!m->is_gather)
        grn_tensor_copy_flat(m->result.data, &m->operand);
    for (grn_walk_init(&w, dense->rank, dense->shape, 0, NULL); w.more; grn_walk_next(&w)) {
        int64_t batch[GRN_MAX_RANK], offset[GRN_MAX_RANK], at[GRN_MAX_RANK];
        grn_split_index(meaning.dims, dense->rank, w.index, batch, offset);
        put(m, placed(&meaning, batch, offset, at) && inside(&m->operand, at) ? at : NULL, w.index);
    }
    m->done = true;
    return true;
}

/* Starts as the rule has them, windows, batching dims: each may be NULL, and counts as zeros. */
static void add_up(const grn_meaning *meaning, const int64_t *start, const int64_t *batching, const int64_t *window,
                   int64_t *at)
{
    for (int32_t d = 0; d < meaning->operand->rank; d++)
        at[d] = (start ? start[d] : 0) + (batching ? batching[d] : 0) + (window ? window[d] : 0);
}

static bool place_clamped_each(const grn_meaning *meaning, const int64_t *batch, const int64_t *offset, int64_t *at)
{
    int64_t raw[GRN_MAX_RANK], batching[GRN_MAX_RANK], window[GRN_MAX_RANK], start[GRN_MAX_RANK] = {0};
    grn_raw_start_index(meaning, batch, raw);
    grn_full_batching_index(meaning, batch, batching);
    grn_full_offset_index(meaning, offset, window);
    for (int32_t k = 0; k < meaning->dims->start_index_map.count; k++) {
        const int64_t d = meaning->dims->start_index_map.v[k], extent = meaning->operand->shape[d];
        const int64_t s = grn_start_of_index(&meaning->rule, extent, raw[k]);
        start[d] = s < -extent ? -extent : s > extent ? extent : s;
    }
    add_up(meaning, start, batching, window, at);
    for (int32_t d = 0; d < meaning->operand->rank; d++)
        at[d] = at[d] < 0 ? 0 : at[d] >= meaning->operand->shape[d] ? meaning->operand->shape[d] - 1 : at[d];
    return true;
}
static bool clamped_by_element(grn_misread *m) { return walk(m, place_clamped_each); }

static bool place_without_batching(const grn_meaning *meaning, const int64_t *batch, const int64_t *offset, int64_t *at)
{
    int64_t start[GRN_MAX_RANK], window[GRN_MAX_RANK];
    const bool fits = grn_full_start_index(meaning, batch, start);
    grn_full_offset_index(meaning, offset, window);
    add_up(meaning, start, NULL, window, at);
    return fits || meaning->rule.grain == GRN_GRAIN_ELEMENT;
}
static bool batching_ignored(grn_misread *m)
{
    return grn_misread_dims(m)->operand_batching_dims.count > 0 && walk(m, place_without_batching);
}

static bool place_without_window(const grn_meaning *meaning, const int64_t *batch, const int64_t *offset, int64_t *at)
{
    int64_t start[GRN_MAX_RANK], batching[GRN_MAX_RANK];
    const bool fits = grn_full_start_index(meaning, batch, start);
    (void)offset;
    grn_full_batching_index(meaning, batch, batching);
    add_up(meaning, start, batching, NULL, at);
    return fits || meaning->rule.grain == GRN_GRAIN_ELEMENT;
}
static bool window_ignored(grn_misread *m) { return walk(m, place_without_window); }

/* Element w of a window of n is element n - 1 - w. */
static bool place_window_backwards(const grn_meaning *meaning, const int64_t *batch, const int64_t *offset, int64_t *at)
{
    int64_t start[GRN_MAX_RANK], batching[GRN_MAX_RANK], window[GRN_MAX_RANK];
    const bool fits = grn_full_start_index(meaning, batch, start);
    grn_full_batching_index(meaning, batch, batching);
    grn_full_offset_index(meaning, offset, window);
    for (int32_t d = 0; d < meaning->operand->rank; d++)
        window[d] = meaning->window[d] - 1 - window[d];
    add_up(meaning, start, batching, window, at);
    return fits || meaning->rule.grain == GRN_GRAIN_ELEMENT;
}
static bool window_backwards(grn_misread *m) { return walk(m, place_window_backwards); }

/* The start as it is, and the sum held against the whole of the operand: a place past a row's end is in the next. */
static bool place_by_address(const grn_meaning *meaning, const int64_t *batch, const int64_t *offset, int64_t *at)
{
    int64_t raw[GRN_MAX_RANK], batching[GRN_MAX_RANK], window[GRN_MAX_RANK], start[GRN_MAX_RANK] = {0}, address = 0;
    const grn_tensor *t = meaning->operand;
    grn_raw_start_index(meaning, batch, raw);
    grn_full_batching_index(meaning, batch, batching);
    grn_full_offset_index(meaning, offset, window);
    for (int32_t k = 0; k < meaning->dims->start_index_map.count; k++)
        start[meaning->dims->start_index_map.v[k]] = raw[k] < INT32_MIN   ? INT32_MIN
                                                     : raw[k] > INT32_MAX ? INT32_MAX
                                                                          : raw[k];
    add_up(meaning, start, batching, window, at);
    for (int32_t d = 0; d < t->rank; d++)
        address = address * t->shape[d] + at[d];
    if (address < 0 || address >= grn_tensor_elements(t))
        return false;
    for (int32_t d = t->rank; d-- > 0; address /= t->shape[d])
        at[d] = address % t->shape[d];
    return true;
}
static bool address_checked(grn_misread *m) { return walk(m, place_by_address); }

const grn_access_reading grn_place_readings[] = {
    {{"index-vector-dim-last", "index vectors are taken along the last dimension"}, GRN_READS_BOTH, vector_dim_last},
    {{"index-vector-dim-first", "index vectors are taken along the first dimension"}, GRN_READS_BOTH, vector_dim_first},
    {{"index-vectors-in-a-row", "the components of an index vector are taken to lie side by side in memory"},
     GRN_READS_BOTH,
     vectors_reshaped},
    {{"start-index-map-sorted", "components are for operand dimensions in ascending order"},
     GRN_READS_BOTH,
     map_sorted},
    {{"start-index-map-identity", "component k is for operand dimension k"}, GRN_READS_BOTH, map_identity},
    {{"start-index-map-inverse", "start_index_map is read as its inverse"}, GRN_READS_BOTH, map_inverse},
    {{"components-reversed", "the components of an index vector are read backwards"}, GRN_READS_BOTH, map_reversed},
    {{"last-dim-for-first", "dimensions of the operand are counted from the other end"},
     GRN_READS_BOTH,
     last_for_first},
    {{"axis-one-more", "the dimension behind the one that is meant is indexed"}, GRN_READS_BOTH, next_axis},
    {{"axis-one-less", "the dimension before the one that is meant is indexed"}, GRN_READS_BOTH, axis_before},
    {{"offset-dims-last", "the window's dimensions come last in the result"}, GRN_READS_GATHER, offset_last},
    {{"offset-dims-first", "the window's dimensions come first in the result"}, GRN_READS_GATHER, offset_first},
    {{"batching-dims-ignored", "batching dimensions stay at 0"}, GRN_READS_BOTH, batching_ignored},
    {{"batching-dims-paired-otherwise", "batching dimensions of operand and indices are paired in another order"},
     GRN_READS_BOTH,
     batching_paired_otherwise},
    {{"clamped-by-element", "each element of a window is moved into range, not the window"},
     GRN_READS_BOTH,
     clamped_by_element},
    {{"window-ignored", "every element of a window is its first"}, GRN_READS_BOTH, window_ignored},
    {{"window-backwards", "windows are walked backwards"}, GRN_READS_BOTH, window_backwards},
    {{"window-transposed", "two dimensions of the updates' windows are exchanged"},
     GRN_READS_SCATTER,
     window_transposed},
    {{"window-transposed", "two dimensions of the updates' windows are exchanged"},
     GRN_READS_SCATTER,
     window_transposed_first},
    {{"operand-column-major", "the operand's memory is read with its first dimension as the fastest"},
     GRN_READS_GATHER,
     operand_column_major},
    {{"indices-column-major", "the indices' memory is read with their first dimension as the fastest"},
     GRN_READS_BOTH,
     indices_column_major},
    {{"updates-column-major", "the updates' memory is read with their first dimension as the fastest"},
     GRN_READS_SCATTER,
     updates_column_major},
    {{"index-vectors-backwards", "index vectors are taken in reverse"}, GRN_READS_GATHER, vectors_backwards},
    {{"indices-broadcast", "the first index vector counts for all"}, GRN_READS_BOTH, indices_broadcast},
    {{"indices-broadcast-along-first-dim", "index vectors are those of the first row for all rows"},
     GRN_READS_BOTH,
     indices_broadcast_along_first},
    {{"one-component", "the first component of an index vector counts for all"}, GRN_READS_BOTH, one_component},
    {{"updates-broadcast", "the first update counts for all"}, GRN_READS_SCATTER, updates_broadcast},
    {{"updates-backwards", "updates are taken in reverse"}, GRN_READS_SCATTER, updates_backwards},
    {{"address-checked", "bounds are checked of the address, not of each dimension: a row's end runs into the next"},
     GRN_READS_BOTH,
     address_checked},
    {{NULL, NULL}, GRN_READS_BOTH, NULL},
};
