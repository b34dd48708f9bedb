/* wire.c - the communicator, with counted traffic, and agreement among ranks. */
#include "comm/processes.h"
#include "dist/dist.h"

static grn_status told(grn_status status, const char *what, const grn_diag *diag)
{
    return status == GRN_OK ? status
                            : grn_fail(diag, grn_no_place, status, "the ranks' communicator answers to %s: %s", what,
                                       grn_status_text(status));
}

static void count(const int64_t *bytes, const grn_comm *comm, int64_t *messages, int64_t *total)
{
    for (int32_t r = 0; r < comm->size; r++)
        if (r != comm->rank && bytes[r]) {
            ++*messages;
            *total += bytes[r];
        }
}

grn_status grn_wire_exchange(grn_wire *w, const void *send, const int64_t *send_bytes, void *receive,
                             const int64_t *receive_bytes, const grn_diag *diag)
{
    count(send_bytes, w->comm, &w->messages_sent, &w->bytes_sent);
    count(receive_bytes, w->comm, &w->messages_received, &w->bytes_received);
    return told(w->comm->alltoallv(w->comm->user, send, send_bytes, receive, receive_bytes), "alltoallv", diag);
}

grn_status grn_wire_least(grn_wire *w, int64_t mine, int64_t *out, const grn_diag *diag)
{
    return told(w->comm->least(w->comm->user, mine, out), "least", diag);
}

grn_status grn_wire_most(grn_wire *w, int64_t mine, int64_t *out, const grn_diag *diag)
{
    grn_status status = grn_wire_least(w, -1 - mine, out, diag); /* every int64_t has its -1 - x */
    *out = status == GRN_OK ? -1 - *out : mine;
    return status;
}

grn_status grn_wire_agree(grn_wire *w, grn_status mine, const grn_diag *diag)
{
    int64_t failed;
    const int64_t first =
        mine == GRN_OK ? INT64_MAX : (int64_t)w->comm->rank * GRN_STATUS_COUNT + mine; /* the first rank's, and why */
    grn_status status = grn_wire_least(w, first, &failed, diag);
    if (mine != GRN_OK || status != GRN_OK)
        return mine != GRN_OK ? mine : status;
    if (failed != INT64_MAX)
        return grn_fail(diag, grn_no_place, GRN_E_PEER, "rank %d failed: %s", (int)(failed / GRN_STATUS_COUNT),
                        grn_status_text((grn_status)(failed % GRN_STATUS_COUNT)));
    return GRN_OK;
}

grn_status grn_wire_same(grn_wire *w, uint64_t mine, bool *out, const grn_diag *diag)
{
    return told(grn_ranks_same(w->comm, mine, out), "least", diag);
}

grn_status grn_wire_exchange_counts(grn_wire *w, const int64_t *sent, int64_t *received, int64_t *bytes,
                                    const grn_diag *diag)
{
    for (int32_t r = 0; r < w->comm->size; r++)
        bytes[r] = sizeof *sent;
    return grn_wire_exchange(w, sent, bytes, received, bytes, diag);
}
