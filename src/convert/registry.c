/* registry.c - every dialect programs are converted to, and the passes in their order. */
#include "convert/steps.h"

const grn_target *const grn_targets[] = {
    &grn_target_stablehlo, &grn_target_tcp, &grn_target_tensor, &grn_target_onnx, &grn_target_nvl, &grn_target_ttnn, &grn_target_torch,
    NULL,
};

grn_status grn_pass_convert(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    static grn_status (*const passes[])(grn_ir *, const grn_convert_options *, const grn_diag *) = {
        grn_pass_import, grn_pass_raise, grn_pass_split_combiners, grn_pass_fit, grn_pass_export};
    for (size_t i = 0; i < GRN_COUNT(passes); i++) {
        grn_status status = passes[i](ir, o, diag);
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}
