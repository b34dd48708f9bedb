/* check_spec.c - the names of ops and forms, and what each field of a spec goes with. */
#include <float.h>
#include <inttypes.h>

#include "segments/segments.h"

/* ---- names ----------------------------------------------------------------------------------- */

const char *grn_segment_op_text(grn_segment_op op)
{
    static const char *const text[] = {
#define TEXT(name, text) text,
        GRN_SEGMENT_OPS(TEXT)
#undef TEXT
    };
    return (unsigned)op < GRN_COUNT(text) ? text[op] : "unknown";
}

const char *grn_segment_form_text(grn_segment_form form)
{
    static const char *const text[] = {
#define TEXT(name, text) text,
        GRN_SEGMENT_FORMS(TEXT)
#undef TEXT
    };
    return (unsigned)form < GRN_COUNT(text) ? text[form] : "unknown";
}

bool grn_segment_is_per_entry(grn_segment_op op) { return op == GRN_SEGMENT_SOFTMAX || op == GRN_SEGMENT_LOG_SOFTMAX; }

bool grn_segment_is_fused(grn_segment_op op)
{
    return grn_segment_is_per_entry(op) || op == GRN_SEGMENT_LOGSUMEXP || op == GRN_SEGMENT_STD;
}

bool grn_segment_is_ids(grn_segment_form form) { return form == GRN_SEGMENT_IDS || form == GRN_SEGMENT_SORTED_IDS; }

/* ---- the spec -------------------------------------------------------------------------------- */

static grn_status check_choices(const grn_segment_spec *spec, const grn_diag *diag)
{
    const struct {
        const char *name;
        int value, count;
    } choices[] = {
        {"op", (int)spec->op, GRN_SEGMENT_OP_COUNT},
        {"form", (int)spec->form, GRN_SEGMENT_FORM_COUNT},
        {"ids", (int)spec->ids, GRN_SEGMENT_IDS_RULE_COUNT},
        {"start", (int)spec->start, GRN_SEGMENT_START_COUNT},
        {"empty", (int)spec->empty, GRN_SEGMENT_EMPTY_COUNT},
        {"divisor", (int)spec->divisor, GRN_SEGMENT_DIVISOR_COUNT},
        {"nan", (int)spec->nan, GRN_SEGMENT_NAN_COUNT},
        {"rounding", (int)spec->rounding, GRN_SEGMENT_ROUNDING_COUNT},
    };
    for (size_t i = 0; i < GRN_COUNT(choices); i++)
        if (choices[i].value < 0 || choices[i].value >= choices[i].count)
            return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "spec.%s is %d, it must be one of the %d there are",
                            choices[i].name, choices[i].value, choices[i].count);
    return GRN_OK;
}

static grn_status check_numbers(const grn_segment_spec *spec, const grn_diag *diag)
{
    if (spec->form == GRN_SEGMENT_CONSTANT && spec->length < 1)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "spec.length is %" PRId64 ", it must be 1 or more",
                        spec->length);
    if (grn_segment_is_ids(spec->form) && spec->nsegments < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "spec.nsegments is %" PRId64 ", it must be 0 or more",
                        spec->nsegments);
    if (grn_segment_is_fused(spec->op) && !(spec->eps >= 0 && spec->eps <= DBL_MAX))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "spec.eps is %g, it must be 0 or more and finite",
                        spec->eps);
    if (spec->op == GRN_SEGMENT_STD && spec->correction < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "spec.correction is %" PRId64 ", it must be 0 or more",
                        spec->correction);
    return GRN_OK;
}

grn_status grn_segment_check_dtype(const grn_segment_spec *spec, grn_dtype dtype, const grn_diag *diag)
{
    const bool real = dtype == GRN_F16 || dtype == GRN_BF16 || dtype == GRN_F32 || dtype == GRN_F64;
    const bool integer = grn_dtype_is_integer(dtype) && grn_dtype_bits(dtype) >= 8;
    const bool takes =
        real || (!grn_segment_is_fused(spec->op) && (integer || (dtype == GRN_I1 && spec->op != GRN_SEGMENT_MEAN)));
    if (!takes)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE,
                        "data has element type %s, a segment %s takes f16, bf16, f32 and f64%s", grn_dtype_text(dtype),
                        grn_segment_op_text(spec->op),
                        grn_segment_is_fused(spec->op) ? ""
                        : spec->op == GRN_SEGMENT_MEAN ? ", and integers of 8 bits and more"
                                                       : ", integers of 8 bits and more, and i1");
    if (spec->empty == GRN_SEGMENT_EMPTY_NAN && !real)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "spec.empty is NaN, which %s does not have",
                        grn_dtype_text(dtype));
    return GRN_OK;
}

grn_status grn_segment_check_weights(const grn_segment_spec *spec, grn_dtype dtype, bool has_weights,
                                     const grn_diag *diag)
{
    const bool sums = spec->op == GRN_SEGMENT_SUM || spec->op == GRN_SEGMENT_MEAN;
    if (has_weights && !sums)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "weights are given, which a segment %s does not have",
                        grn_segment_op_text(spec->op));
    if (has_weights && grn_dtype_class_of(dtype) != GRN_CLASS_FLOAT)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "weights are given with data of element type %s, not a float",
                        grn_dtype_text(dtype));
    if (spec->op == GRN_SEGMENT_MEAN && spec->divisor != GRN_SEGMENT_BY_COUNT && !has_weights)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "weights are NULL, spec.divisor is made of them");
    if (grn_segment_is_fused(spec->op) && spec->start != GRN_SEGMENT_START_IDENTITY)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "spec.start is %d, a segment %s begins with nothing: it is GRN_SEGMENT_START_IDENTITY",
                        (int)spec->start, grn_segment_op_text(spec->op));
    return GRN_OK;
}

grn_status grn_segment_check_fields(const grn_segment_spec *spec, const grn_diag *diag)
{
    grn_status status = check_choices(spec, diag);
    return status == GRN_OK ? check_numbers(spec, diag) : status;
}
