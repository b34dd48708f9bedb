/* torch_index.c - torch.index_add and index_copy: slices of source into the places a vector
 * names. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"

static grn_status report_copy(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return grn_fw_fail_index(
        call, bad, "index_copy_(): index %" PRId64 " is out of bounds for dimension %" PRId32 " with size %" PRId64,
        bad->value, bad->dim, bad->extent);
}

static const grn_torch_row add_row = GRN_TORCH_ROW("index_add", "input", "index", self, ADD, index_add, SLICES);
static const grn_torch_row copy_row = {
    {"index_copy", "input", "index", report_copy, false, GRN_BOUNDS_ERROR, GRN_COMBINE_REPLACE},
    grn_torch_rule_index_copy,
    GRN_FORM_SLICES};

/* alpha * update, rounded, then added, rounded. */
typedef struct scaled {
    grn_dtype dtype;
    unsigned char alpha[16];
} scaled;

static grn_status add_scaled(void *user, int64_t count, void *const *current, const void *const *update)
{
    const scaled *s = user;
    const size_t bytes = grn_dtype_bytes(s->dtype);
    unsigned char product[16];
    for (int64_t i = 0; i < count; i++) {
        memcpy(product, (const char *)update[0] + (size_t)i * bytes, bytes);
        grn_combine_element(GRN_COMBINE_MUL, s->dtype, product, s->alpha);
        grn_combine_element(GRN_COMBINE_ADD, s->dtype, (char *)current[0] + (size_t)i * bytes, product);
    }
    return GRN_OK;
}

grn_status grn_torch_index_add(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *source,
                               const void *alpha, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    scaled s = {.dtype = GRN_NO_DTYPE};
    grn_status status = grn_torch_prepare_scatter(&call, &add_row, input, dim, index, source, "source", diag);
    if (status == GRN_OK && alpha != NULL) {
        s.dtype = input->dtype;
        memcpy(s.alpha, alpha, grn_dtype_bytes(input->dtype));
        call.combiner = GRN_COMBINE_REGION;
        call.region = add_scaled;
        call.region_user = &s;
    }
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_torch_index_copy(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *source,
                                const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_status status = grn_torch_prepare_scatter(&call, &copy_row, input, dim, index, source, "source", diag);
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_torch_index_add_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_diag *diag,
                                    grn_scatter_spec *out)
{
    return grn_torch_scatter_spec_of(&add_row, input, dim, index, diag, out);
}

grn_status grn_torch_index_copy_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                     const grn_diag *diag, grn_scatter_spec *out)
{
    return grn_torch_scatter_spec_of(&copy_row, input, dim, index, diag, out);
}
