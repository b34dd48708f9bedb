/* lint_static.c - what is known of each access without a run. */
#include <inttypes.h>
#include <stdio.h>

#include "survey/lint.h"

/* ---- indices that the program makes of constants --------------------------------------------- */

/* Operand i as the numbers that it has. */
static bool fold_operand(grn_surveyed *s, size_t i)
{
    grn_tensor t;
    if (s->values[i].data)
        return true;
    if (!grn_fold_value(s->fold, s->op->operands[i], &t) || !grn_tensor_same_shape(&t, &s->values[i]) || !t.data)
        return false;
    s->values[i] = t;
    return true;
}

/* Whether all indices are known now, in s->access. */
static grn_status fold_indices(grn_linting *l, grn_surveyed *s, grn_arena *arena, bool *known)
{
    const grn_access *a = &s->access;
    const bool is_inline = a->indices_operand == GRN_INDICES_INLINE;
    const size_t count = is_inline ? (size_t)a->indices.shape[0] : 1;
    const size_t first = is_inline ? s->op->noperands - count : a->indices_operand;
    *known = a->indices_operand != GRN_INDICES_MADE;
    for (size_t i = 0; *known && i < count; i++)
        *known = fold_operand(s, first + i);
    if (!*known)
        return s->fold->refused ? GRN_E_MEMORY : GRN_OK;
    grn_status status = grn_survey_read(&l->flags, arena, s);
    *known = s->known && (a->indices.data || grn_tensor_elements(&a->indices) == 0);
    return status;
}

/* ---- what it takes --------------------------------------------------------------------------- */

/* Index vectors and elements that are gone through one by one, of all of the module. */
static bool take_work(grn_linting *l, uint64_t work)
{
    if (work > l->work_left)
        return false;
    l->work_left -= work;
    return true;
}

/* To hold elements to be distinct. */
static uint64_t reached(const grn_problem *x)
{
    return grn_steps_add(grn_tensor_steps(x->operand) / 8, grn_tensor_steps(x->dense));
}

/* ---- promises that could be made ------------------------------------------------------------- */

static const char *sorted_attribute(const grn_op *op)
{
    for (const grn_attr_def *a = op->def->attrs; a && a->name; a++)
        if (strcmp(a->name, "indices_are_sorted") == 0)
            return a->name;
    return NULL;
}

static grn_status say_promise(grn_linting *l, const grn_lint_subject *subject, const char *attribute, const char *what)
{
    char advice[100];
    const grn_access_words w = grn_lint_words(l, subject);
    snprintf(advice, sizeof advice, "%s may be promised", attribute);
    return grn_lint_say(l, subject, GRN_LINT_PROMISE, advice, "all %" PRIu64 " index vectors of %s %s",
                        subject->counts->vectors, w.indices, what);
}

static grn_status say_promises(grn_linting *l, const grn_lint_subject *subject, const grn_problem *x)
{
    const char *sorted = sorted_attribute(subject->op), *unique = grn_lint_unique_attribute(subject->op);
    const grn_lint_counts *c = subject->counts;
    bool holds = false;
    grn_status status = GRN_OK;
    if (c->vectors < 2)
        return GRN_OK;
    if (sorted && !subject->rule->indices_are_sorted && c->unsorted == 0)
        status = say_promise(l, subject, sorted, "are sorted");
    if (status == GRN_OK && unique && !subject->rule->unique_indices && take_work(l, reached(x)))
        status = grn_census_is_unique(x, l->module->allocator, &holds);
    return status == GRN_OK && holds ? say_promise(l, subject, unique, "reach elements of their own") : status;
}

/* ---- one access ------------------------------------------------------------------------------ */

static grn_status say_known(grn_linting *l, grn_lint_subject *subject, const grn_problem *x, grn_arena *arena)
{
    grn_lint_counts counts = {.runs = 0};
    grn_lint_meeting meeting = {.elements = 0};
    grn_lint_bound *bounds = GRN_ARENA_NEW(arena, grn_lint_bound, x->npairs + 1);
    grn_status status = bounds ? grn_census_add(x, l->module->allocator, &counts) : GRN_E_MEMORY;
    if (status == GRN_OK && x->scatter && take_work(l, grn_steps_times(reached(x), x->npairs)))
        status = grn_meeting_add(x, l->module->allocator, &meeting, bounds);
    subject->counts = &counts;
    subject->meeting = meeting.counted ? &meeting : NULL;
    if (status == GRN_OK)
        status = grn_lint_say_counts(l, subject);
    if (status == GRN_OK && counts.out_of_bounds == 0 && counts.vectors > 0)
        status =
            grn_lint_say(l, subject, GRN_LINT_IN_BOUNDS, "nothing has to be put around the op for indices out of range",
                         "all %" PRIu64 " index vectors are known and in bounds", counts.vectors);
    if (status == GRN_OK && counts.out_of_bounds == 0)
        status = say_promises(l, subject, x);
    subject->counts = NULL;
    subject->meeting = NULL;
    return status;
}

/* Of indices that are not known one by one. */
static grn_status say_unknown(grn_linting *l, grn_lint_subject *subject, const grn_surveyed *s)
{
    grn_status status = grn_lint_ranges(l, subject, s);
    return status == GRN_OK ? grn_lint_possible(l, subject, s) : status;
}

static bool is_countable(grn_linting *l, const grn_problem *x)
{
    const grn_index_rule *rule = grn_problem_rule(x);
    return take_work(l, grn_steps_add(grn_census_vectors(x), rule->unique_indices ? reached(x) : 0));
}

/* Of what a scatter writes to. NULL: memory refused. */
static const grn_dtype *dtypes_of(const grn_surveyed *s, grn_arena *arena)
{
    grn_dtype *dtypes = GRN_ARENA_NEW(arena, grn_dtype, s->access.ninputs + 1);
    for (size_t i = 0; dtypes && i < s->access.ninputs; i++)
        dtypes[i] = s->operands[i].dtype;
    return dtypes;
}

static grn_status visit(void *user, grn_surveyed *s, grn_arena *arena)
{
    grn_linting *l = user;
    bool known = false;
    const bool gathers = s->access.kind == GRN_ACCESS_GATHER;
    grn_lint_subject subject = {.op = s->op,
                                .function = s->function,
                                .is_scatter = !gathers,
                                .rule = grn_surveyed_rule(s),
                                .combiner = gathers ? GRN_COMBINE_REPLACE : s->access.scatter.combiner,
                                .ninputs = s->known && !gathers ? s->access.ninputs : 0};
    if (subject.ninputs && !(subject.dtypes = dtypes_of(s, arena)))
        return GRN_E_MEMORY;
    grn_status status = s->known ? fold_indices(l, s, arena, &known) : GRN_OK;
    const grn_problem x = grn_surveyed_problem(s);
    if (status == GRN_OK && s->known)
        status = known && is_countable(l, &x) ? say_known(l, &subject, &x, arena)
                 : known                      ? GRN_OK
                                              : say_unknown(l, &subject, s);
    return status == GRN_OK ? grn_lint_forms(l, &subject, s) : status;
}

grn_status grn_lint_statically(grn_linting *l)
{
    const grn_survey survey = {.module = l->module,
                               .typed = l->module,
                               .flags = l->flags,
                               .allocator = l->module->allocator,
                               .max_fold_steps =
                                   l->options->max_fold_steps ? l->options->max_fold_steps : GRN_LINT_FOLD_STEPS,
                               .visit = visit,
                               .user = l};
    return grn_survey_each(&survey);
}
