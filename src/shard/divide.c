/*
 * divide.c - the stages one after the other, over every function that nothing else of the program
 * refers to, and over what interpreter.run_parallel runs on devices, which the function with that
 * op hands parts already.
 */
#include "convert/steps.h"
#include "shard/part.h"

/* ---- which functions ------------------------------------------------------------------------- */

/* Of the module's ops by their order: which ones an attribute somewhere refers to. */
typedef struct references {
    const grn_op *top;
    bool *to;
} references;

/* Depth is the attribute's, which the parser limits. */
static void note_attr(const references *r, const grn_attr *a)
{
    const grn_op *found = a->kind == GRN_ATTR_SYMBOL ? grn_ir_find_symbol(r->top, a->text) : NULL;
    if (found && found->block)
        r->to[found->order] = true;
    for (size_t i = 0; a->kind == GRN_ATTR_ARRAY && i < a->array.count; i++)
        note_attr(r, a->array.items[i]);
}

static bool is_grid(const grn_op *op) { return grn_op_is(op, GRN_OP(interpreter, run_parallel)); }

/* What a grid of processes runs is referred to by no caller. */
static void note_op(const references *r, const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->nattrs; i++)
            if (!is_grid(op) || !grn_str_is(op->attrs[i].name, "programs"))
                note_attr(r, op->attrs[i].value);
}

static bool note_all(grn_ir *ir, references *r)
{
    const grn_block *body = ir->top->regions[0].first;
    const size_t n = body && body->last ? (size_t)body->last->order + 1 : 0;
    *r = (references){ir->top, GRN_ARENA_NEW(&ir->arena, bool, n + 1)};
    if (!r->to)
        return false;
    memset(r->to, 0, n + 1);
    note_op(r, ir->top);
    return true;
}

static bool is_function(const grn_op *op)
{
    return grn_op_is(op, GRN_OP(func, func)) && op->nregions == 1 && op->regions[0].first &&
           grn_op_attr(op, "sym_name");
}

/* ---- grids ----------------------------------------------------------------------------------- */

/* The replicas and partitions of a grid that names the function; false: it does not. */
static bool read_grid(const grn_op *grid, grn_str function, int64_t *replicas, int64_t *partitions)
{
    const grn_attr *programs = grn_op_attr(grid, "programs");
    bool names = false;
    for (size_t i = 0; programs && programs->kind == GRN_ATTR_ARRAY && i < programs->array.count; i++) {
        const grn_attr *row = programs->array.items[i];
        for (size_t k = 0; row->kind == GRN_ATTR_ARRAY && k < row->array.count; k++)
            names |= row->array.items[k]->kind == GRN_ATTR_SYMBOL && grn_str_equal(row->array.items[k]->text, function);
        *replicas = (int64_t)programs->array.count;
        *partitions = row->kind == GRN_ATTR_ARRAY ? (int64_t)row->array.count : 0;
    }
    return names;
}

/* The first grid that runs a function. */
static const grn_op *find_grid(const grn_op *root, grn_str function)
{
    int64_t replicas, partitions;
    const grn_op *op = root;
    while (op && !(is_grid(op) && read_grid(op, function, &replicas, &partitions)))
        op = grn_op_next_in(op, root);
    return op;
}

/* ---- one function ---------------------------------------------------------------------------- */

static grn_status divide_function(grn_sharder *s)
{
    const grn_op *function = s->function;
    if (s->block->next)
        return grn_fail(s->w.diag, function->place, GRN_E_UNSUPPORTED,
                        "a function of several blocks is not divided: its control flow has to be in ops with regions");
    if (!s->block->last || !grn_op_is(s->block->last, GRN_OP(func, return )))
        return grn_fail(s->w.diag, function->place, GRN_E_UNSUPPORTED,
                        "a function that does not end with 'func.return' is not divided");
    grn_status status = grn_part_spread(s);
    if (status != GRN_OK || (s->o->stage == GRN_SHARD_PROPAGATED && !s->o->closes))
        return status;
    status = grn_part_inline(s->w.ir, s->function, s->w.diag);
    if (status == GRN_OK)
        status = grn_part_mesh_of(s->w.ir, function, s->w.diag, &s->mesh);
    if (status == GRN_OK)
        status = grn_part_read(s);
    if (status == GRN_OK)
        status = grn_part_manual_settle(s, s->block);
    if (status == GRN_OK && s->o->stage > GRN_SHARD_PROPAGATED)
        status = grn_part_windows(s);
    if (status == GRN_OK && s->o->stage > GRN_SHARD_PROPAGATED)
        status = grn_part_agree(s);
    if (status != GRN_OK)
        return status;
    return s->o->stage == GRN_SHARD_LOCAL ? grn_part_local(s) : grn_part_write(s);
}

static grn_op *first_of(grn_ir *ir) { return ir->top->regions[0].first ? ir->top->regions[0].first->first : NULL; }

static bool has_grid(const grn_op *root)
{
    const grn_op *op = root;
    while (op && !is_grid(op))
        op = grn_op_next_in(op, root);
    return op != NULL;
}

/* Nothing calls it, and it is not what devices run in. */
static bool is_entry(const references *r, const grn_op *op)
{
    return is_function(op) && !r->to[op->order] && !has_grid(op);
}

static bool is_private(const grn_op *op)
{
    const grn_attr *visibility = grn_op_attr(op, "sym_visibility");
    return visibility && visibility->kind == GRN_ATTR_STRING && grn_str_is(visibility->text, "private");
}

static grn_status no_memory(grn_ir *ir, const grn_diag *diag)
{
    return grn_ir_refused(ir, diag, ir->top->place, "dividing a program");
}

/* Private functions that were referred to, and are not any more, go; and those that only they
 * referred to. */
static grn_status drop_called(grn_ir *ir, const references *before, const grn_diag *diag)
{
    references now;
    for (bool gone = true; gone;) {
        gone = false;
        if (!note_all(ir, &now))
            return no_memory(ir, diag);
        for (grn_op *op = first_of(ir), *next; op; op = next) {
            next = op->next;
            if (is_entry(&now, op) && is_private(op) && before->to[op->order]) {
                grn_op_erase(op);
                gone = true;
            }
        }
    }
    return GRN_OK;
}

/* Calls in functions that nothing refers to become what they call. */
static grn_status name_all(grn_ir *ir, const grn_diag *diag)
{
    references before;
    grn_status status = note_all(ir, &before) ? GRN_OK : no_memory(ir, diag);
    for (grn_op *op = status == GRN_OK ? first_of(ir) : NULL; status == GRN_OK && op; op = op->next)
        if (is_entry(&before, op))
            status = grn_part_name_calls(ir, op, diag);
    return status == GRN_OK ? drop_called(ir, &before, diag) : status;
}

static grn_status divide_one(grn_sharder *s, grn_op *op)
{
    s->function = op;
    s->block = op->regions[0].first;
    s->w.at = op;
    s->map = (grn_divisions){.arena = &s->w.ir->arena};
    s->device = NULL;
    s->known = NULL;
    s->replicas = 1;
    s->partitions = 0;
    const grn_op *grid = s->o->is_alone ? NULL : find_grid(s->w.ir->top, grn_op_attr(op, "sym_name")->text);
    if (grid)
        (void)read_grid(grid, grn_op_attr(op, "sym_name")->text, &s->replicas, &s->partitions);
    return divide_function(s);
}

static grn_status divide_all(grn_sharder *s)
{
    grn_ir *ir = s->w.ir;
    references r;
    grn_status status = note_all(ir, &r) ? GRN_OK : no_memory(ir, s->w.diag);
    for (grn_op *op = first_of(ir); op && status != GRN_E_MEMORY; op = op->next) {
        if (!is_function(op))
            continue;
        if (!is_entry(&r, op)) {
            if (s->o->stage == GRN_SHARD_LOCAL)
                grn_part_strip(op);
            continue;
        }
        const grn_status done = divide_one(s, op);
        status = status == GRN_OK || done == GRN_E_MEMORY ? done : status;
    }
    return status;
}

/* ---- accesses of other dialects -------------------------------------------------------------- */

/* An op that is a gather or scatter becomes the hub's, which is divided under any index rule. What
 * its row says of the result's sharding is kept. One that cannot be imported runs whole, as ops
 * without a row do. */
static grn_status import_access(grn_rewrite *w, grn_op *op)
{
    static const char *const kept[] = {"sdy.sharding", "sdy.sharding_rule"};
    if (!op->def || !op->def->to_spec || grn_op_is_of_hub(op) || op->nresults == 0)
        return GRN_OK;
    grn_rewrite silent = *w;
    silent.diag = &grn_quiet;
    grn_status status = grn_import_op(&silent, op);
    grn_op *made = status == GRN_OK && op->results[0].forward ? grn_value_now(&op->results[0])->def : NULL;
    for (size_t i = 0; made && i < GRN_COUNT(kept); i++) {
        const grn_attr *a = grn_op_attr(op, kept[i]);
        if (a && !grn_op_set_attr(w->ir, made, (grn_str){kept[i], strlen(kept[i])}, a))
            return grn_no_memory(w);
    }
    return status == GRN_E_MEMORY ? grn_no_memory(w) : GRN_OK;
}

grn_status grn_shard_divide(grn_ir *ir, const grn_shard_how *how, const grn_diag *diag)
{
    const grn_target *hub = grn_target_named(ir->dialects, "stablehlo");
    grn_sharder s = {.w = {.ir = ir, .at = ir->top, .diag = diag, .target = hub}, .o = how};
    grn_status status = name_all(ir, diag);
    if (status == GRN_OK && how->stage > GRN_SHARD_PROPAGATED) /* before, ops are to be read as they were given */
        status = grn_convert_walk(ir, &(grn_convert_options){.target = &(grn_target){.name = "devices"}}, diag,
                                  import_access);
    if (status == GRN_OK && !how->keep_recipes)
        status = grn_pass_collapse_batching(ir, diag);
    if (status == GRN_OK)
        status = divide_all(&s);
    return status == GRN_OK && how->exports ? grn_part_export(&s) : status;
}
