/* module_cut.c - a program cut out of a module, as a module that runs. */
#include "api/module_cut.h"

#include "interp/chains.h"
#include "interp/store.h"

static grn_status make_ready(grn_module *m, const grn_diag *diag)
{
    m->keeper = grn_keeper_new(m->allocator);
    m->libraries.allocator = m->allocator;
    grn_status status = m->keeper ? grn_module_list_functions(m) : GRN_E_MEMORY;
    if (status == GRN_OK)
        status = m->ir.arena.refused ? GRN_E_MEMORY : grn_chains_find(&m->ir);
    return status == GRN_OK ? status : grn_fail(diag, grn_no_place, status, "memory refused while cutting a program");
}

grn_status grn_module_cut(const grn_module *module, const grn_program_cut *cut, const grn_diag *diag, grn_module **out,
                          const grn_value *const **more, size_t *nmore)
{
    *out = NULL;
    grn_module *m = grn_allocate(module->allocator, sizeof *m);
    if (!m)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused for a module");
    *m = (grn_module){.allocator = module->allocator,
                      .is_artifact = module->is_artifact,
                      .is_onnx = module->is_onnx,
                      .allow_unregistered = module->allow_unregistered,
                      .allow_nonunique_scatter = module->allow_nonunique_scatter,
                      .strict_syntax = module->strict_syntax};
    grn_status status = grn_cut_program(&module->ir, cut, &m->ir, more, nmore, diag);
    if (status == GRN_OK)
        status = make_ready(m, diag);
    atomic_store(&m->verified, atomic_load(&((grn_module *)module)->verified));
    if (status == GRN_OK)
        *out = m;
    else
        grn_module_destroy(m);
    return status;
}
