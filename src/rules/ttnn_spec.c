/* ttnn_spec.c - what a call means: the canonical gather and scatter of elements along one
 * dimension. */
#include "rules/ttnn.h"

/* Semantics: torch.gather's row. */
static void numbers_along(const grn_shaped *input, int32_t dim, grn_dimension_numbers *out)
{
    const grn_indexing x = {GRN_FORM_ELEMENTS, dim, 0};
    grn_indexing_numbers(&x, input, input, out); /* of index, the rank alone is read */
}

grn_status grn_ttnn_spec_of_gather(const grn_rule_report *to, const grn_shaped *input, int64_t dim,
                                   grn_gather_spec *out)
{
    grn_shaped seen = *input;
    int32_t at = 0;
    grn_ttnn_at_least_1d(&seen);
    grn_status status = grn_ttnn_check_dim(to, false, seen.rank, dim, &at);
    if (status != GRN_OK)
        return status;
    /* TT-10: the hardware does not check values; here one out of range is an error. */
    *out = (grn_gather_spec){
        .index = {.bounds = GRN_BOUNDS_ERROR, .batch_rule = grn_indexing_batch_rule(GRN_FORM_ELEMENTS)}};
    numbers_along(&seen, at, &out->dims);
    grn_indexing_slices(&out->dims, &seen, &out->slice_sizes);
    return GRN_OK;
}

/* TT-15 */
void grn_ttnn_scatter_meaning(const grn_shaped *input, int32_t dim, grn_combiner combiner, grn_scatter_spec *out)
{
    grn_shaped seen = *input;
    grn_ttnn_at_least_1d(&seen);
    *out = (grn_scatter_spec){
        .index = {.bounds = GRN_BOUNDS_SKIP, .batch_rule = grn_indexing_batch_rule(GRN_FORM_ELEMENTS)},
        .combiner = combiner};
    numbers_along(&seen, dim, &out->dims);
}

grn_status grn_ttnn_spec_of_scatter(const grn_rule_report *to, const grn_shaped *input, int64_t dim, const char *reduce,
                                    grn_scatter_spec *out)
{
    grn_shaped seen = *input;
    grn_combiner combiner = GRN_COMBINE_REPLACE;
    int32_t at = 0;
    grn_ttnn_at_least_1d(&seen);
    grn_status status = grn_ttnn_check_dim(to, true, seen.rank, dim, &at);
    if (status == GRN_OK)
        status = grn_ttnn_check_reduce(to, reduce, &combiner);
    if (status != GRN_OK)
        return status;
    grn_ttnn_scatter_meaning(&seen, at, combiner, out);
    return GRN_OK;
}
