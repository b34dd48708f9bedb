/* assumptions.c - what planning takes for granted of an access's tensors: extents that are open,
 * layouts that a run alone knows. */
#include <inttypes.h>
#include <stdio.h>

#include "passes/passes.h"
#include "survey/layout.h"
#include "survey/plans.h"

enum { MOST_TOLD = 16 };

typedef struct telling {
    const grn_surveyed *s;
    grn_arena *arena;
    const char **items;
    size_t count;
    bool refused;
} telling;

static void tell(telling *t, const char *text)
{
    if (t->count == MOST_TOLD)
        return;
    t->items[t->count] = grn_arena_text(t->arena, text, strlen(text));
    t->refused |= !t->items[t->count];
    t->count++;
}

/* Extents in the copy that the program leaves open. */
static void tell_extents(telling *t, const char *what, size_t i)
{
    char type[GRN_TYPE_TEXT_BYTES], text[GRN_TYPE_TEXT_BYTES + 200];
    const grn_type *open = grn_type_at_run(grn_operand_type(t->s->op, i));
    const grn_type *known = grn_type_at_run(grn_operand_type(t->s->typed, i));
    for (int32_t d = 0; grn_type_is_shaped(open) && grn_type_is_shaped(known) && d < open->rank; d++) {
        if (open->shape[d] != GRN_DYNAMIC)
            continue;
        snprintf(text, sizeof text, "dimension %" PRId32 " of %s, %.200s, is taken to be %" PRId64, d, what,
                 grn_type_text(grn_operand_type(t->s->op, i), type, sizeof type), known->shape[d]);
        tell(t, text);
    }
}

static void tell_layout(telling *t, const char *what, size_t i)
{
    char text[200];
    int64_t scalar;
    grn_tensor tensor = t->s->values[i];
    const grn_value *v = t->s->typed->operands[i];
    if (tensor.rank == 0 || grn_tensor_elements(&tensor) < 2 || grn_constant_tensor(v, &scalar, &tensor) ||
        grn_layout_of(t->s->fold, v, &tensor))
        return;
    snprintf(text, sizeof text, "%s is taken to be compact: how it lies follows from the run", what);
    tell(t, text);
}

static void tell_operand(telling *t, const char *what, size_t i, bool layout)
{
    if (i >= t->s->typed->noperands)
        return;
    tell_extents(t, what, i);
    if (layout && t->s->known)
        tell_layout(t, what, i);
}

/* Of one that could not be read from types, nothing is known of the parts that its operands
 * play. */
static void tell_all(telling *t)
{
    char what[40];
    for (size_t i = 0; i < t->s->op->noperands; i++) {
        snprintf(what, sizeof what, "operand #%zu", i);
        tell_operand(t, what, i, false);
    }
}

bool grn_survey_assumptions(const grn_ir *ir, const grn_surveyed *s, grn_arena *arena, size_t *count,
                            const char *const **out)
{
    const grn_access *a = &s->access;
    const grn_access_words *words = grn_access_words_of(ir, s->op->name);
    const bool scatters = a->kind == GRN_ACCESS_SCATTER;
    telling t = {.s = s, .arena = arena, .items = GRN_ARENA_NEW(arena, const char *, MOST_TOLD)};
    if (!t.items)
        return false;
    if (!s->known)
        tell_all(&t);
    else {
        tell_operand(&t,
                     words && words->operand ? words->operand
                     : scatters              ? "input"
                                             : "operand",
                     a->operand, !scatters);
        tell_operand(&t,
                     words && words->indices ? words->indices
                     : scatters              ? "scatter_indices"
                                             : "start_indices",
                     a->indices_operand, true);
        if (scatters)
            tell_operand(&t, words && words->updates ? words->updates : "updates", a->updates, true);
    }
    *count = t.count;
    *out = t.items;
    return !t.refused;
}
