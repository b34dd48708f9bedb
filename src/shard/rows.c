/* rows.c - the ops that may be cut, a row for each; every other is run whole. */
#include "shard/rows.h"

/* ---- dimensions where positions meet or move ------------------------------------------------- */

static int64_t entry(const grn_op *op, const char *name, int32_t dim, int64_t absent)
{
    size_t n = 0;
    const int64_t *v = NULL;
    return grn_op_dims(op, name, &n, &v) && (size_t)dim < n ? v[dim] : absent;
}

static bool pads(const grn_op *op, int32_t dim)
{
    return entry(op, "edge_padding_low", dim, 0) || entry(op, "edge_padding_high", dim, 0) ||
           entry(op, "interior_padding", dim, 0);
}

static bool turns(const grn_op *op, int32_t dim)
{
    size_t n = 0;
    const int64_t *v = NULL;
    bool found = !grn_op_dims(op, "dimensions", &n, &v);
    for (size_t i = 0; i < n; i++)
        found |= v[i] == dim;
    return found;
}

static bool is_the_dimension(const grn_op *op, int32_t dim)
{
    const int64_t along = grn_op_integer(op, "dimension", -1);
    return (along < 0 ? along + grn_result_type(op, 0)->rank : along) == dim;
}

/* Only a part is written to. */
static bool updates_part(const grn_op *op, int32_t dim)
{
    return grn_operand_type(op, 0)->shape[dim] != grn_operand_type(op, 1)->shape[dim];
}

static bool takes_part(const grn_op *op, int32_t dim)
{
    return entry(op, "start_indices", dim, 0) || entry(op, "strides", dim, 1) != 1 ||
           entry(op, "limit_indices", dim, 0) != grn_operand_type(op, 0)->shape[dim];
}

static bool has_window(const grn_op *op, int32_t dim)
{
    size_t n = 0;
    const int64_t *padding = NULL;
    const bool padded = grn_op_dims(op, "padding", &n, &padding) && n > 2 * (size_t)dim + 1 &&
                        (padding[2 * dim] || padding[2 * dim + 1]);
    return padded || entry(op, "window_dimensions", dim, 1) != 1 || entry(op, "window_strides", dim, 1) != 1 ||
           entry(op, "base_dilations", dim, 1) != 1;
}

/* Elements of another width lie along a dimension of their own. */
static bool changes_rank(const grn_op *op, int32_t dim)
{
    (void)dim;
    return grn_operand_type(op, 0)->rank != grn_result_type(op, 0)->rank;
}

/* ---- ops whose attributes are of the shape --------------------------------------------------- */

static grn_status set_extents(grn_sharder *s, grn_op *op, const char *name, const int64_t *extents)
{
    const grn_attr *a = grn_attr_dense_i64(s->w.ir, (size_t)op->results[0].type->rank, extents);
    return a && grn_op_set_attr(s->w.ir, op, (grn_str){name, strlen(name)}, a) ? GRN_OK : grn_no_memory(&s->w);
}

static grn_status local_slice(grn_sharder *s, grn_op *op)
{
    size_t n = 0;
    const int64_t *limit = NULL;
    int64_t own[GRN_MAX_RANK];
    const grn_division *d = grn_part_of(s, &op->results[0]);
    if (!grn_op_dims(op, "limit_indices", &n, &limit))
        return grn_no_memory(&s->w);
    for (int32_t i = 0; i < d->rank; i++) /* a dimension that is cut is taken whole */
        own[i] = d->dims[i].axes.count ? grn_division_extent(&s->mesh, d, i) : limit[i];
    grn_status status = grn_part_retype(s, op);
    return status == GRN_OK ? set_extents(s, op, "limit_indices", own) : status;
}

static grn_status local_dynamic_slice(grn_sharder *s, grn_op *op)
{
    grn_status status = grn_part_retype(s, op);
    return status == GRN_OK ? set_extents(s, op, "slice_sizes", op->results[0].type->shape) : status;
}

/* The whole is in every program; the device takes its part. */
static grn_status local_constant(grn_sharder *s, grn_op *op)
{
    const grn_division *d = grn_part_of(s, &op->results[0]);
    const grn_attr *value = grn_op_attr(op, "value");
    if (value && value->kind == GRN_ATTR_ELEMENTS && value->elements->splat)
        return grn_replace(&s->w, grn_build_splat(&s->w, d->type->element, d->rank,
                                                  grn_division_local(s->w.ir, &s->mesh, d)->shape,
                                                  value->elements->tensor.data));
    grn_value *whole = grn_new(&s->w, "stablehlo.constant", 0, NULL, d->type, 1, &(grn_new_attr){"value", value});
    return grn_replace(&s->w, grn_part_cut(s, whole, d));
}

static grn_status local_iota(grn_sharder *s, grn_op *op)
{
    const grn_division *d = grn_part_of(s, &op->results[0]);
    const int64_t along = grn_op_integer(op, "iota_dimension", 0);
    if (d->dims[along].axes.count == 0)
        return grn_part_retype(s, op);
    /* element by element as the whole would count, which matters for types that it overflows */
    grn_value *whole = grn_build_iota(&s->w, d->type->element, 1, &d->type->shape[along], 0);
    grn_division *one = whole ? grn_division_new(s->w.ir, whole->type) : NULL;
    const grn_type *local = grn_division_local(s->w.ir, &s->mesh, d);
    if (!one || !local)
        return grn_no_memory(&s->w);
    one->dims[0].axes = d->dims[along].axes;
    return grn_replace(&s->w, grn_build_broadcast(&s->w, grn_part_cut(s, whole, one), &along, d->rank, local->shape));
}

/* ---- the table ------------------------------------------------------------------------------- */

/* clang-format off */
#define CUT .may_be_cut = true
static const grn_part_row rows[GRN_OPS] = {
    [GRN_OP(garner, gather)] = {CUT, .rule = grn_part_gather_rule, .local = grn_part_local_gather},
    [GRN_OP(garner, scatter)] = {CUT, .rule = grn_part_scatter_rule, .local = grn_part_local_scatter},
    [GRN_HLO(gather)] = {CUT, .rule = grn_part_gather_rule, .local = grn_part_local_gather},
    [GRN_HLO(scatter)] = {CUT, .rule = grn_part_scatter_rule, .local = grn_part_local_scatter},
    [GRN_HLO(constant)] = {CUT, .rule = grn_part_pointwise_rule, .local = local_constant},
    [GRN_OP(sdy, constant)] = {CUT, .rule = grn_part_pointwise_rule, .local = local_constant},
    [GRN_HLO(iota)] = {CUT, .rule = grn_part_pointwise_rule, .local = local_iota},
    [GRN_HLO(slice)] = {CUT, .mixes = takes_part, .local = local_slice},
    [GRN_HLO(dynamic_slice)] = {CUT, .local = local_dynamic_slice},
    [GRN_HLO(dynamic_update_slice)] = {CUT, .mixes = updates_part},
    [GRN_HLO(pad)] = {CUT, .mixes = pads},
    [GRN_HLO(concatenate)] = {CUT, .mixes = is_the_dimension},
    [GRN_HLO(reverse)] = {CUT, .mixes = turns},
    [GRN_HLO(sort)] = {CUT, .mixes = is_the_dimension},
    [GRN_HLO(transpose)] = {CUT},
    [GRN_HLO(reshape)] = {CUT},
    [GRN_HLO(broadcast_in_dim)] = {CUT, .copies = true},
    [GRN_HLO(bitcast_convert)] = {CUT, .mixes = changes_rank},
    [GRN_HLO(dot_general)] = {CUT, .combines = grn_part_sums_in_parts, .local = grn_part_local_dot},
    [GRN_HLO(dot)] = {CUT, .combines = grn_part_sums_in_parts, .local = grn_part_local_dot},
    [GRN_HLO(reduce)] = {CUT, .combines = grn_part_reduces_in_parts, .local = grn_part_local_reduce},
    [GRN_HLO(reduce_window)] = {CUT, .mixes = has_window},
    [GRN_HLO(select_and_scatter)] = {CUT},
    [GRN_HLO(convolution)] = {CUT, .local = grn_part_local_convolution},
    [GRN_HLO(fft)] = {CUT},
    [GRN_HLO(cholesky)] = {CUT},
    [GRN_HLO(triangular_solve)] = {CUT},
    [GRN_HLO(batch_norm_inference)] = {CUT, .rule = grn_part_inference_rule},
    [GRN_HLO(batch_norm_training)] = {CUT, .rule = grn_part_training_rule},
    [GRN_HLO(batch_norm_grad)] = {CUT, .rule = grn_part_training_rule},
    [GRN_HLO(optimization_barrier)] = {CUT, .rule = grn_part_each_rule},
    [GRN_OP(chlo, top_k)] = {CUT, .rule = grn_part_last_rule},
    [GRN_HLO(all_gather)] = {CUT, .rule = grn_part_folding_rule},
    [GRN_HLO(all_reduce)] = {CUT, .rule = grn_part_folding_rule},
    [GRN_HLO(reduce_scatter)] = {CUT, .rule = grn_part_folding_rule},
    [GRN_HLO(all_to_all)] = {CUT, .rule = grn_part_moving_rule},
    [GRN_HLO(collective_permute)] = {CUT, .rule = grn_part_moving_rule},
    [GRN_HLO(collective_broadcast)] = {CUT, .rule = grn_part_moving_rule},
    [GRN_HLO(map)] = {CUT, .rule = grn_part_pointwise_rule},
    [GRN_HLO(reduce_precision)] = {CUT},
    [GRN_HLO(clamp)] = {CUT},
    [GRN_HLO(select)] = {CUT},
};
/* clang-format on */

const grn_part_row *grn_part_row_of(const grn_op *op)
{
    static const grn_part_row element = {CUT, .is_element = true}, move = {CUT, .rule = grn_part_pointwise_rule};
    const grn_part_row *row = &rows[grn_op_number_of(op)];
    if (row->may_be_cut)
        return row;
    if (grn_part_is_move(op))
        return &move;
    return op->def && (op->def->element || op->def->element_of) ? &element : NULL;
}
