/*
 * element.c - ONNX's element-wise operators. Operands broadcast against each other as in NumPy.
 *
 *   ON-10  aligned at the last dimension, two extents are equal or one of them is 1
 *   ON-11  operands have one element type (Where: its two values); the result has it too, or i1 for
 *          a predicate
 *   ON-12  Cast: the result's elements are those of `to`: integers or floats of any width; round_mode
 *          is "up", "down" or "nearest"
 */
#include "dialects/onnx/calc.h"

#include <inttypes.h>
#include <math.h>

/* ---- sets of types --------------------------------------------------------------------------- */

static bool is_bool(const grn_type *t) { return grn_type_is_tensor(t) && t->element->dtype == GRN_I1; }

/* ONNX's: integers of 8 to 64 bits, f16, bf16, f32, f64. */
static bool is_integer(const grn_type *t)
{
    return grn_type_is_tensor(t) && t->element->kind == GRN_TYPE_INTEGER && t->element->width >= 8 &&
           t->element->dtype != GRN_NO_DTYPE;
}
static bool is_number(const grn_type *t)
{
    grn_dtype dtype = grn_type_is_tensor(t) ? t->element->dtype : GRN_NO_DTYPE;
    return is_integer(t) || dtype == GRN_F16 || dtype == GRN_BF16 || dtype == GRN_F32 || dtype == GRN_F64;
}
static bool is_plain(const grn_type *t) { return is_bool(t) || is_number(t); }
/* Whatever has a dtype: floats of 4 and 8 bits and integers of 2 and 4 as well. */
static bool is_castable(const grn_type *t)
{
    return grn_type_is_tensor(t) && (t->element->kind == GRN_TYPE_INTEGER || t->element->kind == GRN_TYPE_FLOAT) &&
           t->element->dtype != GRN_NO_DTYPE;
}
static const grn_type_class castable = {"ranked tensor of integer or float values", is_castable};
static const grn_type_class bools = {"ranked tensor of 1-bit signless integer values", is_bool};
static const grn_type_class integers = {"ranked tensor of 8-bit to 64-bit integer values", is_integer};
static const grn_type_class numbers = {"ranked tensor of 8-bit to 64-bit integer, f16, bf16, f32 or f64 values",
                                       is_number};
static const grn_type_class plain = {"ranked tensor of 1-bit or 8-bit to 64-bit integer, f16, bf16, f32 or f64 values",
                                     is_plain};

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status common_shape(const grn_onnx_at *at, grn_dims *out)
{
    grn_status status = GRN_OK;
    *out = grn_onnx_extents(at, 0);
    for (size_t i = 1; status == GRN_OK && i < at->op->noperands; i++) {
        grn_dims other = grn_onnx_extents(at, i);
        status = grn_onnx_broadcast(at, &other, out);
    }
    return status;
}

/* ON-11, of operands from number `first` on, then ON-10. */
static grn_status broadcast_rules(const grn_op *op, grn_check *check, size_t first)
{
    grn_status status = GRN_OK;
    if (op->noperands == 0)
        return grn_op_fail(op, check, "expected 1 or more operands, but found 0");
    for (size_t i = first + 1; status == GRN_OK && i < op->noperands; i++)
        status = grn_tensor_elements_same(op, check, "ON-11", i, first);
    return status == GRN_OK ? grn_onnx_verify(common_shape, op, check) : status;
}

static grn_status same_verify(const grn_op *op, grn_check *check) { return broadcast_rules(op, check, 0); }
static grn_status where_verify(const grn_op *op, grn_check *check) { return broadcast_rules(op, check, 1); }

static grn_status same_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_onnx_infer(common_shape, op, check, out);
}

static grn_status where_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_onnx_infer_as(common_shape, grn_operand_type(op, 1)->element, op, check, out);
}

static grn_status predicate_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *element = grn_type_of_dtype(check->scratch, GRN_I1);
    return element ? grn_onnx_infer_as(common_shape, element, op, check, out) : GRN_E_MEMORY;
}

/* Ties of "nearest" go up. */
static const struct {
    const char *name;
    grn_onnx_powers powers;
} round_modes[] = {{"up", {1, true, false}}, {"nearest", {1.5, false, false}}, {"down", {2, false, false}}};

static bool is_round_mode(const grn_attr *a)
{
    bool found = false;
    for (size_t i = 0; a->kind == GRN_ATTR_STRING && i < GRN_COUNT(round_modes); i++)
        found = found || grn_str_is(a->text, round_modes[i].name);
    return found;
}
static const grn_attr_class round_mode = {"string attribute: up, down or nearest", is_round_mode};

bool grn_onnx_cast_to_powers(const grn_op *cast, grn_onnx_powers *out)
{
    const grn_attr *mode = grn_op_attr(cast, "round_mode");
    for (size_t i = 0; i < GRN_COUNT(round_modes); i++)
        if (grn_str_is(mode ? mode->text : GRN_STR("up"), round_modes[i].name))
            *out = round_modes[i].powers;
    out->saturates = grn_op_integer(cast, "saturate", 1) != 0;
    return grn_result_type(cast, 0)->element->dtype == GRN_F8E8M0FNU;
}

/* ON-12 */
static grn_status cast_verify(const grn_op *op, grn_check *check)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    const grn_type *to = grn_op_attr(op, "to")->type_value, *element = grn_result_type(op, 0)->element;
    if (!grn_types_equal(to, element))
        return grn_tensor_broken(op, check, "ON-12",
                                 "the result has elements of '%s', expected '%s', as attribute 'to' says",
                                 grn_type_text(element, have, sizeof have), grn_type_text(to, want, sizeof want));
    if (!is_castable(grn_result_type(op, 0)))
        return grn_tensor_broken(op, check, "ON-12", "cannot give elements of '%s', expected %s",
                                 grn_type_text(element, have, sizeof have), castable.text);
    return GRN_OK;
}

static grn_status cast_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_onnx_infer_as(common_shape, grn_result_type(op, 0)->element, op, check, out);
}

/* ---- in the run ------------------------------------------------------------------------------ */

static bool has_shape(const grn_tensor *t, const grn_dims *shape)
{
    bool same = t->rank == shape->count;
    for (int32_t d = 0; same && d < t->rank; d++)
        same = t->shape[d] == shape->v[d];
    return same;
}

/* Room for the result: an operand's own, where this op is its last use. */
static grn_status new_result(const grn_onnx_at *at, const grn_dims *shape)
{
    grn_exec *x = at->x;
    grn_dtype dtype = grn_hlo_result_dtype(at->op, 0);
    for (size_t i = 0; i < at->op->noperands; i++) {
        const grn_tensor *t = &x->operands[i].tensor;
        if (t->dtype == dtype && has_shape(t, shape) && x->calls->may_donate(x, at->op, i))
            return x->calls->donate(x, i, &x->results[0]);
    }
    return x->calls->alloc(x, dtype, shape->count, shape->v, &x->results[0]);
}

/* The first operands as views of the result's shape, and the function made ready for them. */
static grn_status bind(const grn_onnx_at *at, const grn_element *element, size_t noperands, const grn_dims *shape,
                       grn_tensor *views, grn_bound_element *bound)
{
    grn_dtype in[GRN_ELEMENT_ARGS], dtype = grn_hlo_result_dtype(at->op, 0);
    for (size_t i = 0; i < noperands; i++) {
        grn_status status = grn_onnx_view(at, &at->x->operands[i].tensor, shape, &views[i]);
        if (status != GRN_OK)
            return status;
        in[i] = views[i].dtype;
    }
    if (grn_element_bind(element, in, dtype, bound) != GRN_OK)
        return grn_exec_fail(at->x, at->op, GRN_E_UNSUPPORTED, "is not defined on %s giving %s", grn_dtype_text(in[0]),
                             grn_dtype_text(dtype));
    return GRN_OK;
}

static grn_status map(grn_exec *x, const grn_op *op, const grn_element *element)
{
    const grn_onnx_at at = {.op = op, .x = x};
    grn_dims shape;
    grn_tensor views[GRN_ELEMENT_ARGS];
    grn_bound_element bound;
    grn_status status = common_shape(&at, &shape);
    if (status == GRN_OK)
        status = bind(&at, element, element->nargs, &shape, views, &bound);
    if (status == GRN_OK)
        status = new_result(&at, &shape);
    if (status == GRN_OK)
        grn_element_map(&bound, &x->results[0].tensor, views);
    return status;
}

/* The function of the first two, then of what that gives and the next. */
static grn_status fold(grn_exec *x, const grn_op *op, const grn_element *element)
{
    const grn_onnx_at at = {.op = op, .x = x};
    grn_dims shape;
    grn_tensor views[GRN_ELEMENT_ARGS];
    grn_bound_element bound;
    if (op->noperands == 1)
        return grn_hlo_share_result(x, 0, 0, NULL);
    grn_status status = common_shape(&at, &shape);
    if (status == GRN_OK)
        status = bind(&at, element, 2, &shape, views, &bound);
    if (status == GRN_OK)
        status = x->calls->alloc(x, grn_hlo_result_dtype(op, 0), shape.count, shape.v, &x->results[0]);
    for (size_t i = 1; status == GRN_OK && i < op->noperands; i++) {
        status = grn_onnx_view(&at, &x->operands[i].tensor, &shape, &views[1]);
        if (status == GRN_OK)
            grn_element_map(&bound, &x->results[0].tensor, views);
        views[0] = x->results[0].tensor;
    }
    return status;
}

#define MEANING(name, how, element) \
    static grn_status name##_eval(grn_exec *x, const grn_op *op) { return how(x, op, &grn_element_##element); }
MEANING(add, map, add)
MEANING(sub, map, subtract)
MEANING(mul, map, multiply)
MEANING(min, fold, minimum)
MEANING(max, fold, maximum)
MEANING(less, map, compare_lt)
MEANING(less_or_equal, map, compare_le)
MEANING(greater, map, compare_gt)
MEANING(greater_or_equal, map, compare_ge)
MEANING(equal, map, compare_eq)
MEANING(and, map, and)
MEANING(or, map, or)
MEANING(not, map, not )
MEANING(where, map, select)

double grn_onnx_cast_limit(const grn_op *cast)
{
    static const struct {
        grn_dtype dtype;
        double most;
    } limits[] = {{GRN_F8E4M3FN, 448}, {GRN_F8E4M3FNUZ, 240}, {GRN_F8E5M2, 57344}, {GRN_F8E5M2FNUZ, 57344}};
    const grn_dtype from = grn_operand_type(cast, 0)->element->dtype, to = grn_result_type(cast, 0)->element->dtype;
    if (!grn_op_integer(cast, "saturate", 1) || grn_dtype_class_of(from) != GRN_CLASS_FLOAT ||
        grn_dtype_bits(from) < 16)
        return 0;
    for (size_t i = 0; i < GRN_COUNT(limits); i++)
        if (to == limits[i].dtype)
            return limits[i].most;
    return 0;
}

bool grn_onnx_cast_wraps(const grn_op *cast)
{
    const grn_dtype from = grn_operand_type(cast, 0)->element->dtype, to = grn_result_type(cast, 0)->element->dtype;
    const grn_dtype_class class = grn_dtype_class_of(to);
    return grn_dtype_class_of(from) == GRN_CLASS_FLOAT && to != GRN_I1 && grn_dtype_bits(to) < 8 &&
           (class == GRN_CLASS_SIGNED || class == GRN_CLASS_UNSIGNED);
}

/* By steps that are exact in f64: the power that the general conversion gives is one of the two around
 * the value, of which the lesser is d. */
static grn_calc_value round_to_power(grn_calc *c, const grn_onnx_powers *how, grn_calc_value v)
{
    const grn_calc_value nearest = grn_calc_convert(c, grn_calc_convert(c, v, GRN_F8E8M0FNU), GRN_F64);
    const grn_calc_value half =
        grn_calc_map(c, &grn_element_multiply, GRN_F64, nearest, grn_calc_number(c, GRN_F64, 0.5));
    const grn_calc_value d =
        grn_calc_select(c, grn_calc_map(c, &grn_element_compare_gt, GRN_I1, nearest, v), half, nearest);
    const grn_calc_value from =
        grn_calc_map(c, &grn_element_multiply, GRN_F64, d, grn_calc_number(c, GRN_F64, how->factor));
    const grn_calc_value is_upper =
        grn_calc_map(c, how->is_beyond ? &grn_element_compare_gt : &grn_element_compare_ge, GRN_I1, v, from);
    return grn_calc_select(c, is_upper,
                           grn_calc_map(c, &grn_element_multiply, GRN_F64, d, grn_calc_number(c, GRN_F64, 2)), d);
}

static grn_status cast_to_powers(grn_exec *x, const grn_op *op, const grn_onnx_powers *how)
{
    grn_calc c;
    grn_calc_begin(&c, x, op);
    grn_calc_value v = grn_calc_convert(&c, grn_calc_operand(&c, 0), GRN_F64);
    const grn_calc_value least = grn_calc_number(&c, GRN_F64, GRN_ONNX_LEAST_POWER);
    const grn_calc_value most = grn_calc_number(&c, GRN_F64, GRN_ONNX_MOST_POWER);
    if (how->saturates) {
        v = grn_calc_map(&c, &grn_element_maximum, GRN_F64, v, least);
        v = grn_calc_map(&c, &grn_element_minimum, GRN_F64, v, most);
    } else {
        const grn_calc_value none = grn_calc_number(&c, GRN_F64, (double)NAN);
        v = grn_calc_select(&c, grn_calc_map(&c, &grn_element_compare_ge, GRN_I1, v, least), v, none);
        v = grn_calc_select(&c, grn_calc_map(&c, &grn_element_compare_le, GRN_I1, v, most), v, none);
    }
    v = grn_calc_convert(&c, round_to_power(&c, how, v), GRN_F8E8M0FNU);
    return grn_calc_end(&c, 1, &v);
}

static grn_status cast_eval(grn_exec *x, const grn_op *op)
{
    const double most = grn_onnx_cast_limit(op);
    grn_onnx_powers powers;
    grn_calc c;
    if (grn_onnx_cast_to_powers(op, &powers))
        return cast_to_powers(x, op, &powers);
    if (most == 0 && !grn_onnx_cast_wraps(op))
        return map(x, op, &grn_element_convert);
    grn_calc_begin(&c, x, op);
    grn_calc_value v = grn_calc_operand(&c, 0);
    const grn_dtype dtype = v->tensor.dtype;
    if (most > 0) {
        v = grn_calc_map(&c, &grn_element_maximum, dtype, v, grn_calc_number(&c, dtype, -most));
        v = grn_calc_map(&c, &grn_element_minimum, dtype, v, grn_calc_number(&c, dtype, most));
    } else
        v = grn_calc_convert(&c, v, GRN_I32);
    v = grn_calc_convert(&c, v, grn_hlo_result_dtype(op, 0));
    return grn_calc_end(&c, 1, &v);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define LIST(name, set) GRN_PORT(name, set)
static const grn_port two_numbers[] = {LIST("A", numbers), LIST("B", numbers), GRN_PORTS_END};
static const grn_port two_integers[] = {LIST("A", integers), LIST("B", integers), GRN_PORTS_END};
static const grn_port two_bools[] = {LIST("A", bools), LIST("B", bools), GRN_PORTS_END};
static const grn_port many_numbers[] = {GRN_PORT_ANY("data_0", numbers), GRN_PORTS_END};
static const grn_port results[] = {LIST("output", grn_is_ranked_tensor), GRN_PORTS_END};

#define SAME(op, does, ports, name)                                                                       \
    GRN_ONNX_ROW(op, does, "ON-10, ON-11", .operands = ports, .verify = same_verify, .infer = same_infer, \
                 .eval = name##_eval)
#define PREDICATE(op, does, ports, name)                                                                       \
    GRN_ONNX_ROW(op, does, "ON-10, ON-11", .operands = ports, .verify = same_verify, .infer = predicate_infer, \
                 .eval = name##_eval)

const grn_op_def grn_onnx_element_ops[] = {
    SAME("Add", "sum, operands broadcast", two_numbers, add),
    SAME("Sub", "difference, operands broadcast", two_numbers, sub),
    SAME("Mul", "product, operands broadcast", two_numbers, mul),
    SAME("Min", "smallest of several, operands broadcast", many_numbers, min),
    SAME("Max", "largest of several, operands broadcast", many_numbers, max),
    PREDICATE("Less", "A < B, operands broadcast", two_numbers, less),
    PREDICATE("LessOrEqual", "A <= B, operands broadcast", two_numbers, less_or_equal),
    PREDICATE("Greater", "A > B, operands broadcast", two_numbers, greater),
    PREDICATE("GreaterOrEqual", "A >= B, operands broadcast", two_numbers, greater_or_equal),
    PREDICATE("Equal", "A == B, operands broadcast", GRN_PORTS(LIST("A", plain), LIST("B", plain)), equal),
    SAME("And", "logical and, operands broadcast", two_bools, and),
    SAME("Or", "logical or, operands broadcast", two_bools, or),
    SAME("Not", "logical not", GRN_PORTS(LIST("X", bools)), not ),
    SAME("BitwiseAnd", "bitwise and, operands broadcast", two_integers, and),
    SAME("BitwiseOr", "bitwise or, operands broadcast", two_integers, or),
    GRN_ONNX_ROW("Where", "one of X and Y by a condition, operands broadcast", "ON-10, ON-11",
                 .operands = GRN_PORTS(LIST("condition", bools), LIST("X", grn_is_ranked_tensor),
                                       LIST("Y", grn_is_ranked_tensor)),
                 .verify = where_verify, .infer = where_infer, .eval = where_eval),
    GRN_ONNX_ROW("Cast", "converts each element to another type", "ON-12",
                 .operands = GRN_PORTS(LIST("input", castable)),
                 .attrs = GRN_ATTRS(GRN_NEEDS("to", grn_attr_is_type), GRN_MAY_HAVE("saturate", grn_onnx_is_si64),
                                    GRN_MAY_HAVE("round_mode", round_mode)),
                 .verify = cast_verify, .infer = cast_infer, .eval = cast_eval),
    {.name = NULL},
};
