/*
 * types.c - StableHLO's sets of types, with the text that upstream's
 * verifier has for each (StableHLO spec, Types; texts as of v1.9).
 */
#include "dialects/stablehlo/stablehlo.h"

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

bool grn_hlo_element_in(const grn_type *e, unsigned bits)
{
    return ((bits & GRN_HLO_PRED) && is_pred(e)) || ((bits & GRN_HLO_SINT) && is_int(e, GRN_SIGNLESS)) ||
           ((bits & GRN_HLO_UINT) && is_int(e, GRN_UNSIGNED)) || ((bits & GRN_HLO_FLOAT) && is_float(e)) ||
           ((bits & GRN_HLO_FLOAT_32_64) && is_float_32_64(e)) ||
           ((bits & GRN_HLO_COMPLEX) && e->kind == GRN_TYPE_COMPLEX && e->dtype != GRN_NO_DTYPE) ||
           ((bits & GRN_HLO_QUANT) && e->kind == GRN_TYPE_QUANT && e->quant.axis < 0) ||
           ((bits & GRN_HLO_QUANT_AXIS) && e->kind == GRN_TYPE_QUANT && e->quant.axis >= 0) ||
           ((bits & GRN_HLO_INDEX) && e->kind == GRN_TYPE_INDEX);
}

static bool tensor_of(const grn_type *t, unsigned bits)
{
    return t->kind == GRN_TYPE_TENSOR && grn_hlo_element_in(t->element, bits);
}

/* Upstream's names of the element sets. */
#define OR " or "
#define PRED "pred (AKA boolean or 1-bit integer)"
#define SINT "2/4/8/16/32/64-bit signless integer"
#define UINT "2/4/8/16/32/64-bit unsigned integer"
#define INT SINT OR UINT
#define FLOAT                                                                                                        \
    "f4E2M1FN type or f6E2M3FN type or f6E3M2FN type or f8E3M4 type or f8E4M3 type or f8E4M3FN type or "             \
    "f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or f8E8M0FNU type or 16-bit float or "   \
    "32-bit float or 64-bit float or bfloat16 type"
#define COMPLEX "complex type with 32-bit float or 64-bit float elements"
#define QUANT "2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer"
#define QUANT_AXIS                                                                                                   \
    "2/4/8/16/32-bit uniform quantized per axis signed integer or "                                                  \
    "2/4/8/16/32-bit uniform quantized per axis unsigned integer"
#define RANKED(elements) "ranked tensor of " elements " values"

#define TEXT_tensor RANKED(FLOAT OR PRED OR INT OR COMPLEX OR QUANT)
#define TEXT_tensor_or_per_axis RANKED(FLOAT OR PRED OR INT OR COMPLEX OR QUANT OR QUANT_AXIS)
#define TEXT_non_quantized_tensor RANKED(FLOAT OR PRED OR INT OR COMPLEX)
#define TEXT_int_tensor RANKED(INT)
#define TEXT_pred_tensor RANKED(PRED)
#define TEXT_pred_or_int_tensor RANKED(PRED OR INT)
#define TEXT_fp_tensor RANKED(FLOAT)
#define TEXT_complex_tensor RANKED(COMPLEX)
#define TEXT_fp_or_complex_tensor RANKED(FLOAT OR COMPLEX)
#define TEXT_fp32_or_64_tensor RANKED("32-bit float or 64-bit float")
#define TEXT_fp_or_quantized_tensor RANKED(FLOAT OR QUANT)
#define TEXT_fp_or_any_quantized_tensor RANKED(FLOAT OR QUANT OR QUANT_AXIS)
#define TEXT_fp_complex_or_quantized_tensor RANKED(FLOAT OR COMPLEX OR QUANT)
#define TEXT_sint_fp_complex_or_quantized_tensor RANKED(SINT OR FLOAT OR COMPLEX OR QUANT)
#define TEXT_int_fp_complex_or_quantized_tensor RANKED(INT OR FLOAT OR COMPLEX OR QUANT)
#define TEXT_quantized_tensor RANKED(QUANT OR QUANT_AXIS)

#define CLASS_DEFINE(suffix, bits)                                                                                   \
    static bool matches_##suffix(const grn_type *t) { return tensor_of(t, bits); }                                   \
    const grn_type_class grn_hlo_##suffix = {TEXT_##suffix, matches_##suffix};
GRN_HLO_CLASSES(CLASS_DEFINE)
#undef CLASS_DEFINE

static bool anything(const grn_type *t)
{
    (void)t;
    return true;
}
const grn_type_class grn_hlo_any_type = {"any type", anything};

static bool scalar_int(const grn_type *t) { return tensor_of(t, GRN_HLO_INT) && t->rank == 0; }
const grn_type_class grn_hlo_scalar_int_tensor = {"0D tensor of " INT " values", scalar_int};

static bool dimensions(const grn_type *t) { return tensor_of(t, GRN_HLO_INDEX | GRN_HLO_INT) && t->rank == 1; }
const grn_type_class grn_hlo_dimension_tensor = {"1D tensor of index or " INT " values", dimensions};

static bool static_dimensions(const grn_type *t) { return dimensions(t) && t->shape[0] != GRN_DYNAMIC; }
const grn_type_class grn_hlo_static_dimension_tensor = {
    "statically shaped 1-dimensional tensor of index or " INT " values", static_dimensions};

/* Scatter takes any integer, i1 and signed ones of any computable width included; gather's are grn_hlo_int_tensor. */
static bool any_integer(const grn_type *t)
{
    return t->kind == GRN_TYPE_TENSOR && (t->element->kind == GRN_TYPE_INTEGER || t->element->kind == GRN_TYPE_INDEX);
}
const grn_type_class grn_hlo_scatter_indices = {"ranked tensor of integer or index values", any_integer};
