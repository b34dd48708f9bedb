/* control_text.c - while, optimization_barrier, tuple and get_tuple_element as text. */
#include "dialects/stablehlo/control.h"

/* ---- what several share ---------------------------------------------------------------------- */

static const char *const nothing[] = {NULL};

static void print_types(grn_printer *p, const grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++) {
        grn_printer_text(p, i ? ", " : " : ");
        grn_printer_type(p, grn_operand_type(op, i));
    }
}

/* `T, T, ...`, as many as there are operands. */
static grn_status parse_types(grn_parser *p, const grn_op *op, const grn_vec *uses, grn_vec *types)
{
    grn_status status = GRN_OK;
    do {
        const grn_type **type = grn_vec_push(types);
        if (!type)
            return GRN_E_MEMORY;
        status = grn_parser_type(p, type);
    } while (status == GRN_OK && grn_parser_try(p, ","));
    if (status == GRN_OK && types->count != uses->count)
        return grn_parser_uneven(p, op->place, uses->count, types->count);
    return status;
}

/* Each operand's type is also the result's at its place. */
static grn_status operands_and_results(grn_parser *p, grn_op *op, const grn_vec *uses)
{
    grn_vec types;
    grn_vec_init(&types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_status status = parse_types(p, op, uses, &types);
    if (status == GRN_OK)
        status = grn_parser_operands(p, op, uses->count, uses->items, types.items);
    if (status == GRN_OK)
        status = grn_parser_results(p, op, uses->count, types.items);
    grn_vec_destroy(&types);
    return status;
}

/* ---- while ----------------------------------------------------------------------------------- */

/* `(%iterArg = %0, ...)` */
static grn_status parse_bindings(grn_parser *p, grn_vec *args, grn_vec *uses)
{
    grn_status status = grn_parser_expect(p, "(");
    if (status != GRN_OK || grn_parser_try(p, ")"))
        return status;
    do {
        grn_use name;
        grn_use *use = grn_vec_push(uses);
        grn_region_arg *arg = grn_vec_push(args);
        if (!use || !arg)
            return GRN_E_MEMORY;
        status = grn_parser_use(p, &name);
        *arg = (grn_region_arg){.name = name.name, .place = name.place};
        if (status == GRN_OK)
            status = grn_parser_expect(p, "=");
        if (status == GRN_OK)
            status = grn_parser_use(p, use);
    } while (status == GRN_OK && grn_parser_try(p, ","));
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

static grn_status parse_loop_types(grn_parser *p, grn_op *op, grn_vec *args, const grn_vec *uses)
{
    grn_region_arg *arg = args->items;
    if (uses->count == 0)
        return grn_parser_results(p, op, 0, NULL);
    grn_status status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = operands_and_results(p, op, uses);
    for (size_t i = 0; status == GRN_OK && i < args->count; i++)
        arg[i].type = grn_result_type(op, i);
    return status;
}

/* Both regions take arguments of the same names. */
static grn_status parse_loop(grn_parser *p, grn_op *op, grn_vec *args, grn_vec *uses)
{
    grn_status status = parse_bindings(p, args, uses);
    if (status == GRN_OK)
        status = parse_loop_types(p, op, args, uses);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, true);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "cond");
    if (status == GRN_OK)
        status = grn_parser_region(p, op, args->count, args->items);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "do");
    return status == GRN_OK ? grn_parser_region(p, op, args->count, args->items) : status;
}

grn_status grn_hlo_while_parse(grn_parser *p, grn_op *op)
{
    grn_vec args, uses;
    grn_vec_init(&args, grn_parser_ir(p)->allocator, sizeof(grn_region_arg));
    grn_vec_init(&uses, grn_parser_ir(p)->allocator, sizeof(grn_use));
    grn_status status = parse_loop(p, op, &args, &uses);
    grn_vec_destroy(&args);
    grn_vec_destroy(&uses);
    return status;
}

/* Arguments of sibling regions are numbered alike, so the condition's names are the body's too. */
grn_status grn_hlo_while_print(grn_printer *p, const grn_op *op)
{
    const grn_block *cond = op->regions[0].first;
    grn_printer_text(p, "(");
    for (size_t i = 0; i < op->noperands && i < cond->nargs; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_value(p, &cond->args[i]);
        grn_printer_text(p, " = ");
        grn_printer_value(p, op->operands[i]);
    }
    grn_printer_text(p, ")");
    print_types(p, op);
    grn_printer_attr_dict(p, op, nothing, " attributes ");
    grn_printer_newline(p);
    grn_printer_text(p, "cond ");
    grn_printer_region(p, &op->regions[0], false);
    grn_printer_text(p, " do ");
    grn_printer_region(p, &op->regions[1], false);
    return GRN_OK;
}

/* ---- optimization_barrier -------------------------------------------------------------------- */

/* `{..} %a, %b : T, T`, or `{..} ()` of nothing. */
static grn_status parse_barrier(grn_parser *p, grn_op *op, grn_vec *uses)
{
    grn_status status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK && grn_parser_try(p, "(")) {
        status = grn_parser_expect(p, ")");
        return status == GRN_OK ? grn_parser_results(p, op, 0, NULL) : status;
    }
    if (status == GRN_OK && !grn_parser_at_use(p))
        return grn_parser_expect(p, "("); /* of nothing: upstream's message */
    if (status == GRN_OK)
        status = grn_parser_use_list(p, uses);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    return status == GRN_OK ? operands_and_results(p, op, uses) : status;
}

grn_status grn_hlo_barrier_parse(grn_parser *p, grn_op *op) { return grn_parser_with_uses(p, op, parse_barrier); }

grn_status grn_hlo_barrier_print(grn_printer *p, const grn_op *op)
{
    grn_printer_attr_dict(p, op, nothing, " ");
    if (op->noperands == 0) {
        grn_printer_text(p, "()");
        return GRN_OK;
    }
    grn_printer_text(p, " ");
    grn_printer_values(p, op->operands, op->noperands);
    print_types(p, op);
    return GRN_OK;
}

/* ---- tuple ----------------------------------------------------------------------------------- */

/* `%a, %b : tuple<T, T>`: the members' types are the operands'. */
static grn_status parse_tuple(grn_parser *p, grn_op *op, grn_vec *uses)
{
    const grn_type *type;
    grn_status status = grn_parser_at_use(p) ? grn_parser_uses(p, uses) : GRN_OK;
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK && grn_parser_at(p, "("))
        return grn_hlo_parse_function_type(p, op, uses->count, uses->items);
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status != GRN_OK)
        return status;
    if (type->kind != GRN_TYPE_TUPLE)
        return grn_parser_fail(p, place, "expected tuple type");
    if (type->count != uses->count)
        return grn_parser_uneven(p, op->place, uses->count, type->count);
    status = grn_parser_operands(p, op, uses->count, uses->items, type->members);
    return status == GRN_OK ? grn_parser_results(p, op, 1, &type) : status;
}

grn_status grn_hlo_tuple_parse(grn_parser *p, grn_op *op) { return grn_parser_with_uses(p, op, parse_tuple); }

static bool says_operands(const grn_op *op)
{
    const grn_type *tuple = grn_result_type(op, 0);
    bool says = tuple->kind == GRN_TYPE_TUPLE && tuple->count == op->noperands;
    for (size_t i = 0; says && i < op->noperands; i++)
        says = tuple->members[i] == grn_operand_type(op, i);
    return says;
}

grn_status grn_hlo_tuple_print(grn_printer *p, const grn_op *op)
{
    if (op->noperands)
        grn_printer_text(p, " ");
    grn_printer_values(p, op->operands, op->noperands);
    grn_printer_attr_dict(p, op, nothing, " ");
    grn_printer_text(p, " : ");
    if (says_operands(op))
        grn_printer_type(p, grn_result_type(op, 0));
    else
        grn_printer_function_type(p, op);
    return GRN_OK;
}

/* ---- get_tuple_element ----------------------------------------------------------------------- */

/* `%0[1] : (tuple<T, T>) -> T` */
grn_status grn_hlo_get_tuple_element_parse(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_use use;
    int64_t index = 0;
    grn_status status = grn_parser_use(p, &use);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "[");
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_i64(p, &index);
    if (status == GRN_OK && index > INT32_MAX)
        return grn_parser_fail(p, place, "integer constant out of range for attribute");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "]");
    if (status != GRN_OK)
        return status;
    const grn_attr *attr = grn_attr_integer(ir, grn_type_integer(ir, 32, GRN_SIGNLESS), index);
    if (!attr || !grn_op_set_attr(ir, op, GRN_STR("index"), attr))
        return GRN_E_MEMORY;
    return grn_hlo_parse_tail(p, op, 1, &use);
}

grn_status grn_hlo_get_tuple_element_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"index", NULL};
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, "[");
    grn_printer_i64(p, grn_op_integer(op, "index", 0));
    grn_printer_text(p, "]");
    grn_hlo_print_tail(p, op, skip);
    return GRN_OK;
}
