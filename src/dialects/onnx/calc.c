/* calc.c - steps of operators in the run. */
#include "dialects/onnx/calc.h"

#include <math.h>

void grn_calc_begin(grn_calc *c, grn_exec *x, const grn_op *op) { *c = (grn_calc){.x = x, .op = op, .status = GRN_OK}; }

grn_status grn_calc_end(grn_calc *c, size_t n, const grn_calc_value *results)
{
    for (size_t i = 0; c->status == GRN_OK && i < n; i++)
        if (results[i])
            c->status = c->x->calls->share(c->x, results[i], NULL, &c->x->results[i]);
    for (size_t i = 0; i < c->count; i++)
        c->x->calls->release(c->x, &c->made[i]);
    return c->status;
}

grn_calc_value grn_calc_fail(grn_calc *c, grn_status status, const char *text)
{
    if (c->status == GRN_OK)
        c->status = grn_exec_fail(c->x, c->op, status, "%s", text);
    return NULL;
}

static grn_rt *slot(grn_calc *c)
{
    if (c->status == GRN_OK && c->count == GRN_CALC_MOST)
        grn_calc_fail(c, GRN_E_LIMIT, "has more steps than are kept");
    return c->status == GRN_OK ? &c->made[c->count] : NULL;
}

grn_rt *grn_calc_new(grn_calc *c, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_rt *made = slot(c);
    if (!made || (c->status = c->x->calls->alloc(c->x, dtype, rank, shape, made)) != GRN_OK)
        return NULL;
    c->count++;
    return made;
}

static grn_dims extents(grn_calc_value v)
{
    grn_dims out = {.count = v->tensor.rank};
    for (int32_t d = 0; d < out.count; d++)
        out.v[d] = v->tensor.shape[d];
    return out;
}

grn_calc_value grn_calc_map(grn_calc *c, const grn_element *element, grn_dtype dtype, grn_calc_value a,
                            grn_calc_value b)
{
    const grn_onnx_at at = {.op = c->op, .x = c->x};
    const grn_calc_value in[] = {a, b};
    grn_tensor views[2];
    grn_dtype dtypes[2];
    grn_bound_element bound;
    if (c->status != GRN_OK || !a || (element->nargs == 2 && !b))
        return NULL;
    grn_dims shape = extents(a), other = element->nargs == 2 ? extents(b) : shape;
    c->status = grn_onnx_broadcast(&at, &other, &shape);
    for (size_t i = 0; c->status == GRN_OK && i < element->nargs; i++) {
        c->status = grn_onnx_view(&at, &in[i]->tensor, &shape, &views[i]);
        dtypes[i] = in[i]->tensor.dtype;
    }
    if (c->status == GRN_OK && grn_element_bind(element, dtypes, dtype, &bound) != GRN_OK)
        return grn_calc_fail(c, GRN_E_UNSUPPORTED, "is not defined on elements of this type");
    grn_rt *out = c->status == GRN_OK ? grn_calc_new(c, dtype, shape.count, shape.v) : NULL;
    if (out)
        c->status = c->x->calls->charge(c->x, (uint64_t)grn_tensor_elements(&out->tensor) * element->nargs);
    if (out && c->status == GRN_OK)
        grn_element_map(&bound, &out->tensor, views);
    return c->status == GRN_OK ? out : NULL;
}

grn_calc_value grn_calc_select(grn_calc *c, grn_calc_value predicate, grn_calc_value on_true, grn_calc_value on_false)
{
    const grn_onnx_at at = {.op = c->op, .x = c->x};
    const grn_calc_value in[] = {predicate, on_true, on_false};
    grn_tensor views[3];
    grn_dtype dtypes[3];
    grn_bound_element bound;
    if (c->status != GRN_OK || !predicate || !on_true || !on_false)
        return NULL;
    grn_dims shape = extents(predicate);
    for (size_t i = 1; c->status == GRN_OK && i < 3; i++) {
        grn_dims other = extents(in[i]);
        c->status = grn_onnx_broadcast(&at, &other, &shape);
    }
    for (size_t i = 0; c->status == GRN_OK && i < 3; i++) {
        c->status = grn_onnx_view(&at, &in[i]->tensor, &shape, &views[i]);
        dtypes[i] = in[i]->tensor.dtype;
    }
    if (c->status == GRN_OK && grn_element_bind(&grn_element_select, dtypes, dtypes[1], &bound) != GRN_OK)
        return grn_calc_fail(c, GRN_E_UNSUPPORTED, "is not defined on elements of this type");
    grn_rt *out = c->status == GRN_OK ? grn_calc_new(c, dtypes[1], shape.count, shape.v) : NULL;
    if (out)
        c->status = c->x->calls->charge(c->x, (uint64_t)grn_tensor_elements(&out->tensor) * 3);
    if (out && c->status == GRN_OK)
        grn_element_map(&bound, &out->tensor, views);
    return c->status == GRN_OK ? out : NULL;
}

grn_calc_value grn_calc_transpose(grn_calc *c, grn_calc_value v, const int64_t *perm)
{
    grn_tensor view;
    if (c->status != GRN_OK || !v)
        return NULL;
    grn_view_transpose(&v->tensor, perm, &view);
    grn_rt *out = slot(c);
    if (out && (c->status = c->x->calls->share(c->x, v, &view, out)) == GRN_OK)
        c->count++;
    return c->status == GRN_OK ? out : NULL;
}

grn_calc_value grn_calc_number(grn_calc *c, grn_dtype dtype, double v)
{
    grn_rt *out = grn_calc_new(c, dtype, 0, NULL);
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    grn_scalar s = {.dtype = dtype};
    if (class == GRN_CLASS_FLOAT)
        s.f = v;
    else if (class == GRN_CLASS_UNSIGNED)
        s.u = v <= 0 ? 0 : v >= 18446744073709551615.0 ? UINT64_MAX : (uint64_t)v;
    else
        s.i = v <= -9223372036854775808.0 ? INT64_MIN : v >= 9223372036854775807.0 ? INT64_MAX : (int64_t)v;
    if (out)
        grn_scalar_store(&s, dtype, out->tensor.data);
    return out;
}

grn_calc_value grn_calc_convert(grn_calc *c, grn_calc_value v, grn_dtype dtype)
{
    return !v || v->tensor.dtype == dtype ? v : grn_calc_map(c, &grn_element_convert, dtype, v, NULL);
}

static grn_status fold_step(void *user, size_t n, const void *const *args, void *const *results)
{
    grn_element_run(user, n, results[0], args);
    return GRN_OK;
}

grn_calc_value grn_calc_fold(grn_calc *c, const grn_element *element, double init, grn_calc_value v, uint64_t dims)
{
    grn_bound_element bound;
    grn_dims kept = {.count = 0}, ones;
    grn_calc_value from = v ? grn_calc_number(c, v->tensor.dtype, init) : NULL;
    if (!from)
        return NULL;
    const grn_dtype dtype = v->tensor.dtype, in[] = {dtype, dtype};
    ones = extents(v);
    for (int32_t d = 0; d < ones.count; d++) {
        if (!(dims >> d & 1))
            kept.v[kept.count++] = ones.v[d];
        else
            ones.v[d] = 1;
    }
    if (grn_element_bind(element, in, dtype, &bound) != GRN_OK)
        return grn_calc_fail(c, GRN_E_UNSUPPORTED, "is not defined on elements of this type");
    grn_rt *out = grn_calc_new(c, dtype, kept.count, kept.v);
    if (!out)
        return NULL;
    const grn_region_fn body = {fold_step, &bound, &bound, NULL};
    c->status = c->x->calls->charge(c->x, (uint64_t)grn_tensor_elements(&v->tensor));
    if (c->status == GRN_OK && grn_eval_reduce(1, &out->tensor, &v->tensor, &from->tensor, dims, body, c->x->parallel,
                                               c->x->allocator) != GRN_OK)
        return grn_calc_fail(c, GRN_E_MEMORY, "memory for a fold was refused");
    if (c->status == GRN_OK && grn_tensor_init(&out->tensor, out->tensor.data, dtype, ones.count, ones.v) != GRN_OK)
        return grn_calc_fail(c, GRN_E_LIMIT, "has more elements than can be counted");
    return c->status == GRN_OK ? out : NULL;
}

grn_calc_value grn_calc_reshape(grn_calc *c, grn_calc_value v, int32_t rank, const int64_t *shape)
{
    grn_tensor view;
    if (c->status != GRN_OK || !v)
        return NULL;
    if (!grn_view_reshape(&v->tensor, rank, shape, &view)) {
        grn_rt *out = grn_calc_new(c, v->tensor.dtype, rank, shape);
        if (out)
            grn_tensor_copy_flat(out->tensor.data, &v->tensor);
        return out;
    }
    grn_rt *out = slot(c);
    if (out && (c->status = c->x->calls->share(c->x, v, &view, out)) == GRN_OK)
        c->count++;
    return c->status == GRN_OK ? out : NULL;
}

/* 2^63 and 2^64 are out of range, and are cut to it. */
double grn_onnx_least(grn_dtype dtype)
{
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: return -(double)INFINITY;
    case GRN_CLASS_SIGNED: return -ldexp(1, (int)grn_dtype_bits(dtype) - 1);
    default: return 0;
    }
}

double grn_onnx_most(grn_dtype dtype)
{
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: return (double)INFINITY;
    case GRN_CLASS_SIGNED:
        return grn_dtype_bits(dtype) == 64 ? ldexp(1, 63) : ldexp(1, (int)grn_dtype_bits(dtype) - 1) - 1;
    default: return ldexp(1, (int)grn_dtype_bits(dtype)) - (grn_dtype_bits(dtype) == 64 ? 0 : 1);
    }
}
