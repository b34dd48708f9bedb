/*
 * alone.c - one op on the operands that the tool had: what garner makes of them, and whether the tool's may be other.
 *
 * The tool computed the op within a program, where it may have left out roundings between ops. So what is beyond the
 * bound of the op is asked for again, of the op alone: where the tool then gives what garner gives, the bound is that
 * of operands that were not rounded.
 */
#include <math.h>

#include "differ/differ.h"

typedef struct alone {
    const grn_differ *d;
    const grn_op *op;
    grn_cutout piece;
    size_t nwanted;
    const grn_value **wanted;
    grn_tensor *inputs;
    grn_tensor *garner;
    grn_tensor *theirs; /* NULL: not all of them are known */
} alone;

/* What garner makes of the tool's operands: where it cannot, nothing is said of the op. */
static grn_status run_alone(alone *a, const grn_value_map *theirs, bool *ran)
{
    grn_arena *arena = &a->d->out->arena;
    grn_status status =
        grn_piece_of_op(a->d->module, a->d->function->op, a->op, arena, &a->piece, &a->nwanted, &a->wanted);
    a->garner = GRN_ARENA_NEW(arena, grn_tensor, a->nwanted + 1);
    *ran = status == GRN_OK && a->garner && grn_piece_inputs(&a->piece, theirs, arena, &a->inputs) &&
           grn_run_garner(&a->d->run, a->piece.module, 0, a->piece.nargs, a->inputs, arena, a->nwanted, a->garner) ==
               GRN_OK;
    return arena->refused ? grn_differ_no_memory(a->d) : GRN_OK;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* How the tool may have come to its result. */
typedef struct manner {
    bool flush, company;
} manner;

static bool is_inexact(grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    return class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
}

/* An operand that an op before computed may have gone on without its last rounding. */
static bool unrounded(const alone *a, const grn_value *argument, size_t i, grn_value_map *errors)
{
    const grn_tensor *t = &a->inputs[i];
    const grn_op *def = a->piece.args[i]->def;
    if (!is_inexact(t->dtype) || !def || def->noperands == 0)
        return true;
    grn_arena *arena = &a->d->out->arena;
    grn_error *e = GRN_ARENA_NEW(arena, grn_error, 1);
    const int64_t n = grn_tensor_elements(t);
    double *of = GRN_ARENA_NEW(arena, double, (size_t)n + 1);
    for (int64_t k = 0; of && k < n; k++)
        of[k] = grn_ulp_of(t->dtype, grn_element_value(t->dtype, grn_element_at(t, k)));
    if (!e || !of)
        return false;
    *e = (grn_error){.of = of, .why = GRN_ALLOWANCE_ROUNDING};
    return grn_value_map_set(errors, argument, e);
}

static grn_status errors_alone(const alone *a, manner way, grn_value_map *errors)
{
    grn_arena *arena = &a->d->out->arena;
    const grn_bounding b = {.module = a->piece.module,
                            .function = a->piece.module->functions[0].op,
                            .tool = a->d->row,
                            .run = &a->d->run,
                            .arena = arena,
                            .flush = way.flush,
                            .company = way.company,
                            .theirs = a->theirs};
    const grn_block *body = b.function->regions[0].first;
    grn_value_map known = {.arena = arena};
    for (size_t i = 0; i < body->nargs; i++)
        if (!grn_value_map_set(&known, &body->args[i], &a->inputs[i]) ||
            (way.company && !unrounded(a, &body->args[i], i, errors)))
            return grn_differ_no_memory(a->d);
    for (size_t i = 0; i < a->nwanted; i++)
        if (!grn_value_map_set(&known, body->last->operands[i], &a->garner[i]))
            return grn_differ_no_memory(a->d);
    return grn_error_of_block(&b, body, &known, errors) == GRN_OK ? GRN_OK : grn_differ_no_memory(a->d);
}

/* ---- judging --------------------------------------------------------------------------------- */

/* One result that differs. */
typedef struct judging {
    const alone *a;
    size_t i;
    grn_tensor theirs;
    grn_judged judged;
    grn_error error; /* by which it was judged first */
} judging;

static grn_status judge_by(judging *j, manner way, grn_judged *judged, grn_error *error)
{
    const alone *a = j->a;
    grn_value_map errors = {.arena = &a->d->out->arena};
    grn_status status = errors_alone(a, way, &errors);
    if (status != GRN_OK)
        return status;
    const grn_error *e =
        grn_value_map_get(&errors, a->piece.module->functions[0].op->regions[0].first->last->operands[j->i]);
    *error = e ? *e : (grn_error){0};
    grn_judge(&a->garner[j->i], &j->theirs, error, judged);
    return GRN_OK;
}

/* ---- subnormal numbers that are read as zero ------------------------------------------------- */

/* Zeros of their signs for the subnormal numbers of a copy. */
static bool flush(grn_arena *arena, const grn_tensor *from, grn_tensor *to)
{
    if (!grn_keep_tensor(arena, from, to))
        return false;
    for (int64_t k = 0; grn_dtype_class_of(from->dtype) == GRN_CLASS_FLOAT && k < grn_tensor_elements(to); k++) {
        const double v = grn_element_value(to->dtype, grn_element_at(to, k));
        const grn_scalar zero = {.dtype = to->dtype, .f = copysign(0, v)};
        if (v != 0 && fabs(v) < grn_min_normal(to->dtype))
            grn_scalar_store(&zero, to->dtype, grn_tensor_at(to, k));
    }
    return true;
}

/*
 * What an op makes of zeros for subnormal numbers. An op that compares, as argmax does, makes much of small differences:
 * no bound says what it may give.
 */
static grn_status judge_flushed(judging *j)
{
    const alone *a = j->a;
    grn_arena *arena = &a->d->out->arena;
    grn_tensor *inputs = GRN_ARENA_NEW(arena, grn_tensor, a->piece.nargs + 1), result;
    grn_tensor *made = GRN_ARENA_NEW(arena, grn_tensor, a->nwanted + 1);
    bool ok = inputs && made;
    for (size_t i = 0; ok && i < a->piece.nargs; i++)
        ok = flush(arena, &a->inputs[i], &inputs[i]);
    if (!ok)
        return grn_differ_no_memory(a->d);
    if (grn_run_garner(&a->d->run, a->piece.module, 0, a->piece.nargs, inputs, arena, a->nwanted, made) != GRN_OK)
        return GRN_OK;
    if (!flush(arena, &made[j->i], &result))
        return grn_differ_no_memory(a->d);
    if (grn_same_tensor(&j->theirs, &made[j->i]) || grn_same_tensor(&j->theirs, &result)) {
        j->judged.verdict = GRN_ALLOWED;
        j->judged.why = GRN_ALLOWANCE_SUBNORMAL;
    }
    return GRN_OK;
}

/* ---- ways ------------------------------------------------------------------------------------ */

/* Takes the judgment of another way where it allows what was not allowed. */
static grn_status try_way(judging *j, manner way, grn_allowance why)
{
    grn_judged judged;
    grn_error error;
    if (j->judged.verdict <= GRN_ALLOWED)
        return GRN_OK;
    grn_status status = judge_by(j, way, &judged, &error);
    if (status == GRN_OK && judged.verdict == GRN_ALLOWED) {
        j->judged = judged;
        j->judged.why = why;
    }
    return status;
}

static grn_status judge_plain(judging *j)
{
    grn_status status = judge_by(j, (manner){false, false}, &j->judged, &j->error);
    if (status == GRN_OK && j->judged.verdict == GRN_BUG &&
        grn_zeros_are_open(j->a->op, &j->a->garner[j->i], &j->theirs)) {
        j->judged.verdict = GRN_ALLOWED;
        j->judged.why = GRN_ALLOWANCE_UNDEFINED_NUMBER;
    }
    if (status == GRN_OK && j->a->d->row->flushes)
        status = try_way(j, (manner){.flush = true}, GRN_ALLOWANCE_SUBNORMAL);
    if (status == GRN_OK && j->a->d->row->flushes && j->judged.verdict > GRN_ALLOWED)
        status = judge_flushed(j);
    return status;
}

/* The tool runs the op alone. */
static grn_status ask_again(judging *j, grn_tensor *again, bool *ran)
{
    const alone *a = j->a;
    const grn_differ *d = a->d;
    grn_heard heard;
    grn_status status =
        grn_run_tool(d, a->piece.module, 0, a->piece.nargs, a->inputs, a->nwanted, a->garner, again, &heard);
    *ran = status == GRN_OK && heard.outcome == GRN_TOOL_RAN && !heard.is_other;
    return status;
}

/* `is_alike`: the tool gives what garner gives when it runs the op alone. */
static grn_status judge_in_company(judging *j, bool is_alike)
{
    static const char note[] = "the tool gives what garner gives when it runs the op alone: it differs in company";
    const grn_tool_row *row = j->a->d->row;
    grn_status status = row->contracts ? try_way(j, (manner){.company = true}, GRN_ALLOWANCE_ROUNDING) : GRN_OK;
    if (status == GRN_OK && row->contracts && row->flushes)
        status = try_way(j, (manner){true, true}, GRN_ALLOWANCE_SUBNORMAL);
    if (j->judged.verdict == GRN_BUG && is_alike)
        j->judged.note = note;
    return status;
}

static grn_status judge(judging *j)
{
    grn_status status = judge_plain(j);
    const alone *a = j->a;
    grn_tensor *again = GRN_ARENA_NEW(&a->d->out->arena, grn_tensor, a->nwanted + 1);
    bool ran = false;
    if (status != GRN_OK || j->judged.verdict <= GRN_ALLOWED)
        return status;
    if (!again)
        return grn_differ_no_memory(a->d);
    status = ask_again(j, again, &ran);
    if (status != GRN_OK || !ran)
        return status;
    const bool is_alike = grn_same_tensor(&again[j->i], &a->garner[j->i]);
    return is_alike || !grn_op_is_of_hub(a->op) ? judge_in_company(j, is_alike) : GRN_OK; /* several ops are company */
}

static grn_status judge_result(const alone *a, size_t i, const grn_tensor *theirs, size_t result)
{
    const grn_differ *d = a->d;
    judging j = {.a = a, .i = i, .theirs = *theirs};
    grn_status status = judge(&j);
    if (status != GRN_OK)
        return status;
    grn_difference *found = grn_diff_add(d, a->wanted[i], &j.judged, &a->garner[i], theirs, result);
    if (!found)
        return grn_differ_no_memory(d);
    return j.judged.verdict > GRN_ALLOWED
               ? grn_diff_explain(d, found, &a->piece, a->inputs, a->op, i, &a->garner[i], theirs, &j.error)
               : GRN_OK;
}

static grn_status take_theirs(alone *a, const grn_value_map *theirs)
{
    a->theirs = GRN_ARENA_NEW(&a->d->out->arena, grn_tensor, a->nwanted + 1);
    if (!a->theirs)
        return grn_differ_no_memory(a->d);
    for (size_t i = 0; a->theirs && i < a->nwanted; i++) {
        const grn_tensor *t = grn_value_map_get(theirs, a->wanted[i]);
        if (t && grn_tensor_same_shape(t, &a->garner[i]))
            a->theirs[i] = *t;
        else
            a->theirs = NULL;
    }
    return GRN_OK;
}

static grn_status judge_results(alone *a, const grn_value_map *theirs, size_t result, bool *found)
{
    grn_status status = take_theirs(a, theirs);
    for (size_t i = 0; status == GRN_OK && i < a->nwanted; i++) {
        const grn_tensor *t = grn_value_map_get(theirs, a->wanted[i]);
        if (!t || !grn_tensor_same_shape(t, &a->garner[i]) || grn_same_tensor(t, &a->garner[i]))
            continue;
        *found = true;
        status = judge_result(a, i, t, result);
    }
    return status;
}

static bool differs(const alone *a, const grn_value_map *theirs)
{
    for (size_t i = 0; i < a->nwanted; i++) {
        const grn_tensor *t = grn_value_map_get(theirs, a->wanted[i]);
        if (t && grn_tensor_same_shape(t, &a->garner[i]) && !grn_same_tensor(t, &a->garner[i]))
            return true;
    }
    return false;
}

grn_status grn_judge_alone(const grn_differ *d, const grn_op *op, const grn_value_map *theirs, size_t result,
                           bool *found)
{
    alone a = {.d = d, .op = op};
    bool ran = false;
    *found = false;
    grn_status status = run_alone(&a, theirs, &ran);
    if (status == GRN_OK && ran && grn_is_control(op) && differs(&a, theirs)) {
        status = grn_descend(d, op, theirs, result, found);
        ran = !*found;
    }
    if (status == GRN_OK && ran)
        status = judge_results(&a, theirs, result, found);
    grn_piece_destroy(&a.piece);
    return status;
}
