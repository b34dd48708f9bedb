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

#define PORT(name) GRN_PORT(name, grn_hlo_tensor_or_index)
static const grn_port lhs_rhs[] = {PORT("lhs"), PORT("rhs"), GRN_PORTS_END};
static const grn_port lhs[] = {PORT("lhs"), GRN_PORTS_END};
static const grn_port actual_expected[] = {PORT("actual"), PORT("expected"), GRN_PORTS_END};
static const grn_port expected[] = {PORT("expected"), GRN_PORTS_END};

#define VALUE GRN_NEEDS("value", grn_attr_is_elements)
#define TOLERANCE GRN_MAY_HAVE("tolerance", grn_attr_is_f64)
static const grn_attr_def value_attrs[] = {VALUE, GRN_ATTRS_END};
static const grn_attr_def tolerance_attrs[] = {TOLERANCE, GRN_ATTRS_END};
static const grn_attr_def value_tolerance_attrs[] = {VALUE, TOLERANCE, GRN_ATTRS_END};
static const grn_attr_def ulp_attrs[] = {
    GRN_MAY_HAVE("min_ulp_difference", is_ulp),
    GRN_MAY_HAVE("max_ulp_difference", is_ulp),
    GRN_ATTRS_END,
};
static const grn_attr_def probe_attrs[] = {
    GRN_NEEDS("probe_id", grn_attr_is_string),
    GRN_MAY_HAVE("probe_dir", grn_attr_is_string),
    GRN_MAY_HAVE("iteration", is_any_integer),
    GRN_ATTRS_END,
};

#define SOURCE "StableHLO interpreter, check dialect"
const grn_op_def grn_check_ops[] = {
    GRN_ROW("check.expect_eq", "fails the run where two tensors differ", SOURCE, lhs_rhs, GRN_NO_PORTS, GRN_NO_ATTRS,
            .format = "%* {} :operand", .verify = two_of_one_type, .eval = eq_eval),
    GRN_ROW("check.expect_eq_const", "fails the run where a tensor differs from a constant", SOURCE, lhs, GRN_NO_PORTS,
            value_attrs, .format = "%0 , $value {} :operand", .verify = value_of_one_type, .eval = eq_const_eval),
    GRN_ROW("check.expect_almost_eq", "fails the run where floats differ by more than a tolerance", SOURCE, lhs_rhs,
            GRN_NO_PORTS, tolerance_attrs, .format = "%* [ , tolerance = $tolerance ]? {} :operand",
            .verify = two_of_one_type, .eval = almost_eq_eval),
    GRN_ROW("check.expect_almost_eq_const",
            "fails the run where floats differ from a constant by more than a tolerance", SOURCE, lhs, GRN_NO_PORTS,
            value_tolerance_attrs, .format = "%0 , $value {} :operand", .verify = value_of_one_type,
            .eval = almost_eq_const_eval),
    GRN_ROW("check.expect_close", "fails the run where floats are too many units in the last place apart", SOURCE,
            actual_expected, GRN_NO_PORTS, ulp_attrs,
            .format =
                "%* [ , max_ulp_difference = $max_ulp_difference ]? [ , min_ulp_difference = $min_ulp_difference ]? {} "
                ":operands",
            .verify = two_of_one_type, .eval = close_eval),
    GRN_ROW("check.expect_serialized_eq", "fails the run where a tensor differs from one that was probed", SOURCE,
            expected, GRN_NO_PORTS, probe_attrs,
            .format = "%* , probe_id = $probe_id [ , iter = $iteration ]? {} :operand", .eval = serialized_eq_eval),
    {.name = NULL},
};
