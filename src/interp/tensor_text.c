/* tensor_text.c - "2x3xi32=[[1, 2, 3], [4, 5, 6]]": a tensor as a person types it. */
#include "interp/interp.h"

/* Whether one of the extents that a type's text starts with, "2x0xi32", is 0. */
static bool has_empty_extent(const char *type, size_t n)
{
    for (size_t from = 0, at = 0; at < n; at++) {
        bool digit = type[at] >= '0' && type[at] <= '9';
        if (digit)
            continue;
        if (type[at] != 'x' || at == from)
            return false;
        if (at == from + 1 && type[from] == '0')
            return true;
        from = at + 1;
    }
    return false;
}

/* "[]", with spaces or without. */
static bool is_empty_list(const char *value, size_t n)
{
    size_t brackets = 0;
    for (size_t i = 0; i < n; i++) {
        if (value[i] == ' ' || value[i] == '\t')
            continue;
        if (brackets == 2 || value[i] != "[]"[brackets])
            return false;
        brackets++;
    }
    return brackets == 2;
}

/* "tensor<2x3xi32>" and "dense<...> : tensor<2x3xi32>", read by the parser that reads modules. */
static grn_status spell(const char *text, size_t n, const grn_allocator *allocator, const grn_diag *diag, grn_vec *out)
{
    const char *equals = n ? memchr(text, '=', n) : NULL;
    if (!equals || equals == text)
        return grn_fail(diag, grn_no_place, GRN_E_PARSE, "a tensor is written as type=value, such as 2xi32=[1, 2]");
    size_t type_bytes = (size_t)(equals - text), value_bytes = n - type_bytes - 1;
    if (has_empty_extent(text, type_bytes) && is_empty_list(equals + 1, value_bytes))
        value_bytes = 0; /* dense<>, whatever the other extents */
    const struct { const char *text; size_t n; } parts[] = {
        {"dense<", 6}, {equals + 1, value_bytes}, {"> : tensor<", 11}, {text, type_bytes}, {">", 1}};
    grn_vec_init(out, allocator, 1);
    for (size_t i = 0; i < GRN_COUNT(parts); i++) {
        char *at = grn_vec_extend(out, parts[i].n);
        if (!at && parts[i].n)
            return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused for a tensor's text");
        if (parts[i].n)
            memcpy(at, parts[i].text, parts[i].n);
    }
    return GRN_OK;
}

static grn_status copy_out(const grn_attr *attr, const grn_allocator *allocator, const grn_diag *diag, grn_tensor *out)
{
    if (attr->kind != GRN_ATTR_ELEMENTS || !attr->elements->tensor.dtype)
        return grn_fail(diag, grn_no_place, GRN_E_PARSE, "the text is no tensor of an element type that can be held");
    const grn_tensor *in = &attr->elements->tensor;
    grn_status status = grn_tensor_init(out, NULL, in->dtype, in->rank, in->shape);
    if (status != GRN_OK)
        return grn_fail(diag, grn_no_place, status, "the tensor has too many elements to count");
    out->data = grn_allocate(allocator, grn_tensor_bytes(out));
    if (!out->data)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused for a tensor of %zu bytes",
                        grn_tensor_bytes(out));
    grn_tensor_copy(out, in);
    return GRN_OK;
}

GRN_API grn_status grn_tensor_parse(const char *text, size_t size_bytes, const grn_allocator *allocator,
                                    const grn_diag *diag, grn_tensor *out)
{
    grn_ir ir;
    grn_vec spelled = {0};
    const grn_attr *attr = NULL;
    if (!out)
        return grn_fail_null("out", diag);
    *out = (grn_tensor){0};
    if (!text && size_bytes)
        return grn_fail_null("text", diag);
    if (grn_check_allocator(allocator, diag) != GRN_OK)
        return GRN_E_ARGUMENT;
    grn_status status = grn_ir_init(&ir, grn_dialects, allocator);
    if (status == GRN_OK)
        status = spell(text, size_bytes, grn_allocator_or_default(allocator), diag, &spelled);
    if (status == GRN_OK)
        status = grn_text_parse_attr(&ir, spelled.items, spelled.count, &(grn_parse_options){.integers_as_floats = true}, diag,
                                     &attr);
    if (status == GRN_OK)
        status = copy_out(attr, allocator, diag, out);
    if (spelled.allocator)
        grn_vec_destroy(&spelled);
    grn_ir_destroy(&ir);
    return status;
}

GRN_API void grn_tensor_free(grn_tensor *tensor, const grn_allocator *allocator)
{
    if (!tensor)
        return;
    if (tensor->data)
        grn_release(allocator, tensor->data, grn_tensor_bytes(tensor));
    *tensor = (grn_tensor){0};
}
