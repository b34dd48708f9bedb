/*
 * test_comm.c - processes that are threads: what they exchange, in which
 * order they fold, and how it is told that none can go on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "comm/comm.h"

/* ---- messages -------------------------------------------------------------------------------- */

typedef struct told {
    size_t errors, notes;
    char text[2048];
} told;

static void tell(void *user, const grn_diagnostic *d)
{
    told *t = user;
    size_t n = strlen(t->text);
    t->errors += d->severity == GRN_SEVERITY_ERROR;
    t->notes += d->severity == GRN_SEVERITY_NOTE;
    snprintf(t->text + n, sizeof t->text - n, "%u: %s\n", (unsigned)d->place.line, d->message);
}

typedef grn_status (*process)(const grn_comm *c);
typedef struct work {
    process run;
} work;
static grn_status run_work(void *user, const grn_comm *c) { return ((work *)user)->run(c); }

static grn_status run(int64_t replicas, int64_t partitions, process what, told *t, int64_t *failed)
{
    work w = {what};
    const grn_grid_shape shape = {.replicas = replicas, .partitions = partitions};
    const grn_grid_work grid = {.run = run_work, .user = &w};
    const grn_diag diag = {tell, t};
    int64_t unused;
    *t = (told){.errors = 0};
    return grn_grid_run(&shape, &grid, NULL, &diag, (grn_place){1, 1}, failed ? failed : &unused);
}

/* What the calls that follow are part of. */
static void at(const grn_comm *c, const char *name, uint32_t line, const grn_diag *diag)
{
    c->step(c->user, &(grn_comm_step){.name = name, .place = {line, 1}, .diag = diag});
}

/* An exchange of some processes. */
static grn_status meet(const grn_comm *c, int32_t count, const int32_t *members, const grn_comm_part *give,
                       const grn_comm_room *take)
{
    grn_comm group;
    if (c->group(c->user, count, members, &group) != GRN_OK)
        return GRN_E_CHECK;
    grn_status status = group.exchange(group.user, give, take);
    group.release(group.user);
    return status;
}

#define N 6
static const int32_t all[N] = {0, 1, 2, 3, 4, 5};

/* ---- exchange -------------------------------------------------------------------------------- */

/* i gives j the number 100 i + j, j of them. */
static grn_status each_to_each(const grn_comm *c)
{
    int32_t out[N][N], in[N][N];
    grn_comm_part give[N];
    grn_comm_room take[N];
    const size_t mine = (size_t)c->rank;
    for (size_t j = 0; j < N; j++) {
        for (size_t k = 0; k < j; k++)
            out[j][k] = (int32_t)(100 * mine + j);
        give[j] = (grn_comm_part){out[j], j * sizeof **out};
        take[j] = (grn_comm_room){in[j], mine * sizeof **in};
    }
    for (int turn = 0; turn < 200; turn++) {
        memset(in, 0, sizeof in);
        if (c->exchange(c->user, give, take) != GRN_OK)
            return GRN_E_CHECK;
        for (size_t i = 0; i < N; i++)
            for (size_t k = 0; k < mine; k++)
                if (in[i][k] != (int32_t)(100 * i + mine))
                    return GRN_E_CHECK;
        if (c->exchange(c->user, NULL, NULL) != GRN_OK)
            return GRN_E_CHECK;
    }
    return GRN_OK;
}

static void gives_to_each(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(2, 3, each_to_each, &t, NULL), GRN_OK);
    assert_int_equal(t.errors, 0);
}

static grn_status ids(const grn_comm *c)
{
    const grn_own_grid g = {.comm = c, .shape = {.replicas = 2, .partitions = 3}};
    bool right = c->size == 6 && grn_grid_count(&g.shape) == 6 &&
                 grn_own_replica(&g) * 3 + grn_own_partition(&g) == c->rank && grn_own_partition(&g) < 3;
    return right ? GRN_OK : GRN_E_CHECK;
}

static void knows_its_place(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(2, 3, ids, &t, NULL), GRN_OK);
}

/* 1 gives 0 four bytes, of which it expects eight. */
static grn_status sizes_differ(const grn_comm *c)
{
    static const int32_t two[] = {0, 1};
    int32_t out = 0, in[2];
    const grn_comm_part give[2] = {{NULL, 0}, {NULL, 0}}, gives[2] = {{&out, 4}, {NULL, 0}};
    const grn_comm_room take[2] = {{NULL, 0}, {in, 8}};
    told *t = calloc(1, sizeof *t);
    const grn_diag diag = {tell, t};
    at(c, "step", 3, &diag);
    grn_status status = c->rank ? meet(c, 2, two, gives, NULL) : meet(c, 2, two, give, take);
    bool right = strcmp(t->text, c->rank ? "" : "3: step: process (1, 0) gives 4 bytes, 8 are expected of it\n") == 0;
    free(t);
    return right ? status : GRN_E_CHECK;
}

static void sizes_agree(void **state)
{
    told t;
    int64_t failed;
    (void)state;
    assert_int_equal(run(2, 1, sizes_differ, &t, &failed), GRN_E_SHAPE);
    assert_int_equal(failed, 0);
}

/* ---- folds ----------------------------------------------------------------------------------- */

/* 3 a + b: the order of the members shows in the result. */
static grn_status fold_in_order(void *user, size_t n, void *acc, const void *in)
{
    int64_t *a = acc;
    const int64_t *b = in;
    (void)user;
    for (size_t i = 0; i < n; i++)
        a[i] = 3 * a[i] + b[i];
    return GRN_OK;
}

static const int32_t shuffled[] = {4, 0, 5, 2, 1, 3};

static int64_t brings(int64_t who, size_t i) { return who * 1000 + (int64_t)i; }

static grn_status folds(const grn_comm *c)
{
    grn_comm group;
    if (c->group(c->user, N, shuffled, &group) != GRN_OK)
        return GRN_E_CHECK;
    const grn_comm_fold fold = {fold_in_order, NULL, sizeof(int64_t)};
    for (size_t n = 0; n < 20; n++) { /* fewer elements than members among them */
        int64_t from[20], result[20] = {0};
        for (size_t i = 0; i < n; i++)
            from[i] = brings(c->rank, i);
        grn_comm_reduction r = {.fold = &fold, .n = n, .from = from, .result = result, .all = n % 2 == 0, .root = 3};
        if (grn_comm_reduce(&group, &r, NULL) != GRN_OK)
            return GRN_E_CHECK;
        for (size_t i = 0; i < n; i++) {
            int64_t want = brings(shuffled[0], i);
            for (size_t k = 1; k < N; k++)
                want = 3 * want + brings(shuffled[k], i);
            if (result[i] != (r.all || c->rank == shuffled[3] ? want : 0))
                return GRN_E_CHECK;
        }
    }
    group.release(group.user);
    return GRN_OK;
}

static void folds_in_the_order_of_the_members(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(6, 1, folds, &t, NULL), GRN_OK);
}

/* ---- channels -------------------------------------------------------------------------------- */

/* Round a ring, all sending before any receives; what comes over a channel comes in order. */
static grn_status ring(const grn_comm *c)
{
    const int32_t next = (c->rank + 1) % c->size, before = (c->rank + c->size - 1) % c->size;
    grn_comm hidden; /* whose channels are its own */
    if (c->group(c->user, N, all, &hidden) != GRN_OK)
        return GRN_E_CHECK;
    for (int32_t k = 0; k < 50; k++) {
        const int32_t value = c->rank * 100 + k, other = -value;
        if (c->send(c->user, next, 9, &value, 4) != GRN_OK || hidden.send(hidden.user, next, 9, &other, 4) != GRN_OK)
            return GRN_E_CHECK;
    }
    for (int32_t k = 0; k < 50; k++) {
        int32_t other = 1, value = 1;
        if (hidden.receive(hidden.user, before, 9, &other, 4) != GRN_OK ||
            c->receive(c->user, before, 9, &value, 4) != GRN_OK)
            return GRN_E_CHECK;
        if (value != before * 100 + k || other != -value)
            return GRN_E_CHECK;
    }
    hidden.release(hidden.user);
    return GRN_OK;
}

static void sends_wait_for_nobody(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(1, 6, ring, &t, NULL), GRN_OK);
}

/* ---- who cannot go on ------------------------------------------------------------------------ */

static const int32_t pair[] = {0, 1};

static grn_status other_steps(const grn_comm *c)
{
    at(c, c->rank ? "all_gather" : "all_reduce", c->rank ? 20 : 10, NULL);
    return meet(c, 2, pair, NULL, NULL);
}

static grn_status other_numbers(const grn_comm *c)
{
    c->step(c->user, &(grn_comm_step){.name = "all_reduce", .place = {10, 1}, .number = c->rank});
    return meet(c, 2, pair, NULL, NULL);
}

static grn_status one_leaves(const grn_comm *c)
{
    at(c, "step", 5, NULL);
    return c->rank == 1 ? GRN_OK : meet(c, 2, pair, NULL, NULL);
}

static grn_status nobody_sends(const grn_comm *c)
{
    int32_t value;
    at(c, "recv", c->rank ? 8 : 6, NULL);
    return c->receive(c->user, c->rank ? -1 : 1, 4, &value, 4);
}

static grn_status one_fails(const grn_comm *c)
{
    at(c, "step", 5, NULL);
    return c->rank == 4 || c->rank == 2 ? GRN_E_INDEX : c->exchange(c->user, NULL, NULL);
}

/* 0 and 1 meet, and 2 waits for 0 in another step: 0 goes on to that after its own. */
static grn_status all_end_well(const grn_comm *c)
{
    static const int32_t other[] = {2, 0};
    at(c, "step", 0, NULL);
    grn_status status = c->rank != 2 ? meet(c, 2, pair, NULL, NULL) : GRN_OK;
    return status == GRN_OK && c->rank != 1 ? meet(c, 2, other, NULL, NULL) : status;
}

static const struct {
    const char *claim;
    int64_t replicas;
    process run;
    grn_status status;
    int64_t failed;
    const char *text;
} ends[] = {
    {"steps that differ", 2, other_steps, GRN_E_STUCK, -1,
     "10: all_reduce: process (0, 0) waits for (1, 0), and no process can go on\n20: all_gather: process (1, 0) waits "
     "for (0, "
     "0)\n"},
    {"steps of one name that differ", 2, other_numbers, GRN_E_STUCK, -1,
     "10: all_reduce: process (0, 0) waits for (1, 0), and no process can go on\n10: all_reduce: process (1, 0) waits "
     "for (0, "
     "0)\n"},
    {"one has ended", 2, one_leaves, GRN_E_STUCK, -1,
     "5: step: process (0, 0) waits for (1, 0), and no process can go on\n0: process (1, 0) has ended\n"},
    {"nobody sends", 2, nobody_sends, GRN_E_STUCK, -1,
     "6: recv: process (0, 0) waits for (1, 0), and no process can go on\n"
     "8: recv: process (1, 0) waits for a message on channel 4\n"},
    {"two fail: the first by number", N, one_fails, GRN_E_INDEX, 2, ""},
    {"all end", 3, all_end_well, GRN_OK, -1, ""},
};

static void tells_how_it_ends(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (int turn = 0; turn < 50; turn++) {
            told t;
            int64_t failed;
            grn_status status = run(ends[i].replicas, 1, ends[i].run, &t, &failed);
            if (status != ends[i].status || failed != ends[i].failed || strcmp(t.text, ends[i].text) != 0)
                fail_msg("%s: %s, process %d, \"%s\"", ends[i].claim, grn_status_name(status), (int)failed, t.text);
        }
}

/* ---- alone ----------------------------------------------------------------------------------- */

static void meets_itself(void **state)
{
    const grn_comm *c = grn_grid_alone.comm;
    int32_t out = 5, in = 0;
    grn_comm group;
    (void)state;
    assert_true(c->rank == 0 && c->size == 1);
    assert_int_equal(c->exchange(c->user, &(grn_comm_part){&out, 4}, &(grn_comm_room){&in, 4}), GRN_OK);
    assert_int_equal(in, 5);
    assert_int_equal(c->exchange(c->user, NULL, NULL), GRN_OK);
    assert_int_equal(c->group(c->user, 1, all, &group), GRN_OK);
    assert_int_equal(group.size, 1);
    group.release(group.user);
    assert_int_equal(c->group(c->user, 2, all, &group), GRN_E_ARGUMENT);
    assert_true(!c->send && !c->receive);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void *refuse(void *user, size_t bytes, size_t alignment)
{
    return (void)user, (void)bytes, (void)alignment, NULL;
}
static void never(void *user, void *memory, size_t bytes) { (void)user, (void)memory, (void)bytes; }

static void refusals_are_told(void **state)
{
    const grn_allocator nothing = {refuse, never, NULL};
    work w = {ids};
    const grn_grid_work grid = {.run = run_work, .user = &w};
    const grn_grid_shape shape = {.replicas = 2, .partitions = 3};
    told t = {.errors = 0};
    const grn_diag diag = {tell, &t};
    int64_t failed;
    (void)state;
    assert_int_equal(grn_grid_run(&shape, &grid, &nothing, &diag, (grn_place){1, 1}, &failed), GRN_E_MEMORY);
    assert_int_equal(t.errors, 1);
    assert_null(grn_shared_memory_new(&nothing));
    grn_shared_memory_destroy(NULL);
}

/* A thousand bytes each; the budget of each process has room for two on their way. */
static grn_budget budgets[2];
static const grn_allocator *budget_of(void *user, int64_t i) { return (void)user, &budgets[i].allocator; }

static grn_status messages_wait(const grn_comm *c)
{
    static const char bytes[1000];
    char got[1000];
    told t = {.errors = 0};
    const grn_diag diag = {tell, &t};
    const size_t before = budgets[c->rank].used_bytes;
    at(c, "send", 4, &diag);
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; c->rank == 0 && i < 2; i++)
            if (c->send(c->user, 1, 9, bytes, sizeof bytes) != GRN_OK)
                return GRN_E_CHECK;
        if (c->rank == 0 && (budgets[0].used_bytes < 2000 || c->send(c->user, 1, 9, bytes, 1000) != GRN_E_MEMORY ||
                             strcmp(t.text, "4: send: memory for a message of 1000 bytes was refused\n") != 0))
            return GRN_E_CHECK;
        t.text[0] = '\0';
        if (c->exchange(c->user, NULL, NULL) != GRN_OK) /* before it none is received */
            return GRN_E_CHECK;
        for (int i = 0; c->rank == 1 && i < 2; i++)
            if (c->receive(c->user, 0, 9, got, sizeof got) != GRN_OK)
                return GRN_E_CHECK;
        if (c->exchange(c->user, NULL, NULL) != GRN_OK || c->exchange(c->user, NULL, NULL) != GRN_OK ||
            budgets[c->rank].used_bytes != before)
            return GRN_E_CHECK;
    }
    /* One that nobody asks for. */
    return c->rank == 0 ? c->send(c->user, 1, 9, bytes, sizeof bytes) : GRN_OK;
}

static void messages_count_for_their_sender(void **state)
{
    work w = {messages_wait};
    const grn_grid_work grid = {.run = run_work, .user = &w, .memory_of = budget_of};
    const grn_grid_shape shape = {.replicas = 2, .partitions = 1};
    int64_t failed;
    (void)state;
    for (int i = 0; i < 2; i++)
        grn_budget_init(&budgets[i], NULL, 2500);
    assert_int_equal(grn_grid_run(&shape, &grid, NULL, NULL, grn_no_place, &failed), GRN_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(budgets[i].used_bytes, 0);
    assert_int_equal(budgets[1].peak_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_to_each),
        cmocka_unit_test(knows_its_place),
        cmocka_unit_test(sizes_agree),
        cmocka_unit_test(folds_in_the_order_of_the_members),
        cmocka_unit_test(sends_wait_for_nobody),
        cmocka_unit_test(tells_how_it_ends),
        cmocka_unit_test(meets_itself),
        cmocka_unit_test(refusals_are_told),
        cmocka_unit_test(messages_count_for_their_sender),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
