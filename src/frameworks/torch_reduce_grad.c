/*
 * torch_reduce_grad.c - the gradients of torch.scatter_reduce, by torch's own
 * formulas: each step in f64, rounded to the dtype, as torch's tensors do.
 */
#include <string.h>

#include "frameworks/frameworks.h"

/* Compact row-major copies. place[k]: the element of self that element k of index reaches. */
typedef struct reducing {
    grn_dtype dtype;
    bool include_self;
    int64_t nself, nsrc;
    double *grad, *self, *result, *src;   /* what came in */
    double *self_grad, *src_grad, *other; /* what goes out; one more like self */
    int64_t *place, *count;               /* one for each of src; one for each of self */
} reducing;

static double rounded(const reducing *r, double v)
{
    unsigned char element[16];
    const grn_scalar s = {.dtype = r->dtype, .f = v};
    grn_scalar_store(&s, r->dtype, element);
    return grn_scalar_load(r->dtype, element).f;
}

/* ---- formulas ------------------------------------------------------------------------------------------------------------ */

/* grad divided among the values that went to one place: N of them, 1 where there is none. */
static void mean(reducing *r)
{
    for (int64_t i = 0; i < r->nself; i++)
        r->count[i] = r->include_self;
    for (int64_t k = 0; k < r->nsrc; k++)
        r->count[r->place[k]]++;
    for (int64_t i = 0; i < r->nself; i++)
        r->self_grad[i] = rounded(r, r->grad[i] / (double)(r->count[i] == 0 ? 1 : r->count[i]));
    for (int64_t k = 0; k < r->nsrc; k++)
        r->src_grad[k] = r->self_grad[r->place[k]];
}

/* Shared among all that are the result, self too: torch counts it even where it does not take part. */
static void extreme(reducing *r)
{
    for (int64_t i = 0; i < r->nself; i++)
        r->count[i] = r->self[i] == r->result[i];
    for (int64_t k = 0; k < r->nsrc; k++)
        r->count[r->place[k]] += r->src[k] == r->result[r->place[k]];
    for (int64_t i = 0; i < r->nself; i++)
        r->other[i] = rounded(r, r->grad[i] / (double)r->count[i]);
    for (int64_t i = 0; i < r->nself; i++)
        r->self_grad[i] = rounded(r, (r->self[i] == r->result[i]) * r->other[i]);
    for (int64_t k = 0; k < r->nsrc; k++)
        r->src_grad[k] = rounded(r, (r->src[k] == r->result[r->place[k]]) * r->other[r->place[k]]);
}

/* What self's places start a product from: places that are reached may forget what they hold. */
static void start_product(const reducing *r, bool without_zeros, double *out)
{
    for (int64_t i = 0; i < r->nself; i++)
        out[i] = without_zeros && r->self[i] == 0 ? 1 : r->self[i];
    for (int64_t k = 0; k < r->nsrc && !r->include_self; k++)
        out[r->place[k]] = 1;
}

/* grad times the product of the others: of a self that is 0, with 1 in its place. */
static void product_of_self(reducing *r)
{
    start_product(r, true, r->other);
    for (int64_t k = 0; k < r->nsrc; k++)
        r->other[r->place[k]] = rounded(r, r->other[r->place[k]] * r->src[k]);
    for (int64_t i = 0; i < r->nself; i++) {
        const double self = r->self[i] == 0 ? 1 : r->self[i];
        r->self_grad[i] = rounded(r, rounded(r, r->grad[i] * r->other[i]) / self);
    }
}

static bool is_only_zero(const reducing *r, int64_t k)
{
    return r->src[k] == 0 && r->count[r->place[k]] == 1;
}

/* The only zero of its place gets grad times the product of the others, without dividing; more zeros share 0. */
static void product_of_src(reducing *r)
{
    memset(r->count, 0, (size_t)r->nself * sizeof *r->count);
    for (int64_t k = 0; k < r->nsrc; k++)
        r->count[r->place[k]] += r->src[k] == 0;
    start_product(r, false, r->other);
    for (int64_t k = 0; k < r->nsrc; k++)
        r->other[r->place[k]] = rounded(r, r->other[r->place[k]] * (is_only_zero(r, k) ? 1 : r->src[k]));
    for (int64_t k = 0; k < r->nsrc; k++) {
        const int64_t i = r->place[k];
        const double all = rounded(r, r->grad[i] * r->result[i]);
        r->src_grad[k] = is_only_zero(r, k) ? rounded(r, r->grad[i] * r->other[i])
                                            : rounded(r, all / (r->src[k] == 0 ? 1 : r->src[k]));
    }
}

static void product(reducing *r)
{
    product_of_self(r);
    product_of_src(r);
}

static const struct formula {
    const char *reduce;
    void (*run)(reducing *r);
} formulas[] = {{"prod", product}, {"mean", mean}, {"amax", extreme}, {"amin", extreme}};

/* NULL: of sum, whose gradients are those of scatter and scatter_add. */
static const struct formula *formula_of(const grn_torch_reduction *reduction)
{
    for (size_t i = 0; i < GRN_COUNT(formulas); i++)
        if (strcmp(reduction->name, formulas[i].reduce) == 0)
            return &formulas[i];
    return NULL;
}

/* ---- tensors in and out ----------------------------------------------------------------------------------------- */

static void read_all(const grn_tensor *t, double *out)
{
    grn_walk w;
    grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w))
        *out++ = grn_scalar_load(t->dtype, grn_tensor_at(t, w.offset[0])).f;
}

static void write_all(const grn_tensor *t, const double *in)
{
    grn_walk w;
    grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w)) {
        const grn_scalar s = {.dtype = t->dtype, .f = *in++};
        grn_scalar_store(&s, t->dtype, grn_tensor_at(t, w.offset[0]));
    }
}

/* Every index is in range. */
static void find_places(const grn_fw_call *call, int64_t *out)
{
    const grn_tensor *index = &call->indices;
    const int64_t dim = call->dims.start_index_map.v[0];
    int64_t stride[GRN_MAX_RANK];
    grn_walk w;
    grn_shape_strides(call->data.rank, call->data.shape, stride);
    grn_walk_init(&w, index->rank, index->shape, 1, (const int64_t *[]){index->stride});
    for (; w.more; grn_walk_next(&w)) {
        int64_t place = grn_index_load(index->dtype, grn_tensor_at(index, w.offset[0])) * stride[dim];
        for (int32_t d = 0; d < index->rank; d++)
            place += d == dim ? 0 : w.index[d] * stride[d];
        *out++ = place;
    }
}

/* The arguments of a call; self_grad and src_grad may be NULL. */
typedef struct views {
    const grn_tensor *grad, *self, *src, *result, *self_grad, *src_grad;
} views;

/* The memory that reducing's arrays share. */
static bool memory_of(const reducing *r, size_t *bytes)
{
    size_t selves, srcs, all;
    return grn_mul_size((size_t)r->nself, 6, &selves) && grn_mul_size((size_t)r->nsrc, 3, &srcs) &&
           grn_add_size(selves, srcs, &all) && grn_mul_size(all, sizeof(double), bytes);
}

static void lay_out(reducing *r, double *memory)
{
    r->grad = memory;
    r->self = r->grad + r->nself;
    r->result = r->self + r->nself;
    r->self_grad = r->result + r->nself;
    r->other = r->self_grad + r->nself;
    r->src = r->other + r->nself;
    r->src_grad = r->src + r->nsrc;
    r->place = (int64_t *)(void *)(r->src_grad + r->nsrc);
    r->count = r->place + r->nsrc;
}

static void run(reducing *r, const struct formula *f, const grn_fw_call *call, const views *v)
{
    read_all(v->grad, r->grad);
    read_all(v->self, r->self);
    read_all(v->result, r->result);
    read_all(v->src, r->src);
    if (r->nsrc > 0)
        find_places(call, r->place);
    f->run(r);
    for (int64_t k = 0; k < r->nsrc && !r->include_self; k++)
        r->self_grad[r->place[k]] = 0;
    if (v->src_grad != NULL)
        write_all(v->src_grad, r->src_grad);
    if (v->self_grad != NULL)
        write_all(v->self_grad, r->self_grad);
}

static grn_status reduce_backward(const grn_fw_call *call, const struct formula *f, bool include_self, const views *v,
                                  const grn_allocator *allocator)
{
    reducing r = {.dtype = v->grad->dtype, .include_self = include_self, .nself = grn_tensor_elements(v->self),
                  .nsrc = grn_tensor_elements(v->src)};
    size_t bytes;
    if (!memory_of(&r, &bytes))
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s: the copies pass the address space", call->op->name);
    double *memory = grn_allocate(allocator, bytes);
    if (memory == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s: %zu bytes for copies were refused", call->op->name,
                        bytes);
    lay_out(&r, memory);
    run(&r, f, call, v);
    grn_release(allocator, memory, bytes);
    return GRN_OK;
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

static const grn_torch_row reduce_row =
    GRN_TORCH_ROW("scatter_reduce_backward", "grad", "index", bounds, ADD, scatter, ELEMENTS);

static grn_status check_views(const grn_fw_call *call, const views *v, const grn_tensor *index)
{
    grn_tensor like = *index;
    like.dtype = v->grad->dtype;
    grn_status status = grn_check_data(v->grad, "grad", call->diag);
    if (status == GRN_OK)
        status = grn_fw_check_like(v->self, "self", v->grad, call->diag);
    if (status == GRN_OK)
        status = grn_fw_check_like(v->result, "result", v->grad, call->diag);
    if (status == GRN_OK)
        status = grn_fw_check_like(v->src, "src", &like, call->diag);
    if (status == GRN_OK && v->self_grad != NULL)
        status = grn_fw_check_destination(v->self_grad, "self_grad", v->grad, call->diag);
    if (status == GRN_OK && v->src_grad != NULL)
        status = grn_fw_check_destination(v->src_grad, "src_grad", &like, call->diag);
    return status;
}

/* Everything is copied before it is written: self_grad may be one of what comes in. */
static grn_status check_disjoint(const grn_fw_call *call, const views *v, const grn_tensor *index)
{
    grn_status status = grn_check_data(index, "index", call->diag);
    if (status == GRN_OK && v->self_grad != NULL)
        status = grn_check_alias(v->self_grad, index, "index", call->diag);
    if (status == GRN_OK && v->src_grad != NULL)
        status = grn_check_alias(v->src_grad, index, "index", call->diag);
    if (status == GRN_OK && v->self_grad != NULL && v->src_grad != NULL)
        status = grn_check_alias(v->self_grad, v->src_grad, "src_grad", call->diag);
    return status == GRN_OK && !call->idle ? grn_fw_check_index(call) : status;
}

grn_status grn_torch_scatter_reduce_backward(const grn_tensor *grad, const grn_tensor *self, int64_t dim,
                                             const grn_tensor *index, const grn_tensor *src, const char *reduce,
                                             bool include_self, const grn_tensor *result, const grn_allocator *allocator,
                                             const grn_tensor *self_grad, const grn_tensor *src_grad, const grn_diag *diag)
{
    const views v = {grad, self, src, result, self_grad, src_grad};
    const grn_torch_given given = {.input = grad, .index = index, .dim = &dim};
    const grn_torch_reduction *reduction = NULL;
    grn_fw_call call;
    grn_status status = grn_torch_find_reduction(reduce, diag, &reduction);
    const struct formula *f = status == GRN_OK ? formula_of(reduction) : NULL;
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK && f == NULL)
        return include_self ? grn_torch_scatter_add_backward(grad, dim, index, self_grad, src_grad, diag)
                            : grn_torch_scatter_backward(grad, dim, index, self_grad, src_grad, diag);
    if (status == GRN_OK)
        status = grn_torch_prepare(&call, &reduce_row, &given, diag);
    if (status == GRN_OK && grn_dtype_class_of(grad->dtype) != GRN_CLASS_FLOAT)
        status = grn_fail(diag, grn_no_place, GRN_E_DTYPE, "scatter_reduce_backward(): grad is %s, %s takes a float type",
                          grn_dtype_text(grad->dtype), reduce);
    if (status == GRN_OK)
        status = check_views(&call, &v, index);
    if (status == GRN_OK)
        status = check_disjoint(&call, &v, index);
    return status == GRN_OK ? reduce_backward(&call, f, include_self, &v, allocator) : status;
}
