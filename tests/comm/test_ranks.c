/*
 * test_ranks.c - the communicator that callers have, of ranks that are threads,
 * and a grid whose processes are ranks of such a communicator.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "comm/processes.h"
#include "support/refuser.h"

typedef struct told {
    size_t errors;
    char text[1024];
} told;

static void tell(void *user, const grn_diagnostic *d)
{
    told *t = user;
    size_t n = strlen(t->text);
    t->errors += d->severity == GRN_SEVERITY_ERROR;
    snprintf(t->text + n, sizeof t->text - n, "%s\n", d->message);
}

static grn_status run(int32_t size, grn_rank_fn work, told *t)
{
    const grn_diag diag = {tell, t};
    *t = (told){.errors = 0};
    return grn_ranks_run(size, work, NULL, NULL, &diag);
}

#define CHECK(what)             \
    do {                        \
        if (!(what))            \
            return GRN_E_CHECK; \
    } while (0)

/* ---- collectives ----------------------------------------------------------------------------- */

/* Rank r gives rank s s bytes, each 16 r + s, and itself nothing. */
static grn_status each_to_each(const grn_comm *c)
{
    unsigned char send[64], receive[64];
    int64_t send_bytes[8], receive_bytes[8];
    size_t at = 0, expected = 0;
    for (int32_t s = 0; s < c->size; s++) {
        send_bytes[s] = s == c->rank ? 0 : s;
        receive_bytes[s] = s == c->rank ? 0 : c->rank;
        for (int64_t k = 0; k < send_bytes[s]; k++)
            send[at++] = (unsigned char)(16 * c->rank + s);
    }
    memset(receive, 0xff, sizeof receive);
    CHECK(c->alltoallv(c->user, send, send_bytes, receive, receive_bytes) == GRN_OK);
    for (int32_t s = 0; s < c->size; s++)
        for (int64_t k = 0; k < receive_bytes[s]; k++)
            CHECK(receive[expected++] == 16 * s + c->rank);
    CHECK(receive[expected] == 0xff);
    return GRN_OK;
}

static grn_status collectives(void *user, const grn_comm *c)
{
    int64_t out;
    (void)user;
    CHECK(c->size == 5 && c->size_bytes == sizeof *c && !c->release);
    CHECK(each_to_each(c) == GRN_OK);
    CHECK(c->least(c->user, 10 - c->rank, &out) == GRN_OK && out == 6);
    CHECK(c->least(c->user, c->rank == 2 ? INT64_MIN : 0, &out) == GRN_OK && out == INT64_MIN);
    return GRN_OK;
}

static void meets_everyone(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(5, collectives, &t), GRN_OK);
}

/* Ranks 3, 0, 4 in this order, while the others are their own group. Groups of a group, too. */
static grn_status groups(void *user, const grn_comm *c)
{
    static const int32_t odd[] = {3, 0, 4}, even[] = {1, 2}, inner[] = {2, 0}, none[] = {0, 9};
    const int32_t twice[] = {c->rank, c->rank};
    grn_comm g, h;
    int64_t out;
    (void)user;
    const bool in_odd = c->rank == 3 || c->rank == 0 || c->rank == 4;
    CHECK(c->group(c->user, in_odd ? 3 : 2, in_odd ? odd : even, &g) == GRN_OK);
    CHECK(g.size == (in_odd ? 3 : 2) && (in_odd ? odd : even)[g.rank] == c->rank);
    CHECK(each_to_each(&g) == GRN_OK);
    CHECK(g.least(g.user, c->rank, &out) == GRN_OK && out == (in_odd ? 0 : 1));
    if (c->rank == 4 || c->rank == 3) {
        CHECK(g.group(g.user, 2, inner, &h) == GRN_OK && h.rank == (c->rank == 4 ? 0 : 1));
        CHECK(h.least(h.user, c->rank, &out) == GRN_OK && out == 3);
        h.release(h.user);
    }
    CHECK(c->group(c->user, 2, none, &h) == GRN_E_ARGUMENT && c->group(c->user, 0, none, &h) == GRN_E_ARGUMENT &&
          c->group(c->user, 2, twice, &h) == GRN_E_ARGUMENT);
    g.release(g.user);
    return GRN_OK;
}

static void meets_in_groups(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(5, groups, &t), GRN_OK);
}

static grn_status ring(void *user, const grn_comm *c)
{
    const int32_t next = (c->rank + 1) % c->size, before = (c->rank + c->size - 1) % c->size;
    (void)user;
    for (int32_t k = 0; k < 20; k++) {
        const int32_t value = 100 * c->rank + k, other = -value;
        CHECK(c->send(c->user, next, 7, &value, sizeof value) == GRN_OK);
        CHECK(c->send(c->user, next, 8, &other, sizeof other) == GRN_OK);
    }
    for (int32_t k = 0; k < 20; k++) {
        int32_t value, other;
        CHECK(c->receive(c->user, before, 8, &other, sizeof other) == GRN_OK && other == -(100 * before + k));
        CHECK(c->receive(c->user, before, 7, &value, sizeof value) == GRN_OK && value == 100 * before + k);
    }
    CHECK(c->send(c->user, c->size, 0, NULL, 0) == GRN_E_ARGUMENT &&
          c->receive(c->user, 0, -1, NULL, 0) == GRN_E_ARGUMENT);
    return GRN_OK;
}

static void sends_in_order(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(4, ring, &t), GRN_OK);
}

/* Ranks 3, 2, 1 and 0, one after the other, send rank 0 two messages each: the lowest rank's come
 * first, its first before its second. */
static grn_status from_any(const grn_comm *c)
{
    int64_t unused, turn = 0;
    int32_t got;
    if (c->rank + 1 < c->size)
        CHECK(c->receive(c->user, c->rank + 1, 1, &turn, sizeof turn) == GRN_OK);
    for (int32_t k = 0; k < 2; k++) {
        const int32_t value = 10 * c->rank + k, other = -1;
        CHECK(c->send(c->user, 0, 2, &value, sizeof value) == GRN_OK &&
              c->send(c->user, 0, 3, &other, sizeof other) == GRN_OK);
    }
    if (c->rank > 0)
        CHECK(c->send(c->user, c->rank - 1, 1, &turn, sizeof turn) == GRN_OK);
    CHECK(c->least(c->user, 0, &unused) == GRN_OK);
    for (int32_t k = 0; c->rank == 0 && k < 2 * c->size; k++)
        CHECK(c->receive(c->user, -1, 2, &got, sizeof got) == GRN_OK && got == 10 * (k / 2) + k % 2);
    for (int32_t k = 0; c->rank == 0 && k < 2 * c->size; k++) /* by number, too, while any others wait */
        CHECK(c->receive(c->user, k % c->size, 3, &got, sizeof got) == GRN_OK && got == -1);
    CHECK(c->receive(c->user, -2, 2, &got, sizeof got) == GRN_E_ARGUMENT &&
          c->receive(c->user, -1, -1, &got, 4) == GRN_E_ARGUMENT);
    return GRN_OK;
}

/* One that waits gets the next that comes, whoever sends it: here there is one at a time. */
static grn_status from_any_that_comes(const grn_comm *c)
{
    for (int32_t k = 0; k < 10 * c->size; k++) {
        int32_t got = -1;
        if (c->rank == 0 && k % c->size > 0)
            CHECK(c->send(c->user, k % c->size, 4, &k, sizeof k) == GRN_OK &&
                  c->receive(c->user, -1, 5, &got, sizeof got) == GRN_OK && got == k);
        else if (c->rank == k % c->size && c->rank > 0)
            CHECK(c->receive(c->user, -1, 4, &got, sizeof got) == GRN_OK &&
                  c->send(c->user, 0, 5, &got, sizeof got) == GRN_OK);
    }
    return GRN_OK;
}

/* A group's channel is not that of all. What rank 1 sends to all of them lies there first, and is
 * the lowest rank's. */
static grn_status from_any_of_a_group(const grn_comm *c)
{
    static const int32_t some[] = {3, 0}, swapped[] = {0, 3};
    const int32_t own = 100 + c->rank;
    int32_t got = 0;
    int64_t unused;
    grn_comm g, h;
    if (c->rank == 1)
        CHECK(c->send(c->user, 0, 6, &own, sizeof own) == GRN_OK);
    CHECK(c->least(c->user, 0, &unused) == GRN_OK);
    if (c->rank != 0 && c->rank != 3)
        return GRN_OK;
    CHECK(c->group(c->user, 2, some, &g) == GRN_OK && c->group(c->user, 2, swapped, &h) == GRN_OK);
    if (c->rank == 3) {
        const int32_t other = 7;
        CHECK(h.send(h.user, 0, 6, &other, sizeof other) == GRN_OK && g.send(g.user, 1, 6, &own, sizeof own) == GRN_OK);
    } else {
        CHECK(g.receive(g.user, -1, 6, &got, sizeof got) == GRN_OK && got == 103);
        CHECK(c->receive(c->user, -1, 6, &got, sizeof got) == GRN_OK && got == 101);
        CHECK(h.receive(h.user, -1, 6, &got, sizeof got) == GRN_OK && got == 7);
    }
    g.release(g.user);
    h.release(h.user);
    return GRN_OK;
}

static grn_status receives_any(void *user, const grn_comm *c)
{
    grn_comm nodes;
    (void)user;
    CHECK(from_any(c) == GRN_OK && from_any_that_comes(c) == GRN_OK && from_any_of_a_group(c) == GRN_OK);
    CHECK(grn_comm_by_nodes(c, 2, NULL, NULL, &nodes) == GRN_OK);
    CHECK(from_any(&nodes) == GRN_OK && from_any_that_comes(&nodes) == GRN_OK);
    nodes.release(nodes.user);
    return GRN_OK;
}

static void receives_from_any(void **state)
{
    told t;
    (void)state;
    for (int turn = 0; turn < 20; turn++)
        assert_int_equal(run(4, receives_any, &t), GRN_OK);
}

/* Rank r gives rank s s bytes that lie anywhere; NULL lists wait and do no more. */
static grn_status parts(void *user, const grn_comm *c)
{
    unsigned char bytes[5][5], room[5][5];
    grn_comm_part give[5];
    grn_comm_room take[5];
    int32_t heard = 0;
    (void)user;
    for (int32_t s = 0; s < 5; s++) {
        give[s] = (grn_comm_part){bytes[4 - s], (size_t)s};
        memset(bytes[4 - s], 16 * c->rank + s, 5);
        take[s] = (grn_comm_room){room[s], (size_t)c->rank};
    }
    CHECK(c->exchange(c->user, give, take) == GRN_OK && c->exchange(c->user, NULL, NULL) == GRN_OK);
    for (int32_t s = 0; s < 5; s++)
        for (int32_t k = 0; k < c->rank; k++)
            CHECK(room[s][k] == 16 * s + c->rank);
    /* A message to any is the first's who asks; here that is one rank. */
    if (c->rank == 3)
        CHECK(c->send(c->user, -1, 11, &c->rank, 4) == GRN_OK);
    if (c->rank == 1)
        CHECK(c->receive(c->user, 3, 11, &heard, 4) == GRN_OK && heard == 3);
    return GRN_OK;
}

static void exchanges_parts(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(5, parts, &t), GRN_OK);
}

/* Rank 1 gives rank 0 one byte, of which it expects two: what it is part of is told to rank 0
 * alone. */
static grn_status other_bytes(void *user, const grn_comm *c)
{
    told t = {.errors = 0};
    const grn_diag diag = {tell, &t};
    char room[2];
    const grn_comm_part give[2] = {{"x", c->rank == 1}, {NULL, 0}};
    const grn_comm_room take[2] = {{NULL, 0}, {room, c->rank == 0 ? 2 : 0}};
    const grn_comm_step step = {.name = "halo", .diag = &diag};
    (void)user;
    c->step(c->user, &step);
    const grn_status status = c->exchange(c->user, give, take);
    CHECK(status == (c->rank ? GRN_OK : GRN_E_SHAPE));
    CHECK(strcmp(t.text, c->rank ? "" : "halo: rank 1 gives 1 bytes, 2 are expected of it\n") == 0);
    c->step(c->user, NULL);
    return c->receive(c->user, -1, 0, room, 1);
}

/* Each rank's step has a name of its own. */
static grn_status named(void *user, const grn_comm *c)
{
    static const char *const names[] = {"halo", "sum"};
    int64_t out;
    (void)user;
    c->step(c->user, &(grn_comm_step){.name = names[c->rank]});
    return c->least(c->user, 0, &out);
}

/* The same over nodes, whose functions but one are those of what they were made of; and nodes over
 * a communicator without. */
static grn_status named_over_nodes(void *user, const grn_comm *c)
{
    grn_comm nodes, few = *c;
    few.size_bytes = 0; /* of a header that had neither */
    CHECK(grn_comm_by_nodes(&few, 1, NULL, NULL, &nodes) == GRN_OK && !nodes.exchange && !nodes.step);
    nodes.release(nodes.user);
    CHECK(grn_comm_by_nodes(c, 1, NULL, NULL, &nodes) == GRN_OK);
    grn_status status = nodes.exchange(nodes.user, NULL, NULL);
    if (status == GRN_OK)
        status = named(user, &nodes);
    nodes.release(nodes.user);
    return status;
}

/* Ranks that go on after they were stuck are told again, and the report is of the first time. */
static grn_status waits_again(void *user, const grn_comm *c)
{
    int64_t out;
    char byte;
    (void)user;
    if (c->rank == 2)
        return GRN_OK;
    CHECK(c->least(c->user, 0, &out) == GRN_E_STUCK && c->receive(c->user, 1 - c->rank, 5, &byte, 1) == GRN_E_STUCK);
    CHECK(c->send(c->user, 1 - c->rank, 6, "x", 1) == GRN_OK &&
          c->receive(c->user, 1 - c->rank, 6, &byte, 1) == GRN_OK);
    return c->receive(c->user, 1 - c->rank, 7, &byte, 1);
}

static void stuck_once_more(void **state)
{
    told t;
    (void)state;
    for (int turn = 0; turn < 20; turn++) {
        assert_int_equal(run(3, waits_again, &t), GRN_E_STUCK);
        assert_string_equal(t.text,
                            "least: rank 0 waits for rank 2, and no rank can go on\nleast: rank 1 waits for rank 2\n"
                            "rank 2 has ended\n");
    }
}

static void steps_are_told(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(2, other_bytes, &t), GRN_E_STUCK);
    assert_string_equal(t.text, "receive: rank 0 waits for a message on channel 0, and no rank can go on\n"
                                "receive: rank 1 waits for a message on channel 0\n");
    const grn_rank_fn both[] = {named, named_over_nodes};
    for (size_t i = 0; i < GRN_COUNT(both); i++) {
        assert_int_equal(run(2, both[i], &t), GRN_E_STUCK);
        assert_string_equal(t.text,
                            "halo: rank 0 waits for rank 1, and no rank can go on\nsum: rank 1 waits for rank 0\n");
    }
}

/* ---- how it ends ----------------------------------------------------------------------------- */

static grn_status one_fails(void *user, const grn_comm *c)
{
    (void)user;
    return c->rank == 2 ? GRN_E_INDEX : GRN_E_PEER;
}

static grn_status all_blame_others(void *user, const grn_comm *c)
{
    (void)user;
    return c->rank == 2 ? GRN_OK : GRN_E_PEER;
}

static grn_status one_leaves(void *user, const grn_comm *c)
{
    int64_t out;
    (void)user;
    return c->rank == 1 ? GRN_OK : c->least(c->user, 0, &out);
}

/* What one had has been taken, and all wait for a message of anybody's. */
static grn_status all_wait_for_any(void *user, const grn_comm *c)
{
    int32_t got = 0;
    (void)user;
    CHECK(c->send(c->user, (c->rank + 1) % c->size, 4, &got, sizeof got) == GRN_OK);
    CHECK(c->receive(c->user, -1, 4, &got, sizeof got) == GRN_OK);
    return c->receive(c->user, -1, 4, &got, sizeof got);
}

static void tells_how_it_ends(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(4, one_fails, &t), GRN_E_INDEX);
    assert_int_equal(run(4, all_blame_others, &t), GRN_E_PEER);
    assert_int_equal(run(3, one_leaves, &t), GRN_E_STUCK);
    assert_string_equal(
        t.text,
        "least: rank 0 waits for rank 1, and no rank can go on\nrank 1 has ended\nleast: rank 2 waits for rank 1\n");
    assert_int_equal(run(3, all_wait_for_any, &t), GRN_E_STUCK);
    assert_string_equal(
        t.text, "receive: rank 0 waits for a message on channel 4, and no rank can go on\n"
                "receive: rank 1 waits for a message on channel 4\nreceive: rank 2 waits for a message on channel 4\n");
    assert_int_equal(run(20, all_wait_for_any, &t), GRN_E_STUCK);
    assert_non_null(strstr(t.text, "and 3 more ranks"));
    assert_int_equal(run(0, one_leaves, &t), GRN_E_ARGUMENT);
    assert_string_equal(t.text, "0 ranks; there may be 1 to 1024\n");
    assert_int_equal(run(1025, one_leaves, &t), GRN_E_ARGUMENT);
    assert_int_equal(run(1, NULL, &t), GRN_E_ARGUMENT);
}

/* A group of each rank alone, and a message nobody asks for. */
static grn_status asks_for_memory(void *user, const grn_comm *c)
{
    grn_comm alone;
    (void)user;
    grn_status status = c->group(c->user, 1, &c->rank, &alone);
    if (status == GRN_OK) {
        alone.release(alone.user);
        status = c->send(c->user, 0, 1, "x", 1);
    }
    return status;
}

static void refusals_end_it(void **state)
{
    (void)state;
    for (size_t k = 0;; k++) {
        refuser r;
        refuser_init(&r);
        r.refuse_at = k;
        grn_status status = grn_ranks_run(3, asks_for_memory, NULL, &r.allocator, NULL);
        assert_int_equal(r.outstanding, 0);
        if (r.refusals == 0) {
            assert_int_equal(status, GRN_OK);
            break;
        }
        assert_int_equal(status, GRN_E_MEMORY);
    }
}

/* ---- a grid over ranks ----------------------------------------------------------------------- */

typedef grn_status (*process)(const grn_comm *c, told *t);

static grn_status on_grid(const grn_comm *ranks, process what, told *t)
{
    grn_rank_grid *g = grn_rank_grid_new(ranks, &(grn_grid_shape){.replicas = 2, .partitions = 3}, 7, NULL);
    if (!g)
        return GRN_E_MEMORY;
    const grn_diag diag = {tell, t};
    const grn_comm *c = grn_rank_grid_comm(g);
    c->step(c->user, &(grn_comm_step){.name = "step", .place = {7, 1}, .diag = &diag});
    const grn_status status = what(c, t);
    CHECK(grn_rank_grid_end(g, status).status == status);
    grn_rank_grid_destroy(g);
    return status;
}

static int64_t fold_of(int64_t a, int64_t b) { return 3 * a + b; }

static grn_status fold_in_order(void *user, size_t n, void *acc, const void *in)
{
    int64_t *a = acc;
    (void)user;
    for (size_t i = 0; i < n; i++)
        a[i] = fold_of(a[i], ((const int64_t *)in)[i]);
    return GRN_OK;
}

/* Members out of order, and with fewer elements than members among them. */
static grn_status folds(const grn_comm *c, told *t)
{
    static const int32_t some[] = {4, 0, 5, 2}, six[] = {4, 0, 5, 2, 1, 3};
    const bool member = c->rank != 1 && c->rank != 3;
    const grn_comm_fold fold = {fold_in_order, NULL, sizeof(int64_t)};
    (void)t;
    for (size_t n = 0; n < 12; n++) {
        const bool whole = n % 3 == 0;
        const int32_t *members = whole ? six : some;
        grn_comm group;
        int64_t from[12], result[12] = {0};
        for (size_t i = 0; i < n; i++)
            from[i] = 1000 * c->rank + (int64_t)i;
        if (!whole && !member)
            continue;
        CHECK(c->group(c->user, whole ? 6 : 4, members, &group) == GRN_OK);
        grn_comm_reduction r = {.fold = &fold, .n = n, .from = from, .result = result, .all = n % 2 == 0, .root = 1};
        CHECK(grn_comm_reduce(&group, &r, NULL) == GRN_OK);
        for (size_t i = 0; i < n; i++) {
            int64_t want = 1000 * members[0] + (int64_t)i;
            for (size_t k = 1; k < (size_t)group.size; k++)
                want = fold_of(want, 1000 * members[k] + (int64_t)i);
            CHECK(result[i] == (r.all || c->rank == members[1] ? want : 0));
        }
        group.release(group.user);
    }
    return GRN_OK;
}

static const int32_t three[] = {0, 1, 2}, two[] = {0, 1};

static grn_status channels(const grn_comm *c, told *t)
{
    static const int32_t six[] = {0, 1, 2, 3, 4, 5};
    const int32_t next = (c->rank + 1) % c->size, before = (c->rank + c->size - 1) % c->size;
    const int32_t value = c->rank, other = -value - 1;
    int32_t a = 0, b = 0;
    grn_comm hidden;
    (void)t;
    CHECK(c->group(c->user, 6, six, &hidden) == GRN_OK);
    CHECK(c->send(c->user, next, 9, &value, 4) == GRN_OK && hidden.send(hidden.user, next, 9, &other, 4) == GRN_OK);
    CHECK(hidden.receive(hidden.user, before, 9, &a, 4) == GRN_OK && a == -before - 1);
    CHECK(c->receive(c->user, before, 9, &b, 4) == GRN_OK && b == before);
    hidden.release(hidden.user);
    return GRN_OK;
}

/* Of a message to any each of the others has a copy: every rank receives five. */
static grn_status to_any(const grn_comm *c, told *t)
{
    int32_t sum = 0;
    (void)t;
    CHECK(c->send(c->user, -1, 3, &c->rank, 4) == GRN_OK);
    for (int32_t k = 1; k < c->size; k++) {
        int32_t got;
        CHECK(c->receive(c->user, -1, 3, &got, 4) == GRN_OK);
        sum += got;
    }
    CHECK(sum == 15 - c->rank);
    return GRN_OK;
}

static grn_status other_steps(const grn_comm *c, told *t)
{
    grn_comm g;
    if (c->rank > 2)
        return GRN_OK;
    c->step(c->user, &(grn_comm_step){.name = c->rank == 2 ? "all_gather" : "all_reduce"});
    CHECK(c->group(c->user, 3, three, &g) == GRN_OK);
    CHECK(g.exchange(g.user, NULL, NULL) == GRN_E_STUCK && t->errors == 0);
    g.release(g.user);
    return GRN_OK;
}

/* 1 gives 0 four bytes, of which it expects eight: as in a grid of threads, 0 tells. */
static grn_status sizes_differ(const grn_comm *c, told *t)
{
    int32_t out = 0, in[2];
    const grn_comm_part gives[2] = {{&out, 4}, {NULL, 0}};
    const grn_comm_room take[2] = {{NULL, 0}, {in, 8}};
    grn_comm g;
    if (c->rank > 1)
        return GRN_OK;
    CHECK(c->group(c->user, 2, two, &g) == GRN_OK);
    CHECK(g.exchange(g.user, c->rank ? gives : NULL, c->rank ? NULL : take) == (c->rank ? GRN_OK : GRN_E_SHAPE));
    CHECK(strcmp(t->text, c->rank ? "" : "step: process (0, 1) gives 4 bytes, 8 are expected of it\n") == 0);
    g.release(g.user);
    return GRN_OK;
}

static grn_status over_ranks(void *user, const grn_comm *ranks)
{
    static const process all[] = {folds, channels, to_any, other_steps, sizes_differ};
    (void)user;
    for (size_t i = 0; i < GRN_COUNT(all); i++) {
        told t = {.errors = 0};
        CHECK(on_grid(ranks, all[i], &t) == GRN_OK);
    }
    return GRN_OK;
}

static void a_grid_over_ranks(void **state)
{
    told t;
    (void)state;
    assert_int_equal(run(6, over_ranks, &t), GRN_OK);
    grn_rank_grid_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meets_everyone),    cmocka_unit_test(meets_in_groups),   cmocka_unit_test(sends_in_order),
        cmocka_unit_test(receives_from_any), cmocka_unit_test(tells_how_it_ends), cmocka_unit_test(refusals_end_it),
        cmocka_unit_test(a_grid_over_ranks), cmocka_unit_test(exchanges_parts),   cmocka_unit_test(steps_are_told),
        cmocka_unit_test(stuck_once_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
