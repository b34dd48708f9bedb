/*
 * exchange.c - bytes from each rank to each, and the least of their numbers.
 *
 * An alltoallv is a message of MPI's, or several of most_bytes, for each pair of ranks that have
 * something for each other, from and to the caller's memory: Alltoallv of MPI counts in int, and
 * would need a copy of what is larger. Ranks begin with their neighbours, so that not all of them
 * send to one first.
 */
#include <string.h>

#include "internal.h"

typedef struct exchange {
    grn_mpi_ranks *r;
    int tag;
} exchange;

static bool comes_in(const exchange *x, int i) { return i < x->r->size; }
static int peer_of(const exchange *x, int i) { return comes_in(x, i) ? i : i - x->r->size; }

/* The next message of a flow, if any is left. */
static grn_status post(exchange *x, int i)
{
    grn_mpi_ranks *r = x->r;
    grn_mpi_flow *f = &r->flows[i];
    f->now = (int)(f->left < (int64_t)r->most_bytes ? f->left : (int64_t)r->most_bytes);
    if (f->now == 0)
        return GRN_OK;
    return grn_mpi_status_of(comes_in(x, i)
                                 ? MPI_Irecv(f->at, f->now, MPI_BYTE, peer_of(x, i), x->tag, r->comm, &r->requests[i])
                                 : MPI_Isend(f->at, f->now, MPI_BYTE, peer_of(x, i), x->tag, r->comm, &r->requests[i]));
}

static grn_status go_on(exchange *x, int i, MPI_Status *status)
{
    grn_mpi_flow *f = &x->r->flows[i];
    int came = f->now;
    if (comes_in(x, i))
        MPI_Get_count(status, MPI_BYTE, &came);
    if (came != f->now)
        return GRN_E_SHAPE;
    f->at += f->now;
    f->left -= f->now;
    return post(x, i);
}

static grn_status look(void *user, bool *done, bool *moved)
{
    exchange *x = user;
    grn_mpi_ranks *r = x->r;
    int count = 0;
    const int error = MPI_Testsome(2 * r->size, r->requests, &count, r->ended, r->statuses);
    if (error != MPI_SUCCESS && error != MPI_ERR_IN_STATUS)
        return grn_mpi_status_of(error);
    *done = count == MPI_UNDEFINED;
    *moved = !*done && count > 0;
    grn_status status = GRN_OK;
    for (int k = 0; *moved && status == GRN_OK && k < count; k++) {
        if (error == MPI_ERR_IN_STATUS)
            status = grn_mpi_status_of(r->statuses[k].MPI_ERROR);
        if (status == GRN_OK)
            status = go_on(x, r->ended[k], &r->statuses[k]);
    }
    return status;
}

/* GRN_E_ARGUMENT: a size is negative, or this rank sends itself another size than it receives. */
static grn_status begin_flows(grn_mpi_ranks *r, const void *send, const int64_t *send_bytes, void *receive,
                              const int64_t *receive_bytes)
{
    char *in = receive, *out = (char *)send;
    for (int i = 0; i < r->size; i++) {
        if (send_bytes[i] < 0 || receive_bytes[i] < 0)
            return GRN_E_ARGUMENT;
        r->flows[i] = (grn_mpi_flow){.at = in, .left = receive_bytes[i]};
        r->flows[r->size + i] = (grn_mpi_flow){.at = out, .left = send_bytes[i]};
        in += in ? receive_bytes[i] : 0;
        out += out ? send_bytes[i] : 0;
    }
    return send_bytes[r->rank] == receive_bytes[r->rank] ? GRN_OK : GRN_E_ARGUMENT;
}

static void give_own(grn_mpi_ranks *r)
{
    grn_mpi_flow *in = &r->flows[r->rank], *out = &r->flows[r->size + r->rank];
    if (in->left)
        memmove(in->at, out->at, (size_t)in->left);
    in->left = out->left = 0;
}

/* What would still be written to the caller's memory is called off. */
static void call_off(grn_mpi_ranks *r)
{
    for (int i = 0; i < r->size; i++)
        if (r->requests[i] != MPI_REQUEST_NULL) {
            MPI_Cancel(&r->requests[i]);
            MPI_Request_free(&r->requests[i]);
        }
}

grn_status grn_mpi_alltoallv(void *user, const void *send, const int64_t *send_bytes, void *receive,
                             const int64_t *receive_bytes)
{
    grn_mpi_ranks *r = user;
    exchange x = {r, TAG_EXCHANGE + (int)(r->turns++ % TAGS_OF_EXCHANGE)};
    if (r->watch->broken != GRN_OK)
        return r->watch->broken;
    grn_status status = begin_flows(r, send, send_bytes, receive, receive_bytes);
    if (status != GRN_OK)
        return status;
    give_own(r);
    for (int step = 1; status == GRN_OK && step < r->size; step++)
        status = post(&x, (r->rank - step + r->size) % r->size);
    for (int step = 1; status == GRN_OK && step < r->size; step++)
        status = post(&x, r->size + (r->rank + step) % r->size);
    if (status == GRN_OK)
        status = grn_mpi_wait(r, look, &x);
    if (status != GRN_OK)
        call_off(r);
    return grn_mpi_break(r, status);
}

grn_status grn_mpi_least(void *user, int64_t mine, int64_t *out)
{
    grn_mpi_ranks *r = user;
    MPI_Request request;
    if (r->watch->broken != GRN_OK)
        return r->watch->broken;
    r->least[0] = mine;
    grn_status status =
        grn_mpi_status_of(MPI_Iallreduce(&r->least[0], &r->least[1], 1, MPI_INT64_T, MPI_MIN, r->comm, &request));
    if (status == GRN_OK)
        status = grn_mpi_wait_request(r, &request, MPI_STATUS_IGNORE);
    if (status == GRN_OK)
        *out = r->least[1];
    return grn_mpi_break(r, status);
}
