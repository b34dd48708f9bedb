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

/* One constant number of columns for nearly all, so that their loops become vector code. */
#define BAG_FN(kind, T, O, real, name, act, fused)                                                                \
    static int64_t name##_of_##kind(const grn_bag_rows *rows, const grn_bag_list *list, int64_t from, int64_t to, \
                                    int64_t column, int64_t ncolumns, void *out, void *arg)                       \
    {                                                                                                             \
        int64_t taken = 0, c = 0;                                                                                 \
        for (; c + GRN_BAG_LANES <= ncolumns; c += GRN_BAG_LANES)                                                 \
            taken = bag_columns_##real(GRN_BAG_KIND_##kind, act, fused, rows, list, from, to, column + c,         \
                                       GRN_BAG_LANES, (T *)out + c, arg == NULL ? NULL : (O *)arg + c);           \
        if (c < ncolumns)                                                                                         \
            taken = bag_columns_##real(GRN_BAG_KIND_##kind, act, fused, rows, list, from, to, column + c,         \
                                       ncolumns - c, (T *)out + c, arg == NULL ? NULL : (O *)arg + c);            \
        return taken;                                                                                             \
    }
#define BAG_PLAIN(kind, T, O, real)                                                                    \
    BAG_FN(kind, T, O, real, sum, BAG_SUM, false)                                                      \
    BAG_FN(kind, T, O, real, sum_fused, BAG_SUM, true)                                                 \
    BAG_FN(kind, T, O, real, max, BAG_MAX, false)                                                      \
    BAG_FN(kind, T, O, real, min, BAG_MIN, false)                                                      \
    static void dot_of_##kind(const grn_bag_rows *rows, int64_t row, int64_t column, int64_t ncolumns, \
                              const void *grad, void *lanes)                                           \
    {                                                                                                  \
        bag_dot_columns_##real(GRN_BAG_KIND_##kind, rows, row, column, 0, ncolumns, grad, lanes);      \
    }
#define BAG_BIASED(kind)                                        \
    BAG_PLAIN(kind, float, int32_t, f32)                        \
    BAG_FN(kind, float, int32_t, f32, max_fused, BAG_MAX, true) \
    BAG_FN(kind, float, int32_t, f32, min_fused, BAG_MIN, true)

BAG_PLAIN(f64, double, int64_t, f64)
BAG_PLAIN(f32, float, int32_t, f32)
BAG_PLAIN(f16, float, int32_t, f32)
BAG_PLAIN(bf16, float, int32_t, f32)
BAG_PLAIN(e4m3, float, int32_t, f32)
BAG_PLAIN(e5m2, float, int32_t, f32)
BAG_BIASED(ui8)
BAG_BIASED(ui4)
BAG_BIASED(ui2)

static void to_f16(const float *x, int64_t n, void *to) { bag_to_f16(x, n, to); }
static void to_bf16(const float *x, int64_t n, void *to) { bag_to_bf16(x, n, to); }

/* A product by 1 is exact, and fma a call of a function here. */
#define BAG_PLAIN_ROW(kind)                                                                                   \
    [GRN_BAG_KIND_##kind] = {sum_of_##kind, sum_of_##kind, sum_fused_of_##kind, max_of_##kind, max_of_##kind, \
                             min_of_##kind, min_of_##kind, dot_of_##kind,       to_f16,        to_bf16}
#define BAG_BIASED_ROW(kind)                                                                                  \
    [GRN_BAG_KIND_##                                                                                          \
        kind] = {NULL,          sum_of_##kind,       sum_fused_of_##kind, max_of_##kind, max_fused_of_##kind, \
                 min_of_##kind, min_fused_of_##kind, dot_of_##kind,       to_f16,        to_bf16}

static const grn_bag_kernels kernels[GRN_BAG_KINDS] = {
    BAG_PLAIN_ROW(f64),  BAG_PLAIN_ROW(f32),  BAG_PLAIN_ROW(f16),  BAG_PLAIN_ROW(bf16), BAG_PLAIN_ROW(e4m3),
    BAG_PLAIN_ROW(e5m2), BAG_BIASED_ROW(ui8), BAG_BIASED_ROW(ui4), BAG_BIASED_ROW(ui2),
};

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
