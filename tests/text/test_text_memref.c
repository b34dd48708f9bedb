/* test_text_memref.c - memref types as they are written, and as mlir-opt 19 prints them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/sink.h"
#include "text/text.h"

static const struct {
    const char *text, *printed;
    bool real; /* else kept as it is written */
} types[] = {
    {"memref<f32>", "memref<f32>", true},
    {"memref<4x?xf32>", "memref<4x?xf32>", true},
    {"memref<? x 1xindex>", "memref<?x1xindex>", true},
    {"memref<0x3xcomplex<f32>>", "memref<0x3xcomplex<f32>>", true},
    {"memref<2x3xf32, strided<[?, 1], offset: ?>>", "memref<2x3xf32, strided<[?, 1], offset: ?>>", true},
    {"memref<4xf32, strided<[1], offset: 0>>", "memref<4xf32, strided<[1]>>", true},
    {"memref<f32, strided<[]>>", "memref<f32, strided<[]>>", true},
    {"memref<4xf32, affine_map<(i) -> (i)>>", "memref<4xf32>", true},
    {"memref<4x4xf32, affine_map<(i, j) -> (j, i)>>", "memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>", true},
    {"memref<4xf32, 0>", "memref<4xf32>", true},
    {"memref<4xf32, 3>", "memref<4xf32, 3>", true},
    {"memref<4xf32, 3 : i32>", "memref<4xf32, 3 : i32>", true},
    {"memref<4xf32, strided<[2]>, \"near\">", "memref<4xf32, strided<[2]>, \"near\">", true},
    {"memref<?xmemref<4xf32>>", "memref<?xmemref<4xf32>>", true},
    {"memref<*xf32>", "memref<*xf32>", false},
    {"memref<4xvector<2xf32>>", "memref<4xvector<2xf32>>", false},
    {"memref<4x!x.y<1>, #x.z<2>>", "memref<4x!x.y<1>, #x.z<2>>", false},
};

static void types_print_as_mlir_prints_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(types); i++) {
        grn_ir ir;
        const grn_type *t = NULL, *again = NULL;
        char printed[512];
        grn_text_buffer to = grn_text_buffer_over(printed, sizeof printed);
        const grn_sink sink = grn_text_buffer_sink(&to);
        assert_int_equal(grn_ir_init(&ir, NULL, NULL), GRN_OK);
        if (grn_text_parse_type(&ir, types[i].text, strlen(types[i].text), NULL, &t) != GRN_OK)
            fail_msg("%s is not read", types[i].text);
        assert_int_equal(grn_text_print_type(t, &sink), GRN_OK);
        if (strcmp(printed, types[i].printed) != 0 || (t->kind == GRN_TYPE_MEMREF) != types[i].real)
            fail_msg("%s is printed %s", types[i].text, printed);
        assert_int_equal(grn_text_parse_type(&ir, printed, strlen(printed), NULL, &again), GRN_OK);
        assert_ptr_equal(t, again);
        grn_ir_destroy(&ir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(types_print_as_mlir_prints_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
