/* verify_traits.c - an op's traits: rules on its place, its regions, its symbols. */
#include "ir/symbols.h"
#include "ir/verify.h"

/* ---- one op ---------------------------------------------------------------------------------- */

static grn_status verify_single_block(const grn_verifier *v, const grn_op *op)
{
    for (size_t r = 0; r < op->nregions; r++) {
        const grn_block *b = op->regions[r].first;
        if (b && b->next)
            return grn_op_fail(op, &v->check, "expects region #%zu to have 0 or 1 blocks", r);
        if (b && !b->first && !grn_op_has(op, GRN_TRAIT_NO_TERMINATOR))
            return grn_op_fail(op, &v->check, "expects a non-empty block");
    }
    return GRN_OK;
}

grn_status grn_verify_terminators(const grn_verifier *v, const grn_op *op)
{
    const char *want = op->def->terminator;
    for (size_t r = 0; want && r < op->nregions; r++) {
        const grn_block *b = op->regions[r].first;
        if (!b || grn_str_is(b->last->name, want))
            continue;
        grn_status status = grn_op_fail(op, &v->check, "expects regions to end with '%s', found '%.*s'", want,
                                        (int)b->last->name.n, b->last->name.text);
        grn_note(v->check.diag, op->place, "in custom textual format, the absence of terminator implies '%s'", want);
        return status;
    }
    return GRN_OK;
}

static grn_status verify_table_regions(const grn_verifier *v, const grn_op *op)
{
    if (op->nregions != 1)
        return grn_op_fail(op, &v->check, "Operations with a 'SymbolTable' must have exactly one region");
    if (!op->regions[0].first || op->regions[0].first->next)
        return grn_op_fail(op, &v->check, "Operations with a 'SymbolTable' must have exactly one block");
    return GRN_OK;
}

static grn_status verify_terminator(const grn_verifier *v, const grn_op *op)
{
    if (!op->block || op->block->last != op)
        return grn_op_fail(op, &v->check, "must be the last operation in the parent block");
    return GRN_OK;
}

bool grn_is_visibility(grn_str word)
{
    return grn_str_is(word, "public") || grn_str_is(word, "private") || grn_str_is(word, "nested");
}

grn_status grn_bad_visibility(const grn_op *op, const grn_check *check, grn_str word)
{
    return grn_op_fail(op, check,
                       "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"%.*s\"",
                       (int)word.n, word.text);
}

static grn_status verify_symbol(const grn_verifier *v, const grn_op *op)
{
    return grn_op_symbol_name(op).text ? GRN_OK : grn_op_fail(op, &v->check, "requires string attribute 'sym_name'");
}

grn_status grn_verify_traits(const grn_verifier *v, const grn_op *op)
{
    static const struct {
        uint32_t trait;
        grn_status (*verify)(const grn_verifier *v, const grn_op *op);
    } rules[] = {
        {GRN_TRAIT_TERMINATOR, verify_terminator},
        {GRN_TRAIT_SINGLE_BLOCK, verify_single_block},
        {GRN_TRAIT_SYMBOL_TABLE, verify_table_regions},
        {GRN_TRAIT_SYMBOL, verify_symbol},
    };
    for (size_t i = 0; i < GRN_COUNT(rules); i++) {
        grn_status status = grn_op_has(op, rules[i].trait) ? rules[i].verify(v, op) : GRN_OK;
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* The only block of a region whose op has that trait, or whose op is not known. */
static bool needs_no_terminator(const grn_block *b)
{
    const grn_op *parent = b->region->parent;
    return b->region->first == b && !b->next &&
           (!parent || !parent->def || grn_op_has(parent, GRN_TRAIT_NO_TERMINATOR));
}

static grn_status verify_last(const grn_verifier *v, const grn_op *last)
{
    if (!last->def || grn_op_has(last, GRN_TRAIT_TERMINATOR))
        return GRN_OK;
    return grn_op_fail_plain(last, &v->check, "block with no terminator, has \"%.*s\"", (int)last->name.n,
                             last->name.text);
}

static grn_status verify_successors(const grn_verifier *v, const grn_block *b)
{
    for (const grn_op *op = b->first; op; op = op->next) {
        if (op->nsuccessors && op != b->last)
            return grn_op_fail_plain(op, &v->check, "operation with block successors must terminate its parent block");
        for (size_t i = 0; i < op->nsuccessors; i++) {
            if (op->successors[i]->region != b->region)
                return grn_op_fail_plain(op, &v->check, "branching to block of a different region");
            if (op->successors[i] == b->region->first)
                return grn_op_fail_plain(b->region->parent, &v->check,
                                         "entry block of region may not have predecessors");
        }
    }
    return GRN_OK;
}

grn_status grn_verify_block_ends(const grn_verifier *v, const grn_block *b)
{
    grn_status status = verify_successors(v, b);
    if (status != GRN_OK || needs_no_terminator(b))
        return status;
    if (b->last)
        return verify_last(v, b->last);
    return grn_op_fail_plain(b->region->parent, &v->check, "empty block: expect at least a terminator");
}

/* ---- symbols --------------------------------------------------------------------------------- */

grn_status grn_verify_symbols(grn_verifier *v, const grn_op *table)
{
    grn_symbol_index index;
    grn_status status = GRN_OK;
    if (!grn_symbol_index_init(&index, &v->check.scratch->arena, table))
        return GRN_E_MEMORY;
    for (grn_op *op = table->regions[0].first->first; op; op = op->next) {
        const grn_op *earlier = grn_symbol_index_enter(&index, op);
        grn_str name = earlier ? grn_op_symbol_name(op) : GRN_STR("");
        if (!earlier)
            continue;
        status = grn_op_fail_plain(op, &v->check, "redefinition of symbol named '%.*s'", (int)name.n, name.text);
        grn_note(v->check.diag, earlier->place, "see existing symbol definition here");
    }
    return status;
}
