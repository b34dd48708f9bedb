/* module_artifact.c - the public calls about portable artifacts: written, and the places of their
 * ops. */
#include <inttypes.h>
#include <stdio.h>

#include "artifact/artifact.h"
#include "api/rewrite.h"
#include "passes/passes.h"

GRN_API bool grn_file_is_bytecode(const void *bytes, size_t size_bytes)
{
    return bytes && grn_bytecode_is(bytes, size_bytes);
}

/* ---- writing --------------------------------------------------------------------------------- */

static grn_status expand(grn_module *made, const void *how, const grn_diag *diag)
{
    (void)how;
    return grn_pass_expand_batching(&made->ir, diag);
}

static grn_status write_expanded(const grn_module *module, grn_artifact_version version, const grn_diag *diag,
                                 const grn_sink *sink)
{
    grn_module *made;
    grn_status status =
        grn_module_rewrite(module, &(grn_rewriting){.passes = expand, .keeps_names = true}, diag, &made);
    if (status == GRN_OK)
        status = grn_artifact_write(&made->ir, version, diag, sink);
    grn_module_destroy(made);
    return status;
}

GRN_API grn_status grn_module_write_artifact(const grn_module *module, const grn_module_artifact_options *options,
                                             const grn_diag *diag, const grn_sink *sink)
{
    grn_artifact_version version = GRN_VHLO_CURRENT;
    char current[GRN_VERSION_BYTES], minimum[GRN_VERSION_BYTES];
    if (!module)
        return grn_fail_null("module", diag);
    if (grn_check_sink(sink) != GRN_OK)
        return grn_fail_null("sink", diag);
    grn_status status = GRN_CHECK_OPTIONS(grn_module_artifact_options, options, diag);
    if (status != GRN_OK)
        return status;
    const char *target = options ? options->target : NULL;
    if (target && !grn_artifact_version_read(target, strlen(target), &version))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "there is no version '%s' of VHLO to write: there are %s (minimum) to %s (current)", target,
                        grn_artifact_version_text(GRN_VHLO_MINIMUM, minimum),
                        grn_artifact_version_text(GRN_VHLO_CURRENT, current));
    status = atomic_load(&module->verified) ? GRN_OK : grn_module_verify(module, diag);
    if (status != GRN_OK)
        return status;
    return grn_artifact_needs_expanding(&module->ir, version) ? write_expanded(module, version, diag, sink)
                                                              : grn_artifact_write(&module->ir, version, diag, sink);
}

/* ---- places ---------------------------------------------------------------------------------- */

static const grn_op *op_at(const grn_op *root, grn_place place)
{
    const grn_op *op = root;
    while (op && op->place.line != place.line)
        op = grn_op_next_in(op, root);
    return op;
}

static grn_status write_text(const grn_sink *sink, const char *text, size_t n)
{
    return n ? sink->write(sink->user, text, n) : GRN_OK;
}

GRN_API grn_status grn_module_write_place(const grn_module *module, grn_place place, const grn_sink *sink)
{
    char text[256];
    if (!module || !place.line || grn_check_sink(sink) != GRN_OK)
        return GRN_E_ARGUMENT;
    const bool is_file = module->is_artifact || module->is_onnx;
    const grn_op *op = is_file ? op_at(module->ir.top, place) : NULL;
    const grn_attr *node = module->is_onnx && op ? grn_op_attr(op, "onnx_node_name") : NULL;
    if (op && op->location)
        return grn_location_write(op->location, sink);
    if (node && node->kind == GRN_ATTR_STRING) {
        const int most = node->text.n < 128 ? (int)node->text.n : 128;
        int n = snprintf(text, sizeof text, "node '%.*s' at byte %" PRIu32, most, node->text.text, place.column);
        return write_text(sink, text, (size_t)n);
    }
    int n = snprintf(text, sizeof text, is_file ? "op %" PRIu32 " at byte %" PRIu32 : "%" PRIu32 ":%" PRIu32,
                     place.line, place.column);
    return write_text(sink, text, (size_t)n);
}
