/* torch_scatter.c - torch.scatter, scatter_add and scatter_reduce. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "frameworks/frameworks.h"

/* ---- checks --------------------------------------------------------------------------------------------------------- */

static grn_status check_ranks(const grn_fw_call *call, const grn_tensor *src)
{
    if (call->indices.rank != call->data.rank)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                        "Index tensor must have the same number of dimensions as self tensor");
    if (src != NULL && call->indices.rank != src->rank)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                        "Index tensor must have the same number of dimensions as src tensor");
    return GRN_OK;
}

static grn_status check_sizes(const grn_fw_call *call, int32_t dim, const grn_tensor *src)
{
    char index[GRN_LIST_BYTES], self[GRN_LIST_BYTES], from[GRN_LIST_BYTES];
    bool fits = true;
    for (int32_t d = 0; d < call->data.rank; d++)
        fits = fits && (d == dim || call->indices.shape[d] <= call->data.shape[d]) &&
               (src == NULL || call->indices.shape[d] <= src->shape[d]);
    if (fits)
        return GRN_OK;
    grn_list_text(call->indices.shape, call->indices.rank, index);
    grn_list_text(call->data.shape, call->data.rank, self);
    if (src == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                        "Expected index %s to be smaller than self %s apart from dimension %" PRId32, index, self, dim);
    return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                    "Expected index %s to be smaller than self %s apart from dimension %" PRId32
                    " and to be smaller size than src %s",
                    index, self, dim, grn_list_text(src->shape, src->rank, from));
}

static grn_status check_src(grn_fw_call *call, const grn_tensor *src, grn_tensor *seen)
{
    grn_status status = grn_check_view(src, "src", call->diag);
    if (status != GRN_OK)
        return status;
    *seen = *src;
    grn_fw_at_least_1d(seen);
    if (src->dtype == call->data.dtype)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "%s(): Expected self.dtype to be equal to src.dtype", call->op->name);
    grn_note(call->diag, grn_no_place, "src: %s; right: %s", grn_dtype_text(src->dtype),
             grn_dtype_text(call->data.dtype));
    return GRN_E_DTYPE;
}

/* src may be larger than index: only the part that index covers counts. */
grn_status grn_torch_prepare_scatter(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *input, int64_t dim,
                                     const grn_tensor *index, const grn_tensor *src, const grn_diag *diag)
{
    grn_tensor seen;
    int32_t at = 0;
    grn_status status = grn_torch_begin(call, op, input, dim, index, diag, &at);
    if (status == GRN_OK && src != NULL)
        status = check_src(call, src, &seen);
    if (status != GRN_OK || call->idle)
        return status;
    status = check_ranks(call, src != NULL ? &seen : NULL);
    if (status == GRN_OK)
        status = check_sizes(call, at, src != NULL ? &seen : NULL);
    if (status != GRN_OK)
        return status;
    grn_fw_along(call, at);
    call->updates = src != NULL ? seen : call->dense;
    grn_fw_cut(&call->updates, call->indices.shape);
    return GRN_OK;
}

/* ---- scatter, scatter_add --------------------------------------------------------------------------------------------- */

static const grn_fw_op scatter_ops[] = {
    {"scatter", "input", "index", grn_torch_report_bounds, false, GRN_BOUNDS_ERROR, GRN_COMBINE_REPLACE},
    {"scatter", "input", "index", grn_torch_report_bounds, false, GRN_BOUNDS_ERROR, GRN_COMBINE_ADD},
    {"scatter", "input", "index", grn_torch_report_bounds, false, GRN_BOUNDS_ERROR, GRN_COMBINE_MUL},
};
static const grn_fw_op scatter_add_op = {"scatter_add", "input", "index", grn_torch_report_bounds, false,
                                         GRN_BOUNDS_ERROR, GRN_COMBINE_ADD};

static grn_status op_of(const char *reduce, const grn_diag *diag, const grn_fw_op **out)
{
    static const char *const names[] = {"", "add", "multiply"};
    *out = &scatter_ops[0];
    for (size_t i = 1; reduce != NULL && i < GRN_COUNT(names); i++)
        if (strcmp(reduce, names[i]) == 0)
            *out = &scatter_ops[i];
    if (reduce == NULL || *out != &scatter_ops[0])
        return GRN_OK;
    grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "reduce argument must be either add or multiply.");
    grn_note(diag, grn_no_place, "reduce: %s; right: add or multiply", reduce);
    return GRN_E_ARGUMENT;
}

grn_status grn_torch_scatter(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *src,
                             const char *reduce, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    const grn_fw_op *op;
    grn_status status = op_of(reduce, diag, &op);
    if (status == GRN_OK)
        status = grn_check_view(src, "src", diag);
    if (status == GRN_OK)
        status = grn_torch_prepare_scatter(&call, op, input, dim, index, src, diag);
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_torch_scatter_value(const grn_tensor *input, int64_t dim, const grn_tensor *index, const void *value,
                                   const char *reduce, const grn_tensor *out, const grn_diag *diag)
{
    unsigned char element[16];
    grn_fw_call call;
    const grn_fw_op *op;
    grn_status status = op_of(reduce, diag, &op);
    if (status == GRN_OK && value == NULL)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "value is NULL, an element of input's type is needed");
    if (status == GRN_OK)
        status = grn_torch_prepare_scatter(&call, op, input, dim, index, NULL, diag);
    if (status != GRN_OK)
        return status;
    memcpy(element, value, grn_dtype_bytes(input->dtype));
    grn_fw_splat(&call.updates, element, input->dtype, &call.updates);
    return grn_fw_scatter(GRN_OK, &call, out);
}

grn_status grn_torch_scatter_add(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *src,
                                 const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_status status = grn_check_view(src, "src", diag);
    if (status == GRN_OK)
        status = grn_torch_prepare_scatter(&call, &scatter_add_op, input, dim, index, src, diag);
    return grn_fw_scatter(status, &call, out);
}

/* The numbering, for any index that fits: an empty one as well. */
static grn_status spec_of(const grn_fw_op *op, const grn_tensor *input, int64_t dim, const grn_tensor *index,
                          const grn_diag *diag, grn_scatter_spec *out)
{
    grn_fw_call call;
    int32_t at = 0;
    grn_status status = grn_torch_begin(&call, op, input, dim, index, diag, &at);
    if (status == GRN_OK)
        status = check_ranks(&call, NULL);
    if (status == GRN_OK)
        status = check_sizes(&call, at, NULL);
    if (status == GRN_OK)
        grn_fw_along(&call, at);
    return grn_fw_scatter_spec_of(status, &call, out);
}

grn_status grn_torch_scatter_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index, const char *reduce,
                                  const grn_diag *diag, grn_scatter_spec *out)
{
    const grn_fw_op *op;
    grn_status status = op_of(reduce, diag, &op);
    return status == GRN_OK ? spec_of(op, input, dim, index, diag, out) : status;
}

/* ---- scatter_reduce ----------------------------------------------------------------------------------------------------- */

typedef enum identity { ZERO, ONE, LEAST, GREATEST } identity;

static const struct reduction {
    const char *name;
    grn_fw_op op;
    identity identity;
    bool divides;
} reductions[] = {
#define OP(combiner) {"scatter_reduce", "input", "index", grn_torch_report_bounds, false, GRN_BOUNDS_ERROR, combiner}
    {"sum", OP(GRN_COMBINE_ADD), ZERO, false},      {"prod", OP(GRN_COMBINE_MUL), ONE, false},
    {"mean", OP(GRN_COMBINE_ADD), ZERO, true},      {"amax", OP(GRN_COMBINE_MAX), LEAST, false},
    {"amin", OP(GRN_COMBINE_MIN), GREATEST, false},
#undef OP
};

static grn_status reduction_of(const char *reduce, const grn_diag *diag, const struct reduction **out)
{
    for (size_t i = 0; reduce != NULL && i < GRN_COUNT(reductions); i++)
        if (strcmp(reduce, reductions[i].name) == 0) {
            *out = &reductions[i];
            return GRN_OK;
        }
    grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
             "reduce argument must be either sum, prod, mean, amax or amin, got %s", reduce != NULL ? reduce : "None");
    return GRN_E_ARGUMENT;
}

static grn_scalar identity_signed(identity i, unsigned bits)
{
    const int64_t greatest = (int64_t)(UINT64_MAX >> (65 - bits));
    return (grn_scalar){.i = i == ZERO ? 0 : i == ONE ? 1 : i == LEAST ? -greatest - 1 : greatest};
}

/* An infinity, or the last finite value of a type of one byte that has none. */
static double outermost(grn_dtype dtype, double infinity)
{
    unsigned char element[16];
    double most = 0;
    grn_scalar_store(&(grn_scalar){.dtype = dtype, .f = infinity}, dtype, element);
    if (grn_scalar_load(dtype, element).f == infinity)
        return infinity;
    for (unsigned bits = 0; bits < 256; bits++) {
        element[0] = (unsigned char)bits;
        const double f = grn_scalar_load(dtype, element).f;
        most = infinity > 0 ? fmax(most, f) : fmin(most, f);
    }
    return most;
}

static void store_identity(identity i, grn_dtype dtype, void *element)
{
    const unsigned bits = grn_dtype_bits(dtype);
    grn_scalar s = {0};
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_BOOL: s.i = i == ONE || i == GREATEST; break;
    case GRN_CLASS_SIGNED: s = identity_signed(i, bits); break;
    case GRN_CLASS_UNSIGNED: s.u = i == ONE ? 1 : i == GREATEST ? UINT64_MAX >> (64 - bits) : 0; break;
    case GRN_CLASS_FLOAT: s.f = i == ZERO ? 0 : i == ONE ? 1 : outermost(dtype, i == LEAST ? -HUGE_VAL : HUGE_VAL); break;
    default: s.c.re = i == ONE; break;
    }
    s.dtype = dtype;
    grn_scalar_store(&s, dtype, element);
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* b > 1. Integers round down, as torch's div with rounding "floor". */
static void divide(grn_dtype dtype, void *element, int64_t b)
{
    grn_scalar s = grn_scalar_load(dtype, element);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_SIGNED: s.i = floor_div(s.i, b); break;
    case GRN_CLASS_UNSIGNED: s.u /= (uint64_t)b; break;
    case GRN_CLASS_FLOAT: s.f /= (double)b; break;
    case GRN_CLASS_COMPLEX: s.c.re /= (double)b; s.c.im /= (double)b; break;
    default: break;
    }
    grn_scalar_store(&s, dtype, element);
}

static void divide_all(const grn_tensor *result, const grn_tensor *counts)
{
    grn_walk w;
    grn_walk_init(&w, result->rank, result->shape, 2, (const int64_t *[]){result->stride, counts->stride});
    for (; w.more; grn_walk_next(&w)) {
        const int64_t count = ((const int64_t *)counts->data)[w.offset[1]];
        if (count > 1)
            divide(result->dtype, grn_tensor_at(result, w.offset[0]), count);
    }
}

/* How many values go to each place: a sum of ones, by the same indices. */
static grn_status count_all(const grn_fw_call *call, bool include_self, const grn_tensor *counts)
{
    int64_t one = 1, start = include_self;
    grn_fw_call counting = *call;
    grn_tensor ones;
    grn_fw_splat(&call->updates, &one, GRN_I64, &ones);
    grn_tensor_fill(counts, &start);
    counting.combiner = GRN_COMBINE_ADD;
    return grn_fw_scatter_run(&counting, counts, &ones);
}

/* Places that are reached forget what they held. */
static grn_status start_over(const grn_fw_call *call, identity i, const grn_tensor *result)
{
    unsigned char element[16];
    grn_fw_call replacing = *call;
    grn_tensor splat;
    store_identity(i, result->dtype, element);
    grn_fw_splat(&call->updates, element, result->dtype, &splat);
    replacing.combiner = GRN_COMBINE_REPLACE;
    return grn_fw_scatter_run(&replacing, result, &splat);
}

static grn_status reduce_into(const grn_fw_call *call, const struct reduction *r, bool include_self,
                              const grn_tensor *result, const grn_tensor *counts)
{
    grn_status status = GRN_OK;
    grn_fw_scatter_copy(call, result);
    if (call->idle)
        return GRN_OK;
    if (r->divides)
        status = count_all(call, include_self, counts);
    if (status == GRN_OK && !include_self)
        status = start_over(call, r->identity, result);
    if (status == GRN_OK)
        status = grn_fw_scatter_run(call, result, &call->updates);
    if (status == GRN_OK && r->divides)
        divide_all(result, counts);
    return status;
}

static grn_status check_ordered(const grn_fw_call *call, const struct reduction *r)
{
    if (r->identity < LEAST || grn_dtype_class_of(call->data.dtype) != GRN_CLASS_COMPLEX)
        return GRN_OK;
    return grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "scatter_reduce(): input is %s, %s takes a real type",
                    grn_dtype_text(call->data.dtype), r->name);
}

static grn_status reduce_with_counts(const grn_fw_call *call, const struct reduction *r, bool include_self,
                                     const grn_allocator *allocator, const grn_tensor *result)
{
    grn_tensor counts;
    size_t bytes;
    if (call->idle || !r->divides)
        return reduce_into(call, r, include_self, result, NULL);
    if (!grn_mul_size((size_t)grn_tensor_elements(result), sizeof(int64_t), &bytes))
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "scatter_reduce(): the counts pass the address space");
    void *memory = grn_allocate(allocator, bytes);
    if (memory == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "scatter_reduce(): %zu bytes for counts were refused",
                        bytes);
    grn_fw_compact(result, memory, GRN_I64, &counts);
    grn_status status = reduce_into(call, r, include_self, result, &counts);
    grn_release(allocator, memory, bytes);
    return status;
}

grn_status grn_torch_scatter_reduce(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *src,
                                    const char *reduce, bool include_self, const grn_allocator *allocator,
                                    const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_tensor result;
    const struct reduction *r;
    grn_status status = reduction_of(reduce, diag, &r);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = grn_check_view(src, "src", diag);
    if (status == GRN_OK)
        status = grn_torch_prepare_scatter(&call, &r->op, input, dim, index, src, diag);
    if (status == GRN_OK)
        status = check_ordered(&call, r);
    if (status == GRN_OK)
        status = grn_fw_scatter_ready(&call, out, &result);
    return status == GRN_OK ? reduce_with_counts(&call, r, include_self, allocator, &result) : status;
}

grn_status grn_torch_scatter_reduce_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                         const char *reduce, const grn_diag *diag, grn_scatter_spec *out)
{
    const struct reduction *r;
    grn_status status = reduction_of(reduce, diag, &r);
    return status == GRN_OK ? spec_of(&r->op, input, dim, index, diag, out) : status;
}
