/*
 * haul.c - rows between ranks, in rounds: packed by plans, sent, and put in their places in a
 * table.
 */
#include <string.h>

#include "dist/dist.h"

/* ---- what is needed -------------------------------------------------------------------------- */

grn_status grn_haul_begin(grn_haul *h, int32_t ranks, size_t ninputs, const grn_allocator *allocator)
{
    const size_t n = (size_t)ranks, lists = ninputs * (sizeof(grn_vec) + sizeof(void *) + sizeof(int64_t));
    *h = (grn_haul){.ranks = ranks, .allocator = allocator, .ninputs = ninputs};
    grn_vec_init(&h->outs, allocator, sizeof(grn_parcel));
    grn_vec_init(&h->ins, allocator, sizeof(grn_parcel));
    if (!grn_dist_memory_new(&h->memory, allocator, 2 * n * sizeof(int64_t) + lists, 1))
        return GRN_E_MEMORY;
    h->send_bytes = h->memory.memory;
    h->receive_bytes = h->send_bytes + n;
    h->packs = (grn_vec *)(void *)(h->receive_bytes + n);
    h->own = (grn_plan **)(void *)(h->packs + ninputs);
    h->own_from = (int64_t *)(void *)(h->own + ninputs);
    for (size_t i = 0; i < ninputs; i++) {
        grn_vec_init(&h->packs[i], allocator, sizeof(grn_dist_step));
        h->own[i] = NULL;
    }
    return GRN_OK;
}

static grn_parcel *add_parcel(grn_vec *list, grn_parcel **items, int32_t *count)
{
    grn_parcel *added = grn_vec_push(list);
    *items = list->items;
    *count = (int32_t)list->count;
    return added;
}

grn_parcel *grn_haul_add_out(grn_haul *h) { return add_parcel(&h->outs, &h->out, &h->nout); }
grn_parcel *grn_haul_add_in(grn_haul *h) { return add_parcel(&h->ins, &h->in, &h->nin); }

void grn_haul_end(grn_haul *h)
{
    for (size_t i = 0; h->memory.memory && i < h->ninputs; i++) {
        grn_dist_step *steps = h->packs[i].items;
        for (size_t k = 0; k < h->packs[i].count; k++)
            grn_plan_destroy(steps[k].plan);
        grn_vec_destroy(&h->packs[i]);
        grn_plan_destroy(h->own[i]);
    }
    if (h->memory.memory) {
        grn_vec_destroy(&h->outs);
        grn_vec_destroy(&h->ins);
    }
    grn_dist_memory_end(&h->coords, h->allocator);
    grn_dist_memory_end(&h->send, h->allocator);
    grn_dist_memory_end(&h->receive, h->allocator);
    grn_dist_memory_end(&h->memory, h->allocator);
}

int64_t grn_haul_bytes(const grn_parcel *parcels, int32_t count, size_t element_bytes)
{
    int64_t bytes = 0;
    for (int32_t i = 0; i < count; i++)
        bytes += parcels[i].rows * parcels[i].row_elements * (int64_t)element_bytes; /* they have memory */
    return bytes;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static grn_dist_pair pair_of(const grn_haul *h, const grn_parcel *p, bool comes_in)
{
    return (grn_dist_pair){p->peer, comes_in, p->rows, p->row_elements * (int64_t)h->element_bytes};
}

/* Rows [from, to) go in a round: by the widest input, so that there are as many of each. */
static void rows_in(const grn_haul *h, const grn_parcel *p, bool comes_in, int64_t round, int64_t *from, int64_t *to)
{
    const grn_dist_pair pair = pair_of(h, p, comes_in);
    const int64_t rows = grn_rounds_rows(&h->rounds, round, &pair, from);
    *to = *from + rows;
}

static void need(grn_haul *h, const grn_parcel *parcels, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        grn_rounds_need(&h->rounds, parcels[i].rows, parcels[i].row_elements * (int64_t)h->element_bytes);
}

static int64_t widest_row(const grn_haul *h)
{
    int64_t elements = 1;
    for (int32_t i = 0; i < h->nout; i++)
        elements = h->out[i].row_elements > elements ? h->out[i].row_elements : elements;
    for (int32_t i = 0; i < h->nin; i++)
        elements = h->in[i].row_elements > elements ? h->in[i].row_elements : elements;
    return elements * (int64_t)h->element_bytes;
}

grn_status grn_haul_rounds(grn_haul *h, grn_wire *w, int64_t element_bytes, size_t most_staged_bytes,
                           const grn_diag *diag)
{
    h->element_bytes = (size_t)element_bytes;
    const grn_load mine = {grn_haul_bytes(h->out, h->nout, h->element_bytes),
                           grn_haul_bytes(h->in, h->nin, h->element_bytes), widest_row(h)};
    grn_status status = grn_rounds_begin(&h->rounds, w, &mine, false, most_staged_bytes, diag);
    if (status != GRN_OK)
        return status;
    need(h, h->out, h->nout);
    need(h, h->in, h->nin);
    return grn_rounds_end(&h->rounds, w, diag);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static void note_scratch(grn_haul *h, const grn_plan *plan)
{
    const size_t bytes = grn_plan_scratch_bytes(plan);
    h->scratch_bytes = bytes > h->scratch_bytes ? bytes : h->scratch_bytes;
}

/* A gather that takes rows of the parcel's view by their coordinates, into `result`. */
static grn_status plan_rows(grn_haul *h, const grn_row_form *form, const grn_parcel *p, const grn_tensor *local,
                            const grn_tensor *result, const grn_plan_options *options, const grn_diag *diag,
                            grn_plan **out)
{
    grn_gather_spec spec = {.index = {.bounds = GRN_BOUNDS_PROMISE}};
    const int64_t shape[2] = {result->shape[0], form->ncoords};
    const grn_tensor indices = grn_tensor_over(NULL, GRN_I64, 2, shape);
    grn_tensor view;
    int64_t offset;
    grn_parcel_view(p, local, &offset, &view);
    grn_dimension_numbers_clear(&spec.dims);
    spec.dims.index_vector_dim = 1;
    for (int32_t k = 0; k < form->ncoords; k++)
        grn_dims_push(&spec.dims.start_index_map, form->coord[k]);
    spec.slice_sizes.count = view.rank;
    int32_t kept = 0;
    for (int32_t d = 0; d < view.rank; d++) {
        spec.slice_sizes.v[d] = p->slice[d];
        if (form->dropped >> d & 1)
            grn_dims_push(&spec.dims.collapsed_slice_dims, d);
        else
            grn_dims_push(&spec.dims.offset_dims, ++kept);
    }
    grn_status status = grn_plan_gather(&spec, &view, &indices, result, options, h->allocator, diag, out);
    if (status == GRN_OK)
        note_scratch(h, *out);
    return status;
}

/* [rows, what a row keeps], without gaps. */
static grn_tensor packed(const grn_row_form *form, const grn_parcel *p, int64_t rows, const grn_tensor *local)
{
    int64_t shape[GRN_MAX_RANK + 1] = {rows};
    int32_t rank = 1;
    for (int32_t d = 0; d < local->rank; d++)
        if (!(form->dropped >> d & 1))
            shape[rank++] = p->slice[d];
    return grn_tensor_over(NULL, local->dtype, rank, shape);
}

static bool same_part(const grn_parcel *a, const grn_parcel *b, int32_t rank)
{
    bool same = true;
    for (int32_t d = 0; d < rank && same; d++)
        same = a->at[d].first == b->at[d].first && a->at[d].step == b->at[d].step && a->at[d].count == b->at[d].count &&
               a->slice[d] == b->slice[d];
    return same;
}

typedef struct packing {
    grn_haul *h;
    const grn_row_form *form;
    size_t input;
    const grn_tensor *local;
    const grn_plan_options *options;
    const grn_diag *diag;
} packing;

/* `rows` rows by the coordinates from number `coords` on, to element `to` of the staging. */
static grn_status add_pack(const packing *k, const grn_parcel *p, int64_t coords, int64_t rows, int64_t to,
                           int64_t round)
{
    grn_tensor view;
    const grn_tensor result = packed(k->form, p, rows, k->local);
    grn_dist_step *slot = grn_vec_push(&k->h->packs[k->input]);
    if (!slot)
        return grn_dist_refused(k->diag);
    *slot = (grn_dist_step){
        .indices = (const int64_t *)k->h->coords.memory + coords * k->form->ncoords, .to = to, .round = round};
    grn_parcel_view(p, k->local, &slot->from, &view);
    return plan_rows(k->h, k->form, p, k->local, &result, k->options, k->diag, &slot->plan);
}

/* One plan serves neighbours whose rows are of one part and whose coordinates lie behind each
 * other. */
static grn_status pack_round(const packing *k, int64_t round)
{
    const grn_haul *h = k->h;
    grn_status status = GRN_OK;
    int64_t at = 0;
    for (int32_t i = 0; i < h->nout && status == GRN_OK;) {
        const grn_parcel *p = &h->out[i];
        int64_t from, to, next_from, next_to;
        rows_in(h, p, false, round, &from, &to);
        const int64_t coords = p->first + from;
        int64_t rows = to - from;
        for (i++; i < h->nout && rows > 0 && same_part(p, &h->out[i], k->local->rank); i++) {
            rows_in(h, &h->out[i], false, round, &next_from, &next_to);
            if (h->out[i].first + next_from != coords + rows)
                break;
            rows += next_to - next_from;
        }
        if (rows > 0)
            status = add_pack(k, p, coords, rows, at, round);
        at += rows * p->row_elements;
    }
    return status;
}

static grn_status plan_own(const packing *k)
{
    grn_tensor result, view;
    grn_haul *h = k->h;
    if (h->own_out.rows == 0)
        return GRN_OK;
    grn_view_copy(&result, &h->own_in.view);
    result.dtype = k->local->dtype;
    grn_parcel_view(&h->own_out, k->local, &h->own_from[k->input], &view);
    return plan_rows(h, k->form, &h->own_out, k->local, &result, k->options, k->diag, &h->own[k->input]);
}

/* Whether received rows can go directly into their places: in one round, rank after rank, without
 * gaps. */
static bool is_direct(const grn_haul *h)
{
    int64_t at = 0;
    bool direct = h->rounds.count == 1;
    for (int32_t i = 0; i < h->nin && direct; i++) {
        direct = h->in[i].offset == at && grn_tensor_is_compact(&h->in[i].view);
        at += h->in[i].rows * h->in[i].row_elements;
    }
    return direct;
}

static grn_dist_pair out_pair(void *user, int32_t i) { return pair_of(user, &((grn_haul *)user)->out[i], false); }
static grn_dist_pair in_pair(void *user, int32_t i) { return pair_of(user, &((grn_haul *)user)->in[i], true); }

static grn_status stage(grn_haul *h, const grn_diag *diag)
{
    const int64_t out = grn_rounds_staged(&h->rounds, h, out_pair, h->nout),
                  in = grn_rounds_staged(&h->rounds, h, in_pair, h->nin);
    h->direct = is_direct(h);
    if (!grn_dist_memory_new(&h->send, h->allocator, (size_t)out, 1) ||
        !grn_dist_memory_new(&h->receive, h->allocator, h->direct ? 0 : (size_t)in, 1))
        return grn_dist_refused(diag);
    return GRN_OK;
}

grn_status grn_haul_prepare(grn_haul *h, const grn_row_form *form, const grn_tensor *local,
                            const grn_plan_options *options, const grn_diag *diag)
{
    grn_status status = stage(h, diag);
    h->ncoords = form->ncoords;
    for (size_t i = 0; i < h->ninputs && status == GRN_OK; i++) {
        const packing k = {h, form, i, &local[i], options, diag};
        status = plan_own(&k);
        for (int64_t r = 0; r < h->rounds.count && status == GRN_OK; r++)
            status = pack_round(&k, r);
    }
    return status;
}

/* ---- running --------------------------------------------------------------------------------- */

static void list_bytes(const grn_haul *h, bool comes_in, int64_t round, size_t element_bytes, int64_t *bytes)
{
    const grn_parcel *parcels = comes_in ? h->in : h->out;
    const int32_t count = comes_in ? h->nin : h->nout;
    memset(bytes, 0, (size_t)h->ranks * sizeof *bytes);
    for (int32_t i = 0; i < count; i++) {
        int64_t from, to;
        rows_in(h, &parcels[i], comes_in, round, &from, &to);
        bytes[parcels[i].peer] = (to - from) * parcels[i].row_elements * (int64_t)element_bytes;
    }
}

static grn_status pack(grn_haul *h, size_t input, int64_t round, size_t element_bytes, const void *from, void *scratch,
                       const grn_diag *diag)
{
    grn_status status = GRN_OK;
    const grn_dist_step *steps = h->packs[input].items;
    for (size_t i = 0; i < h->packs[input].count && status == GRN_OK; i++)
        if (steps[i].round == round)
            status = grn_plan_run_gather(steps[i].plan, (const char *)from + steps[i].from * (int64_t)element_bytes,
                                         steps[i].indices,
                                         (char *)h->send.memory + steps[i].to * (int64_t)element_bytes, scratch, diag);
    return status;
}

static void unpack(const grn_haul *h, int64_t round, size_t element_bytes, grn_dtype dtype, void *table)
{
    char *at = h->receive.memory;
    for (int32_t i = 0; i < h->nin; i++) {
        const grn_parcel *p = &h->in[i];
        int64_t from, to;
        grn_tensor view;
        rows_in(h, p, true, round, &from, &to);
        if (from == to)
            continue;
        grn_view_copy(&view, &p->view);
        view.dtype = dtype;
        view.shape[0] = to - from;
        view.data = (char *)table + (p->offset + from * view.stride[0]) * (int64_t)element_bytes;
        const grn_tensor flat = grn_tensor_over(at, dtype, view.rank, view.shape);
        grn_tensor_copy(&view, &flat);
        at += (to - from) * p->row_elements * (int64_t)element_bytes;
    }
}

grn_status grn_haul_run(grn_haul *h, grn_wire *w, size_t input, grn_dtype dtype, const void *from, void *table,
                        void *scratch, const grn_diag *diag)
{
    const size_t bytes = grn_dtype_bytes(dtype);
    grn_status status = GRN_OK;
    if (h->own[input])
        status = grn_plan_run_gather(h->own[input], (const char *)from + h->own_from[input] * (int64_t)bytes,
                                     (const int64_t *)h->coords.memory + h->own_out.first * h->ncoords,
                                     (char *)table + h->own_in.offset * (int64_t)bytes, scratch, diag);
    for (int64_t r = 0; r < h->rounds.count && status == GRN_OK; r++) {
        status = pack(h, input, r, bytes, from, scratch, diag);
        if (status != GRN_OK)
            return status;
        list_bytes(h, false, r, bytes, h->send_bytes);
        list_bytes(h, true, r, bytes, h->receive_bytes);
        status = grn_wire_exchange(w, h->send.memory, h->send_bytes, h->direct ? table : h->receive.memory,
                                   h->receive_bytes, diag);
        if (status == GRN_OK && !h->direct)
            unpack(h, r, bytes, dtype, table);
    }
    return status;
}
