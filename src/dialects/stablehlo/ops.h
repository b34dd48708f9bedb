/*
 * ops.h - what the small StableHLO ops around a gather share.
 *
 * Knows: rows' common parts, the rules many of them have in common, and how
 * an eval makes its results. Must not know: any single op.
 */
#ifndef GRN_STABLEHLO_OPS_H
#define GRN_STABLEHLO_OPS_H

#include "dialects/stablehlo/stablehlo.h"

/* Tables beside those of stablehlo.h. */
extern const grn_op_def grn_stablehlo_slice_ops[]; /* slice, pad, concatenate and their dynamic forms */
extern const grn_op_def grn_stablehlo_size_ops[];  /* get_dimension_size, set_dimension_size, bitcast_convert */
extern const grn_op_def grn_stablehlo_sort_ops[];  /* sort, map */
extern const grn_op_def grn_stablehlo_dot_ops[];   /* dot_general */

/* ---- parts of rows ---------------------------------------------------------------------------------------------------- */

#define GRN_HLO_PORTS_END {NULL, NULL, GRN_ONE}
#define GRN_HLO_ATTRS_END {NULL, NULL, GRN_REQUIRED, NULL, NULL}
#define GRN_HLO_ATTR(name, class) {name, &class, GRN_REQUIRED, NULL, NULL}
#define GRN_HLO_ATTR_MAYBE(name, class) {name, &class, GRN_OPTIONAL_ATTR, NULL, NULL}

/* Sets of types that only these ops need (support.c). */
extern const grn_type_class grn_hlo_value;           /* tensor, token, or tuple of them: what flows through control */
extern const grn_type_class grn_hlo_tuple;           /* nested tuples of tensors */
extern const grn_type_class grn_hlo_token;           /* !stablehlo.token */
extern const grn_type_class grn_hlo_scalar_pred;     /* tensor<i1> */
extern const grn_type_class grn_hlo_scalar_i32;      /* tensor<i32> */
extern const grn_attr_class grn_hlo_is_i32;          /* "32-bit signless integer attribute" */
extern const grn_attr_class grn_hlo_is_natural_i64;  /* ... "whose value is non-negative" */
extern const grn_attr_class grn_hlo_is_natural_i32;

/* A list of one operand or result. */
extern const grn_port grn_hlo_one_tensor[];      /* operand/result of any StableHLO tensor */
extern const grn_port grn_hlo_one_result[];      /* "result" */
extern const grn_port grn_hlo_variadic_values[]; /* "operand": any number of grn_hlo_value */
extern const grn_port grn_hlo_variadic_results[];

/* ---- rules --------------------------------------------------------------------------------------------------------------- */

/* Shapes agree up to "?"; element types may differ. */
bool grn_hlo_shapes_agree(const grn_type *a, const grn_type *b);
/* Element types are equal, or both are quantized with equal expressed types. */
bool grn_hlo_elements_agree(const grn_type *a, const grn_type *b);

/* Traits of upstream's as verify functions, with its texts: "requires compatible types for all operands and results",
 * "requires the same shape for all operands and results", "requires the same element type for all operands and results". */
grn_status grn_hlo_verify_same_types(const grn_op *op, grn_check *check);
grn_status grn_hlo_verify_same_shape(const grn_op *op, grn_check *check);
grn_status grn_hlo_verify_same_element(const grn_op *op, grn_check *check);

/* Answers one result of `element` and `shape`. */
grn_status grn_hlo_infer_tensor(grn_check *check, grn_inferred *out, const grn_type *element, int32_t rank,
                                const int64_t *shape);
/* The text of a shape as a list of numbers: "[2, ?]". */
const char *grn_hlo_shape_text(int32_t rank, const int64_t *shape, char *buffer, size_t buffer_bytes);

/* ---- text ------------------------------------------------------------------------------------------------------------------- */

/* `(T, T) -> T` for operands that were read as `uses`, and the results. */
grn_status grn_hlo_parse_function_type(grn_parser *p, grn_op *op, size_t count, const grn_use *uses);
/* `{..} : (T, T) -> T`: the same after the attribute dictionary and the colon. */
grn_status grn_hlo_parse_tail(grn_parser *p, grn_op *op, size_t count, const grn_use *uses);
void grn_hlo_print_tail(grn_printer *p, const grn_op *op, const char *const *skip);

/* ---- evaluation ------------------------------------------------------------------------------------------------------------- */

/* The dtype elements of result i are stored in (of a quantized type: the storage type's). */
grn_dtype grn_hlo_result_dtype(const grn_op *op, size_t i);
/* A new tensor for result i. */
grn_status grn_hlo_new_result(grn_exec *x, const grn_op *op, size_t i, int32_t rank, const int64_t *shape);
/* Result i is another view of operand `operand`. */
grn_status grn_hlo_share_result(grn_exec *x, size_t i, size_t operand, const grn_tensor *view);
/* Values of a one-dimensional integer operand, at most GRN_MAX_RANK: anything else is reported. */
grn_status grn_hlo_read_dims(grn_exec *x, const grn_op *op, size_t operand, int32_t *count, int64_t *v);
/* The same as extents: none negative. */
grn_status grn_hlo_read_shape(grn_exec *x, const grn_op *op, size_t operand, int32_t *rank, int64_t *shape);
/* The one result: all operands one behind the other along `dim`, in range of the first's rank; their extents are checked. */
grn_status grn_hlo_concatenate(grn_exec *x, const grn_op *op, int64_t dim);
/* The first element. */
int64_t grn_hlo_integer_value(const grn_tensor *t);
/* For a to_spec that is about to read operand `i`: GRN_E_UNSUPPORTED, reported, where it is not known. */
grn_status grn_spec_needs(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag);

/* *out: operand `operand` with elements of `dtype`, converted when it has others; the caller's to release. */
grn_status grn_hlo_as_dtype(grn_exec *x, const grn_op *op, size_t operand, grn_dtype dtype, grn_rt *out);
/* GRN_E_UNSUPPORTED, reported, when an operand or a result is quantized. */
grn_status grn_hlo_refuse_quantized(grn_exec *x, const grn_op *op);

/* A region compiled, and as a grn_region_fn; end it in every case. */
typedef struct grn_hlo_compiled {
    grn_exec *x;
    grn_compiled *compiled;
    grn_region_fn fn;
} grn_hlo_compiled;
grn_status grn_hlo_compiled_begin(grn_exec *x, const grn_region *region, grn_hlo_compiled *out);
void grn_hlo_compiled_end(grn_hlo_compiled *compiled);

/* `count` values and as many views of them, all zero at first, in memory of the exec's allocator; end it in every case,
 * which releases the values. */
typedef struct grn_hlo_values {
    grn_exec *x;
    size_t count;
    grn_rt *rt;
    grn_tensor *tensor;
} grn_hlo_values;
grn_status grn_hlo_values_begin(grn_exec *x, const grn_op *op, size_t count, grn_hlo_values *out);
void grn_hlo_values_end(grn_hlo_values *values);

#endif
