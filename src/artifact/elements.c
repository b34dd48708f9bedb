/*
 * elements.c - the elements of tensors, as MLIR's bytecode has them: little endian, one element
 * where all are the same, i1 eight to a byte from the low bit up, narrower types than a byte in a
 * byte each.
 */
#include <inttypes.h>

#include "artifact/elements.h"

static uint64_t mask_of(uint32_t bits) { return bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX; }

/* How many bytes `n` elements are. */
static bool bytes_for(grn_dtype dtype, int64_t n, size_t *out)
{
    if (dtype == GRN_I1) {
        *out = (size_t)(n / 8 + (n % 8 != 0));
        return true;
    }
    return grn_mul_size((size_t)n, grn_dtype_bytes(dtype), out);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Integers narrower than a byte come without the bits above them. */
static void unpack(grn_dtype dtype, const unsigned char *from, size_t count, unsigned char *to)
{
    grn_dtype_class class = grn_dtype_class_of(dtype);
    uint32_t bits = grn_dtype_bits(dtype);
    for (size_t i = 0; i < count; i++) {
        if (dtype == GRN_I1)
            to[i] = from[i / 8] >> (i % 8) & 1;
        else {
            unsigned value = from[i] & (unsigned)mask_of(bits);
            bool negative = class == GRN_CLASS_SIGNED && (value >> (bits - 1) & 1);
            to[i] = (unsigned char)(negative ? value | ~(unsigned)mask_of(bits) : value);
        }
    }
}

static bool read_tensor(artifact_reader *r, const grn_bytes *b, const unsigned char *data, bool splat, grn_tensor *t)
{
    size_t bytes = grn_dtype_bytes(t->dtype);
    int64_t n = 1;
    for (int32_t d = 0; d < t->rank && !splat; d++)
        n *= t->shape[d];
    t->data = grn_arena_alloc_raw(&r->ir->arena, (size_t)n * bytes);
    if (!t->data)
        return grn_bytes_refused(b);
    if (grn_dtype_bits(t->dtype) < 8)
        unpack(t->dtype, data, (size_t)n, t->data);
    else if (n)
        memcpy(t->data, data, (size_t)n * bytes);
    grn_shape_strides(t->rank, t->shape, t->stride);
    for (int32_t d = 0; d < t->rank && splat; d++)
        t->stride[d] = 0;
    return true;
}

/* One element for many, or all of them. */
static bool check_size(const grn_bytes *b, size_t at, grn_dtype dtype, int64_t n, size_t got, bool *splat)
{
    size_t one, all;
    if (!bytes_for(dtype, 1, &one) || !bytes_for(dtype, n, &all))
        return grn_bytes_over(b, at, "a tensor has %" PRId64 " elements, more bytes than can be counted", n);
    *splat = got == one && n != 1 && n != 0;
    if (dtype == GRN_I1 && *splat && n <= 8)
        *splat = b->file[b->at - 1] == 0xFF || b->file[b->at - 1] == 0;
    return got == all || *splat ||
           grn_bytes_wrong(b, at, "a tensor's elements are %zu bytes, %zu or %zu are expected", got, all, one);
}

bool grn_artifact_read_elements(artifact_reader *r, grn_bytes *b, const grn_type *type, const grn_attr **out)
{
    size_t n, at = b->at;
    int64_t count;
    const unsigned char *data;
    grn_attr_elements elements = {0};
    grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = type, .elements = &elements};
    if (type->kind != GRN_TYPE_TENSOR || !grn_type_has_static_shape(type) || type->element->dtype == GRN_NO_DTYPE)
        return grn_bytes_wrong(
            b, at, "elements are of a type that is no tensor of known extents and of elements to compute with");
    if (!grn_bytes_blob(b, "a tensor's elements", &data, &n))
        return false;
    grn_tensor *t = &elements.tensor;
    t->dtype = type->element->dtype;
    t->rank = type->rank;
    if (type->rank)
        memcpy(t->shape, type->shape, (size_t)type->rank * sizeof *type->shape);
    if (!grn_shape_elements(t->rank, t->shape, &count))
        return grn_bytes_over(b, at, "a tensor has more elements than can be counted");
    if (!check_size(b, at, t->dtype, count, n, &elements.splat) || !read_tensor(r, b, data, elements.splat, t))
        return false;
    *out = grn_attr_make(r->ir, &a);
    return grn_artifact_made(r, *out);
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool all_are_one(const unsigned char *all, size_t count, size_t bytes)
{
    return count > 0 && (count == 1 || memcmp(all, all + bytes, (count - 1) * bytes) == 0);
}

/* In place: `count` elements of a byte each. Answers how many bytes they are then. */
static size_t pack(grn_dtype dtype, unsigned char *all, size_t count, bool splat)
{
    if (dtype != GRN_I1) {
        for (size_t i = 0; i < count; i++)
            all[i] &= (unsigned char)mask_of(grn_dtype_bits(dtype));
        return count;
    }
    if (splat) {
        all[0] = all[0] ? 0xFF : 0;
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned bit = (unsigned)(all[i] & 1) << (i % 8);
        all[i / 8] = (unsigned char)(i % 8 ? all[i / 8] | bit : bit);
    }
    return (count + 7) / 8;
}

bool grn_artifact_put_elements(grn_vec *to, const grn_attr *attr)
{
    const grn_tensor *t = &attr->elements->tensor;
    int64_t count;
    size_t bytes = grn_dtype_bytes(t->dtype), size;
    if (!grn_shape_elements(t->rank, t->shape, &count))
        return false;
    if (attr->elements->splat && count > 0)
        count = 1;
    if (!grn_mul_size((size_t)count, bytes, &size))
        return false;
    unsigned char *all = grn_allocate(to->allocator, size);
    if (!all)
        return false;
    if (attr->elements->splat && count > 0)
        memcpy(all, t->data, bytes);
    else
        grn_tensor_copy_flat(all, t);
    bool splat = all_are_one(all, (size_t)count, bytes);
    size_t n = (splat ? 1 : (size_t)count) * bytes;
    if (grn_dtype_bits(t->dtype) < 8)
        n = pack(t->dtype, all, splat ? 1 : (size_t)count, splat);
    bool put = grn_put_blob(to, all, n);
    grn_release(to->allocator, all, size);
    return put;
}
