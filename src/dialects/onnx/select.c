/*
 * select.c - ONNX's operators whose results are as long as the data say: NonZero, Compress, Unique.
 *
 *   ON-39  Compress: condition is a list; axis, where it is given, is in range
 *   ON-40  Unique: axis, where it is given, is in range; sorted is 0 or 1; one to four results
 */
#include "dialects/onnx/onnx.h"

#include <inttypes.h>

/* ---- rules ----------------------------------------------------------------------------------- */

static bool reads_axis(const grn_op *op) { return grn_op_attr(op, "axis") != NULL; }

/* `axis`, counted from the front. */
static grn_status read_axis(const grn_onnx_at *at, const char *rule, int32_t rank, int64_t *axis)
{
    const int64_t written = grn_op_integer(at->op, "axis", 0);
    *axis = written < 0 ? written + rank : written;
    if (*axis >= 0 && *axis < rank)
        return GRN_OK;
    return grn_onnx_broken(at, rule, "axis is %" PRId64 ", accepted range is [%" PRId32 ", %" PRId32 "]", written,
                           -rank, rank - 1);
}

static grn_status non_zero_shape(const grn_onnx_at *at, grn_dims *out)
{
    *out = (grn_dims){.count = 2, .v = {grn_onnx_extents(at, 0).count, GRN_DYNAMIC}};
    return GRN_OK;
}

/* Along an axis, or of the elements in their order. */
static grn_status open_shape(const grn_onnx_at *at, const char *rule, grn_dims *out)
{
    int64_t axis;
    *out = grn_onnx_extents(at, 0);
    if (!reads_axis(at->op)) {
        *out = (grn_dims){.count = 1, .v = {GRN_DYNAMIC}};
        return GRN_OK;
    }
    grn_status status = read_axis(at, rule, out->count, &axis);
    if (status == GRN_OK)
        out->v[axis] = GRN_DYNAMIC;
    return status;
}

static grn_status compress_shape(const grn_onnx_at *at, grn_dims *out)
{
    const grn_dims condition = grn_onnx_extents(at, 1);
    if (condition.count != 1)
        return grn_onnx_broken(at, "ON-39", "condition has %" PRId32 " dimensions, expected 1", condition.count);
    return open_shape(at, "ON-39", out);
}

static grn_status unique_shape(const grn_onnx_at *at, grn_dims *out) { return open_shape(at, "ON-40", out); }

GRN_ONNX_INFERRED(compress)

static grn_status non_zero_verify(const grn_op *op, grn_check *check)
{
    return grn_onnx_verify(non_zero_shape, op, check);
}

static grn_status non_zero_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_onnx_infer_as(non_zero_shape, grn_type_of_dtype(check->scratch, GRN_I64), op, check, out);
}

static grn_status unique_verify(const grn_op *op, grn_check *check)
{
    const int64_t sorted = grn_op_integer(op, "sorted", 1);
    if (op->nresults < 1 || op->nresults > 4)
        return grn_tensor_broken(op, check, "ON-40", "has %zu results, expected 1 to 4", op->nresults);
    if (sorted != 0 && sorted != 1)
        return grn_tensor_broken(op, check, "ON-40", "sorted is %" PRId64 ", expected 0 or 1", sorted);
    return grn_onnx_verify(unique_shape, op, check);
}

static grn_status unique_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_onnx_at at = {.op = op, .check = check};
    static const int64_t open[] = {GRN_DYNAMIC};
    grn_dims shape;
    grn_status status = unique_shape(&at, &shape);
    const grn_type *i64 = grn_type_of_dtype(check->scratch, GRN_I64);
    if (status != GRN_OK)
        return status;
    if (!i64 || !grn_stablehlo_infer_count(check, out, op->nresults))
        return GRN_E_MEMORY;
    for (size_t i = 0; i < op->nresults; i++)
        out->types[i] =
            i ? grn_type_tensor(check->scratch, i64, 1, open, NULL)
              : grn_type_tensor(check->scratch, grn_operand_type(op, 0)->element, shape.count, shape.v, NULL);
    return GRN_OK;
}

/* ---- NonZero --------------------------------------------------------------------------------- */

static bool is_zero(grn_dtype dtype, const void *p)
{
    const grn_scalar s = grn_scalar_load(dtype, p);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: return s.f == 0;
    case GRN_CLASS_UNSIGNED: return s.u == 0;
    default: return s.i == 0;
    }
}

/* Counts the elements that are not 0, or writes the places of as many into `out`. */
static int64_t find_non_zero(const grn_tensor *in, const grn_tensor *out)
{
    int64_t n = 0;
    grn_walk w;
    if (grn_tensor_elements(in) == 0)
        return 0;
    for (grn_walk_init(&w, in->rank, in->shape, 1, (const int64_t *[]){in->stride}); w.more; grn_walk_next(&w)) {
        if (is_zero(in->dtype, grn_tensor_at(in, w.offset[0])))
            continue;
        for (int32_t d = 0; out && d < in->rank; d++)
            memcpy(grn_tensor_at(out, d * out->stride[0] + n), &w.index[d], sizeof(int64_t));
        n++;
    }
    return n;
}

static grn_status non_zero_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    const grn_tensor *in = &x->operands[0].tensor;
    grn_status status = x->calls->charge(x, (uint64_t)grn_tensor_elements(in));
    const int64_t shape[] = {in->rank, status == GRN_OK ? find_non_zero(in, NULL) : 0};
    if (status == GRN_OK)
        status = x->calls->alloc(x, GRN_I64, 2, shape, &x->results[0]);
    if (status == GRN_OK)
        find_non_zero(in, &x->results[0].tensor);
    return status;
}

/* ---- parts along an axis --------------------------------------------------------------------- */

/* The data as parts: along an axis, or its elements in their order. */
typedef struct parts {
    grn_rt flat; /* a copy where elements are asked for; released at the end */
    grn_tensor data;
    int64_t axis, count;
} parts;

static grn_status begin_parts(grn_exec *x, const grn_op *op, const char *rule, parts *p)
{
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_tensor *in = &x->operands[0].tensor;
    *p = (parts){.data = *in};
    grn_status status = GRN_OK;
    if (reads_axis(op))
        status = read_axis(&at, rule, in->rank, &p->axis);
    else {
        const int64_t n = grn_tensor_elements(in);
        status = x->calls->alloc(x, in->dtype, 1, &n, &p->flat);
        if (status == GRN_OK) {
            grn_tensor_copy_flat(p->flat.tensor.data, in);
            p->data = p->flat.tensor;
        }
    }
    p->count = status == GRN_OK ? p->data.shape[p->axis] : 0;
    return status;
}

/* Part i, one extent along the axis. */
static grn_tensor part_of(const grn_tensor *data, int64_t axis, int64_t i)
{
    grn_tensor t = *data;
    t.shape[axis] = 1;
    t.data = grn_tensor_at(data, i * data->stride[axis]);
    return t;
}

/* Result 0: these parts, side by side. */
static grn_status put_parts(grn_exec *x, const parts *p, int64_t n, const int64_t *which)
{
    int64_t shape[GRN_MAX_RANK];
    memcpy(shape, p->data.shape, (size_t)p->data.rank * sizeof *shape);
    shape[p->axis] = n;
    grn_status status = x->calls->alloc(x, p->data.dtype, p->data.rank, shape, &x->results[0]);
    for (int64_t i = 0; status == GRN_OK && i < n; i++) {
        const grn_tensor from = part_of(&p->data, p->axis, which[i]), to = part_of(&x->results[0].tensor, p->axis, i);
        if (grn_tensor_elements(&from))
            grn_tensor_copy(&to, &from);
    }
    return status;
}

static int64_t *new_numbers(grn_exec *x, const grn_op *op, int64_t n, size_t *bytes)
{
    int64_t *v = NULL;
    if ((uint64_t)n < SIZE_MAX && grn_mul_size((size_t)n + 1, sizeof *v, bytes))
        v = grn_allocate(x->allocator, *bytes);
    if (!v)
        grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %" PRId64 " numbers was refused", n);
    return v;
}

/* ---- Compress -------------------------------------------------------------------------------- */

static grn_status compress_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *condition = &x->operands[1].tensor;
    size_t bytes = 0;
    int64_t n = 0;
    parts p;
    grn_status status = begin_parts(x, op, "ON-39", &p);
    int64_t *which = status == GRN_OK ? new_numbers(x, op, p.count, &bytes) : NULL;
    for (int64_t i = 0; which && i < condition->shape[0]; i++) {
        if (is_zero(GRN_I1, grn_tensor_at(condition, i * condition->stride[0])))
            continue;
        if (i >= p.count) { /* a longer condition selects nothing behind the last part */
            status = grn_exec_fail(x, op, GRN_E_INDEX, "condition selects %" PRId64 ", there are %" PRId64, i, p.count);
            break;
        }
        which[n++] = i;
    }
    if (status == GRN_OK)
        status = which ? put_parts(x, &p, n, which) : GRN_E_MEMORY;
    if (which)
        grn_release(x->allocator, which, bytes);
    x->calls->release(x, &p.flat);
    return status;
}

/* ---- Unique ---------------------------------------------------------------------------------- */

/* NaN is the last, and like itself. */
static int compare_elements(grn_dtype dtype, const void *a, const void *b)
{
    const grn_scalar l = grn_scalar_load(dtype, a), r = grn_scalar_load(dtype, b);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT:
        if (l.f != l.f || r.f != r.f)
            return (l.f != l.f) - (r.f != r.f);
        return (l.f > r.f) - (l.f < r.f);
    case GRN_CLASS_UNSIGNED: return (l.u > r.u) - (l.u < r.u);
    default: return (l.i > r.i) - (l.i < r.i);
    }
}

static int compare_parts(const parts *p, int64_t a, int64_t b)
{
    const grn_tensor left = part_of(&p->data, p->axis, a), right = part_of(&p->data, p->axis, b);
    grn_walk w;
    int order = 0;
    if (grn_tensor_elements(&left) == 0)
        return 0;
    for (grn_walk_init(&w, left.rank, left.shape, 1, (const int64_t *[]){left.stride}); w.more && order == 0;
         grn_walk_next(&w))
        order = compare_elements(left.dtype, grn_tensor_at(&left, w.offset[0]), grn_tensor_at(&right, w.offset[0]));
    return order;
}

/* Sorts v, keeping the order of those that are alike, by merging runs; `room` has as many. */
static void sort_parts(const parts *p, int64_t n, int64_t *v, int64_t *room)
{
    for (int64_t run = 1; run < n; run *= 2) {
        for (int64_t from = 0; from < n; from += 2 * run) {
            const int64_t middle = from + run < n ? from + run : n, to = middle + run < n ? middle + run : n;
            for (int64_t a = from, b = middle, k = from; k < to; k++)
                room[k] = b == to || (a < middle && compare_parts(p, v[a], v[b]) <= 0) ? v[a++] : v[b++];
        }
        memcpy(v, room, (size_t)n * sizeof *v);
    }
}

/* Of each group of parts that are alike: the first of them, and how many they are. */
typedef struct groups {
    int64_t n, *first, *count, *of; /* of: of each part its group */
} groups;

static void find_groups(const parts *p, const int64_t *sorted, groups *g)
{
    g->n = 0;
    for (int64_t i = 0; i < p->count; i++) {
        if (i == 0 || compare_parts(p, sorted[i - 1], sorted[i]) != 0) {
            g->first[g->n] = sorted[i];
            g->count[g->n++] = 0;
        }
        g->count[g->n - 1]++;
        g->of[sorted[i]] = g->n - 1;
    }
}

/* Groups in the order of their first parts; `rank` and `by` have room for as many as there are parts. */
static void in_order_met(const parts *p, groups *g, int64_t *rank, int64_t *by)
{
    int64_t n = 0;
    for (int64_t i = 0; i < p->count; i++)
        if (g->first[g->of[i]] == i)
            rank[g->of[i]] = n++;
    for (int64_t k = 0; k < g->n; k++)
        by[rank[k]] = g->first[k];
    memcpy(g->first, by, (size_t)g->n * sizeof *by);
    for (int64_t k = 0; k < g->n; k++)
        by[rank[k]] = g->count[k];
    memcpy(g->count, by, (size_t)g->n * sizeof *by);
    for (int64_t i = 0; i < p->count; i++)
        g->of[i] = rank[g->of[i]];
}

static grn_status put_numbers(grn_exec *x, const grn_op *op, size_t result, int64_t n, const int64_t *v)
{
    if (result >= op->nresults)
        return GRN_OK;
    grn_status status = x->calls->alloc(x, GRN_I64, 1, &n, &x->results[result]);
    if (status == GRN_OK && n)
        memcpy(x->results[result].tensor.data, v, (size_t)n * sizeof *v);
    return status;
}

static grn_status unique_eval(grn_exec *x, const grn_op *op)
{
    enum { SORTED, ROOM, FIRST, COUNT, OF, LISTS };
    size_t bytes = 0;
    parts p;
    int64_t *v = NULL;
    grn_status status = begin_parts(x, op, "ON-40", &p);
    const int64_t n = p.count;
    for (int64_t run = 1; status == GRN_OK && run < n; run += run) /* each time that runs are merged */
        status = x->calls->charge(x, (uint64_t)grn_tensor_elements(&p.data));
    if (status == GRN_OK && n > INT64_MAX / LISTS)
        status = grn_exec_fail(x, op, GRN_E_LIMIT, "has more parts than can be counted");
    if (status == GRN_OK && !(v = new_numbers(x, op, LISTS * n, &bytes)))
        status = GRN_E_MEMORY;
    if (status == GRN_OK) {
        groups g = {.first = v + FIRST * n, .count = v + COUNT * n, .of = v + OF * n};
        for (int64_t i = 0; i < n; i++)
            v[i] = i;
        sort_parts(&p, n, v, v + ROOM * n);
        find_groups(&p, v, &g);
        if (!grn_op_integer(op, "sorted", 1))
            in_order_met(&p, &g, v, v + ROOM * n);
        status = put_parts(x, &p, g.n, g.first);
        if (status == GRN_OK)
            status = put_numbers(x, op, 1, g.n, g.first);
        if (status == GRN_OK)
            status = put_numbers(x, op, 2, n, g.of);
        if (status == GRN_OK)
            status = put_numbers(x, op, 3, g.n, g.count);
    }
    if (v)
        grn_release(x->allocator, v, bytes);
    x->calls->release(x, &p.flat);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_plain(const grn_type *t)
{
    return grn_type_is_tensor(t) && (t->element->kind == GRN_TYPE_INTEGER || t->element->kind == GRN_TYPE_FLOAT) &&
           t->element->dtype != GRN_NO_DTYPE;
}
static bool is_bool(const grn_type *t) { return grn_type_is_tensor(t) && t->element->dtype == GRN_I1; }
static const grn_type_class plain = {"ranked tensor of integer or float values", is_plain};
static const grn_type_class bools = {"ranked tensor of 1-bit signless integer values", is_bool};
static const grn_port results[] = {GRN_PORT("output", grn_is_ranked_tensor), GRN_PORTS_END};
/* Y, indices, inverse_indices, counts */
static const grn_port unique_results[] = {GRN_PORT_ANY("outputs", grn_is_ranked_tensor), GRN_PORTS_END};
#define AXIS GRN_MAY_HAVE("axis", grn_onnx_is_si64)

const grn_op_def grn_onnx_select_ops[] = {
    GRN_ONNX_ROW("NonZero", "places of the elements that are not 0", "X", .operands = GRN_PORTS(GRN_PORT("X", plain)),
                 .verify = non_zero_verify, .infer = non_zero_infer, .eval = non_zero_eval),
    GRN_ONNX_ROW("Compress", "the parts along axis, or the elements, that a condition selects", "ON-39",
                 .operands = GRN_PORTS(GRN_PORT("input", grn_is_ranked_tensor), GRN_PORT("condition", bools)),
                 .attrs = GRN_ATTRS(AXIS), .verify = compress_verify, .infer = compress_infer, .eval = compress_eval),
    GRN_ROW("onnx.Unique", "the parts along axis, or the elements, each once", "ONNX operators, Unique, ON-40",
            GRN_PORTS(GRN_PORT("X", plain)), unique_results, GRN_ATTRS(AXIS, GRN_MAY_HAVE("sorted", grn_onnx_is_si64)),
            .traits = GRN_TRAIT_PURE | GRN_TRAIT_PLAIN_ATTRS, .verify = unique_verify, .infer = unique_infer,
            .eval = unique_eval),
    {.name = NULL},
};
