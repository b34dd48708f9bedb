/* import.c - TOSA is imported, never a target: its constants; its gathers and scatters have a
 * to_spec. */
#include "convert/convert.h"

#include "dialects/tosa/tosa.h"

static const grn_import_pattern imports[] = {
    {.op = "tosa.const", .import = grn_import_constant},
    {.op = NULL},
};

const grn_translation grn_tosa_translation = {.imports = imports};
