/* version.c - functions get the version of the target's ops that they use, where there are
 * several. */
#include "convert/steps.h"

static bool is_of_any_target(const grn_ir *ir, grn_str name)
{
    const grn_target *target = NULL;
    for (size_t i = 0; (target = grn_target_at(ir->dialects, i)); i++)
        if (target->version_attr && grn_str_is(name, target->version_attr))
            return true;
    return false;
}

/* The version that the program names is that of the ops that it had before. */
static void forget(const grn_ir *ir, grn_op *function)
{
    size_t kept = 0;
    for (size_t i = 0; i < function->nattrs; i++)
        if (!is_of_any_target(ir, function->attrs[i].name))
            function->attrs[kept++] = function->attrs[i];
    function->nattrs = kept;
}

static grn_status name_version(grn_rewrite *w, grn_op *op)
{
    const grn_target *target = w->target;
    if (!grn_op_is(op, GRN_OP(func, func)) || !op->regions[0].first)
        return GRN_OK;
    forget(w->ir, op);
    if (!target->version_attr)
        return GRN_OK;
    const grn_type *si64 = grn_type_integer(w->ir, 64, GRN_SIGNED);
    const int64_t least = target->least_version ? target->least_version(op) : 0,
                  number = least > target->version ? least : target->version;
    const grn_attr *version = si64 ? grn_attr_integer(w->ir, si64, number) : NULL;
    bool named = grn_op_set_attr(w->ir, op, (grn_str){target->version_attr, strlen(target->version_attr)}, version);
    return named ? GRN_OK : grn_no_memory(w);
}

grn_status grn_pass_version(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    return grn_convert_walk(ir, o, diag, name_version);
}
