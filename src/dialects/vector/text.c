/* text.c - vector ops whose result's type is worked out from their operands' as they are read. */
#include <stdio.h>

#include "dialects/vector/vector.h"

/* The parts of `vector<4x2xf32>`: before the first extent, the extent, and what follows its `x`. */
typedef struct vector_text {
    grn_str extent, rest;
} vector_text;

static bool read_vector(const grn_type *t, vector_text *out)
{
    static const char open[] = "vector<";
    const size_t n = sizeof open - 1;
    if (t->kind != GRN_TYPE_OPAQUE || t->opaque.n <= n || memcmp(t->opaque.text, open, n) != 0)
        return false;
    const char *at = t->opaque.text + n, *end = t->opaque.text + t->opaque.n, *x = at;
    while (x < end && strchr("0123456789[]", *x))
        x++;
    if (x == at || x == end || *x != 'x')
        return false;
    *out = (vector_text){{at, (size_t)(x - at)}, {x + 1, (size_t)(end - x - 1)}};
    return true;
}

/* vector<EXTENTxREST, as a type. */
static grn_status make_vector(grn_parser *p, grn_str extent, grn_str rest, const grn_type **out)
{
    grn_ir *ir = grn_parser_ir(p);
    size_t n = sizeof "vector<x" - 1 + extent.n + rest.n;
    char *text = grn_arena_alloc(&ir->arena, n + 1);
    if (!text)
        return GRN_E_MEMORY;
    snprintf(text, n + 1, "vector<%.*sx%.*s", (int)extent.n, extent.text, (int)rest.n, rest.text);
    *out = grn_type_opaque(ir, (grn_str){text, n});
    return *out ? GRN_OK : GRN_E_MEMORY;
}

static grn_status read_types(grn_parser *p, grn_uses *uses, size_t count)
{
    grn_status status = grn_parser_expect(p, ":");
    for (size_t i = 0; status == GRN_OK && i < count; i++) {
        const grn_type *type;
        if (i)
            status = grn_parser_expect(p, ",");
        if (status == GRN_OK)
            status = grn_parser_type(p, &type);
        if (status == GRN_OK)
            status = grn_uses_type(uses, type);
    }
    return status;
}

static const grn_type *type_at(const grn_uses *uses, size_t i)
{
    return ((const grn_type *const *)uses->type.items)[i];
}

/* ---- shuffle: as many elements as the mask has, each with the extents behind the first ------- */

static grn_status parse_shuffle(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_attr *mask = NULL;
    const grn_type *result;
    vector_text first;
    char count[24];
    grn_status status = grn_parser_uses(p, &uses->use);
    if (status == GRN_OK && uses->use.count != 2)
        return grn_parser_fail(p, op->place, "%zu operands present, but expected 2", uses->use.count);
    if (status == GRN_OK)
        status = grn_parser_attr(p, &mask);
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("mask"), mask);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = read_types(p, uses, 2);
    if (status != GRN_OK)
        return status;
    if (mask->kind != GRN_ATTR_ARRAY || !read_vector(type_at(uses, 0), &first))
        return grn_parser_fail(p, op->place, "expects a list of numbers and vectors of rank 1 or more");
    snprintf(count, sizeof count, "%zu", mask->array.count);
    status = make_vector(p, (grn_str){count, strlen(count)}, first.rest, &result);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, result) : status;
}

grn_status grn_vector_shuffle_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, parse_shuffle); }

/* ---- outerproduct: the rows of the one, the columns of the other ----------------------------- */

static grn_status outer_type(grn_parser *p, const grn_type *lhs, const grn_type *rhs, const grn_type **out)
{
    vector_text rows, columns;
    *out = lhs;
    if (!read_vector(rhs, &columns)) /* a scalar */
        return GRN_OK;
    if (!read_vector(lhs, &rows))
        return grn_parser_fail(p, grn_parser_place(p), "expected vector type for operand #1");
    return make_vector(p, rows.extent, (grn_str){columns.extent.text, columns.extent.n + 1 + columns.rest.n}, out);
}

static grn_status parse_outerproduct(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_type *result;
    grn_status status = grn_parser_uses(p, &uses->use);
    if (status == GRN_OK && (uses->use.count < 2 || uses->use.count > 3))
        return grn_parser_fail(p, op->place, "expected at least 2 operands");
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = read_types(p, uses, 2);
    if (status == GRN_OK)
        status = outer_type(p, type_at(uses, 0), type_at(uses, 1), &result);
    if (status == GRN_OK && uses->use.count == 3)
        status = grn_uses_type(uses, result);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, result) : status;
}

grn_status grn_vector_outerproduct_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, parse_outerproduct); }

/* ---- mask: its region yields what the one op in it gives ------------------------------------- */

static grn_status add_yield(grn_parser *p, const grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_str name = GRN_STR("vector.yield");
    grn_block *block = op->regions[0].first;
    grn_op *last = block ? block->last : NULL;
    if (!last || grn_str_is(last->name, "vector.yield"))
        return GRN_OK;
    grn_op *yield = grn_op_new(ir, grn_ir_find_op(ir, name), name, op->place, last->nresults, 0, 0);
    if (!yield)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < last->nresults; i++)
        grn_op_set_operand(yield, i, &last->results[i]);
    grn_block_append(block, yield);
    return GRN_OK;
}

/* `: T -> R`, where a value that is passed through is an R. */
static grn_status parse_mask_types(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_vec results;
    grn_vec_init(&results, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_status status = read_types(p, uses, 1);
    if (status == GRN_OK && grn_parser_try(p, "->"))
        do {
            const grn_type **slot = grn_vec_push(&results);
            status = slot ? grn_parser_type(p, slot) : GRN_E_MEMORY;
        } while (status == GRN_OK && grn_parser_try(p, ","));
    if (status == GRN_OK && uses->use.count == 2 && results.count == 0)
        status = grn_parser_fail(p, op->place, "expects a result if passthru operand is provided");
    else if (status == GRN_OK && uses->use.count == 2)
        status = grn_uses_type(uses, *(const grn_type *const *)results.items);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, uses);
    if (status == GRN_OK)
        status = grn_parser_results(p, op, results.count, results.items);
    grn_vec_destroy(&results);
    return status;
}

static grn_status parse_mask(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_status status = grn_parser_uses(p, &uses->use);
    if (status == GRN_OK && (uses->use.count < 1 || uses->use.count > 2))
        return grn_parser_fail(p, op->place, "%zu operands present, but expected 1 or 2", uses->use.count);
    if (status == GRN_OK)
        status = grn_parser_region(p, op, 0, NULL);
    if (status == GRN_OK)
        status = add_yield(p, op);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? parse_mask_types(p, op, uses) : status;
}

grn_status grn_vector_mask_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, parse_mask); }

/* ---- contract: its text says "reduction" for #vector.iterator_type<reduction> ---------------- */

static const grn_op_def contract_text = {.name = "vector.contract",
                                         .assembly = "{} %lhs , %rhs , %acc : !lhs , !rhs into !acc ~result=acc",
                                         .operands = GRN_PORTS(GRN_ONE_OF("lhs"), GRN_ONE_OF("rhs"), GRN_ONE_OF("acc")),
                                         .results = GRN_PORTS(GRN_ONE_OF("result"))};

static const grn_attr *iterator_type(grn_ir *ir, const grn_attr *word)
{
    if (word->kind != GRN_ATTR_STRING)
        return word;
    static const char open[] = "#vector.iterator_type<";
    size_t n = sizeof open + word->text.n;
    char *text = grn_arena_alloc(&ir->arena, n + 1);
    if (!text)
        return NULL;
    snprintf(text, n + 1, "%s%.*s>", open, (int)word->text.n, word->text.text);
    return grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_OPAQUE, .text = {text, n}});
}

grn_status grn_vector_contract_parse(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_status status = grn_parser_by_assembly(p, op, &contract_text);
    const grn_attr *words = status == GRN_OK ? grn_op_attr(op, "iterator_types") : NULL;
    if (!words || words->kind != GRN_ATTR_ARRAY)
        return status;
    const grn_attr **types = GRN_ARENA_NEW(&ir->arena, const grn_attr *, words->array.count);
    for (size_t i = 0; types && i < words->array.count; i++)
        if (!(types[i] = iterator_type(ir, words->array.items[i])))
            return GRN_E_MEMORY;
    return grn_parse_set(p, op, GRN_STR("iterator_types"),
                         types ? grn_attr_array(ir, words->array.count, types) : NULL);
}
