/* module_shard_run.c - the public calls that say how a divided program lies on its devices, and run
 * it there. */
#include <inttypes.h>

#include "garner/shard.h"
#include "interp/devices.h"
#include "api/rewrite.h"
#include "shard/stages.h"

/* ---- what is asked of a module --------------------------------------------------------------- */

/* An interner to destroy, where it answers GRN_OK. */
static grn_status with_scratch(const grn_module *module, const grn_diag *diag, grn_ir *scratch)
{
    const grn_status status = grn_ir_init(scratch, module->ir.dialects, module->allocator);
    if (status == GRN_OK)
        return GRN_OK;
    grn_ir_destroy(scratch);
    return grn_fail(diag, grn_no_place, status, "memory refused for reading shardings");
}

static grn_status verified(const grn_module *module, const grn_diag *diag)
{
    return atomic_load(&((grn_module *)module)->verified) ? GRN_OK : grn_module_verify(module, diag);
}

static grn_status no_function(const grn_module *module, size_t function, const grn_diag *diag)
{
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no function #%zu, the module has %zu", function,
                    module->nfunctions);
}

GRN_API bool grn_module_shard_has_mesh(const grn_module *module)
{
    return module && grn_shard_has_mesh(module->ir.top);
}

GRN_API grn_status grn_module_shard_devices(const grn_module *module, size_t function, const grn_diag *diag,
                                            int64_t *count)
{
    grn_ir scratch;
    if (!module || !count)
        return grn_fail_null(!module ? "module" : "count", diag);
    if (function >= module->nfunctions)
        return no_function(module, function, diag);
    grn_status status = verified(module, diag);
    if (status == GRN_OK)
        status = with_scratch(module, diag, &scratch);
    if (status != GRN_OK)
        return status;
    status = grn_shard_devices(&scratch, module->functions[function].op, diag, count);
    grn_ir_destroy(&scratch);
    return status;
}

/* The type of an argument or result; NULL, reported: there is none. */
static const grn_type *type_of(const grn_module *module, size_t function, bool is_result, size_t i,
                               const grn_diag *diag)
{
    if (function >= module->nfunctions) {
        (void)no_function(module, function, diag);
        return NULL;
    }
    const grn_function *f = &module->functions[function];
    const size_t count = is_result ? f->type->count - f->type->inputs : f->type->inputs;
    if (i < count)
        return f->type->members[is_result ? f->type->inputs + i : i];
    grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "@%s has no %s #%zu: there are %zu, counted from 0", f->name,
             is_result ? "result" : "argument", i, count);
    return NULL;
}

GRN_API grn_status grn_module_shard_layout(const grn_module *module, size_t function, bool is_result, size_t i,
                                           int32_t *part_of, const grn_diag *diag, grn_layout *layout)
{
    grn_ir scratch;
    if (!module || !part_of || !layout)
        return grn_fail_null(!module ? "module" : !part_of ? "part_of" : "layout", diag);
    const grn_type *type = type_of(module, function, is_result, i, diag);
    if (!type)
        return GRN_E_ARGUMENT;
    if (!grn_type_is_tensor(type) || !grn_type_has_static_shape(type))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "%s #%zu is no tensor of known shape, which alone has a layout",
                        is_result ? "result" : "argument", i);
    grn_status status = verified(module, diag);
    if (status == GRN_OK)
        status = with_scratch(module, diag, &scratch);
    if (status != GRN_OK)
        return status;
    status = grn_shard_layout(&scratch, module->functions[function].op, is_result, i, part_of, diag, layout);
    grn_ir_destroy(&scratch);
    return status;
}

/* ---- running --------------------------------------------------------------------------------- */

/* The function of the same name: functions that only others call may be gone. */
static size_t index_of(const grn_module *made, const grn_function *f)
{
    size_t i = 0;
    while (i < made->nfunctions && (made->functions[i].name_bytes != f->name_bytes ||
                                    memcmp(made->functions[i].name, f->name, f->name_bytes) != 0))
        i++;
    return i;
}

typedef struct divided {
    grn_module *spread, *local;
    grn_devices devices;
} divided;

static grn_status layouts_of(const grn_module *spread, size_t index, bool are_results, size_t count,
                             const grn_devices *d, const grn_diag *diag, grn_layout *out)
{
    grn_ir scratch;
    grn_status status = with_scratch(spread, diag, &scratch);
    if (status != GRN_OK)
        return status;
    for (size_t i = 0; status == GRN_OK && i < count; i++) {
        int32_t *part_of = d->part_of + ((are_results ? d->ninputs : 0) + i) * (size_t)d->count * GRN_MAX_RANK;
        status = grn_shard_layout(&scratch, spread->functions[index].op, are_results, i, part_of, diag, &out[i]);
    }
    grn_ir_destroy(&scratch);
    return status;
}

/* `ranks`: each is the device of its number; NULL: all devices are here. */
static grn_status read_layouts(divided *r, size_t index, const grn_comm *ranks, const grn_diag *diag)
{
    const grn_type *f = r->spread->functions[index].type;
    grn_status status = grn_module_shard_devices(r->spread, index, diag, &r->devices.count);
    r->devices.own = ranks ? ranks->rank : -1;
    if (status == GRN_OK && ranks && ranks->size != r->devices.count)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                          "the program's mesh has %" PRId64 " devices, which run on as many ranks, here are %" PRId32,
                          r->devices.count, ranks->size);
    if (status == GRN_OK)
        status = grn_devices_init(&r->devices, r->spread->allocator, f->inputs, f->count - f->inputs, diag);
    if (status == GRN_OK)
        status = layouts_of(r->spread, index, false, r->devices.ninputs, &r->devices, diag, r->devices.inputs);
    return status == GRN_OK
               ? layouts_of(r->spread, index, true, r->devices.nresults, &r->devices, diag, r->devices.results)
               : status;
}

static grn_status run_divided(divided *r, size_t index, size_t ninputs, const grn_tensor *inputs,
                              const grn_run_options *options, const grn_diag *diag, grn_results **out)
{
    grn_run_options own = *options;
    grn_tensor *parts = NULL;
    own.partitions = (uint32_t)r->devices.count;
    own.replicas = 1;
    grn_status status = grn_check_inputs(&r->spread->functions[index], ninputs, inputs, true, diag);
    if (status == GRN_OK)
        status = grn_devices_cut(&r->devices, inputs, diag, &parts);
    if (status == GRN_OK)
        status = grn_module_run_with(r->local, index, ninputs, parts, &own, &(grn_run_extras){.devices = &r->devices},
                                     diag, out);
    return status;
}

static grn_status take_stage(grn_module *made, const grn_module_shard_options *o, grn_shard_stage stage,
                             const grn_diag *diag)
{
    const grn_shard_how how = {.stage = stage,
                               .reassociate = o->reassociate,
                               .keep_recipes = o->keep_recipes,
                               .told = o->told,
                               .is_alone = true,
                               .closes = true};
    return grn_shard_divide(&made->ir, &how, diag);
}

/* All shardings are closed, so that the stages behind divide what layouts are read of. */
static grn_status propagate(grn_module *made, const void *how, const grn_diag *diag)
{
    return take_stage(made, how, GRN_SHARD_PROPAGATED, diag);
}
static grn_status localise(grn_module *made, const void *how, const grn_diag *diag)
{
    return take_stage(made, how, GRN_SHARD_LOCAL, diag);
}

static grn_status divide(const grn_module *module, const grn_module_shard_options *how, const grn_diag *diag,
                         divided *r)
{
    grn_module_shard_options own = {.size_bytes = 0};
    grn_status status = GRN_CHECK_OPTIONS(grn_module_shard_options, how, diag);
    if (status != GRN_OK)
        return status;
    own = how ? *how : own;
    const grn_rewriting spreads = {.passes = propagate, .how = &own, .keeps_names = true};
    const grn_rewriting cuts = {.passes = localise, .how = &own, .keeps_names = true};
    status = grn_module_rewrite(module, &spreads, diag, &r->spread);
    return status == GRN_OK ? grn_module_rewrite(r->spread, &cuts, diag, &r->local) : status;
}

GRN_API grn_status grn_module_shard_run(const grn_module *module, size_t index, size_t ninputs,
                                        const grn_tensor *inputs, const grn_module_shard_options *how,
                                        const grn_run_options *options, const grn_diag *diag, grn_results **out)
{
    grn_run_options own;
    divided r = {.spread = NULL};
    if (out)
        *out = NULL;
    if (!module || !out)
        return grn_fail_null(!module ? "module" : "out", diag);
    grn_status status = GRN_CHECK_GROWN_OPTIONS(grn_run_options, GRN_RUN_OPTIONS_FIRST_BYTES, options, diag);
    if (status != GRN_OK)
        return status;
    grn_copy_options(&own, GRN_RUN_OPTIONS_FIRST_BYTES, sizeof own, options);
    own.size_bytes = sizeof own;
    if (own.replicas > 1 || own.partitions > 1)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "a program runs on the devices of its mesh, or as a grid of replicas and partitions, not both");
    if (own.strict_bounds || own.check_promises)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "%s is not checked on devices: what one has of the indices is not what the program has",
                        own.strict_bounds ? "the range of indices" : "a promise about indices");
    if (index >= module->nfunctions)
        return no_function(module, index, diag);
    status = divide(module, how, diag, &r);
    const size_t made = status == GRN_OK ? index_of(r.spread, &module->functions[index]) : 0;
    if (status == GRN_OK && made == r.spread->nfunctions)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                          "@%s is private and called by others, in whose place it stands: run one of them",
                          module->functions[index].name);
    if (status == GRN_OK)
        status = read_layouts(&r, made, own.comm, diag);
    if (status == GRN_OK)
        status = run_divided(&r, made, ninputs, inputs, &own, diag, out);
    grn_devices_destroy(&r.devices);
    grn_module_destroy(r.local);
    grn_module_destroy(r.spread);
    return status;
}
