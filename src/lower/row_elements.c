/* row_elements.c - element-wise ops on integers and floats. Sources: StableHLO spec, the op of each
 * name; MLIR arith. */
#include "lower/numbers.h"

#include "dialects/stablehlo/stablehlo.h"

bool grn_lo_class_of(grn_lower *l, const grn_type *e, grn_lo_class *out)
{
    *out = e->kind == GRN_TYPE_COMPLEX                                    ? GRN_LO_COMPLEX
           : e->kind == GRN_TYPE_FLOAT                                    ? GRN_LO_FLOAT
           : e->kind == GRN_TYPE_INTEGER && e->width == 1                 ? GRN_LO_BOOL
           : e->kind == GRN_TYPE_INTEGER && e->signedness == GRN_UNSIGNED ? GRN_LO_UNSIGNED
                                                                          : GRN_LO_SIGNED;
    return l->status == GRN_OK;
}

static grn_value *zero_like(grn_lower *l, const grn_value *v)
{
    if (!v)
        return NULL;
    return v->type->kind == GRN_TYPE_FLOAT ? grn_lo_float(l, v->type, 0) : grn_lo_integer(l, v->type, 0);
}
static grn_value *number_like(grn_lower *l, const grn_value *v, int64_t n)
{
    return v ? grn_lo_integer(l, v->type, n) : NULL;
}

/* ---- one op of arith ------------------------------------------------------------------------- */

static grn_value *of_class(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    grn_value *v[2] = {NULL};
    grn_lo_class c;
    if (!grn_lo_class_of(l, grn_lo_operand_element(op, 0), &c))
        return NULL;
    const char *name = c == GRN_LO_SIGNED     ? row->of_signed
                       : c == GRN_LO_UNSIGNED ? row->of_unsigned
                       : c == GRN_LO_BOOL     ? row->of_bool
                                              : row->of_float;
    if (!name)
        return grn_lo_refuse(l, "has elements that it is not lowered for");
    for (size_t i = 0; i < op->noperands && i < 2; i++)
        v[i] = grn_lo_read(l, op->operands[i], index);
    if (c == GRN_LO_COMPLEX)
        return grn_lo_complex_binary(l, name, v[0], v[1]);
    return op->noperands == 1 ? grn_lo_unary(l, name, v[0]) : grn_lo_binary(l, name, v[0], v[1]);
}

/* ---- division -------------------------------------------------------------------------------- */

/* By zero: all ones, and the dividend is left; the least value by -1 wraps. What arith leaves
 * undefined is not computed. */
static grn_value *divided(grn_lower *l, const grn_op *op, grn_value *const *index, bool remainder)
{
    grn_lo_class c;
    const grn_lower_row *row = grn_lower_row_of(op);
    if (!grn_lo_class_of(l, grn_lo_operand_element(op, 0), &c))
        return NULL;
    if (c == GRN_LO_COMPLEX && !remainder)
        return grn_lo_complex_function(l, op, index);
    if (c == GRN_LO_FLOAT || c == GRN_LO_COMPLEX)
        return of_class(l, op, index);
    grn_value *a = grn_lo_read(l, op->operands[0], index), *b = grn_lo_read(l, op->operands[1], index);
    grn_value *by_zero = grn_lo_compare(l, "eq", b, zero_like(l, b));
    grn_value *one = number_like(l, b, 1), *ones = number_like(l, b, -1);
    if (c == GRN_LO_UNSIGNED) {
        grn_value *safe = grn_lo_select(l, by_zero, one, b);
        return grn_lo_select(l, by_zero, remainder ? a : ones, grn_lo_binary(l, row->of_unsigned, a, safe));
    }
    grn_value *by_minus = grn_lo_compare(l, "eq", b, ones);
    grn_value *safe = grn_lo_select(l, grn_lo_binary(l, "arith.ori", by_zero, by_minus), one, b);
    grn_value *minus = remainder ? zero_like(l, a) : grn_lo_binary(l, "arith.subi", zero_like(l, a), a);
    return grn_lo_select(l, by_zero, remainder ? a : ones,
                         grn_lo_select(l, by_minus, minus, grn_lo_binary(l, row->of_signed, a, safe)));
}

static grn_value *divide(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    return divided(l, op, index, false);
}
static grn_value *remainder_of(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    return divided(l, op, index, true);
}

/* ---- signs ----------------------------------------------------------------------------------- */

static grn_value *negate(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_lo_class c;
    grn_value *v = grn_lo_read(l, op->operands[0], index);
    if (!grn_lo_class_of(l, grn_lo_operand_element(op, 0), &c))
        return NULL;
    if (c == GRN_LO_COMPLEX)
        return grn_lo_complex(l, grn_lo_unary(l, "arith.negf", grn_lo_part(l, v, false)),
                              grn_lo_unary(l, "arith.negf", grn_lo_part(l, v, true)));
    return c == GRN_LO_FLOAT ? grn_lo_unary(l, "arith.negf", v) : grn_lo_binary(l, "arith.subi", zero_like(l, v), v);
}

static grn_value *absolute(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_lo_class c;
    grn_value *v = grn_lo_read(l, op->operands[0], index);
    if (!grn_lo_class_of(l, grn_lo_operand_element(op, 0), &c))
        return NULL;
    if (c == GRN_LO_COMPLEX)
        return grn_lo_complex_function(l, op, index);
    if (c == GRN_LO_FLOAT)
        return grn_lo_unary(l, "math.absf", v);
    return c != GRN_LO_SIGNED ? v
                              : grn_lo_select(l, grn_lo_compare(l, "slt", v, zero_like(l, v)),
                                              grn_lo_binary(l, "arith.subi", zero_like(l, v), v), v);
}

static grn_value *sign(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_lo_class c;
    grn_value *v = grn_lo_read(l, op->operands[0], index);
    if (!v || !grn_lo_class_of(l, grn_lo_operand_element(op, 0), &c))
        return NULL;
    if (c == GRN_LO_COMPLEX)
        return grn_lo_complex_function(l, op, index);
    if (c == GRN_LO_FLOAT)
        return grn_lo_select(
            l, grn_lo_compare(l, "ogt", v, zero_like(l, v)), grn_lo_float(l, v->type, 1),
            grn_lo_select(l, grn_lo_compare(l, "olt", v, zero_like(l, v)), grn_lo_float(l, v->type, -1), v));
    grn_value *positive = grn_lo_compare(l, c == GRN_LO_SIGNED ? "sgt" : "ne", v, zero_like(l, v));
    grn_value *otherwise = c != GRN_LO_SIGNED ? zero_like(l, v)
                                              : grn_lo_select(l, grn_lo_compare(l, "slt", v, zero_like(l, v)),
                                                              number_like(l, v, -1), zero_like(l, v));
    return grn_lo_select(l, positive, number_like(l, v, 1), otherwise);
}

/* ---- bits ------------------------------------------------------------------------------------ */

static grn_value *inverted(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *v = grn_lo_read(l, op->operands[0], index);
    return grn_lo_binary(l, "arith.xori", v, number_like(l, v, -1));
}

/* How many bits are set: neighbours are added, then pairs of them, and so on. */
static grn_value *ones_of(grn_lower *l, grn_value *v)
{
    const uint32_t width = v ? v->type->width : 0;
    for (uint32_t by = 1; by < width; by *= 2) {
        uint64_t mask = 0;
        for (uint32_t bit = 0; bit < width; bit++)
            mask |= (uint64_t)((bit / by) % 2 == 0) << bit;
        grn_value *low = number_like(l, v, (int64_t)mask);
        grn_value *high = grn_lo_binary(l, "arith.shrui", v, number_like(l, v, by));
        v = grn_lo_binary(l, "arith.addi", grn_lo_binary(l, "arith.andi", v, low),
                          grn_lo_binary(l, "arith.andi", high, low));
    }
    return v;
}

static grn_value *popcnt(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    return ones_of(l, grn_lo_read(l, op->operands[0], index));
}

/* The width less the bits that are set once the first that is has been copied to all below. */
static grn_value *leading_zeros(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *v = grn_lo_read(l, op->operands[0], index);
    const uint32_t width = v ? v->type->width : 0;
    for (uint32_t by = 1; by < width; by *= 2)
        v = grn_lo_binary(l, "arith.ori", v, grn_lo_binary(l, "arith.shrui", v, number_like(l, v, by)));
    return grn_lo_binary(l, "arith.subi", number_like(l, v, width), ones_of(l, v));
}

/* A count of the width or more leaves zeros, or copies of the sign. */
static grn_value *shift(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    grn_value *v = grn_lo_read(l, op->operands[0], index), *by = grn_lo_read(l, op->operands[1], index);
    if (!v)
        return NULL;
    const bool copies_sign = strcmp(row->of_signed, "arith.shrsi") == 0;
    grn_value *most = number_like(l, by, (int64_t)v->type->width - 1), *fits = grn_lo_compare(l, "ule", by, most);
    grn_value *moved = grn_lo_binary(l, row->of_signed, v, grn_lo_select(l, fits, by, most));
    return copies_sign ? moved : grn_lo_select(l, fits, moved, zero_like(l, v));
}

/* ---- comparison, choice ---------------------------------------------------------------------- */

/* By the number of the direction. */
static const char *const signed_predicates[] = {"eq", "ne", "sge", "sgt", "sle", "slt"};
static const char *const unsigned_predicates[] = {"eq", "ne", "uge", "ugt", "ule", "ult"};
static const char *const ordered_predicates[] = {"oeq", "une", "oge", "ogt", "ole", "olt"};

/* Integers in the total order of IEEE-754 floats: negative ones the other way around. */
static grn_value *total_key(grn_lower *l, grn_value *v)
{
    const uint32_t width = v ? (uint32_t)(8 * grn_dtype_bytes(v->type->dtype)) : 32;
    grn_value *bits = grn_lo_cast(l, "arith.bitcast", v, grn_lo_integer_type(l, width));
    grn_value *sign_bits = grn_lo_binary(l, "arith.shrsi", bits, number_like(l, bits, width - 1));
    return grn_lo_binary(l, "arith.xori", bits, grn_lo_binary(l, "arith.shrui", sign_bits, number_like(l, bits, 1)));
}

/* By the real part, of equal ones by the imaginary one. */
static grn_value *ordered_complex(grn_lower *l, int32_t direction, grn_value *a, grn_value *b)
{
    const bool is_greater = direction == GRN_COMPARE_GT || direction == GRN_COMPARE_GE;
    grn_value *x = grn_lo_part(l, a, false), *y = grn_lo_part(l, b, false), *same = grn_lo_compare(l, "oeq", x, y);
    grn_value *im = grn_lo_compare(l, ordered_predicates[direction], grn_lo_part(l, a, true), grn_lo_part(l, b, true));
    return grn_lo_binary(l, "arith.ori", grn_lo_compare(l, is_greater ? "ogt" : "olt", x, y),
                         grn_lo_binary(l, "arith.andi", same, im));
}

static grn_value *compare_complex(grn_lower *l, int32_t direction, grn_value *a, grn_value *b)
{
    if (direction != GRN_COMPARE_EQ && direction != GRN_COMPARE_NE)
        return ordered_complex(l, direction, a, b);
    grn_value *re =
        grn_lo_compare(l, ordered_predicates[direction], grn_lo_part(l, a, false), grn_lo_part(l, b, false));
    grn_value *im = grn_lo_compare(l, ordered_predicates[direction], grn_lo_part(l, a, true), grn_lo_part(l, b, true));
    return grn_lo_binary(l, direction == GRN_COMPARE_EQ ? "arith.andi" : "arith.ori", re, im);
}

static grn_value *complex_equal(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *a = grn_lo_read(l, op->operands[0], index), *b = grn_lo_read(l, op->operands[1], index);
    return compare_complex(l, grn_op_is(op, GRN_OP(complex, eq)) ? GRN_COMPARE_EQ : GRN_COMPARE_NE, a, b);
}

static grn_value *compare(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const grn_attr *type = grn_op_attr(op, "compare_type");
    const int32_t direction = grn_op_attr(op, "comparison_direction")->enumeration.value;
    const bool total = type && type->enumeration.value == GRN_COMPARE_TOTALORDER;
    grn_value *a = grn_lo_read(l, op->operands[0], index), *b = grn_lo_read(l, op->operands[1], index);
    grn_lo_class c;
    if (!grn_lo_class_of(l, grn_lo_operand_element(op, 0), &c))
        return NULL;
    if (c == GRN_LO_COMPLEX)
        return compare_complex(l, direction, a, b);
    if (c == GRN_LO_FLOAT && !total)
        return grn_lo_compare(l, ordered_predicates[direction], a, b);
    if (c == GRN_LO_FLOAT)
        return grn_lo_compare(l, signed_predicates[direction], total_key(l, a), total_key(l, b));
    return grn_lo_compare(l, (c == GRN_LO_SIGNED ? signed_predicates : unsigned_predicates)[direction], a, b);
}

static grn_value *choose(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *v[3];
    for (size_t i = 0; i < 3; i++)
        v[i] = grn_lo_read(l, op->operands[i], index);
    return grn_lo_select(l, v[0], v[1], v[2]);
}

/* minimum(maximum(operand, min), max) */
static grn_value *clamp(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    static const char *const names[][2] = {[GRN_LO_SIGNED] = {"arith.maxsi", "arith.minsi"},
                                           [GRN_LO_UNSIGNED] = {"arith.maxui", "arith.minui"},
                                           [GRN_LO_BOOL] = {"arith.ori", "arith.andi"},
                                           [GRN_LO_FLOAT] = {"arith.maximumf", "arith.minimumf"}};
    grn_value *v[3];
    grn_lo_class c;
    if (!grn_lo_class_of(l, grn_lo_operand_element(op, 1), &c))
        return NULL;
    if (c == GRN_LO_COMPLEX)
        return grn_lo_refuse(l, "orders complex numbers, which is not lowered");
    for (size_t i = 0; i < 3; i++)
        v[i] = grn_lo_read(l, op->operands[i], index);
    return grn_lo_binary(l, names[c][1], grn_lo_binary(l, names[c][0], v[1], v[0]), v[2]);
}

static grn_value *convert(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    return grn_lo_convert(l, grn_lo_read(l, op->operands[0], index), grn_lo_operand_element(op, 0),
                          grn_type_element_or_self(grn_result_type(op, 0)));
}

/* Bits as they are, between types of one width. */
/* An i1 is -1 or 0 here, unlike where the hub converts one. */
static grn_value *index_cast(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const grn_type *from = grn_lo_operand_element(op, 0);
    if (from->kind != GRN_TYPE_INTEGER || from->width != 1)
        return convert(l, op, index);
    return grn_lo_cast(l, "arith.index_cast", grn_lo_read(l, op->operands[0], index), grn_lo_index_type(l));
}

/* The region on an element of each operand. */
static grn_value *mapped(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *args[GRN_LO_MAX_CARRY], *result = NULL;
    if (op->noperands > GRN_LO_MAX_CARRY)
        return grn_lo_refuse(l, "has %zu operands, %d can be lowered", op->noperands, GRN_LO_MAX_CARRY);
    for (size_t i = 0; i < op->noperands; i++)
        args[i] = grn_lo_read(l, op->operands[i], index);
    return grn_lo_region(l, &op->regions[0], op->noperands, args, 1, &result) ? result : NULL;
}

/* An op of arith or math on tensors is the same op on each of their elements. */
static grn_value *on_elements(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *v[8];
    char name[64];
    const grn_type *type = grn_lo_element(l, grn_result_type(op, 0)->element);
    if (op->noperands > GRN_COUNT(v) || op->name.n >= sizeof name)
        return grn_lo_refuse(l, "has no lowering");
    memcpy(name, op->name.text, op->name.n);
    name[op->name.n] = 0;
    for (size_t i = 0; i < op->noperands; i++)
        v[i] = grn_type_is_tensor(grn_operand_type(op, i)) ? grn_lo_read(l, op->operands[i], index)
                                                           : grn_lo_of(l, op->operands[i])->value;
    grn_op *made = grn_lo_op(l, name, op->noperands, v, 1, &type, 0, GRN_LO_NO_ATTRS);
    for (size_t i = 0; made && i < op->nattrs; i++)
        grn_lo_check(l, grn_op_set_attr(l->ir, made, op->attrs[i].name, op->attrs[i].value));
    return made ? &made->results[0] : NULL;
}

const grn_lower_row grn_lower_upstream_row = {.element = on_elements, .flags = GRN_LO_POINTWISE};

/* ---- rows ------------------------------------------------------------------------------------ */

#define POINTWISE .flags = GRN_LO_POINTWISE
#define OF(s, u, f, b) .element = of_class, POINTWISE, .of_signed = s, .of_unsigned = u, .of_float = f, .of_bool = b

GRN_LOWER(stablehlo, add) = {OF("arith.addi", "arith.addi", "arith.addf", "arith.ori")};
GRN_LOWER(stablehlo, subtract) = {OF("arith.subi", "arith.subi", "arith.subf", NULL)};
GRN_LOWER(stablehlo, multiply) = {OF("arith.muli", "arith.muli", "arith.mulf", "arith.andi")};
GRN_LOWER(stablehlo, maximum) = {OF("arith.maxsi", "arith.maxui", "arith.maximumf", "arith.ori")};
GRN_LOWER(stablehlo, minimum) = {OF("arith.minsi", "arith.minui", "arith.minimumf", "arith.andi")};
GRN_LOWER(stablehlo, and) = {OF("arith.andi", "arith.andi", NULL, "arith.andi")};
GRN_LOWER(stablehlo, or) = {OF("arith.ori", "arith.ori", NULL, "arith.ori")};
GRN_LOWER(stablehlo, xor) = {OF("arith.xori", "arith.xori", NULL, "arith.xori")};
GRN_LOWER(stablehlo, popcnt) = {.element = popcnt, POINTWISE};
GRN_LOWER(stablehlo, count_leading_zeros) = {.element = leading_zeros, POINTWISE};
GRN_LOWER(stablehlo, ceil) = {OF(NULL, NULL, "math.ceil", NULL)};
GRN_LOWER(stablehlo, floor) = {OF(NULL, NULL, "math.floor", NULL)};
GRN_LOWER(stablehlo, round_nearest_afz) = {OF(NULL, NULL, "math.round", NULL)};
GRN_LOWER(stablehlo, round_nearest_even) = {OF(NULL, NULL, "math.roundeven", NULL)};
GRN_LOWER(stablehlo, divide) = {
    .element = divide, POINTWISE, .of_signed = "arith.divsi", .of_unsigned = "arith.divui", .of_float = "arith.divf"};
GRN_LOWER(stablehlo, remainder) = {.element = remainder_of,
                                   POINTWISE,
                                   .of_signed = "arith.remsi",
                                   .of_unsigned = "arith.remui",
                                   .of_float = "arith.remf"};
GRN_LOWER(stablehlo, negate) = {.element = negate, POINTWISE};
GRN_LOWER(complex, neg) = {.element = negate, POINTWISE};
GRN_LOWER(complex, eq) = {.element = complex_equal, POINTWISE};
GRN_LOWER(complex, neq) = {.element = complex_equal, POINTWISE};
GRN_LOWER(stablehlo, abs) = {.element = absolute, POINTWISE};
GRN_LOWER(math, absi) = {.element = absolute, POINTWISE};
GRN_LOWER(math, absf) = {.element = absolute, POINTWISE};
GRN_LOWER(math, ctpop) = {.element = popcnt, POINTWISE};
GRN_LOWER(math, ctlz) = {.element = leading_zeros, POINTWISE};
GRN_LOWER(stablehlo, sign) = {.element = sign, POINTWISE};
GRN_LOWER(stablehlo, not ) = {.element = inverted, POINTWISE};
GRN_LOWER(stablehlo, shift_left) = {.element = shift, POINTWISE, .of_signed = "arith.shli"};
GRN_LOWER(stablehlo, shift_right_logical) = {.element = shift, POINTWISE, .of_signed = "arith.shrui"};
GRN_LOWER(stablehlo, shift_right_arithmetic) = {.element = shift, POINTWISE, .of_signed = "arith.shrsi"};
GRN_LOWER(stablehlo, compare) = {.element = compare, POINTWISE};
GRN_LOWER(stablehlo, select) = {.element = choose, POINTWISE};
GRN_LOWER(stablehlo, clamp) = {.element = clamp, POINTWISE};
GRN_LOWER(stablehlo, convert) = {.element = convert, POINTWISE};
GRN_LOWER(arith, index_cast) = {.element = index_cast, POINTWISE};
GRN_LOWER(stablehlo, reduce_precision) = {.element = grn_lo_reduce_precision, POINTWISE};
GRN_LOWER(stablehlo, map) = {.element = mapped, POINTWISE};
