/*
 * rounds.c - the traffic between ranks, in rounds that stage no more than a limit.
 *
 * Where the sends and the receives of every rank are within the limit, there is one round. Else a
 * rank sends in a round to as many others as the limit has room for a row of each, those at the
 * next distances by number. So a rank that sends or receives a lot stages the limit at most, or one
 * row where that is more. Sender and receiver compute the same schedule for each pair.
 */
#include <string.h>

#include "dist/dist.h"

/* ---- which rows go when ---------------------------------------------------------------------- */

grn_status grn_rounds_begin(grn_rounds *r, grn_wire *w, const grn_load *mine, bool in_step, size_t most_bytes,
                            const grn_diag *diag)
{
    int64_t bytes, row_bytes;
    const int32_t others = w->comm->size > 1 ? w->comm->size - 1 : 1;
    *r = (grn_rounds){.ranks = w->comm->size, .rank = w->comm->rank, .together = others, .pair_bytes = INT64_MAX};
    grn_status status =
        grn_wire_most(w, mine->out_bytes > mine->in_bytes ? mine->out_bytes : mine->in_bytes, &bytes, diag);
    if (status != GRN_OK || (uint64_t)bytes <= most_bytes)
        return status;
    status = grn_wire_most(w, mine->row_bytes, &row_bytes, diag); /* positive: some rank has rows */
    if (status == GRN_OK && !in_step && most_bytes / (uint64_t)row_bytes < (uint64_t)others)
        r->together = most_bytes < (uint64_t)row_bytes ? 1 : (int32_t)(most_bytes / (uint64_t)row_bytes);
    r->pair_bytes = (int64_t)(most_bytes / (uint64_t)(in_step ? r->ranks : r->together));
    return status;
}

/* How many rows of a pair go in one round. */
static int64_t rows_at_once(const grn_rounds *r, int64_t rows, int64_t row_bytes)
{
    if (row_bytes == 0 || rows <= r->pair_bytes / row_bytes)
        return rows;
    return r->pair_bytes < row_bytes ? 1 : r->pair_bytes / row_bytes;
}

void grn_rounds_need(grn_rounds *r, int64_t rows, int64_t row_bytes)
{
    const int64_t each = rows_at_once(r, rows, row_bytes), turns = each ? (rows - 1) / each + 1 : 0;
    r->turns = r->turns < turns ? turns : r->turns;
}

static int32_t sets_of(const grn_rounds *r) { return r->ranks > 1 ? (r->ranks - 2) / r->together + 1 : 1; }

grn_status grn_rounds_end(grn_rounds *r, grn_wire *w, const grn_diag *diag)
{
    const int64_t mine = r->turns;
    grn_status status = grn_wire_most(w, mine, &r->turns, diag);
    r->count = r->turns * sets_of(r);
    return status;
}

/* The set of distances that this rank and a peer are apart; a rank's rows for itself go with the
 * first. */
static int32_t set_of(const grn_rounds *r, int32_t peer, bool comes_in)
{
    const int32_t ahead = comes_in ? r->rank - peer : peer - r->rank, distance = ahead < 0 ? ahead + r->ranks : ahead;
    return distance ? (distance - 1) / r->together : 0;
}

int64_t grn_rounds_rows(const grn_rounds *r, int64_t round, const grn_dist_pair *p, int64_t *from)
{
    const int64_t each = rows_at_once(r, p->rows, p->row_bytes);
    *from = p->rows;
    if (each == 0 || round / r->turns != set_of(r, p->peer, p->comes_in))
        return 0;
    const int64_t turn = round % r->turns;
    *from = turn > p->rows / each ? p->rows : turn * each;
    return p->rows - *from < each ? p->rows - *from : each;
}

int64_t grn_rounds_staged(const grn_rounds *r, void *user, grn_dist_pair (*pair)(void *user, int32_t i), int32_t count)
{
    int64_t most = 0, from;
    for (int32_t set = 0; r->count && set < sets_of(r); set++) {
        int64_t bytes = 0;
        for (int32_t i = 0; i < count; i++) {
            const grn_dist_pair p = pair(user, i);
            bytes += grn_rounds_rows(r, set * r->turns, &p, &from) * p.row_bytes; /* the first turn takes most */
        }
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* ---- numbers and elements, carried ----------------------------------------------------------- */

typedef struct side {
    const grn_cargo *cargo;
    bool comes_in;
} side;

static grn_dist_pair pair_of(void *user, int32_t i)
{
    const side *s = user;
    return (grn_dist_pair){i, s->comes_in, s->cargo->rows(s->cargo->user, i, s->comes_in), s->cargo->row_bytes};
}

/* Lists of bytes for each rank, and staging; [0] of sends, [1] of receives. */
typedef struct carrying {
    grn_rounds rounds;
    side side[2];
    grn_dist_memory lists, staged[2];
    int64_t *bytes[2];
} carrying;

static grn_status agree_on_rounds(carrying *x, grn_wire *w, const grn_cargo *c, const grn_diag *diag)
{
    int64_t bytes[2] = {0, 0}; /* no product overflows: they have memory, here or there */
    for (int32_t r = 0; r < w->comm->size; r++)
        for (int i = 0; i < 2; i++)
            bytes[i] += c->rows(c->user, r, i == 1) * c->row_bytes;
    const grn_load mine = {bytes[0], bytes[1], c->row_bytes};
    grn_status status = grn_rounds_begin(&x->rounds, w, &mine, c->in_step, c->most_bytes, diag);
    for (int32_t r = 0; status == GRN_OK && r < w->comm->size; r++)
        for (int i = 0; i < 2; i++)
            grn_rounds_need(&x->rounds, c->rows(c->user, r, i == 1), c->row_bytes);
    return status == GRN_OK ? grn_rounds_end(&x->rounds, w, diag) : status;
}

static grn_status stage(carrying *x, const grn_cargo *c, const grn_allocator *allocator, const grn_diag *diag)
{
    const size_t ranks = (size_t)x->rounds.ranks;
    if (!grn_dist_memory_new(&x->lists, allocator, ranks, 2 * sizeof(int64_t)))
        return grn_dist_refused(diag);
    for (int i = 0; i < 2; i++) {
        x->side[i] = (side){c, i == 1};
        x->bytes[i] = (int64_t *)x->lists.memory + (size_t)i * ranks;
        const int64_t staged = grn_rounds_staged(&x->rounds, &x->side[i], pair_of, x->rounds.ranks);
        if (!grn_dist_memory_new(&x->staged[i], allocator, (size_t)staged, 1))
            return grn_dist_refused(diag);
    }
    return GRN_OK;
}

static void pack(carrying *x, const grn_cargo *c, int64_t round)
{
    char *at = x->staged[0].memory;
    for (int32_t r = 0; r < x->rounds.ranks; r++) {
        int64_t from;
        const grn_dist_pair out = pair_of(&x->side[0], r), in = pair_of(&x->side[1], r);
        const int64_t rows = grn_rounds_rows(&x->rounds, round, &out, &from);
        if (rows > 0)
            c->pack(c->user, r, from, rows, at);
        x->bytes[0][r] = rows * c->row_bytes;
        at += x->bytes[0][r];
        x->bytes[1][r] = grn_rounds_rows(&x->rounds, round, &in, &from) * c->row_bytes;
    }
}

static void unpack(carrying *x, const grn_cargo *c, int64_t round)
{
    const char *at = x->staged[1].memory;
    for (int32_t r = 0; r < x->rounds.ranks; r++) {
        int64_t from;
        const grn_dist_pair in = pair_of(&x->side[1], r);
        const int64_t rows = grn_rounds_rows(&x->rounds, round, &in, &from);
        if (rows > 0)
            c->unpack(c->user, r, from, rows, at);
        at += x->bytes[1][r];
    }
}

grn_status grn_wire_carry(grn_wire *w, const grn_cargo *c, const grn_allocator *allocator, const grn_diag *diag)
{
    carrying x = {.lists = {NULL, 0}};
    grn_status status = agree_on_rounds(&x, w, c, diag);
    if (status != GRN_OK || x.rounds.count == 0)
        return status;
    status = grn_wire_agree(w, stage(&x, c, allocator, diag), diag);
    for (int64_t k = 0; k < x.rounds.count && status == GRN_OK; k++) {
        pack(&x, c, k);
        status = grn_wire_exchange(w, x.staged[0].memory, x.bytes[0], x.staged[1].memory, x.bytes[1], diag);
        if (status == GRN_OK)
            unpack(&x, c, k);
    }
    grn_dist_memory_end(&x.lists, allocator);
    grn_dist_memory_end(&x.staged[0], allocator);
    grn_dist_memory_end(&x.staged[1], allocator);
    return status;
}
