/* slice.c - parts of tensors and of buffers. */
#include "lower/slice.h"

size_t grn_lo_read_mixed(grn_lower *l, const grn_op *op, const char *name, size_t operand, grn_value **out)
{
    size_t count = 0;
    const int64_t *v = NULL;
    grn_op_dims(op, name, &count, &v);
    for (size_t d = 0; d < count && l->status == GRN_OK; d++)
        out[d] = v[d] != GRN_DYNAMIC ? grn_lo_index(l, v[d]) : grn_lo_of(l, op->operands[operand++])->value;
    return operand;
}

static const char *const names[] = {"static_offsets", "static_sizes", "static_strides"};

void grn_lo_read_slice(grn_lower *l, const grn_op *op, const grn_type *whole, const grn_type *own, size_t operand,
                       grn_lo_slice *out)
{
    grn_value **const to[] = {out->offset, out->size, out->stride};
    int32_t at = 0;
    out->rank = whole->rank;
    for (size_t k = 0; k < GRN_COUNT(names); k++) {
        size_t count = 0;
        grn_op_dims(op, names[k], &count, &out->written[k]);
        operand = grn_lo_read_mixed(l, op, names[k], operand, to[k]);
    }
    for (int32_t d = 0; d < whole->rank; d++)
        out->dim[d] = at < own->rank && own->shape[at] == out->written[1][d] ? at++ : -1;
}

/* ---- as ops ---------------------------------------------------------------------------------- */

/* The lists of such an op, whose numbers the types of the program go by, and operands behind those
 * that are there already. */
typedef struct lists {
    grn_value *operands[2 + 3 * GRN_MAX_RANK];
    size_t n;
    int32_t segments[5];
    grn_lo_attr attrs[4];
} lists;

static void write_lists(grn_lower *l, const grn_lo_slice *p, lists *to)
{
    grn_value *const *const from[] = {p->offset, p->size, p->stride};
    const size_t before = to->n;
    for (size_t i = 0; i < before; i++)
        to->segments[i] = 1;
    for (size_t k = 0; k < GRN_COUNT(names); k++) {
        to->segments[before + k] = 0;
        for (int32_t d = 0; d < p->rank; d++)
            if (p->written[k][d] == GRN_DYNAMIC) {
                to->operands[to->n++] = from[k][d];
                to->segments[before + k]++;
            }
        to->attrs[1 + k] = (grn_lo_attr){names[k], grn_attr_dense_i64(l->ir, (size_t)p->rank, p->written[k])};
    }
    to->attrs[0] = (grn_lo_attr){"operandSegmentSizes", grn_lo_segments(l, before + GRN_COUNT(names), to->segments)};
}

/* What is not known stays so, but 0 times whatever is 0. */
static int64_t times(int64_t a, int64_t b)
{
    if (a == 0 || b == 0)
        return 0;
    return a != GRN_DYNAMIC && b != GRN_DYNAMIC && grn_mul_i64(a, b, &a) ? a : GRN_DYNAMIC;
}
static int64_t plus(int64_t a, int64_t b)
{
    return a != GRN_DYNAMIC && b != GRN_DYNAMIC && grn_add_i64(a, b, &a) ? a : GRN_DYNAMIC;
}

grn_value *grn_lo_slice_of_memref(grn_lower *l, const grn_lo_slice *p, grn_value *memref, const grn_type *own)
{
    lists to = {.operands = {memref}, .n = 1};
    int64_t base[GRN_MAX_RANK], stride[GRN_MAX_RANK], offset = 0;
    if (l->status != GRN_OK || !memref)
        return NULL;
    write_lists(l, p, &to);
    if (!grn_memref_strides(memref->type, base, &offset))
        return grn_lo_refuse(l, "writes to a part of a buffer whose layout is not strided");
    for (int32_t d = 0; d < p->rank; d++) {
        offset = plus(offset, times(p->written[0][d], base[d]));
        if (p->dim[d] >= 0)
            stride[p->dim[d]] = times(base[d], p->written[2][d]);
    }
    const grn_type *type = grn_lo_memref(l, memref->type->element, own->rank, own->shape, stride, offset);
    return grn_lo_one(l, "memref.subview", to.n, to.operands, type, GRN_COUNT(to.attrs), to.attrs);
}

grn_value *grn_lo_put_slice(grn_lower *l, const grn_lo_slice *p, grn_value *source, grn_value *into)
{
    lists to = {.operands = {source, into}, .n = 2};
    if (l->status != GRN_OK || !into)
        return NULL;
    write_lists(l, p, &to);
    return grn_lo_one(l, "tensor.insert_slice", to.n, to.operands, into->type, GRN_COUNT(to.attrs), to.attrs);
}
