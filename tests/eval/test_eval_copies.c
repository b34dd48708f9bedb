/* test_eval_copies.c - copies of elements of every type: all their bytes, and none beside them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "eval/element.h"
#include "support/guard.h"

#define N 37

static void every_type_by_its_size(void **state)
{
    grn_guarded in_room = grn_guarded_make(N * 16), out_room = grn_guarded_make(N * 16);
    (void)state;
    for (int d = 1; d < GRN_DTYPE_COUNT; d++) {
        size_t bytes = N * grn_dtype_bytes((grn_dtype)d);
        unsigned char *in = grn_guarded_at(&in_room, bytes, 1), *out = grn_guarded_at(&out_room, bytes, 1);
        grn_guarded_claim(grn_dtype_text((grn_dtype)d));
        for (size_t i = 0; i < bytes; i++)
            in[i] = (unsigned char)(i * 7 + 1), out[i] = 0;
        grn_element_copy((grn_dtype)d)(N, out, (const void *const[]){in});
        assert_memory_equal(out, in, bytes);
        grn_element_copy((grn_dtype)d)(N, in, (const void *const[]){in}); /* over itself */
        assert_memory_equal(out, in, bytes);
        grn_element_copy((grn_dtype)d)(0, NULL, (const void *const[]){in});
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_type_by_its_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
