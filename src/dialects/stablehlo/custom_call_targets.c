/*
 * custom_call_targets.c - custom calls of JAX's and XLA's that run without a device: those that say where a value is
 * kept, checks of shapes, and ops whose extents are not known when the program is written (jax/_src/export/shape_poly.py,
 * jax/_src/interpreters/mlir.py; XLA's stablehlo_ext dialect has their rules).
 */
#include "dialects/stablehlo/custom_call_targets.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- parts that targets share ---------------------------------------------------------------- */

const grn_attr *grn_hlo_call_attr(const grn_op *op, const char *dict, const char *name)
{
    const grn_attr *d = grn_op_attr(op, dict);
    for (size_t i = 0; d && d->kind == GRN_ATTR_DICT && i < d->dict.count; i++)
        if (grn_str_is(d->dict.items[i].name, name))
            return d->dict.items[i].value;
    return NULL;
}

size_t grn_hlo_call_operands(const grn_op *op)
{
    const size_t shapes = grn_op_attr(op, "indices_of_shape_operands") ? op->nresults : 0;
    return op->noperands < shapes ? 0 : op->noperands - shapes;
}

grn_status grn_hlo_call_arity(grn_exec *x, const grn_op *op, size_t noperands, size_t nresults)
{
    const grn_str target = grn_op_attr(op, "call_target_name")->text;
    if (grn_hlo_call_operands(op) != noperands || op->nresults != nresults)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED,
                             "@%.*s takes %zu operands and gives %zu results, here are %zu and %zu", (int)target.n,
                             target.text, noperands, nresults, grn_hlo_call_operands(op), op->nresults);
    for (size_t i = 0; i < noperands + nresults; i++) {
        const grn_type *type = i < noperands ? grn_operand_type(op, i) : grn_result_type(op, i - noperands);
        if (!grn_type_is_tensor(type) || type->element->kind == GRN_TYPE_QUANT)
            return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "@%.*s is of tensors that are not quantized", (int)target.n,
                                 target.text);
    }
    return GRN_OK;
}

/* ---- functions that are called --------------------------------------------------------------- */

static const grn_op *called_function(const grn_op *op)
{
    const grn_attr *names = grn_op_attr(op, "called_computations");
    const grn_op *table = grn_op_symbol_table(op);
    if (!names || names->kind != GRN_ATTR_ARRAY || names->array.count != 1 || !table)
        return NULL;
    const grn_op *f = grn_ir_find_symbol(table, names->array.items[0]->text);
    return f && f->def && strcmp(f->def->name, "func.func") == 0 && f->nregions == 1 && f->regions[0].first ? f : NULL;
}

static bool is_scalar_of(const grn_type *type, const grn_type *element)
{
    return grn_type_is_tensor(type) && type->rank == 0 && type->element == element;
}

static bool has_types(const grn_op *op, const grn_region *region, size_t n, bool compares)
{
    grn_value *const *results;
    const size_t nresults = grn_stablehlo_region_results(region, &results);
    bool good = grn_stablehlo_region_args(region) == 2 * n && nresults == (compares ? 1 : n);
    for (size_t i = 0; good && i < 2 * n; i++)
        good = is_scalar_of(region->first->args[i].type, grn_operand_type(op, compares ? i / 2 : i % n)->element);
    for (size_t i = 0; good && i < nresults; i++)
        good = compares ? grn_hlo_is_scalar_pred(results[i]->type)
                        : is_scalar_of(results[i]->type, grn_operand_type(op, i)->element);
    return good;
}

grn_status grn_hlo_called_region(grn_exec *x, const grn_op *op, size_t n, bool compares, const grn_region **out)
{
    const grn_op *f = called_function(op);
    if (!f)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "called_computations must name one function of this module");
    *out = &f->regions[0];
    if (has_types(op, *out, n, compares))
        return GRN_OK;
    return grn_exec_fail(x, op, GRN_E_UNSUPPORTED,
                         "its function must take two scalars of each of its %zu inputs and give %s", n,
                         compares ? "tensor<i1>" : "one of each");
}

/* ---- values that stay as they are ------------------------------------------------------------ */

/* Calls that say on which device, in which memory or in which layout their operands are to be. On one device they are
 * these operands. */
static grn_status pass_on(grn_exec *x, const grn_op *op)
{
    grn_status status = GRN_OK;
    if (grn_hlo_call_operands(op) != op->nresults)
        return grn_hlo_call_arity(x, op, op->noperands, op->noperands);
    for (size_t i = 0; i < op->nresults && status == GRN_OK; i++) {
        if (grn_operand_type(op, i) != grn_result_type(op, i))
            return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "its result #%zu is another part than operand #%zu", i, i);
        status = x->calls->share(x, &x->operands[i], NULL, &x->results[i]);
    }
    return status;
}

/* A call that only says something about its operand. */
static grn_status say_nothing(grn_exec *x, const grn_op *op) { return grn_hlo_call_arity(x, op, op->noperands, 0); }

/* ---- shape_assertion ------------------------------------------------------------------------- */

/* The digits at *from, `{12}` without its braces, as the operand behind the condition that they count; NULL: they count
 * none. *from ends behind the brace. */
static const grn_tensor *counted(const grn_exec *x, size_t n, const char **from, const char *end)
{
    size_t i = 0;
    const char *at = *from;
    for (; at < end && *at >= '0' && *at <= '9' && i < n; at++)
        i = 10 * i + (size_t)(*at - '0');
    if (at == *from || at == end || *at != '}' || i + 1 >= n)
        return NULL;
    *from = at + 1;
    return &x->operands[i + 1].tensor;
}

/* error_message, in which {0} is the value of the first operand behind the condition. */
static void write_assertion(const grn_exec *x, const grn_op *op, grn_str message, size_t bytes, char *text)
{
    size_t used = 0;
    const char *at = message.text, *end = at + message.n;
    while (at < end && used + 24 < bytes) {
        const char *digits = at + 1;
        const grn_tensor *t = *at == '{' ? counted(x, op->noperands, &digits, end) : NULL;
        if (t)
            used += (size_t)snprintf(text + used, bytes - used, "%" PRId64, grn_index_load(t->dtype, t->data));
        else
            text[used++] = *at;
        at = t ? digits : at + 1;
    }
    text[used] = '\0';
}

/* A program of any shapes that are right: jax.export puts it where shapes of arguments are known to agree in some way. */
static grn_status shape_assertion(grn_exec *x, const grn_op *op)
{
    const grn_attr *message = grn_op_attr(op, "error_message");
    char text[GRN_MESSAGE_BYTES];
    grn_status status = grn_hlo_call_arity(x, op, op->noperands, 0);
    if (status != GRN_OK)
        return status;
    if (op->noperands == 0 || !grn_hlo_is_scalar_pred(grn_operand_type(op, 0)))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "@shape_assertion takes a tensor<i1> first");
    for (size_t i = 1; i < op->noperands; i++)
        if (x->operands[i].tensor.rank != 0 || !grn_dtype_is_integer(x->operands[i].tensor.dtype))
            return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "operand #%zu of @shape_assertion is no integer", i);
    if (*(const unsigned char *)x->operands[0].tensor.data)
        return GRN_OK;
    if (!message || message->kind != GRN_ATTR_STRING)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "@shape_assertion does not hold");
    write_assertion(x, op, message->text, sizeof text, text);
    return grn_exec_fail(x, op, GRN_E_SHAPE, "%s", text);
}

/* ---- calls that are refused ------------------------------------------------------------------ */

static grn_status call_back(grn_exec *x, const grn_op *op)
{
    const grn_str target = grn_op_attr(op, "call_target_name")->text;
    return grn_exec_fail(
        x, op, GRN_E_UNSUPPORTED,
        "custom_call target '%.*s' calls a function of the Python process, which a program cannot do here",
        (int)target.n, target.text);
}

/* ---- table ----------------------------------------------------------------------------------- */

static const struct {
    const char *target;
    grn_hlo_target run;
} targets[] = {
    {"ApproxTopK", grn_hlo_approx_top_k},
    {"LayoutConstraint", pass_on},
    {"MoveToDevice", pass_on},
    {"MoveToHost", pass_on},
    {"SPMDFullToShardShape", pass_on},
    {"SPMDShardToFullShape", pass_on},
    {"Sharding", pass_on},
    {"annotate_device_placement", pass_on},
    {"mhlo.topk", grn_hlo_mhlo_top_k},
    {"shape_assertion", shape_assertion},
    {"stablehlo.dynamic_approx_top_k", grn_hlo_approx_top_k},
    {"stablehlo.dynamic_reduce_window", grn_hlo_dynamic_reduce_window},
    {"stablehlo.dynamic_rng_bit_generator", grn_hlo_dynamic_random_bits},
    {"stablehlo.dynamic_top_k", grn_hlo_dynamic_top_k},
    {"xla.sdy.FuncResultSharding", pass_on},
    {"xla.sdy.GlobalToLocalShape", pass_on},
    {"xla.sdy.LocalToGlobalShape", pass_on},
    {"xla.sdy.ShardingGroup", say_nothing},
    {"xla_ffi_partitioned_python_cpu_callback", call_back},
    {"xla_ffi_python_cpu_callback", call_back},
    {"xla_python_cpu_callback", call_back},
};

grn_hlo_target grn_hlo_find_target(grn_str target)
{
    for (size_t i = 0; i < GRN_COUNT(targets); i++)
        if (grn_str_is(target, targets[i].target))
            return targets[i].run;
    return NULL;
}
