/*
 * lint_bags.c - rows that are gathered only to be summed: a bag, for which no tensor of rows is
 * needed. What sums, scales and converts are in its dialect is said by grn_row_ops.
 */
#include <inttypes.h>
#include <stdio.h>

#include "convert/convert.h"
#include "survey/lint.h"

/* ---- from a gather to a sum ------------------------------------------------------------------ */

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

/* The one op that takes `v`, as an operand; NULL: there is none. */
static const grn_op *taker(const grn_value *v)
{
    bool takes = false;
    for (size_t i = 0; v->uses == 1 && v->last_use && i < v->last_use->noperands; i++)
        takes = takes || v->last_use->operands[i] == v;
    return takes ? v->last_use : NULL;
}

static bool is_named(const grn_op *op, const char *name) { return name && grn_str_is(op->name, name); }

/* Behind ops that convert elements, and one that scales rows: the dims that are summed there, and
 * the op. NULL: nothing is. */
static const grn_op *find_sum(const grn_row_ops *ops, const grn_value *v, uint64_t rows, uint64_t *dims, bool *scales)
{
    const int32_t rank = grn_type_as_tensor(v->type)->rank;
    *scales = false;
    for (const grn_op *op; (op = taker(v)) && op->nresults == 1; v = &op->results[0]) {
        *dims = is_named(op, ops->sums) && op->operands[0] == v ? ops->summed(op) : 0;
        if (*dims)
            return op;
        const bool multiplies = !*scales && op->noperands == 2 && is_named(op, ops->scales);
        if (multiplies ? !is_per_row(op->operands[op->operands[0] == v], rank, rows) : !is_named(op, ops->converts))
            return NULL;
        const grn_type *t = grn_type_as_tensor(op->results[0].type);
        if (!grn_type_is_tensor(t) || t->rank != rank)
            return NULL;
        *scales = *scales || multiplies;
    }
    return NULL;
}

/* ---- the finding ----------------------------------------------------------------------------- */

/* The dims of the result that walk a row, of a gather of whole rows by one index each; 0: it is
 * none. */
static uint64_t row_dims(const grn_surveyed *s)
{
    const grn_gather_spec *g = &s->access.gather;
    const grn_tensor *table = &s->operands[0];
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

grn_status grn_lint_bags(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s)
{
    uint64_t dims, rows;
    bool scales;
    const grn_dialect *d = grn_dialect_of(&l->module->ir, s->op->name);
    const grn_row_ops *ops = d && d->translation ? d->translation->row_ops : NULL;
    if (!ops || subject->is_scatter || !s->known || s->op->nresults != 1 || !(rows = row_dims(s)))
        return GRN_OK;
    const grn_op *sum = find_sum(ops, &s->op->results[0], rows, &dims, &scales);
    if (!sum || (dims & rows))
        return GRN_OK;
    int64_t together = 1;
    for (int32_t k = 0; k < s->access.result_rank; k++)
        together *= dims >> k & 1 ? s->access.result_shape[k] : 1;
    return grn_lint_say(l, subject, GRN_LINT_BAG,
                        "an embedding bag sums rows without a tensor of them: torch's embedding_bag, grn_bag of "
                        "garner/bags.h, and garner's ONNX Runtime provider for Gather with ReduceSum",
                        "its rows are only %s, %" PRId64 " at a time, at line %" PRIu32 ": a bag",
                        scales ? "scaled and summed" : "summed", together, sum->place.line);
}
