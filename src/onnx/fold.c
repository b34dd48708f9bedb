/*
 * fold.c - integers that a graph computes from known shapes: exporters write the shape of a Reshape
 * as Shape, Gather, Concat and similar ops. The result becomes a constant, so that types behind it
 * are known.
 *
 * A list may be known in part, as for a batch of any size: an element that is not known is
 * GRN_DYNAMIC.
 */
#include "onnx/internal.h"

enum { MOST = 64 };
typedef struct list {
    int64_t count;
    bool is_scalar;
    int64_t v[MOST];
} list;

static bool list_of(const grn_value *v, list *out);

static bool of_constant(const grn_op *op, list *out)
{
    const grn_attr *a = grn_op_attr(op, "value");
    const grn_type *t = grn_result_type(op, 0);
    if (!a || a->kind != GRN_ATTR_ELEMENTS || !a->is_dims || a->ndims > MOST || t->rank > 1)
        return false;
    *out = (list){.count = (int64_t)a->ndims, .is_scalar = t->rank == 0};
    for (size_t i = 0; i < a->ndims; i++)
        out->v[i] = a->dims[i];
    return true;
}

static int64_t within(int64_t v, int64_t n)
{
    v += v < 0 ? n : 0;
    return v < 0 ? 0 : v > n ? n : v;
}

static bool of_shape(const grn_op *op, list *out)
{
    const grn_type *t = grn_operand_type(op, 0);
    if (!grn_type_is_tensor(t) || t->rank > MOST)
        return false;
    const int64_t from = within(grn_op_integer(op, "start", 0), t->rank),
                  to = within(grn_op_integer(op, "end", t->rank), t->rank);
    *out = (list){.count = to > from ? to - from : 0};
    for (int64_t i = 0; i < out->count; i++)
        out->v[i] = t->shape[from + i];
    return true;
}

static bool of_gather(const grn_op *op, list *out)
{
    list data, indices;
    if (!list_of(op->operands[0], &data) || !list_of(op->operands[1], &indices) || data.is_scalar)
        return false;
    *out = (list){.count = indices.count, .is_scalar = indices.is_scalar};
    for (int64_t i = 0; i < indices.count; i++) {
        const int64_t at = indices.v[i] < 0 ? indices.v[i] + data.count : indices.v[i];
        if (indices.v[i] == GRN_DYNAMIC || at < 0 || at >= data.count)
            return false;
        out->v[i] = data.v[at];
    }
    return true;
}

static bool of_concat(const grn_op *op, list *out)
{
    *out = (list){.count = 0};
    for (size_t i = 0; i < op->noperands; i++) {
        list part;
        if (!list_of(op->operands[i], &part) || part.is_scalar || part.count > MOST - out->count)
            return false;
        for (int64_t k = 0; k < part.count; k++)
            out->v[out->count++] = part.v[k];
    }
    return true;
}

static bool of_same(const grn_op *op, list *out)
{
    const grn_type *t = grn_result_type(op, 0);
    bool known = list_of(op->operands[0], out) && grn_type_is_tensor(t) && t->rank <= 1 &&
                 grn_dtype_is_integer(t->element->dtype);
    if (known)
        out->is_scalar = t->rank == 0;
    return known;
}

static bool of_slice(const grn_op *op, list *out)
{
    list data, start, end, step = {.count = 1, .v = {1}};
    const bool has_step = op->noperands > 4 && grn_operand_type(op, 4)->kind != GRN_TYPE_NONE;
    if (!list_of(op->operands[0], &data) || !list_of(op->operands[1], &start) || !list_of(op->operands[2], &end) ||
        (has_step && !list_of(op->operands[4], &step)) || data.is_scalar || start.count != 1 || end.count != 1 ||
        step.count != 1 || step.v[0] < 1)
        return false;
    *out = (list){.count = 0};
    for (int64_t i = within(start.v[0], data.count), to = within(end.v[0], data.count); i < to; i += step.v[0]) {
        out->v[out->count++] = data.v[i];
        if (step.v[0] > to - i)
            break;
    }
    return true;
}

/* False: it is not known, or has more than 32 bits, which no real extent has. */
static bool combine(const char *op, int64_t a, int64_t b, int64_t *out)
{
    const bool small = a > INT32_MIN && a < INT32_MAX && b > INT32_MIN && b < INT32_MAX;
    if (!small || (strcmp(op, "onnx.Div") == 0 && (b <= 0 || a < 0)))
        return false;
    *out = strcmp(op, "onnx.Add") == 0   ? a + b
           : strcmp(op, "onnx.Sub") == 0 ? a - b
           : strcmp(op, "onnx.Mul") == 0 ? a * b
                                         : a / b;
    return true;
}

static bool of_arithmetic(const grn_op *op, list *out)
{
    list a, b;
    if (!list_of(op->operands[0], &a) || !list_of(op->operands[1], &b) ||
        (a.count != b.count && a.count != 1 && b.count != 1))
        return false;
    *out = (list){.count = a.count == 1 ? b.count : a.count, .is_scalar = a.is_scalar && b.is_scalar};
    for (int64_t i = 0; i < out->count; i++)
        if (!combine(op->name.text, a.v[a.count == 1 ? 0 : i], b.v[b.count == 1 ? 0 : i], &out->v[i]))
            return false;
    return true;
}

static const struct {
    const char *op;
    bool (*of)(const grn_op *op, list *out);
    bool is_source; /* known without looking at other ops: lists are followed no farther */
} rows[] = {
    {"onnx.Constant", of_constant, true}, {"onnx.Shape", of_shape, true},     {"onnx.Gather", of_gather, false},
    {"onnx.Concat", of_concat, false},    {"onnx.Unsqueeze", of_same, false}, {"onnx.Squeeze", of_same, false},
    {"onnx.Cast", of_same, false},        {"onnx.Identity", of_same, false},  {"onnx.Reshape", of_same, false},
    {"onnx.Slice", of_slice, false},      {"onnx.Add", of_arithmetic, false}, {"onnx.Sub", of_arithmetic, false},
    {"onnx.Mul", of_arithmetic, false},   {"onnx.Div", of_arithmetic, false},
};

/* The elements of a constant, or of a shape that is known in part. Other ops of known elements have
 * become constants before. */
static bool list_of(const grn_value *v, list *out)
{
    for (size_t i = 0; v->def && v->def->def && i < GRN_COUNT(rows); i++)
        if (rows[i].is_source && grn_str_is(v->def->name, rows[i].op))
            return rows[i].of(v->def, out);
    return false;
}

static bool is_known(const grn_op *op, list *out)
{
    for (size_t i = 1; op->def && op->nresults == 1 && i < GRN_COUNT(rows); i++)
        if (grn_str_is(op->name, rows[i].op)) {
            bool known = rows[i].of(op, out);
            for (int64_t k = 0; known && k < out->count; k++)
                known = out->v[k] != GRN_DYNAMIC;
            return known;
        }
    return false;
}

bool grn_onnx_fold(onnx_reader *r, grn_op *op, grn_value **out)
{
    list l;
    const grn_type *t = op->nresults == 1 ? grn_result_type(op, 0) : NULL;
    *out = t ? &op->results[0] : NULL;
    const bool fits =
        t && grn_type_is_tensor(t) && t->rank <= 1 && (t->element->dtype == GRN_I64 || t->element->dtype == GRN_I32);
    if (!fits || !is_known(op, &l) || (t->rank == 1) == l.is_scalar)
        return true;
    const int64_t shape[] = {l.count};
    grn_tensor view;
    if (grn_tensor_init(&view, NULL, t->element->dtype, t->rank, shape) != GRN_OK)
        return true;
    grn_attr_elements *e = GRN_ARENA_NEW(&r->ir->arena, grn_attr_elements, 1);
    const grn_type *type = grn_type_tensor(r->ir, t->element, t->rank, shape, NULL);
    if (!grn_onnx_made(r, e) || !grn_onnx_made(r, type) ||
        !grn_onnx_made(r, view.data = grn_arena_alloc(&r->ir->arena, grn_tensor_bytes(&view))))
        return false;
    for (int64_t i = 0; i < l.count; i++) {
        const grn_scalar s = {.dtype = GRN_I64, .i = l.v[i]};
        grn_scalar_store(&s, view.dtype, grn_tensor_at(&view, i));
    }
    *e = (grn_attr_elements){.tensor = view, .resource = GRN_STR("")};
    const grn_attr *value = grn_attr_make(r->ir, &(grn_attr){.kind = GRN_ATTR_ELEMENTS, .type = type, .elements = e});
    *out = grn_onnx_made(r, value) ? grn_onnx_constant(r, op->block, op->place.column, value) : NULL;
    if (*out)
        grn_op_erase(op);
    return *out != NULL;
}
