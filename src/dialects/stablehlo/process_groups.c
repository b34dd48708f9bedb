/*
 * process_groups.c - the groups of processes that a collective op works in
 * (StableHLO spec, execution, collective ops).
 */
#include "dialects/stablehlo/collective.h"

#include <inttypes.h>

/* ---- channels -------------------------------------------------------------------------------- */

static int64_t channel_field(const grn_op *op, const char *name)
{
    const grn_attr *handle = grn_op_attr(op, "channel_handle");
    grn_field f = handle && handle->kind == GRN_ATTR_STRUCT ? grn_attr_field(handle, name) : (grn_field){.count = 0};
    return f.count ? f.v[0] : 0;
}

int64_t grn_hlo_channel_id(const grn_op *op) { return channel_field(op, "handle"); }
int64_t grn_hlo_channel_type(const grn_op *op) { return channel_field(op, "type"); }

grn_strategy grn_hlo_reducing_strategy(const grn_op *op)
{
    if (grn_op_flag(op, "use_global_device_ids", false))
        return GRN_FLATTENED_IDS;
    return grn_hlo_channel_id(op) > 0 ? GRN_CROSS_REPLICA_AND_PARTITION : GRN_CROSS_REPLICA;
}

grn_strategy grn_hlo_moving_strategy(const grn_op *op)
{
    if (grn_op_flag(op, "use_global_device_ids", false))
        return GRN_FLATTENED_IDS;
    return grn_hlo_channel_id(op) > 0 ? GRN_CROSS_PARTITION : GRN_CROSS_REPLICA;
}

/* ---- at run time ----------------------------------------------------------------------------- */

static grn_status read_rows(grn_exec *x, const grn_op *op, const char *name, grn_id_rows *out)
{
    const grn_attr *a = grn_op_attr(op, name);
    *out = (grn_id_rows){.rows = 0};
    if (a->kind != GRN_ATTR_ELEMENTS)
        return grn_hlo_mesh_rows(x, op, a, out);
    const grn_tensor *t = &a->elements->tensor;
    const size_t n = (size_t)grn_tensor_elements(t);
    out->rows = t->shape[0];
    out->columns = t->shape[1];
    grn_status status = x->calls->charge(x, n);
    out->own = status == GRN_OK ? grn_allocate(x->allocator, n * sizeof *out->own) : NULL;
    if (!out->own)
        return status == GRN_OK ? grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu process ids was refused", n)
                                : status;
    grn_tensor_copy_flat(out->own, t);
    out->ids = out->own;
    return GRN_OK;
}

void grn_hlo_id_rows_end(grn_exec *x, grn_id_rows *rows)
{
    grn_release(x->allocator, rows->own, (size_t)(rows->rows * rows->columns) * sizeof *rows->own);
}

/* How many ids there are, and which is this process's. */
typedef struct id_space {
    int64_t count, own;
    const char *what;
} id_space;

static id_space space_of(const grn_own_grid *g, grn_strategy strategy)
{
    switch (strategy) {
    case GRN_CROSS_PARTITION: return (id_space){g->shape.partitions, grn_own_partition(g), "partition"};
    case GRN_FLATTENED_IDS: return (id_space){grn_grid_count(&g->shape), g->comm->rank, "process"};
    case GRN_CROSS_REPLICA:
    case GRN_CROSS_REPLICA_AND_PARTITION: break;
    }
    return (id_space){g->shape.replicas, grn_own_replica(g), "replica"};
}

static grn_status out_of_range(grn_exec *x, const grn_op *op, const char *rule, const id_space *ids, int64_t id)
{
    grn_status status = grn_exec_fail(x, op, GRN_E_ARGUMENT, "%s id %" PRId64 " is outside [0, %" PRId64 ")", ids->what,
                                      id, ids->count);
    grn_note_rule(x->diag, op->place, rule, " of the %s", op->def->source);
    return status;
}

/* The process that `id` of a row means to this one. */
static int64_t process_of(const grn_own_grid *g, grn_strategy strategy, int64_t id)
{
    switch (strategy) {
    case GRN_CROSS_PARTITION: return grn_own_replica(g) * g->shape.partitions + id;
    case GRN_FLATTENED_IDS: return id;
    case GRN_CROSS_REPLICA:
    case GRN_CROSS_REPLICA_AND_PARTITION: break;
    }
    return id * g->shape.partitions + grn_own_partition(g);
}

/* The row that has this process's id; -1: none. All ids are held against their range. */
static grn_status find_row(grn_exec *x, const grn_op *op, const char *rule, const grn_id_rows *rows,
                           const id_space *ids, int64_t *out)
{
    *out = -1;
    for (int64_t i = 0; i < rows->rows * rows->columns; i++) {
        if (rows->ids[i] != -1 && (rows->ids[i] < 0 || rows->ids[i] >= ids->count))
            return out_of_range(x, op, rule, ids, rows->ids[i]);
        if (rows->ids[i] == ids->own)
            *out = i / rows->columns;
    }
    return GRN_OK;
}

/* The processes of a row, and how many. No groups at all: one of everyone. */
static int32_t take_row(const grn_own_grid *g, grn_strategy strategy, const grn_id_rows *rows, int64_t row,
                        int64_t nids, int32_t *members)
{
    const bool all = rows->rows * rows->columns == 0, both = strategy == GRN_CROSS_REPLICA_AND_PARTITION;
    int32_t count = 0;
    for (int64_t partition = 0; partition < (both ? g->shape.partitions : 1); partition++)
        for (int64_t i = 0; i < (all ? nids : rows->columns); i++) {
            const int64_t id = all ? i : rows->ids[row * rows->columns + i];
            if (id != -1)
                members[count++] = (int32_t)(both ? id * g->shape.partitions + partition : process_of(g, strategy, id));
        }
    return count;
}

grn_status grn_hlo_process_group(grn_exec *x, const grn_op *op, grn_strategy strategy, const char *rule, grn_comm *out)
{
    const id_space ids = space_of(x->grid, strategy);
    const grn_comm *all = x->grid->comm;
    const size_t room = (size_t)all->size;
    int32_t *members = NULL;
    grn_id_rows rows;
    int64_t row;
    *out = (grn_comm){.size = 0};
    grn_status status = read_rows(x, op, "replica_groups", &rows);
    if (status == GRN_OK)
        status = find_row(x, op, rule, &rows, &ids, &row);
    if (status == GRN_OK && (row >= 0 || rows.rows * rows.columns == 0)) {
        members = grn_allocate(x->allocator, room * sizeof *members);
        status = members
                     ? all->group(all->user, take_row(x->grid, strategy, &rows, row, ids.count, members), members, out)
                     : GRN_E_MEMORY;
        if (status != GRN_OK)
            grn_exec_fail(x, op, status, "memory for %zu process ids was refused", room);
    }
    grn_release(x->allocator, members, room * sizeof *members);
    grn_hlo_id_rows_end(x, &rows);
    return status;
}

void grn_hlo_begin_step(const grn_exec *x, const grn_op *op)
{
    const grn_comm *c = x->grid->comm;
    if (c->step)
        c->step(c->user, &(grn_comm_step){op->def->name, op->place, grn_hlo_channel_id(op), x->diag});
}

grn_status grn_hlo_peers(grn_exec *x, const grn_op *op, grn_strategy strategy, const char *rule, bool all,
                         grn_peers *out)
{
    const id_space ids = space_of(x->grid, strategy);
    grn_id_rows rows;
    *out = (grn_peers){-1, -1};
    grn_status status = read_rows(x, op, "source_target_pairs", &rows);
    for (int64_t i = 0; status == GRN_OK && i < rows.rows; i++) {
        const int64_t source = rows.ids[2 * i], target = rows.ids[2 * i + 1];
        if (!all && source != ids.own && target != ids.own)
            continue;
        if (source >= ids.count || target >= ids.count)
            status = out_of_range(x, op, rule, &ids, source >= ids.count ? source : target);
        else if (source == ids.own)
            out->target = process_of(x->grid, strategy, target);
        if (status == GRN_OK && target == ids.own)
            out->source = process_of(x->grid, strategy, source);
    }
    grn_hlo_id_rows_end(x, &rows);
    return status;
}
