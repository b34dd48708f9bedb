/* torch_counts.c - torch.bincount and histc: what can be counted, and in which range. */
#include <inttypes.h>
#include <math.h>

#include "rules/torch.h"

/* ---- bincount -------------------------------------------------------------------------------- */

static bool is_counted(grn_dtype dtype)
{
    return dtype == GRN_UI8 || dtype == GRN_I8 || dtype == GRN_I16 || dtype == GRN_I32 || dtype == GRN_I64;
}

static grn_status not_counted(const grn_rule_report *to)
{
    return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-15", "bincount only supports 1-d non-negative integral inputs.");
}

grn_status grn_torch_rule_bincount(const grn_rule_report *to, const grn_shaped *input, const grn_shaped *weights,
                                   int64_t minlength, grn_dtype *dtype)
{
    const bool weighted = weights != NULL && !grn_torch_is_empty(input);
    *dtype = !weighted ? GRN_I64 : weights->dtype == GRN_F32 ? GRN_F32 : GRN_F64;
    if (!is_counted(input->dtype))
        return grn_rule_broken(to, GRN_E_DTYPE, "PT-15", "\"bincount_cpu\" not implemented for '%s'",
                               grn_torch_dtype_text(input->dtype));
    if (minlength < 0)
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-15", "minlength should be >= 0");
    if (input->rank != 1)
        return not_counted(to);
    if (weighted && (weights->rank != 1 || !grn_extents_agree(weights->shape[0], input->shape[0])))
        return grn_rule_broken(to, GRN_E_SHAPE, "PT-15", "weights should be 1-d and have the same length as input");
    return GRN_OK;
}

grn_status grn_torch_rule_counted(const grn_rule_report *to, int64_t least)
{
    if (least >= 0)
        return GRN_OK;
    grn_status status = not_counted(to);
    grn_rule_note(to, "input: its least value is %" PRId64 "; right: at least 0", least);
    return status;
}

/* ---- histc ----------------------------------------------------------------------------------- */

grn_status grn_torch_rule_histc(const grn_rule_report *to, const grn_shaped *input, int64_t bins)
{
    const grn_dtype dtype = input->dtype;
    if (bins < 1)
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-16",
                               "torch.histogram(): bins must be > 0, but got %" PRId64 " for dimension 0", bins);
    if (dtype != GRN_F16 && dtype != GRN_BF16 && dtype != GRN_F32 && dtype != GRN_F64)
        return grn_rule_broken(to, GRN_E_DTYPE, "PT-16", "\"histogram_cpu\" not implemented for '%s'",
                               grn_torch_dtype_text(dtype));
    return GRN_OK;
}

grn_status grn_torch_rule_range(const grn_rule_report *to, int64_t elements, double least, double greatest, double *min,
                                double *max)
{
    if (*min == *max && elements > 0) {
        *min = least;
        *max = greatest;
    }
    if (*min == *max) {
        *min -= 1;
        *max += 1;
    }
    if (!isfinite(*min) || !isfinite(*max))
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-16", "torch.histc: range of [%g, %g] is not finite", *min, *max);
    if (!(*min < *max))
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-16", "torch.histc: max must be larger than min");
    return GRN_OK;
}
