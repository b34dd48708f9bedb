/*
 * snippet.c - ops that stand at the top of a text, as documents and reports show them, become a
 * function.
 *
 * Values that no op defines are its arguments, in the order of their first uses, of the types that
 * those uses have. The results of the last op are returned, or the operands of the terminator that
 * is there. MLIR keeps ops of any kind in a module's block, and refuses names that are not defined,
 * which strict parsing keeps to.
 */
#include <stdio.h>
#include <stdlib.h>

#include "text/internal.h"

#define NAME "main"

/* ---- what documents leave out ---------------------------------------------------------------- */

/* The first token was lexed before the mode was known. */
void grn_snippet_begin(grn_parser *p)
{
    p->snippets = p->lex.takes_prose = true;
    grn_lexer_restart(&p->lex, p->lex.token.text);
}

/* `...`, and all that stands behind it on its line. */
static void skip_line(grn_parser *p)
{
    const char *from = grn_peek(p)->text, *newline = memchr(from, '\n', (size_t)(p->lex.end - from));
    grn_lexer_restart(&p->lex, newline ? newline : p->lex.end);
}

/* At `%a, %b = ...`: whether it is there, with the dots as the current token. */
static bool reach_dots(grn_parser *p)
{
    const grn_lexer before = p->lex;
    do {
        if (!grn_at_kind(p, TOKEN_VALUE))
            break;
        grn_next(p);
    } while (grn_parser_try(p, ","));
    if (grn_parser_try(p, "=") && grn_token_is(grn_peek(p), "..."))
        return true;
    p->lex = before;
    return grn_token_is(grn_peek(p), "...");
}

bool grn_snippet_skip(grn_parser *p)
{
    if (!p->snippets || (!grn_at_kind(p, TOKEN_VALUE) && !grn_token_is(grn_peek(p), "...")) || !reach_dots(p))
        return false;
    skip_line(p);
    return true;
}

/* ---- which ops ------------------------------------------------------------------------------- */

static bool has_trait(const grn_op *op, uint32_t traits) { return op->def && op->def->traits & traits; }

/* Ops that belong in a module's block stay there. */
static bool is_of_module(const grn_op *op)
{
    return has_trait(op, GRN_TRAIT_SYMBOL | GRN_TRAIT_SYMBOL_TABLE) || grn_op_attr(op, "sym_name");
}

static bool has_values(const grn_op *op)
{
    return op->noperands || op->nresults || has_trait(op, GRN_TRAIT_TERMINATOR);
}

/* The first op that makes the text a snippet; NULL: it is none. */
static grn_op *first_of_snippet(const grn_block *body)
{
    for (grn_op *op = body->first; op; op = op->next)
        if (!is_of_module(op) && has_values(op))
            return op;
    return NULL;
}

static bool has_main(const grn_block *body)
{
    for (const grn_op *op = body->first; op; op = op->next) {
        const grn_attr *name = is_of_module(op) ? grn_op_attr(op, "sym_name") : NULL;
        if (name && name->kind == GRN_ATTR_STRING && grn_str_is(name->text, NAME))
            return true;
    }
    return false;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The row of a function: the first one that is a symbol and isolated. */
static const grn_op_def *function_row(const grn_ir *ir, const grn_dialect **dialect)
{
    const uint32_t wanted = GRN_TRAIT_SYMBOL | GRN_TRAIT_ISOLATED;
    for (const grn_dialect *const *d = ir->dialects; d && *d; d++)
        for (const grn_op_def *const *table = (*d)->ops; table && *table; table++)
            for (const grn_op_def *def = *table; def->name; def++)
                if ((def->traits & wanted) == wanted) {
                    *dialect = *d;
                    return def;
                }
    return NULL;
}

/* The row of its dialect that ends a function. */
static const grn_op_def *return_row(const grn_dialect *dialect)
{
    for (const grn_op_def *const *table = dialect->ops; table && *table; table++)
        for (const grn_op_def *def = *table; def->name; def++)
            if (def->traits & GRN_TRAIT_TERMINATOR)
                return def;
    return NULL;
}

grn_str grn_snippet_dialect(const grn_ir *ir)
{
    const grn_dialect *dialect;
    return function_row(ir, &dialect) ? (grn_str){dialect->name, strlen(dialect->name)} : GRN_STR("");
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* A name that is used and not defined, and where it is used first. */
typedef struct missing {
    grn_name *name;
    grn_place place;
} missing;

static int compare_places(const void *a, const void *b)
{
    const grn_place x = ((const missing *)a)->place, y = ((const missing *)b)->place;
    return grn_place_before(x, y) ? -1 : grn_place_before(y, x);
}

/* In the order of their first uses. A generic op's operands have their types behind its regions, so
 * that the order in which uses are read is another one. */
static grn_status find_missing(grn_parser *p, grn_vec *out)
{
    grn_name *const *waiting = p->scope->waiting.items;
    for (size_t i = 0; i < p->scope->waiting.count; i++) {
        if (!waiting[i]->forward || waiting[i]->mark)
            continue;
        missing *m = grn_vec_push(out);
        if (!m)
            return grn_parse_memory(p);
        waiting[i]->mark = 1;
        *m = (missing){waiting[i], waiting[i]->place};
        for (const grn_forward *f = waiting[i]->forward; f; f = f->next)
            if (grn_place_before(f->place, m->place))
                m->place = f->place;
    }
    if (out->count)
        qsort(out->items, out->count, sizeof(missing), compare_places);
    return GRN_OK;
}

/* `%a` is called a, `%a#1` a_1. */
static grn_status name_argument(grn_parser *p, const grn_name *name, grn_str *out)
{
    char number[16] = "";
    if (name->number)
        snprintf(number, sizeof number, "_%u", (unsigned)name->number);
    const size_t n = name->text.n + strlen(number);
    char *text = grn_arena_alloc_raw(&p->ir->arena, n + 1);
    if (!text)
        return grn_parse_memory(p);
    memcpy(text, name->text.text, name->text.n);
    memcpy(text + name->text.n, number, strlen(number) + 1);
    *out = (grn_str){text, n};
    return GRN_OK;
}

static grn_status set_arguments(grn_parser *p, grn_block *block, const grn_vec *names)
{
    const missing *m = names->items;
    block->args = names->count <= UINT32_MAX ? GRN_ARENA_NEW(&p->ir->arena, grn_value, names->count) : NULL;
    if (!block->args)
        return grn_parse_memory(p);
    block->nargs = names->count;
    for (size_t i = 0; i < names->count; i++) {
        grn_value *v = &block->args[i];
        *v = (grn_value){.type = m[i].name->type, .block = block, .index = (uint32_t)i, .place = m[i].place};
        TRY(name_argument(p, m[i].name, &v->name));
        for (grn_forward *f = m[i].name->forward; f; f = f->next) {
            f->op->operands[f->operand] = v;
            v->uses++;
        }
        m[i].name->forward = NULL;
    }
    return GRN_OK;
}

/* ---- the function ---------------------------------------------------------------------------- */

/* All ops that are none of the module's go into the function, which stands where the first of them
 * stood. */
static void move_ops(grn_block *body, grn_op *function, grn_block *into)
{
    grn_op *op = body->first;
    body->first = body->last = NULL;
    for (grn_op *next; op; op = next) {
        next = op->next;
        if (is_of_module(op)) {
            grn_block_append(body, op);
            continue;
        }
        if (!into->first)
            grn_block_append(body, function);
        grn_block_append(into, op);
    }
}

/* Any terminator without successors or regions, as the end of another op's region has it, ends the
 * function. */
static grn_status end_function(grn_parser *p, grn_block *block, const grn_op_def *row)
{
    grn_op *last = block->last;
    if (has_trait(last, GRN_TRAIT_TERMINATOR) && !last->nsuccessors && !last->nregions) {
        last->def = row;
        last->name = (grn_str){row->name, strlen(row->name)};
        return GRN_OK;
    }
    grn_op *end = grn_op_new(p->ir, row, GRN_STR(""), last->place, last->nresults, 0, 0);
    if (!end)
        return grn_parse_memory(p);
    for (size_t i = 0; i < last->nresults; i++) {
        end->operands[i] = &last->results[i];
        last->results[i].uses++;
    }
    grn_block_append(block, end);
    return GRN_OK;
}

static grn_status set_signature(grn_parser *p, grn_op *function, const grn_block *block)
{
    const size_t mark = grn_stack_mark(p), nresults = block->last->noperands;
    for (size_t i = 0; i < block->nargs; i++)
        TRY(grn_stack_push(p, block->args[i].type));
    for (size_t i = 0; i < nresults; i++)
        TRY(grn_stack_push(p, block->last->operands[i]->type));
    const grn_type *const *all = (const grn_type *const *)(const void *)grn_stack_items(p, mark);
    const grn_type *type = grn_type_function(p->ir, block->nargs, all, nresults, all ? all + block->nargs : NULL);
    grn_stack_drop(p, mark);
    const grn_attr *name = grn_attr_string(p->ir, GRN_STR(NAME)),
                   *function_type = type ? grn_attr_type(p->ir, type) : NULL;
    if (!grn_op_set_attr(p->ir, function, GRN_STR("sym_name"), name) ||
        !grn_op_set_attr(p->ir, function, GRN_STR("function_type"), function_type))
        return grn_parse_memory(p);
    return GRN_OK;
}

/* ---- the remark ------------------------------------------------------------------------------ */

/* A message in the making, which is cut where it is too long. */
typedef struct line {
    char text[GRN_MESSAGE_BYTES];
    size_t n;
} line;

static void add_text(line *l, const char *format, ...) GRN_PRINTF(2, 3);
static void add_text(line *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(l->text + l->n, sizeof l->text - l->n, format, args);
    va_end(args);
    l->n = n < 0 || (size_t)n >= sizeof l->text - l->n ? sizeof l->text - 1 : l->n + (size_t)n;
}

static void show_signature(const grn_parser *p, const grn_op *function, const grn_block *block)
{
    char type[GRN_TYPE_TEXT_BYTES];
    line l = {.n = 0};
    const size_t nresults = block->last->noperands;
    add_text(&l, "the ops at the top are read as %s @" NAME "(", function->def->name);
    for (size_t i = 0; i < block->nargs; i++)
        add_text(&l, "%s%%%.*s: %s", i ? ", " : "", (int)block->args[i].name.n, block->args[i].name.text,
                 grn_type_text(block->args[i].type, type, sizeof type));
    add_text(&l, ")%s", nresults ? " -> " : "");
    for (size_t i = 0; i < nresults; i++)
        add_text(&l, "%s%s",
                 i              ? ", "
                 : nresults > 1 ? "("
                                : "",
                 grn_type_text(block->last->operands[i]->type, type, sizeof type));
    add_text(&l, "%s", nresults > 1 ? ")" : "");
    grn_emit(p->diag, GRN_SEVERITY_REMARK, function->place, l.text);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static grn_status make_function(grn_parser *p, grn_block *body, grn_place place, const grn_vec *names)
{
    const grn_dialect *dialect;
    const grn_op_def *row = function_row(p->ir, &dialect), *end = row ? return_row(dialect) : NULL;
    if (!end)
        return GRN_OK;
    grn_op *function = grn_op_new(p->ir, row, GRN_STR(""), place, 0, 0, 1);
    grn_block *block = function ? grn_region_add_block(p->ir, &function->regions[0]) : NULL;
    if (!block)
        return grn_parse_memory(p);
    block->place = place;
    TRY(set_arguments(p, block, names));
    move_ops(body, function, block);
    TRY(end_function(p, block, end));
    TRY(set_signature(p, function, block));
    show_signature(p, function, block);
    return GRN_OK;
}

grn_status grn_snippet_end(grn_parser *p, grn_block *body)
{
    const grn_op *first = p->snippets ? first_of_snippet(body) : NULL;
    grn_vec names;
    if (!first || has_main(body))
        return GRN_OK;
    grn_vec_init(&names, p->allocator, sizeof(missing));
    grn_status status = find_missing(p, &names);
    if (status == GRN_OK)
        status = make_function(p, body, first->place, &names);
    grn_vec_destroy(&names);
    return status;
}
