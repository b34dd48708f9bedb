/* fold.c - the folds of affine.parallel. */
#include <math.h>

#include "dialects/affine/fold.h"

/* ---- of two values --------------------------------------------------------------------------- */

static double add_f(double a, double b) { return a + b; }
static double mul_f(double a, double b) { return a * b; }
static double larger_f(double a, double b)
{
    return a != a ? a : b != b ? b : a > b || (a == b && a != 0) ? a : b > a ? b : a + b;
}
static double lesser_f(double a, double b)
{
    return a != a ? a : b != b ? b : a < b || (a == b && a != 0) ? a : b < a ? b : -(-a - b);
}
static double larger_number(double a, double b) { return a != a ? b : b != b ? a : larger_f(a, b); }
static double lesser_number(double a, double b) { return a != a ? b : b != b ? a : lesser_f(a, b); }
static double second_f(double a, double b) { return (void)a, b; }
static uint64_t add_i(uint64_t a, uint64_t b) { return a + b; }
static uint64_t mul_i(uint64_t a, uint64_t b) { return a * b; }
static uint64_t or_i(uint64_t a, uint64_t b) { return a | b; }
static uint64_t and_i(uint64_t a, uint64_t b) { return a & b; }
static uint64_t maxs(uint64_t a, uint64_t b) { return (int64_t)a > (int64_t)b ? a : b; }
static uint64_t mins(uint64_t a, uint64_t b) { return (int64_t)a < (int64_t)b ? a : b; }
static uint64_t maxu(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t minu(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t second_i(uint64_t a, uint64_t b) { return (void)a, b; }

/* ---- kinds ----------------------------------------------------------------------------------- */

/* In the order of MLIR's numbers. A sum of floats begins with 0, as arith's neutral value. Upstream
 * takes the least and the greatest of integers that say which sign they have. */
static const grn_affine_fold kinds[] = {
    {"addf", "arith.addf", add_f, NULL, GRN_AFFINE_ZERO, GRN_SIGNLESS},
    {"addi", "arith.addi", NULL, add_i, GRN_AFFINE_ZERO, GRN_SIGNLESS},
    {"assign", NULL, second_f, second_i, GRN_AFFINE_NONE, GRN_SIGNLESS},
    {"maximumf", "arith.maximumf", larger_f, NULL, GRN_AFFINE_LOWEST, GRN_SIGNLESS},
    {"maxs", "arith.maxsi", NULL, maxs, GRN_AFFINE_LOWEST, GRN_SIGNED},
    {"maxu", "arith.maxui", NULL, maxu, GRN_AFFINE_ZERO, GRN_UNSIGNED},
    {"minimumf", "arith.minimumf", lesser_f, NULL, GRN_AFFINE_HIGHEST, GRN_SIGNLESS},
    {"mins", "arith.minsi", NULL, mins, GRN_AFFINE_HIGHEST, GRN_SIGNED},
    {"minu", "arith.minui", NULL, minu, GRN_AFFINE_ALL_ONES, GRN_UNSIGNED},
    {"mulf", "arith.mulf", mul_f, NULL, GRN_AFFINE_ONE, GRN_SIGNLESS},
    {"muli", "arith.muli", NULL, mul_i, GRN_AFFINE_ONE, GRN_SIGNLESS},
    {"ori", "arith.ori", NULL, or_i, GRN_AFFINE_ZERO, GRN_SIGNLESS},
    {"andi", "arith.andi", NULL, and_i, GRN_AFFINE_ALL_ONES, GRN_SIGNLESS},
    {"maxnumf", "arith.maxnumf", larger_number, NULL, GRN_AFFINE_LOWEST, GRN_SIGNLESS},
    {"minnumf", "arith.minnumf", lesser_number, NULL, GRN_AFFINE_HIGHEST, GRN_SIGNLESS},
};

const grn_affine_fold *grn_affine_fold_of(const grn_op *op, size_t i)
{
    size_t n;
    const int64_t *v;
    const bool known = grn_op_dims(op, "reductions", &n, &v) && i < n && v[i] >= 0 && (uint64_t)v[i] < GRN_COUNT(kinds);
    return known ? &kinds[v[i]] : NULL;
}

int64_t grn_affine_fold_number(grn_str name)
{
    for (size_t i = 0; i < GRN_COUNT(kinds); i++)
        if (grn_str_is(name, kinds[i].name))
            return (int64_t)i;
    return -1;
}

bool grn_affine_folds(const grn_affine_fold *fold, const grn_type *t)
{
    if (t->dtype == GRN_NO_DTYPE || t->kind != GRN_TYPE_INTEGER)
        return t->dtype != GRN_NO_DTYPE && fold->floats && grn_dtype_class_of(t->dtype) == GRN_CLASS_FLOAT;
    return fold->integers && (fold->ordered == GRN_SIGNLESS || t->signedness == fold->ordered);
}

/* ---- in a run -------------------------------------------------------------------------------- */

grn_scalar grn_affine_fold_first(const grn_affine_fold *fold, grn_dtype dtype)
{
    grn_scalar v = {.dtype = dtype};
    const unsigned bits = grn_dtype_bits(dtype);
    const grn_affine_start from = fold->from;
    const uint64_t half = bits >= 64 ? UINT64_C(1) << 63 : UINT64_C(1) << (bits - 1);
    if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT)
        v.f = from == GRN_AFFINE_ONE       ? 1
              : from == GRN_AFFINE_LOWEST  ? -INFINITY
              : from == GRN_AFFINE_HIGHEST ? INFINITY
                                           : 0;
    else
        v.u = from == GRN_AFFINE_ONE        ? 1
              : from == GRN_AFFINE_LOWEST   ? UINT64_C(0) - half
              : from == GRN_AFFINE_HIGHEST  ? half - 1
              : from == GRN_AFFINE_ALL_ONES ? UINT64_MAX
                                            : 0;
    return v;
}

grn_status grn_affine_fold_begin(grn_exec *x, const grn_affine_fold *fold, grn_dtype dtype, grn_rt *out)
{
    grn_status status = x->calls->alloc(x, dtype, 0, NULL, out);
    const grn_scalar v = grn_affine_fold_first(fold, dtype);
    if (status == GRN_OK)
        grn_scalar_store(&v, dtype, out->tensor.data);
    return status;
}

void grn_affine_fold_in(const grn_affine_fold *fold, grn_tensor *into, const grn_tensor *one)
{
    grn_scalar a = grn_scalar_load(into->dtype, into->data);
    const grn_scalar b = grn_scalar_load(into->dtype, one->data);
    const unsigned bits = grn_dtype_bits(into->dtype);
    const uint64_t mask = fold->ordered == GRN_UNSIGNED && bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    if (grn_dtype_class_of(into->dtype) == GRN_CLASS_FLOAT)
        a.f = fold->floats(a.f, b.f);
    else
        a.u = fold->integers(a.u & mask, b.u & mask);
    grn_scalar_store(&a, into->dtype, into->data);
}
