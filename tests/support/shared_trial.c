/* shared_trial.c - layouts drawn for random gathers and scatters, tensors cut by them, and what
 * comes of them. */
#include "support/shared_trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/random_spec.h"

/* What a test cannot go on without. */
static void need(bool is_there)
{
    if (is_there)
        return;
    fprintf(stderr, "a shared trial cannot be drawn\n");
    abort();
}

static int64_t below(random_source s, int64_t bound) { return (int64_t)s.next(s.user, (uint64_t)bound); }
static bool one_in(random_source s, int64_t n) { return below(s, n) == 0; }

/* ---- layouts --------------------------------------------------------------------------------- */

typedef struct mesh {
    int32_t ranks, naxes, extent[3], step[3];
    int64_t order[SHARED_MOST_RANKS]; /* rank r stands where rank order[r] would */
} mesh;

static void draw_mesh(random_source s, int32_t ranks, mesh *m)
{
    static const int32_t meshes[][3] = {{1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {4, 1, 1}, {2, 2, 1}, {5, 1, 1},
                                        {3, 2, 1}, {2, 3, 1}, {7, 1, 1}, {8, 1, 1}, {2, 4, 1}, {2, 2, 2}};
    const int32_t *of;
    do
        of = meshes[below(s, (int64_t)GRN_COUNT(meshes))];
    while (ranks && of[0] * of[1] * of[2] != ranks);
    *m = (mesh){.naxes = 3, .extent = {of[0], of[1], of[2]}};
    m->step[2] = 1;
    m->step[1] = of[2];
    m->step[0] = of[1] * of[2];
    m->ranks = of[0] * m->step[0];
    for (int32_t r = 0; r < m->ranks; r++)
        m->order[r] = r;
    if (one_in(s, 3))
        random_shuffle(s, m->order, m->ranks);
}

/* A layout, and the table that it may need. */
typedef struct drawn {
    grn_layout layout;
    int32_t axis[GRN_MAX_RANK]; /* of the mesh, that divides the dimension; -1 */
    int32_t part_of[SHARED_MOST_RANKS * GRN_MAX_RANK];
} drawn;

static void finish(const mesh *m, drawn *d)
{
    bool shuffled = false;
    for (int32_t r = 0; r < m->ranks; r++)
        shuffled = shuffled || m->order[r] != r;
    for (int32_t k = 0; k < d->layout.rank; k++) {
        d->layout.parts[k] = d->axis[k] < 0 ? 0 : m->extent[d->axis[k]];
        d->layout.step[k] = d->axis[k] < 0 ? 0 : m->step[d->axis[k]];
        for (int32_t r = 0; r < m->ranks; r++)
            d->part_of[r * d->layout.rank + k] =
                d->axis[k] < 0 ? 0 : (int32_t)m->order[r] / m->step[d->axis[k]] % m->extent[d->axis[k]];
    }
    d->layout.part_of = shuffled ? d->part_of : NULL;
}

/* Each axis divides one dimension at most: so every part has a holder. */
static void draw_layout(random_source s, const mesh *m, const grn_tensor *t, drawn *d)
{
    d->layout = (grn_layout){.rank = t->rank};
    for (int32_t k = 0; k < t->rank; k++) {
        d->layout.shape[k] = t->shape[k];
        d->layout.owner[k] = one_in(s, 3) ? GRN_OWNER_CYCLIC : GRN_OWNER_BLOCK;
        d->axis[k] = -1;
    }
    for (int32_t a = 0; a < m->naxes && t->rank > 0; a++) {
        const int64_t k = below(s, t->rank);
        if (d->axis[k] < 0 && !one_in(s, 4))
            d->axis[k] = a;
    }
    finish(m, d);
}

typedef struct layouts {
    mesh mesh;
    drawn operand, indices, dense;
} layouts;

static const grn_dimension_numbers *dims_of(const random_case *c)
{
    return c->is_scatter ? &c->scatter.dims : &c->gather.dims;
}

static bool has(const grn_dims *list, int64_t v)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] == v)
            return true;
    return false;
}

/* As the dense tensor lies, so do operand and indices along the dims that they share with it. */
static void align(const random_case *c, layouts *l)
{
    const grn_dimension_numbers *dims = dims_of(c);
    int32_t batch = 0, offset = 0;
    for (int32_t k = 0; k < l->operand.layout.rank; k++)
        l->operand.axis[k] = -1;
    for (int32_t k = 0; k < l->indices.layout.rank; k++)
        l->indices.axis[k] = -1;
    for (int32_t d = 0; d < l->dense.layout.rank; d++) {
        if (has(&dims->offset_dims, d))
            continue;
        const int32_t k = batch < dims->index_vector_dim ? batch : batch + 1;
        bool batching = false;
        for (int32_t i = 0; i < dims->operand_batching_dims.count; i++)
            if (dims->start_indices_batching_dims.v[i] == k) {
                l->operand.axis[dims->operand_batching_dims.v[i]] = l->dense.axis[d];
                l->operand.layout.owner[dims->operand_batching_dims.v[i]] = l->dense.layout.owner[d];
                batching = true;
            }
        if (c->is_scatter && !batching)
            l->dense.axis[d] = -1;
        l->indices.axis[k] = l->dense.axis[d];
        l->indices.layout.owner[k] = l->dense.layout.owner[d];
        batch++;
    }
    for (int32_t k = 0; k < l->operand.layout.rank; k++) {
        if (has(&dims->collapsed_slice_dims, k) || has(&dims->operand_batching_dims, k))
            continue;
        const int64_t d = dims->offset_dims.v[offset++];
        if (has(&dims->start_index_map, k) || l->dense.layout.shape[d] != l->operand.layout.shape[k])
            l->dense.axis[d] = -1;
        l->operand.axis[k] = l->dense.axis[d];
        l->operand.layout.owner[k] = l->dense.layout.owner[d];
    }
    finish(&l->mesh, &l->operand);
    finish(&l->mesh, &l->indices);
    finish(&l->mesh, &l->dense);
}

static void draw_layouts(random_source s, int32_t ranks, const random_case *c, layouts *l)
{
    draw_mesh(s, ranks, &l->mesh);
    draw_layout(s, &l->mesh, &c->operand[0].view, &l->operand);
    draw_layout(s, &l->mesh, &c->indices.view, &l->indices);
    draw_layout(s, &l->mesh, &c->dense[0].view, &l->dense);
    if (one_in(s, 3))
        align(c, l);
}

/* ---- tensors in parts ------------------------------------------------------------------------ */

/* The element of the whole that is at `index` of what a rank has. */
static void *element_of(const grn_tensor *whole, const grn_layout *layout, int32_t rank, const int64_t *index)
{
    int64_t at[GRN_MAX_RANK];
    for (int32_t d = 0; d < whole->rank; d++)
        at[d] = grn_layout_position(layout, rank, d, index[d]);
    return grn_tensor_at(whole, grn_offset_in(whole, at));
}

static void copy_part(const grn_tensor *whole, const grn_layout *layout, int32_t rank, const random_buffer *part)
{
    grn_walk w;
    grn_walk_init(&w, part->view.rank, part->view.shape, 1, (const int64_t *const[]){part->view.stride});
    for (; w.more; grn_walk_next(&w))
        memcpy(grn_tensor_at(&part->view, w.offset[0]), element_of(whole, layout, rank, w.index),
               grn_dtype_bytes(part->view.dtype));
}

static void make_part(random_source s, const grn_tensor *whole, const grn_layout *layout, int32_t rank, int32_t size,
                      bool written, random_buffer *out)
{
    int64_t shape[GRN_MAX_RANK];
    need(grn_layout_local_shape(layout, rank, size, shape) == GRN_OK);
    need(random_buffer_make(s, whole->dtype, whole->rank, shape, false, written ? 3 : 0, out));
    random_buffer_fill(s, out);
    copy_part(whole, layout, rank, out);
}

/* ---- a run ----------------------------------------------------------------------------------- */

typedef struct rank_data {
    random_buffer operand[RANDOM_INPUTS], indices, dense[RANDOM_INPUTS];
    random_buffer want[RANDOM_INPUTS]; /* what the destinations hold in the end, guards and all */
    char message[512];
    grn_status plan, bind, run;
    grn_traffic traffic;
} rank_data;

struct shared_trial {
    uint64_t seed, state;
    random_source s;
    random_case *c;
    layouts *l;
    random_buffer whole[RANDOM_INPUTS];
    grn_dist_options options;
    grn_status want;
    char message[512];
    rank_data rank[SHARED_MOST_RANKS];
};

static void keep_message(void *user, const grn_diagnostic *d)
{
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(user, sizeof((rank_data *)0)->message, "%s", d->message);
}

grn_status shared_trial_run(void *trial, const grn_comm *comm)
{
    shared_trial *t = trial;
    rank_data *mine = &t->rank[comm->rank];
    const grn_diag diag = {keep_message, mine->message};
    grn_dist_tensor operand[RANDOM_INPUTS], dense[RANDOM_INPUTS];
    const grn_dist_tensor indices = {t->l->indices.layout, mine->indices.view};
    void *results[RANDOM_INPUTS];
    const void *updates[RANDOM_INPUTS];
    grn_dist_plan *plan;
    for (size_t i = 0; i < t->c->ninputs; i++) {
        operand[i] = (grn_dist_tensor){t->l->operand.layout, mine->operand[i].view};
        dense[i] = (grn_dist_tensor){t->l->dense.layout, mine->dense[i].view};
        results[i] = mine->operand[i].view.data;
        updates[i] = mine->dense[i].view.data;
    }
    if (t->c->is_scatter)
        mine->plan = grn_dist_plan_scatter(&t->c->scatter, comm, t->c->ninputs, operand, &indices, dense, &t->options,
                                           NULL, &diag, &plan);
    else
        mine->plan =
            grn_dist_plan_gather(&t->c->gather, comm, operand, &indices, dense, &t->options, NULL, &diag, &plan);
    if (mine->plan != GRN_OK)
        return GRN_OK;
    mine->bind = grn_dist_bind(plan, mine->indices.view.data, &diag);
    if (mine->bind == GRN_OK)
        mine->run = t->c->is_scatter
                        ? grn_dist_run_scatter(plan, results, updates, &diag)
                        : grn_dist_run_gather(plan, mine->operand[0].view.data, mine->dense[0].view.data, &diag);
    if (grn_dist_traffic(plan, &mine->traffic) != GRN_OK)
        mine->run = GRN_E_CHECK;
    grn_dist_plan_destroy(plan);
    return GRN_OK;
}

static void describe(const shared_trial *t)
{
    static const char *const names[] = {"operand", "indices", "dense"};
    const drawn *all[] = {&t->l->operand, &t->l->indices, &t->l->dense};
    printf("seed %llu, %d ranks, way %s, staged %zu\n", (unsigned long long)t->seed, (int)t->l->mesh.ranks,
           grn_dist_way_text(t->options.way), t->options.most_staged_bytes);
    for (int i = 0; i < 3; i++) {
        printf("  %s:", names[i]);
        for (int32_t d = 0; d < all[i]->layout.rank; d++)
            printf(" %lld/%d:%d%s", (long long)all[i]->layout.shape[d], (int)all[i]->layout.parts[d],
                   (int)all[i]->layout.step[d], all[i]->layout.owner[d] == GRN_OWNER_CYCLIC ? "c" : "");
        printf("%s\n", all[i]->layout.part_of ? " by table" : "");
    }
    random_spec_print(t->c, stdout);
}

/* What each rank must end with. */
static void make_ranks(random_source s, shared_trial *t)
{
    const random_case *c = t->c;
    const int32_t n = t->l->mesh.ranks;
    for (int32_t r = 0; r < n; r++) {
        rank_data *d = &t->rank[r];
        make_part(s, &c->indices.view, &t->l->indices.layout, r, n, false, &d->indices);
        for (size_t i = 0; i < c->ninputs; i++) {
            make_part(s, &c->operand[i].view, &t->l->operand.layout, r, n, c->is_scatter, &d->operand[i]);
            make_part(s, &c->dense[i].view, &t->l->dense.layout, r, n, !c->is_scatter, &d->dense[i]);
            need(random_buffer_clone(c->is_scatter ? &d->operand[i] : &d->dense[i], &d->want[i]));
            if (t->want == GRN_OK)
                copy_part(&t->whole[i].view, c->is_scatter ? &t->l->operand.layout : &t->l->dense.layout, r,
                          &d->want[i]);
        }
    }
}

static void release_ranks(shared_trial *t)
{
    for (int32_t r = 0; r < t->l->mesh.ranks; r++)
        for (size_t i = 0; i < RANDOM_INPUTS; i++) {
            random_buffer_release(&t->rank[r].operand[i]);
            random_buffer_release(&t->rank[r].dense[i]);
            random_buffer_release(&t->rank[r].want[i]);
            if (i == 0)
                random_buffer_release(&t->rank[r].indices);
        }
}

static bool may_not_apply(const shared_trial *t)
{
    return t->options.way == GRN_DIST_LOCAL || t->options.way == GRN_DIST_COMBINE;
}

static const char *judge(const shared_trial *t, const rank_data *d)
{
    if (d->plan == GRN_E_UNSUPPORTED && may_not_apply(t))
        return NULL;
    if (d->plan != GRN_OK)
        return "the plan";
    if (d->bind != t->want)
        return "binding";
    if (t->want != GRN_OK && strcmp(d->message, t->message) != 0)
        return "the message";
    if (d->run != GRN_OK)
        return "the run";
    for (size_t i = 0; i < t->c->ninputs; i++) {
        const random_buffer *got = t->c->is_scatter ? &d->operand[i] : &d->dense[i];
        if (memcmp(got->memory, d->want[i].memory, got->bytes) != 0)
            return "bits";
    }
    if (t->options.way == GRN_DIST_LOCAL && d->traffic.bytes_received + d->traffic.bind_bytes_received != 0)
        return "local traffic";
    if (t->want == GRN_OK && t->options.way == GRN_DIST_ROUTED && !t->c->is_scatter &&
        d->traffic.bytes_received != d->traffic.least_bytes_received)
        return "bytes";
    return NULL;
}

/* ---- what the header has --------------------------------------------------------------------- */

shared_trial *shared_trial_create(uint64_t seed, bool is_scatter, int32_t ranks)
{
    shared_trial *t = calloc(1, sizeof *t);
    need(t);
    t->seed = t->state = seed;
    t->s = random_from_seed(&t->state);
    t->c = random_case_create(t->s, is_scatter);
    t->l = calloc(1, sizeof *t->l);
    need(t->c && t->l);
    const grn_diag diag = {keep_message, t->message};
    draw_layouts(t->s, ranks, t->c, t->l);
    for (size_t i = 0; i < t->c->ninputs; i++)
        need(random_buffer_clone(random_destination(t->c, i), &t->whole[i]));
    t->want = random_case_reference(t->c, t->whole, &diag);
    return t;
}

void shared_trial_destroy(shared_trial *t)
{
    for (size_t i = 0; i < t->c->ninputs; i++)
        random_buffer_release(&t->whole[i]);
    random_case_destroy(t->c);
    free(t->l);
    free(t);
}

int32_t shared_trial_ranks(const shared_trial *t) { return t->l->mesh.ranks; }
bool shared_trial_is_refused(const shared_trial *t) { return t->want != GRN_OK; }

void shared_trial_begin(shared_trial *t, grn_dist_way way)
{
    t->options = (grn_dist_options){.way = way};
    if (one_in(t->s, 4))
        t->options.most_staged_bytes = 1 + (size_t)below(t->s, 200);
    memset(t->rank, 0, sizeof t->rank);
    make_ranks(t->s, t);
}

void shared_trial_end(shared_trial *t) { release_ranks(t); }

bool shared_trial_applied(const shared_trial *t, int32_t rank) { return t->rank[rank].plan == GRN_OK; }
const char *shared_trial_judge(const shared_trial *t, int32_t rank) { return judge(t, &t->rank[rank]); }

void shared_trial_describe(const shared_trial *t, int32_t rank)
{
    const rank_data *d = &t->rank[rank];
    describe(t);
    printf("rank %d: %s %s %s \"%s\", want %s \"%s\"\n", (int)rank, grn_status_name(d->plan), grn_status_name(d->bind),
           grn_status_name(d->run), d->message, grn_status_name(t->want), t->message);
}
