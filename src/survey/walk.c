/* walk.c - every access of a module, in order of the text. */
#include "survey/survey.h"

typedef struct walk {
    const grn_survey *survey;
    size_t functions; /* of the module's list that were met */
    grn_fold fold;    /* of the function that is walked, once there is an access in it */
    bool folds;
    uint64_t steps_left;
    grn_status status;
} walk;

typedef struct within {
    const grn_op *function; /* NULL: none */
    size_t number;
    bool wanted;
} within;

grn_str grn_survey_name(const grn_op *function)
{
    const grn_attr *name = function ? grn_op_attr(function, "sym_name") : NULL;
    return name && name->kind == GRN_ATTR_STRING ? name->text : (grn_str){"", 0};
}

static void visit(walk *w, const grn_op *op, const grn_op *typed, within at)
{
    grn_arena arena;
    grn_surveyed s;
    if (!w->folds)
        w->status = grn_fold_begin(&w->fold, w->survey->typed, typed, w->steps_left);
    if (w->status != GRN_OK)
        return;
    w->folds = true;
    grn_arena_init(&arena, w->survey->allocator);
    w->status = grn_survey_access(typed, &w->survey->flags, &w->fold, &arena, &s);
    s.op = op;
    s.function = at.function;
    s.number = at.number;
    if (w->status == GRN_OK)
        w->status = w->survey->visit(w->survey->user, &s, &arena);
    grn_arena_destroy(&arena);
}

static bool is_function(const grn_op *op)
{
    return op->def && (op->def->traits & GRN_TRAIT_SYMBOL) && op->nregions == 1 && grn_survey_name(op).n > 0 &&
           grn_op_attr(op, "function_type");
}

static void end_fold(walk *w)
{
    if (w->folds)
        w->steps_left -= grn_fold_end(&w->fold);
    w->folds = false;
}

/* Functions that a module lists stand directly in it, in order. */
static within enter(walk *w, const grn_op *op, within at)
{
    const grn_module *m = w->survey->module;
    if (!is_function(op))
        return at;
    at.function = op;
    if (w->functions < m->nfunctions && m->functions[w->functions].op == op) {
        at.wanted = !w->survey->wanted || w->survey->wanted[w->functions];
        at.number = w->functions++;
    }
    return at;
}

/* Two programs of the same ops. Depth is the regions', which the parser limits. */
static void walk_op(walk *w, const grn_op *op, const grn_op *typed, within at)
{
    if (grn_op_is_access(op) && at.wanted)
        visit(w, op, typed, at);
    at = enter(w, op, at);
    /* whose values are numbered by themselves */
    const bool isolated = op->def && (op->def->traits & GRN_TRAIT_ISOLATED);
    if (isolated)
        end_fold(w);
    for (size_t r = 0; r < op->nregions && r < typed->nregions; r++) {
        const grn_block *b = op->regions[r].first, *c = typed->regions[r].first;
        for (; b && c && w->status == GRN_OK; b = b->next, c = c->next) {
            const grn_op *inner = b->first, *inner_typed = c->first;
            for (; inner && inner_typed && w->status == GRN_OK; inner = inner->next, inner_typed = inner_typed->next)
                walk_op(w, inner, inner_typed, at);
        }
    }
    if (isolated)
        end_fold(w);
}

grn_status grn_survey_each(const grn_survey *survey)
{
    walk w = {.survey = survey, .steps_left = survey->max_fold_steps};
    walk_op(&w, survey->module->ir.top, survey->typed->ir.top, (within){NULL, SIZE_MAX, !survey->wanted});
    end_fold(&w);
    return w.status;
}

/* ---- functions that one names ---------------------------------------------------------------- */

typedef struct search {
    const grn_module *module;
    bool *wanted;
    size_t *stack, depth;
} search;

/* The list is in the order of the text. */
static void want(search *s, const grn_op *function)
{
    size_t from = 0, end = s->module->nfunctions;
    while (from < end) {
        const size_t middle = from + (end - from) / 2;
        if (s->module->functions[middle].op->order < function->order)
            from = middle + 1;
        else
            end = middle;
    }
    if (from == s->module->nfunctions || s->module->functions[from].op != function || s->wanted[from])
        return;
    s->wanted[from] = true;
    s->stack[s->depth++] = from;
}

static void want_named(search *s, const grn_attr *a)
{
    if (a->kind == GRN_ATTR_ARRAY)
        for (size_t i = 0; i < a->array.count; i++)
            want_named(s, a->array.items[i]);
    else if (a->kind == GRN_ATTR_DICT)
        for (size_t i = 0; i < a->dict.count; i++)
            want_named(s, a->dict.items[i].value);
    const grn_op *named = a->kind == GRN_ATTR_SYMBOL ? grn_ir_find_symbol(s->module->ir.top, a->text) : NULL;
    if (named)
        want(s, named);
}

static void want_used(search *s, const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->nattrs; i++)
            want_named(s, op->attrs[i].value);
}

grn_status grn_survey_reachable(const grn_module *module, size_t function, bool *wanted)
{
    const size_t bytes = (module->nfunctions + 1) * sizeof(size_t);
    search s = {module, wanted, grn_allocate(module->allocator, bytes), 0};
    if (!s.stack)
        return GRN_E_MEMORY;
    want(&s, module->functions[function].op);
    while (s.depth > 0)
        want_used(&s, module->functions[s.stack[--s.depth]].op);
    grn_release(module->allocator, s.stack, bytes);
    return GRN_OK;
}
