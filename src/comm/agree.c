/* agree.c - collective calls of all ranks of a communicator before and after a run. */
#include <string.h>

#include "comm/processes.h"

grn_status grn_ranks_agree(const grn_comm *ranks, grn_status own)
{
    int64_t least = 0;
    grn_status status = ranks->least(ranks->user, own == GRN_OK, &least);
    if (own != GRN_OK)
        return own;
    return status != GRN_OK ? status : least ? GRN_OK : GRN_E_PEER;
}

grn_status grn_ranks_same(const grn_comm *ranks, uint64_t mine, bool *same)
{
    const int64_t number = (int64_t)(mine >> 1); /* its negative is one too */
    int64_t least = 0, least_negative = 0;
    grn_status status = ranks->least(ranks->user, number, &least);
    if (status == GRN_OK)
        status = ranks->least(ranks->user, -number, &least_negative);
    *same = status == GRN_OK && least == -least_negative;
    return status;
}

/* ---- gathering ------------------------------------------------------------------------------- */

void grn_gathered_free(grn_gathered *g)
{
    grn_release(g->allocator, g->bytes, g->room_bytes);
    grn_release(g->allocator, g->sizes, 4 * g->size * sizeof *g->sizes);
    *g = (grn_gathered){.bytes = NULL};
}

/* The sizes of all; `lists`: three lists to work with. */
static grn_status gather_sizes(const grn_comm *ranks, grn_gathered *g, int64_t *lists)
{
    int64_t *copies = lists, *each = lists + g->size;
    for (size_t i = 0; i < g->size; i++) {
        copies[i] = g->sizes[ranks->rank];
        each[i] = (int64_t)sizeof *copies;
    }
    return ranks->alltoallv(ranks->user, copies, each, g->sizes, each);
}

static bool place(grn_gathered *g, int64_t *begin)
{
    size_t total = 0;
    for (size_t i = 0; i < g->size; i++) {
        begin[i] = (int64_t)total;
        if (g->sizes[i] < 0 || !grn_add_size(total, (size_t)g->sizes[i], &total))
            return false;
    }
    g->bytes = grn_allocate(g->allocator, total);
    g->room_bytes = g->bytes ? total : 0;
    return g->bytes != NULL;
}

/* In a ring: in each turn the data that came last goes to the next rank. No data goes to a rank
 * twice, and no rank stores a copy for others. */
static grn_status pass_on(const grn_comm *ranks, grn_gathered *g, int64_t *lists)
{
    int64_t *begin = lists, *send = lists + g->size, *receive = send + g->size;
    const size_t size = g->size, me = (size_t)ranks->rank, next = (me + 1) % size, before = (me + size - 1) % size;
    grn_status status = GRN_OK;
    memset(send, 0, 2 * size * sizeof *send);
    for (size_t turn = 0; status == GRN_OK && turn + 1 < size; turn++) {
        const size_t out = (me + size - turn) % size, in = (before + size - turn) % size;
        send[next] = g->sizes[out];
        receive[before] = g->sizes[in];
        status = ranks->alltoallv(ranks->user, g->bytes + begin[out], send, g->bytes + begin[in], receive);
    }
    return status;
}

grn_status grn_ranks_gather(const grn_comm *ranks, const void *mine, size_t n, const grn_allocator *allocator,
                            grn_gathered *out)
{
    const size_t size = (size_t)ranks->size;
    *out = (grn_gathered){.size = size, .allocator = allocator};
    out->sizes = grn_allocate(allocator, 4 * size * sizeof *out->sizes);
    grn_status status = grn_ranks_agree(ranks, out->sizes ? GRN_OK : GRN_E_MEMORY);
    if (status != GRN_OK)
        return status == GRN_E_PEER ? GRN_E_MEMORY : status;
    int64_t *lists = out->sizes + size;
    out->sizes[ranks->rank] = (int64_t)n;
    status = gather_sizes(ranks, out, lists);
    if (status != GRN_OK)
        return status;
    status = grn_ranks_agree(ranks, place(out, lists) ? GRN_OK : GRN_E_MEMORY);
    if (status != GRN_OK)
        return status == GRN_E_PEER ? GRN_E_MEMORY : status;
    if (n)
        memcpy(out->bytes + lists[ranks->rank], mine, n);
    return pass_on(ranks, out, lists);
}
