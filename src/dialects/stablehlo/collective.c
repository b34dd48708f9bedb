/*
 * collective.c - the rules of the collective ops (StableHLO spec, the sections
 * of their names; upstream's words and order). What they do is in
 * collective_move.c and collective_reduce.c.
 */
#include "dialects/stablehlo/collective_eval.h"

#include <inttypes.h>

/* ---- what several share ---------------------------------------------------------------------- */

/* Upstream's PairwiseSameOperandAndResultElementType. */
static grn_status same_elements_in_pairs(const grn_op *op, grn_check *check)
{
    if (op->noperands != op->nresults)
        return grn_op_fail(op, check, "requires the same number of operands and results");
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i)->element != grn_result_type(op, i)->element)
            return grn_op_fail(op, check, "requires the same element type for operand and result at index %zu", i);
    return GRN_OK;
}

static bool is_global(const grn_op *op) { return grn_op_flag(op, "use_global_device_ids", false); }

static grn_status positive_channel(const grn_op *op, grn_check *check, const char *rule)
{
    if (is_global(op) && grn_hlo_channel_id(op) <= 0)
        return grn_stablehlo_broken(op, check, rule,
                                    "channel_id must be positive when useGlobalDeviceIds is set but got: %" PRId64,
                                    grn_hlo_channel_id(op));
    return GRN_OK;
}

/* The computation folds elements of operand i. */
static grn_status computation_rules(const grn_op *op, grn_check *check, size_t i, const char *rule)
{
    const grn_type *operand = grn_operand_type(op, i);
    const grn_type *scalar = grn_type_tensor(check->scratch, operand->element, 0, NULL, NULL);
    if (!scalar)
        return GRN_E_MEMORY;
    const grn_reducer reducer = {.region = &op->regions[0], .n = 1, .inputs = &operand, .inits = &scalar, .rule = rule};
    return grn_stablehlo_reducer_rules(op, check, &reducer);
}

/* The first n operands' shapes, with elements as the computation gives them. */
static grn_status infer_folded(const grn_op *op, grn_check *check, grn_inferred *out, size_t n)
{
    const grn_type *element = grn_stablehlo_region_element(&op->regions[0], 0);
    if (!grn_stablehlo_infer_count(check, out, n))
        return GRN_E_MEMORY;
    for (size_t i = 0; i < n; i++) {
        const grn_type *t = grn_operand_type(op, i);
        out->types[i] = grn_type_tensor(check->scratch, element ? element : t->element, t->rank, t->shape, t->encoding);
        if (!out->types[i])
            return GRN_E_MEMORY;
    }
    return GRN_OK;
}

/* ---- all_gather ------------------------------------------------------------------------------ */

static grn_status gather_dimension(const grn_op *op, grn_check *check, size_t i, int64_t dim)
{
    const grn_type *in = grn_operand_type(op, i);
    if (dim >= in->rank)
        return grn_stablehlo_broken(op, check, "C1", "all_gather_dim must be a valid index of operand");
    if (in->shape[dim] == 0)
        return grn_stablehlo_broken(op, check, "C1", "dimension size of operand at 'all_gather_dim' cannot be zero");
    return GRN_OK;
}

static grn_status gathered_shape(const grn_op *op, grn_check *check, size_t i, int64_t dim)
{
    const grn_type *in = grn_operand_type(op, i), *out = grn_result_type(op, i);
    if (in->rank != out->rank)
        return grn_stablehlo_broken(op, check, "C6", "operand and result must have the same rank");
    for (int32_t d = 0; d < in->rank; d++)
        if (d != dim && !grn_stablehlo_dim_agrees(in->shape[d], out->shape[d]))
            return grn_stablehlo_broken(
                op, check, "C6",
                "operand and result should have the same shape except for the dimension size at "
                "'all_gather_dim'");
    if (in->shape[dim] != GRN_DYNAMIC && out->shape[dim] != GRN_DYNAMIC && out->shape[dim] % in->shape[dim])
        return grn_stablehlo_broken(op, check, "C6",
                                    "result gather dimension has size %" PRId64
                                    ", expected to be a multiple of operand gather dimension size %" PRId64,
                                    out->shape[dim], in->shape[dim]);
    return GRN_OK;
}

static grn_status all_gather_processes(const grn_op *op, grn_check *check)
{
    const grn_group_rules groups = {
        .uniform = true, .global_ids = is_global(op), .expected = -1, .unique = "C2", .covered = "C4"};
    grn_status status = grn_hlo_verify_groups(op, check, &groups);
    if (status == GRN_OK && is_global(op) && grn_hlo_channel_id(op) < 0)
        status = grn_stablehlo_broken(op, check, "C5", "channel_id cannot be negative when useGlobalDeviceIds is set");
    return status;
}

/* Upstream takes operand after operand, and the processes as it takes the first. */
static grn_status all_gather_verify(const grn_op *op, grn_check *check)
{
    const int64_t dim = grn_op_integer(op, "all_gather_dim", 0);
    grn_status status = same_elements_in_pairs(op, check);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        status = gather_dimension(op, check, i, dim);
        if (status == GRN_OK && i == 0)
            status = all_gather_processes(op, check);
        if (status == GRN_OK)
            status = gathered_shape(op, check, i, dim);
    }
    return status;
}

/* ---- all_reduce ------------------------------------------------------------------------------ */

static grn_status all_reduce_verify(const grn_op *op, grn_check *check)
{
    const grn_group_rules groups = {.global_ids = is_global(op), .expected = -1, .unique = "C1", .covered = "C3"};
    grn_status status = grn_hlo_verify_groups(op, check, &groups);
    if (status == GRN_OK)
        status = positive_channel(op, check, "C4");
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = computation_rules(op, check, i, "C5");
    return status;
}

static grn_status all_reduce_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return infer_folded(op, check, out, op->noperands);
}

static grn_status sum_verify(const grn_op *op, grn_check *check)
{
    const grn_group_rules groups = {.global_ids = false, .expected = -1, .unique = "C1", .covered = "C3"};
    grn_status status = grn_hlo_verify_same_types(op, check);
    return status == GRN_OK ? grn_hlo_verify_groups(op, check, &groups) : status;
}

/* ---- reduce_scatter -------------------------------------------------------------------------- */

static grn_status scattered_shape(const grn_op *op, grn_check *check, int64_t dim)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    if (in->shape[dim] == GRN_DYNAMIC || out->shape[dim] == GRN_DYNAMIC)
        return GRN_OK;
    if (out->shape[dim] == 0)
        return grn_stablehlo_broken(op, check, "C8", "result dimension size at scatter_dimension cannot be zero");
    if (in->shape[dim] == 0)
        return grn_stablehlo_broken(op, check, "C8", "operand dimension size at scatter_dimension cannot be zero");
    if (in->shape[dim] % out->shape[dim])
        return grn_stablehlo_broken(op, check, "C8",
                                    "operand scatter dimension has size %" PRId64
                                    ", expected to be a multiple of result scatter dimension size %" PRId64,
                                    in->shape[dim], out->shape[dim]);
    for (int32_t d = 0; d < in->rank; d++)
        if (d != dim && !grn_stablehlo_dim_agrees(in->shape[d], out->shape[d]))
            return grn_stablehlo_broken(op, check, "C8",
                                        "non scatter dimensions should be same for operand (%" PRId64
                                        ") and result (%" PRId64 ")",
                                        in->shape[d], out->shape[d]);
    return GRN_OK;
}

static grn_status reduce_scatter_verify(const grn_op *op, grn_check *check)
{
    const grn_group_rules groups = {
        .uniform = true, .global_ids = is_global(op), .expected = -1, .unique = "C3", .covered = "C5"};
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    const int64_t dim = grn_op_integer(op, "scatter_dimension", 0);
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_hlo_verify_groups(op, check, &groups);
    if (status == GRN_OK)
        status = computation_rules(op, check, 0, "C7");
    if (status == GRN_OK && in->rank != out->rank)
        return grn_stablehlo_broken(op, check, "C8", "operand and result should have same rank");
    if (status == GRN_OK && dim >= in->rank)
        return grn_stablehlo_broken(op, check, "C2", "scatter dim should be less than operand/result rank");
    if (status == GRN_OK)
        status = positive_channel(op, check, "C6");
    if (status == GRN_OK)
        status = scattered_shape(op, check, dim);
    if (status != GRN_OK)
        return status;
    const grn_type *element = grn_stablehlo_region_element(&op->regions[0], 0);
    if (element != out->element)
        return grn_stablehlo_broken(op, check, "C9", "result element-type is expected to be '%s', but got '%s'",
                                    grn_type_text(element, want, sizeof want),
                                    grn_type_text(out->element, have, sizeof have));
    return GRN_OK;
}

/* ---- all_to_all ------------------------------------------------------------------------------ */

static grn_status all_to_all_verify(const grn_op *op, grn_check *check) { return same_elements_in_pairs(op, check); }

/* Extents, or bounds; false: one cannot be counted. */
static bool exchanged(int64_t *v, int64_t split, int64_t concat, int64_t count)
{
    if (v[split] != GRN_DYNAMIC)
        v[split] /= count;
    return v[concat] == GRN_DYNAMIC || grn_mul_i64(v[concat], count, &v[concat]);
}

static grn_status split_type(const grn_op *op, grn_check *check, size_t i, const grn_type **out)
{
    const grn_type *t = grn_operand_type(op, i);
    const int64_t split = grn_op_integer(op, "split_dimension", 0), concat = grn_op_integer(op, "concat_dimension", 0);
    const int64_t count = grn_op_integer(op, "split_count", 1);
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    if (split >= t->rank)
        return grn_stablehlo_broken(op, check, "C1",
                                    "AllToAll split_dimension %" PRId64 " is out-of-bounds for input rank %" PRId32,
                                    split, t->rank);
    if (concat >= t->rank)
        return grn_stablehlo_broken(op, check, "C3",
                                    "AllToAll concat_dimension %" PRId64 " is out-of-bounds for input rank %" PRId32,
                                    concat, t->rank);
    memcpy(shape, t->shape, (size_t)t->rank * sizeof *shape);
    if (shape[split] != GRN_DYNAMIC && shape[split] % count)
        return grn_stablehlo_broken(
            op, check, "C2", "split dimension has size %" PRId64 ", expected to be a multiple of split_count %" PRId64,
            shape[split], count);
    for (int32_t d = 0; d < t->rank; d++)
        bounds[d] = grn_hlo_extent_of(t, d).bound;
    if (!exchanged(shape, split, concat, count) || !exchanged(bounds, split, concat, count))
        return grn_stablehlo_broken(op, check, "C9", "concat dimension has more elements than can be counted");
    *out = grn_stablehlo_tensor_with_bounds(check->scratch, t->element, t->rank, shape, bounds);
    return *out ? GRN_OK : GRN_E_MEMORY;
}

static grn_status all_to_all_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_group_rules groups = {.uniform = true,
                                    .expected = grn_op_integer(op, "split_count", 1),
                                    .unique = "C5",
                                    .covered = "C7",
                                    .size = "C8"};
    grn_status status = grn_hlo_verify_groups(op, check, &groups);
    if (status == GRN_OK && !grn_stablehlo_infer_count(check, out, op->noperands))
        return GRN_E_MEMORY;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = split_type(op, check, i, &out->types[i]);
    return status;
}

/* ---- collective_permute ---------------------------------------------------------------------- */

static grn_status collective_permute_verify(const grn_op *op, grn_check *check)
{
    grn_status status = grn_hlo_verify_same_element(op, check);
    return status == GRN_OK ? grn_hlo_verify_pairs(op, check) : status;
}

/* ---- collective_broadcast, collective_reduce ------------------------------------------------- */

static bool has_root(const grn_op *op) { return grn_op_flag(op, "has_dynamic_root", false); }
static size_t data_operands(const grn_op *op) { return op->noperands - (has_root(op) && op->noperands > 0); }

/* One operand or more, and with a dynamic root a list of as many numbers behind them. */
static grn_status root_rules(const grn_op *op, grn_check *check, const char *name)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const size_t n = data_operands(op);
    if (op->noperands == 0)
        return grn_stablehlo_broken(op, check, "C3", "%s requires at least one data operand", name);
    if (!has_root(op))
        return GRN_OK;
    if (op->noperands < 2)
        return grn_stablehlo_broken(op, check, "C4",
                                    "%s with has_dynamic_root=true requires at least two operands (data + root)", name);
    const grn_type *root = grn_operand_type(op, n);
    if (root->rank != 1 || !(root->element->kind == GRN_TYPE_INTEGER && root->element->dtype == GRN_I32))
        return grn_stablehlo_broken(
            op, check, "C4", "last operand of %s with has_dynamic_root=true must be a rank-1 i32 tensor, but got '%s'",
            name, grn_type_text(root, text, sizeof text));
    if (root->shape[0] != GRN_DYNAMIC && root->shape[0] != (int64_t)n)
        return grn_stablehlo_broken(
            op, check, "C4",
            "last operand of %s with has_dynamic_root=true must have the same number of elements as data "
            "operands (%zu), but got %" PRId64,
            name, n, root->shape[0]);
    return GRN_OK;
}

static grn_status collective_broadcast_verify(const grn_op *op, grn_check *check)
{
    grn_status status = grn_hlo_verify_broadcast_groups(op, check);
    return status == GRN_OK ? root_rules(op, check, "collective_broadcast") : status;
}

static grn_status collective_broadcast_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const size_t n = data_operands(op);
    if (!grn_stablehlo_infer_count(check, out, n))
        return GRN_E_MEMORY;
    for (size_t i = 0; i < n; i++)
        out->types[i] = grn_operand_type(op, i);
    return GRN_OK;
}

static grn_status collective_reduce_verify(const grn_op *op, grn_check *check)
{
    const grn_group_rules groups = {.global_ids = is_global(op), .expected = -1, .unique = "C1", .covered = "C2"};
    grn_status status = grn_hlo_verify_groups(op, check, &groups);
    if (status == GRN_OK)
        status = positive_channel(op, check, "I3");
    if (status == GRN_OK)
        status = root_rules(op, check, "collective_reduce");
    for (size_t i = 0; status == GRN_OK && i < data_operands(op); i++)
        status = computation_rules(op, check, i, "C4");
    return status;
}

static grn_status collective_reduce_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return infer_folded(op, check, out, data_operands(op));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_positive_i64(const grn_attr *a) { return grn_attr_is_i64.matches(a) && a->integer > 0; }
static const grn_attr_class positive_i64 = {"64-bit signless integer attribute whose value is positive",
                                            is_positive_i64};

static const grn_port operands[] = {GRN_PORT_ANY("operands", grn_hlo_tensor), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT_ANY("results", grn_hlo_tensor), GRN_PORTS_END};
static const grn_port operand[] = {GRN_PORT("operand", grn_hlo_tensor), GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", grn_hlo_tensor), GRN_PORTS_END};

#define GROUPS GRN_NEEDS("replica_groups", grn_hlo_is_replica_groups)
#define CHANNEL GRN_MAY_HAVE("channel_handle", grn_stablehlo_is_channel_handle)
#define GLOBAL GRN_MAY_HAVE("use_global_device_ids", grn_attr_is_unit)
#define ROOT GRN_MAY_HAVE("has_dynamic_root", grn_attr_is_unit)

const grn_op_def grn_stablehlo_collective_ops[] = {
    GRN_STABLEHLO(all_gather, "joins the tensors of a group of processes, for each of them", "C1-C6", operands, results,
                  GRN_ATTRS(GRN_NEEDS("all_gather_dim", grn_hlo_is_natural_i64), GROUPS, CHANNEL, GLOBAL),
                  .verify = all_gather_verify, .eval = grn_hlo_all_gather_eval),
    GRN_ROW("stablehlo.cross-replica-sum", "sum over the replicas of a group (deprecated)",
            "StableHLO dialect, cross-replica-sum (deprecated)", grn_hlo_plain_operand, grn_hlo_plain_result,
            GRN_ATTRS(GROUPS), .number = GRN_OP(stablehlo, cross_replica_sum), .verify = sum_verify,
            .eval = grn_hlo_cross_replica_sum_eval),
    GRN_STABLEHLO(all_reduce, "folds the tensors of a group of processes, for each of them", "C1-C7", operands, results,
                  GRN_ATTRS(GROUPS, CHANNEL, GLOBAL), .nregions = 1, .regions = "computation",
                  .terminator = "stablehlo.return", .traits = GRN_TRAIT_SINGLE_BLOCK, .verify = all_reduce_verify,
                  .infer = all_reduce_infer, .result_rules = {"C6", "C7"}, .eval = grn_hlo_all_reduce_eval),
    GRN_STABLEHLO(reduce_scatter, "folds the tensors of a group and gives each process a part", "C1-C9", operand,
                  result, GRN_ATTRS(GRN_NEEDS("scatter_dimension", grn_hlo_is_natural_i64), GROUPS, CHANNEL, GLOBAL),
                  .nregions = 1, .regions = "computation", .traits = GRN_TRAIT_SINGLE_BLOCK,
                  .verify = reduce_scatter_verify, .eval = grn_hlo_reduce_scatter_eval),
    GRN_STABLEHLO(all_to_all, "splits each process's tensor and exchanges the parts", "C1-C9", operands, results,
                  GRN_ATTRS(GRN_NEEDS("split_dimension", grn_hlo_is_natural_i64),
                            GRN_NEEDS("concat_dimension", grn_hlo_is_natural_i64),
                            GRN_NEEDS("split_count", positive_i64), GROUPS, CHANNEL),
                  .verify = all_to_all_verify, .infer = all_to_all_infer, .result_rules = {"C9", "C9"},
                  .eval = grn_hlo_all_to_all_eval),
    GRN_STABLEHLO(collective_permute, "sends the tensors of some processes to others", "C1-C5", operand, result,
                  GRN_ATTRS(GRN_NEEDS("source_target_pairs", grn_attr_is_i64_elements), CHANNEL),
                  .verify = collective_permute_verify, .infer = grn_stablehlo_infer_operands,
                  .result_rules = {"C5", "C5"}, .eval = grn_hlo_collective_permute_eval),
    GRN_STABLEHLO(collective_broadcast, "gives the tensor of a group's first process to all of it", "C1-C6", operands,
                  results, GRN_ATTRS(GROUPS, CHANNEL, ROOT), .verify = collective_broadcast_verify,
                  .infer = collective_broadcast_infer, .result_rules = {"C3", "C3"},
                  .eval = grn_hlo_collective_broadcast_eval),
    GRN_STABLEHLO(collective_reduce, "folds the tensors of a group for its first process", "C1-C4", operands, results,
                  GRN_ATTRS(GROUPS, CHANNEL, GLOBAL, ROOT), .nregions = 1, .regions = "computation",
                  .terminator = "stablehlo.return", .traits = GRN_TRAIT_SINGLE_BLOCK,
                  .verify = collective_reduce_verify, .infer = collective_reduce_infer, .result_rules = {"C3", "C4"},
                  .eval = grn_hlo_collective_reduce_eval),
    {.name = NULL},
};
