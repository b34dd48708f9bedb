/* piece.c - the part that two ranks share of a row, as views; rows by their numbers. */
#include "dist/dist.h"

static grn_dist_span wanted(const grn_placement *dense, int32_t user, int32_t d)
{
    return d < 0 ? (grn_dist_span){0, 1, 1} : grn_rank_span(dense, user, d);
}

bool grn_row_piece(const grn_dist_form *form, const grn_placement *operand, int32_t holder, const grn_placement *dense,
                   int32_t user, grn_dist_span *both)
{
    for (int32_t i = 0; i < form->nrows; i++) {
        const grn_dist_row_dim *r = &form->row[i];
        both[r->dim] = grn_dist_span_meet(grn_rank_span(operand, holder, r->dim), wanted(dense, user, r->dense));
        if (both[r->dim].count == 0)
            return false;
    }
    for (int32_t k = 0; k < form->ncoords; k++) {
        const grn_dist_coord *c = &form->coord[k];
        if (c->windowed >= 0)
            both[c->dim] = (grn_dist_span){0, 1, wanted(dense, user, c->windowed).count};
    }
    return true;
}

/* The part of `has` that is in `both`, by its own positions. */
static grn_dist_span part_of_span(grn_dist_span has, grn_dist_span both)
{
    return (grn_dist_span){grn_dist_span_index(has, both.first), both.step / has.step, both.count};
}

void grn_operand_piece(const grn_dist_form *form, const grn_placement *operand, int32_t holder,
                       const grn_dist_span *both, grn_parcel *out)
{
    for (int32_t i = 0; i < form->nrows; i++) {
        const int32_t d = form->row[i].dim;
        out->at[d] = part_of_span(grn_rank_span(operand, holder, d), both[d]);
        out->slice[d] = both[d].count;
    }
    for (int32_t k = 0; k < form->ncoords; k++) {
        const int32_t d = form->coord[k].dim;
        out->at[d] = (grn_dist_span){0, 1, grn_rank_span(operand, holder, d).count};
        out->slice[d] = form->coord[k].windowed >= 0 ? both[d].count : 1;
    }
}

void grn_dense_piece(const grn_dist_form *form, const grn_placement *dense, int32_t user, const grn_dist_span *both,
                     grn_parcel *out)
{
    for (int32_t w = 0; w < form->nwalks; w++) {
        const int32_t d = form->walk_dense[w];
        out->at[d] = (grn_dist_span){0, 1, grn_rank_span(dense, user, d).count};
        out->slice[d] = 1;
    }
    for (int32_t i = 0; i < form->nrows; i++) {
        const int32_t d = form->row[i].dense;
        if (d < 0)
            continue;
        out->at[d] = part_of_span(grn_rank_span(dense, user, d), both[form->row[i].dim]);
        out->slice[d] = both[form->row[i].dim].count;
    }
}

void grn_parcel_view(const grn_parcel *p, const grn_tensor *local, int64_t *offset, grn_tensor *view)
{
    *offset = 0;
    grn_view_copy(view, local);
    view->data = NULL;
    for (int32_t d = 0; d < local->rank; d++) {
        const grn_dist_span at = p->at[d];
        *offset += at.first ? at.first * local->stride[d] : 0;
        view->shape[d] = at.count;
        view->stride[d] = at.count > 1 ? local->stride[d] * at.step : 0;
    }
}

/* The dense dim that walks the part of a row along dimension d of the operand; -1: the row keeps
 * nothing of it. */
static int32_t kept(const grn_dist_form *form, int32_t d)
{
    for (int32_t i = 0; i < form->nrows; i++)
        if (form->row[i].dim == d)
            return form->row[i].dense;
    for (int32_t k = 0; k < form->ncoords; k++)
        if (form->coord[k].dim == d)
            return form->coord[k].windowed;
    return -1;
}

int32_t grn_row_shape(const grn_dist_form *form, const grn_placement *dense, int32_t user, int64_t *shape,
                      int64_t *elements)
{
    int32_t n = 0;
    *elements = 1;
    for (int32_t d = 0; d < form->operand_rank; d++) {
        const int32_t at = kept(form, d);
        if (at < 0)
            continue;
        shape[n] = grn_rank_span(dense, user, at).count;
        *elements *= shape[n++]; /* the rank has them */
    }
    return n;
}

void grn_table_piece(const grn_dist_form *form, const grn_placement *dense, int32_t user, const grn_dist_span *both,
                     int64_t first_row, int64_t rows, grn_dtype dtype, grn_parcel *out)
{
    int64_t shape[GRN_MAX_RANK], elements, stride;
    int32_t n = grn_row_shape(form, dense, user, shape, &elements);
    out->view = (grn_tensor){.dtype = dtype, .rank = n + 1};
    out->view.shape[0] = rows;
    out->view.stride[0] = stride = elements;
    out->offset = first_row * elements;
    out->rows = rows;
    out->row_elements = 1;
    n = 0;
    for (int32_t d = 0; d < form->operand_rank; d++) {
        const int32_t at = kept(form, d);
        if (at < 0)
            continue;
        stride /= shape[n++];
        const grn_dist_span has = grn_rank_span(dense, user, at);
        bool windowed = false;
        for (int32_t k = 0; k < form->ncoords; k++)
            windowed = windowed || form->coord[k].windowed == at;
        out->view.stride[n] = stride;
        out->view.shape[n] = both[d].count;
        out->row_elements *= both[d].count;
        if (windowed)
            continue;
        const grn_dist_span at_table = part_of_span(has, both[d]);
        out->offset += at_table.first * stride;
        out->view.stride[n] = stride * at_table.step;
    }
}

/* ---- numbers --------------------------------------------------------------------------------- */

int32_t grn_coord_shard(const grn_dist_form *form, const grn_placement *operand, int32_t rank)
{
    int32_t shard = 0;
    for (int32_t k = 0; k < form->ncoords; k++)
        shard += grn_part_of(operand, rank, form->coord[k].dim) * operand->weight[form->coord[k].dim];
    return shard;
}

int32_t grn_coord_place(const grn_dist_form *form, const grn_placement *operand, const int64_t *coord, int64_t *number)
{
    int32_t shard = 0;
    *number = 0;
    for (int32_t k = 0; k < form->ncoords; k++) {
        const int32_t d = form->coord[k].dim, part = grn_part_with(operand, d, coord[k]);
        const grn_dist_span span = grn_part_span(operand, d, part);
        *number = *number * span.count + grn_dist_span_index(span, coord[k]);
        shard += part * operand->weight[d];
    }
    return shard;
}

bool grn_coord_of_number(const grn_dist_form *form, const grn_placement *operand, int32_t rank, int64_t number,
                         int64_t *coord)
{
    for (int32_t k = form->ncoords - 1; k >= 0; k--) {
        const int64_t count = grn_rank_span(operand, rank, form->coord[k].dim).count;
        if (count == 0)
            return false;
        coord[k] = number % count;
        number /= count;
    }
    return number == 0;
}
