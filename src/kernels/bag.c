/* bag.c - bags in plain C, and the kernels of a set by its name. */
#include "kernels/bag_element.h"

#define REAL float
#define ORDINAL int32_t
#define FN(name) name##_f32
#define FMA fmaf
#include "kernels/bag_columns.h"
#undef REAL
#undef ORDINAL
#undef FN
#undef FMA
#define REAL double
#define ORDINAL int64_t
#define FN(name) name##_f64
#define FMA fma
#include "kernels/bag_columns.h"

/* One constant number of columns for nearly all, so that their loops become vector code. fma is a call of a
 * function here. */
#define BAG_FN(kind, real, name, act)                                                                               \
    static void name##_of_##kind(const grn_bag_rows *rows, const grn_bag_entries *list, const grn_bag_batch *batch) \
    {                                                                                                               \
        const bool fused = list->fused && bag_has_products(GRN_BAG_KIND_##kind, list);                              \
        for (int64_t b = 0, c, n; b < batch->bags; b++)                                                             \
            for (c = 0; c < batch->ncolumns; c += n) {                                                              \
                n = batch->ncolumns - c < GRN_BAG_LANES ? batch->ncolumns - c : GRN_BAG_LANES;                      \
                if (n == GRN_BAG_LANES && !fused)                                                                   \
                    bag_columns_##real(GRN_BAG_KIND_##kind, act, false, rows, list, batch, b, c, GRN_BAG_LANES);    \
                else                                                                                                \
                    bag_columns_##real(GRN_BAG_KIND_##kind, act, fused, rows, list, batch, b, c, n);                \
            }                                                                                                       \
    }
#define BAG_KIND(kind, real)                                                                           \
    BAG_FN(kind, real, sum, BAG_SUM)                                                                   \
    BAG_FN(kind, real, extreme, BAG_EXTREME)                                                           \
    static void dot_of_##kind(const grn_bag_rows *rows, int64_t row, int64_t column, int64_t ncolumns, \
                              const void *grad, void *lanes)                                           \
    {                                                                                                  \
        bag_dot_columns_##real(GRN_BAG_KIND_##kind, rows, row, column, 0, ncolumns, grad, lanes);      \
    }

BAG_KIND(f64, f64)
BAG_KIND(f32, f32)
BAG_KIND(f16, f32)
BAG_KIND(bf16, f32)
BAG_KIND(e4m3, f32)
BAG_KIND(e5m2, f32)
BAG_KIND(ui8, f32)
BAG_KIND(ui4, f32)
BAG_KIND(ui2, f32)

static void to_f16(const float *x, int64_t n, void *to) { bag_to_f16(x, n, to); }
static void to_bf16(const float *x, int64_t n, void *to) { bag_to_bf16(x, n, to); }

/* Vectors that every processor has. */
#define WIDTH 16
#include "kernels/bag_range.h"

#define BAG_KIND_ROW(kind, per_byte) \
    [GRN_BAG_KIND_##kind] = {sum_of_##kind, extreme_of_##kind, dot_of_##kind, to_f16, to_bf16, any_beyond},
static const grn_bag_kernels kernels[GRN_BAG_KINDS] = {GRN_BAG_ROWS(BAG_KIND_ROW)};

const grn_bag_kernels *grn_bag_scalar(void) { return kernels; }
const grn_bag_kernels *grn_bag_neon(void) { return kernels; }

static const struct {
    const char *name;
    bool (*runs)(void);
    const grn_bag_kernels *(*of)(void);
} sets[] = {
#define BAG_ROW(set) {#set, grn_kernels_##set##_runs, grn_bag_##set},
    KERNEL_SETS(BAG_ROW)
#undef BAG_ROW
};

const grn_bag_kernels *grn_bag_named(const char *name)
{
    for (size_t k = 0; k < GRN_COUNT(sets); k++)
        if (sets[k].runs() && strcmp(sets[k].name, name) == 0)
            return sets[k].of();
    return NULL;
}
