/* explain_owners.c - shardings propagated for a picture, and how the values of one access lie by
 * them. */
#include "api/explain_owners.h"

#include "garner/shard.h"
#include "api/rewrite.h"
#include "shard/stages.h"

/* ---- a copy whose shardings are propagated --------------------------------------------------- */

/* A picture does without what these errors are about. */
static void as_warning(void *user, const grn_diagnostic *d)
{
    grn_diagnostic warning = *d;
    if (d->severity == GRN_SEVERITY_WARNING)
        return;
    if (d->severity == GRN_SEVERITY_ERROR)
        warning.severity = GRN_SEVERITY_WARNING;
    grn_emit_again(user, &warning);
}

/* Batching dims stay as they are written, so that the ops are those of the program. */
static grn_status propagate(grn_module *made, const void *how, const grn_diag *diag)
{
    (void)how;
    return grn_shard_divide(&made->ir, &(grn_shard_how){.stage = GRN_SHARD_PROPAGATED, .keep_recipes = true}, diag);
}

/* Private functions that are called may be gone. */
static bool find_function(const grn_module *made, const grn_function *f, size_t *out)
{
    for (*out = 0; *out < made->nfunctions; ++*out)
        if (made->functions[*out].name_bytes == f->name_bytes &&
            memcmp(made->functions[*out].name, f->name, f->name_bytes) == 0)
            return true;
    return false;
}

grn_status grn_owners_spread(const grn_module *module, size_t *function, const grn_diag *diag, bool *divided,
                             grn_module **out)
{
    const grn_diag warned = {as_warning, (void *)diag};
    int64_t ndevices = 1;
    size_t at;
    *out = NULL;
    *divided = false;
    if (!atomic_load(&((grn_module *)module)->verified) && grn_module_verify(module, NULL) != GRN_OK)
        return GRN_OK; /* the run reports it */
    grn_status status = grn_module_shard_devices(module, *function, &warned, &ndevices);
    if (status != GRN_OK && status != GRN_E_MEMORY)
        grn_note(diag, module->functions[*function].op->place, "the picture shows no devices");
    if (status != GRN_OK || ndevices == 1)
        return status == GRN_E_MEMORY ? status : GRN_OK;
    *divided = true;
    status = grn_module_rewrite(module, &(grn_rewriting){.passes = propagate, .keeps_names = true}, &warned, out);
    if (status != GRN_OK && status != GRN_E_MEMORY)
        grn_note(diag, module->functions[*function].op->place, "the picture has the shardings that are written");
    if (status == GRN_OK && find_function(*out, &module->functions[*function], &at))
        *function = at;
    else if (status == GRN_OK) {
        grn_module_destroy(*out);
        *out = NULL;
    }
    return status == GRN_E_MEMORY ? status : GRN_OK;
}

/* ---- one access ------------------------------------------------------------------------------ */

/* The value that each tensor of the access is, or the leading part of; NULL: it is none. */
static const grn_value *value_of(const grn_access_view *v, size_t i)
{
    const grn_access *a = v->access;
    const grn_op *op = v->op;
    const size_t n = v->problem.npairs, k = (i - 1) % n;
    const size_t operand = i == 0                             ? a->indices_operand
                           : i <= n                           ? a->operand + k
                           : v->problem.scatter && i <= 2 * n ? a->updates + k
                                                              : SIZE_MAX;
    const bool is_result = i > (v->problem.scatter ? 2 * n : n);
    if (is_result)
        return k < op->nresults ? &op->results[k] : NULL;
    return operand < op->noperands ? op->operands[operand] : NULL;
}

static const grn_tensor *tensor_of(const grn_access_view *v, size_t i)
{
    const size_t n = v->problem.npairs, k = (i - 1) % n;
    return i == 0       ? v->problem.indices
           : i <= n     ? &v->problem.operand[k]
           : i <= 2 * n ? &v->problem.dense[k]
                        : &v->results[k];
}

/* Updates may be cut to what the indices ask for. */
static bool covers(const grn_owned *owned, const grn_tensor *t)
{
    bool covers = owned->is_known && owned->layout.rank == t->rank;
    for (int32_t d = 0; covers && d < t->rank; d++)
        covers = t->shape[d] <= owned->layout.shape[d];
    return covers;
}

static bool is_function(const grn_module *module, const grn_op *op)
{
    bool is = false;
    for (size_t i = 0; !is && i < module->nfunctions; i++)
        is = module->functions[i].op == op;
    return is;
}

static const grn_op *function_of(const grn_module *module, const grn_op *op)
{
    const grn_op *f = op;
    while (f && !is_function(module, f))
        f = grn_op_parent(f);
    return f ? f : op;
}

static grn_status no_memory(const grn_access_view *v, const grn_diag *diag)
{
    return grn_fail(diag, v->op->place, GRN_E_MEMORY, "memory refused for reading shardings");
}

static grn_status read_all(const grn_op *function, const grn_access_view *v, const grn_diag *diag, grn_owners_held *out)
{
    grn_status status = GRN_OK;
    const size_t room = out->part_of_bytes / sizeof *out->part_of / out->count;
    for (size_t i = 0; status == GRN_OK && i < out->count; i++) {
        const grn_value *value = value_of(v, i);
        out->all[i].is_known = false;
        if (value)
            status = grn_shard_owned(&out->scratch, function, value, out->part_of + i * room, NULL, &out->all[i]);
        out->all[i].is_known = status == GRN_OK && value && covers(&out->all[i], tensor_of(v, i));
        status = status == GRN_E_MEMORY ? no_memory(v, diag) : GRN_OK;
    }
    return status;
}

static grn_status make_room(grn_owners_held *out, int64_t ndevices)
{
    out->part_of_bytes = out->count * (size_t)ndevices * GRN_MAX_RANK * sizeof *out->part_of;
    out->all = grn_allocate(out->allocator, out->count * sizeof *out->all);
    out->part_of = grn_allocate(out->allocator, out->part_of_bytes);
    return out->all && out->part_of ? GRN_OK : GRN_E_MEMORY;
}

grn_status grn_owners_of(const grn_module *module, const grn_access_view *v, const grn_diag *diag, grn_owners_held *out)
{
    const size_t n = v->problem.npairs;
    const grn_op *function = function_of(module, v->op);
    *out = (grn_owners_held){.count = 1 + (v->results ? 3 : 2) * n};
    grn_owners *o = &out->owners;
    o->unknown = v->access ? NULL : "of one part of an op it is not said which device has what";
    grn_status status = grn_ir_init(&out->scratch, module->ir.dialects, module->allocator);
    out->allocator = module->allocator;
    if (status == GRN_OK)
        status = grn_shard_devices(&out->scratch, function, NULL, &o->ndevices);
    if (status == GRN_E_MEMORY)
        return no_memory(v, diag);
    if (status != GRN_OK)
        o->unknown = "its shardings cannot be read";
    if (o->unknown)
        return GRN_OK;
    if (make_room(out, o->ndevices) != GRN_OK)
        return no_memory(v, diag);
    status = read_all(function, v, diag, out);
    o->indices = out->all;
    o->operands = out->all ? out->all + 1 : NULL;
    o->dense = out->all ? out->all + 1 + n : NULL;
    o->results = out->all && v->results ? out->all + 1 + 2 * n : NULL;
    return status;
}

void grn_owners_free(grn_owners_held *held)
{
    if (held->count == 0)
        return;
    grn_ir_destroy(&held->scratch);
    grn_release(held->allocator, held->all, held->all ? held->count * sizeof *held->all : 0);
    grn_release(held->allocator, held->part_of, held->part_of ? held->part_of_bytes : 0);
}
