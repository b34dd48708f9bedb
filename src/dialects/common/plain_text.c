/* plain_text.c - the text of ops whose operands and attributes need no words between them. */
#include "dialects/common/mlir.h"

static grn_status parse_plain(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_status status = grn_parser_uses(p, &uses->use);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    return status == GRN_OK ? grn_uses_signature(p, op, uses) : status;
}

grn_status grn_plain_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, parse_plain); }

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

static void print_attr(grn_printer *p, const grn_named_attr *a, grn_attr_printer print)
{
    if (is_identifier(a->name))
        grn_printer_str(p, a->name);
    else
        grn_printer_string(p, a->name);
    if (a->value->kind == GRN_ATTR_UNIT)
        return;
    grn_printer_text(p, " = ");
    print(p, a);
}

grn_status grn_plain_print_with(grn_printer *p, const grn_op *op, grn_attr_printer print)
{
    grn_printer_text(p, " ");
    grn_printer_values(p, op->operands, op->noperands);
    for (size_t i = 0; i < op->nattrs; i++) {
        grn_printer_text(p, i ? ", " : " {");
        print_attr(p, &op->attrs[i], print);
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

static void print_value(grn_printer *p, const grn_named_attr *a) { grn_printer_attr(p, a->value); }

grn_status grn_plain_print(grn_printer *p, const grn_op *op) { return grn_plain_print_with(p, op, print_value); }
