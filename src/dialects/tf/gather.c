/*
 * gather.c - TensorFlow's gathers and tensor scatters, as its MLIR dialect has
 * them ("tf.GatherV2" in generic form), by TF-1 to TF-7 (rules/tf.h).
 *
 * An axis is a value: rules on it hold for a constant before the run, for
 * any other in the run.
 */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/common/index_forms.h"
#include "dialects/tf/tf.h"
#include "rules/tf.h"

/* ---- sets of types --------------------------------------------------------------------------- */

static bool is_index_tensor(const grn_type *t)
{
    grn_dtype dtype = t->kind == GRN_TYPE_TENSOR ? t->element->dtype : GRN_NO_DTYPE;
    return dtype == GRN_I16 || dtype == GRN_I32 || dtype == GRN_I64;
}
static bool is_one_index(const grn_type *t) { return is_index_tensor(t) && t->rank <= 1; }
static const grn_type_class index_tensor = {"ranked tensor of 16-bit, 32-bit or 64-bit signless integer values",
                                            is_index_tensor};
static const grn_type_class one_index = {"tensor of rank at most 1 of 16-bit, 32-bit or 64-bit signless integer values",
                                         is_one_index};

/* ---- asking the rules ------------------------------------------------------------------------ */

/* In the order of grn_tf_ops. */
enum { GATHER, GATHER_ND, FIRST_SCATTER };
static const grn_combiner combiners[] = {GRN_COMBINE_REPLACE, GRN_COMBINE_REPLACE, GRN_COMBINE_REPLACE, GRN_COMBINE_ADD,
                                         GRN_COMBINE_ADD,     GRN_COMBINE_MIN,     GRN_COMBINE_MAX};

/* NULL: not known yet. */
static grn_status read_axis(const grn_form_asked *a, int64_t *axis, const int64_t **out)
{
    *out = axis;
    if (a->tensors == NULL) {
        *out = grn_constant_operand(a->op, 2, axis) ? axis : NULL;
        return GRN_OK;
    }
    const int64_t count = grn_tensor_elements(&a->tensors[2]);
    if (count != 1)
        return grn_fail(a->diag, a->op->place, GRN_E_SHAPE, "%s: axis has %" PRId64 " elements, expected 1",
                        a->op->def->name, count);
    grn_status status = grn_spec_needs(a->op, a->tensors, 2, a->diag);
    if (status == GRN_OK)
        *axis = grn_hlo_integer_value(&a->tensors[2]);
    return status;
}

static grn_status check_slices(const grn_form_asked *a, int64_t batch, grn_indexing *x)
{
    int64_t value;
    const int64_t *axis;
    grn_status status = read_axis(a, &value, &axis);
    if (status == GRN_OK)
        status = grn_tf_check_slices(a->to, &a->operands[0], &a->operands[1], axis, batch, x);
    return status;
}

static grn_status check_vectors(const grn_form_asked *a, bool scatters, int64_t batch, grn_indexing *x)
{
    grn_status status =
        grn_tf_check_vectors(a->to, scatters ? "tensor" : "params", &a->operands[0], &a->operands[1], batch, x);
    if (status != GRN_OK || !scatters)
        return status;
    if (a->operands[2].rank < 1)
        return grn_rule_broken(a->to, GRN_E_SHAPE, "TF-7", "requires updates operand to have at least 1 dimension");
    return grn_tf_check_updates(a->to, x, &a->operands[0], &a->operands[1], &a->operands[2]);
}

/* TF-6 */
static grn_status check_rules(const grn_form_asked *a, grn_index_form *out)
{
    const size_t call = (size_t)(a->op->def - grn_tf_ops);
    const int64_t batch = grn_op_integer(a->op, "batch_dims", 0);
    grn_indexing x = {0};
    grn_status status =
        call == GATHER ? check_slices(a, batch, &x) : check_vectors(a, call >= FIRST_SCATTER, batch, &x);
    *out = (grn_index_form){.kind = x.kind,
                            .axis = x.axis,
                            .batch = x.batch,
                            .full = 0,
                            .indices = 1,
                            .updates = 2,
                            .rule = {.bounds = GRN_BOUNDS_ERROR},
                            .combiner = combiners[call]};
    return status;
}

GRN_FORM_ROWS(check_rules, "TF-5")

/* ---- subtraction: the updates, negated, are added -------------------------------------------- */

static grn_status own_copy(grn_exec *x, const grn_tensor *in, grn_rt *out)
{
    grn_status status = x->calls->alloc(x, in->dtype, in->rank, in->shape, out);
    if (status == GRN_OK)
        grn_tensor_copy(&out->tensor, in);
    return status;
}

static grn_status negated(grn_exec *x, const grn_op *op, const grn_tensor *in, grn_rt *out)
{
    grn_bound_element negate;
    if (grn_element_bind(&grn_element_negate, &in->dtype, in->dtype, &negate) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot subtract %s", grn_dtype_text(in->dtype));
    grn_status status = x->calls->alloc(x, in->dtype, in->rank, in->shape, out);
    if (status == GRN_OK)
        grn_element_map(&negate, &out->tensor, in);
    return status;
}

static grn_status sub_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor operands[] = {x->operands[0].tensor, x->operands[1].tensor, x->operands[2].tensor};
    grn_access access;
    grn_rt updates = {.buffer = NULL};
    grn_op_diag placed;
    grn_op_diag_init(&placed, op, x->diag);
    grn_status status = scatter_to_spec(op, operands, x->diag, &access);
    if (status == GRN_OK)
        status = negated(x, op, &operands[2], &updates);
    if (status == GRN_OK)
        status = own_copy(x, &operands[0], &x->results[0]);
    if (status == GRN_OK)
        status = x->calls->scatter(x, &access.scatter, &x->results[0].tensor, &access.indices, &updates.tensor,
                                   &placed.diag);
    x->calls->release(x, &updates);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port scatter_operands[] = {GRN_PORT("tensor", grn_is_ranked_tensor), GRN_PORT("indices", index_tensor),
                                            GRN_PORT("updates", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("output", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_attr_def batch_attrs[] = {GRN_MAY_HAVE("batch_dims", grn_attr_is_i64), GRN_ATTRS_END};

#define ROW(op, does, rules, ...)                                                                            \
    {                                                                                                        \
        .name = "tf." op, .summary = does, .source = "TensorFlow operations, " op rules, .results = results, \
        .traits = GRN_TRAIT_PURE | GRN_TRAIT_PLAIN_ATTRS, __VA_ARGS__                                        \
    }
#define GATHER_ROW(op, does, rules, ...)                                                       \
    ROW(op, does, rules, .attrs = batch_attrs, .verify = gather_verify, .infer = gather_infer, \
        .to_spec = gather_to_spec, __VA_ARGS__)
#define SCATTER_ROW(op, does, ...)                                                          \
    ROW(op, does, ", TF-4 to TF-7", .operands = scatter_operands, .verify = scatter_verify, \
        .infer = grn_form_scatter_infer, __VA_ARGS__)

const grn_op_def grn_tf_ops[] = {
    GATHER_ROW("GatherV2", "takes slices along axis, with batch_dims", ", TF-1 to TF-3, TF-6",
               .operands = GRN_PORTS(GRN_PORT("params", grn_is_ranked_tensor), GRN_PORT("indices", index_tensor),
                                     GRN_PORT("axis", one_index))),
    GATHER_ROW("GatherNd", "takes slices at coordinates in the last dimension of indices", ", TF-1, TF-3, TF-4, TF-6",
               .operands = GRN_PORTS(GRN_PORT("params", grn_is_ranked_tensor), GRN_PORT("indices", index_tensor))),
    SCATTER_ROW("TensorScatterUpdate", "replaces slices at coordinates", .to_spec = scatter_to_spec),
    SCATTER_ROW("TensorScatterAdd", "adds slices at coordinates", .to_spec = scatter_to_spec),
    SCATTER_ROW("TensorScatterSub", "subtracts slices at coordinates", .eval = sub_eval, .as_access = scatter_to_spec),
    SCATTER_ROW("TensorScatterMin", "smaller of old and new, at coordinates", .to_spec = scatter_to_spec),
    SCATTER_ROW("TensorScatterMax", "larger of old and new, at coordinates", .to_spec = scatter_to_spec),
    ROW("Const", "gives a tensor that is written in the program", "", .operands = GRN_NO_PORTS,
        .attrs = GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_elements)), .verify = grn_elements_verify,
        .eval = grn_elements_eval),
    {.name = NULL},
};
