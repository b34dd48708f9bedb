/* parse_struct.c - struct and enum attributes, whose definitions come with the rows. */
#include "text/internal.h"

#include <stdio.h>

static grn_status parse_type(grn_parser *p, grn_field *field)
{
    const grn_type *type;
    TRY(grn_parse_plain_type(p, &type));
    field->value = grn_attr_type(p->ir, type);
    return field->value ? GRN_OK : grn_parse_memory(p);
}

static grn_status parse_value(grn_parser *p, const grn_field_def *def, grn_field *field)
{
    int64_t *v;
    field->present = true;
    if (def->kind == GRN_FIELD_VALUE && def->class && strcmp(def->class, "Type") == 0)
        return parse_type(p, field);
    if (def->kind == GRN_FIELD_VALUE && def->class && strcmp(def->class, GRN_FIELD_CLASS_FLOAT) == 0)
        return grn_parse_f64_attr(p, &field->value);
    if (def->kind == GRN_FIELD_VALUE)
        return grn_parse_attr(p, &field->value);
    if (def->kind == GRN_FIELD_DIMS) {
        TRY(grn_parse_dims_list(p, true, &field->count, &v));
        field->v = v;
        return GRN_OK;
    }
    v = GRN_ARENA_NEW(&p->ir->arena, int64_t, 1);
    if (!v)
        return grn_parse_memory(p);
    field->count = 1;
    field->v = v;
    return grn_parse_signed(p, v);
}

static size_t count_fields(const grn_struct_def *def)
{
    size_t n = 0;
    while (def->fields[n].name)
        n++;
    return n;
}

static size_t find_field(const grn_parser *p, const grn_struct_def *def)
{
    size_t i = 0;
    while (def->fields[i].name && !grn_token_is(grn_peek(p), def->fields[i].name))
        i++;
    return i;
}

/* "expected one of: `a`, `b`" */
static grn_status fail_expected(grn_parser *p, const grn_struct_def *def)
{
    char text[GRN_MESSAGE_BYTES];
    size_t used = 0;
    for (size_t i = 0; def->fields[i].name; i++) {
        size_t n = strlen(def->fields[i].name);
        if (n + 4 >= sizeof text - used)
            break;
        memcpy(text + used, i ? ", `" : "`", i ? 3 : 1);
        used += i ? 3 : 1;
        memcpy(text + used, def->fields[i].name, n);
        used += n;
        text[used++] = '`';
    }
    return grn_parse_fail(p, grn_peek(p)->place, "expected one of: %.*s", (int)used, text);
}

static grn_status parse_keyed(grn_parser *p, const grn_struct_def *def, grn_field *fields)
{
    while (!grn_parser_try(p, ">")) {
        size_t i = find_field(p, def);
        if (!def->fields[i].name)
            return fail_expected(p, def);
        if (fields[i].present)
            return grn_parse_fail(p, grn_peek(p)->place, "duplicated `%s` entry", def->fields[i].name);
        grn_next(p);
        TRY(grn_parse_expect(p, "=", ""));
        TRY(parse_value(p, &def->fields[i], &fields[i]));
        if (!grn_parser_try(p, ","))
            return grn_parse_expect(p, ">", "");
    }
    return GRN_OK;
}

/* <16, ?> */
static grn_status parse_positional(grn_parser *p, grn_field *field)
{
    grn_vec dims;
    grn_status status = GRN_OK;
    grn_vec_init(&dims, p->allocator, sizeof(int64_t));
    while (status == GRN_OK && !grn_token_is(grn_peek(p), ">")) {
        int64_t *slot = grn_vec_push(&dims);
        if (!slot)
            status = grn_parse_memory(p);
        else if (grn_parser_try(p, "?"))
            *slot = GRN_DYNAMIC;
        else
            status = grn_parse_signed(p, slot);
        if (!grn_parser_try(p, ","))
            break;
    }
    field->present = true;
    field->count = dims.count;
    field->v = grn_arena_copy(&p->ir->arena, dims.items, dims.count * sizeof *field->v);
    grn_vec_destroy(&dims);
    TRY(status);
    return field->v ? grn_parse_expect(p, ">", "") : grn_parse_memory(p);
}

/* handle: "handle"; output_tuple_indices: "outputTupleIndices", as upstream's definitions call
 * them. */
static void camel_case(const char *name, char *out, size_t bytes)
{
    size_t n = 0;
    for (; *name && n + 1 < bytes; name++)
        if (*name == '_' && name[1]) {
            name++;
            out[n++] = (char)(*name >= 'a' && *name <= 'z' ? *name - 'a' + 'A' : *name);
        } else
            out[n++] = *name;
    out[n] = '\0';
}

/* Upstream reports a second time, with the parameter's name and its class. */
static grn_status parse_param(grn_parser *p, const grn_struct_def *def, size_t i, grn_field *field)
{
    static const char *const classes[] = {
        [GRN_FIELD_DIMS] = "::llvm::ArrayRef<int64_t>", [GRN_FIELD_DIM] = "int64_t", [GRN_FIELD_VALUE] = NULL};
    const char *class = def->fields[i].class ? def->fields[i].class : classes[def->fields[i].kind];
    char name[64];
    grn_next(p);
    TRY(grn_parse_expect(p, "=", ""));
    grn_status status = parse_value(p, &def->fields[i], field);
    if (status != GRN_E_PARSE || !def->attr || !class)
        return status;
    camel_case(def->fields[i].name, name, sizeof name);
    return grn_parser_fail(p, grn_peek(p)->place, "failed to parse %s parameter '%s' which is to be a `%s`", def->attr,
                           name, class);
}

/* MLIR's struct(params), in its words. */
static grn_status parse_next_param(grn_parser *p, const grn_struct_def *def, grn_field *fields)
{
    const grn_token t = *grn_peek(p);
    size_t i = find_field(p, def);
    if (t.kind != TOKEN_WORD) {
        (void)grn_parser_fail(p, t.place, "expected valid keyword");
        return grn_parser_fail(p, t.place, "expected a parameter name in struct");
    }
    if (!def->fields[i].name || fields[i].present)
        return grn_parse_fail(p, t.place, "duplicate or unknown struct parameter name: %.*s", (int)t.n, t.text);
    return parse_param(p, def, i, &fields[i]);
}

static bool all_needed(const grn_struct_def *def)
{
    for (size_t i = 0; def->fields[i].name; i++)
        if (def->fields[i].optional)
            return false;
    return true;
}

/* As many as there are, where all of them are needed; else a list. */
static grn_status parse_params(grn_parser *p, const grn_struct_def *def, grn_field *fields)
{
    const size_t needed = all_needed(def) ? count_fields(def) : 0;
    for (size_t n = 0; needed ? n < needed : n == 0 || grn_parser_try(p, ","); n++) {
        if (needed && n)
            TRY(grn_parse_expect(p, ",", ""));
        if (!needed && grn_token_is(grn_peek(p), ">"))
            break;
        TRY(parse_next_param(p, def, fields));
    }
    for (size_t i = 0; def->fields[i].name; i++)
        if (!fields[i].present && !def->fields[i].optional)
            return grn_parse_wrong(p, "struct is missing required parameter: %s", def->fields[i].name);
    return grn_parse_expect(p, ">", "");
}

static grn_status parse_sequence(grn_parser *p, const grn_struct_def *def, grn_field *fields)
{
    for (size_t i = 0; def->fields[i].name; i++) {
        if (i)
            TRY(grn_parse_expect(p, ",", ""));
        if (!grn_token_is(grn_peek(p), def->fields[i].name))
            return grn_parser_fail(p, grn_peek(p)->place, "expected '%s'", def->fields[i].name);
        TRY(parse_param(p, def, i, &fields[i]));
    }
    return grn_parse_expect(p, ">", "");
}

static grn_status parse_fields(grn_parser *p, const grn_struct_def *def, grn_field *fields)
{
    switch (def->style) {
    case GRN_STRUCT_KEYED: return parse_keyed(p, def, fields);
    case GRN_STRUCT_POSITIONAL: return parse_positional(p, fields);
    case GRN_STRUCT_PARAMS: return parse_params(p, def, fields);
    case GRN_STRUCT_SEQUENCE: return parse_sequence(p, def, fields);
    case GRN_STRUCT_OWN: return def->parse(p, fields);
    }
    return GRN_E_ARGUMENT;
}

grn_status grn_parse_struct(grn_parser *p, const grn_struct_def *def, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_STRUCT};
    size_t n = count_fields(def);
    grn_field *fields = GRN_ARENA_NEW(&p->ir->arena, grn_field, n ? n : 1);
    if (!fields)
        return grn_parse_memory(p);
    const grn_place place = grn_peek(p)->place;
    char wrong[GRN_MESSAGE_BYTES];
    if (!def->bare)
        TRY(grn_parse_expect(p, "<", ""));
    grn_status status = parse_fields(p, def, fields);
    if (status == GRN_E_PARSE && def->failure) /* upstream reports a second time, where reading stopped */
        grn_fail(p->diag, grn_peek(p)->place, status, "%s", def->failure);
    TRY(status);
    if (def->fits && !def->fits(fields, wrong, sizeof wrong))
        return grn_parser_fail(p, place, "%s", wrong);
    a.record.def = def->meant ? def->meant : def;
    a.record.fields = fields;
    return grn_attr_made(p, &a, out);
}

const char *grn_list_keywords(const grn_enum_def *def, char *text, size_t bytes)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; def->keyword[i] && used + strlen(def->keyword[i]) + 2 < bytes; i++)
        used += (size_t)snprintf(text + used, bytes - used, "%s%s", i ? ", " : "", def->keyword[i]);
    return text;
}

static grn_status fail_keyword(grn_parser *p, const grn_enum_def *def)
{
    char text[GRN_MESSAGE_BYTES];
    const grn_token *t = grn_peek(p);
    if (t->kind != TOKEN_WORD && t->kind != TOKEN_STRING)
        (void)grn_parser_fail(p, t->place, "expected valid keyword or string");
    else
        (void)grn_parser_fail(p, t->place, "expected %s to be one of: %s", def->type ? def->type : def->name,
                              grn_list_keywords(def, text, sizeof text));
    if (!def->attr)
        return GRN_E_PARSE;
    /* Upstream reports a second time, as for structs. */
    return grn_parser_fail(p, t->place, "failed to parse %s parameter 'value' which is to be a `%s`", def->attr,
                           def->type);
}

grn_status grn_parse_enum_word(grn_parser *p, const grn_enum_def *def, bool bare, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_ENUM};
    int32_t i = 0;
    while (def->keyword[i] && !grn_token_is(grn_peek(p), def->keyword[i]))
        i++;
    if (!def->keyword[i])
        return fail_keyword(p, def);
    a.enumeration.def = def;
    a.enumeration.value = i;
    a.enumeration.bare = bare;
    grn_next(p);
    return grn_attr_made(p, &a, out);
}
