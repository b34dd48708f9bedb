/*
 * test_nodes.c - exchange by nodes: the bytes that come are those of the plain exchange, for every
 * number of ranks and every size of a node, and each rank speaks to as few others as is said.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/comm.h"

/* ---- a communicator that counts -------------------------------------------------------------- */

typedef struct counted {
    grn_comm below, comm;
    int64_t messages; /* parts of an exchange that are for others and not empty */
    int64_t calls, fail_at;
} counted;

static grn_status count_alltoallv(void *user, const void *send, const int64_t *send_bytes, void *receive,
                                  const int64_t *receive_bytes)
{
    counted *c = user;
    for (int32_t r = 0; r < c->below.size; r++)
        c->messages += r != c->below.rank && send_bytes[r] > 0;
    if (++c->calls == c->fail_at)
        return GRN_E_SINK;
    return c->below.alltoallv(c->below.user, send, send_bytes, receive, receive_bytes);
}

static grn_status count_least(void *user, int64_t mine, int64_t *out)
{
    counted *c = user;
    return c->below.least(c->below.user, mine, out);
}

static void count_over(counted *c, const grn_comm *below)
{
    *c = (counted){.below = *below};
    c->comm = (grn_comm){
        .rank = below->rank, .size = below->size, .user = c, .alltoallv = count_alltoallv, .least = count_least};
}

/* ---- what ranks give ------------------------------------------------------------------------- */

/* Bytes from one rank to another: nothing for some pairs, else a few, which say who gave them. */
static int64_t bytes_between(int32_t from, int32_t to, int32_t pattern)
{
    const int32_t n = pattern == 0 ? 3 : pattern == 1 ? (from * 7 + to * 5) % 11 - 4 : from == 0 ? to : 0;
    return n > 0 ? n : 0;
}

typedef struct trial {
    int32_t each, pattern;
    int64_t most_messages; /* of a rank; 0: not asked */
} trial;

static unsigned char byte_of(int32_t from, int32_t to, int64_t i)
{
    return (unsigned char)(from * 31 + to * 17 + i + 1);
}

static grn_status exchange(void *user, const grn_comm *comm)
{
    const trial *t = user;
    const int32_t n = comm->size, me = comm->rank;
    int64_t send_bytes[128], receive_bytes[128], sent = 0, received = 0;
    unsigned char send[8192], receive[8192];
    counted c;
    grn_comm nodes;
    memset(receive, 0, sizeof receive);
    for (int32_t r = 0; r < n; r++) {
        send_bytes[r] = bytes_between(me, r, t->pattern);
        receive_bytes[r] = bytes_between(r, me, t->pattern);
        for (int64_t i = 0; i < send_bytes[r]; i++)
            send[sent++] = byte_of(me, r, i);
    }
    count_over(&c, comm);
    grn_status status = grn_comm_by_nodes(&c.comm, t->each, NULL, NULL, &nodes);
    if (status != GRN_OK)
        return status;
    status = nodes.alltoallv(nodes.user, send, send_bytes, receive, receive_bytes);
    nodes.release(nodes.user);
    for (int32_t r = 0; status == GRN_OK && r < n; r++)
        for (int64_t i = 0; i < receive_bytes[r]; i++)
            if (receive[received++] != byte_of(r, me, i))
                return GRN_E_CHECK;
    if (status == GRN_OK && receive[received] != 0)
        return GRN_E_CHECK; /* written behind its end */
    return status == GRN_OK && t->most_messages && c.messages > t->most_messages ? GRN_E_LIMIT : status;
}

static void same_bytes(void **state)
{
    (void)state;
    static const int32_t sizes[] = {1, 2, 3, 5, 8, 9, 13};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int32_t each = 1; each <= sizes[s] + 1; each++)
            for (int32_t pattern = 0; pattern < 3; pattern++) {
                trial t = {.each = each, .pattern = pattern};
                const grn_status status = grn_ranks_run(sizes[s], exchange, &t, NULL, NULL);
                if (status != GRN_OK)
                    fail_msg("%d ranks, %d a node, pattern %d: %s", (int)sizes[s], (int)each, (int)pattern,
                             grn_status_text(status));
            }
}

/* 64 ranks in 8 nodes: seven of a node's ranks speak to one other node each, and the eighth to
 * none. Counts go to the six others that speak and to one node; bytes to seven, to one node, and to
 * seven. */
static void few_messages(void **state)
{
    (void)state;
    trial t = {.each = 8, .pattern = 0, .most_messages = 6 + 1 + 7 + 1 + 7};
    assert_int_equal(grn_ranks_run(64, exchange, &t, NULL, NULL), GRN_OK);
    t.most_messages--;
    assert_int_equal(grn_ranks_run(64, exchange, &t, NULL, NULL), GRN_E_LIMIT); /* it is as many as that */
}

/* ---- what goes wrong ------------------------------------------------------------------------- */

static void *refuse(void *user, size_t bytes, size_t alignment)
{
    int *left = user;
    void *p = NULL;
    (void)alignment;
    return (*left)-- > 0 ? malloc(bytes) : p;
}
static void give_back(void *user, void *memory, size_t bytes)
{
    (void)user;
    (void)bytes;
    free(memory);
}

/* Rank 1 has memory for so many allocations; the others have all they want. */
static grn_status refused_exchange(void *user, const grn_comm *comm)
{
    int left = comm->rank == 1 ? *(const int *)user : INT32_MAX;
    const grn_allocator allocator = {refuse, give_back, &left};
    const int64_t bytes[4] = {1, 1, 1, 1};
    char send[4] = "abc", receive[4];
    grn_comm nodes;
    grn_status status = grn_comm_by_nodes(comm, 2, &allocator, NULL, &nodes);
    if (status != GRN_OK) /* before any exchange: this is the caller's to agree on */
        return GRN_E_ARGUMENT;
    status = nodes.alltoallv(nodes.user, send, bytes, receive, bytes);
    nodes.release(nodes.user);
    return comm->rank == 1 || status == GRN_OK ? status : status == GRN_E_PEER ? GRN_OK : GRN_E_CHECK;
}

static void refused_memory(void **state)
{
    (void)state;
    grn_status status = GRN_E_MEMORY;
    int left = 1, refused = 0;
    for (; status == GRN_E_MEMORY && left < 100; left++, refused++)
        status = grn_ranks_run(4, refused_exchange, &left, NULL, NULL);
    assert_int_equal(status, GRN_OK);
    assert_true(refused > 15); /* five moves with four pieces each but for those without a like */
}

static void refused_arguments(void **state)
{
    (void)state;
    grn_comm out, one = {.size = 1};
    assert_int_equal(grn_comm_by_nodes(NULL, 1, NULL, NULL, &out), GRN_E_ARGUMENT);
    assert_int_equal(grn_comm_by_nodes(&one, 0, NULL, NULL, &out), GRN_E_ARGUMENT);
    assert_int_equal(grn_comm_by_nodes(&one, 1, NULL, NULL, NULL), GRN_E_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(few_messages),
        cmocka_unit_test(refused_memory),
        cmocka_unit_test(refused_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
