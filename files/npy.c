/* npy.c - an .npy, alone or as a member of an archive; and bytes that have no header. */
#include "files/internal.h"

#include <inttypes.h>
#include <string.h>

#define ALIGNED 16 /* the alignment that grn_npy_parse needs of a file's first byte */

static void *copy_bytes(const void *bytes, size_t n, const grn_allocator *a, const grn_diag *diag, const char *format)
{
    void *copy = file_allocate(a, n);
    if (!copy)
        file_fail(diag, GRN_E_MEMORY, "%s: memory refused for %zu bytes", format, n);
    else if (n)
        memcpy(copy, bytes, n);
    return copy;
}

/* A view for readers and writers has one data pointer; what is read here is never written. */
static void *readable(const unsigned char *bytes)
{
    union {
        const void *in;
        void *out;
    } data = {bytes};
    return data.out;
}

grn_status npy_read(bytes_view file, grn_dtype declared, const grn_allocator *a, const grn_diag *diag, read_tensor *out)
{
    size_t used;
    *out = (read_tensor){.allocator = a};
    if ((uintptr_t)file.at % ALIGNED == 0 ||
        grn_npy_parse(file.at, file.n, declared, NULL, &out->tensor, &used) == GRN_OK)
        return (uintptr_t)file.at % ALIGNED == 0 ? grn_npy_parse(file.at, file.n, declared, diag, &out->tensor, &used)
                                                 : GRN_OK;
    void *copy = copy_bytes(file.at, file.n, a, diag, "npy");
    if (!copy)
        return GRN_E_MEMORY;
    grn_status status = grn_npy_parse(copy, file.n, declared, diag, &out->tensor, &used);
    if (status == GRN_OK)
        *out = (read_tensor){out->tensor, copy, file.n, a};
    else
        file_release(a, copy, file.n);
    return status;
}

/* ---- elements alone ---------------------------------------------------------------------- */

static grn_status read_elements(const unsigned char *bytes, const grn_allocator *a, const grn_diag *diag,
                                read_tensor *out)
{
    size_t n = grn_tensor_bytes(&out->tensor);
    if (n == 0 || (uintptr_t)bytes % element_alignment(out->tensor.dtype) == 0) {
        out->tensor.data = readable(bytes);
        return check_narrow(&out->tensor, "raw bytes", diag);
    }
    out->memory = copy_bytes(bytes, n, a, diag, "raw bytes");
    out->memory_bytes = n;
    out->tensor.data = out->memory;
    return out->memory ? check_narrow(&out->tensor, "raw bytes", diag) : GRN_E_MEMORY;
}

grn_status tensor_of_bytes(const void *bytes, size_t size_bytes, grn_dtype dtype, int32_t rank, const int64_t *shape,
                           const grn_allocator *allocator, const grn_diag *diag, read_tensor *out)
{
    static const unsigned char none[1] = {0};
    if (!out || (!bytes && size_bytes))
        return file_fail(diag, GRN_E_ARGUMENT, "raw bytes: `%s` is NULL", out ? "bytes" : "out");
    *out = (read_tensor){.allocator = allocator};
    grn_status status = grn_tensor_init(&out->tensor, NULL, dtype, rank, shape);
    if (status != GRN_OK)
        return file_fail(diag, status, "raw bytes: %s", grn_status_text(status));
    size_t want = grn_tensor_bytes(&out->tensor);
    if (size_bytes != want)
        return file_fail(diag, GRN_E_FORMAT,
                         "raw bytes: %zu bytes are there, %zu are expected: %" PRId64 " elements of %s, %zu each",
                         size_bytes, want, grn_tensor_elements(&out->tensor), grn_dtype_text(dtype),
                         grn_dtype_bytes(dtype));
    status = read_elements(bytes ? bytes : none, allocator, diag, out);
    if (status != GRN_OK)
        tensor_release(out);
    return status;
}

void tensor_release(read_tensor *tensor)
{
    if (!tensor)
        return;
    file_release(tensor->allocator, tensor->memory, tensor->memory_bytes);
    *tensor = (read_tensor){.memory = NULL};
}
