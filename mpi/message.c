/*
 * message.c - messages over channels.
 *
 * A message is a head, which says channel and size, and then its bytes, in messages of MPI's of at
 * most most_bytes. MPI keeps the order of what one rank sends another, so the bytes of a head are
 * what comes next from that rank. What comes before it is asked for lies in a list.
 */
#include <string.h>

#include "internal.h"

typedef struct head {
    int64_t channel, n;
} head;

/* ---- what was sent --------------------------------------------------------------------------- */

static bool has_gone(grn_mpi_sent *s)
{
    int flag = 1;
    for (size_t i = 0; flag && i < s->nrequests; i++)
        flag = MPI_Test(&s->requests[i], &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS || flag;
    return flag;
}

void grn_mpi_sweep(const grn_allocator *a, grn_mpi_sent **list)
{
    for (grn_mpi_sent **link = list; *link;) {
        grn_mpi_sent *s = *link;
        if (!has_gone(s)) {
            link = &s->next;
            continue;
        }
        *link = s->next;
        grn_mpi_free(a, s, s->room_bytes);
    }
}

grn_mpi_sent *grn_mpi_post(const grn_allocator *a, grn_mpi_sent **list, size_t nrequests, size_t nbytes, char **bytes)
{
    const size_t head_bytes = sizeof(grn_mpi_sent) + nrequests * sizeof(MPI_Request);
    if (nbytes > SIZE_MAX - head_bytes)
        return NULL;
    grn_mpi_sent *s = grn_mpi_allocate(a, head_bytes + nbytes);
    if (!s)
        return NULL;
    *s = (grn_mpi_sent){
        .next = *list, .room_bytes = head_bytes + nbytes, .nrequests = nrequests, .requests = (MPI_Request *)(s + 1)};
    for (size_t i = 0; i < nrequests; i++)
        s->requests[i] = MPI_REQUEST_NULL;
    *bytes = (char *)s + head_bytes;
    *list = s;
    return s;
}

/* ---- letters: what came before it was asked for ---------------------------------------------- */

static grn_mpi_letter *letter_new(grn_mpi_ranks *r, int from, const head *h)
{
    if (h->n < 0 || (uint64_t)h->n > SIZE_MAX - sizeof(grn_mpi_letter))
        return NULL;
    grn_mpi_letter *l = grn_mpi_allocate(r->allocator, sizeof *l + (size_t)h->n);
    if (l)
        *l = (grn_mpi_letter){.from = from, .channel = h->channel, .n = (size_t)h->n};
    return l;
}

static void letter_free(grn_mpi_ranks *r, grn_mpi_letter *l)
{
    if (l)
        grn_mpi_free(r->allocator, l, sizeof *l + l->n);
}

static void letter_keep(grn_mpi_ranks *r, grn_mpi_letter *l)
{
    *r->last = l;
    r->last = &l->next;
}

static grn_mpi_letter *letter_find(grn_mpi_ranks *r, int from, int64_t channel)
{
    for (grn_mpi_letter **link = &r->letters; *link; link = &(*link)->next)
        if ((*link)->channel == channel && (from < 0 || (*link)->from == from)) {
            grn_mpi_letter *found = *link;
            *link = found->next;
            if (r->last == &found->next)
                r->last = link;
            return found;
        }
    return NULL;
}

void grn_mpi_drop_letters(grn_mpi_ranks *r)
{
    for (grn_mpi_letter *l = r->letters, *next; l; l = next) {
        next = l->next;
        letter_free(r, l);
    }
    r->letters = NULL;
    r->last = &r->letters;
}

/* ---- send ------------------------------------------------------------------------------------ */

static grn_status send_to_self(grn_mpi_ranks *r, const head *h, const void *bytes)
{
    grn_mpi_letter *l = letter_new(r, r->rank, h);
    if (!l)
        return GRN_E_MEMORY;
    if (l->n)
        memcpy(l->bytes, bytes, l->n);
    letter_keep(r, l);
    return GRN_OK;
}

grn_status grn_mpi_send(void *user, int32_t to, int64_t channel, const void *bytes, size_t n)
{
    grn_mpi_ranks *r = user;
    const head h = {channel, (int64_t)n};
    char *at;
    if (r->watch->broken != GRN_OK)
        return r->watch->broken;
    if (to < 0 || to >= r->size || n > INT64_MAX - sizeof h)
        return GRN_E_ARGUMENT;
    if (to == r->rank)
        return send_to_self(r, &h, bytes);
    grn_mpi_sweep(r->allocator, &r->sent);
    grn_mpi_sent *s =
        grn_mpi_post(r->allocator, &r->sent, 1 + n / r->most_bytes + (n % r->most_bytes != 0), sizeof h + n, &at);
    if (!s)
        return GRN_E_MEMORY;
    memcpy(at, &h, sizeof h);
    if (n)
        memcpy(at + sizeof h, bytes, n);
    int error = MPI_Isend(at, (int)sizeof h, MPI_BYTE, to, TAG_MESSAGE, r->comm, &s->requests[0]);
    at += sizeof h;
    for (size_t i = 1; error == MPI_SUCCESS && i < s->nrequests; i++) {
        const size_t part = n < r->most_bytes ? n : r->most_bytes;
        error = MPI_Isend(at, (int)part, MPI_BYTE, to, TAG_MESSAGE, r->comm, &s->requests[i]);
        at += part;
        n -= part;
    }
    r->sent_to[to]++;
    return grn_mpi_break(r, grn_mpi_status_of(error));
}

/* ---- receive --------------------------------------------------------------------------------- */

typedef struct reception {
    grn_mpi_ranks *r;
    int from; /* -1: any rank */
    bool any_channel;
    int64_t channel;
    void *bytes; /* where one of n bytes goes */
    size_t n;
    bool got;               /* it is there, or another of its channel, which `letter` is */
    grn_mpi_letter *letter; /* of what comes in; NULL: it goes to `bytes` */
    char *at;
    size_t left;
    int source;
    MPI_Request request;
} reception;

/* The message is whole. */
static void take_in(reception *x, bool *done)
{
    const bool asked =
        !x->letter || ((x->letter->channel == x->channel || x->any_channel) && (x->from < 0 || x->from == x->source));
    if (asked) {
        x->got = *done = true;
        return;
    }
    letter_keep(x->r, x->letter);
    x->letter = NULL;
}

static grn_status next_part(reception *x, bool *done)
{
    const size_t part = x->left < x->r->most_bytes ? x->left : x->r->most_bytes;
    if (part == 0) {
        take_in(x, done);
        return GRN_OK;
    }
    x->left -= part;
    x->at += part;
    return grn_mpi_status_of(
        MPI_Irecv(x->at - part, (int)part, MPI_BYTE, x->source, TAG_MESSAGE, x->r->comm, &x->request));
}

static grn_status begin_message(reception *x, const head *h, bool *done)
{
    const bool fits = !x->any_channel && h->channel == x->channel && h->n == (int64_t)x->n;
    x->r->taken_from[x->source]++;
    x->letter = fits ? NULL : letter_new(x->r, x->source, h);
    if (!fits && !x->letter)
        return GRN_E_MEMORY;
    x->at = fits ? x->bytes : x->letter->bytes;
    x->left = (size_t)h->n;
    return next_part(x, done);
}

static grn_status look_for_head(reception *x, bool *done, bool *moved)
{
    MPI_Status status;
    MPI_Message message;
    head h;
    int flag = 0;
    const int from = x->from < 0 ? MPI_ANY_SOURCE : x->from;
    grn_status s = grn_mpi_status_of(MPI_Improbe(from, TAG_MESSAGE, x->r->comm, &flag, &message, &status));
    if (s != GRN_OK || !flag)
        return s;
    *moved = true;
    x->source = status.MPI_SOURCE;
    s = grn_mpi_status_of(MPI_Mrecv(&h, (int)sizeof h, MPI_BYTE, &message, &status));
    return s == GRN_OK ? begin_message(x, &h, done) : s;
}

static grn_status look(void *user, bool *done, bool *moved)
{
    reception *x = user;
    int flag = 0;
    if (x->request == MPI_REQUEST_NULL)
        return look_for_head(x, done, moved);
    grn_status status = grn_mpi_status_of(MPI_Test(&x->request, &flag, MPI_STATUS_IGNORE));
    if (status != GRN_OK || !flag)
        return status;
    *moved = true;
    return next_part(x, done);
}

static grn_status receive_next(reception *x)
{
    grn_status status = grn_mpi_wait(x->r, look, x);
    if (x->request != MPI_REQUEST_NULL) {
        MPI_Cancel(&x->request);
        MPI_Request_free(&x->request);
    }
    if (status != GRN_OK) {
        letter_free(x->r, x->letter);
        x->letter = NULL;
    }
    return status;
}

grn_status grn_mpi_receive(void *user, int32_t from, int64_t channel, void *bytes, size_t n)
{
    grn_mpi_ranks *r = user;
    if (r->watch->broken != GRN_OK)
        return r->watch->broken;
    if (from < -1 || from >= r->size)
        return GRN_E_ARGUMENT;
    grn_mpi_sweep(r->allocator, &r->sent);
    reception x = {.r = r, .from = from, .channel = channel, .bytes = bytes, .n = n, .request = MPI_REQUEST_NULL};
    x.letter = letter_find(r, from, channel);
    if (!x.letter) {
        grn_status status = receive_next(&x);
        if (status != GRN_OK)
            return status;
    }
    if (!x.letter)
        return GRN_OK;
    const bool fits = x.letter->n == n;
    if (fits && n)
        memcpy(bytes, x.letter->bytes, n);
    letter_free(r, x.letter);
    return fits ? GRN_OK : GRN_E_SHAPE;
}

/* ---- the end --------------------------------------------------------------------------------- */

static grn_status look_at_sent(void *user, bool *done, bool *moved)
{
    grn_mpi_ranks *r = user;
    (void)moved;
    grn_mpi_sweep(r->allocator, &r->sent);
    *done = r->sent == NULL;
    return GRN_OK;
}

grn_status grn_mpi_drop_messages(grn_mpi_ranks *r)
{
    const size_t bytes = 3 * (size_t)r->size * sizeof(int64_t);
    int64_t *each = grn_mpi_allocate(r->allocator, bytes), *to_me = each + r->size, *sizes = to_me + r->size;
    if (!each)
        return GRN_E_MEMORY;
    for (int i = 0; i < r->size; i++) {
        each[i] = r->sent_to[i];
        sizes[i] = (int64_t)sizeof *each;
    }
    grn_status status = grn_mpi_alltoallv(r, each, sizes, to_me, sizes);
    for (int i = 0; i < r->size; i++)
        while (status == GRN_OK && r->taken_from[i] < to_me[i]) {
            reception x = {.r = r, .from = i, .any_channel = true, .request = MPI_REQUEST_NULL};
            status = receive_next(&x);
            letter_free(r, x.letter);
        }
    grn_mpi_free(r->allocator, each, bytes);
    return status == GRN_OK ? grn_mpi_wait(r, look_at_sent, r) : status;
}
