/* tcp.c - the TCP dialect: its tables, sets of types, and the text its ops have in common. */
#include "dialects/tcp.h"

/* ---- sets of types and attributes -------------------------------------------------------------------------------------------- */

/* Floats, signless integers, 8- and 16-bit quantized values. */
bool grn_tcp_is_element(const grn_type *e)
{
    if (e->kind == GRN_TYPE_QUANT)
        return e->quant.storage->width == 8 || e->quant.storage->width == 16;
    return e->kind == GRN_TYPE_FLOAT || e->kind == GRN_TYPE_OTHER_FLOAT ||
           (e->kind == GRN_TYPE_INTEGER && e->signedness == GRN_SIGNLESS);
}
static bool is_tensor(const grn_type *t) { return grn_type_is_tensor(t) && grn_tcp_is_element(t->element); }
const grn_type_class grn_tcp_tensor = {
    "ranked tensor of floating-point or signless integer or 8-bit quantized or 16-bit quantized values", is_tensor};

static bool is_dim(const grn_attr *a)
{
    return a->kind == GRN_ATTR_INTEGER && (a->type->kind == GRN_TYPE_INDEX || grn_attr_is_i64.matches(a));
}
const grn_attr_class grn_tcp_is_dim = {"index attribute", is_dim};

/* ---- reading -------------------------------------------------------------------------------------------------------------------- */

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

static grn_status parse_with(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_status status = grn_parser_uses(p, &uses->use);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = dim_to_index(p, op);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    return status == GRN_OK ? grn_uses_signature(p, op, uses) : status;
}

grn_status grn_tcp_parse(grn_parser *p, grn_op *op)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_with(p, op, &uses);
    grn_uses_end(&uses);
    return status;
}

/* ---- writing ---------------------------------------------------------------------------------------------------------------------- */

static bool is_identifier(grn_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '.' || c == '$')))
            return false;
    }
    return s.n > 0;
}

static void print_attr(grn_printer *p, const grn_named_attr *a)
{
    if (is_identifier(a->name))
        grn_printer_str(p, a->name);
    else
        grn_printer_string(p, a->name);
    if (a->value->kind == GRN_ATTR_UNIT)
        return;
    grn_printer_text(p, " = ");
    if (!grn_str_is(a->name, "dim") || !is_dim(a->value)) {
        grn_printer_attr(p, a->value);
        return;
    }
    grn_printer_i64(p, a->value->integer);
    grn_printer_text(p, " : index");
}

grn_status grn_tcp_print(grn_printer *p, const grn_op *op)
{
    grn_printer_text(p, " ");
    grn_printer_values(p, op->operands, op->noperands);
    for (size_t i = 0; i < op->nattrs; i++) {
        grn_printer_text(p, i ? ", " : " {");
        print_attr(p, &op->attrs[i]);
    }
    grn_printer_text(p, op->nattrs ? "} : " : " : ");
    for (size_t i = 0; i < op->noperands; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_type(p, grn_operand_type(op, i));
    }
    grn_printer_text(p, " -> ");
    grn_printer_type(p, grn_result_type(op, 0));
    return GRN_OK;
}

/* ---- the dialect -------------------------------------------------------------------------------------------------------------------- */

static const grn_op_def *const tables[] = {grn_tcp_gather_ops, grn_tcp_shape_ops, NULL};
static const grn_spelling spellings[] = {{"tcp.broadcast_to", "tcp.broadcast"}, {NULL, NULL}};

const grn_dialect grn_dialect_tcp = {.name = "tcp", .ops = tables, .spellings = spellings};
