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

/* ---- messages ---------------------------------------------------------------------------------------------------- */

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

typedef grn_status (*process)(grn_grid_comm *c);
typedef struct work {
    process run;
} work;
static grn_status run_work(void *user, grn_grid_comm *c) { return ((work *)user)->run(c); }

static grn_status run(int64_t replicas, int64_t partitions, process what, told *t, int64_t *failed)
{
    work w = {what};
    const grn_grid_work grid = {.run = run_work, .user = &w};
    const grn_diag diag = {tell, t};
    int64_t unused;
    *t = (told){.errors = 0};
    return grn_grid_run(replicas, partitions, &grid, NULL, &diag, (grn_place){1, 1}, failed ? failed : &unused);
}

#define N 6
static const int64_t all[N] = {0, 1, 2, 3, 4, 5};
static const grn_meeting everyone = {.what = "step", .place = {7, 1}, .channel = 0, .count = N, .members = all};

/* ---- exchange ---------------------------------------------------------------------------------------------------- */

/* i gives j the number 100 i + j, j of them. */
static grn_status each_to_each(grn_grid_comm *c)
{
    int32_t out[N][N], in[N][N];
    grn_comm_part give[N];
    grn_comm_room take[N];
    const size_t mine = (size_t)c->process;
    for (size_t j = 0; j < N; j++) {
        for (size_t k = 0; k < j; k++)
            out[j][k] = (int32_t)(100 * mine + j);
        give[j] = (grn_comm_part){out[j], j * sizeof **out};
        take[j] = (grn_comm_room){in[j], mine * sizeof **in};
    }
    for (int turn = 0; turn < 200; turn++) {
        memset(in, 0, sizeof in);
        if (c->exchange(c, &everyone, give, take, NULL) != GRN_OK)
            return GRN_E_CHECK;
        for (size_t i = 0; i < N; i++)
            for (size_t k = 0; k < mine; k++)
                if (in[i][k] != (int32_t)(100 * i + mine))
                    return GRN_E_CHECK;
        if (c->exchange(c, &everyone, NULL, NULL, NULL) != GRN_OK)
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

static grn_status ids(grn_grid_comm *c)
{
    bool right = c->replicas == 2 && c->partitions == 3 && grn_comm_processes(c) == 6 &&
                 grn_comm_replica(c) * 3 + grn_comm_partition(c) == c->process && grn_comm_partition(c) < 3;
    return right ? GRN_OK : GRN_E_CHECK;
}

static void knows_its_place(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(2, 3, ids, &t, NULL), GRN_OK);
}

/* 1 gives 0 four bytes, of which it expects eight. */
static grn_status sizes_differ(grn_grid_comm *c)
{
    static const int64_t two[] = {0, 1};
    const grn_meeting m = {.what = "step", .place = {3, 1}, .count = 2, .members = two};
    int32_t out = 0, in[2];
    const grn_comm_part give[2] = {{NULL, 0}, {NULL, 0}}, gives[2] = {{&out, 4}, {NULL, 0}};
    const grn_comm_room take[2] = {{NULL, 0}, {in, 8}};
    told *t = calloc(1, sizeof *t);
    const grn_diag diag = {tell, t};
    grn_status status = c->process ? c->exchange(c, &m, gives, NULL, &diag) : c->exchange(c, &m, give, take, &diag);
    bool right = c->process ? t->errors == 0 : strstr(t->text, "process (1, 0) gives 4 bytes, 8 are expected of it") != NULL;
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

/* ---- folds ------------------------------------------------------------------------------------------------------- */

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

static const int64_t shuffled[] = {4, 0, 5, 2, 1, 3};

static int64_t brings(int64_t who, size_t i) { return who * 1000 + (int64_t)i; }

static grn_status folds(grn_grid_comm *c)
{
    const grn_meeting m = {.what = "fold", .count = N, .members = shuffled};
    const grn_comm_fold fold = {fold_in_order, NULL, sizeof(int64_t)};
    for (size_t n = 0; n < 20; n++) { /* fewer elements than members among them */
        int64_t from[20], result[20] = {0};
        for (size_t i = 0; i < n; i++)
            from[i] = brings(c->process, i);
        grn_comm_reduction r = {.meeting = &m, .fold = &fold, .n = n, .from = from, .result = result, .all = n % 2 == 0, .root = 3};
        if (grn_comm_reduce(c, &r, NULL, NULL) != GRN_OK)
            return GRN_E_CHECK;
        for (size_t i = 0; i < n; i++) {
            int64_t want = brings(shuffled[0], i);
            for (size_t k = 1; k < N; k++)
                want = 3 * want + brings(shuffled[k], i);
            if (result[i] != (r.all || c->process == shuffled[3] ? want : 0))
                return GRN_E_CHECK;
        }
    }
    return GRN_OK;
}

static void folds_in_the_order_of_the_members(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(6, 1, folds, &t, NULL), GRN_OK);
}

/* ---- channels ---------------------------------------------------------------------------------------------------- */

/* Round a ring, all sending before any receives; what comes over a channel comes in order. */
static grn_status ring(grn_grid_comm *c)
{
    const int64_t n = grn_comm_processes(c), next = (c->process + 1) % n, before = (c->process + n - 1) % n;
    const grn_channel_end to = {.what = "send", .place = {1, 1}, .channel = 9, .peer = next},
                          from = {.what = "recv", .place = {2, 1}, .channel = 9, .peer = before};
    const grn_channel_end hidden_to = {.what = "op", .place = {1, 1}, .within_op = true, .channel = 9, .peer = next},
                          hidden_from = {.what = "op", .place = {2, 1}, .within_op = true, .channel = 9, .peer = before};
    for (int32_t k = 0; k < 50; k++) {
        const int32_t value = (int32_t)c->process * 100 + k, other = -value;
        if (c->send(c, &to, &(grn_comm_part){&value, 4}, NULL) != GRN_OK ||
            c->send(c, &hidden_to, &(grn_comm_part){&other, 4}, NULL) != GRN_OK)
            return GRN_E_CHECK;
    }
    for (int32_t k = 0; k < 50; k++) {
        int32_t hidden = 1, value = 1;
        if (c->receive(c, &hidden_from, &(grn_comm_room){&hidden, 4}, NULL) != GRN_OK ||
            c->receive(c, &from, &(grn_comm_room){&value, 4}, NULL) != GRN_OK)
            return GRN_E_CHECK;
        if (value != (int32_t)before * 100 + k || hidden != -value)
            return GRN_E_CHECK;
    }
    return GRN_OK;
}

static void sends_wait_for_nobody(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(1, 6, ring, &t, NULL), GRN_OK);
}

/* ---- who cannot go on --------------------------------------------------------------------------------------------- */

static const int64_t pair[] = {0, 1};

static grn_status other_steps(grn_grid_comm *c)
{
    const grn_meeting m = {
        .what = c->process ? "all_gather" : "all_reduce", .place = {c->process ? 20 : 10, 1}, .count = 2, .members = pair};
    return c->exchange(c, &m, NULL, NULL, NULL);
}

static grn_status one_leaves(grn_grid_comm *c)
{
    const grn_meeting m = {.what = "step", .place = {5, 1}, .count = 2, .members = pair};
    return c->process == 1 ? GRN_OK : c->exchange(c, &m, NULL, NULL, NULL);
}

static grn_status nobody_sends(grn_grid_comm *c)
{
    const grn_channel_end from = {
        .what = "recv", .place = {c->process ? 8 : 6, 1}, .channel = 4, .peer = c->process ? GRN_ANY_PROCESS : 1};
    int32_t value;
    return c->receive(c, &from, &(grn_comm_room){&value, 4}, NULL);
}

static grn_status one_fails(grn_grid_comm *c)
{
    const grn_meeting m = {.what = "step", .place = {5, 1}, .count = N, .members = all};
    return c->process == 4 || c->process == 2 ? GRN_E_INDEX : c->exchange(c, &m, NULL, NULL, NULL);
}

/* 0 and 1 meet, and 2 waits for 0 in another step: 0 goes on to that after its own. */
static grn_status all_end_well(grn_grid_comm *c)
{
    static const int64_t other[] = {2, 0};
    const grn_meeting first = {.what = "step", .count = 2, .members = pair},
                      second = {.what = "step", .count = 2, .members = other};
    grn_status status = c->process != 2 ? c->exchange(c, &first, NULL, NULL, NULL) : GRN_OK;
    return status == GRN_OK && c->process != 1 ? c->exchange(c, &second, NULL, NULL, NULL) : status;
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
     "10: all_reduce: process (0, 0) waits for (1, 0), and no process can go on\n20: all_gather: process (1, 0) waits for (0, "
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

/* ---- alone --------------------------------------------------------------------------------------------------------- */

static void meets_itself(void **state)
{
    grn_grid_comm *c = grn_comm_alone;
    const grn_meeting m = {.what = "step", .count = 1, .members = all};
    int32_t out = 5, in = 0;
    told t = {.errors = 0};
    const grn_diag diag = {tell, &t};
    (void)state;
    assert_int_equal(c->exchange(c, &m, &(grn_comm_part){&out, 4}, &(grn_comm_room){&in, 4}, NULL), GRN_OK);
    assert_int_equal(in, 5);
    const grn_channel_end end = {.what = "send", .place = {1, 1}, .channel = 3, .peer = 1};
    assert_int_equal(c->send(c, &end, &(grn_comm_part){&out, 4}, &diag), GRN_E_UNSUPPORTED);
    assert_int_equal(c->receive(c, &end, &(grn_comm_room){&in, 4}, &diag), GRN_E_UNSUPPORTED);
    assert_int_equal(t.errors, 2);
}

/* ---- memory -------------------------------------------------------------------------------------------------------- */

static void *refuse(void *user, size_t bytes, size_t alignment) { return (void)user, (void)bytes, (void)alignment, NULL; }
static void never(void *user, void *memory, size_t bytes) { (void)user, (void)memory, (void)bytes; }

static void refusals_are_told(void **state)
{
    const grn_allocator nothing = {refuse, never, NULL};
    work w = {ids};
    const grn_grid_work grid = {.run = run_work, .user = &w};
    told t = {.errors = 0};
    const grn_diag diag = {tell, &t};
    int64_t failed;
    (void)state;
    assert_int_equal(grn_grid_run(2, 3, &grid, &nothing, &diag, (grn_place){1, 1}, &failed), GRN_E_MEMORY);
    assert_int_equal(t.errors, 1);
    assert_null(grn_shared_memory_new(&nothing));
    grn_shared_memory_destroy(NULL);
}

/* A thousand bytes each; the budget of each process has room for two on their way. */
static grn_budget budgets[2];
static const grn_allocator *budget_of(void *user, int64_t i) { return (void)user, &budgets[i].allocator; }

static grn_status messages_wait(grn_grid_comm *c)
{
    static const char bytes[1000];
    const grn_meeting m = {.what = "step", .place = {3, 1}, .count = 2, .members = pair};
    const grn_channel_end to = {.what = "send", .place = {4, 1}, .channel = 9, .peer = 1},
                          from = {.what = "recv", .place = {5, 1}, .channel = 9, .peer = 0};
    char got[1000];
    told t = {.errors = 0};
    const grn_diag diag = {tell, &t};
    const size_t before = budgets[c->process].used_bytes;
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; c->process == 0 && i < 2; i++)
            if (c->send(c, &to, &(grn_comm_part){bytes, sizeof bytes}, NULL) != GRN_OK)
                return GRN_E_CHECK;
        if (c->process == 0 &&
            (budgets[0].used_bytes < 2000 || c->send(c, &to, &(grn_comm_part){bytes, 1000}, &diag) != GRN_E_MEMORY ||
             strcmp(t.text, "4: send: memory for a message of 1000 bytes was refused\n") != 0))
            return GRN_E_CHECK;
        t.text[0] = '\0';
        if (c->exchange(c, &m, NULL, NULL, NULL) != GRN_OK) /* before it none is received */
            return GRN_E_CHECK;
        for (int i = 0; c->process == 1 && i < 2; i++)
            if (c->receive(c, &from, &(grn_comm_room){got, sizeof got}, NULL) != GRN_OK)
                return GRN_E_CHECK;
        if (c->exchange(c, &m, NULL, NULL, NULL) != GRN_OK || c->exchange(c, &m, NULL, NULL, NULL) != GRN_OK ||
            budgets[c->process].used_bytes != before)
            return GRN_E_CHECK;
    }
    /* One that nobody asks for. */
    return c->process == 0 ? c->send(c, &to, &(grn_comm_part){bytes, sizeof bytes}, NULL) : GRN_OK;
}

static void messages_count_for_their_sender(void **state)
{
    work w = {messages_wait};
    const grn_grid_work grid = {.run = run_work, .user = &w, .memory_of = budget_of};
    int64_t failed;
    (void)state;
    for (int i = 0; i < 2; i++)
        grn_budget_init(&budgets[i], NULL, 2500);
    assert_int_equal(grn_grid_run(2, 1, &grid, NULL, NULL, grn_no_place, &failed), GRN_OK);
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
