/*
 * test_plan_race.c - races of compositions: who wins by given times, whatever disturbs some of
 * them; when a race begins again; what a plan says of it, and what a tuning keeps. No clock is
 * looked at: where times matter they are made up.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/sink.h"
#include "plan/race.h"

/* ---- problems, of which plans alone are made ------------------------------------------------- */

static void for_nobody(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = 0; i < ntasks; i++)
        task(context, i);
}
static const grn_parallel four = {for_nobody, NULL, 4};

static const grn_gather_spec take = {.dims = {.offset_dims = {1, {1}},
                                              .collapsed_slice_dims = {1, {0}},
                                              .start_index_map = {1, {0}},
                                              .index_vector_dim = 1},
                                     .slice_sizes = {2, {1, 1}},
                                     .index = {.bounds = GRN_BOUNDS_CLAMP}};

static char nowhere[64];

/* Rows of `columns` floats: of a table by a list of indices, or added to it. */
static grn_plan *plan_of(int64_t rows, int64_t columns, int64_t count, bool scatter, const grn_plan_options *options)
{
    grn_tensor operand = {
        .dtype = GRN_F32, .rank = 2, .data = nowhere, .shape = {rows, columns}, .stride = {columns, 1}};
    grn_tensor indices = {.dtype = GRN_I32, .rank = 1, .data = nowhere, .shape = {count}, .stride = {1}};
    grn_tensor dense = {
        .dtype = GRN_F32, .rank = 2, .data = nowhere, .shape = {count, columns}, .stride = {columns, 1}};
    grn_gather_spec gather = take;
    const grn_scatter_spec add = {.dims = take.dims, .index = {.bounds = GRN_BOUNDS_SKIP}, .combiner = GRN_COMBINE_ADD};
    grn_plan *plan = NULL;
    gather.slice_sizes.v[1] = columns;
    assert_int_equal(scatter ? grn_plan_scatter(&add, 1, &operand, &indices, &dense, options, NULL, NULL, &plan)
                             : grn_plan_gather(&gather, &operand, &indices, &dense, options, NULL, NULL, &plan),
                     GRN_OK);
    return plan;
}

/* ---- decisions by made-up times -------------------------------------------------------------- */

typedef struct made_up {
    grn_plan *plan;
    grn_race race;
    grn_plan *composed;
    int64_t notes;
    int32_t disturbed;   /* every so-manyth time is ten times as long; 0: none */
    const char *fastest; /* a variant; NULL: none of them */
    int32_t best;        /* the composition that is */
    int32_t second;      /* 0: none; a composition that is the next, and one variant of which takes 50 */
    const char *variant_of_second;
} made_up;

static void begin(made_up *m, bool kept, const grn_parallel *parallel, bool scatter)
{
    const grn_plan_options options = {.size_bytes = sizeof options, .race = GRN_RACE_OFF, .parallel = parallel};
    *m = (made_up){.plan = plan_of(1 << 20, 64, 1 << 18, scatter, &options)};
    m->composed = kept ? calloc(GRN_MOST_CONTENDERS, sizeof *m->composed) : NULL;
    grn_race_init(&m->race, m->plan, false, m->composed);
}

static void end(made_up *m)
{
    free(m->composed);
    grn_plan_destroy(m->plan);
}

/* The best composition takes 100, the others more; of variants the fastest takes 90, those of the
 * best 99 and more, others' what theirs takes. */
static double time_of(made_up *m, int32_t i)
{
    const grn_choice *c = &m->race.contender[i].choice, *best = &m->race.contender[m->best].choice;
    const bool same = c->addressing == best->addressing && c->partition == best->partition && c->mover == best->mover;
    double ns = same ? 100 : 125 + 20 * (double)((i + 1) % 7);
    const grn_choice *next = &m->race.contender[m->second].choice;
    if (m->second > 0 && !same && c->addressing == next->addressing && c->mover == next->mover)
        ns = c->variant != NULL && strcmp(c->variant->name, m->variant_of_second) == 0 ? 50 : 120;
    if (same && c->variant != NULL)
        ns = m->fastest != NULL && strcmp(c->variant->name, m->fastest) == 0 ? 90 : 99 + (double)(i % 3) * 20;
    m->notes++;
    return m->disturbed > 0 && m->notes % m->disturbed == 0 ? 10 * ns : ns;
}

#define MOST_NOTES 400
static void decide(made_up *m)
{
    while (m->race.stage < GRN_RACE_DECIDED) {
        const int32_t i = grn_race_turn(&m->race);
        grn_race_note(&m->race, m->plan, i, time_of(m, i));
        assert_in_range(m->notes, 1, MOST_NOTES);
    }
    assert_true(atomic_load(&m->race.turns.settled));
}

/* The leader is the fastest, by what each takes undisturbed. */
static void hold_fastest(made_up *m, const char *claim)
{
    const int32_t leader = atomic_load(&m->race.turns.leader);
    const int32_t disturbed = m->disturbed;
    int32_t fastest = 0;
    m->disturbed = 0;
    for (int32_t i = 1; i < m->race.turns.count; i++)
        if (time_of(m, i) < time_of(m, fastest))
            fastest = i;
    m->disturbed = disturbed;
    if (time_of(m, leader) > time_of(m, fastest) && disturbed == 0)
        fail_msg("%s: contender %d leads, %d is the fastest of %d", claim, (int)leader, (int)fastest,
                 (int)m->race.turns.count);
    const grn_choice *c = &m->race.contender[leader].choice;
    if (m->fastest != NULL && (c->variant == NULL || strcmp(c->variant->name, m->fastest) != 0))
        fail_msg("%s: '%s' leads, '%s' is the fastest", claim, c->variant != NULL ? c->variant->name : "no variant",
                 m->fastest);
}

static int seconds; /* that were tried */

/* A variant of the best composition that goes with it; NULL: it has none. */
static const char *some_variant(const made_up *m, int32_t skip)
{
    const grn_choice *c = &m->race.contender[m->best].choice;
    for (const grn_variant *v = c->mover->variants; v != NULL && v->name != NULL; v++)
        if ((v->forms & GRN_FORM_BIT(c->addressing->form)) != 0 && skip-- == 0)
            return v->name;
    return NULL;
}

/* On one thread and on four, kept and once, gathers and scatters. */
static void each_race(void (*hold)(made_up *m, const char *claim))
{
    for (int way = 0; way < 8; way++) {
        const bool kept = way % 2 == 0, scatter = way / 2 % 2 == 1;
        made_up m;
        int32_t count = 1;
        for (int32_t best = 0; best < count; best++) {
            char claim[80];
            begin(&m, kept, way >= 4 ? &four : NULL, scatter);
            count = m.race.compositions;
            m.best = best;
            snprintf(claim, sizeof claim, "%s, %s, %s, composition %d", scatter ? "scatter" : "gather",
                     kept ? "kept" : "once", way >= 4 ? "four threads" : "one thread", (int)best);
            if (kept || !m.race.contender[best].whole) /* what wants the whole has no turn in a race by pieces */
                hold(&m, claim);
            end(&m);
        }
    }
}

static void hold_each(made_up *m, const char *claim)
{
    m->fastest = some_variant(m, 1);
    decide(m);
    hold_fastest(m, claim);
}

static void test_the_fastest_wins(void **unused)
{
    (void)unused;
    each_race(hold_each);
}

/* Of two that are near the first is the best, and with a variant that both have the second. */
static void hold_second(made_up *m, const char *claim)
{
    for (int32_t i = 1; m->best == 0 && i < m->race.compositions; i++) {
        const grn_choice *c = &m->race.contender[i].choice;
        m->fastest = m->variant_of_second = some_variant(m, 1);
        if (m->fastest == NULL || m->race.contender[i].whole || grn_variant_named(c, m->fastest) == NULL)
            continue;
        m->second = i;
        m->notes = 0;
        grn_race_init(&m->race, m->plan, false, m->composed);
        decide(m);
        const grn_choice *leads = &m->race.contender[atomic_load(&m->race.turns.leader)].choice;
        c = &m->race.contender[i].choice;
        if (leads->addressing != c->addressing || leads->mover != c->mover || leads->variant == NULL ||
            strcmp(leads->variant->name, m->variant_of_second) != 0)
            fail_msg("%s: '%s' of %s, %s leads, not '%s' of composition %d", claim,
                     leads->variant != NULL ? leads->variant->name : "no variant", leads->addressing->name,
                     leads->mover->name, m->variant_of_second, (int)i);
        seconds++;
    }
}

static void test_others_race_with_the_variant(void **unused)
{
    (void)unused;
    seconds = 0;
    each_race(hold_second);
    assert_int_not_equal(seconds, 0);
}

static void hold_disturbed(made_up *m, const char *claim)
{
    for (m->disturbed = 3; m->disturbed < 12; m->disturbed++) {
        m->fastest = some_variant(m, 0);
        m->notes = 0;
        grn_race_init(&m->race, m->plan, false, m->composed);
        decide(m);
        hold_fastest(m, claim);
    }
}

/* Ten times as long is what another program that has the processor makes of it. */
static void test_what_disturbs_changes_no_winner(void **unused)
{
    (void)unused;
    each_race(hold_disturbed);
}

static void hold_pace(made_up *m, const char *claim)
{
    decide(m);
    const int32_t before = atomic_load(&m->race.turns.leader);
    const double usual = time_of(m, before);
    const bool soon = 20 * m->race.turns.spent > 16; /* a race of few pieces of one run may begin again at once */
    for (int i = 0; soon && i < 8; i++) {            /* so soon it is the winner's new pace */
        grn_race_note(&m->race, m->plan, grn_race_turn(&m->race), 4 * usual);
        assert_int_equal(m->race.stage, GRN_RACE_DECIDED);
    }
    for (int64_t i = 0; i <= 8 * (20 * m->notes / 8); i++) { /* now and then it is slower, and that is all */
        const bool slow = i % 8 != 0;
        grn_race_note(&m->race, m->plan, grn_race_turn(&m->race), slow ? 4 * usual : usual);
        assert_int_equal(m->race.stage, GRN_RACE_DECIDED);
    }
    for (int i = 0; i < 8; i++) {
        assert_int_equal(m->race.stage, GRN_RACE_DECIDED);
        grn_race_note(&m->race, m->plan, grn_race_turn(&m->race), 4 * usual);
    }
    if (m->race.compositions < 2)
        return;
    assert_int_not_equal(m->race.stage, GRN_RACE_DECIDED);
    assert_false(atomic_load(&m->race.turns.settled));
    m->notes = 0;
    m->best = (m->best + 1) % m->race.compositions;
    m->fastest = some_variant(m, 0);
    if (m->composed == NULL && m->race.contender[m->best].whole)
        return;
    decide(m);
    hold_fastest(m, claim);
}

/* What was the fastest is slower eight times in a row, long after the race: the next one's variants
 * race as well. */
static void test_it_begins_again(void **unused)
{
    (void)unused;
    each_race(hold_pace);
}

/* In the first run another one was the fastest. */
static void hold_warm(made_up *m, const char *claim)
{
    const int32_t best = m->best;
    if (m->composed == NULL || m->race.compositions < 2)
        return;
    m->best = (best + 1) % m->race.compositions;
    decide(m);
    hold_fastest(m, claim);
    grn_race_note_run(&m->race, m->plan);
    assert_int_not_equal(m->race.stage, GRN_RACE_DECIDED);
    m->best = best;
    m->notes = 0;
    decide(m);
    hold_fastest(m, claim);
    grn_race_note_run(&m->race, m->plan); /* the second run is as any */
    assert_int_equal(m->race.stage, GRN_RACE_DECIDED);
}

static void test_the_first_run_decides_nothing(void **unused)
{
    (void)unused;
    each_race(hold_warm);
}

/* What stores past the caches takes 100, what does not 80, but 150 where the one before it did: it would win by
 * itself, and loses every turn of a race that alternates. */
static void test_stores_past_the_caches_race_apart(void **unused)
{
    (void)unused;
    const grn_plan_options options = {.size_bytes = sizeof options, .race = GRN_RACE_OFF};
    for (int64_t count = 1 << 12; count <= 1 << 16; count *= 2) {
        made_up m = {.plan = plan_of(1 << 20, 64, count, false, &options)};
        bool streamed = true;
        m.composed = calloc(GRN_MOST_CONTENDERS, sizeof *m.composed);
        grn_race_init(&m.race, m.plan, false, m.composed);
        while (m.race.stage < GRN_RACE_DECIDED) {
            const int32_t i = grn_race_turn(&m.race);
            const bool streams = m.composed[i].prepared.stream;
            const double more = i < m.race.compositions ? 1 : 0; /* variants win against their compositions */
            grn_race_note(&m.race, m.plan, i, more + (streams ? 100 : streamed ? 150 : 80));
            streamed = streams || (streamed && m.race.stage < GRN_RACE_OF_STORES);
            assert_in_range(++m.notes, 1, MOST_NOTES);
        }
        if (m.composed[atomic_load(&m.race.turns.leader)].prepared.stream)
            fail_msg("%d vectors: it leads by storing past the caches", (int)count);
        end(&m);
    }
}

/* A race by pieces is over within some runs of the whole, however many there are to try. */
/* result[n][c] = operand[index[n][c]][c] */
static grn_plan *plan_of_elements(const grn_plan_options *options)
{
    const grn_gather_spec spec = {.dims = {.collapsed_slice_dims = {1, {0}},
                                           .operand_batching_dims = {1, {1}},
                                           .start_indices_batching_dims = {1, {1}},
                                           .start_index_map = {1, {0}},
                                           .index_vector_dim = 2},
                                  .slice_sizes = {2, {1, 1}}};
    const grn_tensor operand = {.dtype = GRN_F32, .rank = 2, .data = nowhere, .shape = {4096, 512}, .stride = {512, 1}};
    const grn_tensor indices = {.dtype = GRN_I64, .rank = 2, .data = nowhere, .shape = {1024, 512}, .stride = {512, 1}};
    const grn_tensor result = {.dtype = GRN_F32, .rank = 2, .data = nowhere, .shape = {1024, 512}, .stride = {512, 1}};
    grn_plan *plan = NULL;
    assert_int_equal(grn_plan_gather(&spec, &operand, &indices, &result, options, NULL, NULL, &plan), GRN_OK);
    return plan;
}

/* Whether a row that the data decides about leads where it takes so many nanoseconds, and others 100. */
static bool data_leads(double ns)
{
    const grn_plan_options options = {.size_bytes = sizeof options, .race = GRN_RACE_OFF};
    grn_plan *plan = plan_of_elements(&options), *composed = calloc(GRN_MOST_CONTENDERS, sizeof *composed);
    grn_race race;
    bool races = false;
    grn_race_init(&race, plan, false, composed);
    for (int notes = 0; race.stage < GRN_RACE_DECIDED && notes < MOST_NOTES; notes++) {
        const int32_t i = grn_race_turn(&race);
        const bool by_data = race.contender[i].choice.addressing->by_data;
        races = races || by_data;
        grn_race_note(&race, plan, i, by_data ? ns : 100);
    }
    const bool leads = race.contender[atomic_load(&race.turns.leader)].choice.addressing->by_data;
    assert_int_equal(race.stage, GRN_RACE_DECIDED);
    assert_true(races);
    free(composed);
    grn_plan_destroy(plan);
    return leads;
}

static void test_what_the_data_decides_wins_clearly(void **unused)
{
    (void)unused;
    assert_false(data_leads(99));
    assert_true(data_leads(80));
}

static void test_a_race_takes_few_runs(void **unused)
{
    (void)unused;
    const grn_plan_options options = {.size_bytes = sizeof options, .race = GRN_RACE_OFF};
    int by_pieces = 0;
    for (int64_t count = 1 << 10; count <= 1 << 20; count *= 2) {
        made_up m = {.plan = plan_of(1 << 20, 64, count, false, &options)};
        m.composed = calloc(GRN_MOST_CONTENDERS, sizeof *m.composed);
        grn_race_init(&m.race, m.plan, false, m.composed);
        decide(&m);
        const bool in_pieces = m.race.loop >= 0 && m.race.long_steps > 0;
        by_pieces += in_pieces;
        if (m.race.turns.spent > (in_pieces ? 12 : 40))
            fail_msg("%d vectors, %.2f ms: %.1f runs", (int)count, m.plan->expected_ns / 1e6, m.race.turns.spent);
        end(&m);
    }
    assert_int_not_equal(by_pieces, 0);
}

/* ---- a plan's own race ----------------------------------------------------------------------- */

enum { ROWS = 4096, COLUMNS = 64, COUNT = 16384, MOST_RUNS = 400 };

typedef struct data {
    float table[ROWS * COLUMNS], result[COUNT * COLUMNS];
    int32_t index[COUNT];
} data;

static data *filled(void)
{
    data *d = malloc(sizeof *d);
    assert_non_null(d);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        d->table[i] = (float)i;
    for (int i = 0; i < COUNT; i++)
        d->index[i] = (int32_t)((uint32_t)i * 2654435761U % ROWS);
    return d;
}

static bool is_open(const grn_plan *plan)
{
    grn_plan_report report;
    assert_int_equal(grn_plan_describe(plan, &report), GRN_OK);
    return report.races;
}

static void hold_run(const grn_plan *plan, data *d)
{
    void *scratch = malloc(grn_plan_scratch_bytes(plan) + 1);
    memset(d->result, 0xff, sizeof d->result);
    assert_int_equal(grn_plan_run_gather(plan, d->table, d->index, d->result, scratch, NULL), GRN_OK);
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < COLUMNS; k++)
            assert_true(d->result[i * COLUMNS + k] == (float)(d->index[i] * COLUMNS + k));
    free(scratch);
}

static void test_a_plan_settles(void **unused)
{
    grn_plan_contender all[GRN_MOST_CONTENDERS + 1];
    grn_plan_report report;
    grn_tuning *tuning;
    data *d = filled();
    (void)unused;
    grn_plan *plan = plan_of(ROWS, COLUMNS, COUNT, false, NULL);
    assert_true(is_open(plan));
    assert_int_equal(grn_tuning_create(NULL, &tuning), GRN_OK);
    assert_int_equal(grn_tuning_learn(tuning, plan), GRN_OK);
    assert_int_equal(grn_tuning_count(tuning), 0); /* it is not settled */
    int runs = 0;
    for (; is_open(plan); runs++) {
        assert_in_range(runs, 0, MOST_RUNS);
        hold_run(plan, d);
    }
    assert_int_not_equal(runs, 0);
    size_t count = grn_plan_contenders(plan, GRN_MOST_CONTENDERS + 1, all), leaders = 0;
    assert_in_range(count, 2, GRN_MOST_CONTENDERS);
    assert_int_equal(grn_plan_contenders(plan, 0, NULL), count);
    assert_int_equal(grn_plan_describe(plan, &report), GRN_OK);
    for (size_t i = 0; i < count; i++)
        if (all[i].leads) {
            leaders++;
            assert_string_equal(all[i].mover, report.mover);
            assert_true(all[i].variant == report.variant);
            assert_true(all[i].least_ns > 0);
        }
    assert_int_equal(leaders, 1);

    /* what was learnt is what the next plan runs, without a race */
    assert_int_equal(grn_tuning_learn(tuning, plan), GRN_OK);
    assert_int_equal(grn_tuning_count(tuning), 1);
    grn_plan *again = plan_of(ROWS, COLUMNS, COUNT, false, &(grn_plan_options){.tuning = tuning});
    grn_plan_report same;
    assert_int_equal(grn_plan_describe(again, &same), GRN_OK);
    assert_false(same.races);
    assert_int_equal(grn_plan_contenders(again, 0, NULL), 0);
    assert_string_equal(same.addressing, report.addressing);
    assert_string_equal(same.mover, report.mover);
    assert_true(same.variant == report.variant);
    hold_run(again, d);
    grn_plan_destroy(again);
    grn_plan_destroy(plan);
    grn_tuning_destroy(tuning);
    free(d);
}

typedef struct shared {
    const grn_plan *plan;
    const data *d;
    bool holds;
} shared;

static void *run_shared(void *user)
{
    shared *s = user;
    float *result = malloc(sizeof s->d->result);
    void *scratch = malloc(grn_plan_scratch_bytes(s->plan) + 1);
    s->holds = result != NULL && scratch != NULL;
    for (int k = 0; k < 30 && s->holds; k++) {
        memset(result, 0xff, sizeof s->d->result);
        s->holds = grn_plan_run_gather(s->plan, s->d->table, s->d->index, result, scratch, NULL) == GRN_OK;
        for (int i = 0; i < COUNT && s->holds; i++)
            s->holds = result[i * COLUMNS] == (float)(s->d->index[i] * COLUMNS);
    }
    free(result);
    free(scratch);
    return NULL;
}

/* One plan run by three threads at once, with results of their own: one of the runs is timed. */
static void test_runs_beside_each_other(void **unused)
{
    enum { THREADS = 3 };
    pthread_t thread[THREADS];
    shared s[THREADS];
    data *d = filled();
    (void)unused;
    grn_plan *plan = plan_of(ROWS, COLUMNS, COUNT, false, NULL);
    for (int i = 0; i < THREADS; i++) {
        s[i] = (shared){plan, d, false};
        assert_int_equal(pthread_create(&thread[i], NULL, run_shared, &s[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < THREADS; i++)
        assert_true(s[i].holds);
    grn_plan_destroy(plan);
    free(d);
}

/* Where a row is named, where it is off, and where little moves. */
static void test_no_race(void **unused)
{
    (void)unused;
    const grn_plan_options options[] = {{.size_bytes = sizeof(grn_plan_options), .race = GRN_RACE_OFF},
                                        {.mover = "rows"},
                                        {.addressing = "offsets32"},
                                        {.partition = "none"}};
    for (size_t i = 0; i < GRN_COUNT(options); i++) {
        grn_plan *plan = plan_of(ROWS, COLUMNS, COUNT, false, &options[i]);
        assert_false(is_open(plan));
        assert_int_equal(grn_plan_contenders(plan, 0, NULL), 0);
        grn_plan_destroy(plan);
    }
    grn_plan *plan = plan_of(64, 8, 16, false, NULL);
    assert_false(is_open(plan));
    assert_int_equal(grn_plan_contenders(plan, 0, NULL), 0);
    grn_plan_destroy(plan);
}

/* Every variant that a mover lists can be had by its name, and gives the same. */
static void test_variants_by_name(void **unused)
{
    data *d = filled();
    (void)unused;
    int had = 0;
    const char *variant;
    for (size_t i = 0; (variant = grn_plan_variant(false, "rows", i)) != NULL; i++) {
        const grn_plan_options options = {
            .size_bytes = sizeof options, .mover = "rows", .addressing = "offsets32", .variant = variant};
        grn_plan *plan = plan_of(ROWS, COLUMNS, COUNT, false, &options);
        grn_plan_report report;
        assert_int_equal(grn_plan_describe(plan, &report), GRN_OK);
        assert_string_equal(report.variant, variant);
        hold_run(plan, d);
        grn_plan_destroy(plan);
        had++;
    }
    assert_in_range(had, 2, GRN_RACE_VARIANTS);
    free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_fastest_wins),
        cmocka_unit_test(test_others_race_with_the_variant),
        cmocka_unit_test(test_what_disturbs_changes_no_winner),
        cmocka_unit_test(test_it_begins_again),
        cmocka_unit_test(test_the_first_run_decides_nothing),
        cmocka_unit_test(test_stores_past_the_caches_race_apart),
        cmocka_unit_test(test_what_the_data_decides_wins_clearly),
        cmocka_unit_test(test_a_race_takes_few_runs),
        cmocka_unit_test(test_a_plan_settles),
        cmocka_unit_test(test_runs_beside_each_other),
        cmocka_unit_test(test_no_race),
        cmocka_unit_test(test_variants_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
