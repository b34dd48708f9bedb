/*
 * stablehlo.h - what the families of StableHLO ops share.
 *
 * Knows: StableHLO's sets of types and attributes with upstream's text for
 * them, the struct and enum attributes, and the rules several ops
 * have in common. Must not know: any single family's ops.
 */
#ifndef GRN_STABLEHLO_H
#define GRN_STABLEHLO_H

#include "dialects/common/rows.h"

/* A row of an op that the specification has rules for, and of one whose meaning is in `from`. */
#define GRN_STABLEHLO(op, does, rules, ...) GRN_STABLEHLO_FROM(op, does, "StableHLO spec, " #op ", " rules, __VA_ARGS__)
#define GRN_STABLEHLO_FROM(op, does, from, ...) GRN_ROW(GRN_NAME(stablehlo, op), does, from, __VA_ARGS__)

/* ---- the tables, one per family; each ends with name NULL ------------------------------------ */

extern const grn_op_def grn_stablehlo_gather_ops[];        /* gather, dynamic_gather */
extern const grn_op_def grn_stablehlo_scatter_ops[];       /* scatter */
extern const grn_op_def grn_stablehlo_window_ops[];        /* select_and_scatter */
extern const grn_op_def grn_stablehlo_dynamic_slice_ops[]; /* dynamic_slice, dynamic_update_slice */
extern const grn_op_def grn_stablehlo_element_ops[];
extern const grn_op_def grn_stablehlo_shape_ops[];
extern const grn_op_def grn_stablehlo_constant_ops[];
extern const grn_op_def grn_stablehlo_control_ops[];
extern const grn_op_def grn_stablehlo_reduce_ops[];
extern const grn_op_def grn_stablehlo_quant_ops[];
extern const grn_op_def grn_stablehlo_custom_call_ops[];

/* ---- sets of types (types.c) ----------------------------------------------------------------- */

/* Sets of element types, as bits. QUANT is per tensor, QUANT_AXIS per axis. */
enum {
    GRN_HLO_PRED = 1 << 0,  /* i1 */
    GRN_HLO_SINT = 1 << 1,  /* i2 .. i64, signless */
    GRN_HLO_UINT = 1 << 2,  /* ui2 .. ui64 */
    GRN_HLO_FLOAT = 1 << 3, /* f4E2M1FN ... f64 */
    GRN_HLO_COMPLEX = 1 << 4,
    GRN_HLO_QUANT = 1 << 5,
    GRN_HLO_QUANT_AXIS = 1 << 6,
    GRN_HLO_INDEX = 1 << 7,
    GRN_HLO_FLOAT_32_64 = 1 << 8, /* f32, f64 */
    GRN_HLO_INT = GRN_HLO_SINT | GRN_HLO_UINT,
    GRN_HLO_PLAIN = GRN_HLO_FLOAT | GRN_HLO_PRED | GRN_HLO_INT | GRN_HLO_COMPLEX,
    GRN_HLO_DIMENSION = GRN_HLO_INDEX | GRN_HLO_INT
};
/* Whether element type `element` is in the set `bits`. */
bool grn_hlo_element_in(const grn_type *element, unsigned bits);
bool grn_hlo_is_token(const grn_type *t);       /* !stablehlo.token */
bool grn_hlo_is_scalar_pred(const grn_type *t); /* tensor<i1> */

/*
 * X(suffix, kind, text of the elements, element bits): class grn_hlo_<suffix>, as upstream's
 * Base.td defines and names them. The kinds: RANKED, ANY (ranked or not), STATIC, RANK0, RANK1, and
 * of static extents DIMENSIONS_1, INTEGERS_1, INTEGERS_2.
 */
#define GRN_HLO_CLASSES(X)                                                                                          \
    X(tensor, RANKED, PLAIN OR QUANT, GRN_HLO_PLAIN | GRN_HLO_QUANT)                                                \
    X(tensor_or_per_axis, RANKED, PLAIN OR QUANT OR QUANT_AXIS, GRN_HLO_PLAIN | GRN_HLO_QUANT | GRN_HLO_QUANT_AXIS) \
    X(non_quantized_tensor, RANKED, PLAIN, GRN_HLO_PLAIN)                                                           \
    X(int_tensor, RANKED, INT, GRN_HLO_INT)                                                                         \
    X(pred_tensor, RANKED, PRED, GRN_HLO_PRED)                                                                      \
    X(pred_or_int_tensor, RANKED, PRED OR INT, GRN_HLO_PRED | GRN_HLO_INT)                                          \
    X(int_or_fp_tensor, RANKED, INT OR FLOAT, GRN_HLO_INT | GRN_HLO_FLOAT)                                          \
    X(pred_int_or_fp_tensor, RANKED, PRED OR INT OR FLOAT, GRN_HLO_PRED | GRN_HLO_INT | GRN_HLO_FLOAT)              \
    X(pred_int_fp_or_quantized_tensor, RANKED, PRED OR INT OR FLOAT OR QUANT,                                       \
      GRN_HLO_PRED | GRN_HLO_INT | GRN_HLO_FLOAT | GRN_HLO_QUANT)                                                   \
    X(fp_tensor, RANKED, FLOAT, GRN_HLO_FLOAT)                                                                      \
    X(complex_tensor, RANKED, COMPLEX, GRN_HLO_COMPLEX)                                                             \
    X(fp_or_complex_tensor, RANKED, FLOAT OR COMPLEX, GRN_HLO_FLOAT | GRN_HLO_COMPLEX)                              \
    X(fp32_or_64_tensor, RANKED, FLOAT_32_64, GRN_HLO_FLOAT_32_64)                                                  \
    X(fp_or_quantized_tensor, RANKED, FLOAT OR QUANT, GRN_HLO_FLOAT | GRN_HLO_QUANT)                                \
    X(fp_or_any_quantized_tensor, RANKED, FLOAT OR QUANT OR QUANT_AXIS,                                             \
      GRN_HLO_FLOAT | GRN_HLO_QUANT | GRN_HLO_QUANT_AXIS)                                                           \
    X(fp_complex_or_quantized_tensor, RANKED, FLOAT OR COMPLEX OR QUANT,                                            \
      GRN_HLO_FLOAT | GRN_HLO_COMPLEX | GRN_HLO_QUANT)                                                              \
    X(sint_fp_or_quantized_tensor, RANKED, SINT OR FLOAT OR QUANT, GRN_HLO_SINT | GRN_HLO_FLOAT | GRN_HLO_QUANT)    \
    X(sint_fp_complex_or_quantized_tensor, RANKED, SINT OR FLOAT OR COMPLEX OR QUANT,                               \
      GRN_HLO_SINT | GRN_HLO_FLOAT | GRN_HLO_COMPLEX | GRN_HLO_QUANT)                                               \
    X(int_fp_complex_or_quantized_tensor, RANKED, INT OR FLOAT OR COMPLEX OR QUANT,                                 \
      GRN_HLO_INT | GRN_HLO_FLOAT | GRN_HLO_COMPLEX | GRN_HLO_QUANT)                                                \
    X(quantized_tensor, RANKED, QUANT OR QUANT_AXIS, GRN_HLO_QUANT | GRN_HLO_QUANT_AXIS)                            \
    X(per_axis_tensor, RANKED, QUANT_AXIS, GRN_HLO_QUANT_AXIS)                                                      \
    X(any_tensor, ANY, PLAIN OR QUANT OR QUANT_AXIS, GRN_HLO_PLAIN | GRN_HLO_QUANT | GRN_HLO_QUANT_AXIS)            \
    X(any_pred_tensor, ANY, PRED, GRN_HLO_PRED)                                                                     \
    X(any_pred_or_int_tensor, ANY, PRED OR INT, GRN_HLO_PRED | GRN_HLO_INT)                                         \
    X(any_fp_tensor, ANY, FLOAT, GRN_HLO_FLOAT)                                                                     \
    X(any_complex_tensor, ANY, COMPLEX, GRN_HLO_COMPLEX)                                                            \
    X(any_fp_or_complex_tensor, ANY, FLOAT OR COMPLEX, GRN_HLO_FLOAT | GRN_HLO_COMPLEX)                             \
    X(scalar_tensor, RANK0, PLAIN OR QUANT, GRN_HLO_PLAIN | GRN_HLO_QUANT)                                          \
    X(scalar_int_tensor, RANK0, INT, GRN_HLO_INT)                                                                   \
    X(scalar_pred_int_or_fp_tensor, RANK0, PRED OR INT OR FLOAT, GRN_HLO_PRED | GRN_HLO_INT | GRN_HLO_FLOAT)        \
    X(fp_vector, RANK1, FLOAT, GRN_HLO_FLOAT)                                                                       \
    X(fp_or_quantized_vector, RANK1, FLOAT OR QUANT, GRN_HLO_FLOAT | GRN_HLO_QUANT)                                 \
    X(dimension_tensor, RANK1, DIMENSION, GRN_HLO_DIMENSION)                                                        \
    X(static_tensor, STATIC, PLAIN OR QUANT, GRN_HLO_PLAIN | GRN_HLO_QUANT)                                         \
    X(static_tensor_or_per_axis, STATIC, PLAIN OR QUANT OR QUANT_AXIS,                                              \
      GRN_HLO_PLAIN | GRN_HLO_QUANT | GRN_HLO_QUANT_AXIS)                                                           \
    X(static_int_or_fp_tensor, STATIC, INT OR FLOAT, GRN_HLO_INT | GRN_HLO_FLOAT)                                   \
    X(static_int_fp_complex_or_quantized_tensor, STATIC, INT OR FLOAT OR COMPLEX OR QUANT,                          \
      GRN_HLO_INT | GRN_HLO_FLOAT | GRN_HLO_COMPLEX | GRN_HLO_QUANT)                                                \
    X(static_dimension_tensor, DIMENSIONS_1, DIMENSION, GRN_HLO_DIMENSION)                                          \
    X(static_int_vector, INTEGERS_1, INT, GRN_HLO_INT)                                                              \
    X(static_int_matrix, INTEGERS_2, INT, GRN_HLO_INT)

#define GRN_HLO_CLASS_EXTERN(suffix, kind, elements, bits) extern const grn_type_class grn_hlo_##suffix;
GRN_HLO_CLASSES(GRN_HLO_CLASS_EXTERN)
#undef GRN_HLO_CLASS_EXTERN

extern const grn_type_class grn_hlo_any_type;
extern const grn_type_class grn_hlo_scatter_indices; /* ranked, any integer or index */
/* by the text of grn_hlo_tensor; index is what other dialects compute with */
extern const grn_type_class grn_hlo_tensor_or_index;
extern const grn_type_class grn_hlo_token;
extern const grn_type_class grn_hlo_static_or_bounded_tensor; /* static, or of one dynamic extent that has a bound */
extern const grn_type_class grn_hlo_tuple;                    /* of tensors, memrefs and tokens, nested or not */
extern const grn_type_class grn_hlo_tensor_or_token, grn_hlo_tensor_per_axis_or_token, grn_hlo_static_tensor_or_token;
/* HLO_TensorOrPerAxisQuantizedTensorOrTokenOrBuffer */
extern const grn_type_class grn_hlo_tensor_token_or_buffer;
extern const grn_type_class grn_hlo_tensor_token_or_tuple; /* HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple */
/* HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTupleOrBuffer */
extern const grn_type_class grn_hlo_tensor_token_tuple_or_buffer;
extern const grn_type_class grn_hlo_custom_call_value; /* HLO_CustomCallValue */

/* ---- sets of attributes, struct and enum attributes (attrs.c) -------------------------------- */

extern const grn_struct_def grn_stablehlo_gather_dims;          /* #stablehlo.gather<...> */
extern const grn_struct_def grn_stablehlo_scatter_dims;         /* #stablehlo.scatter<...> */
extern const grn_struct_def grn_stablehlo_dot_dims;             /* #stablehlo.dot<...> */
extern const grn_struct_def grn_stablehlo_conv_dims;            /* #stablehlo.conv<...> */
extern const grn_struct_def grn_stablehlo_dot_algorithm;        /* #stablehlo.dot_algorithm<...> */
extern const grn_struct_def grn_stablehlo_channel_handle;       /* #stablehlo.channel_handle<handle = 0, type = 0> */
extern const grn_struct_def grn_stablehlo_output_operand_alias; /* #stablehlo.output_operand_alias<...> */
extern const grn_struct_def grn_stablehlo_bounds;               /* #stablehlo.bounds<16, ?> */
extern const grn_struct_def grn_stablehlo_type_extensions;      /* #stablehlo.type_extensions<bounds = [16, ?]> */
extern const grn_attr_class grn_stablehlo_is_gather_dims, grn_stablehlo_is_scatter_dims, grn_stablehlo_is_dot_dims,
    grn_stablehlo_is_conv_dims, grn_stablehlo_is_dot_algorithm, grn_stablehlo_is_channel_handle;

extern const grn_enum_def grn_stablehlo_comparison_direction;
enum { GRN_COMPARE_EQ, GRN_COMPARE_NE, GRN_COMPARE_GE, GRN_COMPARE_GT, GRN_COMPARE_LE, GRN_COMPARE_LT };
extern const grn_enum_def grn_stablehlo_comparison_type;
enum { GRN_COMPARE_NOTYPE, GRN_COMPARE_FLOAT, GRN_COMPARE_TOTALORDER, GRN_COMPARE_SIGNED, GRN_COMPARE_UNSIGNED };
extern const grn_enum_def grn_stablehlo_precision; /* DEFAULT HIGH HIGHEST */
extern const grn_enum_def grn_stablehlo_custom_call_api_version;
extern const grn_enum_def grn_stablehlo_fft_type, grn_stablehlo_transpose, grn_stablehlo_rng_distribution,
    grn_stablehlo_rng_algorithm;
extern const grn_enum_def grn_stablehlo_result_accuracy_mode;
enum { GRN_ACCURACY_DEFAULT, GRN_ACCURACY_HIGHEST, GRN_ACCURACY_TOLERANCE };
extern const grn_struct_def grn_stablehlo_result_accuracy; /* #stablehlo.result_accuracy<atol = 0.0, ...> */
extern const grn_attr_class grn_stablehlo_is_result_accuracy, grn_stablehlo_is_custom_call_api_version;
extern const grn_attr_class grn_stablehlo_is_fft_type, grn_stablehlo_is_transpose, grn_stablehlo_is_rng_distribution,
    grn_stablehlo_is_rng_algorithm;
extern const grn_attr_class grn_stablehlo_is_comparison_direction, grn_stablehlo_is_comparison_type,
    grn_stablehlo_is_precision, grn_stablehlo_is_precision_config /* an array of precision */;

extern const grn_attr_default grn_hlo_accuracy_defaults[]; /* result_accuracy: the default mode */

/* The bounds a tensor type's encoding gives: *v has rank entries, GRN_DYNAMIC where there is none.
 * False: no bounds. */
bool grn_stablehlo_type_bounds(const grn_type *tensor, const int64_t **v);
/* A tensor type of `element` and `shape`, with bounds as its encoding when `bounds` is not NULL and
 * any of its entries is a bound of a dynamic extent. NULL: memory refused. */
const grn_type *grn_stablehlo_tensor_with_bounds(grn_ir *ir, const grn_type *element, int32_t rank,
                                                 const int64_t *shape, const int64_t *bounds);

/* ---- rules (rules.c) ------------------------------------------------------------------------- */

/* Breaks rule `rule` ("C21"): the message as given, at the op's place without its name, then the
 * note that names the rule. GRN_E_VERIFY. */
grn_status grn_stablehlo_broken(const grn_op *op, const grn_check *check, const char *rule, const char *format, ...)
    GRN_PRINTF(4, 5);

/* "[1, 0, 2]" of a list of any length, cut with "..." when it does not fit; returns buffer. An
 * extent that is not known is the number that stands for it, as in upstream's messages
 * (grn_hlo_shape_text: "?"). */
#define GRN_DIMS_TEXT_BYTES 512
const char *grn_stablehlo_dims_text(size_t count, const int64_t *v, char *buffer, size_t buffer_bytes);
/* The same without brackets. */
const char *grn_stablehlo_list_text(size_t count, const int64_t *v, char *buffer, size_t buffer_bytes);

/* Extents that may be one: equal, or one of them not known yet. */
static inline bool grn_stablehlo_dim_agrees(int64_t a, int64_t b)
{
    return a == b || a == GRN_DYNAMIC || b == GRN_DYNAMIC;
}

/* Whether values of element type `from` may become `to` (StableHLO spec, is_promotable), but that
 * any float may become any other, as upstream has it for regions that fold. */
bool grn_stablehlo_promotable(const grn_type *from, const grn_type *to);

/*
 * Result `i` has exactly this element type where it is quantized: the check of inferred types lets
 * scale and zero point differ, but an op that moves values as they are stored cannot. Breaks `rule`
 * otherwise.
 */
grn_status grn_stablehlo_same_quantization(const grn_op *op, const grn_check *check, const char *rule, size_t i,
                                           const grn_type *element);

/* The row of a constant whose attribute `value` is its result: text, inference, meaning
 * (constant.c). */
grn_status grn_stablehlo_constant_parse(grn_parser *p, grn_op *op);
grn_status grn_stablehlo_constant_print(grn_printer *p, const grn_op *op);
grn_status grn_stablehlo_constant_infer(const grn_op *op, grn_check *check, grn_inferred *out);
grn_status grn_stablehlo_constant_eval(grn_exec *x, const grn_op *op);

/* How many types inference answers, and where they go; false: memory refused. */
bool grn_stablehlo_infer_count(grn_check *check, grn_inferred *out, size_t count);
/* As many results as operands, of their types. */
grn_status grn_stablehlo_infer_operands(const grn_op *op, grn_check *check, grn_inferred *out);
/* Answers a single type. NULL type: GRN_E_MEMORY. */
grn_status grn_stablehlo_infer_one(grn_check *check, grn_inferred *out, const grn_type *type);

/*
 * A reducer's region: 2n scalar-or-smaller arguments to n results, as reduce, reduce_window,
 * scatter and select_and_scatter share it. inputs[i]: the tensor reduced; inits[i]: the init
 * value's type (scatter: the update's element as a rank-0 tensor). allowed: extents an argument of
 * the region may have. rule: its number in the op. The region may be malformed in any way: an empty
 * one is reported too.
 */
typedef struct grn_reducer {
    const grn_region *region;
    size_t n;
    const grn_type *const *inputs;
    const grn_type *const *inits;
    size_t nallowed;
    const int64_t *allowed;
    const char *rule;
} grn_reducer;
grn_status grn_stablehlo_reducer_rules(const grn_op *op, const grn_check *check, const grn_reducer *reducer);
/* Element type of the region's result i; NULL when the region does not return so many tensors. */
const grn_type *grn_stablehlo_region_element(const grn_region *region, size_t i);
bool grn_stablehlo_region_ends(const grn_region *region); /* its first block has a terminator */
/* The operands of the region's terminator; 0 and NULL when it has none. */
size_t grn_stablehlo_region_results(const grn_region *region, grn_value *const **results);
/* The number of arguments of the region's first block. */
size_t grn_stablehlo_region_args(const grn_region *region);

/*
 * Window attributes of an op that slides windows over `operand`: window_dimensions, window_strides,
 * base_dilations, window_dilations, padding. Absent ones are 1 (padding 0). Checks them as upstream
 * does. `rules` names the rule each list belongs to.
 */
typedef struct grn_window_rules {
    const char *dimensions_size, *dimensions_positive;
    const char *strides_size, *strides_positive;
    const char *base_size, *base_positive;
    const char *dilations_size, *dilations_positive;
    const char *padding;
} grn_window_rules;
extern const grn_window_rules grn_reduce_window_rules; /* of reduce_window */
/* padding, where it is there, is a list of pairs. */
grn_status grn_stablehlo_padding_shape(const grn_op *op, const grn_check *check, const char *rule);
grn_status grn_stablehlo_read_windows(const grn_op *op, const grn_check *check, const grn_window_rules *rules,
                                      int32_t rank, grn_windows *out);
/* The same of a convolution whose windows have `size` (which may be GRN_DYNAMIC) along its `rank`
 * spatial dimensions: window_strides, lhs_dilation (the base's), rhs_dilation (the window's),
 * padding; and window_reversal. */
grn_status grn_stablehlo_read_convolution(const grn_op *op, const grn_check *check, int32_t rank, const int64_t *size,
                                          grn_windows *out, bool *reversed);
/* Number of windows over a dimension of `extent`; GRN_DYNAMIC stays so. Never negative, never
 * overflows (saturates). */
int64_t grn_stablehlo_window_count(const grn_windows *windows, int32_t dim, int64_t extent);

/* ---- combiners (combiner.c) ------------------------------------------------------------------ */

/*
 * Which named combiner a one-input region is: two arguments of one type, one op over both (in
 * either order where it does not matter), that op's result returned; or the second argument
 * returned (REPLACE). Anything else: REGION.
 */
grn_combiner grn_stablehlo_combiner(const grn_region *region);

/* ---- checks (compare.c) ---------------------------------------------------------------------- */

/*
 * Compares `got` with `expected` and fails the run with GRN_E_CHECK, naming the first element that
 * differs. `name`: as in messages, "check.expect_close". Types of the op's operands decide how
 * quantized tensors compare (by storage).
 */
grn_status grn_check_compare(grn_exec *x, const grn_op *op, const char *name, const grn_tensor *got,
                             const grn_tensor *expected, const grn_match *match);

/* The function a stablehlo.custom_call @check.* stands for; NULL when `target` ("check.expect_eq")
 * is none of them. Gives results too where the call has one (@check.eq: tensor<i1>). */
typedef grn_status (*grn_check_call)(grn_exec *x, const grn_op *op);
grn_check_call grn_check_find_call(grn_str target);

/* The number every @check call and check op takes; NULL when right, else what is wrong ("takes 2
 * operands"). */
grn_status grn_check_verify_call(const grn_op *op, const grn_check *check, grn_str target);

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_stablehlo_translation;
/* Of a future that is of more than ranked tensors (async.c). */
grn_status grn_stablehlo_type_fault(grn_ir *ir, grn_str text, char *message, size_t bytes);

#endif
