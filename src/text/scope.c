/*
 * scope.c - which value a %name means.
 *
 * An isolated op opens a scope. Inside it a name is defined once at a time:
 * the region that defined it takes it back at its end. A use may come before
 * the definition; it is filled in when that is read, and its type compared.
 */
#include "text/internal.h"

grn_status grn_scope_push(grn_parser *p, grn_scope *scope)
{
    *scope = (grn_scope){.outer = p->scope};
    grn_arena_init(&scope->arena, p->allocator);
    grn_names_init(&scope->values, p->allocator, &scope->arena);
    grn_vec_init(&scope->defined, p->allocator, sizeof(grn_name *));
    grn_vec_init(&scope->waiting, p->allocator, sizeof(grn_name *));
    p->scope = scope;
    return GRN_OK;
}

void grn_scope_drop(grn_parser *p)
{
    grn_scope *scope = p->scope;
    p->scope = scope->outer;
    grn_vec_destroy(&scope->waiting);
    grn_vec_destroy(&scope->defined);
    grn_names_destroy(&scope->values);
    grn_arena_destroy(&scope->arena);
}

/* Names that were never defined: the first in the text is reported. */
grn_status grn_scope_pop(grn_parser *p)
{
    grn_name *const *waiting = p->scope->waiting.items;
    const grn_name *first = NULL;
    for (size_t i = 0; i < p->scope->waiting.count; i++)
        if (waiting[i]->forward && (!first || grn_place_before(waiting[i]->place, first->place)))
            first = waiting[i];
    grn_status status = first ? grn_parse_fail(p, first->place, "use of undeclared SSA value name") : GRN_OK;
    grn_scope_drop(p);
    return status;
}

/* ---- definitions ----------------------------------------------------------------------------- */

static grn_status fill_in(grn_parser *p, grn_name *name, grn_place place, grn_value *value)
{
    char is[GRN_TYPE_TEXT_BYTES], was[GRN_TYPE_TEXT_BYTES];
    if (name->type != value->type) {
        grn_status status =
            grn_parse_fail(p, place, "definition of SSA value '%%%.*s#%u' has type '%s'", (int)name->text.n,
                           name->text.text, (unsigned)name->number, grn_type_text(value->type, is, sizeof is));
        grn_note(p->diag, name->place, "previously used here with type '%s'",
                 grn_type_text(name->type, was, sizeof was));
        return status;
    }
    for (grn_forward *f = name->forward; f; f = f->next) {
        f->op->operands[f->operand] = value;
        value->uses++;
    }
    name->forward = NULL;
    return GRN_OK;
}

static grn_status redefined(grn_parser *p, const grn_name *name, grn_place place)
{
    grn_status status =
        grn_parse_fail(p, place, "redefinition of SSA value '%%%.*s'", (int)name->text.n, name->text.text);
    grn_note(p->diag, name->place, "previously defined here");
    if (p->snippets && !grn_op_parent(p->parent))
        grn_note(p->diag, place,
                 "of alternatives that a document shows, a program has one: leave one out, or give it another name");
    return status;
}

/* %name stands for values[0 .. count); %name#i that were used before are filled in. */
grn_status grn_scope_define(grn_parser *p, grn_str text, grn_place place, grn_value *values, uint32_t count)
{
    grn_scope *scope = p->scope;
    grn_name *name = grn_names_get(&scope->values, text, 0);
    if (!name)
        return grn_parse_memory(p);
    if (name->item)
        return redefined(p, name, place);
    for (uint32_t i = 0; i < count; i++) {
        grn_name *used = i ? grn_names_find(&scope->values, text, i) : name;
        if (used && used->forward)
            TRY(fill_in(p, used, place, &values[i]));
    }
    grn_name **slot = grn_vec_push(&scope->defined);
    if (!slot)
        return grn_parse_memory(p);
    *slot = name;
    name->item = values;
    name->count = count;
    name->place = place;
    return GRN_OK;
}

void grn_scope_end_region(grn_parser *p, size_t defined)
{
    grn_vec *all = &p->scope->defined;
    grn_name **names = all->items;
    while (all->count > defined)
        names[--all->count]->item = NULL;
}

/* ---- uses ------------------------------------------------------------------------------------ */

static grn_status other_type(grn_parser *p, const grn_use *use, const grn_type *type, const grn_type *prior,
                             grn_place prior_place)
{
    char wants[GRN_TYPE_TEXT_BYTES], has[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_parse_fail(
        p, use->place, "use of value '%%%.*s' expects different type than prior uses: '%s' vs '%s'", (int)use->name.n,
        use->name.text, grn_type_text(type, wants, sizeof wants), grn_type_text(prior, has, sizeof has));
    grn_note(p->diag, prior_place, "prior use here");
    return status;
}

static grn_status use_forward(grn_parser *p, const grn_use *use, const grn_type *type, grn_op *op, size_t i)
{
    grn_name *name = grn_names_get(&p->scope->values, use->name, use->result);
    grn_forward *forward = name ? GRN_ARENA_NEW(&p->scope->arena, grn_forward, 1) : NULL;
    if (!forward)
        return grn_parse_memory(p);
    if (name->forward && name->type != type)
        return other_type(p, use, type, name->type, name->place);
    if (!name->forward) {
        grn_name **waiting = grn_vec_push(&p->scope->waiting);
        if (!waiting)
            return grn_parse_memory(p);
        *waiting = name;
        name->type = type;
        name->place = use->place;
    }
    *forward = (grn_forward){op, i, use->place, name->forward};
    name->forward = forward;
    return GRN_OK;
}

grn_status grn_scope_use(grn_parser *p, const grn_use *use, const grn_type *type, grn_op *op, size_t i)
{
    const grn_name *name = grn_names_find(&p->scope->values, use->name, 0);
    if (!name || !name->item)
        return use_forward(p, use, type, op, i);
    if (use->result >= name->count)
        return grn_parse_fail(p, use->place, "reference to invalid result number");
    grn_value *value = (grn_value *)name->item + use->result;
    if (value->type != type)
        return other_type(p, use, type, value->type, name->place);
    op->operands[i] = value;
    value->uses++;
    return GRN_OK;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* The block ^name of the region being read; made here when it is named before it is defined. */
grn_status grn_block_ref(grn_parser *p, const grn_token *t, grn_block **out)
{
    grn_name *name = p->blocks ? grn_names_get(p->blocks, (grn_str){t->text + 1, t->n - 1}, 0) : NULL;
    if (!name)
        return p->blocks ? grn_parse_memory(p) : grn_parse_fail(p, t->place, "reference to an undefined block");
    if (!name->item) {
        name->item = GRN_ARENA_NEW(&p->ir->arena, grn_block, 1);
        if (!name->item)
            return grn_parse_memory(p);
        name->place = t->place;
        name->next_open = p->open_blocks;
        p->open_blocks = name;
    }
    *out = name->item;
    return GRN_OK;
}
