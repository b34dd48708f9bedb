/* search.c - the steps tried on runs of items, large ones first, until none makes the program smaller. */
#include "ir/verify.h"
#include "reduce/reduce.h"

/* ---- what is tried ahead --------------------------------------------------------------------- */

/* Which items are changed, and how. Runs end at `end` and go towards the first. */
typedef struct cursor {
    size_t size, end, way;
} cursor;

/* A candidate whose turn has not come: its answer is asked for, or known already. */
typedef struct waiting {
    cursor at;
    grn_candidate candidate; /* without a module: it is known not to hold */
    uint64_t hash[2];
    bool is_known, holds;
} waiting;

typedef struct search {
    grn_reduction *r;
    void (*holds)(void *user, size_t n, const grn_reduced *tried, bool *holds);
    void *user;
    size_t at_once;
    uint64_t max_tries;
    bool (*go_on)(void *user);
    void (*smaller)(void *user, const grn_reduced *now, uint64_t tries, size_t ops);
    grn_tried tried;
    grn_vec batch; /* of waiting, in their turn */
    size_t nasked; /* of them */
    grn_reduced *asked;
    bool *answers;
    bool is_over; /* no more is tried */
} search;

static waiting *waiting_at(const search *s, size_t i) { return (waiting *)s->batch.items + i; }

static void drop_batch(search *s)
{
    for (size_t i = 0; i < s->batch.count; i++)
        grn_candidate_destroy(&waiting_at(s, i)->candidate);
    s->batch.count = 0;
    s->nasked = 0;
}

/* Puts a candidate behind the others. One that was held before, or whose turn has been, is none. */
static grn_status wait_for(search *s, cursor at, grn_candidate *candidate)
{
    const grn_tried_program *seen = grn_tried_find(&s->tried, candidate->hash);
    bool repeated = seen && (seen->was_held || seen->is_counted);
    for (size_t i = 0; i < s->batch.count && !repeated; i++)
        repeated = memcmp(waiting_at(s, i)->hash, candidate->hash, sizeof candidate->hash) == 0;
    waiting *w = repeated ? NULL : grn_vec_push(&s->batch);
    if (!w) {
        grn_candidate_destroy(candidate);
        return repeated ? GRN_OK : GRN_E_MEMORY;
    }
    *w = (waiting){.at = at, .candidate = *candidate, .is_known = seen != NULL, .holds = seen && seen->holds};
    memcpy(w->hash, candidate->hash, sizeof w->hash);
    s->nasked += !w->is_known;
    if (w->is_known && !w->holds)
        grn_candidate_destroy(&w->candidate);
    return GRN_OK;
}

static grn_status ask(search *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->batch.count; i++)
        if (!waiting_at(s, i)->is_known) {
            s->answers[n] = false;
            s->asked[n++] = grn_candidate_reduced(&waiting_at(s, i)->candidate);
        }
    if (n > 0)
        s->holds(s->user, n, s->asked, s->answers);
    atomic_store(&s->r->memory.refused, false); /* what the caller was refused is the caller's */
    for (size_t i = 0, k = 0; i < s->batch.count; i++) {
        waiting *w = waiting_at(s, i);
        if (w->is_known)
            continue;
        grn_tried_program *p = grn_tried_add(&s->tried, w->hash);
        if (!p)
            return GRN_E_MEMORY;
        w->holds = p->holds = s->answers[k++];
    }
    return GRN_OK;
}

/* ---- the first that holds -------------------------------------------------------------------- */

static void hold(search *s, waiting *w)
{
    grn_reduction *r = s->r;
    grn_tried_find(&s->tried, w->hash)->was_held = true;
    grn_reduction_hold(r, &w->candidate);
    w->candidate = (grn_candidate){.module = NULL};
    if (s->smaller)
        s->smaller(s->user, &r->program, r->tries, grn_module_count_ops(r->now.module));
}

/* Text that a program prints as is read again, by tools and by the next step. */
static bool can_be_read(const search *s, const waiting *w)
{
    const grn_reduced program = grn_candidate_reduced(&w->candidate);
    grn_candidate copy;
    if (grn_candidate_copy(&program, &s->r->memory.allocator, &grn_quiet, &copy) != GRN_OK)
        return false;
    grn_candidate_destroy(&copy);
    return true;
}

/* Asks for what waits. *held: where the first stands that holds; NULL: none does. The program of it is held from now
 * on. */
static grn_status take_first(search *s, cursor *held, bool *any)
{
    const grn_status status = ask(s);
    *any = false;
    for (size_t i = 0; status == GRN_OK && i < s->batch.count && !*any; i++) {
        waiting *w = waiting_at(s, i);
        grn_tried_find(&s->tried, w->hash)->is_counted = true;
        s->r->tries++;
        if (w->holds && can_be_read(s, w)) {
            *any = true;
            *held = w->at;
            hold(s, w);
        }
    }
    drop_batch(s);
    return status == GRN_OK && atomic_load(&s->r->memory.refused) ? GRN_E_MEMORY : status;
}

static bool may_go_on(search *s)
{
    s->is_over = s->is_over || (s->max_tries && s->r->tries >= s->max_tries) || (s->go_on && !s->go_on(s->user));
    return !s->is_over;
}

/* ---- one step -------------------------------------------------------------------------------- */

static void move_on(cursor *c, const grn_reduce_step *step)
{
    if (++c->way < step->ways)
        return;
    c->way = 0;
    c->end -= c->size < c->end ? c->size : c->end;
}

/* Candidates from *at on, as many as are asked for at once. */
static grn_status fill(search *s, const grn_reduce_step *step, cursor *at)
{
    grn_status status = GRN_OK;
    bool holds = false;
    while (status == GRN_OK && at->end > 0 && !holds && s->nasked < s->at_once &&
           (!s->max_tries || s->r->tries + s->batch.count < s->max_tries)) {
        grn_candidate candidate;
        const size_t first = at->end > at->size ? at->end - at->size : 0;
        status = grn_candidate_change(&s->r->now, step, first, at->end - first, at->way, &candidate);
        if (atomic_load(&s->r->memory.refused) && status != GRN_E_MEMORY) {
            grn_candidate_destroy(&candidate);
            status = GRN_E_MEMORY;
        }
        if (status == GRN_OK)
            status = wait_for(s, *at, &candidate);
        else if (status != GRN_E_MEMORY)
            status = GRN_OK;
        holds = s->batch.count > 0 && waiting_at(s, s->batch.count - 1)->holds;
        move_on(at, step);
    }
    return status;
}

/* Where the search goes on after the items of a run were changed: at the same ones, if they are there still. */
static void stay(cursor *c, size_t before, size_t now)
{
    const size_t gone = before > now ? before - now : 0;
    c->way = 0;
    c->end -= gone < c->size ? gone : c->size < c->end ? c->size : c->end;
    c->end = c->end < now ? c->end : now;
}

/* Runs of so many items, from the last to the first. */
static grn_status try_runs(search *s, const grn_reduce_step *step, size_t size, size_t *count, bool *any)
{
    cursor at = {.size = size, .end = *count};
    grn_status status = GRN_OK;
    while (status == GRN_OK && at.end > 0 && may_go_on(s)) {
        cursor held;
        bool found = false;
        status = fill(s, step, &at);
        if (status == GRN_OK)
            status = take_first(s, &held, &found);
        if (status != GRN_OK || !found)
            continue;
        const size_t before = *count;
        *any = true;
        status = grn_candidate_count(&s->r->now, step, count);
        at = held;
        stay(&at, before, *count);
    }
    return status;
}

static grn_status try_step(search *s, const grn_reduce_step *step, bool *any)
{
    size_t count;
    grn_status status = grn_candidate_count(&s->r->now, step, &count);
    const size_t all = count;
    for (size_t size = count; status == GRN_OK && size > 0 && !s->is_over;) {
        status = try_runs(s, step, size, &count, any);
        size = size > 1 ? (size + 1) / 2 : 0;
        size = size < count ? size : count;
        if (step->most_parts && size < all / step->most_parts)
            break;
    }
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

static grn_status try_all(search *s)
{
    grn_status status = GRN_OK;
    for (bool any = true; any && status == GRN_OK && !s->is_over;) {
        any = false;
        for (const grn_reduce_step *const *step = grn_reduce_steps; *step && status == GRN_OK; step++)
            status = try_step(s, *step, &any);
    }
    return status;
}

/* The program itself has to do it. */
static grn_status try_itself(search *s, const grn_reduced *from, const grn_diag *diag)
{
    grn_candidate copy;
    cursor none;
    bool holds = false;
    grn_status status = grn_candidate_copy(from, &s->r->memory.allocator, diag, &copy);
    if (status == GRN_OK)
        status = wait_for(s, (cursor){.size = 0}, &copy);
    if (status == GRN_OK)
        status = take_first(s, &none, &holds);
    if (status == GRN_OK && !holds)
        return grn_fail(diag, grn_no_place, GRN_E_CHECK, "the program itself does not do what is looked for");
    return status;
}

static grn_status begin(search *s, const grn_module *module, const grn_reduce_options *o)
{
    s->at_once = o && o->at_once ? o->at_once : 1;
    s->max_tries = o ? o->max_tries : 0;
    s->go_on = o ? o->go_on : NULL;
    s->smaller = o ? o->smaller : NULL;
    s->tried.allocator = module->allocator;
    grn_vec_init(&s->batch, module->allocator, sizeof(waiting));
    s->asked = grn_allocate(module->allocator, s->at_once * sizeof *s->asked);
    s->answers = grn_allocate(module->allocator, s->at_once * sizeof *s->answers);
    s->r = grn_reduction_new(module->allocator);
    return s->asked && s->answers && s->r ? GRN_OK : GRN_E_MEMORY;
}

static void end(search *s, const grn_module *module)
{
    drop_batch(s);
    grn_vec_destroy(&s->batch);
    grn_tried_free(&s->tried);
    grn_release(module->allocator, s->asked, s->at_once * sizeof *s->asked);
    grn_release(module->allocator, s->answers, s->at_once * sizeof *s->answers);
}

GRN_API grn_status grn_module_reduce(const grn_reduced *from,
                                     void (*holds)(void *user, size_t n, const grn_reduced *tried, bool *holds),
                                     void *user, const grn_reduce_options *options, const grn_diag *diag,
                                     grn_reduction **out)
{
    search s = {.holds = holds, .user = user};
    if (out)
        *out = NULL;
    if (!from || !from->module || !holds || !out)
        return grn_fail_null(!from ? "from" : !from->module ? "from->module" : !holds ? "holds" : "out", diag);
    grn_status status = GRN_CHECK_OPTIONS(grn_reduce_options, options, diag);
    if (status == GRN_OK)
        status = grn_check_reduced(from, diag);
    if (status == GRN_OK && options && options->at_once > SIZE_MAX / sizeof(grn_reduced))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "at_once is %zu, which no memory holds", options->at_once);
    if (status != GRN_OK)
        return status;
    status = begin(&s, from->module, options);
    if (status == GRN_OK)
        status = try_itself(&s, from, diag);
    if (status == GRN_OK)
        status = try_all(&s);
    if (status == GRN_E_MEMORY)
        grn_fail(diag, grn_no_place, status, "memory refused while making programs smaller");
    end(&s, from->module);
    if (status != GRN_OK)
        grn_reduction_destroy(s.r);
    else
        *out = s.r;
    return status;
}

static bool is_counted(const grn_op *op)
{
    const uint32_t none = GRN_TRAIT_TERMINATOR | GRN_TRAIT_SYMBOL | GRN_TRAIT_SYMBOL_TABLE;
    return !grn_op_has(op, none) && !grn_is_constant(op);
}

GRN_API size_t grn_module_count_ops(const grn_module *module)
{
    size_t n = 0;
    for (const grn_op *top = module ? module->ir.top : NULL, *op = top; op; op = grn_op_next_in(op, top))
        n += is_counted(op);
    return n;
}
