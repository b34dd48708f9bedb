/*
 * element.c - anvil's element-wise calls, the ones that make a tensor of
 * nothing, and the end of a function (anvil reference, prim_add and its
 * neighbours, prim_ifelse, prim_convert, prim_fill, prim_iota, nv_tensor).
 */
#include "dialects/common/index_forms.h"
#include "dialects/nvl/nvl.h"

/* ---- element-wise ---------------------------------------------------------------------------- */

static grn_status compare_verify(const grn_op *op, grn_check *check)
{
    if (grn_operand_type(op, 0) == grn_operand_type(op, 1))
        return GRN_OK;
    return grn_op_fail(op, check, "requires the same type for both operands");
}

static grn_status compare_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0), *pred = grn_type_of_dtype(check->scratch, GRN_I1);
    return pred ? grn_hlo_infer_tensor(check, out, pred, in->rank, in->shape) : GRN_E_MEMORY;
}

/* prim_ifelse: pred is a scalar or has the shape of the values, which have one type. */
static grn_status ifelse_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *pred = grn_operand_type(op, 0), *a = grn_operand_type(op, 1);
    if (a != grn_operand_type(op, 2))
        return grn_op_fail(op, check, "requires the same type for `true_value` and `false_value`");
    if (pred->rank != 0 && !grn_hlo_shapes_agree(pred, a))
        return grn_op_fail(op, check, "requires `pred` to be a scalar or to have the shape of the values");
    return grn_stablehlo_infer_one(check, out, a);
}

/* ---- of nothing ------------------------------------------------------------------------------ */

static bool is_number(const grn_attr *a)
{
    bool typed = a->kind == GRN_ATTR_INTEGER || a->kind == GRN_ATTR_FLOAT;
    return a->kind == GRN_ATTR_BOOL || (typed && a->type->dtype != GRN_NO_DTYPE && a->type->dtype != GRN_INDEX);
}
static const grn_attr_class number = {"a number or truth value with its type", is_number};

static grn_dtype number_dtype(const grn_attr *a) { return a->kind == GRN_ATTR_BOOL ? GRN_I1 : a->type->dtype; }

/* `shape` of an op that makes a tensor of `element`. */
static grn_status make_infer(const grn_op *op, grn_check *check, const grn_type *element, grn_inferred *out)
{
    grn_dims shape;
    if (!grn_nvl_list(op, "shape", &shape))
        return grn_nvl_too_long(op, check, "shape");
    for (int32_t d = 0; d < shape.count; d++)
        if (shape.v[d] < 0)
            return grn_op_fail(op, check, "`shape` has a negative extent");
    return element ? grn_hlo_infer_tensor(check, out, element, shape.count, shape.v) : GRN_E_MEMORY;
}

static grn_status fill_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return make_infer(op, check, grn_type_of_dtype(check->scratch, number_dtype(grn_op_attr(op, "value"))), out);
}

static grn_status fill_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *out = grn_result_type(op, 0);
    const grn_attr *a = grn_op_attr(op, "value");
    unsigned char bytes[16] = {0};
    grn_scalar value = {.dtype = number_dtype(a)};
    if (a->kind == GRN_ATTR_FLOAT)
        value.f = a->real;
    else
        value.i = a->kind == GRN_ATTR_BOOL ? a->boolean : a->integer; /* u has the same bits */
    grn_scalar_store(&value, out->element->dtype, bytes);
    grn_status status = grn_hlo_new_result(x, op, 0, out->rank, out->shape);
    if (status == GRN_OK)
        grn_tensor_fill(&x->results[0].tensor, bytes);
    return status;
}

/* prim_iota counts from `start`, which is 1 where it is not given, along `dim`. */
static grn_status iota_verify(const grn_op *op, grn_check *check)
{
    int64_t dim = grn_op_integer(op, "dim", 1);
    if (dim >= 1 && dim <= grn_result_type(op, 0)->rank)
        return GRN_OK;
    return grn_op_fail(op, check, "`dim` counts from 1 to the rank");
}

static grn_status iota_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return make_infer(op, check, grn_result_type(op, 0)->element, out);
}

static grn_scalar number_at(const grn_tensor *t, int64_t value)
{
    grn_scalar s = {.dtype = t->dtype};
    if (grn_dtype_class_of(t->dtype) == GRN_CLASS_COMPLEX)
        s.c.re = (double)value;
    else if (grn_dtype_float_format(t->dtype))
        s.f = (double)value;
    else
        s.i = value; /* u has the same bits */
    return s;
}

static grn_status iota_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *out = grn_result_type(op, 0);
    const int64_t dim = grn_op_integer(op, "dim", 1) - 1, start = grn_op_integer(op, "start", 1);
    grn_status status = grn_hlo_new_result(x, op, 0, out->rank, out->shape);
    if (status != GRN_OK)
        return status;
    const grn_tensor *t = &x->results[0].tensor;
    /* none, whatever the extent, where all are empty */
    const int64_t slabs = grn_tensor_elements(t) > 0 ? out->shape[dim] : 0;
    for (int64_t i = 0; i < slabs; i++) {
        unsigned char bytes[16];
        grn_tensor slab = *t;
        grn_scalar value = number_at(t, (int64_t)((uint64_t)start + (uint64_t)i));
        grn_scalar_store(&value, t->dtype, bytes);
        slab.data = grn_tensor_at(t, i * t->stride[dim]);
        slab.shape[dim] = 1;
        grn_tensor_fill(&slab, bytes);
    }
    return GRN_OK;
}

static grn_status constant_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_op_attr(op, "value")->type);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port unary[] = {GRN_PORT("operand", grn_nvl_tensor), GRN_PORTS_END};
static const grn_port binary[] = {GRN_PORT("lhs", grn_nvl_tensor), GRN_PORT("rhs", grn_nvl_tensor), GRN_PORTS_END};
static const grn_port logic[] = {GRN_PORT("lhs", grn_hlo_pred_or_int_tensor),
                                 GRN_PORT("rhs", grn_hlo_pred_or_int_tensor), GRN_PORTS_END};
static const grn_port arithmetic[] = {GRN_PORT("lhs", grn_hlo_int_fp_complex_or_quantized_tensor),
                                      GRN_PORT("rhs", grn_hlo_int_fp_complex_or_quantized_tensor), GRN_PORTS_END};
static const grn_port chosen[] = {GRN_PORT("pred", grn_hlo_pred_tensor), GRN_PORT("true_value", grn_nvl_tensor),
                                  GRN_PORT("false_value", grn_nvl_tensor), GRN_PORTS_END};
static const grn_port any[] = {GRN_PORT_ANY("results", grn_hlo_tensor_token_tuple_or_buffer), GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", grn_nvl_tensor), GRN_PORTS_END};

#define CALL(call, does, page, ins, ...)                                                                               \
    {                                                                                                                  \
        .name = "nvl." #call, .summary = does, .source = "anvil reference, " page, .operands = ins, .results = result, \
        .traits = GRN_TRAIT_PURE, __VA_ARGS__                                                                          \
    }
/* An op of one type; what it does is an element function. */
#define SAME(call, does, ins, function)                                                     \
    CALL(call, does, "prim_" #call, ins, GRN_NVL_TEXT, .verify = grn_hlo_verify_same_types, \
         .element = &grn_element_##function)
#define COMPARE(call, does)                                                                                 \
    CALL(call, does, "prim_" #call, binary, GRN_NVL_TEXT, .verify = compare_verify, .infer = compare_infer, \
         .element = &grn_element_compare_##call)

const grn_op_def grn_nvl_element_ops[] = {
    SAME(add, "sum, element by element", binary, add),
    SAME(sub, "difference, element by element", arithmetic, subtract),
    SAME(mul, "product, element by element", binary, multiply),
    SAME(div, "quotient, element by element", arithmetic, divide),
    SAME(min, "smaller of each two elements", binary, minimum),
    SAME(max, "larger of each two elements", binary, maximum),
    SAME(and, "bitwise or logical and", logic, and),
    SAME(or, "bitwise or logical or", logic, or),
    SAME(xor, "bitwise or logical exclusive or", logic, xor),
    SAME(not, "inverts each bit, or each boolean", GRN_PORTS(GRN_PORT("operand", grn_hlo_pred_or_int_tensor)), not ),
    SAME(negate, "each element with its sign changed",
         GRN_PORTS(GRN_PORT("operand", grn_hlo_int_fp_complex_or_quantized_tensor)), negate),
    COMPARE(eq, "whether elements are equal"),
    COMPARE(ne, "whether elements differ"),
    COMPARE(gt, "whether elements are greater"),
    COMPARE(ge, "whether elements are greater or equal"),
    COMPARE(lt, "whether elements are less"),
    COMPARE(le, "whether elements are less or equal"),
    CALL(ifelse, "one of two elements by a boolean", "prim_ifelse", chosen, GRN_NVL_TEXT, .verify = grn_nvl_verify,
         .infer = ifelse_infer, .element = &grn_element_select),
    CALL(convert, "converts each element to another type", "prim_convert", unary, GRN_NVL_TEXT,
         .verify = grn_hlo_verify_same_shape, .element = &grn_element_convert),
    CALL(constant, "gives a tensor that is written in the program", "nv_tensor", GRN_NO_PORTS,
         .attrs = GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_elements)), GRN_NVL_TEXT, .infer = constant_infer,
         .eval = grn_elements_eval),
    CALL(fill, "a tensor of which every element is one value", "prim_fill", GRN_NO_PORTS,
         .attrs = GRN_ATTRS(GRN_NEEDS("value", number), GRN_NEEDS("shape", grn_attr_is_dims)), GRN_NVL_TEXT,
         .verify = grn_nvl_verify, .infer = fill_infer, .eval = fill_eval),
    CALL(iota, "counts along one dimension from start", "prim_iota", GRN_NO_PORTS,
         .attrs = GRN_ATTRS(GRN_NEEDS("dim", grn_attr_is_i64), GRN_NEEDS("shape", grn_attr_is_dims),
                            GRN_MAY_HAVE("start", grn_attr_is_i64)),
         GRN_NVL_TEXT, .verify = iota_verify, .infer = iota_infer, .eval = iota_eval),
    GRN_ROW("nvl.return", "ends a function of scatter and gives the new element",
            "anvil reference, prim_scatter, update_computation", any, GRN_NO_PORTS, GRN_NO_ATTRS,
            .format = "%* {} :operands", .traits = GRN_TRAIT_PURE | GRN_TRAIT_TERMINATOR,
            .no_meaning = "it ends its function: its operands are the function's results"),
    {.name = NULL},
};
