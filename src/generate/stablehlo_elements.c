/* stablehlo_elements.c - element-wise ops. */
#include <math.h>

#include "generate/stablehlo.h"

/* Complex numbers have no order. */
bool grn_write_shlo_compare(grn_gen *g, const grn_gen_op *op)
{
    static const char *const directions[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
    grn_gen_value x[2];
    x[0] = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_ALL, .may_be_open = true, .exact = true});
    x[1] = grn_gen_take(g, &(grn_want){.type = &x[0].type, .may_be_open = true, .exact = true});
    const bool ordered = grn_dtype_class_of(x[0].type.dtype) != GRN_CLASS_COMPLEX;
    const grn_gen_type type = grn_gen_with_dtype(&x[0].type, GRN_I1);
    const grn_facts facts = grn_facts_between(0, 1);
    grn_gen_op_line(g, op->name, 2, x,
                    grn_gen_attrs(g, "comparison_direction = #stablehlo<comparison_direction %s>",
                                  directions[grn_pick(g->choices, ordered ? 6 : 2)]),
                    &type, &facts);
    return true;
}

bool grn_write_shlo_select(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3];
    x[1] = grn_gen_take_any(g, GRN_GEN_MOVED, 0);
    x[2] = grn_gen_take_like(g, &x[1].type);
    grn_gen_type chooser = grn_gen_with_dtype(&x[1].type, GRN_I1);
    chooser.rank = grn_one_in(g->choices, 3) ? 0 : chooser.rank;
    x[0] = grn_gen_take_like(g, &chooser);
    const grn_facts facts = grn_facts_either(&x[1].facts, &x[2].facts);
    grn_gen_op_line(g, op->name, 3, x, NULL, &x[1].type, &facts);
    return true;
}

bool grn_write_shlo_clamp(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3];
    x[1] = grn_gen_take_any(g, GRN_GEN_REALS, 0);
    grn_gen_type bound = x[1].type;
    bound.rank = grn_one_in(g->choices, 2) ? 0 : bound.rank;
    x[0] = grn_gen_take_like(g, &bound);
    x[2] = grn_gen_take_like(g, &bound);
    const grn_facts bounds = grn_facts_either(&x[0].facts, &x[2].facts), facts = grn_facts_either(&x[1].facts, &bounds);
    grn_gen_op_line(g, op->name, 3, x, NULL, &x[1].type, &facts);
    return true;
}

/* ---- other types ----------------------------------------------------------------------------- */

/* What of a real number another type holds: StableHLO leaves open what becomes of a number beyond it. */
static grn_want convert_want(grn_dtype to, const char *question)
{
    grn_want w = {.classes = GRN_GEN_REALS | GRN_GEN_BOOLS, .exact = true, .may_be_open = true};
    const uint32_t class = grn_gen_class(to);
    if ((class & GRN_GEN_INTEGERS) == 0)
        return w;
    w.is_bounded = w.no_nan = true;
    w.low = fmax(grn_dtype_lowest(to), -9.0e18);
    w.high = fmin(grn_dtype_highest(to), 9.0e18);
    w.question = question;
    return w;
}

static grn_facts converted(const grn_gen_value *x, grn_dtype to)
{
    if (to == GRN_I1)
        return grn_facts_between(0, 1);
    const bool is_float = grn_dtype_step(to) > 0, grows = grn_dtype_bits(to) >= 32;
    if (is_float && !(grn_facts_magnitude(&x->facts) < (grows ? 1e30 : 6e4)))
        return grn_facts_unknown(to);
    const double room = is_float ? 1 + 2 * grn_dtype_step(to) : 1;
    grn_facts f = x->facts;
    f.low = is_float ? fmin(f.low * room, f.low / room) : ceil(f.low);
    f.high = is_float ? fmax(f.high * room, f.high / room) : floor(f.high);
    f.zero = f.low <= 0 && f.high >= 0;
    return f;
}

/* A real number made complex has an imaginary part of zero. */
bool grn_write_shlo_convert(grn_gen *g, const grn_gen_op *op)
{
    const grn_dtype to = grn_gen_draw_dtype(g, GRN_GEN_ALL);
    const grn_want want = convert_want(to, "a number converted to an integer type that does not hold it");
    grn_gen_value x = grn_gen_take(g, &want);
    if (to == GRN_I1 && x.facts.nan)
        return false;
    const grn_gen_type type = grn_gen_with_dtype(&x.type, to);
    const bool is_within = grn_facts_magnitude(&x.facts) < 9.1e18 || grn_dtype_step(to) > 0;
    const grn_facts facts = is_within && !g->question[0] ? converted(&x, to) : grn_facts_unknown(to);
    grn_gen_op_line(g, op->name, 1, &x, NULL, &type, &facts);
    return true;
}

/* Which of the bits of NaN a value has is left open. */
bool grn_write_shlo_bitcast_convert(grn_gen *g, const grn_gen_op *op)
{
    static const grn_dtype pairs[][2] = {{GRN_F32, GRN_I32},  {GRN_I32, GRN_F32}, {GRN_F64, GRN_UI64},
                                         {GRN_I64, GRN_F64},  {GRN_F16, GRN_I16}, {GRN_UI16, GRN_BF16},
                                         {GRN_UI32, GRN_I32}, {GRN_I8, GRN_UI8},  {GRN_F32, GRN_UI32}};
    const grn_dtype *pair = GRN_PICK_OF(g->choices, pairs);
    grn_gen_value x =
        grn_gen_take(g, &(grn_want){.dtype = pair[0], .exact = true, .no_nan = true, .question = "the bits of a NaN"});
    const grn_gen_type type = grn_gen_with_dtype(&x.type, pair[1]);
    const grn_facts facts = grn_facts_unknown(pair[1]);
    grn_gen_op_line(g, op->name, 1, &x, NULL, &type, &facts);
    return true;
}

/* is_finite, and CHLO's is_inf and its like: op->form is their dialect. */
bool grn_write_shlo_is_finite(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x =
        grn_gen_take(g, &(grn_want){.classes = GRN_GEN_FLOATS, .exact = true, .may_be_open = !op->form});
    const grn_gen_type type = grn_gen_with_dtype(&x.type, GRN_I1);
    const grn_facts facts = grn_facts_between(0, 1);
    grn_gen_value r = grn_gen_new(g, &type, &facts);
    const grn_gen_line line = {op->form, op->name, 1, 1, &x, &r};
    grn_gen_begin(g, &line);
    grn_gen_end(g, &line);
    return true;
}

/* CHLO's, whose second operand has the last dimensions of the first, some of them 1. */
bool grn_write_shlo_broadcast_function(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    grn_facts facts;
    x[0] = grn_element_function_operand(g, op->function, 0, NULL);
    if (x[0].type.open)
        return false;
    const grn_gen_type like = grn_gen_last_dims(g, &x[0].type);
    x[1] = grn_element_function_operand(g, op->function, 1, &like);
    if (!grn_element_function_facts(g, op->function, like.dtype, x, &facts))
        return false;
    grn_gen_value r = grn_gen_new(g, &x[0].type, &facts);
    const grn_gen_line line = {op->form, op->name, 2, 1, x, &r};
    grn_gen_begin(g, &line);
    grn_gen_end(g, &line);
    return true;
}

static grn_dtype complex_of(grn_dtype part) { return part == GRN_F32 ? GRN_C64 : GRN_C128; }
static grn_dtype part_of(grn_dtype whole) { return whole == GRN_C64 ? GRN_F32 : GRN_F64; }

bool grn_write_shlo_complex(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = grn_gen_take(g, &(grn_want){.dtype = grn_one_in(g->choices, 3) ? GRN_F64 : GRN_F32});
    x[1] = grn_gen_take_like(g, &x[0].type);
    const grn_gen_type type = grn_gen_with_dtype(&x[0].type, complex_of(x[0].type.dtype));
    const grn_facts facts = grn_facts_either(&x[0].facts, &x[1].facts);
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &facts);
    return true;
}

/* What is off in a complex number may be off in either part. */
bool grn_write_shlo_part(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x = grn_gen_take_any(g, GRN_GEN_CLASS(COMPLEX), 0);
    grn_facts facts = x.facts;
    const grn_gen_type type = grn_gen_with_dtype(&x.type, part_of(x.type.dtype));
    facts.off += facts.relative * grn_facts_magnitude(&facts);
    facts.relative = 0;
    facts.low = fmin(facts.low, 0);
    facts.high = fmax(facts.high, 0);
    facts.zero = true;
    if (!grn_facts_usable(&facts))
        return false;
    grn_gen_op_line(g, op->name, 1, &x, NULL, &type, &facts);
    return true;
}

bool grn_write_shlo_reduce_precision(grn_gen *g, const grn_gen_op *op)
{
    static const int64_t formats[][2] = {{5, 10}, {8, 7}, {4, 3}, {5, 2}, {8, 23}};
    const int64_t *format = GRN_PICK_OF(g->choices, formats);
    grn_gen_value x = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_FLOATS, .exact = true, .no_nan = true});
    const grn_facts facts = grn_facts_unknown(x.type.dtype);
    grn_gen_op_line(g, op->name, 1, &x,
                    grn_gen_attrs(g, "exponent_bits = %n : i32, mantissa_bits = %n : i32", format[0], format[1]),
                    &x.type, &facts);
    return true;
}

bool grn_write_shlo_barrier(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x = grn_gen_take_any(g, GRN_GEN_MOVED, 0);
    grn_gen_op_line(g, op->name, 1, &x, NULL, &x.type, &x.facts);
    return true;
}
