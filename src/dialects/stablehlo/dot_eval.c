/*
 * dot_eval.c - what dot_general and dot mean (StableHLO spec, dot_general).
 *
 * Sums are made from zero in ascending row-major order of the contracting dimensions, each step
 * rounded to the result's element type, or where that is a float narrower than f32, to f32. An
 * algorithm rounds floats to its precision types, and makes sums in its accumulation type. Where it
 * has several products of parts, a factor is taken apart into what rounding it gives, what rounding
 * the rest gives, and so on, and the products are whole dots, added in the order of the parts they
 * are of, the smallest first.
 */
#include "dialects/stablehlo/dot.h"

#include <inttypes.h>

#include "dialects/stablehlo/product.h"
#include "eval/blas.h"
#include "eval/contract.h"

/* A factor as [batching..., rows, places of the sum]: the last two by one stride each. */
typedef struct side {
    grn_dot_order order;
    grn_rt value; /* owns what `view` shows */
    grn_tensor view;
    int64_t rows, depth;
} side;

typedef struct dot {
    side lhs, rhs;
    grn_dtype dtype;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK], batches;
} dot;

/* ---- factors --------------------------------------------------------------------------------- */

static int64_t product_of(const grn_tensor *t, int32_t from, int32_t count)
{
    int64_t product = 1;
    for (int32_t d = from; d < from + count; d++)
        if (t->shape[d] == 0)
            return 0;
    for (int32_t d = from; d < from + count; d++)
        product *= t->shape[d];
    return product;
}

/* The stride from one to the next element of these dimensions taken as one; false: there is
 * none. */
static bool one_stride(const grn_tensor *t, int32_t from, int32_t count, int64_t *stride)
{
    int64_t inner = 1;
    bool any = false;
    *stride = 0;
    for (int32_t d = from + count - 1; d >= from; d--) {
        if (t->shape[d] == 1)
            continue;
        if (any && t->stride[d] != *stride * inner)
            return false;
        if (!any)
            *stride = t->stride[d];
        any = true;
        inner *= t->shape[d];
    }
    return true;
}

/* s->value laid out as its view needs it: as it is, where that will do. */
static grn_status lay_out(grn_exec *x, side *s)
{
    const grn_dot_order *o = &s->order;
    grn_tensor view;
    grn_rt copy = {.buffer = NULL};
    int64_t row, step;
    grn_view_transpose(&s->value.tensor, o->dims, &view);
    s->rows = product_of(&view, o->batch, o->free);
    s->depth = product_of(&view, o->batch + o->free, o->contract);
    s->view = view;
    if (one_stride(&view, o->batch, o->free, &row) && one_stride(&view, o->batch + o->free, o->contract, &step))
        return GRN_OK;
    grn_status status = x->calls->alloc(x, view.dtype, view.rank, view.shape, &copy);
    if (status != GRN_OK)
        return status;
    grn_tensor_copy(&copy.tensor, &view);
    x->calls->release(x, &s->value);
    s->value = copy;
    s->view = copy.tensor;
    return GRN_OK;
}

static grn_contract_factors factors_of(const side *s)
{
    grn_contract_factors f = {.data = s->view.data};
    one_stride(&s->view, s->order.batch, s->order.free, &f.row);
    one_stride(&s->view, s->order.batch + s->order.free, s->order.contract, &f.step);
    return f;
}

/* ---- sums ------------------------------------------------------------------------------------ */

static int64_t batch_offset(const side *s, int64_t i)
{
    int64_t offset = 0;
    for (int32_t d = s->order.batch - 1; d >= 0; d--) {
        offset += i % s->view.shape[d] * s->view.stride[d];
        i /= s->view.shape[d];
    }
    return offset;
}

static grn_contract_place place_of(const void *user, int64_t i)
{
    const dot *d = user;
    return (grn_contract_place){batch_offset(&d->lhs, i), batch_offset(&d->rhs, i), i * d->lhs.rows * d->rhs.rows};
}

/* By the library that the run wants products of; *done: it has computed them. */
static grn_status by_library(grn_exec *x, const grn_op *op, const dot *d, const grn_contraction *c, bool *done)
{
    static const char *const files[] = {"libopenblas.so.0", "libmkl_rt.so.2",    "libblis.so.4",
                                        "libblas.so.3",     "libopenblas.dylib", NULL};
    static const grn_library blas = {files, "libopenblas0"};
    const char *name = grn_gemm_name(d->dtype);
    *done = false;
    if (!x->flags.library_products || !name)
        return GRN_OK;
    void *found = x->calls->library(x, &blas, name);
    grn_gemm gemm;
    if (!found && x->flags.needs_library)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED,
                             "products are to be a library's, and none that has %s can be loaded: %s, %s, %s and %s "
                             "were tried; Debian has the first in %s",
                             name, files[0], files[1], files[2], files[3], blas.package);
    if (!found)
        return GRN_OK;
    memcpy(&gemm, &found, sizeof gemm); /* POSIX, dlsym: an object pointer that holds a function's */
    *done = grn_contract_by_gemm(c, d->batches, place_of, d, gemm, x->parallel);
    return GRN_OK;
}

/* *sums: a new tensor. */
static grn_status multiply(grn_exec *x, const grn_op *op, dot *d, grn_rt *sums)
{
    grn_contraction c;
    if (grn_contract_bind(&c, d->dtype) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s", grn_dtype_text(d->dtype));
    grn_status status = x->calls->alloc(x, d->dtype, d->rank, d->shape, sums);
    if (status != GRN_OK || grn_tensor_elements(&sums->tensor) == 0)
        return status;
    c.lhs = factors_of(&d->lhs);
    c.rhs = factors_of(&d->rhs);
    c.rows = d->lhs.rows, c.columns = d->rhs.rows, c.depth = d->lhs.depth;
    c.sums = sums->tensor.data;
    c.row = c.columns, c.column = 1;
    status = x->calls->charge(x, grn_steps_times((uint64_t)grn_tensor_elements(&sums->tensor), (uint64_t)c.depth));
    bool done = false;
    if (status == GRN_OK)
        status = by_library(x, op, d, &c, &done);
    if (status == GRN_OK && !done && grn_contract_all(&c, d->batches, place_of, d, x->parallel, x->allocator) != GRN_OK)
        status = grn_exec_fail(x, op, GRN_E_MEMORY, "memory for blocks of the operands was refused");
    return status;
}

static void end(grn_exec *x, dot *d)
{
    x->calls->release(x, &d->lhs.value);
    x->calls->release(x, &d->rhs.value);
}

/* *sums: the dot of two values of one dtype, which it takes over. */
static grn_status dot_of(grn_exec *x, const grn_op *op, grn_rt *lhs, grn_rt *rhs, grn_rt *sums)
{
    const grn_dot_dims dims = grn_hlo_dot_dims(op);
    dot d = {.lhs = {.order = grn_hlo_dot_order(lhs->tensor.rank, &dims.lhs_batch, &dims.lhs_contract), .value = *lhs},
             .rhs = {.order = grn_hlo_dot_order(rhs->tensor.rank, &dims.rhs_batch, &dims.rhs_contract), .value = *rhs},
             .dtype = lhs->tensor.dtype};
    *lhs = *rhs = (grn_rt){.buffer = NULL};
    d.rank = grn_hlo_dot_shape(d.lhs.value.tensor.shape, &d.lhs.order, d.rhs.value.tensor.shape, &d.rhs.order, d.shape);
    grn_status status = lay_out(x, &d.lhs);
    if (status == GRN_OK)
        status = lay_out(x, &d.rhs);
    d.batches = product_of(&d.lhs.view, 0, d.lhs.order.batch);
    if (status == GRN_OK)
        status = multiply(x, op, &d, sums);
    end(x, &d);
    return status;
}

/* ---- algorithms ------------------------------------------------------------------------------ */

#define MOST_PARTS 3

/* Element by element, of tensors of one dtype and shape. */
static grn_status map_into(grn_exec *x, const grn_op *op, const grn_element *element, grn_rt *out, const grn_rt *a,
                           const grn_rt *b)
{
    grn_bound_element bound;
    const grn_dtype in[] = {a->tensor.dtype, b->tensor.dtype};
    const grn_tensor views[] = {a->tensor, b->tensor};
    if (grn_element_bind(element, in, out->tensor.dtype, &bound) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s", grn_dtype_text(in[0]));
    grn_element_map(&bound, &out->tensor, views);
    return GRN_OK;
}

/* *out: `in` rounded to a precision type, in its own dtype. */
static grn_status rounded(grn_exec *x, const grn_op *op, const grn_rt *in, const grn_type *precision, grn_rt *out)
{
    grn_rt narrow = {.buffer = NULL};
    if (precision->dtype == GRN_NO_DTYPE) { /* tf32, whose numbers are f32's with fewer bits */
        grn_status status = x->calls->alloc(x, in->tensor.dtype, in->tensor.rank, in->tensor.shape, out);
        if (status == GRN_OK)
            grn_eval_reduce_precision(&out->tensor, &in->tensor, 8, 10);
        return status;
    }
    grn_status status = grn_hlo_converted(x, op, in, precision->dtype, &narrow);
    if (status == GRN_OK)
        status = grn_hlo_converted(x, op, &narrow, in->tensor.dtype, out);
    x->calls->release(x, &narrow);
    return status;
}

/* parts[0] is operand `i` rounded, the next what is left of it rounded, and so on; each in
 * `dtype`. */
static grn_status take_apart(grn_exec *x, const grn_op *op, size_t i, const grn_type *precision, grn_dtype dtype,
                             size_t count, grn_rt *parts)
{
    grn_rt rest = {.buffer = NULL}, part = {.buffer = NULL};
    grn_status status = grn_hlo_factor(x, op, i, grn_operand_type(op, i)->element->dtype, &rest);
    for (size_t k = 0; status == GRN_OK && k < count; k++) {
        grn_rt left = {.buffer = NULL};
        status = rounded(x, op, &rest, precision, &part);
        if (status == GRN_OK)
            status = grn_hlo_converted(x, op, &part, dtype, &parts[k]);
        if (status == GRN_OK && k + 1 < count)
            status = x->calls->alloc(x, rest.tensor.dtype, rest.tensor.rank, rest.tensor.shape, &left);
        if (status == GRN_OK && k + 1 < count)
            status = map_into(x, op, &grn_element_subtract, &left, &rest, &part);
        x->calls->release(x, &part);
        x->calls->release(x, &rest);
        rest = left;
    }
    x->calls->release(x, &rest);
    return status;
}

static grn_status add_product(grn_exec *x, const grn_op *op, const grn_rt *lhs, const grn_rt *rhs, grn_rt *total)
{
    grn_rt l = {.buffer = NULL}, r = {.buffer = NULL}, sums = {.buffer = NULL};
    grn_status status = x->calls->share(x, lhs, NULL, &l);
    if (status == GRN_OK)
        status = x->calls->share(x, rhs, NULL, &r);
    if (status == GRN_OK)
        status = dot_of(x, op, &l, &r, &sums);
    x->calls->release(x, &l);
    x->calls->release(x, &r);
    if (status == GRN_OK && total->buffer)
        status = map_into(x, op, &grn_element_add, &sums, total, &sums);
    x->calls->release(x, total);
    *total = sums;
    return status;
}

/* How many parts a factor has for so many products: 1, 3, 6 and 9 of them are known. */
static size_t parts_for(int64_t products) { return products == 1 ? 1 : products == 3 ? 2 : MOST_PARTS; }

/* *sums: by products of parts i and j, i + j falling, as many as the algorithm has. */
static grn_status dot_by_parts(grn_exec *x, const grn_op *op, const grn_dot_algorithm *a, grn_rt *sums)
{
    grn_rt lhs[MOST_PARTS] = {{.buffer = NULL}}, rhs[MOST_PARTS] = {{.buffer = NULL}};
    size_t count = parts_for(a->products), last = a->products == 9 ? 2 * (count - 1) : count - 1;
    grn_dtype dtype = a->sums->dtype;
    grn_status status = take_apart(x, op, 0, a->lhs, dtype, count, lhs);
    if (status == GRN_OK)
        status = take_apart(x, op, 1, a->rhs, dtype, count, rhs);
    for (size_t sum = last + 1; sum-- > 0;)
        for (size_t i = 0; status == GRN_OK && i < count && i <= sum; i++)
            if (sum - i < count)
                status = add_product(x, op, &lhs[i], &rhs[sum - i], sums);
    for (size_t k = 0; k < MOST_PARTS; k++) {
        x->calls->release(x, &lhs[k]);
        x->calls->release(x, &rhs[k]);
    }
    return status;
}

/* ---- the op ---------------------------------------------------------------------------------- */

static grn_status check_sizes(grn_exec *x, const grn_op *op, const char *list, const grn_field *l, const grn_field *r)
{
    for (size_t i = 0; i < l->count; i++) {
        int64_t a = x->operands[0].tensor.shape[l->v[i]], b = x->operands[1].tensor.shape[r->v[i]];
        if (a != b)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "%s dimensions %" PRId64 " and %" PRId64 " have %" PRId64 " and %" PRId64 " elements",
                                 list, l->v[i], r->v[i], a, b);
    }
    return GRN_OK;
}

/* An algorithm is about floats; the same op on integers has none. */
static bool has_algorithm(const grn_op *op, grn_dot_algorithm *a)
{
    return grn_hlo_dot_algorithm(op, a) && grn_hlo_element_in(grn_operand_type(op, 0)->element, GRN_HLO_FLOAT) &&
           grn_hlo_element_in(grn_operand_type(op, 1)->element, GRN_HLO_FLOAT) &&
           grn_hlo_element_in(grn_result_type(op, 0)->element, GRN_HLO_FLOAT);
}

static grn_status plain_dot(grn_exec *x, const grn_op *op, grn_dtype dtype, grn_rt *sums)
{
    grn_rt lhs = {.buffer = NULL}, rhs = {.buffer = NULL};
    grn_status status = grn_hlo_factor(x, op, 0, dtype, &lhs);
    if (status == GRN_OK)
        status = grn_hlo_factor(x, op, 1, dtype, &rhs);
    if (status == GRN_OK)
        status = dot_of(x, op, &lhs, &rhs, sums);
    x->calls->release(x, &lhs);
    x->calls->release(x, &rhs);
    return status;
}

grn_status grn_hlo_dot_eval(grn_exec *x, const grn_op *op)
{
    const grn_dot_dims dims = grn_hlo_dot_dims(op);
    const grn_dtype dtype = grn_hlo_sum_dtype(grn_expressed_dtype(grn_result_type(op, 0)));
    grn_rt sums = {.buffer = NULL};
    grn_dot_algorithm a;
    grn_status status = check_sizes(x, op, "batching", &dims.lhs_batch, &dims.rhs_batch);
    if (status == GRN_OK)
        status = check_sizes(x, op, "contracting", &dims.lhs_contract, &dims.rhs_contract);
    if (status != GRN_OK)
        return status;
    status = has_algorithm(op, &a) ? dot_by_parts(x, op, &a, &sums) : plain_dot(x, op, dtype, &sums);
    if (status == GRN_OK)
        status = grn_hlo_product_result(x, op, &sums);
    x->calls->release(x, &sums);
    return status;
}
