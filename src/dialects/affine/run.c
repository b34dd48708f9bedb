/* run.c - affine ops in a run: maps and sets worked out over values of type index, accesses, loops
 * and branches. */
#include <inttypes.h>

#include "dialects/affine/expr.h"

/* ---- maps ------------------------------------------------------------------------------------ */

/* The map, and the operands from `first` on, which are its inputs. */
static grn_status read_map(grn_exec *x, const grn_op *op, const char *name, size_t first, grn_affine *a,
                           int64_t *inputs)
{
    if (!grn_affine_read(grn_op_attr(op, name), a) || first + a->ndims + a->nsymbols > op->noperands)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED,
                             "cannot run: '%s' is not a map over its operands that garner reads", name);
    for (size_t i = 0; i < a->ndims + a->nsymbols; i++)
        inputs[i] = grn_hlo_integer_value(&x->operands[first + i].tensor);
    return GRN_OK;
}

static grn_status work_out(grn_exec *x, const grn_op *op, const grn_affine *a, size_t r, const int64_t *inputs,
                           int64_t *out)
{
    if (grn_affine_value(a, r, inputs, out))
        return GRN_OK;
    return grn_exec_fail(x, op, GRN_E_ARGUMENT,
                         "result #%zu of its map is a number beyond index, or divides by what is not positive", r);
}

grn_status grn_affine_bound(grn_exec *x, const grn_op *op, const char *map, size_t first, size_t from, size_t count,
                            bool greatest, int64_t *out)
{
    grn_affine a;
    int64_t inputs[GRN_AFFINE_INPUTS], v;
    grn_status status = read_map(x, op, map, first, &a, inputs);
    if (status == GRN_OK && (count == 0 || from + count > a.nresults))
        return grn_exec_fail(x, op, GRN_E_ARGUMENT, "'%s' has %zu results, more are asked for", map, a.nresults);
    for (size_t r = from; status == GRN_OK && r < from + count; r++) {
        status = work_out(x, op, &a, r, inputs, &v);
        if (status == GRN_OK)
            *out = r == from || (greatest ? v > *out : v < *out) ? v : *out;
    }
    return status;
}

grn_status grn_affine_number(grn_exec *x, int64_t v, grn_rt *out)
{
    grn_status status = x->calls->alloc(x, GRN_INDEX, 0, NULL, out);
    if (status == GRN_OK)
        *(int64_t *)out->tensor.data = v;
    return status;
}

static size_t results_of(const grn_op *op, const char *map)
{
    grn_affine a;
    return grn_affine_read(grn_op_attr(op, map), &a) ? a.nresults : 1;
}

static grn_status give(grn_exec *x, const grn_op *op, size_t count, bool greatest)
{
    int64_t v = 0;
    grn_status status = x->calls->charge(x, 1);
    if (status == GRN_OK)
        status = grn_affine_bound(x, op, "map", 0, 0, count, greatest, &v);
    return status == GRN_OK ? grn_affine_number(x, v, &x->results[0]) : status;
}

grn_status grn_affine_apply_eval(grn_exec *x, const grn_op *op) { return give(x, op, 1, true); }
grn_status grn_affine_min_eval(grn_exec *x, const grn_op *op) { return give(x, op, results_of(op, "map"), false); }
grn_status grn_affine_max_eval(grn_exec *x, const grn_op *op) { return give(x, op, results_of(op, "map"), true); }

/* ---- accesses -------------------------------------------------------------------------------- */

/* Where the subscripts lie in the memref, operand `memory`. */
static grn_status position(grn_exec *x, const grn_op *op, size_t memory, int64_t *offset)
{
    grn_affine a;
    int64_t inputs[GRN_AFFINE_INPUTS], at[GRN_MAX_RANK];
    const grn_tensor *t = &x->operands[memory].tensor;
    grn_status status = read_map(x, op, "map", memory + 1, &a, inputs);
    if (status == GRN_OK && a.nresults != (size_t)t->rank)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "has %zu subscripts for a memref of rank %" PRId32, a.nresults,
                             t->rank);
    for (int32_t d = 0; status == GRN_OK && d < t->rank; d++) {
        status = work_out(x, op, &a, (size_t)d, inputs, &at[d]);
        if (status == GRN_OK && (at[d] < 0 || at[d] >= t->shape[d]))
            status = grn_exec_fail(x, op, GRN_E_INDEX,
                                   "index %" PRId64 " of dimension %" PRId32 " is outside [0, %" PRId64 ")", at[d], d,
                                   t->shape[d]);
    }
    if (status == GRN_OK)
        *offset = grn_offset_in(t, at);
    return status;
}

grn_status grn_affine_load_eval(grn_exec *x, const grn_op *op)
{
    int64_t offset = 0;
    const grn_tensor *in = &x->operands[0].tensor;
    grn_status status = x->calls->charge(x, 1);
    if (status == GRN_OK)
        status = grn_may_read(x, op, 0);
    if (status == GRN_OK)
        status = position(x, op, 0, &offset);
    if (status == GRN_OK)
        status = x->calls->alloc(x, in->dtype, 0, NULL, &x->results[0]);
    if (status == GRN_OK)
        memcpy(x->results[0].tensor.data, grn_tensor_at(in, offset), grn_dtype_bytes(in->dtype));
    return status;
}

grn_status grn_affine_store_eval(grn_exec *x, const grn_op *op)
{
    int64_t offset = 0;
    const grn_tensor *to = &x->operands[1].tensor;
    grn_status status = x->calls->charge(x, 1);
    if (status == GRN_OK)
        status = grn_may_write(x, op, 1);
    if (status == GRN_OK)
        status = position(x, op, 1, &offset);
    if (status == GRN_OK)
        memcpy(grn_tensor_at(to, offset), x->operands[0].tensor.data, grn_dtype_bytes(to->dtype));
    return status;
}

/* ---- loops and branches ---------------------------------------------------------------------- */

grn_rt *grn_affine_values(grn_exec *x, const grn_op *op, size_t count)
{
    size_t bytes;
    grn_rt *values = grn_mul_size(count ? count : 1, sizeof *values, &bytes) ? grn_allocate(x->allocator, bytes) : NULL;
    if (values)
        memset(values, 0, bytes);
    else
        grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu values was refused", count);
    return values;
}

void grn_affine_free(grn_exec *x, size_t count, grn_rt *values)
{
    for (size_t i = 0; values && i < count; i++)
        x->calls->release(x, &values[i]);
    grn_release(x->allocator, values, (count ? count : 1) * sizeof *values);
}

typedef struct range {
    int64_t from, to, step;
    size_t inits; /* the first operand that is carried */
} range;

static grn_status read_range(grn_exec *x, const grn_op *op, range *r)
{
    size_t sizes[2];
    grn_affine_sizes(op, sizes);
    r->step = grn_op_integer(op, "step", 1);
    r->inits = sizes[0] + sizes[1];
    grn_status status = grn_affine_bound(x, op, "lowerBoundMap", 0, 0, results_of(op, "lowerBoundMap"), true, &r->from);
    if (status == GRN_OK)
        status = grn_affine_bound(x, op, "upperBoundMap", sizes[0], 0, results_of(op, "upperBoundMap"), false, &r->to);
    if (status == GRN_OK && (r->step < 1 || (r->to > r->from && r->to > INT64_MAX - r->step)))
        status = grn_exec_fail(x, op, GRN_E_ARGUMENT, "the step is %" PRId64 ", up to %" PRId64, r->step, r->to);
    return status;
}

/* values: the number of the step, then what the loop carries. */
static grn_status run_for(grn_exec *x, const grn_op *op, const range *r, grn_rt *values, grn_rt *next)
{
    grn_status status = GRN_OK;
    const size_t n = op->nresults;
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = x->calls->share(x, &x->operands[r->inits + i], NULL, &values[1 + i]);
    for (int64_t at = r->from; status == GRN_OK && at < r->to; at += r->step) {
        status = grn_affine_number(x, at, &values[0]);
        if (status == GRN_OK)
            status = x->calls->charge(x, 1 + n);
        if (status == GRN_OK)
            status = x->calls->run_region(x, &op->regions[0], 1 + n, values, n, next);
        for (size_t i = 0; status == GRN_OK && i < n; i++) {
            values[1 + i] = next[i];
            next[i] = (grn_rt){0};
        }
    }
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        x->results[i] = values[1 + i];
        values[1 + i] = (grn_rt){0};
    }
    return status;
}

grn_status grn_affine_for_eval(grn_exec *x, const grn_op *op)
{
    range r;
    grn_status status = read_range(x, op, &r);
    if (status != GRN_OK)
        return status;
    grn_rt *values = grn_affine_values(x, op, 1 + op->nresults), *next = grn_affine_values(x, op, op->nresults);
    status = values && next ? run_for(x, op, &r, values, next) : GRN_E_MEMORY;
    if (values)
        grn_affine_free(x, 1 + op->nresults, values);
    if (next)
        grn_affine_free(x, op->nresults, next);
    return status;
}

static grn_status test(grn_exec *x, const grn_op *op, bool *holds)
{
    grn_affine a;
    int64_t inputs[GRN_AFFINE_INPUTS], v;
    grn_status status = read_map(x, op, "condition", 0, &a, inputs);
    *holds = true;
    for (size_t r = 0; status == GRN_OK && r < a.nresults; r++) {
        status = work_out(x, op, &a, r, inputs, &v);
        *holds = *holds && status == GRN_OK && (a.is_equal[r] ? v == 0 : v >= 0);
    }
    return status;
}

grn_status grn_affine_if_eval(grn_exec *x, const grn_op *op)
{
    bool holds;
    const grn_status status = test(x, op, &holds);
    const grn_region *branch = &op->regions[holds ? 0 : 1];
    if (status != GRN_OK || !branch->first)
        return status;
    return x->calls->run_region(x, branch, 0, NULL, op->nresults, x->results);
}
