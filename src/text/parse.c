/* parse.c - whole texts: modules, a single type, a single attribute. */
#include "text/internal.h"

/* ---- aliases --------------------------------------------------------------------------------- */

grn_status grn_use_alias(grn_parser *p, const grn_token *t, const grn_name *alias)
{
    size_t most = (size_t)GRN_MAX_ALIAS_BYTES + GRN_MAX_ALIAS_GROWTH * p->text_bytes;
    p->alias_bytes += alias->bytes > t->n ? alias->bytes - t->n : 0;
    if (p->alias_bytes > most && !p->in_alias)
        return grn_parse_limit(p, t->place,
                               "the uses of aliases stand for %zu bytes up to here, over garner's limit of %zu, which "
                               "is %d and %d for each byte of the text" GRN_SET_WHEN_BUILT(GRN_MAX_ALIAS_BYTES),
                               p->alias_bytes, most, GRN_MAX_ALIAS_BYTES, GRN_MAX_ALIAS_GROWTH);
    return GRN_OK;
}

/* The type or attribute behind `=`, and its length with the aliases within written out. Only their
 * uses elsewhere are counted. */
static grn_status read_aliased(grn_parser *p, bool is_type, grn_name *name)
{
    size_t before = p->alias_bytes;
    const char *from = grn_peek(p)->text;
    const grn_type *type;
    const grn_attr *attr;
    p->in_alias = true;
    p->alias_bytes = 0;
    TRY(is_type ? grn_parse_type(p, &type) : grn_parse_attr(p, &attr));
    name->bytes = (size_t)(p->lex.last_end - from) + p->alias_bytes;
    name->item =
        /* the table holds pointers of all kinds; this one is never written through */
        is_type ? (void *)type : (void *)attr;
    p->alias_bytes = before;
    p->in_alias = false;
    return GRN_OK;
}

static grn_status define_alias(grn_parser *p, grn_names *table, const char *kind)
{
    const grn_token t = *grn_peek(p);
    grn_str text = {t.text + 1, t.n - 1};
    if (memchr(text.text, '.', text.n))
        return grn_parse_fail(p, t.place, "%s names with a '.' are reserved for dialect-defined names", kind);
    grn_name *name = grn_names_get(table, text, 0);
    if (!name)
        return grn_parse_memory(p);
    if (name->item)
        return grn_parse_fail(p, t.place, "redefinition of %s alias id '%.*s'", kind, (int)text.n, text.text);
    grn_next(p);
    TRY(grn_parse_expect(p, "=", " in alias definition"));
    return read_aliased(p, table == &p->type_aliases, name);
}

/* ---- the top --------------------------------------------------------------------------------- */

/* The row that wraps a text without a module of its own: the first one that is a symbol table and
 * needs no terminator. */
static const grn_op_def *find_module_row(const grn_ir *ir)
{
    const uint32_t wanted = GRN_TRAIT_SYMBOL_TABLE | GRN_TRAIT_NO_TERMINATOR;
    for (const grn_dialect *const *d = ir->dialects; d && *d; d++)
        for (const grn_op_def *const *table = (*d)->ops; table && *table; table++)
            for (const grn_op_def *def = *table; def->name; def++)
                if ((def->traits & wanted) == wanted)
                    return def;
    return NULL;
}

static grn_status parse_top_item(grn_parser *p, grn_block *body)
{
    if (grn_snippet_skip(p))
        return GRN_OK;
    if (grn_at_kind(p, TOKEN_HASH))
        return define_alias(p, &p->attr_aliases, "attribute");
    if (grn_at_kind(p, TOKEN_TYPE))
        return define_alias(p, &p->type_aliases, "type");
    if (grn_token_is(grn_peek(p), "{-#"))
        return grn_parse_metadata(p);
    if (p->snippets && grn_at_kind(p, TOKEN_BLOCK))
        return grn_parse_fail(
            p, grn_peek(p)->place,
            "a block is part of a function: write `func.func @main(%%x: T) -> T {` for its label, and `}` at the end");
    return grn_parse_op(p, body);
}

/* A text that is one module is that module. */
static void choose_top(grn_ir *ir, grn_op *wrapper, grn_block *body)
{
    grn_op *only = body->first;
    ir->top_is_implicit = !(only && only == body->last && only->def == wrapper->def);
    ir->top = ir->top_is_implicit ? wrapper : only;
    if (!ir->top_is_implicit)
        only->block = NULL;
}

static grn_status parse_all(grn_parser *p, grn_op *wrapper, grn_block *body)
{
    grn_scope scope;
    p->parent = wrapper;
    p->around = grn_dialect_name(wrapper->name);
    TRY(grn_scope_push(p, &scope));
    grn_status status = GRN_OK;
    while (status == GRN_OK && !grn_at_kind(p, TOKEN_END))
        status = parse_top_item(p, body);
    if (status == GRN_OK)
        status = grn_snippet_end(p, body);
    if (status != GRN_OK) {
        grn_scope_drop(p);
        return status;
    }
    TRY(grn_scope_pop(p));
    TRY(grn_locations_resolve(p));
    TRY(grn_resources_resolve(p));
    choose_top(p->ir, wrapper, body);
    return grn_ir_complete(p->ir) ? GRN_OK : grn_parse_memory(p);
}

static grn_status parse_module(grn_parser *p)
{
    const grn_op_def *def = find_module_row(p->ir);
    if (!def)
        return grn_fail(p->diag, grn_no_place, GRN_E_ARGUMENT, "no dialect given has an op to hold a module");
    grn_op *wrapper = grn_op_new(p->ir, def, GRN_STR(""), grn_peek(p)->place, 0, 0, 1);
    grn_block *body = wrapper ? grn_region_add_block(p->ir, &wrapper->regions[0]) : NULL;
    if (!body)
        return grn_parse_memory(p);
    return parse_all(p, wrapper, body);
}

grn_status grn_text_parse(grn_ir *ir, const char *text, size_t n, const grn_parse_options *options,
                          const grn_diag *diag)
{
    grn_parser p;
    grn_parser_start(&p, ir, text, n, options ? options->first_line : 0, diag);
    p.allow_unregistered = options && options->allow_unregistered;
    if (options && options->snippets)
        grn_snippet_begin(&p);
    grn_status status = grn_parse_end(&p, parse_module(&p));
    grn_parser_stop(&p);
    return status;
}

/* ---- single types and attributes ------------------------------------------------------------- */

static grn_status expect_end(grn_parser *p, const char *what)
{
    return grn_at_kind(p, TOKEN_END) ? GRN_OK : grn_parse_wrong(p, "expected the end of the %s", what);
}

grn_status grn_text_parse_type(grn_ir *ir, const char *text, size_t n, const grn_diag *diag, const grn_type **out)
{
    grn_parser p;
    grn_parser_start(&p, ir, text, n, 1, diag);
    grn_status status = grn_parse_type(&p, out);
    if (status == GRN_OK)
        status = grn_resources_resolve(&p);
    if (status == GRN_OK)
        status = expect_end(&p, "type");
    status = grn_parse_end(&p, status);
    grn_parser_stop(&p);
    return status;
}

grn_status grn_text_parse_attr(grn_ir *ir, const char *text, size_t n, const grn_parse_options *options,
                               const grn_diag *diag, const grn_attr **out)
{
    grn_parser p;
    grn_parser_start(&p, ir, text, n, options ? options->first_line : 0, diag);
    p.integers_as_floats = options && options->integers_as_floats;
    grn_status status = grn_parse_attr(&p, out);
    if (status == GRN_OK)
        status = grn_resources_resolve(&p);
    if (status == GRN_OK)
        status = expect_end(&p, "attribute");
    status = grn_parse_end(&p, status);
    grn_parser_stop(&p);
    return status;
}
