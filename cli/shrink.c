/* shrink.c - programs of smaller shapes, where all combinations of indices are to be tried and there are too many. */
#include "shrink.h"

/* A tool is asked for each combination: of a program that is made smaller in any case so many at most. */
#define MOST_OF_SHRUNK 20000

grn_status shrink_for_indices(const grn_reduced *from, grn_shrink_options options, const grn_diag *diag,
                              grn_reduction **out)
{
    grn_status status = grn_module_shrink(from, &options, diag, out);
    if (status != GRN_OK || grn_reduction_tries(*out) == 1) {
        grn_reduction_destroy(*out);
        *out = NULL;
        return status;
    }
    grn_reduction_destroy(*out);
    options.most_combinations = MOST_OF_SHRUNK;
    return grn_module_shrink(from, &options, diag, out);
}

void write_shapes(const grn_module *module, size_t function, grn_text_buffer *to)
{
    const grn_sink sink = grn_text_buffer_sink(to);
    grn_function_info f;
    grn_status status = grn_module_function(module, function, &f);
    for (size_t i = 0; status == GRN_OK && i < f.ninputs; i++) {
        status = i > 0 ? sink.write(sink.user, ", ", 2) : GRN_OK;
        if (status == GRN_OK)
            status = grn_module_write_input_type(module, function, i, &sink);
    }
    if (status != GRN_OK)
        grn_text_buffer_free(to);
}
