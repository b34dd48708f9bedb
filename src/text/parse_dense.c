/*
 * parse_dense.c - dense<...> : tensor<...>, the shape of its body.
 *
 * The type comes last, so the body is passed over twice: here for its
 * brackets, counting, and in parse_elements.c for its numbers, straight into
 * the memory they stay in. Nothing of its size is kept in between.
 */
#include "text/internal.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- first pass ------------------------------------------------------------------------------ */

static bool try_number(grn_parser *p)
{
    grn_parser_try(p, "-");
    if (!grn_at_kind(p, TOKEN_INTEGER) && !grn_at_kind(p, TOKEN_FLOAT))
        return false;
    grn_next(p);
    return true;
}

static grn_status skip_element(grn_parser *p, grn_literal *literal)
{
    literal->numbers += grn_token_is(grn_peek(p), "(") ? 2 : 1;
    if (grn_parser_try(p, "true") || grn_parser_try(p, "false"))
        return GRN_OK;
    if (grn_at_kind(p, TOKEN_STRING)) { /* elements of types that only dialects know */
        grn_next(p);
        return GRN_OK;
    }
    if (grn_parser_try(p, "(")) {
        for (int part = 0; part < 2; part++) {
            if (part)
                TRY(grn_parse_expect(p, ",", " between complex elements"));
            if (!try_number(p))
                return grn_parse_wrong(p, "expected element literal of primitive type");
        }
        return grn_parse_expect(p, ")", " after complex elements");
    }
    return try_number(p) ? GRN_OK : grn_parse_wrong(p, "expected element literal of primitive type");
}

/* The state of the scan of nested lists: list d of the open ones has count[d] entries so far. */
typedef struct list_scan {
    grn_literal *literal;
    int depth;
    bool known[GRN_MAX_RANK]; /* a list of this depth has ended: shape[d] holds for all of them */
    int64_t count[GRN_MAX_RANK];
} list_scan;

static grn_status ragged(grn_parser *p)
{
    return grn_parse_wrong(p, "tensor literal is invalid; ranks are not consistent between elements");
}

/* Elements stand, and empty lists end, at one depth. */
static bool rank_agrees(list_scan *s, int rank)
{
    if (s->literal->rank < 0)
        s->literal->rank = rank;
    return s->literal->rank == rank;
}

static grn_status open_list(grn_parser *p, list_scan *s)
{
    if (s->depth == GRN_MAX_RANK)
        return grn_parse_limit(p, grn_peek(p)->place, "lists nest deeper than garner's limit of %d", GRN_MAX_RANK);
    s->count[s->depth++] = 0;
    grn_next(p);
    return GRN_OK;
}

static grn_status close_list(grn_parser *p, list_scan *s)
{
    int d = s->depth - 1;
    if (s->count[d] == 0 && !rank_agrees(s, s->depth))
        return ragged(p);
    if (s->known[d] && s->literal->shape[d] != s->count[d])
        return ragged(p);
    s->known[d] = true;
    s->literal->shape[d] = s->count[d];
    s->depth = d;
    return grn_parse_expect(p, "]", "");
}

/* Lists that end one after another, up to the comma or the whole's end. */
static grn_status close_lists(grn_parser *p, list_scan *s)
{
    for (;;) {
        TRY(close_list(p, s));
        if (s->depth == 0)
            return GRN_OK;
        s->count[s->depth - 1]++;
        if (grn_parser_try(p, ","))
            return GRN_OK;
    }
}

/* Without recursion: one step per bracket or element. */
static grn_status scan_lists(grn_parser *p, list_scan *s)
{
    do {
        if (grn_token_is(grn_peek(p), "[")) {
            TRY(open_list(p, s));
            if (grn_token_is(grn_peek(p), "]"))
                TRY(close_lists(p, s));
            continue;
        }
        if (!rank_agrees(s, s->depth))
            return ragged(p);
        TRY(skip_element(p, s->literal));
        s->count[s->depth - 1]++;
        if (!grn_parser_try(p, ","))
            TRY(close_lists(p, s));
    } while (s->depth);
    return GRN_OK;
}

static grn_status scan_body(grn_parser *p, grn_literal *literal)
{
    literal->start = p->lex;
    literal->rank = -1;
    literal->numbers = 0;
    if (grn_token_is(grn_peek(p), ">")) {
        literal->form = LITERAL_EMPTY;
        return GRN_OK;
    }
    if (grn_token_is(grn_peek(p), "[")) {
        list_scan scan = {.literal = literal};
        literal->form = LITERAL_LIST;
        return scan_lists(p, &scan);
    }
    literal->form = grn_at_kind(p, TOKEN_STRING) ? LITERAL_STRING : LITERAL_SPLAT;
    return skip_element(p, literal);
}

/* ---- the attribute --------------------------------------------------------------------------- */

/* "[2, 1]" */
static const char *shape_text(int rank, const int64_t *shape, char *buffer, size_t size)
{
    size_t used = 1;
    buffer[0] = '[';
    for (int d = 0; d < rank && used < size - 30; d++) {
        int n = snprintf(buffer + used, size - used, "%s%" PRId64, d ? ", " : "", shape[d]);
        used += n > 0 ? (size_t)n : 0;
    }
    snprintf(buffer + used, size - used, "]");
    return buffer;
}

static grn_status check_shape(grn_parser *p, grn_place place, const grn_literal *literal, const grn_type *type)
{
    char have[512], want[512];
    bool same = literal->rank == type->rank;
    for (int d = 0; same && d < type->rank; d++)
        same = literal->shape[d] == type->shape[d];
    return same ? GRN_OK
                : grn_parse_fail(p, place, "inferred shape of elements literal (%s) does not match type (%s)",
                                 shape_text(literal->rank, literal->shape, have, sizeof have),
                                 shape_text(type->rank, type->shape, want, sizeof want));
}

/* Two numbers for each complex element, or two alone. */
static grn_status check_complex(grn_parser *p, grn_place place, const grn_literal *literal, const grn_type *type)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const bool is_one = literal->form == LITERAL_SPLAT;
    size_t expected = 2;
    if (type->element->kind != GRN_TYPE_COMPLEX || (!is_one && literal->form != LITERAL_LIST))
        return GRN_OK;
    for (int32_t d = 0; !is_one && d < type->rank; d++)
        expected *= (size_t)type->shape[d]; /* the literal has as many: they were counted */
    return literal->numbers == expected
               ? GRN_OK
               : grn_parse_fail(p, place, "parsed %zu elements, but type ('%s') expected %zu elements",
                                literal->numbers, grn_type_text(is_one ? type->element : type, text, sizeof text),
                                expected);
}

/* Vectors whose extents are not fixed, and elements of types without arithmetic here (i3, f80,
 * !dialect.type): kept as written. */
static bool is_kept_verbatim(const grn_type *t)
{
    if (grn_type_is_vector(t))
        return !t->stands_for;
    return t->element->dtype == GRN_NO_DTYPE || t->element->kind == GRN_TYPE_QUANT;
}

static grn_status make_verbatim(grn_parser *p, const char *start, const grn_type *type, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_OPAQUE, .type = type};
    a.text.n = (size_t)(p->lex.last_end - start);
    a.text.text = grn_arena_text(&p->ir->arena, start, a.text.n);
    return a.text.text ? grn_attr_made(p, &a, out) : grn_parse_memory(p);
}

static grn_status make_elements(grn_parser *p, const grn_literal *literal, const grn_type *type, const grn_attr **out)
{
    grn_attr_elements elements = {.resource = GRN_STR("")};
    const grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = type, .elements = &elements};
    const grn_lexer behind = p->lex;
    p->lex = literal->start;
    TRY(grn_elements_read(p, literal, grn_type_is_vector(type) ? type->stands_for : type, &elements.tensor,
                          &elements.splat));
    p->lex = behind;
    return grn_attr_made(p, &a, out);
}

static grn_status parse_elements_type(grn_parser *p, const grn_type **type)
{
    TRY(grn_parse_expect(p, ":", ""));
    grn_place place = grn_peek(p)->place;
    TRY(grn_parse_type(p, type));
    const grn_type *t = *type;
    if (grn_type_is_vector(t))
        return GRN_OK;
    if (t->kind != GRN_TYPE_TENSOR && t->kind != GRN_TYPE_UNRANKED_TENSOR)
        return grn_parse_fail(p, place, "elements literal must be a shaped type");
    if (!grn_type_has_static_shape(t))
        return grn_parse_fail(p, place, "elements literal type must have static shape");
    return GRN_OK;
}

grn_status grn_parse_dense_of(grn_parser *p, const grn_type *type, const grn_attr **out)
{
    const grn_token start = *grn_peek(p);
    grn_literal literal;
    grn_next(p);
    TRY(grn_parse_expect(p, "<", " after 'dense'"));
    TRY(scan_body(p, &literal));
    TRY(grn_parse_expect(p, ">", ""));
    if (!type)
        TRY(parse_elements_type(p, &type));
    if (is_kept_verbatim(type))
        return make_verbatim(p, start.text, type, out);
    if (literal.form == LITERAL_LIST)
        TRY(check_shape(p, start.place, &literal, grn_type_is_vector(type) ? type->stands_for : type));
    TRY(check_complex(p, start.place, &literal, grn_type_is_vector(type) ? type->stands_for : type));
    return make_elements(p, &literal, type, out);
}

grn_status grn_parse_dense(grn_parser *p, const grn_attr **out) { return grn_parse_dense_of(p, NULL, out); }
