/* known.c - the values that a run of garner gives the ops of a function. */
#include "reduce/reduce.h"

enum { MOST_BYTES = 1 << 16 /* of one value */, MOST_ALL = 64 << 20, MOST_STEPS = 1 << 22 };

typedef struct watch {
    grn_known *known;
    size_t op, bytes; /* which is running, of the body; taken so far */
    bool refused;
} watch;

static bool keep(watch *w, const grn_tensor *from, grn_tensor *to)
{
    const size_t bytes = (size_t)grn_tensor_elements(from) * grn_dtype_bytes(from->dtype);
    if (bytes > MOST_BYTES || w->bytes + bytes > MOST_ALL)
        return true;
    if (grn_tensor_init(to, NULL, from->dtype, from->rank, from->shape) != GRN_OK)
        return true;
    to->data = grn_arena_alloc(&w->known->arena, bytes);
    w->bytes += bytes;
    if (to->data && bytes)
        grn_tensor_copy(to, from);
    return to->data != NULL;
}

static void begins(void *user, const grn_traced_op *op)
{
    watch *w = user;
    w->op += op->depth == 0;
}

/* The ops of a body of one block run in their order. */
static void ends(void *user, const grn_traced_op *op)
{
    watch *w = user;
    if (op->depth > 0 || w->op == 0 || w->op > w->known->nops || !w->known->of[w->op - 1])
        return;
    for (size_t i = 0; grn_traced_result(op, i); i++)
        w->refused |= !keep(w, grn_traced_result(op, i), &w->known->of[w->op - 1][i]);
}

static bool make_room(const grn_block *body, grn_known *known)
{
    for (const grn_op *op = body->first; op; op = op->next)
        known->nops++;
    known->of = GRN_ARENA_NEW(&known->arena, grn_tensor *, known->nops + 1);
    bool ok = known->of != NULL;
    size_t k = 0;
    for (const grn_op *op = body->first; ok && op; op = op->next, k++) {
        known->of[k] = op->nresults ? GRN_ARENA_NEW(&known->arena, grn_tensor, op->nresults) : NULL;
        ok = known->of[k] || !op->nresults;
    }
    return ok;
}

grn_status grn_known_find(const grn_reduced *program, grn_known *known)
{
    watch w = {.known = known};
    const grn_tracer tracer = {.begin = begins, .end = ends, .user = &w, .unfused = true};
    const grn_run_options run = {.max_memory_bytes = (size_t)1 << 30, .max_steps = MOST_STEPS, .tracer = &tracer};
    const grn_function *f = &program->module->functions[program->function];
    grn_results *results = NULL;
    grn_arena_init(&known->arena, program->module->allocator);
    known->is_ready = true;
    if (!make_room(f->op->regions[0].first, known))
        return GRN_E_MEMORY;
    if (f->type->inputs != program->ninputs)
        return GRN_OK;
    const grn_status ran = grn_module_run(program->module, program->function, program->ninputs, program->inputs, &run,
                                          &grn_quiet, &results);
    (void)ran; /* what was computed before it failed is known all the same */
    grn_results_destroy(results);
    return w.refused ? GRN_E_MEMORY : GRN_OK;
}

void grn_known_free(grn_known *known)
{
    if (known->is_ready)
        grn_arena_destroy(&known->arena);
    *known = (grn_known){.is_ready = false};
}

const grn_tensor *grn_known_value(const grn_known *known, size_t op, size_t result)
{
    const grn_tensor *of = known && op < known->nops ? known->of[op] : NULL;
    return of && of[result].dtype != GRN_NO_DTYPE && of[result].data ? &of[result] : NULL;
}
