/*
 * panel_body.h - the tiles of panel.h in vectors. The includer defines PANEL_SET,
 * the function that answers them by dtype, WIDTH, the bytes of a vector, and
 * ROW_COUNT and ROWS(X, id), which says X(0, id) to X(ROW_COUNT - 1, id): as
 * many as the registers hold, at two vectors of sums a row.
 */
#include "kernels/hints.h"
#include "kernels/panel.h"

/* Sums stay in registers while k goes on: they have names, since an array would have to be taken
 * apart. */
#define LOAD(r, id)                                               \
    vector_##id low##r = *(const vector_##id *)(to + r * stride), \
                high##r = *(const vector_##id *)(to + r * stride + LANES);
#define ADD(r, id)                             \
    {                                          \
        vector_##id factor = splat_##id(a[r]); \
        low##r += factor * low;                \
        high##r += factor * high;              \
    }
#define STORE(r, id) *(vector_##id *)(to + r * stride) = low##r, *(vector_##id *)(to + r * stride + LANES) = high##r;

#define PANEL(id, T)                                                                                            \
    typedef T vector_##id __attribute__((vector_size(WIDTH), aligned(sizeof(T)), may_alias));                   \
    KERNEL_INLINE vector_##id splat_##id(T x) { return x - (vector_##id){0}; /* x + 0 would turn -0 into 0 */ } \
    static void add_##id(int64_t k, const void *strip, const void *panel, void *tile, int64_t stride)           \
    {                                                                                                           \
        enum { LANES = WIDTH / sizeof(T) };                                                                     \
        const T *a = strip, *b = panel;                                                                         \
        T *to = tile;                                                                                           \
        ROWS(LOAD, id)                                                                                          \
        for (; k > 0; k--, a += ROW_COUNT, b += 2 * LANES) {                                                    \
            vector_##id low = *(const vector_##id *)b, high = *(const vector_##id *)(b + LANES);                \
            ROWS(ADD, id)                                                                                       \
        }                                                                                                       \
        ROWS(STORE, id)                                                                                         \
    }                                                                                                           \
    static const grn_panel panel_##id = {ROW_COUNT, 2 * WIDTH / sizeof(T), add_##id};

PANEL(u8, uint8_t)
PANEL(u16, uint16_t)
PANEL(u32, uint32_t)
PANEL(u64, uint64_t)
PANEL(f32, float)
PANEL(f64, double)

const grn_panel *PANEL_SET(grn_dtype dtype)
{
    switch (dtype) {
    case GRN_I8:
    case GRN_UI8: return &panel_u8;
    case GRN_I16:
    case GRN_UI16: return &panel_u16;
    case GRN_I32:
    case GRN_UI32: return &panel_u32;
    case GRN_I64:
    case GRN_UI64:
    case GRN_INDEX: return &panel_u64;
    case GRN_F32: return &panel_f32;
    case GRN_F64: return &panel_f64;
    default: return NULL;
    }
}
