/* cf.c - branches between blocks, and assert (MLIR cf dialect): read, checked and printed, not
 * run. */
#include <stdio.h>

#include "dialects/common/foreign.h"

#define CF(op, does, ins, attrs, ...) GRN_FOREIGN("cf", op, does, ins, GRN_NO_PORTS, attrs, __VA_ARGS__)

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status br_verify(const grn_op *op, grn_check *check)
{
    const size_t first = 0, handed = op->noperands;
    return grn_verify_successors(op, check, 1, &first, &handed);
}

static grn_status cond_br_verify(const grn_op *op, grn_check *check)
{
    const int64_t *sizes;
    grn_status status = grn_tensor_segments(op, check, 3, &sizes);
    if (status != GRN_OK)
        return status;
    const size_t first[] = {1, 1 + (size_t)sizes[1]}, handed[] = {(size_t)sizes[1], (size_t)sizes[2]};
    return grn_verify_successors(op, check, 2, first, handed);
}

/* The operands of the default, then those of each case, by two attributes. */
static grn_status switch_verify(const grn_op *op, grn_check *check)
{
    const int64_t *sizes, *cases;
    size_t ncases, at;
    grn_status status = grn_tensor_segments(op, check, 3, &sizes);
    if (status != GRN_OK)
        return status;
    if (!grn_op_dims(op, "case_operand_segments", &ncases, &cases) || ncases + 1 != op->nsuccessors)
        return grn_op_fail(op, check, "expects as many case operand segments as case destinations");
    const size_t first = 1;
    size_t handed = (size_t)sizes[1];
    status = grn_verify_successor(op, check, 0, first, handed);
    at = first + handed;
    for (size_t i = 0; status == GRN_OK && i < ncases; i++) {
        if (cases[i] < 0 || (size_t)cases[i] > op->noperands - at)
            return grn_op_fail(op, check, "expects case operand segments that add up to the case operands");
        handed = (size_t)cases[i];
        status = grn_verify_successor(op, check, i + 1, at, handed);
        at += handed;
    }
    return status;
}

/* ---- text ------------------------------------------------------------------------------------ */

/* `^bb1(%a, %b : T, U)` or `^bb1`; how many operands into *handed. */
static grn_status read_target(grn_parser *p, grn_op *op, grn_uses *uses, size_t *handed)
{
    size_t before = uses->use.count;
    grn_status status = grn_parser_successor(p, op);
    *handed = 0;
    if (status != GRN_OK || !grn_parser_try(p, "("))
        return status;
    status = grn_parser_uses(p, &uses->use);
    *handed = uses->use.count - before;
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    for (size_t i = 0; status == GRN_OK && i < *handed; i++) {
        const grn_type *type;
        if (i)
            status = grn_parser_expect(p, ",");
        if (status == GRN_OK)
            status = grn_parser_type(p, &type);
        if (status == GRN_OK)
            status = grn_uses_type(uses, type);
    }
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

static grn_status parse_br(grn_parser *p, grn_op *op, grn_uses *uses)
{
    size_t handed;
    grn_status status = read_target(p, op, uses, &handed);
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

/* An operand of type i1. */
static grn_status read_condition(grn_parser *p, grn_uses *uses)
{
    const grn_type *bit = grn_type_integer(grn_parser_ir(p), 1, GRN_SIGNLESS);
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = bit ? grn_uses_type(uses, bit) : GRN_E_MEMORY;
    return status == GRN_OK ? grn_parser_expect(p, ",") : status;
}

static grn_status parse_cond_br(grn_parser *p, grn_op *op, grn_uses *uses)
{
    size_t sizes[3] = {1, 0, 0};
    grn_status status = read_condition(p, uses);
    if (status == GRN_OK)
        status = read_target(p, op, uses, &sizes[1]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = read_target(p, op, uses, &sizes[2]);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? grn_set_segments(p, op, 3, sizes) : status;
}

typedef struct switch_cases {
    grn_vec value;  /* int64_t */
    grn_vec handed; /* int32_t */
} switch_cases;

/* `, 42: ^bb1(%a : T)` */
static grn_status read_case(grn_parser *p, grn_op *op, grn_uses *uses, switch_cases *cases)
{
    int64_t *value = grn_vec_push(&cases->value);
    int32_t *handed = grn_vec_push(&cases->handed);
    size_t count;
    grn_status status = value && handed ? grn_parser_i64(p, value) : GRN_E_MEMORY;
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = read_target(p, op, uses, &count);
    if (status == GRN_OK)
        *handed = (int32_t)count;
    return status;
}

/* dense<[42, 43]> : vector<2xi32>, by way of its text */
static grn_status set_values(grn_parser *p, grn_op *op, const switch_cases *cases, const grn_type *flag)
{
    grn_ir *ir = grn_parser_ir(p);
    const int64_t *v = cases->value.items;
    char type[GRN_TYPE_TEXT_BYTES];
    size_t room = 64 + sizeof type + 24 * cases->value.count, n;
    char *text = grn_arena_alloc(&ir->arena, room);
    const grn_attr *value;
    if (!text)
        return GRN_E_MEMORY;
    n = (size_t)snprintf(text, room, "dense<[");
    for (size_t i = 0; i < cases->value.count; i++)
        n += (size_t)snprintf(text + n, room - n, i ? ", %lld" : "%lld", (long long)v[i]);
    snprintf(text + n, room - n, "]> : vector<%zux%s>", cases->value.count, grn_type_text(flag, type, sizeof type));
    if (grn_text_parse_attr(ir, text, strlen(text), NULL, NULL, &value) != GRN_OK)
        return grn_parser_fail(p, op->place, "expects case values that are integers of the flag's type");
    return grn_parse_set(p, op, GRN_STR("case_values"), value);
}

static grn_status set_cases(grn_parser *p, grn_op *op, const switch_cases *cases, size_t to_default,
                            const grn_type *flag)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_type *i32 = grn_type_integer(ir, 32, GRN_SIGNLESS);
    const int32_t *handed = cases->handed.items;
    size_t sizes[3] = {1, to_default, 0}, n = cases->handed.count;
    for (size_t i = 0; i < n; i++)
        sizes[2] += (size_t)handed[i];
    void *copy = n ? grn_arena_copy(&ir->arena, handed, n * sizeof *handed) : grn_arena_alloc(&ir->arena, 1);
    grn_status status = grn_set_segments(p, op, 3, sizes);
    if (status == GRN_OK)
        status = grn_parse_set(
            p, op, GRN_STR("case_operand_segments"),
            i32 && copy
                ? grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_DENSE_ARRAY, .type = i32, .dense_array = {n, copy}})
                : NULL);
    return status == GRN_OK && n ? set_values(p, op, cases, flag) : status;
}

static grn_status read_cases(grn_parser *p, grn_op *op, grn_uses *uses, switch_cases *cases)
{
    const grn_type *flag;
    size_t to_default;
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &flag);
    if (status == GRN_OK)
        status = grn_uses_type(uses, flag);
    static const char *const opening[] = {",", "[", "default", ":"};
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(opening); i++)
        status = grn_parser_expect(p, opening[i]);
    if (status == GRN_OK)
        status = read_target(p, op, uses, &to_default);
    while (status == GRN_OK && grn_parser_try(p, ","))
        status = read_case(p, op, uses, cases);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "]");
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? set_cases(p, op, cases, to_default, flag) : status;
}

static grn_status parse_switch(grn_parser *p, grn_op *op, grn_uses *uses)
{
    switch_cases cases;
    grn_vec_init(&cases.value, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_vec_init(&cases.handed, grn_parser_ir(p)->allocator, sizeof(int32_t));
    grn_status status = read_cases(p, op, uses, &cases);
    grn_vec_destroy(&cases.value);
    grn_vec_destroy(&cases.handed);
    return status;
}

static grn_status with_uses(grn_parser *p, grn_op *op, grn_status (*parse)(grn_parser *p, grn_op *op, grn_uses *uses))
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse(p, op, &uses);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &uses);
    grn_uses_end(&uses);
    return status == GRN_OK ? grn_parser_results(p, op, 0, NULL) : status;
}

static grn_status br_parse(grn_parser *p, grn_op *op) { return with_uses(p, op, parse_br); }
static grn_status cond_br_parse(grn_parser *p, grn_op *op) { return with_uses(p, op, parse_cond_br); }
static grn_status switch_parse(grn_parser *p, grn_op *op) { return with_uses(p, op, parse_switch); }

/* `^bb1(%a : T)` */
static void print_target(grn_printer *p, const grn_op *op, size_t successor, size_t first, size_t count)
{
    grn_printer_block(p, op->successors[successor]);
    if (count == 0)
        return;
    grn_printer_text(p, "(");
    grn_printer_values(p, op->operands + first, count);
    for (size_t i = 0; i < count; i++) {
        grn_printer_text(p, i ? ", " : " : ");
        grn_printer_type(p, grn_operand_type(op, first + i));
    }
    grn_printer_text(p, ")");
}

static grn_status br_print(grn_printer *p, const grn_op *op)
{
    grn_printer_text(p, " ");
    print_target(p, op, 0, 0, op->noperands);
    grn_printer_attr_dict(p, op, NULL, " ");
    return GRN_OK;
}

static grn_status cond_br_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"operandSegmentSizes", NULL};
    const int64_t *sizes;
    size_t n;
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, ", ");
    if (!grn_op_dims(op, "operandSegmentSizes", &n, &sizes) || n != 3 || sizes[1] < 0 ||
        (size_t)sizes[1] > op->noperands - 1)
        return GRN_E_VERIFY;
    print_target(p, op, 0, 1, (size_t)sizes[1]);
    grn_printer_text(p, ", ");
    print_target(p, op, 1, 1 + (size_t)sizes[1], op->noperands - 1 - (size_t)sizes[1]);
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_op_def ops[] = {
    CF("br", "goes to a block", GRN_PORTS(GRN_ANY_OF("destOperands")), GRN_NO_ATTRS, .traits = GRN_TRAIT_TERMINATOR,
       .parse = br_parse, .print = br_print, .verify = br_verify),
    CF("cond_br", "goes to one of two blocks by a boolean",
       GRN_PORTS(GRN_ONE_OF("condition"), GRN_ANY_OF("trueDestOperands"), GRN_ANY_OF("falseDestOperands")),
       GRN_ATTRS(GRN_SEGMENTS), .traits = GRN_TRAIT_TERMINATOR, .parse = cond_br_parse, .print = cond_br_print,
       .verify = cond_br_verify),
    CF("switch", "goes to one of several blocks by an integer",
       GRN_PORTS(GRN_ONE_OF("flag"), GRN_ANY_OF("defaultOperands"), GRN_ANY_OF("caseOperands")),
       GRN_ATTRS(GRN_MAY_HAVE("case_values", grn_attr_is_any), GRN_NEEDS("case_operand_segments", grn_is_segment_sizes),
                 GRN_SEGMENTS),
       .traits = GRN_TRAIT_TERMINATOR, .parse = switch_parse, .verify = switch_verify),
    CF("assert", "fails the run with a message where a boolean is false", GRN_PORTS(GRN_ONE_OF("arg")),
       GRN_ATTRS(GRN_NEEDS("msg", grn_attr_is_string)), .assembly = "%arg , $msg {} ~arg=i1"),
    {.name = NULL},
};
static const grn_op_def *const tables[] = {ops, NULL};

const grn_dialect grn_dialect_cf = {.name = "cf", .uniform = &grn_uniform_ops, .ops = tables};
