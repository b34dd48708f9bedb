/*
 * narrow.c - arithmetic of floats narrower than 16 bits, which LLVM does not
 * have, on doubles: a private function of each format gives the value of its
 * bits, another rounds a double to them, once and to nearest even. Source: the
 * formats' table, core/dtype.c.
 */
#include <math.h>
#include <stdio.h>

#include "lower/numbers.h"

/* ---- the two functions of a format ----------------------------------------------------------- */

typedef struct format {
    const grn_float_format *f;
    const grn_type *bits, *i64, *f64;
    uint64_t sign, magnitude; /* the bit, those below it */
} format;

static format format_of(grn_lower *l, const grn_type *t)
{
    const grn_float_format *f = grn_dtype_float_format(t->dtype);
    const uint64_t sign = UINT64_C(1) << (f->exponent_bits + f->mantissa_bits);
    return (format){f,
                    grn_lo_integer_type(l, (uint32_t)grn_dtype_bits(t->dtype)),
                    grn_lo_integer_type(l, 64),
                    grn_type_of_dtype(l->ir, GRN_F64),
                    sign,
                    sign - 1};
}

static grn_value *number(grn_lower *l, const format *t, uint64_t v) { return grn_lo_integer(l, t->i64, (int64_t)v); }
static grn_value *real(grn_lower *l, const format *t, double v) { return grn_lo_float(l, t->f64, v); }
static grn_value *bits_of(grn_lower *l, const format *t, grn_value *v)
{
    return grn_lo_cast(l, "arith.bitcast", v, t->i64);
}
static grn_value *as_double(grn_lower *l, const format *t, grn_value *v)
{
    return grn_lo_cast(l, "arith.bitcast", v, t->f64);
}

/* An infinity or NaN where the bits say one. */
static grn_value *or_special(grn_lower *l, const format *t, grn_value *bits, grn_value *magnitude, grn_value *value)
{
    const uint64_t top = ((UINT64_C(1) << t->f->exponent_bits) - 1) << t->f->mantissa_bits;
    grn_value *nan = real(l, t, (double)NAN), *where = NULL;
    switch (t->f->nan_style) {
    case GRN_NAN_IEEE:
        value = grn_lo_select(l, grn_lo_compare(l, "eq", magnitude, number(l, t, top)), real(l, t, INFINITY), value);
        where = grn_lo_compare(l, "sgt", magnitude, number(l, t, top));
        break;
    case GRN_NAN_ALL_ONES: where = grn_lo_compare(l, "eq", magnitude, number(l, t, t->magnitude)); break;
    case GRN_NAN_NEG_ZERO: where = grn_lo_compare(l, "eq", bits, number(l, t, t->sign)); break;
    case GRN_NAN_EXPONENT_ONLY: where = grn_lo_compare(l, "eq", bits, number(l, t, 0xFF)); break;
    default: return value;
    }
    return grn_lo_select(l, where, nan, value);
}

static grn_value *value_of(grn_lower *l, const format *t, grn_value *v)
{
    grn_value *bits = grn_lo_cast(l, "arith.extui", v, t->i64),
              *magnitude = grn_lo_binary(l, "arith.andi", bits, number(l, t, t->magnitude));
    grn_value *shifted = grn_lo_binary(l, "arith.shli", magnitude, number(l, t, (uint64_t)(52 - t->f->mantissa_bits)));
    grn_value *pattern = grn_lo_binary(l, "arith.addi", shifted, number(l, t, (uint64_t)(1023 - t->f->bias) << 52));
    grn_value *value = as_double(l, t, pattern);
    if (t->f->nan_style == GRN_NAN_EXPONENT_ONLY)
        return or_special(l, t, bits, magnitude, value);
    grn_value *unit = real(l, t, ldexp(1, 1 - t->f->bias - t->f->mantissa_bits));
    grn_value *small = grn_lo_binary(l, "arith.mulf", grn_lo_cast(l, "arith.uitofp", magnitude, t->f64), unit);
    grn_value *is_small = grn_lo_compare(l, "slt", magnitude, number(l, t, UINT64_C(1) << t->f->mantissa_bits));
    value = or_special(l, t, bits, magnitude, grn_lo_select(l, is_small, small, value));
    return grn_lo_select(l, grn_lo_compare(l, "sgt", bits, magnitude), grn_lo_unary(l, "arith.negf", value), value);
}

/* Of a format of powers of two without a sign: a tie goes to the even exponent. */
static grn_value *nearest_power(grn_lower *l, const format *t, grn_value *v)
{
    grn_value *pattern = bits_of(l, t, v), *one = number(l, t, 1);
    grn_value *rest = grn_lo_binary(l, "arith.andi", pattern, number(l, t, (UINT64_C(1) << 52) - 1));
    grn_value *field =
        grn_lo_binary(l, "arith.andi", grn_lo_binary(l, "arith.shrui", pattern, number(l, t, 52)), number(l, t, 0x7FF));
    grn_value *exponent = grn_lo_binary(l, "arith.subi", field, number(l, t, (uint64_t)(1023 - t->f->bias)));
    grn_value *odd = grn_lo_compare(l, "ne", grn_lo_binary(l, "arith.andi", exponent, one), number(l, t, 0));
    grn_value *half = number(l, t, UINT64_C(1) << 51);
    grn_value *up = grn_lo_binary(l, "arith.ori", grn_lo_compare(l, "sgt", rest, half),
                                  grn_lo_and(l, grn_lo_compare(l, "eq", rest, half), odd));
    grn_value *rounded = grn_lo_select(l, up, grn_lo_binary(l, "arith.addi", exponent, one), exponent);
    rounded = grn_lo_select(l, grn_lo_compare(l, "slt", exponent, number(l, t, 0)), number(l, t, 0), rounded);
    grn_value *none = grn_lo_binary(l, "arith.ori", grn_lo_compare(l, "ult", v, real(l, t, 0)),
                                    grn_lo_compare(l, "sgt", rounded, number(l, t, 254)));
    return grn_lo_select(l, none, number(l, t, 0xFF), rounded);
}

/* The nearest magnitude, which may be over the largest; of small ones by adding a number whose last
 * bit is the smallest one. */
static grn_value *nearest_magnitude(grn_lower *l, const format *t, grn_value *pattern)
{
    const int quantum = 1 - t->f->bias - t->f->mantissa_bits;
    const uint64_t shift = 52 - (uint64_t)t->f->mantissa_bits;
    grn_value *tiny = grn_lo_binary(l, "arith.addf", as_double(l, t, pattern), real(l, t, ldexp(1, quantum + 52)));
    tiny = grn_lo_binary(l, "arith.subi", bits_of(l, t, tiny), number(l, t, (uint64_t)(quantum + 52 + 1023) << 52));
    grn_value *last =
        grn_lo_binary(l, "arith.andi", grn_lo_binary(l, "arith.shrui", pattern, number(l, t, shift)), number(l, t, 1));
    grn_value *more = grn_lo_binary(l, "arith.addi", number(l, t, (UINT64_C(1) << (shift - 1)) - 1), last);
    grn_value *kept =
        grn_lo_binary(l, "arith.shrui", grn_lo_binary(l, "arith.addi", pattern, more), number(l, t, shift));
    kept = grn_lo_binary(l, "arith.subi", kept, number(l, t, (uint64_t)(1023 - t->f->bias) << t->f->mantissa_bits));
    return grn_lo_select(l, grn_lo_compare(l, "slt", pattern, number(l, t, (uint64_t)(1024 - t->f->bias) << 52)), tiny,
                         kept);
}

static grn_value *nearest_bits(grn_lower *l, const format *t, grn_value *v)
{
    const grn_nan_style style = t->f->nan_style;
    const bool one_zero = style == GRN_NAN_NEG_ZERO; /* and one NaN, without signs */
    const uint64_t top = ((UINT64_C(1) << t->f->exponent_bits) - 1) << t->f->mantissa_bits;
    const uint64_t largest = style == GRN_NAN_IEEE       ? top - 1
                             : style == GRN_NAN_ALL_ONES ? t->magnitude - 1
                                                         : t->magnitude;
    grn_value *bits = bits_of(l, t, v), *zero = number(l, t, 0);
    grn_value *sign = grn_lo_select(l, grn_lo_compare(l, "slt", bits, zero), number(l, t, t->sign), zero);
    grn_value *pattern = grn_lo_binary(l, "arith.andi", bits, number(l, t, INT64_MAX)),
              *magnitude = nearest_magnitude(l, t, pattern);
    grn_value *over = grn_lo_compare(l, "sgt", magnitude, number(l, t, largest)),
              *overflow = number(l, t, grn_float_encode(t->f, 1e300));
    if (!one_zero)
        magnitude = grn_lo_select(l, over, overflow, magnitude);
    grn_value *signs = one_zero ? grn_lo_select(l, grn_lo_compare(l, "eq", magnitude, zero), zero, sign) : sign;
    grn_value *made = grn_lo_binary(l, "arith.ori", signs, magnitude), *nan = number(l, t, grn_float_nan_bits(t->f));
    if (one_zero)
        made = grn_lo_select(l, over, overflow, made);
    if (!one_zero && style != GRN_NAN_NONE)
        nan = grn_lo_binary(l, "arith.ori", sign, nan);
    return grn_lo_select(l, grn_lo_compare(l, "uno", v, v), nan, made);
}

static grn_value *nearest(grn_lower *l, const format *t, grn_value *v)
{
    grn_value *made = t->f->nan_style == GRN_NAN_EXPONENT_ONLY ? nearest_power(l, t, v) : nearest_bits(l, t, v);
    return grn_lo_cast(l, "arith.trunci", made, t->bits);
}

/* ---- as functions of the module -------------------------------------------------------------- */

static void make_function(grn_lower *l, const char *name, const format *t, bool rounds)
{
    const grn_type *const types[] = {rounds ? t->f64 : t->bits, rounds ? t->bits : t->f64};
    const grn_type *type = grn_type_function(l->ir, 1, types, 1, types + 1);
    l->block = l->ir->top->regions[0].first;
    grn_op *function = grn_lo_op(l, "func.func", 0, NULL, 0, NULL, 1, GRN_LO_NO_ATTRS);
    grn_lo_set_attr(l, function, "sym_name", grn_attr_string(l->ir, (grn_str){name, strlen(name)}));
    grn_lo_set_attr(l, function, "function_type", type ? grn_attr_type(l->ir, type) : NULL);
    grn_lo_set_attr(l, function, "sym_visibility", grn_attr_string(l->ir, GRN_STR("private")));
    l->entry = function ? grn_lo_block(l, &function->regions[0], 1, types) : NULL;
    if (!l->entry)
        return;
    grn_value *v = rounds ? nearest(l, t, &l->entry->args[0]) : value_of(l, t, &l->entry->args[0]);
    grn_lo_none(l, "func.return", 1, &v, GRN_LO_NO_ATTRS);
}

/* From the end, where those stand that this pass made. */
static bool has_function(const grn_ir *ir, grn_str name)
{
    for (const grn_op *op = ir->top->regions[0].first->last; op; op = op->prev) {
        const grn_attr *has = grn_op_attr(op, "sym_name");
        if (has && has->kind == GRN_ATTR_STRING && grn_str_equal(has->text, name))
            return true;
    }
    return false;
}

/* v in the other type by the function of the format, which is made where the module does not have
 * it. */
static grn_value *called(grn_rewrite *w, grn_value *v, const grn_type *narrow, bool rounds)
{
    char name[64];
    grn_lower l = {.ir = w->ir, .diag = w->diag, .at = w->at};
    const format t = format_of(&l, narrow);
    const int n =
        snprintf(name, sizeof name, "garner.%s.%s", grn_dtype_text(narrow->dtype), rounds ? "nearest" : "value");
    if (!has_function(w->ir, (grn_str){name, (size_t)n}))
        make_function(&l, name, &t, rounds);
    if (l.status != GRN_OK)
        return NULL;
    const grn_new_attr callee = {"callee", grn_attr_symbol(w->ir, (grn_str){name, (size_t)n})};
    return grn_new(w, "func.call", 1, &v, rounds ? t.bits : t.f64, 1, &callee);
}

/* ---- ops ------------------------------------------------------------------------------------- */

static bool is_narrow(const grn_type *t) { return t->kind == GRN_TYPE_FLOAT && grn_dtype_bits(t->dtype) < 16; }
static bool is_float(const grn_type *t) { return t->kind == GRN_TYPE_FLOAT; }

static grn_value *widened(grn_rewrite *w, grn_value *v)
{
    const grn_type *f64 = grn_type_of_dtype(w->ir, GRN_F64);
    if (!f64 || v->type == f64 || !is_float(v->type))
        return f64 ? v : NULL;
    if (!is_narrow(v->type))
        return grn_new(w, "arith.extf", 1, &v, f64, 0, NULL);
    grn_value *bits = grn_new(w, "arith.bitcast", 1, &v,
                              grn_type_integer(w->ir, (uint32_t)grn_dtype_bits(v->type->dtype), GRN_SIGNLESS), 0, NULL);
    return bits ? called(w, bits, v->type, false) : NULL;
}

static grn_value *rounded(grn_rewrite *w, grn_value *v, const grn_type *type)
{
    if (!v || v->type == type)
        return v;
    if (!is_narrow(type))
        return grn_new(w, "arith.truncf", 1, &v, type, 0, NULL);
    v = called(w, v, type, true);
    return v ? grn_new(w, "arith.bitcast", 1, &v, type, 0, NULL) : NULL;
}

/* What only moves bits is done to any. */
static bool computes(const grn_op *op)
{
    return (grn_lo_in_dialect(op, "arith") || grn_lo_in_dialect(op, "math")) && op->nresults == 1 &&
           op->nregions == 0 &&
           !GRN_OP_IS_ONE_OF(op, GRN_OP(arith, constant), GRN_OP(arith, bitcast), GRN_OP(arith, select));
}

/* The narrow float that it takes or gives, first one of six bits; NULL: there is none. */
static const grn_type *narrow_of(const grn_op *op)
{
    const grn_type *found = NULL;
    for (size_t i = 0; i <= op->noperands; i++) {
        const grn_type *t = i < op->noperands ? grn_operand_type(op, i) : grn_result_type(op, 0);
        if (is_narrow(t) && (!found || grn_dtype_bits(found->dtype) != 6))
            found = t;
    }
    return found;
}

/* The op on doubles, its result rounded; an extension or truncation is nothing more. */
static grn_status widen(grn_rewrite *w, grn_op *op)
{
    enum { MOST = 3 };
    grn_value *v[MOST];
    const grn_type *to = op->nresults ? grn_result_type(op, 0) : NULL, *f64 = grn_type_of_dtype(w->ir, GRN_F64);
    const grn_type *narrow = computes(op) ? narrow_of(op) : NULL;
    if (!narrow || op->noperands > MOST)
        return GRN_OK;
    if (grn_dtype_bits(narrow->dtype) == 6)
        return grn_refuse(w, "computes with %s, whose bits no integer type has", grn_dtype_text(narrow->dtype));
    for (size_t i = 0; i < op->noperands; i++)
        if (!(v[i] = widened(w, op->operands[i])))
            return grn_no_memory(w);
    if (GRN_OP_IS_ONE_OF(op, GRN_OP(arith, extf), GRN_OP(arith, truncf)))
        return grn_replace(w, rounded(w, v[0], to));
    grn_new_attr *attrs = GRN_ARENA_NEW(&w->ir->arena, grn_new_attr, op->nattrs + 1);
    const char *name = op->def->name;
    for (size_t i = 0; attrs && i < op->nattrs; i++)
        attrs[i] = (grn_new_attr){grn_arena_text(&w->ir->arena, op->attrs[i].name.text, op->attrs[i].name.n),
                                  op->attrs[i].value};
    if (!attrs || !f64)
        return grn_no_memory(w);
    grn_value *made = grn_new(w, name, op->noperands, v, is_float(to) ? f64 : to, op->nattrs, attrs);
    return grn_replace(w, is_float(to) ? rounded(w, made, to) : made);
}

grn_status grn_pass_widen(grn_ir *ir, const grn_diag *diag)
{
    static const grn_target target = {.name = "loops"};
    return grn_convert_walk(ir, &(grn_convert_options){.target = &target}, diag, widen);
}
