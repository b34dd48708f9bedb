/* write.c - placeholder */
#include "onnx/internal.h"
grn_status grn_onnx_model_write(const grn_ir *ir, grn_str name, const grn_diag *diag, const grn_sink *sink)
{
    (void)ir, (void)name, (void)diag, (void)sink;
    return GRN_E_UNSUPPORTED;
}
