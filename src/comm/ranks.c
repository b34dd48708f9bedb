/*
 * ranks.c - the public communicator of ranks that are threads of this program.
 *
 * Each is an adapter over the process's grn_grid_comm: a collective is a meeting
 * of the communicator's members. What a call needs is allocated with the
 * communicator, so that a collective asks for no memory.
 */
#include <string.h>

#include "comm/comm.h"

typedef struct ranks {
    grn_grid_comm *grid;
    const grn_allocator *allocator; /* which all threads may use at once */
    int32_t rank;
    size_t count;
    size_t bytes;   /* of this and the lists behind it */
    uint64_t group; /* 0: all ranks of the grid; else one with the same members, made of the same communicator, has the same */
    grn_comm_part *give;
    grn_comm_room *take;
    int64_t *heard; /* of each, in `least` */
    int64_t members[];
} ranks;

static grn_meeting meeting_of(const ranks *r, const char *what)
{
    return (grn_meeting){.what = what, .count = r->count, .members = r->members};
}

static grn_status alltoallv(void *user, const void *send, const int64_t *send_bytes, void *receive, const int64_t *receive_bytes)
{
    ranks *r = user;
    const grn_meeting m = meeting_of(r, "alltoallv");
    const char *from = send;
    char *to = receive;
    for (size_t i = 0; i < r->count; i++) {
        r->give[i] = (grn_comm_part){from, (size_t)send_bytes[i]};
        r->take[i] = (grn_comm_room){to, (size_t)receive_bytes[i]};
        from = send_bytes[i] ? from + send_bytes[i] : from;
        to = receive_bytes[i] ? to + receive_bytes[i] : to;
    }
    return r->grid->exchange(r->grid, &m, r->give, r->take, NULL);
}

static grn_status least(void *user, int64_t mine, int64_t *out)
{
    ranks *r = user;
    const grn_meeting m = meeting_of(r, "least");
    for (size_t i = 0; i < r->count; i++) {
        r->give[i] = (grn_comm_part){&mine, sizeof mine};
        r->take[i] = (grn_comm_room){&r->heard[i], sizeof mine};
    }
    grn_status status = r->grid->exchange(r->grid, &m, r->give, r->take, NULL);
    if (status != GRN_OK)
        return status;
    *out = mine;
    for (size_t i = 0; i < r->count; i++)
        *out = r->heard[i] < *out ? r->heard[i] : *out;
    return GRN_OK;
}

static grn_channel_end end_of(const ranks *r, const char *what, int64_t channel, int32_t peer)
{
    return (grn_channel_end){
        .what = what, .channel = channel, .peer = peer < 0 ? GRN_ANY_PROCESS : r->members[peer], .group = r->group};
}

static bool is_rank(const ranks *r, int32_t rank) { return rank >= 0 && (size_t)rank < r->count; }

static grn_status send(void *user, int32_t to, int64_t channel, const void *bytes, size_t n)
{
    ranks *r = user;
    if (!is_rank(r, to) || channel < 0)
        return GRN_E_ARGUMENT;
    const grn_channel_end end = end_of(r, "send", channel, to);
    return r->grid->send(r->grid, &end, &(grn_comm_part){bytes, n}, NULL);
}

static grn_status receive(void *user, int32_t from, int64_t channel, void *bytes, size_t n)
{
    ranks *r = user;
    if ((from != -1 && !is_rank(r, from)) || channel < 0)
        return GRN_E_ARGUMENT;
    const grn_channel_end end = end_of(r, "receive", channel, from);
    return r->grid->receive(r->grid, &end, &(grn_comm_room){bytes, n}, NULL);
}

static void release(void *user)
{
    ranks *r = user;
    grn_release(r->allocator, r, r->bytes);
}

/* One block: the struct, the members, and the lists that collectives use. At most GRN_MAX_PROCESSES: no product overflows. */
static ranks *ranks_new(grn_grid_comm *grid, const grn_allocator *allocator, size_t count)
{
    const size_t lists = count * (sizeof(int64_t) * 2 + sizeof(grn_comm_part) + sizeof(grn_comm_room));
    ranks *r = grn_allocate(allocator, sizeof *r + lists);
    if (!r)
        return NULL;
    *r = (ranks){.grid = grid, .allocator = allocator, .count = count, .bytes = sizeof *r + lists};
    r->heard = r->members + count;
    r->give = (grn_comm_part *)(void *)(r->heard + count);
    r->take = (grn_comm_room *)(void *)(r->give + count);
    return r;
}

static grn_status group(void *user, int32_t count, const int32_t *list, grn_comm *out);

static void fill(ranks *r, grn_comm *out)
{
    *out = (grn_comm){.size_bytes = sizeof *out,
                      .rank = r->rank,
                      .size = (int32_t)r->count,
                      .user = r,
                      .alltoallv = alltoallv,
                      .least = least,
                      .group = group,
                      .send = send,
                      .receive = receive,
                      .release = release};
}

/* FNV-1a of the members, and of whose they are. Never 0. */
static uint64_t group_of(const ranks *parent, const ranks *made)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325) ^ parent->group;
    for (size_t i = 0; i < made->count; i++)
        h = (h ^ (uint64_t)made->members[i]) * UINT64_C(0x100000001b3);
    return h ? h : 1;
}

static grn_status group(void *user, int32_t count, const int32_t *list, grn_comm *out)
{
    const ranks *r = user;
    if (count < 1 || (size_t)count > r->count)
        return GRN_E_ARGUMENT;
    ranks *made = ranks_new(r->grid, r->allocator, (size_t)count);
    if (!made)
        return GRN_E_MEMORY;
    made->rank = -1;
    bool right = true;
    for (int32_t i = 0; i < count && right; i++) {
        right = is_rank(r, list[i]);
        made->members[i] = right ? r->members[list[i]] : 0;
        made->rank = right && made->members[i] == r->grid->process ? i : made->rank;
    }
    if (!right || made->rank < 0) {
        release(made);
        return GRN_E_ARGUMENT;
    }
    made->group = group_of(r, made);
    fill(made, out);
    return GRN_OK;
}

/* ---- the run ---------------------------------------------------------------------------------------------------------- */

typedef struct ranks_run {
    grn_rank_fn work;
    void *user;
    const grn_allocator *allocator;
} ranks_run;

static grn_status be_rank(void *user, grn_grid_comm *grid)
{
    const ranks_run *run = user;
    grn_comm comm;
    ranks *r = ranks_new(grid, run->allocator, (size_t)grn_comm_processes(grid));
    if (!r)
        return GRN_E_MEMORY;
    r->rank = (int32_t)grid->process;
    for (size_t i = 0; i < r->count; i++)
        r->members[i] = (int64_t)i;
    fill(r, &comm);
    comm.release = NULL;
    grn_status status = run->work(run->user, &comm);
    release(r);
    return status;
}

grn_status grn_ranks_run(int32_t size, grn_rank_fn work, void *user, const grn_allocator *allocator, const grn_diag *diag)
{
    int64_t failed;
    if (size < 1 || size > GRN_MAX_PROCESSES)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%d ranks; there may be 1 to %d", (int)size, GRN_MAX_PROCESSES);
    if (!work)
        return grn_fail_null("work", diag);
    grn_status status = grn_check_allocator(allocator, diag);
    if (status != GRN_OK)
        return status;
    grn_shared_memory *memory = grn_shared_memory_new(allocator);
    if (!memory)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory for %d ranks was refused", (int)size);
    ranks_run run = {work, user, grn_shared_memory_allocator(memory)};
    const grn_grid_work grid = {.run = be_rank, .user = &run, .kind = GRN_PROCESS_RANK};
    status = grn_grid_run(size, 1, &grid, run.allocator, diag, grn_no_place, &failed);
    grn_shared_memory_destroy(memory);
    return status;
}
