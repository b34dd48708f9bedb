/* arith.c - arith's ops. Integers wrap, and the helpers shift by any amount. Where the dialect
 * leaves a result open (a quotient by zero, a float that no integer is equal to), the result is the
 * interpreter's. */
#include <stdio.h>

#include "emit/state.h"

static const grn_type *type_of(const grn_op *op) { return grn_result_type(op, 0); }
static const grn_type *operand_type(const grn_op *op) { return grn_operand_type(op, 0); }

/* ---- constants ------------------------------------------------------------------------------- */

static void write_constant(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_attr *value = grn_op_attr(op, "value");
    const grn_type *t = type_of(op);
    unsigned char bytes[16] = {0};
    (void)row;
    if (t->kind == GRN_TYPE_TENSOR)
        return; /* a constant that becomes memory is written with that memory */
    if (!value || (value->kind != GRN_ATTR_INTEGER && value->kind != GRN_ATTR_BOOL && value->kind != GRN_ATTR_FLOAT)) {
        grn_c_refuse(s, "is no number");
        return;
    }
    if (value->kind == GRN_ATTR_FLOAT) {
        const grn_scalar real = {.dtype = GRN_F64, .f = value->real};
        grn_scalar_store(&real, t->dtype, bytes);
        grn_c_give(s, op, 0, grn_c_element(s, t->dtype, t, bytes));
    } else
        grn_c_give(s, op, 0, grn_c_number(s, value->kind == GRN_ATTR_BOOL ? value->boolean : value->integer, t));
}

/* ---- integers -------------------------------------------------------------------------------- */

static bool is_i1(const grn_type *t) { return grn_c_width(t) == 1; }

/* i1 counts modulo 2. */
static grn_c_expr differs(grn_c *s, grn_c_expr a, grn_c_expr b)
{
    grn_c_expr e = grn_c_binary(s, "!=", GRN_C_EQUAL, a, b, &grn_c_int);
    grn_c_range(&e, 0, 1);
    return e;
}

/* Operations on truth values. Where a constant operand decides the result, the operation is not
 * written. */
static grn_c_expr both(grn_c *s, grn_c_expr a, grn_c_expr b)
{
    if (grn_c_is_constant(&a))
        return a.least ? b : a;
    if (grn_c_is_constant(&b))
        return b.least ? a : b;
    return grn_c_truth(grn_c_binary(s, "&&", GRN_C_BOTH, a, b, &grn_c_int));
}

static grn_c_expr either(grn_c *s, grn_c_expr a, grn_c_expr b)
{
    if (grn_c_is_constant(&a))
        return a.least ? a : b;
    if (grn_c_is_constant(&b))
        return b.least ? b : a;
    return grn_c_truth(grn_c_binary(s, "||", GRN_C_EITHER, a, b, &grn_c_int));
}

static void write_sum(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op);
    grn_c_expr (*make)(grn_c *, grn_c_expr, grn_c_expr, const grn_type *) = row->symbol[0] == '+'   ? grn_c_add
                                                                            : row->symbol[0] == '-' ? grn_c_subtract
                                                                                                    : grn_c_multiply;
    const grn_c_expr a = grn_c_operand(s, op, 0), b = grn_c_operand(s, op, 1);
    if (!is_i1(t))
        grn_c_give(s, op, 0, make(s, a, b, t));
    else if (row->symbol[0] == '*')
        grn_c_give(s, op, 0, both(s, a, b));
    else
        grn_c_give(s, op, 0, differs(s, a, b));
}

static grn_c_expr negation(grn_c *s, grn_c_expr a)
{
    if (grn_c_is_constant(&a))
        return grn_c_truth(grn_c_number(s, !a.least, NULL));
    return grn_c_truth((grn_c_expr){.text = grn_c_text(s, "!%s", grn_c_within(s, &a, GRN_C_UNARY)),
                                    .precedence = GRN_C_UNARY,
                                    .type = &grn_c_int,
                                    .reads = a.reads});
}

/* What bits of two intervals above zero can make: no more than the larger one, or than all ones
 * below it. */
static void know_bits(grn_c_expr *e, char symbol, const grn_c_expr *a, const grn_c_expr *b)
{
    if (symbol == '&' && a->is_ranged && a->least >= 0)
        grn_c_range(e, 0, a->most);
    if (symbol == '&' && b->is_ranged && b->least >= 0)
        grn_c_range(e, 0, b->most);
}

/* Bitwise operations. C's promotions extend both operands alike, so the bits above the type's width
 * stay a copy of its sign. */
static void write_bits(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op);
    const char symbol = row->symbol[0];
    const int precedence = symbol == '&' ? GRN_C_AND : symbol == '|' ? GRN_C_OR : GRN_C_XOR;
    grn_c_expr a = grn_c_operand(s, op, 0), b = grn_c_operand(s, op, 1);
    if (is_i1(t)) {
        const bool flips = symbol == '^' && grn_c_is_constant(&b);
        grn_c_give(s, op, 0,
                   flips && b.least == 1 ? negation(s, a)
                   : symbol == '^'       ? differs(s, a, b)
                   : symbol == '&'       ? both(s, a, b)
                                         : either(s, a, b));
        return;
    }
    if (grn_c_is_constant(&a) && grn_c_is_constant(&b)) {
        grn_c_give(s, op, 0,
                   grn_c_number(s,
                                symbol == '&'   ? a.least & b.least
                                : symbol == '|' ? a.least | b.least
                                                : a.least ^ b.least,
                                t));
        return;
    }
    const bool is_unsigned =
        a.type->kind == GRN_C_UNSIGNED && (b.type->kind == GRN_C_UNSIGNED || grn_c_is_constant(&b));
    const grn_c_type *type = grn_c_type_of(s, t);
    a = is_unsigned ? grn_c_as_unsigned(s, a, t) : grn_c_as_signed(s, a, t);
    b = is_unsigned ? grn_c_as_unsigned(s, b, t) : grn_c_as_signed(s, b, t);
    grn_c_expr e = grn_c_binary(s, row->symbol, precedence, a, b, is_unsigned ? a.type : type);
    if (e.type->bits < 32)
        e.type = &grn_c_int; /* C promotes the operands to this type; the value is one of the op's type */
    if (is_unsigned && a.type->bits < 32)
        e = grn_c_cast(s, e, a.type);
    know_bits(&e, symbol, &a, &b);
    grn_c_give(s, op, 0, e);
}

/* x held between two numbers: a minimum of a maximum, or the other way around, where the inner op
 * has no other user. */
static bool holds_between(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_op *inner = op->operands[0]->def;
    const grn_c_row *other = inner ? grn_c_row_of(inner) : NULL;
    const grn_type *t = type_of(op);
    const bool larger = row->symbol[1] == 'a';
    if (!other || other->write != row->write || other->symbol[1] == row->symbol[1] || row->symbol[3] != 's' ||
        other->symbol[3] != 's' || !s->known[op->operands[0]->slot].is_pending)
        return false;
    const grn_c_expr x = grn_c_as_signed(s, grn_c_value(s, inner->operands[0]), t);
    const grn_c_expr near = grn_c_as_signed(s, grn_c_value(s, inner->operands[1]), t),
                     far = grn_c_as_signed(s, grn_c_operand(s, op, 1), t);
    const grn_c_expr *least = larger ? &far : &near, *most = larger ? &near : &far;
    if (!near.is_simple || !far.is_simple || !least->is_ranged || !most->is_ranged || least->most > most->least)
        return false;
    const bool below = x.least<least->most, above = x.most> most->least; /* may it be? */
    if (!below && !above) {
        grn_c_give(s, op, 0, x);
        return true;
    }
    const char *name = grn_c_within(s, &x, GRN_C_SHIFT), *low = "", *high = x.text;
    if (above)
        high = grn_c_text(s, "%s > %s ? %s : %s", name, most->text, most->text, x.text);
    if (below)
        low = grn_c_text(s, "%s < %s ? %s : ", name, least->text, least->text);
    grn_c_expr e = {.text = grn_c_text(s, "%s%s", low, high), .precedence = GRN_C_CHOICE};
    e.type = x.type->bits >= least->type->bits && x.type->bits >= most->type->bits ? x.type : &grn_c_int64;
    e.type = e.type->bits < 32 ? &grn_c_int : e.type;
    grn_c_range(&e, least->least, most->most);
    grn_c_give(s, op, 0, e);
    return true;
}

/* The smaller or the larger, signed or unsigned. The text has each operand twice, so both get
 * names. */
static void write_bound(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op);
    const bool larger = row->symbol[0] == 'm' && row->symbol[1] == 'a', is_unsigned = row->symbol[3] == 'u';
    if (!is_i1(t) && holds_between(s, op, row))
        return;
    grn_c_expr a = grn_c_operand_named(s, op, 0), b = grn_c_operand_named(s, op, 1);
    if (strcmp(a.text, b.text) == 0) { /* compilers warn of a comparison with itself */
        grn_c_give(s, op, 0, a);
        return;
    }
    if (is_i1(t)) {
        /* as signed, true is -1 */
        grn_c_give(s, op, 0, larger == is_unsigned ? either(s, a, b) : both(s, a, b));
        return;
    }
    const bool natural = a.is_ranged && b.is_ranged && a.least >= 0 && b.least >= 0; /* one order either way */
    const bool by_sign = !is_unsigned || natural;
    a = by_sign ? grn_c_as_signed(s, a, t) : grn_c_as_unsigned(s, a, t);
    b = by_sign ? grn_c_as_signed(s, b, t) : grn_c_as_unsigned(s, b, t);
    if (by_sign && a.is_ranged && b.is_ranged && (a.least >= b.most || a.most <= b.least)) { /* always the same one */
        grn_c_give(s, op, 0, larger == (a.least >= b.most) ? a : b);
        return;
    }
    const grn_c_type *type = a.type->bits >= b.type->bits ? a.type : b.type;
    grn_c_expr e = {.text = grn_c_text(s, "%s %c %s ? %s : %s", grn_c_within(s, &a, GRN_C_SHIFT), larger ? '>' : '<',
                                       grn_c_within(s, &b, GRN_C_SHIFT), a.text, b.text),
                    .precedence = GRN_C_CHOICE,
                    .type = type->bits < 32 ? &grn_c_int : type};
    if (by_sign && a.is_ranged && b.is_ranged)
        grn_c_range(&e, larger == (a.least > b.least) ? a.least : b.least,
                    larger == (a.most > b.most) ? a.most : b.most);
    grn_c_give(s, op, 0, by_sign ? e : grn_c_cast(s, e, type));
}

/* divide_i32 and the other helpers give what the interpreter gives for a divisor of 0 or -1. A
 * constant divisor that is neither is written with C's operator. */
static void write_quotient(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op);
    const bool is_unsigned = row->hint[0] == 'u', remainder = row->symbol[0] == 'r',
               plain = row->symbol[0] == 'd' || remainder;
    grn_c_expr a = grn_c_operand(s, op, 0), b = grn_c_operand(s, op, 1);
    const bool natural = a.is_ranged && b.is_ranged && a.least >= 0 && b.least > 0;
    if (is_i1(t)) {
        grn_c_refuse(s, "divides truth values");
        return;
    }
    a = is_unsigned && !natural ? grn_c_as_unsigned(s, a, t) : grn_c_as_signed(s, a, t);
    b = is_unsigned && !natural ? grn_c_as_unsigned(s, b, t) : grn_c_as_signed(s, b, t);
    const grn_c_type *type = is_unsigned && !natural ? a.type : grn_c_type_of(s, t);
    if (natural || (plain && grn_c_is_constant(&b) && b.least != 0 && (b.least > 0 || !is_unsigned) && b.least != -1 &&
                    (!is_unsigned || a.type->kind == GRN_C_UNSIGNED))) {
        const bool up = strcmp(row->symbol, "ceiling") == 0;
        if (up) /* natural */
            a = grn_c_add(s, a, grn_c_subtract(s, b, grn_c_number(s, 1, t), t), t);
        const grn_c_type *computed = a.type->bits > 32 || b.type->bits > 32 ? (type->bits > 32 ? type : &grn_c_int64)
                                     : type->bits < 32                      ? &grn_c_int
                                                                            : type;
        grn_c_expr e = grn_c_binary(s, remainder ? "%" : "/", GRN_C_PRODUCT, a, b, computed);
        if (natural && remainder)
            grn_c_range(&e, 0, b.most - 1);
        else if (natural && !up)
            grn_c_range(&e, a.least / b.most, a.most / b.least);
        grn_c_give(s, op, 0, e);
        return;
    }
    const char *helper = grn_c_helper_of(s, row->symbol, is_unsigned ? grn_c_as_unsigned(s, a, t).type : type);
    grn_c_give(s, op, 0, grn_c_call(s, helper, is_unsigned ? grn_c_as_unsigned(s, a, t).type : type, &a, &b));
}

/* A shift by the width or more gives 0, or copies of the sign. The helper does this where the
 * amount is not a constant. */
static void write_shift(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op);
    const unsigned bits = grn_c_width(t);
    grn_c_expr a = grn_c_operand(s, op, 0), b = grn_c_operand(s, op, 1);
    const bool arithmetic = row->symbol[0] == 's', left = row->symbol[0] == '<';
    if (bits < 8) {
        grn_c_refuse(s, "shifts integers of less than 8 bits");
        return;
    }
    if (grn_c_is_constant(&a) && a.least == 0) {
        grn_c_give(s, op, 0, a);
        return;
    }
    if (grn_c_is_constant(&a)) /* a number of the type's own width */
        a = (grn_c_expr){.text = grn_c_text(s, "(%s)%s", grn_c_type_of(s, t)->name, grn_c_within(s, &a, GRN_C_UNARY)),
                         .precedence = GRN_C_UNARY,
                         .type = grn_c_type_of(s, t)};
    if (grn_c_is_constant(&b) && b.least >= 0 && b.least < bits && (bits >= 32 || !left)) {
        a = arithmetic ? grn_c_as_signed(s, a, t) : grn_c_as_unsigned(s, a, t);
        grn_c_expr e = grn_c_binary(s, left ? "<<" : ">>", GRN_C_SHIFT, a, b, a.type->bits < 32 ? &grn_c_int : a.type);
        if (arithmetic && a.is_ranged)
            grn_c_range(&e, a.least >> b.least, a.most >> b.least);
        grn_c_give(s, op, 0, e);
        return;
    }
    const grn_c_type *type = arithmetic ? grn_c_type_of(s, t) : grn_c_as_unsigned(s, a, t).type;
    a = arithmetic ? grn_c_as_signed(s, a, t) : grn_c_as_unsigned(s, a, t);
    b = grn_c_as_unsigned(s, b, t);
    grn_c_give(s, op, 0,
               grn_c_call(s,
                          grn_c_helper_of(s,
                                          arithmetic ? "shift_right_signed"
                                          : left     ? "shift_left"
                                                     : "shift_right",
                                          type),
                          type, &a, &b));
}

/* ---- comparisons ----------------------------------------------------------------------------- */

int64_t grn_c_predicate_of(const grn_op *op)
{
    const grn_attr *p = grn_op_attr(op, "predicate");
    return p && p->kind == GRN_ATTR_INTEGER ? p->integer : p && p->kind == GRN_ATTR_ENUM ? p->enumeration.value : -1;
}

/* The interval as one of unsigned numbers of this width, moved by 2^63, so that int64_t has the
 * same order. */
static void as_unsigned_order(grn_c_expr *e, unsigned bits)
{
    const uint64_t all = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX, half = UINT64_C(1) << 63;
    const bool splits = e->least < 0 && e->most >= 0;
    const uint64_t least = splits ? 0 : (uint64_t)e->least & all, most = splits ? all : (uint64_t)e->most & all;
    e->least = (int64_t)(least ^ half);
    e->most = (int64_t)(most ^ half);
}

/* The result that the intervals prove, 0 or 1; -1 where they prove none. */
static int known_order(int64_t predicate, grn_c_expr a, grn_c_expr b, unsigned bits)
{
    if (!a.is_ranged || !b.is_ranged)
        return -1;
    if (predicate >= 6) {
        as_unsigned_order(&a, bits);
        as_unsigned_order(&b, bits);
    }
    const int64_t p = predicate < 6 ? predicate : predicate - 4;
    const bool below = a.most<b.least, above = a.least> b.most, at_most = a.most <= b.least,
               at_least = a.least >= b.most;
    const bool equal = at_most && at_least;
    switch (p) {
    case 0: return below || above ? 0 : equal ? 1 : -1;
    case 1: return below || above ? 1 : equal ? 0 : -1;
    case 2: return below ? 1 : at_least ? 0 : -1;
    case 3: return at_most ? 1 : above ? 0 : -1;
    case 4: return above ? 1 : at_most ? 0 : -1;
    default: return at_least ? 1 : below ? 0 : -1;
    }
}

static void write_cmpi(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    static const char *const symbols[] = {"==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">="};
    const int64_t p = grn_c_predicate_of(op);
    const grn_type *t = operand_type(op);
    grn_c_expr a = grn_c_operand(s, op, 0), b = grn_c_operand(s, op, 1);
    (void)row;
    if (p < 0 || p >= (int64_t)GRN_COUNT(symbols)) {
        grn_c_refuse(s, "has no predicate that is known");
        return;
    }
    if (strcmp(a.text, b.text) == 0) { /* compilers warn of a comparison with itself */
        const bool holds = p == 0 || (p >= 2 && p % 2 == 1);
        grn_c_give(s, op, 0, grn_c_number(s, holds, type_of(op)));
        return;
    }
    const bool natural = a.is_ranged && b.is_ranged && a.least >= 0 && b.least >= 0;
    const bool flips = is_i1(t) && p >= 2 && p < 6; /* in a signed i1, true (-1) is below false (0) */
    if (is_i1(t) && p < 2 && grn_c_is_constant(&b)) {
        grn_c_give(s, op, 0, (b.least != 0) == (p == 0) ? a : negation(s, a));
        return;
    }
    if (!is_i1(t)) {
        /* Equality needs two alike. */
        const bool by_sign = p < 6 ? true : natural;
        const int known = known_order(p, a, b, grn_c_width(t));
        if (known >= 0) {
            grn_c_give(s, op, 0, grn_c_number(s, known, type_of(op)));
            return;
        }
        a = by_sign ? grn_c_as_signed(s, a, t) : grn_c_as_unsigned(s, a, t);
        b = by_sign ? grn_c_as_signed(s, b, t) : grn_c_as_unsigned(s, b, t);
    }
    grn_c_give(s, op, 0,
               grn_c_truth(grn_c_binary(s, symbols[p], p < 2 ? GRN_C_EQUAL : GRN_C_LESS, flips ? b : a, flips ? a : b,
                                        &grn_c_int)));
}

/* Comparisons of floats in the type that C computes with: narrow floats by their values. */
/* Ordered ones are false where an operand is NaN, unordered ones true. */
static void write_cmpf(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    static const struct {
        const char *symbol;
        bool negated;
    } forms[] = {{NULL, false},  {"==", false},  {">", false},   {">=", false}, {"<", false}, {"<=", false},
                 {"one", false}, {"ord", false}, {"ueq", false}, {"<=", true},  {"<", true},  {">=", true},
                 {">", true},    {"!=", false},  {"uno", false}, {NULL, false}};
    const int64_t p = grn_c_predicate_of(op);
    const grn_type *t = operand_type(op);
    const grn_c_expr a = grn_c_real_of(s, grn_c_operand(s, op, 0), t), b = grn_c_real_of(s, grn_c_operand(s, op, 1), t);
    (void)row;
    if (p < 0 || p >= (int64_t)GRN_COUNT(forms)) {
        grn_c_refuse(s, "has no predicate that is known");
        return;
    }
    const char *symbol = forms[p].symbol;
    grn_c_expr e;
    if (symbol == NULL)
        e = grn_c_number(s, p != 0, type_of(op));
    else if (symbol[0] < 'a')
        e = grn_c_binary(s, symbol, symbol[0] == '=' || symbol[0] == '!' ? GRN_C_EQUAL : GRN_C_LESS, a, b, &grn_c_int);
    else
        e = grn_c_call(s, grn_c_helper_of(s, grn_c_text(s, "compare_%s", symbol), a.type), &grn_c_int, &a, &b);
    grn_c_give(s, op, 0, forms[p].negated ? negation(s, e) : grn_c_truth(e));
}

static bool same_text(const grn_c_expr *a, const grn_c_expr *b) { return strcmp(a->text, b->text) == 0; }

/* Both sides in one type of C. */
static void make_alike(grn_c *s, grn_c_expr *a, grn_c_expr *b, const grn_type *t)
{
    if (t->kind != GRN_TYPE_INTEGER && t->kind != GRN_TYPE_INDEX)
        return;
    if (is_i1(t) || (a->type->kind == GRN_C_UNSIGNED && b->type->kind == GRN_C_UNSIGNED))
        return;
    *a = grn_c_as_signed(s, *a, t);
    *b = grn_c_as_signed(s, *b, t);
}

grn_c_expr grn_c_choose(grn_c *s, grn_c_expr condition, grn_c_expr a, grn_c_expr b, const grn_type *t)
{
    make_alike(s, &a, &b, t);
    const grn_c_type *type = a.type->bits >= b.type->bits ? a.type : b.type;
    if (grn_c_is_constant(&condition))
        return condition.least ? a : b;
    if (same_text(&a, &b))
        return a;
    grn_c_expr e = {.text = grn_c_text(s, "%s ? %s : %s", grn_c_within(s, &condition, GRN_C_EITHER),
                                       grn_c_within(s, &a, GRN_C_EITHER), grn_c_within(s, &b, GRN_C_CHOICE)),
                    .precedence = GRN_C_CHOICE,
                    .type = type,
                    .reads = condition.reads || a.reads || b.reads};
    const bool is_integer = t->kind == GRN_TYPE_INTEGER || t->kind == GRN_TYPE_INDEX;
    if (is_integer && type->bits < 32)
        e.type = &grn_c_int;
    if (is_integer && a.is_ranged && b.is_ranged)
        grn_c_range(&e, a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most);
    return e;
}

static void write_select(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    (void)row;
    const grn_c_expr condition = grn_c_operand(s, op, 0), a = grn_c_operand(s, op, 1), b = grn_c_operand(s, op, 2);
    grn_c_give(s, op, 0, grn_c_choose(s, condition, a, b, type_of(op)));
}

/* ---- floats ---------------------------------------------------------------------------------- */

static void write_real(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op);
    const char symbol = row->symbol[0];
    const grn_c_expr a = grn_c_real_of(s, grn_c_operand(s, op, 0), t), b = grn_c_real_of(s, grn_c_operand(s, op, 1), t);
    const int precedence = symbol == '+' || symbol == '-' ? GRN_C_SUM : GRN_C_PRODUCT;
    grn_c_contracts(s);
    grn_c_give(s, op, 0, grn_c_of_real(s, grn_c_binary(s, row->symbol, precedence, a, b, a.type), t));
}

/* A function of one or two floats: C's own, with the suffix f for float, or a helper's. */
static void write_remainder(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op);
    const grn_c_expr a = grn_c_real_of(s, grn_c_operand(s, op, 0), t), b = grn_c_real_of(s, grn_c_operand(s, op, 1), t);
    (void)row;
    grn_c_needs(s, GRN_C_MATH_H);
    grn_c_give(s, op, 0, grn_c_of_real(s, grn_c_call(s, a.type == &grn_c_float ? "fmodf" : "fmod", a.type, &a, &b), t));
}

static void write_real_bound(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op);
    const grn_c_expr a = grn_c_real_of(s, grn_c_operand(s, op, 0), t), b = grn_c_real_of(s, grn_c_operand(s, op, 1), t);
    grn_c_give(s, op, 0, grn_c_of_real(s, grn_c_call(s, grn_c_helper_of(s, row->symbol, a.type), a.type, &a, &b), t));
}

static void write_real_negation(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op);
    const grn_c_expr e = grn_c_real_of(s, grn_c_operand(s, op, 0), t);
    (void)row;
    grn_c_give(
        s, op, 0,
        grn_c_of_real(s,
                      (grn_c_expr){.text = grn_c_text(
                                       s, "-%s", grn_c_within(s, &e, e.text[0] == '-' ? GRN_C_PRIMARY : GRN_C_UNARY)),
                                   .precedence = GRN_C_UNARY,
                                   .type = e.type,
                                   .reads = e.reads},
                      t));
}

GRN_C(arith, constant) = {write_constant, "", "constant", GRN_C_NUMBER, 0};
GRN_C(arith, addi) = {write_sum, "+", "sum", GRN_C_NUMBER, 0};
GRN_C(arith, subi) = {write_sum, "-", "difference", GRN_C_NUMBER, 0};
GRN_C(arith, muli) = {write_sum, "*", "product", GRN_C_NUMBER, 0};
GRN_C(arith, divsi) = {write_quotient, "divide", "quotient", GRN_C_NUMBER, 0};
GRN_C(arith, divui) = {write_quotient, "divide", "uquotient", GRN_C_NUMBER, 0};
GRN_C(arith, remsi) = {write_quotient, "remainder", "remainder", GRN_C_NUMBER, 0};
GRN_C(arith, remui) = {write_quotient, "remainder", "uremainder", GRN_C_NUMBER, 0};
GRN_C(arith, ceildivsi) = {write_quotient, "ceiling", "quotient", GRN_C_NUMBER, 0};
GRN_C(arith, ceildivui) = {write_quotient, "ceiling", "uquotient", GRN_C_NUMBER, 0};
GRN_C(arith, floordivsi) = {write_quotient, "floor_divide", "quotient", GRN_C_NUMBER, 0};
GRN_C(arith, maxsi) = {write_bound, "maxs", "start", GRN_C_NUMBER, 0};
GRN_C(arith, minsi) = {write_bound, "mins", "start", GRN_C_NUMBER, 0};
GRN_C(arith, maxui) = {write_bound, "maxu", "start", GRN_C_NUMBER, 0};
GRN_C(arith, minui) = {write_bound, "minu", "start", GRN_C_NUMBER, 0};
GRN_C(arith, andi) = {write_bits, "&", "bits", GRN_C_NUMBER, 0};
GRN_C(arith, ori) = {write_bits, "|", "bits", GRN_C_NUMBER, 0};
GRN_C(arith, xori) = {write_bits, "^", "bits", GRN_C_NUMBER, 0};
GRN_C(arith, shli) = {write_shift, "<<", "shifted", GRN_C_NUMBER, 0};
GRN_C(arith, shrsi) = {write_shift, "s", "shifted", GRN_C_NUMBER, 0};
GRN_C(arith, shrui) = {write_shift, "u", "shifted", GRN_C_NUMBER, 0};
GRN_C(arith, cmpi) = {write_cmpi, "", "holds", GRN_C_NUMBER, 0};
GRN_C(arith, cmpf) = {write_cmpf, "", "holds", GRN_C_NUMBER, 0};
GRN_C(arith, select) = {write_select, "", "chosen", GRN_C_NUMBER, 0};
GRN_C(arith, addf) = {write_real, "+", "sum", GRN_C_NUMBER, 0};
GRN_C(arith, subf) = {write_real, "-", "difference", GRN_C_NUMBER, 0};
GRN_C(arith, mulf) = {write_real, "*", "product", GRN_C_NUMBER, 0};
GRN_C(arith, divf) = {write_real, "/", "quotient", GRN_C_NUMBER, 0};
GRN_C(arith, remf) = {write_remainder, "", "remainder", GRN_C_NUMBER, 0};
GRN_C(arith, maximumf) = {write_real_bound, "maximum", "maximum", GRN_C_NUMBER, 0};
GRN_C(arith, minimumf) = {write_real_bound, "minimum", "minimum", GRN_C_NUMBER, 0};
GRN_C(arith, maxnumf) = {write_real_bound, "maximum_number", "maximum", GRN_C_NUMBER, 0};
GRN_C(arith, minnumf) = {write_real_bound, "minimum_number", "minimum", GRN_C_NUMBER, 0};
GRN_C(arith, negf) = {write_real_negation, "", "negative", GRN_C_NUMBER, 0};
