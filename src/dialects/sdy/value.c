/*
 * value.c - ops of one value that say how it may be sharded: the value itself,
 * whole, to whoever runs them (Shardy, the op of each name).
 */
#include "dialects/sdy/sdy.h"

/* ---- text ------------------------------------------------------------------------------------ */

grn_status grn_sdy_parse_type(grn_parser *p, grn_op *op, const grn_use *use)
{
    const grn_type *type;
    grn_status status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status == GRN_OK)
        status = grn_parser_operands(p, op, 1, use, &type);
    return status == GRN_OK ? grn_parser_results(p, op, 1, &type) : status;
}

void grn_sdy_print_type(grn_printer *p, const grn_op *op, const char *const *skip)
{
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    grn_printer_type(p, grn_operand_type(op, 0));
}

static grn_status set_named(grn_parser *p, grn_op *op, const char *name, const grn_attr *value)
{
    return grn_parse_set(p, op, (grn_str){name, strlen(name)}, value);
}

static grn_status parse_sharding(grn_parser *p, grn_op *op, const char *name)
{
    const grn_attr *sharding;
    grn_status status = grn_sdy_parse_struct(p, &grn_sdy_sharding_attr, &sharding);
    return status == GRN_OK ? set_named(p, op, name, sharding) : status;
}

grn_status grn_sdy_parse_sharding_named(grn_parser *p, grn_op *op, const char *name, bool needed)
{
    if (!needed && !grn_parser_at(p, name))
        return GRN_OK;
    grn_status status = grn_parser_expect(p, name);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    return status == GRN_OK ? parse_sharding(p, op, name) : status;
}

static grn_status set_word(grn_parser *p, grn_op *op, const char *name, size_t i)
{
    grn_ir *ir = grn_parser_ir(p);
    return set_named(p, op, name, grn_attr_integer(ir, grn_type_integer(ir, 32, GRN_SIGNLESS), (int64_t)i));
}

/* A word in quotes. */
static grn_status parse_quoted_word(grn_parser *p, grn_op *op, const char *name, const char *const *words)
{
    grn_str word;
    const grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_string(p, &word);
    for (size_t i = 0; status == GRN_OK && words[i]; i++)
        if (grn_str_is(word, words[i]))
            return set_word(p, op, name, i);
    return status == GRN_OK
               ? grn_parser_fail(p, place, "invalid %s attribute specification: \"%.*s\"", name, (int)word.n, word.text)
               : status;
}

grn_status grn_sdy_parse_word(grn_parser *p, grn_op *op, const char *name, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        if (grn_parser_try(p, words[i]))
            return set_word(p, op, name, i);
    if (grn_parser_at_string(p))
        return parse_quoted_word(p, op, name, words);
    return GRN_OK;
}

static const char *const no_sharding[] = {"sharding", NULL};

/* `%x <@mesh, ..> : T` */
static grn_status constraint_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    grn_status status = grn_parser_use(p, &use);
    if (status == GRN_OK)
        status = parse_sharding(p, op, "sharding");
    return status == GRN_OK ? grn_sdy_parse_type(p, op, &use) : status;
}

static grn_status constraint_print(grn_printer *p, const grn_op *op)
{
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, " ");
    grn_printer_struct(p, grn_op_attr(op, "sharding"));
    grn_sdy_print_type(p, op, no_sharding);
    return GRN_OK;
}

/* `%x sharding=<..> : T` */
static grn_status edge_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    grn_status status = grn_parser_use(p, &use);
    if (status == GRN_OK)
        status = grn_sdy_parse_sharding_named(p, op, "sharding", false);
    return status == GRN_OK ? grn_sdy_parse_type(p, op, &use) : status;
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
    grn_sdy_print_type(p, op, no_sharding);
    return GRN_OK;
}

/* ---- rules ----------------------------------------------------------------------------------- */

grn_status grn_sdy_check_same_type(const grn_op *op, grn_check *check)
{
    if (grn_operand_type(op, 0) != grn_result_type(op, 0))
        return grn_op_fail(op, check, "requires the same type for all operands and results");
    return GRN_OK;
}

/* sharding_constraint, reshard: what stays unreduced does so by one operator. */
static grn_status constraint_verify(const grn_op *op, grn_check *check)
{
    const grn_attr *sharding = grn_op_attr(op, "sharding");
    grn_status status = grn_sdy_check_same_type(op, check);
    if (status == GRN_OK)
        status = grn_sdy_check_sharding(op, check, "", sharding, grn_result_type(op, 0));
    if (status != GRN_OK)
        return status;
    const grn_attr *from = grn_sdy_sharding_behind_barriers(check, op->operands[0], &status);
    return from ? grn_sdy_check_unreduced(op, check, from, sharding, NULL) : status;
}

/* Of an edge, which is all that uses its operand. */
static grn_status check_edge(const grn_op *op, grn_check *check, const char *operand)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_type *type = grn_result_type(op, 0), *tensor = grn_type_as_tensor(type);
    grn_status status = grn_sdy_check_same_type(op, check);
    if (status != GRN_OK)
        return status;
    if (!grn_type_is_shaped(tensor) || !grn_type_has_static_shape(tensor))
        return grn_op_fail(op, check, "expected %s to have a static-shaped result. type: '%s'", op->def->name,
                           grn_type_text(type, text, sizeof text));
    if (op->operands[0]->uses != 1)
        return grn_op_fail(op, check, "expected %s of %s to have a single user", operand, op->def->name);
    return GRN_OK;
}

/* data_flow_edge: what it is attached to is no op of this dialect that has no body. */
static grn_status edge_verify(const grn_op *op, grn_check *check)
{
    const grn_attr *sharding = grn_op_attr(op, "sharding");
    const grn_op *owner = op->operands[0]->def;
    grn_status status = check_edge(op, check, "input");
    if (status != GRN_OK)
        return status;
    if (owner && owner->name.n > 4 && memcmp(owner->name.text, "sdy.", 4) == 0 && owner->nregions == 0) {
        status =
            grn_op_fail(op, check,
                        "expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an "
                        "sdy.named_computation).");
        grn_note(check->diag, owner->place, "sdy op defining the input of the sdy.data_flow_edge");
        return status;
    }
    return sharding ? grn_sdy_check_sharding(op, check, "", sharding, grn_result_type(op, 0)) : GRN_OK;
}

/* func_data_flow_edge: of an argument of a function, or of what a call gives. */
static grn_status function_edge_verify(const grn_op *op, grn_check *check)
{
    const grn_value *v = op->operands[0];
    grn_status status = check_edge(op, check, "operand");
    if (status != GRN_OK)
        return status;
    if (v->def)
        return grn_str_is(v->def->name, "func.call")
                   ? GRN_OK
                   : grn_op_fail(op, check, "expected operand of sdy.func_data_flow_edge to be a result of call op.");
    const grn_op *owner = v->block->region->parent;
    return owner && grn_str_is(owner->name, "func.func")
               ? GRN_OK
               : grn_op_fail(op, check,
                             "expected operand of sdy.func_data_flow_edge to be a block argument of a func op.");
}

static grn_status barrier_verify(const grn_op *op, grn_check *check)
{
    grn_status status = grn_sdy_check_same_type(op, check);
    if (status == GRN_OK && grn_op_attr(op, "allowed_direction")->integer == GRN_SDY_BOTH)
        status = grn_op_fail(op, check,
                             "cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op "
                             "redundant.");
    return status;
}

/* ---- meaning --------------------------------------------------------------------------------- */

grn_status grn_sdy_share_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    return x->calls->share(x, &x->operands[0], NULL, &x->results[0]);
}

static grn_status group_eval(grn_exec *x, const grn_op *op)
{
    (void)x;
    (void)op;
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define PORT(id, name, type) static const grn_port id[] = {GRN_PORT(name, type), GRN_PORTS_END};
PORT(any_input, "input", grn_sdy_any)
PORT(any_result, "result", grn_sdy_any)
PORT(shaped_input, "input", grn_sdy_shaped)
PORT(shaped_result, "result", grn_sdy_shaped)
PORT(ranked_input, "input", grn_sdy_ranked)
PORT(ranked_result, "result", grn_sdy_ranked)
PORT(constant_results, "output", grn_sdy_static)
static const grn_attr_def sharding_attrs[] = {GRN_NEEDS("sharding", grn_sdy_is_sharding), GRN_ATTRS_END};
static const grn_enum_def directions = {
    .name = "sdy.propagation_direction", .keyword = grn_sdy_directions, .width = 32};
static const grn_attr_def barrier_attrs[] = {
    {"allowed_direction", &grn_sdy_is_direction, GRN_REQUIRED, &directions, NULL}, GRN_ATTRS_END};

#define ROW(op, does, in, out, has, ...) \
    GRN_ROW(GRN_NAME(sdy, op), does, "Shardy, sdy." #op, in, out, has, .work = GRN_WORK_OWN, __VA_ARGS__)
#define SHARES(text) .parse = text##_parse, .print = text##_print, .verify = text##_verify, .eval = grn_sdy_share_eval
#define SAME GRN_TRAIT_VIEW
#define PURE (GRN_TRAIT_PURE | GRN_TRAIT_VIEW)

const grn_op_def grn_sdy_value_ops[] = {
    ROW(sharding_constraint, "says how a tensor is sharded from here on", any_input, any_result, sharding_attrs,
        SHARES(constraint), .traits = SAME),
    ROW(reshard, "moves a tensor from its sharding to another", any_input, any_result, sharding_attrs,
        SHARES(constraint), .traits = PURE),
    ROW(data_flow_edge, "links values that must be sharded alike", shaped_input, shaped_result,
        GRN_ATTRS(GRN_MAY_HAVE("sharding", grn_sdy_is_sharding)), SHARES(edge), .traits = SAME),
    ROW(func_data_flow_edge, "links values of a function and of its calls that must be sharded alike", shaped_input,
        shaped_result, GRN_NO_ATTRS, .traits = SAME, .assembly = "%input {} : !input ~result=input",
        .verify = function_edge_verify, .eval = grn_sdy_share_eval),
    ROW(propagation_barrier, "stops shardings from spreading, in one direction or both", ranked_input, ranked_result,
        barrier_attrs, .traits = PURE,
        .assembly = "%input allowed_direction `` = `` $allowed_direction {} : !input ~result=input",
        .verify = barrier_verify, .eval = grn_sdy_share_eval),
    ROW(sharding_group, "puts a tensor into a group that is sharded alike", ranked_input, GRN_NO_PORTS,
        GRN_ATTRS(GRN_NEEDS("group_id", grn_attr_is_i64)), .traits = SAME,
        .assembly = "%input group_id `` = `` $group_id {} : !input", .eval = group_eval),
    GRN_ROW(GRN_NAME(sdy, constant), "gives a tensor that is written in the program", "Shardy, sdy.constant",
            GRN_NO_PORTS, constant_results, GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_elements)), .traits = PURE,
            .parse = grn_stablehlo_constant_parse, .print = grn_stablehlo_constant_print,
            .infer = grn_stablehlo_constant_infer, .eval = grn_stablehlo_constant_eval),
    {.name = NULL},
};
