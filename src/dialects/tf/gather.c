/*
 * gather.c - TensorFlow's gathers and tensor scatters, as its MLIR dialect has
 * them ("tf.GatherV2" in generic form).
 *
 *   TF-1  batch_dims is in [-q, q], q the rank of indices; negative counts from the end
 *   TF-2  axis, an operand of one element, is in [-r, r) and not before batch_dims
 *   TF-3  the batch extents of params and indices are equal
 *   TF-4  indices have rank 1 or more, and list at most r coordinates; none is allowed
 *   TF-5  updates are shaped as what a gather by the same indices gives
 *   TF-6  an index is in [0, s): no negative ones, and out of range is an error, which is what TensorFlow does on a CPU
 *   TF-7  tensor and updates have rank 1 or more; of several updates to one place the last stays
 *
 * An axis is a value: rules on it hold for a constant before the run, for
 * any other in the run.
 */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/common/index_forms.h"

/* ---- sets of types -------------------------------------------------------------------------------------------------------------- */

static bool is_index_tensor(const grn_type *t)
{
    grn_dtype dtype = t->kind == GRN_TYPE_TENSOR ? t->element->dtype : GRN_NO_DTYPE;
    return dtype == GRN_I16 || dtype == GRN_I32 || dtype == GRN_I64;
}
static bool is_one_index(const grn_type *t) { return is_index_tensor(t) && t->rank <= 1; }
static const grn_type_class index_tensor = {"ranked tensor of 16-bit, 32-bit or 64-bit signless integer values", is_index_tensor};
static const grn_type_class one_index = {"tensor of rank at most 1 of 16-bit, 32-bit or 64-bit signless integer values", is_one_index};

/* ---- forms ------------------------------------------------------------------------------------------------------------------------ */

/* TF-1, TF-6; ranks are those of params and indices. */
static grn_index_form form_of(const grn_op *op, grn_form_kind kind, int64_t axis, int64_t rank, int64_t indices_rank)
{
    int64_t batch = grn_op_integer(op, "batch_dims", 0);
    return (grn_index_form){.kind = kind,
                            .axis = grn_form_axis(axis, rank),
                            .batch = kind == GRN_FORM_SLICES && batch < 0 ? batch + indices_rank : batch,
                            .full = 0,
                            .indices = 1,
                            .updates = 2,
                            .rule = {.bounds = GRN_BOUNDS_ERROR}};
}

static grn_index_form form_of_types(const grn_op *op, grn_form_kind kind, int64_t axis)
{
    return form_of(op, kind, axis, grn_operand_type(op, 0)->rank, grn_operand_type(op, 1)->rank);
}

/* ---- rules -------------------------------------------------------------------------------------------------------------------------- */

static grn_status batch_differs(const grn_op *op, const grn_check *check, grn_form_misfit m)
{
    return grn_tensor_broken(op, check, "TF-3",
                             "requires batch dimension %" PRId64 " to be one size, got %" PRId64 " in params and %" PRId64
                             " in indices",
                             m.dim, m.want, m.have);
}

static grn_status batch_in_range(const grn_op *op, const grn_check *check)
{
    int64_t batch = grn_op_integer(op, "batch_dims", 0);
    int32_t q = grn_operand_type(op, 1)->rank;
    if (batch >= -q && batch <= q)
        return GRN_OK;
    return grn_tensor_broken(op, check, "TF-1", "batch_dims (%" PRId64 ") must be in range [%" PRId32 ", %" PRId32 ")", batch,
                             -q, q + 1);
}

static grn_status gather_verify(const grn_op *op, grn_check *check)
{
    int64_t axis;
    int32_t rank = grn_operand_type(op, 0)->rank;
    grn_status status = batch_in_range(op, check);
    if (status != GRN_OK || !grn_constant_operand(op, 2, &axis))
        return status;
    grn_index_form f = form_of_types(op, GRN_FORM_SLICES, axis);
    if (f.axis < 0 || f.axis >= rank)
        return grn_tensor_broken(op, check, "TF-2", "axis (%" PRId64 ") must be in range [%" PRId32 ", %" PRId32 ")", axis,
                                 -rank, rank);
    if (f.axis < f.batch)
        return grn_tensor_broken(op, check, "TF-2",
                                 "requires axis (%" PRId64 ") to be greater than or equal to batch_dims (%" PRId64 ")", f.axis,
                                 f.batch);
    grn_form_misfit m = grn_form_fits(&f, grn_operand_type(op, 0), grn_operand_type(op, 1));
    return m.what == GRN_BATCH_DIFFERS ? batch_differs(op, check, m) : GRN_OK;
}

static grn_status vectors_fit(const grn_index_form *f, const grn_op *op, const grn_check *check)
{
    grn_form_misfit m = grn_form_fits(f, grn_operand_type(op, 0), grn_operand_type(op, 1));
    if (m.what == GRN_NO_COORDINATES)
        return grn_tensor_broken(op, check, "TF-4", "requires indices operand to have at least 1 dimension");
    if (m.what == GRN_BATCH_OUT_OF_RANGE)
        return grn_tensor_broken(op, check, "TF-1", "batch_dims (%" PRId64 ") must be in range [0, %" PRId64 "]", m.have, m.want);
    if (m.what == GRN_BATCH_DIFFERS)
        return batch_differs(op, check, m);
    if (m.what == GRN_TOO_MANY_COORDINATES)
        return grn_tensor_broken(op, check, "TF-4",
                                 "requires tensor operand with rank greater than or equal to the indices operand's last "
                                 "dimension: %" PRId64 " dimensions are left to choose from, indices list %" PRId64,
                                 m.want, m.have);
    return GRN_OK;
}

static grn_status gather_nd_verify(const grn_op *op, grn_check *check)
{
    grn_index_form f = form_of_types(op, GRN_FORM_VECTORS, 0);
    return vectors_fit(&f, op, check);
}

/* TF-7, TF-4, TF-5 */
static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    static const struct {
        size_t operand;
        const char *name;
    } ranked[] = {{0, "tensor"}, {1, "indices"}, {2, "updates"}};
    for (size_t i = 0; i < GRN_COUNT(ranked); i++)
        if (grn_operand_type(op, ranked[i].operand)->rank < 1)
            return grn_tensor_broken(op, check, "TF-7", "requires %s operand to have at least 1 dimension", ranked[i].name);
    grn_index_form f = form_of_types(op, GRN_FORM_VECTORS, 0);
    grn_status status = vectors_fit(&f, op, check);
    return status == GRN_OK ? grn_form_updates_fit(&f, op, check, "TF-5") : status;
}

static grn_status gather_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    int64_t axis;
    if (!grn_constant_operand(op, 2, &axis))
        return grn_stablehlo_infer_one(check, out, grn_result_type(op, 0));
    grn_index_form f = form_of_types(op, GRN_FORM_SLICES, axis);
    return grn_form_infer(&f, op, check, out);
}

static grn_status gather_nd_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_index_form f = form_of_types(op, GRN_FORM_VECTORS, 0);
    return grn_form_infer(&f, op, check, out);
}

static grn_status scatter_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_operand_type(op, 0));
}

/* ---- meaning -------------------------------------------------------------------------------------------------------------------------- */

static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    if (grn_tensor_elements(&operands[2]) != 1)
        return grn_fail(diag, op->place, GRN_E_SHAPE, "%s: axis has %" PRId64 " elements, expected 1", op->def->name,
                        grn_tensor_elements(&operands[2]));
    grn_status status = grn_spec_needs(op, operands, 2, diag);
    if (status != GRN_OK)
        return status;
    grn_index_form f = form_of(op, GRN_FORM_SLICES, grn_hlo_integer_value(&operands[2]), operands[0].rank, operands[1].rank);
    return grn_form_to_gather(&f, op, operands, diag, out);
}

static grn_status gather_nd_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_index_form f = form_of(op, GRN_FORM_VECTORS, 0, operands[0].rank, operands[1].rank);
    return grn_form_to_gather(&f, op, operands, diag, out);
}

static grn_status scatter_by(grn_combiner combiner, const grn_op *op, const grn_tensor *operands, const grn_diag *diag,
                             grn_access *out)
{
    grn_index_form f = form_of(op, GRN_FORM_VECTORS, 0, operands[0].rank, operands[1].rank);
    f.combiner = combiner;
    return grn_form_to_scatter(&f, op, operands, diag, out);
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
