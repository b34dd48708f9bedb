/* value.c - affine.apply, min, max, load, store and their like: maps over values of type index. */
#include <stdio.h>

#include "dialects/affine/affine.h"

/* ---- what several share ---------------------------------------------------------------------- */

static grn_status read_operand_list(grn_parser *p, grn_uses *uses, const char *open, const char *close)
{
    grn_status status = grn_parser_expect(p, open);
    if (status == GRN_OK)
        status = grn_parser_uses(p, &uses->use);
    return status == GRN_OK ? grn_parser_expect(p, close) : status;
}

grn_status grn_affine_read_operands(grn_parser *p, grn_uses *uses)
{
    grn_status status = read_operand_list(p, uses, "(", ")");
    if (status == GRN_OK && grn_parser_at(p, "["))
        status = read_operand_list(p, uses, "[", "]");
    return status == GRN_OK ? grn_uses_index(p, uses) : status;
}

grn_status grn_affine_read_map(grn_parser *p, grn_op *op, grn_str name, grn_uses *uses)
{
    const grn_attr *map;
    grn_status status = grn_parser_attr(p, &map);
    if (status == GRN_OK)
        status = grn_parse_set(p, op, name, map);
    return status == GRN_OK ? grn_affine_read_operands(p, uses) : status;
}

grn_status grn_affine_with_uses(grn_parser *p, grn_op *op,
                                grn_status (*parse)(grn_parser *p, grn_op *op, grn_uses *uses))
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse(p, op, &uses);
    grn_uses_end(&uses);
    return status;
}

grn_status grn_affine_set_text(grn_parser *p, grn_op *op, grn_str name, const char *text)
{
    const grn_attr *value;
    const grn_status status = grn_text_parse_attr(grn_parser_ir(p), text, strlen(text), NULL, NULL, &value);
    if (status == GRN_E_PARSE)
        return grn_parser_fail(p, op->place, "expects an affine map, got '%s'", text);
    return status == GRN_OK ? grn_parse_set(p, op, name, value) : status;
}

/* ---- apply, min, max ------------------------------------------------------------------------- */

static grn_status parse_map(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_type *index = grn_type_of_dtype(grn_parser_ir(p), GRN_INDEX);
    grn_status status = grn_affine_read_map(p, op, GRN_STR("map"), uses);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = index ? grn_uses_finish(p, op, uses, index) : GRN_E_MEMORY;
    return status;
}

static grn_status map_parse(grn_parser *p, grn_op *op) { return grn_affine_with_uses(p, op, parse_map); }

/* ---- maps of written subscripts: `[%i + 3, symbol(%n)]` -------------------------------------- */

typedef grn_affine_text subscripts;

void grn_affine_text_init(grn_parser *p, grn_affine_text *s)
{
    s->n = s->nresults = 0;
    s->full = false;
    grn_vec_init(&s->dim, grn_parser_ir(p)->allocator, sizeof(grn_use));
    grn_vec_init(&s->symbol, grn_parser_ir(p)->allocator, sizeof(grn_use));
}

void grn_affine_text_end(grn_affine_text *s)
{
    grn_vec_destroy(&s->dim);
    grn_vec_destroy(&s->symbol);
}

static void append_text(subscripts *s, const char *text, size_t n)
{
    s->full = s->full || n >= GRN_AFFINE_TEXT_BYTES - s->n;
    if (s->full)
        return;
    memcpy(s->text + s->n, text, n);
    s->n += n;
}

static bool find_use(const grn_vec *list, const grn_use *use, size_t *at)
{
    const grn_use *all = list->items;
    for (*at = 0; *at < list->count; ++*at)
        if (grn_str_equal(all[*at].name, use->name) && all[*at].result == use->result)
            return true;
    return false;
}

/* What a value is first used as it stays. */
static grn_status read_value(grn_parser *p, subscripts *s, bool symbol)
{
    grn_use use, *slot;
    char name[24];
    size_t at;
    grn_status status = grn_parser_use(p, &use);
    if (status != GRN_OK)
        return status;
    if (find_use(&s->dim, &use, &at)) {
        symbol = false;
    } else if (find_use(&s->symbol, &use, &at)) {
        symbol = true;
    } else {
        at = (symbol ? &s->symbol : &s->dim)->count;
        if (!(slot = grn_vec_push(symbol ? &s->symbol : &s->dim)))
            return GRN_E_MEMORY;
        *slot = use;
    }
    append_text(s, name, (size_t)snprintf(name, sizeof name, symbol ? "s%zu" : "d%zu", at));
    return GRN_OK;
}

/* One token of an expression; *more false: none. Depth counts parentheses. */
static grn_status read_token(grn_parser *p, subscripts *s, int *depth, bool *more)
{
    static const char *const operators[] = {"+", "-", "*", "floordiv", "ceildiv", "mod", "("};
    *more = true;
    if (grn_parser_at_use(p))
        return read_value(p, s, false);
    if (grn_parser_try(p, "symbol")) {
        grn_status status = grn_parser_expect(p, "(");
        if (status == GRN_OK)
            status = read_value(p, s, true);
        return status == GRN_OK ? grn_parser_expect(p, ")") : status;
    }
    for (size_t i = 0; i < GRN_COUNT(operators); i++)
        if (grn_parser_try(p, operators[i])) {
            *depth += operators[i][0] == '(';
            append_text(s, " ", 1);
            append_text(s, operators[i], strlen(operators[i]));
            append_text(s, " ", 1);
            return GRN_OK;
        }
    if (*depth > 0 && grn_parser_try(p, ")")) {
        --*depth;
        append_text(s, ")", 1);
        return GRN_OK;
    }
    if (grn_parser_at(p, "]") || grn_parser_at(p, ",") || grn_parser_at(p, ")")) {
        *more = false;
        return GRN_OK;
    }
    int64_t number;
    char text[24];
    grn_status status = grn_parser_i64(p, &number);
    if (status == GRN_OK)
        append_text(s, text, (size_t)snprintf(text, sizeof text, "%lld", (long long)number));
    return status;
}

grn_status grn_affine_read_expr(grn_parser *p, grn_affine_text *s)
{
    int depth = 0;
    bool more = true;
    grn_status status = GRN_OK;
    append_text(s, ", ", s->nresults++ ? 2 : 0);
    while (status == GRN_OK && more)
        status = read_token(p, s, &depth, &more);
    return status;
}

static grn_status read_expressions(grn_parser *p, subscripts *s)
{
    grn_status status = grn_parser_expect(p, "[");
    if (status != GRN_OK || grn_parser_try(p, "]"))
        return status;
    do
        status = grn_affine_read_expr(p, s);
    while (status == GRN_OK && grn_parser_try(p, ","));
    return status == GRN_OK ? grn_parser_expect(p, "]") : status;
}

/* affine_map<(d0, d1)[s0] -> (..)> */
static grn_status set_map(grn_parser *p, grn_op *op, grn_str name, const subscripts *s)
{
    char text[2 * GRN_AFFINE_TEXT_BYTES];
    size_t n = (size_t)snprintf(text, sizeof text, "affine_map<(");
    if (s->full || s->dim.count + s->symbol.count > GRN_MAX_RANK)
        return grn_parser_fail(p, op->place, "has subscripts longer than garner reads");
    for (size_t i = 0; i < s->dim.count; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, i ? ", d%zu" : "d%zu", i);
    n += (size_t)snprintf(text + n, sizeof text - n, ")");
    for (size_t i = 0; i < s->symbol.count; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, i ? ", s%zu" : "[s%zu", i);
    snprintf(text + n, sizeof text - n, "%s -> (%.*s)>", s->symbol.count ? "]" : "", (int)s->n, s->text);
    return grn_affine_set_text(p, op, name, text);
}

static grn_status add_uses(grn_uses *uses, const grn_vec *from)
{
    const grn_use *use = from->items;
    for (size_t i = 0; i < from->count; i++) {
        grn_use *slot = grn_vec_push(&uses->use);
        if (!slot)
            return GRN_E_MEMORY;
        *slot = use[i];
    }
    return GRN_OK;
}

grn_status grn_affine_finish_text(grn_parser *p, grn_op *op, grn_str name, const grn_affine_text *s, grn_uses *uses)
{
    grn_status status = set_map(p, op, name, s);
    if (status == GRN_OK)
        status = add_uses(uses, &s->dim);
    return status == GRN_OK ? add_uses(uses, &s->symbol) : status;
}

/* The map into attribute `map`, its operands onto `uses`. */
static grn_status read_subscripts(grn_parser *p, grn_op *op, grn_uses *uses)
{
    subscripts s;
    grn_affine_text_init(p, &s);
    grn_status status = read_expressions(p, &s);
    if (status == GRN_OK)
        status = grn_affine_finish_text(p, op, GRN_STR("map"), &s, uses);
    grn_affine_text_end(&s);
    return status;
}

/* ---- load, store ----------------------------------------------------------------------------- */

static grn_status parse_load(grn_parser *p, grn_op *op, grn_uses *uses, bool vector)
{
    const grn_type *type, *result = NULL;
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = read_subscripts(p, op, uses);
    if (status == GRN_OK)
        status = grn_memref_type_parse(p, op, &type);
    if (status == GRN_OK && vector)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK && vector)
        status = grn_parser_type(p, &result);
    if (status == GRN_OK)
        status = grn_uses_type(uses, type);
    if (status == GRN_OK)
        status = grn_uses_index(p, uses);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, vector ? result : type->element) : status;
}

static grn_status parse_store(grn_parser *p, grn_op *op, grn_uses *uses, bool vector)
{
    const grn_type *type, *stored = NULL;
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = read_subscripts(p, op, uses);
    if (status == GRN_OK)
        status = grn_memref_type_parse(p, op, &type);
    if (status == GRN_OK && vector)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK && vector)
        status = grn_parser_type(p, &stored);
    if (status == GRN_OK)
        status = grn_uses_type(uses, vector ? stored : type->element);
    if (status == GRN_OK)
        status = grn_uses_type(uses, type);
    if (status == GRN_OK)
        status = grn_uses_index(p, uses);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, uses);
    return status == GRN_OK ? grn_parser_results(p, op, 0, NULL) : status;
}

static grn_status load_with(grn_parser *p, grn_op *op, grn_uses *uses) { return parse_load(p, op, uses, false); }
static grn_status vector_load_with(grn_parser *p, grn_op *op, grn_uses *uses) { return parse_load(p, op, uses, true); }
static grn_status store_with(grn_parser *p, grn_op *op, grn_uses *uses) { return parse_store(p, op, uses, false); }
static grn_status vector_store_with(grn_parser *p, grn_op *op, grn_uses *uses)
{
    return parse_store(p, op, uses, true);
}
static grn_status load_parse(grn_parser *p, grn_op *op) { return grn_affine_with_uses(p, op, load_with); }
static grn_status vector_load_parse(grn_parser *p, grn_op *op) { return grn_affine_with_uses(p, op, vector_load_with); }
static grn_status store_parse(grn_parser *p, grn_op *op) { return grn_affine_with_uses(p, op, store_with); }
static grn_status vector_store_parse(grn_parser *p, grn_op *op)
{
    return grn_affine_with_uses(p, op, vector_store_with);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define MAP GRN_ATTRS(GRN_NEEDS("map", grn_attr_is_any))
#define INDICES GRN_PORTS(GRN_ANY_OF("operands"))
#define RESULT GRN_PORTS(GRN_ONE_OF("result"))

const grn_op_def grn_affine_value_ops[] = {
    GRN_AFFINE_RUNS("apply", "an affine function of indices", INDICES, RESULT, MAP, .parse = map_parse,
                    .verify = grn_affine_map_verify, .print = grn_affine_map_print, .eval = grn_affine_apply_eval,
                    .work = GRN_WORK_OWN),
    GRN_AFFINE_RUNS("min", "smallest of several affine functions", INDICES, RESULT, MAP, .parse = map_parse,
                    .verify = grn_affine_map_verify, .print = grn_affine_map_print, .eval = grn_affine_min_eval,
                    .work = GRN_WORK_OWN),
    GRN_AFFINE_RUNS("max", "largest of several affine functions", INDICES, RESULT, MAP, .parse = map_parse,
                    .verify = grn_affine_map_verify, .print = grn_affine_map_print, .eval = grn_affine_max_eval,
                    .work = GRN_WORK_OWN),
    GRN_AFFINE_RUNS("load", "reads an element at affine subscripts",
                    GRN_PORTS(GRN_ONE_OF("memref"), GRN_ANY_OF("indices")), RESULT, MAP, .parse = load_parse,
                    .verify = grn_affine_load_verify, .print = grn_affine_load_print, .eval = grn_affine_load_eval,
                    .work = GRN_WORK_OWN),
    GRN_AFFINE_RUNS("store", "writes an element at affine subscripts",
                    GRN_PORTS(GRN_ONE_OF("value"), GRN_ONE_OF("memref"), GRN_ANY_OF("indices")), GRN_NO_PORTS, MAP,
                    .parse = store_parse, .verify = grn_affine_store_verify, .print = grn_affine_store_print,
                    .eval = grn_affine_store_eval, .work = GRN_WORK_OWN),
    GRN_AFFINE("vector_load", "reads a vector at affine subscripts",
               GRN_PORTS(GRN_ONE_OF("memref"), GRN_ANY_OF("indices")), RESULT, MAP, .parse = vector_load_parse),
    GRN_AFFINE("vector_store", "writes a vector at affine subscripts",
               GRN_PORTS(GRN_ONE_OF("value"), GRN_ONE_OF("memref"), GRN_ANY_OF("indices")), GRN_NO_PORTS, MAP,
               .parse = vector_store_parse),
    {.name = NULL},
};
