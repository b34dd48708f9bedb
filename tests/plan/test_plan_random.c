/*
 * test_plan_random.c - random cases: the one-shot call, the plan's own choice
 * and every composition that applies, forced in turn, give the reference's bits,
 * status and message, and touch nothing outside the view.
 *
 * GARNER_RANDOM_CASES: how many (20000). GARNER_SEED: where to begin; a
 * failure prints the seed of its case, which alone brings it back.
 * GARNER_THREADS: how many threads take the parts of a run, for the thread
 * sanitizer; without it one thread takes them, the last part first.
 */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/race.h"
#include "plan/scatter/scatter.h"
#include "support/random_spec.h"
#include "support/share.h"

/* ---- one run --------------------------------------------------------------------------------- */

typedef struct outcome {
    grn_status status;
    char message[512];
    random_buffer destination[RANDOM_INPUTS];
} outcome;

static void keep_message(void *user, const grn_diagnostic *d)
{
    outcome *o = user;
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(o->message, sizeof o->message, "%s", d->message);
}

static void outcome_begin(const random_case *c, outcome *o)
{
    memset(o, 0, sizeof *o);
    for (size_t i = 0; i < c->ninputs; i++)
        assert_true(random_buffer_clone(random_destination(c, i), &o->destination[i]));
}

static void outcome_end(outcome *o)
{
    for (size_t i = 0; i < RANDOM_INPUTS; i++)
        random_buffer_release(&o->destination[i]);
}

/* The tensors of a run on o's destinations. */
typedef struct tensors {
    grn_tensor operand[RANDOM_INPUTS], dense[RANDOM_INPUTS];
} tensors;

static void collect(const random_case *c, const outcome *o, tensors *t)
{
    for (size_t i = 0; i < c->ninputs; i++) {
        t->operand[i] = c->is_scatter ? o->destination[i].view : c->operand[i].view;
        t->dense[i] = c->is_scatter ? c->dense[i].view : o->destination[i].view;
    }
}

static void run_one_shot(const random_case *c, outcome *o)
{
    grn_diag diag = {keep_message, o};
    tensors t;
    collect(c, o, &t);
    o->status = c->is_scatter ? grn_scatter(&c->scatter, c->ninputs, t.operand, &c->indices.view, t.dense, &diag)
                              : grn_gather(&c->gather, t.operand, &c->indices.view, t.dense, &diag);
}

static grn_status run_plan(const random_case *c, const tensors *t, const grn_plan *plan, const grn_diag *diag)
{
    void *results[RANDOM_INPUTS];
    const void *updates[RANDOM_INPUTS];
    size_t bytes = grn_plan_scratch_bytes(plan);
    void *scratch = bytes > 0 ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    grn_status status;
    assert_true(bytes == 0 || scratch != NULL);
    if (!c->is_scatter) {
        status = grn_plan_run_gather(plan, t->operand->data, c->indices.view.data, t->dense->data, scratch, diag);
        free(scratch);
        return status;
    }
    for (size_t i = 0; i < c->ninputs; i++) {
        results[i] = t->operand[i].data;
        updates[i] = t->dense[i].data;
    }
    status = grn_plan_run_scatter(plan, results, c->indices.view.data, updates, scratch, diag);
    free(scratch);
    return status;
}

/* Runs the parts one after the other, the last first: a result that depends on who is first
 * shows. */
static void last_first(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    while (ntasks > 0)
        task(context, --ntasks);
}

static const grn_parallel backwards = {last_first, NULL, 16};

/* Parts dealt out to as many threads as there are: each thread waits until all have come, so that
 * none has the parts of another, however short they are. */
typedef struct deal {
    void (*task)(void *context, int32_t i);
    void *context;
    int32_t ntasks, nthreads;
    atomic_int here;
} deal;

static void take_turns(void *context, int32_t thread)
{
    deal *d = context;
    atomic_fetch_add_explicit(&d->here, 1, memory_order_relaxed);
    while (atomic_load_explicit(&d->here, memory_order_relaxed) < d->nthreads)
        sched_yield();
    for (int32_t i = thread; i < d->ntasks; i += d->nthreads)
        d->task(d->context, i);
}

static void deal_out(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    const grn_parallel *pool = user;
    deal d = {task, context, ntasks, ntasks < pool->threads ? ntasks : pool->threads, 0};
    pool->for_each(pool->user, d.nthreads, take_turns, &d);
}

static const grn_parallel *parts_on = &backwards;

/* How a run is to be done: `choice` without a mover is the plan's own. `hints` sets what only large
 * data would. */
typedef struct way {
    grn_choice choice;
    const char *cpu;
    int32_t loop, parts; /* loop -1: not cut along one */
    bool hints;
    enum { ALONE, SWITCHES, SWITCHES_ONCE } race; /* compositions and variants take turns on the run's pieces */
} way;

/* Caches so small that everything is far away. */
static const grn_machine *far_machine(void)
{
    static grn_machine m;
    grn_machine_default(&m);
    m.l1_bytes = 64;
    m.l2_bytes = 128;
    m.last_bytes = 256;
    m.prefetch_vectors = 5;
    m.prefetch_bytes = 24;
    return &m;
}

static void pretend_large(grn_plan *plan)
{
    if (plan->problem.gather != NULL) {
        plan->traits.small = false;
        plan->traits.operand_bytes = 1 << 30;
        return;
    }
    plan->conflicts.small = false;
    plan->conflicts.moved_bytes = 1;
    plan->conflicts.ahead = 3;
}

static grn_status make_plan(const random_case *c, const tensors *t, const way *w, const grn_diag *diag, grn_plan **plan)
{
    grn_plan_options options = {.size_bytes = sizeof options,
                                .race = w->race == SWITCHES ? GRN_RACE_SWITCH : GRN_RACE_OFF,
                                .cpu = w->cpu,
                                .threads = w->parts,
                                .parallel = parts_on,
                                .machine = w->hints ? far_machine() : NULL};
    return c->is_scatter
               ? grn_plan_scatter(&c->scatter, c->ninputs, t->operand, &c->indices.view, t->dense, &options, NULL, diag,
                                  plan)
               : grn_plan_gather(&c->gather, t->operand, &c->indices.view, t->dense, &options, NULL, diag, plan);
}

/* Along the loop, whatever it is worth. */
static bool cut(grn_plan *plan, const way *w)
{
    if (w->loop >= plan->normal.nloops ||
        !(plan->problem.gather != NULL ? grn_may_cut(plan, w->loop) : grn_scatter_may_cut(plan, w->loop)))
        return false;
    int64_t extent = plan->normal.extent[w->loop];
    plan->cut = (grn_cut){w->loop, (int32_t)(extent < w->parts ? extent : w->parts), 1, false};
    return plan->choice.partition->serves(plan) == NULL && plan->choice.addressing->obstacle(plan) == NULL;
}

/* False when the rows do not go together. */
static bool force(grn_plan *plan, const way *w)
{
    if (plan->empty || w->choice.mover == NULL)
        return w->loop < 0;
    if (w->hints)
        pretend_large(plan);
    if (w->loop < 0)
        return grn_compose(plan, &w->choice) == NULL;
    grn_choice whole = w->choice;
    whole.partition = (plan->problem.gather != NULL ? grn_gather_tables() : grn_scatter_tables())->partition;
    if (grn_compose(plan, &whole) != NULL)
        return false;
    plan->choice.partition = w->choice.partition;
    if (!cut(plan, w))
        return false;
    if (plan->choice.addressing->scratch != NULL)
        plan->scratch_bytes = plan->choice.addressing->scratch(plan) * (size_t)plan->cut.parts;
    return true;
}

/* False when they do not go together. */
static bool run_way(const random_case *c, const way *w, outcome *o)
{
    grn_diag diag = {keep_message, o};
    grn_plan *plan = NULL;
    tensors t;
    collect(c, o, &t);
    assert_int_equal(make_plan(c, &t, w, &diag, &plan), GRN_OK);
    bool runs = force(plan, w);
    grn_race once, *kept = plan->race;
    if (runs && w->race == SWITCHES_ONCE)
        grn_race_begin_once(plan, true, &once);
    if (runs)
        o->status = run_plan(c, &t, plan, &diag);
    plan->race = kept;
    grn_plan_destroy(plan);
    return runs;
}

/* ---- comparison ------------------------------------------------------------------------------ */

static bool same(const random_case *c, const outcome *want, const outcome *got)
{
    bool equal = want->status == got->status && strcmp(want->message, got->message) == 0;
    for (size_t i = 0; equal && i < c->ninputs; i++)
        equal = memcmp(want->destination[i].memory, got->destination[i].memory, want->destination[i].bytes) == 0;
    return equal;
}

static void fail_case(const random_case *c, const char *how, uint64_t seed, const outcome *want, const outcome *got)
{
    random_spec_print(c, stderr);
    fail_msg("%s differs from the reference; GARNER_SEED=%llu GARNER_RANDOM_CASES=1; status %s, wanted %s; '%s', "
             "wanted '%s'",
             how, (unsigned long long)seed, grn_status_text(got->status), grn_status_text(want->status), got->message,
             want->message);
}

/* Destinations of a scatter may share memory within themselves: a stride of 0 keeps the view inside
 * its buffer. */
static void fold_destination(random_source s, random_case *c)
{
    for (size_t i = 0; c->is_scatter && i < c->ninputs; i++)
        for (int32_t d = 0; d < c->operand[i].view.rank; d++)
            if (s.next(s.user, 3) == 0 && c->operand[i].view.stride[d] > 0)
                c->operand[i].view.stride[d] = 0;
}

/* Moves a buffer to an address one byte past every alignment. */
static void misalign(random_buffer *b)
{
    unsigned char *memory;
    if (b->memory == NULL)
        return;
    memory = calloc(b->bytes + 1, 1);
    assert_non_null(memory);
    memcpy(memory + 1, b->memory, b->bytes);
    b->view.data = memory + 1 + ((unsigned char *)b->view.data - b->memory);
    free(b->memory);
    b->memory = memory;
    b->bytes += 1;
}

/* Strides along which nothing is stepped mean nothing: those of extents of 1, and all of a view
 * without elements. */
static void loosen(random_source s, grn_tensor *t)
{
    static const int64_t wild[] = {INT64_MIN, INT64_MAX, INT64_MIN + 1, INT64_MAX / 3, -1, 0};
    bool empty = grn_tensor_elements(t) == 0;
    for (int32_t d = 0; d < t->rank; d++)
        if (empty || t->shape[d] == 1)
            t->stride[d] = wild[s.next(s.user, sizeof wild / sizeof *wild)];
}

static void loosen_case(random_source s, random_case *c)
{
    loosen(s, &c->indices.view);
    for (size_t i = 0; i < c->ninputs; i++) {
        loosen(s, &c->operand[i].view);
        loosen(s, &c->dense[i].view);
    }
}

static void misalign_case(random_case *c)
{
    misalign(&c->indices);
    for (size_t i = 0; i < c->ninputs; i++) {
        misalign(&c->operand[i]);
        misalign(&c->dense[i]);
    }
}

/* The best set of this machine, or the one below it, by turns. */
static const char *vectors(uint64_t seed)
{
    return seed % 5 < 2 && grn_kernels_named("avx512") != NULL ? "avx2" : NULL;
}

static const char *name_or(const char *name) { return name != NULL ? name : "its own"; }

/* One way; 1 when it could be run. */
static int check_way(const random_case *c, const way *w, uint64_t seed, const outcome *want)
{
    outcome got;
    char text[160];
    outcome_begin(c, &got);
    bool ran = run_way(c, w, &got), own = w->choice.mover == NULL;
    snprintf(text, sizeof text, "%s, %s, %s%s%s, cpu %s, loop %d, %d parts, hints %d, race %d",
             own ? name_or(NULL) : w->choice.addressing->name, own ? name_or(NULL) : w->choice.partition->name,
             own ? name_or(NULL) : w->choice.mover->name, w->choice.variant != NULL ? ", " : "",
             w->choice.variant != NULL ? w->choice.variant->name : "", w->cpu != NULL ? w->cpu : "any", (int)w->loop,
             (int)w->parts, (int)w->hints, (int)w->race);
    if (ran && !same(c, want, &got))
        fail_case(c, text, seed, want, &got);
    outcome_end(&got);
    return ran;
}

/* The row of a table that is cut along a loop, of which there is one in each. */
static const grn_partition *loop_row(const grn_tables *tables)
{
    const grn_partition *p = tables->partition;
    while (strcmp(p->name, "loop") != 0)
        p++;
    return p;
}

/* One of the mover's variants, another for each seed. */
static int check_variant(const random_case *c, grn_choice choice, uint64_t seed, const outcome *want)
{
    uint64_t count = 0;
    while (choice.mover->variants != NULL && choice.mover->variants[count].name != NULL)
        count++;
    if (count == 0)
        return 0;
    choice.variant = &choice.mover->variants[seed / 8 % count];
    return check_way(c, &(way){choice, vectors(seed), -1, 1, seed % 2 == 0, ALONE}, seed, want);
}

/* A choice on one thread, divided as its row says, and cut along two of the loops. */
static int check_choice(const random_case *c, const grn_tables *tables, grn_choice choice, uint64_t seed,
                        const outcome *want)
{
    int32_t parts = (int32_t)(2 + seed % 15);
    int runs = 0;
    for (const grn_partition *p = tables->partition; p->name != NULL; p++) {
        choice.partition = p;
        runs += check_way(c, &(way){choice, vectors(seed), -1, parts, seed % 4 > 0, ALONE}, seed, want);
    }
    choice.partition = tables->partition;
    runs += check_variant(c, choice, seed, want);
    runs += check_way(c, &(way){choice, "scalar", -1, 1, false, ALONE}, seed, want);
    choice.partition = loop_row(tables);
    for (int32_t loop = (int32_t)(seed % 3); loop < 6; loop += 3)
        runs += check_way(c, &(way){choice, vectors(seed), loop, parts, loop % 2 == 0, ALONE}, seed, want);
    return runs;
}

/* Addressings and movers that go together under some partition. */
#define MOST_CHOICES 64
typedef struct choices {
    size_t count;
    grn_choice choice[MOST_CHOICES];
} choices;

static void collect_choice(void *user, const grn_choice *choice, double expected_ns)
{
    choices *all = user;
    (void)expected_ns;
    for (size_t i = 0; i < all->count; i++)
        if (all->choice[i].addressing == choice->addressing && all->choice[i].mover == choice->mover)
            return;
    assert_true(all->count < MOST_CHOICES);
    all->choice[all->count++] = *choice;
}

static void collect_choices(const random_case *c, const way *w, choices *all)
{
    outcome o;
    tensors t;
    grn_plan *plan = NULL;
    outcome_begin(c, &o);
    collect(c, &o, &t);
    assert_int_equal(make_plan(c, &t, w, NULL, &plan), GRN_OK);
    if (!plan->empty && w->hints)
        pretend_large(plan);
    if (!plan->empty)
        grn_compositions_each(plan, collect_choice, all);
    grn_plan_destroy(plan);
    outcome_end(&o);
}

static int check_choices(const random_case *c, uint64_t seed, const outcome *want)
{
    const grn_tables *tables = c->is_scatter ? grn_scatter_tables() : grn_gather_tables();
    const way own = {{.mover = NULL}, vectors(seed), -1, (int32_t)(2 + seed % 15), true, ALONE};
    choices all = {.count = 0};
    int runs = check_way(c, &(way){.loop = -1, .parts = 1, .hints = true}, seed, want);
    runs += check_way(c, &(way){.cpu = vectors(seed), .loop = -1, .parts = 2}, seed, want);
    for (int32_t parts = 1; parts < 4; parts += 2)
        runs += check_way(c, &(way){.cpu = vectors(seed), .loop = -1, .parts = parts, .race = SWITCHES}, seed, want);
    runs += check_way(c, &(way){.cpu = vectors(seed), .loop = -1, .parts = 1, .race = SWITCHES_ONCE}, seed, want);
    collect_choices(c, &own, &all);
    for (size_t i = 0; i < all.count; i++)
        runs += check_choice(c, tables, all.choice[i], seed, want);
    return runs;
}

static int check_case(uint64_t seed)
{
    uint64_t state = seed;
    random_source source = random_from_seed(&state);
    random_case *c = random_case_create(source, seed % 2 == 1);
    int runs = 1;
    outcome want, got;
    assert_non_null(c);
    if (seed % 16 == 15)
        fold_destination(source, c);
    if (seed % 8 == 5 || seed % 8 == 2)
        misalign_case(c);
    if (seed % 8 == 1 || seed % 8 == 4)
        loosen_case(source, c);
    outcome_begin(c, &want);
    want.status = random_case_reference(c, want.destination, &(grn_diag){keep_message, &want});
    outcome_begin(c, &got);
    run_one_shot(c, &got);
    if (!same(c, &want, &got))
        fail_case(c, "the one-shot call", seed, &want, &got);
    outcome_end(&got);
    runs += check_choices(c, seed, &want);
    outcome_end(&want);
    random_case_destroy(c);
    return runs;
}

static void test_random_cases(void **unused)
{
    uint64_t first = test_setting("GARNER_SEED", 1), cases = test_count("GARNER_RANDOM_CASES", 20000);
    uint64_t threads = test_setting("GARNER_THREADS", 0);
    grn_pool *pool = NULL;
    grn_parallel dealt = {deal_out, NULL, 16};
    int64_t runs = 0;
    (void)unused;
    if (threads > 0) {
        assert_int_equal(grn_pool_create((int32_t)threads, NULL, &pool), GRN_OK);
        dealt.user = (void *)(uintptr_t)grn_pool_parallel(pool);
        parts_on = &dealt;
    }
    for (uint64_t i = 0; i < cases; i++)
        runs += check_case(first + i);
    grn_pool_destroy(pool);
    print_message("%llu cases, %lld runs\n", (unsigned long long)cases, (long long)runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
