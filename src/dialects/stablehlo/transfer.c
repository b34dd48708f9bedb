/*
 * transfer.c - values from and to a process: infeed, outfeed, send, recv; and
 * which process it is: replica_id, partition_id (StableHLO spec, the sections of
 * those names).
 */
#include "dialects/stablehlo/collective.h"

#include <inttypes.h>

/* ---- rules ----------------------------------------------------------------------------------- */

/* Tensors and then a token, told as `payload` has it. */
static grn_status payload_rules(const grn_op *op, grn_check *check, const char *payload)
{
    char text[GRN_TYPE_TEXT_BYTES];
    if (op->nresults == 0)
        return grn_stablehlo_broken(op, check, "C1", "result is expected to be at least of size 1, but got %zu",
                                    op->nresults);
    for (size_t i = 0; i + 1 < op->nresults; i++)
        if (!grn_type_is_tensor(grn_result_type(op, i)))
            return grn_stablehlo_broken(op, check, "C2", "%s of tensor type, but got '%s'", payload,
                                        grn_type_text(grn_result_type(op, i), text, sizeof text));
    const grn_type *last = grn_result_type(op, op->nresults - 1);
    if (!grn_hlo_token.matches(last))
        return grn_stablehlo_broken(op, check, "C3",
                                    "last element of result types is expected to be of token type, but got '%s'",
                                    grn_type_text(last, text, sizeof text));
    return GRN_OK;
}

/* The message, and the attribute that it is about. */
static grn_status bad_layout(const grn_op *op, grn_check *check, const char *message, const grn_attr *a)
{
    char text[256] = {0};
    grn_vec bytes;
    grn_vec_init(&bytes, check->scratch->allocator, 1);
    const grn_sink sink = grn_vec_sink(&bytes);
    if (grn_attr_write(a, true, &sink) == GRN_OK)
        memcpy(text, bytes.items, bytes.count < sizeof text ? bytes.count : sizeof text - 1);
    grn_vec_destroy(&bytes);
    return grn_op_fail_plain(op, check, "%s%s", message, text);
}

static grn_status layout_rules(const grn_op *op, grn_check *check)
{
    const grn_attr *layout = grn_op_attr(op, "layout");
    if (!layout)
        return GRN_OK;
    if (layout->array.count != op->nresults - 1)
        return grn_op_fail_plain(op, check,
                                 "layout-attribute size must be %zu (which is the number of op-results - 1 (for token "
                                 "result)), but got %zu",
                                 op->nresults - 1, layout->array.count);
    for (size_t i = 0; i < layout->array.count; i++) {
        const grn_attr *one = layout->array.items[i];
        if (one->kind != GRN_ATTR_ARRAY)
            return bad_layout(op, check, "layout-attribute expected to have elements of type array, but got ", one);
        for (size_t k = 0; k < one->array.count; k++)
            if (one->array.items[k]->kind != GRN_ATTR_INTEGER)
                return bad_layout(op, check,
                                  "layout-attribute's leaf elements are expected to be of type integer, but got ",
                                  one->array.items[k]);
    }
    return GRN_OK;
}

static grn_status infeed_verify(const grn_op *op, grn_check *check)
{
    grn_status status =
        payload_rules(op, check, "all elements of result types, except the last element, are expected to be");
    return status == GRN_OK ? layout_rules(op, check) : status;
}

static bool is_host_transfer(const grn_op *op) { return grn_op_flag(op, "is_host_transfer", false); }

enum { DEVICE_TO_DEVICE = 1, DEVICE_TO_HOST, HOST_TO_DEVICE };

static grn_status channel_rules(const grn_op *op, grn_check *check, int64_t host_type, const char *host_name)
{
    const bool host = is_host_transfer(op);
    if (grn_hlo_channel_type(op) != (host ? host_type : DEVICE_TO_DEVICE))
        return grn_stablehlo_broken(op, check, "C5", "channel_type should be %s when is_host_transfer is %s",
                                    host ? host_name : "DEVICE_TO_DEVICE", host ? "true" : "false");
    return GRN_OK;
}

static bool has_pairs(const grn_op *op)
{
    const grn_attr *pairs = grn_op_attr(op, "source_target_pairs");
    return pairs && grn_tensor_elements(&pairs->elements->tensor) > 0;
}

static grn_status token_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_operand_type(op, op->noperands - 1));
}

static grn_status send_verify(const grn_op *op, grn_check *check)
{
    return has_pairs(op) ? grn_hlo_verify_pairs(op, check) : GRN_OK;
}

/* Upstream finds a wrong channel as it infers the token. */
static grn_status send_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_status status = channel_rules(op, check, DEVICE_TO_HOST, "DEVICE_TO_HOST");
    return status == GRN_OK ? token_infer(op, check, out) : status;
}

static grn_status recv_verify(const grn_op *op, grn_check *check)
{
    grn_status status = channel_rules(op, check, HOST_TO_DEVICE, "HOST_TO_DEVICE");
    if (status == GRN_OK)
        status = payload_rules(op, check, "everything but the last element of result types is expected to be");
    return status == GRN_OK && has_pairs(op) ? grn_hlo_verify_pairs(op, check) : status;
}

/* ---- infeed, outfeed ------------------------------------------------------------------------- */

/* The function gives the payload. */
static grn_status take_infeed(grn_exec *x, const grn_op *op)
{
    const grn_op *f = x->calls->infeed(x);
    if (!f)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED,
                             "nothing is left in the infeed, which `infeed` of interpreter.run_parallel fills");
    const grn_type *type = grn_op_attr(f, "function_type")->type_value;
    const size_t n = type->count - type->inputs;
    bool fits = n + 1 == op->nresults;
    for (size_t i = 0; fits && i < n; i++)
        fits = grn_types_equal(type->members[i], grn_result_type(op, i));
    if (!fits)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the next function of the infeed gives other types than its results");
    return x->calls->call(x, f, 0, NULL, n, x->results);
}

static grn_status feed_out(grn_exec *x, const grn_op *op)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i + 1 < op->noperands; i++)
        status = x->calls->outfeed(x, i);
    return status;
}

/* ---- send, recv ------------------------------------------------------------------------------ */

/* Which ids the pairs are of where nothing says it: those of the only axis of the grid that has
 * several, else by channel. */
static grn_strategy pairs_strategy(const grn_exec *x, const grn_op *op)
{
    if (x->grid->shape.partitions == 1)
        return GRN_CROSS_REPLICA;
    return x->grid->shape.replicas == 1 ? GRN_CROSS_PARTITION : grn_hlo_moving_strategy(op);
}

/*
 * Without pairs the other end is whoever uses the channel. With pairs it is the process that they
 * name. Where one program is run by many processes, those that no pair names pass the op by. A
 * program of one process has the op for that process alone, so there the channel counts, as in
 * StableHLO's interpreter, which never reads the pairs.
 */
static bool takes_part(const grn_exec *x, const grn_op *op, int64_t peer)
{
    return !has_pairs(op) || peer >= 0 || x->grid->own_program;
}

static grn_status find_peers(grn_exec *x, const grn_op *op, grn_peers *out)
{
    *out = (grn_peers){-1, -1};
    return has_pairs(op) ? grn_hlo_peers(x, op, pairs_strategy(x, op), "C4", false, out) : GRN_OK;
}

static grn_status no_channels(grn_exec *x, const grn_op *op)
{
    return grn_exec_fail(x, op, GRN_E_UNSUPPORTED,
                         "channel %" PRId64 " has no other end, as the program runs as one process",
                         grn_hlo_channel_id(op));
}

static grn_status send_value(grn_exec *x, const grn_op *op, int64_t target, size_t i)
{
    const grn_comm *c = x->grid->comm;
    grn_rt own = {0};
    grn_status status = grn_hlo_compact(x, &x->operands[i], &x->operands[i].tensor, &own);
    if (status == GRN_OK)
        status = !c->send ? no_channels(x, op)
                          : c->send(c->user, (int32_t)target, grn_hlo_channel_id(op), own.tensor.data,
                                    grn_tensor_bytes(&own.tensor));
    x->calls->release(x, &own);
    return status;
}

static grn_status send_eval(grn_exec *x, const grn_op *op)
{
    grn_peers peers;
    if (is_host_transfer(op))
        return feed_out(x, op);
    grn_status status = find_peers(x, op, &peers);
    const bool sends = takes_part(x, op, peers.target);
    grn_hlo_begin_step(x, op);
    for (size_t i = 0; sends && status == GRN_OK && i + 1 < op->noperands; i++)
        status = send_value(x, op, peers.target, i);
    return status;
}

static grn_status receive_value(grn_exec *x, const grn_op *op, int64_t source, size_t i)
{
    const grn_comm *c = x->grid->comm;
    const grn_type *t = grn_result_type(op, i);
    grn_status status = grn_hlo_new_result(x, op, i, t->rank, t->shape);
    if (status != GRN_OK)
        return status;
    const grn_tensor *out = &x->results[i].tensor;
    return !c->receive ? no_channels(x, op)
                       : c->receive(c->user, (int32_t)source, grn_hlo_channel_id(op), out->data, grn_tensor_bytes(out));
}

/* A process that no pair names as target gets zeros, as of collective_permute. */
static grn_status recv_eval(grn_exec *x, const grn_op *op)
{
    grn_peers peers;
    if (is_host_transfer(op))
        return take_infeed(x, op);
    grn_status status = find_peers(x, op, &peers);
    const bool receives = takes_part(x, op, peers.source);
    grn_hlo_begin_step(x, op);
    for (size_t i = 0; status == GRN_OK && i + 1 < op->nresults; i++) {
        const grn_type *t = grn_result_type(op, i);
        status = receives ? receive_value(x, op, peers.source, i) : grn_hlo_zero_result(x, op, i, t->rank, t->shape);
    }
    return status;
}

/* ---- ids ------------------------------------------------------------------------------------- */

static grn_status id_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    (void)op;
    return grn_hlo_infer_tensor(check, out, grn_type_of_dtype(check->scratch, GRN_UI32), 0, NULL);
}

static grn_status give_id(grn_exec *x, const grn_op *op, int64_t id)
{
    const grn_scalar value = {.dtype = GRN_UI32, .u = (uint64_t)id};
    grn_status status = grn_hlo_new_result(x, op, 0, 0, (const int64_t[]){0});
    if (status == GRN_OK)
        grn_scalar_store(&value, GRN_UI32, x->results[0].tensor.data);
    return status;
}

static grn_status replica_id_eval(grn_exec *x, const grn_op *op) { return give_id(x, op, grn_own_replica(x->grid)); }
static grn_status partition_id_eval(grn_exec *x, const grn_op *op)
{
    return give_id(x, op, grn_own_partition(x->grid));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_ui32_tensor(const grn_type *t)
{
    return grn_type_is_tensor(t) && t->element->dtype == GRN_UI32 && t->element->kind == GRN_TYPE_INTEGER;
}
static const grn_type_class ui32_tensor = {"ranked tensor of 32-bit unsigned integer values", is_ui32_tensor};

static const grn_port token[] = {GRN_PORT("token", grn_hlo_token), GRN_PORTS_END};
static const grn_port inputs_token[] = {GRN_PORT_ANY("inputs", grn_hlo_tensor_or_per_axis),
                                        GRN_PORT("token", grn_hlo_token), GRN_PORTS_END};
static const grn_port payload[] = {GRN_PORT_ANY("results", grn_hlo_static_tensor_or_token), GRN_PORTS_END};
static const grn_port id_result[] = {GRN_PORT("result", ui32_tensor), GRN_PORTS_END};

#define TRANSFER                                                                                                      \
    GRN_NEEDS("channel_handle", grn_stablehlo_is_channel_handle), GRN_MAY_HAVE("is_host_transfer", grn_attr_is_bool), \
        GRN_MAY_HAVE("source_target_pairs", grn_attr_is_i64_elements), GRN_ATTRS_END
static const grn_attr_def transfer_attrs[] = {TRANSFER};

const grn_op_def grn_stablehlo_transfer_ops[] = {
    GRN_STABLEHLO(
        infeed, "reads tensors from the host", "C1-C3", token, payload,
        GRN_ATTRS(GRN_MAY_HAVE("infeed_config", grn_attr_is_string), GRN_MAY_HAVE("layout", grn_attr_is_array)),
        .verify = infeed_verify, .eval = take_infeed, .work = GRN_WORK_OWN),
    GRN_STABLEHLO_FROM(outfeed, "writes tensors to the host", "StableHLO spec, outfeed", inputs_token, token,
                       GRN_ATTRS(GRN_MAY_HAVE("outfeed_config", grn_attr_is_string)), .infer = token_infer,
                       .eval = feed_out, .work = GRN_WORK_OWN),
    GRN_STABLEHLO(send, "sends tensors to another process or the host", "C1-C5", inputs_token, token, transfer_attrs,
                  .verify = send_verify, .infer = send_infer, .eval = send_eval),
    GRN_STABLEHLO(recv, "receives tensors from another process or the host", "C1-C5", token, payload, transfer_attrs,
                  .verify = recv_verify, .eval = recv_eval),
    GRN_STABLEHLO_FROM(replica_id, "number of this process's replica", "StableHLO spec, replica_id", GRN_NO_PORTS,
                       id_result, GRN_NO_ATTRS, .format = "{} :results", .infer = id_infer, .eval = replica_id_eval),
    GRN_STABLEHLO_FROM(partition_id, "number of this process's partition", "StableHLO spec, partition_id", GRN_NO_PORTS,
                       id_result, GRN_NO_ATTRS, .format = "{} :results", .infer = id_infer, .eval = partition_id_eval),
    {.name = NULL},
};
