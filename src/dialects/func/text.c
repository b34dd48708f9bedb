/* text.c - how func.func is written (MLIR, function interface's common syntax). */
#include "dialects/func/func.h"

/* ---- parsing --------------------------------------------------------------------------------- */

/* Types of arguments or of results with a dictionary each, while being read. */
typedef struct signature {
    grn_vec types; /* const grn_type * */
    grn_vec dicts; /* const grn_attr *, NULL where there is none */
    bool any_dict;
} signature;

typedef struct header {
    signature inputs, results;
    grn_vec args; /* grn_region_arg, one per named argument */
} header;

static void header_init(header *h, const grn_allocator *a)
{
    *h = (header){.inputs.any_dict = false};
    grn_vec_init(&h->inputs.types, a, sizeof(const grn_type *));
    grn_vec_init(&h->inputs.dicts, a, sizeof(const grn_attr *));
    grn_vec_init(&h->results.types, a, sizeof(const grn_type *));
    grn_vec_init(&h->results.dicts, a, sizeof(const grn_attr *));
    grn_vec_init(&h->args, a, sizeof(grn_region_arg));
}

static void header_destroy(header *h)
{
    grn_vec_destroy(&h->inputs.types);
    grn_vec_destroy(&h->inputs.dicts);
    grn_vec_destroy(&h->results.types);
    grn_vec_destroy(&h->results.dicts);
    grn_vec_destroy(&h->args);
}

/* A type already read, and the dictionary that may follow. */
static grn_status add_type(grn_parser *p, signature *s, const grn_type *type)
{
    const grn_attr *dict = NULL;
    if (grn_parser_at(p, "{")) {
        grn_status status = grn_parser_attr(p, &dict);
        if (status != GRN_OK)
            return status;
        s->any_dict = s->any_dict || dict->dict.count > 0;
    }
    const grn_type **t = grn_vec_push(&s->types);
    const grn_attr **d = grn_vec_push(&s->dicts);
    if (!t || !d)
        return GRN_E_MEMORY;
    *t = type;
    *d = dict;
    return GRN_OK;
}

/* `%a: T {attrs} loc(..)`, or `T {attrs} loc(..)` where no argument has a name. */
static grn_status parse_argument(grn_parser *p, header *h)
{
    grn_region_arg arg = {.place = grn_parser_place(p)};
    bool named = grn_parser_at_use(p), first = h->inputs.types.count == 0;
    if (!first && named != (h->args.count > 0))
        return grn_parser_fail(p, arg.place,
                               named ? "expected type instead of SSA identifier" : "expected SSA identifier");
    grn_status status = named ? grn_parser_region_arg(p, &arg) : grn_parser_type(p, &arg.type);
    if (status == GRN_OK)
        status = add_type(p, &h->inputs, arg.type);
    if (status == GRN_OK)
        status = grn_parser_location(p, &arg.location);
    if (status != GRN_OK || !named)
        return status;
    grn_region_arg *kept = grn_vec_push(&h->args);
    if (!kept)
        return GRN_E_MEMORY;
    *kept = arg;
    return GRN_OK;
}

static grn_status parse_result(grn_parser *p, header *h)
{
    const grn_type *type;
    grn_status status = grn_parser_type(p, &type);
    return status == GRN_OK ? add_type(p, &h->results, type) : status;
}

/* `item, item)` behind the opening parenthesis. */
static grn_status parse_list(grn_parser *p, header *h, grn_status (*item)(grn_parser *, header *))
{
    if (grn_parser_try(p, ")"))
        return GRN_OK;
    do {
        grn_status status = item(p, h);
        if (status != GRN_OK)
            return status;
    } while (grn_parser_try(p, ","));
    return grn_parser_expect(p, ")");
}

static grn_status parse_signature(grn_parser *p, header *h)
{
    grn_status status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = parse_list(p, h, parse_argument);
    if (status != GRN_OK || !grn_parser_try(p, "->"))
        return status;
    if (grn_parser_try(p, "("))
        return parse_list(p, h, parse_result);
    const grn_type *type; /* one result without parentheses has no dictionary: a `{` behind it opens the body */
    status = grn_parser_type(p, &type);
    const grn_type **t = status == GRN_OK ? grn_vec_push(&h->results.types) : NULL;
    if (status == GRN_OK && (!t || !grn_vec_push(&h->results.dicts)))
        return GRN_E_MEMORY;
    if (t)
        *t = type;
    return status;
}

static grn_status set(grn_ir *ir, grn_op *op, grn_str name, const grn_attr *value)
{
    return value && grn_op_set_attr(ir, op, name, value) ? GRN_OK : GRN_E_MEMORY;
}

static grn_status set_dictionaries(grn_ir *ir, grn_op *op, grn_str name, const signature *s)
{
    size_t n = s->dicts.count;
    if (!s->any_dict)
        return GRN_OK;
    const grn_attr *empty = grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_DICT});
    const grn_attr **items = grn_arena_copy(&ir->arena, s->dicts.items, n * sizeof *items);
    if (!empty || !items)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < n; i++)
        if (!items[i])
            items[i] = empty;
    grn_attr array = {.kind = GRN_ATTR_ARRAY};
    array.array.count = n;
    array.array.items = items;
    return set(ir, op, name, grn_attr_make(ir, &array));
}

static grn_status set_signature(grn_ir *ir, grn_op *op, const header *h)
{
    const grn_type *type = grn_type_function(ir, h->inputs.types.count, h->inputs.types.items, h->results.types.count,
                                             h->results.types.items);
    grn_status status = type ? set(ir, op, GRN_STR("function_type"), grn_attr_type(ir, type)) : GRN_E_MEMORY;
    if (status == GRN_OK)
        status = set_dictionaries(ir, op, GRN_STR("arg_attrs"), &h->inputs);
    return status == GRN_OK ? set_dictionaries(ir, op, GRN_STR("res_attrs"), &h->results) : status;
}

static grn_status parse_name(grn_parser *p, grn_op *op)
{
    static const char *const words[] = {"public", "private", "nested"};
    grn_ir *ir = grn_parser_ir(p);
    grn_str name;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(words); i++)
        if (grn_parser_try(p, words[i])) {
            status = set(ir, op, GRN_STR("sym_visibility"), grn_attr_string(ir, (grn_str){words[i], strlen(words[i])}));
            break;
        }
    if (status == GRN_OK)
        status = grn_parser_symbol(p, &name);
    return status == GRN_OK ? set(ir, op, GRN_STR("sym_name"), grn_attr_string(ir, name)) : status;
}

/* A declaration keeps its one region, empty. */
static grn_status add_empty_region(grn_ir *ir, grn_op *op)
{
    if (op->nregions)
        return GRN_OK;
    op->regions = GRN_ARENA_NEW(&ir->arena, grn_region, 1);
    if (!op->regions)
        return GRN_E_MEMORY;
    op->regions[0].parent = op;
    op->nregions = 1;
    return GRN_OK;
}

static grn_status parse_body(grn_parser *p, grn_op *op, const header *h)
{
    grn_place place = grn_parser_place(p);
    if (!grn_parser_at(p, "{"))
        return add_empty_region(grn_parser_ir(p), op);
    if (h->args.count != h->inputs.types.count)
        return grn_parser_fail(p, place, "expected SSA identifier for each argument of a function with a body");
    grn_status status = grn_parser_region(p, op, h->args.count, h->args.items);
    if (status == GRN_OK && !op->regions[0].first)
        return grn_parser_fail(p, place, "expected non-empty function body");
    return status;
}

static grn_status parse_all(grn_parser *p, grn_op *op, header *h)
{
    grn_status status = parse_name(p, op);
    if (status == GRN_OK)
        status = parse_signature(p, h);
    if (status == GRN_OK)
        status = set_signature(grn_parser_ir(p), op, h);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, true);
    if (status == GRN_OK)
        status = parse_body(p, op, h);
    return status == GRN_OK ? grn_parser_results(p, op, 0, NULL) : status;
}

grn_status grn_func_parse(grn_parser *p, grn_op *op)
{
    header h;
    header_init(&h, grn_parser_ir(p)->allocator);
    grn_status status = parse_all(p, op, &h);
    header_destroy(&h);
    return status;
}

/* ---- printing -------------------------------------------------------------------------------- */

/* The dictionary of argument or result `i`; NULL when it has none or an empty one. */
static const grn_attr *dictionary(const grn_op *op, const char *attr, size_t i)
{
    const grn_attr *a = grn_op_attr(op, attr);
    const grn_attr *d = a && a->kind == GRN_ATTR_ARRAY && i < a->array.count ? a->array.items[i] : NULL;
    return d && d->kind == GRN_ATTR_DICT && d->dict.count ? d : NULL;
}

static void print_type(grn_printer *p, const grn_type *t, const grn_attr *dict)
{
    grn_printer_type(p, t);
    if (dict) {
        grn_printer_text(p, " ");
        grn_printer_attr(p, dict);
    }
}

static void print_arguments(grn_printer *p, const grn_op *op, const grn_type *type, const grn_block *entry)
{
    grn_printer_text(p, "(");
    for (size_t i = 0; i < type->inputs; i++) {
        grn_printer_text(p, i ? ", " : "");
        if (entry && i < entry->nargs) {
            grn_printer_value(p, &entry->args[i]);
            grn_printer_text(p, ": ");
        }
        print_type(p, type->members[i], dictionary(op, "arg_attrs", i));
        if (entry && i < entry->nargs)
            grn_printer_location(p, entry->args[i].location);
    }
    grn_printer_text(p, ")");
}

static void print_results(grn_printer *p, const grn_op *op, const grn_type *type)
{
    size_t n = type->count - type->inputs;
    const grn_type *const *results = type->members + type->inputs;
    if (n == 0)
        return;
    bool bare = n == 1 && results[0]->kind != GRN_TYPE_FUNCTION && !dictionary(op, "res_attrs", 0);
    grn_printer_text(p, bare ? " -> " : " -> (");
    for (size_t i = 0; i < n; i++) {
        grn_printer_text(p, i ? ", " : "");
        print_type(p, results[i], dictionary(op, "res_attrs", i));
    }
    grn_printer_text(p, bare ? "" : ")");
}

/* Any other string, which only the generic form can express, stays among the attributes. */
static bool is_visibility(const grn_attr *a) { return a && a->kind == GRN_ATTR_STRING && grn_is_visibility(a->text); }

static void print_name(grn_printer *p, const grn_op *op)
{
    const grn_attr *visibility = grn_op_attr(op, "sym_visibility"), *name = grn_op_attr(op, "sym_name");
    grn_printer_text(p, " ");
    if (is_visibility(visibility)) {
        grn_printer_str(p, visibility->text);
        grn_printer_text(p, " ");
    }
    if (name && name->kind == GRN_ATTR_STRING)
        grn_printer_symbol(p, name->text);
}

grn_status grn_func_print(grn_printer *p, const grn_op *op)
{
    bool visible = is_visibility(grn_op_attr(op, "sym_visibility"));
    const char *const skip[] = {
        "sym_name", "function_type", "arg_attrs", "res_attrs", visible ? "sym_visibility" : NULL, NULL};
    const grn_attr *attr = grn_op_attr(op, "function_type");
    const grn_type *type = attr && attr->kind == GRN_ATTR_TYPE ? attr->type_value : NULL;
    const grn_block *entry = op->nregions ? op->regions[0].first : NULL;
    print_name(p, op);
    if (type && type->kind == GRN_TYPE_FUNCTION) {
        print_arguments(p, op, type, entry);
        print_results(p, op, type);
    }
    grn_printer_attr_dict(p, op, skip, " attributes ");
    if (entry) {
        grn_printer_text(p, " ");
        grn_printer_region(p, &op->regions[0], false);
    }
    return GRN_OK;
}
