/*
 * export.c - the hub's helper ops as anvil's calls: dimensions counted from 1, a
 * slice's limit the last index that is in it.
 */
#include "dialects/nvl/translate.h"

#include "dialects/nvl/nvl.h"
#include "dialects/nvl/translate_rows.h"

/* ---- arguments ------------------------------------------------------------------------------- */

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

/* ---- constants ------------------------------------------------------------------------------- */

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
    const grn_new_attr attrs[] = {{"value", number},
                                  {"shape", grn_nvl_list_argument(w, (size_t)type->rank, type->shape)}};
    return grn_new(w, "nvl.fill", 0, NULL, type, GRN_COUNT(attrs), attrs);
}

grn_value *grn_nvl_integers(grn_rewrite *w, const grn_type *element, const grn_dims *shape, size_t count,
                            const int64_t *v)
{
    const grn_type *type = grn_tensor_like(w, element, shape->count, shape->v);
    grn_value *constant = type ? grn_build_integers(w, element, shape->count, shape->v, count, v) : NULL;
    return constant ? grn_nvl_constant(w, type, grn_op_attr(constant->def, "value")) : NULL;
}

static grn_status export_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    const grn_attr *value = grn_op_attr(op, "value");
    return grn_nvl_has_type(type) && value->type == type ? grn_replace(w, grn_nvl_constant(w, type, value)) : GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define CALL(hub, nvl, ...) \
    GRN_EXPORTS(GRN_HLO(hub), {.as = "nvl." nvl, .parts = GRN_PARTS({NULL, GRN_PART_OPERAND, NULL, -1}, __VA_ARGS__)})
#define SHAPE                            \
    {                                    \
        "shape", GRN_PART_SHAPE, NULL, 0 \
    }
#define LIST(name)                      \
    {                                   \
        name, GRN_PART_NUMBERS, name, 0 \
    }
#define DIMS(name)                      \
    {                                   \
        name, GRN_PART_NUMBERS, name, 1 \
    }

/* anvil compares floats as IEEE-754 does; the total order stays StableHLO's. */
#define ALIKE(nvl, hub) GRN_EXPORTS(GRN_HLO(hub), {.as = "nvl." nvl}),
#define COMPARISON(nvl, way) {.as = "nvl." nvl, .direction = way},

const grn_export_pattern *const grn_nvl_export_patterns[GRN_OPS] = {
    GRN_EXPORTS(GRN_OP(garner, gather), {.export = grn_nvl_export_gather}),
    GRN_EXPORTS(GRN_OP(garner, scatter), {.export = grn_nvl_export_scatter}),
    GRN_EXPORTS(GRN_HLO(constant), {.export = export_constant}),
    CALL(iota, "iota", {"dim", GRN_PART_NUMBER, "iota_dimension", 1}, SHAPE, {"start", GRN_PART_NUMBER, NULL, 0}),
    CALL(reshape, "reshape", SHAPE),
    CALL(transpose, "transpose", DIMS("permutation")),
    CALL(broadcast_in_dim, "broadcast_in_dim", SHAPE, DIMS("broadcast_dimensions")),
    CALL(slice, "static_slice", DIMS("start_indices"), LIST("limit_indices"), LIST("strides")),
    CALL(concatenate, "concatenate", {"dimension", GRN_PART_NUMBER, "dimension", 1}),
    CALL(pad, "pad", LIST("edge_padding_low"), LIST("edge_padding_high"), LIST("interior_padding")),
    [GRN_HLO(compare)] = (const grn_export_pattern[]){GRN_NVL_COMPARISONS(COMPARISON){.as = NULL}},
    GRN_NVL_ALIKE(ALIKE)};
