/*
 * onnx.h - what the families of ONNX operators share.
 *
 * Knows: ONNX's sets of types, its optional operands, and one set of rules
 * for two times: before the run, where types and constants are known, and in
 * the run, where everything is. Must not know: any single operator.
 */
#ifndef GRN_ONNX_H
#define GRN_ONNX_H

#include "dialects/common/mlir.h"

/* ---- tables ---------------------------------------------------------------------------------- */

extern const grn_op_def grn_onnx_gather_ops[];  /* Gather ... ScatterND, Constant */
extern const grn_op_def grn_onnx_element_ops[]; /* Add ... Where, Cast */
extern const grn_op_def grn_onnx_shape_ops[];   /* Reshape, Transpose, Expand, Unsqueeze, Squeeze, Identity */
extern const grn_op_def grn_onnx_slice_ops[];   /* Slice, Concat */
extern const grn_op_def grn_onnx_pad_ops[];     /* Pad, Range, NoValue */
extern const grn_op_def grn_onnx_graph_ops[];   /* Return, EntryPoint */
extern const grn_op_def grn_onnx_math_ops[];    /* Abs ... Erf, Div, Pow, Relu, Clip, Sum */
extern const grn_op_def grn_onnx_product_ops[]; /* MatMul, Gemm */
extern const grn_op_def grn_onnx_reduce_ops[];  /* ReduceSum ..., Softmax, LayerNormalization, ArgMax, CumSum */
extern const grn_op_def grn_onnx_order_ops[];   /* TopK */
extern const grn_op_def grn_onnx_conv_ops[];    /* Conv */
extern const grn_op_def grn_onnx_select_ops[];  /* NonZero, Compress, Unique */
extern const grn_op_def grn_onnx_control_ops[]; /* If, Loop, Yield; of Scan in control.h */
extern const grn_op_def grn_onnx_integer_ops[]; /* Mod, BitShift, BitwiseXor, BitwiseNot, BitCast */
extern const grn_op_def grn_onnx_part_ops[];    /* Flatten, Split, Tile, OneHot, ConstantOfShape */

/* ---- sets of types and attributes (support.c) ------------------------------------------------ */

extern const grn_type_class grn_onnx_list;         /* one dimension of i64 */
extern const grn_type_class grn_onnx_list_or_none; /* the same, or none: an operand that may be left out */
extern const grn_type_class grn_onnx_index_list;   /* one dimension of i32 or i64 */
extern const grn_type_class grn_onnx_index_list_or_none;
extern const grn_type_class grn_onnx_tensor_or_none;
extern const grn_type_class grn_onnx_floats, grn_onnx_numeric; /* math.c */
extern const grn_attr_class grn_onnx_is_si64;                  /* "64-bit signed integer attribute" */

/* ---- operands -------------------------------------------------------------------------------- */

/* Where rules are checked. Before the run an extent may be GRN_DYNAMIC; in the run all are
 * numbers. */
typedef struct grn_onnx_at {
    const grn_op *op;
    const grn_check *check; /* before the run; else NULL */
    grn_exec *x;            /* in the run */
} grn_onnx_at;

/* Says what rule is broken: with a note before the run (GRN_E_VERIFY), with the op's place in it
 * (GRN_E_SHAPE). */
grn_status grn_onnx_broken(const grn_onnx_at *at, const char *rule, const char *format, ...) GRN_PRINTF(3, 4);

/* Operand i is there: it may be missing at the end, or be a none. */
bool grn_onnx_given(const grn_op *op, size_t i);
grn_dims grn_onnx_extents(const grn_onnx_at *at, size_t i);

/* Integers an operand lists: as many as the pads of the largest rank. */
#define GRN_ONNX_LIST 64
typedef struct grn_onnx_integers {
    bool known;    /* always, in the run; before it: the operand is a constant */
    int64_t count; /* GRN_DYNAMIC: not even that is known */
    int64_t v[GRN_ONNX_LIST];
} grn_onnx_integers;
/* GRN_E_LIMIT or GRN_E_VERIFY, reported, when the list is too long. */
grn_status grn_onnx_read(const grn_onnx_at *at, size_t i, grn_onnx_integers *out);
/* The same, or first, first + step, ... (`count` of them, at most GRN_ONNX_LIST) where it is left
 * out. */
grn_status grn_onnx_read_or(const grn_onnx_at *at, size_t i, int64_t count, int64_t first, int64_t step,
                            grn_onnx_integers *out);

/* The axes operand i or attribute lists, counted from the front, each in [-rank, rank) and none
 * twice. */
grn_status grn_onnx_axes(const grn_onnx_at *at, const char *rule, int32_t rank, grn_onnx_integers *axes);

/* ---- shapes ---------------------------------------------------------------------------------- */

/* The shape of an op's result; count -1: not even the rank is known yet. */
typedef grn_status (*grn_onnx_shape)(const grn_onnx_at *at, grn_dims *out);
/* As a row's verify: the rules alone. */
grn_status grn_onnx_verify(grn_onnx_shape shape, const grn_op *op, grn_check *check);
/* Infers one result of operand 0's elements. */
grn_status grn_onnx_infer(grn_onnx_shape shape, const grn_op *op, grn_check *check, grn_inferred *out);
/* The same with other elements. */
grn_status grn_onnx_infer_as(grn_onnx_shape shape, const grn_type *element, const grn_op *op, grn_check *check,
                             grn_inferred *out);

/* ON-10: two shapes that broadcast, aligned at the last dimension; `into` becomes the shape of
 * both. */
grn_status grn_onnx_broadcast(const grn_onnx_at *at, const grn_dims *other, grn_dims *into);
/* A view of `in` in a shape it broadcasts to. GRN_E_LIMIT, reported, for more elements than can be
 * counted. */
grn_status grn_onnx_view(const grn_onnx_at *at, const grn_tensor *in, const grn_dims *shape, grn_tensor *out);

/* `name`_verify and `name`_infer of an op whose shape `name`_shape gives, with operand 0's
 * elements. */
#define GRN_ONNX_INFERRED(name)                                         \
    static grn_status name##_verify(const grn_op *op, grn_check *check) \
    {                                                                   \
        return grn_onnx_verify(name##_shape, op, check);                \
    }                                                                   \
    GRN_ONNX_INFER(name)
#define GRN_ONNX_INFER(name)                                                              \
    static grn_status name##_infer(const grn_op *op, grn_check *check, grn_inferred *out) \
    {                                                                                     \
        return grn_onnx_infer(name##_shape, op, check, out);                              \
    }

/* The same of one that has a rule `name`_types, checked first. */
#define GRN_ONNX_TYPED(name)                                                         \
    static grn_status name##_verify(const grn_op *op, grn_check *check)              \
    {                                                                                \
        grn_status status = name##_types(op, check);                                 \
        return status == GRN_OK ? grn_onnx_verify(name##_shape, op, check) : status; \
    }                                                                                \
    GRN_ONNX_INFER(name)

/* Where a Cast to a float of 8 bits saturates: what no finite element is beyond. 0: it does not. */
double grn_onnx_cast_limit(const grn_op *cast);
/* A Cast of floats to integers under 8 bits goes by i32, of which the low bits stay. */
bool grn_onnx_cast_wraps(const grn_op *cast);

/* A Cast to f8E8M0FNU, whose elements are powers of two from 2^-127 to 2^127, and NaN: of a value
 * between the powers d and 2d it is 2d from `factor` times d on, or beyond that. What is out of range
 * becomes the nearest that is not where it saturates, else NaN. */
#define GRN_ONNX_LEAST_POWER 0x1p-127
#define GRN_ONNX_MOST_POWER 0x1p127
typedef struct grn_onnx_powers {
    double factor;
    bool is_beyond, saturates;
} grn_onnx_powers;
/* False: it is another cast. */
bool grn_onnx_cast_to_powers(const grn_op *cast, grn_onnx_powers *out);

/* ---- rows ------------------------------------------------------------------------------------ */

#define GRN_ONNX_ROW(op, does, rules, ...)                                                                   \
    {                                                                                                        \
        .name = "onnx." op, .summary = does, .source = "ONNX operators, " op ", " rules, .results = results, \
        .traits = GRN_TRAIT_PURE | GRN_TRAIT_PLAIN_ATTRS, __VA_ARGS__                                        \
    }

/* ---- opsets (opset.c) ------------------------------------------------------------------------ */

/* A function's: the opset that its operators are of. torch-mlir's importer names it so, under its
 * own prefix; onnx-mlir has no place for it. */
#define GRN_ONNX_OPSET_ATTR "onnx.opset_version"
/* The one that programs are converted to: the first that has all the forms that are written. */
enum { GRN_ONNX_OPSET = 18 };
/* The first that has all of a function's operators in their forms. */
int64_t grn_onnx_least_opset(const grn_op *function);
/* As grn_dialect has it: ON-21. */
grn_status grn_onnx_check_attr(const grn_op *op, const grn_named_attr *attr, grn_check *check);

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_onnx_translation;

#endif
