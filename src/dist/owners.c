/*
 * owners.c - the owner's part of a scatter: rows of updates merged into their order, and scattered.
 *
 * Ranks whose updates are divided alike along the dims that travel with a row send rows of one
 * form, which reach one piece of the owner's part. Such ranks are a group, whose rows are merged.
 * Groups reach pieces that share no element.
 */
#include <string.h>

#include "dist/merge.h"
#include "dist/scatter.h"

/* One sender's rows. */
typedef struct source {
    int32_t rank, group;
    int64_t rows, row; /* how many, and where they begin in their group's table */
    const int64_t *number, *key;
} source;

typedef struct sources {
    int32_t count;
    source *list;
    grn_dist_memory memory;
} sources;

/* The parts that make a group, as one number. */
static int32_t group_number(const grn_dist_plan *p, int32_t q)
{
    const grn_placement *dense = grn_dist_dense(p);
    int32_t number = 0;
    for (int32_t i = 0; i < p->form.nrows; i++)
        if (p->form.row[i].dense >= 0)
            number += grn_part_of(dense, q, p->form.row[i].dense) * dense->weight[p->form.row[i].dense];
    return number;
}

grn_status grn_owner_listen(routing *a, const grn_diag *diag)
{
    int64_t rows = 0;
    for (int32_t q = 0; q < a->p->operand.ranks; q++) {
        a->list[q] = rows * a->words_per_row;
        rows += a->told[q];
    }
    const size_t row_bytes = (size_t)a->words_per_row * sizeof(int64_t);
    return grn_dist_memory_new(&a->heard, a->p->allocator, (size_t)rows, row_bytes) ? GRN_OK : grn_dist_refused(diag);
}

static grn_status list_sources(const routing *a, sources *out)
{
    const grn_dist_plan *p = a->p;
    const int32_t me = p->wire.comm->rank;
    const int64_t *heard = a->heard.memory, own = p->s.haul.own_out.rows, first = p->s.haul.own_out.first;
    const int64_t *number = a->sorted.memory;
    if (!grn_dist_memory_new(&out->memory, p->allocator, (size_t)p->operand.ranks, sizeof(source)))
        return GRN_E_MEMORY;
    out->list = out->memory.memory;
    for (int32_t q = 0; q < p->operand.ranks; q++) {
        const int64_t rows = q == me ? own : a->told[q];
        if (rows == 0)
            continue;
        source *s = &out->list[out->count++];
        *s = (source){.rank = q, .rows = rows};
        s->number = q == me ? number + first : heard + a->list[q];
        s->key = q == me ? s->number + a->entries : s->number + rows;
    }
    return GRN_OK;
}

/* Gives each source its group; the groups stand in the order of their first sources. */
static grn_status form_groups(grn_dist_plan *p, sources *s)
{
    if (!grn_dist_memory_new(&p->s.groups_memory, p->allocator, (size_t)s->count, sizeof(grn_scatter_group)))
        return GRN_E_MEMORY;
    p->s.group = p->s.groups_memory.memory;
    for (int32_t i = 0; i < s->count; i++) {
        const int32_t q = s->list[i].rank;
        int32_t g = 0;
        while (g < p->s.ngroups && group_number(p, p->s.group[g].from) != group_number(p, q))
            g++;
        if (g == p->s.ngroups)
            p->s.group[p->s.ngroups++] = (grn_scatter_group){.row_elements = 1, .from = q};
        s->list[i].group = g;
        p->s.group[g].rows += s->list[i].rows;
    }
    return GRN_OK;
}

/* The form of a group's rows, and its place in the tables. */
static bool shape_of_rows(const grn_dist_plan *p, int32_t q, grn_dist_span *both, int64_t *shape, int32_t *rank,
                          int64_t *elements)
{
    if (!grn_row_piece(&p->form, grn_dist_operand(p), p->wire.comm->rank, grn_dist_dense(p), q, both))
        return false;
    *rank = 1;
    *elements = 1;
    for (int32_t i = 0; i < p->form.nrows; i++)
        if (p->form.row[i].dense >= 0) {
            shape[(*rank)++] = both[p->form.row[i].dim].count;
            *elements *= both[p->form.row[i].dim].count;
        }
    return true;
}

static grn_status lay_groups(grn_dist_plan *p)
{
    int64_t at = 0, shape[GRN_MAX_RANK + 1];
    int32_t rank;
    grn_dist_span both[GRN_MAX_RANK];
    for (int32_t g = 0; g < p->s.ngroups; g++) {
        if (!shape_of_rows(p, p->s.group[g].from, both, shape, &rank, &p->s.group[g].row_elements))
            return GRN_E_ARGUMENT;
        p->s.group[g].table = at;
        at += p->s.group[g].rows * p->s.group[g].row_elements; /* others have memory for them */
    }
    p->s.elements = at;
    return GRN_OK;
}

/* Rows of other ranks come first, and this rank's own last, so that received rows may go directly
 * into their places. */
static grn_status add_parcels_in(grn_dist_plan *p, sources *s)
{
    const int32_t me = p->wire.comm->rank;
    grn_dist_span both[GRN_MAX_RANK];
    for (int32_t g = 0; g < p->s.ngroups; g++) {
        int64_t row = 0;
        for (int32_t turn = 0; turn < 2; turn++)
            for (int32_t i = 0; i < s->count; i++)
                if (s->list[i].group == g && (s->list[i].rank == me) == (turn == 1)) {
                    s->list[i].row = row;
                    row += s->list[i].rows;
                }
    }
    for (int32_t i = 0; i < s->count; i++) {
        const source *from = &s->list[i];
        const grn_scatter_group *g = &p->s.group[from->group];
        grn_parcel *in = from->rank == me ? &p->s.haul.own_in : grn_haul_add_in(&p->s.haul);
        int64_t shape[GRN_MAX_RANK + 1], elements;
        int32_t rank;
        if (!in)
            return GRN_E_MEMORY;
        if (!shape_of_rows(p, from->rank, both, shape, &rank, &elements))
            return GRN_E_ARGUMENT;
        shape[0] = from->rows;
        *in = (grn_parcel){.peer = from->rank, .rows = from->rows, .row_elements = elements};
        in->offset = g->table + from->row * elements;
        in->view = grn_tensor_over(NULL, p->operand_local[0].dtype, rank, shape);
    }
    return GRN_OK;
}

/* ---- the order ------------------------------------------------------------------------------- */

typedef struct ordering {
    grn_dist_memory memory, first;
    int64_t *key, *number, *other; /* by rows of the table; room */
} ordering;

static int64_t fill_ordering(const grn_dist_plan *p, const sources *s, int32_t g, bool keyed, ordering *o)
{
    int64_t *first = o->first.memory, *order = p->s.group[g].order.memory, runs = 0, n = 0;
    for (int32_t i = 0; i < s->count; i++) {
        const source *from = &s->list[i];
        if (from->group != g)
            continue;
        first[runs++] = n;
        memcpy(o->number + from->row, from->number, (size_t)from->rows * sizeof *o->number);
        if (keyed)
            memcpy(o->key + from->row, from->key, (size_t)from->rows * sizeof *o->key);
        for (int64_t k = 0; k < from->rows; k++)
            order[n++] = from->row + k;
    }
    first[runs] = n;
    return runs;
}

static bool write_coords(grn_dist_plan *p, grn_scatter_group *g, const ordering *o)
{
    const int64_t *order = g->order.memory;
    int64_t *to = g->coords.memory;
    bool right = true;
    g->in_order = true;
    for (int64_t i = 0; i < g->rows && right; i++, to += p->form.ncoords) {
        g->in_order = g->in_order && order[i] == i;
        right = grn_coord_of_number(&p->form, grn_dist_operand(p), p->wire.comm->rank, o->number[order[i]], to);
    }
    return right;
}

static grn_status order_group(grn_dist_plan *p, const sources *s, int32_t index, bool keyed)
{
    grn_scatter_group *g = &p->s.group[index];
    const size_t n = (size_t)g->rows;
    ordering o = {.key = NULL};
    size_t words;
    grn_status status = GRN_E_MEMORY;
    if (grn_mul_size(n, (size_t)p->form.ncoords, &words) &&
        grn_dist_memory_new(&g->order, p->allocator, n, sizeof(int64_t)) &&
        grn_dist_memory_new(&g->coords, p->allocator, words, sizeof(int64_t)) &&
        grn_dist_memory_new(&o.memory, p->allocator, n, 3 * sizeof(int64_t)) &&
        grn_dist_memory_new(&o.first, p->allocator, (size_t)s->count + 1, sizeof(int64_t))) {
        o.key = o.memory.memory;
        o.number = o.key + n;
        o.other = o.number + n;
        const int64_t runs = fill_ordering(p, s, index, keyed, &o);
        if (keyed)
            grn_merge_runs(o.key, o.first.memory, runs, g->order.memory, o.other);
        status = write_coords(p, g, &o) ? GRN_OK : GRN_E_ARGUMENT;
    }
    grn_dist_memory_end(&o.memory, p->allocator);
    grn_dist_memory_end(&o.first, p->allocator);
    return status;
}

grn_status grn_owner_merge(routing *a, const grn_diag *diag)
{
    grn_dist_plan *p = a->p;
    sources s = {.count = 0};
    grn_status status = list_sources(a, &s);
    if (status == GRN_OK)
        status = form_groups(p, &s);
    if (status == GRN_OK)
        status = lay_groups(p);
    if (status == GRN_OK)
        status = add_parcels_in(p, &s);
    for (int32_t g = 0; g < p->s.ngroups && status == GRN_OK; g++)
        status = order_group(p, &s, g, a->words_per_row == 2);
    grn_dist_memory_end(&s.memory, p->allocator);
    if (status == GRN_E_ARGUMENT)
        return grn_fail(diag, grn_no_place, status, "another rank sends updates of rows that this rank does not have");
    return status == GRN_OK ? status : grn_dist_refused(diag);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static void target_spec(const grn_dist_plan *p, int32_t kept, grn_scatter_spec *spec)
{
    bool dropped[GRN_MAX_RANK] = {false};
    *spec = (grn_scatter_spec){.index = {.bounds = GRN_BOUNDS_PROMISE},
                               .combiner = p->scatter.combiner,
                               .region = p->scatter.region,
                               .region_user = p->scatter.region_user,
                               .region_in_order = p->scatter.region_in_order};
    grn_dimension_numbers_clear(&spec->dims);
    spec->dims.index_vector_dim = 1;
    grn_dims_push_range(&spec->dims.offset_dims, 1, kept);
    for (int32_t k = 0; k < p->form.ncoords; k++) {
        grn_dims_push(&spec->dims.start_index_map, p->form.coord[k].dim);
        dropped[p->form.coord[k].dim] = true;
    }
    for (int32_t i = 0; i < p->form.nrows; i++)
        dropped[p->form.row[i].dim] = dropped[p->form.row[i].dim] || p->form.row[i].dense < 0;
    for (int32_t d = 0; d < p->form.operand_rank; d++)
        if (dropped[d])
            grn_dims_push(&spec->dims.collapsed_slice_dims, d);
}

static grn_status plan_permute(grn_dist_plan *p, grn_scatter_group *g, size_t input, const grn_diag *diag)
{
    grn_gather_spec spec = {.index = {.bounds = GRN_BOUNDS_PROMISE}};
    const int64_t shape[2] = {g->rows, g->row_elements};
    const grn_tensor rows = grn_tensor_over(NULL, p->operand_local[input].dtype, 2, shape);
    const grn_tensor order = grn_tensor_over(NULL, GRN_I64, 1, shape);
    grn_dimension_numbers_clear(&spec.dims);
    grn_dims_push(&spec.dims.offset_dims, 1);
    grn_dims_push(&spec.dims.collapsed_slice_dims, 0);
    grn_dims_push(&spec.dims.start_index_map, 0);
    spec.dims.index_vector_dim = 1;
    spec.slice_sizes = (grn_dims){.count = 2, .v = {1, g->row_elements}};
    grn_status status =
        grn_plan_gather(&spec, &rows, &order, &rows, &p->pack_options, p->allocator, diag, &g->permute[input]);
    return status == GRN_OK ? grn_dist_scratch(p, grn_plan_scratch_bytes(g->permute[input])) : status;
}

static grn_status plan_group(grn_dist_plan *p, grn_scatter_group *g, grn_tensor *results, grn_tensor *updates,
                             const grn_diag *diag)
{
    grn_dist_span both[GRN_MAX_RANK];
    grn_parcel piece;
    int64_t shape[GRN_MAX_RANK + 1], elements;
    int32_t rank;
    grn_scatter_spec spec;
    if (!shape_of_rows(p, g->from, both, shape, &rank, &elements))
        return GRN_E_ARGUMENT;
    shape[0] = g->rows;
    grn_operand_piece(&p->form, grn_dist_operand(p), p->wire.comm->rank, both, &piece);
    for (size_t i = 0; i < p->ninputs; i++) {
        grn_parcel_view(&piece, &grn_dist_operand_local(p)[i], &g->offset[i], &results[i]);
        updates[i] = grn_tensor_over(NULL, p->operand_local[i].dtype, rank, shape);
    }
    target_spec(p, rank, &spec);
    const grn_tensor indices = grn_tensor_over(NULL, GRN_I64, 2, (const int64_t[]){g->rows, p->form.ncoords});
    grn_status status = grn_plan_scatter(&spec, p->ninputs, results, &indices, updates, &p->pack_options, p->allocator,
                                         diag, &g->place);
    for (size_t i = 0; i < p->ninputs && status == GRN_OK && !g->in_order; i++)
        status = plan_permute(p, g, i, diag);
    return status == GRN_OK ? grn_dist_scratch(p, grn_plan_scratch_bytes(g->place)) : status;
}

/* Lists by inputs, of the tables and of each group. */
static grn_status begin_inputs(grn_dist_plan *p)
{
    const size_t n = p->ninputs;
    if (!grn_dist_memory_new(&p->s.inputs_memory, p->allocator, n, 2 * sizeof(grn_dist_memory)))
        return GRN_E_MEMORY;
    p->s.table = p->s.inputs_memory.memory;
    p->s.sorted = p->s.table + n;
    memset(p->s.table, 0, p->s.inputs_memory.bytes);
    for (int32_t g = 0; g < p->s.ngroups; g++) {
        grn_scatter_group *group = &p->s.group[g];
        if (!grn_dist_memory_new(&group->inputs, p->allocator, n, sizeof(grn_plan *) + sizeof(int64_t)))
            return GRN_E_MEMORY;
        group->permute = group->inputs.memory;
        group->offset = (int64_t *)(void *)(group->permute + n);
        for (size_t i = 0; i < n; i++)
            group->permute[i] = NULL;
    }
    return GRN_OK;
}

static grn_status allocate_tables(grn_dist_plan *p)
{
    bool sorts = false;
    for (int32_t g = 0; g < p->s.ngroups; g++)
        sorts = sorts || !p->s.group[g].in_order;
    for (size_t i = 0; i < p->ninputs; i++) {
        const size_t bytes = grn_dtype_bytes(p->operand_local[i].dtype);
        if (!grn_dist_memory_new(&p->s.table[i], p->allocator, (size_t)p->s.elements, bytes) ||
            (sorts && !grn_dist_memory_new(&p->s.sorted[i], p->allocator, (size_t)p->s.elements, bytes)))
            return GRN_E_MEMORY;
    }
    return GRN_OK;
}

grn_status grn_owner_prepare(grn_dist_plan *p, const grn_diag *diag)
{
    grn_dist_memory memory = {NULL, 0};
    grn_status status = begin_inputs(p);
    if (status == GRN_OK)
        status = allocate_tables(p);
    if (status == GRN_OK && !grn_dist_memory_new(&memory, p->allocator, p->ninputs, 2 * sizeof(grn_tensor)))
        status = GRN_E_MEMORY;
    if (status != GRN_OK)
        return grn_dist_refused(diag);
    grn_tensor *results = memory.memory;
    for (int32_t g = 0; g < p->s.ngroups && status == GRN_OK; g++)
        status = plan_group(p, &p->s.group[g], results, results + p->ninputs, diag);
    grn_dist_memory_end(&memory, p->allocator);
    return status;
}

void grn_owner_end(grn_dist_plan *p)
{
    for (int32_t g = 0; g < p->s.ngroups; g++) {
        grn_scatter_group *group = &p->s.group[g];
        for (size_t i = 0; group->permute && i < p->ninputs; i++)
            grn_plan_destroy(group->permute[i]);
        grn_plan_destroy(group->place);
        grn_dist_memory_end(&group->inputs, p->allocator);
        grn_dist_memory_end(&group->coords, p->allocator);
        grn_dist_memory_end(&group->order, p->allocator);
    }
    for (size_t i = 0; p->s.table && i < p->ninputs; i++) {
        grn_dist_memory_end(&p->s.table[i], p->allocator);
        grn_dist_memory_end(&p->s.sorted[i], p->allocator);
    }
    grn_dist_memory_end(&p->s.inputs_memory, p->allocator);
    grn_dist_memory_end(&p->s.groups_memory, p->allocator);
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status run_group(grn_dist_plan *p, grn_scatter_group *g, void *const *results, const grn_diag *diag)
{
    void *to[GRN_MAX_INPUTS];
    const void *from[GRN_MAX_INPUTS];
    grn_status status = GRN_OK;
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++) {
        const int64_t bytes = (int64_t)grn_dtype_bytes(p->operand_local[i].dtype);
        char *table = (char *)p->s.table[i].memory + g->table * bytes;
        to[i] = (char *)results[i] + g->offset[i] * bytes;
        from[i] = table;
        if (g->in_order)
            continue;
        from[i] = (char *)p->s.sorted[i].memory + g->table * bytes;
        status = grn_plan_run_gather(g->permute[i], table, g->order.memory,
                                     (char *)p->s.sorted[i].memory + g->table * bytes, p->scratch.memory, diag);
    }
    return status == GRN_OK ? grn_plan_run_scatter(g->place, to, g->coords.memory, from, p->scratch.memory, diag)
                            : status;
}

grn_status grn_owner_run(grn_dist_plan *p, void *const *results, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    for (int32_t g = 0; g < p->s.ngroups && status == GRN_OK; g++)
        status = run_group(p, &p->s.group[g], results, diag);
    return status;
}
