/*
 * reduce_text.c - reduce as text, in its two forms:
 *   (%x init: %c), (%y init: %d) across dimensions = [1] : (T, ..) -> (T, ..)
 *    reducer(%a: T, %b: T) (%e: T, %f: T) { .. }
 *   (%x init: %c) applies stablehlo.add across dimensions = [1] : (T, T) -> T
 */
#include "dialects/stablehlo/reduce.h"

/* The short form is of StableHLO's commutative ops of two operands only, so that the order of
 * operands is not in doubt. */
static bool is_commutative(grn_str name)
{
    static const char *const names[] = {"stablehlo.add", "stablehlo.and",      "stablehlo.maximum", "stablehlo.minimum",
                                        "stablehlo.or",  "stablehlo.multiply", "stablehlo.xor"};
    for (size_t i = 0; i < GRN_COUNT(names); i++)
        if (grn_str_is(name, names[i]))
            return true;
    return false;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* What is read before the types are known. */
typedef struct reduce_text {
    grn_vec inputs, inits; /* of grn_use */
    grn_vec lhs, rhs;      /* of grn_region_arg */
    grn_str applies;       /* the op's name in the short form */
    grn_place applies_place;
    const grn_type *first; /* the type of the first input; the value itself may be defined further on */
} reduce_text;

static grn_status parse_input(grn_parser *p, reduce_text *t)
{
    const char *const words[] = {"init", ":"};
    grn_use *input = grn_vec_push(&t->inputs), *init = grn_vec_push(&t->inits);
    if (!input || !init)
        return GRN_E_MEMORY;
    grn_status status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_parser_use(p, input);
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(words); i++)
        status = grn_parser_expect(p, words[i]);
    if (status == GRN_OK)
        status = grn_parser_use(p, init);
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

static grn_status parse_dimensions(grn_parser *p, grn_op *op)
{
    const char *const words[] = {"across", "dimensions", "="};
    grn_ir *ir = grn_parser_ir(p);
    grn_status status = GRN_OK;
    size_t count;
    int64_t *v;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(words); i++)
        status = grn_parser_expect(p, words[i]);
    if (status == GRN_OK)
        status = grn_parser_dims(p, &count, &v);
    if (status != GRN_OK)
        return status;
    const grn_attr *dims = grn_attr_dense_i64(ir, count, v);
    return dims && grn_op_set_attr(ir, op, GRN_STR("dimensions"), dims) ? GRN_OK : GRN_E_MEMORY;
}

static grn_status not_function(grn_parser *p, grn_place place)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_type *type;
    grn_status status = grn_parser_type(p, &type);
    if (status != GRN_OK)
        return status;
    return grn_parser_fail(p, place, "invalid kind of type specified: expected builtin.function, but found '%s'",
                           grn_type_text(type, text, sizeof text));
}

/* `: (T, T) -> T`: the types of the inputs, then of the init values. */
static grn_status parse_operand_types(grn_parser *p, grn_op *op, reduce_text *t)
{
    const grn_type *type;
    size_t n = t->inputs.count;
    grn_status status = grn_parser_expect(p, ":");
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK && !grn_parser_at(p, "("))
        return not_function(p, place);
    if (status == GRN_OK)
        status = grn_parser_function_type(p, &type);
    if (status != GRN_OK)
        return status;
    if (type->inputs == 0)
        return grn_parser_fail(p, place, "input types missing in reduce-op function type");
    if (type->inputs != 2 * n)
        return grn_parser_uneven(p, place, 2 * n, type->inputs);
    t->first = type->members[0];
    status = grn_parser_operands(p, op, n, t->inputs.items, type->members);
    if (status == GRN_OK)
        status = grn_parser_operands(p, op, n, t->inits.items, type->members + n);
    return status == GRN_OK ? grn_parser_results(p, op, type->count - type->inputs, type->members + type->inputs)
                            : status;
}

/* `(%a: T, %b: T)`: the accumulator and the element of one input. */
static grn_status parse_pair(grn_parser *p, reduce_text *t)
{
    grn_region_arg *lhs = grn_vec_push(&t->lhs), *rhs = grn_vec_push(&t->rhs);
    if (!lhs || !rhs)
        return GRN_E_MEMORY;
    grn_status status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_parser_region_arg(p, lhs);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = grn_parser_region_arg(p, rhs);
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

/* The region takes all accumulators, then all elements. */
static grn_status parse_reducer(grn_parser *p, grn_op *op, reduce_text *t)
{
    grn_status status = grn_parser_expect(p, "reducer");
    while (status == GRN_OK && grn_parser_at(p, "("))
        status = parse_pair(p, t);
    if (status != GRN_OK)
        return status;
    size_t n = t->rhs.count;
    const grn_region_arg *rhs = t->rhs.items;
    for (size_t i = 0; i < n; i++) {
        grn_region_arg *arg = grn_vec_push(&t->lhs);
        if (!arg)
            return GRN_E_MEMORY;
        *arg = rhs[i];
    }
    return grn_parser_region(p, op, t->lhs.count, t->lhs.items);
}

static grn_op *append_op(grn_parser *p, grn_block *block, grn_str name, grn_place place, size_t noperands,
                         size_t nresults)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_op *op = grn_op_new(ir, grn_ir_find_op(ir, name), name, place, noperands, nresults, 0);
    if (op)
        grn_block_append(block, op);
    return op;
}

static void use(grn_op *op, size_t i, grn_value *v)
{
    op->operands[i] = v;
    v->uses++;
}

/* The region the short form stands for: that op of the two arguments, returned. */
static grn_status build_reducer(grn_parser *p, grn_op *op, const reduce_text *t)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_type *element = grn_type_element_or_self(t->first),
                   *scalar = grn_type_tensor(ir, element, 0, NULL, NULL), *const types[] = {scalar, scalar};
    grn_block *block = scalar ? grn_parser_add_block_region(p, op, 2, types) : NULL;
    grn_op *inner = block ? append_op(p, block, t->applies, t->applies_place, 2, 1) : NULL;
    grn_op *end = inner ? append_op(p, block, GRN_STR("stablehlo.return"), t->applies_place, 1, 0) : NULL;
    if (!end)
        return GRN_E_MEMORY;
    inner->results[0].type = scalar;
    use(inner, 0, &block->args[0]);
    use(inner, 1, &block->args[1]);
    use(end, 0, &inner->results[0]);
    return GRN_OK;
}

static grn_status parse_reduce(grn_parser *p, grn_op *op, reduce_text *t)
{
    grn_status status;
    do
        status = parse_input(p, t);
    while (status == GRN_OK && grn_parser_try(p, ","));
    bool is_short = status == GRN_OK && grn_parser_try(p, "applies");
    t->applies_place = grn_parser_place(p);
    if (is_short)
        status = grn_parser_keyword(p, &t->applies);
    const grn_op_def *applied = status == GRN_OK && is_short ? grn_ir_find_op(grn_parser_ir(p), t->applies) : NULL;
    if (applied) /* which another dialect may spell */
        t->applies = (grn_str){applied->name, strlen(applied->name)};
    if (status == GRN_OK && is_short && !is_commutative(t->applies))
        return grn_parser_fail(
            p, t->applies_place,
            "expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero "
            "region, producing single result");
    if (status == GRN_OK)
        status = parse_dimensions(p, op);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = parse_operand_types(p, op, t);
    if (status != GRN_OK)
        return status;
    return is_short ? build_reducer(p, op, t) : parse_reducer(p, op, t);
}

grn_status grn_hlo_reduce_parse(grn_parser *p, grn_op *op)
{
    const grn_allocator *allocator = grn_parser_ir(p)->allocator;
    reduce_text t = {.applies = GRN_STR("")};
    grn_vec_init(&t.inputs, allocator, sizeof(grn_use));
    grn_vec_init(&t.inits, allocator, sizeof(grn_use));
    grn_vec_init(&t.lhs, allocator, sizeof(grn_region_arg));
    grn_vec_init(&t.rhs, allocator, sizeof(grn_region_arg));
    grn_status status = parse_reduce(p, op, &t);
    grn_vec_destroy(&t.inputs);
    grn_vec_destroy(&t.inits);
    grn_vec_destroy(&t.lhs);
    grn_vec_destroy(&t.rhs);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The region is just what build_reducer would make. */
bool grn_hlo_reduce_is_short(const grn_op *op)
{
    const grn_block *b = op->regions[0].first;
    if (op->noperands != 2 || op->nresults != 1 || !b || b->next || b->nargs != 2 || !b->first ||
        b->first->next != b->last)
        return false;
    const grn_op *inner = b->first, *end = b->last;
    const grn_type *type = b->args[0].type, *input = grn_operand_type(op, 0);
    return is_commutative(inner->name) && inner->nattrs == 0 && inner->noperands == 2 && inner->nresults == 1 &&
           inner->operands[0] == &b->args[0] && inner->operands[1] == &b->args[1] && b->args[1].type == type &&
           inner->results[0].type == type && grn_type_is_tensor(type) && type->rank == 0 && !type->encoding &&
           type->element == grn_type_element_or_self(input) && grn_str_is(end->name, "stablehlo.return") &&
           end->noperands == 1 && end->operands[0] == &inner->results[0] && end->nattrs == 0;
}

static void print_reducer(grn_printer *p, const grn_region *region)
{
    const grn_block *b = region->first;
    size_t n = b ? b->nargs / 2 : 0;
    grn_printer_newline(p);
    grn_printer_text(p, " reducer");
    for (size_t i = 0; i < n; i++) {
        grn_printer_text(p, i ? " (" : "(");
        grn_printer_argument(p, &b->args[i]);
        grn_printer_text(p, ", ");
        grn_printer_argument(p, &b->args[n + i]);
        grn_printer_text(p, ")");
    }
    grn_printer_text(p, "  ");
    grn_printer_region(p, region, false);
}

grn_status grn_hlo_reduce_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"dimensions", NULL};
    size_t n = op->noperands / 2, count;
    const int64_t *v;
    bool is_short = grn_hlo_reduce_is_short(op);
    for (size_t i = 0; i < n; i++) {
        grn_printer_text(p, i ? ", (" : "(");
        grn_printer_value(p, op->operands[i]);
        grn_printer_text(p, " init: ");
        grn_printer_value(p, op->operands[n + i]);
        grn_printer_text(p, ")");
    }
    grn_printer_text(p, is_short ? " applies " : "");
    if (is_short)
        grn_printer_str(p, op->regions[0].first->first->name);
    grn_printer_text(p, " across dimensions = ");
    if (grn_op_dims(op, "dimensions", &count, &v))
        grn_printer_dims(p, count, v);
    grn_hlo_print_tail(p, op, skip);
    if (!is_short)
        print_reducer(p, &op->regions[0]);
    return GRN_OK;
}
