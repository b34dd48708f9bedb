/* elements.c - elements as files have them: row-major, aligned or not, several to a byte. */
#include "files/internal.h"

#include <inttypes.h>
#include <string.h>

size_t element_alignment(grn_dtype dtype)
{
    size_t bytes = grn_dtype_bytes(dtype);
    return bytes > 8 ? 8 : bytes; /* a complex<f64> is two doubles */
}

grn_status check_narrow(const grn_tensor *t, const char *format, const grn_diag *diag)
{
    unsigned bits = grn_dtype_bits(t->dtype);
    if (bits >= 8)
        return GRN_OK;
    unsigned bias = grn_dtype_class_of(t->dtype) == GRN_CLASS_SIGNED ? 1u << (bits - 1) : 0;
    const unsigned char *p = t->data;
    int64_t n = grn_tensor_elements(t);
    for (int64_t i = 0; i < n; i++)
        if (((p[i] + bias) & 0xFF) >> bits)
            return file_fail(diag, GRN_E_FORMAT, "%s: element %" PRId64 " is 0x%02X, which %s cannot hold", format, i,
                             p[i], grn_dtype_text(t->dtype));
    return GRN_OK;
}

/* ---- row-major pieces ------------------------------------------------------------------------ */

#define PIECE_BYTES 16384

/* The places of a view's elements, one after the other. */
typedef struct walker {
    const grn_tensor *t;
    int64_t index[GRN_MAX_RANK];
    int64_t offset; /* elements */
} walker;

static void step(walker *w)
{
    for (int32_t d = w->t->rank; d-- > 0;) {
        w->offset += w->t->stride[d];
        if (++w->index[d] < w->t->shape[d])
            return;
        w->offset -= w->t->stride[d] * w->t->shape[d];
        w->index[d] = 0;
    }
}

/* The next `n` elements. */
static void copy_elements(walker *w, size_t n, size_t bytes, unsigned char *to)
{
    for (; n > 0; n--, to += bytes) {
        memcpy(to, (const unsigned char *)w->t->data + w->offset * (int64_t)bytes, bytes);
        step(w);
    }
}

grn_status write_elements(const grn_tensor *t, const grn_sink *sink)
{
    unsigned char piece[PIECE_BYTES];
    size_t bytes = grn_dtype_bytes(t->dtype), left = (size_t)grn_tensor_elements(t), most = sizeof piece / bytes;
    walker w = {.t = t};
    if (grn_tensor_is_compact(t))
        return left ? sink->write(sink->user, t->data, left * bytes) : GRN_OK;
    grn_status status = GRN_OK;
    for (size_t n; status == GRN_OK && left > 0; left -= n) {
        n = left < most ? left : most;
        copy_elements(&w, n, bytes, piece);
        status = sink->write(sink->user, (const char *)piece, n * bytes);
    }
    return status;
}

/* ---- several to a byte ---------------------------------------------------------------------- */

void unpack_bits(const unsigned char *packed, size_t elements, unsigned bits, unsigned char *out)
{
    const unsigned mask = (1u << bits) - 1;
    unsigned held = 0, nheld = 0;
    for (size_t i = 0; i < elements; i++) {
        if (nheld < bits) {
            held |= (unsigned)*packed++ << nheld;
            nheld += 8;
        }
        out[i] = (unsigned char)(held & mask);
        held >>= bits;
        nheld -= bits;
    }
}

/* Bits that wait for their byte, and bytes that wait to be written. */
typedef struct packer {
    unsigned char bytes[PIECE_BYTES];
    size_t n;
    unsigned held, nheld;
} packer;

static void pack(packer *p, const unsigned char *elements, size_t n, unsigned bits)
{
    for (size_t i = 0; i < n; i++) {
        p->held |= (unsigned)elements[i] << p->nheld;
        p->nheld += bits;
        if (p->nheld < 8)
            continue;
        p->bytes[p->n++] = (unsigned char)p->held;
        p->held >>= 8;
        p->nheld -= 8;
    }
}

grn_status write_packed(const grn_tensor *t, unsigned bits, const grn_sink *sink)
{
    unsigned char piece[PIECE_BYTES];
    packer p = {.n = 0};
    walker w = {.t = t};
    grn_status status = GRN_OK;
    for (size_t left = (size_t)grn_tensor_elements(t), n; status == GRN_OK && left > 0; left -= n) {
        n = left < sizeof piece ? left : sizeof piece;
        copy_elements(&w, n, 1, piece);
        pack(&p, piece, n, bits);
        status = sink->write(sink->user, (const char *)p.bytes, p.n);
        p.n = 0;
    }
    return status;
}
