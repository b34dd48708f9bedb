/* attrs.c - AttributeProto as attributes of the IR, in the forms of the onnx dialect's rows. */
#include <inttypes.h>

#include "onnx/internal.h"

/* ---- elements -------------------------------------------------------------------------------- */

static const grn_attr *elements_of(onnx_reader *r, const grn_tensor *tensor)
{
    const grn_type *element = grn_type_of_dtype(r->ir, tensor->dtype);
    const grn_type *type = element ? grn_type_tensor(r->ir, element, tensor->rank, tensor->shape, NULL) : NULL;
    grn_attr_elements *e = type ? GRN_ARENA_NEW(&r->ir->arena, grn_attr_elements, 1) : NULL;
    if (!grn_onnx_made(r, e))
        return NULL;
    *e = (grn_attr_elements){.tensor = *tensor, .resource = GRN_STR("")};
    const grn_attr *a = grn_attr_make(r->ir, &(grn_attr){.kind = GRN_ATTR_ELEMENTS, .type = type, .elements = e});
    return grn_onnx_made(r, a) ? a : NULL;
}

/* Whether the file's bytes may stand for the elements: the bytes outlive the module, have the
 * elements' format, and are aligned. */
static bool is_referred_to(const onnx_reader *r, const grn_onnx_tensor *t)
{
    const size_t bytes = grn_dtype_bytes(t->view.dtype);
    return r->how->keeps_bytes && t->raw && (uintptr_t)t->raw % bytes == 0 && grn_onnx_tensor_is_plain(t);
}

/* A function's constants are made anew at each call, so their total is limited: a short file must
 * not grow without bound. */
static bool may_copy(onnx_reader *r, const grn_onnx_tensor *t)
{
    enum { MOST_BYTES = 1 << 26, MOST_GROWTH = 16 };
    r->copied_bytes += grn_tensor_bytes(&t->view);
    return !r->inlined || r->copied_bytes < MOST_BYTES || r->copied_bytes / MOST_GROWTH < r->bytes ||
           grn_proto_over(&r->file, t->at,
                          "functions that are called often have constants of more than %d times the file's bytes",
                          MOST_GROWTH);
}

const grn_attr *grn_onnx_elements(onnx_reader *r, grn_proto tensor, grn_str owner)
{
    grn_onnx_tensor t;
    if (!grn_onnx_tensor_read(tensor, r->how->external, owner, &t))
        return NULL;
    if (!is_referred_to(r, &t) && !may_copy(r, &t))
        return NULL;
    if (is_referred_to(r, &t))
        t.view.data = (void *)t.raw; /* only read */
    else {
        t.view.data = grn_arena_alloc_raw(&r->ir->arena, grn_tensor_bytes(&t.view));
        if (!grn_onnx_made(r, t.view.data) || !grn_onnx_tensor_copy(&t, t.view.data))
            return NULL;
    }
    return elements_of(r, &t.view);
}

/* A scalar, or a list of one dimension, of elements copied. */
static const grn_attr *small_elements(onnx_reader *r, grn_dtype dtype, int32_t rank, size_t count, const void *v)
{
    grn_tensor t;
    const int64_t shape[] = {(int64_t)count};
    if (grn_tensor_init(&t, NULL, dtype, rank, shape) != GRN_OK)
        return NULL;
    t.data = grn_arena_copy(&r->ir->arena, v, grn_tensor_bytes(&t));
    return grn_onnx_made(r, t.data) ? elements_of(r, &t) : NULL;
}

const grn_attr *grn_onnx_i64s(onnx_reader *r, size_t count, const int64_t *v)
{
    return small_elements(r, GRN_I64, 1, count, v);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static const grn_attr *float_attr(onnx_reader *r, uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float v;
    memcpy(&v, &low, sizeof v);
    return grn_attr_float(r->ir, grn_type_of_dtype(r->ir, GRN_F32), (double)v);
}

static const grn_attr *integer_attr(onnx_reader *r, uint64_t v)
{
    return grn_attr_integer(r->ir, grn_type_of_dtype(r->ir, GRN_I64), grn_proto_signed(v));
}

/* A list that grows while it is read. */
typedef struct items {
    const grn_attr **v;
    size_t count, room;
} items;

static bool add_item(onnx_reader *r, items *list, const grn_attr *a)
{
    if (!grn_onnx_made(r, a))
        return false;
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 8;
        const grn_attr **v = GRN_ARENA_NEW(&r->arena, const grn_attr *, room);
        if (!grn_onnx_made(r, v))
            return false;
        if (list->count)
            memcpy(v, list->v, list->count * sizeof *v);
        list->v = v;
        list->room = room;
    }
    list->v[list->count++] = a;
    return true;
}

static bool add_numbers(onnx_reader *r, items *list, const grn_proto *w, const grn_proto_field *f)
{
    uint64_t v;
    for (grn_proto_list l = grn_proto_numbers(w, f); grn_proto_number(&l, &v);)
        if (!add_item(r, list, f->number == ATTR_FLOATS ? float_attr(r, v) : integer_attr(r, v)))
            return false;
    return grn_proto_ok(w);
}

/* ---- an attribute ---------------------------------------------------------------------------- */

/* The fields of a kind. Files before IR version 2 do not say the kind: it is that of the field they
 * have. */
static const struct {
    uint32_t field;
    int kind;
} kinds[] = {{ATTR_F, KIND_FLOAT},       {ATTR_I, KIND_INT},           {ATTR_S, KIND_STRING},
             {ATTR_T, KIND_TENSOR},      {ATTR_G, KIND_GRAPH},         {ATTR_FLOATS, KIND_FLOATS},
             {ATTR_INTS, KIND_INTS},     {ATTR_STRINGS, KIND_STRINGS}, {ATTR_TENSORS, KIND_TENSORS},
             {ATTR_GRAPHS, KIND_GRAPHS}, {ATTR_TP, KIND_TYPE},         {ATTR_TYPES, KIND_TYPES},
             {ATTR_SPARSE, KIND_SPARSE}, {ATTR_SPARSES, KIND_SPARSES}};

static int kind_of(uint32_t field)
{
    int kind = KIND_UNDEFINED;
    for (size_t i = 0; i < GRN_COUNT(kinds); i++)
        kind = kinds[i].field == field ? kinds[i].kind : kind;
    return kind;
}

typedef struct attribute {
    grn_str reference;
    int kind;
    uint64_t number;
    grn_proto_field last; /* of s, t, tp */
    bool has_last;
    items list;
    grn_onnx_span *graphs;
    size_t ngraphs;
} attribute;

static bool add_graph(onnx_reader *r, attribute *a, const grn_proto_field *f)
{
    grn_onnx_span *graphs = GRN_ARENA_NEW(&r->arena, grn_onnx_span, a->ngraphs + 1);
    if (!grn_onnx_made(r, graphs))
        return false;
    if (a->ngraphs == GRN_MAX_NESTING)
        return grn_proto_over(&r->file, f->at, "an attribute has more than %d graphs", GRN_MAX_NESTING);
    if (a->ngraphs)
        memcpy(graphs, a->graphs, a->ngraphs * sizeof *graphs);
    graphs[a->ngraphs++] = (grn_onnx_span){f->at, f->begin, f->n};
    a->graphs = graphs;
    return true;
}

static bool read_field(onnx_reader *r, const grn_proto *w, const grn_proto_field *f, attribute *a, grn_str name)
{
    const int kind = kind_of(f->number);
    if (a->kind == KIND_UNDEFINED && kind != KIND_UNDEFINED)
        a->kind = kind;
    if (kind != a->kind)
        return true; /* a field of another kind is ignored */
    switch (kind) {
    case KIND_FLOAT:
    case KIND_INT: a->number = f->value; break;
    case KIND_STRING:
    case KIND_TENSOR:
    case KIND_TYPE: a->last = *f; break;
    case KIND_GRAPH:
    case KIND_GRAPHS: return add_graph(r, a, f);
    case KIND_FLOATS:
    case KIND_INTS: return add_numbers(r, &a->list, w, f);
    case KIND_STRINGS: return add_item(r, &a->list, grn_attr_string(r->ir, grn_onnx_text(w, f)));
    case KIND_TENSORS:
        return add_item(r, &a->list, grn_onnx_elements(r, grn_proto_inside(w, f, &grn_onnx_tensor_message), name));
    default: return true;
    }
    a->has_last = true;
    return true;
}

/* The attribute's kind, which may come behind the value in the file. */
static bool scan(const grn_proto *attr, attribute *a, onnx_attr *out)
{
    grn_proto_field f;
    for (grn_proto w = *attr; grn_proto_next(&w, &f);) {
        if (f.number == ATTR_NAME)
            out->name = grn_onnx_text(&w, &f);
        else if (f.number == ATTR_REF)
            a->reference = grn_onnx_text(&w, &f);
        else if (f.number == ATTR_TYPE && f.value >= KIND_COUNT)
            return grn_proto_wrong(w.file, f.at, "attribute '%.*s' is of type %" PRIu64 ", expected at most %d",
                                   GRN_ONNX_SHOWN(out->name), f.value, KIND_COUNT - 1);
        else if (f.number == ATTR_TYPE)
            a->kind = (int)f.value;
    }
    if (grn_proto_ok(attr) && out->name.n == 0)
        return grn_proto_wrong(attr->file, attr->at, "an attribute has no name");
    return grn_proto_ok(attr);
}

static const grn_attr *type_attr(onnx_reader *r, const grn_proto *w, const grn_proto_field *f)
{
    const grn_type *t;
    if (!grn_onnx_read_type(r, grn_proto_inside(w, f, &grn_onnx_type), &t))
        return NULL;
    return grn_attr_type(r->ir, t ? t : grn_type_none(r->ir));
}

static const grn_attr *value_of(onnx_reader *r, const grn_proto *w, attribute *a, grn_str name)
{
    const grn_str nothing = GRN_STR("");
    switch (a->kind) {
    case KIND_FLOAT: return float_attr(r, a->number);
    case KIND_INT: return grn_onnx_si64(r, grn_proto_signed(a->number));
    case KIND_STRING: return grn_attr_string(r->ir, a->has_last ? grn_onnx_text(w, &a->last) : nothing);
    case KIND_TENSOR:
        return a->has_last ? grn_onnx_elements(r, grn_proto_inside(w, &a->last, &grn_onnx_tensor_message), name) : NULL;
    case KIND_TYPE: return a->has_last ? type_attr(r, w, &a->last) : NULL;
    case KIND_FLOATS:
    case KIND_INTS:
    case KIND_STRINGS:
    case KIND_TENSORS: return grn_attr_array(r->ir, a->list.count, a->list.v);
    default: return NULL;
    }
}

/* ---- references to a call's attributes ------------------------------------------------------- */

static bool has_name(const grn_proto *within, const grn_proto_field *f, grn_str name)
{
    grn_proto w = grn_proto_inside(within, f, &grn_onnx_attribute);
    grn_proto_field part;
    bool same = false;
    while (grn_proto_next(&w, &part))
        if (part.number == ATTR_NAME)
            same = grn_str_equal(grn_onnx_text(&w, &part), name);
    return same;
}

/* The value that the call gives for the attribute; the attribute's own name stays. */
static bool follow(onnx_reader *r, const onnx_scope *scope, grn_str reference, size_t at, onnx_attr *out)
{
    const onnx_binding *b = scope->binding;
    const grn_str name = out->name;
    if (!b)
        return grn_proto_wrong(&r->file, at,
                               "attribute '%.*s' refers to '%.*s' of a function's call, and stands in no function",
                               GRN_ONNX_SHOWN(name), GRN_ONNX_SHOWN(reference));
    for (size_t i = 0; i < b->count; i++)
        if (has_name(&b->within, &b->attrs[i], reference)) {
            const onnx_scope outside = {.binding = b->outer};
            bool read =
                grn_onnx_read_attr(r, &outside, grn_proto_inside(&b->within, &b->attrs[i], &grn_onnx_attribute), out);
            out->name = out->name.n ? name : out->name;
            return read;
        }
    out->name.n = 0; /* neither given nor with a default: the operator's own counts */
    return true;
}

bool grn_onnx_read_attr(onnx_reader *r, const onnx_scope *scope, grn_proto attr, onnx_attr *out)
{
    attribute a = {.reference = GRN_STR("")};
    grn_proto_field f;
    *out = (onnx_attr){.name = GRN_STR(""), .at = attr.at};
    if (!scan(&attr, &a, out))
        return false;
    if (a.reference.n)
        return follow(r, scope, a.reference, attr.at, out);
    for (grn_proto w = attr; grn_proto_next(&w, &f);)
        if (!read_field(r, &w, &f, &a, out->name))
            return false;
    if (a.kind == KIND_SPARSE || a.kind == KIND_SPARSES || a.kind == KIND_TYPES)
        return grn_proto_unsupported(
            &r->file, attr.at, "attribute '%.*s' is of a kind that is not read: sparse tensors or a list of types",
            GRN_ONNX_SHOWN(out->name));
    if (a.kind == KIND_GRAPH || a.kind == KIND_GRAPHS) {
        out->graphs = a.graphs;
        out->ngraphs = a.ngraphs;
        return a.ngraphs ||
               grn_proto_wrong(&r->file, attr.at, "attribute '%.*s' has no graph", GRN_ONNX_SHOWN(out->name));
    }
    out->value = value_of(r, &attr, &a, out->name);
    if (r->file.status != GRN_OK)
        return false;
    if (!out->value && !r->ir->arena.refused && !r->ir->over)
        return grn_proto_wrong(&r->file, attr.at, "attribute '%.*s' has no value", GRN_ONNX_SHOWN(out->name));
    return grn_onnx_made(r, out->value);
}
