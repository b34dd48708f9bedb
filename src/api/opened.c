/* opened.c - the values that checks look at, as results; the constants before them, as inputs. */
#include "garner/opened.h"

#include "api/module_cut.h"
#include "lower/lower.h"

struct grn_opened {
    const grn_allocator *allocator;
    grn_module *module;
    grn_results *inputs; /* NULL: there are none */
};

typedef struct value_list {
    const grn_value **items;
    size_t count;
} value_list;

typedef struct opening {
    const grn_module *module;
    const grn_function *function;
    const grn_block *block;
    const grn_diag *diag;
    grn_arena arena;
    value_list given, wanted, constants;
} opening;

static grn_status no_memory(const opening *o)
{
    return grn_fail(o->diag, grn_no_place, GRN_E_MEMORY, "memory refused while checks are opened");
}

/* ---- which values ---------------------------------------------------------------------------- */

static bool is_tensor(const grn_value *v)
{
    const grn_type *t = grn_type_at_run(v->type);
    return grn_type_is_tensor(t) && t->element->dtype != GRN_NO_DTYPE && !grn_type_is_memref(v->type);
}

static void add(value_list *list, const grn_value *v)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == v)
            return;
    list->items[list->count++] = v;
}

static bool is_terminator(const grn_op *op) { return op->def && op->def->traits & GRN_TRAIT_TERMINATOR; }

static bool is_open(const grn_value *v)
{
    const grn_type *t = grn_type_at_run(v->type);
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] < 0)
            return true;
    return false;
}

/* Whether an op gives its operand under a type whose extents are known otherwise, as tensor.cast does. */
static bool is_cast(const grn_op *op)
{
    return op->noperands == 1 && op->nresults == 1 && op->def && op->def->traits & GRN_TRAIT_VIEW &&
           is_tensor(op->operands[0]) && is_tensor(&op->results[0]) &&
           is_open(op->operands[0]) != is_open(&op->results[0]) &&
           grn_type_at_run(op->operands[0]->type)->element == grn_type_at_run(op->results[0].type)->element;
}

/* What a check looks at, as the program has it: a check of numbers that are written wants extents that are known. */
static const grn_value *looked_at(const grn_value *v)
{
    return v->def && is_cast(v->def) && is_open(v->def->operands[0]) ? v->def->operands[0] : v;
}

/* A check's first operand is what it looks at. */
static void list_wanted(opening *o)
{
    for (const grn_op *op = o->block->first; op; op = op->next)
        for (size_t i = 0; i < op->noperands; i++)
            if (is_tensor(op->operands[i]) && grn_lower_is_check(op) && i == 0)
                add(&o->wanted, looked_at(op->operands[i]));
            else if (is_tensor(op->operands[i]) && is_terminator(op))
                add(&o->wanted, op->operands[i]);
}

static bool is_literal(const grn_op *op)
{
    return op->noperands == 0 && op->nregions == 0 && op->nresults == 1 && grn_op_is_pure(op) &&
           grn_op_attr(op, "value") && is_tensor(&op->results[0]);
}

/* The constant whose extents an op leaves open, and which nothing else uses: a program without arguments has no other
 * way to say `?`. NULL: it is no such op. */
static const grn_value **opened_constant(const opening *o, const grn_op *op)
{
    for (size_t i = 0; is_cast(op) && op->operands[0]->uses == 1 && i < o->constants.count; i++)
        if (o->constants.items[i] == op->operands[0])
            return &o->constants.items[i];
    return NULL;
}

/* Those before all other ops: constants further down are the program's own. */
static void list_constants(opening *o)
{
    for (const grn_op *op = o->block->first; op; op = op->next) {
        const grn_value **opened = opened_constant(o, op);
        if (opened)
            *opened = &op->results[0];
        else if (is_literal(op))
            add(&o->constants, &op->results[0]);
        else
            return;
    }
}

static bool has_checks(const opening *o)
{
    for (const grn_op *op = o->block->first; op; op = op->next)
        if (grn_lower_is_check(op))
            return true;
    return false;
}

static bool list_values(opening *o, bool keep_constants)
{
    size_t n = o->block->nargs + 1;
    for (const grn_op *op = o->block->first; op; op = op->next)
        n += op->noperands + op->nresults;
    o->given.items = GRN_ARENA_NEW(&o->arena, const grn_value *, n);
    o->wanted.items = GRN_ARENA_NEW(&o->arena, const grn_value *, n);
    o->constants.items = GRN_ARENA_NEW(&o->arena, const grn_value *, n);
    if (!o->given.items || !o->wanted.items || !o->constants.items)
        return false;
    for (size_t i = 0; i < o->block->nargs; i++)
        add(&o->given, &o->block->args[i]);
    list_wanted(o);
    if (!keep_constants && o->block->nargs == 0)
        list_constants(o);
    for (size_t i = 0; i < o->constants.count; i++)
        add(&o->given, o->constants.items[i]);
    return true;
}

/* ---- the module, and its inputs ---------------------------------------------------------------- */

static grn_status cut(const opening *o, const value_list *given, const value_list *wanted, grn_module **out)
{
    const grn_program_cut how = {.function = o->function->op,
                                 .ngiven = given->count,
                                 .given = given->items,
                                 .nwanted = wanted->count,
                                 .wanted = wanted->items,
                                 .only_needed = true};
    const grn_value *const *more;
    size_t nmore = 0;
    grn_status status = grn_module_cut(o->module, &how, o->diag, out, &more, &nmore);
    if (status == GRN_OK && nmore > 0)
        status = grn_fail(o->diag, o->function->op->place, GRN_E_UNSUPPORTED, "checks read what no tensor gives");
    return status;
}

static grn_status evaluate_constants(const opening *o, grn_opened *out)
{
    const value_list none = {o->given.items, 0};
    grn_module *module = NULL;
    if (o->constants.count == 0)
        return GRN_OK;
    grn_status status = cut(o, &none, &o->constants, &module);
    if (status == GRN_OK)
        status = grn_module_run(module, 0, 0, NULL, NULL, o->diag, &out->inputs);
    grn_module_destroy(module);
    return status;
}

static grn_status open_function(opening *o, bool keep_constants, grn_opened *out)
{
    if (!list_values(o, keep_constants))
        return no_memory(o);
    grn_status status = cut(o, &o->given, &o->wanted, &out->module);
    return status == GRN_OK ? evaluate_constants(o, out) : status;
}

static grn_status check_function(const grn_module *m, size_t function, const grn_diag *diag, opening *o)
{
    if (function >= m->nfunctions || !m->functions[function].op->regions[0].first)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "function %zu of %zu is not there, or has no body",
                        function, m->nfunctions);
    *o = (opening){.module = m, .function = &m->functions[function], .diag = diag};
    o->block = o->function->op->regions[0].first;
    if (o->block->next || !has_checks(o))
        return grn_fail(diag, o->function->op->place, GRN_E_UNSUPPORTED, "@%s has %s", o->function->name,
                        o->block->next ? "several blocks" : "no checks");
    return atomic_load(&((grn_module *)m)->verified) ? GRN_OK : grn_module_verify(m, diag);
}

static grn_status open_into(opening *o, bool keep_constants, grn_opened **out)
{
    grn_opened *made = grn_allocate(o->module->allocator, sizeof *made);
    if (!made)
        return no_memory(o);
    *made = (grn_opened){.allocator = o->module->allocator};
    grn_arena_init(&o->arena, o->module->allocator);
    const grn_status status = open_function(o, keep_constants, made);
    grn_arena_destroy(&o->arena);
    if (status == GRN_OK)
        *out = made;
    else
        grn_opened_destroy(made);
    return status;
}

GRN_API grn_status grn_module_open(const grn_module *module, size_t function, const grn_open_options *options,
                                   const grn_diag *diag, grn_opened **out)
{
    opening o;
    if (out)
        *out = NULL;
    if (!module || !out)
        return grn_fail_null(!module ? "module" : "out", diag);
    grn_status status = GRN_CHECK_OPTIONS(grn_open_options, options, diag);
    if (status == GRN_OK)
        status = check_function(module, function, diag, &o);
    return status == GRN_OK ? open_into(&o, options && options->keep_constants, out) : status;
}

GRN_API void grn_opened_destroy(grn_opened *opened)
{
    if (!opened)
        return;
    grn_module_destroy(opened->module);
    grn_results_destroy(opened->inputs);
    grn_release(opened->allocator, opened, sizeof *opened);
}

GRN_API const grn_module *grn_opened_module(const grn_opened *opened) { return opened ? opened->module : NULL; }

GRN_API size_t grn_opened_inputs(const grn_opened *opened) { return opened ? grn_results_count(opened->inputs) : 0; }

GRN_API const grn_tensor *grn_opened_input(const grn_opened *opened, size_t i)
{
    return opened ? grn_results_tensor(opened->inputs, i) : NULL;
}
