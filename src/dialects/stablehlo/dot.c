/*
 * dot.c - dot_general (StableHLO spec, dot_general), the plain way:
 * for every row of lhs, one step along the contracting dimensions at a time,
 * a whole row of the result is multiplied and added to. Sums are made from
 * zero in ascending row-major order of the contracting dimensions, each step
 * rounded to the result's element type, as the reference interpreter does.
 */
#include "dialects/stablehlo/dot.h"

#include <inttypes.h>

/* ---- rules ------------------------------------------------------------------------------------------------------------------- */

/* dot_general C3, C4: no dimension twice. C5-C8: 0 <= dimension < rank. */
static grn_status side_rules(const grn_op *op, grn_check *check, const char *side, const grn_type *t, const grn_field *batch,
                             const grn_field *contract, const char *unique, const char *range)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < batch->count + contract->count; i++) {
        int64_t d = i < batch->count ? batch->v[i] : contract->v[i - batch->count];
        const char *list = i < batch->count ? "batching" : "contracting";
        if (d < 0 || d >= t->rank)
            return grn_stablehlo_broken(op, check, range, "%s_%s_dimensions value: %" PRId64 " is out of range: [0, %" PRId32 ")",
                                        side, list, d, t->rank);
        if (seen >> d & 1)
            return grn_stablehlo_broken(op, check, unique, "has duplicated dimension from %s_batching_dimensions and "
                                        "%s_contracting_dimensions: %" PRId64, side, side, d);
        seen |= (uint64_t)1 << d;
    }
    return GRN_OK;
}

/* Of lists that are of one length. */
static grn_status pair_rules(const grn_op *op, grn_check *check, const char *list, const grn_field *l, const grn_field *r,
                             const char *size_rule)
{
    const grn_type *lhs = grn_operand_type(op, 0), *rhs = grn_operand_type(op, 1);
    for (size_t i = 0; i < l->count; i++)
        if (!grn_stablehlo_dim_agrees(lhs->shape[l->v[i]], rhs->shape[r->v[i]]))
            return grn_stablehlo_broken(op, check, size_rule, "%s dimension sizes must match for lhs/rhs", list);
    return GRN_OK;
}

static grn_status dot_rules(const grn_op *op, grn_check *check)
{
    grn_dot_dims d = grn_hlo_dot_dims(op);
    grn_status status = GRN_OK;
    if (d.lhs_batch.count != d.rhs_batch.count)
        return grn_stablehlo_broken(op, check, "C1", "lhs and rhs should have the same number of batching dimensions");
    if (d.lhs_contract.count != d.rhs_contract.count)
        return grn_stablehlo_broken(op, check, "C2", "lhs and rhs should have the same number of contracting dimensions");
    status = side_rules(op, check, "lhs", grn_operand_type(op, 0), &d.lhs_batch, &d.lhs_contract, "C3", "C5, C6");
    if (status == GRN_OK)
        status = side_rules(op, check, "rhs", grn_operand_type(op, 1), &d.rhs_batch, &d.rhs_contract, "C4", "C7, C8");
    if (status == GRN_OK)
        status = pair_rules(op, check, "batching", &d.lhs_batch, &d.rhs_batch, "C9");
    if (status == GRN_OK)
        status = pair_rules(op, check, "contracting", &d.lhs_contract, &d.rhs_contract, "C10");
    return status;
}

static bool is_listed(const grn_field *f, int64_t d)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->v[i] == d)
            return true;
    return false;
}

/* The dimensions of one side in the order: batching, free, contracting. */
typedef struct order {
    int32_t batch, free, contract;
    int64_t dims[GRN_MAX_RANK];
} order;

static order order_of(int32_t rank, const grn_field *batch, const grn_field *contract)
{
    order o = {.batch = (int32_t)batch->count, .contract = (int32_t)contract->count};
    for (int32_t i = 0; i < o.batch; i++)
        o.dims[i] = batch->v[i];
    for (int32_t d = 0; d < rank; d++)
        if (!is_listed(batch, d) && !is_listed(contract, d))
            o.dims[o.batch + o.free++] = d;
    for (int32_t i = 0; i < o.contract; i++)
        o.dims[o.batch + o.free + i] = contract->v[i];
    return o;
}

/* dot_general C12: batching, then lhs's free dimensions, then rhs's. Answers the rank; -1 when there are too many. */
static int32_t result_shape(const int64_t *lhs, const order *l, const int64_t *rhs, const order *r, int64_t *shape)
{
    int32_t rank = 0;
    if (l->batch + l->free + r->free > GRN_MAX_RANK)
        return -1;
    for (int32_t i = 0; i < l->batch + l->free; i++)
        shape[rank++] = lhs[l->dims[i]];
    for (int32_t i = 0; i < r->free; i++)
        shape[rank++] = rhs[r->dims[r->batch + i]];
    return rank;
}

/* The result's element type is the writer's choice (C13 rules quantized ones). */
static grn_status dot_verify(const grn_op *op, grn_check *check)
{
    const grn_type *lhs = grn_operand_type(op, 0), *rhs = grn_operand_type(op, 1), *out = grn_result_type(op, 0);
    char want[GRN_DIMS_TEXT_BYTES], have[GRN_DIMS_TEXT_BYTES];
    int64_t shape[GRN_MAX_RANK];
    grn_status status = dot_rules(op, check);
    if (status != GRN_OK)
        return status;
    grn_dot_dims d = grn_hlo_dot_dims(op);
    order l = order_of(lhs->rank, &d.lhs_batch, &d.lhs_contract), r = order_of(rhs->rank, &d.rhs_batch, &d.rhs_contract);
    int32_t rank = result_shape(lhs->shape, &l, rhs->shape, &r, shape);
    if (rank < 0)
        return grn_op_fail(op, check, "gives a result of rank %" PRId32 ", the largest is %d", l.batch + l.free + r.free, GRN_MAX_RANK);
    bool agrees = rank == out->rank;
    for (int32_t i = 0; agrees && i < rank; i++)
        agrees = grn_stablehlo_dim_agrees(shape[i], out->shape[i]);
    if (agrees)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C12", "inferred shape '%s' is incompatible with return type of operation '%s'",
                                grn_hlo_shape_text(rank, shape, want, sizeof want),
                                grn_hlo_shape_text(out->rank, out->shape, have, sizeof have));
}

/* ---- meaning ------------------------------------------------------------------------------------------------------------------ */

/* lhs as [batch, m, k], rhs as [batch, k, n], both compact; the result is [batch, m, n]. */
typedef struct dot {
    int64_t batch, m, n, k;
    grn_rt lhs, rhs, product;
    grn_bound_element multiply, add;
} dot;

/* Never overflows where the result has elements: then the rest of each operand is not empty and counts more. */
static int64_t product_of(const int64_t *shape, const int64_t *dims, int32_t count)
{
    int64_t product = 1;
    for (int32_t i = 0; i < count; i++)
        if (shape[dims[i]] == 0)
            return 0;
    for (int32_t i = 0; i < count; i++)
        product *= shape[dims[i]];
    return product;
}

/* *out: operand `i` in the result's dtype with its dimensions in the given order, compact. */
static grn_status arrange(grn_exec *x, const grn_op *op, size_t i, const int64_t *dims, grn_rt *out)
{
    grn_rt converted = {0};
    grn_tensor view;
    grn_status status = grn_hlo_as_dtype(x, op, i, grn_hlo_result_dtype(op, 0), &converted);
    if (status == GRN_OK) {
        grn_view_transpose(&converted.tensor, dims, &view);
        status = x->alloc(x, view.dtype, view.rank, view.shape, out);
    }
    if (status == GRN_OK)
        grn_tensor_copy(&out->tensor, &view);
    x->release(x, &converted);
    return status;
}

static grn_status check_sizes(grn_exec *x, const grn_op *op, const char *list, const grn_field *l, const grn_field *r)
{
    for (size_t i = 0; i < l->count; i++) {
        int64_t a = x->operands[0].tensor.shape[l->v[i]], b = x->operands[1].tensor.shape[r->v[i]];
        if (a != b)
            return grn_exec_fail(x, op, GRN_E_SHAPE, "%s dimensions %" PRId64 " and %" PRId64 " have %" PRId64 " and %" PRId64
                                 " elements", list, l->v[i], r->v[i], a, b);
    }
    return GRN_OK;
}

static grn_status bind(grn_exec *x, const grn_op *op, dot *d)
{
    grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    const grn_dtype in[] = {dtype, dtype};
    if (grn_element_bind(&grn_element_multiply, in, dtype, &d->multiply) == GRN_OK &&
        grn_element_bind(&grn_element_add, in, dtype, &d->add) == GRN_OK)
        return GRN_OK;
    return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s", grn_dtype_text(dtype));
}

/* One row of the result: sum over k of lhs[k] * rhs[k, :]. */
static void row(const dot *d, const char *lhs, const char *rhs, void *sum, size_t bytes)
{
    const int64_t n = d->n;
    grn_tensor one = {.data = (void *)lhs, .dtype = d->add.out, .rank = 1, .shape = {n}, .stride = {0}};
    grn_tensor many = {.data = (void *)rhs, .dtype = d->add.out, .rank = 1, .shape = {n}, .stride = {1}};
    grn_tensor product = many;
    grn_dot_fn whole = grn_element_dot(d->add.out);
    product.data = d->product.tensor.data;
    memset(sum, 0, (size_t)n * bytes);
    if (whole) {
        whole((size_t)d->k, (size_t)n, sum, lhs, rhs);
        return;
    }
    for (int64_t k = 0; k < d->k; k++) {
        const grn_tensor in[] = {one, many};
        grn_element_map(&d->multiply, &product, in);
        grn_element_run(&d->add, (size_t)n, sum, (const void *const[]){sum, product.data});
        one.data = (char *)one.data + bytes;
        many.data = (char *)many.data + (size_t)n * bytes;
    }
}

static void multiply_all(const dot *d, const grn_tensor *out)
{
    size_t bytes = grn_dtype_bytes(out->dtype);
    const char *lhs = d->lhs.tensor.data, *rhs = d->rhs.tensor.data;
    char *to = out->data;
    for (int64_t b = 0; b < d->batch; b++, rhs += (size_t)(d->k * d->n) * bytes)
        for (int64_t m = 0; m < d->m; m++, lhs += (size_t)d->k * bytes, to += (size_t)d->n * bytes)
            row(d, lhs, rhs, to, bytes);
}

static grn_status prepare(grn_exec *x, const grn_op *op, dot *d)
{
    const int64_t *ls = x->operands[0].tensor.shape, *rs = x->operands[1].tensor.shape;
    grn_dot_dims dims = grn_hlo_dot_dims(op);
    order l = order_of(x->operands[0].tensor.rank, &dims.lhs_batch, &dims.lhs_contract),
          r = order_of(x->operands[1].tensor.rank, &dims.rhs_batch, &dims.rhs_contract);
    int64_t shape[GRN_MAX_RANK], rhs_dims[GRN_MAX_RANK];
    for (int32_t i = 0; i < r.batch; i++)
        rhs_dims[i] = r.dims[i];
    for (int32_t i = 0; i < r.contract; i++)
        rhs_dims[r.batch + i] = r.dims[r.batch + r.free + i];
    for (int32_t i = 0; i < r.free; i++)
        rhs_dims[r.batch + r.contract + i] = r.dims[r.batch + i];
    grn_status status = arrange(x, op, 0, l.dims, &d->lhs);
    if (status == GRN_OK)
        status = arrange(x, op, 1, rhs_dims, &d->rhs);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, result_shape(ls, &l, rs, &r, shape), shape);
    if (status != GRN_OK || grn_tensor_elements(&x->results[0].tensor) == 0)
        return status;
    d->batch = product_of(ls, l.dims, l.batch);
    d->m = product_of(ls, l.dims + l.batch, l.free);
    d->k = product_of(ls, l.dims + l.batch + l.free, l.contract);
    d->n = product_of(rs, r.dims + r.batch, r.free);
    status = x->charge(x, grn_steps_times((uint64_t)grn_tensor_elements(&x->results[0].tensor), (uint64_t)d->k));
    return status == GRN_OK ? x->alloc(x, grn_hlo_result_dtype(op, 0), 1, &d->n, &d->product) : status;
}

static grn_status dot_eval(grn_exec *x, const grn_op *op)
{
    dot d = {0};
    grn_dot_dims dims = grn_hlo_dot_dims(op);
    grn_status status = grn_hlo_refuse_quantized(x, op);
    if (status == GRN_OK)
        status = check_sizes(x, op, "batching", &dims.lhs_batch, &dims.rhs_batch);
    if (status == GRN_OK)
        status = check_sizes(x, op, "contracting", &dims.lhs_contract, &dims.rhs_contract);
    if (status == GRN_OK)
        status = bind(x, op, &d);
    if (status == GRN_OK)
        status = prepare(x, op, &d);
    if (status == GRN_OK && grn_tensor_elements(&x->results[0].tensor) > 0)
        multiply_all(&d, &x->results[0].tensor);
    x->release(x, &d.lhs);
    x->release(x, &d.rhs);
    x->release(x, &d.product);
    return status;
}

/* ---- row ------------------------------------------------------------------------------------------------------------------------ */

static const grn_port dot_operands[] = {
    {"lhs", &grn_hlo_tensor, GRN_ONE}, {"rhs", &grn_hlo_tensor_or_per_axis, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_attr_def dot_attrs[] = {
    {"dot_dimension_numbers", &grn_stablehlo_is_dot_dims, GRN_REQUIRED, NULL, &grn_stablehlo_dot_dims},
    GRN_HLO_ATTR_MAYBE("precision_config", grn_stablehlo_is_precision_config),
    GRN_HLO_ATTR_MAYBE("algorithm", grn_attr_is_any),
    GRN_HLO_ATTRS_END,
};

const grn_op_def grn_stablehlo_dot_ops[] = {
    {.name = "stablehlo.dot_general", .source = "StableHLO spec, dot_general, C1-C12", .operands = dot_operands,
     .results = grn_hlo_one_result, .attrs = dot_attrs, .traits = GRN_TRAIT_PURE, .parse = grn_hlo_dot_parse, .print = grn_hlo_dot_print,
     .verify = dot_verify, .eval = dot_eval},
    {.name = NULL},
};
