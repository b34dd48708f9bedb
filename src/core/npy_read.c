/*
 * npy_read.c - a .npy in memory as a view of its bytes.
 *
 * Nothing in a file is trusted: its lengths, its shape and that its bools are 0
 * or 1 are checked. `bytes` should be aligned to 16, as malloc's
 * memory is; an array that follows another may start anywhere, and is copied
 * to aligned memory by the caller when the answer is that it must be.
 */
#include "core/npy.h"

#include <inttypes.h>
#include <string.h>

#define PREFIX_BYTES ((size_t)10) /* magic, version, a 16-bit length */

/* Where the header text starts and its declared length. */
static grn_status read_prefix(const unsigned char *bytes, size_t size, const grn_diag *diag, size_t *start,
                              size_t *length)
{
    if (size < PREFIX_BYTES)
        return grn_fail(diag, grn_no_place, GRN_E_FORMAT,
                        "npy: %zu bytes, expected at least %zu for magic, version and length", size, PREFIX_BYTES);
    if (memcmp(bytes, GRN_NPY_MAGIC, GRN_NPY_MAGIC_BYTES) != 0)
        return grn_fail(diag, grn_no_place, GRN_E_FORMAT, "npy: does not start with \"\\x93NUMPY\"");
    unsigned major = bytes[6], minor = bytes[7];
    if (major < 1 || major > 3 || minor != 0)
        return grn_fail(diag, grn_no_place, GRN_E_FORMAT, "npy: version %u.%u, expected 1.0, 2.0 or 3.0", major, minor);
    *length = bytes[8] | (size_t)bytes[9] << 8;
    *start = PREFIX_BYTES;
    if (major > 1) {
        if (size < PREFIX_BYTES + 2)
            return grn_fail(diag, grn_no_place, GRN_E_FORMAT, "npy: %zu bytes, expected at least 12 for version %u.0",
                            size, major);
        *length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
        *start += 2;
    }
    if (*length > size - *start)
        return grn_fail(diag, grn_no_place, GRN_E_FORMAT, "npy: header of %zu bytes promised, %zu bytes are there",
                        *length, size - *start);
    return GRN_OK;
}

static void fortran_strides(grn_tensor *t)
{
    int64_t reversed[GRN_MAX_RANK], stride[GRN_MAX_RANK];
    for (int32_t d = 0; d < t->rank; d++)
        reversed[d] = t->shape[t->rank - 1 - d];
    grn_shape_strides(t->rank, reversed, stride);
    for (int32_t d = 0; d < t->rank; d++)
        t->stride[d] = stride[t->rank - 1 - d];
}

/* i1 must be 0 or 1 and the types narrower than a byte must fit; the rest of the library relies on
 * it. */
static grn_status check_narrow(const grn_tensor *t, const grn_diag *diag)
{
    unsigned bits = grn_dtype_bits(t->dtype);
    if (bits >= 8)
        return GRN_OK;
    unsigned bias = grn_dtype_class_of(t->dtype) == GRN_CLASS_SIGNED ? 1u << (bits - 1) : 0;
    const unsigned char *p = t->data;
    int64_t n = grn_tensor_elements(t);
    for (int64_t i = 0; i < n; i++)
        if (((p[i] + bias) & 0xFF) >> bits)
            return grn_fail(diag, grn_no_place, GRN_E_FORMAT,
                            "npy: element %" PRId64 " is 0x%02X, which %s cannot hold", i, p[i],
                            grn_dtype_text(t->dtype));
    return GRN_OK;
}

/* The data against what is there and where it lies. */
static grn_status check_data(const grn_tensor *t, size_t start, size_t size, const grn_diag *diag)
{
    size_t need = grn_tensor_bytes(t), element = grn_dtype_bytes(t->dtype);
    size_t align = element > 8 ? 8 : element; /* a complex<f64> is two doubles */
    if (need > size - start)
        return grn_fail(diag, grn_no_place, GRN_E_FORMAT,
                        "npy: shape and type promise %zu bytes of data, %zu bytes are there", need, size - start);
    if (need && (uintptr_t)t->data % align != 0)
        return grn_fail(diag, grn_no_place, GRN_E_FORMAT,
                        "npy: data starts at byte %zu, which is not a multiple of the element size %zu in memory",
                        start, align);
    return check_narrow(t, diag);
}

grn_status grn_npy_parse(const void *bytes, size_t size_bytes, grn_dtype dtype_hint, const grn_diag *diag,
                         grn_tensor *out, size_t *used_bytes)
{
    const unsigned char *base = bytes;
    grn_npy_header header;
    grn_dtype dtype;
    grn_tensor view;
    size_t start = 0, length = 0;
    if (!out || (!bytes && size_bytes))
        return grn_fail_null(out ? "bytes" : "out", diag);
    grn_status status = read_prefix(base, size_bytes, diag, &start, &length);
    if (status)
        return status;
    status = grn_npy_parse_header((const char *)base + start, length, start, diag, &header);
    if (status || (status = grn_npy_dtype(&header, dtype_hint, diag, &dtype)))
        return status;
    start += length;
    /* The view type has one data pointer for readers and writers; this one is the caller's const
     * memory. */
    union {
        const void *in;
        void *out;
    } data = {base + start};
    if (grn_tensor_init(&view, data.out, dtype, header.rank, header.shape))
        return grn_fail(diag, grn_no_place, GRN_E_FORMAT, "npy: the shape has more bytes of %s than %" PRId64,
                        grn_dtype_text(dtype), INT64_MAX);
    if ((status = check_data(&view, start, size_bytes, diag)))
        return status;
    if (header.fortran_order)
        fortran_strides(&view);
    *out = view;
    if (used_bytes)
        *used_bytes = start + grn_tensor_bytes(&view);
    return GRN_OK;
}
