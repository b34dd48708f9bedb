/*
 * reference.c - the meaning of a segment spec, element by element. For each element of the result
 * all entries of its column are looked at, and asked for their segment.
 */
#include <math.h>
#include <string.h>

#include "segments/segments.h"

/* One column of data at one position: where it begins in each tensor. */
typedef struct column {
    const grn_segment_problem *p;
    grn_dtype dtype, inside;
    int64_t data, weights, result, arg, segments;
} column;

/* ---- entries --------------------------------------------------------------------------------- */

static int64_t segments_at(const column *c, int64_t i)
{
    int64_t value;
    grn_segment_read_block(c->p, c->segments, i, 1, &value);
    return value;
}

static bool belongs(const column *c, int64_t e, int64_t s)
{
    const grn_segment_problem *p = c->p;
    int64_t from = 0;
    if (grn_segment_is_ids(p->spec.form))
        return grn_segment_of_id(p, segments_at(c, e)) == s;
    if (p->spec.form == GRN_SEGMENT_CONSTANT)
        return e / p->spec.length == s;
    if (p->spec.form == GRN_SEGMENT_LENGTHS) {
        for (int64_t i = 0; i < s; i++)
            from += segments_at(c, i);
        return e >= from && e < from + segments_at(c, s);
    }
    if (e < segments_at(c, s))
        return false;
    return p->spec.form == GRN_SEGMENT_STARTS && s == p->nsegments - 1 ? true : e < segments_at(c, s + 1);
}

static void *entry_of(const column *c, int64_t e)
{
    return grn_tensor_at(&c->p->data, c->data + e * c->p->data.stride[c->p->spec.axis]);
}
static double x_of(const column *c, int64_t e) { return grn_scalar_load(c->dtype, entry_of(c, e)).f; }
static double weight_of(const column *c, int64_t e)
{
    const grn_tensor *w = &c->p->weights;
    return c->p->has_weights
               ? grn_scalar_load(c->dtype, grn_tensor_at(w, c->weights + e * w->stride[c->p->spec.axis])).f
               : 1;
}

/* Where the result of segment s, or of entry s, stands. */
static void *result_of(const column *c, int64_t s)
{
    return grn_tensor_at(&c->p->result, c->result + s * c->p->result.stride[c->p->spec.axis]);
}

/* ---- sum, mean, product ---------------------------------------------------------------------- */

/* What the op begins with, as an element. */
static void start_of(const column *c, int64_t s, void *element)
{
    const grn_segment_spec *spec = &c->p->spec;
    if (spec->start == GRN_SEGMENT_START_IDENTITY)
        grn_segment_identity(spec->op, c->dtype, element);
    else
        memcpy(element, spec->start == GRN_SEGMENT_START_INITIAL ? spec->initial : result_of(c, s),
               grn_dtype_bytes(c->dtype));
}

/* After a step: rounded to what is computed in, and to the dtype where each step is. */
static double step(const column *c, double value)
{
    value = grn_segment_rounded(c->inside, value);
    return c->p->spec.rounding == GRN_SEGMENT_ROUND_EACH_STEP ? grn_segment_rounded(c->dtype, value) : value;
}

static double divisor_of(const column *c, int64_t s)
{
    const grn_segment_divisor by = c->p->spec.divisor;
    double sum = 0;
    for (int64_t e = 0; e < c->p->nentries; e++)
        if (belongs(c, e, s)) {
            const double w = weight_of(c, e);
            if (by == GRN_SEGMENT_BY_COUNT)
                sum += 1;
            else
                sum = step(c, sum + (by == GRN_SEGMENT_BY_WEIGHTS ? w : step(c, w * w)));
        }
    return step(c, by == GRN_SEGMENT_BY_ROOT_SQUARES ? sqrt(sum) : sum);
}

static void float_fold(const column *c, int64_t s, void *to)
{
    const grn_segment_op op = c->p->spec.op;
    unsigned char first[16];
    start_of(c, s, first);
    double value = grn_scalar_load(c->dtype, first).f;
    for (int64_t e = 0; e < c->p->nentries; e++)
        if (belongs(c, e, s)) {
            const double x = x_of(c, e);
            if (op == GRN_SEGMENT_PRODUCT)
                value = step(c, value * x);
            else
                value = step(c, value + (c->p->has_weights ? step(c, weight_of(c, e) * x) : x));
        }
    if (op == GRN_SEGMENT_MEAN) {
        if (c->p->spec.rounding != GRN_SEGMENT_ROUND_ONCE)
            value = grn_segment_rounded(c->dtype, value);
        value = grn_segment_rounded(c->inside, value / divisor_of(c, s));
    }
    grn_segment_store(c->dtype, value, to);
}

static void integer_fold(const column *c, int64_t s, void *to)
{
    const grn_segment_op op = c->p->spec.op;
    unsigned char value[16];
    int64_t count = 0;
    start_of(c, s, value);
    for (int64_t e = 0; e < c->p->nentries; e++)
        if (belongs(c, e, s)) {
            grn_combine_element(op == GRN_SEGMENT_PRODUCT ? GRN_COMBINE_MUL : GRN_COMBINE_ADD, c->dtype, value,
                                entry_of(c, e));
            count++;
        }
    if (op == GRN_SEGMENT_MEAN) {
        grn_scalar sum = grn_scalar_load(c->dtype, value);
        if (grn_dtype_class_of(c->dtype) == GRN_CLASS_SIGNED)
            sum.i = grn_segment_floor_divide(sum.i, count);
        else
            sum.u /= (uint64_t)count;
        grn_scalar_store(&sum, c->dtype, value);
    }
    memcpy(to, value, grn_dtype_bytes(c->dtype));
}

/* ---- min and max ----------------------------------------------------------------------------- */

static bool is_beyond(const column *c, const grn_scalar *a, const grn_scalar *b)
{
    const bool max = c->p->spec.op == GRN_SEGMENT_MAX;
    const grn_dtype_class class = grn_dtype_class_of(c->dtype);
    if (class == GRN_CLASS_SIGNED)
        return max ? b->i > a->i : b->i < a->i;
    if (class != GRN_CLASS_FLOAT)
        return max ? b->u > a->u : b->u < a->u;
    return grn_segment_is_beyond(&c->p->spec, a->f, b->f);
}

static bool is_ignored(const column *c, const grn_scalar *x)
{
    return c->p->spec.nan == GRN_SEGMENT_NAN_IGNORED && grn_dtype_class_of(c->dtype) == GRN_CLASS_FLOAT && isnan(x->f);
}

static void store_arg(const column *c, int64_t s, int64_t value)
{
    const grn_tensor *t = &c->p->arg;
    const grn_scalar entry = {.dtype = t->dtype, .i = value};
    if (c->p->has_arg)
        grn_scalar_store(&entry, t->dtype, grn_tensor_at(t, c->arg + s * t->stride[c->p->spec.axis]));
}

static void extreme(const column *c, int64_t s, void *to)
{
    const bool has_start = c->p->spec.start != GRN_SEGMENT_START_IDENTITY;
    unsigned char first[16];
    int64_t arg = -1;
    start_of(c, s, first);
    grn_scalar best = grn_scalar_load(c->dtype, first);
    for (int64_t e = 0; e < c->p->nentries; e++)
        if (belongs(c, e, s)) {
            const grn_scalar x = grn_scalar_load(c->dtype, entry_of(c, e));
            if (!is_ignored(c, &x) && ((!has_start && arg < 0) || is_beyond(c, &best, &x))) {
                best = x;
                arg = e;
            }
        }
    if (grn_dtype_class_of(c->dtype) == GRN_CLASS_FLOAT)
        grn_segment_store(c->dtype, best.f, to);
    else
        grn_scalar_store(&best, c->dtype, to);
    store_arg(c, s, arg >= 0 ? arg : c->p->spec.arg_of_empty);
}

/* ---- softmax and its like -------------------------------------------------------------------- */

static double largest(const column *c, int64_t s)
{
    double m = -(double)INFINITY;
    for (int64_t e = 0; e < c->p->nentries; e++)
        if (belongs(c, e, s)) {
            const double x = x_of(c, e);
            if (isnan(x) || x > m || (x == 0 && m == 0 && signbit(m)))
                m = isnan(m) ? m : x;
        }
    return m;
}

static double less(const column *c, double x, double m) { return grn_segment_rounded(c->inside, x - m); }

/* The sum of exp(x - m), and eps. */
static double exponentials(const column *c, int64_t s, double m)
{
    double sum = 0;
    for (int64_t e = 0; e < c->p->nentries; e++)
        if (belongs(c, e, s))
            sum = grn_segment_rounded(c->inside, sum + grn_segment_exp(c->inside, less(c, x_of(c, e), m)));
    return grn_segment_rounded(c->inside, sum + grn_segment_rounded(c->inside, c->p->spec.eps));
}

/* Of entry e, which is in segment s. */
static void softmax(const column *c, int64_t e, int64_t s)
{
    const double m = largest(c, s), x = less(c, x_of(c, e), m), sum = exponentials(c, s, m);
    const double value = c->p->spec.op == GRN_SEGMENT_SOFTMAX ? grn_segment_exp(c->inside, x) / sum
                                                              : x - grn_segment_log(c->inside, sum);
    grn_segment_store(c->dtype, grn_segment_rounded(c->inside, value), result_of(c, e));
}

static void logsumexp(const column *c, int64_t s, void *to)
{
    const double m = largest(c, s);
    double value = m;
    if (!isinf(m))
        value = grn_segment_rounded(c->inside, grn_segment_log(c->inside, exponentials(c, s, m)) + m);
    grn_segment_store(c->dtype, value, to);
}

static void deviation(const column *c, int64_t s, void *to)
{
    double sum = 0, squares = 0;
    int64_t count = 0;
    for (int64_t e = 0; e < c->p->nentries; e++)
        if (belongs(c, e, s)) {
            sum = grn_segment_rounded(c->inside, sum + x_of(c, e));
            count++;
        }
    const double mean = grn_segment_rounded(c->inside, sum / grn_segment_rounded(c->inside, (double)count));
    for (int64_t e = 0; e < c->p->nentries; e++)
        if (belongs(c, e, s)) {
            const double x = less(c, x_of(c, e), mean);
            squares = grn_segment_rounded(c->inside, squares + grn_segment_rounded(c->inside, x * x));
        }
    squares = grn_segment_rounded(c->inside, squares / grn_segment_std_divisor(c->p, count));
    grn_segment_store(c->dtype, grn_segment_rounded(c->inside, sqrt(squares)), to);
}

/* ---- one element, all elements --------------------------------------------------------------- */

static bool is_empty(const column *c, int64_t s)
{
    const bool extremes = c->p->spec.op == GRN_SEGMENT_MIN || c->p->spec.op == GRN_SEGMENT_MAX;
    for (int64_t e = 0; e < c->p->nentries; e++)
        if (belongs(c, e, s)) {
            const grn_scalar x = grn_scalar_load(c->dtype, entry_of(c, e));
            if (!extremes || !is_ignored(c, &x))
                return false;
        }
    return true;
}

static void segment(const column *c, int64_t s)
{
    static void (*const meanings[GRN_SEGMENT_OP_COUNT][2])(const column *, int64_t, void *) = {
        [GRN_SEGMENT_SUM] = {float_fold, integer_fold},
        [GRN_SEGMENT_MEAN] = {float_fold, integer_fold},
        [GRN_SEGMENT_PRODUCT] = {float_fold, integer_fold},
        [GRN_SEGMENT_MIN] = {extreme, extreme},
        [GRN_SEGMENT_MAX] = {extreme, extreme},
        [GRN_SEGMENT_LOGSUMEXP] = {logsumexp, NULL},
        [GRN_SEGMENT_STD] = {deviation, NULL},
    };
    if (is_empty(c, s)) {
        grn_segment_store_empty(c->p, result_of(c, s));
        store_arg(c, s, c->p->spec.arg_of_empty);
    } else {
        meanings[c->p->spec.op][grn_dtype_class_of(c->dtype) != GRN_CLASS_FLOAT](c, s, result_of(c, s));
    }
}

static void entry(const column *c, int64_t e)
{
    for (int64_t s = 0; s < c->p->nsegments; s++)
        if (belongs(c, e, s)) {
            softmax(c, e, s);
            return;
        }
    grn_segment_store(c->dtype, c->p->spec.op == GRN_SEGMENT_SOFTMAX ? 0 : -(double)INFINITY, result_of(c, e));
}

grn_status grn_segment_reference(const grn_segment_spec *spec, const grn_segment_tensors *tensors, const grn_diag *diag)
{
    static const int64_t none[GRN_MAX_RANK];
    grn_segment_problem p;
    grn_status status = grn_segment_read(spec, tensors, diag, &p);
    if (status == GRN_OK)
        status = grn_segment_check_memory(&p, diag);
    if (status == GRN_OK)
        status = grn_segment_check_entries(&p, diag);
    if (status != GRN_OK)
        return status;
    const bool per_entry = grn_segment_is_per_entry(p.spec.op);
    int64_t shape[GRN_MAX_RANK], weights[GRN_MAX_RANK] = {0};
    grn_walk w;
    for (int32_t d = 0; d < p.data.rank; d++)
        shape[d] = d == p.spec.axis ? 1 : p.data.shape[d];
    for (int32_t d = 0; p.has_weights && d < p.weights.rank; d++)
        weights[d] = p.weights.stride[d];
    const int64_t *const strides[] = {p.data.stride, weights, p.result.stride, p.has_arg ? p.arg.stride : none};
    for (grn_walk_init(&w, p.data.rank, shape, 4, strides); w.more; grn_walk_next(&w)) {
        column c = {
            &p, p.data.dtype, grn_segment_inside(p.data.dtype), w.offset[0], w.offset[1], w.offset[2], w.offset[3], 0};
        for (int32_t d = 0; p.by_position && d < p.spec.axis; d++)
            c.segments += w.index[d] * p.segments.stride[d];
        for (int64_t s = 0; s < (per_entry ? p.nentries : p.nsegments); s++)
            per_entry ? entry(&c, s) : segment(&c, s);
    }
    return GRN_OK;
}
