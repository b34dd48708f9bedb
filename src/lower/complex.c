/* complex.c - complex numbers by their parts, as the interpreter computes them: so no pass decides
 * which formula is used. */
#include <math.h>

#include "lower/numbers.h"

grn_value *grn_lo_part(grn_lower *l, grn_value *z, bool imaginary)
{
    return z ? grn_lo_cast(l, imaginary ? "complex.im" : "complex.re", z, z->type->element) : NULL;
}

grn_value *grn_lo_complex(grn_lower *l, grn_value *re, grn_value *im)
{
    grn_value *const parts[] = {re, im};
    return re ? grn_lo_one(l, "complex.create", 2, parts, grn_type_complex(l->ir, re->type), GRN_LO_NO_ATTRS) : NULL;
}

/* (a + bi)(c + di) = (ac - bd) + (ad + bc)i */
static grn_value *product(grn_lower *l, grn_value *a, grn_value *b)
{
    grn_value *x[] = {grn_lo_part(l, a, false), grn_lo_part(l, a, true)},
              *y[] = {grn_lo_part(l, b, false), grn_lo_part(l, b, true)};
    grn_value *re = grn_lo_binary(l, "arith.subf", grn_lo_binary(l, "arith.mulf", x[0], y[0]),
                                  grn_lo_binary(l, "arith.mulf", x[1], y[1]));
    grn_value *im = grn_lo_binary(l, "arith.addf", grn_lo_binary(l, "arith.mulf", x[0], y[1]),
                                  grn_lo_binary(l, "arith.mulf", x[1], y[0]));
    return grn_lo_complex(l, re, im);
}

/* Whether a comes before b: by value, the real part first; of equal ones, a zero with a sign comes
 * first. */
static grn_value *before(grn_lower *l, grn_value *const *a, grn_value *const *b)
{
    grn_value *order = NULL;
    for (int part = 1; part >= 0; part--) { /* zeros that differ in sign alone */
        const grn_type *bits =
            a[part] ? grn_lo_integer_type(l, (uint32_t)(8 * grn_dtype_bytes(a[part]->type->dtype))) : NULL;
        grn_value *x = grn_lo_cast(l, "arith.bitcast", a[part], bits),
                  *y = grn_lo_cast(l, "arith.bitcast", b[part], bits);
        grn_value *less = grn_lo_compare(l, "slt", x, y), *same = grn_lo_compare(l, "eq", x, y);
        order = order ? grn_lo_select(l, same, order, less) : less;
    }
    for (int part = 1; part >= 0; part--) {
        grn_value *less = grn_lo_compare(l, "olt", a[part], b[part]),
                  *same = grn_lo_compare(l, "oeq", a[part], b[part]);
        order = grn_lo_select(l, same, order, less);
    }
    return order;
}

/* A NaN in any part wins both. */
static grn_value *extreme(grn_lower *l, grn_value *a, grn_value *b, bool largest)
{
    grn_value *x[] = {grn_lo_part(l, a, false), grn_lo_part(l, a, true)},
              *y[] = {grn_lo_part(l, b, false), grn_lo_part(l, b, true)};
    grn_value *take_b = largest ? before(l, x, y) : before(l, y, x);
    grn_value *none =
        grn_lo_binary(l, "arith.ori", grn_lo_compare(l, "uno", x[0], x[1]), grn_lo_compare(l, "uno", y[0], y[1]));
    grn_value *nan = x[0] ? grn_lo_float(l, x[0]->type, (double)NAN) : NULL;
    return grn_lo_select(l, none, grn_lo_complex(l, nan, nan), grn_lo_select(l, take_b, b, a));
}

grn_value *grn_lo_complex_binary(grn_lower *l, const char *of_float, grn_value *a, grn_value *b)
{
    const bool add = strcmp(of_float, "arith.addf") == 0, subtract = strcmp(of_float, "arith.subf") == 0;
    if (add || subtract)
        return grn_lo_complex(l, grn_lo_binary(l, of_float, grn_lo_part(l, a, false), grn_lo_part(l, b, false)),
                              grn_lo_binary(l, of_float, grn_lo_part(l, a, true), grn_lo_part(l, b, true)));
    if (strcmp(of_float, "arith.mulf") == 0)
        return product(l, a, b);
    if (strcmp(of_float, "arith.maximumf") == 0 || strcmp(of_float, "arith.minimumf") == 0)
        return extreme(l, a, b, strcmp(of_float, "arith.maximumf") == 0);
    return grn_lo_refuse(
        l, "computes with complex numbers, of which sums, products and the larger and smaller are lowered");
}
