/* torch_masks.c - torch.masked_select and masked_scatter: what a mask goes with. */
#include <inttypes.h>

#include "rules/torch.h"

/* The last dim, counted from the end, in which two shapes cannot be broadcast, and their extents. */
static void find_mismatch(const grn_shaped *a, const grn_shaped *b, int32_t wide, int32_t *dim, int64_t *of_a,
                          int64_t *of_b)
{
    *dim = wide;
    do {
        --*dim;
        const int32_t i = *dim - (wide - a->rank), j = *dim - (wide - b->rank);
        *of_a = i < 0 ? 1 : a->shape[i];
        *of_b = j < 0 ? 1 : b->shape[j];
    } while (*of_a == 1 || *of_b == 1 || grn_extents_agree(*of_a, *of_b));
}

static grn_status broadcast_both(const grn_rule_report *to, const grn_shaped *self, const grn_shaped *mask,
                                 grn_shaped *wide)
{
    int32_t dim;
    int64_t of_mask, of_self;
    *wide = *self;
    if (grn_torch_broadcast(&wide->rank, wide->shape, mask->rank, mask->shape))
        return GRN_OK;
    find_mismatch(mask, self, mask->rank > self->rank ? mask->rank : self->rank, &dim, &of_mask, &of_self);
    return grn_rule_broken(to, GRN_E_SHAPE, "PT-14",
                           "The size of tensor a (%" PRId64 ") must match the size of tensor b (%" PRId64
                           ") at non-singleton dimension %" PRId32,
                           of_mask, of_self, dim);
}

grn_status grn_torch_rule_masked_select(const grn_rule_report *to, const grn_shaped *self, const grn_shaped *mask,
                                        grn_shaped *wide)
{
    if (mask->dtype != GRN_I1)
        return grn_rule_broken(to, GRN_E_DTYPE, "PT-14", "masked_select: expected BoolTensor for mask");
    return broadcast_both(to, self, mask, wide);
}

grn_status grn_torch_rule_masked_scatter(const grn_rule_report *to, const grn_shaped *self, const grn_shaped *mask,
                                         const grn_shaped *source, grn_shaped *wide)
{
    grn_status status = broadcast_both(to, self, mask, wide);
    if (status == GRN_OK && source->dtype != self->dtype)
        status = grn_rule_broken(to, GRN_E_DTYPE, "PT-14",
                                 "masked_scatter: expected self and source to have same dtypes but got%s and %s",
                                 grn_torch_dtype_text(self->dtype), grn_torch_dtype_text(source->dtype));
    if (status == GRN_OK && mask->dtype != GRN_I1)
        status = grn_rule_broken(to, GRN_E_DTYPE, "PT-14",
                                 "masked_scatter_ only supports boolean masks, but got mask with dtype %s",
                                 grn_torch_dtype_text(mask->dtype));
    return status;
}

grn_status grn_torch_rule_masked_source(const grn_rule_report *to, int64_t elements, int64_t places)
{
    if (elements >= places)
        return GRN_OK;
    grn_status status =
        grn_rule_broken(to, GRN_E_SHAPE, "PT-14", "Number of elements of source < number of ones in mask");
    grn_rule_note(to, "source: %" PRId64 " elements; right: at least %" PRId64, elements, places);
    return status;
}
