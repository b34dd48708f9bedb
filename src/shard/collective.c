/*
 * collective.c - StableHLO's collectives in manual computations, between devices that lie alike
 * along axes that are free there.
 *
 * Each group has devices of one part along those axes then, so a value may stay cut along them:
 * what a device gives and gets is the same part of what it would give and get whole. Other
 * collectives take and give what is whole.
 */
#include "dialects/stablehlo/collective.h"
#include "shard/rows.h"

/* The mesh of the computations around; NULL: none has a manual axis. */
static const grn_attr *mesh_around(const grn_sharder *s)
{
    for (int32_t i = 0; i < s->mesh.naxes; i++)
        if (s->manual >> i & 1)
            return s->mesh.views[s->mesh.axes[i].view].mesh;
    return NULL;
}

static bool same_along_free(const grn_sharder *s, int64_t p, int64_t q)
{
    const grn_attr *mesh = mesh_around(s);
    bool same = true;
    for (int32_t i = 0; i < s->mesh.naxes; i++) {
        const grn_attr *own = s->mesh.views[s->mesh.axes[i].view].mesh;
        const bool is_free = !(s->manual >> i & 1) && (!mesh || grn_attr_equal(own, mesh));
        same = same && (!is_free || grn_part_digit(&s->mesh, i, p) == grn_part_digit(&s->mesh, i, q));
    }
    return same;
}

/* Of each row of devices, -1 aside, whether all lie alike along free axes. */
static bool rows_stay(const grn_sharder *s, const grn_attr *rows)
{
    const grn_tensor *t = rows && rows->kind == GRN_ATTR_ELEMENTS ? &rows->elements->tensor : NULL;
    bool stay = t && t->dtype == GRN_I64 && t->rank == 2;
    for (int64_t r = 0; stay && r < t->shape[0]; r++) {
        int64_t first = -1;
        for (int64_t k = 0; stay && k < t->shape[1]; k++) {
            int64_t device;
            grn_tensor_read(t, r * t->shape[1] + k, 1, &device);
            if (device == -1)
                continue;
            stay = device >= 0 && device < s->mesh.ndevices;
            if (stay && first < 0)
                first = s->mesh.position[device];
            stay = stay && same_along_free(s, first, s->mesh.position[device]);
        }
    }
    return stay;
}

/* A divided program has one replica: ids of partitions, and of processes, are devices' numbers,
 * and across replicas nothing moves. In a grid of replicas of one partition it is the other way
 * round. */
static bool stays(const grn_sharder *s, const grn_op *op, grn_strategy strategy)
{
    const grn_attr *groups = grn_op_attr(op, "replica_groups");
    const bool has_replicas = s->replicas > 1, has_partitions = s->partitions != 1;
    const bool counts_devices = (strategy == GRN_CROSS_PARTITION && !has_replicas) ||
                                (strategy == GRN_CROSS_REPLICA && has_replicas && !has_partitions) ||
                                strategy == GRN_FLATTENED_IDS;
    return s->bodies > 0 && op->noperands == 1 && op->nresults == 1 &&
           ((strategy == GRN_CROSS_REPLICA && !has_replicas) || (strategy == GRN_CROSS_PARTITION && !has_partitions) ||
            (counts_devices && rows_stay(s, groups ? groups : grn_op_attr(op, "source_target_pairs"))));
}

/* Dimensions pass through, but for one that it changes. */
static grn_status rule_of(grn_sharder *s, const grn_op *op, grn_strategy strategy, grn_part_rule **rule)
{
    grn_status status = GRN_OK;
    *rule = NULL;
    if (!stays(s, op, strategy))
        return GRN_OK;
    status = grn_part_rule_from(s, op, NULL, rule);
    return status == GRN_OK && !*rule ? grn_part_pointwise_rule(s, op, rule) : status;
}

grn_status grn_part_folding_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    return rule_of(s, op, grn_hlo_reducing_strategy(op), rule);
}

grn_status grn_part_moving_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    return rule_of(s, op, grn_hlo_moving_strategy(op), rule);
}
