/*
 * tensor.h - what the upstream dialects tensor and arith, and TCP beside
 * them, share: sets of types, text, run-time steps.
 *
 * Must not know: any single op.
 */
#ifndef GRN_TENSOR_DIALECT_H
#define GRN_TENSOR_DIALECT_H

#include "dialects/stablehlo_ops.h"

/* ---- tables ------------------------------------------------------------------------------------------------------------ */

extern const grn_op_def grn_arith_ops[];
extern const grn_op_def grn_arith_compare_ops[];  /* cmpi, select, minui, maxui */
extern const grn_op_def grn_arith_float_ops[];    /* cmpf */
extern const grn_op_def grn_arith_cast_ops[];     /* extsi, extui, trunci, index_cast, index_castui */
extern const grn_op_def grn_tensor_gather_ops[];  /* gather, scatter */
extern const grn_op_def grn_tensor_reshape_ops[]; /* expand_shape, collapse_shape */
extern const grn_op_def grn_tensor_cast_ops[];    /* cast, bitcast */
extern const grn_op_def grn_tensor_slice_ops[];   /* extract_slice, insert_slice */
extern const grn_op_def grn_tensor_make_ops[];    /* empty, dim, from_elements, splat, extract */
extern const grn_op_def grn_tensor_concat_ops[];
extern const grn_op_def grn_linalg_ops[];         /* transpose, broadcast, yield */
extern const grn_op_def grn_tcp_gather_ops[];     /* gather, gather_nd, gather_slice */
extern const grn_op_def grn_tcp_shape_ops[];      /* broadcast, slice */

/* ---- sets of types and attributes (tensor_support.c) --------------------------------------------------------------------- */

extern const grn_type_class grn_is_ranked_tensor;        /* of any type values */
extern const grn_type_class grn_is_signless_tensor;      /* ranked, of signless integers */
extern const grn_type_class grn_is_index_or_signless_tensor;
extern const grn_type_class grn_is_index;
extern const grn_attr_class grn_is_segment_sizes;        /* "i32 dense array attribute" */
extern const grn_attr_class grn_is_reassociation;        /* "Array of 64-bit integer array attributes" */

/* Of a scalar, a tensor's elements, or neither (arith.c). */
extern const grn_type_class grn_is_float_like;   /* "floating-point-like" */
extern const grn_type_class grn_is_integer_like; /* index and signless integers: "signless-integer-like" */
bool grn_is_i1_like(const grn_type *t);

/* ---- rules ---------------------------------------------------------------------------------------------------------------- */

/* The message as given behind "'op' op ", then the note that names the rule. GRN_E_VERIFY. */
grn_status grn_tensor_broken(const grn_op *op, const grn_check *check, const char *rule, const char *format, ...)
    GRN_PRINTF(4, 5);
/* Attribute operandSegmentSizes names `count` groups that add up to the operands; *sizes lives with the attribute. */
grn_status grn_tensor_segments(const grn_op *op, const grn_check *check, size_t count, const int64_t **sizes);

/* ---- text ------------------------------------------------------------------------------------------------------------------ */

/* Operands as they are read, before their types are known. Init, use, then end in every case. */
typedef struct grn_uses {
    grn_vec use; /* grn_use */
    grn_vec type; /* const grn_type *, at most as many */
} grn_uses;
void grn_uses_init(grn_parser *p, grn_uses *uses);
void grn_uses_end(grn_uses *uses);
grn_status grn_uses_read(grn_parser *p, grn_uses *uses); /* one more */
/* The type of the next use that has none yet. */
grn_status grn_uses_type(grn_uses *uses, const grn_type *type);
/* All uses that are left are of type index. */
grn_status grn_uses_index(grn_parser *p, grn_uses *uses);
/* Operands and one result. */
grn_status grn_uses_finish(grn_parser *p, grn_op *op, grn_uses *uses, const grn_type *result);
/* `T, T -> T` or `(T, T) -> T`, for all uses, behind the colon. */
grn_status grn_uses_signature(grn_parser *p, grn_op *op, grn_uses *uses);

/* `[0, %n, 2]`: numbers into attribute `name` with GRN_DYNAMIC where an operand stands, operands onto `uses`, how many
 * of them into *operands (NULL: not needed). */
grn_status grn_parse_mixed(grn_parser *p, grn_op *op, grn_str name, grn_uses *uses, size_t *operands);
/* The same list; *operand: the number of the list's first operand, moved on past its last. */
void grn_print_mixed(grn_printer *p, const grn_op *op, const char *name, size_t *operand);
/* Sets operandSegmentSizes. */
grn_status grn_set_segments(grn_parser *p, grn_op *op, size_t count, const size_t *sizes);
/* `%x : T to U`: one operand under another type (tensor_cast.c). */
grn_status grn_cast_parse(grn_parser *p, grn_op *op);
grn_status grn_cast_print(grn_printer *p, const grn_op *op);
/* Attribute `name` of op; false: memory refused. `value` NULL counts as refused. */
grn_status grn_parse_set(grn_parser *p, grn_op *op, grn_str name, const grn_attr *value);

/* ---- running ----------------------------------------------------------------------------------------------------------------- */

/* A list of numbers and operands as numbers: `rank` of them into v; operands from number *operand on, moved on. */
grn_status grn_read_mixed(grn_exec *x, const grn_op *op, const char *name, size_t *operand, int32_t rank, int64_t *v);
/* An extent an operand gives: GRN_E_SHAPE, reported, when it is negative. */
grn_status grn_read_extent(grn_exec *x, const grn_op *op, size_t operand, int64_t *out);
/* The part of `in` that starts at `start`, `size` elements at distance `stride` along each dimension. GRN_E_INDEX,
 * reported, when some of it is outside; GRN_E_SHAPE for a negative size. */
grn_status grn_take_part(grn_exec *x, const grn_op *op, const grn_tensor *in, const int64_t *start, const int64_t *size,
                         const int64_t *stride, grn_tensor *out);

/* *out: operand `i` whose integers are read without sign, the same bits; the caller's to release. i1 is 0 or 1 as it is. */
grn_status grn_arith_unsigned(grn_exec *x, size_t i, grn_rt *out);
/* What cmpi and cmpf share: `keyword, %a, %b : T`, the attribute `predicate` being the number of one of `keywords`, which end with
 * NULL; and an i1 for each element. */
grn_status grn_arith_compare_parse(grn_parser *p, grn_op *op, const char *const *keywords);
grn_status grn_arith_compare_print(grn_printer *p, const grn_op *op, const char *keyword);
grn_status grn_arith_compare_verify(const grn_op *op, grn_check *check);
/* `element` of `n` tensors of one shape (rank 0: of any) into `out`, which is compact. */
grn_status grn_arith_map(grn_exec *x, const grn_op *op, const grn_element *element, size_t n, const grn_tensor *in,
                         const grn_tensor *out);

/* ---- canonical gathers --------------------------------------------------------------------------------------------------------- */

/*
 * The slice of a window dimension that an index places: 1, and 0 where the operand has no element at all. Such a gather
 * has an empty result, or else an index that is outside whatever it is: the spec's own check then reports it.
 */
static inline int64_t grn_one_or_none(int64_t extent) { return extent < 1 ? extent : 1; }

#endif
