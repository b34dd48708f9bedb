/*
 * attrs.c - StableHLO's own attributes: the struct attributes
 * (dimension numbers, bounds) and the enumerations (StableHLO spec, per op;
 * spelling as upstream prints it).
 */
#include <inttypes.h>
#include <stdio.h>

#include "dialects/stablehlo/stablehlo.h"

/* ---- struct attributes ---------------------------------------------------------------------------------------------- */

static const grn_field_def gather_fields[] = {
    {"offset_dims", GRN_FIELD_DIMS},
    {"collapsed_slice_dims", GRN_FIELD_DIMS},
    {"operand_batching_dims", GRN_FIELD_DIMS},
    {"start_indices_batching_dims", GRN_FIELD_DIMS},
    {"start_index_map", GRN_FIELD_DIMS},
    {"index_vector_dim", GRN_FIELD_DIM},
    {NULL, GRN_FIELD_DIMS},
};
const grn_struct_def grn_stablehlo_gather_dims = {
    .name = "stablehlo.gather", .failure = "failed parsing gather dimension numbers attribute", .fields = gather_fields};

static const grn_field_def scatter_fields[] = {
    {"update_window_dims", GRN_FIELD_DIMS},
    {"inserted_window_dims", GRN_FIELD_DIMS},
    {"input_batching_dims", GRN_FIELD_DIMS},
    {"scatter_indices_batching_dims", GRN_FIELD_DIMS},
    {"scatter_dims_to_operand_dims", GRN_FIELD_DIMS},
    {"index_vector_dim", GRN_FIELD_DIM},
    {NULL, GRN_FIELD_DIMS},
};
const grn_struct_def grn_stablehlo_scatter_dims = {
    .name = "stablehlo.scatter", .failure = "failed parsing scatter dimension numbers attribute", .fields = scatter_fields};

static const grn_field_def dot_fields[] = {
    {"lhs_batching_dimensions", GRN_FIELD_DIMS},
    {"rhs_batching_dimensions", GRN_FIELD_DIMS},
    {"lhs_contracting_dimensions", GRN_FIELD_DIMS},
    {"rhs_contracting_dimensions", GRN_FIELD_DIMS},
    {NULL, GRN_FIELD_DIMS},
};
const grn_struct_def grn_stablehlo_dot_dims = {
    .name = "stablehlo.dot", .failure = "failed parsing dot dimension numbers attribute", .fields = dot_fields};

/* A bound per dimension, and none ("?") for one whose extent is known. */
static bool bounds_fit(const grn_attr *encoding, int32_t rank, const int64_t *shape, char *wrong, size_t wrong_bytes)
{
    const grn_field *bounds = &encoding->record.fields[0];
    if (bounds->count != (size_t)rank) {
        snprintf(wrong, wrong_bytes, "Bounds length is %zu, expected to be equal to rank(%" PRId32 ") of the tensor",
                 bounds->count, rank);
        return false;
    }
    for (int32_t d = 0; d < rank; d++)
        if (bounds->v[d] != GRN_DYNAMIC && shape[d] != GRN_DYNAMIC) {
            snprintf(wrong, wrong_bytes,
                     "Static dimension %" PRId32 " cannot have a bound, use ShapedType::kDynamic to indicate a missing bound", d);
            return false;
        }
    return true;
}

static const grn_field_def bounds_fields[] = {{"bounds", GRN_FIELD_DIMS}, {NULL, GRN_FIELD_DIMS}};
const grn_struct_def grn_stablehlo_bounds = {
    .name = "stablehlo.bounds", .failure = "failed parsing bounds attribute", .positional = true, .fields = bounds_fields,
    .fits_tensor = bounds_fit};
const grn_struct_def grn_stablehlo_type_extensions = {
    .name = "stablehlo.type_extensions", .failure = "failed parsing type extensions attribute", .fields = bounds_fields,
    .fits_tensor = bounds_fit};

static bool is_record(const grn_attr *a, const grn_struct_def *def)
{
    return a->kind == GRN_ATTR_STRUCT && a->record.def == def;
}
static bool is_gather(const grn_attr *a) { return is_record(a, &grn_stablehlo_gather_dims); }
static bool is_scatter(const grn_attr *a) { return is_record(a, &grn_stablehlo_scatter_dims); }
static bool is_dot(const grn_attr *a) { return is_record(a, &grn_stablehlo_dot_dims); }
const grn_attr_class grn_stablehlo_is_gather_dims = {
    "Attribute that models the dimension information for gather", is_gather};
const grn_attr_class grn_stablehlo_is_scatter_dims = {
    "Attribute that models the dimension information for scatter", is_scatter};
const grn_attr_class grn_stablehlo_is_dot_dims = {"Attribute that models the dimension information for dot.", is_dot};

/* ---- enumerations --------------------------------------------------------------------------------------------------- */

/* E(suffix and name in text, keywords in order of their value) */
#define ENUMS(E)                                                                                                     \
    E(comparison_direction, "EQ", "NE", "GE", "GT", "LE", "LT")                                                      \
    E(comparison_type, "NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")                                        \
    E(precision, "DEFAULT", "HIGH", "HIGHEST")                                                                       \
    E(custom_call_api_version, "API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",    \
      "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI")                                               \
    E(fft_type, "FFT", "IFFT", "RFFT", "IRFFT")                                                                      \
    E(transpose, "TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")                                        \
    E(rng_distribution, "UNIFORM", "NORMAL")                                                                         \
    E(rng_algorithm, "DEFAULT", "THREE_FRY", "PHILOX")

#define ENUM_DEFINE(suffix, ...)                                                                                     \
    static const char *const suffix##_words[] = {__VA_ARGS__, NULL};                                                 \
    const grn_enum_def grn_stablehlo_##suffix = {.name = "stablehlo." #suffix, .keyword = suffix##_words};
ENUMS(ENUM_DEFINE)
#undef ENUM_DEFINE

static bool is_enum(const grn_attr *a, const grn_enum_def *def)
{
    return a->kind == GRN_ATTR_ENUM && a->enumeration.def == def;
}

/* Those that ops of ours take, with upstream's text for them. */
#define CLASS_DEFINE(suffix, summary)                                                                                \
    static bool is_##suffix(const grn_attr *a) { return is_enum(a, &grn_stablehlo_##suffix); }                       \
    const grn_attr_class grn_stablehlo_is_##suffix = {summary, is_##suffix};
CLASS_DEFINE(comparison_direction, "Which comparison operation to perform.")
CLASS_DEFINE(comparison_type, "Which comparison type to use.")
CLASS_DEFINE(precision, "XLA precision for an operand. Has backend specific meaning.")
#undef CLASS_DEFINE

static bool is_precision_config(const grn_attr *a)
{
    if (a->kind != GRN_ATTR_ARRAY)
        return false;
    for (size_t i = 0; i < a->array.count; i++)
        if (!grn_stablehlo_is_precision.matches(a->array.items[i]))
            return false;
    return true;
}
const grn_attr_class grn_stablehlo_is_precision_config = {"Precision Config attribute", is_precision_config};

/* ---- bounds --------------------------------------------------------------------------------------------------------- */

bool grn_stablehlo_type_bounds(const grn_type *tensor, const int64_t **v)
{
    const grn_attr *e = tensor->kind == GRN_TYPE_TENSOR ? tensor->encoding : NULL;
    if (!e || !(is_record(e, &grn_stablehlo_bounds) || is_record(e, &grn_stablehlo_type_extensions)))
        return false;
    const grn_field *f = &e->record.fields[0];
    *v = f->v;
    return f->present && tensor->rank > 0 && f->count == (size_t)tensor->rank;
}

static const grn_attr *bounds_attr(grn_ir *ir, int32_t rank, const int64_t *bounds)
{
    grn_field *field = GRN_ARENA_NEW(&ir->arena, grn_field, 1);
    const int64_t *copy = grn_arena_copy(&ir->arena, bounds, (size_t)rank * sizeof *bounds);
    if (!field || !copy)
        return NULL;
    *field = (grn_field){.present = true, .count = (size_t)rank, .v = copy};
    grn_attr a = {.kind = GRN_ATTR_STRUCT};
    a.record.def = &grn_stablehlo_bounds;
    a.record.fields = field;
    return grn_attr_make(ir, &a);
}

const grn_type *grn_stablehlo_tensor_with_bounds(grn_ir *ir, const grn_type *element, int32_t rank, const int64_t *shape,
                                                 const int64_t *bounds)
{
    bool any = false;
    int64_t kept[GRN_MAX_RANK];
    for (int32_t d = 0; bounds && d < rank; d++) {
        kept[d] = shape[d] == GRN_DYNAMIC ? bounds[d] : GRN_DYNAMIC;
        any = any || kept[d] != GRN_DYNAMIC;
    }
    const grn_attr *encoding = any ? bounds_attr(ir, rank, kept) : NULL;
    return any && !encoding ? NULL : grn_type_tensor(ir, element, rank, shape, encoding);
}
