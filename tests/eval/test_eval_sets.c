/* test_eval_sets.c - element functions and conversions compiled for this processor's instruction set
 * give the bits of those for every processor, on any length. */
#include "eval_test.h"

#include "eval/element_sets.h"

#define MOST 70
static _Alignas(64) unsigned char arguments[3][MOST * 16], plain[MOST * 16], here[MOST * 16];

/* Random bits, and among them those of special numbers. */
static void fill(uint64_t *seed)
{
    static const uint64_t special[] = {0,
                                       UINT64_C(0x8000000080000000),
                                       UINT64_C(0x7ff000007f800000),
                                       UINT64_C(0xfff00000ff800000),
                                       UINT64_C(0x7ff800007fc00001),
                                       UINT64_C(0x3ff000003f800000),
                                       UINT64_MAX,
                                       1,
                                       UINT64_C(0x7fffffff7fffffff),
                                       UINT64_C(0x4000000040000000)};
    for (size_t a = 0; a < 3; a++)
        for (size_t i = 0; i < MOST * 2; i++) {
            *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            uint64_t bits = *seed >> 60 < 6 ? special[(*seed >> 32) % GRN_COUNT(special)] : *seed ^ *seed >> 31;
            memcpy(arguments[a] + i * 8, &bits, sizeof bits);
        }
}

static void compare(const char *name, const char *class, grn_element_fn one, grn_element_fn other, size_t bytes)
{
    uint64_t seed = 1;
    if (!one || one == other)
        return;
    for (size_t n = 0; n <= MOST; n++) {
        fill(&seed);
        const void *in[] = {arguments[0], arguments[1], arguments[2]};
        memset(plain, 0x55, sizeof plain);
        memset(here, 0x55, sizeof here);
        one(n, plain, in);
        other(n, here, in);
        if (memcmp(plain, here, sizeof here) != 0)
            fail_msg("%s of %s: %zu elements of %zu bytes differ", name, class, n, bytes);
    }
}

static void test_rows(void **state)
{
    (void)state;
    static const char *const names[] = {
#define NAME(name) #name,
        GRN_ELEMENTS(NAME)
#undef NAME
    };
    for (size_t i = 0; i < GRN_COUNT(names); i++) {
        const grn_element *e = grn_element_find(names[i]), *h = grn_element_here(e);
#define CLASS(T) compare(names[i], #T, e->T, h->T, sizeof(e_##T));
        CLASS(i1)
        CLASS(i8) CLASS(i16) CLASS(i32) CLASS(i64) CLASS(u8) CLASS(u16) CLASS(u32) CLASS(u64) CLASS(f32) CLASS(f64)
#undef CLASS
    }
}

/* The casts that a conversion is made of, and those of one step. */
static void test_conversions(void **state)
{
    (void)state;
    for (int from = 1; from < GRN_DTYPE_COUNT; from++)
        for (int to = 1; to < GRN_DTYPE_COUNT; to++) {
            grn_dtype a = (grn_dtype)from, b = (grn_dtype)to;
            if (grn_dtype_class_of(a) == GRN_CLASS_NONE || grn_dtype_class_of(b) == GRN_CLASS_NONE)
                continue;
            compare(grn_dtype_text(a), grn_dtype_text(b), grn_element_cast(a, b), grn_cast_here(a, b), 0);
            compare(grn_dtype_text(a), grn_dtype_text(b), grn_convert_fused(a, b), grn_convert_fused_here(a, b), 0);
        }
}

static void test_folds(void **state)
{
    (void)state;
    static const char *const names[] = {"add", "multiply", "maximum", "minimum"};
    static const grn_dtype dtypes[] = {GRN_I32, GRN_I64, GRN_F32, GRN_F64, GRN_UI8};
    uint64_t seed = 3;
    for (size_t i = 0; i < GRN_COUNT(names); i++)
        for (size_t t = 0; t < GRN_COUNT(dtypes); t++)
            for (size_t n = 1; n <= MOST; n++) {
                const grn_element *e = grn_element_find(names[i]);
                grn_bound_element b = eval_bound(names[i], dtypes[t], dtypes[t]);
                const size_t bytes = grn_dtype_bytes(dtypes[t]);
                fill(&seed);
                memcpy(plain, arguments[1], 16);
                memcpy(here, arguments[1], 16);
                b.fold(n, here, arguments[0]);
                for (size_t k = 0; k < n; k++) { /* step by step, by the row for every processor */
                    const void *in[] = {plain, arguments[0] + k * bytes};
                    grn_element_fn fn = dtypes[t] == GRN_I32   ? e->i32
                                        : dtypes[t] == GRN_I64 ? e->i64
                                        : dtypes[t] == GRN_F32 ? e->f32
                                        : dtypes[t] == GRN_F64 ? e->f64
                                                               : e->u8;
                    fn(1, plain, in);
                }
                if (memcmp(plain, here, bytes) != 0)
                    fail_msg("%s over %zu of %s differs", names[i], n, grn_dtype_text(dtypes[t]));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_conversions),
                                       cmocka_unit_test(test_folds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
