/*
 * scatter.c - updates go to the owners of their targets.
 *
 * A rank sorts the rows of its updates by the shards that they reach. It sends every holder of a
 * shard the numbers of the holder's rows that they are for, and the place of each in the order of
 * all updates. A holder merges these lists (owners.c). In a run rows travel, are brought into that
 * order, and scattered into the holder's part.
 */
#include <string.h>

#include "dist/scatter.h"

/* ---- what this rank sends -------------------------------------------------------------------- */

static grn_status begin_routing(routing *a, int64_t entries)
{
    const grn_dist_plan *p = a->p;
    const size_t n = (size_t)entries, shards = (size_t)grn_dist_operand(p)->nshards, ranks = (size_t)p->operand.ranks;
    const size_t walks = (size_t)p->form.nwalks;
    size_t words;
    if (!grn_mul_size(n, 3 + walks, &words) || !grn_add_size(words, 2 * shards + 3 * ranks, &words) ||
        !grn_dist_memory_new(&a->memory, p->allocator, words, sizeof(int64_t)))
        return GRN_E_MEMORY;
    a->number = a->memory.memory;
    a->key = a->number + n;
    a->shard = a->key + n;
    a->at = a->shard + n;
    a->count = a->at + n * walks;
    a->first = a->count + shards;
    a->sent = a->first + shards;
    a->told = a->sent + ranks;
    a->list = a->told + ranks;
    memset(a->count, 0, (2 * shards + 3 * ranks) * sizeof(int64_t));
    return GRN_OK;
}

static grn_status add_entry(void *user, const grn_dist_entry *e)
{
    routing *a = user;
    const grn_dist_plan *p = a->p;
    if (!e->reaches)
        return GRN_OK;
    a->shard[a->entries] = grn_coord_place(&p->form, grn_dist_operand(p), e->coord, &a->number[a->entries]);
    a->count[a->shard[a->entries]]++;
    a->key[a->entries] = e->key;
    memcpy(a->at + a->entries * p->form.nwalks, e->at, (size_t)p->form.nwalks * sizeof *e->at);
    a->entries++;
    return GRN_OK;
}

/* Entries by their shards, in their order; coordinates go to the haul. */
static grn_status sort_entries(routing *a)
{
    grn_dist_plan *p = a->p;
    const int32_t walks = p->form.nwalks;
    const size_t n = (size_t)a->entries;
    int64_t next = 0;
    if (!grn_dist_memory_new(&a->sorted, p->allocator, n, 2 * sizeof(int64_t)) ||
        !grn_dist_memory_new(&p->s.haul.coords, p->allocator, n * (size_t)walks, sizeof(int64_t)))
        return GRN_E_MEMORY;
    int64_t *number = a->sorted.memory, *key = number + n, *coords = p->s.haul.coords.memory;
    for (int32_t s = 0; s < grn_dist_operand(p)->nshards; s++) {
        a->first[s] = next;
        next += a->count[s];
        a->count[s] = 0;
    }
    for (int64_t e = 0; e < a->entries; e++) {
        const int64_t s = a->shard[e], to = a->first[s] + a->count[s]++;
        number[to] = a->number[e];
        key[to] = a->key[e];
        memcpy(coords + to * walks, a->at + e * walks, (size_t)walks * sizeof *coords);
    }
    return GRN_OK;
}

/* Whether this rank sends rank o rows of its updates: this rank serves o, and they share a part of
 * a row. */
static bool sends_to(const routing *a, int32_t o, grn_dist_span *both)
{
    const grn_dist_plan *p = a->p;
    const grn_placement *dense = grn_dist_dense(p);
    const int32_t me = p->wire.comm->rank;
    if (p->way == GRN_DIST_COMBINE && (o != me || !grn_combine_contributes(p, me)))
        return false;
    return a->count[grn_coord_shard(&p->form, grn_dist_operand(p), o)] > 0 &&
           grn_placement_pick(dense, dense->shard[me], o) == me &&
           grn_row_piece(&p->form, grn_dist_operand(p), o, dense, me, both);
}

static grn_status add_parcel_out(routing *a, int32_t o, const grn_dist_span *both)
{
    grn_dist_plan *p = a->p;
    grn_haul *h = &p->s.haul;
    const bool own = o == p->wire.comm->rank;
    const int32_t shard = grn_coord_shard(&p->form, grn_dist_operand(p), o);
    grn_parcel *out = own ? &h->own_out : grn_haul_add_out(h);
    if (!out)
        return GRN_E_MEMORY;
    *out = (grn_parcel){.peer = o, .rows = a->count[shard], .row_elements = 1, .first = a->first[shard]};
    grn_dense_piece(&p->form, grn_dist_dense(p), p->wire.comm->rank, both, out);
    for (int32_t d = 0; d < p->form.dense_rank; d++)
        out->row_elements *= out->slice[d];
    a->sent[o] = own ? 0 : out->rows;
    return GRN_OK;
}

static grn_status work_out(routing *a)
{
    grn_dist_plan *p = a->p;
    grn_dist_span both[GRN_MAX_RANK];
    const grn_placement *dense = grn_dist_dense(p);
    const int32_t me = p->wire.comm->rank;
    grn_status status = begin_routing(a, grn_dist_entry_count(&p->form, dense, me));
    if (status == GRN_OK)
        status = grn_haul_begin(&p->s.haul, p->operand.ranks, p->ninputs, p->allocator);
    if (status == GRN_OK && !a->nothing)
        status = grn_dist_each_entry(&p->form, grn_dist_operand(p), dense, me, a->indices, add_entry, a);
    if (status == GRN_OK)
        status = sort_entries(a);
    if (status != GRN_OK)
        return status;
    for (int32_t o = 0; o < p->operand.ranks; o++)
        if (sends_to(a, o, both) && add_parcel_out(a, o, both) != GRN_OK)
            return GRN_E_MEMORY;
    return GRN_OK;
}

/* ---- binding --------------------------------------------------------------------------------- */

static int64_t words_of(void *user, int32_t peer, bool comes_in)
{
    const routing *a = user;
    return comes_in ? a->told[peer] : a->sent[peer];
}

/* Sends each owner the numbers of its rows, each with its key where the order needs keys. */
static void pack_words(void *user, int32_t peer, int64_t first, int64_t n, void *to)
{
    const routing *a = user;
    const int32_t shard = grn_coord_shard(&a->p->form, grn_dist_operand(a->p), peer);
    const int64_t *number = (int64_t *)a->sorted.memory + a->first[shard] + first, *key = number + a->entries;
    int64_t *word = to;
    for (int64_t i = 0; i < n; i++) {
        *word++ = number[i];
        if (a->words_per_row == 2)
            *word++ = key[i];
    }
}

static void hear_words(void *user, int32_t peer, int64_t first, int64_t n, const void *from)
{
    const routing *a = user;
    int64_t *number = (int64_t *)a->heard.memory + a->list[peer] + first, *key = number + a->told[peer];
    const int64_t *word = from;
    for (int64_t i = 0; i < n; i++) {
        number[i] = *word++;
        if (a->words_per_row == 2)
            key[i] = *word++;
    }
}

static grn_status exchange_words(routing *a, const grn_diag *diag)
{
    grn_dist_plan *p = a->p;
    const grn_cargo cargo = {.rows = words_of,
                             .pack = pack_words,
                             .unpack = hear_words,
                             .user = a,
                             .row_bytes = a->words_per_row * (int64_t)sizeof(int64_t),
                             .most_bytes = p->most_staged_bytes};
    grn_status status = grn_wire_exchange_counts(&p->wire, a->sent, a->told, a->list, diag);
    if (status == GRN_OK)
        status = grn_wire_agree(&p->wire, grn_owner_listen(a, diag), diag);
    return status == GRN_OK ? grn_wire_carry(&p->wire, &cargo, p->allocator, diag) : status;
}

/* Whether updates that meet come from ranks in the order of their numbers: only the first walked
 * dim is divided, block by block. */
static bool comes_in_order(const grn_dist_form *form, const grn_placement *dense)
{
    bool first = true;
    for (int32_t w = 0; w < form->nwalks; w++) {
        const int32_t d = form->walk_dense[w];
        if (dense->shape[d] <= 1)
            continue;
        if (dense->parts[d] > 1 && (!first || dense->owner[d] != GRN_OWNER_BLOCK))
            return false;
        for (int32_t r = 1; r < dense->ranks; r++)
            if (grn_part_of(dense, r, d) < grn_part_of(dense, r - 1, d))
                return false;
        first = false;
    }
    return true;
}

static grn_status prepare_scatter(grn_dist_plan *p, const grn_diag *diag)
{
    grn_row_form rows = {.ncoords = p->form.nwalks};
    for (int32_t w = 0; w < p->form.nwalks; w++) {
        rows.coord[w] = p->form.walk_dense[w];
        rows.dropped |= UINT32_C(1) << rows.coord[w];
    }
    grn_status status = grn_haul_prepare(&p->s.haul, &rows, grn_dist_dense_local(p), &p->pack_options, diag);
    if (status == GRN_OK)
        status = grn_owner_prepare(p, diag);
    return status == GRN_OK ? grn_dist_scratch(p, p->s.haul.scratch_bytes) : status;
}

static int64_t widest(const grn_dist_plan *p)
{
    size_t bytes = 1;
    for (size_t i = 0; i < p->ninputs; i++) {
        const size_t own = grn_dtype_bytes(p->operand_local[i].dtype);
        bytes = own > bytes ? own : bytes;
    }
    return (int64_t)bytes;
}

static grn_status bind(routing *a, const grn_diag *diag)
{
    grn_dist_plan *p = a->p;
    a->words_per_row = comes_in_order(&p->form, grn_dist_dense(p)) ? 1 : 2;
    grn_status status = work_out(a);
    status = grn_wire_agree(&p->wire, status == GRN_E_MEMORY ? grn_dist_refused(diag) : status, diag);
    if (status == GRN_OK)
        status = exchange_words(a, diag);
    if (status == GRN_OK)
        status = grn_wire_agree(&p->wire, grn_owner_merge(a, diag), diag);
    if (status == GRN_OK)
        status = grn_haul_rounds(&p->s.haul, &p->wire, widest(p), p->most_staged_bytes, diag);
    return status == GRN_OK ? grn_wire_agree(&p->wire, prepare_scatter(p, diag), diag) : status;
}

grn_status grn_scatter_bind(grn_dist_plan *p, const void *indices, const grn_diag *diag)
{
    grn_tensor brought;
    routing a = {.p = p, .indices = &brought};
    for (int32_t d = 0; d < p->operand.rank; d++)
        a.nothing = a.nothing || p->operand.shape[d] == 0; /* there is no element to reach */
    grn_status status = grn_dist_bring_indices(p, indices, &p->s.indices, &brought, diag);
    if (status == GRN_OK)
        status = bind(&a, diag);
    grn_dist_memory_end(&p->s.indices, p->allocator);
    grn_dist_memory_end(&a.memory, p->allocator);
    grn_dist_memory_end(&a.sorted, p->allocator);
    grn_dist_memory_end(&a.heard, p->allocator);
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++)
        p->traffic.least_bytes_received +=
            grn_haul_bytes(p->s.haul.in, p->s.haul.nin, grn_dtype_bytes(p->operand_local[i].dtype));
    return status;
}

void grn_scatter_unbind(grn_dist_plan *p)
{
    grn_haul_end(&p->s.haul);
    grn_dist_memory_end(&p->s.indices, p->allocator);
    grn_owner_end(p);
    p->s = (grn_scatter_state){.ngroups = 0};
}

grn_status grn_scatter_move(grn_dist_plan *p, void *const *results, const void *const *updates, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++)
        status = grn_haul_run(&p->s.haul, &p->wire, i, p->operand_local[i].dtype, updates[i], p->s.table[i].memory,
                              p->scratch.memory, diag);
    if (status == GRN_OK)
        status = grn_owner_run(p, results, diag);
    return p->scatter.combiner == GRN_COMBINE_REGION ? grn_wire_agree(&p->wire, status, diag) : status;
}
