/* contract_pack.c - factors in the order in which a tile reads them: the rows of a strip side by
 * side, place after place. */
#include "eval/element.h"
#include "eval/contract.h"

/* Packs elements of one size to `width` rows side by side, of which the first `rows` exist. */
#define PACK(T)                                                                                                      \
    static void strided_##T(const grn_contract_factors *f, int64_t from, int64_t rows, int64_t at, int64_t depth,    \
                            int64_t width, T *out)                                                                   \
    {                                                                                                                \
        const char *first = (const char *)f->data + ((f->from + from) * f->row + at * f->step) * (int64_t)sizeof(T); \
        if (f->row == 1) {                                                                                           \
            for (int64_t p = 0; p < depth; p++)                                                                      \
                memcpy(out + p * width, first + p * f->step * (int64_t)sizeof(T), (size_t)rows * sizeof(T));         \
            return;                                                                                                  \
        }                                                                                                            \
        for (int64_t r = 0; r < rows; r++)                                                                           \
            for (int64_t p = 0; p < depth; p++)                                                                      \
                memcpy(&out[p * width + r], first + (r * f->row + p * f->step) * (int64_t)sizeof(T), sizeof(T));     \
    }                                                                                                                \
    static void taken_##T(const grn_contract_factors *f, int64_t from, int64_t rows, int64_t at, int64_t depth,      \
                          int64_t width, T *line, T *out)                                                            \
    {                                                                                                                \
        for (int64_t r = 0; r < rows; r++) {                                                                         \
            f->take(f, f->from + from + r, at, depth, line);                                                         \
            for (int64_t p = 0; p < depth; p++)                                                                      \
                out[p * width + r] = line[p];                                                                        \
        }                                                                                                            \
    }                                                                                                                \
    static void pack_##T(const grn_contract_factors *f, int64_t from, int64_t rows, int64_t at, int64_t depth,       \
                         int64_t width, T *line, T *out)                                                             \
    {                                                                                                                \
        if (rows < width)                                                                                            \
            memset(out, 0, (size_t)(depth * width) * sizeof *out);                                                   \
        if (f->take)                                                                                                 \
            taken_##T(f, from, rows, at, depth, width, line, out);                                                   \
        else                                                                                                         \
            strided_##T(f, from, rows, at, depth, width, out);                                                       \
    }
PACK(uint8_t)
PACK(uint16_t)
PACK(uint32_t)
PACK(uint64_t)
PACK(e_c128)

void grn_contract_pack(const grn_contract_factors *f, size_t bytes, int64_t from, int64_t rows, int64_t at,
                       int64_t depth, int64_t width, void *line, void *out)
{
    for (int64_t done = 0; done < rows; done += width) {
        int64_t m = rows - done < width ? rows - done : width;
        switch (bytes) {
        case 1: pack_uint8_t(f, from + done, m, at, depth, width, line, out); break;
        case 2: pack_uint16_t(f, from + done, m, at, depth, width, line, out); break;
        case 4: pack_uint32_t(f, from + done, m, at, depth, width, line, out); break;
        case 8: pack_uint64_t(f, from + done, m, at, depth, width, line, out); break;
        default: pack_e_c128(f, from + done, m, at, depth, width, line, out); break;
        }
        out = (char *)out + (size_t)(depth * width) * bytes;
    }
}
