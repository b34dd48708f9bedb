/* arith.h - the families of arith ops, and what they share. */
#ifndef GRN_ARITH_H
#define GRN_ARITH_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_arith_foreign_ops[]; /* read, not run */
extern const grn_op_def grn_arith_ops[];
extern const grn_op_def grn_arith_compare_ops[]; /* cmpi, select, minui, maxui */
extern const grn_op_def grn_arith_float_ops[];   /* cmpf */
extern const grn_op_def grn_arith_divide_ops[];  /* divsi, divui, remsi, remui, ceildivsi, floordivsi */
extern const grn_op_def grn_arith_convert_ops[]; /* sitofp, uitofp, fptosi, fptoui, extf, truncf, bitcast */
extern const grn_op_def grn_arith_number_ops[];  /* maxnumf, minnumf */
extern const grn_op_def grn_arith_cast_ops[];    /* extsi, extui, trunci, index_cast, index_castui */

/* Of a scalar, a tensor's elements, or neither (arith.c). */
extern const grn_type_class grn_is_float_like;   /* "floating-point-like" */
extern const grn_type_class grn_is_integer_like; /* index and signless integers: "signless-integer-like" */
extern const grn_type_class grn_is_fixed_width;  /* signless integers: "signless-fixed-width-integer-like" */
extern const grn_type_class grn_is_bool_like;    /* "bool-like" */

/* *out: operand `i` whose integers are read without sign, the same bits; the caller's to release.
 * i1 is 0 or 1 as it is. */
grn_status grn_arith_unsigned(grn_exec *x, size_t i, grn_rt *out);
/* The dtype of the same bits read without sign. */
grn_dtype grn_arith_unsigned_dtype(grn_dtype dtype);
/* A cast between elements that are `compatible`: extents are the same, and where they are not, what
 * is wrong. */
grn_status grn_arith_cast_verify(const grn_op *op, const grn_check *check, bool compatible);
/* What cmpi and cmpf share: a word for the attribute `predicate`, and an i1 for each element. */
#define GRN_ARITH_COMPARE "$predicate , %lhs , %rhs " GRN_MLIR_FLAGS " {} : !lhs ~rhs=lhs ~result=i1like(lhs)"
grn_status grn_arith_compare_verify(const grn_op *op, grn_check *check);
/* `element` of `n` tensors of one shape (rank 0: of any) into `out`, which is compact. */
grn_status grn_arith_map(grn_exec *x, const grn_op *op, const grn_element *element, size_t n, const grn_tensor *in,
                         const grn_tensor *out);

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_arith_translation;

/* `%x : T to U`: a value of class `from` under a type of class `to`. More members follow. */
#define GRN_ARITH_CAST(op, does, from, to, ...)                                                                     \
    GRN_MLIR_LISTED(arith, op, does, GRN_PORTS(GRN_PORT("in", from)), GRN_PORTS(GRN_PORT("out", to)), GRN_NO_ATTRS, \
                    .traits = GRN_TRAIT_PURE, .assembly = "%in " GRN_MLIR_FLAGS " {} : !in to !out", __VA_ARGS__)

/* `%a, %b : T`: two values of class `of` and one. More members follow. */
#define GRN_ARITH_PAIR(op, does, of, ...)                                                                   \
    GRN_MLIR_LISTED(arith, op, does, GRN_PORTS(GRN_PORT("lhs", of), GRN_PORT("rhs", of)),                   \
                    GRN_PORTS(GRN_PORT("result", of)), grn_arithmetic_flags, .format = GRN_MLIR_ARITHMETIC, \
                    .verify = grn_arith_same_type_verify, __VA_ARGS__)

/* Operands and result are of one type. */
grn_status grn_arith_same_type_verify(const grn_op *op, grn_check *check);

#endif
