/* dense_text.c - a tensor's elements, by their bits, and types as MLIR writes them. */
#include "programs/dense_text.h"

#include <inttypes.h>

#include "core/core.h"

static void write_part(grn_dtype dtype, const unsigned char *bytes, FILE *to)
{
    uint64_t bits = 0;
    const unsigned width = grn_dtype_bits(dtype);
    for (size_t i = 0; i < grn_dtype_bytes(dtype); i++)
        bits |= (uint64_t)bytes[i] << (8 * i);
    if (width < 64)
        bits &= (UINT64_C(1) << width) - 1;
    if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT)
        fprintf(to, "0x%0*" PRIX64, (int)(width + 3) / 4, bits);
    else if (width == 1)
        fputs(bits ? "true" : "false", to);
    else if (width < 64 && bits >> (width - 1))
        fprintf(to, "-%" PRIu64, (UINT64_C(1) << width) - bits);
    else
        fprintf(to, "%" PRId64, (int64_t)bits);
}

static void write_element(const grn_tensor *t, int64_t i, FILE *to)
{
    unsigned char bytes[16] = {0};
    grn_tensor_read(t, i, 1, bytes);
    if (t->dtype != GRN_C64 && t->dtype != GRN_C128) {
        write_part(t->dtype, bytes, to);
        return;
    }
    const grn_dtype part = t->dtype == GRN_C64 ? GRN_F32 : GRN_F64;
    fputc('(', to);
    write_part(part, bytes, to);
    fputs(", ", to);
    write_part(part, bytes + grn_dtype_bytes(part), to);
    fputc(')', to);
}

static void write_list(const grn_tensor *t, int32_t d, int64_t *at, FILE *to)
{
    if (d == t->rank) {
        write_element(t, (*at)++, to);
        return;
    }
    fputc('[', to);
    for (int64_t i = 0; i < t->shape[d]; i++) {
        fputs(i ? ", " : "", to);
        write_list(t, d + 1, at, to);
    }
    fputc(']', to);
}

void dense_text_write(const grn_tensor *t, FILE *to)
{
    int64_t at = 0;
    fputs("dense<", to);
    if (grn_tensor_elements(t) > 0)
        write_list(t, 0, &at, to);
    fputc('>', to);
}

const char *dense_type_text(const grn_type *t)
{
    static char text[4][GRN_TYPE_TEXT_BYTES];
    static int at;
    at = (at + 1) % 4;
    return grn_type_text(t, text[at], sizeof text[at]);
}
