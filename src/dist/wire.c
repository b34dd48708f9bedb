/* wire.c - the communicator, counted, and what ranks agree on. */
#include "comm/processes.h"
#include "dist/dist.h"

static grn_status told(grn_status status, const char *what, const grn_diag *diag)
{
    return status == GRN_OK
               ? status
               : grn_fail(diag, grn_no_place, status, "the ranks' communicator answers to %s: %s", what, grn_status_text(status));
}

static void count(const int64_t *bytes, const grn_comm *comm, int64_t *messages, int64_t *total)
{
    for (int32_t r = 0; r < comm->size; r++)
        if (r != comm->rank && bytes[r]) {
            ++*messages;
            *total += bytes[r];
        }
}

grn_status grn_wire_exchange(grn_wire *w, const void *send, const int64_t *send_bytes, void *receive, const int64_t *receive_bytes,
                             const grn_diag *diag)
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
    grn_status status = grn_wire_least(w, mine == GRN_OK ? INT64_MAX : w->comm->rank, &failed, diag);
    if (mine != GRN_OK || status != GRN_OK)
        return mine != GRN_OK ? mine : status;
    if (failed != INT64_MAX)
        return grn_fail(diag, grn_no_place, GRN_E_PEER, "rank %d failed", (int)failed);
    return GRN_OK;
}

grn_status grn_wire_same(grn_wire *w, uint64_t mine, bool *out, const grn_diag *diag)
{
    return told(grn_ranks_same(w->comm, mine, out), "least", diag);
}

grn_status grn_wire_exchange_rows(grn_wire *w, const grn_wire_rows *rows, const grn_allocator *allocator, const grn_diag *diag)
{
    const size_t row_bytes = (size_t)rows->words_per_row * sizeof(int64_t);
    int64_t *const *bytes = rows->bytes, all = 0;
    for (int32_t r = 0; r < w->comm->size; r++)
        bytes[0][r] = bytes[1][r] = sizeof(int64_t);
    grn_status status = grn_wire_exchange(w, rows->sent, bytes[0], rows->received, bytes[1], diag);
    if (status != GRN_OK)
        return status;
    for (int32_t r = 0; r < w->comm->size; r++) {
        all += rows->received[r];
        bytes[0][r] = rows->sent[r] * (int64_t)row_bytes;
        bytes[1][r] = rows->received[r] * (int64_t)row_bytes;
    }
    status = grn_block_new(rows->out, allocator, (size_t)all, row_bytes) ? GRN_OK : grn_dist_refused(diag);
    status = grn_wire_agree(w, status, diag);
    return status == GRN_OK ? grn_wire_exchange(w, rows->words, bytes[0], rows->out->memory, bytes[1], diag) : status;
}
