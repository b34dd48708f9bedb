/* text_test.h - what the tests of the text layer share: a small dialect of their own, parsing and
 * printing into buffers. */
#ifndef GRN_TEXT_TEST_H
#define GRN_TEXT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "text/text.h"

/* ---- the dialect `t` ------------------------------------------------------------------------- */

static bool any_type(const grn_type *type)
{
    (void)type;
    return true;
}
static const grn_type_class t_any = {"any type", any_type};
static const grn_port t_one[] = {{"x", &t_any, GRN_ONE}, {NULL, NULL, GRN_ONE}};
static const grn_port t_two[] = {{"x", &t_any, GRN_ONE}, {"y", &t_any, GRN_ONE}, {NULL, NULL, GRN_ONE}};
static const grn_port t_three[] = {
    {"p", &t_any, GRN_ONE}, {"x", &t_any, GRN_ONE}, {"y", &t_any, GRN_ONE}, {NULL, NULL, GRN_ONE}};
static const grn_port t_many[] = {{"x", &t_any, GRN_VARIADIC}, {NULL, NULL, GRN_ONE}};

static const char *const t_order_words[] = {"LT", "GE", NULL};
static const grn_enum_def t_order = {.name = "t.order", .keyword = t_order_words};
static const grn_field_def t_dims_fields[] = {GRN_FIELD("offset", DIMS), GRN_FIELD("map", DIMS), GRN_FIELD("at", DIM),
                                              GRN_FIELDS_END};
static const grn_struct_def t_dims = {
    .name = "t.dims", .failure = "failed parsing dims attribute", .fields = t_dims_fields};
static const grn_field_def t_bounds_fields[] = {GRN_FIELD("", DIMS), GRN_FIELDS_END};
static const grn_struct_def t_bounds = {.name = "t.bounds",
                                        .failure = "failed parsing bounds attribute",
                                        .style = GRN_STRUCT_POSITIONAL,
                                        .fields = t_bounds_fields};
static const grn_struct_def *const t_structs[] = {&t_dims, &t_bounds, NULL};
static const grn_enum_def *const t_enums[] = {&t_order, NULL};

static bool is_order(const grn_attr *a) { return a->kind == GRN_ATTR_ENUM && a->enumeration.def == &t_order; }
static const grn_attr_class t_is_order = {"an order", is_order};

static const grn_attr_def t_order_attrs[] = {{"order", &t_is_order, GRN_REQUIRED, &t_order, NULL},
                                             {"strict", &t_is_order, GRN_OPTIONAL_ATTR, &t_order, NULL},
                                             {NULL, NULL, GRN_REQUIRED, NULL, NULL}};
static const grn_attr_def t_perm_attrs[] = {{"perm", &grn_attr_is_dims, GRN_REQUIRED, NULL, NULL},
                                            {"unique", &grn_attr_is_unit, GRN_OPTIONAL_ATTR, NULL, NULL},
                                            {NULL, NULL, GRN_REQUIRED, NULL, NULL}};
static const grn_attr_def t_dim_attrs[] = {{"dim", &grn_attr_is_i64, GRN_REQUIRED, NULL, NULL},
                                           {NULL, NULL, GRN_REQUIRED, NULL, NULL}};
static const grn_attr_def t_value_attrs[] = {{"value", &grn_attr_is_elements, GRN_REQUIRED, NULL, NULL},
                                             {NULL, NULL, GRN_REQUIRED, NULL, NULL}};
static const grn_attr_def t_call_attrs[] = {{"callee", &grn_attr_is_symbol, GRN_REQUIRED, NULL, NULL},
                                            {NULL, NULL, GRN_REQUIRED, NULL, NULL}};

/* `@name (%a: T, ...) { ... }` */
static grn_status t_func_parse(grn_parser *p, grn_op *op)
{
    grn_region_arg args[4];
    size_t n = 0;
    grn_str name;
    grn_status status = grn_parser_symbol(p, &name);
    if (status != GRN_OK)
        return status;
    if (!grn_op_set_attr(grn_parser_ir(p), op, GRN_STR("sym_name"), grn_attr_string(grn_parser_ir(p), name)))
        return GRN_E_MEMORY;
    if ((status = grn_parser_expect(p, "(")) != GRN_OK)
        return status;
    while (grn_parser_at_use(p) && n < 4) {
        if ((status = grn_parser_region_arg(p, &args[n++])) != GRN_OK)
            return status;
        if (!grn_parser_try(p, ","))
            break;
    }
    if ((status = grn_parser_expect(p, ")")) != GRN_OK || (status = grn_parser_region(p, op, n, args)) != GRN_OK)
        return status;
    return grn_parser_results(p, op, 0, NULL);
}

static grn_status t_func_print(grn_printer *p, const grn_op *op)
{
    const grn_block *entry = op->regions[0].first;
    grn_printer_text(p, " ");
    grn_printer_symbol(p, grn_op_attr(op, "sym_name")->text);
    grn_printer_text(p, "(");
    for (size_t i = 0; i < entry->nargs; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_value(p, &entry->args[i]);
        grn_printer_text(p, ": ");
        grn_printer_type(p, entry->args[i].type);
    }
    grn_printer_text(p, ") ");
    grn_printer_region(p, &op->regions[0], false);
    return GRN_OK;
}

static grn_status t_module_parse(grn_parser *p, grn_op *op)
{
    grn_status status = grn_parser_attr_dict(p, op, true);
    if (status == GRN_OK)
        status = grn_parser_region(p, op, 0, NULL);
    return status == GRN_OK ? grn_parser_results(p, op, 0, NULL) : status;
}

static grn_status t_module_print(grn_printer *p, const grn_op *op)
{
    grn_printer_attr_dict(p, op, NULL, " attributes ");
    grn_printer_text(p, " ");
    grn_printer_region(p, &op->regions[0], false);
    return GRN_OK;
}

static const grn_op_def t_ops[] = {
    {.name = "t.func",
     .nregions = 1,
     .traits = GRN_TRAIT_SYMBOL | GRN_TRAIT_ISOLATED,
     .parse = t_func_parse,
     .print = t_func_print},
    {.name = "t.module",
     .nregions = 1,
     .traits = GRN_TRAIT_SYMBOL_TABLE | GRN_TRAIT_NO_TERMINATOR | GRN_TRAIT_ISOLATED,
     .parse = t_module_parse,
     .print = t_module_print},
    {.name = "t.return", .format = "{} %* :operands", .operands = t_many, .traits = GRN_TRAIT_TERMINATOR},
    {.name = "t.add", .format = "%* {} :same", .operands = t_two, .results = t_one},
    {.name = "t.select", .format = "%* {} :select", .operands = t_three, .results = t_one},
    {.name = "t.cast", .format = "%* {} :fn", .operands = t_one, .results = t_one},
    {.name = "t.check", .format = "%* {} :operand", .operands = t_two},
    {.name = "t.check_const", .format = "%0 , $value {} :operand", .operands = t_one, .attrs = t_value_attrs},
    {.name = "t.const", .format = "{} $value :results", .results = t_one, .attrs = t_value_attrs},
    {.name = "t.iota", .format = "dim = $dim {} :results", .results = t_one, .attrs = t_dim_attrs},
    {.name = "t.cat", .format = "%* , dim = $dim {} :fn", .operands = t_many, .results = t_one, .attrs = t_dim_attrs},
    {.name = "t.perm",
     .format = "%0 [ %1 ] perm( $perm ) [ unique $unique ]? {} :fn",
     .operands = t_two,
     .results = t_one,
     .attrs = t_perm_attrs},
    {.name = "t.cmp",
     .format = "$order , %0 , %1 [ , $strict ]? {} :fn",
     .operands = t_two,
     .results = t_one,
     .attrs = t_order_attrs},
    {.name = "t.call", .format = "$callee ( %* ) {} :fn", .operands = t_many, .results = t_many, .attrs = t_call_attrs},
    {.name = "t.each", .format = "%* {} :each", .operands = t_many, .results = t_many},
    {.name = "t.tail", .format = "%0 into %1 ,%2* {} :fn", .operands = t_many, .results = t_many},
    {.name = "t.generic"},
    {.name = NULL},
};
static const grn_op_def *const t_tables[] = {t_ops, NULL};
static const grn_dialect t_dialect = {.name = "t", .ops = t_tables, .structs = t_structs, .enums = t_enums};
static const grn_dialect *const t_dialects[] = {&t_dialect, NULL};

/* ---- what a parse said, what a print wrote --------------------------------------------------- */

/* "line:column: message", a line per message; notes begin with "note ". */
typedef struct heard {
    char text[8192];
    size_t used;
} heard;

static inline void hear(void *user, const grn_diagnostic *d)
{
    heard *h = user;
    int n = snprintf(h->text + h->used, sizeof h->text - h->used, "%s%s%u:%u: %s", h->used ? "\n" : "",
                     d->severity == GRN_SEVERITY_NOTE ? "note " : "", (unsigned)d->place.line,
                     (unsigned)d->place.column, d->message);
    if (n > 0 && (size_t)n < sizeof h->text - h->used)
        h->used += (size_t)n;
}

/* Text that a sink collects; free `text`. */
typedef struct written {
    char *text;
    size_t n, room;
} written;

static inline grn_status write_here(void *user, const char *text, size_t n)
{
    written *w = user;
    if (w->n + n + 1 > w->room) {
        size_t room = 2 * (w->n + n + 1);
        char *more = realloc(w->text, room);
        if (!more)
            return GRN_E_MEMORY;
        w->text = more;
        w->room = room;
    }
    if (n)
        memcpy(w->text + w->n, text, n);
    w->n += n;
    w->text[w->n] = '\0';
    return GRN_OK;
}

/* A copy without a byte to spare, so that a sanitizer sees any step behind the end. */
static inline grn_status parse_exactly(grn_ir *ir, const char *text, size_t n, const grn_allocator *allocator, heard *h)
{
    const grn_parse_options options = {.allow_unregistered = true};
    const grn_diag diag = {hear, h};
    char *copy = malloc(n ? n : 1);
    assert_non_null(copy);
    if (n)
        memcpy(copy, text, n);
    h->text[0] = '\0';
    h->used = 0;
    grn_status status = grn_ir_init(ir, t_dialects, allocator);
    if (status == GRN_OK)
        status = grn_text_parse(ir, copy, n, &options, &diag);
    free(copy);
    return status;
}

static inline char *print_module(const grn_ir *ir, bool generic)
{
    written w = {NULL, 0, 0};
    const grn_sink sink = {write_here, &w};
    const grn_print_options options = {.generic = generic};
    assert_int_equal(write_here(&w, "", 0), GRN_OK);
    assert_int_equal(grn_text_print(ir, &options, &sink), GRN_OK);
    return w.text;
}

/* Parses, prints in one form; the caller frees. Fails the test with what was said if it does not
 * parse. */
static inline char *reprint(const char *text, bool generic)
{
    grn_ir ir;
    heard h;
    grn_status status = parse_exactly(&ir, text, strlen(text), NULL, &h);
    if (status != GRN_OK)
        fail_msg("%s\ndoes not parse: %s", text, h.text);
    char *out = print_module(&ir, generic);
    grn_ir_destroy(&ir);
    return out;
}

#endif
