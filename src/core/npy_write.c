/* npy_write.c - a tensor as a version 1.0 .npy: row-major, little-endian. */
#include "core/npy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Data starts at a multiple of this, as NumPy's does. */
#define DATA_ALIGNMENT 64

/* Magic, version, length, dictionary, padding; returns the whole length. 32 extents of 19 digits
 * fit well. */
#define HEADER_BYTES 1024

static size_t write_header(const grn_tensor *t, char *out)
{
    const size_t prefix = 10;
    size_t at = prefix;
    at += (size_t)snprintf(out + at, HEADER_BYTES - at, "{'descr': '%s', 'fortran_order': False, 'shape': (",
                           grn_dtype_npy(t->dtype));
    for (int32_t d = 0; d < t->rank; d++)
        at += (size_t)snprintf(out + at, HEADER_BYTES - at, "%s%" PRId64 "%s", d ? ", " : "", t->shape[d],
                               t->rank == 1 ? "," : "");
    at += (size_t)snprintf(out + at, HEADER_BYTES - at, "), }");
    while ((at + 1) % DATA_ALIGNMENT != 0)
        out[at++] = ' ';
    out[at++] = '\n';
    memcpy(out, GRN_NPY_MAGIC "\x01", GRN_NPY_MAGIC_BYTES + 2); /* version 1.0: the string's own zero ends it */
    out[8] = (char)((at - prefix) & 0xFF);
    out[9] = (char)((at - prefix) >> 8);
    return at;
}

grn_status grn_npy_write(const grn_tensor *tensor, const grn_sink *sink)
{
    char piece[16384];
    grn_status status = grn_check_view(tensor, "tensor", NULL);
    if (status == GRN_OK)
        status = grn_check_data(tensor, "tensor", NULL);
    if (status == GRN_OK)
        status = grn_check_sink(sink);
    if (status != GRN_OK)
        return status;
    size_t bytes = grn_dtype_bytes(tensor->dtype);
    int64_t elements = grn_tensor_elements(tensor);
    status = sink->write(sink->user, piece, write_header(tensor, piece));
    if (grn_tensor_is_compact(tensor))
        return status || !elements ? status : sink->write(sink->user, tensor->data, grn_tensor_bytes(tensor));
    int64_t most = (int64_t)(sizeof piece / bytes);
    for (int64_t from = 0; from < elements && status == GRN_OK; from += most) {
        int64_t n = elements - from < most ? elements - from : most;
        grn_tensor_read(tensor, from, n, piece);
        status = sink->write(sink->user, piece, (size_t)n * bytes);
    }
    return status;
}
