/*
 * run_parallel.c - interpreter.run_parallel: functions of the module as the
 * processes of a grid (StableHLO's interpreter dialect; the grid by the
 * specification, execution).
 */
#include "dialects/interpreter/interpreter.h"

#include <inttypes.h>

/* ---- functions ------------------------------------------------------------------------------- */

/* The function of a symbol; NULL: there is none. */
static const grn_op *function_of(const grn_op *op, const grn_attr *symbol)
{
    const grn_op *table = grn_op_symbol_table(op);
    const grn_op *f = table && grn_attr_is_symbol.matches(symbol) ? grn_ir_find_symbol(table, symbol->text) : NULL;
    const grn_attr *type =
        f && f->def && strcmp(f->def->name, "func.func") == 0 ? grn_op_attr(f, "function_type") : NULL;
    return type && type->kind == GRN_ATTR_TYPE && type->type_value->kind == GRN_TYPE_FUNCTION ? f : NULL;
}

static const grn_type *type_of(const grn_op *function) { return grn_op_attr(function, "function_type")->type_value; }

static const grn_attr *programs_of(const grn_op *op) { return grn_op_attr(op, "programs"); }

/* ---- rules ----------------------------------------------------------------------------------- */

static bool is_symbol_list(const grn_attr *a)
{
    if (a->kind != GRN_ATTR_ARRAY)
        return false;
    for (size_t i = 0; i < a->array.count; i++)
        if (!grn_attr_is_symbol.matches(a->array.items[i]))
            return false;
    return true;
}

static bool is_symbol_grid(const grn_attr *a)
{
    if (a->kind != GRN_ATTR_ARRAY)
        return false;
    for (size_t i = 0; i < a->array.count; i++)
        if (!is_symbol_list(a->array.items[i]))
            return false;
    return true;
}

static const grn_attr_class symbol_list = {"flat symbol ref array attribute", is_symbol_list};
static const grn_attr_class symbol_grid = {"Array of FlatSymbolRefArrayAttr", is_symbol_grid};

static grn_status not_found(const grn_op *op, grn_check *check, const grn_attr *symbol)
{
    return grn_op_fail_plain(op, check, "Function \"%.*s\" not found", (int)symbol->text.n, symbol->text.text);
}

static size_t results_of(const grn_op *function) { return type_of(function)->count - type_of(function)->inputs; }

/* A function gives one tensor, of nothing. */
static grn_status infeed_function(const grn_op *op, grn_check *check, const grn_attr *symbol)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_op *f = function_of(op, symbol);
    const int n = (int)symbol->text.n;
    if (!f)
        return not_found(op, check, symbol);
    if (results_of(f) != 1)
        return grn_op_fail_plain(op, check, "Function \"%.*s\" should return 1 tensor but returns %zu", n,
                                 symbol->text.text, results_of(f));
    const grn_type *result = type_of(f)->members[type_of(f)->inputs];
    if (!grn_type_is_shaped(result))
        return grn_op_fail_plain(op, check, "Function \"%.*s\" should return a tensor type, but instead returns '%s'",
                                 n, symbol->text.text, grn_type_text(result, text, sizeof text));
    if (type_of(f)->inputs)
        return grn_op_fail(op, check, "infeed function @%.*s takes %zu inputs, it must take none", n, symbol->text.text,
                           type_of(f)->inputs);
    return GRN_OK;
}

static grn_status infeed_rules(const grn_op *op, grn_check *check)
{
    const grn_attr *infeed = grn_op_attr(op, "infeed");
    grn_status status = GRN_OK;
    if (infeed && infeed->array.count == 0)
        return grn_op_fail_plain(op, check, "infeed attribute is optional or should not be empty");
    for (size_t i = 0; status == GRN_OK && infeed && i < infeed->array.count; i++)
        status = infeed_function(op, check, infeed->array.items[i]);
    return status;
}

/* Whether the function says how its arguments and results lie on the devices of a mesh, of which a
 * program then has the parts. */
static bool is_sharded(const grn_op *function)
{
    const grn_type *type = type_of(function);
    for (size_t i = 0; i < type->count; i++)
        if (grn_op_value_attr(function, i < type->inputs ? "arg_attrs" : "res_attrs",
                              i < type->inputs ? i : i - type->inputs, "sdy.sharding"))
            return true;
    return false;
}

static bool may_be_part(const grn_type *have, const grn_type *whole)
{
    return grn_type_is_tensor(have) && grn_type_is_tensor(whole) && have->rank == whole->rank &&
           have->element == whole->element;
}

/* Types that are one at run time will do: a translation may have turned those of the functions
 * alone. */
static bool match(const grn_type *have, const grn_type *want)
{
    return grn_types_compatible(grn_type_at_run(have), grn_type_at_run(want));
}

/* The inputs or results of a program are the op's from *at on, which moves past them. */
static grn_status match_types(const grn_op *op, grn_check *check, const grn_attr *symbol, bool inputs, size_t *at)
{
    const grn_op *function = function_of(op, symbol);
    const grn_type *type = type_of(function);
    const size_t n = inputs ? type->inputs : type->count - type->inputs;
    const grn_type *const *want = type->members + (inputs ? 0 : type->inputs);
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; i < n; i++, ++*at) {
        const grn_type *have = inputs ? grn_operand_type(op, *at) : grn_result_type(op, *at);
        if (!match(have, want[i]) && !(is_sharded(function) && may_be_part(have, want[i])))
            return grn_op_fail(op, check, "%s #%zu is of type '%s', @%.*s %s '%s'", inputs ? "input" : "result", *at,
                               grn_type_text(have, a, sizeof a), (int)symbol->text.n, symbol->text.text,
                               inputs ? "takes" : "gives", grn_type_text(want[i], b, sizeof b));
    }
    return GRN_OK;
}

static grn_status match_all(const grn_op *op, grn_check *check)
{
    const grn_attr *programs = programs_of(op);
    size_t inputs = 0, results = 0;
    for (size_t r = 0; r < programs->array.count; r++) {
        const grn_attr *replica = programs->array.items[r];
        for (size_t p = 0; p < replica->array.count; p++) {
            grn_status status = match_types(op, check, replica->array.items[p], true, &inputs);
            if (status == GRN_OK)
                status = match_types(op, check, replica->array.items[p], false, &results);
            if (status != GRN_OK)
                return status;
        }
    }
    return GRN_OK;
}

/* *inputs and *results: how many all programs have. */
static grn_status program_rules(const grn_op *op, grn_check *check, size_t *inputs, size_t *results)
{
    const grn_attr *programs = programs_of(op);
    if (programs->array.count == 0 || programs->array.items[0]->array.count == 0)
        return grn_op_fail_plain(op, check, "`programs` attribute cannot be empty");
    const size_t partitions = programs->array.items[0]->array.count;
    for (size_t r = 0; r < programs->array.count; r++) {
        const grn_attr *replica = programs->array.items[r];
        if (replica->array.count != partitions)
            return grn_op_fail_plain(op, check,
                                     "Sizes of second dimension of `programs` should all match %zu but got %zu",
                                     partitions, replica->array.count);
        for (size_t p = 0; p < partitions; p++) {
            const grn_op *f = function_of(op, replica->array.items[p]);
            if (!f)
                return not_found(op, check, replica->array.items[p]);
            *inputs += type_of(f)->inputs;
            *results += results_of(f);
        }
    }
    return GRN_OK;
}

static grn_status run_parallel_verify(const grn_op *op, grn_check *check)
{
    size_t inputs = 0, results = 0;
    grn_status status = program_rules(op, check, &inputs, &results);
    if (status != GRN_OK)
        return status;
    if (inputs != op->noperands)
        return grn_op_fail_plain(
            op, check, "Number of inputs (%zu) should match the sum of the number of inputs of all programs (%zu)",
            op->noperands, inputs);
    if (results != op->nresults)
        return grn_op_fail_plain(
            op, check, "Number of results (%zu) should match the sum of the number of results of all programs (%zu)",
            op->nresults, results);
    status = infeed_rules(op, check);
    return status == GRN_OK ? match_all(op, check) : status;
}

/* ---- meaning --------------------------------------------------------------------------------- */

static void find_functions(const grn_op *op, const grn_attr *symbols, const grn_op **out)
{
    for (size_t i = 0; i < symbols->array.count; i++)
        out[i] = function_of(op, symbols->array.items[i]);
}

/* A program that is to be divided yet has whole values, which the op's are parts of. */
static grn_status check_divided(grn_exec *x, const grn_op *op, const grn_op *const *functions, size_t count)
{
    size_t in = 0, out = 0;
    for (size_t i = 0; i < count; i++) {
        const grn_type *type = type_of(functions[i]);
        bool same = true;
        for (size_t k = 0; k < type->count; k++)
            same &= match(k < type->inputs ? grn_operand_type(op, in++) : grn_result_type(op, out++), type->members[k]);
        const grn_attr *name = grn_op_attr(functions[i], "sym_name");
        if (!same)
            return grn_exec_fail(
                x, op, GRN_E_UNSUPPORTED,
                "@%.*s is of whole values, and here are a device's parts of them: garner shard divides it first",
                (int)name->text.n, name->text.text);
    }
    return GRN_OK;
}

static grn_status run_parallel_eval(grn_exec *x, const grn_op *op)
{
    const grn_attr *programs = programs_of(op), *infeed = grn_op_attr(op, "infeed");
    const size_t replicas = programs->array.count, partitions = programs->array.items[0]->array.count;
    const size_t count = replicas * partitions + (infeed ? infeed->array.count : 0);
    grn_status status = x->calls->charge(x, count);
    const grn_op **functions = status == GRN_OK ? grn_allocate(x->allocator, count * sizeof *functions) : NULL;
    if (!functions)
        return status == GRN_OK ? grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu functions was refused", count)
                                : status;
    for (size_t r = 0; r < replicas; r++)
        find_functions(op, programs->array.items[r], functions + r * partitions);
    if (infeed)
        find_functions(op, infeed, functions + replicas * partitions);
    const grn_process_grid grid = {.shape = {.replicas = (int64_t)replicas, .partitions = (int64_t)partitions},
                                   .programs = functions,
                                   .ninfeed = infeed ? infeed->array.count : 0,
                                   .infeed = functions + replicas * partitions};
    status = check_divided(x, op, functions, replicas * partitions);
    if (status == GRN_OK)
        status = x->calls->run_grid(x, &grid, x->operands, x->results);
    grn_release(x->allocator, functions, count * sizeof *functions);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port inputs[] = {GRN_PORT_ANY("inputs", grn_hlo_any_type), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT_ANY("results", grn_hlo_any_type), GRN_PORTS_END};

const grn_op_def grn_run_parallel_ops[] = {
    GRN_ROW(GRN_NAME(interpreter, run_parallel), "runs functions as the processes of a grid",
            "StableHLO interpreter dialect, run_parallel", inputs, results,
            GRN_ATTRS(GRN_MAY_HAVE("infeed", symbol_list), GRN_NEEDS("programs", symbol_grid)),
            .verify = run_parallel_verify, .eval = run_parallel_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
