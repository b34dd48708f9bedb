/*
 * import.c - the hub's helper ops as anvil's calls, and back:
 * dimensions counted from 1, a slice's limit the last index that is in it.
 */
#include "dialects/nvl/translate.h"

#include "dialects/nvl/nvl.h"

/* ---- arguments --------------------------------------------------------------------------------------------------- */

const grn_attr *grn_nvl_list_argument(const grn_rewrite *w, size_t count, const int64_t *v)
{
    return grn_attr_dense_i64(w->ir, count, v);
}

const grn_attr *grn_nvl_dims_argument(const grn_rewrite *w, size_t count, const int64_t *v)
{
    int64_t *up = GRN_ARENA_NEW(&w->ir->arena, int64_t, count + 1);
    for (size_t i = 0; up && i < count; i++)
        up[i] = v[i] < INT64_MAX ? v[i] + 1 : v[i];
    return up ? grn_attr_dense_i64(w->ir, count, up) : NULL;
}

const grn_attr *grn_nvl_number_argument(const grn_rewrite *w, int64_t v)
{
    return grn_attr_integer(w->ir, grn_type_integer(w->ir, 64, GRN_SIGNLESS), v);
}

bool grn_nvl_has_type(const grn_type *t) { return grn_nvl_tensor.matches(t); }

/* Operands and the result are tensors anvil can have. */
static bool can_express(const grn_op *op)
{
    bool can = op->nresults == 1 && grn_nvl_has_type(grn_result_type(op, 0));
    for (size_t i = 0; i < op->noperands; i++)
        can = can && grn_nvl_has_type(grn_operand_type(op, i));
    return can;
}

static grn_status put(grn_rewrite *w, const grn_op *op, const char *name, size_t nattrs, const grn_new_attr *attrs)
{
    return grn_replace(w, grn_new(w, name, op->noperands, op->operands, grn_result_type(op, 0), nattrs, attrs));
}

static const grn_attr *dims_of(const grn_rewrite *w, const grn_op *op, const char *name)
{
    size_t n = 0;
    const int64_t *v = NULL;
    grn_op_dims(op, name, &n, &v);
    return grn_nvl_dims_argument(w, n, v);
}

static const grn_attr *list_of(const grn_rewrite *w, const grn_op *op, const char *name)
{
    size_t n = 0;
    const int64_t *v = NULL;
    grn_op_dims(op, name, &n, &v);
    return grn_nvl_list_argument(w, n, v);
}

static const grn_attr *shape_of(const grn_rewrite *w, const grn_type *t)
{
    return grn_nvl_list_argument(w, (size_t)t->rank, t->shape);
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

/* The one number that a splat holds; NULL: there is none that has an exact text. */
static const grn_attr *number_of(const grn_rewrite *w, const grn_type *element, const grn_tensor *t)
{
    grn_scalar s = grn_scalar_load(t->dtype, t->data);
    if (element->kind == GRN_TYPE_INTEGER && t->dtype == GRN_I1)
        return grn_attr_bool(w->ir, s.i != 0);
    if (element->kind == GRN_TYPE_INTEGER && (grn_dtype_class_of(t->dtype) == GRN_CLASS_SIGNED || s.u <= INT64_MAX))
        return grn_attr_integer(w->ir, element, s.i);
    if (element->kind == GRN_TYPE_FLOAT && s.f - s.f == 0)
        return grn_attr_float(w->ir, element, s.f);
    return NULL;
}

static bool is_splat(const grn_tensor *t)
{
    bool all = grn_tensor_elements(t) > 0;
    for (int32_t d = 0; d < t->rank; d++)
        all = all && (t->stride[d] == 0 || t->shape[d] == 1);
    return all;
}

grn_value *grn_nvl_constant(grn_rewrite *w, const grn_type *type, const grn_attr *elements)
{
    const grn_attr *number = NULL;
    if (elements && elements->kind == GRN_ATTR_ELEMENTS && is_splat(&elements->elements->tensor))
        number = number_of(w, type->element, &elements->elements->tensor);
    if (!number)
        return grn_new(w, "nvl.constant", 0, NULL, type, 1, &(grn_new_attr){"value", elements});
    const grn_new_attr attrs[] = {{"value", number}, {"shape", shape_of(w, type)}};
    return grn_new(w, "nvl.fill", 0, NULL, type, GRN_COUNT(attrs), attrs);
}

grn_value *grn_nvl_integers(grn_rewrite *w, const grn_type *element, const grn_dims *shape, size_t count, const int64_t *v)
{
    const grn_type *type = grn_tensor_like(w, element, shape->count, shape->v);
    grn_value *constant = type ? grn_build_integers(w, element, shape->count, shape->v, count, v) : NULL;
    return constant ? grn_nvl_constant(w, type, grn_op_attr(constant->def, "value")) : NULL;
}

static grn_status export_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    const grn_attr *value = grn_op_attr(op, "value");
    return can_express(op) && value->type == type ? grn_replace(w, grn_nvl_constant(w, type, value)) : GRN_OK;
}

static grn_status export_iota(grn_rewrite *w, const grn_op *op)
{
    if (!can_express(op))
        return GRN_OK;
    const grn_new_attr attrs[] = {{"dim", grn_nvl_number_argument(w, grn_op_integer(op, "iota_dimension", 0) + 1)},
                                  {"shape", shape_of(w, grn_result_type(op, 0))},
                                  {"start", grn_nvl_number_argument(w, 0)}};
    return put(w, op, "nvl.iota", GRN_COUNT(attrs), attrs);
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static grn_status export_reshape(grn_rewrite *w, const grn_op *op)
{
    return can_express(op) ? put(w, op, "nvl.reshape", 1, &(grn_new_attr){"shape", shape_of(w, grn_result_type(op, 0))})
                           : GRN_OK;
}

static grn_status export_transpose(grn_rewrite *w, const grn_op *op)
{
    return can_express(op) ? put(w, op, "nvl.transpose", 1, &(grn_new_attr){"permutation", dims_of(w, op, "permutation")})
                           : GRN_OK;
}

static grn_status export_broadcast(grn_rewrite *w, const grn_op *op)
{
    if (!can_express(op))
        return GRN_OK;
    const grn_new_attr attrs[] = {{"shape", shape_of(w, grn_result_type(op, 0))},
                                  {"broadcast_dimensions", dims_of(w, op, "broadcast_dimensions")}};
    return put(w, op, "nvl.broadcast_in_dim", GRN_COUNT(attrs), attrs);
}

static grn_status export_slice(grn_rewrite *w, const grn_op *op)
{
    if (!can_express(op))
        return GRN_OK;
    const grn_new_attr attrs[] = {{"start_indices", dims_of(w, op, "start_indices")},
                                  {"limit_indices", list_of(w, op, "limit_indices")},
                                  {"strides", list_of(w, op, "strides")}};
    return put(w, op, "nvl.static_slice", GRN_COUNT(attrs), attrs);
}

static grn_status export_concatenate(grn_rewrite *w, const grn_op *op)
{
    if (!can_express(op))
        return GRN_OK;
    const grn_attr *dim = grn_nvl_number_argument(w, grn_op_integer(op, "dimension", 0) + 1);
    return put(w, op, "nvl.concatenate", 1, &(grn_new_attr){"dimension", dim});
}

static const char *const pad_lists[] = {"edge_padding_low", "edge_padding_high", "interior_padding"};

static grn_status pad_as(grn_rewrite *w, const grn_op *op, const char *name)
{
    grn_new_attr attrs[GRN_COUNT(pad_lists)];
    for (size_t i = 0; i < GRN_COUNT(pad_lists); i++)
        attrs[i] = (grn_new_attr){pad_lists[i], list_of(w, op, pad_lists[i])};
    return put(w, op, name, GRN_COUNT(attrs), attrs);
}

static grn_status export_pad(grn_rewrite *w, const grn_op *op) { return can_express(op) ? pad_as(w, op, "nvl.pad") : GRN_OK; }

/* ---- elements ---------------------------------------------------------------------------------------------------- */

/* One list for both directions. X(nvl's name, the hub's) */
#define ALIKE(X)                                                                                                      \
    X("add", "add") X("sub", "subtract") X("mul", "multiply") X("div", "divide") X("min", "minimum") X("max", "maximum") \
    X("and", "and") X("or", "or") X("xor", "xor") X("not", "not") X("negate", "negate") X("ifelse", "select")          \
    X("convert", "convert")
#define COMPARISONS(X) X("eq", EQ) X("ne", NE) X("ge", GE) X("gt", GT) X("le", LE) X("lt", LT)

static const struct {
    const char *hub, *nvl;
} alike[] = {
#define ALIKE_PAIR(own, hubs) {"stablehlo." hubs, "nvl." own},
    ALIKE(ALIKE_PAIR)
};

static grn_status export_alike(grn_rewrite *w, const grn_op *op)
{
    for (size_t i = 0; can_express(op) && i < GRN_COUNT(alike); i++)
        if (grn_str_is(op->name, alike[i].hub))
            return put(w, op, alike[i].nvl, 0, NULL);
    return GRN_OK;
}

static const struct {
    int32_t direction;
    const char *direction_name, *nvl;
} comparisons[] = {
#define COMPARISON(own, hub_name) {GRN_COMPARE_##hub_name, #hub_name, "nvl." own},
    COMPARISONS(COMPARISON)
};

/* anvil compares floats as IEEE-754 does; the total order stays StableHLO's. */
static grn_status export_compare(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *type = grn_op_attr(op, "compare_type");
    int32_t direction = grn_op_attr(op, "comparison_direction")->enumeration.value;
    if (!can_express(op) || (type && type->enumeration.value == GRN_COMPARE_TOTALORDER))
        return GRN_OK;
    for (size_t i = 0; i < GRN_COUNT(comparisons); i++)
        if (comparisons[i].direction == direction)
            return put(w, op, comparisons[i].nvl, 0, NULL);
    return GRN_OK;
}

static grn_status import_compare(grn_rewrite *w, const grn_op *op)
{
    for (size_t i = 0; i < GRN_COUNT(comparisons); i++)
        if (grn_str_is(op->name, comparisons[i].nvl))
            return grn_replace(w, grn_build_compare(w, comparisons[i].direction_name, op->operands[0], op->operands[1]));
    return GRN_OK;
}

/* ---- import patterns --------------------------------------------------------------------------------------------- */

static grn_status import_constant(grn_rewrite *w, const grn_op *op)
{
    return put(w, op, "stablehlo.constant", 1, &(grn_new_attr){"value", grn_op_attr(op, "value")});
}

/* The number's bytes in the result's type. */
static grn_status import_fill(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const grn_attr *a = grn_op_attr(op, "value");
    unsigned char bytes[16] = {0};
    grn_scalar s = {.dtype = t->element->dtype};
    if (a->kind == GRN_ATTR_FLOAT)
        s.f = a->real;
    else
        s.i = a->kind == GRN_ATTR_BOOL ? a->boolean : a->integer; /* u has the same bits */
    grn_scalar_store(&s, s.dtype, bytes);
    return grn_replace(w, grn_build_splat(w, t->element, t->rank, t->shape, bytes));
}

/* Counted in 64 bits, so that what is rounded or wrapped is so once. */
static grn_status import_iota(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    int64_t dim = grn_op_integer(op, "dim", 1) - 1, start = grn_op_integer(op, "start", 1);
    if (start == 0)
        return grn_replace(w, grn_build_iota(w, t->element, t->rank, t->shape, dim));
    grn_value *from = grn_build_integers(w, i64, t->rank, t->shape, 1, &start);
    grn_value *count = grn_build_binary(w, "stablehlo.add", grn_build_iota(w, i64, t->rank, t->shape, dim), from);
    return grn_replace(w, grn_build_convert(w, count, t->element));
}

static grn_status import_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    return grn_replace(w, grn_build_reshape(w, op->operands[0], t->rank, t->shape));
}

static grn_status import_transpose(grn_rewrite *w, const grn_op *op)
{
    grn_dims to;
    grn_nvl_dims(op, "permutation", &to);
    return grn_replace(w, grn_build_transpose(w, op->operands[0], to.v));
}

static grn_status import_broadcast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    grn_dims to;
    grn_nvl_dims(op, "broadcast_dimensions", &to);
    return grn_replace(w, grn_build_broadcast(w, op->operands[0], to.v, t->rank, t->shape));
}

static grn_status import_slice(grn_rewrite *w, const grn_op *op)
{
    grn_dims start;
    grn_nvl_dims(op, "start_indices", &start);
    const grn_new_attr attrs[] = {{"start_indices", grn_nvl_list_argument(w, (size_t)start.count, start.v)},
                                  {"limit_indices", list_of(w, op, "limit_indices")},
                                  {"strides", list_of(w, op, "strides")}};
    return put(w, op, "stablehlo.slice", GRN_COUNT(attrs), attrs);
}

static grn_status import_concatenate(grn_rewrite *w, const grn_op *op)
{
    return grn_replace(w, grn_build_concatenate(w, op->noperands, op->operands, grn_op_integer(op, "dimension", 1) - 1));
}

static grn_status import_pad(grn_rewrite *w, const grn_op *op) { return pad_as(w, op, "stablehlo.pad"); }

/* A terminator has no results to replace: only its name changes. */
static grn_status rename(grn_rewrite *w, const char *name)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, (grn_str){name, strlen(name)});
    if (def) {
        w->at->def = def;
        w->at->name = (grn_str){def->name, strlen(def->name)};
    }
    return GRN_OK;
}

static grn_status import_return(grn_rewrite *w, const grn_op *op)
{
    (void)op;
    return rename(w, "stablehlo.return");
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

const grn_import_pattern grn_nvl_import_patterns[] = {
    {.op = "nvl.gather", .import = grn_nvl_import_gather},
    {.op = "nvl.scatter", .import = grn_nvl_import_scatter},
    {.op = "nvl.constant", .import = import_constant},
    {.op = "nvl.fill", .import = import_fill},
    {.op = "nvl.iota", .import = import_iota},
    {.op = "nvl.reshape", .import = import_reshape},
    {.op = "nvl.transpose", .import = import_transpose},
    {.op = "nvl.broadcast_in_dim", .import = import_broadcast},
    {.op = "nvl.static_slice", .import = import_slice},
    {.op = "nvl.concatenate", .import = import_concatenate},
    {.op = "nvl.pad", .import = import_pad},
#define ALIKE_IMPORT(own, hubs) {.op = "nvl." own, .as = "stablehlo." hubs},
    ALIKE(ALIKE_IMPORT)
#define COMPARISON_IMPORT(own, hub_name) {.op = "nvl." own, .import = import_compare},
    COMPARISONS(COMPARISON_IMPORT)
    {.op = "nvl.return", .import = import_return},
    {.op = NULL},
};

const grn_export_pattern grn_nvl_export_patterns[] = {
    {.op = "stablehlo.gather", .export = grn_nvl_export_gather},
    {.op = "stablehlo.scatter", .export = grn_nvl_export_scatter},
    {.op = "stablehlo.constant", .export = export_constant},
    {.op = "stablehlo.iota", .export = export_iota},
    {.op = "stablehlo.reshape", .export = export_reshape},
    {.op = "stablehlo.transpose", .export = export_transpose},
    {.op = "stablehlo.broadcast_in_dim", .export = export_broadcast},
    {.op = "stablehlo.slice", .export = export_slice},
    {.op = "stablehlo.concatenate", .export = export_concatenate},
    {.op = "stablehlo.pad", .export = export_pad},
    {.op = "stablehlo.compare", .export = export_compare},
#define ALIKE_EXPORT(own, hubs) {.op = "stablehlo." hubs, .export = export_alike},
    ALIKE(ALIKE_EXPORT)
    {.op = NULL},
};
