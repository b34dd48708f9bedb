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
extern const grn_op_def grn_stablehlo_dot_ops[];   /* dot_general, dot */
extern const grn_op_def grn_stablehlo_conv_ops[];  /* convolution, dynamic_conv */
extern const grn_op_def grn_stablehlo_reduce_precision_ops[];
extern const grn_op_def grn_stablehlo_fft_ops[];
extern const grn_op_def grn_stablehlo_matrix_ops[];     /* cholesky, triangular_solve */
extern const grn_op_def grn_stablehlo_batch_norm_ops[]; /* batch_norm_inference, batch_norm_training, batch_norm_grad */
extern const grn_op_def grn_stablehlo_composite_ops[];
extern const grn_op_def grn_stablehlo_torch_index_select_ops[];
extern const grn_op_def grn_stablehlo_einsum_ops[]; /* einsum, unary_einsum */
extern const grn_op_def grn_stablehlo_random_ops[]; /* rng, rng_bit_generator */

/* ---- parts of rows --------------------------------------------------------------------------- */

/* Sets of types that only these ops need (support.c). */
extern const grn_type_class grn_hlo_i32_tensor;     /* of 32-bit signless integers */
extern const grn_attr_class grn_hlo_is_i32;         /* "32-bit signless integer attribute" */
extern const grn_attr_class grn_hlo_is_f32;         /* "32-bit float attribute" */
extern const grn_attr_class grn_hlo_is_natural_i64; /* ... "whose value is non-negative" */
extern const grn_attr_class grn_hlo_is_natural_i32;
extern const grn_attr_class grn_hlo_is_positive_i64; /* ... "whose value is positive" */
extern const grn_attr_class grn_hlo_is_flags;        /* "i1 dense array attribute" */
extern const grn_attr_class grn_hlo_is_positive_i32; /* ... "whose value is positive" */

/* A list of one operand or result, or of any number of one class. */
#define GRN_HLO_ONE(list, name, class) static const grn_port list[] = {GRN_PORT(name, grn_hlo_##class), GRN_PORTS_END};
#define GRN_HLO_ANY(list, name, class) \
    static const grn_port list[] = {GRN_PORT_ANY(name, grn_hlo_##class), GRN_PORTS_END};
extern const grn_port grn_hlo_one_tensor[];    /* "operand" of grn_hlo_tensor_or_per_axis */
extern const grn_port grn_hlo_one_result[];    /* "result" */
extern const grn_port grn_hlo_plain_operand[]; /* "operand" of grn_hlo_tensor */
extern const grn_port grn_hlo_plain_result[];

/* ---- rules ----------------------------------------------------------------------------------- */

/* Shapes agree up to "?"; element types may differ. */
bool grn_hlo_shapes_agree(const grn_type *a, const grn_type *b);
/* Element types are equal, or quantized and differ in scales and zero points alone. */
bool grn_hlo_elements_agree(const grn_type *a, const grn_type *b);

/* Traits of upstream's as verify functions, with its texts: "requires compatible types for all
 * operands and results", "requires the same shape for all operands and results", "all non-scalar
 * operands/results must have the same shape and base type", "requires the same element type for all
 * operands and results", "requires compatible element types for all operands and results". Ops with
 * several are verified in the order in which upstream lists them. */
grn_status grn_hlo_verify_same_types(const grn_op *op, grn_check *check);
grn_status grn_hlo_verify_same_shape(const grn_op *op, grn_check *check);
grn_status grn_hlo_verify_elementwise(const grn_op *op, grn_check *check);
grn_status grn_hlo_verify_same_element(const grn_op *op, grn_check *check);
grn_status grn_hlo_verify_compatible_element(const grn_op *op, grn_check *check);

/* An extent and its bound; GRN_DYNAMIC: not known, none. */
typedef struct grn_hlo_extent {
    int64_t size, bound;
} grn_hlo_extent;
grn_hlo_extent grn_hlo_extent_of(const grn_type *t, int32_t dim);
/* *into is what both it and `a` say of dimension `dim`, unless they exclude each other. */
grn_status grn_hlo_most_specific(const grn_op *op, grn_check *check, int32_t dim, grn_hlo_extent a,
                                 grn_hlo_extent *into);

/* Of two types that may describe one value, the one that says what both say (an operand's), or what
 * either leaves open is left open (a branch's): extents and bounds (merge.c). *out may be `into`;
 * its elements are always. */
typedef enum grn_merge { GRN_MERGE_MOST_SPECIFIC, GRN_MERGE_LEAST_SPECIFIC } grn_merge;
grn_status grn_hlo_merge_types(const grn_op *op, grn_check *check, grn_merge merge, const grn_type *into,
                               const grn_type *with, const grn_type **out);
/* One result of the most specific type of all operands. */
grn_status grn_hlo_infer_same_type(const grn_op *op, grn_check *check, grn_inferred *out);

/* The integers of operand `operand` where a constant defines it; false: it is not known here. */
bool grn_hlo_constant_ints(const grn_op *op, size_t operand, size_t *count, const int64_t **v);
/* The extents that operand `operand` gives, where a constant defines it, are those of result 0. */
grn_status grn_hlo_verify_shape_operand(const grn_op *op, grn_check *check, size_t operand, const char *rule);
/* "expects operand and result to have compatible element type. Got: .. and .." */
grn_status grn_hlo_verify_result_element(const grn_op *op, grn_check *check, const char *rule);

/* Answers one result of `element` and `shape`. */
/* One result that is as `like`, but for its elements: its bounds are kept. */
grn_status grn_hlo_infer_like(grn_check *check, grn_inferred *out, const grn_type *element, const grn_type *like);
grn_status grn_hlo_infer_tensor(grn_check *check, grn_inferred *out, const grn_type *element, int32_t rank,
                                const int64_t *shape);
/* The text of a shape as a list of numbers: "[2, ?]". */
const char *grn_hlo_shape_text(int32_t rank, const int64_t *shape, char *buffer, size_t buffer_bytes);

/* ---- text ------------------------------------------------------------------------------------ */

/* `(T, T) -> T` for operands that were read as `uses`, and the results. */
grn_status grn_hlo_parse_function_type(grn_parser *p, grn_op *op, size_t count, const grn_use *uses);
/* `{..} : (T, T) -> T`: the same after the attribute dictionary and the colon. */
grn_status grn_hlo_parse_tail(grn_parser *p, grn_op *op, size_t count, const grn_use *uses);
void grn_hlo_print_tail(grn_printer *p, const grn_op *op, const char *const *skip);

/* ---- evaluation ------------------------------------------------------------------------------ */

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
/* The one result: all operands one behind the other along `dim`, in range of the first's rank;
 * their extents are checked. */
grn_status grn_hlo_concatenate(grn_exec *x, const grn_op *op, int64_t dim);
/* The first element. */
int64_t grn_hlo_integer_value(const grn_tensor *t);
/* For a to_spec that is about to read operand `i`: GRN_E_UNSUPPORTED, reported, where it is not
 * known. */
grn_status grn_spec_needs(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag);

/* *out: operand `operand` with elements of `dtype`, converted when it has others; the caller's to
 * release. */
grn_status grn_hlo_as_dtype(grn_exec *x, const grn_op *op, size_t operand, grn_dtype dtype, grn_rt *out);
/* Whether an operand or a result is quantized. */
bool grn_hlo_any_quantized(const grn_op *op);
/* The same as grn_hlo_as_dtype for an element type, which may be quantized: a quantized operand by
 * other steps is requantized. */
grn_status grn_hlo_as_element(grn_exec *x, const grn_op *op, size_t operand, const grn_type *element, grn_rt *out);

/* A region compiled, and as a grn_region_fn; end it in every case. */
typedef struct grn_hlo_compiled {
    grn_exec *x;
    grn_compiled *compiled;
    grn_region_fn fn;
} grn_hlo_compiled;
grn_status grn_hlo_compiled_begin(grn_exec *x, const grn_region *region, grn_hlo_compiled *out);
void grn_hlo_compiled_end(grn_hlo_compiled *compiled);

/* The comparisons of a merge sort of all lines along `dim` (sort.c). */
uint64_t grn_hlo_sort_comparisons(const grn_tensor *lines, int64_t dim);
/* The steps of them, and of the 2 * n elements that each is given; the first operand has the lines. */
grn_status grn_hlo_charge_sort(grn_exec *x, size_t n, const grn_compiled *comparator, int64_t dim);

/* The k largest elements of each line of operand 0 along its last dimension, or the smallest, and where they were, as
 * results 0 and 1 (top_k.c). GRN_E_SHAPE, reported, where a line has fewer; quantized elements are the caller's to
 * refuse. */
grn_status grn_hlo_top_k(grn_exec *x, const grn_op *op, int64_t k, bool largest);

/* `count` values and as many views of them, all zero at first, in memory of the exec's allocator;
 * end it in every case, which releases the values. */
typedef struct grn_hlo_values {
    grn_exec *x;
    size_t count;
    grn_rt *rt;
    grn_tensor *tensor;
} grn_hlo_values;
grn_status grn_hlo_values_begin(grn_exec *x, const grn_op *op, size_t count, grn_hlo_values *out);
void grn_hlo_values_end(grn_hlo_values *values);

#endif
