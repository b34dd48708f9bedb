/* arith_casts.c - integers of other widths, integers to floats and back, floats of other formats,
 * bits. */
#include "emit/state.h"

static const grn_type *type_of(const grn_op *op) { return grn_result_type(op, 0); }
static const grn_type *operand_type(const grn_op *op) { return grn_operand_type(op, 0); }
static bool is_i1(const grn_type *t) { return grn_c_width(t) == 1; }

/* A wider signed integer of the same value; an i1 is -1 where it is true. */
static void write_extend_signed(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    grn_c_expr e = grn_c_as_signed(s, grn_c_operand(s, op, 0), operand_type(op));
    (void)row;
    if (is_i1(operand_type(op)) && !is_i1(type_of(op))) {
        e = (grn_c_expr){.text = grn_c_text(s, "-%s", grn_c_within(s, &e, GRN_C_PRIMARY)),
                         .precedence = GRN_C_UNARY,
                         .type = &grn_c_int,
                         .reads = e.reads};
        grn_c_range(&e, -1, 0);
    }
    grn_c_give(s, op, 0, e);
}

static void write_extend_unsigned(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = operand_type(op);
    const unsigned bits = grn_c_width(t);
    grn_c_expr e = grn_c_operand(s, op, 0);
    (void)row;
    if (!(e.is_ranged && e.least >= 0 && e.type->kind == GRN_C_SIGNED)) {
        e = grn_c_as_unsigned(s, e, t);
        e.is_ranged = false;
    }
    if (bits < 64 && !e.is_ranged)
        grn_c_range(&e, 0, (int64_t)((UINT64_C(1) << bits) - 1));
    grn_c_give(s, op, 0, e);
}

static void write_truncate(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op);
    const unsigned bits = grn_c_width(t);
    grn_c_expr e = grn_c_operand(s, op, 0);
    (void)row;
    if (grn_c_is_constant(&e) && bits < 64) {
        const uint64_t low = (uint64_t)e.least << (64 - bits);
        grn_c_give(s, op, 0, grn_c_number(s, bits == 1 ? e.least & 1 : (int64_t)low / (INT64_C(1) << (64 - bits)), t));
        return;
    }
    if (grn_c_width(operand_type(op)) <= bits) /* an index_cast between two of one width */
        grn_c_give(s, op, 0, e);
    else if (bits == 1)
        grn_c_give(s, op, 0,
                   grn_c_truth((grn_c_expr){.text = grn_c_text(s, "%s %% 2 != 0", grn_c_within(s, &e, GRN_C_PRODUCT)),
                                            .precedence = GRN_C_EQUAL,
                                            .type = &grn_c_int,
                                            .reads = e.reads}));
    else if (bits < 8) {
        e = grn_c_cast(s, e, &grn_c_int);
        e = grn_c_call(s, grn_c_helper(s, bits == 2 ? "low_i2" : "low_i4"), grn_c_type_of(s, t), &e, NULL);
        grn_c_give(s, op, 0, e);
    } else {
        const bool kept = e.is_ranged && e.least >= -(INT64_C(1) << (bits - 1)) && e.most < INT64_C(1) << (bits - 1);
        const int64_t least = e.least, most = e.most;
        e = grn_c_cast(s, e, grn_c_type_of(s, t));
        e.is_ranged = false;
        if (kept)
            grn_c_range(&e, least, most);
        grn_c_give(s, op, 0, e);
    }
}

/* index_cast goes either way. */
static void write_index_cast(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const unsigned from = grn_c_width(operand_type(op)), to = grn_c_width(type_of(op));
    if (to < from)
        write_truncate(s, op, row);
    else if (row->symbol[0] == 'u')
        write_extend_unsigned(s, op, row);
    else
        write_extend_signed(s, op, row);
}

static void write_to_real(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op), *from = operand_type(op);
    grn_c_expr e = grn_c_operand(s, op, 0);
    const bool is_unsigned = row->symbol[0] == 'u';
    if (is_i1(from) && !is_unsigned)
        e = (grn_c_expr){.text = grn_c_text(s, "-%s", grn_c_within(s, &e, GRN_C_PRIMARY)),
                         .precedence = GRN_C_UNARY,
                         .type = &grn_c_int,
                         .reads = e.reads};
    else
        e = is_unsigned ? grn_c_as_unsigned(s, e, from) : grn_c_as_signed(s, e, from);
    if (!grn_c_is_narrow(t)) {
        grn_c_give(s, op, 0, grn_c_cast(s, e, grn_c_type_of(s, t)));
        return;
    }
    /* 64 bits go through a double that rounds to fewer as the integer would. */
    if (grn_c_width(from) > 53)
        e = grn_c_call(s, grn_c_helper(s, is_unsigned ? "odd_u64" : "odd_i64"), &grn_c_double, &e, NULL);
    else
        e = grn_c_cast(s, e, &grn_c_double);
    grn_c_give(s, op, 0, grn_c_encode(s, e, t));
}

/* A float out of range goes to the nearest end, NaN to 0. */
static void write_from_real(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op), *from = operand_type(op);
    const bool is_unsigned = row->symbol[0] == 'u';
    const grn_c_type *type = grn_c_type_of(s, t);
    grn_c_expr e = grn_c_cast(s, grn_c_real_of(s, grn_c_operand(s, op, 0), from), &grn_c_double);
    if (grn_c_width(t) < 8) {
        grn_c_refuse(s, "makes integers of less than 8 bits of floats");
        return;
    }
    if (is_unsigned) {
        const grn_c_expr number = grn_c_name_expr(s, "", type);
        type = grn_c_as_unsigned(s, number, t).type;
    }
    grn_c_give(s, op, 0, grn_c_call(s, grn_c_helper_of(s, "whole", type), type, &e, NULL));
}

static void write_real_cast(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op), *from = operand_type(op);
    grn_c_expr e = grn_c_operand(s, op, 0);
    (void)row;
    if (grn_c_is_narrow(from))
        e = grn_c_decode(s, e, from);
    if (grn_c_is_narrow(t))
        e = grn_c_encode(s, e, t);
    else if (e.type->kind == GRN_C_REAL && !(t->dtype == GRN_F64 && from->dtype == GRN_F32))
        e = grn_c_cast(s, e, grn_c_type_of(s, t));
    else
        e = grn_c_cast(s, e, grn_c_type_of(s, t));
    grn_c_give(s, op, 0, e);
}

static bool is_real(const grn_type *t) { return t->kind == GRN_TYPE_FLOAT && !grn_c_is_narrow(t); }

static void write_bitcast(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = type_of(op), *from = operand_type(op);
    grn_c_expr e = grn_c_operand(s, op, 0);
    (void)row;
    if (!is_real(t) && !is_real(from)) {
        e = from->kind == GRN_TYPE_INTEGER && t->kind == GRN_TYPE_FLOAT ? grn_c_as_unsigned(s, e, from) : e;
        grn_c_give(s, op, 0, e);
    } else if (is_real(t) && is_real(from))
        grn_c_give(s, op, 0, e);
    else if (is_real(from)) {
        const grn_c_expr number = grn_c_name_expr(s, "", grn_c_type_of(s, t));
        grn_c_give(s, op, 0,
                   grn_c_call(s, grn_c_helper_of(s, "bits", e.type), grn_c_as_unsigned(s, number, t).type, &e, NULL));
    } else {
        e = grn_c_as_unsigned(s, e, from);
        grn_c_give(s, op, 0,
                   grn_c_call(s, grn_c_helper_of(s, "real", grn_c_type_of(s, t)), grn_c_type_of(s, t), &e, NULL));
    }
}

GRN_C(arith, index_cast) = {write_index_cast, "s", "index", GRN_C_NUMBER, 0};
GRN_C(arith, index_castui) = {write_index_cast, "u", "index", GRN_C_NUMBER, 0};
GRN_C(arith, extsi) = {write_extend_signed, "", "wide", GRN_C_NUMBER, 0};
GRN_C(arith, extui) = {write_extend_unsigned, "", "wide", GRN_C_NUMBER, 0};
GRN_C(arith, trunci) = {write_truncate, "", "low", GRN_C_NUMBER, 0};
GRN_C(arith, sitofp) = {write_to_real, "s", "real", GRN_C_NUMBER, 0};
GRN_C(arith, uitofp) = {write_to_real, "u", "real", GRN_C_NUMBER, 0};
GRN_C(arith, fptosi) = {write_from_real, "s", "whole", GRN_C_NUMBER, 0};
GRN_C(arith, fptoui) = {write_from_real, "u", "whole", GRN_C_NUMBER, 0};
GRN_C(arith, extf) = {write_real_cast, "", "wide", GRN_C_NUMBER, 0};
GRN_C(arith, truncf) = {write_real_cast, "", "rounded", GRN_C_NUMBER, 0};
GRN_C(arith, bitcast) = {write_bitcast, "", "bits", GRN_C_NUMBER, 0};
