/* lint_run.c - the indices of a run, counted for each access. */
#include "survey/glance.h"
#include "survey/lint.h"

enum { BUCKETS = 1024 };

typedef struct record {
    const grn_op *op;
    size_t next; /* of the same bucket, plus one; 0: none */
    grn_index_rule rule;
    grn_combiner combiner;
    bool is_scatter;
    size_t ninputs; /* of a scatter */
    grn_dtype *dtypes;
    grn_lint_bound *bounds;
    grn_lint_counts counts;
    grn_lint_meeting meeting;
} record;

typedef struct observer {
    grn_vec records; /* in the order of first runs */
    size_t bucket[BUCKETS];
    grn_arena arena; /* of lists that records have */
    const grn_allocator *allocator;
    const grn_diag *diag;
    bool (*is_told)(void *user, grn_place place, grn_lint_kind kind); /* NULL: everything is counted */
    void *told_user;
} observer;

static record *record_of(observer *o, const grn_op *op)
{
    size_t *link = &o->bucket[(size_t)((uint64_t)(uintptr_t)op / 16 * UINT64_C(0x9E3779B97F4A7C15) >> 40) % BUCKETS];
    for (; *link; link = &((record *)o->records.items)[*link - 1].next)
        if (((record *)o->records.items)[*link - 1].op == op)
            return &((record *)o->records.items)[*link - 1];
    *link = o->records.count + 1; /* before what follows may move the records */
    record *made = grn_vec_push(&o->records);
    if (made)
        made->op = op;
    return made;
}

/* What is the same at every execution. False: memory was refused. */
static bool describe(observer *o, const grn_problem *x, record *r)
{
    r->rule = x->gather ? x->gather->index : x->scatter->index;
    r->is_scatter = x->scatter != NULL;
    r->combiner = x->scatter ? x->scatter->combiner : GRN_COMBINE_REPLACE;
    if (!x->scatter || r->dtypes)
        return true;
    r->bounds = GRN_ARENA_NEW(&o->arena, grn_lint_bound, x->npairs);
    r->dtypes = r->bounds ? GRN_ARENA_NEW(&o->arena, grn_dtype, x->npairs) : NULL;
    r->ninputs = r->dtypes ? x->npairs : 0;
    for (size_t i = 0; i < r->ninputs; i++)
        r->dtypes[i] = x->operand[i].dtype;
    return r->dtypes != NULL;
}

static bool is_new(const observer *o, const grn_op *op, grn_lint_kind kind)
{
    return !o->is_told(o->told_user, op->place, kind);
}

/* What updates that meet would be told as; GRN_LINT_KIND_COUNT: nothing. */
static grn_lint_kind kind_of_meeting(const grn_problem *x, const record *r)
{
    const grn_dtype_class class = grn_dtype_class_of(x->operand[0].dtype);
    switch (r->combiner) {
    case GRN_COMBINE_REPLACE: return GRN_LINT_OVERWRITTEN;
    case GRN_COMBINE_REGION: return GRN_LINT_REGION_ORDER;
    case GRN_COMBINE_ADD:
    case GRN_COMBINE_MUL:
        return class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX ? GRN_LINT_FLOAT_ORDER : GRN_LINT_KIND_COUNT;
    default: return GRN_LINT_KIND_COUNT;
    }
}

/* Whether a first look finds nothing that is new: then the execution is counted by it. */
static grn_status glance(const observer *o, const grn_op *op, const grn_problem *x, record *r, bool *is_counted)
{
    const grn_lint_kind meets = x->scatter ? kind_of_meeting(x, r) : GRN_LINT_KIND_COUNT;
    const bool promises =
                   (r->rule.indices_are_sorted || r->rule.unique_indices) && is_new(o, op, GRN_LINT_FALSE_PROMISE),
               meeting = meets != GRN_LINT_KIND_COUNT && is_new(o, op, meets);
    grn_glance seen;
    const grn_status status = grn_glance_at(x, promises || meeting, o->allocator, &seen);
    const bool breaks = (r->rule.indices_are_sorted && seen.is_unsorted) || (r->rule.unique_indices && seen.may_repeat);
    *is_counted = !(seen.out_of_bounds > 0 && is_new(o, op, GRN_LINT_OUT_OF_BOUNDS)) && !(promises && breaks) &&
                  !(meeting && seen.may_repeat);
    if (status != GRN_OK || !*is_counted)
        return status;
    r->counts.runs++;
    r->counts.vectors = grn_steps_add(r->counts.vectors, seen.vectors);
    r->counts.out_of_bounds += seen.out_of_bounds;
    return GRN_OK;
}

static grn_status count(void *user, grn_access_view *v)
{
    observer *o = user;
    const grn_op *op = v->op;
    const grn_problem *x = &v->problem;
    if (v->moment != GRN_MOMENT_BEFORE || v->makes_indices)
        return GRN_OK;
    record *r = record_of(o, op);
    grn_status status = r && describe(o, x, r) ? GRN_OK : GRN_E_MEMORY;
    bool is_counted = false;
    if (status == GRN_OK && o->is_told)
        status = glance(o, op, x, r, &is_counted);
    if (status == GRN_OK && !is_counted)
        status = grn_census_add(x, o->allocator, &r->counts);
    if (status == GRN_OK && x->scatter && !is_counted)
        status = grn_meeting_add(x, o->allocator, &r->meeting, r->bounds);
    return status == GRN_OK
               ? status
               : grn_fail(o->diag, op->place, status, "%s: memory refused for counting its indices", op->def->name);
}

/* ---- afterwards ------------------------------------------------------------------------------ */

static bool is_function_like(const grn_op *op)
{
    return op->def && (op->def->traits & GRN_TRAIT_SYMBOL) && grn_op_attr(op, "function_type");
}

static const grn_op *function_of(const grn_op *op)
{
    while ((op = grn_op_parent(op)) != NULL && !is_function_like(op)) {}
    return op;
}

static grn_status report_record(grn_linting *l, const record *r, const grn_op *function)
{
    const grn_str name = grn_survey_name(function);
    grn_arena arena;
    grn_arena_init(&arena, l->module->allocator);
    const grn_lint_record told = {.place = r->op->place,
                                  .op = r->op->def->name,
                                  .function = grn_arena_text(&arena, name.text, name.n),
                                  .function_bytes = name.n,
                                  .is_scatter = r->is_scatter,
                                  .bounds = r->rule.bounds,
                                  .counts = r->counts,
                                  .meeting = r->meeting};
    grn_status status = told.function ? l->to->counted(l->to->user, &told) : GRN_E_MEMORY;
    grn_arena_destroy(&arena);
    return status;
}

static grn_status report(grn_linting *l, const observer *o)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < o->records.count; i++) {
        const record *r = (const record *)o->records.items + i;
        const grn_lint_subject subject = {.op = r->op,
                                          .function = function_of(r->op),
                                          .is_scatter = r->is_scatter,
                                          .observed = true,
                                          .rule = &r->rule,
                                          .combiner = r->combiner,
                                          .ninputs = r->ninputs,
                                          .dtypes = r->dtypes,
                                          .counts = &r->counts,
                                          .meeting = r->meeting.counted ? &r->meeting : NULL};
        status = grn_lint_say_counts(l, &subject);
        if (status == GRN_OK && l->to->counted)
            status = report_record(l, r, subject.function);
    }
    return status;
}

/* Messages of a run that fails come after what was found up to there. */
typedef struct kept_message {
    grn_diagnostic diagnostic;
    grn_bad_index bad_index;
    char text[GRN_MESSAGE_BYTES];
    bool is_there;
} kept_message;

static void keep_first(void *user, const grn_diagnostic *d)
{
    kept_message *k = user;
    const size_t n = strlen(d->message), kept = n < sizeof k->text ? n : sizeof k->text - 1;
    if (k->is_there)
        return;
    *k = (kept_message){.diagnostic = *d, .is_there = true};
    memcpy(k->text, d->message, kept);
    k->diagnostic.message = k->text;
    k->diagnostic.rule = NULL; /* of a note, which is not kept */
    if (d->bad_index) {
        k->bad_index = *d->bad_index;
        k->diagnostic.bad_index = &k->bad_index;
    }
}

grn_status grn_lint_run(grn_linting *l)
{
    const grn_lint_options *o = l->options;
    observer seen = {.allocator = l->module->allocator};
    kept_message kept = {.is_there = false};
    const grn_diag diag = {keep_first, &kept};
    grn_results *results = NULL;
    if (o->run_options && o->run_options->allocator)
        seen.allocator = o->run_options->allocator;
    seen.diag = &diag;
    if (GRN_OPTION_IS_GIVEN(grn_lint_options, o, told_user)) {
        seen.is_told = o->is_told;
        seen.told_user = o->told_user;
    }
    grn_vec_init(&seen.records, l->module->allocator, sizeof(record));
    grn_arena_init(&seen.arena, seen.allocator);
    const grn_observer counter = {.user = &seen, .access = count};
    grn_status ran = grn_module_run_with(l->module, o->function, o->ninputs, o->inputs, o->run_options,
                                         &(grn_run_extras){.observers = &counter}, &diag, &results);
    grn_status status = report(l, &seen);
    grn_vec_destroy(&seen.records);
    grn_arena_destroy(&seen.arena);
    if (kept.is_there)
        grn_emit_again(l->diag, &kept.diagnostic);
    const bool wanted = GRN_OPTION_IS_GIVEN(grn_lint_options, o, results) && o->results != NULL;
    if (wanted && status == GRN_OK)
        *o->results = results;
    else
        grn_results_destroy(results);
    return ran == GRN_OK ? status : ran;
}
