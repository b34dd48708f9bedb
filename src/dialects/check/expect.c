/*
 * expect.c - the check dialect: ops by which a program says what it expects of
 * a result (StableHLO's interpreter, check dialect).
 */
#include <inttypes.h>

#include "dialects/check/check.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status two_of_one_type(const grn_op *op, grn_check *check)
{
    if (grn_types_compatible(grn_operand_type(op, 0), grn_operand_type(op, 1)))
        return GRN_OK;
    return grn_op_fail(op, check, "failed to verify that all of {%s, %s} have same type", op->def->operands[0].name,
                       op->def->operands[1].name);
}

static grn_status value_of_one_type(const grn_op *op, grn_check *check)
{
    const grn_attr *value = grn_op_attr(op, "value");
    if (grn_types_compatible(grn_operand_type(op, 0), value->type))
        return GRN_OK;
    return grn_op_fail(op, check, "failed to verify that all of {lhs, value} have same type");
}

/* ---- meaning --------------------------------------------------------------------------------- */

static grn_status compare_operands(grn_exec *x, const grn_op *op, const grn_match *match)
{
    return grn_check_compare(x, op, op->def->name, &x->operands[0].tensor, &x->operands[1].tensor, match);
}

static grn_status compare_value(grn_exec *x, const grn_op *op, const grn_match *match)
{
    return grn_check_compare(x, op, op->def->name, &x->operands[0].tensor, &grn_op_attr(op, "value")->elements->tensor,
                             match);
}

/* Element by element `!=`, so that a NaN never equals a NaN. */
static const grn_match equal = {.rule = GRN_MATCH_EQUAL};
static grn_status eq_eval(grn_exec *x, const grn_op *op) { return compare_operands(x, op, &equal); }
static grn_status eq_const_eval(grn_exec *x, const grn_op *op) { return compare_value(x, op, &equal); }

static grn_match near_match(const grn_op *op)
{
    const grn_attr *tolerance = grn_op_attr(op, "tolerance");
    return (grn_match){.rule = GRN_MATCH_NEAR, .tolerance = tolerance ? tolerance->real : 1e-3};
}

static grn_status almost_eq_eval(grn_exec *x, const grn_op *op)
{
    grn_match match = near_match(op);
    return compare_operands(x, op, &match);
}

static grn_status almost_eq_const_eval(grn_exec *x, const grn_op *op)
{
    grn_match match = near_match(op);
    return compare_value(x, op, &match);
}

/* The op form allows 1 ULP by default; the custom call allows 3. */
static grn_status close_eval(grn_exec *x, const grn_op *op)
{
    grn_match match = {.rule = GRN_MATCH_ULP,
                       .min_ulp = (uint64_t)grn_op_integer(op, "min_ulp_difference", 0),
                       .max_ulp = (uint64_t)grn_op_integer(op, "max_ulp_difference", 1)};
    return compare_operands(x, op, &match);
}

/* What a probe of this run saw under that name; the first where no iteration is given. */
static grn_status serialized_eq_eval(grn_exec *x, const grn_op *op)
{
    const grn_str id = grn_op_attr(op, "probe_id")->text;
    const int64_t iteration = grn_op_integer(op, "iteration", 0);
    const grn_tensor *probed = iteration < 0 ? NULL : x->calls->probed(x, id, (uint64_t)iteration);
    if (!probed)
        return grn_fail(x->diag, op->place, GRN_E_CHECK,
                        "%s: nothing was probed as \"%.*s\" in iteration %" PRId64 " of this run", op->def->name,
                        (int)id.n, id.text, iteration);
    return grn_check_compare(x, op, op->def->name, probed, &x->operands[0].tensor, &equal);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_integer(const grn_attr *a) { return a->kind == GRN_ATTR_INTEGER; }
static const grn_attr_class is_any_integer = {"64-bit integer attribute", is_integer};

static bool is_ui64(const grn_attr *a)
{
    return a->kind == GRN_ATTR_INTEGER && a->type->kind == GRN_TYPE_INTEGER && a->type->dtype == GRN_UI64;
}
static const grn_attr_class is_ulp = {"64-bit unsigned integer attribute", is_ui64};

#define PORT(name)                              \
    {                                           \
        name, &grn_hlo_tensor_or_index, GRN_ONE \
    }
#define PORTS_END           \
    {                       \
        NULL, NULL, GRN_ONE \
    }
static const grn_port lhs_rhs[] = {PORT("lhs"), PORT("rhs"), PORTS_END};
static const grn_port lhs[] = {PORT("lhs"), PORTS_END};
static const grn_port actual_expected[] = {PORT("actual"), PORT("expected"), PORTS_END};
static const grn_port expected[] = {PORT("expected"), PORTS_END};

#define ATTRS_END                            \
    {                                        \
        NULL, NULL, GRN_REQUIRED, NULL, NULL \
    }
#define VALUE                                                    \
    {                                                            \
        "value", &grn_attr_is_elements, GRN_REQUIRED, NULL, NULL \
    }
#define TOLERANCE                                                    \
    {                                                                \
        "tolerance", &grn_attr_is_f64, GRN_OPTIONAL_ATTR, NULL, NULL \
    }
static const grn_attr_def value_attrs[] = {VALUE, ATTRS_END};
static const grn_attr_def tolerance_attrs[] = {TOLERANCE, ATTRS_END};
static const grn_attr_def value_tolerance_attrs[] = {VALUE, TOLERANCE, ATTRS_END};
static const grn_attr_def ulp_attrs[] = {
    {"min_ulp_difference", &is_ulp, GRN_OPTIONAL_ATTR, NULL, NULL},
    {"max_ulp_difference", &is_ulp, GRN_OPTIONAL_ATTR, NULL, NULL},
    ATTRS_END,
};
static const grn_attr_def probe_attrs[] = {
    {"probe_id", &grn_attr_is_string, GRN_REQUIRED, NULL, NULL},
    {"probe_dir", &grn_attr_is_string, GRN_OPTIONAL_ATTR, NULL, NULL},
    {"iteration", &is_any_integer, GRN_OPTIONAL_ATTR, NULL, NULL},
    ATTRS_END,
};

#define SOURCE "StableHLO interpreter, check dialect"
const grn_op_def grn_check_ops[] = {
    {.name = "check.expect_eq",
     .summary = "fails the run where two tensors differ",
     .source = SOURCE,
     .format = "%* {} :operand",
     .operands = lhs_rhs,
     .verify = two_of_one_type,
     .eval = eq_eval},
    {.name = "check.expect_eq_const",
     .summary = "fails the run where a tensor differs from a constant",
     .source = SOURCE,
     .format = "%0 , $value {} :operand",
     .operands = lhs,
     .attrs = value_attrs,
     .verify = value_of_one_type,
     .eval = eq_const_eval},
    {.name = "check.expect_almost_eq",
     .summary = "fails the run where floats differ by more than a tolerance",
     .source = SOURCE,
     .format = "%* [ , tolerance = $tolerance ]? {} :operand",
     .operands = lhs_rhs,
     .attrs = tolerance_attrs,
     .verify = two_of_one_type,
     .eval = almost_eq_eval},
    {.name = "check.expect_almost_eq_const",
     .summary = "fails the run where floats differ from a constant by more than a tolerance",
     .source = SOURCE,
     .format = "%0 , $value {} :operand",
     .operands = lhs,
     .attrs = value_tolerance_attrs,
     .verify = value_of_one_type,
     .eval = almost_eq_const_eval},
    {.name = "check.expect_close",
     .summary = "fails the run where floats are too many units in the last place apart",
     .source = SOURCE,
     .format = "%* [ , max_ulp_difference = $max_ulp_difference ]? [ , min_ulp_difference = $min_ulp_difference ]? {} "
               ":operands",
     .operands = actual_expected,
     .attrs = ulp_attrs,
     .verify = two_of_one_type,
     .eval = close_eval},
    {.name = "check.expect_serialized_eq",
     .summary = "fails the run where a tensor differs from one that was probed",
     .source = SOURCE,
     .format = "%* , probe_id = $probe_id [ , iter = $iteration ]? {} :operand",
     .operands = expected,
     .attrs = probe_attrs,
     .eval = serialized_eq_eval},
    {.name = NULL},
};
