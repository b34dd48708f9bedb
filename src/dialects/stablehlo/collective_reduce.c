/*
 * collective_reduce.c - collective ops that fold values: all_reduce,
 * reduce_scatter, collective_reduce, cross-replica-sum. Elements are folded in the order of
 * the group, from its first member on (comm/comm.h).
 */
#include "dialects/stablehlo/collective_eval.h"

#include <inttypes.h>

/* A computation, or a sum, and what it is run on. */
typedef struct folding {
    grn_exec *x;
    grn_compiled *compiled; /* NULL: a sum */
    grn_bound_element sum;
} folding;

static grn_status fold(void *user, size_t n, void *acc, const void *in)
{
    const folding *f = user;
    if (!f->compiled) {
        grn_element_run(&f->sum, n, acc, (const void *const[]){acc, in});
        return f->x->calls->charge(f->x, n);
    }
    grn_status status = f->x->calls->charge_compiled(f->x, f->compiled, n);
    return status == GRN_OK
               ? f->x->calls->run_compiled(f->x, f->compiled, n, (const void *const[]){acc, in}, (void *const[]){acc})
               : status;
}

static grn_status folding_begin(folding *f, grn_exec *x, const grn_op *op)
{
    *f = (folding){.x = x};
    return x->calls->compile_region(x, &op->regions[0], &f->compiled);
}

static void folding_end(folding *f)
{
    if (f->compiled)
        f->x->calls->free_compiled(f->x, f->compiled);
}

/* Operand i, its elements as the computation has them, without gaps. */
static grn_status take_operand(grn_exec *x, const grn_op *op, size_t i, grn_rt *out)
{
    grn_rt converted = {0};
    grn_status status =
        grn_hlo_as_element(x, op, i, grn_result_type(op, op->nresults > i ? i : 0)->element, &converted);
    if (status == GRN_OK)
        status = grn_hlo_compact(x, &converted, &converted.tensor, out);
    x->calls->release(x, &converted);
    return status;
}

static grn_status report_memory(grn_exec *x, const grn_op *op, grn_status status)
{
    return status == GRN_E_MEMORY ? grn_exec_fail(x, op, status, "memory for the parts of its group was refused")
                                  : status;
}

/* ---- all_reduce, collective_reduce ----------------------------------------------------------- */

/* root SIZE_MAX: all get the result, else that member alone, and the others zeros. */
static grn_status reduce_operand(grn_collective *c, folding *f, size_t i, size_t root)
{
    grn_exec *x = c->x;
    grn_rt own = {0};
    grn_status status = take_operand(x, c->op, i, &own);
    if (status == GRN_OK)
        status = root == SIZE_MAX ? grn_hlo_new_result(x, c->op, i, own.tensor.rank, own.tensor.shape)
                                  : grn_hlo_zero_result(x, c->op, i, own.tensor.rank, own.tensor.shape);
    if (status == GRN_OK) {
        const grn_comm_fold how = {fold, f, grn_dtype_bytes(own.tensor.dtype)};
        const grn_comm_reduction reduction = {.fold = &how,
                                              .n = (size_t)grn_tensor_elements(&own.tensor),
                                              .from = own.tensor.data,
                                              .result = x->results[i].tensor.data,
                                              .all = root == SIZE_MAX,
                                              .root = root};
        status = report_memory(x, c->op, grn_comm_reduce(&c->group, &reduction, x->allocator));
    }
    x->calls->release(x, &own);
    return status;
}

grn_status grn_hlo_all_reduce_eval(grn_exec *x, const grn_op *op)
{
    grn_collective c;
    folding f = {.compiled = NULL};
    grn_status status = grn_collective_begin(&c, x, op, grn_hlo_reducing_strategy(op), "C3", false);
    if (status == GRN_OK)
        status = folding_begin(&f, x, op);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = reduce_operand(&c, &f, i, SIZE_MAX);
    folding_end(&f);
    grn_collective_end(&c);
    return status;
}

/* The same without a computation, from before there was one. */
grn_status grn_hlo_cross_replica_sum_eval(grn_exec *x, const grn_op *op)
{
    grn_collective c;
    folding f = {.x = x};
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0), both[] = {dtype, dtype};
    if (grn_hlo_any_quantized(op) || grn_element_bind(&grn_element_add, both, dtype, &f.sum) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on these elements");
    grn_status status = grn_collective_begin(&c, x, op, grn_hlo_reducing_strategy(op), "C3", false);
    if (status == GRN_OK)
        status = reduce_operand(&c, &f, 0, SIZE_MAX);
    grn_collective_end(&c);
    return status;
}

grn_status grn_hlo_collective_reduce_eval(grn_exec *x, const grn_op *op)
{
    grn_collective c;
    folding f = {.compiled = NULL};
    grn_status status = grn_collective_begin(&c, x, op, grn_hlo_moving_strategy(op), "C2", true);
    if (status == GRN_OK)
        status = folding_begin(&f, x, op);
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++) {
        const grn_tensor *in = &x->operands[i].tensor;
        size_t root = 0;
        if (c.count)
            status = grn_collective_root(&c, op->nresults, i, &root);
        if (status == GRN_OK)
            status = c.count ? reduce_operand(&c, &f, i, root) : grn_hlo_zero_result(x, op, i, in->rank, in->shape);
    }
    folding_end(&f);
    grn_collective_end(&c);
    return status;
}

/* ---- reduce_scatter -------------------------------------------------------------------------- */

/* Each member gets its part of everyone's operand, and folds it. */
static grn_status scatter_parts(grn_collective *c, folding *f, const grn_rt *own, int32_t dim)
{
    grn_exec *x = c->x;
    grn_rt copies = {0}, parts = {0};
    grn_tensor part, view;
    grn_status status = grn_collective_give_parts(c, &own->tensor, dim, &copies, &part);
    if (status == GRN_OK)
        status = grn_collective_take_parts(c, &part, &parts, &view);
    if (status == GRN_OK)
        status = grn_collective_exchange(c);
    const size_t n = status == GRN_OK ? (size_t)grn_tensor_elements(&view) : 0;
    for (size_t m = 1; n && status == GRN_OK && m < c->count; m++)
        status = fold(f, n, view.data, grn_tensor_at(&view, (int64_t)(m * n)));
    if (status == GRN_OK)
        status = x->calls->share(x, &parts, &view, &x->results[0]);
    x->calls->release(x, &copies);
    x->calls->release(x, &parts);
    return status;
}

grn_status grn_hlo_reduce_scatter_eval(grn_exec *x, const grn_op *op)
{
    grn_collective c;
    folding f = {.compiled = NULL};
    grn_rt own = {0};
    const int32_t dim = (int32_t)grn_op_integer(op, "scatter_dimension", 0);
    grn_status status = grn_collective_begin(&c, x, op, grn_hlo_reducing_strategy(op), "C5", false);
    if (status == GRN_OK)
        status = folding_begin(&f, x, op);
    if (status == GRN_OK)
        status = take_operand(x, op, 0, &own);
    if (status == GRN_OK && own.tensor.shape[dim] % (int64_t)c.count)
        status = grn_exec_fail(x, op, GRN_E_SHAPE,
                               "dimension %" PRId32 " has %" PRId64 " elements, which %zu members cannot share", dim,
                               own.tensor.shape[dim], c.count);
    if (status == GRN_OK)
        status = scatter_parts(&c, &f, &own, dim);
    x->calls->release(x, &own);
    folding_end(&f);
    grn_collective_end(&c);
    return status;
}
