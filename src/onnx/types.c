/* types.c - TypeProto and ValueInfoProto as types of the IR. */
#include <inttypes.h>
#include <stdio.h>

#include "onnx/internal.h"

/* ---- tensors --------------------------------------------------------------------------------- */

static bool read_dim(const grn_proto *w, const grn_proto_field *field, int64_t *out)
{
    grn_proto dim = grn_proto_inside(w, field, &grn_onnx_dim);
    grn_proto_field f;
    *out = GRN_DYNAMIC;
    while (grn_proto_next(&dim, &f))
        if (f.number == DIM_VALUE)
            *out =
                /* some writers use -1 for an open extent */
                grn_proto_signed(f.value) < 0 ? GRN_DYNAMIC : grn_proto_signed(f.value);
    return grn_proto_ok(w);
}

static bool read_shape(const grn_proto *w, const grn_proto_field *field, int32_t *rank, int64_t *shape)
{
    grn_proto inside = grn_proto_inside(w, field, &grn_onnx_shape);
    grn_proto_field f;
    *rank = 0;
    while (grn_proto_next(&inside, &f)) {
        if (*rank == GRN_MAX_RANK)
            return grn_proto_over(w->file, f.at, "a type has more than %d dimensions", GRN_MAX_RANK);
        if (!read_dim(&inside, &f, &shape[(*rank)++]))
            return false;
    }
    return grn_proto_ok(w);
}

/* NULL and reported, where memory is refused. */
static const grn_type *tensor_of(onnx_reader *r, const grn_type *element, int32_t rank, const int64_t *shape)
{
    const grn_type *t = !element   ? NULL
                        : rank < 0 ? grn_type_unranked(r->ir, element)
                                   : grn_type_tensor(r->ir, element, rank, shape, NULL);
    return grn_onnx_made(r, t) ? t : NULL;
}

static const grn_type *opaque(onnx_reader *r, const char *text)
{
    const grn_type *t = grn_type_opaque(r->ir, (grn_str){text, strlen(text)});
    return grn_onnx_made(r, t) ? t : NULL;
}

static bool read_tensor(onnx_reader *r, const grn_proto *w, const grn_proto_field *field, const grn_type **out)
{
    enum { STRING = 8 };
    grn_proto inside = grn_proto_inside(w, field, &grn_onnx_tensor_type);
    char name[GRN_ONNX_DTYPE_BYTES];
    uint64_t element = 0;
    int32_t rank = -1;
    int64_t shape[GRN_MAX_RANK];
    grn_dtype dtype;
    grn_proto_field f;
    while (grn_proto_next(&inside, &f)) {
        if (f.number == TENSOR_TYPE_ELEMENT)
            element = f.value;
        else if (!read_shape(&inside, &f, &rank, shape))
            return false;
    }
    if (!grn_proto_ok(w) || element == 0)
        return grn_proto_ok(w);
    if (element == STRING)
        return (*out = tensor_of(r, opaque(r, "!onnx.String"), rank, shape)) != NULL;
    if (!grn_onnx_dtype(element, &dtype))
        return grn_proto_unsupported(w->file, field->at, "a tensor has elements of %s, which garner has not",
                                     grn_onnx_dtype_name(element, name));
    return (*out = tensor_of(r, grn_type_of_dtype(r->ir, dtype), rank, shape)) != NULL;
}

/* ---- any type -------------------------------------------------------------------------------- */

/* Sequences, maps and the like are only carried along. */
bool grn_onnx_read_type(onnx_reader *r, grn_proto type, const grn_type **out)
{
    static const struct {
        uint32_t field;
        const char *text;
    } others[] = {{TYPE_SEQUENCE, "!onnx.Seq"},
                  {TYPE_MAP, "!onnx.Map"},
                  {TYPE_OPAQUE, "!onnx.Opaque"},
                  {TYPE_SPARSE, "!onnx.Sparse"},
                  {TYPE_OPTIONAL, "!onnx.Opt"}};
    grn_proto_field f;
    *out = NULL;
    while (grn_proto_next(&type, &f)) {
        if (f.number == TYPE_TENSOR && !read_tensor(r, &type, &f, out))
            return false;
        for (size_t i = 0; i < GRN_COUNT(others); i++)
            if (others[i].field == f.number && !(*out = opaque(r, others[i].text)))
                return false;
    }
    return grn_proto_ok(&type);
}

bool grn_onnx_read_info(onnx_reader *r, const grn_onnx_span *value_info, const grn_type **out)
{
    grn_proto w = grn_onnx_wire_of(r, value_info, &grn_onnx_value);
    grn_proto_field f;
    *out = NULL;
    while (grn_proto_next(&w, &f))
        if (f.number == VALUE_TYPE && !grn_onnx_read_type(r, grn_proto_inside(&w, &f, &grn_onnx_type), out))
            return false;
    return grn_proto_ok(&w);
}

/* ---- names of dimensions --------------------------------------------------------------------- */

/* The field of this number of a message within. False: there is none. */
static bool enter(grn_proto *w, uint32_t number, const grn_proto_message *m)
{
    grn_proto_field f;
    grn_proto inside = {.file = NULL};
    while (grn_proto_next(w, &f))
        if (f.number == number)
            inside = grn_proto_inside(w, &f, m);
    if (inside.file)
        *w = inside;
    return inside.file != NULL;
}

/* A comma or a colon in a name would be read as another's end. */
static bool is_name(grn_str s)
{
    return s.n > 0 && s.n < 256 && !memchr(s.text, ',', s.n) && !memchr(s.text, ':', s.n);
}

bool grn_onnx_read_params(onnx_reader *r, const grn_onnx_span *value_info, const grn_attr **out)
{
    grn_proto w = grn_onnx_wire_of(r, value_info, &grn_onnx_value);
    char text[GRN_MESSAGE_BYTES];
    size_t n = 0;
    grn_proto_field f;
    *out = NULL;
    if (!enter(&w, VALUE_TYPE, &grn_onnx_type) || !enter(&w, TYPE_TENSOR, &grn_onnx_tensor_type) ||
        !enter(&w, TENSOR_TYPE_SHAPE, &grn_onnx_shape))
        return grn_proto_ok(&w);
    for (int d = 0; grn_proto_next(&w, &f); d++) {
        grn_proto dim = grn_proto_inside(&w, &f, &grn_onnx_dim);
        grn_str name = GRN_STR("");
        while (grn_proto_next(&dim, &f))
            if (f.number == DIM_PARAM)
                name = grn_onnx_text(&dim, &f);
        if (is_name(name) && n + name.n + 16 < sizeof text)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%d:%.*s", n ? "," : "", d, (int)name.n, name.text);
    }
    if (!grn_proto_ok(&w) || n == 0)
        return grn_proto_ok(&w);
    *out = grn_attr_string(r->ir, (grn_str){text, n});
    return grn_onnx_made(r, *out);
}
