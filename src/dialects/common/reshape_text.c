/*
 * reshape_text.c - how expand_shape and collapse_shape are written, of tensors
 * and of buffers. Read in upstream's spelling and in that of older documents,
 * `%x [[0, 1]] : (T) -> T`.
 */
#include "dialects/common/mlir.h"

/* `: T into T` or `: (T) -> T`, the first use having no type yet and all others being index. */
static grn_status types(grn_parser *p, grn_op *op, grn_uses *uses, const char *arrow)
{
    const grn_type *from, *to;
    bool as_function;
    grn_status status = grn_parser_expect(p, ":");
    as_function = status == GRN_OK && grn_parser_try(p, "(");
    if (status == GRN_OK)
        status = grn_parser_type(p, &from);
    if (status == GRN_OK && as_function)
        status = grn_parser_expect(p, ")");
    if (status == GRN_OK)
        status = grn_parser_expect(p, as_function ? "->" : arrow);
    if (status == GRN_OK)
        status = grn_parser_type(p, &to);
    if (status == GRN_OK)
        status = grn_uses_type(uses, from);
    if (status == GRN_OK)
        status = grn_uses_index(p, uses);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, to) : status;
}

static grn_status read_groups(grn_parser *p, grn_op *op)
{
    const grn_attr *groups;
    grn_status status = grn_parser_attr(p, &groups);
    return status == GRN_OK ? grn_parse_set(p, op, GRN_STR("reassociation"), groups) : status;
}

/* Without output_shape, the result's type has all extents, or they are not known. */
static grn_status default_output_shape(grn_parser *p, grn_op *op, grn_place place)
{
    const grn_type *type = grn_result_type(op, 0);
    if (grn_op_attr(op, "static_output_shape") || !grn_type_is_shaped(type))
        return GRN_OK;
    if (grn_type_dynamic_extents(type))
        return grn_parser_fail(p, place, "expected 'output_shape': the result type has dynamic dimensions");
    return grn_parse_set(p, op, GRN_STR("static_output_shape"),
                         grn_attr_dense_i64(grn_parser_ir(p), (size_t)type->rank, type->shape));
}

static grn_status parse_with(grn_parser *p, grn_op *op, grn_uses *uses, bool expands)
{
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = read_groups(p, op);
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK && expands && grn_parser_try(p, "output_shape"))
        status = grn_parse_mixed(p, op, GRN_STR("static_output_shape"), uses, NULL);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = types(p, op, uses, "into");
    return status == GRN_OK && expands ? default_output_shape(p, op, place) : status;
}

grn_status grn_reshape_parse(grn_parser *p, grn_op *op, bool expands)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_with(p, op, &uses, expands);
    grn_uses_end(&uses);
    return status;
}

static void print_types(grn_printer *p, const grn_op *op, const char *arrow)
{
    grn_printer_text(p, " : ");
    grn_printer_type(p, grn_operand_type(op, 0));
    grn_printer_text(p, arrow);
    grn_printer_type(p, grn_result_type(op, 0));
}

grn_status grn_reshape_print(grn_printer *p, const grn_op *op, bool expands)
{
    static const char *const skip[] = {"reassociation", "static_output_shape", NULL};
    size_t operand = 1;
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, " ");
    grn_printer_attr(p, grn_op_attr(op, "reassociation"));
    if (expands) {
        grn_printer_text(p, " output_shape ");
        grn_print_mixed(p, op, "static_output_shape", &operand);
    }
    grn_printer_attr_dict(p, op, skip, " ");
    print_types(p, op, " into ");
    return GRN_OK;
}
