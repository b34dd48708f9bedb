/* module_onnx.c - the public calls about ONNX models: recognised, and written. */
#include "interp/interp.h"
#include "onnx/model.h"

GRN_API bool grn_file_is_onnx(const void *bytes, size_t size_bytes)
{
    return bytes && grn_onnx_model_is(bytes, size_bytes);
}

GRN_API grn_status grn_module_write_onnx(const grn_module *module, const grn_module_onnx_options *options,
                                         const grn_diag *diag, const grn_sink *sink)
{
    if (!module)
        return grn_fail_null("module", diag);
    if (grn_check_sink(sink) != GRN_OK)
        return grn_fail_null("sink", diag);
    grn_status status = GRN_CHECK_OPTIONS(grn_module_onnx_options, options, diag);
    if (status == GRN_OK && !atomic_load(&module->verified))
        status = grn_module_verify(module, diag);
    const char *function = status == GRN_OK && options && options->function ? options->function : "";
    return status == GRN_OK ? grn_onnx_model_write(&module->ir, (grn_str){function, strlen(function)}, diag, sink)
                            : status;
}
