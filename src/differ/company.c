/*
 * company.c - results of the program as a whole: where a tool gives other bits than its ops do one by one, or cannot
 * be asked for them, errors of all ops are handed on to the results.
 *
 * What is beyond the bound, or has none, is looked for in prefixes of the program: the first value that is beyond its
 * own bound when the tool is asked for it alone; and then alone, on the operands that the tool has there.
 */
#include "differ/differ.h"

typedef struct company {
    const grn_differ *d;
    const grn_block *body;
    size_t n;
    const grn_value **values;
    grn_value_map garner; /* garner's values, of arguments too */
    grn_value_map errors;
    bool known; /* garner gave the values */
} company;

static grn_status find_garner(company *k)
{
    const grn_differ *d = k->d;
    grn_arena *arena = &d->out->arena;
    grn_cutout piece;
    grn_tensor *inputs, *made;
    k->values = grn_block_values(k->body, arena, &k->n);
    made = GRN_ARENA_NEW(arena, grn_tensor, k->n + 1);
    const grn_value **args = GRN_ARENA_NEW(arena, const grn_value *, k->body->nargs + 1);
    if (!k->values || !made || !args)
        return grn_differ_no_memory(d);
    for (size_t i = 0; i < k->body->nargs; i++) {
        args[i] = &k->body->args[i];
        if (i < d->ninputs && !grn_know(arena, &k->garner, args[i], &d->inputs[i]))
            return grn_differ_no_memory(d);
    }
    const grn_program_cut cut = {
        .function = d->function->op, .ngiven = k->body->nargs, .given = args, .nwanted = k->n, .wanted = k->values};
    k->known = grn_piece_make(d->module, &cut, arena, &piece) == GRN_OK &&
               grn_piece_inputs(&piece, &k->garner, arena, &inputs) &&
               grn_run_garner(&d->run, piece.module, 0, piece.nargs, inputs, arena, k->n, made) == GRN_OK;
    grn_piece_destroy(&piece);
    for (size_t i = 0; k->known && i < k->n; i++)
        if (!grn_value_map_set(&k->garner, k->values[i], &made[i]))
            return grn_differ_no_memory(d);
    return arena->refused ? grn_differ_no_memory(d) : GRN_OK;
}

static grn_status find_errors(company *k, bool flush)
{
    const grn_differ *d = k->d;
    const grn_bounding b = {.module = d->module,
                            .function = d->function->op,
                            .tool = d->row,
                            .run = &d->run,
                            .arena = &d->out->arena,
                            .company = d->row->contracts,
                            .flush = flush};
    k->errors = (grn_value_map){.arena = &d->out->arena};
    return grn_error_of_block(&b, k->body, &k->garner, &k->errors) == GRN_OK ? GRN_OK : grn_differ_no_memory(d);
}

static const grn_error *error_of(const company *k, const grn_value *v)
{
    static const grn_error none = {0};
    const grn_error *e = grn_value_map_get(&k->errors, v);
    return e ? e : &none;
}

/* ---- prefixes -------------------------------------------------------------------------------- */

/* The tool is asked for `n` values alone. *ran: it gave them. */
static grn_status ask(const company *k, size_t n, const grn_value *const *wanted, grn_tensor *theirs, bool *ran)
{
    const grn_differ *d = k->d;
    grn_arena *arena = &d->out->arena;
    grn_cutout piece;
    grn_tensor *inputs;
    grn_heard heard = {.outcome = GRN_TOOL_CRASHED};
    const grn_program_cut cut = {.function = d->function->op, .nwanted = n, .wanted = wanted};
    grn_tensor *like = GRN_ARENA_NEW(arena, grn_tensor, n + 1);
    *ran = false;
    if (!like)
        return grn_differ_no_memory(d);
    for (size_t i = 0; i < n; i++) {
        const grn_tensor *t = grn_value_map_get(&k->garner, wanted[i]);
        if (!t)
            return GRN_OK;
        like[i] = *t;
    }
    grn_status status = GRN_OK;
    if (grn_piece_make(d->module, &cut, arena, &piece) == GRN_OK &&
        grn_piece_inputs(&piece, &k->garner, arena, &inputs))
        status = grn_run_tool(d, piece.module, 0, piece.nargs, inputs, n, like, theirs, &heard);
    grn_piece_destroy(&piece);
    *ran = status == GRN_OK && heard.outcome == GRN_TOOL_RAN && !heard.is_other;
    return status;
}

typedef struct parted {
    const grn_value *value;
    grn_tensor theirs;
    grn_judged judged;
} parted;

/* Whether the tool's value is beyond the bound, when it is asked for that value alone. */
static grn_status parts_at(const company *k, const grn_value *v, bool *parts, parted *out)
{
    bool ran;
    grn_status status = ask(k, 1, &v, &out->theirs, &ran);
    *parts = false;
    if (status != GRN_OK || !ran)
        return status;
    out->value = v;
    grn_judge(grn_value_map_get(&k->garner, v), &out->theirs, error_of(k, v), &out->judged);
    *parts = out->judged.verdict > GRN_ALLOWED;
    return GRN_OK;
}

static void mark_needed(const company *k, const grn_value *of, bool *needed)
{
    for (size_t i = k->n; i-- > 0;) {
        needed[i] |= k->values[i] == of;
        if (!needed[i])
            continue;
        for (const grn_op *op = k->values[i]->def; op; op = grn_op_next_in(op, k->values[i]->def))
            for (size_t o = 0; o < op->noperands; o++)
                for (size_t p = 0; p < i; p++)
                    needed[p] |= k->values[p] == op->operands[o];
    }
}

/* The first value that parts, by halving: a value that parts makes those behind it part, as a rule. */
static grn_status find_first(const company *k, size_t n, const grn_value **chain, parted *found)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        bool parts;
        parted at;
        grn_status status = parts_at(k, chain[middle], &parts, &at);
        if (status != GRN_OK)
            return status;
        if (parts) {
            *found = at;
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return GRN_OK;
}

/* The op that parts, on the operands that the tool has there. */
static grn_status try_alone(const company *k, const grn_op *op, size_t result, bool *found)
{
    const grn_differ *d = k->d;
    grn_arena *arena = &d->out->arena;
    const grn_value **wanted = GRN_ARENA_NEW(arena, const grn_value *, op->noperands + op->nresults + 1);
    grn_tensor *theirs = GRN_ARENA_NEW(arena, grn_tensor, op->noperands + op->nresults + 1);
    grn_value_map known = {.arena = arena};
    size_t n = 0;
    bool ran;
    *found = false;
    if (!wanted || !theirs)
        return grn_differ_no_memory(d);
    for (size_t i = 0; i < op->noperands + op->nresults; i++) {
        const grn_value *v = i < op->noperands ? op->operands[i] : &op->results[i - op->noperands];
        if (grn_is_plain(v))
            wanted[n++] = v;
    }
    grn_status status = ask(k, n, wanted, theirs, &ran);
    if (status != GRN_OK || !ran)
        return status;
    for (size_t i = 0; i < n; i++)
        if (!grn_value_map_set(&known, wanted[i], &theirs[i]))
            return grn_differ_no_memory(d);
    return grn_judge_alone(d, op, &known, result, found);
}

static grn_status locate(const company *k, const grn_value *of, const grn_judged *judged, size_t result)
{
    const grn_differ *d = k->d;
    grn_arena *arena = &d->out->arena;
    bool *needed = GRN_ARENA_NEW(arena, bool, k->n + 1);
    const grn_value **chain = GRN_ARENA_NEW(arena, const grn_value *, k->n + 1);
    size_t n = 0;
    if (!needed || !chain)
        return grn_differ_no_memory(d);
    mark_needed(k, of, needed);
    for (size_t i = 0; i < k->n; i++)
        if (needed[i] && k->values[i]->def->noperands > 0)
            chain[n++] = k->values[i];
    parted found = {.value = of, .theirs = d->theirs[result], .judged = *judged};
    const size_t before = d->out->differences.count;
    grn_status status = find_first(k, n, chain, &found);
    bool alone = false;
    if (status == GRN_OK && found.value->def)
        status = try_alone(k, found.value->def, result, &alone);
    const grn_difference *told = d->out->differences.items;
    for (size_t i = before; alone && i < d->out->differences.count; i++)
        if (told[i].verdict >= found.judged.verdict)
            return status;
    if (status != GRN_OK)
        return status;
    if (found.judged.verdict == GRN_BUG)
        found.judged.note = "no op differs on its own: they do in company, within this prefix of the program";
    return grn_diff_add(d, found.value, &found.judged, grn_value_map_get(&k->garner, found.value), &found.theirs,
                        result)
               ? GRN_OK
               : grn_differ_no_memory(d);
}

/* ---- results --------------------------------------------------------------------------------- */

static grn_status judge_result(company *k, size_t result)
{
    const grn_differ *d = k->d;
    const grn_value *v = k->body->last->operands[result];
    grn_judged judged;
    grn_status status = find_errors(k, false);
    if (status == GRN_OK)
        grn_judge(&d->garner[result], &d->theirs[result], error_of(k, v), &judged);
    if (status == GRN_OK && judged.verdict > GRN_ALLOWED && d->row->flushes) {
        grn_judged flushed;
        status = find_errors(k, true);
        if (status != GRN_OK)
            return status;
        grn_judge(&d->garner[result], &d->theirs[result], error_of(k, v), &flushed);
        if (flushed.verdict == GRN_ALLOWED)
            judged = flushed, judged.why = GRN_ALLOWANCE_SUBNORMAL;
    }
    if (status != GRN_OK)
        return status;
    if (judged.verdict > GRN_ALLOWED)
        return locate(k, v, &judged, result);
    if (judged.why != GRN_ALLOWANCE_SUBNORMAL && v->def && judged.why != GRN_ALLOWANCE_SUM_ORDER)
        judged.why = judged.why == GRN_ALLOWANCE_NONE ? GRN_ALLOWANCE_ROUNDING : judged.why;
    return grn_diff_add(d, v, &judged, &d->garner[result], &d->theirs[result], result) ? GRN_OK
                                                                                       : grn_differ_no_memory(d);
}

/* A function whose body cannot be cut. */
static grn_status nothing_known(const grn_differ *d, const bool *open)
{
    static const grn_error unknown = {.beyond = "the function's body is not one block, and cannot be cut"};
    for (size_t r = 0; r < d->nresults; r++) {
        grn_judged judged;
        const grn_value at = {0};
        if (!open[r])
            continue;
        grn_judge(&d->garner[r], &d->theirs[r], &unknown, &judged);
        if (!grn_diff_add(d, &at, &judged, &d->garner[r], &d->theirs[r], r))
            return grn_differ_no_memory(d);
    }
    return GRN_OK;
}

grn_status grn_judge_company(const grn_differ *d, const bool *open)
{
    const grn_region *region = d->function->op->nregions ? &d->function->op->regions[0] : NULL;
    company k = {.d = d, .body = region ? region->first : NULL, .garner = {.arena = &d->out->arena}};
    if (!k.body || k.body->next || !k.body->last || k.body->last->noperands != d->nresults)
        return nothing_known(d, open);
    grn_status status = find_garner(&k);
    for (size_t r = 0; status == GRN_OK && k.known && r < d->nresults; r++)
        if (open[r])
            status = judge_result(&k, r);
    return status == GRN_OK && !k.known ? nothing_known(d, open) : status;
}
