/* entries.c - the rows that a rank's part of the dense tensor needs, one after the other. */
#include "dist/dist.h"

int64_t grn_dist_entry_count(const grn_dist_form *form, const grn_placement *dense, int32_t rank)
{
    int64_t count = 1;
    for (int32_t d = 0; d < dense->rank; d++)
        if (grn_rank_span(dense, rank, d).count == 0)
            return 0;
    for (int32_t w = 0; w < form->nwalks; w++)
        count *= grn_rank_span(dense, rank, form->walk_dense[w]).count; /* the rank has them */
    return count;
}

/* The data that all entries of a rank share. */
typedef struct entries {
    const grn_dist_form *form;
    const grn_placement *dense;
    const grn_tensor *indices;
    int64_t vector_stride;
    int64_t shape[GRN_MAX_RANK], stride[GRN_MAX_RANK]; /* by walks: extents, strides in indices */
    int64_t key_stride[GRN_MAX_RANK];
    grn_dist_span span[GRN_MAX_RANK]; /* by walks */
    int64_t shift[GRN_MAX_RANK];      /* by coordinates: the first position of a window that travels */
} entries;

static void prepare_entries(entries *e, int32_t rank)
{
    const grn_dist_form *f = e->form;
    int64_t key = 1;
    for (int32_t w = f->nwalks - 1; w >= 0; w--) {
        const int32_t d = f->walk_indices[w];
        e->span[w] = grn_rank_span(e->dense, rank, f->walk_dense[w]);
        e->shape[w] = e->span[w].count;
        e->stride[w] = d >= 0 && e->indices->shape[d] > 1 ? e->indices->stride[d] : 0;
        e->key_stride[w] = key;
        key *= e->dense->shape[f->walk_dense[w]];
    }
    for (int32_t k = 0; k < f->ncoords; k++)
        e->shift[k] = f->coord[k].windowed < 0 ? 0 : grn_rank_span(e->dense, rank, f->coord[k].windowed).first;
    e->vector_stride = f->vector_dim < e->indices->rank && e->indices->shape[f->vector_dim] > 1
                           ? e->indices->stride[f->vector_dim]
                           : 0;
}

static int64_t start_of(const entries *e, const grn_dist_coord *c, int64_t offset, bool *fits)
{
    int64_t start = 0;
    if (c->component >= 0) {
        const void *at = grn_tensor_at(e->indices, offset + c->component * e->vector_stride);
        const bool inside = grn_resolve_start(&e->form->rule, &c->start, grn_index_load(e->indices->dtype, at), &start);
        *fits = *fits && inside;
    }
    return start;
}

/* Whether the policy lets the entry reach the operand, and its place there. */
static bool locate(const entries *e, int64_t offset, const int64_t *position, int64_t *coord, const int64_t *extent)
{
    const grn_dist_form *f = e->form;
    bool fits = true, inside = true;
    for (int32_t k = 0; k < f->ncoords; k++) {
        const grn_dist_coord *c = &f->coord[k];
        const int64_t start = start_of(e, c, offset, &fits), more = c->walk >= 0 ? position[c->walk] : e->shift[k];
        coord[k] = start > INT64_MAX - more ? INT64_MAX : start + more;
        inside = inside && coord[k] >= 0 && coord[k] < extent[k];
    }
    return (fits || f->element_wise) && inside;
}

grn_status grn_dist_each_entry(const grn_dist_form *form, const grn_placement *operand, const grn_placement *dense,
                               int32_t rank, const grn_tensor *indices, grn_entry_fn f, void *user)
{
    entries e = {.form = form, .dense = dense, .indices = indices};
    int64_t position[GRN_MAX_RANK], extent[GRN_MAX_RANK];
    grn_dist_entry entry = {.number = 0};
    grn_status status = GRN_OK;
    grn_walk w;
    if (grn_dist_entry_count(form, dense, rank) == 0)
        return GRN_OK;
    prepare_entries(&e, rank);
    for (int32_t k = 0; k < form->ncoords; k++)
        extent[k] = operand->shape[form->coord[k].dim];
    entry.at = w.index;
    grn_walk_init(&w, form->nwalks, e.shape, 1, (const int64_t *const[]){e.stride});
    for (; w.more && status == GRN_OK; grn_walk_next(&w), entry.number++) {
        entry.key = 0;
        for (int32_t i = 0; i < form->nwalks; i++) {
            position[i] = e.span[i].first + w.index[i] * e.span[i].step;
            entry.key += position[i] * e.key_stride[i];
        }
        entry.reaches = locate(&e, w.offset[0], position, entry.coord, extent);
        status = f(user, &entry);
    }
    return status;
}
