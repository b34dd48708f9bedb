/* place.c - dimensions of gathers and scatters misread, tensors read in another layout, and updates that meet. */
#include "broken.h"

/* ---- dimension numbers ----------------------------------------------------------------------- */

static bool has_vectors(broken_access *a) { return dims_of(a)->index_vector_dim < a->indices.rank; }

static bool vectors_at(broken_access *a, int64_t to)
{
    grn_dimension_numbers *dims = dims_of(a);
    if (!has_vectors(a) || a->indices.shape[to] != a->indices.shape[dims->index_vector_dim])
        return false;
    dims->index_vector_dim = to;
    return true;
}
static bool vectors_last(broken_access *a) { return a->indices.rank > 0 && vectors_at(a, a->indices.rank - 1); }
static bool vectors_first(broken_access *a) { return a->indices.rank > 0 && vectors_at(a, 0); }

/* The same memory with the vectors along the last dimension. */
static bool vectors_side_by_side(broken_access *a)
{
    const int64_t from = dims_of(a)->index_vector_dim, rank = a->indices.rank;
    int64_t stride = 1;
    if (!has_vectors(a) || from == rank - 1)
        return false;
    a->indices.stride[from] = stride;
    stride *= a->indices.shape[from];
    for (int64_t d = rank; d-- > 0;)
        if (d != from) {
            a->indices.stride[d] = stride;
            stride *= a->indices.shape[d];
        }
    return true;
}

static bool map_sorted(broken_access *a)
{
    grn_dims *map = &dims_of(a)->start_index_map;
    for (int32_t i = 0; i < map->count; i++)
        for (int32_t k = 0; k + 1 < map->count - i; k++)
            if (map->v[k] > map->v[k + 1]) {
                const int64_t v = map->v[k];
                map->v[k] = map->v[k + 1];
                map->v[k + 1] = v;
            }
    return true;
}
static bool map_backwards(broken_access *a)
{
    grn_dims *map = &dims_of(a)->start_index_map;
    for (int32_t i = 0, k = map->count - 1; i < k; i++, k--) {
        const int64_t v = map->v[i];
        map->v[i] = map->v[k];
        map->v[k] = v;
    }
    return true;
}
static bool map_leading(broken_access *a)
{
    grn_dims *map = &dims_of(a)->start_index_map;
    for (int32_t i = 0; i < map->count; i++)
        map->v[i] = i;
    return true;
}
static bool first_component_for_all(broken_access *a)
{
    if (!has_vectors(a))
        return false;
    a->indices.stride[dims_of(a)->index_vector_dim] = 0;
    return true;
}

/* The window's dimensions behind those of the indices, or before them; the memory is taken as it comes. */
static bool offsets_at(broken_access *a, bool last)
{
    grn_dims *offset = &dims_of(a)->offset_dims;
    const int32_t batch = a->dense.rank - offset->count;
    if (!a->is_gather || batch == 0)
        return false;
    for (int32_t i = 0; i < offset->count; i++)
        offset->v[i] = last ? batch + i : i;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    const grn_diag quiet = {0};
    grn_tensor made;
    if (grn_gather_shape(&a->gather, &a->operand, &a->indices, &quiet, &rank, shape) != GRN_OK ||
        grn_tensor_init(&made, NULL, a->operand.dtype, rank, shape) != GRN_OK)
        return false;
    made.data = a->result.data;
    const grn_tensor kept = a->result;
    if (grn_gather_reference(&a->gather, &a->operand, &a->indices, &made, &quiet) != GRN_OK)
        return false;
    a->result = kept;
    return a->done = true;
}
static bool offsets_last(broken_access *a) { return offsets_at(a, true); }
static bool offsets_first(broken_access *a) { return offsets_at(a, false); }

static bool batches_paired_backwards(broken_access *a)
{
    grn_dims *pairs = &dims_of(a)->start_indices_batching_dims;
    const int64_t first = pairs->v[0];
    if (pairs->count != 2 || a->indices.shape[first] != a->indices.shape[pairs->v[1]])
        return false;
    pairs->v[0] = pairs->v[1];
    pairs->v[1] = first;
    return true;
}

/* ---- layouts --------------------------------------------------------------------------------- */

static bool column_major(grn_tensor *t)
{
    int64_t stride = 1;
    for (int32_t d = 0; d < t->rank; d++) {
        t->stride[d] = stride;
        stride *= t->shape[d];
    }
    return t->rank > 1;
}
static bool operand_columns(broken_access *a) { return a->is_gather && column_major(&a->operand); }
static bool indices_columns(broken_access *a) { return column_major(&a->indices); }
static bool updates_columns(broken_access *a) { return !a->is_gather && column_major(&a->dense); }

/* The first dimension of the indices that holds no vectors. */
static int32_t first_of_vectors(broken_access *a) { return dims_of(a)->index_vector_dim == 0 ? 1 : 0; }
static bool first_vectors_for_all(broken_access *a)
{
    const int32_t d = first_of_vectors(a);
    if (d >= a->indices.rank)
        return false;
    a->indices.stride[d] = 0;
    return true;
}
static bool first_vector_for_all(broken_access *a)
{
    for (int32_t d = 0; d < a->indices.rank; d++)
        if (d != dims_of(a)->index_vector_dim)
            a->indices.stride[d] = 0;
    return true;
}
static bool windows_transposed(broken_access *a)
{
    const grn_dims *offset = &dims_of(a)->offset_dims;
    if (a->is_gather || offset->count < 2 || a->dense.shape[offset->v[0]] != a->dense.shape[offset->v[1]])
        return false;
    const int64_t stride = a->dense.stride[offset->v[0]];
    a->dense.stride[offset->v[0]] = a->dense.stride[offset->v[1]];
    a->dense.stride[offset->v[1]] = stride;
    return true;
}
static bool first_update_for_all(broken_access *a)
{
    memset(a->dense.stride, 0, sizeof a->dense.stride);
    return true;
}

/* ---- places ---------------------------------------------------------------------------------- */

typedef struct parts {
    bool batching, window;
} parts;

/* Every element at its place without some part of it. */
static bool without(broken_access *a, parts left)
{
    grn_meaning meaning;
    grn_walk w;
    const grn_tensor *dense = a->is_gather ? &a->result : &a->dense;
    const size_t bytes = grn_dtype_bytes(a->operand.dtype);
    meaning_of(a, &meaning);
    if (!a->is_gather)
        grn_tensor_copy_flat(a->result.data, &a->operand);
    for (grn_walk_init(&w, dense->rank, dense->shape, 0, NULL); w.more; grn_walk_next(&w)) {
        int64_t batch[GRN_MAX_RANK], offset[GRN_MAX_RANK], start[GRN_MAX_RANK], along[GRN_MAX_RANK] = {0},
                                                                                window[GRN_MAX_RANK] = {0};
        grn_split_index(meaning.dims, dense->rank, w.index, batch, offset);
        bool inside = grn_full_start_index(&meaning, batch, start) || meaning.rule.grain == GRN_GRAIN_ELEMENT;
        if (left.batching)
            grn_full_batching_index(&meaning, batch, along);
        if (left.window)
            grn_full_offset_index(&meaning, offset, window);
        for (int32_t d = 0; d < a->operand.rank; d++) {
            start[d] += along[d] + window[d];
            inside &= start[d] >= 0 && start[d] < a->operand.shape[d];
        }
        if (!inside)
            continue;
        const int64_t from = grn_offset_in(&a->operand, start);
        if (a->is_gather)
            memcpy(grn_tensor_at(&a->result, grn_offset_in(&a->result, w.index)), grn_tensor_at(&a->operand, from),
                   bytes);
        else
            grn_combine_element(a->scatter.combiner, a->result.dtype, grn_tensor_at(&a->result, from),
                                grn_tensor_at(&a->dense, grn_offset_in(&a->dense, w.index)));
    }
    return a->done = true;
}
static bool without_batching(broken_access *a)
{
    return dims_of(a)->operand_batching_dims.count > 0 && without(a, (parts){false, true});
}
static bool without_window(broken_access *a) { return without(a, (parts){true, false}); }

/* ---- updates that meet ----------------------------------------------------------------------- */

static bool combines(broken_access *a, grn_combiner from, grn_combiner to)
{
    if (a->is_gather || a->scatter.combiner != from || !grn_combiner_takes(to, a->operand.dtype))
        return false;
    a->scatter.combiner = to;
    return true;
}
static bool replaces(broken_access *a)
{
    return a->scatter.combiner != GRN_COMBINE_REPLACE && combines(a, a->scatter.combiner, GRN_COMBINE_REPLACE);
}
static bool adds(broken_access *a)
{
    return a->scatter.combiner != GRN_COMBINE_ADD && combines(a, a->scatter.combiner, GRN_COMBINE_ADD);
}
static bool min_for_max(broken_access *a) { return combines(a, GRN_COMBINE_MAX, GRN_COMBINE_MIN); }
static bool max_for_min(broken_access *a) { return combines(a, GRN_COMBINE_MIN, GRN_COMBINE_MAX); }

static bool onto_zeros(broken_access *a)
{
    memset(a->operand.data, 0, grn_tensor_bytes(&a->operand));
    return true;
}
static bool nothing(broken_access *a)
{
    grn_tensor_copy_flat(a->result.data, &a->operand);
    return a->done = true;
}
static bool operand_counts_twice(broken_access *a)
{
    if (a->scatter.combiner != GRN_COMBINE_ADD)
        return false;
    for (int64_t i = 0; i < grn_tensor_elements(&a->operand); i++) {
        char once[16];
        memcpy(once, grn_tensor_at(&a->operand, i), grn_dtype_bytes(a->operand.dtype));
        grn_combine_element(GRN_COMBINE_ADD, a->operand.dtype, grn_tensor_at(&a->operand, i), once);
    }
    return true;
}

/* Each update onto the operand as it was: the last one stays, or the first. */
static bool each_alone(broken_access *a, bool first)
{
    grn_meaning meaning;
    grn_walk w;
    const size_t bytes = grn_dtype_bytes(a->operand.dtype);
    bool *seen = GRN_ARENA_NEW(a->b->arena, bool, (size_t)grn_tensor_elements(&a->operand) + 1);
    if (!seen)
        return false;
    meaning_of(a, &meaning);
    grn_tensor_copy_flat(a->result.data, &a->operand);
    for (grn_walk_init(&w, a->dense.rank, a->dense.shape, 0, NULL); w.more; grn_walk_next(&w)) {
        int64_t batch[GRN_MAX_RANK], offset[GRN_MAX_RANK], at[GRN_MAX_RANK];
        grn_split_index(meaning.dims, a->dense.rank, w.index, batch, offset);
        if (!grn_operand_index(&meaning, batch, offset, at))
            continue;
        const int64_t place = grn_offset_in(&a->operand, at);
        if (first && seen[place])
            continue;
        seen[place] = true;
        memcpy(grn_tensor_at(&a->result, place), grn_tensor_at(&a->operand, place), bytes);
        grn_combine_element(a->scatter.combiner, a->result.dtype, grn_tensor_at(&a->result, place),
                            grn_tensor_at(&a->dense, grn_offset_in(&a->dense, w.index)));
    }
    return a->done = true;
}
static bool reads_before(broken_access *a)
{
    return a->scatter.combiner != GRN_COMBINE_REPLACE && each_alone(a, false);
}
static bool first_alone(broken_access *a) { return each_alone(a, true); }

/* Fewer index vectors along the first dimension that has them. */
static bool fewer(broken_access *a, bool one)
{
    const int32_t d = first_of_vectors(a);
    if (d >= a->indices.rank || a->indices.shape[d] < 2 || dims_of(a)->operand_batching_dims.count > 0)
        return false;
    a->indices.shape[d] = one ? 1 : a->indices.shape[d] - 1;
    for (int32_t u = 0; u < a->dense.rank; u++)
        if (!grn_dims_has(&dims_of(a)->offset_dims, u)) {
            a->dense.shape[u] = a->indices.shape[d];
            return true;
        }
    return false;
}
static bool only_first(broken_access *a) { return fewer(a, true); }
static bool without_last(broken_access *a) { return fewer(a, false); }

#define TAKES "gather dynamic_gather"
#define PUTS "scatter"
#define BOTH "gather dynamic_gather scatter"

const mistake place_mistakes[] = {
    {"vectors-last", "index-vector-dim-last", "jax-ml/jax#463", BOTH, .access = vectors_last},
    {"vectors-first", "index-vector-dim-first", "jax-ml/jax#463", BOTH, .access = vectors_first},
    {"vectors-side-by-side", "index-vectors-in-a-row", "apache/tvm#5229", BOTH, .access = vectors_side_by_side},
    {"map-sorted", "start-index-map-sorted", "iree-org/iree#24871", BOTH, .access = map_sorted},
    {"map-backwards", "components-reversed", "EnzymeAD/Enzyme-JAX#1920", BOTH, .access = map_backwards},
    {"map-leading", "start-index-map-identity", "onnx/onnx-mlir#3611", BOTH, .access = map_leading},
    {"vectors-of-one", "one-component", "tenstorrent/tt-mlir#8982", BOTH, .access = first_component_for_all},
    {"offsets-last", "offset-dims-last", "openvinotoolkit/openvino#30054", TAKES, .access = offsets_last},
    {"offsets-first", "offset-dims-first", "openvinotoolkit/openvino#30054", TAKES, .access = offsets_first},
    {"batches-ignored", "batching-dims-ignored", "tillahoffmann/jax-mps#60", BOTH, .access = without_batching},
    {"batches-paired-backwards", "batching-dims-paired-otherwise", "openxla/stablehlo#2259", BOTH,
     .access = batches_paired_backwards},
    {"operand-columns", "operand-column-major", "ml-explore/mlx#3647", TAKES, .access = operand_columns},
    {"indices-columns", "indices-column-major", "pytorch/pytorch#129093", BOTH, .access = indices_columns},
    {"updates-columns", "updates-column-major", "pytorch/pytorch#175191", PUTS, .access = updates_columns},
    {"windows-transposed", "window-transposed", "ml-explore/mlx#3647", PUTS, .access = windows_transposed},
    {"windows-ignored", "window-ignored", "hw-native-sys/pypto#1182", BOTH, .access = without_window},
    {"vector-for-all", "indices-broadcast", "tillahoffmann/jax-mps#60", BOTH, .access = first_vector_for_all},
    {"row-of-vectors-for-all", "indices-broadcast-along-first-dim", "tenstorrent/tt-metal#56880", BOTH,
     .access = first_vectors_for_all},
    {"update-for-all", "updates-broadcast", "pytorch/pytorch#175191", PUTS, .access = first_update_for_all},
    {"scatter-replaces", "reduction-ignored", "microsoft/onnxruntime#23618", PUTS, .access = replaces},
    {"scatter-adds", "add-for-another", "torch-spyre/torch-spyre#4351", PUTS, .access = adds},
    {"scatter-min-for-max", "min-for-max", "kokkos/kokkos#5045", PUTS, .access = min_for_max},
    {"scatter-max-for-min", "max-for-min", "kokkos/kokkos#5045", PUTS, .access = max_for_min},
    {"scatter-reads-before", "stale-read", "torch-spyre/torch-spyre#4351", PUTS, .access = reads_before},
    {"scatter-first-alone", "duplicates-first-only", "ROCm/AMDMIGraphX#2210", PUTS, .access = first_alone},
    {"scatter-onto-zeros", "operand-lost", "tenstorrent/tt-metal#53386", PUTS, .access = onto_zeros},
    {"scatter-nothing", "updates-lost", "pytorch/pytorch#174748", PUTS, .access = nothing},
    {"scatter-operand-twice", "operand-twice", "pytorch/pytorch#174748", PUTS, .access = operand_counts_twice},
    {"scatter-only-first", "first-row-only", "openxla/xla#48718", PUTS, .access = only_first},
    {"scatter-without-last", "last-row-lost", "jax-ml/jax#21708", PUTS, .access = without_last},
    {0},
};
