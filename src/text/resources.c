/*
 * resources.c - dense_resource<key> and the {-# ... #-} section that holds
 * what the keys stand for.
 *
 * A blob is a string of hex digits: four bytes of alignment, little-endian,
 * and then the elements. The section comes last, so an attribute is made
 * without data and gets it when the whole text is read.
 */
#include "text/internal.h"

#define HEADER_BYTES ((size_t)4)
#define ALIGNED_AT ((size_t)64) /* where the elements start in a blob's memory; the header is right before */

grn_status grn_parse_dense_resource(grn_parser *p, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_OPAQUE};
    grn_place place = grn_peek(p)->place;
    grn_next(p);
    TRY(grn_parse_expect(p, "<", " after 'dense_resource'"));
    grn_str key;
    TRY(grn_at_kind(p, TOKEN_STRING) ? grn_parser_string(p, &key) : grn_parser_keyword(p, &key));
    TRY(grn_parse_expect(p, ">", ""));
    TRY(grn_parse_expect(p, ":", ""));
    grn_place type_place = grn_peek(p)->place;
    TRY(grn_parse_type(p, &a.type));
    if (a.type->kind != GRN_TYPE_TENSOR)
        return grn_parse_fail(p, type_place, "elements literal must be a shaped type");
    a.text = key;
    TRY(grn_attr_made(p, &a, out)); /* as a text first: the elements are not known yet */
    grn_pending_resource *pending = grn_vec_push(&p->pending);
    if (!pending)
        return grn_parse_memory(p);
    grn_attr *mine = (grn_attr *)*out; /* made just now */
    grn_attr_elements *elements = GRN_ARENA_NEW(&p->ir->arena, grn_attr_elements, 1);
    if (!elements)
        return grn_parse_memory(p);
    *elements = (grn_attr_elements){.tensor = {.rank = a.type->rank}, .resource = key};
    for (int32_t d = 0; d < a.type->rank; d++)
        elements->tensor.shape[d] = a.type->shape[d];
    mine->kind = GRN_ATTR_ELEMENTS;
    mine->elements = elements;
    *pending = (grn_pending_resource){mine, place};
    return GRN_OK;
}

/* ---- the section ----------------------------------------------------------------------------- */

/* The bytes of a blob as tensor<Nxui8>, the header among them. */
static grn_status make_bytes(grn_parser *p, grn_str key, char *memory, size_t bytes, const grn_attr **out)
{
    int64_t n = (int64_t)(HEADER_BYTES + bytes);
    grn_attr_elements elements = {.resource = key};
    grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .elements = &elements};
    const grn_type *byte = grn_type_of_dtype(p->ir, GRN_UI8);
    a.type = byte ? grn_type_tensor(p->ir, byte, 1, &n, NULL) : NULL;
    if (!a.type || grn_tensor_init(&elements.tensor, memory + ALIGNED_AT - HEADER_BYTES, GRN_UI8, 1, &n) != GRN_OK)
        return grn_parse_memory(p);
    return grn_attr_made(p, &a, out);
}

static grn_status parse_blob(grn_parser *p, grn_str key, const grn_attr **out)
{
    const grn_token t = *grn_peek(p);
    if (t.kind != TOKEN_STRING)
        return grn_parse_wrong(p, "expected hex string blob for key '%.*s'", (int)key.n, key.text);
    if (t.n < 4 + 2 * HEADER_BYTES || t.n % 2 != 0 || memcmp(t.text + 1, "0x", 2) != 0)
        return grn_parse_fail(p, t.place,
                              "expected hex string blob for key '%.*s' to encode alignment in first 4 bytes",
                              (int)key.n, key.text);
    size_t bytes = (t.n - 4) / 2 - HEADER_BYTES;
    char *memory = grn_arena_alloc_raw(&p->ir->arena, ALIGNED_AT + bytes);
    if (!memory)
        return grn_parse_memory(p);
    const char *digits = t.text + 3;
    if (grn_hex_decode(digits, HEADER_BYTES + bytes, (unsigned char *)memory + ALIGNED_AT - HEADER_BYTES) != t.n - 4)
        return grn_parse_fail(p, t.place, "expected hex string blob for key '%.*s'", (int)key.n, key.text);
    grn_next(p);
    return make_bytes(p, key, memory, bytes, out);
}

static grn_status parse_resource(grn_parser *p)
{
    grn_str key;
    const grn_attr *bytes;
    grn_place place = grn_peek(p)->place;
    TRY(grn_at_kind(p, TOKEN_STRING) ? grn_parser_string(p, &key) : grn_parser_keyword(p, &key));
    TRY(grn_parse_expect(p, ":", ""));
    TRY(parse_blob(p, key, &bytes));
    grn_name *name = grn_names_get(&p->resources, key, 0);
    if (!name)
        return grn_parse_memory(p);
    if (name->item)
        return grn_parse_fail(p, place, "redefinition of resource '%.*s'", (int)key.n, key.text);
    grn_blob *blob = GRN_ARENA_NEW(&p->scratch, grn_blob, 1);
    if (!blob)
        return grn_parse_memory(p);
    blob->bytes = bytes;
    name->item = blob;
    TRY(grn_stack_push(p, name));
    return GRN_OK;
}

/* `{ entry, entry }`, each read by `parse`. */
static grn_status parse_braces(grn_parser *p, grn_status (*parse)(grn_parser *p))
{
    TRY(grn_parse_expect(p, "{", ""));
    if (grn_parser_try(p, "}"))
        return GRN_OK;
    do
        TRY(parse(p));
    while (grn_parser_try(p, ","));
    return grn_parse_expect(p, "}", "");
}

/* Appends `before`, the section, `after` to what is printed back. */
static grn_status keep_section(grn_parser *p, const char *before, grn_str section, const char *after)
{
    const grn_str pieces[] = {
        p->sections.count ? GRN_STR(",\n  ") : GRN_STR(""), {before, strlen(before)}, section, {after, strlen(after)}};
    for (size_t i = 0; i < GRN_COUNT(pieces); i++) {
        char *to = grn_vec_extend(&p->sections, pieces[i].n);
        if (!to)
            return grn_parse_memory(p);
        if (pieces[i].n)
            memcpy(to, pieces[i].text, pieces[i].n);
    }
    return GRN_OK;
}

/* Steps over a value: a bracketed one as a whole. */
static grn_status skip_value(grn_parser *p)
{
    const char *end;
    if (!grn_token_is(grn_peek(p), "{") && !grn_token_is(grn_peek(p), "[")) {
        grn_next(p);
        return GRN_OK;
    }
    return grn_skip_brackets(p, &end);
}

/* `builtin: {key: "0x.."}` holds blobs; the sections of other dialects are kept as text. */
static grn_status parse_dialect(grn_parser *p)
{
    grn_str dialect;
    const char *start = grn_peek(p)->text;
    TRY(grn_parser_keyword(p, &dialect));
    TRY(grn_parse_expect(p, ":", ""));
    if (grn_str_is(dialect, "builtin"))
        return parse_braces(p, parse_resource);
    TRY(skip_value(p));
    return keep_section(p, "dialect_resources: {\n    ", grn_slice(start, p->lex.last_end), "\n  }");
}

static grn_status parse_section(grn_parser *p)
{
    grn_str name;
    const char *start = grn_peek(p)->text;
    TRY(grn_parser_keyword(p, &name));
    TRY(grn_parse_expect(p, ":", ""));
    if (grn_str_is(name, "dialect_resources"))
        return parse_braces(p, parse_dialect);
    TRY(skip_value(p));
    return keep_section(p, "", grn_slice(start, p->lex.last_end), "");
}

static bool make_room(grn_parser *p, size_t count)
{
    grn_ir *ir = p->ir;
    if (ir->nresources + count <= p->resources_room)
        return true;
    size_t room = 2 * (ir->nresources + count);
    grn_named_attr *all = GRN_ARENA_NEW(&ir->arena, grn_named_attr, room);
    if (all && ir->nresources)
        memcpy(all, ir->resources, ir->nresources * sizeof *all);
    if (all)
        ir->resources = all;
    p->resources_room = all ? room : p->resources_room;
    return all != NULL;
}

/* In order of the text, those of an earlier section first. */
static grn_status take_resources(grn_parser *p, size_t mark)
{
    grn_ir *ir = p->ir;
    size_t count = grn_stack_count(p, mark);
    if (!make_room(p, count))
        return grn_parse_memory(p);
    for (size_t i = 0; i < count; i++) {
        const grn_name *name = grn_stack_items(p, mark)[i];
        ir->resources[ir->nresources++] = (grn_named_attr){name->text, ((const grn_blob *)name->item)->bytes};
    }
    grn_stack_drop(p, mark);
    return GRN_OK;
}

grn_status grn_parse_metadata(grn_parser *p)
{
    size_t mark = grn_stack_mark(p);
    grn_next(p);
    if (!grn_token_is(grn_peek(p), "#-}"))
        do
            TRY(parse_section(p));
        while (grn_parser_try(p, ","));
    TRY(grn_parse_expect(p, "#-}", ""));
    return take_resources(p, mark);
}

/* ---- attributes get their data --------------------------------------------------------------- */

/* Elements that fill their bytes share the blob; others, i1 among them, a clean copy, one for each
 * element type. */
static void *elements_of(grn_parser *p, grn_blob *blob, grn_dtype dtype, size_t bytes)
{
    char *data = (char *)blob->bytes->elements->tensor.data + HEADER_BYTES;
    if (grn_dtype_bits(dtype) == 8 * grn_dtype_bytes(dtype) || !bytes)
        return data;
    if (!blob->clean[dtype]) {
        blob->clean[dtype] = grn_arena_copy(&p->ir->arena, data, bytes);
        if (blob->clean[dtype])
            grn_elements_clean(dtype, bytes, blob->clean[dtype]);
    }
    return blob->clean[dtype];
}

static grn_status resolve(grn_parser *p, const grn_pending_resource *pending)
{
    grn_attr a = *pending->attr;
    grn_attr_elements elements = *a.elements;
    grn_str key = elements.resource;
    a.elements = &elements;
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_name *name = grn_names_find(&p->resources, key, 0);
    if (!name)
        return grn_parse_fail(p, pending->place, "dense_resource key '%.*s' has no data in this file", (int)key.n,
                              key.text);
    grn_blob *blob = name->item;
    const grn_type *element = a.type->element;
    if (element->dtype == GRN_NO_DTYPE || element->kind == GRN_TYPE_QUANT || !grn_type_has_static_shape(a.type))
        return grn_parse_fail(p, pending->place, "garner cannot hold elements of '%s'",
                              grn_type_text(a.type, text, sizeof text));
    if (grn_tensor_init(&elements.tensor, NULL, element->dtype, a.type->rank, a.type->shape) != GRN_OK)
        return grn_parse_limit(p, pending->place, "'%s' has more elements than garner can count",
                               grn_type_text(a.type, text, sizeof text));
    size_t bytes = grn_tensor_bytes(&elements.tensor),
           have = (size_t)blob->bytes->elements->tensor.shape[0] - HEADER_BYTES;
    if (bytes != have)
        return grn_parse_fail(p, pending->place, "dense_resource '%.*s' holds %zu bytes, '%s' needs %zu", (int)key.n,
                              key.text, have, grn_type_text(a.type, text, sizeof text), bytes);
    elements.tensor.data = elements_of(p, blob, element->dtype, bytes);
    const grn_attr *made;
    if (!elements.tensor.data)
        return grn_parse_memory(p);
    TRY(grn_attr_made(p, &a, &made));
    *pending->attr = *made;
    return GRN_OK;
}

grn_status grn_resources_resolve(grn_parser *p)
{
    const grn_pending_resource *pending = p->pending.items;
    for (size_t i = 0; i < p->pending.count; i++)
        TRY(resolve(p, &pending[i]));
    if (!p->sections.count)
        return GRN_OK;
    const char *text = grn_arena_text(&p->ir->arena, p->sections.items, p->sections.count);
    if (!text)
        return grn_parse_memory(p);
    p->ir->other_resources = (grn_str){text, p->sections.count};
    return GRN_OK;
}
