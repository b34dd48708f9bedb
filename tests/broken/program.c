/* program.c - runs a function op by op, each in a module of its own. */
#include "broken.h"

#include <string.h>

const mistake *mistake_at(size_t i)
{
    const mistake *const tables[] = {index_mistakes, place_mistakes, value_mistakes, op_mistakes, number_mistakes};
    for (size_t t = 0; t < GRN_COUNT(tables); t++)
        for (const mistake *m = tables[t]; m->name; m++)
            if (i-- == 0)
                return m;
    return NULL;
}

const mistake *mistake_named(const char *name)
{
    for (size_t i = 0; mistake_at(i); i++)
        if (strcmp(mistake_at(i)->name, name) == 0)
            return mistake_at(i);
    return NULL;
}

bool own_tensor(grn_arena *arena, grn_tensor *t)
{
    grn_tensor own;
    if (!grn_keep_tensor(arena, t, &own))
        return false;
    *t = own;
    return true;
}

/* ---- one op ---------------------------------------------------------------------------------- */

/* Whether the list has the op's name, without its dialect. */
static bool is_of(const char *list, grn_str name)
{
    const char *dot = memchr(name.text, '.', name.n);
    const char *bare = dot ? dot + 1 : name.text;
    const size_t n = name.n - (size_t)(bare - name.text);
    for (const char *at = list; at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, bare, n) == 0 && (at[n] == ' ' || at[n] == '\0'))
            return true;
    }
    return false;
}

static grn_status run_right(broken_op *b, const grn_module *module, size_t nargs)
{
    static const grn_run_options run = {0};
    return grn_run_garner(&run, module, 0, nargs, b->operands, b->arena, b->nresults, b->results);
}

static grn_status run_with(broken_op *b, const mistake *m, const grn_module *module)
{
    if (m && m->access && run_broken_access(b, m))
        return GRN_OK;
    if (m && m->index)
        change_indices(b, m->index);
    if (m && m->before)
        m->before(b);
    grn_status status = run_right(b, module, b->noperands);
    if (status == GRN_OK && m && m->after)
        m->after(b);
    return status;
}

/* Runs the op and notes its results. */
static grn_status run_op(const grn_module *module, const grn_op *function, const grn_op *op, const mistake *m,
                         grn_value_map *known, grn_arena *arena)
{
    grn_cutout piece;
    size_t nwanted;
    const grn_value **wanted;
    grn_status status = grn_piece_of_op(module, function, op, arena, &piece, &nwanted, &wanted);
    broken_op b = {.arena = arena, .nresults = nwanted};
    b.results = GRN_ARENA_NEW(arena, grn_tensor, nwanted + 1);
    if (status == GRN_OK && (!b.results || !grn_piece_inputs(&piece, known, arena, &b.operands)))
        status = GRN_E_UNSUPPORTED;
    if (status == GRN_OK) {
        const grn_block *body = piece.module->functions[0].op->regions[0].first;
        b.ir = &piece.module->ir;
        b.noperands = piece.nargs;
        b.op = body->first;
        while (b.op && b.op->next && !is_of(m ? m->ops : "", b.op->name) && b.op->next->next)
            b.op = b.op->next;
        const bool applies = m && nwanted == op->nresults && is_of(m->ops, op->name) && piece.nargs == op->noperands;
        status = run_with(&b, applies ? m : NULL, piece.module);
    }
    for (size_t i = 0; status == GRN_OK && i < nwanted; i++)
        if (!grn_value_map_set(known, wanted[i], &b.results[i]))
            status = GRN_E_MEMORY;
    grn_piece_destroy(&piece);
    return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* What has operands neither given nor tensors, as a token has, is run with what uses it. */
static bool runs_alone(const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++)
        if (!grn_is_plain(&op->results[i]))
            return false;
    return op->nresults > 0;
}

/* What the function returns, or what ops of the check dialect look at. */
static grn_status take_results(const grn_block *body, const grn_value_map *known, grn_arena *arena, size_t *nresults,
                               grn_tensor **results)
{
    size_t room = body->last->noperands;
    for (const grn_op *op = body->first; op; op = op->next)
        room += op->nresults == 0;
    *nresults = 0;
    *results = GRN_ARENA_NEW(arena, grn_tensor, room + 1);
    for (const grn_op *op = body->first; *results && op; op = op->next)
        for (size_t i = 0; op->nresults == 0 && i < (op == body->last ? op->noperands : 1); i++) {
            const grn_tensor *t = grn_value_map_get(known, op->operands[i]);
            if (!t)
                return GRN_E_UNSUPPORTED;
            (*results)[(*nresults)++] = *t;
        }
    return *results ? GRN_OK : GRN_E_MEMORY;
}

grn_status broken_run(const grn_module *module, size_t function, const mistake *m, const grn_tensor *inputs,
                      size_t ninputs, grn_arena *arena, size_t *nresults, grn_tensor **results)
{
    const grn_op *f = module->functions[function].op;
    const grn_block *body = f->regions[0].first;
    grn_value_map known = {.arena = arena};
    grn_status status = GRN_OK;
    for (size_t i = 0; i < ninputs; i++)
        if (!grn_know(arena, &known, &body->args[i], &inputs[i]))
            return GRN_E_MEMORY;
    for (const grn_op *op = body->first; status == GRN_OK && op != body->last; op = op->next)
        if (runs_alone(op))
            status = run_op(module, f, op, m, &known, arena);
    return status == GRN_OK ? take_results(body, &known, arena, nresults, results) : status;
}
