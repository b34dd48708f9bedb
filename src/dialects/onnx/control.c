/*
 * control.c - ONNX's operators with graphs: If, Loop, Scan, and what ends a graph.
 *
 *   ON-35  each graph is there and ends in onnx.Yield; those of an If take nothing
 *   ON-36  a graph takes and gives as many values as its operator says: Loop a number and a
 *          condition beside what it carries, Scan what it carries and a slice of each input
 *   ON-37  Scan: num_scan_inputs is in [1, operands]; axes and directions are one for each input or
 *          output, an axis in range, a direction 0 or 1; inputs have as many slices as one another
 *
 * Graphs see the values around them. What a Loop or Scan collects has a dimension of as many
 * extents as there were iterations.
 */
#include "dialects/onnx/onnx.h"

#include <inttypes.h>

/* ---- graphs ---------------------------------------------------------------------------------- */

/* The region of this name (`onnx.graphs` has the names), or number `otherwise` where names are left
 * out. */
static const grn_region *graph_of(const grn_op *op, const char *name, size_t otherwise)
{
    const grn_attr *names = grn_op_attr(op, "onnx.graphs");
    if (names && names->kind == GRN_ATTR_ARRAY && !names->is_dims)
        for (size_t i = 0; i < names->array.count && i < op->nregions; i++)
            if (names->array.items[i]->kind == GRN_ATTR_STRING && grn_str_is(names->array.items[i]->text, name))
                return &op->regions[i];
    return otherwise < op->nregions ? &op->regions[otherwise] : NULL;
}

/* The op that ends a graph of one block; NULL: there is none. */
static const grn_op *end_of(const grn_region *r)
{
    const grn_block *b = r ? r->first : NULL;
    const grn_op *last = b && !b->next ? b->last : NULL;
    return last && grn_str_is(last->name, "onnx.Yield") ? last : NULL;
}

static const grn_region *then_of(const grn_op *op) { return graph_of(op, "then_branch", 0); }
static const grn_region *else_of(const grn_op *op) { return graph_of(op, "else_branch", 1); }
static const grn_region *body_of(const grn_op *op) { return graph_of(op, "body", 0); }

static grn_status check_end(const grn_op *op, grn_check *check, const grn_region *r, const char *name)
{
    return end_of(r)
               ? GRN_OK
               : grn_tensor_broken(op, check, "ON-35", "graph %s has not one block that ends in 'onnx.Yield'", name);
}

/* ON-36, of a body that takes and gives so many. */
static grn_status check_body(const grn_op *op, grn_check *check, size_t takes, size_t gives)
{
    grn_status status = check_end(op, check, body_of(op), "body");
    if (status != GRN_OK)
        return status;
    const size_t nargs = body_of(op)->first->nargs, given = end_of(body_of(op))->noperands;
    if (nargs != takes)
        return grn_tensor_broken(op, check, "ON-36", "the body takes %zu values, expected %zu", nargs, takes);
    if (given != gives)
        return grn_tensor_broken(op, check, "ON-36", "the body gives %zu values, expected %zu", given, gives);
    return GRN_OK;
}

/* What two values of one type are of, as far as both agree; NULL: of different elements or ranks. */
static const grn_type *common_type(grn_ir *ir, const grn_type *a, const grn_type *b)
{
    int64_t shape[GRN_MAX_RANK];
    if (grn_types_equal(a, b))
        return a;
    if (!grn_type_is_tensor(a) || !grn_type_is_tensor(b) || a->rank != b->rank ||
        !grn_types_equal(a->element, b->element))
        return NULL;
    for (int32_t d = 0; d < a->rank; d++)
        shape[d] = a->shape[d] == b->shape[d] ? a->shape[d] : GRN_DYNAMIC;
    return grn_type_tensor(ir, a->element, a->rank, shape, NULL);
}

/* t with a dimension of n at `axis`; NULL: it has no rank, or too high a one. */
static const grn_type *stacked_type(grn_ir *ir, const grn_type *t, int64_t axis, int64_t n)
{
    int64_t shape[GRN_MAX_RANK];
    if (!grn_type_is_tensor(t) || t->rank == GRN_MAX_RANK || axis < 0 || axis > t->rank)
        return NULL;
    for (int32_t d = 0; d <= t->rank; d++)
        shape[d] = d < axis ? t->shape[d] : d == axis ? n : t->shape[d - 1];
    return grn_type_tensor(ir, t->element, t->rank + 1, shape, NULL);
}

/* Values of a run, all empty at first; each is released with them. */
static grn_rt *new_values(grn_exec *x, const grn_op *op, size_t count)
{
    size_t bytes;
    grn_rt *v = grn_mul_size(count + 1, sizeof *v, &bytes) ? grn_allocate(x->allocator, bytes) : NULL;
    if (v)
        memset(v, 0, bytes);
    else
        grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu values was refused", count);
    return v;
}

static void free_values(grn_exec *x, size_t count, grn_rt *v)
{
    for (size_t i = 0; v && i < count; i++)
        x->calls->release(x, &v[i]);
    if (v)
        grn_release(x->allocator, v, (count + 1) * sizeof *v);
}

/* ---- If -------------------------------------------------------------------------------------- */

static grn_status if_check(const grn_op *op, grn_check *check)
{
    grn_status status = check_end(op, check, then_of(op), "then_branch");
    if (status == GRN_OK)
        status = check_end(op, check, else_of(op), "else_branch");
    if (status != GRN_OK)
        return status;
    const size_t takes = then_of(op)->first->nargs + else_of(op)->first->nargs;
    if (takes)
        return grn_tensor_broken(op, check, "ON-35", "its graphs take %zu values, expected none", takes);
    for (size_t r = 0; r < 2; r++) {
        const size_t gives = end_of(r ? else_of(op) : then_of(op))->noperands;
        if (gives != op->nresults)
            return grn_tensor_broken(op, check, "ON-36", "graph %s gives %zu values, expected %zu",
                                     r ? "else_branch" : "then_branch", gives, op->nresults);
    }
    return GRN_OK;
}

static grn_status if_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_status status = if_check(op, check);
    if (status != GRN_OK)
        return status;
    if (!grn_stablehlo_infer_count(check, out, op->nresults))
        return GRN_E_MEMORY;
    const grn_op *then = end_of(then_of(op)), *otherwise = end_of(else_of(op));
    for (size_t i = 0; i < op->nresults; i++) {
        out->types[i] = common_type(check->scratch, grn_operand_type(then, i), grn_operand_type(otherwise, i));
        if (!out->types[i]) /* of two ranks: whichever the operator says */
            out->types[i] = grn_result_type(op, i);
    }
    return GRN_OK;
}

static grn_status if_eval(grn_exec *x, const grn_op *op)
{
    if (grn_tensor_elements(&x->operands[0].tensor) != 1)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the condition has %" PRId64 " elements, expected 1",
                             grn_tensor_elements(&x->operands[0].tensor));
    const bool yes = grn_hlo_integer_value(&x->operands[0].tensor) != 0;
    return x->calls->run_region(x, yes ? then_of(op) : else_of(op), 0, NULL, op->nresults, x->results);
}

/* ---- what iterations give, side by side ------------------------------------------------------ */

/* A collection of slices: the number is not known before the last one is there. */
typedef struct collection {
    grn_vec slices; /* grn_rt */
} collection;

static void end_collections(grn_exec *x, size_t count, collection *c)
{
    for (size_t i = 0; c && i < count; i++) {
        grn_rt *slices = c[i].slices.items;
        for (size_t k = 0; k < c[i].slices.count; k++)
            x->calls->release(x, &slices[k]);
        grn_vec_destroy(&c[i].slices);
    }
    if (c)
        grn_release(x->allocator, c, (count + 1) * sizeof *c);
}

static collection *begin_collections(grn_exec *x, const grn_op *op, size_t count)
{
    size_t bytes;
    collection *c = grn_mul_size(count + 1, sizeof *c, &bytes) ? grn_allocate(x->allocator, bytes) : NULL;
    for (size_t i = 0; c && i < count; i++)
        grn_vec_init(&c[i].slices, x->allocator, sizeof(grn_rt));
    if (!c)
        grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu collections was refused", count);
    return c;
}

/* Takes *v over. */
static grn_status collect(grn_exec *x, const grn_op *op, collection *c, grn_rt *v)
{
    grn_rt *to = grn_vec_push(&c->slices);
    if (!to)
        return grn_exec_fail(x, op, GRN_E_MEMORY, "memory for a slice was refused");
    *to = *v;
    *v = (grn_rt){0};
    return GRN_OK;
}

/* Side by side along `axis`, the last in front where `reverse`. Of none, a slice is as the graph says. */
static grn_status stack(grn_exec *x, const grn_op *op, const collection *c, const grn_type *slice, int64_t axis,
                        bool reverse, grn_rt *out)
{
    const grn_rt *slices = c->slices.items;
    const int64_t n = (int64_t)c->slices.count;
    int64_t shape[GRN_MAX_RANK];
    if (n == 0 && !grn_type_is_tensor(slice))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "has no iteration, and the shape of a slice is not known");
    const int32_t rank = n ? slices[0].tensor.rank : slice->rank;
    const int64_t *of_slice = n ? slices[0].tensor.shape : slice->shape;
    axis += axis < 0 ? rank + 1 : 0;
    if (rank >= GRN_MAX_RANK || axis < 0 || axis > rank)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "slices of %" PRId32 " dimensions cannot be put side by side", rank);
    for (int32_t d = 0; d <= rank; d++)
        shape[d] = d == axis ? n : of_slice[d < axis ? d : d - 1];
    for (int32_t d = 0; d <= rank; d++)
        shape[d] = shape[d] == GRN_DYNAMIC ? 0 : shape[d];
    grn_status status = x->calls->alloc(x, n ? slices[0].tensor.dtype : slice->element->dtype, rank + 1, shape, out);
    for (int64_t i = 0; status == GRN_OK && i < n; i++) {
        const grn_tensor *from = &slices[i].tensor;
        grn_tensor to = *from;
        bool same = from->rank == rank && from->dtype == out->tensor.dtype;
        for (int32_t d = 0; same && d < rank; d++)
            same = from->shape[d] == of_slice[d];
        if (!same)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "iteration %" PRId64 " gives a slice of another shape than the first", i);
        for (int32_t d = 0; d < rank; d++)
            to.stride[d] = out->tensor.stride[d < axis ? d : d + 1];
        to.data = grn_tensor_at(&out->tensor, (reverse ? n - 1 - i : i) * out->tensor.stride[axis]);
        grn_tensor_copy(&to, from);
    }
    return status;
}

/* ---- Loop ------------------------------------------------------------------------------------ */

/* Operands before what is carried: the number of iterations, the condition. */
enum { LOOP_COUNT, LOOP_CONDITION, LOOP_CARRIED };

static size_t loop_carries(const grn_op *op) { return op->noperands - LOOP_CARRIED; }

static grn_status loop_check(const grn_op *op, grn_check *check)
{
    if (op->noperands < LOOP_CARRIED || op->nresults < loop_carries(op))
        return grn_tensor_broken(op, check, "ON-36",
                                 "has %zu operands and %zu results, expected a number, a condition, and a result for "
                                 "each other operand",
                                 op->noperands, op->nresults);
    return check_body(op, check, 2 + loop_carries(op), 1 + op->nresults);
}

static grn_status loop_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_status status = loop_check(op, check);
    if (status != GRN_OK)
        return status;
    if (!grn_stablehlo_infer_count(check, out, op->nresults))
        return GRN_E_MEMORY;
    const grn_op *end = end_of(body_of(op));
    for (size_t i = 0; i < op->nresults; i++) {
        const grn_type *given = grn_operand_type(end, 1 + i);
        out->types[i] = i < loop_carries(op)
                            ? common_type(check->scratch, grn_operand_type(op, LOOP_CARRIED + i), given)
                            : stacked_type(check->scratch, given, 0, GRN_DYNAMIC);
        if (!out->types[i])
            out->types[i] = grn_result_type(op, i);
    }
    return GRN_OK;
}

static grn_status new_number(grn_exec *x, grn_dtype dtype, int32_t rank, int64_t v, grn_rt *out)
{
    static const int64_t ones[] = {1};
    grn_status status = x->calls->alloc(x, dtype, rank, ones, out);
    if (status == GRN_OK)
        grn_scalar_store(&(grn_scalar){.dtype = GRN_I64, .i = v}, dtype, out->tensor.data);
    return status;
}

/* The rank that the body says its argument has, of a number: 0, or 1 of one element. */
static int32_t number_rank(const grn_region *body, size_t arg)
{
    const grn_type *t = body->first->args[arg].type;
    return grn_type_is_tensor(t) && t->rank == 1 ? 1 : 0;
}

/* values: number, condition, what is carried; given: the condition, what is carried, slices. */
static grn_status loop_turn(grn_exec *x, const grn_op *op, int64_t number, bool *more, grn_rt *values, grn_rt *given,
                            collection *c)
{
    const size_t n = loop_carries(op);
    const grn_region *body = body_of(op);
    grn_status status = new_number(x, GRN_I64, number_rank(body, 0), number, &values[0]);
    if (status == GRN_OK)
        status = new_number(x, GRN_I1, number_rank(body, 1), *more, &values[1]);
    if (status == GRN_OK)
        status = x->calls->charge(x, 2 + n);
    if (status == GRN_OK)
        status = x->calls->run_region(x, body, 2 + n, values, 1 + op->nresults, given);
    if (status != GRN_OK)
        return status;
    if (grn_tensor_elements(&given[0].tensor) != 1)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the body gives a condition of %" PRId64 " elements, expected 1",
                             grn_tensor_elements(&given[0].tensor));
    *more = grn_hlo_integer_value(&given[0].tensor) != 0;
    x->calls->release(x, &given[0]);
    for (size_t i = 0; i < n; i++) {
        values[2 + i] = given[1 + i];
        given[1 + i] = (grn_rt){0};
    }
    for (size_t i = n; status == GRN_OK && i < op->nresults; i++)
        status = collect(x, op, &c[i - n], &given[1 + i]);
    return status;
}

static grn_status loop_turns(grn_exec *x, const grn_op *op, grn_rt *values, grn_rt *given, collection *c)
{
    const bool counted = grn_onnx_given(op, LOOP_COUNT), asked = grn_onnx_given(op, LOOP_CONDITION);
    const size_t n = loop_carries(op);
    grn_status status = GRN_OK;
    for (size_t i = 0; i < 2; i++)
        if ((i ? asked : counted) && grn_tensor_elements(&x->operands[i].tensor) != 1)
            return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #%zu has %" PRId64 " elements, expected 1", i,
                                 grn_tensor_elements(&x->operands[i].tensor));
    const int64_t most = counted ? grn_hlo_integer_value(&x->operands[LOOP_COUNT].tensor) : INT64_MAX;
    bool more = !asked || grn_hlo_integer_value(&x->operands[LOOP_CONDITION].tensor) != 0;
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = x->calls->share(x, &x->operands[LOOP_CARRIED + i], NULL, &values[2 + i]);
    /* without a condition the body's own answer is not asked */
    for (int64_t k = 0; status == GRN_OK && k < most && more; k++) {
        status = loop_turn(x, op, k, &more, values, given, c);
        more = more || (!asked && counted);
    }
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        if (i < n) {
            x->results[i] = values[2 + i];
            values[2 + i] = (grn_rt){0};
        } else
            status = stack(x, op, &c[i - n], grn_operand_type(end_of(body_of(op)), 1 + i), 0, false, &x->results[i]);
    return status;
}

static grn_status loop_eval(grn_exec *x, const grn_op *op)
{
    const size_t n = loop_carries(op), slices = op->nresults - n;
    grn_rt *values = new_values(x, op, 2 + n), *given = new_values(x, op, 1 + op->nresults);
    collection *c = begin_collections(x, op, slices);
    grn_status status = values && given && c ? loop_turns(x, op, values, given, c) : GRN_E_MEMORY;
    free_values(x, 2 + n, values);
    free_values(x, 1 + op->nresults, given);
    end_collections(x, slices, c);
    return status;
}

/* ---- Scan ------------------------------------------------------------------------------------ */

static size_t scan_inputs(const grn_op *op) { return (size_t)grn_op_integer(op, "num_scan_inputs", 0); }
static size_t scan_states(const grn_op *op) { return op->noperands - scan_inputs(op); }
static size_t scan_outputs(const grn_op *op) { return op->nresults - scan_states(op); }

/* Number i of a list; 0 where it is left out. */
static int64_t listed(const grn_op *op, const char *name, size_t i)
{
    size_t count = 0;
    const int64_t *v = NULL;
    return grn_op_dims(op, name, &count, &v) && i < count ? v[i] : 0;
}

static grn_status check_list(const grn_op *op, grn_check *check, const char *name, size_t want)
{
    size_t count = 0;
    const int64_t *v = NULL;
    if (!grn_op_attr(op, name))
        return GRN_OK;
    if (!grn_op_dims(op, name, &count, &v) || count != want)
        return grn_tensor_broken(op, check, "ON-37", "%s has %zu entries, expected %zu", name, count, want);
    return GRN_OK;
}

static grn_status scan_check(const grn_op *op, grn_check *check)
{
    const int64_t inputs = grn_op_integer(op, "num_scan_inputs", 0);
    if (inputs < 1 || (uint64_t)inputs > op->noperands)
        return grn_tensor_broken(op, check, "ON-37", "num_scan_inputs is %" PRId64 ", expected 1 to %zu", inputs,
                                 op->noperands);
    if (op->nresults < scan_states(op))
        return grn_tensor_broken(op, check, "ON-36", "has %zu results, expected %zu or more: what it carries",
                                 op->nresults, scan_states(op));
    static const char *const lists[] = {"scan_input_axes", "scan_input_directions", "scan_output_axes",
                                        "scan_output_directions"};
    for (size_t i = 0; i < GRN_COUNT(lists); i++) {
        grn_status status = check_list(op, check, lists[i], i < 2 ? scan_inputs(op) : scan_outputs(op));
        if (status != GRN_OK)
            return status;
    }
    for (size_t i = 0; i < scan_inputs(op); i++) {
        const int64_t axis = listed(op, "scan_input_axes", i);
        const int32_t rank = grn_operand_type(op, scan_states(op) + i)->rank;
        if (axis < -rank || axis >= rank)
            return grn_tensor_broken(
                op, check, "ON-37", "scan_input_axes[%zu] is %" PRId64 ", accepted range is [%" PRId32 ", %" PRId32 "]",
                i, axis, -rank, rank - 1);
    }
    return check_body(op, check, op->noperands, op->nresults);
}

static int64_t extent_along(const int64_t *shape, int32_t rank, int64_t axis)
{
    axis += axis < 0 ? rank : 0;
    return axis >= 0 && axis < rank ? shape[axis] : 0;
}

static grn_status scan_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_status status = scan_check(op, check);
    if (status != GRN_OK)
        return status;
    if (!grn_stablehlo_infer_count(check, out, op->nresults))
        return GRN_E_MEMORY;
    const size_t n = scan_states(op);
    const grn_op *end = end_of(body_of(op));
    const grn_type *first = grn_operand_type(op, n);
    const int64_t count = extent_along(first->shape, first->rank, listed(op, "scan_input_axes", 0));
    for (size_t i = 0; i < op->nresults; i++) {
        const grn_type *given = grn_operand_type(end, i);
        int64_t axis = i < n ? 0 : listed(op, "scan_output_axes", i - n);
        axis += axis < 0 && grn_type_is_tensor(given) ? given->rank + 1 : 0;
        out->types[i] = i < n ? common_type(check->scratch, grn_operand_type(op, i), given)
                              : stacked_type(check->scratch, given, axis, count);
        if (!out->types[i])
            out->types[i] = grn_result_type(op, i);
    }
    return GRN_OK;
}

/* Slice k of input i, without the dimension that is scanned. */
static grn_status take_slice(grn_exec *x, const grn_op *op, size_t i, int64_t k, grn_rt *out)
{
    const size_t n = scan_states(op);
    const grn_rt *in = &x->operands[n + i];
    grn_tensor view = in->tensor;
    int64_t axis = listed(op, "scan_input_axes", i);
    axis += axis < 0 ? view.rank : 0;
    const int64_t extent = view.shape[axis], at = listed(op, "scan_input_directions", i) ? extent - 1 - k : k;
    view.data = grn_tensor_at(&view, at * view.stride[axis]);
    for (int32_t d = (int32_t)axis; d + 1 < view.rank; d++) {
        view.shape[d] = view.shape[d + 1];
        view.stride[d] = view.stride[d + 1];
    }
    view.rank--;
    return x->calls->share(x, in, &view, out);
}

static grn_status scan_turns(grn_exec *x, const grn_op *op, grn_rt *values, grn_rt *given, collection *c)
{
    const size_t n = scan_states(op), inputs = scan_inputs(op);
    grn_status status = GRN_OK;
    const grn_tensor *first = &x->operands[n].tensor;
    const int64_t count = extent_along(first->shape, first->rank, listed(op, "scan_input_axes", 0));
    for (size_t i = 0; i < inputs; i++) {
        const grn_tensor *t = &x->operands[n + i].tensor;
        const int64_t has = extent_along(t->shape, t->rank, listed(op, "scan_input_axes", i));
        if (has != count)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "scan input #%zu has %" PRId64 " slices, expected %" PRId64 ", as the first has", i,
                                 has, count);
    }
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = x->calls->share(x, &x->operands[i], NULL, &values[i]);
    for (int64_t k = 0; status == GRN_OK && k < count; k++) {
        for (size_t i = 0; status == GRN_OK && i < inputs; i++)
            status = take_slice(x, op, i, k, &values[n + i]);
        if (status == GRN_OK)
            status = x->calls->charge(x, 1 + op->noperands);
        if (status == GRN_OK)
            status = x->calls->run_region(x, body_of(op), op->noperands, values, op->nresults, given);
        for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
            if (i < n) {
                values[i] = given[i];
                given[i] = (grn_rt){0};
            } else
                status = collect(x, op, &c[i - n], &given[i]);
    }
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        if (i < n) {
            x->results[i] = values[i];
            values[i] = (grn_rt){0};
        } else
            status =
                stack(x, op, &c[i - n], grn_operand_type(end_of(body_of(op)), i), listed(op, "scan_output_axes", i - n),
                      listed(op, "scan_output_directions", i - n) != 0, &x->results[i]);
    return status;
}

static grn_status scan_eval(grn_exec *x, const grn_op *op)
{
    grn_rt *values = new_values(x, op, op->noperands), *given = new_values(x, op, op->nresults);
    collection *c = begin_collections(x, op, scan_outputs(op));
    grn_status status = values && given && c ? scan_turns(x, op, values, given, c) : GRN_E_MEMORY;
    free_values(x, op->noperands, values);
    free_values(x, op->nresults, given);
    end_collections(x, scan_outputs(op), c);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_condition(const grn_type *t) { return grn_type_is_tensor(t) && t->element->dtype == GRN_I1; }
static bool is_condition_or_none(const grn_type *t) { return t->kind == GRN_TYPE_NONE || is_condition(t); }
static bool is_count_or_none(const grn_type *t)
{
    return t->kind == GRN_TYPE_NONE || (grn_type_is_tensor(t) && t->element->dtype == GRN_I64);
}
static const grn_type_class condition = {"ranked tensor of 1-bit signless integer values", is_condition};
static const grn_type_class condition_or_none = {"ranked tensor of 1-bit signless integer values or none type",
                                                 is_condition_or_none};
static const grn_type_class count_or_none = {"ranked tensor of 64-bit signless integer values or none type",
                                             is_count_or_none};

static const grn_port outputs[] = {GRN_PORT_ANY("outputs", grn_hlo_any_type), GRN_PORTS_END};
#define GRAPHS GRN_MAY_HAVE("onnx.graphs", grn_attr_is_array)
#define LIST(name) GRN_MAY_HAVE(name, grn_attr_is_array)

const grn_op_def grn_onnx_control_ops[] = {
    GRN_ROW("onnx.If", "runs one of two graphs", "ONNX operators, If, ON-35, ON-36",
            GRN_PORTS(GRN_PORT("cond", condition)), outputs, GRN_ATTRS(GRAPHS), .nregions = 2, .verify = if_check,
            .traits = GRN_TRAIT_PLAIN_ATTRS | GRN_TRAIT_IMPLICIT_CAPTURE, .infer = if_infer, .eval = if_eval),
    GRN_ROW("onnx.Loop", "runs a graph again and again, as often as a number and a condition say",
            "ONNX operators, Loop, ON-35, ON-36",
            GRN_PORTS(GRN_PORT("M", count_or_none), GRN_PORT("cond", condition_or_none),
                      GRN_PORT_ANY("v_initial", grn_is_ranked_tensor)),
            outputs, GRN_ATTRS(GRAPHS), .nregions = 1, .traits = GRN_TRAIT_PLAIN_ATTRS | GRN_TRAIT_IMPLICIT_CAPTURE,
            .verify = loop_check, .infer = loop_infer, .eval = loop_eval),
    GRN_ROW("onnx.Scan", "runs a graph on one slice of its inputs after another",
            "ONNX operators, Scan, ON-35, ON-36, ON-37",
            GRN_PORTS(GRN_PORT_ANY("initial_state_and_scan_inputs", grn_is_ranked_tensor)), outputs,
            GRN_ATTRS(GRN_NEEDS("num_scan_inputs", grn_onnx_is_si64), LIST("scan_input_axes"),
                      LIST("scan_input_directions"), LIST("scan_output_axes"), LIST("scan_output_directions"), GRAPHS),
            .nregions = 1, .traits = GRN_TRAIT_PLAIN_ATTRS | GRN_TRAIT_IMPLICIT_CAPTURE, .verify = scan_check,
            .infer = scan_infer, .eval = scan_eval),
    GRN_ROW("onnx.Yield", "ends a graph and gives its values", "onnx-mlir, Yield",
            GRN_PORTS(GRN_PORT_ANY("operands", grn_hlo_any_type)), GRN_NO_PORTS, GRN_NO_ATTRS,
            .format = "{} %* :operands", .traits = GRN_TRAIT_TERMINATOR,
            .no_meaning = "ends a graph: read by whoever runs the region"),
    {.name = NULL},
};
