/* expand_reduce.c - reductions, over dimensions and over windows, by the ops of their regions on
 * tensors. */
#include "convert/expand.h"

#include <math.h>

#include "dialects/stablehlo/stablehlo.h"

/* ---- what reductions share ------------------------------------------------------------------- */

enum { MOST_INPUTS = 16 };

typedef struct reduction {
    const grn_op *op;
    const grn_region *region;
    size_t n;
    const grn_type *result; /* of the first */
} reduction;

/* n inputs, then n starts; the region takes what there is and n elements more. False: of another
 * kind. */
static bool read_reduction(const grn_op *op, reduction *r)
{
    *r = (reduction){.op = op, .n = op->nresults, .result = grn_result_type(op, 0)};
    if (op->nregions != 1 || op->noperands != 2 * r->n || r->n > MOST_INPUTS || !grn_all_static(op))
        return false;
    r->region = &op->regions[0];
    return grn_region_is_element_wise(r->region) && r->region->first->nargs == 2 * r->n &&
           r->region->first->last->noperands == r->n;
}

/* so_far[i] becomes what the region makes of it and next[i]. */
static bool step(grn_rewrite *w, const reduction *r, grn_value **so_far, grn_value *const *next)
{
    grn_value *args[2 * MOST_INPUTS];
    memcpy(args, so_far, r->n * sizeof *args);
    memcpy(args + r->n, next, r->n * sizeof *args);
    return grn_region_on_tensors(w, r->region, args, r->result->rank, r->result->shape, so_far);
}

/* Results in the region's types become the op's. */
static grn_status finish(grn_rewrite *w, const reduction *r, grn_value *const *made)
{
    grn_value *results[MOST_INPUTS];
    for (size_t i = 0; i < r->n; i++)
        results[i] = grn_build_convert(w, made[i], grn_result_type(r->op, i)->element);
    return grn_replace_all(w, results);
}

/* The starts, as the region has them, for each result. */
static bool begin(grn_rewrite *w, const reduction *r, grn_value **so_far)
{
    for (size_t i = 0; i < r->n; i++) {
        grn_value *v = grn_build_convert(w, r->op->operands[r->n + i], r->region->first->args[i].type->element);
        if (!v || !(so_far[i] = grn_spread(w, v, r->result->rank, r->result->shape)))
            return false;
    }
    return true;
}

/* ---- reductions that have a name ------------------------------------------------------------- */

/* The element with which nothing changes; NULL: the combiner has none here. */
static grn_value *neutral(grn_rewrite *w, grn_combiner combiner, grn_value *like)
{
    const grn_dtype dtype = like->type->element->dtype;
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    const int64_t top = class == GRN_CLASS_SIGNED ? INT64_MAX >> (64 - grn_dtype_bits(dtype)) : -1;
    switch (combiner) {
    case GRN_COMBINE_ADD:
    case GRN_COMBINE_OR: return grn_number_like(w, like, 0);
    case GRN_COMBINE_AND:
    case GRN_COMBINE_MUL: return grn_number_like(w, like, 1);
    case GRN_COMBINE_MIN:
        return class == GRN_CLASS_FLOAT ? grn_number_like(w, like, (double)INFINITY) : grn_integer_like(w, like, top);
    case GRN_COMBINE_MAX:
        return class == GRN_CLASS_FLOAT    ? grn_number_like(w, like, -(double)INFINITY)
               : class == GRN_CLASS_SIGNED ? grn_integer_like(w, like, -top - 1)
                                           : grn_number_like(w, like, 0);
    default: return NULL;
    }
}

static grn_combiner of_bools(grn_combiner combiner)
{
    switch (combiner) {
    case GRN_COMBINE_ADD:
    case GRN_COMBINE_OR: return GRN_COMBINE_MAX;
    case GRN_COMBINE_MUL:
    case GRN_COMBINE_AND: return GRN_COMBINE_MIN;
    default: return combiner;
    }
}

/* A sum of floats is rounded to their type at each step; one of integers wraps alike in any. */
static grn_dtype wider_type(grn_combiner combiner, grn_dtype dtype)
{
    const bool wraps = combiner == GRN_COMBINE_ADD || combiner == GRN_COMBINE_MUL;
    if (wraps && grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT)
        return GRN_NO_DTYPE;
    return wraps && dtype == GRN_UI64 ? GRN_I64 : grn_wider_dtype(dtype);
}

/* A reduce of one input like `op`, of another input and start. */
static grn_value *reduce_by(grn_rewrite *w, const grn_op *op, grn_combiner combiner, grn_value *v, grn_value *start)
{
    const grn_type *t = grn_result_type(op, 0);
    grn_hub h = {.ninputs = 1, .combiner = combiner, .operands = &v};
    grn_op *made = v && start ? grn_op_new(w->ir, op->def, op->name, op->place, 2, 1, 1) : NULL;
    if (!made || !grn_op_copy_attrs(w->ir, op, made) ||
        !(made->results[0].type = grn_tensor_like(w, v->type->element, t->rank, t->shape)))
        return NULL;
    made->operands[0] = made->operands[1] = NULL;
    grn_op_set_operand(made, 0, v);
    grn_op_set_operand(made, 1, start);
    grn_op_insert_before(w->at, made);
    return grn_hub_fill_region(w, made, &h, "stablehlo.return") ? &made->results[0] : NULL;
}

/* From the neutral element, and the start afterwards; then in a wider type. *done: it is one of
 * these. */
static grn_status reduce_named(grn_rewrite *w, const reduction *r, bool *done)
{
    const grn_op *op = r->op;
    const grn_combiner combiner = grn_stablehlo_combiner(r->region);
    const grn_type *own = r->result->element;
    grn_value *v = op->operands[0], *start = op->operands[1];
    if (r->n != 1 || v->type->element != own || start->type->element != own)
        return GRN_OK;
    const bool is_bool = own->dtype == GRN_I1, bits = combiner == GRN_COMBINE_AND || combiner == GRN_COMBINE_OR;
    if (bits && !is_bool)
        return GRN_OK;
    const grn_combiner as = is_bool ? of_bools(combiner) : combiner;
    grn_value *from = neutral(w, combiner, start);
    if (!from || !grn_hub_combiner_op(combiner) || combiner == GRN_COMBINE_XOR)
        return GRN_OK;
    if (!grn_is_same_number(start, from)) {
        grn_value *made = reduce_by(w, op, combiner, v, from),
                  *first = grn_spread(w, start, r->result->rank, r->result->shape);
        *done = true;
        return grn_replace(w, made && first ? grn_build_binary(w, grn_hub_combiner_op(combiner), first, made) : NULL);
    }
    const grn_type *in = grn_type_of_dtype(w->ir, wider_type(combiner, own->dtype));
    if (wider_type(combiner, own->dtype) == GRN_NO_DTYPE)
        return GRN_OK;
    *done = true;
    v = in ? grn_build_convert(w, v, in) : NULL;
    start = in ? grn_build_convert(w, start, in) : NULL;
    grn_value *made = start ? reduce_by(w, op, as, v, neutral(w, as, start)) : NULL;
    return grn_replace(w, made ? grn_build_convert(w, made, own) : NULL);
}

/* ---- reduce ---------------------------------------------------------------------------------- */

static bool reduce_unrolled(grn_rewrite *w, const reduction *r, grn_value *const *rows, grn_value **so_far)
{
    int64_t start[GRN_MAX_RANK] = {0}, limit[GRN_MAX_RANK];
    for (int64_t k = 0; k < rows[0]->type->shape[0]; k++) {
        grn_value *next[MOST_INPUTS];
        for (size_t i = 0; i < r->n; i++) {
            memcpy(limit, rows[i]->type->shape, sizeof *limit * (size_t)rows[i]->type->rank);
            start[0] = k;
            limit[0] = k + 1;
            grn_value *row = grn_build_slice(w, rows[i], start, limit);
            if (!row || !(next[i] = grn_build_reshape(w, row, r->result->rank, r->result->shape)))
                return false;
        }
        if (!step(w, r, so_far, next))
            return false;
    }
    return true;
}

static bool reduce_by_loop(grn_rewrite *w, const reduction *r, grn_value *const *rows, grn_value **so_far)
{
    grn_counted_loop loop;
    grn_value *next[MOST_INPUTS], *carried[MOST_INPUTS];
    if (!grn_loop_begin(w, grn_build_number(w, rows[0]->type->shape[0]), false, r->n, so_far, &loop))
        return false;
    for (size_t i = 0; i < r->n; i++) {
        carried[i] = &loop.carried[i];
        if (!(next[i] = grn_build_row(&loop.inside, rows[i], loop.number)))
            return false;
    }
    if (!step(&loop.inside, r, carried, next) || !grn_loop_end(&loop, carried))
        return false;
    for (size_t i = 0; i < r->n; i++)
        so_far[i] = grn_loop_result(&loop, i);
    return true;
}

grn_status grn_expand_reduce(grn_rewrite *w, const grn_op *op)
{
    reduction r;
    size_t count;
    const int64_t *dims;
    grn_dims over = {.count = 0};
    grn_value *so_far[MOST_INPUTS], *rows[MOST_INPUTS];
    bool done = false;
    if (!read_reduction(op, &r) || !grn_op_dims(op, "dimensions", &count, &dims))
        return GRN_OK;
    grn_status status = reduce_named(w, &r, &done);
    if (done || status != GRN_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        grn_dims_push(&over, dims[i]);
    if (r.result->rank == GRN_MAX_RANK)
        return GRN_OK;
    for (size_t i = 0; i < r.n; i++)
        if (!(rows[i] = grn_build_rows(w, op->operands[i], &over)))
            return grn_no_memory(w);
    bool made = begin(w, &r, so_far);
    if (made && grn_region_unrolls(r.region, rows[0]->type->shape[0]))
        made = reduce_unrolled(w, &r, rows, so_far);
    else
        made = made && reduce_by_loop(w, &r, rows, so_far);
    return made ? finish(w, &r, so_far) : grn_no_memory(w);
}

/* ---- windows --------------------------------------------------------------------------------- */

int64_t grn_count_places(const grn_windows *windows)
{
    int64_t n = 1;
    for (int32_t d = 0; d < windows->rank && n >= 0; d++)
        n = windows->size[d] > GRN_MOST_UNROLLED ? -1 : n * windows->size[d];
    return n <= GRN_MOST_UNROLLED ? n : -1;
}

static grn_value *in_windows(grn_rewrite *w, grn_value *v, grn_value *with, const grn_windows *windows)
{
    int64_t interior[GRN_MAX_RANK];
    for (int32_t d = 0; d < windows->rank; d++)
        interior[d] = windows->base_dilation[d] - 1;
    return grn_build_padded(w, v, with, windows->low, windows->high, interior);
}

/* Element `place` of every window, `shape` of them. */
static grn_value *at_place(grn_rewrite *w, grn_value *v, const grn_windows *windows, const int64_t *shape,
                           int64_t place)
{
    int64_t start[GRN_MAX_RANK], limit[GRN_MAX_RANK];
    for (int32_t d = windows->rank - 1; d >= 0; d--) {
        start[d] = place % windows->size[d] * windows->window_dilation[d];
        limit[d] = start[d] + (shape[d] ? (shape[d] - 1) * windows->stride[d] + 1 : 0);
        place /= windows->size[d];
    }
    return grn_build_strided(w, v, start, limit, windows->stride);
}

static bool read_windows(const grn_rewrite *w, const grn_op *op, grn_windows *windows)
{
    const grn_check check = {.diag = w->diag};
    return grn_stablehlo_read_windows(op, &check, &grn_reduce_window_rules, grn_operand_type(op, 0)->rank, windows) ==
           GRN_OK;
}

static int64_t elements_of(const grn_type *t)
{
    int64_t n = 1;
    for (int32_t d = 0; d < t->rank; d++)
        n *= t->shape[d];
    return n;
}

grn_status grn_expand_reduce_window(grn_rewrite *w, const grn_op *op)
{
    reduction r;
    grn_windows windows;
    grn_value *so_far[MOST_INPUTS], *padded[MOST_INPUTS], *next[MOST_INPUTS];
    if (!read_reduction(op, &r) || !read_windows(w, op, &windows) || grn_count_places(&windows) < 0 ||
        !grn_region_unrolls(r.region, grn_count_places(&windows)))
        return GRN_OK;
    bool made = begin(w, &r, so_far);
    const int64_t places = grn_has_no_elements(r.result) ? 0 : grn_count_places(&windows);
    for (size_t i = 0; made && i < r.n; i++)
        made = (padded[i] = in_windows(w, op->operands[i], op->operands[r.n + i], &windows)) != NULL;
    for (int64_t k = 0; made && k < places; k++) {
        for (size_t i = 0; made && i < r.n; i++)
            made = (next[i] = at_place(w, padded[i], &windows, r.result->shape, k)) != NULL;
        made = made && step(w, &r, so_far, next);
    }
    return made ? finish(w, &r, so_far) : grn_no_memory(w);
}

/* ---- select_and_scatter ---------------------------------------------------------------------- */

/* Of every window the number of the element that is selected, of `all`; `all`: it has none. */
static grn_value *selected(grn_rewrite *w, const grn_op *op, const grn_windows *windows, int64_t all)
{
    const grn_type *t = grn_operand_type(op, 0), *source = grn_operand_type(op, 1);
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    grn_value *count = i64 ? grn_build_iota(w, i64, 1, &all, 0) : NULL;
    grn_value *numbers = count ? grn_build_reshape(w, count, t->rank, t->shape) : NULL,
              *outside = i64 ? grn_build_integers(w, i64, 0, NULL, 1, &all) : NULL;
    grn_value *values = in_windows(w, op->operands[0], op->operands[2], windows), *at = NULL, *best = NULL;
    numbers = numbers && outside ? in_windows(w, numbers, outside, windows) : NULL;
    for (int64_t k = 0; values && numbers && k < grn_count_places(windows); k++) {
        grn_value *v = at_place(w, values, windows, source->shape, k),
                  *n = at_place(w, numbers, windows, source->shape, k), *keep;
        if (k == 0) {
            best = v;
            at = n;
            continue;
        }
        if (!v || !n || !best || !at ||
            !grn_region_on_tensors(w, &op->regions[0], (grn_value *const[]){best, v}, source->rank, source->shape,
                                   &keep))
            return NULL;
        grn_value *is_in = grn_build_compare(w, "LT", at, grn_integer_like(w, at, all)),
                  *is_out = grn_build_compare(w, "EQ", n, grn_integer_like(w, n, all));
        keep = grn_build_binary(w, "stablehlo.or", grn_build_binary(w, "stablehlo.and", keep, is_in), is_out);
        best = keep ? grn_build_select(w, keep, best, v) : NULL;
        at = keep ? grn_build_select(w, keep, at, n) : NULL;
    }
    return at;
}

static bool is_padded(const grn_windows *windows)
{
    for (int32_t d = 0; d < windows->rank; d++)
        if (windows->low[d] > 0 || windows->high[d] > 0)
            return true;
    return false;
}

/* The elements of `source` are scattered to the selected places of a vector. What windows without an element have goes
 * to one more place behind it: no index is out of range, whatever is assumed of those of the program. */
grn_status grn_expand_select_and_scatter(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *source = grn_operand_type(op, 1);
    grn_windows windows;
    if (op->nregions != 2 || !grn_all_static(op) || !grn_region_is_element_wise(&op->regions[0]) ||
        t->element != grn_operand_type(op, 0)->element || !read_windows(w, op, &windows))
        return GRN_OK;
    if (grn_has_no_elements(t) || grn_has_no_elements(source)) /* nothing is scattered */
        return grn_replace(w, grn_spread(w, op->operands[2], t->rank, t->shape));
    if (grn_count_places(&windows) < 1 || !grn_region_unrolls(&op->regions[0], grn_count_places(&windows)))
        return GRN_OK;
    const int64_t all = elements_of(t), n = elements_of(source), first = 0;
    const int64_t places = is_padded(&windows) ? all + 1 : all;
    grn_value *at = grn_build_reshape(w, selected(w, op, &windows, all), 1, &n);
    grn_value *updates = grn_build_reshape(w, op->operands[1], 1, &n),
              *into = grn_spread(w, op->operands[2], 1, &places);
    if (!at || !updates || !into)
        return grn_no_memory(w);
    grn_hub h = {.is_scatter = true,
                 .ninputs = 1,
                 .operands = &into,
                 .indices = at,
                 .updates = &updates,
                 .rule = {.bounds = GRN_BOUNDS_SKIP},
                 .combiner = grn_stablehlo_combiner(&op->regions[1])};
    grn_dims_push(&h.dims.collapsed_slice_dims, 0);
    grn_dims_push(&h.dims.start_index_map, 0);
    h.dims.index_vector_dim = 1;
    if (h.combiner == GRN_COMBINE_REGION) /* the one of the scatter, in the place of the other */
        w->at->regions[0] = w->at->regions[1];
    grn_op *scatter = grn_hub_make(w, &h);
    if (scatter)
        scatter->results[0].type = into->type;
    if (h.combiner == GRN_COMBINE_REGION)
        w->at->regions[1].first = w->at->regions[1].last = NULL;
    grn_value *kept = scatter && places > all ? grn_build_slice(w, &scatter->results[0], &first, &all)
                      : scatter               ? &scatter->results[0]
                                              : NULL;
    return grn_replace(w, kept ? grn_build_reshape(w, kept, t->rank, t->shape) : NULL);
}
