/* scan_text.c - `(%inputs) inits (%inits) dimension=0 {attrs} {body} : (T, T) -> (T, T)`. */
#include "dialects/chlo/scan.h"

static grn_status parse_list(grn_parser *p, grn_vec *uses)
{
    grn_status status = grn_parser_expect(p, "(");
    if (status == GRN_OK && grn_parser_at_use(p))
        status = grn_parser_uses(p, uses);
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

static grn_status parse_types(grn_parser *p, grn_op *op, const grn_vec *uses, size_t ninputs)
{
    const grn_type *type;
    const size_t ninits = uses->count - ninputs;
    grn_status status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_function_type(p, &type);
    if (status != GRN_OK)
        return status;
    const size_t nresults = type->count - type->inputs, noutputs = nresults - ninits;
    if (type->inputs != uses->count)
        return grn_parser_fail(p, op->place, "operand types must match the number of inputs and inits");
    if (nresults < ninits)
        return grn_parser_fail(p, op->place, "not enough result types to cover the required carries");
    status = grn_parser_operands(p, op, uses->count, uses->items, type->members);
    if (status == GRN_OK)
        status = grn_set_segments(p, op, 2, (const size_t[]){ninputs, ninits});
    if (status == GRN_OK)
        status = grn_set_sizes(p, op, GRN_STR("resultSegmentSizes"), 2, (const size_t[]){noutputs, ninits});
    return status == GRN_OK ? grn_parser_results(p, op, nresults, type->members + type->inputs) : status;
}

static grn_status parse_all(grn_parser *p, grn_op *op, grn_vec *uses)
{
    grn_status status = parse_list(p, uses);
    const size_t ninputs = uses->count;
    if (status == GRN_OK)
        status = grn_parser_expect(p, "inits");
    if (status == GRN_OK)
        status = parse_list(p, uses);
    if (status == GRN_OK)
        status = grn_chlo_parse_integer(p, op, "dimension");
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, true);
    if (status == GRN_OK)
        status = grn_parser_region(p, op, 0, NULL);
    return status == GRN_OK ? parse_types(p, op, uses, ninputs) : status;
}

grn_status grn_chlo_scan_parse(grn_parser *p, grn_op *op) { return grn_parser_with_uses(p, op, parse_all); }

grn_status grn_chlo_scan_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"dimension", "operandSegmentSizes", "resultSegmentSizes", NULL};
    const grn_scan_parts parts = grn_chlo_scan_parts(op);
    grn_printer_text(p, "(");
    grn_printer_values(p, op->operands, parts.ninputs);
    grn_printer_text(p, ") inits (");
    grn_printer_values(p, op->operands + parts.ninputs, parts.ninits);
    grn_printer_text(p, ") dimension=");
    grn_printer_i64(p, grn_op_integer(op, "dimension", 0));
    grn_printer_attr_dict(p, op, skip, " attributes ");
    grn_printer_text(p, " ");
    grn_printer_region(p, &op->regions[0], true);
    grn_printer_text(p, " : ");
    grn_printer_function_type(p, op);
    return GRN_OK;
}
