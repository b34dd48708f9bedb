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

/* combined[i]: the updates that replace. Where `only`, of bools, is not NULL: but where it is false,
 * what is there. */
static bool combine(grn_rewrite *w, const grn_hub *h, grn_value *only, grn_value **combined)
{
    grn_value *args[2 * MOST_INPUTS];
    const grn_type *t = h->updates[0]->type;
    for (size_t i = 0; i < h->ninputs; i++) {
        args[h->ninputs + i] = h->updates[i];
        if (!(args[i] = gather_current(w, h, i)))
            return false;
    }
    for (size_t i = 0; h->combiner != GRN_COMBINE_REGION && i < h->ninputs; i++)
        combined[i] = grn_build_binary(w, grn_hub_combiner_op(h->combiner), args[i], h->updates[i]);
    if (h->combiner == GRN_COMBINE_REGION && !grn_region_on_tensors(w, h->region, args, t->rank, t->shape, combined))
        return false;
    for (size_t i = 0; i < h->ninputs; i++) {
        combined[i] = grn_build_convert(w, combined[i], h->operands[i]->type->element);
        if (only)
            combined[i] = grn_build_select(w, only, combined[i], args[i]);
        if (!combined[i])
            return false;
    }
    return true;
}

/* A scatter for each input; into[i] becomes its result. */
static bool put_back(grn_rewrite *w, const grn_hub *h, grn_value *const *combined, grn_value **into)
{
    for (size_t i = 0; i < h->ninputs; i++) {
        grn_hub one = *h;
        one.ninputs = 1;
        one.operands = &h->operands[i];
        one.updates = &combined[i];
        one.combiner = GRN_COMBINE_REPLACE;
        one.region = NULL;
        grn_op *op = grn_hub_make(w, &one);
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

/* Counts along dim `dim` as an index does, from the rule's base. */
static grn_value *counted_from_base(grn_rewrite *w, const grn_hub *h, const grn_type *element, int32_t rank,
                                    const int64_t *shape, int64_t dim)
{
    grn_value *count = grn_build_iota(w, element, rank, shape, dim);
    if (!h->rule.base)
        return count;
    return grn_build_binary(w, "stablehlo.add", count, grn_build_integers(w, element, rank, shape, 1, &h->rule.base));
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
        parts[n++] =
            counted_from_base(w, h, v->type->element, v->type->rank, shape, in - (in > h->dims.index_vector_dim));
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

/*
 * The steps of the loop, in row-major order of the updates. One is an index vector with all of its
 * window; or a part of the window, where the next part comes behind other vectors, and an element
 * may get updates of both.
 */
typedef struct steps {
    int64_t count;
    grn_value *vector;           /* the number of each step's index vector; NULL: its own */
    size_t nparts;               /* dims of the window of which a step has one place each: */
    int32_t dim[GRN_MAX_RANK];   /* the dim */
    grn_value *at[GRN_MAX_RANK]; /* each step's place along it */
} steps;

static bool has_floats(const grn_hub *h)
{
    bool any = false;
    for (size_t i = 0; i < h->ninputs; i++)
        any = any || h->operands[i]->type->element->kind != GRN_TYPE_INTEGER;
    return any;
}

/* Whether dim d of the updates walks windows that two vectors may move over one element. As long as
 * the dim a window only moves where a part of it may be out of range. */
static bool windows_overlap(const grn_hub *h, int32_t d)
{
    const int32_t of = h->map.dense[d].operand;
    const bool parts = h->rule.bounds != GRN_BOUNDS_CLAMP && h->rule.grain == GRN_GRAIN_ELEMENT;
    return of >= 0 && h->map.operand[of].component >= 0 && h->updates[0]->type->shape[d] > 1 &&
           (parts || h->updates[0]->type->shape[d] < h->operands[0]->type->shape[of]);
}

/* The dims of the updates that steps walk. */
static grn_dims dims_of_steps(const grn_hub *h, const grn_dims *of_vectors)
{
    grn_dims walked = {0};
    int64_t last = -1;
    for (int32_t i = 0; i < of_vectors->count; i++)
        if (h->updates[0]->type->shape[of_vectors->v[i]] > 1)
            last = of_vectors->v[i];
    const bool order_shows = h->combiner == GRN_COMBINE_REGION || has_floats(h);
    for (int32_t d = 0; d < h->updates[0]->type->rank; d++)
        if (grn_dims_has(of_vectors, d) || (order_shows && d < last && windows_overlap(h, d)))
            grn_dims_push(&walked, d);
    return walked;
}

/* False: memory was refused. */
static bool steps_begin(grn_rewrite *w, const grn_hub *h, const grn_dims *of_vectors, steps *out)
{
    const grn_dims walked = dims_of_steps(h, of_vectors);
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    grn_dims all = {0}, vectors = {0}, among = {0}; /* extents; of vectors alone; and where those are */
    int64_t nvectors = 1;
    *out = (steps){.count = 1};
    for (int32_t i = 0; i < walked.count; i++) {
        const int64_t extent = h->updates[0]->type->shape[walked.v[i]];
        grn_dims_push(&all, extent);
        out->count *= extent;
        if (!grn_dims_has(of_vectors, walked.v[i]))
            continue;
        grn_dims_push(&vectors, extent);
        grn_dims_push(&among, i);
        nvectors *= extent;
    }
    if (walked.count == of_vectors->count)
        return true;
    out->vector = grn_build_reshape(w, grn_build_iota(w, i64, 1, &nvectors, 0), vectors.count, vectors.v);
    out->vector = grn_build_broadcast(w, out->vector, among.v, all.count, all.v);
    out->vector = grn_build_reshape(w, out->vector, 1, &out->count);
    bool made = out->vector;
    for (int32_t i = 0; made && i < walked.count; i++) {
        if (grn_dims_has(of_vectors, walked.v[i]))
            continue;
        grn_value *at = grn_build_reshape(w, grn_build_iota(w, i64, all.count, all.v, i), 1, &out->count);
        for (int32_t d = 0; d < h->dims.offset_dims.count; d++)
            if (h->dims.offset_dims.v[d] == walked.v[i])
                out->dim[out->nparts] = d;
        out->at[out->nparts++] = at;
        made = at;
    }
    return made;
}

/* Where in a window like `like` the elements of step `number` are. NULL: memory was refused. */
static grn_value *part_of_window(grn_rewrite *w, const steps *s, const grn_value *like, grn_value *number)
{
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS), *t = like->type;
    grn_value *part = NULL;
    for (size_t i = 0; i < s->nparts; i++) {
        grn_value *at = grn_build_row(w, s->at[i], number);
        grn_value *is = grn_build_compare(w, "EQ", grn_build_iota(w, i64, t->rank, t->shape, s->dim[i]),
                                          at ? grn_spread(w, at, t->rank, t->shape) : NULL);
        part = i == 0 ? is : grn_both(w, part, is);
    }
    return part;
}

/* What a step does, in the loop's body. False: memory was refused. */
static bool fill_step(grn_counted_loop *loop, const grn_hub *h, const steps *s, grn_value *vectors,
                      grn_value *const *updates)
{
    grn_value *current[MOST_INPUTS], *rows[MOST_INPUTS], *combined[MOST_INPUTS], *next[MOST_INPUTS], *part = NULL;
    grn_rewrite *w = &loop->inside;
    grn_value *vector = s->vector ? grn_build_row(w, s->vector, loop->number) : loop->number;
    grn_hub one = one_vector(h);
    one.indices = vector ? grn_build_row(w, vectors, vector) : NULL;
    one.operands = current;
    one.updates = rows;
    for (size_t i = 0; one.indices && i < h->ninputs; i++) {
        current[i] = &loop->carried[i];
        if (!(rows[i] = grn_build_row(w, updates[i], vector)))
            return false;
    }
    if (!one.indices || !grn_access_map_fits(&one.dims, current[0]->type->rank, one.indices->type->rank))
        return false;
    grn_access_map_of(&one.dims, current[0]->type->rank, one.indices->type->rank, &one.map);
    if (s->nparts && !(part = part_of_window(w, s, rows[0], loop->number)))
        return false;
    return combine(w, &one, part, combined) && put_back(w, &one, combined, next) && grn_loop_end(loop, next);
}

static grn_status scatter_by_loop(grn_rewrite *w, const grn_hub *h)
{
    grn_dims of_indices, of_updates;
    grn_value *updates[MOST_INPUTS];
    grn_counted_loop loop;
    steps s;
    vector_dims(h, &of_indices, &of_updates);
    grn_value *vectors = grn_build_rows(w, h->indices, &of_indices);
    if (vectors && vectors->type->rank == 1) /* without a dim of components */
        vectors = grn_build_reshape(w, vectors, 2, (const int64_t[]){vectors->type->shape[0], 1});
    for (size_t i = 0; i < h->ninputs; i++)
        if (!(updates[i] = grn_build_rows(w, h->updates[i], &of_updates)))
            return grn_no_memory(w);
    if (!vectors || !steps_begin(w, h, &of_updates, &s) ||
        !grn_loop_begin(w, grn_build_number(w, s.count), false, h->ninputs, h->operands, &loop) ||
        !fill_step(&loop, h, &s, vectors, updates))
        return grn_no_memory(w);
    grn_value *made[MOST_INPUTS];
    for (size_t i = 0; i < h->ninputs; i++)
        made[i] = grn_loop_result(&loop, i);
    return grn_replace_all(w, made);
}

/* Whether a component may count along each batching dim: there is a dim for it, and its type has
 * the numbers. */
static bool can_count_batches(const grn_hub *h)
{
    const grn_dtype dtype = h->indices->type->element->dtype;
    bool can = h->indices->type->rank < GRN_MAX_RANK &&
               (h->rule.base >= 0 || grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED || grn_dtype_bits(dtype) < 32);
    for (int32_t i = 0; i < h->dims.operand_batching_dims.count; i++) {
        const int64_t extent = h->operands[0]->type->shape[h->dims.operand_batching_dims.v[i]],
                      most = grn_dtype_bits(dtype) == 32 ? INT32_MAX : INT64_MAX;
        can = can && h->rule.base <= most - extent && (most == INT64_MAX || h->rule.base >= INT32_MIN);
    }
    return can;
}

static grn_status scatter_one_by_one(grn_rewrite *w, grn_hub *h)
{
    if (h->dims.operand_batching_dims.count && !can_count_batches(h))
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
    if (!combine(w, &h, NULL, combined) || !put_back(w, &h, combined, made))
        return grn_no_memory(w);
    return grn_replace_all(w, made);
}
