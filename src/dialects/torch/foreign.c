/*
 * foreign.c - what torch-mlir's programs have around their calls and is not run here: operators by
 * name (those that have no op here), loops and branches, object graphs, global slots, shape and
 * dtype functions (torch-mlir's documentation of the torch dialect).
 */
#include "dialects/common/foreign.h"
#include "dialects/torch/torch.h"

#define TORCH(op, does, ins, outs, has, ...)                                                                       \
    {                                                                                                              \
        .name = "torch." op, .summary = does, .source = "torch-mlir, torch." op, .operands = ins, .results = outs, \
        .attrs = has, .no_meaning = GRN_NOT_RUN, __VA_ARGS__                                                       \
    }
#define ONE(name) GRN_PORTS(GRN_ONE_OF(name))
#define ANY(name) GRN_PORTS(GRN_ANY_OF(name))
#define NAMED(attr) GRN_NEEDS(attr, grn_attr_is_string)
#define SYMBOL GRN_NEEDS("sym_name", grn_attr_is_string)
#define YIELD(op, does)                                                                         \
    TORCH(op, does, ANY("results"), GRN_NO_PORTS, GRN_NO_ATTRS, .traits = GRN_TRAIT_TERMINATOR, \
          .assembly = "[? %results : !results ?] {}")
#define TWO_REGIONS(op, does, word)                                            \
    TORCH(op, does, GRN_NO_PORTS, ANY("results"), GRN_NO_ATTRS, .nregions = 2, \
          .assembly = "{0} " word " {1} {} : !results")

/* ---- `[ @x(%a : T) @y(%b : U) ]` ------------------------------------------------------------- */

typedef struct slots {
    grn_uses uses;
    grn_vec names; /* const grn_attr * */
} slots;

static grn_status read_slot(grn_parser *p, slots *s)
{
    grn_str name;
    const grn_type *type;
    const grn_attr **slot = grn_vec_push(&s->names);
    grn_status status = slot ? grn_parser_symbol(p, &name) : GRN_E_MEMORY;
    if (status == GRN_OK && !(*slot = grn_attr_symbol(grn_parser_ir(p), name)))
        return GRN_E_MEMORY;
    if (status == GRN_OK)
        status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_uses_read(p, &s->uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status == GRN_OK)
        status = grn_uses_type(&s->uses, type);
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

static grn_status read_slots(grn_parser *p, grn_op *op, slots *s)
{
    grn_status status = grn_parser_expect(p, "[");
    while (status == GRN_OK && !grn_parser_try(p, "]")) {
        status = read_slot(p, s);
        grn_parser_try(p, ",");
    }
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("slotSymNames"),
                               grn_attr_array(grn_parser_ir(p), s->names.count, s->names.items));
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &s->uses);
    return status == GRN_OK ? grn_parser_results(p, op, 0, NULL) : status;
}

static grn_status slots_parse(grn_parser *p, grn_op *op)
{
    slots s;
    grn_uses_init(p, &s.uses);
    grn_vec_init(&s.names, grn_parser_ir(p)->allocator, sizeof(const grn_attr *));
    grn_status status = read_slots(p, op, &s);
    grn_uses_end(&s.uses);
    grn_vec_destroy(&s.names);
    return status;
}

/* ---- copies: only the result's type is written, the operand's is the other kind of tensor's -- */

static grn_status parse_copy(grn_parser *p, grn_op *op, const char *from, const char *to, grn_uses *uses)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_type *result;
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &result);
    if (status != GRN_OK)
        return status;
    size_t nfrom = strlen(from), nto = strlen(to), rest = result->kind == GRN_TYPE_OPAQUE ? result->opaque.n - nto : 0;
    if (result->kind != GRN_TYPE_OPAQUE || result->opaque.n < nto || memcmp(result->opaque.text, to, nto) != 0)
        return grn_parser_fail(p, op->place, "expects a result of type '%s<..>'", to);
    char *text = grn_arena_alloc(&ir->arena, nfrom + rest);
    if (!text)
        return GRN_E_MEMORY;
    memcpy(text, from, nfrom);
    memcpy(text + nfrom, result->opaque.text + nto, rest);
    const grn_type *operand = grn_type_opaque(ir, (grn_str){text, nfrom + rest});
    status = operand ? grn_uses_type(uses, operand) : GRN_E_MEMORY;
    return status == GRN_OK ? grn_uses_finish(p, op, uses, result) : status;
}

static grn_status copy_parse(grn_parser *p, grn_op *op, const char *from, const char *to)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_copy(p, op, from, to, &uses);
    grn_uses_end(&uses);
    return status;
}

static grn_status to_tensor_parse(grn_parser *p, grn_op *op)
{
    return copy_parse(p, op, "!torch.vtensor", "!torch.tensor");
}
static grn_status to_vtensor_parse(grn_parser *p, grn_op *op)
{
    return copy_parse(p, op, "!torch.tensor", "!torch.vtensor");
}

static grn_status copy_print(grn_printer *p, const grn_op *op)
{
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_attr_dict(p, op, NULL, " ");
    grn_printer_text(p, " : ");
    grn_printer_type(p, grn_result_type(op, 0));
    return GRN_OK;
}

/* ---- operators by name ----------------------------------------------------------------------- */

static bool fit(const grn_port *ports, size_t count, const grn_op *op, const grn_type *(*type)(const grn_op *, size_t))
{
    size_t i = 0;
    for (; i < count && ports && ports[i].name; i++)
        if (ports[i].how_many != GRN_ONE || !ports[i].type || !ports[i].type->matches(type(op, i)))
            return false;
    return i == count && !(ports && ports[i].name);
}

static const grn_type *operand_type(const grn_op *op, size_t i) { return grn_operand_type(op, i); }
static const grn_type *result_type(const grn_op *op, size_t i) { return grn_result_type(op, i); }

/* torch-mlir writes what it has no op for as an operator of that name. It is the op of that name
 * where there is one here that takes its types. */
static grn_status operator_parse(grn_parser *p, grn_op *op)
{
    static const char aten[] = "torch.aten.";
    const grn_status status = grn_parser_by_assembly(p, op, op->def);
    const grn_attr *name = status == GRN_OK ? grn_op_attr(op, "name") : NULL;
    if (!name || name->kind != GRN_ATTR_STRING || name->text.n < sizeof aten - 1 || op->nattrs != 1 || op->nregions ||
        memcmp(name->text.text, aten, sizeof aten - 1) != 0)
        return status;
    const grn_op_def *row = grn_ir_find_op(grn_parser_ir(p), name->text);
    if (!row || !fit(row->operands, op->noperands, op, operand_type) ||
        !fit(row->results, op->nresults, op, result_type))
        return status;
    grn_op_drop_attr(op, "name");
    op->def = row;
    op->name = (grn_str){row->name, strlen(row->name)};
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_torch_foreign_ops[] = {
    TORCH("operator", "an operator of PyTorch's that has no op of its own", ANY("operands"), ANY("results"),
          GRN_ATTRS(NAMED("name")), .nregions = -1, .parse = operator_parse,
          .assembly = "$name ( %operands ) {} : !fn"),
    TORCH("constant.device", "gives a device by its name", GRN_NO_PORTS, ONE("result"), GRN_ATTRS(NAMED("value")),
          .assembly = "$value {} ~result=!torch.Device"),
    TORCH("tensor.literal", "gives a tensor that is written in the program, not a value", GRN_NO_PORTS, ONE("result"),
          GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_elements)), .assembly = "( $value ) {} : !result"),
    TORCH("copy.to_tensor", "a new tensor that may be changed, of a value", ONE("value"), ONE("result"), GRN_NO_ATTRS,
          .parse = to_tensor_parse, .print = copy_print),
    TORCH("copy.to_vtensor", "the value that a tensor has now", ONE("value"), ONE("result"), GRN_NO_ATTRS,
          .parse = to_vtensor_parse, .print = copy_print),
    TORCH("overwrite.tensor.contents", "writes a value into a tensor",
          GRN_PORTS(GRN_ONE_OF("value"), GRN_ONE_OF("overwritten")), GRN_NO_PORTS, GRN_NO_ATTRS,
          .assembly = "%value overwrites %overwritten {} : !value , !overwritten"),
    TORCH("tensor_static_info_cast", "the same tensor with other knowledge of its type", ONE("operand"), ONE("result"),
          GRN_NO_ATTRS, .assembly = "%operand {} : !operand to !result"),
    TORCH("runtime.assert", "fails the run with a message where a boolean is false", ONE("condition"), GRN_NO_PORTS,
          GRN_ATTRS(NAMED("message")), .assembly = "%condition , $message {} ~condition=!torch.bool"),
    TORCH("symbolic_int", "names an extent that is not known", GRN_NO_PORTS, ONE("result"),
          GRN_ATTRS(NAMED("symbol_name"), GRN_MAY_HAVE("min_val", grn_attr_is_any),
                    GRN_MAY_HAVE("max_val", grn_attr_is_any)),
          .assembly = "$symbol_name {} : !result"),
    TORCH("bind_symbolic_shape", "says a tensor's shape by such names",
          GRN_PORTS(GRN_ONE_OF("operand"), GRN_ANY_OF("shape_symbols")), GRN_NO_PORTS,
          GRN_ATTRS(GRN_NEEDS("shape_expressions", grn_attr_is_any)),
          .assembly = "%operand , [ %shape_symbols ] , $shape_expressions {} : !operand ~shape_symbols=!torch.int"),
    /* control */
    TORCH("prim.If", "runs one of two regions by a boolean", ONE("condition"), ANY("results"), GRN_NO_ATTRS,
          .nregions = 2, .assembly = "%condition -> ( !results ) {0} else {1} {} ~condition=!torch.bool"),
    YIELD("prim.If.yield", "ends a region of torch.prim.If"),
    TORCH("prim.Loop", "a loop of so many iterations, while a condition holds",
          GRN_PORTS(GRN_ONE_OF("maxTripCount"), GRN_ONE_OF("initialCondition"), GRN_ANY_OF("iterArgsInit")),
          ANY("results"), GRN_NO_ATTRS, .nregions = 1,
          .assembly = "%maxTripCount , %initialCondition , init( %iterArgsInit ) {0} {} : !fn"),
    TORCH("prim.Loop.condition", "ends an iteration: go on or leave",
          GRN_PORTS(GRN_ONE_OF("shouldContinue"), GRN_ANY_OF("iterArgs")), GRN_NO_PORTS, GRN_NO_ATTRS,
          .traits = GRN_TRAIT_TERMINATOR,
          .assembly = "%shouldContinue , iter( [? %iterArgs : !iterArgs ?] ) {} ~shouldContinue=!torch.bool"),
    /* objects */
    TORCH("prim.DictConstruct", "makes a dictionary", GRN_PORTS(GRN_ANY_OF("keys"), GRN_ANY_OF("values")),
          ONE("result"), GRN_NO_ATTRS,
          .assembly = "keys( [? %keys : !keys ?] ) values( [? %values : !values ?] ) {} -> !result"),
    TORCH("prim.GetAttr", "reads an attribute of an object", ONE("receiver"), ONE("result"), GRN_ATTRS(NAMED("name")),
          .assembly = "%receiver [ $name ] {} : !receiver -> !result"),
    TORCH("prim.SetAttr", "writes an attribute of an object", GRN_PORTS(GRN_ONE_OF("receiver"), GRN_ONE_OF("value")),
          GRN_NO_PORTS, GRN_ATTRS(NAMED("name")), .assembly = "%receiver [ $name ] = %value {} : !receiver , !value"),
    TORCH("prim.CallMethod", "calls a method of an object", GRN_PORTS(GRN_ONE_OF("receiver"), GRN_ANY_OF("operands")),
          ONE("result"), GRN_ATTRS(NAMED("name")),
          .assembly = "%receiver [ $name ] ( %operands ) {} : !receiver , ( !operands ) -> !result"),
    TORCH("class_type", "defines the type of a module", GRN_NO_PORTS, GRN_NO_PORTS, GRN_ATTRS(SYMBOL), .nregions = 1,
          .traits = GRN_TRAIT_SYMBOL, .assembly = "$sym_name {0:torch.class_type_terminator} {}"),
    TORCH("class_type_terminator", "ends torch.class_type", GRN_NO_PORTS, GRN_NO_PORTS, GRN_NO_ATTRS,
          .traits = GRN_TRAIT_TERMINATOR, .assembly = "{}"),
    TORCH("attr", "declares an attribute of a class", GRN_NO_PORTS, GRN_NO_PORTS,
          GRN_ATTRS(NAMED("name"), GRN_NEEDS("type", grn_attr_is_type), GRN_MAY_HAVE("isPrivate", grn_attr_is_unit)),
          .assembly = "[? private $isPrivate ?] $name : $type {}"),
    TORCH("method", "declares a method of a class", GRN_NO_PORTS, GRN_NO_PORTS,
          GRN_ATTRS(NAMED("name"), GRN_NEEDS("function", grn_attr_is_symbol),
                    GRN_MAY_HAVE("isPrivate", grn_attr_is_unit)),
          .assembly = "[? private $isPrivate ?] $name , $function {}"),
    TORCH("nn_module", "makes a module object", GRN_NO_PORTS, ONE("result"), GRN_NO_ATTRS, .nregions = 1,
          .assembly = "{0:torch.nn_module_terminator} {} : !result"),
    TORCH("nn_module_terminator", "ends torch.nn_module", GRN_NO_PORTS, GRN_NO_PORTS, GRN_NO_ATTRS,
          .traits = GRN_TRAIT_TERMINATOR, .assembly = "{}"),
    TORCH("slot", "sets an attribute of a module object", ONE("value"), GRN_NO_PORTS, GRN_ATTRS(NAMED("name")),
          .assembly = "$name , %value : !value {}"),
    /* global slots */
    TORCH(
        "global_slot", "defines a variable of the program", GRN_NO_PORTS, GRN_NO_PORTS,
        GRN_ATTRS(SYMBOL, GRN_NEEDS("typeBound", grn_attr_is_type), GRN_MAY_HAVE("sym_visibility", grn_attr_is_string)),
        .traits = GRN_TRAIT_SYMBOL, .assembly = "[? $sym_visibility ?] $sym_name : $typeBound {}"),
    TORCH("global_slot.module_initializer", "computes the first values of all global slots", GRN_NO_PORTS, GRN_NO_PORTS,
          GRN_NO_ATTRS, .nregions = 1, .assembly = "{0} {}"),
    TORCH("initialize.global_slots", "sets the first values of global slots", ANY("initialValues"), GRN_NO_PORTS,
          GRN_ATTRS(GRN_NEEDS("slotSymNames", grn_attr_is_array)), .traits = GRN_TRAIT_TERMINATOR,
          .parse = slots_parse),
    TORCH("global_slot.get", "reads a global slot", GRN_NO_PORTS, ONE("result"),
          GRN_ATTRS(GRN_NEEDS("slot", grn_attr_is_symbol)), .assembly = "$slot {} : !result"),
    TORCH("global_slot.set", "writes a global slot", ONE("value"), GRN_NO_PORTS,
          GRN_ATTRS(GRN_NEEDS("slot", grn_attr_is_symbol)), .assembly = "$slot = %value {} : !value"),
    /* functions of shapes and dtypes */
    TWO_REGIONS("shape.calculate", "a region and another one that computes its results' shapes", "shapes"),
    YIELD("shape.calculate.yield", "ends the region of torch.shape.calculate"),
    YIELD("shape.calculate.yield.shapes", "gives the shapes"),
    TWO_REGIONS("dtype.calculate", "a region and another one that computes its results' dtypes", "dtypes"),
    YIELD("dtype.calculate.yield", "ends the region of torch.dtype.calculate"),
    YIELD("dtype.calculate.yield.dtypes", "gives the dtypes"),
    {.name = NULL},
};
