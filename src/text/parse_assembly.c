/* parse_assembly.c - an op read by its row's `assembly`. */
#include "text/internal.h"

/* An operand of a port. */
typedef struct port_use {
    size_t port;
    grn_use use;
} port_use;

typedef struct reading {
    grn_parser *p;
    grn_op *op;
    const grn_op_def *row;
    grn_vec uses;  /* port_use, in order of the text */
    grn_vec types; /* const grn_type *, those of a port one after the other */
    struct {
        size_t first, count; /* of its types */
    } written[GRN_MAX_PORTS];
    bool signed_; /* `inputs` and `outputs` have been read: the types of all */
    size_t ninputs, noutputs;
    const grn_type *const *inputs, *const *outputs;
} reading;

static size_t find_port(const reading *r, grn_str name) { return grn_find_port(r->row, name); }

/* ---- operands -------------------------------------------------------------------------------- */

static grn_status read_use(reading *r, size_t port)
{
    port_use *use = grn_vec_push(&r->uses);
    if (!use)
        return grn_parse_memory(r->p);
    use->port = port;
    return grn_parser_use(r->p, &use->use);
}

static grn_status read_port(reading *r, grn_str name)
{
    size_t port = find_port(r, name);
    grn_how_many how_many = grn_port_at(r->row, port)->how_many;
    if (how_many != GRN_ONE && !grn_parser_at_use(r->p))
        return GRN_OK;
    TRY(read_use(r, port));
    while (how_many == GRN_VARIADIC && grn_parser_try(r->p, ","))
        TRY(read_use(r, port));
    return GRN_OK;
}

/* [0, %n]: also `%n : index`, as some lists have it. */
static grn_status read_mixed_entry(reading *r, size_t port, int64_t *entry)
{
    if (!grn_parser_at_use(r->p))
        return grn_parse_signed(r->p, entry);
    *entry = GRN_DYNAMIC;
    return read_use(r, port);
}

static grn_status push_number(grn_vec *numbers, reading *r, size_t port)
{
    int64_t *entry = grn_vec_push(numbers);
    return entry ? read_mixed_entry(r, port, entry) : grn_parse_memory(r->p);
}

static grn_status read_entries(reading *r, const grn_format_part *part, grn_vec *numbers)
{
    size_t port = find_port(r, part->text);
    TRY(grn_parser_expect_in_index_list(r->p, "["));
    if (grn_parser_try(r->p, "]"))
        return GRN_OK;
    do
        TRY(push_number(numbers, r, port));
    while (grn_parser_try(r->p, ","));
    return grn_parser_expect_in_index_list(r->p, "]");
}

static grn_status read_mixed(reading *r, const grn_format_part *part)
{
    grn_vec numbers;
    grn_vec_init(&numbers, r->p->allocator, sizeof(int64_t));
    grn_status status = grn_parser_end_index_list(r->p, r->op, read_entries(r, part, &numbers));
    if (status == GRN_OK) {
        const grn_attr *list = grn_attr_dense_i64(r->p->ir, numbers.count, numbers.items);
        status = list ? grn_set_attr(r->p, r->op, part->other, list) : grn_parse_memory(r->p);
    }
    grn_vec_destroy(&numbers);
    return status;
}

/* ---- types ----------------------------------------------------------------------------------- */

static bool is_tensor(const grn_type *t) { return grn_type_is_tensor(t) || t->kind == GRN_TYPE_UNRANKED_TENSOR; }
static bool is_complex(const grn_type *t) { return t->kind == GRN_TYPE_COMPLEX; }

/* Upstream's parser knows the class of a port whose type is a tensor's, a memref's or a complex
 * number's, and refuses a type of another class, whose name it says where it is one class. */
static grn_status check_class(reading *r, const grn_port *port, const grn_type *t, grn_place place)
{
    static const struct {
        const char *begins;
        bool (*matches)(const grn_type *t);
        const char *name; /* said by upstream; NULL: nothing */
    } classes[] = {{"ranked tensor of any non-token ", grn_type_is_tensor, "tensor"},
                   {"ranked tensor of ", is_tensor, NULL},
                   {"tensor of ", is_tensor, NULL},
                   {"memref of ", grn_type_is_memref, NULL},
                   {"complex type with ", is_complex, "complex"}};
    const char *text = port->type ? port->type->text : "";
    for (size_t i = 0; i < GRN_COUNT(classes); i++) {
        if (strncmp(text, classes[i].begins, strlen(classes[i].begins)) != 0)
            continue;
        if (classes[i].matches(t))
            break;
        char found[GRN_TYPE_TEXT_BYTES];
        return classes[i].name
                   ? grn_parser_fail(r->p, place, "invalid kind of type specified: expected builtin.%s, but found '%s'",
                                     classes[i].name, grn_type_text(t, found, sizeof found))
                   : grn_parser_fail(r->p, place, "invalid kind of type specified");
    }
    return GRN_OK;
}

static grn_status read_type(reading *r, size_t port)
{
    const grn_type **slot = grn_vec_push(&r->types);
    if (!slot)
        return grn_parse_memory(r->p);
    if (r->written[port].count++ == 0)
        r->written[port].first = r->types.count - 1;
    const grn_place place = grn_peek(r->p)->place;
    TRY(grn_parse_type(r->p, slot));
    return check_class(r, grn_port_at(r->row, port), *slot, place);
}

static size_t count_uses(const reading *r, size_t port)
{
    const port_use *use = r->uses.items;
    size_t n = 0;
    for (size_t i = 0; i < r->uses.count; i++)
        n += use[i].port == port;
    return n;
}

/* As many types as operands; for results, as many as are written, perhaps in parentheses. */
static grn_status read_types(reading *r, grn_str name)
{
    size_t port = find_port(r, name), operands = grn_count_ports(r->row->operands);
    bool many = grn_port_at(r->row, port)->how_many != GRN_ONE;
    if (port < operands && many && count_uses(r, port) == 0)
        return GRN_OK;
    if (port >= operands && many && !grn_at_type(r->p))
        return GRN_OK;
    bool list = port >= operands && many && grn_parser_try(r->p, "(");
    if (list && grn_parser_try(r->p, ")"))
        return GRN_OK;
    TRY(read_type(r, port));
    while (grn_port_at(r->row, port)->how_many == GRN_VARIADIC && grn_parser_try(r->p, ","))
        TRY(read_type(r, port));
    return list ? grn_parse_expect(r->p, ")", "") : GRN_OK;
}

/* Takes what has been pushed since `mark` as the types of all operands and, from `inputs` on, of
 * all results. */
static grn_status keep_signature(reading *r, size_t mark, size_t inputs)
{
    grn_parser *p = r->p;
    size_t n = grn_stack_count(p, mark);
    const grn_type *const *copy = grn_arena_copy(&p->scratch, grn_stack_items(p, mark), n * sizeof *copy);
    grn_stack_drop(p, mark);
    if (!copy)
        return grn_parse_memory(p);
    r->signed_ = true;
    r->inputs = copy;
    r->outputs = copy + inputs;
    r->ninputs = inputs;
    r->noutputs = n - inputs;
    return GRN_OK;
}

static grn_status read_function(reading *r)
{
    size_t mark = grn_stack_mark(r->p);
    TRY(grn_parse_type_list(r->p));
    size_t inputs = grn_stack_count(r->p, mark);
    TRY(grn_parse_expect(r->p, "->", " in function type"));
    TRY(grn_parse_result_types(r->p));
    return keep_signature(r, mark, inputs);
}

static grn_status push_types(grn_parser *p)
{
    do {
        const grn_type *type;
        TRY(grn_parse_plain_type(p, &type));
        TRY(grn_stack_push(p, type));
    } while (grn_parser_try(p, ","));
    return GRN_OK;
}

static grn_status push_times(grn_parser *p, const grn_type *type, size_t times)
{
    for (size_t i = 0; i < times; i++)
        TRY(grn_stack_push(p, type));
    return GRN_OK;
}

/* One type alone is every operand's and every named result's; several are the operands' of an op
 * without results. */
static grn_status types_alone(reading *r, size_t mark)
{
    grn_parser *p = r->p;
    size_t uses = r->uses.count, n = grn_stack_count(p, mark);
    if (n != 1)
        return keep_signature(r, mark, n);
    const grn_type *type = grn_stack_items(p, mark)[0];
    grn_stack_drop(p, mark);
    TRY(push_times(p, type, uses + p->results_named));
    return keep_signature(r, mark, uses);
}

/* `T, T -> T`, `T to T`: one type before the arrow may be every operand's. */
static grn_status types_and_results(reading *r, size_t mark)
{
    grn_parser *p = r->p;
    size_t inputs = grn_stack_count(p, mark);
    if (inputs == 1 && r->uses.count > 1) {
        TRY(push_times(p, grn_stack_items(p, mark)[0], r->uses.count - 1));
        inputs = r->uses.count;
    }
    if (grn_token_is(grn_peek(p), "("))
        TRY(grn_parse_type_list(p));
    else
        TRY(push_types(p));
    return keep_signature(r, mark, inputs);
}

/* `T from U`: the result first. */
static grn_status types_from(reading *r, size_t mark)
{
    const grn_type *result = grn_stack_items(r->p, mark)[0];
    grn_stack_drop(r->p, mark);
    TRY(push_types(r->p));
    size_t inputs = grn_stack_count(r->p, mark);
    TRY(grn_stack_push(r->p, result));
    return keep_signature(r, mark, inputs);
}

static grn_status read_any(reading *r)
{
    grn_parser *p = r->p;
    size_t mark = grn_stack_mark(p);
    if (grn_token_is(grn_peek(p), "("))
        return read_function(r);
    if (!grn_token_is(grn_peek(p), "->"))
        TRY(push_types(p));
    if (grn_parser_try(p, "->") || grn_parser_try(p, "to") || grn_parser_try(p, "into"))
        return types_and_results(r, mark);
    if (grn_stack_count(p, mark) == 1 && grn_parser_try(p, "from"))
        return types_from(r, mark);
    return types_alone(r, mark);
}

/* ---- attributes, regions --------------------------------------------------------------------- */

/* `@name`, kept as a string. */
static grn_status read_own_name(reading *r)
{
    grn_str name;
    TRY(grn_parser_symbol(r->p, &name));
    const grn_attr *value = grn_attr_string(r->p->ir, name);
    return value ? grn_set_attr(r->p, r->op, GRN_STR("sym_name"), value) : grn_parse_memory(r->p);
}

static grn_status read_attr(reading *r, const grn_format_part *part)
{
    const grn_attr *value;
    if (part->other.n)
        return grn_parse_stripped(r->p, r->op, part->other, part->text);
    if (grn_str_is(part->text, "sym_name"))
        return read_own_name(r);
    const grn_attr_def *def = grn_find_attr_def(r->row, part->text);
    if (def && def->type == &grn_attr_is_unit) { /* the group consists of this literal */
        value = grn_attr_unit(r->p->ir);
        return value ? grn_set_attr(r->p, r->op, part->text, value) : grn_parse_memory(r->p);
    }
    TRY(grn_read_attr_value(r->p, def, true, &value));
    return grn_set_attr(r->p, r->op, part->text, value);
}

static grn_status add_regions(reading *r, size_t count)
{
    while (r->op->nregions < count)
        if (!grn_op_add_region(r->p, r->op))
            return grn_parse_memory(r->p);
    return GRN_OK;
}

static grn_status read_region(reading *r, const grn_format_part *part)
{
    char end[64];
    TRY(add_regions(r, part->number));
    if (!part->text.n)
        return grn_parse_region(r->p, r->op, 0, NULL);
    if (part->text.n >= sizeof end)
        return grn_parse_memory(r->p);
    memcpy(end, part->text.text, part->text.n);
    end[part->text.n] = '\0';
    return grn_parser_body(r->p, r->op, end, 0, NULL);
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* Whether an attribute can start here, by the kinds that its definition allows. */
static bool at_attr(const reading *r, const grn_format_part *part)
{
    const grn_attr_def *def = grn_find_attr_def(r->row, part->text);
    const grn_token *t = grn_peek(r->p);
    if (part->other.n)
        return grn_token_is(t, "<");
    if (def && def->type == &grn_attr_is_symbol)
        return t->kind == TOKEN_SYMBOL;
    if (def && def->type == &grn_attr_is_string)
        return t->kind == TOKEN_STRING;
    if (def && def->type == &grn_attr_is_i64)
        return t->kind == TOKEN_INTEGER;
    if (grn_str_is(part->text, "sym_name"))
        return t->kind == TOKEN_SYMBOL;
    return t->kind == TOKEN_HASH || grn_token_is(t, "[");
}

/* Whether the group is present: its first literals are here, or else the first token of its first
 * part (a use, an attribute, a region or a list) is. */
static bool group_present(const reading *r, const char *at)
{
    grn_lexer ahead = r->p->lex;
    bool literals = false;
    for (grn_format_part part = grn_assembly_part(&at);; part = grn_assembly_part(&at)) {
        if (part.kind != PART_LITERAL)
            return literals || (part.kind == PART_PORT && grn_parser_at_use(r->p)) ||
                   (part.kind == PART_ATTR && at_attr(r, &part)) ||
                   (part.kind == PART_REGION && grn_parser_at(r->p, "{")) ||
                   (part.kind == PART_MIXED && grn_parser_at(r->p, "["));
        if (!grn_at_literal(&ahead, part.text))
            return false;
        grn_lexer_next(&ahead);
        literals = true;
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static grn_status read_part(reading *r, const grn_format_part *part, const char **at)
{
    switch (part->kind) {
    case PART_LITERAL: return grn_read_literal(r->p, part->text);
    case PART_PORT: return read_port(r, part->text);
    case PART_TYPES: return read_types(r, part->text);
    case PART_FUNCTION: return read_function(r);
    case PART_ANY:
    case PART_LIST: return read_any(r);
    case PART_ATTR: return read_attr(r, part);
    case PART_MIXED: return read_mixed(r, part);
    case PART_DICT: return grn_parser_attr_dict(r->p, r->op, false);
    case PART_KEYED_DICT: return grn_parser_attr_dict(r->p, r->op, true);
    case PART_REGION: return read_region(r, part);
    case PART_GROUP:
        if (!group_present(r, *at))
            grn_assembly_skip(at);
        return GRN_OK;
    case PART_GLUE:
    case PART_GROUP_END:
    case PART_RULE:
    case PART_END: break;
    }
    return GRN_OK;
}

/* ---- operands and results from what was read ------------------------------------------------- */

static const grn_type *written_type(const reading *r, size_t port, size_t nth)
{
    const grn_type *const *types = r->types.items;
    return nth < r->written[port].count ? types[r->written[port].first + nth] : NULL;
}

typedef struct derivation {
    const reading *r;
    size_t depth;
} derivation;

/* Written, or by the port's rule. NULL: neither. */
static const grn_type *type_of_port(void *user, grn_str name)
{
    derivation *d = user;
    size_t port = grn_find_port(d->r->row, name);
    if (port == GRN_MAX_PORTS)
        return NULL;
    const grn_type *type = written_type(d->r, port, 0);
    grn_str rule = grn_port_rule(d->r->row->assembly, grn_port_at(d->r->row, port));
    if (type || !rule.n || d->depth == GRN_MAX_PORTS)
        return type;
    d->depth++;
    type = grn_assembly_type(d->r->p->ir, rule, type_of_port, d);
    d->depth--;
    return type;
}

/* The type of the nth value of a port. */
static grn_status type_of(const reading *r, size_t port, size_t nth, const grn_type **type)
{
    const grn_port *named = grn_port_at(r->row, port);
    derivation d = {r, 0};
    *type = written_type(r, port, nth);
    if (!*type && grn_port_rule(r->row->assembly, named).n)
        *type = type_of_port(&d, (grn_str){named->name, strlen(named->name)});
    if (*type)
        return GRN_OK;
    return r->p->ir->arena.refused ? grn_parse_memory(r->p)
                                   : grn_parser_fail(r->p, r->op->place, "gives no type of '%s'", named->name);
}

/* Of a port under the rule `elements(name)`: as many operands as `name` has elements, where its shape
 * is static. */
static grn_status elements_match(const reading *r, size_t port, size_t count)
{
    static const char function[] = "elements(";
    const size_t n = sizeof function - 1;
    const grn_str rule = grn_port_rule(r->row->assembly, grn_port_at(r->row, port));
    derivation d = {r, 0};
    int64_t elements;
    if (rule.n <= n || memcmp(rule.text, function, n) != 0)
        return GRN_OK;
    const grn_type *type = type_of_port(&d, (grn_str){rule.text + n, rule.n - n - 1});
    if (!type || !grn_type_is_tensor(type) || !grn_type_has_static_shape(type) ||
        !grn_shape_elements(type->rank, type->shape, &elements) || (size_t)elements == count)
        return GRN_OK;
    const port_use *use = r->uses.items;
    for (size_t i = 0; i < r->uses.count; i++)
        if (use[i].port == port)
            return grn_parser_uneven(r->p, use[i].use.place, count, (size_t)elements);
    return grn_parser_uneven(r->p, r->op->place, count, (size_t)elements);
}

/* The operands of one port onto `uses`, their types onto the stack. */
static grn_status order_port(reading *r, size_t port, grn_vec *uses, size_t *count)
{
    const port_use *use = r->uses.items;
    for (size_t i = 0; i < r->uses.count; i++) {
        if (use[i].port != port)
            continue;
        const grn_type *type;
        if (r->signed_)
            type = r->inputs[uses->count];
        else
            TRY(type_of(r, port, *count, &type));
        grn_use *slot = grn_vec_push(uses);
        if (!slot)
            return grn_parse_memory(r->p);
        *slot = use[i].use;
        ++*count;
        TRY(grn_stack_push(r->p, type));
    }
    if (r->written[port].count > *count)
        return grn_parser_fail(r->p, r->op->place, "has more types than operands '%s'", r->row->operands[port].name);
    return elements_match(r, port, *count);
}

/* In the order of the row; *sizes: how many of each port. */
static grn_status add_operands_from(reading *r, grn_vec *uses, int32_t *sizes)
{
    size_t ports = grn_count_ports(r->row->operands), mark = grn_stack_mark(r->p);
    if (r->signed_ && r->ninputs != r->uses.count)
        return grn_parser_uneven(r->p, r->op->place, r->uses.count, r->ninputs);
    for (size_t port = 0; port < ports; port++) {
        size_t count = 0;
        TRY(order_port(r, port, uses, &count));
        sizes[port] = (int32_t)count;
    }
    const grn_type *const *types = (const grn_type *const *)(const void *)grn_stack_items(r->p, mark);
    TRY(grn_parser_operands(r->p, r->op, uses->count, uses->items, types));
    grn_stack_drop(r->p, mark);
    return GRN_OK;
}

static grn_status add_operands(reading *r, int32_t *sizes)
{
    grn_vec uses;
    grn_vec_init(&uses, r->p->allocator, sizeof(grn_use));
    grn_status status = add_operands_from(r, &uses, sizes);
    grn_vec_destroy(&uses);
    return status;
}

/* A port of results whose types are not written has one result where its rule gives a type. */
static grn_status push_results(reading *r)
{
    size_t first = grn_count_ports(r->row->operands), n = grn_count_ports(r->row->results);
    for (size_t port = first; port < first + n; port++) {
        size_t nth = 0;
        const grn_type *type;
        for (; (type = written_type(r, port, nth)) != NULL; nth++)
            TRY(grn_stack_push(r->p, type));
        if (nth || grn_port_at(r->row, port)->how_many != GRN_ONE)
            continue;
        TRY(type_of(r, port, 0, &type));
        TRY(grn_stack_push(r->p, type));
    }
    return GRN_OK;
}

static grn_status add_results(reading *r)
{
    grn_parser *p = r->p;
    size_t mark = grn_stack_mark(p);
    if (r->signed_)
        return grn_parser_results(p, r->op, r->noutputs, r->outputs);
    TRY(push_results(r));
    const grn_type *const *types = (const grn_type *const *)(const void *)grn_stack_items(p, mark);
    TRY(grn_parser_results(p, r->op, grn_stack_count(p, mark), types));
    grn_stack_drop(p, mark);
    return GRN_OK;
}

static grn_status set_segments(reading *r, const int32_t *sizes)
{
    static const char name[] = "operandSegmentSizes";
    const grn_str key = {name, sizeof name - 1};
    if (!grn_find_attr_def(r->row, key))
        return GRN_OK;
    size_t count = grn_count_ports(r->row->operands);
    const grn_attr list = {.kind = GRN_ATTR_DENSE_ARRAY,
                           .type = grn_type_integer(r->p->ir, 32, GRN_SIGNLESS),
                           .dense_array = {count, grn_arena_copy(&r->p->ir->arena, sizes, count * sizeof *sizes)}};
    const grn_attr *value;
    if (!list.type || !list.dense_array.data)
        return grn_parse_memory(r->p);
    TRY(grn_attr_made(r->p, &list, &value));
    return grn_set_attr(r->p, r->op, key, value);
}

static grn_status read_all(reading *r)
{
    const char *at = r->row->assembly;
    int32_t sizes[GRN_MAX_PORTS];
    for (grn_format_part part = grn_assembly_part(&at); part.kind != PART_END; part = grn_assembly_part(&at))
        TRY(read_part(r, &part, &at));
    TRY(add_operands(r, sizes));
    TRY(set_segments(r, sizes));
    if (r->row->nregions > 0)
        TRY(add_regions(r, (size_t)r->row->nregions));
    return add_results(r);
}

grn_status grn_parser_by_assembly(grn_parser *p, grn_op *op, const grn_op_def *row)
{
    reading r = {.p = p, .op = op, .row = row};
    grn_vec_init(&r.uses, p->allocator, sizeof(port_use));
    grn_vec_init(&r.types, p->allocator, sizeof(const grn_type *));
    grn_status status = read_all(&r);
    grn_vec_destroy(&r.uses);
    grn_vec_destroy(&r.types);
    return status;
}
