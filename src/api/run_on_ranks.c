/*
 * run_on_ranks.c - a function run as one process of a grid of ranks (garner/module.h, `comm`).
 *
 * Before it runs, all ranks agree that they can and that they run the same; when it has ended, each
 * tells the others how. A rank that fails in between is heard by those that wait for it
 * (comm/processes.h).
 */
#include <inttypes.h>

#include "api/run_on_ranks.h"

/* ---- the same program on all ranks ----------------------------------------------------------- */

/* FNV-1a: of numbers as they lie in memory, so that ranks of another byte order differ. */
static uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ at[i]) * UINT64_C(0x100000001b3);
    return h;
}

static grn_status hash_text(void *user, const char *text, size_t n)
{
    uint64_t *h = user;
    *h = hash_bytes(*h, text, n);
    return GRN_OK;
}

/* The program as it is printed, and the options that change what comes out or who takes part. */
static grn_status hash_of(const grn_module *m, size_t index, const grn_grid_shape *shape, const grn_run_options *o,
                          uint64_t *out)
{
    const int64_t numbers[] = {(int64_t)sizeof(size_t), (int64_t)index,   shape->replicas,      shape->partitions,
                               o->check_promises,       o->strict_bounds, o->drop_whole_window, (int64_t)o->max_steps,
                               GRN_DTYPE_COUNT,         GRN_STATUS_COUNT, grn_run_products(o)};
    const grn_sink sink = {hash_text, out};
    *out = hash_bytes(UINT64_C(0xcbf29ce484222325), numbers, sizeof numbers);
    return grn_module_print(m, &(grn_module_print_options){.generic = true}, &sink);
}

static grn_status check_same(const grn_rank_run *r, const grn_module *m, size_t index, const grn_run_options *o,
                             const grn_diag *diag)
{
    uint64_t hash;
    bool same = false;
    grn_status status = grn_ranks_agree(r->ranks, hash_of(m, index, &r->grid.shape, o, &hash));
    if (status == GRN_OK)
        status = grn_ranks_same(r->ranks, hash, &same);
    if (status != GRN_OK)
        return grn_fail(diag, grn_no_place, status, "the ranks could not compare their programs: %s",
                        grn_status_text(status));
    if (same)
        return GRN_OK;
    if (r->ranks->rank != 0) /* one message is enough */
        return GRN_E_ARGUMENT;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                    "the ranks do not run the same: programs, functions, grids or options that change results differ");
}

/* ---- beginning ------------------------------------------------------------------------------- */

grn_status grn_check_comm(const grn_comm *c, const grn_diag *diag)
{
    grn_status status = GRN_CHECK_GROWN_OPTIONS(grn_comm, GRN_COMM_FIRST_BYTES, c, diag);
    if (status != GRN_OK)
        return status;
    if (c->size < 1 || c->rank < 0 || c->rank >= c->size)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "comm has rank %d of %d, it must be of [0, size)",
                        (int)c->rank, (int)c->size);
    if (!c->alltoallv || !c->least || !c->send || !c->receive)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "comm lacks one of alltoallv, least, send and receive, it needs them");
    return GRN_OK;
}

static grn_status find_shape(grn_rank_run *r, const grn_run_options *o, grn_process_kind kind, const grn_diag *diag)
{
    const bool given = o->replicas || o->partitions;
    const int64_t replicas = o->replicas ? o->replicas : 1;
    const int64_t partitions = o->partitions ? o->partitions : given ? 1 : (int64_t)o->comm->size;
    int64_t count;
    r->is_whole = replicas == 1 && partitions == 1;
    r->grid.shape = (grn_grid_shape){r->is_whole ? 1 : replicas, r->is_whole ? o->comm->size : partitions, kind};
    if (r->is_whole || (grn_mul_i64(replicas, partitions, &count) && count == o->comm->size))
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                    "%" PRId64 " x %" PRId64 " processes run on as many ranks, here are %d", replicas, partitions,
                    (int)o->comm->size);
}

grn_status grn_rank_run_begin(grn_rank_run *r, const grn_module *m, size_t index, const grn_run_options *o,
                              grn_process_kind kind, grn_status own, const grn_allocator *allocator,
                              const grn_diag *diag)
{
    *r = (grn_rank_run){.ranks = o->comm};
    if (own == GRN_OK)
        own = find_shape(r, o, kind, diag);
    if (own == GRN_OK && !(r->processes = grn_rank_grid_new(r->ranks, &r->grid.shape, 0, allocator)))
        own = grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory for %d processes was refused", (int)r->ranks->size);
    grn_status status = grn_ranks_agree(r->ranks, own);
    if (own == GRN_OK && status != GRN_OK)
        grn_fail(diag, grn_no_place, status, "rank %d cannot run without the others, of which one does not begin: %s",
                 (int)r->ranks->rank, grn_status_text(status));
    if (status == GRN_OK)
        status = check_same(r, m, index, o, diag);
    if (status == GRN_OK)
        r->grid.comm = grn_rank_grid_comm(r->processes);
    else
        grn_rank_grid_destroy(r->processes);
    return status;
}

/* ---- the end --------------------------------------------------------------------------------- */

static bool failed_by_itself(grn_status status)
{
    return status != GRN_OK && status != GRN_E_STUCK && status != GRN_E_PEER;
}

/* The first that failed by itself; else the first that did not end well; the count where all
 * did. */
static int64_t first_failure(const grn_rank_run *r)
{
    const int64_t count = r->ranks->size;
    for (int64_t i = 0; i < count; i++)
        if (failed_by_itself(grn_rank_grid_status(r->processes, i)))
            return i;
    for (int64_t i = 0; i < count; i++)
        if (grn_rank_grid_status(r->processes, i) != GRN_OK)
            return i;
    return count;
}

static grn_status outcome(const grn_rank_run *r, const grn_process_end *own, const grn_diag *diag)
{
    const bool is_stuck = own->is_stuck;
    const int64_t first = first_failure(r);
    if (own->status != GRN_OK && !is_stuck) /* reported */
        return own->status;
    if (first == r->ranks->size)
        return own->status;
    const grn_status other = grn_rank_grid_status(r->processes, first);
    if (is_stuck && !failed_by_itself(other))
        return grn_fail(diag, own->stuck_at, GRN_E_STUCK, "%s, and no process can go on", own->waits);
    char who[GRN_PROCESS_BYTES];
    grn_fail(diag, is_stuck ? own->stuck_at : grn_no_place, GRN_E_PEER, "%s%s%s, rank %" PRId64 ": %s",
             is_stuck ? own->waits : "", is_stuck ? "; " : "", grn_process_name(&r->grid.shape, first, who), first,
             grn_status_text(other));
    return GRN_E_PEER;
}

grn_status grn_rank_run_end(grn_rank_run *r, grn_status own, const grn_diag *diag)
{
    const grn_process_end end = grn_rank_grid_end(r->processes, own);
    const grn_status status = outcome(r, &end, diag);
    grn_rank_grid_destroy(r->processes);
    return status;
}
