/* subset.c - equivalent and disjoint subsets. */
#include "ir/subset.h"

const char *const grn_subset_nowhere[] = {NULL};

const grn_subset *grn_subset_of(const grn_op *op, grn_subset_access access)
{
    return op && op->def && op->def->subset.access == access ? &op->def->subset : NULL;
}

static const grn_subset *any_subset(const grn_op *op)
{
    return op->def && op->def->subset.access != GRN_SUBSET_NONE ? &op->def->subset : NULL;
}

/* ---- constants ------------------------------------------------------------------------------- */

/* The `value` attribute of an op without operands; NULL: the value is of another op. */
static const grn_attr *constant_of(const grn_value *v)
{
    return v->def && v->def->noperands == 0 ? grn_op_attr(v->def, "value") : NULL;
}

static bool same_value(const grn_value *a, const grn_value *b)
{
    const grn_attr *x = constant_of(a), *y = constant_of(b);
    return a == b || (x && y && a->type == b->type && grn_attr_equal(x, y));
}

/* ---- boxes: offsets, sizes, strides ---------------------------------------------------------- */

/* A number, or an operand that is none. */
typedef struct entry {
    const grn_value *v;
    int64_t n;
} entry;

enum { OFFSET, SIZE, STRIDE, LISTS };
typedef struct box {
    int32_t rank;
    entry of[LISTS][GRN_MAX_RANK];
} box;

static entry entry_of(const grn_value *v)
{
    const grn_attr *a = constant_of(v);
    return a && a->kind == GRN_ATTR_INTEGER ? (entry){NULL, a->integer} : (entry){v, 0};
}

static bool same_entry(const entry *a, const entry *b) { return a->v == b->v && a->n == b->n; }

static bool read_slice(const grn_op *op, const grn_subset *s, box *out)
{
    size_t operand = s->place;
    for (size_t k = 0; k < LISTS; k++) {
        size_t count = 0;
        const int64_t *v;
        if (!grn_op_dims(op, s->where[k], &count, &v) || count > GRN_MAX_RANK)
            return false;
        out->rank = (int32_t)count;
        for (size_t d = 0; d < count; d++) {
            if (v[d] == GRN_DYNAMIC && operand == op->noperands)
                return false;
            out->of[k][d] = v[d] == GRN_DYNAMIC ? entry_of(op->operands[operand++]) : (entry){NULL, v[d]};
        }
    }
    return true;
}

static bool read_element(const grn_op *op, const grn_subset *s, box *out)
{
    out->rank = (int32_t)(op->noperands - s->place);
    for (int32_t d = 0; d < out->rank && d < GRN_MAX_RANK; d++) {
        out->of[OFFSET][d] = entry_of(op->operands[s->place + (size_t)d]);
        out->of[SIZE][d] = out->of[STRIDE][d] = (entry){NULL, 1};
    }
    return out->rank <= GRN_MAX_RANK;
}

static bool read_box(const grn_op *op, const grn_subset *s, box *out)
{
    return s->form == GRN_SUBSET_SLICE ? read_slice(op, s, out)
                                       : s->form == GRN_SUBSET_ELEMENT && read_element(op, s, out);
}

static bool same_box(const box *a, const box *b)
{
    bool same = a->rank == b->rank;
    for (int32_t d = 0; same && d < a->rank; d++) {
        const bool one = !a->of[SIZE][d].v && a->of[SIZE][d].n == 1;
        same = same_entry(&a->of[OFFSET][d], &b->of[OFFSET][d]) && same_entry(&a->of[SIZE][d], &b->of[SIZE][d]) &&
               (one || same_entry(&a->of[STRIDE][d], &b->of[STRIDE][d]));
    }
    return same;
}

/* The first and last place along dim d; false: they are not known. */
static bool span_of(const box *b, int32_t d, int64_t *first, int64_t *last)
{
    int64_t length;
    const bool known = !b->of[OFFSET][d].v && !b->of[SIZE][d].v && !b->of[STRIDE][d].v;
    *first = b->of[OFFSET][d].n;
    return known && grn_mul_i64(b->of[SIZE][d].n - 1, b->of[STRIDE][d].n, &length) && grn_add_i64(*first, length, last);
}

static bool is_empty(const box *b)
{
    bool empty = false;
    for (int32_t d = 0; d < b->rank; d++)
        empty = empty || (!b->of[SIZE][d].v && b->of[SIZE][d].n == 0);
    return empty;
}

/* Apart along dim d: one ends before the other begins, or both go by one stride from places that it
 * does not join. */
static bool apart_along(const box *a, const box *b, int32_t d)
{
    int64_t x[2], y[2], stride = a->of[STRIDE][d].n;
    if (!span_of(a, d, &x[0], &x[1]) || !span_of(b, d, &y[0], &y[1]))
        return false;
    return x[1] < y[0] || y[1] < x[0] ||
           (stride == b->of[STRIDE][d].n && stride > 1 && x[0] >= 0 && y[0] >= 0 && x[0] % stride != y[0] % stride);
}

static bool boxes_apart(const box *a, const box *b)
{
    bool apart = is_empty(a) || is_empty(b);
    for (int32_t d = 0; a->rank == b->rank && d < a->rank; d++)
        apart = apart || apart_along(a, b, d);
    return apart;
}

/* ---- vectors: whole slices at coordinates along some dims ------------------------------------ */

/* Coordinates that are constant: n vectors, one coordinate for each of the dims. */
typedef struct vectors {
    size_t ndims;
    const int64_t *dims;
    int64_t n;
    const grn_tensor *indices;
} vectors;

/* More are not compared with each other. */
enum { MOST_VECTORS = 512 };

static bool read_vectors(const grn_op *op, const grn_subset *s, vectors *out)
{
    const grn_attr *a = s->form == GRN_SUBSET_VECTORS ? constant_of(op->operands[s->place]) : NULL;
    if (!a || a->kind != GRN_ATTR_ELEMENTS || a->elements->tensor.rank < 1 ||
        !grn_op_dims(op, s->where[0], &out->ndims, &out->dims) || out->ndims == 0)
        return false;
    out->indices = &a->elements->tensor;
    out->n = grn_tensor_elements(out->indices) / (int64_t)out->ndims;
    return out->indices->shape[out->indices->rank - 1] == (int64_t)out->ndims && out->n <= MOST_VECTORS &&
           out->indices->dtype != GRN_NO_DTYPE;
}

/* Coordinate k of vector i, by its row-major position. */
static int64_t coordinate(const vectors *v, int64_t i, size_t k)
{
    const grn_tensor *t = v->indices;
    int64_t position = i * (int64_t)v->ndims + (int64_t)k, offset = 0;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        offset += position % t->shape[d] * t->stride[d];
        position /= t->shape[d];
    }
    return grn_index_load(t->dtype, grn_tensor_at(t, offset));
}

/* Along some dim that both choose from. */
static bool vector_apart(const vectors *a, int64_t i, const vectors *b, int64_t j)
{
    bool apart = false;
    for (size_t x = 0; x < a->ndims; x++)
        for (size_t y = 0; y < b->ndims; y++)
            apart = apart || (a->dims[x] == b->dims[y] && coordinate(a, i, x) != coordinate(b, j, y));
    return apart;
}

static bool vectors_apart(const vectors *a, const vectors *b)
{
    bool apart = true;
    for (int64_t i = 0; apart && i < a->n; i++)
        for (int64_t j = 0; apart && j < b->n; j++)
            apart = vector_apart(a, i, b, j);
    return apart;
}

static bool box_apart(const box *b, const vectors *v)
{
    bool apart = true;
    for (int64_t i = 0; apart && i < v->n; i++) {
        apart = false;
        for (size_t k = 0; k < v->ndims; k++) {
            const int64_t at = coordinate(v, i, k), d = v->dims[k];
            int64_t first, last;
            apart =
                apart || (d >= 0 && d < b->rank && span_of(b, (int32_t)d, &first, &last) && (at < first || at > last));
        }
    }
    return apart || is_empty(b);
}

/* ---- queries --------------------------------------------------------------------------------- */

static bool same_vectors(const grn_op *a, const grn_subset *x, const grn_op *b, const grn_subset *y)
{
    const grn_attr *dims = grn_op_attr(a, x->where[0]), *others = grn_op_attr(b, y->where[0]);
    return dims && others && grn_attr_equal(dims, others) && same_value(a->operands[x->place], b->operands[y->place]);
}

bool grn_subset_is_equivalent(const grn_op *a, const grn_op *b)
{
    const grn_subset *x = any_subset(a), *y = any_subset(b);
    box p, q;
    if (!x || !y || (x->form == GRN_SUBSET_VECTORS) != (y->form == GRN_SUBSET_VECTORS))
        return false;
    if (x->form == GRN_SUBSET_VECTORS)
        return same_vectors(a, x, b, y);
    return read_box(a, x, &p) && read_box(b, y, &q) && same_box(&p, &q);
}

bool grn_subset_is_disjoint(const grn_op *a, const grn_op *b)
{
    const grn_subset *x = any_subset(a), *y = any_subset(b);
    vectors v, w;
    box p, q;
    if (!x || !y)
        return false;
    const bool is_box = read_box(a, x, &p), other_is_box = read_box(b, y, &q);
    const bool are_vectors = read_vectors(a, x, &v), others_are = read_vectors(b, y, &w);
    if (is_box && other_is_box)
        return boxes_apart(&p, &q);
    if (are_vectors && others_are)
        return vectors_apart(&v, &w);
    return (is_box && others_are && box_apart(&p, &w)) || (are_vectors && other_is_box && box_apart(&q, &v));
}
