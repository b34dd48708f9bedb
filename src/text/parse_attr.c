/* parse_attr.c - attributes: all kinds but numbers, structs and tensors, which have files of their
 * own. */
#include "text/internal.h"

grn_status grn_attr_made(grn_parser *p, const grn_attr *description, const grn_attr **out)
{
    *out = grn_attr_make(p->ir, description);
    return *out ? GRN_OK : grn_parse_memory(p);
}

/* ---- arrays, dictionaries -------------------------------------------------------------------- */

static grn_status make_array(grn_parser *p, size_t mark, const grn_attr **out)
{
    size_t count = grn_stack_count(p, mark);
    grn_attr a = {.kind = GRN_ATTR_ARRAY};
    const grn_attr **items = GRN_ARENA_NEW(&p->ir->arena, const grn_attr *, count);
    if (!items)
        return grn_parse_memory(p);
    if (count)
        memcpy(items, grn_stack_items(p, mark), count * sizeof *items);
    a.array.count = count;
    a.array.items = items;
    grn_stack_drop(p, mark);
    return grn_attr_made(p, &a, out);
}

/* One of a list or dictionary. */
static grn_status parse_item(grn_parser *p, const grn_attr **out)
{
    bool outer = p->in_list;
    p->in_list = true;
    TRY(grn_parse_attr(p, out));
    p->in_list = outer;
    return GRN_OK;
}

static grn_status parse_array(grn_parser *p, const grn_attr **out)
{
    size_t mark = grn_stack_mark(p);
    grn_next(p);
    if (!grn_parser_try(p, "]")) {
        do {
            const grn_attr *item;
            TRY(parse_item(p, &item));
            TRY(grn_stack_push(p, item));
        } while (grn_parser_try(p, ","));
        if (!grn_parser_try(p, "]"))
            return grn_parse_wrong(p, "expected ',' or ']'");
    }
    return make_array(p, mark, out);
}

/* `name` or "name" as its copy in the module. */
static grn_status parse_key(grn_parser *p, grn_name **out)
{
    grn_token t = *grn_peek(p);
    grn_str text = {t.text, t.n};
    if (t.kind != TOKEN_WORD && t.kind != TOKEN_STRING)
        return grn_parse_wrong(p, "expected attribute name");
    if (t.kind == TOKEN_STRING)
        TRY(grn_string_value(p, &t, &text));
    if (!text.n)
        return grn_parse_fail(p, t.place, "expected valid attribute name");
    *out = grn_intern(p, text);
    if (!*out)
        return grn_parse_memory(p);
    (*out)->place = t.place;
    grn_next(p);
    return GRN_OK;
}

/* Entries as pairs key, value on the stack; at `{`. */
static grn_status parse_entries(grn_parser *p)
{
    grn_next(p);
    if (grn_parser_try(p, "}"))
        return GRN_OK;
    do {
        grn_name *key;
        const grn_attr *value;
        TRY(parse_key(p, &key));
        if (grn_parser_try(p, "="))
            TRY(parse_item(p, &value));
        else if (!(value = grn_attr_unit(p->ir)))
            return grn_parse_memory(p);
        TRY(grn_stack_push(p, key));
        TRY(grn_stack_push(p, value));
    } while (grn_parser_try(p, ","));
    return grn_parse_expect(p, "}", " in attribute dictionary");
}

/* The pairs from `mark` on as named attributes behind the first `used` of `items`; each key is
 * marked, so that a second one is seen without a search. */
static grn_status take_entries(grn_parser *p, size_t mark, grn_named_attr *items)
{
    size_t count = grn_stack_count(p, mark);
    uint32_t stamp = ++p->mark;
    for (size_t i = 0; i < count; i += 2) {
        const void **pair = grn_stack_items(p, mark) + i;
        grn_name *key = (grn_name *)pair[0]; /* pushed as such */
        if (key->mark == stamp)
            return grn_parse_fail(p, key->place, "duplicate key '%.*s' in dictionary attribute", (int)key->text.n,
                                  key->text.text);
        key->mark = stamp;
        items[i / 2] = (grn_named_attr){key->text, pair[1]};
    }
    grn_stack_drop(p, mark);
    return GRN_OK;
}

static grn_status parse_dict(grn_parser *p, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_DICT};
    size_t mark = grn_stack_mark(p);
    TRY(parse_entries(p));
    a.dict.count = grn_stack_count(p, mark) / 2;
    grn_named_attr *items = GRN_ARENA_NEW(&p->ir->arena, grn_named_attr, a.dict.count);
    if (!items)
        return grn_parse_memory(p);
    a.dict.items = items;
    TRY(take_entries(p, mark, items));
    return grn_attr_made(p, &a, out);
}

grn_status grn_set_attr(grn_parser *p, grn_op *op, grn_str name, const grn_attr *value)
{
    return grn_op_set_attr(p->ir, op, name, value) ? GRN_OK : grn_parse_refused(p, op->place);
}

static grn_status take_attrs(grn_parser *p, grn_op *op, grn_named_attr *items, size_t count)
{
    if (!grn_ir_within(p->ir, &grn_limit_attrs, count))
        return grn_parse_refused(p, op->place);
    op->attrs = items;
    op->nattrs = count;
    op->attrs_room = (uint32_t)count;
    return GRN_OK;
}

/* `items` has room for the op's own in front of its `count`. Each of the op's is marked with its
 * place, so that an entry of its name finds it without a search. */
static grn_status merge_attrs(grn_parser *p, grn_op *op, grn_named_attr *items, size_t count)
{
    size_t own = op->nattrs, kept = own;
    uint32_t stamp = ++p->mark;
    for (size_t i = 0; i < own; i++) {
        grn_name *key = grn_intern(p, op->attrs[i].name);
        if (!key)
            return grn_parse_memory(p);
        key->mark = stamp;
        key->count = (uint32_t)i;
        items[i] = op->attrs[i];
    }
    for (size_t i = own; i < own + count; i++) {
        const grn_name *key = grn_names_find(&p->identifiers, items[i].name, 0);
        if (key && key->mark == stamp)
            items[key->count].value = items[i].value;
        else
            items[kept++] = items[i];
    }
    return take_attrs(p, op, items, kept);
}

/* The first dictionary of an op becomes its attributes as it is; entries of a later one replace
 * equal names. */
grn_status grn_parse_attrs_into(grn_parser *p, grn_op *op)
{
    size_t mark = grn_stack_mark(p);
    if (!grn_token_is(grn_peek(p), "{"))
        return grn_parse_wrong(p, "expected '{' in attribute dictionary");
    TRY(parse_entries(p));
    size_t count = grn_stack_count(p, mark) / 2;
    grn_named_attr *items = GRN_ARENA_NEW(&p->ir->arena, grn_named_attr, op->nattrs + count);
    if (!items)
        return grn_parse_memory(p);
    TRY(take_entries(p, mark, items + op->nattrs));
    return op->nattrs ? merge_attrs(p, op, items, count) : take_attrs(p, op, items, count);
}

/* ---- words ----------------------------------------------------------------------------------- */

static grn_status given(grn_parser *p, const grn_attr *a, const grn_attr **out)
{
    grn_next(p);
    *out = a;
    return a ? GRN_OK : grn_parse_memory(p);
}

static grn_status parse_true(grn_parser *p, const grn_attr **out) { return given(p, grn_attr_bool(p->ir, true), out); }
static grn_status parse_false(grn_parser *p, const grn_attr **out)
{
    return given(p, grn_attr_bool(p->ir, false), out);
}
static grn_status parse_unit(grn_parser *p, const grn_attr **out) { return given(p, grn_attr_unit(p->ir), out); }

grn_status grn_make_opaque(grn_parser *p, const char *from, const char *to, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_OPAQUE};
    a.text.text = grn_arena_text(&p->ir->arena, from, (size_t)(to - from));
    a.text.n = (size_t)(to - from);
    return a.text.text ? grn_attr_made(p, &a, out) : grn_parse_memory(p);
}

/* affine_map<...> affine_set<...> strided<...>: a word and its brackets. */
static grn_status parse_opaque(grn_parser *p, const grn_attr **out)
{
    const char *end, *start = grn_peek(p)->text;
    TRY(grn_skip_body(p, &end));
    return grn_make_opaque(p, start, end, out);
}

/* `#dialect.name<..> : type` */
static grn_status parse_typed_opaque(grn_parser *p, const grn_attr **out)
{
    const char *end, *start = grn_peek(p)->text;
    const grn_type *type;
    TRY(grn_skip_body(p, &end));
    if (!grn_parser_try(p, ":"))
        return grn_make_opaque(p, start, end, out);
    TRY(grn_parse_type(p, &type));
    return grn_make_opaque(p, start, p->lex.last_end, out);
}

/* A map of dimensions and constants has one spelling, whatever its dimensions are called. */
static grn_status parse_affine_map(grn_parser *p, const grn_attr **out)
{
    grn_affine_map map;
    TRY(parse_opaque(p, out));
    if (!grn_affine_map_read(*out, &map))
        return GRN_OK;
    *out = grn_attr_affine_map(p->ir, &map);
    return *out ? GRN_OK : grn_parse_memory(p);
}

/* sparse<...> : type, distinct[0]<...>: brackets, and then a type or more brackets. */
static grn_status parse_sparse(grn_parser *p, const grn_attr **out)
{
    const char *end, *start = grn_peek(p)->text;
    const grn_type *type;
    TRY(grn_skip_body(p, &end));
    TRY(grn_parse_expect(p, ":", ""));
    TRY(grn_parse_type(p, &type));
    return grn_make_opaque(p, start, p->lex.last_end, out);
}

static grn_status parse_distinct(grn_parser *p, const grn_attr **out)
{
    const char *end, *start = grn_peek(p)->text;
    TRY(grn_skip_body(p, &end));
    if (grn_token_is(grn_peek(p), "<"))
        TRY(grn_skip_brackets(p, &end));
    return grn_make_opaque(p, start, p->lex.last_end, out);
}

typedef grn_status (*parse_fn)(grn_parser *p, const grn_attr **out);
static const struct {
    const char *word;
    parse_fn parse;
} by_word[] = {
    {"true", parse_true},
    {"false", parse_false},
    {"unit", parse_unit},
    {"dense", grn_parse_dense},
    {"array", grn_parse_dense_array},
    {"dense_resource", grn_parse_dense_resource},
    {"affine_map", parse_affine_map},
    {"affine_set", parse_opaque},
    {"loc", grn_parse_location},
    {"strided", parse_opaque},
    {"sparse", parse_sparse},
    {"distinct", parse_distinct},
};

static parse_fn find_word(const grn_token *t)
{
    if (t->kind == TOKEN_WORD)
        for (size_t i = 0; i < GRN_COUNT(by_word); i++)
            if (grn_str_is((grn_str){t->text, t->n}, by_word[i].word))
                return by_word[i].parse;
    return NULL;
}

/* ---- strings, symbols, types ----------------------------------------------------------------- */

static grn_status parse_string(grn_parser *p, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_STRING};
    grn_token t = *grn_peek(p);
    TRY(grn_string_value(p, &t, &a.text));
    grn_next(p);
    if (grn_parser_try(p, ":"))
        TRY(grn_parse_type(p, &a.type));
    return grn_attr_made(p, &a, out);
}

static bool append(grn_vec *text, const char *from, size_t n)
{
    char *to = grn_vec_extend(text, n);
    if (to && n)
        memcpy(to, from, n);
    return to != NULL;
}

/* The names behind the first, each after "::@", unquoted. */
static grn_status parse_nested_names(grn_parser *p, grn_vec *text)
{
    while (grn_parser_try(p, "::")) {
        grn_str name;
        if (!grn_at_kind(p, TOKEN_SYMBOL))
            return grn_parse_wrong(p, "expected nested symbol reference identifier");
        TRY(grn_parser_symbol(p, &name));
        if (!append(text, "::@", 3) || !append(text, name.text, name.n))
            return grn_parse_memory(p);
    }
    return GRN_OK;
}

static grn_status parse_symbol(grn_parser *p, const grn_attr **out)
{
    grn_str first;
    grn_vec text;
    TRY(grn_parser_symbol(p, &first));
    grn_vec_init(&text, p->allocator, 1);
    grn_status status = append(&text, first.text, first.n) ? parse_nested_names(p, &text) : grn_parse_memory(p);
    *out = status == GRN_OK ? grn_attr_symbol(p->ir, (grn_str){text.items, text.count}) : NULL;
    if (status == GRN_OK && !*out)
        status = grn_parse_memory(p);
    grn_vec_destroy(&text);
    return status;
}

static grn_status parse_type_attr(grn_parser *p, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_TYPE};
    TRY(grn_parse_type(p, &a.type_value));
    return grn_attr_made(p, &a, out);
}

/* ---- #names ---------------------------------------------------------------------------------- */

static grn_status parse_alias(grn_parser *p, const grn_attr **out)
{
    grn_token t = *grn_peek(p);
    grn_name *alias = grn_names_find(&p->attr_aliases, (grn_str){t.text + 1, t.n - 1}, 0);
    if (!alias || !alias->item) /* or still being defined */
        return grn_parse_fail(p, t.place, "undefined symbol alias id '%.*s'", (int)(t.n - 1), t.text + 1);
    TRY(grn_use_alias(p, &t, alias));
    *out = alias->item;
    grn_next(p);
    return GRN_OK;
}

/* `#dialect.name<` or `#dialect<name`: a definition from a row, whose body is read next. *inner: it
 * is the second form. */
typedef struct known_attr {
    const grn_struct_def *record;
    const grn_enum_def *enumeration;
    bool inner;
} known_attr;

static known_attr find_known(const grn_parser *p, grn_str dialect, grn_str name)
{
    char text[128];
    known_attr known = {NULL, NULL, false};
    if (dialect.n + 1 + name.n > sizeof text)
        return known;
    memcpy(text, dialect.text, dialect.n);
    text[dialect.n] = '.';
    memcpy(text + dialect.n + 1, name.text, name.n);
    grn_str full = {text, dialect.n + 1 + name.n};
    known.record = grn_ir_find_struct(p->ir, full);
    known.enumeration = grn_ir_find_enum(p->ir, full);
    return known;
}

/* Whether a definition of that name, `#dialect.name`, has a body. */
static bool wants_body(const grn_parser *p, grn_token t)
{
    const char *dot = memchr(t.text, '.', t.n);
    known_attr known = find_known(p, grn_slice(t.text + 1, dot), grn_slice(dot + 1, t.text + t.n));
    return known.record || known.enumeration;
}

/* Current token afterwards: what follows the name. */
static known_attr read_known(grn_parser *p)
{
    const grn_token t = *grn_peek(p);
    grn_str name = {t.text + 1, t.n - 1};
    const char *dot = memchr(name.text, '.', name.n);
    grn_next(p);
    if (dot)
        return find_known(p, grn_slice(name.text, dot), grn_slice(dot + 1, name.text + name.n));
    grn_next(p); /* `<` */
    known_attr known = find_known(p, name, (grn_str){grn_peek(p)->text, grn_peek(p)->n});
    known.inner = true;
    if (known.record || known.enumeration)
        grn_next(p);
    return known;
}

/* After `#dialect.name` or `#dialect<name`. */
static grn_status parse_enum(grn_parser *p, const known_attr *known, const grn_attr **out)
{
    if (!known->inner)
        TRY(grn_parse_expect(p, "<", ""));
    TRY(grn_parse_enum_word(p, known->enumeration, known->inner, out));
    return grn_parse_expect(p, ">", "");
}

static grn_status parse_hash_body(grn_parser *p, const grn_attr **out)
{
    const grn_lexer before = p->lex;
    const grn_token t = before.token;
    bool body = before.at < before.end && *before.at == '<';
    if (!memchr(t.text, '.', t.n) && !body)
        return parse_alias(p, out);
    if (!body && wants_body(p, t))
        return grn_next(p), grn_parse_expect(p, "<", "");
    known_attr known = {NULL, NULL, false};
    if (body) {
        const char *end;
        TRY(grn_skip_body(p, &end));
        p->lex = before;
        known = read_known(p);
    }
    if (known.enumeration)
        return parse_enum(p, &known, out);
    if (known.record && known.record->bare) {
        if (!known.inner)
            TRY(grn_parse_expect(p, "<", ""));
        return grn_parse_struct(p, known.record, out);
    }
    if (known.record && grn_token_is(grn_peek(p), "<")) {
        TRY(grn_parse_struct(p, known.record, out));
        return known.inner ? grn_parse_expect(p, ">", "") : GRN_OK;
    }
    const char *end = memchr(t.text, '.', t.n);
    const grn_dialect *dialect = grn_ir_find_dialect(p->ir, grn_slice(t.text + 1, end ? end : t.text + t.n));
    if (dialect && dialect->no_attr && !p->allow_unregistered) /* else a later version may have it */
        return grn_parse_fail(p, t.place, "%s", dialect->no_attr);
    p->lex = before;
    return p->in_list ? parse_typed_opaque(p, out) : parse_opaque(p, out);
}

/* A dialect's own syntax: its messages do not name the op around it. */
static grn_status parse_hash(grn_parser *p, const grn_attr **out)
{
    grn_op *op = p->op;
    p->op = NULL;
    grn_status status = parse_hash_body(p, out);
    p->op = op;
    return status;
}

/* ---- any attribute --------------------------------------------------------------------------- */

static parse_fn parser_for(const grn_parser *p)
{
    const grn_token *t = grn_peek(p);
    switch (t->kind) {
    case TOKEN_STRING: return parse_string;
    case TOKEN_SYMBOL: return parse_symbol;
    case TOKEN_HASH: return parse_hash;
    case TOKEN_INTEGER:
    case TOKEN_FLOAT: return grn_parse_number_attr;
    default: break;
    }
    if (grn_token_is(t, "["))
        return parse_array;
    if (grn_token_is(t, "{"))
        return parse_dict;
    if (grn_token_is(t, "-"))
        return grn_parse_number_attr;
    parse_fn word = find_word(t);
    return word ? word : grn_at_type(p) ? parse_type_attr : NULL;
}

grn_status grn_parse_attr(grn_parser *p, const grn_attr **out)
{
    parse_fn parse = parser_for(p);
    if (!parse)
        return grn_parse_wrong(p, "expected attribute value");
    TRY(grn_enter(p, &p->attr_depth, "attributes"));
    TRY(parse(p, out));
    p->attr_depth--;
    return GRN_OK;
}

/* ---- an attribute without what it begins with ------------------------------------------------ */

grn_status grn_parse_stripped(grn_parser *p, grn_op *op, grn_str prefix, grn_str name)
{
    const char *end, *start = grn_peek(p)->text;
    const grn_attr *value;
    if (!grn_token_is(grn_peek(p), "<"))
        return grn_parse_wrong(p, "expected '<'");
    TRY(grn_skip_brackets(p, &end));
    size_t body = (size_t)(end - start);
    char *text = grn_arena_alloc(&p->scratch, prefix.n + body);
    if (!text)
        return grn_parse_memory(p);
    memcpy(text, prefix.text, prefix.n);
    memcpy(text + prefix.n, start, body);
    TRY(grn_make_opaque(p, text, text + prefix.n + body, &value));
    return grn_set_attr(p, op, name, value);
}

grn_status grn_parser_flags(grn_parser *p, grn_op *op, const char *word, const char *prefix, const char *name)
{
    if (!grn_parser_try(p, word))
        return GRN_OK;
    return grn_parse_stripped(p, op, (grn_str){prefix, strlen(prefix)}, (grn_str){name, strlen(name)});
}
