/* ops_collectives.c - VHLO's ops between processes, and into and out of them. */
#include "artifact/ops_attrs.h"

const vhlo_record grn_vhlo_channel = {"channel_handle", "stablehlo.channel_handle", "type = 0", "channel_id", NULL};
/* For send and recv, which always have one, of a stated type. */
static const vhlo_record channel = {"channel_handle", "stablehlo.channel_handle", NULL, NULL, NULL};

#define GROUPS SAME("replica_groups")
#define GLOBAL UNIT("use_global_device_ids")
#define ROOT UNIT("has_dynamic_root")
static const vhlo_attr all_gather[] = {SAME("all_gather_dim"), CHANNEL_ID, GROUPS, GLOBAL, END};
static const vhlo_attr all_reduce[] = {CHANNEL_ID, GROUPS, GLOBAL, END};
static const vhlo_attr all_to_all[] = {CHANNEL_ID,          SAME("concat_dimension"), GROUPS,
                                       SAME("split_count"), SAME("split_dimension"),  END};
static const vhlo_attr broadcast_v1[] = {CHANNEL_ID, GROUPS, END};
static const vhlo_attr broadcast_v2[] = {CHANNEL_ID, ROOT, GROUPS, END};
static const vhlo_attr collective_reduce[] = {CHANNEL_ID, ROOT, GROUPS, GLOBAL, END};
static const vhlo_attr permute[] = {CHANNEL_ID, SAME("source_target_pairs"), END};
static const vhlo_attr reduce_scatter[] = {CHANNEL_ID, GROUPS, SAME("scatter_dimension"), GLOBAL, END};
static const vhlo_attr cross_replica_sum[] = {GROUPS, END};

#define CHANNEL \
    {"channel_id", VHLO_FIELD, "handle", NULL, &channel}, { "channel_type", VHLO_FIELD, "type", NULL, &channel }
#define HOST SAME_UNLESS("is_host_transfer", "false")
static const vhlo_attr transfer_v1[] = {CHANNEL, HOST, END};
static const vhlo_attr transfer_v2[] = {CHANNEL, HOST, SAME_UNLESS("source_target_pairs", NO_DIMS), END};
static const vhlo_attr infeed[] = {SAME_UNLESS("infeed_config", "\"\""), SAME_UNLESS("layout", "[]"), END};
static const vhlo_attr outfeed[] = {SAME_UNLESS("outfeed_config", "\"\""), END};
static const vhlo_attr none[] = {END};

const vhlo_op grn_vhlo_collective_ops[] = {
    {"all_gather_v1", MIN, V(1, 4), "stablehlo.all_gather", all_gather, true, false, 0},
    {"all_gather_v2", V(1, 5), NOW, "stablehlo.all_gather", all_gather, false, false, 0},
    {"all_reduce_v1", MIN, V(1, 4), "stablehlo.all_reduce", all_reduce, true, false, 0},
    {"all_reduce_v2", V(1, 5), NOW, "stablehlo.all_reduce", all_reduce, false, false, 0},
    {"all_to_all_v1", MIN, V(1, 4), "stablehlo.all_to_all", all_to_all, true, false, 0},
    {"all_to_all_v2", V(1, 5), NOW, "stablehlo.all_to_all", all_to_all, false, false, 0},
    {"collective_broadcast_v1", GRN_VHLO(0, 16, 0), V(1, 19), "stablehlo.collective_broadcast", broadcast_v1, true,
     false, 0},
    {"collective_broadcast_v2", V(1, 20), NOW, "stablehlo.collective_broadcast", broadcast_v2, false, false, 0},
    {"collective_reduce_v1", V(1, 19), NOW, "stablehlo.collective_reduce", collective_reduce, false, false, 0},
    {"collective_permute_v1", MIN, NOW, "stablehlo.collective_permute", permute, false, false, 0},
    {"reduce_scatter_v1", MIN, NOW, "stablehlo.reduce_scatter", reduce_scatter, false, false, 0},
    {"cross-replica-sum_v1", MIN, NOW, "stablehlo.cross-replica-sum", cross_replica_sum, false, false, 0},
    {"send_v1", MIN, V(1, 11), "stablehlo.send", transfer_v1, false, false, 0},
    {"send_v2", V(1, 12), NOW, "stablehlo.send", transfer_v2, false, false, 0},
    {"recv_v1", MIN, V(1, 11), "stablehlo.recv", transfer_v1, false, false, 0},
    {"recv_v2", V(1, 12), NOW, "stablehlo.recv", transfer_v2, false, false, 0},
    {"infeed_v1", MIN, NOW, "stablehlo.infeed", infeed, false, false, 0},
    {"outfeed_v1", MIN, NOW, "stablehlo.outfeed", outfeed, false, false, 0},
    {"after_all_v1", MIN, NOW, "stablehlo.after_all", none, false, false, 0},
    {"create_token_v1", MIN, NOW, "stablehlo.create_token", none, false, false, 0},
    {"partition_id_v1", MIN, NOW, "stablehlo.partition_id", none, false, false, 0},
    {"replica_id_v1", MIN, NOW, "stablehlo.replica_id", none, false, false, 0},
    {"async_start_v1", V(1, 15), NOW, "stablehlo.async_start", none, false, false, 0},
    {"async_done_v1", V(1, 15), NOW, "stablehlo.async_done", none, false, false, 0},
    {NULL, 0, 0, NULL, NULL, false, false, 0},
};
