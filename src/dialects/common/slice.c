/* slice.c - offsets, sizes and strides: rules, run-time steps and text. */
#include <inttypes.h>

#include "dialects/common/slice.h"

const char *const grn_slice_lists[] = {"static_offsets", "static_sizes", "static_strides", NULL};
static const char *const words[] = {"offset", "size", "stride"};

const grn_attr_def grn_slice_attrs[] = {GRN_NEEDS("static_offsets", grn_attr_is_dims),
                                        GRN_NEEDS("static_sizes", grn_attr_is_dims),
                                        GRN_NEEDS("static_strides", grn_attr_is_dims),
                                        GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes), GRN_ATTRS_END};

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status groups_are_right(const grn_op *op, const grn_check *check, size_t first, const int64_t **segments)
{
    char text[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_tensor_segments(op, check, first + GRN_SLICE_LISTS, segments);
    for (size_t k = 0; status == GRN_OK && k < first; k++)
        if ((*segments)[k] != 1)
            status = grn_op_fail(op, check, "operand group starting at #%zu requires 1 element, but found %" PRId64, k,
                                 (*segments)[k]);
    for (size_t i = first; status == GRN_OK && i < op->noperands; i++)
        if (!grn_is_index.matches(grn_operand_type(op, i)))
            status = grn_op_fail(op, check, "operand #%zu must be variadic of index, but got '%s'", i,
                                 grn_type_text(grn_operand_type(op, i), text, sizeof text));
    return status;
}

grn_status grn_slice_verify(const grn_op *op, const grn_check *check, size_t first, int32_t rank, const int64_t **v)
{
    const int64_t *segments;
    grn_status status = groups_are_right(op, check, first, &segments);
    for (size_t k = 0; status == GRN_OK && k < GRN_SLICE_LISTS; k++) {
        size_t count = 0, dynamic = 0;
        grn_op_dims(op, grn_slice_lists[k], &count, &v[k]);
        if (count != (size_t)rank)
            return grn_op_fail_plain(op, check, "expected %" PRId32 " %s values, got %zu", rank, words[k], count);
        for (size_t d = 0; d < count; d++)
            dynamic += v[k][d] == GRN_DYNAMIC;
        if (dynamic != (size_t)segments[first + k])
            return grn_op_fail_plain(op, check, "expected %zu dynamic %s values", dynamic, words[k]);
    }
    return status;
}

/* ---- running --------------------------------------------------------------------------------- */

/* The shape of the part: that of its type, whose unknown extents are the sizes in order. */
static void reduced_shape(const grn_type *part, int32_t rank, const int64_t *sizes, const grn_attr *written,
                          int64_t *shape)
{
    int32_t at = 0;
    for (int32_t d = 0; d < rank; d++)
        if (at < part->rank && part->shape[at] == written->dims[d])
            shape[at++] = sizes[d];
}

grn_status grn_slice_take(grn_exec *x, const grn_op *op, const grn_tensor *whole, const grn_type *type, size_t first,
                          grn_tensor *out)
{
    int64_t v[GRN_SLICE_LISTS][GRN_MAX_RANK], shape[GRN_MAX_RANK];
    grn_tensor part;
    grn_status status = GRN_OK;
    for (size_t k = 0; status == GRN_OK && k < GRN_SLICE_LISTS; k++)
        status = grn_read_mixed(x, op, grn_slice_lists[k], &first, whole->rank, v[k]);
    if (status == GRN_OK)
        status = grn_take_part(x, op, whole, v[GRN_SLICE_OFFSETS], v[GRN_SLICE_SIZES], v[GRN_SLICE_STRIDES], &part);
    if (status != GRN_OK)
        return status;
    reduced_shape(type, whole->rank, v[GRN_SLICE_SIZES], grn_op_attr(op, "static_sizes"), shape);
    if (!grn_view_reshape(&part, type->rank, shape, out)) /* dropping ones always goes */
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the slice has not the shape its type says");
    return GRN_OK;
}

/* ---- text ------------------------------------------------------------------------------------ */

static grn_status read_lists(grn_parser *p, grn_op *op, grn_uses *uses, size_t first)
{
    size_t segments[2 + GRN_SLICE_LISTS] = {1, 1};
    grn_status status = GRN_OK;
    for (size_t k = 0; status == GRN_OK && k < GRN_SLICE_LISTS; k++)
        status = grn_parse_mixed(p, op, (grn_str){grn_slice_lists[k], strlen(grn_slice_lists[k])}, uses,
                                 &segments[first + k]);
    return status == GRN_OK ? grn_set_segments(p, op, first + GRN_SLICE_LISTS, segments) : status;
}

/* `: A to B` or `: A into B`: the one operand and the result, or the two operands, the second being
 * the result's. */
static grn_status read_types(grn_parser *p, grn_op *op, grn_uses *uses, bool inserts, bool gives)
{
    const grn_type *a, *b;
    grn_status status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &a);
    if (status == GRN_OK)
        status = grn_parser_expect(p, inserts ? "into" : "to");
    if (status == GRN_OK)
        status = grn_parser_type(p, &b);
    if (status == GRN_OK)
        status = grn_uses_type(uses, a);
    if (status == GRN_OK && inserts)
        status = grn_uses_type(uses, b);
    if (status == GRN_OK)
        status = grn_uses_index(p, uses);
    if (status == GRN_OK && !gives)
        status = grn_uses_operands(p, op, uses);
    else if (status == GRN_OK)
        status = grn_uses_finish(p, op, uses, b);
    return status == GRN_OK && !gives ? grn_parser_results(p, op, 0, NULL) : status;
}

static grn_status parse_with(grn_parser *p, grn_op *op, grn_uses *uses, bool inserts, bool gives)
{
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK && inserts)
        status = grn_parser_expect(p, "into");
    if (status == GRN_OK && inserts)
        status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = read_lists(p, op, uses, inserts ? 2 : 1);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? read_types(p, op, uses, inserts, gives) : status;
}

static grn_status parse(grn_parser *p, grn_op *op, bool inserts, bool gives)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_with(p, op, &uses, inserts, gives);
    grn_uses_end(&uses);
    return status;
}

grn_status grn_slice_parse(grn_parser *p, grn_op *op, bool inserts) { return parse(p, op, inserts, true); }
grn_status grn_slice_parse_into(grn_parser *p, grn_op *op) { return parse(p, op, true, false); }

grn_status grn_slice_print(grn_printer *p, const grn_op *op, bool inserts)
{
    static const char *const skip[] = {"static_offsets", "static_sizes", "static_strides", "operandSegmentSizes", NULL};
    size_t operand = inserts ? 2 : 1;
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    if (inserts) {
        grn_printer_text(p, " into ");
        grn_printer_value(p, op->operands[1]);
    }
    for (size_t k = 0; k < GRN_SLICE_LISTS; k++) {
        grn_printer_text(p, k ? " " : "");
        grn_print_mixed(p, op, grn_slice_lists[k], &operand);
    }
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    grn_printer_type(p, grn_operand_type(op, 0));
    grn_printer_text(p, inserts ? " into " : " to ");
    grn_printer_type(p, inserts ? grn_operand_type(op, 1) : grn_result_type(op, 0));
    return GRN_OK;
}
