/*
 * attrs.c - StableHLO's own attributes: the struct attributes
 * (dimension numbers, bounds) and the enumerations (StableHLO spec, per op;
 * spelling as upstream prints it).
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "dialects/stablehlo/dot.h"

/* ---- struct attributes ----------------------------------------------------------------------- */

static const grn_field_def gather_fields[] = {
    GRN_FIELD("offset_dims", DIMS),
    GRN_FIELD("collapsed_slice_dims", DIMS),
    GRN_FIELD("operand_batching_dims", DIMS),
    GRN_FIELD("start_indices_batching_dims", DIMS),
    GRN_FIELD("start_index_map", DIMS),
    GRN_FIELD("index_vector_dim", DIM),
    GRN_FIELDS_END,
};
const grn_struct_def grn_stablehlo_gather_dims = {.name = "stablehlo.gather",
                                                  .failure = "failed parsing gather dimension numbers attribute",
                                                  .fields = gather_fields};

static const grn_field_def scatter_fields[] = {
    GRN_FIELD("update_window_dims", DIMS),
    GRN_FIELD("inserted_window_dims", DIMS),
    GRN_FIELD("input_batching_dims", DIMS),
    GRN_FIELD("scatter_indices_batching_dims", DIMS),
    GRN_FIELD("scatter_dims_to_operand_dims", DIMS),
    GRN_FIELD("index_vector_dim", DIM),
    GRN_FIELDS_END,
};
const grn_struct_def grn_stablehlo_scatter_dims = {.name = "stablehlo.scatter",
                                                   .failure = "failed parsing scatter dimension numbers attribute",
                                                   .fields = scatter_fields};

static const grn_field_def dot_fields[] = {
    GRN_FIELD("lhs_batching_dimensions", DIMS),
    GRN_FIELD("rhs_batching_dimensions", DIMS),
    GRN_FIELD("lhs_contracting_dimensions", DIMS),
    GRN_FIELD("rhs_contracting_dimensions", DIMS),
    GRN_FIELDS_END,
};
const grn_struct_def grn_stablehlo_dot_dims = {
    .name = "stablehlo.dot", .failure = "failed parsing dot dimension numbers attribute", .fields = dot_fields};

static const grn_field_def algorithm_fields[] = {
    GRN_FIELD_TYPE("lhs_precision_type"),
    GRN_FIELD_TYPE("rhs_precision_type"),
    GRN_FIELD_TYPE("accumulation_type"),
    GRN_FIELD("lhs_component_count", DIM),
    GRN_FIELD("rhs_component_count", DIM),
    GRN_FIELD("num_primitive_operations", DIM),
    GRN_FIELD("allow_imprecise_accumulation", VALUE),
    GRN_FIELDS_END,
};
const grn_struct_def grn_stablehlo_dot_algorithm = {.name = "stablehlo.dot_algorithm",
                                                    .attr = "StableHLO_DotAlgorithm",
                                                    .style = GRN_STRUCT_SEQUENCE,
                                                    .fields = algorithm_fields,
                                                    .fits = grn_hlo_algorithm_fits};

static const grn_field_def channel_fields[] = {GRN_FIELD("handle", DIM), GRN_FIELD("type", DIM), GRN_FIELDS_END};
const grn_struct_def grn_stablehlo_channel_handle = {.name = "stablehlo.channel_handle",
                                                     .attr = "StableHLO_ChannelHandle",
                                                     .style = GRN_STRUCT_PARAMS,
                                                     .fields = channel_fields};

static const grn_field_def alias_fields[] = {
    GRN_FIELD("output_tuple_indices", DIMS),
    GRN_FIELD("operand_index", DIM),
    GRN_FIELD("operand_tuple_indices", DIMS),
    GRN_FIELDS_END,
};
const grn_struct_def grn_stablehlo_output_operand_alias = {.name = "stablehlo.output_operand_alias",
                                                           .attr = "StableHLO_OutputOperandAlias",
                                                           .style = GRN_STRUCT_SEQUENCE,
                                                           .fields = alias_fields};

/* Upstream's verifyResultAccuracyAttr and verifyResultAccuracyCombination. */
static bool accuracy_fits(const grn_field *fields, char *wrong, size_t wrong_bytes)
{
    const grn_attr *atol = fields[0].value, *rtol = fields[1].value, *mode = fields[3].value;
    int64_t ulps = fields[2].v[0];
    bool typed = atol->kind == GRN_ATTR_FLOAT && rtol->kind == GRN_ATTR_FLOAT && mode->kind == GRN_ATTR_ENUM &&
                 mode->enumeration.def == &grn_stablehlo_result_accuracy_mode;
    wrong[0] = '\0';
    if (!typed)
        snprintf(wrong, wrong_bytes, "expected two floats, an integer and a mode");
    else if (signbit(atol->real) || signbit(rtol->real) || ulps < 0)
        snprintf(wrong, wrong_bytes, "Negative tolerance");
    else if (mode->enumeration.value != GRN_ACCURACY_TOLERANCE && (atol->real != 0 || rtol->real != 0 || ulps != 0))
        snprintf(wrong, wrong_bytes, "Invalid tolerances for ResultAccuracyAttr with mode %s, must be all zero.",
                 mode->enumeration.def->keyword[mode->enumeration.value]);
    return wrong[0] == '\0';
}

static const grn_field_def accuracy_fields[] = {
    GRN_FIELD_FLOAT("atol"), GRN_FIELD_FLOAT("rtol"), GRN_FIELD("ulps", DIM), GRN_FIELD("mode", VALUE), GRN_FIELDS_END,
};
const grn_struct_def grn_stablehlo_result_accuracy = {.name = "stablehlo.result_accuracy",
                                                      .style = GRN_STRUCT_SEQUENCE,
                                                      .fields = accuracy_fields,
                                                      .fits = accuracy_fits};

/* A bound per dimension, and none ("?") for one whose extent is known. */
static bool bounds_fit(const grn_attr *encoding, const grn_type *tensor, char *wrong, size_t wrong_bytes)
{
    const grn_field *bounds = &encoding->record.fields[0];
    char type[GRN_TYPE_TEXT_BYTES];
    grn_type_text(tensor, type, sizeof type);
    if (bounds->count != (size_t)tensor->rank) {
        snprintf(wrong, wrong_bytes,
                 "Bounds length is %zu, expected to be equal to rank(%" PRId32 ") of the tensor '%s'", bounds->count,
                 tensor->rank, type);
        return false;
    }
    for (int32_t d = 0; d < tensor->rank; d++)
        if (bounds->v[d] != GRN_DYNAMIC && tensor->shape[d] != GRN_DYNAMIC) {
            snprintf(wrong, wrong_bytes,
                     "Static dimension %" PRId32
                     " cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor '%s'",
                     d, type);
            return false;
        }
    return true;
}

static const grn_field_def bounds_fields[] = {GRN_FIELD("bounds", DIMS), GRN_FIELDS_END};
const grn_struct_def grn_stablehlo_bounds = {.name = "stablehlo.bounds",
                                             .failure = "failed parsing bounds attribute",
                                             .style = GRN_STRUCT_POSITIONAL,
                                             .fields = bounds_fields,
                                             .fits_tensor = bounds_fit};
const grn_struct_def grn_stablehlo_type_extensions = {.name = "stablehlo.type_extensions",
                                                      .meant = &grn_stablehlo_bounds,
                                                      .failure = "failed parsing type extensions attribute",
                                                      .fields = bounds_fields,
                                                      .fits_tensor = bounds_fit};

static bool is_record(const grn_attr *a, const grn_struct_def *def)
{
    return a->kind == GRN_ATTR_STRUCT && a->record.def == def;
}
static bool is_gather(const grn_attr *a) { return is_record(a, &grn_stablehlo_gather_dims); }
static bool is_scatter(const grn_attr *a) { return is_record(a, &grn_stablehlo_scatter_dims); }
static bool is_dot(const grn_attr *a) { return is_record(a, &grn_stablehlo_dot_dims); }

static bool holds_algorithm(const grn_attr *a)
{
    grn_dot_algorithm algorithm;
    return is_record(a, &grn_stablehlo_dot_algorithm) && grn_hlo_algorithm_of(a->record.fields, &algorithm);
}
static bool is_default_accuracy(const grn_attr *a)
{
    const grn_attr *mode = is_record(a, &grn_stablehlo_result_accuracy) ? grn_attr_field(a, "mode").value : NULL;
    return mode && mode->kind == GRN_ATTR_ENUM && mode->enumeration.value == 0; /* whose tolerances are zero */
}
const grn_attr_default grn_hlo_accuracy_defaults[] = {{"result_accuracy", is_default_accuracy}, {NULL, NULL}};
static bool is_result_accuracy(const grn_attr *a) { return is_record(a, &grn_stablehlo_result_accuracy); }
static bool is_channel_handle(const grn_attr *a) { return is_record(a, &grn_stablehlo_channel_handle); }
const grn_attr_class grn_stablehlo_is_gather_dims = {"Attribute that models the dimension information for gather",
                                                     is_gather};
const grn_attr_class grn_stablehlo_is_scatter_dims = {"Attribute that models the dimension information for scatter",
                                                      is_scatter};
const grn_attr_class grn_stablehlo_is_dot_dims = {"Attribute that models the dimension information for dot.", is_dot};
const grn_attr_class grn_stablehlo_is_dot_algorithm = {
    "Attribute that models the algorithm constraints to use for computing dot.", holds_algorithm};
const grn_attr_class grn_stablehlo_is_result_accuracy = {"The requested accuracy for transcendental unary ops.",
                                                         is_result_accuracy};
const grn_attr_class grn_stablehlo_is_channel_handle = {"two 64-bit integers 'handle' and 'type'", is_channel_handle};

/* ---- enumerations ---------------------------------------------------------------------------- */

/* E(suffix and name in text, upstream's name, keywords in order of their value) */
#define ENUMS(E)                                                                                          \
    E(comparison_direction, "ComparisonDirection", "EQ", "NE", "GE", "GT", "LE", "LT")                    \
    E(comparison_type, "ComparisonType", "NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")           \
    E(precision, "Precision", "DEFAULT", "HIGH", "HIGHEST")                                               \
    E(custom_call_api_version, "CustomCallApiVersion", "API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", \
      "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI")    \
    E(fft_type, "FftType", "FFT", "IFFT", "RFFT", "IRFFT")                                                \
    E(transpose, "Transpose", "TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")                \
    E(rng_distribution, "RngDistribution", "UNIFORM", "NORMAL")                                           \
    E(rng_algorithm, "RngAlgorithm", "DEFAULT", "THREE_FRY", "PHILOX")                                    \
    E(result_accuracy_mode, "ResultAccuracyMode", "DEFAULT", "HIGHEST", "TOLERANCE")

#define ENUM_DEFINE(suffix, called, ...)                                               \
    static const char *const suffix##_words[] = {__VA_ARGS__, NULL};                   \
    const grn_enum_def grn_stablehlo_##suffix = {.name = "stablehlo." #suffix,         \
                                                 .keyword = suffix##_words,            \
                                                 .type = "::mlir::stablehlo::" called, \
                                                 .attr = "StableHLO_" called "Attr"};
ENUMS(ENUM_DEFINE)
#undef ENUM_DEFINE

static bool is_enum(const grn_attr *a, const grn_enum_def *def)
{
    return a->kind == GRN_ATTR_ENUM && a->enumeration.def == def;
}

/* Those that ops of ours take, with upstream's text for them. */
#define CLASS_DEFINE(suffix, summary)                                                          \
    static bool is_##suffix(const grn_attr *a) { return is_enum(a, &grn_stablehlo_##suffix); } \
    const grn_attr_class grn_stablehlo_is_##suffix = {summary, is_##suffix};
CLASS_DEFINE(comparison_direction, "Which comparison operation to perform.")
CLASS_DEFINE(comparison_type, "Which comparison type to use.")
CLASS_DEFINE(custom_call_api_version, "Custom call API version")
CLASS_DEFINE(fft_type, "XLA fast fourier transform type.")
CLASS_DEFINE(transpose, "Transpose options")
CLASS_DEFINE(rng_distribution, "XLA PRNG distribution to be used.")
CLASS_DEFINE(rng_algorithm, "XLA PRNG algorithm to be used.")
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

/* ---- bounds ---------------------------------------------------------------------------------- */

bool grn_stablehlo_type_bounds(const grn_type *tensor, const int64_t **v)
{
    const grn_attr *e = tensor->kind == GRN_TYPE_TENSOR ? tensor->encoding : NULL;
    if (!e || !is_record(e, &grn_stablehlo_bounds))
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

const grn_type *grn_stablehlo_tensor_with_bounds(grn_ir *ir, const grn_type *element, int32_t rank,
                                                 const int64_t *shape, const int64_t *bounds)
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
