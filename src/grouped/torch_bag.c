/* torch_bag.c - torch.nn.functional.embedding_bag, the four results behind it, its gradients. */
#include <string.h>

#include "grouped/grouped.h"

/* ---- arguments ------------------------------------------------------------------------------- */

/* A checked call. */
typedef struct bag {
    grn_call_report to;
    const grn_diag *diag;
    grn_bag_spec spec;
    const grn_tensor *input, *weight, *offsets, *weights; /* offsets, weights: or NULL */
    bool divides;                                         /* a sum, first rounded to the dtype */
    int64_t bags, entries;
} bag;

static grn_status check_views(const bag *b)
{
    grn_status status = grn_check_view(b->input, "input", b->diag);
    if (status == GRN_OK)
        status = grn_check_view(b->weight, "weight", b->diag);
    if (status == GRN_OK && b->offsets != NULL)
        status = grn_check_view(b->offsets, "offsets", b->diag);
    return status == GRN_OK && b->weights != NULL ? grn_check_view(b->weights, "per_sample_weights", b->diag) : status;
}

static grn_status check_rules(bag *b, int64_t mode, bool include_last, const int64_t *padding)
{
    grn_torch_bag_found found;
    grn_torch_bag_args a = {.weight = grn_shaped_of(b->weight),
                            .indices = grn_shaped_of(b->input),
                            .has_offsets = b->offsets != NULL,
                            .has_weights = b->weights != NULL,
                            .mode = &mode,
                            .padding = padding,
                            .include_last = &include_last};
    if (b->offsets != NULL)
        a.offsets = grn_shaped_of(b->offsets);
    if (b->weights != NULL)
        a.weights = grn_shaped_of(b->weights);
    grn_status status = grn_torch_rule_bag(&b->to.report, &a, &found);
    if (status != GRN_OK)
        return status;
    b->bags = found.bags;
    b->entries = found.entries;
    b->divides = mode == GRN_TORCH_BAG_MEAN;
    b->spec = (grn_bag_spec){.combiner = mode == GRN_TORCH_BAG_MAX ? GRN_BAG_MAX : GRN_BAG_SUM,
                             .lists = b->offsets == NULL ? GRN_BAG_CONSTANT
                                      : include_last     ? GRN_BAG_OFFSETS_AND_END
                                                         : GRN_BAG_OFFSETS,
                             .fused = b->weights != NULL && padding == NULL && b->weight->dtype != GRN_F64,
                             .has_padding = padding != NULL,
                             .padding_index = padding != NULL ? found.padding : 0};
    return GRN_OK;
}

static grn_status begin(bag *b, const grn_tensor *input, const grn_tensor *weight, const grn_tensor *offsets,
                        const char *mode, const grn_tensor *weights, bool include_last, const int64_t *padding,
                        const grn_diag *diag)
{
    int64_t number;
    *b = (bag){.diag = diag, .input = input, .weight = weight, .offsets = offsets, .weights = weights};
    grn_call_report_init(&b->to, "embedding_bag", diag);
    grn_status status = check_views(b);
    if (status == GRN_OK)
        status = grn_torch_rule_bag_mode(&b->to.report, mode, &number);
    return status == GRN_OK ? check_rules(b, number, include_last, padding) : status;
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
        grn_torch_divide_rounded(out->dtype, grn_tensor_at(out, row * out->stride[0] + d * out->stride[1]), n);
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
        const grn_status told = status == GRN_E_INDEX /* torch's words, where it has some */
                                    ? grn_torch_rule_bag_values(&b.to.report, input, offsets, weight->shape[0])
                                    : GRN_OK;
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
