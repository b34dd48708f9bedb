/* syntax.c - a row's `format` or `assembly` as help text for people. */
#include "ir/write.h"
#include "text/internal.h"

typedef struct syntax {
    grn_writer w;
    const grn_op_def *row;
    bool glue; /* the next item follows without a space */
} syntax;

static void put_text(syntax *s, grn_str text)
{
    static const char opens[] = "([<", closes[] = ",)]>";
    if (!s->glue && !strchr(closes, text.text[0]))
        grn_write_text(&s->w, " ");
    grn_write_str(&s->w, text);
    s->glue = strchr(opens, text.text[text.n - 1]) != NULL;
}

static void put_named(syntax *s, const char *before, grn_str name, const char *after)
{
    if (!s->glue)
        grn_write_text(&s->w, " ");
    grn_write_text(&s->w, before);
    grn_write_str(&s->w, name);
    grn_write_text(&s->w, after);
    s->glue = false;
}

/* `(`, whose group follows without a space, and `)?`. */
static void open_group(syntax *s) { put_text(s, GRN_STR("(")); }

static void close_group(syntax *s)
{
    grn_write_text(&s->w, ")?");
    s->glue = false;
}

static void put_port(syntax *s, const grn_port *port)
{
    static const char *const after[] = {[GRN_ONE] = "", [GRN_OPTIONAL] = "?", [GRN_VARIADIC] = ", .."};
    put_named(s, "%", (grn_str){port->name, strlen(port->name)}, after[port->how_many]);
}

/* ---- `format` -------------------------------------------------------------------------------- */

static void put_operands(syntax *s, const grn_item *item)
{
    const size_t n = grn_count_ports(s->row->operands), end = item->rest ? n : item->first + 1;
    for (size_t i = item->first; i < end && i < n; i++) {
        if (item->commas || i > item->first)
            put_text(s, GRN_STR(","));
        put_port(s, &s->row->operands[i]);
    }
    if (n == 0 && item->rest)
        put_text(s, GRN_STR(".."));
}

static void put_types(syntax *s, grn_str directive)
{
    static const struct {
        const char *directive, *types;
    } rows[] = {{"fn", ": (type, ..) -> type"}, {"same", ": type"},    {"select", ": type, type"},
                {"operands", ": type, .."},     {"operand", ": type"}, {"results", ": type"},
                {"each", ": type, .."}};
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (grn_str_is(directive, rows[i].directive))
            put_text(s, (grn_str){rows[i].types, strlen(rows[i].types)});
}

static void put_item(syntax *s, const grn_item *item)
{
    switch (item->kind) {
    case ITEM_LITERAL: put_text(s, item->text); break;
    case ITEM_OPERANDS: put_operands(s, item); break;
    case ITEM_ATTR: put_named(s, "$", item->text, ""); break;
    case ITEM_DICT: put_text(s, GRN_STR("{..}")); break;
    case ITEM_TYPES: put_types(s, item->text); break;
    case ITEM_GROUP: open_group(s); break;
    case ITEM_GROUP_END: close_group(s); break;
    case ITEM_END: break;
    }
}

/* ---- `assembly` ------------------------------------------------------------------------------ */

static void put_port_named(syntax *s, grn_str name)
{
    const size_t port = grn_find_port(s->row, name);
    if (port < GRN_MAX_PORTS)
        put_port(s, grn_port_at(s->row, port));
}

static void put_part(syntax *s, const grn_format_part *part)
{
    switch (part->kind) {
    case PART_LITERAL: put_text(s, part->text); break;
    case PART_GLUE: s->glue = true; break;
    case PART_PORT: put_port_named(s, part->text); break;
    case PART_TYPES: put_named(s, "type(%", part->text, ")"); break;
    case PART_FUNCTION:
    case PART_ANY: put_text(s, GRN_STR("(type, ..) -> type")); break;
    case PART_LIST: put_text(s, GRN_STR("type, .. -> type")); break;
    case PART_ATTR: put_named(s, "$", part->text, ""); break;
    case PART_MIXED: put_named(s, "[", part->text, "]"); break;
    case PART_DICT: put_text(s, GRN_STR("{..}")); break;
    case PART_KEYED_DICT: put_text(s, GRN_STR("attributes {..}")); break;
    case PART_REGION: put_text(s, GRN_STR("{ region }")); break;
    case PART_GROUP: open_group(s); break;
    case PART_GROUP_END: close_group(s); break;
    case PART_RULE:
    case PART_END: break;
    }
}

grn_status grn_text_write_syntax(const grn_op_def *row, const grn_sink *sink)
{
    syntax s = {.row = row, .glue = false};
    grn_writer_init(&s.w, sink);
    if (row->format || row->assembly)
        grn_write_text(&s.w, row->name);
    for (const char *at = row->format; at && *at;) {
        const grn_item item = grn_format_item(&at);
        put_item(&s, &item);
    }
    for (const char *at = row->format ? NULL : row->assembly; at && *at;) {
        const grn_format_part part = grn_assembly_part(&at);
        put_part(&s, &part);
    }
    return grn_writer_finish(&s.w);
}
