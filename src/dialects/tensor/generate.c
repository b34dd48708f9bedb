/*
 * generate.c - tensor.generate and tensor.yield: each element computed from
 * where it is (MLIR tensor dialect, the sections of those names).
 */
#include <inttypes.h>

#include "dialects/tensor/tensor.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status generate_verify(const grn_op *op, grn_check *check)
{
    return op->noperands == grn_type_dynamic_extents(grn_result_type(op, 0))
               ? GRN_OK
               : grn_op_fail_plain(op, check, "must have as many index operands as dynamic extents in the result type");
}

static grn_status generate_verify_regions(const grn_op *op, grn_check *check)
{
    const grn_type *type = grn_result_type(op, 0);
    const grn_block *body = op->regions[0].first;
    const grn_op *end = body && !body->next ? grn_block_terminator(body) : NULL;
    if (!end)
        return grn_op_fail(op, check, "expects to have 1 region with 1 block");
    for (size_t i = 0; i < body->nargs; i++)
        if (!grn_is_index.matches(body->args[i].type))
            return grn_op_fail_plain(op, check, "all body arguments must be index");
    if (body->nargs != (size_t)type->rank)
        return grn_op_fail_plain(op, check, "must have one body argument per input dimension");
    if (!grn_str_is(end->name, "tensor.yield") || end->noperands != 1 || grn_operand_type(end, 0) != type->element)
        return grn_op_fail(op, check, "body must be terminated with a `yield` operation of the tensor element type");
    return GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status element(grn_exec *x, const grn_op *op, const int64_t *at, grn_rt *args, void *to)
{
    size_t rank = (size_t)grn_result_type(op, 0)->rank;
    grn_rt value = {.buffer = NULL};
    grn_status status = x->calls->charge(x, 1 + rank);
    for (size_t d = 0; status == GRN_OK && d < rank; d++) {
        status = x->calls->alloc(x, GRN_INDEX, 0, NULL, &args[d]);
        if (status == GRN_OK)
            *(int64_t *)args[d].tensor.data = at[d];
    }
    if (status == GRN_OK)
        status = x->calls->run_region(x, &op->regions[0], rank, args, 1, &value);
    if (status == GRN_OK)
        memcpy(to, value.tensor.data, grn_dtype_bytes(value.tensor.dtype));
    x->calls->release(x, &value);
    return status;
}

static grn_status generate_eval(grn_exec *x, const grn_op *op)
{
    int64_t shape[GRN_MAX_RANK];
    grn_hlo_values args;
    grn_walk w;
    grn_status status = grn_tensor_read_sizes(x, op, 0, shape);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, grn_result_type(op, 0)->rank, shape);
    if (status != GRN_OK)
        return status;
    const grn_tensor *out = &x->results[0].tensor;
    status = grn_hlo_values_begin(x, op, (size_t)out->rank, &args);
    grn_walk_init(&w, out->rank, out->shape, 1, (const int64_t *[]){out->stride});
    for (; status == GRN_OK && w.more; grn_walk_next(&w))
        status = element(x, op, w.index, args.rt, grn_tensor_at(out, w.offset[0]));
    grn_hlo_values_end(&args);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port result[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_port value[] = {GRN_PORT("value", grn_hlo_any_type), GRN_PORTS_END};

const grn_op_def grn_tensor_generate_ops[] = {
    GRN_MLIR_LISTED(tensor, generate, "a tensor whose elements a region computes from their places",
                    GRN_PORTS(GRN_PORT_ANY("dynamicExtents", grn_is_index)), result, GRN_NO_ATTRS, .nregions = 1,
                    .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE,
                    .assembly = "%dynamicExtents {0} {} : !result ~dynamicExtents=index", .verify = generate_verify,
                    .verify_regions = generate_verify_regions, .eval = generate_eval, .work = GRN_WORK_OWN),
    GRN_MLIR("tensor", "yield", "ends a region and gives its value", value, GRN_NO_PORTS, GRN_NO_ATTRS,
             .format = "%* {} :operands", .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_PURE,
             .no_meaning = "ends a region; says what it yields"),
    {.name = NULL},
};
