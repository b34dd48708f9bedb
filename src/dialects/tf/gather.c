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
#include "dialects/common/rule_report.h"
#include "dialects/tf/tf.h"
#include "rules/tf.h"

/* ---- sets of types -------------------------------------------------------------------------------------------------------------- */

static bool is_index_tensor(const grn_type *t)
{
    grn_dtype dtype = t->kind == GRN_TYPE_TENSOR ? t->element->dtype : GRN_NO_DTYPE;
    return dtype == GRN_I16 || dtype == GRN_I32 || dtype == GRN_I64;
}
static bool is_one_index(const grn_type *t) { return is_index_tensor(t) && t->rank <= 1; }
static const grn_type_class index_tensor = {"ranked tensor of 16-bit, 32-bit or 64-bit signless integer values", is_index_tensor};
static const grn_type_class one_index = {"tensor of rank at most 1 of 16-bit, 32-bit or 64-bit signless integer values", is_one_index};

/* ---- asking the rules ----------------------------------------------------------------------------------------------------------- */

/* TF-6; `axis` NULL: not known yet, or none. */
static grn_status check_rules(const grn_op *op, const grn_op_report *to, const grn_shaped *operands, const int64_t *axis,
                              grn_index_form *out)
{
    const bool slices = op->def == &grn_tf_ops[0], scatters = op->def > &grn_tf_ops[1];
    const int64_t batch = grn_op_integer(op, "batch_dims", 0);
    grn_indexing x;
    grn_status status = slices ? grn_tf_check_slices(&to->report, &operands[0], &operands[1], axis, batch, &x)
                               : grn_tf_check_vectors(&to->report, scatters ? "tensor" : "params", &operands[0],
                                                      &operands[1], batch, &x);
    if (status == GRN_OK && scatters)
        status = grn_tf_check_updates(&to->report, &x, &operands[0], &operands[1], &operands[2]);
    *out = (grn_index_form){.kind = x.kind, .axis = x.axis, .batch = x.batch, .full = 0, .indices = 1, .updates = 2,
                            .rule = {.bounds = GRN_BOUNDS_ERROR}};
    return status;
}

static grn_status form_of_types(const grn_op *op, const grn_check *check, const int64_t *axis, grn_index_form *out)
{
    grn_op_report to;
    grn_shaped operands[3];
    grn_check_report_init(&to, op->def->name, op, check);
    grn_shaped_operand_types(op, GRN_COUNT(operands), operands);
    return check_rules(op, &to, operands, axis, out);
}

static grn_status form_of(const grn_op *op, const grn_tensor *tensors, const int64_t *axis, const grn_diag *diag,
                          grn_index_form *out)
{
    grn_op_report to;
    grn_shaped operands[3];
    grn_run_report_init(&to, op->def->name, op, diag);
    grn_shaped_operands(op, tensors, GRN_COUNT(operands), operands);
    return check_rules(op, &to, operands, axis, out);
}

/* ---- types ------------------------------------------------------------------------------------------------------------------------ */

static grn_status gather_verify(const grn_op *op, grn_check *check)
{
    int64_t axis;
    grn_index_form f;
    return form_of_types(op, check, grn_constant_operand(op, 2, &axis) ? &axis : NULL, &f);
}

static grn_status gather_nd_verify(const grn_op *op, grn_check *check)
{
    grn_index_form f;
    return form_of_types(op, check, NULL, &f);
}

/* Dtypes do not tell elements apart that no dtype stands for. */
static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    grn_index_form f;
    if (grn_operand_type(op, 2)->rank < 1)
        return grn_tensor_broken(op, check, "TF-7", "requires updates operand to have at least 1 dimension");
    grn_status status = form_of_types(op, check, NULL, &f);
    return status == GRN_OK ? grn_tensor_elements_same(op, check, "TF-5", 2, 0) : status;
}

static grn_status gather_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    int64_t axis;
    grn_index_form f;
    if (!grn_constant_operand(op, 2, &axis))
        return grn_stablehlo_infer_one(check, out, grn_result_type(op, 0));
    grn_status status = form_of_types(op, check, &axis, &f);
    return status == GRN_OK ? grn_form_infer(&f, op, check, out) : status;
}

static grn_status gather_nd_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_index_form f;
    grn_status status = form_of_types(op, check, NULL, &f);
    return status == GRN_OK ? grn_form_infer(&f, op, check, out) : status;
}

static grn_status scatter_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_operand_type(op, 0));
}

/* ---- meaning -------------------------------------------------------------------------------------------------------------------------- */

static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_index_form f;
    int64_t axis = 0;
    if (grn_tensor_elements(&operands[2]) != 1)
        return grn_fail(diag, op->place, GRN_E_SHAPE, "%s: axis has %" PRId64 " elements, expected 1", op->def->name,
                        grn_tensor_elements(&operands[2]));
    grn_status status = grn_spec_needs(op, operands, 2, diag);
    if (status == GRN_OK)
        axis = grn_hlo_integer_value(&operands[2]);
    if (status == GRN_OK)
        status = form_of(op, operands, &axis, diag, &f);
    return status == GRN_OK ? grn_form_to_gather(&f, op, operands, diag, out) : status;
}

static grn_status gather_nd_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_index_form f;
    grn_status status = form_of(op, operands, NULL, diag, &f);
    return status == GRN_OK ? grn_form_to_gather(&f, op, operands, diag, out) : status;
}

static grn_status scatter_by(grn_combiner combiner, const grn_op *op, const grn_tensor *operands, const grn_diag *diag,
                             grn_access *out)
{
    grn_index_form f;
    grn_status status = form_of(op, operands, NULL, diag, &f);
    f.combiner = combiner;
    return status == GRN_OK ? grn_form_to_scatter(&f, op, operands, diag, out) : status;
}

#define SCATTER(name, combiner)                                                                                       \
    static grn_status name##_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out) \
    {                                                                                                                 \
        return scatter_by(combiner, op, operands, diag, out);                                                         \
    }
SCATTER(update, GRN_COMBINE_REPLACE)
SCATTER(add, GRN_COMBINE_ADD)
SCATTER(min, GRN_COMBINE_MIN)
SCATTER(max, GRN_COMBINE_MAX)

/* ---- subtraction: the updates, negated, are added ------------------------------------------------------------------------------------------ */

static grn_status own_copy(grn_exec *x, const grn_tensor *in, grn_rt *out)
{
    grn_status status = x->alloc(x, in->dtype, in->rank, in->shape, out);
    if (status == GRN_OK)
        grn_tensor_copy(&out->tensor, in);
    return status;
}

static grn_status negated(grn_exec *x, const grn_op *op, const grn_tensor *in, grn_rt *out)
{
    grn_bound_element negate;
    if (grn_element_bind(&grn_element_negate, &in->dtype, in->dtype, &negate) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot subtract %s", grn_dtype_text(in->dtype));
    grn_status status = x->alloc(x, in->dtype, in->rank, in->shape, out);
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
    grn_status status = add_to_spec(op, operands, x->diag, &access);
    if (status == GRN_OK)
        status = negated(x, op, &operands[2], &updates);
    if (status == GRN_OK)
        status = own_copy(x, &operands[0], &x->results[0]);
    if (status == GRN_OK)
        status = x->scatter(x, &access.scatter, &x->results[0].tensor, &access.indices, &updates.tensor, &placed.diag);
    x->release(x, &updates);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------------------------------------------------------ */

static const grn_port no_operands[] = {GRN_HLO_PORTS_END};
static const grn_port gather_operands[] = {{"params", &grn_is_ranked_tensor, GRN_ONE},
                                           {"indices", &index_tensor, GRN_ONE},
                                           {"axis", &one_index, GRN_ONE},
                                           GRN_HLO_PORTS_END};
static const grn_port gather_nd_operands[] = {
    {"params", &grn_is_ranked_tensor, GRN_ONE}, {"indices", &index_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port scatter_operands[] = {{"tensor", &grn_is_ranked_tensor, GRN_ONE},
                                            {"indices", &index_tensor, GRN_ONE},
                                            {"updates", &grn_is_ranked_tensor, GRN_ONE},
                                            GRN_HLO_PORTS_END};
static const grn_port results[] = {{"output", &grn_is_ranked_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_attr_def batch_attrs[] = {GRN_HLO_ATTR_MAYBE("batch_dims", grn_attr_is_i64), GRN_HLO_ATTRS_END};
static const grn_attr_def value_attrs[] = {GRN_HLO_ATTR("value", grn_attr_is_elements), GRN_HLO_ATTRS_END};

#define ROW(op, rules, ...)                                                                                           \
    {.name = "tf." op, .source = "TensorFlow operations, " op rules, .results = results,                               \
     .traits = GRN_TRAIT_PURE | GRN_TRAIT_PLAIN_ATTRS, __VA_ARGS__}
#define SCATTER_ROW(op, ...)                                                                                          \
    ROW(op, ", TF-4 to TF-7", .operands = scatter_operands, .verify = scatter_verify, .infer = scatter_infer, __VA_ARGS__)

const grn_op_def grn_tf_ops[] = {
    ROW("GatherV2", ", TF-1 to TF-3, TF-6", .operands = gather_operands, .attrs = batch_attrs, .verify = gather_verify,
        .infer = gather_infer, .to_spec = gather_to_spec),
    ROW("GatherNd", ", TF-1, TF-3, TF-4, TF-6", .operands = gather_nd_operands, .attrs = batch_attrs,
        .verify = gather_nd_verify, .infer = gather_nd_infer, .to_spec = gather_nd_to_spec),
    SCATTER_ROW("TensorScatterUpdate", .to_spec = update_to_spec),
    SCATTER_ROW("TensorScatterAdd", .to_spec = add_to_spec),
    SCATTER_ROW("TensorScatterSub", .eval = sub_eval),
    SCATTER_ROW("TensorScatterMin", .to_spec = min_to_spec),
    SCATTER_ROW("TensorScatterMax", .to_spec = max_to_spec),
    ROW("Const", "", .operands = no_operands, .attrs = value_attrs, .verify = grn_elements_verify, .eval = grn_elements_eval),
    {.name = NULL},
};
