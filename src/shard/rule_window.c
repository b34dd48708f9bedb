/* rule_window.c - ops whose result counts windows over an operand. */
#include "shard/rule_factors.h"

typedef struct windows {
    grn_dim_list extents, strides, padding; /* padding: two numbers for each dimension */
} windows;

static windows windows_of(const grn_op *op)
{
    return (windows){grn_rule_dims(op, "window_dimensions"), grn_rule_dims(op, "window_strides"),
                     grn_rule_dims(op, "padding")};
}

static bool is_number(const grn_dim_list *list, size_t i, int64_t number)
{
    return i >= list->count || list->v[i] == number;
}

/* Each window is one element: that at the same index. */
static bool passes(const windows *w, size_t d)
{
    return is_number(&w->padding, 2 * d, 0) && is_number(&w->padding, 2 * d + 1, 0) && is_number(&w->strides, d, 1) &&
           is_number(&w->extents, d, 1);
}

static void reduce_window(grn_factors *f, const grn_op *op)
{
    const windows w = windows_of(op);
    const grn_type *type = grn_factors_result(f, 0);
    for (int32_t d = 0; d < type->rank; d++)
        grn_factor_everywhere(f, d, type->shape[d],
                              passes(&w, (size_t)d) ? GRN_FACTOR_PASS_THROUGH : GRN_FACTOR_PERMUTATION, false);
}

enum { OPERAND, SOURCE };

static void select_and_scatter(grn_factors *f, const grn_op *op)
{
    const windows w = windows_of(op);
    const grn_type *type = grn_factors_result(f, 0), *source = grn_factors_operand(f, SOURCE);
    for (int32_t d = 0; d < type->rank; d++) {
        if (passes(&w, (size_t)d)) {
            grn_factor_everywhere(f, d, type->shape[d], GRN_FACTOR_PASS_THROUGH, false);
            continue;
        }
        grn_factor_add(f, source->shape[d], GRN_FACTOR_NEED_REPLICATION);
        grn_factor_operand(f, SOURCE, d);
        grn_factor_add(f, type->shape[d], GRN_FACTOR_PERMUTATION);
        grn_factor_operand(f, OPERAND, d);
        grn_factor_result(f, 0, d);
    }
}

GRN_RULE(stablehlo, reduce_window) = {.make = reduce_window};
GRN_RULE(stablehlo, select_and_scatter) = {.make = select_and_scatter};
