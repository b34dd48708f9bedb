/* torch_groups.c - the forms of torch's calls that group elements: index_reduce, masks, counts. */
#include <string.h>

#include "families.h"

#define LIST(name) const parameter name[]

/* ---- index_reduce ---------------------------------------------------------------------------- */

LIST(index_reduce_of) = {{"input", TENSOR, NULL, false},
                         {"dim", INTEGER, NULL, false},
                         {"index", TENSOR, NULL, false},
                         {"source", TENSOR, NULL, false},
                         {"reduce", WORD, NULL, false},
                         {"include_self", FLAG, "True", true},
                         OUT_LAST};
RUN(index_reduce) { return grn_torch_index_reduce(T(0), I(1), T(2), T(3), c->word[4], I(5) != 0, NULL, out, diag); }
const form index_reduce = {.make = make_one, .operand = 0, .indices = 2, .updates = 3, .run = index_reduce_run};

LIST(index_reduce_grad_of) = {
    {"grad", TENSOR, NULL, false},       {"self", TENSOR, NULL, false},   {"dim", INTEGER, NULL, false},
    {"index", TENSOR, NULL, false},      {"source", TENSOR, NULL, false}, {"reduce", WORD, NULL, false},
    {"include_self", FLAG, NULL, false}, {"result", TENSOR, NULL, false}, {0}};
RUN_TWO(index_reduce_grad)
{
    return grn_torch_index_reduce_backward(T(0), T(1), I(2), T(3), T(4), c->word[5], I(6) != 0, T(7), NULL, first,
                                           second, diag);
}
const form index_reduce_grad = {
    .make = make_two, .operand = 0, .indices = 3, .updates = 4, .run_two = index_reduce_grad_run_two};

/* ---- masks ----------------------------------------------------------------------------------- */

LIST(input_mask) = {{"input", TENSOR, NULL, false}, {"mask", TENSOR, NULL, false}, OUT_LAST};
RUN(masked_select) { return grn_torch_masked_select(T(0), T(1), out, diag); }
SHAPE(masked_select) { return grn_torch_masked_select_shape(T(0), T(1), diag, rank, shape); }
const form masked_select = {.make = make_one,
                            .operand = 0,
                            .indices = 1,
                            .updates = -1,
                            .shape = masked_select_shape,
                            .run = masked_select_run};

LIST(input_mask_source) = {
    {"input", TENSOR, NULL, false}, {"mask", TENSOR, NULL, false}, {"source", TENSOR, NULL, false}, OUT_LAST};
RUN(masked_scatter) { return grn_torch_masked_scatter(T(0), T(1), T(2), out, diag); }
SHAPE(masked_scatter) { return grn_torch_masked_scatter_shape(T(0), T(1), diag, rank, shape); }
const form masked_scatter = {.make = make_one,
                             .operand = 0,
                             .indices = 1,
                             .updates = 2,
                             .shape = masked_scatter_shape,
                             .run = masked_scatter_run};

LIST(grad_self_mask) = {
    {"grad", TENSOR, NULL, false}, {"self", TENSOR, NULL, false}, {"mask", TENSOR, NULL, false}, OUT_LAST};
RUN(masked_select_grad) { return grn_torch_masked_select_backward(T(0), T(1), T(2), NULL, out, diag); }
SHAPE(masked_select_grad)
{
    const grn_tensor *self = T(1);
    (void)diag;
    *rank = self->rank;
    memcpy(shape, self->shape, (size_t)self->rank * sizeof *shape);
    return GRN_OK;
}
const form masked_select_grad = {.make = make_one,
                                 .operand = 0,
                                 .indices = 2,
                                 .updates = -1,
                                 .shape = masked_select_grad_shape,
                                 .run = masked_select_grad_run};

LIST(grad_mask_source) = {
    {"grad", TENSOR, NULL, false}, {"mask", TENSOR, NULL, false}, {"source", TENSOR, NULL, false}, {0}};
RUN_TWO(masked_scatter_grad) { return grn_torch_masked_scatter_backward(T(0), T(1), first, second, diag); }
const form masked_scatter_grad = {
    .make = make_two, .operand = 0, .indices = 1, .updates = 2, .run_two = masked_scatter_grad_run_two};

/* ---- counts ---------------------------------------------------------------------------------- */

/* Every element of input is read, so no operand is left out when the work is estimated. */

LIST(bincount_of) = {{"input", TENSOR, NULL, false},
                     {"weights", MAYBE_TENSOR, "None", false},
                     {"minlength", INTEGER, "0", false},
                     OUT_LAST};
RUN(bincount) { return grn_torch_bincount(T(0), MAYBE(1), I(2), out, diag); }
SHAPE(bincount)
{
    grn_dtype dtype;
    return grn_torch_bincount_shape(T(0), MAYBE(1), I(2), diag, &dtype, rank, shape);
}
static grn_dtype bincount_dtype(const call *c)
{
    if (!c->has[1] || grn_tensor_elements(T(0)) == 0)
        return GRN_I64;
    return T(1)->dtype == GRN_F32 ? GRN_F32 : GRN_F64;
}
const form bincount = {.make = make_one,
                       .operand = -1,
                       .indices = 0,
                       .updates = -1,
                       .dtype = bincount_dtype,
                       .shape = bincount_shape,
                       .run = bincount_run};

LIST(histc_of) = {{"input", TENSOR, NULL, false},
                  {"bins", INTEGER, "100", false},
                  {"min", OTHER, "0", false},
                  {"max", OTHER, "0", false},
                  OUT_LAST};
/* min and max, f64, one behind the other in the call's element. */
static bool prepare_histc(call *c)
{
    static const char *const names[] = {"min", "max"};
    memset(c->element, 0, sizeof c->element);
    for (int i = 0; i < 2; i++)
        if (c->given[2 + i] != NULL &&
            !element_from_object(c->given[2 + i], GRN_F64, names[i], c->element + (size_t)i * sizeof(double)))
            return false;
    return true;
}
RUN(histc)
{
    double range[2];
    memcpy(range, c->element, sizeof range);
    return grn_torch_histc(T(0), I(1), range[0], range[1], NULL, out, diag);
}
/* Of no bins, which the run refuses, none. */
SHAPE(histc)
{
    (void)diag;
    *rank = 1;
    shape[0] = I(1) > 0 ? I(1) : 0;
    return GRN_OK;
}
static grn_dtype histc_dtype(const call *c) { return T(0)->dtype; }
const form histc = {.make = make_one,
                    .prepare = prepare_histc,
                    .operand = -1,
                    .indices = 0,
                    .updates = -1,
                    .dtype = histc_dtype,
                    .shape = histc_shape,
                    .run = histc_run};
