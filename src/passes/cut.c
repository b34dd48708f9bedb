/* cut.c - a program that computes chosen values of another, from chosen values. */
#include "passes/cut.h"

#include "ir/adopt.h"
#include "ir/value_map.h"
#include "passes/passes.h"

typedef struct cutting {
    const grn_ir *from;
    grn_ir *to;
    const grn_program_cut *cut;
    const grn_diag *diag;
    const grn_block *block;
    size_t nops;
    const grn_op **ops;  /* of the block, in their order */
    grn_value_map place; /* of a result of one of them: that op's entry of `ops` */
    bool *needed;        /* [nops] */
    grn_value_map made;  /* of a value of `from`: the one of `to` */
    grn_value_map given; /* of a given value: itself */
    grn_vec more;        /* const grn_value * */
    grn_op *top;
    bool *copied; /* of the ops directly in the module, by their place there: they go along */
} cutting;

static grn_status out_of_memory(const cutting *c)
{
    return grn_ir_refused(c->to, c->diag, c->cut->function->place, "cutting a program");
}

/* ---- which ops ------------------------------------------------------------------------------- */

static bool list_ops(cutting *c)
{
    for (const grn_op *op = c->block->first; op; op = op->next)
        c->nops++;
    c->ops = GRN_ARENA_NEW(&c->to->arena, const grn_op *, c->nops + 1);
    c->needed = GRN_ARENA_NEW(&c->to->arena, bool, c->nops + 1);
    size_t n = 0;
    for (const grn_op *op = c->block->first; op && c->ops && c->needed; op = op->next) {
        c->ops[n++] = op;
        for (size_t i = 0; i < op->nresults; i++)
            if (!grn_value_map_set(&c->place, &op->results[i], &c->ops[n - 1]))
                return false;
    }
    for (size_t i = 0; i < c->cut->ngiven; i++)
        if (!grn_value_map_set(&c->given, c->cut->given[i], (void *)c->cut->given[i]))
            return false;
    return c->ops && c->needed;
}

/* nops: the value is no op's of the block. */
static size_t place_of(const cutting *c, const grn_value *v)
{
    const grn_op **at = grn_value_map_get(&c->place, v);
    return at ? (size_t)(at - c->ops) : c->nops;
}

static void need(cutting *c, const grn_value *v)
{
    const size_t at = grn_value_map_get(&c->given, v) ? c->nops : place_of(c, v);
    if (at < c->nops)
        c->needed[at] = true;
}

/* What the op and all within it read. */
static void need_operands(cutting *c, const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->noperands; i++)
            need(c, op->operands[i]);
}

/* The function that an attribute of the op names; NULL: none. */
static const grn_op *named_by(const cutting *c, const grn_op *op)
{
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *v = op->attrs[i].value;
        const grn_op *named = v->kind == GRN_ATTR_SYMBOL ? grn_ir_find_symbol(c->from->top, v->text) : NULL;
        if (named && named->nregions == 1 && named->regions[0].first)
            return named;
    }
    return NULL;
}

enum { MOST_CALLS = 64 }; /* one within the other, that are looked into for effects */

/* What gives nothing is there for its effect. An op that runs regions or a function has the effects of what it runs,
 * and others those that their rows say. */
static bool has_own_effect(const grn_op *op, bool runs_others)
{
    if (op->def && op->def->traits & GRN_TRAIT_TERMINATOR)
        return false;
    return op->nresults == 0 || (!runs_others && !grn_op_is_pure(op));
}

static bool has_effects(const cutting *c, const grn_op *root, int calls)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root)) {
        if (op == root && calls > 0)
            continue; /* the function */
        const grn_op *callee = named_by(c, op);
        if (has_own_effect(op, callee || op->nregions > 0) ||
            (callee && (calls == MOST_CALLS || has_effects(c, callee, calls + 1))))
            return true;
    }
    return false;
}

/* From the last op on. Those with effects stand behind all given values and before the last wanted one. */
static void find_needed(cutting *c)
{
    size_t first = 0, end = 0;
    for (size_t i = 0; i < c->cut->ngiven; i++) {
        const size_t at = place_of(c, c->cut->given[i]);
        first = at < c->nops && at + 1 > first ? at + 1 : first;
    }
    for (size_t i = 0; i < c->cut->nwanted; i++) {
        const size_t at = place_of(c, c->cut->wanted[i]);
        end = at < c->nops && at > end ? at : end;
        need(c, c->cut->wanted[i]);
    }
    for (size_t i = c->nops; i-- > 0;) {
        const bool counts = !c->cut->only_needed && i >= first && i < end;
        if (c->needed[i] || (counts && has_effects(c, c->ops[i], 0))) {
            c->needed[i] = true;
            need_operands(c, c->ops[i]);
        }
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* Whether the value is defined within `root`. */
static bool is_within(const grn_value *v, const grn_op *root)
{
    const grn_op *op = v->def ? v->def : v->block->region->parent;
    while (op && op != root)
        op = grn_op_parent(op);
    return op == root;
}

static bool is_made(const cutting *c, const grn_value *v)
{
    const size_t at = place_of(c, v);
    return grn_value_map_get(&c->given, v) || (at < c->nops && c->needed[at]);
}

/* `made` holds the value itself until there is an argument for it. */
static bool add_more(cutting *c, const grn_value *v)
{
    if (is_made(c, v) || grn_value_map_get(&c->made, v))
        return true;
    const grn_value **slot = grn_vec_push(&c->more);
    if (slot)
        *slot = v;
    return slot && grn_value_map_set(&c->made, v, (void *)v);
}

static bool add_read_by(cutting *c, const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->noperands; i++)
            if (!is_within(op->operands[i], root) && !add_more(c, op->operands[i]))
                return false;
    return true;
}

static bool find_more(cutting *c)
{
    for (size_t i = 0; i < c->nops; i++)
        if (c->needed[i] && !add_read_by(c, c->ops[i]))
            return false;
    for (size_t i = 0; i < c->cut->nwanted; i++)
        if (!add_more(c, c->cut->wanted[i]))
            return false;
    return true;
}

/* ---- copies ---------------------------------------------------------------------------------- */

static bool copy_value(cutting *c, const grn_value *from, grn_value *to)
{
    to->type = grn_type_adopt(c->to, from->type);
    to->name = from->name;
    to->place = from->place;
    to->location = from->location;
    return to->type && grn_value_map_set(&c->made, from, to);
}

static bool copy_block(cutting *c, const grn_block *from, grn_region *region)
{
    grn_block *block = grn_region_add_block(c->to, region);
    grn_value *args = GRN_ARENA_NEW(&c->to->arena, grn_value, from->nargs + 1);
    if (!block || !args)
        return false;
    block->args = args;
    block->nargs = from->nargs;
    block->place = from->place;
    block->name = from->name;
    for (size_t i = 0; i < from->nargs; i++) {
        args[i] = (grn_value){.block = block, .index = (uint32_t)i};
        if (!copy_value(c, &from->args[i], &args[i]))
            return false;
    }
    return true;
}

static grn_block *block_at(const grn_region *region, const grn_block *like)
{
    grn_block *made = region->first;
    for (const grn_block *b = like->region->first; b != like; b = b->next)
        made = made->next;
    return made;
}

/* Operands may be of ops further down, in graphs of blocks: they are set once all are there. */
static grn_op *copy_op(cutting *c, const grn_op *op);

static bool copy_regions(cutting *c, const grn_op *op, grn_op *to)
{
    for (size_t r = 0; r < op->nregions; r++) {
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            if (!copy_block(c, b, &to->regions[r]))
                return false;
        grn_block *made = to->regions[r].first;
        for (const grn_block *b = op->regions[r].first; b; b = b->next, made = made->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next) {
                grn_op *copy = copy_op(c, inner);
                if (!copy)
                    return false;
                grn_block_append(made, copy);
            }
    }
    return true;
}

/* Depth is the regions', which readers limit. */
static grn_op *copy_op(cutting *c, const grn_op *op)
{
    grn_op *to = grn_op_new(c->to, op->def, op->name, op->place, op->noperands, op->nresults, op->nregions);
    if (!to || !grn_op_adopt_attrs(c->to, op, to))
        return NULL;
    to->location = op->location;
    c->to->has_locations = c->to->has_locations || grn_location_is_known(op->location);
    for (size_t i = 0; i < op->nresults; i++)
        if (!copy_value(c, &op->results[i], &to->results[i]))
            return NULL;
    return copy_regions(c, op, to) ? to : NULL;
}

static bool connect(cutting *c, const grn_op *from, grn_op *to)
{
    to->nsuccessors = from->nsuccessors;
    to->successors = GRN_ARENA_NEW(&c->to->arena, grn_block *, from->nsuccessors + 1);
    for (size_t i = 0; to->successors && i < from->nsuccessors; i++)
        to->successors[i] = block_at(to->block->region, from->successors[i]);
    for (size_t i = 0; i < from->noperands; i++) {
        grn_value *operand = grn_value_map_get(&c->made, from->operands[i]);
        if (!operand)
            return false;
        to->operands[i] = NULL;
        grn_op_set_operand(to, i, operand);
    }
    return to->successors != NULL;
}

/* The copy of `op`, with all within it. */
static grn_op *copy_whole(cutting *c, const grn_op *op, grn_block *block)
{
    grn_op *to = copy_op(c, op);
    if (!to)
        return NULL;
    grn_block_append(block, to);
    const grn_op *a = op;
    const grn_op *b = to;
    for (; a && b; a = grn_op_next_in(a, op), b = grn_op_next_in(b, to))
        if (!connect(c, a, (grn_op *)b))
            return NULL;
    return to;
}

/* ---- what ops name --------------------------------------------------------------------------- */

static size_t place_in_module(const grn_op *named)
{
    size_t n = 0;
    for (const grn_op *op = named->prev; op; op = op->prev)
        n++;
    return n;
}

/* To the end of the module. */
static grn_status copy_symbol(cutting *c, const grn_op *named)
{
    const size_t place = place_in_module(named);
    if (c->copied[place])
        return GRN_OK;
    c->copied[place] = true;
    const grn_attr *name = grn_op_attr(named, "sym_name");
    if (name && grn_str_is(name->text, "main"))
        return grn_fail(c->diag, named->place, GRN_E_UNSUPPORTED,
                        "what is cut out of the program calls @main, as which it would be called itself");
    grn_op *to = copy_whole(c, named, c->top->regions[0].first);
    const bool is_function = to && grn_op_is(to, GRN_OP(func, func));
    if (!to || (is_function &&
                !grn_op_set_attr(c->to, to, GRN_STR("sym_visibility"), grn_attr_string(c->to, GRN_STR("private")))))
        return out_of_memory(c);
    return GRN_OK;
}

/* A reference names its symbol from the top, @a::@b by @a. */
static grn_status copy_named(cutting *c, const grn_attr *a)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; a->kind == GRN_ATTR_ARRAY && status == GRN_OK && i < a->array.count; i++)
        status = copy_named(c, a->array.items[i]);
    for (size_t i = 0; a->kind == GRN_ATTR_DICT && status == GRN_OK && i < a->dict.count; i++)
        status = copy_named(c, a->dict.items[i].value);
    const grn_op *named = a->kind == GRN_ATTR_SYMBOL ? grn_ir_find_symbol(c->from->top, a->text) : NULL;
    return named && grn_op_parent(named) == c->from->top ? copy_symbol(c, named) : status;
}

static grn_status copy_all_named(cutting *c, const grn_op *root)
{
    grn_status status = GRN_OK;
    for (const grn_op *op = root; status == GRN_OK && op; op = grn_op_next_in(op, root))
        for (size_t i = 0; status == GRN_OK && i < op->nattrs; i++)
            if (!grn_str_is(op->attrs[i].name, "sym_name"))
                status = copy_named(c, op->attrs[i].value);
    return status;
}

/* What the function names, what that names, and so on. Ops of the module that are no functions, as meshes, are also
 * named in texts that are not looked into. */
static grn_status copy_symbols(cutting *c)
{
    grn_status status = GRN_OK;
    for (const grn_op *op = c->from->top->regions[0].first->first; status == GRN_OK && op; op = op->next)
        if (!grn_op_is(op, GRN_OP(func, func)) && op->nregions == 0)
            status = copy_symbol(c, op);
    for (const grn_op *op = c->top->regions[0].first->first; status == GRN_OK && op; op = op->next)
        status = copy_all_named(c, op);
    return status;
}

/* ---- the function ---------------------------------------------------------------------------- */

static bool new_module(cutting *c)
{
    const grn_op *top = c->from->top;
    grn_op *made = grn_op_new(c->to, top->def, top->name, top->place, 0, 0, 1);
    c->to->top = c->top = made;
    c->to->top_is_implicit = c->from->top_is_implicit;
    const grn_op *last = top->regions[0].first->last;
    c->copied = GRN_ARENA_NEW(&c->to->arena, bool, last ? place_in_module(last) + 1 : 1);
    return made && c->copied && grn_op_adopt_attrs(c->to, top, made) &&
           grn_region_add_block(c->to, &made->regions[0]) != NULL;
}

static bool add_argument(cutting *c, grn_block *block, const grn_value *from)
{
    grn_value *arg = &block->args[block->nargs];
    *arg = (grn_value){.block = block, .index = (uint32_t)block->nargs};
    block->nargs++;
    return copy_value(c, from, arg);
}

static bool add_arguments(cutting *c, grn_block *block)
{
    block->args = GRN_ARENA_NEW(&c->to->arena, grn_value, c->cut->ngiven + c->more.count + 1);
    for (size_t i = 0; block->args && i < c->cut->ngiven; i++)
        if (!add_argument(c, block, c->cut->given[i]))
            return false;
    for (size_t i = 0; block->args && i < c->more.count; i++)
        if (!add_argument(c, block, ((const grn_value **)c->more.items)[i]))
            return false;
    return block->args != NULL;
}

static bool add_return(cutting *c, grn_block *block)
{
    const grn_op_def *row = grn_ir_find_op(c->to, GRN_STR("func.return"));
    grn_op *end = grn_op_new(c->to, row, GRN_STR(""), c->cut->function->place, c->cut->nwanted, 0, 0);
    for (size_t i = 0; end && i < c->cut->nwanted; i++) {
        grn_value *value = grn_value_map_get(&c->made, c->cut->wanted[i]);
        if (!value)
            return false;
        end->operands[i] = NULL;
        grn_op_set_operand(end, i, value);
    }
    if (end)
        grn_block_append(block, end);
    return end != NULL;
}

static bool set_type(cutting *c, grn_op *function, const grn_block *block)
{
    const size_t n = block->nargs, nresults = c->cut->nwanted;
    const grn_type **types = GRN_ARENA_NEW(&c->to->arena, const grn_type *, n + nresults + 1);
    for (size_t i = 0; types && i < n; i++)
        types[i] = block->args[i].type;
    for (size_t i = 0; types && i < nresults; i++)
        types[n + i] = block->last->operands[i]->type;
    const grn_type *type = types ? grn_type_function(c->to, n, types, nresults, types + n) : NULL;
    return type && grn_op_set_attr(c->to, function, GRN_STR("sym_name"), grn_attr_string(c->to, GRN_STR("main"))) &&
           grn_op_set_attr(c->to, function, GRN_STR("function_type"), grn_attr_type(c->to, type));
}

/* What is said of an argument that one of the function's becomes; of any other nothing. A number is left out: as
 * a rule it is that of the result whose memory the argument shares, and results are others now. */
static const grn_attr *attrs_of(cutting *c, const grn_value *from)
{
    const grn_attr *all = grn_op_attr(c->cut->function, "arg_attrs"), *dict = NULL;
    const bool is_argument = from->block && from->block == c->cut->function->regions[0].first;
    if (is_argument && all && all->kind == GRN_ATTR_ARRAY && from->index < all->array.count)
        dict = all->array.items[from->index];
    grn_attr made = {.kind = GRN_ATTR_DICT};
    grn_named_attr *items = GRN_ARENA_NEW(&c->to->arena, grn_named_attr, dict ? dict->dict.count + 1 : 1);
    for (size_t i = 0; items && dict && i < dict->dict.count; i++)
        if (dict->dict.items[i].value->kind != GRN_ATTR_INTEGER)
            items[made.dict.count++] = dict->dict.items[i];
    made.dict.items = items;
    return items ? grn_attr_adopt(c->to, &made) : NULL;
}

static bool set_argument_attrs(cutting *c, grn_op *function, const grn_block *block)
{
    const grn_attr **each = GRN_ARENA_NEW(&c->to->arena, const grn_attr *, block->nargs + 1);
    bool any = false;
    for (size_t i = 0; each && i < block->nargs; i++) {
        const size_t ngiven = c->cut->ngiven;
        each[i] = attrs_of(c, i < ngiven ? c->cut->given[i] : ((const grn_value **)c->more.items)[i - ngiven]);
        if (!each[i])
            return false;
        any = any || each[i]->dict.count > 0;
    }
    return each &&
           (!any || grn_op_set_attr(c->to, function, GRN_STR("arg_attrs"), grn_attr_array(c->to, block->nargs, each)));
}

static bool new_function(cutting *c)
{
    const grn_op_def *row = grn_ir_find_op(c->to, GRN_STR("func.func"));
    grn_op *function = grn_op_new(c->to, row, GRN_STR(""), c->cut->function->place, 0, 0, 1);
    grn_block *block = function ? grn_region_add_block(c->to, &function->regions[0]) : NULL;
    if (!block || !add_arguments(c, block))
        return false;
    for (size_t i = 0; i < c->nops; i++)
        if (c->needed[i] && !copy_whole(c, c->ops[i], block))
            return false;
    if (!add_return(c, block) || !set_type(c, function, block) || !set_argument_attrs(c, function, block))
        return false;
    grn_block_append(c->top->regions[0].first, function);
    return true;
}

static grn_status build(cutting *c)
{
    if (!list_ops(c))
        return out_of_memory(c);
    find_needed(c);
    if (!find_more(c) || !new_module(c) || !new_function(c))
        return out_of_memory(c);
    grn_status status = copy_symbols(c);
    if (status == GRN_OK && !grn_ir_complete(c->to))
        return out_of_memory(c);
    if (status == GRN_OK)
        grn_op_last_uses(c->to->top);
    return status;
}

grn_status grn_cut_program(const grn_ir *from, const grn_program_cut *cut, grn_ir *to, const grn_value *const **more,
                           size_t *nmore, const grn_diag *diag)
{
    const grn_region *body = cut->function->nregions ? &cut->function->regions[0] : NULL;
    grn_status status = grn_ir_init(to, from->dialects, from->allocator);
    cutting c = {.from = from,
                 .to = to,
                 .cut = cut,
                 .diag = diag,
                 .place = {.arena = &to->arena},
                 .made = {.arena = &to->arena},
                 .given = {.arena = &to->arena},
                 .block = cut->block ? cut->block
                          : body     ? body->first
                                     : NULL};
    *more = NULL;
    *nmore = 0;
    if (status != GRN_OK)
        return out_of_memory(&c);
    if (!c.block || c.block->region->first->next)
        return grn_fail(diag, cut->function->place, GRN_E_UNSUPPORTED,
                        "a program can be cut out of a body of one block alone");
    grn_vec_init(&c.more, from->allocator, sizeof(const grn_value *));
    status = build(&c);
    if (status == GRN_OK) {
        *more = grn_arena_copy(&to->arena, c.more.items, c.more.count * sizeof(const grn_value *));
        *nmore = c.more.count;
        status = *more || c.more.count == 0 ? GRN_OK : out_of_memory(&c);
    }
    grn_vec_destroy(&c.more);
    return status;
}
