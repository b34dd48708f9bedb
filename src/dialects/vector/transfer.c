/* transfer.c - vector.transfer_read and transfer_write: a slice of a tensor or memref and a vector
 * (MLIR vector dialect). */
#include <stdio.h>

#include "dialects/vector/vector.h"

/* ---- the map that is not written ------------------------------------------------------------- */

/* How many extents `vector<4x[2]xf32>` has. */
static int32_t vector_rank(const grn_type *t)
{
    int32_t rank = 0;
    const char *at = t->kind == GRN_TYPE_OPAQUE ? memchr(t->opaque.text, '<', t->opaque.n) : NULL;
    const char *end = t->kind == GRN_TYPE_OPAQUE ? t->opaque.text + t->opaque.n : NULL;
    for (at = at ? at + 1 : end; at < end && strchr("0123456789[]x", *at); at++)
        rank += *at == 'x';
    return rank;
}

/* (d0, d1, d2) -> (d1, d2): the last dimensions, as many as the vector has. */
static grn_status set_minor_map(grn_parser *p, grn_op *op, const grn_type *shaped, int32_t results)
{
    grn_affine_map map = {.ndims = shaped->rank, .nresults = results};
    if (grn_op_attr(op, "permutation_map"))
        return GRN_OK;
    if (results > shaped->rank)
        return grn_parser_fail(p, op->place,
                               "expected a custom permutation_map when rank(source) != rank(destination)");
    for (int32_t d = 0; d < results; d++)
        map.result[d] = shaped->rank - results + d;
    return grn_parse_set(p, op, GRN_STR("permutation_map"), grn_attr_affine_map(grn_parser_ir(p), &map));
}

/* Nothing is known to be within the bounds. */
static grn_status set_in_bounds(grn_parser *p, grn_op *op, int32_t results)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_attr *no = grn_attr_bool(ir, false), *items[GRN_MAX_RANK];
    if (grn_op_attr(op, "in_bounds"))
        return GRN_OK;
    for (int32_t d = 0; d < results && d < GRN_MAX_RANK; d++)
        items[d] = no;
    return grn_parse_set(p, op, GRN_STR("in_bounds"), no ? grn_attr_array(ir, (size_t)results, items) : NULL);
}

static bool is_shaped(const grn_type *t) { return grn_type_is_tensor(t) || grn_type_is_memref(t); }

/* i1 in the vector's shape; that of a map that permutes is left to the op's generic form. */
static grn_status mask_type(grn_parser *p, const grn_type *vector, const grn_type **out)
{
    grn_ir *ir = grn_parser_ir(p);
    char text[GRN_TYPE_TEXT_BYTES];
    const char *at = vector->opaque.text, *end = at + vector->opaque.n, *start = at;
    for (at = memchr(at, '<', vector->opaque.n); at && at < end && (*at == '<' || strchr("0123456789[]x", *at)); at++)
        if (*at == 'x' || *at == '<')
            start = at + 1;
    int n = snprintf(text, sizeof text, "%.*si1>", (int)(start - vector->opaque.text), vector->opaque.text);
    const char *kept = n > 0 && (size_t)n < sizeof text ? grn_arena_text(&ir->arena, text, (size_t)n) : NULL;
    *out = kept ? grn_type_opaque(ir, (grn_str){kept, (size_t)n}) : NULL;
    return *out ? GRN_OK : grn_parser_fail(p, grn_parser_place(p), "expects a vector type");
}

/* ---- text ------------------------------------------------------------------------------------ */

typedef struct transfer {
    grn_uses uses;
    size_t indices;
    bool reads, masked;
    const grn_type *shaped, *vector;
    grn_place place; /* of the types */
} transfer;

static grn_status read_indices(grn_parser *p, transfer *t)
{
    size_t before = t->uses.use.count;
    grn_status status = grn_parser_expect(p, "[");
    if (status == GRN_OK)
        status = grn_parser_uses(p, &t->uses.use);
    t->indices = t->uses.use.count - before;
    return status == GRN_OK ? grn_parser_expect(p, "]") : status;
}

/* `%source[%i], %padding, %mask` or `%vector, %dest[%i], %mask` */
static grn_status read_operands(grn_parser *p, transfer *t)
{
    grn_status status = grn_uses_read(p, &t->uses);
    if (status == GRN_OK && !t->reads)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK && !t->reads)
        status = grn_uses_read(p, &t->uses);
    if (status == GRN_OK)
        status = read_indices(p, t);
    if (status == GRN_OK && t->reads)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK && t->reads)
        status = grn_uses_read(p, &t->uses);
    if (status != GRN_OK || !grn_parser_try(p, ","))
        return status;
    t->masked = true;
    return grn_uses_read(p, &t->uses);
}

static grn_status read_types(grn_parser *p, transfer *t)
{
    const grn_type *first, *second;
    grn_status status = grn_parser_expect(p, ":");
    t->place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_type(p, &first);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = grn_parser_type(p, &second);
    if (status != GRN_OK)
        return status;
    t->shaped = t->reads ? first : second;
    t->vector = t->reads ? second : first;
    if (!is_shaped(t->shaped))
        return grn_parser_fail(p, t->place, "requires memref or ranked tensor type");
    return t->vector->kind == GRN_TYPE_OPAQUE ? GRN_OK : grn_parser_fail(p, t->place, "requires vector type");
}

static grn_status type_operands(grn_parser *p, transfer *t)
{
    const grn_type *mask = NULL, *index = grn_type_of_dtype(grn_parser_ir(p), GRN_INDEX);
    grn_status status = index ? GRN_OK : GRN_E_MEMORY;
    if (status == GRN_OK && t->masked)
        status = mask_type(p, t->vector, &mask);
    if (status == GRN_OK && !t->reads)
        status = grn_uses_type(&t->uses, t->vector);
    if (status == GRN_OK)
        status = grn_uses_type(&t->uses, t->shaped);
    for (size_t i = 0; status == GRN_OK && i < t->indices; i++)
        status = grn_uses_type(&t->uses, index);
    if (status == GRN_OK && t->reads)
        status = grn_uses_type(&t->uses, t->shaped->element);
    return status == GRN_OK && t->masked ? grn_uses_type(&t->uses, mask) : status;
}

static grn_status set_attrs(grn_parser *p, grn_op *op, const transfer *t)
{
    int32_t rank = vector_rank(t->vector);
    size_t reads[] = {1, t->indices, 1, t->masked}, writes[] = {1, 1, t->indices, t->masked};
    grn_status status = set_minor_map(p, op, t->shaped, rank);
    if (status == GRN_OK)
        status = set_in_bounds(p, op, rank);
    return status == GRN_OK ? grn_set_segments(p, op, 4, t->reads ? reads : writes) : status;
}

static grn_status parse(grn_parser *p, grn_op *op, transfer *t)
{
    grn_status status = read_operands(p, t);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = read_types(p, t);
    if (status == GRN_OK)
        status = type_operands(p, t);
    if (status == GRN_OK)
        status = set_attrs(p, op, t);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &t->uses);
    const grn_type *result = t->reads ? t->vector : t->shaped;
    bool none = !t->reads && status == GRN_OK && grn_type_is_memref(t->shaped);
    return status == GRN_OK ? grn_parser_results(p, op, !none, &result) : status;
}

static grn_status parse_transfer(grn_parser *p, grn_op *op, bool reads)
{
    transfer t = {.reads = reads};
    grn_uses_init(p, &t.uses);
    grn_status status = parse(p, op, &t);
    grn_uses_end(&t.uses);
    return status;
}

static grn_status read_parse(grn_parser *p, grn_op *op) { return parse_transfer(p, op, true); }
static grn_status write_parse(grn_parser *p, grn_op *op) { return parse_transfer(p, op, false); }

/* ---- rows ------------------------------------------------------------------------------------ */

#define ATTRS \
    GRN_ATTRS(GRN_NEEDS("permutation_map", grn_attr_is_any), GRN_MAY_HAVE("in_bounds", grn_attr_is_array), GRN_SEGMENTS)

const grn_op_def grn_vector_transfer_ops[] = {
    GRN_VECTOR("transfer_read", "reads a vector of any shape, with padding",
               GRN_PORTS(GRN_ONE_OF("source"), GRN_ANY_OF("indices"), GRN_ONE_OF("padding"), GRN_MAYBE_OF("mask")),
               GRN_PORTS(GRN_ONE_OF("vector")), ATTRS, .parse = read_parse),
    GRN_VECTOR("transfer_write", "writes a vector of any shape, within bounds",
               GRN_PORTS(GRN_ONE_OF("vector"), GRN_ONE_OF("source"), GRN_ANY_OF("indices"), GRN_MAYBE_OF("mask")),
               GRN_PORTS(GRN_MAYBE_OF("result")), ATTRS, .parse = write_parse),
    {.name = NULL},
};
