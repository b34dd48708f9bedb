/*
 * reshape_text.c - how expand_shape and collapse_shape are read, of tensors
 * and of buffers: in upstream's spelling and in that of older documents,
 * `%x [[0, 1]] : (T) -> T`.
 */
#include "dialects/common/mlir.h"

/* `%x [[0, 1]]` */
static grn_status read_source(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_attr *groups;
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = grn_parser_attr(p, &groups);
    return status == GRN_OK ? grn_parse_set(p, op, GRN_STR("reassociation"), groups) : status;
}

/* `{..} : T into T` or `: (T) -> T`, the first use having no type yet and all others being index. */
static grn_status read_types(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_type *from, *to;
    grn_status status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    const bool as_function = status == GRN_OK && grn_parser_try(p, "(");
    if (status == GRN_OK)
        status = grn_parser_type(p, &from);
    if (status == GRN_OK && as_function)
        status = grn_parser_expect(p, ")");
    if (status == GRN_OK)
        status = grn_parser_expect(p, as_function ? "->" : "into");
    if (status == GRN_OK)
        status = grn_parser_type(p, &to);
    if (status == GRN_OK)
        status = grn_uses_type(uses, from);
    if (status == GRN_OK)
        status = grn_uses_index(p, uses);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, to) : status;
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

static grn_status read_expand(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_status status = read_source(p, op, uses);
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK && grn_parser_try(p, "output_shape"))
        status = grn_parse_mixed(p, op, GRN_STR("static_output_shape"), uses);
    if (status == GRN_OK)
        status = read_types(p, op, uses);
    return status == GRN_OK ? default_output_shape(p, op, place) : status;
}

static grn_status read_collapse(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_status status = read_source(p, op, uses);
    return status == GRN_OK ? read_types(p, op, uses) : status;
}

grn_status grn_expand_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, read_expand); }
grn_status grn_collapse_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, read_collapse); }
