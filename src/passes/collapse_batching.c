/*
 * collapse_batching.c - index components that only count along a dim of the indices, raised to
 * batching dims.
 *
 * The last part of a concatenation always stays, so that an index vector never ends up empty, and
 * so that what the expander prepended, and nothing else, goes: each pass undoes the other.
 */
#include "passes/passes.h"

typedef struct raising {
    grn_batching b;
    const grn_op *op, *join;           /* join: the concatenation */
    grn_value *rest[GRN_MAX_RANK + 1]; /* its parts that stay */
    size_t nrest;
} raising;

/* Whether all inputs have this known extent along `dim`. */
static bool inputs_have(const raising *r, int64_t dim, int64_t extent)
{
    for (size_t i = 0; i < r->b.ninputs; i++)
        if (grn_operand_type(r->op, r->b.inputs + i)->shape[dim] != extent)
            return false;
    return true;
}

/* The dim of the indices along which `part`, a component for dim `to` of the operand, counts; -1:
 * it stays. */
static int32_t batching_dim(const raising *r, const grn_value *part, int64_t to)
{
    int32_t dim;
    if (part->type->shape[r->b.dims.index_vector_dim] != 1 || !grn_is_iota(part, &dim) ||
        dim == r->b.dims.index_vector_dim)
        return -1;
    bool fits = !grn_dims_has(&r->b.dims.start_indices_batching_dims, dim) &&
                grn_dims_has(&r->b.dims.collapsed_slice_dims, to) && inputs_have(r, to, part->type->shape[dim]);
    return fits ? dim : -1;
}

/* Keeps batching dims of the operand sorted (C10), and each with its partner. */
static void insert_pair(grn_batching *b, int64_t operand_dim, int64_t indices_dim)
{
    int32_t at = b->dims.operand_batching_dims.count;
    for (; at > 0 && b->dims.operand_batching_dims.v[at - 1] > operand_dim; at--) {
        b->dims.operand_batching_dims.v[at] = b->dims.operand_batching_dims.v[at - 1];
        b->dims.start_indices_batching_dims.v[at] = b->dims.start_indices_batching_dims.v[at - 1];
    }
    b->dims.operand_batching_dims.v[at] = operand_dim;
    b->dims.start_indices_batching_dims.v[at] = indices_dim;
    b->dims.operand_batching_dims.count++;
    b->dims.start_indices_batching_dims.count++;
}

static void remove_dim(grn_dims *list, int64_t dim)
{
    int32_t n = 0;
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] != dim)
            list->v[n++] = list->v[i];
    list->count = n;
}

/* Sorts the parts into those that go and those that stay. False: none goes, or too many stay. */
static bool sort_parts(raising *r)
{
    grn_dims map = r->b.dims.start_index_map;
    int64_t at = 0;
    size_t n = r->join->noperands;
    for (size_t i = 0; i < n; i++) {
        grn_value *part = r->join->operands[i];
        int64_t components = part->type->shape[r->b.dims.index_vector_dim];
        bool may_go = r->nrest > 0 || i + 1 < n;
        int32_t dim = may_go && components == 1 ? batching_dim(r, part, map.v[at]) : -1;
        if (dim >= 0) {
            insert_pair(&r->b, map.v[at], dim);
            remove_dim(&r->b.dims.collapsed_slice_dims, map.v[at]);
            remove_dim(&r->b.dims.start_index_map, map.v[at]);
        } else if (r->nrest == GRN_COUNT(r->rest)) {
            return false;
        } else {
            r->rest[r->nrest++] = part;
        }
        at += components;
    }
    return r->nrest < n;
}

/* ---- what stays ------------------------------------------------------------------------------ */

static grn_value *join_rest(grn_ir *ir, grn_op *op, const raising *r)
{
    int64_t shape[GRN_MAX_RANK];
    const grn_type *t = r->join->results[0].type;
    for (int32_t d = 0; d < t->rank; d++)
        shape[d] = t->shape[d];
    shape[r->b.dims.index_vector_dim] = r->b.dims.start_index_map.count;
    if (r->nrest == 1)
        return r->rest[0];
    return grn_make_before(ir, op,
                           &(grn_make){.op = "stablehlo.concatenate",
                                       .noperands = r->nrest,
                                       .operands = r->rest,
                                       .nattrs = 1,
                                       .attrs = &(grn_new_attr){"dimension", grn_op_attr(r->join, "dimension")},
                                       .type = grn_type_tensor(ir, t->element, t->rank, shape, NULL)});
}

/* A reshape that only made the index vector explicit. */
static grn_value *without_reshape(grn_value *v, int64_t vector_dim)
{
    const grn_type *to = v->type;
    if (!grn_op_is(v->def, GRN_HLO(reshape)) || vector_dim != to->rank - 1 || to->shape[vector_dim] != 1)
        return v;
    const grn_type *from = grn_operand_type(v->def, 0);
    if (from->rank != to->rank - 1 || !grn_type_has_static_shape(from))
        return v;
    for (int32_t d = 0; d < from->rank; d++)
        if (from->shape[d] != to->shape[d])
            return v;
    return v->def->operands[0];
}

/* A convert that the expander made so that the batch's extents fit; it changes no value. False:
 * memory refused. */
static bool drop_promotion(grn_ir *ir, const grn_batching *b, grn_value **v)
{
    if (!grn_op_is((*v)->def, GRN_HLO(convert)))
        return true;
    const grn_type *from = grn_operand_type((*v)->def, 0);
    if (from->element->kind != GRN_TYPE_INTEGER || from->element == (*v)->type->element ||
        !grn_type_has_static_shape(from))
        return true;
    const grn_type *promoted = grn_batching_promote(ir, from, &b->dims.start_indices_batching_dims);
    if (promoted == (*v)->type->element)
        *v = (*v)->def->operands[0];
    return promoted != NULL;
}

static grn_value *rest_of(grn_ir *ir, grn_op *op, const raising *r)
{
    grn_value *v = join_rest(ir, op, r);
    if (v && r->nrest == 1) {
        v = without_reshape(v, r->b.dims.index_vector_dim);
        if (!drop_promotion(ir, &r->b, &v))
            return NULL;
    }
    return v;
}

/* Whether sorted indices stay sorted without the batching positions: those were compared after the
 * rest. */
static bool keeps_order(const grn_batching *b)
{
    for (int32_t i = 0; i < b->dims.operand_batching_dims.count; i++)
        for (int32_t k = 0; k < b->dims.start_index_map.count; k++)
            if (b->dims.operand_batching_dims.v[i] < b->dims.start_index_map.v[k])
                return false;
    return true;
}

/* Whether there is something to raise; changes nothing yet. */
static bool recognise(const grn_op *op, raising *r)
{
    *r = (raising){.op = op};
    if (!grn_batching_read(op, &r->b))
        return false;
    const grn_value *indices = op->operands[r->b.indices];
    r->join = indices->def;
    if (!grn_op_is(indices->def, GRN_HLO(concatenate)) || !grn_type_has_static_shape(indices->type) ||
        grn_op_integer(r->join, "dimension", -1) != r->b.dims.index_vector_dim)
        return false;
    for (size_t i = 0; i < r->join->noperands; i++)
        if (!grn_type_has_static_shape(grn_operand_type(r->join, i)))
            return false;
    return sort_parts(r);
}

bool grn_batching_is_hidden(const grn_op *op, grn_dims *operand_dims, grn_dims *indices_dims)
{
    raising r;
    grn_batching before;
    *operand_dims = *indices_dims = (grn_dims){.count = 0};
    if (!recognise(op, &r) || !grn_batching_read(op, &before))
        return false;
    for (int32_t i = 0; i < r.b.dims.operand_batching_dims.count; i++)
        if (!grn_dims_has(&before.dims.operand_batching_dims, r.b.dims.operand_batching_dims.v[i])) {
            operand_dims->v[operand_dims->count++] = r.b.dims.operand_batching_dims.v[i];
            indices_dims->v[indices_dims->count++] = r.b.dims.start_indices_batching_dims.v[i];
        }
    return true;
}

grn_status grn_batching_collapse(grn_ir *ir, grn_op *op, const grn_diag *diag)
{
    raising r;
    if (!recognise(op, &r))
        return GRN_OK;
    grn_value *indices = op->operands[r.b.indices];
    grn_value *rest = rest_of(ir, op, &r);
    if (!rest || !grn_batching_write(ir, op, &r.b, keeps_order(&r.b))) {
        grn_ir_refused(ir, diag, op->place, "collapsing batching dims");
        return GRN_E_MEMORY;
    }
    grn_op_set_operand(op, r.b.indices, rest);
    grn_op_erase_dead(indices->def);
    return GRN_OK;
}

grn_status grn_pass_collapse_batching(grn_ir *ir, const grn_diag *diag)
{
    return grn_pass_walk(ir, grn_batching_collapse, diag);
}
