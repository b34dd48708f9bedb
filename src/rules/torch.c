/* torch.c - what the rules of torch's calls share: names of dtypes, broadcasting, dim. */
#include "rules/torch.h"

#include <inttypes.h>
#include <string.h>

const char *grn_torch_dtype_text(grn_dtype dtype)
{
    static const struct {
        grn_dtype dtype;
        const char *text;
    } names[] = {
        {GRN_I1, "Bool"},    {GRN_UI8, "Byte"},      {GRN_I8, "Char"},          {GRN_I16, "Short"},
        {GRN_I32, "Int"},    {GRN_I64, "Long"},      {GRN_F16, "Half"},         {GRN_F32, "Float"},
        {GRN_F64, "Double"}, {GRN_BF16, "BFloat16"}, {GRN_C64, "ComplexFloat"}, {GRN_C128, "ComplexDouble"},
    };
    for (size_t i = 0; i < GRN_COUNT(names); i++)
        if (names[i].dtype == dtype)
            return names[i].text;
    return grn_dtype_text(dtype);
}

/* ---- shapes ---------------------------------------------------------------------------------- */

bool grn_torch_is_empty(const grn_shaped *s)
{
    bool empty = false;
    for (int32_t d = 0; d < s->rank; d++)
        empty = empty || s->shape[d] == 0;
    return empty;
}

/* An extent that is not known gives way to any but 1. */
static int64_t common_extent(int64_t a, int64_t b) { return a == 1 || (a == GRN_DYNAMIC && b != 1) ? b : a; }

bool grn_torch_broadcast(int32_t *rank, int64_t *shape, int32_t by_rank, const int64_t *by)
{
    int64_t out[GRN_MAX_RANK];
    const int32_t wide = *rank > by_rank ? *rank : by_rank;
    for (int32_t d = 0; d < wide; d++) {
        const int32_t i = d - (wide - *rank), j = d - (wide - by_rank);
        const int64_t a = i < 0 ? 1 : shape[i], b = j < 0 ? 1 : by[j];
        if (a != 1 && b != 1 && !grn_extents_agree(a, b))
            return false;
        out[d] = common_extent(a, b);
    }
    *rank = wide;
    memcpy(shape, out, (size_t)wide * sizeof *out);
    return true;
}

/* ---- rules ----------------------------------------------------------------------------------- */

grn_status grn_torch_rule_dim(const grn_rule_report *to, int32_t rank, const int64_t *dim, int32_t *axis)
{
    const int32_t r = rank > 0 ? rank : 1;
    *axis = -1;
    if (dim == NULL)
        return GRN_OK;
    if (*dim < -r || *dim >= r)
        return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-1",
                               "Dimension out of range (expected to be in range of [%" PRId32 ", %" PRId32
                               "], but got %" PRId64 ")",
                               -r, r - 1, *dim);
    *axis = (int32_t)(*dim < 0 ? *dim + r : *dim);
    return GRN_OK;
}

grn_status grn_torch_rule_begin(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out)
{
    out->idle = grn_torch_is_empty(&a->index);
    grn_status status = grn_torch_rule_dim(to, a->self.rank, a->dim, &out->axis);
    if (status != GRN_OK || grn_torch_is_index(a->index.dtype))
        return status;
    status = grn_rule_broken(to, GRN_E_DTYPE, NULL, "%s(): Expected dtype int32/int64 for index", to->op);
    grn_rule_note(to, "index: %s; right: i32 or i64", grn_dtype_text(a->index.dtype));
    return status;
}

grn_status grn_torch_rule_rank(const grn_rule_report *to, int32_t rank)
{
    return rank <= GRN_MAX_RANK
               ? GRN_OK
               : grn_rule_broken(to, GRN_E_LIMIT, "PT-7", "the result has more than %d dimensions", GRN_MAX_RANK);
}
