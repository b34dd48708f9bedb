/* write_tensor.c - types and constants as TypeProto and TensorProto. */
#include <stdio.h>
#include <string.h>

#include "garner/onnx_model.h"
#include "onnx/writer.h"

/* ---- types ----------------------------------------------------------------------------------- */

/* "0:batch,1:seq": the name of dimension d; n 0: it has none. */
static grn_str param_of(const grn_attr *params, int32_t d)
{
    if (!params || params->kind != GRN_ATTR_STRING)
        return GRN_STR("");
    for (const char *at = params->text.text, *end = at + params->text.n; at < end;) {
        const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end,
                   *colon = memchr(at, ':', (size_t)(stop - at));
        uint64_t number;
        if (colon && grn_parse_u64(at, (size_t)(colon - at), &number) && number == (uint64_t)d)
            return (grn_str){colon + 1, (size_t)(stop - colon) - 1};
        at = stop + 1;
    }
    return GRN_STR("");
}

static void put_shape(grn_proto_out *o, const grn_type *t, const grn_attr *params, const grn_allocator *allocator)
{
    grn_proto_out shape, dim;
    grn_proto_out_init(&shape, allocator);
    for (int32_t d = 0; d < t->rank; d++) {
        const grn_str name = param_of(params, d);
        grn_proto_out_init(&dim, allocator);
        if (t->shape[d] != GRN_DYNAMIC)
            grn_proto_put_number(&dim, DIM_VALUE, (uint64_t)t->shape[d]);
        else if (name.n)
            grn_proto_put_bytes(&dim, DIM_PARAM, name.text, name.n);
        grn_proto_put_message(&shape, SHAPE_DIM, &dim);
    }
    grn_proto_put_message(o, TENSOR_TYPE_SHAPE, &shape);
}

static uint64_t data_type_of(const grn_type *t)
{
    enum { STRING = 8 };
    const grn_type *e = grn_type_element_or_self(t);
    if (e->kind == GRN_TYPE_OPAQUE && grn_str_is(e->opaque, "!onnx.String"))
        return STRING;
    const bool plain = e->kind == GRN_TYPE_FLOAT || e->kind == GRN_TYPE_COMPLEX ||
                       (e->kind == GRN_TYPE_INTEGER && e->signedness != GRN_SIGNED);
    return plain ? (uint64_t)grn_onnx_data_type(e->dtype) : 0;
}

bool grn_onnx_writes_type(const grn_type *t)
{
    return (grn_type_is_tensor(t) || t->kind == GRN_TYPE_UNRANKED_TENSOR) && !t->encoding && data_type_of(t) != 0;
}

void grn_onnx_put_value_info(grn_proto_out *o, uint32_t field, grn_str name, const grn_type *t, const grn_attr *params,
                             const grn_allocator *allocator)
{
    grn_proto_out info, type, tensor;
    grn_proto_out_init(&info, allocator);
    grn_proto_put_bytes(&info, VALUE_NAME, name.text, name.n);
    if (grn_onnx_writes_type(t)) {
        grn_proto_out_init(&type, allocator);
        grn_proto_out_init(&tensor, allocator);
        grn_proto_put_number(&tensor, TENSOR_TYPE_ELEMENT, data_type_of(t));
        if (grn_type_is_tensor(t))
            put_shape(&tensor, t, params, allocator);
        grn_proto_put_message(&type, TYPE_TENSOR, &tensor);
        grn_proto_put_message(&info, VALUE_TYPE, &type);
    }
    grn_proto_put_message(o, field, &info);
}

/* ---- constants ------------------------------------------------------------------------------- */

/* Two or four elements to a byte. */
static void pack(unsigned bits, size_t n, unsigned char *v)
{
    const size_t each = 8 / bits;
    for (size_t i = 0; i < n; i++) {
        const unsigned char e = (unsigned char)(v[i] & ((1u << bits) - 1));
        v[i / each] = (unsigned char)(i % each ? v[i / each] | e << (i % each * bits) : e);
    }
}

/* The message of a tensor. False: memory was refused. */
static bool put_fields(grn_proto_out *out, grn_str name, const grn_tensor *t, grn_arena *arena)
{
    const unsigned bits = grn_onnx_packed_bits(t->dtype);
    const size_t n = (size_t)grn_tensor_elements(t);
    size_t bytes = grn_tensor_bytes(t);
    const void *data = t->data;
    if (!grn_tensor_is_compact(t) || bits) {
        void *copy = grn_arena_alloc_raw(arena, bytes);
        if (!copy)
            return false;
        grn_tensor_copy_flat(copy, t);
        if (bits)
            pack(bits, n, copy);
        data = copy;
    }
    if (bits)
        bytes = n / (8 / bits) + (n % (8 / bits) != 0);
    for (int32_t d = 0; d < t->rank; d++)
        grn_proto_put_number(out, TENSOR_DIMS, (uint64_t)t->shape[d]);
    grn_proto_put_number(out, TENSOR_TYPE, (uint64_t)grn_onnx_data_type(t->dtype));
    if (name.n)
        grn_proto_put_bytes(out, TENSOR_NAME, name.text, name.n);
    if (bytes < 256)
        grn_proto_put_bytes(out, TENSOR_RAW, data, bytes);
    else
        grn_proto_put_piece(out, TENSOR_RAW, data, bytes);
    return true;
}

bool grn_onnx_put_tensor(grn_proto_out *o, uint32_t field, grn_str name, const grn_attr *elements, grn_arena *arena)
{
    grn_proto_out out;
    grn_proto_out_init(&out, arena->allocator);
    const bool fine = put_fields(&out, name, &elements->elements->tensor, arena);
    if (fine)
        grn_proto_put_message(o, field, &out);
    return fine;
}

GRN_API grn_status grn_onnx_tensor_write(const grn_tensor *tensor, const char *name, const grn_diag *diag,
                                         const grn_sink *sink)
{
    grn_arena arena;
    grn_proto_out out;
    if (!tensor || grn_check_sink(sink) != GRN_OK)
        return grn_fail_null(tensor ? "sink" : "tensor", diag);
    grn_status status = grn_check_view(tensor, "tensor", diag);
    if (status == GRN_OK)
        status = grn_check_data(tensor, "tensor", diag);
    if (status != GRN_OK)
        return status;
    if (!grn_onnx_data_type(tensor->dtype))
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "ONNX has no tensors of %s",
                        grn_dtype_text(tensor->dtype));
    grn_arena_init(&arena, grn_allocator_or_default(NULL));
    grn_proto_out_init(&out, arena.allocator);
    const bool fine = put_fields(&out, (grn_str){name, name ? strlen(name) : 0}, tensor, &arena) && !out.refused;
    status = fine ? grn_proto_send(&out, sink) : GRN_E_MEMORY;
    grn_proto_out_destroy(&out);
    grn_arena_destroy(&arena);
    return status;
}
