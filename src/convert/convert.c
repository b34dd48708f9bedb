/* convert.c - the passes in their order, and the targets among the dialects. */
#include "convert/expand.h"
#include "convert/raise.h"

const grn_target *grn_target_at(const grn_dialect *const *dialects, size_t i)
{
    for (; *dialects; dialects++)
        if ((*dialects)->translation && (*dialects)->translation->target && i-- == 0)
            return (*dialects)->translation->target;
    return NULL;
}

const grn_target *grn_target_named(const grn_dialect *const *dialects, const char *name)
{
    const grn_target *target = NULL;
    for (size_t i = 0; (target = grn_target_at(dialects, i)) && strcmp(target->name, name) != 0; i++)
        continue;
    return target;
}

grn_status grn_pass_convert(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    static grn_status (*const passes[])(grn_ir *, const grn_convert_options *, const grn_diag *) = {
        grn_pass_async,  grn_pass_fold_subsets,    grn_pass_index,   grn_pass_import, grn_pass_expand,
        grn_pass_raise,  grn_pass_split_combiners, grn_pass_narrow,  grn_pass_fit,    grn_pass_legalize,
        grn_pass_narrow, grn_pass_export,          grn_pass_version, grn_pass_foreign};
    for (size_t i = 0; i < GRN_COUNT(passes); i++) {
        grn_status status = passes[i](ir, o, diag);
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}
