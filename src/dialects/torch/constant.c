/*
 * constant.c - torch's constants, lists and literals, and torch_c's conversions between value
 * tensors and builtin ones.
 *
 *   torch.constant.int 1    torch.constant.bool false    torch.constant.float 1.0    torch.constant.str "sum"
 *   torch.constant.none     torch.vtensor.literal(dense<1> : tensor<2xsi64>) :
 *                           !torch.vtensor<[2],si64>
 */
#include "dialects/torch/torch.h"

/* ---- text of constants ----------------------------------------------------------------------- */

/* `torch.constant.int` is of type !torch.int. */
static const grn_type *constant_type(grn_ir *ir, const grn_op *op)
{
    static const char start[] = "torch.constant.", prefix[] = "!torch.";
    char text[64];
    grn_str kind = {op->name.text + sizeof start - 1, op->name.n - (sizeof start - 1)};
    memcpy(text, prefix, sizeof prefix - 1);
    memcpy(text + sizeof prefix - 1, kind.text, kind.n); /* a row's name: short */
    return grn_type_opaque(ir, (grn_str){text, sizeof prefix - 1 + kind.n});
}

static grn_status constant_parse(grn_parser *p, grn_op *op)
{
    const grn_attr *value = NULL;
    grn_status status = op->def->attrs ? grn_parser_attr(p, &value) : GRN_OK;
    if (status == GRN_OK && value)
        status = grn_parse_set(p, op, GRN_STR("value"), value);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    const grn_type *type = status == GRN_OK ? constant_type(grn_parser_ir(p), op) : NULL;
    if (status != GRN_OK)
        return status;
    return type ? grn_parser_results(p, op, 1, &type) : GRN_E_MEMORY;
}

static grn_status constant_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"value", NULL};
    const grn_attr *value = grn_op_attr(op, "value");
    if (value) {
        grn_printer_text(p, " ");
        grn_printer_attr_no_type(p, value);
    }
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Integers of a literal are si64 where the vtensor's are: signed is what a vtensor calls
 * signless. */
static grn_status literal_verify(const grn_op *op, grn_check *check)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    const grn_type *type = grn_op_attr(op, "value")->type, *result = grn_result_type(op, 0)->stands_for;
    bool same =
        type->kind == GRN_TYPE_TENSOR && type->element->dtype == result->element->dtype && type->rank == result->rank;
    for (int32_t d = 0; same && d < type->rank; d++)
        same = grn_stablehlo_dim_agrees(type->shape[d], result->shape[d]);
    if (same)
        return GRN_OK;
    return grn_op_fail(op, check, "value of type '%s' is not what the result's type '%s' stands for",
                       grn_type_text(type, have, sizeof have),
                       grn_type_text(grn_result_type(op, 0), want, sizeof want));
}

static const struct {
    const char *list;
    const grn_type_class *items;
} lists[] = {{"!torch.list<int>", &grn_torch_int},
             {"!torch.list<float>", &grn_torch_float},
             {"!torch.list<bool>", &grn_torch_bool},
             {"!torch.list<str>", &grn_torch_str},
             {"!torch.list<vtensor>", &grn_torch_tensor}};

static const grn_type_class *items_of(const grn_type *list)
{
    for (size_t i = 0; i < GRN_COUNT(lists); i++)
        if (grn_str_is(list->opaque, lists[i].list))
            return lists[i].items;
    return &grn_torch_any;
}

static grn_status list_verify(const grn_op *op, grn_check *check)
{
    const grn_type_class *items = items_of(grn_result_type(op, 0));
    char text[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; i < op->noperands; i++)
        if (!items->matches(grn_operand_type(op, i)))
            return grn_op_fail(op, check, "operand #%zu of a list must be %s, but got '%s'", i, items->text,
                               grn_type_text(grn_operand_type(op, i), text, sizeof text));
    return GRN_OK;
}

static grn_status convert_verify(const grn_op *op, grn_check *check)
{
    if (grn_types_compatible(grn_type_at_run(grn_operand_type(op, 0)), grn_type_at_run(grn_result_type(op, 0))))
        return GRN_OK;
    return grn_op_fail(op, check, "operand and result must be the same size and dtype");
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status new_number(grn_exec *x, grn_dtype dtype, const void *value)
{
    grn_status status = x->calls->alloc(x, dtype, 0, NULL, &x->results[0]);
    if (status == GRN_OK)
        memcpy(x->results[0].tensor.data, value, grn_dtype_bytes(dtype));
    return status;
}

static grn_status int_eval(grn_exec *x, const grn_op *op)
{
    return new_number(x, GRN_I64, &grn_op_attr(op, "value")->integer);
}

static grn_status float_eval(grn_exec *x, const grn_op *op)
{
    return new_number(x, GRN_F64, &grn_op_attr(op, "value")->real);
}

static grn_status bool_eval(grn_exec *x, const grn_op *op)
{
    unsigned char value = grn_op_attr(op, "value")->boolean;
    return new_number(x, GRN_I1, &value);
}

/* A string is read where it is used, none is known by its type: no value flows. */
static grn_status nothing_eval(grn_exec *x, const grn_op *op)
{
    (void)x;
    (void)op;
    return GRN_OK;
}

/* In a run a list is a tuple. */
static grn_status list_eval(grn_exec *x, const grn_op *op)
{
    size_t n = op->noperands, bytes;
    grn_rt *list = &x->results[0];
    grn_status status = GRN_OK;
    if (n == 0)
        return GRN_OK;
    if (!grn_mul_size(n, sizeof *list->members, &bytes) || !(list->members = grn_allocate(x->allocator, bytes)))
        return grn_exec_fail(x, op, GRN_E_MEMORY, "memory for a list of %zu was refused", n);
    memset(list->members, 0, bytes);
    list->nmembers = n;
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = x->calls->share(x, &x->operands[i], NULL, &list->members[i]);
    return status;
}

static grn_status share_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    return x->calls->share(x, &x->operands[0], NULL, &x->results[0]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port one_tensor[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_port items[] = {GRN_PORT_ANY("elements", grn_torch_any), GRN_PORTS_END};
static const grn_port list_result[] = {GRN_PORT("result", grn_torch_list), GRN_PORTS_END};
static const grn_port int_result[] = {GRN_PORT("result", grn_torch_int), GRN_PORTS_END};
static const grn_port float_result[] = {GRN_PORT("result", grn_torch_float), GRN_PORTS_END};
static const grn_port bool_result[] = {GRN_PORT("result", grn_torch_bool), GRN_PORTS_END};
static const grn_port str_result[] = {GRN_PORT("result", grn_torch_str), GRN_PORTS_END};
static const grn_port none_result[] = {GRN_PORT("result", grn_torch_none), GRN_PORTS_END};

#define CONSTANT(kind, does, schema, run)                                                                \
    {                                                                                                    \
        .name = "torch.constant." #kind, .summary = does, .source = "torch-mlir, torch.constant." #kind, \
        .operands = GRN_NO_PORTS, .results = kind##_result, .attrs = schema, .traits = GRN_TRAIT_PURE,   \
        .parse = constant_parse, .print = constant_print, .eval = run                                    \
    }
#define CONVERSION(op, does, from, to)                                                                                \
    {                                                                                                                 \
        .name = "torch_c." op, .summary = does, .source = "torch-mlir, torch_c." op, .operands = from, .results = to, \
        .traits = GRN_TRAIT_PURE, .parse = grn_plain_parse, .print = grn_plain_print, .verify = convert_verify,       \
        .eval = share_eval, .work = GRN_WORK_OWN                                                                      \
    }

const grn_op_def grn_torch_constant_ops[] = {
    CONSTANT(int, "gives an integer that is written in the program", GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_i64)),
             int_eval),
    CONSTANT(float, "gives a float that is written in the program", GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_f64)),
             float_eval),
    CONSTANT(bool, "gives a boolean that is written in the program", GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_bool)),
             bool_eval),
    CONSTANT(str, "gives a string that is written in the program", GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_string)),
             nothing_eval),
    CONSTANT(none, "gives None", NULL, nothing_eval),
    GRN_ROW("torch.prim.ListConstruct", "makes a list", "torch-mlir, torch.prim.ListConstruct, PT-12", items,
            list_result, GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE, .format = "%* {} :fn", .verify = list_verify,
            .eval = list_eval, .work = GRN_WORK_OWN),
    GRN_ROW("torch.vtensor.literal", "gives a tensor that is written in the program",
            "torch-mlir, torch.vtensor.literal", GRN_NO_PORTS, grn_torch_one_tensor,
            GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_elements)), .traits = GRN_TRAIT_PURE,
            .assembly = "( $value ) {} : !result", .verify = literal_verify, .eval = grn_elements_eval),
    {.name = NULL},
};

const grn_op_def grn_torch_c_ops[] = {
    CONVERSION("from_builtin_tensor", "a tensor of MLIR's as one of torch's", one_tensor, grn_torch_one_tensor),
    CONVERSION("to_builtin_tensor", "a tensor of torch's as one of MLIR's", grn_torch_one_tensor, one_tensor),
    {.name = NULL},
};
