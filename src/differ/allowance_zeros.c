/*
 * allowance_zeros.c - ops whose specification says a number and not the sign of a zero.
 *
 * ONNX defines Relu as max(0, x), Sign as 0 where x is 0, and maxima, minima and sums by words alone (onnx.ai, operators):
 * which of -0 and +0 comes is an implementation's. StableHLO names IEEE 754's operations, which say it.
 */
#include <string.h>

#include "differ/differ.h"

static const char *const open_ops[] = {"onnx.Relu", "onnx.Sign", "onnx.Max",       "onnx.Min",       "onnx.MatMul",
                                       "onnx.Gemm", "onnx.Sum",  "onnx.ReduceSum", "onnx.ReduceMax", "onnx.ReduceMin"};

static bool says_no_sign(const grn_op *op)
{
    for (size_t i = 0; i < GRN_COUNT(open_ops); i++)
        if (op->name.n == strlen(open_ops[i]) && memcmp(op->name.text, open_ops[i], op->name.n) == 0)
            return true;
    return false;
}

bool grn_zeros_are_open(const grn_op *op, const grn_tensor *garner, const grn_tensor *theirs)
{
    const int64_t n = grn_tensor_elements(garner);
    if (!says_no_sign(op) || grn_dtype_class_of(garner->dtype) != GRN_CLASS_FLOAT)
        return false;
    for (int64_t i = 0; i < n; i++) {
        const void *a = grn_element_at(garner, i), *b = grn_element_at(theirs, i);
        const bool zeros = grn_element_value(garner->dtype, a) == 0 && grn_element_value(garner->dtype, b) == 0;
        if (!zeros && !grn_same_element(garner->dtype, a, b))
            return false;
    }
    return true;
}
