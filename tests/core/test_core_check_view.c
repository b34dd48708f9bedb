/* test_core_check_view.c - the check of views from outside, at its limits: one inside, one
 * beyond. */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char said[4096];

static void hear(void *user, const grn_diagnostic *d)
{
    (void)user;
    snprintf(said, sizeof said, "%s", d->message);
}
static const grn_diag diag = {hear, NULL};

#define MOST PTRDIFF_MAX
#define LIMIT (INT64_C(1) << 26) /* below it the short check answers, on machines of 64 bits */

/* i8 where no dtype is said: a byte is an element. */
static const struct {
    const char *claim;
    grn_tensor view;
    grn_status status;
} layouts[] = {
    {"rank 0", {.dtype = GRN_I8}, GRN_OK},
    {"rank 32", {.dtype = GRN_I8, .rank = 32}, GRN_OK},
    {"rank 33", {.dtype = GRN_I8, .rank = 33}, GRN_E_LIMIT},
    {"the last dtype", {.dtype = GRN_C128}, GRN_OK},
    {"past the last dtype", {.dtype = GRN_DTYPE_COUNT}, GRN_E_DTYPE},
    {"as many bytes as an address can be moved", {.dtype = GRN_I8, .rank = 1, .shape = {MOST}, .stride = {1}}, GRN_OK},
    {"as many in two dimensions",
     {.dtype = GRN_I8, .rank = 2, .shape = {7, MOST / 7}, .stride = {MOST / 7, 1}},
     GRN_OK},
    {"one element more, in two dimensions",
     {.dtype = GRN_I8, .rank = 2, .shape = {2, MOST / 2 + 1}, .stride = {0, 0}},
     GRN_E_SHAPE},
    {"one byte more, of two each", {.dtype = GRN_I16, .rank = 1, .shape = {MOST / 2 + 1}, .stride = {0}}, GRN_E_SHAPE},
    {"a span to the end", {.dtype = GRN_I8, .rank = 1, .shape = {2}, .stride = {MOST - 1}}, GRN_OK},
    {"a span one past the end", {.dtype = GRN_I8, .rank = 1, .shape = {2}, .stride = {MOST}}, GRN_E_SHAPE},
    {"a span to the end, downwards", {.dtype = GRN_I8, .rank = 1, .shape = {2}, .stride = {-(MOST - 1)}}, GRN_OK},
    {"a span one past the end, downwards", {.dtype = GRN_I8, .rank = 1, .shape = {2}, .stride = {-MOST}}, GRN_E_SHAPE},
    {"the least stride", {.dtype = GRN_I8, .rank = 1, .shape = {2}, .stride = {INT64_MIN}}, GRN_E_SHAPE},
    {"of 8 bytes each, to the end", {.dtype = GRN_F64, .rank = 1, .shape = {2}, .stride = {MOST / 8 - 1}}, GRN_OK},
    {"of 8 bytes each, one past it", {.dtype = GRN_F64, .rank = 1, .shape = {2}, .stride = {MOST / 8}}, GRN_E_SHAPE},
    {"both ways together, to the end",
     {.dtype = GRN_I8, .rank = 2, .shape = {2, 2}, .stride = {MOST / 2, -(MOST / 2)}},
     GRN_OK},
    {"both ways together, one past it",
     {.dtype = GRN_I8, .rank = 2, .shape = {2, 2}, .stride = {MOST / 2 + 1, -(MOST / 2)}},
     GRN_E_SHAPE},
    {"two spans that wrap to a small sum",
     {.dtype = GRN_I8, .rank = 2, .shape = {3, 3}, .stride = {INT64_MAX, INT64_MIN}},
     GRN_E_SHAPE},
    {"a stride never taken", {.dtype = GRN_I8, .rank = 2, .shape = {1, 2}, .stride = {INT64_MIN, 1}}, GRN_OK},
    {"strides of no element",
     {.dtype = GRN_I8, .rank = 3, .shape = {MOST, 0, MOST}, .stride = {INT64_MIN, MOST, MOST}},
     GRN_OK},
    {"no element, and an extent below 0", {.dtype = GRN_I8, .rank = 2, .shape = {0, -1}}, GRN_E_SHAPE},
    {"an extent below 0 times another", {.dtype = GRN_I8, .rank = 2, .shape = {-2, -2}}, GRN_E_SHAPE},
    {"extents whose product wraps to 0",
     {.dtype = GRN_I8, .rank = 2, .shape = {INT64_C(1) << 32, INT64_C(1) << 32}},
     GRN_E_SHAPE},
    {"extents whose product wraps to 1",
     {.dtype = GRN_I8, .rank = 3, .shape = {LIMIT - 1, LIMIT - 1, LIMIT - 1}},
     GRN_E_SHAPE},
    {"the largest of the short check",
     {.dtype = GRN_C128, .rank = 1, .shape = {LIMIT - 1}, .stride = {LIMIT - 1}},
     GRN_OK},
    {"the least of the long one", {.dtype = GRN_C128, .rank = 1, .shape = {LIMIT}, .stride = {-LIMIT}}, GRN_OK},
};

static void test_layouts(void **unused)
{
    (void)unused;
    assert_int_equal(grn_check_view(NULL, "it", &diag), GRN_E_ARGUMENT);
    assert_string_equal(said, "it is NULL, a tensor is needed");
    for (size_t i = 0; i < GRN_COUNT(layouts); i++) {
        said[0] = '\0';
        grn_status seen = grn_check_view(&layouts[i].view, "it", &diag);
        if (seen != layouts[i].status || (seen != GRN_OK) != (strstr(said, "it ") != NULL))
            fail_msg("%s: %s, must be %s; '%s'", layouts[i].claim, grn_status_name(seen),
                     grn_status_name(layouts[i].status), said);
        if (seen != grn_check_view_at_length(&layouts[i].view, "it", NULL))
            fail_msg("%s: the two checks disagree", layouts[i].claim);
    }
}

/* 32 dimensions at the short check's limit stay inside what it promises. */
static void test_short_check(void **unused)
{
    grn_tensor t = {.dtype = GRN_C128, .rank = 32};
    (void)unused;
    for (int32_t d = 0; d < 32; d++) {
        t.shape[d] = d < 26 ? 2 : 1;
        t.stride[d] = LIMIT - 1;
    }
    assert_false(grn_view_is_plain(&t)); /* 2^26 elements */
    t.shape[25] = 1;
    assert_true(grn_view_is_plain(&t));
    assert_int_equal(grn_check_view_at_length(&t, "it", NULL), GRN_OK);
}

static const struct {
    const char *claim;
    grn_tensor view;
    grn_status status;
} places[] = {
    {"rank 0", {.dtype = GRN_F32}, GRN_OK},
    {"compact", {.dtype = GRN_F32, .rank = 2, .shape = {2, 3}, .stride = {3, 1}}, GRN_OK},
    {"transposed", {.dtype = GRN_F32, .rank = 2, .shape = {2, 3}, .stride = {1, 2}}, GRN_OK},
    {"downwards", {.dtype = GRN_F32, .rank = 2, .shape = {2, 3}, .stride = {-3, -1}}, GRN_OK},
    {"no place is shared", {.dtype = GRN_F32, .rank = 2, .shape = {2, 3}, .stride = {3, 2}}, GRN_OK},
    {"a stride of 0", {.dtype = GRN_F32, .rank = 2, .shape = {2, 3}, .stride = {0, 1}}, GRN_E_ALIAS},
    {"a stride of 0, far apart otherwise",
     {.dtype = GRN_F32, .rank = 2, .shape = {2, 3}, .stride = {0, 100}},
     GRN_E_ALIAS},
    {"a stride of 0 of one element", {.dtype = GRN_F32, .rank = 2, .shape = {1, 3}, .stride = {0, 1}}, GRN_OK},
    {"a stride of 0 of none", {.dtype = GRN_F32, .rank = 2, .shape = {5, 0}, .stride = {0, 0}}, GRN_OK},
    {"six elements in six places", {.dtype = GRN_F32, .rank = 2, .shape = {2, 3}, .stride = {-3, 1}}, GRN_OK},
    {"six elements in five places", {.dtype = GRN_F32, .rank = 2, .shape = {2, 3}, .stride = {2, 1}}, GRN_E_ALIAS},
    {"six elements in five places, one of them downwards",
     {.dtype = GRN_F32, .rank = 2, .shape = {2, 3}, .stride = {-2, 1}},
     GRN_E_ALIAS},
    {"windows of three, one apart", {.dtype = GRN_F32, .rank = 2, .shape = {5, 3}, .stride = {1, 1}}, GRN_E_ALIAS},
};

static void test_places(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(places); i++) {
        grn_status seen = grn_check_places(&places[i].view, "it", &diag);
        if (seen != places[i].status)
            fail_msg("%s: %s, must be %s", places[i].claim, grn_status_name(seen), grn_status_name(places[i].status));
    }
    assert_non_null(strstr(said, "it has shape [5, 3] and strides [1, 1]: some of its elements share a place"));
}

static void test_data(void **unused)
{
    grn_tensor t = {.dtype = GRN_F32, .rank = 1, .shape = {4}, .stride = {1}};
    (void)unused;
    assert_int_equal(grn_check_data(&t, "it", &diag), GRN_E_ARGUMENT);
    assert_string_equal(said, "it has elements but its data is NULL");
    t.data = (void *)(UINTPTR_MAX - 16); /* its last byte is the last but one */
    assert_int_equal(grn_check_data(&t, "it", &diag), GRN_OK);
    t.data = (void *)(UINTPTR_MAX - 15);
    assert_int_equal(grn_check_data(&t, "it", &diag), GRN_E_ARGUMENT);
    assert_non_null(strstr(said, "end of the address space"));
    t.stride[0] = -1;
    t.data = (void *)(uintptr_t)12;
    assert_int_equal(grn_check_data(&t, "it", &diag), GRN_OK);
    t.data = (void *)(uintptr_t)11;
    assert_int_equal(grn_check_data(&t, "it", &diag), GRN_E_ARGUMENT);
    t.shape[0] = 0;
    t.data = NULL;
    assert_int_equal(grn_check_data(&t, "it", &diag), GRN_OK);
}

static void test_allocators(void **unused)
{
    grn_allocator a = *grn_allocator_or_default(NULL);
    (void)unused;
    assert_int_equal(grn_check_allocator(NULL, &diag), GRN_OK);
    assert_int_equal(grn_check_allocator(&a, &diag), GRN_OK);
    a.release = NULL;
    assert_int_equal(grn_check_allocator(&a, &diag), GRN_E_ARGUMENT);
    assert_non_null(strstr(said, "no release function"));
    a.allocate = NULL;
    assert_int_equal(grn_check_allocator(&a, &diag), GRN_E_ARGUMENT);
    assert_non_null(strstr(said, "no allocate function"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_layouts), cmocka_unit_test(test_short_check),
                                       cmocka_unit_test(test_places), cmocka_unit_test(test_data),
                                       cmocka_unit_test(test_allocators)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
