/*
 * async.c - async_start and async_done (StableHLO spec, the sections of those
 * names). An operation that is started is done on the spot, as the
 * specification allows: a future is the value that it will have.
 */
#include "dialects/stablehlo/collective.h"

#include <stdio.h>

/* ---- futures --------------------------------------------------------------------------------- */

static const char future_name[] = "!stablehlo.future<";

static bool is_future(const grn_type *t)
{
    const size_t n = sizeof future_name - 1;
    return t->kind == GRN_TYPE_OPAQUE && t->opaque.n > n && memcmp(t->opaque.text, future_name, n) == 0;
}
static const grn_type_class a_future = {"future", is_future};

/* The types that a future is of, as a tuple: its text is what is between the brackets. */
static grn_status read_types(grn_ir *ir, grn_str future, const grn_type **out)
{
    const size_t head = sizeof future_name - 1, n = future.n - head - 1;
    char *text = grn_arena_alloc(&ir->arena, n + 8);
    if (!text)
        return GRN_E_MEMORY;
    memcpy(text, "tuple<", 6);
    memcpy(text + 6, future.text + head, n);
    text[6 + n] = '>';
    return grn_text_parse_type(ir, text, n + 7, NULL, out);
}

static grn_status future_types(const grn_op *op, grn_check *check, const grn_type *future, const grn_type **out)
{
    const grn_status status = read_types(check->scratch, future->opaque, out);
    return status == GRN_OK || status == GRN_E_MEMORY
               ? status
               : grn_op_fail_plain(op, check, "future has types that cannot be read");
}

grn_status grn_stablehlo_type_fault(grn_ir *ir, grn_str text, char *message, size_t bytes)
{
    char type[GRN_TYPE_TEXT_BYTES];
    const grn_type *types;
    const size_t n = sizeof future_name - 1;
    if (text.n <= n || memcmp(text.text, future_name, n) != 0)
        return GRN_OK;
    const grn_status status = read_types(ir, text, &types);
    if (status != GRN_OK)
        return status == GRN_E_MEMORY ? status : GRN_OK;
    for (size_t i = 0; i < types->count; i++)
        if (types->members[i]->kind != GRN_TYPE_TENSOR) {
            snprintf(message, bytes, "future element type must be a ranked tensor, but got '%s'",
                     grn_type_text(types->members[i], type, sizeof type));
            return GRN_E_PARSE;
        }
    return GRN_OK;
}

/* ---- async_start ----------------------------------------------------------------------------- */

static bool may_be_async(const grn_op *op)
{
    static const char *const names[] = {"stablehlo.all_reduce",        "stablehlo.all_gather",
                                        "stablehlo.all_to_all",        "stablehlo.collective_permute",
                                        "stablehlo.reduce_scatter",    "stablehlo.collective_broadcast",
                                        "stablehlo.collective_reduce", "stablehlo.slice",
                                        "stablehlo.dynamic_slice",     "stablehlo.dynamic_update_slice"};
    for (size_t i = 0; i < GRN_COUNT(names); i++)
        if (grn_str_is(op->name, names[i]))
            return true;
    return false;
}

static grn_status body_arguments(const grn_op *op, grn_check *check, const grn_block *b)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (op->noperands != b->nargs)
        return grn_op_fail(op, check, "number of operands (%zu) must match number of region arguments (%zu)",
                           op->noperands, b->nargs);
    for (size_t i = 0; i < b->nargs; i++)
        if (grn_operand_type(op, i) != b->args[i].type)
            return grn_op_fail(op, check, "operand type '%s' at index %zu must match region argument type '%s'",
                               grn_type_text(grn_operand_type(op, i), have, sizeof have), i,
                               grn_type_text(b->args[i].type, want, sizeof want));
    return GRN_OK;
}

/* A region whose values are its own: what upstream's IsolatedFromAbove says. */
static grn_status body_is_isolated(const grn_op *op, grn_check *check, const grn_block *b)
{
    for (const grn_op *inner = b->first; inner; inner = inner->next)
        for (size_t i = 0; i < inner->noperands; i++) {
            const grn_value *v = inner->operands[i];
            if ((v->def ? v->def->block : v->block) != b) {
                grn_status status = grn_op_fail(inner, check, "using value defined outside the region");
                grn_note(check->diag, op->place, "required by region isolation constraints");
                return status;
            }
        }
    return GRN_OK;
}

static grn_status async_start_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_block *b = op->regions[0].first;
    char type[GRN_TYPE_TEXT_BYTES], text[GRN_TYPE_TEXT_BYTES + 32];
    if (!b)
        return grn_op_fail(op, check, "region must not be empty");
    if (!b->first || b->first->next != b->last || b->first == b->last)
        return grn_op_fail(op, check, "region must contain exactly one operation and a return");
    if (!may_be_async(b->first))
        return grn_op_fail(op, check, "region must contain a collective or slice operation");
    grn_status status = body_arguments(op, check, b);
    if (status == GRN_OK)
        status = body_is_isolated(op, check, b);
    if (status != GRN_OK)
        return status;
    if (!b->last->def || !(b->last->def->traits & GRN_TRAIT_TERMINATOR))
        return grn_op_fail(op, check, "region must have a terminator");
    if (b->last->noperands != 1)
        return grn_op_fail(op, check, "region must return exactly one value, but got %zu", b->last->noperands);
    grn_type_text(b->last->operands[0]->type, type, sizeof type);
    const int n = snprintf(text, sizeof text, "%s%s>", future_name, type);
    return grn_stablehlo_infer_one(check, out, grn_type_opaque(check->scratch, (grn_str){text, (size_t)n}));
}

static grn_status async_start_verify(const grn_op *op, grn_check *check)
{
    const grn_type *types;
    return future_types(op, check, grn_result_type(op, 0), &types);
}

static grn_status async_start_eval(grn_exec *x, const grn_op *op)
{
    const size_t n = op->noperands;
    grn_hlo_values args;
    grn_status status = grn_hlo_values_begin(x, op, n, &args);
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = x->calls->share(x, &x->operands[i], NULL, &args.rt[i]);
    if (status == GRN_OK)
        status = x->calls->run_region(x, &op->regions[0], n, args.rt, 1, x->results);
    grn_hlo_values_end(&args);
    return status;
}

/* ---- async_done ------------------------------------------------------------------------------ */

static grn_status async_done_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *types;
    grn_status status = future_types(op, check, grn_operand_type(op, 0), &types);
    if (status != GRN_OK)
        return status;
    if (types->count != 1)
        return grn_op_fail(op, check, "future must have exactly one type parameter, but got %zu", types->count);
    return grn_stablehlo_infer_one(check, out, types->members[0]);
}

static grn_status async_done_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    return x->calls->share(x, &x->operands[0], NULL, &x->results[0]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port operands[] = {GRN_PORT_ANY("operands", grn_hlo_tensor), GRN_PORTS_END};
static const grn_port future[] = {GRN_PORT("operand", a_future), GRN_PORTS_END};

const grn_op_def grn_stablehlo_async_ops[] = {
    GRN_STABLEHLO(async_start, "starts a collective op, and gives a future", "C1-C4", operands,
                  GRN_PORTS(GRN_PORT("result", a_future)), GRN_NO_ATTRS, .nregions = 1, .regions = "body",
                  .terminator = "stablehlo.return", .traits = GRN_TRAIT_SINGLE_BLOCK, .verify = async_start_verify,
                  .infer = async_start_infer, .eval = async_start_eval, .work = GRN_WORK_OWN),
    GRN_STABLEHLO(async_done, "waits for a future, and gives its values", "C1", future,
                  GRN_PORTS(GRN_PORT("result", grn_hlo_tensor)), GRN_NO_ATTRS, .infer = async_done_infer,
                  .eval = async_done_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
