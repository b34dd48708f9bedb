/* torch_moves.c - the specs of torch's gathers and scatters, and what their tensors have to be. */
#include <string.h>

#include "torch_kernels.h"

/* ---- specs ----------------------------------------------------------------------------------- */

/* x[:, i]: the list has NULL for the dimensions before the one that is indexed. Vectors have one
 * coordinate, which the index tensor of torch's has no dimension for. */
typedef struct index_list {
    grn_tensor index;
    const grn_tensor *at[GRN_MAX_RANK];
} index_list;

static size_t list_of(const torch_problem *p, index_list *out)
{
    memset(out->at, 0, sizeof out->at);
    out->index = p->indices;
    out->index.rank--;
    out->at[p->number] = &out->index;
    return (size_t)p->number + 1;
}

static grn_status gather_spec_of(const torch_problem *p, grn_gather_spec *out)
{
    index_list list;
    switch (p->move) {
    case TORCH_GATHER: return grn_torch_gather_spec(&p->operand, p->number, &p->indices, NULL, out);
    case TORCH_INDEX_SELECT: return grn_torch_index_select_spec(&p->operand, p->number, &p->indices, NULL, out);
    case TORCH_TAKE: return grn_torch_take_spec(&p->operand, &p->indices, NULL, out);
    default: return grn_torch_index_spec(&p->operand, list.at, list_of(p, &list), NULL, out);
    }
}

static grn_status scatter_spec_of(const torch_problem *p, grn_scatter_spec *out)
{
    index_list list;
    switch (p->move) {
    case TORCH_SCATTER: return grn_torch_scatter_spec(&p->operand, p->number, &p->indices, NULL, NULL, out);
    case TORCH_SCATTER_REDUCE:
        return grn_torch_scatter_reduce_spec(&p->operand, p->number, &p->indices, p->word, NULL, out);
    case TORCH_INDEX_ADD: return grn_torch_index_add_spec(&p->operand, p->number, &p->indices, NULL, out);
    case TORCH_INDEX_COPY: return grn_torch_index_copy_spec(&p->operand, p->number, &p->indices, NULL, out);
    default: return grn_torch_index_put_spec(&p->operand, list.at, list_of(p, &list), p->word != NULL, NULL, out);
    }
}

grn_status torch_spec_of(const torch_problem *p, torch_spec *out)
{
    out->is_gather = p->move <= TORCH_INDEX;
    return out->is_gather ? gather_spec_of(p, &out->of.gather) : scatter_spec_of(p, &out->of.scatter);
}

/* ---- one call -------------------------------------------------------------------------------- */

/* A source may be larger than the index, which says how much of it is read; a source of rank 0 goes
 * everywhere. */
static bool cut_updates(torch_problem *p)
{
    grn_tensor *u = &p->updates;
    const grn_tensor *i = &p->indices;
    if (u->rank == 0 && i->rank > 0) {
        u->rank = i->rank;
        memset(u->stride, 0, (size_t)i->rank * sizeof *u->stride);
        memcpy(u->shape, i->shape, (size_t)i->rank * sizeof *u->shape);
    }
    for (int32_t d = 0; u->rank == i->rank && d < u->rank; d++) {
        if (u->shape[d] < i->shape[d])
            return false;
        u->shape[d] = i->shape[d];
    }
    return u->rank == i->rank;
}

bool run_torch_move(torch_problem *p)
{
    const bool is_gather = p->move <= TORCH_INDEX;
    const grn_tensor *written = is_gather ? &p->out : &p->operand, *read = is_gather ? &p->operand : &p->updates;
    if (grn_tensors_overlap(written, read) || grn_tensors_overlap(written, &p->indices))
        return false;
    if ((p->move == TORCH_SCATTER || p->move == TORCH_SCATTER_REDUCE) && !cut_updates(p))
        return false;
    return run_torch_plan(p) == GRN_OK;
}
