/* module_shard.c - the public calls that divide a program over the devices of a mesh. */
#include "garner/shard.h"
#include "api/rewrite.h"
#include "shard/stages.h"

static const char *const texts[] = {
#define TEXT(name, text) text,
    GRN_SHARD_STAGES(TEXT)
#undef TEXT
};

GRN_API const char *grn_shard_stage_text(grn_shard_stage stage)
{
    return (unsigned)stage < GRN_SHARD_STAGE_COUNT ? texts[stage] : "unknown";
}

static grn_status divide(grn_module *made, const void *how, const grn_diag *diag)
{
    const grn_module_shard_options *o = how;
    if (o->stage == GRN_SHARD_RULES)
        return grn_shard_rules(&made->ir, diag);
    return grn_shard_divide(&made->ir,
                            &(grn_shard_how){.stage = o->stage,
                                             .reassociate = o->reassociate,
                                             .keep_recipes = o->keep_recipes,
                                             .exports = o->stage == GRN_SHARD_PROPAGATED,
                                             .told = o->told},
                            diag);
}

GRN_API grn_status grn_module_shard(const grn_module *module, const grn_module_shard_options *options,
                                    const grn_diag *diag, grn_module **out)
{
    const grn_module_shard_options plain = {0}, *o = options ? options : &plain;
    if (out)
        *out = NULL;
    if (!module || !out)
        return grn_fail_null(!module ? "module" : "out", diag);
    const grn_status status = GRN_CHECK_OPTIONS(grn_module_shard_options, options, diag);
    if (status != GRN_OK)
        return status;
    if ((unsigned)o->stage >= GRN_SHARD_STAGE_COUNT)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no stage %u to divide a program to",
                        (unsigned)o->stage);
    return grn_module_rewrite(module, &(grn_rewriting){.passes = divide, .how = o, .keeps_names = true}, diag, out);
}
