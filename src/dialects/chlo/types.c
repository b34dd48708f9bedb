/* types.c - CHLO's attributes with upstream's text for each, types with other elements, and what
 * several ops write or refuse. */
#include "dialects/chlo/chlo.h"

static const grn_field_def ragged_dot_fields[] = {
    GRN_FIELD("lhs_batching_dimensions", DIMS),
    GRN_FIELD("rhs_batching_dimensions", DIMS),
    GRN_FIELD("lhs_contracting_dimensions", DIMS),
    GRN_FIELD("rhs_contracting_dimensions", DIMS),
    GRN_FIELD("lhs_ragged_dimensions", DIMS),
    GRN_FIELD("rhs_group_dimensions", DIMS),
    GRN_FIELDS_END,
};
const grn_struct_def grn_chlo_ragged_dot_dims = {.name = "chlo.ragged_dot",
                                                 .failure = "failed parsing ragged dot dimension numbers attribute",
                                                 .fields = ragged_dot_fields};

#define ENUM(suffix, called, ...)                                            \
    static const char *const suffix##_words[] = {__VA_ARGS__, NULL};         \
    const grn_enum_def grn_chlo_##suffix = {.name = "chlo." #suffix,         \
                                            .keyword = suffix##_words,       \
                                            .type = "::mlir::chlo::" called, \
                                            .attr = "CHLO_" called "Attr"};
ENUM(comparison_direction, "ComparisonDirection", "EQ", "NE", "GE", "GT", "LE", "LT")
ENUM(comparison_type, "ComparisonType", "NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")
ENUM(precision, "Precision", "DEFAULT", "HIGH", "HIGHEST")

static bool is_enum(const grn_attr *a, const grn_enum_def *def)
{
    return a->kind == GRN_ATTR_ENUM && a->enumeration.def == def;
}
static bool is_direction(const grn_attr *a) { return is_enum(a, &grn_chlo_comparison_direction); }
static bool is_comparison(const grn_attr *a) { return is_enum(a, &grn_chlo_comparison_type); }
static bool is_precision_config(const grn_attr *a)
{
    bool good = a->kind == GRN_ATTR_ARRAY;
    for (size_t i = 0; good && i < a->array.count; i++)
        good = is_enum(a->array.items[i], &grn_chlo_precision);
    return good;
}
static bool is_ragged(const grn_attr *a)
{
    return a->kind == GRN_ATTR_STRUCT && a->record.def == &grn_chlo_ragged_dot_dims;
}
const grn_attr_class grn_chlo_is_comparison_direction = {"Which comparison operation to perform.", is_direction};
const grn_attr_class grn_chlo_is_comparison_type = {"Which comparison type to use.", is_comparison};
const grn_attr_class grn_chlo_is_precision_config = {"Precision Config attribute", is_precision_config};
const grn_attr_class grn_chlo_is_ragged_dot_dims = {"Attribute that models the dimension information for ragged dot.",
                                                    is_ragged};

const grn_type *grn_chlo_with_element(grn_ir *ir, const grn_type *type, const grn_type *element)
{
    const int64_t *bounds = NULL;
    if (!element || !grn_type_is_tensor(type))
        return element ? grn_type_unranked(ir, element) : NULL;
    const bool is_bounded = grn_stablehlo_type_bounds(type, &bounds);
    return grn_stablehlo_tensor_with_bounds(ir, element, type->rank, type->shape, is_bounded ? bounds : NULL);
}

grn_status grn_chlo_parse_integer(grn_parser *p, grn_op *op, const char *word)
{
    int64_t value;
    grn_ir *ir = grn_parser_ir(p);
    grn_status status = grn_parser_expect(p, word);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_i64(p, &value);
    if (status != GRN_OK)
        return status;
    return grn_parse_set(p, op, (grn_str){word, strlen(word)},
                         grn_attr_integer(ir, grn_type_integer(ir, 64, GRN_SIGNLESS), value));
}

grn_status grn_chlo_refuse_quantized(grn_exec *x, const grn_op *op)
{
    return grn_hlo_any_quantized(op) ? grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot run on quantized tensors")
                                     : GRN_OK;
}
