/* text.c - the TCP dialect: its tables, sets of types, and the text its ops have in common. */
#include "dialects/tcp/tcp.h"

/* ---- sets of types and attributes ------------------------------------------------------------ */

/* TCP-2. "Any supported type": numbers of any sign and complex ones too, where mlir-tcp's ops take
 * floats and signless integers; quantized values of 8 and 16 bits. */
bool grn_tcp_is_element(const grn_type *e)
{
    if (e->kind == GRN_TYPE_QUANT)
        return e->quant.storage->width == 8 || e->quant.storage->width == 16;
    return e->kind == GRN_TYPE_FLOAT || e->kind == GRN_TYPE_OTHER_FLOAT || e->kind == GRN_TYPE_INTEGER ||
           e->kind == GRN_TYPE_COMPLEX;
}
static bool is_tensor(const grn_type *t) { return grn_type_is_tensor(t) && grn_tcp_is_element(t->element); }
const grn_type_class grn_tcp_tensor = {
    "ranked tensor of floating-point or integer or complex or 8-bit quantized or 16-bit quantized values", is_tensor};

static bool is_dim(const grn_attr *a)
{
    return a->kind == GRN_ATTR_INTEGER && (a->type->kind == GRN_TYPE_INDEX || grn_attr_is_i64.matches(a));
}
const grn_attr_class grn_tcp_is_dim = {"index attribute", is_dim};

/* ---- reading --------------------------------------------------------------------------------- */

/* {dim = 1} means {dim = 1 : index}. */
static grn_status dim_to_index(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_attr *dim = grn_op_attr(op, "dim");
    const grn_type *index = grn_type_of_dtype(ir, GRN_INDEX);
    if (!dim || !is_dim(dim))
        return GRN_OK;
    return index ? grn_parse_set(p, op, GRN_STR("dim"), grn_attr_integer(ir, index, dim->integer)) : GRN_E_MEMORY;
}

grn_status grn_tcp_parse(grn_parser *p, grn_op *op)
{
    grn_status status = grn_plain_parse(p, op);
    return status == GRN_OK ? dim_to_index(p, op) : status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void print_value(grn_printer *p, const grn_named_attr *a)
{
    if (!grn_str_is(a->name, "dim") || !is_dim(a->value)) {
        grn_printer_attr(p, a->value);
        return;
    }
    grn_printer_i64(p, a->value->integer);
    grn_printer_text(p, " : index");
}

grn_status grn_tcp_print(grn_printer *p, const grn_op *op) { return grn_plain_print_with(p, op, print_value); }
