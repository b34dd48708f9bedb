/* onnx.c - ONNX: its ops, and the types that its programs have. */
#include "generate/onnx.h"

static void put_constant(grn_gen *g, const grn_gen_value *v, const grn_tensor *data)
{
    grn_gen_put(g, "  %v = onnx.Constant ", v);
    grn_gen_put_literal(g, data);
    grn_gen_put(g, " : %T\n", v);
}

#define FUNCTION(name, weight, function, classes)                                              \
    {                                                                                          \
        name, weight, grn_write_onnx_function, &grn_element_function_##function, NULL, classes \
    }
#define OP(name, weight, writer)                             \
    {                                                        \
        name, weight, grn_write_onnx_##writer, NULL, NULL, 0 \
    }
#define REDUCE(name, fold)                            \
    {                                                 \
        name, 3, grn_write_onnx_reduce, NULL, fold, 0 \
    }
#define REALS GRN_GEN_REALS
#define SIGNED_REALS (GRN_GEN_SIGNED | GRN_GEN_FLOATS)
#define LONG_REALS (GRN_GEN_LONG_INTEGERS | GRN_GEN_FLOATS)

static const grn_gen_op ops[] = {OP("Gather", 20, gather),
                                 OP("GatherElements", 20, gather_elements),
                                 OP("GatherND", 20, gather_nd),
                                 OP("ScatterElements", 25, scatter_elements),
                                 OP("ScatterND", 25, scatter_nd),
                                 OP("OneHot", 5, one_hot),
                                 OP("Where", 5, where),
                                 OP("Cast", 5, cast),
                                 OP("Transpose", 5, transpose),
                                 OP("Reshape", 5, reshape),
                                 OP("Expand", 4, expand),
                                 OP("Unsqueeze", 3, unsqueeze),
                                 OP("Squeeze", 3, squeeze),
                                 OP("Concat", 5, concat),
                                 OP("Slice", 6, slice),
                                 OP("Pad", 4, pad),
                                 OP("Tile", 2, tile),
                                 OP("Identity", 1, identity),
                                 REDUCE("ReduceSum", "add"),
                                 REDUCE("ReduceProd", "multiply"),
                                 REDUCE("ReduceMax", "maximum"),
                                 REDUCE("ReduceMin", "minimum"),
                                 OP("ArgMax", 2, arg),
                                 OP("ArgMin", 2, arg),
                                 OP("TopK", 2, top_k),
                                 OP("CumSum", 3, cumsum),
                                 OP("MatMul", 4, matmul),
                                 OP("Equal", 2, compare),
                                 OP("Less", 2, compare),
                                 OP("LessOrEqual", 1, compare),
                                 OP("Greater", 1, compare),
                                 OP("GreaterOrEqual", 1, compare),
                                 FUNCTION("Add", 6, add, REALS),
                                 FUNCTION("Sub", 4, subtract, REALS),
                                 FUNCTION("Mul", 4, multiply, REALS),
                                 FUNCTION("Div", 2, divide, REALS),
                                 FUNCTION("Max", 2, maximum, REALS),
                                 FUNCTION("Min", 2, minimum, REALS),
                                 FUNCTION("And", 1, logical, GRN_GEN_BOOLS),
                                 FUNCTION("Or", 1, logical, GRN_GEN_BOOLS),
                                 FUNCTION("Not", 1, complement, GRN_GEN_BOOLS),
                                 FUNCTION("BitwiseAnd", 1, bitwise, GRN_GEN_INTEGERS),
                                 FUNCTION("BitwiseOr", 1, bitwise, GRN_GEN_INTEGERS),
                                 FUNCTION("Abs", 1, absolute, SIGNED_REALS),
                                 FUNCTION("Neg", 1, negate, SIGNED_REALS),
                                 FUNCTION("Sign", 1, sign, SIGNED_REALS),
                                 FUNCTION("Ceil", 1, rounding, GRN_GEN_FLOATS),
                                 FUNCTION("Floor", 1, rounding, GRN_GEN_FLOATS),
                                 FUNCTION("Round", 1, rounding, GRN_GEN_FLOATS),
                                 FUNCTION("Sqrt", 1, square_root, GRN_GEN_FLOATS),
                                 FUNCTION("Exp", 1, exponential, GRN_GEN_FLOATS),
                                 FUNCTION("Log", 1, logarithm, GRN_GEN_FLOATS),
                                 FUNCTION("Sin", 1, sine, GRN_GEN_FLOATS),
                                 FUNCTION("Cos", 1, sine, GRN_GEN_FLOATS),
                                 FUNCTION("Tanh", 1, tanh, GRN_GEN_FLOATS),
                                 FUNCTION("Sigmoid", 1, logistic, GRN_GEN_FLOATS),
                                 FUNCTION("Erf", 1, erf, GRN_GEN_FLOATS),
                                 FUNCTION("Relu", 1, rectifier, SIGNED_REALS),
                                 FUNCTION("Reciprocal", 1, reciprocal, GRN_GEN_FLOATS),
                                 {0}};

static const grn_gen_dtype dtypes[] = {{GRN_F32, 24}, {GRN_I64, 12}, {GRN_I32, 8},  {GRN_I1, 6}, {GRN_F64, 5},
                                       {GRN_F16, 4},  {GRN_BF16, 2}, {GRN_UI8, 3},  {GRN_I8, 3}, {GRN_UI32, 2},
                                       {GRN_UI64, 2}, {GRN_I16, 2},  {GRN_UI16, 2}, {0}};

const grn_gen_dialect grn_gen_onnx = {.name = "onnx",
                                      .prefix = "onnx.",
                                      .ops = ops,
                                      .dtypes = dtypes,
                                      .put_type = grn_gen_put_tensor_type,
                                      .put_constant = put_constant,
                                      .errors = true,
                                      .overflow_is_open = true};
