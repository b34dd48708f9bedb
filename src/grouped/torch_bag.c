/* torch_bag.c - torch.nn.functional.embedding_bag, the four results behind it, its gradients. */
#include <inttypes.h>
#include <string.h>

#include "grouped/grouped.h"

/* ---- arguments ------------------------------------------------------------------------------- */

/* A checked call. */
typedef struct bag {
    const grn_diag *diag;
    grn_bag_spec spec;
    const grn_tensor *input, *weight, *offsets, *weights; /* offsets, weights: or NULL */
    bool divides;
    int64_t bags, entries;
} bag;

static grn_status find_mode(bag *b, const char *mode)
{
    static const struct {
        const char *name;
        grn_bag_combiner combiner;
        bool divides; /* a sum, first rounded to the dtype */
    } modes[] = {{"sum", GRN_BAG_SUM, false}, {"mean", GRN_BAG_SUM, true}, {"max", GRN_BAG_MAX, false}};
    for (size_t i = 0; mode != NULL && i < GRN_COUNT(modes); i++)
        if (strcmp(mode, modes[i].name) == 0) {
            b->spec.combiner = modes[i].combiner;
            b->divides = modes[i].divides;
            return GRN_OK;
        }
    return grn_fail(b->diag, grn_no_place, GRN_E_ARGUMENT, "mode has to be one of sum, mean or max");
}

static grn_status check_types(const bag *b)
{
    const grn_dtype dtype = b->weight->dtype;
    if (b->weight->rank != 2)
        return grn_fail(b->diag, grn_no_place, GRN_E_SHAPE,
                        "weight has to be a 2D Tensor, but got Tensor of dimension %" PRId32, b->weight->rank);
    if (b->input->rank != 1 && b->input->rank != 2)
        return grn_fail(b->diag, grn_no_place, GRN_E_SHAPE,
                        "input has to be 1D or 2D Tensor, but got Tensor of dimension %" PRId32, b->input->rank);
    if (!grn_torch_is_index(b->input->dtype) || (b->offsets != NULL && !grn_torch_is_index(b->offsets->dtype)))
        return grn_fail(
            b->diag, grn_no_place, GRN_E_DTYPE,
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, "
            "Int; but got %s instead (while checking arguments for embedding_bag)",
            grn_torch_dtype_text(grn_torch_is_index(b->input->dtype) ? b->offsets->dtype : b->input->dtype));
    if (dtype != GRN_F16 && dtype != GRN_BF16 && dtype != GRN_F32 && dtype != GRN_F64)
        return grn_fail(b->diag, grn_no_place, GRN_E_DTYPE,
                        "Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, "
                        "BFloat16, Float, Double; but got %s instead (while checking arguments for embedding_bag)",
                        grn_torch_dtype_text(dtype));
    return GRN_OK;
}

/* How many bags there are, and entries. */
static grn_status count_bags(bag *b, bool include_last)
{
    if (b->input->rank == 2 && b->offsets != NULL)
        return grn_fail(b->diag, grn_no_place, GRN_E_ARGUMENT,
                        "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed "
                        "length sequences.");
    if (b->input->rank == 2) {
        b->spec.lists = GRN_BAG_CONSTANT;
        b->bags = b->input->shape[0];
        b->entries = b->bags * b->input->shape[1];
        return GRN_OK;
    }
    if (b->offsets == NULL)
        return grn_fail(b->diag, grn_no_place, GRN_E_ARGUMENT, "offsets has to be a 1D Tensor but got None");
    if (b->offsets->rank != 1)
        return grn_fail(b->diag, grn_no_place, GRN_E_SHAPE, "offsets has to be a 1D Tensor");
    if (include_last && b->offsets->shape[0] == 0)
        return grn_fail(b->diag, grn_no_place, GRN_E_SHAPE,
                        "include_last_offset: number of offset should be at least 1");
    b->spec.lists = include_last ? GRN_BAG_OFFSETS_AND_END : GRN_BAG_OFFSETS;
    b->bags = b->offsets->shape[0] - include_last;
    b->entries = b->input->shape[0];
    return GRN_OK;
}

static grn_status check_weights(const bag *b)
{
    if (b->weights == NULL)
        return GRN_OK;
    if (b->spec.combiner != GRN_BAG_SUM || b->divides)
        return grn_fail(b->diag, grn_no_place, GRN_E_ARGUMENT,
                        "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for "
                        "mode='sum'");
    if (!grn_tensor_same_shape(b->weights, b->input))
        return grn_fail(b->diag, grn_no_place, GRN_E_SHAPE,
                        "embedding_bag: If per_sample_weights is not None, then it must have the same shape as the "
                        "input");
    return b->weights->dtype == b->weight->dtype
               ? GRN_OK
               : grn_fail(b->diag, grn_no_place, GRN_E_DTYPE,
                          "per_sample_weights has element type %s, it must be weight's: %s",
                          grn_dtype_text(b->weights->dtype), grn_dtype_text(b->weight->dtype));
}

static grn_status check_padding(bag *b, const int64_t *padding)
{
    const int64_t n = b->weight->shape[0];
    if (padding == NULL)
        return GRN_OK;
    if (*padding < -n || *padding >= n)
        return grn_fail(b->diag, grn_no_place, GRN_E_ARGUMENT,
                        "padding_idx must be within the number of embeddings, -%" PRId64 " through %" PRId64
                        ", but got %" PRId64,
                        n, n - 1, *padding);
    b->spec.has_padding = true;
    b->spec.padding_index = *padding < 0 ? *padding + n : *padding;
    return GRN_OK;
}

static grn_status begin(bag *b, const grn_tensor *input, const grn_tensor *weight, const grn_tensor *offsets,
                        const char *mode, const grn_tensor *weights, bool include_last, const int64_t *padding,
                        const grn_diag *diag)
{
    *b = (bag){.diag = diag, .input = input, .weight = weight, .offsets = offsets, .weights = weights};
    grn_status status = grn_check_view(input, "input", diag);
    if (status == GRN_OK)
        status = grn_check_view(weight, "weight", diag);
    if (status == GRN_OK && offsets != NULL)
        status = grn_check_view(offsets, "offsets", diag);
    if (status == GRN_OK && weights != NULL)
        status = grn_check_view(weights, "per_sample_weights", diag);
    if (status == GRN_OK)
        status = find_mode(b, mode);
    if (status == GRN_OK)
        status = check_types(b);
    if (status == GRN_OK)
        status = count_bags(b, include_last);
    if (status == GRN_OK)
        status = check_weights(b);
    if (status == GRN_OK)
        status = check_padding(b, padding);
    if (status == GRN_OK)
        b->spec.fused = weights != NULL && padding == NULL && weight->dtype != GRN_F64;
    return status;
}

/* ---- what stands in memory ------------------------------------------------------------------- */

static grn_status check_data(const bag *b)
{
    grn_status status = grn_check_data(b->input, "input", b->diag);
    if (status == GRN_OK && b->offsets != NULL)
        status = grn_check_data(b->offsets, "offsets", b->diag);
    return status == GRN_OK && b->weights != NULL ? grn_check_data(b->weights, "per_sample_weights", b->diag) : status;
}

static int64_t offset_at(const bag *b, int64_t i)
{
    return grn_index_load(b->offsets->dtype, grn_tensor_at(b->offsets, i * b->offsets->stride[0]));
}

static int64_t entry_at(const bag *b, int64_t e)
{
    const grn_tensor *t = b->input;
    const int64_t length = t->rank == 2 ? t->shape[1] : 0;
    const int64_t at = t->rank == 2 ? e / length * t->stride[0] + e % length * t->stride[1] : e * t->stride[0];
    return grn_index_load(t->dtype, grn_tensor_at(t, at));
}

static int64_t end_of(const bag *b, int64_t i)
{
    if (b->offsets == NULL)
        return (i + 1) * b->input->shape[1];
    return i + 1 < b->offsets->shape[0] ? offset_at(b, i + 1) : b->entries;
}

/* torch's words for what grn_bag refuses; GRN_OK: it has none. */
static grn_status report(const bag *b)
{
    const int64_t n = b->offsets != NULL ? b->offsets->shape[0] : 0;
    if (n > 0 && offset_at(b, 0) != 0)
        return grn_fail(b->diag, grn_no_place, GRN_E_INDEX,
                        "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position "
                        "0. However, got %" PRId64,
                        offset_at(b, 0));
    if (n > 0 && offset_at(b, n - 1) > b->entries)
        return grn_fail(b->diag, grn_no_place, GRN_E_INDEX,
                        "offsets[-1] can not be greater than input's length %" PRId64
                        " but got offsets[-1] of %" PRId64,
                        b->entries, offset_at(b, n - 1));
    for (int64_t e = 0; e < b->entries; e++) {
        const int64_t row = entry_at(b, e);
        if (row < 0 || row >= b->weight->shape[0])
            return grn_fail(b->diag, grn_no_place, GRN_E_INDEX,
                            "embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be %" PRId64,
                            row);
    }
    return GRN_OK;
}

static grn_tensor shaped(grn_dtype dtype, int32_t rank, int64_t rows, int64_t columns)
{
    return (grn_tensor){.dtype = dtype, .rank = rank, .shape = {rows, columns}};
}

/* ---- the other results ----------------------------------------------------------------------- */

static int64_t size_of(const bag *b, int64_t from, int64_t to)
{
    int64_t n = to - from;
    for (int64_t e = from; b->spec.has_padding && e < to; e++)
        n -= entry_at(b, e) == b->spec.padding_index;
    return n;
}

/* The sum of a mean, divided in the dtype. */
static void divide_row(const grn_tensor *out, int64_t row, int64_t n)
{
    for (int64_t d = 0; n > 1 && d < out->shape[1]; d++)
        grn_torch_divide(out->dtype, grn_tensor_at(out, row * out->stride[0] + d * out->stride[1]), n);
}

static void finish(const bag *b, const grn_tensor *out, const grn_tensor *offset2bag, const grn_tensor *bag_size)
{
    for (int64_t i = 0, from = 0; i < b->bags; i++) {
        const int64_t to = end_of(b, i), n = size_of(b, from, to);
        if (b->divides)
            divide_row(out, i, n);
        if (bag_size != NULL)
            memcpy(grn_tensor_at(bag_size, i * bag_size->stride[0]), &n, sizeof n);
        for (int64_t e = from; offset2bag != NULL && e < to; e++)
            memcpy(grn_tensor_at(offset2bag, e * offset2bag->stride[0]), &i, sizeof i);
        from = to;
    }
}

/* A tensor that is written, which may be NULL, and what it is like. */
typedef struct written {
    const grn_tensor *t;
    const char *name;
    grn_tensor like;
} written;

/* Each is a destination, and disjoint from what is read and from those before it. */
static grn_status check_written(const bag *b, const written *list, size_t n, const grn_tensor *const *read,
                                const char *const *names, size_t nread)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        if (list[i].t == NULL)
            continue;
        status = grn_fw_check_destination(list[i].t, list[i].name, &list[i].like, b->diag);
        for (size_t k = 0; status == GRN_OK && k < nread; k++)
            if (read[k] != NULL)
                status = grn_check_alias(list[i].t, read[k], names[k], b->diag);
        for (size_t k = 0; status == GRN_OK && k < i; k++)
            if (list[k].t != NULL)
                status = grn_check_alias(list[i].t, list[k].t, list[k].name, b->diag);
    }
    return status;
}

static const char *const read_names[] = {"input", "weight", "offsets", "per_sample_weights", "grad", "max_indices"};

grn_status grn_torch_embedding_bag(const grn_tensor *input, const grn_tensor *weight, const grn_tensor *offsets,
                                   const char *mode, const grn_tensor *per_sample_weights, bool include_last_offset,
                                   const int64_t *padding_idx, const grn_tensor *out, const grn_tensor *offset2bag,
                                   const grn_tensor *bag_size, const grn_tensor *max_indices, const grn_diag *diag)
{
    bag b;
    const grn_tensor *const read[] = {input, weight, offsets, per_sample_weights};
    grn_status status =
        begin(&b, input, weight, offsets, mode, per_sample_weights, include_last_offset, padding_idx, diag);
    if (status == GRN_OK)
        status = check_data(&b);
    if (status == GRN_OK)
        status = grn_check_data(weight, "weight", diag);
    if (status == GRN_OK && max_indices != NULL && b.spec.combiner != GRN_BAG_MAX)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "max_indices is of mode max; right: NULL");
    if (status != GRN_OK)
        return status;
    const written list[] = {{out, "out", shaped(weight->dtype, 2, b.bags, weight->shape[1])},
                            {offset2bag, "offset2bag", shaped(GRN_I64, 1, b.entries, 0)},
                            {bag_size, "bag_size", shaped(GRN_I64, 1, b.bags, 0)},
                            {max_indices, "max_indices", shaped(GRN_I64, 2, b.bags, weight->shape[1])}};
    status = grn_check_given(out, "out", diag);
    if (status == GRN_OK)
        status = check_written(&b, list, GRN_COUNT(list), read, read_names, GRN_COUNT(read));
    if (status != GRN_OK)
        return status;
    const grn_bag_tensors tensors = {.table = weight,
                                     .indices = input,
                                     .offsets = offsets,
                                     .weights = per_sample_weights,
                                     .result = out,
                                     .arg = max_indices};
    status = grn_bag(&b.spec, &tensors, NULL, NULL);
    if (status != GRN_OK) {
        const grn_status told = status == GRN_E_INDEX ? report(&b) : GRN_OK;
        return told != GRN_OK ? told : grn_bag(&b.spec, &tensors, NULL, diag);
    }
    finish(&b, out, offset2bag, bag_size);
    return GRN_OK;
}

/* ---- gradients ------------------------------------------------------------------------------- */

static grn_status check_gradients(const bag *b, const grn_tensor *grad, const grn_tensor *max_indices,
                                  const grn_tensor *weight_grad, const grn_tensor *weights_grad)
{
    const grn_tensor *const read[] = {b->input, b->weight, b->offsets, b->weights, grad, max_indices};
    const grn_tensor like = shaped(b->weight->dtype, 2, b->bags, b->weight->shape[1]);
    const written list[] = {
        {weight_grad, "weight_grad", *b->weight},
        {weights_grad, "per_sample_weights_grad", b->weights != NULL ? *b->weights : (grn_tensor){.rank = 0}}};
    grn_status status = grn_fw_check_like(grad, "grad", &like, b->diag);
    if (status == GRN_OK && b->spec.combiner == GRN_BAG_MAX)
        status = grn_check_view(max_indices, "max_indices", b->diag);
    if (status == GRN_OK && b->spec.combiner == GRN_BAG_MAX)
        status = grn_check_data(max_indices, "max_indices", b->diag);
    if (status == GRN_OK && max_indices != NULL && b->spec.combiner != GRN_BAG_MAX)
        status = grn_fail(b->diag, grn_no_place, GRN_E_ARGUMENT, "max_indices is of mode max; right: NULL");
    if (status == GRN_OK && weights_grad != NULL && b->weights == NULL)
        status = grn_fail(b->diag, grn_no_place, GRN_E_ARGUMENT,
                          "per_sample_weights_grad is given, and per_sample_weights is not");
    if (status == GRN_OK && weights_grad != NULL)
        status = grn_check_data(b->weight, "weight", b->diag);
    return status == GRN_OK ? check_written(b, list, GRN_COUNT(list), read, read_names, GRN_COUNT(read)) : status;
}

grn_status grn_torch_embedding_bag_backward(const grn_tensor *grad, const grn_tensor *input, const grn_tensor *weight,
                                            const grn_tensor *offsets, bool scale_grad_by_freq, const char *mode,
                                            const grn_tensor *per_sample_weights, bool include_last_offset,
                                            const int64_t *padding_idx, const grn_tensor *max_indices,
                                            const grn_allocator *allocator, const grn_tensor *weight_grad,
                                            const grn_tensor *per_sample_weights_grad, const grn_diag *diag)
{
    bag b;
    grn_status status =
        begin(&b, input, weight, offsets, mode, per_sample_weights, include_last_offset, padding_idx, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = check_data(&b);
    if (status == GRN_OK)
        status = check_gradients(&b, grad, max_indices, weight_grad, per_sample_weights_grad);
    const bool by_arg = status == GRN_OK && b.spec.combiner == GRN_BAG_MAX;
    if (by_arg && scale_grad_by_freq)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                          "embedding_bag: scaling by frequency is not supported in max mode");
    if (status != GRN_OK)
        return status;
    if (b.divides)
        b.spec.combiner = GRN_BAG_MEAN;
    const grn_bag_tensors tensors = {.table = weight,
                                     .indices = input,
                                     .offsets = offsets,
                                     .weights = per_sample_weights,
                                     .result = grad,
                                     .arg = by_arg ? max_indices : NULL};
    if (weight_grad != NULL && by_arg)
        status = grn_bag_arg_gradient(&b.spec, &tensors, weight_grad, NULL, diag);
    else if (weight_grad != NULL) /* what can be refused comes first */
        status = grn_bag_gradient(&b.spec, &tensors, scale_grad_by_freq, weight_grad, NULL, allocator, diag);
    return status == GRN_OK && per_sample_weights_grad != NULL
               ? grn_bag_weights_gradient(&b.spec, &tensors, per_sample_weights_grad, NULL, diag)
               : status;
}
