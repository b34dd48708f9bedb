/*
 * numbers.h - arithmetic on elements as the hub's ops define it, in ops of
 * arith, math and complex.
 */
#ifndef GRN_LOWER_NUMBERS_H
#define GRN_LOWER_NUMBERS_H

#include "lower/steps.h"

/* How elements of a type are computed with; false: they are not (floats narrower than 16 bits),
 * which is refused. */
typedef enum grn_lo_class { GRN_LO_SIGNED, GRN_LO_UNSIGNED, GRN_LO_BOOL, GRN_LO_FLOAT, GRN_LO_COMPLEX } grn_lo_class;
bool grn_lo_class_of(grn_lower *l, const grn_type *element, grn_lo_class *out);

/* The element type of operand i. */
static inline const grn_type *grn_lo_operand_element(const grn_op *op, size_t i)
{
    return grn_type_element_or_self(grn_operand_type(op, i));
}

/* A float in another type, rounded once. */
grn_value *grn_lo_round(grn_lower *l, grn_value *v, const grn_type *type);
/* Any element in another type; both unlowered (convert.c). */
grn_value *grn_lo_convert(grn_lower *l, grn_value *v, const grn_type *from, const grn_type *to);

/* The element of a reduce_precision (precision.c). */
grn_value *grn_lo_reduce_precision(grn_lower *l, const grn_op *op, grn_value *const *index);

/* Complex numbers (complex.c). */
grn_value *grn_lo_part(grn_lower *l, grn_value *z, bool imaginary);
grn_value *grn_lo_complex(grn_lower *l, grn_value *re, grn_value *im);
grn_value *grn_lo_complex_binary(grn_lower *l, const char *of_float, grn_value *a, grn_value *b);
/* The element of a function of complex numbers (complex_math.c). */
grn_value *grn_lo_complex_function(grn_lower *l, const grn_op *op, grn_value *const *index);

#endif
