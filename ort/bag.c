/* bag.c - one run of a bag: its entries, in their order and in range, then garner's bags. */
#include "bags.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "garner/bags.h"

/* ---- the layout ------------------------------------------------------------------------------ */

/* Dimension d of the indices, to which weights are broadcast from the right, as Mul does. */
static grn_status lay_out_dim(const grn_tensor *inputs, int32_t d, int32_t gathered_rank, grn_ort_bag_layout *out,
                              const grn_diag *diag)
{
    const grn_tensor *indices = &inputs[GRN_ORT_INDICES], *weights = &inputs[GRN_ORT_WEIGHTS];
    const int32_t w = d - (gathered_rank - weights->rank);
    const int64_t own = indices->shape[d], weighted = w >= 0 ? weights->shape[w] : 1;
    if (weighted != own && weighted != 1 && own != 1)
        return grn_ort_say(diag, GRN_E_SHAPE, "the weights have %" PRId64 " in dimension %" PRId32 ", indices %" PRId64,
                           weighted, w, own);
    const int32_t at = out->rank++;
    out->extents[at] = own == 1 ? weighted : own;
    out->index_strides[at] = own == 1 ? 0 : indices->stride[d];
    out->weight_strides[at] = weighted == 1 ? 0 : weights->stride[w];
    return GRN_OK;
}

/* Whether strides are those of a tensor without gaps. */
static bool is_dense(const grn_ort_bag_layout *layout, const int64_t *strides)
{
    int64_t stride = 1;
    for (int32_t d = layout->rank; d-- > 0;) {
        if (layout->extents[d] != 1 && strides[d] != stride)
            return false;
        stride *= layout->extents[d];
    }
    return true;
}

static grn_status check(const grn_ort_bag *bag, const grn_tensor *inputs, const grn_diag *diag)
{
    const grn_tensor *table = &inputs[GRN_ORT_TABLE], *indices = &inputs[GRN_ORT_INDICES];
    const grn_tensor *weights = &inputs[GRN_ORT_WEIGHTS];
    const int32_t gathered_rank = bag->rank + table->rank - 1;
    if (indices->rank != bag->rank || table->rank < 1 || gathered_rank > GRN_MAX_RANK)
        return grn_ort_say(diag, GRN_E_SHAPE,
                           "indices have rank %" PRId32 " and data %" PRId32 ", the model says %" PRId32
                           " and 2 or more",
                           indices->rank, table->rank, bag->rank);
    if (bag->has_weights && (weights->dtype != table->dtype || weights->rank > gathered_rank))
        return grn_ort_say(diag, GRN_E_SHAPE,
                           "the weights have rank %" PRId32 ", it must be %" PRId32 " at most, and data's type",
                           weights->rank, gathered_rank);
    for (int32_t back = 1; back < table->rank && back <= weights->rank; back++)
        if (weights->shape[weights->rank - back] != 1)
            return grn_ort_say(diag, GRN_E_SHAPE, "dimension %" PRId32 " of the weights is %" PRId64 ", it must be 1",
                               weights->rank - back, weights->shape[weights->rank - back]);
    return GRN_OK;
}

/* False: a count of `more` times as much is too large. */
static bool multiply(int64_t *count, int64_t more)
{
    if (more != 0 && *count > INT64_MAX / 16 / more)
        return false;
    *count *= more;
    return true;
}

static grn_status shape_output(const grn_ort_bag *bag, const grn_ort_bag_layout *layout, const grn_tensor *table,
                               grn_tensor *out)
{
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = 0, kept = 0;
    for (int32_t d = 0; d < bag->rank; d++) {
        const bool is_reduced = bag->reduced >> d & 1;
        if (!is_reduced)
            shape[rank++] = layout->extents[kept++];
        else if (bag->keeps_dims)
            shape[rank++] = 1;
    }
    for (int32_t d = 1; d < table->rank; d++)
        shape[rank++] = table->shape[d];
    return grn_tensor_init(out, NULL, table->dtype, rank, shape);
}

grn_status grn_ort_bag_lay_out(const grn_ort_bag *bag, const grn_tensor *inputs, const grn_diag *diag,
                               grn_ort_bag_layout *out)
{
    const grn_tensor *table = &inputs[GRN_ORT_TABLE];
    *out = (grn_ort_bag_layout){.bags = 1, .length = 1, .columns = 1};
    grn_status status = check(bag, inputs, diag);
    bool fits = true;
    for (int reduced = 0; reduced < 2; reduced++)
        for (int32_t d = 0; status == GRN_OK && d < bag->rank; d++) {
            if ((int)(bag->reduced >> d & 1) != reduced)
                continue;
            status = lay_out_dim(inputs, d, bag->rank + table->rank - 1, out, diag);
            if (status == GRN_OK)
                fits = multiply(reduced ? &out->length : &out->bags, out->extents[out->rank - 1]) && fits;
        }
    if (status != GRN_OK)
        return status;
    for (int32_t d = 1; d < table->rank; d++)
        fits = multiply(&out->columns, table->shape[d]) && fits;
    int64_t entries = out->bags;
    if (!fits || !multiply(&entries, out->length))
        return grn_ort_say(diag, GRN_E_LIMIT, "the bags have more entries or columns than memory does");
    out->is_plain = is_dense(out, out->index_strides) && (!bag->has_weights || is_dense(out, out->weight_strides));
    return shape_output(bag, out, table, &out->output);
}

size_t grn_ort_bag_scratch_bytes(const grn_ort_bag *bag, const grn_ort_bag_layout *layout, const grn_tensor *inputs)
{
    const size_t entries = (size_t)(layout->bags * layout->length);
    const bool copies_weights = bag->has_weights && !layout->is_plain;
    return entries * (sizeof(int64_t) + (copies_weights ? grn_dtype_bytes(inputs[GRN_ORT_WEIGHTS].dtype) : 0));
}

/* ---- entries ---------------------------------------------------------------------------------- */

typedef void take_fn(const void *from, int64_t at, int64_t stride, int64_t n, void *to, int64_t to_at);

#define TAKE(name, type, to_type)                                                                      \
    static void name(const void *from, int64_t at, int64_t stride, int64_t n, void *to, int64_t to_at) \
    {                                                                                                  \
        for (int64_t i = 0; i < n; i++)                                                                \
            ((to_type *)to)[to_at + i] = ((const type *)from)[at + i * stride];                        \
    }
TAKE(take_i32, int32_t, int64_t)
TAKE(take_4_bytes, uint32_t, uint32_t)
TAKE(take_8_bytes, uint64_t, uint64_t)

/* All elements that a layout names by these strides, one after the other. */
static void walk(const grn_ort_bag_layout *layout, const int64_t *strides, take_fn *take, const void *from, void *to)
{
    const int32_t last = layout->rank - 1;
    int64_t counts[GRN_MAX_RANK] = {0}, at = 0, to_at = 0;
    if (layout->bags * layout->length == 0)
        return;
    for (;;) {
        take(from, at, strides[last], layout->extents[last], to, to_at);
        to_at += layout->extents[last];
        int32_t d = last;
        while (d-- > 0) {
            at += strides[d];
            if (++counts[d] < layout->extents[d])
                break;
            at -= counts[d] * strides[d];
            counts[d] = 0;
        }
        if (d < 0)
            return;
    }
}

/* Counts an index below zero from the end. What is outside then goes by out_of_range: -1 is no row. */
static grn_status resolve(const grn_ort_bag *bag, int64_t rows, int64_t n, int64_t *entries)
{
    for (int64_t i = 0; i < n; i++) {
        const int64_t row = entries[i] < 0 ? entries[i] + rows : entries[i];
        entries[i] = row;
        if (row >= 0 && row < rows)
            continue;
        if (bag->out_of_range == GRN_ORT_ERROR || (bag->out_of_range == GRN_ORT_CLAMP && rows == 0))
            return GRN_E_INDEX;
        entries[i] = bag->out_of_range == GRN_ORT_ZERO ? -1 : row < 0 ? 0 : rows - 1;
    }
    return GRN_OK;
}

/* ---- a run ------------------------------------------------------------------------------------ */

static grn_bag_spec spec_of(const grn_ort_bag *bag)
{
    return (grn_bag_spec){
        .combiner = bag->combiner,
        .lists = GRN_BAG_CONSTANT,
        .index = bag->out_of_range == GRN_ORT_ZERO ? GRN_BAG_INDEX_PRUNED : GRN_BAG_INDEX_ERROR,
        .divisor = GRN_BAG_BY_COUNT,
        .nan = GRN_BAG_NAN_FIRST,
        .empty = bag->combiner == GRN_BAG_MAX   ? -INFINITY
                 : bag->combiner == GRN_BAG_MIN ? INFINITY
                                                : 0,
    };
}

grn_status grn_ort_bag_run(const grn_ort_bag *bag, const grn_ort_bag_layout *layout, const grn_tensor *inputs,
                           void *output, void *scratch, const grn_parallel *parallel, const grn_diag *diag)
{
    const grn_tensor *given = &inputs[GRN_ORT_TABLE], *ids = &inputs[GRN_ORT_INDICES];
    const int64_t rows = given->shape[0], n = layout->bags * layout->length;
    const grn_tensor table = grn_tensor_2d(given->data, given->dtype, rows, layout->columns);
    const grn_tensor result = grn_tensor_2d(output, given->dtype, layout->bags, layout->columns);
    grn_tensor indices = grn_tensor_2d(ids->data, ids->dtype, layout->bags, layout->length);
    grn_tensor weights = grn_tensor_2d(inputs[GRN_ORT_WEIGHTS].data, given->dtype, layout->bags, layout->length);
    if (!layout->is_plain || grn_ort_find_outside(ids, &rows, 1, false) >= 0) {
        walk(layout, layout->index_strides, ids->dtype == GRN_I64 ? take_8_bytes : take_i32, ids->data, scratch);
        const grn_status status = resolve(bag, rows, n, scratch);
        if (status != GRN_OK)
            return status;
        indices = grn_tensor_2d(scratch, GRN_I64, layout->bags, layout->length);
    }
    if (bag->has_weights && !layout->is_plain) {
        weights.data = (int64_t *)scratch + n;
        walk(layout, layout->weight_strides, given->dtype == GRN_F64 ? take_8_bytes : take_4_bytes,
             inputs[GRN_ORT_WEIGHTS].data, weights.data);
    }
    const grn_bag_spec spec = spec_of(bag);
    const grn_bag_options options = {.size_bytes = sizeof options, .parallel = parallel->threads > 1 ? parallel : NULL};
    return grn_bag(
        &spec,
        &(grn_bag_tensors){
            .table = &table, .indices = &indices, .weights = bag->has_weights ? &weights : NULL, .result = &result},
        &options, diag);
}
