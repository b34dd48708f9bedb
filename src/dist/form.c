/* form.c - which dimensions are coordinates, which are walked, and which travel with a row. */
#include "dist/dist.h"

/* Which batch dim of the dense tensor comes from a dim of indices. */
int32_t grn_dense_dim_of_indices(const grn_dimension_numbers *dims, int32_t dense_rank, int32_t d)
{
    int32_t batch = 0;
    if (d == dims->index_vector_dim)
        return -1;
    for (int32_t dense = 0; dense < dense_rank; dense++)
        if (!grn_dims_has(&dims->offset_dims, dense)) {
            if (batch == (d < dims->index_vector_dim ? d : d - 1))
                return dense;
            batch++;
        }
    return -1;
}

typedef struct making {
    const grn_dimension_numbers *dims;
    const int64_t *window;
    const grn_placement *operand, *dense;
    bool keep_order;
    int32_t walk_of[GRN_MAX_RANK];  /* dense dims that are walked get their number, others -1 */
    int32_t dense_of[GRN_MAX_RANK]; /* operand dims: the dense dim that walks the window, -1 */
    int32_t component[GRN_MAX_RANK];
} making;

static bool is_windowed(const making *m, const grn_dist_form *f, int32_t d)
{
    const int32_t dense = m->dense_of[d];
    return dense >= 0 && m->component[d] >= 0 && !m->keep_order && !f->element_wise && m->window[d] > 1 &&
           m->operand->parts[d] == 1 && (m->dense->parts[dense] == 1 || m->dense->owner[dense] == GRN_OWNER_BLOCK);
}

static void window_dims(making *m)
{
    int32_t offset = 0;
    for (int32_t d = 0; d < m->operand->rank; d++) {
        const bool dropped = grn_dims_has(&m->dims->collapsed_slice_dims, d) || grn_dims_has(&m->dims->operand_batching_dims, d);
        m->dense_of[d] = dropped ? -1 : (int32_t)m->dims->offset_dims.v[offset++];
        m->component[d] = -1;
    }
    for (int32_t k = 0; k < m->dims->start_index_map.count; k++)
        m->component[m->dims->start_index_map.v[k]] = k;
}

/* Dense dims in their order: those that no row keeps. */
static void walks(making *m, grn_dist_form *f)
{
    bool kept[GRN_MAX_RANK] = {false};
    for (int32_t d = 0; d < m->operand->rank; d++)
        if (m->dense_of[d] >= 0 && (m->component[d] < 0 || is_windowed(m, f, d)))
            kept[m->dense_of[d]] = true;
    for (int32_t dense = 0; dense < m->dense->rank; dense++) {
        m->walk_of[dense] = kept[dense] ? -1 : f->nwalks;
        if (kept[dense])
            continue;
        f->walk_dense[f->nwalks] = dense;
        f->walk_indices[f->nwalks++] = -1;
    }
}

static void batching_coords(making *m, grn_dist_form *f, int32_t d)
{
    for (int32_t i = 0; i < m->dims->operand_batching_dims.count; i++)
        if (m->dims->operand_batching_dims.v[i] == d) {
            const int32_t dense =
                grn_dense_dim_of_indices(m->dims, m->dense->rank, (int32_t)m->dims->start_indices_batching_dims.v[i]);
            f->coord[f->ncoords++] = (grn_dist_coord){.dim = d, .component = -1, .walk = m->walk_of[dense], .windowed = -1};
        }
}

static void indexed_coord(making *m, grn_dist_form *f, int32_t d)
{
    const int32_t dense = m->dense_of[d];
    const bool windowed = is_windowed(m, f, d);
    f->coord[f->ncoords++] = (grn_dist_coord){
        .dim = d,
        .component = m->component[d],
        .walk = windowed || dense < 0 ? -1 : m->walk_of[dense],
        .windowed = windowed ? dense : -1,
        .start = {.dim = m->operand->shape[d], .window = m->window[d], .window_loop = -1, .operand_dim = d},
    };
}

void grn_dist_form_of(const grn_dimension_numbers *dims, const grn_index_rule *rule, const int64_t *window,
                      const grn_placement *operand, const grn_placement *dense, bool keep_order, grn_dist_form *out)
{
    making m = {.dims = dims, .window = window, .operand = operand, .dense = dense, .keep_order = keep_order};
    *out = (grn_dist_form){.rule = *rule, .operand_rank = operand->rank, .dense_rank = dense->rank};
    out->element_wise = rule->grain == GRN_GRAIN_ELEMENT && (rule->bounds == GRN_BOUNDS_FILL || rule->bounds == GRN_BOUNDS_SKIP);
    out->vector_dim = dims->index_vector_dim;
    window_dims(&m);
    walks(&m, out);
    for (int32_t d = 0; d <= dense->rank; d++) { /* dims of indices: one more than batch dims at most */
        const int32_t at = grn_dense_dim_of_indices(dims, dense->rank, d);
        if (at >= 0)
            out->walk_indices[m.walk_of[at]] = d;
    }
    for (int32_t d = 0; d < operand->rank; d++) {
        batching_coords(&m, out, d);
        if (m.component[d] >= 0)
            indexed_coord(&m, out, d);
        else if (!grn_dims_has(&dims->operand_batching_dims, d))
            out->row[out->nrows++] = (grn_dist_row_dim){d, m.dense_of[d]};
    }
}
