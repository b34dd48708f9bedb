/*
 * reduce_precision.c - rounding to a float format of so many bits, and its
 * `format = e5m10` (StableHLO spec, reduce_precision).
 */
#include "dialects/common/quantized.h"
#include "dialects/stablehlo/ops.h"

/* ---- rules ----------------------------------------------------------------------------------- */

/* C1 */
static grn_status reduce_precision_verify(const grn_op *op, grn_check *check)
{
    grn_status status = grn_hlo_verify_elementwise(op, check);
    return status == GRN_OK ? grn_hlo_verify_same_types(op, check) : status;
}

/* ---- meaning --------------------------------------------------------------------------------- */

static grn_status reduce_precision_eval(grn_exec *x, const grn_op *op)
{
    grn_rt in = {.buffer = NULL}, out = {.buffer = NULL};
    grn_status status = grn_express(x, op, grn_operand_type(op, 0), &x->operands[0], &in);
    if (status == GRN_OK)
        status = x->calls->alloc(x, in.tensor.dtype, in.tensor.rank, in.tensor.shape, &out);
    if (status == GRN_OK) {
        grn_eval_reduce_precision(&out.tensor, &in.tensor, (int32_t)grn_op_integer(op, "exponent_bits", 1),
                                  (int32_t)grn_op_integer(op, "mantissa_bits", 0));
        status = grn_quantize(x, op, grn_result_type(op, 0), &out, &x->results[0]);
    }
    x->calls->release(x, &in);
    x->calls->release(x, &out);
    return status;
}

/* ---- text ------------------------------------------------------------------------------------ */

/* The digits behind `letter`; false: there are none. */
static bool read_digits(grn_str *s, char letter, grn_str *digits)
{
    size_t i = 1;
    if (s->n < 2 || s->text[0] != letter)
        return false;
    while (i < s->n && s->text[i] >= '0' && s->text[i] <= '9')
        i++;
    *digits = (grn_str){s->text + 1, i - 1};
    *s = (grn_str){s->text + i, s->n - i};
    return digits->n > 0;
}

static grn_status set_bits(grn_parser *p, grn_op *op, grn_place place, const char *what, grn_str digits)
{
    grn_ir *ir = grn_parser_ir(p);
    const char *name = what[0] == 'e' ? "exponent_bits" : "mantissa_bits";
    uint64_t bits;
    if (!grn_parse_u64(digits.text, digits.n, &bits) || bits > INT32_MAX)
        return grn_parser_fail(p, place, "unable to parse %s '%.*s'", what, (int)digits.n, digits.text);
    const grn_attr *value = grn_attr_integer(ir, grn_type_integer(ir, 32, GRN_SIGNLESS), (int64_t)bits);
    return value && grn_op_set_attr(ir, op, (grn_str){name, strlen(name)}, value) ? GRN_OK : GRN_E_MEMORY;
}

/* "e5m10", whatever the widths. */
static grn_status parse_precision(grn_parser *p, grn_op *op)
{
    grn_place place = grn_parser_place(p);
    grn_str word, exponent, mantissa;
    grn_status status = grn_parser_keyword(p, &word);
    if (status != GRN_OK)
        return status;
    const grn_str saw = word;
    if (!read_digits(&word, 'e', &exponent) || !read_digits(&word, 'm', &mantissa) || word.n)
        return grn_parser_fail(p, place, "expected exponent mantissa in format e#m#, saw %.*s", (int)saw.n, saw.text);
    status = set_bits(p, op, place, "exponent", exponent);
    return status == GRN_OK ? set_bits(p, op, place, "mantissa", mantissa) : status;
}

static grn_status parse_one_type(grn_parser *p, grn_op *op, const grn_use *use)
{
    const grn_type *type;
    grn_status status = grn_parser_expect(p, ":");
    if (status == GRN_OK && grn_parser_at(p, "("))
        return grn_hlo_parse_function_type(p, op, 1, use);
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status == GRN_OK)
        status = grn_parser_operands(p, op, 1, use, &type);
    return status == GRN_OK ? grn_parser_results(p, op, 1, &type) : status;
}

static grn_status reduce_precision_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    grn_status status = grn_parser_use(p, &use);
    const char *const words[] = {",", "format", "="};
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(words); i++)
        status = grn_parser_expect(p, words[i]);
    if (status == GRN_OK)
        status = parse_precision(p, op);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? parse_one_type(p, op, &use) : status;
}

static grn_status reduce_precision_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"exponent_bits", "mantissa_bits", NULL};
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, ", format = e");
    grn_printer_i64(p, grn_op_integer(op, "exponent_bits", 0));
    grn_printer_text(p, "m");
    grn_printer_i64(p, grn_op_integer(op, "mantissa_bits", 0));
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    if (grn_operand_type(op, 0) == grn_result_type(op, 0))
        grn_printer_type(p, grn_result_type(op, 0));
    else
        grn_printer_function_type(p, op);
    return GRN_OK;
}

/* ---- row ------------------------------------------------------------------------------------- */

static const grn_port operands[] = {GRN_PORT("operand", grn_hlo_fp_or_quantized_tensor), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("output", grn_hlo_fp_or_quantized_tensor), GRN_PORTS_END};
static const grn_attr_def reduce_precision_attrs[] = {
    GRN_NEEDS("exponent_bits", grn_hlo_is_positive_i32), /* C2 */
    GRN_NEEDS("mantissa_bits", grn_hlo_is_natural_i32),  /* C3 */
    GRN_ATTRS_END,
};

const grn_op_def grn_stablehlo_reduce_precision_ops[] = {
    GRN_STABLEHLO(reduce_precision, "rounds each element to fewer bits of exponent and mantissa", "C1-C3", operands,
                  results, reduce_precision_attrs, .traits = GRN_TRAIT_PURE, .parse = reduce_precision_parse,
                  .print = reduce_precision_print, .verify = reduce_precision_verify, .eval = reduce_precision_eval),
    {.name = NULL},
};
