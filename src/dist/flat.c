/* flat.c - elements of a view by their row-major numbers, as boxes that copies and kernels take. */
#include "dist/dist.h"

int64_t grn_flat_box(const grn_tensor *t, int64_t first, int64_t most, grn_tensor *box)
{
    int64_t offset = 0, inner = 1, index[GRN_MAX_RANK], rest = first;
    int32_t d = t->rank - 1;
    for (int32_t k = d; k >= 0; k--) {
        index[k] = rest % t->shape[k];
        rest /= t->shape[k];
        offset += index[k] * t->stride[k];
    }
    grn_view_copy(box, t);
    box->data = grn_tensor_at(t, offset);
    if (t->rank == 0)
        return 1;
    /* As many whole inner dimensions as begin here and are left. */
    while (d > 0 && index[d] == 0 && most / inner >= t->shape[d])
        inner *= t->shape[d--];
    const int64_t left = t->shape[d] - index[d], count = most / inner < left ? most / inner : left;
    for (int32_t k = 0; k < d; k++)
        box->shape[k] = 1;
    box->shape[d] = count;
    return count * inner;
}

void grn_flat_read(const grn_tensor *t, int64_t first, int64_t n, void *to)
{
    grn_tensor box;
    for (int64_t taken; n > 0; n -= taken, first += taken) {
        taken = grn_flat_box(t, first, n, &box);
        grn_tensor_copy_flat(to, &box);
        to = (char *)to + taken * (int64_t)grn_dtype_bytes(t->dtype);
    }
}

void grn_flat_write(const grn_tensor *t, int64_t first, int64_t n, const void *from)
{
    grn_tensor box;
    for (int64_t taken; n > 0; n -= taken, first += taken) {
        taken = grn_flat_box(t, first, n, &box);
        const grn_tensor flat = grn_tensor_over(from, t->dtype, box.rank, box.shape);
        grn_tensor_copy(&box, &flat);
        from = (const char *)from + taken * (int64_t)grn_dtype_bytes(t->dtype);
    }
}

void grn_flat_combine(const grn_tensor *t, int64_t first, int64_t n, const grn_accumulate *f, const void *from)
{
    grn_tensor box;
    grn_walk w;
    for (int64_t taken; n > 0; n -= taken, first += taken) {
        taken = grn_flat_box(t, first, n, &box);
        const int64_t row = box.rank ? box.shape[box.rank - 1] : 1, step = box.rank ? box.stride[box.rank - 1] : 1;
        grn_walk_init(&w, box.rank ? box.rank - 1 : 0, box.shape, 1, (const int64_t *const[]){box.stride});
        for (; w.more; grn_walk_next(&w)) {
            f->run(grn_tensor_at(&box, w.offset[0]), step, from, 1, row);
            from = (const char *)from + row * (int64_t)grn_dtype_bytes(t->dtype);
        }
    }
}
