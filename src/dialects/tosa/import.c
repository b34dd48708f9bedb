/* import.c - TOSA is imported, never a target: its constants; its gathers and scatters have a to_spec. */
#include "convert/convert.h"

#include "dialects/tosa/tosa.h"

/* The elements are called `value` up to LLVM 20 and `values` since. */
static grn_status import_const(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    if (!value)
        value = grn_op_attr(op, "values");
    if (!value || value->type != grn_result_type(op, 0))
        return GRN_OK;
    return grn_replace(w, grn_new(w, "stablehlo.constant", 0, NULL, value->type, 1, &(grn_new_attr){"value", value}));
}

static const grn_import_pattern imports[] = {
    {.op = "tosa.const", .import = import_const},
    {.op = NULL},
};

const grn_translation grn_tosa_translation = {.imports = imports};
