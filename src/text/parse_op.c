/* parse_op.c - one operation: its results' names, then the generic form or the row's own syntax. */
#include "text/internal.h"

/* ---- results on the left --------------------------------------------------------------------- */

/* `%a, %b:2 =` */
typedef struct bound_name {
    grn_str text;
    grn_place place;
    uint32_t count;
} bound_name;

static grn_status parse_bound_name(grn_parser *p, grn_vec *names, size_t *total)
{
    const grn_token t = *grn_peek(p);
    int64_t count = 1;
    if (t.kind != TOKEN_VALUE)
        return grn_parse_wrong(p, "expected valid ssa identifier");
    grn_next(p);
    grn_place place = grn_peek(p)->place;
    if (grn_parser_try(p, ":")) {
        place = grn_peek(p)->place;
        if (!grn_at_kind(p, TOKEN_INTEGER))
            return grn_parse_wrong(p, "expected integer number of results");
        TRY(grn_parse_signed(p, &count));
    }
    if (count < 1)
        return grn_parse_fail(p, place, "expected named operation to have at least 1 result");
    if (count > INT32_MAX || *total > INT32_MAX)
        return grn_parse_fail(p, place, "expected a number of results that fits 31 bits");
    bound_name *name = grn_vec_push(names);
    if (!name)
        return grn_parse_memory(p);
    *name = (bound_name){{t.text + 1, t.n - 1}, t.place, (uint32_t)count};
    *total += (size_t)count;
    return GRN_OK;
}

static grn_status parse_bound_names(grn_parser *p, grn_vec *names, size_t *total)
{
    *total = 0;
    if (!grn_at_kind(p, TOKEN_VALUE))
        return GRN_OK;
    do
        TRY(parse_bound_name(p, names, total));
    while (grn_parser_try(p, ","));
    return grn_parse_expect(p, "=", " after SSA name");
}

static grn_status bind_results(grn_parser *p, grn_op *op, const grn_vec *names)
{
    const bound_name *name = names->items;
    size_t at = 0;
    for (size_t i = 0; i < names->count; i++) {
        const char *text = grn_arena_text(&p->ir->arena, name[i].text.text, name[i].text.n);
        if (!text)
            return grn_parse_memory(p);
        for (uint32_t r = 0; r < name[i].count; r++) {
            op->results[at + r].name = (grn_str){text, name[i].text.n};
            op->results[at + r].place = name[i].place;
        }
        TRY(grn_scope_define(p, name[i].text, name[i].place, &op->results[at], name[i].count));
        at += name[i].count;
    }
    return GRN_OK;
}

/* ---- the generic form ------------------------------------------------------------------------ */

static grn_status parse_operand_names(grn_parser *p, grn_vec *uses)
{
    if (!grn_token_is(grn_peek(p), "("))
        return grn_parse_wrong(p, "expected '(' to start operand list");
    grn_next(p);
    TRY(grn_parser_use_list(p, uses));
    return grn_parse_expect(p, ")", " to end operand list");
}

static grn_status push_successor(grn_parser *p)
{
    const grn_token t = *grn_peek(p);
    grn_block *block;
    if (t.kind != TOKEN_BLOCK)
        return grn_parse_wrong(p, "expected block name");
    TRY(grn_block_ref(p, &t, &block));
    TRY(grn_stack_push(p, block));
    grn_next(p);
    return GRN_OK;
}

/* Those pushed since `mark`. */
static grn_status set_successors(grn_parser *p, grn_op *op, size_t mark)
{
    op->nsuccessors = grn_stack_count(p, mark);
    op->successors = grn_arena_copy(&p->ir->arena, grn_stack_items(p, mark), op->nsuccessors * sizeof *op->successors);
    grn_stack_drop(p, mark);
    return op->successors ? GRN_OK : grn_parse_memory(p);
}

/* [^bb1, ^bb2] */
static grn_status parse_successors(grn_parser *p, grn_op *op)
{
    size_t mark = grn_stack_mark(p);
    if (!grn_parser_try(p, "["))
        return GRN_OK;
    do
        TRY(push_successor(p));
    while (grn_parser_try(p, ","));
    TRY(grn_parse_expect(p, "]", ""));
    return set_successors(p, op, mark);
}

grn_status grn_parser_successor(grn_parser *p, grn_op *op)
{
    size_t mark = grn_stack_mark(p);
    for (size_t i = 0; i < op->nsuccessors; i++)
        TRY(grn_stack_push(p, op->successors[i]));
    TRY(push_successor(p));
    return set_successors(p, op, mark);
}

static grn_status parse_regions(grn_parser *p, grn_op *op)
{
    if (!grn_parser_try(p, "("))
        return GRN_OK;
    do
        TRY(grn_parse_region(p, op, 0, NULL));
    while (grn_parser_try(p, ","));
    return grn_parse_expect(p, ")", " to end region list");
}

/* `: (T, T) -> T`, without making a function type of it: an op may have more operands than a type
 * has parts. */
static grn_status parse_signature(grn_parser *p, grn_op *op, const grn_vec *uses)
{
    size_t mark = grn_stack_mark(p);
    if (!grn_token_is(grn_peek(p), ":"))
        return grn_parse_wrong(p, "expected ':' followed by operation type");
    grn_next(p);
    grn_place place = grn_peek(p)->place;
    if (!grn_token_is(grn_peek(p), "(")) {
        const grn_type *other;
        TRY(grn_parse_type(p, &other));
        return grn_parse_fail(p, place, "expected function type");
    }
    TRY(grn_parse_type_list(p));
    size_t inputs = grn_stack_count(p, mark);
    TRY(grn_parse_expect(p, "->", " in function type"));
    TRY(grn_parse_result_types(p));
    if (inputs != uses->count)
        return grn_parse_fail(p, place, "expected %zu operand type%s but had %zu", uses->count,
                              uses->count == 1 ? " " : "s", inputs); /* two spaces, as upstream has it */
    const grn_type *const *all = (const grn_type *const *)(const void *)grn_stack_items(p, mark);
    TRY(grn_parser_operands(p, op, inputs, uses->items, all));
    TRY(grn_parser_results(p, op, grn_stack_count(p, mark) - inputs, all ? all + inputs : NULL));
    grn_stack_drop(p, mark);
    return GRN_OK;
}

static grn_status parse_generic_rest(grn_parser *p, grn_op *op, grn_vec *uses)
{
    TRY(parse_operand_names(p, uses));
    TRY(parse_successors(p, op));
    TRY(grn_parse_properties(p, op));
    if (grn_token_is(grn_peek(p), "{")) /* attributes may stand before the regions, or behind them, or both */
        TRY(grn_parse_attrs_into(p, op));
    TRY(parse_regions(p, op));
    if (grn_token_is(grn_peek(p), "{"))
        TRY(grn_parse_attrs_into(p, op));
    TRY(parse_signature(p, op, uses));
    return grn_check_properties(p, op);
}

grn_str grn_dialect_name(grn_str name)
{
    const char *dot = memchr(name.text, '.', name.n);
    return (grn_str){name.text, dot ? (size_t)(dot - name.text) : 0};
}

/* Behind the message about a name that no row has. */
static grn_status note_near(const grn_parser *p, grn_str name, grn_place place, grn_status status)
{
    const char *near = grn_ir_nearest_op(p->ir, name);
    if (near)
        grn_note(p->diag, place, "did you mean '%s'?", near);
    return status;
}

/* Ops without a row are allowed in generic form under an option. */
static grn_status check_known(grn_parser *p, grn_str name, grn_place place)
{
    grn_str dialect = grn_dialect_name(name);
    if (p->allow_unregistered)
        return GRN_OK;
    grn_status status;
    if (dialect.n && grn_ir_find_dialect(p->ir, dialect))
        status = grn_parse_fail(
            p, place, "unregistered operation '%.*s' found in dialect ('%.*s') that does not allow unknown operations",
            (int)name.n, name.text, (int)dialect.n, dialect.text);
    else
        status = grn_parse_fail(p, place,
                                "operation being parsed with an unregistered dialect. If this is intended, please use "
                                "-allow-unregistered-dialect with the MLIR tool used");
    return note_near(p, name, place, status);
}

static grn_op *start_op(grn_parser *p, const grn_op_def *def, grn_str name, grn_place place, grn_block *into)
{
    grn_op *op = grn_op_new(p->ir, def, name, place, 0, 0, 0);
    if (op)
        grn_block_append(into, op);
    return op;
}

static grn_status parse_generic(grn_parser *p, grn_block *into, grn_op **out)
{
    const grn_token t = *grn_peek(p);
    grn_str name;
    grn_vec uses;
    TRY(grn_string_value(p, &t, &name));
    if (!name.n)
        return grn_parse_fail(p, t.place, "empty operation name is invalid");
    if (memchr(name.text, '\0', name.n))
        return grn_parse_fail(p, t.place, "null character not allowed in operation name");
    const grn_op_def *def = grn_ir_find_op(p->ir, name);
    if (!def)
        TRY(check_known(p, name, t.place));
    grn_op *op = *out = start_op(p, def, name, t.place, into);
    if (!op)
        return grn_parse_memory(p);
    grn_next(p);
    p->op = NULL;
    grn_vec_init(&uses, p->allocator, sizeof(grn_use));
    grn_status status = parse_generic_rest(p, op, &uses);
    grn_vec_destroy(&uses);
    return status;
}

/* ---- the row's syntax ------------------------------------------------------------------------ */

/* dialect.name, for a row of that name. */
static const grn_op_def *find_in(const grn_parser *p, grn_str dialect, grn_str name)
{
    char text[256];
    if (!dialect.n || dialect.n + 1 + name.n > sizeof text)
        return NULL;
    memcpy(text, dialect.text, dialect.n);
    text[dialect.n] = '.';
    memcpy(text + dialect.n + 1, name.text, name.n);
    return grn_ir_find_op(p->ir, (grn_str){text, dialect.n + 1 + name.n});
}

/* For a text whose ops at the top become a function. */
static bool is_at_top(const grn_parser *p) { return p->snippets && !grn_op_parent(p->parent); }

/* `return`, `call`: a name without dialect belongs to an op around it, the innermost first. */
static const grn_op_def *find_row(const grn_parser *p, grn_str name)
{
    const grn_op_def *def = grn_ir_find_op(p->ir, name);
    for (const grn_op *op = p->parent; !def && op && !memchr(name.text, '.', name.n); op = grn_op_parent(op))
        def = find_in(p, grn_dialect_name(op->name), name);
    if (!def && is_at_top(p) && !memchr(name.text, '.', name.n))
        def = find_in(p, grn_snippet_dialect(p->ir), name);
    return def;
}

/* An op in a syntax that is readable only with its dialect's rows. */
#define PRINT_GENERIC ": print it with --mlir-print-op-generic"

/* Prose and pseudo-code begin with a word, too. */
static grn_status unknown_word(grn_parser *p, const grn_token *t)
{
    grn_str name = {t->text, t->n}, around = p->around;
    grn_status status =
        around.n ? grn_parse_fail(p, t->place, "custom op '%.*s' is unknown (tried '%.*s.%.*s' as well)", (int)name.n,
                                  name.text, (int)around.n, around.text, (int)name.n, name.text)
                 : grn_parse_fail(p, t->place, "Dialect `' not found for custom op '%.*s'  (tried '.%.*s' as well)",
                                  (int)name.n, name.text, (int)name.n, name.text);
    if (is_at_top(p) && p->results_named)
        grn_note(p->diag, t->place, "`%%x = ...` stands for a value that is left open: it becomes an argument");
    return status;
}

static grn_status unknown_op(grn_parser *p, const grn_token *t)
{
    grn_str name = {t->text, t->n}, dialect = grn_dialect_name(name);
    grn_status status;
    if (!dialect.n)
        return unknown_word(p, t);
    if (!grn_ir_find_dialect(p->ir, dialect))
        status = grn_parse_fail(p, t->place, "Dialect `%.*s' not found for custom op '%.*s'" PRINT_GENERIC,
                                (int)dialect.n, dialect.text, (int)name.n, name.text);
    else if (grn_uniform_row(p->ir, name))
        status = grn_parse_fail(p, t->place,
                                "custom op '%.*s' is unknown: under --allow-unregistered-dialect it is kept as it is",
                                (int)name.n, name.text);
    else
        status = grn_parse_fail(p, t->place, "custom op '%.*s' is unknown" PRINT_GENERIC, (int)name.n, name.text);
    return note_near(p, name, t->place, status);
}

static grn_status read_by_row(grn_parser *p, grn_op *op, const grn_op_def *row)
{
    return row->parse      ? row->parse(p, op)
           : row->assembly ? grn_parser_by_assembly(p, op, row)
                           : grn_parse_by_format(p, op);
}

/* Functions and modules have names without a dialect inside; other ops in their own syntax have
 * none. */
static grn_status parse_by_row(grn_parser *p, grn_op *op, const grn_op_def *row)
{
    const grn_str around = p->around;
    p->around = row->traits & GRN_TRAIT_ISOLATED ? grn_dialect_name(op->name) : GRN_STR("");
    grn_status status = read_by_row(p, op, row);
    p->around = around;
    return status;
}

/* By the syntax that all ops of its dialect have. */
static grn_status parse_uniform(grn_parser *p, const grn_token *t, grn_block *into, grn_op **out)
{
    const grn_op_def *row = p->allow_unregistered ? grn_uniform_row(p->ir, (grn_str){t->text, t->n}) : NULL;
    if (!row)
        return unknown_op(p, t);
    grn_op *op = *out = start_op(p, NULL, (grn_str){t->text, t->n}, t->place, into);
    if (!op)
        return grn_parse_memory(p);
    grn_next(p);
    p->op = op;
    return grn_parser_by_assembly(p, op, row);
}

static grn_status parse_custom(grn_parser *p, grn_block *into, grn_op **out)
{
    const grn_token t = *grn_peek(p);
    const grn_op_def *def = find_row(p, (grn_str){t.text, t.n});
    if (!def)
        return parse_uniform(p, &t, into, out);
    if (!def->parse && !def->format && !def->assembly)
        return grn_parse_fail(p, t.place, "custom op '%s' has no custom assembly form", def->name);
    grn_op *op = *out = start_op(p, def, GRN_STR(""), t.place, into);
    if (!op)
        return grn_parse_memory(p);
    grn_next(p);
    p->op = op;
    return parse_by_row(p, op, def);
}

/* ---- one op ---------------------------------------------------------------------------------- */

/* A tensor of an unknown shape, or a type of a dialect whose calls take more types than its rows
 * have rules for. */
static bool is_wide(const grn_parser *p, const grn_op *op, const grn_type *t)
{
    const grn_dialect *dialect = grn_dialect_of(p->ir, op->name);
    if (t->kind == GRN_TYPE_UNRANKED_TENSOR)
        return true;
    size_t n = dialect && dialect->wide_types ? strlen(dialect->wide_types) : 0;
    return n && t->kind == GRN_TYPE_OPAQUE && t->opaque.n >= n && memcmp(t->opaque.text, dialect->wide_types, n) == 0;
}

/* A list of one group among single values, or of single values, against the values there are. */
static const grn_port *port_of(const grn_port *ports, size_t i)
{
    const grn_port *port = ports;
    for (; port && port->name && i > 0 && port->how_many == GRN_ONE; i--)
        port++;
    return port && port->name ? port : NULL;
}

static bool is_beyond(const grn_parser *p, const grn_op *op, const grn_port *ports, size_t i, const grn_type *t)
{
    const grn_port *port = port_of(ports, i);
    return port && port->type && is_wide(p, op, t) && !port->type->matches(t);
}

/* Where unregistered ops are allowed, an op that its row is too narrow for is kept without the row,
 * as they are. */
static void forget_row(const grn_parser *p, grn_op *op)
{
    bool beyond = false;
    if (!p->allow_unregistered || !op->def || op->def->no_meaning)
        return;
    for (size_t i = 0; i < op->noperands && !beyond; i++)
        beyond = op->operands[i] && is_beyond(p, op, op->def->operands, i, op->operands[i]->type);
    for (size_t i = 0; i < op->nresults && !beyond; i++)
        beyond = is_beyond(p, op, op->def->results, i, op->results[i].type);
    if (beyond)
        op->def = NULL;
}

/* Dims in their older spelling, dense<[1, 2]> : tensor<2xi64>, become array<i64: 1, 2>: one form to
 * print from. Another shape than a list stays as it is, for the verifier to refuse. */
static grn_status normalise_dims(grn_parser *p, grn_op *op)
{
    for (const grn_attr_def *def = op->def ? op->def->attrs : NULL; def && def->name; def++) {
        const grn_attr *a = def->type == &grn_attr_is_dims ? grn_op_attr(op, def->name) : NULL;
        if (!a || a->kind != GRN_ATTR_ELEMENTS || a->type->rank != 1 || !a->is_dims)
            continue;
        const grn_attr *list = grn_attr_dense_i64(p->ir, a->ndims, a->dims);
        if (!list || !grn_op_set_attr(p->ir, op, (grn_str){def->name, strlen(def->name)}, list))
            return grn_parse_memory(p);
    }
    return GRN_OK;
}

static grn_status parse_after_names(grn_parser *p, grn_block *into, const grn_vec *names)
{
    grn_op *op = NULL;
    if (grn_at_kind(p, TOKEN_STRING))
        TRY(parse_generic(p, into, &op));
    else if (grn_at_kind(p, TOKEN_WORD))
        TRY(parse_custom(p, into, &op));
    else
        return grn_parse_wrong(p, "expected operation name in quotes");
    TRY(normalise_dims(p, op));
    forget_row(p, op);
    TRY(grn_check_results(p, op->nresults));
    TRY(grn_parse_trailing_location(p, &op->location));
    return bind_results(p, op, names);
}

/* The place a message about the results' number goes to. */
static grn_status parse_with_names(grn_parser *p, grn_block *into, grn_vec *names)
{
    size_t total;
    TRY(parse_bound_names(p, names, &total));
    p->results_named = total;
    p->results_place = names->count ? ((const bound_name *)names->items)->place : grn_peek(p)->place;
    return parse_after_names(p, into, names);
}

grn_status grn_parse_op(grn_parser *p, grn_block *into)
{
    grn_vec names;
    grn_vec_init(&names, p->allocator, sizeof(bound_name));
    grn_status status = parse_with_names(p, into, &names);
    grn_vec_destroy(&names);
    return status;
}
