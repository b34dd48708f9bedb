/*
 * divide.c - integer division and remainder: divsi, divui, remsi, remui,
 * ceildivsi, floordivsi (MLIR arith dialect, the sections of those names).
 * Upstream leaves undefined what a division by zero is, and a quotient that
 * the type does not hold: here they end the run.
 */
#include <inttypes.h>

#include "dialects/arith/arith.h"

typedef enum trouble { FINE, BY_ZERO, TOO_LARGE } trouble;

/* Of numbers that are no division by zero. */
typedef struct division {
    bool is_signed, is_remainder;
    int rounds; /* -1: down, 0: toward zero, 1: up */
} division;

static int64_t signed_quotient(const division *k, int64_t a, int64_t b)
{
    int64_t q = a / b, r = a % b;
    if (k->rounds < 0 && r != 0 && (r < 0) != (b < 0))
        return q - 1;
    if (k->rounds > 0 && r != 0 && (r < 0) == (b < 0))
        return q + 1;
    return q;
}

/* Elements are `bits` wide; i1 is 0 or 1 as it is stored, and read with its sign 1 is -1. */
static trouble divide_signed(const division *k, uint32_t bits, int64_t a, int64_t b, int64_t *out)
{
    int64_t least = bits >= 64 ? INT64_MIN : -(INT64_C(1) << (bits - 1));
    a = bits == 1 ? -a : a;
    b = bits == 1 ? -b : b;
    if (b == 0)
        return BY_ZERO;
    if (b == -1) {
        *out = k->is_remainder ? 0 : a == least ? a : -a;
        return a == least && !k->is_remainder ? TOO_LARGE : FINE;
    }
    *out = k->is_remainder ? a % b : signed_quotient(k, a, b);
    return FINE;
}

static trouble divide_one(const division *k, grn_dtype dtype, const void *a, const void *b, void *out)
{
    grn_scalar x = grn_scalar_load(dtype, a), y = grn_scalar_load(dtype, b), r = {.dtype = dtype};
    trouble found = FINE;
    if (k->is_signed)
        found = divide_signed(k, grn_dtype_bits(dtype), x.i, y.i, &r.i);
    else if (y.u == 0)
        found = BY_ZERO;
    else
        r.u = k->is_remainder ? x.u % y.u : x.u / y.u;
    if (found != FINE)
        return found;
    if (dtype == GRN_I1)
        r.i &= 1;
    grn_scalar_store(&r, dtype, out);
    return FINE;
}

static grn_status fails(grn_exec *x, const grn_op *op, trouble found)
{
    return found == BY_ZERO
               ? grn_exec_fail(x, op, GRN_E_ARGUMENT, "division by zero")
               : grn_exec_fail(x, op, GRN_E_ARGUMENT, "the quotient of the least number by -1 is none of the type");
}

static grn_status divide_all(grn_exec *x, const grn_op *op, const division *k, const grn_tensor *a, const grn_tensor *b,
                             const grn_tensor *out)
{
    grn_walk w;
    for (int32_t d = 0; d < out->rank; d++)
        if (b->shape[d] != a->shape[d])
            return grn_exec_fail(x, op, GRN_E_SHAPE, "operands have different shapes");
    grn_walk_init(&w, out->rank, out->shape, 3, (const int64_t *[]){a->stride, b->stride, out->stride});
    for (; w.more; grn_walk_next(&w)) {
        trouble found = divide_one(k, a->dtype, grn_tensor_at(a, w.offset[0]), grn_tensor_at(b, w.offset[1]),
                                   grn_tensor_at(out, w.offset[2]));
        if (found != FINE)
            return fails(x, op, found);
    }
    return GRN_OK;
}

/* The result is written through a view of the type the operands are read as. */
static grn_status divide(grn_exec *x, const grn_op *op, const division *k)
{
    grn_rt pair[2] = {{.buffer = NULL}};
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < 2; i++)
        status =
            k->is_signed ? x->calls->share(x, &x->operands[i], NULL, &pair[i]) : grn_arith_unsigned(x, i, &pair[i]);
    grn_rt out = {.buffer = NULL};
    const grn_tensor *a = &pair[0].tensor;
    if (status == GRN_OK)
        status = x->calls->alloc(x, a->dtype, a->rank, a->shape, &out);
    if (status == GRN_OK)
        status = divide_all(x, op, k, a, &pair[1].tensor, &out.tensor);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, a->rank, a->shape);
    if (status == GRN_OK)
        grn_eval_bitcast(&x->results[0].tensor, &out.tensor);
    x->calls->release(x, &out);
    x->calls->release(x, &pair[0]);
    x->calls->release(x, &pair[1]);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define EVAL(op, is_signed, is_remainder, rounds)                          \
    static grn_status op##_eval(grn_exec *x, const grn_op *o)              \
    {                                                                      \
        return divide(x, o, &(division){is_signed, is_remainder, rounds}); \
    }
EVAL(divsi, true, false, 0)
EVAL(divui, false, false, 0)
EVAL(remsi, true, true, 0)
EVAL(remui, false, true, 0)
EVAL(ceildivsi, true, false, 1)
EVAL(floordivsi, true, false, -1)

/* Not PURE: one whose result is not used may still end the run. */
#define ROW(op, does) GRN_ARITH_PAIR(op, does, grn_is_integer_like, .eval = op##_eval)
const grn_op_def grn_arith_divide_ops[] = {
    ROW(divsi, "quotient of signed integers, truncated"),
    ROW(divui, "quotient of unsigned integers"),
    ROW(remsi, "remainder of signed integers"),
    ROW(remui, "remainder of unsigned integers"),
    ROW(ceildivsi, "quotient of signed integers, rounded up"),
    ROW(floordivsi, "quotient of signed integers, rounded down"),
    {.name = NULL},
};
