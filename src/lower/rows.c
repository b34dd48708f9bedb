/* rows.c - which row an op has. */
#include "lower/steps.h"

static const grn_lower_row *const rows[GRN_OPS] = {
#define OP(dialect, op, lower, ...) GRN_WHERE_ROW(lower, [GRN_OP(dialect, op)] = &grn_lower_##dialect##_##op, )
#include "dialects/common/every.def"
};

const grn_lower_row *grn_lower_row_of(const grn_op *op)
{
    const grn_lower_row *row = rows[grn_op_number_of(op)];
    if (row)
        return row;
    const bool upstream = (grn_lo_in_dialect(op, "arith") || grn_lo_in_dialect(op, "math")) && op->nresults == 1 &&
                          op->nregions == 0 && op->noperands > 0 && grn_type_is_tensor(grn_result_type(op, 0));
    return upstream ? &grn_lower_upstream_row : NULL;
}

/* arith's ops are imported where they can be: the hub's are lowered with what the interpreter makes
 * of division by 0. So are the hub's own of memory, which becomes tensors there. */
bool grn_lower_keeps(const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    const bool is_in_memory = op->def && op->def->in_memory && op->nresults == 0;
    return row && row != &grn_lower_upstream_row && !is_in_memory;
}

/* ---- forms ----------------------------------------------------------------------------------- */

static const grn_lower_form forms[] = {
    {"scf", "destination", false, true, GRN_WALK_GENERIC}, {"scf", "buffer", true, true, GRN_WALK_GENERIC},
    {"scf", "loops", true, false, GRN_WALK_FOR},           {"linalg", "destination", false, true, GRN_WALK_GENERIC},
    {"linalg", "loops", false, false, GRN_WALK_GENERIC},   {"parallel", "destination", false, true, GRN_WALK_GENERIC},
    {"parallel", "buffer", true, true, GRN_WALK_GENERIC},  {"parallel", "loops", true, false, GRN_WALK_PARALLEL},
};

const grn_lower_form *grn_lower_form_of(const char *to, const char *stage)
{
    const grn_lower_form *found = NULL;
    for (size_t i = 0; i < GRN_COUNT(forms); i++)
        if (strcmp(forms[i].to, to) == 0 && (!stage || strcmp(forms[i].stage, stage) == 0))
            found = &forms[i];
    return found;
}

static const char *const targets[] = {"scf", "linalg", "parallel"};
static const char *const stages[] = {"tensor", "destination", "buffer", "loops"};

const char *grn_lower_target(size_t i) { return i < GRN_COUNT(targets) ? targets[i] : NULL; }
const char *grn_lower_stage(size_t i) { return i < GRN_COUNT(stages) ? stages[i] : NULL; }
