/*
 * value.c - ops of one value that say how it may be sharded: the value itself,
 * whole, to whoever runs them (Shardy, the op of each name).
 */
#include "dialects/sdy/sdy.h"

/* ---- text ------------------------------------------------------------------------------------------------------------------ */

/* `: T`, of the operand and, where there is one, the result. */
static grn_status parse_type(grn_parser *p, grn_op *op, const grn_use *use, bool has_result)
{
    const grn_type *type;
    grn_status status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status == GRN_OK)
        status = grn_parser_operands(p, op, 1, use, &type);
    return status == GRN_OK && has_result ? grn_parser_results(p, op, 1, &type) : status;
}

static void print_type(grn_printer *p, const grn_op *op, const char *const *skip)
{
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    grn_printer_type(p, grn_operand_type(op, 0));
}

static grn_status parse_sharding(grn_parser *p, grn_op *op)
{
    const grn_attr *sharding;
    grn_status status = grn_parser_struct(p, &grn_sdy_sharding_attr, &sharding);
    return status == GRN_OK ? grn_parse_set(p, op, GRN_STR("sharding"), sharding) : status;
}

static const char *const no_sharding[] = {"sharding", NULL}, *const no_group[] = {"group_id", NULL},
                         *const no_direction[] = {"allowed_direction", NULL}, *const none[] = {NULL};

/* `%x <@mesh, ..> : T` */
static grn_status constraint_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    grn_status status = grn_parser_use(p, &use);
    if (status == GRN_OK)
        status = parse_sharding(p, op);
    return status == GRN_OK ? parse_type(p, op, &use, true) : status;
}

static grn_status constraint_print(grn_printer *p, const grn_op *op)
{
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, " ");
    grn_printer_struct(p, grn_op_attr(op, "sharding"));
    print_type(p, op, no_sharding);
    return GRN_OK;
}

/* `%x sharding=<..> : T` */
static grn_status edge_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    grn_status status = grn_parser_use(p, &use);
    if (status == GRN_OK && grn_parser_try(p, "sharding")) {
        status = grn_parser_expect(p, "=");
        if (status == GRN_OK)
            status = parse_sharding(p, op);
    }
    return status == GRN_OK ? parse_type(p, op, &use, true) : status;
}

static grn_status edge_print(grn_printer *p, const grn_op *op)
{
    const grn_attr *sharding = grn_op_attr(op, "sharding");
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    if (sharding) {
        grn_printer_text(p, " sharding=");
        grn_printer_struct(p, sharding);
    }
    print_type(p, op, no_sharding);
    return GRN_OK;
}

/* `%x allowed_direction=FORWARD : T` */
static grn_status barrier_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    grn_str word;
    int32_t i = 0;
    grn_status status = grn_parser_use(p, &use);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "allowed_direction");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    const grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_keyword(p, &word);
    if (status != GRN_OK)
        return status;
    while (grn_sdy_direction.keyword[i] && !grn_str_is(word, grn_sdy_direction.keyword[i]))
        i++;
    if (!grn_sdy_direction.keyword[i])
        return grn_parser_fail(p, place, "expected one of NONE, FORWARD, BACKWARD, BOTH, got: %.*s", (int)word.n, word.text);
    status = grn_parse_set(p, op, GRN_STR("allowed_direction"), grn_attr_enum(grn_parser_ir(p), &grn_sdy_direction, i));
    return status == GRN_OK ? parse_type(p, op, &use, true) : status;
}

static grn_status barrier_print(grn_printer *p, const grn_op *op)
{
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, " allowed_direction=");
    grn_printer_text(p, grn_sdy_direction.keyword[grn_op_attr(op, "allowed_direction")->enumeration.value]);
    print_type(p, op, no_direction);
    return GRN_OK;
}

/* `%x group_id=21 : T` */
static grn_status group_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    int64_t id;
    grn_ir *ir = grn_parser_ir(p);
    grn_status status = grn_parser_use(p, &use);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "group_id");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_i64(p, &id);
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("group_id"), grn_attr_integer(ir, grn_type_integer(ir, 64, GRN_SIGNLESS), id));
    return status == GRN_OK ? parse_type(p, op, &use, false) : status;
}

static grn_status group_print(grn_printer *p, const grn_op *op)
{
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, " group_id=");
    grn_printer_i64(p, grn_op_integer(op, "group_id", 0));
    print_type(p, op, no_group);
    return GRN_OK;
}

/* `%x : T` */
static grn_status function_edge_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    grn_status status = grn_parser_use(p, &use);
    return status == GRN_OK ? parse_type(p, op, &use, true) : status;
}

static grn_status function_edge_print(grn_printer *p, const grn_op *op)
{
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    print_type(p, op, none);
    return GRN_OK;
}

/* `{attrs} dense<..> : T` */
static grn_status constant_parse(grn_parser *p, grn_op *op)
{
    const grn_attr *value;
    grn_status status = grn_parser_attr_dict(p, op, false);
    const grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_attr(p, &value);
    if (status == GRN_OK && value->kind != GRN_ATTR_ELEMENTS)
        status = grn_parser_fail(p, place, "expected an elements attribute, such as dense<0> : tensor<i32>");
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("value"), value);
    return status == GRN_OK ? grn_parser_results(p, op, 1, &value->type) : status;
}

static grn_status constant_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"value", NULL};
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " ");
    grn_printer_attr(p, grn_op_attr(op, "value"));
    return GRN_OK;
}

/* ---- rules ------------------------------------------------------------------------------------------------------------------- */

static grn_status same_type(const grn_op *op, grn_check *check)
{
    if (grn_operand_type(op, 0) != grn_result_type(op, 0))
        return grn_op_fail(op, check, "requires the same type for all operands and results");
    return GRN_OK;
}

static grn_status sharded_verify(const grn_op *op, grn_check *check)
{
    const grn_attr *sharding = grn_op_attr(op, "sharding");
    grn_status status = same_type(op, check);
    return status == GRN_OK && sharding ? grn_sdy_check_sharding(op, check, "", sharding, grn_result_type(op, 0)) : status;
}

/* data_flow_edge: what it is attached to is no op of this dialect. */
static grn_status edge_verify(const grn_op *op, grn_check *check)
{
    const grn_op *owner = op->operands[0]->def;
    if (owner && owner->name.n > 4 && memcmp(owner->name.text, "sdy.", 4) == 0)
        return grn_op_fail(op, check, "expected input of sdy.data_flow_edge to not be defined by an SdyDialect op");
    return sharded_verify(op, check);
}

static grn_status barrier_verify(const grn_op *op, grn_check *check)
{
    static const int32_t both = 3;
    if (grn_op_attr(op, "allowed_direction")->enumeration.value == both)
        return grn_op_fail(op, check, "cannot specify `BOTH` as the direction");
    return same_type(op, check);
}

static grn_status constant_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_op_attr(op, "value")->type);
}

/* ---- meaning ----------------------------------------------------------------------------------------------------------------- */

static grn_status identity_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    return x->share(x, &x->operands[0], NULL, &x->results[0]);
}

static grn_status group_eval(grn_exec *x, const grn_op *op)
{
    (void)x;
    (void)op;
    return GRN_OK;
}

static grn_status constant_eval(grn_exec *x, const grn_op *op)
{
    static const grn_rt nobodys = {.buffer = NULL};
    return x->share(x, &nobodys, &grn_op_attr(op, "value")->elements->tensor, &x->results[0]);
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

#define PORT(id, name, type) static const grn_port id[] = {{name, &type, GRN_ONE}, GRN_HLO_PORTS_END};
PORT(any_input, "input", grn_sdy_any)
PORT(any_result, "result", grn_sdy_any)
PORT(shaped_input, "input", grn_sdy_shaped)
PORT(shaped_result, "result", grn_sdy_shaped)
PORT(ranked_input, "input", grn_sdy_ranked)
PORT(ranked_result, "result", grn_sdy_ranked)
PORT(constant_results, "output", grn_sdy_static)
static const grn_port no_ports[] = {GRN_HLO_PORTS_END};
static const grn_attr_def sharding_attrs[] = {GRN_HLO_ATTR("sharding", grn_sdy_is_sharding), GRN_HLO_ATTRS_END};
static const grn_attr_def edge_attrs[] = {GRN_HLO_ATTR_MAYBE("sharding", grn_sdy_is_sharding), GRN_HLO_ATTRS_END};
static const grn_attr_def barrier_attrs[] = {GRN_HLO_ATTR("allowed_direction", grn_sdy_is_direction), GRN_HLO_ATTRS_END};
static const grn_attr_def group_attrs[] = {GRN_HLO_ATTR("group_id", grn_attr_is_i64), GRN_HLO_ATTRS_END};
static const grn_attr_def constant_attrs[] = {GRN_HLO_ATTR("value", grn_attr_is_elements), GRN_HLO_ATTRS_END};
static const grn_attr_def no_attrs[] = {GRN_HLO_ATTRS_END};

#define ROW(op, in, out, attributes, text, rule, meaning, flags)                                                                       \
    {.name = "sdy." #op, .source = "Shardy, sdy." #op, .operands = in, .results = out, .attrs = attributes, .traits = flags,            \
     .parse = text##_parse, .print = text##_print, .verify = rule, .eval = meaning, .work = GRN_WORK_OWN}

const grn_op_def grn_sdy_value_ops[] = {
    ROW(sharding_constraint, any_input, any_result, sharding_attrs, constraint, sharded_verify, identity_eval, GRN_TRAIT_VIEW),
    ROW(reshard, any_input, any_result, sharding_attrs, constraint, sharded_verify, identity_eval, GRN_TRAIT_PURE | GRN_TRAIT_VIEW),
    ROW(data_flow_edge, shaped_input, shaped_result, edge_attrs, edge, edge_verify, identity_eval, GRN_TRAIT_VIEW),
    ROW(func_data_flow_edge, shaped_input, shaped_result, no_attrs, function_edge, same_type, identity_eval, GRN_TRAIT_VIEW),
    ROW(propagation_barrier, ranked_input, ranked_result, barrier_attrs, barrier, barrier_verify, identity_eval,
        GRN_TRAIT_PURE | GRN_TRAIT_VIEW),
    ROW(sharding_group, ranked_input, no_ports, group_attrs, group, NULL, group_eval, GRN_TRAIT_VIEW),
    {.name = "sdy.constant", .source = "Shardy, sdy.constant", .operands = no_ports, .results = constant_results, .attrs = constant_attrs,
     .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .parse = constant_parse, .print = constant_print, .infer = constant_infer,
     .eval = constant_eval},
    {.name = NULL},
};
