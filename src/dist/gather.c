/*
 * gather.c - rows requested from their owners, each once.
 *
 * A rank computes the row of each of its entries, gives the distinct rows places in a table, shard
 * after shard, and requests them by number from a holder of each. In a run holders pack rows, the
 * table fills, and one plan takes the result from it.
 */
#include <string.h>

#include "dist/dist.h"

/* The rows that a rank requests, while they are collected. */
typedef struct asking {
    grn_dist_plan *p;
    const grn_tensor *indices;
    grn_number_set set;
    grn_dist_memory memory;
    /* of each distinct row, in the order in which they came; then by its place in the table */
    int64_t *number;
    int32_t *shard;                  /* of each distinct row, by its coordinates alone */
    int64_t *count, *first, *placed; /* [nshards]: rows, the first place in the table, -1: none yet */
    int64_t *asked, *wanted;         /* [ranks]: rows requested from each, and by each */
    int64_t *list;                   /* [ranks]: bytes; then the first coordinate of each requesting rank */
    grn_dist_memory sorted;
    int32_t wrong; /* a rank that requested a row that does not exist; -1 */
} asking;

static grn_status begin_asking(asking *a, int64_t entries)
{
    grn_dist_plan *p = a->p;
    const grn_placement *operand = grn_dist_operand(p);
    const size_t n = (size_t)entries, shards = (size_t)operand->nshards, ranks = (size_t)operand->ranks;
    size_t words;
    if (!grn_mul_size(n, 2, &words) || !grn_add_size(words, 3 * shards + 3 * ranks, &words) ||
        !grn_dist_memory_new(&a->memory, p->allocator, words, sizeof(int64_t)) ||
        !grn_dist_memory_new(&p->g.slots, p->allocator, n, sizeof(int64_t)))
        return GRN_E_MEMORY;
    a->number = a->memory.memory;
    a->count = a->number + n;
    a->first = a->count + shards;
    a->placed = a->first + shards;
    a->asked = a->placed + shards;
    a->wanted = a->asked + ranks;
    a->list = a->wanted + ranks;
    a->shard = (int32_t *)(void *)(a->list + ranks);
    memset(a->count, 0, (3 * shards + 3 * ranks) * sizeof(int64_t));
    return grn_number_set_begin(&a->set, p->allocator, entries);
}

static void end_asking(asking *a)
{
    grn_number_set_end(&a->set);
    grn_dist_memory_end(&a->memory, a->p->allocator);
    grn_dist_memory_end(&a->sorted, a->p->allocator);
}

/* ---- which rows ------------------------------------------------------------------------------ */

static grn_status add_entry(void *user, const grn_dist_entry *e)
{
    asking *a = user;
    const grn_dist_form *form = &a->p->form;
    const grn_placement *operand = grn_dist_operand(a->p);
    int64_t *slot = (int64_t *)a->p->g.slots.memory + e->number, whole = 0;
    *slot = -1;
    if (!e->reaches)
        return GRN_OK;
    for (int32_t k = 0; k < form->ncoords; k++)
        whole = whole * operand->shape[form->coord[k].dim] + e->coord[k];
    const int64_t known = (int64_t)a->set.count;
    *slot = grn_number_set_add(&a->set, whole);
    if (*slot == known) {
        a->shard[known] = grn_coord_place(form, operand, e->coord, &a->number[known]);
        a->count[a->shard[known]]++;
    }
    return GRN_OK;
}

/* ---- where rows are requested, and where they are put ---------------------------------------- */

/* Whether rank s sends this rank rows, and the shard that they are of. -1: none. */
static int32_t rows_of(const asking *a, int32_t s, grn_dist_span *both)
{
    const grn_dist_plan *p = a->p;
    const grn_placement *operand = grn_dist_operand(p);
    const int32_t me = p->wire.comm->rank, shard = grn_coord_shard(&p->form, operand, s);
    if (a->count[shard] == 0 || grn_placement_pick(operand, operand->shard[s], me) != s)
        return -1;
    return grn_row_piece(&p->form, operand, s, grn_dist_dense(p), me, both) ? shard : -1;
}

/* Shards get their places in the order of the ranks that send them; those that this rank has itself
 * come last. */
static void place_shards(asking *a)
{
    const grn_placement *operand = grn_dist_operand(a->p);
    const int32_t me = a->p->wire.comm->rank;
    grn_dist_span both[GRN_MAX_RANK];
    int64_t next = 0;
    for (int32_t i = 0; i <= operand->ranks; i++) {
        const int32_t s = i < operand->ranks ? i : me, shard = s == me && i < operand->ranks ? -1 : rows_of(a, s, both);
        if (shard < 0 || a->placed[shard])
            continue;
        a->placed[shard] = 1;
        a->first[shard] = next;
        next += a->count[shard];
    }
}

/* Numbers in the order of the table, and slots that refer to places there. */
static grn_status sort_rows(asking *a)
{
    grn_dist_plan *p = a->p;
    const size_t n = a->set.count;
    int64_t *place, *slots = p->g.slots.memory;
    grn_dist_memory places = {NULL, 0};
    if (!grn_dist_memory_new(&a->sorted, p->allocator, n, sizeof(int64_t)) ||
        !grn_dist_memory_new(&places, p->allocator, n, sizeof(int64_t)))
        return GRN_E_MEMORY;
    place = places.memory;
    memset(a->placed, 0, (size_t)grn_dist_operand(p)->nshards * sizeof *a->placed);
    for (size_t i = 0; i < n; i++) {
        place[i] = a->first[a->shard[i]] + a->placed[a->shard[i]]++;
        ((int64_t *)a->sorted.memory)[place[i]] = a->number[i];
    }
    for (int64_t e = 0; e < p->g.rows_needed; e++)
        slots[e] = slots[e] < 0 ? -1 : place[slots[e]];
    grn_dist_memory_end(&places, p->allocator);
    return GRN_OK;
}

static grn_status add_parcel_in(asking *a, int32_t s, int32_t shard, const grn_dist_span *both)
{
    grn_dist_plan *p = a->p;
    grn_haul *h = &p->g.haul;
    const bool own = s == p->wire.comm->rank;
    grn_parcel *in = own ? &h->own_in : grn_haul_add_in(h);
    if (!in)
        return GRN_E_MEMORY;
    in->peer = s;
    grn_table_piece(&p->form, grn_dist_dense(p), p->wire.comm->rank, both, a->first[shard], a->count[shard],
                    p->operand_local[0].dtype, in);
    a->asked[s] = own ? 0 : a->count[shard];
    return GRN_OK;
}

static grn_status list_requests(asking *a)
{
    grn_dist_plan *p = a->p;
    grn_dist_span both[GRN_MAX_RANK];
    for (int32_t s = 0; s < p->operand.ranks; s++) {
        const int32_t shard = rows_of(a, s, both);
        if (shard >= 0 && add_parcel_in(a, s, shard, both) != GRN_OK)
            return GRN_E_MEMORY;
    }
    for (int32_t i = 0; i < p->g.haul.nin; i++) {
        const int32_t shard = grn_coord_shard(&p->form, grn_dist_operand(p), p->g.haul.in[i].peer);
        p->g.rows_remote += a->placed[shard] ? a->count[shard] : 0; /* once, where several ranks have pieces of them */
        a->placed[shard] = 0;
    }
    return GRN_OK;
}

static grn_status work_out(asking *a)
{
    grn_dist_plan *p = a->p;
    const grn_placement *dense = grn_dist_dense(p);
    const int32_t me = p->wire.comm->rank;
    int64_t shape[GRN_MAX_RANK];
    grn_row_shape(&p->form, dense, me, shape, &p->g.row_elements);
    p->g.rows_needed = grn_dist_entry_count(&p->form, dense, me);
    grn_status status = begin_asking(a, p->g.rows_needed);
    if (status == GRN_OK)
        status = grn_haul_begin(&p->g.haul, p->operand.ranks, 1, p->allocator);
    if (status == GRN_OK)
        status = grn_dist_each_entry(&p->form, grn_dist_operand(p), dense, me, a->indices, add_entry, a);
    p->g.rows_distinct = status == GRN_OK ? (int64_t)a->set.count : 0;
    if (status == GRN_OK) {
        place_shards(a);
        status = sort_rows(a);
    }
    return status == GRN_OK ? list_requests(a) : status;
}

/* ---- what others ask for --------------------------------------------------------------------- */

static grn_status no_such_row(int32_t rank, const grn_diag *diag)
{
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "rank %d asks for a row that this rank does not have",
                    (int)rank);
}

static bool write_coords(const asking *a, const int64_t *ids, int64_t count, int64_t first)
{
    const grn_dist_plan *p = a->p;
    int64_t *to = (int64_t *)p->g.haul.coords.memory + first * p->form.ncoords;
    bool right = true;
    for (int64_t i = 0; i < count && right; i++, to += p->form.ncoords)
        right = grn_coord_of_number(&p->form, grn_dist_operand(p), p->wire.comm->rank, ids[i], to);
    return right;
}

static grn_status add_parcel_out(asking *a, int32_t q, int64_t first, int64_t rows, grn_parcel *out,
                                 const grn_diag *diag)
{
    const grn_dist_plan *p = a->p;
    grn_dist_span both[GRN_MAX_RANK];
    const int32_t me = p->wire.comm->rank;
    if (!grn_row_piece(&p->form, grn_dist_operand(p), me, grn_dist_dense(p), q, both))
        return no_such_row(q, diag);
    if (!out)
        return grn_dist_refused(diag);
    *out = (grn_parcel){.peer = q, .rows = rows, .row_elements = 1, .first = first};
    grn_operand_piece(&p->form, grn_dist_operand(p), me, both, out);
    for (int32_t d = 0; d < p->form.operand_rank; d++)
        out->row_elements *= out->slice[d];
    return GRN_OK;
}

/* The rows to send, by the requests that came. */
static grn_status list_answers(asking *a, const grn_diag *diag)
{
    grn_dist_plan *p = a->p;
    grn_haul *h = &p->g.haul;
    const int32_t me = p->wire.comm->rank, own_shard = grn_coord_shard(&p->form, grn_dist_operand(p), me);
    int64_t rows = 0;
    size_t words;
    grn_status status = GRN_OK;
    for (int32_t q = 0; q < p->operand.ranks; q++) {
        a->list[q] = rows;
        rows += a->wanted[q];
    }
    if (!grn_mul_size((size_t)(rows + h->own_in.rows), (size_t)p->form.ncoords, &words) ||
        !grn_dist_memory_new(&h->coords, p->allocator, words, sizeof(int64_t)))
        return grn_dist_refused(diag);
    for (int32_t q = 0; q < p->operand.ranks && status == GRN_OK; q++)
        if (a->wanted[q])
            status = add_parcel_out(a, q, a->list[q], a->wanted[q], grn_haul_add_out(h), diag);
    if (status == GRN_OK && h->own_in.rows)
        status = add_parcel_out(a, me, rows, h->own_in.rows, &h->own_out, diag);
    if (status == GRN_OK && !write_coords(a, (int64_t *)a->sorted.memory + a->first[own_shard], h->own_in.rows, rows))
        status = no_such_row(me, diag);
    return status;
}

static int64_t ids_of(void *user, int32_t peer, bool comes_in)
{
    const asking *a = user;
    return comes_in ? a->wanted[peer] : a->asked[peer];
}

static void pack_ids(void *user, int32_t peer, int64_t first, int64_t n, void *to)
{
    const asking *a = user;
    const int32_t shard = grn_coord_shard(&a->p->form, grn_dist_operand(a->p), peer);
    memcpy(to, (int64_t *)a->sorted.memory + a->first[shard] + first, (size_t)n * sizeof(int64_t));
}

static void take_ids(void *user, int32_t peer, int64_t first, int64_t n, const void *from)
{
    asking *a = user;
    if (a->wrong < 0 && !write_coords(a, from, n, a->list[peer] + first))
        a->wrong = peer;
}

static grn_status exchange_ids(asking *a, const grn_diag *diag)
{
    grn_dist_plan *p = a->p;
    const grn_cargo cargo = {.rows = ids_of,
                             .pack = pack_ids,
                             .unpack = take_ids,
                             .user = a,
                             .row_bytes = sizeof(int64_t),
                             .most_bytes = p->most_staged_bytes};
    grn_status status = grn_wire_exchange_counts(&p->wire, a->asked, a->wanted, a->list, diag);
    if (status == GRN_OK)
        status = grn_wire_agree(&p->wire, list_answers(a, diag), diag);
    if (status == GRN_OK)
        status = grn_wire_carry(&p->wire, &cargo, p->allocator, diag);
    return status == GRN_OK ? grn_wire_agree(&p->wire, a->wrong < 0 ? GRN_OK : no_such_row(a->wrong, diag), diag)
                            : status;
}

/* ---- plans ----------------------------------------------------------------------------------- */

/* From the table to the result: slot -1 gets the fill value. */
static grn_status plan_place(grn_dist_plan *p, const grn_diag *diag)
{
    grn_gather_spec spec = {.index = {.bounds = GRN_BOUNDS_FILL, .grain = GRN_GRAIN_WINDOW}};
    const grn_tensor *result = &p->dense_local[0];
    int64_t shape[GRN_MAX_RANK + 1], slots[GRN_MAX_RANK], elements;
    const int64_t rows = p->g.rows_distinct ? p->g.rows_distinct : 1;
    grn_dimension_numbers_clear(&spec.dims);
    const int32_t kept = grn_row_shape(&p->form, grn_dist_dense(p), p->wire.comm->rank, shape + 1, &elements);
    shape[0] = rows;
    for (int32_t w = 0; w < p->form.nwalks; w++)
        slots[w] = result->shape[p->form.walk_dense[w]];
    for (int32_t d = 0, w = 0; d < result->rank; d++)
        if (w < p->form.nwalks && p->form.walk_dense[w] == d)
            w++;
        else
            grn_dims_push(&spec.dims.offset_dims, d);
    grn_dims_push(&spec.dims.collapsed_slice_dims, 0);
    grn_dims_push(&spec.dims.start_index_map, 0);
    spec.dims.index_vector_dim = p->form.nwalks;
    spec.slice_sizes.count = kept + 1;
    memcpy(spec.slice_sizes.v, shape, (size_t)(kept + 1) * sizeof *shape);
    spec.slice_sizes.v[0] = 1;
    memcpy(spec.fill, p->gather.fill, sizeof spec.fill);
    const grn_tensor table = grn_tensor_over(NULL, result->dtype, kept + 1, shape);
    const grn_tensor indices = grn_tensor_over(NULL, GRN_I64, p->form.nwalks, slots);
    return grn_plan_gather(&spec, &table, &indices, result, &p->pack_options, p->allocator, diag, &p->g.place);
}

static grn_status prepare_gather(grn_dist_plan *p, const grn_diag *diag)
{
    grn_row_form rows = {.ncoords = p->form.ncoords};
    const grn_dtype dtype = p->operand_local[0].dtype;
    for (int32_t k = 0; k < p->form.ncoords; k++) {
        rows.coord[k] = p->form.coord[k].dim;
        if (p->form.coord[k].windowed < 0)
            rows.dropped |= UINT32_C(1) << rows.coord[k];
    }
    for (int32_t i = 0; i < p->form.nrows; i++)
        if (p->form.row[i].dense < 0)
            rows.dropped |= UINT32_C(1) << p->form.row[i].dim;
    size_t elements;
    if (!grn_mul_size((size_t)(p->g.rows_distinct ? p->g.rows_distinct : 1), (size_t)p->g.row_elements, &elements) ||
        !grn_dist_memory_new(&p->g.table, p->allocator, elements, grn_dtype_bytes(dtype)))
        return grn_dist_refused(diag);
    grn_status status = grn_haul_prepare(&p->g.haul, &rows, grn_dist_operand_local(p), &p->pack_options, diag);
    if (status == GRN_OK && p->g.rows_needed)
        status = plan_place(p, diag);
    if (status == GRN_OK)
        status = grn_dist_scratch(p, p->g.haul.scratch_bytes);
    return status == GRN_OK ? grn_dist_scratch(p, grn_plan_scratch_bytes(p->g.place)) : status;
}

static void note_traffic(grn_dist_plan *p)
{
    const grn_gather_state *g = &p->g;
    const int64_t element_bytes = (int64_t)grn_dtype_bytes(p->operand_local[0].dtype);
    p->traffic.rows_needed = g->rows_needed;
    p->traffic.rows_distinct = g->rows_distinct;
    p->traffic.rows_remote = g->rows_remote;
    p->traffic.row_bytes = g->row_elements * element_bytes;
    p->traffic.least_bytes_received += grn_haul_bytes(g->haul.in, g->haul.nin, (size_t)element_bytes);
}

static grn_status bind(asking *a, const grn_diag *diag)
{
    grn_dist_plan *p = a->p;
    grn_status status = work_out(a);
    status = status == GRN_E_MEMORY ? grn_dist_refused(diag) : status;
    status = grn_wire_agree(&p->wire, status, diag);
    if (status == GRN_OK)
        status = exchange_ids(a, diag);
    if (status == GRN_OK)
        status = grn_haul_rounds(&p->g.haul, &p->wire, (int64_t)grn_dtype_bytes(p->operand_local[0].dtype),
                                 p->most_staged_bytes, diag);
    return status == GRN_OK ? grn_wire_agree(&p->wire, prepare_gather(p, diag), diag) : status;
}

grn_status grn_gather_bind(grn_dist_plan *p, const void *indices, const grn_diag *diag)
{
    grn_tensor brought;
    asking a = {.p = p, .indices = &brought, .wrong = -1};
    grn_status status = grn_dist_bring_indices(p, indices, &p->g.indices, &brought, diag);
    if (status == GRN_OK) {
        status = bind(&a, diag);
        end_asking(&a);
    }
    grn_dist_memory_end(&p->g.indices, p->allocator);
    if (status == GRN_OK)
        note_traffic(p);
    return status;
}

void grn_gather_unbind(grn_dist_plan *p)
{
    grn_haul_end(&p->g.haul);
    grn_dist_memory_end(&p->g.indices, p->allocator);
    grn_dist_memory_end(&p->g.slots, p->allocator);
    grn_dist_memory_end(&p->g.table, p->allocator);
    grn_plan_destroy(p->g.place);
    p->g = (grn_gather_state){.place = NULL};
}

grn_status grn_gather_move(grn_dist_plan *p, const void *operand, void *result, const grn_diag *diag)
{
    grn_status status = grn_haul_run(&p->g.haul, &p->wire, 0, p->operand_local[0].dtype, operand, p->g.table.memory,
                                     p->scratch.memory, diag);
    if (status == GRN_OK && p->g.place)
        status = grn_plan_run_gather(p->g.place, p->g.table.memory, p->g.slots.memory, result, p->scratch.memory, diag);
    return status;
}
