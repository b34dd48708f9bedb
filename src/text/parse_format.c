/* parse_format.c - an op read by its row's format. */
#include "text/internal.h"

typedef struct reading {
    grn_parser *p;
    grn_op *op;
    grn_vec uses;          /* grn_use: the operands so far */
    grn_place operands;    /* where they begin */
    const grn_type *value; /* an elements attribute whose type may stand for the type list */
    bool typed;
} reading;

/* ---- literals -------------------------------------------------------------------------------- */

static bool same_token(const grn_token *a, const grn_token *b)
{
    return a->kind == b->kind && a->n == b->n && memcmp(a->text, b->text, a->n) == 0;
}

/* Upstream's parser of words puts the op before its message; that of punctuation does not. */
static grn_status not_literal(grn_parser *p, const grn_token *want)
{
    if (want->kind == TOKEN_WORD)
        return grn_parser_fail(p, grn_peek(p)->place, "expected '%.*s'", (int)want->n, want->text);
    return grn_parse_wrong(p, "expected '%.*s'", (int)want->n, want->text);
}

/* A literal may be several tokens: `dims(`. */
grn_status grn_read_literal(grn_parser *p, grn_str text)
{
    grn_lexer literal;
    grn_lexer_init(&literal, text.text, text.n, 1);
    for (; literal.token.kind != TOKEN_END && literal.token.kind != TOKEN_ERROR; grn_lexer_next(&literal)) {
        if (!same_token(&literal.token, grn_peek(p)))
            return not_literal(p, &literal.token);
        grn_next(p);
    }
    return GRN_OK;
}

bool grn_at_literal(const grn_lexer *at, grn_str text)
{
    grn_lexer literal;
    grn_lexer_init(&literal, text.text, text.n, 1);
    return same_token(&literal.token, &at->token);
}

/* ---- operands -------------------------------------------------------------------------------- */

static grn_status read_use(reading *r)
{
    grn_use *use = grn_vec_push(&r->uses);
    return use ? grn_parser_use(r->p, use) : grn_parse_memory(r->p);
}

/* Whether a comma that is no operand's follows: `%a, %b, dim = 0`. */
static bool comma_follows(const char *format)
{
    const grn_item next = grn_format_item(&format);
    return next.kind == ITEM_LITERAL && next.text.text[0] == ',';
}

static grn_status read_use_list(reading *r, const char *format)
{
    return comma_follows(format) ? grn_parser_uses(r->p, &r->uses) : grn_parser_use_list(r->p, &r->uses);
}

/* Those of a group, which may be none, behind single ones. */
static grn_status read_group(reading *r, const char *format)
{
    grn_lexer before = r->p->lex;
    if (!grn_parser_try(r->p, ","))
        return GRN_OK;
    if (grn_parser_at_use(r->p) || !comma_follows(format))
        return grn_parser_at_use(r->p) ? read_use_list(r, format) : read_use(r);
    r->p->lex = before;
    return GRN_OK;
}

/* As the row lists them from `i` on: single ones, each of which is there, and then perhaps a
 * group. */
static grn_status read_ports(reading *r, size_t i, const char *format)
{
    const grn_port *ports = r->op->def->operands;
    const size_t count = grn_count_ports(ports), first = i;
    for (; i < count && ports[i].how_many == GRN_ONE; i++) {
        if (i > first)
            TRY(grn_parse_expect(r->p, ",", ""));
        TRY(read_use(r));
    }
    if (i == count)
        return GRN_OK;
    return i > first ? read_group(r, format) : read_use_list(r, format);
}

static grn_status read_operands(reading *r, const grn_item *item, const char *format)
{
    if (r->uses.count == 0)
        r->operands = grn_peek(r->p)->place;
    if (!item->rest)
        return read_use(r);
    if (item->loose)
        return read_use_list(r, format);
    if (!item->commas)
        return read_ports(r, item->first, format);
    while (grn_parser_try(r->p, ","))
        TRY(read_use(r));
    return GRN_OK;
}

/* ---- attributes ------------------------------------------------------------------------------ */

static grn_status read_dims(grn_parser *p, const grn_attr **out)
{
    size_t count;
    int64_t *v;
    grn_status status = grn_parse_dims_list(p, false, &count, &v);
    if (status == GRN_E_PARSE && strchr("[,-", p->lex.last_end[-1])) /* upstream goes on, and misses the bracket, too */
        (void)grn_parse_wrong(p, "expected ']'");
    TRY(status);
    *out = grn_attr_dense_i64(p->ir, count, v);
    return *out ? GRN_OK : grn_parse_memory(p);
}

/* A bare number has the type of the attribute's definition. */
static grn_status read_number(grn_parser *p, const grn_attr_class *class, const grn_attr **out)
{
    int64_t value;
    TRY(grn_parse_signed(p, &value));
    *out = grn_bare_integer(p->ir, class, value);
    return *out ? GRN_OK : grn_parse_memory(p);
}

static grn_status read_string(grn_parser *p, const grn_attr **out)
{
    grn_str text;
    TRY(grn_parser_string(p, &text));
    *out = grn_attr_string(p->ir, text);
    return *out ? GRN_OK : grn_parse_memory(p);
}

/* `7` is bare unless a type of its own follows: one that is not the op's. */
static bool at_bare_integer(const grn_parser *p, bool types_follow)
{
    grn_lexer ahead = p->lex;
    if (grn_token_is(&ahead.token, "-"))
        grn_lexer_next(&ahead);
    if (ahead.token.kind != TOKEN_INTEGER)
        return false;
    grn_lexer_next(&ahead);
    return types_follow || !grn_token_is(&ahead.token, ":");
}

/* `0.1` of an attribute that is an f64, before the op's types. */
static bool at_bare_float(const grn_parser *p, const grn_attr_class *class, bool types_follow)
{
    grn_lexer ahead = p->lex;
    if (grn_token_is(&ahead.token, "-"))
        grn_lexer_next(&ahead);
    return class == &grn_attr_is_f64 && types_follow && ahead.token.kind == TOKEN_FLOAT;
}

static grn_status read_float(grn_parser *p, const grn_attr **out)
{
    const bool negative = grn_parser_try(p, "-");
    const grn_token t = *grn_peek(p);
    double value;
    if (!grn_parse_double(t.text, t.n, &value))
        return grn_parse_wrong(p, "expected a number");
    grn_next(p);
    *out = grn_attr_float(p->ir, grn_type_of_dtype(p->ir, GRN_F64), negative ? -value : value);
    return *out ? GRN_OK : grn_parse_memory(p);
}

/* An attribute in full, of the kind that its definition has. */
static grn_status read_whole(grn_parser *p, const grn_attr_class *class, const grn_attr **out)
{
    const grn_place place = grn_peek(p)->place;
    TRY(grn_parse_attr(p, out));
    if (class && !grn_attr_class_holds(class, NULL, *out))
        return grn_parser_fail(p, place, "invalid kind of attribute specified");
    return GRN_OK;
}

/* A keyword, bare or in quotes, that stands for an integer. */
static grn_status read_keyword(grn_parser *p, const grn_attr_def *def, const grn_attr **out)
{
    const char *const *keyword = def->enumeration->keyword;
    const grn_token t = *grn_peek(p);
    grn_str word = {t.text, t.n};
    char all[GRN_MESSAGE_BYTES];
    size_t i = 0;
    if (t.kind == TOKEN_STRING)
        TRY(grn_parser_string(p, &word));
    while (keyword[i] && !grn_str_is(word, keyword[i]))
        i++;
    if (keyword[i]) {
        if (t.kind != TOKEN_STRING)
            grn_next(p);
        *out = grn_attr_integer(p->ir, grn_type_integer(p->ir, def->enumeration->width, GRN_SIGNLESS), (int64_t)i);
        return *out ? GRN_OK : grn_parse_memory(p);
    }
    if (t.kind == TOKEN_STRING)
        return grn_parser_fail(p, t.place, "invalid %s attribute specification: \"%.*s\"", def->name, (int)word.n,
                               word.text);
    return grn_parser_fail(p, t.place,
                           "expected string or keyword containing one of the following enum values for attribute "
                           "'%s' [%s]",
                           def->name, grn_list_keywords(def->enumeration, all, sizeof all));
}

/* The short spelling the attribute's definition allows, or any attribute. */
grn_status grn_read_attr_value(grn_parser *p, const grn_attr_def *def, bool types_follow, const grn_attr **out)
{
    const grn_token *t = grn_peek(p);
    const grn_attr_class *class = def ? def->type : NULL;
    if (def && def->enumeration && def->enumeration->width)
        return read_keyword(p, def, out);
    if (def && def->enumeration && t->kind != TOKEN_HASH)
        return grn_parse_enum_word(p, def->enumeration, true, out);
    if (class == &grn_attr_is_dims ? t->kind != TOKEN_HASH : grn_token_is(t, "[") && grn_wants_dims(class))
        return read_dims(p, out);
    if (at_bare_integer(p, types_follow))
        return read_number(p, class, out);
    if (at_bare_float(p, class, types_follow))
        return read_float(p, out);
    if (t->kind == TOKEN_STRING && (!class || class == &grn_attr_is_string))
        return read_string(p, out);
    if (class == &grn_attr_is_unit) {
        *out = grn_attr_unit(p->ir); /* the group consists of this literal */
        return *out ? GRN_OK : grn_parse_memory(p);
    }
    return read_whole(p, class, out);
}

static grn_status read_attr(reading *r, grn_str name, const char *format)
{
    const grn_attr *value;
    grn_item types;
    TRY(grn_read_attr_value(r->p, grn_find_attr_def(r->op->def, name), grn_types_follow(format, &types), &value));
    if (value->kind == GRN_ATTR_ELEMENTS)
        r->value = value->type;
    return grn_set_attr(r->p, r->op, name, value);
}

/* ---- types ----------------------------------------------------------------------------------- */

static grn_status assign(reading *r, size_t inputs, const grn_type *const *in, size_t results,
                         const grn_type *const *out)
{
    if (inputs != r->uses.count)
        return grn_parser_uneven(r->p, r->operands.line ? r->operands : r->op->place, r->uses.count, inputs);
    r->typed = true;
    TRY(grn_parser_operands(r->p, r->op, inputs, r->uses.items, in));
    return grn_parser_results(r->p, r->op, results, out);
}

/* As many operands as the row lists, or as are written where it lists a group. */
static size_t count_operands(const reading *r)
{
    const grn_port *ports = r->op->def->operands;
    const size_t n = grn_count_ports(ports);
    for (size_t i = 0; i < n; i++)
        if (ports[i].how_many != GRN_ONE)
            return r->uses.count;
    return n;
}

/* `first` for the first operand, `rest` for the others; `results` times `rest`. */
static grn_status assign_pattern(reading *r, const grn_type *first, const grn_type *rest, size_t results)
{
    grn_parser *p = r->p;
    const size_t mark = grn_stack_mark(p), operands = count_operands(r);
    for (size_t i = 0; i < operands + results; i++)
        TRY(grn_stack_push(p, i == 0 && operands ? first : rest));
    const grn_type *const *all = (const grn_type *const *)(const void *)grn_stack_items(p, mark);
    TRY(assign(r, operands, all, results, all ? all + operands : NULL));
    grn_stack_drop(p, mark);
    return GRN_OK;
}

/* single: for types of an op with one result */
static grn_status read_function(reading *r, bool single)
{
    grn_parser *p = r->p;
    size_t mark = grn_stack_mark(p);
    grn_place place = grn_peek(p)->place;
    TRY(grn_parse_type_list(p));
    size_t inputs = grn_stack_count(p, mark);
    TRY(grn_parse_expect(p, "->", " in function type"));
    TRY(grn_parse_result_types(p));
    const size_t results = grn_stack_count(p, mark) - inputs;
    if (single && inputs != count_operands(r))
        return grn_parser_fail(p, place, "%zu operands present, but expected %zu", count_operands(r), inputs);
    if (single && results != 1)
        return grn_parser_fail(p, place, "expected single output");
    const grn_type *const *all = (const grn_type *const *)(const void *)grn_stack_items(p, mark);
    TRY(assign(r, inputs, all, results, all ? all + inputs : NULL));
    grn_stack_drop(p, mark);
    return GRN_OK;
}

typedef grn_status (*assign_fn)(reading *r, grn_place place, size_t n, const grn_type *const *types);

static grn_status assign_same(reading *r, grn_place place, size_t n, const grn_type *const *types)
{
    (void)place;
    (void)n;
    return assign_pattern(r, types[0], types[0], grn_count_ports(r->op->def->results));
}

static grn_status assign_select(reading *r, grn_place place, size_t n, const grn_type *const *types)
{
    if (n != 2)
        return grn_parser_fail(r->p, place, "expected functional type or list of two types");
    return assign_pattern(r, types[0], types[1], grn_count_ports(r->op->def->results));
}

static grn_status assign_operands(reading *r, grn_place place, size_t n, const grn_type *const *types)
{
    (void)place;
    return assign(r, n, types, 0, NULL);
}

static grn_status assign_operand(reading *r, grn_place place, size_t n, const grn_type *const *types)
{
    (void)place;
    (void)n;
    return assign_pattern(r, types[0], types[0], 0);
}

static grn_status assign_results(reading *r, grn_place place, size_t n, const grn_type *const *types)
{
    (void)place;
    return assign(r, 0, NULL, n, types);
}

static grn_status assign_each(reading *r, grn_place place, size_t n, const grn_type *const *types)
{
    (void)place;
    return assign(r, n, types, n, types);
}

static const struct {
    const char *name;
    assign_fn assign;
    bool list;   /* function types may be in it: a `(` need not start the whole signature */
    bool single; /* a whole signature has one result */
    bool alone;  /* one type is all of it */
} directives[] = {
    {"fn", NULL, false, false, false},
    {"same", assign_same, false, true, true},
    {"select", assign_select, false, true, false},
    {"operands", assign_operands, true, false, false},
    {"operand", assign_operand, false, false, true},
    {"results", assign_results, false, false, false},
    {"each", assign_each, false, false, false},
};

/* A list of one function type is the whole signature if it fits the operands: `: (T, T) -> ()`. */
static bool is_signature(const reading *r, size_t n, const grn_type *const *types)
{
    return n == 1 && types[0]->kind == GRN_TYPE_FUNCTION && types[0]->inputs == r->uses.count &&
           types[0]->count == types[0]->inputs;
}

static grn_status read_items(reading *r, size_t directive)
{
    grn_parser *p = r->p;
    grn_place place = grn_peek(p)->place;
    size_t mark = grn_stack_mark(p);
    do {
        const grn_type *type;
        TRY(grn_parse_type(p, &type));
        TRY(grn_stack_push(p, type));
    } while (!directives[directive].alone && grn_parser_try(p, ","));
    size_t n = grn_stack_count(p, mark);
    const grn_type **copy = grn_arena_copy(&p->scratch, grn_stack_items(p, mark), n * sizeof *copy);
    grn_stack_drop(p, mark);
    if (!copy)
        return grn_parse_memory(p);
    if (is_signature(r, n, copy))
        return assign(r, copy[0]->inputs, copy[0]->members, 0, NULL);
    return directives[directive].assign(r, place, n, copy);
}

/* Whether the types may be missing where operands are: MLIR's `$operands attr-dict (`:`
 * type($operands)^)?`, where other ops have `attr-dict ($operands^ `:` type($operands))?`. */
static bool types_apart(const reading *r)
{
    const grn_port *first = r->op->def->operands;
    return first && first->name && first->how_many != GRN_ONE && r->op->def->format[0] == '%';
}

static grn_status read_types(reading *r, grn_str name)
{
    grn_parser *p = r->p;
    size_t d = 0;
    while (d < GRN_COUNT(directives) - 1 && !grn_str_is(name, directives[d].name))
        d++;
    if (!grn_token_is(grn_peek(p), ":") && r->value && directives[d].assign)
        return directives[d].assign(r, grn_peek(p)->place, 1, &r->value);
    if (!grn_token_is(grn_peek(p), ":") && directives[d].list && (r->uses.count == 0 || types_apart(r)))
        return assign(r, 0, NULL, 0, NULL);
    TRY(grn_parse_expect(p, ":", ""));
    if (!directives[d].assign && !grn_token_is(grn_peek(p), "("))
        return grn_parse_no_function(p);
    if (grn_token_is(grn_peek(p), "(") && !directives[d].list)
        return read_function(r, directives[d].single);
    return read_items(r, d);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void skip_group(const char **format)
{
    grn_item item;
    do
        item = grn_format_item(format);
    while (item.kind != ITEM_GROUP_END && item.kind != ITEM_END);
}

/* Whether another group behind this one could begin with the same literal. */
static bool may_be_later(const char *format, grn_str literal)
{
    skip_group(&format);
    for (grn_item item = grn_format_item(&format); item.kind != ITEM_END; item = grn_format_item(&format))
        if (item.kind == ITEM_LITERAL && grn_str_equal(item.text, literal))
            return true;
    return false;
}

/* Whether a group is there is decided by its first literal, or by all it opens with: `, a` is not
 * `, b`. */
static bool group_present(const grn_parser *p, const char *format)
{
    grn_lexer ahead = p->lex;
    const char *opening = format;
    grn_item item = grn_format_item(&format);
    const grn_str first = item.text;
    for (; item.kind == ITEM_LITERAL; item = grn_format_item(&format)) {
        if (!grn_at_literal(&ahead, item.text))
            return ahead.token.text != p->lex.token.text && !may_be_later(opening, first);
        grn_lexer_next(&ahead);
    }
    return item.kind == ITEM_ATTR;
}

static grn_status read_item(reading *r, const grn_item *item, const char **format)
{
    switch (item->kind) {
    case ITEM_LITERAL: return grn_read_literal(r->p, item->text);
    case ITEM_OPERANDS: return read_operands(r, item, *format);
    case ITEM_ATTR:
        return item->prefix.n ? grn_parse_stripped(r->p, r->op, item->prefix, item->text)
                              : read_attr(r, item->text, *format);
    case ITEM_DICT: return grn_parse_op_dict(r->p, r->op);
    case ITEM_TYPES: return read_types(r, item->text);
    case ITEM_GROUP:
        if (!group_present(r->p, *format))
            skip_group(format);
        return GRN_OK;
    case ITEM_GROUP_END:
    case ITEM_END: break;
    }
    return GRN_OK;
}

static grn_status read_all(reading *r)
{
    const char *format = r->op->def->format;
    for (grn_item item = grn_format_item(&format); item.kind != ITEM_END; item = grn_format_item(&format))
        TRY(read_item(r, &item, &format));
    return r->typed ? GRN_OK : assign(r, 0, NULL, 0, NULL);
}

grn_status grn_parse_by_format(grn_parser *p, grn_op *op)
{
    reading r = {.p = p, .op = op};
    grn_vec_init(&r.uses, p->allocator, sizeof(grn_use));
    grn_status status = read_all(&r);
    grn_vec_destroy(&r.uses);
    return status;
}
