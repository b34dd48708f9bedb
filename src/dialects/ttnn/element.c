/*
 * element.c - TTNN's element-wise ops, by the element functions of the eval layer. Operands
 * broadcast as TTNN's do: from the last dimension forward, an extent of 1 stands for any.
 *
 * TTNN has no booleans: a comparison gives ones and zeros of a number type. garner's converter
 * keeps i1 between a comparison and its where, so both are taken; whatever is not zero is true.
 */
#include <inttypes.h>

#include "dialects/ttnn/ttnn.h"

/* What the operands are converted to before the function is applied. */
typedef enum operand_rule { AS_THEY_ARE, AS_TRUTH, PREDICATE_FIRST } operand_rule;

typedef struct meaning {
    const char *name;
    const grn_element *element;
    operand_rule rule;
    bool same_result; /* the result has the operands' dtype; else any, converted to from i1 */
} meaning;

static const meaning meanings[] = {
    {"ttnn.add", &grn_element_add, AS_THEY_ARE, true},
    {"ttnn.subtract", &grn_element_subtract, AS_THEY_ARE, true},
    {"ttnn.multiply", &grn_element_multiply, AS_THEY_ARE, true},
    {"ttnn.minimum", &grn_element_minimum, AS_THEY_ARE, true},
    {"ttnn.maximum", &grn_element_maximum, AS_THEY_ARE, true},
    {"ttnn.bitwise_and", &grn_element_and, AS_THEY_ARE, true},
    {"ttnn.bitwise_or", &grn_element_or, AS_THEY_ARE, true},
    {"ttnn.logical_and", &grn_element_and, AS_TRUTH, false},
    {"ttnn.logical_or", &grn_element_or, AS_TRUTH, false},
    {"ttnn.eq", &grn_element_compare_eq, AS_THEY_ARE, false},
    {"ttnn.ne", &grn_element_compare_ne, AS_THEY_ARE, false},
    {"ttnn.lt", &grn_element_compare_lt, AS_THEY_ARE, false},
    {"ttnn.le", &grn_element_compare_le, AS_THEY_ARE, false},
    {"ttnn.gt", &grn_element_compare_gt, AS_THEY_ARE, false},
    {"ttnn.ge", &grn_element_compare_ge, AS_THEY_ARE, false},
    {"ttnn.where", &grn_element_select, PREDICATE_FIRST, true},
};

static const meaning *meaning_of(const grn_op *op)
{
    size_t i = 0;
    while (strcmp(op->def->name, meanings[i].name) != 0)
        i++;
    return &meanings[i];
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Broadcasts one extent with another: false when they do not agree. */
static bool broadcast_extent(int64_t *have, int64_t more)
{
    if (*have == 1 || (*have == GRN_DYNAMIC && more != 1))
        *have = more;
    return more == 1 || *have == more || more == GRN_DYNAMIC;
}

/* `shape` has `rank` extents, aligned at the end; widened to hold those of `more`. */
static bool broadcast_with(int32_t *rank, int64_t *shape, int32_t more_rank, const int64_t *more)
{
    if (more_rank > *rank) {
        memmove(shape + (more_rank - *rank), shape, (size_t)*rank * sizeof *shape);
        for (int32_t d = 0; d < more_rank - *rank; d++)
            shape[d] = 1;
        *rank = more_rank;
    }
    for (int32_t d = 0; d < more_rank; d++)
        if (!broadcast_extent(&shape[*rank - more_rank + d], more[d]))
            return false;
    return true;
}

static grn_status elements_verify(const grn_op *op, grn_check *check)
{
    const meaning *m = meaning_of(op);
    const size_t first = m->rule == PREDICATE_FIRST;
    const grn_type *element = grn_operand_type(op, first)->element;
    for (size_t i = first + 1; i < op->noperands; i++)
        if (!grn_types_equal(grn_operand_type(op, i)->element, element))
            return grn_op_fail(op, check, "requires the same element type for operands #%zu and #%zu", first, i);
    if (m->same_result && !grn_types_equal(grn_result_type(op, 0)->element, element))
        return grn_op_fail(op, check, "requires the result to have the operands' element type");
    return GRN_OK;
}

static grn_status elements_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    int32_t rank = 0;
    int64_t shape[GRN_MAX_RANK];
    for (size_t i = 0; i < op->noperands; i++)
        if (!broadcast_with(&rank, shape, grn_operand_type(op, i)->rank, grn_operand_type(op, i)->shape))
            return grn_op_fail(op, check, "shape of operand #%zu does not broadcast with those before it", i);
    return grn_hlo_infer_tensor(check, out, grn_result_type(op, 0)->element, rank, shape);
}

/* ---- meaning --------------------------------------------------------------------------------- */

static void align(const grn_tensor *in, int32_t rank, const int64_t *shape, grn_tensor *out)
{
    int64_t dims[GRN_MAX_RANK];
    for (int32_t d = 0; d < in->rank; d++)
        dims[d] = rank - in->rank + d;
    grn_view_broadcast(in, rank, shape, dims, out);
}

/* Operands in their common dtypes and shape; `held` owns the converted ones. */
static grn_status take_operands(grn_exec *x, const grn_op *op, const meaning *m, grn_rt *held, grn_tensor *views)
{
    int32_t rank = 0;
    int64_t shape[GRN_MAX_RANK], elements;
    for (size_t i = 0; i < op->noperands; i++) {
        const bool truth = m->rule == AS_TRUTH || (m->rule == PREDICATE_FIRST && i == 0);
        grn_status status =
            truth ? grn_hlo_as_dtype(x, op, i, GRN_I1, &held[i]) : x->calls->share(x, &x->operands[i], NULL, &held[i]);
        if (status != GRN_OK)
            return status;
        if (!broadcast_with(&rank, shape, held[i].tensor.rank, held[i].tensor.shape))
            return grn_exec_fail(x, op, GRN_E_SHAPE, "shape of operand #%zu does not broadcast with those before it",
                                 i);
    }
    if (!grn_shape_elements(rank, shape, &elements))
        return grn_exec_fail(x, op, GRN_E_LIMIT, "the result has more elements than can be counted");
    for (size_t i = 0; i < op->noperands; i++)
        align(&held[i].tensor, rank, shape, &views[i]);
    return GRN_OK;
}

static grn_status map_elements(grn_exec *x, const grn_op *op, const meaning *m, const grn_tensor *views, grn_rt *out)
{
    grn_dtype in[GRN_ELEMENT_ARGS];
    grn_bound_element bound;
    for (size_t i = 0; i < op->noperands; i++)
        in[i] = views[i].dtype;
    const grn_dtype dtype = m->same_result ? in[op->noperands - 1] : GRN_I1;
    if (grn_element_bind(m->element, in, dtype, &bound) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s", grn_dtype_text(in[op->noperands - 1]));
    grn_status status = x->calls->alloc(x, dtype, views[0].rank, views[0].shape, out);
    if (status == GRN_OK)
        grn_element_map(&bound, &out->tensor, views);
    return status;
}

/* Truths as the result's zeros and ones. */
static grn_status convert_into(grn_exec *x, const grn_op *op, const grn_tensor *in, grn_rt *out)
{
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    grn_bound_element convert;
    if (grn_element_bind(&grn_element_convert, &in->dtype, dtype, &convert) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot convert %s to %s", grn_dtype_text(in->dtype),
                             grn_dtype_text(dtype));
    grn_status status = x->calls->alloc(x, dtype, in->rank, in->shape, out);
    if (status == GRN_OK)
        grn_element_map(&convert, &out->tensor, in);
    return status;
}

static grn_status elements_eval(grn_exec *x, const grn_op *op)
{
    const meaning *m = meaning_of(op);
    grn_rt held[GRN_ELEMENT_ARGS] = {{{0}, NULL, 0, NULL}}, made = {{0}, NULL, 0, NULL};
    grn_tensor views[GRN_ELEMENT_ARGS];
    grn_status status = take_operands(x, op, m, held, views);
    if (status == GRN_OK)
        status = map_elements(x, op, m, views, &made);
    if (status == GRN_OK && made.tensor.dtype != grn_hlo_result_dtype(op, 0))
        status = convert_into(x, op, &made.tensor, &x->results[0]);
    else if (status == GRN_OK)
        status = x->calls->share(x, &made, NULL, &x->results[0]);
    x->calls->release(x, &made);
    for (size_t i = 0; i < op->noperands; i++)
        x->calls->release(x, &held[i]);
    return status;
}

/* ---- typecast -------------------------------------------------------------------------------- */

static grn_status typecast_verify(const grn_op *op, grn_check *check)
{
    const grn_attr *dtype = grn_op_attr(op, "dtype");
    const grn_dtype want = dtype ? grn_ttnn_dtype_of(dtype) : GRN_NO_DTYPE;
    const grn_type *element = grn_result_type(op, 0)->element;
    char text[GRN_TYPE_TEXT_BYTES];
    if (want != GRN_NO_DTYPE && want != element->dtype)
        return grn_op_fail(op, check, "dtype is %s, but the result's element type is '%s'", grn_dtype_text(want),
                           grn_type_text(element, text, sizeof text));
    return grn_hlo_verify_same_shape(op, check);
}

static grn_status typecast_eval(grn_exec *x, const grn_op *op)
{
    return grn_hlo_as_dtype(x, op, 0, grn_hlo_result_dtype(op, 0), &x->results[0]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define TENSOR(name) GRN_PORT(name, grn_is_ranked_tensor)
static const grn_port binary[] = {TENSOR("lhs"), TENSOR("rhs"), GRN_PORTS_END};
static const grn_port results[] = {TENSOR("result"), GRN_PORTS_END};
static const grn_attr_def place_attrs[] = {GRN_TTNN_PLACE_ATTRS, GRN_ATTRS_END};

#define ROW(op, does, ports)                                                                           \
    {                                                                                                  \
        .name = "ttnn." op, .summary = does, .source = "tt-mlir TTNN dialect, " op, .operands = ports, \
        .results = results, .attrs = place_attrs, .traits = GRN_TRAIT_PURE, .verify = elements_verify, \
        .infer = elements_infer, .eval = elements_eval                                                 \
    }

const grn_op_def grn_ttnn_element_ops[] = {
    ROW("add", "sum, operands broadcast", binary),
    ROW("subtract", "difference, operands broadcast", binary),
    ROW("multiply", "product, operands broadcast", binary),
    ROW("minimum", "smaller of each two elements, operands broadcast", binary),
    ROW("maximum", "larger of each two elements, operands broadcast", binary),
    ROW("bitwise_and", "bitwise and", binary),
    ROW("bitwise_or", "bitwise or", binary),
    ROW("logical_and", "logical and", binary),
    ROW("logical_or", "logical or", binary),
    ROW("eq", "whether elements are equal", binary),
    ROW("ne", "whether elements differ", binary),
    ROW("lt", "whether elements are less", binary),
    ROW("le", "whether elements are less or equal", binary),
    ROW("gt", "whether elements are greater", binary),
    ROW("ge", "whether elements are greater or equal", binary),
    ROW("where", "one of two elements by a condition", GRN_PORTS(TENSOR("first"), TENSOR("second"), TENSOR("third"))),
    GRN_ROW("ttnn.typecast", "converts each element to another type", "tt-mlir TTNN dialect, typecast",
            GRN_PORTS(TENSOR("input")), results, place_attrs, .traits = GRN_TRAIT_PURE, .verify = typecast_verify,
            .eval = typecast_eval),
    {.name = NULL},
};
