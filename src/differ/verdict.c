/* verdict.c - what was found: kept, in order, as text. */
#include "differ/differ.h"

GRN_API const char *grn_verdict_text(grn_verdict verdict)
{
    static const char *const texts[] = {
#define TEXT(name, text) text,
        GRN_VERDICTS(TEXT)
#undef TEXT
    };
    return (unsigned)verdict < GRN_VERDICT_COUNT ? texts[verdict] : "unknown";
}

GRN_API const char *grn_allowance_text(grn_allowance allowance)
{
    static const char *const texts[] = {
#define TEXT(name, text) text,
        GRN_ALLOWANCES(TEXT)
#undef TEXT
    };
    return (unsigned)allowance < GRN_ALLOWANCE_COUNT ? texts[allowance] : "unknown";
}

GRN_API void grn_diff_destroy(grn_diff *diff)
{
    if (!diff)
        return;
    grn_vec_destroy(&diff->differences);
    grn_arena_destroy(&diff->arena);
    grn_release(diff->allocator, diff, sizeof *diff);
}

GRN_API grn_verdict grn_diff_verdict(const grn_diff *diff) { return diff ? diff->verdict : GRN_VERDICT_COUNT; }
GRN_API const char *grn_diff_said(const grn_diff *diff) { return diff ? diff->said : NULL; }
GRN_API uint64_t grn_diff_combinations(const grn_diff *diff) { return diff ? diff->combinations : 0; }
GRN_API size_t grn_diff_count(const grn_diff *diff) { return diff ? diff->differences.count : 0; }

/* Those of graver verdicts first; of one verdict, in the order in which they were found, which is the program's. */
GRN_API const grn_difference *grn_diff_at(const grn_diff *diff, size_t i)
{
    const grn_difference *all = diff ? diff->differences.items : NULL;
    for (int verdict = GRN_VERDICT_COUNT; diff && verdict-- > 0;)
        for (size_t k = 0; k < diff->differences.count; k++)
            if (all[k].verdict == (grn_verdict)verdict && i-- == 0)
                return &all[k];
    return NULL;
}

/* ---- one difference -------------------------------------------------------------------------- */

static const char *element_text(grn_arena *arena, const grn_tensor *t, int64_t at)
{
    char text[GRN_NUMBER_BYTES];
    const size_t n = grn_element_text_for_reader(t->dtype, grn_element_at(t, at), text);
    return grn_arena_text(arena, text, n);
}

static void set_position(grn_difference *found, const grn_tensor *t, int64_t at)
{
    found->rank = t->rank;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        found->position[d] = at % t->shape[d];
        at /= t->shape[d];
    }
}

static const grn_op *op_of(const grn_differ *d, const grn_value *v) { return v->def ? v->def : d->function->op; }

grn_difference *grn_diff_add(const grn_differ *d, const grn_value *v, const grn_judged *j, const grn_tensor *garner,
                             const grn_tensor *theirs, size_t result)
{
    grn_arena *arena = &d->out->arena;
    grn_difference *found = grn_vec_push(&d->out->differences);
    if (!found)
        return NULL;
    const grn_op *op = op_of(d, v);
    *found = (grn_difference){.verdict = j->verdict,
                              .why = j->verdict == GRN_ALLOWED ? j->why : GRN_ALLOWANCE_NONE,
                              .result = result,
                              .place = op->place,
                              .op = grn_arena_text(arena, op->name.text, op->name.n),
                              .elements = j->elements,
                              .distance = j->distance,
                              .bound = j->bound,
                              .is_absolute = j->is_absolute,
                              .note = j->note};
    if (j->first >= 0) {
        set_position(found, garner, j->first);
        found->garner = element_text(arena, garner, j->first);
        found->tool = element_text(arena, theirs, j->first);
    }
    if (j->verdict > d->out->verdict)
        d->out->verdict = j->verdict;
    return arena->refused ? NULL : found;
}

/* ---- what explains a bug --------------------------------------------------------------------- */

static bool is_access(const grn_op *op) { return op->def && (op->def->to_spec || op->def->as_access); }

/* What the op reads, operand by operand: inputs of the piece, which has a value once, and constants that stayed in it.
 * NULL: something else, or memory was refused. */
static const grn_tensor *operands_of(const grn_differ *d, const grn_cutout *alone, const grn_tensor *inputs,
                                     const grn_op *op)
{
    grn_arena *arena = &d->out->arena;
    grn_tensor *operands = GRN_ARENA_NEW(arena, grn_tensor, op->noperands + 1);
    for (size_t i = 0; operands && i < op->noperands; i++) {
        size_t at = 0;
        while (at < alone->nargs && alone->args[at] != op->operands[i])
            at++;
        const grn_tensor *t = at < alone->nargs ? &inputs[at] : grn_known_constant(arena, op->operands[i]);
        if (!t)
            return NULL;
        operands[i] = *t;
    }
    return operands;
}

grn_status grn_diff_explain(const grn_differ *d, grn_difference *found, const grn_cutout *alone,
                            const grn_tensor *inputs, const grn_op *op, size_t result, const grn_tensor *garner,
                            const grn_tensor *theirs, const grn_error *error)
{
    grn_vec text;
    const grn_tensor *operands = operands_of(d, alone, inputs, op);
    if (operands)
        found->reading = grn_reading_of(d, op, op->noperands, operands, result, garner, theirs, error);
    if (!is_access(op))
        return GRN_OK;
    const grn_module_explain_options how = {.nat = (size_t)found->rank, .at = found->position, .run = &d->run};
    static const grn_diag quiet = {0};
    grn_vec_init(&text, d->out->allocator, 1);
    const grn_sink sink = grn_vec_sink(&text);
    if (grn_module_explain(alone->module, 0, alone->nargs, inputs, &how, &quiet, &sink) == GRN_OK)
        found->explanation = grn_arena_text(&d->out->arena, text.items, text.count);
    grn_vec_destroy(&text);
    return d->out->arena.refused ? grn_differ_no_memory(d) : GRN_OK;
}
