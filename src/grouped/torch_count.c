/* torch_count.c - torch.bincount and histc. */
#include <inttypes.h>
#include <string.h>

#include "grouped/grouped.h"

/* ---- bincount -------------------------------------------------------------------------------- */

/* A checked call: out's dtype and length. */
typedef struct bins {
    const grn_tensor *input, *weights; /* weights: NULL where they are not summed */
    grn_dtype dtype;
    int64_t length;
} bins;

static void find_range(const grn_tensor *input, int64_t *least, int64_t *greatest)
{
    const int64_t n = input->shape[0], step = input->stride[0];
    int64_t low = 0, high = -1;
    if (input->dtype == GRN_I64) {
        for (int64_t i = 0; i < n; i++) {
            int64_t value;
            memcpy(&value, (const char *)input->data + i * step * (int64_t)sizeof value, sizeof value);
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
    } else {
        for (int64_t i = 0; i < n; i++) {
            const int64_t value = grn_index_load(input->dtype, grn_tensor_at(input, i * step));
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
    }
    *least = low;
    *greatest = high;
}

static grn_status find_length(bins *b, int64_t minlength, const grn_rule_report *to, const grn_diag *diag)
{
    int64_t least, greatest;
    find_range(b->input, &least, &greatest);
    grn_status status = grn_torch_rule_counted(to, least);
    if (status == GRN_OK && greatest == INT64_MAX)
        status = grn_fail(diag, grn_no_place, GRN_E_LIMIT, "bincount: input has the value %" PRId64, greatest);
    b->length = status == GRN_OK && greatest >= minlength ? greatest + 1 : minlength;
    return status;
}

static grn_status begin(bins *b, const grn_tensor *input, const grn_tensor *weights, int64_t minlength,
                        const grn_diag *diag)
{
    grn_call_report to;
    grn_shaped by = {.dtype = GRN_NO_DTYPE};
    grn_status status = grn_check_view(input, "input", diag);
    if (status == GRN_OK && weights != NULL)
        status = grn_check_view(weights, "weights", diag);
    if (status != GRN_OK)
        return status;
    const grn_shaped shaped = grn_shaped_of(input);
    if (weights != NULL)
        by = grn_shaped_of(weights);
    grn_call_report_init(&to, "bincount", diag);
    *b = (bins){.input = input};
    status = grn_torch_rule_bincount(&to.report, &shaped, weights != NULL ? &by : NULL, minlength, &b->dtype);
    if (status == GRN_OK)
        status = grn_check_data(input, "input", diag);
    b->weights = b->dtype == GRN_I64 ? NULL : weights;
    return status == GRN_OK ? find_length(b, minlength, &to.report, diag) : status;
}

grn_status grn_torch_bincount_shape(const grn_tensor *input, const grn_tensor *weights, int64_t minlength,
                                    const grn_diag *diag, grn_dtype *dtype, int32_t *rank, int64_t *shape)
{
    bins b;
    grn_status status = begin(&b, input, weights, minlength, diag);
    if (status == GRN_OK)
        status = grn_check_given(dtype, "dtype", diag);
    if (status == GRN_OK)
        status = grn_grouped_check_shape(rank, shape, diag);
    if (status != GRN_OK)
        return status;
    *dtype = b.dtype;
    *rank = 1;
    shape[0] = b.length;
    return GRN_OK;
}

/* `updates`, as many as there are values from `from` on, into the bins. */
static grn_status add_to_bins(const bins *b, int64_t from, const grn_tensor *updates, const grn_tensor *out)
{
    const grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = GRN_BOUNDS_PROMISE}, /* every value has been read */
        .combiner = GRN_COMBINE_ADD};
    grn_tensor values = *b->input;
    values.data = grn_tensor_at(b->input, from * b->input->stride[0]);
    values.shape[0] = updates->shape[0];
    return grn_scatter(&spec, 1, out, &values, updates, NULL);
}

/* Weights of another dtype become f64, a block at a time. */
static grn_status add_converted(const bins *b, const grn_tensor *out)
{
    double block[256];
    const int64_t n = b->input->shape[0], most = (int64_t)GRN_COUNT(block);
    grn_tensor part = {.data = block, .dtype = GRN_F64, .rank = 1, .stride = {1}};
    grn_status status = GRN_OK;
    for (int64_t from = 0; status == GRN_OK && from < n; from += part.shape[0]) {
        part.shape[0] = n - from < most ? n - from : most;
        for (int64_t i = 0; i < part.shape[0]; i++) {
            const void *weight = grn_tensor_at(b->weights, (from + i) * b->weights->stride[0]);
            block[i] = grn_element_real_part(b->weights->dtype, weight);
        }
        status = add_to_bins(b, from, &part, out);
    }
    return status;
}

static grn_status check_bins(const bins *b, const grn_tensor *out, const grn_diag *diag)
{
    const grn_tensor like = {.dtype = b->dtype, .rank = 1, .shape = {b->length}, .stride = {1}};
    grn_status status = b->weights != NULL ? grn_check_data(b->weights, "weights", diag) : GRN_OK;
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", &like, diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, b->input, "input", diag);
    return status == GRN_OK && b->weights != NULL ? grn_check_alias(out, b->weights, "weights", diag) : status;
}

grn_status grn_torch_bincount(const grn_tensor *input, const grn_tensor *weights, int64_t minlength,
                              const grn_tensor *out, const grn_diag *diag)
{
    static const unsigned char zero[16];
    int64_t one = 1;
    grn_tensor ones;
    bins b;
    grn_status status = begin(&b, input, weights, minlength, diag);
    if (status == GRN_OK)
        status = check_bins(&b, out, diag);
    if (status != GRN_OK)
        return status;
    grn_tensor_fill(out, zero);
    if (input->shape[0] == 0)
        return GRN_OK;
    if (b.weights == NULL) {
        grn_fw_splat(input, &one, GRN_I64, &ones);
        return add_to_bins(&b, 0, &ones, out);
    }
    return b.weights->dtype == b.dtype ? add_to_bins(&b, 0, b.weights, out) : add_converted(&b, out);
}

/* ---- histc ----------------------------------------------------------------------------------- */

static grn_status check_histc(const grn_tensor *input, int64_t nbins, const grn_allocator *allocator,
                              const grn_tensor *out, const grn_rule_report *to, const grn_diag *diag)
{
    grn_status status = grn_check_view(input, "input", diag);
    if (status == GRN_OK) {
        const grn_shaped shaped = grn_shaped_of(input);
        status = grn_torch_rule_histc(to, &shaped, nbins);
    }
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status != GRN_OK)
        return status;
    const grn_tensor like = {.dtype = input->dtype, .rank = 1, .shape = {nbins}, .stride = {1}};
    status = grn_check_data(input, "input", diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", &like, diag);
    return status == GRN_OK ? grn_check_alias(out, input, "input", diag) : status;
}

grn_status grn_torch_histc(const grn_tensor *input, int64_t nbins, double min, double max,
                           const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    grn_call_report to;
    double least = 0, greatest = 0;
    size_t bytes;
    grn_call_report_init(&to, "histc", diag);
    grn_status status = check_histc(input, nbins, allocator, out, &to.report, diag);
    if (status == GRN_OK && min == max)
        grn_histogram_extremes(input, &least, &greatest);
    if (status == GRN_OK)
        status = grn_torch_rule_range(&to.report, grn_tensor_elements(input), least, greatest, &min, &max);
    if (status != GRN_OK)
        return status;
    int64_t *counts = grn_mul_size((size_t)nbins, sizeof *counts, &bytes) ? grn_allocate(allocator, bytes) : NULL;
    if (counts == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "histc: memory for %" PRId64 " counts was refused", nbins);
    grn_histogram_count(input, min, max, counts, nbins);
    grn_histogram_store(counts, out);
    grn_release(allocator, counts, bytes);
    return GRN_OK;
}
