/* ragged_dot_eval.c - what a ragged_dot means (CHLO, ragged_dot): rows of products, group by
 * group. */
#include "dialects/chlo/ragged_dot.h"

#include <inttypes.h>

#include "dialects/stablehlo/product.h"

/* sum[0, n) += lhs[0, k) * rhs[0, k)[0, n), a step at a time, by these functions. */
typedef struct dot_row {
    int64_t n;
    grn_tensor product; /* room for n elements */
    grn_bound_element multiply, add;
} dot_row;

/*
 * lhs as [batch, free, contract] and rhs as [group, batch, contract, free],
 * compact. The list that has the ragged dim is cut there: `before` indices
 * outside it, `extent` of its own, `after` inside.
 */
typedef struct work {
    grn_ragged r;
    int64_t batch, m, k, groups;
    int64_t before, extent, after, outer;
    size_t bytes;
    grn_rt lhs, rhs, sizes, product, sums;
    dot_row row;
} work;

static grn_status bind(grn_exec *x, const grn_op *op, dot_row *row)
{
    const grn_dtype dtype = grn_hlo_sum_dtype(grn_hlo_result_dtype(op, 0)), in[] = {dtype, dtype};
    if (grn_element_bind(&grn_element_multiply, in, dtype, &row->multiply) == GRN_OK &&
        grn_element_bind(&grn_element_add, in, dtype, &row->add) == GRN_OK)
        return GRN_OK;
    return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s", grn_dtype_text(dtype));
}

static void add_products(const dot_row *row, int64_t k, const char *lhs, const char *rhs, void *sum)
{
    const int64_t n = row->n;
    const size_t bytes = grn_dtype_bytes(row->add.out);
    grn_tensor one = {.data = (void *)lhs, .dtype = row->add.out, .rank = 1, .shape = {n}, .stride = {0}};
    grn_tensor many = {.data = (void *)rhs, .dtype = row->add.out, .rank = 1, .shape = {n}, .stride = {1}};
    for (int64_t i = 0; i < k; i++) {
        const grn_tensor in[] = {one, many};
        grn_element_map(&row->multiply, &row->product, in);
        grn_element_run(&row->add, (size_t)n, sum, (const void *const[]){sum, row->product.data});
        one.data = (char *)one.data + bytes;
        many.data = (char *)many.data + (size_t)n * bytes;
    }
}

/* *out: operand `i` in the sums' dtype with its dimensions in the given order, compact. */
static grn_status arrange_one(grn_exec *x, const grn_op *op, size_t i, const int64_t *order, grn_dtype dtype,
                              grn_rt *out)
{
    grn_rt converted = {0};
    grn_tensor view;
    grn_status status = grn_hlo_as_dtype(x, op, i, dtype, &converted);
    if (status == GRN_OK) {
        grn_view_transpose(&converted.tensor, order, &view);
        status = x->calls->alloc(x, view.dtype, view.rank, view.shape, out);
    }
    if (status == GRN_OK)
        grn_tensor_copy(&out->tensor, &view);
    x->calls->release(x, &converted);
    return status;
}

static int64_t product_of(const int64_t *shape, int32_t count, const int64_t *v)
{
    int64_t product = 1;
    for (int32_t i = 0; i < count; i++)
        if (shape[v[i]] == 0)
            return 0;
    for (int32_t i = 0; i < count; i++)
        product *= shape[v[i]];
    return product;
}

static void cut_list(work *w, const int64_t *shape, int32_t count, const int64_t *v)
{
    int32_t at = 0;
    while (v[at] != w->r.dim)
        at++;
    w->before = product_of(shape, at, v);
    w->extent = shape[w->r.dim];
    w->after = product_of(shape, count - at - 1, v + at + 1);
}

/* Extents that types left open. */
static grn_status check_sizes(grn_exec *x, const grn_op *op, const grn_ragged *r)
{
    const grn_tensor *lhs = &x->operands[0].tensor, *rhs = &x->operands[1].tensor, *sizes = &x->operands[2].tensor;
    bool agree = true;
    for (size_t i = 0; i < r->dot.lhs_batch.count; i++)
        agree = agree && lhs->shape[r->dot.lhs_batch.v[i]] == rhs->shape[r->dot.rhs_batch.v[i]];
    for (size_t i = 0; i < r->dot.lhs_contract.count; i++)
        agree = agree && lhs->shape[r->dot.lhs_contract.v[i]] == rhs->shape[r->dot.rhs_contract.v[i]];
    for (int32_t i = 0; i < sizes->rank - 1; i++)
        agree = agree && lhs->shape[r->outer.v[i]] == sizes->shape[i];
    if (r->group >= 0)
        agree = agree && rhs->shape[r->group] == sizes->shape[sizes->rank - 1];
    return agree ? GRN_OK : grn_exec_fail(x, op, GRN_E_SHAPE, "the extents of the operands do not agree");
}

static grn_status read_sizes(grn_exec *x, const grn_op *op, work *w)
{
    grn_rt converted = {0};
    grn_status status = grn_hlo_as_dtype(x, op, 2, GRN_I64, &converted);
    if (status == GRN_OK)
        status = x->calls->alloc(x, GRN_I64, converted.tensor.rank, converted.tensor.shape, &w->sizes);
    if (status == GRN_OK)
        grn_tensor_copy(&w->sizes.tensor, &converted.tensor);
    x->calls->release(x, &converted);
    const int64_t *v = w->sizes.tensor.data, count = status == GRN_OK ? grn_tensor_elements(&w->sizes.tensor) : 0;
    for (int64_t i = 0; i < count; i++)
        if (v[i] < 0)
            return grn_exec_fail(x, op, GRN_E_ARGUMENT, "a group's size is %" PRId64 ", it must not be negative", v[i]);
    return status;
}

static grn_status arrange(grn_exec *x, const grn_op *op, work *w)
{
    int64_t lhs[GRN_MAX_RANK], rhs[GRN_MAX_RANK];
    int32_t l = 0, r = 0;
    const grn_ragged *g = &w->r;
    for (size_t i = 0; i < g->dot.lhs_batch.count; i++)
        lhs[l++] = g->dot.lhs_batch.v[i];
    for (int32_t i = 0; i < g->lhs_free.count; i++)
        lhs[l++] = g->lhs_free.v[i];
    for (size_t i = 0; i < g->dot.lhs_contract.count; i++)
        lhs[l++] = g->dot.lhs_contract.v[i];
    if (g->group >= 0)
        rhs[r++] = g->group;
    for (size_t i = 0; i < g->dot.rhs_batch.count; i++)
        rhs[r++] = g->dot.rhs_batch.v[i];
    for (size_t i = 0; i < g->dot.rhs_contract.count; i++)
        rhs[r++] = g->dot.rhs_contract.v[i];
    for (int32_t i = 0; i < g->rhs_free.count; i++)
        rhs[r++] = g->rhs_free.v[i];
    grn_status status = arrange_one(x, op, 0, lhs, w->row.add.out, &w->lhs);
    return status == GRN_OK ? arrange_one(x, op, 1, rhs, w->row.add.out, &w->rhs) : status;
}

static void measure(const grn_exec *x, work *w)
{
    const int64_t *lhs = x->operands[0].tensor.shape, *rhs = x->operands[1].tensor.shape;
    const grn_ragged *r = &w->r;
    const int32_t nbatch = (int32_t)r->dot.lhs_batch.count, ncontract = (int32_t)r->dot.lhs_contract.count;
    w->batch = product_of(lhs, nbatch, r->dot.lhs_batch.v);
    w->m = product_of(lhs, r->lhs_free.count, r->lhs_free.v);
    w->k = product_of(lhs, ncontract, r->dot.lhs_contract.v);
    w->row.n = product_of(rhs, r->rhs_free.count, r->rhs_free.v);
    w->outer = product_of(lhs, r->outer.count, r->outer.v);
    if (r->mode == GRN_RAGGED_FREE)
        cut_list(w, lhs, r->lhs_free.count, r->lhs_free.v);
    else if (r->mode == GRN_RAGGED_CONTRACT)
        cut_list(w, lhs, ncontract, r->dot.lhs_contract.v);
    else
        cut_list(w, lhs, nbatch, r->dot.lhs_batch.v);
}

/* out[to] += lhs from element `from` on times the `k` rows of rhs from `rhs_row` on. */
static void add_row(const work *w, char *out, int64_t to, int64_t from, int64_t rhs_row, int64_t k)
{
    const char *lhs = w->lhs.tensor.data, *rhs = w->rhs.tensor.data;
    const size_t row_bytes = (size_t)w->row.n * w->bytes;
    add_products(&w->row, k, lhs + (size_t)from * w->bytes, rhs + (size_t)rhs_row * row_bytes,
                 out + (size_t)to * row_bytes);
}

/* What group `g` is under the outer index `o`: indices [start, end) of the ragged dim. */
static void run_group(const work *w, char *out, int64_t o, int64_t g, int64_t start, int64_t end)
{
    const int64_t first = (o * w->extent + start) * w->after, count = (end - start) * w->after;
    switch (w->r.mode) {
    case GRN_RAGGED_FREE:
        for (int64_t i = first; i < first + count; i++)
            add_row(w, out, i, i * w->k, (g * w->batch + o / w->before) * w->k, w->k);
        break;
    case GRN_RAGGED_CONTRACT: {
        const int64_t b = o / w->before, within = first - b * w->k;
        for (int64_t m = 0; m < w->m; m++)
            add_row(w, out, (g * w->batch + b) * w->m + m, (b * w->m + m) * w->k + within, first, count);
        break;
    }
    case GRN_RAGGED_BATCH:
        for (int64_t i = first * w->m; i < (first + count) * w->m; i++)
            add_row(w, out, i, i * w->k, i / w->m * w->k, w->k);
        break;
    }
}

/* Sizes are those under the outer index, or of every one. */
static void run_all(const work *w, char *out)
{
    const int64_t *sizes = w->sizes.tensor.data;
    const bool for_each = w->sizes.tensor.rank > 1;
    for (int64_t o = 0; o < w->outer; o++) {
        const int64_t *size = for_each ? sizes + o * w->groups : sizes;
        int64_t start = 0;
        for (int64_t g = 0; g < w->groups; g++) {
            int64_t end = size[g] < w->extent - start ? start + size[g] : w->extent;
            run_group(w, out, o, g, start, end);
            start = end;
        }
    }
}

/* The sums, of which each is zero at first, once operands are arranged. */
static grn_status run(grn_exec *x, work *w)
{
    const grn_tensor *sums = &w->sums.tensor;
    memset(sums->data, 0, grn_tensor_bytes(sums));
    if (grn_tensor_elements(sums) == 0 || grn_tensor_elements(&w->lhs.tensor) == 0)
        return GRN_OK;
    measure(x, w);
    w->bytes = grn_dtype_bytes(sums->dtype);
    grn_status status =
        x->calls->charge(x, grn_steps_times((uint64_t)grn_tensor_elements(&w->lhs.tensor), (uint64_t)w->row.n));
    if (status == GRN_OK)
        status = x->calls->alloc(x, sums->dtype, 1, &w->row.n, &w->product);
    if (status != GRN_OK)
        return status;
    w->row.product = w->product.tensor;
    run_all(w, sums->data);
    return GRN_OK;
}

static grn_status run_op(grn_exec *x, const grn_op *op, work *w)
{
    const grn_tensor *sizes = &x->operands[2].tensor;
    int64_t shape[GRN_MAX_RANK];
    w->groups = sizes->shape[sizes->rank - 1];
    const int32_t rank =
        grn_ragged_shape(&w->r, x->operands[0].tensor.shape, x->operands[1].tensor.shape, w->groups, shape);
    grn_status status = read_sizes(x, op, w);
    if (status == GRN_OK)
        status = arrange(x, op, w);
    if (status == GRN_OK)
        status = x->calls->alloc(x, w->row.add.out, rank, shape, &w->sums);
    if (status == GRN_OK)
        status = run(x, w);
    return status == GRN_OK ? grn_hlo_product_result(x, op, &w->sums) : status;
}

grn_status grn_ragged_eval(grn_exec *x, const grn_op *op)
{
    work w = {0};
    if (!grn_type_is_tensor(grn_operand_type(op, 0)) || !grn_type_is_tensor(grn_operand_type(op, 1)))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot run on operands whose types have no rank");
    w.r = grn_ragged_of(op);
    grn_status status = grn_chlo_refuse_quantized(x, op);
    if (status == GRN_OK)
        status = check_sizes(x, op, &w.r);
    if (status == GRN_OK)
        status = bind(x, op, &w.row);
    if (status == GRN_OK)
        status = run_op(x, op, &w);
    grn_rt *const own[] = {&w.lhs, &w.rhs, &w.sizes, &w.product, &w.sums};
    for (size_t i = 0; i < GRN_COUNT(own); i++)
        x->calls->release(x, own[i]);
    return status;
}
