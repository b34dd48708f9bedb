/*
 * raise_constant.c - a gather of known indices as shape ops, from where the
 * operand's elements go. When the operand's row-major numbers, gathered, step
 * evenly along every dim of the result, the gather is a slice of the operand
 * with its dims reordered, merged or split, and repeated.
 */
#include "convert/raise.h"

enum { MOST_ELEMENTS = 1 << 20 }; /* of operand, indices or result, looked at one by one */

/* ---- where elements come from ---------------------------------------------------------------- */

static bool of_moderate_size(const grn_type *t)
{
    int64_t n;
    return grn_type_has_static_shape(t) && grn_shape_elements(t->rank, t->shape, &n) && n > 0 && n <= MOST_ELEMENTS;
}

static int64_t *numbers(grn_arena *arena, const grn_type *t, grn_tensor *out)
{
    int64_t n;
    if (!grn_shape_elements(t->rank, t->shape, &n))
        return NULL;
    int64_t *v = GRN_ARENA_NEW(arena, int64_t, (size_t)n);
    return v && grn_tensor_init(out, v, GRN_I64, t->rank, t->shape) == GRN_OK ? v : NULL;
}

/* For each element of the result, the row-major number of the operand's; -1 for the fill value. */
static bool origins(grn_arena *arena, const grn_hub *h, const grn_tensor *indices, grn_tensor *out)
{
    grn_tensor operand;
    grn_gather_spec spec = {.dims = h->dims, .index = h->rule, .slice_sizes = h->slice_sizes};
    int64_t *from = numbers(arena, h->operands[0]->type, &operand), fill = -1;
    if (!from || !numbers(arena, h->result, out))
        return false;
    for (int64_t i = 0; i < grn_tensor_elements(&operand); i++)
        from[i] = i;
    memcpy(spec.fill, &fill, sizeof fill);
    if (spec.index.bounds == GRN_BOUNDS_PROMISE)
        spec.index.bounds = GRN_BOUNDS_ERROR;
    return grn_gather_reference(&spec, &operand, indices, out, NULL) == GRN_OK;
}

/* ---- even steps ------------------------------------------------------------------------------ */

/* Result dims with their steps over the operand's numbers, those of extent 1 left out. */
typedef struct steps {
    int64_t first;
    int32_t count;
    int64_t extent[GRN_MAX_RANK], step[GRN_MAX_RANK];
} steps;

static bool even(const grn_tensor *t, steps *out)
{
    const int64_t *v = t->data;
    int64_t stride[GRN_MAX_RANK], all[GRN_MAX_RANK] = {0};
    grn_shape_strides(t->rank, t->shape, stride);
    *out = (steps){.first = v[0]};
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] > 1) {
            all[d] = v[stride[d]] - v[0];
            out->extent[out->count] = t->shape[d];
            out->step[out->count++] = all[d];
        }
    for (int64_t i = 0; i < grn_tensor_elements(t); i++) {
        int64_t want = v[0];
        for (int32_t d = 0; d < t->rank; d++)
            want += i / stride[d] % t->shape[d] * all[d];
        if (v[i] != want || v[i] < 0)
            return false;
    }
    return true;
}

/* A dim that goes on where the next ends is one with it. */
static void merge(steps *s)
{
    int32_t n = 0;
    for (int32_t i = 0; i < s->count; i++) {
        bool goes_on = n > 0 && s->step[n - 1] == s->step[i] * s->extent[i];
        if (goes_on) {
            s->extent[n - 1] *= s->extent[i];
            s->step[n - 1] = s->step[i];
        } else {
            s->extent[n] = s->extent[i];
            s->step[n++] = s->step[i];
        }
    }
    s->count = n;
}

/* ---- the operand's side ---------------------------------------------------------------------- */

/* A slice of the operand, each of whose dims that is left goes to one dim of the merged result. */
typedef struct part {
    grn_dims start, limit, stride;
    grn_dims from; /* per merged result dim: the operand's dim, -1: repeated */
} part;

/* Dim `d` of the operand takes `extent` steps of `step` elements. */
static bool takes(const grn_type *t, int32_t d, int64_t row, const part *p, int64_t step, int64_t extent)
{
    return step > 0 && step % row == 0 && p->limit.v[d] == p->start.v[d] + 1 &&
           p->start.v[d] + (extent - 1) * (step / row) < t->shape[d] && t->shape[d] > 1;
}

static bool match(const grn_type *t, const steps *s, part *p)
{
    int64_t row[GRN_MAX_RANK];
    grn_shape_strides(t->rank, t->shape, row);
    *p = (part){.start.count = t->rank, .limit.count = t->rank, .stride.count = t->rank};
    for (int32_t d = 0; d < t->rank; d++) {
        p->start.v[d] = s->first / row[d] % t->shape[d];
        p->limit.v[d] = p->start.v[d] + 1;
        p->stride.v[d] = 1;
    }
    for (int32_t i = 0; i < s->count; i++) {
        int32_t d = 0;
        while (s->step[i] != 0 && d < t->rank && !takes(t, d, row[d], p, s->step[i], s->extent[i]))
            d++;
        if (d == t->rank && s->step[i] != 0)
            return false;
        grn_dims_push(&p->from, s->step[i] == 0 ? -1 : d);
        if (s->step[i] == 0)
            continue;
        p->stride.v[d] = s->step[i] / row[d];
        p->limit.v[d] = p->start.v[d] + (s->extent[i] - 1) * p->stride.v[d] + 1;
    }
    return true;
}

/* ---- building -------------------------------------------------------------------------------- */

static grn_value *sliced(grn_rewrite *w, grn_value *v, const part *p)
{
    int64_t shape[GRN_MAX_RANK];
    bool whole = true;
    const grn_type *t = v->type;
    size_t n = (size_t)t->rank;
    for (int32_t d = 0; d < t->rank; d++) {
        shape[d] = (p->limit.v[d] - p->start.v[d] - 1) / p->stride.v[d] + 1;
        whole &= shape[d] == t->shape[d];
    }
    if (whole)
        return v;
    const grn_new_attr attrs[] = {{"start_indices", grn_attr_dense_i64(w->ir, n, p->start.v)},
                                  {"limit_indices", grn_attr_dense_i64(w->ir, n, p->limit.v)},
                                  {"strides", grn_attr_dense_i64(w->ir, n, p->stride.v)}};
    return grn_new(w, "stablehlo.slice", 1, &v, grn_tensor_like(w, t->element, t->rank, shape), GRN_COUNT(attrs),
                   attrs);
}

static grn_value *built(grn_rewrite *w, const grn_hub *h, grn_value *operand, const steps *s, const part *p)
{
    grn_dims kept = {0}, order = {0}, dims = {0};
    grn_value *v = sliced(w, operand, p);
    for (int32_t d = 0; v && d < v->type->rank; d++)
        if (grn_dims_has(&p->from, d))
            grn_dims_push(&kept, v->type->shape[d]);
    v = grn_build_reshape(w, v, kept.count, kept.v);
    for (int32_t i = 0; i < s->count; i++) {
        if (p->from.v[i] < 0)
            continue;
        int64_t place = 0;
        for (int32_t j = 0; j < s->count; j++)
            place += p->from.v[j] >= 0 && p->from.v[j] < p->from.v[i];
        grn_dims_push(&order, place);
        grn_dims_push(&dims, i);
    }
    v = grn_build_transpose(w, v, order.v);
    v = grn_build_broadcast(w, v, dims.v, s->count, s->extent);
    return grn_build_reshape(w, v, h->result->rank, h->result->shape);
}

/* One element everywhere, whatever the indices are (ML-9). An error would be lost. */
static grn_status of_splat(grn_rewrite *w, const grn_hub *h, bool *done)
{
    const grn_op *op = h->operands[0]->def;
    const grn_attr *value = op && !op->noperands ? grn_op_attr(op, "value") : NULL;
    bool loses = h->rule.bounds == GRN_BOUNDS_ERROR || h->rule.bounds == GRN_BOUNDS_FILL;
    if (loses || !value || value->kind != GRN_ATTR_ELEMENTS || !value->elements->splat ||
        !grn_type_has_static_shape(h->result))
        return GRN_OK;
    *done = true;
    return grn_replace(w, grn_build_constant(w, h->result, true, value->elements->tensor.data));
}

/* Whether the pass may evaluate as many elements more as the operand and the result have, both of
 * moderate size. */
static bool is_affordable(grn_rewrite *w, const grn_hub *h)
{
    const grn_type *operand = h->operands[0]->type;
    int64_t n = 0, m = 0;
    (void)grn_shape_elements(operand->rank, operand->shape, &n);
    (void)grn_shape_elements(h->result->rank, h->result->shape, &m);
    bool may = n + m <= w->evaluate_left;
    w->evaluate_left -= may ? n + m : 0;
    return may;
}

/* Whether the gather is steps over its operand. The arena of this computation is freed again. */
static bool known_steps(grn_rewrite *w, const grn_hub *h, steps *out)
{
    grn_tensor indices, from;
    grn_arena arena;
    if (!of_moderate_size(h->operands[0]->type) || !of_moderate_size(h->result))
        return false;
    grn_arena_init(&arena, w->ir->arena.allocator);
    bool known = grn_evaluate(&arena, h->indices, MOST_ELEMENTS, &w->evaluate_left, &indices) && is_affordable(w, h) &&
                 origins(&arena, h, &indices, &from) && even(&from, out);
    w->ir->arena.refused |= arena.refused;
    grn_arena_destroy(&arena);
    return known;
}

grn_status grn_raise_constant(grn_rewrite *w, const grn_hub *h, bool *done)
{
    steps s;
    part p;
    grn_status status = of_splat(w, h, done);
    if (status != GRN_OK || *done || !known_steps(w, h, &s))
        return status;
    merge(&s);
    grn_value *operand = h->operands[0];
    /* steps that cross the end of a dim: then over all of the operand's dims as one */
    if (!match(operand->type, &s, &p)) {
        int64_t all;
        const grn_type *t = operand->type;
        const grn_type *flat =
            grn_shape_elements(t->rank, t->shape, &all) ? grn_tensor_like(w, t->element, 1, &all) : NULL;
        if (!flat || !match(flat, &s, &p))
            return GRN_OK;
        operand = grn_build_reshape(w, operand, 1, &all);
    }
    *done = true;
    return grn_replace(w, operand ? built(w, h, operand, &s, &p) : NULL);
}
