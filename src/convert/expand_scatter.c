/*
 * expand_scatter.c - a scatter whose combiner the target lacks: what is there is gathered, combined
 * with the updates, and put back by a scatter that replaces. Where two updates may go to the same
 * place, it is done for one index vector after the other, in a loop.
 */
#include "convert/expand.h"

enum { MOST_INPUTS = 8 };

static bool can_combine(const grn_hub *h)
{
    bool can = h->is_scatter && h->ninputs <= MOST_INPUTS && grn_hub_is_static(h) && h->combiner != GRN_COMBINE_REPLACE;
    if (h->combiner != GRN_COMBINE_REGION)
        return can && grn_hub_combiner_op(h->combiner);
    return can && grn_region_is_element_wise(h->region) && h->region->first->nargs == 2 * h->ninputs &&
           h->region->first->last->noperands == h->ninputs;
}

/* What is at the places of the updates; anything where they are out of range, since what is made of
 * it is dropped. */
static grn_value *gather_current(grn_rewrite *w, const grn_hub *h, size_t i)
{
    grn_hub g = {.dims = h->dims,
                 .slice_sizes = grn_hub_windows(h),
                 .rule = h->rule,
                 .ninputs = 1,
                 .operands = &h->operands[i],
                 .indices = h->indices,
                 .result = h->updates[i]->type};
    if (g.rule.bounds == GRN_BOUNDS_SKIP)
        g.rule.bounds = GRN_BOUNDS_FILL;
    grn_op *op = grn_hub_make(w, &g);
    return op ? &op->results[0] : NULL;
}

/* combined[i]: the updates that replace. */
static bool combine(grn_rewrite *w, const grn_hub *h, grn_value **combined)
{
    grn_value *args[2 * MOST_INPUTS];
    const grn_type *t = h->updates[0]->type;
    for (size_t i = 0; i < h->ninputs; i++) {
        args[h->ninputs + i] = h->updates[i];
        if (!(args[i] = gather_current(w, h, i)))
            return false;
    }
    for (size_t i = 0; h->combiner != GRN_COMBINE_REGION && i < h->ninputs; i++)
        if (!(combined[i] = grn_build_binary(w, grn_hub_combiner_op(h->combiner), args[i], h->updates[i])))
            return false;
    return h->combiner != GRN_COMBINE_REGION || grn_region_on_tensors(w, h->region, args, t->rank, t->shape, combined);
}

/* A scatter for each input; into[i] becomes its result. */
static bool put_back(grn_rewrite *w, const grn_hub *h, grn_value *const *combined, grn_value **into)
{
    for (size_t i = 0; i < h->ninputs; i++) {
        grn_hub one = *h;
        grn_value *updates = grn_build_convert(w, combined[i], h->operands[i]->type->element);
        one.ninputs = 1;
        one.operands = &h->operands[i];
        one.updates = &updates;
        one.combiner = GRN_COMBINE_REPLACE;
        one.region = NULL;
        grn_op *op = updates ? grn_hub_make(w, &one) : NULL;
        if (!op)
            return false;
        into[i] = &op->results[0];
    }
    return true;
}

/* ---- one vector after the other -------------------------------------------------------------- */

/* The dims of the indices that walk index vectors, and those of the updates that go with them. */
static void vector_dims(const grn_hub *h, grn_dims *of_indices, grn_dims *of_updates)
{
    of_indices->count = of_updates->count = 0;
    for (int32_t d = 0; d < h->indices->type->rank; d++)
        if (d != h->dims.index_vector_dim)
            grn_dims_push(of_indices, d);
    for (int32_t d = 0; d < h->updates[0]->type->rank; d++)
        if (!grn_dims_has(&h->dims.offset_dims, d))
            grn_dims_push(of_updates, d);
}

/* The index vectors along the last dim, of a type that counts to any extent. */
static grn_value *vectors_last(grn_rewrite *w, const grn_hub *h)
{
    int64_t order[GRN_MAX_RANK], shape[GRN_MAX_RANK];
    const grn_type *t = h->indices->type, *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    int32_t n = 0;
    for (int32_t d = 0; d < t->rank; d++)
        if (d != h->dims.index_vector_dim)
            order[n++] = d;
    if (n < t->rank)
        order[n] = h->dims.index_vector_dim;
    memcpy(shape, t->shape, sizeof *shape * (size_t)t->rank);
    shape[t->rank] = 1;
    grn_value *v =
        n < t->rank ? grn_build_transpose(w, h->indices, order) : grn_build_reshape(w, h->indices, t->rank + 1, shape);
    return v && i64 && grn_dtype_bits(t->element->dtype) < 32 ? grn_build_convert(w, v, i64) : v;
}

static void add_sorted(grn_dims *list, int64_t v)
{
    int32_t at = list->count;
    grn_dims_push(list, v);
    for (; at > 0 && list->v[at - 1] > v; at--)
        list->v[at] = list->v[at - 1];
    list->v[at] = v;
}

/* Batching dims as components of the index vectors, which count along them. False: memory was
 * refused. */
static bool expand_batching(grn_rewrite *w, grn_hub *h)
{
    grn_value *parts[1 + GRN_MAX_RANK], *v = vectors_last(w, h);
    int64_t shape[GRN_MAX_RANK];
    size_t n = 0;
    if (!(parts[n++] = v))
        return false;
    const int64_t last = v->type->rank - 1;
    memcpy(shape, v->type->shape, sizeof *shape * (size_t)v->type->rank);
    shape[last] = 1;
    for (int32_t i = 0; i < h->dims.operand_batching_dims.count; i++) {
        const int64_t of = h->dims.operand_batching_dims.v[i], in = h->dims.start_indices_batching_dims.v[i];
        parts[n++] = grn_build_iota(w, v->type->element, v->type->rank, shape, in - (in > h->dims.index_vector_dim));
        grn_dims_push(&h->dims.start_index_map, of);
        add_sorted(&h->dims.collapsed_slice_dims, of);
    }
    h->dims.operand_batching_dims.count = h->dims.start_indices_batching_dims.count = 0;
    h->dims.index_vector_dim = last;
    h->indices = grn_build_concatenate(w, n, parts, last);
    if (h->indices)
        grn_access_map_of(&h->dims, h->operands[0]->type->rank, h->indices->type->rank, &h->map);
    return h->indices != NULL;
}

/* The scatter of a single vector, [components], with the window as it is. */
static grn_hub one_vector(const grn_hub *h)
{
    grn_hub one = *h;
    one.dims.index_vector_dim = 0;
    one.rule.unique_indices = true;
    for (int32_t i = 0; i < one.dims.offset_dims.count; i++)
        one.dims.offset_dims.v[i] = i;
    return one;
}

static grn_status scatter_by_loop(grn_rewrite *w, const grn_hub *h)
{
    grn_dims of_indices, of_updates;
    grn_value *updates[MOST_INPUTS], *current[MOST_INPUTS], *rows[MOST_INPUTS], *combined[MOST_INPUTS];
    grn_counted_loop loop;
    vector_dims(h, &of_indices, &of_updates);
    grn_value *vectors = grn_build_rows(w, h->indices, &of_indices);
    if (vectors && vectors->type->rank == 1) /* without a dim of components */
        vectors = grn_build_reshape(w, vectors, 2, (const int64_t[]){vectors->type->shape[0], 1});
    for (size_t i = 0; i < h->ninputs; i++)
        if (!(updates[i] = grn_build_rows(w, h->updates[i], &of_updates)))
            return grn_no_memory(w);
    if (!vectors ||
        !grn_loop_begin(w, grn_build_number(w, vectors->type->shape[0]), false, h->ninputs, h->operands, &loop))
        return grn_no_memory(w);
    grn_hub one = one_vector(h);
    one.indices = grn_build_row(&loop.inside, vectors, loop.number);
    for (size_t i = 0; i < h->ninputs; i++) {
        current[i] = &loop.carried[i];
        if (!(rows[i] = grn_build_row(&loop.inside, updates[i], loop.number)))
            return grn_no_memory(w);
    }
    one.operands = current;
    one.updates = rows;
    if (!one.indices || !grn_access_map_fits(&one.dims, current[0]->type->rank, one.indices->type->rank))
        return grn_no_memory(w);
    grn_access_map_of(&one.dims, current[0]->type->rank, one.indices->type->rank, &one.map);
    grn_value *next[MOST_INPUTS];
    if (!combine(&loop.inside, &one, combined) || !put_back(&loop.inside, &one, combined, next) ||
        !grn_loop_end(&loop, next))
        return grn_no_memory(w);
    for (size_t i = 0; i < h->ninputs; i++)
        w->at->results[i].forward = grn_loop_result(&loop, i);
    return GRN_OK;
}

static grn_status scatter_one_by_one(grn_rewrite *w, grn_hub *h)
{
    if (h->dims.operand_batching_dims.count && h->indices->type->rank == GRN_MAX_RANK)
        return GRN_OK;
    if (h->dims.operand_batching_dims.count && !expand_batching(w, h))
        return grn_no_memory(w);
    return scatter_by_loop(w, h);
}

grn_status grn_expand_scatter(grn_rewrite *w, const grn_op *op)
{
    grn_hub h;
    grn_value *combined[MOST_INPUTS], *made[MOST_INPUTS];
    if (!grn_hub_read(op, &h) || !can_combine(&h))
        return GRN_OK;
    for (size_t i = 0; i < h.ninputs; i++)
        if (grn_result_type(op, i) != h.operands[i]->type)
            return GRN_OK;
    if (!h.rule.unique_indices && !grn_hub_is_one_vector(&h))
        return scatter_one_by_one(w, &h);
    if (!combine(w, &h, combined) || !put_back(w, &h, combined, made))
        return grn_no_memory(w);
    for (size_t i = 0; i < h.ninputs; i++)
        w->at->results[i].forward = made[i];
    return GRN_OK;
}
