/* format.c - the items of a format string, for the parser and the printer alike (text.h has the
 * language). */
#include "text/internal.h"

static grn_str next_word(const char **format)
{
    const char *at = *format;
    while (*at == ' ')
        at++;
    const char *start = at;
    while (*at && *at != ' ')
        at++;
    *format = at;
    return grn_slice(start, at);
}

/* Whether the `[` before `rest` opens an optional group: the next closing bracket has a question
 * mark. */
static bool opens_group(const char *rest)
{
    for (grn_str word = next_word(&rest); word.n; word = next_word(&rest)) {
        if (grn_str_is(word, "]?"))
            return true;
        if (grn_str_is(word, "]"))
            return false;
    }
    return false;
}

/* %* %** %2 %2* ,%2* ; false: an ordinary literal. */
static bool read_operands(grn_str word, grn_item *item)
{
    item->commas = word.n > 1 && word.text[0] == ',' && word.text[1] == '%';
    const char *at = word.text + item->commas, *end = word.text + word.n;
    if (at == end || *at++ != '%')
        return false;
    for (item->first = 0; at < end && *at >= '0' && *at <= '9'; at++)
        item->first = item->first * 10 + (size_t)(*at - '0');
    item->rest = at < end && *at == '*';
    item->loose = item->rest && at + 1 < end && at[1] == '*';
    return true;
}

grn_item grn_format_item(const char **format)
{
    grn_item item = {.text = next_word(format)};
    grn_str word = item.text;
    if (!word.n)
        item.kind = ITEM_END;
    else if (grn_str_is(word, "{}"))
        item.kind = ITEM_DICT;
    else if (grn_str_is(word, "]?"))
        item.kind = ITEM_GROUP_END;
    else if (grn_str_is(word, "[") && opens_group(*format))
        item.kind = ITEM_GROUP;
    else if (read_operands(word, &item))
        item.kind = ITEM_OPERANDS;
    else if (word.n > 1 && word.text[0] == '$') {
        item.kind = ITEM_ATTR;
        item.text = (grn_str){word.text + 1, word.n - 1};
    } else if (word.text[0] == '#' && memchr(word.text, '$', word.n)) {
        const char *name = memchr(word.text, '$', word.n);
        item.kind = ITEM_ATTR;
        item.prefix = grn_slice(word.text, name);
        item.text = grn_slice(name + 1, word.text + word.n);
    } else if (word.n > 1 && word.text[0] == ':' && word.text[1] != ':') {
        item.kind = ITEM_TYPES;
        item.text = (grn_str){word.text + 1, word.n - 1};
    } else
        item.kind = ITEM_LITERAL;
    return item;
}

const grn_attr_def *grn_find_attr_def(const grn_op_def *def, grn_str name)
{
    for (const grn_attr_def *a = def->attrs; a && a->name; a++)
        if (grn_str_is(name, a->name))
            return a;
    return NULL;
}

bool grn_format_names(const char *format, grn_str attr)
{
    for (grn_item item = grn_format_item(&format); item.kind != ITEM_END; item = grn_format_item(&format))
        if (item.kind == ITEM_ATTR && grn_str_equal(item.text, attr))
            return true;
    return false;
}

bool grn_group_attr(const char *format, grn_str *name)
{
    grn_item item = grn_format_item(&format);
    while (item.kind != ITEM_ATTR && item.kind != ITEM_END && item.kind != ITEM_GROUP_END)
        item = grn_format_item(&format);
    *name = item.text;
    return item.kind == ITEM_ATTR;
}

/* Whether types follow; an attribute dictionary and groups may lie in between. */
bool grn_types_follow(const char *format, grn_item *types)
{
    bool in_group = false;
    do {
        *types = grn_format_item(&format);
        in_group = types->kind == ITEM_GROUP || (in_group && types->kind != ITEM_GROUP_END && types->kind != ITEM_END);
    } while (in_group || types->kind == ITEM_GROUP_END || types->kind == ITEM_DICT);
    return types->kind == ITEM_TYPES;
}

size_t grn_count_ports(const grn_port *ports)
{
    size_t n = 0;
    while (ports && ports[n].name)
        n++;
    return n;
}

/* ---- attributes written short ---------------------------------------------------------------- */

bool grn_wants_dims(const grn_attr_class *class)
{
    static const grn_type i64 = {.kind = GRN_TYPE_INTEGER, .dtype = GRN_I64, .width = 64};
    static const grn_attr none = {.kind = GRN_ATTR_DENSE_ARRAY, .type = &i64, .is_dims = true};
    return class && (class == &grn_attr_is_dims || class->matches(&none));
}

/* The first of i64, i32, index, ui64 that the definition takes; i64 when it takes none, for the
 * verifier to report. */
grn_dtype grn_bare_dtype(const grn_attr_class *class, int64_t value)
{
    static const grn_type types[] = {
        {.kind = GRN_TYPE_INTEGER, .dtype = GRN_I64, .width = 64},
        {.kind = GRN_TYPE_INTEGER, .dtype = GRN_I32, .width = 32},
        {.kind = GRN_TYPE_INDEX, .dtype = GRN_INDEX},
        {.kind = GRN_TYPE_INTEGER, .dtype = GRN_UI64, .width = 64, .signedness = GRN_UNSIGNED}};
    for (size_t i = 0; class && class->matches && i < GRN_COUNT(types); i++) {
        grn_attr a = {.kind = GRN_ATTR_INTEGER, .type = &types[i], .integer = value};
        if (class->matches(&a))
            return types[i].dtype;
    }
    return GRN_I64;
}

const grn_attr *grn_bare_integer(grn_ir *ir, const grn_attr_class *class, int64_t value)
{
    return grn_attr_integer(ir, grn_type_of_dtype(ir, grn_bare_dtype(class, value)), value);
}
