/* reduction.c - the smallest program so far, in memory that is watched; what it is made of. */
#include "reduce/reduce.h"

grn_status grn_check_reduced(const grn_reduced *from, const grn_diag *diag)
{
    if (from->function >= from->module->nfunctions)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "function is %zu, the module has %zu", from->function,
                        from->module->nfunctions);
    if (!from->module->functions[from->function].op->regions[0].first)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "function @%s has no body",
                        from->module->functions[from->function].name);
    return from->ninputs == 0
               ? GRN_OK
               : grn_check_inputs(&from->module->functions[from->function], from->ninputs, from->inputs, true, diag);
}

static void *allocate(void *user, size_t bytes, size_t alignment)
{
    grn_watched_memory *m = user;
    void *memory = m->base->allocate(m->base->user, bytes, alignment);
    if (!memory)
        atomic_store(&m->refused, true);
    return memory;
}

static void release(void *user, void *memory, size_t bytes)
{
    grn_watched_memory *m = user;
    m->base->release(m->base->user, memory, bytes);
}

grn_reduction *grn_reduction_new(const grn_allocator *allocator)
{
    grn_reduction *r = grn_allocate(allocator, sizeof *r);
    if (!r)
        return NULL;
    memset(r, 0, sizeof *r);
    r->memory.base = grn_allocator_or_default(allocator);
    r->memory.allocator = (grn_allocator){allocate, release, &r->memory};
    return r;
}

void grn_reduction_hold(grn_reduction *r, const grn_candidate *smaller)
{
    grn_candidate_destroy(&r->now);
    r->now = *smaller;
    r->program = grn_candidate_reduced(&r->now);
}

GRN_API void grn_reduction_destroy(grn_reduction *r)
{
    if (!r)
        return;
    grn_candidate_destroy(&r->now);
    grn_release(r->memory.base, r, sizeof *r);
}

GRN_API const grn_reduced *grn_reduction_program(const grn_reduction *r) { return r ? &r->program : NULL; }
GRN_API uint64_t grn_reduction_tries(const grn_reduction *r) { return r ? r->tries : 0; }
