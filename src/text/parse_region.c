/* parse_region.c - regions, blocks, block arguments. */
#include "text/internal.h"

/* Growing the array moves the regions, so their blocks' pointers are updated. The capacity is a
 * power of two, so that costs little. */
grn_region *grn_op_add_region(grn_parser *p, grn_op *op)
{
    size_t n = op->nregions;
    if ((n & (n - 1)) == 0) {
        grn_region *regions = GRN_ARENA_NEW(&p->ir->arena, grn_region, n ? 2 * n : 1);
        if (!regions)
            return NULL;
        if (n)
            memcpy(regions, op->regions, n * sizeof *regions);
        for (size_t r = 0; r < n; r++)
            for (grn_block *b = regions[r].first; b; b = b->next)
                b->region = &regions[r];
        op->regions = regions;
    }
    op->regions[n].parent = op;
    op->nregions = n + 1;
    return &op->regions[n];
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* MLIR's message for an op's own arguments, as scf.for or func.func has them; one of ^bb0(..) is a
 * redefinition. */
static grn_status check_unused(grn_parser *p, const grn_region_arg *arg)
{
    const grn_name *name = grn_names_find(&p->scope->values, arg->name, 0);
    if (!name || (!name->item && !name->forward))
        return GRN_OK;
    grn_status status = grn_parse_fail(p, arg->place, "region entry argument '%%%.*s' is already in use",
                                       (int)arg->name.n, arg->name.text);
    grn_note(p->diag, name->place, "previously referenced here");
    return status;
}

static grn_status set_args(grn_parser *p, grn_block *block, size_t count, const grn_region_arg *args, bool of_op)
{
    block->args = GRN_ARENA_NEW(&p->ir->arena, grn_value, count);
    if (!block->args || count > UINT32_MAX)
        return grn_parse_memory(p);
    block->nargs = count;
    for (size_t i = 0; i < count; i++) {
        grn_value *v = &block->args[i];
        const char *name = grn_arena_text(&p->ir->arena, args[i].name.text, args[i].name.n);
        if (!name)
            return grn_parse_memory(p);
        *v = (grn_value){.type = args[i].type,
                         .block = block,
                         .index = (uint32_t)i,
                         .name = {name, args[i].name.n},
                         .place = args[i].place,
                         .location = args[i].location};
        if (args[i].name.n && of_op)
            TRY(check_unused(p, &args[i]));
        if (args[i].name.n)
            TRY(grn_scope_define(p, args[i].name, args[i].place, v, 1));
    }
    return GRN_OK;
}

/* A block's: MLIR's message for a missing type is another than that of an op's own arguments. */
static grn_status parse_arg(grn_parser *p, grn_region_arg *out)
{
    grn_lexer ahead = p->lex;
    grn_lexer_next(&ahead);
    if (!grn_at_kind(p, TOKEN_VALUE) || grn_token_is(&ahead.token, ":"))
        return grn_parser_region_arg(p, out);
    grn_next(p);
    return grn_parse_wrong(p, "expected ':' and type for SSA operand");
}

static grn_status parse_args(grn_parser *p, grn_vec *args)
{
    if (grn_parser_try(p, ")"))
        return GRN_OK;
    do {
        grn_region_arg *arg = grn_vec_push(args);
        if (!arg)
            return grn_parse_memory(p);
        TRY(parse_arg(p, arg));
    } while (grn_parser_try(p, ","));
    return grn_parse_expect(p, ")", " to end argument list");
}

/* Behind ^name: `(%a: T, ...)` or nothing. */
static grn_status parse_block_args(grn_parser *p, grn_block *block)
{
    grn_vec args;
    if (!grn_parser_try(p, "("))
        return GRN_OK;
    grn_vec_init(&args, p->allocator, sizeof(grn_region_arg));
    grn_status status = parse_args(p, &args);
    if (status == GRN_OK)
        status = set_args(p, block, args.count, args.items, false);
    grn_vec_destroy(&args);
    return status;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void append_block(grn_region *region, grn_block *block)
{
    block->region = region;
    block->order = region->last ? region->last->order + 1 : 0;
    if (region->last)
        region->last->next = block;
    else
        region->first = block;
    region->last = block;
}

static grn_status parse_ops(grn_parser *p, grn_block *block)
{
    while (!grn_token_is(grn_peek(p), "}") && !grn_at_kind(p, TOKEN_BLOCK))
        TRY(grn_parse_op(p, block));
    return GRN_OK;
}

/* `^bb0(%a: T):` and its ops. */
static grn_status parse_labelled(grn_parser *p, grn_region *region)
{
    const grn_token t = *grn_peek(p);
    grn_block *block;
    TRY(grn_block_ref(p, &t, &block));
    if (block->region)
        return grn_parse_fail(p, t.place, "redefinition of block '%.*s'", (int)t.n, t.text);
    grn_name *name = grn_intern(p, (grn_str){t.text + 1, t.n - 1});
    if (!name)
        return grn_parse_memory(p);
    block->name = name->text;
    block->place = t.place;
    append_block(region, block);
    grn_next(p);
    TRY(parse_block_args(p, block));
    TRY(grn_parse_expect(p, ":", " after block name"));
    return parse_ops(p, block);
}

static grn_status parse_entry(grn_parser *p, grn_region *region, size_t count, const grn_region_arg *args)
{
    grn_block *block = grn_region_add_block(p->ir, region);
    if (!block)
        return grn_parse_memory(p);
    block->place = grn_peek(p)->place;
    TRY(set_args(p, block, count, args, true));
    return parse_ops(p, block);
}

static grn_status parse_blocks(grn_parser *p, grn_region *region, size_t count, const grn_region_arg *args)
{
    bool labelled = grn_at_kind(p, TOKEN_BLOCK);
    if (labelled && count)
        return grn_parse_fail(p, grn_peek(p)->place, "invalid block name in region with named arguments");
    if (!labelled && (count || !grn_token_is(grn_peek(p), "}")))
        TRY(parse_entry(p, region, count, args));
    while (grn_at_kind(p, TOKEN_BLOCK))
        TRY(parse_labelled(p, region));
    for (const grn_name *name = p->open_blocks; name; name = name->next_open)
        if (!((grn_block *)name->item)->region)
            return grn_parse_fail(p, name->place, "reference to an undefined block");
    return grn_parse_expect(p, "}", "");
}

/* ---- regions --------------------------------------------------------------------------------- */

/* With tables of its own for blocks, and for values when the op is isolated. */
static grn_status parse_in_scope(grn_parser *p, grn_op *op, grn_region *region, size_t count,
                                 const grn_region_arg *args)
{
    grn_scope scope;
    bool isolated = op->def && op->def->traits & GRN_TRAIT_ISOLATED;
    if (isolated)
        TRY(grn_scope_push(p, &scope));
    size_t defined = p->scope->defined.count;
    grn_status status = parse_blocks(p, region, count, args);
    if (!isolated) {
        grn_scope_end_region(p, defined);
        return status;
    }
    if (status == GRN_OK)
        return grn_scope_pop(p);
    grn_scope_drop(p);
    return status;
}

/* An op whose block needs no terminator has one, empty or not. */
static grn_status parse_body(grn_parser *p, grn_op *op, grn_region *region, size_t count, const grn_region_arg *args)
{
    TRY(parse_in_scope(p, op, region, count, args));
    if (!region->first && op->def && op->def->traits & GRN_TRAIT_NO_TERMINATOR && !grn_region_add_block(p->ir, region))
        return grn_parse_memory(p);
    return GRN_OK;
}

grn_status grn_parse_region(grn_parser *p, grn_op *op, size_t count, const grn_region_arg *args)
{
    grn_op *outer_parent = p->parent, *outer_op = p->op;
    grn_names *outer_blocks = p->blocks, blocks;
    grn_name *outer_open = p->open_blocks;
    size_t outer_named = p->results_named;
    grn_place outer_place = p->results_place;
    grn_region *region = grn_op_add_region(p, op);
    if (!region)
        return grn_parse_memory(p);
    if (!grn_token_is(grn_peek(p), "{"))
        return grn_parse_wrong(p, "expected '{' to begin a region");
    TRY(grn_enter(p, &p->region_depth, "regions"));
    grn_next(p);
    grn_names_init(&blocks, p->allocator, &p->scratch);
    p->parent = op;
    p->blocks = &blocks;
    p->open_blocks = NULL;
    grn_status status = parse_body(p, op, region, count, args);
    grn_names_destroy(&blocks);
    p->parent = outer_parent;
    p->op = outer_op;
    p->blocks = outer_blocks;
    p->open_blocks = outer_open;
    p->results_named = outer_named;
    p->results_place = outer_place;
    p->region_depth--;
    return status;
}
