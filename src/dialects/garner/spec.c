/* spec.c - a spec out of an op's attributes, which are named like its fields. */
#include "dialects/garner/garner.h"

/* ---- keywords, in the order of the enums of garner/spec.h; bounds begin behind GRN_BOUNDS_DEFAULT  */

#define WORD(name, text) text,
static const char *const bounds_words[] = {GRN_BOUNDS_POLICIES(WORD) NULL};
static const char *const combiner_words[] = {GRN_COMBINERS(WORD) NULL};
#undef WORD
static const char *const grain_words[] = {"element", "window", NULL};
static const char *const batch_words[] = {"equal", "prefix", NULL};

const grn_enum_def grn_garner_bounds = {.name = "garner.bounds", .keyword = bounds_words, .dotted = true};
const grn_enum_def grn_garner_combiner = {.name = "garner.combiner", .keyword = combiner_words, .dotted = true};
const grn_enum_def grn_garner_grain = {.name = "garner.grain", .keyword = grain_words, .dotted = true};
const grn_enum_def grn_garner_batch_rule = {.name = "garner.batch_rule", .keyword = batch_words, .dotted = true};

/* ---- reading --------------------------------------------------------------------------------- */

static grn_status read_numbers(const grn_op *op, const grn_diag *diag, grn_dimension_numbers *out)
{
    const grn_dim_numbers d = grn_dim_numbers_of(op, &grn_garner_names);
    return grn_dim_numbers_to_spec(&d, op, diag, out);
}

static int32_t keyword_of(const grn_op *op, const char *name)
{
    const grn_attr *a = grn_op_attr(op, name);
    return a && a->kind == GRN_ATTR_ENUM ? a->enumeration.value : 0;
}

static grn_index_rule read_rule(const grn_op *op)
{
    return (grn_index_rule){.base = grn_op_integer(op, "base", 0),
                            .wrap_negative = grn_op_flag(op, "wrap_negative", false),
                            .bounds = (grn_bounds)(GRN_BOUNDS_CLAMP + keyword_of(op, "bounds")),
                            .grain = (grn_grain)keyword_of(op, "grain"),
                            .batch_rule = (grn_batch_rule)keyword_of(op, "batch_rule"),
                            .indices_are_sorted = grn_op_flag(op, "indices_are_sorted", false),
                            .unique_indices = grn_op_flag(op, "unique_indices", false)};
}

/* A number of the operand's class, or a dense<..> of one element of its type. */
static bool read_fill(const grn_attr *a, grn_dtype element, unsigned char *to)
{
    grn_dtype_class kind = grn_dtype_class_of(element);
    grn_scalar number = {.dtype = GRN_I64, .i = a->kind == GRN_ATTR_BOOL ? a->boolean : a->integer};
    if (a->kind == GRN_ATTR_ELEMENTS) {
        if (a->elements->tensor.dtype != element || grn_tensor_elements(&a->elements->tensor) != 1)
            return false;
        memcpy(to, a->elements->tensor.data, grn_dtype_bytes(element));
        return true;
    }
    if (a->kind == GRN_ATTR_FLOAT && kind == GRN_CLASS_FLOAT)
        number = (grn_scalar){.dtype = GRN_F64, .f = a->real};
    else if (a->kind == GRN_ATTR_INTEGER && kind == GRN_CLASS_UNSIGNED)
        number.dtype = GRN_UI64;
    else if (!(a->kind == GRN_ATTR_INTEGER && kind == GRN_CLASS_SIGNED) &&
             !(a->kind == GRN_ATTR_BOOL && element == GRN_I1))
        return false;
    grn_scalar_store(&number, element, to);
    return true;
}

grn_status grn_garner_gather_spec(const grn_op *op, grn_dtype element, const grn_diag *diag, grn_gather_spec *out)
{
    const grn_attr *fill = grn_op_attr(op, "fill");
    *out = (grn_gather_spec){.index = read_rule(op)};
    grn_dim_list sizes = {.name = "slice_sizes"};
    grn_status status = read_numbers(op, diag, &out->dims);
    grn_op_dims(op, sizes.name, &sizes.count, &sizes.v);
    if (status == GRN_OK)
        status = grn_dims_to_spec(&sizes, op, diag, &out->slice_sizes);
    if (status == GRN_OK && fill && element != GRN_NO_DTYPE && !read_fill(fill, element, out->fill))
        return grn_fail(diag, op->place, GRN_E_DTYPE, "'%s' op fill is no value of type %s", op->def->name,
                        grn_dtype_text(element));
    return status;
}

grn_status grn_garner_scatter_spec(const grn_op *op, const grn_diag *diag, grn_scatter_spec *out)
{
    *out = (grn_scatter_spec){.index = read_rule(op), .combiner = (grn_combiner)keyword_of(op, "combiner")};
    return read_numbers(op, diag, &out->dims);
}
