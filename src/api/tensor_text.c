/* tensor_text.c - "2x3xi32=[[1, 2, 3], [4, 5, 6]]": a tensor as a person types it. */
#include "interp/interp.h"

/* What stands on both sides of the first '='. */
typedef struct parts {
    const char *type, *value;
    size_t type_bytes, value_bytes;
} parts;

static grn_status split(const char *text, size_t n, const grn_diag *diag, parts *out)
{
    const char *equals = n ? memchr(text, '=', n) : NULL;
    if (!equals || equals == text)
        return grn_fail(diag, grn_no_place, GRN_E_PARSE, "a tensor is written as type=value, such as 2xi32=[1, 2]");
    *out = (parts){text, equals + 1, (size_t)(equals - text), n - (size_t)(equals - text) - 1};
    return GRN_OK;
}

static grn_status append(grn_vec *to, const char *text, size_t n)
{
    char *at = grn_vec_extend(to, n);
    if (n > 0 && at)
        memcpy(at, text, n);
    return at || n == 0 ? GRN_OK : GRN_E_MEMORY;
}

/* "tensor<2x3xi32>" or "dense<...> : tensor<2x3xi32>", for the parser that reads modules. */
static grn_status spell(const parts *p, bool with_value, const grn_diag *diag, grn_vec *out)
{
    grn_status status = GRN_OK;
    out->count = 0;
    if (with_value)
        status = append(out, "dense<", 6);
    if (with_value && status == GRN_OK)
        status = append(out, p->value, p->value_bytes);
    if (with_value && status == GRN_OK)
        status = append(out, "> : ", 4);
    if (status == GRN_OK)
        status = append(out, "tensor<", 7);
    if (status == GRN_OK)
        status = append(out, p->type, p->type_bytes);
    if (status == GRN_OK)
        status = append(out, ">", 1);
    return status == GRN_OK ? GRN_OK : grn_fail(diag, grn_no_place, status, "memory refused for a tensor's text");
}

/* Messages about a text that was spelled out, with their places in what was given. */
typedef struct moved_diag {
    const grn_diag *to;
    const parts *p;
    bool with_value;
} moved_diag;

static void emit_moved(void *user, const grn_diagnostic *d)
{
    const moved_diag *m = user;
    const size_t value = m->with_value ? 6 : 0, behind = value + (m->with_value ? m->p->value_bytes : 0);
    const size_t type = behind + (m->with_value ? 4 + 7 : 7), at = d->place.column ? d->place.column - 1 : 0;
    grn_diagnostic moved = *d;
    if (d->place.line != 1)
        moved.place = grn_no_place;
    else if (m->with_value && at <= behind)
        moved.place.column = (uint32_t)(m->p->type_bytes + 2 + (at > value ? at - value : 0));
    else if (at <= type + m->p->type_bytes)
        moved.place.column = (uint32_t)(at > type ? at - type + 1 : 1);
    else
        moved.place.column = (uint32_t)m->p->type_bytes + 1;
    grn_emit_again(m->to, &moved);
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

/* A literal of MLIR's: blobs in quotes, and elements that only dialects know. */
static grn_status parse_literal(grn_ir *ir, const parts *p, const grn_allocator *allocator, grn_vec *spelled,
                                const grn_diag *diag, grn_tensor *out)
{
    const grn_attr *attr = NULL;
    moved_diag moved = {diag, p, true};
    grn_status status = spell(p, true, diag, spelled);
    if (status == GRN_OK)
        status =
            grn_text_parse_attr(ir, spelled->items, spelled->count, &(grn_parse_options){.integers_as_floats = true},
                                &(grn_diag){emit_moved, &moved}, &attr);
    return status == GRN_OK ? copy_out(attr, allocator, diag, out) : status;
}

static bool is_blob(const parts *p)
{
    size_t at = 0;
    while (at < p->value_bytes && (p->value[at] == ' ' || p->value[at] == '\t'))
        at++;
    return at < p->value_bytes && p->value[at] == '"';
}

static bool is_plain(const grn_type *t)
{
    return t->kind == GRN_TYPE_TENSOR && t->element->dtype != GRN_NO_DTYPE && t->element->kind != GRN_TYPE_QUANT;
}

static grn_status parse_parts(grn_ir *ir, const parts *p, const grn_allocator *allocator, grn_vec *spelled,
                              const grn_diag *diag, grn_tensor *out)
{
    const grn_type *type = NULL;
    moved_diag moved = {diag, p, false};
    grn_status status = spell(p, false, diag, spelled);
    if (status == GRN_OK)
        status = grn_text_parse_type(ir, spelled->items, spelled->count, &(grn_diag){emit_moved, &moved}, &type);
    if (status != GRN_OK)
        return status;
    if (is_blob(p) || !is_plain(type))
        return parse_literal(ir, p, allocator, spelled, diag, out);
    return grn_text_read_values(&(grn_typed_text){p->value, p->value_bytes, p->type_bytes + 1}, type, allocator, diag,
                                out);
}

GRN_API grn_status grn_tensor_parse(const char *text, size_t size_bytes, const grn_allocator *allocator,
                                    const grn_diag *diag, grn_tensor *out)
{
    grn_ir ir;
    grn_vec spelled = {0};
    parts p;
    if (!out)
        return grn_fail_null("out", diag);
    *out = (grn_tensor){0};
    if (!text && size_bytes)
        return grn_fail_null("text", diag);
    if (grn_check_allocator(allocator, diag) != GRN_OK)
        return GRN_E_ARGUMENT;
    grn_status status = split(text, size_bytes, diag, &p);
    if (status != GRN_OK)
        return status;
    grn_vec_init(&spelled, grn_allocator_or_default(allocator), 1);
    status = grn_ir_init(&ir, grn_dialects, allocator);
    if (status == GRN_OK)
        status = parse_parts(&ir, &p, allocator, &spelled, diag, out);
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
