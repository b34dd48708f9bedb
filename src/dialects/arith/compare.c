/*
 * compare.c - integers compared, and chosen by the result of a comparison:
 * cmpi, select, minui, maxui (MLIR arith dialect, the sections of those
 * names). Integers have no sign of their own; the op's name or predicate
 * decides how their bits are read.
 */

#include "dialects/arith/arith.h"

/* ---- unsigned minimum and maximum ------------------------------------------------------------ */

static grn_status unsigned_pair(grn_exec *x, grn_rt *pair)
{
    grn_status status = grn_arith_unsigned(x, 0, &pair[0]);
    return status == GRN_OK ? grn_arith_unsigned(x, 1, &pair[1]) : status;
}

static void release_pair(grn_exec *x, grn_rt *pair)
{
    x->calls->release(x, &pair[0]);
    x->calls->release(x, &pair[1]);
}

/* Into a tensor without sign, whose bits the result then has. */
static grn_status unsigned_map(grn_exec *x, const grn_op *op, const grn_element *element, const grn_rt *pair)
{
    const grn_tensor in[2] = {pair[0].tensor, pair[1].tensor};
    grn_rt out = {.buffer = NULL};
    grn_status status = x->calls->alloc(x, in[0].dtype, in[0].rank, in[0].shape, &out);
    if (status == GRN_OK)
        status = grn_arith_map(x, op, element, 2, in, &out.tensor);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, in[0].rank, in[0].shape);
    if (status == GRN_OK)
        grn_eval_bitcast(&x->results[0].tensor, &out.tensor);
    x->calls->release(x, &out);
    return status;
}

static grn_status unsigned_eval(grn_exec *x, const grn_op *op, const grn_element *element)
{
    grn_rt pair[2] = {{.buffer = NULL}};
    grn_status status = unsigned_pair(x, pair);
    if (status == GRN_OK)
        status = unsigned_map(x, op, element, pair);
    release_pair(x, pair);
    return status;
}

static grn_status minui_eval(grn_exec *x, const grn_op *op) { return unsigned_eval(x, op, &grn_element_minimum); }
static grn_status maxui_eval(grn_exec *x, const grn_op *op) { return unsigned_eval(x, op, &grn_element_maximum); }

/* ---- cmpi ------------------------------------------------------------------------------------ */

/* In the order of their numbers. i1 holds 0 and 1; read with a sign its order is the other way
 * around. */
static const struct predicate {
    const grn_element *element, *of_i1;
    bool is_unsigned;
} predicates[] = {
    {&grn_element_compare_eq, &grn_element_compare_eq, false}, /* eq */
    {&grn_element_compare_ne, &grn_element_compare_ne, false}, /* ne */
    {&grn_element_compare_lt, &grn_element_compare_gt, false}, /* slt */
    {&grn_element_compare_le, &grn_element_compare_ge, false}, /* sle */
    {&grn_element_compare_gt, &grn_element_compare_lt, false}, /* sgt */
    {&grn_element_compare_ge, &grn_element_compare_le, false}, /* sge */
    {&grn_element_compare_lt, &grn_element_compare_lt, true},  /* ult */
    {&grn_element_compare_le, &grn_element_compare_le, true},  /* ule */
    {&grn_element_compare_gt, &grn_element_compare_gt, true},  /* ugt */
    {&grn_element_compare_ge, &grn_element_compare_ge, true},  /* uge */
};

static bool is_predicate(const grn_attr *a)
{
    return grn_attr_is_i64.matches(a) && a->integer >= 0 && a->integer < (int64_t)GRN_COUNT(predicates);
}
static const grn_attr_class predicate_attr = {"allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
                                              is_predicate};

static const char *const words[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", NULL};
static const grn_enum_def predicate_words = {.name = "arith.CmpIPredicate", .keyword = words, .width = 64};

/* Of a verified op; the first one of any other. */
static const struct predicate *predicate_of(const grn_op *op)
{
    const grn_attr *a = grn_op_attr(op, "predicate");
    return &predicates[a && is_predicate(a) ? (size_t)a->integer : 0];
}

static const grn_type *i1_like(grn_ir *ir, const grn_type *t)
{
    const grn_type *i1 = grn_type_integer(ir, 1, GRN_SIGNLESS);
    if (i1 && grn_type_is_vector(t))
        return grn_vector_of(ir, t, i1);
    return i1 && grn_type_is_tensor(t) ? grn_type_tensor(ir, i1, t->rank, t->shape, t->encoding) : i1;
}

grn_status grn_arith_compare_verify(const grn_op *op, grn_check *check)
{
    const grn_type *type = grn_operand_type(op, 0), *result = i1_like(check->scratch, type);
    if (!result)
        return GRN_E_MEMORY;
    if (type != grn_operand_type(op, 1))
        return grn_op_fail(op, check, "failed to verify that all of {lhs, rhs} have same type");
    if (!grn_types_equal(result, grn_result_type(op, 0)))
        return grn_op_fail(op, check,
                           "failed to verify that result type has i1 element type and same shape as operands");
    return GRN_OK;
}

static grn_status cmpi_eval(grn_exec *x, const grn_op *op)
{
    const struct predicate *p = predicate_of(op);
    const grn_tensor *lhs = &x->operands[0].tensor;
    grn_tensor in[2] = {*lhs, x->operands[1].tensor};
    grn_rt pair[2] = {{.buffer = NULL}};
    grn_status status = p->is_unsigned ? unsigned_pair(x, pair) : GRN_OK;
    for (size_t i = 0; status == GRN_OK && p->is_unsigned && i < 2; i++)
        in[i] = pair[i].tensor;
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, lhs->rank, lhs->shape);
    if (status == GRN_OK)
        status = grn_arith_map(x, op, lhs->dtype == GRN_I1 ? p->of_i1 : p->element, 2, in, &x->results[0].tensor);
    release_pair(x, pair);
    return status;
}

/* ---- select ---------------------------------------------------------------------------------- */

static grn_status select_verify(const grn_op *op, grn_check *check)
{
    const grn_type *condition = grn_operand_type(op, 0), *value = grn_operand_type(op, 1);
    if (value != grn_operand_type(op, 2) || value != grn_result_type(op, 0))
        return grn_op_fail(op, check, "failed to verify that all of {true_value, false_value, result} have same type");
    if (!grn_type_is_tensor(condition) || (grn_type_is_tensor(value) && grn_hlo_shapes_agree(condition, value)))
        return GRN_OK;
    return grn_op_fail(op, check, "failed to verify that condition is signless i1 or has matching shape");
}

/* `: T`, the condition being i1, or `: C, T`. */
static grn_status select_types(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_type *first, *value;
    grn_status status = grn_parser_type(p, &first);
    bool is_scalar = status == GRN_OK && !grn_parser_try(p, ",");
    value = first;
    if (status == GRN_OK && is_scalar && !(first = grn_type_integer(grn_parser_ir(p), 1, GRN_SIGNLESS)))
        return GRN_E_MEMORY;
    if (status == GRN_OK && !is_scalar)
        status = grn_parser_type(p, &value);
    for (size_t i = 0; status == GRN_OK && i < 3; i++)
        status = grn_uses_type(uses, i ? value : first);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, value) : status;
}

static grn_status select_parse(grn_parser *p, grn_op *op)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_use_list(p, &uses.use);
    if (status == GRN_OK && uses.use.count != 3)
        status = grn_parser_fail(p, place, "expected 3 operands");
    if (status == GRN_OK)
        status = grn_parse_arithmetic_flags(p, op);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = select_types(p, op, &uses);
    grn_uses_end(&uses);
    return status;
}

static grn_status select_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {NULL};
    grn_printer_text(p, " ");
    grn_printer_values(p, op->operands, op->noperands);
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    if (grn_operand_type(op, 0)->kind != GRN_TYPE_INTEGER) {
        grn_printer_type(p, grn_operand_type(op, 0));
        grn_printer_text(p, ", ");
    }
    grn_printer_type(p, grn_result_type(op, 0));
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port pair[] = {GRN_PORT("lhs", grn_is_integer_like), GRN_PORT("rhs", grn_is_integer_like),
                                GRN_PORTS_END};
static const grn_port choice[] = {GRN_PORT("condition", grn_is_bool_like), GRN_PORT("true_value", grn_hlo_any_type),
                                  GRN_PORT("false_value", grn_hlo_any_type), GRN_PORTS_END};

#define UNSIGNED(op, does) GRN_ARITH_PAIR(op, does, grn_is_integer_like, .traits = GRN_TRAIT_PURE, .eval = op##_eval)
const grn_op_def grn_arith_compare_ops[] = {
    UNSIGNED(minui, "smaller of two unsigned integers"),
    UNSIGNED(maxui, "larger of two unsigned integers"),
    GRN_MLIR_LISTED(arith, cmpi, "compares integers by a predicate: eq, ne, slt, ult, ..", pair,
                    GRN_PORTS(GRN_PORT("result", grn_is_bool_like)),
                    GRN_ATTRS({"predicate", &predicate_attr, GRN_REQUIRED, &predicate_words, NULL}),
                    .traits = GRN_TRAIT_PURE, .assembly = GRN_ARITH_COMPARE, .verify = grn_arith_compare_verify,
                    .eval = cmpi_eval),
    GRN_MLIR_LISTED(arith, select, "one of two values by a boolean", choice,
                    GRN_PORTS(GRN_PORT("result", grn_hlo_any_type)), GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,
                    .parse = select_parse, .print = select_print, .verify = select_verify,
                    .element = &grn_element_select),
    {.name = NULL},
};
