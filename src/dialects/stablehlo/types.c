/*
 * types.c - StableHLO's sets of types, with the text that upstream's
 * verifier has for each (Base.td of openxla/stablehlo; StableHLO spec, Types).
 */
#include <math.h>

#include "dialects/stablehlo/stablehlo.h"

/* ---- elements -------------------------------------------------------------------------------- */

static bool is_float(const grn_type *e) { return e->kind == GRN_TYPE_FLOAT && e->dtype != GRN_NO_DTYPE; }

static bool is_int(const grn_type *e, grn_signedness signedness)
{
    return e->kind == GRN_TYPE_INTEGER && e->signedness == signedness && e->width > 1 && e->dtype != GRN_NO_DTYPE;
}

static bool is_pred(const grn_type *e)
{
    return e->kind == GRN_TYPE_INTEGER && e->signedness == GRN_SIGNLESS && e->width == 1;
}

static bool is_float_32_64(const grn_type *e)
{
    return e->kind == GRN_TYPE_FLOAT && (e->dtype == GRN_F32 || e->dtype == GRN_F64);
}

/* Scales are finite and positive in the expressed type, zero points within the storage's range
 * (StableHLO spec, Types, C5-C8). */
static bool is_quant(const grn_type *e, bool per_axis)
{
    if (e->kind != GRN_TYPE_QUANT || (e->quant.axis >= 0) != per_axis || e->quant.storage->width > 32 ||
        e->dtype == GRN_NO_DTYPE || e->dtype == GRN_I1 || !is_float(e->quant.expressed))
        return false;
    for (size_t i = 0; i < e->quant.count; i++)
        if (!isfinite(e->quant.scale[i]) || !(e->quant.scale[i] > 0) || e->quant.zero_point[i] < e->quant.storage_min ||
            e->quant.zero_point[i] > e->quant.storage_max)
            return false;
    return true;
}

bool grn_hlo_element_in(const grn_type *e, unsigned bits)
{
    return ((bits & GRN_HLO_PRED) && is_pred(e)) || ((bits & GRN_HLO_SINT) && is_int(e, GRN_SIGNLESS)) ||
           ((bits & GRN_HLO_UINT) && is_int(e, GRN_UNSIGNED)) || ((bits & GRN_HLO_FLOAT) && is_float(e)) ||
           ((bits & GRN_HLO_FLOAT_32_64) && is_float_32_64(e)) ||
           ((bits & GRN_HLO_COMPLEX) && e->kind == GRN_TYPE_COMPLEX && e->dtype != GRN_NO_DTYPE) ||
           ((bits & GRN_HLO_QUANT) && is_quant(e, false)) || ((bits & GRN_HLO_QUANT_AXIS) && is_quant(e, true)) ||
           ((bits & GRN_HLO_INDEX) && e->kind == GRN_TYPE_INDEX);
}

/* A quantization dimension is one of the tensor's, with a scale for each of its elements (C12,
 * C13). */
static bool fits_axis(const grn_type *t)
{
    const grn_type *e = t->element;
    if (e->kind != GRN_TYPE_QUANT || e->quant.axis < 0)
        return true;
    return e->quant.axis < t->rank &&
           (t->shape[e->quant.axis] == GRN_DYNAMIC || (uint64_t)t->shape[e->quant.axis] == e->quant.count);
}

static bool is_ranked(const grn_type *t, unsigned bits)
{
    return t->kind == GRN_TYPE_TENSOR && grn_hlo_element_in(t->element, bits) && fits_axis(t);
}

/* ---- tensors --------------------------------------------------------------------------------- */

static bool matches_RANKED(const grn_type *t, unsigned bits) { return is_ranked(t, bits); }
static bool matches_ANY(const grn_type *t, unsigned bits)
{
    return is_ranked(t, bits) || (t->kind == GRN_TYPE_UNRANKED_TENSOR && grn_hlo_element_in(t->element, bits));
}
static bool matches_RANK0(const grn_type *t, unsigned bits) { return is_ranked(t, bits) && t->rank == 0; }
static bool matches_RANK1(const grn_type *t, unsigned bits) { return is_ranked(t, bits) && t->rank == 1; }
static bool matches_STATIC(const grn_type *t, unsigned bits)
{
    return is_ranked(t, bits) && grn_type_has_static_shape(t);
}
static bool matches_DIMENSIONS_1(const grn_type *t, unsigned bits) { return matches_STATIC(t, bits) && t->rank == 1; }
static bool matches_INTEGERS_1(const grn_type *t, unsigned bits) { return matches_DIMENSIONS_1(t, bits); }
static bool matches_INTEGERS_2(const grn_type *t, unsigned bits) { return matches_STATIC(t, bits) && t->rank == 2; }

#define TEXT_RANKED "ranked tensor"
#define TEXT_ANY "tensor"
#define TEXT_RANK0 "0D tensor"
#define TEXT_RANK1 "1D tensor"
#define TEXT_STATIC "statically shaped tensor"
#define TEXT_DIMENSIONS_1 "statically shaped 1-dimensional tensor"
#define TEXT_INTEGERS_1 "statically shaped 1-dimensional integer tensor"
#define TEXT_INTEGERS_2 "statically shaped 2-dimensional integer tensor"

/* Upstream's names of the element sets. */
#define OR " or "
#define PRED "bool"
#define SINT "2/4/8/16/32/64-bit signless integer"
#define INT "2/4/8/16/32/64-bit integer"
#define FLOAT "4/6/8/16/32/64-bit float"
#define FLOAT_32_64 "32/64-bit float"
#define COMPLEX "complex type with " FLOAT_32_64 " elements"
#define PLAIN FLOAT OR PRED OR INT OR COMPLEX
#define QUANT "per-tensor integer quantized"
#define QUANT_AXIS "per-axis integer quantized"
#define DIMENSION "index" OR INT
#define OF(tensor, elements) tensor " of " elements " values"

#define CLASS_DEFINE(suffix, kind, elements, bits)                                 \
    static bool is_##suffix(const grn_type *t) { return matches_##kind(t, bits); } \
    const grn_type_class grn_hlo_##suffix = {OF(TEXT_##kind, elements), is_##suffix};
GRN_HLO_CLASSES(CLASS_DEFINE)
#undef CLASS_DEFINE

bool grn_hlo_is_scalar_pred(const grn_type *t) { return is_pred_tensor(t) && t->rank == 0; }

static bool anything(const grn_type *t)
{
    (void)t;
    return true;
}
const grn_type_class grn_hlo_any_type = {"any type", anything};

/* Scatter takes any integer, i1 and signed ones of any computable width included; gather's are
 * grn_hlo_int_tensor. */
static bool any_integer(const grn_type *t)
{
    return t->kind == GRN_TYPE_TENSOR && (t->element->kind == GRN_TYPE_INTEGER || t->element->kind == GRN_TYPE_INDEX);
}
const grn_type_class grn_hlo_scatter_indices = {"ranked tensor of integer or index values", any_integer};

static bool is_tensor_or_index(const grn_type *t)
{
    return grn_hlo_tensor.matches(t) || (t->kind == GRN_TYPE_TENSOR && t->element->kind == GRN_TYPE_INDEX);
}
const grn_type_class grn_hlo_tensor_or_index = {OF(TEXT_RANKED, PLAIN OR QUANT), is_tensor_or_index};

/* A bounded extent is known to be no larger than its bound. */
static bool is_static_or_bounded(const grn_type *t)
{
    const int64_t *bounds;
    size_t open = is_tensor_or_per_axis(t) ? grn_type_dynamic_extents(t) : 2;
    if (open != 1 || !grn_stablehlo_type_bounds(t, &bounds))
        return open == 0;
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] == GRN_DYNAMIC)
            return bounds[d] != GRN_DYNAMIC;
    return false;
}
const grn_type_class grn_hlo_static_or_bounded_tensor = {
    OF("statically shaped or single bounded dimension tensor", PLAIN OR QUANT OR QUANT_AXIS), is_static_or_bounded};

/* ---- tensors and others ---------------------------------------------------------------------- */

bool grn_hlo_is_token(const grn_type *t)
{
    return t->kind == GRN_TYPE_OPAQUE && grn_str_is(t->opaque, "!stablehlo.token");
}
const grn_type_class grn_hlo_token = {"token", grn_hlo_is_token};

static bool is_future(const grn_type *t)
{
    static const char name[] = "!stablehlo.future<";
    return t->kind == GRN_TYPE_OPAQUE && t->opaque.n > sizeof name &&
           memcmp(t->opaque.text, name, sizeof name - 1) == 0;
}

static bool is_buffer(const grn_type *t)
{
    return t->kind == GRN_TYPE_MEMREF && grn_hlo_element_in(t->element, GRN_HLO_PLAIN | GRN_HLO_QUANT);
}

/* As deep as types nest. */
static bool is_tuple_of(const grn_type *t, bool (*member)(const grn_type *t))
{
    if (t->kind != GRN_TYPE_TUPLE)
        return false;
    for (size_t i = 0; i < t->count; i++)
        if (!member(t->members[i]) && !is_tuple_of(t->members[i], member))
            return false;
    return true;
}

static bool in_tuple(const grn_type *t)
{
    return is_tensor(t) || is_buffer(t) || is_per_axis_tensor(t) || grn_hlo_is_token(t);
}
static bool in_custom_call_tuple(const grn_type *t) { return is_any_tensor(t) || is_buffer(t) || grn_hlo_is_token(t); }

static bool is_tuple(const grn_type *t) { return is_tuple_of(t, in_tuple); }
static bool is_tensor_or_token(const grn_type *t) { return is_tensor(t) || grn_hlo_is_token(t); }
static bool is_tensor_per_axis_or_token(const grn_type *t) { return is_tensor_or_token(t) || is_per_axis_tensor(t); }
static bool is_static_tensor_or_token(const grn_type *t)
{
    return is_static_tensor_or_per_axis(t) || grn_hlo_is_token(t);
}
static bool is_tensor_token_or_buffer(const grn_type *t) { return is_tensor_per_axis_or_token(t) || is_buffer(t); }
static bool is_tensor_token_or_tuple(const grn_type *t) { return is_tensor_per_axis_or_token(t) || is_tuple(t); }
static bool is_tensor_token_tuple_or_buffer(const grn_type *t) { return is_tensor_token_or_tuple(t) || is_buffer(t); }
static bool is_custom_call_value(const grn_type *t)
{
    return in_custom_call_tuple(t) || is_tuple_of(t, in_custom_call_tuple) || is_future(t);
}

#define TENSOR OF("ranked tensor", PLAIN OR QUANT)
#define PER_AXIS OF("ranked tensor", QUANT_AXIS)
#define BUFFER OF("memref", PLAIN OR QUANT)
#define ANY_TENSOR OF("tensor", PLAIN OR QUANT OR QUANT_AXIS)
#define STATIC_TENSOR OF("statically shaped tensor", PLAIN OR QUANT)
#define STATIC_PER_AXIS OF("statically shaped tensor", PLAIN OR QUANT OR QUANT_AXIS)
#define TUPLE(members) "nested tuple with any combination of " members " values"
#define HLO_TUPLE TUPLE(TENSOR OR BUFFER OR PER_AXIS OR "token")

const grn_type_class grn_hlo_tuple = {HLO_TUPLE, is_tuple};
const grn_type_class grn_hlo_tensor_or_token = {TENSOR OR "token", is_tensor_or_token};
const grn_type_class grn_hlo_tensor_per_axis_or_token = {TENSOR OR PER_AXIS OR "token", is_tensor_per_axis_or_token};
const grn_type_class grn_hlo_static_tensor_or_token = {STATIC_TENSOR OR STATIC_PER_AXIS OR "token",
                                                       is_static_tensor_or_token};
const grn_type_class grn_hlo_tensor_token_or_buffer = {TENSOR OR PER_AXIS OR "token" OR BUFFER,
                                                       is_tensor_token_or_buffer};
const grn_type_class grn_hlo_tensor_token_or_tuple = {TENSOR OR PER_AXIS OR "token" OR HLO_TUPLE,
                                                      is_tensor_token_or_tuple};
const grn_type_class grn_hlo_tensor_token_tuple_or_buffer = {TENSOR OR PER_AXIS OR "token" OR HLO_TUPLE OR BUFFER,
                                                             is_tensor_token_tuple_or_buffer};
const grn_type_class grn_hlo_custom_call_value = {
    ANY_TENSOR OR BUFFER OR "token" OR TUPLE(ANY_TENSOR OR BUFFER OR "token") OR "future", is_custom_call_value};
