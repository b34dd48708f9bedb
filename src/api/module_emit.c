/* module_emit.c - the public call that writes a program as C. */
#include "emit/emit.h"
#include "api/module_lower.h"
#include "api/rewrite.h"

/* Notes on each function how many arguments the program's had. */
static grn_status note_inputs(const grn_module *module, const grn_diag *diag, grn_module *made)
{
    for (size_t i = 0; i < module->nfunctions; i++) {
        const grn_str name = {module->functions[i].name, module->functions[i].name_bytes};
        grn_op *op = grn_ir_find_symbol(made->ir.top, name);
        const grn_attr *n = grn_attr_integer(&made->ir, grn_type_integer(&made->ir, 64, GRN_SIGNLESS),
                                             (int64_t)module->functions[i].type->inputs);
        if (op && (!n || !grn_op_set_attr(&made->ir, op, GRN_STR(GRN_C_INPUTS), n)))
            return grn_ir_refused(&made->ir, diag, op->place, "writing the module as C");
    }
    return GRN_OK;
}

/* What is loops over memory already is written as it stands. */
static grn_status make_loops(const grn_module *module, const grn_module_emit_options *o, const grn_diag *diag,
                             grn_module **out)
{
    const grn_module_lower_options lower = {
        .to = o->openmp ? "parallel" : "scf", .result_arguments = true, .drop_checks = true};
    const grn_str wanted = {o->function, o->function_bytes};
    if (!grn_c_is_lowered(&module->ir)) {
        grn_status status = grn_module_lower_for(module, &lower, &wanted, diag, out);
        return status == GRN_OK ? note_inputs(module, diag, *out) : status;
    }
    return grn_module_rewrite(module, &(grn_rewriting){.keeps_names = true}, diag, out);
}

GRN_API grn_status grn_module_emit(const grn_module *module, const grn_module_emit_options *options,
                                   const grn_diag *diag, const grn_sink *sink)
{
    const grn_module_emit_options plain = {0}, *o = options ? options : &plain;
    grn_module *made = NULL;
    if (!module)
        return grn_fail_null("module", diag);
    if (grn_check_sink(sink) != GRN_OK)
        return grn_fail_null("sink", diag);
    grn_status status = GRN_CHECK_OPTIONS(grn_module_emit_options, options, diag);
    if (status != GRN_OK)
        return status;
    if (o->header && o->driver)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "a header has no main");
    status = make_loops(module, o, diag, &made);
    if (status == GRN_OK)
        status = grn_emit_c(&made->ir, o, diag, sink);
    grn_module_destroy(made);
    return status;
}
