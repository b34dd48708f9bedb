/*
 * control.c - what decides which ops run, and what only holds values
 * together: while, if, case, return, optimization_barrier, tuple,
 * get_tuple_element, after_all, create_token (StableHLO spec, the sections of
 * those names; create_token by the dialect's own description).
 */
#include "dialects/stablehlo/control.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- types of many values in messages -------------------------------------------------------- */

#define TYPES_TEXT_BYTES 1024

/* "'tensor<i32>', 'tensor<f32>'", cut when it does not fit. */
static const char *types_text(size_t count, const grn_type *(*type)(const void *from, size_t i), const void *from,
                              char *buffer)
{
    size_t n = 0;
    char one[GRN_TYPE_TEXT_BYTES];
    buffer[0] = '\0';
    for (size_t i = 0; i < count && n < TYPES_TEXT_BYTES - 1; i++) {
        int wrote = snprintf(buffer + n, TYPES_TEXT_BYTES - n, "%s'%s'", i ? ", " : "",
                             grn_type_text(type(from, i), one, sizeof one));
        n = wrote < 0 ? TYPES_TEXT_BYTES : n + (size_t)wrote;
    }
    return buffer;
}

static const grn_type *value_type(const void *from, size_t i) { return ((grn_value *const *)from)[i]->type; }
static const grn_type *arg_type(const void *from, size_t i) { return ((const grn_value *)from)[i].type; }

/* ---- while ----------------------------------------------------------------------------------- */

typedef const grn_type *(*type_reader)(const void *from, size_t i);

/* The operands are compatible with `have`, which a region takes or gives. */
static grn_status while_types(const grn_op *op, grn_check *check, const char *rule, const char *what, size_t count,
                              type_reader type, const void *from)
{
    char a[TYPES_TEXT_BYTES], b[TYPES_TEXT_BYTES];
    bool good = count == op->noperands;
    for (size_t i = 0; good && i < count; i++)
        good = grn_types_compatible(grn_operand_type(op, i), type(from, i));
    if (good)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, rule, "expect operands to be compatible with %s but got %s vs %s", what,
                                types_text(op->noperands, value_type, op->operands, a),
                                types_text(count, type, from, b));
}

static grn_status while_args(const grn_op *op, grn_check *check, size_t region, const char *rule, const char *what)
{
    const grn_block *block = op->regions[region].first;
    return while_types(op, check, rule, what, grn_stablehlo_region_args(&op->regions[region]), arg_type,
                       block ? block->args : NULL);
}

/* while C1: cond takes the operands and gives tensor<i1>. C2: body takes and gives them. */
static grn_status while_verify(const grn_op *op, grn_check *check)
{
    grn_value *const *results;
    char text[GRN_TYPE_TEXT_BYTES];
    size_t n = grn_stablehlo_region_results(&op->regions[1], &results);
    grn_status status = while_args(op, check, 0, "C1", "condition block arguments");
    if (status == GRN_OK)
        status = while_args(op, check, 1, "C2", "body block arguments");
    if (status == GRN_OK && !grn_stablehlo_region_ends(&op->regions[1]))
        status = grn_stablehlo_broken(op, check, "C2", "The while body-region expected to have a terminator");
    if (status == GRN_OK)
        status = while_types(op, check, "C2", "body block return types", n, value_type, results);
    if (status != GRN_OK)
        return status;
    n = grn_stablehlo_region_results(&op->regions[0], &results);
    if (n != 1)
        return grn_stablehlo_broken(op, check, "C1", "expect condition body returns a single value but got %zu", n);
    if (!grn_hlo_is_scalar_pred(results[0]->type))
        return grn_stablehlo_broken(op, check, "C1",
                                    "expect condition block return a zero-ranked tensor of i1 but got '%s'",
                                    grn_type_text(results[0]->type, text, sizeof text));
    return GRN_OK;
}

/* while C3: the results are the operands' types. */
grn_status grn_stablehlo_infer_operands(const grn_op *op, grn_check *check, grn_inferred *out)
{
    if (!grn_stablehlo_infer_count(check, out, op->noperands))
        return GRN_E_MEMORY;
    for (size_t i = 0; i < op->noperands; i++)
        out->types[i] = grn_operand_type(op, i);
    return GRN_OK;
}

static void release_all(grn_exec *x, size_t count, grn_rt *values)
{
    for (size_t i = 0; i < count; i++)
        x->calls->release(x, &values[i]);
}

/* The condition gets shares of the values; `room` has place for them. */
static grn_status test(grn_exec *x, const grn_op *op, const grn_rt *values, grn_rt *room, bool *more)
{
    grn_rt pred = {0};
    grn_status status = GRN_OK;
    size_t shared = 0;
    for (; shared < op->noperands && status == GRN_OK; shared++)
        status = x->calls->share(x, &values[shared], NULL, &room[shared]);
    if (status != GRN_OK) {
        release_all(x, shared, room);
        return status;
    }
    status = x->calls->run_region(x, &op->regions[0], op->noperands, room, 1, &pred);
    if (status == GRN_OK)
        *more = grn_hlo_integer_value(&pred.tensor) != 0;
    x->calls->release(x, &pred);
    return status;
}

/* values: the loop's, in and out. next: room for as many, zeroed. */
static grn_status loop(grn_exec *x, const grn_op *op, grn_rt *values, grn_rt *next)
{
    size_t n = op->noperands;
    bool more = false;
    grn_status status = test(x, op, values, next, &more);
    while (status == GRN_OK && more) {
        status = x->calls->run_region(x, &op->regions[1], n, values, n, next);
        if (status != GRN_OK)
            break;
        for (size_t i = 0; i < n; i++) {
            values[i] = next[i];
            next[i] = (grn_rt){0};
        }
        status = test(x, op, values, next, &more);
    }
    return status;
}

/* The loop's values live where the results go; after an error the caller lets go of them. */
static grn_status while_eval(grn_exec *x, const grn_op *op)
{
    size_t n = op->noperands, bytes;
    grn_status status = GRN_OK;
    if (!grn_mul_size(n ? n : 1, sizeof(grn_rt), &bytes))
        return grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu values was refused", n);
    grn_rt *next = grn_allocate(x->allocator, bytes);
    if (!next)
        return grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu values was refused", n);
    memset(next, 0, bytes);
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = x->calls->share(x, &x->operands[i], NULL, &x->results[i]);
    if (status == GRN_OK)
        status = loop(x, op, x->results, next);
    grn_release(x->allocator, next, bytes);
    return status;
}

/* ---- if, case -------------------------------------------------------------------------------- */

/* if C1-C2, case C1-C3: branches take nothing and give the same types. */
static grn_status branch_rules(const grn_op *op, grn_check *check)
{
    char a[TYPES_TEXT_BYTES], b[TYPES_TEXT_BYTES];
    grn_value *const *first, *const *other;
    size_t nfirst = op->nregions ? grn_stablehlo_region_results(&op->regions[0], &first) : 0;
    if (grn_operand_type(op, 0)->rank != 0)
        return grn_stablehlo_broken(op, check, "I1", "operand should be rank 0 tensor but got rank %d",
                                    (int)grn_operand_type(op, 0)->rank);
    if (op->nregions == 0)
        return grn_stablehlo_broken(op, check, "C1", "expect at least one branch");
    for (size_t r = 0; r < op->nregions; r++) {
        size_t nargs = grn_stablehlo_region_args(&op->regions[r]);
        if (nargs != 0)
            return grn_stablehlo_broken(op, check, "C1", "branch %zu must have 0 arguments, but found %zu", r, nargs);
        size_t n = grn_stablehlo_region_results(&op->regions[r], &other);
        bool same = n == nfirst;
        for (size_t i = 0; same && i < n; i++)
            same = grn_types_compatible(first[i]->type, other[i]->type);
        if (!same)
            return grn_stablehlo_broken(op, check, "C2",
                                        "branch 0 and branch %zu have mismatched return types: %s vs %s", r,
                                        types_text(nfirst, value_type, first, a), types_text(n, value_type, other, b));
    }
    return GRN_OK;
}

/* if C3, case C4: a result is what every branch may give. */
static grn_status branch_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_value *const *results;
    grn_status status = branch_rules(op, check);
    if (status != GRN_OK)
        return status;
    size_t n = grn_stablehlo_region_results(&op->regions[0], &results);
    if (!grn_stablehlo_infer_count(check, out, n))
        return GRN_E_MEMORY;
    for (size_t i = 0; i < n; i++)
        out->types[i] = results[i]->type;
    for (size_t r = 1; r < op->nregions; r++) {
        grn_stablehlo_region_results(&op->regions[r], &results);
        for (size_t i = 0; status == GRN_OK && i < n; i++)
            status = grn_hlo_merge_types(op, check, GRN_MERGE_LEAST_SPECIFIC, out->types[i], results[i]->type,
                                         &out->types[i]);
    }
    return status;
}

static grn_status run_branch(grn_exec *x, const grn_op *op, size_t branch)
{
    return x->calls->run_region(x, &op->regions[branch], 0, NULL, op->nresults, x->results);
}

static grn_status if_eval(grn_exec *x, const grn_op *op)
{
    return run_branch(x, op, grn_hlo_integer_value(&x->operands[0].tensor) != 0 ? 0 : 1);
}

/* An index that no branch has means the last one. */
static grn_status case_eval(grn_exec *x, const grn_op *op)
{
    int64_t index = grn_hlo_integer_value(&x->operands[0].tensor);
    return run_branch(x, op, index >= 0 && (uint64_t)index < op->nregions ? (size_t)index : op->nregions - 1);
}

/* Upstream's PairwiseSameOperandAndResultType. */
static grn_status pairwise_same(const grn_op *op, grn_check *check)
{
    if (op->noperands != op->nresults)
        return grn_op_fail(op, check, "requires the same number of operands and results");
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i) != grn_result_type(op, i))
            return grn_op_fail(op, check, "requires the same type for operand and result at index %zu", i);
    return GRN_OK;
}

/* ---- optimization_barrier, tokens ------------------------------------------------------------ */

static grn_status pass_on(grn_exec *x, const grn_op *op)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        status = x->calls->share(x, &x->operands[i], NULL, &x->results[i]);
    return status;
}

/* A token orders effects, which are in order anyway: it is nothing. */
static grn_status nothing(grn_exec *x, const grn_op *op)
{
    (void)x;
    (void)op;
    return GRN_OK;
}

/* ---- tuple, get_tuple_element ---------------------------------------------------------------- */

/* tuple C1: the result is the tuple of the operands' types. */
static grn_status tuple_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type **members = GRN_ARENA_NEW(&check->scratch->arena, const grn_type *, op->noperands);
    if (!members)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < op->noperands; i++)
        members[i] = grn_operand_type(op, i);
    return grn_stablehlo_infer_one(check, out, grn_type_tuple(check->scratch, op->noperands, members));
}

static grn_status tuple_eval(grn_exec *x, const grn_op *op)
{
    size_t n = op->noperands, bytes;
    grn_rt *tuple = &x->results[0];
    grn_status status = GRN_OK;
    if (n == 0)
        return GRN_OK;
    if (!grn_mul_size(n, sizeof(grn_rt), &bytes) || !(tuple->members = grn_allocate(x->allocator, bytes)))
        return grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu values was refused", n);
    memset(tuple->members, 0, bytes);
    tuple->nmembers = n;
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = x->calls->share(x, &x->operands[i], NULL, &tuple->members[i]);
    return status;
}

/* get_tuple_element C1: 0 <= index < size(operand). C2: the result has that member's type. */
static grn_status get_tuple_element_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *tuple = grn_operand_type(op, 0);
    int64_t index = grn_op_integer(op, "index", 0);
    if (index < 0 || (uint64_t)index >= tuple->count)
        return grn_stablehlo_broken(op, check, "C1", "index %" PRId64 " is out of bounds of operand with size %zu",
                                    index, tuple->count);
    return grn_stablehlo_infer_one(check, out, tuple->members[index]);
}

static grn_status get_tuple_element_eval(grn_exec *x, const grn_op *op)
{
    const grn_rt *tuple = &x->operands[0];
    uint64_t index = (uint64_t)grn_op_integer(op, "index", 0);
    if (index >= tuple->nmembers)
        return grn_exec_fail(x, op, GRN_E_INDEX, "index %" PRIu64 " is outside a tuple of %zu", index, tuple->nmembers);
    return x->calls->share(x, &tuple->members[index], NULL, &x->results[0]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

GRN_HLO_ANY(branch_results, "result", tensor_per_axis_or_token)
GRN_HLO_ONE(token_result, "result", token)

const grn_op_def grn_stablehlo_control_ops[] = {
    GRN_STABLEHLO(while, "runs body as long as cond is true", "C1-C3",
                  GRN_PORTS(GRN_PORT_ANY("operand", grn_hlo_tensor_token_or_buffer)),
                  GRN_PORTS(GRN_PORT_ANY("result", grn_hlo_tensor_token_or_buffer)), GRN_NO_ATTRS, .nregions = 2,
                  .regions = "cond, body",
                  .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE | GRN_TRAIT_SAME_ARGUMENTS,
                  .terminator = "stablehlo.return", .parse = grn_hlo_while_parse, .print = grn_hlo_while_print,
                  .verify = while_verify, .infer = grn_stablehlo_infer_operands, .eval = while_eval,
                  .work = GRN_WORK_OWN),
    GRN_STABLEHLO(if, "runs one of two branches by a boolean", "C1-C3",
                  GRN_PORTS(GRN_PORT("pred", grn_hlo_pred_tensor)), branch_results, GRN_NO_ATTRS, .nregions = 2,
                  .regions = "true_branch, false_branch", .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE,
                  .terminator = "stablehlo.return", .infer = branch_infer, .eval = if_eval, .work = GRN_WORK_OWN),
    GRN_STABLEHLO(case, "runs one of several branches by its number", "C1-C4",
                  GRN_PORTS(GRN_PORT("index", grn_hlo_i32_tensor)), branch_results, GRN_NO_ATTRS, .nregions = -1,
                  .regions = "branches", .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE,
                  .terminator = "stablehlo.return", .infer = branch_infer, .eval = case_eval, .work = GRN_WORK_OWN),
    GRN_STABLEHLO_FROM(return, "ends a region and gives its results", "StableHLO spec, programs, functions",
                             GRN_PORTS(GRN_PORT_ANY("results", grn_hlo_tensor_token_or_buffer)), GRN_NO_PORTS,
                             GRN_NO_ATTRS, .format = "%* {} :operands", .traits = GRN_TRAIT_PURE | GRN_TRAIT_TERMINATOR,
                             .no_meaning = "it ends its region: its operands are the region's results"),
    GRN_STABLEHLO(optimization_barrier, "gives its operands; nothing is moved across it", "C1",
                  GRN_PORTS(GRN_PORT_ANY("operand", grn_hlo_tensor_or_token)),
                  GRN_PORTS(GRN_PORT_ANY("result", grn_hlo_tensor_or_token)), GRN_NO_ATTRS,
                  .parse = grn_hlo_barrier_parse, .print = grn_hlo_barrier_print, .verify = pairwise_same,
                  .infer = grn_stablehlo_infer_operands, .eval = pass_on, .work = GRN_WORK_OWN),
    GRN_STABLEHLO(tuple, "makes a tuple of values", "C1",
                  GRN_PORTS(GRN_PORT_ANY("val", grn_hlo_tensor_token_tuple_or_buffer)),
                  GRN_PORTS(GRN_PORT("result", grn_hlo_tuple)), GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,
                  .parse = grn_hlo_tuple_parse, .print = grn_hlo_tuple_print, .infer = tuple_infer, .eval = tuple_eval,
                  .work = GRN_WORK_OWN),
    GRN_STABLEHLO(get_tuple_element, "takes one value out of a tuple", "C1-C2",
                  GRN_PORTS(GRN_PORT("operand", grn_hlo_tuple)),
                  GRN_PORTS(GRN_PORT("result", grn_hlo_tensor_token_tuple_or_buffer)),
                  GRN_ATTRS(GRN_NEEDS("index", grn_hlo_is_natural_i32)), .traits = GRN_TRAIT_PURE,
                  .parse = grn_hlo_get_tuple_element_parse, .print = grn_hlo_get_tuple_element_print,
                  .infer = get_tuple_element_infer, .eval = get_tuple_element_eval, .work = GRN_WORK_OWN),
    GRN_STABLEHLO_FROM(after_all, "a token that comes after all tokens it is given", "StableHLO spec, after_all",
                       GRN_PORTS(GRN_PORT_ANY("inputs", grn_hlo_token)), token_result, GRN_NO_ATTRS,
                       .format = "%* {} :same", .eval = nothing, .work = GRN_WORK_OWN),
    GRN_STABLEHLO_FROM(create_token, "makes a token", "StableHLO dialect, create_token", GRN_NO_PORTS, token_result,
                       GRN_NO_ATTRS, .format = "{} :results", .eval = nothing, .work = GRN_WORK_OWN),
    {.name = NULL},
};
