/*
 * row_sum.c - rows that are gathered only to be summed, several at a time: a bag, for which no
 * tensor of rows is needed.
 *
 * What sums, scales and converts are in its dialect is said by grn_row_ops. The ops are a chain:
 * they run where the sum stands, in one pass over the table. A gather that is none of whole rows, an
 * index out of range, and whatever else a bag does otherwise run op by op.
 */
#include "bags/bags.h"
#include "convert/convert.h"
#include "interp/chains.h"

/* ---- finding one ----------------------------------------------------------------------------- */

/* The one op that takes `v`, as an operand; NULL: there is none. */
static const grn_op *taker(const grn_value *v)
{
    bool takes = false;
    for (size_t i = 0; v->uses == 1 && v->last_use && i < v->last_use->noperands; i++)
        takes = takes || v->last_use->operands[i] == v;
    return takes ? v->last_use : NULL;
}

static bool is_named(const grn_op *op, const char *name) { return name && grn_str_is(op->name, name); }

bool grn_row_sum_find(const grn_ir *ir, const grn_op *gather, grn_row_sum *out)
{
    const grn_dialect *d = grn_dialect_of(ir, gather->name);
    const grn_row_ops *ops = d && d->translation ? d->translation->row_ops : NULL;
    *out = (grn_row_sum){.ops = {gather}, .nops = 1, .row_ops = ops};
    if (!ops || gather->nresults != 1 || !grn_type_is_tensor(grn_type_as_tensor(gather->results[0].type)))
        return false;
    const grn_value *v = &gather->results[0];
    const int32_t rank = grn_type_as_tensor(v->type)->rank;
    for (const grn_op *op; (op = taker(v)) && op->nresults == 1 && out->nops < GRN_ROW_SUM_OPS; v = &op->results[0]) {
        out->ops[out->nops++] = op;
        out->sums = is_named(op, ops->sums) && op->operands[0] == v && (out->dims = ops->summed(op));
        if (out->sums || (ops->reduced && op->operands[0] == v && (out->dims = ops->reduced(op))))
            return true;
        const bool multiplies = !out->factor && op->noperands == 2 && is_named(op, ops->scales);
        if (!multiplies && !is_named(op, ops->converts))
            return false;
        if (multiplies)
            out->factor = op->operands[op->operands[0] == v];
        const grn_type *t = grn_type_as_tensor(op->results[0].type);
        if (!grn_type_is_tensor(t) || t->rank != rank)
            return false;
    }
    return false;
}

uint64_t grn_row_sum_dims(const grn_gather_spec *g, const grn_tensor *table)
{
    uint64_t rows = 0;
    if (g->dims.start_index_map.count != 1 || g->dims.collapsed_slice_dims.count != 1 ||
        g->dims.collapsed_slice_dims.v[0] != g->dims.start_index_map.v[0] || g->dims.operand_batching_dims.count > 0)
        return 0;
    for (int32_t d = 0; d < table->rank; d++)
        if (d != g->dims.start_index_map.v[0] && g->slice_sizes.v[d] != table->shape[d])
            return 0;
    for (int32_t i = 0; i < g->dims.offset_dims.count; i++)
        rows |= UINT64_C(1) << g->dims.offset_dims.v[i];
    return rows;
}

/* Whether a factor, broadcast to `rank` dims, is the same along all dims of `rows`. */
static bool is_per_row(const grn_value *factor, int32_t rank, uint64_t rows)
{
    const grn_op *def = factor->def;
    const grn_type *t = grn_type_as_tensor(factor->type);
    size_t count;
    const int64_t *v;
    if (!grn_type_is_tensor(t) || t->rank > rank)
        return false;
    for (int32_t d = 0; d < t->rank; d++)
        rows &= t->shape[d] == 1 ? ~(UINT64_C(1) << (rank - t->rank + d)) : UINT64_MAX;
    rows &= UINT64_MAX << (rank - t->rank);
    if (rows == 0)
        return true;
    if (!def || !grn_op_is(def, GRN_HLO(broadcast_in_dim)) || !grn_op_dims(def, "broadcast_dimensions", &count, &v))
        return false;
    for (size_t i = 0; i < count; i++)
        if (rows >> v[i] & 1 && grn_operand_type(def, 0)->shape[i] != 1)
            return false;
    return true;
}

bool grn_row_sum_is_bag(const grn_row_sum *s, const grn_gather_spec *g, const grn_tensor *table,
                        const grn_tensor *gathered, int64_t *length)
{
    const uint64_t rows = grn_row_sum_dims(g, table);
    *length = 1;
    for (int32_t d = 0; d < gathered->rank; d++)
        *length *= s->dims >> d & 1 ? gathered->shape[d] : 1;
    return rows && !(s->dims & rows) && (!s->factor || is_per_row(s->factor, gathered->rank, rows));
}

const char *grn_row_sum_words(const grn_row_sum *s)
{
    if (!s->sums)
        return s->factor ? "scaled and reduced" : "reduced";
    return s->factor ? "scaled and summed" : "summed";
}

/* ---- as a chain ------------------------------------------------------------------------------ */

static bool is_plain_tensor(const grn_value *v)
{
    const grn_type *t = v->type;
    return t->kind == GRN_TYPE_TENSOR && t->element->kind != GRN_TYPE_QUANT && t->element->dtype &&
           grn_type_has_static_shape(t);
}

/* Of rows that are converted before anything else, and added as they are: in f32, or f64 of rows of f64. */
static bool has_types(const grn_row_sum *s)
{
    const grn_op *sum = s->ops[s->nops - 1];
    const grn_dtype rows = s->ops[0]->results[0].type->element->dtype, added = sum->operands[0]->type->element->dtype;
    const size_t converted = rows != added;
    const bool fits = rows == GRN_F64 ? added == GRN_F64
                                      : added == GRN_F32 && (rows == GRN_F32 || rows == GRN_F16 || rows == GRN_BF16);
    return fits && s->nops == 2 + converted + (s->factor != NULL) &&
           s->ops[converted]->results[0].type->element->dtype == added && sum->results[0].type->element->dtype == added;
}

/* Ops that see nothing of when another runs, and need little memory. */
static bool may_stand_between(const grn_op *op)
{
    const grn_op_def *def = op->def;
    const bool is_constant = def && op->noperands == 0 && op->nregions == 0 && def->traits & GRN_TRAIT_PURE;
    return is_constant || (def && (def->traits & GRN_TRAIT_VIEW || def->element || def->element_of));
}

static bool are_in_a_row(const grn_row_sum *s)
{
    size_t next = 1;
    for (const grn_op *op = s->ops[0]->next; op && next < s->nops; op = op->next) {
        const bool is_next = op == s->ops[next];
        if (!is_next && !may_stand_between(op))
            return false;
        next += is_next;
    }
    return next == s->nops;
}

bool grn_row_sum_is_chain(const grn_row_sum *s)
{
    const grn_op *sum = s->ops[s->nops - 1];
    const grn_op *made = s->factor ? s->factor->def : NULL;
    for (size_t i = 0; i < s->nops; i++)
        if (!s->ops[i]->def || s->ops[i]->nresults != 1 || !is_plain_tensor(&s->ops[i]->results[0]))
            return false;
    return s->sums && s->row_ops->begins_with > 0 && s->row_ops->begins_with < sum->noperands && sum->nregions == 1 &&
           s->ops[0]->def->to_spec && s->ops[0]->noperands <= GRN_ROW_SUM_OPERANDS &&
           (!s->factor || (is_plain_tensor(s->factor) && made && made->def && made->def->traits & GRN_TRAIT_VIEW)) &&
           has_types(s) && are_in_a_row(s);
}

/* ---- running one ----------------------------------------------------------------------------- */

/* Dimensions [from, to) of a tensor as one, of `stride` from element to element. False: they are none. */
static bool joined(const grn_tensor *t, int32_t from, int32_t to, int64_t *extent, int64_t *stride)
{
    *extent = 1;
    *stride = 1;
    for (int32_t d = to - 1; d >= from; d--) {
        if (t->shape[d] == 1)
            continue;
        if (*extent == 1)
            *stride = t->stride[d];
        else if (t->stride[d] != *stride * *extent)
            return false;
        *extent *= t->shape[d];
    }
    return true;
}

/* The leading `from` dims, then those up to `to`, as a matrix whose rows are compact. */
static bool matrix_of(const grn_tensor *t, int32_t from, int32_t to, grn_tensor *out)
{
    int64_t stride;
    *out = (grn_tensor){.data = t->data, .dtype = t->dtype, .rank = 2};
    return joined(t, 0, from, &out->shape[0], &out->stride[0]) && joined(t, from, to, &out->shape[1], &stride) &&
           (out->stride[1] = 1, stride == 1 || out->shape[1] == 1);
}

/* A matrix of lists, which lie one behind the other. */
static bool list_of(const grn_tensor *t, int32_t from, int32_t to, grn_tensor *out)
{
    return matrix_of(t, from, to, out) && (out->shape[0] == 1 || out->stride[0] == out->shape[1]);
}

/* Whether rows lie behind the dims that name them, the last of which are summed. *batch: those dims; *kept: of
 * them, the ones that are not summed. */
static bool are_grouped(const grn_row_sum *s, const grn_access *a, const grn_tensor *table, int32_t *batch,
                        int32_t *kept)
{
    const uint64_t rows = grn_row_sum_dims(&a->gather, table), bit = 1;
    *batch = *kept = a->result_rank - (table->rank - 1);
    while (*kept > 0 && s->dims >> (*kept - 1) & 1)
        --*kept;
    return rows && rows == (bit << a->result_rank) - (bit << *batch) && s->dims == (bit << *batch) - (bit << *kept) &&
           a->gather.dims.start_index_map.v[0] == 0 && a->gather.index.base == 0;
}

static bool is_same_along_rows(const grn_tensor *factor, int32_t batch)
{
    for (int32_t d = batch; d < factor->rank; d++)
        if (factor->shape[d] != 1 && factor->stride[d] != 0)
            return false;
    return true;
}

bool grn_row_sum_bag(const grn_row_sum *s, const grn_access *a, const grn_tensor *table, const grn_tensor *factor,
                     grn_row_bag *out)
{
    int32_t batch, kept;
    const grn_tensor *indices = &a->indices;
    if (!are_grouped(s, a, table, &batch, &kept) || (indices->dtype != GRN_I32 && indices->dtype != GRN_I64))
        return false;
    const int32_t split = kept + (a->gather.dims.index_vector_dim < kept);
    if (!matrix_of(table, 1, table->rank, &out->table) || !list_of(indices, split, indices->rank, &out->indices))
        return false;
    if (factor && (!is_same_along_rows(factor, batch) || !list_of(factor, kept, batch, &out->weights)))
        return false;
    if (s->factor && !factor &&
        grn_tensor_init(&out->weights, NULL, s->factor->type->element->dtype, 2, out->indices.shape) != GRN_OK)
        return false;
    const grn_dtype added = s->ops[s->nops - 1]->results[0].type->element->dtype;
    const int64_t shape[] = {out->indices.shape[0], out->table.shape[1]};
    out->of = (grn_grouping){.is_bag = true, .bag = {.combiner = GRN_BAG_SUM, .lists = GRN_BAG_CONSTANT}};
    out->of.bag_tensors = (grn_bag_tensors){.table = &out->table,
                                            .indices = &out->indices,
                                            .weights = s->factor ? &out->weights : NULL,
                                            .result = &out->of.made};
    return grn_tensor_init(&out->of.made, NULL, added, 2, shape) == GRN_OK;
}

static bool begins_with_zero(const grn_frame *frame, const grn_row_sum *s)
{
    static const unsigned char zero[16];
    const grn_op *sum = s->ops[s->nops - 1];
    const grn_tensor *t = &frame->slot[sum->operands[s->row_ops->begins_with]->slot]->tensor;
    return memcmp(t->data, zero, grn_dtype_bytes(t->dtype)) == 0;
}

/* What the ops take beyond what their types say: rows are made and moved, then read and added by the
 * sum's region. */
static grn_status charge(grn_exec *x, const grn_row_sum *s, uint64_t elements)
{
    grn_step *step = (grn_step *)x;
    grn_compiled *compiled = NULL;
    grn_status status = grn_charge(step->run, s->ops[0], grn_steps_times(2, elements));
    if (status == GRN_OK)
        status = x->calls->compile_region(x, &step->op->regions[0], &compiled);
    if (status == GRN_OK)
        status = x->calls->charge_compiled(x, compiled, elements);
    x->calls->free_compiled(x, compiled);
    return status;
}

static grn_status run_bag(grn_exec *x, const grn_row_sum *s, grn_row_bag *b)
{
    const grn_step *step = (const grn_step *)x;
    const grn_type *type = step->op->results[0].type;
    const grn_bag_options options = {.parallel = x->parallel};
    grn_status status = charge(x, s, (uint64_t)grn_tensor_elements(&b->indices) * (uint64_t)b->table.shape[1]);
    if (status == GRN_OK)
        status = x->calls->alloc(x, type->element->dtype, type->rank, type->shape, &x->results[0]);
    b->of.made.data = x->results[0].tensor.data;
    if (status == GRN_OK)
        status = grn_bag(&b->of.bag, &b->of.bag_tensors, &options, &grn_quiet);
    return status == GRN_OK ? grn_report_grouping(step->run, s->ops[0], &b->of) : status;
}

/* The gather of the frame's tensors; false: it has none. */
static bool read_access(const grn_runtime *run, const grn_frame *frame, const grn_op *gather, grn_tensor *operands,
                        grn_access *out)
{
    for (size_t i = 0; i < gather->noperands; i++)
        grn_tensor_assign(&operands[i], &frame->slot[gather->operands[i]->slot]->tensor);
    if (gather->def->to_spec(gather, operands, &grn_quiet, out) != GRN_OK || out->kind != GRN_ACCESS_GATHER ||
        run->flags.check_promises || grn_run_is_observed(run))
        return false;
    return true;
}

bool grn_row_sum_run(grn_runtime *run, grn_frame *frame, const grn_row_sum *s)
{
    const grn_op *gather = s->ops[0], *sum = s->ops[s->nops - 1];
    const grn_diag *diag = run->diag;
    const uint64_t steps = run->steps;
    grn_tensor operands[GRN_ROW_SUM_OPERANDS];
    grn_access access;
    grn_rt result = {.buffer = NULL};
    const grn_rt *factor = s->factor ? frame->slot[s->factor->slot] : NULL;
    grn_step step;
    grn_row_bag b;
    if (!read_access(run, frame, gather, operands, &access) || !begins_with_zero(frame, s) ||
        !grn_row_sum_bag(s, &access, &operands[access.operand], factor ? &factor->tensor : NULL, &b))
        return false;
    run->diag = NULL; /* what is refused is asked for again, op by op */
    grn_step_init(&step, run, frame, sum, NULL, &result);
    grn_status status = run_bag(&step.exec, s, &b);
    if (status == GRN_OK)
        status = grn_define_result(run, frame, sum, &result);
    run->diag = diag;
    grn_rt_release(run, &result);
    if (status != GRN_OK)
        run->steps = steps;
    return status == GRN_OK;
}
