/* element_compare.c - the comparisons, and their rows. Source: StableHLO spec, compare. FLOAT is
 * IEEE's comparison (with a NaN only NE holds), TOTALORDER its totalOrder: -NaN < -Inf < ... < -0 <
 * +0 < ... < +Inf < +NaN. */
#include "eval/element.h"

#define COMPARISON(name, sign, T)                                                  \
    static inline e_i1 compare_##name##_##T(e_##T a, e_##T b) { return a sign b; } \
    LOOP_2(compare_##name, T, i1)
#define TOTAL(name, sign, T)                                                                                   \
    static inline e_i1 total_##name##_##T(e_##T a, e_##T b) { return total_key_##T(a) sign total_key_##T(b); } \
    LOOP_2(total_##name, T, i1)

/* One relation on every class, and its two rows. */
#define RELATION(name, sign)                                                               \
    COMPARISON(name, sign, i1)                                                             \
    COMPARISON(name, sign, i8)                                                             \
    COMPARISON(name, sign, i16)                                                            \
    COMPARISON(name, sign, i32)                                                            \
    COMPARISON(name, sign, i64)                                                            \
    COMPARISON(name, sign, u8)                                                             \
    COMPARISON(name, sign, u16)                                                            \
    COMPARISON(name, sign, u32)                                                            \
    COMPARISON(name, sign, u64)                                                            \
    COMPARISON(name, sign, f32)                                                            \
    COMPARISON(name, sign, f64)                                                            \
    TOTAL(name, sign, f32)                                                                 \
    TOTAL(name, sign, f64)                                                                 \
    const grn_element GRN_ELEMENT_ROW(compare_##name) = {"compare_" #name,                 \
                                                         2,                                \
                                                         GRN_RESULT_BOOL,                  \
                                                         .i1 = run_compare_##name##_i1,    \
                                                         INTEGER_ENTRIES(compare_##name),  \
                                                         FLOAT_ENTRIES(compare_##name),    \
                                                         COMPLEX_ENTRIES(compare_##name)}; \
    const grn_element GRN_ELEMENT_ROW(total_##name) = {"total_" #name, 2, GRN_RESULT_BOOL, FLOAT_ENTRIES(total_##name)};

RELATION(eq, ==)
RELATION(ne, !=)
RELATION(ge, >=)
RELATION(gt, >)
RELATION(le, <=)
RELATION(lt, <)
