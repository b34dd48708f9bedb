/*
 * collective_move.c - collective ops that move values: all_gather, all_to_all,
 * collective_permute, collective_broadcast; and what all collective ops
 * take to run.
 */
#include "dialects/stablehlo/collective_eval.h"

#include <inttypes.h>

/* ---- values ---------------------------------------------------------------------------------- */

grn_status grn_hlo_compact(grn_exec *x, const grn_rt *in, const grn_tensor *view, grn_rt *out)
{
    if (grn_tensor_is_compact(view))
        return x->calls->share(x, in, view, out);
    grn_status status = x->calls->alloc(x, view->dtype, view->rank, view->shape, out);
    if (status == GRN_OK)
        grn_tensor_copy(&out->tensor, view);
    return status;
}

/* What 0 is stored as. */
static void zero_of(const grn_type *element, void *out)
{
    grn_scalar zero = {.dtype = element->dtype};
    if (element->kind == GRN_TYPE_QUANT && element->quant.count == 1) {
        int64_t z = element->quant.zero_point[0];
        z = z < element->quant.storage_min ? element->quant.storage_min : z;
        zero.i = z > element->quant.storage_max ? element->quant.storage_max : z;
        if (grn_dtype_class_of(element->dtype) == GRN_CLASS_UNSIGNED)
            zero.u = (uint64_t)zero.i;
    }
    grn_scalar_store(&zero, element->dtype, out);
}

grn_status grn_hlo_zero_result(grn_exec *x, const grn_op *op, size_t i, int32_t rank, const int64_t *shape)
{
    char element[16] = {0};
    grn_status status = grn_hlo_new_result(x, op, i, rank, shape);
    if (status != GRN_OK)
        return status;
    zero_of(grn_result_type(op, i)->element, element);
    grn_tensor_fill(&x->results[i].tensor, element);
    return GRN_OK;
}

void grn_hlo_view_part(const grn_tensor *in, int32_t dim, int64_t count, int64_t i, grn_tensor *out)
{
    *out = *in;
    out->shape[dim] = in->shape[dim] / count;
    out->data = grn_tensor_at(in, i * out->shape[dim] * in->stride[dim]);
}

/* ---- a run ----------------------------------------------------------------------------------- */

static grn_status no_group(grn_exec *x, const grn_op *op)
{
    char who[GRN_PROCESS_BYTES];
    return grn_exec_fail(x, op, GRN_E_ARGUMENT, "%s is in no group of its replica_groups",
                         grn_process_name(&x->grid->shape, x->grid->comm->rank, who));
}

grn_status grn_collective_begin(grn_collective *c, grn_exec *x, const grn_op *op, grn_strategy strategy,
                                const char *rule, bool outside)
{
    *c = (grn_collective){.x = x, .op = op};
    grn_status status = grn_hlo_process_group(x, op, strategy, rule, &c->group);
    if (status != GRN_OK)
        return status;
    const size_t n = (size_t)c->group.size;
    if (n == 0)
        return outside ? GRN_OK : no_group(x, op);
    c->give = grn_allocate(x->allocator, n * sizeof *c->give);
    c->take = grn_allocate(x->allocator, n * sizeof *c->take);
    c->count = n;
    if (!c->give || !c->take)
        return grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu members of its group was refused", n);
    for (size_t i = 0; i < n; i++) {
        c->give[i] = (grn_comm_part){.n = 0};
        c->take[i] = (grn_comm_room){.n = 0};
    }
    grn_hlo_begin_step(x, op);
    return x->calls->charge(x, n);
}

void grn_collective_end(grn_collective *c)
{
    grn_release(c->x->allocator, c->give, c->count * sizeof *c->give);
    grn_release(c->x->allocator, c->take, c->count * sizeof *c->take);
    if (c->group.release)
        c->group.release(c->group.user);
}

grn_status grn_collective_exchange(grn_collective *c) { return c->group.exchange(c->group.user, c->give, c->take); }

/* The view gets a dimension in front, of the members. */
grn_status grn_collective_take_parts(grn_collective *c, const grn_tensor *part, grn_rt *out, grn_tensor *view)
{
    const int64_t elements = grn_tensor_elements(part);
    int64_t all;
    if (!grn_mul_i64(elements, (int64_t)c->count, &all))
        return grn_exec_fail(c->x, c->op, GRN_E_MEMORY, "its group has more elements than can be counted");
    grn_status status = c->x->calls->alloc(c->x, part->dtype, 1, &all, out);
    if (status != GRN_OK)
        return status;
    const size_t bytes = (size_t)elements * grn_dtype_bytes(part->dtype);
    for (size_t i = 0; i < c->count; i++)
        c->take[i] = (grn_comm_room){(char *)out->tensor.data + i * bytes, bytes};
    *view = *part;
    view->data = out->tensor.data;
    grn_shape_strides(part->rank, part->shape, view->stride);
    return GRN_OK;
}

grn_status grn_collective_root(const grn_collective *c, size_t ndata, size_t j, size_t *out)
{
    *out = 0;
    if (!grn_op_flag(c->op, "has_dynamic_root", false))
        return GRN_OK;
    const grn_tensor *roots = &c->x->operands[ndata].tensor;
    if (roots->shape[0] != (int64_t)ndata)
        return grn_exec_fail(c->x, c->op, GRN_E_SHAPE, "there are %" PRId64 " roots for %zu operands", roots->shape[0],
                             ndata);
    const int64_t root = grn_index_load(roots->dtype, grn_tensor_at(roots, (int64_t)j * roots->stride[0]));
    if (root < 0 || root >= (int64_t)c->count)
        return grn_exec_fail(c->x, c->op, GRN_E_INDEX,
                             "root %" PRId64 " of operand #%zu is outside [0, %zu), the group", root, j, c->count);
    *out = (size_t)root;
    return GRN_OK;
}

/* ---- all_gather ------------------------------------------------------------------------------ */

/* `parts` of the shape of `part`, one behind the other, joined along `dim` as result i. */
static grn_status join(grn_collective *c, size_t i, const grn_tensor *part, int32_t dim)
{
    int64_t shape[GRN_MAX_RANK];
    memcpy(shape, part->shape, (size_t)part->rank * sizeof *shape);
    if (!grn_mul_i64(shape[dim], (int64_t)c->count, &shape[dim]))
        return grn_exec_fail(c->x, c->op, GRN_E_MEMORY, "its result has more elements than can be counted");
    grn_status status = grn_hlo_new_result(c->x, c->op, i, part->rank, shape);
    const int64_t elements = grn_tensor_elements(part);
    for (size_t m = 0; status == GRN_OK && m < c->count; m++) {
        grn_tensor from = *part, to;
        from.data = grn_tensor_at(part, (int64_t)m * elements);
        grn_hlo_view_part(&c->x->results[i].tensor, dim, (int64_t)c->count, (int64_t)m, &to);
        grn_tensor_copy(&to, &from);
    }
    return status;
}

static grn_status gather_operand(grn_collective *c, size_t i, int32_t dim)
{
    grn_exec *x = c->x;
    grn_rt own = {0}, parts = {0};
    grn_tensor view;
    grn_status status = grn_hlo_compact(x, &x->operands[i], &x->operands[i].tensor, &own);
    if (status == GRN_OK)
        status = grn_collective_take_parts(c, &own.tensor, &parts, &view);
    for (size_t m = 0; status == GRN_OK && m < c->count; m++)
        c->give[m] = (grn_comm_part){own.tensor.data, c->take[m].n};
    if (status == GRN_OK)
        status = grn_collective_exchange(c);
    if (status == GRN_OK)
        status = join(c, i, &view, dim);
    x->calls->release(x, &own);
    x->calls->release(x, &parts);
    return status;
}

grn_status grn_hlo_all_gather_eval(grn_exec *x, const grn_op *op)
{
    grn_collective c;
    grn_status status = grn_collective_begin(&c, x, op, grn_hlo_reducing_strategy(op), "C4", false);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = gather_operand(&c, i, (int32_t)grn_op_integer(op, "all_gather_dim", 0));
    grn_collective_end(&c);
    return status;
}

/* ---- all_to_all ------------------------------------------------------------------------------ */

grn_status grn_collective_give_parts(grn_collective *c, const grn_tensor *in, int32_t dim, grn_rt *copies,
                                     grn_tensor *part)
{
    grn_tensor cut;
    const int64_t all = grn_tensor_elements(in);
    grn_status status = c->x->calls->alloc(c->x, in->dtype, 1, &all, copies);
    if (status != GRN_OK)
        return status;
    grn_hlo_view_part(in, dim, (int64_t)c->count, 0, part);
    grn_shape_strides(part->rank, part->shape, part->stride);
    const int64_t elements = grn_tensor_elements(part);
    for (size_t m = 0; m < c->count; m++) {
        part->data = grn_tensor_at(&copies->tensor, (int64_t)m * elements);
        grn_hlo_view_part(in, dim, (int64_t)c->count, (int64_t)m, &cut);
        grn_tensor_copy(part, &cut);
        c->give[m] = (grn_comm_part){part->data, (size_t)elements * grn_dtype_bytes(in->dtype)};
    }
    part->data = copies->tensor.data;
    return GRN_OK;
}

static grn_status exchange_parts(grn_collective *c, size_t i, int32_t split, int32_t concat)
{
    grn_exec *x = c->x;
    const grn_tensor *in = &x->operands[i].tensor;
    grn_rt copies = {0}, parts = {0};
    grn_tensor part, view;
    if (in->shape[split] % (int64_t)c->count)
        return grn_exec_fail(x, c->op, GRN_E_SHAPE,
                             "dimension %" PRId32 " has %" PRId64 " elements, which %zu members cannot share", split,
                             in->shape[split], c->count);
    grn_status status = grn_collective_give_parts(c, in, split, &copies, &part);
    if (status == GRN_OK)
        status = grn_collective_take_parts(c, &part, &parts, &view);
    if (status == GRN_OK)
        status = grn_collective_exchange(c);
    if (status == GRN_OK)
        status = join(c, i, &view, concat);
    x->calls->release(x, &copies);
    x->calls->release(x, &parts);
    return status;
}

grn_status grn_hlo_all_to_all_eval(grn_exec *x, const grn_op *op)
{
    grn_collective c;
    const int64_t split = grn_op_integer(op, "split_dimension", 0), concat = grn_op_integer(op, "concat_dimension", 0);
    grn_status status = grn_collective_begin(&c, x, op, grn_hlo_moving_strategy(op), "C7", false);
    if (status == GRN_OK && (int64_t)c.count != grn_op_integer(op, "split_count", 1))
        status = grn_exec_fail(x, op, GRN_E_ARGUMENT, "its group has %zu members, split_count is %" PRId64, c.count,
                               grn_op_integer(op, "split_count", 1));
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = exchange_parts(&c, i, (int32_t)split, (int32_t)concat);
    grn_collective_end(&c);
    return status;
}

/* ---- collective_permute ---------------------------------------------------------------------- */

/* The channel is of a group of the two, so that none that the program names is it. */
static grn_status pair_of(grn_exec *x, const grn_op *op, int64_t source, int64_t target, grn_comm *out)
{
    const grn_comm *all = x->grid->comm;
    const grn_status status = all->group(all->user, 2, (const int32_t[]){(int32_t)source, (int32_t)target}, out);
    return status == GRN_OK ? status : grn_exec_fail(x, op, status, "memory for 2 process ids was refused");
}

static grn_status send_to(grn_exec *x, const grn_op *op, int64_t target)
{
    grn_rt own = {0};
    grn_comm pair;
    grn_status status = grn_hlo_compact(x, &x->operands[0], &x->operands[0].tensor, &own);
    if (status == GRN_OK && (status = pair_of(x, op, x->grid->comm->rank, target, &pair)) == GRN_OK) {
        status = pair.send(pair.user, 1, grn_hlo_channel_id(op), own.tensor.data, grn_tensor_bytes(&own.tensor));
        pair.release(pair.user);
    }
    x->calls->release(x, &own);
    return status;
}

static grn_status receive_from(grn_exec *x, const grn_op *op, int64_t source)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_comm pair;
    grn_status status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    if (status == GRN_OK && (status = pair_of(x, op, source, x->grid->comm->rank, &pair)) == GRN_OK) {
        const grn_tensor *out = &x->results[0].tensor;
        status = pair.receive(pair.user, 0, grn_hlo_channel_id(op), out->data, grn_tensor_bytes(out));
        pair.release(pair.user);
    }
    return status;
}

grn_status grn_hlo_collective_permute_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_peers peers;
    grn_status status = grn_hlo_peers(x, op, grn_hlo_moving_strategy(op), "C4", true, &peers);
    if (status == GRN_OK && peers.source == x->grid->comm->rank)
        return x->calls->share(x, &x->operands[0], NULL, &x->results[0]);
    grn_hlo_begin_step(x, op);
    if (status == GRN_OK && peers.target >= 0)
        status = send_to(x, op, peers.target);
    if (status != GRN_OK)
        return status;
    return peers.source >= 0 ? receive_from(x, op, peers.source) : grn_hlo_zero_result(x, op, 0, in->rank, in->shape);
}

/* ---- collective_broadcast -------------------------------------------------------------------- */

static grn_status broadcast_operand(grn_collective *c, size_t ndata, size_t i)
{
    grn_exec *x = c->x;
    const grn_tensor *in = &x->operands[i].tensor;
    grn_rt own = {0};
    size_t root;
    if (c->count == 0)
        return grn_hlo_zero_result(x, c->op, i, in->rank, in->shape);
    grn_status status = grn_collective_root(c, ndata, i, &root);
    if (status == GRN_OK)
        status = grn_hlo_compact(x, &x->operands[i], in, &own);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, c->op, i, in->rank, in->shape);
    const bool is_root = status == GRN_OK && root == (size_t)c->group.rank;
    for (size_t m = 0; status == GRN_OK && m < c->count; m++) {
        c->give[m] = (grn_comm_part){own.tensor.data, is_root ? grn_tensor_bytes(in) : 0};
        c->take[m] = (grn_comm_room){x->results[i].tensor.data, m == root ? grn_tensor_bytes(in) : 0};
    }
    if (status == GRN_OK)
        status = grn_collective_exchange(c);
    x->calls->release(x, &own);
    return status;
}

grn_status grn_hlo_collective_broadcast_eval(grn_exec *x, const grn_op *op)
{
    grn_collective c;
    grn_status status = grn_collective_begin(&c, x, op, grn_hlo_moving_strategy(op), "C2", true);
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        status = broadcast_operand(&c, op->nresults, i);
    grn_collective_end(&c);
    return status;
}
