/* localize.c - the tool is asked for the values of all ops at once; each op is then held against garner's, alone. */
#include "differ/differ.h"

typedef struct localizing {
    const grn_differ *d;
    const grn_block *body;
    const grn_op *end; /* whose operands are the results */
    size_t n;
    const grn_value **values; /* plain ones that ops of the body compute */
    grn_tensor *garner;       /* [n] */
    grn_tensor *theirs;       /* [n] */
    grn_value_map place;      /* of a value: its entry of `values` */
    grn_value_map known;      /* the tool's values, those of arguments among them */
    bool **needs;
} localizing;

static bool know_arguments(localizing *l)
{
    for (size_t i = 0; i < l->body->nargs && i < l->d->ninputs; i++)
        if (!grn_know(&l->d->out->arena, &l->known, &l->body->args[i], &l->d->inputs[i]))
            return false;
    return true;
}

static bool list_values(localizing *l)
{
    grn_arena *arena = &l->d->out->arena;
    l->values = grn_block_values(l->body, arena, &l->n);
    l->garner = GRN_ARENA_NEW(arena, grn_tensor, l->n + 1);
    l->theirs = GRN_ARENA_NEW(arena, grn_tensor, l->n + 1);
    for (size_t i = 0; l->values && i < l->n; i++)
        if (!grn_value_map_set(&l->place, l->values[i], &l->values[i]))
            return false;
    return l->values && l->garner && l->theirs;
}

/* Both run the cut. *heard: whether the tool gave all values. */
static grn_status ask_for_all(localizing *l, bool *all)
{
    const grn_differ *d = l->d;
    grn_cutout piece;
    grn_tensor *inputs;
    grn_heard heard;
    const grn_value **args = GRN_ARENA_NEW(&d->out->arena, const grn_value *, l->body->nargs + 1);
    for (size_t i = 0; args && i < l->body->nargs; i++)
        args[i] = &l->body->args[i];
    const grn_program_cut cut = {
        .function = d->function->op, .ngiven = l->body->nargs, .given = args, .nwanted = l->n, .wanted = l->values};
    *all = false;
    if (!args)
        return grn_differ_no_memory(d);
    grn_status status = grn_piece_make(d->module, &cut, &d->out->arena, &piece);
    if (status == GRN_OK && grn_piece_inputs(&piece, &l->known, &d->out->arena, &inputs) &&
        grn_run_garner(&d->run, piece.module, 0, piece.nargs, inputs, &d->out->arena, l->n, l->garner) == GRN_OK) {
        status = grn_run_tool(d, piece.module, 0, piece.nargs, inputs, l->n, l->garner, l->theirs, &heard);
        *all = status == GRN_OK && heard.outcome == GRN_TOOL_RAN && !heard.is_other;
    } else if (status != GRN_E_MEMORY)
        status = GRN_OK;
    grn_piece_destroy(&piece);
    return status == GRN_E_MEMORY ? grn_differ_no_memory(d) : status;
}

static bool know_theirs(localizing *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (!grn_value_map_set(&l->known, l->values[i], &l->theirs[i]))
            return false;
    return true;
}

/* ---- which result an op is of ---------------------------------------------------------------- */

static size_t place_of(const localizing *l, const grn_value *v)
{
    const grn_value **at = grn_value_map_get(&l->place, v);
    return at ? (size_t)(at - l->values) : l->n;
}

static void mark_operands(const localizing *l, const grn_op *root, bool *needed)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->noperands; i++)
            if (place_of(l, op->operands[i]) < l->n)
                needed[place_of(l, op->operands[i])] = true;
}

/* needs[r][i]: result r, which differs, needs value i. NULL where r does not differ. */
static bool find_needs(localizing *l)
{
    grn_arena *arena = &l->d->out->arena;
    l->needs = GRN_ARENA_NEW(arena, bool *, l->d->nresults + 1);
    for (size_t r = 0; l->needs && r < l->d->nresults; r++) {
        if (!l->d->differs[r])
            continue;
        bool *needed = l->needs[r] = GRN_ARENA_NEW(arena, bool, l->n + 1);
        if (!needed)
            return false;
        needed[place_of(l, l->end->operands[r])] = true; /* an argument's is the entry behind the last */
        for (size_t i = l->n; i-- > 0;)
            if (needed[i])
                mark_operands(l, l->values[i]->def, needed);
    }
    return l->needs != NULL;
}

static bool result_needs(const localizing *l, size_t r, const grn_op *op)
{
    for (size_t i = 0; l->needs[r] && i < op->nresults; i++)
        if (place_of(l, &op->results[i]) < l->n && l->needs[r][place_of(l, &op->results[i])])
            return true;
    return false;
}

/* ---- ops ------------------------------------------------------------------------------------- */

static bool differs_around(const localizing *l, const grn_op *root)
{
    for (size_t i = 0; i < root->nresults; i++) {
        const size_t at = place_of(l, &root->results[i]);
        if (at < l->n && !grn_same_tensor(&l->garner[at], &l->theirs[at]))
            return true;
    }
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->noperands; i++) {
            const size_t at = place_of(l, op->operands[i]);
            if (at < l->n && !grn_same_tensor(&l->garner[at], &l->theirs[at]))
                return true;
        }
    return false;
}

/* The first result that differs and needs the op. */
static size_t first_of(const localizing *l, const grn_op *op)
{
    for (size_t r = 0; r < l->d->nresults; r++)
        if (result_needs(l, r, op))
            return r;
    return SIZE_MAX;
}

static grn_status judge_ops(localizing *l, bool *explained)
{
    grn_status status = find_needs(l) ? GRN_OK : grn_differ_no_memory(l->d);
    for (const grn_op *op = l->body->first; status == GRN_OK && op; op = op->next) {
        bool found = false;
        if (op->nresults == 0 || !differs_around(l, op))
            continue;
        status = grn_judge_alone(l->d, op, &l->known, first_of(l, op), &found);
        for (size_t r = 0; found && r < l->d->nresults; r++)
            explained[r] |= result_needs(l, r, op);
    }
    return status;
}

/* Results that the tool gives otherwise when it is asked for all values, or that no op alone explains. */
static grn_status judge_rest(localizing *l, const bool *explained)
{
    bool *open = GRN_ARENA_NEW(&l->d->out->arena, bool, l->d->nresults + 1);
    bool any = false;
    for (size_t r = 0; open && r < l->d->nresults; r++) {
        const grn_tensor *asked = grn_value_map_get(&l->known, l->end->operands[r]);
        open[r] = l->d->differs[r] && (!explained[r] || !asked || !grn_same_tensor(asked, &l->d->theirs[r]));
        any |= open[r];
    }
    if (!open)
        return grn_differ_no_memory(l->d);
    return any ? grn_judge_company(l->d, open) : GRN_OK;
}

static grn_status localize(localizing *l)
{
    bool all = false;
    bool *explained = GRN_ARENA_NEW(&l->d->out->arena, bool, l->d->nresults + 1);
    if (!explained || !know_arguments(l) || !list_values(l))
        return grn_differ_no_memory(l->d);
    grn_status status = ask_for_all(l, &all);
    if (status != GRN_OK || !all)
        return status == GRN_OK ? grn_judge_company(l->d, l->d->differs) : status;
    if (!know_theirs(l))
        return grn_differ_no_memory(l->d);
    status = judge_ops(l, explained);
    return status == GRN_OK ? judge_rest(l, explained) : status;
}

grn_status grn_localize(const grn_differ *d)
{
    const grn_region *region = d->function->op->nregions ? &d->function->op->regions[0] : NULL;
    const grn_block *body = region ? region->first : NULL;
    if (!body || body->next || !body->last || body->last->noperands != d->nresults)
        return grn_judge_company(d, d->differs);
    localizing l = {.d = d,
                    .body = body,
                    .end = body->last,
                    .place = {.arena = &d->out->arena},
                    .known = {.arena = &d->out->arena}};
    return localize(&l);
}
