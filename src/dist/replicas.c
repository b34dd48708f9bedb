/*
 * replicas.c - a scatter whose results have copies on several ranks: each rank takes the updates of
 * a piece of its part, and sends the piece to the others. That is less traffic than all updates to
 * all copies where there are more updates than results.
 */
#include "dist/dist.h"

/* How many ranks have each shard; 0: not all have as many. */
static int32_t copies_of(const grn_placement *p)
{
    const int32_t copies = p->ranks / p->nshards;
    for (int32_t s = 0; s < p->nshards; s++)
        if (p->first[s + 1] - p->first[s] != copies)
            return 0;
    return copies;
}

/* The longest dimension that is whole on each rank; -1: none has a position for each copy. */
static int32_t dimension_to_divide(const grn_placement *p, int32_t copies)
{
    int32_t best = -1;
    for (int32_t d = 0; d < p->rank; d++)
        if (p->parts[d] == 1 && p->shape[d] >= copies && (best < 0 || p->shape[d] > p->shape[best]))
            best = d;
    return best;
}

static double elements_of(const grn_placement *p)
{
    double elements = 1;
    for (int32_t d = 0; d < p->rank; d++)
        elements *= (double)p->shape[d];
    return elements;
}

/* The choice, by the bytes that a rank receives: all updates of its part, or those of its piece,
 * and the other pieces. */
static bool is_cheaper(const grn_dist_plan *p, int32_t copies)
{
    const double remote = elements_of(&p->dense) * (1 - 1.0 / p->dense.nshards), results = elements_of(&p->operand);
    return remote / copies + results * (copies - 1) / copies < remote;
}

/* Copy i of a shard gets block i of the dimension. */
static grn_status place(grn_dist_plan *p, int32_t d, int32_t copies, const grn_diag *diag)
{
    grn_layout layout = {.rank = p->operand.rank};
    grn_dist_memory parts = {NULL, 0};
    const int32_t rank = p->operand.rank;
    if (!grn_dist_memory_new(&parts, p->allocator, (size_t)p->operand.ranks, (size_t)rank * sizeof(int32_t)))
        return grn_dist_refused(diag);
    int32_t *part_of = parts.memory;
    for (int32_t k = 0; k < rank; k++) {
        layout.shape[k] = p->operand.shape[k];
        layout.parts[k] = k == d ? copies : p->operand.parts[k];
        layout.owner[k] = k == d ? GRN_OWNER_BLOCK : p->operand.owner[k];
    }
    for (int32_t i = 0; i < p->operand.ranks; i++) {
        const int32_t r = p->operand.holders[i];
        for (int32_t k = 0; k < rank; k++)
            part_of[(int64_t)r * rank + k] =
                k == d ? i - p->operand.first[p->operand.shard[r]] : grn_part_of(&p->operand, r, k);
    }
    layout.part_of = part_of;
    grn_status status = grn_placement_of(&layout, p->operand.ranks, "results", p->allocator, diag, &p->moved);
    grn_dist_memory_end(&parts, p->allocator);
    return status;
}

/* This rank's piece of its part, as a view; *offset is where it begins, in elements. */
static void piece_of(const grn_dist_plan *p, size_t input, grn_tensor *out, int64_t *offset)
{
    const grn_tensor *local = &p->operand_local[input];
    *out = *local;
    *offset = 0;
    for (int32_t d = 0; d < p->operand.rank; d++) {
        const grn_dist_span has = grn_rank_span(&p->operand, p->wire.comm->rank, d);
        const grn_dist_span both = grn_dist_span_meet(has, grn_rank_span(&p->moved, p->wire.comm->rank, d));
        out->shape[d] = both.count;
        if (both.count > 0 && grn_dist_span_index(has, both.first) > 0)
            *offset += grn_dist_span_index(has, both.first) * local->stride[d];
    }
}

grn_status grn_replicas_divide(grn_dist_plan *p, const grn_diag *diag)
{
    const int32_t copies = copies_of(&p->operand), d = dimension_to_divide(&p->operand, copies);
    if (copies < 2 || d < 0 || !is_cheaper(p, copies))
        return GRN_OK;
    grn_status status = place(p, d, copies, diag);
    if (status != GRN_OK)
        return status;
    p->divides_copies = true;
    for (size_t i = 0; i < p->ninputs; i++)
        piece_of(p, i, &p->moved_local[i], &p->moved_offset[i]);
    return GRN_OK;
}

grn_status grn_replicas_move(grn_dist_plan *p, void *const *results, const void *const *updates, const grn_diag *diag)
{
    void *pieces[GRN_MAX_INPUTS];
    for (size_t i = 0; i < p->ninputs; i++)
        pieces[i] = (char *)results[i] + p->moved_offset[i] * (int64_t)grn_dtype_bytes(p->operand_local[i].dtype);
    grn_status status = grn_scatter_move(p, pieces, updates, diag);
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++) {
        grn_tensor from = p->moved_local[i], to = p->operand_local[i];
        from.data = pieces[i];
        to.data = results[i];
        status =
            grn_redistribute(&p->wire, &p->moved, &p->operand, &from, &to, p->most_staged_bytes, p->allocator, diag);
    }
    return status;
}
