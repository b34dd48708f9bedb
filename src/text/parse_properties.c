/* parse_properties.c - <{..}> of the generic form, and whether MLIR could take it over. */
#include "text/internal.h"

#include <stdio.h>
#include <stdlib.h>

grn_status grn_parse_properties(grn_parser *p, grn_op *op)
{
    if (!grn_parser_try(p, "<"))
        return GRN_OK;
    if (!grn_parser_at(p, "{")) { /* MLIR reads any attribute here */
        const grn_attr *other;
        TRY(grn_parse_attr(p, &other));
        return grn_parse_wrong(p, "expected '{' in attribute dictionary");
    }
    TRY(grn_parse_attrs_into(p, op));
    op->nproperties = op->nattrs;
    return grn_parse_expect(p, ">", " to close properties");
}

static int by_name(const void *a, const void *b)
{
    const grn_str l = ((const grn_named_attr *)a)->name, r = ((const grn_named_attr *)b)->name;
    const int order = memcmp(l.text, r.text, l.n < r.n ? l.n : r.n);
    return order ? order : (l.n > r.n) - (l.n < r.n);
}

/* {a = 1 : i64, b = "c"}: by name, cut where it is too long for a message. */
static grn_status properties_text(grn_parser *p, const grn_op *op, grn_vec *text)
{
    grn_named_attr *items = grn_arena_copy(&p->scratch, op->attrs, op->nproperties * sizeof *items);
    const grn_attr dict = {.kind = GRN_ATTR_DICT, .dict = {op->nproperties, items, items}};
    const grn_sink sink = grn_vec_sink(text);
    if (!items)
        return grn_parse_memory(p);
    qsort(items, op->nproperties, sizeof *items, by_name);
    return grn_attr_write(&dict, true, &sink);
}

/* reason: what upstream's message ends with. */
static grn_status fail_properties(grn_parser *p, const grn_op *op, const char *reason)
{
    enum { MOST = GRN_MESSAGE_BYTES / 2 };
    grn_vec text;
    grn_vec_init(&text, p->allocator, 1);
    grn_status status = properties_text(p, op, &text);
    const int shown = text.count < MOST ? (int)text.count : MOST;
    if (status == GRN_OK)
        status = grn_parse_fail(p, op->place, "invalid properties %.*s for op %.*s: %s", shown,
                                (const char *)text.items, (int)op->name.n, op->name.text, reason);
    grn_vec_destroy(&text);
    return status;
}

static bool is_sizes(grn_str name)
{
    return grn_str_is(name, "operandSegmentSizes") || grn_str_is(name, "resultSegmentSizes");
}

static grn_status fail_property(grn_parser *p, const grn_op *op, const grn_named_attr *a)
{
    char reason[GRN_MESSAGE_BYTES / 4];
    grn_vec text;
    if (is_sizes(a->name))
        return fail_properties(p, op, "expected DenseI32ArrayAttr for key `value`");
    grn_vec_init(&text, p->allocator, 1);
    const grn_sink sink = grn_vec_sink(&text);
    grn_status status = grn_attr_write(a->value, true, &sink);
    if (status == GRN_OK) {
        (void)snprintf(reason, sizeof reason, "Invalid attribute `%.*s` in property conversion: %.*s", (int)a->name.n,
                       a->name.text, text.count < 512 ? (int)text.count : 512, (const char *)text.items);
        status = fail_properties(p, op, reason);
    }
    grn_vec_destroy(&text);
    return status;
}

static bool can_be(const grn_parser *p, const grn_attr_def *def, const grn_op *op, const grn_attr *a)
{
    if (def->enumeration && !def->enumeration->width && !def->type->matches(a))
        return a->kind == GRN_ATTR_ELEMENTS;
    return grn_attr_class_holds(def->type, grn_dialect_of(p->ir, op->name), a);
}

/* Values between <{ and }> have to be of the classes that MLIR's generated code converts from. */
grn_status grn_check_properties(grn_parser *p, grn_op *op)
{
    const size_t count = op->nproperties;
    if (!op->def)
        return GRN_OK;
    op->nproperties = 0; /* known from the row from now on */
    for (size_t i = 0; i < count; i++) {
        const grn_attr_def *def = grn_find_attr_def(op->def, op->attrs[i].name);
        if (!def || !def->type || can_be(p, def, op, op->attrs[i].value))
            continue;
        op->nproperties = count;
        return fail_property(p, op, &op->attrs[i]);
    }
    return GRN_OK;
}

/* MLIR goes by name. */
static const grn_attr_def *first_wrong(const grn_op *op)
{
    const grn_attr_def *first = NULL;
    for (const grn_attr_def *def = op->def ? op->def->attrs : NULL; def && def->name; def++) {
        const grn_attr *a = def->type ? grn_op_attr(op, def->name) : NULL;
        if (a && !def->type->matches(a) && (!first || strcmp(def->name, first->name) < 0))
            first = def;
    }
    return first;
}

grn_status grn_parse_op_dict(grn_parser *p, grn_op *op)
{
    const grn_place place = grn_peek(p)->place;
    if (!grn_parser_at(p, "{"))
        return GRN_OK;
    TRY(grn_parse_attrs_into(p, op));
    const grn_attr_def *wrong = p->allow_unregistered ? NULL : first_wrong(op);
    if (!wrong)
        return GRN_OK;
    return grn_parser_fail(p, place, "'%s' op attribute '%s' failed to satisfy constraint: %s", op->def->name,
                           wrong->name, wrong->type->text);
}
