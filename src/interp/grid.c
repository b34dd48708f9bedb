/*
 * grid.c - functions run as the processes of a grid (garner/module.h).
 *
 * A process is a run of its own, on a thread of its own: steps, memory, values,
 * messages, prints. It reads the values of the run that started it, which waits
 * meanwhile. What it leaves is taken over once all have ended, in the order
 * of the processes: so messages and prints come in one order too.
 */
#include <inttypes.h>
#include <stdio.h>

#include "interp/grid.h"

/* ---- messages and prints --------------------------------------------------------------------- */

grn_status grn_process_keep_message(grn_process *p, const grn_diagnostic *d, bool is_plan)
{
    const size_t bytes = strlen(d->message) + 1;
    char *text = grn_allocate(&p->store.allocator, bytes);
    grn_kept_message *m = text ? grn_vec_push(&p->messages) : NULL;
    if (!m) {
        grn_release(&p->store.allocator, text, bytes);
        p->lost_messages = true;
        return GRN_E_MEMORY;
    }
    memcpy(text, d->message, bytes);
    *m = (grn_kept_message){
        .is_plan = is_plan, .severity = d->severity, .place = d->place, .text = text, .bytes = bytes};
    if (d->rule)
        snprintf(m->rule, sizeof m->rule, "%s", d->rule);
    m->has_bad_index = d->bad_index != NULL;
    if (d->bad_index)
        m->bad_index = *d->bad_index;
    return GRN_OK;
}

/* Refused memory is noted, and ends the process. */
static void take_message(void *user, const grn_diagnostic *d)
{
    (void)(grn_process_keep_message(user, d, false) == GRN_OK);
}
static void take_plan(void *user, const grn_diagnostic *d)
{
    (void)(grn_process_keep_message(user, d, true) == GRN_OK);
}

static void tell(const grn_process *p)
{
    const grn_runtime *outer = p->grid->outer;
    const grn_kept_message *m = p->messages.items;
    for (size_t i = 0; i < p->messages.count; i++, m++) {
        const grn_diagnostic d = {.severity = m->severity,
                                  .place = m->place,
                                  .message = m->text,
                                  .rule = m->rule[0] ? m->rule : NULL,
                                  .bad_index = m->has_bad_index ? &m->bad_index : NULL};
        grn_emit_again(m->is_plan ? outer->plans : outer->diag, &d);
    }
}

static grn_status tell_printed(const grn_process *p)
{
    const grn_sink *sink = p->grid->outer->streams->print;
    return sink && p->printed.count ? sink->write(sink->user, p->printed.items, p->printed.count) : GRN_OK;
}

/* ---- one process ----------------------------------------------------------------------------- */

/* An equal part of what is left. Messages that a process has sent count in its own; one part is the
 * run's, which takes over what they leave. */
static size_t memory_of_each(const grn_running_grid *g)
{
    const grn_budget *b = g->outer->budget;
    return b->limit_bytes == SIZE_MAX ? SIZE_MAX : (b->limit_bytes - b->used_bytes) / ((size_t)g->count + 1);
}

void grn_process_begin(grn_process *p, const grn_own_grid *grid)
{
    const grn_runtime *outer = p->grid->outer;
    p->run = (grn_runtime){.ir = outer->ir,
                           .allocator = &p->budget.allocator,
                           .budget = &p->budget,
                           .diag = &p->diag,
                           .plans = outer->plans ? &p->plans : NULL,
                           .machine = outer->machine,
                           .fuses = outer->fuses,
                           .libraries = outer->libraries,
                           .flags = outer->flags,
                           .failed_checks = outer->failed_checks ? &p->failed_checks : NULL,
                           .max_steps = outer->max_steps == UINT64_MAX ? UINT64_MAX : outer->max_steps - outer->steps,
                           .position = {.rank = -1},
                           .place = p->function->place,
                           .grid = grid,
                           .streams = &p->streams};
    p->streams.ninfeed = p->grid->call->grid.ninfeed;
    p->streams.infeed = p->grid->call->grid.infeed;
    p->streams.print = outer->streams->print ? &p->print : NULL;
    p->streams.outer = outer->streams;
}

/* A value that holds no buffer, over the memory of another that stays: nothing is counted, so that
 * threads may share it. */
static grn_status borrow(grn_runtime *run, const grn_rt *in, grn_rt *out)
{
    *out = (grn_rt){.tensor = in->tensor};
    if (!in->members)
        return GRN_OK;
    out->members = grn_rt_new(run, in->nmembers);
    if (!out->members)
        return GRN_E_MEMORY;
    grn_status status = GRN_OK;
    for (out->nmembers = 0; status == GRN_OK && out->nmembers < in->nmembers; out->nmembers++)
        status = borrow(run, &in->members[out->nmembers], &out->members[out->nmembers]);
    return status;
}

static const grn_allocator *memory_of(void *user, int64_t process)
{
    return &((grn_running_grid *)user)->processes[process].budget.allocator;
}

static bool has_own_program(const grn_running_grid *g, int64_t process)
{
    for (int64_t i = 0; i < g->count; i++)
        if (i != process && g->processes[i].function == g->processes[process].function)
            return false;
    return true;
}

grn_status grn_process_run(void *user, const grn_comm *comm)
{
    grn_running_grid *g = user;
    grn_process *p = &g->processes[comm->rank];
    p->own = (grn_own_grid){comm, g->call->grid.shape, has_own_program(g, comm->rank)};
    grn_process_begin(p, &p->own);
    grn_rt *args = grn_rt_new(&p->run, p->nargs);
    p->results = grn_rt_new(&p->run, p->nresults);
    grn_status status = args && p->results ? GRN_OK : GRN_E_MEMORY;
    for (size_t i = 0; status == GRN_OK && i < p->nargs; i++)
        status = borrow(&p->run, &p->args[i], &args[i]);
    if (status == GRN_OK)
        status = grn_run_function(&p->run, p->function, p->nargs, args, p->nresults, p->results);
    grn_rt_free(&p->run, p->nargs, args);
    return p->lost_messages ? GRN_E_MEMORY : status;
}

/* ---- values from run to run ------------------------------------------------------------------ */

/* A copy in the memory of `run`. */
static grn_status adopt(grn_runtime *run, const grn_op *op, const grn_rt *in, grn_rt *out)
{
    *out = (grn_rt){.nmembers = 0};
    if (in->tensor.dtype && !in->members) {
        grn_status status = grn_charge(run, op, grn_tensor_steps(&in->tensor));
        return status == GRN_OK ? grn_rt_clone(run, in, out) : status;
    }
    if (!in->members)
        return GRN_OK;
    out->members = grn_rt_new(run, in->nmembers);
    out->nmembers = out->members ? in->nmembers : 0;
    grn_status status = out->members ? GRN_OK : GRN_E_MEMORY;
    for (size_t i = 0; status == GRN_OK && i < in->nmembers; i++)
        status = adopt(run, op, &in->members[i], &out->members[i]);
    return status;
}

static grn_status adopt_kept(grn_runtime *run, const grn_op *op, const grn_process *p)
{
    const grn_kept_value *kept = p->streams.kept.items;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < p->streams.kept.count; i++) {
        grn_kept_value own = kept[i];
        status = adopt(run, op, &kept[i].value, &own.value);
        if (status == GRN_OK)
            status = grn_streams_keep(run, &own);
        else
            grn_rt_release(run, &own.value);
    }
    return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void begin_all(grn_running_grid *g, const grn_allocator *shared)
{
    const grn_process_grid *grid = &g->call->grid;
    const grn_rt *args = g->call->args;
    const size_t each = memory_of_each(g);
    for (int64_t i = 0; i < g->count; i++) {
        grn_process *p = &g->processes[i];
        const grn_type *type = grn_op_attr(grid->programs[i], "function_type")->type_value;
        *p = (grn_process){.grid = g,
                           .function = grid->programs[i],
                           .nargs = type->inputs,
                           .nresults = type->count - type->inputs,
                           .args = args};
        args += g->call->same_args ? 0 : p->nargs;
        if (g->outer->observers && p->function->nregions == 1)
            grn_observe_region(g->outer, NULL, p->function->regions, true);
        grn_store_init(&p->store, shared, NULL, each);
        grn_budget_init(&p->budget, &p->store.allocator, each);
        grn_vec_init(&p->messages, &p->store.allocator, sizeof(grn_kept_message));
        grn_vec_init(&p->printed, &p->budget.allocator, 1);
        p->print = grn_vec_sink(&p->printed);
        p->diag = (grn_diag){take_message, p};
        p->plans = (grn_diag){take_plan, p};
        grn_streams_init(&p->streams, &p->budget.allocator);
    }
}

static void end_process(grn_process *p)
{
    const grn_kept_message *m = p->messages.items;
    for (size_t i = 0; i < p->messages.count; i++)
        grn_release(&p->store.allocator, m[i].text, m[i].bytes);
    grn_vec_destroy(&p->messages);
    grn_vec_destroy(&p->printed);
    if (p->run.ir) { /* it was started */
        grn_rt_free(&p->run, p->nresults, p->results);
        grn_streams_end(&p->run, &p->streams);
        grn_frame_clear_homes(&p->run);
    }
    grn_store_end(&p->store);
}

/* What all leave behind, once all went well. */
static grn_status take_over(grn_running_grid *g)
{
    grn_status status = GRN_OK;
    grn_rt *results = g->call->results;
    for (int64_t i = 0; status == GRN_OK && i < g->count; i++) {
        grn_process *p = &g->processes[i];
        status = grn_charge(g->outer, g->call->op, p->run.steps);
        for (size_t r = 0; status == GRN_OK && r < p->nresults; r++)
            status = adopt(g->outer, g->call->op, &p->results[r], results++);
        if (status == GRN_OK)
            status = adopt_kept(g->outer, g->call->op, p);
        if (g->outer->failed_checks)
            *g->outer->failed_checks += p->failed_checks;
    }
    return status;
}

const char *grn_run_name(const grn_running_grid *g, int64_t process, char text[GRN_PROCESS_BYTES])
{
    return grn_process_name(&g->call->grid.shape, process, text);
}

/* Prints come whatever happened, messages of those that went well only where all did. */
static grn_status tell_all(grn_running_grid *g, grn_status status, int64_t failed)
{
    char who[GRN_PROCESS_BYTES];
    for (int64_t i = 0; i < g->count; i++) {
        const grn_process *p = &g->processes[i];
        grn_status printed = tell_printed(p);
        if (printed != GRN_OK && status == GRN_OK)
            status = grn_fail(g->outer->diag, g->call->op->place, printed, "what %s printed was not taken",
                              grn_run_name(g, i, who));
        if (failed == i || (failed < 0 && status == GRN_OK))
            tell(p);
    }
    if (failed >= 0)
        grn_note(g->outer->diag, g->call->op->place, "in %s", grn_run_name(g, failed, who));
    return status;
}

static grn_status run_all(grn_running_grid *g)
{
    const grn_grid_work work = {.run = grn_process_run, .user = g, .memory_of = memory_of};
    const grn_allocator *shared = grn_shared_memory_allocator(g->memory);
    grn_gathered gathered = {.bytes = NULL};
    int64_t failed;
    begin_all(g, shared);
    grn_status status = grn_grid_has_ranks(g) ? grn_grid_run_on_ranks(g, &gathered, &failed)
                                              : grn_grid_run(&g->call->grid.shape, &work, shared, g->outer->diag,
                                                             g->call->op->place, &failed);
    status = tell_all(g, status, failed);
    if (status == GRN_OK)
        status = take_over(g);
    for (int64_t i = 0; i < g->count; i++)
        end_process(&g->processes[i]);
    grn_gathered_free(&gathered);
    return status;
}

grn_status grn_run_grid(grn_runtime *run, const grn_grid_call *call)
{
    grn_running_grid g = {.outer = run, .call = call};
    const grn_grid_shape *shape = &call->grid.shape;
    if (!grn_mul_i64(shape->replicas, shape->partitions, &g.count) || g.count > GRN_MAX_PROCESSES)
        return grn_fail(run->diag, call->op->place, GRN_E_LIMIT,
                        "%" PRId64 " x %" PRId64
                        " processes are over garner's limit of %d" GRN_SET_WHEN_BUILT(GRN_MAX_PROCESSES),
                        shape->replicas, shape->partitions, GRN_MAX_PROCESSES);
    if (run->grid != &grn_grid_alone && !run->ranks)
        return grn_fail(run->diag, call->op->place, GRN_E_UNSUPPORTED, "%.*s: a process of a grid cannot run a grid",
                        (int)call->op->name.n, call->op->name.text);
    const size_t bytes = (size_t)g.count * sizeof *g.processes;
    g.processes = grn_allocate(run->allocator, bytes);
    g.memory = g.processes ? grn_shared_memory_new(run->allocator) : NULL;
    grn_status status = g.memory ? run_all(&g) : grn_run_no_memory(run, bytes);
    grn_shared_memory_destroy(g.memory);
    grn_release(run->allocator, g.processes, bytes);
    return status;
}

grn_status grn_exec_run_grid(grn_exec *x, const grn_process_grid *grid, const grn_rt *args, grn_rt *results)
{
    const grn_step *step = (const grn_step *)x;
    const grn_grid_call call = {.op = step->op, .grid = *grid, .args = args, .results = results};
    return grn_run_grid(step->run, &call);
}
