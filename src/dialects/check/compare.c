/*
 * compare.c - comparing a result with what a program expects of it: the
 * check ops and the custom calls of the same names (tolerances: StableHLO's
 * check dialect and its reference interpreter).
 */
#include <inttypes.h>
#include <stdio.h>

#include "dialects/stablehlo/stablehlo.h"

/* ---- the message ----------------------------------------------------------------------------- */

static bool same_shapes(const grn_tensor *a, const grn_tensor *b)
{
    if (a->rank != b->rank || a->dtype != b->dtype)
        return false;
    for (int32_t d = 0; d < a->rank; d++)
        if (a->shape[d] != b->shape[d])
            return false;
    return true;
}

/* "2x3xf32" */
static const char *shape_text(const grn_tensor *t, char *buffer, size_t bytes)
{
    size_t n = 0;
    buffer[0] = '\0';
    for (int32_t d = 0; d < t->rank && n < bytes; d++)
        n += (size_t)snprintf(buffer + n, bytes - n, "%" PRId64 "x", t->shape[d]);
    if (n < bytes)
        snprintf(buffer + n, bytes - n, "%s", grn_dtype_text(t->dtype));
    return buffer;
}

/* Coordinates of flat row-major position `flat`, and the element there. */
static const void *element_at(const grn_tensor *t, int64_t flat, int64_t *index)
{
    int64_t offset = 0;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        index[d] = flat % t->shape[d];
        flat /= t->shape[d];
        offset += index[d] * t->stride[d];
    }
    return grn_tensor_at(t, offset);
}

/* The larger of the two parts' distances where elements are complex. */
static uint64_t distance(grn_dtype dtype, const void *a, const void *b)
{
    if (grn_dtype_class_of(dtype) != GRN_CLASS_COMPLEX)
        return grn_ulp_distance(dtype, a, b);
    grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
    size_t bytes = grn_dtype_bytes(part);
    uint64_t re = grn_ulp_distance(part, a, b);
    uint64_t im = grn_ulp_distance(part, (const char *)a + bytes, (const char *)b + bytes);
    return re > im ? re : im;
}

/* ": 4 ULP apart, at most 3 allowed": how far off, where the rule is about distance; else
 * nothing. */
static const char *excess(const grn_match *match, grn_dtype dtype, const void *a, const void *b, char *text,
                          size_t bytes)
{
    grn_dtype_class class = grn_dtype_class_of(dtype);
    text[0] = '\0';
    if (match->rule == GRN_MATCH_EQUAL || (class != GRN_CLASS_FLOAT && class != GRN_CLASS_COMPLEX))
        return text;
    if (match->rule == GRN_MATCH_NEAR) {
        snprintf(text, bytes, ": more than %g apart", match->tolerance);
        return text;
    }
    uint64_t ulp = distance(dtype, a, b);
    if (ulp == UINT64_MAX)
        snprintf(text, bytes, ": no distance can be given, at most %" PRIu64 " ULP allowed", match->max_ulp);
    else if (ulp < match->min_ulp)
        snprintf(text, bytes, ": %" PRIu64 " ULP apart, at least %" PRIu64 " expected", ulp, match->min_ulp);
    else
        snprintf(text, bytes, ": %" PRIu64 " ULP apart, at most %" PRIu64 " allowed", ulp, match->max_ulp);
    return text;
}

static grn_status mismatch(grn_exec *x, const grn_op *op, const char *name, const grn_tensor *got,
                           const grn_tensor *expected, const grn_match *match, int64_t flat)
{
    int64_t index[GRN_MAX_RANK];
    char where[GRN_DIMS_TEXT_BYTES] = "", is[GRN_NUMBER_BYTES], want[GRN_NUMBER_BYTES], how[128];
    const void *a = element_at(got, flat, index), *b = element_at(expected, flat, index);
    if (got->rank > 0)
        grn_stablehlo_dims_text((size_t)got->rank, index, where, sizeof where);
    grn_element_text_for_reader(got->dtype, a, is);
    grn_element_text_for_reader(expected->dtype, b, want);
    return grn_fail(x->diag, op->place, GRN_E_CHECK, "%s: element%s%s is %s, expected %s%s", name, got->rank ? " " : "",
                    where, is, want, excess(match, got->dtype, a, b, how, sizeof how));
}

grn_status grn_check_compare(grn_exec *x, const grn_op *op, const char *name, const grn_tensor *got,
                             const grn_tensor *expected, const grn_match *match)
{
    int64_t flat;
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    if (!same_shapes(got, expected))
        return grn_fail(x->diag, op->place, GRN_E_CHECK, "%s: a tensor of %s, expected one of %s", name,
                        shape_text(got, have, sizeof have), shape_text(expected, want, sizeof want));
    if (grn_eval_match(got, expected, match, &flat))
        return GRN_OK;
    return mismatch(x, op, name, got, expected, match, flat);
}

/* ---- custom calls ---------------------------------------------------------------------------- */

/* Compares, then answers "true" where the call has a result: a false one has ended the run. */
static grn_status run_call(grn_exec *x, const grn_op *op, const char *name, const grn_match *match)
{
    grn_status status = grn_check_compare(x, op, name, &x->operands[0].tensor, &x->operands[1].tensor, match);
    if (status != GRN_OK || op->nresults == 0)
        return status;
    static const int64_t no_shape[1];
    status = x->calls->alloc(x, GRN_I1, 0, no_shape, &x->results[0]);
    if (status == GRN_OK)
        *(unsigned char *)x->results[0].tensor.data = 1;
    return status;
}

/* C(name, function, rule, most ULP, tolerance) */
#define CALLS(C)                                                                \
    C("check.expect_eq", call_expect_eq, GRN_MATCH_EQUAL, 0, 0)                 \
    C("check.expect_close", call_expect_close, GRN_MATCH_ULP, 3, 0)             \
    C("check.expect_almost_eq", call_expect_almost_eq, GRN_MATCH_NEAR, 0, 1e-3) \
    C("check.eq", call_eq, GRN_MATCH_NEAR, 0, 1e-4)

#define CALL_DEFINE(name, function, how, ulp, near)                                      \
    static grn_status function(grn_exec *x, const grn_op *op)                            \
    {                                                                                    \
        static const grn_match match = {.rule = how, .max_ulp = ulp, .tolerance = near}; \
        return run_call(x, op, name, &match);                                            \
    }
CALLS(CALL_DEFINE)
#undef CALL_DEFINE

static const struct {
    const char *name;
    grn_check_call run;
} calls[] = {
#define CALL_ROW(name, function, how, ulp, near) {name, function},
    CALLS(CALL_ROW)
#undef CALL_ROW
};

grn_check_call grn_check_find_call(grn_str target)
{
    for (size_t i = 0; i < GRN_COUNT(calls); i++)
        if (grn_str_is(target, calls[i].name))
            return calls[i].run;
    return NULL;
}

static bool is_truth(const grn_type *t)
{
    return grn_type_is_tensor(t) && t->rank == 0 && grn_hlo_element_in(t->element, GRN_HLO_PRED);
}

grn_status grn_check_verify_call(const grn_op *op, const grn_check *check, grn_str target)
{
    if (op->noperands != 2)
        return grn_op_fail(op, check, "@%.*s takes 2 operands, got %zu", (int)target.n, target.text, op->noperands);
    for (size_t i = 0; i < 2; i++)
        if (!grn_type_is_tensor(grn_operand_type(op, i)))
            return grn_op_fail(op, check, "@%.*s compares ranked tensors", (int)target.n, target.text);
    if (!grn_types_compatible(grn_operand_type(op, 0), grn_operand_type(op, 1)))
        return grn_op_fail(op, check, "@%.*s compares two tensors of one type", (int)target.n, target.text);
    if (op->nresults > 1 || (op->nresults == 1 && !is_truth(grn_result_type(op, 0))))
        return grn_op_fail(op, check, "@%.*s has no result, or one of type 'tensor<i1>'", (int)target.n, target.text);
    return GRN_OK;
}
