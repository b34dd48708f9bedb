/*
 * scan.c - a function applied along a dimension (CHLO, scan): it takes a
 * slice of each input and the carries, and gives a slice of each output and
 * the carries that the next step takes. The first step takes the inits; what
 * the last one gives are results.
 */
#include "dialects/chlo/scan.h"

#include <inttypes.h>

grn_scan_parts grn_chlo_scan_parts(const grn_op *op)
{
    size_t n;
    const int64_t *sizes;
    grn_scan_parts parts = {.ninputs = op->noperands};
    if (grn_op_dims(op, "operandSegmentSizes", &n, &sizes) && n == 2 && sizes[0] >= 0 &&
        (size_t)sizes[0] <= op->noperands)
        parts.ninputs = (size_t)sizes[0];
    parts.ninits = op->noperands - parts.ninputs;
    parts.noutputs = op->nresults > parts.ninits ? op->nresults - parts.ninits : 0;
    return parts;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status result_segments(const grn_op *op, grn_check *check)
{
    size_t n;
    const int64_t *sizes;
    if (!grn_op_dims(op, "resultSegmentSizes", &n, &sizes) || n != 2)
        return grn_op_fail(op, check,
                           "'resultSegmentSizes' attribute for specifying result segments must have 2 elements");
    if (sizes[0] < 0 || sizes[1] < 0)
        return grn_op_fail(op, check, "'resultSegmentSizes' attribute cannot have negative elements");
    if ((uint64_t)(sizes[0] + sizes[1]) != op->nresults)
        return grn_op_fail(op, check,
                           "result count (%zu) does not match with the total size (%" PRId64
                           ") specified in attribute 'resultSegmentSizes'",
                           op->nresults, sizes[0] + sizes[1]);
    return GRN_OK;
}

/* Inputs have the scanned dimension, in which those that say its extent say the same. */
static grn_status input_rules(const grn_op *op, grn_check *check, const grn_scan_parts *parts)
{
    const int64_t dimension = grn_op_integer(op, "dimension", 0);
    int64_t size = grn_op_integer(op, "scan_dim_size", GRN_DYNAMIC);
    for (size_t i = 0; i < parts->ninputs; i++) {
        const grn_type *t = grn_operand_type(op, i);
        if (!grn_type_is_tensor(t))
            return grn_op_fail(op, check, "operand %zu is not ranked", i);
        if (dimension >= t->rank)
            return grn_op_fail(op, check, "scan dimension of operand %zu is out of bounds", i);
        if (!grn_stablehlo_dim_agrees(size, t->shape[dimension]))
            return grn_op_fail(op, check, "invalid scan dimension size of operand %zu", i);
        if (size == GRN_DYNAMIC)
            size = t->shape[dimension];
    }
    return GRN_OK;
}

/* What the body takes of an input: its type without the scanned dimension; NULL: memory refused. */
static const grn_type *slice_type(grn_check *check, const grn_type *whole, int64_t dimension)
{
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    const int64_t *from;
    const bool bounded = grn_stablehlo_type_bounds(whole, &from);
    for (int32_t d = 0; d + 1 < whole->rank; d++) {
        const int32_t at = d < dimension ? d : d + 1;
        shape[d] = whole->shape[at];
        bounds[d] = bounded ? from[at] : GRN_DYNAMIC;
    }
    return grn_stablehlo_tensor_with_bounds(check->scratch, whole->element, whole->rank - 1, shape, bounds);
}

static grn_status body_rules(const grn_op *op, grn_check *check, const grn_scan_parts *parts)
{
    const size_t nargs = grn_stablehlo_region_args(&op->regions[0]);
    if (nargs != op->noperands)
        return grn_op_fail(op, check, "expects %zu arguments in the body, but got %zu", op->noperands, nargs);
    for (size_t i = 0; i < nargs; i++) {
        const grn_type *type = grn_operand_type(op, i);
        if (!grn_type_is_tensor(type))
            return grn_op_fail(op, check, "operand %zu is not ranked", i);
        if (i < parts->ninputs)
            type = slice_type(check, type, grn_op_integer(op, "dimension", 0));
        if (!type)
            return GRN_E_MEMORY;
        if (!grn_types_compatible(type, op->regions[0].first->args[i].type))
            return grn_op_fail(op, check, "operand and body argument %zu are incompatible", i);
    }
    return GRN_OK;
}

static grn_status scan_verify(const grn_op *op, grn_check *check)
{
    const int64_t *sizes;
    grn_status status = grn_tensor_segments(op, check, 2, &sizes);
    if (status == GRN_OK)
        status = result_segments(op, check);
    if (status != GRN_OK)
        return status;
    const grn_scan_parts parts = grn_chlo_scan_parts(op);
    if (parts.ninputs == 0 && parts.noutputs == 0)
        return grn_op_fail(op, check, "at least one of inputs or outputs must be present");
    status = input_rules(op, check, &parts);
    return status == GRN_OK ? body_rules(op, check, &parts) : status;
}

/* ---- inference ------------------------------------------------------------------------------- */

/* The extent that is scanned, GRN_DYNAMIC where nothing says it. */
static int64_t scanned(const grn_op *op, const grn_scan_parts *parts)
{
    const int64_t dimension = grn_op_integer(op, "dimension", 0);
    int64_t size = grn_op_integer(op, "scan_dim_size", GRN_DYNAMIC);
    for (size_t i = 0; size == GRN_DYNAMIC && i < parts->ninputs; i++)
        size = grn_operand_type(op, i)->shape[dimension];
    return size;
}

/* The least bound of the scanned dimension in the inputs; GRN_DYNAMIC: there is none. */
static int64_t scanned_bound(const grn_op *op, const grn_scan_parts *parts)
{
    const int64_t dimension = grn_op_integer(op, "dimension", 0), *bounds;
    int64_t least = GRN_DYNAMIC;
    for (size_t i = 0; i < parts->ninputs; i++) {
        const int64_t bound =
            grn_stablehlo_type_bounds(grn_operand_type(op, i), &bounds) ? bounds[dimension] : GRN_DYNAMIC;
        if (bound != GRN_DYNAMIC && (least == GRN_DYNAMIC || bound < least))
            least = bound;
    }
    return least;
}

/* A slice's type with the scanned dimension put in; NULL: memory refused. */
static const grn_type *stacked(grn_check *check, const grn_type *slice, int64_t dimension, int64_t size, int64_t bound)
{
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    const int64_t *from;
    const bool bounded = grn_stablehlo_type_bounds(slice, &from);
    for (int32_t d = 0; d <= slice->rank; d++) {
        const int32_t at = d < dimension ? d : d - 1;
        shape[d] = d == dimension ? size : slice->shape[at];
        bounds[d] = d == dimension ? bound : bounded ? from[at] : GRN_DYNAMIC;
    }
    return grn_stablehlo_tensor_with_bounds(check->scratch, slice->element, slice->rank + 1, shape, bounds);
}

/* An output, of which the body gives slices. */
static grn_status infer_output(const grn_op *op, grn_check *check, const grn_scan_parts *parts, size_t i,
                               const grn_type **type)
{
    const int64_t dimension = grn_op_integer(op, "dimension", 0);
    if (dimension > (*type)->rank)
        return grn_op_fail_plain(op, check, "scan dimension is out of bounds for terminator operand %zu", i);
    if ((*type)->rank == GRN_MAX_RANK)
        return grn_op_fail(op, check, "gives an output of rank %d, the largest is %d", GRN_MAX_RANK + 1, GRN_MAX_RANK);
    *type = stacked(check, *type, dimension, scanned(op, parts), scanned_bound(op, parts));
    return *type ? GRN_OK : GRN_E_MEMORY;
}

static grn_status scan_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_scan_parts parts = grn_chlo_scan_parts(op);
    grn_value *const *results;
    grn_status status = GRN_OK;
    if (!op->regions[0].first)
        return grn_op_fail_plain(op, check, "ScanOp region is empty");
    size_t n = grn_stablehlo_region_results(&op->regions[0], &results);
    if (n < parts.ninits)
        return grn_op_fail_plain(op, check, "ScanOp body must return at least %zu values (carries)", parts.ninits);
    if (!grn_stablehlo_infer_count(check, out, n))
        return GRN_E_MEMORY;
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        out->types[i] = results[i]->type;
        if (!grn_type_is_tensor(out->types[i]))
            return grn_op_fail_plain(op, check, "terminator operand %zu is not ranked", i);
        if (i < n - parts.ninits)
            status = infer_output(op, check, &parts, i, &out->types[i]);
    }
    return status;
}

/* A step takes what the one before it gives. */
static grn_status carry_rules(const grn_op *op, grn_check *check)
{
    const grn_scan_parts parts = grn_chlo_scan_parts(op);
    grn_value *const *results;
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    size_t n = grn_stablehlo_region_results(&op->regions[0], &results);
    for (size_t i = 0; i < parts.ninits; i++) {
        const grn_type *init = grn_operand_type(op, parts.ninputs + i), *carry = results[n - parts.ninits + i]->type;
        if (!grn_types_compatible(init, carry))
            return grn_op_fail(op, check, "init %zu is of type '%s', the body gives '%s'", i,
                               grn_type_text(init, want, sizeof want), grn_type_text(carry, have, sizeof have));
    }
    return GRN_OK;
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* Values of one step: what the body takes and what it gives, which end up elsewhere and leave them
 * empty. */
typedef struct scan {
    grn_exec *x;
    const grn_op *op;
    grn_scan_parts parts;
    int32_t dimension;
    int64_t size;
    grn_hlo_values taken, given;
} scan;

/* The slice at `at` of a whole. */
static grn_tensor slice_of(const grn_tensor *whole, int32_t dimension, int64_t at)
{
    grn_tensor slice = *whole;
    if (whole->data)
        slice.data = grn_tensor_at(whole, at * whole->stride[dimension]);
    slice.rank--;
    for (int32_t d = dimension; d < slice.rank; d++) {
        slice.shape[d] = whole->shape[d + 1];
        slice.stride[d] = whole->stride[d + 1];
    }
    return slice;
}

static grn_status scan_size(scan *s)
{
    const grn_op *op = s->op;
    s->size = scanned(op, &s->parts);
    for (size_t i = 0; i < s->parts.ninputs; i++) {
        int64_t extent = s->x->operands[i].tensor.shape[s->dimension];
        if (s->size == GRN_DYNAMIC)
            s->size = extent;
        if (extent != s->size)
            return grn_exec_fail(s->x, op, GRN_E_SHAPE,
                                 "operand #%zu has %" PRId64 " elements along dimension %" PRId32 ", expected %" PRId64,
                                 i, extent, s->dimension, s->size);
    }
    if (s->size == GRN_DYNAMIC)
        return grn_exec_fail(s->x, op, GRN_E_SHAPE, "nothing says how many steps there are");
    return GRN_OK;
}

/* An output of the shape that the slice of a first step has, or else of its type. */
static grn_status make_output(scan *s, size_t i, const grn_tensor *slice)
{
    const grn_type *type = grn_result_type(s->op, i);
    int64_t shape[GRN_MAX_RANK];
    for (int32_t d = 0; d < type->rank; d++) {
        shape[d] = d == s->dimension ? s->size : slice ? slice->shape[d < s->dimension ? d : d - 1] : type->shape[d];
        if (shape[d] == GRN_DYNAMIC)
            return grn_exec_fail(s->x, s->op, GRN_E_SHAPE, "result #%zu of no step has a shape that is not known", i);
    }
    return grn_hlo_new_result(s->x, s->op, i, type->rank, shape);
}

static grn_status put_output(scan *s, size_t i, int64_t at, bool is_first)
{
    const grn_tensor *slice = &s->given.rt[i].tensor;
    grn_status status = is_first ? make_output(s, i, slice) : GRN_OK;
    if (status != GRN_OK)
        return status;
    const grn_tensor to = slice_of(&s->x->results[i].tensor, s->dimension, at);
    if (!grn_tensor_same_shape(&to, slice))
        return grn_exec_fail(s->x, s->op, GRN_E_SHAPE, "output %zu changes its shape from step to step", i);
    grn_tensor_copy(&to, slice);
    return GRN_OK;
}

/* Carries live where the results go. */
static grn_status step(scan *s, int64_t at, bool is_first)
{
    grn_exec *x = s->x;
    const grn_scan_parts *n = &s->parts;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < n->ninputs; i++) {
        const grn_tensor view = slice_of(&x->operands[i].tensor, s->dimension, at);
        status = x->calls->share(x, &x->operands[i], &view, &s->taken.rt[i]);
    }
    for (size_t i = 0; status == GRN_OK && i < n->ninits; i++)
        status = x->calls->share(x, &x->results[n->noutputs + i], NULL, &s->taken.rt[n->ninputs + i]);
    if (status == GRN_OK)
        status = x->calls->call(x, s->op, s->taken.count, s->taken.rt, s->op->nresults, s->given.rt);
    for (size_t i = 0; status == GRN_OK && i < n->noutputs; i++)
        status = put_output(s, i, at, is_first);
    for (size_t i = 0; status == GRN_OK && i < n->ninits; i++) {
        grn_rt *carry = &x->results[n->noutputs + i];
        x->calls->release(x, carry);
        status = x->calls->share(x, &s->given.rt[n->noutputs + i], NULL, carry);
    }
    for (size_t i = 0; i < s->taken.count; i++)
        x->calls->release(x, &s->taken.rt[i]);
    for (size_t i = 0; i < s->given.count; i++)
        x->calls->release(x, &s->given.rt[i]);
    return status;
}

static grn_status run(scan *s)
{
    const bool reverse = grn_op_flag(s->op, "is_reverse", false);
    grn_status status = scan_size(s);
    for (size_t i = 0; status == GRN_OK && i < s->parts.ninits; i++)
        status = s->x->calls->share(s->x, &s->x->operands[s->parts.ninputs + i], NULL,
                                    &s->x->results[s->parts.noutputs + i]);
    for (size_t i = 0; status == GRN_OK && s->size == 0 && i < s->parts.noutputs; i++)
        status = make_output(s, i, NULL);
    for (int64_t t = 0; status == GRN_OK && t < s->size; t++)
        status = step(s, reverse ? s->size - 1 - t : t, t == 0);
    return status;
}

static grn_status scan_eval(grn_exec *x, const grn_op *op)
{
    scan s = {
        .x = x, .op = op, .parts = grn_chlo_scan_parts(op), .dimension = (int32_t)grn_op_integer(op, "dimension", 0)};
    s.taken.x = s.given.x = x;
    grn_status status = grn_hlo_values_begin(x, op, op->noperands ? op->noperands : 1, &s.taken);
    if (status == GRN_OK)
        status = grn_hlo_values_begin(x, op, op->nresults ? op->nresults : 1, &s.given);
    if (status == GRN_OK)
        status = run(&s);
    grn_hlo_values_end(&s.taken);
    grn_hlo_values_end(&s.given);
    return status;
}

/* ---- row ------------------------------------------------------------------------------------- */

static const grn_port operands[] = {GRN_PORT_ANY("operands", grn_hlo_any_tensor), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT_ANY("results", grn_hlo_any_tensor), GRN_PORTS_END};

const grn_op_def grn_chlo_scan_ops[] = {
    GRN_CHLO(scan, "folds along a dimension and keeps every step", operands, results,
             GRN_ATTRS(GRN_NEEDS("dimension", grn_hlo_is_natural_i64),
                       GRN_MAY_HAVE("scan_dim_size", grn_hlo_is_natural_i64),
                       GRN_MAY_HAVE("is_reverse", grn_attr_is_bool), GRN_MAY_HAVE("is_associative", grn_attr_is_bool),
                       GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes),
                       GRN_NEEDS("resultSegmentSizes", grn_is_segment_sizes)),
             .nregions = 1, .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_ISOLATED, .parse = grn_chlo_scan_parse,
             .print = grn_chlo_scan_print, .verify = scan_verify, .infer = scan_infer, .verify_regions = carry_rules,
             .eval = scan_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
